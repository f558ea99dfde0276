"""What the person has on a layout, and the lines by which he put it there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Input


class LayoutBets:
    """The lines of this round, the last of which can be taken back."""

    def __init__(self, person: int, console: Console, round_: ToldRound) -> None:
        self._person, self._console, self._round = person, console, round_
        self._given: list[int] = []  # how many inputs there were before each line that was typed

    @property
    def lying(self) -> dict[str, int]:
        """The person's wagers on the layout, by area."""
        return dict(self._round.seen.wagers.get(self._person, {}))

    def start_round(self) -> None:
        """Let nothing be taken back of what was given before."""
        self._given = []

    def moves(self) -> Iterator[tuple[str, Input]]:
        """Yield what only this game's players may do, by the name of the input."""
        for kind in self._round.driver.game.more_inputs:
            if kind.by_player:
                given = msgspec.convert({"seat": self._person}, kind, strict=False)
                yield str(kind.__struct_config__.tag), given

    def give(self, inputs: list[Input]) -> None:
        """Give a line, up to the first input that is refused."""
        before = self._round.inputs
        for given in inputs:
            if refused := self._round.driver.refusals(given):
                self._console.refuse(refused)
                return
            self._round.submit(given)
        if inputs:
            self._given.append(before)

    def undo(self) -> None:
        """Take the last line back: a new driver is given all inputs but those of it."""
        if not self._given:
            self._console.say("There is nothing to take back.")
            return
        self._round.take_back(self._given.pop())
