"""Compute how many rounds it takes to know an edge well enough."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from pitboss.simulation.estimates.estimate import exact_deviation, rough_edge, rounds_for
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import play_units

PILOT = 1_000_000  # rounds from which a deviation is estimated that nobody has counted
PILOT_SHOES = 10_000


def rounds_needed(plan: Plan, difference: Fraction) -> dict[str, int]:
    """Return, for each wager, the number of units after which the interval reaches no further than `difference` to
    either side.

    The deviation of a round is exact if one seat's outcomes are counted. Otherwise it is estimated from PILOT rounds,
    or from PILOT_SHOES shoes if the unit is a shoe.
    """
    ready, needed, pilot = plan.ready[0], {}, None
    for number, line in enumerate(ready.lines):
        deviation = exact_deviation(ready, line)
        if deviation is None:
            if pilot is None:
                for pilot in play_units(plan, PILOT_SHOES if ready.packs else PILOT):  # noqa: B007 (the last is wanted)
                    pass
            assert pilot is not None
            error = rough_edge(ready, pilot.ways[0], number, pilot.units, plan.seats).error
            deviation = error * sqrt(pilot.units)
        needed[line.wager] = rounds_for(deviation, difference)
    return needed
