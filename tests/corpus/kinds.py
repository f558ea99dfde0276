"""Every kind of act that a game can do, found by reading its source, as coverage finds citations.

A kind counts if the source makes it, or hands it on to be made, in the game's own folder or in what that leads to in
`common` and `engine`. No game is known here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from pitboss.engine.game import Game
from pitboss.table.steps import Step

COMMON, ENGINE = "pitboss.common", "pitboss.engine"
STEPS = "steps.py"  # says what acts there are and does none

Name = tuple[str, str]  # a module, and what it defines at its top


class Defined(NamedTuple):
    """What something at the top of a module names, and under which shared paragraph it makes which acts."""

    names: set[Name]
    made: dict[Name, set[str]]


def act_kinds(game: Game) -> dict[type[Step], str]:
    """Each kind, and why it is never seen in this game, if it is not: every place where it is made cites a paragraph
    that the subchapter does not have."""
    graph = {**_read(game.package), **_read(COMMON), **_read(ENGINE)}
    reached = _reach(graph, {name for name in graph if name[0].startswith(game.package)})
    found: dict[type[Step], str] = {}
    for name in sorted(reached, key=lambda name: name[::-1]):
        kind = _step(name)
        if kind is not None:
            under = [graph[place].made[name] for place in reached if place in graph and name in graph[place].made]
            lacks = sorted({field for fields in under for field in fields if _lacking(game, field)})
            everywhere = under and all(any(_lacking(game, field) for field in fields) for fields in under)
            found[kind] = f"the subchapter has no paragraph for {', '.join(lacks)}" if everywhere else ""
    return found


def _lacking(game: Game, field: str) -> bool:
    return any(getattr(ids, field, None) == "" for ids in game.editions.shared.values())


def _step(name: Name) -> type[Step] | None:
    """The act of this name, if it is one with an effect and words of its own."""
    kind = getattr(sys.modules.get(name[0]), name[1], None)  # an act's module is loaded with its game
    if not (isinstance(kind, type) and issubclass(kind, Step)):
        return None
    return kind if kind.do is not Step.do and kind.tell is not Step.tell else None


def _reach(graph: dict[Name, Defined], start: set[Name]) -> set[Name]:
    reached, new = set(start), set(start)
    while new:
        new = {name for place in new if place in graph for name in graph[place].names} - reached
        reached |= new
    return reached


@cache
def _read(package: str) -> dict[Name, Defined]:
    found: dict[Name, Defined] = {}
    for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py") and entry.name != STEPS:
            stem = entry.name.removesuffix(".py")
            module = package if stem == "__init__" else f"{package}.{stem}"
            tree = ast.parse(entry.read_text(encoding="utf-8"))
            known = _imported(tree) | {name: (module, name) for node in tree.body for name in _targets(node)}
            for node in tree.body:
                for name in _targets(node):
                    defined = found.setdefault((module, name), Defined(set(), {}))
                    defined.names.update(_names(node, known))
                    for made, field in _made(node, known):
                        defined.made.setdefault(made, set()).add(field)
    return found


def _imported(tree: ast.Module) -> dict[str, Name]:
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _targets(node: ast.stmt) -> list[str]:
    """What a statement at the top of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _names(node: ast.AST, known: dict[str, Name]) -> Iterator[Name]:
    """All that is called, made or handed on. What is only asked for its type, or matched, is not."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance")) | ast.MatchClass():
            return
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in known:
            yield f"{known[module][0]}.{known[module][1]}", name
        case ast.Name(id=name) if name in known:
            yield known[name]
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _names(child, known)


def _made(node: ast.AST, known: dict[str, Name]) -> Iterator[tuple[Name, str]]:
    """Acts that are made here, each with the shared paragraph that it cites; nothing where it cites another."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in known and call.args:
            cite: Any = call.args[0]
            yield known[call.func.id], cite.attr if isinstance(cite, ast.Attribute) else ""
