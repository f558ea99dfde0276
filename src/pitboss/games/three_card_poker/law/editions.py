"""The legal history of Three Card Poker as far as it is held: its first text, from 20.7(b) on.

Sections 20.1 to 20.6 and 20.7(a) came before it and are not held; labeled defaults are played in their place.
"""

from __future__ import annotations

from pitboss.games.three_card_poker.law.paragraphs import PARAGRAPHS
from pitboss.law.editions import UNHELD, EditionTable, Section, Text

T1997 = "1997-03-17"

EDITIONS = EditionTable(
    adopted=T1997,
    behaviour=4,
    texts=(Text(T1997, "Three Card Poker as adopted March 17, 1997 (from 20.7(b) on)", begins="20.7(b)"),),
    sections=(
        *(Section(f"20.{number}", {T1997: UNHELD}, default=UNHELD) for number in range(1, 7)),
        Section("20.7(a)", {T1997: UNHELD}, default=UNHELD),
        *(Section(f"20.{number}", {T1997: T1997}) for number in range(7, 13)),
    ),
    provisions=(),
    shared={T1997: PARAGRAPHS},
)
