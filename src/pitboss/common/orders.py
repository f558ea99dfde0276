"""Orders that a casino supervisor may give at a card table unasked. Each is refused if it comes too early or too late.

Other orders are left to whatever the dealer waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pitboss.common import shuffle, stub
from pitboss.common.house import CardHouse
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal

ORDERS = (shuffle.RECUT, stub.COUNT)

OrderBar: TypeAlias = Callable[[Round[Any], Order], Iterator[Refusal]]


def combine_bars(*bars: OrderBar) -> OrderBar:
    """Combine bars of an order into one that yields the refusals of all."""

    def bar_by_any(r: Round[Any], given: Order) -> Iterator[Refusal]:
        for bar in bars:
            yield from bar(r, given)

    return bar_by_any


bar_order = combine_bars(shuffle.bar_recut, stub.bar_count)


def carry_out_order(r: Round[CardHouse], given: Order) -> Procedure | None:
    """Carry out a recut or a count of the stub; None for any other order."""
    return shuffle.recut(r, given) or stub.order_count(r, given)
