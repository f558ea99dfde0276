"""Steps that move cards: received, shuffled, cut, dealt, turned, collected."""

from __future__ import annotations

from pitboss.table.cards import DOWN, UP, Lying, pretty
from pitboss.table.facts import (
    ASTRAY,
    CUT,
    DECK_DISTURBED,
    DEVICE_COUNTS,
    FACE_UP_MET,
    HAND_CLASS,
    HAND_WINS,
    HANDS_DISTURBED,
    INCIDENT,
    PRE_SHUFFLED,
    READY,
    SHUFFLING,
    STUB_COUNTED,
    STUB_IN_RACK,
    TO_BE_CUT,
    TURNED_IN_PILE,
    Mark,
)
from pitboss.table.steps import Step, cards_of, hand_with_article, quantity, seat_name
from pitboss.table.table import (
    AUTOMATED_SHOE,
    COMMUNITY,
    CUT_STACK,
    DEALER,
    DEALERS_HAND,
    DEALT_FROM,
    DECK,
    DISCARD_RACK,
    DRAWN,
    MISSING,
    REMOVED,
    SHOE,
    SHUFFLER,
    SPREAD,
    STUB,
    Table,
    hand,
)

NAMES = {
    SHOE: "the manual dealing shoe",
    DEALERS_HAND: "the dealer's hand",
    AUTOMATED_SHOE: "the automated dealing shoe",
    DECK: "the stacked deck",
    DISCARD_RACK: "the discard rack",
    SHUFFLER: "the automated shuffler",
    STUB: "the stub",
    SPREAD: "the spread",
    CUT_STACK: "the cut stack",
    DRAWN: "the card drawn in error",
}


def place_name(place: str) -> str:
    """Name a place as the house does."""
    if place == COMMUNITY:
        return "the community cards"
    if place == DEALER:
        return "the dealer"
    return NAMES.get(place) or (f"position {place[5:]}" if place.startswith("hand ") else place)


def place_name_for_players(place: str) -> str:
    """Name a place for people at the table, who call a betting position by its seat."""
    return f"seat {place[5:]}" if place.startswith("hand ") else place_name(place)


# --- receiving, spreading, removing


class ReceiveDeck(Step, frozen=True, tag="receive deck"):
    """New cards come to the table, to the place where their deck belongs."""

    back: str
    place: str
    cards: tuple[str, ...]
    pre_shuffled: bool = False

    def do(self, t: Table) -> None:
        t.places[self.place] = list(map(DOWN.__getitem__, self.cards))
        PRE_SHUFFLED.set(t, self.place, self.pre_shuffled)

    def tell(self) -> str:
        how = "pre-shuffled " if self.pre_shuffled else ""
        return f"The dealer receives {len(self.cards)} {how}cards with {self.back} backs and has them inspected."


class SpreadCards(Step, frozen=True, tag="spread cards"):
    place: str
    up: bool
    idle: bool = False
    on: str = SPREAD

    def do(self, t: Table) -> None:
        way = UP if self.up else DOWN
        t.places[self.on] = [way[lying.card] for lying in t.places[self.place]]
        t.places[self.place] = []

    def tell(self) -> str:
        if self.idle:
            which = "the cards" if self.on == SPREAD else "the other deck"
            return f"No one is playing, so the dealer spreads {which} face {'up' if self.up else 'down'}."
        return "The dealer spreads the cards face up, by suit and in sequence, for the first player to inspect."


class TurnSpread(Step, frozen=True, tag="turn spread"):
    on: str = SPREAD

    def do(self, t: Table) -> None:
        t.places[self.on] = [UP[lying.card] for lying in t.places[self.on]]

    def tell(self) -> str:
        which = "the spread cards" if self.on == SPREAD else "the other deck"
        return f"A player has arrived, so the dealer turns {which} face up."


