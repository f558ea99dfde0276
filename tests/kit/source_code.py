"""Read source code without running it: what modules define at top level, the strings in it, and what it refers to.

Docstrings and comments are skipped: prose is no evidence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

Name: TypeAlias = tuple[
    str, str
]  # a module, and what it defines: a function, a class, a method as Class.method, a table


class Entry(NamedTuple):
    """One part of a definition. A table that is a dictionary has one for each key; everything else is a single part."""

    names: frozenset[Name]  # what it calls, makes or passes on
    key: Name | None = None
    spread: bool = False  # the entries of another dictionary, except keys that come after it


class Definition(NamedTuple):
    """A function, class or table that a module defines."""

    file: str
    line: int
    kind: Literal["function", "class", "table"]
    texts: frozenset[str]  # the strings in it
    shared: frozenset[str]  # the fields of law/paragraphs.py that it asks a game for
    keys: frozenset[str]  # the attributes that it uses as keys, spelled as in a file
    handed: Mapping[str, frozenset[Name]]  # of a table: which strings are arguments to which calls
    entries: tuple[Entry, ...]

    @property
    def names(self) -> frozenset[Name]:
        """All names that the definition refers to."""
        return frozenset().union(*(entry.names for entry in self.entries))


def modules(package: str, but: tuple[str, ...] = ()) -> Iterator[tuple[str, str, ast.Module]]:
    """Yield the file, the name and the syntax tree of every module of a package, except the files in `but`."""
    for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py") and entry.name not in but:
            stem = entry.name.removesuffix(".py")
            module = package if stem == "__init__" else f"{package}.{stem}"
            yield entry.name, module, ast.parse(entry.read_text(encoding="utf-8"))


@cache
def read_package(package: str, but: tuple[str, ...] = ()) -> dict[Name, Definition]:
    """Return everything that the modules of a package define, except the files in `but`."""
    definitions: dict[Name, Definition] = {}
    for file, module, tree in modules(package, but):
        known_names = top_level_names(module, tree)
        for node in tree.body:
            match node:
                case ast.ClassDef(name=name):
                    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
                    body = [part for part in ast.iter_child_nodes(node) if part not in methods]
                    method_names = frozenset((module, f"{name}.{method.name}") for method in methods)
                    definitions[module, name] = _make_definition(
                        file, node.lineno, "class", body, known_names, method_names
                    )
                    for method in methods:
                        method_name = module, f"{name}.{method.name}"
                        definitions[method_name] = _make_definition(
                            file, method.lineno, "function", [method], known_names
                        )
                case ast.FunctionDef(name=name):
                    definitions[module, name] = _make_definition(file, node.lineno, "function", [node], known_names)
                case _:
                    for name in defined_names(node):
                        definitions[module, name] = _make_definition(file, node.lineno, "table", [node], known_names)
    return definitions


def top_level_names(module: str, tree: ast.Module) -> dict[str, Name]:
    """Map each name at the top of a module to the module that defines it and its name there."""
    imported = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return imported | {name: (module, name) for node in tree.body for name in defined_names(node)}


def defined_names(node: ast.stmt) -> list[str]:
    """Return the names that a top-level statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def referenced_names(node: ast.AST, known_names: Mapping[str, Name]) -> Iterator[Name]:
    """Yield the known names that the code calls, makes or passes on. Names used only as types or in patterns do not
    count."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance")) | ast.MatchClass():
            return
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in known_names:
            yield f"{known_names[module][0]}.{known_names[module][1]}", name
        case ast.Name(id=name) if name in known_names:
            yield known_names[name]
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from referenced_names(child, known_names)


def reachable_names(graph: Mapping[Name, Definition], start: Iterable[Name]) -> set[Name]:
    """Return all names that can be reached from these, themselves included."""
    pending: list[tuple[Name, frozenset[Name]]] = [(name, frozenset()) for name in start]
    visited = set(pending)
    while pending:
        name, replaced = pending.pop()
        for onward in _next_names(graph[name], replaced) if name in graph else ():
            if onward not in visited:
                visited.add(onward)
                pending.append(onward)
    return {name for name, _ in visited}


def _next_names(defined: Definition, replaced: frozenset[Name]) -> Iterator[tuple[Name, frozenset[Name]]]:
    """Yield the names that a definition refers to, each with the dictionary keys whose entries are replaced by
    something else."""
    for entry in reversed(defined.entries):
        if entry.key is None or entry.key not in replaced:
            for name in entry.names:
                yield name, replaced if entry.spread else frozenset()
        if entry.key is not None:
            replaced |= {entry.key}


def readers_of_table(graph: Mapping[Name, Definition], table: Name) -> set[Name]:
    """Return the functions and classes that name a table, or another table made from it."""
    readers: set[Name] = set()
    seen, newly_found = {table}, {table}
    while newly_found:
        newly_found = {name for name, defined in graph.items() if not newly_found.isdisjoint(defined.names)} - seen
        seen |= newly_found
        readers |= {name for name in newly_found if graph[name].kind != "table"}
        newly_found -= readers
    return readers


def _make_definition(
    file: str,
    line: int,
    kind: Literal["function", "class", "table"],
    nodes: list[ast.AST],
    known_names: Mapping[str, Name],
    more: frozenset[Name] = frozenset(),
) -> Definition:
    """Describe a definition from its syntax nodes. `more` are names to count as referred to."""
    inner = [part for node in nodes for part in _walk_code(node)]
    return Definition(
        file,
        line,
        kind,
        frozenset(part.value for part in inner if isinstance(part, ast.Constant) and isinstance(part.value, str)),
        frozenset(_shared_fields(inner)),
        frozenset(_lookup_keys(inner)),
        _call_arguments(inner, known_names) if kind == "table" else {},
        tuple(_entries(nodes, known_names, more)),
    )


# What a declaration says without carrying it out: the paragraphs of its findings, the one that permits a wager, and its
# sentences for players. Who reads one declaration would otherwise seem to carry out all of them.
BY_THE_WAY = {
    "Election": ("cites",),
    "WagerDeclaration": ("cite", "wins"),
    "PayTableWager": ("cite", "wins"),
}


def _walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and everything inside it, except docstrings and other bare constants, and what declarations say by
    the way."""
    pending = [node]
    while pending:
        match pending.pop():
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Call(func=ast.Name(id=kind)) as call if kind in BY_THE_WAY:
                pending += [*call.args, *(part.value for part in call.keywords if part.arg not in BY_THE_WAY[kind])]
            case child:
                yield child
                pending.extend(ast.iter_child_nodes(child))


