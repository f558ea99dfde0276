"""Audits a database: every round is replayed and every sum is computed again. The result is findings, never a
traceback.

The audit begins with the chains and then checks whether everything that they name is there. The rows of accounts and
tables must be those of the register (chains/state_register.py), what is kept beside the rows of a table must be what
those name (column_check.py), all money must add up (money_check.py), and the chains must be those that were anchored
(chains/anchor_comparison.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Sit
from pitboss.record.account import Account, unpack
from pitboss.record.other_version import describe
from pitboss.record.round_playback import MismatchError, ReplayError
from pitboss.record.verify import Check, Difference, Findings
from pitboss.store.audit.column_check import find_column_faults, find_orphans
from pitboss.store.audit.money_check import check_accounts, check_closing_sum
from pitboss.store.chains.anchor_comparison import chain_name, compare_anchors, describe_reset
from pitboss.store.chains.chain_heads import CHAINS, REGISTER, STAFF
from pitboss.store.chains.checkpoint_file import HeadsError, checkpoint_path, parse
from pitboss.store.chains.hash_chain import find_break, find_break_in_table, join_first
from pitboss.store.chains.state_register import RegisterState, differences, read_register
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import (
    WITH_ACCOUNTS,
    WITH_REGISTER,
    WITH_STAFF,
    SchemaError,
    find_schema_differences,
    version_of,
)
from pitboss.store.errors import UnopenedError, describe_error
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.table_lines import chip_moves, lines_of
from pitboss.store.rounds.wind_up import ChipMove, names_in_round, wind_up
from pitboss.store.row_types import ToldStaffAct
from pitboss.table.money import dollars
from pitboss.table.steps import BringChips, LeaveSeat, Step, TakeSeat, quantity, sentence_for_house


class Audit(Findings, frozen=True):
    """The findings of an audit of a database."""

    chains: bool = True  # whether every chain holds
    rules: bool = True  # whether this version knows every text, reading and election that the rows name
    opened: bool = True  # whether there is a database at all

    def answers(self) -> dict[str, bool | None]:
        """Return the answers under the names of a record's checks, so that both can be read alike."""
        good = super().answers()
        tables = [ok for name, ok in good.items() if name.startswith("table ")]
        replay = False not in tables and "database" not in good
        return {
            "chain": self.chains,
            "rules": self.rules,
            "replay": None if replay and None in tables else replay,
            "head": good.get("anchors", False),
        }

    def as_json(self) -> dict[str, Any]:
        """Return the findings as plain values, without the open round of a record: in a database every table may have
        one."""
        return {key: value for key, value in super().as_json().items() if key != "open_round"}


def audit(path: Path, heads: Path | None = None) -> Audit:
    """Check every chain, every round and all money, as they are at one moment. The database is only read. Raise
    `StoreError` if a server begins to write to it in the meantime."""
    anchors = heads or checkpoint_path(path)
    checkpoint_bytes = (
        anchors.read_bytes() if anchors.exists() else None
    )  # read before the database, which may grow meanwhile
    try:
        with open_read_only(path) as db:
            return _audit(db, path, anchors, checkpoint_bytes)
    except UnopenedError as error:
        return Audit((Check("database", False, told=str(error)),), (), None, opened=False)


def _audit(db: sqlite3.Connection, path: Path, anchors: Path, checkpoint_bytes: bytes | None) -> Audit:
    """Return the findings about an open database."""
    try:
        version = version_of(db)
    except SchemaError as error:
        raise UnopenedError(f"{path} cannot be read: {error}") from None
    except sqlite3.DatabaseError as error:
        return Audit(
            (Check("database", False, told=f"it cannot be read: {describe_error(error)}"),), (), None, chains=False
        )
    if not version:
        raise UnopenedError(f"{path} is not a Pitboss database")
    checks = list(_guard("database", _check_file(db, version)))
    auditor = Auditor(db, version)
    if not checks:
        register_checks = list(_guard(REGISTER, auditor.register()))  # first, because other checks use the register
        checks += _guard("tables", auditor.tables())
        checks += register_checks
        checks += _guard("accounts", check_accounts(db))
        if version >= WITH_STAFF:
            checks += _guard(STAFF, _check_staff(db))
        checks += _guard("money", check_closing_sum(db, auditor.names))
        checks += _guard("anchors", _check_anchors(db, anchors, checkpoint_bytes))
    chains = auditor.chains and not any(check.name in CHAINS and not check.ok for check in checks)
    return Audit(tuple(checks), tuple(auditor.versions), auditor.first, chains=chains, rules=auditor.rules)


