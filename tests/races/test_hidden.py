"""Nothing that is hidden is ever said: every frame, page and call of a game and a sealed race."""

from __future__ import annotations

import re

from games.engine.codes import Rule, format_code, parse_code
from tests.races.spies import CARD, DRAWING, EVERY_CARD, Record, Spy, game_ids_of, secrets_of, visit
from tests.services.server import MakeServer
from tests.ws.clients import Frame
from tests.ws.remote import Caller, Site, site_of

DEAL = "TP1-E-AAAAAAB"
EVERYWHERE = [
    "/",
    "/races/",
    "/metrics",
    "/healthz",
    "/readyz",
    "/nowhere/",
    "/api/v1/openapi.json",
]


def pages_of_game(game_id: str) -> list[str]:
    return [f"/games/{game_id}/", f"/replays/{game_id}/", f"/api/v1/games/{game_id}"]


def pages_of_deal(code: str) -> list[str]:
    board = f"/api/v1/deals/{code}/board"
    return [f"/deals/{code}/", board, f"{board}?attempt=any&order=combo&window=today"]


async def test_a_solo_game_names_no_card_before_it_is_turned_up(
    server: MakeServer, database_url: str
) -> None:
    record = Record()
    with site_of(server(database_url)) as site:
        player, stranger = site.account("Heron"), site.guest()
        game = site.game(player)
        paths = [*EVERYWHERE, *pages_of_game(game["id"]), *pages_of_deal(DEAL), "/players/Heron/"]
        async with site.socket(game["socket"], player) as socket:
            spy = Spy(socket, record, player.name)
            for moves in (0, 1, 6, 30):
                await spy.play_on(moves)
                visit(site, record, [player, stranger, None], paths)
            await undo_and_ask(spy)
        assert record.leaks(DEAL) == []
        assert len(record.heard) > 150
        assert not CARD.search(site.server.log())


async def undo_and_ask(spy: Spy) -> None:
    """Take moves back and provoke refusals: what is said then is recorded as well."""
    await spy.send("sync")
    seq = (await spy.frame_of("state"))["seq"]
    for back in range(5):
        await spy.act(seq + back, "U")
    await spy.send("take", seq=seq + 5, slot=0)
    await spy.send_text("nonsense")
    await spy.send("draw", seq=0)
    await spy.send("sync")
    await spy.send("hint")
    await spy.frame_of("hint")


async def test_a_finished_game_opens_its_deal_to_its_player_alone(
    server: MakeServer, sqlite_url: str
) -> None:
    record = Record()
    with site_of(server(sqlite_url)) as site:
        player, stranger = site.guest(), site.guest()
        game = site.game(player)
        async with site.socket(game["socket"], player) as socket:
            await socket.frame_of("state")
            await socket.send("resign", seq=0)
            await socket.frame_of("result")
        replay = site.get(f"games/{game['id']}", player)
        assert frozenset(replay["cards"].split()) == EVERY_CARD
        paths = [*pages_of_game(game["id"]), *pages_of_deal(DEAL)]
        visit(site, record, [stranger, None], paths)
    assert record.leaks(DEAL) == []


class SealedRace:
    """A sealed race between two, with a stranger about, all of it recorded."""

    def __init__(self, site: Site, database_url: str) -> None:
        self.site, self.record = site, Record()
        self.host, self.rival = site.account("Heron"), site.account("Egret")
        self.stranger = site.guest()
        race = site.post("races", self.host)
        self.slug, self.socket = race["slug"], race["socket"]
        site.post(f"races/{self.slug}/join", self.rival)
        self.number, self.nonce = secrets_of(database_url, self.slug)
        self.code = format_code(self.number, Rule.EASY)
        self.database_url = database_url

    @property
    def secrets(self) -> list[str]:
        """The code, in both rules' forms, the number and the nonce."""
        return [self.code.removeprefix("TP1-E-"), str(self.number), self.nonce]

    def look(self) -> None:
        """Ask for every page and call as everybody."""
        paths = [*EVERYWHERE, f"/races/{self.slug}/", "/players/Heron/", "/players/Egret/"]
        for game_id in game_ids_of(self.database_url, self.slug):
            paths += pages_of_game(game_id)
        visit(self.site, self.record, self.everybody, paths)

    @property
    def everybody(self) -> list[Caller | None]:
        return [self.host, self.rival, self.stranger, None]


