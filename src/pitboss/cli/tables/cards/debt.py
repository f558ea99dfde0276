"""What the house has marked that somebody owes, and that he pays when he goes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Leave


class Debt:
    """The person's, and everybody's for the drawing; `mark` is empty at a game at which nobody owes anything."""

    def __init__(self, mark: str, person: int, round_: ToldRound) -> None:
        self._mark, self._round = mark, round_
        self._person, self._leaving = person, Leave(person)
        self.settled_up = 0  # cents that he owed, and paid because he left

    def owed(self, marks: Mapping[str, int], seat: int) -> int:
        """Return what the house has marked against a seat, in cents."""
        return marks.get(f"{self._mark} {seat}", 0) if self._mark else 0

    def owes(self, marks: Mapping[str, int]) -> int:
        """Return what it has marked against the person."""
        return self.owed(marks, self._person)

    @property
    def free(self) -> int:
        """His chips without what he owes: nobody may wager that."""
        seen = self._round.seen
        return seen.chips[self._person] - self.owes(seen.marks)

    def settle_up(self) -> None:
        """Have him get up and pay, if he owes something and may."""
        if self.owes(self._round.driver.carry.marks) and not self._round.driver.refusals(self._leaving):
            self.settled_up = self.owes(self._round.seen.marks)
            self._round.submit(self._leaving)

    @property
    def was_paid(self) -> bool:
        """True if he got up in this round."""
        return self._leaving in self._round.driver.log
