"""Dealing from a manual shoe (32.7), from the hand (32.8) and from an automated shoe (32.9), and the stub."""

from __future__ import annotations

from pitboss.common.irregular import look_into_a_stack, pass_over
from pitboss.common.seats import positions_dealt_in
from pitboss.common.steps import BeginDealing
from pitboss.common.stub import count_is_due, count_stub, counter, void_misdealt
from pitboss.common.which_hand_deals import draw_from_shoe, take_from_deck
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, void_all_hands
from pitboss.games.ultimate_texas_holdem.law import irregular
from pitboss.games.ultimate_texas_holdem.law.facts import only_for_trips
from pitboss.games.ultimate_texas_holdem.law.hands import (
    HAND,
    describe_misdealt_hands,
    is_misdealt,
    positions_on_layout,
    source_of,
)
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.irregular import check_next_card, rule_on_second_face_up_card
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE
from pitboss.games.ultimate_texas_holdem.law.sequence import is_board_shifted
from pitboss.games.ultimate_texas_holdem.law.steps import DealUnderCover, DeliverCovered, TakeRest, TakeStubBack
from pitboss.games.ultimate_texas_holdem.law.wagers import has_ante_and_blind, no_more_bets, take_wagers
from pitboss.law.force import in_force
from pitboss.table.card_steps import Deal, DeliverStack, LoadDeck, RemoveStub, StubToRack
from pitboss.table.facts import INCIDENT, READY
from pitboss.table.steps import Manner
from pitboss.table.table import AUTOMATED_SHOE, DEALER, DEALERS_HAND, DRAWN, SHOE, Table, hand

DEALER_LAST = "the dealer"


def deal(r: Round[UltimateHouse]) -> Procedure:
    """Deal by the method the licensee has chosen, from the stacked deck to two cards each."""
    assert READY(r.table)
    if r.house.dealing == "hand" and in_force("32.8(a)"):
        yield from deal_from_hand(r)
    elif r.house.dealing == "automated-shoe" and in_force("32.9(a)"):
        yield from deal_from_automated_shoe(r)
    else:
        yield from deal_from_manual_shoe(r)


# --- 32.7


def deal_from_manual_shoe(r: Round[UltimateHouse]) -> Procedure:
    yield LoadDeck("32.7(a)", SHOE)
    yield from take_wagers(r)
    yield from no_more_bets(r, "32.7(b)")
    yield from draw_from_shoe(r)
    yield BeginDealing("32.7(d)", players_in_order(r.table), counter(r), DEALER_LAST)
    yield from deal_round(r, SHOE, "32.7(d)1", "32.7(d)2")
    yield from deal_round(r, SHOE, "32.7(d)3", "32.7(d)4")


# --- 32.8


def deal_from_hand(r: Round[UltimateHouse]) -> Procedure:
    yield LoadDeck("32.8(b)2", DEALERS_HAND)
    yield from hold_the_deck()
    yield from take_wagers(r)
    yield from no_more_bets(r, "32.8(b)3")
    yield from take_from_deck(r)
    yield BeginDealing("32.8(c)", players_in_order(r.table), counter(r), DEALER_LAST)
    yield from deal_round(r, DEALERS_HAND, "32.8(c)1", "32.8(c)2")
    yield from deal_round(r, DEALERS_HAND, "32.8(c)3", "32.8(c)4")


def hold_the_deck() -> Procedure:
    yield Manner("32.8(b)2i", "The dealer holds the deck in the same hand throughout the round.")
    yield Manner("32.8(b)2ii", "He keeps it before him, over the table inventory container.")


# --- 32.9


def deal_from_automated_shoe(r: Round[UltimateHouse]) -> Procedure:
    """Deal stacks of two: one to each player, clockwise, then one, covered, to the dealer.

    The dealer takes the remaining cards in hand.
    """
    t = r.table
    yield LoadDeck("32.9(b)1", AUTOMATED_SHOE)
    yield from take_wagers(r)
    yield from no_more_bets(r, "32.9(b)2")
    yield BeginDealing("32.9(c)", players_in_order(t), counter(r), DEALER_LAST)
    for position in positions_dealt_in(t):
        yield from look_into_a_stack(r, lambda: check_next_card(r, AUTOMATED_SHOE, HAND))
        yield DeliverStack("32.9(c)", AUTOMATED_SHOE, hand(position), next_stack(r))
    yield from look_into_a_stack(r, lambda: check_next_card(r, AUTOMATED_SHOE, HAND))
    yield DeliverCovered("32.9(c)", AUTOMATED_SHOE, DEALER, next_stack(r))
    yield TakeRest("32.9(d)")
    yield from hold_the_deck()
    yield from take_from_deck(r)


