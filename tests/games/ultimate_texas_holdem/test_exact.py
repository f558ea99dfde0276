"""Ultimate Texas Hold 'Em priced: equal to the engine to the cent, and to the engine explored on a tiny deck."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest

from games.ultimate_texas_holdem import oracle
from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, Scene
from kit.series import first_two, for_soak
from pitboss.analysis import ask, edge, strategy
from pitboss.analysis.reading_prices.prices import prices
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.inputs import Answer
from pitboss.engine.view import HIDDEN, View, view
from pitboss.engine.waits import Ask
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import best_hand, hand_class, strength
from pitboss.games.ultimate_texas_holdem.math import exact, kernel
from pitboss.games.ultimate_texas_holdem.math.kernel import numbering
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.math.strategy import raises_before_the_flop
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import Money

UTH = "ultimate-texas-holdem"


# --- the engine, to the cent

READINGS: list[dict[str, str]] = [{}, {"odd-chip": "up"}, {"odd-chip": "down", "limit-counts": "with-stakes"}]
GRID = list(product(({}, BY_HAND, AUTOMATED), ((3,), (1, 4, 6)), (0, 300), (500, 50_000), READINGS))
LINES = ("4", "3", "c2", "cc1", "ccf")
SPECIAL = [  # own cards, board: hands that reach the limit or pay half a chip
    ("Ah Kh", "Qh Jh Th 2c 3d"),
    ("9s 8s", "7s 6s 5s 2c 3d"),
    ("Qc Qd", "Qh Qs 2c 7d 9h"),
    ("Ad Kd", "Qd 4d 3d 8s 9c"),
    ("Ac 2d", "3h 4s 5c Kd Kc"),
]


@pytest.mark.parametrize(("dealing", "seats", "trips", "bet", "readings"), GRID)
def test_the_engine_pays_what_the_model_counts(
    dealing: dict[str, Any], seats: tuple[int, ...], trips: int, bet: int, readings: dict[str, str]
) -> None:
    chance = Random(f"{dealing} {seats} {trips} {bet} {readings}")
    for number in range(6):
        own, board = chance.choice(SPECIAL)
        taken = parse_cards(f"{own} {board}") if number % 2 else ()
        rest = chance.sample([card for card in FULL_DECK if card not in taken], 2 * len(seats) + 7)
        hands = {seat: " ".join(rest[2 * at : 2 * at + 2]) for at, seat in enumerate(seats)}
        five = tuple(board.split()) if taken else tuple(rest[-5:])
        if taken:
            hands[seats[0]] = own
        dealers = (rest[-7], rest[-6])
        letter = chance.choice("ABCD")
        scene = Scene(
            hands, " ".join(dealers), " ".join(five), readings=readings, trips=letter,
            maximum=Money(100_000), trips_maximum=Money(100_000), trips_minimum=Money(100), **dealing,
        )  # fmt: skip
        scene.deal(bet, dict.fromkeys(seats, trips) if trips else {})
        plan = {seat: chance.choice(LINES) for seat in seats}
        for turn in range(3):
            scene.answer("".join(plan[seat][turn] for seat in sorted(seats) if len(plan[seat]) > turn))
        assert scene.driver.done
        rules, house = scene.driver.rules, scene.house
        for seat in seats:
            mine, theirs = (strength(best_hand(cards, five)) for cards in (parse_cards(hands[seat]), dealers))
            made = exact.CLASSES.index(hand_class(best_hand(parse_cards(hands[seat]), five)))
            times = {"4": 4, "3": 3, "c2": 2, "cc1": 1, "ccf": 0}[plan[seat]]
            outcome = exact.WON if mine > theirs else exact.TIED if mine == theirs else exact.LOST
            qualifies = hand_class(best_hand(dealers, five)) != "nothing"
            want = Fraction(-2 * bet)
            if times:
                want = exact.net(rules, house, bet, times, exact.CLASSES[made], outcome, qualifies)
            if trips:
                end = exact.EndedDeals(1, times, made, outcome, int(qualifies))
                want += exact.trips_net(rules, house, bet, trips, end)
            # Where the limit binds, what is left after ante, blind and play is what trips may be paid.
            assert scene.winnings(seat) == want, (hands, dealers, five, plan, letter)


def test_the_models_classes_are_the_kernels() -> None:
    assert exact.CLASSES == oracle.NAMES


# --- a tiny deck, the engine explored exhaustively

TINY = "Ah Kh Kd 9c 8c 7c 2d 2h 5s"


def _explore_with_the_engine(
    hole: tuple[str, ...], flop: tuple[str, ...], last: tuple[str, ...], dealers: tuple[str, ...], way: str
) -> dict[str, int]:
    found, readings = {}, {"hand-of-seven": way}
    for line in LINES:
        scene = Scene({3: " ".join(hole)}, " ".join(dealers), " ".join((*flop, *last)), readings=readings).deal(600)
        found[line] = scene.answer(line).winnings(3)
    return found


@pytest.mark.parametrize(
    ("hole", "way"),
    first_two([("Kd 9c", "any-five"), ("8c 7c", "two-and-three"), ("Ah 2d", "any-five"), ("7c 5s", "any-five")]),
)
def test_on_a_tiny_deck_the_best_that_the_engine_can_be_brought_to_pay_is_what_the_kernel_says(
    hole: str, way: str
) -> None:
    """The engine plays every flop, turn, river and dealer's hand from nine cards, with every way to decide."""
    deck, own = parse_cards(TINY), parse_cards(hole)
    rest = [card for card in deck if card not in own]
    before, flops, rivers = dict.fromkeys(("4", "3", "check"), 0), {}, {}
    deals = 0
    for flop in combinations(rest, 3):
        left = [card for card in rest if card not in flop]
        check = raised = 0
        for last in combinations(left, 2):
            dealers = tuple(card for card in left if card not in last)
            found = _explore_with_the_engine(own, flop, last, dealers, way)
            deals += 1
            before["4"] += found["4"]
            before["3"] += found["3"]
            raised += found["c2"]
            check += max(found["cc1"], found["ccf"])
            rivers[flop, last] = (found["cc1"], found["ccf"])
        flops[flop] = (check, raised)
        before["check"] += max(check, raised)
    readings = {"hand-of-seven": way}
    solved = exact.solve(GAME.rules(readings), UltimateHouse(), 600)
    pay, parts = solved.solution.pay, solved.parts
    numbers = {card: exact.card_number(card) for card in deck}
    slow = plain_game.solve(pay, sorted(numbers.values()), [(numbers[own[0]], numbers[own[1]])], solved.solution.own)
    assert slow.deals == deals
    assert {times: line[0] for times, line in slow.played.items()} == {4: before["4"] * parts, 3: before["3"] * parts}
    assert slow.checked[0] == before["check"] * parts
    out = " ".join(card for card in FULL_DECK if card not in deck)
    chance = Random(hole)
    for flop in chance.sample(sorted(flops), 4):
        told = ask(UTH, hole, board=" ".join(flop), seen=out, wagers={"ante": 6}, readings=readings).answer
        values = {each.name: each.value * 600 for each in told.choices}
        assert values == {"check": Fraction(flops[flop][0], 6), "play 2x": Fraction(flops[flop][1], 6)}
    for flop, last in chance.sample(sorted(rivers), 4):
        board = " ".join((*flop, *last))
        told = ask(UTH, hole, board=board, seen=out, wagers={"ante": 6}, readings=readings).answer
        values = {each.name: each.value * 600 for each in told.choices}
        assert values == {"play 1x": rivers[flop, last][0], "fold": rivers[flop, last][1]}


