"""Predicates and lists of hands: on the layout, void, folded, collected, undecided."""

from __future__ import annotations

from pitboss.common.irregular import describe_misdealt_places
from pitboss.common.seats import positions_dealt_in
from pitboss.games.ultimate_texas_holdem.law.wagers import PLAY
from pitboss.table.facts import FOLDED, VOID
from pitboss.table.table import DEALER, DEALT_FROM, Table, hand

HAND = 2  # cards dealt to a player, and to the dealer
FLOP = 3  # community cards before the second burn


def positions_on_layout(t: Table) -> list[int]:
    """Return the positions whose cards have not been collected, clockwise, even if a hand lost all its cards."""
    return [position for position in positions_dealt_in(t) if hand(position) in t.places]


def is_undecided(t: Table, position: int) -> bool:
    """Return whether a valid hand has neither folded nor placed a play wager."""
    return not (VOID(t, position) or FOLDED(t, position) or t.wager(position, PLAY))


def face_up_flags(t: Table, place: str) -> tuple[bool, ...]:
    """Return, for each card at a place, whether it lies face up."""
    return tuple(card.up for card in t.cards(place))


def is_misdealt(t: Table, position: int) -> bool:
    return len(t.cards(hand(position))) != HAND


def describe_misdealt_hands(t: Table) -> str:
    """Describe the hands on the layout that do not hold two cards; return an empty string if all of them do."""
    return describe_misdealt_places(t, (*map(hand, positions_on_layout(t)), DEALER), HAND)


def all_dealt(t: Table) -> bool:
    """Return whether every player and the dealer have received their two cards.

    Once players have examined their cards, only the dealer's count: they lie covered and may still be one short.
    """
    hands = [] if t.examined else [position for position in positions_dealt_in(t) if not is_collected(t, position)]
    return all(len(t.cards(place)) >= HAND for place in (*map(hand, hands), DEALER))


def is_dealing_hands(t: Table) -> bool:
    """Return whether the hands are still being dealt. A dealer who turns out to be short later is not dealing hands."""
    return not t.examined and not all_dealt(t)


def source_of(t: Table) -> str:
    """Return the place that cards are dealt from, the shoe or the dealer's hand, even when it is empty."""
    return next(place for place in DEALT_FROM if place in t.places)


def is_collected(t: Table, position: int) -> bool:
    """Return whether the hand is void and its cards are already in the discard rack."""
    return VOID(t, position) and hand(position) not in t.places