class Wash(Step, frozen=True, tag="wash"):
    """The cards are turned down, mixed on the table and stacked, to be shuffled next."""

    place: str
    on: str = SPREAD

    def do(self, t: Table) -> None:
        t.places[self.place] = [DOWN[lying.card] for lying in t.places.pop(self.on)]

    def tell(self) -> str:
        which = "the cards" if self.on == SPREAD else "the other deck"
        return f"The dealer turns {which} face down, then washes and stacks the cards."


class RemoveDeck(Step, frozen=True, tag="remove deck"):
    """Every card of the deck in play leaves the table, wherever it lies; a new deck must be opened."""

    def do(self, t: Table) -> None:
        removed = t.places.setdefault(REMOVED, [])
        for place in [place for place in t.places if place not in (SHUFFLER, REMOVED, MISSING)]:
            removed += t.places.pop(place)
        t.places[DISCARD_RACK] = []
        t.cutting_card, t.salt = None, ""

    def tell(self) -> str:
        return "The whole deck is removed from the table."


# --- shuffle and cut


class LoadShuffler(Step, frozen=True, tag="load shuffler"):
    source: str

    def do(self, t: Table) -> None:
        t.places[SHUFFLER] = [DOWN[lying.card] for lying in t.places[self.source]]
        t.places[self.source] = []

    def tell(self) -> str:
        return f"The cards from {place_name(self.source)} go into the automated shuffler."


class ChangeDecks(Step, frozen=True, tag="change decks"):
    """The deck that the shuffler has finished comes into play, and the two decks change places."""

    def do(self, t: Table) -> None:
        t.backs.reverse()

    def tell(self) -> str:
        return "The deck from the automated shuffler comes into play for this round."


class EmptyRack(Step, frozen=True, tag="empty rack"):
    """The deck that is not in play goes into the shuffler before a card of the other one can get into the rack.

    It is the deck of the last round, or one that was spread on the table in this round.
    """

    def do(self, t: Table) -> None:
        t.places[SHUFFLER] = [DOWN[lying.card] for lying in t.places[DISCARD_RACK]]
        t.places[DISCARD_RACK] = []

    def tell(self) -> str:
        return "No cards stay in the discard rack: the deck that is not in play goes into the automated shuffler."


class StartShuffler(Step, frozen=True, tag="start shuffler"):
    def do(self, t: Table) -> None:
        SHUFFLING.set(t)

    def tell(self) -> str:
        return "The automated shuffler shuffles that deck while the other one is in play."


class Shuffle(Step, frozen=True, tag="shuffle"):
    keeps_back = True

    source: str
    by: str  # "hand" or "device"
    order: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[self.source] = []
        t.places[DECK] = list(map(DOWN.__getitem__, self.order))

    def tell(self) -> str:
        return self._sentence(f"the {len(self.order)} cards")

    def tell_players(self) -> str:
        return self._sentence("the cards")  # nobody has counted them

    def _sentence(self, which: str) -> str:
        subject = "The dealer shuffles" if self.by == "hand" else "The automated shuffler shuffles"
        return f"{subject} {which} and stacks them."


class TakePreShuffled(Step, frozen=True, tag="take pre-shuffled"):
    """Cards that came shuffled are stacked as they are."""

    keeps_back = True

    order: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = []
        t.places[DECK] = list(map(DOWN.__getitem__, self.order))
        PRE_SHUFFLED.set(t, DISCARD_RACK, False)

    def tell(self) -> str:
        return f"The {len(self.order)} cards came pre-shuffled, so the dealer stacks them as they are."

    def tell_players(self) -> str:
        return "The cards came pre-shuffled, so the dealer stacks them as they are."


class DeviceCount(Step, frozen=True, tag="device count"):
    cards: int

    def do(self, t: Table) -> None:
        DEVICE_COUNTS.set(t, self.cards)

    def tell(self) -> str:
        return f"The shuffler counts {quantity(self.cards, 'card')}."


class CallForCut(Step, frozen=True, tag="call for cut"):
    def do(self, t: Table) -> None:
        TO_BE_CUT.set(t)

    def tell(self) -> str:
        return "The cards must be cut."


