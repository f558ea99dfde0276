"""The checkpoint file: kept outside the database, it lists the newest line of every chain as time goes on.

Each of its lines names the heads that have moved since the line before, and carries that line's hash. Whoever rewrites
the database must rewrite this file as well. Kept or copied elsewhere, it shows that the database was rewritten.

When a copy is put in the place of the database, a line says so: when, which copy, and up to which line of each chain it
goes. Later lines that were anchored are no longer on the chains, and are not looked for. The same holds when the file
and the database did not agree and an administrator decided to go on: that stays in the file for good.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from pitboss.engine.record import START
from pitboss.store.chains.hash_chain import digest, link
from pitboss.store.database import crash_points

TAIL = 4_096  # bytes at the end by which a file is recognized
Heads = dict[str, tuple[int, str]]  # chain -> (number of its newest line, that line's hash)


def checkpoint_path(database: Path) -> Path:
    """Return the checkpoint file of a database: beside the file that a link leads to, unless there is one beside the
    link and none there."""
    beside_link, beside_file = (path.with_name(path.name + ".heads") for path in (database, database.resolve()))
    return beside_link if beside_link.exists() and not beside_file.exists() else beside_file


class RestoredCopy(NamedTuple):
    """A copy that was put in the place of the database."""

    after: int  # number of lines of the checkpoint file before it
    at: int  # seconds since 1970
    copy: str  # the name of the copy
    heads: Heads  # of the copy


class Decision(msgspec.Struct, frozen=True):
    """The decision to go on although the database and the checkpoint file did not agree."""

    by: str
    why: str
    found: str  # what did not agree
    begun: bool = False  # whether the file begins here because there was none to continue


class DecisionLine(NamedTuple):
    """A line of the checkpoint file that holds a decision."""

    after: int
    at: int
    decision: Decision
    heads: Heads  # the heads from which it goes on


class CheckpointContents(NamedTuple):
    """The contents of a checkpoint file."""

    known: Heads  # all heads as last noted
    last: str  # the hash of the last line
    lines: list[Heads]  # the heads of every line
    restored: list[RestoredCopy]
    decided: list[DecisionLine]
    newest: Heads  # marked heads that moved after the last line
    stopped: bool  # the last line was written when a server stopped, so nothing may come after it
    written: Heads  # what the last restore itself wrote; it is gone once another copy is put back

    def for_next_restore(self) -> CheckpointContents:
        """Return the contents without the heads that the last restore wrote, to check whether another copy may be put
        back now.
        """
        return self._replace(lines=_without_heads(self.lines, self.written))

    @property
    def resets(self) -> list[RestoredCopy | DecisionLine]:
        """The lines after which a chain may be shorter: later heads that were anchored before such a line are not
        looked for."""
        return [*self.restored, *self.decided]


class Checkpoint:
    """Writes heads to the checkpoint file as they move. Between two lines, every commit marks the newest heads in the
    place of the next line. A mark has no line end, so programs that know no marks take it for a torn line. It is not
    forced to the disk: it survives a killed process, and perhaps not a power cut."""

    def __init__(self, path: Path, database: str, locked: BinaryIO, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self._database = database
        self._now = now
        self._file = locked
        self._writing = threading.Lock()
        self._newest: Heads = {}  # marked heads that have moved since the last line
        try:
            raw = path.read_bytes()
            self._known, self._last, *_ = parse(path, raw, database)
            self._whole = whole_lines(raw)[-TAIL:]  # the end of the lines that should be there, without the mark
            self._end = len(whole_lines(raw))
            self._length = len(raw)  # including the mark, which stays until a line notes its heads
        except HeadsError:
            self._file.close()
            raise

    def write(self, heads: Heads) -> bool:
        """Write the heads that have moved to the disk. Return False if none has."""
        moved_heads = {chain: head for chain, head in heads.items() if self._known.get(chain) != head}
        if not moved_heads:
            return False
        self._append({"heads": moved_heads})
        self._remember_heads(moved_heads)
        return True

    def note_start(self, heads: Heads) -> None:
        """Note that a server runs, so lines may come after these heads."""
        self._append({"heads": heads, "started": True})
        self._remember_heads(heads)

    def note_stop(self, heads: Heads) -> None:
        """Note that the server has stopped, so no line comes after these heads."""
        self._newest = {}
        self._append({"heads": heads, "stopped": True})
        self._remember_heads(heads)

    def note_restore(self, copy: str, heads: Heads) -> None:
        """Note that a copy with these heads is in the place of the database now."""
        self._append({"heads": heads, "restored": copy})
        self._remember_heads(heads, anew=True)

    def note_decision(self, decision: Decision, heads: Heads) -> None:
        """Note that somebody decided to go on from these heads."""
        self._append({"heads": heads, "decided": msgspec.to_builtins(decision)})
        self._remember_heads(heads, anew=True)

    def _remember_heads(self, heads: Heads, *, anew: bool = False) -> None:
        """Remember the heads that a line has noted, and keep the marks of heads that have moved since. With `anew`,
        forget what earlier lines noted.
        """
        with self._writing:
            self._known = dict(heads) if anew else self._known
            self._known |= heads
            self._newest = {chain: head for chain, head in self._newest.items() if self._is_newer(chain, head)}

    def _is_newer(self, chain: str, head: tuple[int, str]) -> bool:
        """Return whether a head is newer than the one that is known of its chain."""
        known = self._known.get(chain)
        return known is None or (known != head and known[0] <= head[0])

    def note(self, heads: Heads) -> bool:
        """Note the marked heads and these heads in a line. Return False if none has moved."""
        with self._writing:
            marked = dict(self._newest)
        return self.write(marked | heads)

    def mark(self, moved: Heads) -> None:
        """Mark heads that have moved, in addition to earlier marks, until the next line notes them."""
        with self._writing:
            self._newest |= {chain: head for chain, head in moved.items() if self._is_newer(chain, head)}
            if not self._file.closed:
                written = os.pwrite(self._file.fileno(), self._mark_bytes(), self._end)
                self._length = max(self._length, self._end + written)  # a mark that is cut off is ignored

    def _mark_bytes(self) -> bytes:
        """Return the bytes of the mark, padded to the length of the previous mark so that nothing of it is left."""
        return _mark(self._last, self._newest).ljust(self._length - self._end)

    def _append(self, body: dict[str, object]) -> None:
        """Write a line over the mark, and a new mark after it: heads may have moved since those of the line were
        read."""
        line, last = link(self._last, {"database": self._database, "at": int(self._now()), **body})
        raw = line.encode() + b"\n"
        earlier_state = self._end, self._length, self._last, self._whole
        try:
            with self._writing:
                self._end, self._last, self._whole = self._end + len(raw), last, (self._whole + raw)[-TAIL:]
                self._length = self._end
                mark = self._mark_bytes() if self._newest else b""
                self._length += len(mark)
                if os.pwrite(self._file.fileno(), raw + mark, earlier_state[0]) < len(raw + mark):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                crash_points.point("mid-anchor")
                self._file.truncate(self._length)
            os.fsync(self._file.fileno())
        except OSError:
            with self._writing:
                self._end, self._length, self._last, self._whole = earlier_state
                self._length = self._end
                self._file.truncate(self._end)  # a line is written whole or not at all
            raise

    @property
    def damage(self) -> str:
        """The reason why the file at the path is no longer the one that is written to (removed, replaced or changed);
        empty if it is.
        """
        try:
            at_path = os.stat(self.path)
        except FileNotFoundError:
            return f"{self.path} was removed while the server was running"
        with self._writing:
            open_file = os.fstat(self._file.fileno())
            same = (at_path.st_dev, at_path.st_ino) == (open_file.st_dev, open_file.st_ino) and self._is_whole(
                open_file.st_size
            )
        return "" if same else f"{self.path} was replaced or changed while the server was running"

    def _is_whole(self, size: int) -> bool:
        """Return whether the file still has the length and the end that were written."""
        end_of_lines = self._whole
        return (
            size == self._length
            and os.pread(self._file.fileno(), len(end_of_lines), self._end - len(end_of_lines)) == end_of_lines
        )

    @property
    def content(self) -> bytes:
        """All lines, even if the file was removed; empty if they were changed."""
        with self._writing:
            whole = self._is_whole(os.fstat(self._file.fileno()).st_size)
            return os.pread(self._file.fileno(), self._end, 0) if whole else b""

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        self._file.close()


class HeadsError(Exception):
    """The checkpoint file is damaged."""


def whole_lines(raw: bytes) -> bytes:
    """Return the bytes without a last line that was cut off while it was written."""
    lines, end, _ = raw.rpartition(b"\n")
    return lines + end


def read(path: Path, database: str) -> CheckpointContents:
    """Read a checkpoint file. Raise `HeadsError` if it is damaged or belongs to another database."""
    return parse(path, path.read_bytes(), database)


def parse(path: Path, raw: bytes, database: str) -> CheckpointContents:
    """Parse the bytes of a checkpoint file. Raise `HeadsError` if they are damaged or belong to another database."""
    known: Heads = {}
    last = START
    lines: list[Heads] = []
    restored: list[RestoredCopy] = []
    decided: list[DecisionLine] = []
    stopped = False
    written_by_restore: Heads = {}
    complete = whole_lines(raw)
    try:
        text = complete.decode()
    except UnicodeDecodeError:
        raise HeadsError(f"{path} is not a checkpoint file") from None
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            parsed = _read_line(line)
        except msgspec.DecodeError:
            raise HeadsError(f"{path}, line {number}, is not a line of a checkpoint file") from None
        if parsed.prev != last:
            raise HeadsError(f"{path}, line {number}, does not have the hash of the line before it")
        if parsed.database != database:
            raise HeadsError(f"{path} belongs to another database")
        last = digest(line)
        if restored and restored[-1].after == number - 2:
            written_by_restore = parsed.heads
        if parsed.restored is not None:
            lines, written_by_restore = _without_heads(lines, written_by_restore), {}
            restored.append(RestoredCopy(number - 1, parsed.at, parsed.restored, parsed.heads))
            known = {}
        if parsed.decided is not None:
            decided.append(DecisionLine(number - 1, parsed.at, parsed.decided, parsed.heads))
            known = {}
        known |= parsed.heads
        lines.append(parsed.heads)
        stopped = parsed.stopped
    return CheckpointContents(
        known, last, lines, restored, decided, _read_newest(raw[len(complete) :], last), stopped, written_by_restore
    )


def _without_heads(lines: list[Heads], written: Heads) -> list[Heads]:
    """Return the heads of every line without those that a restore has written."""
    if not written:
        return lines
    return [{chain: head for chain, head in line.items() if written.get(chain) != head} for line in lines]


class _Line(msgspec.Struct):
    prev: str
    database: str
    at: int
    heads: Heads
    restored: str | None = None
    decided: Decision | None = None
    stopped: bool = False


class _Mark(msgspec.Struct):
    after: str  # the hash of the last line
    newest: Heads
    sum: str


_read_line = msgspec.json.Decoder(_Line).decode
_read_mark = msgspec.json.Decoder(_Mark).decode


def _mark(after: str, newest: Heads) -> bytes:
    return msgspec.json.encode(_Mark(after, newest, digest(after + msgspec.json.encode(newest).decode())))


def _read_newest(raw: bytes, last: str) -> Heads:
    """Return the heads that a mark names, or none if these bytes are only a torn line."""
    try:
        mark = _read_mark(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return mark.newest if mark.after == last and _mark(last, mark.newest) == raw.rstrip() else {}
