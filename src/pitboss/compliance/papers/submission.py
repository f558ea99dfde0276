"""The document that a licensee files for a game: what is played, paid and printed at a table, with its paragraphs.

It is made of what the software carries out. Its sections are numbered, and a document about several tables has a part
for each.
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
from pitboss.analysis.comparison.differences import differences, supposing
from pitboss.analysis.par_sheets.par_page import SIGNED
from pitboss.analysis.text_tables import decimal, percent
from pitboss.compliance.papers.example_round import example
from pitboss.compliance.papers.paper import Subject, cite, made_by, page, pay_table
from pitboss.compliance.papers.placard import demands_table, inscribed
from pitboss.counting.exact_model import Row
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.law.plain_names import day_in_words, unhyphenate
from pitboss.law.readings import readings_of
from pitboss.law.register import Paragraph, known_to
from pitboss.law.rules import section_of
from pitboss.law.unheld_games import full_citation, is_assumed
from pitboss.table.guide import Part

TITLE = "Submission"
WORDS = (
    "This document is the licensee's own. It states the rules by the text named above, as Pitboss carries them out. No "
    "authority has reviewed it."
)
PLAIN_ODDS = 1_000  # the largest second number of true odds that are shown exactly
ASSUMED_BY_US = "(assumed)"
UNSPOKEN = ("lead-in", "pointer")  # paragraphs that say nothing by themselves

Cells = Sequence[str]


class Section(NamedTuple):
    title: str
    body: tuple[str, ...]


class Filed(NamedTuple):
    """A part of the document: a table with its sections."""

    subject: Subject
    sections: tuple[Section, ...]


def submission(parts: Sequence[Filed], day: str, *, before: Iterable[str] = (), kind: str = TITLE) -> str:
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
    lines = "".join(f"<div>{each}</div>" for each in SIGNED)
    body.append(f'<div class="together"><h2>Signature</h2><div class="sign-here">{lines}</div></div>')
    return page(title, f"submission {'whole' if kind == TITLE else 'changes'}", body)


def _identity(parts: Sequence[Filed], day: str) -> str:
    pairs = [(f"{part.subject.house.name}", f"{part.subject.game.title}, {part.subject.law}") for part in parts]
    pairs.append(
        ("Made", f"{day_in_words(day)}, {made_by().lower().replace('pitboss', 'Pitboss').removeprefix('made ')}")
    )
    inside = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    return f'<dl class="identity">{inside}</dl>'


def _contents(parts: Sequence[Filed]) -> str:
    lines = []
    for number, part in enumerate(parts, 1):
        first = f"{number}." if len(parts) > 1 else ""
        inside = "".join(
            f'<li><a href="#s{first}{at}">{first}{at} {escape(section.title)}</a></li>'
            for at, section in enumerate(part.sections, 1)
        )
        name = f"<h3>{escape(part.subject.house.name)}</h3>" if len(parts) > 1 else ""
        lines.append(f"<div>{name}<ul>{inside}</ul></div>")
    return f'<nav class="contents"><h2>Contents</h2>{"".join(lines)}</nav>' if parts else ""


def _part(part: Filed, first: str) -> Iterator[str]:
    if first:
        yield f'<h2 class="part">{first} {escape(part.subject.house.name)}</h2>'
    for at, section in enumerate(part.sections, 1):
        yield f'<section id="s{first}{at}"><h2>{first}{at} {escape(section.title)}</h2>'
        yield from section.body
        yield "</section>"


# --- the whole of a table


def whole(subject: Subject, found: Sequence[str] = ()) -> Filed:
    """Everything about one table. `found` is what the check of the house file says of it."""
    sections = [
        Section("What is filed", tuple(_what(subject, found))),
        Section("The rules in plain words", tuple(_brief(subject))),
        Section("Wagers, limits and payout odds", tuple(_wagers(subject))),
        Section("True odds, payout odds and house edge", tuple(_edges(subject))),
        Section("What the house elects", (_elections(subject),)),
        Section("Where no text is held, and readings", tuple(_readings(subject))),
        *(Section(each.title, tuple(_law(subject, each))) for each in subject.guide.parts),
        Section("A round, act by act", tuple(_example(subject))),
        Section("Signs, layout and printed matter", tuple(_printed(subject))),
    ]
    return Filed(subject, tuple(sections))


def table(heads: Cells, rows: Iterable[Cells], numbers: Sequence[int] = ()) -> str:
    """`numbers` are the columns set to the right. Cells are texts, not yet safe."""

    def cells(tag: str, texts: Cells) -> str:
        kinds = [' class="number"' if at in numbers else "" for at in range(len(texts))]
        return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for text, kind in zip(texts, kinds, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<table class="lines"><thead><tr>{cells("th", heads)}</tr></thead><tbody>{body}</tbody></table>'


def _what(subject: Subject, found: Sequence[str]) -> Iterator[str]:
    written = hashlib.sha256(msgspec.json.encode(subject.house, enc_hook=int, order="deterministic")).hexdigest()
    pairs = (
        ("Table", subject.house.name),
        ("Game", subject.game.title),
        ("Text" if subject.rules.is_beyond else "Law", subject.law),
        ("Rules digest", subject.rules.digest),
        ("Table digest", f"{written} (over everything that the house elects)"),
    )
    inside = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    yield f'<dl class="identity">{inside}</dl>'
    yield f"<p>{escape(subject.guide.about)}</p>"
    if found:
        yield "<p>The check of the house file says:</p>"
        yield f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in found)}</ul>"


def _brief(subject: Subject) -> Iterator[str]:
    for chapter in subject.brief:
        said = "".join(f"<li>{escape(each.text)} {cite(each.cite)}</li>" for each in chapter.said)
        yield f"<h3>{escape(chapter.title)}</h3><ul>{said}</ul>"


def _wagers(subject: Subject) -> Iterator[str]:
    guide = subject.guide
    yield table(
        ("wager", "limits", "when it wins", "paragraphs"),
        (
            (each.name, each.limits.text, each.wins.text, ", ".join(dict.fromkeys((each.limits.cite, each.wins.cite))))
            for each in guide.offered
        ),
    )
    yield f'<div class="tables">{"".join(pay_table(each, cited=True) for each in subject.pays)}</div>'
    if guide.posted:
        said = "".join(f"<li>{escape(each.text)} {cite(each.cite)}</li>" for each in guide.posted)
        yield f"<ul>{said}</ul>"


def _edges(subject: Subject) -> Iterator[str]:
    study, counted = subject.study, subject.counted
    if counted.why:
        yield f"<p>The house edges are not counted: {escape(counted.why)}.</p>"
        return
    bet = f" All figures are at {study.edge().bet_told()}." if study.model.bet_matters(subject.house) else ""
    yield (
        "<p>House edges are exact: every result is counted, and the player decides as well as can be or as the "
        f"wager's name states. Percentages are rounded from the fractions beside them.{escape(bet)}</p>"
    )
    yield table(
        ("wager", "of", "house edge", "exactly"),
        ((row_name(row), row.unit, percent(row.house_edge), fraction(row.house_edge)) for row in counted.rows),
        numbers=(2, 3),
    )
    for name, why in study.model.UNCOUNTED.items():
        yield f"<p>Not counted: {escape(name)}; {escape(why)}.</p>"
    for row in counted.rows:
        yield f'<h3>{escape(row_name(row))} <span class="cite">of {escape(row.unit)}</span></h3>'
        yield _outcomes(row)


def row_name(row: Row) -> str:
    return ", ".join(filter(None, (row.wager, row.variant)))


def _outcomes(row: Row) -> str:
    return table(
        ("outcome", "chance", "true odds against it", "pays", "net, in units"),
        (
            (
                each.outcome,
                percent(each.probability, 4),
                true_odds(each.probability),
                each.pays,
                decimal(each.net),
            )
            for each in row.results
        ),
        numbers=(1, 2, 4),
    )


def true_odds(chance: Fraction) -> str:
    """The odds against something, exactly if the numbers are short."""
    against = (1 - chance) / chance
    if against.denominator <= PLAIN_ODDS and against.numerator <= PLAIN_ODDS**2:
        return f"{against.numerator:,} to {against.denominator:,}"
    return f"about {decimal(against, 2)} to 1"


def paid_by(subject: Subject, line: str) -> str:
    """Which paragraph says what a line pays, as differences between tables name it: "base.flush", "field 12"."""
    table, dot, _ = line.partition(".")
    floors = subject.study.model.floors(subject.rules, subject.house)
    return next((floor.cite for floor in floors if floor.table == (table if dot else "")), "")


def _own_odds(subject: Subject) -> Iterator[Cells]:
    """Lines of pay tables that the house sets itself."""
    study = supposing(subject.study)
    house: Any = study.house
    if pay := getattr(house, "pay", None):
        plain = replace(study, house=msgspec.structs.replace(house, pay=type(pay)()))
        for each in differences(plain, study):
            yield each.what, each.now, each.was, "What it pays.", paid_by(subject, each.what)


def _elections(subject: Subject) -> str:
    usual = {each.name: each.value for each in list_elections(subject.rules, subject.game.house.usual())}
    return table(
        ("election", "this table", "by default", "what it is", "paragraph"),
        (
            *(
                (
                    each.called,
                    each.value,
                    "the same" if usual.get(each.name) == each.value else usual.get(each.name, ""),
                    each.meaning,
                    each.cite,
                )
                for each in list_elections(subject.rules, subject.house)
            ),
            *_own_odds(subject),
        ),
    )


def _readings(subject: Subject) -> Iterator[str]:
    rules = subject.rules
    if rules.is_beyond:
        yield "<p>No text of this game is held. All of it is played by labeled defaults, which are not law. "
        yield f"What is marked {ASSUMED_BY_US} stands in no source that was read.</p>"
    elif rules.defaults:
        told = ", ".join(rules.defaults)
        yield f"<p>Not held for that day, and played by labeled defaults: {escape(told)}.</p>"
    else:
        yield "<p>Every section is held.</p>"
    shown = [
        each
        for each in readings_of(subject.game.package).values()
        if each.stands_in or rules.reads(each.id) != each.default
    ]
    if shown:
        yield table(
            ("reading", "paragraph", "as played here", "default"),
            (
                (
                    unhyphenate(each.id),
                    each.paragraph,
                    each.choices[rules.reads(each.id)],
                    "yes" if rules.reads(each.id) == each.default else f"no: {unhyphenate(each.default)}",
                )
                for each in shown
            ),
        )
    yield (
        f"<p>Other doubts in the text are read as by default; 'pitboss readings {escape(subject.game.name)}' lists "
        "them.</p>"
    )


# --- the law


def paragraphs(subject: Subject, part: Part) -> Iterator[Paragraph]:
    """The paragraphs of the sections of a part that say something, in the texts carried out."""
    for named in part.sections:
        for (text, paragraph), body in known_to(subject.game.package).items():
            inside = section_of(paragraph) == named or ("(" in named and paragraph.startswith(named))
            if inside and subject.rules.edition_of(paragraph) == text and body.kind not in UNSPOKEN:
                yield body


def _law(subject: Subject, part: Part) -> Iterator[str]:
    said = list(paragraphs(subject, part))
    held = {section_of(each.id) for each in said}
    if said:
        yield (
            "<dl class='law'>"
            + "".join(f"<dt>{escape(each.id)}</dt><dd>{escape(_gist(each))}</dd>" for each in said)
            + "</dl>"
        )
    if missing := [section for section in part.sections if section not in held and section in subject.rules.defaults]:
        yield (
            f"<p>{escape(full_citation(', '.join(missing)))}: not held. What is played instead is in the section on "
            "readings, and each act of the round below names its own.</p>"
        )


def _gist(paragraph: Paragraph) -> str:
    return f"{paragraph.gist} {ASSUMED_BY_US}" if is_assumed(paragraph.source) else paragraph.gist


def _example(subject: Subject) -> Iterator[str]:
    shown = example(subject)
    if shown is None:
        yield "<p>No round can be played out with the strategies at hand.</p>"
        return
    what = (
        "one round"
        if shown.rounds == 1
        else f"the first {shown.rounds} {'rolls' if subject.game.furniture.shooter else 'rounds'}"
    )
    yield (
        f"<p>The order in which things are done, from opening to collecting, as it was in {what} from seed "
        f"{shown.seed}. Other rounds take other turns; each act names what it rests on.</p>"
    )
    yield table(
        ("", "act", "rests on"), ((str(at), act.told, act.cite) for at, act in enumerate(shown.acts, 1)), numbers=(0,)
    )


def _printed(subject: Subject) -> Iterator[str]:
    yield f"<p>Odds are printed in the “to” form, as in the section on wagers. Text: {escape(subject.law)}.</p>"
    if said := inscribed(subject):
        yield table(("words on the layout or the sign", "paragraph"), ((each.text, each.cite) for each in said))
    yield f'<div class="demands">{"".join(demands_table(subject))}</div>'
