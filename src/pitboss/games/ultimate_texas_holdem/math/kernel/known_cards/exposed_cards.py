"""Count the game for a player who has seen cards too early: one of the dealer's, one and a card of the board, or both.

Except for the names of suits, a dealer card is one of 13, and two of them are one of 169 sorts. For each sort the
boards are counted once (`known_boards`), by ranks and as seen from each suit that looks different: a suit that has the
known card and one that does not. These are the *views*. Every hole that is possible with the dealer's cards is then put
together from the views of its four suits (`flop_cubes`).

For each hole, four numbers are summed over all boards: the gain of raising on the flop over waiting (only where it is
positive, decided flop by flop), waiting, and the two multiples before the flop. The value is the maximum of waiting
plus gain, and of the multiples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.holes import (
    HOLES,
    SEEN_DEALERS,
    SEEN_DEALS,
    SEEN_RUNOUTS,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards import flop_cubes
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.known_boards import (
    ALL,
    BETS,
    NUMBERS,
    WAITING,
    Bench,
    ByRank,
    FromSuit,
    KnownCards,
    known_by_ranks,
    known_by_suit,
    new_bench,
    worths_by_suit,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
    SUIT_BOARDS,
    hole_kind,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import RoundPayments, all_rates, rates
from pitboss.numeric.compiler import warm
from pitboss.numeric.hands import I8, U2

# Deals for one hole and what was seen: a dealer card and a card of the flop; and the turn or river; both dealer cards.
FLOP_CARD_DEALS = comb(48, 2) * SEEN_RUNOUTS * SEEN_DEALERS
LATER_CARD_DEALS = comb(48, 3) * 45 * SEEN_DEALERS
BOTH_DEALS = comb(48, 3) * comb(45, 2)
# How often each board is counted: once for each of the ten flops it can come from; for the six flops that hold a
# certain card; for the four that do not, so that the card comes later.
AS_FLOP, WITH_FLOP_CARD, WITH_LATER_CARD = 10, 6, 4
KERNELS = (
    worths_by_suit,
    known_by_ranks,
    known_by_suit,
    flop_cubes.gains_by_ranks,
    flop_cubes.lay_ranks,
    flop_cubes.lay_suit,
    flop_cubes.sum_flop_gains,
    flop_cubes.sum_four_gains,
)


class Glimpse(NamedTuple):
    """The value of the game to a player who has seen cards, as a fraction of `deals`."""

    value: int
    deals: int


class Lines(NamedTuple):
    """The holes possible beside the dealer's cards that were seen, and their sums.

    `[card]` is the card of the board that was seen, where such cards are told apart.
    """

    dealers: tuple[int, ...]
    holes: I8  # [line, 2]: the hole's cards
    weight: I8  # [line]: the number of holes and dealer cards that differ from these only in the names of suits
    gains: I8  # [line, card]: see `Gains.total`; gains[line, 52] is the total
    fours: I8  # [line, card]: see `Gains.fours`
    sums: I8  # [number, line, card]: sums over boards with the card; the last index is the total over all boards

    def best(self) -> I8:
        """Return [line]: the value of the best choice, over SEEN_DEALS for one dealer card and BOTH_DEALS for both."""
        return best_of(self.sums[:, :, -1], self.gains[:, 52], AS_FLOP)

    def best_with_flop_card(self) -> I8:
        """Return [line, card]: the value of the best choice, over FLOP_CARD_DEALS."""
        return best_of(self.sums[:, :, :52], self.gains[:, :52], WITH_FLOP_CARD)

    def best_with_later_card(self) -> I8:
        """Return [line, card]: the value of the best choice, over LATER_CARD_DEALS."""
        return best_of(self.sums[:, :, :52], self.fours[:, :52], WITH_LATER_CARD)

    def beside(self) -> I8:
        """Return [line, card]: 1 if the card is neither in the hole nor one of the dealer's."""
        free = np.ones((len(self.holes), 52), np.int64)
        free[:, list(self.dealers)] = 0
        np.put_along_axis(free, self.holes, 0, axis=1)
        return free


def best_of(sums: I8, gains: I8, times: int) -> I8:
    """Return the value of the best first choice, if each board was counted `times` times."""
    best: I8 = np.maximum(times * sums[WAITING] + gains, times * sums[WAITING + 1 :].max(axis=0))
    return best


@cache
def worths(own: int) -> U2:
    """Return [suit board, kind]: the worth of each kind of hole on each suit board."""
    table = np.zeros((SUIT_BOARDS, KINDS), np.uint16)
    worths_by_suit(sorted_boards(own), kinds(), table, new_bench())
    return table


@cache
def kinds_of_holes() -> I8:
    """Return [kind of card, kind of card]: the kind of hole."""
    table = np.zeros((26, 26), np.int64)
    for a in range(26):
        for b in range(26):
            if a != b or a < 13:
                table[a, b] = hole_kind(a, b)
    return table


