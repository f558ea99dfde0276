"""Let It Ride counted exactly: equal to the engine, to the engine explored on tiny decks, and to a slow path."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest

from games.let_it_ride.scene import NEWEST, OLDEST, Scene
from pitboss.analysis import ask, edge
from pitboss.counting.card_kinds import kind_of, kinds, patterns
from pitboss.counting.exact_model import Situation
from pitboss.engine.inputs import Answer, Close, Wager
from pitboss.engine.view import HIDDEN, View, view
from pitboss.engine.waits import Ask
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.games.let_it_ride.law.ranking import five_card_class, three_card_class
from pitboss.games.let_it_ride.law.wagers import BET_1, BET_2
from pitboss.games.let_it_ride.math import exact
from pitboss.games.let_it_ride.math.strategy import STRATEGIES, by_the_book
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import Money

# --- 1. kinds stand for all hands


@pytest.mark.parametrize(("size", "hands"), [(3, 22_100), (4, 270_725), (5, 2_598_960)])
def test_kinds_are_all_hands(size: int, hands: int) -> None:
    assert sum(kinds(size).values()) == hands
    assert all(kind_of(kind.cards()) == kind for kind in kinds(size))


def test_kinds_of_three_are_counted_one_by_one() -> None:
    counted: dict[Any, int] = {}
    for cards in combinations(FULL_DECK, 3):
        counted[kind_of(cards)] = counted.get(kind_of(cards), 0) + 1
    assert counted == kinds(3)
    assert sum(patterns(3).values()) == 22_100
    assert len(patterns(3)) == 1_755


FIVE_CARD_CLASSES = {  # the counts of the literature, with pairs parted at tens
    "royal flush": 4, "straight flush": 36, "four-of-a-kind": 624, "full house": 3_744, "flush": 5_108,
    "straight": 10_200, "three-of-a-kind": 54_912, "two pair": 123_552, "nothing": 1_302_540,
}  # fmt: skip


def test_five_card_classes() -> None:
    counted: dict[str, int] = {}
    for kind, hands in kinds(5).items():
        counted[exact.five_card_class_of(kind)] = counted.get(exact.five_card_class_of(kind), 0) + hands
    pairs = counted.pop("pair of tens or better") + counted.pop("pair below tens")
    assert (counted, pairs) == (FIVE_CARD_CLASSES, 1_098_240)


# --- 2. the engine, to the cent

GRID = list(
    product(
        (NEWEST, OLDEST),
        ("manual-shoe", "hand", "automated-shoe"),
        ((3,), (1, 4, 7)),
        (True, False),  # optional wagers
        (None, 5_000_000, 100_000),  # no limit, one that does not bind at $5, and one that does
    )
)


@pytest.mark.parametrize(("as_of", "dealing", "seats", "bonuses", "limit"), GRID)
@pytest.mark.parametrize("counts", ["winnings", "with-stakes"])
def test_the_engine_pays_what_the_model_counts(
    as_of: str, dealing: str, seats: tuple[int, ...], bonuses: bool, limit: int | None, counts: str
) -> None:
    chance = Random(f"{as_of} {dealing} {seats} {bonuses} {limit} {counts}")
    for number in range(8):
        readings = {
            "limit-counts": counts,
            "bonus-chip": chance.choice(["kept", "returned"]),
            "ace-two-three": chance.choice(["run", "none"]),
            "mini-royal-without-a-line": chance.choice(["straight-flush", "straight", "loses"]),
        }
        elected: dict[str, Any] = {
            "dealing": dealing,
            "shuffler": "shuffler" if dealing == "hand" else None,
            "payout_limit": None if limit is None else Money(limit),
            "pay": BetterPay(base={"flush": "9 to 1", "two pair": "5 to 2"}) if chance.random() < 0.3 else BetterPay(),
        }
        if bonuses and as_of == NEWEST:
            elected |= {"bonus": True, "three_card_bonus": chance.choice("ABCDEF")}
        hands, board = _good_cards(chance, seats) if number % 2 else _any_cards(chance, seats)
        scene = Scene(hands, board, as_of=as_of, readings=readings, **elected)
        stake, side = chance.choice([500, 2_000]), 700
        scene.open_betting()
        for seat in seats:
            scene.bet(seat, stake)
            if "bonus" in elected:
                scene.give(Wager(seat, {"bonus": 100, "three card bonus": side}))
        scene.give(Close())
        rides: dict[tuple[int, str], bool] = {}
        while (asked := scene.driver.question) is not None:
            rides[asked.position, asked.subject] = chance.random() < 0.5
            scene.give(
                Answer(asked.seat, asked.choices[0 if rides[asked.position, asked.subject] else 1], asked.position)
            )
        assert scene.driver.done
        rules, house = scene.driver.rules, scene.house
        paid = exact.pay(rules, house, stake)
        for seat in seats:
            cards = parse_cards(hands[seat])
            five = (*cards, *parse_cards(board)[1:])
            made, bets = five_card_class(five), 1 + rides[seat, BET_1] + rides[seat, BET_2]
            want = Fraction(paid.net[made][bets - 1], paid.parts) * stake
            if "bonus" in elected:
                want += exact.bonus_net(rules, house, made) * 100
                three = three_card_class(cards, readings["ace-two-three"])
                want += exact.three_card_net(rules, house, three) * side
            assert scene.winnings(seat) == want, (hands, board, rides, elected)


def _any_cards(chance: Random, seats: tuple[int, ...]) -> tuple[dict[int, str], str]:
    deck = chance.sample(FULL_DECK, 3 * len(seats) + 3)
    return {seat: " ".join(deck[3 * at : 3 * at + 3]) for at, seat in enumerate(seats)}, " ".join(deck[-3:])


def _good_cards(chance: Random, seats: tuple[int, ...]) -> tuple[dict[int, str], str]:
    """Return cards that give the first seat one of the best hands, where limits matter, and the others any."""
    best = chance.choice(
        ["Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", "Qc Qd Qh Qs 2c", "Ac Ad Ah Kc Kd", "Ad Kd Qd 4d 3d"]
    ).split()
    chance.shuffle(best)
    rest = chance.sample([card for card in FULL_DECK if card not in best], 3 * len(seats) - 2)
    hands = {seat: " ".join(rest[3 * at - 2 : 3 * at + 1]) for at, seat in enumerate(seats) if at}
    return {seats[0]: " ".join(best[:3]), **hands}, " ".join((rest[0], best[3], best[4]))


# --- 3. tiny decks, the engine explored exhaustively

TINY = ["Th Jh Qh 2c 2d Tc 9h", "2c 4d 6h 7s 8d Tc Th"]


@pytest.mark.parametrize("deck", TINY)
@pytest.mark.parametrize("house", [LetItRideHouse(), LetItRideHouse(payout_limit=Money(4_000))])
def test_on_a_tiny_deck_the_best_that_the_engine_can_be_brought_to_pay_is_what_ask_says(
    deck: str, house: LetItRideHouse
) -> None:
    cards = parse_cards(deck)
    out = " ".join(card for card in FULL_DECK if card not in cards)
    right: set[tuple[str, str]] = set()
    for hand in combinations(cards, 3):
        rest = [card for card in cards if card not in hand]
        ends = {pair: explore_with_the_engine(hand, *pair, house.payout_limit) for pair in permutations(rest, 2)}
        # Decision on bet 2: the last card is averaged over; on bet 1: the first one too, decided best after it.
        second = {
            (rides, first): {
                choice: Fraction(sum(ends[first, last][rides, choice] for last in rest if last != first), len(rest) - 1)
                for choice in (True, False)
            }
            for rides in (True, False)
            for first in rest
        }
        for (rides, first), values in second.items():
            told = ask(
                "let-it-ride", " ".join(hand), board=first, seen=out, house=house,
                wagers={} if rides else {"bet 1": 0},
            ).answer  # fmt: skip
            assert [each.value * 500 for each in told.choices] == [values[True], values[False]], (hand, first, rides)
            right |= {(BET_2, name) for name in told.best if len(told.best) == 1}
        first_values = [
            Fraction(sum(max(second[rides, first].values()) for first in rest), len(rest)) for rides in (True, False)
        ]
        told = ask("let-it-ride", " ".join(hand), seen=out, house=house).answer
        assert [each.value * 500 for each in told.choices] == first_values, hand
        right |= {(BET_1, name) for name in told.best if len(told.best) == 1}
    assert len(right) == 4, "on this deck some decision is right everywhere"


@cache
def explore_with_the_engine(
    hand: tuple[str, ...], first: str, last: str, limit: int | None
) -> dict[tuple[bool, bool], int]:
    """Return what the engine pays for every way to decide, by playing the round again for each."""
    found = {}
    burned = next(card for card in FULL_DECK if card not in (*hand, first, last))
    for decisions in product((True, False), (True, False)):
        scene = Scene(
            {3: " ".join(hand)}, f"{burned} {first} {last}", payout_limit=None if limit is None else Money(limit)
        )
        scene.deal().answer(*("r" if rides else "w" for rides in decisions))
        assert scene.driver.done
        found[decisions] = scene.winnings(3)
    return found


# --- random pay tables and limits against a slow path


@pytest.mark.parametrize("seed", range(6))
def test_any_table_and_limit_against_card_by_card(seed: int) -> None:
    chance = Random(seed)
    lines = {
        line: f"{chance.choice([0, 1, 2, 3, 5, 9, 30, 300])} to {chance.choice([1, 1, 2, 3])}"
        for line in exact.MODEL.LINES["base"]
    }
    limit = chance.choice([None, Money(1_000), Money(7_777), Money(40_000)])
    house = LetItRideHouse(pay=BetterPay(base=lines), payout_limit=limit)
    rules = GAME.rules({"limit-counts": chance.choice(["winnings", "with-stakes"])})
    best = exact.Optimal(exact.pay(rules, house, 500))
    for _ in range(12):
        cards = tuple(chance.sample(FULL_DECK, 4))
        told = exact.MODEL.ask(rules, house, 500, Situation(cards=cards[:3]))
        values = [Fraction(value, 49 * 48 * best.pay.parts) for value in best.value_of_bet_1(kind_of(cards[:3]))]
        assert [each.value for each in told.choices] == values[::-1]
        for bets, stakes in ((2, {}), (1, {"bet 1": 0})):
            told = exact.MODEL.ask(rules, house, 500, Situation(cards=cards[:3], board=cards[3:], stakes=stakes))
            values = [Fraction(value, 48 * best.pay.parts) for value in best.value_of_bet_2(kind_of(cards), bets)]
            assert [each.value for each in told.choices] == values[::-1]
    # The edge is that of the best choice everywhere, added up another way.
    total = sum(hands * max(best.value_of_bet_1(held)) for held, hands in kinds(3).items())
    assert exact.base(rules, house, 500).house_edge == -Fraction(total, exact.DEALS * best.pay.parts)


# --- what is called optimal, played at a table, equals ask


class Best:
    """A player who decides by the fast path, from what its seat may see."""

    def __init__(self, house: LetItRideHouse) -> None:
        self.rides = exact.Optimal(exact.pay(GAME.rules({}), house, house.minimum))

    def choose(self, seen: View, asked: Ask) -> str:
        held = seen.hands[asked.position] + tuple(card for card in seen.community if card != HIDDEN)
        bets = 1 + (asked.subject == BET_2 and seen.wagers[asked.position].get(BET_1, 0) > 0)
        return asked.choices[0 if self.rides(asked.subject, kind_of(held), bets) else 1]


@pytest.mark.parametrize("seed", range(2))
def test_the_optimal_strategy_at_a_table_is_what_ask_calls_best(seed: int) -> None:
    chance, house = Random(seed), LetItRideHouse()
    best, asked_for = Best(house), 0
    for _ in range(15):
        hands, board = _any_cards(chance, (2, 5))
        scene = Scene(hands, board).deal()
        while (asked := scene.driver.question) is not None:
            seen = view(scene.driver, asked.seat)
            choice = best.choose(seen, asked)
            board_up = " ".join(card for card in seen.community if card != HIDDEN)
            gone = {} if asked.subject == BET_1 or seen.wagers[asked.position].get(BET_1) else {"bet 1": 0}
            told = ask("let-it-ride", " ".join(seen.hands[asked.position]), board=board_up, wagers=gone).answer
            assert choice in told.best
            assert STRATEGIES["book"].choose(seen, asked) in told.best, "the book is optimal by the law's table"
            scene.give(Answer(asked.seat, choice, asked.position))
            asked_for += 1
    assert asked_for == 60


# --- the strategy as it is told


def test_the_riding_hands_are_those_of_the_literature() -> None:
    """Check that every kind of three and four cards rides exactly where B. Alspach says, or is level."""
    best = exact.Optimal(exact.pay(GAME.rules({}), LetItRideHouse(), 500))
    for size, bet in ((3, BET_1), (4, BET_2)):
        for held in kinds(size):
            withdraw, ride = best.value_of_bet_1(held) if size == 3 else best.value_of_bet_2(held, 1)
            assert ride == withdraw or (ride > withdraw) is by_the_book(bet, held.cards()), held


def test_what_is_exactly_level_is_two_sorts_of_four_cards() -> None:
    best = exact.Optimal(exact.pay(GAME.rules({}), LetItRideHouse(), 500))
    assert not [held for held in kinds(3) if len(set(best.value_of_bet_1(held))) == 1]
    level = {held for held in kinds(4) if len(set(best.value_of_bet_2(held, 1))) == 1}
    low_runs = {tuple(range(low, low + 4)) for low in range(2, 7)}
    four_high = {ranks for ranks in combinations(range(10, 15), 4) if ranks != (10, 11, 12, 13)}
    assert {held.ranks for held in level} == low_runs | four_high
    assert not any(held.suited for held in level)


def test_sorts_tell_every_holding_once() -> None:
    """The words of a strategy divide all holdings into riding and withdrawn ones, whatever is paid."""
    for seed in range(5):
        chance = Random(seed)
        for size in (3, 4):
            ways = {held: chance.choice(["rides", "withdraw"]) for held in kinds(size)}
            told = list(exact._described_groups(ways))
            assert sorted(held for _, some in told for held in some) == sorted(ways)
            assert all(len({ways[held] for held in some}) == 1 for _, some in told)
            assert len({name for name, _ in told}) == len(told)


def test_a_bet_that_reaches_the_limit_costs_more() -> None:
    house = LetItRideHouse(payout_limit=Money(5_000_000))
    edges = [edge("let-it-ride", house=house, bet=bet, cache=False)["base"].house_edge for bet in (5, 500)]
    assert edges[0] == Fraction(37_963, 1_082_900) < edges[1]
