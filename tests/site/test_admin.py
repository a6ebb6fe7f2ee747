"""What operators see under /admin/."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Deal, Game, Race, Result
from players.models import Player
from tests.factories import losing_actions, make_player, make_race
from tests.visitors import PASSWORD, Browser, fault_of, make_bot, make_browser

pytestmark = pytest.mark.django_db
TO_READ = [Deal, Game, Race, Result]


def make_operator() -> Browser:
    Player.objects.create_superuser("Operator-1", PASSWORD)
    browser = make_browser()
    browser.sign_in("operator-1")
    return browser


def path_of(kind: type, row: object = None) -> str:
    name = f"/admin/{kind._meta.app_label}/{kind._meta.model_name}/"  # type: ignore[attr-defined]
    return name if row is None else f"{name}{row}/change/"


def test_an_operator_sees_lists_and_rows() -> None:
    make_race([make_player(), make_player()], [losing_actions(), losing_actions()])
    operator = make_operator()
    assert operator.get("/admin/").status_code == 200
    for kind in (*TO_READ, Player):
        assert operator.get(path_of(kind)).status_code == 200
        row = kind._default_manager.first()
        assert operator.get(path_of(kind, row.pk)).status_code == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", TO_READ)
def test_what_follows_from_the_logs_cannot_be_changed(kind: type) -> None:
    make_race([make_player(), make_player()], [losing_actions(), losing_actions()])
    row = kind._default_manager.first()  # type: ignore[attr-defined]
    operator = make_operator()
    assert operator.fill_in(path_of(kind, row.pk), rule="C").status_code == 403
    assert operator.get(path_of(kind) + "add/").status_code == 403
    assert operator.get(f"{path_of(kind)}{row.pk}/delete/").status_code == 403


def test_an_operator_switches_a_player_off() -> None:
    player = make_player()
    bot = make_bot(player)
    make_operator().fill_in(path_of(Player, player.pk))
    player.refresh_from_db()
    assert not player.is_active
    assert fault_of(bot.call("games")) == (401, "bad_token")


def test_a_sealed_deal_is_sealed_for_operators_too() -> None:
    race = make_race([make_player(), make_player()], [losing_actions(), ()], is_running=True)
    operator = make_operator()
    secrets = [str(race.deal_id), race.deal.code("E").split("-")[-1], race.nonce]
    pages = [path_of(Race, race.pk), *(path_of(Game, game.pk) for game in race.games.all())]
    for path in (*pages, *map(path_of, TO_READ)):
        page = operator.get(path).content.decode()
        assert not [secret for secret in secrets if secret in page], path


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_others_are_asked_to_sign_in_as_an_operator(is_signed_in: bool) -> None:
    browser = make_browser()
    if is_signed_in:
        browser.sign_up("Kari")
    answer: Any = browser.get("/admin/games/game/")
    assert (answer.status_code, answer.url) == (302, "/admin/login/?next=/admin/games/game/")
