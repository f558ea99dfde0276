"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pitboss.common.ranking import Shape, shape
from pitboss.engine.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, View
from pitboss.engine.waits import Ask
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.play import FOLD
from pitboss.games.winners_pot_poker.ranking import grouped
from pitboss.games.winners_pot_poker.wagers import ANTE, BET, JACKS_PLUS, still_to_come
from pitboss.table.cards import RANK_OF

Cards = Sequence[str]
QUEEN = RANK_OF["Q"]


@dataclass(frozen=True)
class Simple:
    """Antes the minimum if that reaches to the end of the round, and stays in when its rule says so."""

    stays: Callable[[str, Cards, list[Cards]], bool]  # which wager, the own cards, what of every other hand is up
    jacks_plus: bool = True

    def wagers(self, view: View, house: House) -> Iterable[Input]:
        assert isinstance(house, WinnersPotHouse)
        chips = view.racks[view.seat] - house.minimum - still_to_come(house, house.minimum)
        if chips < 0:
            return
        stakes: dict[str, int] = {ANTE: house.minimum}
        if self.jacks_plus and chips >= house.jacks_plus_minimum:
            stakes[JACKS_PLUS] = house.jacks_plus_minimum
        yield Wager(view.seat, stakes)

    def choose(self, view: View, ask: Ask) -> str:
        others = [view.dealer, *(cards for position, cards in view.hands.items() if position != ask.position)]
        shown = [[card for card in cards if card != HIDDEN] for cards in others]
        stays = self.stays(ask.subject, view.hands[ask.position], [cards for cards in shown if cards])
        return ask.choices[0] if stays else FOLD


def strong(hand: Shape) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pairs and better before high cards; a measure of hands of three or four cards."""
    return hand.groups, grouped(hand)


def draws(hand: Shape) -> bool:
    """All of one suit, or within reach of a run."""
    return hand.suited or (hand.groups[0] == 1 and hand.ranks[0] - hand.ranks[-1] <= 4)


def ahead_of_what_shows(wager: str, cards: Cards, shown: list[Cards]) -> bool:
    """A pair that no open cards beat, a draw, or before the bet two cards as high as a queen."""
    hand = shape(cards)
    if hand.groups[0] > 1:
        return all(strong(hand) >= strong(shape(other)) for other in shown)
    if draws(hand):
        return True
    return wager == BET and hand.ranks[1] >= QUEEN


def pairs_only(wager: str, cards: Cards, shown: list[Cards]) -> bool:
    return shape(cards).groups[0] > 1


def always(wager: str, cards: Cards, shown: list[Cards]) -> bool:
    return True


STRATEGIES = {
    "book": Simple(ahead_of_what_shows),
    "cautious": Simple(pairs_only, jacks_plus=False),
    "bold": Simple(always),
}
