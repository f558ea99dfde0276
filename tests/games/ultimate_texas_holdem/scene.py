"""Scenes of Ultimate Texas Hold 'Em: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input, Wager
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import rack
from pitboss.table.steps import Step
from scene import CHIPS, CUT, ROUNDS_UNCOUNTED, before_cut, cite_of, seated

TEXT = "2008-04-21"
SHUFFLER: dict[str, Any] = {"shuffler": "shuffler"}
BY_HAND: dict[str, Any] = {"dealing": "hand", **SHUFFLER}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", **SHUFFLER}
TWO_DECKS: dict[str, Any] = {"backs": ("red", "blue"), **SHUFFLER}

WORDS = {"c": "check", "f": "fold", "4": "play 4x", "3": "play 3x", "2": "play 2x", "1": "play 1x"}

__all__ = ["CHIPS", "CUT", "ROUNDS_UNCOUNTED", "before_cut", "cite_of", "seated"]  # what scenes of every game share


def shoe(
    hands: dict[int, str], dealer: str = "", board: str = "", burns: str = "", *, dealing: str = "manual-shoe"
) -> tuple[str, ...]:
    """The order of the whole deck that deals these hands, burns and community cards. What is not named is filled up."""
    piles = [list(parse_cards(hands[position])) for position in sorted(hands)] + [list(parse_cards(dealer))]
    community, burned = list(parse_cards(board)), list(parse_cards(burns))
    taken = {card for cards in (*piles, community, burned) for card in cards}
    rest = [card for card in FULL_DECK if card not in taken]
    for cards, wanted in (*((pile, 2) for pile in piles), (community, 5), (burned, 2)):
        cards += [rest.pop(0) for _ in range(wanted - len(cards))]
    if dealing == "automated-shoe":
        dealt = [card for pile in piles for card in pile]
    else:
        dealt = [pile[turn] for turn in range(2) for pile in piles]
    return (*dealt, burned[0], *community[:3], burned[1], *community[3:], *rest)


class Scene:
    """A round at one table. Every method that gives an input insists that it is taken."""

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        dealer: str = "",
        board: str = "",
        burns: str = "",
        *,
        seats: tuple[int, ...] | None = None,
        readings: dict[str, str] | None = None,
        chips: int = CHIPS,
        order: tuple[str, ...] | None = None,
        carry: Carry | None = None,
        marks: dict[str, int] | None = None,
        **house: Any,
    ) -> None:
        self.hands = {1: "", 3: "", 6: ""} if hands is None else hands
        self.house = UltimateHouse(**house)
        if carry is None:
            carry = seated(*(seats or sorted(self.hands)), chips=chips, backs=self.house.backs)
            carry = msgspec.structs.replace(carry, marks=marks or {})
        self.driver = Driver(GAME, GAME.rules(readings or {}), self.house, carry)
        self.order = order or shoe(self.hands, dealer, board, burns, dealing=self.house.dealing)

    # --- going on

    def give(self, *given: Input) -> Scene:
        for one in given:
            refused = self.driver.submit(one)
            assert not refused, f"{one}: {refused}"
        return self

    def refused(self, given: Input) -> set[str]:
        """The paragraphs by which the input is refused; nothing at all has changed."""
        before = self.state()
        refused = self.driver.submit(given)
        assert refused, f"{given} was taken"
        assert self.state() == before
        return cite_of(refused)

    def shuffled(self) -> Scene:
        return self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))

    def betting(self) -> Scene:
        """Up to the window for wagers."""
        self.shuffled()
        return self if self.house.shuffler else self.give(Cut(CUT))

    def bet(self, seat: int, cents: int = 500, trips: int = 0) -> Scene:
        return self.give(Wager(seat, {"ante": cents, "blind": cents, **({"trips": trips} if trips else {})}))

    def wagered(self, cents: int = 500, trips: dict[int, int] | None = None) -> Scene:
        """Everybody has ante and blind out."""
        self.betting()
        for seat in sorted(self.hands):
            self.bet(seat, cents, (trips or {}).get(seat, 0))
        return self

    def dealt(self, cents: int = 500, trips: dict[int, int] | None = None) -> Scene:
        """Everybody wagers, two cards are dealt: up to the first question."""
        return self.wagered(cents, trips).give(Close())

    def answer(self, choices: str) -> Scene:
        """Answers in the order the dealer asks, a letter each: c checks, f folds, 4 3 2 1 play so many antes."""
        for choice in choices.replace(" ", ""):
            asked = self.driver.asked
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, WORDS[choice], asked.position))
        return self

    def stepping(self, given: Input) -> Scene:
        """Gives the input and stops after the first act that follows from it."""
        refused = self.driver.submit(given, stepwise=True)
        assert not refused, f"{given}: {refused}"
        return self

    def until(self, kind: type[Step], count: int = 1) -> Scene:
        """Act by act until so many steps of this kind are done."""
        while len(self.steps(kind)) < count:
            done = len(self.driver.log)
            self.driver.run(1)
            assert len(self.driver.log) > done, f"no {kind.__name__} comes; the table waits for {self.driver.wait}"
        return self

    def run(self) -> Scene:
        self.driver.run()
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

    def won(self, *seats: int) -> Any:
        """The change of a seat's chips, in cents; of several, as a list."""
        changes = [self.chips(seat) - self.driver.carry.accounts[rack(seat)] for seat in seats]
        return changes[0] if len(changes) == 1 else changes

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]

    def again(self, **house: Any) -> Scene:
        """The same table, a round later, with the same players and other cards."""
        assert self.driver.next is not None, self.driver.wait
        elected = {**msgspec.structs.asdict(self.house), **house, "readings": self.driver.rules.readings}
        return Scene(self.hands, carry=self.driver.next, **elected)
