"""Where the cards of a round were dealt to."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.engine.runner import submit_or_raise


def cards_dealt_to(played: Driver, places: Iterable[str]) -> dict[str, list[str]]:
    """The cards at each of these places. The round is played once more, act by act, with a look at the layout after
    each. A place is looked at when it holds most cards: where they are laid on each other, the earlier ones move
    down."""
    again = Driver(played.game, played.rules, played.house, played.carry, stepwise=True)
    found: dict[str, list[str]] = {place: [] for place in places}
    while len(again.log) < len(played.log):
        item = played.log[len(again.log)]
        if isinstance(item, Input) and not item.amid:
            again.run(1)  # up to the wait at which it came
        if isinstance(item, Input):
            submit_or_raise(again, item, stepwise=True)
        else:
            again.run(1)
        for place, most in found.items():
            if len(pile := again.table.places.get(place, ())) > len(most):
                found[place] = [lying.card for lying in pile]
    return found
