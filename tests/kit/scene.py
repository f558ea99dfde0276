"""Scenes: tables set up in a line or two, with exactly the cards or dice that a test wants. No game is known here.

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
    """Return the citations of refusals."""
    return {refusal.cite for refusal in refused}


# --- a table in full swing


def seated_carry(*seats: int, chips: int = CHIPS, inventory: int = BANK, backs: tuple[str, ...] = ("red",)) -> Carry:
    """Return the carry of a table in full swing: players sit, and the deck, if there is one, lies opened in the discard
    rack."""
    carry = opening(inventory, backs)
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    players = {seat: f"Player {seat}" for seat in seats}
    decks = tuple(Deck(back, FULL_DECK) for back in backs)
    return msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks)


def holding(carry: Carry, inventory: int) -> Carry:
    """Return the same table with so many chips in its inventory."""
    accounts = {**carry.accounts, INVENTORY: inventory}
    accounts[OUTSIDE] = -sum(cents for account, cents in accounts.items() if account != OUTSIDE)
    return msgspec.structs.replace(carry, accounts=accounts)


# --- a deck in the order a test wants


def fill_piles(*named: tuple[str, int]) -> tuple[list[list[str]], list[str]]:
    """Return piles that begin with these cards and are filled up to so many, and the rest of the deck."""
    piles = [list(parse_cards(cards)) for cards, _ in named]
    taken = {card for pile in piles for card in pile}
    rest = [card for card in FULL_DECK if card not in taken]
    for pile, (_, wanted) in zip(piles, named, strict=True):
        pile += [rest.pop(0) for _ in range(wanted - len(pile))]
    return piles, rest


def in_turn(piles: Sequence[Sequence[str]], dealing: str) -> list[str]:
    """Return the order that deals these piles: card by card around the table, or stack by stack from an automated
    shoe."""
    if dealing == "automated-shoe":
        return [card for pile in piles for card in pile]
    return [card for turn in zip(*piles, strict=True) for card in turn]


def before_cut(wanted: tuple[str, ...], count: int = CUT) -> tuple[str, ...]:
    """Return the stacked deck that lies in the wanted order once it is cut at `count`."""
    return wanted[-count:] + wanted[:-count]


class Scene:
    """A table of one game. Every method that gives an input asserts that it is taken."""

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
        """Give inputs, and let the dealer go on to the next wait after each."""
        for each in given:
            refused = self.driver.submit(each)
            assert not refused, f"{each}: {refused}"
        return self

    def step(self, *given: Input) -> Self:
        """Give inputs, and stop after the first act that follows from each."""
        for each in given:
            refused = self.driver.submit(each, stepwise=True)
            assert not refused, f"{each}: {refused}"
        return self

    def run(self) -> Self:
        """Go on to the next wait."""
        self.driver.run()
        return self

    def give_amid(self, *given: Input) -> Self:
        """Give inputs between two acts, then go on to the next wait."""
        return self.step(*given).run()

    def run_until(self, kind: type[Step], count: int = 1) -> Self:
        """Go on act by act until so many of this kind are done. Questions on the way are answered as planned, if at
        all."""
        while len(self.steps(kind)) < count:
            before, asked = (len(self.driver.log), self.driver.wait), self.driver.question
            if asked is not None and (choice := self.planned_answer(asked)):
                self.step(Answer(asked.seat, choice, asked.position))
            else:
                self.driver.run(1)
            now = len(self.driver.log), self.driver.wait
            assert now != before, f"no {kind.__name__} comes; the table waits for {self.driver.wait}"
        return self

    def planned_answer(self, asked: Ask) -> str:
        """Return the answer that the scene plans for a question; empty unless a game's scene has a plan."""
        return ""

    def answer(self, *choices: str) -> Self:
        """Answer in the order in which the dealer asks, with a letter each. Spaces only help the reader."""
        for choice in "".join(choices).replace(" ", ""):
            asked = self.driver.question
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, self.words[choice], asked.position))
        return self

    def all_answer(self, choice: str) -> Self:
        """Have everybody who is asked give this answer."""
        while self.driver.question is not None:
            self.answer(choice)
        return self

    def refusal_of(self, given: Input) -> set[str]:
        """Assert that an input is refused and nothing has changed, and return the citations."""
        before = self.state()
        refused = self.driver.submit(given)
        assert refused, f"{given} was taken"
        assert self.state() == before
        return cite_of(refused)

    def bars_against(self, given: Input) -> set[str]:
        """Return the citations by which an input would be refused, without giving it."""
        return cite_of(self.driver.refusals(given))

    # --- looking

    @property
    def t(self) -> Table:
        return self.driver.table

    @property
    def rounds(self) -> list[Driver]:
        """The rounds of a golden page: the round of this scene, or all rounds of a scene that goes on."""
        return [self.driver]

    def state(self) -> object:
        """Return everything of the table that an input could change."""
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
        """Return the change of a seat's chips, in cents."""
        return self.chips(seat) - self.driver.carry.accounts[chips_before(seat)]

    @overload
    def winnings(self, seat: int, /) -> int: ...

    @overload
    def winnings(self, first: int, second: int, /, *more: int) -> list[int]: ...

    def winnings(self, *seats: int) -> int | list[int]:
        """Return what a seat has won, in cents; for several seats, a list."""
        changes = [self.net(seat) for seat in seats]
        return changes[0] if len(changes) == 1 else changes

    def house_won(self) -> int:
        """Return the change of the table inventory, in cents."""
        return self.driver.table.ledger[INVENTORY] - self.driver.carry.accounts[INVENTORY]

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]


class CardScene(Scene):
    """A scene with cards. `shoe` makes the order of the whole deck, once it is known how the house deals."""

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
        elected = self.game.house.usual(**{**self.elections(hands), **house})
        if carry is None:
            carry = seated_carry(*(seats or sorted(hands)), chips=chips, backs=elected.decks)
            carry = msgspec.structs.replace(carry, marks=dict(marks or {}))
        super().__init__(elected, carry, readings, as_of)
        self.hands = hands
        self.order = order or shoe(elected)

    def elections(self, hands: Mapping[int, str]) -> dict[str, Any]:
        """Return what the house elects unless a test says otherwise."""
        return {}

    def shuffle(self) -> Self:
        """Shuffle the cards into the scene's order."""
        return self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))

    def open_betting(self) -> Self:
        """Go on to the window for wagers."""
        self.shuffle()
        return self if self.house.shuffler else self.give(Cut(CUT))

    def place_wagers(self, *args: Any, **kwargs: Any) -> Self:
        """Place everybody's wagers. A game's scene says which, and how much."""
        raise NotImplementedError

    def deal(self, *args: Any, **kwargs: Any) -> Self:
        """Place everybody's wagers and deal the cards, up to the first question."""
        return self.place_wagers(*args, **kwargs).give(Close())

    def deal_until(self, kind: type[Step], count: int = 1, **wagers: Any) -> Self:
        """Place the wagers and deal until so many acts of this kind are done."""
        return self.place_wagers(**wagers).step(Close()).run_until(kind, count)
