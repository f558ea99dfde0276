"""Scenes: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.engine.carry import Carry, Deck, opening
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.wagers import BASE
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.facts import Mark
from pitboss.table.money import OUTSIDE, rack
from pitboss.table.steps import Step

CHIPS = 100_000_000  # a million dollars: no scene fails for want of chips unless it wants to
CUT = 20
ROUNDS_UNCOUNTED = Mark("rounds since count")
NEWEST, OLDEST = "2007-10-15", "1996-05-20"


def seated(*seats: int, chips: int = CHIPS, inventory: int = 10_000_000, backs: tuple[str, ...] = ("red",)) -> Carry:
    """A table in full swing: the deck has been opened and lies in the discard rack."""
    carry = opening(inventory)
    accounts = {**carry.accounts, **{rack(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    players = {seat: f"Player {seat}" for seat in seats}
    decks = tuple(Deck(back, FULL_DECK) for back in backs)
    return msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks)


def shoe(
    hands: dict[int, str], community: str = "", *, as_of: str = NEWEST, dealing: str = "manual-shoe"
) -> tuple[str, ...]:
    """The order of the whole deck that deals these hands.

    Community cards are named in the order burned, first, second. What is not named is filled up.
    """
    named = {position: list(parse_cards(cards)) for position, cards in hands.items()}
    board = list(parse_cards(community))
    taken = {card for cards in named.values() for card in cards} | set(board)
    rest = [card for card in FULL_DECK if card not in taken]
    for cards in (*named.values(), board):
        cards += [rest.pop(0) for _ in range(3 - len(cards))]
    # By 2007 cards lie from left to right and the left one is burned; in 1996 they lie on each other and the top
    # one is. A stack lies the other way round: spread by 2007 with its top card to the right.
    if (as_of < NEWEST) == (dealing != "automated-shoe"):
        board.reverse()
    piles = [*(named[position] for position in sorted(named)), board]
    if dealing == "automated-shoe":
        return tuple(card for pile in piles for card in pile) + tuple(rest)
    return tuple(pile[turn] for turn in range(3) for pile in piles) + tuple(rest)


def before_cut(wanted: tuple[str, ...], count: int = CUT) -> tuple[str, ...]:
    """The stacked deck that, cut at `count`, lies in the wanted order."""
    return wanted[-count:] + wanted[:-count]


class Scene:
    """A round of Let It Ride at one table. Every method that gives an input insists that it is taken."""

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        community: str = "",
        *,
        seats: tuple[int, ...] | None = None,
        readings: dict[str, str] | None = None,
        chips: int = CHIPS,
        order: tuple[str, ...] | None = None,
        as_of: str = NEWEST,
        carry: Carry | None = None,
        marks: dict[str, int] | None = None,
        **house: Any,
    ) -> None:
        self.hands = hands or {1: "", 4: "", 7: ""}
        self.house = LetItRideHouse(**house)
        if carry is None:
            carry = seated(*(seats or sorted(self.hands)), chips=chips, backs=self.house.backs)
            carry = msgspec.structs.replace(carry, marks=marks or {})
        self.driver = Driver(GAME, GAME.rules(readings or {}, as_of), self.house, carry)
        self.order = order or shoe(self.hands, community, as_of=as_of, dealing=self.house.dealing)

    # --- going on

    def give(self, given: Input) -> Scene:
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

    def shuffled(self) -> Scene:
        return self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))

    def betting(self) -> Scene:
        """Up to the window for wagers."""
        self.shuffled()
        return self if self.house.shuffler else self.give(Cut(CUT))

    def bet(self, seat: int, cents: int = 500, position: int = 0) -> Scene:
        return self.give(Wager(seat, dict.fromkeys(BASE, cents), position))

    def dealt(self, cents: int = 500, **more: dict[int, int]) -> Scene:
        """Everybody wagers, the cards are dealt: up to the first question. `more` is spot=... {seat: cents}."""
        self.betting()
        for seat in sorted(self.hands):
            self.bet(seat, cents)
        for spot, wagers in more.items():
            for seat, amount in wagers.items():
                self.give(Wager(seat, {spot.replace("_", " "): amount}))
        return self.give(Close())

    def answer(self, *choices: str) -> Scene:
        """Answers in the order the dealer asks: r rides, w withdraws."""
        for choice in choices:
            asked = self.driver.asked
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, {"r": "let it ride", "w": "withdraw"}[choice], asked.position))
        return self

    def all_ride(self) -> Scene:
        while self.driver.asked is not None:
            self.answer("r")
        return self

    # --- looking

    @property
    def t(self) -> Any:
        return self.driver.table

    def state(self) -> object:
        t = self.driver.table
        return (
            {place: list(cards) for place, cards in t.places.items()},
            dict(t.ledger.accounts),
            dict(t.players),
            list(t.said),
            dict(t.facts),
            len(self.driver.log),
            self.driver.wait,
        )

    def chips(self, seat: int) -> int:
        return self.driver.table.ledger[rack(seat)]

    def won(self, seat: int) -> int:
        """The change of a seat's chips, in cents."""
        return self.chips(seat) - self.driver.carry.accounts[rack(seat)]

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]


def cite_of(refused: list[Refusal]) -> set[str]:
    return {refusal.cite for refusal in refused}
