"""Irregularities with cards: how incidents change the physical table, and the checks that all games make in the same
way.

An incident only changes the table. Whether it matters is decided where a paragraph checks for it. Once the hands are
void, nothing more can happen to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pitboss.common.house import CardHouse
from pitboss.common.steps import CondemnDeck, Misdeal, Reshuffle
from pitboss.common.stub import MISDEALT_TOO, WHOLE_DECK, condemn
from pitboss.engine.incidents.incident_kinds import (
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
from pitboss.engine.round import Round
from pitboss.engine.waits import NeverHere, OrderWanted, Procedure, Refusal, never_here, void_all_hands
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
from pitboss.table.facts import DECK_DISTURBED, FACE_UP_MET, HANDS_DISTURBED, TURNED_IN_PILE
from pitboss.table.steps import PlayOn, PlayOnUnaware
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

BY_INCIDENT = "house:incident"
NOT_A_DECK = "reading:fifty-two-but-not-a-deck"


def void_for_second_face_up_card(r: Round[CardHouse]) -> Procedure:
    """Void all hands for a second card found face up, as most texts say."""
    yield from void_all_hands(r.ids.face_up, "more than one card lay face up")


Second: TypeAlias = Callable[[Round[Any]], Procedure]


# --- where the law looks


def pass_over(r: Round[CardHouse], source: str, needed: int, second: Second) -> Procedure:
    """Use a card that was drawn in error, or discard one that lies face up, before the next card or stack of cards is
    used.

    `needed` is the number of cards that are due; `second` applies the text's rule for a second face-up card.
    """
    t = r.table
    p = r.ids
    while True:  # look anew after each act, because another incident may have come in between
        face_up = [depth for depth, lying in enumerate(t.cards(source)[:needed]) if lying.up]
        if DRAWN in t.places:
            yield UseDrawn(p.drawn, source)
        elif face_up:
            yield from set_aside(r, source, face_up[0], second)
        else:
            return


def set_aside(r: Round[CardHouse], source: str, depth: int, second: Second) -> Procedure:
    """Discard a card that lies face up, unused. `second` applies the text's rule for a second face-up card."""
    t = r.table
    yield DiscardFaceUp(r.ids.face_up, source, depth, t.places[source][depth].card)
    if FACE_UP_MET.of(t) != 1:
        yield from second(r)


def look_into_a_stack(r: Round[CardHouse], look: Callable[[], Procedure]) -> Procedure:
    """Take a card that lies face up out of a stack before it is delivered. No text says which card replaces it, so a
    reading decides.

    The stack is looked at again after each act, because another incident may have happened meanwhile.
    """
    cite = "reading:face-up-in-a-stack"
    while True:
        met = FACE_UP_MET.get(r.table)
        yield from look()
        if FACE_UP_MET.get(r.table) == met:
            return
        if r.rules.reads("face-up-in-a-stack") == "void":
            yield from void_all_hands(cite, "a card lay face up in a stack")
        yield PlayOn(cite, "A card lay face up in a stack, and the next card of the shoe makes it up")


def look_before_dealing(r: Round[CardHouse], source: str, needed: int, dry: str) -> Procedure:
    """Handle a card that was drawn in error or lies face up before the next `needed` cards are dealt, and void the
    hands if the shoe has too few cards.

    This is for texts under which a second face-up card voids all hands. `dry` is the paragraph for an empty shoe.
    """
    yield from pass_over(r, source, needed, void_for_second_face_up_card)
    if len(r.table.cards(source)) < needed:
        yield from void_for_missing_cards(r, dry)


def void_for_missing_cards(r: Round[CardHouse], cite: str) -> Procedure:
    """Void all hands because one would get too few cards.

    If the deck is also not whole, no text covers the two faults together, so a reading decides.
    """
    not_whole = r.table.count() != WHOLE_DECK
    if not_whole:
        yield from condemn(r, misdealt=True)
    by = MISDEALT_TOO if not_whole and cite == r.ids.misdealt else cite
    yield Misdeal(by, "the cards ran out before every hand was dealt")


