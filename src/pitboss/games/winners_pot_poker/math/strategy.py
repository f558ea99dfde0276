"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pitboss.common.ranking import shape
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.play import FOLD
from pitboss.games.winners_pot_poker.law.ranking import strength
from pitboss.games.winners_pot_poker.law.wagers import ANTE, JACKS_PLUS, later_wagers

Cards = Sequence[str]


@dataclass(frozen=True)
class Simple:
    """Bets the minimum ante if he has the chips for the whole round, and stays in when its rule says so."""

    stays: Callable[[Cards, list[Cards]], bool]  # by the own cards and what of every other hand lies open
    jacks_plus: bool = True

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, WinnersPotHouse)
        chips = view.chips[view.seat] - house.minimum - later_wagers(house, house.minimum)
        if chips < 0:
            return
        stakes: dict[str, int] = {ANTE: house.minimum}
        if self.jacks_plus and chips >= house.jacks_plus_minimum:
            stakes[JACKS_PLUS] = house.jacks_plus_minimum
        yield Wager(view.seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        others = [view.dealer, *(cards for position, cards in view.hands.items() if position != ask.position)]
        shown = [[card for card in cards if card != HIDDEN] for cards in others]
        stays = self.stays(view.hands[ask.position], [cards for cards in shown if cards])
        return ask.choices[0] if stays else FOLD


def ahead_of_what_shows(cards: Cards, shown: list[Cards]) -> bool:
    """Return whether a hand has a pair or better that no other hand's open cards beat, or cards of one suit so far."""
    if shape(cards).groups[0] > 1:
        return all(strength(cards, "groups-first") >= strength(other, "groups-first") for other in shown)
    return shape(cards).suited


def pairs_only(cards: Cards, shown: list[Cards]) -> bool:
    return shape(cards).groups[0] > 1


def always(cards: Cards, shown: list[Cards]) -> bool:
    return True


STRATEGIES = {
    "book": Simple(ahead_of_what_shows),
    "cautious": Simple(pairs_only, jacks_plus=False),
    "bold": Simple(always),
}
