"""A shift's report: what happened at the tables of a server between two hours, as values.

A round belongs to the shift in which it ended, with its voids and its count of the stub. What somebody of the house did
(rulings, fills, credits, other acts) belongs to the moment at which it was done, as chips do that players bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.compliance.finding import Finding
from pitboss.compliance.shift.stub_counts import StubCounts
from pitboss.record.gaming_day import GamingDay, zone_of
from pitboss.record.hold_report import HoldReport, HoldRow
from pitboss.store.staff_act_prefixes import kind_of
from pitboss.table.steps import quantity

NO_DISPUTES = (
    "disputes: the database knows those that a supervisor noted at a table. 'pitboss dispute' writes nothing, and what "
    "was settled by word of mouth is not here"
)


class Void(msgspec.Struct, frozen=True):
    paragraph: str
    round: int
    at: int
    told: str
    hand: bool = False  # one hand, and the round went on; otherwise all hands
    position: int = 0  # of that hand; 0: not known, or all of them


class Ruling(msgspec.Struct, frozen=True):
    """What a supervisor decided when the law left it to him, or ordered unasked."""

    at: int
    round: int
    paragraph: str  # empty: another version dealt the round
    ruled: str
    asked: str  # the question; empty if nobody had asked
    who: str  # empty: not kept
    why: str


class ChipsMoved(msgspec.Struct, frozen=True):
    """A fill, or less than nothing: a credit."""

    at: int
    round: int
    cents: int
    who: str
    why: str


class WoundUp(msgspec.Struct, frozen=True):
    at: int
    round: int
    who: str
    why: str


class Act(msgspec.Struct, frozen=True):
    """What somebody of the staff did, in the words in which it was kept."""

    at: int
    round: int
    who: str
    what: str
    why: str
    cite: str  # the paragraph or the rule of the house that answers for it, where one was kept

    @property
    def kind(self) -> str:
        return kind_of(self.what)


class TableShift(msgspec.Struct, frozen=True, kw_only=True):
    """One table in the shift."""

    table: int
    name: str  # as it is now
    game: str
    title: str
    rounds: int = 0  # that ended in the shift, void ones too
    not_played: int = 0  # of them: everybody left before a card was dealt
    unknown: int = 0  # of them: of another version, and no account was kept
    open_before: tuple[int, ...] = ()  # rounds of these that had begun before the shift
    open_after: tuple[int, ...] = ()  # rounds that had begun and ended later, or are not over
    versions: dict[str, int] = {}  # of Pitboss, by which rounds were dealt
    voids: tuple[Void, ...] = ()
    wound_up: tuple[WoundUp, ...] = ()
    stub: StubCounts = StubCounts()
    rulings: tuple[Ruling, ...] = ()
    chips: tuple[ChipsMoved, ...] = ()
    acts: tuple[Act, ...] = ()
    hold: HoldRow | None = None  # None: no decided wager, and no chips brought

    @property
    def void_rounds(self) -> int:
        """Rounds in which all hands were void."""
        return sum(not void.hand for void in self.voids)

    @property
    def void_hands(self) -> int:
        """Hands that were void while their round went on."""
        return sum(void.hand for void in self.voids)

    @property
    def fills(self) -> int:
        """Chips brought from the cage, in cents."""
        return sum(moved.cents for moved in self.chips if moved.cents > 0)

    @property
    def credits(self) -> int:
        """Chips taken to the cage, in cents."""
        return -sum(moved.cents for moved in self.chips if moved.cents < 0)

    @property
    def disputes(self) -> tuple[Act, ...]:
        """Those that a supervisor noted."""
        return tuple(act for act in self.acts if act.kind == "dispute")

    @property
    def quiet(self) -> bool:
        """Whether nothing happened there."""
        return not (self.rounds or self.wound_up or self.acts or self.chips or self.open_after or self.hold)


class ShiftReport(msgspec.Struct, frozen=True, kw_only=True):
    """What happened at a server's tables in a shift, or on a whole gaming day. Moments are seconds since 1970, and
    amounts are cents."""

    source: str  # the name of the database
    date: str  # of the gaming day
    shift: str  # empty: the whole day
    begins: int  # seconds since 1970
    ends: int
    day: GamingDay
    tables: tuple[TableShift, ...]
    house: tuple[Act, ...]  # what the staff did at no table
    hold: HoldReport
    only: tuple[str, ...] = ()  # the tables asked for; empty: all
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    made: str  # the date on which it was made, by the clock on the wall
    over: bool  # whether the shift was over then
    version: str = __version__

    @property
    def called(self) -> str:
        """The day and the shift, in words."""
        return f"{self.date}, shift {self.shift}" if self.shift else f"{self.date}, the whole gaming day"

    @property
    def flagged(self) -> bool:
        """Whether somebody should look: what was due and not done, rows that were altered, more luck than usual."""
        return bool(self.findings() or self.warnings or self.hold.all.flag)

    def findings(self) -> list[Finding]:
        """What these rounds show that a paragraph does not allow."""
        return [
            Finding(
                "violation",
                each.stub.paragraph,
                f"{each.name}, round {number}",
                "a count of the stub was due and none was made",
                "have the stub counted, and find out why nobody did",
            )
            for each in self.tables
            for number in each.stub.missed
        ]

    def clock(self, at: int) -> str:
        """The time on the wall; with the date where the gaming day has gone into the next one."""
        wall = datetime.fromtimestamp(at, zone_of(self.day.time_zone))
        return f"{wall:%H:%M:%S}" if wall.date().isoformat() == self.date else f"{wall:%Y-%m-%d %H:%M:%S}"

    def hours(self) -> str:
        """From when to when, by the clock on the wall."""
        zone = zone_of(self.day.time_zone)
        begins, ends = (datetime.fromtimestamp(at, zone) for at in (self.begins, self.ends))
        return f"{begins:%Y-%m-%d %H:%M} to {ends:%Y-%m-%d %H:%M}, {self.day.time_zone}"

    def told(self) -> str:
        """In a sentence or two."""
        rounds = sum(each.rounds for each in self.tables)
        if not rounds:
            return "No round ended in this shift." if self.shift else "No round ended on this gaming day."
        voids = sum(each.void_rounds for each in self.tables)
        due, made = (sum(getattr(each.stub, key) for each in self.tables) for key in ("due", "made"))
        rulings = sum(len(each.rulings) for each in self.tables)
        playing = sum(each.rounds > 0 for each in self.tables)
        said = f"{quantity(rounds, 'round')} ended at {quantity(playing, 'table')}, {voids} of them void; "
        said += f"{quantity(due, 'count')} of the stub due, {made} made; {quantity(rulings, 'ruling')}."
        if unknown := sum(each.unknown for each in self.tables):
            said += f" Of {quantity(unknown, 'round')} of another version nothing more is known."
        return f"{said} {self.hold.all.told()}" if self.hold.all.rounds else said

    def text(self) -> str:
        """All of it, for a terminal."""
        from pitboss.compliance.shift.report_sections import as_text

        return as_text(self)

    def html(self) -> str:
        """As a page that prints, with nothing loaded from elsewhere."""
        from pitboss.compliance.shift.shift_page import page

        return page(self)

    def json(self) -> dict[str, Any]:
        """As plain values: amounts in cents, times in seconds since 1970, fractions as p/q."""
        rows = self.hold.json()
        by_table = {row["name"]: row for row in rows["rows"] if row["by"] == "table"}
        return {
            "source": self.source,
            "date": self.date,
            "shift": self.shift,
            "begins": self.begins,
            "ends": self.ends,
            "gaming_day": _plain(self.day),
            "made": self.made,
            "over": self.over,
            "pitboss": self.version,
            "findings": _plain(self.findings()),
            "sum": sums(self.tables) | {"hold": rows["rows"][0]},
            "tables": [_table(each) | {"hold": by_table.get(each.name)} for each in self.tables],
            "voids_by_paragraph": by_paragraph(self.tables),
            "house_acts": _plain(self.house),
            "hold": rows,
            "notes": list(self.notes),
            "warnings": list(self.warnings),
        }


def sums(tables: Iterable[TableShift]) -> dict[str, int]:
    """In all of these."""
    every = list(tables)
    added = {
        "rounds": [each.rounds for each in every],
        "void_rounds": [each.void_rounds for each in every],
        "void_hands": [each.void_hands for each in every],
        "not_played": [each.not_played for each in every],
        "unknown": [each.unknown for each in every],
        "wound_up": [len(each.wound_up) for each in every],
        "rulings": [len(each.rulings) for each in every],
        "disputes": [len(each.disputes) for each in every],
        "stub_counts_due": [each.stub.due for each in every],
        "stub_counts_made": [each.stub.made for each in every],
        "stub_counts_missed": [len(each.stub.missed) for each in every],
        "fills": [each.fills for each in every],
        "credits": [each.credits for each in every],
        "staff_acts": [len(each.acts) for each in every],
    }
    return {key: sum(values) for key, values in added.items()}


def by_paragraph(tables: Iterable[TableShift]) -> list[dict[str, Any]]:
    """Voids added up: the paragraph, how many rounds and how many single hands, and where."""
    found: dict[str, dict[str, Any]] = {}
    for each in tables:
        for void in each.voids:
            fresh = {"paragraph": void.paragraph, "rounds": 0, "hands": 0, "where": []}
            row = found.setdefault(void.paragraph, fresh)
            row["hands" if void.hand else "rounds"] += 1
            row["where"].append({"table": each.table, "name": each.name, "round": void.round})
    return [found[paragraph] for paragraph in sorted(found)]


def _table(each: TableShift) -> dict[str, Any]:
    body: dict[str, Any] = _plain(msgspec.structs.replace(each, hold=None))
    return body | {"disputes": _plain(each.disputes), "sum": sums([each])}


def _plain(value: object) -> Any:
    """As it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def quiet(tables: Iterable[TableShift]) -> Iterator[str]:
    return (each.name for each in tables if each.quiet)
