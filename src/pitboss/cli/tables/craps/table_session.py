"""A person at a craps table: he types wagers in words until the dice are thrown, roll after roll."""

from __future__ import annotations

from pitboss.cli.tables.craps.roll_bets import RollBets, list_wagers
from pitboss.cli.tables.craps.roll_reasons import RollReasons
from pitboss.cli.tables.craps.screen import HELP, Felt, furnish, limits_text, players_text, result_so_far
from pitboss.cli.tables.craps.typed_wagers import Unclear, parse_line
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.line_editor import LONGEST, Line
from pitboss.cli.terminal.screen import WIDTH, Panel, Prompt
from pitboss.cli.terminal.table_session import PLAIN, SAME, Sitting, describe_result
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CLOCK, COMPANION, Close, Input, Leave
from pitboss.engine.view import Act
from pitboss.games.craps.law.facts import POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse, limits, unit
from pitboss.games.craps.law.layout import LAYOUT
from pitboss.games.craps.law.steps import FirstRoll, PuckOff, SetPoint
from pitboss.games.craps.law.wagers import PassDice
from pitboss.record.explain import SeatStory, WagerStory, signed_dollars
from pitboss.table.money import dollars
from pitboss.table.steps import StandWager, Step, WagerStep

ENDS = ("wins", "loses", "returned")  # first word of the outcome of a wager that a roll has decided
TOO_LONG = f"A line can have {LONGEST} characters at most"


