"""People at a terminal, for tests: one with a script of keys, and one at a real pseudo-terminal. This module knows no
game."""

from __future__ import annotations

import codecs
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence

from kit.patience import PATIENCE
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.screen import HEIGHT, WIDTH


class ScriptedTerminal:
    """A terminal with a script of keys. Pauses take no time, and at the end of the script the person leaves."""

    leaves = "q"

    def __init__(self, script: Sequence[str], size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        self.script = iter(script)
        self.shape = size
        self.shown: list[list[str]] = []  # all screens
        self.asked: list[list[str]] = []  # the screens that waited for a key

    def size(self) -> tuple[int, int]:
        return self.shape

    def show(self, lines: Sequence[str]) -> None:
        self.shown.append(list(lines))

    def key(self, seconds: float | None) -> str:
        if seconds is not None:
            return keys.NOTHING
        self.asked.append(self.shown[-1])
        return next(self.script, self.leaves)


class Person:
    """A person at a pseudo-terminal, who waits until he sees something and then presses keys."""

    def __init__(self, *args: str, game: str, **env: str) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, 80))
        self.before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "play", game, "--quick", *args],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **env},
        )
        self.seen = self.everything = ""
        self.decode = codecs.getincrementaldecoder("utf-8")().decode  # a character may arrive in two parts

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *fault: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def wait_for(self, words: str) -> None:
        """Read the output until these words come."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"waited in vain for {words!r}; saw {self.seen!r}"
            sent = self.decode(os.read(self.master, 65536))
            self.seen += sent
            self.everything += sent
        self.seen = self.seen.partition(words)[2]

    def press(self, pressed: str) -> None:
        os.write(self.master, pressed.encode())

    def wait_for_end(self) -> int:
        """Wait until the program ends, and return its exit code."""
        self.wait_for("\x1b[?1049l")
        self.wait_for("pitboss explain")
        return self.process.wait(PATIENCE)

    @property
    def is_restored(self) -> bool:
        """True if the terminal is in the state that it had before."""
        return termios.tcgetattr(self.slave) == self.before
