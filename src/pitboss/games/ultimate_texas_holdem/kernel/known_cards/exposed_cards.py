"""The game for one who has seen cards too early: one of the dealer's, one and a card of the board, or both.

By the names of suits a dealer card is one of thirteen, and two of them are one of 169. For each the boards are counted
once (`known_boards`), as seen from a suit that has the card and from one that has not; every hole beside is then put
together from these (`flop_cubes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.holes import (
    HOLES,
    SEEN_DEALERS,
    SEEN_DEALS,
    SEEN_RUNOUTS,
)
from pitboss.games.ultimate_texas_holdem.kernel.known_cards import flop_cubes
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.known_boards import (
    ALL,
    BETS,
    NUMBERS,
    WAITING,
    Bench,
    ByRank,
    FromSuit,
    Known,
    known_by_ranks,
    known_by_suit,
    new_bench,
    worths_by_suit,
)
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
    SUIT_BOARDS,
    kind_of,
)
from pitboss.games.ultimate_texas_holdem.kernel.payments import Pay, all_rates, rates
from pitboss.numeric.compiler import warm
from pitboss.numeric.hands import I8, U2

# Of one hole and what was seen: with a card of the flop, with the turn or the river, and with both dealer cards.
FLOP_CARD_DEALS = comb(48, 2) * SEEN_RUNOUTS * SEEN_DEALERS
LATER_CARD_DEALS = comb(48, 3) * 45 * SEEN_DEALERS
BOTH_DEALS = comb(48, 3) * comb(45, 2)
# How often a board is counted, once for each way its cards can lie: all of them; with a card that is on the flop; with
# one that comes later, which may be told first.
AS_FLOP, WITH_FLOP_CARD, WITH_LATER_CARD = 10, 6, 4
KERNELS = (
    worths_by_suit,
    known_by_ranks,
    known_by_suit,
    flop_cubes.gains_by_ranks,
    flop_cubes.lay_ranks,
    flop_cubes.lay_suit,
    flop_cubes.flops_beside,
    flop_cubes.fours_beside,
)


class Glimpse(NamedTuple):
    """What seeing cards is worth, as a fraction of `deals`: everything after is played best with them in mind."""

    value: int
    deals: int


class Lines(NamedTuple):
    """Holes beside the dealer's cards that were seen; numbers by line and, where cards are told apart, by card."""

    dealers: tuple[int, ...]
    holes: I8  # [line]: two cards
    weight: I8  # [line]: how many deals of a hole and dealer cards look alike
    gains: I8  # [line, card]: see `Gains`
    fours: I8
    sums: I8  # [number, line, card]: the last over all boards, and alone where cards are not told apart

    def best(self) -> I8:
        """[line], over SEEN_DEALS, or over BOTH_DEALS."""
        return best_of(self.sums[:, :, -1], self.gains[:, 52], AS_FLOP)

    def best_with_flop_card(self) -> I8:
        """[line, card], over FLOP_CARD_DEALS."""
        return best_of(self.sums[:, :, :52], self.gains[:, :52], WITH_FLOP_CARD)

    def best_with_later_card(self) -> I8:
        """[line, card], over LATER_CARD_DEALS."""
        return best_of(self.sums[:, :, :52], self.fours[:, :52], WITH_LATER_CARD)

    def beside(self) -> I8:
        """[line, card]: 1 where the card is neither in the hole nor the dealer's."""
        free = np.ones((len(self.holes), 52), np.int64)
        free[:, list(self.dealers)] = 0
        np.put_along_axis(free, self.holes, 0, axis=1)
        return free


def best_of(sums: I8, gains: I8, often: int) -> I8:
    found: I8 = np.maximum(often * sums[WAITING] + gains, often * sums[WAITING + 1 :].max(axis=0))
    return found


@cache
def worths(own: int) -> U2:
    found = np.zeros((SUIT_BOARDS, KINDS), np.uint16)
    worths_by_suit(sorted_boards(own), kinds(), found, new_bench())
    return found


