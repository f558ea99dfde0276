"""For a compliance officer: is the house in order, what did its dealers do, and what happened in the shift?

    python examples/compliance_officer.py [HOUSE_FILE [DATABASE [SHIFT]]]

Judges a house file by the law, worst findings first. Then reads what somebody at the cameras wrote down in a night
(observed_night.txt, beside this script) and names everything that the law wanted otherwise. Then reads a shift from a
server's database and says what somebody should look into: counts of the stub that nobody made, voids by paragraph,
rulings, disputes, and rows that were altered. The whole report goes to shift-report.html, to print and to sign. Without
a house file, one with faults is judged.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pitboss

PAGE = Path("shift-report.html")
NIGHT = Path(__file__).with_name("observed_night.txt")
FAULTY = """\
[[table]]
game = "let-it-ride"
name = "Pit 1"
payout-limit = 10_000

[[table]]
game = "ultimate-texas-holdem"
name = "Pit 2"
stub-count-every = 6
inventory = 2_000
"""


def judge(house: str) -> None:
    """What the house file breaks, and what would put it right."""
    found = pitboss.check(house)
    counts = Counter(finding.severity for finding in found)
    print(f"violations: {counts['violation']}, warnings: {counts['warning']}, notes: {counts['note']}")
    for finding in found:
        print(f"  [{finding.paragraph}] {finding.where}: {finding.message}")
        if finding.severity != "note":
            print(f"      to put it right: {finding.fix}")


def watch(log: Path) -> None:
    """What was done at a table in another way than the law wants, with the money of it."""
    found = [finding for finding in pitboss.check_record(log) if finding.severity == "violation"]
    print(f"{log.name}: {len(found)} things went wrong")
    for finding in found:
        print(f"  [{finding.paragraph}] {finding.where}: {finding.message}")


def report(database: str, house: str | None, shift: str) -> None:
    """The shift on one page, and here what somebody should look into."""
    found = pitboss.shift_report(database, house=house, shift=shift)
    PAGE.write_text(found.html(), encoding="utf-8")
    print(f"{found.called}: {found.summary()}")
    for warning in found.warnings:
        print(f"  WARNING: {warning}")
    for finding in found.findings():
        print(f"  [{finding.paragraph}] {finding.where}: {finding.message}")
    for table in found.tables:
        for void in table.voids:
            print(f"  {table.name}, round {void.round} [{void.paragraph}]: {void.told}")
        for ruling in table.rulings:
            who = ruling.who or "somebody whose name was not kept"
            print(f"  {table.name}, round {ruling.round}: {who} ruled “{ruling.ruled}”. {ruling.why}")
        for dispute in table.disputes:
            print(f"  {table.name}: {dispute.what}. {dispute.why}")
    print(f"The whole report is in {PAGE}.")


def main() -> None:
    house, database, shift = (*sys.argv[1:4], None, None, None)[:3]
    judge(FAULTY if house is None else house)
    print()
    watch(NIGHT)
    if database is None:
        print("To report a shift, name a server's database as well.")
    else:
        print()
        report(database, house, shift or "")


if __name__ == "__main__":
    main()
