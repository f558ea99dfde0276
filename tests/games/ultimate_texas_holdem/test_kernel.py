"""The count of Ultimate Texas Hold 'Em: fast equals plain, plain equals brute force, and both equal published
figures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from kit import plain_hands
from kit.series import CAMPAIGN, SOAK, first, for_soak
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.kernel import (
    DEALS,
    FLOPS,
    HOLES,
    SEEN_DEALS,
    STARTING,
    RoundPayments,
    hole_tables,
    numbering,
    payments,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.boards import (
    boards_by_ranks,
    boards_by_suits,
    flops,
    river_outs,
    solution,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards import dealer_card_check  # fmt: skip
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_boards, plain_game

Table = NDArray[np.int64]

# The blind's table 500, 50, 10, 3, 3 to 2 and even money, in halves of a unit.
BLIND = {9: 1000, 8: 100, 7: 20, 6: 6, 5: 3, 4: 2}


def usual_payment(times: int) -> Table:
    """Return what a round brings with ante and blind of one unit and a play wager, in halves."""
    payment = np.zeros((3, 10, 2), np.int64)
    for made in range(10):
        for qualifies in range(2):
            payment[2, made, qualifies] = 2 * times + 2 * qualifies + BLIND.get(made, 0)
            payment[0, made, qualifies] = -2 * times - 2 * qualifies - 2
    return payment


USUAL = RoundPayments(
    {4: usual_payment(4), 3: usual_payment(3)}, usual_payment(2), usual_payment(1), np.full(10, -4, np.int64)
)


def random_pay(seed: int) -> RoundPayments:
    """Return meaningless payments, except that winning pays more than losing; any number may be anywhere."""
    draw = np.random.default_rng(seed)

    def payment(times: int) -> Table:
        base = np.array([-3 * times, 0, 2 * times])[:, None, None]
        made: Table = (base + draw.integers(-3, 4, (3, 10, 2))).astype(np.int64)
        made[2] += draw.integers(0, 300, (10, 2))
        return made

    fold = draw.integers(-8, 0, 10).astype(np.int64)
    return RoundPayments({5: payment(5), 2: payment(2)}, None if seed % 4 == 3 else payment(3), payment(1), fold)


OWN = [0, 2]  # how many of one's own cards a hand must have
by_own = pytest.mark.parametrize("own", OWN, ids=["any five", "two and three"])


@cache
def solution_for(own: int = 0) -> kernel.Solution:
    return kernel.solve(USUAL, own=own)


@cache
def ends() -> kernel.Distribution:
    return kernel.distribution(solution_for())


def payment_for(pay: RoundPayments, bet: int | str) -> Table:
    found = pay.river if bet == "river" else pay.flop if bet == "flop" else pay.before[int(bet)]
    assert found is not None
    return found


def sum_of_ends(counted: kernel.Distribution, pay: RoundPayments) -> int:
    total = sum(number * int(fold) for number, fold in zip(counted.folds, pay.fold, strict=True))
    for bet, line in counted.ends.items():
        if any(any(map(any, cells)) for cells in line):
            total += plain_game.total_payment(line, payment_for(pay, bet))
    return total


def test_the_published_figures() -> None:
    edge = -Fraction(solution_for().value, 2 * HOLES * DEALS)
    assert round(edge * 100, 5) == Fraction("2.18497")
    assert sum(choice == 4 for choice in solution_for().strategy.before) == 69
    assert sum(choice == 3 for choice in solution_for().strategy.before) == 0
    ties = sum(
        hole.weight * line[2] for hole, lines in zip(STARTING, solution_for().classes, strict=True) for line in lines
    )
    assert ties == 113_130_263_816


def test_every_seven_card_class_is_counted() -> None:
    """Count the classes; each hand of seven is a hole and a board in 21 ways."""
    counts = [
        sum(hole.weight * lines[made][3] for hole, lines in zip(STARTING, solution_for().classes, strict=True))
        for made in range(10)
    ]
    assert [number // 21 for number in counts] == [
        23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324,
    ]  # fmt: skip


def test_the_distribution_is_that_of_the_best_strategy() -> None:
    everything = sum(number for line in ends().ends.values() for cells in line for cell in cells for number in cell)
    assert everything + sum(ends().folds) == HOLES * DEALS
    assert sum_of_ends(ends(), USUAL) == solution_for().value
    wagered = sum(
        number * (2 + {"flop": 2, "river": 1}.get(str(bet), bet if isinstance(bet, int) else 0))
        for bet, line in ends().ends.items()
        for cells in line
        for cell in cells
        for number in cell
    ) + 2 * sum(ends().folds)
    assert round(-Fraction(solution_for().value, 2 * wagered) * 100, 2) == Fraction("0.53")


@pytest.mark.parametrize("shares", [1, 3])
def test_the_same_is_found_in_any_number_of_threads(shares: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (boards_by_suits, flops):
        monkeypatch.setattr(room, "thread_count", lambda: shares)
    found = kernel.solve(USUAL)
    assert (found.checked, found.played, found.classes) == (
        solution_for().checked,
        solution_for().played,
        solution_for().classes,
    )
    assert np.array_equal(found.strategy.flop, solution_for().strategy.flop)
    assert np.array_equal(found.strategy.by_suit, solution_for().strategy.by_suit)
    assert kernel.distribution(found) == ends()


def squared_payments(pay: RoundPayments) -> RoundPayments:
    return RoundPayments(
        {times: payment**2 for times, payment in pay.before.items()},
        None if pay.flop is None else pay.flop**2,
        pay.river**2,
        pay.fold**2,
    )


@pytest.mark.parametrize(
    ("pay", "own"),
    first(3, [(random_pay(0), 0), (random_pay(3), 0), (USUAL, 2), (USUAL, 0), (random_pay(0), 2)]),
    ids=["random", "no flop bet", "two and three", "usual", "two and three, random"],
)
def test_forwards_and_backwards_agree_for_any_payments(pay: RoundPayments, own: int) -> None:
    """Compare squares of payments, summed forwards with all decisions given, with those of the distribution, and the
    sums."""
    found = solution_for(own) if pay is USUAL else kernel.solve(pay, own=own)
    counted = kernel.distribution(found)
    assert sum_of_ends(counted, pay) == found.value
    again = kernel.solve(squared_payments(pay), found.strategy, own)
    total = 0
    for i, hole in enumerate(STARTING):
        choice = found.strategy.before[i]
        total += hole.weight * (again.played[choice][i] if choice else again.checked[i])
    assert sum_of_ends(counted, squared_payments(pay)) == total


def flops_without(*known: int) -> list[tuple[int, ...]]:
    return list(combinations([card for card in range(52) if card not in known], 3))


@by_own
@pytest.mark.parametrize("seed", first(2, [0, 3, 1, 2]))
def test_fast_equals_plain_on_flops_drawn_at_random(seed: int, own: int) -> None:
    draw = random.Random(seed)
    pay = USUAL if seed == 0 else random_pay(seed)
    found = solution_for(own) if seed == 0 else kernel.solve(pay, own=own)
    for _ in range(4 if own else 12):
        hole = (draw.randrange(52), draw.randrange(52))
        if hole[0] == hole[1]:
            continue
        values, flops = kernel.flop_values(found, hole), flops_without(*hole)
        for _ in range(5):
            number = draw.randrange(FLOPS)
            answer = plain_game.ask(pay, hole, flops[number], own=own)
            assert answer.deals == kernel.RUNOUTS * kernel.DEALERS
            assert answer.choices["check"] == values[number, 0]
            if pay.flop is not None:
                assert answer.choices["raise"] == values[number, 1]


@by_own
def test_each_suit_pattern_of_a_flop_equals_plain(own: int) -> None:
    """Try one, two and three suits; both hole cards, one or none in the flop's suits; pairs and trips on the flop."""
    flops = [(0, 4, 8), (0, 4, 9), (0, 5, 9), (0, 1, 4), (0, 1, 5), (0, 1, 6), (0, 1, 2), (32, 36, 40), (36, 40, 46)]
    holes = [(12, 16), (12, 17), (13, 18), (48, 44), (48, 45), (50, 51), (3, 7), (12, 13), (3, 12)]
    for hole in holes[::3] if own else holes:  # to lay a board for two and three takes long
        values, numbers = (
            kernel.flop_values(solution_for(own), hole),
            {f: i for i, f in enumerate(flops_without(*hole))},
        )
        for flop in flops:
            answer = plain_game.ask(USUAL, hole, flop, own=own)
            assert (answer.choices["check"], answer.choices["raise"]) == tuple(values[numbers[flop]])


