"""The report of a shift as values: what happened at the tables of a server between two hours.

A round belongs to the shift in which it ended, with its voids and its stub count. Acts of the staff (rulings, fills,
credits and others) and chips that players bring belong to the shift in which they happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.analysis.old_names import old_name
from pitboss.compliance.finding import Finding
from pitboss.compliance.shift.stub_counts import StubCounts
from pitboss.record.gaming_day import GamingDay, zone_of
from pitboss.record.hold_report import HoldReport, HoldRow
from pitboss.store.staff_act_prefixes import classify_act
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
    hand: bool = False  # True: one hand, and the round went on; False: all hands
    position: int = 0  # of that hand; 0: unknown, or all hands


class Ruling(msgspec.Struct, frozen=True):
    """A decision that the law leaves to a supervisor, or an order that he gave unasked."""

    at: int
    round: int
    paragraph: str  # empty if another version dealt the round
    ruled: str
    asked: str  # the question; empty if the order was unasked
    who: str  # empty if it was not kept
    why: str


class ChipsMoved(msgspec.Struct, frozen=True):
    """A fill, or with negative cents a credit."""

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
    """An act of the staff, in the words in which it was kept."""

    at: int
    round: int
    who: str
    what: str
    why: str
    cite: str  # the paragraph or house rule that covers it, if one was kept

    @property
    def kind(self) -> str:
        return classify_act(self.what)


class TableShift(msgspec.Struct, frozen=True, kw_only=True):
    """One table in a shift."""

    table: int
    name: str  # its current name
    game: str
    title: str
    rounds: int = 0  # that ended in the shift, including void ones
    not_played: int = 0  # of these: everybody left before a card was dealt
    unknown: int = 0  # of these: dealt by another version, and no account was kept
    open_before: tuple[int, ...] = ()  # of these: begun before the shift
    open_after: tuple[int, ...] = ()  # rounds begun in the shift that ended later, or are not over
    versions: dict[str, int] = {}  # version of Pitboss -> rounds that it dealt
    voids: tuple[Void, ...] = ()
    wound_up: tuple[WoundUp, ...] = ()
    stub: StubCounts = StubCounts()
    rulings: tuple[Ruling, ...] = ()
    chips: tuple[ChipsMoved, ...] = ()
    acts: tuple[Act, ...] = ()
    hold: HoldRow | None = None  # None if no wager was decided and no chips were brought

    @property
    def void_rounds(self) -> int:
        """The number of rounds in which all hands were void."""
        return sum(not void.hand for void in self.voids)

    @property
    def void_hands(self) -> int:
        """The number of hands that were void while their round went on."""
        return sum(void.hand for void in self.voids)

    @property
    def fills(self) -> int:
        """Chips brought from the cage, in cents."""
        return sum(chip_move.cents for chip_move in self.chips if chip_move.cents > 0)

    @property
    def credits(self) -> int:
        """Chips taken to the cage, in cents."""
        return -sum(chip_move.cents for chip_move in self.chips if chip_move.cents < 0)

    @property
    def disputes(self) -> tuple[Act, ...]:
        """The disputes that a supervisor noted at the table."""
        return tuple(act for act in self.acts if act.kind == "dispute")

    @property
    def quiet(self) -> bool:
        """True if nothing happened at the table."""
        return not (self.rounds or self.wound_up or self.acts or self.chips or self.open_after or self.hold)


class ShiftReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a server's tables for a shift or a whole gaming day. Times are seconds since 1970, amounts are
    cents."""

    source: str  # the name of the database
    date: str  # of the gaming day
    shift: str  # empty if it is the whole day
    begins: int  # seconds since 1970
    ends: int
    day: GamingDay
    tables: tuple[TableShift, ...]
    house: tuple[Act, ...]  # staff acts that belong to no table
    hold: HoldReport
    only: tuple[str, ...] = ()  # the tables asked for; empty if all
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    made: str  # local date on which the report was made
    over: bool  # whether the shift was over when the report was made
    version: str = __version__

    @property
    def called(self) -> str:
        """The day and the shift, in words."""
        return f"{self.date}, shift {self.shift}" if self.shift else f"{self.date}, the whole gaming day"

    @property
    def flagged(self) -> bool:
        """True if somebody should look at it: missed stub counts, altered rows, or more luck than usual."""
        return bool(self.findings() or self.warnings or self.hold.all.flag)

    def findings(self) -> list[Finding]:
        """Return a violation for each missed count of the stub."""
        return [
            Finding(
                "violation",
                table.stub.paragraph,
                f"{table.name}, round {number}",
                "a count of the stub was due and none was made",
                "have the stub counted, and find out why nobody did",
            )
            for table in self.tables
            for number in table.stub.missed
        ]

    def clock(self, at: int) -> str:
        """Return a moment as local time, with the date if it is not on the date of the gaming day."""
        wall = datetime.fromtimestamp(at, zone_of(self.day.time_zone))
        return f"{wall:%H:%M:%S}" if wall.date().isoformat() == self.date else f"{wall:%Y-%m-%d %H:%M:%S}"

    def hours(self) -> str:
        """Return the first and the last hour of the report, in local time."""
        zone = zone_of(self.day.time_zone)
        begins, ends = (datetime.fromtimestamp(moment, zone) for moment in (self.begins, self.ends))
        return f"{begins:%Y-%m-%d %H:%M} to {ends:%Y-%m-%d %H:%M}, {self.day.time_zone}"

    def summary(self) -> str:
        """Summarize the report in one or two sentences."""
        rounds = sum(table.rounds for table in self.tables)
        if not rounds:
            return "No round ended in this shift." if self.shift else "No round ended on this gaming day."
        voids = sum(table.void_rounds for table in self.tables)
        due, counted = (sum(getattr(table.stub, key) for table in self.tables) for key in ("due", "made"))
        rulings = sum(len(table.rulings) for table in self.tables)
        tables_playing = sum(table.rounds > 0 for table in self.tables)
        text = f"{quantity(rounds, 'round')} ended at {quantity(tables_playing, 'table')}, {voids} of them void; "
        text += f"{quantity(due, 'count')} of the stub due, {counted} made; {quantity(rulings, 'ruling')}."
        if unknown := sum(table.unknown for table in self.tables):
            text += f" Of {quantity(unknown, 'round')} of another version nothing more is known."
        return f"{text} {self.hold.all.describe()}" if self.hold.all.rounds else text

    told = old_name("told", "summary")

    def text(self) -> str:
        """Return the whole report as text for a terminal."""
        from pitboss.compliance.shift.report_sections import as_text

        return as_text(self)

    def html(self) -> str:
        """Return the report as a printable page that loads nothing from elsewhere."""
        from pitboss.compliance.shift.shift_page import page

        return page(self)

    def json(self) -> dict[str, Any]:
        """Return the report as plain values: amounts in cents, times in seconds since 1970, fractions as p/q."""
        rows = self.hold.json()
        by_table = {row["name"]: row for row in rows["rows"] if row["by"] == "table"}
        return {
            "source": self.source,
            "date": self.date,
            "shift": self.shift,
            "begins": self.begins,
            "ends": self.ends,
            "gaming_day": _to_plain_values(self.day),
            "made": self.made,
            "over": self.over,
            "pitboss": self.version,
            "findings": _to_plain_values(self.findings()),
            "sum": sum_tables(self.tables) | {"hold": rows["rows"][0]},
            "tables": [_table_json(table) | {"hold": by_table.get(table.name)} for table in self.tables],
            "voids_by_paragraph": voids_by_paragraph(self.tables),
            "house_acts": _to_plain_values(self.house),
            "hold": rows,
            "notes": list(self.notes),
            "warnings": list(self.warnings),
        }


