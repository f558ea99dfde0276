"""What goes wrong with cards: what an incident does to the physical table, and what every game finds alike.

An incident only changes the table. Whether it matters is decided where the paragraph looks. Once the hands are void
nothing more can happen to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pitboss.common.house import CardHouse
from pitboss.common.steps import CondemnDeck, Reshuffle
from pitboss.common.stub import WHOLE_DECK
from pitboss.engine.incidents import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import Input, Order
from pitboss.engine.waits import OrderWanted, Procedure, Refusal
from pitboss.law.rules import Rules
from pitboss.table.card_steps import (
    AddCard,
    CollectCards,
    DiscardFaceUp,
    DrawInError,
    MoveCard,
    PutBackDrawn,
    TurnInPile,
    UseDrawn,
    place_name,
)
from pitboss.table.cards import DOWN
from pitboss.table.steps import PlayOn, VoidRound
from pitboss.table.table import (
    COMMUNITY,
    CUT_STACK,
    DEALER,
    DEALT_FROM,
    DECK,
    DISCARD_RACK,
    DRAWN,
    MISSING,
    SHUFFLER,
    SPREAD,
    STUB,
    Table,
    hand,
)

INCIDENT = "house:incident"
NOT_A_DECK = "reading:fifty-two-but-not-a-deck"


def second_voids_all(t: Table, rules: Rules, house: CardHouse) -> Procedure:
    """What most texts say of a second card found face up."""
    yield VoidRound(house.paragraphs.face_up, "more than one card lay face up")


Second: TypeAlias = Callable[[Table, Any, Any], Procedure]


# --- where the law looks


def pass_over(
    t: Table, rules: Rules, house: CardHouse, source: str, needed: int, second: Second = second_voids_all
) -> Procedure:
    """Before the next card, or a stack of them, is used: what was drawn in error, what lies face up."""
    p = house.paragraphs
    while True:  # looked at anew after each act: another incident may have come in between
        face_up = [depth for depth, lying in enumerate(t.cards(source)[:needed]) if lying.up]
        if DRAWN in t.places:
            yield UseDrawn(p.drawn, source)
        elif face_up:
            yield DiscardFaceUp(p.face_up, source, face_up[0], t.places[source][face_up[0]].card)
            if t.facts["face up met"] != 1:
                yield from second(t, rules, house)
        else:
            return


def wrong_hands(t: Table, places: tuple[str, ...], cards: int) -> str:
    """Which of these places do not hold so many cards, in words; empty if all do."""
    wrong = [place for place in places if len(t.cards(place)) != cards]
    return ", ".join(f"{len(t.cards(place))} cards at {place_name(place)}" for place in wrong)


def after_the_deal(t: Table, rules: Rules, house: CardHouse, misdealt: str) -> Procedure:
    """All is dealt. A hand of a wrong number of cards is seen now; what else is wrong is met no more.

    For the texts in which any such hand voids all hands.
    """
    p = house.paragraphs
    if misdealt:
        yield VoidRound(p.misdealt, misdealt)
    if t.facts.get("hands disturbed"):
        yield PlayOn(p.misdealt, "Every hand holds the right number of cards after all")
    face_up_cards = sum(lying.up for lying in t.places[DISCARD_RACK]) if t.facts.get("turned in pile") else 0
    if face_up_cards != t.facts.get("face up met", 0):
        if face_up_cards > 1 and rules.reads("end-of-dealing") == "stub-too":
            yield VoidRound(p.face_up, "more than one card lay face up, counting the stub")
        yield PlayOn(p.face_up, "A card face up in the stub was not met while the cards were dealt")
    if t.facts.get("deck disturbed"):
        yield from deck_not_as_it_should_be(t, rules, house)


def deck_not_as_it_should_be(t: Table, rules: Rules, house: CardHouse) -> Procedure:
    """What is wrong with the deck itself and no count of the stub has found."""
    if t.count() != WHOLE_DECK:
        cite = house.paragraphs.stub_count
        yield PlayOn(cite, "The deck is not whole, but no count of the stub is due this round")
    elif len(t.different_cards()) == WHOLE_DECK:
        yield PlayOn(INCIDENT, "All 52 cards are there after all")
    elif rules.reads("fifty-two-but-not-a-deck") == "void":
        yield CondemnDeck(NOT_A_DECK)
        yield VoidRound(NOT_A_DECK, "the deck holds two cards that are alike")
    else:
        yield PlayOn(NOT_A_DECK, "The cards are 52, though not 52 different ones, and nobody looks at their faces")


def collect_everything(t: Table) -> Procedure:
    """How a void round ends: every card at the table joins the next shuffle."""
    hands = [hand(position) for position in sorted(t.owners, reverse=True)]
    for place in (*hands, COMMUNITY, DEALER, DRAWN, STUB, SPREAD, CUT_STACK, *DEALT_FROM, DECK):
        if t.cards(place):
            yield CollectCards(t.void, place)


# --- what happens at the table, and what cannot


def impossible(wrong: str) -> Refusal:
    return Refusal(INCIDENT, wrong, "it cannot happen at this table now")


def dealing_from(t: Table) -> str | None:
    return next((place for place in DEALT_FROM if t.cards(place)), None)


def on_layout(place: str) -> bool:
    return place in (COMMUNITY, DEALER) or place.startswith("hand ")


def _bar_face_up(t: Table, rules: Rules, house: CardHouse, given: FaceUpCard) -> Iterator[Refusal]:
    place = t.undealt()
    if place is None or not 0 <= given.depth < len(t.places[place]):
        yield impossible("no such card waits to be dealt")


def _face_up(t: Table, rules: Rules, house: CardHouse, given: FaceUpCard) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield TurnInPile(INCIDENT, place, given.depth)


def _bar_drawing(t: Table, rules: Rules, house: CardHouse, given: DrawnInError) -> Iterator[Refusal]:
    if dealing_from(t) is None:
        yield impossible("there is nothing to draw a card from")
    elif DRAWN in t.places:
        yield impossible("a card drawn in error lies there already")


def _draw(t: Table, rules: Rules, house: CardHouse, given: DrawnInError, second: Second) -> Procedure:
    source = dealing_from(t)
    assert source is not None
    exposed = given.exposed or t.places[source][0].up  # a card that lay face up is seen as it is drawn
    yield DrawInError(INCIDENT, source, exposed)
    if not exposed:
        return
    # The texts speak of an unexposed card only.
    way = rules.reads("drawn-and-exposed")
    if way == "supervisor":
        question = "a card drawn in error was exposed: is it discarded, or are the hands void?"
        order = yield OrderWanted("reading:drawn-and-exposed", question, ("discard it", "void the hands"), ())
        assert isinstance(order, Order)
        way = "discard" if order.what == "discard it" else "void"
    if way == "void":
        yield VoidRound("reading:drawn-and-exposed", "a card drawn in error was exposed")
    yield PutBackDrawn("reading:drawn-and-exposed", source)
    yield from pass_over(t, rules, house, source, 1, second)


def _bar_dealing_to(t: Table, rules: Rules, house: CardHouse, given: ExtraCard | ShortCard) -> Iterator[Refusal]:
    """Something must lie there already while the deal goes on."""
    if not t.cards(given.place) or not on_layout(given.place) or dealing_from(t) is None:
        yield impossible(f"no card is being dealt to {given.place}")


def _extra(t: Table, rules: Rules, house: CardHouse, given: ExtraCard) -> Procedure:
    source = dealing_from(t)
    assert source is not None
    yield MoveCard(INCIDENT, source, True, given.place, False, f"{place_name(given.place)} gets a card too many")


def _short(t: Table, rules: Rules, house: CardHouse, given: ShortCard) -> Procedure:
    source = dealing_from(t)
    assert source is not None
    yield MoveCard(INCIDENT, given.place, False, source, True, f"{place_name(given.place)} was left a card short")


def _bar_missing(t: Table, rules: Rules, house: CardHouse, given: CardMissing) -> Iterator[Refusal]:
    if t.undealt() is None:
        yield impossible("no card waits to be dealt")


def _missing(t: Table, rules: Rules, house: CardHouse, given: CardMissing) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield MoveCard(INCIDENT, place, False, MISSING, True, "a card is gone from among those to be dealt")


def _bar_too_many(t: Table, rules: Rules, house: CardHouse, given: CardTooMany) -> Iterator[Refusal]:
    if t.undealt() is None:
        yield impossible("no card waits to be dealt")
    elif given.card not in DOWN:
        yield impossible(f"{given.card!r} is no card")


def _too_many(t: Table, rules: Rules, house: CardHouse, given: CardTooMany) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield AddCard(INCIDENT, place, given.card)


def _bar_jam(t: Table, rules: Rules, house: CardHouse, given: DeviceJam) -> Iterator[Refusal]:
    there = house.shuffler if given.device == "shuffler" else house.dealing == "automated-shoe"
    if not there:
        yield impossible(f"no {given.device} is at the table")


def shuffler_jams(t: Table, house: CardHouse) -> Procedure:
    """Whatever deck is in it is shuffled anew; a deck in play is not touched."""
    cite = house.paragraphs.shuffler_jams
    if t.cards(SHUFFLER):
        yield Reshuffle(cite)
    else:
        yield PlayOn(cite, "The shuffler failed while it was shuffling nothing")


def _bar_exposing(t: Table, rules: Rules, house: CardHouse, given: CardExposed) -> Iterator[Refusal]:
    pile = t.cards(given.place)
    if not on_layout(given.place) or not 0 <= given.index < len(pile) or pile[given.index].up:
        yield impossible(f"no such card lies face down at {given.place}")


Bar: TypeAlias = Callable[[Table, Any, Any, Any], Iterator[Refusal]]
Aside: TypeAlias = Callable[[Table, Any, Any, Any], Procedure]


def while_hands_stand(bar: Bar) -> Bar:
    """Once the hands are void nothing more can happen to them."""

    def barred(t: Table, rules: Rules, house: CardHouse, given: Input) -> Iterator[Refusal]:
        if t.void:
            yield impossible("the hands are void and the cards are being collected")
        else:
            yield from bar(t, rules, house, given)

    return barred


BARS: dict[type[Input], Bar] = {
    FaceUpCard: while_hands_stand(_bar_face_up),
    DrawnInError: while_hands_stand(_bar_drawing),
    ExtraCard: while_hands_stand(_bar_dealing_to),
    ShortCard: while_hands_stand(_bar_dealing_to),
    CardMissing: while_hands_stand(_bar_missing),
    CardTooMany: while_hands_stand(_bar_too_many),
    DeviceJam: while_hands_stand(_bar_jam),
    CardExposed: while_hands_stand(_bar_exposing),
}


def asides(jam: Aside, expose: Aside, second: Second = second_voids_all) -> dict[type[Input], Aside]:
    """What the incidents set off; a jam, an exposed card and a second card face up are each text's own matter."""
    return {
        FaceUpCard: _face_up,
        DrawnInError: lambda t, rules, house, given: _draw(t, rules, house, given, second),
        ExtraCard: _extra,
        ShortCard: _short,
        CardMissing: _missing,
        CardTooMany: _too_many,
        DeviceJam: jam,
        CardExposed: expose,
    }