class NoCut(Step, frozen=True, tag="no cut"):
    def do(self, t: Table) -> None:
        READY.set(t)

    def tell(self) -> str:
        return "The device shuffled the cards, so the dealer deals without a cut."


class PlaceCoverCard(Step, frozen=True, tag="place cover card"):
    def do(self, t: Table) -> None:
        t.cover_card = "table"

    def tell(self) -> str:
        return "The dealer puts the cover card on the table in front of the deck."


class CutCards(Step, frozen=True, tag="cut cards"):
    count: int

    def do(self, t: Table) -> None:
        deck = t.places[DECK]
        t.places[CUT_STACK] = deck[: self.count]
        t.places[DECK] = deck[self.count :]

    def tell(self) -> str:
        return f"The dealer lifts {self.count} cards from the top and puts them on the cover card."

    def tell_players(self) -> str:
        return f"The dealer cuts: {quantity(self.count, 'card')} from the top go on the cover card."


class CompleteCut(Step, frozen=True, tag="complete cut"):
    def do(self, t: Table) -> None:
        t.places[DECK] += t.places.pop(CUT_STACK)

    def tell(self) -> str:
        return "The dealer puts the rest of the deck on top of the cut cards."


class CoverCardToRack(Step, frozen=True, tag="cover card to rack"):
    def do(self, t: Table) -> None:
        t.cover_card = DISCARD_RACK
        CUT.set(t)
        READY.set(t)

    def tell(self) -> str:
        return "The dealer moves the cover card to the discard rack."


class OrderRecut(Step, frozen=True, tag="order recut"):
    """The deck comes back to be cut again."""

    source: str

    def do(self, t: Table) -> None:
        t.places[DECK] = t.places.pop(self.source)
        CUT.set(t, False)

    def tell(self) -> str:
        return "The casino supervisor orders the dealer to cut the cards again."


class LoadDeck(Step, frozen=True, tag="load deck"):
    """The stacked deck goes to the place from which it is dealt."""

    place: str

    def do(self, t: Table) -> None:
        t.places[self.place] = t.places.pop(DECK)

    def tell(self) -> str:
        return f"The stacked deck goes into {place_name(self.place)}."


# --- dealing


class Deal(Step, frozen=True, tag="deal"):
    """The next card goes face down to a place: to the right of the cards there, or on top of them."""

    source: str
    place: str
    card: str
    on_top: bool = False

    def do(self, t: Table) -> None:
        del t.places[self.source][0]
        pile = t.places.setdefault(self.place, [])
        pile.insert(0 if self.on_top else len(pile), DOWN[self.card])

    def tell(self) -> str:
        return f"One card face down to {place_name(self.place)}."

    def tell_players(self) -> str:
        return f"A card, face down, to {place_name_for_players(self.place)}."


class DealUp(Step, frozen=True, tag="deal up"):
    """The next card goes face up to the right of the cards at a place."""

    source: str
    place: str
    card: str

    def do(self, t: Table) -> None:
        del t.places[self.source][0]
        t.places.setdefault(self.place, []).append(UP[self.card])

    def tell(self) -> str:
        return f"{pretty(self.card)} face up to {place_name(self.place)}."

    def tell_players(self) -> str:
        return f"{pretty(self.card)}, face up, to {place_name_for_players(self.place)}."


class BurnCard(Step, frozen=True, tag="burn card"):
    """The next card goes face down into the discard rack; nobody sees it."""

    source: str
    card: str

    def do(self, t: Table) -> None:
        del t.places[self.source][0]
        t.places[DISCARD_RACK].insert(0, DOWN[self.card])

    def tell(self) -> str:
        return "The dealer burns the next card, face down into the discard rack."