@pytest.mark.soak
@by_own
def test_a_seen_card_equals_plain_on_flops_drawn_at_random(own: int) -> None:
    draw = random.Random(5)
    use = solution.new_work()
    for rank in (0, 7, 12):
        known = dealer_card_check.seen_rank(USUAL, rank, use, own)
        for _ in range(2 if own else 6):
            card = 4 * rank + draw.randrange(4)
            first, second = draw.sample([each for each in range(52) if each != card], 2)
            values = dealer_card_check.seen_flop_values(known, card, (first, second))
            flops = flops_without(first, second, card)
            for number in draw.sample(range(len(flops)), 5):
                answer = plain_game.ask(USUAL, (first, second), flops[number], (card,), own=own)
                assert (answer.choices["check"], answer.choices["raise"]) == tuple(values[number])


@cache
def seen_lines() -> list[kernel.SeenHole]:
    return kernel.solve_with_dealer_card(USUAL)


@pytest.mark.soak
def test_one_dealer_card_seen() -> None:
    lines = seen_lines()
    assert sum(line.weight for line in lines) == HOLES * 50
    worth = Fraction(sum(line.weight * line.best() for line in lines), 2 * HOLES * 50 * SEEN_DEALS)
    assert round(worth * 100, 4) == Fraction("13.5922")
    for i, hole in enumerate(STARTING):  # to raise without looking is worth what it was
        for times in (3, 4):
            blind = sum(line.weight * line.played[times] for line in lines if line.hole == i)
            assert blind * DEALS == solution_for().played[times][i] * hole.weight * 50 * SEEN_DEALS


