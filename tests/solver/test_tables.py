from games.engine.layout import ALL_TAKEN, SLOTS
from games.engine.state import exposed
from games.solver.tables import WIDTH, tables


def reachable_by_play() -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        taken = waiting.pop()
        grown = {taken | 1 << slot for slot in exposed(taken)} - seen
        seen |= grown
        waiting += grown
    return seen


def test_the_sets_are_those_that_play_reaches() -> None:
    assert set(tables().rows) == reachable_by_play()
    assert len(tables().rows) == 22_932


def test_sets_are_in_order_of_size() -> None:
    sizes = [taken.bit_count() for taken in tables().rows]
    assert sizes == sorted(sizes)
    assert list(tables().rows.values()) == list(range(len(sizes)))
    assert (next(iter(tables().rows)), list(tables().rows)[-1]) == (0, ALL_TAKEN)


def test_the_steps_are_every_take_of_an_exposed_card() -> None:
    sets = list(tables().rows)
    takes = set()
    for step in tables().steps:
        sources, targets = step.sources // WIDTH, step.targets // WIDTH
        for slot, source, target in zip(step.slots, sources, targets, strict=True):
            assert sets[target] == sets[source] | 1 << int(slot)
            takes.add((sets[source], int(slot)))
    assert takes == {(taken, slot) for taken in sets for slot in exposed(taken)}


def test_the_takes_into_a_set_lie_together() -> None:
    assert len(tables().steps) == SLOTS
    for step in tables().steps:
        firsts = step.targets[step.starts] // WIDTH
        assert firsts.tolist() == list(range(step.target_rows.start, step.target_rows.stop))
        assert (step.targets[1:] >= step.targets[:-1]).all()
