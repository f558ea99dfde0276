"""How the words begin in which an act of the staff is kept: by these a reader finds rulings, fills and the like."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

RULED, ORDERED = "Ruled: ", "Ordered: "
BROUGHT, TOOK = "Brought a fill of ", "Took a credit of "
CAUSED = "Caused: "
TO_COME = "To come later in this round, unless the server stops: "  # an incident
MISSED = "Did not happen in this round: "  # the same, when the round is over
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
    """A reason as it is kept. A ValueError if it has a sign that would do something else in a terminal than be read."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise ValueError("the reason has a sign that cannot be printed; leave it out")
    return line


def printable_text(text: str) -> str:
    """Words that an older version kept, for a terminal."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def refund_cents(what: str) -> int:
    """Return the cents of a refund, from the words in which it is kept; 0 for any other act."""
    amount = re.match(rf"{REFUNDED}\$([\d,]+)(?:\.(\d\d))? to ", what)
    return 0 if amount is None else int(amount[1].replace(",", "")) * 100 + int(amount[2] or 0)


def classify_act(what: str) -> Kind:
    return next((kind for words, kind in KINDS.items() if what.startswith(words)), "other")
