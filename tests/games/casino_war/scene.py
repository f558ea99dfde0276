"""Scenes of Casino War: a shoe in the middle of its life, with the cards that a test wants next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from kit.scene import BANK, CHIPS, Scene
from pitboss.engine.carry import Carry, Deck, Shoe, opening
from pitboss.engine.inputs import Close, Wager
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.house import INITIAL, TIE, WAR_TIE
from pitboss.games.casino_war.play import GO_TO_WAR, SURRENDER
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import PACKS
from pitboss.table.table import SHOE

SALT = "5a" * 32
LEFT = 120  # cards in the shoe


class WarScene(Scene):
    """`cards` come next, in this order: one to each position, one to the dealer, and so on."""

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"w": GO_TO_WAR, "s": SURRENDER}

    def __init__(
        self,
        cards: str,
        *,
        seats: tuple[int, ...] = (1,),
        chips: int = CHIPS,
        behind: int = 80,
        left: int = LEFT,
        readings: Mapping[str, str] | None = None,
        **house: Any,
    ) -> None:
        elected = GAME.house.usual(**house)
        super().__init__(elected, in_the_middle(elected.packs, cards, seats, chips, behind, left), readings)

    def bet(self, seat: int, initial: int, tie: int = 0) -> Self:
        """In dollars."""
        return self.give(Wager(seat, {INITIAL: 100 * initial, **({TIE: 100 * tie} if tie else {})}))

    def dealt(self) -> Self:
        return self.give(Close())

    def tie_on_war(self, seat: int, dollars: int) -> Self:
        return self.give(Wager(seat, {WAR_TIE: 100 * dollars}))


def in_the_middle(packs: int, cards: str, seats: tuple[int, ...], chips: int, behind: int, left: int) -> Carry:
    """A shoe from which some hundred cards have been dealt."""
    wanted = parse_cards(cards, packs)
    rest = [*(Counter(FULL_DECK * packs) - Counter(wanted)).elements()]
    more = left - len(wanted)
    carry = opening(BANK)
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    return msgspec.structs.replace(
        carry,
        round=7,
        players={seat: f"Player {seat}" for seat in seats},
        accounts=accounts,
        decks=(Deck("red", tuple(rest[more:])),),
        marks={PACKS.word: packs},
        shoe=Shoe({SHOE: (*wanted, *rest[:more])}, behind, SALT),
    )