# --- limits and tables


def test_a_high_bet_meets_the_limit() -> None:
    low, high = (edge(UTH, bet=bet)["ante, blind and play"].house_edge for bet in (6, 500))
    assert low == Fraction(50_643_648_973, 2_317_817_502_000) < high
    rules, house = GAME.rules({}), UltimateHouse()
    assert exact.net(rules, house, 50_000, 4, "royal flush", exact.WON, True) == 5_000_000
    assert exact.net(rules, house, 9_000, 4, "royal flush", exact.WON, True) == 9_000 * 505
    assert exact.net(rules, house, 10_000, 4, "royal flush", exact.WON, True) == 5_000_000


def test_a_table_between_the_letters_and_one_below_all() -> None:
    """Check that trips at 9/7/5 is lawful though it is no lettered table, and that a flush at 6 to 1 is below tables A
    and C."""
    fine = edge(UTH, settings={"trips": "A", "trips.straight": "5 to 1"})
    assert not [each for each in fine.warnings if "table A" in each]
    report = edge(UTH, settings={"trips.flush": "6 to 1"})
    assert [each[: len("table A, pay.trips.flush")] for each in report.warnings] == [
        f"table {letter}, pay.trips.flush" for letter in "AC"
    ]
    assert all("[32.11(d)]" in each for each in report.warnings)
    assert report["trips", "B"].house_edge == edge(UTH)["trips", "B"].house_edge
    assert report["trips", "A"].house_edge > edge(UTH)["trips", "A"].house_edge


