"""The odds, bets and houses that may be asked about, including odds that the law does not let a house choose.

This is the part of the exact model that counts nothing, so that a cached answer needs no numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import ClassVar

import msgspec

from pitboss.counting.exact_model import Askable
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding
from pitboss.games.ultimate_texas_holdem.law.house import BetterPay, UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.paytables import LETTERS, blind_table, even_table, the_laws_tables
from pitboss.games.ultimate_texas_holdem.law.wagers import ANTE, PLAY
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable, worth


class SupposedPay(BetterPay, frozen=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    blind: dict[str, str] = msgspec.field(default_factory=dict)
    even: dict[str, str] = msgspec.field(default_factory=dict)


class SupposedHouse(UltimateHouse, frozen=True, kw_only=True, rename="kebab"):
    """A house that would pay other odds on ante, play or blind, which the law does not allow, to ask what they cost."""

    elections: ClassVar[tuple[Election, ...]] = (Election("pay.*", cites=("32.11(b)", "32.11(c)")),)

    pay: SupposedPay = SupposedPay()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        for law, lines in ((blind_table(), self.pay.blind), (even_table(), self.pay.even)):
            for line, odds in lines.items():
                if (supposed_worth := worth(Odds.parse(odds, self.odds_words))) != worth(law.lines[line]):
                    less = "less" if supposed_worth < worth(law.lines[line]) else "more"
                    problem = f"{line} pays {odds}, {less} than {law.lines[line]}"
                    yield Finding(f"pay.{law.name}.{line}", law.cite, problem, "pay what the law's table says")


def supposed_table(house: UltimateHouse, law: PayTable, name: str) -> PayTable:
    """Return the law's pay table, with the lines replaced for which this house supposes other odds."""
    lines = getattr(house.pay, name) if isinstance(house, SupposedHouse) else {}
    return law.better({line: Odds.parse(odds, house.odds_words) for line, odds in lines.items()}) if lines else law


class AskableUltimate(Askable[UltimateHouse]):
    """The questions that the exact model takes, with odds that a house is supposed to pay."""

    LINES: ClassVar = {
        "blind": tuple(blind_table().lines),
        "trips": tuple(the_laws_tables()["A"].lines),
        "even": (ANTE, PLAY),
    }

    def what_if(self, house: UltimateHouse) -> SupposedHouse:
        same = {name: getattr(house, name) for name in UltimateHouse.__struct_fields__ if name != "pay"}
        return SupposedHouse(**same, pay=SupposedPay(trips=house.pay.trips))

    def usual_bet(self, house: UltimateHouse) -> int:
        """Return the smallest bet for which every win is paid in whole chips."""
        odds = [rate for rate in supposed_table(house, blind_table(), "blind").lines.values() if isinstance(rate, Odds)]
        even_bet = house.smallest_chip * lcm(*(worth(rate).denominator for rate in odds))
        return -(-house.minimum // even_bet) * even_bet

    def bet_matters(self, house: UltimateHouse) -> bool:
        return True  # the payout limit and wins that do not come out even in chips depend on it

    def houses(self, rules: Rules, house: UltimateHouse) -> list[tuple[str, UltimateHouse]]:
        return [(letter, msgspec.structs.replace(house, trips=letter)) for letter in LETTERS]

    def pricing_cases(self) -> list[tuple[str, UltimateHouse, int]]:
        return [
            ("", UltimateHouse(), self.usual_bet(UltimateHouse())),
            ("an ante of $5", UltimateHouse(), 500),
            ("an ante of $500", UltimateHouse(), 50_000),
            ("an ante of $500 at a minimum of $100", UltimateHouse(minimum=Money(10_000)), 50_000),
        ]


MODEL = AskableUltimate()
