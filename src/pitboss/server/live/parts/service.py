"""The service state of a table: open, paused or closed, and any reason why it is stopped."""

from __future__ import annotations

from collections.abc import Mapping


class Service:
    """The state that the staff set, and what stops play at the table. Its sentences may be shown to anybody."""

    def __init__(self, state: str) -> None:
        self.state = state  # "open", "paused" or "closed", as the staff decided
        self.fault = ""  # why the table is out of service
        self.held = ""  # why the open round has to be wound up before play continues
        self.owed: Mapping[int, int] = {}  # account -> cents that then go to players who have left
        self.unwritten = ""  # why nothing can be written now, at any table
        self.faulty = False  # whether an internal error stopped the last action here
        self.fenced = False  # whether another server drives the table, or it was deleted

    @property
    def stop_reason(self) -> str:
        """The reason why this table takes no actions; empty if it does."""
        return self.fault or self.held

    @property
    def may_be_wound_up(self) -> bool:
        """True if an administrator may wind up the round: it cannot continue, or the table is paused. Never true on a
        server that no longer drives the table."""
        return not self.fenced and (bool(self.stop_reason) or self.faulty or self.state == "paused")

    def set_state(self, state: str) -> None:
        """Note the state that the staff decided on, after it is written."""
        self.state = state

    def stop(self, why: str) -> None:
        """Take no more actions until the table is put back in service."""
        self.fault = why

    def fence(self, why: str) -> None:
        """Take no more actions for good."""
        self.fault, self.fenced = why, True

    def hold(self, why: str, owed: Mapping[int, int]) -> None:
        """Hold a round that this version plays differently, until it is wound up."""
        self.held, self.owed = why, owed

    def release(self) -> None:
        """End the hold on the round."""
        self.held, self.owed = "", {}

    def put_back(self) -> None:
        """Take actions again after a fault."""
        self.fault, self.faulty = "", False

    def fail(self) -> None:
        """Note that an internal error stopped an action. Others may be tried."""
        self.faulty = True

    def succeed(self) -> None:
        """Note that an action went through."""
        self.faulty = False

    def note_unwritten(self, why: str) -> None:
        """Note why nothing can be written at any table, or with an empty text that writing works again."""
        self.unwritten = why
