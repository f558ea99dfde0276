"""Estimate means and deviations over rounds, with intervals. Counts and money are exact; only roots are floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, fsum, sqrt
from typing import Literal, NamedTuple, TypeAlias

from pitboss.counting.confidence import Z
from pitboss.counting.simulation_model import Column, Line, Ready
from pitboss.simulation.estimates.intervals import DOUBTFUL, Outcomes, sample_factor, spread_of
from pitboss.simulation.tallies import Frequencies, StrategyTally, Sums

# What an interval comes from. exact: the distribution of a round is counted. scaled: those of single seats are, and how
# much they vary together is measured. normal: all of it is measured. doubtful: too few rounds for what is paid rarely.
Method: TypeAlias = Literal["exact", "scaled", "normal", "doubtful"]


class Estimate(NamedTuple):
    """An estimated share, the ends of its interval, and its standard error."""

    value: Fraction
    low: float
    high: float
    error: float
    method: Method = "normal"

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval."""
        return self.low, self.high

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def estimate_around(value: Fraction, error: float, units: int, method: Method = "normal") -> Estimate:
    """Return an estimate with an interval from a standard error that is itself estimated from this many units."""
    half = sample_factor(units) * error
    return Estimate(value, float(value) - half, float(value) + half, error, method)


def sums_of(ready: Ready, played: StrategyTally, line_number: int) -> Sums:
    """Return the sums of line `line_number`. If there is only one column, compute them from its counts."""
    if played.sums:
        return played.sums[line_number]
    line, (counts,) = ready.lines[line_number], played.counts
    return sums_from_counts(line, counts)


def sums_from_counts(line: Line, counts: list[int]) -> Sums:
    """Compute the sums of a line with one column from the counts of its codes."""
    sums = Sums()
    for count, net, staked in zip(counts, line.net[0], line.staked[0], strict=True):
        sums.add(Sums(count * net, count * net**2, count * staked, count * staked**2, count * net * staked))
    return sums


def is_certain(line: Line) -> bool:
    """Return whether a line always nets the same share of what is staked, so that there is nothing to estimate."""
    ends = (
        (net, staked)
        for nets, stakes in zip(line.net, line.staked, strict=True)
        for net, staked in zip(nets, stakes, strict=True)
        if net or staked
    )
    net, staked = next(ends, (0, 0))
    return all(bool(other) == bool(staked) and net * other == won * staked for won, other in ends)


def mean(total: int, squares: int, rounds: int, base: int) -> Estimate:
    """Return the estimated mean of a round's amount, as a share of `base` cents, from the total and the sum of the
    squares."""
    value = Fraction(total, rounds * base)
    spread = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    return estimate_around(value, sqrt(spread / rounds) / base, rounds)


NOTHING = Estimate(Fraction(), 0.0, 0.0, 0.0)


def rough_edge(ready: Ready, played: StrategyTally, number: int, units: int, seats: int) -> Estimate:
    """Return the house edge of a line with an interval from the sample alone, which is fast.

    The rounds of a shoe are not independent and their number varies, so for shoes the edge is a ratio of sums over
    shoes.
    """
    line = ready.lines[number]
    if ready.packs:
        return ratio_of(played.made[number], units) if played.made[number].staked else NOTHING
    sums = sums_of(ready, played, number)
    return mean(-sums.net, sums.net2, units, seats * line.unit_cents)


def edge_of(ready: Ready, played: StrategyTally, line_number: int, units: int, seats: int) -> Estimate:
    """Return the house edge of a line, with the best interval available."""
    rough = rough_edge(ready, played, line_number, units, seats)
    if ready.packs:
        return _mark_if_doubtful(rough, ready, played, line_number, rough.value, played.made[line_number].staked)
    whole = units * seats * ready.lines[line_number].unit_cents
    return _with_exact_interval(rough, ready, played, line_number, units, Fraction(), whole) or _mark_if_doubtful(
        rough, ready, played, line_number, Fraction(), whole
    )


def net_per_shoe(ready: Ready, played: StrategyTally, line_number: int, units: int, seats: int) -> Estimate:
    """Return what a shoe nets a seat that bets on a line, in cents."""
    sums = sums_of(ready, played, line_number)
    return _mark_if_doubtful(
        mean(sums.net, sums.net2, units, seats), ready, played, line_number, Fraction(), units * seats
    )


