"""The replay's page, and its states held against the engine's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import expect

from games.engine.actions import DRAW, RESIGN, TAKES, UNDO, parse_actions
from games.engine.cards import parse_deck
from games.engine.codes import Rule
from games.engine.layout import SLOTS
from games.engine.state import State, apply, initial, status_of
from games.engine.view import view_of
from tests.browser.replays import Played, play_out, watch_replay
from tests.browser.tables import after
from tests.browser.visits import PHONE, Visit
from tests.engine.factories import data_lines
from tests.services.server import Server

# Deal 1: three takes in a row, the second taken back, a draw that ends the run.
ACTIONS = (TAKES[20], TAKES[23], UNDO, TAKES[23], TAKES[22], DRAW, DRAW, RESIGN)
LAST = len(ACTIONS)

SENTENCES = {
    0: "The table as it was dealt",
    1: "K♣ goes on A♣: +10",
    3: "Undo: A♠ goes back to the peaks",
    5: "2♦ goes on A♠: 3 in a row, +20. 7♠ turns up.",
    6: "6♥ is drawn, 3 in a row had brought +45",
    8: "Resigned with 25 cards left",
}

STATES = """async ({ cards, rule, actions }) => {
  const { parseActions, states, viewOf } = await import("/static/games/js/replay_state.js");
  return states(cards.split(" "), rule, parseActions(actions)).map(viewOf);
}"""
PAUSES = """async (times) => {
  const { Player } = await import("/static/games/js/replay_player.js");
  const player = new Player({ times, onShow() {}, onPlaying() {} });
  return times.map((_, index) => { player.goTo(index); return player.pause; });
}"""


def recorded_games() -> list[dict[str, Any]]:
    """Return recorded games up to their first refused action, most of them with an undo."""
    games = data_lines("games.jsonl")
    undone = [game for game in games if "U" in game["input"]["actions"]]
    return [_accepted(game) for game in (*undone[:20], *games[:15])]


def _accepted(game: dict[str, Any]) -> dict[str, Any]:
    words = game["input"]["actions"].split()
    end = game["expected"].get("refused", {"at": len(words)})["at"]
    return {**game["input"], "actions": " ".join(words[:end])}


def engine_views(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the page's module should make of a game, by the engine."""
    state = initial(parse_deck(game["cards"]), Rule(game["rule"]))
    told = [engine_view(state)]
    for action in parse_actions(game["actions"]):
        state = apply(state, action)
        told.append(engine_view(state))
    return told


def engine_view(state: State) -> dict[str, Any]:
    view = asdict(view_of(state))
    return view | {
        "rule": state.rule.value,
        "seq": state.seq,
        "status": status_of(state).value,
        "tableau": list(view["tableau"]),
        "takes": list(view["takes"]),
        "peaks_emptied_at": list(state.emptied_at),
        "run_gain": state.combo - run_start(state).combo,
    }


def run_start(state: State) -> State:
    while state.run and state.previous is not None:
        state = state.previous
    return state


@pytest.fixture(scope="module")
def played(site: Server) -> Played:
    """Return a finished game of deal 1, for the module's tests to look at."""
    return play_out(site, 1, ACTIONS)


def test_every_state_is_the_engines(desk: Visit) -> None:
    page = desk.page()
    page.goto("/about/fairness/")
    for game in recorded_games():
        assert page.evaluate(STATES, game) == engine_views(game)


