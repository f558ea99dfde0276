"""Find where the cards of a round were dealt to."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.engine.runner import submit_or_raise


def cards_dealt_to(finished: Driver, places: Iterable[str]) -> dict[str, list[str]]:
    """Return the cards dealt to each of these places, by replaying the round and looking at the layout after each act.

    Each place is read when it holds the most cards, because earlier cards move down where cards are laid on each other.
    """
    replayed = Driver(finished.game, finished.rules, finished.house, finished.carry, stepwise=True)
    dealt: dict[str, list[str]] = {place: [] for place in places}
    while len(replayed.log) < len(finished.log):
        item = finished.log[len(replayed.log)]
        if isinstance(item, Input) and not item.amid:
            replayed.run(1)  # up to the wait at which it came
        if isinstance(item, Input):
            submit_or_raise(replayed, item, stepwise=True)
        else:
            replayed.run(1)
        for place, cards in dealt.items():
            if len(pile := replayed.table.places.get(place, ())) > len(cards):
                dealt[place] = [lying.card for lying in pile]
    return dealt
