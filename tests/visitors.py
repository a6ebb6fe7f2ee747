"""Who visits the site in tests: browsers with cookies, bots with tokens, each from an address of
its own, so that no test uses up another's limits."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.test import Client

from players.models import Player, Token
from tests.factories import make_player

PASSWORD = "three peaks and a draw"
JSON = "application/json"
_numbers = count(1)


def next_address() -> str:
    """Return an address that no other visitor has."""
    number = next(_numbers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Bot(Client):
    """A program with a token, or with none."""

    def __init__(self, token: str | None, **options: Any) -> None:
        self.token = token
        sign_in: Any = {} if token is None else {"HTTP_AUTHORIZATION": f"Bearer {token}"}
        super().__init__(REMOTE_ADDR=next_address(), **sign_in, **options)

    def call(self, path: str, body: Any = None, **more: Any) -> Any:
        """Send a JSON body to a call of the API, by POST."""
        return self.post(f"/api/v1/{path}", {} if body is None else body, JSON, **more)

    def read(self, path: str, **more: Any) -> Any:
        """Ask a call of the API, by GET."""
        return self.get(f"/api/v1/{path}", **more)


class Browser(Client):
    """A person's browser: cookies, and forms that prove where they come from."""

    def __init__(self, **options: Any) -> None:
        super().__init__(enforce_csrf_checks=True, REMOTE_ADDR=next_address(), **options)

    def csrf(self) -> str:
        """Return the page's CSRF token, as a script of the page reads it."""
        if "csrftoken" not in self.cookies:
            self.get("/")
        return str(self.cookies["csrftoken"].value)

    def call(self, path: str, body: Any = None) -> Any:
        """Post JSON as the page's script does."""
        headers = {"X-CSRFToken": self.csrf()}
        return self.post(path, {} if body is None else body, JSON, headers=headers)

    def fill_in(self, path: str, **fields: str) -> Any:
        """Post a form as its page sends it."""
        return self.post(path, {"csrfmiddlewaretoken": self.csrf(), **fields})

    def sign_up(self, name: str, password: str = PASSWORD, **more: str) -> Any:
        fields = {"username": name, "password1": password, "password2": password, **more}
        return self.fill_in("/accounts/signup/", **fields)

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.fill_in("/accounts/login/", login=name, password=password)

    def deal(self, deal: object = 1, rule: str = "E") -> Any:
        """Ask for a table as the first page does; return what is told."""
        return self.call("/play/", {"deal": deal, "rule": rule}).json()

    def player(self) -> Player:
        """Return the player that this browser's session stands for."""
        from players.identity import player_of_session

        player = player_of_session(self.session)
        assert player is not None
        return player


def make_browser() -> Browser:
    """Return a fresh browser that nobody knows yet."""
    return Browser()


def make_bot(player: Player | None = None, *, is_guest: bool = False) -> Bot:
    """Return a program signed in as a player, by default a new account."""
    return Bot(Token.objects.issue(player or make_player(is_guest=is_guest)))


def make_account(name: str, password: str = PASSWORD) -> Player:
    """Store an account that can be signed in to."""
    return Player.objects.create_user(name, password)


def fault_of(response: Any) -> tuple[int, str]:
    """Return status and code of a fault, having looked that it is told as all faults are."""
    told = response.json()
    assert told.keys() == {"code", "message"}, told
    assert told["message"].strip()
    return int(response.status_code), str(told["code"])
