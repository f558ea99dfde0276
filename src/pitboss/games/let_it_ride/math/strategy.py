"""Simple strategies for companions and demonstrations. Each sees only the view of its own seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pitboss.common.ranking import TEN, Shape, shape
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.law.wagers import BASE, BET_1, BONUS, BONUS_CHIP, THREE_CARD


@dataclass(frozen=True)
class Simple:
    """A strategy that bets the minimum on its wagers and lets bets ride when its rule says so."""

    rides: Callable[[str, Sequence[str]], bool]
    bonuses: bool = True

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, LetItRideHouse)
        chips = view.chips[view.seat]
        if chips < 3 * house.minimum:
            return
        chips -= 3 * house.minimum
        stakes: dict[str, int] = dict.fromkeys(BASE, house.minimum)
        if self.bonuses and house.bonus and chips >= BONUS_CHIP:
            chips -= BONUS_CHIP
            stakes[BONUS] = BONUS_CHIP
        if self.bonuses and house.three_card_bonus and chips >= house.three_card_minimum:
            stakes[THREE_CARD] = house.three_card_minimum
        yield Wager(view.seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        community = tuple([card for card in view.community if card != HIDDEN])
        cards = view.hands[ask.position] + community
        return LET_IT_RIDE if self.rides(ask.subject, cards) else WITHDRAW


def holds_payout(hand: Shape) -> bool:
    """Return whether the cards held already win: a pair of tens or better, two pair, or more of a kind."""
    if hand.groups[0] == 1:
        return False
    pairs = [rank for rank in hand.ranks if hand.ranks.count(rank) == 2]
    return hand.groups[0] >= 3 or hand.groups[:2] == (2, 2) or any(rank >= TEN for rank in pairs)


def by_the_book(bet: str, cards: Sequence[str]) -> bool:
    """Return whether to ride, as the literature advises (B. Alspach): made hands and close draws to a straight
    flush."""
    return _by_the_book(bet, shape(cards))


@cache
def _by_the_book(bet: str, hand: Shape) -> bool:
    if holds_payout(hand):
        return True
    high = sum(rank >= TEN for rank in hand.ranks)
    spread = hand.ranks[0] - hand.ranks[-1]
    if hand.groups[0] != 1:
        return False
    if bet == BET_1:
        if not hand.suited:
            return False
        if high == 3:
            return True  # three to a royal flush
        run = spread == 2 and hand.ranks[-1] >= 3
        one_gap = spread == 3 and high >= 1
        two_gaps = spread == 4 and high >= 2
        return run or one_gap or two_gaps
    return hand.suited or (spread == 3 and high >= 1 and hand.ranks[0] < 14)


def made_hands_only(bet: str, cards: Sequence[str]) -> bool:
    return holds_payout(shape(cards))


def always(bet: str, cards: Sequence[str]) -> bool:
    return True


STRATEGIES = {
    "book": Simple(by_the_book),
    "cautious": Simple(made_hands_only, bonuses=False),
    "bold": Simple(always),
}