@cache
def kinds_of_holes() -> I8:
    """[kind of card, kind of card]: the kind of hole."""
    found = np.zeros((26, 26), np.int64)
    for a in range(26):
        for b in range(26):
            if a != b or a < 13:
                found[a, b] = kind_of(a, b)
    return found


def from_suit(cards: I8, suit: int) -> I8:
    """Kinds of card."""
    found: I8 = (cards >> 2) + 13 * (cards & 3 == suit)
    return found


def holes_beside(dealers: tuple[int, ...]) -> tuple[I8, I8]:
    """Every hole beside these cards but for the names of suits, and how many each stands for."""
    holes = np.array(list(combinations([card for card in range(52) if card not in dealers], 2)), np.int64)
    alike = []
    for order in permutations(range(4)):
        suits = np.array(order)
        if {4 * (card >> 2) + order[card & 3] for card in dealers} == set(dealers):
            renamed = np.sort(holes & ~3 | suits[holes & 3], axis=1)
            alike.append(renamed[:, 0] * 52 + renamed[:, 1])
    numbers, weight = np.unique(np.min(alike, axis=0), return_counts=True)
    return np.stack([numbers // 52, numbers % 52], axis=1), weight.astype(np.int64)


def factors(pay: Pay, dealers: int) -> I8:
    """Of `Known`, against so many dealer hands."""
    river, flop, fold = all_rates(pay, dealers).reshape(3, 10, 4)
    bets = np.stack([flop, river, *(rates(each, dealers) for each in pay.before.values())], axis=2)
    return np.ascontiguousarray(np.hstack([bets.reshape(10, 4 * BETS), fold[:, 3:]]))


class Work:
    """Arrays to count in, for so many views from a suit; with `deep`, fours and cards of the board are told apart."""

    def __init__(self, pay: Pay, dealers: int, views: int, deep: bool, own: int) -> None:
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

    def know(self, *known: int) -> Known:
        return Known(self.rates, known[0], known[1] if len(known) > 1 else -1)

    def count_ranks(self, *known: int) -> None:
        knows, room = self.know(*known), np.zeros(13, np.int64)
        known_by_ranks(self.boards, kinds(), knows, self.by_rank, self.bench)
        flop_cubes.gains_by_ranks(
            knows, kinds(), self.by_rank.boards, self.rank_flops, self.rank_fours, room, self.bench.five
        )
        flop_cubes.lay_ranks(self.rank_flops, self.rank_fours, self.ranks, self.bench.five)

    def count_suit(self, view: int, *known: int) -> None:
        knows = self.know(*known)
        found = FromSuit(self.flop_rows, self.four_rows, self.from_suits[view])
        known_by_suit(self.boards, kinds(), knows, self.worths, self.by_rank, found, self.bench)
        flop_cubes.lay_suit(view, knows, kinds(), self.flop_rows, self.four_rows, self.suits, np.zeros(KINDS, np.int64))

    def lines(self, dealers: tuple[int, ...], often: int, views: list[int]) -> Lines:
        """Every hole beside these dealer cards, which stand for `often` like them."""
        holes, weight = holes_beside(dealers)
        gains, seen = flop_cubes.new_gains(len(holes), self.deep), np.array(views, np.int64)
        flop_cubes.flops_beside(holes, seen, int(self.deep), self.ranks, self.suits, gains)
        if self.deep:
            room, live = np.zeros(flop_cubes.WIDE, np.int64), np.zeros((4, flop_cubes.WIDE), np.int64)
            flop_cubes.fours_beside(holes, seen, dealers[0], self.ranks, self.suits, gains, live, room)
        return Lines(dealers, holes, often * weight, gains.total, gains.fours, self.sums(holes, views))

    def sums(self, holes: I8, views: list[int]) -> I8:
        high, low = np.sort(holes >> 2, axis=1)[:, ::-1].T
        pairs, cards = high * (high + 1) // 2 + low, np.arange(52)
        places = np.append(cards >> 2, 13) if self.deep else np.array([13])
        found: I8 = self.by_rank.cards[places][:, pairs]
        for suit, view in enumerate(views):
            kind = kinds_of_holes()[from_suit(holes[:, 0], suit), from_suit(holes[:, 1], suit)]
            places = np.append(from_suit(cards, suit), ALL) if self.deep else np.array([0])
            found = found + self.from_suits[view].reshape(-1, KINDS, NUMBERS)[places][:, kind]
        return found.transpose(2, 1, 0)


def with_one(work: Work, rank: int) -> Lines:
    """A dealer card of this rank."""
    work.count_ranks(rank)
    work.count_suit(0, 13 + rank)
    work.count_suit(1, rank)
    return work.lines((4 * rank,), 4, [0, 1, 1, 1])


def with_both(work: Work, high: int, low: int) -> Iterator[Lines]:
    """Dealer cards of these ranks: a pair, or two that are not of a suit and two that are."""
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
    one: Glimpse  # one dealer card
    with_flop_card: Glimpse  # and a card of the flop
    with_later_card: Glimpse  # and the turn or the river, which are turned over together
    both: Glimpse  # both dealer cards


def weighed(weight: I8, best: I8) -> int:
    """Summed in numbers of any size."""
    return sum(often * value for often, value in zip(weight.tolist(), best.tolist(), strict=True))


def all_of_one(pay: Pay, own: int) -> tuple[int, int, int]:
    """One dealer card; with a card of the flop; with a later one."""
    work, one, flop, later = Work(pay, SEEN_DEALERS, 2, True, own), 0, 0, 0
    for rank in range(13):
        lines = with_one(work, rank)
        free = lines.beside()
        one += weighed(lines.weight, lines.best())
        flop += weighed(lines.weight, (lines.best_with_flop_card() * free).sum(axis=1))
        later += weighed(lines.weight, (lines.best_with_later_card() * free).sum(axis=1))
    return one, flop, later


def one_alone(pay: Pay, own: int = 0) -> Glimpse:
    """One dealer card and no other, which takes an eighth of the time of all glimpses."""
    warm(KERNELS)
    work, value = Work(pay, SEEN_DEALERS, 2, False, own), 0
    for rank in range(13):
        lines = with_one(work, rank)
        value += weighed(lines.weight, lines.best())
    return Glimpse(value, HOLES * 50 * SEEN_DEALS)


def all_of_both(pay: Pay, own: int, ranks: Sequence[tuple[int, int]]) -> int:
    """Both dealer cards, of these ranks."""
    work = Work(pay, 1, 4, False, own)
    found = 0
    for high, low in ranks:
        for lines in with_both(work, high, low):
            found += weighed(lines.weight, lines.best())
    return found


def seen_early(pay: Pay, own: int = 0) -> Glimpses:
    """Every glimpse, before the first decision. Kernels let go of Python's lock, so two threads take two cores."""
    warm(KERNELS)  # only one thread may load code
    worths(own)
    pairs = [(high, low) for high in range(13) for low in range(high + 1)]
    with ThreadPoolExecutor(2) as pool:
        ones = pool.submit(all_of_one, pay, own)
        halves = [pool.submit(all_of_both, pay, own, pairs[::2]), pool.submit(all_of_both, pay, own, pairs[1::2])]
        both = sum(half.result() for half in halves)
        one, flop, later = ones.result()
    return Glimpses(
        Glimpse(one, HOLES * 50 * SEEN_DEALS),
        Glimpse(flop, HOLES * 50 * 49 * FLOP_CARD_DEALS),
        Glimpse(later, HOLES * 50 * 49 * LATER_CARD_DEALS),
        Glimpse(both, HOLES * comb(50, 2) * BOTH_DEALS),
    )
