"""Waits: what a procedure can wait for. One seat's answer, a window for many, chance, or a supervisor.

A wait says what it would accept, and its `refusals` judges an input without changing anything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from pitboss.engine.carry import LEAST_SALT
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input, Order, Spin, Throw
from pitboss.law import force
from pitboss.table.money import dollars
from pitboss.table.steps import Step, VoidPlay, VoidRound, quantity, seat_name
from pitboss.table.table import FACES

FACES_SHOWN = frozenset(range(1, FACES + 1))


class Refusal(msgspec.Struct, frozen=True):
    """A reason not to take an input: what was wrong, what would be right, and which paragraph says so.

    The first two are whole sentences, to be shown one after the other.
    """

    cite: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.wrong} {self.right} [{self.cite}]"


class NeverHere(Refusal, frozen=True):
    """A reason to refuse an input in every round at this table: its house, a reading or the game itself rules it out.

    A bar gives it at any moment, so that the input is not offered for later either.
    """


def never_here(wrong: str) -> NeverHere:
    """Refuse an incident that this table cannot have."""
    return NeverHere("house:incident", wrong, "This cannot happen at this table.")


def sentence(words: str) -> str:
    """Make a clause a whole sentence: a capital letter first, a period last."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!', '”')) else '.'}"


class Waiting(msgspec.Struct, frozen=True):
    """The base of everything that a procedure waits for."""

    is_step: ClassVar[Literal[False]] = False
    for_chance: ClassVar[bool] = False  # people answer it, not a source of chance


class Short(msgspec.Struct, frozen=True):
    """A choice that the law gives and that the player does not have enough chips for."""

    choice: str
    cents: int  # what the choice costs
    short: int  # how many cents the player lacks
    at: int  # its index among all choices, affordable or not, from 0


class Ask(Waiting, frozen=True):
    """A question to one seat about one position."""

    cite: str
    seat: int
    position: int
    subject: str
    choices: tuple[str, ...]
    default: str  # the answer for a seat that stays silent
    short: tuple[Short, ...] = ()  # in the order in which the law would offer them

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if (
            isinstance(given, Answer)
            and given.seat == self.seat
            and given.position in (0, self.position)
            and given.choice in self.choices
        ):
            return ()  # the usual case, and quick
        return self._why_not(given)

    def _why_not(self, given: Input) -> Iterable[Refusal]:
        """Yield the reasons to refuse an answer."""
        if not isinstance(given, Answer):
            yield Refusal(
                self.cite,
                "The dealer is waiting for a decision.",
                f"Seat {self.seat} decides on {self.subject} first.",
            )
        elif given.seat != self.seat or given.position not in (0, self.position):
            yield Refusal(
                self.cite,
                f"It is not seat {given.seat}'s turn.",
                f"The dealer is asking {seat_name(self.seat, self.position)} about {self.subject}.",
            )
        elif short := next((choice for choice in self.short if choice.choice == given.choice), None):
            held = dollars(short.cents - short.short)
            yield Refusal(self.cite, f"You need {dollars(short.cents)} to {short.choice}.", f"You have {held}.")
        elif given.choice not in self.choices:
            yield Refusal(
                self.cite,
                f"{given.choice!r} is not one of the choices.",
                f"About {self.subject}, answer {' or '.join(map(repr, self.choices))}.",
            )

    def value(self, given: Input) -> object:
        assert isinstance(given, Answer)
        return given.choice


class Window(Waiting, frozen=True):
    """A wait that is open to many seats in any order until it is closed. The game judges each input."""

    cite: str
    what: str
    check: Callable[[Input], Iterable[Refusal]]
    soon_over: bool = False  # whether only late bettors still need it, as while a ball runs

    def refusals(self, given: Input) -> Iterable[Refusal]:
        return self.check(given)

    def value(self, given: Input) -> object:
        return given

    def closed_by(self, go: str) -> str:
        """Return the label of the button that closes the window: the game's own label, or "No more bets" if closing
        only ends the betting."""
        return "No more bets" if self.soon_over else go

    @property
    def default(self) -> object:
        return Close()


def same_cards(cards: tuple[str, ...], other_cards: tuple[str, ...]) -> bool:
    """Return whether both hold the same cards in whatever order. A deck whose cards all differ is the quick case."""
    kinds = set(cards)
    if len(kinds) == len(cards):
        return len(cards) == len(other_cards) and kinds.issuperset(other_cards)
    return sorted(cards) == sorted(other_cards)


class CardOrderWanted(Waiting, frozen=True):
    """A wait for chance: the order of these cards."""

    for_chance: ClassVar[bool] = True

    cite: str
    deck: str  # the paragraph that says which cards make the deck
    cards: tuple[str, ...]

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if not isinstance(given, CardOrder):
            yield Refusal(self.cite, "The cards are being shuffled.", "Enter the order of the cards first.")
        elif not same_cards(given.cards, self.cards):
            yield Refusal(
                self.deck,
                "These are not the cards of the deck on the table.",
                f"Enter each of its {len(self.cards)} cards once.",
            )

    def value(self, given: Input) -> object:
        assert isinstance(given, CardOrder)
        return given.cards

    @property
    def default(self) -> object:
        return self.cards


class ShoeOrderWanted(CardOrderWanted, frozen=True):
    """A wait for chance: the order of cards that stay in play for many rounds, and the salt that hides it that long."""

    def refusals(self, given: Input) -> Iterable[Refusal]:
        yield from super().refusals(given)
        if isinstance(given, CardOrder) and len(given.salt) < LEAST_SALT:
            yield Refusal(
                self.cite,
                "These cards are dealt for many rounds, and their order has no salt.",
                f"Enter a random salt of {LEAST_SALT} letters or more with it.",
            )

    def value(self, given: Input) -> object:
        return given

    @property
    def default(self) -> object:
        return CardOrder(self.cards, "0" * LEAST_SALT)


