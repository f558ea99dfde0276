"""The wagers that the person types before one roll. Each line is accepted as a whole or not at all, and can be taken
back.

Nothing is recorded before the roll is over. So a line is taken back by giving a new driver all inputs except those of
the line.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cli.tables.craps.roll_reasons import NOTHING_DECIDED
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Input, TakeBack, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.craps.law.facts import POINT
from pitboss.games.craps.law.layout import LAYOUT
from pitboss.table.money import dollars


class RollBets:
    """The lines typed before this roll, and what the person has on the layout."""

    def __init__(self, person: int, console: Console, round_: ToldRound) -> None:
        self._person, self._console, self._round = person, console, round_
        self._given: list[tuple[str, int, int]] = []  # (line, number of inputs before it, number of acts before it)
        # Area -> cents of the wagers decided by the last roll that decided any of his.
        self._decided: dict[str, int] = {}

    @property
    def on_layout(self) -> dict[str, int]:
        """The person's wagers on the layout: cents by area."""
        return dict(self._round.seen.wagers.get(self._person, {}))

    @property
    def point(self) -> int:
        """The point, 0 before there is one."""
        return self._round.seen.marks.get(POINT.word, 0)

    def note_decided(self, decided: dict[str, int]) -> None:
        """Note which of his wagers a roll has decided."""
        self._decided = decided

    def start_roll(self) -> None:
        """Forget the lines of the roll before: they can no longer be taken back."""
        self._given = []

    def submit_line(self, typed: str, inputs: tuple[Input, ...]) -> None:
        """Submit all inputs of a line. If one of them is refused, take the others back and show why."""
        self._given.append((typed, self._round.inputs, len(self._round.feed)))
        self._console.hurried = True  # he knows what he does himself: no pauses
        for input_ in inputs:
            if refusals := self._round.driver.refusals(input_):
                self._take_back()
                self._console.refuse(refusals)
                return
            self._round.submit(input_)

    def undo(self) -> None:
        """Take back the last line."""
        if self._given:
            self._console.say(f"Undone: {self._take_back()}.")
        else:
            self._console.say("There is nothing to undo since the last roll.")

    def _take_back(self) -> str:
        typed, inputs, acts = self._given.pop()
        self._round.take_back(inputs, acts)
        return typed

    def take_all_down(self, typed: str) -> None:
        """Take down all wagers that may come down."""
        if not (inputs := self.take_down_inputs()):
            self._console.say("None of your bets can come down now.")
            return
        self.submit_line(typed, inputs)
        if self.on_layout:
            self._console.say(f"Still up, because it cannot come down now: {list_wagers(self.on_layout)}.")

    def take_down_inputs(self) -> tuple[TakeBack, ...]:
        """Return the inputs that take down what may come down, odds before the bet they are behind."""
        spots = sorted(self.on_layout, key=lambda spot: LAYOUT[spot].kind != "odds")
        takings = (TakeBack(self._person, spot) for spot in spots)
        return tuple(taking for taking in takings if not self._round.driver.refusals(taking))

    def repeat_decided(self, typed: str) -> None:
        """Repeat the wagers that were decided last, as far as the table accepts them now."""
        wanted_stakes = {spot: cents for spot, cents in self._decided.items() if spot not in self.on_layout}
        accepted: dict[str, int] = {}
        refusals: list[Refusal] = []
        for spot, cents in wanted_stakes.items():
            if why_not := self._round.driver.refusals(Wager(self._person, {**accepted, spot: cents})):
                refusals += why_not
            else:
                accepted[spot] = cents
        if not wanted_stakes:
            self._console.say("Your last bets are already up again." if self._decided else NOTHING_DECIDED)
        elif not accepted:
            self._console.refuse(refusals)
        else:
            self.submit_line(typed, (Wager(self._person, accepted),))
            not_accepted = {spot: cents for spot, cents in wanted_stakes.items() if spot not in accepted}
            exception = f" Not again: {list_wagers(not_accepted)}. {refusals[0].wrong}" if not_accepted else ""
            self._console.say(f"Again: {list_wagers(accepted)}.{exception}", refusals[0].cite if not_accepted else "")


def list_wagers(spots: Mapping[str, int]) -> str:
    """List wagers in words: "pass $10, field $5"."""
    return ", ".join(f"{spot} {dollars(cents)}" for spot, cents in spots.items())
