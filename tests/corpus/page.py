"""Writes docs/corpus.md: what the frozen corpus shows of every game. No game is known here."""

from __future__ import annotations

from collections import Counter
from functools import cache
from textwrap import fill

from corpus.frozen import FOLDER, MOST_BYTES, Header, KeptRound, path_of, read
from corpus.grid import (
    CARRIED_OUT,
    DAY,
    ELECTION,
    INCIDENT,
    KIND,
    LIMIT,
    LIMITS,
    MADE,
    NOT_MADE,
    READING,
    SEATS,
    WAGER,
    Cell,
    cells,
    decks,
    incident_kinds,
    methods,
    table_cell,
    tag,
)
from corpus.survey import AS_ACT, AS_WAIT, OTHERWISE, Survey, survey
from kit.conformance import texts_of
from pitboss.games import REGISTERED, load
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.table.steps import quantity

WIDTH = 120
SOURCES = {"golden": "golden", "scene": "of readings", "law": "of law tests", "seeded": "seeded"}
INTRODUCTION = f"""# The frozen corpus

`behaviour` is a number in a game's `editions.py`. A person raises it when what happens at a table changes. The corpus
keeps that number honest. It holds rounds of every game as inputs and acts in `tests/corpus`, and `make test` replays
them. As long as the number is the same, they must come out exactly the same, including the words, wherever you changed
the code. If not, the test names the game and shows the first act that differs. Only `make corpus` writes the corpus. It
refuses a game whose acts changed while the number did not, or whose number was raised without a row in
[CHANGELOG.md](../CHANGELOG.md).

For each round the corpus keeps how it opens (day, readings, house and any findings against it, carry), every input,
every act with its words, every question, every judged input with the citations that refuse it, and the digest of the
final carry. It contains all golden rounds, the scene of every choice of every reading, every round and every house of
the law tests, and a thousand seeded rounds of each game, played to fill the cells of a grid. The file of a game must
not be larger than {MOST_BYTES:,} bytes.

The counts below come from what the rounds contain, not from their labels. A number is how many rounds show a cell. A
dash is a cell that the law leaves empty, with the rule listed below. Any other empty cell fails the test. Texts,
methods, seats, incidents, elections and readings come from the registration, kinds of acts from the source, and rulings
from `law.toml`."""


@cache
def load_corpus(name: str) -> tuple[Header, list[KeptRound]]:
    return read(path_of(name))


@cache
def survey_of(name: str) -> Survey:
    return survey(load(name), load_corpus(name)[1])


def page() -> str:
    size = sum(file.stat().st_size for file in FOLDER.iterdir())
    headers = [load_corpus(name)[0] for name in REGISTERED]
    total = (
        f"Total: {sum(header.rounds for header in headers):,} rounds, {sum(header.acts for header in headers):,} acts, "
    )
    parts = [INTRODUCTION, f"{total}{size:,} bytes.", *map(section, REGISTERED)]
    return "\n\n".join(parts) + "\n"


def section(name: str) -> str:
    result, (header, _) = survey_of(name), load_corpus(name)
    sources = ", ".join(f"{count:,} {SOURCES[source]}" for source, count in result.sources.items())
    summary = f"`behaviour` {header.behaviour}. {header.rounds:,} rounds ({sources}), {header.acts:,} acts."
    parts = [
        f"## {load(name).title}",
        summary,
        _tables(result),
        _incidents(result),
        *_lists(result),
        _left_empty(result),
    ]
    return "\n\n".join(parts)


def _format_count(result: Survey, cell: Cell, impossible: dict[Cell, str]) -> str:
    return "–" if cell in impossible else f"{result.counts[cell]:,}"


def _tables(result: Survey) -> str:
    game, impossible = result.game, result.impossible
    columns = [(backs, seats) for backs in decks(game) for seats in SEATS]
    heads = [f"{seats}, {quantity(len(backs), 'deck')}" if backs else seats for backs, seats in columns]
    lines = [_row("players", heads), "|---" * (1 + len(heads)) + "|"]
    for text in texts_of(game):
        for method in methods(game):
            row = [_format_count(result, table_cell(text, method, *column), impossible) for column in columns]
            lines.append(_row(f"{text} {method}".strip(), row))
    return "\n".join(lines)


