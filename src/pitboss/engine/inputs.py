"""Inputs: everything that comes to a table from outside. A round is stored as its inputs and nothing else."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

import msgspec

CLOCK, COMPANION, SUPERVISOR = "clock", "companion", "supervisor"  # who may act for somebody else, or for the house


class Plain(NamedTuple):
    """The words of an observer for an input: a pattern whose groups are named after the fields, and an example."""

    pattern: str
    example: str
    repeats: bool = False  # whether the next throw or spin does not count and is repeated in the same round


class Input(msgspec.Struct, frozen=True, tag_field="input", omit_defaults=True, kw_only=True, gc=False):
    """An input to a table.

    `by` names who entered it, if not the person concerned. `amid` is set by the driver on an input that came between
    two acts, while nothing was awaited.
    """

    is_step: ClassVar[Literal[False]] = False
    by_player: ClassVar[bool] = False  # whether a player gives it himself; others are given by the house, or happen
    plain: ClassVar[Plain | None] = None  # for a game's own inputs: how a log in plain words has them

    by: str = ""
    amid: bool = False


class Sit(Input, frozen=True, tag="sit"):
    """A player takes a seat and brings chips."""

    by_player: ClassVar[bool] = True

    seat: int
    player: str
    chips: int  # cents


class AddChips(Input, frozen=True, tag="add chips"):
    """A player who sits puts more chips before himself."""

    by_player: ClassVar[bool] = True

    seat: int
    chips: int  # cents


class Leave(Input, frozen=True, tag="leave"):
    """A player leaves his seat and takes his chips along."""

    by_player: ClassVar[bool] = True

    seat: int


class Wager(Input, frozen=True, tag="wager"):
    """Chips put on one or more betting areas of a position at once: all of them are taken or none."""

    by_player: ClassVar[bool] = True

    seat: int
    stakes: dict[str, int]  # betting area -> cents
    position: int = 0  # 0: the position before the seat


class TakeBack(Input, frozen=True, tag="take back"):
    """A player takes back what he put on a betting area."""

    by_player: ClassVar[bool] = True

    seat: int
    spot: str
    position: int = 0


class Close(Input, frozen=True, tag="close"):
    """The dealer closes the window: the opening one once a player has seen the cards, then the one for wagers."""


class Answer(Input, frozen=True, tag="answer"):
    """A player decides what the dealer asked him."""

    by_player: ClassVar[bool] = True

    seat: int
    choice: str  # one of those that the question offers
    position: int = 0  # 0: the one that the question is about


class CardOrder(Input, frozen=True, tag="card order"):
    """The order of the cards after a shuffle, top card first. Cards that stay in play for many rounds have a salt."""

    cards: tuple[str, ...]
    salt: str = ""


class Cut(Input, frozen=True, tag="cut"):
    count: int


class Throw(Input, frozen=True, tag="throw"):
    """The dice as they came to rest: the face that each turns up, or, of a die that leans, the face it leans with."""

    dice: tuple[int, ...]


class Spin(Input, frozen=True, tag="spin"):
    """The result of a spin: the number of the compartment or section where the wheel comes to rest, from 0,
    clockwise."""

    stop: int


class Order(Input, frozen=True, tag="order"):
    """An order of a casino supervisor."""

    what: str
    positions: tuple[int, ...] = ()


class Fill(Input, frozen=True, tag="fill"):
    """A casino supervisor has chips brought from the cage to the table inventory container."""

    cents: int


class Credit(Input, frozen=True, tag="credit"):
    """A casino supervisor has chips taken from the table inventory container to the cage."""

    cents: int


class Conduct(Input, frozen=True, tag="conduct"):
    """An action of a person that the law may bar: a cash wager, touching cards."""

    by_player: ClassVar[bool] = True

    seat: int
    what: Literal["cash wager", "verbal wager", "match play coupon", "touch cards", "hide cards"]
    position: int = 0


class Closing(Input, frozen=True, tag="closing"):
    """The house closes a table at which wagers stand from round to round, or opens it again."""

    closes: bool = True


COMMON: tuple[type[Input], ...] = (
    Sit,
    AddChips,
    Leave,
    Wager,
    TakeBack,
    Close,
    Answer,
    CardOrder,
    Cut,
    Throw,
    Spin,
    Order,
    Fill,
    Credit,
    Conduct,
    Closing,
)
