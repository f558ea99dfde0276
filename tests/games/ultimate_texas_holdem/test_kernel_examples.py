"""The examples by hand in the docstrings of Ultimate's kernels, counted by stepping through the Python functions."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.games.ultimate_texas_holdem.math.kernel import hole_tables, numbering, payments
from pitboss.games.ultimate_texas_holdem.math.kernel.boards import (
    boards_by_ranks,
    boards_by_suits,
    dealer_hands,
    flops,
    river_outs,
    solution,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Boards
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards import known_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import Five
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import RiverTerms, RoundPayments
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_boards, plain_game
from pitboss.games.ultimate_texas_holdem.math.kernel.play import dealt_rounds, strategy_lookup
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import append_hole, new_desk
from pitboss.numeric.hands import ranking_tables
from pitboss.numeric.rank_worths import CLASS
from pitboss.table.cards import FULL_DECK

KING, ACE = 11, 12
ACE_KING = numbering.pair_number(ACE, KING)
BOARD = Five(0, 1, 4, 7, 9)  # 2 3 6 9 J
NUMBER = numbering.board_number(*BOARD)
HIGH_CARD, PAIR, FLUSH = 0, 1, 5
UNIT = np.ones((3, 10, 2), np.int64)


def numbers_of(text: str) -> list[int]:
    """Return the kernels' numbers of cards such as "2h 4d"."""
    order = {card: 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1]) for card in FULL_DECK}
    return [order[card] for card in text.split()]


def tables_of_one_board() -> Boards:
    """Return the worth and order of holes on BOARD alone, by the Python function."""
    shape = numbering.RANK_BOARDS, numbering.PAIRS
    boards = Boards(np.zeros(shape, np.uint16), np.zeros(shape, np.uint8), ranking_tables(7).suited, 0)
    hole_tables.sort_board(BOARD, hole_tables.lookup_for(7), boards, np.zeros(numbering.PAIRS + 5, np.int64))
    return boards


def terms() -> RiverTerms:
    """Return terms without payments and known cards."""
    return RiverTerms(np.zeros((3, 40), np.int64), -1, 0, np.zeros((numbering.RANK_BOARDS, numbering.PAIRS), np.uint8))


def test_a_multiset_is_numbered_as_a_set() -> None:
    assert numbering.flop_number(0, 0, 2) == 4
    assert [numbering.flop_number(*flop) for flop in [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]] == [0, 1, 2, 3]


def test_dealer_hands_are_counted_along_the_line() -> None:
    """A deuce, two threes and a four are left; the holes are 3-2, 4-2, 4-3 and 3-3."""
    desk = new_desk()
    desk.deck.have[:3] = 1, 2, 1
    count = 0
    for high, low, worth in [(1, 0, 1), (2, 0, 2), (2, 1, 3), (1, 1, 1 << CLASS)]:
        count = append_hole(desk.line, count, numbering.pair_number(high, low), high, low, worth)
    dealer_hands.count_dealers(count, desk.line, desk.deck)
    assert desk.line.beaten[:4].tolist() == [0, 0, 1, 1]
    assert desk.line.tied[:4].tolist() == [0, 0, 0, 0]
    assert desk.line.low[:4].tolist() == [1, 0, 1, 1]


def test_ace_king_on_a_board_by_ranks() -> None:
    boards, results = tables_of_one_board(), boards_by_ranks.new_ranks()
    boards_by_ranks.value_board(BOARD, boards, hole_tables.kinds(), terms(), results, new_desk())
    assert results.tally[NUMBER, ACE_KING].tolist() == [377, 368, 9]
    low, beaten, tied, count = results.sums[ACE_KING, :4].tolist()
    assert count == 4**5  # the boards with these ranks
    assert (low, beaten, tied) == (377 * count, 368 * count, 9 * count)


