"""From counts to estimates: means, deviations and intervals over rounds. Counts and money are exact; roots are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, fsum, sqrt
from typing import Literal, NamedTuple, TypeAlias

from pitboss.counting.confidence import Z
from pitboss.counting.simulation_model import Column, Line, Ready
from pitboss.simulation.estimates.intervals import DOUBTFUL, Outcomes, sample_factor, spread_of
from pitboss.simulation.tallies import Frequencies, Played, Sums

# What an interval comes from. exact: the distribution of a round is counted. scaled: those of single seats are, and how
# much they vary together is measured. normal: all of it is measured. doubtful: too few rounds for what is paid rarely.
Method: TypeAlias = Literal["exact", "scaled", "normal", "doubtful"]


class Estimate(NamedTuple):
    """A share, the ends of its interval, and its standard error."""

    value: Fraction
    low: float
    high: float
    error: float
    method: Method = "normal"

    @property
    def interval(self) -> tuple[float, float]:
        return self.low, self.high

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def estimate_around(value: Fraction, error: float, units: int, method: Method = "normal") -> Estimate:
    """An estimate whose standard error comes from a sample of so many units."""
    half = sample_factor(units) * error
    return Estimate(value, float(value) - half, float(value) + half, error, method)


def sums_of(ready: Ready, played: Played, at: int) -> Sums:
    """Of a line. Where there is one column alone its counts tell them."""
    if played.sums:
        return played.sums[at]
    line, (counts,) = ready.lines[at], played.counts
    return sums_from_counts(line, counts)


def sums_from_counts(line: Line, counts: list[int]) -> Sums:
    found = Sums()
    for often, net, staked in zip(counts, line.net[0], line.staked[0], strict=True):
        found.add(Sums(often * net, often * net**2, often * staked, often * staked**2, often * net * staked))
    return found


def is_certain(line: Line) -> bool:
    """Whether a line can come out in one way only, for what is staked: then nothing is unknown of it."""
    ends = (
        (net, staked)
        for nets, stakes in zip(line.net, line.staked, strict=True)
        for net, staked in zip(nets, stakes, strict=True)
        if net or staked
    )
    net, staked = next(ends, (0, 0))
    return all(bool(other) == bool(staked) and net * other == won * staked for won, other in ends)


def mean(total: int, squares: int, rounds: int, of: int) -> Estimate:
    """Of what a round comes to, as a share of `of` cents."""
    value = Fraction(total, rounds * of)
    spread = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    return estimate_around(value, sqrt(spread / rounds) / of, rounds)


NOTHING = Estimate(Fraction(), 0.0, 0.0, 0.0)


def rough_edge(ready: Ready, played: Played, at: int, units: int, seats: int) -> Estimate:
    """Return what a line costs, with the interval that the sample alone gives, which is quick. Rounds of a shoe are not
    independent, and no two shoes have as many, so there it is a ratio of what shoes come to."""
    line = ready.lines[at]
    if ready.packs:
        return ratio_of(played.made[at], units) if played.made[at].staked else NOTHING
    sums = sums_of(ready, played, at)
    return mean(-sums.net, sums.net2, units, seats * line.unit_cents)


def edge_of(ready: Ready, played: Played, at: int, units: int, seats: int) -> Estimate:
    """Return what a line costs."""
    found = rough_edge(ready, played, at, units, seats)
    if ready.packs:
        return _mark_if_doubtful(found, ready, played, at, found.value, played.made[at].staked)
    whole = units * seats * ready.lines[at].unit_cents
    return _with_exact_interval(found, ready, played, at, units, Fraction(), whole) or _mark_if_doubtful(
        found, ready, played, at, Fraction(), whole
    )


def net_per_shoe(ready: Ready, played: Played, at: int, units: int, seats: int) -> Estimate:
    """Return what a shoe brings a seat that bets on a line, in cents."""
    sums = sums_of(ready, played, at)
    return _mark_if_doubtful(mean(sums.net, sums.net2, units, seats), ready, played, at, Fraction(), units * seats)


def edge_per_wagered(ready: Ready, played: Played, at: int, units: int) -> Estimate:
    """Return what the house keeps of the money wagered on a line."""
    line, sums = ready.lines[at], sums_of(ready, played, at)
    if not sums.staked:
        return NOTHING
    found = ratio_of(sums, units)
    ratio = None if ready.packs else exact_edge_per_wagered(ready, line)
    of = None if ratio is None else _with_exact_interval(found, ready, played, at, units, ratio, sums.staked)
    return of or _mark_if_doubtful(found, ready, played, at, found.value, sums.staked)


def ratio_of(sums: Sums, units: int) -> Estimate:
    """What is lost of a stake. The interval is that of a ratio: of net plus ratio times stake."""
    ratio = Fraction(-sums.net, sums.staked)
    return estimate_around(ratio, sqrt(_squares(sums, ratio)) / sums.staked, units)


def _squares(sums: Sums, ratio: Fraction) -> Fraction:
    """Of what rounds net plus the ratio of what they stake."""
    return Fraction(sums.net2) + 2 * ratio * sums.both + ratio**2 * sums.staked2


def _with_exact_interval(
    found: Estimate, ready: Ready, played: Played, at: int, units: int, ratio: Fraction, of: int
) -> Estimate | None:
    """The estimate with the interval and the error that the exact distribution of a round gives, where it is counted:
    of what a line nets plus the ratio of what it stakes, as a share of `of` cents."""
    columns = distribution(ready, ready.lines[at], ratio)
    spread = None if columns is None else spread_of(columns, units)
    if columns is None or spread is None or not spread.deviation:
        return None
    low, high, deviation = spread
    method: Method = "exact"
    if len(columns) > 1:  # seats share cards or dice: how much more their sum varies is measured
        alone = [
            each for column in set(columns) if (each := spread_of((column,), units)) is not None and each.deviation
        ]
        shapes = [(each.low / each.deviation, each.high / each.deviation) for each in (spread, *alone)]
        deviation *= dependence_factor(ready, played, at, units, ratio)
        if not deviation:
            return None
        width = deviation * sample_factor(units) / Z
        low, high = width * min(low for low, _ in shapes), width * max(high for _, high in shapes)
        method = "scaled"
    value = float(found.value)
    return Estimate(found.value, value + low / of, value + high / of, deviation / of, method)


def dependence_factor(ready: Ready, played: Played, at: int, units: int, ratio: Fraction) -> float:
    """Return how many times as much as if they were independent the columns of a line vary together in the sample."""
    line, sums = ready.lines[at], sums_of(ready, played, at)
    apart, each = 0.0, float(ratio)
    for counts, nets, staked in zip(played.counts, line.net, line.staked, strict=True):
        if any(nets) or any(staked):
            amounts = [net + each * stake for net, stake in zip(nets, staked, strict=True)]
            total = fsum(many * amount for many, amount in zip(counts, amounts, strict=True))
            apart += fsum(many * amount**2 for many, amount in zip(counts, amounts, strict=True)) - total**2 / units
    whole = _squares(sums, ratio) - (Fraction(sums.net) + ratio * sums.staked) ** 2 / units
    return sqrt(float(whole) / apart) if apart > 0 else 0.0


def _mark_if_doubtful(found: Estimate, ready: Ready, played: Played, at: int, ratio: Fraction, of: int) -> Estimate:
    """The estimate, marked where the sample is too small for what its line pays rarely: by the skew of the sum, as if
    each outcome had come three times more."""
    line = ready.lines[at]
    cubes, each = 0.0, float(ratio)
    stakes = line.wagered if ready.packs and line.wagered else line.staked
    for column, counts, nets, staked in zip(ready.columns, played.counts, line.net, stakes, strict=True):
        if not any(nets) and not any(staked):
            continue
        if column.counts:  # a code is how often it came in a shoe
            often = sum(code * many for code, many in enumerate(counts))
            cubes += (often + UNSEEN) * abs(nets[1] + each * staked[1]) ** 3
            continue
        cubes += sum(
            (many + UNSEEN) * abs(net + each * stake) ** 3
            for many, net, stake in zip(counts, nets, staked, strict=True)
        )
    deviation = found.error * of
    poor = bool(deviation) and cubes > DOUBTFUL * deviation**3
    return found._replace(method="doubtful") if poor else found


UNSEEN = 3  # times that a payment may be due without having come


def difference(sums: Sums, units: int, of: int, most: int) -> Estimate:
    """Return what a way to play costs more than another on the same cards; `most` is the largest difference that one
    round can make. Nothing is known of the distribution but that."""
    found = mean(-sums.net, sums.net2, units, of)
    deviation = found.error * of * units
    return found._replace(method="doubtful") if deviation and most > DOUBTFUL * deviation else found


def distribution(ready: Ready, line: Line, ratio: Fraction) -> tuple[Outcomes, ...] | None:
    """By column what a round of a line nets plus the ratio of what it stakes, with the probability of each; none where
    one is not counted, and none where the unit is a shoe."""
    if ready.packs:
        return None
    found, each = [], float(ratio)
    for column, nets, staked in zip(ready.columns, line.net, line.staked, strict=True):
        if not any(nets) and not any(staked):
            continue
        if column.weights is None:
            return None
        found.append((_shares(column), tuple(net + each * stake for net, stake in zip(nets, staked, strict=True))))
    return tuple(found) or None


def _shares(column: Column) -> tuple[float, ...]:
    assert column.weights is not None
    total = sum(column.weights)
    return tuple(float(weight / total) for weight in column.weights)


def exact_edge_per_wagered(ready: Ready, line: Line) -> Fraction | None:
    """Return the house edge per unit staked in the end, by the weights of every column that the line is about."""
    net = staked = Fraction()
    for column, nets, stakes in zip(ready.columns, line.net, line.staked, strict=True):
        if any(nets) or any(stakes):
            if column.weights is None:
                return None
            net += expected_value(column.weights, nets)
            staked += expected_value(column.weights, stakes)
    return -net / staked if staked else None


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
        total += expected_value(column.weights, net)
    return -total / (seats * line.unit_cents)


def expected_value(weights: Sequence[int | Fraction], values: Iterable[int]) -> Fraction:
    """The average of values by the weights of their codes."""
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))  # of whole numbers, a whole one
    return Fraction(total) / Fraction(sum(weights))


def exact_deviation(ready: Ready, line: Line) -> float | None:
    """Of one round of a line with one column, in units; none where it is not counted."""
    (column, *more), (net, *_) = ready.columns, line.net
    if more or column.weights is None:
        return None
    average = expected_value(column.weights, net)
    return sqrt(expected_value(column.weights, [cents**2 for cents in net]) - average**2) / line.unit_cents


def exact_deviation_of_a_seat(ready: Ready, line: Line) -> float | None:
    """Of one round of a line, in units, where each column with a stake in it is one seat's and all are counted."""
    mean, square, many = Fraction(), Fraction(), 0
    for column, nets, staked in zip(ready.columns, line.net, line.staked, strict=True):
        if any(staked):
            if ready.packs or column.weights is None:
                return None
            mean += expected_value(column.weights, nets)
            square += expected_value(column.weights, [cents**2 for cents in nets])
            many += 1
    return sqrt(square / many - (mean / many) ** 2) / line.unit_cents if many else None


def rounds_for(deviation: float, difference: Fraction) -> int:
    """After which the interval reaches no further than this to either side."""
    return ceil((Z * deviation / float(difference)) ** 2)


def quantile(often: Frequencies, p: Fraction) -> int:
    """The smallest number that a share p of all does not exceed."""
    needed, seen = p * sum(often.values()), 0
    for number in sorted(often):
        seen += often[number]
        if seen >= needed:
            return number
    raise ValueError("there is nothing to take a quantile of")


def average(often: Frequencies) -> Fraction:
    return Fraction(sum(number * times for number, times in often.items()), sum(often.values()))
