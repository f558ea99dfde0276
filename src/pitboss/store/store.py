"""The store: one database, one thread that writes, commits shared by whatever is waiting.

What is written is inputs; events follow from them. `append` is the only way to write to a table, and it insists on the
epoch that `take` gave: whoever took the table last is the only one who can.
"""

from __future__ import annotations

import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.engine.record import START
from pitboss.store import crash, register
from pitboss.store.chain import digest, link
from pitboss.store.copies import keep_copy
from pitboss.store.errors import AgainError, FencedError, StoreError, TooLateError, in_words
from pitboss.store.heads import Decision, Heads
from pitboss.store.names import nameless, skeleton, unnamed
from pitboss.store.schema import WITH_REGISTER, WITH_STAFF, SchemaError, migrate, outdated, version_of
from pitboss.store.wind_up import Moved
from pitboss.table.money import dollars

T = TypeVar("T")
GROUP = 64  # jobs that share one commit at most
# When a round was last acted in. It opens when the one before it ends, which may be long before anybody plays it.
ACTED_AT = (
    "SELECT json_extract(line, '$.at') FROM rows INDEXED BY rows_of_round WHERE \"table\" = {} AND round = {} "
    "AND json_extract(line, '$.at') IS NOT NULL ORDER BY number DESC LIMIT 1"
)
PERSON = "id, name, role, balance, state, signed_out"  # the columns of an account
REFUND = "refund"  # what such an entry is called
ACCOUNTS, STAFF, REGISTER = "accounts", "staff", "register"
# Those that are no table's -> where their lines are kept, and since which version.
CHAINS = {ACCOUNTS: "entries", STAFF: "staff_acts", REGISTER: "register"}
SINCE = {ACCOUNTS: 1, STAFF: WITH_STAFF, REGISTER: WITH_REGISTER}


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


