"""Falsifications of the order of a round: acts and whole rounds left out, moved, or put where they do not belong."""

from __future__ import annotations

from zlib import crc32

from compliance.mutated import (
    COUNTS,
    PLACES,
    RETURNS,
    Body,
    Changed,
    Kinds,
    Lines,
    acts,
    exchange,
    inputs,
    insert,
    move_block,
    put,
    remove,
    round_at,
    rounds,
)

kind = Kinds("order")
CALLED_OUT = ("announce", "call total", "call number", "call symbol", "call numbers", "dice out")
CALLS = (*CALLED_OUT, "call hand", "call highest", "read hand", "name hand")
REVEALS = (
    "turn first",
    "turn second",
    "deal up",
    "reveal dealer",
    "expose dealer",
    "turn dealer",
    "expose hand",
    "turn hand",
)
VOIDS = ("void round", "void hand", "no roll")


@kind("two neighboring acts exchanged", every=20)
def neighbors(lines: Lines) -> Changed:
    for index in range(len(lines) - 1):
        if "act" in lines[index] and "act" in lines[index + 1] and lines[index] != lines[index + 1]:
            yield index, exchange(lines, index, index + 1)


@kind("an act moved to another moment", every=20)
def act_moved(lines: Lines) -> Changed:
    """Move an act to a fixed other place of its round, different from act to act."""
    for index, body in enumerate(lines):
        _, last = round_at(lines, index)
        room = last - index - 2
        if "act" in body and room > 0:
            to = index + 3 + crc32(f"{index} {body['act']}".encode()) % room
            if body not in lines[index + 1 : to]:
                yield index, move_block(lines, range(index, index + 1), min(to, last))


@kind("an act left out", every=20)
def left_out(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if "act" in body:
            yield index, remove(lines, index)


@kind("an act done twice", every=20)
def done_twice(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if "act" in body:
            yield index + 1, insert(lines, index + 1, body)


@kind("an input left out", every=4)
def input_left_out(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if "input" in body:
            yield index, remove(lines, index)


@kind("a decision changed", every=2)
def decision_changed(lines: Lines) -> Changed:
    choices = sorted({body["choice"] for _, body in inputs(lines, "answer")})
    for index, body in inputs(lines, "answer"):
        others = [choice for choice in choices if choice != body["choice"]]
        if others:
            yield index, put(lines, index, choice=others[0])


@kind("a decision after its time", every=2)
def decision_late(lines: Lines) -> Changed:
    """Move a decision, and what the player does about it, behind the next card that is shown."""
    for index, body in inputs(lines, "answer"):
        _, last = round_at(lines, index)
        if index + 1 < last and lines[index + 1].get("position") == body.get("position"):
            for number in range(index + 2, last):
                if lines[number].get("act") in REVEALS:
                    yield number - 1, move_block(lines, range(index, index + 2), number + 1)
                    break


@kind("a call left out", moves="words", every=3)
def call_left_out(lines: Lines) -> Changed:
    for index, _ in acts(lines, *CALLS):
        yield index, remove(lines, index)


@kind("other words called", moves="words", every=3)
def other_words(lines: Lines) -> Changed:
    for index, body in acts(lines, *CALLS):
        if "words" in body:
            yield index, put(lines, index, words="Place your bets")


# --- counting and voids


@kind("no count of the stub that is due")
def no_count(lines: Lines) -> Changed:
    for index, body in acts(lines, "remove stub"):
        counts = [number for number, _ in acts(lines[index : index + 3], *COUNTS)]
        rack: Body = {"act": "stub to rack", "cite": body["cite"], "source": body["source"], "count": 1}
        yield index, [*lines[:index], rack, *remove(lines[index:], *counts)]


@kind("the stub counted before it is due")
def early_count(lines: Lines) -> Changed:
    """Count the stub before it is due, with all acts of a count."""
    for index, body in acts(lines, "stub to rack"):
        if lines[index - 1].get("act") != "count stub":
            removed: Body = {"act": "remove stub", "cite": body["cite"], "source": body["source"]}
            counted: Body = {"act": "count stub", "cite": body["cite"], "counted": body["count"], "deck": 52}
            laid = {**body, "source": "stub"}
            counted["counter"] = "rounds since count"
            yield index, [*lines[:index], removed, counted, laid, *lines[index + 1 :]]


@kind("another number counted")
def other_count(lines: Lines) -> Changed:
    for index, body in acts(lines, "count stub"):
        yield index, put(lines, index, counted=body["counted"] - 1)


@kind("a void left out")
def no_void(lines: Lines) -> Changed:
    for index, _ in acts(lines, *VOIDS):
        yield index, remove(lines, index)


@kind("a void left out, with all that follows from it")
def void_not_carried_out(lines: Lines) -> Changed:
    for index, _ in acts(lines, *VOIDS):
        _, last = round_at(lines, index)
        back = [number for number, _ in acts(lines[:last], *RETURNS) if number > index]
        if back:
            yield index, remove(lines, index, *back)


@kind("a void that no paragraph orders")
def void_for_nothing(lines: Lines) -> Changed:
    """Return all wagers after the last card is dealt, and settle nothing."""
    for number, bodies in enumerate(rounds(lines)):
        dealt = [index for index, body in enumerate(bodies) if "source" in body and ("card" in body or "cards" in body)]
        if not dealt or any(acts(bodies, *VOIDS)):
            continue
        before = sum(map(len, rounds(lines)[:number]))
        void: Body = {"act": "void round", "cite": bodies[dealt[-1]]["cite"], "why": "the dealer says so"}
        back = [_returning_act(body) for _, body in acts(bodies[: dealt[-1]], *PLACES)]
        new = [*bodies[: dealt[-1] + 1], void, *back, bodies[-1]]
        yield before + dealt[-1] + 1, [*lines[:before], *new, *lines[before + len(bodies) :]]


def _returning_act(body: Body) -> Body:
    told = {key: body[key] for key in ("seat", "position", "spot", "cents")}
    return {"act": "return wager", "cite": body["cite"], **told, "why": "the hands are void"}


# --- rounds


@kind("the opening of a round left out")
def no_opening(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if body.get("line") == "open":
            yield index, remove(lines, index)


@kind("two rounds exchanged")
def rounds_exchanged(lines: Lines) -> Changed:
    all_rounds = rounds(lines)
    for number in range(len(all_rounds) - 1):
        one, other = all_rounds[number], all_rounds[number + 1]
        before = [body for bodies in all_rounds[:number] for body in bodies]
        yield len(before), [*before, *other, *one, *(body for bodies in all_rounds[number + 2 :] for body in bodies)]


@kind("a round left out")
def round_left_out(lines: Lines) -> Changed:
    all_rounds = rounds(lines)
    for number in range(1, len(all_rounds) - 1):
        rest = [body for other, bodies in enumerate(all_rounds) if other != number for body in bodies]
        yield sum(map(len, all_rounds[:number])), rest


@kind("an act of the next round put in", every=6)
def from_another(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        first, last = round_at(lines, index)
        here = lines[first:last]
        foreign = [other for other in lines[last:] if "act" in other and other not in here]
        if "act" in body and foreign:
            yield index, insert(lines, index, foreign[crc32(str(index).encode()) % len(foreign)])


@kind("an act about a seat at which nobody plays", every=20)
def about_nobody(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if "act" in body and "position" in body:
            taken = {other.get("position") for other in lines}
            free = next(seat for seat in range(1, len(taken) + 2) if seat not in taken)
            yield index + 1, insert(lines, index + 1, {**body, "seat": free, "position": free})