class DeliverStack(Step, frozen=True, tag="deliver stack"):
    """The automated shoe dispenses a stack of cards, top card first. When it is spread, its top card goes to the
    right."""

    source: str
    place: str
    cards: tuple[str, ...]
    spread: bool = False

    def do(self, t: Table) -> None:
        del t.places[self.source][: len(self.cards)]
        lying = [DOWN[card] for card in self.cards]
        t.places.setdefault(self.place, []).extend(reversed(lying) if self.spread else lying)

    def tell(self) -> str:
        way = ", spread with its top card at the dealer's right" if self.spread else ""
        return f"A stack of {len(self.cards)} cards face down to {place_name(self.place)}{way}."

    def tell_players(self) -> str:
        return f"{quantity(len(self.cards), 'card')}, face down, to {place_name_for_players(self.place)}."


class RemoveStub(Step, frozen=True, tag="remove stub"):
    """The stub is taken out to be counted."""

    source: str

    def do(self, t: Table) -> None:
        t.places[STUB] = t.places.pop(self.source)

    def tell(self) -> str:
        return f"The dealer takes the stub out of {place_name(self.source)} to count it."


class StubToRack(Step, frozen=True, tag="stub to rack"):
    keeps_back = True

    source: str
    count: int

    def do(self, t: Table) -> None:
        # What is put in later lies on top.
        STUB_IN_RACK.set(t, tuple(t.places[self.source]))
        t.places[DISCARD_RACK] = t.places.pop(self.source) + t.places[DISCARD_RACK]

    def tell(self) -> str:
        where = "" if self.source == STUB else f" from {place_name(self.source)}"
        return f"The stub of {quantity(self.count, 'card')} goes{where} to the discard rack, unexposed."

    def tell_players(self) -> str:
        return (
            "The rest of the cards go to the discard rack, face down."  # a count of them is announced by its own step
        )


class CountStub(Step, frozen=True, tag="count stub"):
    counted: int
    deck: int  # how many cards of the deck the count finds, wherever they lie
    counter: str  # the mark that starts again from zero

    def do(self, t: Table) -> None:
        STUB_COUNTED.set(t, self.deck)
        Mark(self.counter).set(t, 0)

    def tell(self) -> str:
        counted = quantity(self.counted, "card")
        return f"The dealer counts the stub face down: {counted}, which makes {self.deck} in the deck."


class Examine(Step, frozen=True, tag="examine"):
    seat: int
    position: int

    def do(self, t: Table) -> None:
        t.examined.add(self.position)

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} examines the cards."

    def tell_players(self) -> str:
        return f"{seat_name(self.seat, self.position)} looks at the cards."


class TurnHand(Step, frozen=True, tag="turn hand"):
    seat: int
    position: int
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[hand(self.position)] = [UP[card] for card in self.cards]

    def tell(self) -> str:
        return f"The dealer turns over the cards of {seat_name(self.seat, self.position)}: {cards_of(self.cards)}."


class TurnDealer(Step, frozen=True, tag="turn dealer"):
    """The dealer's own cards are turned face up."""

    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[DEALER] = [UP[card] for card in self.cards]

    def tell(self) -> str:
        return f"The dealer turns over the dealer's cards: {cards_of(self.cards)}."


class ExamineHand(Step, frozen=True, tag="examine hand"):
    position: int
    hand_class: str
    words: str  # the hand as a dealer says it
    wins: bool

    def do(self, t: Table) -> None:
        HAND_CLASS.set(t, self.position, self.hand_class)
        HAND_WINS.set(t, self.position, self.wins)

    def tell(self) -> str:
        return f"Position {self.position}: {self.words}. {'It pays' if self.wins else 'No payout'}."

    def tell_players(self) -> str:
        return f"Seat {self.position} has {hand_with_article(self.words)}: {'it pays' if self.wins else 'no payout'}."


class CollectCards(Step, frozen=True, tag="collect cards"):
    """Cards are picked up in order, as they lie, onto the discard rack."""

    place: str

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = t.places.pop(self.place) + t.places[DISCARD_RACK]

    def tell(self) -> str:
        return self._sentence(place_name(self.place))

    def tell_players(self) -> str:
        return self._sentence(place_name_for_players(self.place))

    def _sentence(self, place: str) -> str:
        if self.place == DEALER:
            return "The dealer collects the dealer's cards into the discard rack."
        few = self.place in (COMMUNITY, STUB, DRAWN)
        return f"The dealer collects {'' if few else 'the cards of '}{place} into the discard rack."


