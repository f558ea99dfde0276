"""Irregularities (20.12): where the rules detect an error and what they prescribe.

An incident only changes the physical table. Whether it matters is decided where the paragraph looks: a face-up card
when it is about to be dealt, a wrong hand when the cards are examined or the stub is counted, a card of the dealer's as
soon as it is seen. An incident that no paragraph covers is recorded and play continues; a question that no paragraph
answers is put to a casino supervisor.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common import irregular
from pitboss.common.facts import DEALING
from pitboss.common.irregular import (
    BY_INCIDENT,
    collect_everything,
    describe_misdealt_places,
    shuffler_jams,
    void_for_second_face_up_card,
)
from pitboss.common.seats import positions_dealt_in
from pitboss.common.shuffle import RECUT, bar_recut
from pitboss.common.side_wagers.side_bets import cite_for
from pitboss.common.side_wagers.side_settlement import return_side_wagers
from pitboss.common.steps import Exposed, ReturnFromInventory
from pitboss.common.stub import count_after_void
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal, void_all_hands
from pitboss.games.three_card_poker.law.facts import FORFEITED, SETTLING
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.wagers import WAGERS
from pitboss.table.card_steps import place_name
from pitboss.table.facts import FOLDED
from pitboss.table.steps import CollectWager, PlayOn, ReturnWager
from pitboss.table.table import AUTOMATED_SHOE, DEALER, Table, hand

HAND = 3  # cards in a hand, the player's or the dealer's
FORFEITS = "reading:forfeits-when-void"


# --- hands with a wrong number of cards


def describe_misdealt_hands(t: Table) -> str:
    """Describe the hands that do not hold three cards; return an empty string if all of them do."""
    return describe_misdealt_places(t, (*map(hand, positions_dealt_in(t)), DEALER), HAND)


# --- how a void round ends


def void_round(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Return every wager, including forfeited ones (from the inventory if they are there), and collect all cards.

    The cards join the next shuffle or leave with the deck.
    """
    t = r.table
    for position in sorted(t.owners, reverse=True):
        if FOLDED(t, position) and r.rules.reads("forfeits-when-void") == "kept":
            yield from keep_forfeits(r, position)
            yield from return_side_wagers(r, position)
        else:
            yield from return_wagers(r, position)
    yield from collect_everything(r)
    yield from count_after_void(r)


def return_wagers(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Return all wagers of a position.

    For forfeited wagers it cites a reading, because the paragraph that voids the hands does not mention them.
    """
    t = r.table
    seat, why = t.owners[position], "the hands are void"
    cite = FORFEITS if FOLDED(t, position) else t.void
    for spot in (*WAGERS.areas, *r.house.more_areas):
        if cents := t.wager(position, spot):
            yield ReturnWager(cite_for(r, spot, cite), seat, position, spot, cents, why)
        if collected := FORFEITED.get(t, (position, spot)):
            yield ReturnFromInventory(cite, seat, position, spot, collected, why)


def keep_forfeits(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Collect the forfeited wagers of a position that are still on the layout."""
    t = r.table
    for spot in WAGERS.list_forfeited(r.rules):
        if cents := t.wager(position, spot):
            yield CollectWager(FORFEITS, t.owners[position], position, spot, cents, (), "forfeited")


# --- device failures and exposed cards


def jam(r: Round[ThreeCardPokerHouse], given: DeviceJam) -> Procedure:
    return shuffler_jams(r) if given.device == "shuffler" else _shoe_jams(r)


def _shoe_jams(r: Round[ThreeCardPokerHouse]) -> Procedure:
    t = r.table
    delivered = DEALING(t) and (len(t.cards(DEALER)) == HAND or not t.cards(AUTOMATED_SHOE))
    if not delivered:
        is_void = bool(t.cards(AUTOMATED_SHOE))
    else:
        is_void = r.rules.reads("jam-after-the-last-stack") == "void" and not SETTLING(t)
    cite = "reading:jam-after-the-last-stack" if delivered else "20.12(f)"
    if is_void:
        yield from void_all_hands(cite, "the automated dealing shoe failed")
    else:
        why = "after every stack was delivered" if delivered else "while it held no cards"
        yield PlayOn(cite, f"The automated dealing shoe failed {why}")


def expose(r: Round[ThreeCardPokerHouse], given: CardExposed) -> Procedure:
    """Void all hands if a face-down card of the dealer's was exposed.

    A reading decides on a player's exposed card, because no paragraph covers it.
    """
    yield Exposed(BY_INCIDENT, given.place)
    if given.place == DEALER:
        yield from void_all_hands("20.12(d)", "a card of the dealer's was seen before he revealed them")
    # Once the dealer's hand is up, all other hands are about to be turned, so there is nothing left to rule on.
    if r.rules.reads("exposed-player-card") == "supervisor" and not SETTLING(r.table):
        question = f"a card of {place_name(given.place)} was exposed too early: play on, or void the hands?"
        order = yield OrderWanted("reading:exposed-player-card", question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands("reading:exposed-player-card", "a card was seen before its time")
    why = f"A card of {place_name(given.place)} was seen; no paragraph speaks of it"
    yield PlayOn("reading:exposed-player-card", why)


def bar_order(r: Round[ThreeCardPokerHouse], given: Order) -> Iterator[Refusal]:
    if given.what == RECUT and r.rules.reads("shuffle-and-cut") == "without-recut":
        problem = "The held text lets nobody order a recut."
        yield Refusal("reading:shuffle-and-cut", problem, "Deal the cards as they were cut.")
    else:
        yield from bar_recut(r, given)


BARS = irregular.make_bars({"hand": HAND, DEALER: HAND})
INTERRUPTIONS = irregular.interruptions(jam, expose, void_for_second_face_up_card)
