"""Acts that say which reading decides, in more rounds than the scenes of choices.py show (tests/engine holds those)."""

from __future__ import annotations

from typing import Any

import pytest

from games.winners_pot_poker.choices import ACES, KINGS, NOTHING, QUEENS, ROYALS
from games.winners_pot_poker.scene import Pot
from pitboss.engine.incidents.incident_kinds import CardExposed, ShortCard
from pitboss.engine.inputs import Close, Wager
from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton
from pitboss.games.winners_pot_poker.law.steps import (
    AwardPot,
    CallHand,
    CallHighest,
    KillHand,
    MoveButton,
    ShareLimit,
    SupposeButton,
    TakeFromPot,
)
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.money import Money
from pitboss.table.steps import (
    Announce,
    CollectWager,
    LimitPayout,
    PayWager,
    PlayOn,
    ReturnWager,
)


def test_an_ordinary_move_of_the_button_is_a_readings() -> None:
    """Check that only a move in the round after one in which it was forgotten rests on 33.12(g)."""
    first = Pot().play()
    assert [step.cite for step in first.steps(MoveButton)] == ["reading:first-button"]
    second = Pot(carry=first.driver.next).play()
    assert [step.cite for step in second.steps(MoveButton)] == ["reading:moving-the-button"]
    forgotten = Pot(carry=second.driver.next).open_betting().give(ForgottenButton())
    for seat in (1, 3, 5):
        forgotten.give(Wager(seat, {"ante": 500}))
    forgotten.give(Close()).go_on()
    assert [step.cite for step in forgotten.steps(SupposeButton)] == ["33.12(g)"]
    after = Pot(carry=forgotten.driver.next).play()
    assert [step.cite for step in after.steps(MoveButton)] == ["33.12(g)"]
    assert [step.cite for step in Pot(carry=after.driver.next).play().steps(MoveButton)] == [
        "reading:moving-the-button"
    ]


def test_a_hand_that_nobody_holds_is_not_called() -> None:
    """Check that 33.10(h), which has the highest hand called, calls none where there is none."""
    dead = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}).deal_until(Deal, 6)
    dead.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()
    at_once = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}, readings={"all-folded": "at-once"}).play()
    for scene, cite in ((dead, "reading:pot-without-a-hand"), (at_once, "reading:all-folded")):
        assert scene.driver.done
        assert scene.steps(CallHighest) == []
        moved = [step for step in scene.steps(ReturnWager) + scene.steps(CollectWager) if step.spot == "pot"]
        assert {step.cite for step in moved} == {cite}
        assert not any("no hand" in words for words in scene.t.said)


def test_a_dealer_whose_hand_is_dead_is_a_readings() -> None:
    scene = Pot({1: "", 3: ""}).deal_until(Deal, 6).give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1))
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:dealer-dead"]
    assert [step.cite for step in scene.steps(KillHand)] == ["33.12(a)"]


@pytest.mark.parametrize("ranking", ["groups-first", "highest-card"])
def test_the_ranking_is_named_where_another_would_call_another_hand(ranking: str) -> None:
    readings = {"ranking": ranking}
    doubtful = Pot({1: "2c 2d Ah 8s 7d", 3: "3c 3d Kh 8h 7c"}, "Qc Jd 9h 6c 4d", readings=readings).play()
    assert [step.cite for step in doubtful.steps(CallHighest)] == ["reading:ranking"]
    assert [step.cite for step in doubtful.steps(AwardPot)] == ["reading:ranking"]
    clear = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings=readings).play()
    assert [step.cite for step in clear.steps(CallHighest)] == ["33.10(h)"]
    assert [(step.cite, step.by) for step in clear.steps(AwardPot)] == [
        ("33.10(h)2", "33.10(h)2i, reading:commission-base")
    ]
    dealer = Pot({1: "2c 2d Ah 8s 7d"}, "3c 3d Kh 8h 7c", readings=readings).play()
    wanted = (CollectWager, "reading:ranking") if ranking == "groups-first" else (AwardPot, "reading:ranking")
    assert {(type(step), step.cite) for step in dealer.steps() if isinstance(step, CollectWager | AwardPot)} == {wanted}


def test_a_commission_names_the_reading_only_where_it_makes_the_difference() -> None:
    fixed: dict[str, Any] = {"commission_percent": 10, "commission_fixed": Money(100)}
    for readings in ({}, {"commission-base": "others-money"}, {"commission-rounding": "chip"}):
        scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings=readings, **fixed).play()
        assert [step.cite for step in scene.steps(TakeFromPot)] == ["33.10(h)2i"]  # a dollar, however it is read