@by_own
@pytest.mark.parametrize("known", [-1, for_soak(7), 20], ids=["nothing seen", "a nine elsewhere", "a nine of the suit"])
def test_a_board_stepped_through_is_as_compiled(known: int, own: int) -> None:
    """Run every part uncompiled; a number that does not fit its type would be a warning and fail."""
    boards, kinds, use, plan = (
        hole_tables.sorted_boards(own),
        hole_tables.kinds(),
        solution.new_work(),
        solution.new_strategy(0),
    )
    rates = payments.all_rates(USUAL, 990 if known < 0 else 44)
    by_ranks = payments.RiverTerms(rates, known % 13 if known >= 0 else -1, 0, plan.by_ranks)
    by_suit = payments.RiverTerms(rates, known, 0, plan.by_suit)
    fast = suits_found(use)
    boards_by_ranks.value_by_ranks(boards, kinds, by_ranks, use.ranks, use.desk)
    boards_by_suits.value_by_suit(boards, kinds, by_suit, use.ranks, fast, use.desk)
    once, slow, again = boards_by_ranks.new_ranks(), suits_found(use), solution.new_strategy(0)
    by_ranks, by_suit = by_ranks._replace(plays=again.by_ranks), by_suit._replace(plays=again.by_suit)
    for five in [(0, 0, 0, 0, 12), (0, 3, 5, 8, 11), (7, 7, 7, 7, 8), (1, 1, 9, 9, 9), (8, 9, 10, 11, 12)]:
        board = numbering.board_number(*five)
        boards_by_ranks.value_board(numbering.Five(*five), boards, kinds, by_ranks, once, use.desk)
        assert once.tally[board].tolist() == use.ranks.tally[board].tolist()
        assert once.river[board].tolist() == use.ranks.river[board].tolist()
        assert again.by_ranks[board].tolist() == plan.by_ranks[board].tolist()
    for mask, many in [(0b1110000000000, 91), (0b1000000001101, 13), (0b0000001011110, 1)]:
        boards_by_suits.value_suit_ranks(mask, boards, kinds, by_suit, use.ranks, slow, use.desk)
        first = numbering.first_suit_board(mask, mask.bit_count())
        for number in range(first, first + many):
            assert slow.counts.packed[number].tolist() == fast.counts.packed[number].tolist()
            assert slow.counts.classes[number].tolist() == fast.counts.classes[number].tolist()
            assert again.by_suit[number].tolist() == plan.by_suit[number].tolist()


