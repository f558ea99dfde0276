"""The best five of seven cards, found by their ranks, equal those that trying all combinations finds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE, Cards, best_hand, best_strength, strength
from pitboss.games.ultimate_texas_holdem.math.strategy import count_dealer_outs
from pitboss.table.cards import FULL_DECK, parse_cards

HEARTS_AND_SPADES = tuple(card for card in FULL_DECK if card[1] in "hs")


def best_by_trying(cards: Cards) -> Cards:
    return max(combinations(cards, FIVE), key=strength)


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("deck", [FULL_DECK, HEARTS_AND_SPADES, FULL_DECK[::4]])
def test_the_best_five_of_any_cards(count: int, deck: Cards) -> None:
    """The same cards come in the same order, since records name them; decks with two suits and with few ranks as
    well."""
    chance = Random(32_1)
    for _ in range(2_000):
        cards = tuple(chance.sample(deck, count))
        assert best_hand(cards[:2], cards[2:]) == best_by_trying(cards)
        assert best_strength(cards[:2], cards[2:]) == strength(best_by_trying(cards))


def test_the_best_five_with_a_duplicate_card() -> None:
    chance = Random(32_13)
    for _ in range(2_000):
        cards = tuple(chance.choices(chance.sample(FULL_DECK, 12), k=7))
        assert best_hand(cards[:2], cards[2:]) == best_by_trying(cards)


@pytest.mark.parametrize(
    ("own", "board", "best"),
    [
        ("2c 7d", "Ah Kh Qh Jh 9h", "Ah Kh Qh Jh 9h"),  # five of a suit: a flush
        ("2c 7d", "Ah Kh Qh Jh Tc", "Ah Kh Qh Jh Tc"),  # four of a suit: a straight
        ("Ac 2d", "3h 4h 5h 9s Kd", "Ac 2d 3h 4h 5h"),  # the ace below the two
        ("Ac Ad", "Kc Kd Qh Qs 2c", "Ac Ad Kc Kd Qh"),  # of three pairs two, and the first of the highest cards left
        ("Ac Ad", "Ah Kd Kh Ks 2c", "Ac Ad Ah Kd Kh"),  # of two times three, three and two
    ],
)
def test_the_best_five_in_close_cases(own: str, board: str, best: str) -> None:
    assert best_hand(parse_cards(own), parse_cards(board)) == parse_cards(best)


@pytest.mark.parametrize("deck", [FULL_DECK, HEARTS_AND_SPADES])
def test_outs_of_the_dealer(deck: Cards) -> None:
    """Compare outs counted by rank, where no card makes a flush, with a count card by card."""
    chance = Random(45)
    for _ in range(100):
        cards = tuple(chance.sample(deck, 7))
        mine = strength(best_by_trying(cards))
        outs = sum(strength(best_by_trying((card, *cards[2:]))) > mine for card in FULL_DECK if card not in cards)
        assert count_dealer_outs(cards[:2], cards[2:]) == outs