async def heard_all(spy: Spy) -> None:
    """Read whatever has come so far."""
    await spy.send("hint")
    await spy.frame_of("hint")


def cards_in(record: Record) -> list[str]:
    """Return the answers in which any card stands."""
    return [
        f"{heard.who} {heard.what}"
        for heard in record.heard
        if CARD.search(DRAWING.sub("", heard.text))
    ]


async def start(race: SealedRace, host: Spy, rival: Spy) -> None:
    """From the lobby through the countdown, with everybody looking on."""
    race.look()
    for spy in (host, rival):
        await spy.frame_of("race")
        await spy.send("draw", seq=0)
        await spy.frame_of("refused")
    assert cards_in(race.record) == []
    await host.send("start")
    await rival.frame_of("countdown")
    race.look()
    assert cards_in(race.record) == []
    race.record.actions |= {race.host.name: [], race.rival.name: []}
    for spy in (host, rival):
        await spy.frame_of("started")


async def end(spy: Spy, frame: Frame) -> None:
    if frame["status"] == "playing":
        await spy.act(frame["seq"], "R")


async def test_a_sealed_race_names_no_card_and_no_code_before_its_time(
    server: MakeServer, database_url: str
) -> None:
    with site_of(server(database_url)) as site:
        race = SealedRace(site, database_url)
        async with (
            site.socket(race.socket, race.host) as first,
            site.socket(race.socket, race.rival) as second,
        ):
            host = Spy(first, race.record, race.host.name)
            rival = Spy(second, race.record, race.rival.name)
            await start(race, host, rival)
            await end(host, await host.play_on(20))
            await heard_all(rival)
            race.look()
            guess_at(race)
            last = await rival.play_on(8)
            race.look()
            await heard_all(host)
            assert race.record.leaks(race.code) == []
            assert race.record.naming(race.secrets) == []
            assert not any(secret in site.server.log() for secret in race.secrets)
            await end(rival, last)
            finished = await host.frame_of("finished")
            assert (finished["deal"], finished["nonce"]) == (race.code, race.nonce)
        opened(race)


def guess_at(race: SealedRace) -> None:
    """A stranger who guesses the code finds a deal that nobody has played."""
    other = format_code(race.number - 1, Rule.EASY)
    for path in pages_of_deal("{}"):
        for caller in race.everybody:
            pages = [told_of(race.site, path, code, caller) for code in (race.code, other)]
            assert pages[0] == pages[1], path


def told_of(site: Site, path: str, code: str, caller: Caller | None) -> str:
    """Return an answer about a deal with all that names the deal itself taken out."""
    answer = site.client.get(path.format(code), headers=caller.headers if caller else {})
    assert answer.status_code == 200
    letters = code.removeprefix("TP1-E-")
    number = str(parse_code(code).number)
    text = answer.text.replace(letters, "CODE").replace(number, "NUMBER")
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "CSRF", text)


def opened(race: SealedRace) -> None:
    """After the finish the deal is open to who has finished it, and to nobody else."""
    after = Record()
    paths = [
        path for game in game_ids_of(race.database_url, race.slug) for path in pages_of_game(game)
    ]
    visit(race.site, after, [race.stranger, None], paths)
    assert after.leaks(race.code) == []
    replays = [race.site.get(path.removeprefix("/api/v1/"), race.rival) for path in paths[2::3]]
    assert {frozenset(replay["cards"].split()) for replay in replays} == {EVERY_CARD}
    told = race.site.client.get(f"/races/{race.slug}/").text
    assert race.code in told
