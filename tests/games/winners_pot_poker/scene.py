"""Scenes of Winner's Pot Poker: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import INVENTORY, rack
from pitboss.table.steps import Step
from pitboss.table.table import Table
from scene import CHIPS, CUT, before_cut, seated

DEALER = 0
TEXT = "2008-09-02"
WORDS = {"b": "bet", "d": "double", "f": "fold"}


def rotation(positions: Iterable[int], button: int) -> list[int]:
    """Clockwise from the first player after the button; the dealer (0) comes after the rightmost player."""
    circle = [*sorted(positions), DEALER]
    first = min([p for p in circle if p > button] or [min(circle[:-1])])
    start = circle.index(first)
    return circle[start:] + circle[:start]


def deck_for(
    hands: dict[int, str], dealer: str, burns: str, folds: dict[int, str], button: int, burned: bool = True
) -> tuple[str, ...]:
    """The order of the whole deck that deals these hands, given who folds where. What is not named is filled up."""
    named = {position: list(parse_cards(cards)) for position, cards in hands.items()}
    named[DEALER] = list(parse_cards(dealer))
    burn = list(parse_cards(burns))
    taken = {card for cards in named.values() for card in cards} | set(burn)
    rest = [card for card in FULL_DECK if card not in taken]
    everybody = rotation(hands, button)
    order = []

    def next_of(cards: list[str]) -> str:
        return cards.pop(0) if cards else rest.pop(0)

    for _ in range(3):
        order += [next_of(named[place]) for place in everybody]
    if burned:
        order.append(next_of(burn))
    order += [next_of(named[place]) for place in everybody if folds.get(place) != "bet"]
    order.append(next_of(burn))
    order += [next_of(named[place]) for place in everybody if place not in folds]
    left = [card for cards in (*named.values(), burn) for card in cards]
    return (*order, *left, *rest)


class Pot:
    """A round of Winner's Pot Poker. Every method that gives an input insists that it is taken.

    `folds` says who folds instead of placing which wager; `button` where the button is in this round (0: the dealer).
    """

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        dealer: str = "",
        *,
        burns: str = "",
        folds: dict[int, str] | None = None,
        button: int = DEALER,
        seats: tuple[int, ...] | None = None,
        readings: dict[str, str] | None = None,
        chips: int = CHIPS,
        order: tuple[str, ...] | None = None,
        carry: Carry | None = None,
        marks: dict[str, int] | None = None,
        **house: Any,
    ) -> None:
        self.hands = hands or {1: "", 3: "", 5: ""}
        self.folds = folds or {}
        self.house = WinnersPotHouse(**{"seats": max(6, *self.hands), **house})
        readings = readings or {}
        if carry is None:
            carry = seated(*(seats or sorted(self.hands)), chips=chips, backs=self.house.backs)
            before = {"button": max([p for p in self.hands if p < button] or [DEALER])} if button else {}
            carry = msgspec.structs.replace(carry, marks={**before, **(marks or {})})
        self.driver = Driver(GAME, GAME.rules(readings), self.house, carry)
        burned = readings.get("first-street") != "unburned"
        self.order = order or deck_for(self.hands, dealer, burns, self.folds, button, burned)

    # --- going on

    def give(self, *inputs: Input) -> Pot:
        for given in inputs:
            refused = self.driver.submit(given)
            assert not refused, f"{given}: {refused}"
        return self

    def refused(self, given: Input) -> list[Refusal]:
        """The input is refused and nothing at all has changed."""
        before = self.state()
        refused = self.driver.submit(given)
        assert refused, f"{given} was taken"
        assert self.state() == before
        return refused

    def betting(self) -> Pot:
        """Up to the window for wagers."""
        self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))
        return self if self.house.shuffler else self.give(Cut(CUT))

    def bet(self, ante: int = 500, jacks: dict[int, int] | None = None, antes: dict[int, int] | None = None) -> Pot:
        self.betting()
        for seat in sorted(self.hands):
            self.give(Wager(seat, {"ante": (antes or {}).get(seat, ante)}))
        for seat, cents in (jacks or {}).items():
            self.give(Wager(seat, {"jacks plus": cents}))
        return self

    def dealt(self, ante: int = 500, jacks: dict[int, int] | None = None, antes: dict[int, int] | None = None) -> Pot:
        """Up to the first question."""
        return self.bet(ante, jacks, antes).give(Close())

    def answer(self, *choices: str) -> Pot:
        """Answers in the order the dealer asks: b bets, d doubles, f folds."""
        for choice in choices:
            asked = self.driver.asked
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, WORDS[choice], asked.position))
        return self

    def go_on(self) -> Pot:
        """Everybody answers as planned."""
        while (asked := self.driver.asked) is not None:
            folds = self.folds.get(asked.position) == asked.subject or len(asked.choices) == 1
            self.give(Answer(asked.seat, "fold" if folds else asked.subject, asked.position))
        return self

    def played(self, ante: int = 500, jacks: dict[int, int] | None = None, antes: dict[int, int] | None = None) -> Pot:
        return self.dealt(ante, jacks, antes).go_on()

    def stepping(self, kind: type[Step], count: int, **wagers: Any) -> Pot:
        """The deal begins and stops after so many acts of a kind."""
        self.bet(**wagers)
        assert self.driver.submit(Close(), stepwise=True) == []
        return self.until(kind, count)

    def until(self, kind: type[Step], count: int) -> Pot:
        while len(self.steps(kind)) < count:
            assert not self.driver.done, f"the round ends before {count} acts of {kind}"
            if self.driver.wait is None:
                self.driver.run(1)
            else:
                asked = self.driver.asked
                assert asked is not None
                folds = self.folds.get(asked.position) == asked.subject
                choice = "fold" if folds else asked.subject
                assert self.driver.submit(Answer(asked.seat, choice, asked.position), stepwise=True) == []
        return self

    def happens(self, *inputs: Input) -> Pot:
        """Comes between two acts; then the round goes on to the next wait."""
        for given in inputs:
            refused = self.driver.submit(given, stepwise=True)
            assert not refused, f"{given}: {refused}"
        self.driver.run()
        return self

    # --- looking

    @property
    def t(self) -> Table:
        return self.driver.table

    def state(self) -> object:
        t = self.driver.table
        return (
            {place: list(cards) for place, cards in t.places.items()},
            dict(t.ledger.accounts),
            dict(t.players),
            list(t.said),
            dict(t.facts),
            dict(t.marks),
            len(self.driver.log),
            self.driver.wait,
        )

    def won(self, seat: int) -> int:
        """The change of a seat's chips, in cents."""
        return self.driver.table.ledger[rack(seat)] - self.driver.carry.accounts[rack(seat)]

    def house_won(self) -> int:
        return self.driver.table.ledger[INVENTORY] - self.driver.carry.accounts[INVENTORY]

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]
