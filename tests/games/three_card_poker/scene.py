"""Scenes of Three Card Poker: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Input, Wager
from pitboss.engine.waits import Refusal
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.play import FOLD, MAKE_IT
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import rack
from pitboss.table.steps import Step
from scene import CHIPS, CUT, before_cut, seated

BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}
METHODS: dict[str, dict[str, Any]] = {"20.7": {}, "20.8": BY_HAND, "20.9": AUTOMATED}
ANSWERS = {"p": MAKE_IT, "f": FOLD}


def shoe(hands: Mapping[int, str], dealer: str = "", *, dealing: str = "manual-shoe") -> tuple[str, ...]:
    """The order of the whole deck that deals these hands and the dealer's; what is not named is filled up."""
    named = [list(parse_cards(hands[position])) for position in sorted(hands)] + [list(parse_cards(dealer))]
    rest = [card for card in FULL_DECK if not any(card in cards for cards in named)]
    for cards in named:
        cards += [rest.pop(0) for _ in range(3 - len(cards))]
    if dealing == "automated-shoe":
        return tuple(card for cards in named for card in cards) + tuple(rest)
    return tuple(cards[turn] for turn in range(3) for cards in named) + tuple(rest)


class Scene:
    """A round at one table. Every method that gives an input insists that it is taken."""

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        dealer: str = "",
        *,
        seats: tuple[int, ...] | None = None,
        readings: dict[str, str] | None = None,
        chips: int = CHIPS,
        order: tuple[str, ...] | None = None,
        carry: Carry | None = None,
        marks: dict[str, int] | None = None,
        **house: Any,
    ) -> None:
        self.hands = hands or {1: "", 4: "", 7: ""}
        self.house = ThreeCardPokerHouse(**house)
        if carry is None:
            carry = seated(*(seats or sorted(self.hands)), chips=chips, backs=self.house.backs)
            carry = msgspec.structs.replace(carry, marks=marks or {})
        self.driver = Driver(GAME, GAME.rules(readings or {}), self.house, carry)
        self.order = order or shoe(self.hands, dealer, dealing=self.house.dealing)

    # --- going on

    def give(self, given: Input) -> Scene:
        refused = self.driver.submit(given)
        assert not refused, f"{given}: {refused}"
        return self

    def refused(self, given: Input) -> set[str]:
        """The input is refused, nothing at all has changed, and these are the citations."""
        before = self.state()
        refused = self.driver.submit(given)
        assert refused, f"{given} was taken"
        assert self.state() == before
        return cites(refused)

    def shuffled(self) -> Scene:
        return self.give(CardOrder(self.order if self.house.shuffler else before_cut(self.order)))

    def betting(self) -> Scene:
        """Up to the window for wagers."""
        self.shuffled()
        return self if self.house.shuffler else self.give(Cut(CUT))

    def bet(self, seat: int, ante: int = 500, pair_plus: int = 0) -> Scene:
        stakes = {"ante": ante, "pair plus": pair_plus}
        return self.give(Wager(seat, {spot: cents for spot, cents in stakes.items() if cents}))

    def wagered(self, ante: int = 500, /, **stakes: tuple[int, int]) -> Scene:
        """Everybody has the ante out, or what is said for his seat: seat_4=(ante, pair plus)."""
        self.betting()
        for seat in sorted(self.hands):
            self.bet(seat, *stakes.get(f"seat_{seat}", (ante,)))
        return self

    def dealt(self, ante: int = 500, /, **stakes: tuple[int, int]) -> Scene:
        """Everybody wagers, the cards are dealt: up to the first question."""
        return self.wagered(ante, **stakes).give(Close())

    def dealing(self, cards: int, kind: type[Step], **stakes: tuple[int, int]) -> Scene:
        """The deal is under way, so many cards (or stacks) out."""
        self.wagered(**stakes)
        assert self.driver.submit(Close(), stepwise=True) == []
        while len(self.steps(kind)) < cards:
            self.driver.run(1)
        return self

    def amid(self, *given: Input) -> Scene:
        """These come between two acts; the round then goes on to the next wait."""
        for one in given:
            assert self.driver.submit(one, stepwise=True) == [], one
        self.driver.run()
        return self

    def answer(self, choices: str) -> Scene:
        """Answers in the order in which the dealer asks: p makes the play wager, f folds."""
        for choice in choices:
            asked = self.driver.asked
            assert asked is not None, f"nobody is asked; the table waits for {self.driver.wait}"
            self.give(Answer(asked.seat, ANSWERS[choice], asked.position))
        return self

    def all_play(self) -> Scene:
        while self.driver.asked is not None:
            self.answer("p")
        return self

    def step_to(self, kind: type[Step], count: int = 1) -> Scene:
        """On by single acts, up to and with the so-manieth act of this kind."""
        for _ in range(1_000):
            if len(self.steps(kind)) >= count:
                return self
            self.driver.run(1)
        raise AssertionError(f"no {kind.__name__} comes; the table waits for {self.driver.wait}")

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

    def won(self, *seats: int) -> int:
        """The change of the seats' chips together, in cents."""
        ledger, before = self.driver.table.ledger, self.driver.carry.accounts
        return sum(ledger[rack(seat)] - before[rack(seat)] for seat in seats)

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        return [item for item in self.driver.log if isinstance(item, kind)]

    def cites(self) -> list[str]:
        return [step.cite for step in self.steps()]


def cites(refused: list[Refusal]) -> set[str]:
    return {refusal.cite for refusal in refused}


def against(player: str, dealer: str, ante: int = 500, pair_plus: int = 0, **more: Any) -> int:
    """What one player wins who makes the play wager with these cards."""
    return Scene({1: player}, dealer, **more).dealt(seat_1=(ante, pair_plus)).all_play().won(1)