def test_another_blind_changes_how_to_play_and_is_warned_of() -> None:
    generous = {"blind.flush": "100 to 1"}
    report = edge(UTH, settings=generous)
    assert "32.11(c)" in report.warnings[0]
    assert report["ante, blind and play"].house_edge < 0
    # Whoever checks keeps his blind, so that changes no first decision; what a play wager pays does.
    told = [strategy(UTH, settings=each).tables[2].notes[0] for each in ({}, generous, {"even.play": "2 to 1"})]
    assert told[0] == told[1] != told[2]


def test_the_hands_raised_are_those_of_the_literature() -> None:
    solution = exact.solve(GAME.rules({}), UltimateHouse(), 600).solution
    for hole, times in zip(kernel.STARTING, solution.strategy.before, strict=True):
        cards = tuple(FULL_DECK[13 * (card & 3) + (card >> 2)] for card in hole.cards)
        assert (times == 4) is raises_before_the_flop(cards), hole.name
        assert times in (0, 4)


# --- what is called optimal equals ask


def test_the_solution_decides_as_ask_does() -> None:
    """Compare the 169 hands before the flop, and random flops by the fast kernel; `ask` goes board by board."""
    solved = exact.solve(GAME.rules({}), UltimateHouse(), 600)
    solution, chance = solved.solution, Random(3)
    for at in chance.sample(range(169), 6):
        hole = kernel.STARTING[at]
        cards = [FULL_DECK[13 * (card & 3) + (card >> 2)] for card in hole.cards]
        told = ask(UTH, " ".join(cards)).answer
        assert told.best == ("play 4x" if solution.strategy.before[at] == 4 else "check",)
        values = kernel.flop_values(solution, hole.cards)
        flops = list(combinations([card for card in range(52) if card not in hole.cards], 3))
        for place in chance.sample(range(len(flops)), 4):
            board = " ".join(FULL_DECK[13 * (card & 3) + (card >> 2)] for card in flops[place])
            told = ask(UTH, " ".join(cards), board=board).answer
            whole = kernel.RUNOUTS * kernel.DEALERS * solved.parts * 600
            assert {each.name: each.value for each in told.choices} == {
                "check": Fraction(int(values[place, 0]), whole),
                "play 2x": Fraction(int(values[place, 1]), whole),
            }
            best = solution.strategy.flop[at][place]
            assert best == 2 or told.best == ("play 2x" if best == 1 else "check",)


