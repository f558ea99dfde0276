"""A line being typed. Backspace deletes a character, Escape the line; the up and down arrows show lines typed
before."""

from __future__ import annotations

from pitboss.cli.terminal import keys

LONGEST = 240  # characters that are kept
IN_VIEW = 60  # characters that are shown, from the end of the line


class Line:
    """The line at the bottom of a table, with its history."""

    def __init__(self) -> None:
        self.text = ""
        self.overflow = 0  # characters typed beyond LONGEST; only their number is kept
        self._past: list[str] = []
        self._index = 0  # of the past line that is shown; len(_past): a new line

    @property
    def visible(self) -> str:
        """The part of the line that is shown: its end, where the person types."""
        text = self.text + "…" * bool(self.overflow)
        return text if len(text) <= IN_VIEW else "…" + text[1 - IN_VIEW :]

    def press(self, key: str) -> str | None:
        """Take a key. Returns the line if Enter ends it; a line that is too long is not ended by Enter."""
        if key == keys.ENTER:
            return None if self.overflow else self._finish()
        if key == keys.BACKSPACE and self.overflow:
            self.overflow -= 1
        elif key == keys.BACKSPACE:
            self._set_text(self.text[:-1])
        elif key == keys.ESCAPE:
            self._set_text("")
        elif key in (keys.UP, keys.DOWN):
            self._index = max(0, min(self._index + (1 if key == keys.DOWN else -1), len(self._past)))
            self._set_text([*self._past, ""][self._index])
        elif len(sign := " " if key == keys.SPACE else key) == 1:
            if len(self.text) < LONGEST:
                self.text += sign
            else:
                self.overflow += 1
        return None

    def _set_text(self, text: str) -> None:
        self.text, self.overflow = text, 0

    def _finish(self) -> str:
        """Return the line, keep it in the history, and begin a new one."""
        typed = self.text.strip()
        self._set_text("")
        if typed and self._past[-1:] != [typed]:
            self._past.append(typed)
        self._index = len(self._past)
        return typed
