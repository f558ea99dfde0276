"""Servers that start at once: a process has everything imported, and each server is a fork of it.

Only one runs at a time. Whether it is started so or by `python -m pitboss`, it is a process of its own that begins with
the files it finds; what is saved is a second and a half of imports.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import urlopen

import pitboss
from kit.patience import PATIENCE

PAGES = 50  # of the log, after which SQLite copies them into the database: a test has too few for the usual thousand


def _prepare() -> None:
    from pitboss.games import REGISTERED, load
    from pitboss.server.access import rate_limits

    # Set before the server reads them: more than ten people come from one address.
    rate_limits.LIMITS = rate_limits.UNLIMITED
    from pitboss.server import app, uvicorn_server  # noqa: F401
    from pitboss.server.live import table_settings
    from pitboss.server.ops import logs, open_files  # noqa: F401
    from pitboss.server.workers import edge_cache
    from pitboss.store.database import writer

    for game in REGISTERED:
        load(game)
    # Else each server would start a process of its own.
    edge_cache.Edges.edge_of = lambda self, setting: edge_cache.Edge()  # type: ignore[method-assign]
    table_settings.setting_of.__defaults__ = (table_settings.Pace(decision=99, wagers=99), 0)
    set_up = writer._set_up

    def often_copied(db: Any) -> None:
        set_up(db)
        db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    writer._set_up = often_copied


def _arm(plan: str) -> None:
    """Set the crash point that store/database/crash_points.py reads at a start."""
    from pitboss.store.database import crash_points

    point, _, times = plan.rpartition(":")
    crash_points._plan, crash_points._left = point, int(times) if point else 0


def _serve(arguments: list[str], plan: str, armed: Path) -> None:
    from pitboss.cli.main import main

    def arm(number: int, frame: FrameType | None) -> None:
        _arm(armed.read_text())

    signal.signal(signal.SIGUSR1, arm)
    _arm(plan)
    os._exit(main(["serve", "--json", *arguments]))


def _say(what: dict[str, int]) -> None:
    """Print a line of its own, also after a server that was killed before it could end its line."""
    os.write(1, f"\n{json.dumps(what)}\n".encode())


def stand() -> None:
    """Read what to start, start it, and report its end."""
    _prepare()
    _say({})
    for line in sys.stdin:
        asked = json.loads(line)
        ready, go = os.pipe()
        child = os.fork()
        if not child:
            os.close(go)
            os.read(ready, 1)  # until it is said who we are: both write to one pipe
            _serve(asked["arguments"], asked["plan"], Path(asked["armed"]))
        _say({"process": child})
        os.close(ready)
        os.close(go)
        ended = status = 0
        while not ended:
            if select.select([sys.stdin], [], [], 0.005)[0]:  # nobody is there any more: nothing is asked meanwhile
                os.kill(child, signal.SIGKILL)
            ended, status = os.waitpid(child, os.WNOHANG)
        _say({"ended": os.waitstatus_to_exitcode(status)})


# Where the kit is, and the source that is tested.
FOUND = (Path(__file__).parents[1], Path(pitboss.__file__).parents[1])


class Stable:
    """A stable of servers that stand ready. `errors` is what they have complained about."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._errors, self._armed = folder / "stderr", folder / "armed"
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "kit.stable"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOUND)), **environment},
            )
        self._buffer = b""
        self._read_answer()
        self._child = 0
        self.ended: int | None = 0
        self.told: dict[str, Any] = {}

    def start(self, *arguments: str, plan: str = "") -> None:
        assert self.ended is not None, "the last one still runs"
        asked = {"arguments": arguments, "plan": plan, "armed": str(self._armed)}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        self.ended, self._child = None, self._read_answer()["process"]

    def tells(self) -> bool:
        """Wait for the server's address, and return whether it came before anything killed the server."""
        self.told = self._hear()
        return self.ended is None

    def is_up(self) -> bool:
        """Wait until everything is ready, unless the server is killed before. Return whether it is."""
        answer = self.get("readyz")
        assert answer is None or json.loads(answer)["reasons"] == [], answer
        return answer is not None

    def get(self, path: str) -> str | None:
        """Return the server's answer, once it comes; None if the server is killed before."""
        while self.runs():
            try:
                with urlopen(f"{self.told['url']}{path}", timeout=PATIENCE) as answer:
                    return str(answer.read().decode())
            except HTTPError as wrong:
                raise AssertionError(wrong.read().decode()) from None
            except OSError:
                time.sleep(0.01)
        return None

    def arm(self, plan: str) -> None:
        """Have a point kill the server from now on."""
        self._armed.write_text(plan)
        os.kill(self._child, signal.SIGUSR1)

    def kill(self) -> None:
        if self.ended is None:
            with suppress(ProcessLookupError):  # a point may have done it
                os.kill(self._child, signal.SIGKILL)

    def stop(self) -> int:
        os.kill(self._child, signal.SIGTERM)
        return self.ends()

    def ends(self) -> int:
        """Wait for the server to end, and return its exit code."""
        while self.ended is None:
            self._hear()
        return self.ended

    def runs(self) -> bool:
        """Tell whether the server has not ended, as far as anybody has heard."""
        assert self._process.stdout is not None
        if self.ended is None and (
            b"\n" in self._buffer.lstrip() or select.select([self._process.stdout], [], [], 0)[0]
        ):
            self._hear()
        return self.ended is None

    def errors(self) -> str:
        return self._errors.read_text()

    def close(self) -> None:
        self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=PATIENCE)
        self._process.stdout.close()

    def _hear(self) -> dict[str, Any]:
        said = self._read_answer()
        if "ended" in said:
            self.ended = said["ended"]
        return said

    def _read_answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in (said := self._buffer.lstrip()):
            ready, _, _ = select.select([self._process.stdout], [], [], max(0, deadline - time.monotonic()))
            read = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            assert read, f"nothing is said: {self.errors()}"
            self._buffer += read
        line, _, self._buffer = said.partition(b"\n")
        return cast(dict[str, Any], json.loads(line))


if __name__ == "__main__":
    stand()
