"""A line being typed: signs one after the other, Backspace, Escape for all of it, and ↑ ↓ for lines typed before."""

from __future__ import annotations

from pitboss.cli import keys

LONGEST = 60  # signs; what is longer would not be seen


class Line:
    def __init__(self) -> None:
        self.text = ""
        self._past: list[str] = []
        self._at = 0  # which of the past lines is shown; as many as there are: a new one

    def take(self, key: str) -> str | None:
        """What was typed, once Enter ends it."""
        if key == keys.ENTER:
            typed, self.text = self.text.strip(), ""
            if typed and self._past[-1:] != [typed]:
                self._past.append(typed)
            self._at = len(self._past)
            return typed
        if key == keys.BACKSPACE:
            self.text = self.text[:-1]
        elif key == keys.ESCAPE:
            self.text = ""
        elif key in (keys.UP, keys.DOWN):
            self._at = max(0, min(self._at + (1 if key == keys.DOWN else -1), len(self._past)))
            self.text = [*self._past, ""][self._at]
        elif len(sign := " " if key == keys.SPACE else key) == 1:
            self.text = (self.text + sign)[:LONGEST]
        return None
