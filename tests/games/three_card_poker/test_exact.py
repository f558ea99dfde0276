"""Three Card Poker counted exactly: equal to the engine, to the engine explored on tiny decks, and to a slow path."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from games.three_card_poker import oracle
from games.three_card_poker.scene import AUTOMATED, BY_HAND, Scene
from pitboss.analysis import ask, edge, exposure
from pitboss.analysis.comparison.elections import elect
from pitboss.counting.card_kinds import kind_of, patterns
from pitboss.counting.exact_model import ImpossibleError, Situation
from pitboss.engine.view import view
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.ranking import dealer_plays, hand_class, strength
from pitboss.games.three_card_poker.math import exact
from pitboss.games.three_card_poker.math import exposed_cards as glimpses
from pitboss.games.three_card_poker.math.strategy import STRATEGIES
from pitboss.table.cards import FULL_DECK, parse_cards

TCP = "three-card-poker"
READINGS: list[dict[str, str]] = [
    {},
    {"equal-hands": "loses"},
    {"ace-two-three": "none"},
    {"ranking": "highest-card"},
    {"ranking": "highest-card", "ace-two-three": "none", "equal-hands": "loses"},
    {"ante-bonus": "ante-and-play"},
    {"ante-bonus": "ante-unless-beaten", "equal-hands": "loses"},
]


# --- the dealer's hands are counted right


@pytest.mark.parametrize("readings", READINGS)
def test_hands_below_level_and_above_are_those_found_one_by_one(readings: dict[str, str]) -> None:
    rules, chance = GAME.rules(readings), Random(str(readings))
    for _ in range(3):
        cards = chance.sample(FULL_DECK, 4)
        mine, seen = tuple(cards[:3]), cards[3]
        ours, rest = strength(mine, rules), [card for card in FULL_DECK if card not in mine]
        found: Counter[int] = Counter()
        with_seen: Counter[int] = Counter()
        for dealers in combinations(rest, 3):
            result = exact._result_index(ours, dealers, rules)
            found[result] += 1
            with_seen[result] += seen in dealers
        assert exact.dealer_ranking(rules).against(mine) == tuple(found[at] for at in range(4))
        assert exact.dealer_ranking(rules).against(mine, (seen,)) == tuple(with_seen[at] for at in range(4))


def test_all_deals_are_counted() -> None:
    found = exact.dealer_ranking(GAME.rules({})).hands
    assert sum(hands for _, hands, _, _ in found) == 22_100
    assert all(sum(against) == 18_424 for _, _, _, against in found)
    assert 22_100 * 18_424 == 407_170_400


# --- the engine, to the cent

GRID = list(product(({}, BY_HAND, AUTOMATED), ((3,), (1, 4, 7)), READINGS, (0, 300)))


@pytest.mark.parametrize(("dealing", "seats", "readings", "pair_plus"), GRID)
def test_the_engine_pays_what_the_model_counts(
    dealing: dict[str, Any], seats: tuple[int, ...], readings: dict[str, str], pair_plus: int
) -> None:
    chance = Random(f"{dealing} {seats} {readings} {pair_plus}")
    seen: set[int] = set()
    for _ in range(12):
        deck = chance.sample(FULL_DECK, 3 * len(seats) + 3)
        hands = {seat: " ".join(deck[3 * at : 3 * at + 3]) for at, seat in enumerate(seats)}
        dealers = tuple(deck[-3:])
        if chance.random() < 0.3:  # hands that are level, or pay a bonus
            hands, dealers = {seats[0]: "Qc 9d 4h"}, parse_cards(chance.choice(["Qd 9h 4s", "Ad Kh Qs", "Jd 9h 4s"]))
            if chance.random() < 0.5:
                hands = {seats[0]: chance.choice(["2c 3c 4c", "7c 7d 7h", "Ac 2d 3h"])}
        scene = Scene(hands, " ".join(dealers), readings=readings, **dealing)
        scene.deal(500, **{f"seat_{seat}": (500, pair_plus) for seat in hands})
        plays = {seat: chance.random() < 0.7 for seat in sorted(hands)}
        scene.answer("".join("p" if plays[seat] else "f" for seat in sorted(hands)))
        assert scene.driver.done
        rules, paid = scene.driver.rules, exact.nets(scene.driver.rules, scene.house)
        for seat, cards in hands.items():
            mine = parse_cards(cards)
            result, made = exact._result_index(strength(mine, rules), dealers, rules), hand_class(mine, rules)
            seen.add(result)
            want = Fraction(-500 - pair_plus)
            if plays[seat]:
                want = Fraction(paid.played[made][result] * 500, paid.parts)
                want += Fraction(paid.pair_plus[made] * pair_plus, paid.parts)
            assert scene.winnings(seat) == want, (hands, dealers, plays)
            assert want == oracle.net(mine, dealers, 500, pair_plus, plays[seat], rules.readings)
    assert len(seen) >= 3


# --- tiny decks, the engine explored exhaustively


@pytest.mark.parametrize("deck", ["Qc Qd 9h 8s 7c 4d 2h 2c", "Ah Kc Jd 6s 5h 5d 3c 2s"])
@pytest.mark.parametrize("readings", [{}, {"equal-hands": "loses"}])
def test_on_a_tiny_deck_the_best_that_the_engine_can_be_brought_to_pay_is_what_ask_says(
    deck: str, readings: dict[str, str]
) -> None:
    cards = parse_cards(deck)
    out = " ".join(card for card in FULL_DECK if card not in cards)
    right = set()
    for mine in combinations(cards, 3):
        found = {"p": [0, 0], "f": [0, 0]}
        for dealers in combinations([card for card in cards if card not in mine], 3):
            for choice, totals in found.items():
                scene = Scene({3: " ".join(mine)}, " ".join(dealers), readings=readings).deal().answer(choice)
                totals[0] += scene.winnings(3)
                totals[1] += 1
        told = ask(TCP, " ".join(mine), seen=out, readings=readings).answer
        values = [Fraction(*found[choice]) for choice in "pf"]
        assert [each.value * 500 for each in told.choices] == values, mine
        right |= set(told.best)
    assert right == {"play", "fold"}


# --- random pay tables against a slow path


@pytest.mark.parametrize("seed", range(4))
def test_any_table_against_hand_by_hand(seed: int) -> None:
    chance = Random(seed)
    lines = {
        f"{table}.{line}": f"{chance.choice([0, 1, 2, 5, 11, 50])} to {chance.choice([1, 1, 2, 3])}"
        for table, names in exact.MODEL.LINES.items()
        for line in names
    }
    readings = chance.choice(READINGS)
    report = edge(TCP, settings=lines, readings=readings, cache=False)
    rules = GAME.rules(readings)
    house = exact.MODEL.what_if(ThreeCardPokerHouse())
    house = elect(GAME, house, lines)  # type: ignore[assignment]
    paid = exact.nets(rules, house)
    for _ in range(3):
        mine = tuple(chance.sample(FULL_DECK, 3))
        told = exact.MODEL.ask(rules, house, 500, Situation(cards=mine))
        against = exact.dealer_ranking(rules).against(mine)
        gained = Fraction(paid.gain(against, hand_class(mine, rules)), exact.DEALERS * paid.parts)
        assert told.choices[0].value - told.choices[1].value == gained
    # The edge once more, as what is gained over folding everything.
    total = sum(
        hands * max(paid.gain(against, made), 0) for _, hands, made, against in exact.dealer_ranking(rules).hands
    )
    assert report["ante and play"].house_edge == 1 - Fraction(total, 407_170_400 * paid.parts)
    assert "20.11(a)" in "".join(report.warnings)


def test_folding_forfeits_the_pair_plus_wager_too() -> None:
    """Check that the total is the sum of both wagers under the law's tables, since no hand that pair plus pays is
    folded."""
    report = edge(TCP)
    both, apart = report["ante, play and pair plus"], (report["ante and play"], report["pair plus"])
    assert both.house_edge == sum(each.house_edge for each in apart)
    # A dealer who is hardly ever beaten: a pair is folded for the ante alone, and played for the sake of pair plus.
    poor = {"against-the-dealer.ante": "0 to 1", "against-the-dealer.play": "0 to 1"}
    alone = ask(TCP, "2c 2d 5h", settings=poor, seen="3c 3d 3h 3s").answer
    beside = ask(TCP, "2c 2d 5h", settings=poor, seen="3c 3d 3h 3s", wagers={"pair plus": 50}).answer
    worth = {each.name: each.value for each in beside.choices}
    assert worth["fold"] == -1 - 10
    assert worth["play"] == {each.name: each.value for each in alone.choices}["play"] + 10


# --- what is called optimal, played at a table, equals ask


def test_the_threshold_is_queen_six_four() -> None:
    rules = GAME.rules({})
    paid = exact.nets(rules, ThreeCardPokerHouse())
    for mine, _, made, against in exact.dealer_ranking(rules).hands:
        gained = paid.gain(against, made)
        assert gained != 0, "no hand is level"
        assert (gained > 0) is STRATEGIES["book"].plays(mine), mine
    (told, *_) = exact.MODEL.strategy(rules, ThreeCardPokerHouse(), 500)
    assert told.title == "Play Q-6-4 or better; fold everything below"


def test_the_optimal_strategy_at_a_table_is_what_ask_calls_best() -> None:
    chance, asked_for = Random(5), 0
    for _ in range(4):
        deck = chance.sample(FULL_DECK, 9)
        scene = Scene({2: " ".join(deck[:3]), 5: " ".join(deck[3:6])}, " ".join(deck[6:])).deal()
        while (asked := scene.driver.question) is not None:
            seen = view(scene.driver, asked.seat)
            choice = STRATEGIES["book"].choose(seen, asked)
            assert (choice,) == ask(TCP, " ".join(seen.hands[asked.position])).answer.best
            scene.answer("p" if choice == "play" else "f")
            asked_for += 1
    assert asked_for == 8


def test_a_dealers_card_seen_is_worth_what_asking_with_it_says() -> None:
    """Compare the gain of `exposure` with that of the better choice after each card, for a sample of hands and
    cards."""
    rules, house, chance = GAME.rules({}), ThreeCardPokerHouse(), Random(11)
    paid = exact.nets(rules, house)
    for _ in range(6):
        cards = chance.sample(FULL_DECK, 4)
        mine = tuple(cards[:3])
        told = exact.MODEL.ask(rules, house, 500, Situation(cards=mine, dealer=(cards[3],)))
        against = exact.dealer_ranking(rules).against(mine, (cards[3],))
        gained = Fraction(paid.gain(against, hand_class(mine, rules)), exact.SEEN * paid.parts)
        assert told.choices[0].value - told.choices[1].value == gained
    for mine in chance.sample(sorted(patterns(3)), 20):
        beside = dict(exact._other_cards(mine))
        assert sum(beside.values()) == 49
        assert not set(beside) & set(mine)


def test_two_dealer_cards_and_a_neighbors_hand_are_worth_what_asking_says() -> None:
    """Compare the sums of `exposure` with the answers of `ask`, for random hands, dealer cards and neighbors."""
    rules, house, chance = GAME.rules({}), ThreeCardPokerHouse(), Random(12)
    paid, dealers = exact.nets(rules, house), exact.dealer_ranking(rules)
    deal = glimpses.Deal(dealers)
    for mine, _, made, _ in chance.sample(dealers.hands, 4):
        by_result = np.array([net + paid.parts for net in paid.played[made]], np.int64)
        possible = deal.without_cards_of(mine)
        found = deal.gains(possible, dealers.strength_index[kind_of(mine)], by_result)
        assert possible.sum() == exact.DEALERS
        assert found.whole == paid.gain(dealers.against(mine), made)
        three_out = found.three_out(deal.hands)
        rest = [card for card in FULL_DECK if card not in mine]
        for card in chance.sample(rest, 3):
            assert found.cards[FULL_DECK.index(card)] == paid.gain(dealers.against(mine, (card,)), made)
        for _ in range(3):
            a, b, c = sorted(chance.sample(rest, 3), key=FULL_DECK.index)
            told = exact.MODEL.ask(rules, house, 500, Situation(cards=mine, dealer=(a, b)))
            gained = Fraction(int(found.pairs[FULL_DECK.index(a), FULL_DECK.index(b)]), 47 * paid.parts)
            assert told.choices[0].value - told.choices[1].value == gained
            told = exact.MODEL.ask(rules, house, 500, Situation(cards=mine, seen=(a, b, c)))
            (at,) = np.flatnonzero((deal.hands == [FULL_DECK.index(card) for card in (a, b, c)]).all(axis=1))
            gained = Fraction(int(three_out[at]), comb(46, 3) * paid.parts)
            assert told.choices[0].value - told.choices[1].value == gained


def test_the_more_is_seen_the_more_it_is_worth() -> None:
    one, two, neighbor = exposure(TCP).exposures
    assert neighbor.without == one.without == two.without
    assert two.house_edge < one.house_edge < neighbor.house_edge < one.without
    assert (one.cite, two.cite, neighbor.cite) == ("20.12(d)", "20.12(d)", "")
    assert "--neighbors" in neighbor.answer


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cards": "Ah Kd"}, "three with --cards"),
        ({"cards": "Ah Kd Qd", "board": "2c"}, "three with --cards"),
        ({"cards": "Ah Kd Qd", "wagers": {"trips": 5}}, "ante or pair plus"),
        ({"cards": "Ah Kd Qd", "wagers": {"ante": 0, "pair plus": 5}}, "20.10(b)"),
    ],
)
def test_impossible_situations(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ImpossibleError) as wrong:
        ask(TCP, **given)
    assert told in str(wrong.value)


def test_kinds_tell_when_the_dealer_plays() -> None:
    rules = GAME.rules({})
    for mine in Random(2).sample(sorted(patterns(3)), 200):
        assert dealer_plays(mine, rules) is exact.dealer_ranking(rules).plays[kind_of(mine)]
