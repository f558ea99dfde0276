"""What the store writes and reads: accounts, tables, and what one action comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.store.account_names import without_deleted_names


class Account(msgspec.Struct, frozen=True):
    id: int
    name: str
    role: str
    balance: int
    state: str = "open"  # or "banned", or "gone"
    signed_out: int = 0  # how often its sessions were ended; a session of before is over


class TableRow(msgspec.Struct, frozen=True):
    id: int
    name: str
    state: str
    setting: str  # JSON, read by whoever knows settings
    number: int
    head: str
    owner: int | None = None  # the account of whoever opened it for himself


@dataclass(frozen=True)
class StaffAct:
    """Something that somebody of the staff did, and why; of one table, or of the house."""

    account: int
    what: str
    why: str
    table: int | None = None
    round: int = 0
    at: int = 0  # seconds since 1970
    cite: str = ""  # the paragraph or the rule of the house that answers for it, where one does


class ToldStaffAct(msgspec.Struct, frozen=True):
    """The same as it was written down: who it was is kept by name as well."""

    number: int
    at: int
    account: int
    name: str
    table: int | None
    round: int
    what: str
    why: str
    cite: str = ""  # version 0.2.0 and older kept none

    def without(self, gone: Mapping[str, str]) -> ToldStaffAct:
        """Return it as it is shown: without the names of deleted accounts."""
        if not gone:
            return self
        return msgspec.structs.replace(
            self, name=gone.get(self.name, self.name), what=without_deleted_names(self.what, gone)
        )


@dataclass(frozen=True)
class Line:
    """One row to be: what happened, in which round, and the client's own id of it."""

    round: int
    body: dict[str, Any]
    client: str | None = None


@dataclass(frozen=True)
class Entry:
    """Chips bought from an account (less than nothing) or taken back to it."""

    account: int
    cents: int
    what: str


@dataclass(frozen=True)
class Batch:
    """What one action comes to: all of it is written, or nothing."""

    table: int
    epoch: int
    lines: Sequence[Line]
    entries: Sequence[Entry] = ()
    carries: Sequence[tuple[int, str]] = ()  # (round, the table as that round finds it)
    played: Sequence[tuple[int, int, int]] = ()  # (account, round, seat)
    told: Sequence[tuple[int, bytes]] = ()  # (round, its account)
    staff: Sequence[StaffAct] = ()


@dataclass(frozen=True)
class Taken:
    """A table as it was left: where the open round began, and what has come in since."""

    row: TableRow
    epoch: int
    round: int
    carry: str | None  # None: nothing was ever written
    lines: list[str]  # the rows of the open round, in order
