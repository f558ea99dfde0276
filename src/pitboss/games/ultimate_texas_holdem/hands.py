"""Whose hand is where: dealt in, on the layout, void, folded, still to be decided."""

from __future__ import annotations

from pitboss.common.irregular import wrong_hands
from pitboss.common.seats import dealt_in
from pitboss.games.ultimate_texas_holdem.wagers import PLAY
from pitboss.table.facts import FOLDED, VOID
from pitboss.table.table import DEALER, DEALT_FROM, Table, hand

HAND = 2  # cards of a player, and of the dealer
FLOP = 3  # community cards before the second burn


def on_layout(t: Table) -> list[int]:
    """Positions whose cards have not been collected, clockwise; a hand that lost its cards is one of them too."""
    return [position for position in dealt_in(t) if hand(position) in t.places]


def undecided(t: Table, position: int) -> bool:
    """Neither folded nor placed a play wager, in a hand that stands."""
    return not (VOID(t, position) or FOLDED(t, position) or t.wager(position, PLAY))


def ways(t: Table, place: str) -> tuple[bool, ...]:
    """How the cards of a place lie, face up or not."""
    return tuple(lying.up for lying in t.cards(place))


def misdealt(t: Table, position: int) -> bool:
    return len(t.cards(hand(position))) != HAND


def wrong_number(t: Table) -> str:
    """Which hands on the layout do not hold two cards, in words; empty if all do."""
    return wrong_hands(t, (*map(hand, on_layout(t)), DEALER), HAND)


def all_dealt(t: Table) -> bool:
    """Whether every player and the dealer have received their two cards.

    Players look at theirs when the dealing of them is over; the dealer's lie covered, and he may be a card short still.
    """
    hands = [] if t.examined else [position for position in dealt_in(t) if not collected(t, position)]
    return all(len(t.cards(place)) >= HAND for place in (*map(hand, hands), DEALER))


def in_the_deal(t: Table) -> bool:
    """The hands are still being dealt; a dealer who turns out short later on is not waiting for a card of the deal."""
    return not t.examined and not all_dealt(t)


def source_of(t: Table) -> str:
    """The shoe or the dealer's hand, also when the last card has left it."""
    return next(place for place in DEALT_FROM if place in t.places)


def collected(t: Table, position: int) -> bool:
    """A void hand whose cards are in the discard rack already."""
    return VOID(t, position) and hand(position) not in t.places
