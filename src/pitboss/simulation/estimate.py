"""From counts to estimates: means, deviations and intervals over rounds. Counts and money are exact; roots are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple

from pitboss.counting.confidence import Z
from pitboss.counting.simulated import Line, Ready
from pitboss.simulation.tallies import Often, Played, Sums


class Estimate(NamedTuple):
    """A share, and half the width of its interval."""

    value: Fraction
    half: float

    @property
    def interval(self) -> tuple[float, float]:
        return float(self.value) - self.half, float(self.value) + self.half


def sums_of(ready: Ready, played: Played, at: int) -> Sums:
    """Of a line. Where there is one column alone its counts tell them."""
    if played.sums:
        return played.sums[at]
    line, (counts,) = ready.lines[at], played.counts
    return weighed(line, counts)


def weighed(line: Line, counts: list[int]) -> Sums:
    found = Sums()
    for often, net, staked in zip(counts, line.net[0], line.staked[0], strict=True):
        found.add(Sums(often * net, often * net**2, often * staked, often * staked**2, often * net * staked))
    return found


def is_certain(line: Line) -> bool:
    """Whether a line can come out in one way only, for what is staked: then nothing is unknown of it."""
    ends = {
        (Fraction(net, staked) if staked else None)
        for nets, stakes in zip(line.net, line.staked, strict=True)
        for net, staked in zip(nets, stakes, strict=True)
        if net or staked
    }
    return len(ends) <= 1


def mean(total: int, squares: int, rounds: int, of: int) -> Estimate:
    """Of what a round comes to, as a share of `of` cents."""
    value = Fraction(total, rounds * of)
    spread = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    return Estimate(value, Z * sqrt(spread / rounds) / of)


def edge_of(ready: Ready, played: Played, at: int, units: int, seats: int) -> Estimate:
    """What a line costs. Rounds of a shoe are not independent, and no two shoes have as many, so there it is a ratio of
    what shoes come to."""
    line = ready.lines[at]
    if ready.packs:
        return per_wagered(played.made[at], units) if played.made[at].staked else Estimate(Fraction(), 0.0)
    sums = sums_of(ready, played, at)
    return mean(-sums.net, sums.net2, units, seats * line.of)


def per_wagered(sums: Sums, rounds: int) -> Estimate:
    """What the house keeps of the money wagered. The interval is that of a ratio: of net plus ratio times stake."""
    ratio = Fraction(-sums.net, sums.staked)
    spread = Fraction(sums.net2) + 2 * ratio * sums.both + ratio**2 * sums.staked2
    return Estimate(ratio, Z * sqrt(spread) / sums.staked)


def exact_edge(ready: Ready, line: Line, seats: int) -> Fraction | None:
    """The house edge per unit of a line, by the weights of every column that it is about."""
    if ready.packs:
        return line.exact
    total = Fraction()
    for column, net in zip(ready.columns, line.net, strict=True):
        if not any(net):
            continue
        if column.weights is None:
            return None
        total += expected(column.weights, net)
    return -total / (seats * line.of)


def expected(weights: Sequence[int | Fraction], values: Iterable[int]) -> Fraction:
    """The average of values by the weights of their codes."""
    total = sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction())
    return Fraction(total, Fraction(sum(weights)))


def exact_deviation(ready: Ready, line: Line) -> float | None:
    """Of one round of a line with one column, in units; none where it is not counted."""
    (column, *more), (net, *_) = ready.columns, line.net
    if more or column.weights is None:
        return None
    average = expected(column.weights, net)
    return sqrt(expected(column.weights, [cents**2 for cents in net]) - average**2) / line.of


def rounds_for(deviation: float, difference: Fraction) -> int:
    """After which the interval reaches no further than this to either side."""
    return ceil((Z * deviation / float(difference)) ** 2)


def share(often: int, of: int) -> tuple[float, float]:
    """The interval of a share that was counted, by Wilson's formula: it holds for rare things too."""
    p, z2 = often / of, Z * Z
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * sqrt(p * (1 - p) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(often: Often, p: Fraction) -> int:
    """The smallest number that a share p of all does not exceed."""
    needed, seen = p * sum(often.values()), 0
    for number in sorted(often):
        seen += often[number]
        if seen >= needed:
            return number
    raise ValueError("there is nothing to take a quantile of")


def average(often: Often) -> Fraction:
    return Fraction(sum(number * times for number, times in often.items()), sum(often.values()))
