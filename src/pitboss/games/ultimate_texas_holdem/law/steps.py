"""The acts that only Ultimate Texas Hold 'Em has. Acts shared by all games are in `pitboss.table` and
`pitboss.common`."""

from __future__ import annotations

from pitboss.common.steps import ReturnFromInventory
from pitboss.games.ultimate_texas_holdem.law.facts import (
    BEST_FIVE,
    BOARD_PUT_RIGHT,
    BURN_FORGOTTEN,
    BURNED,
    BURNS,
    CHECKED_UNTIL,
    COVERED,
    DEALERS_CLASS,
    DEALERS_FIVE,
    DECK_COUNTED,
    FACE_UP_IN_THE_DEAL,
    FOR_TRIPS,
    FORFEITED,
    HELD_AT_THE_BURN,
    UNDER_TRIPS,
    Opportunity,
)
from pitboss.games.ultimate_texas_holdem.law.ranking import hand_in_words
from pitboss.table.card_steps import (
    BurnCard,
    CollectCards,
    Deal,
    DealUp,
    DeliverStack,
    Examine,
    place_name,
    place_name_for_players,
)
from pitboss.table.cards import DOWN, UP
from pitboss.table.facts import FACE_UP_MET, FOLDED, FOLDED_CARDS, HAND_CLASS, INCIDENT, STUB_IN_RACK, TURNED_IN_PILE
from pitboss.table.money import dollars
from pitboss.table.steps import CollectWager, PlayOn, Step, cards_of, quantity, seat_name
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, DEALER, DEALERS_HAND, DISCARD_RACK, Table, hand


class Warn(Step, frozen=True, tag="warn"):
    """The dealer warns a player whose chips do not suffice for a play wager."""

    seat: int
    left: int
    ante: int

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return (
            f"The dealer warns seat {self.seat}: {dollars(self.left)} is left, not enough for a play wager "
            f"of {dollars(self.ante)}."
        )


class ExamineAndReplace(Examine, frozen=True, tag="examine and replace"):
    """A player looks at the cards and lays them face down again."""

    def do(self, t: Table) -> None:
        super().do(t)
        t.places[hand(self.position)] = [DOWN[lying.card] for lying in t.cards(hand(self.position))]

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} examines the cards and puts them back face down."

    def tell_players(self) -> str:
        return f"{seat_name(self.seat, self.position)} looks at the cards and puts them back face down."


class DealUnderCover(Deal, frozen=True, tag="deal under cover"):
    """The dealer deals a card to the dealer's own hand, face down under the cover card."""

    def do(self, t: Table) -> None:
        super().do(t)
        COVERED.set(t)
        FACE_UP_IN_THE_DEAL.set(t, bool(FACE_UP_MET.get(t)))

    def tell(self) -> str:
        return "One card face down to the dealer, under a cover card."

    def tell_players(self) -> str:
        return "A card, face down, to the dealer, under a cover card."


class DeliverCovered(DeliverStack, frozen=True, tag="deliver covered"):
    """The dealer lays a cover card on the dealer's stack while it is still in the shoe, and delivers it."""

    def do(self, t: Table) -> None:
        super().do(t)
        COVERED.set(t)
        FACE_UP_IN_THE_DEAL.set(t, bool(FACE_UP_MET.get(t)))

    def tell(self) -> str:
        return "The dealer puts a cover card on the dealer's stack in the shoe and delivers the stack face down."

    def tell_players(self) -> str:
        return self.tell()


class TakeRest(Step, frozen=True, tag="take rest"):
    """The dealer takes the cards that the automated shoe still holds into the hand."""

    def do(self, t: Table) -> None:
        t.places[DEALERS_HAND] = t.places.pop(AUTOMATED_SHOE)

    def tell(self) -> str:
        return "The dealer takes the remaining cards out of the automated dealing shoe and holds them."


class Check(Step, frozen=True, tag="check"):
    seat: int
    position: int
    until: Opportunity

    def do(self, t: Table) -> None:
        CHECKED_UNTIL.set(t, self.position, self.until)

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} checks and will decide {self.until}."


class Fold(Step, frozen=True, tag="fold"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        FOLDED.set(t, self.position)
        FOLDED_CARDS.set(t, self.position, t.faces(hand(self.position)))

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} folds."


class Forfeit(CollectWager, frozen=True, tag="forfeit"):
    """The dealer collects a wager of a player who folded. The amount is kept in case the hand turns out to be void."""

    def do(self, t: Table) -> None:
        super().do(t)
        FORFEITED.set(t, (self.position, self.spot), self.cents)


