"""The bank: fills and credits, the notice that a table is short, and payments that wait for a fill.

No held paragraph speaks of these. The acts are the house's own, and cited so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Credit, Fill, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import FillWanted, Procedure, Refusal
from pitboss.table.money import INVENTORY, MOST_CENTS, dollars
from pitboss.table.steps import BringFill, PaymentWaits, SayShort, SendCredit, Step

FILL, CREDIT = "house:fill", "house:credit"


def bar_fill(r: Round[House], given: Fill) -> Iterator[Refusal]:
    """Refuse a fill that is not made in chips or is too large."""
    yield from _bar_odd_cents(r, FILL, given.cents)
    if given.cents >= MOST_CENTS:
        wrong = f"A fill must be less than {dollars(MOST_CENTS)}."
        yield Refusal(FILL, wrong, "Bring what the table needs.")


def bar_credit(r: Round[House], given: Credit) -> Iterator[Refusal]:
    """Refuse a credit that is not made in chips or exceeds the table inventory."""
    yield from _bar_odd_cents(r, CREDIT, given.cents)
    held = max(r.table.ledger[INVENTORY], 0)
    if given.cents > held:
        wrong = f"The table inventory holds {dollars(held)}."
        yield Refusal(CREDIT, wrong, f"Take {dollars(held)} or less." if held else "There is nothing to take.")


def _bar_odd_cents(r: Round[House], cite: str, cents: int) -> Iterator[Refusal]:
    chip = r.house.smallest_chip
    if cents < 1 or cents % chip:
        yield Refusal(cite, f"{dollars(cents)} cannot be made in chips.", f"Use a multiple of {dollars(chip)}.")


def bring_fill(r: Round[House], given: Fill) -> Procedure:
    yield BringFill(FILL, given.cents)


def send_credit(r: Round[House], given: Credit) -> Procedure:
    yield SendCredit(CREDIT, given.cents)


# At every table, whatever it deals, and at any moment between two acts.
BARS: Mapping[type[Input], Callable[[Round[Any], Any], Iterable[Refusal]]] = {Fill: bar_fill, Credit: bar_credit}
INTERRUPTIONS: Mapping[type[Input], Callable[[Round[Any], Any], Procedure | None]] = {
    Fill: bring_fill,
    Credit: send_credit,
}


def say_if_short(r: Round[House]) -> Procedure:
    """Announce, when betting opens, that the table could not pay one maximum wager. Wagers are lawful all the same."""
    if r.table.ledger[INVENTORY] < (most := r.house.bank_needed(r.rules)):
        yield SayShort(FILL, most)


def pay_once_filled(r: Round[House], payment: Step, cents: int) -> Procedure:
    """Make a payment that the table inventory cannot make, once a fill has come."""
    yield PaymentWaits(FILL, cents)
    chip = r.house.smallest_chip
    while (short := cents - r.table.ledger[INVENTORY]) > 0:
        needed_cents = -(-short // chip) * chip
        question = f"to pay {dollars(cents)}, the table needs a fill of {dollars(needed_cents)} or more"
        yield FillWanted(FILL, question, (), cents=needed_cents)
    yield payment
