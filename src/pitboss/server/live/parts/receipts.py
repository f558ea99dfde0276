"""Count each action once: the outcomes of a table's actions by their idempotency keys."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.inputs import Close, Input, Sit
from pitboss.server.live.outcomes import Outcome, refusal

REMEMBERED = 64  # actions whose outcome is kept in memory


class RequestedAction(NamedTuple):
    """The action that an id was used for. "Ready" belongs to a round."""

    given: Input | str
    round: int = 0

    def is_same(self, other: RequestedAction) -> bool:
        """Return whether both ask for the same. The seat is compared only where it is what the player asks for,
        because the player may have changed seats in between."""
        if isinstance(self.given, str | Sit) or type(self.given) is not type(other.given):
            return self == other
        seat = getattr(self.given, "seat", None)
        same = other.given if seat is None else msgspec.structs.replace(other.given, seat=seat)
        return (self.given, self.round) == (same, other.round)


class Rows(Protocol):
    """The interface for looking up stored actions by their key, which the store provides."""

    def row_of_action(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        """Return the number of the row, its encoded input and its round, or None."""


class Receipts:
    """The outcomes of a table's actions by their keys: the newest in memory, all others in the store. An action counts
    once, however often it is sent; a refused one does not count at all."""

    def __init__(self, rows: Rows, table: int, game: Game) -> None:
        self._rows, self._table, self._game = rows, table, game
        self._outcomes: OrderedDict[str, tuple[RequestedAction, Outcome]] = OrderedDict()

    async def once(
        self, key: str, request: RequestedAction, do: Callable[[], Awaitable[Outcome]], *, thorough: bool
    ) -> Outcome:
        """Carry out an action unless it was counted already, and return its outcome.

        Old actions are not looked up first, because that is costly; the store notices them when it is about to write
        them again. With `thorough` they are looked up first."""
        before = self.find(key, request) if thorough else self._recent_outcome(key, request)
        if before is not None:
            return before
        outcome = await do()
        if outcome.refused:  # an action that was counted long ago may be refused if it is tried again
            return self.find(key, request) or outcome
        self.remember(key, request, outcome)
        return outcome

    def find(self, key: str, request: RequestedAction) -> Outcome | None:
        """Return the outcome of an action that was counted already, however long ago, or None."""
        if (outcome := self._recent_outcome(key, request)) is not None:
            return outcome
        row = self._rows.row_of_action(self._table, key)
        return None if row is None else self.written_before(request, *row)

    def _recent_outcome(self, key: str, request: RequestedAction) -> Outcome | None:
        return self._earlier_outcome(request, *self._outcomes[key]) if key in self._outcomes else None

    def remember(self, key: str, request: RequestedAction, outcome: Outcome) -> None:
        """Keep an outcome in memory."""
        self._outcomes[key] = (request, outcome)
        if len(self._outcomes) > REMEMBERED:
            self._outcomes.popitem(last=False)

    def written_before(self, request: RequestedAction, number: int, encoded: bytes, round_: int) -> Outcome:
        """Return the outcome of an action that is stored as this row."""
        given = self._game.read_input.decode(encoded)
        ready = isinstance(given, Close)  # a player's "ready" is stored as the `Close` of the round
        return self._earlier_outcome(request, RequestedAction(given, round_ if ready else 0), Outcome(number))

    @staticmethod
    def _earlier_outcome(request: RequestedAction, earlier: RequestedAction, outcome: Outcome) -> Outcome:
        """Return the earlier outcome, or a refusal if the id was used for another action."""
        if not earlier.is_same(request):
            return refusal("house:service", "this id belongs to another action", "use a new id for each action")
        return outcome