class CrapsSitting(Sitting):
    """A person at a craps table, roll after roll. After he leaves, the wagers that must stand are decided without
    him."""

    unit = "roll"
    staff = "crew"
    help = HELP

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        assert isinstance(setting.house, CrapsHouse)
        self.house = setting.house
        self.line = Line()
        self.bets = RollBets(self.person, self.console, self.round)
        self.dice: tuple[int, ...] = ()
        self.outcome = [Act("", f"By the {setting.rules.texts}.")]  # what the last roll did, in one act
        self.reasons = RollReasons(self.console, self.round)
        self.taken_down: dict[str, int] = {}  # cents by area, when he left
        self.left_standing: dict[str, int] = {}
        self.without_him = 0  # rolls after he left

    # --- the person's words

    def ask_for_wagers(self) -> None:
        self.bets.start_roll()
        while self.console.is_present:
            typed = self._read_line()
            command = parse_line(typed, self.person, self.bets.on_layout, self.bets.point)
            if isinstance(command, Unclear):
                self.console.say(command.told)
            elif isinstance(command, tuple):
                self.bets.submit_line(typed, command)
            elif command == "roll":
                self._pass_dice_if_needed()
                if not (refusals := self.round.driver.refusals(Close())):
                    break
                self.console.refuse(refusals)
            elif command == "undo":
                self.bets.undo()
            elif command == "leave":
                self.console.leave()
            elif command == "all down":
                self.bets.take_all_down(typed)
            elif command == "same again":
                self.bets.repeat_decided(typed)
            else:
                self.reasons.look_up(command)
        if not self.console.is_present:
            self._depart()
            self._pass_dice_if_needed()
        self.outcome = []

    def _read_line(self) -> str:
        """Return the next line that the person types."""
        assert self.round.driver.wait is not None
        cite = self.round.driver.wait.cite
        shooter = self.round.seen.marks.get(SHOOTER.word)
        name = "You have" if shooter == self.person else f"{self.round.seen.players.get(shooter or 0, 'Nobody')} has"
        question = f"{f'The point is {self.bets.point}' if self.bets.point else 'Come out roll'}. {name} the dice."
        key_help = "Enter roll · pass 10 bet · undo · why · all · help · q leave"
        while self.console.is_present:
            key = self.console.press(Prompt(question, key_help, cite, f"> {self.line.visible}_"))
            self.console.notice = None
            if (line := self.line.press(key)) is not None:
                return line
            if key == keys.ENTER:
                self.console.say(f"{TOO_LONG}; use two lines. Escape clears this one.")
        return "q"

    # --- the others

    def place_companion_wager(self, wager: Input) -> None:
        """Place a wager of a companion, unless the house refuses it: strategies may assume more than a house offers."""
        if not self.round.driver.refusals(wager):
            super().place_companion_wager(wager)

    # --- the dice

    def _pass_dice_if_needed(self) -> None:
        """Pass the dice on if the shooter has no line bet, because he lacks chips or has left."""
        for _ in self.round.seen.players:
            shooter = self.round.seen.marks.get(SHOOTER.word)
            if shooter is None or (shooter == self.person and self.console.is_present):
                return
            pass_dice = PassDice(shooter, by=CLOCK if shooter == self.person else COMPANION)
            if not self.round.driver.refusals(Close()) or self.round.driver.refusals(pass_dice):
                return
            self.round.submit(pass_dice)

    def pause_seconds(self, step: Step, same: bool) -> float:
        """Return the seconds to pause after an act: none if nothing changed, few if only other seats won or lost."""
        if isinstance(step, StandWager | FirstRoll):
            return 0
        return SAME if isinstance(step, WagerStep) and step.seat != self.person else super().pause_seconds(step, same)

    # --- how a roll came out

    def show_settlement(self) -> bool:
        self.dice = self.round.seen.dice
        mine = next((story for story in self.stories if story.seat == self.person), None)
        if self.left_standing and mine is not None and mine.wagers:
            self.without_him += 1
        if not self.console.is_present or mine is None:
            return True
        self.outcome = [Act("", describe_result_of_roll(mine, describe_roll(self.round.driver)))]
        wagers = [wager for wager in mine.wagers if is_concerned(wager)]
        acts = [Act(wager.cite, describe_wager(wager)) for wager in wagers]
        self.reasons.note(f"roll {self.round.seen.round}, {describe_roll(self.round.driver)}", acts)
        if stake_by_spot := {wager.spot: wager.staked for wager in wagers if wager.outcome.startswith(ENDS)}:
            self.bets.note_decided(stake_by_spot)
        if self.round.seen.wagers.get(self.person) or self.round.seen.chips[self.person] >= self._least_chips():
            return True
        end = "Not enough chips for another bet. The game ends here."
        self.console.show_settled(describe_result(self.tally.result), self.reasons.acts, Act("house:limits", end))
        return False

    def _least_chips(self) -> int:
        """Return the fewest chips that are enough for a wager. A shooter without companions needs a line bet."""
        if not self.company.by_seat:
            return self.house.minimum
        limits_and_units = (
            (limits(self.house, area)[0], unit(self.setting.rules, self.house, area, 0))
            for area in LAYOUT.values()
            if area.kind in ("line", "place", "hardway", "one roll")
        )
        return min(-(-minimum // step) * step for minimum, step in limits_and_units)

    def has_shown_enough(self, carry: Carry) -> bool:
        """Return whether the pass line is decided."""
        return POINT.word not in carry.marks

    # --- leaving

    def needs_round(self, carry: Carry) -> bool:
        """Return whether another round is needed: the person is still there, or has left wagers that must stand."""
        return self.console.is_present or self.person in carry.players

    def _depart(self) -> None:
        """Have the person leave, or, if he may not yet, take down what may come down. The rest is decided without
        him."""
        leaving, before = Leave(self.person), self.bets.on_layout
        if not self.round.driver.refusals(leaving):
            self.round.submit(leaving)
        else:
            for taking in self.bets.take_down_inputs():
                self.round.submit(taking)
        if not self.left_standing:
            self.left_standing = self.bets.on_layout
            down = {spot: cents - self.bets.on_layout.get(spot, 0) for spot, cents in before.items()}
            self.taken_down = {spot: cents for spot, cents in down.items() if cents}

    def parting_message(self) -> str:
        decided = {spot: cents for spot, cents in self.left_standing.items() if spot not in self.bets.on_layout}
        rolls = "one roll" if self.without_him == 1 else f"{self.without_him} rolls"
        sentences = (
            ("Taken down when you left", self.taken_down),
            (f"What could not come down was decided in {rolls} without you", decided),
            ("What could not come down stands undecided, because nobody is left to shoot", self.bets.on_layout),
        )
        return " ".join(f"{words}: {list_wagers(spots)}." for words, spots in sentences if spots)

    # --- drawing

    @property
    def title(self) -> str:
        return "Mini-craps" if self.house.mini_craps else super().title

    def limits_text(self, room: int) -> str:
        return limits_text(self.house, room - 2 - len(result_so_far(self.tally)))  # the result is shown on the right

    def panel(self) -> Panel:
        return Panel(players_text(self.round.seen, WIDTH - 8), self.round.feed, pinned=self.outcome)

    def furnish(self, canvas: Canvas) -> int:
        dice = self.round.seen.dice or self.dice
        return furnish(canvas, Felt(self.round.seen, self.setting.rules, self.house, dice, self.tally))


# --- a roll in words


def is_concerned(wager: WagerStory) -> bool:
    """Return whether the roll concerned the wager. False if the player took it down before the roll, and for a wager
    that has just moved here."""
    return not wager.outcome.startswith(("returned, taken down", "returned, the player", "stands, moved from"))


def describe_result_of_roll(mine: SeatStory, roll: str) -> str:
    """Describe in one line what a roll did to the person's wagers."""
    wagers = [wager for wager in mine.wagers if is_concerned(wager)]
    decided = [f"{wager.spot} {signed_dollars(wager.net)}" for wager in wagers if wager.net]
    decided += [f"{wager.spot} back" for wager in wagers if wager.outcome.startswith("returned")]
    moved_wagers = [wager for wager in wagers if wager.outcome.startswith("moves")]
    stand = [wager.spot for wager in wagers if wager.outcome.startswith("stands")]
    off = [wager.spot for wager in wagers if wager.outcome.startswith("off")]
    parts = [f"{describe_result(mine.net)[:-1]}: {', '.join(decided)}"] if decided else []
    parts += [f"{wager.spot} {wager.outcome.partition(',')[0]}" for wager in moved_wagers]
    parts += [f"{', '.join(stand)} stand{'s' if len(stand) == 1 else ''}"] if stand else []
    parts += [f"{', '.join(off)} off"] if off else []
    sentence = "; ".join(parts) or "you had no bet up"
    return f"{roll}. {sentence[0].upper()}{sentence[1:]}."


def describe_roll(driver: Driver) -> str:
    """Describe the roll, and what it did to the puck."""
    dice = driver.table.dice
    text = f"{sum(dice)} ({'-'.join(map(str, dice))})"
    for step in driver.log:
        if isinstance(step, SetPoint):
            text += ", the point"
        elif isinstance(step, PuckOff):
            text += f", {step.why[0].lower()}{step.why[1:]}"
    return text


def describe_wager(wager: WagerStory) -> str:
    """Describe a wager: its outcome, the reason, and the arithmetic of the amount."""
    parts = [f"{wager.spot} {dollars(wager.staked)} {wager.outcome}", wager.hand_class, wager.arithmetic]
    return ": ".join(part for part in parts if part)
