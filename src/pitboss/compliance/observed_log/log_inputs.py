"""Reads the inputs of a round from a log: what people did and what happened to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.log_reader import LOG, Item, SeenRound
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.plain_words import stops_of
from pitboss.compliance.observed_log.vocabulary import PLENTY, SEEN
from pitboss.engine.game import Game
from pitboss.engine.incidents.incident_kinds import Incident, MissedBurn
from pitboss.engine.inputs import Close, Input
from pitboss.engine.value_errors import describe_value_error
from pitboss.table.steps import Step


class FedInput(NamedTuple):
    """An input, and how many acts were seen between the input before it and this one."""

    line: int
    input: Input
    acts: int
    after: Item | None = None  # the act before it, in a log that may leave out acts
    times: int = 1  # how often that act was seen since the last input


def read_inputs(round: SeenRound, setting: Setting, complete: bool) -> tuple[list[FedInput], list[Finding]]:
    """Return the inputs of a round, and warnings about lines that were left out."""
    game = setting.game
    fed: list[FedInput] = []
    findings, acts = [], 0
    known_acts = KINDS | _act_tags()
    after: Item | None = None
    closed_by = ""
    since: list[dict[str, Any]] = []  # acts seen since the last input
    for item in round.items if complete else _add_revealed_inputs(round.items):
        is_reopened = (closed_by, item.body.get("act")) == BET_ON  # players may bet again until the call
        is_closed = fed and isinstance(fed[-1].input, Close) and not is_reopened
        if item.closes and not (item.is_input or complete or is_closed):
            closed_by = str(item.body.get("act"))
            fed.append(FedInput(item.line, Close(), 0, after, _count_before(after, since)))
            since = []
        if not item.is_input:
            if not complete and item.body.get("act") not in known_acts:
                message = f"{str(item.body.get('act'))[:40]!r} is not an act, so it was left out"
                right = f"name an act of a record, or one of {', '.join(sorted(KINDS))}"
                findings.append(Finding("warning", LOG, round.where(item.line), message, right))
            acts, after = acts + 1, item if item.body.get("act") != SEEN else after
            since.append(item.body)
            continue
        try:
            input_ = game.read_input.decode(_encode(item, setting, complete))
        except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as error:
            message = f"this is not an input of {game.name}, so it was left out: {describe_value_error(error)}"
            right = "write it as docs/record-format.md and docs/observed.md have it"
            findings.append(Finding("warning", LOG, round.where(item.line), message, right))
            continue
        if complete:
            fed.append(FedInput(item.line, input_, acts))
        else:  # events may come at any moment, and acts in between may not have been noted
            amid = input_.amid or isinstance(input_, Incident | MissedBurn) or _is_event(input_, game)
            fed.append(
                FedInput(item.line, msgspec.structs.replace(input_, amid=amid), 0, after, _count_before(after, since))
            )
        acts, after, since = 0, None, []
    return fed, findings


def _count_before(after: Item | None, since: Sequence[dict[str, Any]]) -> int:
    """Return how often the act noted just before an input occurs in `since`, the acts since the last input; 1 or
    more.
    """
    return max(1, since.count(after.body)) if after is not None else 1


BET_ON = ("spin ball", "no more bets")  # the ball is spun, and later betting ends: two acts that each close wagers
KINDS = frozenset(("pay", "collect", "return", "burn", "count", "void", "call", SEEN))


def _act_tags(kind: type[Step] = Step) -> set[str]:
    """Return the names of all acts of the games that are loaded."""
    tag_of_kind = kind.__struct_config__.tag
    return {str(tag_of_kind)} | {tag for subclass in kind.__subclasses__() for tag in _act_tags(subclass)}


# Acts that reveal an input, for observers who note only acts.
REVEALING = {
    "cut cards": "cut",
    "come to rest": "throw",
    "dice lie still": "throw",
    "uncover dice": "throw",
    "ball rests": "spin",
    "wheel stands": "spin",
    "place wager": "wager",
    "put down wager": "wager",
}


def _add_revealed_inputs(items: Sequence[Item]) -> Iterator[Item]:
    """Yield the items, with the cut, dice or wagers that the acts reveal, if such inputs were not noted."""
    noted = {item.body.get("input") for item in items}
    for item in items:
        kind = REVEALING.get(str(item.body.get("act")))
        if kind is not None and kind not in noted and (revealed := _revealed_input(kind, item.body)) is not None:
            yield Item(item.line, revealed)
        yield item


def _revealed_input(kind: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """Return the input that an act reveals; None if it has too few keys."""
    if kind == "cut":
        return {"input": kind, "count": body["count"]} if "count" in body else None
    if kind == "throw":
        return {"input": kind, "dice": body["dice"]} if "dice" in body else None
    if kind == "spin":
        return {"input": kind, "stop": body["stop"]} if "stop" in body else None
    if not {"seat", "spot", "cents"} <= body.keys() or not isinstance(body["spot"], str):
        return None
    position = {"position": body["position"]} if "position" in body else {}
    return {"input": kind, "seat": body["seat"], "stakes": {body["spot"]: body["cents"]}, **position}


def _is_event(input_: Input, game: Game) -> bool:
    """Return whether the input is an event of this game that no player causes."""
    return isinstance(input_, game.more_inputs) and not input_.by_player


def _encode(item: Item, setting: Setting, complete: bool) -> bytes:
    """Encode an input, with the parts that an observer need not note."""
    body = item.body
    if not complete and body.get("input") == "sit":
        body = {"player": f"Seat {body.get('seat')}", "chips": PLENTY, **body}
    elif not complete and body.get("input") == "spin" and "shows" in body:
        body = {**body, "stop": _stop(setting, body["shows"])}
        del body["shows"]
    return msgspec.json.encode(body)


def _stop(setting: Setting, shows: object) -> int:
    """Return the stop of this table's wheel that shows what was seen; the first one if several do."""
    stops = stops_of(setting.game, setting.rules, setting.house)
    if shows not in stops:
        raise ValueError(f"the wheel of this table does not show {str(shows)[:40]!r}")
    return stops.index(str(shows))
