"""The debt of a player to the house, which the house marks and the player pays on leaving."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Leave


class Debt:
    """The debts of the players at a table to the house. `mark` is the word of the mark that records a debt; empty if
    the game has no debts.
    """

    def __init__(self, mark: str, person: int, round_: ToldRound) -> None:
        self._mark, self._round = mark, round_
        self._person, self._leaving = person, Leave(person)
        self.settled_up = 0  # cents that he paid because he left

    def debt_of(self, marks: Mapping[str, int], seat: int) -> int:
        """Return what a seat owes, in cents."""
        return marks.get(f"{self._mark} {seat}", 0) if self._mark else 0

    def debt_of_person(self, marks: Mapping[str, int]) -> int:
        """Return what the person owes, in cents."""
        return self.debt_of(marks, self._person)

    @property
    def free_chips(self) -> int:
        """The chips that he may wager: his chips without what he owes."""
        view = self._round.seen
        return view.chips[self._person] - self.debt_of_person(view.marks)

    def settle_up(self) -> None:
        """Have the person leave and pay, if he owes something and may leave."""
        if self.debt_of_person(self._round.driver.carry.marks) and not self._round.driver.refusals(self._leaving):
            self.settled_up = self.debt_of_person(self._round.seen.marks)
            self._round.submit(self._leaving)

    @property
    def was_paid(self) -> bool:
        """True if he left in this round."""
        return self._leaving in self._round.driver.log
