"""What a name looks like, so that nobody takes one that is read as another's; and what stands for a deleted one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

_LOOKS = str.maketrans("01i5", "olls")
# Small letters of other alphabets that look like a Latin one, as such or as capitals.
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abekmhopctyxsijabezhikmnoptyx",
)


def skeleton(name: str) -> str:
    """Names with the same skeleton are easily taken for each other: case, the signs between words, and letters that
    look alike make no difference."""
    words = re.sub(r"[^a-z0-9]+", " ", name.casefold()).strip()
    return words.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=2**15)
def visual_key(name: str) -> str:
    """Return the skeleton of a name in any script: letters that look like Latin ones count as these, accents not at
    all, and what is neither letter, digit nor picture is a sign between words."""
    letters = (sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    folded = "".join(letters).casefold().translate(_ALIKE)
    words = "".join(sign if _is_visible(sign) else " " for sign in folded)
    return " ".join(words.split()).translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def _is_visible(sign: str) -> bool:
    """Return whether a sign is a letter, a digit or a picture."""
    category = unicodedata.category(sign)
    return category[0] in "LN" or category == "So"


def deleted_name(account: int) -> str:
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


def without_deleted_names(text: str, gone: Mapping[str, str]) -> str:
    """A sentence without the names of deleted accounts. It may begin with one, and then with a capital letter."""
    for name, shown in gone.items():
        if name[1:] in text:
            text = re.sub(f"(?:{_BEFORE}){re.escape(name)}(?={_AFTER})", shown, text, flags=re.IGNORECASE)
    return text
