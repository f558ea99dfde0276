"""Exposed cards: the fast count equals a count hand by hand, on small decks and on samples of the whole deck."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from games.ultimate_texas_holdem.test_kernel import DECKS, USUAL, best_of, by_own, random_pay, seen_lines
from kit.series import CAMPAIGN, SOAK, first
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.kernel import (
    DEALS,
    SEEN_DEALS,
    STARTING,
    RoundPayments,
    first_decision,
    hole_tables,
    holes,
    numbering,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards import (
    exposed_cards,
    flop_cubes,
    known_boards,
    single_hole,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game  # fmt: skip
from pitboss.numeric.rank_worths import CLASS

I8 = NDArray[np.int64]


def work_for_one(rank: int, pay: RoundPayments = USUAL, own: int = 0) -> exposed_cards.Lines:
    return exposed_cards.lines_with_one(exposed_cards.Work(pay, holes.SEEN_DEALERS, 2, True, own), rank)


@cache
def lines_of_rank(rank: int) -> exposed_cards.Lines:
    return work_for_one(rank)


# --- one hole before the flop


def plain_count(
    pay: RoundPayments, deck: Sequence[int], hole: tuple[int, int], dealers: tuple[int, ...], own: int
) -> tuple[int, dict[int, int]]:
    """Count the game in plain steps, from a small deck that includes the hole and the dealer's cards."""
    rest = [card for card in deck if card not in (*hole, *dealers)]

    def values_of_staying(board: tuple[int, ...], payment: I8) -> int:
        mine, total = best_of(hole, board, own), 0
        for more in combinations([card for card in rest if card not in board], 2 - len(dealers)):
            theirs = best_of((*dealers, *more), board, own)
            outcome = 2 if mine > theirs else 1 if mine == theirs else 0
            total += int(payment[outcome, mine[0], int(theirs[0] > 0)])
        return total

    hands = comb(len(rest) - 5, 2 - len(dealers))
    checked, played = 0, dict.fromkeys(pay.before, 0)
    for flop in combinations(rest, 3):
        waits = raises = 0
        for runout in combinations([card for card in rest if card not in flop], 2):
            board = tuple(sorted((*flop, *runout)))
            waits += max(values_of_staying(board, pay.river), hands * int(pay.fold[best_of(hole, board, own)[0]]))
            raises += 0 if pay.flop is None else values_of_staying(board, pay.flop)
            for times in played:
                played[times] += values_of_staying(board, pay.before[times])
        checked += waits if pay.flop is None else max(waits, raises)
    return checked, played


@by_own
@pytest.mark.parametrize("many", range(3), ids=["nothing known", "one dealer card", "both"])
@pytest.mark.parametrize("name", DECKS)
def test_one_hole_equals_brute_force_on_small_decks(name: str, many: int, own: int) -> None:
    deck = DECKS[name]
    for seed, at in ((0, 0), (3, 5)):  # the second pays nothing on the flop
        hole, dealers = (deck[at], deck[at + 2]), tuple(deck[1::2][:many])
        hole = (deck[at], next(card for card in deck[::-1] if card not in (deck[at], *dealers)))
        if hole[0] in dealers:
            hole = (next(card for card in deck if card not in (hole[1], *dealers)), hole[1])
        pay = random_pay(seed)
        found = first_decision(pay, hole, dealers, [card for card in range(52) if card not in deck], own)
        assert (found.checked, found.played) == plain_count(pay, deck, hole, dealers, own)
        free = len(deck) - 2 - many
        assert found.deals == comb(free, 3) * comb(free - 3, 2) * comb(free - 5, 2 - many)


@by_own
def test_one_hole_equals_the_whole_game(own: int) -> None:
    pay = random_pay(1)
    solution = kernel.solve(pay, own=own)
    for at in random.Random(own).sample(range(169), 6):
        found = first_decision(pay, STARTING[at].cards, own=own)
        assert (found.deals, found.checked) == (DEALS, solution.checked[at])
        assert found.played == {times: line[at] for times, line in solution.played.items()}


