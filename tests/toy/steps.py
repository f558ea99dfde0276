"""The act that only High Card knows, beside the general ones of the physical table."""

from __future__ import annotations

from pitboss.table.cards import UP, pretty
from pitboss.table.steps import Step
from pitboss.table.table import COMMUNITY, Table


class TurnDealersCard(Step, frozen=True, tag="turn dealer's card"):
    """The dealer's card lies where other games have their community cards: every view shows that place."""

    card: str

    def do(self, t: Table) -> None:
        t.places[COMMUNITY] = [UP[self.card]]

    def tell(self) -> str:
        return f"The dealer turns his own card: {pretty(self.card)}."
