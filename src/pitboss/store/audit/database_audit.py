"""Is the database what it says it is? Everything is played again and every sum done again; findings, never a traceback.

The audit begins with the chains and asks what they say should be there: the rows of accounts and tables are those of
the register (chains/state_register.py), what is kept beside the rows of a table is what those name (column_check.py),
all money adds up (money_check.py), and the chains are those that were anchored (chains/anchor_comparison.py).
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
    chains: bool = True  # whether every chain holds
    rules: bool = True  # whether this version knows every text, reading and election that the rows name
    opened: bool = True  # whether there is a database to find anything in

    def answers(self) -> dict[str, bool | None]:
        """Under the words of a record's checks, so that both can be asked alike."""
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
        """Without the open round of a record: of a database every table may have one."""
        return {key: value for key, value in super().as_json().items() if key != "open_round"}


def audit(path: Path, heads: Path | None = None) -> Audit:
    """Every chain, every round, all money, as they are at one moment. The database is only read. A `StoreError` if a
    server begins to write to it in the meantime."""
    anchors = heads or checkpoint_path(path)
    noted = anchors.read_bytes() if anchors.exists() else None  # before the database, which only goes on
    try:
        with open_read_only(path) as db:
            return _audit(db, path, anchors, noted)
    except UnopenedError as wrong:
        return Audit((Check("database", False, told=str(wrong)),), (), None, opened=False)


def _audit(db: sqlite3.Connection, path: Path, anchors: Path, noted: bytes | None) -> Audit:
    try:
        version = version_of(db)
    except SchemaError as wrong:
        raise UnopenedError(f"{path} cannot be read: {wrong}") from None
    except sqlite3.DatabaseError as wrong:
        return Audit(
            (Check("database", False, told=f"it cannot be read: {describe_error(wrong)}"),), (), None, chains=False
        )
    if not version:
        raise UnopenedError(f"{path} is not a Pitboss database")
    checks = list(_guard("database", _check_file(db, version)))
    auditor = Auditor(db, version)
    if not checks:
        said = list(_guard(REGISTER, auditor.register()))  # first, for the rest asks what it says
        checks += _guard("tables", auditor.tables())
        checks += said
        checks += _guard("accounts", check_accounts(db))
        if version >= WITH_STAFF:
            checks += _guard(STAFF, _check_staff(db))
        checks += _guard("money", check_closing_sum(db, auditor.names))
        checks += _guard("anchors", _check_anchors(db, anchors, noted))
    chains = auditor.chains and not any(check.name in CHAINS and not check.ok for check in checks)
    return Audit(tuple(checks), tuple(auditor.versions), auditor.first, chains=chains, rules=auditor.rules)


def _guard(name: str, checks: Iterator[Check]) -> Iterator[Check]:
    """A part of the audit. What was tampered with may be anything at all, and is a finding whatever it is."""
    try:
        yield from checks
    except Exception as wrong:
        yield Check(name, False, told=f"it cannot be checked: {type(wrong).__name__}: {describe_error(wrong)}")


