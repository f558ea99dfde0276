"""The words of the acts of Winner's Pot Poker."""

from __future__ import annotations

import pytest

from games.winners_pot_poker.scene import Pot
from pitboss.common.dealer_questions import AskPlayer
from pitboss.engine.incidents.incident_kinds import CardExposed, ExtraCard, ShortCard
from pitboss.engine.inputs import Answer, Close
from pitboss.games.winners_pot_poker.law.ranking import deciding_card
from pitboss.games.winners_pot_poker.law.steps import THE_DEALER, DiscardFolded, LosePot, cards_at, holder_at
from pitboss.table.card_steps import Deal
from pitboss.table.steps import CollectWager, PlaceWager


def test_the_dealer_asks_each_player_before_he_answers() -> None:
    scene = Pot({1: "", 3: ""}, folds={3: "double"}).deal(700).answer("b", "b", "d", "f")
    first, double = "reading:first-street", "33.10(c), 33.10(c)3"
    assert [(step.cite, step.tell()) for step in scene.steps(AskPlayer)] == [
        (first, "The dealer asks seat 1: a bet wager of $7, or fold?"),
        (first, "The dealer asks seat 3: a bet wager of $7, or fold?"),
        (double, "The dealer asks seat 1: a double wager of $14, or fold?"),
        (double, "The dealer asks seat 3: a double wager of $14, or fold?"),
    ]
    # Question, answer, and what follows, one player after the other.
    kinds = AskPlayer | Answer | DiscardFolded
    about = [
        item
        for item in scene.driver.log
        if isinstance(item, kinds) or (isinstance(item, PlaceWager) and item.spot in ("bet", "double"))
    ]
    followed = [PlaceWager, PlaceWager, PlaceWager, DiscardFolded]
    assert [type(item) for item in about] == [kind for then in followed for kind in (AskPlayer, Answer, then)]


@pytest.mark.parametrize(
    ("left", "question"),
    [(1000, "a double wager of $10, or fold"), (999, "fold, with too few chips for a double wager of $10")],
)
def test_the_dealer_offers_what_the_chips_reach_for(left: int, question: str) -> None:
    """Check the offer after $5 on the ante and $5 on the bet."""
    scene = Pot({1: "", 3: ""}, chips=1000 + left).deal().answer("b", "b")
    assert scene.steps(AskPlayer)[-1].tell() == f"The dealer asks seat 1: {question}?"


LOW = "3c 8d 9h Js 6c"
HIGHEST_CARD = {"ranking": "highest-card"}


@pytest.mark.parametrize(
    ("one", "three", "readings", "words"),
    [
        ("4c 4d Kh 7s 2c", "4h 4s Qh 7d 2d", {}, "pair of fours, the king decides"),
        ("4c 4d Kh 7s 5c", "4h 4s Kd 7d 2d", {}, "pair of fours, the five decides"),
        ("4c 4d Kh 7s 2c", "2h 2s Qh 7d 5d", {}, "pair of fours"),
        ("4c 4d 4h 7s 2c", "Qh Qs Jh 7d 5d", {}, "three-of-a-kind, fours"),
        ("Ac Kd 9s 7s 2c", "Ah Qd Jh 7d 5d", {}, "ace high, the king decides"),
        ("Ac Kd 9s 7s 2c", "Qh Td Jh 7d 5d", {}, "ace high"),
        ("4c 4d Kh Ks Tc", "4h 4s Kd Kc 2d", {}, "two pair, kings and fours, the ten decides"),
        ("2h 2s Ah 7d 5d", "4c 4d Kh 7s 2c", HIGHEST_CARD, "pair of twos, the ace decides"),
        ("4c 4d 4h 7s 2c", "Qh Qs Jh 7d 5d", HIGHEST_CARD, "three-of-a-kind, fours"),
    ],
)
def test_where_a_single_card_decides_the_pot_it_is_named(
    one: str, three: str, readings: dict[str, str], words: str
) -> None:
    """Check also that none is named where the words alone tell the hands apart."""
    scene = Pot({1: one, 3: three}, LOW, readings=readings).play()
    (lost,) = scene.steps(LosePot)
    assert (lost.position, lost.hand_class) == (3, f"beaten by {words}")


def test_the_dealers_higher_card_is_named_to_each_player_it_beats() -> None:
    scene = Pot({1: "4h 4s Qh 7d 2d", 3: "9c 8d 6h 5s 2c", 5: ""}, "4c 4d Kh 7s 2s", folds={5: "double"}).play()
    assert {step.position: step.hand_class for step in scene.steps(CollectWager) if step.spot == "pot"} == {
        1: "the dealer holds pair of fours, the king decides",
        3: "the dealer holds pair of fours",
        5: "the dealer holds pair of fours",  # he folded: his cards were not compared
    }


def test_equal_hands_have_no_card_that_decides() -> None:
    assert deciding_card(("4c", "4d", "Kh", "7s", "2c"), ("4h", "4s", "Kd", "7d", "2d"), "groups-first") == ""


def test_a_hand_lies_before_a_player_or_the_dealer_and_nowhere_else() -> None:
    assert [holder_at(cards_at(holder)) for holder in (THE_DEALER, 1, 12)] == [THE_DEALER, 1, 12]
    for place in ("discard rack", "community", "hand x", ""):
        with pytest.raises(ValueError, match=r"."):
            holder_at(place)
        scene = Pot().place_wagers().step(Close()).run_until(Deal, 2)
        for wrong in (ExtraCard(place), ShortCard(place), CardExposed(place, 0)):
            assert scene.refusal_of(wrong) == {"house:incident"}
