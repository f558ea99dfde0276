"""The edge by how much is bet, where a payout limit or odd chips bend it."""

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

ODD_CHIPS = 3  # sizes from the minimum up, one chip apart: what does not come out even shows itself here
MOST_CHIPS = 10  # of which bets that come out even may have to be multiples
SERIES = (10, 20, 30, 50, 70)  # and these, times every power of ten

Watch = Callable[[str], None]
Key = tuple[str, str, str]


class Bent(msgspec.Struct, frozen=True):
    """A wager whose edge depends on how much is bet."""

    wager: str
    variant: str
    unit: str
    edges: tuple[Fraction | None, ...]  # at each size; none where there is no such row, or above the wager's maximum
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.wager, self.variant)))


class BetSizes(msgspec.Struct, frozen=True):
    sizes: tuple[int, ...]  # cents, at which it was counted
    bent: tuple[Bent, ...]
    same: tuple[str, ...]  # wagers whose edge is the same at all of them
    even: int = 0  # cents of which every multiple is paid evenly in chips; none found if 0

    def comes_out_even(self, size: int) -> bool:
        return bool(self.even) and size % self.even == 0

    @property
    def odd(self) -> tuple[int, ...]:
        """Sizes that do not come out even in chips."""
        return tuple(size for size in self.sizes if self.even and size % self.even)


def bet_sizes(about: Study, *, cache: bool = True, watch: Watch = lambda _: None) -> BetSizes:
    """Counted at the smallest sizes one chip apart, at round amounts up to the maximum, and where the edge first leaves
    the one that small bets have. What lies between two amounts with the same edges is left out.

    If the smallest sizes differ by odd chips, the others are such as come out even: only those tell of a limit.
    """
    if not about.model.bet_matters(about.house):
        return BetSizes((), (), ())
    return load_or_compute("bet sizes", about, BetSizes, lambda: _counted(about, watch), use=cache)


def _counted(about: Study, watch: Watch) -> BetSizes:
    counted: dict[int, dict[Key, Row]] = {}
    known: dict[int, dict[Key, Fraction]] = {}

    def at(size: int) -> dict[Key, Fraction]:
        if size not in known:
            watch(f"counting a bet of ${size / 100:,.2f} ({len(known) + 1})")
            counted[size] = {_key(row): row for row in about.model.wagers(about.rules, about.house, size)}
            known[size] = {key: row.house_edge for key, row in counted[size].items()}
        return known[size]

    least, most = map(int, about.model.limits(about.house))
    chip = int(about.house.smallest_chip)
    even = _even(least, most, chip, at)
    step = even or chip
    for size in (int(about.bet), most):
        at(size)
    _where_it_changes(
        sorted(size for size in {*known, *_round(least, most, chip), most // step * step} if size % step == 0), at
    )
    _first_bend([size for size in sorted(known) if size % step == 0], step, at)
    sizes = tuple(sorted(known))
    bent, same = [], []
    for key in dict.fromkeys(key for found in counted.values() for key in found):
        rows = [_within(counted[size].get(key), size) for size in sizes]
        edges = tuple(None if row is None else row.house_edge for row in rows)
        if len(set(edges) - {None}) > 1:
            bent.append(Bent(*key, edges, tuple(dict.fromkeys(note for row in rows if row for note in row.notes))))
        else:
            same.append(" ".join(filter(None, key[:2])))
    return BetSizes(sizes, tuple(bent), tuple(same), even)


def _within(row: Row | None, size: int) -> Row | None:
    """None above the wager's own maximum."""
    return None if row is None or (row.most is not None and size > row.most) else row


def _even(least: int, most: int, chip: int, at: Callable[[int], object]) -> int:
    """The fewest chips of which the smallest multiples have the same edges; 0 if a limit already bends those."""
    for chips in range(1, MOST_CHIPS + 1):
        step = chip * chips
        first = -(-least // step) * step
        few = [at(size) for more in range(ODD_CHIPS) if (size := first + step * more) <= most]
        if few and all(edges == few[0] for edges in few):
            return step
    return 0


def _key(row: Row) -> Key:
    return row.wager, row.variant, row.unit


def _round(least: int, most: int, chip: int) -> Iterator[int]:
    """Round amounts that can be put down in chips."""
    scale = 1
    while scale <= most:
        yield from (step * scale for step in SERIES if least <= step * scale <= most and step * scale % chip == 0)
        scale *= 10


def _where_it_changes(sizes: list[int], at: Callable[[int], object]) -> None:
    """Counts both ends, and the middle if they differ, and so on."""
    if at(sizes[0]) != at(sizes[-1]) and len(sizes) > 2:
        middle = len(sizes) // 2
        _where_it_changes(sizes[: middle + 1], at)
        _where_it_changes(sizes[middle:], at)


def _first_bend(sizes: list[int], chip: int, at: Callable[[int], object]) -> None:
    """Counts what it takes to say at which amount the edge first leaves the one before it."""
    for low, high in pairwise(sizes):
        if at(low) != at(high):
            while high - low > chip:
                middle = low + (high - low) // (2 * chip) * chip
                low, high = (middle, high) if at(middle) == at(low) else (low, middle)
            return
