"""What is printed on a layout and on the signs beside it: pay tables, inscriptions, limits.

Each thing has the paragraph that calls for it, or `house:layout` where it is the custom of the trade.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

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
    cite: Annotated[str, Meta(description="the paragraph that calls for it, or house:layout")]
    text: Annotated[str, Meta(description="the words")]


class Printed(msgspec.Struct, frozen=True):
    """The layout of one table."""

    areas: Annotated[tuple[str, ...], Meta(description="the betting areas of each position")]
    pays: Annotated[tuple[Pays, ...], Meta(description="the pay tables")] = ()
    motto: Annotated[Inscription | None, Meta(description="the line under the name of the game")] = None
    says: Annotated[tuple[Inscription, ...], Meta(description="the other inscriptions")] = ()
    limits: Annotated[tuple[Inscription, ...], Meta(description="what the sign with the table's limits says")] = ()


def pays(title: str, table: PayTable, more: Iterable[tuple[str, str]] = ()) -> Pays:
    ranked = sorted(table.lines.items(), key=lambda line: worth(line[1]), reverse=True)
    return Pays(title, table.cite, (*((named(made), show(rate)) for made, rate in ranked), *more))


def named(made: str) -> str:
    """A hand as a layout names it: "Four of a kind" for "four-of-a-kind", "Tens or better" without the pair."""
    return made.removeprefix("pair of ").replace("-of-a-", " of a ").replace("mini-", "mini ").capitalize()


def limit(least: int, most: int, what: str = "", cite: str = "house:limits") -> Inscription:
    return Inscription(cite, f"{dollars(least)} to {dollars(most)} {what}".strip())
