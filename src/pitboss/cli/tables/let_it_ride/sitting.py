"""A person at a Let It Ride table: three equal bets by keys, then let it ride or withdraw, then the settlement."""

from __future__ import annotations

from pitboss.cli import keys
from pitboss.cli.canvas import Canvas, Look
from pitboss.cli.screen import Prompt
from pitboss.cli.sitting import PLAIN, Setting, Sitting, reason, result
from pitboss.cli.tables.let_it_ride.screen import HELP, Furniture, Settlement, furnish
from pitboss.cli.tables.let_it_ride.wish import Wish
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Act
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.wagers import BASE
from pitboss.record.explain import signed
from pitboss.table.money import dollars


class LetItRideSitting(Sitting):
    help = HELP

    def __init__(
        self, setting: Setting, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        assert isinstance(setting.house, LetItRideHouse)
        self.wish = Wish(setting.house, setting.house.minimum)
        self.settled: Settlement | None = None  # while the settled table is looked at

    def wager(self) -> None:
        """The person says what he wagers, and it is placed."""
        if self.terminal is not None:
            self.wish = self.wish.within(self.seen.racks[self.person])
        helps = f"Enter deal · {self.wish.key_help()} · ? help · q leave"
        while self.terminal is not None:
            key = self.key(Prompt("Your wagers, please", helps, "18.6(d)", str(self.wish)))
            if key == keys.ENTER:
                self.must(Wager(self.person, self.wish.stakes))
                return
            if (wish := self.wish.after(key)) is not None:
                if refused := self.driver.refusals(Wager(self.person, wish.stakes)):
                    self.refuse(refused)
                else:
                    self.wish = wish
            elif (unoffered := self.wish.as_input(key, self.person)) is not None:
                self.refuse(self.driver.refusals(unoffered))
            else:
                self.explain_key(key, "18.6(d)", "Enter deals, ↑↓ change the bets")

    def late(self, key: str) -> Input | None:
        return self.wish.as_input(key, self.person)

    def settlement(self) -> bool:
        """Show how the round came out; False if the person's chips make no more wagers."""
        if self.terminal is None:
            return True
        mine = next(story for story in self.stories if story.seat == self.person)
        self.settled = Settlement(
            {story.seat: story.net for story in self.stories if story.wagers},
            {wager.spot: signed(wager.net) if wager.net else "back" for wager in mine.wagers},
        )
        reasons = [Act(wager.cite, reason(wager)) for wager in mine.wagers] + [Act("", note) for note in mine.notes]
        goes_on = self.seen.racks[self.person] >= self.wish.least()
        held = next(wager.hand_class for wager in mine.wagers if wager.spot == BASE[-1])
        words = f"Settled. Your hand: {held}. {result(mine.net)}"
        end = f"Your chips no longer make three bets of {dollars(self.setting.house.minimum)}: the game ends here."
        self.look_at(words, reasons, None if goes_on else Act("18.6(d)", end))
        self.settled = None
        return goes_on

    def offer(self, room: int) -> str:
        return self.wish.offer()

    def furnish(self, canvas: Canvas) -> int:
        text, companions = self.setting.rules.texts, frozenset(self.companions)
        return furnish(canvas, Furniture(self.seen, text, companions, self.tally, self.settled))
