"""The discard rack rebuilt into hands (32.10(i)): what a question about a hand is settled by.

From the top down the rack holds the community cards and the dealer's, face up; the hands in the reverse order of their
collection, those that were turned face up and those that were folded face down; the stub, and under it the burned cards
and whatever was found face up. Hands were collected player by player, so who was settled when says whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.engine.dispute import Disputed
from pitboss.engine.driver import Driver
from pitboss.games.ultimate_texas_holdem.facts import BEST_FIVE, DEALERS_FIVE
from pitboss.games.ultimate_texas_holdem.hands import HAND
from pitboss.games.ultimate_texas_holdem.ranking import Cards, best_hand, in_words, strength
from pitboss.games.ultimate_texas_holdem.steps import PickUp, TakeBurn, TakeStubBack
from pitboss.table.card_steps import BurnCard, Deal, DeliverStack, DiscardFaceUp, MoveCard, StubToRack
from pitboss.table.table import COMMUNITY, DEALER, STUB, hand


class PickedUp(NamedTuple):
    """What was put into the rack at one time."""

    place: str
    up: tuple[bool, ...]  # how each card lay


def rebuild(rack: Rack, picked_up: Sequence[PickedUp]) -> dict[str, tuple[str, ...]]:
    """The cards of each place, from the rack (top card first) and what was put in, in the order in which it was.

    A rack that no such round can have left is refused.
    """
    found, depth = {}, 0
    for place, up in reversed(picked_up):
        pile = rack[depth : depth + len(up)]
        depth += len(up)
        if place != STUB and tuple(lying.up for lying in pile) != up:
            raise ValueError(f"the cards of {place} must be face up or down in the rack as they were; these are not")
        found[place] = tuple(lying.card for lying in pile)
    return found


def picked_up(driver: Driver) -> list[PickedUp]:
    """Return how the cards of a finished round came into the rack, as far down as no single card lies between them. A
    stub that was taken out again is not there until it is put back."""
    order: list[PickedUp] = []
    for step in driver.log:
        if isinstance(step, BurnCard | DiscardFaceUp | TakeBurn):
            order = []
        elif isinstance(step, StubToRack):
            order.append(PickedUp(STUB, (False,) * step.count))
        elif isinstance(step, TakeStubBack):
            order = [pile for pile in order if pile.place != STUB]
        elif isinstance(step, PickUp):
            order.append(PickedUp(step.place, step.up))
    return order


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[Disputed]:
    """Every hand of a finished round that lies in the rack, settled or folded, and as it was dealt or settled; seat and
    position 0 are the dealer's.

    A hand of a wrong number of cards is none, and of one that was mended without being turned up nobody knows.
    """
    t, way = driver.table, driver.rules.reads("hand-of-seven")
    if t.is_void:
        return
    rebuilt = rebuild(rack_of(driver, observed), picked_up(driver))
    board = rebuilt[COMMUNITY]
    if (dealers := DEALERS_FIVE.get(t)) is not None:
        five = _same(best_hand(rebuilt[DEALER], board, way), dealers, rebuilt[DEALER] + board)
        yield Disputed(0, 0, five, in_words(five), dealers, "32.10(i)")
    for position, seat in sorted(t.owners.items()):
        own, known, named = rebuilt.get(hand(position), ()), dealt(driver, position), BEST_FIVE.get(t, position)
        if len(own) != HAND or not (known or named):
            continue
        settled = named or best_hand(known, board, way)
        five = _same(best_hand(own, board, way), settled, own + board)
        yield Disputed(seat, position, five, in_words(five), settled, "32.10(i)")


def _same(best: Cards, settled: Cards, seven: Cards) -> Cards:
    """Of two best hands in the same seven cards that rank alike, the one that was settled."""
    return settled if set(settled) <= set(seven) and strength(settled) == strength(best) else best


def dealt(driver: Driver, position: int) -> tuple[str, ...]:
    """What was dealt to a hand that was folded and never turned; nothing if one of its cards went astray."""
    cards: tuple[str, ...] = ()
    for step in driver.log:
        if isinstance(step, MoveCard) and hand(position) in (step.source, step.place):
            return ()
        if isinstance(step, Deal) and step.place == hand(position):
            cards += (step.card,)
        elif isinstance(step, DeliverStack) and step.place == hand(position):
            cards += step.cards
    return cards
