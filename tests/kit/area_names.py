"""Count the places outside a game's law of wagers that name one of its betting areas.

    python -m kit.area_names                                      # how many in each file, and in all
    python -m kit.area_names games/three_card_poker/math/hold.py  # each place in these files
    python -m kit.area_names --lower                              # writes lower numbers into area_names.txt

A wager is declared once. Whatever else follows from its declaration needs no name of an area, so these places become
fewer; `area_names.txt` has the most that a file may have, and never gets a higher number. A module that moves takes its
line along. A place is a string that is the name of an area, or the import or use of a constant that is. Docstrings and
comments are none.

In a game's folder the areas of that game count, and in what sister games share, those of the sisters. Elsewhere the
areas of all games count, but for words that mostly mean something else there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kit.fresh import SOURCE
from pitboss.games import REGISTERED, load

LIST = Path(__file__).with_name("area_names.txt")
ABOVE = ("analysis", "cli", "compliance", "server")
PAGES = "server/static"
# Where a game says what its wagers are and what becomes of them.
LAW = ("wagers.py", "settle.py", "irregular.py")
LAYOUTS = tuple(f"games/{game}/law/layout.py" for game in ("big_six", "craps", "roulette", "sic_bo"))
ORDINARY = frozenset(("bet", "black", "even", "flag", "high", "low", "odd", "play", "player", "red", "small"))
# Constants that are the words for an answer, a result or a hand, and no area.
NO_AREAS = {
    "pitboss.common.punto_banco.third_card_tables": ("PLAYER", "BANKER"),
    "pitboss.games.casino_war.law.play": ("GO_TO_WAR",),
    "pitboss.games.casino_war.law.settle": ("A_TIE",),
    "pitboss.games.three_card_poker.law.play": ("MAKE_IT",),
}
# Comments and strings, also the strings within the braces of a template.
IN_PAGES = re.compile(r"//[^\n]*|/\*.*?\*/|\"((?:\\.|[^\"\\\n])*)\"|'((?:\\.|[^'\\\n])*)'", re.S)

Place = tuple[int, str]  # the line, and what is written there


class Module(NamedTuple):
    """The strings that the top of a module defines, by name, and what a module imports."""

    strings: dict[str, str]
    imports: dict[str, tuple[str, str]]  # by the name here: the module, and the name there


# --- where areas count


@cache
def areas_by_folder() -> dict[str, frozenset[str]]:
    """Return the areas that count in each folder with games or with what they share."""
    areas: dict[str, frozenset[str]] = {}
    for game in map(load, REGISTERED):
        for package in filter(None, (game.package, game.shares)):
            folder = package.removeprefix("pitboss.").replace(".", "/")
            areas[folder] = areas.get(folder, frozenset()) | frozenset(game.spots)
    return areas


@cache
def areas_above() -> frozenset[str]:
    """Return the areas that count above the games."""
    return frozenset().union(*areas_by_folder().values()) - ORDINARY


def files() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every file in which areas count, below `src/pitboss`, with these areas."""
    for folder, areas in areas_by_folder().items():
        for path in sorted((SOURCE / folder).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            is_law = path.name in LAW and path.parent in (SOURCE / folder / "law", SOURCE / "common" / "punto_banco")
            if not is_law and name not in LAYOUTS:
                yield name, areas
    for folder in ABOVE:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            yield path.relative_to(SOURCE).as_posix(), areas_above()
    for path in sorted((SOURCE / PAGES).rglob("*.js")):
        yield path.relative_to(SOURCE).as_posix(), areas_above()


# --- what is named


def places(name: str, areas: frozenset[str]) -> list[Place]:
    """List the places in a file that name an area."""
    text = (SOURCE / name).read_text(encoding="utf-8")
    if name.endswith(".js"):
        return sorted(places_in_page(text, areas))
    return sorted(places_in_code(text, areas, f"pitboss.{name.removesuffix('.py').replace('/', '.')}"))


def places_in_page(text: str, areas: frozenset[str]) -> Iterator[Place]:
    """Yield the places in JavaScript. Each quoted string counts, and what stands in a comment does not."""
    for match in IN_PAGES.finditer(text):
        if match[match.lastindex or 0] in areas:
            yield text.count("\n", 0, match.start()) + 1, match[0]


def places_in_code(text: str, areas: frozenset[str], name: str = "") -> Iterator[Place]:
    """Yield the places in Python. The name of the module tells what its constants are, if they are no areas."""
    tree = ast.parse(text)
    module = _read_module(tree, name)
    unused = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(string)) if string in areas and id(node) not in unused:
                yield node.lineno, repr(string)
            case ast.ImportFrom():
                for alias in node.names:
                    if string_of(module, alias.asname or alias.name) in areas:
                        yield alias.lineno, f"import {alias.name}"
            case ast.Name(id=constant, ctx=ast.Load()) if string_of(module, constant) in areas:
                yield node.lineno, constant
            case ast.Attribute(value=ast.Name(id=owner), attr=constant) if owner in module.imports:
                if string_of(module_named(".".join(module.imports[owner])), constant) in areas:
                    yield node.lineno, f"{owner}.{constant}"


