"""The pages about what the tests show: coverage, corpus, sweep, mutants and the like. `make pages` writes them all.

    python -m kit.pages                    # every page, which takes minutes
    python -m kit.pages held.md sweep.md   # these alone

Each counts something anew that a test judges all the time. No change has to carry them, so they are written for a
release, and each says for which.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis import figures
from compliance import observed_table
from corpus import held
from corpus import page as corpus_page
from kit import sweep
from kit.generated_pages import coverage_page
from kit.parts import ROOT
from pitboss import __version__

DOCS = ROOT / "docs"
LAW_TESTS = ("tests/games", "-k", "test_law")


def mutants_page() -> str:
    """Run every law test again with its paragraph carried out wrongly, and return the page about it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mutants.md"
        options = ("--mutants=check", f"--mutants-page={file}")
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "2", *LAW_TESTS, *options], cwd=ROOT, check=True)
        return file.read_text(encoding="utf-8")


PAGES: dict[str, Callable[[], str]] = {
    "coverage.md": coverage_page,
    "coverage-beyond.md": lambda: coverage_page(beyond=True),
    "held.md": held.page,
    "figures.md": figures.page,
    "corpus.md": corpus_page.page,
    "mutants.md": mutants_page,
    "sweep.md": sweep.page,
    "observed-checks.md": observed_table.page,
}


def label_page(page: str, version: str = __version__) -> str:
    """Say under the title for which release a page was made."""
    title, rest = page.split("\n", 1)
    return f"{title}\n\n*Made for release {version} by `make pages`.*\n{rest.rstrip()}\n"


def main(names: Sequence[str]) -> int:
    if unknown := set(names) - set(PAGES):
        print(f"no page is called {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}")
        return 2
    for name in names or PAGES:
        print(f"{name} ...", flush=True)
        (DOCS / name).write_text(label_page(PAGES[name]()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
