"""Check a house file, or what was seen at a table."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.compliance.finding import Finding
from pitboss.compliance.house_file import judgment
from pitboss.compliance.house_file.reader import Day
from pitboss.compliance.observed_log.log_reader import split_lines
from pitboss.compliance.observed_log.log_setting import SuppliedValues
from pitboss.compliance.observed_log.record_check import findings
from pitboss.engine.houses.house import House
from pitboss.law.editions import AsOf, Assume, day_text


def check(house: str | os.PathLike[str], as_of: AsOf = None, assume: Assume = "") -> list[Finding]:
    """List the paragraphs that a house file breaks, the worst first.

    Args:
        house: The path of a house file, or its text. A string with a line break in it is text.
        as_of: The day whose law applies: a date, or text such as "1996-05-20". By default the newest text held.
        assume: Which text to take where none of that day is held: "earlier" or "later".

    Raises:
        HouseFileError: The file is not TOML, or `as_of` is not a date.
        OSError: There is no such file.
    """
    if isinstance(house, str) and "\n" in house:
        return judgment.check(house, "the house file", Day(day_text(as_of), assume))
    return judgment.check(Path(house).read_bytes(), os.fspath(house), Day(day_text(as_of), assume))


def check_record(
    path: str | os.PathLike[str], as_of: AsOf = None, house: House | str | os.PathLike[str] | None = None
) -> list[Finding]:
    """List the departures of what was seen at a table from what the law required, round by round, the worst first.

    Args:
        path: A record, an observed log, or a log in plain words.
        as_of: The day whose law applies, a date or a text, if the log names none.
        house: The table's house, or the path of a house file with a table of the game, if the log names none.

    Raises:
        ValueError: Nothing in it can be judged; the message names the line.
        OSError: There is no such file.
    """
    log = Path(path)
    table = house if house is None or isinstance(house, House) else Path(house)
    return findings(split_lines(log.read_bytes()), SuppliedValues(day_text(as_of), table, log.parent))
