"""Scenes of Casino War: a shoe in the middle of its life, with the cards that a test wants next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from kit.scene import BANK, CHIPS, Scene
from pitboss.engine.carry import Carry, Deck, Shoe, opening
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, CardOrder, Close, Cut, Wager
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR_TIE
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import PACKS
from pitboss.table.table import SHOE

SALT = "5a" * 32
LEFT = 120  # cards in the shoe
FACTS = "beyond:casino-war."
# Much at once, for simulations: elections, and bets in cents.
MUCH: tuple[dict[str, object], dict[str, int]] = ({}, {INITIAL: 500, TIE: 300, WAR_TIE: 200})
SHOWN = (2, "w")  # a round worth a look in the terminal: a war that ends in a tie


class WarScene(Scene):
    """A scene in which `cards` come next, in this order: one to each position, one to the dealer, and so on."""

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"w": GO_TO_WAR, "s": SURRENDER}

    def __init__(
        self,
        cards: str = "",
        *,
        seats: tuple[int, ...] = (1,),
        chips: int = CHIPS,
        behind: int = 80,
        left: int = LEFT,
        readings: Mapping[str, str] | None = None,
        carry: Carry | None = None,
        **house: Any,
    ) -> None:
        elected = GAME.house.usual(**house)
        carry = carry or carry_in_mid_shoe(elected.packs, cards, seats, chips, behind, left)
        self.over: list[Driver] = []  # rounds before this one
        super().__init__(elected, carry, readings)

    def bet(self, seat: int, initial: int, tie: int = 0) -> Self:
        """Place an initial wager, and perhaps a tie wager, in dollars."""
        return self.give(Wager(seat, {INITIAL: 100 * initial, **({TIE: 100 * tie} if tie else {})}))

    def deal(self) -> Self:
        return self.give(Close())

    def tie_on_war(self, seat: int, dollars: int) -> Self:
        return self.give(Wager(seat, {WAR_TIE: 100 * dollars}))

    def answers(self, letters: str) -> list[Answer]:
        """Return answers of the player who is asked, for a scene that gives them itself."""
        asked = self.driver.question
        assert asked is not None
        return [Answer(asked.seat, self.words[letter], asked.position) for letter in letters]

    def next_round(self) -> Self:
        assert self.driver.next is not None
        self.over.append(self.driver)
        self.driver = Driver(GAME, self.rules, self.house, self.driver.next)
        return self

    def shuffle(self, cards: str = "", behind: int | None = None) -> Self:
        """Shuffle the cards that the table waits for, cut them, and insert the cutting card. These cards are dealt
        first, after one that is burned."""
        return self.give(self.order(cards), Cut(10), Cut(78 if behind is None else behind))

    def order(self, cards: str, burned: bool = True) -> CardOrder:
        """Return the order of a stack that begins with these cards once ten cards from its front have gone to the
        back."""
        wanted: Any = self.driver.wait
        first = list(parse_cards(cards, self.house.packs))
        rest = [*(Counter(wanted.cards) - Counter(first)).elements()]
        stack = [*rest[:burned], *first, *rest[burned:]]
        return CardOrder(tuple(stack[-10:] + stack[:-10] if burned else stack), SALT)

    @property
    def rounds(self) -> list[Driver]:
        return [*self.over, self.driver]


def carry_in_mid_shoe(packs: int, cards: str, seats: tuple[int, ...], chips: int, behind: int, left: int) -> Carry:
    """Return the carry of a table with a shoe from which some hundred cards have been dealt."""
    wanted = parse_cards(cards, packs)
    rest = [*(Counter(FULL_DECK * packs) - Counter(wanted)).elements()]
    more = left - len(wanted)
    return msgspec.structs.replace(
        carry_with(*seats, chips=chips),
        round=7,
        decks=(Deck("red", tuple(rest[more:])),),
        marks={PACKS.word: packs},
        shoe=Shoe({SHOE: (*wanted, *rest[:more])}, behind, SALT),
    )


def carry_with(*seats: int, chips: int = CHIPS) -> Carry:
    """Return the carry of a table about to open, at which these players sit."""
    carry = opening(BANK)
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    return msgspec.structs.replace(carry, players={seat: f"Player {seat}" for seat in seats}, accounts=accounts)