@by_own
def test_cards_that_are_out_equal_the_plain_count(own: int) -> None:
    """Lay every board of the other cards by the plain kernel, with thirty cards out."""
    draw = random.Random(7)
    for _ in range(2):
        deck = draw.sample(range(52), 16 if own else 22)
        hole = (deck[0], deck[1])
        (checked,), played = (slow := plain_game.solve(USUAL, deck, [hole], own)).checked, slow.played
        found = first_decision(USUAL, hole, (), [card for card in range(52) if card not in deck], own)
        assert (found.deals, found.checked) == (slow.deals, checked)
        assert found.played == {times: line[0] for times, line in played.items()}


def test_one_hole_stepped_through_is_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = DECKS["eleven"]
    out = [card for card in range(52) if card not in deck]
    asked = [((deck[0], deck[4]), dealers) for dealers in ((), (deck[2],), (deck[2], deck[7]))]
    expected = [first_decision(USUAL, hole, dealers, out) for hole, dealers in asked]
    monkeypatch.setattr(single_hole, "before_the_flop", single_hole.before_the_flop.python)
    assert [first_decision(USUAL, hole, dealers, out) for hole, dealers in asked] == expected


# --- all holes


@by_own
@pytest.mark.parametrize("rank", first(1, [8, 0, 12]))
def test_a_dealer_card_seen_equals_one_hole_at_a_time(rank: int, own: int) -> None:
    pay = random_pay(2) if rank == 8 else USUAL
    lines = work_for_one(rank, pay, own)
    assert lines.weight.sum() == 4 * comb(51, 2)
    best = lines.best()
    for line in random.Random(rank).sample(range(len(best)), 5):
        hole = tuple(lines.holes[line].tolist())
        found = first_decision(pay, hole, (4 * rank,), own=own)
        assert found.deals == SEEN_DEALS
        assert best[line] == max(found.checked, *found.played.values())


@by_own
@pytest.mark.parametrize("ranks", [(12, 12), (9, 2), *(pytest.param(each, marks=SOAK) for each in [(0, 0), (12, 11)])])
def test_both_dealer_cards_seen_equal_one_hole_at_a_time(ranks: tuple[int, int], own: int) -> None:
    high, low = ranks
    pay = random_pay(2) if high == low else USUAL
    work = exposed_cards.Work(pay, 1, 4, False, own)
    for lines in exposed_cards.lines_with_both(work, high, low):
        assert lines.weight.sum() == (6 if high == low else 12 if lines.dealers[1] & 3 else 4) * comb(50, 2)
        best = lines.best()
        for line in random.Random(high).sample(range(len(best)), 5):
            hole = tuple(lines.holes[line].tolist())
            found = first_decision(pay, hole, lines.dealers, own=own)
            assert found.deals == exposed_cards.BOTH_DEALS
            assert best[line] == max(found.checked, *found.played.values())


def test_boards_by_card_are_all_boards_five_times() -> None:
    """Check that a board is counted once for each of its cards; a flop three times, four cards four times."""
    lines = lines_of_rank(12)
    free = lines.beside()
    assert (free.sum(axis=1) == 49).all()
    sums = (lines.sums[1:, :, :52] * free).sum(axis=2)
    assert np.array_equal(sums, 5 * lines.sums[1:, :, 52])
    assert np.array_equal(lines.gains[:, :52].sum(axis=1), 3 * lines.gains[:, 52])
    assert np.array_equal(lines.fours[:, :52].sum(axis=1), 4 * lines.fours[:, 52])


