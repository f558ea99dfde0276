"""Rounds at one table in the terminal: the person at one seat, the house at the others.

`Sitting` has what all games share. A game adds how wagers are typed, how the result is shown and how the table is
drawn.
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
BREATH, SAME = 0.45, 0.15  # seconds to pause after an act under a new paragraph, and under the same one


@dataclass(frozen=True)
class DemonstratedRound:
    """A round of a demonstration: its acts and what became of the wagers."""

    acts: list[Act]
    stories: list[SeatStory]


class Sitting(ABC):
    """A person at a table until he leaves. After that the clock answers for him, so that the round in play ends by the
    rules."""

    unit: ClassVar[str] = "round"  # the name of a round of the engine at this table
    staff: ClassVar[str] = "dealer"  # the name of those who run the game
    help: Sequence[tuple[str, str]]

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        self.setting = setting
        self.person = SPECTATOR if terminal is None else min(MIDDLE, setting.seats[-1])
        self.console = Console(terminal, look, self, quick=quick, on_leave=self._note_leaving)
        self.round = ToldRound(setting, self.person, adapt_view=self.adapt_view, pause=self._pause)
        self.company = Company(setting, self.person)
        self.tally = Tally()
        self.stories: list[SeatStory] = []
        self.finished_for_him = False
        if setting.company:
            self.console.say(setting.company, "house:company")

    # --- what a game adds

    @abstractmethod
    def ask_for_wagers(self) -> None:
        """Have the person say what he wagers, and place it."""

    def late_input(self, key: str) -> Input | None:
        """Return the input that a key for wagers stands for outside of betting: the table will say why it is too
        late."""
        return None

    @abstractmethod
    def show_settlement(self) -> bool:
        """Show how the round came out; returns False if the person can make no more wagers."""

    @abstractmethod
    def limits_text(self, room: int) -> str:
        """Describe in at most `room` columns what wagers the table takes."""

    @abstractmethod
    def furnish(self, canvas: Canvas) -> int:
        """Draw the table; returns the first row below it."""

    @property
    def title(self) -> str:
        """The name of the table."""
        return self.setting.game.title

    def place_companion_wager(self, wager: Input) -> None:
        """Place a wager of a companion."""
        self.round.submit(msgspec.structs.replace(wager, by=COMPANION))

    # --- rounds

    def play(self) -> None:
        """Play rounds until the person leaves or can make no more wagers."""
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None and self.needs_round(carry):
            carry = self.play_round(carry)

    def demonstrate(self) -> list[DemonstratedRound]:
        """Play rounds with the house at every seat until they show the game. Empty if no round can be played."""
        rounds_shown: list[DemonstratedRound] = []
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None:
            self.round.feed = []
            carry = self.play_round(carry)
            if not self.round.driver.done:
                return rounds_shown
            rounds_shown.append(DemonstratedRound(self.round.feed, self.stories))
            if carry is not None and self.has_shown_enough(carry):
                return rounds_shown
        return rounds_shown

    def has_shown_enough(self, carry: Carry) -> bool:
        """Return whether a demonstration that has come this far has shown the game."""
        return True

    def needs_round(self, carry: Carry) -> bool:
        """Return whether another round is to be played for the person."""
        return self.console.is_present

    def note_unfinished_round(self) -> None:
        """Handle a round that cannot continue because nobody is left to deal to."""
        return

    def play_round(self, carry: Carry) -> Carry | None:
        """Play one round. Returns the carry for the next one, or None when the game is over."""
        self.console.start_round()
        self.round.begin(carry)
        while not self.round.driver.done:
            if not self.serve_wait():
                self.finished_for_him = False
                self.note_unfinished_round()
                return None
        self.add_to_tally(self.setting.record(self.round.driver))
        self.console.forget_keys()
        can_go_on = self.show_settlement()
        self.round.finish()
        return self.round.driver.next if can_go_on else None

    def add_to_tally(self, stories: list[SeatStory]) -> None:
        """Add a recorded round to the tally."""
        self.stories = stories
        self.tally = tally_after(self.tally, self.round.driver, stories, self.person)

    def serve_wait(self) -> bool:
        """Give the driver the input that it waits for; returns False if there is nobody to deal to."""
        round_, driver = self.round, self.round.driver
        wait = driver.wait
        if (chance_input := self.setting.source.answers(wait)) is not None:
            round_.submit(chance_input)
        elif isinstance(wait, Window) and wait.what != "wagers":
            self._take_seats()  # the spread that waits for the first player
            round_.submit(Close())
        elif isinstance(wait, Window):
            return self._take_wagers()
        elif isinstance(wait, Ask):
            is_persons = wait.seat == self.person
            round_.submit(
                decide(self.console, round_, wait, self.late_input) if is_persons else self.company.answer(driver, wait)
            )
        elif isinstance(wait, FillWanted):
            round_.submit(Fill(wait.cents, by=SUPERVISOR))
        else:
            assert isinstance(wait, OrderWanted)
            order = wait.choices[0]
            round_.submit(Order(order, wait.positions if order == wait.naming else (), by=SUPERVISOR))
        return True

    def _take_seats(self) -> None:
        if not self.round.seen.players:
            for sit in self.company.sit_inputs():
                self.round.submit(sit)

    def _take_wagers(self) -> bool:
        self._take_seats()
        for seat in self.company.by_seat:
            for wager in self.company.wagers(self.round.driver, seat):
                self.place_companion_wager(wager)
        self.console.forget_keys()
        self.ask_for_wagers()
        if self.round.driver.refusals(Close()):
            return False
        self.round.submit(Close())
        return True

    # --- what is seen

    def adapt_view(self, seen: View) -> View:
        """Return the view to be drawn for what the person sees."""
        return seen

    def pause_seconds(self, step: Step, same: bool) -> float:
        """Return the seconds to pause after an act; `same` if it rests on the same paragraph as the act before it."""
        return SAME if same else BREATH

    def _pause(self, step: Step, same: bool) -> None:
        self.console.pause(self.pause_seconds(step, same))

    def heading(self, width: int) -> str:
        """Return the text beside the title on a screen of this width."""
        count = f"{self.unit} {self.round.seen.round} · "
        return count + self.limits_text(heading_room(width, self.title) - len(count))

    def panel(self) -> Panel:
        """Return the panel to be shown when nothing else is."""
        return Panel(f"what the {self.staff} does", self.round.feed)

    # --- leaving

    def _note_leaving(self) -> None:
        self.finished_for_him = not self.round.driver.done

    def parting_message(self) -> str:
        """Return what happened after the person left, or an empty text."""
        if self.finished_for_him:
            return f"The {self.unit} in play was finished without you, as if you did not answer."
        return ""


def tally_after(tally: Tally, driver: Driver, stories: Sequence[SeatStory], person: int) -> Tally:
    """Return the tally with one more round. Wagers that were withdrawn do not count as wagered."""
    mine = [story for story in stories if story.seat == person]
    if not any(story.wagers for story in mine):
        return tally
    moves = [step for step in driver.log if isinstance(step, PlaceWager | ReturnWager)]
    staked = sum(step.cents if isinstance(step, PlaceWager) else -step.cents for step in moves if step.seat == person)
    won = sum(story.net for story in mine)
    played = any(wager.staked for story in mine for wager in story.wagers)  # otherwise he only paid what he owed
    return Tally(tally.rounds + played, tally.wagered + staked, tally.result + won)


def describe_result(net: int, *, void: bool = False) -> str:
    """Describe a result in words. A void round is not one that broke even."""
    if void:
        return "The round is void." + (f" {describe_result(net)}" if net else " Your bets came back.")
    if not net:
        return "You broke even."
    return f"You {'win' if net > 0 else 'lose'} {dollars(abs(net))}."


def describe_wager(wager: WagerStory) -> str:
    """Describe a wager: its outcome, the hand, and the arithmetic of the amount."""
    text = f"{wager.spot} {dollars(wager.staked)} {wager.outcome}"
    text += f", {wager.hand_class}" if wager.hand_class else ""
    return f"{text}: {wager.arithmetic}" if wager.arithmetic else text
