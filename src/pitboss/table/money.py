"""Money is integer cents. Odds are exact. Chips move between named accounts and are never made or lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

MOST_DOLLARS = 10**9  # nobody wagers more, and amounts need an upper limit
MOST_ODDS = 10**6
MOST_NAMES = 10_000  # the names of accounts and places to cache: enough for the largest tables

# The words between the two numbers of odds. "8 win 1" is 8 to 1, where a text lets a layout say so.
TO: tuple[str, ...] = ("to",)
TO_OR_WIN = ("to", "win")


class Money(int):
    """An amount in cents that a house file or a person states in dollars."""

    @classmethod
    def parse(cls, value: object) -> Money:
        """Read an amount of dollars. Raises ValueError for anything else."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError(
                f'{value!r} is not an amount; write whole dollars (5) or dollars and cents as text ("2.50")'
            )
        if isinstance(value, int) and value >= 0:
            return cls(_dollars(value) * 100)
        match = re.fullmatch(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?", str(value).strip(), re.ASCII)
        if match is None:
            raise ValueError(
                f'{value!r} is not an amount; write whole dollars (5) or dollars and cents as text ("2.50")'
            )
        return cls(_dollars(_number(match[1])) * 100 + int(match[2] or 0))


def _number(digits: str) -> int:
    """Read digits of any length. More digits than an amount or odds can have are cut off; the result is still too
    large."""
    plain = digits.replace(",", "").lstrip("0") or "0"
    return int(plain[:20])


def _dollars(whole: int) -> int:
    """Return the amount of dollars. Raises ValueError if it is too large."""
    if whole >= MOST_DOLLARS:
        raise ValueError(f"an amount cannot be a billion dollars or more; stay below ${MOST_DOLLARS:,}")
    return whole


@lru_cache(1000)  # a table shows few amounts, each of them often
def dollars(cents: int) -> str:
    """Write cents as $1,234 or $1,234.50; a minus sign stands before the dollar sign."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    whole, rest = divmod(cents, 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


_STATED = re.compile(r"\s*(\d{1,3}(?:,\d{3})+|\d+)\s+(\w+)\s+(\d+)\s*", re.ASCII)


def has_wrong_odds_word(value: object, words: tuple[str, ...]) -> bool:
    """Return whether a value is two numbers joined by a word that odds may not use, as in "8 for 1"."""
    match = _STATED.fullmatch(value) if isinstance(value, str) else None
    return match is not None and match[2] not in words


class Odds(NamedTuple):
    """The odds of `win` to `stake`: 3 to 2 pays three for every two staked, and the stake comes back as well."""

    win: int
    stake: int = 1

    @classmethod
    def parse(cls, value: object, words: tuple[str, ...] = TO) -> Odds:
        """Read odds that use one of these words. Raises ValueError for anything else."""
        match = _STATED.fullmatch(value) if isinstance(value, str) else None
        if match is None or match[2] not in words or _number(match[3]) == 0:
            with_word = " or ".join(f'"{word}"' for word in words)
            raise ValueError(f'{value!r} does not state odds; write them with {with_word}, as in "3 to 2"')
        win, stake = _number(match[1]), _number(match[3])
        if max(win, stake) > MOST_ODDS:
            raise ValueError(f"odds cannot use a number above {MOST_ODDS:,}; write smaller numbers")
        return cls(win, stake)

    def pays(self, cents: int) -> int:
        """Return what a wager of this many cents wins. Raises ValueError if that is not a whole number of cents."""
        due, rest = divmod(cents * self.win, self.stake)
        if rest:
            raise ValueError(f"{dollars(cents)} cannot be paid exactly at {self}")
        return due

    def __str__(self) -> str:
        return f"{self.win:,} to {self.stake}"


INVENTORY = "inventory"  # the table inventory container
OUTSIDE = "outside"  # where players' chips come from when they sit and go when they leave
CAGE = "cage"  # where fills come from and credits go
MOST_CENTS = MOST_DOLLARS * 100


class ShortBankError(Exception):
    """Raised when the table inventory holds too few chips for a payment. No chips have moved."""

    def __init__(self, cents: int) -> None:
        super().__init__(f"the table inventory cannot pay {dollars(cents)}")
        self.cents = cents  # the amount that was to be paid


class Ledger:
    """The accounts by name, and the only way to move chips between them.

    Two accounts may be negative: the outside (what players have brought in) and the cage (what it has filled). The sum
    over all accounts never changes.
    """

    __slots__ = ("accounts",)

    def __init__(self, accounts: dict[str, int]) -> None:
        self.accounts = dict(accounts)

    def move(self, source: str, target: str, cents: int) -> None:
        """Move chips from one account to another. Raises ShortBankError if the table inventory holds too few of
        them."""
        if not cents:
            return
        accounts = self.accounts
        left = accounts.get(source, 0) - cents
        if cents < 0 or (left < 0 and source != OUTSIDE and source != CAGE):
            if source == INVENTORY and cents > 0:
                raise ShortBankError(cents)
            raise ValueError(f"{dollars(cents)} cannot move from {source} to {target}: {source} holds {left + cents}")
        if left:
            accounts[source] = left
        else:
            del accounts[source]
        if held := accounts.get(target, 0) + cents:
            accounts[target] = held
        else:
            del accounts[target]

    def __getitem__(self, account: str) -> int:
        return self.accounts.get(account, 0)

    def total(self) -> int:
        """Return the sum over all accounts."""
        return sum(self.accounts.values())


def bank_of(accounts: Mapping[str, int]) -> int:
    """Return the chips that the house has at a table, less what the cage has brought. This changes only by wins and
    losses."""
    return accounts.get(INVENTORY, 0) + accounts.get(CAGE, 0)


# These are called all the time, also with whatever somebody sends as a seat, a position or a betting area.
@lru_cache(MOST_NAMES)
def chips_before(seat: int) -> str:
    """Return the account of the chips that the player in this seat has before him."""
    return f"rack {seat}"


@lru_cache(MOST_NAMES)
def area(position: int, spot: str) -> str:
    """Return the account of a betting area: a spot of the layout at one betting position."""
    return f"{spot} @{position}"


@lru_cache(MOST_NAMES)
def parse_area(account: str) -> tuple[int, str] | None:
    """Return the betting position and the spot of an account; None if it is not the account of a betting area."""
    spot, separator, position = account.rpartition(" @")
    return (int(position), spot) if separator else None
