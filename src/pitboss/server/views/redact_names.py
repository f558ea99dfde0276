"""What is told of a round, without the names of people whose accounts were deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.store.account_names import unnamed

T = TypeVar("T", bound=msgspec.Struct)

NAMES = ("player", "players")  # where a name stands alone
BY_NAME = "own"  # where it is a key
SENTENCES = ("told", "notes")


def redact(told: T, gone: Mapping[str, str]) -> T:
    """The same, wherever a name may stand in it, and nowhere else: somebody may have been called "seat" or "As"."""
    found: T = _walk(told, gone, "") if gone else told
    return found


def _walk(value: Any, gone: Mapping[str, str], field: str) -> Any:
    match value:
        case str() if field in NAMES:
            return gone.get(value, value)
        case str() if field in SENTENCES:
            return unnamed(value, gone)
        case msgspec.Struct():
            parts = {each: _walk(getattr(value, each), gone, each) for each in value.__struct_fields__}
            return msgspec.structs.replace(value, **parts)
        case Mapping():
            return {
                _redact_key(key, gone, field): _walk(each, gone, _field_below(key, field))
                for key, each in value.items()
            }
        case list() | tuple():
            return type(value)(_walk(each, gone, field) for each in value)
    return value


def _redact_key(key: Any, gone: Mapping[str, str], field: str) -> Any:
    return gone.get(key, key) if field == BY_NAME else key


def _field_below(key: object, field: str) -> str:
    """A part of a view is known by its own name, what is at a seat by the name of the whole."""
    return key if isinstance(key, str) and field != BY_NAME else field
