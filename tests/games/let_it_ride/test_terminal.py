"""Let It Ride at the card table in the terminal, played by scripted keys through the real loop, and once through a real
pseudo-terminal.

PITBOSS_UPDATE=1 rewrites the screens beside this file instead of comparing them.
"""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kit.parts import ROOT
from kit.patience import PATIENCE
from kit.series import for_soak
from kit.terminal import Person, ScriptedTerminal
from pitboss.cli.commands.play import RecordFile
from pitboss.cli.main import main
from pitboss.cli.tables.cards.table_session import CardSitting as Sitting
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Look
from pitboss.cli.terminal.decision import join_with_or, letters_for
from pitboss.cli.terminal.posix_terminal import RawTerminal
from pitboss.cli.terminal.screen import HEIGHT, WIDTH
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.inputs import Sit, Wager
from pitboss.games import load
from pitboss.games.let_it_ride.math.strategy import Simple
from pitboss.record.replay import RoundRecord, read, replay_to_end
from pitboss.record.verify import verify

SCREENS = Path(__file__).parent / "screens"
SEED = 139  # gives the person three of a kind with a pair in hand
ENTER, Q = keys.ENTER, "q"


class PlayedSession:
    def __init__(self, terminal: ScriptedTerminal, sitting: Sitting, path: Path) -> None:
        self.terminal = terminal
        self.sitting = sitting
        self.path = path

    @property
    def screens(self) -> list[str]:
        return ["\n".join(lines) for lines in self.terminal.asked]


