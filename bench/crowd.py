"""Everybody at the tables of a server under load. Each table has a pace of its own, at random moments that do not wait
for answers: a server that falls behind is given no rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

from bench.person import Person, Tally

from pitboss.games import REGISTERED, load
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

MOST_DUE = 3  # actions that a table is behind with before one is missed
AT_ONCE = 4  # people who choose a name at the same time
PATIENCE = 60.0  # seconds for an answer
SOON = 0.01


async def make_tables(path: Path, tables: int) -> None:
    """All games in turn; nobody of the house plays but where a game needs company."""
    casino = Casino(path)
    for number in range(tables):
        game = [*REGISTERED][number % len(REGISTERED)]
        await casino.make_table(f"{load(game).title} {number + 1}", setting_of(load(game).house.usual()))
    await casino.close()


class Table:
    def __init__(self, people: Sequence[Person], seats: int, chance: Random) -> None:
        self.people, self.seats, self._chance = [*people], seats, chance
        self._due = 0
        for each in people:
            each.news = self._goes_on

    async def run(self, crowd: Crowd) -> None:
        while True:
            await asyncio.sleep(self._chance.expovariate(self.seats / crowd.pace))
            if self._due < MOST_DUE:
                self._due += 1
                self._goes_on()
            else:
                crowd.tally.missed += 1

    def _goes_on(self) -> None:
        if not self._due:
            return
        self._chance.shuffle(self.people)
        if any(each.act() for each in self.people):
            self._due -= 1

    def rest(self) -> None:
        self._due = 0


class Crowd:
    """`pace` is how many seconds a seat takes from one action to the next, on average; `lost` is how many of a hundred
    lose their connection each minute. The first seat of the first table may be left to a browser."""

    def __init__(self, tables: int, seats: int, pace: float, lost: float, *, browser: bool, seed: int = 1) -> None:
        self.pace, self.lost, self._chance = pace, lost, Random(seed)
        self.tally = Tally()
        self.reconnected = 0
        self.people: list[Person] = []
        self.tables: list[Table] = []
        for table in range(1, tables + 1):
            there = [
                self._person(table, seat, seats)
                for seat in range(1, seats + 1)
                if not browser or (table, seat) != (1, 1)
            ]
            self.people += there
            self.tables.append(Table(there, seats, Random(f"{seed} {table}")))
        self._running: list[asyncio.Task[None]] = []
        self._coming_back: asyncio.Task[None] | None = None

    def _person(self, table: int, seat: int, seats: int) -> Person:
        number = (table - 1) * seats + seat
        address = f"127.1.{number // 250}.{number % 250 + 1}"
        return Person(f"Player {number}", table, address, changes=seat % 2 == 0, chance=Random(number))

    async def arrive(self, port: int) -> None:
        """Everybody has a name and a connection, and those for whom there is a seat have one."""
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._comes(each, port, gate) for each in self.people))
        await asyncio.gather(*(self._take_seats(table) for table in self.tables))

    async def _comes(self, person: Person, port: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            await person.arrive(port)
        await _until(lambda: person.sees)

    async def _take_seats(self, table: Table) -> None:
        """One after the other: of two who ask for the same seat one is refused, and asks for another."""
        for person in table.people:
            async with asyncio.timeout(PATIENCE):
                while not (person.free and person.takes_part):
                    person.act()
                    await asyncio.sleep(SOON)

    def start(self) -> None:
        self.measure()
        self._running = [asyncio.create_task(table.run(self)) for table in self.tables]
        self._running.append(asyncio.create_task(self._lose_connections()))

    def measure(self) -> None:
        """From now on."""
        self.tally = Tally()
        for each in self.people:
            each.tally = self.tally

    async def stop(self) -> None:
        """Nobody does anything more, and everything is answered."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for table in self.tables:
            table.rest()
        await _until(lambda: all(each.free for each in self.people))

    async def _lose_connections(self) -> None:
        while self.lost:
            await asyncio.sleep(self._chance.expovariate(len(self.people) * self.lost / 100 / 60))
            # Whoever has begun to come back does so, also if all are to stop meanwhile.
            self._coming_back = asyncio.create_task(self._chance.choice(self.people).reconnect())
            await asyncio.shield(self._coming_back)
            self.reconnected += 1

    async def differences(self) -> list[str]:
        """Who sees something else than the server has."""
        return [wrong for each in self.people if (wrong := await each.as_the_server_has_it())]

    @property
    def acked(self) -> Iterable[tuple[int, str, int]]:
        """Every action that must be in the database: table, id and number."""
        return ((each.table, action, number) for each in self.people for action, number in each.acked.items())

    def leave(self) -> None:
        for each in self.people:
            each.leave()


async def _until(state: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not state():
            await asyncio.sleep(SOON)
