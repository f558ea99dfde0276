"""The elections of a licensee at a Winner's Pot Poker table.

How high the bet and double wagers are, how many may sit and whether the house puts anything into the pot itself would
be in 33.1 to 33.10(b), which are not held: labeled defaults, the house's to change. The commission is 33.10(h)2's.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Self

import msgspec

from pitboss.common.house import SideWagerHouse
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, amount
from pitboss.games.winners_pot_poker.law.paragraphs import ELECTIONS
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table, law_values, table_of_the_law
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, has_wrong_odds_word
from pitboss.table.paytable import best_payment
from pitboss.table.side_wager import SideTerms

MOST_SEATS = 9  # nine players and the dealer with five cards each, and two burns, are 52
MOST_PERCENT = 10
MOST_TIMES = 100  # a bet or double wager of more times the ante is a slip of the pen


def _list_payments() -> tuple[str, ...]:
    """Return the names of the game's own wagers and payments."""
    from pitboss.games.winners_pot_poker.law.wagers import WAGERS  # which imports this module

    return WAGERS.payments


class WinnersPotHouse(SideWagerHouse, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN  # 33.11(a)
    elections: ClassVar[tuple[Election, ...]] = ELECTIONS
    side_terms: ClassVar[SideTerms] = SideTerms(
        cards={"first three": 3, "hand": 5},
        taken=_list_payments,
        folded={"first three": ("settled", "lost"), "hand": ("lost",)},
    )

    name: str = "Winner's Pot Poker 1"
    game: str = "winners-pot-poker"
    seats: int = 6
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)
    bet_times: int = 1
    double_times: int = 2
    jacks_plus_minimum: Money = amount(100)
    jacks_plus_maximum: Money = amount(10_000)
    dealer_stake: Money = amount(0)
    commission_percent: int | str | None = None
    commission_fixed: Money | None = None
    pay: dict[str, str] = msgspec.field(default_factory=dict)

    @classmethod
    def usual(cls, **elected: Any) -> Self:
        """Return the usual house. The text has a licensee set the commission: the default is ten percent, the most it
        allows.
        """
        if elected.get("commission_percent") is None and elected.get("commission_fixed") is None:
            elected["commission_percent"] = MOST_PERCENT
        return cls(**elected)

    def counts_stubs(self, rules: Rules) -> bool:
        return rules.reads("stub-count") == "as-sister-games" and super().counts_stubs(rules)

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if not 1 <= self.seats <= MOST_SEATS:
            remedy = f"one deck is enough for 1 to {MOST_SEATS}"
            yield Finding("seats", "house:seats", f"the table has {self.seats} betting positions", remedy)
        if self.dealing == "automated-shoe" and rules.reads("dealing-methods") == "no-automated-shoe":
            problem = "the held text does not say how an automated shoe deals this game"
            yield Finding("dealing", "reading:dealing-methods", problem, "deal from a manual shoe or from the hand")
        for key, times in (("bet-times", self.bet_times), ("double-times", self.double_times)):
            if not 1 <= times <= MOST_TIMES:
                yield Finding(key, "house:sizes", f"it is {times} times the ante", f"set it to 1 to {MOST_TIMES}")
        chip = max(self.smallest_chip, 1)
        if self.jacks_plus_minimum < 1 or self.jacks_plus_minimum % chip:
            problem = "the jacks plus minimum is not a multiple of the smallest chip"
            yield Finding("jacks-plus-minimum", "house:limits", problem, "set it to a multiple")
        if self.jacks_plus_maximum < self.jacks_plus_minimum:
            problem = "the jacks plus maximum is below the minimum"
            yield Finding("jacks-plus-maximum", "house:limits", problem, "set it to the minimum or more")
        if self.dealer_stake % chip:
            problem = "the dealer's stake is not a multiple of the smallest chip"
            yield Finding("dealer-stake", "house:dealer-stake", problem, "set it to a multiple, or 0 for none")
        yield from self._commission_findings()
        yield from self._pay_findings()

    def most_won(self, rules: Rules) -> int:
        """Return the most that the house can lose to one wager: jacks plus within the payout limit, and its own stake
        in the pot.
        """
        stake = self.in_chips(self.jacks_plus_maximum)
        own = stake if rules.reads("limit-counts") == "with-stakes" else 0
        jacks_plus = max(min(best_payment(jacks_plus_table(self), stake), payout_limit(self) - own), 0)
        return jacks_plus + self.dealer_stake + self.most_won_beside()

    def _commission_findings(self) -> Iterable[Finding]:
        most = number("33.10(h)2i", "percent", MOST_PERCENT)
        remedy = f'use 0 to {most} percent, as in 5 or "2.5"'
        if self.commission_percent is None and self.commission_fixed is None:
            problem = "no commission is set, neither a percentage nor a fixed amount"
            yield Finding("commission-percent", "33.10(h)2i", problem, f"{remedy}, or set commission-fixed, or both")
        try:
            percent = parse_percentage(self.commission_percent)
        except ValueError:
            problem = f"{self.commission_percent!r} is not a percentage"
            yield Finding("commission-percent", "33.10(h)2i", problem, remedy)
        else:
            if percent is not None and not 0 <= percent <= most:
                problem = f"the commission is {self.commission_percent} percent"
                yield Finding("commission-percent", "33.10(h)2i", problem, remedy)

    def _pay_findings(self) -> Iterable[Finding]:
        floor = table_of_the_law()
        lines: dict[str, Odds | Money] = {}
        for hand_class, paid in self.pay.items():
            key = f"pay.{hand_class}"
            if hand_class not in floor.lines:
                problem = f"the table has no line called {hand_class!r}"
                yield Finding(key, floor.cite, problem, f"the lines are {', '.join(floor.lines)}")
                continue
            try:
                odds = Odds.parse(paid, self.odds_words)
            except ValueError as bad:
                cite = "33.11(a)" if has_wrong_odds_word(paid, self.odds_words) else floor.cite
                yield Finding(key, cite, str(bad).partition(";")[0], 'write odds as in "3 to 1"')
                continue
            lines[hand_class] = odds
            yield from self.find_uneven_odds(key, odds)
        for hand_class, short in floor.better(lines).shortfalls(floor):
            yield Finding(f"pay.{hand_class}", floor.cite, short, "pay no less than the law's table")


def parse_percentage(elected: int | str | None) -> Fraction | None:
    """Return the percentage exactly as it is written; None if none is set. Raises ValueError if it is no number."""
    if elected is None:
        return None
    if isinstance(elected, str) and not elected.replace(".", "", 1).isdecimal():
        raise ValueError(elected)
    return Fraction(elected)


def payout_limit(house: WinnersPotHouse) -> int:
    """Return the amount of 33.11(c) or, if that is more, the most that the minimum wager can win. No house
    elects it.
    """
    amount = number("33.11(c)", "at least", Money.parse(law_values()["payout-limit"]["at-least"]))
    return max(amount, best_payment(jacks_plus_table(house), house.jacks_plus_minimum))