Play = Callable[..., PlayedSession]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Return a function that plays a seeded table by a script of keys."""

    def play_keys(
        *script: str,
        seed: int = SEED,
        seats: int = 3,
        look: Look | None = None,
        size: tuple[int, int] = (WIDTH, HEIGHT),
        terminal: ScriptedTerminal | None = None,
        **house: Any,
    ) -> PlayedSession:
        game = load("let-it-ride")
        source = chance.seeded_source(seed)
        terminal = terminal or ScriptedTerminal(script, size)
        path = tmp_path / "played.pitboss.jsonl"
        path.unlink(missing_ok=True)
        with RecordFile(path, source) as record:
            table = TableTerms(game, game.rules({}), game.house(**house), source, seats, record.append)
            sitting = Sitting(table, terminal, look or Look())
            sitting.play()
        return PlayedSession(terminal, sitting, path)

    return play_keys


OFFERS = {"bonus": True, "three_card_bonus": "D"}


# --- the captured screens


def capture_screens(play: Play) -> dict[str, list[str]]:
    """Play one round: both bonus wagers, a late bonus chip refused, bet 1 withdrawn, bet 2 left to ride."""
    asked = play("b", "h", ENTER, "b", "w", "l", Q, **OFFERS).terminal.asked
    return {"wagers": asked[2], "refusal": asked[4], "choice": asked[5], "settlement": asked[6]}


@pytest.mark.parametrize("name", ["wagers", "refusal", "choice", "settlement"])
def test_screen(play: Play, name: str) -> None:
    lines = capture_screens(play)[name]
    text = "\n".join(lines) + "\n"
    golden = SCREENS / f"{name}.txt"
    if os.environ.get("PITBOSS_UPDATE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_tour_shows_the_screen_as_it_is() -> None:
    tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    assert (SCREENS / "choice.txt").read_text(encoding="utf-8") in tour


# --- what every screen keeps


@pytest.mark.parametrize("seats", [1, *map(for_soak, range(2, 7)), 7])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (211, 60)])
def test_no_screen_is_larger_than_the_terminal(play: Play, seats: int, size: tuple[int, int]) -> None:
    played = play("?", "?", "b", "h", ENTER, "b", "l", "l", "y", ENTER, seats=seats, size=size, **OFFERS)
    assert played.terminal.shown
    for lines in played.terminal.shown:
        assert len(lines) <= size[1]
        assert max(map(len, lines)) <= size[0]


def test_a_screen_without_colour_has_no_escape_codes(play: Play) -> None:
    played = play("?", "?", ENTER, "b", "l", "l", "y", **OFFERS)
    assert not any("\x1b" in line for lines in played.terminal.shown for line in lines)


def test_colour_adds_nothing_but_colour(play: Play) -> None:
    bare = play(ENTER, "l", "l", "y").screens
    painted = play(ENTER, "l", "l", "y", look=Look(colour=True)).screens
    assert any("\x1b[31m" in text for text in painted)
    assert [re.sub(r"\x1b\[\d*m", "", text) for text in painted] == bare


def test_ascii_is_enough_where_no_suit_signs_can_be_shown(play: Play) -> None:
    script = ("?", "?", "b", "h", ENTER, "b", "x", "l", "l", "y")
    signs = play(*script, **OFFERS).terminal.shown
    letters = play(*script, look=Look(ascii=True), **OFFERS).terminal.shown
    for lines, with_signs in zip(letters, signs, strict=True):
        "\n".join(lines).encode("ascii")
        assert list(map(len, lines)) == list(map(len, with_signs))


def test_a_small_terminal_is_told_so_and_can_still_be_left(play: Play) -> None:
    played = play(Q, size=(60, 20))
    assert "needs 80 columns and 24 lines" in " ".join(played.terminal.asked[0])
    assert max(map(len, played.terminal.asked[0])) <= 60


def test_nobody_elses_cards_are_drawn_before_they_are_turned(play: Play) -> None:
    played = play(ENTER, "l", "l", seats=7)
    for text in played.screens[1:3]:
        assert text.count("░░ ░░ ░░") == 6
    assert "░" not in played.screens[3]


# --- keys


def test_the_arrow_keys_choose_and_enter_answers(play: Play) -> None:
    played = play(ENTER, keys.RIGHT, keys.RIGHT, ENTER, keys.RIGHT, keys.RIGHT, keys.LEFT, ENTER)
    assert "▸" not in played.screens[1]
    assert "▸ let it ride" in played.screens[2]
    assert "▸ withdraw" in played.screens[3]
    assert "bet 1 back" in played.screens[-1]
    assert "bet 2 +$15" in played.screens[-1]


def test_a_wrong_key_explains_itself(play: Play) -> None:
    played = play("x", ENTER, "x", "l", "l", "x")
    assert "18.6(d)      “x” does nothing here: Enter deals, ↑↓ changes the amount." in played.screens[1]
    assert "18.10(b)     “x” does nothing here: l is let it ride, w is withdraw." in played.screens[3]
    assert "“x” does nothing here: Enter goes on, y shows why, q leaves." in played.screens[-1]


@pytest.mark.parametrize("key", ["b", "t", "h", "+", "-"])
def test_a_bet_key_after_no_more_bets_is_refused_by_paragraph(play: Play, key: str) -> None:
    played = play(ENTER, key, "l", **OFFERS)
    assert "18.6(c)      The dealer has called “No more bets”" in played.screens[2]
    assert "18.6(c)" not in played.screens[3]  # told once


@pytest.mark.parametrize(("key", "cite"), [("b", "18.6A(a)"), ("h", "18.6B(a)"), (keys.DOWN, "house:limits")])
def test_a_wager_the_table_does_not_take_is_refused_by_paragraph(play: Play, key: str, cite: str) -> None:
    assert f"\n {cite} " in play(key).screens[1]


def test_the_bets_stay_within_the_chips(play: Play) -> None:
    played = play(*[keys.UP] * 33)
    assert "three equal bets (t)  3 × $165  $5 to $500" in played.screens[-1]
    assert "18.6(a)      You have $500. Bet $500 or less, or add chips." in played.screens[-1]


def test_wagers_are_kept_for_the_next_round(play: Play) -> None:
    played = play(keys.UP, "b", ENTER, "w", "w", ENTER, **OFFERS)
    for line in (
        "▸ [x] three equal bets (t)  3 × $10  $5 to $500",
        "  [x] bonus (b)                  $1",
        "  [ ] three card bonus (h)       $1  $1 to $100",
        "= $31 of your $",
    ):
        assert line in played.screens[-1]


def test_help_comes_and_goes(play: Play) -> None:
    played = play("?", "x", ENTER)
    assert "seat 1 is on your right" in played.screens[1]
    assert played.screens[2] == played.screens[0]


def test_why_tells_class_odds_and_paragraph(play: Play) -> None:
    played = play("b", "h", ENTER, "w", "l", "y", **OFFERS)
    assert "18.10(b)2    bet 1 $5 returned" in played.screens[-1]
    assert "18.11(b)     bet 2 $5 wins, three-of-a-kind: 3 to 1 × $5 = $15" in played.screens[-1]
    assert "18.11(d), 18.7(b), reading:bonus-chip  bonus $1 wins, three-of-a-kind: $5" in played.screens[-1]
    assert "and the $1 wagered stays with the house" in played.screens[-1]
    assert "18.11(e)     three card bonus $1 wins, pair: 1 to 1 × $1 = $1" in played.screens[-1]


def test_every_choice_has_a_letter_of_its_own() -> None:
    assert letters_for(["let it ride", "withdraw"]) == {"l": "let it ride", "w": "withdraw"}
    assert letters_for(["quit", "stand", "split"]) == {"u": "quit", "s": "stand", "p": "split"}
    assert letters_for(["check", "play 3x", "play 4x"]) == {"c": "check", "3": "play 3x", "4": "play 4x"}
    assert letters_for(["a", "aa", "aaa"]) == {"a": "a", "1": "aa", "2": "aaa"}
    assert join_with_or(["fold"]) == "fold"
    assert join_with_or(["check", "play 3x", "play 4x"]) == "check, play 3x or play 4x"
    assert letters_for(["bonus", "bet 1"], "q1") == {"b": "bonus", "e": "bet 1"}


def test_a_resized_terminal_is_drawn_again(play: Play) -> None:
    class Growing(ScriptedTerminal):
        def key(self, seconds: float | None) -> str:
            pressed = super().key(seconds)
            if pressed == keys.RESIZE:
                self.shape = (90, 30)
            return pressed

    played = play(terminal=Growing([keys.RESIZE, ENTER]))
    assert [len(lines) for lines in played.terminal.asked[:2]] == [24, 30]


@pytest.mark.parametrize(
    ("pressed", "key", "left"),
    [
        (b"\x1b[A", keys.UP, b""),
        (b"\x1bOB", keys.DOWN, b""),
        (b"\x1b[Cl", keys.RIGHT, b"l"),
        (b"\x1b[D", keys.LEFT, b""),
        (b"\r", keys.ENTER, b""),
        (b"\n", keys.ENTER, b""),
        (b"\x03", keys.QUIT, b""),
        (b"\x1b[15~x", keys.UNKNOWN, b"x"),
        (b"\x1bx", keys.ESCAPE, b"x"),
        ("é!".encode(), "é", b"!"),
        (b"\xff", keys.UNKNOWN, b""),
        (b"\x00", keys.UNKNOWN, b""),
    ],
)
def test_keys_are_read_from_bytes(pressed: bytes, key: str, left: bytes) -> None:
    assert keys.first_key(pressed) == (key, left)


# --- leaving, and the record


def closed_rounds(played: PlayedSession) -> list[RoundRecord]:
    raw = played.path.read_bytes()
    assert verify(raw, None).ok
    _, rounds = read(raw)
    assert all(record.closing for record in rounds)
    return rounds


def answers(record: RoundRecord) -> list[tuple[str, str]]:
    """Return the person's answers, and who gave them."""
    said = [body for _, _, body in record.lines if body.get("input") == "answer" and body["seat"] == 3]
    return [(body["choice"], body.get("by", "")) for body in said]


