"""Craps at an unquiet table: the house changes its settings between rolls, people act amid the dealer's acts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.craps.scene import FREE, Craps
from kit.series import series
from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Close, Input, Leave, Sit, TakeBack, Throw, Wager
from pitboss.engine.record import Chain
from pitboss.engine.runner import play_round
from pitboss.engine.waits import ThrowWanted
from pitboss.games.craps import GAME
from pitboss.games.craps.law.facts import ON_BUTTON, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import LAYOUT, SPOTS
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.law.readings import readings_of
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.record.verify import verify
from pitboss.table.money import INVENTORY, OUTSIDE, Money

ROLLS, INPUTS = 40, 400  # of one game, and of one roll at most
LINES = ("pass", "don't pass", "come", "field 12", "hard 6 or 8", "place 6 or 8 to win", "horn, 2 or 12")


def some_house(chance: Random) -> CrapsHouse:
    """Return a house with chips, limits and odds of every sort, as far as nothing stands against them."""
    for _ in range(200):
        chip = chance.choice((1, 25, 100, 500))
        least, props = chip * chance.randint(1, 5), chip * chance.randint(1, 3)
        odds = {line: f"{chance.randint(1, 40)} to {chance.randint(1, 9)}" for line in LINES if chance.random() < 0.2}
        house = CrapsHouse(
            seats=chance.choice((3, 4, 9)),
            smallest_chip=Money(chip),
            minimum=Money(least),
            maximum=Money(least * chance.randint(50, 400)),
            proposition_minimum=Money(props),
            proposition_maximum=Money(props * chance.randint(20, 80)),
            odds=(chance.choice((0, 1, 3, 100)), chance.choice((0, 4, 100)), chance.choice((0, 5, 100))),
            buy_and_lay=chance.random() < 0.7,
            pay=odds,
        )
        if not house.breaches(GAME.rules({})):
            return house
    raise AssertionError("no such house can be found")


def some_readings(chance: Random) -> dict[str, str]:
    return {key: chance.choice(sorted(reading.choices)) for key, reading in readings_of(GAME.package).items()}


def any_input(driver: Driver, chance: Random) -> Input:
    """Return something that people or dice may do, sensible or not."""
    t = driver.table
    seat = chance.choice(sorted(t.players) or [1])
    mine = [spot for position, spot, _ in t.wagers() if position == seat] or ["pass"]
    behind = [f"{spot} odds" for spot in mine if f"{spot} odds" in LAYOUT]
    spots = (*SPOTS, *("pass", "don't pass", "come", "don't come") * 6, *behind * 5)
    cents = driver.house.smallest_chip * chance.choice((1, 2, 4, 5, 6, 10, 12, 20, 30, 40, 60, 120, 240))
    two = {chance.choice(spots): cents for _ in range(chance.choice((1, 1, 1, 2)))}
    chips = driver.house.smallest_chip * chance.choice((0, 50, 50_000))
    what: list[Input] = [
        *(Wager(seat, two) for _ in range(11)),
        *(TakeBack(seat, chance.choice(mine)) for _ in range(3)),
        *(Call(seat, chance.choice(mine)) for _ in range(2)),
        *(Sit(chance.randint(0, 5), f"Player {chance.randint(0, 9)}", chips) for _ in range(2)),
        Leave(seat),
        PassDice(seat),
        DieCocked(chance.choice((1, 2)), chance.choice((1, 2))),
        DiceAstray(chance.choice(("off the table", "among the chips", "not together", "short of the wall"))),
    ]
    return chance.choice(what)


def one_roll(driver: Driver, chance: Random, stepwise: bool) -> bool:
    """Play inputs by chance, and return whether the roll came to its end."""
    for _ in range(INPUTS):
        if driver.done:
            return True
        wait = driver.wait
        if wait is None and chance.random() > 0.15:
            driver.run(1)
        elif chance.random() < 0.75:
            driver.submit(any_input(driver, chance), stepwise=stepwise)
        elif isinstance(wait, ThrowWanted):
            driver.submit(Throw((chance.randint(1, 6), chance.randint(1, 6))), stepwise=stepwise)
        elif driver.submit(Close(), stepwise=stepwise) and (shooter := SHOOTER.get(driver.table)):
            driver.submit(Wager(shooter, {"pass": int(driver.house.minimum)}), stepwise=stepwise)
    return driver.done


def check_carry(carry: Carry) -> None:
    """Check what must hold between any two rolls."""
    assert sum(carry.accounts.values()) == 0
    out = {name for name in carry.accounts if "@" in name}
    assert all(cents > 0 for name, cents in carry.accounts.items() if name not in (INVENTORY, OUTSIDE))
    assert {int(name.rpartition("@")[2]) for name in out} <= carry.players.keys()
    for name in out:
        assert " odds @" not in name or name.replace(" odds @", " @") in out, f"{name} stands alone"
    for mark in carry.marks:
        for about in ("on ", "vigorish "):
            assert not mark.startswith(about) or mark.removeprefix(about) in out, f"{mark}, and there is no such wager"
    assert carry.marks.get("point") or not out & {
        f"{line} odds @{seat}" for line in LINES[:2] for seat in carry.players
    }


@pytest.mark.parametrize("stepwise", [False, True])
@pytest.mark.parametrize("changes", [False, True])
@pytest.mark.parametrize("block", series(1, 10, 40))
def test_whatever_changes_the_books_balance(block: int, changes: bool, stepwise: bool) -> None:
    rolls = 0
    for seed in range(block * 12, block * 12 + 12):
        rolls += game(Random(seed), changes, stepwise)
    assert rolls > 100


def game(chance: Random, changes: bool, stepwise: bool) -> int:
    house, rules = some_house(chance), GAME.rules(some_readings(chance))
    carry, chain, lines, rolls = GAME.opening(house), Chain(), [], 0
    for _ in range(ROLLS):
        if changes and chance.random() < 0.3:
            house, rules = some_house(chance), GAME.rules(some_readings(chance))
        driver = Driver(GAME, rules, house, carry, stepwise=stepwise)
        if not one_roll(driver, chance, stepwise):
            break
        assert driver.next is not None
        carry = driver.next
        check_carry(carry)
        lines += chain.append(driver, "test", "00" * 32)
        rolls += 1
    if lines:
        raw = b"\n".join(lines)
        assert verify(raw, None).ok
        for record in read(raw)[1]:
            for story in explain(record):
                assert story.before + story.brought + story.net == story.after
    return rolls


# --- what a review found, one by one


def test_two_late_wagers_cannot_spend_the_same_chips() -> None:
    scene = Craps(1, readings={**FREE, "late-wagers": "confirmed"}, chips=1000).give(Close())
    for spot in ("field", "any seven"):
        assert scene.driver.submit(Wager(1, {spot: 1000}), stepwise=True) == []
    scene.driver.run()
    assert scene.wagers_of(1) == {"any seven": 1000}
    assert scene.chips(1) == 0


def test_vigorish_goes_back_only_if_it_was_taken() -> None:
    def buy_4(reading: str, **house: Any) -> Craps:
        readings = {**FREE, "vigorish": reading}
        return Craps(1, readings=readings, point=6, buy_and_lay=True, **house).bet(1, "buy 4", 2000).roll_totals(8)

    free = buy_4("none")
    again = Craps(readings={**FREE, "vigorish": "when-made"}, carry=free.driver.carry, buy_and_lay=True)
    assert again.take_down(1, "buy 4").winnings(1) == 0
    paid = buy_4("when-made")
    assert paid.winnings(1) == -100
    other = Craps(readings={**FREE, "vigorish": "on-a-win"}, carry=paid.driver.carry, buy_and_lay=True)
    assert other.roll_totals(4).winnings(1) == 4000  # and not a second time
    coarse = Craps(readings={**FREE, "vigorish": "when-made"}, carry=paid.driver.carry, buy_and_lay=True)
    coarse.open(smallest_chip=Money(500), minimum=Money(500), proposition_minimum=Money(500))
    assert coarse.wagers_of(1) == {}
    assert coarse.winnings(1) == 100  # the wager and what was taken for it


def test_a_button_goes_with_its_wager() -> None:
    scene = Craps(1, 2, readings=FREE, standing={2: {"place 6": 600}}).call(2, "place 6")
    scene.give(DiceAstray("off the table")).roll_totals(7)
    assert ON_BUTTON.at("place 6", 2)(scene.t)
    scene.open(smallest_chip=Money(500), proposition_minimum=Money(500))
    assert not ON_BUTTON.at("place 6", 2)(scene.t)
    assert scene.wagers_of(2) == {}


def test_what_goes_back_is_looked_up_each_time() -> None:
    standing = {seat: {"place 6": 600} for seat in (1, 2)}
    carry = Craps(1, 2, readings=FREE, standing=standing).driver.carry
    house = CrapsHouse(smallest_chip=Money(500), proposition_minimum=Money(500))
    driver = Driver(GAME, GAME.rules(FREE), house, carry, stepwise=True)
    driver.run(1)
    assert driver.submit(Leave(2), stepwise=True) == []
    driver.run()
    assert driver.wait is not None
    assert not driver.table.wagers()


def test_strategies_do_what_they_say() -> None:
    """Check at a table that companions take odds behind the line, place numbers, bet come and the center."""
    house, rules = CrapsHouse(), GAME.rules({})
    ways = list(GAME.strategies.values())
    carry = Craps(*range(1, 6), chips=500_000).driver.carry
    seats = {seat: ways[seat - 1] for seat in range(1, 6)}
    source, seen = seeded_source(5), set()
    for _ in range(200):
        driver = play_round(GAME, rules, house, carry, source, seats)
        seen |= {spot for item in driver.log if isinstance(item, Wager) for spot in item.stakes}
        assert driver.next is not None
        carry = driver.next
    assert {"pass", "don't pass", "pass odds", "come", "don't come", "place 6", "place 10", "hard 4", "horn"} <= seen


@pytest.mark.parametrize(
    ("house", "key"),
    [
        ({"pay": {"pass": "101 to 999983"}}, "maximum"),
        ({"proposition_maximum": Money(300)}, "proposition-maximum"),  # horn goes by four dollars
        ({"pay": {"field 12": "0 to 1"}}, "pay.field 12"),
    ],
)
def test_a_table_where_a_wager_could_never_be_made_is_a_finding(house: dict[str, Any], key: str) -> None:
    assert key in {finding.key for finding in CrapsHouse(**house).breaches(GAME.rules({}))}
    assert not CrapsHouse(proposition_maximum=Money(400)).breaches(GAME.rules({}))


def test_vigorish_is_found_and_keeps_no_table_from_opening() -> None:
    for reading, elected, wanted in (
        ("none", True, []),
        ("on-a-win", False, []),  # without buy and lay wagers none is ever taken
        ("on-a-win", True, ["readings.vigorish"]),
        ("when-made", True, ["readings.vigorish"]),
    ):
        rules, house = GAME.rules({"vigorish": reading}), CrapsHouse(buy_and_lay=elected)
        found = list(house.unsound(rules))
        assert [each.key for each in found] == wanted
        assert all(each.cite == "reading:vigorish" and "1.5" in each.wrong for each in found)
        assert house.breaches(rules) == []
