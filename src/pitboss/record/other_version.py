"""Rounds that another version wrote and that this one plays differently, so that it cannot judge them.

Such a round is no sign of tampering, and no proof against it. Its chain is checked like any other, and so is its money.
The version that wrote it can judge it. A round of this very version, under the rules that it has, must replay the same:
if it does not, it was altered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from pitboss import __version__
from pitboss.games import load
from pitboss.law.editions import Assume

COULD_NOT = "could not be judged here"


class RulesHeader(Protocol):
    """The rules that the opening line or row of a round names."""

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


def is_of_another(header: RulesHeader, versions: Iterable[str]) -> bool:
    """Return whether a round was written by another version, or under rules that this version does not have. `versions`
    are those that wrote its lines or rows."""
    if any(version != __version__ for version in versions):
        return True
    try:
        return load(header.game).rules(header.readings, header.as_of, header.assumed).digest != header.rules
    except ValueError:
        return False  # this version would have refused to write that


def printable(version: str) -> str:
    """Return a version number from a record, which may hold anything, shortened and without control characters."""
    return "".join(character if character.isprintable() else "?" for character in version[:40])


def describe_writer(version: str, rules: str) -> str:
    """Say what wrote a round: another version, or this one under other rules."""
    if version != __version__:
        return f"written by pitboss {printable(version)}, and this is {__version__}"
    return f"written by pitboss {__version__} under other rules ({printable(rules)[:12]}…) than it has here"


def describe(count: int, total: int, first: str) -> str:
    """Format the sentence about rounds that could not be judged. `first` describes where the first of them differs."""
    return f"{COULD_NOT}: {count} of {total} {'round' if total == 1 else 'rounds'} replay differently; {first}"