def sum_tables(tables: Iterable[TableShift]) -> dict[str, int]:
    """Add up the figures of these tables."""
    all_tables = list(tables)
    values_by_key = {
        "rounds": [table.rounds for table in all_tables],
        "void_rounds": [table.void_rounds for table in all_tables],
        "void_hands": [table.void_hands for table in all_tables],
        "not_played": [table.not_played for table in all_tables],
        "unknown": [table.unknown for table in all_tables],
        "wound_up": [len(table.wound_up) for table in all_tables],
        "rulings": [len(table.rulings) for table in all_tables],
        "disputes": [len(table.disputes) for table in all_tables],
        "stub_counts_due": [table.stub.due for table in all_tables],
        "stub_counts_made": [table.stub.made for table in all_tables],
        "stub_counts_missed": [len(table.stub.missed) for table in all_tables],
        "fills": [table.fills for table in all_tables],
        "credits": [table.credits for table in all_tables],
        "staff_acts": [len(table.acts) for table in all_tables],
    }
    return {key: sum(values) for key, values in values_by_key.items()}


def voids_by_paragraph(tables: Iterable[TableShift]) -> list[dict[str, Any]]:
    """Count the voids by paragraph: rounds and single hands, with the list of rounds."""
    row_by_paragraph: dict[str, dict[str, Any]] = {}
    for table in tables:
        for void in table.voids:
            new_row = {"paragraph": void.paragraph, "rounds": 0, "hands": 0, "where": []}
            row = row_by_paragraph.setdefault(void.paragraph, new_row)
            row["hands" if void.hand else "rounds"] += 1
            row["where"].append({"table": table.table, "name": table.name, "round": void.round})
    return [row for _, row in sorted(row_by_paragraph.items())]


def _table_json(table: TableShift) -> dict[str, Any]:
    body: dict[str, Any] = _to_plain_values(msgspec.structs.replace(table, hold=None))
    return body | {"disputes": _to_plain_values(table.disputes), "sum": sum_tables([table])}


def _to_plain_values(value: object) -> Any:
    """Convert a value to what JSON can hold."""
    return msgspec.json.decode(msgspec.json.encode(value))


def quiet_tables(tables: Iterable[TableShift]) -> Iterator[str]:
    """Yield the names of the tables at which nothing happened."""
    return (table.name for table in tables if table.quiet)
