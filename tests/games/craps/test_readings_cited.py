"""Acts that name the reading by which they decide whose chips they are, in more rolls than the scenes of choices.py
show."""

from __future__ import annotations

from games.craps.scene import FREE, Craps
from pitboss.engine.inputs import TakeBack, Wager
from pitboss.games.craps.law.steps import PutDown
from pitboss.table.steps import CollectWager, PayWager, ReturnWager, StandWager, Step


def only_citation(scene: Craps, kind: type[Step]) -> str:
    """Return the citation of the only act of its kind in the last roll."""
    (step,) = [step for step in scene.last.log if isinstance(step, kind)]
    return step.cite


def test_a_reading_stands_beside_the_paragraph() -> None:
    """Check that the paragraph by which a wager is won, void or inactive comes first, so that it is clear which of the
    two is meant."""
    assert only_citation(Craps(1).bet(1, "don't pass").roll(6, 6), ReturnWager) == "1.2(a)2iv, reading:void-wagers"
    assert (
        only_citation(Craps(1, point=6).bet(1, "don't come").roll(6, 6), ReturnWager)
        == "1.2(a)4iv, reading:void-wagers"
    )
    stay = Craps(1, readings={"void-wagers": "stay"}).bet(1, "don't pass").roll(6, 6)
    assert only_citation(stay, StandWager) == "1.2(a)2iv, reading:void-wagers"
    lose = Craps(1, readings=FREE).bet(1, "place 6 to lose")
    assert only_citation(lose.roll(3, 4), StandWager) == "1.2(a)5, reading:place-to-lose-on-come-out"
    works = {**FREE, "place-to-lose-on-come-out": "works"}
    paid = only_citation(Craps(1, readings=works).bet(1, "place 6 to lose").roll(3, 4), PayWager)
    assert paid == "1.2(a)6, reading:place-to-lose-on-come-out, reading:winners-stay"


def test_a_reading_is_not_named_where_it_decides_nothing() -> None:
    """Check with a point, when called on, and by a roll that is nothing to the wager."""
    lose = {1: {"place 6 to lose": 500, "hard 8": 500, "come 5": 500, "come 5 odds": 600}}
    for step in Craps(1, readings=FREE, standing=lose).roll(1, 1).last.log:
        if isinstance(step, StandWager) and step.spot in ("hard 8", "come 5"):
            assert "come-out" not in step.cite
    scene = Craps(1, point=4, standing=lose).roll(3, 4)
    assert not any("come-out" in step.cite for step in scene.steps())
    scene = Craps(1, readings=FREE, standing=lose).call(1, "place 6 to lose").call(1, "come 5 odds").roll(3, 4)
    decided = {step.spot: step.cite for step in scene.steps() if isinstance(step, CollectWager | PayWager)}
    assert "come-out" not in decided["place 6 to lose"] + decided["come 5 odds"]
    assert decided["hard 8"] == "reading:hardways-lost, reading:hardways-on-come-out"


def test_a_wager_that_only_a_reading_lets_be_made_names_it_when_it_is_put_down() -> None:
    later = Craps(1, readings={**FREE, "come-on-come-out": "later-come-outs"}).bet(1, "come")
    raised = Craps(1, readings={"raising-pass": "allowed"}, point=6, standing={1: {"pass": 500}}).bet(1, "pass")
    found = [step.cite for scene in (later, raised) for step in scene.steps(PutDown)]
    assert found == ["1.2(a)3, reading:come-on-come-out", "1.2(a)1, reading:raising-pass"]
    plainly = Craps(1, point=6).bet(1, "come")
    assert [step.cite for step in plainly.steps(PutDown)] == ["1.2(a)3"]
    assert Craps(1).refusal_of(Wager(1, {"come": 500})) == {"1.2(a)3, reading:come-on-come-out"}


def test_what_comes_down_names_the_reading_that_lets_it() -> None:
    standing = {1: {"don't pass": 500, "don't pass odds": 600, "place 8": 600}}
    scene = Craps(1, point=6, standing=standing).give(TakeBack(1, "place 8"), TakeBack(1, "don't pass"))
    assert [step.cite for step in scene.steps(ReturnWager)] == [
        "reading:taking-down",
        "reading:taking-down-donts",
        "reading:taking-down-donts",
    ]
