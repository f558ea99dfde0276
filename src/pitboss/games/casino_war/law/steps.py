"""The acts that only Casino War has."""

from __future__ import annotations

from pitboss.common.open_layout import CallNoMoreBets
from pitboss.games.casino_war.law.facts import (
    AT_WAR,
    BURNED_LAST,
    COMPARED,
    FEW_BURNED,
    IN_ROUND,
    SETTLED,
    TIED,
    WAR_BETS,
    WAR_BURNED,
    ChipMovement,
)
from pitboss.table.card_steps import BurnCard
from pitboss.table.cards import RANK_NAMES, UP, pretty
from pitboss.table.facts import INCIDENT
from pitboss.table.steps import CollectWager, PayWager, PlaceWager, PlayOn, Step, quantity, seat_name
from pitboss.table.table import DEALER, DISCARD_RACK, Table, hand


class FixPlayers(Step, frozen=True, tag="fix players"):
    """The players with an initial wager are in the round and stay until it is over."""

    positions: tuple[int, ...]

    def do(self, t: Table) -> None:
        IN_ROUND.set(t, self.positions)

    def tell(self) -> str:
        return f"{quantity(len(self.positions), 'position')} will be dealt to."


class Collect(CollectWager, frozen=True, tag="collect wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement(False, self.position, self.spot, self.cents))


class Pay(PayWager, frozen=True, tag="pay wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement(True, self.position, self.spot, self.cents, self.stake))


def _note(t: Table, moved: ChipMovement) -> None:
    SETTLED.set(t, (*(SETTLED.get(t) or ()), moved))


class Compare(Step, frozen=True, tag="compare"):
    """The original deal is complete, and the dealer looks at it."""

    def do(self, t: Table) -> None:
        for place in (*map(hand, t.live_positions()), DEALER):
            COMPARED.set(t, place, len(t.cards(place)))

    def tell(self) -> str:
        return "The dealer compares the cards with his own, from his right."


class CompareWar(Compare, frozen=True, tag="compare war"):
    def tell(self) -> str:
        return "The dealer compares the cards of the war with his own, from his right."


class CallTie(Step, frozen=True, tag="call tie"):
    """The dealer calls a card of his own rank. Its player has to decide."""

    seat: int
    position: int
    rank: str

    def do(self, t: Table) -> None:
        TIED.set(t, self.position)

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} ties the dealer's {RANK_NAMES[self.rank]}."


class GoToWar(PlaceWager, frozen=True, tag="place wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        AT_WAR.set(t, self.position)


class OpenWarBets(Step, frozen=True, tag="open war bets"):
    def do(self, t: Table) -> None:
        WAR_BETS.set(t)
        t.said.clear()  # bets are open again, so what was called before no longer holds

    def tell(self) -> str:
        return "Players at war may bet on a tie of the war."


class EndWarBets(CallNoMoreBets, frozen=True, tag="end war bets"):
    def do(self, t: Table) -> None:
        super().do(t)
        WAR_BETS.set(t, False)


class DiscardDealers(Step, frozen=True, tag="discard dealer's card"):
    """The dealer puts a surplus card of his, the one dealt last, in the discard rack."""

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK].insert(0, t.places[DEALER].pop())

    def tell(self) -> str:
        return "The dealer has a card too many and puts the one dealt last in the discard rack."


# --- what is burned for a war, and what goes wrong with it


class BurnForWar(BurnCard, frozen=True, tag="burn for war"):
    def do(self, t: Table) -> None:
        super().do(t)
        WAR_BURNED.set(t, (WAR_BURNED.get(t) or 0) + 1)
        BURNED_LAST.set(t, self.card)


class MakeUpBurn(BurnForWar, frozen=True, tag="make up burn"):
    def do(self, t: Table) -> None:
        super().do(t)
        FEW_BURNED.set(t, "")

    def tell(self) -> str:
        return "Too few cards were burned, so the dealer burns the next one too."


class BurnTooFew(Step, frozen=True, tag="burn too few"):
    when: str  # it is noticed

    def do(self, t: Table) -> None:
        FEW_BURNED.set(t, self.when)

    def tell(self) -> str:
        return "Incident: the dealer is about to burn one card too few."

    @property
    def unnoticed(self) -> bool:
        return True


class TooLateToBurn(PlayOn, frozen=True, tag="too late to burn"):
    def do(self, t: Table) -> None:
        super().do(t)
        FEW_BURNED.set(t, "")


class SeeBurned(Step, frozen=True, tag="see burned"):
    """An incident: the card on top of the discard rack, burned unseen, turns over."""

    card: str

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK][0] = UP[self.card]

    def tell(self) -> str:
        return f"Incident: {pretty(self.card)}, a burned card, is seen."


class DealerTakesOver(Step, frozen=True, tag="dealer takes over"):
    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return "Another dealer takes over."


class ShuffleAgain(Step, frozen=True, tag="shuffle again"):
    def do(self, t: Table) -> None:
        INCIDENT.set(t)

    def tell(self) -> str:
        return "The shuffler fails, so the cards are shuffled again."