def _guard(name: str, checks: Iterator[Check]) -> Iterator[Check]:
    """Yield the checks of one part of the audit. A tampered database may hold anything, so every exception becomes a
    finding."""
    try:
        yield from checks
    except Exception as error:
        yield Check(name, False, told=f"it cannot be checked: {type(error).__name__}: {describe_error(error)}")


def _check_file(db: sqlite3.Connection, version: int) -> Iterator[Check]:
    """Check that the file is intact and has exactly the tables and indexes of its version."""
    (report,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if report != "ok":
        yield Check("database", False, told=f"the file is damaged: {report.splitlines()[-1]}")
        return
    for fault in islice(find_schema_differences(db, version), 1):
        yield Check("database", False, told=fault)


class Auditor:
    """Goes through the tables, and notes which versions wrote them and where this version differs."""

    def __init__(self, db: sqlite3.Connection, version: int) -> None:
        self.db = db
        self.version = version
        self.registered: RegisterState | None = None
        self.versions: dict[str, None] = {}  # in the order in which they appear
        self.first: Difference | None = None
        self._first_is_of_another_version = False
        self._entries: dict[int, list[tuple[int, ChipMove]]] = {}  # by table
        self.chains = self.rules = True

    def register(self) -> Iterator[Check]:
        """Check that accounts, tables and settings agree with the register."""
        if self.version < WITH_REGISTER:
            return
        fault = find_break(self.db, "SELECT number, line, hash FROM register ORDER BY number")
        if fault is not None:
            yield Check(REGISTER, False, told=fault)
            return
        self.registered = read_register(self.db)
        if faults := join_first(differences(self.db, self.registered)):
            yield Check(REGISTER, False, told=faults)
        else:
            count = len(self.registered.newest)
            yield Check(REGISTER, True, told=f"accounts, tables and settings are what its {count} newest lines say")

    @cached_property
    def names(self) -> dict[str, int]:
        """Every name that an account has or has had, in lower case, with the account."""
        known = {} if self.registered is None else self.registered.names
        return known | {name.lower(): account for account, name in self.db.execute("SELECT id, name FROM accounts")}

    def tables(self) -> Iterator[Check]:
        """Check every table: its chain, its columns and its rounds."""
        bought = _chips_bought(self.db)
        if fault := join_first(find_orphans(self.db)):
            self.chains = False
            yield Check("tables", False, told=fault)
        for table, name in self.db.execute("SELECT id, name FROM tables ORDER BY id").fetchall():
            if (fault_in_chain := find_break_in_table(self.db, table)) is not None:
                self.chains = False
                yield Check(f"table {table}", False, told=f"{name}: {fault_in_chain}")
            else:
                yield from _guard(f"table {table}", self._table(table, name, bought.get(table, 0)))

    def _table(self, table: int, name: str, bought: int) -> Iterator[Check]:
        """Check the columns and rounds of one table."""
        if fault := join_first(find_column_faults(self.db, table, self.registered)):
            yield Check(f"table {table}", False, told=f"{name}: {fault}")
            return
        try:
            message, judged = self._rounds(table, bought)
            yield Check(f"table {table}", True if judged else None, told=f"{name}: {message}", judged=judged)
        except ReplayError as error:
            yield Check(f"table {table}", False, told=f"{name}: {error}")

    def _rounds(self, table: int, bought: int) -> tuple[str, bool]:
        """Replay the rounds of a table. Return a sentence about them, and whether this version can judge all of them.
        Raise `ReplayError` if a round does not begin as the one before it ended, replays differently, or if the chips
        that people brought and took away are not those of their accounts."""
        before: Carry | None = None
        till = Till()
        count = rows = wound_up = 0
        altered: list[str] = []
        unjudged: list[str] = []
        sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round'
        carries = {round_: round_rows.read_carry(text) for round_, text in self.db.execute(sql, (table,))}
        for round_, carry in carries.items():
            if before is not None and carry != before:
                raise ReplayError(f"round {round_} does not start where the one before it ended")
            lines = lines_of(self.db, table, round_)
            if not lines:
                continue
            read = round_rows.read(lines)
            self.versions |= {row.code: None for row in read if not isinstance(row, round_rows.CloseRow)}
            if isinstance(read[0], round_rows.Open) and round_rows.setting_of(lines[0]) is None:
                self.rules = False
            self._check_account(table, round_, read[-1])
            count, rows = count + 1, rows + len(lines)
            if isinstance(read[-1], round_rows.WindUp):
                before = self._check_wind_up(table, carry, lines, read[-1], till)
                wound_up += 1
                continue
            try:
                driver = round_rows.replay(carry, lines)
            except MismatchError as mismatch:
                by_another_version = round_rows.is_of_another_version(read)
                message = self._note_difference(
                    table, round_, round_rows.version_that_began(read), mismatch, by_another_version=by_another_version
                )
                (unjudged if by_another_version else altered).append(message)
                before, last = carries.get(round_ + 1), read[-1]
                if isinstance(last, round_rows.CloseRow) and (before is None or before.digest != last.carry):
                    raise ReplayError(f"round {round_} does not end where the next one starts") from None
                self._count_by_entries(table, lines, before, till)
            else:
                till.count(driver)
                before = driver.next
        if till.brought != bought:
            message_of_till = (
                f"people brought {dollars(till.brought)} to the table, but their accounts say {dollars(bought)}"
            )
            raise ReplayError(message_of_till)
        if altered:
            raise ReplayError(f"{len(altered)} of {count} rounds replay differently; {altered[0]}")
        if unjudged:
            return describe(len(unjudged), count, unjudged[0]), False
        wound_up_note = f", {wound_up} wound up by the house" if wound_up else ""
        replays = "1 round replays" if count == 1 else f"{count} rounds replay"
        return f"{quantity(rows, 'row')}, {replays} the same{wound_up_note}", True

    def _check_account(self, table: int, round_: int, last: round_rows.Row) -> None:
        """Raise `ReplayError` if the account of a round is not the one that its last row names."""
        digest = last.account if isinstance(last, round_rows.CloseRow | round_rows.WindUp) else ""
        account = self._account(table, round_)
        if digest and (account is None or round_rows.account_digest(account) != digest):
            raise ReplayError(f"the account of round {round_} is not the one that was stored when it closed")
        if account is not None and not digest:
            raise ReplayError(f"round {round_} has an account that no row names")

    def _account(self, table: int, round_: int) -> bytes | None:
        if self.version < WITH_ACCOUNTS:
            return None
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        row = self.db.execute(sql, (table, round_)).fetchone()
        return None if row is None else bytes(row[0])

    def _check_wind_up(self, table: int, carry: Carry, lines: list[str], last: round_rows.WindUp, till: Till) -> Carry:
        """Return the table after a round was wound up. Raise `ReplayError` if it is not what follows from the carry and
        the entries."""
        accounts = self._people(names_in_round(carry, lines))
        number = round_rows.row_number(lines[-1])
        moved = self._chip_moves(table, round_rows.row_number(lines[0]), number)
        after, owed = wind_up(carry, lines[:-1], moved, accounts, clear=last.clear)
        if after.digest != last.carry:
            raise ReplayError(f"row {number} winds up the round but leaves the table in a different state")
        paid = self._chip_moves(table, number, number + 1)
        if {move.account: move.cents for move in paid} != owed:
            raise ReplayError(f"row {number} winds up the round but pays other people, or other amounts")
        self._count_by_entries(table, lines, after, till)
        return after

    def _count_by_entries(self, table: int, lines: list[str], after: Carry | None, till: Till) -> None:
        """Count the chips that people brought and took away in a round that cannot be replayed."""
        moves = self._chip_moves(table, round_rows.row_number(lines[0]), round_rows.row_number(lines[-1]) + 1)
        till.brought -= sum(move.cents for move in moves)
        if after is not None:
            people = self._people(after.players.values())
            till.companions = {seat for seat, name in after.players.items() if name not in people}

    def _chip_moves(self, table: int, since: int, before: int) -> list[ChipMove]:
        """Return the chips that moved between accounts and a table in these rows. The entries of a table are read
        once."""
        if table not in self._entries:
            self._entries[table] = chip_moves(self.db, table)
        return [move for row, move in self._entries[table] if since <= row < before]

    def _people(self, names: Iterable[str]) -> dict[str, int]:
        """Return the accounts of those names that have one."""
        known = self.names
        return {name: known[name.lower()] for name in names if name.lower() in known}

    def _note_difference(
        self, table: int, round_: int, version: str, mismatch: MismatchError, *, by_another_version: bool
    ) -> str:
        """Describe where a round differs, and note the first difference. Altered rounds come before those of other
        versions."""
        message = (
            f"round {round_}, begun by pitboss {version}, replays differently from row {mismatch.number} on: {mismatch}"
        )
        account = self._account(table, round_)
        recorded, replayed = (None, None) if account is None else _first_act(unpack(account), mismatch)
        if self.first is None or (self._first_is_of_another_version and not by_another_version):
            self._first_is_of_another_version = by_another_version
            where = {"table": table, "round": round_, "row": mismatch.number}
            self.first = Difference(**where, told=message, recorded=recorded, replayed=replayed)
        return message


ActInWords = dict[str, str]


def _first_act(account: Account, mismatch: MismatchError) -> tuple[ActInWords | None, ActInWords | None]:
    """Return the first act that differs from the account of the round: as it was, and as it is now."""
    log = [] if mismatch.driver is None else mismatch.driver.log
    same = sum(isinstance(item, Step) for item in log[: mismatch.before])
    recorded = [{"cite": act.cite, "told": act.told} for act in account.acts[same:]]
    replayed = [
        {"cite": item.cite, "told": sentence_for_house(item)}
        for item in log[mismatch.before :]
        if isinstance(item, Step)
    ]
    for before, after in zip_longest(recorded, replayed):
        if before != after:
            return before, after
    return None, None


class Till:
    """Counts what people have brought to a table and not taken away. Chips of the house's companions do not count."""

    def __init__(self) -> None:
        self.brought = 0
        self.companions: set[int] = set()

    def count(self, driver: Driver) -> None:
        for item in driver.log:
            if isinstance(item, Sit):
                (self.companions.add if item.by == COMPANION else self.companions.discard)(item.seat)
            elif isinstance(item, TakeSeat | BringChips | LeaveSeat) and item.seat not in self.companions:
                self.brought += -item.chips if isinstance(item, LeaveSeat) else item.chips


def _check_staff(db: sqlite3.Connection) -> Iterator[Check]:
    """Check that the chain of staff acts holds, and that everybody named in it had an account."""
    wrong = find_break(db, "SELECT number, line, hash FROM staff_acts ORDER BY number")
    if wrong is not None:
        yield Check(STAFF, False, told=wrong)
        return
    people = {account for (account,) in db.execute("SELECT id FROM accounts")}
    count = 0
    for table, line in db.execute('SELECT "table", line FROM staff_acts ORDER BY number'):
        act = msgspec.json.decode(line, type=ToldStaffAct)
        count += 1
        if act.account not in people or act.table != table:
            yield Check(STAFF, False, told=f"number {act.number} names an account or a table that it is not kept under")
            return
    yield Check(STAFF, True, told=f"{quantity(count, 'act')} of the staff, each with who did it")


def _chips_bought(db: sqlite3.Connection) -> dict[int, int]:
    """Return what accounts have taken to each table and not taken away again."""
    bought: dict[int, int] = {}
    for (line,) in db.execute("SELECT line FROM entries"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "table" in body:
            bought[body["table"]] = bought.get(body["table"], 0) - body["cents"]
    return bought


def _check_anchors(db: sqlite3.Connection, path: Path, raw: bytes | None) -> Iterator[Check]:
    """Check the chains against the checkpoint file."""
    if raw is None:
        yield Check(
            "anchors", False, told=f"there is no checkpoint file {path}, so nothing proves that no chain was rewritten"
        )
        return
    row = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
    if row is None:
        yield Check("anchors", False, told=f"the database has no id, so nothing shows whether {path} belongs to it")
        return
    try:
        noted = parse(path, raw, row[0])
    except HeadsError as wrong:
        yield Check("anchors", False, told=str(wrong))
        return
    comparison = compare_anchors(db, noted)
    anew = "".join(f"; {describe_reset(reset)}" for reset in sorted(noted.resets, key=lambda reset: reset.after))
    tail = ", ".join(f"{count} of {chain_name(chain)}" for chain, count in comparison.tail.items()) or "nothing"
    if comparison.alarm:
        yield Check("anchors", False, told=f"ALARM: {comparison.alarm}{anew}")
    elif comparison.later:
        up_to = (
            f"{chain_name(chain)} is good up to line {number}, {count} anchored line{'s' * (count > 1)} came later"
            for chain, (number, count) in comparison.later.items()
        )
        yield Check("anchors", False, told=f"{'; '.join(up_to)}: this is an older copy, or lines were cut off{anew}")
    elif comparison.tail and noted.stopped:
        yield Check("anchors", False, told=f"after the last server had stopped, lines were added: {tail}{anew}")
    else:
        message = f"{comparison.looked_for} anchored heads are on their chains; not anchored yet: {tail}{anew}"
        yield Check("anchors", True, told=message)
