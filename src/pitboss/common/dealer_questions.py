"""The dealer's questions as acts of their own, each with the paragraph that makes the dealer ask."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from pitboss.engine.waits import Ask, Short, Wait
from pitboss.table.steps import Step, seat_name
from pitboss.table.table import Table


def unaffordable_choices(prices: Mapping[str, int], chips: int) -> tuple[Short, ...]:
    """Return the choices that cost more than these chips. `prices` has every choice in the law's order, with its cost
    in cents."""
    if max(prices.values()) <= chips:
        return ()  # the usual case, and quick
    return tuple(
        Short(choice, cents, cents - chips, index)
        for index, (choice, cents) in enumerate(prices.items())
        if cents > chips
    )


class AskPlayer(Step, frozen=True, tag="ask player"):
    """The dealer asks a player. The answer is an input, and its consequence is the next act."""

    seat: int
    position: int
    question: str

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return f"The dealer asks {seat_name(self.seat, self.position)}: {self.question}?"


def ask(wait: Ask, question: str) -> Generator[Step | Wait, Any, str]:
    """Have the dealer ask a player the question, wait for the answer, and return the choice."""
    yield AskPlayer(wait.cite, wait.seat, wait.position, question)
    choice: str = yield wait
    return choice