def test_the_rule_in_short_is_the_one_that_is_told() -> None:
    """Check card by card the flops that it plays."""
    from pitboss.games.ultimate_texas_holdem.math.strategy import (
        draws_to_a_high_flush,
        is_made_with_own_cards,
        only_twos,
    )

    chance = Random(8)
    for at in chance.sample(range(169), 8):
        hole = kernel.STARTING[at].cards
        own = tuple(FULL_DECK[13 * (card & 3) + (card >> 2)] for card in hole)
        plays = exact.flop_raises_in_short(hole)
        flops = list(combinations([card for card in range(52) if card not in hole], 3))
        for place in chance.sample(range(len(flops)), 40):
            board = tuple(FULL_DECK[13 * (card & 3) + (card >> 2)] for card in flops[place])
            want = (is_made_with_own_cards(own, board) and not only_twos(own, board)) or draws_to_a_high_flush(
                own, board
            )
            assert plays[place] == want, (own, board)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cards": "Ah"}, "two --cards"),
        ({"cards": "Ah Kd", "board": "2c 3c"}, "two --cards"),
        ({"cards": "Ah Kd", "board": "2c 3c 4c 5c"}, "two --cards"),
        ({"cards": "Ah Kd", "dealer": "2c 3c 4c"}, "two --cards"),
        ({"cards": "Ah Kd", "wagers": {"ante": 0}}, "32.10(a)"),
        ({"cards": "Ah Kd", "wagers": {"blind": 5}}, "only the ante"),
    ],
)
def test_impossible_situations(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ImpossibleError) as wrong:
        ask(UTH, **given)
    assert told in str(wrong.value)


def test_two_and_three_has_its_price() -> None:
    """Check that far fewer hands win trips, and the first decisions differ, if a hand takes two own and three community
    cards."""
    changes = prices(UTH)["hand-of-seven"].changes
    assert {change.choice for change in changes} == {"two-and-three"}
    assert {change.wager.partition(" (")[0] for change in changes} >= {
        "ante, blind and play",
        *(f"trips {letter}" for letter in "ABCD"),
    }
    assert all(change.then is not None and change.then > change.now for change in changes)
    usual = {change.wager: change.then for change in changes}
    assert usual["ante, blind and play"] == Fraction(1_798_649_597, 22_576_144_500)
    assert usual["trips A"] == Fraction(10_934_101, 35_118_447)
    readings = {"hand-of-seven": "two-and-three"}
    sections = strategy(UTH, readings=readings).tables
    assert "Flop and river in short" not in [each.title for each in sections]  # rules for hands of any five cards
    assert "Flop and river in short" in [each.title for each in strategy(UTH).tables]


def test_trips_of_two_and_three_are_counted_a_second_way() -> None:
    """Count royal flushes by hand, and every class by random hands and the game's own ranking."""
    solution = exact.solve(GAME.rules({"hand-of-seven": "two-and-three"}), UltimateHouse(), 600).solution
    chance, drawn, seen = Random(4), 20_000, [0] * 10
    for _ in range(drawn):
        cards = tuple(chance.sample(FULL_DECK, 7))
        seen[exact.CLASSES.index(hand_class(best_hand(cards[:2], cards[2:], "two-and-three")))] += 1
    boards = [
        sum(hole.weight * lines[made][3] for hole, lines in zip(kernel.STARTING, solution.classes, strict=True))
        for made in range(10)
    ]
    assert boards[9] == 4 * comb(5, 2) * comb(47, 2)  # two of a royal flush in the hand, three on the board, any two
    for made, number in enumerate(boards):
        share = number / sum(boards)
        assert abs(seen[made] - drawn * share) <= 5 * (drawn * share * (1 - share)) ** 0.5 + 1, exact.CLASSES[made]


def test_a_card_of_the_dealers_changes_the_answer() -> None:
    unseen, seen = (
        {each.name: each.value for each in ask(UTH, "5h 4d", board="2c 3c 9h Kc Jc", dealer=dealer).answer.choices}
        for dealer in ("", "Kh")
    )
    assert unseen["fold"] == seen["fold"] == -2
    assert unseen["play 1x"] > seen["play 1x"]


