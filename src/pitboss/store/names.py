"""What a name looks like, so that nobody takes one that is read as another's; and what stands for a deleted one."""

from __future__ import annotations

import re
from collections.abc import Mapping

_LOOKS = str.maketrans("01i5", "olls")


def skeleton(name: str) -> str:
    """Names with the same skeleton are easily taken for each other: case, the signs between words, and letters that
    look alike make no difference."""
    words = re.sub(r"[^a-z0-9]+", " ", name.casefold()).strip()
    return words.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def nameless(account: int) -> str:
    """What is shown where a deleted account's name was; no person can choose it."""
    return f"(deleted {account})"


# Where a name stands in a sentence about a seat (table/steps.py) and in what the staff did. Anybody may be called
# "Seat" or "Banned", so a word that is a deleted name is taken for it there and nowhere else.
_BEFORE = "|".join(("^", *(f"(?<={words})" for words in ("Made ", "Banned ", "Let ", " of ", " to ", " for ", ": "))))
_AFTER = "|".join(
    (
        *("$", " takes seat ", " leaves seat ", " gets up from seat ", " in seat ", " from seat ", ", who has left"),
        *(" back in", " by ", " on the machine itself", r" \w+ \(was "),
    )
)


def unnamed(text: str, gone: Mapping[str, str]) -> str:
    """A sentence without the names of deleted accounts. It may begin with one, and then with a capital letter."""
    for name, shown in gone.items():
        if name[1:] in text:
            text = re.sub(f"(?:{_BEFORE}){re.escape(name)}(?={_AFTER})", shown, text, flags=re.IGNORECASE)
    return text
