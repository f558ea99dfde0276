"""Turn names and days into words as people write them."""

from __future__ import annotations

import re
from datetime import date
from functools import cache


def unhyphenate(name: str) -> str:
    """Replace the hyphens of a name by spaces, except between numbers."""
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name)


@cache
def day_in_words(day: str) -> str:
    """Write a day as "October 15, 2007", a text without a date as its year, and a text that is not held as its name."""
    if len(day) == len("1996"):
        return day
    if not day[:1].isdigit():
        return f"undated: {day}"
    date_of_day = date.fromisoformat(day)
    return f"{date_of_day:%B} {date_of_day.day}, {date_of_day.year}"
