"""Whether readers can hold up players: how soon a player's actions are acknowledged while eight connections without a
name ask for the replay of one very long round again and again, beside the same without them, in the same run. The
server has its usual limits.

    make bench
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.acks import Somebody, to_a_table
from bench.serving import PLAIN, served

from pitboss.engine.inputs import Sit, TakeBack, Wager
from pitboss.games.craps.house import CrapsHouse
from pitboss.server.live import house_bars
from pitboss.server.live.table_settings import Pace, setting_of
from pitboss.server.live.tables import Casino

CHANGES = 5_800  # of wagers in the long round; a server of today takes 500, and one of before had rounds like this
READERS = 8
ACTIONS = 50  # of the player, in each part of a run
PAUSE = 0.05  # seconds between two of them
TURNS = 4  # of a part without readers and a part with them
LONG, OTHER = 1, 2  # tables


class Measured(NamedTuple):
    alone: list[float]  # seconds to each acknowledgment, the shortest first
    beside: list[float]  # the same beside the readers
    answers: dict[int, int]  # to the readers, by status

    @property
    def ratio(self) -> float:
        return _middle(self.beside) / _middle(self.alone)


def _middle(found: list[float]) -> float:
    return found[len(found) // 2]


async def prepared(path: Path, changes: int) -> None:
    """A database with one long round that is over, and a table to play at."""
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


async def reads(port: int, answers: dict[int, int]) -> None:
    """Asks for the replay as often as it is answered, over one connection."""
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


async def measured(url: str) -> Measured:
    """Parts without readers and parts with them take turns, so that whatever else the machine does meets both."""
    line = await to_a_table(url, 6)  # the first seat of the other table
    somebody, found = Somebody(line, 1), Measured([], [], {})
    port = int(url.rstrip("/").rpartition(":")[2])
    await somebody.acts(20, 0.0)
    for _ in range(TURNS):
        somebody.seconds = found.alone
        await somebody.acts(ACTIONS, PAUSE)
        readers = [asyncio.create_task(reads(port, found.answers)) for _ in range(READERS)]
        somebody.seconds = found.beside
        await somebody.acts(ACTIONS, PAUSE)
        for each in readers:
            each.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    await line.close()
    for times in (found.alone, found.beside):
        times.sort()
    return found


def run(changes: int = CHANGES) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        asyncio.run(prepared(path, changes))
        with served(PLAIN, path) as (_, url):
            return asyncio.run(measured(url))


def main() -> None:
    found = run()
    print(f"milliseconds to an acknowledgment, beside a round of {CHANGES:,} changes that {READERS} connections replay")
    for what, times in (("without them", found.alone), ("with them", found.beside)):
        print(f"  {what:14} {1000 * _middle(times):8.2f}   one in twenty {1000 * times[len(times) * 19 // 20]:8.2f}")
    print(f"  {found.ratio:.2f} times as long; answers to them by status: {dict(sorted(found.answers.items()))}")


if __name__ == "__main__":
    main()
