"""A person at a craps table: wagers in words until the dice are thrown, roll after roll."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cli.tables.craps.screen import HELP, Felt, everything, furnish, offer, players, result_so_far
from pitboss.cli.tables.craps.typed_wagers import Unclear, read
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.line_editor import LONGEST, Line
from pitboss.cli.terminal.screen import WIDTH, Panel, Prompt, pages
from pitboss.cli.terminal.table_session import PLAIN, SAME, Sitting, TableTerms, result
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CLOCK, COMPANION, Close, Input, Leave, TakeBack, Wager
from pitboss.engine.view import Act, view
from pitboss.engine.waits import Refusal
from pitboss.games.craps.facts import POINT, SHOOTER
from pitboss.games.craps.house import CrapsHouse, limits, unit
from pitboss.games.craps.layout import LAYOUT
from pitboss.games.craps.steps import FirstRoll, PuckOff, SetPoint
from pitboss.games.craps.wagers import PassDice
from pitboss.record.explain import SeatStory, WagerStory, signed
from pitboss.table.money import dollars
from pitboss.table.steps import StandWager, Step, WagerStep

LEAVES = "q leave"
BACK = f"any key to go back to the table · {LEAVES}"
NOTHING_DECIDED = "No roll has decided any of your bets yet."
ENDS = ("wins", "loses", "returned")  # how the story of a wager begins that a roll has decided
TOO_LONG = f"A line can have {LONGEST} characters at most"


class CrapsSitting(Sitting):
    """Nothing is recorded before a roll is over, so a line is taken back by giving a new driver all the inputs but
    those of that line."""

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
        self.given: list[tuple[str, int, int]] = []  # lines of this roll: words, and what was given and told before
        self.dice: tuple[int, ...] = ()
        self.outcome = [Act("", f"By the {setting.rules.texts}.")]  # what the last roll did, in short
        self.rolled = ""  # the last roll, by its number and in words
        self.reasons: list[Act] = []  # what the last roll that touched a wager of his did, with its paragraphs
        self.because_of = ""  # that roll
        self.decided: dict[str, int] = {}  # what it decided: area -> cents
        self.taken_down: dict[str, int] = {}  # when he left
        self.left_standing: dict[str, int] = {}
        self.without_him = 0  # rolls

    # --- the person's words

    def wager(self) -> None:
        self.given = []
        while self.terminal is not None:
            typed = self.typed()
            said = read(typed, self.person, self.lying, self.point)
            if isinstance(said, Unclear):
                self.notice = Act("", said.told)
            elif isinstance(said, tuple):
                self.give(typed, said)
            elif said == "roll":
                self.pass_on()
                if not (refused := self.driver.refusals(Close())):
                    break
                self.refuse(refused)
            elif said == "undo":
                self.undo()
            elif said == "leave":
                self.leave()
            elif said == "all down":
                self.all_down(typed)
            elif said == "same again":
                self.same_again(typed)
            else:
                self.look_up(said)
        if self.terminal is None:
            self.depart()
            self.pass_on()
        self.outcome = []

    def typed(self) -> str:
        """The next line."""
        assert self.driver.wait is not None
        cite = self.driver.wait.cite
        shooter = self.seen.marks.get(SHOOTER.word)
        name = "You have" if shooter == self.person else f"{self.seen.players.get(shooter or 0, 'Nobody')} has"
        question = f"{f'The point is {self.point}' if self.point else 'Come out roll'}. {name} the dice."
        helps = "Enter roll · pass 10 bet · undo · why · all · help · q leave"
        while self.terminal is not None:
            key = self.press(Prompt(question, helps, cite, f"> {self.line.shown}_"))
            self.notice = None
            if (line := self.line.take(key)) is not None:
                return line
            if key == keys.ENTER:
                self.notice = Act("", f"{TOO_LONG}; use two lines. Escape clears this one.")
        return "q"

    def give(self, typed: str, said: tuple[Input, ...]) -> None:
        """A line is taken as a whole or not at all."""
        self.given.append((typed, sum(isinstance(item, Input) for item in self.driver.log), len(self.feed)))
        self.hurried = True  # what he does himself need not be shown him slowly
        for given in said:
            if refused := self.driver.refusals(given):
                self.take_back()
                self.refuse(refused)
                return
            self.must(given)

    def undo(self) -> None:
        if self.given:
            self.notice = Act("", f"Undone: {self.take_back()}.")
        else:
            self.notice = Act("", "There is nothing to undo since the last roll.")

    def take_back(self) -> str:
        typed, inputs, told = self.given.pop()
        self.driver = self.again(inputs)
        self.heard = len(self.driver.log)
        self.seen = view(self.driver, self.person, self.heard)
        del self.feed[told:]
        return typed

    def all_down(self, typed: str) -> None:
        if not (said := self.loose()):
            self.notice = Act("", "None of your bets can come down now.")
            return
        self.give(typed, said)
        if self.lying:
            self.notice = Act("", f"Still up, because it cannot come down now: {listed(self.lying)}.")

    def loose(self) -> tuple[TakeBack, ...]:
        """What may come down, odds before the bet that they stand behind."""
        spots = sorted(self.lying, key=lambda spot: LAYOUT[spot].kind != "odds")
        takings = (TakeBack(self.person, spot) for spot in spots)
        return tuple(taking for taking in takings if not self.driver.refusals(taking))

    def same_again(self, typed: str) -> None:
        """What was decided last is put up again, as far as the table takes it now."""
        wanted = {spot: cents for spot, cents in self.decided.items() if spot not in self.lying}
        taken: dict[str, int] = {}
        refused: list[Refusal] = []
        for spot, cents in wanted.items():
            if why_not := self.driver.refusals(Wager(self.person, {**taken, spot: cents})):
                refused += why_not
            else:
                taken[spot] = cents
        if not wanted:
            nothing = "Your last bets are already up again." if self.decided else NOTHING_DECIDED
            self.notice = Act("", nothing)
        elif not taken:
            self.refuse(refused)
        else:
            self.give(typed, (Wager(self.person, taken),))
            left = {spot: cents for spot, cents in wanted.items() if spot not in taken}
            without = f" Not again: {listed(left)}. {refused[0].wrong}" if left else ""
            self.notice = Act(refused[0].cite if left else "", f"Again: {listed(taken)}.{without}")

    def look_up(self, what: str) -> None:
        """Something to read, until a key is pressed."""
        if what == "help":
            self.read_on(self.press(Prompt("", BACK), helping=True))
        elif what == "all":
            self.read_through("all bets", everything(self.seen))
        elif not self.reasons:
            self.read_through("why", [Act("", NOTHING_DECIDED)])
        else:
            since = [Act("", f"{self.rolled[0].upper()}{self.rolled[1:]}, decided none of your bets.")]
            later = since if self.rolled != self.because_of else []
            self.read_through(f"why: {self.because_of}", later + self.reasons)

    def read_through(self, name: str, acts: list[Act]) -> None:
        assert self.terminal is not None
        *first, last = pages(acts, *self.terminal.size())
        for page in first:
            if not self.read_on(self.press(Prompt("", f"any key for more · {LEAVES}"), Panel(name, page, whole=True))):
                return
        self.read_on(self.press(Prompt("", BACK), Panel(name, last, whole=True)))

    def read_on(self, key: str) -> bool:
        """Any key goes on from what is read, but for the one that leaves everywhere."""
        if key in ("q", "Q"):
            self.leave()
        return self.terminal is not None

    # --- the others

    def companion_wagers(self, wager: Input) -> None:
        """A house may take less than the ways to play a seat suppose; what it refuses is not wagered."""
        if not self.driver.refusals(wager):
            super().companion_wagers(wager)

    # --- the dice

    @property
    def point(self) -> int:
        return self.seen.marks.get(POINT.word, 0)

    def pass_on(self) -> None:
        """A shooter without a wager on the line, for want of chips or because he has gone, passes the dice."""
        for _ in self.seen.players:
            shooter = self.seen.marks.get(SHOOTER.word)
            if shooter is None or (shooter == self.person and self.terminal is not None):
                return
            given = PassDice(shooter, by=CLOCK if shooter == self.person else COMPANION)
            if not self.driver.refusals(Close()) or self.driver.refusals(given):
                return
            self.must(given)

    def breath(self, step: Step, same: bool) -> float:
        """What stands as it stood is not worth a look, and what others win or lose a short one."""
        if isinstance(step, StandWager | FirstRoll):
            return 0
        return SAME if isinstance(step, WagerStep) and step.seat != self.person else super().breath(step, same)

    # --- how a roll came out

    def settlement(self) -> bool:
        self.dice = self.seen.dice
        mine = next((story for story in self.stories if story.seat == self.person), None)
        if self.left_standing and mine is not None and mine.wagers:
            self.without_him += 1
        if self.terminal is None or mine is None:
            return True
        self.outcome = [Act("", told(mine, rolled(self.driver)))]
        self.rolled = f"roll {self.seen.round}, {rolled(self.driver)}"
        if wagers := [wager for wager in mine.wagers if touched(wager)]:
            self.reasons, self.because_of = [Act(wager.cite, reason(wager)) for wager in wagers], self.rolled
        if ended := {wager.spot: wager.staked for wager in wagers if wager.outcome.startswith(ENDS)}:
            self.decided = ended
        if self.seen.wagers.get(self.person) or self.seen.chips[self.person] >= self.least():
            return True
        end = "Not enough chips for another bet. The game ends here."
        self.look_at(result(self.tally.result), self.reasons, Act("house:limits", end))
        return False

    def least(self) -> int:
        """The fewest chips that still make a wager; a shooter whom nobody relieves needs one on the line."""
        if not self.companions:
            return self.house.minimum
        each = (
            (limits(self.house, area)[0], unit(self.setting.rules, self.house, area, 0))
            for area in LAYOUT.values()
            if area.kind in ("line", "place", "hardway", "one roll")
        )
        return min(-(-minimum // step) * step for minimum, step in each)

    def shows(self, carry: Carry) -> bool:
        """A demonstration goes on until the line is decided."""
        return POINT.word not in carry.marks

    # --- leaving

    def concerns_him(self, carry: Carry) -> bool:
        """Also when he has gone and wagers of his must stand: until they are decided."""
        return self.terminal is not None or self.person in carry.players

    def depart(self) -> None:
        """What may come down does; what must stand is decided without him, even where he may not leave until then."""
        leaving, before = Leave(self.person), self.lying
        if not self.driver.refusals(leaving):
            self.must(leaving)
        else:
            for taking in self.loose():
                self.must(taking)
        if not self.left_standing:
            self.left_standing = self.lying
            down = {spot: cents - self.lying.get(spot, 0) for spot, cents in before.items()}
            self.taken_down = {spot: cents for spot, cents in down.items() if cents}

    @property
    def lying(self) -> dict[str, int]:
        """What the person has on the layout."""
        return dict(self.seen.wagers.get(self.person, {}))

    def parting(self) -> str:
        decided = {spot: cents for spot, cents in self.left_standing.items() if spot not in self.lying}
        rolls = "one roll" if self.without_him == 1 else f"{self.without_him} rolls"
        told = (
            ("Taken down when you left", self.taken_down),
            (f"What could not come down was decided in {rolls} without you", decided),
            ("What could not come down stands undecided, because nobody is left to shoot", self.lying),
        )
        return " ".join(f"{words}: {listed(spots)}." for words, spots in told if spots)

    # --- drawing

    @property
    def title(self) -> str:
        return "Mini-craps" if self.house.mini_craps else super().title

    def offer(self, room: int) -> str:
        return offer(self.house, room - 2 - len(result_so_far(self.tally)))  # which stands at the right

    def panel(self) -> Panel:
        return Panel(players(self.seen, WIDTH - 8), self.feed, pinned=self.outcome)

    def furnish(self, canvas: Canvas) -> int:
        dice = self.seen.dice or self.dice
        return furnish(canvas, Felt(self.seen, self.setting.rules, self.house, dice, self.tally))


# --- a roll in words


def listed(spots: Mapping[str, int]) -> str:
    return ", ".join(f"{spot} {dollars(cents)}" for spot, cents in spots.items())


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
    parts = [f"{result(mine.net)[:-1]}: {', '.join(decided)}"] if decided else []
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
