"""The wagers that the person has on a layout, and the lines by which he made them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import Input


class LayoutBets:
    """The lines typed in this round; the last ones can be taken back."""

    def __init__(self, person: int, console: Console, round_: ToldRound) -> None:
        self._person, self._console, self._round = person, console, round_
        self._given: list[int] = []  # number of inputs before each typed line

    @property
    def on_layout(self) -> dict[str, int]:
        """The person's wagers on the layout: cents by area."""
        return dict(self._round.seen.wagers.get(self._person, {}))

    def start_round(self) -> None:
        """Forget the lines of the round before: they can no longer be taken back."""
        self._given = []

    def game_inputs(self) -> Iterator[tuple[str, Input]]:
        """Yield the inputs that only players of this game may make, with their names."""
        for kind in self._round.driver.game.more_inputs:
            if kind.by_player:
                input_ = msgspec.convert({"seat": self._person}, kind, strict=False)
                yield str(kind.__struct_config__.tag), input_

    def submit_line(self, inputs: list[Input]) -> None:
        """Submit the inputs of a line, up to the first one that is refused."""
        before = self._round.inputs
        for input_ in inputs:
            if refusals := self._round.driver.refusals(input_):
                self._console.refuse(refusals)
                return
            self._round.submit(input_)
        if inputs:
            self._given.append(before)

    def undo(self) -> None:
        """Take back the last line: a new driver is given all inputs except those of the line."""
        if not self._given:
            self._console.say("There is nothing to take back.")
            return
        self._round.take_back(self._given.pop())
