"""Properties that must hold at every Sic Bo table, whoever plays, whatever they try and whatever goes wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.sic_bo.scene import SicBo
from games.sic_bo.test_exact import ODDS
from kit.series import series
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.engine.inputs import (
    SUPERVISOR,
    Close,
    Closing,
    Conduct,
    Fill,
    Input,
    Leave,
    Order,
    Sit,
    TakeBack,
    Throw,
    Wager,
)
from pitboss.engine.waits import FillWanted, OrderWanted, ThrowWanted, Window
from pitboss.games.sic_bo import GAME
from pitboss.games.sic_bo.law.facts import LIT, LyingWager
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.irregular import DieLies, FlawFound, LightsFail, ShakerOpens, ShakerStops, UncoveredEarly
from pitboss.games.sic_bo.law.layout import SPOTS
from pitboss.games.sic_bo.law.steps import CallNoRoll, Compare, FixWagers
from pitboss.games.sic_bo.law.wagers import TouchShaker
from pitboss.law.readings import readings_of
from pitboss.record.account import account_of
from pitboss.table.money import CAGE, OUTSIDE, Money

BLOCK, GAME_LENGTH, SEATS = 1_200, 30, 4  # rounds of a block and of a game
AMOUNTS = (100, 200, 500, 500, 1_000, 2_500, 5_000, 10_000, 50_000)
NONSENSE = (0, -500, 1, 99, 150, 100_100, 10**9)
Reads = Mapping[str, str]
Dice = tuple[int, ...]


# --- what a wager wins, counted on fingers


def pays(spot: str, dice: Dice, table: str, reads: Reads) -> int:
    """Return what a wager pays to one; -1 if it loses."""
    triple, any_triple, double, totals, pair, singles = ODDS[table]
    *words, last = spot.split()
    total, alike = sum(dice), len(set(dice)) == 1
    shown = dice.count(int(last)) if last.isdigit() else 0
    if spot in ("small", "big"):
        return 1 if not alike and (total < 11) == (spot == "small") else -1
    if spot == "any three of a kind":
        return any_triple if alike else -1
    if words == ["total"]:
        ends = [triple, *totals, *totals[::-1], triple]
        return ends[total - 3] if total == int(last) else -1
    if words == ["two-dice"]:
        return pair if set(map(int, last.split("-"))) <= set(dice) else -1
    if words[0] == "one":
        added = shown == 3 and reads.get("single-on-triple") == "lines-added"
        return -1 if not shown else sum(singles) if added else singles[shown - 1]
    if words[0] == "two":
        return double if shown == 2 or (shown == 3 and reads.get("double-on-triple") != "exactly-two-dice") else -1
    return triple if shown == 3 else -1


# --- a game at random


def any_readings(chance: random.Random) -> dict[str, str]:
    """Return the default in a third of all games; else read each doubt by chance."""
    if chance.random() < 0.33:
        return {}
    return {name: chance.choice(sorted(reading.choices)) for name, reading in readings_of(GAME.package).items()}


def any_house(chance: random.Random) -> SicBoHouse:
    shaker = chance.choice(("manual", "manual", "automated"))
    return SicBoHouse(
        seats=SEATS,
        shaker=shaker,  # type: ignore[arg-type]
        order="shake-then-call" if shaker == "manual" and chance.random() < 0.4 else None,
        covered=chance.choice((None, True)),
        pay_table=chance.choice((None, "atlantic-city", "a", "b")),
        smallest_chip=Money(chance.choice((100, 100, 25))),
        inventory=Money(chance.choice((20_000_000, 5_000))),
    )


def any_incident(chance: random.Random) -> Input:
    return chance.choice(
        (
            DieLies(chance.choice(("leaning", "on another die")), chance.choice((1, 2, 3))),
            ShakerOpens(chance.choice(("open", "die out"))),
            ShakerStops(chance.choice(("runs again", "cannot run"))),
            UncoveredEarly(),
            WrongCall(chance.choice(("at once", "after paying"))),
            LightsFail(),
            FlawFound(chance.choice(("die", "shaker"))),
            LateChips(chance.randint(1, SEATS)),
        )
    )


def any_input(chance: random.Random) -> Input:
    """Return any input at all, more often than not one that a player would give."""
    seat, what = chance.randint(0, SEATS + 1), chance.random()
    if what < 0.6:
        areas = chance.sample((*SPOTS, "odd"), chance.randint(1, 4))
        return Wager(seat, {spot: chance.choice((*AMOUNTS, *AMOUNTS, *NONSENSE)) for spot in areas})
    if what < 0.7:
        return TakeBack(seat, chance.choice(SPOTS))
    if what < 0.8:
        return Sit(seat, chance.choice(("Ada", "Bob", "")), chance.choice((20_000, 100_000, 0, 30)))
    if what < 0.9:
        return any_incident(chance)
    orders = ("close the table", "open the table", "lights repaired", "void everything")
    others = [
        Leave(seat),
        TouchShaker(seat),
        Conduct(seat, "cash wager"),
        Closing(chance.random() < 0.5),
        Order(chance.choice(orders), by=SUPERVISOR),
        Throw((7, 1, 1)),
    ]
    return chance.choice(others)


def give(driver: Driver, given: Input, amid: random.Random | None = None) -> bool:
    """Give an input. What is refused changes nothing, and says why. `amid`: something may go wrong between the acts
    that follow."""
    before = len(driver.log), driver.wait, dict(driver.table.ledger.accounts), dict(driver.table.marks)
    refused = driver.submit(given, stepwise=amid is not None)
    if refused:
        now = len(driver.log), driver.wait, driver.table.ledger.accounts, driver.table.marks
        assert now == before
        assert all(reason.cite and reason.wrong and reason.right for reason in refused)
    while amid is not None and not driver.done and driver.wait is None:
        if amid.random() < 0.15:
            give(driver, msgspec.structs.replace(any_incident(amid), amid=True), amid)
        else:
            driver.run(1)
    return not refused


def answer(chance: random.Random, driver: Driver, seen: Counter[str]) -> Dice | None:
    """Give the input that the table waits for; return the dice if they were thrown."""
    match driver.wait:
        case FillWanted():
            assert give(driver, Fill(driver.wait.cents, by=SUPERVISOR))
            seen["fill"] += 1
        case OrderWanted():
            assert give(driver, Order(driver.wait.choices[0], by=SUPERVISOR))
        case ThrowWanted():
            dice = tuple(chance.choices(range(1, 7), k=3)) if chance.random() < 0.8 else (chance.randint(1, 6),) * 3
            assert give(driver, Throw(dice), chance)
            return dice
        case Window():
            if not give(driver, Close(), chance):
                free = next(seat for seat in range(1, SEATS + 2) if seat not in driver.table.players)
                if free <= SEATS:
                    give(driver, Sit(free, "Fay", 100_000))
                give(driver, Closing(closes=False))
                give(driver, Wager(chance.randint(1, SEATS), {"small": 500}))
                give(driver, Wager(chance.randint(1, SEATS), {chance.choice(SPOTS): 1_000}))
        case _:
            raise AssertionError(f"nobody is there for {driver.wait}")
    return None


def wins_by_numbers(driver: Driver, dice: Dice, reads: Reads) -> dict[tuple[int, str], int]:
    """Return what each wager won by the numbers that count, which need not be those of the dice if a reading says
    so."""
    numbers = [step for step in driver.log if isinstance(step, Compare)][-1].numbers
    misread = reads.get("lights-or-dice") == "lights" and any(isinstance(each, WrongCall) for each in driver.log)
    leans = reads.get("leaning-die") == "opposite-face" and any(isinstance(each, DieLies) for each in driver.log)
    assert misread or leans or numbers == tuple(sorted(dice))
    house = driver.round.house
    assert isinstance(house, SicBoHouse)
    table = house.pay_table or reads.get("pay-table", "atlantic-city")
    lying: tuple[LyingWager, ...] = [step for step in driver.log if isinstance(step, FixWagers)][-1].lying
    return {(each.seat, each.spot): each.cents * pays(each.spot, numbers, table, reads) for each in lying}


def game(seed: int, seen: Counter[str]) -> int:
    chance = random.Random(seed)
    house, reads = any_house(chance), any_readings(chance)
    rules, carry = GAME.rules(reads), GAME.opening(house)
    whole = sum(carry.accounts.values())
    for _ in range(GAME_LENGTH):
        driver = Driver(GAME, rules, house, carry)
        dice: Dice = ()
        for _ in range(200):
            for _ in range(chance.randint(0, 3)):
                if not driver.done:
                    give(driver, any_input(chance))
            if driver.done:
                break
            dice = answer(chance, driver, seen) or dice
        assert driver.done, "the round does not end"
        assert driver.next is not None
        carry = driver.next
        assert not driver.table.wagers()
        assert sum(carry.accounts.values()) == whole
        assert min(held for account, held in carry.accounts.items() if account not in (OUTSIDE, CAGE)) >= 0
        assert not [word for word in carry.marks if word.startswith(LIT.words.removesuffix("{}"))]
        stories = [(seat.seat, wager) for seat in account_of(driver).seats for wager in seat.wagers]
        told = {(seat, wager.spot): wager.net for seat, wager in stories if wager.net}
        if driver.table.void:
            assert not told
            seen["void"] += 1
        else:
            expected = wins_by_numbers(driver, dice, reads)
            assert told == {wager: net for wager, net in expected.items() if net}
            seen.update(spot for _, spot in expected)
        seen["no roll"] += any(isinstance(step, CallNoRoll) for step in driver.log)
    return GAME_LENGTH


@pytest.mark.parametrize("block", series(1, 20, 400))
def test_wild_games(block: int) -> None:
    """Check that money is exact and every wager settled once, whatever goes wrong and however the doubts are read."""
    rounds, seen, seed = 0, Counter[str](), block * BLOCK
    while rounds < BLOCK:
        rounds, seed = rounds + game(seed, seen), seed + 1
    assert not [spot for spot in SPOTS if not seen[spot] and spot not in ("total 3", "total 18")]
    assert seen["void"] > 5
    assert seen["no roll"] > 20
    assert seen["fill"]


# --- one wager of any amount


@settings(max_examples=60, deadline=None)
@given(
    spot=st.sampled_from(SPOTS[:-1]),
    chips=st.integers(-1, 1_100),
    more=st.sampled_from((0, 0, 0, 0, 1, 24, 25)),
    chip=st.sampled_from((25, 100, 500)),
    line=st.sampled_from(("", "3 to 2", "13 to 4")),
    dice=st.tuples(*(st.integers(1, 6),) * 3),
)
def test_any_wager_is_refused_or_paid_in_whole_chips(
    spot: str, chips: int, more: int, chip: int, line: str, dice: Dice
) -> None:
    """Check also houses that pay better odds, which do not come out even."""
    better = {"small, big": line} if line else {}
    scene = SicBo(1, chips=1_000_000, smallest_chip=Money(chip), pay=better)
    cents = chip * chips + more
    refused = scene.driver.refusals(Wager(1, {spot: cents}))
    low, high = (500, 100_000) if spot in ("small", "big") else (100, 2_500 if "three of a kind " in spot else 10_000)
    even = {"3 to 2": 2, "13 to 4": 4}.get(line, 1) if spot in ("small", "big") else 1
    known = not spot.endswith(("total 3", "total 18"))
    assert (not refused) == (known and low <= cents <= high and cents % (chip * even) == 0 and cents > 0)
    if not refused:
        assert scene.bet(1, spot, cents).shake(*dice).winnings(1) % chip == 0
