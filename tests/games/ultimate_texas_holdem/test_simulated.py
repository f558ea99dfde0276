"""The simulation of Ultimate Texas Hold 'Em: equal to the audited table on the same cards, to the answers of `ask`, to
the simple strategies as companions play them, and in the long run to the exact figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

from games.ultimate_texas_holdem.equal_rounds import (
    CARDS,
    GRID,
    any_choice,
    cards_of,
    codes_by_kernel,
    decisions_of,
    equal_rounds,
    optimal,
    playing_of,
)
from kit.series import first
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError, Situation
from pitboss.counting.simulation_model import Ready, Situations
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import best_hand, hand_class
from pitboss.games.ultimate_texas_holdem.math import exact, kernel, simulated, situations
from pitboss.games.ultimate_texas_holdem.math.kernel.play import dealt_rounds, strategy_lookup
from pitboss.games.ultimate_texas_holdem.math.strategy import count_dealer_outs, is_made_with_own_cards
from pitboss.numeric.draws import unit_cards
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan
from pitboss.simulation.rules_file import read_way
from pitboss.table.cards import RANK_OF
from pitboss.table.money import Money

RULES, HOUSE = GAME.rules({}), UltimateHouse()
CELLS = len(GRID)
SIMPLE = ("book", "cautious", "bold")
TWO_AND_THREE = {"hand-of-seven": "two-and-three"}


def names_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARDS[card] for card in cards)


def deal_cards(chance: Random, board: int) -> tuple[tuple[int, int], tuple[int, ...]]:
    p, q, *up = chance.sample(range(52), 2 + board)
    return (p, q), tuple(up)


# --- the same rounds at the table


def test_every_seat_wins_to_the_cent_what_it_wins_at_the_table() -> None:
    """Compare every seventh cell of the grid: each letter, each limit, each way to read a hand and any number of
    seats."""
    seen = set().union(*(equal_rounds(cell, 1, seed=1947) for cell in range(0, CELLS, 7)))
    assert {simulated.ENDS[code].times for code in seen} == {4, 3, 2, 1, 0}


@pytest.mark.soak
def test_many_more_rounds_are_equal() -> None:
    seen = set().union(*(equal_rounds(cell, 100, seed=1) for cell in range(CELLS)))
    assert len(seen) > 120  # of 250; the rest are rare hands


def test_a_unit_is_played_with_the_cards_it_draws() -> None:
    seats, units, first = 3, 1_500, 2**40 - 700
    ways = {"book": simulated.by_the_book, "any": any_choice, "cautious": simulated.strong_hands_only}
    ready = simulated.MODEL.prepare(RULES, HOUSE, {"ante": 500}, seats, list(ways.values()))
    codes = np.zeros((seats, units), np.uint16)
    ready.play(1947, first, codes)
    some = [0, 1, 700, 1_023, 1_024, units - 1]
    cards = np.array([unit_cards(1947, first + unit, 2 * seats + 7) for unit in some], np.uint8).T
    assert (codes[:, some] == codes_by_kernel(cards, [playing_of(name) for name in ways], "any-five")).all()
    alone = np.zeros((seats, 1), np.uint16)
    ready.play(1947, first + 700, alone)
    assert (alone[:, 0] == codes[:, 700]).all()


def test_units_of_a_plan_are_the_same_at_the_audited_table() -> None:
    """Play by the players that `--audited` seats, under two dealing methods."""
    for elected in ({}, {"dealing": "automated-shoe", "shuffler": "shuffler"}):
        study = setting("ultimate-texas-holdem", settings=elected)
        model = study.game.sim_model()
        found = plan(
            study,
            bets={"ante": 500, "trips": 500},
            seats=3,
            ways=[named_way(model, "optimal"), named_way(model, "book")],
        )
        for number, ready in enumerate(found.ready):
            codes = np.zeros((3, 12), np.uint16)
            ready.play(found.seed, 0, codes)
            table = AuditedTable(found, number)
            for unit in range(12):
                net = tuple(ready.lines[-1].net[seat][codes[seat, unit]] for seat in range(3))
                assert table.play(unit).nets == net


@pytest.mark.parametrize("own", ["any-five", "two-and-three"])
def test_the_kernel_runs_as_plain_python(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernel uncompiled, as developers who step through it do. Rare hands are among the cards."""
    chance, ways = Random(11), [optimal(False, own), playing_of("any")]
    cards = np.array([cards_of(chance, 2) for _ in range(60)], np.uint8).T
    compiled = codes_by_kernel(cards, ways, own)
    monkeypatch.setattr(dealt_rounds, "play_dealt", dealt_rounds.play_dealt.python)
    assert (codes_by_kernel(cards, ways, own) == compiled).all()