def kinds_from_suit(cards: I8, suit: int) -> I8:
    """Return the kinds of card that cards are, seen from a suit."""
    kinds: I8 = (cards >> 2) + 13 * (cards & 3 == suit)
    return kinds


def holes_beside(dealers: tuple[int, ...]) -> tuple[I8, I8]:
    """Return holes possible beside these cards, one for all that differ in names of suits, and how many each stands
    for.
    """
    holes = np.array(list(combinations([card for card in range(52) if card not in dealers], 2)), np.int64)
    numbers_by_renaming = []
    for order in permutations(range(4)):
        suits = np.array(order)
        if {4 * (card >> 2) + order[card & 3] for card in dealers} == set(dealers):
            renamed = np.sort(holes & ~3 | suits[holes & 3], axis=1)
            numbers_by_renaming.append(renamed[:, 0] * 52 + renamed[:, 1])
    numbers, weight = np.unique(np.min(numbers_by_renaming, axis=0), return_counts=True)
    return np.stack([numbers // 52, numbers % 52], axis=1), weight.astype(np.int64)


def factors(pay: RoundPayments, dealers: int) -> I8:
    """Return the array `KnownCards.rates` for these payments, with this number of dealer hands."""
    river, flop, fold = all_rates(pay, dealers).reshape(3, 10, 4)
    bets = np.stack([flop, river, *(rates(payment, dealers) for payment in pay.before.values())], axis=2)
    return np.ascontiguousarray(np.hstack([bets.reshape(10, 4 * BETS), fold[:, 3:]]))


class Work:
    """Work arrays for this number of views. With `deep`, fours and cards of the board are told apart."""

    def __init__(self, pay: RoundPayments, dealers: int, views: int, deep: bool, own: int) -> None:
        self.boards, self.worths, self.deep = sorted_boards(own), worths(own), deep
        self.rates = factors(pay, dealers)
        self.by_rank = ByRank(
            np.zeros((RANK_BOARDS, PAIRS + 1, NUMBERS), np.int64), np.zeros((14, PAIRS, NUMBERS), np.int64)
        )
        self.from_suits = np.zeros((views, ALL + 1 if deep else 1, NUMBERS * KINDS), np.int64)
        self.flop_rows, self.four_rows = flop_cubes.new_flop_rows(), flop_cubes.new_four_rows(deep)
        self.rank_flops = np.zeros((RANK_FLOPS, PAIRS), np.int64)
        self.rank_fours = np.zeros((flop_cubes.RANK_FOURS if deep else 0, PAIRS), np.int64)
        self.ranks, self.suits = flop_cubes.new_ranks(deep), flop_cubes.new_suits(views, deep)
        self.bench: Bench = new_bench()

    def know(self, *known: int) -> KnownCards:
        """Return what is paid and known: one or two kinds of card (or ranks) of the dealer's."""
        return KnownCards(self.rates, known[0], known[1] if len(known) > 1 else -1)

    def count_ranks(self, *known: int) -> None:
        """Count every board by ranks, with dealer cards of these ranks."""
        knows, room = self.know(*known), np.zeros(13, np.int64)
        known_by_ranks(self.boards, kinds(), knows, self.by_rank, self.bench)
        flop_cubes.gains_by_ranks(
            knows, kinds(), self.by_rank.boards, self.rank_flops, self.rank_fours, room, self.bench.five
        )
        flop_cubes.lay_ranks(self.rank_flops, self.rank_fours, self.ranks, self.bench.five)

    def count_suit(self, view: int, *known: int) -> None:
        """Count every suit board with dealer cards of these kinds, as the view with this number."""
        knows = self.know(*known)
        results = FromSuit(self.flop_rows, self.four_rows, self.from_suits[view])
        known_by_suit(self.boards, kinds(), knows, self.worths, self.by_rank, results, self.bench)
        flop_cubes.lay_suit(view, knows, kinds(), self.flop_rows, self.four_rows, self.suits, np.zeros(KINDS, np.int64))

    def lines(self, dealers: tuple[int, ...], count: int, views: list[int]) -> Lines:
        """Return the sums of every hole beside these dealer cards, which stand for `count` sets of dealer cards.

        `views` is the number of the view from each suit.
        """
        holes, weight = holes_beside(dealers)
        gains, view_of_suit = flop_cubes.new_gains(len(holes), self.deep), np.array(views, np.int64)
        flop_cubes.sum_flop_gains(holes, view_of_suit, int(self.deep), self.ranks, self.suits, gains)
        if self.deep:
            room, live = np.zeros(flop_cubes.WIDE, np.int64), np.zeros((4, flop_cubes.WIDE), np.int64)
            flop_cubes.sum_four_gains(holes, view_of_suit, dealers[0], self.ranks, self.suits, gains, live, room)
        return Lines(dealers, holes, count * weight, gains.total, gains.fours, self.sums(holes, views))

    def sums(self, holes: I8, views: list[int]) -> I8:
        """Return [number, hole, card] (see `Lines.sums`): the sums by ranks and the changes of each suit."""
        high, low = np.sort(holes >> 2, axis=1)[:, ::-1].T
        pairs, cards = high * (high + 1) // 2 + low, np.arange(52)
        rows = np.append(cards >> 2, 13) if self.deep else np.array([13])
        total: I8 = self.by_rank.cards[rows][:, pairs]
        for suit, view in enumerate(views):
            kind = kinds_of_holes()[kinds_from_suit(holes[:, 0], suit), kinds_from_suit(holes[:, 1], suit)]
            rows = np.append(kinds_from_suit(cards, suit), ALL) if self.deep else np.array([0])
            total = total + self.from_suits[view].reshape(-1, KINDS, NUMBERS)[rows][:, kind]
        return total.transpose(2, 1, 0)


def lines_with_one(work: Work, rank: int) -> Lines:
    """Return the sums of every hole with one dealer card of this rank."""
    work.count_ranks(rank)
    work.count_suit(0, 13 + rank)
    work.count_suit(1, rank)
    return work.lines((4 * rank,), 4, [0, 1, 1, 1])


def lines_with_both(work: Work, high: int, low: int) -> Iterator[Lines]:
    """Yield the sums of every hole with dealer cards of these ranks: a pair; or offsuit cards, then suited ones."""
    apart, suited = (4 * high, 4 * low + 1), (4 * high, 4 * low)
    work.count_ranks(high, low)
    work.count_suit(0, high, low)
    work.count_suit(1, 13 + high, low)
    if high == low:
        yield work.lines(apart, 6, [1, 1, 0, 0])
        return
    work.count_suit(2, 13 + low, high)
    work.count_suit(3, 13 + high, 13 + low)
    yield work.lines(apart, 12, [1, 2, 0, 0])
    yield work.lines(suited, 4, [3, 0, 0, 0])


class Glimpses(NamedTuple):
    """The value of the game after each sort of glimpse."""

    one: Glimpse  # one dealer card
    with_flop_card: Glimpse  # and a card of the flop
    with_later_card: Glimpse  # and the turn or the river, which are turned over together
    both: Glimpse  # both dealer cards


def weighted_sum(weight: I8, best: I8) -> int:
    """Return the weighted sum, in Python's numbers, which do not overflow."""
    return sum(count * value for count, value in zip(weight.tolist(), best.tolist(), strict=True))


def values_with_one(pay: RoundPayments, own: int) -> tuple[int, int, int]:
    """Return the values with one dealer card seen; with a card of the flop as well; with a later card as well."""
    work, one, flop, later = Work(pay, SEEN_DEALERS, 2, True, own), 0, 0, 0
    for rank in range(13):
        lines = lines_with_one(work, rank)
        free = lines.beside()
        one += weighted_sum(lines.weight, lines.best())
        flop += weighted_sum(lines.weight, (lines.best_with_flop_card() * free).sum(axis=1))
        later += weighted_sum(lines.weight, (lines.best_with_later_card() * free).sum(axis=1))
    return one, flop, later


def value_one_dealer_card(pay: RoundPayments, own: int = 0) -> Glimpse:
    """Return the value with one dealer card seen. This takes an eighth of the time of all glimpses."""
    warm(KERNELS)
    work, value = Work(pay, SEEN_DEALERS, 2, False, own), 0
    for rank in range(13):
        lines = lines_with_one(work, rank)
        value += weighted_sum(lines.weight, lines.best())
    return Glimpse(value, HOLES * 50 * SEEN_DEALS)


def value_with_both(pay: RoundPayments, own: int, ranks: Sequence[tuple[int, int]]) -> int:
    """Return the value summed over dealer cards of these ranks, both seen."""
    work = Work(pay, 1, 4, False, own)
    total = 0
    for high, low in ranks:
        for lines in lines_with_both(work, high, low):
            total += weighted_sum(lines.weight, lines.best())
    return total


def value_glimpses(pay: RoundPayments, own: int = 0) -> Glimpses:
    """Return the value of every glimpse before the first decision.

    Kernels release Python's lock, so two threads use two processors.
    """
    warm(KERNELS)  # only one thread may load code
    worths(own)
    pairs = [(high, low) for high in range(13) for low in range(high + 1)]
    with ThreadPoolExecutor(2) as pool:
        ones = pool.submit(values_with_one, pay, own)
        halves = [
            pool.submit(value_with_both, pay, own, pairs[::2]),
            pool.submit(value_with_both, pay, own, pairs[1::2]),
        ]
        both = sum(half.result() for half in halves)
        one, flop, later = ones.result()
    return Glimpses(
        Glimpse(one, HOLES * 50 * SEEN_DEALS),
        Glimpse(flop, HOLES * 50 * 49 * FLOP_CARD_DEALS),
        Glimpse(later, HOLES * 50 * 49 * LATER_CARD_DEALS),
        Glimpse(both, HOLES * comb(50, 2) * BOTH_DEALS),
    )
