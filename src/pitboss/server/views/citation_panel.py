"""The text behind a citation, for the panel that opens beside the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import quote

import msgspec

from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.law.house_rules import HOUSE_RULES
from pitboss.law.plain_names import day_in_words, unhyphenate
from pitboss.law.readings import Reading, price_of, readings_of
from pitboss.law.register import citable_paragraphs
from pitboss.law.rules import Rules, section_of
from pitboss.law.unheld_games import full_citation, game_of_citation, is_beyond

ELSEWHERE = re.compile(r"\d+:\d+\w*-\d")  # a citation of another chapter
Kind = Literal["paragraph", "section", "reading", "default", "house", "not held"]


class Text(msgspec.Struct, frozen=True):
    """A paragraph in one held text."""

    text: str  # the day that names the text
    day: str  # the same in words
    in_force: bool  # at the table, or in the newest text if no table is given
    default: bool  # in force only because no text of its section is held for that day
    gist: str
    besides: str
    source: str = ""  # of a text that is not held: where the fact was read


class Choice(msgspec.Struct, frozen=True):
    id: str
    name: str
    meaning: str
    chosen: bool
    usual: bool  # whether it is the default


class Told(msgspec.Struct, frozen=True):
    """A reading, with the choice made at the table."""

    id: str
    name: str
    paragraph: str
    stands_in: bool
    doubt: str
    choices: tuple[Choice, ...]
    reason: str
    price: str
    changes: dict[str, tuple[str, ...]]


class Part(msgspec.Struct, frozen=True):
    id: str
    gist: str


class Beside(msgspec.Struct, frozen=True):
    cite: str
    kind: Kind
    title: str
    game: str
    game_title: str
    says: str = ""  # the explanation where no paragraph stands behind the citation
    texts: tuple[Text, ...] = ()
    readings: tuple[Told, ...] = ()
    section: str = ""
    parts: tuple[Part, ...] = ()  # all paragraphs of the section in force
    link: str = ""  # the page with the full text


def without_chapter(cite: str) -> str:
    """Return a citation without its chapter."""
    return cite.strip().removeprefix("N.J.A.C. ").removeprefix("19:47-")


def game_of(cite: str, game_name: str = "") -> Game | None:
    """Return the game whose subchapter contains a paragraph, else the named game, else None."""
    if is_beyond(cite):
        game_name = game_of_citation(cite)
    subchapter = "" if is_beyond(cite) else without_chapter(cite).partition(".")[0]
    for name in REGISTERED:
        if subchapter and load(name).subchapter == subchapter:
            return load(name)
    return load(game_name) if game_name in REGISTERED else None


def citation_content(cite: str, game: Game | None, rules: Rules | None) -> Beside | None:
    """Return what the panel shows for a citation, or None if nothing stands behind it. `rules` are those of the table
    at which it was cited, if any."""
    kind, _, name = cite.partition(":")
    if kind == "house":
        explanation = HOUSE_RULES.get(name)
        return None if explanation is None else Beside(cite, "house", "House rule", "", "", explanation)
    if ELSEWHERE.match(without_chapter(cite)):
        return Beside(
            cite, "not held", f"N.J.A.C. {cite}", "", "", "This is in another chapter. No text of it is held."
        )
    if game is None:
        return None
    rules = rules if rules is not None and rules.game == game.name else game.rules({})
    if kind == "reading":
        return _reading(cite, name, game, rules)
    return _paragraph(without_chapter(cite), game, rules)


def _reading(cite: str, name: str, game: Game, rules: Rules) -> Beside | None:
    reading = readings_of(game.package).get(name)
    if reading is None:
        return None
    return Beside(
        cite,
        "default" if reading.stands_in else "reading",
        unhyphenate(name).capitalize(),
        game.name,
        game.title,
        readings=(describe_reading(game, reading, rules),),
        link=f"/readings?game={game.name}#{game.name}-{name}",
    )


def _paragraph(id_: str, game: Game, rules: Rules) -> Beside | None:
    held, section = citable_paragraphs(game.package), section_of(id_)
    editions = [law for (_, paragraph), law in held.items() if paragraph == id_]
    current = rules.edition_of(id_)
    parts = tuple(
        Part(law.id, law.gist) for law in held.values() if _is_in_section(law.id, section, law.edition, current)
    )
    readings = tuple(describe_reading(game, reading, rules) for reading in readings_about(game, id_))
    kind: Kind = "paragraph" if editions else "section" if parts and id_ == section else "not held"
    says = _explain_missing(id_, section, game, bool(parts), current)
    if kind == "not held" and not says:
        return None
    return Beside(
        id_,
        kind,
        full_citation(id_),
        game.name,
        game.title,
        says if kind == "not held" else "",
        tuple(
            Text(
                law.edition,
                day_in_words(law.edition),
                law.edition == current,
                law.edition == current and section in rules.defaults,
                law.gist,
                law.besides,
                law.source,
            )
            for law in sorted(editions, key=lambda law: law.edition != current)
        ),
        readings,
        section if parts else "",
        parts,
        f"/law/{quote(id_)}" if kind != "not held" else f"/law#{game.name}",
    )


def _is_in_section(id_: str, section: str, edition: str, current: str | None) -> bool:
    return section_of(id_) == section and edition == current


def _explain_missing(id_: str, section: str, game: Game, has_parts: bool, current: str | None) -> str:
    """Return what to say about a paragraph that no held text contains, if its section is known."""
    known = {section_.id for section_ in game.editions.sections}
    if id_ in known or section in game.editions.never_held:
        return f"No text of {id_} is held. What is played in its place is a default, and each default is a reading."
    if has_parts and current is not None and is_beyond(id_):
        return f"The facts of {game.title} have no paragraph {id_}."
    if has_parts and current is not None:
        return f"The text of {day_in_words(current)} has no paragraph {id_} that is held."
    return ""


def describe_reading(game: Game, reading: Reading, rules: Rules) -> Told:
    price = price_of(game.name, reading.id)
    chosen = rules.reads(reading.id)
    return Told(
        reading.id,
        unhyphenate(reading.id),
        reading.paragraph,
        reading.stands_in,
        reading.doubt,
        tuple(
            Choice(choice, unhyphenate(choice), meaning, choice == chosen, choice == reading.default)
            for choice, meaning in reading.choices.items()
        ),
        reading.reason,
        price.text,
        price.changes,
    )


def readings_about(game: Game, id_: str) -> Iterator[Reading]:
    """Yield the readings of a paragraph, then other readings that mention it."""
    own = [reading for reading in readings_of(game.package).values() if reading.paragraph == id_]
    yield from own
    mention = re.compile(rf"(?<![\w.]){re.escape(id_)}(?![\w(]|\.\d)")
    for reading in readings_of(game.package).values():
        if reading not in own and mention.search(" ".join((reading.doubt, *reading.choices.values(), reading.reason))):
            yield reading
