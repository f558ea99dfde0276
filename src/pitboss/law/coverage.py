"""What has become of every paragraph. Status is computed from evidence, never written by hand.

Evidence is of two kinds. Code: the functions that carry the paragraph out, found by reading the source. Tests: the one
test that claims the paragraph and the golden rounds that ran it, collected by the test run into evidence.json.
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
from pitboss.law.source import Defined, Name, reachable_names, read_package, readers_of_table

Status = Literal["done", "manner", "elsewhere", "pointer", "open"]
COMMON = "pitboss.common"  # what games share; its functions cite the calling game
PAY_TABLES = "paytables.toml"
# Of a game's folder, what carries out no paragraph: tables of ids, what counts the game out or simulates it, what tells
# its players.
SIMULATES = ("simulated.py", "situations.py", "neighbors.py", "chains.py", "unit_players.py", "ended.py")
NO_CODE = ("editions.py", "paragraphs.py", "exact.py", "brief.py", "guide.py", *SIMULATES)
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
            both = dict.fromkeys([*own_code, *(where for row in children for where in row.code)])
            own_code = tuple(sorted(both, key=_is_shared))
            own_tests = tuple(dict.fromkeys([*own_tests, *(test for row in children for test in row.tests)]))
        status = _status(package, paragraph, own_code, own_tests, children)
        proven[key] = Row(paragraph.edition, paragraph.id, paragraph.kind, status, own_code, own_tests)
    return [proven[key] for key in paragraphs]


def _is_shared(where: str) -> bool:
    return where.startswith(f"{COMMON.rpartition('.')[2]}/")


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
            return "pointer" if leads_to_paragraph(package, paragraph.edition, paragraph.to) else "open"
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


_reading = Lock()


def code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """(edition, paragraph) -> the functions that carry it out: the game's own first, then those that games share.

    A function does if it names the id or reads a table that does; also if it asks for the field of the game's
    `Paragraphs` in which the id stands, and the game leads to it. A table of ids by itself carries nothing out.

    A function that only the procedure of one text leads to carries out that text alone: the same id in another text may
    say something else.
    """
    with _reading:  # once for all who ask while it is being found
        return _code_citing(package)


@cache
def _code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    game = import_module(package).GAME
    editions: EditionTable = game.editions
    own = read_package(package, NO_CODE)
    sisters = (
        read_package(game.shares, NO_CODE) if game.shares else {}
    )  # one sheet of facts has both, under the same ids
    own = {**own, **sisters}
    graph = {**read_package(COMMON), **own}
    cited, paid, asked = (
        _carriers_by_citation(package, own, graph),
        _carriers_by_pay_table(package, own),
        _carriers_by_shared_field(own, graph),
    )
    alone = _functions_of_one_text(editions, own, graph)
    found = {}
    for edition, paragraph in register(package):
        carriers = set(cited.get(paragraph, ())).union(*paid.get(paragraph, {}).values())
        if ids := editions.shared.get(edition):
            carriers.update(
                *(asked.get(field.name, ()) for field in fields(ids) if getattr(ids, field.name) == paragraph)
            )
        carriers = {name for name in carriers if alone.get(name, edition) == edition}
        definitions = [
            (_nearness(name, package, game.shares), graph[name].file, graph[name].line, name[1]) for name in carriers
        ]
        definitions += [(0, PAY_TABLES, 0, table) for table, by in paid.get(paragraph, {}).items() if by & carriers]
        folders = tuple(map(folder_of, (package, game.shares, COMMON)))
        found[edition, paragraph] = tuple(f"{folders[at]}/{file}:{name}" for at, file, _, name in sorted(definitions))
    return found


def folder_of(package: str) -> str:
    """As a place in the source names it: "craps", "common", "common/punto_banco"."""
    return package.removeprefix("pitboss.").removeprefix("games.").replace(".", "/")


def _nearness(name: Name, package: str, shares: str) -> int:
    """The game's own first, then what it shares with a sister, then what all games share."""
    module = name[0]
    return 0 if f"{module}.".startswith(f"{package}.") else 1 if shares and module.startswith(f"{shares}.") else 2


Carriers: TypeAlias = dict[str, set[Name]]


def _carriers_by_citation(package: str, own: dict[Name, Defined], graph: dict[Name, Defined]) -> Carriers:
    """Who names an id in its code, reads a table that names it, or is given it to make such a table."""
    known = {paragraph for _, paragraph in register(package)}
    functions = {name for name, defined in graph.items() if defined.kind == "function"}
    found: Carriers = {}
    for name, defined in own.items():
        if here := defined.texts & known:
            by = readers_of_table(own, name) if defined.kind == "table" else {name}
            for paragraph in here:
                makers = functions & defined.handed.get(paragraph, frozenset())
                found.setdefault(paragraph, set()).update(by, makers)
    return found


def _carriers_by_shared_field(own: dict[Name, Defined], graph: dict[Name, Defined]) -> Carriers:
    """Who asks for a shared field, of all that the game leads to."""
    found: Carriers = {}
    for name in reachable_names(graph, own) & graph.keys():
        for field in graph[name].shared:
            found.setdefault(field, set()).add(name)
    return found


def _carriers_by_pay_table(package: str, own: dict[Name, Defined]) -> dict[str, Carriers]:
    """paragraph -> its pay tables -> who looks each up by name, in the file or in what was read from it."""
    held = files(package).joinpath(PAY_TABLES)
    tables = tomllib.loads(held.read_text(encoding="utf-8")) if held.is_file() else {}
    near = {name for name, defined in own.items() if PAY_TABLES in defined.texts}
    for _ in range(2):
        near |= {name for name, defined in own.items() if defined.kind == "function" and near & defined.names}
    found: dict[str, Carriers] = {}
    for table, body in tables.items():
        by = {name for name in near if own[name].kind == "function" and table in own[name].texts | own[name].keys}
        found.setdefault(body["cite"], {})[table] = by
    return found


def _functions_of_one_text(
    editions: EditionTable, own: dict[Name, Defined], graph: dict[Name, Defined]
) -> dict[Name, str]:
    """Functions that only the provisions of one text lead to, and that text."""
    roots: dict[str, set[Name]] = {}
    for provision in editions.provisions:
        for text, value in provision.was.items():
            if isinstance(value, FunctionType):
                roots.setdefault(text, set()).add((value.__module__, value.__name__))
    reached = {text: reachable_names(graph, names) for text, names in roots.items()}
    named = set().union(*roots.values())
    general = reachable_names(graph, own.keys() - set().union(*reached.values())) - named
    return {
        name: text
        for text, names in reached.items()
        for name in names
        if name not in general and sum(name in other for other in reached.values()) == 1
    }
