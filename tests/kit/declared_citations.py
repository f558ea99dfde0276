"""Check findings against the table of elections: the election that a finding is about declares what it cites."""

from __future__ import annotations

from collections.abc import Iterable
from functools import wraps

from pitboss.engine.houses.election_table import Election, cited_paragraphs, elections_of
from pitboss.engine.houses.house import Finding, House
from pitboss.law.rules import Rules


def check_declared(house: House, rules: Rules, findings: Iterable[Finding]) -> None:
    """Fail if one of these findings cites a paragraph that the table of the house does not declare for its key."""
    elections = elections_of(type(house))
    for finding in findings:
        election = _row_about(elections, finding.key)
        assert election is not None, f"{type(house).__name__} declares no election {finding.key!r}"
        assert finding.cite in _citations_of(election, rules), (
            f"{type(house).__name__} does not declare that findings about {finding.key!r} cite {finding.cite}"
        )


def _row_about(elections: dict[str, Election], key: str) -> Election | None:
    """Return the row of a key; for a line of a pay table, the row of all lines beside it."""
    while key not in elections and key.strip(".*"):
        key = f"{key.removesuffix('.*').rpartition('.')[0]}.*"
    return elections.get(key)


def _citations_of(election: Election, rules: Rules) -> set[str]:
    return {*cited_paragraphs(election, rules.shared), *election.by_dealing.values()}


def watch_findings() -> None:
    """Have every finding checked that a test provokes in its own process."""
    find_breaches = House.breaches

    @wraps(find_breaches)
    def find_and_check(house: House, rules: Rules) -> list[Finding]:
        findings = find_breaches(house, rules)
        check_declared(house, rules, findings)
        return findings

    House.breaches = find_and_check  # type: ignore[assignment, method-assign]