def _entries(nodes: list[ast.AST], known_names: Mapping[str, Name], more: frozenset[Name]) -> Iterator[Entry]:
    """Yield the parts of a definition: one for each key of a dictionary, otherwise a single one."""
    match nodes:
        case [ast.Assign(value=ast.Dict() as table)] | [ast.AnnAssign(value=ast.Dict() as table)]:
            for key, value in zip(table.keys, table.values, strict=True):
                referenced = frozenset(referenced_names(value, known_names))
                if key is None:
                    yield Entry(referenced, spread=True)
                else:
                    yield Entry(
                        referenced | frozenset(referenced_names(key, known_names)),
                        known_names.get(key.id) if isinstance(key, ast.Name) else None,
                    )
        case _:
            yield Entry(more.union(*(referenced_names(node, known_names) for node in nodes)))


def _shared_fields(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the fields that are asked for as r.ids.FIELD, or as p.FIELD where p = r.ids."""
    aliases = set()
    for part in nodes:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr="ids")):
                aliases.add(name)
    for part in nodes:
        match part:
            case ast.Attribute(value=ast.Attribute(attr="ids"), attr=field):
                yield field
            case ast.Attribute(value=ast.Name(id=name), attr=field) if name in aliases:
                yield field


def _lookup_keys(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the keys that subscripts look up: table[house.three_card_bonus] looks up what a file calls
    three-card-bonus."""
    for part in nodes:
        match part:
            case ast.Subscript(slice=ast.Attribute(attr=name)):
                yield name.replace("_", "-")


def _call_arguments(nodes: list[ast.AST], known_names: Mapping[str, Name]) -> dict[str, frozenset[Name]]:
    """Map each string that is an argument to the names of the functions it is passed to."""
    arguments: dict[str, set[Name]] = {}
    for node in nodes:
        if isinstance(node, ast.Call):
            functions = set(referenced_names(node.func, known_names))
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                for part in ast.walk(argument):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        arguments.setdefault(part.value, set()).update(functions)
    return {text: frozenset(functions) for text, functions in arguments.items()}
