"""Run the soak or the campaign in parts that can be stopped at any moment and continued later.

    python -m kit.soak                  # every part that is not yet green on this tree
    python -m kit.soak server store     # these parts alone
    python -m kit.soak --campaign       # the hours of `make campaign`, likewise
    python -m kit.soak --state          # what is green and what is left; runs nothing

Each part writes its result into `build/soak.json`, with the commit and the tree that it looked at. Its tree has no
documents, which `make test` reads, and no test modules of other folders, which it does not import. So a corrected page,
or a mended test of the server, does not undo an hour of play elsewhere. The part `docs` looks at everything.

Within a part, every test that passed is noted at once in `build/soak/`. The next run on the same tree leaves those
tests out. This module is also the plugin of pytest (`-p kit.soak`) that notes tests and leaves them out.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "build" / "soak.json"
NOTES = ROOT / "build" / "soak"
MOST_MINUTES = 120  # of processor, for the whole soak
SHARED = "games"  # law tests and golden rounds are played by other folders too
NO_TESTS, STOPPED = 5, 130  # exit statuses: of pytest when it found nothing to run, of a program that was interrupted
PASSED, LEAVE_OUT = "PITBOSS_SOAK_PASSED", "PITBOSS_SOAK_LEAVE_OUT"  # files, named in the environment of pytest


@dataclass(frozen=True)
class Part:
    name: str
    options: tuple[str, ...]
    whole: bool = False  # its tests are judged together, so a stopped part begins again

    @property
    def leaves_out(self) -> tuple[str, ...]:
        """Patterns of git for the files that cannot change how this part ends."""
        folder = self.name.removeprefix("campaign ")
        others = set(test_folders()) - {folder, SHARED}
        tests = (f":(glob)tests/{other}/**/test_*.py" for other in sorted(others))
        return () if folder == "docs" else ("docs", ":(glob)*.md", ":(glob)tests/test_*.py", *tests)


def soak_parts() -> list[Part]:
    """List the parts: law tests with teeth, law tests with mutants, then the long tests of each folder."""
    laws = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/games/*/test_law*.py"))
    together = [
        Part("law-teeth", (*laws, "--teeth"), whole=True),
        Part("mutants", ("tests/games", "-k", "test_law", "--mutants=check"), whole=True),
    ]
    return [*together, *(Part(folder, mark_options(folder, "soak and not campaign")) for folder in test_folders())]


def campaign_parts() -> list[Part]:
    return [Part(f"campaign {folder}", mark_options(folder, "campaign")) for folder in test_folders()]


def test_folders() -> list[str]:
    """The folders of tests. Files beside them belong to no folder: `make test` runs all of those."""
    return sorted({path.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/*/**/test_*.py")})


def mark_options(folder: str, marks: str) -> tuple[str, ...]:
    return (f"tests/{folder}", "--dist", "worksteal", "-m", marks)


# --- the plugin


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that have passed on this tree. Every process reads the same list, made before the run."""
    if path := os.environ.get(LEAVE_OUT):
        done = names_in(Path(path))
        left_out = [item for item in items if item.nodeid in done]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item.nodeid not in done]


