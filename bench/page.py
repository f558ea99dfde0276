"""Measure the processor time (user and system) of the server process for each acknowledged action, with six people at
one table who all watch it, as pages and as programs. In the same run an echo server is measured for comparison.

    make bench
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from bench.serving import ECHO, UNLIMITED, cpu_seconds, run_server
from websockets.asyncio.client import ClientConnection, connect

from pitboss.games import REGISTERED, load
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

PEOPLE, ACTIONS = 6, 400
CHIPS = 150  # times the minimum
BEFORE = 100  # actions that are not counted, because a server does some work only once
BOUNDS = {"pages": 2.0, "programs": 1.0}  # milliseconds


class Player:
    """A player who does the first thing that the view offers."""

    def __init__(self, url: str, table: int, number: int, query: str) -> None:
        self.url, self.table, self.number, self.query = url, table, number, query
        self.view: dict[str, Any] = {}
        self.answered = 0
        request = urllib.request.Request(f"{url}api/session", json.dumps({"name": f"Player {number}"}).encode())
        request.add_header("content-type", "application/json")
        self.cookie = urllib.request.urlopen(request).headers["set-cookie"].partition(";")[0]

    async def run(self, done: asyncio.Event, count: Count) -> None:
        address = f"{self.url.replace('http', 'ws')}ws/tables/{self.table}{self.query}"
        async with connect(address, additional_headers={"cookie": self.cookie}, compression=None) as line:
            sent = 0
            while not done.is_set():
                act = self.todo() if sent == self.answered and self.view else None
                if act is not None:
                    sent += 1
                    await line.send(json.dumps({"id": f"{self.number}-{sent:08}", "act": act}))
                await self.hear(line, count)
                if count.actions >= ACTIONS:
                    done.set()

    async def hear(self, line: ClientConnection, count: Count) -> None:
        try:
            text = await asyncio.wait_for(line.recv(), 0.5)
        except TimeoutError:
            return
        frame = json.loads(text)
        count.bytes += len(text)
        if frame["kind"] in ("view", "changes"):
            self.view |= frame["view"]
        else:
            self.answered += 1
            if frame["kind"] == "ack":
                count.acknowledged()

    def todo(self) -> dict[str, Any] | None:
        view, you = self.view, self.view["you"]
        if not you["seat"]:
            # In a game that needs company a house player has a seat, so the last player may have to watch.
            taken = {seat["number"] for seat in view["seats"]}
            free = [number for number in (self.number, *range(1, view["places"] + 1)) if number not in taken]
            return {"input": "sit", "seat": free[0], "chips": CHIPS * view["minimum"]} if free else None
        answers = [move["act"] for move in you["moves"] if move["act"].get("input") == "answer"]
        if answers:
            return dict(answers[0])
        out = view["wagers"].get(str(you["seat"]))
        if you["offers"] and not out:
            offer = you["offers"][0]
            return {"input": "wager", "stakes": dict.fromkeys(offer["spots"], offer["least"])}
        return {"table": "ready", "round": view["round"]} if you["may_be_ready"] and out else None


class Count:
    """Counts acknowledged actions and bytes after the first `BEFORE` actions."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.actions, self.bytes, self.began = process, -BEFORE, 0, 0.0

    def acknowledged(self) -> None:
        self.actions += 1
        if self.actions == 0:
            self.began, self.bytes = cpu_seconds(self.process.pid), 0


async def play(process: subprocess.Popen[str], url: str, table: int, query: str) -> tuple[float, float]:
    """Return the milliseconds of processor time and the bytes sent for one action."""
    players = [Player(url, table, number, query) for number in range(1, PEOPLE + 1)]
    done, count = asyncio.Event(), Count(process)
    await asyncio.gather(*(player.run(done, count) for player in players))
    return 1000 * (cpu_seconds(process.pid) - count.began) / count.actions, count.bytes / count.actions


async def echo(url: str, messages: int) -> None:
    async with connect(url.replace("http", "ws"), compression=None) as line:
        for number in range(messages):
            await line.send(json.dumps({"id": f"echo-{number:08}", "act": {"table": "ready", "round": number}}))
            await line.recv()


async def make_table(game: str, path: Path) -> None:
    """Make a database with one table without companions."""
    casino = Casino(path)
    await casino.make_table(game, setting_of(load(game).house.usual()))
    await casino.close()


def main() -> None:
    print(f"processor time of the server for an acknowledged action, {PEOPLE} people at one table")
    with run_server(ECHO) as (process, url):
        asyncio.run(echo(url, BEFORE))
        before = cpu_seconds(process.pid)
        asyncio.run(echo(url, ACTIONS))
        bare = 1000 * (cpu_seconds(process.pid) - before) / ACTIONS
    print(f"  a bare echo: {bare:.2f} ms")
    for kind, query in (("programs", ""), ("pages", "?changes=1")):
        for game in REGISTERED:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "pitboss.db"
                asyncio.run(make_table(game, path))
                with run_server(UNLIMITED, path) as (process, url):
                    cost, size = asyncio.run(play(process, url, 1, query))
            print(
                f"  {game}, {kind}: {cost:.2f} ms ({cost / bare:.0f} times the echo; bound {BOUNDS[kind]:.0f} ms), "
                f"{size / 1000:.1f} kB sent to all",
                flush=True,
            )


if __name__ == "__main__":
    main()