def with_card(pay: RoundPayments, hole: tuple[int, int], dealer: int, card: int) -> tuple[int, int]:
    """Return what a hole is worth with a dealer card and one card of the flop or later board known.

    Counts every board that has the card, against every second card of the dealer, ranked by `numeric.hands`.
    """
    assert pay.flop is not None
    rest = [each for each in range(52) if each not in (*hole, dealer, card)]
    four = np.array(list(combinations(range(48), 4)))
    boards = np.hstack([np.array(rest, np.uint8)[four], np.full((len(four), 1), card, np.uint8)])
    mine = plain_game.worths_on(boards, hole, 0)
    payments: dict[int, I8] = {1: pay.river, 2: pay.flop, **pay.before}  # by how much is played
    made, stays = mine >> CLASS, {name: np.zeros(len(four), np.int64) for name in payments}
    for place, other in enumerate(rest):
        there = ~(four == place).any(axis=1)
        theirs = plain_game.worths_on(boards[there], (dealer, other), 0)
        ends = ((mine[there] >= theirs) + 0 + (mine[there] > theirs), made[there], (theirs >> CLASS > 0) + 0)
        for name, payment in payments.items():
            stays[name][there] += payment[ends]
    waits = np.maximum(stays[1], 44 * pay.fold[made])

    def best(others: int, often: int) -> int:
        """Return the value of the best decisions if `others` of the four cards beside it are known where the flop is
        decided on."""
        at = [np.ravel_multi_index(tuple(four[:, kept].T), (48,) * others) for kept in combinations(range(4), others)]
        known = [np.zeros(48**others, np.int64) for _ in range(2)]
        for worth, into in zip((waits, stays[2]), known, strict=True):
            for places in at:
                np.add.at(into, places, worth)
        return max(int(np.maximum(*known).sum()), *(often * int(stays[times].sum()) for times in pay.before))

    return best(2, 6), best(3, 4)


def line_and_card(rank: int, seed: int) -> tuple[int, int]:
    """Return a line of boards and a card that goes with it."""
    draw, free = random.Random(seed), lines_of_rank(rank).beside()
    line = draw.randrange(len(free))
    return line, draw.choice(np.flatnonzero(free[line]).tolist())


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=CAMPAIGN) for seed in range(2, 12))])
def test_a_card_of_the_board_seen_as_well_equals_every_board_ranked(seed: int) -> None:
    rank = (0, 12, 6)[seed % 3]
    line, card = line_and_card(rank, seed)
    hole = tuple(lines_of_rank(rank).holes[line].tolist())
    flop, later = with_card(USUAL, hole, 4 * rank, card)
    assert lines_of_rank(rank).best_with_flop_card()[line, card] == flop
    assert lines_of_rank(rank).best_with_later_card()[line, card] == later


