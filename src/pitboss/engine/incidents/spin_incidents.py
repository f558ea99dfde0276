"""The incidents of games in which many players wager on one result: with a wheel, with the call, and with late chips.

A game with such incidents lists them among its own inputs.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pitboss.engine.incidents.incident_kinds import Incident
from pitboss.engine.inputs import Plain

Astray = Literal[
    "with the wheel", "object in the wheel", "out of the wheel", "between two stops", "in no stop", "touched"
]


class SpinAstray(Incident, frozen=True, tag="spin astray"):
    """The spin does not go as it should."""

    plain: ClassVar = Plain(
        r"(?:the )?spin goes astray: (?P<how>.+)", "spin goes astray: out of the wheel", repeats=True
    )

    how: Astray


class ShortSpin(Incident, frozen=True, tag="short spin"):
    """The ball, or a wheel that stands upright, makes only this many full rounds."""

    plain: ClassVar = Plain(r"(?:the )?spin makes (?P<rounds>\d) rounds?", "spin makes 3 rounds", repeats=True)

    rounds: Literal[1, 2, 3, 4, 5]


class WrongCall(Incident, frozen=True, tag="wrong call"):
    """The dealer announces another result than the one that came."""

    plain: ClassVar = Plain(
        r"(?:the )?call is wrong, noticed (?P<noticed>at once|after paying)", "the call is wrong, noticed at once"
    )

    noticed: Literal["at once", "after paying"]


class WheelBroken(Incident, frozen=True, tag="wheel broken"):
    """The wheel cannot be used any more."""

    plain: ClassVar = Plain(r"(?:the )?wheel breaks", "the wheel breaks")


class LateChips(Incident, frozen=True, tag="late chips"):
    """A player puts chips down after the call that ends betting."""

    plain: ClassVar = Plain(r"seat (?P<position>\d{1,3}) is too late with chips", "seat 3 is too late with chips")

    position: int
