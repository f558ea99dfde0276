"""Kinds of cards, for counting: hands that differ only in suits that do not matter are counted together.

A *kind* is ranks and whether all cards are of one suit: all that a hand is judged by. A *pattern* is a hand with its
suits named in the order in which they come: all that matters once other hands are dealt from the same deck.
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
OF_A_RANK = len(SUITS)


class Kind(NamedTuple):
    ranks: tuple[int, ...]  # from low to high
    suited: bool

    def cards(self) -> tuple[str, ...]:
        """Cards of this kind: those of one rank in different suits, the last of several ranks in another one."""
        suits = [0 if self.suited else self.ranks[:at].count(rank) for at, rank in enumerate(self.ranks)]
        if not self.suited and not any(suits):
            suits[-1] = 1
        return tuple(RANKS[rank - 2] + SUITS[suit] for rank, suit in zip(self.ranks, suits, strict=True))


@cache
def kind_of(cards: tuple[str, ...]) -> Kind:
    return Kind(tuple(sorted(RANK_OF[card[0]] for card in cards)), len({card[1] for card in cards}) == 1)


@cache
def ways(kind: Kind, held: tuple[str, ...] = ()) -> int:
    """How many hands are of this kind and hold these cards."""
    want, have = Counter(kind.ranks), Counter(RANK_OF[card[0]] for card in held)
    if have - want:
        return 0
    every = prod(comb(OF_A_RANK - have[rank], often - have[rank]) for rank, often in want.items())
    if len(want) < len(kind.ranks):
        return 0 if kind.suited else every
    suits = len({card[1] for card in held})
    of_one_suit = OF_A_RANK if not held else int(suits == 1)
    return of_one_suit if kind.suited else every - of_one_suit


@cache
def kinds(size: int) -> dict[Kind, int]:
    """Every kind of so many cards, and how many hands are of it."""
    found = {}
    for ranks in combinations_with_replacement(RANK_VALUES, size):
        different = set(ranks)
        every = prod([comb(OF_A_RANK, ranks.count(rank)) for rank in different])
        if len(different) == size:
            found[Kind(ranks, True)] = OF_A_RANK
            every -= OF_A_RANK
        if every:
            found[Kind(ranks, False)] = every
    return found


@cache
def following(held: Kind) -> tuple[tuple[Kind, int], ...]:
    """What one more card makes of it, and how many cards do."""
    found = []
    for rank in RANK_VALUES:
        ranks = tuple(sorted((*held.ranks, rank)))
        others = OF_A_RANK - held.ranks.count(rank)
        if held.suited and rank not in held.ranks:
            found.append((Kind(ranks, True), 1))
            others -= 1
        if others:
            found.append((Kind(ranks, False), others))
    return tuple(found)


@cache
def patterns(size: int) -> dict[tuple[str, ...], int]:
    """Every hand of so many cards but for the names of suits, and how many hands it stands for."""
    found: dict[tuple[str, ...], Fraction] = {}
    for ranks in combinations_with_replacement(RANK_VALUES, size):
        orders = prod(factorial(often) for often in Counter(ranks).values())  # of cards of one rank, which are one hand
        for suits in _in_order_of_coming(size):
            cards = tuple(RANKS[rank - 2] + SUITS[suit] for rank, suit in zip(ranks, suits, strict=True))
            if len(set(cards)) == size:
                pattern = named_in_order(cards)
                share = Fraction(perm(OF_A_RANK, max(suits) + 1), orders)
                found[pattern] = found.get(pattern, Fraction()) + share
    return {cards: int(often) for cards, often in found.items()}


@cache
def _in_order_of_coming(size: int) -> tuple[tuple[int, ...], ...]:
    """Ways to give cards suits, each new one being the next."""
    if not size:
        return ((),)
    return tuple(
        (*before, suit)
        for before in _in_order_of_coming(size - 1)
        for suit in range(min(max(before, default=-1) + 2, OF_A_RANK))
    )


def named_in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The hand with its suits named anew: those that come more often first, and then those of lower cards."""
    ranks: dict[str, list[int]] = {}
    for card in cards:
        ranks.setdefault(card[1], []).append(RANK_OF[card[0]])
    order = sorted(ranks, key=lambda suit: (-len(ranks[suit]), sorted(ranks[suit])))
    names = dict(zip(order, SUITS, strict=False))
    return tuple(sorted((card[0] + names[card[1]] for card in cards), key=FULL_DECK.index))
