"""Every paragraph that something must carry out names the functions that do, in the game or in what games share."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from importlib.resources import files
from pathlib import Path

import pytest

from kit import carriers
from kit.carriers import COMMON, PAY_TABLES, code_citing, list_carriers
from pitboss.games import REGISTERED
from pitboss.law import coverage as finding
from pitboss.law.coverage import Row, coverage
from pitboss.law.register import CARRIED_OUT

TEXT = "2000-01-01"


def wanting(rows: list[Row]) -> list[str]:
    """The paragraphs that something must carry out and nothing does."""
    return [f"{row.edition} {row.paragraph}" for row in rows if row.kind in CARRIED_OUT and not row.code]


def test_the_list_that_ships_is_what_the_source_says() -> None:
    assert not carriers.is_stale(), f"{carriers.PATH.name} is out of date: run 'make renew' and commit the result"


@pytest.mark.parametrize("package", REGISTERED.values())
def test_no_paragraph_is_without_its_function(package: str) -> None:
    assert wanting(coverage(package)) == []


@pytest.mark.parametrize("package", REGISTERED.values())
def test_what_is_named_is_there(package: str) -> None:
    """Look the names up by running the modules; a pay table is looked up in the file beside the functions that read
    it."""
    for row in coverage(package):
        functions = [place for place in row.code if PAY_TABLES not in place]
        assert functions or not row.code
        for place in row.code:
            where, _, name = place.partition(":")
            folder, _, file = where.rpartition("/")
            root = COMMON.rpartition(".")[0] if folder.startswith("common") else package.rpartition(".")[0]
            home = f"{root}.{folder.replace('/', '.')}"
            if file == PAY_TABLES:
                assert tomllib.loads(files(home).joinpath(file).read_text())[name]["cite"].startswith(row.paragraph)
                continue
            found: object = import_module(f"{home}.{file.removesuffix('.py')}")
            for part in name.split("."):
                found = getattr(found, part)
            assert callable(found), place
        assert sorted(row.code, key=lambda place: place.startswith("common/")) == list(row.code)


# --- a game of a few lines shows what is found and what is not

FILES = {
    "__init__.py": """
        from dataclasses import fields
        from types import SimpleNamespace
        from pitboss.law.editions import EditionTable, Section, Text
        from pitboss.law.paragraphs import Paragraphs

        SHARED = Paragraphs(**{field.name: "" for field in fields(Paragraphs)} | {
            "cut": "9.1(a)", "idle": "9.1(b)", "no_late_wagers": "9.1(c)", "chips_only": "9.1(d)",
        })
        EDITIONS = EditionTable("2000-01-01", 1, (Text("2000-01-01", "all"),), (), (), {"2000-01-01": SHARED})
        GAME = SimpleNamespace(editions=EDITIONS, shares="")
        """,
    "paragraphs.py": """
        ALL = ("9.1(b)", "9.2(z)")
        """,
    "play.py": '''
        from pitboss.common import seats
        from pitboss.common.ranking import five_card_classes
        from pitboss.common.shuffle import cut
        from pitboss.engine.inputs import Leave

        PLACED_BY = {"ante": "9.2(a)"}
        BONUS = "9.2(b)"
        AREAS = tuple(PLACED_BY)
        CLASSES = five_card_classes("9.2(c)", ())
        UNREAD = {"bonus": "9.2(d)"}

        def play(r):
            """9.2(e) is prose."""
            yield from cut(r, 52)  # and so is 9.2(f)

        def take(r):
            yield PLACED_BY["ante"]

        def offer(r):
            yield AREAS

        def settle(r):
            yield BONUS
            yield CLASSES

        def leave(r, given):
            yield "9.2(g)"

        INTERRUPTIONS = {**seats.INTERRUPTIONS, Leave: leave}

        def own_shared(r):
            p = r.ids
            yield p.chips_only

        @rule("9.2(h)", None)
        def decorated(r):
            return None

        @cited("9.2(i)")
        class Decorated:
            def do(self, t):
                t.cite = "9.2(j)"
        ''',
    "house.py": """
        import tomllib
        from importlib.resources import files

        def base(house):
            return tables()["base"]

        def lettered(house):
            return tables()[house.by_letter]

        ELECTIONS = (Election("seats", left_by="9.4(a)", cites=("9.4(b)",)),)

        class House:
            elections = ELECTIONS

        def tables():
            return tomllib.loads(files(__package__).joinpath("paytables.toml").read_text())
        """,
    "paytables.toml": """
        [base]
        cite = "9.3(a)"
        [by-letter]
        cite = "9.3(b)"
        [nobodys]
        cite = "9.3(c)"
        """,
}
CARRIERS = {
    "9.1(a)": ("common/shuffle.py:cut",),
    "9.1(b)": (),  # deck_opening.py:leave_idle asks for it, and this game does not lead there
    "9.1(c)": (),  # seats.py:leave asks for it, and the game's own has taken its place
    "9.1(d)": ("{game}/law/play.py:own_shared",),
    "9.2(a)": ("{game}/law/play.py:take", "{game}/law/play.py:offer"),
    "9.2(b)": ("{game}/law/play.py:settle",),
    "9.2(c)": ("{game}/law/play.py:settle", "common/ranking.py:five_card_classes"),
    "9.2(d)": (),
    "9.2(e)": (),
    "9.2(f)": (),
    "9.2(g)": ("{game}/law/play.py:leave",),
    "9.2(h)": ("{game}/law/play.py:decorated",),
    "9.2(i)": ("{game}/law/play.py:Decorated",),
    "9.2(j)": ("{game}/law/play.py:Decorated.do",),
    "9.2(z)": (),
    "9.3(a)": ("{game}/law/house.py:base", "{game}/law/paytables.toml:base"),
    "9.3(b)": ("{game}/law/house.py:lettered", "{game}/law/paytables.toml:by-letter"),
    "9.3(c)": (),
    "9.4(a)": ("{game}/law/house.py:House",),
    "9.4(b)": (),  # nothing makes the finding that would cite it
}
Write = Callable[[str, dict[str, str]], str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a game of these files, with every paragraph of CARRIERS in its register, and return its package. The list
    has the functions of that game alone."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name: str, parts: dict[str, str]) -> str:
        folder = tmp_path / name
        (folder / "law").mkdir(parents=True)
        law = "".join(f'[{TEXT}."{id_}"]\nkind = "act"\ngist = "something is done"\n' for id_ in CARRIERS)
        for file, text in {**parts, "law.toml": law}.items():
            room = "." if file == "__init__.py" else "law"
            lines = (line.removeprefix(" " * 8) for line in text.splitlines())
            (folder / room / file).write_text("\n".join(lines))
        (folder / "law" / "__init__.py").touch()
        invalidate_caches()
        monkeypatch.setattr(finding, "carriers", lambda: list_carriers([name]))
        return name

    return write


def test_functions_are_found_where_they_are(write: Write) -> None:
    package = write("few_lines", FILES)
    found = {row.paragraph: row.code for row in coverage(package)}
    assert found == {id_: tuple(place.format(game=package) for place in carriers) for id_, carriers in CARRIERS.items()}
    assert wanting(coverage(package)) == [f"{TEXT} {id_}" for id_, carriers in CARRIERS.items() if not carriers]


@pytest.mark.parametrize(
    ("file", "old", "new", "lost"),
    [
        ("play.py", "yield from cut(r, 52)", "yield from ()", "9.1(a)"),
        ("play.py", 'yield "9.2(g)"', "yield", "9.2(g)"),
        ("play.py", "yield BONUS", "yield", "9.2(b)"),
        ("play.py", "yield p.chips_only", "yield p", "9.1(d)"),
        ("house.py", '["base"]', "", "9.3(a)"),
    ],
)
def test_a_paragraph_that_loses_its_function_is_noticed(write: Write, file: str, old: str, new: str, lost: str) -> None:
    before = [f"{TEXT} {id_}" for id_, carriers in CARRIERS.items() if not carriers]
    assert old in FILES[file]
    package = write(f"without_{''.join(filter(str.isalnum, lost))}", FILES | {file: FILES[file].replace(old, new)})
    rows = coverage(package)
    assert set(wanting(rows)) == {*before, f"{TEXT} {lost}"}
    assert next(row for row in rows if row.paragraph == lost).status == "open"


def test_lines_that_move_change_nothing(write: Write) -> None:
    found = []
    for name, above in (("as_written", ""), ("further_down", "X = 1\n\n\n")):
        package = write(name, FILES | {"play.py": above + FILES["play.py"]})
        found.append([[place.removeprefix(name) for place in places] for places in code_citing(package).values()])
    assert found[0] == found[1] != []
