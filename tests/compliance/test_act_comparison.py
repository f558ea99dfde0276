"""The same rounds under two laws, act by act: the hands are the same, and every difference is reported once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.compliance.amendments.act_comparison import Departure, find_departures
from pitboss.compliance.amendments.paired_rounds import PLAYERS, ROUNDS, Pair, play_same_rounds
from pitboss.engine.driver import Driver
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import Burn, FormHand
from pitboss.table.card_steps import TurnHand
from pitboss.table.steps import Announce, CollectWager, Manner, PayWager, PlaceWager, Step

LET_IT_RIDE = load("let-it-ride")
OLD, NEW = LET_IT_RIDE.rules({}, "1996-05-20"), LET_IT_RIDE.rules({}, "2007-10-15")
METHODS = {
    "manual-shoe": LetItRideHouse(),
    "hand": LetItRideHouse(dealing="hand", shuffler="shuffler"),
    "automated-shoe": LetItRideHouse(dealing="automated-shoe", shuffler="shuffler", backs=("red", "blue")),
}


def steps(driver: Driver) -> list[Step]:
    return [item for item in driver.log if isinstance(item, Step)]


def pairs_under_both(house: LetItRideHouse, other: LetItRideHouse | None = None) -> list[Pair]:
    return list(play_same_rounds(LET_IT_RIDE, (OLD, NEW), (house, other or house)))


def departures_in(pairs: list[Pair]) -> list[Departure]:
    return find_departures((steps(first), steps(second)) for first, second in pairs)


# --- the same rounds


@pytest.mark.parametrize("name", list(REGISTERED))
def test_under_one_law_the_rounds_are_the_same(name: str) -> None:
    game = load(name)
    rules, house = game.rules({}), game.house.usual()
    pairs = list(play_same_rounds(game, (rules, rules), (house, house)))
    assert len(pairs) == ROUNDS
    for first, second in pairs:
        assert first.log == second.log
    assert departures_in(pairs) == []
    assert any(isinstance(item, PayWager) for first, _ in pairs for item in first.log)
    assert any(isinstance(item, CollectWager) for first, _ in pairs for item in first.log)


@pytest.mark.parametrize("method", METHODS)
def test_every_hand_is_the_same_under_both_texts(method: str) -> None:
    """It is, although another of the three community cards is burned, and the cards lie in another order."""
    pairs = pairs_under_both(METHODS[method])
    for pair in pairs:
        first, second = (
            {item.position: item.cards for item in each.log if isinstance(item, FormHand)} for each in pair
        )
        assert len(first) == PLAYERS
        assert first == second
        burned = [[item.card for item in each.log if isinstance(item, Burn)] for each in pair]
        assert burned[0] == burned[1]
        assert all(pair.cents_won(seat)[0] == pair.cents_won(seat)[1] for seat in range(1, PLAYERS + 1))
    # Over the rounds the cards differ, and so do the results.
    assert len({pair.cents_won(seat)[0] for pair in pairs for seat in range(1, PLAYERS + 1)}) > 1


def test_the_table_opens_and_a_stub_is_counted() -> None:
    kinds = Counter(type(step).__name__ for pair in pairs_under_both(LetItRideHouse()) for step in steps(pair[0]))
    assert kinds["ReceiveDeck"] == 1
    assert kinds["CountStub"] == 1


# --- what differs


@pytest.mark.parametrize(
    ("method", "dealing"), [("manual-shoe", "18.7(c)4"), ("hand", "18.8(c)4"), ("automated-shoe", "18.9(c)")]
)
def test_what_the_amendment_of_2007_does_to_each_way_of_dealing(method: str, dealing: str) -> None:
    told = {
        (each.what, each.was.paragraph if each.was else "", each.now.paragraph if each.now else "")
        for each in departures_in(pairs_under_both(METHODS[method]))
    }
    assert ("otherwise", dealing, dealing) in told
    assert ("otherwise", "18.10(c)", "18.10(c)") in told
    assert ("otherwise", "18.10(d)", "18.10(d)") in told
    assert ("cited", "18.10(g)", "18.10(g)1") in told
    assert ("moved", "18.10(h)", "18.10(g)3") in told  # losers collected
    assert ("moved", "18.10(i)", "18.10(g)3") in told  # winners paid
    assert ("new", "", "18.10(g)4") in told
    cited = {paragraph.partition("(")[0] for _, *both in told for paragraph in both if paragraph}
    assert cited == {dealing.partition("(")[0], "18.10"}


def test_bonuses_bring_acts_of_their_own() -> None:
    with_bonuses = LetItRideHouse(bonus=True, three_card_bonus="A", pre_shuffled=True)
    told = departures_in(pairs_under_both(LetItRideHouse(), with_bonuses))
    new = {each.now.paragraph for each in told if each.what == "new" and each.now}
    assert {"18.5(a)", "18.6A(b)", "18.6B(b)", "18.7(b)", "18.6A(a), 18.10(g)3", "18.6B(a)"} <= new
    gone = {each.was.paragraph for each in told if each.what == "gone" and each.was}
    assert gone == {"18.4(b)", "18.4(c)", "18.5(a)"}
    [counted] = [each for each in told if each.now and each.now.act == "count chips"]
    assert (counted.times, counted.rounds, counted.round) == (ROUNDS, ROUNDS, 1)


def test_hands_are_turned_where_they_were_and_wagers_move() -> None:
    """Of the possible descriptions, the one with the fewest kinds of moved acts is chosen."""
    moved = {
        each.was.act for each in departures_in(pairs_under_both(LetItRideHouse())) if each.what == "moved" and each.was
    }
    assert moved == {"collect wager", "pay wager", "collect cards"}


# --- any two accounts

A = Announce("1.1", "No more bets")
WAGERS = [PlaceWager("1.2", seat, seat, "bet", 500) for seat in (1, 2, 3)]
HELD = Manner("1.3", "The dealer holds the deck.")


def kinds(was: Sequence[Step], now: Sequence[Step]) -> list[tuple[str, str, int]]:
    told = find_departures([(was, now)])
    return [(each.what, (each.now or each.was).told, each.times) for each in told]  # type: ignore[union-attr]


def test_each_kind_of_difference() -> None:
    assert kinds([A, *WAGERS], [A, *WAGERS]) == []
    assert kinds([A], [A, HELD]) == [("new", HELD.words, 1)]
    assert kinds([A, HELD], [A]) == [("gone", HELD.words, 1)]
    assert kinds([A, *WAGERS], [*WAGERS, A]) == [("moved", "The dealer announces: “No more bets”.", 1)]
    assert kinds([A], [msgspec.structs.replace(A, cite="1.9")]) == [
        ("cited", "The dealer announces: “No more bets”.", 1)
    ]
    more = [msgspec.structs.replace(each, cents=600) for each in WAGERS]
    assert kinds(WAGERS, more) == [("otherwise", "Seat 1 wagers $6 on bet.", 3)]
    assert kinds([], []) == []


def test_a_difference_names_the_act_before_it() -> None:
    [moved] = find_departures([([A, HELD, *WAGERS], [A, *WAGERS, HELD])])
    assert moved.was is not None
    assert moved.now is not None
    assert {moved.was.after, moved.now.after} & {"The dealer announces: “No more bets”.", "Seat 3 wagers $5 on bet."}
    [first] = find_departures([([], [A])])
    assert first.now is not None
    assert first.now.after == ""


ACTS = st.lists(st.sampled_from([A, HELD, *WAGERS, TurnHand("1.4", 1, 1, ("As",))]), max_size=12)
OTHER = {"new": "gone", "gone": "new"}


@given(ACTS, ACTS)
def test_comparison_is_symmetric(was: list[Step], now: list[Step]) -> None:
    there, back = find_departures([(was, now)]), find_departures([(now, was)])
    for what in ("new", "gone"):
        forth = {(each.kind[1] or each.kind[2], each.times) for each in there if each.what == what}
        assert forth == {(each.kind[1] or each.kind[2], each.times) for each in back if each.what == OTHER[what]}
    many = [sum(each.times for each in found_ if each.what in ("new", "gone")) for found_ in (there, back)]
    common = sum((Counter(map(repr, was)) & Counter(map(repr, now))).values())
    assert many == [len(was) + len(now) - 2 * common] * 2
    in_order = [key for key, _ in groupby(was)] == [key for key, _ in groupby(now)]
    assert bool(there) == bool(back) == (was != now)
    assert in_order or there
