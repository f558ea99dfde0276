"""Rounds at one table in the terminal: the person at one seat, the house at the others.

Here is what every game's table has; a game adds how wagers are put, how a round comes out and how the table is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import ClassVar

import msgspec

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look
from pitboss.cli.terminal.screen import Choice, Panel, Prompt, Scene, Tally, draw, fits, heading_room
from pitboss.engine.carry import Carry
from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CLOCK, COMPANION, SUPERVISOR, Answer, Close, Fill, Input, Order, Sit
from pitboss.engine.view import SPECTATOR, Act, View, seen_acts, view
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Refusal, Window
from pitboss.law.rules import Rules
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.table.card_steps import CollectCards
from pitboss.table.money import dollars
from pitboss.table.steps import PlaceWager, ReturnWager, Step

CHIPS = 50_000  # what everybody brings, in cents, unless the table's minimum asks for more
NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Joe", "Kit", "Lou", "Max", "Ned", "Pam", "Ray", "Sue", "Tom")
PERSON = "Guest"
MIDDLE = 3  # the person's seat, where there is one
PLAIN = Look()
BREATH, SAME = 0.45, 0.15  # seconds: a new paragraph takes a breath, more of the same goes quickly


@dataclass(frozen=True)
class TableTerms:
    """What is played, and where a finished round goes to be recorded and explained."""

    game: Game
    rules: Rules
    house: House
    source: Source
    players: int
    record: Callable[[Driver], list[SeatStory]]
    company: str = ""  # why more play than were asked for, or should

    @property
    def seats(self) -> range:
        """The seats taken: next to each other, round the middle of the table as far as they can."""
        first = max(1, min(MIDDLE - self.players // 2, self.house.seats - self.players + 1))
        return range(first, first + self.players)


@dataclass(frozen=True)
class Shown:
    """A round that was played for show."""

    acts: list[Act]
    stories: list[SeatStory]


class Sitting(ABC):
    """Once the person has gone nothing is drawn or asked any more and the clock answers for him, so that the round
    in play is finished by the rules like any other. Without a terminal he was never there."""

    unit: ClassVar[str] = "round"  # what a round of the engine is called at this table
    staff: ClassVar[str] = "dealer"  # who runs the game
    help: Sequence[tuple[str, str]]

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        self.setting = setting
        self.terminal = terminal  # None once the person has gone
        self.look = look
        self.quick = quick
        seats = setting.seats
        self.person = SPECTATOR if terminal is None else min(MIDDLE, seats[-1])
        others = [seat for seat in seats if seat != self.person]
        self.companions: dict[int, Strategy] = dict(zip(others, cycle(setting.game.strategies.values()), strict=False))
        self.tally = Tally()
        self.feed: list[Act] = []
        self.stories: list[SeatStory] = []
        self.notice = Act("house:company", setting.company) if setting.company else None
        self.finished_for_him = False

    # --- what a game adds

    @abstractmethod
    def wager(self) -> None:
        """The person says what he wagers, and it is placed."""

    def late(self, key: str) -> Input | None:
        """What a key for wagers asks for when something else is asked: the table will say why not."""
        return None

    @abstractmethod
    def settlement(self) -> bool:
        """Show how the round came out; False if the person can wager no more."""

    @abstractmethod
    def offer(self, room: int) -> str:
        """What the table takes, in a few words for which there is so much room."""

    @abstractmethod
    def furnish(self, canvas: Canvas) -> int:
        """Draw the table; the row below it."""

    @property
    def title(self) -> str:
        """What the table is called."""
        return self.setting.game.title

    def companion_wagers(self, wager: Input) -> None:
        self.must(msgspec.structs.replace(wager, by=COMPANION))

    # --- rounds

    def play(self) -> None:
        """Round after round until the person leaves or cannot wager any more."""
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None and self.concerns_him(carry):
            carry = self.play_round(carry)

    def demonstrate(self) -> list[Shown]:
        """Rounds with the house at every seat, until there is something to show; none if none can be played."""
        shown: list[Shown] = []
        carry: Carry | None = self.setting.game.opening(self.setting.house)
        while carry is not None:
            self.feed = []
            carry = self.play_round(carry)
            if not self.driver.done:
                return shown
            shown.append(Shown(self.feed, self.stories))
            if carry is not None and self.shows(carry):
                return shown
        return shown

    def shows(self, carry: Carry) -> bool:
        """Whether a demonstration that has come so far has shown the game."""
        return True

    def concerns_him(self, carry: Carry) -> bool:
        """Whether another round is for the person."""
        return self.terminal is not None

    def nobody_left(self) -> None:
        """The round goes no further, because there is nobody to deal to."""
        return

    def play_round(self, carry: Carry) -> Carry | None:
        """The next round's carry; None when the game is over."""
        s = self.setting
        self.driver = Driver(s.game, s.rules, s.house, carry, stepwise=True)
        self.heard = 0  # how much of the log has been told
        self.collected: list[Act] = []  # what was collected and nothing has followed yet
        self.hurried = self.quick
        self.advance()
        while not self.driver.done:
            if not self.serve():
                self.finished_for_him = False
                self.nobody_left()
                return None
        self.stories = s.record(self.driver)
        self.count()
        self.forget_keys()
        goes_on = self.settlement()
        self.feed += self.collected
        return self.driver.next if goes_on else None

    # --- the table goes on

    def advance(self) -> None:
        """Let the dealer act, one act after the other, until something is awaited."""
        self.tell()
        while self.driver.wait is None and not self.driver.done:
            self.driver.run(1)
            self.tell()

    def tell(self) -> None:
        """Show what was just done. What is collected last is told once the settled table has been looked at."""
        done = seen_acts(self.driver.log[self.heard :])
        seen = view(self.driver, self.person, self.heard)
        self.heard = len(self.driver.log)
        self.seen = self.regard(seen)
        for act, step in zip(seen.acts, done, strict=True):
            if isinstance(step, CollectCards):
                self.collected.append(act)
                continue
            self.feed += self.collected
            self.collected = []
            same = bool(self.feed) and self.feed[-1].cite == act.cite
            self.feed.append(act)
            self.pause(self.breath(step, same))

    def regard(self, seen: View) -> View:
        """What is drawn of what is seen."""
        return seen

    def breath(self, step: Step, same: bool) -> float:
        """How long an act is looked at; `same` if it rests on the same paragraph as the one before."""
        return SAME if same else BREATH

    def pause(self, seconds: float) -> None:
        if self.terminal is None or self.hurried or not seconds:
            return
        self.draw(Prompt("", "any key to speed up the dealer · q leave"))
        key = self.terminal.key(seconds)
        if key in ("q", keys.QUIT):
            self.leave()
        elif key not in (keys.NOTHING, keys.RESIZE):
            self.hurried = True

    def serve(self) -> bool:
        """Give the driver what it waits for; False if there is nobody to deal to."""
        wait = self.driver.wait
        if (drawn := self.setting.source.answers(wait)) is not None:
            self.must(drawn)
        elif isinstance(wait, Window) and wait.what != "wagers":
            self.take_seats()  # the cards lie spread for the first player
            self.must(Close())
        elif isinstance(wait, Window):
            return self.take_wagers()
        elif isinstance(wait, Ask):
            self.must(self.decide(wait) if wait.seat == self.person else self.companion_decides(wait))
        elif isinstance(wait, FillWanted):
            self.must(Fill(wait.cents, by=SUPERVISOR))
        else:
            assert isinstance(wait, OrderWanted)
            ordered = wait.choices[0]
            self.must(Order(ordered, wait.positions if ordered == wait.naming else (), by=SUPERVISOR))
        return True

    def must(self, given: Input) -> None:
        if refused := self.driver.submit(given, stepwise=True):
            raise RuntimeError(f"{given} was refused: {'; '.join(map(str, refused))}")
        self.advance()

    def again(self, inputs: int | None = None) -> Driver:
        """A new driver that was given the same inputs, or so many of them, to try things on or to take them back."""
        s = self.setting
        driver = Driver(s.game, s.rules, s.house, self.driver.carry)
        for given in [item for item in self.driver.log if isinstance(item, Input)][:inputs]:
            driver.submit(given)
        return driver

    def leave(self) -> None:
        self.terminal = None
        self.finished_for_him = not self.driver.done

    # --- seats and wagers

    def take_wagers(self) -> bool:
        self.take_seats()
        for seat, strategy in self.companions.items():
            for wager in strategy.wagers(view(self.driver, seat, len(self.driver.log)), self.driver.house):
                self.companion_wagers(wager)
        self.forget_keys()
        self.wager()
        if self.driver.refusals(Close()):
            return False
        self.must(Close())
        return True

    def take_seats(self) -> None:
        if self.seen.players:
            return
        house = self.setting.house
        chips = max(CHIPS, 100 * house.minimum)
        chips -= chips % house.smallest_chip
        names = iter(NAMES)
        for seat in self.setting.seats:
            if seat == self.person:
                self.must(Sit(seat, PERSON, chips))
            else:
                self.must(Sit(seat, next(names), chips, by=COMPANION))

    # --- decisions

    def decide(self, ask: Ask) -> Answer:
        letters = letters_for(ask.choices)
        chosen: int | None = None  # nothing is decided by Enter alone
        stake = self.seen.wagers.get(ask.position, {}).get(ask.subject)
        self.forget_keys()
        about = f"{ask.subject}, {dollars(stake)}: " if stake else ""
        question = f"{self.setting.game.furniture.questions.get(ask.subject) or about + either(ask.choices)}?"
        question = question[0].upper() + question[1:]
        if len(ask.choices) == 1:  # at every game for the same reason
            chips = dollars(self.seen.chips[self.person])
            question = f"You can only {ask.choices[0]}: {chips} is too little to bet."
        while self.terminal is not None:
            choices = tuple(
                Choice(f"{choice} ({letter})", number == chosen)
                for number, (letter, choice) in enumerate(letters.items())
            )
            helps = "←→ and Enter, or the key in parentheses · ? help · q leave"
            key = self.key(Prompt(question, helps, ask.cite, choices=choices))
            if key in (keys.LEFT, keys.UP):
                chosen = ((chosen or 0) - 1) % len(choices)
            elif key in (keys.RIGHT, keys.DOWN, keys.TAB):
                chosen = 0 if chosen is None else (chosen + 1) % len(choices)
            elif key == keys.ENTER and chosen is not None:
                return Answer(self.person, ask.choices[chosen], ask.position)
            elif key in letters:
                return Answer(self.person, letters[key], ask.position)
            elif (late := self.late(key)) is not None and (refused := self.driver.refusals(late)):
                self.refuse(refused)
            else:
                means = ", ".join(f"{letter} is {choice}" for letter, choice in letters.items())
                self.explain_key(key, ask.cite, means if key != keys.ENTER else f"move to a choice first; {means}")
        return Answer(self.person, ask.default, ask.position, by=CLOCK)

    def companion_decides(self, ask: Ask) -> Answer:
        choice = self.companions[ask.seat].choose(view(self.driver, ask.seat, len(self.driver.log)), ask)
        return Answer(ask.seat, choice, ask.position, by=COMPANION)

    # --- how it came out

    def count(self) -> None:
        """Wagered is what stayed out; what was withdrawn does not count."""
        mine = [story for story in self.stories if story.seat == self.person]
        if not any(story.wagers for story in mine):
            return
        moves = [step for step in self.driver.log if isinstance(step, PlaceWager | ReturnWager)]
        staked = sum(
            step.cents if isinstance(step, PlaceWager) else -step.cents for step in moves if step.seat == self.person
        )
        won = sum(story.net for story in mine)
        played = any(wager.staked for story in mine for wager in story.wagers)  # or only paid what he owed
        self.tally = Tally(self.tally.rounds + played, self.tally.wagered + staked, self.tally.result + won)

    def look_at(self, words: str, reasons: list[Act], over: Act | None, detail: str = "") -> None:
        """The settled table stays until the person goes on, or, if it is over for him, leaves."""
        prompt = Prompt(words, f"Enter next {self.unit} · y why · ? help · q leave", detail=detail)
        if over is not None:
            prompt = Prompt(words, "Enter leave · y why · ? help", over.cite, over.told)
        why = False
        while self.terminal is not None:
            key = self.key(prompt, Panel("why", reasons, whole=True) if why else None)
            if key == keys.ENTER:
                break
            if key == "y":
                why = not why
            else:
                self.explain_key(key, "", "Enter goes on, y shows why, q leaves")

    def parting(self) -> str:
        """What happened without the person once he had gone."""
        if self.finished_for_him:
            return f"The {self.unit} in play was finished without you, as if you did not answer."
        return ""

    # --- keys and drawing

    def forget_keys(self) -> None:
        """What was pressed before a question does not answer it. Only leaving is meant whenever it is pressed."""
        while self.terminal is not None and (key := self.terminal.key(0)) != keys.NOTHING:
            if key in ("q", "Q", keys.QUIT):
                self.leave()

    def press(self, prompt: Prompt, panel: Panel | None = None, *, helping: bool = False) -> str:
        """The next key, whatever it means here. Only Control-C leaves from everywhere."""
        self.hurried = self.quick
        while self.terminal is not None:
            self.draw(prompt, panel, helping=helping)
            key = self.terminal.key(None)
            if key == keys.QUIT or (key in ("q", "Q") and not fits(*self.terminal.size())):
                self.leave()
            elif key != keys.RESIZE:
                return key
        return keys.QUIT

    def key(self, prompt: Prompt, panel: Panel | None = None) -> str:
        """The next key that is meant for this prompt; help and leaving are served here."""
        helping = False
        while self.terminal is not None:
            key = self.press(prompt, panel, helping=helping)
            key = key.lower() if len(key) == 1 else key
            if key == "q":
                self.leave()
            elif helping or key == "?":
                helping = not helping
            else:
                self.notice = None
                return key
        return keys.QUIT

    def explain_key(self, key: str, cite: str, right: str) -> None:
        name = f"“{key}”" if len(key) == 1 else key[0].upper() + key[1:]
        self.notice = Act(cite, f"{name} does nothing here: {right}.")

    def refuse(self, refused: list[Refusal]) -> None:
        """One reason is enough on a screen."""
        first = refused[0]
        self.notice = Act(first.cite, f"{first.wrong} {first.right}")

    def panel(self) -> Panel:
        return Panel(f"what the {self.staff} does", self.feed)

    def draw(self, prompt: Prompt, panel: Panel | None = None, *, helping: bool = False) -> None:
        assert self.terminal is not None
        width, height = self.terminal.size()
        count = f"{self.unit} {self.seen.round} · "
        scene = Scene(
            title=self.title,
            heading=count + self.offer(heading_room(width, self.title) - len(count)),
            panel=panel or self.panel(),
            prompt=prompt,
            notice=self.notice,
            help=self.help if helping else (),
        )
        self.terminal.show(draw(scene, self.furnish, width, height, self.look))


def letters_for(choices: Iterable[str], taken: str = "qo") -> dict[str, str]:
    """A key for each choice: the number in it if it has one (play 4x), or else its first letter, that is still free."""
    letters: dict[str, str] = {}
    for choice in choices:
        signs = sorted(filter(str.isalnum, choice.lower()), key=str.isalpha) + list("123456789")
        letters[next(sign for sign in signs if sign not in letters and sign not in taken)] = choice
    return letters


def either(choices: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))


def result(net: int, *, void: bool = False) -> str:
    """What a round came to, or all of them; a void round is not one that came out even."""
    if void:
        return "The round is void." + (f" {result(net)}" if net else " Your bets came back.")
    if not net:
        return "You broke even."
    return f"You {'win' if net > 0 else 'lose'} {dollars(abs(net))}."


def reason(wager: WagerStory) -> str:
    """The wager, what became of it, by which hand, and how the amount is reckoned."""
    told = f"{wager.spot} {dollars(wager.staked)} {wager.outcome}"
    told += f", {wager.hand_class}" if wager.hand_class else ""
    return f"{told}: {wager.arithmetic}" if wager.arithmetic else told
