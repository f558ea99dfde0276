"""A person at a table, beyond what the law knows of him."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

HOUSE = " (house)"  # ends the name of a companion, and of nobody else
SILENT_WINDOWS = 2  # that the dealer waits in vain before somebody sits out


class Word(NamedTuple):
    """What somebody had said before he said something else."""

    ready: bool
    sits_out: bool
    silent: int
    heard_at: float


@dataclass
class Presence:
    """Whether somebody is heard from, and what he has said that is no input of the round."""

    account: int
    heard_at: float  # when he last did something, or had a connection
    ready: bool = False
    sits_out: bool = False
    silent: int = 0  # windows in a row that the clock closed while this person neither bet nor said a word
    kicked: bool = False  # the house has him leave as soon as his hand is over
    arriving: int = 0  # cents in chips that he has asked for and that wait until bets are open; nothing is paid yet

    def connect(self, now: float) -> None:
        """Note a connection, one more or one less: until now he was there."""
        self.heard_at = now

    def act(self, now: float) -> None:
        """Note an action, with which he is back in the game."""
        self.sits_out, self.silent, self.heard_at = False, 0, now

    def say_ready(self, now: float) -> Word:
        """Note that he is done wagering; returns what `unsay` puts back if it could not be written."""
        before = Word(self.ready, self.sits_out, self.silent, self.heard_at)
        self.ready = True
        self.act(now)
        return before

    def unsay(self, before: Word) -> None:
        """Put back what he had said before."""
        self.ready, self.sits_out, self.silent, self.heard_at = before

    def sit_out(self, out: bool) -> None:
        """Note that he sits out, or is back in the game."""
        self.sits_out, self.ready, self.silent = out, False, 0

    def ask_again(self) -> None:
        """Have him say once more when he is done wagering."""
        self.ready = False

    def keep_silent(self) -> None:
        """Count a window that closed without a word of his; after two he sits out until he is heard from."""
        if not self.sits_out:  # or he has said so himself while the window was being closed
            self.silent += 1
            self.sits_out = self.silent >= SILENT_WINDOWS

    def send_away(self) -> None:
        """Have him leave as soon as his hand is over."""
        self.kicked = True

    def await_chips(self, cents: int) -> None:
        """Have so many chips arrive once bets are open, in place of those that he waits for."""
        self.arriving = cents
