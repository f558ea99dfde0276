"""The legal history of Winner's Pot Poker, as far as it is held: one text, from 33.10(c) on, never amended since.

Sections 33.1 to 33.9, and 33.10(a) and (b), stand before it and are not held; what is played in their place is
inference from the held text and the sister games, labeled as readings.
"""

from __future__ import annotations

from pitboss.games.winners_pot_poker.law.paragraphs import PARAGRAPHS
from pitboss.law.editions import UNHELD, EditionTable, Section, Text

T2008 = "2008-09-02"

EDITIONS = EditionTable(
    adopted=T2008,
    behaviour=4,
    texts=(Text(T2008, "Winner's Pot Poker as adopted on September 2, 2008 (from 33.10(c) on)", begins="33.10"),),
    sections=(
        *(Section(f"33.{number}", {T2008: UNHELD}, default=UNHELD) for number in range(1, 10)),
        *(Section(id_, {T2008: UNHELD}, default=UNHELD) for id_ in ("33.10(a)", "33.10(b)")),
        *(Section(f"33.{number}", {T2008: T2008}) for number in range(10, 14)),
    ),
    provisions=(),
    shared={T2008: PARAGRAPHS},
)