class CutWanted(Waiting, frozen=True):
    """A wait for chance: how many cards the dealer lifts from the top. The law sets the fewest, a reading the most."""

    for_chance: ClassVar[bool] = True

    cite: str
    fewest: int
    most: int

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if not isinstance(given, Cut):
            yield Refusal(self.cite, "The deck must be cut.", "Enter the cut first.")
        elif not self.fewest <= given.count <= self.most:
            yield Refusal(
                self.cite,
                f"A cut of {quantity(given.count, 'card')} is not allowed.",
                f"Cut {self.fewest} to {self.most} cards from the top.",
            )

    def value(self, given: Input) -> object:
        assert isinstance(given, Cut)
        return given.count

    @property
    def default(self) -> object:
        return self.fewest


class CuttingCardWanted(CutWanted, frozen=True):
    """A wait for chance: how many cards the dealer leaves behind the cutting card. Nobody may know it before it comes
    out."""

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if not isinstance(given, Cut):
            yield Refusal(self.cite, "The cutting card is not in the stack.", "Enter how many cards are behind it.")
        elif not self.fewest <= given.count <= self.most:
            wrong = "The cutting card cannot be put there."
            yield Refusal(self.cite, wrong, f"Leave {self.fewest} to {self.most} cards behind it.")


class ThrowWanted(Waiting, frozen=True):
    """A wait for chance: how this many dice come to rest."""

    for_chance: ClassVar[bool] = True

    cite: str
    dice: int = 2

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if isinstance(given, Throw) and len(given.dice) == self.dice and FACES_SHOWN.issuperset(given.dice):
            return ()  # the usual case, and quick
        return self._why_not(given)

    def _why_not(self, given: Input) -> Iterable[Refusal]:
        """Yield the reasons to refuse a throw."""
        if not isinstance(given, Throw):
            yield Refusal(self.cite, "The dice are out.", "Wait for them to come to rest.")
        else:
            dice_text = ", ".join(map(str, given.dice)) or "Nothing"
            yield Refusal(self.cite, f"{dice_text} is not a roll.", f"Enter {self.dice} dice, each 1 to {FACES}.")

    def value(self, given: Input) -> object:
        assert isinstance(given, Throw)
        return given.dice

    @property
    def default(self) -> object:
        return tuple(range(1, self.dice + 1))


class SpinWanted(Waiting, frozen=True):
    """A wait for chance: in which of this many equal compartments or sections a wheel comes to rest."""

    for_chance: ClassVar[bool] = True

    cite: str
    stops: int

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if not isinstance(given, Spin):
            yield Refusal(self.cite, "The wheel is spinning.", "Wait for it to come to rest.")
        elif not 0 <= given.stop < self.stops:
            yield Refusal(self.cite, f"The wheel has no stop {given.stop}.", f"Enter 0 to {self.stops - 1}.")

    def value(self, given: Input) -> object:
        assert isinstance(given, Spin)
        return given.stop

    @property
    def default(self) -> object:
        return 0


class OrderWanted(Waiting, frozen=True):
    """A wait for a supervisor, who must rule before play goes on."""

    cite: str
    question: str
    choices: tuple[str, ...]
    positions: tuple[int, ...] = ()  # the positions that the order may name
    naming: str = ""  # the choice that names positions

    def refusals(self, given: Input) -> Iterable[Refusal]:
        if not isinstance(given, Order):
            yield Refusal(self.cite, "Play is waiting for the casino supervisor.", sentence(self.question))
        elif given.what not in self.choices:
            yield Refusal(
                self.cite,
                f"{given.what!r} is not one of the choices.",
                f"Order {' or '.join(map(repr, self.choices))}.",
            )
        elif given.positions and given.what != self.naming:
            yield Refusal(self.cite, f"{given.what!r} takes no positions.", "Leave them out.")
        elif not set(given.positions) <= set(self.positions) or len(set(given.positions)) != len(given.positions):
            yield Refusal(
                self.cite,
                f"The order names positions {', '.join(map(str, given.positions))}.",
                f"Name each of {', '.join(map(str, self.positions))} at most once.",
            )

    def value(self, given: Input) -> object:
        return given

    @property
    def default(self) -> object:
        return Order(self.choices[0])


class FillWanted(OrderWanted, frozen=True):
    """A wait for a fill, so that the table inventory can make a payment. Only a `Fill` answers it, no order."""

    cents: int = 0  # the least that is enough, in whole chips

    def refusals(self, given: Input) -> Iterable[Refusal]:
        yield Refusal(self.cite, "A payment is waiting for a fill.", sentence(self.question))

    @property
    def default(self) -> object:
        return None


Wait: TypeAlias = Ask | Window | CardOrderWanted | CutWanted | ThrowWanted | SpinWanted | OrderWanted
Procedure: TypeAlias = Generator[Step | Wait, Any, None]


def void_all_hands(cite: str, why: str) -> Procedure:
    """End the round here: the driver closes whatever is going on and has the game wind the round up.

    The code after this runs only in a test that has switched the paragraph off.
    """
    yield VoidRound(cite, why)


def void_round(cite: str, why: str) -> Procedure:
    """End the round here, in a game in which nobody has a hand."""
    yield VoidPlay(cite, why)


def refusals_in_force(refusals: Iterable[Refusal]) -> list[Refusal]:
    """Return those refusals whose paragraph is in force."""
    if force.watcher is None:
        return list(refusals)
    return [refusal for refusal in refusals if force.in_force(refusal.cite)]
