"""The words of the acts of Three Card Poker, and the paragraph or reading that each act cites."""

from __future__ import annotations

import pytest

from games.three_card_poker.scene import Scene
from pitboss.common.dealer_questions import AskPlayer
from pitboss.engine.inputs import Answer
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.steps import Compare, DealerPlays, Forfeit, MakePlayWager, ReadHand
from pitboss.law.readings import readings_of
from pitboss.table.steps import CollectWager, JudgeWager, ReturnWager


def test_the_dealer_offers_the_choice_to_each_player_with_an_ante() -> None:
    scene = Scene({1: "", 4: "", 7: ""}).deal(700, seat_4=(0, 500)).answer("pf")
    assert [(step.cite, step.tell()) for step in scene.steps(AskPlayer)] == [
        ("20.10(b)", "The dealer asks seat 1: a play wager of $7, or forfeit?"),
        ("20.10(b)", "The dealer asks seat 7: a play wager of $7, or forfeit?"),
    ]
    about = [item for item in scene.driver.log if isinstance(item, AskPlayer | Answer | MakePlayWager | Forfeit)]
    assert [type(item) for item in about] == [AskPlayer, Answer, MakePlayWager, AskPlayer, Answer, Forfeit]


def test_a_forfeit_for_want_of_chips_names_the_reading() -> None:
    short = Scene({1: ""}, chips=999).deal().answer("f")
    assert [step.cite for step in short.steps(Forfeit)] == ["reading:short-stack"]
    assert [step.tell() for step in short.steps(AskPlayer)] == [
        "The dealer asks seat 1: forfeit, with too few chips for a play wager of $5?"
    ]
    assert [step.cite for step in Scene({1: ""}, chips=1000).deal().answer("f").steps(Forfeit)] == ["20.10(b)"]


@pytest.mark.parametrize(
    ("mine", "dealers", "words", "cite"),
    [
        ("Kh 9s 4d", "Qc Jd 5s", "king high beats the dealer's queen high", "20.11(a)1"),
        ("Kh 9s 4d", "Kc 8d 5s", "king high beats the dealer's king high, nine against eight", "20.11(a)1"),
        ("Kh 9s 4d", "Kc 9d 5s", "king high loses to the dealer's king high, four against five", "20.11(a)1"),
        ("Kh 9s 4d", "Kc 9d 4s", "king high ties the dealer's king high", "20.11(a)1"),
        ("Jh Js 4d", "Jc Jd 3s", "pair of jacks beats the dealer's pair of jacks, four against three", "20.11(a)1"),
        ("3h 3s Kd", "2c 2d As", "pair of threes beats the dealer's pair of twos", "reading:ranking"),
        ("3h 3s Ad", "2c 2d Ks", "pair of threes beats the dealer's pair of twos", "20.11(a)1"),
        ("Ah 2s 3d", "Kc Kd 9s", "three-high straight beats the dealer's pair of kings", "reading:ace-two-three"),
        ("Qc Kd As", "2c 3d Ah", "ace-high straight beats the dealer's three-high straight", "20.11(a)1"),
        ("9c Td 8s", "2c 3d Ah", "ten-high straight beats the dealer's three-high straight", "reading:ranking"),
        ("Ah Ks 3d", "Jc Td 9s", "ace high loses to the dealer's jack-high straight", "20.11(a)1"),
        ("Ah Ks 3d", "Jc 8d 4s", "the dealer does not qualify with jack high", "20.11(a)1"),
    ],
)
def test_two_hands_are_compared_in_words(mine: str, dealers: str, words: str, cite: str) -> None:
    (compared,) = Scene({1: mine}, dealers).deal().answer("p").steps(Compare)
    assert (compared.words, compared.cite) == (words, cite)


def test_a_hand_of_ace_two_three_is_read_by_its_own_reading() -> None:
    scene = Scene({1: "Ah 2s 3d", 2: "4h 2d 3c"}, "Qc Jd 5s").deal(seat_1=(500, 500)).answer("pp")
    assert {step.position: step.cite for step in scene.steps(ReadHand)} == {
        1: "reading:ace-two-three",
        2: "reading:ranking",
    }
    assert [step.cite for step in scene.steps(JudgeWager)] == ["reading:ace-two-three"]


def test_queen_high_or_better_is_told() -> None:
    for dealers, told in (
        ("Qc 8d 4s", "The dealer has queen high or better: queen high."),
        ("Jc 8d 4s", "The dealer does not qualify, for want of queen high or better: jack high."),
    ):
        (plays,) = Scene({1: ""}, dealers).deal().answer("p").steps(DealerPlays)
        assert plays.tell() == told


def test_a_tie_is_a_push_and_a_lost_pair_plus_says_on_what() -> None:
    scene = Scene({1: "Kh 9s 4d"}, "Kc 9d 4s").deal(seat_1=(500, 300)).answer("p")
    assert [(step.cite, step.tell()) for step in scene.steps(ReturnWager)] == [
        ("reading:equal-hands", f"$5 on {spot} goes back to seat 1: a push, king high ties the dealer's king high.")
        for spot in ("ante", "play")
    ]
    assert [step.tell() for step in scene.steps(JudgeWager)] == [
        "The pair plus wager of seat 1 loses on its own: king high."
    ]
    assert [step.tell() for step in scene.steps(CollectWager)] == [
        "The dealer collects $3 on pair plus from seat 1: king high, less than a pair."
    ]


@pytest.mark.parametrize(
    ("reading", "section"), [("ranking", "649a.6"), ("equal-hands", "649a.11"), ("ante-bonus", "649a.12")]
)
def test_another_states_rule_is_named_as_what_it_is(reading: str, section: str) -> None:
    reason = readings_of(GAME.package)[reading].reason
    assert f"58 Pa. Code {section}, the rule of another state" in reason
    assert "second-hand" in reason
