"""Scenes: a table set up in a line or two, with exactly the cards or dice a test wants. No game is known here.

A game's own scene, `games/<game>/scene.py`, says how its cards lie, what is wagered, and which letter answers what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, overload

import msgspec

from pitboss.engine.carry import Carry, Deck, opening
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input
from pitboss.engine.waits import Ask, Refusal
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.facts import Mark
from pitboss.table.money import INVENTORY, OUTSIDE, chips_before
from pitboss.table.steps import Step
from pitboss.table.table import Table

CHIPS = 100_000_000  # a million dollars: no scene fails for want of chips unless it wants to
BANK = 1_000 * CHIPS  # nor does one for want of chips in the table inventory
CUT = 20
ROUNDS_UNCOUNTED = Mark("rounds since count")


def cite_of(refused: Iterable[Refusal]) -> set[str]:
    return {refusal.cite for refusal in refused}


# --- a table in full swing


def seated(*seats: int, chips: int = CHIPS, inventory: int = BANK, backs: tuple[str, ...] = ("red",)) -> Carry:
    """A table in full swing: the deck, if it has one, has been opened and lies in the discard rack."""
    carry = opening(inventory, backs)
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    players = {seat: f"Player {seat}" for seat in seats}
    decks = tuple(Deck(back, FULL_DECK) for back in backs)
    return msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks)


def holding(carry: Carry, inventory: int) -> Carry:
    """The same table with so many chips in its inventory."""
    accounts = {**carry.accounts, INVENTORY: inventory}
    accounts[OUTSIDE] = -sum(cents for account, cents in accounts.items() if account != OUTSIDE)
    return msgspec.structs.replace(carry, accounts=accounts)


# --- a deck in the order a test wants


def filled(*named: tuple[str, int]) -> tuple[list[list[str]], list[str]]:
    """Piles of these cards, one after the other filled up to so many; and the rest of the deck."""
    piles = [list(parse_cards(cards)) for cards, _ in named]
    taken = {card for pile in piles for card in pile}
    rest = [card for card in FULL_DECK if card not in taken]
    for pile, (_, wanted) in zip(piles, named, strict=True):
        pile += [rest.pop(0) for _ in range(wanted - len(pile))]
    return piles, rest


def in_turn(piles: Sequence[Sequence[str]], dealing: str) -> list[str]:
    """The order that deals these piles: card by card around the table, or from an automated shoe stack by stack."""
    if dealing == "automated-shoe":
        return [card for pile in piles for card in pile]
    return [card for turn in zip(*piles, strict=True) for card in turn]


def before_cut(wanted: tuple[str, ...], count: int = CUT) -> tuple[str, ...]:
    """The stacked deck that, cut at `count`, lies in the wanted order."""
    return wanted[-count:] + wanted[:-count]


class Scene:
    """A table of one game. Every method that gives an input insists that it is taken."""

    game: ClassVar[Game]
    words: ClassVar[Mapping[str, str]] = {}  # what a letter answers

    def __init__(
        self, house: Any, carry: Carry, readings: Mapping[str, str] | None = None, as_of: str | None = None
    ) -> None:
        self.house = house
        self.rules = self.game.rules(readings or {}, as_of)
        self.driver = Driver(self.game, self.rules, house, carry)

    # --- going on

    def give(self, *given: Input) -> Self:
        for each in given:
            refused = self.driver.submit(each)
            assert not refused, f"{each}: {refused}"
        return self

    def stepping(self, *given: Input) -> Self:
        """Gives the input and stops after the first act that follows from it."""
        for each in given:
            refused = self.driver.submit(each, stepwise=True)
            assert not refused, f"{each}: {refused}"
        return self

    def run(self) -> Self:
        """On to the next wait."""
        self.driver.run()
        return self

    def amid(self, *given: Input) -> Self:
        """These come between two acts; the round then goes on to the next wait."""
        return self.stepping(*given).run()

    def until(self, kind: type[Step], count: int = 1) -> Self:
        """Act by act until so many of this kind are done. Who is asked on the way answers as planned, if at all."""
        while len(self.steps(kind)) < count:
            before, asked = (len(self.driver.log), self.driver.wait), self.driver.question
            if asked is not None and (choice := self.planned(asked)):
                self.stepping(Answer(asked.seat, choice, asked.position))
            else:
                self.driver.run(1)
            now = len(self.driver.log), self.driver.wait
            assert now != before, f"no {kind.__name__} comes; the table waits for {self.driver.wait}"
        return self

    def planned(self, asked: Ask) -> str:
        """What the scene has somebody answer who is not told what to; nothing, unless a game's scene has a plan."""
        return ""

    def answer(self, *choices: str) -> Self:
        """Answers in the order in which the dealer asks, a letter each; spaces are for the eye."""
        for choice in "".join(choices).replace(" ", ""):
            asked = self.driver.question
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, self.words[choice], asked.position))
        return self

    def all_answer(self, choice: str) -> Self:
        """Everybody who is asked answers this."""
        while self.driver.question is not None:
            self.answer(choice)
        return self

    def refused(self, given: Input) -> set[str]:
        """The input is refused, nothing at all has changed, and these are the citations."""
        before = self.state()
        refused = self.driver.submit(given)
        assert refused, f"{given} was taken"
        assert self.state() == before
        return cite_of(refused)

    def barred(self, given: Input) -> set[str]:
        """The citations by which an input would be refused; it is not given."""
        return cite_of(self.driver.refusals(given))

    # --- looking

    @property
    def t(self) -> Table:
        return self.driver.table

    @property
    def rounds(self) -> list[Driver]:
        """What a golden round tells: the round of this scene, or all of one that goes on from round to round."""
        return [self.driver]

    def state(self) -> object:
        t = self.driver.table
        return (
            {place: list(cards) for place, cards in t.places.items()},
            dict(t.ledger.accounts),
            dict(t.players),
            dict(t.marks),
            dict(t.facts),
            t.dice,
            list(t.said),
            len(self.driver.log),
            self.driver.wait,
        )

    def chips(self, seat: int) -> int:
        return self.driver.table.ledger[chips_before(seat)]

    def net(self, seat: int) -> int:
        """The change of a seat's chips, in cents."""
        return self.chips(seat) - self.driver.carry.accounts[chips_before(seat)]

    @overload
    def won(self, seat: int, /) -> int: ...

    @overload
    def won(self, first: int, second: int, /, *more: int) -> list[int]: ...

    def won(self, *seats: int) -> int | list[int]:
        """What a seat has won, in cents; of several, what each has."""
        changes = [self.net(seat) for seat in seats]
        return changes[0] if len(changes) == 1 else changes

    def house_won(self) -> int:
        return self.driver.table.ledger[INVENTORY] - self.driver.carry.accounts[INVENTORY]

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]


