"""Read the result of a round of punto banco for the roads that players keep of a shoe."""

from __future__ import annotations

from pitboss.common.punto_banco.facts import RESULT
from pitboss.common.punto_banco.third_card_tables import BANKER, PLAYER, is_pair, place_of
from pitboss.table.roads import FIRST, SECOND, TIE, Cards, Coup, Road
from pitboss.table.table import Table

SIDES = {PLAYER: FIRST, BANKER: SECOND}


def read(t: Table, cards: Cards) -> Coup | None:
    """Return the result as it was called, which decided every wager; None before the call."""
    result = RESULT.get(t)
    if result is None:
        return None
    pairs = is_pair(cards.get(place_of(PLAYER), ())), is_pair(cards.get(place_of(BANKER), ()))
    return Coup(SIDES.get(result.winner, TIE), pairs)


ROAD = Road(("Player", "Banker", "Tie"), read)