# --- ways to play


@pytest.mark.parametrize("name", SIMPLE)
def test_simple_ways_play_as_companions_do(name: str) -> None:
    plays_alike(name, 1_000, Random(32))


@pytest.mark.soak
@pytest.mark.parametrize("name", SIMPLE)
def test_simple_ways_play_as_companions_do_in_many_situations(name: str) -> None:
    plays_alike(name, 60_000, Random(33))


def plays_alike(name: str, many: int, chance: Random) -> None:
    by_table, by_itself = playing_of(name).plan.choice, decisions_of(name)
    for p, q in strategy_lookup.holes().tolist():
        assert by_table((p, q), ()) == by_itself((p, q), ())
    for board in (3, 5):
        for _ in range(many):
            own, up = deal_cards(chance, board)
            assert by_table(own, up) == by_itself(own, up), (names_of(own), names_of(up))


def ask_equals(many: dict[int, int], chance: Random, readings: dict[str, str], limited: bool = False) -> Counter[str]:
    """Check optimal play by the tables against `ask`; return how often choices were level."""
    house, ante = (UltimateHouse(maximum=Money(5_000_000)), 2_000_000) if limited else (HOUSE, 500)
    rules = GAME.rules(readings)
    decide = optimal(limited, rules.reads("hand-of-seven")).plan.choice
    names = {0: situations.BEFORE, 3: situations.FLOP, 5: situations.RIVER}
    level: Counter[str] = Counter()
    for board, times in many.items():
        for _ in range(times):
            own, up = deal_cards(chance, board)
            situation = Situation(cards=names_of(own), board=names_of(up))
            answer = exact.MODEL.ask(rules, house, ante, situation)
            # The smaller wager first: check or fold, then 3x before 4x.
            found = min(answer.best, key=lambda name: int(name[5]) if name.startswith("play") else 0)
            assert situations.CHOICES[names[board]][decide(own, up)] == found, (
                names_of(own),
                names_of(up),
                answer.choices,
            )
            level[names[board]] += len(answer.best) > 1
    return level


def test_optimal_play_is_what_ask_says() -> None:
    ask_equals({0: 4, 3: 60, 5: 300}, Random(1), {})
    ask_equals({3: 4, 5: 60}, Random(2), TWO_AND_THREE)
    ask_equals({3: 20, 5: 60}, Random(3), {}, limited=True)


@pytest.mark.soak
def test_optimal_play_is_what_ask_says_in_a_hundred_thousand_situations() -> None:
    level = ask_equals({0: 200, 3: 40_000, 5: 60_000}, Random(1947), {})
    ask_equals({0: 20, 3: 300, 5: 10_000}, Random(4), TWO_AND_THREE)
    ask_equals({0: 20, 3: 3_000, 5: 10_000}, Random(5), {}, limited=True)
    print(f"level in {dict(level)} of the situations")


def test_tables_hold_the_solution_and_give_it_back() -> None:
    solution = exact.solve(RULES, HOUSE, 500).solution
    back = situations.optimal_plan(solution).strategy()
    assert back.before == solution.strategy.before
    for mine, theirs in ((back.flop, solution.strategy.flop), (back.by_suit, solution.strategy.by_suit)):
        assert (mine == (theirs == 1)).all()


