"""Report incidents, how they were resolved and what they cost, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.counting.decimals import decimal
from pitboss.counting.exact_model import Column, Section
from pitboss.simulation.estimates.estimate import Estimate, mean
from pitboss.simulation.estimates.share_intervals import share_interval
from pitboss.simulation.plan import Plan
from pitboss.simulation.tallies import IncidentTally, Tally

ANSWERS = {"void_round": "round void", "void_hand": "hand void", "played_on": "played on", "otherwise": "otherwise"}
NOTES = (
    "an incident comes at a random moment at which it can happen; 'impossible' are rounds without one",
    "a casino supervisor who must decide takes the first of the choices that the dealer offers",
    "cost is what the players win more than in the same round undisturbed; what comes after that round is not counted",
)


class IncidentRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of incident under one strategy. Money is in cents."""

    strategy: str
    kind: str
    rate: Fraction
    rounds: int
    found: IncidentTally

    @property
    def occurrences(self) -> int:
        """The number of incidents that took place."""
        return self.found.struck - self.found.impossible

    @property
    def cost_per_incident(self) -> Estimate | None:
        """The average cost of an incident to the house; None if there were fewer than two."""
        return mean(self.found.cost, self.found.cost2, self.occurrences, 1) if self.occurrences > 1 else None

    @property
    def cost_per_round(self) -> Estimate:
        """The average cost per round to the house."""
        return mean(self.found.cost, self.found.cost2, self.rounds, 1)

    def json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        counts, cost = self.found, self.cost_per_incident
        answers = {name: getattr(counts, name) for name in ANSWERS}
        return {
            "strategy": self.strategy,
            "kind": self.kind,
            "rate": fraction(self.rate),
            "struck": counts.struck,
            "struck_interval": list(share_interval(counts.struck, self.rounds)),
            "void_round_interval": list(share_interval(counts.void_round, self.rounds)),
            "impossible": counts.impossible,
            **answers,
            "shares_of_incidents": {
                name: list(share_interval(count, self.occurrences)) if self.occurrences else None
                for name, count in answers.items()
            },
            "cost_cents": counts.cost,
            "cost_cents_per_incident": None if cost is None else _json(cost),
            "cost_cents_per_round": _json(self.cost_per_round),
        }


def _json(cost: Estimate) -> dict[str, Any]:
    """Return an estimated cost as JSON values."""
    return {"estimate": float(cost.value), "interval": list(cost.interval)}


def incident_rows(plan: Plan, tally: Tally) -> Iterator[IncidentRow]:
    """Yield a row for each strategy and kind of incident."""
    for way, kinds in zip(plan.ways, tally.incidents, strict=bool(tally.incidents)):
        for kind, struck in kinds.items():
            yield IncidentRow(strategy=way.name, kind=kind, rate=plan.incidents[kind], rounds=tally.units, found=struck)


def incident_sections(rows: Sequence[IncidentRow]) -> Iterator[Section]:
    """Yield the tables of incidents and of their costs."""
    several = len({row.strategy for row in rows}) > 1
    names = (Column("strategy"), Column("incident"))
    heads = ("rate", "struck", "99% interval", "impossible", *ANSWERS.values(), "rounds void of all, 99% interval")
    yield Section(
        "What went wrong",
        (*names, *(Column(name, "count") for name in heads)),
        tuple(
            (
                row.strategy if several else "",
                row.kind,
                f"{float(row.rate):.4g}",
                f"{row.found.struck:,}",
                _shares(share_interval(row.found.struck, row.rounds)),
                f"{row.found.impossible:,}",
                *(f"{getattr(row.found, name):,}" for name in ANSWERS),
                _shares(share_interval(row.found.void_round, row.rounds)),
            )
            for row in rows
        ),
        NOTES[:2],
    )
    heads = ("cost", "of one incident", "99% interval", "of a round", "99% interval ")
    yield Section(
        "What that cost the house",
        (*names, *(Column(name, "count") for name in heads)),
        tuple(
            (
                row.strategy if several else "",
                row.kind,
                _dollars(row.found.cost),
                *(("", "") if row.cost_per_incident is None else _cost_cells(row.cost_per_incident)),
                *_cost_cells(row.cost_per_round),
            )
            for row in rows
        ),
        NOTES[2:],
    )


def _shares(interval: tuple[float, float]) -> str:
    """Format the interval of a share."""
    return f"{interval[0]:.4%} to {interval[1]:.4%}"


def _cost_cells(cost: Estimate) -> tuple[str, str]:
    """Return the cells of an estimated cost and its interval."""
    return _dollars(cost.value), " to ".join(map(_dollars, cost.interval))


def _dollars(cents: Fraction | float | int) -> str:
    """Format an average, to a hundredth of a cent."""
    return ("-$" if cents < 0 else "$") + decimal(abs(Fraction(cents)) / 100)
