"""Whether a table is in service, and why not."""

from __future__ import annotations

from collections.abc import Mapping


class Service:
    """What keeps a table from being played at. Sentences in it are made to be read by all."""

    def __init__(self, state: str) -> None:
        self.state = state  # "open", "paused" or "closed", as the staff decided
        self.fault = ""  # why the table is out of service
        self.held = ""  # why the open round has to be wound up before anything goes on
        self.owed: Mapping[int, int] = {}  # account -> cents that then go to people who have left
        self.unwritten = ""  # why nothing can be written now, at any table
        self.faulty = False  # the last thing that was tried here was stopped by a fault of ours
        self.fenced = False  # another server drives the table, or it is gone

    @property
    def stopped(self) -> str:
        """The reason why nothing is taken at this table; empty if something is."""
        return self.fault or self.held

    @property
    def may_be_wound_up(self) -> bool:
        """True if an administrator may end the round: it cannot go on, or he has paused the table because it does not.
        Only whoever drives the table does so."""
        return not self.fenced and (bool(self.stopped) or self.faulty or self.state == "paused")

    def set_state(self, state: str) -> None:
        """Note what the staff decided, once it is written."""
        self.state = state

    def stop(self, why: str) -> None:
        """Take nothing more until the table is put back in service."""
        self.fault = why

    def fence(self, why: str) -> None:
        """Take nothing more for good."""
        self.fault, self.fenced = why, True

    def hold(self, why: str, owed: Mapping[int, int]) -> None:
        """Pause a round that this version plays differently, until it is wound up."""
        self.held, self.owed = why, owed

    def release(self) -> None:
        """Go on with the round as the rows leave it."""
        self.held, self.owed = "", {}

    def put_back(self) -> None:
        """Take actions again after a fault."""
        self.fault, self.faulty = "", False

    def fail(self) -> None:
        """Note that a fault of ours stopped an action. Others may be tried."""
        self.faulty = True

    def succeed(self) -> None:
        """Note that an action went through."""
        self.faulty = False

    def note_unwritten(self, why: str) -> None:
        """Note why nothing can be written anywhere, or with nothing that something can be again."""
        self.unwritten = why
