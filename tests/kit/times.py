"""The processor time of each test, with what it starts: a plugin of pytest, for `make times`.

python -m pytest -p kit.times ...        # each process writes its part into build/times
python -m kit.times                      # by folder, then the tests that take most with all their cases, in seconds
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = Path("build/times")
MOST = 60


def spent() -> float:
    """Return the processor time of this process and of those that it has started and waited for. A browser counts for
    the last test of a file."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    before = spent()
    result = yield
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps([item.nodeid, round(spent() - before, 3)]) + "\n")
    return result


def main() -> None:
    seconds, cases, folders = Counter[str](), Counter[str](), Counter[str]()
    for path in FOLDER.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name, took = json.loads(line)
            test = name.partition("[")[0].removeprefix("tests/")
            seconds[test] += took
            cases[test] += 1
            folders[test.rpartition("/")[0].split("/")[0] or "tests"] += took
    print(f"{cases.total():,} tests took {seconds.total() / 60:.1f} minutes of processor\n")
    print("| folder | seconds |\n|---|---:|")
    for folder, took in sorted(folders.items()):
        print(f"| {folder} | {took:,.0f} |")
    print()
    for test, took in seconds.most_common(MOST):
        print(f"{took:8.1f} {cases[test]:5}  {test}")


if __name__ == "__main__":
    main()
