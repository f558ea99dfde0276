"""The document that a licensee files for a game: what is played, paid and printed at a table, with the paragraphs.

It is generated from what the software carries out. Its sections are numbered, and a document about several tables has a
part for each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.differences import differences, with_settable_lines
from pitboss.analysis.par_sheets.par_page import SIGNED
from pitboss.analysis.text_tables import decimal, percent
from pitboss.compliance.papers.example_round import find_example
from pitboss.compliance.papers.paper import Subject, cite, made_by, page, pay_table
from pitboss.compliance.papers.placard import demands_table, inscriptions
from pitboss.counting.exact_model import Row
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.law.plain_names import day_in_words, unhyphenate
from pitboss.law.readings import readings_of
from pitboss.law.register import Paragraph, citable_paragraphs
from pitboss.law.rules import section_of
from pitboss.law.unheld_games import full_citation, is_assumed
from pitboss.table.guide import Part

TITLE = "Submission"
WORDS = (
    "This document is the licensee's own. It states the rules by the text named above, as Pitboss carries them out. No "
    "authority has reviewed it."
)
PLAIN_ODDS = 1_000  # largest second number of odds that are shown exactly
ASSUMED_BY_US = "(assumed)"
UNSPOKEN = ("lead-in", "pointer")  # kinds of paragraphs that say nothing by themselves

Cells = Sequence[str]


class Section(NamedTuple):
    title: str
    body: tuple[str, ...]


class DocumentPart(NamedTuple):
    """A part of the document: one table with its sections."""

    subject: Subject
    sections: tuple[Section, ...]


def submission(parts: Sequence[DocumentPart], day: str, *, before: Iterable[str] = (), kind: str = TITLE) -> str:
    """Return the whole document as HTML. `before` comes before the table of contents."""
    games = list(dict.fromkeys(part.subject.game.title for part in parts))
    title = f"{kind}: {games[0]}" if len(games) == 1 else kind
    body = [
        f"<header><h1>{escape(title)}</h1></header>",
        _identity(parts, day),
        f"<p>{WORDS}</p>",
        *before,
        _contents(parts),
    ]
    for number, part in enumerate(parts, 1):
        body.extend(_part(part, f"{number}." if len(parts) > 1 else ""))
    lines = "".join(f"<div>{label}</div>" for label in SIGNED)
    body.append(f'<div class="together"><h2>Signature</h2><div class="sign-here">{lines}</div></div>')
    return page(title, f"submission {'whole' if kind == TITLE else 'changes'}", body)


def _identity(parts: Sequence[DocumentPart], day: str) -> str:
    pairs = [(f"{part.subject.house.name}", f"{part.subject.game.title}, {part.subject.law}") for part in parts]
    pairs.append(
        ("Made", f"{day_in_words(day)}, {made_by().lower().replace('pitboss', 'Pitboss').removeprefix('made ')}")
    )
    entries = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    return f'<dl class="identity">{entries}</dl>'


def _contents(parts: Sequence[DocumentPart]) -> str:
    lines = []
    for number, part in enumerate(parts, 1):
        first = f"{number}." if len(parts) > 1 else ""
        entries = "".join(
            f'<li><a href="#s{first}{index}">{first}{index} {escape(section.title)}</a></li>'
            for index, section in enumerate(part.sections, 1)
        )
        name = f"<h3>{escape(part.subject.house.name)}</h3>" if len(parts) > 1 else ""
        lines.append(f"<div>{name}<ul>{entries}</ul></div>")
    return f'<nav class="contents"><h2>Contents</h2>{"".join(lines)}</nav>' if parts else ""


def _part(part: DocumentPart, first: str) -> Iterator[str]:
    if first:
        yield f'<h2 class="part">{first} {escape(part.subject.house.name)}</h2>'
    for index, section in enumerate(part.sections, 1):
        yield f'<section id="s{first}{index}"><h2>{first}{index} {escape(section.title)}</h2>'
        yield from section.body
        yield "</section>"


# --- the whole of a table


def whole_part(subject: Subject, check_lines: Sequence[str] = ()) -> DocumentPart:
    """Return the part about one table, with all sections. `check_lines` is what the check says about it."""
    sections = [
        Section("What is filed", tuple(_identity_section(subject, check_lines))),
        Section("The rules in plain words", tuple(_brief(subject))),
        Section("Wagers, limits and payout odds", tuple(_wagers(subject))),
        Section("True odds, payout odds and house edge", tuple(_edges(subject))),
        Section("What the house elects", (_elections_section(subject),)),
        Section("Where no text is held, and readings", tuple(_readings_section(subject))),
        *(Section(part.title, tuple(_law_section(subject, part))) for part in subject.guide.parts),
        Section("A round, act by act", tuple(_example_section(subject))),
        Section("Signs, layout and printed matter", tuple(_printed_section(subject))),
    ]
    return DocumentPart(subject, tuple(sections))


def table(heads: Cells, rows: Iterable[Cells], numbers: Sequence[int] = ()) -> str:
    """Return a table as HTML. Cells are plain text, which is escaped here; the columns `numbers` are aligned to the
    right."""

    def cells(tag: str, texts: Cells) -> str:
        kinds = [' class="number"' if index in numbers else "" for index in range(len(texts))]
        return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for text, kind in zip(texts, kinds, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<table class="lines"><thead><tr>{cells("th", heads)}</tr></thead><tbody>{body}</tbody></table>'


def _identity_section(subject: Subject, check_lines: Sequence[str]) -> Iterator[str]:
    digest = hashlib.sha256(msgspec.json.encode(subject.house, enc_hook=int, order="deterministic")).hexdigest()
    pairs = (
        ("Table", subject.house.name),
        ("Game", subject.game.title),
        ("Text" if subject.rules.is_beyond else "Law", subject.law),
        ("Rules digest", subject.rules.digest),
        ("Table digest", f"{digest} (over everything that the house elects)"),
    )
    entries = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    yield f'<dl class="identity">{entries}</dl>'
    yield f"<p>{escape(subject.guide.about)}</p>"
    if check_lines:
        yield "<p>The check of the house file says:</p>"
        yield f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in check_lines)}</ul>"


def _brief(subject: Subject) -> Iterator[str]:
    for chapter in subject.brief:
        items = "".join(f"<li>{escape(statement.text)} {cite(statement.cite)}</li>" for statement in chapter.said)
        yield f"<h3>{escape(chapter.title)}</h3><ul>{items}</ul>"


def _wagers(subject: Subject) -> Iterator[str]:
    guide = subject.guide
    yield table(
        ("wager", "limits", "when it wins", "paragraphs"),
        (
            (
                wager.name,
                wager.limits.text,
                wager.wins.text,
                ", ".join(dict.fromkeys((wager.limits.cite, wager.wins.cite))),
            )
            for wager in guide.offered
        ),
    )
    yield f'<div class="tables">{"".join(pay_table(pays, cited=True) for pays in subject.pays)}</div>'
    if guide.posted:
        items = "".join(f"<li>{escape(text.text)} {cite(text.cite)}</li>" for text in guide.posted)
        yield f"<ul>{items}</ul>"


def _edges(subject: Subject) -> Iterator[str]:
    study, edges = subject.study, subject.edge_rows
    if edges.why:
        yield f"<p>The house edges are not counted: {escape(edges.why)}.</p>"
        return
    bet = f" All figures are at {study.edge().describe_bet()}." if study.model.bet_matters(subject.house) else ""
    yield (
        "<p>House edges are exact: every result is counted, and the player decides as well as can be or as the "
        f"wager's name states. Percentages are rounded from the fractions beside them.{escape(bet)}</p>"
    )
    yield table(
        ("wager", "of", "house edge", "exactly"),
        ((row_name(row), row.unit, percent(row.house_edge), fraction(row.house_edge)) for row in edges.rows),
        numbers=(2, 3),
    )
    for name, why in study.model.UNCOUNTED.items():
        yield f"<p>Not counted: {escape(name)}; {escape(why)}.</p>"
    for row in edges.rows:
        yield f'<h3>{escape(row_name(row))} <span class="cite">of {escape(row.unit)}</span></h3>'
        yield _outcomes(row)


def row_name(row: Row) -> str:
    """Return the name of a wager with its variant."""
    return ", ".join(filter(None, (row.wager, row.variant)))


def _outcomes(row: Row) -> str:
    return table(
        ("outcome", "chance", "true odds against it", "pays", "net, in units"),
        (
            (
                result.outcome,
                percent(result.probability, 4),
                true_odds(result.probability),
                result.pays,
                decimal(result.net),
            )
            for result in row.results
        ),
        numbers=(1, 2, 4),
    )


def true_odds(chance: Fraction) -> str:
    """Return the odds against an outcome: exact if the numbers are short."""
    against = (1 - chance) / chance
    if against.denominator <= PLAIN_ODDS and against.numerator <= PLAIN_ODDS**2:
        return f"{against.numerator:,} to {against.denominator:,}"
    return f"about {decimal(against, 2)} to 1"


def cite_of_line(subject: Subject, line: str) -> str:
    """Return the paragraph that sets what a line pays. Lines are named as in differences between tables: "base.flush",
    "field 12"."""
    table, dot, _ = line.partition(".")
    floors = subject.study.model.floors(subject.rules, subject.house)
    return next((floor.cite for floor in floors if floor.table == (table if dot else "")), "")


def _own_odds(subject: Subject) -> Iterator[Cells]:
    """Yield the lines of pay tables that the house sets itself."""
    study = with_settable_lines(subject.study)
    house: Any = study.house
    if pay := getattr(house, "pay", None):
        without_own_odds = replace(study, house=msgspec.structs.replace(house, pay=type(pay)()))
        for difference in differences(without_own_odds, study):
            yield (
                difference.what,
                difference.now,
                difference.was,
                "What it pays.",
                cite_of_line(subject, difference.what),
            )


def _elections_section(subject: Subject) -> str:
    usual = {election.name: election.value for election in list_elections(subject.rules, subject.game.house.usual())}
    return table(
        ("election", "this table", "by default", "what it is", "paragraph"),
        (
            *(
                (
                    election.label,
                    election.value,
                    "the same" if usual.get(election.name) == election.value else usual.get(election.name, ""),
                    election.meaning,
                    election.cite,
                )
                for election in list_elections(subject.rules, subject.house)
            ),
            *_own_odds(subject),
        ),
    )


def _readings_section(subject: Subject) -> Iterator[str]:
    rules = subject.rules
    if rules.is_beyond:
        yield "<p>No text of this game is held. All of it is played by labeled defaults, which are not law. "
        yield f"What is marked {ASSUMED_BY_US} stands in no source that was read.</p>"
    elif rules.defaults:
        sections = ", ".join(rules.defaults)
        yield f"<p>Not held for that day, and played by labeled defaults: {escape(sections)}.</p>"
    else:
        yield "<p>Every section is held.</p>"
    shown = [
        reading
        for reading in readings_of(subject.game.package).values()
        if reading.stands_in or rules.reads(reading.id) != reading.default
    ]
    if shown:
        yield table(
            ("reading", "paragraph", "as played here", "default"),
            (
                (
                    unhyphenate(reading.id),
                    reading.paragraph,
                    reading.choices[rules.reads(reading.id)],
                    "yes" if rules.reads(reading.id) == reading.default else f"no: {unhyphenate(reading.default)}",
                )
                for reading in shown
            ),
        )
    yield (
        f"<p>Other doubts in the text are read as by default; 'pitboss readings {escape(subject.game.name)}' lists "
        "them.</p>"
    )


# --- the law


def paragraphs(subject: Subject, part: Part) -> Iterator[Paragraph]:
    """Yield the paragraphs of a part that say something, in the texts that are carried out."""
    for section in part.sections:
        for (text, paragraph), body in citable_paragraphs(subject.game.package).items():
            is_inside = section_of(paragraph) == section or ("(" in section and paragraph.startswith(section))
            if is_inside and subject.rules.edition_of(paragraph) == text and body.kind not in UNSPOKEN:
                yield body


def _law_section(subject: Subject, part: Part) -> Iterator[str]:
    paragraphs_shown = list(paragraphs(subject, part))
    held = {section_of(paragraph.id) for paragraph in paragraphs_shown}
    if paragraphs_shown:
        yield (
            "<dl class='law'>"
            + "".join(
                f"<dt>{escape(paragraph.id)}</dt><dd>{escape(_gist(paragraph))}</dd>" for paragraph in paragraphs_shown
            )
            + "</dl>"
        )
    if missing_sections := [
        section for section in part.sections if section not in held and section in subject.rules.defaults
    ]:
        yield (
            f"<p>{escape(full_citation(', '.join(missing_sections)))}: not held. What is played instead is in the "
            "section on readings, and each act of the round below names its own.</p>"
        )


def _gist(paragraph: Paragraph) -> str:
    return f"{paragraph.gist} {ASSUMED_BY_US}" if is_assumed(paragraph.source) else paragraph.gist


def _example_section(subject: Subject) -> Iterator[str]:
    round_shown = find_example(subject)
    if round_shown is None:
        yield "<p>No round can be played out with the strategies at hand.</p>"
        return
    extent = (
        "one round"
        if round_shown.rounds == 1
        else f"the first {round_shown.rounds} {'rolls' if subject.game.furniture.shooter else 'rounds'}"
    )
    yield (
        f"<p>The order in which things are done, from opening to collecting, as it was in {extent} from seed "
        f"{round_shown.seed}. Other rounds take other turns; each act names what it rests on.</p>"
    )
    yield table(
        ("", "act", "rests on"),
        ((str(index), act.told, act.cite) for index, act in enumerate(round_shown.acts, 1)),
        numbers=(0,),
    )


def _printed_section(subject: Subject) -> Iterator[str]:
    yield f"<p>Odds are printed in the “to” form, as in the section on wagers. Text: {escape(subject.law)}.</p>"
    if texts := inscriptions(subject):
        yield table(("words on the layout or the sign", "paragraph"), ((text.text, text.cite) for text in texts))
    yield f'<div class="demands">{"".join(demands_table(subject))}</div>'
