"""Anchors sent elsewhere: the lines of the checkpoint file, added to a file on another disk or given to a command.

What could not be sent is sent later. A command may get a line twice, if the machine stops while it runs, and never gets
part of one.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import msgspec

from pitboss.store.heads import whole_lines

PATIENCE = 30  # seconds for which a command may run


class Anchoring(msgspec.Struct, frozen=True):
    """Where anchors go besides the checkpoint file, and what to do at a start at which they do not agree."""

    file: Path | None = None
    command: str = ""
    go_on: str = ""  # why to go on all the same; empty: wait for an administrator


class Elsewhere:
    def __init__(self, own: Path, anchoring: Anchoring) -> None:
        self._own = own
        self.file, self._command = anchoring.file, anchoring.command
        self._sent = own.with_name(own.name + ".sent")  # how many bytes the command has been given
        self._copied: int | None = None

    def send(self) -> str:
        """Whatever is new; what went wrong, in words."""
        try:
            if self.file is not None:
                self._copy(self.file)
            if self._command:
                self._give()
        except OSError as wrong:
            return f"anchors cannot be sent elsewhere: {wrong}"
        except subprocess.TimeoutExpired:
            return f"anchors cannot be sent elsewhere: the command did not end within {PATIENCE} seconds"
        except subprocess.CalledProcessError as wrong:
            said = wrong.stderr.decode(errors="replace").strip()[-200:]
            return f"anchors cannot be sent elsewhere: the command ended with {wrong.returncode}: {said}".rstrip(": ")
        return ""

    def _copy(self, path: Path) -> None:
        """At the start one file is the beginning of the other; since then nobody else may have written to it."""
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b") as copy:
            there = len(whole_lines(copy.read()))
            if self._copied not in (None, there):
                raise OSError(f"{path} was changed while the server was running")
            new = self._since(there)
            if new:
                copy.truncate(there)
                copy.seek(there)
                copy.write(new)
                copy.flush()
                os.fsync(copy.fileno())
            self._copied = there + len(new)

    def _give(self) -> None:
        sent = int(self._sent.read_text() or 0) if self._sent.exists() else 0
        if sent > self._own.stat().st_size:
            sent = 0  # the file was begun anew
        if new := self._since(sent):
            subprocess.run(self._command, shell=True, input=new, timeout=PATIENCE, check=True, capture_output=True)
            self._sent.write_text(str(sent + len(new)))

    def _since(self, at: int) -> bytes:
        with self._own.open("rb") as file:
            file.seek(at)
            return whole_lines(file.read())

    def begin_anew(self) -> None:
        """The checkpoint file begins anew: a copy of the old one stays under another name."""
        self._sent.unlink(missing_ok=True)
        self._copied = None
        if self.file is not None:
            set_aside(self.file)


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