def test_flops_outs_and_plain_boards_stepped_through_are_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = (flops.new_flop_decisions([(48, 45)], np.zeros((1, FLOPS), np.uint8), flops=FLOPS) for _ in range(2))
    flops.process_flops(0, -1, solution_for().flops, fast, 0, flops.new_columns())
    flops.share_of_flops.python(0, 1, 0, -1, solution_for().flops, slow, 0, flops.all_flops(), flops.new_columns())
    assert slow.out.tolist() == fast.out.tolist()
    assert slow.worth.tolist() == fast.worth.tolist()
    found, sight = kernel.river_outs(), river_outs.new_sight()
    for mask, t, u in [(0b1110000000000, 12, 12), (0b1000000001101, 5, -1), (0b0000001011110, -1, -1)]:
        line = numbering.first_suit_board(mask, mask.bit_count()) + (
            numbering.pair_number(t, u) if u >= 0 else max(t, 0)
        )
        outs, hidden = np.full(numbering.KINDS, 255, np.uint8), np.zeros(numbering.KINDS, np.uint8)
        river_outs.place_suit_board(mask, t, u, sight)
        river_outs.count_outs(
            mask, hole_tables.sorted_boards(), hole_tables.kinds(), hole_tables.lookup_for(6), outs, hidden, sight
        )
        assert outs.tolist() == found.suit_outs[line].tolist()
        assert hidden.tolist() == found.suit_hidden[line].tolist()
    asked = [(((48, 45), (0, 5, 10, 20), ()), 0), (((48, 44), (0, 4, 8, 21, 25), (50,)), 0)]
    asked.append((((48, 44), (0, 4, 8, 21, 25), (50,)), 2))
    expected = [plain_game.ask(USUAL, *each, own=own) for each, own in asked]
    monkeypatch.setattr(plain_game, "play_boards", plain_boards.play_boards.python)
    assert [plain_game.ask(USUAL, *each, own=own) for each, own in asked] == expected


def test_boards_sorted_for_two_and_three_are_as_compiled() -> None:
    boards = hole_tables.sorted_boards(2)
    once = boards._replace(worth=np.zeros_like(boards.worth), order=np.zeros_like(boards.order))
    for five in [(0, 0, 0, 0, 12), (0, 3, 5, 8, 11), (7, 7, 7, 7, 8), (1, 1, 9, 9, 9), (8, 9, 10, 11, 12)]:
        board = numbering.board_number(*five)
        hole_tables.sort_board(
            numbering.Five(*five), hole_tables.lookup_for(5), once, np.zeros(numbering.PAIRS + 5, np.int64)
        )
        assert once.worth[board].tolist() == boards.worth[board].tolist()
        assert once.order[board].tolist() == boards.order[board].tolist()


def suits_found(use: solution.Work) -> boards_by_suits.BySuit:
    shape = (numbering.SUIT_BOARDS, numbering.KINDS)
    counts = boards_by_suits.SuitCounts(np.zeros(shape, np.uint32), np.zeros(shape, np.uint8))
    return boards_by_suits.BySuit(solution.new_table()[0], np.zeros((numbering.KINDS, 40), np.int64), use.less, counts)


def best_of(hole: tuple[int, ...], board: tuple[int, ...], own: int) -> plain_hands.Worth:
    """Return the best hand of all seven cards, or of both hole cards and three on the board."""
    if not own:
        return plain_hands.seven(tuple(sorted((*hole, *board))))
    return max(plain_hands.five(tuple(sorted((*hole, *three)))) for three in combinations(board, 3))


