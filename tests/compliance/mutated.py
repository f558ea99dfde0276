"""A record as it is falsified: its lines as plain objects, and what can be done to them.

A *kind* of mutation is a function that finds every place in a record where the one thing it stands for can be done
wrongly. It yields the line at fault and all lines as they then are. What the mutation moves is said with it: money, a
card, an order, words, or the law that a record names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from pitboss.engine.record import START, encode_item
from pitboss.record.replay import begin, read, replay_to_end
from pitboss.record.verify import verify

Body: TypeAlias = dict[str, Any]  # a line without its hash, key by key in the order in which it is written
Lines: TypeAlias = list[Body]
Moves = Literal["money", "card", "order", "words", "law"]
Changed: TypeAlias = Iterator[tuple[int, Lines]]  # the line at fault, counted from 0, and all lines

PAYS = ("pay wager", "pay standing wager", "pay bonus", "award pot")
TAKES = ("collect wager", "collect forfeit", "forfeit")
RETURNS = ("return wager", "return from inventory", "return forfeit", "return chips", "return wager with fee")
PLACES = ("place wager", "put down wager", "put down wager with fee", "make play wager")
BURNS = ("burn", "burn card")
COUNTS = ("remove stub", "count stub")


class Kind(NamedTuple):
    name: str
    moves: Moves
    mutate: Callable[[Lines], Changed]
    anew: bool  # the table as the round leaves it is written anew where what is left is a round again
    every: int  # one in so many places is tried for the page; a campaign tries all


@dataclass(frozen=True)
class Kinds:
    """The kinds of one module, in the order in which they are written."""

    moves: Moves
    all: list[Kind] = field(default_factory=list)

    def __call__(
        self, name: str, moves: Moves | None = None, anew: bool = False, every: int = 1
    ) -> Callable[[Callable[[Lines], Changed]], Callable[[Lines], Changed]]:
        def keep(mutate: Callable[[Lines], Changed]) -> Callable[[Lines], Changed]:
            self.all.append(Kind(name, moves or self.moves, mutate, anew, every))
            return mutate

        return keep


# --- finding


def acts(lines: Lines, *kinds: str) -> Iterator[tuple[int, Body]]:
    return ((at, body) for at, body in enumerate(lines) if body.get("act") in kinds)


def inputs(lines: Lines, *kinds: str) -> Iterator[tuple[int, Body]]:
    return ((at, body) for at, body in enumerate(lines) if body.get("input") in kinds)


def with_money(lines: Lines, kinds: Iterable[str]) -> Iterator[tuple[int, Body]]:
    """Of these acts the ones that move chips: where somebody folds, some games tell that and others take his wager."""
    return ((at, body) for at, body in acts(lines, *kinds) if body.get("cents"))


def round_at(lines: Lines, at: int) -> tuple[int, int]:
    """The opening and the close of the round that a line is in; the close of one that is not over is its last line."""
    first = max((n for n in range(at + 1) if lines[n].get("line") == "open"), default=0)
    last = next((n for n in range(at, len(lines)) if lines[n].get("line") == "close"), len(lines) - 1)
    return first, last


def rounds(lines: Lines) -> list[Lines]:
    found: list[Lines] = []
    for body in lines:
        if body.get("line") == "open":
            found.append([])
        found[-1].append(body)
    return found


def house_at(lines: Lines, at: int) -> Mapping[str, Any]:
    house: Mapping[str, Any] = lines[round_at(lines, at)[0]]["house"]
    return house


def seats_at(lines: Lines, at: int) -> list[int]:
    """Who has chips out in the round, or had."""
    first, last = round_at(lines, at)
    return sorted({body["position"] for _, body in acts(lines[first:last], *PLACES)})


# --- changing


def put(lines: Lines, at: int, **keys: Any) -> Lines:
    """The same lines with other values in one of them."""
    return [*lines[:at], {**lines[at], **keys}, *lines[at + 1 :]]


def without(lines: Lines, *at: int) -> Lines:
    return [body for number, body in enumerate(lines) if number not in at]


def inserted(lines: Lines, at: int, *bodies: Body) -> Lines:
    return [*lines[:at], *bodies, *lines[at:]]


def moved(lines: Lines, block: range, to: int) -> Lines:
    """These lines, one after the other, put before another that follows them."""
    taken = lines[block.start : block.stop]
    return [*lines[: block.start], *lines[block.stop : to], *taken, *lines[to:]]


def exchanged(lines: Lines, one: int, other: int) -> Lines:
    new = list(lines)
    new[one], new[other] = lines[other], lines[one]
    return new


# --- writing


def hashed(lines: Lines) -> list[bytes]:
    """As our record: every line with the hash of the one before it, whatever was done to it."""
    head, written = START, []
    for body in lines:
        written.append(b'{"prev":"%b",%b' % (head.encode(), msgspec.json.encode(body)[1:]))
        head = sha256(written[-1]).hexdigest()
    return written


def unhashed(lines: Lines) -> list[bytes]:
    """As somebody notes it who keeps no hashes, neither of the line before nor of the table after a round."""
    return [msgspec.json.encode({"line": "close"} if body.get("line") == "close" else body) for body in lines]


def read_back(record: bytes) -> Lines:
    bodies = [msgspec.json.decode(line, type=Body) for line in record.splitlines()]
    return [{key: value for key, value in body.items() if key != "prev"} for body in bodies]


# --- judging


def closed_anew(lines: Lines) -> Lines:
    """Where the falsified lines play again, the table is closed as they leave it; else they stay as they are."""
    found: Lines = []
    for bodies in rounds(lines):
        opened = [*bodies[:-1]] if bodies[-1].get("line") == "close" else bodies
        try:
            _, (record,) = read(b"\n".join(hashed(opened)) + b"\n")
            driver = replay_to_end(record)
            driver.run()  # whether it is over shows when the dealer goes on
        except ValueError:
            return lines
        if driver.next is None:
            return lines
        found += [*opened, {"line": "close", "carry": driver.next.digest}]
    return found


def played_on(bodies: Lines) -> Lines | None:
    """A round as the law plays it from these inputs, whatever acts are written beside them; None if one is refused, or
    came between two acts, whose place nobody knows any more."""
    opened, given = bodies[0], [body for body in bodies if "input" in body]
    _, (record,) = read(b"\n".join(hashed([opened])) + b"\n")
    driver = begin(record)
    driver.run()
    for body in given:
        if body.get("amid") or driver.submit(driver.game.read_input.decode(msgspec.json.encode(body))):
            return None
    if driver.next is None:
        return None
    log = [msgspec.json.decode(encode_item(item), type=Body) for item in driver.log]
    return [opened, *log, {"line": "close", "carry": driver.next.digest}]


def is_lawful(lines: Lines) -> bool:
    """Whether a falsified record is the record of a round that the law allows: played again from its own inputs, by the
    rules and the house that it names, every act and the table at the end come out as it says."""
    try:
        return verify(b"\n".join(hashed(lines)) + b"\n", None).ok
    except ValueError:
        return False
