"""The words with which a stored staff act begins. Readers recognize rulings, fills and other acts by them."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

RULED, ORDERED = "Ruled: ", "Ordered: "
BROUGHT, TOOK = "Brought a fill of ", "Took a credit of "
CAUSED = "Caused: "
TO_COME = "To come later in this round, unless the server stops: "  # an incident
MISSED = "Did not happen in this round: "  # such an incident, when the round is over
DISPUTED = "Dispute: "
REFUNDED = "Refunded "
OPENED = "Opened a table"
WENT_ON = "Went on with the database as it is"

Kind: TypeAlias = Literal["ruling", "order", "fill", "credit", "incident", "dispute", "other"]
KINDS: dict[str, Kind] = {
    RULED: "ruling",
    ORDERED: "order",
    BROUGHT: "fill",
    TOOK: "credit",
    CAUSED: "incident",
    DISPUTED: "dispute",
}


def in_one_line(text: str) -> str:
    """Return a reason on one line, as it is kept. Raise `ValueError` for characters that a terminal would not print."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise ValueError("the reason contains a character that cannot be printed; remove it")
    return line


def printable_text(text: str) -> str:
    """Return text that an older version kept, made safe for a terminal."""
    return "".join(character if character.isprintable() or character == "\n" else "?" for character in text)


def refund_cents(act_words: str) -> int:
    """Return the cents of a refund from its stored words; 0 for any other act."""
    amount = re.match(rf"{REFUNDED}\$([\d,]+)(?:\.(\d\d))? to ", act_words)
    return 0 if amount is None else int(amount[1].replace(",", "")) * 100 + int(amount[2] or 0)


def classify_act(act_words: str) -> Kind:
    """Return the kind of a staff act by its first words."""
    return next((kind for words, kind in KINDS.items() if act_words.startswith(words)), "other")
