"""What goes wrong with the order of a round: acts and whole rounds left out, moved, or put where they do not belong."""

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
    exchanged,
    inputs,
    inserted,
    moved,
    put,
    round_at,
    rounds,
    without,
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
    for at in range(len(lines) - 1):
        if "act" in lines[at] and "act" in lines[at + 1] and lines[at] != lines[at + 1]:
            yield at, exchanged(lines, at, at + 1)


@kind("an act moved to another moment", every=20)
def act_moved(lines: Lines) -> Changed:
    """To a fixed other place of its round, different from act to act."""
    for at, body in enumerate(lines):
        _, last = round_at(lines, at)
        room = last - at - 2
        if "act" in body and room > 0:
            to = at + 3 + crc32(f"{at} {body['act']}".encode()) % room
            if body not in lines[at + 1 : to]:
                yield at, moved(lines, range(at, at + 1), min(to, last))


@kind("an act left out", every=20)
def left_out(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if "act" in body:
            yield at, without(lines, at)


@kind("an act done twice", every=20)
def done_twice(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if "act" in body:
            yield at + 1, inserted(lines, at + 1, body)


@kind("an input left out", every=4)
def input_left_out(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if "input" in body:
            yield at, without(lines, at)


@kind("a decision changed", every=2)
def decision_changed(lines: Lines) -> Changed:
    choices = sorted({body["choice"] for _, body in inputs(lines, "answer")})
    for at, body in inputs(lines, "answer"):
        others = [choice for choice in choices if choice != body["choice"]]
        if others:
            yield at, put(lines, at, choice=others[0])


@kind("a decision after its time", every=2)
def decision_late(lines: Lines) -> Changed:
    """What a player decides, and what he does about it, come after the next card has been shown."""
    for at, body in inputs(lines, "answer"):
        _, last = round_at(lines, at)
        if at + 1 < last and lines[at + 1].get("position") == body.get("position"):
            for number in range(at + 2, last):
                if lines[number].get("act") in REVEALS:
                    yield number - 1, moved(lines, range(at, at + 2), number + 1)
                    break


@kind("a call left out", moves="words", every=3)
def call_left_out(lines: Lines) -> Changed:
    for at, _ in acts(lines, *CALLS):
        yield at, without(lines, at)


@kind("other words called", moves="words", every=3)
def other_words(lines: Lines) -> Changed:
    for at, body in acts(lines, *CALLS):
        if "words" in body:
            yield at, put(lines, at, words="Place your bets")


# --- counting and voids


@kind("no count of the stub that is due")
def no_count(lines: Lines) -> Changed:
    for at, body in acts(lines, "remove stub"):
        found = [number for number, _ in acts(lines[at : at + 3], *COUNTS)]
        rack: Body = {"act": "stub to rack", "cite": body["cite"], "source": body["source"], "count": 1}
        yield at, [*lines[:at], rack, *without(lines[at:], *found)]


@kind("the stub counted before it is due")
def early_count(lines: Lines) -> Changed:
    """As it is counted when it is due, in full."""
    for at, body in acts(lines, "stub to rack"):
        if lines[at - 1].get("act") != "count stub":
            removed: Body = {"act": "remove stub", "cite": body["cite"], "source": body["source"]}
            counted: Body = {"act": "count stub", "cite": body["cite"], "counted": body["count"], "deck": 52}
            laid = {**body, "source": "stub"}
            counted["counter"] = "rounds since count"
            yield at, [*lines[:at], removed, counted, laid, *lines[at + 1 :]]


@kind("another number counted")
def other_count(lines: Lines) -> Changed:
    for at, body in acts(lines, "count stub"):
        yield at, put(lines, at, counted=body["counted"] - 1)


@kind("a void left out")
def no_void(lines: Lines) -> Changed:
    for at, _ in acts(lines, *VOIDS):
        yield at, without(lines, at)


@kind("a void left out, with all that follows from it")
def void_not_carried_out(lines: Lines) -> Changed:
    for at, _ in acts(lines, *VOIDS):
        _, last = round_at(lines, at)
        back = [number for number, _ in acts(lines[:last], *RETURNS) if number > at]
        if back:
            yield at, without(lines, at, *back)


@kind("a void that no paragraph orders")
def void_for_nothing(lines: Lines) -> Changed:
    """After the last card is dealt all wagers go back, and nothing is settled."""
    for number, bodies in enumerate(rounds(lines)):
        dealt = [at for at, body in enumerate(bodies) if "source" in body and ("card" in body or "cards" in body)]
        if not dealt or any(acts(bodies, *VOIDS)):
            continue
        before = sum(map(len, rounds(lines)[:number]))
        void: Body = {"act": "void round", "cite": bodies[dealt[-1]]["cite"], "why": "the dealer says so"}
        back = [_returned(body) for _, body in acts(bodies[: dealt[-1]], *PLACES)]
        new = [*bodies[: dealt[-1] + 1], void, *back, bodies[-1]]
        yield before + dealt[-1] + 1, [*lines[:before], *new, *lines[before + len(bodies) :]]


def _returned(body: Body) -> Body:
    told = {key: body[key] for key in ("seat", "position", "spot", "cents")}
    return {"act": "return wager", "cite": body["cite"], **told, "why": "the hands are void"}


# --- rounds


@kind("the opening of a round left out")
def no_opening(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if body.get("line") == "open":
            yield at, without(lines, at)


@kind("two rounds exchanged")
def rounds_exchanged(lines: Lines) -> Changed:
    found = rounds(lines)
    for number in range(len(found) - 1):
        one, other = found[number], found[number + 1]
        before = [body for bodies in found[:number] for body in bodies]
        yield len(before), [*before, *other, *one, *(body for bodies in found[number + 2 :] for body in bodies)]


@kind("a round left out")
def round_left_out(lines: Lines) -> Changed:
    found = rounds(lines)
    for number in range(1, len(found) - 1):
        rest = [body for other, bodies in enumerate(found) if other != number for body in bodies]
        yield sum(map(len, found[:number])), rest


@kind("an act of the next round put in", every=6)
def from_another(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        first, last = round_at(lines, at)
        here = lines[first:last]
        foreign = [other for other in lines[last:] if "act" in other and other not in here]
        if "act" in body and foreign:
            yield at, inserted(lines, at, foreign[crc32(str(at).encode()) % len(foreign)])


@kind("an act about a seat at which nobody plays", every=20)
def about_nobody(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if "act" in body and "position" in body:
            taken = {other.get("position") for other in lines}
            free = next(seat for seat in range(1, len(taken) + 2) if seat not in taken)
            yield at + 1, inserted(lines, at + 1, {**body, "seat": free, "position": free})
