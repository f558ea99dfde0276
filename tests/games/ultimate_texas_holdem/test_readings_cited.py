"""What a reading decides says so: every void, return and payment that another choice would have made otherwise cites
the reading. The scenes are those of choices.py, played to their end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.ultimate_texas_holdem import choices
from games.ultimate_texas_holdem.scene import Scene
from pitboss.engine.incidents import CardExposed, ShortCard
from pitboss.engine.inputs import Answer, Close, Order
from pitboss.engine.waits import Ask, OrderWanted
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.law.readings import readings_of
from pitboss.table.card_steps import Deal
from pitboss.table.steps import CollectWager, PayWager, ReturnWager, Step, VoidHand, VoidRound

READINGS = readings_of(GAME.package)
DECIDED = (VoidRound, VoidHand, ReturnWager, PayWager, CollectWager)


def scene_for(reading: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> Scene | None:
    """The last scene that shows the choice; none if it shows it without one."""
    made: list[Scene] = []

    class Kept(Scene):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            made.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(choices, "Scene", Kept)
        choices.WANTED[reading][0](choice)
    return made[-1] if made else None


def played_out(scene: Scene) -> Scene:
    """Everybody takes the first choice there is."""
    while isinstance(wait := scene.driver.wait, Ask | OrderWanted):
        first = wait.choices[0]
        scene.give(Answer(wait.seat, first, wait.position) if isinstance(wait, Ask) else Order(first))
    return scene


def what_it_did(step: Step) -> tuple[object, ...]:
    """The act without the words: what it was, to whom and how much."""
    named = ("seat", "position", "spot", "cents")
    return (type(step).__name__, *(getattr(step, name, None) for name in named))


def deciding(scene: Scene) -> list[Step]:
    return [step for step in scene.steps() if isinstance(step, DECIDED)]


def otherwise(scene: Scene, than: Scene) -> list[Step]:
    """The voids, returns and payments of one scene that the other does not have."""
    there, found = Counter(map(what_it_did, deciding(than))), []
    for step in deciding(scene):
        there[what_it_did(step)] -= 1
        if there[what_it_did(step)] < 0:
            found.append(step)
    return found


def cited(step: Step) -> set[str]:
    return {step.cite, getattr(step, "by", "")}


def voids(scene: Scene) -> bool:
    return bool(scene.steps(VoidRound) + scene.steps(VoidHand))


def needs_none(step: Step, other: Scene, by_default: bool) -> bool:
    """Hands that are void either way; and what 32.10 does in a round that goes on where another would have ended, or
    that goes as the text has it."""
    if isinstance(step, VoidRound | VoidHand):
        return voids(other)
    return step.cite.startswith("32.10(") and (voids(other) or by_default)


# Whether chips move otherwise, or hands are void, under another choice in the scene of these.
DECIDING = {
    "hand-of-seven",
    "odd-chip",
    "limit-counts",
    "face-up-after-the-hole-cards",
    "face-up-before-and-after",
    "face-up-in-a-stack",
    "end-of-dealing",
    "drawn-and-exposed",
    "exposed-in-the-deal",
    "folded-then-void",
    "misdeal-found-by-the-count",
    "fifty-two-but-not-a-deck",
    "dealer-short",
    "dealer-over",
    "void-and-misdealt",
    "trips-when-the-dealer-is-misdealt",
    "jam-after-the-last-stack",
}
PAIRS = [
    (reading, one, other)
    for reading, known in READINGS.items()
    for one in known.choices
    for other in known.choices
    if known.default in (one, other) and one != other
]


@pytest.mark.parametrize(("reading", "choice", "other"), PAIRS)
def test_what_a_choice_decides_cites_the_reading(
    reading: str, choice: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, than = (scene_for(reading, each, monkeypatch) for each in (choice, other))
    if one is None or than is None:
        assert reading == "most-a-patron-wins"  # in test_law_play.py
        return
    decided = [
        step
        for step in otherwise(played_out(one), played_out(than))
        if not needs_none(step, than, by_default=choice == READINGS[reading].default)
    ]
    silent = [step for step in decided if f"reading:{reading}" not in cited(step)]
    assert not silent, [(step.cite, step.tell()) for step in silent]
    assert reading in DECIDING or not decided


def test_every_reading_that_decides_is_seen_to(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for reading, choice, other in PAIRS:
        one, than = (scene_for(reading, each, monkeypatch) for each in (choice, other))
        if one is not None and than is not None:
            steps = otherwise(played_out(one), played_out(than))
            seen |= {reading for step in steps if f"reading:{reading}" in cited(step)}
    assert seen == DECIDING


# --- what the scenes of choices.py do not show


def test_trips_that_a_reading_lets_live_are_settled_by_it() -> None:
    """32.13(d) does not mention them, and (a) and (b) only for other moments."""
    scene = choices.two("trips-when-the-dealer-is-misdealt", "settled").dealt(trips={2: 500, 5: 500}).answer("c c")
    scene.give(ShortCard("dealer")).answer("c c f f")
    trips = [step for step in deciding(scene) if getattr(step, "spot", "") == "trips"]
    assert {type(step) for step in trips} == {PayWager, CollectWager}
    assert {step.cite for step in trips} == {"reading:trips-when-the-dealer-is-misdealt"}
    antes = [step for step in scene.steps(ReturnWager) if step.spot == "ante"]
    assert {step.cite for step in antes} == {"reading:folded-then-void"}  # they had folded
    exposed = choices.two("exposed-in-the-deal", "finish-the-deal").wagered(trips={5: 500}).stepping(Close())
    exposed.until(Deal, 3).stepping(CardExposed("dealer")).run()
    assert {step.cite for step in exposed.steps(PayWager)} == {"reading:exposed-in-the-deal"}
    assert {step.cite for step in exposed.steps(ReturnWager)} == {"32.13(a)"}  # these the paragraph gives back
    later = choices.two("exposed-in-the-deal", "finish-the-deal").dealt(trips={5: 500}).give(CardExposed("dealer"))
    assert {step.cite for step in later.steps(PayWager)} == {"32.13(a)"}
