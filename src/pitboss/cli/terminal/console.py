"""The terminal of a person at a table: draws screens, and passes on the keys that are meant for the current prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.screen import Panel, Prompt, Scene, draw, is_big_enough, paginate
from pitboss.engine.view import Act
from pitboss.engine.waits import Refusal


class Picture(Protocol):
    """The interface through which the console draws a table."""

    help: Sequence[tuple[str, str]]

    @property
    def unit(self) -> str:
        """The name of a round of the engine at this table."""

    @property
    def title(self) -> str:
        """The name of the table."""

    def heading(self, width: int) -> str:
        """Return the text beside the title on a screen of this width."""

    def panel(self) -> Panel:
        """Return the panel to be shown when nothing else is."""

    def furnish(self, canvas: Canvas) -> int:
        """Draw the table; returns the first row below it."""


class Console:
    """A person's terminal, on which a table is drawn and keys are read. Without a person, and after the person has
    left, nothing is drawn and nothing is asked.
    """

    def __init__(
        self, terminal: keys.Terminal | None, look: Look, picture: Picture, *, quick: bool, on_leave: Callable[[], None]
    ) -> None:
        self._terminal, self._look, self._picture, self._quick = terminal, look, picture, quick
        self._on_leave = on_leave
        self.hurried = quick  # whether the pauses between acts are skipped
        self.notice: Act | None = None
        # Serves a key that works at any prompt; returns whether it is one.
        self.serve_key: Callable[[str], bool] = lambda key: False

    @property
    def is_present(self) -> bool:
        """True if there is a person who has not left."""
        return self._terminal is not None

    def leave(self) -> None:
        """Note that the person leaves."""
        self._terminal = None
        self._on_leave()

    # --- what is shown

    def say(self, words: str, cite: str = "") -> None:
        """Show a notice until the next key is pressed."""
        self.notice = Act(cite, words)

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Show why the table refuses something: the first reason, because a screen has room for one."""
        self.say(f"{refusals[0].wrong} {refusals[0].right}", refusals[0].cite)

    def explain_key(self, key: str, cite: str, right: str) -> None:
        """Say that a key does nothing here, and which keys do."""
        name = f"“{key}”" if len(key) == 1 else key[0].upper() + key[1:]
        self.say(f"{name} does nothing here: {right}.", cite)

    def start_round(self) -> None:
        """Pause between acts again, after a key has skipped the pauses of the last round."""
        self.hurried = self._quick

    def pause(self, seconds: float) -> None:
        """Pause so that an act can be read. Any key skips the pauses of this round."""
        if self._terminal is None or self.hurried or not seconds:
            return
        self._draw(self._terminal, Prompt("", "any key to speed up the dealer · q leave"))
        key = self._terminal.key(seconds)
        if key in ("q", keys.QUIT):
            self.leave()
        elif key not in (keys.NOTHING, keys.RESIZE):
            self.hurried = True

    def show_settled(self, words: str, reasons: list[Act], ending: Act | None, detail: str = "") -> None:
        """Show the settled table until Enter is pressed. `ending` is the reason why the game ends here, if it does."""
        prompt = Prompt(words, f"Enter next {self._picture.unit} · y why · ? help · q leave", detail=detail)
        if ending is not None:
            prompt = Prompt(words, "Enter leave · y why · ? help", ending.cite, ending.told)
        shows_reasons = False
        while self.is_present:
            key = self.key(prompt, Panel("why", reasons, whole=True) if shows_reasons else None)
            if key == keys.ENTER:
                break
            if key == "y":
                shows_reasons = not shows_reasons
            else:
                self.explain_key(key, "", "Enter goes on, y shows why, q leaves")

    def paginate(self, acts: Sequence[Act]) -> list[list[Act]]:
        """Divide acts into pages that fit on this screen."""
        assert self._terminal is not None
        return paginate(acts, *self._terminal.size())

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
        """Discard the keys that were pressed before a question appeared, because they cannot be meant as its answer. A
        key to leave still counts.
        """
        while self._terminal is not None and (key := self._terminal.key(0)) != keys.NOTHING:
            if key in ("q", "Q", keys.QUIT):
                self.leave()

    def press(self, prompt: Prompt, panel: Panel | None = None, *, helping: bool = False) -> str:
        """Return the next key, whether or not it means something at this prompt. Only Control-C is always taken as
        leaving.
        """
        self.hurried = self._quick
        while self._terminal is not None:
            self._draw(self._terminal, prompt, panel, helping=helping)
            key = self._terminal.key(None)
            if key == keys.QUIT or (key in ("q", "Q") and not is_big_enough(*self._terminal.size())):
                self.leave()
            elif key != keys.RESIZE:
                return key
        return keys.QUIT

    def key(self, prompt: Prompt, panel: Panel | None = None) -> str:
        """Return the next key that is meant for this prompt. Help, leaving and the keys of `serve_key` are handled here
        and not returned.
        """
        key = self.key_for(prompt, panel)
        while self.serve_key(key):
            key = self.key_for(prompt, panel)
        return key

    def key_for(self, prompt: Prompt, panel: Panel | None = None) -> str:
        """Return the next key that is meant for this prompt. Help and leaving are handled here and not returned."""
        helping = False
        while self.is_present:
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
