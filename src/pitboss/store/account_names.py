"""Compares names by how they look, so that nobody takes a name that reads like another, and hides deleted names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

_LOOK_ALIKE_DIGITS = str.maketrans("01i5", "olls")
# Small letters of other alphabets that look like a Latin letter, in lower or upper case.
_LOOK_ALIKE_LETTERS = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abekmhopctyxsijabezhikmnoptyx",
)


def skeleton(name: str) -> str:
    """Return the skeleton of a name. Two names with the same skeleton are easily mistaken for each other: case,
    punctuation and look-alike characters make no difference."""
    words = re.sub(r"[^a-z0-9]+", " ", name.casefold()).strip()
    return words.translate(_LOOK_ALIKE_DIGITS).replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=2**15)
def visual_key(name: str) -> str:
    """Return the skeleton of a name in any script. Letters that look like Latin ones count as these, accents are
    ignored, and anything but letters, digits and pictures separates words."""
    letters = (character for character in unicodedata.normalize("NFKD", name) if not unicodedata.combining(character))
    folded = "".join(letters).casefold().translate(_LOOK_ALIKE_LETTERS)
    words = "".join(character if _is_visible(character) else " " for character in folded)
    return " ".join(words.split()).translate(_LOOK_ALIKE_DIGITS).replace("rn", "m").replace("vv", "w")


def _is_visible(character: str) -> bool:
    """Return whether a character is a letter, a digit or a picture."""
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "So"


def deleted_name(account: int) -> str:
    """Return what is shown in place of a deleted account's name. No person can choose it."""
    return f"(deleted {account})"


# Where a name stands in a sentence about a seat (table/steps.py) or in an act of the staff. Anybody may be called
# "Seat" or "Banned", so a word counts as a deleted name only in these positions.
_BEFORE_A_NAME = "|".join(
    ("^", *(f"(?<={words})" for words in ("Made ", "Banned ", "Let ", " of ", " to ", " for ", ": ")))
)
_AFTER_A_NAME = "|".join(
    (
        *("$", " takes seat ", " leaves seat ", " gets up from seat ", " in seat ", " from seat ", ", who has left"),
        *(" back in", " by ", " on the machine itself", r" \w+ \(was "),
    )
)


def without_deleted_names(text: str, replacements: Mapping[str, str]) -> str:
    """Return a sentence without the names of deleted accounts. A name at the beginning may have a capital letter."""
    for name, replacement in replacements.items():
        if name[1:] in text:
            text = re.sub(
                f"(?:{_BEFORE_A_NAME}){re.escape(name)}(?={_AFTER_A_NAME})", replacement, text, flags=re.IGNORECASE
            )
    return text
