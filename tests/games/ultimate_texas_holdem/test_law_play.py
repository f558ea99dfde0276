"""Ultimate Texas Hold 'Em: wagers (32.6, 32.12), completion of the round (32.10), payout odds (32.11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import TEXT, Scene
from kit.scene import BANK, CHIPS
from pitboss.common.dealer_questions import AskPlayer
from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.engine.inputs import Answer, Close, Conduct, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.facts import COVERED, DEALERS_CLASS, DEALERS_FIVE, UNDER_TRIPS
from pitboss.games.ultimate_texas_holdem.law.house import BetterPay, UltimateHouse, payout_limit
from pitboss.games.ultimate_texas_holdem.law.steps import PickUp
from pitboss.table.card_steps import BurnCard, CollectCards, Deal, DealUp, TurnDealer, TurnHand
from pitboss.table.cards import FULL_DECK, UP
from pitboss.table.facts import FOLDED, HAND_CLASS
from pitboss.table.money import INVENTORY, Money
from pitboss.table.steps import (
    CollectWager,
    JudgeWager,
    LeaveSeat,
    LimitPayout,
    PayWager,
    PlaceWager,
    ReturnWager,
    Rise,
)

HIGH = "2c 7d 9h Js Kc"  # no pair, no straight without a queen and a ten
PAIRED = "4c 4d 9h Js Kc"


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(TEXT, paragraph)


# --- 32.6 and 32.12 wagers


@law("32.6(a)")
def test_chips_only_no_cash_no_word_no_coupon() -> None:
    scene = Scene().open_betting()
    for what in ("cash wager", "verbal wager", "match play coupon"):
        assert scene.refusal_of(Conduct(1, what)) == {"32.6(a)"}
    for wrong in ({}, {"jackpot": 500}, {"ante": 500, "blind": 500, "jackpot": 500}):
        assert scene.refusal_of(Wager(1, wrong)) == {"32.6(a)"}
    every_area = dict.fromkeys(("ante", "blind", "trips", "play"), 500)
    assert scene.refusal_of(Wager(1, every_area)) == {"32.6(d)"}
    assert Scene({1: ""}, chips=900).open_betting().refusal_of(Wager(1, {"ante": 500, "blind": 500})) == {"32.6(a)"}
    Scene({1: ""}, chips=1000).open_betting().bet(1, 500)


@law("32.6(b)")
def test_nothing_is_made_raised_or_taken_back_after_no_more_bets() -> None:
    scene = Scene().open_betting().bet(1).bet(3, trips=500)
    for not_his in (TakeBack(1, "trips"), TakeBack(1, "ante", position=3), TakeBack(6, "ante")):
        assert scene.refusal_of(not_his) == {"house:wagers"}
    scene.give(TakeBack(3, "trips"), Wager(3, {"trips": 500}), TakeBack(3, "ante"), Wager(3, {"ante": 500}))  # in time
    assert scene.t.wager(3, "ante") == scene.t.wager(3, "blind") == scene.t.wager(3, "trips") == 500
    scene.give(Close())
    for late in (
        Wager(6, {"ante": 500, "blind": 500}),
        Wager(1, {"ante": 500}),
        Wager(1, {"trips": 500}),
        Wager(1, {"play": 500}),
        TakeBack(3, "trips"),
        TakeBack(1, "blind"),
    ):
        assert scene.refusal_of(late) == {"32.6(b)"}
    going = Scene({3: "", 4: "", 5: ""}).place_wagers(trips={4: 500}).give(Leave(4))
    assert [(step.seat, step.player) for step in going.steps(Rise)] == [(4, "Player 4")]
    back = [(step.seat, step.position, step.spot) for step in going.steps(ReturnWager)]
    assert back == [(4, 4, "ante"), (4, 4, "blind"), (4, 4, "trips")]
    assert [(step.seat, step.chips) for step in going.steps(LeaveSeat)] == [(4, CHIPS)]
    assert [going.t.wager(seat, "ante") for seat in (3, 4, 5)] == [500, 0, 500]
    called = Scene({3: "", 4: ""}, seats=(3, 4, 6)).place_wagers().step(Close())
    assert called.refusal_of(Leave(3)) == called.refusal_of(Leave(4)) == {"32.6(b)"}
    assert called.bars_against(Leave(6)) == set()  # he has nothing out
    rising = Scene({3: "", 4: ""}).open_betting().step(Leave(4))  # who gets up wagers no more, the others do
    assert rising.refusal_of(Wager(4, {"ante": 500, "blind": 500})) == {"32.6(e)"}
    assert "32.6(e)" not in rising.bars_against(Wager(3, {"ante": 500, "blind": 500}))


@law("32.6(c)")
def test_trips_only_beside_ante_and_blind() -> None:
    scene = Scene().open_betting()
    for alone in ({"trips": 500}, {"trips": 500, "ante": 500}, {"trips": 500, "ante": 500, "blind": 600}):
        assert scene.refusal_of(Wager(1, alone)) == {"32.6(c)"}
    scene.bet(1, 500, trips=500).bet(3)
    assert scene.t.wager(1, "trips") == 500
    assert scene.give(Wager(3, {"trips": 700})).t.wager(3, "trips") == 700  # afterwards will do
    cents = Scene({1: ""}, minimum=Money(1), smallest_chip=Money(1)).open_betting().bet(1, 1, trips=500)
    assert cents.t.wager(1, "trips") == 500  # beside the smallest ante and blind
    beside = Scene({3: "", 4: ""}).open_betting().bet(4)
    assert beside.refusal_of(Wager(3, {"trips": 500})) == {"32.6(c)"}  # another's ante and blind are not his
    assert beside.refusal_of(Wager(4, {"trips": 500}, position=5)) == {"32.6(c)", "32.12"}  # nor are his own elsewhere


def test_trips_bear_on_nothing_else() -> None:
    """Check 32.6(c): the same round with and without trips differs by what trips wins or loses."""
    for hand, won in (("7h 7s", 1500), ("3h 5s", -500)):
        plain = Scene({1: hand}, "Kh Ks", HIGH).deal().answer("4").winnings(1)
        assert Scene({1: hand}, "Kh Ks", HIGH).deal(trips={1: 500}).answer("4").winnings(1) == plain + won


@law("32.6(d)")
def test_a_play_wager_is_made_when_the_dealer_asks() -> None:
    scene = Scene({1: ""}).open_betting()
    assert scene.refusal_of(Wager(1, {"play": 500})) == {"32.6(d)"}
    assert scene.refusal_of(Wager(1, {"ante": 500, "blind": 500, "play": 2000})) == {"32.6(d)"}
    assert scene.bet(1).give(Close()).step(Answer(1, "play 4x")).t.wager(1, "play") == 2000


@law("32.6(e)")
def test_only_the_seated_wager_and_they_stay_seated() -> None:
    scene = Scene().open_betting()
    assert scene.refusal_of(Wager(2, {"ante": 500, "blind": 500})) == {"32.6(e)"}
    scene.bet(1).bet(3).give(Leave(6), Close())
    assert 6 not in scene.t.players
    assert scene.refusal_of(Leave(1)) == {"32.6(e)"}
    alone = Scene({1: ""}, seats=(1, 2)).deal()
    assert alone.refusal_of(Leave(1)) == {"32.6(e)"}
    assert alone.bars_against(Leave(2)) == set()  # he has wagered nothing
    scene.answer("c 4 c f")
    assert scene.driver.done
    scene.play_again().shuffle().give(Leave(1))  # and then he may


@law("32.1")
def test_ante_and_blind_equal_or_no_cards() -> None:
    scene = Scene({1: "", 2: "", 3: "", 4: ""}).open_betting().bet(1, 500)
    scene.give(Wager(2, {"ante": 500}), Wager(3, {"ante": 500}), Wager(3, {"blind": 600}))
    scene.bet(4, 700, trips=500).give(TakeBack(4, "blind"), Close())
    assert scene.t.live_positions() == [1]
    assert scene.winnings(2, 3, 4) == [0, 0, 0]
    assert [step.cite for step in scene.steps(ReturnWager)][-5:] == ["reading:incomplete-wagers"] * 5
    assert Scene({1: ""}).open_betting().refusal_of(Close()) == {"32.1"}
    cents = Scene({1: ""}, minimum=Money(1), smallest_chip=Money(1)).open_betting().bet(1, 1)
    assert cents.bars_against(Close()) == set()  # the smallest there are
    waiting = Scene({3: "", 4: "", 6: ""}, readings={"incomplete-wagers": "wait"}).open_betting().bet(3)
    assert waiting.bars_against(Close()) == set()
    assert waiting.give(Wager(4, {"ante": 500})).refusal_of(Close()) == {"32.1"}
    (still,) = waiting.driver.refusals(Close())
    assert still.wrong == "Seat 4 needs an equal ante and blind before the deal."
    assert waiting.refusal_of(Order("something else")) == {"32.6(b)"}
    waiting.give(Order(SEND_BACK), Wager(4, {"ante": 500}))  # and again
    waiting.give(TakeBack(4, "ante"))  # who has nothing out is waited for no more
    assert waiting.bars_against(Close()) == set()
    assert waiting.refusal_of(Order(SEND_BACK)) == {"reading:incomplete-wagers"}


@law("32.12")
def test_one_position_a_player() -> None:
    scene = Scene({3: ""}).open_betting().bet(3)
    assert scene.refusal_of(Wager(3, {"ante": 500, "blind": 500}, position=4)) == {"32.12"}
    alone = Scene({3: ""}).open_betting()
    for other in (2, 4, 6):  # before anything lies on his own as well: that one is his, and any other a second
        assert alone.refusal_of(Wager(3, {"ante": 500, "blind": 500}, position=other)) == {"32.12"}
    alone.give(Wager(3, {"ante": 500, "blind": 500}, position=3))
    # The text bars the wager and not the chair: one seat for each person is the house's own rule.
    assert alone.refusal_of(Sit(4, alone.t.players[3], 50_000)) == {"house:seats"}


# --- 32.10(a) to (e) decisions


def question_of(scene: Scene) -> tuple[int, tuple[str, ...], str]:
    question = scene.driver.question
    assert question is not None, scene.driver.wait
    return question.seat, question.choices, question.cite


def questions(scene: Scene, cite: str) -> list[str]:
    """Return the questions that the dealer has asked under a paragraph."""
    return [step.tell() for step in scene.steps(AskPlayer) if step.cite == cite]


@law("32.10(a)")
def test_each_looks_at_his_own_cards_and_is_asked_clockwise() -> None:
    scene = Scene({1: "", 3: "", 6: ""}).deal()
    for seat in (1, 3, 6):
        assert question_of(scene) == (seat, ("check", "play 4x", "play 3x"), "32.10(a)")
        hands = view(scene.driver, seat).hands
        assert hands[seat] == scene.t.faces(f"hand {seat}")
        assert all(set(hands[other]) == {HIDDEN} for other in {1, 3, 6} - {seat})
        told = f"The dealer asks seat {seat}: a play wager of $20 or $15, or check?"
        assert questions(scene, "32.10(a)")[-1] == told
        scene.answer("c")
    assert question_of(scene)[2] == "32.10(c)"
    assert len(questions(scene, "32.10(a)")) == 3
    # Each has looked before anybody is asked, and nobody keeps the cards in the hand.
    looked = [step for step in scene.steps() if step.cite == "32.10(a)"][:3]
    assert [step.tell() for step in looked] == [
        f"seat {seat} examines the cards and puts them back face down." for seat in (1, 3, 6)
    ]
    shown = Scene({1: "", 3: ""}).place_wagers().step(Close()).run_until(Deal, 6)
    held = shown.t.faces("hand 3")
    shown.t.places["hand 3"] = [UP[card] for card in held]  # however he holds them, they go back face down
    assert shown.run().t.places["hand 3"] == [(card, False) for card in held]


@law("32.10(a)1")
def test_a_play_wager_before_the_flop_is_three_or_four_antes() -> None:
    scene = Scene({1: "", 3: ""}).deal(700).answer("3 4")
    placed = [(step.position, step.spot, step.cents) for step in scene.steps(PlaceWager) if step.spot == "play"]
    assert placed == [(1, "play", 2100), (3, "play", 2800)]
    one = Scene({1: ""}).deal(700).step(Answer(1, "play 3x"))
    assert one.t.wager(1, "play") == 2100
    assert Scene({1: ""}).deal().refusal_of(Answer(1, "play 2x")) == {"32.10(a)"}


@law("32.10(a)2")
def test_who_checks_decides_after_the_flop() -> None:
    scene = Scene({1: "", 3: ""}).deal().answer("c 4")
    assert len(scene.t.cards("community")) == 3
    assert question_of(scene) == (1, ("check", "play 2x"), "32.10(c)")
    assert scene.t.wager(1, "ante") == scene.t.wager(1, "blind") == 500
    several = Scene({1: "", 3: "", 4: "", 6: ""}).deal().answer("c 4 c c")
    for seat in (1, 4, 6):  # each of them is still in the game, and only they decide
        assert [several.t.wager(seat, spot) for spot in ("ante", "blind", "play")] == [500, 500, 0]
        assert question_of(several) == (seat, ("check", "play 2x"), "32.10(c)")
        several.answer("c")


@law("32.10(b)")
def test_a_burn_and_three_cards_face_up() -> None:
    scene = Scene({1: "", 3: ""}).deal().answer("c c")
    assert [(step.cite, step.card) for step in scene.steps(BurnCard)] == [("32.10(b)", scene.order[6])]
    assert scene.t.places["community"] == [(card, True) for card in scene.order[7:10]]
    assert scene.t.places["discard rack"] == [(scene.order[6], False)]
    assert view(scene.driver, SPECTATOR).community == scene.order[7:10]


@law("32.10(c)")
def test_after_the_flop_only_those_without_a_play_wager_are_asked() -> None:
    scene = Scene({1: "", 3: "", 6: ""}).deal().answer("c 4 c")
    assert question_of(scene) == (1, ("check", "play 2x"), "32.10(c)")
    assert question_of(scene.answer("c")) == (6, ("check", "play 2x"), "32.10(c)")
    assert question_of(scene.answer("2")) == (1, ("fold", "play 1x"), "32.10(e)")
    assert questions(scene, "32.10(c)") == [
        f"The dealer asks seat {seat}: a play wager of $10, or check?" for seat in (1, 6)
    ]


@law("32.10(c)1")
def test_a_play_wager_after_the_flop_is_two_antes() -> None:
    scene = Scene({1: "", 3: "", 4: ""}).open_betting()
    for seat, ante in ((1, 700), (3, 500), (4, 900)):
        scene.bet(seat, ante)
    scene.give(Close()).answer("c c c 2")
    assert [scene.t.wager(seat, "play") for seat in (1, 3, 4)] == [1400, 0, 0]
    scene.answer("2").step(Answer(4, "play 2x"))
    assert [scene.t.wager(seat, "play") for seat in (1, 3, 4)] == [1400, 1000, 1800]
    assert [scene.t.wager(seat, "ante") for seat in (1, 3, 4)] == [700, 500, 900]


@law("32.10(c)2")
def test_who_checks_again_decides_at_the_end() -> None:
    scene = Scene({1: "", 3: ""}).deal().answer("c c c 2")
    assert len(scene.t.cards("community")) == 5
    assert question_of(scene) == (1, ("fold", "play 1x"), "32.10(e)")
    several = Scene({1: "", 3: "", 4: "", 6: ""}).deal().answer("c c 3 c", "c 2 c")
    for seat in (1, 6):
        assert [several.t.wager(seat, spot) for spot in ("ante", "blind", "play")] == [500, 500, 0]
        assert question_of(several) == (seat, ("fold", "play 1x"), "32.10(e)")
        several.answer("1")


@law("32.10(d)")
def test_a_burn_and_two_more_cards_face_up() -> None:
    scene = Scene({1: "", 3: ""}).deal().answer("c c c c")
    assert scene.steps(BurnCard)[1].card == scene.order[10]
    assert scene.t.faces("community") == scene.order[7:10] + scene.order[11:13]
    assert [step.cite for step in scene.steps(DealUp)] == ["32.10(b)"] * 3 + ["32.10(d)"] * 2
    assert scene.t.places["discard rack"][39:] == [(scene.order[10], False), (scene.order[6], False)]  # under the stub


@law("32.10(e)")
def test_at_the_end_fold_or_play_one_ante_clockwise() -> None:
    scene = Scene({1: "", 3: "", 6: ""}).deal().answer("c 3 c c c")
    assert question_of(scene) == (1, ("fold", "play 1x"), "32.10(e)")
    assert scene.refusal_of(Answer(1, "check")) == {"32.10(e)"}  # no waiting any more
    assert question_of(scene.answer("1")) == (6, ("fold", "play 1x"), "32.10(e)")
    assert scene.answer("f").driver.done
    assert questions(scene, "32.10(e)") == [
        f"The dealer asks seat {seat}: a play wager of $5, or fold?" for seat in (1, 6)
    ]


@law("32.10(e)1")
def test_the_last_play_wager_is_one_ante() -> None:
    scene = Scene({1: "", 3: "", 4: "", 6: ""}).open_betting()
    for seat, ante in ((1, 700), (3, 500), (4, 1000), (6, 900)):
        scene.bet(seat, ante)
    scene.give(Close()).answer("c c c c", "c c c c", "1")
    assert [scene.t.wager(seat, "play") for seat in (1, 3, 4, 6)] == [700, 0, 0, 0]
    scene.answer("f 1").step(Answer(6, "play 1x"))
    assert [scene.t.wager(seat, "play") for seat in (1, 3, 4, 6)] == [700, 0, 1000, 900]
    assert [scene.t.wager(seat, "ante") for seat in (1, 4, 6)] == [700, 1000, 900]  # each stays on its own area
    assert [step.cite for step in scene.steps(PlaceWager) if step.spot == "play"] == ["32.10(e)1"] * 3


@law("32.10(e)2")
def test_a_folders_ante_and_blind_go_into_the_inventory() -> None:
    scene = Scene({1: "", 3: ""}).deal(trips={1: 500}).answer("c c c c")
    before = scene.t.ledger[INVENTORY]
    scene.answer("f")
    assert scene.t.ledger[INVENTORY] == before + 1000
    assert scene.t.wager(1, "ante") == scene.t.wager(1, "blind") == 0
    assert scene.t.wager(1, "trips") == 500
    assert question_of(scene)[0] == 3
    several = Scene({1: "", 3: "", 4: "", 6: ""}).open_betting().bet(1, 700).bet(3).bet(4, 900, trips=500).bet(6, 600)
    several.give(Close()).answer("cccc", "cccc", "f1f").step(Answer(6, "fold")).run_until(CollectWager, 6)
    for seat, ante in ((1, 700), (4, 900), (6, 600)):
        assert several.t.wager(seat, "ante") == several.t.wager(seat, "blind") == 0
        assert FOLDED(several.t, seat)
        collected = [(step.spot, step.cents) for step in several.steps(CollectWager) if step.seat == seat]
        assert collected == [("ante", ante), ("blind", ante)]
    assert several.t.ledger[INVENTORY] == BANK + 2 * (700 + 900 + 600)
    low = Scene({1: "3c 5d"}, "4s 6h", HIGH).deal().answer("c c f")
    assert low.winnings(1) == -1000  # they do not come back when the dealer has less than a pair


@law("32.10(e)2i")
def test_a_folders_cards_wait_under_his_trips() -> None:
    scene = Scene({1: "7h 7s", 3: "Ah Ad"}, "Kh Ks", HIGH).deal(trips={1: 500}).answer("c 4 c")
    scene.step(Answer(1, "fold")).run_until(CollectWager, 2)
    scene.driver.run(1)
    assert UNDER_TRIPS(scene.t, 1)
    assert scene.t.places["hand 1"] == [("7h", False), ("7s", False)]
    scene.run()
    assert scene.winnings(1) == -1000 + 1500  # three sevens, though folded
    turned = [step.position for step in scene.steps(TurnHand)]
    assert turned == [3, 1]  # after the last player with a play wager
    # Those of each folder who has one out, and of no other.
    several = Scene({1: "7h 7s", 3: "Ah Ad", 4: "3c 5d", 6: "7c 3d"}, "Kh Ks", HIGH)
    several.deal(trips={1: 500, 6: 700}).answer("c 4 c c", "c c c").answer("f f")
    several.step(Answer(6, "fold")).run_until(CollectWager, 6)
    several.driver.run(1)
    assert [UNDER_TRIPS(several.t, seat) for seat in (1, 4, 6)] == [True, False, True]
    assert several.t.places["hand 1"] == [("7h", False), ("7s", False)]
    assert several.t.places["hand 6"] == [("7c", False), ("3d", False)]
    assert [several.t.wager(seat, "trips") for seat in (1, 6)] == [500, 700]
    several.run()
    assert [step.position for step in several.steps(TurnHand)] == [3, 6, 1]


@law("32.10(h)4")
@pytest.mark.parametrize(
    ("choice", "order"), [("at-the-end", [4, 2, 6, 5, 3, 1]), ("in-turn", [6, 5, 4, 3, 2, 1])], ids=["end", "turn"]
)
def test_folders_trips_are_settled_from_the_right(choice: str, order: list[int]) -> None:
    """Settle them when a reading says: after the last player with a play wager, or each in turn.

    The order among them is the dealer's way around the table, from the right.
    """
    seats = (1, 2, 3, 4, 5, 6)
    scene = Scene(dict.fromkeys(seats, ""), readings={"folded-trips": choice})
    scene.deal(trips=dict.fromkeys(seats, 500)).answer("c 4 c 4 c c  c c c c  f f f f")
    assert [step.position for step in scene.steps(TurnHand)] == order
    assert [step.position for step in scene.steps(JudgeWager)] == order
    moved = [step for step in scene.steps() if isinstance(step, PayWager | CollectWager) and step.spot == "trips"]
    assert [step.position for step in moved] == order
    assert [step.place for step in scene.steps(PickUp)][:6] == [f"hand {position}" for position in order]
    folders = {step.position for step in scene.steps(TurnHand) if step.cite == "reading:folded-trips"}
    assert folders == {1, 3, 5, 6}


@law("32.10(e)2ii")
def test_without_trips_a_folded_hand_goes_to_the_rack_at_once() -> None:
    scene = Scene({1: "7h 7s", 3: "Ah Ad"}, "Kh Ks", HIGH).deal().answer("c c c c f")
    assert "hand 1" not in scene.t.places
    assert scene.t.places["discard rack"][:2] == [("7h", False), ("7s", False)]
    assert question_of(scene)[0] == 3
    assert view(scene.driver, SPECTATOR).hands == {3: (HIDDEN, HIDDEN)}
    several = Scene({1: "7h 7s", 3: "Ah Ad", 4: "2d 3s"}, "Kh Ks", HIGH).deal().answer("ccc", "ccc", "ff")
    assert several.t.places["discard rack"][:4] == [(card, False) for card in ("Ah", "Ad", "7h", "7s")]
    assert "hand 1" not in several.t.places
    assert "hand 3" not in several.t.places


@law("32.10(f)")
def test_then_the_dealers_cards_are_uncovered_turned_and_announced() -> None:
    scene = Scene({1: "", 3: ""}, "Kh Ks", HIGH).deal().answer("4")
    assert COVERED(scene.t)
    assert view(scene.driver, 1).dealer == (HIDDEN, HIDDEN)
    scene.step(Answer(3, "play 4x")).run_until(TurnDealer)
    assert not COVERED(scene.t)
    assert view(scene.driver, SPECTATOR).dealer == ("Kh", "Ks")
    scene.driver.run(1)
    assert DEALERS_CLASS.of(scene.t) == "three-of-a-kind"
    assert set(DEALERS_FIVE.of(scene.t)) == {"Kh", "Ks", "Kc", "Js", "9h"}
    folded = Scene({1: ""}, "Kh Ks", HIGH).deal().answer("c c f")
    assert len(folded.steps(TurnDealer)) == 1  # also when everybody has folded


# --- 32.10(g) to (i) settlement


@law("32.10(g)")
def test_below_a_pair_the_ante_goes_back_and_the_rest_is_resolved() -> None:
    hands = {1: "3d 4d", 3: "Qh Th", 5: "5s 6d", 6: "7h 7s"}
    scene = Scene(hands, "4s 5h", HIGH).deal(trips={6: 500}).answer("c 4 c c c c c 1 1 f")
    assert DEALERS_CLASS.of(scene.t) == "nothing"
    assert scene.winnings(1) == -500 - 500  # loses blind and play, the ante is back
    assert scene.winnings(3) == 500 + 2000  # a straight: blind and play
    assert scene.winnings(5) == 500  # a six for the dealer's five: wins play, the blind is below a straight
    assert scene.winnings(6) == -1000 + 1500  # folded: nothing of ante and blind comes back
    assert [step.position for step in scene.steps(ReturnWager) if step.cite == "32.10(g)"] == [5, 3, 1]
    paired = Scene({1: "3d 4d"}, "2s 5h", HIGH).deal().answer("4")
    assert paired.winnings(1) == -500 - 500 - 2000  # with a pair of twos the ante is lost as well


@law("32.10(h)")
def test_from_the_right_one_player_at_a_time() -> None:
    hands = {1: "Ah Ad", 3: "3c 5d", 6: "Kd Kh"}
    scene = Scene(hands, "Qh Qs", HIGH).deal(trips={3: 500, 6: 500}).answer("4 4 4")
    acts = [(type(step).__name__, getattr(step, "position", 0)) for step in scene.steps() if step.cite[:7] == "32.10(h"]
    assert list(dict.fromkeys(position for _, position in acts if position)) == [6, 3, 1]
    first = [name for name, _ in acts[: acts.index(("TurnHand", 3))]]
    assert first == [
        "TurnHand",
        "NameHand",
        "PayWager",
        "ReturnWager",
        "PayWager",
        "JudgeWager",
        "PayWager",
        "PickUp",
    ]
    rack = [step.place for step in scene.steps(CollectCards)]
    assert rack == ["hand 6", "hand 3", "hand 1", "dealer", "community"]
    each = Scene(hands, "Qh Qs", HIGH).deal().answer("4 4").step(Answer(6, "play 4x"))
    for count, seat in enumerate((6, 3, 1), 1):
        assert [lying.up for lying in each.t.cards(f"hand {seat}")] == [False, False]
        each.run_until(TurnHand, count)
        assert each.t.places[f"hand {seat}"] == [(card, True) for card in hands[seat].split()]


LOWER = (
    ("Ah 5d", "Kh Ks", PAIRED),  # a pair, beaten by a full house
    ("4h 5c", "4s As", PAIRED),  # three-of-a-kind, by the ace beside them
    ("9c 5d", "Kh 5s", PAIRED),  # two pair, by two higher ones
    ("Ah Qd", "2h 6c", "2c 4d 9h Js Kc"),  # nothing, by a pair
    ("7s 8d", "Qh 8c", "9c Ts Jd 2h 3c"),  # a straight, by a higher one
    ("5d 6d", "Ad 3d", "2d 8d Td Jh Kc"),  # a flush, by a higher one
    ("2h 2s", "9h 9s", "2c 9d Kd Kc 5h"),  # a full house, by a higher one
    ("2h 2s", "9h 9s", "2c 2d 9d 9c 5h"),  # four-of-a-kind, by higher ones
    ("2d 3d", "7d 8d", "4d 5d 6d Kc Qh"),  # a straight flush, by a higher one
)


@law("32.10(h)1")
def test_a_lower_hand_loses_ante_blind_and_play() -> None:
    scene = Scene({1: "Ah 5d"}, "4h 7s", PAIRED).deal(700).answer("4")
    assert scene.winnings(1) == -700 - 700 - 2800
    assert [step.spot for step in scene.steps(CollectWager)] == ["ante", "blind", "play"]
    assert scene.t.ledger[INVENTORY] == BANK + 4200
    # Each of several, whatever he has out.
    several = Scene({1: "Ah 5d", 3: "As 6d", 4: "Qc 3d", 6: "Ac 3h"}, "4h 7s", PAIRED).open_betting()
    antes = {1: 700, 3: 500, 4: 900, 6: 1000}
    for seat, ante in antes.items():
        several.bet(seat, ante)
    several.give(Close()).answer("4 3 c c", "2 c 1")
    for seat, times in {1: 4, 3: 3, 4: 2, 6: 1}.items():
        assert several.winnings(seat) == -(2 + times) * antes[seat]
        assert [step.spot for step in several.steps(CollectWager) if step.seat == seat] == ["ante", "blind", "play"]
    assert several.house_won() == 6 * 700 + 5 * 500 + 4 * 900 + 3 * 1000
    for mine, dealers, board in LOWER:  # of every class, by class or within it
        assert Scene({1: mine}, dealers, board).deal().answer("4").winnings(1) == -3000, (mine, dealers, board)
    neither = Scene({1: "Qh 5d"}, "As 6c", "2c 4d 9h Js Kc").deal().answer("4")
    assert neither.winnings(1) == -500 - 2000  # by an ace, and the ante is back: the dealer has less than a pair


@law("32.10(h)2")
def test_a_higher_hand_wins_and_the_blind_only_from_a_straight_up() -> None:
    for hand, blind in (("Kd 5c", 0), ("Kd Kh", 1500), ("Qh Th", 500)):  # two pair, full house, straight
        scene = Scene({1: hand}, "As 7s", PAIRED).deal().answer("4")
        assert scene.winnings(1) == 500 + blind + 2000
    three = Scene({1: "4h 5c"}, "As 7s", PAIRED).deal().answer("4")
    assert three.winnings(1) == 500 + 2000  # three-of-a-kind is still below a straight
    assert [(step.spot, step.cents) for step in three.steps(ReturnWager)] == [("blind", 500)]
    # Each of several, whatever he has out: two pair twice, a straight, a full house.
    hands, antes = {1: "Kd 5c", 3: "9c 5h", 4: "Qh Th", 6: "Kh Ks"}, {1: 700, 3: 500, 4: 900, 6: 1000}
    several = Scene(hands, "As 7s", PAIRED).open_betting()
    for seat, ante in antes.items():
        several.bet(seat, ante)
    several.give(Close()).answer("4 3 c c", "2 c 1")
    for seat, won in {1: 5 * 700, 3: 4 * 500, 4: 4 * 900, 6: 5 * 1000}.items():  # ante, play, and the blind of two
        assert several.winnings(seat) == won
        paid = [step.spot for step in several.steps(PayWager) if step.seat == seat]
        back = [(step.spot, step.cents) for step in several.steps(ReturnWager) if step.seat == seat]
        below = (["ante", "play"], [("blind", antes[seat])])
        assert (paid, back) == (below if seat < 4 else (["ante", "blind", "play"], []))


@law("32.10(h)3")
def test_equal_hands_push() -> None:
    scene = Scene({1: "Ah 5d"}, "As 6c", PAIRED).deal(trips={1: 500}).answer("4")
    assert scene.winnings(1) == -500  # only trips, a pair, lose
    assert [step.spot for step in scene.steps(ReturnWager)] == ["ante", "blind", "play"]
    assert scene.steps(PayWager) == []
    assert [step.spot for step in scene.steps(CollectWager)] == ["trips"]
    # Each of several, whatever he has out.
    antes = {1: 700, 3: 500, 4: 900, 6: 1000}
    several = Scene({1: "Ah 5d", 3: "Ac 5h", 4: "Ad 6d", 6: "6s 3h"}, "As 6c", PAIRED).open_betting()
    for seat, ante in antes.items():
        several.bet(seat, ante)
    several.give(Close()).answer("4 3 c c", "2 c 1")
    assert several.winnings(1, 3, 4) == [0] * 3
    assert several.winnings(6) == -3 * 1000  # a king beside the pairs is less than an ace
    for seat, times in {1: 4, 3: 3, 4: 2}.items():
        back = {step.spot: step.cents for step in several.steps(ReturnWager) if step.seat == seat}
        assert back == {"ante": antes[seat], "blind": antes[seat], "play": times * antes[seat]}


@law("32.10(h)4")
def test_trips_are_settled_last_and_whatever_else_happened() -> None:
    lost = Scene({1: "4h 5c"}, "4s As", PAIRED).deal(trips={1: 500}).answer("4")
    assert lost.winnings(1) == -500 - 500 - 2000 + 1500  # three fours against three fours with an ace
    assert [step.spot for step in (*lost.steps(CollectWager), *lost.steps(PayWager))] == [
        "ante",
        "blind",
        "play",
        "trips",
    ]
    pushed = Scene({1: "2c 3d"}, "2h 3h", "Ts Jd Qh Ks 9c").deal(trips={1: 500}).answer("4")
    assert pushed.winnings(1) == 4 * 500  # a straight on the board
    won = Scene({1: "Kd 5d"}, "As 7s", PAIRED).deal(trips={1: 500}).answer("4")
    assert won.winnings(1) == 500 + 2000 - 500  # two pair win, and lose trips
    # Those of each of several: two pair, three fours twice, two pair.
    hands, trips = {1: "Kd 5d", 3: "4h 5c", 4: "4s 6d", 6: "Kh 5h"}, {1: 500, 3: 600, 4: 700, 6: 800}
    several = Scene(hands, "As 7s", PAIRED).deal(trips=trips).answer("4444")
    assert several.winnings(1, 3, 4, 6) == [2500 - 500, 2500 + 1800, 2500 + 2100, 2500 - 800]
    assert several.t.ledger[INVENTORY] == BANK - 4 * 2500 - 1800 - 2100 + 500 + 800


@law("32.10(i)")
def test_the_rack_ends_with_the_dealers_and_the_community_cards_on_top() -> None:
    scene = Scene({1: "Ah Ad", 3: "3c 5d"}, "Qh Qs", HIGH).deal().answer("4 4")
    rack = scene.t.places["discard rack"]
    assert [lying.card for lying in rack[:11]] == [*HIGH.split(), "Qh", "Qs", "Ah", "Ad", "3c", "5d"]
    assert [lying.up for lying in rack] == [True] * 11 + [False] * 41
    assert sorted(lying.card for lying in rack) == sorted(FULL_DECK)
    other = Scene({1: ""}, readings={"collecting-order": "community-first"}).deal().answer("4")
    assert [step.place for step in other.steps(CollectCards)] == ["hand 1", "community", "dealer"]


# --- 32.11 payout odds


def findings(**elected: Any) -> list[tuple[str, str]]:
    return [(finding.key, finding.cite) for finding in UltimateHouse(**elected).breaches(GAME.rules({}))]


@law("32.11(a)")
def test_odds_are_stated_with_to() -> None:
    assert findings(pay=BetterPay(trips={"straight": "5 for 1"})) == [("pay.trips.straight", "32.11(a)")]
    assert findings(pay=BetterPay(trips={"straight": "5 to 1"})) == []
    assert findings(pay=BetterPay(trips={"straight": "5 win 1"})) == []
    assert findings(pay=BetterPay(trips={"straight": "1 win 1"})) == [("pay.trips.straight", "32.11(d)")]
    assert findings(pay=BetterPay(trips={"straight": "five"})) == [("pay.trips.straight", "32.11(d)")]


@law("32.11(b)")
def test_ante_and_play_at_1_to_1() -> None:
    scene = Scene({1: "Kd 5c"}, "As 7s", PAIRED).deal(700).answer("3")
    paid = {step.spot: (step.cents, step.by) for step in scene.steps(PayWager)}
    assert paid == {"ante": (700, "32.11(b)"), "play": (2100, "32.11(b)")}
    several = (
        Scene({1: "Kd 5c", 3: "Kh 5d", 4: "Ks 6d"}, "As 7s", PAIRED).open_betting().bet(1, 700).bet(3, 500).bet(4, 900)
    )
    assert several.give(Close()).answer("34c2").winnings(1, 3, 4) == [700 * 4, 500 * 5, 900 * 3]


BLIND = {
    "500 to 1": ("As Ks", "Qs Js Ts 4d 8h", 500_000),
    "50 to 1": ("9s Ks", "Qs Js Ts 4d 8h", 50_000),
    "10 to 1": ("4s 4h", "4c 4d 9h Js Kc", 10_000),
    "3 to 1": ("Kd Kh", "4c 4d 9h Js Kc", 3_000),
    "3 to 2": ("Ad 8d", "3d 5d 9d Jh 2s", 1_500),
    "1 to 1": ("Qh Th", "4c 4d 9h Js Kc", 1_000),
}


@law("32.11(c)")
def test_the_blind_by_the_hand() -> None:
    for odds, (hand, board, cents) in BLIND.items():
        scene = Scene({1: hand}, "Ac 6c", board).deal(1000).answer("4")
        (paid,) = (step for step in scene.steps(PayWager) if step.spot == "blind")
        assert (paid.rate, paid.cents, paid.by) == (odds, cents, "32.11(c)")
    several = Scene({1: "Qh Th", 3: "Kd Kh", 6: "Qd Td"}, "Ac 6c", PAIRED).open_betting()
    several.bet(1, 1000).bet(3, 600).bet(6, 800).give(Close()).answer("444")
    assert several.winnings(1, 3, 6) == [1000 * 5 + 1000, 600 * 5 + 600 * 3, 800 * 5 + 800]
    for suit, other in zip("cdhs", "dhsc", strict=True):
        flush = Scene({1: f"A{suit} 8{suit}"}, f"K{other} K{suit}", f"3{suit} 5{suit} 9{suit} J{other} 2{other}")
        assert flush.deal(1000).answer("4").winnings(1) == 5000 + 1500
    below = Scene({1: "4h 5c"}, "As 7s", PAIRED).deal(1000).answer("4")
    assert [step.spot for step in below.steps(PayWager)] == ["ante", "play"]


TRIPS_HANDS = {
    "royal flush": ("As Ks", "Qs Js Ts 4d 8h"),
    "straight flush": ("9s Ks", "Qs Js Ts 4d 8h"),
    "four-of-a-kind": ("4s 4h", "4c 4d 9h Js Kc"),
    "full house": ("Kd Kh", "4c 4d 9h Js Kc"),
    "flush": ("Ad 8d", "3d 5d 9d Jh 2s"),
    "straight": ("Qh Th", "4c 4d 9h Js Kc"),
    "three-of-a-kind": ("4h 5c", "4c 4d 9h Js Kc"),
}
LETTERS = {
    "A": (50, 40, 30, 9, 7, 4, 3),
    "B": (50, 40, 30, 8, 6, 5, 3),
    "C": (50, 40, 30, 8, 7, 4, 3),
    "D": (50, 40, 20, 7, 6, 5, 3),
}


@law("32.11(d)")
def test_trips_by_the_table_selected_or_better() -> None:
    for letter, odds in LETTERS.items():
        for (made, (hand, board)), win in zip(TRIPS_HANDS.items(), odds, strict=True):
            scene = Scene({1: hand}, "Ac 6c", board, trips=letter).deal(500, trips={1: 500}).answer("4")
            (paid,) = (step for step in scene.steps(PayWager) if step.spot == "trips")
            assert (HAND_CLASS.of(scene.t, 1), paid.rate, paid.cents) == (made, f"{win} to 1", 500 * win)
        hands, out = {1: "Qh Th", 3: "Kd Kh", 4: "4h 5c", 6: "Qd Td"}, {1: 500, 3: 600, 4: 700, 6: 800}
        several, without = (
            Scene(hands, "Ac 6c", PAIRED, trips=letter).deal(trips=each).answer("4444") for each in (out, {})
        )
        *_, full, _, straight, three = odds
        for seat, win in {1: straight, 3: full, 4: three, 6: straight}.items():
            assert several.winnings(seat) - without.winnings(seat) == win * out[seat]
    pair = Scene({1: "Kd 5c"}, "As 7s", PAIRED).deal(trips={1: 500}).answer("4")
    assert [step.spot for step in pair.steps(CollectWager)] == ["trips"]  # two pair are not enough
    between = {"full house": "9 to 1", "flush": "7 to 1", "straight": "5 to 1"}
    assert [findings(trips=letter, pay=BetterPay(trips=between)) for letter in "AB"] == [[], []]
    below = {"full house": "8 to 1", "flush": "6 to 1", "straight": "4 to 1"}
    for letter in "ABC":  # below every one of these; D has the higher straight
        assert {cite for _, cite in findings(trips=letter, pay=BetterPay(trips=below))} == {"32.11(d)"}
    assert findings(trips="D", pay=BetterPay(trips=below)) == [("pay.trips.straight", "32.11(d)")]
    better = Scene({1: "Qh Th"}, "Ac 6c", PAIRED, pay=BetterPay(trips={"straight": "6 to 1"}))
    assert better.deal(trips={1: 500}).answer("4").winnings(1) == 500 + 500 + 2000 + 3000


def test_a_finding_names_the_letter_that_fits() -> None:
    (finding,) = UltimateHouse(trips="A", pay=BetterPay(trips={"full house": "8 to 1"})).breaches(GAME.rules({}))
    assert finding.right == "pay no less than table A, or select table C"
    assert findings(pay=BetterPay(trips={"two pair": "1 to 1"})) == [("pay.trips.two pair", "32.11(d)")]


@law("32.11(e)")
def test_the_limit_is_set_by_law_on_all_wagers_of_a_hand() -> None:
    royal = {1: "As Ks"}
    board = "Qs Js Ts 4d 8h"
    for ante, trips, won in ((9_000, 0, 9_000 * 505), (9_900, 0, 9_900 * 505), (10_000, 0, 5_000_000)):
        scene = Scene(royal, "Ah Ac", board).deal(ante, trips={1: trips} if trips else {}).answer("4")
        assert scene.winnings(1) == won
    cut = Scene(royal, "Ah Ac", board).deal(9_800, trips={1: 5_000}).answer("4")
    paid = {step.spot: step.cents for step in cut.steps(PayWager)}
    assert sum(paid.values()) == cut.winnings(1) == 5_000_000
    assert paid == {"ante": 9_800, "blind": 4_900_000, "play": 39_200, "trips": 51_000}  # trips are cut: settled last
    assert [(step.due, step.limit) for step in cut.steps(LimitPayout)] == [(9_800 * 505 + 5_000 * 50, 5_000_000)]
    folded = Scene(royal, "Ah Ac", board, trips_maximum=Money(200_000)).deal(500, trips={1: 150_000}).answer("c c f")
    assert folded.winnings(1) == 5_000_000 - 1_000  # of 7,500,000 due on trips alone
    exact = Scene(royal, "Ah Ac", board, trips_maximum=Money(200_000)).deal(500, trips={1: 100_000}).answer("c c f")
    assert exact.winnings(1) == 5_000_000 - 1_000
    assert exact.steps(LimitPayout) == []  # the limit itself is not beyond it
    stakes = {"limit-counts": "with-stakes"}
    counted = Scene(royal, "Ah Ac", board, readings=stakes).deal(9_800, trips={1: 5_000}).answer("4")
    assert counted.winnings(1) == 5_000_000 - 6 * 9_800 - 5_000
    assert [step.due for step in counted.steps(LimitPayout)] == [9_800 * 511 + 5_000 * 51]
    high: dict[str, Any] = {"maximum": Money(1_000_000), "readings": stakes}
    nothing_left = Scene(royal, "Ah Ac", board, **high).deal(1_000_000).answer("4")
    assert nothing_left.winnings(1) == 0  # his own stakes are more than the limit
    beside = Scene({3: "As Ks", 4: "2c 7d"}, "Ah Ac", board).deal(10_000).answer("4 4")
    assert [(step.seat, step.position) for step in beside.steps(LimitPayout)] == [(3, 3)]


def royal(minimum: int, ante: int, **readings: str) -> dict[str, tuple[str, int]]:
    scene = Scene(
        {1: "As Ks"},
        "Ah Ac",
        "Qs Js Ts 4d 8h",
        minimum=minimum,
        trips_minimum=minimum,
        maximum=10**8,
        trips_maximum=10**8,
        inventory=10**10,
        readings=readings,
    )
    scene.deal(ante).answer("4")
    return {step.spot: (step.by, step.cents) for step in scene.steps(PayWager)}


@law("32.11(e)")
def test_a_payment_that_a_reading_of_the_limit_cuts_cites_it() -> None:
    """Check that it cites the paragraph of its odds too, which stands alone if no reading makes a difference."""
    assert royal(500, 9_000)["blind"] == ("32.11(c)", 9_000 * 500)
    assert royal(500, 20_000)["blind"] == ("32.11(c), reading:limit-counts", 5_000_000 - 20_000)
    assert royal(500, 9_000, **{"limit-counts": "with-stakes"})["play"] == ("32.11(b)", 9_000 * 4)
    assert royal(500, 20_000, **{"limit-counts": "with-stakes"})["blind"] == (
        "32.11(c), reading:limit-counts",
        5_000_000 - 20_000 - 6 * 20_000,
    )
    for choice, limit in (("with-play", 5_550_000), ("initial-wagers", 5_510_000)):
        paid = royal(10_000, 20_000, **{"most-a-patron-wins": choice})
        assert paid["blind"] == ("32.11(c), reading:limit-counts, reading:most-a-patron-wins", limit - 20_000)
        assert paid["ante"] == ("32.11(b)", 20_000)


@law("32.11(e)")
def test_the_limit_grows_with_the_minimum() -> None:
    """Check 32.11(e), second limb: 505 antes and 50 minimum trips wagers for a royal flush."""
    rules = GAME.rules({})

    def limit(minimum: int, **house: Any) -> int:
        return payout_limit(UltimateHouse(minimum=Money(minimum), trips_minimum=Money(minimum), **house), rules)

    assert limit(9_000) == 5_000_000  # $90: 49,950
    assert limit(9_100) == 9_100 * 555  # $91: 50,505
    assert limit(9_100, pay=BetterPay(trips={"royal flush": "100 to 1"})) == 9_100 * 605
    better = BetterPay(trips={"three-of-a-kind": "600 to 1"})  # no blind is paid for it
    assert limit(9_100, pay=better) == 9_100 * 605
    without = GAME.rules({"most-a-patron-wins": "initial-wagers"})
    house = UltimateHouse(minimum=Money(9_900), trips_minimum=Money(9_900))
    assert payout_limit(house, without) == 9_900 * 551
    big: dict[str, Any] = {"minimum": Money(20_000), "maximum": Money(20_000), "trips_minimum": Money(20_000)}
    scene = Scene({1: "As Ks"}, "Ah Ac", "Qs Js Ts 4d 8h", trips_maximum=Money(20_000), **big)
    assert (
        scene.deal(20_000, trips={1: 20_000}).answer("4").winnings(1) == 20_000 * 555
    )  # nothing is cut at the minimum