def describe_misdealt_places(t: Table, places: tuple[str, ...], cards: int) -> str:
    """Name the places that do not hold this many cards; return an empty string if all of them do."""
    misdealt = [place for place in places if len(t.cards(place)) != cards]
    return ", ".join(f"{len(t.cards(place))} cards at {place_name(place)}" for place in misdealt)


def check_after_the_deal(r: Round[CardHouse], misdealt: str) -> Procedure:
    """Void all hands if one has a wrong number of cards, and record other faults that can no longer be detected this
    round.

    For texts under which a single hand with a wrong number of cards voids all hands.
    """
    t = r.table
    p = r.ids
    if misdealt:
        yield Misdeal(p.misdealt, misdealt)
    if HANDS_DISTURBED(t):
        yield PlayOn(p.misdealt, "Every hand holds the right number of cards after all")
    face_up_cards = sum(lying.up for lying in t.places[DISCARD_RACK]) if TURNED_IN_PILE(t) else 0
    if face_up_cards != (FACE_UP_MET.get(t) or 0):
        # Whether cards of the stub count towards more than one is a doubt; one alone changes nothing.
        by = "reading:end-of-dealing" if face_up_cards > 1 else p.face_up
        if face_up_cards > 1 and r.rules.reads("end-of-dealing") == "stub-too":
            yield from void_all_hands(by, "more than one card lay face up, counting the stub")
        yield PlayOnUnaware(by, "A card face up in the stub was not met while the cards were dealt")
    if DECK_DISTURBED(t):
        yield from deck_not_as_it_should_be(r)


def deck_not_as_it_should_be(r: Round[CardHouse]) -> Procedure:
    """Handle a deck that is not whole, if no count of the stub has found that."""
    t = r.table
    if t.count() != WHOLE_DECK:
        cite = r.ids.stub_count
        yield PlayOnUnaware(cite, "The deck is not whole, but no count of the stub is due this round")
    elif len(t.different_cards()) == WHOLE_DECK:
        yield PlayOnUnaware(BY_INCIDENT, "All 52 cards are there after all")
    elif r.rules.reads("fifty-two-but-not-a-deck") == "void":
        yield CondemnDeck(NOT_A_DECK)
        yield from void_all_hands(NOT_A_DECK, "the deck holds two cards that are alike")
    else:
        yield PlayOnUnaware(
            NOT_A_DECK, "The cards are 52, though not 52 different ones, and nobody looks at their faces"
        )


def collect_everything(r: Round[CardHouse]) -> Procedure:
    """Collect every card at the table for the next shuffle, as at the end of a void round."""
    t = r.table
    hands = [hand(position) for position in sorted(t.owners, reverse=True)]
    for place in (*hands, COMMUNITY, DEALER, DRAWN, STUB, SPREAD, CUT_STACK, *DEALT_FROM, DECK):
        if t.cards(place):
            yield CollectCards(t.void, place)


# --- what happens at the table, and what cannot


def impossible(wrong: str) -> Refusal:
    """Refuse an incident that cannot happen at the table now."""
    return Refusal(BY_INCIDENT, wrong, "This cannot happen at the table now.")


def dealing_place(t: Table) -> str | None:
    """Return the place from which cards are dealt now; None if there is none."""
    return next((place for place in DEALT_FROM if t.cards(place)), None)


def on_layout(place: str) -> bool:
    """Return whether a place is on the layout."""
    return place in (COMMUNITY, DEALER) or place.startswith("hand ")


def _bar_face_up(r: Round[CardHouse], given: FaceUpCard) -> Iterator[Refusal]:
    t = r.table
    place = t.undealt_place()
    if place is None or not 0 <= given.depth < len(t.places[place]):
        yield impossible("There is no such card left to deal.")


def _lay_face_up(r: Round[CardHouse], given: FaceUpCard) -> Procedure:
    place = r.table.undealt_place()
    assert place is not None
    yield TurnInPile(BY_INCIDENT, place, given.depth)


