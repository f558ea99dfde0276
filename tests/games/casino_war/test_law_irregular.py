"""Casino War, part 9 of the facts: what goes wrong."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import UNSET

from games.casino_war.scene import FACTS, WarScene, carry_with
from games.casino_war.test_law_table import law
from pitboss.engine.incidents.incident_kinds import (
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import Answer, Close
from pitboss.engine.waits import ShoeOrderWanted
from pitboss.games.casino_war.law.burning import BurnedSeen, FewBurned
from pitboss.games.casino_war.law.facts import FEW_BURNED
from pitboss.games.casino_war.law.house import INITIAL, TIE
from pitboss.games.casino_war.law.irregular import ShoeNotWhole
from pitboss.games.casino_war.law.steps import BurnForWar
from pitboss.table.card_steps import DealUp, DiscardFaceUp, MoveCard, RemoveDeck
from pitboss.table.facts import INCIDENT, PLAYED_ON
from pitboss.table.shoe_steps import CuttingCardOut
from pitboss.table.steps import UndoCollection, UndoPayment
from pitboss.table.table import DEALER, DISCARD_RACK, SHOE, hand


@law("9(a)")
def test_a_card_found_face_up_is_not_used() -> None:
    scene = WarScene("Kc 2h 9c").bet(1, 10).give(FaceUpCard(0)).deal()
    assert scene.winnings(1) == -1_000  # the 2 against the 9
    assert scene.t.faces(DISCARD_RACK)[:3] == ("9c", "2h", "Kc")


@law("9(a)")
def test_the_cutting_card_behind_a_card_face_up_comes_out_with_it() -> None:
    """Place the cutting card before 119 cards, right behind the card that is face up."""
    scene = WarScene("Kc 2h 9c", behind=119).bet(1, 10).give(FaceUpCard(0)).deal()
    assert scene.winnings(1) == -1_000
    assert [type(act) for act in scene.steps() if isinstance(act, DiscardFaceUp | CuttingCardOut | DealUp)] == [
        DiscardFaceUp, CuttingCardOut, DealUp, DealUp
    ]  # fmt: skip
    assert not scene.t.cards(SHOE)  # so this shoe is over
    on = WarScene("Kc 2h 9c", behind=117).bet(1, 10).give(FaceUpCard(0)).deal()
    assert (on.t.cutting_card, len(on.t.cards(SHOE))) == (117, 117)
    readings = {"cover-in-war": "shuffle"}
    war = WarScene("Qc Qh 2c 2d", behind=117, readings=readings, tie_wager_on_war="not").bet(1, 10).deal()
    assert isinstance(war.give(FaceUpCard(0)).answer("w").driver.wait, ShoeOrderWanted)


@law("9(e)")
def test_before_a_card_too_many_the_dealer_meets_what_he_meets_before_any() -> None:
    """Check that a card face up is not the extra card, and that the cutting card does not stay behind."""
    scene = WarScene("Kc Qh 5d", behind=118).bet(1, 10).step(Close()).run_until(DealUp)
    scene.step(FaceUpCard(0), ExtraCard("hand 1")).run_until(MoveCard)
    assert (scene.t.faces(hand(1)), scene.t.cutting_card) == (("Kc", "5d"), None)
    assert scene.run().winnings(1) == 0
    on = WarScene("Kc Qh 5d", behind=117).bet(1, 10).step(Close()).run_until(DealUp)
    assert on.step(FaceUpCard(0), ExtraCard("hand 1")).run_until(MoveCard).t.cutting_card == 117


@law("9(b)")
def test_a_second_one_voids_the_round() -> None:
    one = WarScene("Kc 2h 9c 3d").bet(1, 10, 5).give(FaceUpCard(1)).deal()
    assert (one.t.void, one.winnings(1)) == ("", 1_000 - 500)
    two = WarScene("Kc 2h 9c 3d").bet(1, 10, 5).give(FaceUpCard(1), FaceUpCard(2)).deal()
    assert (two.t.void, two.winnings(1)) == (f"{FACTS}9(b)", 0)
    assert two.driver.next is not None
    assert two.driver.next.shoe is not UNSET  # the shoe goes on
    assert two.next_round().bet(1, 10).deal().t.void == ""  # and they are counted anew


@law("9(c)")
def test_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    scene = WarScene("Kc 9h").bet(1, 10).give(DrawnInError(False))
    assert scene.t.faces(SHOE)[0] == "Kc"
    assert scene.deal().winnings(1) == 1_000


@law("9(d)")
def test_a_card_drawn_in_error_and_seen_counts_as_face_up() -> None:
    scene = WarScene("Kc 2h 9c").bet(1, 10).give(DrawnInError(True)).deal()
    assert scene.winnings(1) == -1_000
    again = WarScene("Kc 2h 9c 4d").bet(1, 10).give(DrawnInError(True), FaceUpCard(1)).deal()
    assert again.t.void == f"{FACTS}9(b)"


@law("9(e)")
def test_two_cards_on_one_deal_void_that_hand() -> None:
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp)
    scene.give_amid(ExtraCard("hand 1"))
    assert scene.winnings(1, 2) == [0, 1_000]
    assert scene.t.void == ""


@law("9(f)")
def test_who_is_passed_over_gets_the_next_card_or_his_wagers_back() -> None:
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10).bet(2, 10).step(Close()).run_until(DealUp, 2)
    scene.step(ShortCard("hand 1")).run_until(DealUp, 3)
    assert scene.t.cards("hand 1") == [("Kc", True)]
    assert scene.run().winnings(1, 2) == [1_000, 1_000]
    late = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp, 2)
    late.step(ShortCard("hand 1")).run_until(DealUp, 3).give_amid(ShortCard("hand 1"))
    assert late.winnings(1, 2) == [0, -1_000]  # the queen against the king that was meant for seat 1


@law("9(g)")
def test_of_two_cards_the_dealer_keeps_the_first() -> None:
    scene = WarScene("9c Qh 2d").bet(1, 10).step(Close()).run_until(DealUp, 2).give_amid(ExtraCard("dealer"))
    assert scene.winnings(1) == -1_000
    assert scene.t.faces(DISCARD_RACK)[:3] == ("Qh", "9c", "2d")


@law("9(g)")
def test_of_two_cards_in_a_war_the_dealer_keeps_the_first() -> None:
    cards = "Qc Qh 2c 2d 3c 9h Kh 4s"
    scene = WarScene(cards, tie_wager_on_war="not").bet(1, 10).deal()
    assert scene.refusal_of(ExtraCard("dealer")) == {"house:incident"}  # the original deal is over
    scene.step(Answer(1, "war")).run_until(DealUp, 3)
    assert scene.bars_against(ExtraCard("dealer")) == {"house:incident"}  # he has no card of the war yet
    scene.run_until(DealUp, 4).give_amid(ExtraCard("dealer"))
    assert scene.winnings(1) == -2_000  # the 9 against the king
    assert scene.t.faces(DISCARD_RACK)[:5] == ("Qh", "Kh", "Qc", "9h", "4s")


@law("9(g)")
def test_a_second_war_has_a_deal_of_its_own() -> None:
    """Check that cards of the war before, which lie there too, do not count."""
    again = WarScene("Qc Qh 2c 2d 3c 5h 5s 2h 2s 3d Ah Kh 4s", readings={"second-war": "again"}, tie_wager_on_war="not")
    again.bet(1, 10).deal().step(Answer(1, "war")).run_until(DealUp, 5)
    in_turn = WarScene(
        "Qc Qd Qh 2c 2d 3c 5h 8s 2h 2s 3d Ah Kh 4s",
        seats=(1, 2),
        readings={"surrender-order": "in-turn"},
        tie_wager_on_war="not",
    )
    in_turn.bet(1, 10).bet(2, 10).deal().answer("w").step(Answer(1, "war")).run_until(DealUp, 6)
    for scene in (again, in_turn):
        dealt = len(scene.steps(DealUp))
        assert scene.bars_against(ExtraCard("hand 1")) == scene.bars_against(ShortCard("hand 1")) == set()
        assert scene.bars_against(ExtraCard("dealer")) == {"house:incident"}
        scene.run_until(DealUp, dealt + 1)
        assert scene.bars_against(ExtraCard("hand 1")) == {"house:incident"}
        assert scene.give_amid(ExtraCard("dealer")).winnings(1) == 1_000  # the ace against the king, not the 4


@law("9(h)")
@pytest.mark.parametrize(("noticed", "racked"), [("in time", "3c 2d 2c"), ("too late", "2d 2c")])
def test_what_was_not_burned_is_burned_unless_a_card_of_the_war_is_seen(
    noticed: Literal["in time", "too late"], racked: str
) -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10).deal().answer("w").give(FewBurned(noticed), Close())
    assert scene.t.cards(DISCARD_RACK)[4 : 4 + len(racked.split())] == [(card, False) for card in racked.split()]
    assert len(scene.steps(BurnForWar)) == len(racked.split())
    assert FEW_BURNED.get(scene.t) == ""  # it is dealt with, and no later war is burned for too little


@law("9(i)")
def test_a_burned_card_that_is_seen_stays_burned() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h", tie_wager_on_war="not").bet(1, 10).deal()
    scene.step(Answer(1, "war")).run_until(BurnForWar).step(BurnedSeen())
    assert scene.t.cards(DISCARD_RACK)[0] == ("2c", True)
    assert scene.run().winnings(1) == -2_000
    assert len(scene.steps(BurnForWar)) == 3
    assert PLAYED_ON.get(scene.t) == "A burned card was seen and stays burned"


@law("9(j)")
def test_the_discards_are_shuffled_if_the_shoe_cannot_finish_a_round() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c", left=5, behind=5, tie_wager_on_war="not").bet(1, 10).deal().answer("w")
    wait = scene.driver.wait
    assert isinstance(wait, ShoeOrderWanted)
    assert len(wait.cards) == 312 - 2  # without the cards on the table
    assert scene.give(scene.order("9h 8h", burned=False)).winnings(1) == 1_000
    assert not scene.t.cards(SHOE)
    enough = WarScene("Qc Qh 2c 2d 3c 9h 8h", left=7, behind=7, tie_wager_on_war="not").bet(1, 10).deal().answer("w")
    assert enough.winnings(1) == 1_000


@law("9(k)")
def test_a_shuffler_that_fails_shuffles_again_and_no_shoe_can_fail() -> None:
    scene = WarScene(carry=carry_with(1), shuffler="device").give(Close(), DeviceJam("shuffler"))
    assert INCIDENT(scene.t)
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    scene.shuffle("Kc 9h").bet(1, 10)
    assert scene.refusal_of(DeviceJam("shuffler")) == {"house:incident"}
    assert scene.refusal_of(DeviceJam("automated shoe")) == {"house:incident"}  # it is no device
    tied = WarScene("Qc Qh").bet(1, 10, 5).deal()
    assert tied.refusal_of(DeviceJam("automated shoe")) == {"house:incident"}
    by_hand = WarScene(carry=carry_with(1)).give(Close())
    assert by_hand.refusal_of(DeviceJam("shuffler")) == {"house:incident"}


@law("9(l)")
@pytest.mark.parametrize("what", ["missing", "surplus", "foreign"])
def test_a_shoe_that_is_not_whole_voids_the_round_and_leaves(what: Any) -> None:
    scene = WarScene("Qc 4d Qh", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).deal().give(ShoeNotWhole(what))
    assert scene.t.void == f"{FACTS}9(l)"
    assert scene.winnings(1, 2) == [0, 0]
    assert [(step.spot, step.stake) for step in scene.steps(UndoPayment)] == [(TIE, 500)]
    assert [step.spot for step in scene.steps(UndoCollection)] == [INITIAL]
    assert scene.driver.next is not None
    assert scene.driver.next.shoe is UNSET
    assert scene.driver.next.decks[0].cards == ()


@law("9(l)")
@pytest.mark.parametrize("given", [CardMissing(), CardTooMany("As")], ids=["311 cards", "313 cards"])
def test_what_nobody_has_noticed_is_found_when_all_cards_are_shuffled(given: Any) -> None:
    scene = WarScene("Kc Qh", behind=120).bet(1, 10).give(given).deal()
    assert (scene.t.void, scene.winnings(1)) == ("", 1_000)
    scene.next_round()
    assert len(scene.steps(RemoveDeck)) == 1
    wait = scene.give(Close()).driver.wait
    assert isinstance(wait, ShoeOrderWanted)
    assert len(wait.cards) == 312
    short = WarScene("Qc Qh 2c 2d", left=4, behind=4, tie_wager_on_war="not").bet(1, 10).give(given).deal().answer("w")
    assert (short.t.void, short.winnings(1)) == (f"{FACTS}9(l)", 0)
    assert not short.t.cards(DEALER)

    whole = WarScene("Kc Qh", behind=120).bet(1, 10).deal().next_round()
    assert isinstance(whole.driver.wait, ShoeOrderWanted)  # at once: these cards are not opened and looked at again
    assert len(whole.driver.wait.cards) == 312
    assert not whole.steps(RemoveDeck)
