"""Dealing from a manual shoe (20.7), from the hand (20.8) and from an automated shoe (20.9), and the stub."""

from __future__ import annotations

from pitboss.common.irregular import (
    check_after_the_deal,
    look_before_dealing,
    look_into_a_stack,
    pass_over,
    void_for_second_face_up_card,
)
from pitboss.common.seats import positions_dealt_in
from pitboss.common.steps import BeginDealing
from pitboss.common.stub import count_is_due, count_stub, counter
from pitboss.common.which_hand_deals import draw_from_shoe, take_from_deck
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.three_card_poker.law import irregular
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.wagers import has_opening_wager, no_more_bets, take_wagers
from pitboss.law.force import in_force
from pitboss.table.card_steps import Deal, DeliverStack, LoadDeck, RemoveStub, StubToRack
from pitboss.table.facts import INCIDENT, READY
from pitboss.table.steps import Manner
from pitboss.table.table import AUTOMATED_SHOE, DEALER, DEALERS_HAND, DRAWN, SHOE, Table, hand

HAND = irregular.HAND
DEALER_LAST = "the dealer"


def deal(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Deal by the method the licensee has chosen, from the stacked deck to the stub in the rack."""
    assert READY(r.table)
    if r.house.dealing == "hand" and in_force("20.8(a)"):
        yield from deal_from_hand(r)
    elif r.house.dealing == "automated-shoe" and in_force("20.9(a)"):
        yield from deal_from_automated_shoe(r)
    else:
        yield from deal_from_manual_shoe(r)


# --- 20.7


def deal_from_manual_shoe(r: Round[ThreeCardPokerHouse]) -> Procedure:
    yield LoadDeck("reading:shuffle-and-cut", SHOE)
    yield from take_wagers(r)
    yield from no_more_bets("20.7(b)")
    yield from draw_from_shoe(r)
    yield BeginDealing("20.7(c)", players_in_order(r.table), counter(r), DEALER_LAST)
    yield from deal_one_by_one(r, SHOE, "20.7(c)")
    yield from put_stub_away(r, SHOE, "20.7(d)", "20.7(e)")


# --- 20.8


def deal_from_hand(r: Round[ThreeCardPokerHouse]) -> Procedure:
    yield LoadDeck("20.8(b)2", DEALERS_HAND)
    yield Manner("20.8(b)2i", "The dealer holds the deck in the same hand throughout the round.")
    yield Manner("20.8(b)2ii", "He keeps it before him, over the table inventory container.")
    yield from take_wagers(r)
    yield from no_more_bets("20.8(b)3")
    yield from take_from_deck(r)
    yield BeginDealing("20.8(c)", players_in_order(r.table), counter(r), DEALER_LAST)
    yield from deal_one_by_one(r, DEALERS_HAND, "20.8(c)")
    yield from put_stub_away(r, DEALERS_HAND, "20.8(d)", "20.8(e)")


# --- 20.9


def deal_from_automated_shoe(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Deal stacks of three: one to each player, clockwise, and the last to the dealer."""
    t = r.table
    yield LoadDeck("20.9(b)1", AUTOMATED_SHOE)
    yield from take_wagers(r)
    yield from no_more_bets("20.9(b)2")
    yield BeginDealing("20.9(c)", players_in_order(t), counter(r), DEALER_LAST)
    for place in places_in_order(t):
        yield from deliver(r, place)
    yield from put_stub_away(r, AUTOMATED_SHOE, "20.9(d)", "20.9(e)")


def deliver(r: Round[ThreeCardPokerHouse], place: str) -> Procedure:
    t = r.table
    yield from look_into_a_stack(r, lambda: look_before_dealing(r, AUTOMATED_SHOE, HAND, "20.12(f)"))
    stack = t.faces(AUTOMATED_SHOE)[:HAND]
    if r.rules.reads("stack-order") == "piled":
        stack = stack[::-1]
    yield DeliverStack("20.9(c)", AUTOMATED_SHOE, place, stack)


# --- parts shared by the methods


def players_in_order(t: Table) -> tuple[int, ...]:
    """Return the positions with an ante or pair plus wager, clockwise from the player farthest to the dealer's left."""
    return tuple(position for position in sorted(t.owners) if has_opening_wager(t, position))


def places_in_order(t: Table) -> tuple[str, ...]:
    """Return the places that cards are dealt to: the players in order, then the dealer."""
    return (*map(hand, positions_dealt_in(t)), DEALER)


def deal_one_by_one(r: Round[ThreeCardPokerHouse], source: str, cite: str) -> Procedure:
    """Deal one card at a time to each player in order and to the dealer, until everyone has three."""
    t = r.table
    pile = t.places[source]
    for place in places_in_order(t) * HAND:
        if not pile or pile[0].up or DRAWN in t.places:
            yield from look_before_dealing(r, source, 1, "20.12(c)")
        yield Deal(cite, source, place, pile[0].card)


def put_stub_away(r: Round[ThreeCardPokerHouse], source: str, removal_cite: str, counting_cite: str) -> Procedure:
    t = r.table
    while DRAWN in t.places:  # another card may be drawn while the first error is being corrected
        yield from pass_over(r, source, 1, void_for_second_face_up_card)
    if count_is_due(r):
        yield RemoveStub(removal_cite, source)
        yield from count_stub(r, counting_cite, irregular.describe_misdealt_hands)
    else:
        yield StubToRack(removal_cite, source, len(t.places[source]))
    if INCIDENT(t):
        yield from check_after_the_deal(r, irregular.describe_misdealt_hands(t))