def brute_force_values(
    pay: RoundPayments, deck: Sequence[int], hole: tuple[int, int], own: int
) -> tuple[int, dict[int, int]]:
    """Play the game from a small deck: checked before the flop, and at each multiple."""

    def value_of_staying(board: tuple[int, ...], payment: Table) -> int:
        mine = best_of(hole, board, own)
        total = 0
        for dealer in combinations([card for card in deck if card not in (*hole, *board)], 2):
            theirs = best_of(dealer, board, own)
            outcome = 2 if mine > theirs else 1 if mine == theirs else 0
            total += int(payment[outcome, mine[0], int(theirs[0] > 0)])
        return total

    rest = [card for card in deck if card not in hole]
    dealers = (len(deck) - 7) * (len(deck) - 8) // 2
    checked, played = 0, dict.fromkeys(pay.before, 0)
    for flop in combinations(rest, 3):
        waits = raises = 0
        for runout in combinations([card for card in rest if card not in flop], 2):
            board = tuple(sorted((*flop, *runout)))
            made = best_of(hole, board, own)[0]
            waits += max(value_of_staying(board, pay.river), dealers * int(pay.fold[made]))
            if pay.flop is not None:
                raises += value_of_staying(board, pay.flop)
            for times in played:
                played[times] += value_of_staying(board, pay.before[times])
        checked += waits if pay.flop is None else max(waits, raises)
    return checked, played


DECKS = {
    "nine of all kinds": [0, 5, 10, 15, 20, 21, 36, 44, 51],
    "ten, mostly hearts": [2, 6, 10, 14, 18, 22, 46, 47, 0, 1],
    "ten that pair": [0, 1, 4, 5, 8, 9, 48, 49, 50, 12],
    "eleven": [3, 7, 11, 18, 23, 29, 32, 40, 41, 47, 50],
}


@pytest.mark.parametrize(
    ("name", "own"),
    [pytest.param(name, own, marks=SOAK if own and len(DECKS[name]) > 9 else ()) for name in DECKS for own in OWN],
)
def test_plain_equals_brute_force_on_small_decks(name: str, own: int) -> None:
    deck = DECKS[name]
    pay = USUAL if "pair" in name else random_pay(len(name))
    holes = list(combinations(deck, 2))[:: 6 if len(deck) > 10 else 2]
    found = plain_game.solve(pay, deck, holes, own)
    for i, hole in enumerate(holes):
        checked, played = brute_force_values(pay, deck, hole, own)
        assert found.checked[i] == checked
        assert {times: line[i] for times, line in found.played.items()} == played


def test_what_is_asked_on_the_river_is_counted_hand_by_hand() -> None:
    hole, board = (48, 45), (50, 2, 7, 20, 33)
    answer = plain_game.ask(USUAL, hole, board)
    mine = plain_hands.seven(tuple(sorted((*hole, *board))))
    total = 0
    for dealer in combinations([card for card in range(52) if card not in (*hole, *board)], 2):
        theirs = plain_hands.seven(tuple(sorted((*dealer, *board))))
        outcome = 2 if mine > theirs else 1 if mine == theirs else 0
        total += int(USUAL.river[outcome, mine[0], int(theirs[0] > 0)])
    assert answer.choices == {"play": total, "fold": -4 * 990}
    assert answer.deals == 990


