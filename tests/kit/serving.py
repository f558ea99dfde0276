"""A real server in a separate process, and people who play at it over real sockets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from kit.patience import PATIENCE
from pitboss.games import REGISTERED

Frame = dict[str, Any]
TABLES = dict(enumerate(REGISTERED, 1))  # what a server opens by itself: one table of each game
STAKE = 40  # minimum wagers that a person brings to a table
CONNECTION_ERRORS = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, httpx.TransportError)


def ask(method: str, url: str, **options: Any) -> httpx.Response:
    """Send a request. Certificates are not verified, because loading them would take longer than everything else."""
    return httpx.request(method, url, verify=False, timeout=PATIENCE, **options)


# Starts a server for many people from one address and for browsers on a busy machine: without rate limits, with so much
# time that the clock decides for nobody, and without counting edges, which would start a process for each server.
UNLIMITED = """
import sys
from pitboss.server.access import rate_limits
from pitboss.server.live import table_settings
from pitboss.server.workers import edge_cache
edge_cache.Edges.edge_of = lambda self, setting: edge_cache.Edge()
rate_limits.LIMITS = rate_limits.UNLIMITED
table_settings.setting_of.__defaults__ = (table_settings.Pace(decision=99, wagers=99), 0)
from pitboss.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


class Server:
    """A server process. `crash` is a plan of store/database/crash_points.py. `source` is the folder of another version
    of the program, and `python` the interpreter that runs it."""

    def __init__(
        self,
        db: Path,
        crash: str = "",
        *more: str,
        source: Path | None = None,
        python: str = sys.executable,
        limited: bool = True,
    ) -> None:
        environment = {**os.environ, "PITBOSS_CRASH": crash}
        if source is not None:
            environment["PYTHONPATH"] = str(source)
        start = ["-m", "pitboss"] if limited else ["-c", UNLIMITED]
        command = [python, *start, "serve", "--json", "--db", str(db), "--port", "0", *more]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        printed = self.process.stdout.readline()
        announced = json.loads(printed) if printed else {"url": "", "token": ""}
        self.url, self.token = announced["url"].rstrip("/"), announced["token"]
        self.died = not printed or not self._answers()

    def _answers(self) -> bool:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                ask("GET", f"{self.url}/healthz")
                return True
            except httpx.TransportError:
                time.sleep(0.02)
        return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Stop the server as a service manager would, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def dies(self) -> bool:
        """Return whether the process ends by itself within `PATIENCE`."""
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return False
        return True

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *fault: object) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


class Person:
    """A player with an account. Remembers every action that was acknowledged."""

    def __init__(self, server: Server, name: str, seed: int = 0) -> None:
        self.name = name
        self.chance = Random(seed)
        self.cookies: dict[str, str] = {}
        self.acked: dict[tuple[int, str], tuple[int, Frame]] = {}  # (table, id) -> (number, what was sent)
        self.frames: list[str] = []  # every frame received over any socket
        self.socket: ClientConnection | None = None
        self._stack = ExitStack()  # holds the socket open
        self.view: Frame = {}
        self.server = server
        answer = self.post("/api/session", {"name": name})
        assert answer.status_code == 201, answer.text
        self.code = answer.json()["code"]
        self.cookies = dict(answer.cookies)

    def get(self, path: str) -> Any:
        return ask("GET", f"{self.server.url}{path}", cookies=self.cookies).json()

    def post(self, path: str, body: Any) -> httpx.Response:
        return ask("POST", f"{self.server.url}{path}", json=body, cookies=self.cookies)

    def connect(self, server: Server, table: int, query: str = "") -> None:
        self.server, self.table = server, table
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        url = f"{server.url.replace('http', 'ws', 1)}/ws/tables/{table}{query}"
        self.close()
        opened = connect(url, additional_headers={"Cookie": cookie} if cookie else {}, open_timeout=PATIENCE)
        self.socket = self._stack.enter_context(opened)
        self.receive()

    def receive(self) -> Frame:
        """Return the next frame. A view is also stored in `view`."""
        assert self.socket is not None
        raw = self.socket.recv(timeout=PATIENCE)
        assert isinstance(raw, str)
        return self.take(raw)

    def take(self, raw: str) -> Frame:
        self.frames.append(raw)
        frame: Frame = json.loads(raw)
        if frame["kind"] == "view":
            self.view = frame["view"]
        return frame

    def send(self, act: Frame, again: str | None = None) -> str:
        assert self.socket is not None
        action = again or uuid.uuid4().hex
        self.socket.send(json.dumps({"id": action, "act": act}))
        return action

    def do(self, act: Frame, again: str | None = None) -> Frame:
        """Send an action and return its answer."""
        action = self.send(act, again)
        while True:
            frame = self.receive()
            if frame["kind"] == "error" or frame.get("id") == action:
                break
        if frame["kind"] == "ack" and frame["number"]:
            self.acked[self.table, action] = (frame["number"], act)
        return frame

    def catch_up(self) -> None:
        """Read frames until the view is the newest."""
        newest = self.get(f"/api/tables/{self.table}")["number"]
        while self.view["number"] < newest:
            self.receive()

    # --- playing only what the view offers

    def something_to_do(self) -> Frame | None:
        """Return an act that the view offers, chosen at random, or None."""
        you, chance = self.view["you"], self.chance
        if not you["seat"]:
            taken = {seat["number"] for seat in self.view["seats"]}
            free = [number for number in range(1, self.view["places"] + 1) if number not in taken]
            return {"input": "sit", "seat": chance.choice(free), "chips": self._bring()} if free else None
        moves = [move["act"] for move in you["moves"]]
        answers = [act for act in moves if act["input"] == "answer"]
        if answers:
            return dict(chance.choice(answers))
        if not you["may_be_ready"]:
            return None
        affordable = [offer for offer in you["offers"] if offer["least"] * len(offer["spots"]) <= you["chips"]]
        out = self.view["wagers"].get(str(you["seat"]), {})
        if affordable and (not out or chance.random() < 0.3):
            offer = affordable[0] if not out else chance.choice(affordable)
            return {"input": "wager", "stakes": dict.fromkeys(offer["spots"], offer["least"])}
        if not affordable and not out and (leave := [act for act in moves if act["input"] == "leave"]):
            return dict(leave[0])  # to come back with more
        others = [act for act in moves if act["input"] not in ("leave", "answer")]
        if others and chance.random() < 0.1:
            return dict(chance.choice(others))
        return {"table": "ready", "round": self.view["round"]}

    def _bring(self) -> int:
        chips: int = STAKE * self.view["minimum"]
        return chips - chips % int(self.view["smallest_chip"])

    def play(self, turns: int) -> None:
        """Play this many turns of whatever there is to do."""
        for _ in range(turns):
            act = self.something_to_do()
            if act is not None:
                self.do(act)
            self.catch_up()

    def close(self) -> None:
        self._stack.close()
        self.socket = None
