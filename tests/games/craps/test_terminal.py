"""The craps table in the terminal, played by typed lines through the real loop, and once at a pseudo-terminal.

PITBOSS_UPDATE=1 rewrites the screens beside this file instead of comparing them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.series import for_soak
from kit.terminal import Person
from kit.terminal import ScriptedTerminal as Keys
from pitboss.cli.commands.play import RecordFile
from pitboss.cli.main import main
from pitboss.cli.tables.craps.screen import limits_text
from pitboss.cli.tables.craps.table_session import CrapsSitting
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Look
from pitboss.cli.terminal.line_editor import LONGEST
from pitboss.cli.terminal.screen import HEIGHT, WIDTH, Prompt, Tally
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games import load
from pitboss.games.craps.math.strategy import Simple
from pitboss.record.replay import RoundRecord, read
from pitboss.record.verify import verify

SCREENS = Path(__file__).parent / "screens"
SEED = 272  # throws 2-4, 4-5, 4-2, 5-3 and 2-5: a point, another number, the point made, a new one and seven out
ENTER = keys.ENTER


class ScriptedKeys(Keys):
    """Keys of a person who types words. Control-C alone leaves, whatever stands on the line."""

    leaves = keys.QUIT


def keys_of(*lines: str) -> list[str]:
    """Return the keys for these lines, each ended by Enter."""
    return [key for line in lines for key in (*(keys.SPACE if sign == " " else sign for sign in line), ENTER)]


class PlayedSession:
    def __init__(self, terminal: ScriptedKeys, sitting: CrapsSitting, path: Path) -> None:
        self.terminal = terminal
        self.sitting = sitting
        self.path = path

    @property
    def screens(self) -> list[str]:
        """Return the screens on which nothing was typed yet, when the person had to say something or to press a key."""
        texts = ["\n".join(lines) for lines in self.terminal.asked]
        return [text for text in texts if not re.search(r"^ +> [^_]", text, re.M)]

    @property
    def last(self) -> str:
        return self.screens[-1]


class Silent:
    """A companion who wagers nothing, as one without chips."""

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        return ()

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default


Play = Callable[..., PlayedSession]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Return a function that plays a seeded table by typed lines."""

    def play_lines(
        *lines: str,
        seed: int = SEED,
        seats: int = 3,
        look: Look | None = None,
        size: tuple[int, int] = (WIDTH, HEIGHT),
        terminal: ScriptedKeys | None = None,
        readings: dict[str, str] | None = None,
        silent: bool = False,
        **house: Any,
    ) -> PlayedSession:
        game = load("craps")
        source = chance.seeded_source(seed)
        terminal = terminal or ScriptedKeys(keys_of(*lines), size)
        path = tmp_path / "played.pitboss.jsonl"
        path.unlink(missing_ok=True)
        with RecordFile(path, source) as record:
            table = TableTerms(game, game.rules(readings or {}), game.house(**house), source, seats, record.append)
            sitting = CrapsSitting(table, terminal, look or Look())
            if silent:
                sitting.company.by_seat = dict.fromkeys(sitting.company.by_seat, Silent())
            sitting.play()
        return PlayedSession(terminal, sitting, path)

    return play_lines


# --- the captured screens

SESSION = (
    "pass 10, field 5",
    "",
    "odds 20, come 5, place 8 12, hard 4 1",
    "",
    "odds 9 10, dc 5",
    "",
    "pass 10, on place 8",
    "",
    "pass 5",
    "",
)


def capture_screens(play: Play) -> dict[str, str]:
    """Play a shooter's hand: a point, a come bet that moves, the point made, a place bet called on, and seven out."""
    screens = play(*SESSION, "why").screens
    return {
        "come_out": screens[0],
        "point": screens[3],
        "come_bet_moved": screens[4],
        "point_made": screens[6],
        "called_on": screens[7],
        "refusal": screens[9],
        "seven_out": screens[10],
        "why": screens[11],
    }


