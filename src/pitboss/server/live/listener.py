"""A connection as a table knows it, whatever carries it."""

from __future__ import annotations

from typing import Protocol

from pitboss.store.row_types import Account


class Listener(Protocol):
    account: Account | None
    shows: bool  # whether it is a page, which shows acts one by one
    shown: int  # number of the act that it was sent last

    def wake(self) -> None:
        """Hear that the table is not what it was."""

    def end(self, why: str) -> None:
        """Hear that the session is over."""
