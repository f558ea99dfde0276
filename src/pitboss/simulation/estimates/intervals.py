"""Compute how far an estimate may lie from the truth, from the exact distribution of a round where that is counted.

If every outcome of a line has a known probability, so has every sum of rounds, and the interval consists of quantiles
of that sum. It is valid however rare and large a payment is. The characteristic function of the sum is that of a round
to the power of the number of rounds. A little normal noise is added so that a grid of points is enough, and the
quantiles are moved outward by more than the noise can take away.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, log, log1p, log2, sqrt
from typing import NamedTuple, TypeAlias

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.confidence import CONFIDENCE, Z

TAIL = (1 - CONFIDENCE / 100) / 2  # that may lie beyond either end
NOISE, COARSEST = 1 / 512, 1 / 8  # of the sum's deviation, and where a grid would be too large otherwise
OUTWARD = 2.5  # deviations of the noise
OUTSIDE = 1e-7  # probability that the grid leaves out
MOST_POINTS = 2**18
# Of the largest payment to the sum's deviation: below it the sum is normal, above it a sample does not show its skew.
NORMAL, DOUBTFUL = 1e-3, 0.1

Outcomes: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]  # of a column: probabilities, and amounts


class Spread(NamedTuple):
    """The ends of the interval of a sum of rounds about its mean, and the deviation of the sum."""

    low: float
    high: float
    deviation: float


@lru_cache(maxsize=256)
def spread_of(columns: tuple[Outcomes, ...], rounds: int) -> Spread | None:
    """Return the spread of the sum of this many rounds if columns are independent, or None if its grid would be too
    large."""
    shares, amounts = [], []
    for probabilities, payments in columns:
        values, where = np.unique(np.array(payments), return_inverse=True)
        weights = np.bincount(where, weights=np.array(probabilities))
        shares.append(weights / weights.sum())
        amounts.append(values - shares[-1] @ values)
    variance = rounds * sum(float(p @ y**2) for p, y in zip(shares, amounts, strict=True))
    largest = max(float(abs(y).max()) for y in amounts)
    deviation = sqrt(variance)
    if not deviation or largest < NORMAL * deviation:
        return Spread(-Z * deviation, Z * deviation, deviation)
    width = 2 * _tail_bound(variance * (1 + COARSEST**2), largest)
    noise = max(NOISE * deviation, 2 * width / MOST_POINTS)
    if noise > COARSEST * deviation:
        return None
    step = noise / 2
    points = 2 ** ceil(log2(width / step))
    t = 2 * np.pi * np.fft.fftfreq(points, step)[: points // 2 + 1]
    t[-1] = abs(t[-1])
    log_transform = -((noise * t) ** 2) / 2 + 0j
    is_relevant = log_transform.real > log(1e-16)
    for p, y in zip(shares, amounts, strict=True):
        of_a_round = np.zeros(int(is_relevant.sum()), complex)
        for share, amount in zip(p, y, strict=True):
            of_a_round += share * np.exp(1j * amount * t[is_relevant])
        log_transform[is_relevant] += rounds * np.log(of_a_round)
    transformed = np.where(is_relevant, np.exp(np.where(is_relevant, log_transform, 0)), 0)
    mass = np.fft.fftshift(np.fft.irfft(transformed.conj(), points))
    grid = (np.arange(points) - points // 2) * step
    below = np.cumsum(mass)
    low, high = grid[np.searchsorted(below, TAIL)] - step, grid[np.searchsorted(below, 1 - TAIL)] + step
    return Spread(float(low) - OUTWARD * noise, float(high) + OUTWARD * noise, deviation)


def _tail_bound(variance: float, largest: float) -> float:
    """Return a distance that the sum exceeds only with a negligible probability, by Bennett's inequality."""
    low, high = 0.0, sqrt(variance)

    def beyond(far: float) -> float:
        """Return Bennett's bound for the probability that the sum lies further than this from its mean."""
        u = largest * far / variance
        return exp(-variance / largest**2 * ((1 + u) * log1p(u) - u))

    while beyond(high) > OUTSIDE:
        low, high = high, 2 * high
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) > OUTSIDE else (low, middle)
    return high


def sample_factor(units: int) -> float:
    """Return half the width of an interval in standard errors, where the error is itself estimated from this many
    units. The fewer there are, the wider the interval.
    """
    return Z * (1 + (Z * Z + 1) / (4 * max(units - 1, 1)))
