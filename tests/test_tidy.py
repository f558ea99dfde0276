"""The shape of the code itself: what a reader may rely on wherever he opens it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import pitboss
from kit import area_names, long_tests, wording

SOURCE = Path(pitboss.__file__).parent
ROOT = Path(__file__).parents[1]
# Imports point down this list only. What stands on one line may not import its neighbors.
LAYERS = (
    ("law", "numeric"), ("table",), ("counting",), ("engine",), ("common",), ("games",), ("analysis",), ("simulation",),
    ("record",), ("store",), ("compliance",), ("public",), ("server",), ("cli",),
)  # fmt: skip
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
LONGEST_LINE = 120
MOST_LINES = 60  # of one function; more than a screen is read by nobody
MOST_METHODS = 30  # of one class, with properties and what it inherits; a class with more is several
LONGER = {"numeric/hands.py:make_tables"}  # one table after the other, each of a few lines
FILES = sorted(path for path in SOURCE.rglob("*.py") if "__pycache__" not in path.parts)
CODE = {path: path.read_text(encoding="utf-8") for path in FILES}


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """List everything that is written in a file; each is read once for all tests."""
    return list(ast.walk(ast.parse(CODE[path])))


def test_imports_point_one_way() -> None:
    wrong = [each for path in FILES if layer_of(path) in LEVEL for each in wrongly_imported(path)]
    assert not wrong, "\n".join(wrong)


def wrongly_imported(path: Path) -> Iterator[str]:
    """The package's own front is not asked: it may open any door."""
    here = layer_of(path)
    for module in imported_modules(path):
        other = module.split(".")[1] if module.count(".") else ""
        if other in LEVEL and other != here and LEVEL[other] >= LEVEL[here]:
            yield f"{name_of(path)} imports {module}, which stands above or beside it"
        if here == other == "games":
            own = f"pitboss.games.{path.relative_to(SOURCE).parts[1]}"
            if module != "pitboss.games" and not module.startswith(own):
                yield f"{name_of(path)} imports another game: {module}"


SOURCE_READERS = {"ast", "linecache", "symtable", "tokenize"}
# By room of a game: what it may not import.
WALLS: dict[str, tuple[str, ...]] = {"law": (".math", ".papers", "numeric"), "math": (".papers",)}


@pytest.mark.parametrize("room", WALLS)
def test_the_rooms_of_a_game_have_walls(room: str) -> None:
    """Let the law of a game stand alone: neither its mathematics nor its papers bear on what is dealt."""
    files = [path for path in FILES if layer_of(path) == "games" and path.relative_to(SOURCE).parts[2:3] == (room,)]
    assert files
    for path in files:
        own = f"pitboss.games.{path.relative_to(SOURCE).parts[1]}"
        walls = tuple(f"{own}{wall}" if wall.startswith(".") else f"pitboss.{wall}" for wall in WALLS[room])
        assert not [module for module in imported_modules(path) if module.startswith(walls)], name_of(path)


