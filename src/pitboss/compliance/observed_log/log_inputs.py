"""What people did and what happened to them, read from the input lines of a round."""

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


class Fed(NamedTuple):
    """An input, and how many acts were seen between the input before it and this one."""

    line: int
    given: Input
    acts: int
    after: Item | None = None  # the act before it, of a log from which acts may be left out
    times: int = 1  # how often that act was seen since the input before, this time included


def inputs_in(round: SeenRound, setting: Setting, complete: bool) -> tuple[list[Fed], list[Finding]]:
    game = setting.game
    fed: list[Fed] = []
    findings, acts = [], 0
    known = KINDS | _acts()
    after: Item | None = None
    closed_by = ""
    since: list[dict[str, Any]] = []  # acts seen after the input before
    for item in round.items if complete else _with_inputs(round.items):
        again = (closed_by, item.body.get("act")) == BET_ON  # players bet until the call
        closed = fed and isinstance(fed[-1].given, Close) and not again
        if item.closes and not (item.is_input or complete or closed):
            closed_by = str(item.body.get("act"))
            fed.append(Fed(item.line, Close(), 0, after, _times(after, since)))
            since = []
        if not item.is_input:
            if not complete and item.body.get("act") not in known:
                told = f"{str(item.body.get('act'))[:40]!r} is not an act, so it was left out"
                right = f"name an act of a record, or one of {', '.join(sorted(KINDS))}"
                findings.append(Finding("warning", LOG, round.where(item.line), told, right))
            acts, after = acts + 1, item if item.body.get("act") != SEEN else after
            since.append(item.body)
            continue
        try:
            given = game.read_input.decode(_written(item, setting, complete))
        except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as wrong:
            told = f"this is not an input of {game.name}, so it was left out: {describe_value_error(wrong)}"
            right = "write it as docs/record-format.md and docs/observed.md have it"
            findings.append(Finding("warning", LOG, round.where(item.line), told, right))
            continue
        if complete:
            fed.append(Fed(item.line, given, acts))
        else:  # what happens by itself may come at any moment, and acts between may not have been noted
            amid = given.amid or isinstance(given, Incident | MissedBurn) or _happens(given, game)
            fed.append(Fed(item.line, msgspec.structs.replace(given, amid=amid), 0, after, _times(after, since)))
        acts, after, since = 0, None, []
    return fed, findings


def _times(after: Item | None, since: Sequence[dict[str, Any]]) -> int:
    return max(1, since.count(after.body)) if after is not None else 1


BET_ON = ("spin ball", "no more bets")  # acts of which each ends a time for wagers
KINDS = frozenset(("pay", "collect", "return", "burn", "count", "void", "call", SEEN))


def _acts(kind: type[Step] = Step) -> set[str]:
    """The names of all acts of the games that are loaded."""
    own = kind.__struct_config__.tag
    return {str(own)} | {tag for each in kind.__subclasses__() for tag in _acts(each)}


# Acts that say what came in, for those who note acts alone.
TELLING = {
    "cut cards": "cut",
    "come to rest": "throw",
    "dice lie still": "throw",
    "uncover dice": "throw",
    "ball rests": "spin",
    "wheel stands": "spin",
    "place wager": "wager",
    "put down wager": "wager",
}


def _with_inputs(items: Sequence[Item]) -> Iterator[Item]:
    """The same with the cut, the dice and the wagers told by the acts that followed, where they were not noted."""
    noted = {item.body.get("input") for item in items}
    for item in items:
        kind = TELLING.get(str(item.body.get("act")))
        if kind is not None and kind not in noted and (told := _told_by(kind, item.body)) is not None:
            yield Item(item.line, told)
        yield item


def _told_by(kind: str, body: dict[str, Any]) -> dict[str, Any] | None:
    if kind == "cut":
        return {"input": kind, "count": body["count"]} if "count" in body else None
    if kind == "throw":
        return {"input": kind, "dice": body["dice"]} if "dice" in body else None
    if kind == "spin":
        return {"input": kind, "stop": body["stop"]} if "stop" in body else None
    if not {"seat", "spot", "cents"} <= body.keys() or not isinstance(body["spot"], str):
        return None
    at = {"position": body["position"]} if "position" in body else {}
    return {"input": kind, "seat": body["seat"], "stakes": {body["spot"]: body["cents"]}, **at}


def _happens(given: Input, game: Game) -> bool:
    """Whether something of this game's own happens by itself."""
    return isinstance(given, game.more_inputs) and not given.by_player


def _written(item: Item, setting: Setting, complete: bool) -> bytes:
    body = item.body
    if not complete and body.get("input") == "sit":
        body = {"player": f"Seat {body.get('seat')}", "chips": PLENTY, **body}
    elif not complete and body.get("input") == "spin" and "shows" in body:
        body = {**body, "stop": _stop(setting, body["shows"])}
        del body["shows"]
    return msgspec.json.encode(body)


def _stop(setting: Setting, shows: object) -> int:
    """The stop, of the wheel that this table has, that shows what was seen; the first one, if several do."""
    stops = stops_of(setting.game, setting.rules, setting.house)
    if shows not in stops:
        raise ValueError(f"the wheel of this table does not show {str(shows)[:40]!r}")
    return stops.index(str(shows))