@dataclass
class _Job(Generic[T]):
    run: Callable[[sqlite3.Connection], T]
    done: Future[T] = field(default_factory=Future)


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.copied: Path | None = None  # the database as it was before it was brought to this version
        self.held = ""  # why nothing may be written, if nothing may
        self.committed: Callable[[Heads], None] | None = None  # hears of the newest heads, before anybody is told
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._reading = threading.Lock()
        self.on_commit: Callable[[float, str], None] = lambda seconds, wrong: None  # told on the thread that writes
        # What a name looks like -> the account that has it; for the thread that writes.
        self._looks: dict[str, int] = {}
        if path.is_dir():
            raise StoreError(f"{path} is a folder; name the database file")
        try:
            path.touch(mode=0o600)  # hidden cards and the key of sessions are in it
            db, self._reader = _connect(path), _connect(path)
        except (OSError, sqlite3.Error) as wrong:
            raise StoreError(f"{path} cannot be used: {in_words(wrong)}") from None
        try:
            for each in (db, self._reader):
                _set_up(each)
            if version := outdated(db):
                self.copied = keep_copy(db, path, version)
            migrate(db)
            register.watch(db)
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (secrets.token_hex(32),))
            db.execute("INSERT OR IGNORE INTO meta VALUES ('id', ?)", (secrets.token_hex(16),))
            register.flush(db)
            db.execute("COMMIT")
            self._reader.execute("PRAGMA query_only = ON")
        except (sqlite3.DatabaseError, SchemaError, OSError) as wrong:
            db.close()
            self._reader.close()
            raise StoreError(f"{path} cannot be used: {in_words(wrong)}") from None
        self._thread = threading.Thread(target=self._write, args=(db,), name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._reader.close()

    # --- the thread that writes

    def submit(self, run: Callable[[sqlite3.Connection], T], *, though_held: bool = False) -> Future[T]:
        """Have this done in the next commit; the future is ready once it is on the disk."""
        job = _Job(run)
        job.done.set_running_or_notify_cancel()  # from here on it is done, even if nobody waits for it any more
        if self.held and not though_held:
            job.done.set_exception(StoreError(self.held))
        else:
            self._jobs.put(job)
        return job.done

    def probe(self) -> Future[None]:
        """Write something that changes nothing, and have it on the disk: whether anything can be written."""

        def run(db: sqlite3.Connection) -> None:
            (number,) = db.execute("PRAGMA application_id").fetchone()
            db.execute(f"PRAGMA application_id = {number}")

        return self.submit(run, though_held=True)

    def reached(self) -> Future[None]:
        """Ready once all that was submitted before is done, also what nobody waits for any more."""
        return self.submit(lambda db: None, though_held=True)

    @property
    def waiting(self) -> int:
        """How many jobs nobody has begun with."""
        return self._jobs.qsize()

    def _write(self, db: sqlite3.Connection) -> None:
        going = True
        while going:
            jobs = []
            job = self._jobs.get()
            while True:
                if job is None:
                    going = False
                    break
                jobs.append(job)
                if len(jobs) == GROUP:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._commit(db, jobs)
        db.close()

    def _commit(self, db: sqlite3.Connection, jobs: list[_Job[Any]]) -> None:
        results: list[tuple[_Job[Any], Any, BaseException | None]] = []
        begun, failed = time.perf_counter(), ""
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                db.execute("SAVEPOINT job")
                try:
                    value = job.run(db)
                    register.flush(db)
                    results.append((job, value, None))
                except Exception as wrong:
                    if not db.in_transaction:
                        raise  # the disk is full or fails: nothing of this commit is there any more
                    db.execute("ROLLBACK TO job")
                    results.append((job, None, _told(wrong)))
                db.execute("RELEASE job")
            crash.point("before commit")
            db.execute("COMMIT")
        except Exception as fault:  # whatever it is, this thread goes on
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            failed = in_words(fault)
            results = [(job, None, StoreError(f"nothing can be written: {failed}")) for job in jobs]
        else:
            failed = self._mark(db)
            crash.point("after commit")
        self.on_commit(time.perf_counter() - begun, failed)
        for job, value, refused in results:
            if refused is not None:
                job.done.set_exception(refused)
            else:
                job.done.set_result(value)

    def _mark(self, db: sqlite3.Connection) -> str:
        """Have the newest heads marked. What is committed counts, also if that fails; what went wrong, in words."""
        crash.point("before mark")
        try:
            if self.committed is not None:
                self.committed(heads_of(db))
        except Exception as fault:
            return in_words(fault)
        return ""

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        with self._reading:
            yield self._reader

    def meta(self, key: str) -> str:
        with self.read() as db:
            (value,) = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(value)

    # --- accounts

    def create_account(self, name: str, code: str, role: str, grant: int) -> Future[Account]:
        def run(db: sqlite3.Connection) -> Account:
            if (like := self._alike(db, name)) is not None:
                raise StoreError(f"the name {like!r} is taken, and {name!r} looks like it")
            sql = "INSERT INTO accounts (name, role, code, balance) VALUES (?, ?, ?, 0)"
            try:
                made = db.execute(sql, (name, role, code)).lastrowid
            except sqlite3.IntegrityError:
                raise StoreError(f"the name {name!r} is taken") from None
            assert made is not None
            self._looks[skeleton(name)] = made
            if grant:
                _enter(db, Entry(made, grant, "practice money"), {})
            return Account(made, name, role, grant)

        return self.submit(run)

    def _alike(self, db: sqlite3.Connection, name: str) -> str | None:
        """Another name that looks like this one, to the thread that writes; what was not written in the end is no
        name. The same name is for the database to refuse."""
        if not self._looks:
            self._looks = {skeleton(other): account for account, other in db.execute("SELECT id, name FROM accounts")}
        account = self._looks.get(skeleton(name), 0)
        row = db.execute("SELECT name FROM accounts WHERE id = ?", (account,)).fetchone()
        if row is None or skeleton(row[0]) != skeleton(name) or row[0].casefold() == name.casefold():
            return None
        return str(row[0])

    def account(self, key: int | str) -> tuple[Account, str] | None:
        """An account by its id or its name, with the code kept for its recovery."""
        by = "id" if isinstance(key, int) else "name"
        with self.read() as db:
            row = db.execute(f"SELECT {PERSON}, code FROM accounts WHERE {by} = ?", (key,)).fetchone()
        return None if row is None else (_person(row[:-1]), row[-1])

    def set_role(self, account: int, role: str, act: StaffAct | None = None) -> Future[None]:
        """By the staff, who never take the role from the last administrator."""
        return self._change_person("role = ?", (role,), account, act, stays_admin=role == "admin")

    def bar(self, account: int, act: StaffAct) -> Future[None]:
        """Whoever is banned has no session and gets none."""
        return self._change_person("state = 'banned', signed_out = signed_out + 1", (), account, act)

    def let_back(self, account: int, act: StaffAct) -> Future[None]:
        return self._change_person("state = 'open'", (), account, act)

    def delete(self, account: int, act: StaffAct) -> Future[None]:
        """Nobody is this any more. What was played and moved stays as it was written; the name is shown to nobody, and
        nobody else can take it."""
        gone = "state = 'gone', role = 'player', code = '', signed_out = signed_out + 1"
        return self._change_person(gone, (), account, act)

    def end_sessions(self, account: int, act: StaffAct | None = None) -> Future[None]:
        return self._change_person("signed_out = signed_out + 1", (), account, act, stays_admin=True)

    def set_code(
        self, account: int, code: str, act: StaffAct | None = None, asked_at: int | None = None
    ) -> Future[None]:
        """Another code for recovery; who knew the old one, or had a session by it, is out. `asked_at` is how often
        sessions had been ended when it was asked for: of two who ask at the same time one gets a code that works, and
        the other hears that it is too late."""
        what = "code = ?, signed_out = signed_out + 1"
        return self._change_person(what, (code,), account, act, stays_admin=True, asked_at=asked_at)

    def _change_person(
        self,
        what: str,
        values: tuple[object, ...],
        account: int,
        act: StaffAct | None,
        *,
        stays_admin: bool = False,
        asked_at: int | None = None,
    ) -> Future[None]:
        def run(db: sqlite3.Connection) -> None:
            if asked_at is not None:
                ended = db.execute("SELECT signed_out FROM accounts WHERE id = ?", (account,)).fetchone()
                if ended != (asked_at,):
                    raise TooLateError("this session was ended meanwhile; sign in again with the newest code")
            if act is not None and not stays_admin and _admins(db) == [account]:
                raise StoreError("this is the only administrator; name another one first")
            _do(db, f"UPDATE accounts SET {what} WHERE id = ? AND state <> 'gone'", (*values, account))
            _note(db, act)

        return self.submit(run)

    def refund(self, account: int, cents: int, act: StaffAct) -> Future[None]:
        """The house gives somebody money back that no round gives back."""

        def run(db: sqlite3.Connection) -> None:
            _enter(db, Entry(account, cents, REFUND), {})
            _note(db, act)

        return self.submit(run)

    def people(self) -> list[Account]:
        """Everybody whose account is not deleted."""
        with self.read() as db:
            sql = f"SELECT {PERSON} FROM accounts WHERE state <> 'gone' ORDER BY name"
            return [_person(row) for row in db.execute(sql)]

    def gone(self) -> dict[str, str]:
        """Names of deleted accounts, as rounds have them, and what is shown in their place."""
        with self.read() as db:
            rows = db.execute("SELECT id, name FROM accounts WHERE state = 'gone'").fetchall()
        return {name: nameless(account) for account, name in rows}

    def sessions(self, accounts: Iterable[int]) -> dict[int, int]:
        """Of these accounts those that may have a session, and how often their sessions were ended."""
        asked = sorted(accounts)
        with self.read() as db:
            marks = ", ".join("?" * len(asked))
            sql = f"SELECT id, signed_out FROM accounts WHERE state = 'open' AND id IN ({marks})"
            return dict(db.execute(sql, asked))

    def has_admin(self) -> bool:
        with self.read() as db:
            return bool(_admins(db))

    def grant(self, account: int, cents: int, what: str) -> Future[None]:
        return self.submit(lambda db: _enter(db, Entry(account, cents, what), {}))

    def top_up(self, account: int, wanted: int) -> Future[int]:
        """Practice money up to a balance; what was missing."""

        def run(db: sqlite3.Connection) -> int:
            (balance,) = db.execute("SELECT balance FROM accounts WHERE id = ?", (account,)).fetchone()
            missing = max(wanted - int(balance), 0)
            if missing:
                _enter(db, Entry(account, missing, "practice money"), {})
            return missing

        return self.submit(run)

    # --- tables

    def create_table(
        self, name: str, setting: str, owner: int | None = None, most: int = 0, act: StaffAct | None = None
    ) -> Future[int]:
        """A new table. With an owner, one of at most so many that he has open."""

        def run(db: sqlite3.Connection) -> int:
            if owner is not None:
                sql = "SELECT count(*) FROM tables WHERE owner = ? AND state <> 'closed' AND NOT gone"
                (open_,) = db.execute(sql, (owner,)).fetchone()
                if open_ >= most:
                    raise StoreError(f"you have {open_} tables open, and {most} is the most; close one first")
            sql = "INSERT INTO tables (name, state, setting, head, owner) VALUES (?, 'open', ?, ?, ?)"
            try:
                made = db.execute(sql, (name, setting, START, owner)).lastrowid
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {name!r}; choose another name") from None
            assert made is not None
            _note(db, None if act is None else replace(act, table=made))
            return made

        return self.submit(run)

    def tables(self, *, gone: bool = False) -> list[TableRow]:
        """Those that nobody has put away; or these as well, for their rounds are kept."""
        with self.read() as db:
            sql = "SELECT id, name, state, setting, number, head, owner FROM tables WHERE ? OR NOT gone ORDER BY id"
            return [TableRow(*row) for row in db.execute(sql, (gone,))]

    def set_state(self, table: int, epoch: int, state: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("state = ?", state, table, epoch, act)

    def set_setting(self, table: int, epoch: int, setting: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("setting = ?", setting, table, epoch, act)

    def rename(self, table: int, epoch: int, name: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("name = ?", name, table, epoch, act)

    def put_away(self, table: int, epoch: int, act: StaffAct | None = None) -> Future[None]:
        """The table is in no list any more, and its name is free. All that happened there stays."""
        return self._change("gone = 1, name = name || ?", f" (table {table})", table, epoch, act)

    def _change(self, what: str, value: str, table: int, epoch: int, act: StaffAct | None) -> Future[None]:
        def run(db: sqlite3.Connection) -> None:
            try:
                _mine(db, f"UPDATE tables SET {what}", value, table, epoch)
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {value!r}; choose another name") from None
            _note(db, act)

        return self.submit(run)

    def note(self, act: StaffAct) -> Future[None]:
        """Something that the staff did and that nothing else is written of."""
        return self.submit(lambda db: _note(db, act))

    def staff_acts(self, table: int | None = None, limit: int = 100, before: int | None = None) -> list[ToldStaffAct]:
        """What the staff did at a table, or anywhere; the newest first, or the newest of those before a number."""
        where = {'"table" = ?': table, "number < ?": before}
        asked = {words: value for words, value in where.items() if value is not None}
        chosen = f"WHERE {' AND '.join(asked)}" if asked else ""
        with self.read() as db:
            sql = f"SELECT line FROM staff_acts {chosen} ORDER BY number DESC LIMIT ?"
            lines = [line for (line,) in db.execute(sql, (*asked.values(), limit))]
        gone = self.gone()
        return [_without(gone, msgspec.json.decode(line, type=ToldStaffAct)) for line in lines]

    def take(self, table: int) -> Future[Taken]:
        """Become the one that drives a table; whoever did before can write no more."""

        def run(db: sqlite3.Connection) -> Taken:
            _do(db, "UPDATE tables SET epoch = epoch + 1 WHERE id = ?", (table,))
            return _left(db, table)

        return self.submit(run)

    def left(self, table: int) -> Taken:
        """A table as what is written leaves it, without taking it."""
        with self.read() as db:
            return _left(db, table)

    def append(self, batch: Batch) -> Future[int]:
        """Write what an action comes to; the number of the row that a client's action has, or of the first."""
        return self.submit(lambda db: _append(db, batch))

    def acted(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        """The row of an action that was counted already, what was given, and in which round."""
        with self.read() as db:
            return _acted(db, table, client)

    def is_over(self, table: int, round_: int) -> bool:
        """A round is over once the next one has its carry."""
        with self.read() as db:
            sql = 'SELECT 1 FROM carries WHERE "table" = ? AND round = ?'
            return db.execute(sql, (table, round_ + 1)).fetchone() is not None

    def newest_round(self, table: int) -> int:
        """The round that is open or about to be; 0 if nobody ever sat at the table."""
        with self.read() as db:
            row = db.execute('SELECT max(round) FROM carries WHERE "table" = ?', (table,)).fetchone()
        return int(row[0] or 0)

    def table(self, table: int, *, gone: bool = False) -> TableRow | None:
        return next((row for row in self.tables(gone=gone) if row.id == table), None)

    def newest_opening(self, table: int) -> str | None:
        """The line that opened the newest round with rows."""
        with self.read() as db:
            sql = (
                "SELECT line FROM rows WHERE \"table\" = ? AND json_extract(line, '$.line') = 'open' "
                "ORDER BY number DESC LIMIT 1"
            )
            row = db.execute(sql, (table,)).fetchone()
        return None if row is None else str(row[0])

    def rounds(self, table: int, account: int | None, before: int, limit: int) -> list[tuple[int, int]]:
        """Rounds that are over, newest first, with the seat if they are one player's."""
        with self.read() as db:
            if account is None:
                sql = 'SELECT round, 0 FROM carries WHERE "table" = ? AND round < ? ORDER BY round DESC LIMIT ?'
                return db.execute(sql, (table, before, limit)).fetchall()
            sql = (
                'SELECT round, seat FROM played WHERE account = ? AND "table" = ? AND round < ? '
                "ORDER BY round DESC LIMIT ?"
            )
            return db.execute(sql, (account, table, before, limit)).fetchall()

    def seats_in(self, account: int, table: int, round_: int) -> list[int]:
        """Where somebody sat in a round that is over."""
        with self.read() as db:
            sql = 'SELECT seat FROM played WHERE account = ? AND "table" = ? AND round = ?'
            return [seat for (seat,) in db.execute(sql, (account, table, round_))]

    def round_lines(self, table: int, round_: int) -> tuple[str, list[str]] | None:
        """The table as a round found it, and the rows of the round."""
        with self.read() as db:
            row = db.execute('SELECT carry FROM carries WHERE "table" = ? AND round = ?', (table, round_)).fetchone()
            if row is None:
                return None
            return row[0], lines_of(db, table, round_)

    def played(self, account: int, table: int, limit: int, offset: int = 0) -> list[tuple[int, int, int, int]]:
        """Somebody's finished rounds, newest first: table, round, seat, and when it was last acted in, in seconds since
        1970. Of one table, or of all (0). Whoever changed seats in a round has it under the highest of them."""
        at = ACTED_AT.format('p."table"', "p.round")
        sql = (
            f'SELECT p."table", p.round, max(p.seat), coalesce(({at}), 0) AS at FROM played p '
            'WHERE p.account = ? AND ? IN (0, p."table") AND EXISTS (SELECT 1 FROM carries c '
            'WHERE c."table" = p."table" AND c.round = p.round + 1) GROUP BY p."table", p.round '
            'ORDER BY at DESC, p."table" DESC, p.round DESC LIMIT ? OFFSET ?'
        )
        with self.read() as db:
            return db.execute(sql, (account, table, limit, offset)).fetchall()

    def acted_at(self, table: int, round_: int) -> int:
        """When a round was last acted in, in seconds since 1970; 0 if nobody knows."""
        with self.read() as db:
            row = db.execute(ACTED_AT.format("?", "?"), (table, round_)).fetchone()
        return 0 if row is None else int(row[0])

    def links(self, table: int, round_: int) -> tuple[str, list[tuple[int, str, str]]]:
        """The hash of the row before a round, and the rows of the round: number, line and hash."""
        with self.read() as db:
            sql = (
                "SELECT number, line, hash FROM rows INDEXED BY rows_of_round "
                'WHERE "table" = ? AND round = ? ORDER BY number'
            )
            rows = db.execute(sql, (table, round_)).fetchall()
            first = rows[0][0] if rows else 1
            sql = 'SELECT hash FROM rows WHERE "table" = ? AND number = ?'
            before = db.execute(sql, (table, first - 1)).fetchone()
        return (START if before is None else str(before[0])), rows

    def told(self, table: int, round_: int) -> bytes | None:
        """The account of a round, if it was kept."""
        with self.read() as db:
            row = db.execute('SELECT account FROM told WHERE "table" = ? AND round = ?', (table, round_)).fetchone()
        return None if row is None else bytes(row[0])

    def moved(self, table: int, since: int) -> list[Moved]:
        """Chips between accounts and a table, from a row on."""
        with self.read() as db:
            return [moved for row, moved in entries_at(db, table) if row >= since]

    def accounts_of(self, names: Iterable[str]) -> dict[str, int]:
        """Those of the names that are people's."""
        found = ((name, self.account(name)) for name in names)
        return {name: account[0].id for name, account in found if account is not None}

    def decide(self, decision: Decision, act: StaffAct | None) -> Future[None]:
        """Somebody goes on although the database is not as it was anchored; for good in the register."""

        def run(db: sqlite3.Connection) -> None:
            register.settle(db)
            _note(db, act)
            register.write(db, [(register.DECISION, register.length(db) + 1, msgspec.to_builtins(decision))])

        return self.submit(run, though_held=True)

    def heads(self) -> Heads:
        """The newest line of every chain: a table's under its number, those of the house under their names."""
        with self.read() as db:
            return heads_of(db)


def heads_of(db: sqlite3.Connection) -> Heads:
    rows = db.execute("SELECT id, number, head FROM tables").fetchall()
    heads = {str(each): (number, head) for each, number, head in rows}
    version = version_of(db)
    for chain, kept in CHAINS.items():
        if version < SINCE[chain]:
            continue
        last = db.execute(f"SELECT number, hash FROM {kept} ORDER BY number DESC LIMIT 1").fetchone()
        heads[chain] = last or (0, START)
    return heads


def lines_of(db: sqlite3.Connection, table: int, round_: int) -> list[str]:
    """The rows of a round. Left to itself, SQLite reads a table's whole chain for each."""
    sql = 'SELECT line FROM rows INDEXED BY rows_of_round WHERE "table" = ? AND round = ? ORDER BY number'
    return [line for (line,) in db.execute(sql, (table, round_))]


def entries_at(db: sqlite3.Connection, table: int) -> list[tuple[int, Moved]]:
    """Chips between accounts and a table, each with the row by which they moved."""
    sql = (
        "SELECT json_extract(line, '$.row'), account, json_extract(line, '$.cents') FROM entries "
        "WHERE json_extract(line, '$.table') = ? ORDER BY number"
    )
    return [(row, Moved(account, cents)) for row, account, cents in db.execute(sql, (table,))]


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)


def _set_up(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")


def _person(row: Sequence[Any]) -> Account:
    found = Account(*row)
    return msgspec.structs.replace(found, name=nameless(found.id)) if found.state == "gone" else found


def _without(gone: Mapping[str, str], act: ToldStaffAct) -> ToldStaffAct:
    """As it is shown: without the names of deleted accounts."""
    if not gone:
        return act
    return msgspec.structs.replace(act, name=gone.get(act.name, act.name), what=unnamed(act.what, gone))


def _admins(db: sqlite3.Connection) -> list[int]:
    return [account for (account,) in db.execute("SELECT id FROM accounts WHERE role = 'admin' AND state = 'open'")]


def _do(db: sqlite3.Connection, sql: str, values: tuple[object, ...]) -> None:
    if not db.execute(sql, values).rowcount:
        raise StoreError("it does not exist")


def _mine(db: sqlite3.Connection, sql: str, value: str, table: int, epoch: int) -> None:
    """A change of a table by whoever drives it."""
    if not db.execute(f"{sql} WHERE id = ? AND epoch = ?", (value, table, epoch)).rowcount:
        raise FencedError("another server has taken over this table")


def _told(wrong: Exception) -> Exception:
    return StoreError(f"nothing can be written: {in_words(wrong)}") if isinstance(wrong, sqlite3.Error) else wrong


def _left(db: sqlite3.Connection, table: int) -> Taken:
    sql = "SELECT id, name, state, setting, number, head, owner, epoch FROM tables WHERE id = ?"
    *row, epoch = db.execute(sql, (table,)).fetchone()
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round DESC LIMIT 1'
    round_, carry = db.execute(sql, (table,)).fetchone() or (0, None)
    lines = lines_of(db, table, round_)
    return Taken(TableRow(*row), epoch, round_, carry, lines)


def _acted(db: sqlite3.Connection, table: int, client: str) -> tuple[int, bytes, int] | None:
    """Whether an action was counted already: the number of its row, what was given, and in which round."""
    sql = 'SELECT number, line, round FROM rows WHERE "table" = ? AND client = ?'
    row = db.execute(sql, (table, client)).fetchone()
    if row is None:
        return None
    return row[0], bytes(msgspec.json.decode(row[1], type=dict[str, msgspec.Raw])["given"]), row[2]


def _append(db: sqlite3.Connection, batch: Batch) -> int:
    row = db.execute("SELECT epoch, number, head FROM tables WHERE id = ?", (batch.table,)).fetchone()
    epoch, number, head = row
    if epoch != batch.epoch:
        raise FencedError("another server has taken over this table")
    acted, last = number + 1, number + len(batch.lines)
    for line in batch.lines:
        number += 1
        if line.client is not None:
            if (known := _acted(db, batch.table, line.client)) is not None:
                raise AgainError(*known)
            acted = number
        body = {"table": batch.table, "number": number, "epoch": epoch, "round": line.round, **line.body}
        if line.client is not None:
            body["client"] = line.client
        if number == last:
            body |= _beside(batch)
        text, head = link(head, body)
        values = (batch.table, number, epoch, line.round, line.client, text, head)
        db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    db.execute("UPDATE tables SET number = ?, head = ? WHERE id = ?", (number, head, batch.table))
    for round_, carry in batch.carries:
        db.execute("INSERT INTO carries VALUES (?, ?, ?)", (batch.table, round_, carry))
    for round_, told in batch.told:
        db.execute("INSERT INTO told VALUES (?, ?, ?)", (batch.table, round_, told))
    for account, round_, seat in batch.played:
        db.execute("INSERT OR IGNORE INTO played VALUES (?, ?, ?, ?, ?)", (account, batch.table, round_, seat, number))
    for entry in batch.entries:
        _enter(db, entry, {"table": batch.table, "row": acted})
    for act in batch.staff:
        _note(db, act)
    return int(acted)


def _beside(batch: Batch) -> dict[str, object]:
    """What is kept beside the rows, named in the last of them, so that the chain says what should be there."""
    named: dict[str, object] = {}
    if batch.carries:
        named["carries"] = [(round_, digest(carry)) for round_, carry in batch.carries]
    if batch.played:
        named["played"] = list(batch.played)
    return named


def _note(db: sqlite3.Connection, act: StaffAct | None) -> None:
    """One more line in the chain of what the staff did."""
    if act is None:
        return
    row = db.execute("SELECT name FROM accounts WHERE id = ?", (act.account,)).fetchone()
    if row is None:
        raise StoreError("there is no such account")
    last = db.execute("SELECT number, hash FROM staff_acts ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    body = {
        "number": last[0] + 1,
        "at": act.at,
        "account": act.account,
        "name": row[0],
        "table": act.table,
        "round": act.round,
        "what": act.what,
        "why": act.why,
        "cite": act.cite,
    }
    line, head = link(last[1], body)
    db.execute("INSERT INTO staff_acts VALUES (?, ?, ?, ?)", (last[0] + 1, act.table, line, head))


def _enter(db: sqlite3.Connection, entry: Entry, about: dict[str, int]) -> None:
    """One more line in the chain of money, and the balance it leaves."""
    row = db.execute("SELECT balance FROM accounts WHERE id = ?", (entry.account,)).fetchone()
    if row is None:
        raise StoreError("there is no such account")
    balance = row[0] + entry.cents
    if balance < 0:
        raise StoreError(f"the account holds {dollars(row[0])}, not {dollars(-entry.cents)}")
    last = db.execute("SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    body = {
        "number": last[0] + 1,
        "account": entry.account,
        "what": entry.what,
        "cents": entry.cents,
        "balance": balance,
        **about,
    }
    line, head = link(last[1], body)
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (last[0] + 1, entry.account, line, head))
    db.execute("UPDATE accounts SET balance = ? WHERE id = ?", (balance, entry.account))
