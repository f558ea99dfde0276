"""Replaces the names of deleted accounts in the account of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.store.account_names import without_deleted_names

T = TypeVar("T", bound=msgspec.Struct)

NAMES = ("player", "players")  # fields whose value is a name
BY_NAME = "own"  # the field whose keys are names
SENTENCES = ("told", "notes")  # fields with text that may contain names


def redact(account: T, deleted_names: Mapping[str, str]) -> T:
    """Return a copy of the account in which the names of deleted accounts are replaced. Only fields that hold names are
    changed, because a player may have been called "seat" or "As".
    """
    redacted: T = _walk(account, deleted_names, "") if deleted_names else account
    return redacted


def _walk(value: Any, deleted_names: Mapping[str, str], field: str) -> Any:
    match value:
        case str() if field in NAMES:
            return deleted_names.get(value, value)
        case str() if field in SENTENCES:
            return without_deleted_names(value, deleted_names)
        case msgspec.Struct():
            parts = {name: _walk(getattr(value, name), deleted_names, name) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **parts)
        case Mapping():
            return {
                _redact_key(key, deleted_names, field): _walk(entry, deleted_names, _field_below(key, field))
                for key, entry in value.items()
            }
        case list() | tuple():
            return type(value)(_walk(item, deleted_names, field) for item in value)
    return value


def _redact_key(key: Any, deleted_names: Mapping[str, str], field: str) -> Any:
    return deleted_names.get(key, key) if field == BY_NAME else key


def _field_below(key: object, field: str) -> str:
    """Return the field name for the value under a key: the key if it names a field, else the name of the mapping."""
    return key if isinstance(key, str) and field != BY_NAME else field
