"""A line being typed: signs one after the other, Backspace, Escape for all of it, and ↑ ↓ for lines typed before."""

from __future__ import annotations

from pitboss.cli.terminal import keys

LONGEST = 240  # signs that are kept
IN_VIEW = 60  # signs that are shown, the last ones


class Line:
    def __init__(self) -> None:
        self.text = ""
        self.beyond = 0  # signs typed after the longest line, of which nothing is kept but their number
        self._past: list[str] = []
        self._at = 0  # which of the past lines is shown; as many as there are: a new one

    @property
    def shown(self) -> str:
        """As much of it as is in view: its end, where the typing is."""
        text = self.text + "…" * bool(self.beyond)
        return text if len(text) <= IN_VIEW else "…" + text[1 - IN_VIEW :]

    def take(self, key: str) -> str | None:
        """What was typed, once Enter ends it. Enter does not end a line that is not here in full."""
        if key == keys.ENTER:
            return None if self.beyond else self._end()
        if key == keys.BACKSPACE and self.beyond:
            self.beyond -= 1
        elif key == keys.BACKSPACE:
            self._put(self.text[:-1])
        elif key == keys.ESCAPE:
            self._put("")
        elif key in (keys.UP, keys.DOWN):
            self._at = max(0, min(self._at + (1 if key == keys.DOWN else -1), len(self._past)))
            self._put([*self._past, ""][self._at])
        elif len(sign := " " if key == keys.SPACE else key) == 1:
            if len(self.text) < LONGEST:
                self.text += sign
            else:
                self.beyond += 1
        return None

    def _put(self, text: str) -> None:
        self.text, self.beyond = text, 0

    def _end(self) -> str:
        typed = self.text.strip()
        self._put("")
        if typed and self._past[-1:] != [typed]:
            self._past.append(typed)
        self._at = len(self._past)
        return typed
