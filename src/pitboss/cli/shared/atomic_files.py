"""Write a file or a folder completely or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import BinaryIO, cast


def check_target(path: Path) -> None:
    """Raise OSError if no file can be created at this path. Call it before long work whose result goes there."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def check_writable(path: Path) -> None:
    """Raise OSError if no file can be created at this path, or if its folder is not writable."""
    check_target(path)
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except FileNotFoundError:  # the folder exists, but files cannot be created in it, as in /proc
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path)) from None
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file completely or not at all: to a draft beside it, which then replaces it in one step."""
    with open_atomically(path) as file:
        file.write(content)


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """Open a draft to be written piece by piece, which replaces the file at `path` unless an exception is raised."""
    check_target(path)
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            draft = Path(file.name)
            try:
                yield cast("BinaryIO", file)
                file.flush()
                draft.chmod(_usual_mode())
                os.replace(draft, path)
            except BaseException:
                draft.unlink(missing_ok=True)  # missing if it has already replaced the file
                raise
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _usual_mode() -> int:
    """Return the permissions of a file that `open` creates; a temporary file is readable by its owner only."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files into a new folder or none: into a draft folder beside it, which is then renamed."""
    try:
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as draft:
            inside = Path(draft) / folder.name
            inside.mkdir()
            for name, text in files.items():
                (inside / name).write_text(text, encoding="utf-8")
            os.replace(inside, folder)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(folder)) from None
