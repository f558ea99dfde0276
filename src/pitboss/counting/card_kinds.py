"""Kinds and patterns of hands, so that hands which differ only in irrelevant suits are counted once.

A *kind* is a hand's ranks and whether all its cards are of one suit: enough to rank the hand. A *pattern* is a hand
whose suits are renamed in a fixed order: enough to count other hands dealt from the same deck.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm, prod
from typing import NamedTuple

from pitboss.table.cards import FULL_DECK, RANK_OF, RANKS, SUITS

RANK_VALUES = range(2, 15)
CARDS_PER_RANK = len(SUITS)


class Kind(NamedTuple):
    """The ranks of a hand, and whether all its cards are of one suit."""

    ranks: tuple[int, ...]  # from low to high
    suited: bool

    def cards(self) -> tuple[str, ...]:
        """Return one hand of this kind."""
        # Cards of one rank get different suits. If all ranks differ and the kind is not suited, the last card gets
        # another suit than the others.
        suits = [0 if self.suited else self.ranks[:index].count(rank) for index, rank in enumerate(self.ranks)]
        if not self.suited and not any(suits):
            suits[-1] = 1
        return tuple(RANKS[rank - 2] + SUITS[suit] for rank, suit in zip(self.ranks, suits, strict=True))


@cache
def kind_of(cards: tuple[str, ...]) -> Kind:
    """Return the kind of a hand."""
    return Kind(tuple(sorted(RANK_OF[card[0]] for card in cards)), len({card[1] for card in cards}) == 1)


@cache
def ways(kind: Kind, held: tuple[str, ...] = ()) -> int:
    """Count the hands of this kind that contain the cards `held`."""
    needed_ranks, owned = Counter(kind.ranks), Counter(RANK_OF[card[0]] for card in held)
    if owned - needed_ranks:
        return 0
    total = prod(comb(CARDS_PER_RANK - owned[rank], copies - owned[rank]) for rank, copies in needed_ranks.items())
    if len(needed_ranks) < len(kind.ranks):  # a hand with a pair cannot be suited
        return 0 if kind.suited else total
    suits = len({card[1] for card in held})
    of_one_suit = CARDS_PER_RANK if not held else int(suits == 1)
    return of_one_suit if kind.suited else total - of_one_suit


@cache
def kinds(size: int) -> dict[Kind, int]:
    """Return every kind of hand of `size` cards with the number of hands of that kind."""
    hands = {}
    for ranks in combinations_with_replacement(RANK_VALUES, size):
        distinct = set(ranks)
        count = prod([comb(CARDS_PER_RANK, ranks.count(rank)) for rank in distinct])
        if len(distinct) == size:
            hands[Kind(ranks, True)] = CARDS_PER_RANK
            count -= CARDS_PER_RANK
        if count:
            hands[Kind(ranks, False)] = count
    return hands


@cache
def one_card_more(held: Kind) -> tuple[tuple[Kind, int], ...]:
    """Return the kinds that a hand can become with one more card, each with the number of cards that lead to it."""
    extended = []
    for rank in RANK_VALUES:
        ranks = tuple(sorted((*held.ranks, rank)))
        cards = CARDS_PER_RANK - held.ranks.count(rank)
        if held.suited and rank not in held.ranks:
            extended.append((Kind(ranks, True), 1))
            cards -= 1
        if cards:
            extended.append((Kind(ranks, False), cards))
    return tuple(extended)


@cache
def patterns(size: int) -> dict[tuple[str, ...], int]:
    """Return every pattern of `size` cards with the number of hands that it stands for."""
    hands: dict[tuple[str, ...], Fraction] = {}
    for ranks in combinations_with_replacement(RANK_VALUES, size):
        orders = prod(factorial(copies) for copies in Counter(ranks).values())  # orders of equal ranks are one hand
        for suits in _suit_sequences(size):
            cards = tuple(RANKS[rank - 2] + SUITS[suit] for rank, suit in zip(ranks, suits, strict=True))
            if len(set(cards)) == size:
                pattern = normalize_suits(cards)
                share = Fraction(perm(CARDS_PER_RANK, max(suits) + 1), orders)
                hands[pattern] = hands.get(pattern, Fraction()) + share
    return {cards: int(count) for cards, count in hands.items()}


@cache
def _suit_sequences(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to give `size` cards suits where each suit not used before is the lowest unused one."""
    if not size:
        return ((),)
    return tuple(
        (*earlier, suit)
        for earlier in _suit_sequences(size - 1)
        for suit in range(min(max(earlier, default=-1) + 2, CARDS_PER_RANK))
    )


def normalize_suits(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pattern of a hand: its suits renamed, the most frequent first, then those of lower cards."""
    ranks: dict[str, list[int]] = {}
    for card in cards:
        ranks.setdefault(card[1], []).append(RANK_OF[card[0]])
    order = sorted(ranks, key=lambda suit: (-len(ranks[suit]), sorted(ranks[suit])))
    names = dict(zip(order, SUITS, strict=False))
    return tuple(sorted((card[0] + names[card[1]] for card in cards), key=FULL_DECK.index))
