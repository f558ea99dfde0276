"""The print on a layout and on the signs beside it: pay tables, inscriptions, limits.

Each thing has the paragraph that calls for it, or `house:layout` where it is the custom of the trade.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pitboss.table.money import dollars
from pitboss.table.paytable import PayTable, show, worth

CUSTOM = "house:layout"


class Pays(msgspec.Struct, frozen=True):
    """A pay table as it is printed, the best line first."""

    title: Annotated[str, Meta(description="what stands above it")]
    cite: Annotated[str, Meta(description="the paragraph that sets the odds")]
    lines: Annotated[tuple[tuple[str, str], ...], Meta(description="the hand and what it pays")]


class Inscription(msgspec.Struct, frozen=True):
    """Words that are printed on a layout or a sign."""

    cite: Annotated[str, Meta(description="the paragraph that calls for it, or house:layout")]
    text: Annotated[str, Meta(description="the words")]


Tone = Literal["", "red", "black", "green", "gold"]


class Cell(msgspec.Struct, frozen=True):
    """A betting area as it lies on the layout, from its upper left corner."""

    spot: Annotated[str, Meta(description="the betting area")]
    x: Annotated[float, Meta(description="to the right")]
    y: Annotated[float, Meta(description="down")]
    width: Annotated[float, Meta(description="how wide it is")]
    height: Annotated[float, Meta(description="how high it is")]
    label: Annotated[str, Meta(description="what is written in it")] = ""
    says: Annotated[str, Meta(description="its odds, which chips never cover")] = ""
    tone: Annotated[Tone, Meta(description="its color")] = ""
    dot: Annotated[bool, Meta(description="whether it is a place on a line or a corner, with nothing written")] = False
    dice: Annotated[tuple[int, ...], Meta(description="the dice that are drawn in it, in place of a label")] = ()


class Lies(msgspec.Struct, frozen=True):
    """A hand on the layout that belongs to no player and on which everybody wagers."""

    place: Annotated[str, Meta(description="where it lies, as a view names it: community or dealer")]
    x: Annotated[float, Meta(description="its middle, to the right")]
    y: Annotated[float, Meta(description="its middle, down")]
    width: Annotated[float, Meta(description="of one card")]
    cards: Annotated[int, Meta(description="for how many cards there is room")]
    label: Annotated[str, Meta(description="what is written below it")]


class Plan(msgspec.Struct, frozen=True):
    """A plan of the areas of a layout. An area that lies on top of others comes after them."""

    width: Annotated[float, Meta(description="of the whole")]
    height: Annotated[float, Meta(description="of the whole")]
    cells: Annotated[tuple[Cell, ...], Meta(description="the areas")]
    wheel: Annotated[tuple[float, float, float] | None, Meta(description="the middle of the wheel and its radius")] = (
        None
    )
    dice: Annotated[tuple[float, float, float] | None, Meta(description="the middle of the dice and their size")] = None
    hands: Annotated[tuple[Lies, ...], Meta(description="the hands, where it is played with cards")] = ()
    shoe: Annotated[tuple[float, float, float] | None, Meta(description="the middle of the shoe and its size")] = None
    rack: Annotated[
        tuple[float, float, float] | None, Meta(description="the middle of the discard rack and its size")
    ] = None
    words: Annotated[tuple[float, float] | None, Meta(description="where the dealer's words stand")] = None


class Wheel(msgspec.Struct, frozen=True):
    """The stops of a wheel, clockwise."""

    stops: Annotated[tuple[str, ...], Meta(description="what each of them shows")]
    tones: Annotated[tuple[Tone, ...], Meta(description="their colors")]
    spots: Annotated[tuple[str, ...], Meta(description="the betting area on which the marker for it is put")]
    upright: Annotated[bool, Meta(description="whether it stands upright and a pointer shows its stop")] = False


class Drawing(msgspec.Struct, frozen=True):
    """A layout without positions, shared by all players: how a page, a phone and a terminal draw it."""

    wide: Annotated[Plan, Meta(description="on a wide page")]
    narrow: Annotated[Plan, Meta(description="on a phone; areas that a finger could not hit are left out")]
    text: Annotated[Plan, Meta(description="in a terminal, in columns and lines")]
    felt: Annotated[str, Meta(description="its color")] = "#12603f"
    wheel: Annotated[Wheel | None, Meta(description="the wheel, if there is one")] = None
    dice: Annotated[int, Meta(description="how many dice there are")] = 0
    colors: Annotated[
        tuple[str, ...],
        Meta(description="of chips that are one player's alone, by seat; `color chips SEAT` is what one is worth"),
    ] = ()
    button: Annotated[str, Meta(description="what it means that the button lies before a seat, in a few words")] = ""
    owed: Annotated[
        str, Meta(description="the mark, before the number of a seat, of what that seat owes the house")
    ] = ""


class Printed(msgspec.Struct, frozen=True):
    """The layout of one table."""

    areas: Annotated[tuple[str, ...], Meta(description="the betting areas of each position")]
    pays: Annotated[tuple[Pays, ...], Meta(description="the pay tables")] = ()
    motto: Annotated[Inscription | None, Meta(description="the line under the name of the game")] = None
    says: Annotated[tuple[Inscription, ...], Meta(description="the other inscriptions")] = ()
    limits: Annotated[tuple[Inscription, ...], Meta(description="what the sign with the table's limits says")] = ()
    drawing: Annotated[Drawing | None, Meta(description="of a layout that the game draws itself")] = None


def printed_pay_table(title: str, table: PayTable, more: Iterable[tuple[str, str]] = ()) -> Pays:
    """Return a pay table as it is printed, the best line first, with `more` lines after it."""
    ranked = sorted(table.lines.items(), key=lambda line: worth(line[1]), reverse=True)
    return Pays(title, table.cite, (*((hand_label(hand_class), show(rate)) for hand_class, rate in ranked), *more))


def hand_label(name: str) -> str:
    """Name a hand as a layout does: "Four of a kind" for "four-of-a-kind", "Tens or better" without the pair."""
    return name.removeprefix("pair of ").replace("-of-a-", " of a ").replace("mini-", "mini ").capitalize()


def limit_inscription(least: int, most: int, wager: str = "", cite: str = "house:limits") -> Inscription:
    """Return the words on a sign that say how much may be wagered."""
    return Inscription(cite, f"{dollars(least)} to {dollars(most)} {wager}".strip())
