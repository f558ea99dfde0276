"""The elections of the licensee at a Let It Ride table, and the paragraph that each election must satisfy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal, Self

import msgspec

from pitboss.common.house import SideWagerHouse
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, Notice, amount
from pitboss.games.let_it_ride.law.paragraphs import ELECTIONS
from pitboss.games.let_it_ride.law.paytables import (
    LETTERS,
    base_table,
    bonus_table,
    law_values,
    the_laws_tables,
    three_card_table,
)
from pitboss.games.let_it_ride.law.ranking import MINI_ROYAL, STRAIGHT_FLUSH
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars, has_wrong_odds_word
from pitboss.table.paytable import PayTable, best_payment, whole_cents
from pitboss.table.side_wager import SideTerms

WITHOUT_MINI_ROYAL = LETTERS[:3]  # tables without a line for a mini-royal, whose floor is therefore a reading
POSITIONS = 7  # positions of a layout, according to a later chapter that is not held
BASE_BETS = 3
ONE_DOLLAR = 100


class BetterPay(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """Lines that the house pays better than the law requires. Lines not listed are paid as the law's table says."""

    base: dict[str, str] = {}
    bonus: dict[str, Money] = {}
    three_card_bonus: dict[str, str] = {}


def _list_payments() -> tuple[str, ...]:
    """Return the names of the game's own wagers and payments."""
    from pitboss.games.let_it_ride.law.wagers import WAGERS  # which imports this module

    return WAGERS.payments


