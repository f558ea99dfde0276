"""The papers that hang and lie at a table: its sign, what its layout says, and a gaming guide. Each is one page."""

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
from pitboss.table.brief import Said
from pitboss.table.guide import SURFACES, Offered, Ranking
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Pays

TOLD_ELSEWHERE = ("What you can bet", "What beats what")  # chapters of the brief that a guide shows in another way
HAND, DICE = 8.8, 5.2  # mm that a row of cards or dice takes
POSTED = 1.36  # what stands below a sign is so much larger than the rest, and does not grow beyond that of size 1
DRAWN_AREAS = 8  # betting areas of one position that fit in a row
NUMBERS = re.compile(r"\d+(?:-\d+)*")
ODDS = "Odds are what a winning wager is paid, and the wager itself comes back: 3 to 1 pays $3 on each $1."
CHECK = "Check it against the law in force before you use it."


class Refused(NamedTuple):
    """A table that gets no papers, and why."""

    name: str
    found: tuple[str, ...]


def placards(subjects: Sequence[Subject], refused: Sequence[Refused] = (), found: Sequence[str] = ()) -> dict[str, str]:
    """File names and pages. `found` is what the check says of tables that can open."""
    pages: dict[str, str] = {}
    stems = file_stems([each.house.name for each in subjects])
    for stem, subject in zip(stems, subjects, strict=True):
        pages[f"{stem}-sign.html"] = sign(subject)
        pages[f"{stem}-layout.html"] = layout(subject)
        pages[f"{stem}-guide.html"] = guide(subject)
    return {"index.html": index(subjects, stems, refused, found), **pages}


def file_stems(names: Sequence[str]) -> list[str]:
    """A file name for each table: letters, digits and hyphens, no two alike, and none of index.html."""
    taken: set[str] = set()
    stems = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", "")).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or f"table-{number}"
        while stem in taken:
            stem = f"{stem}-{number}"
        taken.add(stem)
        stems.append(stem)
    return stems


# --- the sign


def sign(subject: Subject) -> str:
    offered = subject.guide.offered
    two = len(offered) > 1
    posted = "".join(f"<p>{escape(each.text)}</p>" for each in subject.guide.posted)
    body = [
        _head(subject, subject.title),
        f'<div class="{"two" if two else "one"} blocks">{"".join(map(_block, offered))}</div>',
        f'<div class="posted">{posted}</div>' if posted else "",
        _foot(subject, ODDS),
    ]

    def height(size: float) -> float:
        wide = 86 if two else 128
        blocks = [_block_height(each, wide, size) for each in offered]
        return type_size.columns(blocks, 2 if two else 1) + sum(
            type_size.text(each.text, type_size.WIDE, min(size, 1), POSTED) for each in subject.guide.posted
        )

    return page(f"{subject.house.name}: sign", "sign", body, type_size.largest(height, type_size.HIGH - 50, 1.5))


def _block(each: Offered) -> str:
    tables = "".join(map(pay_table, each.pays))
    return (
        f'<section><h2>{escape(each.name)}</h2><p class="limits">{escape(each.limits.text)}</p>'
        f"<p>{escape(each.wins.text)}</p>{tables}</section>"
    )


def _block_height(each: Offered, wide: float, size: float) -> float:
    high = type_size.text(each.name, wide, size, 1.75) + type_size.text(each.limits.text, wide, size, 1.5)
    high += type_size.text(each.wins.text, wide, size, 1.12) + type_size.ems(1.4, size)
    return high + sum(type_size.ems(2.6 + 2.1 * len(table.lines), size) for table in each.pays)


# --- the layout


def layout(subject: Subject) -> str:
    body = [
        _head(subject, "Layout inscriptions", subject.title),
        *_areas(subject),
        *_words(subject),
        f'<h2>Odds</h2><div class="tables">{"".join(pay_table(each, cited=True) for each in subject.pays)}</div>',
        *_demands(subject),
        _foot(subject, CHECK),
    ]

    def height(size: float) -> float:
        tables = type_size.columns([type_size.ems(2.2 + 1.62 * len(each.lines), size) for each in subject.pays], 3)
        words = sum(type_size.ems(4.4, size) for _ in range(0, len(inscribed(subject)), 2))
        asked = sum(type_size.text(each.says, 68, size) + type_size.ems(0.7, size) for each in subject.guide.demands)
        return tables + words + asked + type_size.ems(16, size)

    room = type_size.HIGH - 34 - (30 if len(subject.areas) <= DRAWN_AREAS else 22)
    return page(f"{subject.house.name}: layout inscriptions", "layout", body, type_size.largest(height, room, 1.1))