@pytest.mark.parametrize("leave", [Q, "Q", keys.QUIT])
def test_leaving_in_mid_round_leaves_whole_rounds(play: Play, leave: str) -> None:
    played = play(ENTER, "l", "l", ENTER, ENTER, "w", leave)
    first, second = closed_rounds(played)
    assert answers(first) == [("let it ride", ""), ("let it ride", "")]
    assert answers(second) == [("withdraw", ""), ("let it ride", "clock")]
    assert played.sitting.finished_for_him
    assert played.sitting.tally.rounds == 2


def test_leaving_while_the_dealer_acts(play: Play) -> None:
    class Hasty(ScriptedTerminal):
        def key(self, seconds: float | None) -> str:
            return Q if seconds is not None and len(self.shown) == 40 else super().key(seconds)

    [only] = closed_rounds(play(terminal=Hasty([ENTER])))
    assert answers(only) == [("let it ride", "clock"), ("let it ride", "clock")]


def test_any_key_hurries_the_dealer(play: Play) -> None:
    class Hurrying(ScriptedTerminal):
        def key(self, seconds: float | None) -> str:
            return " " if seconds else super().key(seconds)

    slow = play(ENTER, "l", "l")
    fast = play(terminal=Hurrying([ENTER, "l", "l"]))
    assert len(fast.terminal.shown) < len(slow.terminal.shown)
    assert fast.screens == slow.screens


class Impatient(ScriptedTerminal):
    """A terminal that presses keys while the dealer acts, and answers by the script when asked."""

    def __init__(self, script: Sequence[str], ahead: Sequence[str]) -> None:
        super().__init__(script)
        self.ahead = ahead
        self.pending: list[str] = []

    def show(self, lines: Sequence[str]) -> None:
        super().show(lines)
        if "any key to speed up the dealer" in "\n".join(lines):
            self.pending += self.ahead

    def key(self, seconds: float | None) -> str:
        return self.pending.pop(0) if self.pending else super().key(seconds)


