"""The check of a record against every kind of mistake."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from compliance.mutated import Kind, Lines, house_at, put, round_at, to_record_lines, with_money
from compliance.observed_mutations import EVENING, FORMS, GAMES, KINDS, accusations, golden_rounds, sample
from compliance.observed_reasons import MAY_BE_UNFOUND, REASONS
from compliance.observed_table import FOUND, REFUSED, tally, worst
from kit.series import two_games
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.games import load

SAMPLE = 1  # of a kind and game in each test run
every_game = pytest.mark.parametrize("game", GAMES)
every_form = pytest.mark.parametrize("form", FORMS)


@every_form
@every_game
def test_rounds_as_they_were_played_give_no_finding(game: str, form: str) -> None:
    for golden, lines in golden_rounds(game).items():
        assert check_lines(FORMS[form](lines)) == [], golden


# --- what is found


def is_explained(kind: Kind, came: str) -> bool:
    """Return whether a mistake of this kind is found, or is of a kind that may leave a lawful round."""
    return came in (FOUND, REFUSED) or kind.name in MAY_BE_UNFOUND.get(came, ())


@pytest.mark.parametrize("game", two_games(0))
def test_a_sample_of_every_kind_is_found_or_explained(game: str) -> None:
    for kind in KINDS:
        for mutant in sample(kind, game, SAMPLE):
            assert is_explained(kind, worst(mutant)), mutant


@pytest.mark.soak
@every_game
def test_every_mistake_is_found_or_explained(game: str) -> None:
    counted = tally(game)
    for kind in KINDS:
        for came, count in counted[kind.name].items():
            assert is_explained(kind, came), (kind.name, came, count)


@pytest.mark.soak
@pytest.mark.campaign
@every_game
def test_every_mistake_everywhere_is_found_or_explained(game: str) -> None:
    counted = tally(game, everywhere=True)
    for kind in KINDS:
        for came, count in counted[kind.name].items():
            assert is_explained(kind, came), (kind.name, came, count)


def test_only_lawful_mutations_are_not_found() -> None:
    """A mutation that moves money, a card or an order is found, unless the result is another lawful round."""
    assert REASONS.keys() == MAY_BE_UNFOUND.keys()
    assert set().union(*MAY_BE_UNFOUND.values()) < {kind.name for kind in KINDS}


def test_every_kind_can_be_tried_somewhere() -> None:
    for kind in KINDS:
        assert any(sample(kind, game, 1) for game in GAMES), kind.name
    assert Counter(kind.name for kind in KINDS).most_common(1)[0][1] == 1


# --- where, and beside what


def rounds_named(findings: list[Finding]) -> set[str]:
    return {found[0] for each in findings if (found := re.match(r"round \d+", each.where))}


WRONG_AMOUNTS = ("paid a cent more", "paid double", "not paid", "not collected", "a card dealt to another place")


@every_game
def test_a_mistake_is_reported_only_for_its_round(game: str) -> None:
    """The rounds before and after it are right, and have no findings."""
    lines = golden_rounds(game)[EVENING]
    for kind in KINDS:
        if kind.name in WRONG_AMOUNTS:
            for at, changed in list(kind.mutate(lines))[:2]:
                number = sum(body.get("line") == "open" for body in lines[: at + 1])
                assert rounds_named(check_lines(to_record_lines(changed))) == {f"round {number}"}, (kind.name, at)


def paid_wrongly(lines: Lines, places: list[int]) -> Lines:
    for at in places:
        lines = put(lines, at, cents=lines[at]["cents"] + house_at(lines, at).get("smallest-chip", 100))
    return lines


@every_form
@every_game
def test_a_mistake_hides_no_other(game: str, form: str) -> None:
    """Change both payments in each round with two: both lines are named."""
    for golden, lines in golden_rounds(game).items():
        paid: dict[int, list[int]] = {}
        for at, _ in with_money(lines, ("pay wager",)):
            paid.setdefault(round_at(lines, at)[0], []).append(at)
        for places in paid.values():
            if len(places) > 1:
                findings = check_lines(FORMS[form](paid_wrongly(lines, places[:2])))
                named = {each.where.rpartition(" ")[2] for each in accusations(findings, game)}
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
    """If the content is unchanged, nothing else is found; beside another fault the chain is found too."""
    for lines in list(golden_rounds(game).values())[:3]:
        written = to_record_lines(lines)
        at = len(written) // 2
        written[at] = b'{"prev":"%b",%b' % (b"f" * 64, written[at].split(b",", 1)[1])
        (found,) = check_lines(written)
        worst = "warning" if load(game).is_beyond else "violation"  # where no text is held nothing is called one
        assert (found.severity, found.paragraph) == (worst, "house:chain")
        assert found.where == f"line {at + 1}"


def test_the_chain_does_not_hide_the_content() -> None:
    mutant = sample(next(kind for kind in KINDS if kind.name == "paid double"), "three-card-poker", 1)[0]
    written = to_record_lines(mutant.lines)
    written[2] = b'{"prev":"%b",%b' % (b"f" * 64, written[2].split(b",", 1)[1])
    findings = check_lines(written)
    assert "house:chain" in {each.paragraph for each in findings}
    assert len({each.paragraph for each in findings if each.severity == "violation"}) > 1
