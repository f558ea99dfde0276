"""A round played by the law with what was seen: everybody wagers and decides as he did, and the law does the rest.

What the table waits for and nobody noted is supposed. Where several things can be, each is tried, and the one that
agrees best with what was seen is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from pitboss.compliance.observed_log.log_inputs import Fed
from pitboss.compliance.observed_log.log_reader import Item
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.shoe_between_rounds import SALT, stacked
from pitboss.compliance.observed_log.vocabulary import INPUTS
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Fill, Input, Order, Sit, Spin, Throw, Wager
from pitboss.engine.waits import (
    Ask,
    CardOrderWanted,
    CuttingCardWanted,
    CutWanted,
    FillWanted,
    OrderWanted,
    Refusal,
    ShoeOrderWanted,
    SpinWanted,
    ThrowWanted,
    Wait,
    Window,
)
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import Step

ANSWERS: dict[type, type[Input]] = {
    Ask: Answer,
    CardOrderWanted: CardOrder,
    ShoeOrderWanted: CardOrder,
    CuttingCardWanted: Cut,
    CutWanted: Cut,
    ThrowWanted: Throw,
    SpinWanted: Spin,
    OrderWanted: Order,
    FillWanted: Fill,
}
AGAIN = "the cards were shuffled again in the round, and nobody has seen their order"
MOST_STEPS = 5_000  # of a round; none takes a tenth of them


class NotPlayableError(Exception):
    """The round cannot be played on, and why."""

    troubles: tuple[Trouble, ...] = ()  # what did not fit before


class UnknownCardsError(NotPlayableError):
    """Nobody could have noted what is missing."""


class Refused(NamedTuple):
    """What somebody did and the law does not allow."""

    fed: Fed
    refusal: Refusal


class OutOfTurn(NamedTuple):
    """What was decided before it was this seat's turn, or after it."""

    fed: Fed
    wait: Wait


class Supposed(NamedTuple):
    """What the table waited for, and nobody noted; the line is that of the input before it."""

    wait: Wait
    given: Input
    line: int


class Unused(NamedTuple):
    """What nobody was waiting for any more when the round was over."""

    fed: Fed


class Late(NamedTuple):
    """What was decided only when an act had been done that follows from it."""

    fed: Fed
    act: Step


Trouble = Refused | OutOfTurn | Supposed | Unused | Late


class Guess(NamedTuple):
    """What is supposed: which of the choices at each wait that nobody answered, by how many acts what happened between
    two acts came later than was counted, and the order of the cards."""

    choices: tuple[int, ...] = ()
    shift: int = 0
    order: tuple[str, ...] = ()


@dataclass
class Played:
    driver: Driver
    troubles: list[Trouble] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)  # by the line of an input: how much had been done before it
    options: list[int] = field(
        default_factory=list
    )  # in how many ways it could have gone on, wherever there are several

    @property
    def steps(self) -> list[Step]:
        return [item for item in self.driver.log if isinstance(item, Step)]

    @property
    def wrong(self) -> int:
        """How much of what people did does not fit."""
        return sum(not isinstance(each, Supposed) for each in self.troubles)


