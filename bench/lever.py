"""Measure whether readers can delay players: the time to acknowledge a player's actions while eight anonymous
connections request the replay of one very long round again and again, compared with the time without them in the same
run. The server has its usual limits.

    make bench
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.acks import Somebody, connect_to_table
from bench.serving import PLAIN, run_server

from pitboss.engine.inputs import Sit, TakeBack, Wager
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.server.live import house_bars
from pitboss.server.live.table_settings import Pace, setting_of
from pitboss.server.live.tables import Casino

CHANGES = 5_800  # changes of wagers in the long round; servers now accept 500, but older ones had such rounds
READERS = 8
ACTIONS = 50  # actions of the player in each part of a run
PAUSE = 0.05  # seconds between two actions
TURNS = 4  # pairs of a part without readers and a part with them
LONG, OTHER = 1, 2  # numbers of the tables


class Measured(NamedTuple):
    """The results."""

    alone: list[float]  # seconds to each acknowledgment without readers, shortest first
    beside: list[float]  # the same with readers
    answers: dict[int, int]  # HTTP status -> number of answers to the readers

    @property
    def ratio(self) -> float:
        """Return the median time of an acknowledgment with readers over the median without."""
        return _median(self.beside) / _median(self.alone)


def _median(ordered: list[float]) -> float:
    return ordered[len(ordered) // 2]


async def prepare(path: Path, changes: int) -> None:
    """Make a database with one long finished round, and another table to play at."""
    casino = Casino(path)
    for name in ("Long", "Other"):
        await casino.make_table(name, setting_of(CrapsHouse(), Pace(decision=600, wagers=600)))
    await casino.open()
    table, account = casino.tables[LONG], (await casino.make_account("Ann", "")).id
    assert not (await table.act(account, 0, Sit(1, "Ann", 50_000), "sits-down")).refused
    assert not (await table.act(account, 1, Wager(1, {"pass": 500}), "bets-pass")).refused
    most, house_bars.MOST_CHANGES = house_bars.MOST_CHANGES, changes + 10
    for number in range(changes // 2):
        assert not (await table.act(account, 1, Wager(1, {"field": 500}), f"bet-{number:06}")).refused
        assert not (await table.act(account, 1, TakeBack(1, "field"), f"back-{number:06}")).refused
    house_bars.MOST_CHANGES = most
    assert not (await table.ready(account, 1, table.driver.carry.round, "is-ready")).refused
    await casino.close()


async def read_replay(port: int, answers: dict[int, int]) -> None:
    """Request the replay again and again over one connection, and count the answers by status."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET /api/tables/{LONG}/rounds/1/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
    try:
        while True:
            writer.write(request.encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
            status = int(head.split()[1])
            answers[status] = answers.get(status, 0) + 1
    finally:
        writer.close()


async def measure(url: str) -> Measured:
    """Measure without and with readers in turns, so that other load on the machine affects both."""
    line = await connect_to_table(url, 6)  # the first seat of the other table
    player, results = Somebody(line, 1), Measured([], [], {})
    port = int(url.rstrip("/").rpartition(":")[2])
    await player.act_repeatedly(20, 0.0)
    for _ in range(TURNS):
        player.seconds = results.alone
        await player.act_repeatedly(ACTIONS, PAUSE)
        readers = [asyncio.create_task(read_replay(port, results.answers)) for _ in range(READERS)]
        player.seconds = results.beside
        await player.act_repeatedly(ACTIONS, PAUSE)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    await line.close()
    for times in (results.alone, results.beside):
        times.sort()
    return results


def run(changes: int = CHANGES) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        asyncio.run(prepare(path, changes))
        with run_server(PLAIN, path) as (_, url):
            return asyncio.run(measure(url))


def main() -> None:
    results = run()
    print(f"milliseconds to an acknowledgment, beside a round of {CHANGES:,} changes that {READERS} connections replay")
    for label, times in (("without them", results.alone), ("with them", results.beside)):
        print(f"  {label:14} {1000 * _median(times):8.2f}   one in twenty {1000 * times[len(times) * 19 // 20]:8.2f}")
    print(f"  {results.ratio:.2f} times as long; answers to them by status: {dict(sorted(results.answers.items()))}")


if __name__ == "__main__":
    main()
