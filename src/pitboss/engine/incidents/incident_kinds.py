"""The incidents with cards and dice: inputs that change the physical table. They are detected where the law checks for
them, not here."""

from __future__ import annotations

from typing import Literal

from pitboss.engine.inputs import Input


class Incident(Input, frozen=True):
    """An input by which something goes wrong."""


class FaceUpCard(Incident, frozen=True, tag="face up card"):
    """A card lies face up among the cards still to be dealt, at this depth below the next one."""

    depth: int = 0


class DrawnInError(Incident, frozen=True, tag="drawn in error"):
    """A card is drawn when none is due."""

    exposed: bool = False


class ExtraCard(Incident, frozen=True, tag="extra card"):
    """A place gets one card too many ("hand 3", "community", "dealer")."""

    place: str


class ShortCard(Incident, frozen=True, tag="short card"):
    """A place gets one card less than due: the last one dealt there stayed with the undealt ones."""

    place: str


class CardMissing(Incident, frozen=True, tag="card missing"):
    """A card is missing from those still to be dealt; nobody has noticed."""


class CardTooMany(Incident, frozen=True, tag="card too many"):
    """A duplicate of a card is among those still to be dealt; nobody has noticed."""

    card: str


class DeviceJam(Incident, frozen=True, tag="device jam"):
    """A device stops working in the middle of its task."""

    device: Literal["shuffler", "automated shoe"]


class CardExposed(Incident, frozen=True, tag="card exposed"):
    """A card that lies face down on the layout is seen ("hand 3", "community", "dealer")."""

    place: str
    index: int = 0


class DieCocked(Incident, frozen=True, tag="die cocked"):
    """A die will not lie flat: it leans against something, with one side or with more. Dice are counted from 1."""

    die: Literal[1, 2]
    sides: Literal[1, 2] = 1


class DiceAstray(Incident, frozen=True, tag="dice astray"):
    """The dice do not go where they should when they are thrown."""

    how: Literal["off the table", "among the chips", "not together", "short of the wall"]


class MissedBurn(Input, frozen=True, tag="missed burn"):
    """The dealer is about to leave out the next burn."""


class RemoveDevice(Input, frozen=True, tag="remove device"):
    """A supervisor has a device taken away from the table between rounds, as after a failure."""

    device: Literal["shuffler", "automated shoe"]


INCIDENTS: tuple[type[Input], ...] = (
    FaceUpCard,
    DrawnInError,
    ExtraCard,
    ShortCard,
    CardMissing,
    CardTooMany,
    DeviceJam,
    CardExposed,
    DieCocked,
    DiceAstray,
)
