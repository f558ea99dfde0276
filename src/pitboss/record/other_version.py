"""Rounds that another version wrote and this one plays otherwise: they could not be judged here.

That is no sign of tampering, and no proof against it. Their chain is checked like every other, and so is their money.
The version that wrote them can say whether they are what they say. A round of this very version, by the rules that it
has, must replay the same: if it does not, it was altered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from pitboss import __version__
from pitboss.games import load
from pitboss.law.editions import Assume

COULD_NOT = "could not be judged here"


class Named(Protocol):
    """What the line or row that opens a round says of its rules."""

    @property
    def game(self) -> str: ...
    @property
    def as_of(self) -> str: ...
    @property
    def assumed(self) -> Assume: ...
    @property
    def readings(self) -> dict[str, str]: ...
    @property
    def rules(self) -> str: ...


def is_of_another(opened: Named, versions: Iterable[str]) -> bool:
    """Return whether another version than this wrote a round, or rules that this one does not have were in force.

    `versions` are those that wrote its lines or rows.
    """
    if any(version != __version__ for version in versions):
        return True
    try:
        return load(opened.game).rules(opened.readings, opened.as_of, opened.assumed).digest != opened.rules
    except ValueError:
        return False  # this version would not have written that


def printable(version: str) -> str:
    """Return a version as a record names it, which may hold anything."""
    return "".join(sign if sign.isprintable() else "?" for sign in version[:40])


def written_by(version: str, rules: str) -> str:
    """Return the words that say what a round was written by: another version, or this one under other rules."""
    if version != __version__:
        return f"written by pitboss {printable(version)}, and this is {__version__}"
    return f"written by pitboss {__version__} under other rules ({printable(rules)[:12]}…) than it has here"


def describe(count: int, of: int, first: str) -> str:
    """Return the sentence about rounds that could not be judged; `first` says where the first of them differs."""
    return f"{COULD_NOT}: {count} of {of} {'round' if of == 1 else 'rounds'} replay differently; {first}"
