"""The check of a record against every kind of mistake that can be made in one."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from compliance.mutated import Lines, hashed, house_at, put, round_at, with_money
from compliance.observed_mutations import EVENING, FORMS, GAMES, KINDS, accused, goldens, mutants, sample
from compliance.observed_reasons import MAY_BE_UNFOUND, REASONS
from compliance.observed_table import FOUND, REFUSED, cell, in_game, tally, worst
from kit.parts import ROOT
from kit.series import two_games
from pitboss.compliance.check_record import check_lines
from pitboss.compliance.finding import Finding
from pitboss.games import load

PAGE = ROOT / "docs" / "observed-checks.md"
SAMPLE = 1  # of a kind and game in each test run
every_game = pytest.mark.parametrize("game", GAMES)
every_form = pytest.mark.parametrize("form", FORMS)


@every_form
@every_game
def test_rounds_as_they_were_played_give_no_finding(game: str, form: str) -> None:
    for golden, lines in goldens(game).items():
        assert check_lines(FORMS[form](lines)) == [], golden


# --- what is found


@cache
def told_on_page() -> dict[str, dict[str, str]]:
    """What the page says of a kind in each game."""
    rows = [line[2:-2].split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    return {kind: dict(zip(GAMES, map(str.strip, cells), strict=True)) for kind, _, *cells in rows}


@pytest.mark.parametrize("game", two_games(0))
def test_a_sample_of_every_kind_comes_out_as_the_page_says(game: str) -> None:
    for kind in KINDS:
        for mutant in sample(kind, game, SAMPLE):
            came = worst(mutant)
            assert came in (FOUND, REFUSED, *REASONS), mutant
            assert came in (FOUND, REFUSED) or " of " in told_on_page()[kind.name][game], mutant


@every_game
def test_the_page_counts_every_mistake_that_can_be_made(game: str) -> None:
    for kind in KINDS:
        tried = sum(1 for _ in mutants(kind, game))
        told = told_on_page()[kind.name][game].rpartition(" ")[2].replace(",", "")
        assert told == (str(tried) if tried else ""), kind.name


@pytest.mark.soak
@every_game
def test_every_mistake_comes_out_as_the_page_says(game: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind, counts in tally(game).items():
        assert set(counts) <= {FOUND, REFUSED, *REASONS}, kind
        assert told_on_page()[kind][game] == cell(counts), f"{kind}: run compliance.observed_table"
        for reason in counts.keys() & REASONS.keys():
            (line,) = (line for line in told_of(text, reason) if line.startswith(f"- {kind}: "))
            assert in_game(game, counts[reason]) in line.removeprefix(f"- {kind}: ").split(", ")


@pytest.mark.soak
@pytest.mark.campaign
@every_game
def test_every_mistake_everywhere_is_found_or_explained(game: str) -> None:
    for kind, counts in tally(game, everywhere=True).items():
        assert set(counts) <= {FOUND, REFUSED, *REASONS}, kind


def told_of(text: str, reason: str) -> list[str]:
    """The lines under a reason."""
    return text.partition(REASONS[reason].told)[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()


def test_only_what_may_be_lawful_is_not_found() -> None:
    """Whatever moves money, a card or an order is found, unless what is left is itself a round that the law allows."""
    assert REASONS.keys() == MAY_BE_UNFOUND.keys()
    text = PAGE.read_text(encoding="utf-8")
    for reason, kinds in MAY_BE_UNFOUND.items():
        told = {line[2:].partition(": ")[0] for line in told_of(text, reason) if line.startswith("- ")}
        assert told <= kinds, reason
    unfound = {kind for kind, cells in told_on_page().items() if any(" of " in told for told in cells.values())}
    assert unfound <= {kind for kinds in MAY_BE_UNFOUND.values() for kind in kinds}


def test_every_kind_can_be_tried_somewhere() -> None:
    for kind in KINDS:
        assert any(sample(kind, game, 1) for game in GAMES), kind.name
    assert Counter(kind.name for kind in KINDS).most_common(1)[0][1] == 1


# --- where, and beside what


def rounds_named(findings: list[Finding]) -> set[str]:
    return {found[0] for each in findings if (found := re.match(r"round \d+", each.where))}


WRONG_AMOUNTS = ("paid a cent more", "paid double", "not paid", "not collected", "a card dealt to another place")


@every_game
def test_a_mistake_is_told_of_its_own_round_alone(game: str) -> None:
    """The rounds before and after it are as they should be, and nothing is said against them."""
    lines = goldens(game)[EVENING]
    for kind in KINDS:
        if kind.name in WRONG_AMOUNTS:
            for at, changed in list(kind.mutate(lines))[:2]:
                number = sum(body.get("line") == "open" for body in lines[: at + 1])
                assert rounds_named(check_lines(hashed(changed))) == {f"round {number}"}, (kind.name, at)


def paid_wrongly(lines: Lines, places: list[int]) -> Lines:
    for at in places:
        lines = put(lines, at, cents=lines[at]["cents"] + house_at(lines, at).get("smallest-chip", 100))
    return lines


@every_form
@every_game
def test_a_mistake_hides_no_other(game: str, form: str) -> None:
    """In each round with two payments both are wrong: both lines are named."""
    for golden, lines in goldens(game).items():
        paid: dict[int, list[int]] = {}
        for at, _ in with_money(lines, ("pay wager",)):
            paid.setdefault(round_at(lines, at)[0], []).append(at)
        for places in paid.values():
            if len(places) > 1:
                findings = check_lines(FORMS[form](paid_wrongly(lines, places[:2])))
                named = {each.where.rpartition(" ")[2] for each in accused(findings, game)}
                assert {str(at + 1) for at in places[:2]} <= named, (golden, places)
                break


@pytest.mark.parametrize("game", [each for each in GAMES if load(each).is_beyond])
def test_a_game_beyond_the_held_texts_is_never_accused_of_breaking_the_law(game: str) -> None:
    mistakes = [mutant for kind in KINDS if kind.name in WRONG_AMOUNTS for mutant in sample(kind, game, 1)]
    assert mistakes
    for mutant in mistakes:
        found = check_lines(FORMS["without"](mutant.lines))
        assert {each.severity for each in found} == {"warning"}, mutant
        assert all(each.paragraph.startswith(("beyond:", "reading:")) for each in found), mutant
        assert not any("law" in each.message for each in found), mutant


# --- the chain


@every_game
def test_a_broken_chain_is_one_finding(game: str) -> None:
    """The content is as it was: nothing else is found. Beside another fault it is found, too."""
    for lines in list(goldens(game).values())[:3]:
        written = hashed(lines)
        at = len(written) // 2
        written[at] = b'{"prev":"%b",%b' % (b"f" * 64, written[at].split(b",", 1)[1])
        (found,) = check_lines(written)
        worst = "warning" if load(game).is_beyond else "violation"  # where no text is held nothing is called one
        assert (found.severity, found.paragraph) == (worst, "house:chain")
        assert found.where == f"line {at + 1}"


def test_the_chain_does_not_hide_the_content() -> None:
    mutant = sample(next(kind for kind in KINDS if kind.name == "paid double"), "three-card-poker", 1)[0]
    written = hashed(mutant.lines)
    written[2] = b'{"prev":"%b",%b' % (b"f" * 64, written[2].split(b",", 1)[1])
    findings = check_lines(written)
    assert "house:chain" in {each.paragraph for each in findings}
    assert len({each.paragraph for each in findings if each.severity == "violation"}) > 1
