"""Scenes of Ultimate Texas Hold 'Em: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from kit.scene import CardScene, fill_piles, in_turn
from pitboss.engine.inputs import Wager
from pitboss.games.ultimate_texas_holdem import GAME

SHOWN = (148, "cc1")  # a round worth a look in the terminal: the seed of its cards, and what is answered
TEXT = "2008-04-21"
SHUFFLER: dict[str, Any] = {"shuffler": "shuffler"}
BY_HAND: dict[str, Any] = {"dealing": "hand", **SHUFFLER}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", **SHUFFLER}
TWO_DECKS: dict[str, Any] = {"backs": ("red", "blue"), **SHUFFLER}


def shoe(
    hands: dict[int, str], dealer: str = "", board: str = "", burns: str = "", *, dealing: str = "manual-shoe"
) -> tuple[str, ...]:
    """Return the order of the whole deck that deals these hands, burns and community cards. Cards not named fill the
    rest."""
    named = [(hands[position], 2) for position in sorted(hands)]
    (*piles, community, burned), rest = fill_piles(*named, (dealer, 2), (board, 5), (burns, 2))
    return (*in_turn(piles, dealing), burned[0], *community[:3], burned[1], *community[3:], *rest)


class Scene(CardScene):
    """A round of Ultimate Texas Hold 'Em. Answers: c checks, f folds, 4 3 2 1 play that many antes."""

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"c": "check", "f": "fold", **{times: f"play {times}x" for times in "4321"}}

    def __init__(
        self, hands: dict[int, str] | None = None, dealer: str = "", board: str = "", burns: str = "", **more: Any
    ) -> None:
        hands = {1: "", 3: "", 6: ""} if hands is None else hands
        super().__init__(hands, lambda house: shoe(hands, dealer, board, burns, dealing=house.dealing), **more)

    def bet(self, seat: int, cents: int = 500, trips: int = 0) -> Self:
        return self.give(Wager(seat, {"ante": cents, "blind": cents, **({"trips": trips} if trips else {})}))

    def place_wagers(self, cents: int = 500, trips: dict[int, int] | None = None) -> Self:
        """Bet ante and blind for everyone."""
        self.open_betting()
        for seat in sorted(self.hands):
            self.bet(seat, cents, (trips or {}).get(seat, 0))
        return self

    def play_again(self, **house: Any) -> Scene:
        """Return a scene of the next round at the same table, with the same players and other cards."""
        assert self.driver.next is not None, self.driver.wait
        elected = {**msgspec.structs.asdict(self.house), **house, "readings": self.driver.rules.readings}
        return Scene(self.hands, carry=self.driver.next, **elected)
