"""Plays a round by the law from what was seen: everybody wagers and decides as he did, and the law does the rest.

Inputs that the table waits for and nobody noted are supposed. If several things are possible, each is tried, and the
one that agrees best with what was seen is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from pitboss.compliance.observed_log.log_inputs import FedInput
from pitboss.compliance.observed_log.log_reader import Item
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.shoe_between_rounds import SALT, with_shoe_order
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
MOST_STEPS = 5_000  # limit for a round; real ones take less than a tenth of it


class NotPlayableError(Exception):
    """The round cannot be played any further; the text says why."""

    troubles: tuple[Trouble, ...] = ()  # what did not fit before that


class UnknownCardsError(NotPlayableError):
    """The round cannot be played because of cards that nobody could have seen."""


class RefusedInput(NamedTuple):
    """An input that the law does not allow."""

    fed: FedInput
    refusal: Refusal


class OutOfTurnInput(NamedTuple):
    """An input that came before or after it was due."""

    fed: FedInput
    wait: Wait


class SupposedInput(NamedTuple):
    """An input that the table waited for and nobody noted. `line` is that of the input before it."""

    wait: Wait
    input: Input
    line: int


class UnusedInput(NamedTuple):
    """An input that nothing had waited for when the round was over."""

    fed: FedInput


class LateInput(NamedTuple):
    """An input that came only after an act that follows from it."""

    fed: FedInput
    act: Step


Trouble = RefusedInput | OutOfTurnInput | SupposedInput | UnusedInput | LateInput


class Guess(NamedTuple):
    """The assumptions about a round.

    `choices`: the option taken at each point with a choice. `shift`: by how many acts events came later than counted.
    `order`: the order of the cards.
    """

    choices: tuple[int, ...] = ()
    shift: int = 0
    order: tuple[str, ...] = ()


@dataclass
class PlayedRound:
    """A round played by the law, with the inputs that did not fit."""

    driver: Driver
    troubles: list[Trouble] = field(default_factory=list)
    entries_before: dict[int, int] = field(default_factory=dict)  # line of an input -> number of log entries before it
    options: list[int] = field(default_factory=list)  # number of options at each point with a choice

    @property
    def steps(self) -> list[Step]:
        return [item for item in self.driver.log if isinstance(item, Step)]

    @property
    def misfits(self) -> int:
        """The number of inputs that do not fit."""
        return sum(not isinstance(trouble, SupposedInput) for trouble in self.troubles)


class LawfulPlayer:
    """Plays one round with the inputs that were seen."""

    def __init__(
        self, setting: Setting, carry: Carry, fed: Sequence[FedInput], guess: Guess, *, to_the_end: bool
    ) -> None:
        """Prepare to play. `to_the_end`: the round was over; otherwise play as far as it was seen."""
        carry = with_shoe_order(carry, guess.order)
        self._driver = Driver(setting.game, setting.rules, setting.house, carry, stepwise=True)
        self._remaining = deque(fed)
        self._guess = guess
        self._to_the_end = to_the_end
        self._noted_decisions = "decisions" in setting.noted
        self._all_noted = INPUTS in setting.noted
        self._held_back: dict[int, bool] = {}  # line -> whether an event is held back until the table waits
        self._skipped = 0  # number, from 1, of the choice supposed for an unnoted answer; 0: none
        self._log_at_input = 0  # length of the log after the last input
        self._log_at_noted_input = 0  # length of the log after the last noted input
        self._line = 0  # of the last input
        # Line of an input -> inputs seen before it, but not given before it.
        self._skipped_before: dict[int, list[FedInput]] = {}
        self._played = PlayedRound(self._driver)

    @property
    def troubles(self) -> list[Trouble]:
        return self._played.troubles

    def play(self) -> PlayedRound:
        driver = self._driver
        while not driver.done:
            if len(driver.log) > MOST_STEPS:
                raise NotPlayableError("it does not come to an end")
            if self._give_event():
                continue
            if driver.wait is None:
                driver.run(1)
            elif not self._answer(driver.wait):
                break
        self._played.troubles[:] = [trouble for trouble in self._played.troubles if not self._was_in_turn(trouble)]
        self._played.troubles += [UnusedInput(fed) for fed in self._remaining]
        return self._played

    def _was_in_turn(self, trouble: Trouble) -> bool:
        """Return whether an input that seemed out of turn was not: none of the inputs that were noted before it has
        been used.
        """
        return isinstance(trouble, OutOfTurnInput) and all(
            fed in self._remaining for fed in self._skipped_before[trouble.fed.line]
        )

    # --- what comes between two acts

    def _give_event(self) -> bool:
        """Give an event that happened between two acts, if its moment has come; returns whether it did."""
        if not self._remaining or not self._remaining[0].input.amid or self._driver.wait is not None:
            return False
        fed = self._remaining[0]
        if len(self._driver.log) - self._log_at_input < fed.acts + self._guess.shift or self._driver.refusals(
            fed.input
        ):
            return False
        if not self._has_come(fed) or self._waits_for_chance(fed):
            return False
        self._give(self._remaining.popleft())
        return True

    def _waits_for_chance(self, fed: FedInput) -> bool:
        """Return whether an event should be tried only while the table waits for dice or a wheel. To observers it looks
        the same whenever it comes.
        """
        followed = len(self._remaining) > 1 and isinstance(self._remaining[1].input, Throw | Spin)
        if fed.line not in self._held_back:
            self._held_back[fed.line] = followed and not self._all_noted and self._choose(2) == 0
        return self._held_back[fed.line]

    def _has_come(self, fed: FedInput) -> bool:
        """Return whether it is time for an event: since the last noted input, the act that was seen just before the
        event has been done at least as often as it was seen.
        """
        if fed.after is None:
            return True
        return (
            sum(may_be_act_seen(fed.after, item) for item in self._driver.log[self._log_at_noted_input :]) >= fed.times
        )

    def _is_time(self, wait: Wait, fed: FedInput) -> bool:
        """Return whether this input may answer the wait now."""
        if isinstance(wait, Ask) and isinstance(fed.input, Answer):
            if not self._noted_decisions:
                self._skipped = self._choose(1 + len(wait.choices))  # the answer may belong to a later question
            return not self._skipped
        if not wait.for_chance and fed.input.amid and self._waits_for_chance(fed):
            return False
        waits = fed.input.amid or (wait.for_chance and not isinstance(fed.input, ANSWERS[type(wait)]))
        return not waits or self._has_come(fed)

    def _choose(self, options: int) -> int:
        """Return which of the options to try here, and note their number."""
        index = len(self._played.options)
        self._played.options.append(options)
        return self._guess.choices[index] % options if index < len(self._guess.choices) else 0

    def _give(self, fed: FedInput, *, noted: bool = True) -> None:
        """Give an input to the table. Raises NotPlayableError if it is refused."""
        before = len(self._driver.log)
        if refusals := self._driver.submit(fed.input, stepwise=True):
            raise NotPlayableError(f"the table does not take {type(fed.input).__name__}: {refusals[0]}")
        self._log_at_input, self._line = before + 1, fed.line
        if noted:
            self._log_at_noted_input = self._log_at_input
        self._played.entries_before.setdefault(fed.line, before)

    # --- what answers a wait

    def _answer(self, wait: Wait) -> bool:
        """Give the input that the table waits for, as seen or as supposed. Returns False if the log ends here."""
        if self._remaining:
            self._remaining.extendleft(reversed(self._split_wager(self._remaining.popleft())))
        refusals = self._driver.refusals(self._remaining[0].input) if self._remaining else []
        if self._remaining and not refusals and self._is_time(wait, self._remaining[0]):
            self._give(self._remaining.popleft())
            return True
        if not self._remaining and not self._to_the_end and not wait.for_chance:
            return False
        if refusals and self._is_barred(wait, self._remaining[0], refusals[0]):
            self._played.troubles.append(RefusedInput(self._remaining.popleft(), refusals[0]))
        elif (later_input := self._find_later(wait)) is not None:
            self._skipped_before[later_input.line] = list(self._remaining)[: self._remaining.index(later_input)]
            self._remaining.remove(later_input)
            self._played.troubles.append(OutOfTurnInput(later_input, wait))
            self._give(later_input)
        elif refusals and self._is_wrong(wait, self._remaining[0].input):
            self._played.troubles.append(RefusedInput(self._remaining.popleft(), refusals[0]))
        else:
            self._give_supposed_input(wait)
        return True

    def _is_barred(self, wait: Wait, fed: FedInput, refusal: Refusal) -> bool:
        """Return whether the input is forbidden now and has no effect, so that it does not answer the wait."""
        if isinstance(fed.input, Wager):
            return isinstance(wait, Ask | ThrowWanted | SpinWanted | OrderWanted) and not self._may_follow(wait)
        is_own_input = wait.for_chance and type(fed.input) in self._driver.game.more_inputs
        # Dice and wheels are seen. When a deck was shuffled or cut is known only from the acts around it.
        is_now = isinstance(wait, ThrowWanted | SpinWanted) or (fed.after is not None and self._has_come(fed))
        return is_own_input and is_now and not refusal.cite.startswith("house:")

    def _may_follow(self, wait: Wait) -> bool:
        """Return whether a wager may follow an answer that was not noted, as in casino war."""
        return isinstance(wait, Ask) and not self._noted_decisions

    def _split_wager(self, fed: FedInput) -> list[FedInput]:
        """Split a wager on several areas if the law accepts only some of them."""
        wager = fed.input
        if not isinstance(wager, Wager) or len(wager.stakes) < 2 or not self._driver.refusals(wager):
            return [fed]
        parts = [msgspec.structs.replace(wager, stakes={spot: cents}) for spot, cents in wager.stakes.items()]
        accepted = [part for part in parts if not self._driver.refusals(part)]
        return [fed._replace(input=part) for part in parts] if accepted else [fed]

    def _find_later(self, wait: Wait) -> FedInput | None:
        """Return an input that answers the wait although other inputs were seen before it."""
        kind = ANSWERS.get(type(wait)) if self._noted_decisions or not isinstance(wait, Ask) else None
        answers = (fed for fed in self._remaining if kind is not None and isinstance(fed.input, kind))
        return next((fed for fed in answers if not self._driver.refusals(fed.input)), None)

    def _is_wrong(self, wait: Wait, input_: Input) -> bool:
        """Return whether a refused input broke a rule. If not, it answers a question that comes later and was only
        noted too early.
        """
        if input_.amid:
            return False
        match wait:
            case Window():
                answers = Answer | Throw | Spin | CardOrder | Cut | Order | Fill
                return wait.what == "wagers" and not isinstance(input_, answers)
            case Ask():
                if isinstance(input_, Wager) and self._may_follow(wait):
                    return False
                return not isinstance(input_, Answer) or input_.seat == wait.seat
            case _:
                return not wait.for_chance and isinstance(input_, Sit)

    def _give_supposed_input(self, wait: Wait) -> None:
        """Give an input that nobody noted: the option of the guess."""
        options = self._options(wait)
        if isinstance(wait, Ask) and self._skipped:
            input_ = options[self._skipped - 1]
        else:
            input_ = options[self._choose(len(options)) if len(options) > 1 else 0]
        self._skipped = 0
        if refusals := self._driver.refusals(input_):
            raise NotPlayableError(f"the table waits, and it is not known for what: {refusals[0]}")
        self._played.troubles.append(SupposedInput(wait, input_, self._line))
        self._give(FedInput(self._line, input_, 0), noted=False)

    def _options(self, wait: Wait) -> list[Input]:
        """Return the inputs that may answer a wait, the most likely one first."""
        match wait:
            case Ask():
                choices = sorted(wait.choices, key=lambda choice: choice != wait.default)
                return [Answer(wait.seat, choice, wait.position) for choice in choices]
            case ShoeOrderWanted():
                if any(isinstance(step, Deal | DealUp) for step in self._played.steps):
                    raise UnknownCardsError(AGAIN)
                return [CardOrder(_sort_cards(wait.cards, self._guess.order), SALT)]
            case CardOrderWanted():
                return [CardOrder(_sort_cards(wait.cards, self._guess.order))]
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


def _sort_cards(cards: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Return the cards in the wanted order, with those that it does not name at the bottom. A stack of several decks is
    taken whole."""
    if len(order) > len(FULL_DECK):
        return tuple(order)
    index_of = {card: index for index, card in enumerate(order)}
    return tuple(sorted(cards, key=lambda card: index_of.get(card, len(index_of))))


