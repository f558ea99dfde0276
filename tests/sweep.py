"""The sweep: every golden round, every step of it, every kind of incident, and which of three results it has.

Ruled: a paragraph (or a supervisor whom the lack of one calls) answers it. Played on: the paragraph does not reach it
any more; the record says so. Impossible: it cannot happen at this table now, so it is refused.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pitboss.common.steps import CondemnDeck, Reshuffle
from pitboss.engine.chance import seeded
from pitboss.engine.driver import Driver
from pitboss.engine.incidents import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import Answer, Close, Input, Order, Sit
from pitboss.engine.record import Chain
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.games.let_it_ride.steps import BonusRuling
from pitboss.games.let_it_ride.wagers import DeviceFault, ExtraBonusChip
from pitboss.record.verify import verify
from pitboss.table.card_steps import DiscardFaceUp, RemoveDeck, UseDrawn
from pitboss.table.money import rack
from pitboss.table.steps import PlayOn, Step, VoidRound
from test_golden import LET_IT_RIDE

RULED, PLAYED_ON, IMPOSSIBLE = "ruled", "played on", "impossible"
RULINGS = (VoidRound, DiscardFaceUp, UseDrawn, Reshuffle, CondemnDeck, RemoveDeck, BonusRuling)


def incidents(hand: str) -> list[Input]:
    return [
        FaceUpCard(0),
        FaceUpCard(30),
        DrawnInError(),
        DrawnInError(exposed=True),
        ExtraCard(hand),
        ExtraCard("community"),
        ShortCard(hand),
        ShortCard("community"),
        CardMissing(),
        CardTooMany("Ah"),
        DeviceJam("shuffler"),
        DeviceJam("automated shoe"),
        CardExposed(hand, 0),
        CardExposed("community", 0),
        ExtraBonusChip(int(hand[5:])),
        DeviceFault(int(hand[5:]), False),
    ]


class Golden:
    """A golden round as it was played: where it began and what was put in, and when."""

    def __init__(self, scenario: Any) -> None:
        self.name = scenario.__name__
        scene = scenario()
        driver = scene.driver
        self.game, self.rules, self.house, self.carry = driver.game, driver.rules, driver.house, driver.carry
        self.steps = driver.steps
        self.inputs: list[tuple[int, Input]] = []  # after how many steps, what
        done = 0
        for item in driver.log:
            if isinstance(item, Step):
                done += 1
            else:
                self.inputs.append((done, item))
        self.hand = f"hand {min(scene.hands)}"

    def start(self) -> Driver:
        return Driver(self.game, self.rules, self.house, self.carry, stepwise=True)


def play_with(
    golden: Golden, after: int, incident: Input, which: int, rulings: tuple[type[Step], ...] = RULINGS
) -> tuple[str, Driver | None]:
    """The round again, with one incident after so many steps; orders are answered by the `which`th choice."""
    driver = golden.start()
    left = list(golden.inputs)
    while True:
        if left and driver.steps == left[0][0] and driver.steps <= after:
            given = left[0][1]
            if not given.amid:
                driver.run(1)  # to its wait
            if driver.steps > left[0][0] or (driver.steps == after and given.amid):
                break
            if driver.steps == after and not _same_moment(driver, given):
                break
            assert driver.submit(left.pop(0)[1], stepwise=True) == []
        elif driver.steps < after:
            driver.run(1)
        else:
            break
    if driver.done or driver.submit(incident, stepwise=True):
        return IMPOSSIBLE, None
    at = len(driver.log)
    finish(driver, [given for _, given in left], which)
    later = driver.log[at - 1 :]
    if any(isinstance(item, rulings) for item in later):
        return RULED, driver
    if any(isinstance(item, PlayOn) for item in later):
        return PLAYED_ON, driver
    return f"unanswered: {golden.name} after {after}: {incident}", driver


def _same_moment(driver: Driver, given: Input) -> bool:
    return driver.wait is not None and not driver.refusals(given)


def finish(driver: Driver, left: list[Input], which: int) -> None:
    """Go on as the golden round did where its inputs still fit, and sensibly where they do not."""
    source = seeded(1)
    for _ in range(400):
        driver.run()
        if driver.done:
            return
        wait = driver.wait
        if isinstance(wait, OrderWanted):
            asked = wait.choices[which % len(wait.choices)]
            given: Input = Order(asked, wait.positions if asked == wait.naming else ())
        elif (fit := next((one for one in left if not driver.refusals(one)), None)) is not None:
            left.remove(fit)
            given = fit
        elif (drawn := source.answers(wait)) is not None:
            given = drawn
        elif isinstance(wait, Ask):
            given = Answer(wait.seat, wait.default, wait.position)
        elif isinstance(wait, Window) and not driver.table.players:
            given = Sit(1, "Anyone", 100_000)
        else:
            given = Close()
        if driver.submit(given):
            return  # nobody is left to play: the round stays open, which is no fault
    raise AssertionError("the round does not end")


def check(golden: Golden, driver: Driver) -> None:
    """In each: chips and cards accounted for (the driver insists), voids whole, nothing shown, replay identical."""
    if driver.done and driver.table.void:
        for seat, name in golden.carry.players.items():
            if driver.table.players.get(seat) == name:
                assert driver.table.ledger[rack(seat)] == golden.carry.accounts[rack(seat)], golden.name
        void = next(i for i, item in enumerate(driver.log) if isinstance(item, VoidRound))
        tags = {type(item).__name__ for item in driver.log[void + 1 :]}
        assert not tags & {"Deal", "DeliverStack", "Answer", "PayWager", "CollectWager", "TurnHand"}, tags
    for seat in (SPECTATOR, *driver.table.players):
        seen = view(driver, seat, len(driver.log))
        for position, cards in seen.hands.items():
            lying = driver.table.places[f"hand {position}"]
            own = driver.table.owners[position] == seat and position in driver.table.examined
            assert all(own or card == HIDDEN or there.up for card, there in zip(cards, lying, strict=True))
    raw = b"\n".join(Chain().append(driver, "sweep", "00" * 32))
    failed = [found for found in verify(raw, None) if not found.ok]
    assert not failed, (golden.name, failed)


def of_round(scenario: Any) -> Counter[str]:
    """How many incidents, at every step of one golden round, have which result."""
    golden = Golden(scenario)
    found: Counter[str] = Counter()
    for after in range(golden.steps + 1):
        for which, incident in enumerate(incidents(golden.hand)):
            result, driver = play_with(golden, after, incident, after + which)
            if driver is not None:
                check(golden, driver)
            found[result] += 1
    return found


def row(name: str, found: Counter[str]) -> str:
    return f"| {name.replace('_', ' ')} | {found[RULED]} | {found[PLAYED_ON]} | {found[IMPOSSIBLE]} |"


def page() -> str:
    rows = {scenario.__name__: of_round(scenario) for scenario in LET_IT_RIDE}
    total = sum(rows.values(), Counter())
    lines = [
        "# The sweep of irregularities",
        "",
        "Every golden round of Let It Ride is played again with one incident put in after every step, for each of",
        f"{len(incidents('hand 1'))} incidents, and each time one of three things must happen: it is *ruled* by its",
        "paragraph (or by the supervisor whom the lack of a paragraph calls); or the paragraph does not reach it, so",
        "it is recorded and *played on*, saying so; or it is physically *impossible* then and refused. A void is never",
        "the catch-all. In each case chips and cards are accounted for, void wagers are back, nothing is dealt to,",
        "asked of or paid to a void hand, no view shows a hidden card, and the record replays. Written by",
        "`make evidence`.",
        "",
        f"Together: {total[RULED]} ruled, {total[PLAYED_ON]} played on, {total[IMPOSSIBLE]} impossible.",
        "",
        "| golden round | ruled | played on | impossible |",
        "|---|---|---|---|",
        *(row(name, found) for name, found in rows.items()),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
