"""The elections of the licensee at an Ultimate Texas Hold 'Em table, and the paragraph that each election must
satisfy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

import msgspec

from pitboss.common.house import SideWagerHouse
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, amount
from pitboss.engine.wager_declarations import find_bad_limits
from pitboss.games.ultimate_texas_holdem.law.paragraphs import ELECTIONS
from pitboss.games.ultimate_texas_holdem.law.paytables import (
    LETTERS,
    blind_table,
    even_table,
    law_values,
    the_laws_tables,
    trips_table,
)
from pitboss.games.ultimate_texas_holdem.law.wagers import MOST_BEFORE_THE_FLOP, WAGERS
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, has_wrong_odds_word
from pitboss.table.paytable import PayTable, whole_cents
from pitboss.table.side_wager import SideTerms

ANTE, PLAY = "ante", "play"  # lines of the law's table of even odds
MOST_SEATS = 7  # the text names no number; other poker layouts of the chapter have six or seven


class BetterPay(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """Lines that the house pays better than the law requires. Lines not listed are paid as the law's table says.

    Ante, play and blind have no better odds: 32.11(b) and (c) state theirs without "no less than".
    """

    trips: dict[str, str] = {}


def _list_payments() -> tuple[str, ...]:
    """Return the names of the game's own wagers and payments."""
    from pitboss.games.ultimate_texas_holdem.law.wagers import WAGERS  # which imports this module

    return WAGERS.payments


class UltimateHouse(SideWagerHouse, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN  # 32.11(a)
    elections: ClassVar[tuple[Election, ...]] = ELECTIONS
    side_terms: ClassVar[SideTerms] = SideTerms(
        cards={"hand": 2, "hand and flop": 5, "hand and board": 7},
        taken=_list_payments,
        folded=dict.fromkeys(("hand", "hand and flop", "hand and board"), ("settled", "lost")),
    )

    name: str = "Ultimate Texas Hold 'Em 1"
    game: str = "ultimate-texas-holdem"
    seats: int = 6
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)
    trips: Literal["A", "B", "C", "D"] = "A"
    trips_minimum: Money = amount(500)
    trips_maximum: Money = amount(10_000)
    pay: BetterPay = BetterPay()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if not 1 <= self.seats <= MOST_SEATS:
            yield Finding(
                "seats",
                "house:seats",
                f"the table has {self.seats} betting positions",
                f"open 1 to {MOST_SEATS} of them",
            )
        for wager in WAGERS.list_paid_by_table(rules, self):
            yield from find_bad_limits(wager, self)
        if rules.reads("odd-chip") == "exact":
            for rate in blind_table().lines.values():
                yield from self.find_uneven_odds("smallest-chip", rate)
        yield from self._pay_findings()

    def most_won(self, rules: Rules) -> int:
        """Return the most one hand can win: ante, the highest play wager, blind and trips, within the payout limit."""
        ante, bonus = self.in_chips(self.maximum), self.in_chips(self.trips_maximum)
        blind, trips = blind_table(), trips_table(self)
        by_class = max(
            (blind_due(rules, self, blind.lines[class_name], ante) if class_name in blind.lines else 0)
            + (whole_cents(trips.lines[class_name], bonus) if class_name in trips.lines else 0)
            for class_name in (*blind.lines, *trips.lines)
        )
        antes = 1 + MOST_BEFORE_THE_FLOP
        own_stakes = (1 + antes) * ante + bonus if rules.reads("limit-counts") == "with-stakes" else 0
        by_law = max(min(antes * ante + by_class, payout_limit(self, rules) - own_stakes), 0)
        return by_law + self.most_won_beside()

    def _pay_findings(self) -> Iterable[Finding]:
        floor = the_laws_tables()[self.trips]
        lines: dict[str, Odds | Money] = {}
        for class_name, line in self.pay.trips.items():
            key = f"pay.trips.{class_name}"
            if class_name not in floor.lines:
                problem, remedy = (
                    f"the table has no line called {class_name!r}",
                    f"the lines are {', '.join(floor.lines)}",
                )
                yield Finding(key, floor.cite, problem, remedy)
                continue
            try:
                lines[class_name] = Odds.parse(line, self.odds_words)
                yield from self.find_uneven_odds(key, lines[class_name])
            except ValueError as error:
                cite = "32.11(a)" if has_wrong_odds_word(line, self.odds_words) else floor.cite
                yield Finding(key, cite, str(error).partition(";")[0], 'write odds as in "3 to 1"')
        matching = [letter for letter in LETTERS if not floor.better(lines).shortfalls(the_laws_tables()[letter])]
        remedy = f"pay no less than table {self.trips}" + (
            f", or select table {' or '.join(matching)}" if matching else ""
        )
        for class_name, shortfall in floor.better(lines).shortfalls(floor):
            yield Finding(f"pay.trips.{class_name}", floor.cite, shortfall, remedy)


def payout_limit(
    house: UltimateHouse, rules: Rules, blind: PayTable | None = None, even: PayTable | None = None
) -> int:
    """Return the payout limit of 32.11(e): a fixed amount, or what one patron betting the minimum could win if greater.

    The winnings depend on the odds: those of the law for ante, play and blind, unless `blind` or `even` supposes
    others.
    """
    amount = least_limit()
    blind, even, trips = blind or blind_table(), even or even_table(), trips_table(house)
    with_play = rules.reads("most-a-patron-wins") == "with-play"
    against = whole_cents(even.lines[ANTE], house.minimum)
    against += whole_cents(even.lines[PLAY], MOST_BEFORE_THE_FLOP * house.minimum) if with_play else 0
    most = max(
        (blind_due(rules, house, blind.lines[class_name], house.minimum) if class_name in blind.lines else 0)
        + whole_cents(trips.lines[class_name], house.trips_minimum)
        for class_name in trips.lines
    )
    return max(amount, against + most)


def blind_due(rules: Rules, house: UltimateHouse, rate: Odds | Money, stake: int) -> int:
    """Return what a blind wins. Odds such as 3 to 2 may come to half a chip; the reading odd-chip decides then."""
    assert isinstance(rate, Odds)
    unit = 1 if rules.reads("odd-chip") == "exact" else house.smallest_chip
    whole, rest = divmod(stake * rate.win, rate.stake * unit)
    return (whole + (rest > 0 and rules.reads("odd-chip") == "up")) * unit


def least_limit() -> int:
    """Return the amount below which the payout limit never falls, however little the minimum wagers could win."""
    return number("32.11(e)", "at least", Money.parse(law_values()["payout-limit"]["at-least"]))