def test_keys_pressed_before_a_question_do_not_answer_it(play: Play) -> None:
    [only] = closed_rounds(play(terminal=Impatient([ENTER, "w", "w"], [ENTER, "l", "b", keys.RESIZE, ENTER])))
    assert answers(only) == [("withdraw", ""), ("withdraw", "")]


@pytest.mark.parametrize("leave", [Q, "Q", keys.QUIT])
def test_leaving_is_heard_whenever_it_is_pressed(play: Play, leave: str) -> None:
    played = play(terminal=Impatient([ENTER, "w", "w"], [" ", "l", leave]))
    assert len(closed_rounds(played)) == 1
    assert played.screens == []  # gone before the first question


def test_leaving_before_wagering_finishes_the_round_of_the_others(play: Play) -> None:
    played = play(Q)
    assert len(closed_rounds(played)) == 1
    assert played.sitting.tally.rounds == 0


def test_leaving_an_empty_table_leaves_no_record(play: Play) -> None:
    played = play(Q, seats=1)
    assert not played.path.exists()
    assert not played.sitting.finished_for_him


def test_companions_are_marked_in_the_record(play: Play) -> None:
    [only] = closed_rounds(play(ENTER, "l", "l"))
    by = {(body["seat"], body.get("by", "")) for _, _, body in only.lines if "input" in body and "seat" in body}
    assert by == {(2, "companion"), (3, ""), (4, "companion")}


def test_a_companion_whose_wager_is_refused_is_a_fault_of_ours(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simple, "wagers", lambda *_: [Wager(2, {"bet 1": 1})])
    with pytest.raises(RuntimeError, match="was refused"):
        play(Q, seats=2)


def test_the_game_ends_kindly_when_the_chips_do(play: Play) -> None:
    played = play(*[keys.UP] * 32, ENTER, "l", "l", ENTER, seed=7)
    assert "Not enough chips for three equal bets of $5. The game ends here." in played.screens[-1]
    assert played.sitting.round.seen.chips[3] == 500
    assert len(closed_rounds(played)) == 1


def test_chips_for_a_bonus_wager_alone_make_no_wager(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pitboss.cli.terminal.company.Sit", lambda seat, player, _, **by: Sit(seat, player, 1_600, **by)
    )
    played = play(ENTER, "l", "l", ENTER, seed=7, **OFFERS)
    assert "Not enough chips for three equal bets of $5. The game ends here." in played.screens[-1]
    assert played.sitting.round.seen.chips[3] == 100


# --- the command


def pitboss(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "play", "let-it-ride", *args],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
        timeout=PATIENCE,
        check=False,
    )


