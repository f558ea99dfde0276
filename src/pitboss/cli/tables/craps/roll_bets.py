"""What the person gives to one roll, line by line: a line is taken as a whole or not at all, and can be taken back.

Nothing is recorded before a roll is over, so a line is taken back by giving a new driver all the inputs but those of
that line.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cli.tables.craps.roll_reasons import NOTHING_DECIDED
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Input, TakeBack, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.craps.facts import POINT
from pitboss.games.craps.layout import LAYOUT
from pitboss.table.money import dollars


class RollBets:
    """The lines of this roll, and what the person has on the layout."""

    def __init__(self, person: int, console: Console, round_: ToldRound) -> None:
        self._person, self._console, self._round = person, console, round_
        self._given: list[tuple[str, int, int]] = []  # words, and how many inputs and acts there were before
        self._decided: dict[str, int] = {}  # what the last roll decided that decided any: area -> cents

    @property
    def lying(self) -> dict[str, int]:
        """The person's wagers on the layout, by area."""
        return dict(self._round.seen.wagers.get(self._person, {}))

    @property
    def point(self) -> int:
        """The point, 0 before there is one."""
        return self._round.seen.marks.get(POINT.word, 0)

    def note_decided(self, decided: dict[str, int]) -> None:
        """Note what a roll has decided of his."""
        self._decided = decided

    def start_roll(self) -> None:
        """Let nothing be taken back of the roll before."""
        self._given = []

    def give(self, typed: str, said: tuple[Input, ...]) -> None:
        """Give a line as a whole, or say why not."""
        self._given.append((typed, self._round.inputs, len(self._round.feed)))
        self._console.hurried = True  # what he does himself need not be shown him slowly
        for given in said:
            if refused := self._round.driver.refusals(given):
                self._take_back()
                self._console.refuse(refused)
                return
            self._round.submit(given)

    def undo(self) -> None:
        """Take the last line back."""
        if self._given:
            self._console.say(f"Undone: {self._take_back()}.")
        else:
            self._console.say("There is nothing to undo since the last roll.")

    def _take_back(self) -> str:
        typed, inputs, told = self._given.pop()
        self._round.take_back(inputs, told)
        return typed

    def all_down(self, typed: str) -> None:
        """Take everything down that may come down."""
        if not (said := self.loose()):
            self._console.say("None of your bets can come down now.")
            return
        self.give(typed, said)
        if self.lying:
            self._console.say(f"Still up, because it cannot come down now: {listed(self.lying)}.")

    def loose(self) -> tuple[TakeBack, ...]:
        """Return what may come down, odds before the bet that they stand behind."""
        spots = sorted(self.lying, key=lambda spot: LAYOUT[spot].kind != "odds")
        takings = (TakeBack(self._person, spot) for spot in spots)
        return tuple(taking for taking in takings if not self._round.driver.refusals(taking))

    def same_again(self, typed: str) -> None:
        """Put what was decided last up again, as far as the table takes it now."""
        wanted = {spot: cents for spot, cents in self._decided.items() if spot not in self.lying}
        taken: dict[str, int] = {}
        refused: list[Refusal] = []
        for spot, cents in wanted.items():
            if why_not := self._round.driver.refusals(Wager(self._person, {**taken, spot: cents})):
                refused += why_not
            else:
                taken[spot] = cents
        if not wanted:
            self._console.say("Your last bets are already up again." if self._decided else NOTHING_DECIDED)
        elif not taken:
            self._console.refuse(refused)
        else:
            self.give(typed, (Wager(self._person, taken),))
            left = {spot: cents for spot, cents in wanted.items() if spot not in taken}
            without = f" Not again: {listed(left)}. {refused[0].wrong}" if left else ""
            self._console.say(f"Again: {listed(taken)}.{without}", refused[0].cite if left else "")


def listed(spots: Mapping[str, int]) -> str:
    return ", ".join(f"{spot} {dollars(cents)}" for spot, cents in spots.items())
