"""The words of the acts of Let It Ride, and the paragraph or reading that each act cites."""

from __future__ import annotations

from typing import Any

import pytest

from games.let_it_ride.scene import AUTOMATED, BY_HAND, NEWEST, OLDEST, Scene
from kit.records import stories_of
from pitboss.common.dealer_questions import AskPlayer
from pitboss.common.steps import ReturnFromInventory
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import Answer, Close, Order, Wager
from pitboss.games.let_it_ride.law.settle import pay_up_to
from pitboss.games.let_it_ride.law.steps import DealCommunity, LetItRide, ReturnChips
from pitboss.games.let_it_ride.law.wagers import DeviceFault
from pitboss.law.force import cites
from pitboss.record.account import account_of
from pitboss.record.explain import WagerStory
from pitboss.server.views.last_round import settled_of
from pitboss.table.card_steps import Deal, ExamineHand
from pitboss.table.money import Money
from pitboss.table.steps import (
    CollectWager,
    JudgeWager,
    KeepStake,
    LimitPayout,
    PayWager,
    ReturnWager,
    sentence_for_house,
)


@pytest.mark.parametrize("as_of", [OLDEST, NEWEST])
def test_the_dealer_asks_each_player_before_he_answers(as_of: str) -> None:
    scene = Scene({1: "", 4: ""}, as_of=as_of).deal().answer("r", "w", "w", "r")
    asked = [(step.cite, step.position, step.tell()) for step in scene.steps(AskPlayer)]
    assert asked == [
        ("18.10(b)", 1, "The dealer asks seat 1: withdraw bet 1, or let it ride?"),
        ("18.10(b)", 4, "The dealer asks seat 4: withdraw bet 1, or let it ride?"),
        ("18.10(e)", 1, "The dealer asks seat 1: withdraw bet 2, or let it ride?"),
        ("18.10(e)", 4, "The dealer asks seat 4: withdraw bet 2, or let it ride?"),
    ]
    # Question, answer, and what follows, one player after the other.
    about = [item for item in scene.driver.log if isinstance(item, AskPlayer | Answer | LetItRide | ReturnWager)]
    followed = [LetItRide, ReturnWager, ReturnWager, LetItRide]
    assert [type(item) for item in about] == [kind for then in followed for kind in (AskPlayer, Answer, then)]


@pytest.mark.parametrize("house", [{}, BY_HAND])
@pytest.mark.parametrize(("as_of", "how"), [(OLDEST, "on top"), (NEWEST, "to the right")])
def test_where_a_community_card_is_laid(as_of: str, how: str, house: dict[str, Any]) -> None:
    scene = Scene({1: ""}, as_of=as_of, **house).deal()
    to = "One card face down to the community cards"
    assert [step.tell() for step in scene.steps(DealCommunity)] == [
        f"{to}.",
        f"{to}, {how} of the first.",
        f"{to}, {how} of the first two.",
    ]
    more = (
        Scene({1: ""}, as_of=as_of, **house)
        .deal_until(Deal, 4)
        .give_amid(ExtraCard("community"), ExtraCard("community"))
    )
    assert more.steps(DealCommunity)[-1].tell() == f"{to}, {how} of the 4 that lie there."


@pytest.mark.parametrize("as_of", [OLDEST, NEWEST])
@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("2c 7d 9h", "3c 5h Kd", "king high"),
        ("2c 7d Ah", "3c 5h Kd", "ace high"),
        ("9c 9d 2h", "3c 5h Kd", "pair of nines"),
        ("6c 6d 2h", "3c 5h Kd", "pair of sixes"),
    ],
)
def test_a_losing_hand_is_named_and_why_it_loses(as_of: str, cards: str, board: str, words: str) -> None:
    scene = Scene({1: cards}, board, as_of=as_of).deal().all_ride()
    (examined,) = scene.steps(ExamineHand)
    assert examined.tell() == f"Position 1: {words}. No payout."
    assert [step.tell() for step in scene.steps(CollectWager)] == [
        f"The dealer collects $5 on {bet} from seat 1: {words}, less than a pair of tens."
        for bet in ("bet 1", "bet 2", "bet 3")
    ]


def test_a_winning_pair_is_named() -> None:
    (examined,) = Scene({1: "Tc Td 2h"}, "3c 5h Kd").deal().all_ride().steps(ExamineHand)
    assert sentence_for_house(examined) == "Position 1: pair of tens. It pays."


def test_bonus_wagers_that_lose_say_on_what() -> None:
    scene = Scene({1: "2c 7d 9h"}, "3c 5h Kd", bonus=True, three_card_bonus="A")
    scene.deal(bonus={1: 100}, three_card_bonus={1: 300}).all_ride()
    assert [step.tell() for step in scene.steps(JudgeWager)] == [
        "The bonus wager of seat 1 loses on its own: king high, less than three-of-a-kind.",
        "The three card bonus wager of seat 1 loses on its own: nine high, less than a pair.",
    ]
    last = scene.steps(CollectWager)[-1]
    assert (last.cite, last.tell()) == (
        "18.6B(a), 18.10(g)3",
        "The dealer collects $3 on three card bonus from seat 1: nine high, less than a pair.",
    )


