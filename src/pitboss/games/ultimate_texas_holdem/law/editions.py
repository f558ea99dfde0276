"""The legal history of Ultimate Texas Hold 'Em: adopted on one day and held in full as of that day. No amendment is
known."""

from __future__ import annotations

from pitboss.games.ultimate_texas_holdem.law.paragraphs import PARAGRAPHS
from pitboss.law.editions import EditionTable, Section, Text

T2008 = "2008-04-21"

EDITIONS = EditionTable(
    adopted=T2008,
    behaviour=4,
    texts=(Text(T2008, "Ultimate Texas Hold 'Em as adopted April 21, 2008"),),
    sections=tuple(Section(f"32.{number}", {T2008: T2008}) for number in range(1, 14)),
    provisions=(),
    shared={T2008: PARAGRAPHS},
)
