"""Explains why a game's corpus must be written anew: its number was raised, or its tests play what is not in the
corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

import msgspec

from corpus.frozen import ACT, KeptRound, keep, path_of, watched_by
from corpus.page import load_corpus
from corpus.scenes import SeenRound, watch_golden_rounds, watch_law_tests
from pitboss.games import REGISTERED, load
from pitboss.table.steps import Step

Cited: TypeAlias = tuple[str, str, str | None]  # what kind of act, what it cites, under which text


class CitedAct(msgspec.Struct):
    act: str
    cite: str


_read_act = msgspec.json.Decoder(tuple[CitedAct, msgspec.Raw]).decode


def reasons(names: Collection[str]) -> dict[str, str]:
    """Say for each of these games whose corpus is stale why it is."""
    by_game = {name: reason for name in names if (reason := _reason(name))}
    others = [name for name in names if name not in by_game]
    return {**by_game, **{name: f"{where} does what no round shows" for name, where in acts_not_shown(others)}}


def _reason(name: str) -> str:
    if not path_of(name).exists():
        return "it has none"
    header, rounds = load_corpus(name)
    if header.behaviour != load(name).editions.behaviour:
        return f"it is of behaviour {header.behaviour}"
    golden = golden_rounds(name)
    return "" if rounds[: len(golden)] == golden and not _is_golden(rounds[len(golden)]) else "golden rounds are others"


def _is_golden(kept: KeptRound) -> bool:
    return kept.decoded_opening.where.startswith("golden")


def golden_rounds(name: str) -> list[KeptRound]:
    """Play the golden rounds of a game as the corpus keeps them."""
    with watched_by(None):
        return [
            keep(number, seen.where, seen.driver, seen.judged)
            for number, seen in enumerate(watch_golden_rounds(name), 1)
        ]


def acts_not_shown(names: Collection[str] = tuple(REGISTERED)) -> Iterator[tuple[str, str]]:
    """Yield each game and test that does an act no round of its corpus shows: of that kind, citation and text."""
    shown = {name: set(_acts_shown(name)) for name in names}
    if not shown:
        return
    with watched_by(None):
        for seen in (*watch_law_tests(), *(seen for name in names for seen in watch_golden_rounds(name))):
            name = seen.driver.game.name
            if name in shown and not set(_acts_done(seen)) <= shown[name]:
                yield name, seen.where


def _acts_shown(name: str) -> Iterator[Cited]:
    for kept in load_corpus(name)[1]:
        sections = load(name).editions.law_on(kept.decoded_opening.as_of, kept.decoded_opening.assumed).sections
        for line in kept.log:
            if line.startswith(ACT):
                act, _ = _read_act(line)
                yield act.act, act.cite, sections.get(act.cite.partition("(")[0])


def _acts_done(seen: SeenRound) -> Iterator[Cited]:
    for step in seen.driver.log:
        if isinstance(step, Step):
            yield str(type(step).__struct_config__.tag), step.cite, seen.driver.rules.edition_of(step.cite)