# --- what goes wrong with cards


class TurnInPile(Step, frozen=True, tag="turn in pile"):
    """An incident: a card comes to lie face up among the undealt ones, or on the layout."""

    place: str
    depth: int

    def do(self, t: Table) -> None:
        pile = t.places[self.place]
        pile[self.depth] = UP[pile[self.depth].card]
        TURNED_IN_PILE.set(t)
        INCIDENT.set(t)

    def tell(self) -> str:
        return f"Incident: a card is face up in {place_name(self.place)}."

    @property
    def unnoticed(self) -> bool:
        return True  # until the dealer comes to it


class DrawInError(Step, frozen=True, tag="draw in error"):
    """An incident: the next card is drawn though none is due."""

    source: str
    exposed: bool

    def do(self, t: Table) -> None:
        drawn = t.places[self.source].pop(0)
        t.places[DRAWN] = [Lying(drawn.card, self.exposed)]
        if self.exposed:
            TURNED_IN_PILE.set(t)
        INCIDENT.set(t)

    def tell(self) -> str:
        return (
            f"Incident: the dealer draws a card in error {'and exposes it' if self.exposed else 'without exposing it'}."
        )


class MoveCard(Step, frozen=True, tag="move card"):
    """An incident: the first or last card of one place turns up at the head or the end of another."""

    source: str
    first: bool
    place: str
    to_head: bool
    what: str

    def do(self, t: Table) -> None:
        (DECK_DISTURBED if self.place == MISSING else HANDS_DISTURBED).set(t)
        INCIDENT.set(t)
        moved = t.places[self.source].pop(0 if self.first else -1)
        if self.place in DEALT_FROM and not TURNED_IN_PILE(t):
            moved = DOWN[moved.card]  # it was never dealt, so it is face down unless it already lay face up
        target = t.places.setdefault(self.place, [])
        target.insert(0 if self.to_head else len(target), moved)
        affected, got_it = (self.source, False) if self.place in DEALT_FROM else (self.place, True)
        ASTRAY.set(t, (moved.card, affected, got_it), sum(lying.up for lying in t.cards(COMMUNITY)))

    def tell(self) -> str:
        return f"Incident: {self.what}."

    @property
    def unnoticed(self) -> bool:
        return self.place == MISSING  # everybody sees what lies on the layout


class AddCard(Step, frozen=True, tag="add card"):
    """An incident: a card that does not belong there is among the undealt ones."""

    place: str
    card: str

    def do(self, t: Table) -> None:
        t.places[self.place].append(DOWN[self.card])
        DECK_DISTURBED.set(t)
        INCIDENT.set(t)

    def tell(self) -> str:
        return f"Incident: there is one card too many in {place_name(self.place)}."

    @property
    def unnoticed(self) -> bool:
        return True


class DiscardFaceUp(Step, frozen=True, tag="discard face up"):
    source: str
    depth: int
    card: str

    def do(self, t: Table) -> None:
        del t.places[self.source][self.depth]
        t.places[DISCARD_RACK].insert(0, UP[self.card])
        met = FACE_UP_MET.get(t) or 0
        assert isinstance(met, int)
        FACE_UP_MET.set(t, met + 1)

    def tell(self) -> str:
        return f"A card is face up in {place_name(self.source)}: the dealer puts it in the discard rack, unused."


class UseDrawn(Step, frozen=True, tag="use drawn"):
    """A card drawn in error is used as the next card."""

    source: str

    def do(self, t: Table) -> None:
        t.places[self.source].insert(0, t.places.pop(DRAWN)[0])

    def tell(self) -> str:
        return "The dealer uses the card drawn in error as the next card."


class PutBackDrawn(UseDrawn, frozen=True, tag="put back drawn"):
    """A card drawn in error was exposed, so it is not used: it lies face up on the others, as if it were found so."""

    def tell(self) -> str:
        return "The card drawn in error was exposed, so it counts as a card found face up."
