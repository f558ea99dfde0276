"""Reads rounds from the store: which were played, by whom, and what happened."""

from __future__ import annotations

from pitboss.engine.record import START
from pitboss.store.database.writer import Writer
from pitboss.store.rounds import table_lines
from pitboss.store.rounds.wind_up import ChipMove

# The time of the last action in a round. A round opens when the one before it ends, perhaps long before it is played.
LAST_ACTION_SQL = (
    "SELECT json_extract(line, '$.at') FROM rows INDEXED BY rows_of_round WHERE \"table\" = {} AND round = {} "
    "AND json_extract(line, '$.at') IS NOT NULL ORDER BY number DESC LIMIT 1"
)


class RoundReads:
    """The rounds of a database, for reading."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def newest(self, table: int) -> int:
        """Return the round that is open or about to open; 0 if nobody has ever sat at the table."""
        with self._writer.read() as db:
            row = db.execute('SELECT max(round) FROM carries WHERE "table" = ?', (table,)).fetchone()
        return int(row[0] or 0)

    def newest_opening(self, table: int) -> str | None:
        """Return the line that opened the newest round with rows."""
        with self._writer.read() as db:
            sql = (
                "SELECT line FROM rows WHERE \"table\" = ? AND json_extract(line, '$.line') = 'open' "
                "ORDER BY number DESC LIMIT 1"
            )
            row = db.execute(sql, (table,)).fetchone()
        return None if row is None else str(row[0])

    def is_over(self, table: int, round_: int) -> bool:
        """Return whether a round is over: the next one has its carry."""
        with self._writer.read() as db:
            sql = 'SELECT 1 FROM carries WHERE "table" = ? AND round = ?'
            return db.execute(sql, (table, round_ + 1)).fetchone() is not None

    def finished_rounds(self, table: int, account: int | None, before: int, limit: int) -> list[tuple[int, int]]:
        """Return finished rounds, newest first, with the seat if they are one player's."""
        with self._writer.read() as db:
            if account is None:
                sql = 'SELECT round, 0 FROM carries WHERE "table" = ? AND round < ? ORDER BY round DESC LIMIT ?'
                return db.execute(sql, (table, before, limit)).fetchall()
            sql = (
                'SELECT round, seat FROM played WHERE account = ? AND "table" = ? AND round < ? '
                "ORDER BY round DESC LIMIT ?"
            )
            return db.execute(sql, (account, table, before, limit)).fetchall()

    def played_by(self, account: int, table: int, limit: int, offset: int = 0) -> list[tuple[int, int, int, int]]:
        """Return a player's finished rounds, newest first: table, round, seat, and the time of the last action in
        seconds since 1970.

        `table` 0 means all tables. If the player changed seats in a round, the highest seat is given.
        """
        time_column = LAST_ACTION_SQL.format('p."table"', "p.round")
        sql = (
            f'SELECT p."table", p.round, max(p.seat), coalesce(({time_column}), 0) AS at FROM played p '
            'WHERE p.account = ? AND ? IN (0, p."table") AND EXISTS (SELECT 1 FROM carries c '
            'WHERE c."table" = p."table" AND c.round = p.round + 1) GROUP BY p."table", p.round '
            'ORDER BY at DESC, p."table" DESC, p.round DESC LIMIT ? OFFSET ?'
        )
        with self._writer.read() as db:
            return db.execute(sql, (account, table, limit, offset)).fetchall()

    def seats_in(self, account: int, table: int, round_: int) -> list[int]:
        """Return the seats that a player had in a finished round."""
        with self._writer.read() as db:
            sql = 'SELECT seat FROM played WHERE account = ? AND "table" = ? AND round = ?'
            return [seat for (seat,) in db.execute(sql, (account, table, round_))]

    def last_action_time(self, table: int, round_: int) -> int:
        """Return when a round was last acted in, in seconds since 1970; 0 if unknown."""
        with self._writer.read() as db:
            row = db.execute(LAST_ACTION_SQL.format("?", "?"), (table, round_)).fetchone()
        return 0 if row is None else int(row[0])

    def lines(self, table: int, round_: int) -> tuple[str, list[str]] | None:
        """Return the carry with which a round began, and the rows of the round. Return None if there is no such
        round."""
        with self._writer.read() as db:
            row = db.execute('SELECT carry FROM carries WHERE "table" = ? AND round = ?', (table, round_)).fetchone()
            if row is None:
                return None
            return row[0], table_lines.lines_of(db, table, round_)

    def count_rows(self, table: int, round_: int) -> int:
        """Return how many rows a round has, without reading them."""
        with self._writer.read() as db:
            sql = 'SELECT count(*) FROM rows INDEXED BY rows_of_round WHERE "table" = ? AND round = ?'
            return int(db.execute(sql, (table, round_)).fetchone()[0])

    def links(self, table: int, round_: int) -> tuple[str, list[tuple[int, str, str]]]:
        """Return the hash of the row before a round, and the rows of the round: number, line and hash."""
        with self._writer.read() as db:
            sql = (
                "SELECT number, line, hash FROM rows INDEXED BY rows_of_round "
                'WHERE "table" = ? AND round = ? ORDER BY number'
            )
            rows = db.execute(sql, (table, round_)).fetchall()
            first = rows[0][0] if rows else 1
            sql = 'SELECT hash FROM rows WHERE "table" = ? AND number = ?'
            previous = db.execute(sql, (table, first - 1)).fetchone()
        return (START if previous is None else str(previous[0])), rows

    def account_of(self, table: int, round_: int) -> bytes | None:
        """Return the stored account of a round, or None."""
        with self._writer.read() as db:
            row = db.execute('SELECT account FROM told WHERE "table" = ? AND round = ?', (table, round_)).fetchone()
        return None if row is None else bytes(row[0])

    def chip_moves(self, table: int, since: int) -> list[ChipMove]:
        """Return the chips that moved between accounts and a table, from a row on."""
        with self._writer.read() as db:
            return [move for row, move in table_lines.chip_moves(db, table) if row >= since]
