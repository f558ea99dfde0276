"""Finds the line of each key in a TOML file, which Python's TOML reader does not report.

It only reads files that the TOML reader has accepted, so it checks nothing.
"""

from __future__ import annotations

import re
import tomllib

Key = tuple[str | int, ...]  # the path of a value: ("table", 0, "pay", "base", "flush")

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}'
    r"|'''(?:[^']|'(?!''))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]*")  # a number, a date, true or false


def key_lines(text: str) -> dict[Key, int]:
    """Return the line of every header, key and array element; the first line, if it is written in several places."""
    return _Scan(text.replace("\r\n", "\n")).lines


class _Scan:
    """Scans a TOML text from start to end and notes the line of every key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines: dict[Key, int] = {}
        self._line, self._counted_to = 1, 0  # the line at position _counted_to, so that each line end is counted once
        self._last: dict[Key, int] = {}  # the index of the last [[header]] of that name
        inside: Key = ()
        while self._skip_blank():
            if text[self.position] == "[":
                inside = self._header()
            else:
                self._pair(inside)

    def _skip_blank(self) -> bool:
        """Skip blanks, line ends and comments; returns False at the end of the text."""
        match = _BLANK.match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return self.position < len(self.text)

    def _note(self, key: Key) -> None:
        """Note the current line for a key, unless it has one."""
        self._line += self.text.count("\n", self._counted_to, self.position)
        self._counted_to = self.position
        self.lines.setdefault(key, self._line)

    def _header(self) -> Key:
        """Read a [header] or [[header]] and return its path."""
        is_array = self.text.startswith("[[", self.position)
        start = self.position
        self.position += 1 + is_array
        *outer, name = self._dotted_key()
        end, self.position = self.position, start
        key: Key = ()
        for part in outer:
            key = self._newest((*key, part))
            self._note(key)
        key = (*key, name)
        if is_array:
            self._last[key] = self._last.get(key, -1) + 1
        self._note(key)
        key = self._newest(key)
        self._note(key)
        self.position = self.text.index("]", end) + 1 + is_array
        return key

    def _newest(self, key: Key) -> Key:
        """Return the path of the newest element, if the key is an array of tables."""
        return (*key, self._last[key]) if key in self._last else key

    def _pair(self, inside: Key) -> None:
        """Read a key and its value."""
        start = self.position
        names = self._dotted_key()
        after, self.position = self.position, start
        for length in range(1, len(names) + 1):
            self._note((*inside, *names[:length]))
        self.position = self.text.index("=", after) + 1
        self._value((*inside, *names))

    def _dotted_key(self) -> list[str]:
        """Read a dotted key and return its parts."""
        names = []
        while True:
            self._skip_blank()
            if self.text[self.position] in "\"'":
                names.append(self._string())
            else:
                match = _BARE_KEY.match(self.text, self.position)
                assert match is not None
                self.position = match.end()
                names.append(match[0])
            self._skip_blank()
            if self.text[self.position] != ".":
                return names
            self.position += 1

    def _string(self) -> str:
        match = _STRING.match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return str(tomllib.loads(f"k = {match[0]}")["k"])

    def _value(self, key: Key) -> None:
        self._skip_blank()
        match self.text[self.position]:
            case "[":
                self._container(key, "]")
            case "{":
                self._container(key, "}")
            case '"' | "'":
                match = _STRING.match(self.text, self.position)
                assert match is not None
                self.position = match.end()
            case _:
                match = _PLAIN.match(self.text, self.position)
                assert match is not None
                self.position = match.end()

    def _container(self, key: Key, end: str) -> None:
        """Read an array, whose elements are numbered, or an inline table."""
        self.position += 1
        number = 0
        self._skip_blank()
        while self.text[self.position] != end:
            if end == "]":
                self._note((*key, number))
                self._value((*key, number))
                number += 1
            else:
                self._pair(key)
            self._skip_blank()
            if self.text[self.position] == ",":
                self.position += 1
                self._skip_blank()
        self.position += 1
