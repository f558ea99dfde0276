"""What an action comes to, until it is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.server.views.act_diffs import Shown
from pitboss.server.views.last_round import Settled
from pitboss.store.row_types import Entry, Line, StaffAct
from pitboss.table.roads import Coup


@dataclass
class Pending:
    """All that is written at once, and what is shown and forgotten once it is."""

    lines: list[Line] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    carries: list[tuple[int, str]] = field(default_factory=list)
    played: list[tuple[int, int, int]] = field(default_factory=list)
    told: list[tuple[int, bytes]] = field(default_factory=list)
    staff: list[StaffAct] = field(default_factory=list)
    settled: bool = False
    shown: list[Shown] = field(default_factory=list)
    seen: bool = False  # whether anybody at the table could have noticed anything
    last: Settled | None = None
    last_own: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    coups: tuple[Coup, ...] | None = None  # of this shoe, once a round is over
    came: bool = False  # whether what was to come later in the round has come, or cannot any more
