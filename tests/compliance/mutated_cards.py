"""Falsifications of a record's cards, dice and wheel."""

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
    insert,
    play_inputs,
    put,
    remove,
    round_at,
    rounds,
)
from pitboss.table.cards import FULL_DECK

kind = Kinds("card")
STACKS = ("deliver stack", "deliver covered")
SHOWN = ("turn hand", "expose hand", "turn dealer", "expose dealer", "reveal dealer")
TURNED = ("turn first", "turn second")
FACES = 6
DICE_LIE = ("come to rest", "dice lie still")
WHEEL_LIES = ("ball rests", "wheel stands")


def _dealing_acts(lines: Lines) -> Iterator[tuple[int, Body]]:
    """Yield every act that deals one card to a place."""
    return (
        (index, body) for index, body in enumerate(lines) if "card" in body and "source" in body and "place" in body
    )


def _unseen_card(lines: Lines, index: int) -> str:
    """Return a card that no place gets in the round; if all cards are dealt, one of another place."""
    first, last = round_at(lines, index)
    seen = {body.get("card") for body in lines[first:last]} | {
        card for _, body in acts(lines[first:last], *STACKS) for card in body["cards"]
    }
    here = {lines[index].get("card"), *(lines[index].get("cards") or ())}
    return next((card for card in FULL_DECK if card not in seen), next(card for card in FULL_DECK if card not in here))


def _other_place(lines: Lines, index: int, body: Body) -> str:
    first, last = round_at(lines, index)
    places = sorted(
        {other_body["place"] for other_body in lines[first:last] if "source" in other_body and "place" in other_body}
    )
    others = [place for place in places if place != body["place"]]
    return others[0] if others else "hand 7" if body["place"] != "hand 7" else "hand 1"


@kind("another card dealt than the next", every=8)
def card_changed(lines: Lines) -> Changed:
    for index, body in _dealing_acts(lines):
        if body["card"] != (other := _unseen_card(lines, index)):
            yield index, put(lines, index, card=other)


@kind("a card dealt to another place", every=8)
def wrong_place(lines: Lines) -> Changed:
    for index, body in _dealing_acts(lines):
        yield index, put(lines, index, place=_other_place(lines, index, body))


@kind("a card dealt twice", every=8)
def dealt_twice(lines: Lines) -> Changed:
    for index, body in _dealing_acts(lines):
        yield index + 1, insert(lines, index + 1, body)


@kind("the same card dealt to two places", every=8)
def same_card(lines: Lines) -> Changed:
    before = ""
    for index, body in _dealing_acts(lines):
        if before and before != body["card"]:
            yield index, put(lines, index, card=before)
        before = body["card"]


@kind("a card not dealt", every=8)
def not_dealt(lines: Lines) -> Changed:
    for index, _ in _dealing_acts(lines):
        yield index, remove(lines, index)


@kind("two cards exchanged as they are dealt", every=8)
def two_exchanged(lines: Lines) -> Changed:
    last: tuple[int, Body] | None = None
    for index, body in _dealing_acts(lines):
        if last and round_at(lines, index) == round_at(lines, last[0]) and last[1]["card"] != body["card"]:
            yield last[0], put(put(lines, index, card=last[1]["card"]), last[0], card=body["card"])
        last = (index, body)


@kind("a stack with another card")
def other_stack(lines: Lines) -> Changed:
    for index, body in acts(lines, *STACKS):
        yield index, put(lines, index, cards=[_unseen_card(lines, index), *body["cards"][1:]])


@kind("a stack to another place")
def stack_elsewhere(lines: Lines) -> Changed:
    for index, body in acts(lines, *STACKS):
        yield index, put(lines, index, place=_other_place(lines, index, body))


@kind("a stack a card short")
def short_stack(lines: Lines) -> Changed:
    for index, body in acts(lines, *STACKS):
        yield index, put(lines, index, cards=body["cards"][:-1])


@kind("no burn", every=2)
def no_burn(lines: Lines) -> Changed:
    for index, _ in acts(lines, *BURNS):
        yield index, remove(lines, index)


@kind("two burns", every=2)
def two_burns(lines: Lines) -> Changed:
    for index, body in acts(lines, *BURNS):
        yield index + 1, insert(lines, index + 1, body)


@kind("another card burned", every=2)
def other_burn(lines: Lines) -> Changed:
    for index, _ in acts(lines, *BURNS):
        yield index, put(lines, index, card=_unseen_card(lines, index))


@kind("a hand shown with another card", every=2)
def other_shown(lines: Lines) -> Changed:
    for index, body in acts(lines, *SHOWN):
        yield index, put(lines, index, cards=[_unseen_card(lines, index), *body["cards"][1:]])


