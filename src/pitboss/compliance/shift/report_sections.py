"""The report of a shift as tables to read, the same ones in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.text_tables import lines, percent
from pitboss.compliance.shift.shift_report import (
    Act,
    ShiftReport,
    TableShift,
    quiet_tables,
    sum_tables,
    voids_by_paragraph,
)
from pitboss.counting.exact_model import Column, Section
from pitboss.record.hold_report import HoldRow
from pitboss.store.rounds.stored_results import format_ranges
from pitboss.store.staff_act_prefixes import printable_text
from pitboss.table.money import dollars

SUM = "in all"


def as_text(report: ShiftReport) -> str:
    """Return the report as text for a terminal."""
    heads = [f"{report.source}: {report.called}", f"  {report.hours()}", f"  {report.summary()}"]
    warnings = [f"WARNING: {warning}" for warning in report.warnings]
    findings = [str(finding) for finding in report.findings()]
    parts = ["\n".join(lines(section)) for section in sections(report) if section.rows]
    notes = [f"({note})" for note in (*report.notes, *report.hold.notes)]
    blocks = ("\n".join([*heads, *warnings, *findings]), *parts, "\n".join(notes))
    return printable_text("\n\n".join(part for part in blocks if part))


def sections(report: ShiftReport) -> Iterator[Section]:
    """Yield the sections of the report."""
    yield _tables(report)
    yield _voids(report)
    yield _stubs(report)
    yield _rulings(report)
    yield _wind_ups(report)
    yield _disputes(report)
    yield _chips(report)
    yield _hold(report)
    yield _acts(report)


def _text_columns(*names: str) -> tuple[Column, ...]:
    return tuple(map(Column, names))


def _count_columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "count") for name in names)


def _figures_by_table(report: ShiftReport) -> list[tuple[str, str, dict[str, int]]]:
    """Return the figures of each table that was not quiet, and of all together."""
    rows = [(table.name, table.title, sum_tables([table])) for table in report.tables if not table.quiet]
    return [*rows, (SUM, "", sum_tables(report.tables))] if rows else []


def _tables(report: ShiftReport) -> Section:
    keys = ("rounds", "void_rounds", "void_hands", "not_played", "wound_up", "rulings", "disputes", "staff_acts")
    heads = ("rounds", "void", "hands void", "not played", "wound up", "rulings", "disputes", "staff acts")
    rows = tuple((name, title, *(figures[key] for key in keys)) for name, title, figures in _figures_by_table(report))
    return Section(
        "Tables", (*_text_columns("table", "game"), *_count_columns(*heads)), rows, tuple(_table_notes(report))
    )


def _table_notes(report: ShiftReport) -> Iterator[str]:
    """Yield notes about quiet tables, open rounds, unknown rounds and upgrades."""
    if quiet_names := ", ".join(quiet_tables(report.tables)):
        yield f"nothing happened at {quiet_names}"
    for table in report.tables:
        if table.open_before:
            yield f"{table.name}: round {format_ranges(table.open_before)} had begun before and is counted here"
        if table.open_after:
            yield f"{table.name}: round {format_ranges(table.open_after)} was open at the end and is not counted here"
        if table.unknown:
            yield f"{table.name}: nothing more is known of {table.unknown} of the rounds"
        if len(table.versions) > 1:
            counts = ", ".join(f"{count} by {version}" for version, count in table.versions.items())
            yield f"{table.name}: Pitboss was upgraded in between; rounds {counts}"


def _voids(report: ShiftReport) -> Section:
    rows = []
    for by_paragraph in voids_by_paragraph(report.tables):
        rounds_by_table: dict[str, list[int]] = {}
        for round_ in by_paragraph["where"]:
            rounds_by_table.setdefault(round_["name"], []).append(round_["round"])
        rounds = "; ".join(f"{name}: {format_ranges(numbers)}" for name, numbers in rounds_by_table.items())
        rows.append((by_paragraph["paragraph"], by_paragraph["rounds"], by_paragraph["hands"], rounds))
    why = tuple(f"{table.name}, round {void.round}: {void.told}" for table in report.tables for void in table.voids)
    return Section(
        "Voids by paragraph",
        (*_text_columns("paragraph"), *_count_columns("rounds", "hands"), *_text_columns("where")),
        tuple(rows),
        why,
    )


def _stubs(report: ShiftReport) -> Section:
    rows: list[tuple[str, str, tuple[int, ...]]] = [
        (table.name, table.stub.paragraph, (table.stub.dealt, table.stub.due, table.stub.made, table.stub.ordered,
                                          table.stub.excused, len(table.stub.missed), table.stub.unknown))
        for table in report.tables
        if table.stub.dealt or table.stub.unknown
    ]  # fmt: skip
    if rows:
        rows.append((SUM, "", tuple(map(sum, zip(*(figures for _, _, figures in rows), strict=True)))))
    heads = ("rounds dealt", "due", "made", "ordered", "excused by a device", "due, not made", "not known")
    columns = (*_text_columns("table", "paragraph"), *_count_columns(*heads))
    return Section("Counts of the stub", columns, tuple((name, cite, *figures) for name, cite, figures in rows))


def _rulings(report: ShiftReport) -> Section:
    rows = sorted(
        (ruling.at, table.name, ruling.round, ruling.paragraph, ruling.ruled, ruling.asked, ruling.who, ruling.why)
        for table in report.tables
        for ruling in table.rulings
    )
    columns = _text_columns("time", "table", "round", "paragraph", "ruled", "asked", "who", "why")
    return Section("Supervisor's rulings", columns, tuple((report.clock(time), *map(str, row)) for time, *row in rows))


def _wind_ups(report: ShiftReport) -> Section:
    rows = sorted(
        (wound.at, table.name, wound.round, wound.who, wound.why) for table in report.tables for wound in table.wound_up
    )
    columns = _text_columns("time", "table", "round", "who", "why")
    return Section("Rounds wound up", columns, tuple((report.clock(time), *map(str, row)) for time, *row in rows))


def _disputes(report: ShiftReport) -> Section:
    return _acts_section("Disputes", report, [(table, act) for table in report.tables for act in table.disputes])


def _acts(report: ShiftReport) -> Section:
    """Return everything in the chain of staff acts, also what other sections show: here nothing may be missing."""
    acts: list[tuple[TableShift | None, Act]] = [(table, act) for table in report.tables for act in table.acts]
    return _acts_section("Staff acts", report, [*acts, *((None, act) for act in report.house)])


def _acts_section(title: str, report: ShiftReport, acts: list[tuple[TableShift | None, Act]]) -> Section:
    sorted_acts = sorted(acts, key=lambda table_and_act: table_and_act[1].at)
    rows = tuple(
        (
            *(report.clock(act.at), "" if table is None else table.name, str(act.round or "")),
            *(act.who, act.what, act.cite, act.why),
        )
        for table, act in sorted_acts
    )
    return Section(title, _text_columns("time", "table", "round", "who", "what", "by", "why"), rows)


def _chips(report: ShiftReport) -> Section:
    rows = sorted(
        (chip_move.at, table.name, chip_move.round, chip_move.cents, chip_move.who, chip_move.why)
        for table in report.tables
        for chip_move in table.chips
    )
    cells = [
        (
            *(report.clock(time), name, str(round_)),
            *((dollars(cents), "") if cents > 0 else ("", dollars(-cents))),
            *(name_of_staff, why),
        )
        for time, name, round_, cents, name_of_staff, why in rows
    ]
    if cells:
        totals = sum_tables(report.tables)
        cells.append((SUM, "", "", dollars(totals["fills"]), dollars(totals["credits"]), "", ""))
    columns = (
        *_text_columns("time", "table", "round"),
        *_count_columns("fill", "credit"),
        *_text_columns("who", "why"),
    )
    return Section("Fills and credits", columns, tuple(cells))


def _hold(report: ShiftReport) -> Section:
    rows = [*report.hold.by("table"), report.hold.all]
    heads = ("rounds", "drop", "handle", "win", "of drop", "theory", "play", "luck", "from", "to")
    columns = (Column("table"), *_count_columns(*heads), Column("flag"))
    cells = tuple(_hold_cells(row) for row in rows) if report.hold.all.rounds or report.hold.all.drop else ()
    return Section("Hold beside theory", columns, cells)


def _hold_cells(row: HoldRow) -> tuple[str, ...]:
    luck_cells = [""] * 5
    if row.counted_rounds:
        ends = (Fraction(end) for end in row.range)
        luck_cells = [dollars(round(amount)) for amount in (row.theory, row.play, row.luck, *ends)]
    share = "" if row.of_drop is None else percent(row.of_drop, 2)
    drop = "" if row.drop is None else dollars(row.drop)
    name = row.name or SUM
    return (name, f"{row.rounds:,}", drop, dollars(row.handle), dollars(row.win), share, *luck_cells, row.flag)
