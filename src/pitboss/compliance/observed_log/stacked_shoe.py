"""Cards of a round from a shoe that lasts: a stack that deals what was seen.

Which cards lie where is not known before such a round, and how many are dealt depends on what they are. So a stack is
tried, and where it deals another card to a place than was seen there, the one that was seen is put in its stead, until
all are. What was not seen is taken from the filling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from pitboss.compliance.observed_log.lawful_play import Played
from pitboss.table.card_steps import BurnCard, CutCards, Deal, DealUp, DiscardFaceUp
from pitboss.table.shoe_steps import ShuffleShoe
from pitboss.table.table import SHOE

MOST_TRIED = 100  # stacks; a round that is not dealt by then is judged with the last


class ShoeLay:
    """Where the cards of a round lie that is played from a shoe, beside what was seen of them."""

    def __init__(
        self, play: Callable[[tuple[str, ...]], Played], packs: int, seen: Mapping[str, Sequence[str]]
    ) -> None:
        self._play, self._packs, self._seen = play, packs, seen
        self._lay: dict[str, int] = {}  # how many cards were dealt to each place

    def deck(self, filling: Sequence[str]) -> tuple[str, ...]:
        stack, fixed = [*filling] * self._packs, set[int]()
        for _ in range(MOST_TRIED):
            dealt = list(_dealt(self._play(tuple(stack)), len(stack)))
            self._lay = Counter(place for _, place, _ in dealt)
            wrong = next((each for each in dealt if each[0] not in fixed and self._wanted(each)), None)
            if wrong is None:
                return tuple(stack)
            at, wanted = wrong[0], self._wanted(wrong)
            fixed.add(at)
            if stack[at] != wanted:
                # From the back, where it does not change what was dealt before.
                places = (place for place in reversed(range(len(stack))) if place not in fixed)
                other = next((place for place in places if stack[place] == wanted), None)
                if other is None:
                    continue  # more cards of one face were seen than there are
                stack[at], stack[other] = stack[other], stack[at]
        return tuple(stack)

    def _wanted(self, dealt: tuple[int, str, int]) -> str:
        _, place, number = dealt
        seen = self._seen.get(place, ())
        return seen[number] if number < len(seen) else ""

    @property
    def too_many(self) -> list[str]:
        """Places at which more cards were seen than are dealt there."""
        return [place for place, cards in self._seen.items() if len(cards) > self._lay.get(place, 0)]

    def dealt_to(self, place: str) -> bool:
        return bool(self._lay.get(place))

    @property
    def unseen(self) -> set[str]:
        """Places of whose cards not all were seen."""
        named = {place: [*filter(None, self._seen.get(place, ())[:count])] for place, count in self._lay.items()}
        return {place for place, count in self._lay.items() if count > len(named[place])}


def _dealt(played: Played, size: int) -> Iterator[tuple[int, str, int]]:
    """Each card that a place got: where it lay in the stack before it was cut, the place, and the how manieth."""
    cut, drawn, there = 0, 0, Counter[str]()
    for step in played.steps:
        if isinstance(step, ShuffleShoe):
            cut, drawn = 0, 0
        elif isinstance(step, CutCards):
            cut += step.count
        elif isinstance(step, BurnCard | Deal | DealUp | DiscardFaceUp) and step.source == SHOE:
            if isinstance(step, Deal | DealUp):
                yield (cut + drawn) % size, step.place, there[step.place]
                there[step.place] += 1
            drawn += 1
