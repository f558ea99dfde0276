"""Rounds at one table in the terminal: the person at one seat, the house at the others.

Here is what every game's table has; a game adds how wagers are put, how a round comes out and how the table is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.company import Company
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.decision import decide
from pitboss.cli.terminal.screen import Panel, Tally, heading_room
from pitboss.cli.terminal.table_terms import MIDDLE, TableTerms
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, SUPERVISOR, Close, Fill, Input, Order
from pitboss.engine.view import SPECTATOR, Act, View
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Window
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.table.money import dollars
from pitboss.table.steps import PlaceWager, ReturnWager, Step

PLAIN = Look()
BREATH, SAME = 0.45, 0.15  # seconds: a new paragraph takes a breath, more of the same goes quickly


@dataclass(frozen=True)
class Shown:
    """A round that was played for show."""

    acts: list[Act]
    stories: list[SeatStory]


class Sitting(ABC):
    """Somebody at a table, until he goes. The clock answers for him then, so that the round in play is finished by the
    rules like any other."""

    unit: ClassVar[str] = "round"  # what a round of the engine is called at this table
    staff: ClassVar[str] = "dealer"  # who runs the game
    help: Sequence[tuple[str, str]]

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        self.setting = setting
        self.person = SPECTATOR if terminal is None else min(MIDDLE, setting.seats[-1])
        self.console = Console(terminal, look, self, quick=quick, left=self._note_leaving)
        self.round = ToldRound(setting, self.person, regard=self.regard, pause=self._pause)
        self.company = Company(setting, self.person)
        self.tally = Tally()
        self.stories: list[SeatStory] = []
        self.finished_for_him = False
        if setting.company:
            self.console.say(setting.company, "house:company")

    # --- what a game adds

    @abstractmethod
    def wager(self) -> None:
        """Have the person say what he wagers, and place it."""

    def late(self, key: str) -> Input | None:
        """Return what a key for wagers asks for when something else is asked: the table will say why not."""
        return None

    @abstractmethod
    def settlement(self) -> bool:
        """Show how the round came out; returns False if the person can wager no more."""

    @abstractmethod
    def offer(self, room: int) -> str:
        """Return what the table takes, in a few words for which there is so much room."""

    @abstractmethod
    def furnish(self, canvas: Canvas) -> int:
        """Draw the table; returns the row below it."""

    @property
    def title(self) -> str:
        """The name of the table."""
        return self.setting.game.title

    def companion_wagers(self, wager: Input) -> None:
        """Place what a companion wagers."""
        self.round.must(msgspec.structs.replace(wager, by=COMPANION))

    # --- rounds

    def play(self) -> None:
        """Play round after round until the person leaves or cannot wager any more."""
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None and self.concerns_him(carry):
            carry = self.play_round(carry)

    def demonstrate(self) -> list[Shown]:
        """Return rounds with the house at every seat, until there is something to show; none if none can be played."""
        shown: list[Shown] = []
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None:
            self.round.feed = []
            carry = self.play_round(carry)
            if not self.round.driver.done:
                return shown
            shown.append(Shown(self.round.feed, self.stories))
            if carry is not None and self.shows(carry):
                return shown
        return shown

    def shows(self, carry: Carry) -> bool:
        """Return whether a demonstration that has come so far has shown the game."""
        return True

    def concerns_him(self, carry: Carry) -> bool:
        """Return whether another round is for the person."""
        return self.console.here

    def nobody_left(self) -> None:
        """Note that the round goes no further, because there is nobody to deal to."""
        return

    def play_round(self, carry: Carry) -> Carry | None:
        """Play a round; returns the next one's carry, None when the game is over."""
        self.console.start_round()
        self.round.begin(carry)
        while not self.round.driver.done:
            if not self.serve():
                self.finished_for_him = False
                self.nobody_left()
                return None
        self.count(self.setting.record(self.round.driver))
        self.console.forget_keys()
        goes_on = self.settlement()
        self.round.finish()
        return self.round.driver.next if goes_on else None

    def count(self, stories: list[SeatStory]) -> None:
        """Add a round that was recorded to the tally."""
        self.stories = stories
        self.tally = tally_after(self.tally, self.round.driver, stories, self.person)

    def serve(self) -> bool:
        """Give the driver what it waits for; returns False if there is nobody to deal to."""
        round_, driver = self.round, self.round.driver
        wait = driver.wait
        if (drawn := self.setting.source.answers(wait)) is not None:
            round_.must(drawn)
        elif isinstance(wait, Window) and wait.what != "wagers":
            self._take_seats()  # the cards lie spread for the first player
            round_.must(Close())
        elif isinstance(wait, Window):
            return self._take_wagers()
        elif isinstance(wait, Ask):
            mine = wait.seat == self.person
            round_.must(decide(self.console, round_, wait, self.late) if mine else self.company.answer(driver, wait))
        elif isinstance(wait, FillWanted):
            round_.must(Fill(wait.cents, by=SUPERVISOR))
        else:
            assert isinstance(wait, OrderWanted)
            ordered = wait.choices[0]
            round_.must(Order(ordered, wait.positions if ordered == wait.naming else (), by=SUPERVISOR))
        return True

    def _take_seats(self) -> None:
        if not self.round.seen.players:
            for sit in self.company.seats_taken():
                self.round.must(sit)

    def _take_wagers(self) -> bool:
        self._take_seats()
        for seat in self.company.by_seat:
            for wager in self.company.wagers(self.round.driver, seat):
                self.companion_wagers(wager)
        self.console.forget_keys()
        self.wager()
        if self.round.driver.refusals(Close()):
            return False
        self.round.must(Close())
        return True

    # --- what is seen

    def regard(self, seen: View) -> View:
        """Return what is drawn of what is seen."""
        return seen

    def breath(self, step: Step, same: bool) -> float:
        """Return how long an act is looked at; `same` if it rests on the same paragraph as the one before."""
        return SAME if same else BREATH

    def _pause(self, step: Step, same: bool) -> None:
        self.console.pause(self.breath(step, same))

    def heading(self, width: int) -> str:
        """Return what stands beside the title on a screen so wide."""
        count = f"{self.unit} {self.round.seen.round} · "
        return count + self.offer(heading_room(width, self.title) - len(count))

    def panel(self) -> Panel:
        """Return what stands in the panel where nothing else does."""
        return Panel(f"what the {self.staff} does", self.round.feed)

    # --- leaving

    def _note_leaving(self) -> None:
        self.finished_for_him = not self.round.driver.done

    def parting(self) -> str:
        """Return what happened without the person once he had gone."""
        if self.finished_for_him:
            return f"The {self.unit} in play was finished without you, as if you did not answer."
        return ""


