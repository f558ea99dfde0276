"""Scenes of Winner's Pot Poker: a table set up in a line or two, with exactly the cards a test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from kit.scene import CardScene
from pitboss.engine.inputs import Answer, Wager
from pitboss.engine.waits import Ask
from pitboss.games.winners_pot_poker import GAME
from pitboss.table.cards import FULL_DECK, parse_cards

SHOWN = (42, "bd")  # a round worth a look in the terminal: the seed of its cards, and what is answered
DEALER = 0
TEXT = "2008-09-02"


def rotation(positions: Iterable[int], button: int) -> list[int]:
    """Return the positions clockwise from the first player after the button; the dealer (0) comes after the rightmost
    player."""
    circle = [*sorted(positions), DEALER]
    first = min([p for p in circle if p > button] or [min(circle[:-1])])
    start = circle.index(first)
    return circle[start:] + circle[:start]


def deck_for(
    hands: dict[int, str], dealer: str, burns: str, folds: dict[int, str], button: int, burned: bool = True
) -> tuple[str, ...]:
    """Return the order of the whole deck that deals these hands, given who folds where. Cards not named fill the
    rest."""
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


class Pot(CardScene):
    """A round of Winner's Pot Poker: b bets, d doubles, f folds.

    `folds` says who folds instead of placing which wager; `button` where the button is in this round (0: the dealer).
    """

    game = GAME
    words: ClassVar[Mapping[str, str]] = {"b": "bet", "d": "double", "f": "fold"}

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        dealer: str = "",
        *,
        burns: str = "",
        folds: dict[int, str] | None = None,
        button: int = DEALER,
        readings: Mapping[str, str] | None = None,
        marks: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        hands = hands or {1: "", 3: "", 5: ""}
        self.folds = folds or {}
        before = {"button": max([p for p in hands if p < button] or [DEALER])} if button else {}
        burned = (readings or {}).get("first-street") != "unburned"
        order = deck_for(hands, dealer, burns, self.folds, button, burned)
        super().__init__(hands, lambda house: order, readings=readings, marks={**before, **(marks or {})}, **more)

    def elections(self, hands: Mapping[int, str]) -> dict[str, Any]:
        return {"seats": max(6, *hands)}

    def place_wagers(
        self, ante: int = 500, jacks: dict[int, int] | None = None, antes: dict[int, int] | None = None
    ) -> Self:
        """Bet the ante for everyone, and the jacks plus wager for some. Antes may differ by seat."""
        self.open_betting()
        for seat in sorted(self.hands):
            self.give(Wager(seat, {"ante": (antes or {}).get(seat, ante)}))
        for seat, cents in (jacks or {}).items():
            self.give(Wager(seat, {"jacks plus": cents}))
        return self

    def planned_answer(self, asked: Ask) -> str:
        folds = self.folds.get(asked.position) == asked.subject or len(asked.choices) == 1
        return "fold" if folds else asked.subject

    def go_on(self) -> Self:
        """Let everybody answer as planned."""
        while (asked := self.driver.question) is not None:
            self.give(Answer(asked.seat, self.planned_answer(asked), asked.position))
        return self

    def play(self, ante: int = 500, jacks: dict[int, int] | None = None, antes: dict[int, int] | None = None) -> Self:
        return self.deal(ante, jacks, antes).go_on()