class CardsUnderTrips(Step, frozen=True, tag="cards under trips"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        UNDER_TRIPS.set(t, self.position)

    def tell(self) -> str:
        return f"The dealer places the cards of {seat_name(self.seat, self.position)} face down under the trips wager."


class CardsUnderSideWager(CardsUnderTrips, frozen=True, tag="cards under side wager"):
    """The cards of a player who folded wait under a side wager of the house's own that a fold does not lose."""

    def tell(self) -> str:
        return f"The dealer places the cards of {seat_name(self.seat, self.position)} face down under the side wager."


class PickUp(CollectCards, frozen=True, tag="pick up"):
    """The dealer puts cards into the rack. The number of cards and whether each lay face up serve to rebuild hands."""

    up: tuple[bool, ...]


class SpreadFolded(PickUp, frozen=True, tag="spread folded"):
    """The dealer puts a folded hand into the rack at once, face down."""

    def _sentence(self, place: str) -> str:
        return f"The dealer spreads the cards of {place} face down and places them in the discard rack."


class Burn(BurnCard, frozen=True, tag="burn"):
    """The dealer burns a card. The card is kept because a dealer who is a card short may still take it."""

    def do(self, t: Table) -> None:
        super().do(t)
        BURNED.set(t, self.card)
        HELD_AT_THE_BURN.set(t, len(t.cards(DEALER)))
        count_burn(t)


class FaceUpForBurn(Step, frozen=True, tag="face up for burn"):
    """A card found face up takes the place of the burn, where it already lies."""

    def do(self, t: Table) -> None:
        BURNED.set(t, None)
        count_burn(t)

    def tell(self) -> str:
        return "The card found face up counts as the burn; the dealer burns no other card."


def count_burn(t: Table) -> None:
    BURNS.set(t, burns(t) + 1)


def burns(t: Table) -> int:
    return BURNS.get(t) or 0


class Uncover(Step, frozen=True, tag="uncover"):
    def do(self, t: Table) -> None:
        COVERED.set(t, False)

    def tell(self) -> str:
        return "The dealer takes the cover card off the dealer's cards and puts it on the layout."


class NameDealersHand(Step, frozen=True, tag="name dealer's hand"):
    cards: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        DEALERS_FIVE.set(t, self.cards)
        DEALERS_CLASS.set(t, self.hand_class)

    def tell(self) -> str:
        return (
            f"With the best community cards, the dealer announces the dealer's hand: "
            f"{hand_in_words(self.cards)}, {cards_of(self.cards)}."
        )


class NameHand(Step, frozen=True, tag="name hand"):
    position: int
    cards: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        BEST_FIVE.set(t, self.position, self.cards)
        HAND_CLASS.set(t, self.position, self.hand_class)

    def tell(self) -> str:
        return self._describe_at("position")

    def tell_players(self) -> str:
        return self._describe_at("seat")

    def _describe_at(self, place_word: str) -> str:
        words = hand_in_words(self.cards)
        return f"The dealer announces the hand of {place_word} {self.position}: {words}, {cards_of(self.cards)}."


# --- errors and their correction


class DealForTrips(Step, frozen=True, tag="deal for trips"):
    """All hands become void, but the remaining cards are dealt to settle the trips wagers."""

    def do(self, t: Table) -> None:
        FOR_TRIPS.set(t, self.cite)

    def tell(self) -> str:
        return (
            "All hands are void, but the dealer still deals the cards to settle the trips wagers. "
            "Players have no more decisions."
        )


class ReturnForfeit(ReturnFromInventory, frozen=True, tag="return forfeit"):
    """The dealer returns what a player lost by folding, out of the table inventory container."""

    def do(self, t: Table) -> None:
        super().do(t)
        FORFEITED.set(t, (self.position, self.spot), 0)


class CountDeck(Step, frozen=True, tag="count deck"):
    """The dealer counts the deck before completing the dealer's own hand."""

    left: int
    deck: int

    def do(self, t: Table) -> None:
        DECK_COUNTED.set(t, self.deck)

    def tell(self) -> str:
        left = quantity(self.left, "card")
        return f"The dealer counts the cards left to deal: {left}, which makes {self.deck} in the deck."


class CountForTrips(CountDeck, frozen=True, tag="count for trips"):
    """The dealer counts the deck while all hands are void. If it is whole, the trips wagers are still settled."""

    def do(self, t: Table) -> None:
        super().do(t)
        FOR_TRIPS.set(t, self.cite)


class TakeBurn(DealUnderCover, frozen=True, tag="take burn"):
    """The dealer takes the burned card out of the rack, from wherever it lies, as a card of the dealer's hand."""

    def do(self, t: Table) -> None:
        pile = t.places[self.source]
        pile.insert(0, pile.pop(pile.index(DOWN[self.card])))
        super().do(t)
        BURNED.set(t, None)
        BURNS.set(t, burns(t) - 1)

    def tell(self) -> str:
        return "The dealer takes the burn card, which nobody has seen, as the next card in sequence."

    def tell_players(self) -> str:
        return self.tell()


class TakeBackBurn(Step, frozen=True, tag="take back burn"):
    """The dealer returns a burn to the deck because a card drawn in error before it is the real burn."""

    source: str
    card: str

    def do(self, t: Table) -> None:
        pile = t.places[DISCARD_RACK]
        t.places[self.source].insert(0, pile.pop(pile.index(DOWN[self.card])))
        BURNED.set(t, None)
        BURNS.set(t, burns(t) - 1)

    def tell(self) -> str:
        return "The burn card, which nobody has seen, goes back as the next card: the extra one was drawn before it."


class SurplusSeen(Step, frozen=True, tag="surplus seen"):
    """A surplus card of the dealer was seen. It stays face up, so it is set aside when it returns to the deck."""

    index: int

    def do(self, t: Table) -> None:
        pile = t.places[DEALER]
        pile[self.index] = UP[pile[self.index].card]
        TURNED_IN_PILE.set(t)

    def tell(self) -> str:
        return "The exposed card is one that the dealer has too many: it will not be used."


class TakeStubBack(Step, frozen=True, tag="take stub back"):
    """The dealer takes the stub out of the discard rack again, from wherever it lies."""

    place: str

    def do(self, t: Table) -> None:
        stub = list(STUB_IN_RACK.of(t))
        for lying in stub:
            t.places[DISCARD_RACK].remove(lying)
        t.places[self.place] = stub

    def tell(self) -> str:
        return "The dealer takes the stub out of the discard rack again, unexposed."


class PutInSequence(Step, frozen=True, tag="put in sequence"):
    """The dealer lays the cards as they would have come if no card of the dealer's hand had gone astray."""

    source: str
    board: tuple[str, ...]
    burned: str | None
    back: tuple[str, ...]
    dealers: tuple[str, ...]

    def do(self, t: Table) -> None:
        seen = [lying for lying in t.places[DEALER] if lying.up]
        t.places[DEALER] = [DOWN[card] for card in self.dealers] + seen
        slipped_in = [lying for lying in t.places[COMMUNITY] if not lying.up]
        t.places[COMMUNITY] = [UP[card] for card in self.board] + slipped_in
        if burns(t) > 1 and (burned := BURNED.get(t)):
            rack = t.places[DISCARD_RACK]
            index = rack.index(DOWN[burned])
            rack[index : index + 1] = [DOWN[self.burned]] if self.burned else []
            BURNED.set(t, self.burned)
            BURNS.set(t, burns(t) - (self.burned is None))
            HELD_AT_THE_BURN.set(t, len(self.dealers))
        t.places[self.source] = [DOWN[card] for card in self.back] + t.places[self.source]

    def tell(self) -> str:
        return (
            "The dealer lays the cards as they would have come if none had gone astray. "
            f"The community cards are {cards_of(self.board)}."
        )


class PutBack(Step, frozen=True, tag="put back"):
    """The dealer puts a surplus card back as the next card of the deck. If it was seen, it will be found face up."""

    place: str
    index: int
    source: str

    def do(self, t: Table) -> None:
        t.places[self.source].insert(0, t.places[self.place].pop(self.index))
        if self.place == COMMUNITY:
            BOARD_PUT_RIGHT.set(t)

    def tell(self) -> str:
        return f"An extra card of {place_name(self.place)} goes back as the next card."

    def tell_players(self) -> str:
        return f"An extra card of {place_name_for_players(self.place)} goes back as the next card."


class DealMissing(DealUp, frozen=True, tag="deal missing"):
    """The dealer deals a community card that was left out."""

    def do(self, t: Table) -> None:
        super().do(t)
        BOARD_PUT_RIGHT.set(t)


class ForgetBurn(Step, frozen=True, tag="forget burn"):
    """An incident: the dealer is going to leave out the next burn."""

    def do(self, t: Table) -> None:
        BURN_FORGOTTEN.set(t)
        INCIDENT.set(t)

    def tell(self) -> str:
        return "Incident: the dealer forgets the next burn."

    @property
    def unnoticed(self) -> bool:
        return True  # until the burn is left out


class LeaveOutBurn(PlayOn, frozen=True, tag="leave out burn"):
    """The dealer leaves out the burn. All following cards come one card early."""

    def do(self, t: Table) -> None:
        super().do(t)
        BURN_FORGOTTEN.set(t, False)
        BURNED.set(t, None)
        count_burn(t)
