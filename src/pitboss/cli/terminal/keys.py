"""Keys by name, and the interface that a table needs of a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

NOTHING = ""  # no key was pressed in time
UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
ENTER, TAB, SPACE, ESCAPE, BACKSPACE = "Enter", "Tab", "Space", "Escape", "Backspace"
QUIT = "Control-C"  # also if the terminal has gone or a signal ends the process
RESIZE = "resize"
UNKNOWN = "this key"
SUSPEND = "Control-Z"

_ARROWS = {b"A": UP, b"B": DOWN, b"C": RIGHT, b"D": LEFT}
_NAMED = {"\r": ENTER, "\n": ENTER, "\t": TAB, " ": SPACE, "\x7f": BACKSPACE, "\b": BACKSPACE}
_NAMED |= {"\x03": QUIT, "\x04": QUIT, "\x1a": SUSPEND}
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*([@-~])|O([ -~]))")


class Terminal(Protocol):
    """The interface that a table needs of a terminal. Tests have one that presses keys by a script."""

    def size(self) -> tuple[int, int]: ...

    def show(self, lines: Sequence[str]) -> None: ...

    def key(self, seconds: float | None) -> str: ...


def first_key(pressed: bytes) -> tuple[str, bytes]:
    """Return the name of the first key in these bytes, and the rest of the bytes."""
    if pressed.startswith(b"\x1b"):
        if match := _SEQUENCE.match(pressed):
            return _ARROWS.get(match[1] or match[2], UNKNOWN), pressed[match.end() :]
        return ESCAPE, pressed[1:]
    for size in range(1, 5):
        with suppress(UnicodeDecodeError):
            sign = pressed[:size].decode()
            return _NAMED.get(sign, sign if sign.isprintable() else UNKNOWN), pressed[size:]
    return UNKNOWN, pressed[1:]