def string_of(module: Module, name: str) -> str | None:
    """Return the string that a name stands for in a module, wherever it is defined; None for other names."""
    while name not in module.strings:
        if name not in module.imports:
            return None
        source, name = module.imports[name]
        module = module_named(source)
    return module.strings[name]


@cache
def module_named(name: str) -> Module:
    """Return what a module of the package defines and imports; nothing for other names."""
    path = SOURCE.parent / name.replace(".", "/")
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if name.startswith("pitboss.") and file.is_file():
            return _read_module(ast.parse(file.read_text(encoding="utf-8")), name)
    return Module({}, {})


def _read_module(tree: ast.Module, name: str) -> Module:
    module = Module({}, {})
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            module.imports.update({alias.asname or alias.name: (node.module, alias.name) for alias in node.names})
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    module.strings.update(_strings(target, value))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                module.strings.update(_strings(target, value))
    for constant in NO_AREAS.get(name, ()):
        del module.strings[constant]
    return module


def _strings(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield the names that are bound to strings, one by one or several at a time."""
    match target, value:
        case ast.Name(id=name), ast.Constant(value=str(string)):
            yield name, string
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            for one, its in zip(targets, values, strict=True):
                yield from _strings(one, its)


# --- the list


def counts() -> dict[str, int]:
    """Count the places in each file that has any."""
    found = {name: len(places(name, areas)) for name, areas in files()}
    return {name: number for name, number in found.items() if number}


def read_list() -> dict[str, int]:
    """Read the most places that each file may have."""
    lines = (line.split() for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {name: int(number) for number, name in lines}


def write_list(most: Mapping[str, int]) -> None:
    """Write the most places that each file may have."""
    head = "# The most places that may name a betting area, by file; kit/area_names.py counts them. It only shrinks.\n"
    lines = (f"{number} {name}\n" for name, number in sorted(most.items()) if number)
    LIST.write_text(head + "".join(lines), encoding="utf-8")


def group_of(name: str) -> str:
    """Return the heading under which a file is counted: a game, a layer, or the pages."""
    return next((folder for folder in (*areas_by_folder(), PAGES) if name.startswith(f"{folder}/")), name.split("/")[0])


def show_counts(found: Mapping[str, int]) -> Iterator[str]:
    """Yield the number of each file, of each group and of all."""
    groups: dict[str, int] = {}
    for name, number in found.items():
        groups[group_of(name)] = groups.get(group_of(name), 0) + number
        yield f"{number:5}  {name}"
    for group, number in groups.items():
        yield f"{number:5}  in {group}"
    yield f"{sum(found.values()):5}  in all, in {len(found)} files"


def main(words: Sequence[str]) -> None:
    if words == ["--lower"]:
        found, most = counts(), read_list()
        write_list({name: min(number, found.get(name, 0)) for name, number in most.items()})
    elif words:
        for name, areas in files():
            for line, what in places(name, areas) if name in words else ():
                print(f"{name}:{line}: {what}")
    else:
        print("\n".join(show_counts(counts())))


if __name__ == "__main__":
    main(sys.argv[1:])