def _areas(subject: Subject) -> Iterator[str]:
    areas = subject.areas
    seats = subject.house.seats
    yield "<h2>Betting areas</h2>"
    if len(areas) <= DRAWN_AREAS:
        if subject.printed.drawing is not None:  # one layout for all
            positions = f"one layout, and all {seats} seats bet on it" if seats > 1 else "one layout"
        else:
            positions = "one position, marked like this" if seats == 1 else f"{seats} positions, each marked like this"
        yield f"<p>The table has {positions}:</p>"
        yield '<div class="areas">' + "".join(f"<span>{escape(each)}</span>" for each in areas) + "</div>"
    else:
        yield f"<p>{escape('; '.join(_alike(areas)))}.</p>"


def _alike(areas: Sequence[str]) -> Iterator[str]:
    """Areas that differ only in their numbers, named together: "place 4, 5, 6 to lose", "two-dice 1-2, 1-3"."""
    groups: dict[str, list[str]] = {}
    for each in areas:
        groups.setdefault(NUMBERS.sub("#", each), []).extend(NUMBERS.findall(each))
    for name, numbers in groups.items():
        yield name.replace("#", ", ".join(numbers))


def inscribed(subject: Subject) -> list[Inscription]:
    printed = subject.printed
    said = [each for each in (printed.motto, *printed.says) if each is not None]
    return said + [each for each in printed.limits if each.cite != "house:limits"]


def _words(subject: Subject) -> Iterator[str]:
    if said := inscribed(subject):
        yield '<h2>Words</h2><div class="words">'
        yield "".join(
            f"<div><p>{escape(each.text)}</p>{cite('custom of the trade' if each.cite == CUSTOM else each.cite)}</div>"
            for each in said
        )
        yield "</div>"


def _demands(subject: Subject) -> Iterator[str]:
    yield '<section class="demands"><h2>What the paragraphs ask, and of what</h2>'
    yield from demands_table(subject)
    yield "</section>"


def demands_table(subject: Subject) -> Iterator[str]:
    demands = subject.guide.demands
    if not any("odds" in each.says.lower() for each in demands):
        yield (
            "<p>No held paragraph of this game says how its odds are printed. They are in the “to” form here, as the "
            "chapter has it for other games.</p>"
        )
    if demands:
        heads = "".join(f'<th class="mark">{each}</th>' for each in SURFACES)
        yield f"<table><thead><tr><th>what</th>{heads}<th>paragraph</th></tr></thead><tbody>"
        for each in demands:
            marks = "".join(f'<td class="mark">{"●" if one in each.surfaces else ""}</td>' for one in SURFACES)
            yield f"<tr><td>{escape(each.says)}</td>{marks}<td>{cite(each.cite)}</td></tr>"
        yield "</tbody></table>"


# --- the gaming guide


def guide(subject: Subject) -> str:
    told = subject.guide
    chapters = [
        *((each.title, each.said) for each in subject.brief if each.title not in TOLD_ELSEWHERE),
        ("What you decide", told.decide),
    ]
    rows = list(_edges(subject))
    edges = told.edges + _at_which_bet(subject) if rows else ""
    body = [
        _head(subject, f"How to play {subject.title}"),
        f'<p class="about">{escape(told.about)}</p>',
        '<div class="guide-columns"><div>',
        *(_said(title, said) for title, said in chapters),
        *map(_ranking, told.rankings[1:]),
        "</div><div>",
        *map(_ranking, told.rankings[:1]),
        "</div></div>",
        '<h2>What you can bet, and what it pays</h2><div class="tables">',
        *map(_bet, told.offered),
        _where(told.edge, edges, rows),
        "</div>",
        _foot(subject, f"{ODDS} Bet only what you can afford to lose."),
    ]

    def height(size: float) -> float:
        left = sum(
            type_size.ems(2.6, size)
            + sum(type_size.text(each.text, 98, size) + type_size.ems(0.14, size) for each in said)
            for _, said in chapters
        )
        left += sum(_ranking_height(each, 2, size) for each in told.rankings[1:])
        right = sum(_ranking_height(each, 1, size) for each in told.rankings[:1])
        bets = [_bet_height(each, size) for each in told.offered]
        edge = sum(type_size.text(wager, 38, size) + type_size.ems(0.26, size) for wager, _ in rows)
        heads = type_size.text(told.edge, 57, size) + type_size.text(edges, 54, size)
        bets.append(heads + type_size.ems(3.2, size) + edge)
        about = type_size.text(told.about, type_size.WIDE, size, 1.16)
        return about + max(left, right) + type_size.columns(bets, 3) + type_size.ems(2.6, size)

    return page(
        f"{subject.house.name}: gaming guide", "guide", body, type_size.largest(height, type_size.HIGH - 27, 1.1)
    )


def _said(title: str, said: tuple[Said, ...]) -> str:
    kind = "ol" if title.startswith("How") else "ul"
    return f"<h2>{escape(title)}</h2><{kind}>{''.join(f'<li>{escape(each.text)}</li>' for each in said)}</{kind}>"


