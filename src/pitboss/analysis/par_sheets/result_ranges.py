"""What many rounds of a wager come to: quantiles of the sum, by convolution where that can be done and else by the
normal approximation.

Convolution. The net results of a wager lie on a lattice: each is the lowest plus a whole number of steps. So the sum of
n rounds is the lowest n times, plus T steps, and the distribution of T is the n-th power of one round's generating
function. It is evaluated at the M-th roots of unity, raised to the power n by repeated squaring, and transformed back.
What is computed differs from the true cumulative probabilities by no more than `Sum.error`, the sum of four bounds:

- tails: M points do not hold all sums. Those outside have, by Chernoff's inequality, a probability of TAIL at each end;
- powers: one value of the generating function is a sum of J terms and wrong by no more than (20 + 2 J) u, u = 2**-53
  (rounding of the angle, of a sine wrong by four units in the last place, of products and sums). A power n of it
  is wrong by no more than n times that, and n sqrt(5) u for the complex products, times its size to the power n - 1. In
  a cumulative probability the k-th of these errors counts 1 / (M |sin(pi k / M)|) at the most;
- the way back: a transform of 2**L points is wrong by no more than 10 L u of its length in the Euclidean sense, so that
  no cumulative probability is wrong by more than sqrt(M) times as much;
- the addition of M probabilities, M u.

A quantile is the smallest sum whose cumulative probability is p or more. Within `error` it may be one of several; the
lowest of them is taken for the low end of a range and the highest for the high end, and `Range.slack` is how far apart
they are, which is nearly always nothing.
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
MOST_POINTS = 2**22  # more would take more than seconds and hundreds of megabytes
UNIT = 2.0**-53
# The normal approximation is called poor where the sum has more skewness. By Edgeworth's expansion so much of it moves
# a cumulative probability by up to 0.1 / (6 sqrt(2 pi)), which is 0.7 percent.
SKEW = 0.1

Method = Literal["convolution", "normal"]
Nets = Sequence[tuple[Fraction, Fraction]]  # what one round nets, each once, and its probability


class Lattice(NamedTuple):
    """The net results of one round as whole numbers of steps above the lowest."""

    lowest: Fraction
    step: Fraction
    points: tuple[int, ...]
    weights: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        return sum((at * weight for at, weight in zip(self.points, self.weights, strict=True)), Fraction())

    @property
    def variance(self) -> Fraction:
        mean = self.mean
        return sum(
            ((at - mean) ** 2 * weight for at, weight in zip(self.points, self.weights, strict=True)), Fraction()
        )


def nets_of(row: Row) -> Nets:
    found: dict[Fraction, Fraction] = {}
    for result in row.results:
        found[result.net] = found.get(result.net, Fraction()) + result.probability
    return sorted(found.items())


def lattice(nets: Nets) -> Lattice:
    lowest = min(net for net, _ in nets)
    parts = lcm(*((net - lowest).denominator for net, _ in nets))
    whole = [int((net - lowest) * parts) for net, _ in nets]
    step = gcd(*whole) or 1
    return Lattice(lowest, Fraction(step, parts), tuple(at // step for at in whole), tuple(often for _, often in nets))


@dataclass(frozen=True)
class Sum:
    """The distribution of what so many rounds net, in units."""

    first: Fraction  # the lowest sum that is held
    step: Fraction
    cumulative: NDArray[np.float64]
    error: float  # no cumulative probability is wrong by more

    def at_most(self, net: Fraction) -> float:
        """The probability that the rounds net so much or less, within `error`."""
        at = floor((net - self.first) / self.step)
        return 0.0 if at < 0 else float(self.cumulative[min(at, len(self.cumulative) - 1)])

    def quantile(self, probability: float) -> tuple[Fraction, Fraction]:
        """The smallest sum whose cumulative probability is so much or more: the lowest and the highest that it can be,
        given the error."""
        low, high = self.cumulative.searchsorted((probability - self.error, probability + self.error)).tolist()
        return self._value(low), self._value(high)

    def _value(self, at: int) -> Fraction:
        return self.first + self.step * min(at, len(self.cumulative) - 1)


def points_needed(one: Lattice, rounds: int) -> tuple[int, int]:
    """The lowest and the highest number of steps that matter: beyond them there is TAIL at each end, or nothing."""
    middle = rounds * one.mean
    low, high = (_reach(one, rounds, sign) for sign in (-1, 1))
    return max(0, ceil(middle - low)), min(rounds * one.points[-1], floor(middle + high))


def _reach(one: Lattice, rounds: int, sign: int) -> Fraction:
    """How many steps from the mean the tail begins that has TAIL at the most. Chernoff: for every t > 0,
    P(T - mean >= a) <= exp(n K(t) - t a), where K is the logarithm of the generating function about the mean."""
    mean = one.mean
    away = [float(sign * (at - mean)) for at in one.points]
    often = [float(weight) for weight in one.weights]
    wide = sqrt(one.variance * rounds)
    found = float("inf")
    for tenth in range(-10, 21):
        t = 10 ** (tenth / 10) / wide
        if t * max(away) < 700:  # what exp can hold
            growth = log1p(fsum(p * expm1(t * x) for p, x in zip(often, away, strict=True)))
            found = min(found, (rounds * growth - log(TAIL)) / t)
    return Fraction(found if found < float("inf") else rounds * max(away))


def convolved(nets: Nets, rounds: int) -> Sum | None:
    """The distribution of the sum; none where it would need too many points. Needs numpy."""
    one = lattice(nets)
    if len(one.points) == 1:
        raise ValueError("a wager with one result has no range")
    low, high = points_needed(one, rounds)
    size = 1 << (high - low).bit_length()
    if size > MOST_POINTS:
        return None
    import numpy as np

    values, wrong = _powers(one, rounds, size)
    found = np.fft.irfft(values, size)
    levels = size.bit_length() - 1
    wrong += sqrt(size) * 10 * levels * UNIT + size * UNIT
    whole = low == 0 and high == rounds * one.points[-1]
    wrong += 0 if whole else 2.1 * TAIL  # with a little for the rounding in Chernoff's exponent
    cumulative = np.cumsum(np.roll(found, -(low % size))[: high - low + 1])
    np.maximum.accumulate(cumulative, out=cumulative)  # rounding makes it fall here and there
    return Sum(rounds * one.lowest + low * one.step, one.step, cumulative, 1.01 * wrong)


def _powers(one: Lattice, rounds: int, size: int) -> tuple[NDArray[np.complex128], float]:
    """The generating function at half of the roots of unity, to the power of the rounds, and what its errors can come
    to in a cumulative probability."""
    import numpy as np

    at = np.arange(size // 2 + 1, dtype=np.int64)
    value = np.zeros(len(at), dtype=np.complex128)
    for point, weight in zip(one.points, one.weights, strict=True):
        turn = at * (point % size) % size  # whole numbers: no angle is rounded before it is reduced
        turn[turn > size // 2] -= size
        value += float(weight) * np.exp(-2j * np.pi * (turn / size))
    value[0] = 1
    delta = (20 + 2 * len(one.points)) * UNIT
    with np.errstate(under="ignore"):
        sizes = (np.abs(value[1:]) + delta) ** (rounds - 1)
        errors = rounds * (delta + sqrt(5) * UNIT) * sizes
        wrong = 2 * float((errors / np.sin(np.pi * at[1:] / size)).sum()) / size
        power, rest, many = np.ones_like(value), value, rounds
        while many:
            if many & 1:
                power = power * rest
            rest, many = rest * rest, many >> 1
    return power, wrong


# --- ranges of a row


class Range(NamedTuple):
    """What so many rounds net, in units, with this probability or more."""

    percent: int
    low: float
    high: float
    exact: tuple[Fraction, Fraction] | None  # the same, where it is a quantile and not approximated
    slack: float  # how far the true quantiles may lie inside


class Ranges(NamedTuple):
    rounds: int
    method: Method
    error: float | None  # of a cumulative probability; none where nothing bounds it
    poor: str  # why the normal approximation is poor for so many rounds; empty if it is not
    spans: tuple[Range, ...]


def ranges(row: Row, rounds: Iterable[int] = ROUNDS) -> list[Ranges]:
    """For each number of rounds, what they net with 90, 95 and 99 percent. Half of the rest lies at each end."""
    nets = nets_of(row)
    return [_ranges(row, nets, number) for number in rounds]


def _ranges(row: Row, nets: Nets, rounds: int) -> Ranges:
    poor = normal_is_poor(row, rounds)
    if len(nets) == 1:  # nothing is left to chance
        net = rounds * nets[0][0]
        spans = tuple(Range(percent, float(net), float(net), (net, net), 0.0) for percent in PERCENTS)
        return Ranges(rounds, "convolution", 0.0, "", spans)
    try:
        found = convolved(nets, rounds)
    except ImportError:  # of numpy
        found = None
    if found is None:
        return Ranges(rounds, "normal", None, poor, tuple(_normal(row, rounds, percent) for percent in PERCENTS))
    return Ranges(rounds, "convolution", found.error, poor, tuple(_span(found, percent) for percent in PERCENTS))


def _span(found: Sum, percent: int) -> Range:
    ends = [found.quantile(each) for each in _ends(percent)]
    (low, inside), (upto, high) = ends
    slack = max(inside - low, high - upto)
    return Range(percent, float(low), float(high), (low, high), float(slack))


def _ends(percent: int) -> tuple[float, float]:
    return (100 - percent) / 200, (100 + percent) / 200


def _normal(row: Row, rounds: int, percent: int) -> Range:
    from statistics import NormalDist  # here, because it takes as long to import as an answer from the cache

    middle, wide = -float(row.house_edge) * rounds, sqrt(row.variance * rounds)
    low, high = (middle + wide * NormalDist().inv_cdf(each) for each in _ends(percent))
    return Range(percent, low, high, None, 0.0)


def skewness(row: Row) -> float:
    mean = -row.house_edge
    third = sum((result.probability * (result.net - mean) ** 3 for result in row.results), Fraction())
    return float(third) / sqrt(row.variance) ** 3 if row.variance else 0.0


def normal_is_poor(row: Row, rounds: int) -> str:
    skew = skewness(row) / sqrt(rounds)
    if abs(skew) <= SKEW:
        return ""
    expected = float(top_award(row) * rounds)
    return f"the top award is expected {expected:.2g} times, and the skewness of the sum is {skew:.2f}"


def top_award(row: Row) -> Fraction:
    """How often the best result comes."""
    best = row.results[0].net
    return sum((result.probability for result in row.results if result.net == best), Fraction())