def edge_per_wagered(ready: Ready, played: StrategyTally, line_number: int, units: int) -> Estimate:
    """Return the house edge of a line as a share of all money wagered on it."""
    line, sums = ready.lines[line_number], sums_of(ready, played, line_number)
    if not sums.staked:
        return NOTHING
    rough = ratio_of(sums, units)
    ratio = None if ready.packs else exact_edge_per_wagered(ready, line)
    exact = (
        None if ratio is None else _with_exact_interval(rough, ready, played, line_number, units, ratio, sums.staked)
    )
    return exact or _mark_if_doubtful(rough, ready, played, line_number, rough.value, sums.staked)


def ratio_of(sums: Sums, units: int) -> Estimate:
    """Return the loss as a share of the stake. The interval is that of a ratio: the deviation of net plus ratio times
    stake."""
    ratio = Fraction(-sums.net, sums.staked)
    return estimate_around(ratio, sqrt(_squares(sums, ratio)) / sums.staked, units)


def _squares(sums: Sums, ratio: Fraction) -> Fraction:
    """Return the sum of the squares of net plus `ratio` times stake over rounds."""
    return Fraction(sums.net2) + 2 * ratio * sums.both + ratio**2 * sums.staked2


def _with_exact_interval(
    estimate: Estimate, ready: Ready, played: StrategyTally, line_number: int, units: int, ratio: Fraction, base: int
) -> Estimate | None:
    """Return the estimate with the interval and error from the exact distribution of a round, or None if that is not
    counted.

    The distribution is that of a line's net plus `ratio` times its stake, as a share of `base` cents. If several seats
    share cards or dice, the dependence between them is measured in the sample.
    """
    columns = distribution(ready, ready.lines[line_number], ratio)
    spread = None if columns is None else spread_of(columns, units)
    if columns is None or spread is None or not spread.deviation:
        return None
    low, high, deviation = spread
    method: Method = "exact"
    if len(columns) > 1:  # seats share cards or dice: how much more their sum varies is measured
        alone = [
            spread_alone
            for column in set(columns)
            if (spread_alone := spread_of((column,), units)) is not None and spread_alone.deviation
        ]
        shapes = [
            (spread_alone.low / spread_alone.deviation, spread_alone.high / spread_alone.deviation)
            for spread_alone in (spread, *alone)
        ]
        deviation *= dependence_factor(ready, played, line_number, units, ratio)
        if not deviation:
            return None
        width = deviation * sample_factor(units) / Z
        low, high = width * min(low for low, _ in shapes), width * max(high for _, high in shapes)
        method = "scaled"
    value = float(estimate.value)
    return Estimate(estimate.value, value + low / base, value + high / base, deviation / base, method)


def dependence_factor(ready: Ready, played: StrategyTally, line_number: int, units: int, ratio: Fraction) -> float:
    """Return the deviation of a line's sum over columns in the sample, as a multiple of what independent columns would
    have."""
    line, sums = ready.lines[line_number], sums_of(ready, played, line_number)
    apart, factor = 0.0, float(ratio)
    for counts, nets, staked in zip(played.counts, line.net, line.staked, strict=True):
        if any(nets) or any(staked):
            amounts = [net + factor * stake for net, stake in zip(nets, staked, strict=True)]
            total = fsum(count * amount for count, amount in zip(counts, amounts, strict=True))
            apart += fsum(count * amount**2 for count, amount in zip(counts, amounts, strict=True)) - total**2 / units
    whole = _squares(sums, ratio) - (Fraction(sums.net) + ratio * sums.staked) ** 2 / units
    return sqrt(float(whole) / apart) if apart > 0 else 0.0


def _mark_if_doubtful(
    estimate: Estimate, ready: Ready, played: StrategyTally, line_number: int, ratio: Fraction, base: int
) -> Estimate:
    """Return the estimate, marked "doubtful" if the sample is too small for the rare payments of its line.

    The test is the skew of the sum, computed as if each outcome had occurred UNSEEN times more.
    """
    line = ready.lines[line_number]
    cubes, factor = 0.0, float(ratio)
    stakes = line.wagered if ready.packs and line.wagered else line.staked
    for column, counts, nets, staked in zip(ready.columns, played.counts, line.net, stakes, strict=True):
        if not any(nets) and not any(staked):
            continue
        if column.counts:  # a code is how often it came in a shoe
            times = sum(code * count for code, count in enumerate(counts))
            cubes += (times + UNSEEN) * abs(nets[1] + factor * staked[1]) ** 3
            continue
        cubes += sum(
            (count + UNSEEN) * abs(net + factor * stake) ** 3
            for count, net, stake in zip(counts, nets, staked, strict=True)
        )
    deviation = estimate.error * base
    is_doubtful = bool(deviation) and cubes > DOUBTFUL * deviation**3
    return estimate._replace(method="doubtful") if is_doubtful else estimate