def _ranking(each: Ranking) -> str:
    lines = "".join(
        f"<div>{dice(hand.dice) if hand.dice else cards(hand.cards)}<p><b>{escape(hand.name)}</b> "
        f"{escape(hand.says)}</p></div>"
        for hand in each.hands
    )
    note = f'<p class="note">{escape(each.says)}</p>' if each.says else ""
    return f'<h2>{escape(each.title)}</h2><div class="hands">{lines}</div>{note}'


def _ranking_height(each: Ranking, across: int, size: float) -> float:
    rows = [each.hands[at : at + across] for at in range(0, len(each.hands), across)]
    drawn = sum(
        max(HAND, type_size.ems(3.6, size)) if row[0].cards else max(DICE, type_size.ems(2, size)) for row in rows
    )
    return type_size.ems(2.6, size) + drawn + type_size.text(each.says, 72, size, 0.88)


def _bet(each: Offered) -> str:
    tables = "".join(map(pay_table, each.pays))
    limits = f"<b>{escape(each.name)}</b>, {escape(each.limits.text)}."
    return f'<section class="bet"><p>{limits} {escape(each.wins.text)}</p>{tables}</section>'


def _bet_height(each: Offered, size: float) -> float:
    high = type_size.text(f"{each.name}, {each.limits.text}. {each.wins.text}", 57, size) + type_size.ems(0.7, size)
    return high + sum(type_size.ems(2.3 + 1.62 * len(table.lines), size) for table in each.pays)


def _edges(subject: Subject) -> Iterator[tuple[str, str]]:
    """The house edge of each wager over its variants; wagers with the same are on one line."""
    by_wager: dict[str, list[Row]] = {}
    for row in subject.counted.rows:
        by_wager.setdefault(row.wager, []).append(row)
    alike: dict[tuple[str, str, str], list[str]] = {}
    for wager, rows in by_wager.items():
        edges = [row.house_edge for row in rows]
        of = "" if rows[0].unit.startswith(("the wager", f"the {wager} wager")) else f", of {rows[0].unit}"
        alike.setdefault((of, percent(min(edges), 2), percent(max(edges), 2)), []).append(wager)
    for (of, least, most), wagers in alike.items():
        told = ", ".join(subject.guide.called.get(wager, wager) for wager in wagers) + of
        yield told[:1].upper() + told[1:], least if least == most else f"{least} to {most}"


def _at_which_bet(subject: Subject) -> str:
    """Where a payout limit or odd chips give other bets another edge, the figures are of a bet that is named."""
    if not subject.study.model.bet_matters(subject.house):
        return ""
    return f", at bets of {dollars(subject.study.bet)} (it may be another one at other bets)"


def _where(words: str, title: str, rows: list[tuple[str, str]]) -> str:
    edges = pay_table(Pays(title, "", tuple(rows))) if rows else ""
    return f'<section class="bet"><p><b>Where the house has its edge.</b> {escape(words)}</p>{edges}</section>'


# --- what all of them have


def _head(subject: Subject, title: str, under: str = "") -> str:
    more = f'<p class="under">{escape(under)}</p>' if under else ""
    return f'<header><p class="table">{escape(subject.house.name)}</p><h1>{escape(title)}</h1>{more}</header>'


def _foot(subject: Subject, says: str) -> str:
    return f"<footer><p>{escape(says)}</p><p>{escape(subject.law)}. {made_by()}.</p></footer>"


def index(subjects: Sequence[Subject], stems: Sequence[str], refused: Sequence[Refused], found: Sequence[str]) -> str:
    body = ["<header><h1>Signs, layouts and gaming guides</h1></header>"]
    for stem, each in zip(stems, subjects, strict=True):
        links = " · ".join(
            f'<a href="{stem}-{kind}.html">{name}</a>'
            for kind, name in (("sign", "sign"), ("layout", "layout inscriptions"), ("guide", "gaming guide"))
        )
        name = escape(each.house.name)
        body.append(f"<section><h2>{name}</h2><p>{links}</p><p class='note'>{escape(each.law)}</p></section>")
    if refused:
        body.append("<h2>No papers for these tables</h2><p>They cannot open. Correct the house file first.</p>")
        for table in refused:
            lines = "".join(f"<li>{escape(each)}</li>" for each in table.found)
            body.append(f"<section><h3>{escape(table.name)}</h3><ul>{lines}</ul></section>")
    if found:
        lines = "".join(f"<li>{escape(each)}</li>" for each in found)
        body.append(f"<h2>What the check of the house file says besides</h2><ul>{lines}</ul>")
    body.append(f"<footer><p>Each page prints on one sheet, A4 or Letter. {CHECK}</p><p>{made_by()}.</p></footer>")
    return page("Signs, layouts and gaming guides", "index", body)
