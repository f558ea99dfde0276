"""Tests of the wheel and the sdist: what they hold, and that they work where little else is installed."""

from __future__ import annotations

import email
import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kit.parts import ROOT
from kit.serving import Server
from pitboss import __version__
from pitboss.games import REGISTERED

PACKAGE = ROOT / "src" / "pitboss"


class BuiltFiles(NamedTuple):
    wheel: Path
    sdist: Path


def built_in(folder: Path, into: Path, *targets: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *targets]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)


@pytest.fixture(scope="module")
def built_package(tmp_path_factory: pytest.TempPathFactory) -> BuiltFiles:
    folder = tmp_path_factory.mktemp("dist")
    built_in(ROOT, folder)
    return BuiltFiles(folder / f"pitboss-{__version__}-py3-none-any.whl", folder / f"pitboss-{__version__}.tar.gz")


class Place(NamedTuple):
    """A folder into which Pitboss is installed."""

    python: list[str]
    script: Path
    environment: dict[str, str]

    def pitboss(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run(str(self.script), *words)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.python, *words], cwd=self.environment["HOME"], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=300,
        )  # fmt: skip


def environment(home: Path) -> dict[str, str]:
    """Return an environment with nothing of this run's own: no settings, caches or records of its user."""
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "PITBOSS"))}
    return kept | {"HOME": str(home)}


