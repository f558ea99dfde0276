"""A shift's report as tables to read: the same ones in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.text_tables import lines, percent
from pitboss.compliance.shift.shift_report import Act, ShiftReport, TableShift, by_paragraph, quiet, sums
from pitboss.counting.exact_model import Column, Section
from pitboss.record.hold_report import HoldRow
from pitboss.store.rounds.stored_results import in_ranges
from pitboss.store.staff_act_prefixes import readable
from pitboss.table.money import dollars

SUM = "in all"


def as_text(report: ShiftReport) -> str:
    """For a terminal."""
    heads = [f"{report.source}: {report.called}", f"  {report.hours()}", f"  {report.told()}"]
    warned = [f"WARNING: {each}" for each in report.warnings]
    found = [str(each) for each in report.findings()]
    parts = ["\n".join(lines(section)) for section in sections(report) if section.rows]
    notes = [f"({note})" for note in (*report.notes, *report.hold.notes)]
    every = ("\n".join([*heads, *warned, *found]), *parts, "\n".join(notes))
    return readable("\n\n".join(part for part in every if part))


def sections(report: ShiftReport) -> Iterator[Section]:
    yield _tables(report)
    yield _voids(report)
    yield _stubs(report)
    yield _rulings(report)
    yield _wound_up(report)
    yield _disputes(report)
    yield _chips(report)
    yield _hold(report)
    yield _acts(report)


def _texts(*names: str) -> tuple[Column, ...]:
    return tuple(map(Column, names))


def _counts(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "count") for name in names)


def _summed(report: ShiftReport) -> list[tuple[str, str, dict[str, int]]]:
    """Each table that did something, and all together."""
    rows = [(each.name, each.title, sums([each])) for each in report.tables if not each.quiet]
    return [*rows, (SUM, "", sums(report.tables))] if rows else []


def _tables(report: ShiftReport) -> Section:
    keys = ("rounds", "void_rounds", "void_hands", "not_played", "wound_up", "rulings", "disputes", "staff_acts")
    heads = ("rounds", "void", "hands void", "not played", "wound up", "rulings", "disputes", "staff acts")
    rows = tuple((name, title, *(found[key] for key in keys)) for name, title, found in _summed(report))
    return Section("Tables", (*_texts("table", "game"), *_counts(*heads)), rows, tuple(_about_tables(report)))


def _about_tables(report: ShiftReport) -> Iterator[str]:
    if still := ", ".join(quiet(report.tables)):
        yield f"nothing happened at {still}"
    for each in report.tables:
        if each.open_before:
            yield f"{each.name}: round {in_ranges(each.open_before)} had begun before and is counted here"
        if each.open_after:
            yield f"{each.name}: round {in_ranges(each.open_after)} was open at the end and is not counted here"
        if each.unknown:
            yield f"{each.name}: nothing more is known of {each.unknown} of the rounds"
        if len(each.versions) > 1:
            told = ", ".join(f"{count} by {version}" for version, count in each.versions.items())
            yield f"{each.name}: Pitboss was upgraded in between; rounds {told}"


def _voids(report: ShiftReport) -> Section:
    rows = []
    for found in by_paragraph(report.tables):
        where: dict[str, list[int]] = {}
        for each in found["where"]:
            where.setdefault(each["name"], []).append(each["round"])
        told = "; ".join(f"{name}: {in_ranges(numbers)}" for name, numbers in where.items())
        rows.append((found["paragraph"], found["rounds"], found["hands"], told))
    why = tuple(f"{each.name}, round {void.round}: {void.told}" for each in report.tables for void in each.voids)
    return Section(
        "Voids by paragraph", (*_texts("paragraph"), *_counts("rounds", "hands"), *_texts("where")), tuple(rows), why
    )


def _stubs(report: ShiftReport) -> Section:
    counted: list[tuple[str, str, tuple[int, ...]]] = [
        (each.name, each.stub.paragraph, (each.stub.dealt, each.stub.due, each.stub.made, each.stub.ordered,
                                          each.stub.excused, len(each.stub.missed), each.stub.unknown))
        for each in report.tables
        if each.stub.dealt or each.stub.unknown
    ]  # fmt: skip
    if counted:
        counted.append((SUM, "", tuple(map(sum, zip(*(found for _, _, found in counted), strict=True)))))
    heads = ("rounds dealt", "due", "made", "ordered", "excused by a device", "due, not made", "not known")
    columns = (*_texts("table", "paragraph"), *_counts(*heads))
    return Section("Counts of the stub", columns, tuple((name, cite, *found) for name, cite, found in counted))


def _rulings(report: ShiftReport) -> Section:
    rows = sorted(
        (ruling.at, each.name, ruling.round, ruling.paragraph, ruling.ruled, ruling.asked, ruling.who, ruling.why)
        for each in report.tables
        for ruling in each.rulings
    )
    columns = _texts("time", "table", "round", "paragraph", "ruled", "asked", "who", "why")
    return Section("Supervisor's rulings", columns, tuple((report.clock(at), *map(str, row)) for at, *row in rows))


def _wound_up(report: ShiftReport) -> Section:
    rows = sorted(
        (wound.at, each.name, wound.round, wound.who, wound.why) for each in report.tables for wound in each.wound_up
    )
    columns = _texts("time", "table", "round", "who", "why")
    return Section("Rounds wound up", columns, tuple((report.clock(at), *map(str, row)) for at, *row in rows))


def _disputes(report: ShiftReport) -> Section:
    return _told("Disputes", report, [(each, act) for each in report.tables for act in each.disputes])


def _acts(report: ShiftReport) -> Section:
    """Everything in the chain of staff acts, what stands above too: nothing is to be missed here."""
    acts: list[tuple[TableShift | None, Act]] = [(each, act) for each in report.tables for act in each.acts]
    return _told("Staff acts", report, [*acts, *((None, act) for act in report.house)])


def _told(title: str, report: ShiftReport, acts: list[tuple[TableShift | None, Act]]) -> Section:
    ordered = sorted(acts, key=lambda each: each[1].at)
    rows = tuple(
        (
            *(report.clock(act.at), "" if table is None else table.name, str(act.round or "")),
            *(act.who, act.what, act.cite, act.why),
        )
        for table, act in ordered
    )
    return Section(title, _texts("time", "table", "round", "who", "what", "by", "why"), rows)


def _chips(report: ShiftReport) -> Section:
    rows = sorted(
        (moved.at, each.name, moved.round, moved.cents, moved.who, moved.why)
        for each in report.tables
        for moved in each.chips
    )
    told = [
        (
            *(report.clock(at), name, str(round_)),
            *((dollars(cents), "") if cents > 0 else ("", dollars(-cents))),
            *(who, why),
        )
        for at, name, round_, cents, who, why in rows
    ]
    if told:
        every = sums(report.tables)
        told.append((SUM, "", "", dollars(every["fills"]), dollars(every["credits"]), "", ""))
    columns = (*_texts("time", "table", "round"), *_counts("fill", "credit"), *_texts("who", "why"))
    return Section("Fills and credits", columns, tuple(told))


def _hold(report: ShiftReport) -> Section:
    rows = [*report.hold.by("table"), report.hold.all]
    heads = ("rounds", "drop", "handle", "win", "of drop", "theory", "play", "luck", "from", "to")
    columns = (Column("table"), *_counts(*heads), Column("flag"))
    told = tuple(_held(row) for row in rows) if report.hold.all.rounds or report.hold.all.drop else ()
    return Section("Hold beside theory", columns, told)


def _held(row: HoldRow) -> tuple[str, ...]:
    against = [""] * 5
    if row.counted_rounds:
        ends = (Fraction(end) for end in row.range)
        against = [dollars(round(each)) for each in (row.theory, row.play, row.luck, *ends)]
    share = "" if row.of_drop is None else percent(row.of_drop, 2)
    drop = "" if row.drop is None else dollars(row.drop)
    name = row.name or SUM
    return (name, f"{row.rounds:,}", drop, dollars(row.handle), dollars(row.win), share, *against, row.flag)
