"""Whatever a reading decides about money names that reading, under the default and under every other choice.

A choice is compared with the default in its own scene. Where a void, a return, a payment or a collection differs, the
reading must be named: by that act, or by another that differs as well, moves no chips and judges the same position or
the whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kit.parts import CHOICES
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Order
from pitboss.engine.waits import Ask, OrderWanted
from pitboss.games import REGISTERED
from pitboss.games.craps.steps import KeepFee, NoRoll, PutDownWithFee
from pitboss.games.winners_pot_poker.steps import DealerOut, KillHand, TakeBackStake, TakeFromPot
from pitboss.law.force import cited
from pitboss.law.readings import readings_of
from pitboss.table.steps import CollectWager, PayWager, ReturnWager, Step, TakeFee, VoidHand, VoidRound

VOIDS = (VoidRound, VoidHand, KillHand, DealerOut, NoRoll)
MONEY = (*VOIDS, ReturnWager, PayWager, CollectWager, TakeFromPot, TakeBackStake, TakeFee, KeepFee, PutDownWithFee)

# By game, the readings whose scenes show that they decide about money. More may be added; none may fall away.
GAMES = {
    "let-it-ride": {
        "ace-two-three",
        "bonus-chip",
        "bonus-count",
        "drawn-and-exposed",
        "end-of-dealing",
        "fifty-two-but-not-a-deck",
        "jam-after-the-last-stack",
        "limit-counts",
        "mini-royal-without-a-line",
        "void-bonuses",
    },
    "three-card-poker": {
        "ace-two-three",
        "ante-bonus",
        "drawn-and-exposed",
        "end-of-dealing",
        "equal-hands",
        "face-up-in-a-stack",
        "fifty-two-but-not-a-deck",
        "forfeits-when-void",
        "jam-after-the-last-stack",
        "ranking",
    },
    "ultimate-texas-holdem": set(),
    "winners-pot-poker": set(),
    "craps": set(),
}


@pytest.fixture
def drivers(monkeypatch: pytest.MonkeyPatch) -> list[Driver]:
    """Every round that a scene starts."""
    started: list[Driver] = []
    begin = Driver.__init__

    def begun(self: Driver, *given: Any, **more: Any) -> None:
        started.append(self)
        begin(self, *given, **more)

    monkeypatch.setattr(Driver, "__init__", begun)
    return started


def differing(drivers: list[Driver], game: str, reading: str, choice: str) -> Iterator[tuple[list[Step], list[Step]]]:
    """Round by round of the scene, the acts that only the default has and those that only the choice has."""
    scene_of, _ = CHOICES[game][reading]
    default = readings_of(REGISTERED[game])[reading].default
    logs = []
    for each in (default, choice):
        drivers.clear()
        scene_of(each)
        for driver in drivers:
            play_out(driver)
        logs.append([[act for act in driver.log if isinstance(act, Step)] for driver in drivers])
    for one, other in zip(*logs, strict=True):
        yield only_in(one, other), only_in(other, one)


def play_out(driver: Driver) -> None:
    """Everybody takes the first choice there is."""
    while isinstance(wait := driver.wait, Ask | OrderWanted):
        first = wait.choices[0]
        driver.submit(Answer(wait.seat, first, wait.position) if isinstance(wait, Ask) else Order(first))


def only_in(some: list[Step], others: list[Step]) -> list[Step]:
    left = Counter(map(repr, others))
    found = []
    for act in some:
        if left[key := repr(act)]:
            left[key] -= 1
        else:
            found.append(act)
    return found


def names(act: Step, reading: str) -> bool:
    """In its citation, or as what sets the amount."""
    return f"reading:{reading}" in (*cited(act.cite), *cited(getattr(act, "by", "")))


def unnamed(acts: list[Step], reading: str) -> list[Step]:
    def at(act: Step) -> object:
        return getattr(act, "position", None)

    named = {at(act) for act in acts if names(act, reading) and not isinstance(act, MONEY)}
    return [
        act
        for act in acts
        if isinstance(act, MONEY)
        and not names(act, reading)
        and (isinstance(act, VOIDS) or not named & {None, at(act)})
    ]


def cases() -> Iterator[tuple[str, str, str]]:
    for game in GAMES:
        for reading, held in readings_of(REGISTERED[game]).items():
            yield from ((game, reading, choice) for choice in held.choices if choice != held.default)


@pytest.mark.parametrize(("game", "reading", "choice"), list(cases()))
def test_what_a_reading_decides_names_it(drivers: list[Driver], game: str, reading: str, choice: str) -> None:
    for sides in differing(drivers, game, reading, choice):
        for acts in sides:
            assert unnamed(acts, reading) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_scenes_show_the_readings_that_decide_about_money(drivers: list[Driver], game: str) -> None:
    deciding = {
        reading
        for reading, held in readings_of(REGISTERED[game]).items()
        for choice in held.choices
        for sides in differing(drivers, game, reading, choice)
        if any(isinstance(act, MONEY) for acts in sides for act in acts)
    }
    assert deciding >= GAMES[game]


def test_an_act_that_claims_a_bare_paragraph_is_caught() -> None:
    void, back = VoidRound("18.12(a)", "why"), ReturnWager("18.12(a)", 1, 1, "bet 1", 500, "void")
    assert unnamed([void, back], "end-of-dealing") == [void, back]
    assert unnamed([VoidRound("reading:end-of-dealing", "why")], "end-of-dealing") == []
    paid = PayWager("18.10(g)3", 1, 1, "bonus", "reading:bonus-chip", 0, (), "flush", "$50", 5000)
    assert unnamed([paid], "bonus-chip") == []
    assert unnamed([paid], "bonus") == [paid]
