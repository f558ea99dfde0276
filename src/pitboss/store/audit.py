"""Is the database what it says it is? Everything is played again and every sum done again; findings, never a traceback.

An anchored head is one that the checkpoint file notes. A chain on which an anchored head is not to be found has been
rewritten; what stands after the last anchored head could have been, unnoticed, and is told as the tail.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Sit
from pitboss.engine.record import START
from pitboss.record.account import Account, unpack
from pitboss.record.again import MismatchError, ReplayError
from pitboss.record.verify import Check, Difference, Findings
from pitboss.store import rounds
from pitboss.store.chain import broken, broken_at
from pitboss.store.errors import UnopenedError
from pitboss.store.heads import HeadsError, Noted, Restored, file_of, parse
from pitboss.store.reading import reading
from pitboss.store.schema import WITH_ACCOUNTS, WITH_STAFF, SchemaError, version_of
from pitboss.store.store import CHAINS, STAFF, ToldStaffAct, entries_at, heads_of, lines_of
from pitboss.store.wind_up import Moved, sat_in, wound_up
from pitboss.table.money import dollars
from pitboss.table.steps import BringChips, LeaveSeat, Step, TakeSeat, told


class Audit(Findings, frozen=True):
    chains: bool = True  # whether every chain holds
    rules: bool = True  # whether this version knows every text, reading and election that the rows name
    opened: bool = True  # whether there is a database to find anything in

    def answers(self) -> dict[str, bool]:
        """Under the words of a record's checks, so that both can be asked alike."""
        good = super().answers()
        return {
            "chain": self.chains,
            "rules": self.rules,
            "replay": all(ok for name, ok in good.items() if name.startswith("table ")) and "database" not in good,
            "head": good.get("anchors", False),
        }


def audit(path: Path, heads: Path | None = None) -> Audit:
    """Every chain, every round, all money, as they are at one moment. The database is only read. A `StoreError` if a
    server begins to write to it in the meantime."""
    anchors = heads or file_of(path)
    noted = anchors.read_bytes() if anchors.exists() else None  # before the database, which only goes on
    try:
        with reading(path) as db:
            return _audit(db, path, anchors, noted)
    except UnopenedError as wrong:
        return Audit((Check("database", False, told=str(wrong)),), (), None, opened=False)


def _audit(db: sqlite3.Connection, path: Path, anchors: Path, noted: bytes | None) -> Audit:
    auditor = Auditor(db)
    try:
        version = version_of(db)
        if not version:
            raise UnopenedError(f"{path} is not a Pitboss database")
        auditor.with_accounts = version >= WITH_ACCOUNTS
        staff = _staff(db) if version >= WITH_STAFF else ()
        checks = [*auditor.tables(), *_accounts(db), *staff, *_anchors(db, anchors, noted)]
    except SchemaError as wrong:
        raise UnopenedError(f"{path} cannot be read: {wrong}") from None
    except (sqlite3.DatabaseError, msgspec.DecodeError) as wrong:
        checks = [Check("database", False, told=f"it cannot be read: {wrong}")]
    except (KeyError, TypeError) as wrong:  # a row names what is not there any more
        checks = [Check("database", False, told=f"it is inconsistent: {type(wrong).__name__} {wrong}")]
    held = auditor.chains and not any(check.name in CHAINS and not check.ok for check in checks)
    return Audit(tuple(checks), tuple(auditor.versions), auditor.first, held, auditor.rules)


