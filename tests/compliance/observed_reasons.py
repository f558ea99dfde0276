"""Reasons why a falsified record is not found to be one, each with its proof, mutation by mutation."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from compliance.mutated import close_anew, exchange, is_lawful
from compliance.observed_mutations import Mutant

UNEXPLAINED = "unexplained"  # a fault of the check


class Reason(NamedTuple):
    told: str
    holds: Callable[[Mutant], bool]


def _is_another_round(mutant: Mutant) -> bool:
    return is_lawful(close_anew(mutant.lines))


def _happened_a_moment_later(mutant: Mutant) -> bool:
    """Return whether the acts are right if an event between two acts came one act later."""
    lines = mutant.lines
    amid = [at for at, body in enumerate(lines[:-1]) if body.get("amid")]
    return any(is_lawful(close_anew(exchange(lines, at, at + 1))) for at in amid)


# Kinds that change a thing together with all that follows from it, or what only other rounds of that table would show.
ANOTHER_ROUND = frozenset(
    (
        "a wager raised where it is made and nowhere else",
        "a wager raised, and all that follows from it",
        "two cards exchanged in the deck and in every hand",
        "other dice, thrown and seen",
        "other dice, and all that follows from them",
        "another stop, spun and seen",
        "another stop, and all that follows from it",
        "another house named",
        "another pay table or commission of the house named",
        "another way of dealing named",
    )
)
REASONS: dict[str, Reason] = {
    "another lawful round": Reason(
        """**What is left is another lawful round.** Played again from its own wagers, decisions and cards, it comes out
exactly as it says. Only somebody who knows what really happened can tell. The test plays each of them again.""",
        _is_another_round,
    ),
    "an incident a moment later": Reason(
        """**An incident came one act later.** A card goes missing between two acts, and no paragraph says when. What is
left is a lawful round in which it went missing one act later. The test plays each of them again, with the incident
moved.""",
        _happened_a_moment_later,
    ),
}


def reason_for(mutant: Mutant) -> str:
    return next((name for name, reason in REASONS.items() if reason.holds(mutant)), UNEXPLAINED)


MAY_BE_UNFOUND: dict[str, frozenset[str]] = {
    "another lawful round": ANOTHER_ROUND,
    "an incident a moment later": frozenset(("two neighboring acts exchanged", "an act moved to another moment")),
}
