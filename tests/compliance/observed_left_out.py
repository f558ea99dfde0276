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


def observed(lines: Lines, keep: Keep, *, stood: bool = True) -> Lines:
    """The log of somebody who saw what people did and what happened, and of each act what `keep` leaves of it. Unless
    `stood` is false, how the table stood before the first round is known."""
    opened = lines[0]
    header: Body = {"line": "observed", "format": 1, "game": opened["game"], "as_of": opened["as_of"]}
    header |= {key: opened[key] for key in ("assumed", "readings", "house", "carry") if opened[key]}
    if not stood:
        del header["carry"]
    log = [header]
    for bodies in rounds(lines):
        log.append({"line": "round"})
        log += [kept for body in bodies if (kept := _seen(body, keep))]
    return log


def _seen(body: Body, keep: Keep) -> Body | None:
    if "input" in body:
        return body if body["input"] not in UNSEEN else None
    return keep(body) if "act" in body else None


def bare(body: Body) -> Body:
    """An act as a camera has it: what was done, without why, and without what lies face down in a deck."""
    return {key: value for key, value in body.items() if key not in UNTOLD}


def _dropping(*kinds: str) -> Keep:
    return lambda body: None if body["act"] in kinds else bare(body)


def _only(*kinds: str) -> Keep:
    return lambda body: bare(body) if body["act"] in kinds else None


def _with_cards(body: Body) -> Body | None:
    return bare(body) if {"card", "cards"} & body.keys() else None


def _without_keys(*keys: str) -> Keep:
    return lambda body: {key: value for key, value in bare(body).items() if key not in keys}


def _without_seat(seat: int) -> Keep:
    places: tuple[Any, ...] = (f"hand {seat}",)
    return lambda body: None if body.get("position") == seat or body.get("place") in places else bare(body)


def _some(share: int) -> Keep:
    """About one act in so many was missed, always the same ones."""
    return lambda body: bare(body) if crc32(repr(body).encode()) % share else None


def first_seat(lines: Lines) -> int:
    return min((body["position"] for body in lines if body.get("act") in PLACES), default=1)


def _without_answers(lines: Lines) -> Lines:
    """What players decided shows in what they did."""
    return [body for body in observed(lines, bare) if body.get("input") != "answer"]


def _wagers_reversed(lines: Lines) -> Lines:
    """No paragraph says who wagers first: what is wagered at one time, told from the last seat to the first."""
    log: Lines = []
    row: list[Lines] = []
    for body in [*observed(lines, bare), {}]:
        if body.get("input") == "wager":
            row.append([body])
        elif row and body.get("act") in PLACES:
            row[-1].append(body)
        else:
            row.sort(key=lambda wager: -wager[0]["seat"])
            log += [each for wager in row for each in wager]
            row = []
            log += [body] if body else []
    return log


def all_seen(lines: Lines) -> Lines:
    """Nothing is left out but what nobody can see, and the log says so."""
    header, *rest = observed(lines, lambda body: body if body["act"] == "announce" else bare(body))
    return [{**header, "noted": "all"}, *rest, {"line": "close"}]


LEFT_OUT: dict[str, Callable[[Lines], Lines]] = {
    "why anything was done": lambda lines: observed(lines, bare),
    "how the table stood before": lambda lines: observed(lines, bare, stood=False),
    "which cards were dealt": lambda lines: observed(lines, _without_keys("card", "cards")),
    "how much was moved": lambda lines: observed(lines, _without_keys("cents", "stake", "fee", "on")),
    "what was called": lambda lines: observed(lines, _dropping(*CALLS)),
    "what was done with the deck": lambda lines: observed(lines, _dropping(*DECK)),
    "what was decided": _without_answers,
    "all but chips": lambda lines: observed(lines, _only(*MONEY)),
    "all but what was paid": lambda lines: observed(lines, _only(*PAYS)),
    "all but cards": lambda lines: observed(lines, _with_cards),
    "all but cards shown": lambda lines: observed(
        lines, _only("turn hand", "expose hand", "turn dealer", "expose dealer", "reveal dealer")
    ),
    "what was done for one seat": lambda lines: observed(lines, _without_seat(first_seat(lines))),
    "every second act": lambda lines: observed(lines, _some(2)),
    "every fifth act": lambda lines: observed(lines, _some(5)),
    "nothing, with wagers in another order": _wagers_reversed,
    "nothing that can be seen": all_seen,
    "the second half": lambda lines: observed(lines, bare)[: len(lines) // 2],
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
    """Whether nothing irregular happens in these rounds, at a table that is open, and no cards are shuffled while they
    are dealt, which nobody can judge."""
    return not any(
        body.get("input", "sit") not in COMMON or body.get("act") in ("receive deck", "payment waits") for body in lines
    ) and not any(map(_shuffled_again, rounds(lines)))


def _shuffled_again(round: Lines) -> bool:
    acts = [body.get("act") for body in round]
    return "deal up" in acts and "shuffle shoe" in acts[acts.index("deal up") :]