def story_of(scene: Scene, spot: str) -> WagerStory:
    """Return what `explain` says of the only player's wager on this area."""
    [seat] = stories_of(scene.driver)
    [wager] = [wager for wager in seat.wagers if wager.spot == spot]
    return wager


@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("2c 7d 9h", "3c 5h Kd", "king high"),
        ("9c 9d 2h", "3c 5h Kd", "pair of nines"),
        ("Tc Td 2h", "3c 5h Kd", "pair of tens"),
        ("Tc Td 2h", "3c 5h 5d", "two pair"),
    ],
)
def test_a_lost_bonus_names_what_it_missed_and_the_paragraphs(cards: str, board: str, words: str) -> None:
    """Check a wager that loses under 18.6A(a). Its chip is in the inventory, so nothing else settles it."""
    scene = Scene({1: cards}, board, bonus=True).deal(bonus={1: 100}).all_ride()
    (judged,) = scene.steps(JudgeWager)
    assert (judged.cite, judged.wins, judged.hand_class) == (
        "18.6A(a), 18.10(g)3",
        False,
        f"{words}, less than three-of-a-kind",
    )
    bonus = story_of(scene, "bonus")
    assert (bonus.outcome, bonus.cite, bonus.net) == ("loses", "18.6A(a), 18.10(g)3", -100)
    assert bonus.hand_class == judged.hand_class


def test_a_lost_three_card_bonus_names_the_paragraphs() -> None:
    scene = Scene({1: "2c 7d 9h"}, "3c 5h Kd", three_card_bonus="A").deal(three_card_bonus={1: 300}).all_ride()
    bonus = story_of(scene, "three card bonus")
    assert (bonus.outcome, bonus.cite, bonus.hand_class) == (
        "loses",
        "18.6B(a), 18.10(g)3",
        "nine high, less than a pair",
    )


def test_a_three_card_bonus_that_a_reading_loses_names_both() -> None:
    readings = {"mini-royal-without-a-line": "loses"}
    scene = Scene({1: "Ah Kh Qh"}, "9s Jd 5c", three_card_bonus="A", readings=readings)
    scene.deal(three_card_bonus={1: 100}).all_ride()
    collected = scene.steps(CollectWager)[-1]
    assert (collected.spot, collected.cite) == (
        "three card bonus",
        "18.6B(a), reading:mini-royal-without-a-line, 18.10(g)3",
    )


def test_bets_beside_bonuses_are_examined_whatever_becomes_of_those() -> None:
    both: dict[str, Any] = {"bonus": True, "three_card_bonus": "A"}
    beside: dict[str, dict[str, Any]] = {
        "18.10(g)2": {},
        "18.10(g)2, 18.6A(d)": {"bonus": {1: 100}},
        "18.10(g)2, 18.6B(d)": {"three_card_bonus": {1: 100}},
        "18.10(g)2, 18.6A(d), 18.6B(d)": {"bonus": {1: 100}, "three_card_bonus": {1: 100}},
    }
    for cite, wagers in beside.items():
        (examined,) = Scene({1: ""}, **both).deal(**wagers).all_ride().steps(ExamineHand)
        assert examined.cite == cite


# --- the chip of a won bonus


@pytest.mark.parametrize(
    ("house", "cite"), [({}, "18.7(b)"), (BY_HAND, "18.8(b)3"), (AUTOMATED, "18.9(b)2")], ids=["18.7", "18.8", "18.9"]
)
def test_a_won_bonus_says_where_its_chip_stays_and_by_what(house: dict[str, Any], cite: str) -> None:
    scene = Scene({1: "2c 2d 2h"}, "3c 5h Kd", bonus=True, **house).deal(bonus={1: 100}).all_ride()
    (kept,) = scene.steps(KeepStake)
    said = "The $1 that seat 1 had on bonus stays in the table inventory container."
    assert (kept.cite, kept.tell(), kept.tell_players()) == (f"{cite}, reading:bonus-chip", said, said)
    log = scene.steps()
    assert isinstance(paid := log[log.index(kept) - 1], PayWager)
    assert paid.spot == "bonus"
    bonus = story_of(scene, "bonus")
    assert bonus.cite == f"18.11(d), {cite}, reading:bonus-chip"
    assert (bonus.arithmetic, bonus.net) == ("$5 = $5, and the $1 wagered stays with the house", 400)
    # The page has the same, and tells the act.
    account = account_of(scene.driver)
    assert [act.told for act in account.acts if act.cite == kept.cite] == [said]
    [shown] = [result for result in settled_of(account).results if result.spot == "bonus"]
    assert (shown.cite, shown.sum) == (bonus.cite, bonus.arithmetic)


