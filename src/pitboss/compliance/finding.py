"""The finding of a check: a value, never an exception, whatever was checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Severity = Literal["violation", "warning", "note"]
WORST_FIRST: tuple[Severity, ...] = ("violation", "warning", "note")


class Finding(msgspec.Struct, frozen=True):
    """One thing that a check found.

    `paragraph` is cited; where no paragraph applies it is `house:` or `reading:` with a name. `where` is the place in
    what was checked: "line 12, table.1.payout-limit", "round 3, line 45".
    """

    severity: Severity
    paragraph: str
    where: str
    message: str  # what the law requires, and what was found instead
    fix: str  # what would put it right

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message}; {self.fix} [{self.paragraph}]"


def sort_worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Sort findings: violations, then warnings, then notes, each in their original order."""
    return sorted(findings, key=lambda finding: WORST_FIRST.index(finding.severity))


def has_violation(findings: Iterable[Finding]) -> bool:
    """Return whether there is a violation among the findings."""
    return any(finding.severity == "violation" for finding in findings)
