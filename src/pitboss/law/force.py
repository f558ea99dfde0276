"""Is a paragraph in force here and now? Outside tests: always.

Everything in Pitboss that carries out a paragraph asks here first: the driver before a step takes effect, a refusal
before it refuses, a ranking rule before it matches, a pay table before it is read. That gives tests two things at
one seam: they see which paragraphs really ran, and they can switch one off and watch its test fail.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class Watcher(Protocol):
    def in_force(self, paragraph: str) -> bool: ...

    def number(self, paragraph: str, key: str, number: int) -> int: ...

    def rules_made(self, sections: dict[str, str]) -> None: ...

    def act(self, step: T, table: object) -> T:
        """What is really done where this act is due; tests do it wrongly and see who notices."""
        ...


BETWEEN = ", "  # the ids of a citation

watcher: Watcher | None = None


def watch(new: Watcher | None) -> Watcher | None:
    """Install a watcher (tests only); returns the one it replaces."""
    global watcher
    old, watcher = watcher, new
    return old


@cache
def cites(*ids: str) -> str:
    """One citation of several ids: a paragraph, and beside it the reading that decided."""
    return BETWEEN.join(dict.fromkeys(filter(None, ids)))


def split_citation(cite: str) -> list[str]:
    """The ids that a citation names."""
    return cite.split(BETWEEN)


def in_force(cite: str) -> bool:
    """What rests on several ids does nothing if one of them is switched off."""
    return watcher is None or all(map(watcher.in_force, split_citation(cite)))


def number(paragraph: str, key: str, value: int) -> int:
    """A number that the law sets, read where it is used."""
    return value if watcher is None else watcher.number(paragraph, key, value)


def rule(paragraph: str, skipped: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function as the carrying out of a definition or ranking; `skipped` is what is left without it."""

    def cite(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def ruled(*args: P.args, **kwargs: P.kwargs) -> T:
            if watcher is None or watcher.in_force(paragraph):
                return function(*args, **kwargs)
            return cast(T, skipped)

        return ruled

    return cite
