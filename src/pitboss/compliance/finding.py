"""What a check found: a value, whatever was checked. Nothing is raised for what a casino did wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Severity = Literal["violation", "warning", "note"]
WORST_FIRST: tuple[Severity, ...] = ("violation", "warning", "note")


class Finding(msgspec.Struct, frozen=True):
    """`paragraph` is a paragraph, or `house:` or `reading:` with a name where none speaks. `where` is the place in what
    was checked: "line 12, table.1.payout-limit", "round 3, line 45"."""

    severity: Severity
    paragraph: str
    where: str
    message: str  # what the law wants and what was found
    fix: str  # what would put it right

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message}; {self.fix} [{self.paragraph}]"


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Violations, then warnings, then notes; each in the order in which they were found."""
    return sorted(findings, key=lambda finding: WORST_FIRST.index(finding.severity))


def violated(findings: Iterable[Finding]) -> bool:
    return any(finding.severity == "violation" for finding in findings)
