"""The papers at a table: its sign, the inscriptions of its layout, and a gaming guide. Each is one page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from pitboss.analysis.text_tables import percent
from pitboss.compliance.papers import type_size
from pitboss.compliance.papers.card_art import cards, dice
from pitboss.compliance.papers.paper import Subject, cite, made_by, page, pay_table
from pitboss.counting.exact_model import Row
from pitboss.table.brief import Sentence
from pitboss.table.guide import SURFACES, GuideWager, Ranking
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Pays

OTHER_CHAPTERS = ("What you can bet", "What beats what")  # chapters of the brief that a guide shows in another form
HAND, DICE = 8.8, 5.2  # height in mm of a row of cards or dice
POSTED = 1.36  # type size of the text below a sign, relative to the rest; it does not grow beyond size 1
DRAWN_AREAS = 8  # betting areas of one position that fit into a row
NUMBERS = re.compile(r"\d+(?:-\d+)*")
ODDS = "Odds are what a winning wager is paid, and the wager itself comes back: 3 to 1 pays $3 on each $1."
CHECK = "Check it against the law in force before you use it."


class RefusedTable(NamedTuple):
    """A table that gets no papers, and why."""

    name: str
    found: tuple[str, ...]


def placards(
    subjects: Sequence[Subject], refused: Sequence[RefusedTable] = (), check_lines: Sequence[str] = ()
) -> dict[str, str]:
    """Return the pages by file name. `check_lines` is what the check says of the tables that can open."""
    pages: dict[str, str] = {}
    stems = file_stems([subject.house.name for subject in subjects])
    for stem, subject in zip(stems, subjects, strict=True):
        pages[f"{stem}-sign.html"] = sign(subject)
        pages[f"{stem}-layout.html"] = layout(subject)
        pages[f"{stem}-guide.html"] = guide(subject)
    return {"index.html": index(subjects, stems, refused, check_lines), **pages}


def file_stems(names: Sequence[str]) -> list[str]:
    """Return a different file name for each table: letters, digits and hyphens, without ending."""
    used: set[str] = set()
    stems = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", "")).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or f"table-{number}"
        while stem in used:
            stem = f"{stem}-{number}"
        used.add(stem)
        stems.append(stem)
    return stems


# --- the sign


def sign(subject: Subject) -> str:
    """Return the sign of a table."""
    offered = subject.guide.offered
    has_two_columns = len(offered) > 1
    posted_html = "".join(f"<p>{escape(item.text)}</p>" for item in subject.guide.posted)
    body = [
        _head(subject, subject.title),
        f'<div class="{"two" if has_two_columns else "one"} blocks">{"".join(map(_block, offered))}</div>',
        f'<div class="posted">{posted_html}</div>' if posted_html else "",
        _foot(subject, ODDS),
    ]

    def height(size: float) -> float:
        width = 86 if has_two_columns else 128
        blocks = [_block_height(item, width, size) for item in offered]
        return type_size.columns_height(blocks, 2 if has_two_columns else 1) + sum(
            type_size.text_height(item.text, type_size.WIDE, min(size, 1), POSTED) for item in subject.guide.posted
        )

    return page(f"{subject.house.name}: sign", "sign", body, type_size.largest_size(height, type_size.HIGH - 50, 1.5))


def _block(wager: GuideWager) -> str:
    tables = "".join(map(pay_table, wager.pays))
    return (
        f'<section><h2>{escape(wager.name)}</h2><p class="limits">{escape(wager.limits.text)}</p>'
        f"<p>{escape(wager.wins.text)}</p>{tables}</section>"
    )


def _block_height(wager: GuideWager, width: float, size: float) -> float:
    height = type_size.text_height(wager.name, width, size, 1.75) + type_size.text_height(
        wager.limits.text, width, size, 1.5
    )
    height += type_size.text_height(wager.wins.text, width, size, 1.12) + type_size.ems_to_mm(1.4, size)
    return height + sum(type_size.ems_to_mm(2.6 + 2.1 * len(table.lines), size) for table in wager.pays)


# --- the layout


def layout(subject: Subject) -> str:
    """Return the page with the inscriptions of the layout."""
    body = [
        _head(subject, "Layout inscriptions", subject.title),
        *_areas_section(subject),
        *_inscription_section(subject),
        f'<h2>Odds</h2><div class="tables">{"".join(pay_table(item, cited=True) for item in subject.pays)}</div>',
        *_demands_section(subject),
        _foot(subject, CHECK),
    ]

    def height(size: float) -> float:
        tables_height = type_size.columns_height(
            [type_size.ems_to_mm(2.2 + 1.62 * len(item.lines), size) for item in subject.pays], 3
        )
        words_height = sum(type_size.ems_to_mm(4.4, size) for _ in range(0, len(inscriptions(subject)), 2))
        demands_height = sum(
            type_size.text_height(item.says, 68, size) + type_size.ems_to_mm(0.7, size)
            for item in subject.guide.demands
        )
        return tables_height + words_height + demands_height + type_size.ems_to_mm(16, size)

    room = type_size.HIGH - 34 - (30 if len(subject.areas) <= DRAWN_AREAS else 22)
    return page(f"{subject.house.name}: layout inscriptions", "layout", body, type_size.largest_size(height, room, 1.1))


def _areas_section(subject: Subject) -> Iterator[str]:
    areas = subject.areas
    seats = subject.house.seats
    yield "<h2>Betting areas</h2>"
    if len(areas) <= DRAWN_AREAS:
        if subject.printed_layout.drawing is not None:  # all players share one layout
            positions = f"one layout, and all {seats} seats bet on it" if seats > 1 else "one layout"
        else:
            positions = "one position, marked like this" if seats == 1 else f"{seats} positions, each marked like this"
        yield f"<p>The table has {positions}:</p>"
        yield '<div class="areas">' + "".join(f"<span>{escape(area)}</span>" for area in areas) + "</div>"
    else:
        yield f"<p>{escape('; '.join(_group_by_numbers(areas)))}.</p>"


def _group_by_numbers(areas: Sequence[str]) -> Iterator[str]:
    """Yield areas that differ only in their numbers together: "place 4, 5, 6 to lose", "two-dice 1-2, 1-3"."""
    groups: dict[str, list[str]] = {}
    for area in areas:
        groups.setdefault(NUMBERS.sub("#", area), []).extend(NUMBERS.findall(area))
    for name, numbers in groups.items():
        yield name.replace("#", ", ".join(numbers))


def inscriptions(subject: Subject) -> list[Inscription]:
    """Return the texts that are printed on the layout."""
    printed = subject.printed_layout
    texts = [text for text in (printed.motto, *printed.says) if text is not None]
    return texts + [text for text in printed.limits if text.cite != "house:limits"]


def _inscription_section(subject: Subject) -> Iterator[str]:
    if texts := inscriptions(subject):
        yield '<h2>Words</h2><div class="words">'
        yield "".join(
            f"<div><p>{escape(text.text)}</p>{cite('custom of the trade' if text.cite == CUSTOM else text.cite)}</div>"
            for text in texts
        )
        yield "</div>"


def _demands_section(subject: Subject) -> Iterator[str]:
    yield '<section class="demands"><h2>What the paragraphs ask, and of what</h2>'
    yield from demands_table(subject)
    yield "</section>"


def demands_table(subject: Subject) -> Iterator[str]:
    """Yield the table of what paragraphs require on which printed surface."""
    demands = subject.guide.demands
    if not any("odds" in demand.says.lower() for demand in demands):
        yield (
            "<p>No held paragraph of this game says how its odds are printed. They are in the “to” form here, as the "
            "chapter has it for other games.</p>"
        )
    if demands:
        heads = "".join(f'<th class="mark">{surface}</th>' for surface in SURFACES)
        yield f"<table><thead><tr><th>what</th>{heads}<th>paragraph</th></tr></thead><tbody>"
        for demand in demands:
            marks = "".join(
                f'<td class="mark">{"●" if surface in demand.surfaces else ""}</td>' for surface in SURFACES
            )
            yield f"<tr><td>{escape(demand.says)}</td>{marks}<td>{cite(demand.cite)}</td></tr>"
        yield "</tbody></table>"


# --- the gaming guide


def guide(subject: Subject) -> str:
    """Return the gaming guide of a table."""
    guide_text = subject.guide
    chapters = [
        *((item.title, item.said) for item in subject.brief if item.title not in OTHER_CHAPTERS),
        ("What you decide", guide_text.decide),
    ]
    rows = list(_edges(subject))
    edges = guide_text.edges + _bet_note(subject) if rows else ""
    body = [
        _head(subject, f"How to play {subject.title}"),
        f'<p class="about">{escape(guide_text.about)}</p>',
        '<div class="guide-columns"><div>',
        *(_chapter(title, said) for title, said in chapters),
        *map(_ranking, guide_text.rankings[1:]),
        "</div><div>",
        *map(_ranking, guide_text.rankings[:1]),
        "</div></div>",
        '<h2>What you can bet, and what it pays</h2><div class="tables">',
        *map(_bet, guide_text.offered),
        _edge_section(guide_text.edge, edges, rows),
        "</div>",
        _foot(subject, f"{ODDS} Bet only what you can afford to lose."),
    ]

    def height(size: float) -> float:
        left = sum(
            type_size.ems_to_mm(2.6, size)
            + sum(type_size.text_height(item.text, 98, size) + type_size.ems_to_mm(0.14, size) for item in said)
            for _, said in chapters
        )
        left += sum(_ranking_height(item, 2, size) for item in guide_text.rankings[1:])
        right = sum(_ranking_height(item, 1, size) for item in guide_text.rankings[:1])
        bets = [_bet_height(item, size) for item in guide_text.offered]
        edge = sum(type_size.text_height(wager, 38, size) + type_size.ems_to_mm(0.26, size) for wager, _ in rows)
        heads = type_size.text_height(guide_text.edge, 57, size) + type_size.text_height(edges, 54, size)
        bets.append(heads + type_size.ems_to_mm(3.2, size) + edge)
        about = type_size.text_height(guide_text.about, type_size.WIDE, size, 1.16)
        return about + max(left, right) + type_size.columns_height(bets, 3) + type_size.ems_to_mm(2.6, size)

    return page(
        f"{subject.house.name}: gaming guide", "guide", body, type_size.largest_size(height, type_size.HIGH - 27, 1.1)
    )


def _chapter(title: str, statements: tuple[Sentence, ...]) -> str:
    kind = "ol" if title.startswith("How") else "ul"
    items = "".join(f"<li>{escape(statement.text)}</li>" for statement in statements)
    return f"<h2>{escape(title)}</h2><{kind}>{items}</{kind}>"


def _ranking(ranking: Ranking) -> str:
    lines = "".join(
        f"<div>{dice(hand.dice) if hand.dice else cards(hand.cards)}<p><b>{escape(hand.name)}</b> "
        f"{escape(hand.says)}</p></div>"
        for hand in ranking.hands
    )
    note = f'<p class="note">{escape(ranking.says)}</p>' if ranking.says else ""
    return f'<h2>{escape(ranking.title)}</h2><div class="hands">{lines}</div>{note}'


def _ranking_height(ranking: Ranking, across: int, size: float) -> float:
    rows = [ranking.hands[index : index + across] for index in range(0, len(ranking.hands), across)]
    hands_height = sum(
        max(HAND, type_size.ems_to_mm(3.6, size)) if row[0].cards else max(DICE, type_size.ems_to_mm(2, size))
        for row in rows
    )
    return type_size.ems_to_mm(2.6, size) + hands_height + type_size.text_height(ranking.says, 72, size, 0.88)


def _bet(wager: GuideWager) -> str:
    tables = "".join(map(pay_table, wager.pays))
    limits = f"<b>{escape(wager.name)}</b>, {escape(wager.limits.text)}."
    return f'<section class="bet"><p>{limits} {escape(wager.wins.text)}</p>{tables}</section>'


def _bet_height(wager: GuideWager, size: float) -> float:
    height = type_size.text_height(
        f"{wager.name}, {wager.limits.text}. {wager.wins.text}", 57, size
    ) + type_size.ems_to_mm(0.7, size)
    return height + sum(type_size.ems_to_mm(2.3 + 1.62 * len(table.lines), size) for table in wager.pays)


def _edges(subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the range of house edges of each wager over its variants. Wagers with equal edges share a line."""
    by_wager: dict[str, list[Row]] = {}
    for row in subject.edge_rows.rows:
        by_wager.setdefault(row.wager, []).append(row)
    wagers_by_edges: dict[tuple[str, str, str], list[str]] = {}
    for wager, rows in by_wager.items():
        edges = [row.house_edge for row in rows]
        base = "" if rows[0].unit.startswith(("the wager", f"the {wager} wager")) else f", of {rows[0].unit}"
        wagers_by_edges.setdefault((base, percent(min(edges), 2), percent(max(edges), 2)), []).append(wager)
    for (base, least, most), wagers in wagers_by_edges.items():
        names = ", ".join(subject.guide.called.get(wager, wager) for wager in wagers) + base
        yield names[:1].upper() + names[1:], least if least == most else f"{least} to {most}"


