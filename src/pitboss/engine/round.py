"""A round of play: the state that all of its procedures, refusals and rulings share."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from pitboss.engine.houses.house import House
from pitboss.law.paragraphs import Paragraphs
from pitboss.law.rules import Rules
from pitboss.table.table import Table

H = TypeVar("H", bound=House, covariant=True)


class Round(Generic[H]):
    """The table, rules, house and shared ids of a round. Only what lies on the table changes while it is played."""

    __slots__ = ("house", "ids", "rules", "table")

    def __init__(self, table: Table, rules: Rules, house: H) -> None:
        self.table, self.rules, self.house = table, rules, house
        # The ids under which the texts in force say what sister games say in the same words. A dice table has none and
        # never asks for one.
        self.ids = cast(Paragraphs, rules.shared)
