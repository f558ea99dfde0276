"""Builds a stack of cards for a round from a shoe, so that it deals what was seen.

Which card lies where is unknown before the round, and how many cards are dealt depends on their faces. So a stack is
tried; wherever it deals another card than was seen, the right one is swapped in, until all agree. Cards that were not
seen come from the filling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from pitboss.compliance.observed_log.lawful_play import PlayedRound
from pitboss.table.card_steps import BurnCard, CutCards, Deal, DealUp, DiscardFaceUp
from pitboss.table.shoe_steps import ShuffleShoe
from pitboss.table.table import SHOE

MOST_TRIED = 100  # stacks; if none agrees by then, the round is judged with the last one


class ShoeLayout:
    """The places of the cards of a round from a shoe, and the cards that were seen there."""

    def __init__(
        self, play: Callable[[tuple[str, ...]], PlayedRound], packs: int, seen: Mapping[str, Sequence[str]]
    ) -> None:
        self._play, self._packs, self._seen = play, packs, seen
        self._count_at: dict[str, int] = {}  # number of cards dealt to each place

    def build_deck(self, filling: Sequence[str]) -> tuple[str, ...]:
        """Return a stack that deals what was seen, with other cards from the filling."""
        stack, fixed = [*filling] * self._packs, set[int]()
        for _ in range(MOST_TRIED):
            cards_dealt = list(_cards_dealt(self._play(tuple(stack)), len(stack)))
            self._count_at = Counter(place for _, place, _ in cards_dealt)
            misfit = next((card for card in cards_dealt if card[0] not in fixed and self._card_seen(card)), None)
            if misfit is None:
                return tuple(stack)
            index, card_wanted = misfit[0], self._card_seen(misfit)
            fixed.add(index)
            if stack[index] != card_wanted:
                # Take it from the back, so that the cards dealt before stay the same.
                places = (place for place in reversed(range(len(stack))) if place not in fixed)
                other = next((place for place in places if stack[place] == card_wanted), None)
                if other is None:
                    continue  # more cards of this face were seen than exist
                stack[index], stack[other] = stack[other], stack[index]
        return tuple(stack)

    def _card_seen(self, card: tuple[int, str, int]) -> str:
        """Return the card that was seen where this one is dealt; empty if none was."""
        _, place, number = card
        seen = self._seen.get(place, ())
        return seen[number] if number < len(seen) else ""

    @property
    def overfull_places(self) -> list[str]:
        """The places at which more cards were seen than are dealt there."""
        return [place for place, cards in self._seen.items() if len(cards) > self._count_at.get(place, 0)]

    def has_cards_at(self, place: str) -> bool:
        return bool(self._count_at.get(place))

    @property
    def unseen_places(self) -> set[str]:
        """The places with cards that were not all seen."""
        seen_cards = {
            place: [*filter(None, self._seen.get(place, ())[:count])] for place, count in self._count_at.items()
        }
        return {place for place, count in self._count_at.items() if count > len(seen_cards[place])}


def _cards_dealt(played: PlayedRound, size: int) -> Iterator[tuple[int, str, int]]:
    """Yield each card that a place got: its index in the stack before the cut, the place, and its number there."""
    cut, drawn, count_at = 0, 0, Counter[str]()
    for step in played.steps:
        if isinstance(step, ShuffleShoe):
            cut, drawn = 0, 0
        elif isinstance(step, CutCards):
            cut += step.count
        elif isinstance(step, BurnCard | Deal | DealUp | DiscardFaceUp) and step.source == SHOE:
            if isinstance(step, Deal | DealUp):
                yield (cut + drawn) % size, step.place, count_at[step.place]
                count_at[step.place] += 1
            drawn += 1
