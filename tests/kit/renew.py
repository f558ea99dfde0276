"""Renew the generated files that a change made stale, and no others: make renew.

- the evidence (which test proved which paragraph), where law tests, golden rounds or what they play has changed;
- the corpus of each game whose `behaviour` was raised, or whose rounds are others;
- the list of the functions that carry out each paragraph;
- the reference pages and schemas in docs/, and the prices of the readings.

Golden rounds, screens and examples are not renewed here: a person reads what PITBOSS_UPDATE=1 makes of them. The pages
about the tests themselves are written for a release (`make pages`).
"""

from __future__ import annotations

import subprocess
import sys

from corpus import make as corpus_make
from kit import carriers, evidence, fresh, generated_pages, package_map
from kit.parts import ROOT, TESTS


def main() -> int:
    failed = renew_evidence()
    failed = corpus_make.main([]) or failed
    package_map.main()
    carriers.main()
    # In a process of its own: the evidence that this one has read is no longer what it was.
    command = [sys.executable, "-m", generated_pages.__name__, str(ROOT / "docs")]
    return subprocess.run(command, cwd=ROOT, check=False).returncode or failed


def renew_evidence() -> int:
    """Run the law tests and the golden rounds, and list what they prove."""
    if fresh.is_noted("evidence", files := [*fresh.files_of_all_rounds(), TESTS / "games", evidence.PATH]):
        print("evidence: nothing that it depends on has changed")
        return 0
    before = evidence.PATH.read_bytes()
    proving = ["tests/games/test_golden.py", *sorted(map(str, (TESTS / "games").glob("*/test_law*.py")))]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "not soak", "--evidence=write", *proving]
    if failed := subprocess.run(command, cwd=ROOT, check=False).returncode:
        print("evidence: correct these tests first; a run with failures proves nothing")
        return failed
    print("evidence:", "as it was" if evidence.PATH.read_bytes() == before else "out of date; written")
    fresh.note("evidence", files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