@pytest.mark.parametrize(
    "name",
    [
        "come_out",
        "point",
        "come_bet_moved",
        "point_made",
        "called_on",
        "refusal",
        "seven_out",
        "why",
        "help",
        "all",
        "ascii",
    ],
)
def test_screen(play: Play, name: str) -> None:
    match name:
        case "help" | "all":
            text = play(*SESSION[:3], name).last
        case "ascii":
            text = play(*SESSION[:7], look=Look(ascii=True)).last
        case _:
            text = capture_screens(play)[name]
    golden = SCREENS / f"{name}.txt"
    if os.environ.get("PITBOSS_UPDATE"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == golden.read_text(encoding="utf-8")


# --- what every screen keeps


@pytest.mark.parametrize("seats", [1, for_soak(2), for_soak(3), for_soak(7), 16])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (211, 60)])
def test_no_screen_is_larger_than_the_terminal(play: Play, seats: int, size: tuple[int, int]) -> None:
    played = play(*SESSION, "why", " ", "all", " ", "help", seats=seats, size=size, seed=SEED + seats)
    assert played.terminal.shown
    for lines in played.terminal.shown:
        assert len(lines) <= size[1]
        assert max(map(len, lines)) <= size[0]


def test_a_screen_without_colour_has_no_escape_codes(play: Play) -> None:
    assert not any("\x1b" in line for lines in play(*SESSION).terminal.shown for line in lines)


def test_colour_adds_nothing_but_colour(play: Play) -> None:
    bare = play(*SESSION).screens
    painted = play(*SESSION, look=Look(colour=True)).screens
    assert any("\x1b[7m[ON]\x1b[0m" in text for text in painted)
    assert [re.sub(r"\x1b\[\d*m", "", text) for text in painted] == bare


def test_ascii_is_enough(play: Play) -> None:
    signs = play(*SESSION, "why", " ", "help").terminal.shown
    letters = play(*SESSION, "why", " ", "help", look=Look(ascii=True)).terminal.shown
    for lines, with_signs in zip(letters, signs, strict=True):
        "\n".join(lines).encode("ascii")
        assert list(map(len, lines)) == list(map(len, with_signs))


@pytest.mark.parametrize("leave", ["q", "Q", keys.QUIT])
def test_a_small_terminal_is_told_so_and_can_still_be_left(play: Play, leave: str) -> None:
    played = play(terminal=ScriptedKeys([leave], (60, 20)))
    assert len(played.terminal.asked) == 1
    assert "needs 80 columns and 24 lines" in " ".join(played.terminal.asked[0])


def test_what_has_no_room_in_a_box_is_counted(play: Play) -> None:
    lines = ("pass 10", "", "come 5, place 9 5", "", "lose 9 8, buy 9 10, lay 9 15, odds 9 10")
    assert "+3 more" in play(*lines, buy_and_lay=True).last
    tall = play(*lines, buy_and_lay=True, size=(100, 40)).last
    assert all(chips in tall for chips in ("lay 15", "lose 8", "come 5+10", "buy 10", "place 5"))


def test_what_centre_wagers_pay_is_shown_where_there_is_room(play: Play) -> None:
    assert "HARD 8 4-4  9 to 1" in play(size=(100, 24)).last
    assert "9 to 1" not in play().last


@pytest.mark.parametrize(
    ("house", "heading"),
    [
        ({}, "Craps  roll 30 · $5-$1,000 · center $1-$200 · 3-4-5 × odds  result +$1,000"),
        (
            {"odds": (100, 100, 10), "maximum": 10_000_000},
            "Craps  roll 30 · $5 to $100,000 · 100-100-10 × odds  result +$1,000",
        ),
        (
            {"odds": (100, 100, 100), "minimum": 100_00, "maximum": 99_999_900, "proposition_maximum": 99_999_900},
            "Craps  roll 30 · $100 to $999,999 · 100-100-100 × odds  result +$1,000",
        ),
        (
            {"mini_craps": True, "seats": 9, "odds": (0, 0, 0)},
            "Mini-craps  roll 30 · $5-$1,000 · center $1-$200 · no odds  result +$1,000",
        ),
    ],
)
def test_the_heading_leaves_room_for_the_result(play: Play, house: dict[str, Any], heading: str) -> None:
    sitting = play("", **house).sitting
    sitting.round.seen = msgspec.structs.replace(sitting.round.seen, round=30)
    sitting.tally = Tally(30, 500_00, 1000_00)
    sitting.console._terminal = terminal = ScriptedKeys([])
    sitting.console._draw(terminal, Prompt())
    shown = terminal.shown[0][0]
    assert re.sub("  +", "  ", shown) == f" {heading}"
    assert len(shown) == WIDTH - 1


