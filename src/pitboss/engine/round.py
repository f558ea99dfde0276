"""A round of play: what travels together through every procedure, refusal and ruling of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.engine.house import House
from pitboss.law.paragraphs import Paragraphs
from pitboss.law.rules import Rules
from pitboss.table.table import Table

H = TypeVar("H", bound=House, covariant=True)


@dataclass(frozen=True, slots=True)
class Round(Generic[H]):
    table: Table
    rules: Rules
    house: H

    @property
    def ids(self) -> Paragraphs:
        """Under which ids the texts in force say what sister games say in the same words."""
        return self.rules.ids
