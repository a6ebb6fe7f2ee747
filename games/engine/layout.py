"""The table: 28 slots in rows of 3, 6, 9 and 10, what covers what, and the three peaks.

Slots are numbered row by row, left to right. Sets of slots are bit masks: bit s is slot s.
"""

SLOTS = 28
PEAKS = 3
STOCK_SIZE = 23
ROW_STARTS = (0, 3, 9, 18)
BOTTOM_ROW = 3
ALL_TAKEN = (1 << SLOTS) - 1


def _row(slot: int) -> int:
    return sum(slot >= start for start in ROW_STARTS) - 1


def _peak(slot: int) -> int:
    """Return the peak 0–2 that a slot counts for.

    Each peak's triangle has 1, 2 and 3 cards in the rows above; the bottom row, which the
    peaks share, is split 3, 3 and 4, so its last card belongs to the right peak as well.
    """
    row = _row(slot)
    width = min(row + 1, 3)
    return min((slot - ROW_STARTS[row]) // width, PEAKS - 1)


def _covers(slot: int) -> tuple[int, ...]:
    """Return the two slots of the next row that lie on this one (none on the bottom row).

    From row to row each peak grows by one card, so a slot's left cover sits at the slot's own
    position, moved on by one for every peak to its left. In row 3 the peaks touch: the bottom
    row is one card longer as a whole, and nothing moves on.
    """
    row, peak = _row(slot), _peak(slot)
    if row == BOTTOM_ROW:
        return ()
    position = slot - ROW_STARTS[row]
    left = ROW_STARTS[row + 1] + position + (peak if row < 2 else 0)
    return (left, left + 1)


ROW_OF = tuple(_row(slot) for slot in range(SLOTS))
PEAK_OF = tuple(_peak(slot) for slot in range(SLOTS))
COVERS = tuple(_covers(slot) for slot in range(SLOTS))
COVER_MASKS = tuple(sum(1 << cover for cover in covers) for covers in COVERS)
PEAK_MASKS = tuple(
    sum(1 << slot for slot in range(SLOTS) if PEAK_OF[slot] == peak) for peak in range(PEAKS)
)


def peaks_left(taken: int) -> tuple[int, ...]:
    """Return how many cards of each peak, left to right, a mask of taken slots leaves."""
    return tuple((mask & ~taken).bit_count() for mask in PEAK_MASKS)
