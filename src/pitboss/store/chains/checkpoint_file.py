"""The checkpoint file: outside the database, it lists the newest line of every chain as time goes on.

Each line of it names the heads that have moved since the line before and carries that line's hash. Whoever rewrites the
database must rewrite this file as well; kept elsewhere, or copied there, it shows that he has.

When a copy is put back in the place of the database, a line says so: when, which copy, and up to which line of each
chain it goes. Lines that were anchored before and came later than that are not on the chains any more, and nobody looks
for them. The same holds when the file and the database did not agree and an administrator decided to go on: that stays
in the file for good.
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

TAIL = 4_096  # bytes by which a file is known again
Heads = dict[str, tuple[int, str]]  # chain -> (number of its newest line, that line's hash)


def checkpoint_path(database: Path) -> Path:
    """Return the checkpoint file of a database: beside the file that a link leads to, unless there is one beside the
    link and none there."""
    beside_link, beside_file = (path.with_name(path.name + ".heads") for path in (database, database.resolve()))
    return beside_link if beside_link.exists() and not beside_file.exists() else beside_file


class Restored(NamedTuple):
    """A copy that was put in the place of the database."""

    after: int  # so many lines of the checkpoint file
    at: int  # seconds since 1970
    copy: str  # its name
    heads: Heads  # of the copy


class Decision(msgspec.Struct, frozen=True):
    """Somebody went on although the database and the checkpoint file did not agree."""

    by: str
    why: str
    found: str  # what did not agree
    begun: bool = False  # there was no file to go on with: it begins here, and nothing before is anchored


class Decided(NamedTuple):
    after: int
    at: int
    decision: Decision
    heads: Heads  # from which it goes on


class CheckpointContents(NamedTuple):
    """What a checkpoint file says."""

    known: Heads  # all heads as last noted
    last: str  # the hash of the last line
    lines: list[Heads]  # the heads of every line
    restored: list[Restored]
    decided: list[Decided]
    newest: Heads  # what moved after the last line, as it was marked
    stopped: bool  # the last line was written when a server stopped, so nothing may come after it
    written: Heads  # what the last restore itself has written: if another copy is put back, it is gone

    def for_next_restore(self) -> CheckpointContents:
        """Return what holds for a copy that is to be put back now."""
        return self._replace(lines=_without_heads(self.lines, self.written))

    @property
    def resets(self) -> list[Restored | Decided]:
        """Where a chain may go back: what was anchored before and came later is not looked for."""
        return [*self.restored, *self.decided]


class Checkpoint:
    """Writes heads as they move. Between two lines the newest heads are marked, at every commit, where the next line
    will be. A mark has no end of line, so whoever knows no marks takes it for a line that was cut off. It is not forced
    to the disk: it is there after the process is killed, and perhaps not after a power cut."""

    def __init__(self, path: Path, database: str, locked: BinaryIO, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self._database = database
        self._now = now
        self._file = locked
        self._writing = threading.Lock()
        self._newest: Heads = {}  # what has moved since the last line, as it was marked
        try:
            raw = path.read_bytes()
            self._known, self._last, *_ = parse(path, raw, database)
            self._whole = whole_lines(raw)[-TAIL:]  # the end of what should be there, but for the mark
            self._end = len(whole_lines(raw))
            self._length = len(raw)  # with the mark, which stays until a line notes what it says
        except HeadsError:
            self._file.close()
            raise

    def write(self, heads: Heads) -> bool:
        """Note what has moved, on the disk before this returns; False if nothing has."""
        moved = {chain: head for chain, head in heads.items() if self._known.get(chain) != head}
        if not moved:
            return False
        self._append({"heads": moved})
        self._know(moved)
        return True

    def note_start(self, heads: Heads) -> None:
        """A server runs: lines may come after these."""
        self._append({"heads": heads, "started": True})
        self._know(heads)

    def note_stop(self, heads: Heads) -> None:
        """The server has stopped: no line comes after these."""
        self._newest = {}
        self._append({"heads": heads, "stopped": True})
        self._know(heads)

    def note_restore(self, copy: str, heads: Heads) -> None:
        """Note that a copy with these heads is in the place of the database now."""
        self._append({"heads": heads, "restored": copy})
        self._know(heads, anew=True)

    def note_decision(self, decision: Decision, heads: Heads) -> None:
        """Note that somebody went on from these heads."""
        self._append({"heads": heads, "decided": msgspec.to_builtins(decision)})
        self._know(heads, anew=True)

    def _know(self, noted: Heads, *, anew: bool = False) -> None:
        """Keep what a line has noted, and the marks of what has moved on since. With `anew` no line before counts."""
        with self._writing:
            self._known = dict(noted) if anew else self._known
            self._known |= noted
            self._newest = {chain: head for chain, head in self._newest.items() if self._is_news(chain, head)}

    def _is_news(self, chain: str, head: tuple[int, str]) -> bool:
        known = self._known.get(chain)
        return known is None or (known != head and known[0] <= head[0])

    def note(self, heads: Heads) -> bool:
        """Note what was marked since the last line, and what of these heads has moved; False if nothing has."""
        with self._writing:
            marked = dict(self._newest)
        return self.write(marked | heads)

    def mark(self, moved: Heads) -> None:
        """Mark heads that have moved, besides those that were marked before, until the next line notes them."""
        with self._writing:
            self._newest |= {chain: head for chain, head in moved.items() if self._is_news(chain, head)}
            if not self._file.closed:
                written = os.pwrite(self._file.fileno(), self._marking(), self._end)
                self._length = max(self._length, self._end + written)  # of a mark that is cut off, nobody takes notice

    def _marking(self) -> bytes:
        """As long as the mark before at least, so that nothing of that is left behind."""
        return _mark(self._last, self._newest).ljust(self._length - self._end)

    def _append(self, body: dict[str, object]) -> None:
        """Write a line over the mark, and the mark anew after it: something may have been committed since the heads of
        the line were read."""
        line, last = link(self._last, {"database": self._database, "at": int(self._now()), **body})
        raw = line.encode() + b"\n"
        before = self._end, self._length, self._last, self._whole
        try:
            with self._writing:
                self._end, self._last, self._whole = self._end + len(raw), last, (self._whole + raw)[-TAIL:]
                self._length = self._end
                mark = self._marking() if self._newest else b""
                self._length += len(mark)
                if os.pwrite(self._file.fileno(), raw + mark, before[0]) < len(raw + mark):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                crash_points.point("mid-anchor")
                self._file.truncate(self._length)
            os.fsync(self._file.fileno())
        except OSError:
            with self._writing:
                self._end, self._length, self._last, self._whole = before
                self._length = self._end
                self._file.truncate(self._end)  # a line is there whole or not at all
            raise

    @property
    def damage(self) -> str:
        """Why what is written does not get where it should, if it does not."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return f"{self.path} was removed while the server was running"
        with self._writing:
            here = os.fstat(self._file.fileno())
            same = (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino) and self._is_whole(here.st_size)
        return "" if same else f"{self.path} was replaced or changed while the server was running"

    def _is_whole(self, size: int) -> bool:
        kept = self._whole
        return size == self._length and os.pread(self._file.fileno(), len(kept), self._end - len(kept)) == kept

    @property
    def content(self) -> bytes:
        """All lines, also if the file has no name any more; nothing, if they were changed."""
        with self._writing:
            whole = self._is_whole(os.fstat(self._file.fileno()).st_size)
            return os.pread(self._file.fileno(), self._end, 0) if whole else b""

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        self._file.close()


