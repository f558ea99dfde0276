"""Where a reading decides whose chips they are, the act says so: the scenes of choices.py, under each choice.

Every void, return, payment and collection that comes out otherwise than under the default names the reading, and so
does what stands in its place under the default.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.craps.choices import WANTED
from games.craps.scene import FREE, Craps
from pitboss.engine.inputs import TakeBack, Wager
from pitboss.games.craps import GAME
from pitboss.games.craps.steps import CallTotal, KeepFee, NoRoll, PutDown, PutDownWithFee, ReadCocked
from pitboss.law.force import cited
from pitboss.law.readings import readings_of
from pitboss.table.steps import CollectWager, PayWager, ReturnWager, StandWager, Step, TakeFee

MONEY = (CollectWager, PayWager, ReturnWager, TakeFee, KeepFee, PutDownWithFee, NoRoll)
# These decide whether a wager may be made or what the dice show. What follows is the paragraph's, and it is the wager
# put down, or the throw, that names them.
BEFORE = {
    "come-on-come-out": PutDown,
    "raising-pass": PutDown,
    "late-wagers": PutDown,
    "the-throw": CallTotal,
    "cocked-die": ReadCocked,
}
DEFAULTS = {key: reading.default for key, reading in readings_of(GAME.package).items()}
OTHERS = [(key, choice) for key, (_, wanted) in WANTED.items() for choice in wanted if choice != DEFAULTS[key]]


def acts(reading: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """All that was done in the scene of a choice."""
    scenes: list[Craps] = []
    make = Craps.__init__

    def noted(self: Craps, *args: object, **kwargs: object) -> None:
        scenes.append(self)
        make(self, *args, **kwargs)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Craps, "__init__", noted)
        WANTED[reading][0](choice)
    return [step for scene in scenes for step in scene.steps()]


def named(step: Step) -> set[str]:
    return {*cited(step.cite), *cited(getattr(step, "by", ""))}


def plain(step: Step) -> tuple[object, ...]:
    """What an act does, whatever it cites."""
    fields = {name: getattr(step, name) for name in step.__struct_fields__ if name not in ("cite", "by")}
    return type(step).__name__, *fields.items()


@pytest.mark.parametrize(("reading", "choice"), OTHERS)
def test_what_a_choice_changes_names_its_reading(reading: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    both = [acts(reading, each, monkeypatch) for each in (DEFAULTS[reading], choice)]
    before = BEFORE.get(reading)
    for mine, others in (both, both[::-1]):
        left = Counter(plain(step) for step in others)
        left.subtract(plain(step) for step in mine)
        differing = [step for step in mine if isinstance(step, MONEY) and left[plain(step)] < 0]
        for step in differing:
            if before is not None and not isinstance(step, NoRoll):
                made = [each for each in mine[: mine.index(step)] if isinstance(each, before)]
                assert any(f"reading:{reading}" in named(each) for each in made), step
            else:
                assert f"reading:{reading}" in named(step), step


def test_the_scenes_have_something_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one of the readings about money is without a scene in which chips move otherwise."""
    changed = set()
    for reading, choice in OTHERS:
        money = [
            [plain(step) for step in acts(reading, each, monkeypatch) if isinstance(step, MONEY)]
            for each in (DEFAULTS[reading], choice)
        ]
        if sorted(map(repr, money[0])) != sorted(map(repr, money[1])):
            changed.add(reading)
    assert changed >= {
        "hardways-lost",
        "hardways-on-come-out",
        "place-to-lose-on-come-out",
        "lay-on-come-out",
        "call-lasts",
        "void-wagers",
        "payout-odds",
        "odds-on-come-out",
        "vigorish",
        "winners-stay",
        "line-winners",
        "the-throw",
        "cocked-die",
        "late-wagers",
        "closing-table",
    }


def one(scene: Craps, kind: type[Step]) -> str:
    """The citation of the only act of its kind in the last roll."""
    (step,) = [step for step in scene.last.log if isinstance(step, kind)]
    return step.cite


def test_a_reading_stands_beside_the_paragraph() -> None:
    """Which one of the two is meant is seen: the paragraph by which a wager is won, void or inactive comes first."""
    assert one(Craps(1).bet(1, "don't pass").roll(6, 6), ReturnWager) == "1.2(a)2iv, reading:void-wagers"
    assert one(Craps(1, point=6).bet(1, "don't come").roll(6, 6), ReturnWager) == "1.2(a)4iv, reading:void-wagers"
    stay = Craps(1, readings={"void-wagers": "stay"}).bet(1, "don't pass").roll(6, 6)
    assert one(stay, StandWager) == "1.2(a)2iv, reading:void-wagers"
    lose = Craps(1, readings=FREE).bet(1, "place 6 to lose")
    assert one(lose.roll(3, 4), StandWager) == "1.2(a)5, reading:place-to-lose-on-come-out"
    works = {**FREE, "place-to-lose-on-come-out": "works"}
    paid = one(Craps(1, readings=works).bet(1, "place 6 to lose").roll(3, 4), PayWager)
    assert paid == "1.2(a)6, reading:place-to-lose-on-come-out, reading:winners-stay"


def test_a_reading_is_not_named_where_it_decides_nothing() -> None:
    """With a point, when called on, and by a roll that is nothing to the wager."""
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
    assert Craps(1).refused(Wager(1, {"come": 500})) == {"1.2(a)3, reading:come-on-come-out"}


def test_what_comes_down_names_the_reading_that_lets_it() -> None:
    standing = {1: {"don't pass": 500, "don't pass odds": 600, "place 8": 600}}
    scene = Craps(1, point=6, standing=standing).give(TakeBack(1, "place 8"), TakeBack(1, "don't pass"))
    assert [step.cite for step in scene.steps(ReturnWager)] == [
        "reading:taking-down",
        "reading:taking-down-donts",
        "reading:taking-down-donts",
    ]