def test_cards_that_are_out_count_before_the_flop() -> None:
    """Check that ace-king is worth less with an ace and a king gone, and more with deuces gone."""
    values = {out: ask(UTH, "Ah Kd", seen=out).answer.choices[0].value for out in ("", "As Ks", "2c 2d")}
    assert values["As Ks"] < values[""] < values["2c 2d"]
    told = ask(UTH, "Ah Kd", seen="As Ks").answer
    assert told.asked.endswith("As Ks being out")


def test_the_first_decision_is_as_the_whole_game_has_it() -> None:
    told = ask(UTH, "Ah Kd").answer
    _, solution, parts = exact.solve(GAME.rules({}), UltimateHouse(), 600)
    at, unit = exact.starting_hand_index((exact.card_number("Ah"), exact.card_number("Kd"))), kernel.DEALS * 600 * parts
    assert {each.name: each.value * unit for each in told.choices} == {
        "play 4x": solution.played[4][at],
        "play 3x": solution.played[3][at],
        "check": solution.checked[at],
    }


def test_both_of_the_dealers_cards_change_the_answer() -> None:
    """An ace is checked against kings and raised against nothing; on the river the result is known."""
    assert ask(UTH, "Ah 5d", dealer="Kd Kc").answer.best == ("check",)
    assert ask(UTH, "Ah Kd", dealer="7c 2h").answer.best == ("play 4x",)
    board = "2c 3c 9h Kc Jc"
    lost, level = (ask(UTH, "5h 4d", board=board, dealer=dealer).answer for dealer in ("Kh 4c", "7h 8d"))
    assert [choice.value for choice in lost.choices] == [-3, -2]
    assert [choice.value for choice in level.choices] == [-2, -2]  # the ante comes back: the dealer has no pair
    assert ask(UTH, "Jh 4d", board=board, dealer="7h 8d").answer.choices[0].value == 1


class Best:
    """A player who decides by the fast solution, from what its seat may see."""

    def __init__(self) -> None:
        self.solution = exact.solve(GAME.rules({}), UltimateHouse(), 600).solution

    def choose(self, seen: View, asked: Ask) -> str:
        own = seen.hands[asked.position]
        hole = (exact.card_number(own[0]), exact.card_number(own[1]))
        board = [exact.card_number(card) for card in seen.community if card != HIDDEN]
        waits, *plays = asked.choices
        return plays[0] if self.plays(hole, board) else waits

    def plays(self, hole: tuple[int, int], board: list[int]) -> bool:
        if not board:
            return self.solution.strategy.before[exact.starting_hand_index(hole)] == 4
        if len(board) == 3:
            flops = list(combinations([card for card in range(52) if card not in hole], 3))
            check, play = kernel.flop_values(self.solution, hole)[
                flops.index((min(board), sorted(board)[1], max(board)))
            ]
            return bool(play > check)
        suit = max(range(4), key=lambda each: sum(card & 3 == each for card in board))
        inside = [card >> 2 for card in board if card & 3 == suit]
        if len(inside) < 3:  # no flush can be made: only ranks matter
            at = numbering.board_number(*sorted(card >> 2 for card in board))
            return bool(self.solution.strategy.by_ranks[at, numbering.pair_number(hole[0] >> 2, hole[1] >> 2)] == 1)
        outside = [card >> 2 for card in board if card & 3 != suit]
        at = numbering.first_suit_board(sum(1 << rank for rank in inside), len(inside))
        at += numbering.pair_number(*outside) if len(outside) == 2 else sum(outside)
        return bool(self.solution.strategy.by_suit[at, numbering.kind_from_suit(*hole, suit)] == 1)