def test_a_heading_without_any_room_is_cut(play: Play) -> None:
    house = play(odds=(100, 100, 100)).sitting.house
    assert [limits_text(house, room) for room in (26, 12, 5, -1)] == ["$5 to $1,000", "$5 to $1,000", "$5 to", ""]


# --- words and the table


def test_a_refusal_is_told_with_what_it_rests_on(play: Play) -> None:
    played = play("come 5", "pass 1", "pass 10", "", "pass 10", "down pass", "place 6 13", "odds 11", "on pass")
    for screen, told in zip(
        [1, 2, 5, 6, 7, 8, 9],
        [
            "1.2(a)3      A come out roll is next. Bet on come once there is a point.",
            "house:limits  $1 on pass is below the minimum. Bet $5 to $1,000.",
            "reading:raising-pass  The point is 6. Your pass bet stays as it was on",
            "reading:contract-wagers  A pass bet stays until the point is decided.",
            "reading:payout-odds  $13 on place 6 cannot be paid exactly. Bet $12 or $18.",
            "reading:payout-odds  $11 on pass odds cannot be paid exactly. Bet $10 or",
            "1.2(a)5      Your pass bet is already working. Turn on a bet that is off on",
        ],
        strict=True,
    ):
        assert told in played.screens[screen]
    assert played.sitting.tally.wagered == 1000


def test_words_that_mean_nothing_get_the_nearest_that_do(play: Play) -> None:
    assert "“pas 10” is not a command here; did you mean “pass 10”?" in play("pas 10").last


def test_a_name_that_is_also_another_with_an_amount_is_asked_about(play: Play) -> None:
    played = play("craps 12")
    assert "This could be “any craps 12”, or craps twelve for an amount" in played.last
    assert "3 You $500 " in played.last


def test_a_line_longer_than_the_screen_is_taken_in_full(play: Play) -> None:
    long = ", ".join(f"place {number} 30" for number in (4, 5, 6, 8, 9, 10)) + ", field 5, horn 4"
    played = play(terminal=ScriptedKeys(keys_of(long)[:-1]))
    assert "> …" in played.terminal.asked[-1][-2]
    assert "9 30, place 10 30, field 5, horn 4_" in played.terminal.asked[-1][-2]
    assert all(len(line) <= WIDTH for lines in played.terminal.shown for line in lines)
    assert "3 You $311 + $189" in play(long).last


def test_a_line_that_is_too_long_is_refused_and_not_cut(play: Play) -> None:
    long = "pass 10, " * 30 + "field 5"
    told = "\n".join(play(terminal=ScriptedKeys(keys_of(long))).terminal.asked[-1])
    assert f"A line can have {LONGEST} characters at most; use two lines." in told
    assert "3 You $500 " in told
    played = play(terminal=ScriptedKeys([*keys_of(long), keys.ESCAPE, *keys_of("field 5")]))
    assert "3 You $495 + $5" in played.last


def test_a_line_is_taken_as_a_whole_or_not_at_all(play: Play) -> None:
    played = play("pass 10", "", "place 6 12, down pass")
    assert "A pass bet stays until the point is decided" in played.last
    assert "place 12" not in played.last
    assert "3 You $490 + $10" in played.last


def test_undo_takes_back_one_line_after_the_other_until_the_throw(play: Play) -> None:
    played = play("pass 10", "field 5, horn 4", "undo", "undo", "undo")
    first, one, both, undone, none_left, still = played.screens
    assert "3 You $481 + $19" in both
    assert "Undone: field 5, horn 4." in undone
    assert undone.replace("Undone: field 5, horn 4.", "").split() == one.split()
    assert "Undone: pass 10." in none_left
    assert "There is nothing to undo since the last roll." in still
    assert still.splitlines()[:20] == first.splitlines()[:20]
    assert "nothing to undo since the last roll" in play("pass 10", "", "undo").last


def test_chips_are_added_before_a_roll_and_taken_back_by_undo(play: Play) -> None:
    played = play("chips 100", "undo", "chips 25, pass 10", "chips 0", "chips")
    _, more, undone, both, refused, unclear = played.screens
    assert "3 You $600" in more
    assert "3 You $500" in undone
    assert "3 You $515 + $10" in both
    assert "house:chips  $0 cannot be added in chips. Add a multiple of $1." in refused
    assert "How much in chips? For example, “chips 100”." in unclear


