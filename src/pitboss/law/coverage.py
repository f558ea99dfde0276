"""Coverage: what carries out each paragraph of the law, and what tests it. Statuses are computed, never written by
hand.

There are two kinds of evidence. Code: the functions that carry the paragraph out, found by reading the source. Tests:
the one test that claims the paragraph and the golden rounds that ran it, collected by the test run into evidence.json.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from threading import Lock
from types import FunctionType
from typing import Literal, TypeAlias

import msgspec

from pitboss.law.editions import EditionTable
from pitboss.law.register import Kind, Paragraph, leads_to_paragraph, register
from pitboss.law.source import Definition, Name, reachable_names, read_package, readers_of_table

Status = Literal["done", "manner", "elsewhere", "pointer", "open"]
COMMON = "pitboss.common"  # code that games share; its functions cite the calling game
PAY_TABLES = "paytables.toml"
# Folders of a game with code that carries out paragraphs. Mathematics carries out none.
ROOMS = ("law", "papers")
# Files there that carry out no paragraph: tables of ids, and texts for players.
NO_CODE = ("editions.py", "paragraphs.py", "brief.py", "guide.py")
STATUSES: tuple[Status, ...] = ("done", "manner", "elsewhere", "pointer", "open")


class Row(msgspec.Struct, frozen=True):
    """The coverage of one paragraph: its status, the functions that carry it out, and the tests that ran it."""

    edition: str
    paragraph: str
    kind: Kind
    status: Status
    code: tuple[str, ...]
    tests: tuple[str, ...]


def coverage(package: str) -> list[Row]:
    """Return one row for each paragraph of a game, in the order of its register."""
    paragraphs = register(package)
    code, tests = code_citing(package), evidence()
    proven: dict[tuple[str, str], Row] = {}
    # Children before parents: a lead-in rests on what it introduces.
    for key, paragraph in sorted(paragraphs.items(), key=lambda item: -len(item[0][1])):
        children = [row for other, row in proven.items() if is_child(other, key)]
        own_code = code.get(key, ())
        own_tests = tests.get(paragraph.edition, {}).get(paragraph.id, ())
        if paragraph.kind == "lead-in":
            both = dict.fromkeys([*own_code, *(where for row in children for where in row.code)])
            own_code = tuple(sorted(both, key=_is_shared))
            own_tests = tuple(dict.fromkeys([*own_tests, *(test for row in children for test in row.tests)]))
        status = _status(package, paragraph, own_code, own_tests, children)
        proven[key] = Row(paragraph.edition, paragraph.id, paragraph.kind, status, own_code, own_tests)
    return [proven[key] for key in paragraphs]


def _is_shared(where: str) -> bool:
    return where.startswith(f"{COMMON.rpartition('.')[2]}/")


def is_child(paragraph: tuple[str, str], ancestor: tuple[str, str]) -> bool:
    """Return whether the first paragraph lies below the second: 18.5(c)1ii below 18.5(c)1, but not 18.10 below 18.1."""
    (edition, id_), (same_edition, prefix) = paragraph, ancestor
    rest = id_.removeprefix(prefix)
    if edition != same_edition or rest in ("", id_):
        return False
    return not (prefix[-1].isdigit() and rest[0].isdigit())


def _status(
    package: str, paragraph: Paragraph, code: tuple[str, ...], tests: tuple[str, ...], children: list[Row]
) -> Status:
    match paragraph.kind:
        case "elsewhere":
            return "elsewhere" if paragraph.reason and paragraph.who else "open"
        case "pointer":
            return "pointer" if leads_to_paragraph(package, paragraph.edition, paragraph.to) else "open"
        case "lead-in":
            return "done" if children and all(row.status != "open" for row in children) else "open"
        case "manner":
            return "manner" if code and tests else "open"
        case _:
            return "done" if code and tests else "open"


@cache
def evidence() -> dict[str, dict[str, tuple[str, ...]]]:
    """Read evidence.json: edition -> paragraph -> the tests and golden rounds that ran it."""
    file = files("pitboss.law").joinpath("evidence.json")
    raw = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {edition: {key: tuple(tests) for key, tests in paragraphs.items()} for edition, paragraphs in raw.items()}


_reading = Lock()


def code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each (edition, paragraph) to the functions that carry it out: the game's own first, then the shared ones.

    A function carries a paragraph out if it names the id or reads a table that names it, or if it asks for the field of
    the game's `Paragraphs` that holds the id and can be reached from the game. A table of ids alone carries nothing
    out.

    A function that only the procedure of one text can reach carries out that text alone: the same id in another text
    may say something else.
    """
    with _reading:  # computed once, although several threads may ask at the same time
        return _code_citing(package)


