"""Compare the GPU with the processor: equal digests at every kind of table, and rounds a second.

    python -m bench.gpu            # digests of two million rounds at each table, then speed
    python -m bench.gpu 2e7        # digests of more rounds
    python -m bench.gpu speed      # only speed
    python -m bench.gpu shared     # only players who share what they see

Prints tables for docs/gpu.md. Without a GPU it stops with a message.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pitboss.analysis import setting
from pitboss.simulation.machines.devices import AUTO, CPU, GPU, Device
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.results.simulation_report import report
from pitboss.table.money import dollars

ROUNDS = 2_000_500  # not a multiple of a session, so that the last session stays open
CPUS = 16
SECONDS = 4.0  # for which a speed is measured
# Rounds by game where players share what they see.
COSTLY = {"three-card-poker": 100_500, "let-it-ride": 100_500, "ultimate-texas-holdem": 6_404}


class Cell(NamedTuple):
    """One table that is simulated."""

    game: str
    seats: int
    bets: dict[str, int]  # cents; empty for the usual bets
    strategies: tuple[str, ...] = ()
    settings: Mapping[str, Any] = MappingProxyType({})
    bankroll: int | None = None
    session: int = 1_000
    readings: Mapping[str, str] = MappingProxyType({})

    def plan(self) -> Plan:
        study = setting(self.game, settings=self.settings or None, readings=self.readings or None)
        ways = [named_way(study.game.sim_model(), name) for name in self.strategies]
        return plan(
            study, bets=self.bets or None, seats=self.seats, ways=ways, bankroll=self.bankroll, session=self.session
        )

    @property
    def shares(self) -> bool:
        return "shared" in self.strategies

    def rounds(self, usual: int) -> int:
        """Return the number of rounds: fewer where players share what they see, which is slow on the processor."""
        return COSTLY[self.game] if self.shares else usual

    def table_cells(self, made: Plan) -> str:
        """Format game, seats, bets and strategies as cells of a Markdown table."""
        bets = ", ".join(f"{dollars(cents)} {spot}" for spot, cents in made.bets.items())
        options = [f"{name} {value}" for name, value in self.settings.items() if name == "payout-limit"]
        options += list(self.readings.values())
        options += [f"bankroll {dollars(self.bankroll)}"] if self.bankroll else []
        return (
            f"{self.game} | {self.seats} | {'; '.join([bets, *options])} | {', '.join(way.name for way in made.ways)}"
        )


def three_bets(cents: int) -> dict[str, int]:
    return dict.fromkeys(("bet 1", "bet 2", "bet 3"), cents)


BONUS = {"bonus": True, "three-card-bonus": "F"}
LIMIT = {"payout-limit": 50_000}


def cells() -> Iterator[Cell]:
    """Yield every game with one seat and with all, with and without its bonuses, and with a payout limit that binds."""
    for seats in (1, 7):
        for bonuses in ({}, {"bonus": 100, "three card bonus": 2_500}):
            settings: dict[str, Any] = BONUS if bonuses else {}
            yield Cell("let-it-ride", seats, {**three_bets(500), **bonuses}, settings=settings)
            yield Cell("let-it-ride", seats, {**three_bets(50_000), **bonuses}, settings={**settings, **LIMIT})
        yield Cell("three-card-poker", seats, {"ante": 500})
        yield Cell("three-card-poker", seats, {"ante": 500, "pair plus": 500})
        yield Cell("three-card-poker", seats, {"pair plus": 500})
        yield Cell("winners-pot-poker", min(seats, 6), {"ante": 500})
        yield Cell("winners-pot-poker", min(seats, 6), {"ante": 500, "jacks plus": 500})
        yield Cell("winners-pot-poker", min(seats, 6), {"ante": 50_000, "jacks plus": 10_000})
        for ante in (500, 50_000):  # by 32.11 there is always a limit, which binds with the second ante
            yield Cell("ultimate-texas-holdem", min(seats, 6), {"ante": ante}, ("optimal",))
            yield Cell("ultimate-texas-holdem", min(seats, 6), {"ante": ante, "trips": max(500, ante // 5)}, ("book",))
        yield Cell("craps", seats, {})
        yield Cell("craps", seats, {"pass": 500, "pass odds": 1_000, "come": 500, "come odds": 1_000, "field": 500})
        yield Cell("roulette", min(seats, 6), {})
        yield Cell("big-six", min(seats, 6), {})
        yield Cell("sic-bo", min(seats, 6), {})
    # Several strategies on the same cards, short and unfinished sessions, and a bankroll that runs out.
    yield Cell("let-it-ride", 3, {}, ("optimal", "bold"), bankroll=20_000, session=300)
    yield Cell("three-card-poker", 6, {"ante": 500, "pair plus": 500}, ("optimal", "bold", "book"), bankroll=20_000)
    yield Cell("ultimate-texas-holdem", 6, {"ante": 500, "trips": 500}, ("optimal", "book", "cautious"), session=77)
    yield Cell("winners-pot-poker", 6, {"ante": 500, "jacks plus": 500}, ("mixed",), session=16_384)
    yield Cell("ultimate-texas-holdem", 6, {"ante": 500}, readings={"hand-of-seven": "two-and-three"})
    yield Cell("roulette", 6, {"red": 1_000, "straight 7": 500, "dozen 1": 1_000}, bankroll=50_000)
    yield Cell("craps", 16, {"pass": 500, "hard 8": 500, "any seven": 500}, bankroll=50_000)
    # Players who share what they see, compared with optimal play on the same cards.
    both = ("optimal", "shared")
    yield Cell("three-card-poker", 7, {"ante": 500}, both, session=100)
    yield Cell("three-card-poker", 4, {"ante": 500, "pair plus": 500}, both, session=100)
    yield Cell("let-it-ride", 7, three_bets(500), both, session=100)
    yield Cell("let-it-ride", 3, three_bets(50_000), both, LIMIT, session=100)
    yield Cell("ultimate-texas-holdem", 6, {"ante": 500, "trips": 500}, both, session=8)
    yield Cell("ultimate-texas-holdem", 2, {"ante": 500}, ("shared",), session=8)


# Tables whose speed is measured, and the aim in billions of rounds a second (throws at craps); 0 for no aim.
AIMS = (
    (Cell("let-it-ride", 1, {}), 50),
    (Cell("three-card-poker", 1, {}), 50),
    (Cell("ultimate-texas-holdem", 1, {}, ("cautious",)), 15),
    (Cell("ultimate-texas-holdem", 1, {}, ("book",)), 5),
    (Cell("ultimate-texas-holdem", 1, {}, ("optimal",)), 0),
    (Cell("craps", 1, {"pass": 500}), 300),
    (Cell("winners-pot-poker", 1, {}), 0),
    (Cell("roulette", 1, {}), 0),
    (Cell("big-six", 1, {}), 0),
    (Cell("sic-bo", 1, {}), 0),
    (Cell("let-it-ride", 7, {}), 0),
    (Cell("three-card-poker", 7, {}), 0),
    (Cell("ultimate-texas-holdem", 6, {}, ("optimal",)), 0),
    (Cell("winners-pot-poker", 6, {"ante": 500, "jacks plus": 500}), 0),
    (Cell("craps", 1, {}), 0),
    (Cell("three-card-poker", 7, {}, ("shared",), session=100), 0),
    (Cell("let-it-ride", 7, {}, ("shared",), session=100), 0),
    (Cell("ultimate-texas-holdem", 6, {}, ("shared",), session=1), 0),
)


def digest(made: Plan, device: str, rounds: int) -> str:
    """Return the digest of a run that is stopped within a session and then resumed."""
    place = Device(made, device)
    *_, tally = place.play(rounds // 3 + 17, None, CPUS)
    *_, tally = place.play(rounds, tally, CPUS)
    result: str = report(made, tally).json()["digest"]
    return result


def compare(usual: int, *, shared: bool) -> int:
    """Print the digests by processor and GPU of every table, and return how many differ."""
    print("| game | seats | bets | strategies | rounds | processor | card | |\n|---|---|---|---|---|---|---|---|")
    different = 0
    for cell in cells():
        if shared and not cell.shares:
            continue
        made, rounds = cell.plan(), cell.rounds(usual)
        by_cpu, by_gpu = (digest(made, device, rounds) for device in (CPU, GPU))
        different += by_cpu != by_gpu
        same = "same" if by_cpu == by_gpu else "OTHER"
        print(f"| {cell.table_cells(made)} | {rounds:,} | {by_cpu[:16]} | {by_gpu[:16]} | {same} |", flush=True)
    print(f"\n{different} differ\n")
    return different


def speed(*, shared: bool) -> None:
    """Print the speed of the GPU at each table."""
    print("| game | seats | bets | strategies | billions a second | aim |\n|---|---|---|---|---|---|")
    for cell, aim in AIMS:
        if shared and not cell.shares:
            continue
        made = cell.plan()
        steps = Device(made, GPU).play(2**62)
        tally = next(steps)
        for _ in range(12):  # until launches have their full length
            tally = next(steps)
        begun, first = time.perf_counter(), (tally.units, tally.throws)
        while (took := time.perf_counter() - begun) < SECONDS:
            tally = next(steps)
        steps.close()
        rounds, throws = (tally.units - first[0]) / took / 1e9, (tally.throws - first[1]) / took / 1e9
        figure = f"{rounds:.5f}" if cell.shares else f"{rounds:.1f}" + (f" ({throws:.1f} throws)" if throws else "")
        print(f"| {cell.table_cells(made)} | {figure} | {aim or ''} |", flush=True)


def main() -> int:
    place = Device(AIMS[0][0].plan(), AUTO)
    if place.why_not:
        print(place.why_not)
        return 1
    print(place.name, flush=True)
    different, words = 0, sys.argv[1:]
    shared = "shared" in words
    if "speed" not in words:
        numbers = [int(float(word)) for word in words if word != "shared"]
        different = compare(numbers[0] if numbers else ROUNDS, shared=shared)
    speed(shared=shared)
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