def test_each_step_shows_what_the_player_saw(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    for count in range(LAST):
        replay.shows(after(ACTIONS[:count]))
        replay.step("next")
    replay.shows(after(ACTIONS))
    for count in reversed(range(LAST)):
        replay.step("back")
        replay.shows(after(ACTIONS[:count]))


def test_a_hidden_card_has_no_face_before_it_was_turned_up(
    visit: Callable[..., Visit], played: Played
) -> None:
    replay = watch_replay(visit, played)
    faces = replay.page.locator("#peaks .face")
    expect(faces).to_have_count(10)
    replay.step("last")
    expect(faces).to_have_count(SLOTS - 18 - 2)


def test_the_ends_and_the_slider_lead_anywhere(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    replay.step("last")
    replay.stands_at(LAST, LAST)
    replay.slider.fill("5")
    replay.stands_at(5, LAST)
    replay.shows(after(ACTIONS[:5]))
    replay.step("first")
    replay.stands_at(0, LAST)


def test_keys_step_and_lead_to_the_ends(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    for key, index in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", LAST),
        ("Home", 0),
    ):
        replay.page.keyboard.press(key)
        replay.stands_at(index, LAST)


def test_read_from_the_right_the_left_arrow_leads_on(
    visit: Callable[..., Visit], played: Played
) -> None:
    replay = watch_replay(visit, played)
    replay.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    replay.page.keyboard.press("ArrowLeft")
    replay.stands_at(1, LAST)
    replay.slider.focus()
    replay.page.keyboard.press("ArrowLeft")
    replay.stands_at(2, LAST)
    replay.page.keyboard.press("ArrowRight")
    replay.stands_at(1, LAST)


def test_space_plays_to_the_end(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    replay.page.get_by_test_id("speed-5").check(force=True)
    replay.page.keyboard.press("Space")
    replay.stands_at(LAST, LAST)
    expect(replay.play_button).to_have_accessible_name("Play")
    replay.shows(after(ACTIONS))


def test_a_step_pauses_what_plays(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    replay.play_button.click()
    expect(replay.play_button).to_have_accessible_name("Pause")
    replay.step("last")
    expect(replay.play_button).to_have_accessible_name("Play")
    replay.play_button.click()
    expect(replay.play_button).to_have_accessible_name("Pause")
    replay.stands_at(0, LAST)


def test_long_pauses_are_cut(desk: Visit) -> None:
    page = desk.page()
    page.goto("/about/fairness/")
    assert page.evaluate(PAUSES, [0, 1500, 61_500, 61_510]) == [800, 1500, 4000, 60]


def test_the_list_names_each_action_and_leads_to_it(
    visit: Callable[..., Visit], played: Played
) -> None:
    replay = watch_replay(visit, played)
    lines = [" ".join(text.split()) for text in replay.moves.all_inner_texts()]
    assert [line.replace("\ufe0e", "") for line in lines] == [
        "1. K♣ +10",
        "2. A♠ +15",
        "3. A♠ undo",
        "4. A♠ +15",
        "5. 2♦ +20",
        "6. 6♥ draw",
        "7. 9♥ draw",
        "8. resigned",
    ]
    replay.moves.nth(4).click()
    replay.stands_at(5, LAST)
    expect(replay.moves.nth(4)).to_have_attribute("aria-current", "step")
    expect(replay.moves.nth(1)).to_have_attribute("data-undone", "")


def test_the_status_line_says_what_happened(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played)
    for index, words in SENTENCES.items():
        replay.slider.fill(str(index))
        replay.stands_at(index, LAST)
        assert replay.status.inner_text().replace("\ufe0e", "") == words


def test_the_page_tells_whose_game_it_was_and_how_it_ended(
    visit: Callable[..., Visit], played: Played
) -> None:
    page = watch_replay(visit, played).page
    expect(page.get_by_test_id("player")).to_have_text(played.player)
    expect(page.get_by_test_id("deal-code")).to_have_attribute("href", "/deals/TP1-E-AAAAAAB/")
    expect(page.get_by_test_id("ending")).to_have_text("resigned")
    expect(page.get_by_test_id("undo-mark")).to_have_text("with undo")


def test_less_motion_lets_no_card_fly(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played, reduced_motion="reduce")
    replay.step("next")
    assert replay.page.evaluate("() => document.getAnimations().length") == 0
    replay.shows(after(ACTIONS[:1]))


def test_on_a_phone_the_moves_are_a_tap_away(visit: Callable[..., Visit], played: Played) -> None:
    replay = watch_replay(visit, played, **PHONE)
    expect(replay.moves.nth(4)).not_to_be_visible()
    replay.page.get_by_test_id("more").tap()
    replay.moves.nth(4).tap()
    replay.shows(after(ACTIONS[:5]))
    assert replay.page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_who_has_not_finished_the_deal_sees_no_replay(desk: Visit, played: Played) -> None:
    desk.watch.forgive("403")
    page = desk.page()
    answer = page.goto(played.path)
    assert answer is not None
    assert answer.status == 403
    assert "page-data" not in page.content()
