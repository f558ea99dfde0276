"""Every wager of every game is known, under its own name, to everything that must know of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import pytest

from games.three_card_poker.six_card_bonus import SIX_CARD_BONUS
from kit.every_wager import Layout, declare_also, find_faults, open_layout
from pitboss.engine.wager_declarations import WagerDeclaration
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.facts import POINT
from pitboss.table.money import Money

# Tables that together have every wager of a game: the settings of the house, the readings, and the marks on the table
# when later wagers are made. A game that is left out has all of them as it comes.
Terms: TypeAlias = tuple[Mapping[str, object], Mapping[str, str], Mapping[str, int]]
AS_IT_COMES: Terms = ({}, {}, {})
PUNTO_BANCO: Terms = ({"pairs": "offered", "form": "without-vigorish"}, {}, {})
TABLES: Mapping[str, tuple[Terms, ...]] = {
    "let-it-ride": (({"bonus": True, "three-card-bonus": "A"}, {}, {}),),
    "craps": (({"buy-and-lay": True}, {}, {POINT.word: 6}),),
    "roulette": (AS_IT_COMES, ({"wheel": "single-zero"}, {"imprisonment": "second-zero-stays"}, {})),
    "sic-bo": (({}, {"total-three-eighteen": "areas"}, {}),),
    "minibaccarat": (PUNTO_BANCO,),
    "baccarat": (PUNTO_BANCO,),
    "casino-war": (({"tie-wager-on-war": "offered"}, {}, {}),),
}

# What is not so of a wager, by the name that it is reported with, and why. This list only becomes shorter.
MOVED = "a come wager on its number is worth what is left of it, and only the dealer moves it there"
POT = "what the pot is worth depends on the other players"
ALLOWED = {
    ("craps", "come", "advised on"): MOVED,
    ("craps", "don't come", "advised on"): MOVED,
    ("winners-pot-poker", "ante, bets and pot", "priced"): POT,
    ("winners-pot-poker", "ante, bets and pot", "held"): POT,
}

every_game = pytest.mark.parametrize("name", REGISTERED)


@cache
def tables_of(name: str) -> tuple[Layout, ...]:
    return tuple(open_layout(name, *terms) for terms in TABLES.get(name, (AS_IT_COMES,)))


@every_game
def test_every_wager_is_known_to_all_that_must_know_of_it(name: str) -> None:
    faults = {
        (name, wager.report_name, aspect): f"{wager.name} is not {aspect}: {words}"
        for wager in load(name).wagers
        for aspect, words in find_faults(tables_of(name), wager).items()
    }
    assert [words for place, words in faults.items() if place not in ALLOWED] == []
    assert [place for place in ALLOWED if place[0] == name and place not in faults] == [], "take it off the list"


@every_game
def test_a_wager_that_is_only_declared_is_noticed(name: str) -> None:
    """Ensure that it is neither priced nor held, and that nothing takes it for another wager."""
    game = load(name)
    half_built = WagerDeclaration[Any](
        name="half-built bonus", cite="house:wagers", limits=lambda house: (Money(100), Money(2_500))
    )
    with declare_also(game, half_built):
        faults = find_faults(tables_of(name), half_built)
    assert {"priced", "held", "in the guide", "keyed"} <= faults.keys()
    assert "advised on" not in faults
    assert "simulated" not in faults


def test_the_six_card_bonus_is_noticed() -> None:
    """Its cards and pay table are declared, so that it is offered and in print; the rest is still to be done."""
    game = load("three-card-poker")
    with declare_also(game, SIX_CARD_BONUS):
        tables = (open_layout(game.name, *AS_IT_COMES),)
        assert SIX_CARD_BONUS.name in tables[0].offers
        assert find_faults(tables, SIX_CARD_BONUS).keys() == {"priced", "held", "keyed"}
