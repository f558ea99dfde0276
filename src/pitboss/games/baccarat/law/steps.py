"""The acts that only Baccarat has: a player deals, and another looks at the player's cards."""

from __future__ import annotations

from typing import ClassVar

from pitboss.common.punto_banco.steps import DealCovered, TurnCards, hand_name
from pitboss.common.punto_banco.third_card_tables import place_of
from pitboss.games.baccarat.law.facts import BEFORE_HIM, CURATOR, DECLINED, DECLINES, LOOKS, PASSED_BY
from pitboss.table.cards import UP, pretty
from pitboss.table.steps import Step, cards_of
from pitboss.table.table import Table


class TakeShoe(Step, frozen=True, tag="take shoe"):
    seat: int

    def do(self, t: Table) -> None:
        CURATOR.set(t, self.seat)
        BEFORE_HIM.at(self.seat).set(t)
        PASSED_BY.clear(t)

    def tell(self) -> str:
        return f"Seat {self.seat} takes the shoe and is the curator."


class DeclineShoe(Step, frozen=True, tag="decline shoe"):
    seat: int
    until_it_passes: bool = False  # otherwise for this round

    def do(self, t: Table) -> None:
        DECLINED.set(t, self.seat)
        if self.until_it_passes:
            DECLINES.at(self.seat).set(t)

    def tell(self) -> str:
        when = " until it next passes" if self.until_it_passes else ""
        return f"Seat {self.seat} does not want the shoe{when}."


class ForgetDecline(Step, frozen=True, tag="forget decline"):
    """A player who declined the shoe leaves, so it can be offered to whoever takes the seat."""

    seat: int

    def do(self, t: Table) -> None:
        DECLINES.at(self.seat).clear(t)

    def tell(self) -> str:
        return f"The next player at seat {self.seat} can be offered the shoe."


def offer_to_all(t: Table) -> None:
    """Let the shoe be offered again to everybody who declined it."""
    for seat in range(1, t.positions + 1):
        DECLINES.at(seat).clear(t)


class LoseShoe(Step, frozen=True, tag="lose shoe"):
    """The curator loses the shoe and deals no more."""

    seat: int
    why: str
    barred: bool = False  # from taking it again in this round

    def do(self, t: Table) -> None:
        CURATOR.clear(t)
        BEFORE_HIM.at(self.seat).clear(t)
        PASSED_BY.set(t, self.seat)
        offer_to_all(t)
        if self.barred:
            DECLINED.set(t, self.seat)

    def tell(self) -> str:
        return f"Seat {self.seat} is no longer the curator: {self.why}. The shoe passes counterclockwise."


class OfferAgain(Step, frozen=True, tag="offer again"):
    """The last player has left, so the shoe will be offered from seat 1 on."""

    def do(self, t: Table) -> None:
        PASSED_BY.clear(t)

    def tell(self) -> str:
        return "Nobody is at the table. The shoe will be offered from seat 1 on."


class PassFromDealer(Step, frozen=True, tag="pass from dealer"):
    """The shoe is offered again after the player's hand has won a round that a dealer drew because nobody wanted to."""

    def do(self, t: Table) -> None:
        offer_to_all(t)

    def tell(self) -> str:
        return "The player's hand has won. The shoe will be offered to everybody again."


class DealByCurator(DealCovered, frozen=True, tag="deal by curator"):
    who: ClassVar[str] = "The curator"

    def tell(self) -> str:
        where = "it stays under the shoe" if self.which == "banker" else "it goes to the caller"
        return f"{self.who} draws a card face down for {hand_name(self.which)}: {where}."


class DealByDealer(DealByCurator, frozen=True, tag="deal by dealer"):
    """A dealer draws the cards because nobody wants the shoe."""

    who: ClassVar[str] = "The dealer"


class GiveToLook(Step, frozen=True, tag="give to look"):
    seat: int

    def do(self, t: Table) -> None:
        LOOKS.set(t, self.seat)

    def tell(self) -> str:
        return f"The caller gives the player's two cards to seat {self.seat}, who has the most on that hand."


class GiveBack(TurnCards, frozen=True, tag="give back cards"):
    def tell(self) -> str:
        return f"The player looks at them and gives them back face up: {cards_of(self.cards)}."


class TurnByCaller(TurnCards, frozen=True, tag="turn by caller"):
    def tell(self) -> str:
        return f"The caller turns {hand_name(self.which)}: {cards_of(self.cards)}."


class TurnByCurator(TurnCards, frozen=True, tag="turn by curator"):
    def tell(self) -> str:
        return f"The curator turns {hand_name(self.which)}: {cards_of(self.cards)}."


class TurnEarly(Step, frozen=True, tag="turn early"):
    which: str
    index: int
    card: str

    def do(self, t: Table) -> None:
        t.places[place_of(self.which)][self.index] = UP[self.card]

    def tell(self) -> str:
        return f"Incident: {pretty(self.card)} of {hand_name(self.which)} is turned too early."