class LetItRideHouse(SideWagerHouse, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN  # 18.11(a)
    elections: ClassVar[tuple[Election, ...]] = ELECTIONS
    side_terms: ClassVar[SideTerms] = SideTerms(
        cards={"hand": 3, "hand and board": 5},
        taken=_list_payments,
    )

    name: str = "Let It Ride 1"
    game: str = "let-it-ride"
    seats: int = POSITIONS
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(200_000_000)
    bonus: bool = False
    three_card_bonus: Literal["A", "B", "C", "D", "E", "F"] | None = None
    three_card_minimum: Money = amount(100)
    three_card_maximum: Money = amount(10_000)
    two_positions: bool = False
    payout_limit: Money | None = None
    pay: BetterPay = BetterPay()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if not 1 <= self.seats <= POSITIONS:
            problem = f"the table has {self.seats} betting positions"
            yield Finding("seats", "house:seats", problem, f"open 1 to {POSITIONS} of the seven, by 13:69E-1.13H")
        yield from self._edition_findings(rules)
        supported = self._without_unavailable_wagers(rules)
        yield from supported._chip_findings()
        pay_findings = list(supported._pay_findings(rules))
        yield from pay_findings
        # Ignore invalid odds when computing the lowest payout limit.
        paying = msgspec.structs.replace(self, pay=BetterPay()) if pay_findings else self
        if self.payout_limit is not None and self.payout_limit < (floor := limit_floor(paying, rules)):
            yield Finding(
                "payout-limit",
                "18.11(c)",
                f"the payout limit is {dollars(self.payout_limit)}",
                f"at this minimum wager, set it to {dollars(floor)} or more",
            )
        if supported.three_card_bonus is None and supported.pay.three_card_bonus:
            yield Finding(
                "pay.three-card-bonus",
                "18.11(e)",
                "these are odds for a three card bonus wager that is not offered",
                "select a table with three-card-bonus first",
            )
        if self.three_card_maximum < self.three_card_minimum or self.three_card_minimum < 1:
            yield Finding(
                "three-card-maximum",
                "house:limits",
                "the limits of the three card bonus wager do not work",
                "set the minimum to one cent or more, and the maximum to the minimum or more",
            )

    def most_won(self, rules: Rules) -> int:
        """Return the most one hand can win: the three bets within the payout limit, and the bonus wagers (18.11(c))."""
        bet = self.in_chips(self.maximum)
        most = BASE_BETS * best_payment(base_table(self), bet)
        if self.payout_limit is not None:
            own_stakes = BASE_BETS * bet if rules.reads("limit-counts") == "with-stakes" else 0
            most = min(most, max(self.payout_limit - own_stakes, 0))
        if self.bonus:
            most += best_payment(bonus_table(self), ONE_DOLLAR)
            most += ONE_DOLLAR if rules.reads("bonus-chip") == "returned" else 0
        if self.three_card_bonus is not None:
            most += best_payment(three_card_table(self), self.in_chips(self.three_card_maximum))
        return most + self.most_won_beside()

    def notices(self, rules: Rules, new: Self) -> Iterator[Notice]:
        yield from super().notices(rules, new)
        if self.bonus and not new.bonus:
            yield Notice("18.6A(a)", "Players must be given notice (19:47-8.3) before the bonus wager is withdrawn.")
        if self.three_card_bonus is not None and new.three_card_bonus is None:
            text = "Players must be given notice (19:47-8.3) before the three card bonus wager is withdrawn."
            yield Notice("18.6B(a)", text)
        if new.payout_limit is not None and (self.payout_limit is None or new.payout_limit < self.payout_limit):
            text = "The payout limit goes down: players must be given notice (19:47-8.3) unless the layout states it."
            yield Notice("18.11(c)", text, unless_on_layout="payout-limit")

    def _edition_findings(self, rules: Rules) -> Iterable[Finding]:
        if self.pre_shuffled and not rules.provision("pre-shuffled"):
            yield Finding(
                "pre-shuffled",
                "18.5(a)",
                f"pre-shuffled cards are not allowed on {rules.as_of}",
                "shuffle them at the table",
            )
        wagers = (
            ("bonus wager", "18.6A", "bonus", self.bonus, self.pay.bonus),
            ("three card bonus", "18.6B", "three-card-bonus", self.three_card_bonus, self.pay.three_card_bonus),
        )
        for name, section, key, offered, odds in wagers:
            problem = f"there is no {name} on {rules.as_of} (no {section} is in force that day)"
            if offered and not rules.provision(name):
                yield Finding(key, "house:editions", problem, "do not offer it")
            if odds and not rules.provision(name):
                yield Finding(f"pay.{key}", "house:editions", problem, "leave its odds out")

    def _without_unavailable_wagers(self, rules: Rules) -> Self:
        """Return this house without the wagers that do not exist under the law of the day.

        For such a wager one finding is enough: paragraphs of other days are not checked as well.
        """
        supported = self
        if not rules.provision("bonus wager"):
            supported = msgspec.structs.replace(
                supported, bonus=False, pay=msgspec.structs.replace(supported.pay, bonus={})
            )
        if not rules.provision("three card bonus"):
            pay = msgspec.structs.replace(supported.pay, three_card_bonus={})
            supported = msgspec.structs.replace(supported, three_card_bonus=None, pay=pay)
        return supported

    def _chip_findings(self) -> Iterable[Finding]:
        chip = max(self.smallest_chip, 1)
        if self.bonus and ONE_DOLLAR % chip:
            yield Finding(
                "smallest-chip",
                "18.6A(b)",
                "the smallest chip does not divide $1, the bonus wager",
                "use a chip that does",
            )
        if self.three_card_bonus is not None and self.three_card_minimum % chip:
            problem = "the three card minimum is not a multiple of the smallest chip"
            yield Finding("three-card-minimum", "house:limits", problem, "set it to a multiple")

    def _pay_findings(self, rules: Rules) -> Iterable[Finding]:
        law = the_laws_tables()
        parts: list[tuple[str, PayTable, dict[str, str] | dict[str, Money]]] = [
            ("pay.base", law["base"], self.pay.base),
            ("pay.bonus", law["bonus"], self.pay.bonus),
        ]
        if self.three_card_bonus is not None:
            floor = law[self.three_card_bonus]
            # Without a line of its own, the floor of a mini-royal is the rate that the reading sets.
            if (rate := three_card_rate(rules, floor, MINI_ROYAL)) is not None:
                floor = floor.better({MINI_ROYAL: rate})
            parts.append(("pay.three-card-bonus", floor, self.pay.three_card_bonus))
        for key, floor, elected in parts:
            lines: dict[str, Odds | Money] = {}
            for hand_class, line in elected.items():
                if hand_class not in floor.lines and not (hand_class == "mini-royal" and "three" in key):
                    yield Finding(
                        f"{key}.{hand_class}",
                        floor.cite,
                        f"the table has no line called {hand_class!r}",
                        f"the lines are {', '.join(floor.lines)}",
                    )
                    continue
                try:
                    lines[hand_class] = Odds.parse(line, self.odds_words) if isinstance(line, str) else line
                    yield from self.find_uneven_odds(f"{key}.{hand_class}", lines[hand_class])
                except ValueError as error:
                    cite = "18.11(a)" if has_wrong_odds_word(line, self.odds_words) else floor.cite
                    yield Finding(
                        f"{key}.{hand_class}", cite, str(error).partition(";")[0], 'write odds as in "3 to 1"'
                    )
            offered, remedy = floor.better(lines), "pay no less than the law's table"
            if key == "pay.three-card-bonus" and (
                matching := [letter for letter in LETTERS if not offered.shortfalls(law[letter])]
            ):
                remedy += f", or select table {' or '.join(matching)}"
            for hand_class, shortfall in offered.shortfalls(floor):
                if hand_class == MINI_ROYAL and self.three_card_bonus in WITHOUT_MINI_ROYAL:
                    remedy = "pay it as it is read, or choose another reading"
                    yield Finding(f"{key}.{hand_class}", floor.cite, shortfall, remedy, "mini-royal-without-a-line")
                else:
                    yield Finding(f"{key}.{hand_class}", floor.cite, shortfall, remedy)


def three_card_rate(rules: Rules, table: PayTable, class_name: str) -> Odds | Money | None:
    """Return what three cards pay. A reading decides on a mini-royal if the table has no line for it."""
    if class_name == MINI_ROYAL and MINI_ROYAL not in table.lines:
        reading = rules.reads("mini-royal-without-a-line")
        class_name = {"straight-flush": STRAIGHT_FLUSH, "straight": "straight"}.get(reading, MINI_ROYAL)
    return table.rate(class_name)


def limit_floor(house: LetItRideHouse, rules: Rules) -> int:
    """Return the lowest payout limit that 18.11(c) allows.

    It is a fixed amount and, in the later text, at least what the minimum wagers could win.
    """
    amount = number("18.11(c)", "at least", _limit_amount())
    if not rules.provision("limit counts the minimum"):
        return amount
    winnings_by_class = {
        class_name: whole_cents(rate, house.minimum) for class_name, rate in base_table(house).lines.items()
    }
    most = max(winnings_by_class.values())
    if house.two_positions and rules.reads("most-a-patron-wins") == "both-positions":
        # Both hands share two community cards, so at most one is a royal flush; both may be any other hand.
        other = max(cents for class_name, cents in winnings_by_class.items() if class_name != "royal flush")
        most = other + max(most, other)
    return max(amount, BASE_BETS * most)


def _limit_amount() -> int:
    return Money.parse(law_values()["payout-limit"]["at-least"])