def next_stack(r: Round[UltimateHouse]) -> tuple[str, ...]:
    stack = r.table.faces(AUTOMATED_SHOE)[:HAND]
    return stack[::-1] if r.rules.reads("stack-order") == "piled" else stack


# --- parts shared by the methods


def players_in_order(t: Table) -> tuple[int, ...]:
    """Return the positions with ante and blind, clockwise from the player farthest to the dealer's left."""
    return tuple(position for position in sorted(t.owners) if has_ante_and_blind(t, position))


def deal_round(r: Round[UltimateHouse], source: str, to_player: str, to_dealer: str) -> Procedure:
    """Deal one card to each player, then one to the dealer, under the cover card."""
    t = r.table
    pile = t.places[source]
    for position in positions_dealt_in(t):
        if not pile or pile[0].up or DRAWN in t.places:
            yield from check_next_card(r, source)
        yield Deal(to_player, source, hand(position), pile[0].card)
    if not pile or pile[0].up or DRAWN in t.places:
        yield from check_next_card(r, source)
    yield DealUnderCover(to_dealer, source, DEALER, pile[0].card)


def put_stub_away(r: Round[UltimateHouse]) -> Procedure:
    """Put the stub into the discard rack after all community cards are dealt, and count it first if that is due."""
    t = r.table
    source = source_of(t)
    if source == SHOE:
        removal_cite, counting_cite = "32.7(e)", "32.7(f)"
    elif r.house.dealing == "hand":
        removal_cite, counting_cite = "32.8(d)", "32.8(e)"
    else:
        removal_cite, counting_cite = "32.9(d)", "32.9(e)"
    yield from correct_the_board(r, source)
    if count_is_due(r):
        yield RemoveStub(removal_cite, source)
        yield from count_stub(r, counting_cite, describe_misdealt_hands, void_misdealt_hands)
    else:
        yield StubToRack(removal_cite, source, len(t.places[source]))
    if INCIDENT(t):
        yield from irregular.check_after_the_river(r)


def correct_the_board(r: Round[UltimateHouse], source: str) -> Procedure:
    """Use or discard cards drawn in error, and correct the dealer's hand and the board, until nothing is wrong."""
    t = r.table
    while (  # another error may occur while one is being corrected
        DRAWN in t.places or not irregular.board_is_right(t, FIVE) or irregular.needs_sequence_restored(t)
    ):
        yield from pass_over(r, source, 1, rule_on_second_face_up_card)
        if irregular.needs_sequence_restored(t):
            yield from irregular.restore_the_sequence(r)
        yield from irregular.look_at_the_community_cards(r, FIVE)


def restore_after_the_stub(r: Round[UltimateHouse]) -> Procedure:
    """Take the stub back and correct the board if the hands became void afterwards and the board is shifted."""
    t = r.table
    if is_board_shifted(t):
        place = SHOE if r.house.dealing == "manual-shoe" else DEALERS_HAND
        cite = irregular.restoration_cite(t)
        yield TakeStubBack(cite, place)
        yield from correct_the_board(r, place)
        yield StubToRack(cite, place, len(t.places[place]))


def void_misdealt_hands(r: Round[UltimateHouse], problem: str) -> Procedure:
    """Void the hands that the count found misdealt (32.7(f)2 with 32.13(d)), if the deck is whole."""
    t = r.table
    if only_for_trips(t):
        return  # the hands are void already; settlement deals with the trips wager of a misdealt hand
    reading = "reading:misdeal-found-by-the-count"
    if len(t.cards(DEALER)) != HAND:
        yield from void_misdealt(r, problem)
    elif r.rules.reads("misdeal-found-by-the-count") == "all-void":
        yield from void_all_hands(reading, f"misdealt, {problem}")
    else:
        for position in positions_on_layout(t):
            if is_misdealt(t, position):
                yield from irregular.void_hand(r, position, reading)
