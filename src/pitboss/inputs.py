"""All that can be given to a table. Amounts are whole cents; positions and seats count from 1.

Players give `Sit`, `Leave`, `Wager`, `TakeBack`, `Answer` and `Conduct`; the dealer gives `Close`; a casino supervisor
gives `Order` and `RemoveDevice`. The rest are incidents: they happen, and the law answers them.
"""

from pitboss.engine.incidents import (
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
from pitboss.engine.inputs import Answer, Close, Conduct, Input, Leave, Order, Sit, TakeBack, Wager

__all__ = [
    "Answer",
    "CardExposed",
    "CardMissing",
    "CardTooMany",
    "Close",
    "Conduct",
    "DeviceJam",
    "DiceAstray",
    "DieCocked",
    "DrawnInError",
    "ExtraCard",
    "FaceUpCard",
    "Input",
    "Leave",
    "MissedBurn",
    "Order",
    "RemoveDevice",
    "ShortCard",
    "Sit",
    "TakeBack",
    "Wager",
]