def _bet_note(subject: Subject) -> str:
    """Return the bet that the edges are for, if a payout limit or odd chips make them depend on it."""
    if not subject.study.model.bet_matters(subject.house):
        return ""
    return f", at bets of {dollars(subject.study.bet)} (it may be another one at other bets)"


def _edge_section(words: str, title: str, rows: list[tuple[str, str]]) -> str:
    """Return the section that says where the house has its edge."""
    edges = pay_table(Pays(title, "", tuple(rows))) if rows else ""
    return f'<section class="bet"><p><b>Where the house has its edge.</b> {escape(words)}</p>{edges}</section>'


# --- what all of them have


def _head(subject: Subject, title: str, second_line: str = "") -> str:
    subtitle = f'<p class="under">{escape(second_line)}</p>' if second_line else ""
    return f'<header><p class="table">{escape(subject.house.name)}</p><h1>{escape(title)}</h1>{subtitle}</header>'


def _foot(subject: Subject, says: str) -> str:
    return f"<footer><p>{escape(says)}</p><p>{escape(subject.law)}. {made_by()}.</p></footer>"


def index(
    subjects: Sequence[Subject], stems: Sequence[str], refused: Sequence[RefusedTable], check_lines: Sequence[str]
) -> str:
    """Return the page that lists the other pages of the folder."""
    body = ["<header><h1>Signs, layouts and gaming guides</h1></header>"]
    for stem, subject in zip(stems, subjects, strict=True):
        links = " · ".join(
            f'<a href="{stem}-{kind}.html">{name}</a>'
            for kind, name in (("sign", "sign"), ("layout", "layout inscriptions"), ("guide", "gaming guide"))
        )
        name = escape(subject.house.name)
        body.append(f"<section><h2>{name}</h2><p>{links}</p><p class='note'>{escape(subject.law)}</p></section>")
    if refused:
        body.append("<h2>No papers for these tables</h2><p>They cannot open. Correct the house file first.</p>")
        for table in refused:
            lines = "".join(f"<li>{escape(line)}</li>" for line in table.found)
            body.append(f"<section><h3>{escape(table.name)}</h3><ul>{lines}</ul></section>")
    if check_lines:
        lines = "".join(f"<li>{escape(line)}</li>" for line in check_lines)
        body.append(f"<h2>What the check of the house file says besides</h2><ul>{lines}</ul>")
    body.append(f"<footer><p>Each page prints on one sheet, A4 or Letter. {CHECK}</p><p>{made_by()}.</p></footer>")
    return page("Signs, layouts and gaming guides", "index", body)
