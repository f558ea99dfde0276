"""What goes wrong where many players wager on one result: with a wheel, with the call, and with chips that come late.

A game that knows such an incident has it among its own inputs; at every other table there is none.
"""

from __future__ import annotations

from typing import Literal

from pitboss.engine.incidents import Incident

Astray = Literal[
    "with the wheel", "object in the wheel", "out of the wheel", "between two stops", "in no stop", "touched"
]


class SpinAstray(Incident, frozen=True, tag="spin astray"):
    """The spin does not go as it should."""

    how: Astray


class ShortSpin(Incident, frozen=True, tag="short spin"):
    """The ball, or a wheel that stands upright, makes so many full rounds and no more."""

    rounds: Literal[1, 2, 3, 4, 5]


class WrongCall(Incident, frozen=True, tag="wrong call"):
    """The dealer announces another result than the one that came."""

    noticed: Literal["at once", "after paying"]


class WheelBroken(Incident, frozen=True, tag="wheel broken"):
    """The wheel cannot be used any more."""


class LateChips(Incident, frozen=True, tag="late chips"):
    """A player puts chips down after the call that ends betting."""

    position: int