def _check_file(db: sqlite3.Connection, version: int) -> Iterator[Check]:
    """The file is whole, and has the tables and indexes of its version and no others."""
    (said,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        yield Check("database", False, told=f"the file is damaged: {said.splitlines()[-1]}")
        return
    for wrong in islice(find_schema_differences(db, version), 1):
        yield Check("database", False, told=wrong)


class Auditor:
    """Goes through the tables and notes by the way which versions wrote them, and where this one differs."""

    def __init__(self, db: sqlite3.Connection, version: int) -> None:
        self.db = db
        self.version = version
        self.registered: RegisterState | None = None
        self.versions: dict[str, None] = {}  # in the order in which they are met
        self.first: Difference | None = None
        self._first_is_anothers = False
        self._entries: dict[int, list[tuple[int, ChipMove]]] = {}  # by table
        self.chains = self.rules = True

    def register(self) -> Iterator[Check]:
        """What accounts and tables should be, and whether they are."""
        if self.version < WITH_REGISTER:
            return
        wrong = find_break(self.db, "SELECT number, line, hash FROM register ORDER BY number")
        if wrong is not None:
            yield Check(REGISTER, False, told=wrong)
            return
        self.registered = read_register(self.db)
        if told := join_first(differences(self.db, self.registered)):
            yield Check(REGISTER, False, told=told)
        else:
            count = len(self.registered.newest)
            yield Check(REGISTER, True, told=f"accounts, tables and settings are what its {count} newest lines say")

    @cached_property
    def names(self) -> dict[str, int]:
        """Every name that an account has or has had, in small letters."""
        known = {} if self.registered is None else self.registered.names
        return known | {name.lower(): account for account, name in self.db.execute("SELECT id, name FROM accounts")}

    def tables(self) -> Iterator[Check]:
        bought = _chips_bought(self.db)
        if wrong := join_first(find_orphans(self.db)):
            self.chains = False
            yield Check("tables", False, told=wrong)
        for table, name in self.db.execute("SELECT id, name FROM tables ORDER BY id").fetchall():
            if (cut := find_break_in_table(self.db, table)) is not None:
                self.chains = False
                yield Check(f"table {table}", False, told=f"{name}: {cut}")
            else:
                yield from _guard(f"table {table}", self._table(table, name, bought.get(table, 0)))

    def _table(self, table: int, name: str, bought: int) -> Iterator[Check]:
        if wrong := join_first(find_column_faults(self.db, table, self.registered)):
            yield Check(f"table {table}", False, told=f"{name}: {wrong}")
            return
        try:
            told, judged = self._rounds(table, bought)
            yield Check(f"table {table}", True if judged else None, told=f"{name}: {told}", judged=judged)
        except ReplayError as differs:
            yield Check(f"table {table}", False, told=f"{name}: {differs}")

    def _rounds(self, table: int, bought: int) -> tuple[str, bool]:
        """Return what is to be said of the rounds, and whether this version can judge all of them. Every round begins
        as the one before it ended and comes out as it did; the chips that people brought and took away are those of
        their accounts. A `ReplayError` where that is not so."""
        before: Carry | None = None
        till = Till()
        count = rows = wound = 0
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
            self.versions |= {row.code: None for row in read if not isinstance(row, round_rows.Closed)}
            if isinstance(read[0], round_rows.Open) and round_rows.setting_of(lines[0]) is None:
                self.rules = False
            self._check_account(table, round_, read[-1])
            count, rows = count + 1, rows + len(lines)
            if isinstance(read[-1], round_rows.WindUp):
                before = self._wound_up(table, carry, lines, read[-1], till)
                wound += 1
                continue
            try:
                driver = round_rows.replay(carry, lines)
            except MismatchError as differs:
                another = round_rows.is_of_another_version(read)
                told = self._differs(table, round_, round_rows.version_that_began(read), differs, another=another)
                (unjudged if another else altered).append(told)
                before, last = carries.get(round_ + 1), read[-1]
                if isinstance(last, round_rows.Closed) and (before is None or before.digest != last.carry):
                    raise ReplayError(f"round {round_} does not end where the next one starts") from None
                self._count_by_entries(table, lines, before, till)
            else:
                till.count(driver)
                before = driver.next
        if till.brought != bought:
            wrong = f"people brought {dollars(till.brought)} to the table, but their accounts say {dollars(bought)}"
            raise ReplayError(wrong)
        if altered:
            raise ReplayError(f"{len(altered)} of {count} rounds replay differently; {altered[0]}")
        if unjudged:
            return describe(len(unjudged), count, unjudged[0]), False
        more = f", {wound} wound up by the house" if wound else ""
        come = "1 round replays" if count == 1 else f"{count} rounds replay"
        return f"{quantity(rows, 'row')}, {come} the same{more}", True

    def _check_account(self, table: int, round_: int, last: round_rows.Row) -> None:
        """The account of a round is the one that its last row names."""
        named = last.account if isinstance(last, round_rows.Closed | round_rows.WindUp) else ""
        kept = self._account(table, round_)
        if named and (kept is None or round_rows.account_digest(kept) != named):
            raise ReplayError(f"the account of round {round_} is not the one that was stored when it closed")
        if kept is not None and not named:
            raise ReplayError(f"round {round_} has an account that no row names")

    def _account(self, table: int, round_: int) -> bytes | None:
        if self.version < WITH_ACCOUNTS:
            return None
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        row = self.db.execute(sql, (table, round_)).fetchone()
        return None if row is None else bytes(row[0])

    def _wound_up(self, table: int, carry: Carry, lines: list[str], last: round_rows.WindUp, till: Till) -> Carry:
        """What winding up must have come to, by the carry and the entries."""
        accounts = self._people(names_in_round(carry, lines))
        number = round_rows.row_number(lines[-1])
        moved = self._moved(table, round_rows.row_number(lines[0]), number)
        after, owed = wind_up(carry, lines[:-1], moved, accounts, clear=last.clear)
        if after.digest != last.carry:
            raise ReplayError(f"row {number} winds up the round but leaves the table in a different state")
        paid = self._moved(table, number, number + 1)
        if {each.account: each.cents for each in paid} != owed:
            raise ReplayError(f"row {number} winds up the round but pays other people, or other amounts")
        self._count_by_entries(table, lines, after, till)
        return after

    def _count_by_entries(self, table: int, lines: list[str], after: Carry | None, till: Till) -> None:
        """What people brought and took away in a round that is not played again."""
        moved = self._moved(table, round_rows.row_number(lines[0]), round_rows.row_number(lines[-1]) + 1)
        till.brought -= sum(each.cents for each in moved)
        if after is not None:
            people = self._people(after.players.values())
            till.companions = {seat for seat, name in after.players.items() if name not in people}

    def _moved(self, table: int, since: int, before: int) -> list[ChipMove]:
        """Chips between accounts and a table in these rows; all entries are read once."""
        if table not in self._entries:
            self._entries[table] = chip_moves(self.db, table)
        return [moved for row, moved in self._entries[table] if since <= row < before]

    def _people(self, names: Iterable[str]) -> dict[str, int]:
        """Those of the names that have an account."""
        known = self.names
        return {name: known[name.lower()] for name in names if name.lower() in known}

    def _differs(self, table: int, round_: int, by: str, differs: MismatchError, *, another: bool) -> str:
        """Return where a round differs, and note the first one; one that was altered before those of other versions."""
        told = f"round {round_}, begun by pitboss {by}, replays differently from row {differs.number} on: {differs}"
        kept = self._account(table, round_)
        was, now = (None, None) if kept is None else _first_act(unpack(kept), differs)
        if self.first is None or (self._first_is_anothers and not another):
            self._first_is_anothers = another
            where = {"table": table, "round": round_, "row": differs.number}
            self.first = Difference(**where, told=told, recorded=was, replayed=now)
        return told


ActInWords = dict[str, str]


def _first_act(account: Account, differs: MismatchError) -> tuple[ActInWords | None, ActInWords | None]:
    """The first act after what was still the same that differs from what the account says: as it was, as it is."""
    log = [] if differs.driver is None else differs.driver.log
    same = sum(isinstance(item, Step) for item in log[: differs.before])
    was = [{"cite": act.cite, "told": act.told} for act in account.acts[same:]]
    now = [
        {"cite": item.cite, "told": sentence_for_house(item)}
        for item in log[differs.before :]
        if isinstance(item, Step)
    ]
    for one, other in zip_longest(was, now):
        if one != other:
            return one, other
    return None, None


class Till:
    """What people have brought to a table and not taken away; what the house's companions have is not counted."""

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
    """What the staff did: the chain holds, and who is named had an account."""
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
    """What accounts have taken to each table and not taken away again."""
    bought: dict[int, int] = {}
    for (line,) in db.execute("SELECT line FROM entries"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "table" in body:
            bought[body["table"]] = bought.get(body["table"], 0) - body["cents"]
    return bought


def _check_anchors(db: sqlite3.Connection, path: Path, raw: bytes | None) -> Iterator[Check]:
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
    found = compare_anchors(db, noted)
    anew = "".join(f"; {describe_reset(each)}" for each in sorted(noted.resets, key=lambda each: each.after))
    tail = ", ".join(f"{many} of {chain_name(chain)}" for chain, many in found.tail.items()) or "nothing"
    if found.alarm:
        yield Check("anchors", False, told=f"ALARM: {found.alarm}{anew}")
    elif found.later:
        up_to = (
            f"{chain_name(chain)} is good up to line {number}, {many} anchored line{'s' * (many > 1)} came later"
            for chain, (number, many) in found.later.items()
        )
        yield Check("anchors", False, told=f"{'; '.join(up_to)}: this is an older copy, or lines were cut off{anew}")
    elif found.tail and noted.stopped:
        yield Check("anchors", False, told=f"after the last server had stopped, lines were added: {tail}{anew}")
    else:
        told = f"{found.looked_for} anchored heads are on their chains; not anchored yet: {tail}{anew}"
        yield Check("anchors", True, told=told)