def tally_after(tally: Tally, driver: Driver, stories: Sequence[SeatStory], person: int) -> Tally:
    """Return the tally with a round more. Wagered is what stayed out; what was withdrawn does not count."""
    mine = [story for story in stories if story.seat == person]
    if not any(story.wagers for story in mine):
        return tally
    moves = [step for step in driver.log if isinstance(step, PlaceWager | ReturnWager)]
    staked = sum(step.cents if isinstance(step, PlaceWager) else -step.cents for step in moves if step.seat == person)
    won = sum(story.net for story in mine)
    played = any(wager.staked for story in mine for wager in story.wagers)  # or only paid what he owed
    return Tally(tally.rounds + played, tally.wagered + staked, tally.result + won)


def result(net: int, *, void: bool = False) -> str:
    """Return what a round came to, or all of them; a void round is not one that came out even."""
    if void:
        return "The round is void." + (f" {result(net)}" if net else " Your bets came back.")
    if not net:
        return "You broke even."
    return f"You {'win' if net > 0 else 'lose'} {dollars(abs(net))}."


def reason(wager: WagerStory) -> str:
    """Return the wager, what became of it, by which hand, and how the amount is reckoned."""
    told = f"{wager.spot} {dollars(wager.staked)} {wager.outcome}"
    told += f", {wager.hand_class}" if wager.hand_class else ""
    return f"{told}: {wager.arithmetic}" if wager.arithmetic else told
