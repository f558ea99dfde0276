"""What one finished round brings to a shift's report: from its replay, or from the account that was kept of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.compliance.shift.shift_report import Void
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input, Order
from pitboss.engine.waits import OrderWanted, Wait
from pitboss.record.account import Account
from pitboss.record.round_playback import LoggedEntry, replay_entries
from pitboss.table.steps import Step, VoidHand, VoidRound, sentence_for_house

VOID_ROUND, VOID_HAND = (str(kind.__struct_config__.tag) for kind in (VoidRound, VoidHand))


class Asked(NamedTuple):
    """What stood behind an order: the paragraph, and the question if a supervisor had been asked."""

    paragraph: str = ""
    question: str = ""


def voids_of(driver: Driver, times: Sequence[int]) -> Iterator[Void]:
    """Every act that voids all hands or one, with the moment of the input that led to it."""
    inputs, number = 0, driver.carry.round
    for item in driver.log:
        inputs += isinstance(item, Input)
        if isinstance(item, VoidRound):
            yield Void(item.cite, number, times[inputs], sentence_for_house(item))
        elif isinstance(item, VoidHand):
            yield Void(item.cite, number, times[inputs], sentence_for_house(item), True, item.position)


def voids_told(account: Account, at: int) -> Iterator[Void]:
    """The same from an account, which has no times; of a hand it tells the words and not the position."""
    for act in account.acts:
        if act.act in (VOID_ROUND, VOID_HAND):
            yield Void(act.cite, account.round, at, act.told, act.act == VOID_HAND)


def asked(driver: Driver) -> list[Asked]:
    """Of every order of a round, as they came."""
    found: list[Asked] = []

    def heard(wait: Wait | None, given: Input) -> None:
        if isinstance(given, Order):
            to_it = isinstance(wait, OrderWanted) and given.what in wait.choices
            found.append(Asked(wait.cite, wait.question) if to_it and isinstance(wait, OrderWanted) else Asked())

    again = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
    entries = (LoggedEntry(item, number) for number, item in enumerate(driver.log, 1))
    for _ in replay_entries(again, entries, heard):
        pass
    following = (_cited_after(driver.log, at) for at, item in enumerate(driver.log) if isinstance(item, Order))
    return [each if each.paragraph else Asked(cite) for each, cite in zip(found, following, strict=True)]


def _cited_after(log: Sequence[Step | Input], at: int) -> str:
    """What an order that nobody asked for led to."""
    return next((item.cite for item in log[at + 1 : at + 2] if isinstance(item, Step)), "")