def _bar_drawing(r: Round[CardHouse], given: DrawnInError) -> Iterator[Refusal]:
    t = r.table
    if dealing_place(t) is None:
        yield impossible("There is nothing to draw a card from.")
    elif DRAWN in t.places:
        yield impossible("A card drawn in error is already out.")


def _draw_in_error(r: Round[CardHouse], given: DrawnInError, second: Second) -> Procedure:
    t = r.table
    source = dealing_place(t)
    assert source is not None
    exposed = given.exposed or t.places[source][0].up  # a card that lay face up is seen as it is drawn
    yield DrawInError(BY_INCIDENT, source, exposed)
    if not exposed:
        return
    yield from rule_on_exposed_draw(r)
    yield PutBackDrawn("reading:drawn-and-exposed", source)
    yield from pass_over(r, source, 1, second)


def rule_on_exposed_draw(r: Round[CardHouse]) -> Procedure:
    """Rule on a card drawn in error and exposed: it is discarded, or the hands are void.

    The texts speak of an unexposed card only, so a reading decides.
    """
    way = r.rules.reads("drawn-and-exposed")
    if way == "supervisor":
        question = "a card drawn in error was exposed: discard it, or void the hands?"
        order = yield OrderWanted("reading:drawn-and-exposed", question, ("discard it", "void the hands"), ())
        assert isinstance(order, Order)
        way = "discard" if order.what == "discard it" else "void"
    if way == "void":
        yield from void_all_hands("reading:drawn-and-exposed", "a card drawn in error was exposed")


def _bar_dealing_to(r: Round[CardHouse], given: ExtraCard | ShortCard) -> Iterator[Refusal]:
    """Refuse a wrong number of cards at a place unless cards are being dealt there."""
    t = r.table
    if not t.cards(given.place) or not on_layout(given.place) or dealing_place(t) is None:
        yield impossible(f"No card is being dealt to {place_name(given.place)}.")


def _deal_extra_card(r: Round[CardHouse], given: ExtraCard, second: Second) -> Procedure:
    """Deal a card too many. A face-up card is detected before it is dealt, even to a wrong place."""
    t = r.table
    while (source := dealing_place(t)) and t.places[source][0].up:
        yield from set_aside(r, source, 0, second)
    if source:
        description = f"{place_name(given.place)} gets a card too many"
        yield MoveCard(BY_INCIDENT, source, True, given.place, False, description)


def _deal_one_card_less(r: Round[CardHouse], given: ShortCard) -> Procedure:
    source = dealing_place(r.table)
    assert source is not None
    yield MoveCard(BY_INCIDENT, given.place, False, source, True, f"{place_name(given.place)} was left a card short")


def _bar_missing(r: Round[CardHouse], given: CardMissing) -> Iterator[Refusal]:
    if r.table.undealt_place() is None:
        yield impossible("There is no card left to deal.")


def _lose_card(r: Round[CardHouse], given: CardMissing) -> Procedure:
    place = r.table.undealt_place()
    assert place is not None
    yield MoveCard(BY_INCIDENT, place, False, MISSING, True, "a card is gone from among those to be dealt")


def _bar_too_many(r: Round[CardHouse], given: CardTooMany) -> Iterator[Refusal]:
    if r.table.undealt_place() is None:
        yield impossible("There is no card left to deal.")
    elif given.card not in DOWN:
        yield impossible(f"{given.card!r} is not a card.")


def _add_duplicate_card(r: Round[CardHouse], given: CardTooMany) -> Procedure:
    place = r.table.undealt_place()
    assert place is not None
    yield AddCard(BY_INCIDENT, place, given.card)


def _bar_jam(r: Round[CardHouse], given: DeviceJam) -> Iterator[Refusal]:
    present = r.house.shuffler if given.device == "shuffler" else r.house.dealing == "automated-shoe"
    if not present:
        yield never_here(f"There is no {given.device} at the table.")


