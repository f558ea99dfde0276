"""The legal history of High Card: one text, never amended."""

from __future__ import annotations

from pitboss.law.editions import EditionTable, Section, Text

T2000 = "2000-01-01"

EDITIONS = EditionTable(
    adopted=T2000,
    behaviour=1,
    texts=(Text(T2000, "High Card, a toy, as adopted on January 1, 2000"),),
    sections=tuple(Section(f"99.{number}", {T2000: T2000}) for number in range(1, 8)),
    provisions=(),
)