@kind("another common card turned", every=2)
def other_turned(lines: Lines) -> Changed:
    for index, _ in acts(lines, *TURNED):
        yield index, put(lines, index, card=_unseen_card(lines, index))


@kind("two cards exchanged in the deck and in every hand", anew=True, every=2)
def exchanged_throughout(lines: Lines) -> Changed:
    """Exchange two cards from the shuffle on, everywhere: the result may be another lawful round."""
    for index, body in inputs(lines, "card order"):
        first, last = round_at(lines, index)
        dealt = [other_body["card"] for _, other_body in _dealing_acts(lines[first:last])]
        rest = [card for card in body["cards"] if card not in dealt]
        pairs = [(dealt[0], dealt[-1])] if dealt else []
        pairs += [(dealt[0], rest[0])] if dealt and rest else []
        pairs += [(rest[0], rest[-1])] if len(rest) > 1 else []
        for one, other in pairs:
            if one == other:  # of two decks
                continue
            names = {one: other, other: one}
            renamed = [_rename_cards(other_body, names) for other_body in lines[index:last]]
            yield index, [*lines[:index], *renamed, *lines[last:]]


def _rename_cards(value: Any, names: dict[str, str]) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_rename_cards(item, names) for item in value]
        case dict():
            return {key: _rename_cards(item, names) for key, item in value.items()}
        case _:
            return value


# --- dice


@kind("other dice seen than thrown")
def other_dice_seen(lines: Lines) -> Changed:
    for index, body in acts(lines, *DICE_LIE):
        yield index, put(lines, index, dice=_next_face(body["dice"]))


@kind("other dice thrown than seen")
def other_dice_thrown(lines: Lines) -> Changed:
    for index, body in inputs(lines, "throw"):
        yield index, put(lines, index, dice=_next_face(body["dice"]))


@kind("other dice, thrown and seen", anew=True)
def other_dice(lines: Lines) -> Changed:
    for index, body in inputs(lines, "throw"):
        for rest, _ in acts(lines[index:], *DICE_LIE):
            faces = _next_face(body["dice"])
            yield index, put(put(lines, index, dice=faces), index + rest, dice=faces)
            break


@kind("other dice, and all that follows from them")
def other_roll(lines: Lines) -> Changed:
    return _with_other_outcome(lines, "throw", lambda body: {"dice": _next_face(body["dice"])})


def _with_other_outcome(lines: Lines, came: str, other: Callable[[Body], Body]) -> Changed:
    """Yield the round with another outcome of chance, as it then comes out."""
    before: Lines = []
    all_rounds = rounds(lines)
    for number, bodies in enumerate(all_rounds):
        for index, body in inputs(bodies, came):
            new = play_inputs(put(bodies, index, **other(body)))
            if new is not None:
                yield (
                    len(before) + index,
                    [*before, *new, *(other_body for others in all_rounds[number + 1 :] for other_body in others)],
                )
        before += bodies


def _next_face(dice: list[int]) -> list[int]:
    return [dice[0] % FACES + 1, *dice[1:]]


# --- a wheel


@kind("another stop seen than spun")
def other_stop_seen(lines: Lines) -> Changed:
    for index, body in acts(lines, *WHEEL_LIES):
        yield index, put(lines, index, stop=_next_stop(body["stop"]))


@kind("another stop spun than seen")
def other_stop_spun(lines: Lines) -> Changed:
    for index, _, stop in _seen_stops(lines):
        yield index, put(lines, index, stop=stop)


@kind("another stop, spun and seen", anew=True)
def other_stop(lines: Lines) -> Changed:
    for index, seen, stop in _seen_stops(lines):
        yield index, put(put(lines, index, stop=stop), seen, stop=stop)


def _seen_stops(lines: Lines) -> Iterator[tuple[int, int, int]]:
    """Yield each spin that counts: its input, the act that tells where it ended, and another stop."""
    for index, body in inputs(lines, "spin"):
        ends = next((number for number, _ in inputs(lines[index + 1 :], "spin")), len(lines))
        for seen, _ in acts(lines[index + 1 : index + 1 + ends], *WHEEL_LIES):
            yield index, index + 1 + seen, _next_stop(body["stop"])


@kind("another stop, and all that follows from it")
def other_spin(lines: Lines) -> Changed:
    return _with_other_outcome(lines, "spin", lambda body: {"stop": _next_stop(body["stop"])})


def _next_stop(stop: int) -> int:
    return stop - 1 if stop else 1
