"""What goes wrong with cards, with dice, and with a wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from compliance.mutated import (
    BURNS,
    Body,
    Changed,
    Kinds,
    Lines,
    acts,
    inputs,
    inserted,
    played_on,
    put,
    round_at,
    rounds,
    without,
)
from pitboss.table.cards import FULL_DECK

kind = Kinds("card")
STACKS = ("deliver stack", "deliver covered")
SHOWN = ("turn hand", "expose hand", "turn dealer", "expose dealer", "reveal dealer")
TURNED = ("turn first", "turn second")
FACES = 6
DICE_LIE = ("come to rest", "dice lie still")
WHEEL_LIES = ("ball rests", "wheel stands")


def _dealt(lines: Lines) -> Iterator[tuple[int, Body]]:
    """Every act by which one card comes to a place."""
    return ((at, body) for at, body in enumerate(lines) if "card" in body and "source" in body and "place" in body)


def _unseen(lines: Lines, at: int) -> str:
    """A card that lies in the deck and comes to no place in the round; where all are dealt, one of another place."""
    first, last = round_at(lines, at)
    seen = {body.get("card") for body in lines[first:last]} | {
        card for _, body in acts(lines[first:last], *STACKS) for card in body["cards"]
    }
    here = {lines[at].get("card"), *(lines[at].get("cards") or ())}
    return next((card for card in FULL_DECK if card not in seen), next(card for card in FULL_DECK if card not in here))


def _other_place(lines: Lines, at: int, body: Body) -> str:
    first, last = round_at(lines, at)
    places = sorted({each["place"] for each in lines[first:last] if "source" in each and "place" in each})
    others = [place for place in places if place != body["place"]]
    return others[0] if others else "hand 7" if body["place"] != "hand 7" else "hand 1"


@kind("another card dealt than the next", every=8)
def card_changed(lines: Lines) -> Changed:
    for at, body in _dealt(lines):
        if body["card"] != (other := _unseen(lines, at)):
            yield at, put(lines, at, card=other)


@kind("a card dealt to another place", every=8)
def wrong_place(lines: Lines) -> Changed:
    for at, body in _dealt(lines):
        yield at, put(lines, at, place=_other_place(lines, at, body))


@kind("a card dealt twice", every=8)
def dealt_twice(lines: Lines) -> Changed:
    for at, body in _dealt(lines):
        yield at + 1, inserted(lines, at + 1, body)


@kind("the same card dealt to two places", every=8)
def same_card(lines: Lines) -> Changed:
    before = ""
    for at, body in _dealt(lines):
        if before and before != body["card"]:
            yield at, put(lines, at, card=before)
        before = body["card"]


@kind("a card not dealt", every=8)
def not_dealt(lines: Lines) -> Changed:
    for at, _ in _dealt(lines):
        yield at, without(lines, at)


@kind("two cards exchanged as they are dealt", every=8)
def two_exchanged(lines: Lines) -> Changed:
    last: tuple[int, Body] | None = None
    for at, body in _dealt(lines):
        if last and round_at(lines, at) == round_at(lines, last[0]) and last[1]["card"] != body["card"]:
            yield last[0], put(put(lines, at, card=last[1]["card"]), last[0], card=body["card"])
        last = (at, body)


@kind("a stack with another card")
def other_stack(lines: Lines) -> Changed:
    for at, body in acts(lines, *STACKS):
        yield at, put(lines, at, cards=[_unseen(lines, at), *body["cards"][1:]])


@kind("a stack to another place")
def stack_elsewhere(lines: Lines) -> Changed:
    for at, body in acts(lines, *STACKS):
        yield at, put(lines, at, place=_other_place(lines, at, body))


@kind("a stack a card short")
def short_stack(lines: Lines) -> Changed:
    for at, body in acts(lines, *STACKS):
        yield at, put(lines, at, cards=body["cards"][:-1])


@kind("no burn", every=2)
def no_burn(lines: Lines) -> Changed:
    for at, _ in acts(lines, *BURNS):
        yield at, without(lines, at)


@kind("two burns", every=2)
def two_burns(lines: Lines) -> Changed:
    for at, body in acts(lines, *BURNS):
        yield at + 1, inserted(lines, at + 1, body)


@kind("another card burned", every=2)
def other_burn(lines: Lines) -> Changed:
    for at, _ in acts(lines, *BURNS):
        yield at, put(lines, at, card=_unseen(lines, at))


@kind("a hand shown with another card", every=2)
def other_shown(lines: Lines) -> Changed:
    for at, body in acts(lines, *SHOWN):
        yield at, put(lines, at, cards=[_unseen(lines, at), *body["cards"][1:]])


@kind("another common card turned", every=2)
def other_turned(lines: Lines) -> Changed:
    for at, _ in acts(lines, *TURNED):
        yield at, put(lines, at, card=_unseen(lines, at))


@kind("two cards exchanged in the deck and in every hand", anew=True, every=2)
def exchanged_throughout(lines: Lines) -> Changed:
    """Whoever held the one holds the other, from the shuffle on: the result may be another lawful round."""
    for at, body in inputs(lines, "card order"):
        first, last = round_at(lines, at)
        dealt = [each["card"] for _, each in _dealt(lines[first:last])]
        rest = [card for card in body["cards"] if card not in dealt]
        pairs = [(dealt[0], dealt[-1])] if dealt else []
        pairs += [(dealt[0], rest[0])] if dealt and rest else []
        pairs += [(rest[0], rest[-1])] if len(rest) > 1 else []
        for one, other in pairs:
            if one == other:  # of two decks
                continue
            names = {one: other, other: one}
            told = [_renamed(each, names) for each in lines[at:last]]
            yield at, [*lines[:at], *told, *lines[last:]]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_renamed(each, names) for each in value]
        case dict():
            return {key: _renamed(each, names) for key, each in value.items()}
        case _:
            return value


# --- dice


@kind("other dice seen than thrown")
def other_dice_seen(lines: Lines) -> Changed:
    for at, body in acts(lines, *DICE_LIE):
        yield at, put(lines, at, dice=_next_face(body["dice"]))


@kind("other dice thrown than seen")
def other_dice_thrown(lines: Lines) -> Changed:
    for at, body in inputs(lines, "throw"):
        yield at, put(lines, at, dice=_next_face(body["dice"]))


@kind("other dice, thrown and seen", anew=True)
def other_dice(lines: Lines) -> Changed:
    for at, body in inputs(lines, "throw"):
        for rest, _ in acts(lines[at:], *DICE_LIE):
            faces = _next_face(body["dice"])
            yield at, put(put(lines, at, dice=faces), at + rest, dice=faces)
            break


@kind("other dice, and all that follows from them")
def other_roll(lines: Lines) -> Changed:
    return _played_on(lines, "throw", lambda body: {"dice": _next_face(body["dice"])})


def _played_on(lines: Lines, came: str, other: Callable[[Body], Body]) -> Changed:
    """Another outcome of chance, and the round as it then comes out."""
    before: Lines = []
    found = rounds(lines)
    for number, bodies in enumerate(found):
        for at, body in inputs(bodies, came):
            new = played_on(put(bodies, at, **other(body)))
            if new is not None:
                yield len(before) + at, [*before, *new, *(each for others in found[number + 1 :] for each in others)]
        before += bodies


def _next_face(dice: list[int]) -> list[int]:
    return [dice[0] % FACES + 1, *dice[1:]]


# --- a wheel


@kind("another stop seen than spun")
def other_stop_seen(lines: Lines) -> Changed:
    for at, body in acts(lines, *WHEEL_LIES):
        yield at, put(lines, at, stop=_next_stop(body["stop"]))


@kind("another stop spun than seen")
def other_stop_spun(lines: Lines) -> Changed:
    for at, _, stop in _seen_stops(lines):
        yield at, put(lines, at, stop=stop)


@kind("another stop, spun and seen", anew=True)
def other_stop(lines: Lines) -> Changed:
    for at, seen, stop in _seen_stops(lines):
        yield at, put(put(lines, at, stop=stop), seen, stop=stop)


def _seen_stops(lines: Lines) -> Iterator[tuple[int, int, int]]:
    """Every spin that counts, the act that tells where it ended, and another stop; of a void one nobody tells it."""
    for at, body in inputs(lines, "spin"):
        ends = next((number for number, _ in inputs(lines[at + 1 :], "spin")), len(lines))
        for seen, _ in acts(lines[at + 1 : at + 1 + ends], *WHEEL_LIES):
            yield at, at + 1 + seen, _next_stop(body["stop"])


@kind("another stop, and all that follows from it")
def other_spin(lines: Lines) -> Changed:
    return _played_on(lines, "spin", lambda body: {"stop": _next_stop(body["stop"])})


def _next_stop(stop: int) -> int:
    return stop - 1 if stop else 1
