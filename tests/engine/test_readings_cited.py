"""An act names every reading that decides about its money, under the default and under every other choice.

A choice is compared with the default in its own scene. Where a void, a return, a payment or a collection differs, the
reading must be named: by that act, or by another that differs as well, moves no chips and judges the same position or
the whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest

from kit.parts import CHOICES, folder_of, part
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Order
from pitboss.engine.waits import Ask, OrderWanted
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.steps import KeepFee, NoRoll, PutDownWithFee
from pitboss.games.ultimate_texas_holdem.law.steps import DealForTrips
from pitboss.games.winners_pot_poker.law.steps import AwardPot, DealerOut, TakeBackStake, TakeFromPot
from pitboss.law.force import split_citation
from pitboss.law.readings import readings_of
from pitboss.table.steps import CollectWager, PayWager, PlayOn, ReturnWager, Step, TakeFee, VoidHand, VoidRound

VOIDS = (VoidRound, VoidHand, DealerOut, NoRoll)
MOVES = (ReturnWager, PayWager, CollectWager, TakeFromPot, TakeBackStake, TakeFee, KeepFee, PutDownWithFee)
MONEY = (*VOIDS, *MOVES)

# These decide which cards are dealt, or to whom. The hands then decide by the text, as after any other shuffle.
CARDS = {
    ("let-it-ride", "stack-order"),
    ("three-card-poker", "stack-order"),
    ("winners-pot-poker", "forgotten-button"),
    ("winners-pot-poker", "dealer-in-rotation"),
    ("winners-pot-poker", "face-up-burn"),
}
# What need not be named under the default, and why.
NOT_BY_DEFAULT = {
    # Most hands of the game would be worth something else if both own cards had to be used. That they need not is what
    # 32.1 itself says; to name the doubt in nearly every settlement would tell nobody anything.
    ("ultimate-texas-holdem", "hand-of-seven"),
}

# By game, the readings whose scenes show that they decide about money. More may be added; none may fall away.
GAMES = {
    "let-it-ride": {
        "ace-two-three",
        "bonus-chip",
        "bonus-count",
        "drawn-and-exposed",
        "end-of-dealing",
        "face-up-in-a-stack",
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
    "ultimate-texas-holdem": {
        "dealer-over",
        "dealer-short",
        "drawn-and-exposed",
        "end-of-dealing",
        "exposed-in-the-deal",
        "face-up-after-the-hole-cards",
        "face-up-before-and-after",
        "face-up-in-a-stack",
        "fifty-two-but-not-a-deck",
        "folded-then-void",
        "hand-of-seven",
        "jam-after-the-last-stack",
        "limit-counts",
        "misdeal-found-by-the-count",
        "odd-chip",
        "trips-of-a-misdealt-hand",
        "trips-when-the-dealer-is-misdealt",
        "void-and-misdealt",
    },
    "winners-pot-poker": {
        "all-folded",
        "commission-base",
        "commission-figures",
        "commission-rounding",
        "dead-jacks-plus",
        "dealer-dead",
        "dealer-over",
        "dealing-process",
        "deck-exhausted",
        "drawn-and-exposed",
        "fifty-two-but-not-a-deck",
        "first-fold",
        "folded-jacks-plus",
        "jam-after-the-last-card",
        "last-burn-missed",
        "limit-counts",
        "odd-cents",
        "pot-without-a-hand",
        "ranking",
        "royals",
        "short-hand",
        "tied-commission",
    },
    "craps": {
        "call-lasts",
        "closing-table",
        "cocked-die",
        "hardways-lost",
        "hardways-on-come-out",
        "late-wagers",
        "lay-on-come-out",
        "line-winners",
        "odds-on-come-out",
        "payout-odds",
        "place-to-lose-on-come-out",
        "the-throw",
        "vigorish",
        "void-wagers",
        "winners-stay",
    },
    **{game: part(game, "expected").DECIDES for game in REGISTERED if (folder_of(game) / "expected.py").exists()},
}


@pytest.fixture
def drivers(monkeypatch: pytest.MonkeyPatch) -> list[Driver]:
    """Yield every round that a scene starts."""
    started: list[Driver] = []
    begin = Driver.__init__

    def note_and_begin(self: Driver, *given: Any, **more: Any) -> None:
        started.append(self)
        begin(self, *given, **more)

    monkeypatch.setattr(Driver, "__init__", note_and_begin)
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
    for one, other in zip_longest(*logs, fillvalue=[]):  # by one choice a round may be over that goes on by the other
        yield only_in(one, other), only_in(other, one)


def play_out(driver: Driver) -> None:
    """Play a round out: everybody takes the first choice there is, and a supervisor the last, which voids the hands."""
    while isinstance(wait := driver.wait, Ask | OrderWanted):
        first, last = wait.choices[0], wait.choices[-1]
        driver.submit(Answer(wait.seat, first, wait.position) if isinstance(wait, Ask) else Order(last))


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
    """Return whether a step names a reading, in its citation or as what sets the amount."""
    return f"reading:{reading}" in (*split_citation(act.cite), *split_citation(getattr(act, "by", "")))


def readings_not_named(acts: list[Step], reading: str, others: list[Step]) -> list[Step]:
    """Return the acts about money that need the reading's name and have it neither themselves nor beside them.

    `others` are the acts of the other choice.
    """

    def at(act: Step) -> object:
        return getattr(act, "position", None)

    named = {at(act) for act in acts if names(act, reading) and not isinstance(act, MOVES)}
    voids = () if void_either_way(acts, others) else VOIDS
    return [
        act
        for act in acts
        if isinstance(act, (*voids, *MOVES))
        and not names(act, reading)
        and (isinstance(act, VOIDS) or not named & {None, at(act)})
    ]


def void_either_way(*sides: list[Step]) -> bool:
    """Void all hands by either choice; the choices differ in whether the trips wagers are void too."""
    kinds = [{kind for act in acts for kind in (VoidRound, DealForTrips) if isinstance(act, kind)} for acts in sides]
    return kinds in ([{VoidRound}, {DealForTrips}], [{DealForTrips}, {VoidRound}])


def cases() -> Iterator[tuple[str, str, str]]:
    for game in GAMES:
        for reading, held in readings_of(REGISTERED[game]).items():
            if (game, reading) not in CARDS:
                yield from ((game, reading, choice) for choice in held.choices if choice != held.default)


@pytest.mark.parametrize(("game", "reading", "choice"), list(cases()))
def test_what_a_reading_decides_names_it(drivers: list[Driver], game: str, reading: str, choice: str) -> None:
    for by_default, otherwise in differing(drivers, game, reading, choice):
        # Of a game of which no text is held, the paragraph itself says what the default is.
        if (game, reading) not in NOT_BY_DEFAULT and not load(game).is_beyond:
            assert readings_not_named(by_default, reading, otherwise) == []
        assert readings_not_named(otherwise, reading, by_default) == []


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
    assert readings_not_named([void, back], "end-of-dealing", []) == [void, back]
    assert readings_not_named([VoidRound("reading:end-of-dealing", "why")], "end-of-dealing", []) == []
    paid = PayWager("18.10(g)3", 1, 1, "bonus", "reading:bonus-chip", 0, (), "flush", "$50", 5000)
    assert readings_not_named([paid], "bonus-chip", []) == []
    assert readings_not_named([paid], "bonus", []) == [paid]
    beside = ReturnWager("1.2(a)2iv, reading:void-wagers", 1, 1, "don't pass", 500, "12")
    assert readings_not_named([beside], "void-wagers", []) == []
    assert readings_not_named([beside], "wagers", []) == [beside]


def test_what_moves_chips_speaks_only_for_itself() -> None:
    """A commission that names a reading is no excuse for the pot, which came out otherwise too."""
    taken = TakeFromPot("33.10(h)2i, reading:commission-base", 400, "commission")
    won = AwardPot("33.10(h)2", 1, 1, "pot", "33.10(h)2i", 0, (), "flush", "the pot", 3600)
    assert readings_not_named([taken, won], "commission-base", []) == [won]
    told = PlayOn("reading:commission-base", "why")
    assert readings_not_named([told, taken, won], "commission-base", []) == []


def test_hands_that_are_void_either_way_are_the_paragraphs() -> None:
    hands, trips = VoidHand("32.13(b)", 2, 2, ("ante",), "why"), DealForTrips("reading:face-up-before-and-after")
    void = VoidRound("reading:face-up-before-and-after", "why")
    assert readings_not_named([trips, hands], "face-up-before-and-after", [void]) == []
    assert readings_not_named([hands], "face-up-before-and-after", [void]) == [hands]
    assert readings_not_named([trips, hands], "face-up-before-and-after", []) == [hands]
