"""The results of an action that are not written yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.server.views.act_diffs import ShownAct
from pitboss.server.views.last_round import Settled
from pitboss.store.row_types import Entry, Line, StaffAct
from pitboss.table.roads import Coup


@dataclass
class Pending:
    """The rows that one action writes in one transaction, and the changes to show once they are written."""

    lines: list[Line] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    carries: list[tuple[int, str]] = field(default_factory=list)
    played: list[tuple[int, int, int]] = field(default_factory=list)
    accounts: list[tuple[int, bytes]] = field(default_factory=list)
    staff: list[StaffAct] = field(default_factory=list)
    settled: bool = False
    shown: list[ShownAct] = field(default_factory=list)
    noticeable: bool = False  # whether anybody at the table can notice anything of it
    last: Settled | None = None
    last_own: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    coups: tuple[Coup, ...] | None = None  # of this shoe, once a round is over
    plan_over: bool = False  # whether the planned incident has happened, or can no longer happen
