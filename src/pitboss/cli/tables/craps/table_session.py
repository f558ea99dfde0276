"""A person at a craps table: wagers in words until the dice are thrown, roll after roll."""

from __future__ import annotations

from pitboss.cli.tables.craps.roll_bets import RollBets, listed
from pitboss.cli.tables.craps.roll_reasons import RollReasons
from pitboss.cli.tables.craps.screen import HELP, Felt, furnish, offer, players, result_so_far
from pitboss.cli.tables.craps.typed_wagers import Unclear, read
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
from pitboss.games.craps.facts import POINT, SHOOTER
from pitboss.games.craps.house import CrapsHouse, limits, unit
from pitboss.games.craps.layout import LAYOUT
from pitboss.games.craps.steps import FirstRoll, PuckOff, SetPoint
from pitboss.games.craps.wagers import PassDice
from pitboss.record.explain import SeatStory, WagerStory, signed
from pitboss.table.money import dollars
from pitboss.table.steps import StandWager, Step, WagerStep

ENDS = ("wins", "loses", "returned")  # how the story of a wager begins that a roll has decided
TOO_LONG = f"A line can have {LONGEST} characters at most"


class CrapsSitting(Sitting):
    """Rolls, until the person leaves; what must stand then is decided without him."""

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
        self.outcome = [Act("", f"By the {setting.rules.texts}.")]  # what the last roll did, in short
        self.reasons = RollReasons(self.console, self.round)
        self.taken_down: dict[str, int] = {}  # when he left
        self.left_standing: dict[str, int] = {}
        self.without_him = 0  # rolls

    # --- the person's words

    def ask_for_wagers(self) -> None:
        self.bets.start_roll()
        while self.console.is_present:
            typed = self._read_line()
            said = read(typed, self.person, self.bets.lying, self.bets.point)
            if isinstance(said, Unclear):
                self.console.say(said.told)
            elif isinstance(said, tuple):
                self.bets.give(typed, said)
            elif said == "roll":
                self._pass_on()
                if not (refused := self.round.driver.refusals(Close())):
                    break
                self.console.refuse(refused)
            elif said == "undo":
                self.bets.undo()
            elif said == "leave":
                self.console.leave()
            elif said == "all down":
                self.bets.all_down(typed)
            elif said == "same again":
                self.bets.same_again(typed)
            else:
                self.reasons.look_up(said)
        if not self.console.is_present:
            self._depart()
            self._pass_on()
        self.outcome = []

    def _read_line(self) -> str:
        """Return the next line."""
        assert self.round.driver.wait is not None
        cite = self.round.driver.wait.cite
        shooter = self.round.seen.marks.get(SHOOTER.word)
        name = "You have" if shooter == self.person else f"{self.round.seen.players.get(shooter or 0, 'Nobody')} has"
        question = f"{f'The point is {self.bets.point}' if self.bets.point else 'Come out roll'}. {name} the dice."
        helps = "Enter roll · pass 10 bet · undo · why · all · help · q leave"
        while self.console.is_present:
            key = self.console.press(Prompt(question, helps, cite, f"> {self.line.visible}_"))
            self.console.notice = None
            if (line := self.line.press(key)) is not None:
                return line
            if key == keys.ENTER:
                self.console.say(f"{TOO_LONG}; use two lines. Escape clears this one.")
        return "q"

    # --- the others

    def place_companion_wager(self, wager: Input) -> None:
        """Place what a companion wagers, but for what the house refuses: it may take less than ways to play suppose."""
        if not self.round.driver.refusals(wager):
            super().place_companion_wager(wager)

    # --- the dice

    def _pass_on(self) -> None:
        """Have a shooter without a wager on the line, for want of chips or because he has gone, pass the dice."""
        for _ in self.round.seen.players:
            shooter = self.round.seen.marks.get(SHOOTER.word)
            if shooter is None or (shooter == self.person and self.console.is_present):
                return
            given = PassDice(shooter, by=CLOCK if shooter == self.person else COMPANION)
            if not self.round.driver.refusals(Close()) or self.round.driver.refusals(given):
                return
            self.round.submit(given)

    def pause_seconds(self, step: Step, same: bool) -> float:
        """Return the seconds to look at an act: none if nothing changed, few if only other seats won or lost."""
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
        self.outcome = [Act("", told(mine, rolled(self.round.driver)))]
        wagers = [wager for wager in mine.wagers if touched(wager)]
        acts = [Act(wager.cite, reason(wager)) for wager in wagers]
        self.reasons.note(f"roll {self.round.seen.round}, {rolled(self.round.driver)}", acts)
        if ended := {wager.spot: wager.staked for wager in wagers if wager.outcome.startswith(ENDS)}:
            self.bets.note_decided(ended)
        if self.round.seen.wagers.get(self.person) or self.round.seen.chips[self.person] >= self._least():
            return True
        end = "Not enough chips for another bet. The game ends here."
        self.console.show_settled(describe_result(self.tally.result), self.reasons.acts, Act("house:limits", end))
        return False

    def _least(self) -> int:
        """Return the fewest chips that still make a wager; a shooter whom nobody relieves needs one on the line."""
        if not self.company.by_seat:
            return self.house.minimum
        each = (
            (limits(self.house, area)[0], unit(self.setting.rules, self.house, area, 0))
            for area in LAYOUT.values()
            if area.kind in ("line", "place", "hardway", "one roll")
        )
        return min(-(-minimum // step) * step for minimum, step in each)

    def has_shown_enough(self, carry: Carry) -> bool:
        """Return whether the line is decided."""
        return POINT.word not in carry.marks

    # --- leaving

    def needs_round(self, carry: Carry) -> bool:
        """Return whether he is there, or has gone and wagers of his must stand."""
        return self.console.is_present or self.person in carry.players

    def _depart(self) -> None:
        """Take down what may come down; what must stand is decided without him, even where he may not leave until
        then."""
        leaving, before = Leave(self.person), self.bets.lying
        if not self.round.driver.refusals(leaving):
            self.round.submit(leaving)
        else:
            for taking in self.bets.loose():
                self.round.submit(taking)
        if not self.left_standing:
            self.left_standing = self.bets.lying
            down = {spot: cents - self.bets.lying.get(spot, 0) for spot, cents in before.items()}
            self.taken_down = {spot: cents for spot, cents in down.items() if cents}

    def parting_message(self) -> str:
        decided = {spot: cents for spot, cents in self.left_standing.items() if spot not in self.bets.lying}
        rolls = "one roll" if self.without_him == 1 else f"{self.without_him} rolls"
        told = (
            ("Taken down when you left", self.taken_down),
            (f"What could not come down was decided in {rolls} without you", decided),
            ("What could not come down stands undecided, because nobody is left to shoot", self.bets.lying),
        )
        return " ".join(f"{words}: {listed(spots)}." for words, spots in told if spots)

    # --- drawing

    @property
    def title(self) -> str:
        return "Mini-craps" if self.house.mini_craps else super().title

    def limits_text(self, room: int) -> str:
        return offer(self.house, room - 2 - len(result_so_far(self.tally)))  # which stands at the right

    def panel(self) -> Panel:
        return Panel(players(self.round.seen, WIDTH - 8), self.round.feed, pinned=self.outcome)

    def furnish(self, canvas: Canvas) -> int:
        dice = self.round.seen.dice or self.dice
        return furnish(canvas, Felt(self.round.seen, self.setting.rules, self.house, dice, self.tally))


# --- a roll in words


def touched(wager: WagerStory) -> bool:
    """Whether the roll had anything to say of it: not what the player took down himself before it, nor a wager at
    the place it has just moved to."""
    return not wager.outcome.startswith(("returned, taken down", "returned, the player", "stands, moved from"))


def told(mine: SeatStory, rolled: str) -> str:
    """What a roll did to the person's wagers, in short."""
    wagers = [wager for wager in mine.wagers if touched(wager)]
    decided = [f"{wager.spot} {signed(wager.net)}" for wager in wagers if wager.net]
    decided += [f"{wager.spot} back" for wager in wagers if wager.outcome.startswith("returned")]
    moved = [wager for wager in wagers if wager.outcome.startswith("moves")]
    stand = [wager.spot for wager in wagers if wager.outcome.startswith("stands")]
    off = [wager.spot for wager in wagers if wager.outcome.startswith("off")]
    parts = [f"{describe_result(mine.net)[:-1]}: {', '.join(decided)}"] if decided else []
    parts += [f"{wager.spot} {wager.outcome.partition(',')[0]}" for wager in moved]
    parts += [f"{', '.join(stand)} stand{'s' if len(stand) == 1 else ''}"] if stand else []
    parts += [f"{', '.join(off)} off"] if off else []
    said = "; ".join(parts) or "you had no bet up"
    return f"{rolled}. {said[0].upper()}{said[1:]}."


def rolled(driver: Driver) -> str:
    """The roll, and what it did to the puck."""
    dice = driver.table.dice
    said = f"{sum(dice)} ({'-'.join(map(str, dice))})"
    for step in driver.log:
        if isinstance(step, SetPoint):
            said += ", the point"
        elif isinstance(step, PuckOff):
            said += f", {step.why[0].lower()}{step.why[1:]}"
    return said


def reason(wager: WagerStory) -> str:
    """The wager, what became of it, why, and how the amount is reckoned."""
    parts = [f"{wager.spot} {dollars(wager.staked)} {wager.outcome}", wager.hand_class, wager.arithmetic]
    return ": ".join(part for part in parts if part)
