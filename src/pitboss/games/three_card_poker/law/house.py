"""The elections of the licensee at a Three Card Poker table. Payouts are not among them: 20.11 sets those."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from pitboss.common.house import SideWagerHouse
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, amount
from pitboss.engine.wager_declarations import find_bad_limits
from pitboss.games.three_card_poker.law.paragraphs import ELECTIONS
from pitboss.games.three_card_poker.law.paytables import against_the_dealer, ante_bonus
from pitboss.games.three_card_poker.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import Money
from pitboss.table.paytable import best_payment, winnings
from pitboss.table.side_wager import SideTerms

POSITIONS = 7  # the held text gives no number; comparable New Jersey tables have six or seven


class ThreeCardPokerHouse(SideWagerHouse, frozen=True, kw_only=True, rename="kebab"):
    elections: ClassVar[tuple[Election, ...]] = ELECTIONS
    side_terms: ClassVar[SideTerms] = SideTerms(
        cards={"hand": 3},
        taken=lambda: WAGERS.payments,
        folded={"hand": ("settled", "lost")},
    )

    name: str = "Three Card Poker 1"
    game: str = "three-card-poker"
    seats: int = POSITIONS
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)
    pair_plus_minimum: Money = amount(100)
    pair_plus_maximum: Money = amount(50_000)

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if not 1 <= self.seats <= POSITIONS:
            problem = f"the table has {self.seats} betting positions"
            yield Finding("seats", "house:seats", problem, f"the layout here has seven; open 1 to {POSITIONS} of them")
        if len(self.backs) == 2 and rules.reads("decks") == "one":
            yield Finding("backs", "reading:decks", "there are two decks", "use one deck, or choose another reading")
        if self.pre_shuffled and not pre_shuffled(self, rules):
            problem, remedy = (
                f"pre-shuffled cards are not allowed on {rules.as_of}",
                "shuffle them at the table, or choose another reading",
            )
            yield Finding("pre-shuffled", "reading:new-cards", problem, remedy)
        for wager in WAGERS.list_paid_by_table(rules, self):
            yield from find_bad_limits(wager, self)

    def most_won(self, rules: Rules) -> int:
        """Return the most one hand can win: ante and play, the ante bonus, and the other wagers, without a payout
        limit."""
        ante = self.in_chips(self.maximum)
        against = sum(winnings(rate, ante) for rate in against_the_dealer().lines.values())
        bonus_stake = 2 * ante if rules.reads("ante-bonus") == "ante-and-play" else ante
        return (
            against
            + best_payment(ante_bonus(), bonus_stake)
            + sum(wager.most_paid(rules, self) for wager in WAGERS.list_paid_by_table(rules, self))
            + self.most_won_beside()
        )


def pre_shuffled(house: ThreeCardPokerHouse, rules: Rules) -> bool:
    """Return whether new cards arrive shuffled: the house elects it and the reading `new-cards` allows it."""
    return house.pre_shuffled and rules.reads("new-cards") == "pre-shuffled-too"