class Player:
    def __init__(self, setting: Setting, carry: Carry, fed: Sequence[Fed], guess: Guess, *, to_the_end: bool) -> None:
        """`to_the_end`: the round was over; otherwise it is played as far as it was seen."""
        carry = stacked(carry, guess.order)
        self._driver = Driver(setting.game, setting.rules, setting.house, carry, stepwise=True)
        self._left = deque(fed)
        self._guess = guess
        self._to_the_end = to_the_end
        self._noted_decisions = "decisions" in setting.noted
        self._all_noted = INPUTS in setting.noted
        self._at_the_wait: dict[int, bool] = {}  # by line: whether something is kept until the table waits
        self._skipped = 0  # which choice is supposed at a question whose answer was not noted, from 1
        self._since = 0  # how much of the log there was after the input before
        self._noted = 0  # the same of the input before that was noted
        self._line = 0  # of the input before
        self._passed: dict[int, list[Fed]] = {}  # by line: what was seen before an input and not given before it
        self._played = Played(self._driver)

    @property
    def troubles(self) -> list[Trouble]:
        return self._played.troubles

    def play(self) -> Played:
        driver = self._driver
        while not driver.done:
            if len(driver.log) > MOST_STEPS:
                raise NotPlayableError("it does not come to an end")
            if self._amid():
                continue
            if driver.wait is None:
                driver.run(1)
            elif not self._answer(driver.wait):
                break
        self._played.troubles[:] = [each for each in self._played.troubles if not self._in_turn(each)]
        self._played.troubles += [Unused(fed) for fed in self._left]
        return self._played

    def _in_turn(self, trouble: Trouble) -> bool:
        """Whether what came before it was nothing that anybody waited for."""
        return isinstance(trouble, OutOfTurn) and all(fed in self._left for fed in self._passed[trouble.fed.line])

    # --- what comes between two acts

    def _amid(self) -> bool:
        """Give what happened between two acts, if its moment has come."""
        if not self._left or not self._left[0].given.amid or self._driver.wait is not None:
            return False
        fed = self._left[0]
        if len(self._driver.log) - self._since < fed.acts + self._guess.shift or self._driver.refusals(fed.given):
            return False
        if not self._has_come(fed) or self._waits_for_chance(fed):
            return False
        self._give(self._left.popleft())
        return True

    def _waits_for_chance(self, fed: Fed) -> bool:
        """Whether it is tried at the wait for dice or a wheel, and not before: an observer sees no difference."""
        followed = len(self._left) > 1 and isinstance(self._left[1].given, Throw | Spin)
        if fed.line not in self._at_the_wait:
            self._at_the_wait[fed.line] = followed and not self._all_noted and self._chosen(2) == 0
        return self._at_the_wait[fed.line]

    def _has_come(self, fed: Fed) -> bool:
        """Whether the act is done that was seen before it, as often as it was seen."""
        if fed.after is None:
            return True
        return sum(fits(fed.after, item) for item in self._driver.log[self._noted :]) >= fed.times

    def _is_time(self, wait: Wait, fed: Fed) -> bool:
        if isinstance(wait, Ask) and isinstance(fed.given, Answer):
            if not self._noted_decisions:
                self._skipped = self._chosen(1 + len(wait.choices))  # it may answer a question that comes later
            return not self._skipped
        if not wait.for_chance and fed.given.amid and self._waits_for_chance(fed):
            return False
        waits = fed.given.amid or (wait.for_chance and not isinstance(fed.given, ANSWERS[type(wait)]))
        return not waits or self._has_come(fed)

    def _chosen(self, options: int) -> int:
        """Which of so many ways is to be tried here."""
        at = len(self._played.options)
        self._played.options.append(options)
        return self._guess.choices[at] % options if at < len(self._guess.choices) else 0

    def _give(self, fed: Fed, *, noted: bool = True) -> None:
        before = len(self._driver.log)
        if refused := self._driver.submit(fed.given, stepwise=True):
            raise NotPlayableError(f"the table does not take {type(fed.given).__name__}: {refused[0]}")
        self._since, self._line = before + 1, fed.line
        if noted:
            self._noted = self._since
        self._played.taken.setdefault(fed.line, before)

    # --- what answers a wait

    def _answer(self, wait: Wait) -> bool:
        """Give what is awaited, as it was seen or as it is supposed; False if the log ends here."""
        if self._left:
            self._left.extendleft(reversed(self._parts(self._left.popleft())))
        refused = self._driver.refusals(self._left[0].given) if self._left else []
        if self._left and not refused and self._is_time(wait, self._left[0]):
            self._give(self._left.popleft())
            return True
        if not self._left and not self._to_the_end and not wait.for_chance:
            return False
        if refused and self._is_barred(wait, self._left[0], refused[0]):
            self._played.troubles.append(Refused(self._left.popleft(), refused[0]))
        elif (later := self._later(wait)) is not None:
            self._passed[later.line] = list(self._left)[: self._left.index(later)]
            self._left.remove(later)
            self._played.troubles.append(OutOfTurn(later, wait))
            self._give(later)
        elif refused and self._is_wrong(wait, self._left[0].given):
            self._played.troubles.append(Refused(self._left.popleft(), refused[0]))
        else:
            self._suppose(wait)
        return True

    def _is_barred(self, wait: Wait, fed: Fed, refusal: Refusal) -> bool:
        """Whether somebody did what is not to be done now, which answers nothing and comes to nothing."""
        if isinstance(fed.given, Wager):
            return isinstance(wait, Ask | ThrowWanted | SpinWanted | OrderWanted) and not self._may_follow(wait)
        own = wait.for_chance and type(fed.given) in self._driver.game.more_inputs
        # Dice and wheels are seen; at which moment a deck was shuffled or cut is known by the acts around it.
        now = isinstance(wait, ThrowWanted | SpinWanted) or (fed.after is not None and self._has_come(fed))
        return own and now and not refusal.cite.startswith("house:")

    def _may_follow(self, wait: Wait) -> bool:
        """Whether a wager may come after an answer that was not noted, such as one on a war."""
        return isinstance(wait, Ask) and not self._noted_decisions

    def _parts(self, fed: Fed) -> list[Fed]:
        """A wager on several areas, of which the law takes some: these and the others are looked at one by one."""
        given = fed.given
        if not isinstance(given, Wager) or len(given.stakes) < 2 or not self._driver.refusals(given):
            return [fed]
        each = [msgspec.structs.replace(given, stakes={spot: cents}) for spot, cents in given.stakes.items()]
        taken = [part for part in each if not self._driver.refusals(part)]
        return [fed._replace(given=part) for part in each] if taken else [fed]

    def _later(self, wait: Wait) -> Fed | None:
        """What answers the wait, though something else was seen before it."""
        kind = ANSWERS.get(type(wait)) if self._noted_decisions or not isinstance(wait, Ask) else None
        answers = (fed for fed in self._left if kind is not None and isinstance(fed.given, kind))
        return next((fed for fed in answers if not self._driver.refusals(fed.given)), None)

    def _is_wrong(self, wait: Wait, given: Input) -> bool:
        """Whether what is refused was wrong, rather than an answer to something that the table comes to later."""
        if given.amid:
            return False
        match wait:
            case Window():
                answers = Answer | Throw | Spin | CardOrder | Cut | Order | Fill
                return wait.what == "wagers" and not isinstance(given, answers)
            case Ask():
                if isinstance(given, Wager) and self._may_follow(wait):
                    return False
                return not isinstance(given, Answer) or given.seat == wait.seat
            case _:
                return not wait.for_chance and isinstance(given, Sit)

    def _suppose(self, wait: Wait) -> None:
        options = self._options(wait)
        if isinstance(wait, Ask) and self._skipped:
            given = options[self._skipped - 1]
        else:
            given = options[self._chosen(len(options)) if len(options) > 1 else 0]
        self._skipped = 0
        if refused := self._driver.refusals(given):
            raise NotPlayableError(f"the table waits, and it is not known for what: {refused[0]}")
        self._played.troubles.append(Supposed(wait, given, self._line))
        self._give(Fed(self._line, given, 0), noted=False)

    def _options(self, wait: Wait) -> list[Input]:
        match wait:
            case Ask():
                choices = sorted(wait.choices, key=lambda choice: choice != wait.default)
                return [Answer(wait.seat, choice, wait.position) for choice in choices]
            case ShoeOrderWanted():
                if any(isinstance(step, Deal | DealUp) for step in self._played.steps):
                    raise UnknownCardsError(AGAIN)
                return [CardOrder(_in_order(wait.cards, self._guess.order), SALT)]
            case CardOrderWanted():
                return [CardOrder(_in_order(wait.cards, self._guess.order))]
            case CutWanted():
                return [Cut(wait.fewest)]
            case FillWanted():
                return [Fill(wait.cents)]
            case OrderWanted():
                return [Order(choice) for choice in wait.choices]
            case Window():
                return [Close()]
            case _:
                raise NotPlayableError(
                    "where the wheel came to rest was not seen"
                    if isinstance(wait, SpinWanted)
                    else "the dice were not seen"
                )


