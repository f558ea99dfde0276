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


def unnamed(text: str, gone: Mapping[str, str]) -> str:
    """A sentence without the names of deleted accounts."""
    for name, shown in gone.items():
        if name in text:
            text = re.sub(rf"(?<![\w'-]){re.escape(name)}(?![\w-])", shown, text)
    return text
