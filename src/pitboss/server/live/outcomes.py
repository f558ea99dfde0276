"""What became of an action, and of the same one asked for again."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pitboss.engine.inputs import Input, Sit
from pitboss.engine.waits import Refusal, sentence


class Outcome(msgspec.Struct, frozen=True):
    """What became of an action: the number of its row, or why it was refused."""

    number: int = 0
    refused: tuple[Refusal, ...] = ()


def refusal(cite: str, wrong: str, right: str) -> Outcome:
    return Outcome(0, (Refusal(cite, sentence(wrong), sentence(right)),))


class Done(NamedTuple):
    """What an id was used for. Whoever is ready says so for a round."""

    given: Input | str
    round: int = 0

    def again(self, other: Done) -> bool:
        """Whether the same is asked for. By now somebody may sit elsewhere, or nowhere: his seat makes no difference
        but where it is what he asks for."""
        if isinstance(self.given, str | Sit) or type(self.given) is not type(other.given):
            return self == other
        seat = getattr(self.given, "seat", None)
        same = other.given if seat is None else msgspec.structs.replace(other.given, seat=seat)
        return (self.given, self.round) == (same, other.round)


def as_before(asked: Done, done: Done, outcome: Outcome) -> Outcome:
    """The outcome that an action had; the same id for another action is a mistake."""
    if not done.again(asked):
        return refusal("house:service", "this id belongs to another action", "use a new id for each action")
    return outcome
