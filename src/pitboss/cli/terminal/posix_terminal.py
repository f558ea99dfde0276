"""The terminal as a device: reads keys one at a time, writes whole screens, and always restores its old state.

Control-C is read as a key and not as a signal, so that it cannot interrupt the writing of a record. Only this module of
the package needs POSIX.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from types import FrameType, TracebackType

from pitboss.cli.terminal.keys import NOTHING, QUIT, RESIZE, SUSPEND, first_key

_ENDING = frozenset((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")
_REST_OF_SEQUENCE = 0.05  # seconds to wait for the rest of an arrow key; a lone Escape has none

_OPEN_SCREEN, _CLOSE_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _END_OF_LINE, _END_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"


class RawTerminal:
    """The terminal of this process. On a `dumb` one, which cannot be painted over, screens follow one another."""

    def __init__(self, dumb: bool) -> None:
        self._dumb = dumb
        self._in = sys.stdin.fileno()
        self._pressed = b""
        self._screen: list[str] = []
        self._printed: list[str] = []

    def __enter__(self) -> RawTerminal:
        self._saved = termios.tcgetattr(self._in)
        # A signal only writes its number into a pipe, and `select` waits for the pipe and the keys together. The
        # interpreter writes at once; a handler in Python could run too late if the signal came just before `select`.
        self._signals, self._signalled = os.pipe()
        os.set_blocking(self._signalled, False)
        self._wakeup = signal.set_wakeup_fd(self._signalled, warn_on_full_buffer=False)
        self._handlers = {number: signal.signal(number, _leave_to_pipe) for number in (signal.SIGWINCH, *_ENDING)}
        self._enter_raw_mode()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave_raw_mode()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._signals)
        os.close(self._signalled)

    def size(self) -> tuple[int, int]:
        with suppress(OSError):
            size = os.get_terminal_size(sys.stdout.fileno())
            return size.columns or 80, size.lines or 24
        return 80, 24

    def show(self, lines: Sequence[str]) -> None:
        self._screen = list(lines)
        if not self._dumb:
            self._write(_HOME + "\n".join(line + _END_OF_LINE for line in lines) + _END_OF_SCREEN)

    def key(self, seconds: float | None) -> str:
        """Return the next key, or NOTHING if none is pressed within `seconds`; None waits without limit."""
        if self._dumb and seconds:
            return NOTHING  # no pauses: this terminal cannot repaint its screen meanwhile
        if self._dumb and seconds is None and self._screen != self._printed:
            changed = [line for line, before in zip_longest(self._screen, self._printed) if line != before]
            # While a line is typed, only that line changes.
            lines = changed if len(changed) == 1 and changed[0] else self._screen
            self._printed = self._screen
            self._write("\n".join([*lines, ""]))
        if not self._pressed and (name := self._wait(seconds)) is not None:
            return name
        if _UNFINISHED.fullmatch(self._pressed) and select.select([self._in], [], [], _REST_OF_SEQUENCE)[0]:
            self._read()
        key, self._pressed = first_key(self._pressed)
        return self._suspend() if key == SUSPEND else key

    def _wait(self, seconds: float | None) -> str | None:
        """Wait for keys or a signal. Returns None if keys were read, otherwise the key that stands for what
        happened."""
        ready, _, _ = select.select([self._in, self._signals], [], [], seconds)
        if self._signals in ready:
            return QUIT if _ENDING.intersection(os.read(self._signals, 64)) else RESIZE
        if not ready:
            return NOTHING
        return None if self._read() else QUIT

    def _read(self) -> bool:
        """Read the bytes of pressed keys; returns False if the terminal has gone."""
        try:
            pressed = os.read(self._in, 1024)
        except OSError:
            return False
        self._pressed += pressed
        return bool(pressed)

    def _suspend(self) -> str:
        """Suspend the process as Control-Z does, with the terminal restored meanwhile."""
        self._leave_raw_mode()
        os.kill(os.getpid(), signal.SIGTSTP)
        self._enter_raw_mode()
        return RESIZE

    def _enter_raw_mode(self) -> None:
        """Switch the terminal to reading single keys, and open a screen of its own."""
        tty.setcbreak(self._in)
        mode = termios.tcgetattr(self._in)
        mode[3] &= ~(termios.ISIG | termios.IEXTEN)
        termios.tcsetattr(self._in, termios.TCSANOW, mode)
        if not self._dumb:
            self._write(_OPEN_SCREEN)

    def _leave_raw_mode(self) -> None:
        """Restore the old state of the terminal."""
        if not self._dumb:
            self._write(_CLOSE_SCREEN)
        with suppress(termios.error):
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._saved)

    def _write(self, text: str) -> None:
        with suppress(OSError):  # reading keys notices that the terminal has gone
            sys.stdout.write(text)
            sys.stdout.flush()


def _leave_to_pipe(number: int, frame: FrameType | None) -> None:
    """Ignore the signal. It needs a handler because Python writes to the wakeup pipe only for signals that have one."""