@pytest.fixture(scope="module")
def bare(built_package: BuiltFiles, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The wheel, and of everything it could use only what it requires."""
    folder = tmp_path_factory.mktemp("bare")
    site = folder / "site"
    command = ["pip", "install", "-q", "--no-deps", "--no-index", "--no-compile", "--target", str(site)]
    subprocess.run([sys.executable, "-m", *command, str(built_package.wheel)], check=True, capture_output=True)
    (site / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    settings = environment(folder / "home") | {"PYTHONPATH": str(site)}
    return Place([sys.executable, "-S"], site / "bin" / "pitboss", settings)  # -S: nothing else that is installed here


# --- what they hold


def test_the_wheel_holds_the_package_and_nothing_else(built_package: BuiltFiles) -> None:
    here = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    with zipfile.ZipFile(built_package.wheel) as wheel:
        names = set(wheel.namelist())
    about = {name for name in names if name.startswith(f"pitboss-{__version__}.dist-info/")}
    assert names - about == {name for name in here if "__pycache__" not in name}
    assert f"pitboss-{__version__}.dist-info/licenses/LICENSE" in about


def test_the_wheel_holds_the_data_files(built_package: BuiltFiles) -> None:
    with zipfile.ZipFile(built_package.wheel) as wheel:
        names = set(wheel.namelist())
    games = {f"{package.replace('.', '/')}/" for package in REGISTERED.values()}
    assert {f"{game}law/{file}.toml" for game in games for file in ("law", "paytables", "readings")} <= names
    single = {"py.typed", "law/carriers.json", "law/evidence.json", "cli/commands/house.example.toml"}
    shown = {path.relative_to(PACKAGE).as_posix() for part in ("static", "templates")
             for path in (PACKAGE / "server" / part).rglob("*") if path.is_file()}  # fmt: skip
    assert len(shown) > 10
    assert {f"pitboss/{name}" for name in single | shown} <= names


def test_the_sdist_makes_the_same_wheel(built_package: BuiltFiles, tmp_path: Path) -> None:
    with tarfile.open(built_package.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
        sdist.extractall(tmp_path, filter="data")
    assert {"LICENSE", "README.md", "CHANGELOG.md", "docs/architecture.md", "docs/pictures/round.webp"} <= names
    assert not {
        name for name in names if name.startswith(("tests/", "bench/", ".ci/", ".venv")) or "__pycache__" in name
    }
    built_in(tmp_path / f"pitboss-{__version__}", tmp_path / "again", "-t", "wheel")
    assert (tmp_path / "again" / built_package.wheel.name).read_bytes() == built_package.wheel.read_bytes()


# --- what they say of themselves


@pytest.fixture(scope="module")
def raw(built_package: BuiltFiles) -> str:
    with zipfile.ZipFile(built_package.wheel) as wheel:
        return wheel.read(f"pitboss-{__version__}.dist-info/METADATA").decode()


def test_the_metadata_of_the_wheel_is_complete(raw: str) -> None:
    told = email.message_from_string(raw)
    assert told["Author"] == "The Pitboss authors"
    assert told["License-Expression"] == "MIT"
    assert told["License-File"] == "LICENSE"
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    extras = {"server", "exact", "plots", "gpu", "gpu12", "cluster", "frames", "parquet", "all"}
    assert set(told.get_all("Provides-Extra", [])) == extras
    needed = [each for each in told.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert [re.split(r"\W", each)[0] for each in needed] == ["msgspec"], "the ordinary user downloads nothing else"
    classifiers = told.get_all("Classifier", [])  # each a known one, or nothing would have been built
    assert {each.partition(" :: ")[0] for each in classifiers} >= {"Topic", "Intended Audience", "Operating System"}
    Metadata.from_email(raw, validate=True)  # raises unless all of it is well formed


def addresses(markdown: str) -> list[str]:
    """Yield everything that a page links to or shows."""
    tokens = [inner for token in MarkdownIt().enable("table").parse(markdown) for inner in token.children or []]
    return [str(token.attrs[name]) for token in tokens for name in ("href", "src") if name in token.attrs]


def test_every_link_of_the_index_page_leads_somewhere(raw: str) -> None:
    page = str(email.message_from_string(raw).get_payload())
    assert page.startswith("# Pitboss")
    assert [address for address in addresses(page) if not address.startswith("https://")] == []
    # What the page names instead of linking to it is in the sdist.
    named = {path.partition("#")[0] for path in addresses((ROOT / "README.md").read_text(encoding="utf-8"))}
    named = {path for path in named if path and "://" not in path}
    assert all(path in page and (ROOT / path).is_file() for path in named)


def test_pages_and_pictures_become_addresses_once_there_is_one() -> None:
    for_index = runpy.run_path(str(ROOT / "hatch_build.py"))["for_index"]
    text = "[a](docs/a.md), [b](https://b.example/), `[c](d)`\n```\n[e](f)\n```\n![picture](docs/p.png)"
    pages, pictures = "https://host.example/blob/", "https://host.example/raw/"
    assert for_index(text, pages, pictures) == text.replace("(docs/a", f"({pages}docs/a").replace(
        "(docs/p", f"({pictures}docs/p"
    )
    assert addresses(for_index(text, None, None)) == ["https://b.example/"]
    assert for_index("[`docs/a.md`](docs/a.md), [the a](docs/a.md)", None, None) == "`docs/a.md`, the a (`docs/a.md`)"
    whole = for_index((ROOT / "README.md").read_text(encoding="utf-8"), pages, pictures)
    assert all(address.startswith("https://") for address in addresses(whole))


# --- that they work


def test_the_command_works_with_msgspec_alone(bare: Place, tmp_path: Path) -> None:
    version = bare.pitboss("--version")
    assert version.returncode == 0, version.stderr
    assert version.stdout.splitlines()[0] == f"pitboss {__version__}"
    record = str(tmp_path / "round.jsonl")
    played = bare.pitboss("play", "let-it-ride", "--seed", "7", "--record", record)
    assert played.returncode == 0, played.stderr
    assert "18.10(c)" in played.stdout
    assert bare.pitboss("verify", record, "--quiet").returncode == 0
    assert bare.pitboss("init-house", str(tmp_path / "house.toml")).returncode == 0
    assert bare.pitboss("house", str(tmp_path / "house.toml")).returncode == 0
    assert "proof" in bare.pitboss("law", "18.10(c)").stdout


def test_a_command_that_needs_an_extra_names_it(bare: Place) -> None:
    for words, extra in {("serve",): "server", ("warm",): "exact", ("edge", "ultimate-texas-holdem"): "exact"}.items():
        refused = bare.pitboss(*words)
        assert refused.returncode == 2
        assert f"pip install 'pitboss[{extra}]'" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


EMBEDDED = """
import pitboss, sys
table = pitboss.open_table("ultimate-texas-holdem", seed=2)
table.sit(1, "Ann", chips=500_00)
table.give(pitboss.Close())
table.give(pitboss.Wager(1, {"ante": 10_00, "blind": 10_00}))
table.give(pitboss.Close())
while question := table.asks.question:
    table.give(pitboss.Answer(question.seat, "check" if "check" in question.choices else "play 1x"))
assert table.result is not None
assert "craps" in [each.name for each in pitboss.games()]
assert pitboss.evaluate.rank("Ah Kh Qh Jh Th") > pitboss.evaluate.rank("Ah Ad Ac As Kh")
print(pitboss.edge("craps")["pass"].house_edge)
assert not {"numpy", "numba", "fastapi", "uvicorn", "jinja2", "altair"} & set(sys.modules)
"""


def test_the_library_works_with_msgspec_alone(bare: Place) -> None:
    done = bare.run("-c", EMBEDDED)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "7/495\n"


def test_the_lock_names_all_that_is_installed() -> None:
    """The lock covers the needs of what we need, too: otherwise an installation takes the newest version of the day."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {canonicalize_name(name) for name in re.findall(r"(?m)^([\w.-]+)==", lock)}
    for name in sorted(locked):
        for needed in map(Requirement, metadata.requires(name) or ()):
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in locked, f"{name} needs {needed.name}"


@pytest.mark.soak
@pytest.mark.parametrize("extra", ["", "[server]", "[exact]", "[plots]", "[all]"])
def test_the_wheel_works_in_a_fresh_installation(extra: str, built_package: BuiltFiles, tmp_path: Path) -> None:
    """Pip and pipx install it like this: into a fresh environment, with whatever the wheel asks for from the index."""
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "-q", f"{built_package.wheel}{extra}"]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    place = Place([str(home / "bin" / "python")], home / "bin" / "pitboss", environment(tmp_path / "home"))
    assert place.pitboss("play", "craps", "--seed", "7", "--quiet").returncode == 0
    edge = place.pitboss("edge", "ultimate-texas-holdem", "--json")
    if extra in ("[exact]", "[all]"):
        assert edge.returncode == 0, edge.stderr
        assert json.loads(edge.stdout)["wagers"]
    else:
        assert "pitboss[exact]" in edge.stderr
    drawn = place.pitboss("strategy", "craps", "--plot", str(tmp_path / "craps.svg"))
    assert drawn.returncode == (0 if extra == "[plots]" else 2), drawn.stderr
    assert extra == "[plots]" or "pitboss[plots]" in drawn.stderr
    if extra in ("[server]", "[all]"):
        [site] = home.glob("lib/python*/site-packages")
        with Server(tmp_path / "pitboss.db", source=site, python=place.python[0]) as server:
            assert not server.died, server.errors()
            assert server.stop() == 0
    else:
        assert "pitboss[server]" in place.pitboss("serve").stderr


