"""The functions that carry out each paragraph, found by reading the source: python -m kit.carriers.

They are listed in carriers.json, which ships with the package for `pitboss law` and the law pages. `make renew` writes
it where it is stale. It names no line, so that it changes only with what a function is called and what it cites.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import FunctionType
from typing import TypeAlias

from kit.parts import ROOT
from kit.source_code import Definition, Name, reachable_names, read_package, readers_of_table
from pitboss.games import REGISTERED
from pitboss.law.coverage import Listed
from pitboss.law.editions import EditionTable
from pitboss.law.register import register

PATH = ROOT / "src" / "pitboss" / "law" / "carriers.json"
COMMON = "pitboss.common"  # code that games share; its functions cite the calling game
PAY_TABLES = "paytables.toml"
# Folders of a game with code that carries out paragraphs. Mathematics carries out none.
ROOMS = ("law", "papers")
# Files there that carry out no paragraph: tables of ids, and texts for players.
NO_CODE = ("editions.py", "paragraphs.py", "brief.py", "guide.py")


def main() -> None:
    """Write the list if it is stale."""
    if is_stale():
        PATH.write_text(_to_text(), encoding="utf-8")
        print(f"{PATH.name} was out of date; it is written")


def is_stale() -> bool:
    """Return whether the list is not what the source says."""
    return not PATH.exists() or PATH.read_text(encoding="utf-8") != _to_text()


def _to_text() -> str:
    return json.dumps(list_carriers(REGISTERED.values()), indent=1) + "\n"


# The table of a game's wagers. The paragraphs in it are those of refusals, and the functions that judge wagers refuse.
WAGERS = "WAGERS"


def list_carriers(packages: Iterable[str]) -> Listed:
    """Return the functions that carry out each paragraph of these games."""
    listed: Listed = {}
    for package in packages:
        for (edition, paragraph), places in code_citing(package).items():
            if places:
                listed.setdefault(edition, {})[paragraph] = places
    return listed


@cache
def code_citing(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each (edition, paragraph) to the functions that carry it out: the game's own first, then the shared ones.

    A function carries a paragraph out if it names the id or reads a table that names it, or if it asks for the field of
    the game's `Paragraphs` that holds the id and can be reached from the game. A table of ids alone carries nothing
    out.

    A function that only the procedure of one text can reach carries out that text alone: the same id in another text
    may say something else.
    """
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
            if name[1] == WAGERS:
                citing = {reader for reader in citing if "judge" in reader[1]}
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


if __name__ == "__main__":
    main()
