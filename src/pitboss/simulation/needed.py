"""How many rounds it takes to know an edge well enough."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from pitboss.counting.confidence import Z
from pitboss.simulation.estimate import exact_deviation, mean, rounds_for, sums_of
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import going

PILOT = 1_000_000  # rounds from which a deviation is estimated that nobody has counted


def rounds_needed(plan: Plan, difference: Fraction) -> dict[str, int]:
    """By wager: after so many rounds the interval reaches no further than the difference to either side. The deviation
    of a round is exact where one seat's outcomes are counted, and else comes from a million rounds."""
    ready, found, pilot = plan.ready[0], {}, None
    for at, line in enumerate(ready.lines):
        deviation = exact_deviation(ready, line)
        if deviation is None:
            if pilot is None:
                for pilot in going(plan, PILOT):  # noqa: B007 (the last is wanted)
                    pass
            assert pilot is not None
            sums = sums_of(ready, pilot.ways[0], at)
            half = mean(-sums.net, sums.net2, pilot.units, plan.seats * line.of).half
            deviation = half / Z * sqrt(pilot.units)
        found[line.wager] = rounds_for(deviation, difference)
    return found
