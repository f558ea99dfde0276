"""The terminal of somebody at a table: what is drawn, and which keys are meant for what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.screen import Panel, Prompt, Scene, draw, fits, pages
from pitboss.engine.view import Act
from pitboss.engine.waits import Refusal


class Picture(Protocol):
    """A table that can be drawn."""

    help: Sequence[tuple[str, str]]

    @property
    def unit(self) -> str:
        """The name of a round of the engine at this table."""

    @property
    def title(self) -> str:
        """The name of the table."""

    def heading(self, width: int) -> str:
        """Return what stands beside the title on a screen so wide."""

    def panel(self) -> Panel:
        """Return what stands in the panel where nothing else does."""

    def furnish(self, canvas: Canvas) -> int:
        """Draw the table; returns the row below it."""


class Console:
    """Once the person has gone nothing is drawn or asked any more. Without a terminal he was never there."""

    def __init__(
        self, terminal: keys.Terminal | None, look: Look, picture: Picture, *, quick: bool, left: Callable[[], None]
    ) -> None:
        self._terminal, self._look, self._picture, self._quick = terminal, look, picture, quick
        self._left = left  # hears that the person has gone
        self.hurried = quick  # whether the dealer is not waited for
        self.notice: Act | None = None
        self.serves: Callable[[str], bool] = lambda key: False  # what else may be asked for at any prompt

    @property
    def here(self) -> bool:
        """True if the person is still there."""
        return self._terminal is not None

    def leave(self) -> None:
        """Let the person go."""
        self._terminal = None
        self._left()

    # --- what is shown

    def say(self, told: str, cite: str = "") -> None:
        """Show a notice until the next key."""
        self.notice = Act(cite, told)

    def refuse(self, refused: Sequence[Refusal]) -> None:
        """Say why something is not taken; one reason is enough on a screen."""
        self.say(f"{refused[0].wrong} {refused[0].right}", refused[0].cite)

    def explain_key(self, key: str, cite: str, right: str) -> None:
        """Say that a key does nothing here, and what does."""
        name = f"“{key}”" if len(key) == 1 else key[0].upper() + key[1:]
        self.say(f"{name} does nothing here: {right}.", cite)

    def start_round(self) -> None:
        """Wait for the dealer again."""
        self.hurried = self._quick

    def pause(self, seconds: float) -> None:
        """Let an act be looked at for so long; a key speeds up the dealer."""
        if self._terminal is None or self.hurried or not seconds:
            return
        self._draw(self._terminal, Prompt("", "any key to speed up the dealer · q leave"))
        key = self._terminal.key(seconds)
        if key in ("q", keys.QUIT):
            self.leave()
        elif key not in (keys.NOTHING, keys.RESIZE):
            self.hurried = True

    def look_at(self, words: str, reasons: list[Act], over: Act | None, detail: str = "") -> None:
        """Show the settled table until the person goes on, or, if it is over for him, leaves."""
        prompt = Prompt(words, f"Enter next {self._picture.unit} · y why · ? help · q leave", detail=detail)
        if over is not None:
            prompt = Prompt(words, "Enter leave · y why · ? help", over.cite, over.told)
        why = False
        while self.here:
            key = self.key(prompt, Panel("why", reasons, whole=True) if why else None)
            if key == keys.ENTER:
                break
            if key == "y":
                why = not why
            else:
                self.explain_key(key, "", "Enter goes on, y shows why, q leaves")

    def pages(self, acts: Sequence[Act]) -> list[list[Act]]:
        """Return acts as they fit on screens like this one."""
        assert self._terminal is not None
        return pages(acts, *self._terminal.size())

    def _draw(
        self, terminal: keys.Terminal, prompt: Prompt, panel: Panel | None = None, *, helping: bool = False
    ) -> None:
        width, height = terminal.size()
        picture = self._picture
        scene = Scene(
            title=picture.title,
            heading=picture.heading(width),
            panel=panel or picture.panel(),
            prompt=prompt,
            notice=self.notice,
            help=picture.help if helping else (),
        )
        terminal.show(draw(scene, picture.furnish, width, height, self._look))

    # --- keys

    def forget_keys(self) -> None:
        """Drop what was pressed before a question: it does not answer it. Only leaving is meant whenever it is
        pressed."""
        while self._terminal is not None and (key := self._terminal.key(0)) != keys.NOTHING:
            if key in ("q", "Q", keys.QUIT):
                self.leave()

    def press(self, prompt: Prompt, panel: Panel | None = None, *, helping: bool = False) -> str:
        """Return the next key, whatever it means here. Only Control-C leaves from everywhere."""
        self.hurried = self._quick
        while self._terminal is not None:
            self._draw(self._terminal, prompt, panel, helping=helping)
            key = self._terminal.key(None)
            if key == keys.QUIT or (key in ("q", "Q") and not fits(*self._terminal.size())):
                self.leave()
            elif key != keys.RESIZE:
                return key
        return keys.QUIT

    def key(self, prompt: Prompt, panel: Panel | None = None) -> str:
        """Return the next key that is meant for this prompt; help, leaving and what else the table serves at any prompt
        are served here."""
        key = self.key_for(prompt, panel)
        while self.serves(key):
            key = self.key_for(prompt, panel)
        return key

    def key_for(self, prompt: Prompt, panel: Panel | None = None) -> str:
        """Return the next key at a prompt at which only help and leaving are served besides."""
        helping = False
        while self.here:
            key = self.press(prompt, panel, helping=helping)
            key = key.lower() if len(key) == 1 else key
            if key == "q":
                self.leave()
            elif helping or key == "?":
                helping = not helping
            else:
                self.notice = None
                return key
        return keys.QUIT
