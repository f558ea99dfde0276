"""The elections of every card table: how the cards are dealt, shuffled, opened and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd
from typing import ClassVar, Literal, Self

from pitboss.engine.houses.election_table import Election, elections_of
from pitboss.engine.houses.house import Finding, House, Notice
from pitboss.engine.houses.side_wager_findings import side_wager_findings
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import best_payment
from pitboss.table.side_wager import SideWager

MOST_ROUNDS_UNCOUNTED = 5


def color(name: str) -> str:
    """Normalize the name of a color, so that "Red" is "red"."""
    return name.strip().casefold()


class CardHouse(House, frozen=True, kw_only=True, rename="kebab"):
    """The elections that every card table has."""

    elections: ClassVar[tuple[Election, ...]] = (
        Election(
            "dealing",
            "How the cards are dealt. Dealing from the hand needs a shuffler.",
            cites=lambda p: (p.hand_needs_shuffler,),
        ),
        Election(
            "shuffler",
            "An automated shuffler, plain or one that counts the cards after each shuffle. Leave the line out to "
            "shuffle by hand.",
        ),
        Election(
            "backs",
            "The color of each deck's backs: one deck, or two of different colors if there is a shuffler.",
            cites=lambda p: (p.deck, p.back_colours, p.second_deck),
        ),
        Election("pre-shuffled", "Whether new cards come shuffled already."),
        Election("idle-spread", "How the cards lie while nobody plays."),
        Election(
            "stub-count-every",
            "The stub is counted at least once in this many rounds; 0 for never, where a shuffler that counts excuses "
            "the dealer.",
            cites=lambda p: (p.stub_count,),
        ),
    )

    dealing: Literal["manual-shoe", "hand", "automated-shoe"] = "manual-shoe"
    shuffler: Literal["shuffler", "counting-shuffler"] | None = None
    backs: tuple[str, ...] = ("red",)
    pre_shuffled: bool = False
    idle_spread: Literal["face-up", "face-down"] = "face-up"
    stub_count_every: int = 5

    @property
    def decks(self) -> tuple[str, ...]:
        return self.backs

    @property
    def dealt_from(self) -> str:
        return "shuffler" if self.dealing == "hand" else "shoe"  # cards dealt from the hand come out of a shuffler

    def rests_on(self, key: str) -> str:
        elections = elections_of(type(self))
        by_dealing = elections[key].by_dealing if key in elections else {}
        return by_dealing.get(self.dealing) or super().rests_on(key)

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        p = rules.ids
        if self.dealing == "hand" and self.shuffler is None:
            wrong = "the cards are dealt from the hand without a shuffler"
            yield Finding("dealing", p.hand_needs_shuffler, wrong, "add a shuffler")
        if len(self.backs) not in (1, 2):
            yield Finding("backs", p.deck, f"there are {len(self.backs)} decks", "use one deck, or two with a shuffler")
        elif len(self.backs) == 2 and self.shuffler is None:
            yield Finding(
                "backs", p.second_deck, "there are two decks and no shuffler", "add a shuffler or use one deck"
            )
        if len(self.backs) == 2 and color(self.backs[0]) == color(self.backs[1]):
            yield Finding("backs", p.back_colours, f"both decks have {color(self.backs[0])} backs", "use two colors")
        most = number(p.stub_count, "rounds", MOST_ROUNDS_UNCOUNTED)
        counted = 1 <= self.stub_count_every <= most
        if not counted and (self.counts_stubs(rules) or self.stub_count_every < 0):
            interval = self.stub_count_every
            wrong = f"the stub is counted every {interval} rounds" if interval else "the stub is never counted"
            right = f"count it at least once every {most} rounds"
            yield Finding("stub-count-every", self.rests_on("stub-count-every") or p.stub_count, wrong, right)

    def warnings(self, rules: Rules) -> Iterator[Finding]:
        yield from super().warnings(rules)
        by_table = rules.reads("stub-counter") == "table"
        if by_table and self.counts_stubs(rules) and len(self.backs) == 2 and self.stub_count_every % 2 == 0:
            wrong = f"of two decks, a count every {self.stub_count_every} rounds always falls on the same one"
            cite = self.rests_on("stub-count-every") or rules.ids.stub_count
            yield Finding("stub-count-every", cite, wrong, "count every 1, 3 or 5 rounds")

    def notices(self, rules: Rules, new: Self) -> Iterator[Notice]:
        """Yield the devices that must leave the table: no other method is used while one is there."""
        yield from super().notices(rules, new)
        gone = {
            "shuffler": self.shuffler is not None and new.shuffler is None,
            "automated dealing shoe": self.dealing == "automated-shoe" != new.dealing,
        }
        for device, removed in gone.items():
            if removed:
                message = (
                    f"The {device} is taken away from the table before the cards are shuffled or dealt another way."
                )
                yield Notice(rules.ids.other_method, message)

    def counts_stubs(self, rules: Rules) -> bool:
        """Return whether the stub ever has to be counted. It never has to if a shuffler that counts cards excuses the
        dealer."""
        return not (rules.ids.device_count and self.shuffler == "counting-shuffler")

    def find_uneven_odds(self, key: str, rate: Odds | Money) -> Iterable[Finding]:
        """Report odds at which some wager cannot be paid exactly in this table's chips."""
        if isinstance(rate, Odds) and self.smallest_chip * rate.win % rate.stake:
            wrong = f"{rate} cannot be paid exactly on every wager in chips of {dollars(self.smallest_chip)}"
            chip = f"make it a multiple of {dollars(rate.stake // gcd(rate.win, rate.stake))}"
            right = chip if key == "smallest-chip" else "use odds that pay whole cents"
            yield Finding(key, "house:smallest-chip", wrong, right)


class SideWagerHouse(CardHouse, frozen=True, kw_only=True, rename="kebab"):
    """The elections of a table where each player has a hand, on which the house may describe side wagers."""

    elections: ClassVar[tuple[Election, ...]] = (
        Election(
            "side-wager",
            "Side wagers that the house describes: the cards that decide, and what each hand pays.",
            cites=("house:side-wager",),
        ),
        Election("side-wager.*", cites=("house:side-wager",)),
    )
    side_wager: tuple[SideWager, ...] = ()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        yield from side_wager_findings(self.side_wager, self.side_terms, self.smallest_chip)

    def senseless(self) -> Iterator[Finding]:
        yield from super().senseless()
        yield from side_wager_findings(self.side_wager, self.side_terms, self.smallest_chip)

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        return self.side_wager

    def most_won_beside(self) -> int:
        """Return the most that the described wagers of one hand win at their maximum."""
        return sum(best_payment(wager.table, self.in_chips(wager.maximum)) for wager in self.side_wager)
