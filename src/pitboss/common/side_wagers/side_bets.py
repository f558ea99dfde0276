"""The bets on described side wagers: beside a hand, within their limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from pitboss.common.house import SideWagerHouse
from pitboss.common.seats import limits_refusal, refuse_bad_chips
from pitboss.engine.game import Offer
from pitboss.engine.inputs import TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.waits import Refusal
from pitboss.table.side_wager import CITE, SideWager
from pitboss.table.table import Table

# Whether wagers on a layout, cents by betting area, are enough for a hand to be dealt.
MakesHand: TypeAlias = Callable[[Mapping[str, int]], bool]


def side_wagers_at(r: Round[SideWagerHouse], position: int) -> Iterator[SideWager]:
    """Yield the described wagers that lie at a position, in the order of the house file."""
    yield from (wager for wager in r.house.side_wager if r.table.wager(position, wager.name))


def cite_for(r: Round[SideWagerHouse], spot: str, cite: str) -> str:
    """Return the citation of an act about the wager on a betting area: the law's, or the house's for its own wagers."""
    return CITE if spot in r.house.more_areas else cite


def judge_beside(
    r: Round[SideWagerHouse],
    given: Wager,
    judge_own: Callable[[Round[Any], Wager], Iterable[Refusal]],
    makes_hand: MakesHand,
) -> Iterator[Refusal]:
    """Judge a wager that may be on described wagers too, by how the layout would look with the chips on it."""
    t, areas = r.table, r.house.more_areas
    own = {spot: cents for spot, cents in given.stakes.items() if spot not in areas}
    if own or not given.stakes:
        yield from judge_own(r, msgspec.structs.replace(given, stakes=own) if len(own) < len(given.stakes) else given)
    side = [wager for wager in r.house.side_wager if wager.name in given.stakes]
    if not side:
        return
    position = given.position or given.seat
    yield from refuse_bad_chips(r, given)
    if not own and t.owners.get(position) != given.seat:
        yield Refusal(CITE, f"You have no bet at seat {position}.", "Make the bets for a hand first.")
        return
    if not makes_hand(_layout(t, position, given.stakes)):
        yield Refusal(
            CITE, f"{side[0].name.capitalize()} needs a hand.", "Make the bets for a hand first, or all at once."
        )
    for wager in side:
        total = t.wager(position, wager.name) + given.stakes[wager.name]
        if not wager.minimum <= total <= wager.maximum:
            yield limits_refusal(total, wager.minimum, wager.maximum)


def bar_orphans(r: Round[SideWagerHouse], given: TakeBack, makes_hand: MakesHand) -> Iterator[Refusal]:
    """Refuse to take back a wager without which no hand would be dealt for a described wager."""
    t, position = r.table, given.position or given.seat
    layout = _layout(t, position, {given.spot: -t.wager(position, given.spot)})
    for wager in side_wagers_at(r, position):
        if wager.name != given.spot and not makes_hand(layout):
            wrong = f"Your {wager.name} bet needs a hand."
            yield Refusal(CITE, wrong, f"Take {wager.name} back first.")


def offer_side_wagers(r: Round[SideWagerHouse], seat: int, makes_hand: MakesHand) -> Iterator[Offer]:
    """Yield the described wagers that a player may still make at his own seat."""
    t = r.table
    if r.house.side_wager and t.owners.get(seat) == seat and makes_hand(_layout(t, seat, {})):
        for wager in r.house.side_wager:
            if not t.wager(seat, wager.name):
                yield Offer(wager.name, (wager.name,), wager.minimum, wager.maximum, r.house.smallest_chip)


def _layout(t: Table, position: int, more: Mapping[str, int]) -> Mapping[str, int]:
    """Return the cents on each betting area of a position, with more added."""
    lying = Counter({spot: cents for other, spot, cents in t.wagers() if other == position})
    lying.update(more)
    return lying