def test_what_was_taken_back_is_not_in_the_record(play: Play) -> None:
    first, *_ = closed_rounds(play("pass 10", "field 5", "undo", "", "q"))
    assert wagers(first) == [{"pass": 1000}]


def test_the_line_can_be_edited_and_an_earlier_one_called_back(play: Play) -> None:
    script = [*"pasx", keys.BACKSPACE, *"s", keys.SPACE, *"10", ENTER, keys.UP, keys.UP, ENTER, *"field", keys.ESCAPE]
    terminal = ScriptedKeys([*script, keys.UP, keys.DOWN, keys.LEFT, ENTER])
    played = play(terminal=terminal)
    assert [stakes for record in closed_rounds(played)[:1] for stakes in wagers(record)] == [
        {"pass": 1000},
        {"pass": 1000},
    ]
    assert "6 (2-4), the point. Pass stands." in played.last


def test_enter_throws_and_needs_no_other_key(play: Play) -> None:
    played = play("", "", "")
    assert [re.search(r"roll (\d+)", text)[1] for text in played.screens] == ["1", "2", "3", "4"]  # type: ignore[index]


def test_the_shooter_wagers_on_the_line_or_passes_the_dice(play: Play) -> None:
    played = play("", "", "", "", "", "", "pass dice", "")
    assert "Come out roll. You have the dice." in played.screens[5]
    assert "reading:shooter-wagers  The shooter has no line bet" in played.screens[6]
    assert "Come out roll. Ben has the dice." in played.screens[7]
    assert "Ben (shooter)" in played.screens[8]


def test_a_companion_without_a_wager_on_the_line_passes_the_dice(play: Play) -> None:
    played = play("", "pass 10", "", silent=True)
    assert "Ada has the dice." in played.screens[0]
    assert "reading:shooter-wagers  The shooter has no line bet" in played.screens[1]
    assert "You have the dice." in played.screens[1]
    assert "The point is 6. You have the dice." in played.screens[3]


def test_a_shooter_who_leaves_hands_the_dice_on(play: Play) -> None:
    played = play("", "", "", "", "", "pass 10", "", "q")
    assert "The point is 4. You have the dice." in played.last
    left = closed_rounds(played)[6]
    assert next(body["seat"] for _, _, body in left.lines if body.get("act") == "offer dice") == 4
    assert played.sitting.without_him


def test_why_tells_reason_sum_and_paragraph(play: Play) -> None:
    why = play(*SESSION[:6], "y").last
    assert "1.2(a)1ii, reading:line-winners, reading:payout-odds  pass $10 wins: 6 (4-2)" in why
    assert "reading:supplemental-odds  pass odds $20 wins: 6 (4-2) came before 7: 6 to 5 ×" in why
    assert "1.2(a)5      place 8 $12 stands, 6 (4-2) is neither 8 nor 7" in why
    assert "No roll has decided any of your bets yet." in play("why").last


def test_why_explains_the_roll_that_it_names(play: Play) -> None:
    """Check also rolls that no wager of his was out for: they are named for what they are."""
    at_once = play("field 5", "", "why").last
    assert re.search(r"─ why: roll 1, 6 \(2-4\), the point ─", at_once)
    assert "field $5 loses: 6 (2-4) is thrown" in at_once
    assert "touched no wager" not in at_once
    later = play("field 5", "", "", "", "why").last
    assert re.search(r"─ why: roll 1, 6 \(2-4\), the point ─", later)
    assert "Roll 3, 6 (4-2), the point is made, decided none of your bets." in later
    assert "field $5 loses: 6 (2-4) is thrown" in later
    assert "No roll has decided any of your bets yet." in play("", "", "why").last


def test_all_down_takes_down_what_may_come_down_and_says_what_may_not(play: Play) -> None:
    played = play("pass 10", "", "odds 20, place 8 12", "all down", "undo")
    assert "Still up, because it cannot come down now: pass $10." in played.screens[-2]
    assert "3 You $490 + $10" in played.screens[-2]
    assert "Undone: all down." in played.last
    assert "3 You $458 + $42" in played.last
    assert "None of your bets can come down now." in play("pass 10", "", "all down").last
    whole = play("place 6 12, hard 8 1", "all down").last
    assert "Still up" not in whole
    assert "3 You $500" in whole


