"""Decisions of a reading cite it, in more rounds than the scenes of choices.py show (which tests/engine checks)."""

from __future__ import annotations

from games.ultimate_texas_holdem import choices
from games.ultimate_texas_holdem.scene import AUTOMATED, Scene
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam, FaceUpCard, ShortCard
from pitboss.engine.inputs import Close
from pitboss.table.card_steps import Deal, DeliverStack
from pitboss.table.steps import CollectWager, PayWager, PlayOn, ReturnWager


def test_trips_that_a_reading_lets_live_are_settled_by_it() -> None:
    """Check trips that 32.13(d) does not mention, and (a) and (b) only for other moments."""
    scene = choices.two("trips-when-the-dealer-is-misdealt", "settled").deal(trips={2: 500, 5: 500}).answer("c c")
    scene.give(ShortCard("dealer")).answer("c c f f")
    trips = [step for step in scene.steps() if isinstance(step, PayWager | CollectWager) and step.spot == "trips"]
    assert {type(step) for step in trips} == {PayWager, CollectWager}
    assert {step.cite for step in trips} == {"reading:trips-when-the-dealer-is-misdealt"}
    antes = [step for step in scene.steps(ReturnWager) if step.spot == "ante"]
    assert {step.cite for step in antes} == {"reading:folded-then-void"}  # they had folded
    exposed = choices.two("exposed-in-the-deal", "finish-the-deal").place_wagers(trips={5: 500}).step(Close())
    exposed.run_until(Deal, 3).step(CardExposed("dealer")).run()
    assert {step.cite for step in exposed.steps(PayWager)} == {"reading:exposed-in-the-deal"}
    assert {step.cite for step in exposed.steps(ReturnWager)} == {"32.13(a)"}  # these the paragraph gives back
    later = choices.two("exposed-in-the-deal", "finish-the-deal").deal(trips={5: 500}).give(CardExposed("dealer"))
    assert {step.cite for step in later.steps(PayWager)} == {"32.13(a)"}


def cite_of_payment(scene: Scene, spot: str) -> str:
    (step,) = [step for step in scene.steps(PayWager) if step.spot == spot]
    return str(step.by)


def test_half_a_chip_is_the_readings_and_a_whole_one_the_paragraphs() -> None:
    for ante, by in ((500, "32.11(c), reading:odd-chip"), (600, "32.11(c)")):
        flush = Scene({1: "Ad 8d"}, "Kc Ks", "3d 5d 9d Jh 2s").deal(ante).answer("4")
        assert cite_of_payment(flush, "blind") == by


def test_a_payment_names_how_stakes_count_where_that_makes_it_so_much() -> None:
    """A royal flush at an ante of $98 wins $49,490 and has $588 of stakes out, together more than the limit; at $97 it
    wins $48,985 and has $582 out, together less."""
    for ante, play in ((9_800, "32.11(b), reading:limit-counts"), (9_700, "32.11(b)")):
        for choice in ("winnings", "with-stakes"):
            readings = {"limit-counts": choice}
            royal = Scene({1: "As Ks"}, "Ah Ac", "Qs Js Ts 4d 8h", readings=readings).deal(ante).answer("4")
            assert (cite_of_payment(royal, "ante"), cite_of_payment(royal, "play")) == ("32.11(b)", play)


def test_one_card_face_up_in_the_stub_is_the_paragraphs() -> None:
    for depths, by in (((30,), "32.13(b)"), ((30, 31), "reading:end-of-dealing")):
        scene = choices.two("end-of-dealing", "last-community-card").deal().give(*map(FaceUpCard, depths))
        assert [step.cite for step in scene.answer("4 4").steps(PlayOn)] == [by]


def test_one_card_face_up_among_the_community_cards_is_a_readings() -> None:
    cite = "reading:face-up-after-the-hole-cards"
    one = choices.two("face-up-after-the-hole-cards", "play-on").deal().give(FaceUpCard(1)).answer("4 4")
    assert [step.cite for step in one.steps(PlayOn)] == [cite]
    two = choices.two("face-up-after-the-hole-cards", "play-on").deal().give(FaceUpCard(1), FaceUpCard(2))
    assert two.answer("4 4").t.void == "32.13(b)"


def test_a_shoe_that_fails_is_the_readings_only_while_cards_are_left_in_it() -> None:
    late = choices.two("jam-after-the-last-stack", "play-on", **AUTOMATED).place_wagers().step(Close())
    late.run_until(DeliverStack, 3).step(DeviceJam("automated shoe")).run()
    assert [step.cite for step in late.steps(PlayOn)] == ["reading:jam-after-the-last-stack"]
    over = choices.two("jam-after-the-last-stack", "play-on", **AUTOMATED).deal().give(DeviceJam("automated shoe"))
    assert [step.cite for step in over.steps(PlayOn)] == ["32.13(f)"]
