"""The state of a person at a table that the law knows nothing of: presence, being ready, sitting out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

HOUSE = " (house)"  # ends the name of a companion, and of nobody else
SILENT_WINDOWS = 2  # betting windows that a player may let pass without a word before sitting out


class SavedPresence(NamedTuple):
    """The part of a `Presence` that saying "ready" changes, saved to be put back."""

    ready: bool
    sits_out: bool
    silent: int
    heard_at: float


@dataclass
class Presence:
    """The time when a person was last heard from, and what they said that is not an input of the round."""

    account: int
    heard_at: float  # time of the last action or connection
    ready: bool = False
    sits_out: bool = False
    silent: int = 0  # windows in a row that the clock closed while this person neither bet nor said a word
    kicked: bool = False  # the house removes this person as soon as the hand is over
    arriving: int = 0  # cents in chips that were requested and wait until bets are open; nothing is paid yet

    def connect(self, now: float) -> None:
        """Note that a connection was opened or closed: the person was present until now."""
        self.heard_at = now

    def act(self, now: float) -> None:
        """Note an action. It ends sitting out."""
        self.sits_out, self.silent, self.heard_at = False, 0, now

    def say_ready(self, now: float) -> SavedPresence:
        """Note that the person is done wagering. Return the previous state for `restore`, in case it cannot be
        written."""
        before = SavedPresence(self.ready, self.sits_out, self.silent, self.heard_at)
        self.ready = True
        self.act(now)
        return before

    def restore(self, before: SavedPresence) -> None:
        """Put back the state before `say_ready`."""
        self.ready, self.sits_out, self.silent, self.heard_at = before

    def sit_out(self, out: bool) -> None:
        """Note that the person sits out, or is back in the game."""
        self.sits_out, self.ready, self.silent = out, False, 0

    def ask_again(self) -> None:
        """Take back "ready"."""
        self.ready = False

    def keep_silent(self) -> None:
        """Count a betting window that closed without a word of this person, who after two of them sits out until heard
        from."""
        if not self.sits_out:  # the person may have said so while the window was being closed
            self.silent += 1
            self.sits_out = self.silent >= SILENT_WINDOWS

    def send_away(self) -> None:
        """Note that the house removes this person as soon as the hand is over."""
        self.kicked = True

    def await_chips(self, cents: int) -> None:
        """Set the chips that arrive once bets are open, replacing any that already wait."""
        self.arriving = cents
