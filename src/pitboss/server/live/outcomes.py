"""What became of an action."""

from __future__ import annotations

import msgspec

from pitboss.engine.waits import Refusal, sentence


class Outcome(msgspec.Struct, frozen=True):
    """What became of an action: the number of its row, or why it was refused."""

    number: int = 0
    refused: tuple[Refusal, ...] = ()


def refusal(cite: str, wrong: str, right: str) -> Outcome:
    return Outcome(0, (Refusal(cite, sentence(wrong), sentence(right)),))