def test_same_again_puts_up_what_was_decided_last(play: Play) -> None:
    played = play("field 5, horn 4", "", "", "same again", "undo")
    assert "Again: field $5, horn $4." in played.screens[-2]
    assert "3 You $482 + $9" in played.screens[-2]
    assert "Undone: same again." in played.last
    assert "No roll has decided any of your bets yet." in play("pass 10", "", "again").last
    some = play("pass 10", "", "odds 20", "", "", "same again").last  # the point is made, and pass may be wagered again
    assert "Again: pass $10. Not again: pass odds $20. You have no pass bet with a point." in " ".join(some.split())
    assert "Your last bets are already up again." in play("field 5", "", "same again", "same again").last


def test_what_cannot_be_made_again_is_refused_with_the_tables_words(play: Play) -> None:
    told = play("pass 10", "", "", "", "", "same again").last  # there is a new point
    assert "1.2(a)1      The point is 8. Bet on pass before the come out roll." in told


def test_numbers_are_placed_and_pressed_in_the_words_of_the_trade(play: Play) -> None:
    played = play("pass 10", "", "6 and 8 12 each", "press 8", "12 on 5")
    assert "3 You $466 + $34" in played.screens[-3]
    assert "3 You $454 + $46" in played.screens[-2]
    assert "cannot be paid exactly" in played.last


@pytest.mark.parametrize("what", ["help", "why", "all"])
@pytest.mark.parametrize("key", ["q", "Q"])
def test_q_leaves_from_what_is_read_too(play: Play, what: str, key: str) -> None:
    """Check that the key is not lost, so that the Enter after it throws no dice."""
    played = play(terminal=ScriptedKeys([*keys_of("pass 10", what), key, ENTER]))
    assert "q leave" in played.last
    assert not played.sitting.console.is_present
    assert len(closed_rounds(played)) == 1  # the roll in play is finished, and no other is begun
    other = play(terminal=ScriptedKeys([*keys_of("pass 10", what), "x"]))
    assert "PASS LINE" in other.last


def test_all_lists_everybodys_wagers_by_area(play: Play) -> None:
    told = play("pass 10", "", "odds 20, place 6 12", "all").last
    assert re.search(r"^ pass {9}Ben \$5.*, you \$10 \+ \$20 odds, Ada \$5", told, re.M)
    assert "place 6      Ben $6, you $12" in told


def test_what_is_longer_than_a_screen_is_read_page_by_page(play: Play) -> None:
    script = [*keys_of("pass 10", "", "place 6 12, horn 4", "", "all"), "x", "x"]
    first, second, back = play(terminal=ScriptedKeys(script), seats=16).screens[-3:]
    assert "any key for more" in first
    assert "any key to go back to the table" in second
    areas = re.findall(r"^ ([a-z].*?)  ", first + second, re.M)
    assert {"pass", "place 6", "hard 10", "any seven", "horn"} < set(areas)
    assert len(areas) == len(set(areas)) == 19
    assert "PASS LINE" in back


def test_help_comes_and_goes(play: Play) -> None:
    played = play("help", "?")
    assert "takes back your last line" in played.screens[1]
    assert played.screens[2] == played.screens[0]


def test_keys_typed_while_the_dealer_acts_are_no_words(play: Play) -> None:
    class Hasty(ScriptedKeys):
        def key(self, seconds: float | None) -> str:
            return "x" if seconds else super().key(seconds)

    slow, fast = play("pass 10", ""), play(terminal=Hasty(keys_of("pass 10", "")))
    assert fast.screens == slow.screens
    assert len(fast.terminal.shown) < len(slow.terminal.shown)


# --- leaving, and the record


def closed_rounds(played: PlayedSession) -> list[RoundRecord]:
    raw = played.path.read_bytes()
    assert verify(raw, None).ok
    _, rounds = read(raw)
    assert all(record.closing for record in rounds)
    return rounds


def bodies(record: RoundRecord, seat: int = 3) -> list[dict[str, Any]]:
    return [body for _, _, body in record.lines if "input" in body and body.get("seat") == seat]


def wagers(record: RoundRecord) -> list[dict[str, int]]:
    return [body["stakes"] for body in bodies(record) if body["input"] == "wager"]


