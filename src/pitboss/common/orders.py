"""What a casino supervisor may order at a card table without being asked: each order says when it is too early or late.

An order that nobody here knows is left to what the dealer waits for.
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


def barring(*bars: OrderBar) -> OrderBar:
    """All that stands against an order, by any of these."""

    def bar_by_any(r: Round[Any], given: Order) -> Iterator[Refusal]:
        for bar in bars:
            yield from bar(r, given)

    return bar_by_any


bar_order = barring(shuffle.bar_recut, stub.bar_count)


def carry_out_order(r: Round[CardHouse], given: Order) -> Procedure | None:
    return shuffle.recut(r, given) or stub.order_count(r, given)
