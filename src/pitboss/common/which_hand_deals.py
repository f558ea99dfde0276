"""Tell which of the dealer's hands takes the cards and which lays them down. It has no effect on any card."""

from __future__ import annotations

from pitboss.common.house import CardHouse
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.table.steps import Manner


def draw_from_shoe(r: Round[CardHouse]) -> Procedure:
    """Yield the act that says with which of his hands the dealer draws cards from a manual shoe."""
    yield Manner(r.ids.drawing_hand, "The dealer draws with the hand nearest the shoe and lays down with the other.")


def take_from_deck(r: Round[CardHouse]) -> Procedure:
    """Yield the act that says with which of his hands the dealer takes cards off the deck that he holds."""
    yield Manner(r.ids.taking_hand, "The dealer takes each card off the top with the other hand and lays it down.")
