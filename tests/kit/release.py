"""Make a release: make release VERSION=0.4.0.

It refuses unless every file is committed, every part of the soak is green on this tree, and the changelog says what
changed. Then it

- writes the version into the package;
- gives the changelog's section *Unreleased* the version and the day, and begins an empty one;
- writes the pages about the tests (`make pages`);
- freezes what this version writes into `tests/upgrade/vVERSION`, so that every later version must open it.

Look at the difference, run `make test`, commit it as `Release VERSION` and set the tag `vVERSION`. `--notes` prints the
changelog's section for the tag.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from kit import soak
from kit.parts import ROOT, TESTS
from pitboss import __version__

PACKAGE, CHANGELOG = ROOT / "src" / "pitboss" / "__init__.py", ROOT / "CHANGELOG.md"
UNRELEASED = "## [Unreleased]\n"
VERSION = re.compile(r"\d+\.\d+\.\d+")


class RefusedError(Exception):
    """Raised with the reason why no release is made."""


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def notes_of(changelog: str, heading: str) -> str:
    """Return what a section of the changelog says, without its heading."""
    _, found, after = changelog.partition(heading)
    return after.partition("\n## [")[0].strip() if found else ""


def check(version: str, changelog: str, uncommitted: str, parts_green: bool) -> None:
    """Raise RefusedError with all reasons why this version cannot be released now."""
    reasons = []
    if not VERSION.fullmatch(version):
        reasons.append(f"{version} is not a version; write it like 0.4.0")
    elif numbers(version) <= numbers(__version__):
        reasons.append(f"version {version} does not come after {__version__}")
    if not notes_of(changelog, UNRELEASED):
        reasons.append("the section Unreleased of CHANGELOG.md is empty; say what changed")
    if uncommitted:
        reasons.append(f"these files are not committed:\n{uncommitted}")
    if not parts_green:
        reasons.append("the soak is not green on this tree; run 'make soak', which leaves out what has passed")
    if reasons:
        raise RefusedError("\n".join(reasons))


def with_version(package: str, version: str) -> str:
    return re.sub(r'(?m)^__version__ = ".*"$', f'__version__ = "{version}"', package)


def with_section(changelog: str, version: str, day: date) -> str:
    """Give what is unreleased its version and day, and begin an empty section."""
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day.isoformat()}\n", 1)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make release VERSION=", description="Make a release.")
    parser.add_argument("version", help="the new version, such as 0.4.0")
    parser.add_argument("--notes", action="store_true", help="print what the changelog says about a release, and end")
    options = parser.parse_args(words)
    changelog = CHANGELOG.read_text(encoding="utf-8")
    if options.notes:
        print(notes_of(changelog, f"## [{options.version}]").partition("\n")[2].strip())
        return 0
    try:
        green = soak.print_state(soak.soak_parts()) == 0
        check(options.version, changelog, soak.git("status", "--porcelain"), green)
    except RefusedError as refused:
        print(f"No release is made:\n{refused}", file=sys.stderr)
        return 1
    PACKAGE.write_text(with_version(PACKAGE.read_text(encoding="utf-8"), options.version), encoding="utf-8")
    CHANGELOG.write_text(with_section(changelog, options.version, date.today()), encoding="utf-8")
    freeze(options.version)
    # In a process of its own, which reads the new version.
    subprocess.run([sys.executable, "-m", "kit.pages"], cwd=ROOT, check=True)
    subprocess.run(["git", "status", "--short"], cwd=ROOT, check=True)
    print(f"Look at the difference and run 'make test'. Then commit it as 'Release {options.version}' and tag it.")
    return 0


def freeze(version: str, folder: Path = TESTS / "upgrade") -> None:
    """Write the database and the records that every later version must be able to open."""
    script = folder / "make_data.py"
    subprocess.run([sys.executable, str(script), str(folder / f"v{version}")], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
