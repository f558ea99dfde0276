"""The steps that all card tables share, besides those of the physical table."""

from __future__ import annotations

from pitboss.common.facts import CONDEMNED, COUNT_ORDERED, DEALING, DEALT_IN, DEVICES, MISDEALT, RESHUFFLED
from pitboss.table.card_steps import place_name, place_name_for_players
from pitboss.table.facts import Mark
from pitboss.table.money import INVENTORY, chips_before
from pitboss.table.steps import ReturnWager, Step, VoidRound
from pitboss.table.table import Table


class BeginDealing(Step, frozen=True, tag="begin dealing"):
    """The deal begins, with these players in this order. From here on the round counts towards the next count of the
    stub."""

    players: tuple[int, ...]
    counter: str
    last: str  # who or what gets cards after the players

    def do(self, t: Table) -> None:
        DEALING.set(t)
        DEALT_IN.set(t, self.players)
        counter = Mark(self.counter)
        counter.set(t, (counter.get(t) or 0) + 1)

    def tell(self) -> str:
        order = ", ".join(map(str, self.players))
        return f"Starting at the dealer's left, the deal goes clockwise: positions {order}, then {self.last}."


class DeviceAtTable(Step, frozen=True, tag="device at table"):
    device: str

    def do(self, t: Table) -> None:
        DEVICES[self.device].set(t)

    def tell(self) -> str:
        return f"The {self.device} is set up at the table."


class DeviceAway(Step, frozen=True, tag="device away"):
    device: str

    def do(self, t: Table) -> None:
        DEVICES[self.device].clear(t)

    def tell(self) -> str:
        return f"The {self.device} is removed from the table."


class NobodyPlays(Step, frozen=True, tag="nobody plays"):
    """The last player has gone before a card was dealt: this round is not played, and the table is idle."""

    def do(self, t: Table) -> None:
        t.void = self.cite

    def tell(self) -> str:
        return "No players are left, so there is no round and the cards go back."


class OrderCount(Step, frozen=True, tag="order count"):
    """The stub is to be counted in this round, though no count may be due yet."""

    def do(self, t: Table) -> None:
        COUNT_ORDERED.set(t)

    def tell(self) -> str:
        return "The casino supervisor orders the dealer to count the stub this round."


class CondemnDeck(Step, frozen=True, tag="condemn deck"):
    """The deck is not whole: it leaves the table once the hands are void."""

    def do(self, t: Table) -> None:
        CONDEMNED.set(t, self.cite)

    def tell(self) -> str:
        return "The deck does not check out and must leave the table."


class Misdeal(VoidRound, frozen=True, tag="void round"):
    """All hands are void because one of them holds a wrong number of cards."""

    def do(self, t: Table) -> None:
        super().do(t)
        MISDEALT.set(t)


class Exposed(Step, frozen=True, tag="exposed"):
    """An incident: a card is seen that should lie face down; it is laid down again."""

    place: str

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return f"Incident: a card of {place_name(self.place)} is exposed too early."

    def tell_players(self) -> str:
        return f"Incident: a card of {place_name_for_players(self.place)} is exposed too early."


class Reshuffle(Step, frozen=True, tag="reshuffle"):
    def do(self, t: Table) -> None:
        RESHUFFLED.set(t)

    def tell(self) -> str:
        return "The shuffler failed, so its cards are reshuffled."


class ReturnFromInventory(ReturnWager, frozen=True, tag="return from inventory"):
    """A wager that is already in the table inventory container goes back to its player."""

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, chips_before(self.seat), self.cents)