def _incidents(result: Survey) -> str:
    game, impossible = result.game, result.impossible
    columns = [(text, method) for text in texts_of(game) for method in methods(game)]
    lines = [_row("incident", [" ".join(column).strip() for column in columns]), "|---" * (1 + len(columns)) + "|"]
    for kind in incident_kinds(game):
        row = [_format_count(result, (INCIDENT, *column, tag(kind)), impossible) for column in columns]
        lines.append(_row(tag(kind), row))
    return "\n".join(lines)


def _row(head: str, row: list[str]) -> str:
    return "| " + " | ".join((head, *row)) + " |"


def _lists(result: Survey) -> list[str]:
    """Return what is too long for a table, each as a paragraph."""
    game, impossible = result.game, result.impossible
    possible = [cell for cell in cells(game) if cell not in impossible]

    def counts(*axes: str) -> str:
        seen = [result.counts[cell] for cell in possible if cell[0] in axes]
        return f"{sum(map(bool, seen)):,} of {len(seen):,}, each in {quantity(min(seen, default=0), 'round')} or more"

    readings = [
        f"{reading.id} "
        + " / ".join(f"{choice} {result.counts[READING, reading.id, choice]:,}" for choice in reading.choices)
        for reading in readings_of(game.package).values()
    ]
    kinds = [f"{cell[1]} {result.counts[cell]:,}" for cell in possible if cell[0] == KIND]
    days = sum(cell[0] == DAY for cell in possible)
    parts = [
        f"**Elections** (every choice under every text): {counts(ELECTION)}."
        + (f" **Days between the texts**, by the earlier and by the later one: {counts(DAY)}." if days else ""),
        f"**Wagers** ({MADE}, and {NOT_MADE} by somebody who wagers): {counts(WAGER)}. "
        f"**Limits** of each wager ({', '.join(LIMITS)}): {counts(LIMIT)}.",
        _rulings(result),
        f"**Readings**, by rounds that ask for them ({counts(READING)}): {' · '.join(readings)}.",
        f"**Kinds of acts** ({counts(KIND)}): {' · '.join(kinds)}.",
    ]
    return [fill(part, WIDTH, break_long_words=False, break_on_hyphens=False) for part in parts]


def _rulings(result: Survey) -> str:
    kinds = {key: each.kind for key, each in register(result.game.package).items()}
    seen, held_ = Counter(kinds[key] for key in result.ways), Counter(kinds.values())
    each = [f"{seen[kind]} of {held_[kind]} of kind {kind}" for kind in (*CARRIED_OUT, "meaning") if held_[kind]]
    acts = {key: result.ways.get(key, set()) for key, kind in kinds.items() if kind == "act"}
    asked = [_format_key(key) for key, ways in acts.items() if AS_ACT not in ways and AS_WAIT in ways]
    order = [_format_key(key) for key, ways in acts.items() if not {AS_ACT, AS_WAIT} & ways and OTHERWISE in ways]
    by_act = sum(AS_ACT in ways for ways in acts.values())
    sentence = (
        f"**Rulings** (paragraphs of each text): {', '.join(each)}. Of those of kind act, {by_act} are carried out by "
    )
    sentence += "acts that cite them"
    sentence += f", {len(asked)} by a question that the dealer asks ({', '.join(asked)})" if asked else ""
    sentence += f", {len(order)} by the order in which acts are done ({', '.join(order)})" if order else ""
    return sentence + "."


def _format_key(key: tuple[str, str]) -> str:
    return f"{key[1]} of {key[0]}"


def _left_empty(found: Survey) -> str:
    """List the cells that the law leaves empty, by the rule that says so."""
    rules: dict[tuple[str, str], dict[str, list[str]]] = {}
    for cell, why in found.impossible.items():
        # Of an incident, whatever the text and the method; of a wager, whichever of its limits.
        name, last = (cell[-1], "") if cell[0] in (INCIDENT, KIND) else (" ".join(cell[1:-1]), cell[-1])
        rules.setdefault((cell[0], why), {}).setdefault(name, []).append("" if cell[0] == LIMIT else last)
    told = [
        f"- {axis}: "
        + ", ".join(" ".join((name, "/".join(filter(None, last)))).strip() for name, last in each.items())
        + f" ({why})."
        for (axis, why), each in rules.items()
    ]
    lines = [fill(line, WIDTH, break_on_hyphens=False, subsequent_indent="  ") for line in told]
    return "\n".join(["**Left empty** by rule:", "", *lines])
