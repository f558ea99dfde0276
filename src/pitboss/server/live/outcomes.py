"""The outcome of an action at a table."""

from __future__ import annotations

import msgspec

from pitboss.engine.waits import Refusal, sentence


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of an action: the number of its row, or the refusals."""

    number: int = 0
    refused: tuple[Refusal, ...] = ()


def refusal(cite: str, wrong: str, right: str) -> Outcome:
    """Return the outcome of an action that is refused, with what is wrong and what would be right."""
    return Outcome(0, (Refusal(cite, sentence(wrong), sentence(right)),))
