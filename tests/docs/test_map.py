"""docs/architecture.md is true: its picture is made from the imports, and all that it names exists."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kit import package_map
from kit.package_map import PATHS, PICTURE, SOURCE, Stop, imports, paths

PAGE = package_map.PAGE.read_text(encoding="utf-8")
SOCKET = "/ws/tables/"  # what the page of a table and the server have in common; no import leads from one to the other


def part(heading: str) -> str:
    """Return what the page says under a heading, up to the next one as high or higher."""
    found = re.search(rf"(?ms)^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,2}} |\Z)", PAGE)
    assert found, f"no heading {heading!r}"
    return found[2]


def defines(file: Path, name: str) -> bool:
    """Return whether a file defines a function, class, method or constant."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return re.search(rf"\b(?:function|const|class) {name}\b", text) is not None
    body: list[ast.stmt] = ast.parse(text).body
    for step in name.split("."):
        found = [node for node in body if step in names_bound(node)]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


def names_bound(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.ImportFrom(names=aliases):  # a package may offer what its modules define
            return {alias.asname or alias.name for alias in aliases}
    return set()


# --- the picture


def test_the_picture_is_fresh() -> None:
    assert PICTURE.read_text(encoding="utf-8") == package_map.picture(), "stale: run 'make renew' and commit the result"


def test_the_picture_has_every_package_and_every_stop() -> None:
    texts = {"".join(each.itertext()) for each in ElementTree.parse(PICTURE).iter("{http://www.w3.org/2000/svg}text")}
    assert set(package_map.packages()) <= texts
    for stops in paths().values():
        assert {f"{number}{stop.label}" for number, stop in enumerate(stops, 1)} <= texts


def test_an_arrow_is_an_import_and_every_import_follows_from_the_arrows() -> None:
    graph = package_map.packages()
    arrows = package_map.underived_imports(graph)
    assert all(other in graph[name] for name, other in arrows)
    drawn = {name: {other for one, other in arrows if one == name} for name in graph}
    assert all(package_map.below(name, drawn) == package_map.below(name, graph) for name in graph)
    level = {name: at for at, row in enumerate(package_map.rows(graph)) for name in row}
    assert all(level[name] < level[other] for name in graph for other in graph[name])


# --- the paths


@pytest.mark.parametrize("heading", PATHS)
def test_every_stop_of_a_path_exists(heading: str) -> None:
    stops = paths()[heading]
    assert len(stops) > 9
    assert len(stops) == len(re.findall(r"(?m)^\| \d+ \|", part(heading)))
    for stop in stops:
        assert defines(SOURCE / stop.module, stop.name), f"{stop.module} defines no {stop.name}"


@pytest.mark.parametrize("heading", PATHS)
def test_every_stop_of_a_path_is_reached(heading: str) -> None:
    """A stop imports one before it or is imported by one. A game is reached by its registration, the server by the
    address of its socket, a command by its name."""
    stops = paths()[heading]
    for at, (_, stop) in enumerate(pairwise(stops), 1):
        assert any(leads(before, stop) for before in stops[:at]), f"nothing leads to {stop.module}"


def test_a_hop_without_an_import_is_detected() -> None:
    money, store = Stop("table/money.py", "Ledger", ""), Stop("store/store.py", "Store", "")
    page, steps = Stop("server/static/roads.js", "roadsPanel", ""), Stop("table/steps.py", "Step", "")
    assert leads(money, steps)
    assert not leads(money, store)
    assert not leads(page, store)


def leads(before: Stop, after: Stop) -> bool:
    if before.module == after.module:
        return True
    if before.module.endswith(".js"):
        served = SOURCE / "server" / "app.py"
        named = all(SOCKET in file.read_text(encoding="utf-8") for file in (SOURCE / before.module, served))
        return named and dotted_name(after) in imports(served)
    if after.package == "games" != before.package:
        registration = SOURCE.joinpath(*after.module.split("/")[:2], "__init__.py")
        text = registration.read_text(encoding="utf-8")
        in_the_game = ".".join(dotted_name(after).split(".")[3:])
        return dotted_name(after) in imports(registration) or f'"{{__name__}}.{in_the_game}"' in text
    return dotted_name(after) in reachable_modules(before) or dotted_name(before) in reachable_modules(after)


def reachable_modules(stop: Stop) -> frozenset[str]:
    """Return what a module imports, also by way of a package that offers it, and in a game or kernel by way of its own
    package."""
    found = imports(SOURCE / stop.module)
    if stop.module.endswith("__init__.py"):
        for file in (SOURCE / stop.module).parent.rglob("*.py"):
            found |= imports(file)
    fronts = (SOURCE.joinpath(*name.split(".")[1:], "__init__.py") for name in found)
    return found.union(*(imports(front) for front in fronts if front.exists()))


def dotted_name(stop: Stop) -> str:
    return "pitboss." + stop.module.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")


# --- the index


PLACE = re.compile(r"`([\w/]+\.(?:py|js))` \(((?:`[\w.]+`(?:, )?)+)\)")


def questions() -> list[tuple[str, str]]:
    return re.findall(r"(?m)^\| \d+ \| ([^|]*) \| ([^|]*) \|$", part("Where do I look for it?"))


def test_there_are_thirty_questions() -> None:
    assert len(questions()) == 30
    assert all(question.endswith("?") for question, _ in questions())


@pytest.mark.parametrize(("question", "answer"), questions(), ids=lambda text: text[:40])
def test_the_place_that_answers_a_question_exists(question: str, answer: str) -> None:
    places = PLACE.findall(answer)
    assert 1 <= len(places) <= 2, "a question opens two files at most"
    assert len(places) == answer.count("(`"), "each place is a file and what it defines: `law/rules.py` (`Rules`)"
    for module, names in places:
        for name in re.findall(r"`([\w.]+)`", names):
            assert defines(SOURCE / module, name), f"{module} defines no {name}"


def test_a_place_that_no_longer_exists_is_detected() -> None:
    rules = SOURCE / "law" / "rules.py"
    assert defines(rules, "Rules.reads")
    assert defines(rules, "make_rules")
    assert not defines(rules, "Rules.gone")
    assert not defines(rules, "gone")
    roads = SOURCE / "server" / "static" / "roads.js"
    assert defines(roads, "roadsPanel")
    assert not defines(roads, "roads")


# --- the packages


BULLET = re.compile(r"(?ms)^- `([\w/]+/)`: (.*?)(?=^- |^#|\n\n|\Z)")
LISTED = BULLET.findall(part("The packages"))


def folders() -> list[str]:
    """Return every folder outside games that has modules of its own."""
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js")]
    found = {file.parent for file in files if file.name not in ("__init__.py", "sw.js")}
    names = {folder.relative_to(SOURCE).as_posix() + "/" for folder in found - {SOURCE}}
    return sorted(name for name in names if not name.startswith("games/"))


def test_every_folder_is_listed_once() -> None:
    assert sorted(folder for folder, _ in LISTED) == folders()


@pytest.mark.parametrize(("folder", "words"), LISTED, ids=lambda text: text[:30])
def test_every_module_of_a_folder_is_named_once(folder: str, words: str) -> None:
    here = (SOURCE / folder).iterdir()
    modules = sorted(file.stem for file in here if file.suffix in (".py", ".js") and file.stem != "__init__")
    named = sorted(re.findall(r"`([a-z_0-9]+)`", words))
    missing, gone = sorted(set(modules) - set(named)), sorted(set(named) - set(modules))
    assert named == modules, f"{folder} not named: {missing}; named and gone: {gone}; or named twice"


def test_each_package_has_a_section() -> None:
    headings = re.findall(r"(?m)^### (\w+)$", part("The packages"))
    assert headings == [name for row in reversed(package_map.rows(package_map.packages())) for name in reversed(row)]
