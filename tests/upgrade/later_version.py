"""Write a later version of the package, with more elections and one more wager in every game, and report how it reads
what earlier versions left.

    python -m upgrade.later_version [--whole] [GAME ...]

prints the report of the package that Python finds, as JSON: what its readers say of records, databases and rounds of
the corpus; of all of them with --whole, and else of a sample. The copy is real source in a tree of its own, which a
subprocess imports.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from corpus import frozen
from pitboss.cli.main import main as run_pitboss
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, from_cents
from pitboss.engine.record import encode_item
from pitboss.games import REGISTERED, load
from upgrade.test_elections import KNOWN, against, look_at
from upgrade.test_upgrade import CONTENTS, NEWEST, RECORDS, VERSIONS, left_by, read_kept_file

Report = dict[str, Any]
Edit = Callable[[str], str]  # of the source of a house

TESTS = Path(__file__).parent.parent
PACKAGE = Path(pitboss.__file__).parent
ONE_IN = 10  # of so many rounds of the corpus one is in the sample
COMMANDS = (("verify", "--json"), ("replay",), ("explain",))
AREA = "six card"
ELECTIONS = """
    aggregate_limit: Money | None = None
    six_card: bool = False
    six_card_minimum: Money = amount(100)
    six_card_maximum: Money = amount(10_000)
    opening_announced: bool = False

    elections = (
        *own,
        Election("aggregate-limit", "The most that all players of a round may win together."),
        Election("six-card", "Whether the six card wager is offered.", cites=("house:six-card",)),
        Election("six-card-minimum", "The least you may put on six card."),
        Election("six-card-maximum", "The most you may put on six card."),
        Election("opening-announced", "Whether the dealer announces each round."),
    )
"""
IMPORTS = """
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import amount
from pitboss.table.money import Money
"""
ADDED = ("aggregate-limit", "six-card", "six-card-minimum", "six-card-maximum", "opening-announced")
WAGER = f"""
from pitboss.engine.wager_declarations import WagerDeclaration as _Declaration
from pitboss.engine.waits import Refusal as _Refusal

_SIX_CARD = _Declaration(
    name={AREA!r},
    cite="house:six-card",
    not_offered=lambda rules, house: None if house.six_card else _Refusal("house:six-card", "It is not offered.", ""),
    limits=lambda house: (house.six_card_minimum, house.six_card_maximum),
)
WAGERS = type(WAGERS)(*list(WAGERS)[:1], _SIX_CARD, *list(WAGERS)[1:])
"""
REGISTRATION = f"""

from dataclasses import replace as _replace

from pitboss.engine.game import Offer as _Offer
from pitboss.table.steps import Manner as _Manner

_before = GAME


def _offers(r, seat):
    offered = list(_before.offers(r, seat))
    yield from offered
    if r.house.six_card and all({AREA!r} not in offer.spots for offer in offered):  # it does not follow everywhere
        least, most = r.house.six_card_minimum, r.house.six_card_maximum
        yield _Offer({AREA!r}, ({AREA!r},), least, most, r.house.smallest_chip)


def _play(r):
    if r.house.opening_announced:
        yield _Manner("house:opening", "The dealer announces the round.")
    yield from _before.play(r)


