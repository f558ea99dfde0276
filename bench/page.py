"""What an action costs the server: processor time (user and system) of the whole process for each acknowledged action,
with six people at one table who all look on, as pages and as programs; and beside it, in the same run, a server that
does nothing but send back what it is sent.

    make bench
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from pitboss.games import REGISTERED, load
from pitboss.server.casino import Casino
from pitboss.server.setting import setting_of

PEOPLE, ACTIONS = 6, 400
TICKS = os.sysconf("SC_CLK_TCK")
BOUNDS = {"pages": 2.0, "programs": 1.0}  # milliseconds

ECHO = """
import socket, sys, uvicorn
async def app(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": message["text"]})
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off")).run([listening])
"""


def spent(process: subprocess.Popen[str]) -> float:
    """Seconds of the processor, the kernel's work for it included."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Player:
    """Does the first thing that the view offers."""

    def __init__(self, url: str, table: int, number: int, query: str) -> None:
        self.url, self.table, self.number, self.query = url, table, number, query
        self.view: dict[str, Any] = {}
        self.answered = 0
        self.bytes = 0
        request = urllib.request.Request(f"{url}api/session", json.dumps({"name": f"Player {number}"}).encode())
        request.add_header("content-type", "application/json")
        self.cookie = urllib.request.urlopen(request).headers["set-cookie"].partition(";")[0]

    async def run(self, done: asyncio.Event, count: list[int]) -> None:
        address = f"{self.url.replace('http', 'ws')}ws/tables/{self.table}{self.query}"
        async with connect(address, additional_headers={"cookie": self.cookie}, compression=None) as line:
            sent = 0
            while not done.is_set():
                waiting = self.todo() if sent == self.answered and self.view else None
                if waiting is not None:
                    sent += 1
                    await line.send(json.dumps({"id": f"{self.number}-{sent:08}", "act": waiting}))
                await self.hear(line, count)
                if count[0] >= ACTIONS:
                    done.set()

    async def hear(self, line: ClientConnection, count: list[int]) -> None:
        try:
            text = await asyncio.wait_for(line.recv(), 0.5)
        except TimeoutError:
            return
        frame = json.loads(text)
        self.bytes += len(text)
        if frame["kind"] in ("view", "changes"):
            self.view |= frame["view"]
        else:
            self.answered += 1
            count[0] += frame["kind"] == "ack"

    def todo(self) -> dict[str, Any] | None:
        view, you = self.view, self.view["you"]
        if not you["seat"]:
            return {"input": "sit", "seat": self.number, "chips": 100 * view["minimum"]}
        answers = [move["act"] for move in you["moves"] if move["act"].get("input") == "answer"]
        if answers:
            return dict(answers[0])
        out = view["wagers"].get(str(you["seat"]))
        if you["offers"] and not out:
            offer = you["offers"][0]
            return {"input": "wager", "stakes": dict.fromkeys(offer["spots"], offer["least"])}
        return {"table": "ready", "round": view["round"]} if you["may_be_ready"] and out else None


async def play(url: str, table: int, query: str) -> tuple[int, int]:
    players = [Player(url, table, number, query) for number in range(1, PEOPLE + 1)]
    done, count = asyncio.Event(), [0]
    await asyncio.gather(*(each.run(done, count) for each in players))
    return count[0], sum(each.bytes for each in players)


async def echo(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}/", compression=None) as line:
        for number in range(ACTIONS):
            await line.send(json.dumps({"id": f"echo-{number:08}", "act": {"table": "ready", "round": number}}))
            await line.recv()


async def table_of(game: str, path: Path) -> None:
    """One table without companions."""
    casino = Casino(path)
    await casino.make_table(game, setting_of(load(game).house.usual()))
    await casino.close()


def measured(process: subprocess.Popen[str], what: Any) -> tuple[float, Any]:
    before = spent(process)
    found = asyncio.run(what)
    return spent(process) - before, found


def main() -> None:
    print(f"processor time of the server for an acknowledged action, {PEOPLE} people at one table")
    with subprocess.Popen([sys.executable, "-c", ECHO], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        seconds, _ = measured(process, echo(port))
        bare = 1000 * seconds / ACTIONS
        process.terminate()
    print(f"  a bare echo: {bare:.2f} ms")
    for kind, query in (("programs", ""), ("pages", "?changes=1")):
        for game in REGISTERED:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "pitboss.db"
                asyncio.run(table_of(game, path))
                command = [sys.executable, "-m", "pitboss", "serve", "--json", "--port", "0", "--db", str(path)]
                with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                    assert process.stdout is not None
                    url = json.loads(process.stdout.readline())["url"]
                    while True:
                        try:
                            urllib.request.urlopen(f"{url}healthz")
                            break
                        except OSError:
                            time.sleep(0.01)
                    seconds, (actions, bytes_) = measured(process, play(url, 1, query))
                    process.terminate()
            cost = 1000 * seconds / actions
            print(
                f"  {game}, {kind}: {cost:.2f} ms ({cost / bare:.0f} times the echo; bound {BOUNDS[kind]:.0f} ms), "
                f"{bytes_ / actions / 1000:.1f} kB sent to all",
                flush=True,
            )


if __name__ == "__main__":
    main()
