"""A soak that was stopped goes on, and no part is called green on other files than those that it ran on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from kit import soak

TESTS = """
import pathlib
import pytest

@pytest.mark.soak
@pytest.mark.parametrize("case", range(3))
def test_long(case):
    with pathlib.Path("build/ran").open("a") as file:
        file.write(f"{case}\\n")
    assert case != 1 or not pathlib.Path("build/broken").exists()

def test_short():
    raise AssertionError("a soak has long tests alone")
"""
SETTINGS = "[pytest]\nmarkers =\n    soak\n    campaign\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one folder of tests, in which case 1 fails as long as `build/broken` exists."""
    files = {
        ".gitignore": "build\n__pycache__\n.pytest_cache\n",
        "pytest.ini": SETTINGS,
        "tests/deep/test_it.py": TESTS,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "broken").touch()
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "a first tree")):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=tmp_path, check=True)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.setattr(soak, "ROOT", tmp_path)
    monkeypatch.setattr(soak, "RESULTS", tmp_path / "build" / "soak.json")
    monkeypatch.setattr(soak, "NOTES", tmp_path / "build" / "soak")
    return tmp_path


def ran(root: Path) -> list[str]:
    """Return the cases that have run since the last call."""
    cases = (root / "build" / "ran").read_text(encoding="utf-8").split()
    (root / "build" / "ran").write_text("", encoding="utf-8")
    return sorted(cases)


def result(root: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((root / "build" / "soak.json").read_text(encoding="utf-8"))["deep"]
    return found


def test_a_part_goes_on_with_the_tests_that_have_not_passed(root: Path) -> None:
    assert soak.main(["deep", "-n", "0"]) == 1
    assert ran(root) == ["0", "1", "2"]
    first = result(root)
    assert (first["green"], first["passed"], first["status"]) == (False, 2, 1)

    (root / "build" / "broken").unlink()
    assert soak.main(["deep", "-n", "0"]) == 0
    assert ran(root) == ["1"]
    second = result(root)
    assert (second["green"], second["passed"], second["tree"]) == (True, 3, first["tree"])
    assert int(str(second["processor_seconds"])) >= int(str(first["processor_seconds"]))

    assert soak.main(["deep", "-n", "0"]) == 0
    assert ran(root) == []  # what is green here does not run again

    for path in ("README.md", "docs/page.md", "tests/test_top.py", "tests/other/below/test_it.py"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("a page, or a test of another folder", encoding="utf-8")
    assert soak.main(["deep", "--state"]) == 0
    assert soak.main(["other", "--state"]) == 1

    (root / "another file").write_text("not committed", encoding="utf-8")
    assert soak.main(["deep", "--state"]) == 1  # green elsewhere is not green here


@pytest.mark.parametrize("changed", ["tests/games/test_law.py", "tests/kit/helper.py", "src/pitboss/bank.py"])
def test_what_all_parts_use_counts_for_each(changed: str, root: Path) -> None:
    (root / "build" / "broken").unlink()
    assert soak.main(["deep", "-n", "0"]) == 0
    (root / changed).parent.mkdir(parents=True, exist_ok=True)
    (root / changed).write_text("", encoding="utf-8")
    assert soak.main(["deep", "--state"]) == 1


def test_the_part_about_documents_looks_at_everything() -> None:
    assert [part.name for part in soak.soak_parts() if not part.leaves_out] == ["docs"]


def test_an_unknown_part_is_refused_by_name(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["deeper"])
    assert "no part is called deeper; there are law-teeth, mutants, deep" in capsys.readouterr().err
