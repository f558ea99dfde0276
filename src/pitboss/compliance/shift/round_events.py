"""The contribution of one finished round to a shift report, taken from its replay or from its stored account."""

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


class OrderReason(NamedTuple):
    """The reason for an order: the paragraph, and the question if a supervisor was asked."""

    paragraph: str = ""
    question: str = ""


def voids_from_replay(driver: Driver, times: Sequence[int]) -> Iterator[Void]:
    """Yield every act that voids one hand or all hands, with the time of the input that led to it."""
    inputs, number = 0, driver.carry.round
    for item in driver.log:
        inputs += isinstance(item, Input)
        if isinstance(item, VoidRound):
            yield Void(item.cite, number, times[inputs], sentence_for_house(item))
        elif isinstance(item, VoidHand):
            yield Void(item.cite, number, times[inputs], sentence_for_house(item), True, item.position)


def voids_from_account(account: Account, time: int) -> Iterator[Void]:
    """Yield the voids of an account. It has no times, and of a hand it has the words but not the position."""
    for act in account.acts:
        if act.act in (VOID_ROUND, VOID_HAND):
            yield Void(act.cite, account.round, time, act.told, act.act == VOID_HAND)


def order_reasons(driver: Driver) -> list[OrderReason]:
    """Return the reason for every order of a round, in order."""
    reasons: list[OrderReason] = []

    def note_order(wait: Wait | None, input_: Input) -> None:
        if isinstance(input_, Order):
            is_answer = isinstance(wait, OrderWanted) and input_.what in wait.choices
            reasons.append(
                OrderReason(wait.cite, wait.question) if is_answer and isinstance(wait, OrderWanted) else OrderReason()
            )

    driver_copy = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
    entries = (LoggedEntry(item, number) for number, item in enumerate(driver.log, 1))
    for _ in replay_entries(driver_copy, entries, note_order):
        pass
    cites = (_cited_after(driver.log, index) for index, item in enumerate(driver.log) if isinstance(item, Order))
    return [reason if reason.paragraph else OrderReason(cite) for reason, cite in zip(reasons, cites, strict=True)]


def _cited_after(log: Sequence[Step | Input], index: int) -> str:
    """Return the paragraph of the act that followed an unasked order, or an empty text."""
    return next((item.cite for item in log[index + 1 : index + 2] if isinstance(item, Step)), "")
