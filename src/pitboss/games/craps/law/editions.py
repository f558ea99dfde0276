"""The legal history of craps, as far as it is held: one text of 1996, which gives no day, and of it 1.1 and 1.2(a)1-19.

Sections 1.3 to 1.11 stood beside it and are not held; what is played in their place is a labeled default. (1.12, the
fire bet, is in later contents only.)
"""

from __future__ import annotations

from pitboss.law.editions import UNHELD, EditionTable, Section, Text

ADOPTED, T1996 = "1978-06-02", "1996"

EDITIONS = EditionTable(
    adopted=ADOPTED,
    behaviour=3,
    texts=(Text(T1996, "Craps and Mini-Craps, 1996, no day given (1.1 and 1.2(a)1 to 19)"),),
    sections=(
        Section("1.1", {ADOPTED: UNHELD, T1996: T1996}),
        Section("1.2", {ADOPTED: UNHELD, T1996: T1996}),
        *(Section(f"1.{number}", {ADOPTED: UNHELD}, default=UNHELD) for number in range(3, 12)),
    ),
    provisions=(),
)
