"""Scenes of Three Card Poker: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from kit.scene import CardScene, fill_piles, in_turn
from pitboss.engine.inputs import Wager
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT

SHOWN = (126, "p")  # a round worth a look in the terminal: the seed of its cards, and what is answered
BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}
METHODS: dict[str, dict[str, Any]] = {"20.7": {}, "20.8": BY_HAND, "20.9": AUTOMATED}


def shoe(hands: Mapping[int, str], dealer: str = "", *, dealing: str = "manual-shoe") -> tuple[str, ...]:
    """Return the order of the whole deck that deals these hands and the dealer's. Cards not named fill the rest."""
    piles, rest = fill_piles(*((hands[position], 3) for position in sorted(hands)), (dealer, 3))
    return (*in_turn(piles, dealing), *rest)


class Scene(CardScene):
    """A round of Three Card Poker. Answers: p makes the play wager, f folds."""

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"p": MAKE_IT, "f": FOLD}

    def __init__(self, hands: dict[int, str] | None = None, dealer: str = "", **more: Any) -> None:
        hands = hands or {1: "", 4: "", 7: ""}
        super().__init__(hands, lambda house: shoe(hands, dealer, dealing=house.dealing), **more)

    def bet(self, seat: int, ante: int = 500, pair_plus: int = 0) -> Self:
        stakes = {"ante": ante, "pair plus": pair_plus}
        return self.give(Wager(seat, {spot: cents for spot, cents in stakes.items() if cents}))

    def place_wagers(self, ante: int = 500, /, **stakes: tuple[int, int]) -> Self:
        """Bet the ante for everyone, or what is given for a seat: `seat_4=(ante, pair plus)`."""
        self.open_betting()
        for seat in sorted(self.hands):
            self.bet(seat, *stakes.get(f"seat_{seat}", (ante,)))
        return self

    def all_play(self) -> Self:
        return self.all_answer("p")


def win_against(player: str, dealer: str, ante: int = 500, pair_plus: int = 0, **more: Any) -> int:
    """Return what one player wins who makes the play wager with these cards."""
    return Scene({1: player}, dealer, **more).deal(seat_1=(ante, pair_plus)).all_play().winnings(1)