@cache
def _code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    game = import_module(package).GAME
    editions: EditionTable = game.editions
    own = read_game(package)
    sisters = (
        read_package(game.shares, NO_CODE) if game.shares else {}
    )  # both games have the same sheet of facts, with the same ids
    own = {**own, **sisters}
    graph = {**read_package(COMMON), **own}
    by_citation, by_pay_table, by_field = (
        _carriers_by_citation(package, own, graph),
        _carriers_by_pay_table(package, own),
        _carriers_by_shared_field(own, graph),
    )
    only_text = _functions_of_one_text(editions, own, graph)
    citing = {}
    for edition, paragraph in register(package):
        carriers = set(by_citation.get(paragraph, ())).union(*by_pay_table.get(paragraph, {}).values())
        if ids := editions.shared.get(edition):
            carriers.update(
                *(by_field.get(field.name, ()) for field in fields(ids) if getattr(ids, field.name) == paragraph)
            )
        carriers = {name for name in carriers if only_text.get(name, edition) == edition}
        definitions = [
            (_nearness(name, package, game.shares), place_of(name, graph[name]), graph[name].line, name[1])
            for name in carriers
        ]
        pay_tables = f"{folder_of(package)}/law/{PAY_TABLES}"
        definitions += [
            (0, pay_tables, 0, table) for table, by in by_pay_table.get(paragraph, {}).items() if by & carriers
        ]
        citing[edition, paragraph] = tuple(f"{place}:{name}" for _, place, _, name in sorted(definitions))
    return citing


def read_game(package: str) -> dict[Name, Definition]:
    """Return everything that a game defines to carry out its law."""
    return {name: defined for part in packages_of(package) for name, defined in read_package(part, NO_CODE).items()}


def packages_of(package: str) -> tuple[str, ...]:
    """Return the packages in which a game carries out its law: its own, and those of its rooms that may do so."""
    rooms = (f"{package}.{room}" for room in ROOMS if files(package).joinpath(room, "__init__.py").is_file())
    return package, *rooms


def place_of(name: Name, defined: Definition) -> str:
    """Return the file of a definition as the source shows it: "craps/law/wagers.py"."""
    module = name[0]
    return f"{folder_of(module if defined.file == '__init__.py' else module.rpartition('.')[0])}/{defined.file}"


def folder_of(package: str) -> str:
    """Return a package as the source shows it: "craps", "common", "common/punto_banco"."""
    return package.removeprefix("pitboss.").removeprefix("games.").replace(".", "/")


def _nearness(name: Name, package: str, shares: str) -> int:
    """Rank a definition: 0 for the game's own, 1 for those shared with a sister game, 2 for those shared by all
    games."""
    module = name[0]
    return 0 if f"{module}.".startswith(f"{package}.") else 1 if shares and module.startswith(f"{shares}.") else 2


Carriers: TypeAlias = dict[str, set[Name]]


def _carriers_by_citation(package: str, own: dict[Name, Definition], graph: dict[Name, Definition]) -> Carriers:
    """Map each paragraph to the functions that name its id, read a table that names it, or get it as an argument in
    one."""
    known_paragraphs = {paragraph for _, paragraph in register(package)}
    functions = {name for name, defined in graph.items() if defined.kind == "function"}
    carriers: Carriers = {}
    for name, defined in own.items():
        if cited := defined.texts & known_paragraphs:
            citing = readers_of_table(own, name) if defined.kind == "table" else {name}
            for paragraph in cited:
                makers = functions & defined.handed.get(paragraph, frozenset())
                carriers.setdefault(paragraph, set()).update(citing, makers)
    return carriers


def _carriers_by_shared_field(own: dict[Name, Definition], graph: dict[Name, Definition]) -> Carriers:
    """Map each field of `Paragraphs` to the functions that ask for it, among all that the game can reach."""
    carriers: Carriers = {}
    for name in reachable_names(graph, own) & graph.keys():
        for field in graph[name].shared:
            carriers.setdefault(field, set()).add(name)
    return carriers


def _carriers_by_pay_table(package: str, own: dict[Name, Definition]) -> dict[str, Carriers]:
    """Map each paragraph to its pay tables, and each of those to the functions that look it up by name."""
    file = files(package).joinpath("law", PAY_TABLES)
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    readers = {name for name, defined in own.items() if PAY_TABLES in defined.texts}
    for _ in range(2):
        readers |= {name for name, defined in own.items() if defined.kind == "function" and readers & defined.names}
    carriers: dict[str, Carriers] = {}
    for table, body in tables.items():
        functions = {
            name for name in readers if own[name].kind == "function" and table in own[name].texts | own[name].keys
        }
        carriers.setdefault(body["cite"], {})[table] = functions
    return carriers


def _functions_of_one_text(
    editions: EditionTable, own: dict[Name, Definition], graph: dict[Name, Definition]
) -> dict[Name, str]:
    """Return the functions that only the provisions of one text can reach, each with that text."""
    roots: dict[str, set[Name]] = {}
    for provision in editions.provisions:
        for text, value in provision.was.items():
            if isinstance(value, FunctionType):
                roots.setdefault(text, set()).add((value.__module__, value.__name__))
    reached = {text: reachable_names(graph, names) for text, names in roots.items()}
    provision_functions = set().union(*roots.values())
    general = reachable_names(graph, own.keys() - set().union(*reached.values())) - provision_functions
    return {
        name: text
        for text, names in reached.items()
        for name in names
        if name not in general and sum(name in names_of_text for names_of_text in reached.values()) == 1
    }
