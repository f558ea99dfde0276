"""Exact counts for side wagers that a house describes: how many hands each line of the pay table takes.

Two and three cards are counted hand by hand, five by their kinds, and the best five of seven by their worth: the
number of sets of seven cards for each of the 4,824 worths follows from the ranks and the suits apart.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from pitboss.counting.card_kinds import CARDS_PER_RANK, kinds
from pitboss.counting.exact_model import Cards, Outcome, Row, row
from pitboss.counting.named_hands import BEST, line_tests
from pitboss.numeric.rank_worths import by_ranks, by_suit
from pitboss.numeric.single_hand import rank
from pitboss.table.cards import FULL_DECK
from pitboss.table.side_wager import SideLine, SideWager

RANK_COUNT = 13
HAND_OF_SEVEN = 7
LOSES = "no line of the table"


@lru_cache(100)
def line_counts(pay: tuple[SideLine, ...], size: int) -> tuple[int, ...]:
    """Return the number of hands that each line takes and, last, of those that lose, where `size` cards decide."""
    tests = line_tests(pay, min(size, BEST))
    counts = [0] * (len(pay) + 1)
    for cards, number in hands(size):
        index = next((index for index, (_, test) in enumerate(tests) if test(cards)), len(pay))
        counts[index] += number
    return tuple(counts)


@cache
def hands(size: int) -> tuple[tuple[Cards, int], ...]:
    """Return hands that stand for all hands of `size` cards, each with the number that it stands for.

    For seven cards only the best five are returned, because the name of a hand says nothing of the other two.
    """
    if size < BEST:
        return tuple((cards, 1) for cards in combinations(FULL_DECK, size))
    if size == BEST:
        return tuple((kind.cards(), number) for kind, number in kinds(BEST).items())
    by_worth = worths_of_seven()
    shown = {rank(" ".join(kind.cards())): kind.cards() for kind in kinds(BEST)}
    return tuple((shown[worth], number) for worth, number in by_worth.items())


@cache
def worths_of_seven() -> Counter[int]:
    """Return the number of sets of seven cards whose best five have each worth.

    Five or more cards of one suit decide by themselves, for with seven cards they leave room for neither a full house
    nor four of a kind. All other sets count by their ranks.
    """
    worths: Counter[int] = Counter()
    for mask in range(1 << RANK_COUNT):
        if (suited := mask.bit_count()) in range(BEST, HAND_OF_SEVEN + 1):
            others = comb(len(FULL_DECK) - RANK_COUNT, HAND_OF_SEVEN - suited)
            worths[by_suit(mask)] += CARDS_PER_RANK * others
    for ranks in combinations_with_replacement(range(RANK_COUNT), HAND_OF_SEVEN):
        copies = Counter(ranks)
        if max(copies.values()) <= CARDS_PER_RANK:
            held = [
                sum(1 << each for each, count in copies.items() if count > least) for least in range(CARDS_PER_RANK)
            ]
            worths[by_ranks(*held)] += _without_flush(tuple(sorted(copies.values())))
    return worths


@cache
def _without_flush(copies: tuple[int, ...]) -> int:
    """Count the ways to give suits to ranks that occur as often as `copies` says, with fewer than five cards of any
    suit.
    """
    ways = prod(comb(CARDS_PER_RANK, count) for count in copies)
    in_suit = [1]  # by how many cards are of one given suit: the ways for the ranks so far
    for count in copies:
        without, with_it = comb(CARDS_PER_RANK - 1, count), comb(CARDS_PER_RANK - 1, count - 1)
        in_suit = [
            (in_suit[cards] * without if cards < len(in_suit) else 0) + (in_suit[cards - 1] * with_it if cards else 0)
            for cards in range(len(in_suit) + 1)
        ]
    return ways - CARDS_PER_RANK * sum(in_suit[BEST:])


@lru_cache(1000)
def side_wager_row(wager: SideWager, size: int, notes: tuple[str, ...] = ()) -> Row:
    """Return the row of a described wager with its whole distribution, where `size` cards decide."""
    *counts, lost = line_counts(wager.pay, size)
    outcomes = [
        Outcome(number, Fraction(line.rate.win, line.rate.stake), name=line.hand, pays=line.pays)
        for line, number in zip(wager.pay, counts, strict=True)
    ]
    return row(wager.name, "the wager", [*outcomes, Outcome(lost, Fraction(-1), name=LOSES)], notes=notes)
