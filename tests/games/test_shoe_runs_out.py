"""Cards that run out during the deal, and a face-up card that an extra card meets.

Let It Ride and Three Card Poker: 18.12 and 20.12 say the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from kit.parts import scene_of
from pitboss.engine.incidents.incident_kinds import CardMissing, DrawnInError, ExtraCard, FaceUpCard, ShortCard
from pitboss.table.card_steps import Deal, DeliverStack, DiscardFaceUp, RemoveDeck
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import PlayOn, VoidRound

BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}
NOT_WHOLE = "reading:misdealt-and-not-whole"
TEXTS = [
    pytest.param("let-it-ride", "1996-05-20", "18.12", "(e)", id="let-it-ride 1996"),
    pytest.param("let-it-ride", "2007-10-15", "18.12", "(e)", id="let-it-ride 2007"),
    pytest.param("three-card-poker", "1997-03-17", "20.12", "(f)", id="three-card-poker"),
]
each_text = pytest.mark.parametrize(("game", "as_of", "section", "shoe_fails"), TEXTS)


def begin_round(game: str, as_of: str, **more: Any) -> Any:
    """Return a scene with two hands, which take nine cards with the three beside them; the first card or stack is
    out."""
    kind = DeliverStack if more.get("dealing") == "automated-shoe" else Deal
    return scene_of(game)({1: "", 4: ""}, as_of=as_of, **more).deal_until(kind, 1)


def deck_after(scene: Any) -> int:
    assert scene.driver.done
    assert (scene.winnings(1), scene.winnings(4)) == (0, 0)
    assert scene.driver.next is not None
    return len(scene.driver.next.decks[0].cards)


@each_text
@pytest.mark.parametrize("house", [{}, BY_HAND], ids=["manual shoe", "hand"])
def test_a_deck_too_short_for_the_deal(
    game: str, as_of: str, section: str, shoe_fails: str, house: dict[str, Any]
) -> None:
    enough = begin_round(game, as_of, **house).give_amid(*[CardMissing()] * 43)  # of 52: one is out, eight are left
    assert enough.t.void == ""
    assert [step.cite for step in enough.steps(PlayOn)] == [enough.driver.round.ids.stub_count]  # not yet found
    short = begin_round(game, as_of, **house).give_amid(*[CardMissing()] * 44)
    assert [(step.cite, step.why) for step in short.steps(VoidRound)] == [
        (NOT_WHOLE, "the cards ran out before every hand was dealt")
    ]
    assert [step.cite for step in short.steps(RemoveDeck)] == [NOT_WHOLE]
    assert deck_after(short) == 0
    kept = begin_round(game, as_of, readings={"misdealt-and-not-whole": "reshuffled"}, **house).give_amid(
        *[CardMissing()] * 44
    )
    assert kept.t.void == NOT_WHOLE
    assert deck_after(kept) == 8
    none = begin_round(game, as_of, **house).give_amid(*[CardMissing()] * 51)
    assert none.t.void == NOT_WHOLE


@each_text
def test_a_whole_deck_that_runs_out(game: str, as_of: str, section: str, shoe_fails: str) -> None:
    scene = begin_round(game, as_of).give_amid(*[ExtraCard("hand 1")] * 44)
    assert scene.t.void == f"{section}(c)"
    assert scene.steps(RemoveDeck) == []
    assert deck_after(scene) == 52
    drawn = begin_round(game, as_of).give_amid(
        *[CardMissing()] * 43, DrawnInError()
    )  # the last but one is out, and is used
    assert drawn.t.void == ""


@each_text
def test_an_automated_shoe_that_runs_out_fails_to_deal(game: str, as_of: str, section: str, shoe_fails: str) -> None:
    enough = begin_round(game, as_of, **AUTOMATED).give_amid(
        *[CardMissing()] * 43
    )  # of 52: three are out, six are left
    assert enough.t.void == ""
    for gone in (44, 47, 49):  # two cards of the last stack are there, two of the one before, none
        short = begin_round(game, as_of, **AUTOMATED).give_amid(*[CardMissing()] * gone)
        assert short.t.void == f"{section}{shoe_fails}", gone
        assert [step.cite for step in short.steps(RemoveDeck)] == [NOT_WHOLE]
        assert deck_after(short) == 0
    whole = begin_round(game, as_of, **AUTOMATED).give_amid(*[ExtraCard("hand 1")] * 44)
    assert whole.t.void == f"{section}{shoe_fails}"
    assert deck_after(whole) == 52


# --- a card face up, and a hand that gets one too many


@each_text
@pytest.mark.parametrize("house", [{}, BY_HAND, AUTOMATED], ids=["manual shoe", "hand", "automated shoe"])
def test_a_card_face_up_is_never_the_extra_card(
    game: str, as_of: str, section: str, shoe_fails: str, house: dict[str, Any]
) -> None:
    scene = begin_round(game, as_of, **house).step(FaceUpCard(0))
    found = scene.t.places[scene.t.undealt_place()][0].card
    scene.give_amid(ExtraCard("hand 1"))
    assert scene.t.void == f"{section}(c)"  # the hand still has one too many
    (discarded,) = scene.steps(DiscardFaceUp)
    assert (discarded.cite, discarded.card) == (f"{section}(a)", found)
    assert deck_after(scene) == 52


@each_text
def test_evened_out_no_card_face_up_is_played(game: str, as_of: str, section: str, shoe_fails: str) -> None:
    scene = begin_round(game, as_of).step(FaceUpCard(0))
    found = scene.t.places[scene.t.undealt_place()][0].card
    scene.step(ExtraCard("hand 1")).run_until(Deal, 5).give_amid(ShortCard("hand 1"))
    assert scene.t.void == ""
    assert [len(scene.t.cards(place)) for place in ("hand 1", "hand 4")] == [3, 3]
    assert not any(found in scene.t.faces(place) for place in scene.t.places if place != "discard rack")
    assert (found, True) in scene.t.places["discard rack"]
    # It counts: a second one, met wherever, voids the hands.
    second = begin_round(game, as_of).step(FaceUpCard(0), ExtraCard("hand 1"))
    second.run_until(Deal, 5).give_amid(ShortCard("hand 1"), FaceUpCard(0))
    assert second.t.void == f"{section}(a)"
    assert deck_after(second) == 52
    both = begin_round(game, as_of).step(FaceUpCard(0), FaceUpCard(1)).give_amid(ExtraCard("hand 1"))
    assert both.t.void == f"{section}(a)"
    assert len(both.steps(DiscardFaceUp)) == 2
    assert sorted(both.driver.next.decks[0].cards) == sorted(FULL_DECK)
