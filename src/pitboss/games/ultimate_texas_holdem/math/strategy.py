"""Simple strategies for companions and demonstrations. Each sees only the view of its own seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.common.ranking import NOTHING, suits_of
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.ultimate_texas_holdem.law.hands import HAND
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE, Cards, best_hand, best_strength, hand_class, strength
from pitboss.games.ultimate_texas_holdem.law.wagers import ANTE, BLIND, TRIPS
from pitboss.table.cards import FULL_DECK, RANK_OF

ENOUGH_OUTS = 21  # cards that would put the dealer ahead; with fewer outs even a poor hand is played


@dataclass(frozen=True)
class Simple:
    """A strategy that bets the minimum, and places the highest play wager when its rule says so."""

    plays: Callable[[Cards, Cards], bool]  # arguments: own cards, community cards that are up
    trips: bool = True

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, UltimateHouse)
        chips = view.chips[view.seat] - 3 * house.minimum  # ante, blind and the least play wager
        if chips < 0:
            return
        stakes: dict[str, int] = {ANTE: house.minimum, BLIND: house.minimum}
        if self.trips and chips >= house.trips_minimum:
            stakes[TRIPS] = house.trips_minimum
        yield Wager(view.seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        otherwise, *plays = ask.choices  # check or fold, then the play wagers that can be afforded, the highest first
        own = view.hands.get(ask.position, ())  # empty if both cards went astray
        board = tuple([card for card in view.community if card != HIDDEN])
        is_complete = len(own) == HAND and len(board) in (0, 3, FIVE)  # otherwise an error is about to be corrected
        return plays[0] if plays and is_complete and self.plays(own, board) else otherwise


def by_the_book(own: Cards, board: Cards) -> bool:
    """Return whether to play, as the literature advises.

    Four antes on the better hands, two on a made hand or a flush draw, and one in most other cases.
    """
    if not board:
        return raises_before_the_flop(own)
    if len(board) < FIVE:
        return (is_made_with_own_cards(own, board) and not only_twos(own, board)) or draws_to_a_high_flush(own, board)
    return is_made_with_own_cards(own, board) or count_dealer_outs(own, board) < ENOUGH_OUTS


def raises_before_the_flop(own: Cards) -> bool:
    """Return whether to raise.

    Raises pairs from threes up, any ace, suited any king, Q6 and J8, offsuit K5, Q8 and JT, and higher cards.
    """
    high, low = sorted((RANK_OF[card[0]] for card in own), reverse=True)
    if high == low:
        return low >= RANK_OF["3"]
    suited = own[0][1] == own[1][1]
    least = {"A": "2", "K": "2", "Q": "6", "J": "8"} if suited else {"A": "2", "K": "5", "Q": "8", "J": "T"}
    return any(high == RANK_OF[top] and low >= RANK_OF[kicker] for top, kicker in least.items())


def is_made_with_own_cards(own: Cards, board: Cards) -> bool:
    """Return whether the hand is a pair or better that the board alone does not give everyone."""
    best = best_hand(own, board)
    if len(board) == FIVE:
        return hand_class(best) != NOTHING and strength(best)[:2] > strength(board)[:2]
    pairs = own[0][0] == own[1][0] or any(card[0] == board_card[0] for card in own for board_card in board)
    return pairs or hand_class(best) in ("straight", "flush", "straight flush", "royal flush")


def only_twos(own: Cards, board: Cards) -> bool:
    return own[0][0] == own[1][0] == "2" and hand_class(best_hand(own, board)) == "pair"


def draws_to_a_high_flush(own: Cards, board: Cards) -> bool:
    """Return whether four cards are of one suit, including an own card that is ten or higher."""
    suits = suits_of(own + board)
    return any(suits.count(card[1]) == 4 and RANK_OF[card[0]] >= RANK_OF["T"] for card in own)


def count_dealer_outs(own: Cards, board: Cards) -> int:
    """Count the single cards in the dealer's hand that would beat this hand."""
    own_strength, seen = best_strength(own, board), own + board
    suits = suits_of(board)
    beats: dict[str, bool] = {}
    outs = 0
    for card in FULL_DECK:
        if card in seen:
            continue
        kind = card if suits.count(card[1]) >= FIVE - 1 else card[0]  # the suit matters only for a flush
        if kind not in beats:
            beats[kind] = best_strength((card,), board) > own_strength
        outs += beats[kind]
    return outs


def strong_hands_only(own: Cards, board: Cards) -> bool:
    """Return whether to play.

    Before the flop: a pair of tens or better, or two cards ten or higher. Later: a pair or better with an own card.
    """
    if board:
        return is_made_with_own_cards(own, board)
    return all(RANK_OF[card[0]] >= RANK_OF["T"] for card in own)


def always(own: Cards, board: Cards) -> bool:
    return True


STRATEGIES = {
    "book": Simple(by_the_book),
    "cautious": Simple(strong_hands_only, trips=False),
    "bold": Simple(always),
}