UNSEEN = 3  # times that a payment may be due without having come


def difference(sums: Sums, units: int, base: int, most: int) -> Estimate:
    """Return what a strategy costs more than another on the same cards. `most` is the largest difference in one round;
    nothing else is known of the distribution."""
    estimate = mean(-sums.net, sums.net2, units, base)
    deviation = estimate.error * base * units
    return estimate._replace(method="doubtful") if deviation and most > DOUBTFUL * deviation else estimate


def distribution(ready: Ready, line: Line, ratio: Fraction) -> tuple[Outcomes, ...] | None:
    """Return, for each column, the distribution of a line's net plus `ratio` times its stake in one round, or None if a
    column is not counted or the unit is a shoe."""
    if ready.packs:
        return None
    outcomes, factor = [], float(ratio)
    for column, nets, staked in zip(ready.columns, line.net, line.staked, strict=True):
        if not any(nets) and not any(staked):
            continue
        if column.weights is None:
            return None
        outcomes.append((_shares(column), tuple(net + factor * stake for net, stake in zip(nets, staked, strict=True))))
    return tuple(outcomes) or None


def _shares(column: Column) -> tuple[float, ...]:
    """Return the exact probabilities of a column's codes."""
    assert column.weights is not None
    total = sum(column.weights)
    return tuple(float(weight / total) for weight in column.weights)


def exact_edge_per_wagered(ready: Ready, line: Line) -> Fraction | None:
    """Return the exact house edge as a share of all money wagered, or None if a column of the line is not counted."""
    net = staked = Fraction()
    for column, nets, stakes in zip(ready.columns, line.net, line.staked, strict=True):
        if any(nets) or any(stakes):
            if column.weights is None:
                return None
            net += expected_value(column.weights, nets)
            staked += expected_value(column.weights, stakes)
    return -net / staked if staked else None


def exact_edge(ready: Ready, line: Line, seats: int) -> Fraction | None:
    """Return the exact house edge of a line, or None if a column of the line is not counted."""
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
    """Return the weighted average of values, one per code."""
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))  # of whole numbers, a whole one
    return Fraction(total) / Fraction(sum(weights))


def exact_deviation(ready: Ready, line: Line) -> float | None:
    """Return the exact deviation of one round, in units, of a line with one column, or None if it is not counted."""
    (column, *more), (net, *_) = ready.columns, line.net
    if more or column.weights is None:
        return None
    average = expected_value(column.weights, net)
    return sqrt(expected_value(column.weights, [cents**2 for cents in net]) - average**2) / line.unit_cents


def exact_deviation_of_a_seat(ready: Ready, line: Line) -> float | None:
    """Return the exact deviation of one round for one seat, in units, or None if it is not counted. Each column with a
    stake must belong to a different seat."""
    mean, square, seats = Fraction(), Fraction(), 0
    for column, nets, staked in zip(ready.columns, line.net, line.staked, strict=True):
        if any(staked):
            if ready.packs or column.weights is None:
                return None
            mean += expected_value(column.weights, nets)
            square += expected_value(column.weights, [cents**2 for cents in nets])
            seats += 1
    return sqrt(square / seats - (mean / seats) ** 2) / line.unit_cents if seats else None


def rounds_for(deviation: float, difference: Fraction) -> int:
    """Return the number of rounds after which the interval reaches no further than `difference` to either side."""
    return ceil((Z * deviation / float(difference)) ** 2)


def quantile(frequencies: Frequencies, p: Fraction) -> int:
    """Return the smallest number that a share `p` of all numbers does not exceed."""
    needed, seen = p * sum(frequencies.values()), 0
    for number in sorted(frequencies):
        seen += frequencies[number]
        if seen >= needed:
            return number
    raise ValueError("there is nothing to take a quantile of")


def average(frequencies: Frequencies) -> Fraction:
    """Return the average of numbers given by their frequencies."""
    return Fraction(sum(number * times for number, times in frequencies.items()), sum(frequencies.values()))
