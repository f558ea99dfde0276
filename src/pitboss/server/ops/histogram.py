"""A histogram of durations."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram:
    """Counts durations in the ranges of `BOUNDS`. One thread writes; a reader may miss the newest."""

    def __init__(self) -> None:
        self.sum = 0.0
        self._counts = [0] * (len(BOUNDS) + 1)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, int]]:
        """Return the cumulative counts in the form of Prometheus: each bound with the number at or below it."""
        return [*zip((*(f"{bound:g}" for bound in BOUNDS), "+Inf"), accumulate(self._counts), strict=True)]