FLOORS = ("exact", "server", "plots", "parquet", "frames")  # installed together


@pytest.mark.soak
def test_the_package_works_with_the_lowest_declared_versions(
    built_package: BuiltFiles, raw: str, tmp_path: Path
) -> None:
    """A lower bound must be enough: these very versions are installed and used."""
    needed = [Requirement(each) for each in email.message_from_string(raw).get_all("Requires-Dist", [])]
    floors = {
        each.name: part.version
        for each in needed
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in FLOORS)
        for part in each.specifier
        if part.operator == ">="
    }
    assert {"msgspec", "numpy", "numba", "uvicorn", "fastapi", "pandas"} <= floors.keys()
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    python = str(home / "bin" / "python")
    versions = [f"{name}=={version}" for name, version in floors.items()]
    pip = [python, "-m", "pip", "install", "-q", str(built_package.wheel), *versions]
    installed = subprocess.run(pip, capture_output=True, text=True)
    assert installed.returncode == 0, installed.stderr
    place = Place([python], home / "bin" / "pitboss", environment(tmp_path / "home"))
    for words in (
        ("play", "craps", "--seed", "7", "--quiet"),
        ("edge", "ultimate-texas-holdem"),
        ("simulate", "winners-pot-poker", "--rounds", "1000", "--out", str(tmp_path / "rounds.parquet")),
        ("strategy", "craps", "--plot", str(tmp_path / "craps.svg")),
    ):
        ran = place.pitboss(*words)
        assert ran.returncode == 0, (words, ran.stderr)
    for script in (
        "import sys; from pitboss import evaluate; evaluate.rank('As Ks Qs Js Ts') or sys.exit(1)",
        "import sys, pitboss; len(pitboss.edge('craps').frame()) or sys.exit(1)",
    ):
        ran = place.run("-c", script)
        assert ran.returncode == 0, (script, ran.stderr)
    [site] = home.glob("lib/python*/site-packages")
    with Server(tmp_path / "pitboss.db", source=site, python=python) as server:
        assert not server.died, server.errors()
        assert server.stop() == 0
