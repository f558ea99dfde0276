"""The acts that only Ultimate Texas Hold 'Em knows, beside the general ones of the physical table."""

from __future__ import annotations

from pitboss.common.steps import ReturnFromInventory
from pitboss.table.card_steps import BurnCard, CollectCards, Deal, DealUp, DeliverStack, place_name
from pitboss.table.cards import DOWN
from pitboss.table.facts import FACE_UP_MET, HAND_CLASS, INCIDENT
from pitboss.table.money import dollars
from pitboss.table.steps import CollectWager, PlayOn, Step, cards_of, many, whose
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, DEALERS_HAND, Table

COVERED = "dealer covered"  # the fact that a cover card lies on the dealer's cards
FACE_UP_IN_THE_DEAL = "face up in the deal"  # how many cards were found face up before the dealer had his last one
FOR_TRIPS = "for trips"  # all hands are void, and what is still dealt is dealt for the trips wagers
BURNED = "burned"  # the card that was burned last, which nobody has seen
BURNS = "burns"  # how many burns are over, made or not
BURN_FORGOTTEN = "burn forgotten"
BOARD_PUT_RIGHT = "board put right"


def deferred(position: int) -> str:
    """The fact that a player has checked, and until when."""
    return f"deferred @{position}"


def folded(position: int) -> str:
    """The fact that a player has folded."""
    return f"folded @{position}"


def under_trips(position: int) -> str:
    """The fact that a folder's cards wait under his trips wager."""
    return f"under trips @{position}"


def forfeited(position: int, spot: str) -> str:
    """The fact of what a folder lost on an area, as long as it has not come back."""
    return f"{spot} forfeited @{position}"


class Warn(Step, frozen=True, tag="warn"):
    """A player is told that his chips will not do for a play wager."""

    seat: int
    left: int
    ante: int

    def do(self, t: Table) -> None:
        t.facts[f"warned {self.seat}"] = True

    def tell(self) -> str:
        return (
            f"The dealer warns seat {self.seat}: {dollars(self.left)} is left, less than a play wager "
            f"of {dollars(self.ante)}."
        )


class DealUnderCover(Deal, frozen=True, tag="deal under cover"):
    """A card of the dealer's own, face down under the cover card."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[COVERED] = True
        t.facts[FACE_UP_IN_THE_DEAL] = FACE_UP_MET.get(t) or 0

    def tell(self) -> str:
        return "One card face down to the dealer, under a cover card."


class DeliverCovered(DeliverStack, frozen=True, tag="deliver covered"):
    """The dealer's stack, on which a cover card is laid while it is still in the shoe."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[COVERED] = True
        t.facts[FACE_UP_IN_THE_DEAL] = FACE_UP_MET.get(t) or 0

    def tell(self) -> str:
        return "The dealer lays a cover card on his own stack in the shoe and delivers it face down to his area."


class TakeRest(Step, frozen=True, tag="take rest"):
    """What the automated shoe still holds goes into the dealer's hand."""

    def do(self, t: Table) -> None:
        t.places[DEALERS_HAND] = t.places.pop(AUTOMATED_SHOE)

    def tell(self) -> str:
        return "The dealer takes the remaining cards out of the automated dealing shoe into his hand."


class Check(Step, frozen=True, tag="check"):
    seat: int
    position: int
    until: str  # the next opportunity

    def do(self, t: Table) -> None:
        t.facts[deferred(self.position)] = self.until

    def tell(self) -> str:
        return f"{whose(self.seat, self.position)} checks and decides {self.until}."