def test_ace_king_on_five_hearts() -> None:
    mask, work, kinds = sum(1 << rank for rank in BOARD), solution.new_work(), hole_tables.kinds()
    shape = numbering.SUIT_BOARDS, numbering.KINDS
    counts = boards_by_suits.SuitCounts(np.zeros(shape, np.uint32), np.zeros(shape, np.uint8))
    results = boards_by_suits.BySuit(
        solution.new_table()[0], np.zeros((numbering.KINDS, 40), np.int64), work.less, counts
    )
    boards = tables_of_one_board()
    plays = terms()._replace(plays=np.zeros(shape, np.uint8))
    boards_by_suits.value_suit_ranks(mask, boards, kinds, plays, work.ranks, results, work.desk)
    number = numbering.first_suit_board(mask, 5)
    assert counts.classes[number, ACE_KING] == 1 + FLUSH
    assert counts.packed[number, ACE_KING] == 666 << 20  # tied; low and beaten are 0
    in_hearts = numbering.kind_one_in_suit(ACE, KING)
    assert counts.packed[number, in_hearts] == 989 << 10  # the ace of hearts beats all hands but 5-4 of hearts


def test_ace_king_against_a_known_ace() -> None:
    known = known_boards.KnownCards(np.zeros((10, 17), np.int64), ACE, -1)
    bench = known_boards.new_bench()
    results = known_boards.ByRank(
        np.zeros((numbering.RANK_BOARDS, numbering.PAIRS + 1, 4), np.int64),
        np.zeros((14, numbering.PAIRS, 4), np.int64),
    )
    known_boards.one_by_ranks(BOARD, tables_of_one_board(), hole_tables.kinds(), known, results, bench)
    assert bench.counts[:3, ACE_KING].tolist() == [27, 24, 3]


def test_the_rows_of_a_flop() -> None:
    """Look at 2h 7h Kd from the suit of each card, in order."""
    first, second, third = flops.rows_of_flop(0, 5, KING, 2, 2, 1)
    assert (first, second, third) == (numbering.TWO_IN_SUIT + 10 * 13 + 11, flops.NOWHERE, 11 * 91 + 15)


def test_the_outs_against_ace_king() -> None:
    sight = river_outs.new_sight()
    outs, hidden = np.full(numbering.PAIRS, river_outs.NO_HOLE, np.uint8), np.zeros(numbering.PAIRS, np.uint8)
    river_outs.place_board_by_ranks(BOARD, sight)
    river_outs.count_outs(0, tables_of_one_board(), hole_tables.kinds(), hole_tables.lookup_for(6), outs, hidden, sight)
    assert (outs[ACE_KING], hidden[ACE_KING]) == (15, 0)


def test_counts_tell_how_dealer_hands_end() -> None:
    """Let two pair meet 990 dealer hands: 400 do not qualify, 800 are beaten and 10 tied."""
    counts = [[0, 0, 0, 0] for _ in range(10)]
    counts[2] = [400, 800, 10, 1]
    assert payments.outcomes(counts, 990)[2] == [[0, 180], [0, 10], [400, 400]]
    factors = payments.rates(np.arange(60, dtype=np.int64).reshape(3, 10, 2), 990)
    assert (factors[2] * counts[2]).sum() == 180 * 5 + 10 * 25 + 400 * 44 + 400 * 45


def test_a_pair_of_nines_against_three_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_game, "play_boards", plain_boards.play_boards.python)
    pay = RoundPayments({4: UNIT}, UNIT, UNIT, np.zeros(10, np.int64))
    first, second = numbers_of("Kd 9c")
    answer = plain_game.ask(pay, (first, second), numbers_of("2h 4d 7c 9s Jh"), deck=numbers_of("3d 8c Js"))
    assert answer.ends[PAIR] == [[0, 2], [0, 0], [1, 0]]


def test_the_code_of_a_flush() -> None:
    """Play on the river, with two hearts and three on the board, against a pair of jacks."""
    cards = np.array([numbers_of("4h 5h 2h 6h 9h Jc Ks Jd 3c")], np.uint8).T.copy()
    ways = dealt_rounds.Ways(
        np.zeros(1, np.int64),
        np.zeros((1, 52 * 52), np.uint8),
        np.zeros((1, strategy_lookup.CLASSES * strategy_lookup.FLOP_LINE), np.uint8),
        np.full((1, strategy_lookup.SUIT_LINES + numbering.SUIT_BOARDS * strategy_lookup.SUIT_LINE), 255, np.uint8),
    )
    nothing = np.zeros((0, 0), np.uint16)
    codes = np.zeros((1, 1), np.uint16)
    worths = dealt_rounds.Worths(ranking_tables(7), nothing, nothing, 0)
    dealt_rounds.play_dealt.python(cards, codes, strategy_lookup.finder(), ways, worths)
    assert codes.tolist() == [[215]]
