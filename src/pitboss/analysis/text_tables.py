"""Formats tables for people: aligned in a terminal, or as HTML in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction

from pitboss.counting.decimals import decimal as decimal
from pitboss.counting.decimals import percent as percent
from pitboss.counting.exact_model import Cell, Section


def format_cell(cell: Cell, kind: str) -> str:
    """Format a cell by the kind of its column."""
    if cell == "" or isinstance(cell, str):
        return str(cell)
    if kind == "percent":
        return percent(Fraction(cell))
    return f"{cell:,}" if kind == "count" else decimal(Fraction(cell))


def format_rows(section: Section) -> list[tuple[str, ...]]:
    """Format the rows of a section."""
    kinds = [column.kind for column in section.columns]
    return [tuple(format_cell(cell, kind) for cell, kind in zip(cells, kinds, strict=True)) for cells in section.rows]


def lines(section: Section) -> Iterable[str]:
    """Yield the lines of a section: text is aligned left, numbers right, and empty columns are left out. A section
    without columns is only its title and notes."""
    rows = format_rows(section)
    rows = rows[: section.first or len(rows)]
    used_columns = [index for index in range(len(section.columns)) if any(row[index] for row in rows)]
    left_aligned = [section.columns[index].kind == "text" for index in used_columns]
    heads = [section.columns[index].name for index in used_columns]
    widths = [
        max(len(text) for text in (head, *(row[index] for row in rows)))
        for index, head in zip(used_columns, heads, strict=True)
    ]
    if section.title:
        yield section.title
    for cells in (
        (*([heads] if any(heads) else ()), *([row[index] for index in used_columns] for row in rows))
        if used_columns
        else ()
    ):
        yield (
            "  "
            + "  ".join(
                cell.ljust(width) if to_the_left else cell.rjust(width)
                for cell, width, to_the_left in zip(cells, widths, left_aligned, strict=True)
            ).rstrip()
        )
    for note in section.notes:
        yield f"  ({note})"


def paragraph(text: str) -> str:
    """Return a text as an HTML paragraph."""
    return f"<p>{html.escape(text)}</p>"


def as_html(section: Section) -> str:
    """Return a section as HTML for a notebook."""

    def row(tag: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    notes = "".join(map(paragraph, section.notes))
    if not section.columns:
        return paragraph(section.title) + notes
    head = row("th", [column.name for column in section.columns])
    body = "".join(row("td", cells) for cells in format_rows(section))
    return f"<table><caption>{html.escape(section.title)}</caption>{head}{body}</table>{notes}"


def count_of(count: int, noun: str) -> str:
    """Format a count with its noun: "1 card", "3 cards"."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