def imported_modules(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss"):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("pitboss"))


def test_no_layer_names_what_stands_above_it_in_a_string() -> None:
    asked = [path for path in FILES if layer_of(path) in ("engine", "common", "table")]
    wrong = [each for path in asked for each in names_above(path)]
    assert not wrong, "\n".join(wrong)


def names_above(path: Path) -> Iterator[str]:
    above = {name for name, level in LEVEL.items() if level > LEVEL[layer_of(path)]}
    for node in nodes(path):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if above & set(re.findall(r"pitboss\.(\w+)", text)):
            yield f"{name_of(path)}: {text!r}"


def test_dates_are_compared_in_editions_alone() -> None:
    """A held text is named by its date; code asks for a provision, never for a day."""
    asked = [path for path in FILES if path.name != "editions.py" and name_of(path) != "law/rules.py"]
    wrong = [
        f"{name_of(path)}, line {node.lineno} compares a date"
        for path in asked
        for node in nodes(path)
        if isinstance(node, ast.Compare) and any(map(is_date, ast.walk(node)))
    ]
    assert not wrong, "\n".join(wrong)


def is_date(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and bool(re.fullmatch(r"\d{4}-\d\d-\d\d", node.value))
    )


def test_nothing_reads_its_own_source_when_it_runs() -> None:
    """Leave what has to be found in the source to tests/kit, which writes it down (law/carriers.json)."""
    assert [name_of(path) for path in FILES if reads_source(nodes(path))] == []


def reads_source(parts: list[ast.AST]) -> bool:
    """Return whether code parses Python, or asks for the source of what it runs."""
    for node in parts:
        match node:
            case ast.Import(names=names) if {name.name for name in names} & SOURCE_READERS:
                return True
            case ast.ImportFrom(module=module) if module in SOURCE_READERS:
                return True
            case ast.Attribute(attr=name) | ast.Name(id=name) if name.startswith("getsource"):
                return True
    return False


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("import ast", True),
        ("from ast import parse", True),
        ("import inspect", False),
        ("import inspect\ninspect.getsource(print)", True),
        ("from inspect import getsourcelines\ngetsourcelines(print)", True),
        ("import tokenize", True),
        ("ast = 1", False),
    ],
)
def test_a_reader_of_source_is_noticed(text: str, reads: bool) -> None:
    assert reads_source(list(ast.walk(ast.parse(text)))) is reads


