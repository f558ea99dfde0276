"""Reads a log of what was seen at a table, line by line: a record with or without its hashes, or an observed log.

docs/observed.md describes the form. A line that cannot be read is reported and left out; the others count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.plain_words import convert
from pitboss.compliance.observed_log.vocabulary import CLOSE, FORMAT, OBSERVED, OPEN, ROUND
from pitboss.record.record_chain import Chain

LOG, CHAIN = "house:log", "house:chain"


class Item(NamedTuple):
    """One act or one input."""

    line: int
    body: dict[str, Any]

    @property
    def is_input(self) -> bool:
        return "input" in self.body

    @property
    def closes(self) -> bool:
        """True if betting ends with it: the dealer says so, the dice go out, or a ball or a wheel is spun."""
        body = self.body
        if body.get("act") in ("announce", "call"):
            return "more bets" in str(body.get("words", "")).lower()
        return body.get("input") == "close" or body.get("act") in CLOSING_ACTS


CLOSING_ACTS = ("dice out", "no more bets", "end war bets", "spin ball", "spin wheel")  # acts that end betting


@dataclass
class SeenRound:
    """The lines of one round."""

    number: int
    first: int  # its first line
    opening: dict[str, Any] | None = None  # the body of the line that opens it
    items: list[Item] = field(default_factory=list)
    closing: Item | None = None

    @property
    def last(self) -> int:
        """The number of its last line."""
        if self.closing is not None:
            return self.closing.line
        return self.items[-1].line if self.items else self.first

    def where(self, line: int) -> str:
        """Describe the place of a line in words: its round and its number."""
        return f"round {self.number}, line {line}"


@dataclass
class Log:
    """A log as far as it could be read."""

    header: dict[str, Any]  # what holds for every round; empty for a record
    complete: bool  # whether it holds everything that happened
    rounds: list[SeenRound]
    findings: list[Finding]  # about its form


def split_lines(text: bytes) -> list[bytes]:
    """Return the lines of a log. A log in plain words is converted to an observed log, line by line."""
    if not text.strip():
        raise LogError("the file is empty; docs/observed.md describes what a log says")
    if text.lstrip().startswith((b"{", b"\xef\xbb\xbf{")):
        return text.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n")
    try:
        return convert(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise LogError(f"line {line} is not UTF-8 text; save the file as UTF-8") from None


def read_log(lines: Iterable[bytes | str]) -> Log:
    """Read a log.

    Raises:
        LogError: there is no act in it at all.
    """
    raw = [line.encode() if isinstance(line, str) else bytes(line) for line in lines]
    raw = [line.removesuffix(b"\n").removesuffix(b"\r") for line in raw]
    bodies, findings = _bodies(raw)
    if not bodies:
        raise LogError("this is not a log: no line of it is a JSON object; docs/observed.md describes the form")
    header, complete = _header(bodies)
    findings += _chain(raw, bodies)
    rounds = _rounds(bodies[0 if complete else 1 :], complete, findings)
    if not any(round_.items for round_ in rounds):
        raise LogError("this log has no act and no input; docs/observed.md describes the form")
    return Log(header, complete, rounds, findings)


def _bodies(raw: Sequence[bytes]) -> tuple[list[Item], list[Finding]]:
    """Decode the lines; returns those that can be read, and warnings about the others."""
    items, findings = [], []
    for number, line in enumerate(raw, 1):
        if not line.strip():
            continue
        try:
            body = msgspec.json.decode(line, type=dict[str, Any])
        except (ValueError, RecursionError):  # not JSON, not text, or nested too deeply
            wrong = "this line is not a JSON object, so it was left out"
            findings.append(_unreadable_line(number, wrong, "write one JSON object on each line"))
            continue
        if not {"line", "act", "input"} & body.keys():
            wrong = "this line is neither an act nor an input, so it was left out"
            findings.append(_unreadable_line(number, wrong, 'name what happened under "act" or "input"'))
            continue
        if wrong := _key_fault(body):
            findings.append(
                _unreadable_line(number, f"{wrong}, so the line was left out", "write it as docs/observed.md has it")
            )
            continue
        items.append(Item(number, body))
    return items, findings


def _key_fault(body: dict[str, Any]) -> str:
    """Return what is wrong with the keys that name the act and whom it is about; empty if they are right."""
    for key in ("line", "act", "input", "spot"):
        if not isinstance(body.get(key, ""), str):
            return f"{key} is not text"
    if not isinstance(body.get("place", ""), str | int):  # some acts name a place by number
        return "place is not text"
    for key in ("seat", "position"):
        if type(body.get(key, 0)) is not int:
            return f"{key} is not a whole number"
    return ""


def _unreadable_line(number: int, wrong: str, right: str) -> Finding:
    return Finding("warning", LOG, f"line {number}", wrong, right)


def _header(bodies: Sequence[Item]) -> tuple[dict[str, Any], bool]:
    """Return the header, and whether the log is complete. A file that begins like a record is taken to be complete."""
    first = bodies[0]
    if first.body.get("line") == OBSERVED:
        if first.body.get("format") != FORMAT:
            format_seen = str(first.body.get("format"))[:20]
            raise LogError(f"line {first.line}: the format is {format_seen}; this version reads format {FORMAT}")
        return first.body, False
    if any(item.body.get("line") == OPEN for item in bodies):
        return {}, True
    raise LogError(
        f'line {first.line}: a log begins with {{"line":"observed","format":1,"game":...}}, or as a record does'
    )


def _chain(raw: Sequence[bytes], bodies: Sequence[Item]) -> list[Finding]:
    """Check the hash chain, if the lines have hashes. A broken chain is one finding."""
    if not any("prev" in item.body for item in bodies):
        return []
    links = Chain()
    for line in raw:
        links.follow(line)
    if links.broken is None:
        return []
    wrong = f"line {links.broken} does not have the hash of the line before it: something was changed or left out"
    return [Finding("violation", CHAIN, f"line {links.broken}", wrong, "keep the record as it was written")]


def _rounds(items: Iterable[Item], complete: bool, findings: list[Finding]) -> list[SeenRound]:
    """Divide the items into rounds. Misplaced lines are added to the findings."""
    rounds: list[SeenRound] = []
    current: SeenRound | None = None
    for item in items:
        kind = item.body.get("line")
        if kind in (OPEN, ROUND):
            if complete and current is not None:
                findings.append(_misplaced_line(item.line, "opens a round before the last one is closed"))
            current = SeenRound(len(rounds) + 1, item.line, item.body)
            rounds.append(current)
            if {"act", "input"} & item.body.keys():  # the first act of a round may open it
                current.items.append(item)
        elif kind == CLOSE and current is not None:
            current.closing = item
            current = None
        elif kind is not None:
            findings.append(_misplaced_line(item.line, "opens or closes nothing"))
        else:
            if current is None:
                if complete:
                    findings.append(_misplaced_line(item.line, "follows no line that opens a round"))
                current = SeenRound(len(rounds) + 1, item.line)
                rounds.append(current)
            current.items.append(item)
    return rounds


def _misplaced_line(line: int, wrong: str) -> Finding:
    return Finding("violation", LOG, f"line {line}", f"this line {wrong}", "begin each round with its opening line")
