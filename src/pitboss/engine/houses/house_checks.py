"""The contract of the house check: what a house file declares of a table besides its elections, and the checks of that.

No round depends on a declaration, so declarations are not part of a house, a record or a digest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

import msgspec

from pitboss.engine.houses.house import Finding, House
from pitboss.law.rules import Rules
from pitboss.table.guide import SURFACES, Surface
from pitboss.table.money import Money
from pitboss.table.paytable import PayTable


class InPrint(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """The words and odds of one printed thing."""

    means: ClassVar[dict[str, str]] = {
        "odds": "The odds as they are printed, by wager and line. Write them exactly as the print has them.",
        "payout-limit": "The payout limit that it states.",
        "says": "Other words that are printed there.",
    }

    odds: dict[str, dict[str, str | int]] = {}
    payout_limit: Money | None = None
    says: tuple[str, ...] = ()


class Printing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The words and odds in print for a table, by surface."""

    means: ClassVar[dict[str, str]] = {
        "layout": "What the layout says.",
        "sign": "What the sign at the table says.",
        "brochure": "What the brochure says.",
        "publication": "What another publication of the licensee says.",
    }

    layout: InPrint = InPrint()
    sign: InPrint = InPrint()
    brochure: InPrint = InPrint()
    publication: InPrint = InPrint()

    def surfaces(self) -> Iterable[tuple[Surface, InPrint]]:
        """Yield each surface with what is printed on it."""
        return ((name, getattr(self, name)) for name in SURFACES)


class Declarations(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The declarations of a table. Every table may declare what is printed; a game adds what its checks need."""

    means: ClassVar[dict[str, str]] = {
        "printed": "What is in print, by surface: layout, sign, brochure and publication.",
    }

    printed: Printing = Printing()


Weight = Literal["", "violation", "warning", "note"]


class Issue(msgspec.Struct, frozen=True):
    """A finding of a check. Without a `weight` of its own, its severity follows from its citation: see
    `docs/check.md`."""

    key: str
    cite: str
    wrong: str
    right: str
    weight: Weight = ""


class AtTable(NamedTuple):
    """The table that a check judges."""

    rules: Rules
    house: Any
    declared: Any


Check = Callable[[AtTable], Iterable[Finding | Issue]]


class HousePayTable(NamedTuple):
    """The pay table of a wager at a table, beside that of the law."""

    table: PayTable
    law: PayTable | None = None  # None where no text is held
    fixed: bool = False  # exactly so much; otherwise no less


class Limit(NamedTuple):
    """The rule of law about a payout limit."""

    kind: Literal["elected", "set", "unsupported"]  # by the house, by law, or by no held text
    cite: str
    amount: int | None = None  # at this table
    least: int = 0
    covers: tuple[str, ...] = ()  # the wagers that it may cover; one that is set by law covers them all


class HouseChecks(Protocol):
    """The module that a registration names as `checks`."""

    DECLARED: type[Declarations]
    CHECKS: Mapping[str, tuple[Check, ...]]  # paragraph -> its checks; one function may check several
    UNBROKEN: Mapping[str, str]  # paragraph -> why no house file can break it


def elections(subject: AtTable) -> Iterable[Finding]:
    """Return what the house itself finds in its elections."""
    house: House = subject.house
    return house.breaches(subject.rules)
