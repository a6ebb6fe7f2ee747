"""How many deals can be won: a sample that anyone can repeat, and how sure its shares are."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt

from games.engine.codes import SHORT_NUMBERS, Rule
from games.engine.layout import STOCK_SIZE
from games.engine.shuffle import deal_cards
from games.solver.difficulty import Grade, difficulty, grade_of
from games.solver.oracle import solve

BLOCK = 250
"""Deals that are surveyed in one go: some hundred milliseconds, a second with grades."""

_Z95 = 1.959964
"""Standard deviations to either side that hold 95 in 100 of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Block:
    """Part of a sample: the indices from `start` up to, not including, `stop`."""

    rule: Rule
    seed: int
    start: int
    stop: int
    with_grades: bool


@dataclass(slots=True)
class Tally:
    """What a sample was found to be: deals looked at, winnable ones by their fewest draws (0–23)
    and, if asked for, by grade."""

    deals: int = 0
    by_draws: list[int] = field(default_factory=lambda: [0] * (STOCK_SIZE + 1))
    by_grade: dict[str, int] = field(default_factory=lambda: {grade.value: 0 for grade in Grade})

    @property
    def winnable(self) -> int:
        return sum(self.by_draws)

    def add(self, other: "Tally") -> None:
        """Count another sample in."""
        self.deals += other.deals
        self.by_draws = [a + b for a, b in zip(self.by_draws, other.by_draws, strict=True)]
        self.by_grade = {grade: n + other.by_grade[grade] for grade, n in self.by_grade.items()}


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a sample, 0–1, and the Wilson interval that holds the true one 95 in 100 times."""

    count: int
    share: float
    low: float
    high: float


def blocks_of(rule: Rule, seed: int, count: int, *, with_grades: bool) -> Iterator[Block]:
    """Cut a sample of `count` deals into blocks of `BLOCK`, the last one shorter."""
    for start in range(0, count, BLOCK):
        yield Block(rule, seed, start, min(start + BLOCK, count), with_grades)


def number_at(seed: int, index: int) -> int:
    """Return the short deal number at an index, from 0, of a seed's sample.

    It is the last 35 bits of the SHA-256 of the ASCII text `survey:<seed>:<index>`; a larger
    sample of the same seed begins with the smaller one.
    """
    digest = sha256(f"survey:{seed}:{index}".encode()).digest()
    return int.from_bytes(digest, "big") % SHORT_NUMBERS


def survey(block: Block) -> Tally:
    """Solve the deals of a block."""
    tally = Tally(deals=block.stop - block.start)
    for index in range(block.start, block.stop):
        deck = deal_cards(number_at(block.seed, index))
        fewest = solve(deck, block.rule).min_draws
        if fewest is not None:
            tally.by_draws[fewest] += 1
            if block.with_grades:
                tally.by_grade[grade_of(difficulty(deck, block.rule))] += 1
    return tally


def share_of(count: int, total: int) -> Share:
    """Return `count` of `total` (1 or more) as a share with its Wilson 95 % interval."""
    share, spread = count / total, _Z95**2 / total
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z95 / (1 + spread) * sqrt(share * (1 - share) / total + spread / total / 4)
    return Share(count, share, max(0.0, middle - reach), min(1.0, middle + reach))
