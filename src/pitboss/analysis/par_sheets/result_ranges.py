"""Computes the range of a wager's total result over many rounds: quantiles of the sum, by convolution where possible,
and otherwise by the normal approximation.

Convolution. The net results of a wager are on a lattice: each is the lowest plus a whole number of steps. So the sum of
n rounds is n times the lowest, plus T steps, and the distribution of T is the n-th power of one round's generating
function. It is evaluated at the M-th roots of unity, raised to the power n by repeated squaring, and transformed back.
The result differs from the true cumulative probabilities by at most `Sum.error`, the sum of four bounds:

- tails: M points do not hold all sums. By Chernoff's inequality, those outside have a probability of at most TAIL at
each end;
- powers: one value of the generating function is a sum of J terms with an error of at most (20 + 2 J) u, u = 2**-53
(rounding of the angle, of a sine wrong by four units in the last place, of products and sums). Its n-th power has an
error of at most n times that, plus n sqrt(5) u for the complex products, times its size to the power n - 1. In a
cumulative probability the k-th of these errors counts at most 1 / (M |sin(pi k / M)|);
- the way back: a transform of 2**L points has an error of at most 10 L u times its Euclidean length, so no cumulative
probability is wrong by more than sqrt(M) times as much;
- the addition of M probabilities, M u.

A quantile is the smallest sum whose cumulative probability is p or more. Within `error` it may be one of several sums:
the lowest is taken for the low end of a range and the highest for the high end. `Range.slack` is how far apart they
are, which is nearly always zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, floor, fsum, gcd, lcm, log, log1p, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.counting.exact_model import Row

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
PERCENTS = (90, 95, 99)
TAIL = 1e-10
MOST_POINTS = 2**22  # more would take many seconds and hundreds of megabytes
UNIT = 2.0**-53
# The normal approximation is called poor if the sum has more skewness than this. By Edgeworth's expansion, this much
# moves a cumulative probability by up to 0.1 / (6 sqrt(2 pi)), which is 0.7 percent.
SKEW = 0.1

Method = Literal["convolution", "normal"]
Nets = Sequence[tuple[Fraction, Fraction]]  # each net result of one round once, with its probability


class Lattice(NamedTuple):
    """The net results of one round as whole numbers of steps above the lowest."""

    lowest: Fraction
    step: Fraction
    points: tuple[int, ...]
    weights: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """The average number of steps."""
        return sum((point * weight for point, weight in zip(self.points, self.weights, strict=True)), Fraction())

    @property
    def variance(self) -> Fraction:
        """The variance of the number of steps."""
        mean = self.mean
        return sum(
            ((point - mean) ** 2 * weight for point, weight in zip(self.points, self.weights, strict=True)), Fraction()
        )


def nets_of(row: Row) -> Nets:
    """Return the net results of a row, each once, with their probabilities."""
    probabilities: dict[Fraction, Fraction] = {}
    for result in row.results:
        probabilities[result.net] = probabilities.get(result.net, Fraction()) + result.probability
    return sorted(probabilities.items())


def lattice(nets: Nets) -> Lattice:
    """Put net results on a lattice."""
    lowest = min(net for net, _ in nets)
    parts = lcm(*((net - lowest).denominator for net, _ in nets))
    numbers = [int((net - lowest) * parts) for net, _ in nets]
    step = gcd(*numbers) or 1
    return Lattice(
        lowest,
        Fraction(step, parts),
        tuple(number // step for number in numbers),
        tuple(probability for _, probability in nets),
    )


@dataclass(frozen=True)
class Sum:
    """The distribution of the net result of many rounds, in units."""

    first: Fraction  # the lowest sum in `cumulative`
    step: Fraction
    cumulative: NDArray[np.float64]
    error: float  # bound on the error of every cumulative probability

    def at_most(self, net: Fraction) -> float:
        """Return the probability that the rounds net this much or less, within `error`."""
        index = floor((net - self.first) / self.step)
        return 0.0 if index < 0 else float(self.cumulative[min(index, len(self.cumulative) - 1)])

    def quantile(self, probability: float) -> tuple[Fraction, Fraction]:
        """Return the smallest sum whose cumulative probability is at least this: its lowest and highest possible value,
        given the error."""
        low, high = self.cumulative.searchsorted((probability - self.error, probability + self.error)).tolist()
        return self._value(low), self._value(high)

    def _value(self, index: int) -> Fraction:
        return self.first + self.step * min(index, len(self.cumulative) - 1)


def step_bounds(single_round: Lattice, rounds: int) -> tuple[int, int]:
    """Return the lowest and the highest number of steps that matter. Beyond them there is at most TAIL at each end."""
    middle = rounds * single_round.mean
    low, high = (_tail_distance(single_round, rounds, sign) for sign in (-1, 1))
    return max(0, ceil(middle - low)), min(rounds * single_round.points[-1], floor(middle + high))


def _tail_distance(single_round: Lattice, rounds: int, sign: int) -> Fraction:
    """Return the distance from the mean, in steps, at which a tail of at most TAIL begins. Chernoff: for every t > 0,
    P(T - mean >= a) <= exp(n K(t) - t a), where K is the logarithm of the generating function about the mean."""
    mean = single_round.mean
    deviations = [float(sign * (point - mean)) for point in single_round.points]
    weights = [float(weight) for weight in single_round.weights]
    deviation = sqrt(single_round.variance * rounds)
    best = float("inf")
    for tenth in range(-10, 21):
        t = 10 ** (tenth / 10) / deviation
        if t * max(deviations) < 700:  # exp would overflow
            growth = log1p(fsum(p * expm1(t * x) for p, x in zip(weights, deviations, strict=True)))
            best = min(best, (rounds * growth - log(TAIL)) / t)
    return Fraction(best if best < float("inf") else rounds * max(deviations))


def convolve(nets: Nets, rounds: int) -> Sum | None:
    """Return the distribution of the sum of many rounds, or None if it would need too many points. Needs numpy."""
    single_round = lattice(nets)
    if len(single_round.points) == 1:
        raise ValueError("a wager with one result has no range")
    low, high = step_bounds(single_round, rounds)
    size = 1 << (high - low).bit_length()
    if size > MOST_POINTS:
        return None
    import numpy as np

    values, error = _powers(single_round, rounds, size)
    probabilities = np.fft.irfft(values, size)
    levels = size.bit_length() - 1
    error += sqrt(size) * 10 * levels * UNIT + size * UNIT
    holds_all = low == 0 and high == rounds * single_round.points[-1]
    error += 0 if holds_all else 2.1 * TAIL  # a little more, for the rounding in Chernoff's exponent
    cumulative = np.cumsum(np.roll(probabilities, -(low % size))[: high - low + 1])
    np.maximum.accumulate(cumulative, out=cumulative)  # undo small decreases caused by rounding
    return Sum(rounds * single_round.lowest + low * single_round.step, single_round.step, cumulative, 1.01 * error)


def _powers(single_round: Lattice, rounds: int, size: int) -> tuple[NDArray[np.complex128], float]:
    """Return the generating function at half of the roots of unity, raised to the number of rounds, and what its errors
    can come to in a cumulative probability."""
    import numpy as np

    indexes = np.arange(size // 2 + 1, dtype=np.int64)
    value = np.zeros(len(indexes), dtype=np.complex128)
    for point, weight in zip(single_round.points, single_round.weights, strict=True):
        turn = indexes * (point % size) % size  # whole numbers, so that no angle is rounded before it is reduced
        turn[turn > size // 2] -= size
        value += float(weight) * np.exp(-2j * np.pi * (turn / size))
    value[0] = 1
    delta = (20 + 2 * len(single_round.points)) * UNIT
    with np.errstate(under="ignore"):
        sizes = (np.abs(value[1:]) + delta) ** (rounds - 1)
        errors = rounds * (delta + sqrt(5) * UNIT) * sizes
        error = 2 * float((errors / np.sin(np.pi * indexes[1:] / size)).sum()) / size
        power, rest, remaining = np.ones_like(value), value, rounds
        while remaining:
            if remaining & 1:
                power = power * rest
            rest, remaining = rest * rest, remaining >> 1
    return power, error


# --- ranges of a row


class Range(NamedTuple):
    """The net result of many rounds, in units, with at least this probability."""

    percent: int
    low: float
    high: float
    exact: tuple[Fraction, Fraction] | None  # the same as fractions; None if approximated
    slack: float  # how far inside the true quantiles may be


class Ranges(NamedTuple):
    """The ranges in which the net result of this many rounds lies, and how they were computed."""

    rounds: int
    method: Method
    error: float | None  # bound on the error of a cumulative probability; None if there is none
    poor: str  # why the normal approximation is poor for this many rounds; empty if it is not
    spans: tuple[Range, ...]


def ranges(row: Row, rounds: Iterable[int] = ROUNDS) -> list[Ranges]:
    """Return, for each number of rounds, the ranges of 90, 95 and 99 percent. Half of the rest is at each end."""
    nets = nets_of(row)
    return [_ranges(row, nets, number) for number in rounds]


def _ranges(row: Row, nets: Nets, rounds: int) -> Ranges:
    poor = normal_is_poor(row, rounds)
    if len(nets) == 1:  # the result is certain
        net = rounds * nets[0][0]
        spans = tuple(Range(percent, float(net), float(net), (net, net), 0.0) for percent in PERCENTS)
        return Ranges(rounds, "convolution", 0.0, "", spans)
    try:
        distribution = convolve(nets, rounds)
    except ImportError:  # numpy is missing
        distribution = None
    if distribution is None:
        return Ranges(rounds, "normal", None, poor, tuple(_normal(row, rounds, percent) for percent in PERCENTS))
    return Ranges(
        rounds, "convolution", distribution.error, poor, tuple(_span(distribution, percent) for percent in PERCENTS)
    )


def _span(distribution: Sum, percent: int) -> Range:
    """Return the range between two quantiles of a sum."""
    ends = [distribution.quantile(probability) for probability in _ends(percent)]
    (low, inside), (outside, high) = ends
    slack = max(inside - low, high - outside)
    return Range(percent, float(low), float(high), (low, high), float(slack))


def _ends(percent: int) -> tuple[float, float]:
    """Return the probabilities at the two ends of a range."""
    return (100 - percent) / 200, (100 + percent) / 200


def _normal(row: Row, rounds: int, percent: int) -> Range:
    """Return a range by the normal approximation."""
    from statistics import NormalDist  # imported here, because that takes as long as an answer from the cache

    middle, deviation = -float(row.house_edge) * rounds, sqrt(row.variance * rounds)
    low, high = (middle + deviation * NormalDist().inv_cdf(probability) for probability in _ends(percent))
    return Range(percent, low, high, None, 0.0)


def skewness(row: Row) -> float:
    """Return the skewness of one round."""
    mean = -row.house_edge
    third = sum((result.probability * (result.net - mean) ** 3 for result in row.results), Fraction())
    return float(third) / sqrt(row.variance) ** 3 if row.variance else 0.0


def normal_is_poor(row: Row, rounds: int) -> str:
    """Explain why the normal approximation is poor for this many rounds, or return an empty string."""
    skew = skewness(row) / sqrt(rounds)
    if abs(skew) <= SKEW:
        return ""
    expected = float(top_award(row) * rounds)
    return f"the top award is expected {expected:.2g} times, and the skewness of the sum is {skew:.2f}"


def top_award(row: Row) -> Fraction:
    """Return the probability of the best result."""
    best = row.results[0].net
    return sum((result.probability for result in row.results if result.net == best), Fraction())
