"""Measure the time from sending an action to its acknowledgment, which includes writing it to the disk.

Actions are sent one after the other, and by many people at many tables at the same time. In the same run an echo server
behind the same kind of socket is measured for comparison.

    make bench
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench.serving import ECHO, UNLIMITED, run_server
from websockets.asyncio.client import ClientConnection, connect

from pitboss.games.craps.law.house import CrapsHouse
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

ALONE = 400  # actions one after the other; a seat may make 500 in one round
TABLES, PEOPLE = 20, 6
EACH = 20  # actions of each person under load
PAUSE = 0.6  # seconds between two actions of a person: 200 a second in all
CHIPS, STAKE = 50_000, 500
DOWN: dict[str, object] = {"input": "wager", "stakes": {"field": STAKE}}
BACK: dict[str, object] = {"input": "take back", "spot": "field"}
# Numbers of the people, actions of each, pause between them, and a label. The single person has a separate table.
MANY = (range(TABLES * PEOPLE), EACH, PAUSE, "load")
ONE = (range(TABLES * PEOPLE, TABLES * PEOPLE + 1), ALONE, 0.0, "one after the other")

Connect = Callable[[str, int], Awaitable[ClientConnection]]  # connects the person with this number to a server


class Somebody:
    """A player who places a bet and takes it back, again and again, and reads all frames in between, as a page does."""

    def __init__(self, line: ClientConnection, number: int) -> None:
        self._line, self._number, self._sent = line, number, 0
        self.seconds: list[float] = []

    async def act_repeatedly(self, times: int, pause: float) -> None:
        """Act this many times, and record the seconds that each answer took."""
        for number in range(times):
            bet = DOWN if number % 2 == 0 else BACK
            began = time.perf_counter()
            await self.act(bet)
            self.seconds.append(time.perf_counter() - began)
            await asyncio.sleep(pause)

    async def act(self, act: dict[str, object]) -> None:
        """Send an action, and wait for its answer."""
        self._sent += 1
        action = f"{self._number}-action-{self._sent:06}"
        await self._line.send(json.dumps({"id": action, "act": act}))
        while (frame := json.loads(await self._line.recv())).get("id") != action:
            pass
        assert frame.get("kind") != "refused", frame


async def connect_to_echo(url: str, number: int) -> ClientConnection:
    return await connect(url.replace("http", "ws"), compression=None)


async def connect_to_table(url: str, number: int) -> ClientConnection:
    """Connect a new person to a table, and take a seat."""
    request = urllib.request.Request(f"{url}api/session", json.dumps({"name": f"Player {number}"}).encode())
    request.add_header("content-type", "application/json")
    answer = await asyncio.to_thread(urllib.request.urlopen, request)
    cookie = answer.headers["set-cookie"].partition(";")[0]
    table, seat = number // PEOPLE + 1, number % PEOPLE + 1
    address = f"{url.replace('http', 'ws')}ws/tables/{table}"
    line = await connect(address, additional_headers={"cookie": cookie}, compression=None)
    await Somebody(line, number).act({"input": "sit", "seat": seat, "chips": CHIPS})
    return line


async def measure(url: str, to: Connect, people: range, times: int, pause: float) -> list[float]:
    """Return the seconds from each action to its answer, shortest first."""
    lines = await asyncio.gather(*(to(url, number) for number in people))
    everybody = [Somebody(line, 1000 + number) for number, line in enumerate(lines)]
    share = pause / len(people)  # so that they do not all act at the same moment
    await asyncio.gather(*(begin(person, number * share, times, pause) for number, person in enumerate(everybody)))
    for line in lines:
        await line.close()
    return sorted(seconds for person in everybody for seconds in person.seconds)


async def begin(somebody: Somebody, delay: float, times: int, pause: float) -> None:
    await asyncio.sleep(delay)
    await somebody.act_repeatedly(times, pause)


def table_row(label: str, seconds: list[float]) -> str:
    """Format the percentiles of sorted times in milliseconds."""
    percentiles = [1000 * seconds[int(len(seconds) * part)] for part in (0.5, 0.95, 0.99)]
    figures = " ".join(f"{value:8.2f}" for value in (*percentiles, 1000 * seconds[-1]))
    return f"  {label:40} {figures}   {len(seconds):,} answers"


def run(code: str, path: Path | None, to: Connect, name: str) -> None:
    with run_server(code, path) as (_, url):
        for people, times, pause, label in (ONE, MANY):
            seconds = asyncio.run(measure(url, to, people, times, pause))
            print(table_row(f"{name}, {label}", seconds), flush=True)


async def make_tables(path: Path) -> None:
    casino = Casino(path)
    for number in range(TABLES + 1):
        await casino.make_table(f"Craps {number}", setting_of(CrapsHouse()))
    await casino.close()


def main() -> None:
    load = f"{TABLES * PEOPLE} people at {TABLES} tables, {TABLES * PEOPLE / PAUSE:.0f} actions a second"
    print(f"milliseconds from an action to its answer (load: {load})")
    print(f"  {'':40} {'50%':>8} {'95%':>8} {'99%':>8} {'most':>8}")
    run(ECHO, None, connect_to_echo, "a bare echo")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        asyncio.run(make_tables(path))
        run(UNLIMITED, path, connect_to_table, "an action at craps")


if __name__ == "__main__":
    main()
