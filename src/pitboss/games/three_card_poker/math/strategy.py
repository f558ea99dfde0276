"""Simple strategies for companions and demonstrations. Each sees only the view of its own seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pitboss.common.ranking import shape
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.law.ranking import QUEEN, in_sequence
from pitboss.games.three_card_poker.law.wagers import ANTE, PAIR_PLUS

QUEEN_SIX_FOUR = (QUEEN, 6, 4)


@dataclass(frozen=True)
class Simple:
    """A strategy that bets the minimum, keeps enough for a play wager, and plays when its rule says so."""

    plays: Callable[[Sequence[str]], bool]
    ante: bool = True
    pair_plus: bool = True

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, ThreeCardPokerHouse)
        chips, stakes = view.chips[view.seat], {}
        if self.ante and chips >= 2 * house.minimum:
            stakes[ANTE] = int(house.minimum)
            chips -= 2 * house.minimum
        if self.pair_plus and chips >= house.pair_plus_minimum:
            stakes[PAIR_PLUS] = int(house.pair_plus_minimum)
        if stakes:
            yield Wager(view.seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        return MAKE_IT if MAKE_IT in ask.choices and self.plays(view.hands[ask.position]) else FOLD


def by_the_book(cards: Sequence[str]) -> bool:
    """Return whether to play: queen-six-four or better, as the literature advises (E. Jacobson)."""
    hand = shape(cards)
    return hand.groups[0] > 1 or hand.suited or in_sequence(hand) or hand.ranks >= QUEEN_SIX_FOUR


def as_the_dealer(cards: Sequence[str]) -> bool:
    """Return whether to play: any hand with which the dealer would play."""
    hand = shape(cards)
    return by_the_book(cards) or hand.ranks[0] >= QUEEN


def always(cards: Sequence[str]) -> bool:
    return True


STRATEGIES = {
    "book": Simple(by_the_book),
    "cautious": Simple(as_the_dealer, pair_plus=False),
    "bold": Simple(always),
    "pair plus": Simple(always, ante=False),
}
