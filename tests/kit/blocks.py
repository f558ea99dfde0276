"""Files that stand in a page: each in a fenced block under its path, whole or as what changes in it.

    python -m kit.blocks PAGE ...

writes the files of the pages into the folder you are in. A block of the kind `diff` changes a file that an earlier page
or block has, or that lies there: lines with + come, lines with - go, all others are there to find the place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^`([^`\n]+)`\n```(\w+)\n(.*?)^```$", re.M | re.S)
BETWEEN = "@@"  # a line of a diff that stands for all lines between two places


class Block(NamedTuple):
    path: str
    kind: str
    text: str


class PlaceError(ValueError):
    """A diff does not say where it applies."""


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def replace(page: Path, path: str, text: str) -> None:
    """Write a file into the block that a page has for it."""
    held = page.read_text(encoding="utf-8")
    page.write_text(BLOCK.sub(lambda m: f"`{m[1]}`\n```{m[2]}\n{text}```" if m[1] == path else m[0], held), "utf-8")


def files(root: Path, *pages: Path) -> dict[str, str]:
    """The files of these pages as they are in the end. What a page changes and none has whole is taken from `root`."""
    found: dict[str, str] = {}
    for page in pages:
        for path, kind, text in blocks(page):
            if kind == "diff":
                held = found[path] if path in found else (root / path).read_text(encoding="utf-8")
                found[path] = apply_diff(held, text, path)
            else:
                found[path] = text
    return found


def apply_diff(held: str, diff: str, path: str) -> str:
    held = "\n" + held  # so that every line begins after the end of one
    for before, after in _places(diff):
        if held.count(before) != 1:
            raise PlaceError(f"{path} has these lines {held.count(before)} times, not once:{before}")
        held = held.replace(before, after)
    return held.removeprefix("\n")


def _places(diff: str) -> Iterator[tuple[str, str]]:
    """Yield the text before and after at each place of a diff."""
    before, after = "\n", "\n"
    for line in [*diff.splitlines(), BETWEEN]:
        sign, rest = line[:1] or " ", line[1:] + "\n"
        if line.startswith(BETWEEN):
            yield before, after
            before, after = "\n", "\n"
        elif sign in " -+":
            before += rest if sign != "+" else ""
            after += rest if sign != "-" else ""
        else:
            raise PlaceError(f"a line of a diff begins with a space, + or -: {line}")


def main() -> None:
    root = Path.cwd()
    for path, text in files(root, *map(Path, sys.argv[1:])).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
