"""Scenes of Let It Ride: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from kit.scene import CardScene, fill_piles, in_turn
from pitboss.engine.inputs import Wager
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.wagers import BASE

NEWEST, OLDEST = "2007-10-15", "1996-05-20"
BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}


def shoe(
    hands: dict[int, str], community: str = "", *, as_of: str = NEWEST, dealing: str = "manual-shoe"
) -> tuple[str, ...]:
    """Return the order of the whole deck that deals these hands. Cards not named fill the rest.

    Community cards are named in the order burned, first, second.
    """
    (*piles, board), rest = fill_piles(*((cards, 3) for cards in hands.values()), (community, 3))
    # By 2007 cards lie from left to right and the left one is burned; in 1996 they lie on each other and the top
    # one is. A stack lies the other way round: spread by 2007 with its top card to the right.
    if (as_of < NEWEST) == (dealing != "automated-shoe"):
        board.reverse()
    named = dict(zip(hands, piles, strict=True))
    return (*in_turn([*(named[position] for position in sorted(named)), board], dealing), *rest)


class Scene(CardScene):
    """A round of Let It Ride. Answers: r rides, w withdraws."""

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"r": "let it ride", "w": "withdraw"}

    def __init__(
        self, hands: dict[int, str] | None = None, community: str = "", *, as_of: str = NEWEST, **more: Any
    ) -> None:
        hands = hands or {1: "", 4: "", 7: ""}

        def order(house: Any) -> tuple[str, ...]:
            return shoe(hands, community, as_of=as_of, dealing=house.dealing)

        super().__init__(hands, order, as_of=as_of, **more)

    def bet(self, seat: int, cents: int = 500, position: int = 0) -> Self:
        return self.give(Wager(seat, dict.fromkeys(BASE, cents), position))

    def place_wagers(self, cents: int = 500, **more: dict[int, int]) -> Self:
        """Bet the three wagers for everyone. `more` is spot=... {seat: cents}."""
        self.open_betting()
        for seat in sorted(self.hands):
            self.bet(seat, cents)
        for spot, wagers in more.items():
            for seat, amount in wagers.items():
                self.give(Wager(seat, {spot.replace("_", " "): amount}))
        return self

    def all_ride(self) -> Self:
        return self.all_answer("r")
