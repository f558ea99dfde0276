"""Tables for people: aligned in a terminal, or as HTML in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction

from pitboss.counting.decimals import decimal as decimal
from pitboss.counting.decimals import percent as percent
from pitboss.counting.exact_model import Cell, Section


def shown(cell: Cell, kind: str) -> str:
    if cell == "" or isinstance(cell, str):
        return str(cell)
    if kind == "percent":
        return percent(Fraction(cell))
    return f"{cell:,}" if kind == "count" else decimal(Fraction(cell))


def texts(section: Section) -> list[tuple[str, ...]]:
    kinds = [column.kind for column in section.columns]
    return [tuple(shown(cell, kind) for cell, kind in zip(cells, kinds, strict=True)) for cells in section.rows]


def lines(section: Section) -> Iterable[str]:
    """Text to the left, numbers to the right; columns in which nothing stands are left out. One without columns says
    it all in its title."""
    rows = texts(section)
    rows = rows[: section.first or len(rows)]
    used = [at for at in range(len(section.columns)) if any(row[at] for row in rows)]
    left = [section.columns[at].kind == "text" for at in used]
    heads = [section.columns[at].name for at in used]
    widths = [
        max(len(text) for text in (head, *(row[at] for row in rows))) for at, head in zip(used, heads, strict=True)
    ]
    if section.title:
        yield section.title
    for cells in (*([heads] if any(heads) else ()), *([row[at] for at in used] for row in rows)) if used else ():
        yield (
            "  "
            + "  ".join(
                cell.ljust(width) if flush else cell.rjust(width)
                for cell, width, flush in zip(cells, widths, left, strict=True)
            ).rstrip()
        )
    for note in section.notes:
        yield f"  ({note})"


def paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def as_html(section: Section) -> str:
    """A table as a notebook shows it."""

    def row(tag: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    notes = "".join(map(paragraph, section.notes))
    if not section.columns:
        return paragraph(section.title) + notes
    head = row("th", [column.name for column in section.columns])
    body = "".join(row("td", cells) for cells in texts(section))
    return f"<table><caption>{html.escape(section.title)}</caption>{head}{body}</table>{notes}"


def so_many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
