"""Irregularities (18.12): what an incident does to the table, where the law finds it, and what it rules.

An incident only changes the physical table. Whether it matters is decided where the paragraph looks: a face-up card
when it is about to be dealt, a wrong hand when the cards are examined or the stub is counted. What no paragraph
reaches is recorded and played on; what no paragraph answers is put to a casino supervisor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

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
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.steps import COUNTED, CondemnDeck, Exposed, Reshuffle, ReturnChips, ReturnFromInventory
from pitboss.games.let_it_ride.stub import WHOLE_DECK, count_is_due, counter
from pitboss.games.let_it_ride.wagers import BONUS, BONUS_CHIP, SPOTS, bonus_positions, dealt_in, return_wagers
from pitboss.law.rules import Rules
from pitboss.table.card_steps import (
    AddCard,
    CollectCards,
    CountStub,
    DiscardFaceUp,
    DrawInError,
    MoveCard,
    RemoveDeck,
    TurnInPile,
    UseDrawn,
    place_name,
)
from pitboss.table.cards import DOWN
from pitboss.table.steps import PlayOn, VoidRound
from pitboss.table.table import (
    AUTOMATED_SHOE,
    COMMUNITY,
    CUT_STACK,
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
HAND = 3  # cards of a player, and of the community area


# --- where the law looks


def pass_over(t: Table, source: str, needed: int) -> Procedure:
    """Before the next card, or a stack of them, is used: what was drawn in error, what lies face up."""
    while True:  # looked at anew after each act: another incident may have come in between
        face_up = [depth for depth, lying in enumerate(t.places[source][:needed]) if lying.up]
        if DRAWN in t.places:
            yield UseDrawn("18.12(b)", source)
        elif face_up:
            yield DiscardFaceUp("18.12(a)", source, face_up[0], t.places[source][face_up[0]].card)
            if t.facts["face up met"] != 1:
                yield VoidRound("18.12(a)", "more than one card lay face up")
        else:
            return


def misdealt(t: Table) -> str:
    """Which hands do not hold three cards, in words; empty if all do."""
    wrong = [place for place in (*map(hand, dealt_in(t)), COMMUNITY) if len(t.cards(place)) != HAND]
    return ", ".join(f"{len(t.cards(place))} cards at {place_name(place)}" for place in wrong)


def after_the_deal(t: Table, rules: Rules) -> Procedure:
    """All is dealt. A hand that is not of three cards is seen now; what else is wrong is met no more."""
    if wrong := misdealt(t):
        yield VoidRound("18.12(c)", wrong)
    if t.facts.get("hands disturbed"):
        yield PlayOn("18.12(c)", "Every hand holds three cards after all")
    face_up_cards = sum(lying.up for lying in t.places[DISCARD_RACK]) if t.facts.get("turned in pile") else 0
    if face_up_cards != t.facts.get("face up met", 0):
        if face_up_cards > 1 and rules.reads("end-of-dealing") == "stub-too":
            yield VoidRound("18.12(a)", "more than one card lay face up, counting the stub")
        yield PlayOn("18.12(a)", "A card face up in the stub was not met while the cards were dealt")
    if t.facts.get("deck disturbed"):
        if t.count() == WHOLE_DECK:
            yield PlayOn("18.7(e)1", "The cards count 52, though they are not 52 different ones")
        else:
            yield PlayOn("18.7(e)", "The deck is not whole, but no count of the stub is due this round")


# --- how a void round ends


def void_round(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    """Every wager still out goes back, bonus wagers too; all cards join the next shuffle, or leave with the deck."""
    for position in sorted(t.owners, reverse=True):
        yield from return_wagers(t, position, SPOTS, t.void, "the hands are void")
        if counted := t.wager(position, COUNTED):  # the void came while bonus chips were being counted
            yield ReturnChips(t.void, t.owners[position], position, BONUS, counted, "the hands are void")
        if position in bonus_positions(t) and rules.reads("void-bonuses") == "returned":
            seat = t.owners[position]
            yield ReturnFromInventory(t.void, seat, position, BONUS, BONUS_CHIP, "the hands are void")
    hands = [hand(position) for position in sorted(t.owners, reverse=True)]
    for place in (*hands, COMMUNITY, DRAWN, STUB, SPREAD, CUT_STACK, *DEALT_FROM, DECK):
        if t.cards(place):
            yield CollectCards(t.void, place)
    if "dealing" in t.facts and "stub counted" not in t.facts and count_is_due(t, rules, house):
        # The count that was due does not fall away with the hands: with all cards in the rack the deck is counted.
        yield CountStub("18.7(e)", len(t.places[DISCARD_RACK]), t.count(), counter(t, rules))
        if t.facts["stub counted"] != WHOLE_DECK:
            yield CondemnDeck("18.7(e)2")
    if condemned := t.facts.get("condemned"):
        yield RemoveDeck(str(condemned))


# --- what happens at the table, and what cannot


def _impossible(wrong: str) -> Refusal:
    return Refusal(INCIDENT, wrong, "it cannot happen at this table now")


def bar_face_up(t: Table, rules: Rules, house: LetItRideHouse, given: FaceUpCard) -> Iterator[Refusal]:
    place = t.undealt()
    if place is None or not 0 <= given.depth < len(t.places[place]):
        yield _impossible("no such card waits to be dealt")


def face_up(t: Table, rules: Rules, house: LetItRideHouse, given: FaceUpCard) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield TurnInPile(INCIDENT, place, given.depth)


def _dealing_from(t: Table) -> str | None:
    return next((place for place in DEALT_FROM if t.cards(place)), None)


def bar_drawing(t: Table, rules: Rules, house: LetItRideHouse, given: DrawnInError) -> Iterator[Refusal]:
    if _dealing_from(t) is None:
        yield _impossible("there is nothing to draw a card from")
    elif DRAWN in t.places:
        yield _impossible("a card drawn in error lies there already")


def draw(t: Table, rules: Rules, house: LetItRideHouse, given: DrawnInError) -> Procedure:
    source = _dealing_from(t)
    assert source is not None
    exposed = given.exposed or t.places[source][0].up  # a card that lay face up is seen as it is drawn
    yield DrawInError(INCIDENT, source, exposed)
    if not exposed:
        return
    # 18.12(b) speaks of an unexposed card only.
    way = rules.reads("drawn-and-exposed")
    if way == "supervisor":
        question = "a card drawn in error was exposed: is it discarded, or are the hands void?"
        order = yield OrderWanted("reading:drawn-and-exposed", question, ("discard it", "void the hands"), ())
        assert isinstance(order, Order)
        way = "discard" if order.what == "discard it" else "void"
    if way == "void":
        yield VoidRound("reading:drawn-and-exposed", "a card drawn in error was exposed")
    yield UseDrawn("reading:drawn-and-exposed", source)
    yield from pass_over(t, source, 1)


def bar_extra(t: Table, rules: Rules, house: LetItRideHouse, given: ExtraCard) -> Iterator[Refusal]:
    if not _being_dealt(t, given.place) or _dealing_from(t) is None:
        yield _impossible(f"no card is being dealt to {given.place}")


def _being_dealt(t: Table, place: str) -> bool:
    """Something lies there already and the deal goes on."""
    return bool(t.cards(place)) and (place == COMMUNITY or place.startswith("hand ")) and t.undealt() is not None


def extra(t: Table, rules: Rules, house: LetItRideHouse, given: ExtraCard) -> Procedure:
    source = _dealing_from(t)
    assert source is not None
    what = f"{place_name(given.place)} gets a card too many"
    yield MoveCard(INCIDENT, source, True, given.place, False, what)


def bar_short(t: Table, rules: Rules, house: LetItRideHouse, given: ShortCard) -> Iterator[Refusal]:
    if not _being_dealt(t, given.place) or _dealing_from(t) is None:
        yield _impossible(f"no card is being dealt to {given.place}")


def short(t: Table, rules: Rules, house: LetItRideHouse, given: ShortCard) -> Procedure:
    source = _dealing_from(t)
    assert source is not None
    what = f"{place_name(given.place)} was left a card short"
    yield MoveCard(INCIDENT, given.place, False, source, True, what)


def bar_missing(t: Table, rules: Rules, house: LetItRideHouse, given: CardMissing) -> Iterator[Refusal]:
    if t.undealt() is None:
        yield _impossible("no card waits to be dealt")


def missing(t: Table, rules: Rules, house: LetItRideHouse, given: CardMissing) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield MoveCard(INCIDENT, place, False, MISSING, True, "a card is gone from among those to be dealt")


def bar_too_many(t: Table, rules: Rules, house: LetItRideHouse, given: CardTooMany) -> Iterator[Refusal]:
    if t.undealt() is None:
        yield _impossible("no card waits to be dealt")
    elif given.card not in DOWN:
        yield _impossible(f"{given.card!r} is no card")


def too_many(t: Table, rules: Rules, house: LetItRideHouse, given: CardTooMany) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield AddCard(INCIDENT, place, given.card)


def bar_jam(t: Table, rules: Rules, house: LetItRideHouse, given: DeviceJam) -> Iterator[Refusal]:
    there = house.shuffler if given.device == "shuffler" else house.dealing == "automated-shoe"
    if not there:
        yield _impossible(f"no {given.device} is at the table")


def jam(t: Table, rules: Rules, house: LetItRideHouse, given: DeviceJam) -> Procedure:
    return _shuffler_jams(t) if given.device == "shuffler" else _shoe_jams(t, rules)


def _shuffler_jams(t: Table) -> Procedure:
    """Whatever deck is in it is shuffled anew; a deck in play is not touched."""
    if t.cards(SHUFFLER):
        yield Reshuffle("18.12(d)")
    else:
        yield PlayOn("18.12(d)", "The shuffler failed while it was shuffling nothing")


def _shoe_jams(t: Table, rules: Rules) -> Procedure:
    delivered = t.facts.get("dealing") and (len(t.cards(COMMUNITY)) == HAND or not t.cards(AUTOMATED_SHOE))
    if not delivered:
        needed = bool(t.cards(AUTOMATED_SHOE))
    else:
        needed = rules.reads("jam-after-the-last-stack") == "void" and not t.facts.get("settling")
    if needed:
        yield VoidRound("18.12(e)", "the automated dealing shoe failed")
    else:
        why = "after every stack was delivered" if delivered else "while it held no cards"
        yield PlayOn("18.12(e)", f"The automated dealing shoe failed {why}")


def bar_exposing(t: Table, rules: Rules, house: LetItRideHouse, given: CardExposed) -> Iterator[Refusal]:
    pile = t.cards(given.place)
    on_layout = given.place == COMMUNITY or given.place.startswith("hand ")
    if not on_layout or not 0 <= given.index < len(pile) or pile[given.index].up:
        yield _impossible(f"no such card lies face down at {given.place}")


def expose(t: Table, rules: Rules, house: LetItRideHouse, given: CardExposed) -> Procedure:
    """No paragraph answers an exposed card: a player's own is his affair, a community card the supervisor's."""
    yield Exposed(INCIDENT, given.place)
    reading = "exposed-community-card" if given.place == COMMUNITY else "exposed-player-card"
    # Once the second community card is up every hand is about to be turned: there is nothing left to rule on.
    if rules.reads(reading) == "supervisor" and not t.facts.get("settling"):
        question = f"a card of {place_name(given.place)} was seen before its time: play on, or are the hands void?"
        order = yield OrderWanted(f"reading:{reading}", question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield VoidRound(f"reading:{reading}", "a card was seen before its time")
    yield PlayOn(f"reading:{reading}", f"A card of {place_name(given.place)} was seen; no paragraph speaks of it")


Bar: TypeAlias = Callable[[Table, Any, Any, Any], Iterator[Refusal]]


def _while_hands_stand(bar: Bar) -> Bar:
    """Once the hands are void nothing more can happen to them."""

    def barred(t: Table, rules: Rules, house: LetItRideHouse, given: Input) -> Iterator[Refusal]:
        if t.void:
            yield _impossible("the hands are void and the cards are being collected")
        else:
            yield from bar(t, rules, house, given)

    return barred


BARS: dict[type[Input], Bar] = {
    FaceUpCard: _while_hands_stand(bar_face_up),
    DrawnInError: _while_hands_stand(bar_drawing),
    ExtraCard: _while_hands_stand(bar_extra),
    ShortCard: _while_hands_stand(bar_short),
    CardMissing: _while_hands_stand(bar_missing),
    CardTooMany: _while_hands_stand(bar_too_many),
    DeviceJam: _while_hands_stand(bar_jam),
    CardExposed: _while_hands_stand(bar_exposing),
}
ASIDES: dict[type[Input], Callable[[Table, Any, Any, Any], Procedure]] = {
    FaceUpCard: face_up,
    DrawnInError: draw,
    ExtraCard: extra,
    ShortCard: short,
    CardMissing: missing,
    CardTooMany: too_many,
    DeviceJam: jam,
    CardExposed: expose,
}