@pytest.mark.parametrize("word", ["q", "QUIT", "leave"])
def test_leaving_takes_down_what_may_come_down(play: Play, word: str) -> None:
    played = play("pass 10", "", "place 6 12, odds 20", word)
    left = closed_rounds(played)[1]
    assert [body["input"] for body in bodies(left)] == ["wager", "leave"]
    told = [body for _, _, body in left.lines if body.get("act") == "return wager" and body["seat"] == 3]
    assert [(body["spot"], body["cents"]) for body in told] == [("pass odds", 2000), ("place 6", 1200)]


def test_what_must_stand_is_decided_without_him(play: Play) -> None:
    played = play("pass 10", "", "q")
    assert played.sitting.parting_message() == "What could not come down was decided in 2 rolls without you: pass $10."
    assert played.sitting.tally.result == 1000  # the point was made
    assert len(closed_rounds(played)) == 3


def test_leaving_with_nothing_out_finishes_the_roll_of_the_others(play: Play) -> None:
    played = play("q")
    assert len(closed_rounds(played)) == 1
    assert played.sitting.parting_message() == ""
    assert played.sitting.tally.rounds == 0


def test_leaving_while_the_dealer_acts(play: Play) -> None:
    class Hasty(ScriptedKeys):
        def key(self, seconds: float | None) -> str:
            return "q" if seconds and "come to rest" in "\n".join(self.shown[-1]) else super().key(seconds)

    first, second, *_ = closed_rounds(play(terminal=Hasty(keys_of("pass 10", ""))))
    assert [body["input"] for body in bodies(first)] == ["sit", "wager"]
    assert [body["input"] for body in bodies(second)] == ["leave"]


def test_he_who_may_not_leave_stays_until_he_may(play: Play) -> None:
    rounds = closed_rounds(play("pass 10", "", "q", readings={"leaving": "stays"}))
    assert [[body["input"] for body in bodies(record)] for record in rounds] == [["sit", "wager"], [], [], ["leave"]]


def test_he_who_may_not_leave_is_told_what_followed(play: Play) -> None:
    played = play("pass 10, hard 4 5", "", "odds 10", "q", readings={"leaving": "stays"}, seats=2, seed=11)
    left = closed_rounds(played)[1]
    assert [body["input"] for body in bodies(left)] == ["wager", "take back", "take back"]
    assert played.sitting.parting_message() == (
        "Taken down when you left: pass odds $10, hard 4 $5. "
        "What could not come down was decided in one roll without you: pass $10."
    )
    assert [[body["input"] for body in bodies(record)] for record in closed_rounds(played)[2:]] == [["leave"]]


def test_what_came_down_as_he_left_is_told(play: Play) -> None:
    assert play("place 6 12", "q").sitting.parting_message() == "Taken down when you left: place 6 $12."


def test_what_nobody_throws_for_any_more_is_told_to_be_undecided(play: Play) -> None:
    lines = ("pass 10", "", "come 10", "", "q")  # 6, 9, and 6 again: the pass bet wins, and nobody makes another
    played = play(*lines, readings={"leaving": "stays"}, seats=1)
    assert played.sitting.parting_message() == (
        "What could not come down was decided in one roll without you: pass $10. "
        "What could not come down stands undecided, because nobody is left to shoot: come 9 $10."
    )
    assert len(closed_rounds(played)) == 3


def test_a_table_of_one_is_left_without_a_throw(play: Play) -> None:
    played = play("pass 10", "", "q", seats=1)
    assert len(closed_rounds(played)) == 1
    assert "stands undecided, because nobody is left to shoot: pass $10." in played.sitting.parting_message()
    assert not play("q", seats=1).path.exists()


def test_companions_are_marked_in_the_record(play: Play) -> None:
    first, *_ = closed_rounds(play("pass 10", "", "q"))
    by = {(body["seat"], body.get("by", "")) for _, _, body in first.lines if "input" in body and "seat" in body}
    assert by == {(2, "companion"), (3, ""), (4, "companion")}


def test_the_game_ends_kindly_when_the_chips_do(play: Play) -> None:
    played = play("pass 300, field 200", "", seed=7)  # 5-3 and 1-6
    assert "8 (5-3), the point. You lose $200: field -$200; pass stands." in played.last
    played = play(terminal=ScriptedKeys([*keys_of("pass 300, field 200", "", ""), "y", ENTER]), seed=7)
    assert "Not enough chips for another bet. The game ends here." in played.last
    assert "You lose $500." in played.last
    assert "pass $300 loses: 7 (1-6) came before 8" in played.last
    assert len(closed_rounds(played)) == 2


