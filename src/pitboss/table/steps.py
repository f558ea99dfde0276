"""Steps: the physical acts of a table, each with the paragraph it rests on.

A procedure yields steps; the driver alone lets them take effect. A step is frozen plain data, so that it can be
logged, hashed and told; `do` is its whole effect and `tell` says it in a sentence that names no hidden card.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from pitboss.table.cards import DOWN, UP, pretty
from pitboss.table.money import INVENTORY, OUTSIDE, area, dollars, rack
from pitboss.table.table import COMMUNITY, CUT_STACK, DECK, DISCARD_RACK, SHOE, Table, hand


class Step(msgspec.Struct, frozen=True, tag_field="act", gc=False):
    is_step: ClassVar[Literal[True]] = (
        True  # cheaper to ask than isinstance, which the driver would ask forty times a round
    )

    cite: str

    def do(self, t: Table) -> None:
        raise NotImplementedError(type(self).__name__)

    def tell(self) -> str:
        raise NotImplementedError(type(self).__name__)


# --- speech


class Announce(Step, frozen=True, tag="announce"):
    words: str

    def do(self, t: Table) -> None:
        t.said.append(self.words)

    def tell(self) -> str:
        return f"The dealer announces: “{self.words}”."


# --- seats and wagers


class TakeSeat(Step, frozen=True, tag="take seat"):
    seat: int
    player: str
    chips: int

    def do(self, t: Table) -> None:
        t.players[self.seat] = self.player
        t.ledger.move(OUTSIDE, rack(self.seat), self.chips)

    def tell(self) -> str:
        return f"{self.player} takes seat {self.seat} with {dollars(self.chips)}."


class LeaveSeat(Step, frozen=True, tag="leave seat"):
    seat: int
    player: str
    chips: int

    def do(self, t: Table) -> None:
        del t.players[self.seat]
        t.ledger.move(rack(self.seat), OUTSIDE, self.chips)

    def tell(self) -> str:
        return f"{self.player} leaves seat {self.seat} with {dollars(self.chips)}."


class WagerStep(Step, frozen=True):
    """A step about one wager: whose, at which betting position, on which area of the layout."""

    seat: int
    position: int
    spot: str


class PlaceWager(WagerStep, frozen=True, tag="place wager"):
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(rack(self.seat), area(self.position, self.spot), self.cents)
        t.owners[self.position] = self.seat

    def tell(self) -> str:
        return f"{whose(self.seat, self.position)} wagers {dollars(self.cents)} on {self.spot}."


class ReturnWager(WagerStep, frozen=True, tag="return wager"):
    cents: int
    why: str

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), rack(self.seat), self.cents)

    def tell(self) -> str:
        return f"{dollars(self.cents)} on {self.spot} goes back to {whose(self.seat, self.position)}: {self.why}."


class JudgeWager(WagerStep, frozen=True, tag="judge wager"):
    """A wager judged by itself, whatever becomes of the others."""

    decided_by: tuple[str, ...]  # the cards that decide it
    hand_class: str
    wins: bool

    def do(self, t: Table) -> None:
        t.facts[f"{self.spot} class @{self.position}"] = self.hand_class
        t.facts[f"{self.spot} wins @{self.position}"] = self.wins

    def tell(self) -> str:
        verdict = "wins" if self.wins else "loses"
        return f"The {self.spot} of {whose(self.seat, self.position)} {verdict} by itself: {self.hand_class}."


class CollectWager(WagerStep, frozen=True, tag="collect wager"):
    cents: int
    decided_by: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), INVENTORY, self.cents)

    def tell(self) -> str:
        return (
            f"The dealer collects {dollars(self.cents)} on {self.spot} from {whose(self.seat, self.position)}: "
            f"{self.hand_class}."
        )


class PayWager(WagerStep, frozen=True, tag="pay wager"):
    """A winning wager is paid from the table inventory and what was staked goes back with it."""

    by: str  # the paragraph that sets the amount
    stake: int  # what still lies out and goes back
    decided_by: tuple[str, ...]
    hand_class: str
    rate: str  # the odds, or the fixed amount, as the pay table states it
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, rack(self.seat), self.cents)
        t.ledger.move(area(self.position, self.spot), rack(self.seat), self.stake)

    def tell(self) -> str:
        return (
            f"The dealer pays {whose(self.seat, self.position)} {dollars(self.cents)} on {self.spot}: "
            f"{self.hand_class}, {self.rate} ({self.by})."
        )


class LimitPayout(Step, frozen=True, tag="limit payout"):
    seat: int
    position: int
    due: int
    limit: int

    def do(self, t: Table) -> None:
        t.facts[f"payable @{self.position}"] = self.limit

    def tell(self) -> str:
        return (
            f"{dollars(self.due)} would be due to {whose(self.seat, self.position)} on one hand; "
            f"the table's payout limit is {dollars(self.limit)}."
        )


# --- shuffle and cut


class Shuffle(Step, frozen=True, tag="shuffle"):
    order: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = []
        t.places[DECK] = list(map(DOWN.__getitem__, self.order))

    def tell(self) -> str:
        return f"The dealer shuffles the {len(self.order)} cards and stacks them."


class CallForCut(Step, frozen=True, tag="call for cut"):
    def do(self, t: Table) -> None:
        t.facts["to be cut"] = True

    def tell(self) -> str:
        return "Shuffled by hand, the cards must be cut."


class PlaceCoverCard(Step, frozen=True, tag="place cover card"):
    def do(self, t: Table) -> None:
        t.cover_card = "table"

    def tell(self) -> str:
        return "The dealer puts the cover card on the table before the deck."


class CutCards(Step, frozen=True, tag="cut cards"):
    count: int

    def do(self, t: Table) -> None:
        deck = t.places[DECK]
        t.places[CUT_STACK] = deck[: self.count]
        t.places[DECK] = deck[self.count :]

    def tell(self) -> str:
        return f"He takes {self.count} cards from the top and lays them on the cover card."


class CompleteCut(Step, frozen=True, tag="complete cut"):
    def do(self, t: Table) -> None:
        t.places[DECK] += t.places.pop(CUT_STACK)

    def tell(self) -> str:
        return "He places the rest of the deck on top of the cut cards."


class CoverCardToRack(Step, frozen=True, tag="cover card to rack"):
    def do(self, t: Table) -> None:
        t.cover_card = DISCARD_RACK
        t.facts["cut"] = True

    def tell(self) -> str:
        return "He removes the cover card to the discard rack."


class OrderRecut(Step, frozen=True, tag="order recut"):
    """The deck comes back out of the shoe to be cut again."""

    def do(self, t: Table) -> None:
        t.places[DECK] = t.places.pop(SHOE)
        t.facts["cut"] = False

    def tell(self) -> str:
        return "The casino supervisor requires the cards to be cut again."


class PlaceInShoe(Step, frozen=True, tag="place in shoe"):
    def do(self, t: Table) -> None:
        t.places[SHOE] = t.places.pop(DECK)

    def tell(self) -> str:
        return "The stacked deck is placed in the dealing shoe."


# --- cards


class Deal(Step, frozen=True, tag="deal"):
    """The next card of the shoe, face down, to a place; where cards lie side by side it goes to the right."""

    place: str
    card: str

    def do(self, t: Table) -> None:
        del t.places[SHOE][0]
        t.places.setdefault(self.place, []).append(DOWN[self.card])

    def tell(self) -> str:
        where = "the community cards" if self.place == COMMUNITY else f"position {self.place.removeprefix('hand ')}"
        return f"One card face down to {where}."


class StubToRack(Step, frozen=True, tag="stub to rack"):
    count: int

    def do(self, t: Table) -> None:
        # Later cards lie on top of earlier ones.
        t.places[DISCARD_RACK] = t.places.pop(SHOE) + t.places[DISCARD_RACK]

    def tell(self) -> str:
        return f"The dealer removes the stub of {self.count} cards to the discard rack, unexposed."


class Examine(Step, frozen=True, tag="examine"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        t.examined.add(self.position)

    def tell(self) -> str:
        return f"{whose(self.seat, self.position)} examines the cards."


class TurnHand(Step, frozen=True, tag="turn hand"):
    seat: int
    position: int
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[hand(self.position)] = [UP[card] for card in self.cards]

    def tell(self) -> str:
        return f"The dealer turns the cards of {whose(self.seat, self.position)}: {cards_of(self.cards)}."


class ExamineHand(Step, frozen=True, tag="examine hand"):
    position: int
    hand_class: str
    wins: bool

    def do(self, t: Table) -> None:
        t.facts[f"class @{self.position}"] = self.hand_class
        t.facts[f"wins @{self.position}"] = self.wins

    def tell(self) -> str:
        return f"Position {self.position} holds {self.hand_class}: {'a payout' if self.wins else 'no payout'}."


class CollectCards(Step, frozen=True, tag="collect cards"):
    """Cards picked up in order, face down, onto what the discard rack already holds."""

    place: str
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        del t.places[self.place]
        t.places[DISCARD_RACK] = [DOWN[card] for card in self.cards] + t.places[DISCARD_RACK]

    def tell(self) -> str:
        whose = "the community cards" if self.place == COMMUNITY else f"the cards of position {self.place[5:]}"
        return f"The dealer collects {whose} to the discard rack."


def told(step: Step) -> str:
    """The step as a sentence by itself."""
    sentence = step.tell()
    return sentence[0].upper() + sentence[1:]


def whose(seat: int, position: int) -> str:
    return f"seat {seat}" if seat == position else f"seat {seat} (position {position})"


def many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def cards_of(cards: tuple[str, ...]) -> str:
    return " ".join(map(pretty, cards))
