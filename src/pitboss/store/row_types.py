"""The types of what the store writes and reads: accounts, tables, and the rows of one action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.store.account_names import without_deleted_names


class Account(msgspec.Struct, frozen=True):
    """A person's account."""

    id: int
    name: str
    role: str
    balance: int
    state: str = "open"  # or "banned", or "gone"
    signed_out: int = 0  # how often its sessions were ended; earlier sessions are over


class TableRow(msgspec.Struct, frozen=True):
    """The row of a table."""

    id: int
    name: str
    state: str
    setting: str  # JSON, which the server reads
    number: int
    head: str
    owner: int | None = None  # the account of the owner of a private table


@dataclass(frozen=True)
class StaffAct:
    """An act of a member of the staff, and the reason for it, at one table or for the house."""

    account: int
    what: str
    why: str
    table: int | None = None
    round: int = 0
    at: int = 0  # seconds since 1970
    cite: str = ""  # the paragraph or house rule it rests on, if any


class ToldStaffAct(msgspec.Struct, frozen=True):
    """A staff act as it was written down, with the name of who did it."""

    number: int
    at: int
    account: int
    name: str
    table: int | None
    round: int
    what: str
    why: str
    cite: str = ""  # versions up to 0.2.0 kept none

    def without(self, replacements: Mapping[str, str]) -> ToldStaffAct:
        """Return the act without the names of deleted accounts, as it is shown."""
        if not replacements:
            return self
        return msgspec.structs.replace(
            self, name=replacements.get(self.name, self.name), what=without_deleted_names(self.what, replacements)
        )


@dataclass(frozen=True)
class Line:
    """A row to be written: its round, what happened (`body`), and the id that the client gave the action, if a client
    sent it.
    """

    round: int
    body: dict[str, Any]
    client: str | None = None


@dataclass(frozen=True)
class Entry:
    """Chips bought from an account (negative) or taken back to it."""

    account: int
    cents: int
    what: str


@dataclass(frozen=True)
class Batch:
    """The rows that one action leads to. All of them are written, or none."""

    table: int
    epoch: int
    lines: Sequence[Line]
    entries: Sequence[Entry] = ()
    carries: Sequence[tuple[int, str]] = ()  # (round, its carry)
    played: Sequence[tuple[int, int, int]] = ()  # (account, round, seat)
    told: Sequence[tuple[int, bytes]] = ()  # (round, its account)
    staff: Sequence[StaffAct] = ()


@dataclass(frozen=True)
class TableAsLeft:
    """A table as it was left: where the open round began, and what has come in since."""

    row: TableRow
    epoch: int
    round: int
    carry: str | None  # None if nothing was ever written
    lines: list[str]  # the rows of the open round, in order
