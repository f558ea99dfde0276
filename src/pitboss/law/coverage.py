"""What has become of every paragraph. Status is computed from evidence, never written by hand.

Evidence is of two kinds. Code: the functions whose source cites the paragraph, found by reading the source. Tests: the
one test that claims the paragraph and the golden rounds that ran it, collected by the test run into evidence.json.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import FunctionType
from typing import Literal

import msgspec

from pitboss.law.editions import EditionTable
from pitboss.law.register import Kind, Paragraph, register, resolves

Status = Literal["done", "manner", "elsewhere", "pointer", "open"]
NO_ACTS = ("editions.py", "exact.py")  # of a game's folder, what carries out no paragraph
STATUSES: tuple[Status, ...] = ("done", "manner", "elsewhere", "pointer", "open")


class Row(msgspec.Struct, frozen=True):
    edition: str
    paragraph: str
    kind: Kind
    status: Status
    code: tuple[str, ...]
    tests: tuple[str, ...]


def coverage(package: str) -> list[Row]:
    paragraphs = register(package)
    code, tests = code_citing(package), evidence()
    proven: dict[tuple[str, str], Row] = {}
    # Children before parents: a lead-in rests on what it introduces.
    for key, paragraph in sorted(paragraphs.items(), key=lambda item: -len(item[0][1])):
        children = [row for other, row in proven.items() if is_child(other, key)]
        own_code = code.get(key, ())
        own_tests = tests.get(paragraph.edition, {}).get(paragraph.id, ())
        if paragraph.kind == "lead-in":
            own_code = tuple(dict.fromkeys([*own_code, *(place for row in children for place in row.code)]))
            own_tests = tuple(dict.fromkeys([*own_tests, *(test for row in children for test in row.tests)]))
        status = _status(package, paragraph, own_code, own_tests, children)
        proven[key] = Row(paragraph.edition, paragraph.id, paragraph.kind, status, own_code, own_tests)
    return [proven[key] for key in paragraphs]


def is_child(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """18.5(c)1ii is a child of 18.5(c)1; 18.10 is not one of 18.1."""
    rest = one[1].removeprefix(other[1])
    return one[0] == other[0] and one != other and rest != one[1] and not (other[1][-1].isdigit() and rest[0].isdigit())


def _status(
    package: str, paragraph: Paragraph, code: tuple[str, ...], tests: tuple[str, ...], children: list[Row]
) -> Status:
    match paragraph.kind:
        case "elsewhere":
            return "elsewhere" if paragraph.reason and paragraph.who else "open"
        case "pointer":
            return "pointer" if resolves(package, paragraph.edition, paragraph.to) else "open"
        case "lead-in":
            return "done" if children and all(row.status != "open" for row in children) else "open"
        case "manner":
            return "manner" if code and tests else "open"
        case _:
            return "done" if code and tests else "open"


@cache
def evidence() -> dict[str, dict[str, tuple[str, ...]]]:
    """edition -> paragraph -> the tests and golden rounds that ran it."""
    held = files("pitboss.law").joinpath("evidence.json")
    raw = json.loads(held.read_text(encoding="utf-8")) if held.is_file() else {}
    return {edition: {key: tuple(tests) for key, tests in found.items()} for edition, found in raw.items()}


@cache
def code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """(edition, paragraph) -> where the game's source cites it: module and function, or the law's table.

    A function that only the procedure of one text leads to carries out that text alone: the same id in another text may
    say something else.
    """
    known = {paragraph for _, paragraph in register(package)}
    found: dict[str, list[tuple[str, str]]] = {}
    trees = {}
    for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".py") and entry.name not in NO_ACTS:
            trees[entry.name] = ast.parse(entry.read_text(encoding="utf-8"))
            cites = _in_python(trees[entry.name])
        elif entry.name == "paytables.toml":
            cites = _in_tables(tomllib.loads(entry.read_text(encoding="utf-8")))
        else:
            continue
        for paragraph, place in cites:
            where = f"{package.rpartition('.')[2]}/{entry.name}" + (f":{place}" if place else "")
            if paragraph in known and (where, place) not in found.setdefault(paragraph, []):
                found[paragraph].append((where, place))
    alone = _of_one_text(package, trees)
    return {
        (edition, paragraph): tuple(
            where for where, place in found.get(paragraph, ()) if alone.get(place.partition(".")[0], edition) == edition
        )
        for edition, paragraph in register(package)
    }


def _of_one_text(package: str, trees: dict[str, ast.Module]) -> dict[str, str]:
    """Functions that only the provisions of one text lead to, and that text."""
    calls: dict[str, set[str]] = {}
    for tree in trees.values():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                calls[node.name] = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)} - {node.name}
    table: EditionTable = import_module(package).GAME.editions
    roots: dict[str, set[str]] = {}
    for provision in table.provisions:
        for text, value in provision.was.items():
            if isinstance(value, FunctionType):
                roots.setdefault(text, set()).add(value.__name__)
    reached = {text: _reach(calls, names) for text, names in roots.items()}
    named = set().union(*roots.values())
    general = _reach(calls, {name for name in calls if name not in set().union(*reached.values())}) - named
    return {
        name: text
        for text, names in reached.items()
        for name in names
        if name not in general and sum(name in other for other in reached.values()) == 1
    }


def _reach(calls: dict[str, set[str]], start: set[str]) -> set[str]:
    reached, new = set(start), set(start)
    while new:
        new = {name for caller in new for name in calls.get(caller, ()) if name in calls} - reached
        reached |= new
    return reached


def _in_python(node: ast.AST, inside: str = "") -> Iterator[tuple[str, str]]:
    """Citations in code, not in prose: docstrings and comments prove nothing."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{inside}.{node.name}" if inside else node.name
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value, inside
        yield from _in_python(child, inside)


def _in_tables(tables: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    for name, table in tables.items():
        yield table["cite"], name
