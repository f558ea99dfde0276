"""Steps of a shoe that lasts: many decks as one, dealt round after round until the cutting card has come out."""

from __future__ import annotations

from pitboss.table.card_steps import CutCards, ReceiveDeck, Shuffle
from pitboss.table.facts import Fact, Flag, Mark
from pitboss.table.steps import Step, quantity
from pitboss.table.table import DISCARD_RACK, SHOE, Table

PACKS = Mark("decks of cards")  # how many were brought to the table
NEW_TABLE = Flag("the first cards of this table have come, and nobody was here yet")
CUT_BY = Fact[int]("the seat of the player who has cut")


class ReceivePacks(ReceiveDeck, frozen=True, tag="receive decks"):
    """New cards come to the table, all decks together."""

    packs: int = 1

    def do(self, t: Table) -> None:
        super().do(t)
        NEW_TABLE.set(t, PACKS.get(t) is None and not t.players)
        PACKS.set(t, self.packs)

    def tell(self) -> str:
        how = "pre-shuffled " if self.pre_shuffled else ""
        decks = f"{self.packs} {how}decks with {self.back} backs"
        return f"The dealer receives {decks}, {len(self.cards)} cards, and has them inspected."


class ShuffleShoe(Shuffle, frozen=True, tag="shuffle shoe"):
    salt: str

    def do(self, t: Table) -> None:
        super().do(t)
        t.salt = self.salt


class TakeShuffled(ShuffleShoe, frozen=True, tag="take shuffled"):
    """Cards that came shuffled are stacked as they are."""

    def _sentence(self, which: str) -> str:
        return f"{which.capitalize()} came shuffled, so the dealer stacks them as they are."


class CutByPlayer(CutCards, frozen=True, tag="cut by player"):
    seat: int

    def do(self, t: Table) -> None:
        super().do(t)
        CUT_BY.set(t, self.seat)

    def tell(self) -> str:
        return f"Seat {self.seat} cuts with the cutting card: {quantity(self.count, 'card')} go to the back."

    tell_players = Step.tell_players


class CutByDealer(CutCards, frozen=True, tag="cut by dealer"):
    """The dealer cuts, because no player is there to do it."""

    def tell(self) -> str:
        return f"The dealer cuts with the cutting card: {quantity(self.count, 'card')} go to the back."

    tell_players = Step.tell_players


class PlaceCuttingCard(Step, frozen=True, tag="place cutting card"):
    """The dealer puts the cutting card into the stack. Nobody is told where."""

    behind: int

    def do(self, t: Table) -> None:
        t.cutting_card = self.behind

    def tell(self) -> str:
        return "The dealer puts the cutting card into the stack, toward the back."


class CuttingCardOut(Step, frozen=True, tag="cutting card out"):
    def do(self, t: Table) -> None:
        t.cutting_card = None

    def tell(self) -> str:
        return "The cutting card comes out."


class EmptyShoe(Step, frozen=True, tag="empty shoe"):
    """The shoe is out of play: the cards that were not dealt go to the discard rack, unexposed."""

    count: int

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = t.places.pop(SHOE) + t.places[DISCARD_RACK]
        t.cutting_card, t.salt = None, ""

    def tell(self) -> str:
        return (
            f"The last {quantity(self.count, 'card')} of the shoe go to the discard rack, face down. This shoe is over."
        )


def cutting_card_is_due(t: Table) -> bool:
    """Return whether the next card in the shoe is the cutting card."""
    return t.cutting_card is not None and len(t.cards(SHOE)) <= t.cutting_card
