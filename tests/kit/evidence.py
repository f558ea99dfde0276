"""The evidence that ships with the package: which tests proved which paragraph, for `pitboss law` and the law pages.

A paragraph lists every law test that claims it and up to three golden rounds that ran it, as examples. The list stays
as it is while each round on it still runs the paragraph, so that a new golden round changes no list.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeAlias

PATH = Path(__file__).parent.parent.parent / "src" / "pitboss" / "law" / "evidence.json"
MOST_ROUNDS = 3
Evidence: TypeAlias = dict[str, dict[str, list[str]]]  # text -> paragraph -> tests


def is_golden(test: str) -> bool:
    return "::test_golden[" in test


def read(path: Path = PATH) -> Evidence:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def is_fresh(listed: list[str], ran: list[str]) -> bool:
    """Return whether a paragraph lists its law tests, and golden rounds that ran it if there are any."""
    rounds = [test for test in listed if is_golden(test)]
    shown = [test for test in ran if is_golden(test)]
    return (
        listed == sorted(listed)
        and [test for test in listed if not is_golden(test)] == sorted(test for test in ran if not is_golden(test))
        and set(rounds) <= set(shown)
        and bool(rounds) == bool(shown)
        and len(rounds) <= MOST_ROUNDS
    )


def stale(written: Evidence, ran: Evidence) -> list[str]:
    """Name the paragraphs whose list a run of the tests does not bear out."""
    both = {(text, key) for part in (written, ran) for text, found in part.items() for key in found}
    return [
        f"{key} of {text}"
        for text, key in sorted(both)
        if not is_fresh(written.get(text, {}).get(key, []), ran.get(text, {}).get(key, []))
    ]


def renew_lists(written: Evidence, ran: Evidence) -> Evidence:
    """Keep every list that is fresh and make the others anew."""
    return {
        text: {
            key: listed if is_fresh(listed := written.get(text, {}).get(key, []), tests) else _list_tests(listed, tests)
            for key, tests in sorted(found.items())
        }
        for text, found in sorted(ran.items())
    }


def _list_tests(before: list[str], ran: list[str]) -> list[str]:
    """List all law tests and a few golden rounds, those named before first."""
    rounds = sorted((test for test in ran if is_golden(test)), key=lambda test: (test not in before, test))
    return sorted([*(test for test in ran if not is_golden(test)), *rounds[:MOST_ROUNDS]])


def write(evidence: Evidence, path: Path = PATH) -> None:
    path.write_text(json.dumps(evidence, indent=1) + "\n", encoding="utf-8")
