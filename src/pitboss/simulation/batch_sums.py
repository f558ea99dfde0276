"""Sum what rounds net and stake over a batch, exactly, however large the bets are.

A kernel sums in 64 bits. Amounts that are too large to be squared there are split into `high * whole + low`; the sums
and the products of sums are then put together from those of the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isqrt

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.numeric import tally as kernels
from pitboss.numeric.hands import I8, U2
from pitboss.simulation.tallies import Sums

MOST = 2**62  # no sum of 64 bits may come near what it can hold


def largest_amount(tables: Sequence[I8]) -> int:
    """Return a bound for the absolute value of a round's net or stake, or of the difference between two rounds."""
    return 2 * max(int(abs(table).max(axis=2).sum(axis=1).max()) for table in tables) + 1


class BatchSums:
    """Sums over batches of units by tables[way] of [line, column, code], in grains of this many cents."""

    def __init__(
        self, net: Sequence[I8], staked: Sequence[I8], grain: int, batch: int, wagered: Sequence[I8] = ()
    ) -> None:
        self.net, self.staked, self.made, self.grain = net, staked, wagered, grain
        tables = (*net, *staked, *wagered)
        self.whole, most = 1, largest_amount(tables)
        if most**2 * batch > MOST:
            self.whole = isqrt(most)
            most = largest_amount([part for table in tables for part in np.divmod(table, self.whole)])
        self.batch = min(batch, MOST // most**2)  # units that can be added up at once

    def add_rounds(self, way: int, codes: U2, into: Sequence[Sums]) -> None:
        """Add the sums of net and stake of a batch, codes[column, unit], to `into[line]`."""
        self._add(codes, self.net[way], self.staked[way], into)

    def add_shoes(self, way: int, codes: U2, into: Sequence[Sums]) -> None:
        """Add the same sums with the money wagered in place of the stake, because the estimates of shoes are shares of
        the money wagered."""
        self._add(codes, self.net[way], self.made[way], into)

    def add_differences(self, way: int, codes: U2, first: U2, into: Sequence[Sums]) -> None:
        """Add the sums of what a strategy nets more than the first on the same cards."""
        if self.whole == 1:
            sums = np.zeros((len(into), 2), np.int64)
            kernels.add_differences(codes, first, self.net[way], self.net[0], sums)
            for sums_of_line, (more, squares) in zip(into, sums.tolist(), strict=True):
                sums_of_line.add(Sums(more * self.grain, squares * self.grain**2))
            return
        # As if the first way sat at the same table and lost what it wins.
        widest = max(self.net[way].shape[2], self.net[0].shape[2])
        both = np.concatenate([pad_codes(self.net[way], widest), -pad_codes(self.net[0], widest)], axis=1)
        self._add(np.concatenate([codes, first]), both, np.zeros_like(both), into)

    def _add(self, codes: U2, net: I8, staked: I8, into: Sequence[Sums]) -> None:
        """Add the sums for one strategy's tables, converted to cents."""
        sums = self._sum(codes, net, staked) if self.whole == 1 else self._sum_split(codes, net, staked)
        once, twice = self.grain, self.grain**2
        for line_sums, (won, won2, staked_sum, staked2, both) in zip(into, sums, strict=True):
            line_sums.add(Sums(won * once, won2 * twice, staked_sum * once, staked2 * twice, both * twice))

    def _sum(self, codes: U2, net: I8, staked: I8) -> list[list[int]]:
        """Return the five sums of `kernels.add_rounds` for each line."""
        sums = np.zeros((len(net), 5), np.int64)
        kernels.add_rounds(codes, net, staked, sums)
        result: list[list[int]] = sums.tolist()
        return result

    def _sum_split(self, codes: U2, net: I8, staked: I8) -> list[list[int]]:
        """Return the same five sums for amounts too large for 64 bits, computed from high and low parts."""
        result = [[0] * 5 for _ in net]
        parts = [list(zip((self.whole, 1), np.divmod(table, self.whole), strict=True)) for table in (net, staked)]
        for slot, split in ((0, parts[0]), (2, parts[1])):
            for times, part in split:
                for line, sums in zip(result, self._sum(codes, part, part), strict=True):
                    line[slot] += times * sums[0]
        for slot, one, other in ((1, 0, 0), (3, 1, 1), (4, 0, 1)):
            for (times, part), (others_times, others) in product(parts[one], parts[other]):
                for line, sums in zip(result, self._sum(codes, part, others), strict=True):
                    line[slot] += times * others_times * sums[4]
        return result


def pad_codes(table: I8, width: int) -> I8:
    """Return a table [line, column, code] padded with zeros to this many codes."""
    return np.pad(table, ((0, 0), (0, 0), (0, width - table.shape[2])))
