"""Counts the edge at several bet sizes, for tables where a payout limit or odd chips change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from pitboss.analysis.cache import load_or_compute
from pitboss.counting.exact_model import Row

if TYPE_CHECKING:
    from pitboss.analysis.study import Study

ODD_CHIPS = 3  # sizes from the minimum up, one chip apart, which show payments that do not come out even
MOST_CHIPS = 10  # bets that come out even may have to be multiples of up to this many chips
SERIES = (10, 20, 30, 50, 70)  # and these, times every power of ten

ProgressListener = Callable[[str], None]
Key = tuple[str, str, str]


class Bent(msgspec.Struct, frozen=True):
    """A wager whose edge depends on the bet size."""

    wager: str
    variant: str
    unit: str
    edges: tuple[Fraction | None, ...]  # at each size; None where there is no such row, or above the wager's maximum
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.wager, self.variant)))


class BetSizes(msgspec.Struct, frozen=True):
    """The edges at several bet sizes."""

    sizes: tuple[int, ...]  # the bets that were counted, in cents
    bent: tuple[Bent, ...]
    same: tuple[str, ...]  # wagers whose edge is the same at all sizes
    even: int = 0  # every multiple of these cents comes out even in chips; 0 if none was found

    def comes_out_even(self, size: int) -> bool:
        """Return whether every payment on a bet of this size can be made exactly in chips."""
        return bool(self.even) and size % self.even == 0

    @property
    def odd(self) -> tuple[int, ...]:
        """The sizes that do not come out even in chips."""
        return tuple(size for size in self.sizes if self.even and size % self.even)


def bet_sizes(study: Study, *, cache: bool = True, listener: ProgressListener = lambda _: None) -> BetSizes:
    """Count the edges at several bet sizes: the smallest sizes, one chip apart; round amounts up to the maximum; and
    the sizes around the amount at which the edge first differs from that of small bets.

    No sizes are counted between two amounts with the same edges. If odd chips make the smallest sizes differ, all other
    sizes are ones that can be paid exactly, so that their differences show a payout limit only.
    """
    if not study.model.bet_matters(study.house):
        return BetSizes((), (), ())
    return load_or_compute("bet sizes", study, BetSizes, lambda: _count_sizes(study, listener), use=cache)


def _count_sizes(study: Study, listener: ProgressListener) -> BetSizes:
    """Count the edges at the sizes that are needed."""
    rows_by_size: dict[int, dict[Key, Row]] = {}
    edges_by_size: dict[int, dict[Key, Fraction]] = {}

    def edges_at(size: int) -> dict[Key, Fraction]:
        if size not in edges_by_size:
            listener(f"counting a bet of ${size / 100:,.2f} ({len(edges_by_size) + 1})")
            rows_by_size[size] = {_key(row): row for row in study.model.wagers(study.rules, study.house, size)}
            edges_by_size[size] = {key: row.house_edge for key, row in rows_by_size[size].items()}
        return edges_by_size[size]

    least, most = map(int, study.model.limits(study.house))
    chip = int(study.house.smallest_chip)
    even = _find_even_step(least, most, chip, edges_at)
    step = even or chip
    for size in (int(study.bet), most):
        edges_at(size)
    _bisect_changes(
        sorted(
            size
            for size in {*edges_by_size, *_round_amounts(least, most, chip), most // step * step}
            if size % step == 0
        ),
        edges_at,
    )
    _find_first_bend([size for size in sorted(edges_by_size) if size % step == 0], step, edges_at)
    sizes = tuple(sorted(edges_by_size))
    bent, same = [], []
    for key in dict.fromkeys(key for rows_of_size in rows_by_size.values() for key in rows_of_size):
        rows = [_row_within_maximum(rows_by_size[size].get(key), size) for size in sizes]
        edges = tuple(None if row is None else row.house_edge for row in rows)
        if len(set(edges) - {None}) > 1:
            bent.append(Bent(*key, edges, tuple(dict.fromkeys(note for row in rows if row for note in row.notes))))
        else:
            same.append(" ".join(filter(None, key[:2])))
    return BetSizes(sizes, tuple(bent), tuple(same), even)


def _row_within_maximum(row: Row | None, size: int) -> Row | None:
    """Return the row, or None if the size is above the wager's own maximum."""
    return None if row is None or (row.most is not None and size > row.most) else row


def _find_even_step(least: int, most: int, chip: int, edges_at: Callable[[int], object]) -> int:
    """Return the smallest whole number of chips, in cents, whose first multiples all have the same edges; 0 if there is
    none, because a limit already changes the edge there.
    """
    for chips in range(1, MOST_CHIPS + 1):
        step = chip * chips
        first = -(-least // step) * step
        first_edges = [edges_at(size) for index in range(ODD_CHIPS) if (size := first + step * index) <= most]
        if first_edges and all(edges == first_edges[0] for edges in first_edges):
            return step
    return 0


def _key(row: Row) -> Key:
    return row.wager, row.variant, row.unit


def _round_amounts(least: int, most: int, chip: int) -> Iterator[int]:
    """Yield the round amounts that can be bet in chips."""
    scale = 1
    while scale <= most:
        yield from (step * scale for step in SERIES if least <= step * scale <= most and step * scale % chip == 0)
        scale *= 10


def _bisect_changes(sizes: list[int], edges_at: Callable[[int], object]) -> None:
    """Count both ends, then the middle if they differ, and so on."""
    if edges_at(sizes[0]) != edges_at(sizes[-1]) and len(sizes) > 2:
        middle = len(sizes) // 2
        _bisect_changes(sizes[: middle + 1], edges_at)
        _bisect_changes(sizes[middle:], edges_at)


def _find_first_bend(sizes: list[int], chip: int, edges_at: Callable[[int], object]) -> None:
    """Count the sizes that show at which amount the edge first differs from the one before it."""
    for low, high in pairwise(sizes):
        if edges_at(low) != edges_at(high):
            while high - low > chip:
                middle = low + (high - low) // (2 * chip) * chip
                low, high = (middle, high) if edges_at(middle) == edges_at(low) else (low, middle)
            return
