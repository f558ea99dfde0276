"""A supervisor is offered the incidents that this table can have, now or later, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest

from games.three_card_poker.scene import Scene
from kit.parts import ROUNDS
from kit.sweep import Golden
from pitboss.common.punto_banco.irregular import BurnedWrong, ShufflerFails, ThirdAtBanker
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam, ExtraCard, ShortCard
from pitboss.engine.incidents.possible_incidents import (
    Causable,
    acceptable_inputs,
    describe_incident,
    kinds_of,
    parse_incident,
    possible_later,
    possible_now,
    why_impossible,
)
from pitboss.engine.incidents.spin_incidents import SpinAstray, WrongCall
from pitboss.engine.inputs import Close, Input
from pitboss.games import REGISTERED, load
from pitboss.games.big_six.law.irregular import LookAtWheel, SpinCounterclockwise
from pitboss.games.let_it_ride.law.wagers import DeviceFault, ExtraBonusChip
from pitboss.games.sic_bo.law.irregular import ShakerStops, UncoveredEarly
from pitboss.table.card_steps import Deal

Elected = dict[str, Any]  # of a house; what begins with "read " is a reading

# A game, an incident, at which tables it cannot happen, and at which it can (None: at no table of this game).
CASES: tuple[tuple[str, Input, Elected, Elected | None], ...] = (
    ("roulette", SpinAstray("touched"), {}, None),
    ("big-six", SpinAstray("with the wheel"), {}, None),
    ("big-six", SpinAstray("out of the wheel"), {}, None),
    ("big-six", LookAtWheel(), {}, None),
    ("big-six", SpinCounterclockwise(), {"read direction": "clockwise"}, {"read direction": "either"}),
    ("big-six", WrongCall("at once"), {"read announce": "no"}, {"read announce": "yes"}),
    ("sic-bo", ShakerStops(), {"shaker": "manual"}, {"shaker": "automated"}),
    ("sic-bo", UncoveredEarly(), {"order": "call-then-shake"}, {"order": "shake-then-call"}),
    ("sic-bo", UncoveredEarly(), {"shaker": "automated"}, {"order": "shake-then-call"}),
    ("minibaccarat", ShufflerFails(), {}, {"shuffler": "device"}),
    ("minibaccarat", ShufflerFails(harm=True), {"shuffler": "device"}, {"shuffler": "continuous"}),
    ("minibaccarat", BurnedWrong("few"), {"shuffler": "continuous"}, {}),
    ("baccarat", ShufflerFails(), {}, {"shuffler": "device"}),
    ("baccarat", CardExposed("hand 1"), {}, None),
    ("baccarat", CardExposed("dealer", 3), {}, None),
    ("baccarat", CardExposed("community", 3), {}, None),
    ("casino-war", DeviceJam("shuffler"), {}, {"shuffler": "device"}),
    ("casino-war", DeviceJam("automated shoe"), {}, None),
    ("casino-war", DeviceJam("automated shoe"), {"shuffler": "device"}, None),
    ("casino-war", ShortCard("dealer"), {}, None),
    ("casino-war", ExtraCard("community"), {}, None),
    ("casino-war", ShortCard("community"), {}, None),
    ("let-it-ride", DeviceJam("shuffler"), {}, {"shuffler": "shuffler"}),
    ("let-it-ride", DeviceJam("automated shoe"), {}, {"dealing": "automated-shoe"}),
    ("let-it-ride", DeviceFault(1, True), {}, {"bonus": True}),
    ("let-it-ride", ExtraBonusChip(1), {}, {"bonus": True}),
    ("let-it-ride", ExtraCard("dealer"), {}, None),
    ("let-it-ride", CardExposed("dealer"), {}, None),
    ("let-it-ride", CardExposed("community", 3), {}, None),
    ("let-it-ride", CardExposed("hand 1", 3), {}, None),
    ("three-card-poker", ShortCard("community"), {}, None),
    ("three-card-poker", CardExposed("dealer", 3), {}, None),
    ("three-card-poker", CardExposed("hand 1", 3), {}, None),
    ("three-card-poker", CardExposed("hand 1", -1), {}, None),
    ("three-card-poker", DeviceJam("automated shoe"), {}, {"dealing": "automated-shoe"}),
    ("ultimate-texas-holdem", CardExposed("dealer", 2), {}, None),
    ("ultimate-texas-holdem", CardExposed("hand 1", 2), {}, None),
    ("ultimate-texas-holdem", CardExposed("community"), {}, None),
    ("ultimate-texas-holdem", DeviceJam("shuffler"), {}, {"shuffler": "shuffler"}),
    ("winners-pot-poker", CardExposed("hand 1", 3), {}, None),
    ("winners-pot-poker", CardExposed("dealer", 3), {}, None),
    ("winners-pot-poker", CardExposed("community"), {}, None),
    ("winners-pot-poker", ExtraCard("community"), {}, None),
    ("winners-pot-poker", DeviceJam("automated shoe"), {}, {"dealing": "automated-shoe"}),
)


def table(game: str, elected: Elected) -> Driver:
    """A table that opens, where it waits for the first time."""
    found, reads = load(game), {key.removeprefix("read "): elected[key] for key in elected if key.startswith("read ")}
    house = found.house.usual(**{key: value for key, value in elected.items() if not key.startswith("read ")})
    return Driver(found, found.rules(reads), house, found.opening(house))


def offers(found: Iterable[Causable], given: Input) -> bool:
    """Return whether an incident can be put together from what is offered."""
    for each in found:
        if each.kind == given.__struct_config__.tag:
            return all(
                not field.choices or getattr(given, field.name) in [choice.value for choice in field.choices]
                for field in each.fields
            )
    return False


def offered_at(driver: Driver, given: Input) -> bool:
    return offers(possible_later(driver), given) or offers(possible_now(driver), given)


@pytest.mark.parametrize(("game", "given", "without", "having"), CASES, ids=str)
def test_what_cannot_happen_at_a_table_is_never_offered(
    game: str, given: Input, without: Elected, having: Elected | None
) -> None:
    driver = table(game, without)
    assert why_impossible(driver, given).endswith(".")
    assert driver.refusals(given)
    assert not offered_at(driver, given)
    if having is not None:
        driver = table(game, having)
        assert not why_impossible(driver, given)
        # Where it concerns a position, somebody has to be there before it is offered.
        assert offered_at(driver, given) or hasattr(given, "position")


@pytest.mark.parametrize("game", ["minibaccarat", "baccarat"])
def test_a_third_card_at_the_wrong_hand_can_be_entered(game: str) -> None:
    driver = table(game, {})
    for given in (ThirdAtBanker(), ThirdAtBanker(certain=False)):
        assert offered_at(driver, given)


LAST_CARDS = (
    ("baccarat", "dealer", 2),
    ("baccarat", "community", 2),
    ("let-it-ride", "community", 2),
    ("three-card-poker", "dealer", 2),
    ("ultimate-texas-holdem", "dealer", 1),
    ("winners-pot-poker", "dealer", 2),
)


@pytest.mark.parametrize(("game", "place", "index"), LAST_CARDS)
def test_the_last_card_of_a_place_may_be_exposed_later(game: str, place: str, index: int) -> None:
    driver = table(game, {})
    assert not why_impossible(driver, CardExposed(place, index))
    assert offers(possible_later(driver), CardExposed(place, index))


def test_a_card_too_many_can_be_exposed_while_it_lies_there() -> None:
    scene = Scene({1: ""}).place_wagers().step(Close()).run_until(Deal, 6)
    driver = scene.step(ExtraCard("dealer")).driver
    driver.run(1)
    assert len(driver.table.cards("dealer")) == 4
    assert not why_impossible(driver, CardExposed("dealer", 3))
    assert why_impossible(driver, CardExposed("dealer", 4))


def test_the_hands_of_baccarat_are_the_players_and_the_bankers() -> None:
    driver = table("baccarat", {})
    (exposed,) = [kind for kind in possible_later(driver) if kind.kind == "card exposed"]
    (places,) = [field.choices for field in exposed.fields if field.name == "place"]
    assert {(choice.value, choice.label) for choice in places} == {
        ("community", "the player's hand"),
        ("dealer", "the banker's hand"),
    }
    assert describe_incident(driver.game, CardExposed("dealer")) == "card exposed (the banker's hand, card 1)"
    assert describe_incident(load("three-card-poker"), CardExposed("dealer")) == "card exposed (the dealer, card 1)"


# What lies beyond the cards of a hand needs more cards too many than a golden round has.
AMONG_MANY = {"index", "position", "depth", "card"}


def in_kind(given: Input) -> tuple[object, ...]:
    """An incident without which card or which player it is about."""
    values = [getattr(given, name) for name in given.__struct_fields__ if name not in ("by", "amid", *AMONG_MANY)]
    return (type(given), *("hand" if str(value).startswith("hand ") else value for value in values))


def ways(driver: Driver, each: Causable) -> Iterator[Input]:
    """Return every incident that can be put together from what is offered, with the first of many cards and players."""
    values = [
        [choice.value for choice in field.choices][: 1 if field.name in AMONG_MANY else None] or [field.least]
        for field in each.fields
    ]
    for chosen in product(*values):
        fields = zip((field.name for field in each.fields), chosen, strict=True)
        yield parse_incident(driver.game, {"kind": each.kind, **dict(fields)})


@pytest.mark.soak
@pytest.mark.parametrize("game", REGISTERED)
def test_whatever_is_offered_can_happen_in_some_round(game: str) -> None:
    """Try each incident in a golden round at some table. `CASES` has those that need a particular house."""
    offered, taken = set(), set()
    for scenario in ROUNDS[game]:
        for _, driver in Golden(scenario).moments():
            for each in possible_later(driver):
                offered |= {in_kind(given) for given in ways(driver, each)}
            for kind in kinds_of(driver.game).values():
                taken |= {in_kind(given) for given in acceptable_inputs(driver, kind)}
    assert offered <= taken, offered - taken
