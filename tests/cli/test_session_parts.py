"""The parts of a table in the terminal, one by one."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.company import PERSON, Company
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.decision import decide
from pitboss.cli.terminal.screen import Panel, Prompt
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.chance import seeded_source
from pitboss.engine.inputs import CLOCK, COMPANION, Answer, Close, Wager
from pitboss.engine.waits import Ask
from pitboss.games import load

BETS = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
SEAT = 3


class Keys:
    """A terminal on which these keys are pressed, and then none."""

    def __init__(self, *pressed: str) -> None:
        self.left, self.drawn = [*pressed], 0

    def size(self) -> tuple[int, int]:
        return 80, 24

    def show(self, lines: Sequence[str]) -> None:
        self.drawn += 1

    def key(self, seconds: float | None) -> str:
        if seconds is not None:
            return keys.NOTHING
        return self.left.pop(0) if self.left else keys.QUIT


class EmptyPicture:
    """A table that draws nothing."""

    unit, title = "round", "Nothing"
    help: Sequence[tuple[str, str]] = ()

    def heading(self, width: int) -> str:
        return ""

    def panel(self) -> Panel:
        return Panel("", [])

    def furnish(self, canvas: Canvas) -> int:
        return 1


def console(*pressed: str) -> tuple[Console, list[str]]:
    left: list[str] = []
    return Console(Keys(*pressed), Look(), EmptyPicture(), quick=True, on_leave=lambda: left.append("left")), left


def table_terms() -> TableTerms:
    game = load("let-it-ride")
    return TableTerms(game, game.rules({}), game.house.usual(), seeded_source(7), 2, lambda driver: [])


def play_until_question(told: list[tuple[str, bool]]) -> ToldRound:
    """Play until the first question."""
    round_ = ToldRound(
        table_terms(),
        SEAT,
        adapt_view=lambda seen: seen,
        pause=lambda step, same: told.append((type(step).__name__, same)),
    )
    round_.begin(table_terms().game.opening(table_terms().house))
    company = Company(table_terms(), SEAT)
    for sit in company.sit_inputs():
        round_.submit(sit)
    while not isinstance(wait := round_.driver.wait, Ask):
        drawn = table_terms().source.answers(wait)
        if drawn is None and not round_.driver.table.wager(SEAT, "bet 1") and getattr(wait, "what", "") == "wagers":
            drawn = Wager(SEAT, BETS)
        round_.submit(drawn or Close())
    return round_


def test_a_console_serves_help_leaving_and_other_keys_at_any_prompt() -> None:
    here, left = console("?", "?", "o", "x", "q")
    served: list[str] = []

    def serve_key(key: str) -> bool:
        served.extend(key if key == "o" else "")
        return key == "o"

    here.serve_key = serve_key
    assert here.key(Prompt("Well?")) == "x"
    assert (served, left) == (["o"], [])
    assert here.key(Prompt("Well?")) == keys.QUIT
    assert (here.is_present, left) == (False, ["left"])


def test_a_question_is_answered_by_its_key_or_by_the_clock_after_leaving() -> None:
    told: list[tuple[str, bool]] = []
    round_ = play_until_question(told)
    asked = round_.driver.question
    assert asked is not None
    here, _ = console(keys.ENTER, keys.RIGHT, keys.ENTER)  # Enter alone decides nothing
    assert decide(here, round_, asked, lambda key: None) == Answer(SEAT, asked.choices[0], asked.position)
    gone, _ = console("q")
    assert decide(gone, round_, asked, lambda key: None) == Answer(SEAT, asked.default, asked.position, by=CLOCK)
    assert told
    assert len(round_.feed) <= len(told)


def test_the_choice_that_gives_the_bet_up_comes_last() -> None:
    """The first arrow and Enter therefore fold nothing."""
    told: list[tuple[str, bool]] = []
    round_ = play_until_question(told)
    for choices in (("fold", "play"), ("surrender", "war"), ("play", "fold")):
        asked = Ask("20.10(b)", SEAT, SEAT, "the wager", choices, choices[-1])
        here, _ = console(keys.RIGHT, keys.ENTER)
        assert decide(here, round_, asked, lambda key: None).choice in ("play", "war")
        here, _ = console(keys.LEFT, keys.ENTER)
        assert decide(here, round_, asked, lambda key: None).choice in ("fold", "surrender")


def test_inputs_are_taken_back_with_their_acts() -> None:
    round_ = ToldRound(table_terms(), SEAT, adapt_view=lambda seen: seen, pause=lambda step, same: None)
    round_.begin(table_terms().game.opening(table_terms().house))
    first = next(Company(table_terms(), SEAT).sit_inputs())
    inputs, told = round_.inputs, len(round_.feed)
    round_.submit(first)
    assert round_.inputs == inputs + 1
    round_.take_back(inputs, told)
    assert (round_.inputs, len(round_.feed), round_.seen.players) == (inputs, told, {})


def test_the_house_takes_every_seat_but_the_persons() -> None:
    company = Company(table_terms(), SEAT)
    sat = {sit.seat: (sit.player == PERSON, sit.by) for sit in company.sit_inputs()}
    assert sat == {seat: (seat == SEAT, "" if seat == SEAT else COMPANION) for seat in table_terms().seats}
    assert set(company.by_seat) == set(table_terms().seats) - {SEAT}
