"""The acts that only Let It Ride has. Acts shared by all games are in `pitboss.table` and `pitboss.common`."""

from __future__ import annotations

from pitboss.games.let_it_ride.law.facts import (
    BONUS_COUNT_AGREES,
    BONUS_POSITIONS,
    FIVE,
    LAID_DOWN,
    RIDES,
    SETTLED,
    SETTLING,
    STACKED,
)
from pitboss.table.card_steps import Deal
from pitboss.table.cards import DOWN, UP, pretty
from pitboss.table.money import INVENTORY, area, chips_before, dollars
from pitboss.table.steps import ReturnWager, Step, WagerStep, cards_of, quantity, seat_name
from pitboss.table.table import COMMUNITY, DISCARD_RACK, Table

# The area where a position's bonus chips are laid out for the count: in front of the table inventory container.
COUNTED = "bonus to be counted"


class Acknowledge(Step, frozen=True, tag="acknowledge"):
    """The wagering device at a position shows a wager or, with `shown` false, none. A faulty device may be wrong."""

    position: int
    shown: bool = True

    def do(self, t: Table) -> None:
        if self.shown:
            t.lit.add(self.position)
        else:
            t.lit.discard(self.position)

    def tell(self) -> str:
        return f"The wagering device at position {self.position} shows {'a' if self.shown else 'no'} wager."

    def tell_players(self) -> str:
        return f"The wagering device at seat {self.position} shows {'a' if self.shown else 'no'} bet."


class LetItRide(WagerStep, frozen=True, tag="let it ride"):
    def do(self, t: Table) -> None:
        RIDES.set(t, (self.position, self.spot))

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} lets {self.spot} ride."


class CollectChips(WagerStep, frozen=True, tag="collect chips"):
    """The dealer takes the chips off one wagering device and lays them out for the count."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), area(self.position, COUNTED), self.cents)

    def tell(self) -> str:
        return f"The dealer takes {dollars(self.cents)} from the wagering device at position {self.position}."

    def tell_players(self) -> str:
        return f"The dealer takes {dollars(self.cents)} from the wagering device at seat {self.position}."


class CountChips(Step, frozen=True, tag="count chips"):
    chips: int
    acknowledged: int

    def do(self, t: Table) -> None:
        BONUS_COUNT_AGREES.set(t, self.chips == self.acknowledged)

    def tell(self) -> str:
        return f"The dealer counts {quantity(self.chips, 'bonus chip')}; the devices show {self.acknowledged}."


class BonusRuling(Step, frozen=True, tag="bonus ruling"):
    """A supervisor, or the chosen reading, decides which positions hold a bonus wager after the count failed."""

    positions: tuple[int, ...]
    by: str

    def do(self, t: Table) -> None:
        pass  # returning chips and moving them to the inventory are separate acts

    def tell(self) -> str:
        which = ", ".join(map(str, self.positions)) or "none"
        return f"Bonus wagers stand at positions: {which} ({self.by})."


class ReturnChips(ReturnWager, frozen=True, tag="return chips"):
    """The dealer returns a bonus chip that was laid out for the count."""

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, COUNTED), chips_before(self.seat), self.cents)


class ChipsToInventory(Step, frozen=True, tag="chips to inventory"):
    cents: int
    positions: tuple[int, ...]

    def do(self, t: Table) -> None:
        for position in self.positions:
            t.ledger.move(area(position, COUNTED), INVENTORY, t.wager(position, COUNTED))
        BONUS_POSITIONS.set(t, self.positions)

    def tell(self) -> str:
        return f"The dealer places {dollars(self.cents)} in bonus chips in the table inventory container."


class DealCommunity(Deal, frozen=True, tag="deal community"):
    """The dealer deals a community card. The texts differ on how it lies next to the earlier ones."""

    before: int = 0

    def tell(self) -> str:
        return f"One card face down to the community cards{self._position_in_words()}."

    def tell_players(self) -> str:
        return f"A card, face down, to the community cards{self._position_in_words()}."

    def _position_in_words(self) -> str:
        neighbors = {1: "the first", 2: "the first two"}.get(self.before, f"the {self.before} that lie there")
        return f", {'on top' if self.on_top else 'to the right'} of {neighbors}" if self.before else ""


class LayDown(Step, frozen=True, tag="lay down"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        LAID_DOWN.set(t, self.position)

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} lays the cards face down and may not touch them again."


class SlipChip(WagerStep, frozen=True, tag="slip chip"):
    """An incident: a chip lies on a wagering device that does not show it."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(chips_before(self.seat), area(self.position, self.spot), self.cents)

    def tell(self) -> str:
        return f"Incident: {seat_name(self.seat, self.position)} has one bonus chip too many on the device."


class Burn(Step, frozen=True, tag="burn"):
    """The dealer puts the first community card, from the left or from the top, face down into the discard rack."""

    card: str
    which: str

    def do(self, t: Table) -> None:
        del t.places[COMMUNITY][0]
        t.places[DISCARD_RACK].insert(0, DOWN[self.card])

    def tell(self) -> str:
        return f"The dealer burns {self.which}, face down into the discard rack."


class TurnFirst(Step, frozen=True, tag="turn first"):
    """The dealer turns up the first of the two remaining community cards and lays it on top of the other."""

    card: str
    which: str

    def do(self, t: Table) -> None:
        community = t.places[COMMUNITY]
        community[0] = UP[self.card]
        STACKED.set(t)

    def tell(self) -> str:
        return (
            f"The dealer turns over {self.which}, {pretty(self.card)}, the first community card, "
            "and lays it on the other one."
        )


class MoveFirst(Step, frozen=True, tag="move first"):
    """The dealer moves the first community card off the other one, to its right."""

    def do(self, t: Table) -> None:
        community = t.places[COMMUNITY]
        community.append(community.pop(0))
        STACKED.set(t, False)

    def tell(self) -> str:
        return "The dealer moves the first community card to the right of the face-down one."


class TurnSecond(Step, frozen=True, tag="turn second"):
    card: str

    def do(self, t: Table) -> None:
        t.places[COMMUNITY][0] = UP[self.card]
        SETTLING.set(t)

    def tell(self) -> str:
        return f"The dealer turns over the second community card, {pretty(self.card)}."


class FormHand(Step, frozen=True, tag="form hand"):
    position: int
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        FIVE.set(t, self.position, self.cards)

    def tell(self) -> str:
        return f"With the community cards, position {self.position} has {cards_of(self.cards)}."

    def tell_players(self) -> str:
        return f"With the community cards, seat {self.position} has {cards_of(self.cards)}."


class AllSettled(Step, frozen=True, tag="all settled"):
    positions: tuple[int, ...]

    def do(self, t: Table) -> None:
        SETTLED.set(t)

    def tell(self) -> str:
        return "All wagers are settled; every hand is still face up."
