"""An evening at a server: a ruling, a void, a dispute, fills and credits, a round wound up, a table closed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from kit.inside import Inside
from kit.pit import Pit

HOUSE = """\
[gaming-day]
starts = "06:00"

[gaming-day.shifts]
day = "06:00"
swing = "14:00"
night = "22:00"
"""
DATE = "2026-11-14"
RIDE, THREE = 1, 3  # tables
BETS = {"input": "wager", "stakes": dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)}


def timestamp(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 11, 14, hour, minute, tzinfo=ZoneInfo("America/New_York")).timestamp())


def play_evening(path: Path) -> None:
    """Play the swing shift of `DATE`, and write it to a database."""
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(timestamp(14))
        pit.ok("Sue", f"POST /api/tables/{RIDE}/fill", cents=200_000, why="opening of the shift")
        pit.sits("Ann", 3, RIDE)
        pit.sits("Bob", 2, THREE)
        for minute in range(14):
            pit.clock(timestamp(14, 5 + minute))
            pit.plays("Ann", RIDE)
            pit.plays("Bob", THREE)
        pit.ok("Sue", f"POST /api/tables/{RIDE}/order", what="count the stub", why="a player asked for it")
        pit.clock(timestamp(15))
        begin_round(pit)
        exposed = {"kind": "card exposed", "place": "community", "index": 0}
        pit.ok("Sue", f"POST /api/tables/{RIDE}/incident", incident=exposed, why="the dealer's sleeve")
        pit.ok("Sue", f"POST /api/tables/{RIDE}/order", what="void the hands", why="seats 3 and 4 saw the card")
        pit.clock(timestamp(15, 20))
        disputed = {"round": 12, "position": 3, "why": "Ann says that she had two pair"}
        pit.ok("Sue", f"POST /api/tables/{RIDE}/dispute", **disputed)
        pit.clock(timestamp(16, 20))
        pit.ok("Chief", f"POST /api/tables/{THREE}/credit", cents=50_000, why="too many blacks")
        wager = {"input": "wager", "stakes": {"ante": 500}}
        pit.ok("Bob", f"POST /api/tables/{THREE}/act", id="bob-wagers", act=wager)
        pit.ok("Sue", f"PUT /api/tables/{THREE}/state", state="paused", why="the layout is wet")
        pit.ok("Chief", f"POST /api/tables/{THREE}/wind-up", why="a drink was spilled over the layout")
        pit.ok("Sue", f"PUT /api/tables/{THREE}/state", state="closed", why="the layout is wet")


def begin_round(pit: Pit) -> None:
    """Begin a round of Let It Ride and play it up to the first question."""
    round_ = pit.ok("Ann", f"GET /api/tables/{RIDE}")["round"]
    pit.ok("Ann", f"POST /api/tables/{RIDE}/act", id="ann-wagers", act=BETS)
    pit.ok("Ann", f"POST /api/tables/{RIDE}/act", id="ann-is-ready", act={"table": "ready", "round": round_})
