"""Writes docs/held.md: which texts are held of each game, and how much of what happens at its tables rests on a
reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import msgspec

from corpus.frozen import ACT, path_of, read
from pitboss.games import REGISTERED, load
from pitboss.law import force
from pitboss.law.editions import UNHELD
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.law.unheld_games import TEXT, game_of_citation, is_assumed, is_beyond

MOST_NAMED = 3  # readings that a game's acts rest on most
INTRODUCTION = """# What is held, and what is not

Pitboss deals by the texts it holds, and it does not hold everything. Some games begin in the middle; some sections
are missing for some years. Where a section is missing, Pitboss does not invent a paragraph. It plays a labeled
default, called a [reading](readings.md), and cites it by name, as in `reading:the-throw`. You can choose another, and
your choice is part of every record. Of some games no text is held at all. They are dealt from
[facts of other sources](beyond.md), with assumptions of ours where no source speaks. Their acts cite `beyond:`, which
is not law.

So how much of a game is law, and how much is our reading of it? The [frozen corpus](corpus.md) can answer, because
every act in it carries its citation. An act cites one of five things:

- a **paragraph** of a held text;
- a **fact of another source**, where no text of the game is held;
- an **assumption**, where no text of the game is held and no source that we read says it (`pitboss law --assumed`);
- a **reading**, where none of these speaks;
- the **house**, where the matter is the licensee's own and no law is needed, such as an incident that somebody reports.

This page counts them. An act that cites two of these, such as a paragraph and beside it the reading that makes the
amount what it is, counts as the one it names first."""
NOTES = """## How to use these numbers

The corpus is not an evening at a casino. It holds more irregularities than play ever has, because every paragraph
must occur in it. Take the shares as what they are: how much of *what Pitboss can do* at that table rests on a
reading.

A game is dealt by its newest held text unless you ask for another day. What the regulation became after that text is
not here.

An act that cites a paragraph may still depend on a doubt in that paragraph's words. Each game's readings are listed
with their alternatives and their price on [their own page](readings.md).

If you decide something by Pitboss, look at the citation beside the act. `18.10(c)` you can look up and hold against
us. At `reading:first-street` there is nothing to look up, and we say so. At `beyond:roulette.6(b)` you find a
published fact and its source, and no law; at `beyond:minibaccarat.9(f)` you find that we assumed it. Pitboss carries
out the text it holds. No regulator or test lab has approved it."""


# What an act may cite, and the heading of its column.
FAMILIES = {
    "paragraph": "cite a paragraph of a held text",
    "beyond": "cite a fact of another source",
    "assumed": "cite an assumption",
    "reading": "cite a reading",
    "house": "cite the house",
}


class CitationCounts(msgspec.Struct, frozen=True):
    """The acts of a game's corpus by what they cite first."""

    acts: Counter[str]  # by family
    kinds: dict[str, set[str]]  # kind of act -> what acts of it cite
    readings: Counter[str]  # acts that cite a reading first, by reading
    beside: Counter[str]  # acts that also cite a reading, by the family of what they cite first


def family_of(cite: str) -> str:
    """Return what one citation names, as a key of `FAMILIES`."""
    if is_beyond(cite):
        return "assumed" if is_assumed(_source(cite)) else "beyond"
    prefix, colon, _ = cite.partition(":")
    return prefix if colon and prefix in FAMILIES else "paragraph"


def _source(cite: str) -> str:
    return register(load(game_of_citation(cite)).package)[TEXT, cite].source


@cache
def count_citations(name: str) -> CitationCounts:
    """Count what the acts of a game's corpus cite."""
    counts = CitationCounts(Counter(), {}, Counter(), Counter())
    for kept in read(path_of(name))[1]:
        for line in kept.log:
            if line.startswith(ACT):
                act = msgspec.json.decode(line)[0]
                first, *more = force.split_citation(act["cite"])
                family = family_of(first)
                counts.acts[family] += 1
                counts.kinds.setdefault(act["act"], set()).add(family)
                if family == "reading":
                    counts.readings[first] += 1
                elif any(family_of(other) == "reading" for other in more):
                    counts.beside[family] += 1
    return counts


def page() -> str:
    rows = [f"| game | acts | {' | '.join(FAMILIES.values())} |", "|---|---:|" + "---:|" * len(FAMILIES)]
    for name in REGISTERED:
        acts = count_citations(name).acts
        shares = [share(acts[family], acts.total()) for family in FAMILIES]
        rows.append(f"| {load(name).title} | {acts.total():,} | {' | '.join(shares)} |")
    return "\n\n".join([INTRODUCTION, "\n".join(rows), *map(section, REGISTERED), NOTES]) + "\n"


def share(some: int, total: int) -> str:
    return f"{some:,} ({some / total:.1%})" if some else "0"


def section(name: str) -> str:
    game, counts = load(name), count_citations(name)
    parts = [f"## {game.title}", *(nothing_held(name) if game.is_beyond else held_texts(name))]
    kinds = sum("reading" in families for families in counts.kinds.values())
    only = sum(families == {"reading"} for families in counts.kinds.values())
    beside = counts.beside.total()
    more = f" Another {beside:,} name one beside what they cite first." if beside else ""
    parts.append(
        f"**{counts.acts['reading']:,} of {counts.acts.total():,} acts in the frozen corpus cite a reading.**{more} "
        f"Of its {len(counts.kinds)} kinds of acts, {kinds} rest on a reading at least once and {only} always do. "
        f"The game has {len(readings_of(game.package))} readings."
    )
    most = [f"`{cite}` ({count:,})" for cite, count in counts.readings.most_common(MOST_NAMED)]
    parts.append(f"Most acts on a reading cite {', '.join(most)}.")
    return "\n\n".join(parts)


def held_texts(name: str) -> list[str]:
    texts = [f"- {text.title}" for text in load(name).editions.texts]
    return ["Held:\n\n" + "\n".join(texts), "Not held: " + _not_held(name)]


def nothing_held(name: str) -> list[str]:
    """Say what a game is dealt by of which no text is held."""
    acts = count_citations(name).acts
    dealt = "It is dealt from [facts of other sources](beyond.md) as a labeled default, and that is not law."
    cites = f"**No act cites a paragraph of a held text.** {acts['beyond']:,} of {acts.total():,} cite such a fact, "
    cites += f"and {acts['assumed']:,} what we assumed because no source says it."
    return ["Held: nothing.", f"{dealt} {cites}"]


def _not_held(name: str) -> str:
    editions = load(name).editions
    told = []
    if never := editions.never_held:
        told.append(f"{', '.join(never)}. Readings stand in their place on every day.")
    spans = [
        f"{section.id} {_span(section.history)}"
        for section in editions.sections
        if section.id not in never and UNHELD in section.history.values()
    ]
    if spans:
        told.append(f"for some days, {'; '.join(spans)}.")
    return " Also not held: ".join(told) or "nothing. The text is whole as adopted."


def _span(history: Mapping[str, str]) -> str:
    """Format the days on which the words are not held. Amendments in between are left out."""
    days = sorted(history)
    missing = [day for day in days if history[day] == UNHELD]
    after = [day for day in days if day > missing[-1]]
    return f"({missing[0]} until {after[0]})" if after else f"(from {missing[0]} on)"
