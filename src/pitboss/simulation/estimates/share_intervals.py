"""Compute the interval of a share from a count."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, lgamma, log, log1p, sqrt

from pitboss.counting.confidence import CONFIDENCE, Z

COMMON = 2_000  # counted


def share_interval(count: float, total: int) -> tuple[float, float]:
    """Return the confidence interval of the share of events that were counted `count` times in `total`.

    It is that of Clopper and Pearson, which is valid for rare events. If neither the event nor its opposite is rare, it
    is Wilson's, which is as good there and faster.
    """
    if min(count, total - count) > COMMON:
        p, z2 = count / total, Z * Z
        middle = (p + z2 / (2 * total)) / (1 + z2 / total)
        half = Z * sqrt(p * (1 - p) / total + z2 / (4 * total * total)) / (1 + z2 / total)
        return max(0.0, middle - half), min(1.0, middle + half)
    tail = (1 - CONFIDENCE / 100) / 2
    low = 0.0 if not count else _first_true(lambda p: beta(p, count, total - count + 1) >= tail)
    high = 1.0 if count == total else _first_true(lambda p: beta(p, count + 1, total - count) >= 1 - tail)
    return low, high


def _first_true(is_there: Callable[[float], bool]) -> float:
    """Return the least number between 0 and 1 from which on a condition holds."""
    low, high = 0.0, 1.0
    while high - low > 1e-9 * high:
        middle = (low + high) / 2 if low or high > 1e-3 else high / 16
        low, high = (low, middle) if is_there(middle) else (middle, high)
    return high


def beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function: the probability of `a` or more successes in `a + b - 1` trials,
    each with probability x. Computed by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x > (a + 1) / (a + b + 2):
        return 1 - front * _continued_fraction(1 - x, b, a) / b
    return front * _continued_fraction(x, a, b) / a


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d or tiny)
    value, before = d, inf
    for m in range(1, 100_000):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + part * d) or tiny)
            c = (1 + part / c) or tiny
            value *= c * d
        if abs(value - before) < 1e-14 * abs(value):
            break
        before = value
    return value