BOOK = """
game = "ultimate-texas-holdem"

[[before]]
when = { pair = true, low = ">= 3" }
choose = "play 4x"

[[before]]
when = { pair = true }
choose = "check"

[[before]]
when = { high = "A" }
choose = "play 4x"

[[before]]
when = { high = "K", suited = true }
choose = "play 4x"

[[before]]
when = { high = "K", low = ">= 5" }
choose = "play 4x"

[[before]]
when = { high = "Q", low = ">= 8" }
choose = "play 4x"

[[before]]
when = { high = "Q", low = [6, 7], suited = "yes" }
choose = "play 4x"

[[before]]
when = { high = "J", low = "T" }
choose = "play 4x"

[[before]]
when = { high = "J", low = ">= 8", suited = true }
choose = "play 4x"

[[before]]
choose = "check"

[[flop]]
when = { pair = true, low = 2, class = "pair" }
choose = "check"

[[flop]]
when = { own = true }
choose = "play 2x"

[[flop]]
when = { flush_draw = ">= T" }
choose = "play 2x"

[[flop]]
choose = "check"

[[river]]
when = { own = true }
choose = "play 1x"

[[river]]
when = { outs = "< 21" }
choose = "play 1x"

[[river]]
choose = "fold"
"""


def test_the_book_can_be_written_as_a_file_of_rules(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(BOOK, encoding="utf-8")
    read = read_way(tmp_path / "book.toml", setting(GAME.name)).choose
    assert read is not None
    mine, theirs = situations.make_plan(read), situations.make_plan(simulated.by_the_book)
    for table in ("before", "flop", "by_ranks", "by_suit"):
        assert (getattr(mine, table) == getattr(theirs, table)).all()


# --- situations


def test_situations_are_those_that_differ_and_tell_the_truth() -> None:
    many: Counter[str] = Counter()
    chance = Random(8)
    for asked in situations.decisions():
        many[asked.decision] += len(asked)
        for at in (0, len(asked) - 1, *(chance.randrange(len(asked)) for _ in range(20))):
            check_features(asked, at)
    by_ranks = 0
    for board in combinations_with_replacement(range(13), 5):
        left = [4 - board.count(rank) for rank in range(13)]
        if min(left) >= 0:
            some = sum(each > 0 for each in left)
            by_ranks += some * (some - 1) // 2 + sum(each > 1 for each in left)
    # Of a suit three, four and five: kinds of hole with both cards elsewhere, one in the suit, both in it. With two
    # of a rank elsewhere on the board there is one pair less.
    three = 286 * (91 * (91 + 10 * 13 + 45) - 13)
    by_suit = three + 715 * 13 * (91 + 9 * 13 + 36) + 1287 * (91 + 8 * 13 + 28)
    assert many == {situations.BEFORE: 169, situations.FLOP: 1_286_792, situations.RIVER: by_ranks + by_suit}


def check_features(asked: Situations, at: int) -> None:
    own, board = (names_of(tuple(cards[at].tolist())) for cards in (asked.cards, asked.board))
    assert len({*own, *board}) == len(own + board)
    value = {name: int(feature.values[at]) for name, feature in asked.features.items()}
    ranks = sorted(RANK_OF[card[0]] for card in own)
    assert [value["low"], value["high"]] == ranks
    assert value["pair"] == (ranks[0] == ranks[1])
    if asked.decision != situations.RIVER:
        assert value["suited"] == (own[0][1] == own[1][1])
    if board:
        assert value["class"] == situations.CLASSES[hand_class(best_hand(own, board))]
        assert value["own"] == is_made_with_own_cards(own, board)
    if asked.decision == situations.FLOP:
        suits = Counter(card[1] for card in own + board)
        assert value["flush_draw"] == max((RANK_OF[card[0]] for card in own if suits[card[1]] == 4), default=0)
    if asked.decision == situations.RIVER:
        assert value["outs"] == count_dealer_outs(own, board)
        assert value["board"] == situations.CLASSES[hand_class(board)]


# --- what is exact


def edge(ready: Ready, line: int, seat: int = 0) -> Fraction:
    weights = ready.columns[seat].weights
    assert weights is not None
    net = sum(often * cents for often, cents in zip(weights, ready.lines[line].net[seat], strict=True))
    return -Fraction(net, ready.lines[line].unit_cents) / sum(weights)


@pytest.mark.parametrize(
    ("readings", "ante"),
    first(
        3,
        [
            ({}, 500),
            (TWO_AND_THREE, 2_000_000),
            ({"limit-counts": "with-stakes", "odd-chip": "up"}, 2_000_000),
            ({}, 2_000_000),
            (TWO_AND_THREE, 500),
            ({"limit-counts": "with-stakes", "odd-chip": "up"}, 500),
        ],
    ),
    ids=str,
)
def test_what_each_wager_costs_is_what_edge_says(readings: dict[str, str], ante: int) -> None:
    rules, house = GAME.rules(readings), UltimateHouse(maximum=Money(5_000_000), trips="C")
    ready = simulated.MODEL.prepare(rules, house, {"ante": ante, "trips": ante}, 2, [None, simulated.always])
    assert [line.wager for line in ready.lines] == ["ante, blind and play", "trips", "ante, blind, play and trips"]
    assert edge(ready, 0) == exact.base(rules, house, ante).house_edge
    assert edge(ready, 1) == exact.trips(rules, house, ante).house_edge
    assert edge(ready, 2) == edge(ready, 0) + edge(ready, 1)
    found = exact.solve(rules, house, ante)
    four = [hole.weight * worth for hole, worth in zip(kernel.STARTING, found.solution.played[4], strict=True)]
    assert edge(ready, 0, seat=1) == -Fraction(sum(four), kernel.HOLES * kernel.DEALS * found.parts * ante)


@pytest.mark.parametrize("readings", first(1, [{}, TWO_AND_THREE]), ids=["any-five", "two-and-three"])
def test_in_the_long_run_every_way_costs_what_is_exact(readings: dict[str, str]) -> None:
    long_run(readings, 1 << 18)


@pytest.mark.soak
@pytest.mark.parametrize("readings", [{}, TWO_AND_THREE], ids=["any-five", "two-and-three"])
def test_in_ten_million_rounds_every_way_costs_what_is_exact(readings: dict[str, str]) -> None:
    long_run(readings, 10_000_000)


def long_run(readings: dict[str, str], units: int) -> None:
    ways = [None, simulated.by_the_book, simulated.strong_hands_only, any_choice]
    ready = simulated.MODEL.prepare(GAME.rules(readings), HOUSE, {"ante": 500, "trips": 500}, len(ways), ways)
    counts = np.zeros((len(ways), dealt_rounds.CODES), np.int64)
    codes = np.zeros((len(ways), 1 << 18), np.uint16)
    for begin in range(0, units, 1 << 18):
        part = np.ascontiguousarray(codes[:, : units - begin])
        ready.play(1947, begin, part)
        for seat in range(len(ways)):
            counts[seat] += np.bincount(part[seat], minlength=dealt_rounds.CODES)
    for seat in range(len(ways)):
        weights = ready.columns[seat].weights
        assert weights is not None
        assert not counts[seat][np.array(weights) == 0].any()
        for at, line in enumerate(ready.lines):
            net = np.array(line.net[seat], float)
            mean = float(counts[seat] @ net) / units
            error = sqrt((float(counts[seat] @ net**2) / units - mean**2) / units)
            assert abs(-mean / line.unit_cents - float(edge(ready, at, seat))) < 4 * error / line.unit_cents


# --- what cannot be


@pytest.mark.parametrize(
    ("bets", "seats", "told"),
    [
        ({"trips": 500}, 1, "without an ante"),
        ({"ante": 500, "blind": 600}, 1, "equal"),
        ({"ante": 500, "pairs": 500}, 1, "no bet on pairs"),
        ({"ante": 500}, 0, "6 betting positions"),
        ({"ante": 500}, 7, "6 betting positions"),
    ],
)
def test_what_the_table_forbids_is_refused(bets: dict[str, int], seats: int, told: str) -> None:
    with pytest.raises(ImpossibleError, match=told):
        simulated.MODEL.prepare(RULES, HOUSE, bets, seats, [None] * seats)


def test_a_bet_that_is_paid_in_parts_of_a_cent_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="parts of a cent"):
        list(simulated.lines(RULES, HOUSE, 501, 0, 1))
