"""Dealing from a manual shoe (18.7), from the hand (18.8) and from an automated shoe (18.9), and the stub."""

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
from pitboss.games.let_it_ride.law import irregular
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import DealCommunity
from pitboss.games.let_it_ride.law.wagers import collect_bonus_wagers, has_three_equal_wagers, no_more_bets, take_wagers
from pitboss.law.force import in_force
from pitboss.table.card_steps import Deal, DeliverStack, LoadDeck, RemoveStub, StubToRack
from pitboss.table.facts import INCIDENT, READY
from pitboss.table.steps import Manner
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, DEALERS_HAND, DRAWN, SHOE, Table, hand

COMMUNITY_LAST = "the community cards"


def deal(r: Round[LetItRideHouse]) -> Procedure:
    """Deal by the method the licensee has chosen, from the stacked deck to the stub in the rack."""
    assert READY(r.table)
    if r.house.dealing == "hand" and in_force("18.8(a)"):
        yield from deal_from_hand(r)
    elif r.house.dealing == "automated-shoe" and in_force("18.9(a)"):
        yield from deal_from_automated_shoe(r)
    else:
        yield from deal_from_manual_shoe(r)


# --- 18.7


def deal_from_manual_shoe(r: Round[LetItRideHouse]) -> Procedure:
    yield LoadDeck("18.7(a)", SHOE)
    yield from take_wagers(r)
    yield from no_more_bets(r, "18.7(b)")
    yield from collect_bonus_wagers(r, "18.7(b)")
    yield from draw_from_shoe(r)
    yield BeginDealing("18.7(c)", players_in_order(r.table), counter(r), COMMUNITY_LAST)
    yield from deal_round(r, SHOE, "18.7(c)1", "18.7(c)2")
    yield from deal_round(r, SHOE, "18.7(c)3", "18.7(c)4")
    yield from deal_round(r, SHOE, "18.7(c)5", "18.7(c)6")
    yield from put_stub_away(r, SHOE, "18.7(d)", "18.7(e)")


# --- 18.8


def deal_from_hand(r: Round[LetItRideHouse]) -> Procedure:
    yield LoadDeck("18.8(b)2", DEALERS_HAND)
    yield Manner("18.8(b)2i", "The dealer holds the deck in the same hand throughout the round.")
    yield Manner("18.8(b)2ii", "He keeps it before him, over the table inventory container.")
    yield from take_wagers(r)
    yield from no_more_bets(r, "18.8(b)3")
    yield from collect_bonus_wagers(r, "18.8(b)3")
    yield from take_from_deck(r)
    yield BeginDealing("18.8(c)", players_in_order(r.table), counter(r), COMMUNITY_LAST)
    yield from deal_round(r, DEALERS_HAND, "18.8(c)1", "18.8(c)2")
    yield from deal_round(r, DEALERS_HAND, "18.8(c)3", "18.8(c)4")
    yield from deal_round(r, DEALERS_HAND, "18.8(c)5", "18.8(c)6")
    yield from put_stub_away(r, DEALERS_HAND, "18.8(d)", "18.8(e)")


# --- 18.9


def deal_from_automated_shoe(r: Round[LetItRideHouse]) -> Procedure:
    """Deal stacks of three: one to each player, clockwise, and the last to the community cards."""
    t = r.table
    yield LoadDeck("18.9(b)1", AUTOMATED_SHOE)
    yield from take_wagers(r)
    yield from no_more_bets(r, "18.9(b)2")
    yield from collect_bonus_wagers(r, "18.9(b)2")
    yield BeginDealing("18.9(c)", players_in_order(t), counter(r), COMMUNITY_LAST)
    for position in positions_dealt_in(t):
        yield from deliver(r, hand(position), spread=False)
    yield from deliver(r, COMMUNITY, spread=r.rules.provision("community stack spread"))
    yield from put_stub_away(r, AUTOMATED_SHOE, "18.9(d)", "18.9(e)")


def deliver(r: Round[LetItRideHouse], place: str, spread: bool) -> Procedure:
    yield from look_into_a_stack(r, lambda: look_before_dealing(r, AUTOMATED_SHOE, 3, "18.12(e)"))
    stack = r.table.faces(AUTOMATED_SHOE)[:3]
    if r.rules.reads("stack-order") == "piled":
        stack = stack[::-1]
    yield DeliverStack("18.9(c)", AUTOMATED_SHOE, place, stack, spread)


# --- parts shared by the methods


def players_in_order(t: Table) -> tuple[int, ...]:
    """Return the positions with three equal wagers, clockwise from the player farthest to the dealer's left."""
    return tuple(position for position in sorted(t.owners) if has_three_equal_wagers(t, position))


def deal_round(r: Round[LetItRideHouse], source: str, to_player: str, to_community: str) -> Procedure:
    """Deal one card to each player, then one to the community cards."""
    t = r.table
    pile = t.places[source]
    stacked = r.rules.provision("community cards stacked")
    for position in positions_dealt_in(t):
        if not pile or pile[0].up or DRAWN in t.places:
            yield from look_before_dealing(r, source, 1, "18.12(c)")
        yield Deal(to_player, source, hand(position), pile[0].card)
    if not pile or pile[0].up or DRAWN in t.places:
        yield from look_before_dealing(r, source, 1, "18.12(c)")
    yield DealCommunity(to_community, source, COMMUNITY, pile[0].card, stacked, len(t.cards(COMMUNITY)))


def put_stub_away(r: Round[LetItRideHouse], source: str, removal_cite: str, counting_cite: str) -> Procedure:
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
