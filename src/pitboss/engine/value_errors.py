"""What is wrong with a value, in words for whoever wrote it. Readers of JSON and TOML speak to programmers."""

from __future__ import annotations

import re

WORDS = {
    "int": "a whole number", "float": "a decimal number", "str": "text", "bool": "true or false",
    "array": "a list", "object": "a table of keys and values", "null": "nothing", "datetime": "a date",
}  # fmt: skip


def describe_value_error(wrong: Exception) -> str:
    """What was wrong and what would be right, parted by a semicolon where both are known; the place stands first."""
    message = str(wrong)
    place = re.search(r" - at `(?:key in )?\$\.?([^`]*)`$", message)
    told = re.sub(r" - at `[^`]*`$", "", message)
    told = re.sub(r"^Expected `([^`]*)`, got `([^`]*)`$", lambda m: f"this is {_word(m[2])}; write {_word(m[1])}", told)
    told = re.sub(r"^Object missing required field `([^`]*)`$", r"the key \1 is missing; add it", told)
    told = re.sub(r"^Object contains unknown field `([^`]*)`$", r"there is no key \1; leave it out", told)
    told = re.sub(r"^Invalid (?:enum )?value (.*)$", r"\1 is not an accepted value", told)
    told = re.sub(r"^Expected `(\w+)` (of length )?([<>=]*) ?(\d+)(?:, got (\d+))?$", _length, told)
    return f"{place[1]}: {told}" if place and place[1] and "`" not in told else told.replace("`", "'")


def _word(kinds: str) -> str:
    return " or ".join(WORDS.get(kind.strip(), kind.strip()) for kind in kinds.split("|"))


def _length(found: re.Match[str]) -> str:
    kind, of_length, bound, number, got = found.groups()
    limit = {">=": "at least ", "<=": "at most ", "": ""}.get(bound, f"{bound} ")
    if of_length:
        is_so = f"this has {got} parts; " if got else ""
        return f"{is_so}write {_word(kind)} of {limit}{number}"
    return f"write {_word(kind)} of {limit}{number}"
