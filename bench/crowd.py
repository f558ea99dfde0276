"""The people at the tables of a server under load. Each table acts at random moments that do not wait for answers, so
that a server that falls behind gets no rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

from bench.person import Person, Tally

from pitboss.games import REGISTERED, load
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

MOST_DUE = 3  # actions that a table may be late with before one counts as missed
AT_ONCE = 4  # people who create an account at the same time
PATIENCE = 60.0  # seconds for an answer
SOON = 0.01


async def make_tables(path: Path, tables: int) -> None:
    """Make a database with tables of all games in turn. House players sit down only in games that need company."""
    casino = Casino(path)
    for number in range(tables):
        game = [*REGISTERED][number % len(REGISTERED)]
        await casino.make_table(f"{load(game).title} {number + 1}", setting_of(load(game).house.usual()))
    await casino.close()


class Table:
    """The people at one table, one of whom acts whenever an action is due."""

    def __init__(self, people: Sequence[Person], seats: int, chance: Random) -> None:
        self.people, self.seats, self._chance = [*people], seats, chance
        self._due = 0
        for person in people:
            person.news = self._act_if_due

    async def run(self, crowd: Crowd) -> None:
        """Make actions due at random moments, at the pace of the crowd."""
        while True:
            await asyncio.sleep(self._chance.expovariate(self.seats / crowd.pace))
            if self._due < MOST_DUE:
                self._due += 1
                self._act_if_due()
            else:
                crowd.tally.missed += 1

    def _act_if_due(self) -> None:
        if not self._due:
            return
        self._chance.shuffle(self.people)
        if any(person.act() for person in self.people):
            self._due -= 1

    def rest(self) -> None:
        self._due = 0


class Crowd:
    """The people at all tables. `pace` is the average seconds between two actions of a seat, and `lost` the percentage
    of people who lose their connection each minute. With `browser`, the first seat of the first table is left free."""

    def __init__(self, tables: int, seats: int, pace: float, lost: float, *, browser: bool, seed: int = 1) -> None:
        self.pace, self.lost, self._chance = pace, lost, Random(seed)
        self.tally = Tally()
        self.reconnected = 0
        self.people: list[Person] = []
        self.tables: list[Table] = []
        for table in range(1, tables + 1):
            people = [
                self._person(table, seat, seats)
                for seat in range(1, seats + 1)
                if not browser or (table, seat) != (1, 1)
            ]
            self.people += people
            self.tables.append(Table(people, seats, Random(f"{seed} {table}")))
        self._running: list[asyncio.Task[None]] = []
        self._coming_back: asyncio.Task[None] | None = None

    def _person(self, table: int, seat: int, seats: int) -> Person:
        number = (table - 1) * seats + seat
        address = f"127.1.{number // 250}.{number % 250 + 1}"
        return Person(f"Player {number}", table, address, changes=seat % 2 == 0, chance=Random(number))

    async def arrive(self, port: int) -> None:
        """Have everybody create an account, connect, and take a seat if there is one."""
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._connect(person, port, gate) for person in self.people))
        await asyncio.gather(*(self._take_seats(table) for table in self.tables))

    async def _connect(self, person: Person, port: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            await person.arrive(port)
        await _until(lambda: person.sees)

    async def _take_seats(self, table: Table) -> None:
        """Have the people of a table sit down one after the other, so that no two ask for the same seat."""
        for person in table.people:
            async with asyncio.timeout(PATIENCE):
                while not (person.free and person.takes_part):
                    person.act()
                    await asyncio.sleep(SOON)

    def start(self) -> None:
        """Start acting at every table."""
        self.measure()
        self._running = [asyncio.create_task(table.run(self)) for table in self.tables]
        self._running.append(asyncio.create_task(self._lose_connections()))

    def measure(self) -> None:
        """Start a new tally."""
        self.tally = Tally()
        for person in self.people:
            person.tally = self.tally

    async def stop(self) -> None:
        """Stop acting, and wait until every action is answered."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for table in self.tables:
            table.rest()
        await _until(lambda: all(person.free for person in self.people))

    async def _lose_connections(self) -> None:
        while self.lost:
            await asyncio.sleep(self._chance.expovariate(len(self.people) * self.lost / 100 / 60))
            # Shielded, so that a person who is reconnecting finishes it even if all are stopped.
            self._coming_back = asyncio.create_task(self._chance.choice(self.people).reconnect())
            await asyncio.shield(self._coming_back)
            self.reconnected += 1

    async def differences(self) -> list[str]:
        """Describe each person's view that differs from the server's."""
        return [difference for person in self.people if (difference := await person.compare_with_server())]

    @property
    def acked(self) -> Iterable[tuple[int, str, int]]:
        """The table, id and number of every action that must be in the database."""
        return ((person.table, action, number) for person in self.people for action, number in person.acked.items())

    def leave(self) -> None:
        """Disconnect everybody."""
        for person in self.people:
            person.leave()


async def _until(state: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not state():
            await asyncio.sleep(SOON)
