"""Side wagers that a house describes are counted exactly: the classes add up, and known wagers have published edges."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

import pytest

from pitboss.counting.named_hands import best_five, hand_test, line_of, names
from pitboss.counting.side_wager_counts import line_counts, side_wager_row, worths_of_seven
from pitboss.evaluate import classes, evaluate
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideWager

GROCHOWSKI = "John Grochowski, casinocitytimes.com"
TUNICA = "tunicatravel.com, Let It Ride: 3-card Side Bet (2012)"
WIZARD = "Wizard of Odds"


def describe(table: str, cards: str = "hand") -> SideWager:
    """Describe a wager by lines such as "flush 4 to 1", separated by commas."""
    lines = []
    for line in table.split(","):
        words = line.split()
        count = 1 if words[-1] == "push" else 3
        lines.append(SideLine(hand=" ".join(words[:-count]), pays=" ".join(words[-count:])))
    return SideWager(name="a wager", cards=cards, minimum=Money(100), maximum=Money(10_000), pay=tuple(lines))


class KnownWager(NamedTuple):
    """A wager that is played, with its published house edge in percent."""

    what: str
    source: str
    size: int
    table: str
    edge: str


PAIR_PLUS = "straight flush 40 to 1, three of a kind 30 to 1, straight 6 to 1, flush {} to 1, pair 1 to 1"
FIVES = "straight flush 40 to 1, three of a kind 30 to 1, straight 5 to 1, flush 4 to 1, pair 1 to 1"
ROYAL = "mini royal {} to 1, "
TRIPS = "full house 8 to 1, flush 7 to 1, straight 4 to 1, three of a kind 3 to 1"

KNOWN = (
    KnownWager("pair plus 40-30-6-4-1", f"{GROCHOWSKI}, 8 July 2021", 3, PAIR_PLUS.format(4), "2.32"),
    KnownWager("pair plus 40-30-6-3-1", f"{GROCHOWSKI}, 8 July 2021", 3, PAIR_PLUS.format(3), "7.28"),
    KnownWager(
        "with a mini royal at 50", f"{GROCHOWSKI}, 19 January 2017", 3, ROYAL.format(50) + PAIR_PLUS.format(3), "7.10"
    ),
    KnownWager("pair plus 40-30-5-4-1", "casinocity.com, A rare Pair Plus payout", 3, FIVES, "5.57"),
    KnownWager("that with a mini royal at 50", "casinocity.com, the same", 3, ROYAL.format(50) + FIVES, "5.39"),
    KnownWager("that with a mini royal at 100", "casinocity.com, the same", 3, ROYAL.format(100) + FIVES, "4.49"),
    KnownWager("three card bonus of Let It Ride", TUNICA, 3, ROYAL.format(50) + PAIR_PLUS.format(4), "2.14"),
    KnownWager(
        "trips of Ultimate Texas Hold 'Em",
        f"{WIZARD}, Florida Variant of Trips Bet",
        7,
        f"royal flush 50 to 1, straight flush 40 to 1, four of a kind 30 to 1, {TRIPS}",
        "3.50",
    ),
    KnownWager(
        "bonus of Caribbean stud at the Palms in Managua",
        f"{WIZARD}, Caribbean Stud Poker Side Bets",
        5,
        "royal flush 100 to 1, straight flush 50 to 1, four of a kind 20 to 1, full house 7 to 1, flush 5 to 1, "
        "straight 4 to 1, three of a kind 3 to 1, two pair 2 to 1, pair of eights or better 1 to 1, pair push",
        "7.39",
    ),
    KnownWager(
        "royal match with one deck", f"{WIZARD}, Royal Match", 2, "king-queen suited 25 to 1, suited 5 to 2", "10.86"
    ),
    KnownWager("pair play with one deck", f"{WIZARD}, Pair Play", 2, "pair 11 to 1", "29.41"),
)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.what)
def test_a_known_wager_has_its_published_edge(known: KnownWager) -> None:
    row = side_wager_row(describe(known.table), known.size)
    assert f"{float(row.house_edge * 100):.2f}" == known.edge, known.source
    assert row.ways == comb(52, known.size)


def test_published_figures_that_differ_are_noted() -> None:
    """Two sources are wrong, and the counts show where."""
    # Copies of the Wizard's page on the Royal Match print 4 to 1 for two cards of one suit beside an edge of 3.77%.
    # At 4 to 1 players win in the long run; it is at 3 to 1 that the edge is 3.77%.
    four, three = (
        side_wager_row(describe(f"king-queen suited 10 to 1, suited {pays} to 1"), 2).house_edge for pays in (4, 3)
    )
    assert (four, three) == (Fraction(-258, 1326), Fraction(50, 1326))
    # gamblingmy.com adds up the dollar bonus of Let It Ride, "for one" at 20000-2000-400-200-50-25-5, to a return of
    # 0.7446. Its terms are rounded one by one; the sum of the exact ones is 0.74467.
    dollar = "royal flush 19999 to 1, straight flush 1999 to 1, four of a kind 399 to 1, full house 199 to 1, "
    row = side_wager_row(describe(f"{dollar} flush 49 to 1, straight 24 to 1, three of a kind 4 to 1"), 5)
    assert f"{float(1 - row.house_edge):.5f}" == "0.74467"


def test_the_best_five_of_seven_are_counted_as_the_evaluator_ranks_them() -> None:
    """The counts follow from ranks and suits apart; the evaluator looks at cards."""
    import numpy as np

    from pitboss.numeric.hands import ranks

    counted = worths_of_seven()
    assert counted.total() == comb(52, 7)
    random = np.random.default_rng(11)
    sample = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (100_000, 1)), axis=1)[:, :7]
    worths, frequencies = np.unique(ranks(np.ascontiguousarray(sample))[0], return_counts=True)
    assert set(worths.tolist()) <= set(counted)
    for worth, often in zip(worths.tolist(), frequencies.tolist(), strict=True):
        expected = counted[worth] / counted.total() * 100_000
        assert abs(often - expected) <= 6 * max(expected, 1) ** 0.5


@pytest.mark.parametrize("size", [2, 3, 5])
def test_every_name_that_is_suggested_is_understood_and_has_a_hand(size: int) -> None:
    for name in names(size):
        test = hand_test(name, size)
        line = (SideLine(hand=name, pays="1 to 1"),)
        assert 0 < line_counts(line, size)[0] < comb(52, size), name
        if size == 2:
            assert line_counts(line, size)[0] == sum(map(test, combinations(FULL_DECK, 2)))


def test_classes_of_the_evaluator_and_names_agree() -> None:
    for size in (3, 5):
        lines = tuple(SideLine(hand=name, pays="1 to 1") for name in names(size)[: 6 if size == 3 else 10])
        *counts, none = line_counts(lines, size)
        assert none == 0
        if size == 3:
            cards = [
                [4 * "23456789TJQKA".index(c[0]) + "cdhs".index(c[1]) for c in h] for h in combinations(FULL_DECK, 3)
            ]
            import numpy as np

            by_class = np.bincount(classes(evaluate(np.array(cards, np.uint8))))
            assert counts == by_class[::-1].tolist()


@pytest.mark.parametrize(
    ("name", "cards", "holds"),
    [
        ("pair of tens or better", "Ts Tc 2d", True),
        ("pair of tens or better", "9s 9c 2d", False),
        ("pair of tens or better", "2s 3s 9s", True),  # a flush ranks above a pair
        ("pair of aces", "As Ac 2d 2c 3h", False),  # two pair
        ("three aces", "As Ac Ad 2c 2h", False),  # a full house
        ("four aces", "As Ac Ad Ah 2h", True),
        ("straight flush", "As Ks Qs Js Ts", True),  # the highest of them
        ("straight", "As 2s 3d", True),
        ("straight", "As Kd 2s", False),
        ("Three-of-a-Kind", "As Ac Ad", True),
        ("ace high", "As Kd 2s", True),
        ("ace high", "As Ks 2s", False),
        ("queen high or better", "Js 9d 2s", False),
        ("queen high or better", "2s 2d 3s", True),
        ("ace-king suited", "As Ks", True),
        ("suited ace-king", "As Kd", False),
        ("colored pair", "Ad Ah", True),
        ("mixed pair", "Ad Ah", False),
        ("blackjack", "Ad Th", True),
        ("total of 20", "Ad 9h", True),
        ("total of 12", "Ad Ah", True),
        ("all red", "Ad Ah 2d", True),
        ("one color", "Ad Ah 2c", False),
        ("mini royal", "As Ks Qs", True),
    ],
)
def test_a_name_means_what_people_say(name: str, cards: str, holds: bool) -> None:
    hand = tuple(cards.split())
    assert hand_test(name, len(hand))(hand) is holds


@pytest.mark.parametrize(
    ("name", "size", "told"),
    [
        ("flsh", 3, "'flsh' is not a hand that a pay table can name; did you mean 'flush'?"),
        ("full house", 3, "'full house' is a hand of five cards, and three decide here; names are such as"),
        ("suited", 5, "'suited' is a hand of two cards, and five decide here;"),
        ("pair of elevens", 3, "'pair of elevens' is not a hand that a pay table can name; did you mean"),
    ],
)
def test_a_name_that_no_hand_has_is_refused(name: str, size: int, told: str) -> None:
    with pytest.raises(ValueError, match="; ") as refused:
        hand_test(name, size)
    assert str(refused.value).startswith(told)


def test_a_hand_is_paid_by_the_first_line_that_it_fits() -> None:
    wager = describe("pair of aces 10 to 1, pair 2 to 1")
    assert line_of(wager, ("As", "Ad", "2c")) == wager.pay[0]
    assert line_of(wager, ("Ks", "Kd", "2c")) == wager.pay[1]
    assert line_of(wager, ("Ks", "Qd", "2c")) is None


def test_the_best_five_of_more_cards_count() -> None:
    random = Random(5)
    for _ in range(200):
        cards = tuple(random.sample(FULL_DECK, 7))
        five = best_five(cards)
        assert (len(five), set(five) <= set(cards)) == (5, True)
    assert set(best_five(("As", "Ks", "Qs", "Js", "Ts", "Ad", "Ac"))) == {"As", "Ks", "Qs", "Js", "Ts"}