class Fold(Step, frozen=True, tag="fold"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        t.facts[folded(self.position)] = True

    def tell(self) -> str:
        return f"{whose(self.seat, self.position)} folds."


class Forfeit(CollectWager, frozen=True, tag="forfeit"):
    """A folder's wager goes into the inventory; should his hand turn out void, it is known what it was."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[forfeited(self.position, self.spot)] = self.cents


class CardsUnderTrips(Step, frozen=True, tag="cards under trips"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        t.facts[under_trips(self.position)] = True

    def tell(self) -> str:
        return f"The dealer places the cards of {whose(self.seat, self.position)} face down under the trips wager."


class PickUp(CollectCards, frozen=True, tag="pick up"):
    """It is known how many cards were put into the rack, and how each lay: hands are rebuilt by that."""

    up: tuple[bool, ...]


class SpreadFolded(PickUp, frozen=True, tag="spread folded"):
    """A folded hand goes to the rack at once, as it lies: face down."""

    def tell(self) -> str:
        return (
            f"The dealer spreads the cards of {place_name(self.place)} face down and places them in the discard rack."
        )


class Burn(BurnCard, frozen=True, tag="burn"):
    """It is known which card it was: a dealer who is a card short may still take it."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[BURNED] = self.card
        one_burn_more(t)


class FaceUpForBurn(Step, frozen=True, tag="face up for burn"):
    """A card found face up is already where the burn would have gone."""

    def do(self, t: Table) -> None:
        one_burn_more(t)

    def tell(self) -> str:
        return "The card that lay face up stands for the burn; no other is burned."


def one_burn_more(t: Table) -> None:
    t.facts[BURNS] = burns(t) + 1


def burns(t: Table) -> int:
    count = t.facts.get(BURNS, 0)
    assert isinstance(count, int)
    return count


class Uncover(Step, frozen=True, tag="uncover"):
    def do(self, t: Table) -> None:
        t.facts[COVERED] = False

    def tell(self) -> str:
        return "The dealer takes the cover card off his cards and lays it on the layout."


class NameDealersHand(Step, frozen=True, tag="name dealer's hand"):
    cards: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        t.facts["dealer five"] = self.cards
        t.facts["dealer class"] = self.hand_class

    def tell(self) -> str:
        return (
            f"He sets them beside the community cards that go best with them and announces his hand: "
            f"{self.hand_class}, {cards_of(self.cards)}."
        )


class NameHand(Step, frozen=True, tag="name hand"):
    position: int
    cards: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        t.facts[f"five @{self.position}"] = self.cards
        HAND_CLASS.set(t, self.position, self.hand_class)

    def tell(self) -> str:
        return f"The dealer announces the hand of position {self.position}: {self.hand_class}, {cards_of(self.cards)}."


# --- what goes wrong


class DealForTrips(Step, frozen=True, tag="deal for trips"):
    """The hands are void, but not what is still to be dealt: trips wagers are settled by it."""

    def do(self, t: Table) -> None:
        t.facts[FOR_TRIPS] = self.cite

    def tell(self) -> str:
        return (
            "All hands are void, but the cards are dealt all the same, for the trips wagers; nobody is asked any more."
        )


class ReturnForfeit(ReturnFromInventory, frozen=True, tag="return forfeit"):
    """What a folder lost comes back out of the table inventory container."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[forfeited(self.position, self.spot)] = 0


class CountDeck(Step, frozen=True, tag="count deck"):
    """Before the dealer completes his own hand: is the deck whole?"""

    left: int
    deck: int

    def do(self, t: Table) -> None:
        t.facts["deck counted"] = self.deck

    def tell(self) -> str:
        return f"The dealer counts what is left to deal: {many(self.left, 'card')}, so {self.deck} in the deck."


class TakeBurn(DealUnderCover, frozen=True, tag="take burn"):
    """The burned card comes out of the rack again, whatever was put in on top of it."""

    def do(self, t: Table) -> None:
        pile = t.places[self.source]
        pile.insert(0, pile.pop(pile.index(DOWN[self.card])))
        super().do(t)
        t.facts[BURNED], t.facts[BURNS] = "", burns(t) - 1

    def tell(self) -> str:
        return "The dealer takes the burned card, which nobody has seen, as the next in sequence."


class PutBack(Step, frozen=True, tag="put back"):
    """A surplus card is the next card of the deck. It keeps the way it lay: one that was seen will be found face up."""

    place: str
    index: int
    source: str

    def do(self, t: Table) -> None:
        t.places[self.source].insert(0, t.places[self.place].pop(self.index))
        t.facts[BOARD_PUT_RIGHT] = self.place == COMMUNITY or t.facts.get(BOARD_PUT_RIGHT)

    def tell(self) -> str:
        return f"A surplus card of {place_name(self.place)} goes back, to be the next card."


class DealMissing(DealUp, frozen=True, tag="deal missing"):
    """A community card that was left out."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[BOARD_PUT_RIGHT] = True


class ForgetBurn(Step, frozen=True, tag="forget burn"):
    """An incident: the dealer is going to leave out the next burn."""

    def do(self, t: Table) -> None:
        t.facts[BURN_FORGOTTEN] = INCIDENT.set(t)

    def tell(self) -> str:
        return "Incident: the dealer forgets the next burn."


class LeaveOutBurn(PlayOn, frozen=True, tag="leave out burn"):
    """The cards come as they would have come after the burn, one earlier each."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.facts[BURN_FORGOTTEN] = False
        one_burn_more(t)
