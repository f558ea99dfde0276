"""The report of a shift as one HTML page, which loads nothing from elsewhere and prints on A4 and Letter."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from pitboss.analysis.par_sheets.par_page import definition_list, paragraph, table
from pitboss.analysis.text_tables import format_rows
from pitboss.compliance.shift.report_sections import SUM, sections
from pitboss.compliance.shift.shift_report import ShiftReport, sum_tables
from pitboss.counting.exact_model import Section
from pitboss.law.plain_names import day_in_words
from pitboss.table.money import dollars

SIGNATURE_LABELS = ("Shift manager", "Received by", "Name, position and license number", "Date")
NOTHING = {
    "Tables": "Nothing happened at any table.",
    "Voids by paragraph": "Nothing was void.",
    "Counts of the stub": "No cards were dealt.",
    "Supervisor's rulings": "No supervisor ruled or ordered anything.",
    "Rounds wound up": "No round was wound up.",
    "Disputes": "No dispute was noted at a table.",
    "Fills and credits": "No chips went to a table or came from one.",
    "Hold beside theory": "No wager was decided.",
    "Staff acts": "Nothing was written down.",
}


def page(report: ShiftReport) -> str:
    """Return the whole page."""
    body = "\n".join(part for part in body_parts(report))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shift report: {escape(report.called)}</title>
<style>
{style()}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def style() -> str:
    """Return the style sheet: that of all papers, and the rules of this page."""
    shared = files("pitboss.analysis.par_sheets").joinpath("par.css").read_text(encoding="utf-8")
    return shared + files("pitboss.compliance.shift").joinpath("shift.css").read_text(encoding="utf-8")


def body_parts(report: ShiftReport) -> Iterator[str]:
    """Yield the parts of the body of the page."""
    yield from _head(report)
    yield _figures(report)
    for warning in report.warnings:
        yield paragraph(f"Warning: {warning}", "warning")
    for finding in report.findings():
        yield paragraph(f"{finding}", "warning")
    for section in sections(report):
        yield from _section(section)
    yield "<h2>Notes</h2>"
    notes = (f"<li>{escape(note[:1].upper() + note[1:])}.</li>" for note in (*report.notes, *report.hold.notes))
    yield f'<ul class="faint">{"".join(notes)}</ul>'
    lines = "".join(f"<div>{label}</div>" for label in SIGNATURE_LABELS)
    yield f'<div class="together"><h2>Signature</h2><div class="sign">{lines}</div></div>'


def _head(report: ShiftReport) -> Iterator[str]:
    yield f"<h1>Shift report: {escape(report.called)}</h1>"
    pairs = [
        ("Hours", report.hours()),
        ("Database", report.source),
        ("Tables", ", ".join(report.only) if report.only else "all"),
        ("Made", f"{day_in_words(report.made)}, by Pitboss {report.version}, from what the server stored"),
    ]
    yield '<dl class="identity">'
    yield "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    yield "</dl>"
    if not report.over:
        yield paragraph("Not over yet: this is how far it has come.", "warning")
    yield paragraph(report.summary())


def _figures(report: ShiftReport) -> str:
    totals, hold = sum_tables(report.tables), report.hold.all
    return definition_list(
        "figures",
        (
            ("rounds", f"{totals['rounds']:,}"),
            ("void", f"{totals['void_rounds']:,}"),
            ("rulings", f"{totals['rulings']:,}"),
            ("counts of the stub due", f"{totals['stub_counts_due']:,}"),
            ("counts of the stub made", f"{totals['stub_counts_made']:,}"),
            ("drop", dollars(hold.drop or 0)),
            ("win", dollars(hold.win)),
            ("expected of the wagers", dollars(round(hold.expected)) if hold.counted_rounds else "not known"),
            ("fills", dollars(totals["fills"])),
            ("credits", dollars(totals["credits"])),
        ),
    )


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    if not section.rows:
        yield paragraph(NOTHING[section.title], "faint")
    else:
        rows = format_rows(section)
        used_columns = [index for index in range(len(section.columns)) if any(row[index] for row in rows)]
        columns = [section.columns[index] for index in used_columns]
        yield table(columns, ([row[index] for index in used_columns] for row in rows), total=rows[-1][0] == SUM)
    for note in section.notes:
        yield paragraph(f"{note[:1].upper()}{note[1:]}{'' if note.endswith('.') else '.'}", "notes")
