"""What one seat sees at a decision, as the situation that an exact model is asked about."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.counting.exact_model import Cards, ImpossibleError, Situation
from pitboss.engine.view import HIDDEN, View
from pitboss.engine.waits import Ask

ODD = "The cards do not lie as they usually do at this decision, so the adviser has no exact value for it."


def pending_question(view: View) -> Ask:
    """What the seat is asked now."""
    if view.asked is None or view.asked.seat != view.seat:
        raise ImpossibleError("You are not asked anything now.")
    return view.asked


def situation_at(view: View, position: int) -> Situation:
    """Every card that this seat can see counts, wherever it lies; what it cannot see is nowhere in a view."""
    own = view.hands.get(position, ())
    if not own or HIDDEN in own:
        raise ImpossibleError("You have not seen your cards yet.")
    others = (card for at, cards in view.hands.items() if at != position for card in cards)
    return Situation(
        cards=own,
        board=_faces(view.community),
        dealer=_faces(view.dealer),
        seen=_faces(others),
        stakes=dict(view.wagers.get(position, {})),
    )


def _faces(cards: Iterable[str]) -> Cards:
    return tuple(card for card in cards if card != HIDDEN)
