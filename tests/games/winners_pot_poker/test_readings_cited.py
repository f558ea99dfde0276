"""What a reading decides says so: an act that moves chips, or voids hands, and that the default would not have had,
names the reading. The scenes are those of choices.py, played to their end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.winners_pot_poker import choices
from games.winners_pot_poker.choices import ACES, KINGS, NOTHING, QUEENS, ROYALS
from games.winners_pot_poker.scene import Pot
from pitboss.engine.incidents import CardExposed
from pitboss.engine.inputs import Close, Order, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.irregular import ForgottenButton
from pitboss.games.winners_pot_poker.steps import (
    AwardPot,
    CallHand,
    CallHighest,
    DealerOut,
    KillHand,
    MoveButton,
    ShareLimit,
    SupposeButton,
    TakeBackStake,
    TakeFromPot,
)
from pitboss.law.readings import readings_of
from pitboss.table.card_steps import Deal
from pitboss.table.money import Money
from pitboss.table.steps import (
    Announce,
    CollectWager,
    LimitPayout,
    PayWager,
    PlayOn,
    ReturnWager,
    Step,
    VoidHand,
    VoidRound,
)

READINGS = readings_of(GAME.package)
VOIDS = (VoidRound, VoidHand, KillHand, DealerOut)
DECIDED = (*VOIDS, ReturnWager, PayWager, CollectWager, TakeFromPot, TakeBackStake)


def scene_of(reading: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> Pot | None:
    """The last scene that shows the choice, played out; none if it is shown without one."""
    made: list[Pot] = []

    class Kept(Pot):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            made.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(choices, "Pot", Kept)
        choices.WANTED[reading][0](choice)
    if not made:
        return None
    scene = made[-1]
    while scene.driver.asked is not None or isinstance(scene.driver.wait, OrderWanted):
        if scene.driver.asked is not None:
            scene.go_on()
        else:
            assert isinstance(scene.driver.wait, OrderWanted)
            scene.give(Order(scene.driver.wait.choices[0]))
    return scene


def did(step: Step) -> tuple[object, ...]:
    """The act without its words: what it was, whose and how much."""
    return (type(step).__name__, *(getattr(step, name, None) for name in ("seat", "position", "spot", "cents")))


def only_in(scene: Pot, other: Pot) -> list[Step]:
    there = Counter(map(did, other.steps()))
    found: list[Step] = []
    for step in scene.steps():
        there[did(step)] -= 1
        if isinstance(step, DECIDED) and there[did(step)] < 0:
            found.append(step)
    return found


def named(step: Step) -> set[str]:
    return {step.cite, getattr(step, "by", "")}


def stopped(scene: Pot) -> bool:
    """Some hand, or all, did not see the end of the round."""
    return any(isinstance(step, VOIDS) for step in scene.steps())


# Whose scene has chips move otherwise, or hands void, under a choice that is not the default. What the others do is not
# money: an order, a moment, an answer, who has the button. Those in brackets deal other cards, and the hands decide.
MONEY = {
    "first-fold", "ranking", "pot-without-a-hand", "folded-jacks-plus", "dead-jacks-plus", "dealer-dead",
    "dealing-process", "drawn-and-exposed", "short-hand", "dealer-over", "fifty-two-but-not-a-deck", "deck-exhausted",
    "jam-after-the-last-card", "commission-figures", "commission-base", "commission-rounding", "tied-commission",
    "odd-cents", "royals", "limit-counts", "all-folded",
}  # fmt: skip
CARDS = {
    "first-street", "first-button", "forgotten-button", "moving-the-button", "dealer-in-rotation", "face-up-burn",
    "preparing-the-deck",
}  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "choice"),
    [(key, choice) for key, known in READINGS.items() for choice in known.choices if choice != known.default],
)
def test_what_is_otherwise_than_by_default_names_the_reading(
    reading: str, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_of(reading, choice, monkeypatch)
    usual = scene_of(reading, READINGS[reading].default, monkeypatch)
    if scene is None or usual is None or not (scene.driver.done and usual.driver.done) or reading in CARDS:
        assert reading not in MONEY
        return
    # A round that goes on where the default would have ended it is settled as every round is.
    goes_on = [step for step in only_in(scene, usual) if not (stopped(usual) and not isinstance(step, VOIDS))]
    for step in goes_on:
        if not (reading == "first-fold" and isinstance(step, AwardPot)):  # what was forfeited is not in the pot
            assert f"reading:{reading}" in named(step), step
    if reading in MONEY:
        told = [step for step in scene.steps() if f"reading:{reading}" in named(step)]
        assert told, f"nothing names {reading}"
    else:
        assert not goes_on


def test_every_reading_about_money_was_looked_at() -> None:
    assert READINGS.keys() >= MONEY | CARDS


# --- the acts of the issue, one by one


def test_an_ordinary_move_of_the_button_is_a_readings() -> None:
    """33.12(g) has it moved in the round after one in which that was forgotten, and in no other."""
    first = Pot().played()
    assert [step.cite for step in first.steps(MoveButton)] == ["reading:first-button"]
    second = Pot(carry=first.driver.next).played()
    assert [step.cite for step in second.steps(MoveButton)] == ["reading:moving-the-button"]
    forgotten = Pot(carry=second.driver.next).betting().give(ForgottenButton())
    for seat in (1, 3, 5):
        forgotten.give(Wager(seat, {"ante": 500}))
    forgotten.give(Close()).go_on()
    assert [step.cite for step in forgotten.steps(SupposeButton)] == ["33.12(g)"]
    after = Pot(carry=forgotten.driver.next).played()
    assert [step.cite for step in after.steps(MoveButton)] == ["33.12(g)"]
    assert [step.cite for step in Pot(carry=after.driver.next).played().steps(MoveButton)] == [
        "reading:moving-the-button"
    ]


def test_a_hand_that_nobody_holds_is_not_called() -> None:
    """33.10(h) has the highest hand called, and here there is none."""
    dead = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}).dealing(Deal, 6)
    dead.amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()
    at_once = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}, readings={"all-folded": "at-once"}).played()
    for scene, cite in ((dead, "reading:pot-without-a-hand"), (at_once, "reading:all-folded")):
        assert scene.driver.done
        assert scene.steps(CallHighest) == []
        moved = [step for step in scene.steps(ReturnWager) + scene.steps(CollectWager) if step.spot == "pot"]
        assert {step.cite for step in moved} == {cite}
        assert not any("no hand" in words for words in scene.t.said)


def test_a_dealer_whose_hand_is_dead_is_a_readings() -> None:
    scene = Pot({1: "", 3: ""}).dealing(Deal, 6).amid(CardExposed("dealer", 0), CardExposed("dealer", 1))
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:dealer-dead"]
    assert [step.cite for step in scene.steps(KillHand)] == ["33.12(a)"]


@pytest.mark.parametrize("ranking", ["groups-first", "highest-card"])
def test_the_ranking_is_named_where_another_would_call_another_hand(ranking: str) -> None:
    readings = {"ranking": ranking}
    doubtful = Pot({1: "2c 2d Ah 8s 7d", 3: "3c 3d Kh 8h 7c"}, "Qc Jd 9h 6c 4d", readings=readings).played()
    assert [step.cite for step in doubtful.steps(CallHighest)] == ["reading:ranking"]
    assert [step.cite for step in doubtful.steps(AwardPot)] == ["reading:ranking"]
    clear = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings=readings).played()
    assert [step.cite for step in clear.steps(CallHighest)] == ["33.10(h)"]
    assert [(step.cite, step.by) for step in clear.steps(AwardPot)] == [("33.10(h)2", "33.10(h)2i")]
    dealer = Pot({1: "2c 2d Ah 8s 7d"}, "3c 3d Kh 8h 7c", readings=readings).played()
    wanted = (CollectWager, "reading:ranking") if ranking == "groups-first" else (AwardPot, "reading:ranking")
    assert {(type(step), step.cite) for step in dealer.steps() if isinstance(step, CollectWager | AwardPot)} == {wanted}


def test_a_commission_names_the_reading_only_where_it_makes_the_difference() -> None:
    fixed: dict[str, Any] = {"commission_percent": 10, "commission_fixed": Money(100)}
    for readings in ({}, {"commission-base": "others-money"}, {"commission-rounding": "chip"}):
        scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings=readings, **fixed).played()
        assert [step.cite for step in scene.steps(TakeFromPot)] == ["33.10(h)2i"]  # a dollar, however it is read


def test_a_limit_names_what_sets_it() -> None:
    house: dict[str, Any] = {"jacks_plus_maximum": Money(50_000)}
    for choice, by in (("winnings", "33.11(c)"), ("with-stakes", "reading:limit-counts")):
        house["readings"] = {"limit-counts": choice}
        one = Pot({1: ROYALS[1]}, "2d 3d 4s 6s 8d", **house).played(jacks={1: 20_000})
        assert [step.cite for step in one.steps(LimitPayout)] == [by]
        two = Pot(ROYALS, "2d 3d 4s 6s 8d", **house).played(jacks={1: 20_000, 3: 20_000})
        assert [step.cite for step in two.steps(ShareLimit)] == [by, by]
        for scene in (one, two):
            assert {step.by for step in scene.steps(PayWager) if step.spot == "jacks plus"} == {by}
    house["readings"] = {"royals": "always"}
    always = Pot(ROYALS, "2d 3d 4s 6s 8d", **house)
    assert {step.cite for step in always.played(jacks={1: 100, 3: 300}).steps(ShareLimit)} == {"reading:royals"}
    over = Pot(ROYALS, "2d 3d 4s 6s 8d", **house)
    assert {step.cite for step in over.played(jacks={1: 20_000, 3: 20_000}).steps(ShareLimit)} == {"33.11(c)"}


def test_nothing_is_never_what_is_said() -> None:
    """A hand has words of its own, however little it is worth."""
    scene = Pot({1: NOTHING, 3: "Tc Td 8d"}, ACES, folds={3: "bet"}).played(jacks={1: 1000, 3: 500})
    lost = [step for step in scene.steps(CollectWager) if step.spot == "jacks plus"]
    assert [step.hand_class for step in lost] == [
        "pair of tens, less than a pair of jacks",
        "jack high, less than a pair of jacks",
    ]
    loses = Pot({1: ACES, 3: KINGS}, NOTHING, folds={1: "bet"}, readings={"folded-jacks-plus": "loses"})
    (folded,) = [step for step in loses.played(jacks={1: 100}).steps(CollectWager) if step.spot == "jacks plus"]
    assert (folded.cite, folded.hand_class) == ("reading:folded-jacks-plus", "folded before the fifth card")
    for each in (scene, loses):
        assert not any("nothing" in step.tell() for step in each.steps())
        assert all(step.words for step in each.steps(CallHand) + each.steps(Announce))
