"""Measure audited rounds a second: every input judged, every act logged, encoded and hashed.

Rates depend on the machine, but the ratio hardly does. The bound is the plainest possible audit by itself: the lines of
such rounds encoded by the standard library's json and hashed one by one, with no game played at all.

    make bench
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import cycle

import msgspec

from pitboss.engine.carry import Carry, Deck
from pitboss.engine.chance import live_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.inputs import Input
from pitboss.engine.record import Chain
from pitboss.engine.runner import play_round, submit_or_raise
from pitboss.games import load
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import INVENTORY, OUTSIDE, chips_before

CHIPS = 10**12
REPEATS = 20
# Game, seats, strategies, rounds of one short run.
FULL_AND_ALONE = (
    ("let-it-ride", 1, ("book",), 400),
    ("let-it-ride", 7, ("book",), 80),
    ("ultimate-texas-holdem", 1, ("book",), 200),
    ("ultimate-texas-holdem", 6, ("book", "cautious", "bold"), 40),
    ("craps", 1, ("line",), 600),
    ("craps", 16, ("line", "come", "dark", "numbers", "props"), 40),
)


class Bench:
    """A table with all its seats taken, whose players use these strategies in turn."""

    def __init__(self, name: str, seats: int, ways: tuple[str, ...]) -> None:
        self.game: Game = load(name)
        self.rules, self.house, self.source = self.game.rules({}), self.game.house.usual(), live_source()
        taken = range(1, seats + 1)
        self.players: Mapping[int, Strategy] = {
            seat: self.game.strategies[way] for seat, way in zip(taken, cycle(ways), strict=False)
        }
        self.carry = self._opening(seats)
        for _ in range(20):  # until wagers stand where they may
            self.carry = self._after(self.round_from(self.carry))
        first = self.carry
        self.given: list[tuple[Carry, list[Input]]] = []
        self.bodies: list[object] = []
        for _ in range(20):
            done = self.round_from(first)
            self.given.append((first, [item for item in done.log if not item.is_step]))
            self.bodies += map(json.loads, Chain().append(done, "live", "00" * 32))
            first = self._after(done)

    def _opening(self, seats: int) -> Carry:
        """Return the table with everybody seated, and with a deck if it is a card table."""
        carry = self.game.opening(self.house)
        accounts = {**carry.accounts, **{chips_before(seat): CHIPS for seat in range(1, seats + 1)}}
        accounts[INVENTORY] += CHIPS
        accounts[OUTSIDE] -= CHIPS * (seats + 1)
        players = {seat: f"Player {seat}" for seat in range(1, seats + 1)}
        decks = tuple(Deck(deck.back, FULL_DECK) for deck in carry.decks[:1])
        marks = {} if decks else {"shooter": 1}
        return msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks, marks=marks)

    def round_from(self, carry: Carry) -> Driver:
        """Play a round."""
        return play_round(self.game, self.rules, self.house, carry, self.source, self.players)

    def _after(self, driver: Driver) -> Carry:
        assert driver.next is not None
        return driver.next

    # --- what is measured, each for this many rounds

    def engine(self, rounds: int) -> None:
        """Give the inputs of played rounds again, without strategies and chance."""
        chain = Chain()
        for (carry, inputs), _ in zip(cycle(self.given), range(rounds), strict=False):
            driver = Driver(self.game, self.rules, self.house, carry)
            for given in inputs:
                submit_or_raise(driver, given)
            chain.append(driver, "live", "00" * 32)

    def with_players(self, rounds: int) -> None:
        """Play rounds with live cards and dice, in which every seat looks and decides."""
        carry, chain = self.carry, Chain()
        for _ in range(rounds):
            driver = self.round_from(carry)
            chain.append(driver, self.source.label, self.source.salt())
            carry = self._after(driver)

    def without_record(self, rounds: int) -> None:
        """Play the same rounds without a record, so that nothing is encoded and hashed."""
        carry = self.carry
        for _ in range(rounds):
            carry = self._after(self.round_from(carry))

    def plain_audit(self, rounds: int) -> None:
        """Encode and hash each line with the standard library, as the bound."""
        a_round = len(self.bodies) // len(self.given)
        head = ""
        for body, _ in zip(cycle(self.bodies), range(rounds * a_round), strict=False):
            assert isinstance(body, dict)
            body["prev"] = head
            head = hashlib.sha256(json.dumps(body).encode()).hexdigest()


def rates(rounds: int, plays: list[Callable[[int], None]]) -> list[float]:
    """Return the best rate of many short runs of each, in turn, because disturbances can only slow a run down."""
    best = [0.0] * len(plays)
    for _ in range(REPEATS):
        for number, play in enumerate(plays):
            start = time.process_time()
            play(rounds)
            best[number] = max(best[number], rounds / (time.process_time() - start))
    return best


def help_seconds() -> float:
    best = 9.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "pitboss", "--help"], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    print(
        f"audited rounds (rolls at craps) for each second of processor, one core, best of {REPEATS} short runs in turn"
    )
    head = ("engine", "with players", "no record kept", "plain audit alone", "engine / plain audit")
    print(f"{'game':<21} {'seats':>5} " + " ".join(f"{word:>{max(len(word), 9)}}" for word in head))
    for game, seats, ways, rounds in FULL_AND_ALONE:
        bench = Bench(game, seats, ways)
        measured = rates(rounds, [bench.engine, bench.with_players, bench.without_record, bench.plain_audit])
        figures = [f"{rate:,.0f}" for rate in measured] + [f"{measured[0] / measured[3]:.2f}"]
        print(
            f"{game:<21} {seats:>5} "
            + " ".join(f"{figure:>{max(len(word), 9)}}" for word, figure in zip(head, figures, strict=True))
        )
    print(f"pitboss --help: {help_seconds():.2f} s from start to exit")


if __name__ == "__main__":
    main()