class CardScene(Scene):
    """A round with cards. `shoe` makes the order of the whole deck, once it is known how the house deals."""

    def __init__(
        self,
        hands: dict[int, str],
        shoe: Callable[[Any], tuple[str, ...]],
        *,
        seats: tuple[int, ...] | None = None,
        readings: Mapping[str, str] | None = None,
        chips: int = CHIPS,
        order: tuple[str, ...] | None = None,
        carry: Carry | None = None,
        marks: Mapping[str, int] | None = None,
        as_of: str | None = None,
        **house: Any,
    ) -> None:
        elected = self.game.house.usual(**{**self.electing(hands), **house})
        if carry is None:
            carry = seated(*(seats or sorted(hands)), chips=chips, backs=elected.decks)
            carry = msgspec.structs.replace(carry, marks=dict(marks or {}))
        super().__init__(elected, carry, readings, as_of)
        self.hands = hands
        self.order = order or shoe(elected)

    def electing(self, hands: Mapping[int, str]) -> dict[str, Any]:
        """What the house elects unless a test says otherwise."""
        return {}

    def shuffled(self) -> Self:
        return self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))

    def betting(self) -> Self:
        """Up to the window for wagers."""
        self.shuffled()
        return self if self.house.shuffler else self.give(Cut(CUT))

    def wagered(self, *args: Any, **kwargs: Any) -> Self:
        """Everybody has wagered; what and how much is the game's own."""
        raise NotImplementedError

    def dealt(self, *args: Any, **kwargs: Any) -> Self:
        """Everybody wagers as `wagered` has it, the cards are dealt: up to the first question."""
        return self.wagered(*args, **kwargs).give(Close())

    def dealing(self, kind: type[Step], count: int = 1, **wagers: Any) -> Self:
        """The deal is under way, so many acts of this kind done."""
        return self.wagered(**wagers).stepping(Close()).until(kind, count)
