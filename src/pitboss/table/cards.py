"""Cards are two letters: rank and suit, "Ah" or "Td". A card on the table lies face up or face down."""

from __future__ import annotations

from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_OF = {rank: value for value, rank in enumerate(RANKS, 2)}
RANK_NAMES = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
NOTHING = "nothing"  # the class of a hand that is none of the law's classes
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

# One deck as it is spread for inspection: by suit and in sequence.
FULL_DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
RANK_OF_CARD = {card: RANK_OF[card[0]] for card in FULL_DECK}


class Lying(NamedTuple):
    """A card as it lies: face up or not."""

    card: str
    up: bool


DOWN = {card: Lying(card, False) for card in FULL_DECK}
UP = {card: Lying(card, True) for card in FULL_DECK}


def pretty(card: str) -> str:
    """Write a card as people do: "Th" as 10♥."""
    return ("10" if card[0] == "T" else card[0]) + SUIT_SIGNS[card[1]]


def card_name(card: str) -> str:
    """Return the name of a card: "ten of hearts"."""
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def parse_cards(text: str, packs: int = 1) -> tuple[str, ...]:
    """Read cards as people type them: "Ah Kd 10s", "AhKdTs", in capitals or not.

    Raises ValueError for text that is not a card, and for a card that occurs more often than in `packs` packs.
    """
    compact = text.replace(",", " ").replace("10", "T").replace(" ", "")
    cards = tuple(compact[i].upper() + compact[i + 1 : i + 2].lower() for i in range(0, len(compact), 2))
    for card in cards:
        if card not in DOWN:
            raise ValueError(
                f"{card!r} is not a card; write a rank of {' '.join(RANKS)} and a suit of c d h s, as in Ah"
            )
    if repeated := sorted({card for card in cards if cards.count(card) > packs}):
        often = "once" if packs == 1 else f"{packs} times"
        decks = "a deck has" if packs == 1 else f"{packs} decks have"
        raise ValueError(f"{', '.join(repeated)} appears more than {often}; {decks} each card {often}")
    return cards
