"""Anchors sent elsewhere: the lines of the checkpoint file, added to a file on another disk or given to a command.

What could not be sent is sent later. A command may get a line twice, if the machine stops while it runs, and never gets
part of one.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import msgspec

from pitboss.store.chains.checkpoint_file import whole_lines
from pitboss.store.errors import StoreError

PATIENCE = 30  # seconds for which a command may run
LAST = 5  # when the server stops: what is not sent then is sent at the next start
MOST_OUTPUT = 200  # bytes of what a command says is wrong


class Anchoring(msgspec.Struct, frozen=True):
    """Where anchors go besides the checkpoint file, and what to do at a start at which they do not agree."""

    file: Path | None = None
    command: str = ""
    go_on: str = ""  # why to go on all the same; empty: wait for an administrator


class AnchorExport:
    def __init__(self, own: Path, anchoring: Anchoring) -> None:
        self._own = own
        self.file, self._command = anchoring.file, anchoring.command
        if self.file is not None and self.file.resolve() in (own.resolve(), own.with_suffix("").resolve()):
            raise StoreError(
                f"the anchor file {self.file} is the database or its own checkpoint file; name another file"
            )
        self._sent = own.with_name(own.name + ".sent")  # how many bytes the command has been given
        self._copied: int | None = None
        self._sending = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None  # the command that was started last

    @property
    def file_without_lines(self) -> Path | None:
        """The file, if it has nothing of what there is. So it is at first; later somebody has removed it."""
        lines = self._own.exists() and self._own.stat().st_size > 0
        empty = self.file is not None and (not self.file.exists() or not self.file.stat().st_size)
        return self.file if lines and empty else None

    def send(self, patience: float = PATIENCE) -> str:
        """Whatever is new; what went wrong, in words. A file that cannot be written keeps no line from the command."""
        with self._sending:
            file, command = self.file, self._command
            wrong = [
                "" if file is None else _error_of(lambda: self._copy(file)),
                _error_of(lambda: self._feed_command(patience)) if command else "",
            ]
        return f"anchors cannot be sent elsewhere: {'; '.join(filter(None, wrong))}" if any(wrong) else ""

    def send_last(self) -> str:
        """The server stops. A command that still runs after a while is stopped: what it was given is given again."""
        if self._sending.acquire(timeout=LAST):
            self._sending.release()
        elif self._running is not None:
            _stop(self._running)
        return self.send(LAST)

    def _copy(self, path: Path) -> None:
        """At the start one file is the beginning of the other; since then nobody else may have written to it."""
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0) as copy:
            there = len(whole_lines(copy.readall()))
            if self._copied not in (None, there):
                raise OSError(f"{path} was changed while the server was running")
            new = self._since(there)
            if new:
                _append_bytes(copy, there, new)
            self._copied = there + len(new)

    def _feed_command(self, patience: float) -> None:
        sent = self._count_given()
        if new := self._since(sent):
            self._run(new, patience)
            self._sent.write_text(str(sent + len(new)))

    def _run(self, given: bytes, patience: float) -> None:
        """A command that takes no line, never ends or never stops talking costs neither memory nor, in the end, time:
        it is stopped with all that it has started."""
        said = bytearray()
        with TemporaryFile() as lines:
            lines.write(given)
            lines.seek(0)
            process = self._running = subprocess.Popen(
                self._command, shell=True, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        assert process.stderr is not None
        listening = threading.Thread(target=_keep_last_output, args=(process.stderr, said), daemon=True)
        listening.start()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            _stop(process)
            process.wait()
            raise
        listening.join(1)  # something that it left running may hold this open
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, self._command, stderr=bytes(said))

    def _count_given(self) -> int:
        """If nobody can say, or the file was begun anew, all of it is given once more."""
        said = self._sent.read_bytes().strip() if self._sent.exists() else b""
        sent = int(said) if said.isdigit() else 0
        return sent if sent <= self._own.stat().st_size else 0

    def _since(self, at: int) -> bytes:
        with self._own.open("rb") as file:
            file.seek(at)
            return whole_lines(file.read())

    def start_over(self) -> None:
        """The checkpoint file begins anew: a copy of the old one stays under another name."""
        self._sent.unlink(missing_ok=True)
        self._copied = None
        if self.file is not None:
            set_aside(self.file)


def _append_bytes(file: FileIO, at: int, new: bytes) -> None:
    """All of it, on the disk, or nothing: half of it would look like the work of somebody else."""
    try:
        file.truncate(at)
        if os.pwrite(file.fileno(), new, at) < len(new):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.name)
        os.fsync(file.fileno())
    except OSError:
        file.truncate(at)
        raise


def _error_of(do: Callable[[], None]) -> str:
    """What went wrong; nothing, if it is done."""
    try:
        do()
    except OSError as wrong:
        return str(wrong)
    except subprocess.TimeoutExpired as wrong:
        return f"the command did not end within {wrong.timeout:g} seconds"
    except subprocess.CalledProcessError as wrong:
        return f"the command ended with {wrong.returncode}: {wrong.stderr.decode(errors='replace').strip()}".rstrip(
            ": "
        )
    return ""


def _stop(process: subprocess.Popen[bytes]) -> None:
    """With all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _keep_last_output(stderr: IO[bytes], said: bytearray) -> None:
    """Keep the end of what is said."""
    with stderr:
        while more := os.read(stderr.fileno(), 65_536):
            said[:] = (said + more)[-MOST_OUTPUT:]


def set_aside(path: Path) -> Path | None:
    """Move a file away, under a name that is free; where it is then. An empty one just goes."""
    if not path.exists():
        return None
    if not path.stat().st_size:
        path.unlink()
        return None
    number = 1
    while (kept := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    path.rename(kept)
    return kept
