"""Names and days as people write them."""

from __future__ import annotations

import re
from datetime import date
from functools import cache


def unhyphenate(name: str) -> str:
    """Without its hyphens, but for those between numbers."""
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name)


@cache
def day_in_words(day: str) -> str:
    """October 15, 2007; a text that gives no day has its year, and one that is not held at all its name."""
    if len(day) == len("1996"):
        return day
    if not day[:1].isdigit():
        return f"undated: {day}"
    on = date.fromisoformat(day)
    return f"{on:%B} {on.day}, {on.year}"
