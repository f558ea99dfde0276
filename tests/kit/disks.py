"""A disk that is full: a small one of its own for a server, where the system lets us make one."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

# The server keeps its number, so that what is on its disk can be reached by it.
WITH_A_DISK = """#!/bin/sh
exec unshare -rm sh -c 'mount -t tmpfs -o size={size} none "{folder}" && exec "{python}" "$@"' sh "$@"
"""


@cache
def can_be_made() -> bool:
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class Disk:
    """A folder that is a disk of so many bytes for whoever is started by `python`."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()
        script = folder / "python-with-a-disk"
        script.write_text(WITH_A_DISK.format(size=size, folder=self.folder, python=sys.executable))
        script.chmod(0o700)
        self.python = str(script)

    def inside(self, process: int) -> Path:
        """The folder as the process sees it."""
        return Path(f"/proc/{process}/root{self.folder}")

    def fill(self, process: int) -> Path:
        """Write a file that leaves no room for anything, and return it."""
        file = self.inside(process) / "filler"
        with file.open("wb", buffering=0) as filler:
            try:
                for size in (2**20, 2**12, 1):
                    self._write(filler.fileno(), size)
            except OSError as wrong:
                raise AssertionError("the disk cannot be filled") from wrong
        return file

    @staticmethod
    def _write(file: int, size: int) -> None:
        try:
            while os.write(file, b"x" * size):
                pass
        except OSError:
            return
