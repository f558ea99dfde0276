"""Sends anchors elsewhere: adds the lines of the checkpoint file to a file on another disk, or gives them to a command.

Lines that could not be sent are sent later. If the machine stops while a command runs, the command may get a line
twice; it never gets a part of one.
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

PATIENCE = 30  # seconds that a command may run
LAST = 5  # seconds when the server stops; what is not sent then is sent at the next start
MOST_OUTPUT = 200  # bytes of a command's error output that are kept


class Anchoring(msgspec.Struct, frozen=True):
    """The settings of anchoring: where anchors go besides the checkpoint file, and whether to go on if they do not
    agree when a server starts."""

    file: Path | None = None
    command: str = ""
    go_on: str = ""  # why to go on if they do not agree; empty: wait for an administrator


class AnchorExport:
    """Sends the lines of one checkpoint file to a file, to a command, or to both."""

    def __init__(self, own: Path, anchoring: Anchoring) -> None:
        self._own = own
        self.file, self._command = anchoring.file, anchoring.command
        if self.file is not None and self.file.resolve() in (own.resolve(), own.with_suffix("").resolve()):
            raise StoreError(
                f"the anchor file {self.file} is the database or its own checkpoint file; name another file"
            )
        self._sent = own.with_name(own.name + ".sent")  # holds how many bytes the command has been given
        self._copied: int | None = None
        self._sending = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None  # the last command that was started

    @property
    def file_without_lines(self) -> Path | None:
        """The anchor file if it is empty although there are lines to send: it is new, or somebody removed it."""
        lines = self._own.exists() and self._own.stat().st_size > 0
        empty = self.file is not None and (not self.file.exists() or not self.file.stat().st_size)
        return self.file if lines and empty else None

    def send(self, patience: float = PATIENCE) -> str:
        """Send everything new, and return what went wrong, in words. A file that cannot be written does not keep lines
        from the command."""
        with self._sending:
            file, command = self.file, self._command
            errors = [
                "" if file is None else _error_of(lambda: self._copy(file)),
                _error_of(lambda: self._feed_command(patience)) if command else "",
            ]
        return f"anchors cannot be sent elsewhere: {'; '.join(filter(None, errors))}" if any(errors) else ""

    def send_last(self) -> str:
        """Send everything new before the server stops. A command that still runs after a while is stopped, and its
        lines are given again."""
        if self._sending.acquire(timeout=LAST):
            self._sending.release()
        elif self._running is not None:
            _stop(self._running)
        return self.send(LAST)

    def _copy(self, path: Path) -> None:
        """Add new lines to the anchor file. At the start one file must be the beginning of the other; after that,
        nobody else may have written to it."""
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0) as copy:
            length = len(whole_lines(copy.readall()))
            if self._copied not in (None, length):
                raise OSError(f"{path} was changed while the server was running")
            new = self._lines_from(length)
            if new:
                _append_bytes(copy, length, new)
            self._copied = length + len(new)

    def _feed_command(self, patience: float) -> None:
        """Give new lines to the command, and note how many bytes it has been given."""
        sent = self._count_given()
        if new := self._lines_from(sent):
            self._run(new, patience)
            self._sent.write_text(str(sent + len(new)))

    def _run(self, given: bytes, patience: float) -> None:
        """Run the command with these lines. A command that reads nothing, never ends or never stops writing costs
        limited memory and time: it is stopped with everything that it started."""
        output = bytearray()
        with TemporaryFile() as lines:
            lines.write(given)
            lines.seek(0)
            process = self._running = subprocess.Popen(
                self._command, shell=True, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        assert process.stderr is not None
        listening = threading.Thread(target=_keep_last_output, args=(process.stderr, output), daemon=True)
        listening.start()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            _stop(process)
            process.wait()
            raise
        listening.join(1)  # a process that it left running may hold this open
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, self._command, stderr=bytes(output))

    def _count_given(self) -> int:
        """Return how many bytes the command has been given. If that is unknown, or the file was begun anew, everything
        is given again."""
        text = self._sent.read_bytes().strip() if self._sent.exists() else b""
        sent = int(text) if text.isdigit() else 0
        return sent if sent <= self._own.stat().st_size else 0

    def _lines_from(self, position: int) -> bytes:
        with self._own.open("rb") as file:
            file.seek(position)
            return whole_lines(file.read())

    def start_over(self) -> None:
        """Send everything from the beginning, because the checkpoint file begins anew. The old anchor file is kept
        under another name.
        """
        self._sent.unlink(missing_ok=True)
        self._copied = None
        if self.file is not None:
            set_aside(self.file)


def _append_bytes(file: FileIO, position: int, new: bytes) -> None:
    """Add bytes to a file and force them to the disk, all or nothing: a part would look like somebody else's work."""
    try:
        file.truncate(position)
        if os.pwrite(file.fileno(), new, position) < len(new):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.name)
        os.fsync(file.fileno())
    except OSError:
        file.truncate(position)
        raise


def _error_of(action: Callable[[], None]) -> str:
    """Run an action, and return what went wrong in words, or an empty string."""
    try:
        action()
    except OSError as error:
        return str(error)
    except subprocess.TimeoutExpired as error:
        return f"the command did not end within {error.timeout:g} seconds"
    except subprocess.CalledProcessError as error:
        return f"the command ended with {error.returncode}: {error.stderr.decode(errors='replace').strip()}".rstrip(
            ": "
        )
    return ""


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Kill a command with everything that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _keep_last_output(stderr: IO[bytes], output: bytearray) -> None:
    """Keep the end of what a command writes."""
    with stderr:
        while chunk := os.read(stderr.fileno(), 65_536):
            output[:] = (output + chunk)[-MOST_OUTPUT:]


def set_aside(path: Path) -> Path | None:
    """Rename a file to a free name and return it. An empty file is removed, and None is returned."""
    if not path.exists():
        return None
    if not path.stat().st_size:
        path.unlink()
        return None
    number = 1
    while (new_path := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    path.rename(new_path)
    return new_path
