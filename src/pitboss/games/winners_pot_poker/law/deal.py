"""Dealing card by card, whatever the method; burns; and the stub.

33.7 to 33.9, on the methods, are not held (the reading `dealing-methods`); 33.12 says what is done about cards that are
dealt wrongly, and 33.10(d) and 33.12(e) about burns.
"""

from __future__ import annotations

from pitboss.common.irregular import deck_not_as_it_should_be, pass_over, void_for_missing_cards
from pitboss.common.stub import count_is_due, count_stub, counter
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, void_all_hands
from pitboss.games.winners_pot_poker.law import irregular
from pitboss.games.winners_pot_poker.law.facts import BURN_FORGOTTEN, BURN_OWED, Street
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.paragraphs import METHODS, STUB
from pitboss.games.winners_pot_poker.law.rotation import holders_after_button, is_out
from pitboss.games.winners_pot_poker.law.steps import (
    BeginRotation,
    BeginStreet,
    DealThirdDown,
    EndStreet,
    OweBurn,
    cards_at,
)
from pitboss.law.force import cites
from pitboss.table.card_steps import BurnCard, Deal, DealUp, LoadDeck, RemoveStub, StubToRack, UseDrawn
from pitboss.table.facts import DECK_DISTURBED, FACE_UP_MET
from pitboss.table.steps import Manner, PlayOn, PlayOnUnaware
from pitboss.table.table import AUTOMATED_SHOE, DEALERS_HAND, DRAWN, SHOE

SOURCES = {"manual-shoe": SHOE, "hand": DEALERS_HAND, "automated-shoe": AUTOMATED_SHOE}
FIRST_STREET = "reading:first-street"


def load(r: Round[WinnersPotHouse]) -> Procedure:
    """Load the stacked deck into the source that the licensee deals from."""
    yield LoadDeck(METHODS, SOURCES[r.house.dealing])
    if r.house.dealing == "hand":
        yield Manner(METHODS, "The dealer holds the deck in the same hand, before him, throughout the round.")


def begin_rotation(r: Round[WinnersPotHouse], players: tuple[int, ...]) -> Procedure:
    yield BeginRotation(FIRST_STREET, tuple(holders_after_button(r, players)), counter(r))


# --- streets


def deal_three(r: Round[WinnersPotHouse]) -> Procedure:
    """Deal two cards down and one up to everybody. The third goes down where a down card was turned up (33.12(a))."""
    yield BeginStreet(FIRST_STREET, 3)
    for turn in range(3):
        for holder in holders_after_button(r):
            yield from deal_one(r, holder, FIRST_STREET, up=turn == 2)
    yield from look_over(r, FIRST_STREET, 3)


def deal_fourth(r: Round[WinnersPotHouse]) -> Procedure:
    if r.rules.reads("first-street") == "burned":
        yield from burn(r, FIRST_STREET, last=False)
    yield BeginStreet(FIRST_STREET, 4)
    yield from deal_up(r, FIRST_STREET, 4)


def deal_fifth(r: Round[WinnersPotHouse]) -> Procedure:
    missed = BURN_FORGOTTEN(r.table)
    yield from burn(r, "33.10(d)", last=True)
    if BURN_FORGOTTEN(r.table) and not missed:  # an incident came in after the dealer had turned to it
        yield PlayOnUnaware("33.12(e)", "The last burn was already under way, and none follows it")
    yield BeginStreet("33.10(d)", 5)
    yield from deal_up(r, "33.10(d)", 5)


def deal_up(r: Round[WinnersPotHouse], cite: str, due: Street) -> Procedure:
    """Deal one more card face up to everybody who is still in."""
    for holder in holders_after_button(r):
        yield from deal_one(r, holder, cite, up=True)
    yield from look_over(r, cite, due)