class Auditor:
    """Goes through the tables and notes by the way which versions wrote them, and where this one differs."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.with_accounts = True
        self.versions: dict[str, None] = {}  # in the order in which they are met
        self.first: Difference | None = None
        self._entries: dict[int, list[tuple[int, Moved]]] = {}  # by table
        self.chains = self.rules = True

    def tables(self) -> Iterator[Check]:
        bought = _bought(self.db)
        for table, name in self.db.execute("SELECT id, name FROM tables ORDER BY id").fetchall():
            if (wrong := broken_at(self.db, table)) is not None:
                self.chains = False
                yield Check(f"table {table}", False, told=f"{name}: {wrong}")
                continue
            try:
                yield Check(f"table {table}", True, told=f"{name}: {self._rounds(table, bought.get(table, 0))}")
            except ReplayError as differs:
                yield Check(f"table {table}", False, told=f"{name}: {differs}")

    def _rounds(self, table: int, bought: int) -> str:
        """Every round begins as the one before it ended and comes out as it did; the chips that people brought and took
        away are those of their accounts."""
        before: Carry | None = None
        till = Till()
        count = rows = wound = 0
        differing: list[str] = []
        sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round'
        carries = {round_: rounds.read_carry(text) for round_, text in self.db.execute(sql, (table,))}
        for round_, carry in carries.items():
            if before is not None and carry != before:
                raise ReplayError(f"round {round_} does not start where the one before it ended")
            lines = lines_of(self.db, table, round_)
            if not lines:
                continue
            read = rounds.read(lines)
            self.versions |= {row.code: None for row in read if not isinstance(row, rounds.Closed)}
            if isinstance(read[0], rounds.Open) and rounds.setting_of(lines[0]) is None:
                self.rules = False
            self._check_account(table, round_, read[-1])
            count, rows = count + 1, rows + len(lines)
            if isinstance(read[-1], rounds.WindUp):
                before = self._wound_up(table, carry, lines, read[-1], till)
                wound += 1
                continue
            try:
                driver = rounds.replay(carry, lines)
            except MismatchError as differs:
                differing.append(self._differs(table, round_, rounds.version_of(lines), differs))
                before, last = carries.get(round_ + 1), read[-1]
                if isinstance(last, rounds.Closed) and (before is None or before.digest != last.carry):
                    raise ReplayError(f"round {round_} does not end where the next one starts") from None
                self._count_by_entries(table, lines, before, till)
            else:
                till.count(driver)
                before = driver.next
        if till.brought != bought:
            wrong = f"people brought {dollars(till.brought)} to the table, but their accounts say {dollars(bought)}"
            raise ReplayError(wrong)
        if differing:
            raise ReplayError(f"{len(differing)} of {count} rounds replay differently; {differing[0]}")
        more = f", {wound} wound up by the house" if wound else ""
        return f"{rows} rows, {count} rounds replay the same{more}"

    def _check_account(self, table: int, round_: int, last: rounds.Row) -> None:
        """The account of a round is the one that its last row names."""
        named = last.account if isinstance(last, rounds.Closed | rounds.WindUp) else ""
        kept = self._account(table, round_)
        if named and (kept is None or rounds.account_digest(kept) != named):
            raise ReplayError(f"the account of round {round_} is not the one that was stored when it closed")
        if kept is not None and not named:
            raise ReplayError(f"round {round_} has an account that no row names")

    def _account(self, table: int, round_: int) -> bytes | None:
        if not self.with_accounts:
            return None
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        row = self.db.execute(sql, (table, round_)).fetchone()
        return None if row is None else bytes(row[0])

    def _wound_up(self, table: int, carry: Carry, lines: list[str], last: rounds.WindUp, till: Till) -> Carry:
        """What winding up must have come to, by the carry and the entries."""
        accounts = self._people(sat_in(carry, lines))
        number = rounds.number_of(lines[-1])
        moved = self._moved(table, rounds.number_of(lines[0]), number)
        after, owed = wound_up(carry, lines[:-1], moved, accounts, clear=last.clear)
        if after.digest != last.carry:
            raise ReplayError(f"row {number} winds up the round but leaves the table in a different state")
        paid = self._moved(table, number, number + 1)
        if {each.account: each.cents for each in paid} != owed:
            raise ReplayError(f"row {number} winds up the round but pays other people, or other amounts")
        self._count_by_entries(table, lines, after, till)
        return after

    def _count_by_entries(self, table: int, lines: list[str], after: Carry | None, till: Till) -> None:
        """What people brought and took away in a round that is not played again."""
        moved = self._moved(table, rounds.number_of(lines[0]), rounds.number_of(lines[-1]) + 1)
        till.brought -= sum(each.cents for each in moved)
        if after is not None:
            people = self._people(after.players.values())
            till.companions = {seat for seat, name in after.players.items() if name not in people}

    def _moved(self, table: int, since: int, before: int) -> list[Moved]:
        """Chips between accounts and a table in these rows; all entries are read once."""
        if table not in self._entries:
            self._entries[table] = entries_at(self.db, table)
        return [moved for row, moved in self._entries[table] if since <= row < before]

    def _people(self, names: Iterable[str]) -> dict[str, int]:
        """Those of the names that have an account."""
        found = (
            (name, self.db.execute("SELECT id FROM accounts WHERE name = ?", (name,)).fetchone()) for name in names
        )
        return {name: row[0] for name, row in found if row is not None}

    def _differs(self, table: int, round_: int, version: str, differs: MismatchError) -> str:
        told = (
            f"round {round_}, begun by pitboss {version}, replays differently from row {differs.number} on: {differs}"
        )
        kept = self._account(table, round_)
        was, now = (None, None) if kept is None else _first_act(unpack(kept), differs)
        if self.first is None:
            where = {"table": table, "round": round_, "row": differs.number}
            self.first = Difference(**where, told=told, recorded=was, replayed=now)
        return told


Told = dict[str, str]


def _first_act(account: Account, differs: MismatchError) -> tuple[Told | None, Told | None]:
    """The first act after what was still the same that differs from what the account says: as it was, as it is."""
    log = [] if differs.driver is None else differs.driver.log
    same = sum(isinstance(item, Step) for item in log[: differs.before])
    was = [{"cite": act.cite, "told": act.told} for act in account.acts[same:]]
    now = [{"cite": item.cite, "told": told(item)} for item in log[differs.before :] if isinstance(item, Step)]
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


def _accounts(db: sqlite3.Connection) -> Iterator[Check]:
    wrong = broken(db, "SELECT number, line, hash FROM entries ORDER BY number")
    if wrong is not None:
        yield Check("accounts", False, told=wrong)
        return
    sums: dict[int, int] = {}
    count = 0
    for account, line in db.execute("SELECT account, line FROM entries ORDER BY number"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        sums[account] = sums.get(account, 0) + body["cents"]
        count += 1
        if (body["account"], body["balance"]) != (account, sums[account]):
            yield Check(
                "accounts",
                False,
                told=f"entry {body['number']} says the balance is {body['balance']}, not {sums[account]}",
            )
            return
    for account, name, balance in db.execute("SELECT id, name, balance FROM accounts").fetchall():
        if sums.get(account, 0) != balance:
            yield Check("accounts", False, told=f"{name} holds {balance}; the entries add up to {sums.get(account, 0)}")
            return
    yield Check("accounts", True, told=f"{len(sums)} accounts hold what their {count} entries add up to")


def _staff(db: sqlite3.Connection) -> Iterator[Check]:
    """What the staff did: the chain holds, and who is named had an account."""
    wrong = broken(db, "SELECT number, line, hash FROM staff_acts ORDER BY number")
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
    yield Check(STAFF, True, told=f"{count} acts of the staff, each with who did it")


def _bought(db: sqlite3.Connection) -> dict[int, int]:
    """What accounts have taken to each table and not taken away again."""
    bought: dict[int, int] = {}
    for (line,) in db.execute("SELECT line FROM entries"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "table" in body:
            bought[body["table"]] = bought.get(body["table"], 0) - body["cents"]
    return bought


def _anchors(db: sqlite3.Connection, path: Path, raw: bytes | None) -> Iterator[Check]:
    if raw is None:
        yield Check(
            "anchors", False, told=f"there is no checkpoint file {path}, so nothing proves that no chain was rewritten"
        )
        return
    (database,) = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
    try:
        noted = parse(path, raw, database)
    except HeadsError as wrong:
        yield Check("anchors", False, told=str(wrong))
        return
    found = held(db, noted)
    restored = "".join(f"; {told_of(each)}" for each in noted.restored)
    if found.alarm:
        yield Check("anchors", False, told=f"ALARM: {found.alarm}{restored}")
    elif found.later:
        up_to = (
            f"{_named(chain)} is good up to line {number}, {many} anchored lines came later"
            for chain, (number, many) in found.later.items()
        )
        yield Check(
            "anchors", False, told=f"{'; '.join(up_to)}: this is an older copy, or lines were cut off{restored}"
        )
    else:
        tail = ", ".join(f"{many} of {_named(chain)}" for chain, many in found.tail.items()) or "nothing"
        told = f"{found.looked_for} anchored heads are on their chains; not anchored yet: {tail}{restored}"
        yield Check("anchors", True, told=told)


class Held(NamedTuple):
    """How the chains of a database compare with a checkpoint file."""

    looked_for: int  # anchored heads
    alarm: str  # the first that is not the one on its chain
    later: dict[str, tuple[int, int]]  # chain -> its last line, and how many anchored lines came after that
    tail: dict[str, int]  # chain -> lines that are not anchored yet


def held(db: sqlite3.Connection, noted: Noted) -> Held:
    heads = heads_of(db)
    ends = {chain: number for chain, (number, _) in heads.items()}
    count, alarm, later = 0, "", dict[str, tuple[int, int]]()
    for at, line in enumerate(noted.lines):
        for chain, (number, head) in line.items():
            if any(at < each.after and number > each.heads.get(chain, (0, START))[0] for each in noted.restored):
                continue  # what came later than a copy that was put back is not to be found
            count += 1
            end = ends.get(chain, 0)
            if number > end:
                later[chain] = (end, max(number - end, later.get(chain, (0, 0))[1]))
            elif _hash_at(db, chain, number) != head and not alarm:
                alarm = f"line {number} of {_named(chain)} is not the one anchored"
    tail = {chain: number - noted.known.get(chain, (0, START))[0] for chain, number in ends.items()}
    return Held(count, alarm, later, {chain: many for chain, many in tail.items() if many > 0})


def told_of(restored: Restored) -> str:
    day = datetime.fromtimestamp(restored.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    up_to = ", ".join(f"line {number} of {_named(chain)}" for chain, (number, _) in restored.heads.items())
    return f"restored on {day} from {restored.copy}, up to {up_to}"


def _named(chain: str) -> str:
    return chain if chain in CHAINS else f"table {chain}"


def _hash_at(db: sqlite3.Connection, chain: str, number: int) -> str | None:
    if number == 0:
        return START
    if chain in CHAINS:
        row = db.execute(f"SELECT hash FROM {CHAINS[chain]} WHERE number = ?", (number,)).fetchone()
    else:
        row = db.execute('SELECT hash FROM rows WHERE "table" = ? AND number = ?', (chain, number)).fetchone()
    return None if row is None else row[0]
