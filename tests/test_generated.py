"""Generated files: what is stale is found and made again, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit import evidence, fresh, pages

LAW, OTHER = "games/craps/test_law.py::test_a", "games/craps/test_law.py::test_b"
ROUNDS = [f"games/test_golden.py::test_golden[craps-{letter}]" for letter in "abcdef"]


def proving(*tests: str) -> evidence.Evidence:
    return {"1996": {"1.2(a)": sorted(tests)}}


@pytest.mark.parametrize(
    ("written", "ran", "is_stale"),
    [
        ([LAW], [LAW], False),
        ([LAW], [OTHER], True),
        ([LAW], [LAW, OTHER], True),
        ([LAW, ROUNDS[0]], [LAW, *ROUNDS], False),
        ([LAW, *ROUNDS[1:4]], [LAW, *ROUNDS], False),
        ([LAW, *ROUNDS[:4]], [LAW, *ROUNDS], True),
        ([LAW, ROUNDS[0]], [LAW, ROUNDS[1]], True),
        ([LAW], [LAW, ROUNDS[0]], True),
        ([LAW, ROUNDS[0]], [LAW], True),
        ([], [LAW], True),
        ([LAW], [], True),
    ],
)
def test_a_list_is_stale_where_a_run_does_not_bear_it_out(written: list[str], ran: list[str], is_stale: bool) -> None:
    before, now = proving(*written), proving(*ran)
    assert evidence.stale(before, now) == (["1.2(a) of 1996"] if is_stale else [])
    after = evidence.renew_lists(before, now)
    assert evidence.stale(after, now) == []
    assert (after == before) is not is_stale


def test_golden_rounds_that_are_listed_stay_listed() -> None:
    before, now = proving(LAW, ROUNDS[3], ROUNDS[5]), proving(LAW, OTHER, *ROUNDS)
    assert evidence.renew_lists(before, now) == proving(LAW, OTHER, ROUNDS[3], ROUNDS[5], ROUNDS[0])


def test_what_ships_is_what_somebody_reads() -> None:
    """At most three golden rounds a paragraph: a new round or a renamed function changes no line of it."""
    listed = [tests for part in evidence.read().values() for tests in part.values()]
    assert max(sum(map(evidence.is_golden, tests)) for tests in listed) == evidence.MOST_ROUNDS
    assert evidence.PATH.stat().st_size < 300_000


def test_a_note_holds_while_the_files_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "ROOT", tmp_path)
    monkeypatch.setattr(fresh, "NOTES", tmp_path / "build" / "fresh.json")
    source, single = tmp_path / "source", tmp_path / "evidence.json"
    source.mkdir()
    (source / "one.py").write_text("1", encoding="utf-8")
    single.write_text("{}", encoding="utf-8")
    files = [source, single]
    assert not fresh.is_noted("corpus", files)
    fresh.note("corpus", files)
    assert fresh.is_noted("corpus", files)
    assert not fresh.is_noted("evidence", files)
    (source / "evidence.json").write_text("made from tests", encoding="utf-8")  # below a folder it does not count
    assert fresh.is_noted("corpus", files)
    single.write_text("{ }", encoding="utf-8")
    assert not fresh.is_noted("corpus", files)
    fresh.note("corpus", files)
    (source / "one.py").rename(source / "two.py")
    assert not fresh.is_noted("corpus", files)


def test_a_page_says_for_which_release_it_was_made() -> None:
    assert pages.label_page("# Sweep\n\nText.\n", "9.9.9") == (
        "# Sweep\n\n*Made for release 9.9.9 by `make pages`.*\n\nText.\n"
    )


def test_an_unknown_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert pages.main(["swept.md"]) == 2
    assert "no page is called swept.md" in capsys.readouterr().out
