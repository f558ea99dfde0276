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
    anew: bool  # write a new closing line if the rest is a round again
    every: int  # the page tries one in so many places; a campaign tries all


@dataclass(frozen=True)
class Kinds:
    """The kinds of mutations of one module, in order."""

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
    return ((index, body) for index, body in enumerate(lines) if body.get("act") in kinds)


def inputs(lines: Lines, *kinds: str) -> Iterator[tuple[int, Body]]:
    return ((index, body) for index, body in enumerate(lines) if body.get("input") in kinds)


def with_money(lines: Lines, kinds: Iterable[str]) -> Iterator[tuple[int, Body]]:
    """Yield those of these acts that move chips: when a player folds, some games only announce it and others take his
    wager."""
    return ((index, body) for index, body in acts(lines, *kinds) if body.get("cents"))


def round_at(lines: Lines, index: int) -> tuple[int, int]:
    """Return the opening and the close of the round that a line is in; without a close, the last line."""
    first = max((n for n in range(index + 1) if lines[n].get("line") == "open"), default=0)
    last = next((n for n in range(index, len(lines)) if lines[n].get("line") == "close"), len(lines) - 1)
    return first, last


def rounds(lines: Lines) -> list[Lines]:
    result: list[Lines] = []
    for body in lines:
        if body.get("line") == "open":
            result.append([])
        result[-1].append(body)
    return result


def house_at(lines: Lines, index: int) -> Mapping[str, Any]:
    house: Mapping[str, Any] = lines[round_at(lines, index)[0]]["house"]
    return house


def seats_at(lines: Lines, index: int) -> list[int]:
    """Return the positions that have or had chips out in the round."""
    first, last = round_at(lines, index)
    return sorted({body["position"] for _, body in acts(lines[first:last], *PLACES)})


# --- changing


def put(lines: Lines, index: int, **keys: Any) -> Lines:
    """Return the lines with other values in one of them."""
    return [*lines[:index], {**lines[index], **keys}, *lines[index + 1 :]]


def remove(lines: Lines, *index: int) -> Lines:
    return [body for number, body in enumerate(lines) if number not in index]


def insert(lines: Lines, index: int, *bodies: Body) -> Lines:
    return [*lines[:index], *bodies, *lines[index:]]


def move_block(lines: Lines, block: range, to: int) -> Lines:
    """Return the lines with a block moved to a later place."""
    taken = lines[block.start : block.stop]
    return [*lines[: block.start], *lines[block.stop : to], *taken, *lines[to:]]


def exchange(lines: Lines, one: int, other: int) -> Lines:
    new = list(lines)
    new[one], new[other] = lines[other], lines[one]
    return new


# --- writing


def to_record_lines(lines: Lines) -> list[bytes]:
    """Return the lines of a record: each with the hash of the one before it, whatever was done to it."""
    head, written = START, []
    for body in lines:
        written.append(b'{"prev":"%b",%b' % (head.encode(), msgspec.json.encode(body)[1:]))
        head = sha256(written[-1]).hexdigest()
    return written


def without_hashes(lines: Lines) -> list[bytes]:
    """Return the lines as somebody notes them who keeps no hashes."""
    return [msgspec.json.encode({"line": "close"} if body.get("line") == "close" else body) for body in lines]


def read_back(record: bytes) -> Lines:
    bodies = [msgspec.json.decode(line, type=Body) for line in record.splitlines()]
    return [{key: value for key, value in body.items() if key != "prev"} for body in bodies]


# --- judging


def close_anew(lines: Lines) -> Lines:
    """Return the lines with new closing lines if they can be replayed, otherwise unchanged."""
    result: Lines = []
    for bodies in rounds(lines):
        opened = [*bodies[:-1]] if bodies[-1].get("line") == "close" else bodies
        try:
            _, (record,) = read(b"\n".join(to_record_lines(opened)) + b"\n")
            driver = replay_to_end(record)
            driver.run()  # whether it is over shows when the dealer goes on
        except ValueError:
            return lines
        if driver.next is None:
            return lines
        result += [*opened, {"line": "close", "carry": driver.next.digest}]
    return result


def play_inputs(bodies: Lines) -> Lines | None:
    """Play a round from these inputs by the law, whatever acts are beside them. None if an input is refused, or came
    between two acts."""
    opened, given = bodies[0], [body for body in bodies if "input" in body]
    _, (record,) = read(b"\n".join(to_record_lines([opened])) + b"\n")
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
    """Return whether a falsified record is the record of a lawful round: replayed from its inputs, it has the same acts
    and the same end."""
    try:
        return verify(b"\n".join(to_record_lines(lines)) + b"\n", None).ok
    except ValueError:
        return False