def _in_order(cards: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """The deck in the order wanted; cards of which nothing is said lie below. A stack of several decks comes whole."""
    if len(order) > len(FULL_DECK):
        return tuple(order)
    at = {card: index for index, card in enumerate(order)}
    return tuple(sorted(cards, key=lambda card: at.get(card, len(at))))


def played(setting: Setting, carry: Carry, fed: Sequence[Fed], guess: Guess, *, to_the_end: bool) -> Played:
    """A `NotPlayableError` says why the round cannot be judged. Where a log asks the impossible the engine breaks off
    with whatever error it meets; a faithful log never gets there."""
    player = None
    try:
        player = Player(setting, carry, fed, guess, to_the_end=to_the_end)
        return player.play()
    except Exception as wrong:
        why = str(wrong) if isinstance(wrong, NotPlayableError) else f"{type(wrong).__name__}: {wrong}"
        found = type(wrong)(why) if isinstance(wrong, UnknownCardsError) else NotPlayableError(why)
        found.troubles = tuple(player.troubles) if player is not None else ()
        raise found from wrong


def fits(seen: Item, done: Step | Input) -> bool:
    """Whether an act may be the one that was seen."""
    if not isinstance(done, Step) or str(type(done).__struct_config__.tag) != seen.body.get("act"):
        return False
    body = body_of(done)
    return all(body[key] == value for key, value in seen.body.items() if key in body and key != "cite")


def body_of(step: Step) -> dict[str, object]:
    """An act as a line of a record has it."""
    body: dict[str, object] = msgspec.json.decode(msgspec.json.encode(step, enc_hook=int))
    return body
