"""What a changed house file changes at a table, for the document that a licensee files about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.differences import Difference, differences, supposing
from pitboss.analysis.text_tables import percent
from pitboss.compliance.papers import placard
from pitboss.compliance.papers.paper import Subject, cite
from pitboss.compliance.papers.submission import Filed, Section, paid_by, paragraphs, row_name, table
from pitboss.counting.exact_model import Row
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.law.register import Paragraph
from pitboss.table.guide import Guide

TITLE = "Submission of changes"
NOT_THERE, LIMITS, WINS, SIGN = "not offered", "limits", "when it wins", "sign"


def changed(old: Subject, new: Subject) -> list[Difference]:
    """Elections, readings, odds and law in which two tables of a game differ."""
    first, second = supposing(old.study), supposing(new.study)
    return list(differences(replace(first, bet=second.bet), second))


def summary(told: dict[str, list[str]], since: str) -> Iterator[str]:
    """What became of every table since a house file of this name."""
    yield f"<p>Compared with the house file {escape(since)}, table by table, by name.</p>"
    rows = [(kind, ", ".join(names)) for kind, names in told.items() if names]
    yield table(("", "tables"), rows)
    if not told["changed"] and not told["new"] and not told["gone"]:
        yield "<p>Nothing changed.</p>"


def part(old: Subject, new: Subject, found: Sequence[str] = ()) -> Filed:
    """Only what changed, of a table that did."""
    sections = [
        Section("What changes", tuple(_what(old, new, found))),
        Section("Rules in plain words that change", tuple(_rules(old, new))),
        Section("Procedures that change", tuple(_procedures(old, new))),
        Section("Wagers, limits and odds that change", tuple(_wagers(old.guide, new.guide))),
        Section("House edges that change", tuple(_edges(old, new))),
        Section("Notices", tuple(_notices(old, new))),
        Section("Papers to be replaced", tuple(_papers(old, new))),
    ]
    return Filed(new, tuple(section for section in sections if section.body))


def _what(old: Subject, new: Subject, found: Sequence[str]) -> Iterator[str]:
    about = {each.name: each.cite for each in list_elections(new.rules, new.house)}
    rows = []
    for each in changed(old, new):
        rows.append((each.what, each.was, each.now, _rests_on(each.what, new, about)))
    yield f"<p>{escape(new.game.title)}, {escape(new.law)}.</p>"
    yield table(("what", "was", "is", "paragraph"), rows)
    if found:
        yield "<p>The check of the house file says:</p>"
        yield f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in found)}</ul>"


def _rests_on(what: str, new: Subject, about: dict[str, str]) -> str:
    if what.startswith("reading "):
        return what.replace("reading ", "reading:")
    return about.get(what) or paid_by(new, what)


def _rules(old: Subject, new: Subject) -> Iterator[str]:
    was = {said.text: said.cite for chapter in old.brief for said in chapter.said}
    now = {said.text: said.cite for chapter in new.brief for said in chapter.said}
    for title, here, there in (("No longer", was, now), ("From now on", now, was)):
        if lines := [f"<li>{escape(text)} {cite(by)}</li>" for text, by in here.items() if text not in there]:
            yield f"<h3>{title}</h3><ul>{''.join(lines)}</ul>"


def _procedures(old: Subject, new: Subject) -> Iterator[str]:
    was, now = _paragraphs(old), _paragraphs(new)
    if gone := [paragraph.id for key, paragraph in was.items() if key not in now]:
        yield f"<p>No longer used: {escape(', '.join(gone))}.</p>"
    if added := [paragraph for key, paragraph in now.items() if key not in was]:
        lines = "".join(f"<dt>{escape(each.id)}</dt><dd>{escape(each.gist)}</dd>" for each in added)
        yield f'<p>From now on:</p><dl class="law">{lines}</dl>'


def _paragraphs(subject: Subject) -> dict[tuple[str, str], Paragraph]:
    return {(each.edition, each.id): each for some in subject.guide.parts for each in paragraphs(subject, some)}


def _wagers(old: Guide, new: Guide) -> Iterator[str]:
    was, now = _lines(old), _lines(new)
    kept = {SIGN, *(each.name for each in new.offered)}  # of a wager that is withdrawn, one line says so
    rows = [
        (*key, was.get(key, NOT_THERE), now.get(key, NOT_THERE))
        for key in dict.fromkeys((*was, *now))
        if was.get(key) != now.get(key) and (key in now or key[1] == LIMITS or key[0] in kept)
    ]
    if rows:
        yield table(("wager", "line", "was", "is"), rows)


def _lines(guide: Guide) -> dict[tuple[str, str], str]:
    """What a sign says, by wager and line."""
    found = {}
    for each in guide.offered:
        found[each.name, LIMITS] = each.limits.text
        found[each.name, WINS] = each.wins.text
        found |= {(each.name, f"{pays.title}: {line}"): paid for pays in each.pays for line, paid in pays.lines}
    found |= {(SIGN, each.cite): each.text for each in guide.posted}
    return found


def _edges(old: Subject, new: Subject) -> Iterator[str]:
    if why := old.counted.why or new.counted.why:
        yield f"<p>The house edges are not counted: {escape(why)}.</p>"
        return
    was, now = _rows(old), _rows(new)
    rows = [
        (*key, _edge(was.get(key)), _edge(now.get(key)))
        for key in dict.fromkeys((*was, *now))
        if _edge(was.get(key)) != _edge(now.get(key))
    ]
    if rows:
        yield "<p>Exact, with the player deciding as well as can be or as the wager's name states.</p>"
        yield table(("wager", "of", "was", "is"), rows, numbers=(2, 3))


def _rows(subject: Subject) -> dict[tuple[str, str], Row]:
    return {(row_name(row), row.unit): row for row in subject.counted.rows}


def _edge(row: Row | None) -> str:
    return NOT_THERE if row is None else f"{percent(row.house_edge)} ({fraction(row.house_edge)})"


def _notices(old: Subject, new: Subject) -> Iterator[str]:
    if told := list(old.house.notices(old.rules, new.house)):
        yield f"<ul>{''.join(f'<li>{escape(each.told)} {cite(each.cite)}</li>' for each in told)}</ul>"


def _papers(old: Subject, new: Subject) -> Iterator[str]:
    pages = {
        "the sign": (placard.sign(old), placard.sign(new)),
        "the layout inscriptions": (placard.layout(old), placard.layout(new)),
        "the gaming guide": (placard.guide(old), placard.guide(new)),
    }
    if stale := [name for name, (was, now) in pages.items() if was != now]:
        yield f"<p>These say something else now: {escape(', '.join(stale))}. 'pitboss placard' writes them.</p>"
