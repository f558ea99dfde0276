"""Who is at a table: people, their connections, and the company that the house keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pitboss.store.row_types import Account as Person

HOUSE = " (house)"  # ends the name of a companion, and of nobody else


class Listener(Protocol):
    account: Person | None
    shows: bool  # whether it is a page, which shows acts one by one
    shown: int  # number of the act that it was sent last

    def wake(self) -> None: ...

    def end(self, why: str) -> None: ...


@dataclass
class Presence:
    """A person at the table, beyond what the law knows of him."""

    account: int
    heard_at: float  # when he last did something, or had a connection
    ready: bool = False
    sits_out: bool = False
    silent: int = 0  # windows in a row that the clock closed while this person neither bet nor said a word
    kicked: bool = False  # the house has him leave as soon as his hand is over
    arriving: int = 0  # cents in chips that he has asked for and that wait until bets are open; nothing is paid yet
