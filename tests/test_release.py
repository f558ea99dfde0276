"""A release is refused unless it can be stood behind, and it changes what it says it does."""

from __future__ import annotations

from datetime import date

import pytest

from kit import release
from pitboss import __version__

CHANGELOG = """# Changelog

## [Unreleased]

### Added

- A wager.

## [0.1.0] - 2026-11-15

- The first.
"""
EMPTY = CHANGELOG.replace("### Added\n\n- A wager.\n\n", "")
MAJOR, MINOR, PATCH = release.numbers(__version__)
LATER = f"{MAJOR}.{MINOR + 1}.0"


def test_all_reasons_against_a_release_are_said_at_once() -> None:
    with pytest.raises(release.RefusedError) as refused:
        release.check(__version__, EMPTY, " M README.md", parts_green=False)
    said = str(refused.value)
    assert f"version {__version__} does not come after {__version__}" in said
    assert "Unreleased of CHANGELOG.md is empty" in said
    assert " M README.md" in said
    assert "the soak is not green on this tree" in said


@pytest.mark.parametrize("version", ["v1.0.0", "1.0", "next"])
def test_a_word_is_no_version(version: str) -> None:
    with pytest.raises(release.RefusedError, match=f"{version} is not a version; write it like"):
        release.check(version, CHANGELOG, "", parts_green=True)


def test_a_green_tree_with_a_changelog_is_released() -> None:
    release.check(LATER, CHANGELOG, "", parts_green=True)
    with pytest.raises(release.RefusedError, match="the soak is not green"):
        release.check(LATER, CHANGELOG, "", parts_green=False)


def test_version_and_day_are_written() -> None:
    after = release.with_section(CHANGELOG, LATER, date(2026, 12, 1))
    assert f"## [Unreleased]\n\n## [{LATER}] - 2026-12-01\n\n### Added\n" in after
    assert release.notes_of(after, release.UNRELEASED) == ""
    assert release.notes_of(after, f"## [{LATER}]").endswith("- A wager.")
    text = f'"""Pitboss."""\n\n__version__ = "{__version__}"\n'
    assert release.with_version(text, LATER) == f'"""Pitboss."""\n\n__version__ = "{LATER}"\n'


def test_the_notes_of_a_release_are_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["0.2.0", "--notes"]) == 0
    assert "## [" not in (notes := capsys.readouterr().out)
    assert len(notes.splitlines()) > 5