class Notes:
    """Writes the name of each test that passed, setup and teardown included, as soon as it did."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid not in self.failed:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(report.nodeid + "\n")


def pytest_configure(config: pytest.Config) -> None:
    if (path := os.environ.get(PASSED)) and not hasattr(config, "workerinput"):  # a worker's reports come here as well
        config.pluginmanager.register(Notes(Path(path)))


# --- the command


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kit.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", help="run these parts alone")
    parser.add_argument("--campaign", action="store_true", help="run the parts of the campaign")
    parser.add_argument("--state", action="store_true", help="tell what is green on this tree and what is left")
    parser.add_argument("-n", dest="processes", default="2", help="processes of pytest at a time (default: 2)")
    options = parser.parse_args(words)
    known = campaign_parts() if options.campaign else soak_parts()
    chosen = [part for part in known if not options.parts or part.name in options.parts]
    if unknown := set(options.parts) - {part.name for part in known}:
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(p.name for p in known)}")
    if not options.state:
        for part in chosen:
            if not is_green(part):
                run_part(part, options.processes)
    return print_state(chosen)


def run_part(part: Part, processes: str) -> None:
    """Run what is left of a part, and write what came of it, also when it is interrupted."""
    tree = tree_of_files(part.leaves_out)
    NOTES.mkdir(parents=True, exist_ok=True)
    passed = NOTES / f"{part.name.replace(' ', '-')}-{tree[:12]}.txt"
    if part.whole or not passed.exists():
        passed.write_text("", encoding="utf-8")
    before = names_in(passed)
    leave_out = passed.with_suffix(".left-out")
    leave_out.write_text("\n".join(sorted(before)), encoding="utf-8")
    print(f"\n--- {part.name}" + (f": {len(before):,} tests passed before" if before else ""), flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", processes, "-p", "kit.soak", *part.options]
    environment = {**os.environ, PASSED: str(passed), LEAVE_OUT: str(leave_out)}
    earlier = read_results().get(part.name, {}) if before else {}
    seconds = earlier.get("processor_seconds", 0) if is_of(earlier, tree) else 0
    began, used = datetime.now(UTC), children_seconds()
    status = STOPPED
    try:
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    finally:
        green = tree_of_files(part.leaves_out) == tree and (status == 0 or (status == NO_TESTS and not part.whole))
        result = {
            "commit": git("rev-parse", "HEAD"),
            "tree": tree,
            "began": began.isoformat(timespec="seconds"),
            "green": green,
            "status": status,
            "passed": len(names_in(passed)),
            "processor_seconds": round(seconds + children_seconds() - used),
        }
        write_result(part.name, result)


def names_in(file: Path) -> set[str]:
    return set(file.read_text(encoding="utf-8").splitlines())


def children_seconds() -> float:
    """Return the processor time of the programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tree_of_files(leaves_out: Sequence[str] = ()) -> str:
    """Return git's name for all files as they lie here, committed or not. Ignored files do not count."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        git("read-tree", "HEAD", environment=environment)
        git("add", "--all", environment=environment)
        if leaves_out:
            git("rm", "-r", "-q", "--cached", "--ignore-unmatch", *leaves_out, environment=environment)
        return git("write-tree", environment=environment)


def git(*words: str, environment: dict[str, str] | None = None) -> str:
    process = subprocess.run(["git", *words], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return process.stdout.strip()


def read_results() -> dict[str, dict[str, Any]]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def write_result(name: str, result: dict[str, Any]) -> None:
    """Replace one part's result. A reader sees the file as it was or as it is, never half of it."""
    beside = RESULTS.with_suffix(".new")
    beside.write_text(json.dumps({**read_results(), name: result}, indent=1) + "\n", encoding="utf-8")
    beside.replace(RESULTS)


def is_of(result: dict[str, Any], tree: str) -> bool:
    return result.get("tree") == tree


def is_green(part: Part) -> bool:
    result = read_results().get(part.name, {})
    return is_of(result, tree_of_files(part.leaves_out)) and result["green"]


def print_state(parts: Sequence[Part]) -> int:
    """Print a line for each part; return 0 only if each is green on this tree."""
    results = read_results()
    print(f"\n{'part':<24}{'state':<22}{'passed':>8}{'processor':>12}")
    here = []
    for part in parts:
        result = results.get(part.name, {})
        state = "not run" if not result else "green" if result["green"] else f"failed, status {result['status']}"
        if is_of(result, tree_of_files(part.leaves_out)):
            here.append(result)
        elif result:
            state = f"{state} at {result['commit'][:8]}, not here"
        minutes = f"{result.get('processor_seconds', 0) / 60:.1f} min"
        print(f"{part.name:<24}{state:<22}{result.get('passed', 0):>8,}{minutes:>12}")
    minutes_here = sum(result["processor_seconds"] for result in here) / 60
    green = sum(result["green"] for result in here)
    print(f"{green} of {len(parts)} parts are green on this tree; {minutes_here:.0f} minutes of processor")
    return 0 if green == len(parts) else 1


if __name__ == "__main__":
    sys.exit(main())
