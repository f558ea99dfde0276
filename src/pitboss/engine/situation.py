"""Describe a decision as the situation that an exact model is asked about, from what one seat sees."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.counting.exact_model import Cards, ImpossibleError, Situation
from pitboss.engine.view import HIDDEN, View
from pitboss.engine.waits import Ask

ODD = "The cards do not lie as they usually do at this decision, so the adviser has no exact value for it."


def pending_question(view: View) -> Ask:
    """Return what the seat is asked now. Raises ImpossibleError if it is asked nothing."""
    if view.asked is None or view.asked.seat != view.seat:
        raise ImpossibleError("You are not asked anything now.")
    return view.asked


def situation_at(view: View, position: int) -> Situation:
    """Describe the situation of one position by every card that its seat can see. Raises ImpossibleError before it has
    looked."""
    own = view.hands.get(position, ())
    if not own or HIDDEN in own:
        raise ImpossibleError("You have not seen your cards yet.")
    other_cards = (card for other, cards in view.hands.items() if other != position for card in cards)
    return Situation(
        cards=own,
        board=_faces(view.community),
        dealer=_faces(view.dealer),
        seen=_faces(other_cards),
        stakes=dict(view.wagers.get(position, {})),
    )


def _faces(cards: Iterable[str]) -> Cards:
    return tuple(card for card in cards if card != HIDDEN)
