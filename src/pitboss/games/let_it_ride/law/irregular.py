"""Irregularities (18.12): where the rules detect an error and what they prescribe.

An incident only changes the physical table. Whether it matters is decided where the paragraph looks: a face-up card
when it is about to be dealt, a wrong hand when the cards are examined or the stub is counted. An incident that no
paragraph covers is recorded and play continues; a question that no paragraph answers is put to a casino supervisor.
"""

from __future__ import annotations

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
from pitboss.common.steps import Exposed, ReturnFromInventory
from pitboss.common.stub import count_after_void
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, void_all_hands
from pitboss.games.let_it_ride.law.facts import SETTLING
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import COUNTED, ReturnChips
from pitboss.games.let_it_ride.law.wagers import BONUS, BONUS_CHIP, COUNTED_BY, SPOTS, bonus_positions, return_wagers
from pitboss.law.force import cites
from pitboss.table.card_steps import place_name
from pitboss.table.steps import KeepStake, PlayOn
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, Table, hand

HAND = 3  # cards in a player's hand, and in the community area
VOID_BONUSES = "reading:void-bonuses"


# --- hands with a wrong number of cards


def describe_misdealt_hands(t: Table) -> str:
    """Describe the hands that do not hold three cards; return an empty string if all of them do."""
    return describe_misdealt_places(t, (*map(hand, positions_dealt_in(t)), COMMUNITY), HAND)


# --- how a void round ends


def void_round(r: Round[LetItRideHouse]) -> Procedure:
    """Return every wager on the layout, including bonus wagers, and collect all cards.

    The cards join the next shuffle or leave with the deck.
    """
    t = r.table
    for position in sorted(t.owners, reverse=True):
        yield from return_wagers(r, position, (*SPOTS, *r.house.more_areas), t.void, "the hands are void")
        if counted_cents := t.wager(position, COUNTED):  # the hands were voided while bonus chips were being counted
            yield ReturnChips(t.void, t.owners[position], position, BONUS, counted_cents, "the hands are void")
        if position in bonus_positions(t):
            seat = t.owners[position]
            if r.rules.reads("void-bonuses") == "returned":
                yield ReturnFromInventory(VOID_BONUSES, seat, position, BONUS, BONUS_CHIP, "the hands are void")
            else:
                yield KeepStake(cites(COUNTED_BY[r.house.dealing], VOID_BONUSES), seat, position, BONUS, BONUS_CHIP)
    yield from collect_everything(r)
    yield from count_after_void(r)


# --- device failures and exposed cards


def jam(r: Round[LetItRideHouse], given: DeviceJam) -> Procedure:
    return shuffler_jams(r) if given.device == "shuffler" else _shoe_jams(r)


def _shoe_jams(r: Round[LetItRideHouse]) -> Procedure:
    t = r.table
    delivered = DEALING(t) and (len(t.cards(COMMUNITY)) == HAND or not t.cards(AUTOMATED_SHOE))
    if not delivered:
        is_void = bool(t.cards(AUTOMATED_SHOE))
    else:
        is_void = r.rules.reads("jam-after-the-last-stack") == "void" and not SETTLING(t)
    cite = "reading:jam-after-the-last-stack" if delivered else "18.12(e)"
    if is_void:
        yield from void_all_hands(cite, "the automated dealing shoe failed")
    else:
        why = "after every stack was delivered" if delivered else "while it held no cards"
        yield PlayOn(cite, f"The automated dealing shoe failed {why}")


def expose(r: Round[LetItRideHouse], given: CardExposed) -> Procedure:
    """Apply the readings on exposed cards, because no paragraph covers them.

    The default is that play continues after a player's own card is exposed and that a supervisor decides about a
    community card.
    """
    yield Exposed(BY_INCIDENT, given.place)
    reading = "exposed-community-card" if given.place == COMMUNITY else "exposed-player-card"
    # Once the second community card is up, all hands are about to be turned, so there is nothing left to rule on.
    if r.rules.reads(reading) == "supervisor" and not SETTLING(r.table):
        question = f"a card of {place_name(given.place)} was exposed too early: play on, or void the hands?"
        order = yield OrderWanted(f"reading:{reading}", question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(f"reading:{reading}", "a card was seen before its time")
    yield PlayOn(f"reading:{reading}", f"A card of {place_name(given.place)} was seen; no paragraph speaks of it")


BARS = irregular.make_bars({"hand": HAND, COMMUNITY: HAND})
INTERRUPTIONS = irregular.interruptions(jam, expose, void_for_second_face_up_card)
