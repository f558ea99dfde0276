"""Every kind of act that a game can do, found by reading its source, as coverage finds citations.

A kind counts if the source makes it or passes it on to be made, in the game's own folder or in what that leads to in
`common` and `engine`. No game is known here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from kit.carriers import packages_of
from kit.parts import folder_of, part
from kit.source_code import Name, defined_names, modules, referenced_names, top_level_names
from pitboss.engine.game import Game
from pitboss.games import REGISTERED
from pitboss.law.register import citable_paragraphs, register
from pitboss.table.steps import Step

COMMON, ENGINE = "pitboss.common", "pitboss.engine"
BANK, SEATS = "pitboss.engine.bank", "pitboss.engine.seating"  # at every table, whatever it deals
STEPS = "steps.py"  # says what acts there are and does none


class Definition(NamedTuple):
    """The names that a top-level definition uses, and the acts it makes under each shared paragraph."""

    names: set[Name]
    made: dict[Name, set[str]]


# Acts of tables at which a house describes a side wager. No table of the corpus has one.
SHOWN = "only beside a side wager that a house describes; tests/games/test_side_wagers.py plays it"
BESIDE_SIDE_WAGERS = dict.fromkeys(("CardsUnderSideWager", "ForfeitBesideSideWager", "TuckUnderSideWager"), SHOWN)


def act_kinds(game: Game) -> dict[type[Step], str]:
    """Return each kind of act, with the reason if it never happens in this game: every place that makes it cites a
    paragraph that the subchapter lacks, or the game's tests name the reason."""
    own = register(game.package).keys() == citable_paragraphs(game.package).keys()
    shared = game.shares or game.package
    graph: dict[Name, Definition] = {}
    for package in (*packages_of(game.package), shared, COMMON, ENGINE):
        graph |= _read(package)
    # All that sisters share is of the one that has the facts; the other does what its own folder leads to.
    first = shared if own else game.package
    reached = _reach(graph, {name for name in graph if name[0].startswith((game.package, first, BANK, SEATS))})
    never = _kinds_never_done(game)
    kinds: dict[type[Step], str] = {}
    for name in sorted(reached, key=lambda name: name[::-1]):
        kind = _step(name)
        if kind is not None:
            under = [graph[place].made[name] for place in reached if place in graph and name in graph[place].made]
            lacks = sorted({field for fields in under for field in fields if _lacking(game, field)})
            everywhere = under and all(any(_lacking(game, field) for field in fields) for fields in under)
            lacking = f"the subchapter has no paragraph for {', '.join(lacks)}" if everywhere else ""
            kinds[kind] = lacking or never.get(kind.__name__, "") or BESIDE_SIDE_WAGERS.get(kind.__name__, "")
    return kinds


def _kinds_never_done(game: Game) -> dict[str, str]:
    """Return the kinds that the source leads to and that never happen in this game, each with the reason."""
    if game.name not in REGISTERED or not (folder_of(game.name) / "expected.py").exists():
        return {}
    found: dict[str, str] = getattr(part(game.name, "expected"), "NEVER", {})
    return found


def _lacking(game: Game, field: str) -> bool:
    return any(getattr(ids, field, None) == "" for ids in game.editions.shared.values())


def _step(name: Name) -> type[Step] | None:
    """Return the act of this name, or None if it has no effect and words of its own."""
    kind = getattr(sys.modules.get(name[0]), name[1], None)  # an act's module is loaded with its game
    if not (isinstance(kind, type) and issubclass(kind, Step)):
        return None
    return kind if kind.do is not Step.do and kind.tell is not Step.tell else None


def _reach(graph: dict[Name, Definition], start: set[Name]) -> set[Name]:
    reached, new = set(start), set(start)
    while new:
        new = {name for place in new if place in graph for name in graph[place].names} - reached
        reached |= new
    return reached


@cache
def _read(package: str) -> dict[Name, Definition]:
    definitions: dict[Name, Definition] = {}
    for _, module, tree in modules(package, but=(STEPS,)):
        known = top_level_names(module, tree)
        for node in tree.body:
            for name in defined_names(node):
                defined = definitions.setdefault((module, name), Definition(set(), {}))
                defined.names.update(_names_used(node, known))
                for made, field in _acts_made(node, known):
                    defined.made.setdefault(made, set()).add(field)
    return definitions


def _names_used(node: ast.AST, known: dict[str, Name]) -> set[Name]:
    """Return the names that a definition uses. A base class is not made by its subclasses."""
    parts = node.body if isinstance(node, ast.ClassDef) else [node]
    return {name for part in parts for name in referenced_names(part, known)}


def _acts_made(node: ast.AST, known: dict[str, Name]) -> Iterator[tuple[Name, str]]:
    """Yield the acts that are made here, each with the shared paragraph that it cites, or an empty string."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in known and call.args:
            cite: Any = call.args[0]
            yield known[call.func.id], cite.attr if isinstance(cite, ast.Attribute) else ""
