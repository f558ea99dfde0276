"""Explain errors of JSON and TOML values to whoever wrote them. The readers' own messages are for programmers."""

from __future__ import annotations

import re

WORDS = {
    "int": "a whole number", "float": "a decimal number", "str": "text", "bool": "true or false",
    "array": "a list", "object": "a table of keys and values", "null": "nothing", "datetime": "a date",
}  # fmt: skip


def describe_value_error(error: Exception) -> str:
    """Explain an error: the place first, then what was wrong and, after a semicolon, what would be right if that is
    known."""
    message = str(error)
    place = re.search(r" - at `(?:key in )?\$\.?([^`]*)`$", message)
    text = re.sub(r" - at `[^`]*`$", "", message)
    text = re.sub(r"^Expected `([^`]*)`, got `([^`]*)`$", lambda m: f"this is {_word(m[2])}; write {_word(m[1])}", text)
    text = re.sub(r"^Object missing required field `([^`]*)`$", r"the key \1 is missing; add it", text)
    text = re.sub(r"^Object contains unknown field `([^`]*)`$", r"there is no key \1; leave it out", text)
    text = re.sub(r"^Invalid (?:enum )?value (.*)$", r"\1 is not an accepted value", text)
    text = re.sub(r"^Expected `(\w+)` (of length )?([<>=]*) ?(\d+)(?:, got (\d+))?$", _length, text)
    return f"{place[1]}: {text}" if place and place[1] and "`" not in text else text.replace("`", "'")


def _word(kinds: str) -> str:
    return " or ".join(WORDS.get(kind.strip(), kind.strip()) for kind in kinds.split("|"))


def _length(match: re.Match[str]) -> str:
    kind, of_length, bound, number, given = match.groups()
    limit = {">=": "at least ", "<=": "at most ", "": ""}.get(bound, f"{bound} ")
    if of_length:
        this_has = f"this has {given} parts; " if given else ""
        return f"{this_has}write {_word(kind)} of {limit}{number}"
    return f"write {_word(kind)} of {limit}{number}"
