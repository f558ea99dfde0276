"""Error messages for invalid requests.

FastAPI's errors are written for programmers. Here each becomes a sentence that names the field, what was wrong and what
would be right. The sent value is not repeated, because it may not be text that can be sent back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.waits import sentence

MOST_TOLD = 5  # faults of one request; more are counted
LONGEST_KEY = 40  # characters shown of an unknown key

NO_NUMBER = ("is not a whole number", "give one")
NO_OBJECT = ("is not a JSON object", "send one, as application/json")
# Each type of error that our models and paths can have -> what was wrong, and what would be right.
WORDS = {
    "missing": ("is missing", "add it"),
    "extra_forbidden": ("is not a known key", "remove it"),
    "json_invalid": ("is not JSON", "send a JSON object, as application/json"),
    "model_attributes_type": NO_OBJECT,
    "dict_type": NO_OBJECT,
    "list_type": ("is not a list", "give a list"),
    "too_long": ("has too many items", "give {max_length} or fewer"),
    "int_type": NO_NUMBER,
    "int_parsing": NO_NUMBER,
    "int_from_float": NO_NUMBER,
    "int_parsing_size": ("has too many digits", "give a smaller number"),
    "finite_number": NO_NUMBER,
    "greater_than_equal": ("is too small", "give {ge} or more"),
    "less_than_equal": ("is too large", "give {le} or less"),
    "less_than": ("is too large", "give less than {lt}"),
    "bool_parsing": ("is neither true nor false", "give one of them"),
    "string_type": ("is not text", "write it in quotes"),
    "string_unicode": ("contains something that is not a character", "remove it"),
    "string_too_short": ("is too short", "write {min_length} or more characters"),
    "string_too_long": ("is too long", "write {max_length} characters or fewer"),
    "string_pattern_mismatch": ("does not have the right form", "write {words}"),
    "literal_error": ("is none of the choices", "choose {expected}"),
    "value_error": ("contains a character that cannot be printed", "remove it"),
}
OTHER = ("cannot be used", "see /api/openapi.json for what goes there")  # for types of errors that are not listed
# The patterns of our models; PATTERNS says what each requires.
ID = r"^[A-Za-z0-9_-]+$"
NOT_BLANK = r"\S"
# Acts of the staff need a reason. A missing one has its own message, because it is what people in a hurry forget.
NO_REASON = "the reason (why) is missing; say in a few words why you do this, it is recorded with your name"
UNSAID = ("missing", "string_pattern_mismatch")
PATTERNS = {ID: "letters, digits, - and _ only", NOT_BLANK: "at least one word"}


def describe_faults(faults: Sequence[Mapping[str, Any]]) -> str:
    """Describe the errors of a request, one sentence after the other."""
    sentences = [_sentence(fault) for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        sentences.append(f"there are {len(faults) - MOST_TOLD} more faults like these")
    return ". ".join(sentences)


def in_sentences(words: str) -> str:
    """Turn the parts of a message, separated by semicolons, into sentences."""
    return " ".join(map(sentence, words.split("; ")))


def _sentence(fault: Mapping[str, Any]) -> str:
    if tuple(fault["loc"]) == ("body", "why") and fault["type"] in UNSAID:
        return NO_REASON
    wrong, right = WORDS.get(fault["type"], OTHER)
    limits = dict(fault.get("ctx", {}))
    limits["words"] = PATTERNS.get(str(limits.get("pattern")), "it as /api/openapi.json says")
    location = (
        fault["loc"][:1] if fault["type"] == "json_invalid" else fault["loc"]
    )  # the rest of the location is an offset in the text
    return f"{_field(location)} {wrong}; {right.format_map(limits)}"


def _field(location: Sequence[str | int]) -> str:
    """Return the name of a field in the address or the body."""
    source, *parts = location
    words = [f"item {part + 1}" if isinstance(part, int) else _printable(part) for part in parts]
    if source != "body":
        return f"{', '.join(words)} in the address"
    return ", ".join(words) or "the body of the request"


def _printable(key: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in key[:LONGEST_KEY])
    return shown or "a key without a name"
