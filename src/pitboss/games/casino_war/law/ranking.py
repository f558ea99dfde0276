"""The rank of a card and the definition of a tie: part 1 of the facts."""

from __future__ import annotations

from pitboss.law.force import rule
from pitboss.table.cards import RANK_OF_CARD


@rule("beyond:casino-war.1(j)", 0)
def rank(card: str) -> int:
    return RANK_OF_CARD[card]


@rule("beyond:casino-war.1(c)", False)
def is_tie_hand(card: str, dealers_card: str) -> bool:
    return rank(card) == rank(dealers_card)


def is_higher(card: str, dealers_card: str) -> bool:
    return rank(card) > rank(dealers_card)
