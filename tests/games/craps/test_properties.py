"""Properties that must hold at every craps table, whoever plays, whatever they try and whatever the dice do."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.craps.oracle import NUMBERS, ONE_ROLL, SPOTS, after, rests_on_come_out
from games.craps.scene import FREE, ROLLS, Craps, fates_of
from games.craps.shadow import COME_POINTS, FLATS, Shadow
from kit.scene import CHIPS
from kit.series import series
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Answer, Close, Conduct, Input, Leave, Sit, TakeBack, Throw, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.craps import GAME
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.law.readings import readings_of
from pitboss.table.money import Money
from pitboss.table.steps import PayWager, TakeFee

BLOCK, SHORT_BLOCK, GAME_LENGTH = 10_100, 3_400, 200  # rolls; in the short one of a test run every area is decided, too
SEATS = 4
AMOUNTS = (100, 400, 500, 600, 1000, 1100, 1200, 2000, 2200, 2400, 3000, 4000, 6600, 12_000, 24_000, 88_000)
NONSENSE = (0, -500, 1, 99, 550, 700, 1300, 150_000, 10**9)


def any_readings(chance: random.Random) -> dict[str, str]:
    """Return the default in a third of all games; else read each doubt by chance."""
    if chance.random() < 0.33:
        return {}
    return {name: chance.choice(sorted(reading.choices)) for name, reading in readings_of(GAME.package).items()}


def any_house(chance: random.Random) -> CrapsHouse:
    return CrapsHouse(
        seats=SEATS,
        smallest_chip=Money(chance.choice([100, 100, 25, 1])),
        odds=chance.choice([(3, 4, 5), (1, 1, 1), (2, 2, 2), (10, 10, 10), (0, 0, 0), (100, 5, 0)]),
        buy_and_lay=chance.random() < 0.6,
        maximum=Money(chance.choice([100_000, 30_000])),
    )


def any_wager(chance: random.Random, shadow: Shadow, seat: int) -> Wager:
    flats = [spot for spot in shadow.lies.get(seat, {}) if f"{spot} odds" in SPOTS]
    if flats and chance.random() < 0.35:
        return Wager(seat, {f"{chance.choice(flats)} odds": chance.choice([600, 1200, *AMOUNTS])})
    spots = [*SPOTS, *("pass", "don't pass", "come", "don't come") * 4]
    if chance.random() < 0.8:
        return Wager(seat, {chance.choice(spots): chance.choice(AMOUNTS)})
    if chance.random() < 0.5:
        stakes = {spot: chance.choice(AMOUNTS) for spot in chance.sample(SPOTS, chance.randint(2, 3))}
        return Wager(seat, stakes, chance.choice([0, seat]))
    stakes = {chance.choice([*SPOTS, "hop"]): chance.choice([*AMOUNTS, *NONSENSE]) for _ in range(chance.randint(0, 2))}
    return Wager(seat, stakes, chance.randint(0, SEATS))


def any_input(chance: random.Random, shadow: Shadow) -> Input:
    """Return any input at all, more often than not one that a player would give."""
    seat = chance.choice(shadow.there) if shadow.there and chance.random() < 0.95 else chance.randint(0, SEATS + 1)
    dice = chance.random()
    lies = sorted(shadow.lies.get(seat, {})) or ["pass"]
    if dice < 0.66:
        return any_wager(chance, shadow, seat)
    if dice < 0.74:
        return TakeBack(seat, chance.choice([*lies, chance.choice(SPOTS)]), chance.choice([0, 0, 0, seat, 2]))
    if dice < 0.84:
        return Call(seat, chance.choice([*lies, chance.choice(SPOTS)]))
    if dice < 0.92:
        where, chips = chance.randint(0, SEATS + 1), chance.choice([20_000, 100_000, 1_000_000, 0, 30, -100])
        return Sit(where, chance.choice(["Ada", "Bob", "Cy", ""]), chips)
    return chance.choice(
        [
            Leave(seat),
            PassDice(seat),
            DieCocked(chance.choice((1, 2)), chance.choice((1, 1, 2))),
            DiceAstray(chance.choice(("off the table", "among the chips", "not together", "short of the wall"))),
            Conduct(seat, "cash wager"),
            Throw((7, 1)),
            Answer(seat, "let it ride"),
        ]
    )


def give(driver: Driver, shadow: Shadow, given: Input) -> bool:
    """Give the table an input. It must take what the books say, refuse the rest with reasons, and agree on every
    chip."""
    steps, wait = len(driver.log), driver.wait
    refused = driver.submit(given)
    assert bool(refused) != shadow.accept(given), f"{given}: {refused}"
    if refused:
        assert (len(driver.log), driver.wait) == (steps, wait)
        assert all(reason.cite and reason.wrong and reason.right for reason in refused)
    assert driver.table.ledger.accounts == shadow.accounts, f"{given}"
    return not refused


class DesertedError(Exception):
    """An error: nobody is left who could throw the dice, and nobody can come."""


def close(chance: random.Random, driver: Driver, shadow: Shadow) -> None:
    """Close betting. Somebody must be there to throw, and have a wager on the line if the reading wants it."""
    for _ in range(60):
        if give(driver, shadow, Close()):
            return
        free = [seat for seat in range(1, SEATS + 1) if seat not in shadow.players]
        if free and (not shadow.shooter or chance.random() < 0.3):
            give(driver, shadow, Sit(chance.choice(free), chance.choice(("Dee", "Eli", "Fay", "Gus")), 100_000))
        elif not give(driver, shadow, Wager(shadow.shooter, {chance.choice(["pass", "don't pass"]): 500})):
            give(driver, shadow, chance.choice([PassDice, Leave])(shadow.shooter))
    raise DesertedError


def game(seed: int, seen: Counter[tuple[str, str]]) -> int:
    """Play some rolls, compare the books after every single input, and count what became of what."""
    chance = random.Random(seed)
    house, reads = any_house(chance), any_readings(chance)
    rules, shadow, carry = GAME.rules(reads), Shadow(house, reads), GAME.opening(house)
    total = sum(carry.accounts.values())
    for rolls in range(GAME_LENGTH):
        driver = Driver(GAME, rules, house, carry)
        try:
            for _ in range(chance.randint(0, 6)):
                give(driver, shadow, any_input(chance, shadow))
            close(chance, driver, shadow)
        except DesertedError:
            return rolls
        if chance.random() < 0.1:  # while the dice are in the air
            give(driver, shadow, any_input(chance, shadow))
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        assert not driver.submit(Throw((first, second)))
        assert driver.done
        became = shadow.settle_roll(first, second)
        if became is not None:
            assert fates_of(driver) == became
            seen.update((spot, what) for fates in became.values() for spot, (what, _, _) in fates.items())
        seen["roll", "void" if became is None else "good"] += 1
        assert driver.next is not None
        carry = driver.next
        assert carry.accounts == shadow.accounts
        assert carry.marks == shadow.marks
        assert set(carry.players) == shadow.players
        assert sum(carry.accounts.values()) == total
        assert min((held for account, held in carry.accounts.items() if account[0] not in "io"), default=0) >= 0
    return GAME_LENGTH


@pytest.mark.parametrize("block", series(1, 20, 200))
def test_wild_games(block: int) -> None:
    """Check that money is exact, nothing unpaid and nothing paid twice, whoever comes and goes and however the doubts
    are read."""
    rolls, seen = 0, Counter[tuple[str, str]]()
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rolls += game(seed, seen)
        if rolls >= (BLOCK if block else SHORT_BLOCK):
            break
    assert not [spot for spot in SPOTS if not seen[spot, "won"] and not seen[spot, "lost"]]
    assert seen["roll", "void"] > 20


# --- one wager of any amount


def standing_for(spot: str) -> dict[str, int]:
    """Return the wager that odds stand behind."""
    return {FLATS[spot]: 3000} if spot in FLATS else {}


def amounts_named(refused: list[Refusal]) -> list[int]:
    """Return the amounts that a refusal names as right, in cents."""
    return [Money.parse(shown) for refusal in refused for shown in re.findall(r"\$[\d,]+(?:\.\d\d)?", refusal.right)]


@settings(max_examples=400, deadline=None)
@given(
    spot=st.sampled_from(SPOTS),
    chips=st.integers(-1, 250),
    more=st.sampled_from((0, 0, 0, 0, 0, 0, 1, 24, 25)),
    point=st.sampled_from((0, *NUMBERS)),
    chip=st.sampled_from((1, 25, 100, 500)),
    vigorish=st.sampled_from(("none", "on-a-win")),
    odds=st.sampled_from(((3, 4, 5), (1, 1, 1), (0, 2, 10))),
)
def test_any_wager_is_refused_or_paid_in_whole_chips(
    spot: str, chips: int, more: int, point: int, chip: int, vigorish: str, odds: tuple[int, int, int]
) -> None:
    reads, cents = {"vigorish": vigorish}, max(chip, 100) * chips + more
    house: dict[str, Any] = {
        "smallest_chip": Money(chip),
        "odds": odds,
        "buy_and_lay": True,
        "proposition_minimum": Money(500),
    }
    standing = standing_for(spot) if point else {}

    def table() -> Craps:
        return Craps(1, point=point, readings={**FREE, **reads}, standing={1: standing}, **house)

    def is_taken(amount: int) -> bool:
        return not table().driver.refusals(Wager(1, {spot: amount}))

    if refused := table().driver.refusals(Wager(1, {spot: cents})):
        assert all(refusal.cite and refusal.wrong and refusal.right for refusal in refused)
        assert all(map(is_taken, amounts_named(refused))) or refused[0].cite == "house:smallest-chip"
        if "cannot be paid exactly" in refused[0].wrong:
            below = [amount for amount in amounts_named(refused) if amount < cents]
            above = [amount for amount in amounts_named(refused) if amount > cents]
            # Nothing nearer is taken on either side, and where none is named there is none.
            nearer = [*range(cents, max(below, default=0), -chip), *range(cents, min(above, default=cents + 1), chip)]
            assert not [amount for amount in nearer if is_taken(amount)]
            if not above:
                assert not [amount for amount in range(cents, cents + 50 * chip, chip) if is_taken(amount)]
        return
    for roll in ROLLS:
        for called in (False, True):
            scene = table().bet(1, spot, cents)
            on = [spot] if called and not point and rests_on_come_out(spot, reads) else []
            for each in on:
                scene.call(1, each)
            scene.roll(*roll)
            expected = after({**standing, spot: cents}, on, roll, point, frozenset(reads.items()))
            assert scene.wagers_of(1) == expected.lies
            assert scene.chips(1) == CHIPS - cents + expected.chips
            paid = [step.cents for step in scene.steps() if isinstance(step, PayWager | TakeFee) and step.spot == spot]
            assert not [each for each in paid if each % chip or not each]


# --- both sides of every limit


def check_refusal(scene: Craps, spot: str, cents: int) -> set[str]:
    return scene.refusal_of(Wager(1, {spot: cents}))


@pytest.mark.parametrize("spot", [spot for spot in SPOTS if spot not in COME_POINTS and spot not in FLATS])
def test_minimum_and_maximum(spot: str) -> None:
    """Check that the proposition limits hold for the hardways and for what one roll decides, except the field."""
    proposition = spot.startswith("hard") or (spot in ONE_ROLL and spot != "field")
    low, high = (132_000, 396_000) if proposition else (264_000, 528_000)
    limits: dict[str, Any] = {"proposition_minimum": 132_000, "proposition_maximum": 396_000}
    limits |= {"minimum": 264_000, "maximum": 528_000}
    point = 6 if spot.endswith("come") else 0

    def table() -> Craps:
        return Craps(1, point=point, buy_and_lay=True, **limits)

    for cents in (low, high):
        assert table().bet(1, spot, cents).wagers_of(1) == {spot: cents}
    for cents in (low - 100, low - 132_000, high + 100, high + 132_000):
        if cents > 0:
            assert check_refusal(table(), spot, cents) == {"house:limits"}
    # A second wager makes one with the first: it may be small, and may not lead over the maximum.
    scene = table().bet(1, spot, low).bet(1, spot, high - low)
    assert scene.wagers_of(1) == {spot: high}
    assert check_refusal(scene, spot, 100) == {"house:limits"}
    for off in (-1, 1, 50):
        assert check_refusal(table(), spot, low + off) == {"house:smallest-chip"}


def test_no_more_than_the_player_has() -> None:
    assert Craps(1, chips=1100).bet(1, "pass", 1100).chips(1) == 0
    assert check_refusal(Craps(1, chips=1100), "pass", 1200) == {"house:chips"}
    scene = Craps(1, chips=1100)
    assert scene.refusal_of(Wager(1, {"pass": 600, "field": 600})) == {"house:chips"}
    assert scene.give(Wager(1, {"pass": 600, "field": 500})).chips(1) == 0
    # Vigorish in advance is part of the price.
    upfront: dict[str, Any] = {"readings": {"vigorish": "when-made"}, "buy_and_lay": True}
    assert Craps(1, chips=2100, **upfront).bet(1, "buy 4", 2000).chips(1) == 0
    assert check_refusal(Craps(1, chips=2000, **upfront), "buy 4", 2000) == {"house:chips"}


@pytest.mark.parametrize("times", [(3, 4, 5), (1, 1, 1), (2, 3, 10), (100, 100, 100), (0, 0, 0)], ids=str)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("flat", ["pass", "don't pass", "come", "don't come"])
def test_odds_up_to_the_multiple(times: tuple[int, int, int], number: int, flat: str) -> None:
    """Check the odds on 4 or 10, on 5 or 9, on 6 or 8. Laid odds may win the multiple, or by the other reading be the
    multiple."""
    multiple = dict(zip(NUMBERS, (*times, *times[::-1]), strict=True))[number]
    ways = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}[number]
    bet, each = 6000, (ways[1] if not flat.startswith("don't") else ways[0]) * 100
    for reading in ("by-the-win", "by-the-stake"):
        most = bet * multiple
        if flat.startswith("don't") and reading == "by-the-win":
            most = most * ways[0] // ways[1]
        spot = flat if flat.endswith("pass") else f"{flat} {number}"
        point = number if flat.endswith("pass") else 9

        def table(spot: str = spot, point: int = point, reading: str = reading) -> Craps:
            reads = {"supplemental-odds": reading}
            return Craps(1, point=point, readings=reads, standing={1: {spot: bet}}, odds=times)

        assert most % each == 0
        if most:
            assert table().bet(1, f"{spot} odds", most).wagers_of(1) == {spot: bet, f"{spot} odds": most}
            assert table().bet(1, f"{spot} odds", each).wagers_of(1) == {spot: bet, f"{spot} odds": each}
            assert check_refusal(table().bet(1, f"{spot} odds", most), f"{spot} odds", each) == {
                "reading:supplemental-odds"
            }
        for cents in (most + 100, most + each):
            assert check_refusal(table(), f"{spot} odds", cents) == {"reading:supplemental-odds"}
        assert check_refusal(table(), f"{spot} odds", each + 1) == {"house:smallest-chip"}


def test_odds_on_3_4_5_times_win_six_times_the_bet_on_every_number() -> None:
    """Check the purpose of that setting."""
    for number in NUMBERS:
        scene = Craps(1, standing={1: {"pass": 1000}}, point=number)
        scene.bet(1, "pass odds", {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[number] * 1000).roll_totals(number)
        assert scene.winnings(1) == 7000
        scene = Craps(1, standing={1: {"don't pass": 1000}}, point=number).bet(1, "don't pass odds", 6000)
        check_refusal(scene, "don't pass odds", 600)
        assert scene.roll_totals(7).winnings(1) == 1000 * (1 + {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[number])