def test_more_seen_is_never_worth_less_to_any_hole() -> None:
    """Check that nothing is lost on average over a known card, which a player may ignore."""
    lines = lines_of_rank(6)
    free, least = lines.beside(), lines.best()
    for found, deals in (
        (lines.best_with_flop_card(), exposed_cards.FLOP_CARD_DEALS),
        (lines.best_with_later_card(), exposed_cards.LATER_CARD_DEALS),
    ):
        assert 49 * deals % SEEN_DEALS == 0
        assert ((found * free).sum(axis=1) >= least * (49 * deals // SEEN_DEALS)).all()


@pytest.mark.soak
def test_a_dealer_card_seen_equals_the_older_count() -> None:
    """Compare `seen`, which counts flops one by one, with `cubes`, which adds sixteen at a time."""
    rank = 9
    lines = lines_of_rank(rank)
    value = exposed_cards.weighted_sum(lines.weight, lines.best())
    assert value == sum(each.weight * each.best() for each in seen_lines() if each.card >> 2 == rank)


def test_holes_beside_dealer_cards_are_all_holes() -> None:
    for dealers in ((4,), (4, 9), (4, 5), (4, 8)):
        holes, weight = exposed_cards.holes_beside(dealers)
        assert weight.sum() == comb(52 - len(dealers), 2)
        assert not np.isin(holes, dealers).any()


@by_own
def test_what_holes_make_on_suited_boards_is_what_they_are_worth(own: int) -> None:
    draw, worths = random.Random(3), exposed_cards.worths(own)
    for _ in range(200):
        size = draw.choice((3, 3, 4, 5))
        inside = draw.sample(range(13), size)
        board = [4 * rank for rank in inside] + [4 * draw.randrange(13) + suit for suit in (1, 2)[: 5 - size]]
        first, second = draw.sample([card for card in range(52) if card not in board], 2)
        outside = [card >> 2 for card in board[size:]]
        number = numbering.first_suit_board(sum(1 << rank for rank in inside), size)
        number += numbering.pair_number(*outside) if len(outside) == 2 else sum(outside)
        mine = plain_game.worths_on(np.array([board], np.uint8), (first, second), own)[0]
        assert worths[number, numbering.kind_from_suit(first, second, 0)] == mine


@pytest.mark.parametrize("cards", [(7,), (20,), (7, 20), (22, 24)], ids=str)
def test_a_board_stepped_through_is_as_asked(cards: tuple[int, ...]) -> None:
    """Run every part by Python as it stands; a number that does not fit its type would be a warning, and fail. The
    worth of waiting is what the plain kernel says of a hole on that river. Spades are the suit."""
    knows, bench, kinds = (
        exposed_cards.Work(USUAL, 44 if len(cards) == 1 else 1, 1, False, 0).know(*cards),
        known_boards.new_bench(),
        hole_tables.kinds(),
    )
    boards, draw = hole_tables.sorted_boards(), random.Random(4)
    dealers = tuple(4 * (kind % 13) + (0 if kind >= 13 else 3) for kind in cards)
    by_ranks = known_boards.ByRank(np.zeros((6188, 92, 4), np.int64), np.zeros((14, 91, 4), np.int64))
    for mask, t, u in [(0b1000000001101, 5, 4), (0b1000000001101, 5, -1), (0b0000001011110, -1, -1), (0b111, 9, 9)]:
        mask = mask if u < 0 or mask.bit_count() == 3 else mask & mask - 1
        size = mask.bit_count()
        number = numbering.first_suit_board(mask, size) + (numbering.pair_number(t, u) if u >= 0 else max(t, 0))
        board = [4 * rank for rank in range(13) if mask >> rank & 1] + [4 * t + 1] * (t >= 0) + [4 * u + 2] * (u >= 0)
        known_boards.lay_nets(knows, bench)
        five = numbering.Five(*sorted(card >> 2 for card in board))
        by_rank = knows._replace(first=knows.first % 13, second=knows.second % 13 if knows.second >= 0 else -1)
        known_boards.one_by_ranks(five, boards, kinds, by_rank, by_ranks, bench)
        row, begin = by_ranks.boards[numbering.board_number(*five)], known_boards.first_kind(size, knows, 0)
        bench.change[:] = 0
        known_boards.change_here(mask, t, u, begin, exposed_cards.worths(0)[number], kinds, knows, row, bench)
        rest = [card for card in range(52) if card not in (*board, *dealers)]
        for _ in range(12):
            hole = draw.sample(rest, 2)
            told = plain_game.ask(USUAL, (hole[0], hole[1]), board, dealers)
            kind = numbering.kind_from_suit(hole[0], hole[1], 0)
            waiting = (
                row[kinds.pair[kind], known_boards.WAITING]
                + bench.change[known_boards.NUMBERS * kind + known_boards.WAITING]
            )
            assert waiting == max(told.choices.values())


def test_flops_stepped_through_are_as_compiled() -> None:
    work = exposed_cards.Work(USUAL, 44, 2, True, 0)
    lines = exposed_cards.lines_with_one(work, 12)
    hole, views = lines.holes[77:78].copy(), np.array([0, 1, 1, 1])
    gains = flop_cubes.new_gains(1, True)
    flop_cubes.sum_flop_gains.python(hole, views, 1, work.ranks, work.suits, gains)
    assert gains.total[0].tolist() == lines.gains[77].tolist()
    gains = flop_cubes.new_gains(1, False)
    flop_cubes.sum_flop_gains.python(hole, views, 0, work.ranks, work.suits, gains)
    assert gains.total[0, 52] == lines.gains[77, 52]


def test_on_the_flop_and_the_river_both_dealer_cards_are_one_hand() -> None:
    """Compare `plain.ask` against the one hand with the sum over all hands, checked one by one."""
    draw = random.Random(9)
    for own in (0, 2):
        for size in (3, 5):
            cards = draw.sample(range(52), 2 + size)
            hole, board = (cards[0], cards[1]), cards[2:]
            rest = [card for card in range(52) if card not in cards]
            for name, payment in (("play", USUAL.river), ("raise", USUAL.flop)):
                if (size == 5) != (name == "play") or payment is None:
                    continue
                deck = rest[:9]  # of which the dealer has two
                whole = plain_game.ask(USUAL, hole, board, (), [*deck, *cards], own)
                each = [plain_game.ask(USUAL, hole, board, two, [*deck, *cards], own) for two in combinations(deck, 2)]
                assert sum(one.choices[name] for one in each) == whole.choices[name]
                assert sum(one.deals for one in each) == whole.deals
