"""The order in which cards left the deck once the hands were dealt, and how the board lies that they make.

A card that went to the dealer out of turn, or that he was left without, moves every card after it. Nothing is lost by
that: the cards that came are the cards of the deck, one after the other, and can be laid where they belong.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.ultimate_texas_holdem.facts import BURNED, HELD_AT_THE_BURN
from pitboss.games.ultimate_texas_holdem.hands import FLOP, HAND
from pitboss.games.ultimate_texas_holdem.steps import burns
from pitboss.table.facts import ASTRAY
from pitboss.table.table import COMMUNITY, DEALER, Table


class InSequence(NamedTuple):
    """Where the cards belong that have come so far."""

    board: tuple[str, ...]
    burned: str | None  # the second burn
    back: tuple[str, ...]  # to the deck again, the next card first
    dealers: tuple[str, ...]  # what he would hold, with what he was left without


def came_up_late(t: Table) -> bool:
    """Whether a community card was turned up after a card of the dealer had gone astray, and in its place."""
    board, burned = _board(t), _second_burn(t)
    if len(t.cards(DEALER)) < HAND:
        in_his_place = board if len(board) <= FLOP or burned is None else [*board, burned]
        return any(_was_his(t, card) for card in in_his_place)
    return any(_board_at(t, card) < len(board) for card in _unseen_surplus(t))


def in_sequence(t: Table, *, surplus_is_the_burn: bool) -> InSequence:
    board, burned = _board(t), _second_burn(t)
    came = [((place, 0), card) for place, card in enumerate(board, 1)]
    came += [((FLOP, 2), burned)] if burned else []
    held = HELD_AT_THE_BURN.get(t) or 0
    for index, lying in enumerate(t.cards(DEALER)[HAND:], HAND):
        if not lying.up:
            out = _board_at(t, lying.card)
            before_the_burn = out == FLOP and index < held and surplus_is_the_burn
            came.append(((out, 1 if out != FLOP or before_the_burn else 3), lying.card))
    order = [card for _, card in sorted(came, key=lambda each: each[0])]
    missing = HAND - len(t.cards(DEALER))
    dealers = [card for card in order if _was_his(t, card)][: max(missing, 0)]
    for card in dealers:
        order.remove(card)
    flop, rest = order[: min(FLOP, len(board))], order[min(FLOP, len(board)) :]
    now_burned = rest.pop(0) if burned and rest else None
    later = max(len(board) - FLOP, 0)
    return InSequence((*flop, *rest[:later]), now_burned, tuple(rest[later:]), (*t.faces(DEALER)[:HAND], *dealers))


def _board(t: Table) -> list[str]:
    return [lying.card for lying in t.cards(COMMUNITY) if lying.up]


def _second_burn(t: Table) -> str | None:
    return BURNED.get(t) if burns(t) > 1 else None


def _unseen_surplus(t: Table) -> list[str]:
    return [lying.card for lying in t.cards(DEALER)[HAND:] if not lying.up]


def _board_at(t: Table, card: str) -> int:
    """How many community cards were out when the dealer got it; none, if it came to him in the deal."""
    return ASTRAY.get(t, (card, DEALER, True)) or 0


def _was_his(t: Table, card: str) -> bool:
    """A card that the dealer was left without."""
    return ASTRAY.get(t, (card, DEALER, False)) is not None and card not in t.faces(DEALER)