class HeadsError(Exception):
    """The checkpoint file is not whole."""


def whole_lines(raw: bytes) -> bytes:
    """A last line that was cut off while it was written is no line."""
    lines, end, _ = raw.rpartition(b"\n")
    return lines + end


def read(path: Path, database: str) -> CheckpointContents:
    return parse(path, path.read_bytes(), database)


def parse(path: Path, raw: bytes, database: str) -> CheckpointContents:
    known: Heads = {}
    last = START
    lines: list[Heads] = []
    restored: list[Restored] = []
    decided: list[Decided] = []
    stopped = False
    written: Heads = {}
    whole = whole_lines(raw)
    try:
        text = whole.decode()
    except UnicodeDecodeError:
        raise HeadsError(f"{path} is not a checkpoint file") from None
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            read_ = _read_line(line)
        except msgspec.DecodeError:
            raise HeadsError(f"{path}, line {number}, is not a line of a checkpoint file") from None
        if read_.prev != last:
            raise HeadsError(f"{path}, line {number}, does not have the hash of the line before it")
        if read_.database != database:
            raise HeadsError(f"{path} belongs to another database")
        last = digest(line)
        if restored and restored[-1].after == number - 2:
            written = read_.heads
        if read_.restored is not None:
            lines, written = _without_heads(lines, written), {}
            restored.append(Restored(number - 1, read_.at, read_.restored, read_.heads))
            known = {}
        if read_.decided is not None:
            decided.append(Decided(number - 1, read_.at, read_.decided, read_.heads))
            known = {}
        known |= read_.heads
        lines.append(read_.heads)
        stopped = read_.stopped
    return CheckpointContents(
        known, last, lines, restored, decided, _read_newest(raw[len(whole) :], last), stopped, written
    )


def _without_heads(lines: list[Heads], written: Heads) -> list[Heads]:
    """Return the heads of every line but those that a restore has written."""
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
    """What a mark names; nothing, if it is only a line that was cut off."""
    try:
        mark = _read_mark(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return mark.newest if mark.after == last and _mark(last, mark.newest) == raw.rstrip() else {}
