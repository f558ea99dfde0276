"""On which line each key of a TOML file stands. The TOML reader of Python does not tell.

It reads only what that reader has accepted, so it checks nothing.
"""

from __future__ import annotations

import re
import tomllib

Key = tuple[str | int, ...]  # where a value stands: ("table", 0, "pay", "base", "flush")

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
    """The line of every header, key and element of an array; of what is written in several places, the first."""
    return _Scan(text.replace("\r\n", "\n")).lines


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Key, int] = {}
        self._line, self._counted = 1, 0  # line ends are counted once: up to where, and how many there were
        self._last: dict[Key, int] = {}  # the number of the last [[header]] of that name
        inside: Key = ()
        while self._blank():
            if text[self.at] == "[":
                inside = self._header()
            else:
                self._pair(inside)

    def _blank(self) -> bool:
        """Passes over blanks, line ends and comments; False at the end."""
        match = _BLANK.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return self.at < len(self.text)

    def _note(self, key: Key) -> None:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        self.lines.setdefault(key, self._line)

    def _header(self) -> Key:
        many = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 1 + many
        *outer, name = self._dotted()
        end, self.at = self.at, start
        key: Key = ()
        for part in outer:
            key = self._newest((*key, part))
            self._note(key)
        key = (*key, name)
        if many:
            self._last[key] = self._last.get(key, -1) + 1
        self._note(key)
        key = self._newest(key)
        self._note(key)
        self.at = self.text.index("]", end) + 1 + many
        return key

    def _newest(self, key: Key) -> Key:
        return (*key, self._last[key]) if key in self._last else key

    def _pair(self, inside: Key) -> None:
        start = self.at
        names = self._dotted()
        after, self.at = self.at, start
        for length in range(1, len(names) + 1):
            self._note((*inside, *names[:length]))
        self.at = self.text.index("=", after) + 1
        self._value((*inside, *names))

    def _dotted(self) -> list[str]:
        names = []
        while True:
            self._blank()
            if self.text[self.at] in "\"'":
                names.append(self._string())
            else:
                match = _BARE_KEY.match(self.text, self.at)
                assert match is not None
                self.at = match.end()
                names.append(match[0])
            self._blank()
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def _string(self) -> str:
        match = _STRING.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return str(tomllib.loads(f"k = {match[0]}")["k"])

    def _value(self, key: Key) -> None:
        self._blank()
        match self.text[self.at]:
            case "[":
                self._several(key, "]")
            case "{":
                self._several(key, "}")
            case '"' | "'":
                found = _STRING.match(self.text, self.at)
                assert found is not None
                self.at = found.end()
            case _:
                found = _PLAIN.match(self.text, self.at)
                assert found is not None
                self.at = found.end()

    def _several(self, key: Key, end: str) -> None:
        """An array, whose elements have numbers, or an inline table."""
        self.at += 1
        number = 0
        self._blank()
        while self.text[self.at] != end:
            if end == "]":
                self._note((*key, number))
                self._value((*key, number))
                number += 1
            else:
                self._pair(key)
            self._blank()
            if self.text[self.at] == ",":
                self.at += 1
                self._blank()
        self.at += 1
