"""What is told of a round, without the names of people whose accounts were deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.store.names import unnamed

T = TypeVar("T", bound=msgspec.Struct)


def without(told: T, gone: Mapping[str, str]) -> T:
    """The same, wherever a name may stand in it."""
    if not gone:
        return told
    return msgspec.convert(_walk(msgspec.to_builtins(told, str_keys=True), gone), type(told), strict=False)


def _walk(value: Any, gone: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return unnamed(value, gone)
    if isinstance(value, Mapping):
        return {unnamed(str(key), gone): _walk(each, gone) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_walk(each, gone) for each in value]
    return value
