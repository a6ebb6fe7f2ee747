"""A record of everything that a server said, and what each listener may have known by then."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.actions import Action, parse_action
from games.engine.cards import card_name
from games.engine.codes import parse_code
from games.engine.layout import COVERS, SLOTS
from games.engine.shuffle import deal_cards
from games.engine.state import State, apply, initial
from tests.ws.clients import Frame, RemoteClient
from tests.ws.remote import Caller, Site

# A card's two letters, not as part of a longer word; what an SVG draws is no text.
CARD = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][SHDC](?![A-Za-z0-9])")
DRAWING = re.compile(r'\sd="[^"]*"')
EVERY_CARD = frozenset(map(card_name, range(52)))


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer: who got it, to what, the text, and after how many actions of his own."""

    who: str
    what: str
    text: str
    actions: int


@dataclass(slots=True)
class Record:
    """All that was said, and the actions that each listener had sent by then."""

    heard: list[Heard] = field(default_factory=list)
    actions: dict[str, list[Action]] = field(default_factory=dict)

    def add(self, who: str, what: str, text: str) -> None:
        self.heard.append(Heard(who, what, text, len(self.actions.get(who, ()))))

    def shown(self, code: str, who: str) -> list[frozenset[str]]:
        """Return which cards a player had turned up after 0, 1, 2 … actions of his."""
        found = parse_code(code)
        assert found.rule is not None
        state = initial(deal_cards(found.number), found.rule)
        seen = [visible(state)]
        for action in self.actions.get(who, ()):
            state = apply(state, action)
            seen.append(seen[-1] | visible(state))
        return seen

    def leaks(self, code: str) -> list[str]:
        """Return each answer that names a card which its listener had not turned up."""
        known = {who: self.shown(code, who) for who in self.actions}
        found = []
        for heard in self.heard:
            may_know = known[heard.who][heard.actions] if heard.who in known else frozenset()
            named = frozenset(CARD.findall(DRAWING.sub("", heard.text)))
            if named - may_know:
                found.append(f"{heard.who} {heard.what}: {sorted(named - may_know)}")
        return found

    def naming(self, secrets: Sequence[str]) -> list[str]:
        """Return each answer in which one of some secrets stands."""
        return [
            f"{heard.who} {heard.what}"
            for heard in self.heard
            if any(secret in heard.text for secret in secrets)
        ]


def visible(state: State) -> frozenset[str]:
    """Return the cards that lie face up, by the rule of covers and not by what the view says."""
    up = [slot for slot in range(SLOTS) if all(state.taken >> cover & 1 for cover in COVERS[slot])]
    return frozenset(card_name(card) for card in (state.waste, *(state.deck[slot] for slot in up)))


class Spy(RemoteClient):
    """A racer's or player's socket whose every frame is recorded."""

    def __init__(self, client: RemoteClient, record: Record, who: str) -> None:
        super().__init__(client.connection)
        self.record, self.who = record, who

    async def receive(self) -> str:
        text = await super().receive()
        self.record.add(self.who, "frame", text)
        return text

    async def act(self, seq: int, name: str) -> Frame:
        """Send one action, e.g. `T20`, and return the answer to it."""
        action = parse_action(name)
        self.record.actions.setdefault(self.who, []).append(action)
        return await self.play([action], seq)

    async def play_on(self, at_most: int) -> Frame:
        """Take what fits, else draw, so many times or until nothing can be done."""
        await self.send("sync")
        frame = await self.frame_of("race" if self.in_race else "state")
        frame = frame["state"] if self.in_race else frame
        for _ in range(at_most):
            if frame["status"] != "playing":
                break
            name = f"T{frame['takes'][0]}" if frame["takes"] else "D"
            frame = await self.act(frame["seq"], name)
        return frame

    @property
    def in_race(self) -> bool:
        return any(frame["type"] == "race" for frame in self.heard)


def visit(site: Site, record: Record, callers: Sequence[Caller | None], paths: list[str]) -> None:
    """Ask for pages and calls as some callers (None: nobody) and record the answers."""
    for path in paths:
        for caller in callers:
            headers = caller.headers if caller else {}
            for accept in ("text/html", "application/json"):
                answer = site.client.get(path, headers={**headers, "Accept": accept})
                assert answer.status_code < 500, f"{path}: {answer.text}"
                said = f"{answer.headers}\n{answer.text}"
                record.add(caller.name if caller else "nobody", path, said)


def rows_of(database_url: str, query: str) -> list[Any]:
    """Read rows from a server's database, past everything that guards them."""
    if database_url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as file:
            return file.execute(query).fetchall()
    import psycopg

    with psycopg.connect(database_url) as connection:
        return connection.execute(query.encode()).fetchall()


def secrets_of(database_url: str, slug: str) -> tuple[int, str]:
    """Return a race's deal number and nonce."""
    query = f"SELECT deal_id, nonce FROM games_race WHERE slug = '{slug}'"
    number, nonce = rows_of(database_url, query)[0]
    return int(number), str(nonce)


def game_ids_of(database_url: str, slug: str) -> list[str]:
    query = f"SELECT id FROM games_game WHERE race_id = '{slug}' ORDER BY id"
    return [str(row[0]) for row in rows_of(database_url, query)]
