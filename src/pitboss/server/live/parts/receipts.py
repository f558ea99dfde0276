"""Whether an action was counted already: asked here and nowhere else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.inputs import Close, Input, Sit
from pitboss.server.live.outcomes import Outcome, refusal

REMEMBERED = 64  # actions whose outcome is kept at hand


class Done(NamedTuple):
    """What an id was used for. Whoever is ready says so for a round."""

    given: Input | str
    round: int = 0

    def again(self, other: Done) -> bool:
        """Return whether the same is asked for. By now somebody may sit elsewhere, or nowhere: his seat makes no
        difference but where it is what he asks for."""
        if isinstance(self.given, str | Sit) or type(self.given) is not type(other.given):
            return self == other
        seat = getattr(self.given, "seat", None)
        same = other.given if seat is None else msgspec.structs.replace(other.given, seat=seat)
        return (self.given, self.round) == (same, other.round)


class Rows(Protocol):
    """Where the rows of actions are, by the key under which each was counted."""

    def row_of_action(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        """Return the number of the row, what was given, and in which round."""


class Receipts:
    """The outcomes of a table's actions by their keys: the newest at hand, all others in the store. An action counts
    once, however often it is sent, and a refused one does not count at all."""

    def __init__(self, rows: Rows, table: int, game: Game) -> None:
        self._rows, self._table, self._game = rows, table, game
        self._outcomes: OrderedDict[str, tuple[Done, Outcome]] = OrderedDict()

    async def once(self, key: str, asked: Done, do: Callable[[], Awaitable[Outcome]], *, thorough: bool) -> Outcome:
        """Carry an action out unless it was counted already. What was counted long ago the store also finds when it is
        to write it again: to ask for it each time would cost a good part of what the action does. `thorough` asks all
        the same."""
        before = self.find(key, asked) if thorough else self._lately(key, asked)
        if before is not None:
            return before
        outcome = await do()
        if outcome.refused:  # what was counted long ago may make no sense any more
            return self.find(key, asked) or outcome
        self.remember(key, asked, outcome)
        return outcome

    def find(self, key: str, asked: Done) -> Outcome | None:
        """Return what became of an action that was counted already, however long ago."""
        if (outcome := self._lately(key, asked)) is not None:
            return outcome
        row = self._rows.row_of_action(self._table, key)
        return None if row is None else self.written_before(asked, *row)

    def _lately(self, key: str, asked: Done) -> Outcome | None:
        return self._as_before(asked, *self._outcomes[key]) if key in self._outcomes else None

    def remember(self, key: str, done: Done, outcome: Outcome) -> None:
        """Keep an outcome at hand."""
        self._outcomes[key] = (done, outcome)
        if len(self._outcomes) > REMEMBERED:
            self._outcomes.popitem(last=False)

    def written_before(self, asked: Done, number: int, was: bytes, round_: int) -> Outcome:
        """Return the outcome of an action that has this row."""
        given = self._game.read_input.decode(was)
        ready = isinstance(given, Close)  # to be ready is to close the round that is open
        return self._as_before(asked, Done(given, round_ if ready else 0), Outcome(number))

    @staticmethod
    def _as_before(asked: Done, done: Done, outcome: Outcome) -> Outcome:
        """Return the outcome that an action had; the same id for another action is a mistake."""
        if not done.again(asked):
            return refusal("house:service", "this id belongs to another action", "use a new id for each action")
        return outcome
