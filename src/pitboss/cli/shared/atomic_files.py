"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import BinaryIO, cast


def check_place(path: Path) -> None:
    """Before anything is counted for it."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def check_writable(path: Path) -> None:
    """The same, and that a file can be made there."""
    check_place(path)
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except FileNotFoundError:  # the folder is there, but it is none of files
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path)) from None
    except OSError as wrong:
        raise type(wrong)(wrong.errno, wrong.strerror, str(path)) from None


def write_whole(path: Path, content: bytes) -> None:
    """Beside its place first, and then in one step into it; what was there stays until then."""
    with streamed(path) as file:
        file.write(content)


@contextmanager
def streamed(path: Path) -> Iterator[BinaryIO]:
    """The same for what is written bit by bit: a file that takes its place if nothing goes wrong meanwhile."""
    check_place(path)
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            draft = Path(file.name)
            try:
                yield cast("BinaryIO", file)
                file.flush()
                draft.chmod(_usual_mode())
                os.replace(draft, path)
            except BaseException:
                draft.unlink(missing_ok=True)  # it may be in its place already
                raise
    except OSError as wrong:
        raise type(wrong)(wrong.errno, wrong.strerror, str(path)) from None


def _usual_mode() -> int:
    """As if it had been opened by its name; a temporary file is for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """All files or none: in a folder beside it first."""
    try:
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as draft:
            inside = Path(draft) / folder.name
            inside.mkdir()
            for name, text in files.items():
                (inside / name).write_text(text, encoding="utf-8")
            os.replace(inside, folder)
    except OSError as wrong:
        raise type(wrong)(wrong.errno, wrong.strerror, str(folder)) from None
