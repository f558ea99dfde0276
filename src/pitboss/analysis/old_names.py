"""Old names of methods, which go on working with a warning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from warnings import warn


def old_name(old: str, new: str) -> Callable[[Any], Any]:
    """Return a method that warns about its old name and calls the new one."""

    def call(self: Any) -> Any:
        warn(f"{old}() is called {new}() now", DeprecationWarning, stacklevel=2)
        return getattr(self, new)()

    return call
