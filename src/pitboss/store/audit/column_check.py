"""Compares the columns and side tables of a table's rows with what its lines say. Only the lines are chained.

The columns of a row repeat its line. Carries, accounts of rounds and who played are in tables of their own, and the
line that brought them names them. For lines from before this naming, the register holds digests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

import msgspec

from pitboss.store.chains.hash_chain import digest
from pitboss.store.chains.state_register import Before, RegisterState, summarize_before
from pitboss.store.database.schema import objects_in

KINDS = ("rows", "carries", "told", "played")  # the database tables whose rows belong to a table


class LineHeader(msgspec.Struct):
    """The keys that every line of a table has, and those that name what was written beside it."""

    table: int
    number: int
    epoch: int
    round: int
    client: str | None = None
    carries: list[tuple[int, str]] = []  # (round, digest)
    played: list[tuple[int, int, int]] = []  # (account, round, seat)


_read = msgspec.json.Decoder(LineHeader).decode


def find_orphans(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each kind of row that belongs to a missing table."""
    for kind in _kinds(db):
        sql = f'SELECT DISTINCT "table" FROM {kind} WHERE "table" NOT IN (SELECT id FROM tables) ORDER BY 1'
        for (table,) in db.execute(sql):
            yield f"{kind} of table {table} are there, but the table is not"


def carry_digests(lines: Iterable[str]) -> dict[int, str]:
    """Map each round to the digest of its carry, as lines name it."""
    return {round_: sum_ for line in lines for round_, sum_ in _read(line).carries}


def _kinds(db: sqlite3.Connection) -> list[str]:
    """Return the kinds of rows that this database has. The first version kept no accounts of rounds."""
    existing = {name for _, name in objects_in(db)}
    return [kind for kind in KINDS if kind in existing]


def find_column_faults(db: sqlite3.Connection, table: int, registered: RegisterState | None) -> Iterator[str]:
    """Yield, in words, where columns and side tables differ from the lines of a table. Without a register, only what
    lines of older versions name is compared."""
    before_register = None if registered is None else registered.summary_before(table)
    carries: dict[int, tuple[int, str]] = {}  # round -> the row that names it, and the digest
    played: dict[tuple[int, int, int], int] = {}
    sql = 'SELECT number, epoch, round, client, line FROM rows WHERE "table" = ? ORDER BY number'
    for number, epoch, round_, client, line in db.execute(sql, (table,)):
        named = _read(line)
        if (named.table, named.number, named.epoch, named.round) != (table, number, epoch, round_):
            yield f"row {number} is kept under another number, epoch or round than its line says"
        if before_register is not None and number > before_register.rows and named.client != client:
            yield f"row {number} has the client id {client!r}; its line says {named.client!r}"
        carries |= {round_: (number, sum_) for round_, sum_ in named.carries}
        for player in named.played:
            played.setdefault(player, number)
    yield from _check_rounds(db, table)
    if before_register is not None:
        yield from _check_before_register(db, table, before_register)
        yield from _check_carries(db, table, before_register, carries)
        yield from _check_played(db, table, played)


def _check_rounds(db: sqlite3.Connection, table: int) -> Iterator[str]:
    """Check that every round with rows has the carry that it began with, and that every account belongs to a round with
    rows."""
    for kind, required in (("rows", "carries"), ("told", "rows")):
        if kind not in _kinds(db):
            continue
        sql = f'SELECT DISTINCT round FROM {kind} WHERE "table" = ?1 AND round NOT IN '
        sql += f'(SELECT round FROM {required} WHERE "table" = ?1) ORDER BY round'
        for (round_,) in db.execute(sql, (table,)):
            if kind == "rows":
                yield f"round {round_} has rows, but the table as it found it is missing"
            else:
                yield f"round {round_} has an account that no row names"


def _check_before_register(db: sqlite3.Connection, table: int, registered: Before) -> Iterator[str]:
    """Compare the rows from before the register with the digests that it holds of them."""
    summary = summarize_before(db, table, registered)
    if summary.clients != registered.clients:
        yield f"the client ids of rows 1 to {registered.rows} are not those that the register sums up"
    if summary.carries != registered.carries:
        yield f"the carries of rounds up to {registered.round} are not those that the register sums up"
    if summary.played != registered.played:
        yield f"who played up to row {registered.rows} is not what the register sums up"


def _check_carries(
    db: sqlite3.Connection, table: int, before_register: Before, named: dict[int, tuple[int, str]]
) -> Iterator[str]:
    """Compare the carries of a table with the digests that its lines name."""
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? AND round > ? ORDER BY round'
    digests = {round_: digest(carry) for round_, carry in db.execute(sql, (table, before_register.round))}
    for round_, (number, sum_) in named.items():
        if round_ not in digests:
            yield f"the carry of round {round_} is missing; row {number} names it"
        elif digests[round_] != sum_:
            yield f"the carry of round {round_} is not the one that row {number} names"
    for round_ in digests.keys() - named.keys():
        yield f"there is a carry of round {round_} that no row names"


def _check_played(db: sqlite3.Connection, table: int, named: dict[tuple[int, int, int], int]) -> Iterator[str]:
    """Compare the stored players of each round with the players that the lines name. Players stored before lines named
    them may be named by a line as well."""
    sql = 'SELECT account, round, seat, "row" FROM played WHERE "table" = ? ORDER BY 1, 2, 3'
    stored = {(account, round_, seat): row for account, round_, seat, row in db.execute(sql, (table,))}
    for (account, round_, seat), number in named.items():
        row = stored.get((account, round_, seat))
        if row is None:
            yield f"account {account} played in seat {seat} of round {round_}, as row {number} says; that is missing"
        elif row not in (0, number):
            yield f"account {account} in seat {seat} of round {round_} is kept under row {row}, not {number}"
    for (account, round_, seat), row in stored.items():
        if row and (account, round_, seat) not in named:
            yield f"account {account} is said to have played in seat {seat} of round {round_}, and no row says so"
