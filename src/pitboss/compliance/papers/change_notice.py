"""The document that a licensee files about a changed house file: what changes at each table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.differences import Difference, differences, with_settable_lines
from pitboss.analysis.text_tables import percent
from pitboss.compliance.papers import placard
from pitboss.compliance.papers.paper import Subject, cite
from pitboss.compliance.papers.submission import DocumentPart, Section, cite_of_line, paragraphs, row_name, table
from pitboss.counting.exact_model import Row
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.law.register import Paragraph
from pitboss.table.guide import Guide

TITLE = "Submission of changes"
NOT_THERE, LIMITS, WINS, SIGN = "not offered", "limits", "when it wins", "sign"


def list_changes(old: Subject, new: Subject) -> list[Difference]:
    """Return the elections, readings, odds and law in which two tables of a game differ."""
    first, second = with_settable_lines(old.study), with_settable_lines(new.study)
    return list(differences(replace(first, bet=second.bet), second))


def summary(tables_by_change: dict[str, list[str]], since: str) -> Iterator[str]:
    """Yield what became of every table since the old house file, by kind of change."""
    yield f"<p>Compared with the house file {escape(since)}, table by table, by name.</p>"
    rows = [(kind, ", ".join(names)) for kind, names in tables_by_change.items() if names]
    yield table(("", "tables"), rows)
    if not tables_by_change["changed"] and not tables_by_change["new"] and not tables_by_change["gone"]:
        yield "<p>Nothing changed.</p>"


def changed_part(old: Subject, new: Subject, check_lines: Sequence[str] = ()) -> DocumentPart:
    """Return the part about a changed table, with only what changed. `check_lines` is what the check says about it."""
    sections = [
        Section("What changes", tuple(_what_changes(old, new, check_lines))),
        Section("Rules in plain words that change", tuple(_rules(old, new))),
        Section("Procedures that change", tuple(_procedures(old, new))),
        Section("Wagers, limits and odds that change", tuple(_wagers(old.guide, new.guide))),
        Section("House edges that change", tuple(_edges(old, new))),
        Section("Notices", tuple(_notices(old, new))),
        Section("Papers to be replaced", tuple(_papers(old, new))),
    ]
    return DocumentPart(new, tuple(section for section in sections if section.body))


def _what_changes(old: Subject, new: Subject, check_lines: Sequence[str]) -> Iterator[str]:
    cite_by_election = {election.name: election.cite for election in list_elections(new.rules, new.house)}
    rows = []
    for difference in list_changes(old, new):
        paragraph = _citation_for(difference.what, new, cite_by_election)
        rows.append((difference.what, difference.was, difference.now, paragraph))
    yield f"<p>{escape(new.game.title)}, {escape(new.law)}.</p>"
    yield table(("what", "was", "is", "paragraph"), rows)
    if check_lines:
        yield "<p>The check of the house file says:</p>"
        yield f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in check_lines)}</ul>"


def _citation_for(changed_key: str, new: Subject, cite_by_election: dict[str, str]) -> str:
    """Return the paragraph that an election, reading or line of a pay table rests on."""
    if changed_key.startswith("reading "):
        return changed_key.replace("reading ", "reading:")
    return cite_by_election.get(changed_key) or cite_of_line(new, changed_key)


def _rules(old: Subject, new: Subject) -> Iterator[str]:
    was = {statement.text: statement.cite for chapter in old.brief for statement in chapter.said}
    now = {statement.text: statement.cite for chapter in new.brief for statement in chapter.said}
    for title, texts, other_texts in (("No longer", was, now), ("From now on", now, was)):
        if lines := [
            f"<li>{escape(text)} {cite(paragraph)}</li>" for text, paragraph in texts.items() if text not in other_texts
        ]:
            yield f"<h3>{title}</h3><ul>{''.join(lines)}</ul>"


def _procedures(old: Subject, new: Subject) -> Iterator[str]:
    was, now = _paragraphs(old), _paragraphs(new)
    if removed := [paragraph.id for key, paragraph in was.items() if key not in now]:
        yield f"<p>No longer used: {escape(', '.join(removed))}.</p>"
    if added_paragraphs := [paragraph for key, paragraph in now.items() if key not in was]:
        lines = "".join(
            f"<dt>{escape(paragraph.id)}</dt><dd>{escape(paragraph.gist)}</dd>" for paragraph in added_paragraphs
        )
        yield f'<p>From now on:</p><dl class="law">{lines}</dl>'


def _paragraphs(subject: Subject) -> dict[tuple[str, str], Paragraph]:
    return {
        (paragraph.edition, paragraph.id): paragraph
        for part in subject.guide.parts
        for paragraph in paragraphs(subject, part)
    }


def _wagers(old: Guide, new: Guide) -> Iterator[str]:
    was, now = _sign_lines(old), _sign_lines(new)
    kept = {SIGN, *(wager.name for wager in new.offered)}  # a withdrawn wager has only its line of limits
    rows = [
        (*key, was.get(key, NOT_THERE), now.get(key, NOT_THERE))
        for key in dict.fromkeys((*was, *now))
        if was.get(key) != now.get(key) and (key in now or key[1] == LIMITS or key[0] in kept)
    ]
    if rows:
        yield table(("wager", "line", "was", "is"), rows)


def _sign_lines(guide: Guide) -> dict[tuple[str, str], str]:
    """Return what the sign says, by wager and line."""
    text_by_line = {}
    for wager in guide.offered:
        text_by_line[wager.name, LIMITS] = wager.limits.text
        text_by_line[wager.name, WINS] = wager.wins.text
        text_by_line |= {
            (wager.name, f"{pays.title}: {line}"): paid for pays in wager.pays for line, paid in pays.lines
        }
    text_by_line |= {(SIGN, text.cite): text.text for text in guide.posted}
    return text_by_line


def _edges(old: Subject, new: Subject) -> Iterator[str]:
    if why := old.edge_rows.why or new.edge_rows.why:
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
    return {(row_name(row), row.unit): row for row in subject.edge_rows.rows}


def _edge(row: Row | None) -> str:
    return NOT_THERE if row is None else f"{percent(row.house_edge)} ({fraction(row.house_edge)})"


def _notices(old: Subject, new: Subject) -> Iterator[str]:
    if notices := list(old.house.notices(old.rules, new.house)):
        yield f"<ul>{''.join(f'<li>{escape(notice.told)} {cite(notice.cite)}</li>' for notice in notices)}</ul>"


def _papers(old: Subject, new: Subject) -> Iterator[str]:
    pages = {
        "the sign": (placard.sign(old), placard.sign(new)),
        "the layout inscriptions": (placard.layout(old), placard.layout(new)),
        "the gaming guide": (placard.guide(old), placard.guide(new)),
    }
    if stale := [name for name, (was, now) in pages.items() if was != now]:
        yield f"<p>These say something else now: {escape(', '.join(stale))}. 'pitboss placard' writes them.</p>"
