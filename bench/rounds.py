"""Audited rounds of Let It Ride a second: every input judged, every act logged, encoded and hashed.

Rates depend on the machine; the ratio beside them does not so much. The bound is the plainest possible audit alone:
the lines of such a round written by the standard library's json and hashed one by one, with no game played at all.

    make bench
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable

import msgspec

from pitboss.engine.carry import Carry, Deck, opening
from pitboss.engine.chance import live
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Close, Wager
from pitboss.engine.record import Chain
from pitboss.engine.runner import must, play_round
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.wagers import BASE
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import OUTSIDE, chips_before

CHIPS = 10**12
REPEATS = 20


def table(seats: int) -> Carry:
    carry = opening(10**7)
    accounts = {**carry.accounts, **{chips_before(seat): CHIPS for seat in range(1, seats + 1)}}
    accounts[OUTSIDE] -= CHIPS * seats
    players = {seat: f"Player {seat}" for seat in range(1, seats + 1)}
    decks = (Deck("red", FULL_DECK),)
    return msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks)


def rates(rounds: int, plays: list[Callable[[int], None]]) -> list[float]:
    """The best of many short runs, taken in turn: what disturbs a run only ever slows it down."""
    best = [0.0] * len(plays)
    for _ in range(REPEATS):
        for number, play in enumerate(plays):
            start = time.perf_counter()
            play(rounds)
            best[number] = max(best[number], rounds / (time.perf_counter() - start))
    return best


def engine_alone(seats: int) -> Callable[[int], None]:
    """Live cards; the players decide without thinking."""
    rules, house, source = GAME.rules({}), LetItRideHouse(), live()

    def play(rounds: int) -> None:
        carry, chain = table(seats), Chain()
        for _ in range(rounds):
            driver = Driver(GAME, rules, house, carry)
            while not driver.done:
                if (chance := source.answers(driver.wait)) is not None:
                    must(driver, chance)
                elif (asked := driver.asked) is not None:
                    must(driver, Answer(asked.seat, asked.choices[asked.position % 2], asked.position))
                else:
                    for seat in carry.players:
                        must(driver, Wager(seat, dict.fromkeys(BASE, 500)))
                    must(driver, Close())
            chain.append(driver, source.label, source.salt())
            assert driver.next is not None
            carry = driver.next

    return play


def with_players(seats: int) -> Callable[[int], None]:
    """Live cards; every seat gets its view and plays by the book."""
    rules, house, source = GAME.rules({}), LetItRideHouse(), live()
    players = dict.fromkeys(range(1, seats + 1), GAME.strategies["book"])

    def play(rounds: int) -> None:
        carry, chain = table(seats), Chain()
        for _ in range(rounds):
            driver = play_round(GAME, rules, house, carry, source, players)
            chain.append(driver, source.label, source.salt())
            assert driver.next is not None
            carry = driver.next

    return play


def plain_audit(seats: int) -> Callable[[int], None]:
    """The bound: json and SHA-256 per line, over the lines of one such round."""
    players = dict.fromkeys(range(1, seats + 1), GAME.strategies["bold"])
    driver = play_round(GAME, GAME.rules({}), LetItRideHouse(), table(seats), live(), players)
    bodies = [json.loads(line) for line in Chain().append(driver, "live", "00" * 32)]

    def play(rounds: int) -> None:
        for _ in range(rounds):
            head = ""
            for body in bodies:
                body["prev"] = head
                head = hashlib.sha256(json.dumps(body).encode()).hexdigest()

    return play


def help_seconds() -> float:
    best = 9.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "pitboss", "--help"], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    print(f"audited rounds of Let It Ride a second, one core, best of {REPEATS} short runs in turn")
    print(f"{'seats':>5} {'engine':>9} {'with players':>13} {'plain audit alone':>18} {'engine / plain audit':>21}")
    for seats, rounds in ((1, 400), (7, 80)):
        engine, players, bound = rates(rounds, [engine_alone(seats), with_players(seats), plain_audit(seats)])
        print(f"{seats:>5} {engine:>9,.0f} {players:>13,.0f} {bound:>18,.0f} {engine / bound:>21.2f}")
    print(f"pitboss --help: {help_seconds():.2f} s from start to exit")


if __name__ == "__main__":
    main()
