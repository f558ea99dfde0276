"""Elections of games of which no text is held, by the names and with the values of their sheets."""

from __future__ import annotations

import pytest

from pitboss.analysis.comparison.elections import elect
from pitboss.analysis.study import setting
from pitboss.compliance.house_file.judgment import check
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.engine.houses.house import House
from pitboss.games import REGISTERED, load

# Every row of the sheets: the name, each value that it allows, and what a table by default has.
ROULETTE = [
    ("wheel", ["double-zero", "single-zero"], "double-zero"),
    ("used-as-single-zero", ["no", "yes"], "no"),
    ("zero-rule", ["half", "all"], "none; by the reading zero-rule: half"),
    ("value-chips", ["yes", "no"], "yes"),
    ("inside-minimum", ["$10"], "$5"),
    ("inside-maximum", ["$400"], "$500"),
    ("outside-minimum", ["$5"], "$10"),
    ("outside-maximum", ["$4,000"], "$5,000"),
    ("seats", ["1", "8"], "6"),
]
BIG_SIX = [
    ("wheel", ["23-15-8-4-2", "24-15-7-4-2"], "none; by the reading wheel-count: 23-8"),
    ("picture-odds", ["45 to 1", "46 to 1", "nevada"], "none; by the reading picture-odds: 45"),
    ("minimum", ["$2"], "$1"),
    ("maximum", ["$400"], "$500"),
    ("seats", ["1", "8"], "6"),
]
SIC_BO = [
    ("pay-table", ["atlantic-city", "a", "b"], "none; by the reading pay-table: atlantic-city"),
    ("shaker", ["manual", "automated"], "manual"),
    ("order", ["call-then-shake", "shake-then-call"], "none; by the reading shake-order: call-first"),
    ("minimum", ["$2"], "$1"),
    ("maximum", ["$50"], "$100"),
    ("small-big-minimum", ["$10"], "$5"),
    ("small-big-maximum", ["$500"], "$1,000"),
    ("three-of-a-kind-minimum", ["$2"], "$1"),
    ("three-of-a-kind-maximum", ["$20"], "$25"),
    ("seats", ["1", "8"], "6"),
]
SHEETS = {"roulette": ROULETTE, "big-six": BIG_SIX, "sic-bo": SIC_BO}
ROWS = [(game, *row) for game, rows in SHEETS.items() for row in rows]


def elections_on_sheet(game: str, **set_to: str) -> dict[str, tuple[str, str]]:
    """Return what a PAR sheet says about a table: the value of each election by its name, and the paragraph."""
    played = load(game)
    house = elect(played, played.house.usual(), set_to)
    return {election.name: (election.value, election.cite) for election in list_elections(played.rules({}), house)}


@pytest.mark.parametrize(("game", "name", "values", "usual"), ROWS, ids=lambda each: each if type(each) is str else "")
def test_an_election_of_a_sheet_is_set_by_its_name(game: str, name: str, values: list[str], usual: str) -> None:
    value, cite = elections_on_sheet(game)[name]
    assert value == usual
    assert cite.startswith(f"beyond:{game}.") or (name, cite) == ("seats", "house:seats")
    for each in values:
        assert elections_on_sheet(game, **{name: each})[name][0] == each
        assert elections_on_sheet(game, **{name.replace("-", " "): each})[name][0] == each


def test_a_choice_may_be_written_with_spaces() -> None:
    assert elections_on_sheet("sic-bo", order="shake then call") == elections_on_sheet(
        "sic-bo", order="shake-then-call"
    )
    assert elections_on_sheet("roulette", wheel="single zero")["wheel"][0] == "single-zero"
    with pytest.raises(ImpossibleError, match="'shake and call' is not a choice; choose call-then-shake"):
        elections_on_sheet("sic-bo", order="shake and call")
    with pytest.raises(ImpossibleError, match="zero rule and zero-rule are the same setting"):
        elections_on_sheet("roulette", **{"zero-rule": "half", "zero rule": "all"})


@pytest.mark.parametrize("name", REGISTERED)
def test_elections_have_the_names_by_which_they_are_set(name: str) -> None:
    game = load(name)
    house: House = game.house.usual()
    for election in list_elections(game.rules({}), house):
        with pytest.raises(ImpossibleError, match=f"^{election.name}: "):
            elect(game, house, {election.name: [["no such value"]]})


@pytest.mark.parametrize(
    ("game", "name", "value", "wrong"),
    [
        ("big-six", "picture-odds", "45", """'45' does not state odds; write "45 to 1" [beyond:big-six.8(a)]"""),
        ("big-six", "picture-odds", "45 for 1", """with "to" or "win", as in "3 to 2" [beyond:big-six.8(a)]"""),
        ("big-six", "joker", "45", """write them with "to", as in "45 to 1" [beyond:big-six.8(a)]"""),
        ("roulette", "wheel", "triple", "choose double-zero, single-zero [beyond:roulette.2(e)]"),
    ],
)
def test_a_refused_election_names_the_fault_the_remedy_and_the_paragraph(
    game: str, name: str, value: str, wrong: str
) -> None:
    with pytest.raises(ImpossibleError) as told_so:
        elections_on_sheet(game, **{name: value})
    assert str(told_so.value).startswith(f"{name}: ")
    assert str(told_so.value).endswith(wrong)


@pytest.mark.parametrize(
    ("game", "settings", "line", "cite"),
    [
        ("roulette", {"seats": 9}, "seats = 9", "beyond:roulette.4(a)"),
        ("big-six", {"seats": 9}, "seats = 9", "house:seats"),
        ("sic-bo", {"seats": 9}, "seats = 9", "house:seats"),
        ("big-six", {"picture-odds": "40 to 1"}, 'picture-odds = "40 to 1"', "beyond:big-six.8(b)"),
        (
            "roulette",
            {"wheel": "single-zero", "five numbers": "7 to 1"},
            'wheel = "single-zero"\npay."five numbers" = "7 to 1"',
            "beyond:roulette.5(d)5",
        ),
    ],
)
def test_a_house_file_and_a_setting_are_warned_of_alike(
    game: str, settings: dict[str, object], line: str, cite: str
) -> None:
    (warned,) = [each for each in check(f'[[table]]\ngame = "{game}"\n{line}', "house.toml") if each.severity != "note"]
    assert (warned.severity, warned.paragraph) == ("warning", cite)
    (told_of,) = setting(game, settings=settings).warnings
    assert told_of.endswith(f"{warned.message}; {warned.fix} [{cite}]")


def test_odds_that_are_a_number_in_a_house_file() -> None:
    found = check('[[table]]\ngame = "big-six"\npicture-odds = 45', "house.toml")
    (warned,) = [each for each in found if each.severity != "note"]
    assert (warned.severity, warned.paragraph, warned.fix) == ("warning", "beyond:big-six.8(a)", 'write "45 to 1"')
