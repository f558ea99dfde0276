"""Faithful logs of which something is left out: what was not seen, not heard, or not thought worth noting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias
from zlib import crc32

from compliance.mutated import BURNS, PAYS, PLACES, RETURNS, TAKES, Body, Lines, rounds
from pitboss.engine import inputs

Keep: TypeAlias = Callable[[Body], Body | None]
UNSEEN = ("card order", "cut", "close")  # what nobody sees, and what the dealer's own acts tell
UNTOLD = ("cite", "by", "decided_by", "hand_class", "rate", "why", "words", "question", "order")
OUTCOMES = ("call total", "call number", "call symbol", "call numbers")
CALLS = ("announce", *OUTCOMES, "call hand", "call highest", "read hand", "name hand", "name dealer's hand")
MONEY = (*PAYS, *TAKES, *RETURNS, *PLACES)
DECK = (
    "shuffle",
    "call for cut",
    "place cover card",
    "cut cards",
    "complete cut",
    "cover card to rack",
    "load deck",
    "load shuffler",
    "device at table",
    "stub to rack",
    *BURNS,
)


def observe(lines: Lines, keep: Keep, *, stood: bool = True) -> Lines:
    """Return the log of an observer who saw all inputs and, of each act, what `keep` leaves.

    If `stood` is false, it does not say how the table stood before the first round.
    """
    opened = lines[0]
    header: Body = {"line": "observed", "format": 1, "game": opened["game"], "as_of": opened["as_of"]}
    header |= {key: opened[key] for key in ("assumed", "readings", "house", "carry") if opened[key]}
    if not stood:
        del header["carry"]
    log = [header]
    for bodies in rounds(lines):
        log.append({"line": "round"})
        log += [kept for body in bodies if (kept := _keep_seen(body, keep))]
    return log


def _keep_seen(body: Body, keep: Keep) -> Body | None:
    if "input" in body:
        return body if body["input"] not in UNSEEN else None
    return keep(body) if "act" in body else None


def as_seen_by_camera(body: Body) -> Body:
    """Return an act as a camera sees it: without reasons, and without cards that lie face down in a deck."""
    return {key: value for key, value in body.items() if key not in UNTOLD}


def _without_acts(*kinds: str) -> Keep:
    return lambda body: None if body["act"] in kinds else as_seen_by_camera(body)


def _only_acts(*kinds: str) -> Keep:
    return lambda body: as_seen_by_camera(body) if body["act"] in kinds else None


def _with_cards(body: Body) -> Body | None:
    return as_seen_by_camera(body) if {"card", "cards"} & body.keys() else None


def _without_keys(*keys: str) -> Keep:
    return lambda body: {key: value for key, value in as_seen_by_camera(body).items() if key not in keys}


def _without_seat(seat: int) -> Keep:
    places: tuple[Any, ...] = (f"hand {seat}",)
    return lambda body: None if body.get("position") == seat or body.get("place") in places else as_seen_by_camera(body)


def _miss_some(share: int) -> Keep:
    """Keep all but about one act in `share`, always the same ones."""
    return lambda body: as_seen_by_camera(body) if crc32(repr(body).encode()) % share else None


def first_seat(lines: Lines) -> int:
    return min((body["position"] for body in lines if body.get("act") in PLACES), default=1)


def _without_answers(lines: Lines) -> Lines:
    """Leave out what players decided, which shows in what they did."""
    return [body for body in observe(lines, as_seen_by_camera) if body.get("input") != "answer"]


def _reverse_wagers(lines: Lines) -> Lines:
    """Tell wagers made at one time from the last seat to the first, because no paragraph says who wagers first."""
    log: Lines = []
    row: list[Lines] = []
    for body in [*observe(lines, as_seen_by_camera), {}]:
        if body.get("input") == "wager":
            row.append([body])
        elif row and body.get("act") in PLACES:
            row[-1].append(body)
        else:
            row.sort(key=lambda wager: -wager[0]["seat"])
            log += [item for wager in row for item in wager]
            row = []
            log += [body] if body else []
    return log


def all_that_can_be_seen(lines: Lines) -> Lines:
    """Leave out only what nobody can see, and say in the header that all was noted."""
    header, *rest = observe(lines, lambda body: body if body["act"] == "announce" else as_seen_by_camera(body))
    return [{**header, "noted": "all"}, *rest, {"line": "close"}]


LEFT_OUT: dict[str, Callable[[Lines], Lines]] = {
    "why anything was done": lambda lines: observe(lines, as_seen_by_camera),
    "how the table stood before": lambda lines: observe(lines, as_seen_by_camera, stood=False),
    "which cards were dealt": lambda lines: observe(lines, _without_keys("card", "cards")),
    "how much was moved": lambda lines: observe(lines, _without_keys("cents", "stake", "fee", "on")),
    "what was called": lambda lines: observe(lines, _without_acts(*CALLS)),
    "what was done with the deck": lambda lines: observe(lines, _without_acts(*DECK)),
    "what was decided": _without_answers,
    "all but chips": lambda lines: observe(lines, _only_acts(*MONEY)),
    "all but what was paid": lambda lines: observe(lines, _only_acts(*PAYS)),
    "all but cards": lambda lines: observe(lines, _with_cards),
    "all but cards shown": lambda lines: observe(
        lines, _only_acts("turn hand", "expose hand", "turn dealer", "expose dealer", "reveal dealer")
    ),
    "what was done for one seat": lambda lines: observe(lines, _without_seat(first_seat(lines))),
    "every second act": lambda lines: observe(lines, _miss_some(2)),
    "every fifth act": lambda lines: observe(lines, _miss_some(5)),
    "nothing, with wagers in another order": _reverse_wagers,
    "nothing that can be seen": all_that_can_be_seen,
    "the second half": lambda lines: observe(lines, as_seen_by_camera)[: len(lines) // 2],
}


# --- mistakes in a log in which everything is noted that can be seen

COMMON = {kind.__struct_config__.tag for kind in inputs.COMMON} | {"call on", "pass dice"}
NOT_ALWAYS = {
    "any other amount a cent off": "how many chips a player brings or takes along is not compared",
    "a wager raised, and all that follows from it": "it is another lawful round",
    "another card dealt than the next": "the order of the deck is not known, and not every hand is shown",
    "the same card dealt to two places": "the order of the deck is not known, and a card may be noted wrongly",
    "two cards exchanged as they are dealt": "the order of the deck is not known",
    "another card burned": "the order of the deck is not known",
    "two cards exchanged in the deck and in every hand": "it is another lawful round",
    "other dice, and all that follows from them": "it is another lawful round",
    "another stop, and all that follows from it": "it is another lawful round",
    "two neighboring acts exchanged": "what happens at one moment may be noted in another order",
    "an act moved to another moment": "what happens at one moment may be noted in another order",
    "an act left out": "a player's own acts show in his wagers and decisions",
    "an input left out": "what somebody did shows in the acts that follow from it",
    "a decision changed": "what follows may be the same",
    "a decision after its time": "a decision may be noted late",
    "the opening of a round left out": "an observed log has no such line",
    "two rounds exchanged": "each round is judged by itself",
    "a round left out": "each round is judged by itself",
    "a call left out": "only what closes the wagers, and the total of the dice, is missed",
    "other words called": "only the words that close the wagers are compared",
}


def is_plain(lines: Lines) -> bool:
    """Return whether nothing irregular happens in these rounds, the table is open, and no cards are shuffled during the
    deal."""
    return not any(
        body.get("input", "sit") not in COMMON or body.get("act") in ("receive deck", "payment waits") for body in lines
    ) and not any(map(_shuffled_again, rounds(lines)))


def _shuffled_again(round: Lines) -> bool:
    acts = [body.get("act") for body in round]
    return "deal up" in acts and "shuffle shoe" in acts[acts.index("deal up") :]