def play_lawfully(
    setting: Setting, carry: Carry, fed: Sequence[FedInput], guess: Guess, *, to_the_end: bool
) -> PlayedRound:
    """Play a round by the law. Raises NotPlayableError if it cannot be judged.

    If a log asks for the impossible, the engine may fail with any error, which becomes a NotPlayableError. A faithful
    log does not lead there.
    """
    player = None
    try:
        player = LawfulPlayer(setting, carry, fed, guess, to_the_end=to_the_end)
        return player.play()
    except Exception as error:
        why = str(error) if isinstance(error, NotPlayableError) else f"{type(error).__name__}: {error}"
        failure = type(error)(why) if isinstance(error, UnknownCardsError) else NotPlayableError(why)
        failure.troubles = tuple(player.troubles) if player is not None else ()
        raise failure from error


def may_be_act_seen(seen: Item, item: Step | Input) -> bool:
    """Return whether an act may be the one that was seen."""
    if not isinstance(item, Step) or str(type(item).__struct_config__.tag) != seen.body.get("act"):
        return False
    body = body_of(item)
    return all(body[key] == value for key, value in seen.body.items() if key in body and key != "cite")


def body_of(step: Step) -> dict[str, object]:
    """Return an act as the dictionary that a record's line holds."""
    body: dict[str, object] = msgspec.json.decode(msgspec.json.encode(step, enc_hook=int))
    return body