def test_outs_are_counted_card_by_card() -> None:
    """Find outs on random rivers in the tables by ranks and by suit, as a strategy finds them."""
    draw, found, kind = random.Random(11), kernel.river_outs(), hole_tables.kinds()
    by_suit = 0
    for number in range(400):
        deck = [card for card in range(52) if number % 2 or card % 4 < 2]  # half of them with few suits
        cards = draw.sample(deck, 7)
        hole, board = (cards[0], cards[1]), cards[2:]
        mine = plain_hands.seven(tuple(sorted(cards)))
        outs = 0
        for card in range(52):
            if card not in cards:
                outs += max(plain_hands.five(five) for five in combinations(sorted((*board, card)), 5)) > mine
        ranks = sorted(card >> 2 for card in board)
        hidden = any(card >> 2 in ranks for card in hole) or hole[0] >> 2 == hole[1] >> 2
        hidden = hidden or mine[0] > plain_hands.five(tuple(sorted(board)))[0]
        suit = max(range(4), key=lambda each: sum(card & 3 == each for card in board))
        inside = [card >> 2 for card in board if card & 3 == suit]
        if len(inside) < 3:
            line, place = numbering.board_number(*ranks), numbering.pair_number(hole[0] >> 2, hole[1] >> 2)
            assert (found.rank_outs[line, place], found.rank_hidden[line, place]) == (outs, hidden)
            continue
        by_suit += 1
        outside = [card >> 2 for card in board if card & 3 != suit]
        line = numbering.first_suit_board(sum(1 << rank for rank in inside), len(inside))
        line += numbering.pair_number(*outside) if len(outside) == 2 else sum(outside)
        place = numbering.kind_from_suit(*hole, suit)
        assert kind.pair[place] == numbering.pair_number(hole[0] >> 2, hole[1] >> 2)
        assert (found.suit_outs[line, place], found.suit_hidden[line, place]) == (outs, hidden)
    assert 100 < by_suit < 300


def test_a_river_played_by_outs_costs_something() -> None:
    """The best river decision turns at about twenty-one outs, except for a few hands."""
    best = solution_for().strategy
    costs = {}
    for outs in (16, 21, 26):
        plan = kernel.Strategy(best.before, best.flop, *kernel.river_outs().rule(outs))
        costs[outs] = solution_for().value - sum_of_ends(kernel.distribution(solution_for(), plan), USUAL)
    assert 0 < costs[21] < min(costs[16], costs[26])
    assert Fraction(costs[21], 2 * HOLES * DEALS) < Fraction(2, 1000)


def test_payments_of_the_wrong_shape_or_size_are_refused() -> None:
    with pytest.raises(ValueError, match="outcome, class, qualifies"):
        RoundPayments({4: usual_payment(4)[:2]}, None, usual_payment(1), np.full(10, -4, np.int64))
    with pytest.raises(ValueError, match="by class"):
        RoundPayments({4: usual_payment(4)}, None, usual_payment(1), np.full(3, -4, np.int64))
    with pytest.raises(ValueError, match="too large"):
        RoundPayments({4: usual_payment(4) * 10**9}, None, usual_payment(1), np.full(10, -4, np.int64))


# Starting hands at a time. To lay a board for two and three takes most of the time, so these are fewer and longer.
PARTS = [(0, range(13 * row, 13 * row + 13)) for row in range(13)]
PARTS += [(2, range(first, min(first + 57, 169))) for first in (0, 57, 114)]


@pytest.mark.parametrize(
    ("own", "holes"), [pytest.param(*each, marks=CAMPAIGN, id=f"{each[0]} own, from {each[1][0]}") for each in PARTS]
)
def test_fast_equals_plain_on_the_whole_deck(own: int, holes: range) -> None:
    """Compare each of the 169 starting hands, on every board against every dealer hand.

    What each flop is worth checked and raised, what each first decision is, and how often a round ends how must be the
    same.
    """
    fast, slow = solution_for(own), plain_game.solve(USUAL, range(52), [STARTING[i].cards for i in holes], own)
    assert slow.deals == DEALS
    assert slow.checked == [fast.checked[i] for i in holes]
    assert slow.played == {times: [line[i] for i in holes] for times, line in fast.played.items()}
    for line, i in enumerate(holes):
        assert slow.ends[line] == payments.outcomes(fast.classes[i])
        x, y, z = np.array(flops_without(*STARTING[i].cards)).T
        by_positions = x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6  # as the plain kernel numbers flops
        assert np.array_equal(slow.flops[line][by_positions], kernel.flop_values(fast, STARTING[i].cards))
