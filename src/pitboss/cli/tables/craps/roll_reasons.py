"""What can be read at a craps table: help, everybody's bets, and why the last roll did what it did."""

from __future__ import annotations

from pitboss.cli.tables.craps.screen import everything
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.screen import Panel, Prompt
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.view import Act

LEAVES = "q leave"
BACK = f"any key to go back to the table · {LEAVES}"
NOTHING_DECIDED = "No roll has decided any of your bets yet."


class RollReasons:
    """What the last roll that touched a wager of the person did, with its paragraphs."""

    def __init__(self, console: Console, round_: ToldRound) -> None:
        self._console, self._round = console, round_
        self.acts: list[Act] = []
        self._of = ""  # that roll
        self._rolled = ""  # the last roll, by its number and in words

    def note(self, rolled: str, acts: list[Act]) -> None:
        """Note a roll, which did nothing to a wager of his if there are no acts."""
        self._rolled = rolled
        if acts:
            self.acts, self._of = acts, rolled

    def look_up(self, what: str) -> None:
        """Show something to read, until a key is pressed."""
        if what == "help":
            self._read_on(self._console.press(Prompt("", BACK), helping=True))
        elif what == "all":
            self._read_through("all bets", everything(self._round.seen))
        elif not self.acts:
            self._read_through("why", [Act("", NOTHING_DECIDED)])
        else:
            since = [Act("", f"{self._rolled[0].upper()}{self._rolled[1:]}, decided none of your bets.")]
            later = since if self._rolled != self._of else []
            self._read_through(f"why: {self._of}", later + self.acts)

    def _read_through(self, name: str, acts: list[Act]) -> None:
        *first, last = self._console.paginate(acts)
        more = Prompt("", f"any key for more · {LEAVES}")
        for page in first:
            if not self._read_on(self._console.press(more, Panel(name, page, whole=True))):
                return
        self._read_on(self._console.press(Prompt("", BACK), Panel(name, last, whole=True)))

    def _read_on(self, key: str) -> bool:
        """Go on from what is read by any key but the one that leaves everywhere; returns whether he is still there."""
        if key in ("q", "Q"):
            self._console.leave()
        return self._console.is_present
