"""Pages that the person can look up at a craps table: help, all bets, and the reasons for what the last roll did."""

from __future__ import annotations

from pitboss.cli.tables.craps.screen import all_wagers
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.screen import Panel, Prompt
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.view import Act

LEAVES = "q leave"
BACK = f"any key to go back to the table · {LEAVES}"
NOTHING_DECIDED = "No roll has decided any of your bets yet."


class RollReasons:
    """The acts of the last roll that touched a wager of the person, with their paragraphs."""

    def __init__(self, console: Console, round_: ToldRound) -> None:
        self._console, self._round = console, round_
        self.acts: list[Act] = []
        self._of = ""  # the roll that `acts` are of
        self._rolled = ""  # the last roll: its number and dice, in words

    def note(self, rolled: str, acts: list[Act]) -> None:
        """Note a roll. `acts` is empty if it touched no wager of his."""
        self._rolled = rolled
        if acts:
            self.acts, self._of = acts, rolled

    def look_up(self, topic: str) -> None:
        """Show "help", "all" bets or "why", until a key is pressed."""
        if topic == "help":
            self._read_on(self._console.press(Prompt("", BACK), helping=True))
        elif topic == "all":
            self._read_through("all bets", all_wagers(self._round.seen))
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
        """Handle the key that ends a page: Q leaves the table, any other key continues. Returns whether the person is
        still there.
        """
        if key in ("q", "Q"):
            self._console.leave()
        return self._console.is_present