GAME = _replace(GAME, offers=_offers, play=_play)
"""


# --- the copy


def write_copy(folder: Path, faults: dict[str, Edit] | None = None) -> Path:
    """Copy the package into a folder with the additions in every game, then edit the houses that have a fault.

    Returns the folder to import it from.
    """
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy)
    for name in REGISTERED:
        game = load(name)
        edit_file(copy / file_of(game.house.__module__), partial(add_elections, kind=game.house))
        edit_file(copy / file_of(game.house.__module__), (faults or {}).get(name, str))
        edit_file(copy / file_of(game.package), lambda source: source + REGISTRATION)
    for declared in {wagers_of(load(name)) for name in REGISTERED}:
        edit_file(copy / declared, add_wager)
    return folder


def file_of(module: str) -> Path:
    """Return the file of a module, below the package."""
    return Path(inspect.getfile(sys.modules[module])).relative_to(PACKAGE)


def wagers_of(game: Game) -> Path:
    """Return the file that declares the wagers of a game, which two games may share."""
    own = f"{game.package}.law.wagers"
    return file_of(own if own in sys.modules else f"{game.shares}.wagers")


def edit_file(path: Path, edit: Edit) -> None:
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")


def add_elections(source: str, kind: type[House]) -> str:
    """Return the source of a house with the new elections below those that the class has."""
    [house] = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    last = max(node.end_lineno or 0 for node in house.body if isinstance(node, ast.AnnAssign))
    has_table = any(ast.unparse(node.target) == "elections" for node in house.body if isinstance(node, ast.AnnAssign))
    source = insert_below(source, last, ELECTIONS.replace("*own", "*elections" if has_table else "*()"))
    first = next(at for at, line in enumerate(source.splitlines()) if line.startswith("from __future__")) + 1
    return insert_below(source, first, IMPORTS)


def add_wager(source: str) -> str:
    """Return the source that declares the wagers of a game with the new wager after the first."""
    [declared] = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "WAGERS"
    )
    return insert_below(source, declared.end_lineno or 0, WAGER)


def insert_below(source: str, line: int, text: str) -> str:
    lines = source.splitlines(keepends=True)
    return "".join((*lines[:line], text, *lines[line:]))


def substitute(old: str, new: str) -> Edit:
    """Return an edit that replaces one place of a source; it fails where that is not there."""

    def edit(source: str) -> str:
        assert source.count(old) == 1, old
        return source.replace(old, new)

    return edit


def report_of(tree: Path, games: Collection[str] = REGISTERED, *, whole: bool = False) -> Report:
    """Return the report of the package in a tree, made by a process that imports that one."""
    process = run_python(tree, "-m", "upgrade.later_version", *games, *(["--whole"] if whole else []))
    assert process.returncode == 0, process.stdout + process.stderr
    report: Report = json.loads(process.stdout)
    return report


def run_python(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the package in a tree, and with these tests."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tree, TESTS)))}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, env=environment)


# --- the report


def make_report(games: Collection[str] = REGISTERED, *, whole: bool = False) -> Report:
    """Return what this package says of its houses, and of what earlier versions left of these games."""
    report: Report = {"package": str(PACKAGE.parent)}
    with frozen.watched_by(None):
        for name in games:
            game = load(name)
            report[f"house {name}"] = describe_house(game)
            report[f"corpus {name}"] = replay_corpus(game, 1 if whole else ONE_IN)
            for version, known in KNOWN.items():
                if name in known:
                    report[f"elections {version} {name}"] = list(against(name, game, known[name], version))
        return report | read_files(games, whole=whole)


def read_files(games: Collection[str] = REGISTERED, *, whole: bool = False) -> Report:
    """Return what this package says of the records and databases of earlier versions; of all, or of a sample.

    A database has every game, so it is not read for some of them.
    """
    report: Report = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder), frozen.watched_by(None):
        for version, file in RECORDS:
            game = CONTENTS[version]["records"][file]["game"]
            if game in games and (whole or file == f"{game}.jsonl.xz"):
                report[f"record {version} {file}"] = read_record(version, file)
        if set(games) == set(REGISTERED):
            for version in VERSIONS if whole else [NEWEST]:
                report[f"database {version}"] = read_database(version)
    return report


def describe_house(game: Game) -> dict[str, Any]:
    """Return what a game has beside its law: keys, areas, and what it offers where the new wager is elected."""
    usual = game.house.usual()
    house = from_cents(game.house, _with_new_elections(usual)) if hasattr(usual, "six_card") else usual
    opened = Driver(game, game.rules({}), house, game.opening(house), stepwise=True)
    opened.run(1)
    return {
        "keys": list(house.__struct_encode_fields__),
        "areas": list(game.spots),
        "offers": [offer.name for offer in game.offers(opened.round, 1)],
        "begins with": [encode_item(item).decode() for item in opened.log],
    }


def _with_new_elections(usual: House) -> bytes:
    elected = {"aggregate-limit": 1_000_000, "six-card": True, "six-card-maximum": 5_000, "opening-announced": True}
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(usual, enc_hook=int))
    return msgspec.json.encode({**written, **elected})


def replay_corpus(game: Game, one_in: int) -> str:
    """Return what is different about one in so many rounds of the corpus; empty if nothing is."""
    header, rounds = frozen.read(frozen.path_of(game.name))
    looked_at = rounds[::one_in]
    found = list(frozen.differences(game, looked_at))
    return frozen.describe_differences(game, header.behaviour, found, len(looked_at)) if found else ""


def read_record(version: str, name: str) -> list[Any]:
    """Return what commands say of a record that a version left."""
    Path("record.jsonl").write_bytes(read_kept_file(version, name))
    return [run_command(command, "record.jsonl", *options) for command, *options in COMMANDS]


def read_database(version: str) -> list[Any]:
    """Return what the audit and then the server say of a database that a version left."""
    folder = Path(version)
    folder.mkdir()
    left = left_by(version, folder)
    code, output = run_command("verify", "--db", str(left.path), "--json")
    return [code, json.loads(output)["checks"][:-1], asyncio.run(look_at(left.path, ADDED))]


def run_command(*words: str) -> list[Any]:
    """Return the exit code of a command and what it prints."""
    with io.StringIO() as output, redirect_stdout(output), redirect_stderr(output):
        code = run_pitboss(list(words))
        return [code, output.getvalue()]


if __name__ == "__main__":
    games = [word for word in sys.argv[1:] if word != "--whole"]
    print(json.dumps(make_report(games or REGISTERED, whole="--whole" in sys.argv)))