def test_no_line_of_a_page_module_is_longer_than_a_line_of_python() -> None:
    """The formatter breaks code; what stands in a text has to be broken by hand."""
    wrong = [
        f"{name_of(path)}, line {number} has {len(line)} characters"
        for path in sorted(SOURCE.rglob("*.js"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lock", ["package-lock.json", *sorted(path.name for path in ROOT.glob("*.lock"))])
def test_no_lock_file_names_an_address(lock: str) -> None:
    """Packages come from the index or the registry of whoever installs them. npm notes where to fund a package, too."""
    assert not re.search(r"\w+://", (ROOT / lock).read_text(encoding="utf-8"))


def test_a_function_fits_on_a_screen() -> None:
    asked = [path for path in FILES if "kernel" not in path.parts and "kernel" not in path.name]
    lines = {
        f"{name_of(path)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in asked
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: many for name, many in lines.items() if many > MOST_LINES}.keys() == LONGER


# --- rooms and signs


MOST_MODULES = 20  # of one package, `__init__` not counted
MORE_MODULES = ("cli/commands",)  # one module for each command
LEFT_FLAT = re.compile(r"games/\w+")  # a game's folder gets its rooms when a wager is declared once


def modules_of() -> dict[str, list[str]]:
    """The modules of each package, without `__init__`."""
    found: dict[str, list[str]] = {}
    for path in FILES:
        package, _, module = name_of(path).rpartition("/")
        if module != "__init__.py":
            found.setdefault(package, []).append(module.removesuffix(".py"))
    return found


def test_no_package_has_more_than_twenty_modules() -> None:
    large = {package: len(modules) for package, modules in modules_of().items() if len(modules) > MOST_MODULES}
    assert [package for package in large if package not in MORE_MODULES and not LEFT_FLAT.fullmatch(package)] == []


# Modules of one name mean the same thing: a front (command, route, page, public module) and what it fronts, the parts
# that every game has, and the parts that every table in the terminal has.
FRONTS = re.compile(r"|cli/commands|server/routes|server/pages|public|cli/tables/\w+|common/punto_banco(/math)?")
OF_GAMES = {"facts", "guide", "house", "steps"}  # declared at the table or in the engine, and for all card tables
PARALLEL = {"errors", "screen", "table", "table_session", "typed_wagers"}


def test_no_two_modules_have_one_name_for_two_things() -> None:
    places: dict[str, list[str]] = {}
    for package, modules in modules_of().items():
        if not package.startswith("games") and not FRONTS.fullmatch(package):
            for module in modules:
                places.setdefault(module, []).append(package or "pitboss")
    several = {module: found for module, found in places.items() if len(found) > 1}
    assert {module: several[module] for module in several.keys() - OF_GAMES - PARALLEL} == {}


def test_names_and_docstrings_are_clear() -> None:
    """See kit/wording.py for the rules."""
    assert [f"{name_of(path)}: {rule}: {place}" for path in FILES for rule, place in wording.faults(path)] == []


def test_names_and_docstrings_of_tests_are_clear() -> None:
    found = [
        f"{path.relative_to(wording.TESTS).as_posix()}: {rule}: {place}"
        for path in sorted(wording.TESTS.rglob("*.py"))
        for rule, place in wording.faults(path)
    ]
    assert found == []


def test_names_that_are_kept_are_still_there() -> None:
    """The list shrinks when a property or a class goes."""
    for file, names in wording.KEPT.items():
        code = (SOURCE / file).read_text(encoding="utf-8")
        assert [name for name in names if not re.search(rf"def {name}\(self|^class {name}\b", code, re.M)] == [], file


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ('def pay(): "Pay a wager."', []),
        ('def pay(): "The wager that is paid."', []),
        ('def pay(): "What is paid."', ["docstrings"]),
        ('def pay(): "Wagers, one by one."', ["docstrings"]),
        ('def _pay(): "Wagers, one by one."', []),
        ('def _pay(): "What is paid."', ["docstrings"]),
        ("def paid(): return 0", ["names"]),
        ("def _counted(): return 0", ["names"]),
        ("def seed(): return 0", []),
        ('class T:\n  @property\n  def wagers(self) -> int: "Wagers on the table."', []),
        ('class T:\n  @property\n  def wagers(self) -> int: "Where wagers lie."', ["docstrings"]),
        ("class T:\n  @property\n  def paid(self) -> bool: return True", []),
        ("class T:\n  @property\n  def paid(self) -> int: return 0", ["names"]),
        ("class Paid: pass", ["names"]),
        ("class PaidWager: pass", []),
        ('class T: "A wager and its odds."', []),
        ('class T: "The dealer pays a wager."', []),
        ('class T: "Nobody bets any more."', []),
        ('class T: "What is paid."', ["docstrings"]),
        ('class T: "Between two rounds."', ["docstrings"]),
        ('"Payments and their order."', []),
        ('"How wagers are paid."', ["docstrings"]),
        ('def test_pay(): "In the second round it is paid."', []),
        ('def test_pay(): "Whoever asks is paid."', ["docstrings"]),
        ('def test_pay(): "And it is paid."', ["docstrings"]),
    ],
)
def test_a_riddle_is_noticed(text: str, broken: list[str], tmp_path: Path) -> None:
    (file := tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert [rule for rule, _ in wording.faults(file)] == broken


def test_a_class_is_one_thing() -> None:
    found = {f"{module}.{name}": len(methods_of(module, name)) for module, name in classes()}
    assert len(found) > 500
    assert {name: many for name, many in found.items() if many > MOST_METHODS} == {}


@cache
def classes() -> dict[tuple[str, str], ast.ClassDef]:
    """Return every class by its module and its name."""
    return {
        (module_of(path), node.name): node for path in FILES for node in nodes(path) if isinstance(node, ast.ClassDef)
    }


def module_of(path: Path) -> str:
    return ".".join(("pitboss", *path.relative_to(SOURCE).with_suffix("").parts))


@cache
def methods_of(module: str, name: str) -> frozenset[str]:
    """The names of its methods and properties, and of those that it inherits from classes of ours."""
    node = classes()[module, name]
    found = {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for base in node.bases:
        # Of a generic class, or of one in a module that is imported, only the name says which it is.
        of = ast.unparse(base).partition("[")[0].rpartition(".")[2]
        if (home := (home_of(module).get(of, module), of)) in classes() and home != (module, name):
            found |= methods_of(*home)
    return frozenset(found)


@cache
def home_of(module: str) -> dict[str, str]:
    """Return the module from which a module has each name that it imports."""
    path = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    imports = (node for node in nodes(path) if isinstance(node, ast.ImportFrom))
    return {alias.asname or alias.name: node.module or "" for node in imports for alias in node.names}


def test_folders_of_tests_import_no_tests_of_each_other() -> None:
    """A part of the soak counts on it (kit/soak.py). What is shared lies in `kit`, or in modules that are no tests."""
    tests = Path(__file__).parent
    folders = "|".join(path.name for path in tests.iterdir() if path.is_dir())
    wrong = [
        f"{path.relative_to(tests)} imports {other}.{module}"
        for path in sorted(tests.rglob("*.py"))
        for other, module in re.findall(rf"(?m)^from ({folders})\.([\w.]*test_\w+) import", path.read_text("utf-8"))
        if other not in (path.relative_to(tests).parts[0], "games") and path.relative_to(tests).parts[0] != "docs"
    ]
    assert not wrong


def test_law_tests_are_where_they_are_looked_for() -> None:
    """Teeth, mutants and evidence run `test_law*.py`. A claim made elsewhere would make the evidence stale for good."""
    tests = Path(__file__).parent
    claim = re.compile(r"(?m)^@(?:pytest\.mark\.)?law\(")
    claiming = [path for path in sorted(tests.rglob("test_*.py")) if claim.search(path.read_text("utf-8"))]
    assert len(claiming) > 20
    assert [str(path.relative_to(tests)) for path in claiming if not path.name.startswith("test_law")] == []


# --- facts


@cache
def declared_facts() -> dict[str, Path]:
    """Return every fact and mark, and the file that declares it."""
    found: dict[str, Path] = {}
    for path in FILES:
        if path.name == "facts.py":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                    made = ast.unparse(node.value.func).partition("[")[0]
                    if made in ("Fact", "FactAt", "Flag", "FlagAt", "Mark", "MarkAt"):
                        found |= {target.id: path for target in node.targets if isinstance(target, ast.Name)}
    return found


TESTS = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.rglob("*.py"))]
STEPS = ("steps.py", "card_steps.py")  # what acts do stands there and nowhere else


@cache
def using(fact: str) -> list[Path]:
    """The files that import a fact, but for those that declare facts."""
    taken = re.compile(rf"\.facts import (?:[^\n(]*\b{fact}\b|\([^)]*\b{fact}\b)")
    return [path for path, text in CODE.items() if path.name != "facts.py" and taken.search(text)]


@pytest.mark.parametrize("fact", sorted(declared_facts()))
def test_every_fact_is_set_by_an_act_and_read_by_somebody(fact: str) -> None:
    """It is read by code, or by a test for which it is the only visible effect of an act."""
    users = using(fact)
    assert any(path.name in STEPS for path in users), f"no act knows {fact}"
    inside = [line for path in users if path.name in STEPS for line in CODE[path].splitlines() if fact in line]
    asked = [line for line in inside if re.search(rf"\b{fact}\b(\(|\.(?!set|clear|at))", line)]
    read = asked or any(path.name not in STEPS for path in users) or used_by_facts(fact)
    assert read or any(re.search(rf"\b{fact}\b", text) for text in TESTS), f"nobody reads {fact}"


def used_by_facts(fact: str) -> bool:
    """Tell whether a fact is asked for by a question that is declared beside it. Some are asked by nothing else."""
    return len(re.findall(rf"\b{fact}\b", CODE[declared_facts()[fact]])) > 1


def test_only_acts_set_facts() -> None:
    wrong = [
        f"{name_of(path)} sets {fact}"
        for fact in declared_facts()
        for path in using(fact)
        if path.name not in STEPS and re.search(rf"\b{fact}(?:\.at\([^)]*\))?\.(?:set|clear)\(", CODE[path])
    ]
    assert not wrong, "\n".join(wrong)


def test_a_misspelt_fact_is_an_error() -> None:
    """36 uses of facts at random, each misspelt: the linter finds every one before anything runs."""
    uses = []
    for fact in declared_facts():
        for path in using(fact):
            start = max(match.end() for match in re.finditer(r"(?m)^(?:from|import) .*$|^\)$", CODE[path]))
            uses += [(path, start + match.start(), fact) for match in re.finditer(rf"\b{fact}\b", CODE[path][start:])]
    survived = []
    for path, at, name in Random(36).sample(uses, 36):
        text = CODE[path][:at] + name[:-1] + "_" + CODE[path][at + len(name) :]
        command = [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "--select",
            "F821,F401,F811",
            "--stdin-filename",
            str(path),
            "-",
        ]
        if subprocess.run(command, input=text, capture_output=True, text=True, check=False).returncode == 0:
            survived.append((name_of(path), name))
    assert not survived


def test_long_tests_are_there_and_their_cases_far_apart() -> None:
    tests = Path(__file__).parent
    for name in long_tests.shares():
        file, _, function = name.partition("[")[0].partition("::")
        assert f"def {function}(" in (tests / file).read_text(encoding="utf-8"), name
    assert long_tests.some(9, 0, "a test") == set()
    assert long_tests.some(2, 5, "a test") == {0, 1}
    for cases, taken in ((9, 1), (11, 3), (385, 112)):
        found = sorted(long_tests.some(cases, taken, "a test"))
        gaps = [after - before for before, after in pairwise([*found, found[0] + cases])]
        assert len(found) == taken
        assert max(gaps) - min(gaps) <= 1


def test_no_file_names_betting_areas_more_often_than_before() -> None:
    """A wager is declared once. `python -m kit.area_names` says where areas are named elsewhere."""
    most = area_names.read_list()
    grown = {name: count for name, count in area_names.counts().items() if count > most.get(name, 0)}
    assert not grown, f"more than tests/kit/area_names.txt has: {grown}"


LAW_WITH_ANTE = "pitboss.games.three_card_poker.law"


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ('"""ante"""\nx = {"ante": "Ante"}  # "ante"\n', ["'ante'"]),
        (f"from {LAW_WITH_ANTE}.wagers import ANTE as A\nx = A\n", ["import ANTE", "A"]),
        (f"from {LAW_WITH_ANTE}.play import ANTE\n", ["import ANTE"]),
        (f"from {LAW_WITH_ANTE} import wagers\nx = wagers.ANTE, wagers.offers\n", ["wagers.ANTE"]),
        (f"from {LAW_WITH_ANTE}.wagers import SPOTS\nx = SPOTS[0]\n", []),
        ('ONE, OTHER = BOTH = ("ante", "else")\nx = ONE, OTHER\n', ["'ante'", "ONE"]),
        ('def f():\n    "ante"\n    match x:\n        case "ante":\n            return f"{x} ante"\n', ["'ante'"]),
    ],
)
def test_a_named_area_is_noticed(code: str, named: list[str]) -> None:
    assert [what for _, what in sorted(area_names.places_in_code(code, frozenset(("ante", "pair plus"))))] == named


def test_a_named_area_is_noticed_in_a_page() -> None:
    code = """areas["ante"] // "ante"\n/* 'ante' */ `${at('ante')} ante` + "an ante" + ante.ante"""
    places = list(area_names.places_in_page(code, frozenset(("ante",))))
    assert places == [(1, '"ante"'), (2, "'ante'")]


def test_files_are_held_to_the_areas_of_their_own_games() -> None:
    areas = dict(area_names.files())
    assert "trips" in areas["games/ultimate_texas_holdem/law/play.py"]
    assert "pair plus" not in areas["games/ultimate_texas_holdem/law/play.py"]
    assert areas["cli/main.py"] == areas["server/static/replay.js"] >= {"pair plus", "trips"}
    assert "dragon 7" in areas["common/punto_banco/deal.py"]
    law = {name for name in map(name_of, FILES) if re.search(r"/(wagers|settle|irregular)\.py$", name)}
    assert len(law) > 20
    assert law & areas.keys() == {name for name in law if name.startswith(area_names.ABOVE)}
    assert not areas.keys() & set(area_names.LAYOUTS)
    assert all((SOURCE / name).is_file() for name in area_names.LAYOUTS)
