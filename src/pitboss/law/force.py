"""Tells whether a paragraph is in force. Outside tests every paragraph is.

Everything in Pitboss that carries out a paragraph asks here first: the driver before a step takes effect, a refusal
before it refuses, a ranking rule before it matches, a pay table before it is read. So tests can observe which
paragraphs really ran, and can switch one off to see whether its own test fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class Watcher(Protocol):
    """The object that tests install to observe or change how paragraphs are carried out."""

    def in_force(self, paragraph: str) -> bool:
        """Return whether a paragraph is in force; False switches it off."""
        ...

    def number(self, paragraph: str, key: str, number: int) -> int:
        """Return the number to use in place of one that a paragraph sets."""
        ...

    def rules_made(self, sections: dict[str, str]) -> None:
        """Note that rules were made, with these texts by section."""
        ...

    def act(self, step: T, table: object) -> T:
        """Return the step to carry out in place of this one. Tests replace it with a faulty one, to see which test
        notices."""
        ...


BETWEEN = ", "  # the ids of a citation

watcher: Watcher | None = None


def watch(new: Watcher | None) -> Watcher | None:
    """Install a watcher (tests only), and return the one it replaces."""
    global watcher
    old, watcher = watcher, new
    return old


@cache
def cites(*ids: str) -> str:
    """Join several ids into one citation: a paragraph, and beside it the reading that decided. Empty ids are left
    out."""
    return BETWEEN.join(dict.fromkeys(filter(None, ids)))


def split_citation(cite: str) -> list[str]:
    """Return the ids that a citation names."""
    return cite.split(BETWEEN)


def is_reading(source: str) -> bool:
    """Return whether an id of a citation names a reading rather than a paragraph or an election."""
    return source.startswith("reading:")


def in_force(cite: str) -> bool:
    """Return whether every id of a citation is in force. Switching off one of several ids is enough to switch off
    whatever rests on them."""
    return watcher is None or all(map(watcher.in_force, split_citation(cite)))


def number(paragraph: str, key: str, value: int) -> int:
    """Return a number that the law sets, at the point where it is used."""
    return value if watcher is None else watcher.number(paragraph, key, value)


def rule(paragraph: str, skipped: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function as carrying out a definition or a ranking; `skipped` is its result when the paragraph is switched
    off."""

    def cite(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def carry_out(*args: P.args, **kwargs: P.kwargs) -> T:
            if watcher is None or watcher.in_force(paragraph):
                return function(*args, **kwargs)
            return cast(T, skipped)

        return carry_out

    return cite