@pytest.mark.parametrize("many", [9, for_soak(30)])
def test_the_optimal_strategy_at_a_table_is_what_ask_calls_best(many: int) -> None:
    """Play random rounds, decided from views. Hands that are played at once are brought to the river too."""
    best, chance, asked_for = Best(), Random(17), [0, 0, 0]
    for number in range(many):
        deck = chance.sample([card for card in FULL_DECK if number % 3 or card[1] in "cd"], 9)
        scene = Scene({2: " ".join(deck[:2])}, " ".join(deck[2:4]), " ".join(deck[4:])).deal(600)
        while (asked := scene.driver.question) is not None:
            seen = view(scene.driver, asked.seat)
            choice = best.choose(seen, asked)
            board = [card for card in seen.community if card != HIDDEN]
            told = ask(UTH, " ".join(seen.hands[asked.position]), board=" ".join(board), wagers={"ante": 6}).answer
            assert choice in told.best, (seen.hands, board)
            asked_for[(0, 3, 5).index(len(board))] += 1
            scene.give(Answer(asked.seat, asked.choices[0] if len(board) < 5 else choice, asked.position))
    assert asked_for == [many] * 3


def test_no_solution_gets_the_count_of_one_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make more solutions than are kept: Python reuses the id of a deleted object."""

    class Stand:
        def __init__(self, number: int) -> None:
            self.number = number

    monkeypatch.setattr(kernel, "distribution", lambda solution: solution.number)
    monkeypatch.setattr(exact, "round_ends", lambda number: [number])
    monkeypatch.setattr(exact, "_recent_ends", type(exact._recent_ends)(maxlen=exact.KEPT))
    counted: Any = exact.ends_of_optimal_play
    for number in range(4 * exact.KEPT):
        assert counted(Stand(number)) == [number]
    kept = Stand(1000)
    assert counted(kept) is counted(kept), "once for each"
    assert len(exact._recent_ends) == exact.KEPT


def test_trips_above_its_own_maximum_are_counted_and_said_so() -> None:
    rules, house = GAME.rules({}), UltimateHouse(trips="A", trips_maximum=Money(10_000))
    told = "is more than you can bet on trips here"
    assert not any(told in note for note in exact.trips(rules, house, 10_000).notes)
    assert any(f"$102 {told}, $100" in note for note in exact.trips(rules, house, 10_200).notes)


# --- edges without a distribution


@pytest.mark.parametrize(
    ("way", "bet"),
    [
        ("any-five", 9_000),
        ("two-and-three", 9_100),
        *(for_soak(("any-five", bet)) for bet in (600, 9_100, 50_000)),
        *(for_soak(("two-and-three", bet)) for bet in (600, 9_000, 50_000)),
    ],
)
def test_edges_alone_are_those_of_whole_rows(way: str, bet: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit begins to cut trips between $90 and $91; from there on, all ends are counted."""
    rules, house = GAME.rules({"hand-of-seven": way}), UltimateHouse()
    monkeypatch.setattr(exact, "_solutions", {})  # nothing is known, and nothing was counted
    alone = list(exact.MODEL.edges(rules, house, bet))
    if bet <= 9_000:
        assert [found.counted for found in exact._solutions.values()] == [False]
    rows = list(exact.MODEL.wagers(rules, house, bet))
    assert [(each.wager, each.variant, each.unit) for each in rows] == [
        (each.wager, each.variant, each.unit) for each in alone
    ]
    assert [each.house_edge for each in rows] == [each.house_edge for each in alone]


def test_counts_are_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_solutions", {})
    rules, house = GAME.rules({}), UltimateHouse()
    first, second = (exact.solve(rules, house, bet).solution for bet in (600, 50_000))
    assert second.by_suit is first.by_suit
    alone = exact.solution_of(exact.payments(rules, house, 40_000).pay, 0, counted=False)
    assert alone.by_suit is first.by_suit
    assert kernel.distribution(alone) == kernel.distribution(kernel.solve(alone.pay))
