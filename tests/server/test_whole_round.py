"""A table whose clock, chance, transport and store belong to the test. There is no socket, no thread and no waiting, so
the same evening has exactly the same result each time."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.chance import seeded_source
from pitboss.engine.houses.house import House
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import setting_of, to_text
from pitboss.server.ops.histogram import Histogram
from pitboss.server.routes.websocket import Connection
from pitboss.server.views.send_queue import SendQueue
from pitboss.store.audit.database_audit import audit
from pitboss.store.row_types import Account
from pitboss.store.store import Store

CODES = "of nobody"
BETS = {"bet 1": 500, "bet 2": 500, "bet 3": 500}


class Wire:
    """A transport in memory, with what the table sent and what a person says."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.answers: list[dict[str, Any]] = []
        self.closed = 0
        self._said: deque[dict[str, Any]] = deque()
        self._heard = asyncio.Event()

    async def accept(self) -> None:
        pass

    async def receive(self) -> MutableMapping[str, Any]:
        while not self._said:
            self._heard.clear()
            await self._heard.wait()
        return self._said.popleft()

    async def send_text(self, data: str) -> None:
        self.frames.append(data)
        frame = json.loads(data)
        if frame["kind"] in ("view", "changes"):
            self.view |= frame["view"]
        else:
            self.answers.append(frame)

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def say(self, action: str, act: dict[str, Any]) -> None:
        self._said.append({"type": "websocket.receive", "text": json.dumps({"id": action, "act": act})})
        self._heard.set()


class Evening:
    """One table that only the test drives."""

    def __init__(self, path: Path, house: House) -> None:
        self.seconds, self.salts = 1000.0, 0
        self.counts, self.acks, self.send_queue = Counter[str](), Histogram(), SendQueue()
        self.store = Store(path, in_thread=False)
        made = self.store.tables.create(house.name, to_text(setting_of(house))).result()
        time = TimeSource(lambda: self.seconds, lambda: 1_000_000_000 + self.seconds)
        self.table = LiveTable(
            self.store,
            self.store.tables.take(made).result(),
            seeded_source(7),
            account_of=lambda name: self.store.accounts.ids_of([name]).get(name),
            counts=self.counts,
            time=time,
            salt=self._salt,
        )
        self.tasks: list[asyncio.Task[None]] = []

    def _salt(self, size: int) -> str:
        self.salts += 1
        return hashlib.sha256(b"%d" % self.salts).hexdigest()[: 2 * size]

    def person(self, name: str) -> tuple[Account, Wire]:
        account = self.store.accounts.create(name, CODES, "player", 100_000).result()
        wire = Wire()
        connection = Connection(self, self.table, account, wire, shows=True, now=lambda: self.seconds)
        self.tasks.append(asyncio.create_task(connection.run()))
        return account, wire

    async def rest(self) -> None:
        """Wait until everybody has been sent everything that has happened."""
        for _ in range(100):
            await asyncio.sleep(0)

    async def does(self, wire: Wire, **act: Any) -> dict[str, Any]:
        """Have a person act, and return the answer."""
        wire.say(f"action-{len(wire.answers):04}", act)
        await self.rest()
        return wire.answers[-1]

    async def wait(self, seconds: float) -> None:
        """Advance the time, and let the table act on it."""
        self.seconds += seconds
        await self.table.tick()
        await self.rest()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.store.close()


async def cards(here: Evening) -> list[str]:
    """Play a round of Let It Ride in which two people bet and one of them never answers."""
    (_, ann), (bob, bobs) = here.person("Ann"), here.person("Bob")
    await here.rest()
    assert ann.view["waiting"] == "inspection"
    for seat, wire in ((3, ann), (4, bobs)):
        assert (await here.does(wire, input="sit", seat=seat, chips=20_000))["kind"] == "ack"
        assert (await here.does(wire, input="wager", stakes=BETS))["kind"] == "ack"
    assert ann.view["clock"]["left"] == 25
    assert (await here.does(ann, table="ready", round=1))["kind"] == "ack"
    assert ann.view["waiting"] == "wagers"  # Bob has not said so
    await here.wait(25)
    for _ in range(2):
        assert ann.view["asked"]["seat"] == 3
        assert (await here.does(ann, input="answer", choice="let it ride"))["kind"] == "ack"
        assert bobs.view["asked"]["seat"] == 4
        await here.wait(34)  # with the time that a page takes to show what led to the question
    assert ann.view["round"] == 2
    assert ann.view["settled"]["round"] == 1
    assert {row["player"] for row in ann.view["settled"]["results"]} == {"Ann", "Bob"}
    assert here.counts["rounds"] == 1
    assert (await here.does(bobs, input="leave"))["kind"] == "ack"
    found = here.store.accounts.find(bob.id)
    assert found is not None
    assert found[0].balance == 100_000 + ann.view["settled"]["nets"]["4"]
    return ann.frames + bobs.frames


async def dice(here: Evening) -> list[str]:
    """Play a roll of craps, after sending one action twice and having another refused."""
    _, ann = here.person("Ann")
    await here.rest()
    await here.does(ann, input="sit", seat=1, chips=20_000)
    for _ in range(2):
        ann.say("bets-on-pass", {"input": "wager", "stakes": {"pass": 500, "field": 500}})
        await here.rest()
    assert ann.answers[-1] == ann.answers[-2]
    assert ann.view["wagers"] == {"1": {"pass": 500, "field": 500}}
    assert (await here.does(ann, input="wager", stakes={"pass": 1_000_000}))["kind"] == "refused"
    assert (await here.does(ann, table="ready", round=1))["kind"] == "ack"
    assert ann.view["round"] == 2
    assert ann.view["settled"]["dice"]
    return ann.frames


@pytest.mark.parametrize(("house", "played"), [(LetItRideHouse(), cards), (CrapsHouse(), dice)], ids=["cards", "dice"])
def test_a_table_runs_a_round_by_itself(
    tmp_path: Path, house: House, played: Callable[[Evening], Awaitable[list[str]]]
) -> None:
    async def evening(path: Path) -> list[str]:
        here = Evening(path, house)
        try:
            return await played(here)
        finally:
            await here.close()

    threads, found = threading.active_count(), []
    for name in ("once", "again"):
        path = tmp_path / f"{name}.db"
        frames = asyncio.run(evening(path))
        assert threading.active_count() == threads
        assert {check.name for check in audit(path).checks if not check.ok} <= {
            "anchors"
        }  # nobody keeps such a file here
        with closing(sqlite3.connect(path)) as db:
            found.append((frames, db.execute("SELECT * FROM rows ORDER BY number").fetchall()))
    assert found[0] == found[1]