def shuffler_jams(r: Round[CardHouse]) -> Procedure:
    """Shuffle anew whatever deck is in the shuffler. A deck in play is not touched."""
    cite = r.ids.shuffler_jams
    if r.table.cards(SHUFFLER):
        yield Reshuffle(cite)
    else:
        yield PlayOn(cite, "The shuffler failed while it was shuffling nothing")


def _bar_exposing(r: Round[CardHouse], given: CardExposed) -> Iterator[Refusal]:
    pile = r.table.cards(given.place)
    if not on_layout(given.place) or not 0 <= given.index < len(pile) or pile[given.index].up:
        yield impossible(f"No such card lies face down at {place_name(given.place)}.")


Bar: TypeAlias = Callable[[Round[Any], Any], Iterator[Refusal]]
Interruption: TypeAlias = Callable[[Round[Any], Any], Procedure]


def refuse_once_void(bar: Bar) -> Bar:
    """Wrap a bar so that it also refuses once the hands are void: nothing more can happen to them."""

    def bar_unless_void(r: Round[CardHouse], given: Input) -> Iterator[Refusal]:
        refusals = tuple(bar(r, given))
        if r.table.is_void and not any(isinstance(refusal, NeverHere) for refusal in refusals):
            yield impossible("The hands are void and the dealer is collecting the cards.")
        else:
            yield from refusals

    return bar_unless_void


BARS: dict[type[Input], Bar] = {
    FaceUpCard: refuse_once_void(_bar_face_up),
    DrawnInError: refuse_once_void(_bar_drawing),
    ExtraCard: refuse_once_void(_bar_dealing_to),
    ShortCard: refuse_once_void(_bar_dealing_to),
    CardMissing: refuse_once_void(_bar_missing),
    CardTooMany: refuse_once_void(_bar_too_many),
    DeviceJam: refuse_once_void(_bar_jam),
    CardExposed: refuse_once_void(_bar_exposing),
}


def make_bars(most: Mapping[str, int]) -> dict[type[Input], Bar]:
    """Return the bars of a game that deals at most these numbers of cards face down to "hand", `DEALER` and
    `COMMUNITY`.

    No card is ever dealt to a place that is not named. A card may lie face down there by mistake, and only then can it
    be exposed.
    """

    def with_place(bar: Bar) -> Bar:
        def bar_place(r: Round[CardHouse], given: Any) -> Iterator[Refusal]:
            if given.place in (DEALER, COMMUNITY) and given.place not in most:
                yield never_here(f"No cards are ever dealt to {place_name(given.place)} at this table.")
            else:
                yield from bar(r, given)

        return bar_place

    def with_index(bar: Bar) -> Bar:
        def bar_index(r: Round[CardHouse], given: CardExposed) -> Iterator[Refusal]:
            refusals = tuple(bar(r, given))
            place = "hand" if given.place.startswith("hand ") else given.place
            if refusals and not 0 <= given.index < most.get(place, 0):
                yield never_here(f"No card {given.index + 1} ever lies face down at {place_name(given.place)}.")
            else:
                yield from refusals

        return bar_index

    dealt = {kind: with_place(BARS[kind]) for kind in (ExtraCard, ShortCard)}
    return BARS | dealt | {CardExposed: with_place(with_index(BARS[CardExposed]))}


def interruptions(jam: Interruption, expose: Interruption, second: Second) -> dict[type[Input], Interruption]:
    """Return the procedure that each incident starts. Each text has its own rule for a jam, an exposed card, and a
    second face-up card."""
    return {
        FaceUpCard: _lay_face_up,
        DrawnInError: lambda r, given: _draw_in_error(r, given, second),
        ExtraCard: lambda r, given: _deal_extra_card(r, given, second),
        ShortCard: _deal_one_card_less,
        CardMissing: _lose_card,
        CardTooMany: _add_duplicate_card,
        DeviceJam: jam,
        CardExposed: expose,
    }