def test_the_tally_counts_what_lies_out(play: Play) -> None:
    played = play("pass 10, place 6 12, field 5", "")
    assert "result -$5" in played.last
    assert "3 You $473 + $22" in played.last


# --- the command


def test_without_a_terminal_rolls_show_themselves_until_the_line_is_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "demo.jsonl"
    assert main(["play", "craps", "--seed", str(SEED), "--record", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Craps: 3 rolls, the house at every seat, chance seeded:{SEED}\n")
    assert (
        "1.1           The point is made: the dealer turns the puck off, and the next roll is a come out roll." in told
    )
    assert "seat 3, Ben (house): " in told
    assert f"The record is in {file}" in told
    assert len(read(file.read_bytes())[1]) == 3


def test_json_has_an_entry_for_each_roll(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["play", "craps", "--seed", str(SEED), "--json", "--record"]
    assert main([*args, str(tmp_path / "r")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [len(roll["seats"]) for roll in told["rolls"]] == [3, 3, 3]
    assert told["rolls"][2]["acts"][-1]["told"].startswith("The point is made")
    chips = dict.fromkeys((2, 3, 4), 50000)
    for roll in told["rolls"]:
        for seat in roll["seats"]:
            chips[seat["seat"]] += seat["change"]
            assert seat["chips"] == chips[seat["seat"]]
    assert main([*args, str(tmp_path / "again")]) == 0
    assert json.loads(capsys.readouterr().out)["rolls"] == told["rolls"]  # the same dice again


@pytest.mark.parametrize("option", [[], ["--json"], ["--quiet"]])
def test_a_table_that_cannot_be_played_is_told_so(
    option: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Simple, "wagers", Silent.wagers)
    file = tmp_path / "r"
    assert main(["play", "craps", "--record", str(file), *option]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "no roll could be played" in told.err
    assert "The shooter has no line bet" in told.err
    assert not file.exists()


def test_what_the_house_does_not_take_its_companions_do_not_wager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(self: Simple, view: Seen, house: House) -> Iterable[Input]:
        return Wager(view.seat, {"pass": house.maximum + 100}), Wager(view.seat, {"pass": house.minimum})

    monkeypatch.setattr(Simple, "wagers", too_much)
    file = tmp_path / "r"
    assert main(["play", "craps", "--seed", "1", "--quiet", "--record", str(file)]) == 0
    first, *_ = read(file.read_bytes())[1]
    assert wagers(first) == [{"pass": 500}]


def test_a_small_table_is_called_mini_craps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\ngame = "craps"\nname = "Small"\nmini-craps = true\nseats = 9\n')
    assert main(["play", "craps", "--seed", "1", "--house", str(house), "--record", str(tmp_path / "r")]) == 0
    assert capsys.readouterr().out.startswith("Mini-craps: ")


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["--bonus"], "--bonus: craps has no such wager"),
        (["--bonus", "--three-card-bonus", "A"], "--bonus and --three-card-bonus: craps has no such wager"),
        (["--seats", "17"], "this table has 16 betting positions"),
    ],
)
def test_wrong_use_is_told(args: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "craps", "--record", str(tmp_path / "r"), *args]) == 2
    assert wrong in capsys.readouterr().err


def test_a_person_plays_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with Person("--seed", str(SEED), "--record", str(file), game="craps") as person:
        person.wait_for("Come out roll. Ada has the dice.")
        person.press("pass 10\x7f5\r")
        person.wait_for("Seat 3 bets $15 on pass.")
        person.press("\r")
        person.wait_for("The point is 6. Ada has the dice.")
        person.press("quit\r")
        assert person.wait_for_end() == 0
        assert person.is_restored
    first, *_ = read(file.read_bytes())[1]
    assert wagers(first) == [{"pass": 1500}]


def test_a_dumb_terminal_is_sent_only_what_changes_while_a_line_is_typed(tmp_path: Path) -> None:
    with Person("--seed", str(SEED), "--record", str(tmp_path / "r.jsonl"), game="craps", TERM="dumb") as person:
        person.wait_for("q leave")
        for sign in "pass 10":
            person.press(sign)
            person.wait_for("_")
        assert person.everything.count("PASS LINE") == 1
        person.press("\r")
        person.wait_for("Seat 3 bets $10 on pass.")
        person.press("\x03")
        person.wait_for("pitboss explain")
        assert "\x1b" not in person.everything
