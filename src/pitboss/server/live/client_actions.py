"""Turn the actions that clients send into engine inputs, limited to what a player may do at the player's own seat."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from functools import cache
from typing import Any, Protocol

import msgspec

from pitboss.engine import inputs
from pitboss.engine.game import Game
from pitboss.engine.inputs import Input, Sit
from pitboss.engine.value_errors import describe_value_error
from pitboss.engine.waits import Refusal
from pitboss.server.live.outcomes import Outcome
from pitboss.server.live.table import LiveTable
from pitboss.server.ops.histogram import Histogram
from pitboss.store.row_types import Account

log = logging.getLogger("pitboss")

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
SET_BY_SERVER = ("by", "amid", "player")  # fields of inputs that no client may set


class BadActionError(ValueError):
    """An action that cannot be understood. The message says why, in words for the sender."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action of a client. Send it again with the same id as often as you like: it counts once."""

    id: str
    act: dict[str, Any]  # {"input": "wager", "stakes": {...}}, {"table": "ready", "round": 7}, {"table": "sit out"}


class Acknowledged(msgspec.Struct, frozen=True, tag_field="kind", tag="ack"):
    """The answer to an action that counts, under this number."""

    id: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """The answer to an action that was not taken."""

    id: str
    refused: tuple[Refusal, ...]


def read_action(raw: bytes | str | dict[str, Any]) -> Action:
    """Parse an action. Raises `BadActionError` if it is malformed or its id is not acceptable."""
    try:
        if isinstance(raw, dict):
            action = msgspec.convert(raw, Action)
        else:
            action = msgspec.json.decode(raw, type=Action)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadActionError(f"this is not an action: {error}") from None
    if not CLIENT_ID.fullmatch(action.id):
        raise BadActionError("an action needs an id of 8 to 64 letters, digits, - or _, and a new one each time")
    return action


def player_inputs(game: Game) -> dict[str, type[Input]]:
    """Return the inputs that a player of the game may send, by tag."""
    return _by_tag(game.more_inputs)


@cache
def _by_tag(game_inputs: tuple[type[Input], ...]) -> dict[str, type[Input]]:
    return {str(kind.__struct_config__.tag): kind for kind in (*inputs.COMMON, *game_inputs) if kind.by_player}


def as_input(act: dict[str, Any], game: Game, seat: int, name: str) -> Input:
    """Convert an act into an input of the game by the player at this seat, with this name. Raises `BadActionError`."""
    kinds = player_inputs(game)
    tag = act.get("input")
    if not isinstance(tag, str) or tag not in kinds:
        raise BadActionError(f"{tag!r} is not an action for players here; choose {', '.join(kinds)}")
    if forbidden := [key for key in SET_BY_SERVER if key in act]:
        raise BadActionError(f"you cannot set {', '.join(forbidden)}; leave it out")
    kind = kinds[tag]
    body = dict(act)
    if kind is Sit:
        body["player"] = name
    elif body.get("seat", seat) == seat or not seat:
        body["seat"] = seat
    unknown_keys = body.keys() - set(kind.__struct_encode_fields__) - {"input"}
    if unknown_keys:
        raise BadActionError(f"{tag} has no key {', '.join(sorted(unknown_keys))}")
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise BadActionError(f"{tag}: {describe_value_error(error)}") from None


class Counters(Protocol):
    """The server's counters of actions, and the times that their acknowledgments took."""

    counts: Counter[str]
    acks: Histogram


async def carry_out(counters: Counters, table: LiveTable, account: Account, action: Action) -> Outcome:
    """Carry out an action, count it, and return its outcome. Raises `BadActionError` if it cannot be understood."""
    seat, started = table.seat_of(account.id), time.perf_counter()
    counters.counts["actions"] += 1
    if "table" in action.act:
        outcome = await _carry_out_table_act(table, account.id, seat, action)
    else:
        given = as_input(action.act, table.game, seat, account.name)
        outcome = await table.act(account.id, seat, given, action.id)
    if outcome.refused:
        counters.counts["refused"] += 1
    else:
        counters.acks.observe(time.perf_counter() - started)
    fields = {"account": account.id, "table": table.id, "row": outcome.number, "refused": bool(outcome.refused)}
    log.info("action", extra={"fields": fields})
    return outcome


async def _carry_out_table_act(table: LiveTable, account: int, seat: int, action: Action) -> Outcome:
    act = action.act
    if act.keys() == {"table", "round"} and act["table"] == "ready" and type(act["round"]) is int:
        return await table.ready(account, seat, act["round"], action.id)
    if act in ({"table": "sit out"}, {"table": "sit in"}):
        return table.sit_out(account, seat, act["table"] == "sit out", action.id)
    raise BadActionError("at the table you can be 'ready' (for a 'round'), 'sit out' or 'sit in'")


def answer(action: str, outcome: Outcome) -> Acknowledged | Refused:
    """Return the message that answers the action with this id."""
    return Refused(action, outcome.refused) if outcome.refused else Acknowledged(action, outcome.number)