def test_a_chip_that_comes_back_names_the_same() -> None:
    scene = Scene({1: "2c 2d 2h"}, "3c 5h Kd", bonus=True, readings={"bonus-chip": "returned"})
    scene.deal(bonus={1: 100}).all_ride()
    assert scene.steps(KeepStake) == []
    bonus = story_of(scene, "bonus")
    assert bonus.cite == "18.11(d), 18.10(g)3, 18.7(b), reading:bonus-chip"
    assert (bonus.arithmetic, bonus.net) == ("$5 = $5 and the chip itself = $1", 500)


def test_a_void_bonus_that_is_kept_names_the_reading() -> None:
    scene = Scene({1: ""}, bonus=True, readings={"void-bonuses": "kept"}).place_wagers(bonus={1: 100})
    scene.step(Close()).run_until(Deal).give_amid(ExtraCard("hand 1"))
    (kept,) = scene.steps(KeepStake)
    assert (scene.t.void, kept.cite) == ("18.12(c)", "18.7(b), reading:void-bonuses")
    bonus = story_of(scene, "bonus")
    assert (bonus.outcome, bonus.cite, bonus.net) == ("stays with the house", kept.cite, -100)


# --- readings


@pytest.mark.parametrize(
    ("house", "cite"), [({}, "18.7(b)"), (BY_HAND, "18.8(b)3"), (AUTOMATED, "18.9(b)2")], ids=["18.7", "18.8", "18.9"]
)
def test_a_late_device_fault_names_the_count_of_its_method(house: dict[str, Any], cite: str) -> None:
    scene = Scene({1: ""}, bonus=True, **house).open_betting().bet(1)
    assert scene.bars_against(DeviceFault(1, True)) == set()
    assert scene.give(Close()).refusal_of(DeviceFault(1, True)) == {cite}


def test_a_chip_that_goes_back_after_a_failed_count_names_the_reading() -> None:
    scene = Scene({1: ""}, bonus=True).open_betting().bet(1).give(Wager(1, {"bonus": 100}))
    scene.give(DeviceFault(1, False)).give(Close()).give(Order("return bonus chips"))
    assert [(step.cite, step.cents) for step in scene.steps(ReturnChips)] == [("reading:bonus-count", 100)]


def test_a_chip_that_comes_out_of_the_inventory_names_the_reading() -> None:
    scene = (
        Scene({1: ""}, bonus=True)
        .place_wagers(bonus={1: 100})
        .step(Close())
        .run_until(Deal)
        .give_amid(ExtraCard("hand 1"))
    )
    (back,) = scene.steps(ReturnFromInventory)
    assert (scene.t.void, back.cite) == ("18.12(c)", "reading:void-bonuses")


@pytest.mark.parametrize(
    ("cards", "table", "by"),
    [
        ("Ac 2d 3h", "A", "reading:ace-two-three"),
        ("Ac 2c 3c", "D", "reading:ace-two-three"),
        ("2c 3d 4h", "A", ""),
        ("Ah Kh Qh", "A", "reading:mini-royal-without-a-line"),
        ("Ah Kh Qh", "D", ""),
    ],
)
def test_three_cards_that_win_by_a_reading_name_it(cards: str, table: str, by: str) -> None:
    scene = Scene({1: cards}, "9s Jd 5c", three_card_bonus=table).deal(three_card_bonus={1: 100}).all_ride()
    (judged,) = scene.steps(JudgeWager)
    paid = scene.steps(PayWager)[-1]
    assert (judged.cite, paid.cite, paid.by) == (cites("18.6B(a)", by), "18.10(g)3", by or "18.11(e)")


@pytest.mark.parametrize(
    ("bet", "limited", "by"),
    [
        (1660, False, ["", "", ""]),  # $49,800 and stakes of $49.80: below it however one counts
        (1666, False, ["", "", "limit-counts"]),  # $49,980: the stakes would take it over $50,000
        (1667, True, ["", "", "limit-counts"]),  # $50,010
    ],
)
def test_what_the_limit_cuts_names_the_reading_that_says_how_much(bet: int, limited: bool, by: list[str]) -> None:
    scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_000_000), smallest_chip=Money(1))
    scene.deal(bet).all_ride()
    assert bool(scene.steps(LimitPayout)) == limited
    assert [step.by for step in scene.steps(PayWager)] == [f"reading:{each}" if each else "18.11(b)" for each in by]


def test_payments_one_after_the_other_up_to_the_limit() -> None:
    assert pay_up_to([5, 5, 5], None) == pay_up_to([5, 5, 5], 15) == [5, 5, 5]
    assert pay_up_to([5, 5, 5], 14) == [5, 5, 4]
    assert pay_up_to([5, 5, 5], 5) == [5, 0, 0]
    assert pay_up_to([5, 5, 5], -1) == [0, 0, 0]
