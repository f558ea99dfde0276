"""The discard rack rebuilt into hands (6(l)): what a question about a hand is settled by.

What was put on the rack in a round lies there in the reverse order: what was left of a shoe that is over, the dealer's
cards, the hands in the reverse order of their collection; under them, in between, cards that were burned or discarded
and the hands of players who surrendered. A shuffle in the middle of a round takes up what the rack held by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.games.casino_war.law.steps import DiscardDealers
from pitboss.table.card_steps import BurnCard, CollectCards, DealUp, DiscardFaceUp, MoveCard
from pitboss.table.cards import RANK_NAMES
from pitboss.table.facts import VOID
from pitboss.table.shoe_steps import EmptyShoe, ShuffleShoe
from pitboss.table.table import DEALER, hand

CITE = "beyond:casino-war.6(l)"


class Pile(NamedTuple):
    """Cards that went to the rack together: those of one place in the order of the deal, or others."""

    cards: tuple[str, ...]
    place: str = ""


def piles_put_on_rack(driver: Driver) -> list[Pile]:
    """Return what the round put on the rack, the topmost pile first."""
    held: dict[str, list[str]] = {}
    piles: list[Pile] = []
    for step in driver.log:
        match step:
            case DealUp():
                held.setdefault(step.place, []).append(step.card)
            case MoveCard() if step.source in held:
                held[step.source].pop()
            case MoveCard() if step.place in held:
                held[step.place].append("")  # nobody noted which card it was
            case CollectCards():
                piles.insert(0, Pile(tuple(held.pop(step.place, ())), step.place))
            case DiscardDealers():
                piles.insert(0, Pile((held[DEALER].pop(),)))
            case BurnCard() | DiscardFaceUp():
                piles.insert(0, Pile((step.card,)))
            case EmptyShoe():
                piles.insert(0, Pile(("",) * step.count))
            case ShuffleShoe():
                piles.clear()
    return piles


def ranks_in_words(cards: Sequence[str]) -> str:
    return ", then ".join(RANK_NAMES[card[0]] for card in cards)


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[DisputedHand]:
    """Yield every hand of a finished round as the rack has it and as it was dealt and settled.

    Position 0 is the dealer's. A hand that was void by itself is left out.
    """
    t, rack = driver.table, rack_of(driver, observed)
    if t.is_void:
        return
    start = 0
    results: dict[int, DisputedHand] = {}
    places = {DEALER: 0} | {hand(position): position for position in t.owners}
    for pile in piles_put_on_rack(driver):
        cards = tuple(lying.card for lying in rack[start : start + len(pile.cards)])
        if len(cards) < len(pile.cards):
            raise ValueError(
                f"the rack has {len(rack)} cards, and the round put {start + len(pile.cards)} or more on it"
            )
        start += len(pile.cards)
        position = places.get(pile.place)
        if position is not None and not (position and VOID(t, position)):
            seat = t.owners[position] if position else 0
            results[position] = DisputedHand(seat, position, cards, ranks_in_words(cards), pile.cards, CITE)
    yield from (results[position] for position in sorted(results))
