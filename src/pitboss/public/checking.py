"""A house file judged."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.compliance import judged
from pitboss.compliance.finding import Finding
from pitboss.compliance.house_file import Day
from pitboss.law.editions import Assume


def check(house: str | os.PathLike[str], as_of: str | None = None, assume: Assume = "") -> list[Finding]:
    """Which paragraphs a house file breaks, the worst first.

    Args:
        house: The path of a house file, or its text. What has a line break in it is text.
        as_of: The day whose law it is judged by, as in "1996-05-20"; without one, the newest text held.
        assume: Which text to take where none of that day is held: "earlier" or "later".

    Raises:
        HouseFileError: it is not TOML, or `as_of` is no day.
        OSError: there is no such file.
    """
    if isinstance(house, str) and "\n" in house:
        return judged.check(house, "the house file", Day(as_of, assume))
    return judged.check(Path(house).read_bytes(), os.fspath(house), Day(as_of, assume))
