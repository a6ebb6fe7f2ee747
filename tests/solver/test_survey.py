"""`manage.py survey`, and what it counts with."""

import json
from pathlib import Path

import pytest

from games.engine.codes import Rule
from games.engine.shuffle import deal_cards
from games.solver.oracle import solve
from games.solver.survey import Block, blocks_of, number_at, share_of, survey
from tests.solver.running import Run


def run(*arguments: str) -> Run:
    return Run("survey", "--jobs", "1", *arguments)


def test_a_sample_is_known_by_its_seed() -> None:
    assert [number_at(1, index) for index in range(3)] == [5032056581, 32579419401, 3852863272]
    assert len({number_at(seed, index) for seed in range(5) for index in range(200)}) == 1000


def test_a_sample_covers_the_short_numbers_evenly() -> None:
    numbers = [number_at(1, index) for index in range(4000)]
    assert all(0 <= number < 2**35 for number in numbers)
    for eighth in range(8):
        assert 400 < sum(number >> 32 == eighth for number in numbers) < 600


def test_blocks_cover_a_sample_once() -> None:
    blocks = list(blocks_of(Rule.EASY, 1, 1100, with_grades=False))
    indices = [index for block in blocks for index in range(block.start, block.stop)]
    assert indices == list(range(1100))


def test_a_block_is_tallied_by_fewest_draws_and_grade() -> None:
    tally = survey(Block(Rule.CLASSIC, 1, 0, 40, with_grades=True))
    fewest = [solve(deal_cards(number_at(1, index)), Rule.CLASSIC).min_draws for index in range(40)]
    assert tally.deals == 40
    assert tally.by_draws == [fewest.count(draws) for draws in range(24)]
    assert 0 < tally.winnable < 40
    assert sum(tally.by_grade.values()) == tally.winnable


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (970, 1000, 0.9575, 0.9789),
    ],
)
def test_shares_have_their_wilson_interval(count: int, total: int, low: float, high: float) -> None:
    share = share_of(count, total)
    assert share.share == count / total
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_a_survey_tells_the_shares_of_each_rule() -> None:
    done = run("--count", "60", "--json")
    easy, classic = map(json.loads, done.answers)
    assert (easy["rule"], classic["rule"], done.status) == ("E", "C", 0)
    for answer in (easy, classic):
        assert answer["deals"] == 60
        assert sum(answer["by_min_draws"]) == answer["winnable"]["count"]
        assert answer["winnable"]["low"] < answer["winnable"]["share"] < answer["winnable"]["high"]
    assert easy["winnable"]["share"] > classic["winnable"]["share"]
    assert "grades" not in easy


def test_grades_are_counted_on_demand() -> None:
    (answer,) = map(json.loads, run("--count", "30", "--rule", "c", "--grades", "--json").answers)
    counts = {grade: share["count"] for grade, share in answer["grades"].items()}
    assert list(counts) == ["gentle", "fair", "tough", "brutal"]
    assert sum(counts.values()) == answer["winnable"]["count"]


def test_a_survey_is_told_in_words() -> None:
    done = run("--count", "30", "--rule", "E", "--grades")
    assert done.answers[0].startswith("Easy: of 30 deals (seed 1) ")
    assert "95 % sure" in done.answers[0]
    assert len(done.answers) == 1 + 25 + 5


def test_another_seed_is_another_sample() -> None:
    first, again, other = (run("--count", "80", "--json", "--seed", seed) for seed in "112")
    assert first.answers == again.answers
    assert [json.loads(line)["by_min_draws"] for line in first.answers] != [
        json.loads(line)["by_min_draws"] for line in other.answers
    ]


def test_more_processes_find_the_same() -> None:
    asked = ("--count", "600", "--rule", "E", "--json")
    assert Run("survey", "--jobs", "2", *asked).answers == run(*asked).answers


def test_a_survey_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    asked = ("--rule", "C", "--json", "--keep", str(path))
    run("--count", "500", *asked)
    kept = path.read_text()
    path.write_text(kept + kept[:40])  # stopped while it wrote a third block
    whole = run("--count", "600", *asked)
    assert path.read_text().startswith(kept)
    assert path.read_text().count("\n") == 3
    assert whole.answers == run("--count", "600", "--rule", "C", "--json").answers


def test_what_was_kept_is_not_looked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    asked = ("--count", "20", "--rule", "E", "--json", "--keep", str(path))
    run(*asked)
    line = json.loads(path.read_text())
    line["tally"]["by_draws"] = [20] + [0] * 23
    path.write_text(json.dumps(line) + "\n")
    assert json.loads(run(*asked).answers[0])["by_min_draws"][0] == 20
    line["versions"] = [0, 0]
    path.write_text(json.dumps(line) + "\n")
    assert json.loads(run(*asked).answers[0])["by_min_draws"][0] == 0


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--count", "0"), "at least 1"),
        (("--count", "5", "--rule", "X"), "'X' is not a rule"),
        (("--count", "5", "--keep", "no/such/directory/file"), "cannot use"),
        (("--count", "5", "--keep", "manage.py"), "line 1: not of a survey"),
        (("--count", "5", "--keep", "tests"), "cannot use"),
    ],
)
def test_bad_arguments_get_one_line_and_status_2(arguments: tuple[str, ...], fault: str) -> None:
    done = run(*arguments)
    assert len(done.faults) == 1
    assert fault in done.faults[0]
    assert (done.answers, done.status) == ([], 2)
