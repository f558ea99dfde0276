"""Source, read without running it: what modules define at their top, what stands in it, and what that leads to.

Docstrings and comments are prose and prove nothing; they are not read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Literal, NamedTuple, TypeAlias

Name: TypeAlias = tuple[
    str, str
]  # a module, and what it defines: a function, a class, a method as Class.method, a table


class Entry(NamedTuple):
    """A part of a definition. A table that is a dictionary has one for each key; all else is one part."""

    names: frozenset[Name]  # what it calls, makes or hands on
    key: Name | None = None
    spread: bool = False  # another dictionary's entries, but for the keys that come after it


class Defined(NamedTuple):
    file: str
    line: int
    kind: Literal["function", "class", "table"]
    texts: frozenset[str]  # the strings that stand in it
    shared: frozenset[str]  # the fields of law/paragraphs.py that it asks a game for
    keys: frozenset[str]  # the attributes by which it looks something up, spelled as in a file
    handed: Mapping[str, frozenset[Name]]  # of a table: which strings are arguments to which calls
    entries: tuple[Entry, ...]

    @property
    def names(self) -> frozenset[Name]:
        return frozenset().union(*(entry.names for entry in self.entries))


_parsing = Lock()


def parse_module(text: str) -> ast.Module:
    """Python's parser does not bear two threads at once: it raises SystemError, "AST constructor recursion depth
    mismatch"."""
    with _parsing:
        return ast.parse(text)


def modules(package: str, but: tuple[str, ...] = ()) -> Iterator[tuple[str, str, ast.Module]]:
    """Every module of a package, but for some files: its file, its name and its source."""
    for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py") and entry.name not in but:
            stem = entry.name.removesuffix(".py")
            module = package if stem == "__init__" else f"{package}.{stem}"
            yield entry.name, module, parse_module(entry.read_text(encoding="utf-8"))


@cache
def read_package(package: str, but: tuple[str, ...] = ()) -> dict[Name, Defined]:
    """All that a package defines, but for some files."""
    found: dict[Name, Defined] = {}
    for file, module, tree in modules(package, but):
        known = top_level_names(module, tree)
        for node in tree.body:
            match node:
                case ast.ClassDef(name=name):
                    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
                    own = [part for part in ast.iter_child_nodes(node) if part not in methods]
                    named = frozenset((module, f"{name}.{method.name}") for method in methods)
                    found[module, name] = _make_definition(file, node.lineno, "class", own, known, named)
                    for method in methods:
                        full = module, f"{name}.{method.name}"
                        found[full] = _make_definition(file, method.lineno, "function", [method], known)
                case ast.FunctionDef(name=name):
                    found[module, name] = _make_definition(file, node.lineno, "function", [node], known)
                case _:
                    for name in defined_names(node):
                        found[module, name] = _make_definition(file, node.lineno, "table", [node], known)
    return found


def top_level_names(module: str, tree: ast.Module) -> dict[str, Name]:
    """What the names at the top of a module stand for."""
    imported = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return imported | {name: (module, name) for node in tree.body for name in defined_names(node)}


def defined_names(node: ast.stmt) -> list[str]:
    """What a statement at the top of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def referenced_names(node: ast.AST, known: Mapping[str, Name]) -> Iterator[Name]:
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
                    yield from referenced_names(child, known)


def reachable_names(graph: Mapping[Name, Defined], start: Iterable[Name]) -> set[Name]:
    """All that these lead to, themselves included."""
    new: list[tuple[Name, frozenset[Name]]] = [(name, frozenset()) for name in start]
    seen = set(new)
    while new:
        name, replaced = new.pop()
        for onward in _next_names(graph[name], replaced) if name in graph else ():
            if onward not in seen:
                seen.add(onward)
                new.append(onward)
    return {name for name, _ in seen}


def _next_names(defined: Defined, replaced: frozenset[Name]) -> Iterator[tuple[Name, frozenset[Name]]]:
    """What a definition names, each with the keys under which something else has taken its entries' place."""
    for entry in reversed(defined.entries):
        if entry.key is None or entry.key not in replaced:
            for name in entry.names:
                yield name, replaced if entry.spread else frozenset()
        if entry.key is not None:
            replaced |= {entry.key}


def readers_of_table(graph: Mapping[Name, Defined], table: Name) -> set[Name]:
    """The functions and classes that name a table, or one that is made from it."""
    found: set[Name] = set()
    seen, new = {table}, {table}
    while new:
        new = {name for name, defined in graph.items() if not new.isdisjoint(defined.names)} - seen
        seen |= new
        found |= {name for name in new if graph[name].kind != "table"}
        new -= found
    return found


def _make_definition(
    file: str,
    line: int,
    kind: Literal["function", "class", "table"],
    nodes: list[ast.AST],
    known: Mapping[str, Name],
    more: frozenset[Name] = frozenset(),
) -> Defined:
    inside = [each for node in nodes for each in _walk_code(node)]
    return Defined(
        file,
        line,
        kind,
        frozenset(each.value for each in inside if isinstance(each, ast.Constant) and isinstance(each.value, str)),
        frozenset(_shared_fields(inside)),
        frozenset(_lookup_keys(inside)),
        _call_arguments(inside, known) if kind == "table" else {},
        tuple(_entries(nodes, known, more)),
    )


def _walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all that is inside it, prose aside."""
    left = [node]
    while left:
        each = left.pop()
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
            yield each
            left.extend(ast.iter_child_nodes(each))


def _entries(nodes: list[ast.AST], known: Mapping[str, Name], more: frozenset[Name]) -> Iterator[Entry]:
    match nodes:
        case [ast.Assign(value=ast.Dict() as table)] | [ast.AnnAssign(value=ast.Dict() as table)]:
            for key, value in zip(table.keys, table.values, strict=True):
                held = frozenset(referenced_names(value, known))
                if key is None:
                    yield Entry(held, spread=True)
                else:
                    yield Entry(
                        held | frozenset(referenced_names(key, known)),
                        known.get(key.id) if isinstance(key, ast.Name) else None,
                    )
        case _:
            yield Entry(more.union(*(referenced_names(node, known) for node in nodes)))


def _shared_fields(inside: list[ast.AST]) -> Iterator[str]:
    """The fields that are asked for as r.ids.FIELD, or as p.FIELD where p = r.ids."""
    short = set()
    for each in inside:
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr="ids")):
                short.add(name)
    for each in inside:
        match each:
            case ast.Attribute(value=ast.Attribute(attr="ids"), attr=field):
                yield field
            case ast.Attribute(value=ast.Name(id=name), attr=field) if name in short:
                yield field


def _lookup_keys(inside: list[ast.AST]) -> Iterator[str]:
    """table[house.three_card_bonus] looks up what a file calls three-card-bonus."""
    for each in inside:
        match each:
            case ast.Subscript(slice=ast.Attribute(attr=name)):
                yield name.replace("_", "-")


def _call_arguments(inside: list[ast.AST], known: Mapping[str, Name]) -> dict[str, frozenset[Name]]:
    found: dict[str, set[Name]] = {}
    for each in inside:
        if isinstance(each, ast.Call):
            called = set(referenced_names(each.func, known))
            for argument in [*each.args, *(keyword.value for keyword in each.keywords)]:
                for part in ast.walk(argument):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.setdefault(part.value, set()).update(called)
    return {text: frozenset(called) for text, called in found.items()}
