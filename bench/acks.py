"""How soon an action is acknowledged: from the moment at which a client sends it until the answer is there, written to
the disk before. One action after the other, and with many people at many tables at the same time; beside each, in the
same run, a server that does nothing but send back what it is sent, behind the same kind of socket.

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

from bench.serving import ECHO, UNLIMITED, served
from websockets.asyncio.client import ClientConnection, connect

from pitboss.games.craps.house import CrapsHouse
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

ALONE = 400  # actions, one after the other: a seat may make 500 in one round
TABLES, PEOPLE = 20, 6
EACH = 20  # actions of one of many
PAUSE = 0.6  # seconds from one of them to the next: 200 a second in all
CHIPS, STAKE = 50_000, 500
DOWN: dict[str, object] = {"input": "wager", "stakes": {"field": STAKE}}
BACK: dict[str, object] = {"input": "take back", "spot": "field"}
# Who, how often, with which pause, and how that is called. The one has a table of his own.
MANY = (range(TABLES * PEOPLE), EACH, PAUSE, "load")
ONE = (range(TABLES * PEOPLE, TABLES * PEOPLE + 1), ALONE, 0.0, "one after the other")

Line = Callable[[str, int], Awaitable[ClientConnection]]  # to a server, for somebody with this number


class Somebody:
    """Puts a bet down and takes it back, again and again. What he sees meanwhile he reads, as a page does."""

    def __init__(self, line: ClientConnection, number: int) -> None:
        self._line, self._number, self._sent = line, number, 0
        self.seconds: list[float] = []

    async def acts(self, times: int, pause: float) -> None:
        for at in range(times):
            bet = DOWN if at % 2 == 0 else BACK
            began = time.perf_counter()
            await self.does(bet)
            self.seconds.append(time.perf_counter() - began)
            await asyncio.sleep(pause)

    async def does(self, act: dict[str, object]) -> None:
        self._sent += 1
        action = f"{self._number}-action-{self._sent:06}"
        await self._line.send(json.dumps({"id": action, "act": act}))
        while (frame := json.loads(await self._line.recv())).get("id") != action:
            pass
        assert frame.get("kind") != "refused", frame


async def to_the_echo(url: str, number: int) -> ClientConnection:
    return await connect(url.replace("http", "ws"), compression=None)


async def to_a_table(url: str, number: int) -> ClientConnection:
    """Everybody has a seat before anything is measured."""
    request = urllib.request.Request(f"{url}api/session", json.dumps({"name": f"Player {number}"}).encode())
    request.add_header("content-type", "application/json")
    answer = await asyncio.to_thread(urllib.request.urlopen, request)
    cookie = answer.headers["set-cookie"].partition(";")[0]
    table, seat = number // PEOPLE + 1, number % PEOPLE + 1
    address = f"{url.replace('http', 'ws')}ws/tables/{table}"
    line = await connect(address, additional_headers={"cookie": cookie}, compression=None)
    await Somebody(line, number).does({"input": "sit", "seat": seat, "chips": CHIPS})
    return line


async def measured(url: str, to: Line, people: range, times: int, pause: float) -> list[float]:
    """Seconds from each action to its answer, the shortest first."""
    lines = await asyncio.gather(*(to(url, number) for number in people))
    everybody = [Somebody(line, 1000 + number) for number, line in enumerate(lines)]
    share = pause / len(people)  # not all at the same moment
    await asyncio.gather(*(begin(each, at * share, times, pause) for at, each in enumerate(everybody)))
    for line in lines:
        await line.close()
    return sorted(seconds for each in everybody for seconds in each.seconds)


async def begin(somebody: Somebody, later: float, times: int, pause: float) -> None:
    await asyncio.sleep(later)
    await somebody.acts(times, pause)


def told(what: str, found: list[float]) -> str:
    at = [1000 * found[int(len(found) * part)] for part in (0.5, 0.95, 0.99)]
    return f"  {what:40} {at[0]:8.2f} {at[1]:8.2f} {at[2]:8.2f} {1000 * found[-1]:8.2f}   {len(found):,} answers"


def run(code: str, path: Path | None, to: Line, name: str) -> None:
    with served(code, path) as (_, url):
        for people, times, pause, how in (ONE, MANY):
            found = asyncio.run(measured(url, to, people, times, pause))
            print(told(f"{name}, {how}", found), flush=True)


async def tables(path: Path) -> None:
    casino = Casino(path)
    for number in range(TABLES + 1):
        await casino.make_table(f"Craps {number}", setting_of(CrapsHouse()))
    await casino.close()


def main() -> None:
    load = f"{TABLES * PEOPLE} people at {TABLES} tables, {TABLES * PEOPLE / PAUSE:.0f} actions a second"
    print(f"milliseconds from an action to its answer (load: {load})")
    print(f"  {'':40} {'50%':>8} {'95%':>8} {'99%':>8} {'most':>8}")
    run(ECHO, None, to_the_echo, "a bare echo")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        asyncio.run(tables(path))
        run(UNLIMITED, path, to_a_table, "an action at craps")


if __name__ == "__main__":
    main()
