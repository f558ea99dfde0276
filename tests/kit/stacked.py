"""A source of chance that shuffles a shoe so that known cards come out of it first. No game is known here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.engine.chance import Source, seeded_source
from pitboss.engine.inputs import CardOrder, Cut, Input
from pitboss.engine.waits import CuttingCardWanted, CutWanted, ShoeOrderWanted, Wait

CUT = 20  # cards, as any game with a shoe allows


class StackedSource(Source):
    """A seeded source that puts these cards on top of every shoe once it is cut; or at once where nobody cuts."""

    def __init__(self, cards: Sequence[str], seed: int = 1, *, cut: bool = True) -> None:
        source = seeded_source(seed)
        super().__init__(source.label, source._draw)
        self._cards, self._cut = tuple(cards), CUT if cut else 0

    def answers(self, wait: Wait | None) -> Input | None:
        if isinstance(wait, ShoeOrderWanted):
            rest = Counter(wait.cards)
            rest.subtract(self._cards)
            assert min(rest.values()) >= 0, "the shoe does not have these cards"
            dealt = (*self._cards, *self.order(list(rest.elements())))
            back = len(dealt) - self._cut
            return CardOrder(dealt[back:] + dealt[:back], self.salt())
        if isinstance(wait, CutWanted) and not isinstance(wait, CuttingCardWanted):
            return Cut(CUT)
        return super().answers(wait)
