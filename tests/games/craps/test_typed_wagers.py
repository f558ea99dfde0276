"""Wagers typed at a craps table: what each line asks for, and that no words at all bring it down."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.series import for_soak
from pitboss.cli.tables.craps.typed_wagers import ALONE, COMMANDS, VOCABULARY, WITH_AMOUNT, Said, Unclear, parse_line
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.line_editor import IN_VIEW, LONGEST, Line
from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.games.craps.law.layout import LAYOUT, SPOTS
from pitboss.games.craps.law.wagers import Call, PassDice

HELD = {"pass": 1000, "come 6": 500, "come 6 odds": 500, "place 8": 600}
ONLY_PASS = {"pass": 1000}


def wager(**stakes: int) -> Wager:
    return Wager(3, stakes)


@pytest.mark.parametrize("words", ["chips 100", "add 100", "add $100 chips", "add chips 100.00", "buy chips 100"])
def test_chips_are_added(words: str) -> None:
    assert parse_line(words, 3, HELD, 0) == (AddChips(3, 10_000),)


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
        ("craps 4", {"any craps": 400}),
        ("craps $2", {"any craps": 200}),
        ("2 craps", {"any craps": 200}),
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
        ("12 on 6", {"place 6": 1200}),
        ("$12 on the six", {"place 6": 1200}),
        ("put 5 on 10", {"place 10": 500}),
        ("6 on 8", {"place 8": 600}),
        ("6 and 8 12 each", {"place 6": 1200, "place 8": 1200}),
        ("12 each on 6 and 8", {"place 6": 1200, "place 8": 1200}),
        ("six and eight for $12 each", {"place 6": 1200, "place 8": 1200}),
        ("12 each 4 and 5 and 9", {"place 4": 1200, "place 5": 1200, "place 9": 1200}),
        ("place 6 and 8 12 each", {"place 6": 1200, "place 8": 1200}),
        ("hard 4 and 10 5 each", {"hard 4": 500, "hard 10": 500}),
        ("hard 4 and field 5 each", {"hard 4": 500, "field": 500}),
        ("6 and 8 12 each, field 5", {"place 6": 1200, "place 8": 1200, "field": 500}),
        ("press", {"place 8": 600}),
        ("press 8", {"place 8": 600}),
        ("press my eight please", {"place 8": 600}),
        ("press place 8", {"place 8": 600}),
        ("press it up", {"place 8": 600}),
        ("press 8 by 12", {"place 8": 1200}),
        ("press 8 12", {"place 8": 1200}),
        ("press pass", {"pass": 1000}),  # the table says why not
    ],
)
def test_words_are_wagers(words: str, stakes: dict[str, int]) -> None:
    assert parse_line(words, 3, HELD, 9) == (Wager(3, stakes),)


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
    assert parse_line(words, 3, HELD, 9) == inputs


def test_what_is_pressed_is_doubled_and_named_where_there_are_several() -> None:
    held = {"place 6": 1200, "place 8": 600, "buy 8": 2000, "hard 6": 300, "pass": 500}
    assert parse_line("press place 6", 3, held, 9) == (wager(**{"place 6": 1200}),)
    assert parse_line("press place 6 and buy 8", 3, held, 9) == (wager(**{"place 6": 1200, "buy 8": 2000}),)
    assert parse_line("press 6 and 8 by 6", 3, {"place 6": 1200, "place 8": 600}, 9) == (
        wager(**{"place 6": 600, "place 8": 600}),
    )
    assert parse_line("press 8", 3, held, 9) == Unclear(
        "This could mean more than one bet: “press place 8”, “press buy 8”."
    )
    assert isinstance(parse_line("press", 3, held, 9), Unclear)
    assert parse_line("press", 3, {"pass": 500}, 9) == Unclear("You have no bet to press.")


def test_odds_alone_stand_behind_the_only_wager_that_can_take_them() -> None:
    assert parse_line("odds 20", 3, ONLY_PASS, 6) == (wager(**{"pass odds": 2000}),)
    assert parse_line("take odds 20", 3, {"don't come 4": 500}, 0) == (wager(**{"don't come 4 odds": 2000}),)
    assert parse_line("odds 20", 3, {"pass": 500, "come 6": 500}, 0) == (
        wager(**{"come 6 odds": 2000}),
    )  # no point yet
    assert parse_line("odds 20", 3, {}, 0) == (wager(**{"pass odds": 2000}),)  # the table says why not


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("pas 10", "“pas 10” is not a command here; did you mean “pass 10”?"),
        ("feild 5", "did you mean “field 5”?"),
        ("plcae 6 12", "did you mean “place 6 12”?"),
        ("down plcae 6", "did you mean “down place 6”?"),
        ("hlep", "did you mean “help”?"),
        ("xyzzy", "“xyzzy” is not a command here; type a bet and an amount, such as “pass 10”, or “help”."),
        (",", "is not a command here"),
        ("roll 5", "“roll 5” is not a command here; did you mean “roll”?"),
        ("undo 2", "did you mean “undo”?"),
        ("pass dice 5", "did you mean “pass dice”?"),
        ("feild", "did you mean “field” with an amount?"),
        ("10 on the feild", "did you mean “field 10”?"),
        ("12 plcae 6", "did you mean “place 6 12”?"),
        ("pass 10 20", "is not a command here; type a bet and an amount"),  # not place 10, which is like it
        ("dont place 6 10", "is not a command here; type a bet and an amount"),  # nor the opposite
        ("place 7 10", "There is no “place 7”; the number can be 4, 5, 6, 8, 9 or 10."),
        ("place 7", "There is no “place 7”;"),
        ("down place 7", "There is no “down place 7”;"),
        ("hard 5 1", "There is no “hard 5”; the number can be 4, 6, 8 or 10."),
        ("any 6 5", "There is no “any 6”; the number can be 7."),
        ("place 6 off", "You cannot call a bet off here; “down place 6” takes it down."),
        ("turn off the pass odds", "“down odds pass” takes it down."),
        ("off with it", "“down place 6” takes it down."),
        ("craps 2", "This could be “any craps 2”, or craps two for an amount, as in “craps two 5”."),
        ("bet craps 3", "This could be “any craps 3”, or craps three"),
        ("pass 10, craps 12", "This could be “any craps 12”, or craps twelve"),
        ("odds pass", "How much? For example, “odds pass 20”."),
        ("odds place 6 10", "You cannot take odds on place 6, only on pass, don't pass, come and don't come."),
        ("odds field", "You cannot take odds on field,"),
        (
            "take down odds 10",
            "10 could be a number or an amount; type “down odds come 6”. You always take down all of it.",
        ),
        ("take odds 20 down", "Leave out the amount, as in “down odds”: it always means the whole bet."),
        ("down odds pass 10", "Leave out the amount, as in “down odds pass”: it always means the whole bet."),
        ("take place 8 6 down", "Leave out the amount, as in “down place 8”: it always means the whole bet."),
        ("take down", "Which bet? For example, “down place 6”."),
        ("on 10", "Which bet? For example, “on place 6”."),
        ("x" * LONGEST, f"“{'x' * 39}…” is not a command here;"),
        ("pass", "How much on pass? For example, “pass 10”."),
        ("odds", "How much? For example, “odds 20”."),
        ("10", "$10 on what? For example, “pass 10”."),
        ("pass 2.5", "“2.5” is not an amount; type dollars (5) or dollars and cents (2.50)."),
        ("pass -5", "“-5” is not an amount"),
        ("down place 8 6", "Leave out the amount, as in “down place 8”: it always means the whole bet."),
        ("pass 10, roll", "“roll” has to be on a line by itself."),
        ("odds 20", "This could mean more than one bet: “odds pass 20”, “odds come 6 20”."),
        ("12 on 6 and 8", "$12 on each of them? Then type “6 and 8 12 each”."),
        ("12 on 7", "is not a command here"),
        ("6 and 7 12 each", "is not a command here"),
        ("6 and 6 12 each", "is not a command here"),
        ("hard 4 and 5 2 each", "is not a command here"),
        ("6 and 8 each", "is not a command here"),
        ("press 6", "You have no bet on 6 to press."),
        ("press hard 6", "You have no bet on hard 6 to press."),
        ("press the moon", "is not a command here"),
        ("pass 10, same again", "“same again” has to be on a line by itself."),
    ],
)
def test_what_is_not_clear_is_told(words: str, told: str) -> None:
    said = parse_line(words, 3, HELD, 9)
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
        ("all down", "all down"),
        ("Take it all down", "all down"),
        ("same again", "same again"),
        ("again", "same again"),
    ],
)
def test_words_are_commands(words: str, command: str) -> None:
    assert parse_line(words, 3, HELD, 9) == command


@pytest.mark.parametrize("verb", ["down", "on"])
def test_odds_of_which_there_are_several_are_named_with_what_is_done(verb: str) -> None:
    said = parse_line(f"{verb} odds", 3, {"pass odds": 500, "come 6 odds": 500}, 9)
    assert said == Unclear(f"This could mean more than one bet: “{verb} odds pass”, “{verb} odds come 6”.")
    assert parse_line("down odds 4", 3, {}, 9) == (TakeBack(3, "come 4 odds"),)  # the table says that there are none


def test_what_is_suggested_is_understood() -> None:
    for words in ALONE:
        assert not isinstance(parse_line(words, 3, {}, 0), Unclear), words
    for words in WITH_AMOUNT:
        said = parse_line(f"{words} 20", 3, {}, 0)
        assert isinstance(said, tuple), words
        assert isinstance(said[0], Wager), words


def suggestion_of(said: Said) -> str | None:
    """Return what it is suggested to say instead, with an amount if there should be one."""
    found = re.search(r"did you mean “(.*?)”( with an amount)?\?", said.told) if isinstance(said, Unclear) else None
    return found and found[1] + (" 20" if found[2] else "")


@pytest.mark.parametrize("verb", ["", "odds ", "down ", "on "])
@pytest.mark.parametrize("rest", ["", for_soak(" 5"), for_soak(" 10"), " off"])
def test_no_mistake_is_suggested_again(verb: str, rest: str) -> None:
    for words in VOCABULARY:
        right = suggestion_of(parse_line(verb + words + rest, 3, {}, 0))
        assert right != verb + words + rest
        assert right is None or not isinstance(parse_line(right, 3, {}, 0), Unclear), words


NAMES = st.sampled_from([*VOCABULARY, *SPOTS, "odds", "on", "down", "take", "&", "$", "-", ",", ";", "’"])
AMOUNTS = st.one_of(st.integers(-5, 10**30).map(str), st.decimals(0, 999, places=2).map(str), st.just("1,000"))
LINES = st.one_of(st.text(), st.lists(st.one_of(NAMES, AMOUNTS, st.text(max_size=3)), max_size=8).map(" ".join))
HOLDINGS = st.dictionaries(st.sampled_from(SPOTS), st.just(500), max_size=6)


@given(LINES, HOLDINGS, st.sampled_from([0, 4, 5, 6, 8, 9, 10]))
def test_any_words_give_inputs_that_name_real_areas_or_are_told_to_be_unclear(
    words: str, held: dict[str, int], point: int
) -> None:
    match parse_line(words, 3, held, point):
        case Unclear(told) as unclear:
            assert told.strip()
            if (right := suggestion_of(unclear)) is not None:
                assert right.split() != words.split()
                assert not isinstance(parse_line(right, 3, {}, 0), Unclear)
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
    assert [line.press(key) for key in ("a", keys.SPACE, "b", keys.BACKSPACE, "c")] == [None] * 5
    assert line.text == "a c"
    assert line.press(keys.ENTER) == "a c"
    assert line.text == ""
    for key, shown in ((keys.UP, "a c"), (keys.UP, "a c"), (keys.DOWN, ""), (keys.UP, "a c"), (keys.ESCAPE, "")):
        line.press(key)
        assert line.text == shown
    assert line.press(keys.TAB) is None
    assert line.text == ""


def test_of_a_long_line_the_end_is_in_view() -> None:
    line = Line()
    for sign in "pass 10, " * 20:
        line.press(sign)
    assert len(line.visible) == IN_VIEW
    assert line.visible == "…" + line.text[-IN_VIEW + 1 :]
    assert line.press(keys.ENTER) == ("pass 10, " * 20).strip()
    assert line.visible == ""


def test_a_line_that_is_too_long_is_not_ended_before_it_is_shorter() -> None:
    line = Line()
    for sign in "x" * LONGEST + "yz":
        line.press(sign)
    assert line.text == "x" * LONGEST
    assert line.visible.endswith("x…")
    assert line.press(keys.ENTER) is None
    line.press(keys.BACKSPACE)
    assert line.press(keys.ENTER) is None
    line.press(keys.BACKSPACE)
    assert line.press(keys.ENTER) == "x" * LONGEST


@pytest.mark.parametrize(("key", "left"), [(keys.ESCAPE, ""), (keys.UP, "pass 10")])
def test_a_line_that_is_too_long_can_be_given_up(key: str, left: str) -> None:
    line = Line()
    for sign in (*"pass 10", keys.ENTER, *"x" * (LONGEST + 1), key):
        line.press(sign)
    assert line.press(keys.ENTER) == left
