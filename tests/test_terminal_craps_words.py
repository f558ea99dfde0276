"""Words at a craps table: what each asks for, and that no words at all bring it down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cli import keys
from pitboss.cli.line import LONGEST, Line
from pitboss.cli.tables.craps.words import COMMANDS, VOCABULARY, Unclear, read
from pitboss.engine.inputs import Input, TakeBack, Wager
from pitboss.games.craps.layout import LAYOUT, SPOTS
from pitboss.games.craps.wagers import Call, PassDice

HELD = {"pass": 1000, "come 6": 500, "come 6 odds": 500, "place 8": 600}
ONLY_PASS = {"pass": 1000}


def wager(**stakes: int) -> Wager:
    return Wager(3, stakes)


@pytest.mark.parametrize(
    ("words", "stakes"),
    [
        ("pass 10", {"pass": 1000}),
        ("Pass Line $10", {"pass": 1000}),
        ("pass 2.50", {"pass": 250}),
        ("pass $1,000", {"pass": 100_000}),
        ("pass 10$", {"pass": 1000}),
        ("  pass   $ 10  ", {"pass": 1000}),
        ("10 on the pass line", {"pass": 1000}),
        ("bet 10 dollars on pass please", {"pass": 1000}),
        ("dp 10", {"don't pass": 1000}),
        ("don't pass 10", {"don't pass": 1000}),
        ("dont pass 10", {"don't pass": 1000}),
        ("DON’T PASS 10", {"don't pass": 1000}),
        ("come 10", {"come": 1000}),
        ("dc 10", {"don't come": 1000}),
        ("don't come 10", {"don't come": 1000}),
        ("come 6 10", {"come 6": 1000}),  # the table says why not
        ("place 6 12", {"place 6": 1200}),
        ("place six 12", {"place 6": 1200}),
        ("12 on place six", {"place 6": 1200}),
        ("place 6 to lose 5", {"place 6 to lose": 500}),
        ("lose 6 5", {"place 6 to lose": 500}),
        ("buy 4 20", {"buy 4": 2000}),
        ("lay 10 40", {"lay 10": 4000}),
        ("hard 8 5", {"hard 8": 500}),
        ("hardway 8 5", {"hard 8": 500}),
        ("hard eight 5", {"hard 8": 500}),
        ("five on the hard eight", {"hard 8": 500}),
        ("field 5", {"field": 500}),
        ("seven 1", {"any seven": 100}),
        ("any 7 1", {"any seven": 100}),
        ("any seven 1", {"any seven": 100}),
        ("craps 1", {"any craps": 100}),
        ("craps 2", {"any craps": 200}),  # an amount before a name
        ("craps 2 1", {"craps two": 100}),
        ("any craps 1", {"any craps": 100}),
        ("two 1", {"craps two": 100}),
        ("three 1", {"craps three": 100}),
        ("twelve 1", {"craps twelve": 100}),
        ("eleven 1", {"eleven": 100}),
        ("yo 1", {"eleven": 100}),
        ("ce 2", {"c and e": 200}),
        ("c&e 2", {"c and e": 200}),
        ("c and e 2", {"c and e": 200}),
        ("horn 4", {"horn": 400}),
        ("pass 10, field 5; pass 5", {"pass": 1500, "field": 500}),
        ("pass 1,000,field 5", {"pass": 100_000, "field": 500}),
        ("pass 10,", {"pass": 1000}),
        ("odds pass 20", {"pass odds": 2000}),
        ("pass odds 20", {"pass odds": 2000}),
        ("odds behind come 6 20", {"come 6 odds": 2000}),
        ("come 6 odds 20", {"come 6 odds": 2000}),
        ("odds 6 20", {"come 6 odds": 2000}),
        ("odds on 6 20", {"come 6 odds": 2000}),
        ("odds come 20", {"come 6 odds": 2000}),
        ("odds dc 5 20", {"don't come 5 odds": 2000}),
        ("odds 9 20", {"pass odds": 2000}),  # the point
        ("odds 4 20", {"come 4 odds": 2000}),  # the table says why not
    ],
)
def test_words_are_wagers(words: str, stakes: dict[str, int]) -> None:
    assert read(words, 3, HELD, 9) == (Wager(3, stakes),)


@pytest.mark.parametrize(
    ("words", "inputs"),
    [
        ("take down place 8", (TakeBack(3, "place 8"),)),
        ("take place 8 down", (TakeBack(3, "place 8"),)),
        ("down place 8", (TakeBack(3, "place 8"),)),
        ("down come 10", (TakeBack(3, "come 10"),)),
        ("down odds", (TakeBack(3, "come 6 odds"),)),
        ("down odds pass", (TakeBack(3, "pass odds"),)),
        ("on place 8", (Call(3, "place 8"),)),
        ("place 8 on", (Call(3, "place 8"),)),
        ("call on place 8", (Call(3, "place 8"),)),
        ("on odds 6", (Call(3, "come 6 odds"),)),
        ("pass dice", (PassDice(3),)),
        ("pass the dice", (PassDice(3),)),
        ("down place 8, field 5, place 6 12", (TakeBack(3, "place 8"), wager(**{"field": 500, "place 6": 1200}))),
    ],
)
def test_words_are_other_inputs(words: str, inputs: tuple[Input, ...]) -> None:
    assert read(words, 3, HELD, 9) == inputs


def test_odds_alone_stand_behind_the_only_wager_that_can_take_them() -> None:
    assert read("odds 20", 3, ONLY_PASS, 6) == (wager(**{"pass odds": 2000}),)
    assert read("take odds 20", 3, {"don't come 4": 500}, 0) == (wager(**{"don't come 4 odds": 2000}),)
    assert read("odds 20", 3, {"pass": 500, "come 6": 500}, 0) == (wager(**{"come 6 odds": 2000}),)  # no point yet
    assert read("odds 20", 3, {}, 0) == (wager(**{"pass odds": 2000}),)  # the table says why not


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("pas 10", "“pas 10” means nothing here; did you mean “pass 10”?"),
        ("feild 5", "did you mean “field 5”?"),
        ("plcae 6 12", "did you mean “place 6 12”?"),
        ("down plcae 6", "did you mean “down place 6”?"),
        ("hlep", "did you mean “help”?"),
        ("xyzzy", "“xyzzy” means nothing here; say what and how much, as in “pass 10”, or “help”."),
        (",", "means nothing here"),
        ("place 7 12", "did you mean “place "),
        ("pass", "How much on pass? As in “pass 10”."),
        ("odds", "How much? As in “odds 20”."),
        ("10", "$10 on what? As in “pass 10”."),
        ("pass 2.5", "“2.5” is no amount; say dollars, or dollars and cents as in 2.50."),
        ("pass -5", "“-5” is no amount"),
        ("down place 8 6", "Name the wager alone, as in “down place 8”: all of it is meant."),
        ("pass 10, roll", "“roll” stands on a line by itself."),
        ("odds 20", "There is more than one wager that it could be: “odds pass 20”, “odds come 6 20”."),
    ],
)
def test_what_is_not_clear_is_told(words: str, told: str) -> None:
    said = read(words, 3, HELD, 9)
    assert isinstance(said, Unclear)
    assert told in said.told


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("", "roll"),
        ("ROLL", "roll"),
        ("undo", "undo"),
        ("?", "help"),
        ("y", "why"),
        ("all", "all"),
        (" Quit ", "leave"),
    ],
)
def test_words_are_commands(words: str, command: str) -> None:
    assert read(words, 3, HELD, 9) == command


NAMES = st.sampled_from([*VOCABULARY, *SPOTS, "odds", "on", "down", "take", "&", "$", "-", ",", ";", "’"])
AMOUNTS = st.one_of(st.integers(-5, 10**30).map(str), st.decimals(0, 999, places=2).map(str), st.just("1,000"))
LINES = st.one_of(st.text(), st.lists(st.one_of(NAMES, AMOUNTS, st.text(max_size=3)), max_size=8).map(" ".join))
HOLDINGS = st.dictionaries(st.sampled_from(SPOTS), st.just(500), max_size=6)


@given(LINES, HOLDINGS, st.sampled_from([0, 4, 5, 6, 8, 9, 10]))
def test_any_words_give_inputs_that_name_real_areas_or_are_told_to_be_unclear(
    words: str, held: dict[str, int], point: int
) -> None:
    match read(words, 3, held, point):
        case Unclear(told):
            assert told.strip()
        case str() as command:
            assert command in COMMANDS.values()
        case inputs:
            assert inputs
            for said in inputs:
                match said:
                    case Wager(stakes=stakes):
                        assert stakes
                        assert stakes.keys() <= LAYOUT.keys()
                        assert all(type(cents) is int or cents >= 0 for cents in stakes.values())
                    case TakeBack(spot=spot) | Call(spot=spot):
                        assert spot in LAYOUT
                    case _:
                        assert said == PassDice(3)


# --- the line that is typed


def test_a_line_is_typed_mended_and_called_back() -> None:
    line = Line()
    assert [line.take(key) for key in ("a", keys.SPACE, "b", keys.BACKSPACE, "c")] == [None] * 5
    assert line.text == "a c"
    assert line.take(keys.ENTER) == "a c"
    assert line.text == ""
    for key, shown in ((keys.UP, "a c"), (keys.UP, "a c"), (keys.DOWN, ""), (keys.UP, "a c"), (keys.ESCAPE, "")):
        line.take(key)
        assert line.text == shown
    assert line.take(keys.TAB) is None
    assert line.text == ""


def test_a_line_does_not_outgrow_the_screen() -> None:
    line = Line()
    for _ in range(200):
        line.take("x")
    assert len(line.text) == LONGEST
