"""The table's shape, against the published numbers."""

import pytest

from games.engine.layout import (
    ALL_TAKEN,
    COVER_MASKS,
    COVERS,
    PEAK_MASKS,
    PEAK_OF,
    ROW_OF,
    SLOTS,
)


def test_rows_have_3_6_9_and_10_slots() -> None:
    assert [ROW_OF.count(row) for row in range(4)] == [3, 6, 9, 10]
    assert list(ROW_OF) == sorted(ROW_OF)


@pytest.mark.parametrize("peak", range(3))
def test_row_1_is_covered_by_the_pair_below(peak: int) -> None:
    assert COVERS[peak] == (3 + 2 * peak, 3 + 2 * peak + 1)


@pytest.mark.parametrize("position", range(6))
def test_row_2_is_covered_within_its_peak(position: int) -> None:
    left = 9 + position + position // 2
    assert COVERS[3 + position] == (left, left + 1)


@pytest.mark.parametrize("position", range(9))
def test_row_3_is_covered_by_the_bottom_row(position: int) -> None:
    assert COVERS[9 + position] == (18 + position, 19 + position)


def test_nothing_covers_the_bottom_row() -> None:
    assert COVERS[18:] == ((),) * 10


def test_cover_masks_hold_the_covers() -> None:
    masks = [{slot for slot in range(SLOTS) if mask >> slot & 1} for mask in COVER_MASKS]
    assert masks == [set(covers) for covers in COVERS]


def test_peaks_share_the_table_9_9_and_10() -> None:
    assert [mask.bit_count() for mask in PEAK_MASKS] == [9, 9, 10]
    assert sum(PEAK_MASKS) == ALL_TAKEN


def test_the_bottom_row_is_split_3_3_and_4() -> None:
    assert PEAK_OF[18:] == (0, 0, 0, 1, 1, 1, 2, 2, 2, 2)
    assert PEAK_OF[9:18] == (0, 0, 0, 1, 1, 1, 2, 2, 2)
    assert PEAK_OF[:9] == (0, 1, 2, 0, 0, 1, 1, 2, 2)


def test_taking_exposed_cards_reaches_22932_sets() -> None:
    """The known number of sets of taken cards, whatever their ranks."""
    level, count = {0}, 0
    while level:
        count += len(level)
        level = {
            taken | 1 << slot
            for taken in level
            for slot in range(SLOTS)
            if not taken >> slot & 1 and not COVER_MASKS[slot] & ~taken
        }
    assert count == 22_932