def deal_one(r: Round[WinnersPotHouse], holder: int, cite: str, up: bool) -> Procedure:
    t = r.table
    source, target = SOURCES[r.house.dealing], cards_at(holder)
    if is_out(t, holder):
        return
    yield from prepare_next_card(r, source)
    if is_out(t, holder):  # an incident came in between
        return
    card, lying = t.places[source][0].card, t.cards(target)
    if up and len(lying) == 2 and sum(card.up for card in lying) == 1:
        yield DealThirdDown("33.12(a)", source, target, card)
    elif up:
        yield DealUp(cite, source, target, card)
    else:
        yield Deal(cite, source, target, card)


def prepare_next_card(r: Round[WinnersPotHouse], source: str) -> Procedure:
    """Look at the next card before it is used, and stop the round if there is none."""
    yield from pass_over(r, source, 1, irregular.rule_on_second_face_up)
    if not r.table.cards(source):
        # An automated shoe that has none to give has failed to deal; any other deck has no paragraph.
        yield from void_for_missing_cards(r, "33.12(j)" if source == AUTOMATED_SHOE else "reading:deck-exhausted")


def look_over(r: Round[WinnersPotHouse], cite: str, due: Street) -> Procedure:
    """Look for hands with a wrong number of cards at the end of a street."""
    yield from irregular.rule_on_wrong_counts(r, due)
    yield EndStreet(cite, due)


# --- burns


def burn(r: Round[WinnersPotHouse], cite: str, *, last: bool) -> Procedure:
    """Burn one card, and one more if the burn before the last card was missed (33.12(e))."""
    t = r.table
    if not BURN_FORGOTTEN(t):
        yield from burn_one(r, cite)
        if BURN_OWED(t):
            yield from burn_one(r, "33.12(e)")
    elif not last:
        yield OweBurn("33.12(e)")
    else:
        yield from last_burn_missed(r)


def burn_one(r: Round[WinnersPotHouse], cite: str) -> Procedure:
    t = r.table
    source = SOURCES[r.house.dealing]
    needed = len([holder for holder in holders_after_button(r) if not is_out(t, holder)])
    if r.rules.reads("deck-exhausted") == "burns-give-way" and len(t.cards(source)) <= needed:
        yield PlayOn("reading:deck-exhausted", "The hands need every card that is left, so no card is burned")
        return
    before = FACE_UP_MET.get(t) or 0
    yield from prepare_next_card(r, source)
    if (FACE_UP_MET.get(t) or 0) == before or r.rules.reads("face-up-burn") == "burn-another":
        yield BurnCard(cite, source, t.places[source][0].card)


def last_burn_missed(r: Round[WinnersPotHouse]) -> Procedure:
    """Record that the last burn was missed. No betting round and no card follow in which to make up for it."""
    cite = "reading:last-burn-missed"
    if r.rules.reads("last-burn-missed") == "supervisor":
        question = "the burn before the fifth card was missed: play on, or void the hands?"
        order = yield OrderWanted(cite, question, ("play on", "void the hands"))
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(cite, "the burn before the fifth card was missed")
    why = "The burn before the fifth card was missed; no card follows before which to make up for it"
    yield PlayOn(cites("33.12(e)", cite), why)


# --- the stub


def put_stub_away(r: Round[WinnersPotHouse]) -> Procedure:
    t = r.table
    source = SOURCES[r.house.dealing]
    while DRAWN in t.places:
        yield UseDrawn("33.12(c)", source)
    face_up = any(lying.up for lying in t.cards(source))
    if r.rules.reads("stub-count") == "as-sister-games" and count_is_due(r):
        yield RemoveStub(STUB, source)
        yield from count_stub(r, STUB)
    else:
        yield StubToRack(STUB, source, len(t.cards(source)))
    if face_up:
        yield PlayOn("33.12(b)", "A card face up in the stub was found only after all cards had been dealt")
    if BURN_FORGOTTEN(t) and not irregular.is_all_dealt(t):
        yield PlayOnUnaware("33.12(e)", "No further card was dealt, so there was no burn to miss")
    if DECK_DISTURBED(t):
        yield from deck_not_as_it_should_be(r)