def test_without_a_terminal_one_round_shows_itself(tmp_path: Path) -> None:
    file = tmp_path / "demo.jsonl"
    done = pitboss("--seed", "7", "--record", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "18.10(c)      The dealer burns the community card at his left" in done.stdout
    assert "seat 3, Ben (house): " in done.stdout
    assert f"The record is in {file}" in done.stdout
    [only] = read(file.read_bytes())[1]
    assert replay_to_end(only).done


def test_a_demonstration_can_be_printed_in_ascii(tmp_path: Path) -> None:
    done = pitboss("--seed", "7", "--record", str(tmp_path / "demo.jsonl"), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()


def test_json_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "let-it-ride", "--seed", "7", "--json", "--record", str(tmp_path / "demo.jsonl")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["acts"][0]["cite"] == "18.4(a)"
    assert told["acts"][0]["told"].startswith("The dealer receives 52 cards")
    assert [seat["seat"] for seat in told["seats"]] == [2, 3, 4]
    assert all(seat["chips"] == 50_000 + seat["change"] for seat in told["seats"])


def test_quiet_only_writes_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "let-it-ride", "--quiet"]) == 0
    assert main(["play", "let-it-ride", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert len(list((tmp_path / "pitboss" / "records").glob("pitboss-let-it-ride-*.pitboss.jsonl"))) == 2


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["--seats", "8"], "--seats 8: this table has 7 betting positions"),
        (["--table", "x"], "name the house file too, with --house"),
        (["--house", "x", "--bonus"], "the house file says what the table offers"),
        (["--reading", "x=y"], "there is no reading 'x'"),
    ],
)
def test_wrong_use_is_told(args: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "let-it-ride", "--record", str(tmp_path / "r"), *args]) == 2
    assert wrong in capsys.readouterr().err
    assert not (tmp_path / "r").exists()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "there"
    file.write_text("mine")
    assert main(["play", "let-it-ride", "--record", str(file)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_table_of_a_house_file_is_dealt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\nname = "High"\ngame = "let-it-ride"\nminimum = 25\nmaximum = 1000\nseats = 2\n')
    args = ["play", "let-it-ride", "--house", str(house), "--table", "High", "--seed", "1"]
    assert main([*args, "--record", str(tmp_path / "r")]) == 0
    printed = capsys.readouterr().out
    assert "bets $25 on bet 1" in printed
    assert printed.count(" (house): ") == 2  # three play unless the table is smaller


# --- a real terminal


def test_a_person_plays_a_round_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with Person("--seed", "7", "--record", str(file), game="let-it-ride") as person:
        person.wait_for("Place your bets, please")
        assert not person.is_restored
        person.press("\r")
        person.wait_for("Bet 1, $5")
        person.press("l")
        person.wait_for("Bet 2, $5")
        person.press("l")
        person.wait_for("Settled.")
        person.press("q")
        assert person.wait_for_end() == 0
        assert person.is_restored
    [only] = read(file.read_bytes())[1]
    assert answers(only) == [("let it ride", ""), ("let it ride", "")]


def test_keys_typed_ahead_at_a_terminal_decide_nothing(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with Person("--seed", "7", "--record", str(file), game="let-it-ride") as person:
        person.wait_for("Place your bets, please")
        person.press("\r" * 8)
        for bet in ("bet 1", "bet 2"):
            person.wait_for(f"{bet.capitalize()}, $5")
            person.press("w")
        person.wait_for("Settled.")
        person.press("q")
        assert person.wait_for_end() == 0
    [only] = read(file.read_bytes())[1]
    assert answers(only) == [("withdraw", ""), ("withdraw", "")]


@pytest.fixture
def raw(monkeypatch: pytest.MonkeyPatch) -> Iterator[RawTerminal]:
    """Return a terminal at a pseudo-terminal device."""
    master, slave = pty.openpty()
    with open(slave, closefd=False) as reads, open(slave, "w", closefd=False) as writes:
        monkeypatch.setattr(sys, "stdin", reads)
        monkeypatch.setattr(sys, "stdout", writes)
        with RawTerminal(dumb=True) as terminal:
            yield terminal
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (signal.SIGTERM, keys.QUIT),
        (signal.SIGHUP, keys.QUIT),
        (signal.SIGINT, keys.QUIT),
        (signal.SIGWINCH, keys.RESIZE),
    ],
)
def test_a_signal_is_heard_before_python_handles_it(raw: RawTerminal, number: signal.Signals, told: str) -> None:
    """A handler runs between two lines of Python, so one that comes just before a wait would be noticed after it."""
    signal.signal(number, lambda *_: None)  # as if the handler had not had its turn yet
    os.kill(os.getpid(), number)
    assert raw.key(0) == told
    assert raw.key(0) == keys.NOTHING


def test_signals_are_given_back(raw: RawTerminal) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with RawTerminal(dumb=True) as other:
        assert other.key(0) == keys.NOTHING
    assert signal.getsignal(signal.SIGTERM) is before
    os.kill(os.getpid(), signal.SIGTERM)
    assert raw.key(0) == keys.QUIT


@pytest.mark.parametrize("how", ["Control-C", "told to end"])
def test_a_terminal_is_restored_however_the_person_goes(how: str, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with Person("--record", str(file), "--no-color", game="let-it-ride") as person:
        person.wait_for("Place your bets, please")
        person.press("\r")
        person.wait_for("Bet 1, $5")
        person.press("\x1b[D")
        person.wait_for("▸ withdraw")
        if how == "Control-C":
            person.press("\x03")
        else:
            person.process.send_signal(signal.SIGTERM)
        assert person.wait_for_end() == 0
        assert person.is_restored
    [only] = read(file.read_bytes())[1]
    assert answers(only) == [("let it ride", "clock"), ("let it ride", "clock")]


def test_a_dumb_terminal_is_sent_no_escape_codes(tmp_path: Path) -> None:
    with Person("--record", str(tmp_path / "r.jsonl"), game="let-it-ride", TERM="dumb") as person:
        person.wait_for("Place your bets, please")
        person.press("\r")
        person.wait_for("let it ride (l)")
        person.press("q")
        person.wait_for("pitboss explain")
        assert person.process.wait(PATIENCE) == 0
        assert person.is_restored
        assert "\x1b" not in person.everything