def test_a_commission_names_every_reading_that_makes_it_so_much() -> None:
    """Take ten percent of a pot of $25: the winner's own $20 count, the folded ante is in it, and 50 cents are no
    chip."""
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet"}).play()
    by = "33.10(h)2i, reading:first-fold, reading:commission-base, reading:commission-rounding"
    assert [(step.cite, step.cents) for step in scene.steps(TakeFromPot)] == [(by, 250)]
    assert [step.by for step in scene.steps(AwardPot)] == [by]
    even = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "double"}).play()  # $3 of $30: folded on four cards
    assert [step.cite for step in even.steps(TakeFromPot)] == ["33.10(h)2i, reading:commission-base"]
    free = Pot({1: QUEENS, 3: KINGS}, NOTHING, commission_percent=0).play()
    assert [step.by for step in free.steps(AwardPot)] == ["33.10(h)2i"]


def test_a_misdealt_hand_is_the_readings_unless_it_is_the_dealers() -> None:
    for places, cite in (
        (("hand 1",), "33.12(f), reading:short-hand"),
        (("hand 1", "dealer"), "33.12(f)"),
        (("dealer",), "33.12(f)"),
    ):
        scene = Pot().deal_until(DealUp, 1).give_amid(*map(ShortCard, places))
        assert scene.t.void == cite
        assert {step.cite for step in scene.steps(ReturnWager)} == {cite}


@pytest.mark.parametrize("choice", ["winnings", "with-stakes"])
def test_a_limit_names_what_sets_it(choice: str) -> None:
    """Check that the way stakes count makes a difference wherever the limit cuts, by either choice."""
    by = "33.11(c), reading:limit-counts"
    house: dict[str, Any] = {"jacks_plus_maximum": Money(50_000), "readings": {"limit-counts": choice}}
    one = Pot({1: ROYALS[1]}, "2d 3d 4s 6s 8d", **house).play(jacks={1: 20_000})
    assert [step.cite for step in one.steps(LimitPayout)] == [by]
    two = Pot(ROYALS, "2d 3d 4s 6s 8d", **house).play(jacks={1: 20_000, 3: 20_000})
    assert [step.cite for step in two.steps(ShareLimit)] == [by, by]
    for scene in (one, two):
        assert {step.by for step in scene.steps(PayWager) if step.spot == "jacks plus"} == {by}
    below = Pot({1: ROYALS[1]}, "2d 3d 4s 6s 8d", **house).play(jacks={1: 100})
    assert {step.by for step in below.steps(PayWager) if step.spot == "jacks plus"} == {"33.11(b)"}


def test_a_limit_that_only_the_stake_exceeds_is_named() -> None:
    """Reach $50,000 at 400 to 1 by $125. Its winnings alone do not exceed it; with the stake they do."""
    for stake, by in ((12_500, "33.11(b), reading:limit-counts"), (12_400, "33.11(b)")):
        scene = Pot({1: ROYALS[1]}, "2d 3d 4s 6s 8d", jacks_plus_maximum=Money(50_000)).play(jacks={1: stake})
        assert scene.steps(LimitPayout) == []
        assert [step.by for step in scene.steps(PayWager) if step.spot == "jacks plus"] == [by]


def test_royal_flushes_name_the_reading_by_which_they_share_or_do_not() -> None:
    house: dict[str, Any] = {"jacks_plus_maximum": Money(50_000)}

    def paid_by(stakes: dict[int, int], **readings: str) -> set[str]:
        scene = Pot(ROYALS, "2d 3d 4s 6s 8d", readings=readings, **house).play(jacks=stakes)
        return {step.by for step in scene.steps(PayWager) if step.spot == "jacks plus"}

    assert paid_by({1: 100, 3: 300}) == {"33.11(b), reading:royals"}
    assert paid_by({1: 100, 3: 300}, royals="always") == {"33.11(c), reading:limit-counts, reading:royals"}
    for choice in ("always", "when-exceeded"):
        assert paid_by({1: 20_000, 3: 20_000}, royals=choice) == {"33.11(c), reading:limit-counts"}


def test_nothing_is_never_what_is_said() -> None:
    """Check that a hand has words of its own, however little it is worth."""
    scene = Pot({1: NOTHING, 3: "Tc Td 8d"}, ACES, folds={3: "bet"}).play(jacks={1: 1000, 3: 500})
    lost = [step for step in scene.steps(CollectWager) if step.spot == "jacks plus"]
    assert [step.hand_class for step in lost] == [
        "pair of tens, less than a pair of jacks",
        "jack high, less than a pair of jacks",
    ]
    loses = Pot({1: ACES, 3: KINGS}, NOTHING, folds={1: "bet"}, readings={"folded-jacks-plus": "loses"})
    (folded,) = [step for step in loses.play(jacks={1: 100}).steps(CollectWager) if step.spot == "jacks plus"]
    assert (folded.cite, folded.hand_class) == ("reading:folded-jacks-plus", "folded before the fifth card")
    for each in (scene, loses):
        assert not any("nothing" in step.tell() for step in each.steps())
        assert all(step.words for step in each.steps(CallHand) + each.steps(Announce))
