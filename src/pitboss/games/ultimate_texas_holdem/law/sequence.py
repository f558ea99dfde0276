"""The order in which cards left the deck after the hands were dealt, and the board that this order makes.

A card that went to the dealer out of turn, or that the dealer failed to get, shifts every card after it. No information
is lost: the cards that came are consecutive cards of the deck and can be laid where they belong.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.ultimate_texas_holdem.law.facts import BURNED, HELD_AT_THE_BURN
from pitboss.games.ultimate_texas_holdem.law.hands import FLOP, HAND
from pitboss.games.ultimate_texas_holdem.law.steps import burns
from pitboss.table.facts import ASTRAY
from pitboss.table.table import COMMUNITY, DEALER, Table


class DeckSequence(NamedTuple):
    """The places where the cards dealt so far belong."""

    board: tuple[str, ...]
    burned: str | None  # the second burn
    back: tuple[str, ...]  # returned to the deck, the next card first
    dealers: tuple[str, ...]  # the dealer's cards, including those the dealer failed to get


def is_board_shifted(t: Table) -> bool:
    """Return whether a community card was turned up in the place of another, after a card of the dealer went astray."""
    board, burned = _board(t), _second_burn(t)
    if len(t.cards(DEALER)) < HAND:
        shifted = board if len(board) <= FLOP or burned is None else [*board, burned]
        return any(_was_missed_by_dealer(t, card) for card in shifted)
    return any(_board_size_when_drawn(t, card) < len(board) for card in _unseen_surplus(t))


def deck_sequence(t: Table, *, surplus_is_the_burn: bool) -> DeckSequence:
    """Return where the cards belong, in the order in which they left the deck.

    `surplus_is_the_burn` says that a surplus card of the dealer's, drawn before the burn, takes the place of the burn.
    """
    board, burned = _board(t), _second_burn(t)
    positioned = [((place, 0), card) for place, card in enumerate(board, 1)]
    positioned += [((FLOP, 2), burned)] if burned else []
    dealer_count_at_burn = HELD_AT_THE_BURN.get(t) or 0
    for index, lying in enumerate(t.cards(DEALER)[HAND:], HAND):
        if not lying.up:
            board_size = _board_size_when_drawn(t, lying.card)
            before_the_burn = board_size == FLOP and index < dealer_count_at_burn and surplus_is_the_burn
            positioned.append(((board_size, 1 if board_size != FLOP or before_the_burn else 3), lying.card))
    cards = [card for _, card in sorted(positioned, key=lambda entry: entry[0])]
    missing = HAND - len(t.cards(DEALER))
    dealers = [card for card in cards if _was_missed_by_dealer(t, card)][: max(missing, 0)]
    for card in dealers:
        cards.remove(card)
    flop, rest = cards[: min(FLOP, len(board))], cards[min(FLOP, len(board)) :]
    now_burned = rest.pop(0) if burned and rest else None
    later = max(len(board) - FLOP, 0)
    return DeckSequence((*flop, *rest[:later]), now_burned, tuple(rest[later:]), (*t.faces(DEALER)[:HAND], *dealers))


def _board(t: Table) -> list[str]:
    return [lying.card for lying in t.cards(COMMUNITY) if lying.up]


def _second_burn(t: Table) -> str | None:
    return BURNED.get(t) if burns(t) > 1 else None


def _unseen_surplus(t: Table) -> list[str]:
    return [lying.card for lying in t.cards(DEALER)[HAND:] if not lying.up]


def _board_size_when_drawn(t: Table, card: str) -> int:
    """Return how many community cards were out when the dealer got the card; 0 if it came with the hand."""
    return ASTRAY.get(t, (card, DEALER, True)) or 0


def _was_missed_by_dealer(t: Table, card: str) -> bool:
    """Return whether this is a card that the dealer should have been dealt and was not."""
    return ASTRAY.get(t, (card, DEALER, False)) is not None and card not in t.faces(DEALER)
