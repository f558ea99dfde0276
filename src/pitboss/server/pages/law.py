"""The pages of the law: an index with a search, sections, paragraphs, readings with their prices, rules sheets.

They are for players and regulators: the meaning of a paragraph comes first. The code that carries it out is one level
deeper, on a separate page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse

from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.law.coverage import STATUSES, Row, Status, coverage
from pitboss.law.plain_names import day_in_words, unhyphenate
from pitboss.law.readings import PriceInWords, Reading, price_list, price_of, readings_of
from pitboss.law.register import Paragraph, register
from pitboss.law.rules import section_of
from pitboss.law.unheld_games import is_beyond
from pitboss.server.access.permissions import allow
from pitboss.server.access.rate_limits import replays
from pitboss.server.pages.render import PageRoute, html_page
from pitboss.server.routes.tables import TableId, table_of
from pitboss.server.views.citation_panel import game_of, readings_about, without_chapter

router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
Cite = Annotated[str, Path(max_length=40)]
Words = Annotated[str, Query(max_length=80)]
Name = Annotated[str, Query(max_length=40)]

# The status of a paragraph, in words.
CALLED: dict[Status, str] = {
    "done": "carried out",
    "manner": "shown as acts",
    "elsewhere": "left to others",
    "pointer": "pointing to another",
    "open": "not carried out",
}


class Sum(NamedTuple):
    """The number of paragraphs of one held text, by status."""

    title: str
    size: int
    by_status: tuple[tuple[str, int], ...]  # (status in words, number of paragraphs)


class Section(NamedTuple):
    """A section of the law, with its paragraphs in each held text that contains it."""

    id: str
    game: str
    title: str
    texts: tuple[str, ...]
    paragraphs: dict[str, dict[str, Paragraph]]  # paragraph -> date of the text -> contents

    @property
    def about(self) -> str:
        """The first sentence of its first paragraph, by which a reader recognizes it."""
        first = next(iter(self.paragraphs.values()))
        gist = next(iter(first.values())).gist
        return gist.partition(". ")[0].rstrip(".:") + "."

    @property
    def size(self) -> int:
        """The number of paragraphs, counted once for each text."""
        return sum(len(texts) for texts in self.paragraphs.values())


@cache
def sections() -> tuple[Section, ...]:
    """Return all held sections of all games."""
    by_section: dict[tuple[str, str], dict[str, dict[str, Paragraph]]] = {}
    for name in REGISTERED:
        for (text, id_), law in register(load(name).package).items():
            by_section.setdefault((section_of(id_), name), {}).setdefault(id_, {})[text] = law
    return tuple(
        Section(
            id_,
            name,
            load(name).title,
            tuple(dict.fromkeys(text for texts in paragraphs.values() for text in texts)),
            paragraphs,
        )
        for (id_, name), paragraphs in by_section.items()
    )


@cache
def rows_of(package: str) -> dict[tuple[str, str], Row]:
    """Return the coverage of a game by text and paragraph."""
    return {(row.edition, row.paragraph): row for row in coverage(package)}


@cache
def sums_of(name: str) -> tuple[Sum, ...]:
    """Return the sums of each held text of a game."""
    game = load(name)
    rows = list(rows_of(game.package).values())
    sums = []
    for text in game.editions.texts:
        statuses = [row.status for row in rows if row.edition == text.date]
        counts = tuple((CALLED[status], statuses.count(status)) for status in STATUSES if status in statuses)
        sums.append(Sum(text.title, len(statuses), counts))
    return tuple(sums)


@router.get("/law")
@allow("anyone")
@replays(1)
def law_index(request: Request, q: Words = "", game: Name = "") -> HTMLResponse:
    """Show all held paragraphs by game and section, with a search by number and by words."""
    words = without_chapter(q).lower().split()
    chosen = [section for section in sections() if game in ("", section.game)]
    if words:
        chosen = [section._replace(paragraphs=dict(_matching_paragraphs(section, words))) for section in chosen]
    sections_shown = [section for section in chosen if section.paragraphs]
    games = [load(name) for name in REGISTERED]
    return html_page(
        request,
        "law_index.html",
        found=sections_shown,
        q=q,
        game=game,
        games=games,
        shown=[listed for listed in games if game in ("", listed.name)],
        sums={listed.name: sums_of(listed.name) for listed in games},
        count=sum(section.size for section in sections_shown if not is_beyond(section.id)),
        beyond=sum(section.size for section in sections_shown if is_beyond(section.id)),
        day=day_in_words,
    )


def _matching_paragraphs(section: Section, words: list[str]) -> Iterator[tuple[str, dict[str, Paragraph]]]:
    for id_, texts in section.paragraphs.items():
        matching = {
            text: law for text, law in texts.items() if all(word in f"{id_} {law.gist}".lower() for word in words)
        }
        if matching:
            yield id_, matching


@router.get("/law/{paragraph}")
@allow("anyone")
def law_page(request: Request, paragraph: Cite) -> HTMLResponse:
    """Show a whole section, or one paragraph as each held text has it."""
    wanted = without_chapter(paragraph)
    game, section = game_of(wanted), _section(wanted)
    if game is None or section is None or wanted not in (section.id, *section.paragraphs):
        near = list(section.paragraphs) if section else []
        return html_page(request, "sorry.html", 404, wrong=f"No held text has a paragraph {wanted}.", near=near)
    context: dict[str, Any] = {
        "section": section,
        "game": game,
        "day": day_in_words,
        "words": unhyphenate,
        "newest": section.texts[0],
        "rows": rows_of(game.package),
    }
    if wanted == section.id and wanted not in section.paragraphs:
        readings = {id_: list(readings_about(game, id_)) for id_ in (section.id, *section.paragraphs)}
        return html_page(request, "law_section.html", readings=readings, **context)
    ids = list(section.paragraphs)
    index = ids.index(wanted)
    return html_page(
        request,
        "law.html",
        paragraph=wanted,
        texts=section.paragraphs[wanted],
        readings=[(reading, price_of(game.name, reading.id)) for reading in readings_about(game, wanted)],
        before=ids[index - 1] if index else "",
        after=ids[index + 1] if index + 1 < len(ids) else "",
        **context,
    )


def _section(id_: str) -> Section | None:
    return next((section for section in sections() if section.id == section_of(id_)), None)


@router.get("/law/{paragraph}/evidence")
@allow("anyone")
def evidence_page(request: Request, paragraph: Cite) -> HTMLResponse:
    """Show the code that carries out a paragraph, and the tests that prove it."""
    wanted = without_chapter(paragraph)
    game = game_of(wanted)
    matching_rows = [row for row in rows_of(game.package).values() if row.paragraph == wanted] if game else []
    if game is None or not matching_rows:
        raise HTTPException(404, f"No held text has a paragraph {wanted}.")
    return html_page(
        request, "law_evidence.html", paragraph=wanted, game=game, found=matching_rows, day=day_in_words, called=CALLED
    )


class PricedReading(NamedTuple):
    """A reading with its price."""

    reading: Reading
    price: PriceInWords


@router.get("/readings")
@allow("anyone")
@replays(2)
def readings_page(request: Request, q: Words = "", game: Name = "", priced: bool = False) -> HTMLResponse:
    """Show every doubt in the texts, what it can mean, how it is read and why, and what the choice is worth."""
    words = q.lower().split()
    rows = []
    for name in REGISTERED:
        if game in ("", name):
            candidates = [item for item in _price_readings(load(name)) if not priced or item.price.changes]
            if matching := [
                item for item in candidates if all(word in _searchable_text(item.reading) for word in words)
            ]:
                tables = price_list()[name].tables if name in price_list() else ()
                rows.append((load(name), matching, tables))
    return html_page(
        request,
        "readings.html",
        found=rows,
        q=q,
        game=game,
        priced=priced,
        games=[load(name) for name in REGISTERED],
        count=sum(len(matching) for _, matching, _ in rows),
        words=unhyphenate,
    )


def _price_readings(game: Game) -> Iterator[PricedReading]:
    for reading in readings_of(game.package).values():
        yield PricedReading(reading, price_of(game.name, reading.id))


def _searchable_text(reading: Reading) -> str:
    texts = (reading.id, unhyphenate(reading.id), reading.paragraph, reading.doubt, *reading.choices.values())
    return " ".join((*texts, reading.reason)).lower()


@router.get("/t/{table}/rules")
@allow("anyone")
def rules_page(request: Request, table: TableId) -> HTMLResponse:
    """Show the rules of one table, to read and to print."""
    live = table_of(request, table)
    return html_page(request, "rules.html", table=live.id, name=live.name, title=live.game.title)
