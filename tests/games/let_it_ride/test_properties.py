"""Properties that must hold in every round, whoever plays and whatever they try."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.let_it_ride.scene import Scene
from kit.scene import seated_carry
from kit.series import series
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Close, Conduct, Input, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.record import Chain
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import TurnFirst, TurnSecond
from pitboss.games.let_it_ride.law.wagers import DeviceFault
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.table.card_steps import TurnHand
from pitboss.table.cards import FULL_DECK, pretty
from pitboss.table.money import Money, chips_before

SPOTS = (*GAME.spots, "no such spot")


def house_for(chance: random.Random) -> LetItRideHouse:
    return LetItRideHouse(
        bonus=chance.random() < 0.6,
        three_card_bonus=chance.choice([None, "A", "B", "C", "D", "E", "F"]),
        two_positions=chance.random() < 0.5,
        payout_limit=chance.choice([None, Money(5_000_000)]),
        smallest_chip=Money(chance.choice([1, 100])),
    )


def any_input(chance: random.Random, driver: Driver) -> Input:
    """Return any input at all, likely or not."""
    seat, position = chance.randint(0, 8), chance.randint(0, 8)
    return chance.choice(
        [
            Wager(seat, {chance.choice(SPOTS): chance.choice([0, -5, 99, 100, 500, 700, 60_000])}, position),
            Wager(seat, {chance.choice(SPOTS[:3]): 500}),
            TakeBack(seat, chance.choice(SPOTS), position),
            Answer(seat, chance.choice(["let it ride", "withdraw", "", "fold"]), position),
            Conduct(seat, chance.choice(["cash wager", "touch cards", "hide cards"]), position),
            Order(chance.choice(["recut", "return bonus chips", "void everything"]), (position,)),
            DeviceFault(position, chance.random() < 0.5),
            Leave(seat),
            Sit(seat, chance.choice(["", "Nell"]), chance.choice([-100, 0, 12_345, 100_000])),
        ]
    )


def sensible(chance: random.Random, driver: Driver) -> Input:
    match driver.wait:
        case Ask() as asked:
            return Answer(asked.seat, chance.choice(asked.choices), asked.position)
        case OrderWanted() as order:
            stand = tuple(p for p in order.positions if chance.random() < 0.5)
            return Order(*chance.choice([("bonus wagers at", stand), ("return bonus chips", ())]))
        case Window():
            if chance.random() < 0.2:
                return Close()
            seat = chance.choice(sorted(driver.table.players) or [1])
            spot, position = chance.choice(GAME.spots), chance.choice([0, 0, 0, seat + 1])
            return Wager(seat, {spot: 100 if spot == "bonus" else 500}, position)
    raise AssertionError(driver.wait)


def wild_round(seed: int) -> Driver:
    """Play a round in which half of the inputs make no sense."""
    chance = random.Random(seed)
    source = seeded_source(seed)
    house = house_for(chance)
    seats = chance.sample(range(1, 8), chance.randint(1, 7))
    driver = Driver(GAME, GAME.rules({}), house, seated_carry(*seats, chips=chance.choice([1500, 200_000, 10_000_000])))
    total = driver.table.ledger.total()
    for _ in range(2000):
        if driver.done:
            break
        given = source.answers(driver.wait)
        if given is None or chance.random() < 0.2:
            given = any_input(chance, driver) if chance.random() < 0.5 else given or sensible(chance, driver)
        before = len(driver.log), dict(driver.table.ledger.accounts), driver.wait
        refused = driver.submit(given)
        if refused:
            assert before == (len(driver.log), dict(driver.table.ledger.accounts), driver.wait)
            assert all(r.cite and r.wrong and r.right for r in refused)
        assert driver.table.ledger.total() == total
        assert all(held >= 0 for name, held in driver.table.ledger.accounts.items() if name.startswith(("rack", "bet")))
        check_secrets(driver, before[0])
    return driver


AWAY = ("shoe", "deck", "discard rack", "cut stack")


def check_secrets(driver: Driver, told_before: int) -> None:
    """Check that no view names a card that lies face down before somebody else, or that is in the shoe or the rack."""
    t = driver.table
    shown = {lying.card for place, cards in t.places.items() if place not in AWAY for lying in cards if lying.up}
    for seat in (SPECTATOR, *t.players):
        own = {
            card
            for position, owner in t.owners.items()
            if owner == seat and position in t.examined
            for card in t.faces(f"hand {position}")
        }
        seen = view(driver, seat, told_before)
        named = {card for cards in (*seen.hands.values(), seen.community, seen.dealer) for card in cards} - {HIDDEN}
        assert named <= shown | own
    turned = {card for step in driver.log if isinstance(step, TurnFirst | TurnSecond) for card in (step.card,)}
    turned |= {card for step in driver.log if isinstance(step, TurnHand) for card in step.cards}
    words = " ".join(act.told for act in seen.acts)
    assert not [card for card in FULL_DECK if card not in turned and pretty(card) in words]


@pytest.mark.parametrize("block", series(3, 30, 208))
def test_wild_rounds(block: int) -> None:
    done = 0
    for seed in range(block * 25, block * 25 + 25):
        driver = wild_round(seed)
        if not driver.done:
            continue  # everybody left or nobody could pay; nothing was lost on the way
        done += 1
        assert driver.next is not None
        assert sorted(driver.next.decks[0].cards) == sorted(FULL_DECK)
        assert not any("@" in account for account in driver.next.accounts)  # no wager is left standing
        raw = b"\n".join(Chain().append(driver, "seeded", "00" * 32))
        _, (record,) = read(raw)
        for story in explain(record):
            assert story.before + story.brought + story.net == story.after
        last = {story.seat: story for story in explain(record)}
        assert {seat: last[seat].after for seat in driver.table.players} == {
            seat: driver.table.ledger[chips_before(seat)] for seat in driver.table.players
        }
    assert done >= 10


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    choices=st.lists(st.sampled_from("rw"), min_size=6, max_size=6),
    bet=st.integers(5, 500),
    bonus=st.booleans(),
    three=st.integers(0, 100),
)
def test_explain_adds_up_to_the_cent(seed: int, choices: list[str], bet: int, bonus: bool, three: int) -> None:
    order = seeded_source(seed).order(FULL_DECK)
    scene = Scene({2: "", 3: "", 5: ""}, order=order, bonus=bonus, three_card_bonus="F")
    more = {"bonus": {3: 100}} if bonus else {}
    scene.deal(bet * 100, **more, **({"three_card_bonus": {5: three * 100}} if three else {})).answer(*choices)
    _, (record,) = read(b"\n".join(Chain().append(scene.driver, "seeded", "00" * 32)))
    stories = {story.seat: story for story in explain(record)}
    assert {seat: story.net for seat, story in stories.items()} == {seat: scene.winnings(seat) for seat in (2, 3, 5)}
    for story in stories.values():
        assert all(wager.cite and wager.outcome != "stands" for wager in story.wagers)
