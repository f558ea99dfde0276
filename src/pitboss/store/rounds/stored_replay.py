"""Replays a round of a database, and reads when each of its inputs came."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from pitboss.engine.driver import Driver
from pitboss.record.gaming_day import FIRST, LAST
from pitboss.record.round_playback import UnreadableError
from pitboss.store.rounds import round_rows


def times_of(rows: Iterable[round_rows.Row]) -> list[int]:
    """Return when the round opened and when each of its inputs came, in seconds since 1970. Raise `UnreadableError` for
    an impossible time."""
    times = [row.at for row in rows if isinstance(row, round_rows.Open | round_rows.InputRow)]
    if not all(FIRST <= moment <= LAST for moment in times):
        raise UnreadableError("a row has a time that no clock shows")
    return times


def replay_stored_round(db: sqlite3.Connection, table: int, round_: int, lines: Sequence[str]) -> Driver:
    """Replay a round from its rows. Raise `MismatchError` if this version plays it differently."""
    sql = 'SELECT carry FROM carries WHERE "table" = ? AND round = ?'
    (carry,) = db.execute(sql, (table, round_)).fetchone()
    return round_rows.replay(round_rows.read_carry(carry), lines)
