"""All inputs that a table takes. Amounts are whole cents; positions and seats count from 1.

Players give `Sit`, `AddChips`, `Leave`, `Wager`, `TakeBack`, `Answer` and `Conduct`, and at craps `Call` and
`PassDice`. The dealer gives `Close`. A casino supervisor gives `Order`, `Fill`, `Credit` and `RemoveDevice`, and at
craps `Closing`. The rest are incidents: they happen, and the law says what follows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DiceAstray,
    DieCocked,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import (
    AddChips,
    Answer,
    Close,
    Closing,
    Conduct,
    Credit,
    Fill,
    Input,
    Leave,
    Order,
    Sit,
    TakeBack,
    Wager,
)
from pitboss.games import OWN_INPUTS

if TYPE_CHECKING:
    from pitboss.games.craps.law.wagers import Call, PassDice
    from pitboss.games.let_it_ride.law.wagers import DeviceFault, ExtraBonusChip
    from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton

__all__ = [
    "AddChips",
    "Answer",
    "Call",
    "CardExposed",
    "CardMissing",
    "CardTooMany",
    "Close",
    "Closing",
    "Conduct",
    "Credit",
    "DeviceFault",
    "DeviceJam",
    "DiceAstray",
    "DieCocked",
    "DrawnInError",
    "ExtraBonusChip",
    "ExtraCard",
    "FaceUpCard",
    "Fill",
    "ForgottenButton",
    "Input",
    "LateChips",
    "Leave",
    "MissedBurn",
    "Order",
    "PassDice",
    "RemoveDevice",
    "ShortCard",
    "ShortSpin",
    "Sit",
    "SpinAstray",
    "TakeBack",
    "Wager",
    "WheelBroken",
    "WrongCall",
]

__all__ += [name for name in OWN_INPUTS if name not in __all__]


def __getattr__(name: str) -> object:
    """Import the inputs of a single game when they are asked for, so that only a player of that game pays for it."""
    if name not in OWN_INPUTS:
        raise AttributeError(f"there is no input {name!r}; the inputs are {', '.join(__all__)}")
    return getattr(import_module(OWN_INPUTS[name]), name)


def __dir__() -> list[str]:
    return __all__
