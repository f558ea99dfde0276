"""Irregularities (32.13): where the rules detect an error and what they prescribe.

An incident only changes the physical table. Whether it matters is decided where the paragraph looks: a face-up card
when it is about to be dealt, a wrong hand when the cards are examined, when the dealer turns to it or when the stub is
counted. Hands may be void while the round continues: a single one, or all of them so that only trips wagers are
settled. An incident that no paragraph covers is recorded and play continues; a question that no paragraph answers is
put to a casino supervisor.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from pitboss.common import irregular
from pitboss.common.facts import DEALING, MISDEALT
from pitboss.common.irregular import (
    BY_INCIDENT,
    collect_everything,
    dealing_place,
    deck_not_as_it_should_be,
    describe_misdealt_places,
    impossible,
    pass_over,
    refuse_once_void,
    rule_on_exposed_draw,
    shuffler_jams,
)
from pitboss.common.seats import positions_dealt_in
from pitboss.common.steps import Exposed, Misdeal
from pitboss.common.stub import MISDEALT_TOO, WHOLE_DECK, condemn, count_after_void
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam, DrawnInError, ExtraCard, MissedBurn
from pitboss.engine.inputs import Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal, Wait, void_all_hands
from pitboss.games.ultimate_texas_holdem.law.facts import (
    BOARD_PUT_RIGHT,
    BURN_FORGOTTEN,
    BURNED,
    COVERED,
    DEALERS_FIVE,
    DECK_COUNTED,
    FACE_UP_IN_THE_DEAL,
    FOR_TRIPS,
    FORFEITED,
    HELD_AT_THE_BURN,
    only_for_trips,
)
from pitboss.games.ultimate_texas_holdem.law.hands import (
    FLOP,
    HAND,
    all_dealt,
    describe_misdealt_hands,
    face_up_flags,
    is_dealing_hands,
    is_undecided,
    positions_on_layout,
    source_of,
)
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.sequence import deck_sequence, is_board_shifted
from pitboss.games.ultimate_texas_holdem.law.steps import (
    Burn,
    CountDeck,
    CountForTrips,
    DealForTrips,
    DealMissing,
    DealUnderCover,
    ForgetBurn,
    LeaveOutBurn,
    PickUp,
    PutBack,
    PutInSequence,
    ReturnForfeit,
    SurplusSeen,
    TakeBackBurn,
    TakeBurn,
    burns,
)
from pitboss.games.ultimate_texas_holdem.law.wagers import BY_HAND, SPOTS, TRIPS, WAGERS, return_wagers
from pitboss.table.card_steps import DealUp, DrawInError, UseDrawn, place_name
from pitboss.table.cards import Lying
from pitboss.table.facts import DECK_DISTURBED, FACE_UP_MET, HANDS_DISTURBED, TURNED_IN_PILE, VOID
from pitboss.table.steps import PlayOn, PlayOnUnaware, Step, VoidHand
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, DEALER, DISCARD_RACK, Table, hand

BURNS_OF_A_ROUND = 2
TRIPS_TOO = "reading:trips-when-the-dealer-is-misdealt"
BY_HIS_HAND = ("32.13(d)", "reading:dealer-short", "reading:dealer-over")  # void all hands if the dealer's is wrong


# --- void hands


def void_hand(r: Round[UltimateHouse], position: int, cite: str = "32.13(d)") -> Procedure:
    """Void one player's hand and return every wager on it."""
    t = r.table
    seat, card_count = t.owners[position], len(t.cards(hand(position)))
    why = f"it holds {card_count} cards" if card_count != 1 else "it holds one card"
    spots = (*SPOTS, *r.house.more_areas)
    yield VoidHand(cite, seat, position, spots, why)
    yield from return_wagers_and_forfeits(r, position, spots, cite)
    yield pick_up(t, cite, hand(position))
    if all(VOID(t, other) for other in positions_dealt_in(t)) and not only_for_trips(t):
        yield Misdeal(cite, "no player has a hand left")


def void_hands_except_trips(r: Round[UltimateHouse], cite: str, why: str, trips: str = "") -> Procedure:
    """Void all hands. If trips wagers are down, deal the remaining cards and settle those wagers.

    `trips` is the reading that has trips wagers settled, if it is not the paragraph or reading that voids the hands.
    """
    if trips_are_down(r.table):
        yield from deal_for_trips(r, cite, why, trips or cite)
    else:
        yield from void_all_hands(cite, why)


def trips_are_down(t: Table) -> bool:
    return any(t.wager(position, TRIPS) for position in valid_positions(t))


def valid_positions(t: Table) -> list[int]:
    """Return the positions whose hands are not void."""
    return [position for position in positions_dealt_in(t) if not VOID(t, position)]


def deal_for_trips(r: Round[UltimateHouse], cite: str, why: str, trips: str) -> Procedure:
    """Return ante, blind and play wagers, and have the remaining cards dealt to settle the trips wagers."""
    t = r.table
    hands = valid_positions(t)
    yield DealForTrips(trips)
    for position in hands:
        spots = (*BY_HAND, *r.house.more_areas)
        yield VoidHand(cite, t.owners[position], position, spots, why)
        yield from return_wagers_and_forfeits(r, position, spots, cite)


def return_wagers_and_forfeits(r: Round[UltimateHouse], position: int, spots: tuple[str, ...], cite: str) -> Procedure:
    """Return the wagers on the layout, and what a player lost who had folded."""
    t = r.table
    yield from return_wagers(r, position, spots, cite, "the hand is void")
    for spot in WAGERS.list_forfeited(r.rules):
        if (cents := FORFEITED.get(t, (position, spot))) and r.rules.reads("folded-then-void") == "returned":
            yield ReturnForfeit(
                "reading:folded-then-void", t.owners[position], position, spot, cents, "the hand is void"
            )


def pick_up(t: Table, cite: str, place: str) -> PickUp:
    return PickUp(cite, place, face_up_flags(t, place))


def void_round(r: Round[UltimateHouse]) -> Procedure:
    """Return every wager, including trips, and collect all cards.

    The cards join the next shuffle or leave with the deck.
    """
    t = r.table
    for position in sorted(t.owners, reverse=True):
        yield from return_wagers_and_forfeits(r, position, (*BY_HAND, *r.house.more_areas), t.void)
        yield from return_wagers(r, position, (TRIPS,), trips_return_cite(r), "the hand is void")
    yield from collect_everything(r)
    yield from count_after_void(r)


def trips_return_cite(r: Round[UltimateHouse]) -> str:
    """Return the paragraph or reading under which trips wagers are returned.

    If the dealer's hand voids all others, 32.13(d) does not mention trips wagers.
    """
    t = r.table
    if not MISDEALT(t) or t.void not in BY_HIS_HAND:
        return t.void
    if r.rules.reads("trips-when-the-dealer-is-misdealt") == "returned":
        return TRIPS_TOO
    return MISDEALT_TOO if t.count() != WHOLE_DECK else t.void  # they cannot be settled


# --- face-up and missing cards


def rule_on_second_face_up_card(r: Round[UltimateHouse]) -> Procedure:
    """Apply 32.13(b) to a second face-up card, before or after all hands have their two cards."""
    t = r.table
    why = "more than one card lay face up"
    if not all_dealt(t):
        yield from void_all_hands("32.13(b)", why)  # trips wagers too, even if the hands are void already
    elif FACE_UP_IN_THE_DEAL(t) and r.rules.reads("face-up-before-and-after") == "trips-back":
        yield from void_all_hands("reading:face-up-before-and-after", why)
    elif not only_for_trips(t):
        trips = "reading:face-up-before-and-after" if FACE_UP_IN_THE_DEAL(t) else ""
        yield from void_hands_except_trips(r, "32.13(b)", why, trips)


def check_next_card(r: Round[UltimateHouse], source: str, cards: int = 1) -> Procedure:
    """Handle face-up cards, cards drawn in error and an empty shoe before the next card, or stack of cards, is
    dealt.
    """
    yield from pass_over(r, source, cards, rule_on_second_face_up_card)
    if len(r.table.cards(source)) < cards:
        yield from run_out_of_cards(r, source)


def run_out_of_cards(r: Round[UltimateHouse], source: str) -> Procedure:
    """Void all hands because a card is due and none is left. Whatever the reason, the round cannot be completed."""
    t = r.table
    yield CountDeck(r.ids.stub_count, len(t.cards(source)), t.count())
    deck_size, misdealt_hands, why = DECK_COUNTED.of(t), describe_misdealt_hands(t), "no card is left to deal"
    if deck_size != WHOLE_DECK:
        yield from condemn(r, misdealt=bool(misdealt_hands))
        why += f", and the deck holds {deck_size} cards"
    cite = out_of_cards_cite(t, source, whole=deck_size == WHOLE_DECK)
    if misdealt_hands:
        yield Misdeal(cite, f"{why}: {misdealt_hands}")
    else:
        yield from void_all_hands(cite, why)


def out_of_cards_cite(t: Table, source: str, *, whole: bool) -> str:
    """Return the paragraph or reading that voids the hands when no card is left, depending on why none is left."""
    if source == AUTOMATED_SHOE:
        return "32.13(f)"  # the shoe fails to deal
    if len(t.cards(DEALER)) != HAND:
        return "32.13(d)"  # no card is left to complete the dealer's hand
    if describe_misdealt_hands(t):
        return "32.7(f)2" if whole else MISDEALT_TOO
    if not whole:
        return "32.7(f)2"
    if (FACE_UP_MET.get(t) or 0) > 1:
        return "32.13(b)"
    return "reading:miscounted-board"  # the missing cards lie among the community cards


def check_next_community_card(r: Round[UltimateHouse], source: str) -> Procedure:
    """Handle face-up cards, other errors and an empty stock before a community card is dealt or a card is burned.

    After the hands are dealt, a reading may let a single face-up card void them.
    """
    t = r.table
    face_up_before = FACE_UP_MET.get(t)
    yield from pass_over(r, source, 1, rule_on_second_face_up_card)
    if FACE_UP_MET.get(t) != face_up_before:
        yield from rule_on_one_face_up_card(r, face_up_before)
        yield from check_next_community_card(r, source)  # check again: another incident may have happened meanwhile
    elif needs_sequence_restored(t):
        yield from restore_the_sequence(r)
        yield from check_next_community_card(r, source)
    elif not t.cards(source):
        yield from run_out_of_cards(r, source)


def rule_on_one_face_up_card(r: Round[UltimateHouse], met_before: int | None) -> Procedure:
    """Decide whether one face-up card met after all hands have their two cards voids them."""
    if met_before == FACE_UP_MET.get(r.table) or only_for_trips(r.table):
        return
    cite = "reading:face-up-after-the-hole-cards"
    if r.rules.reads("face-up-after-the-hole-cards") == "hands-void":
        yield from void_hands_except_trips(r, cite, "a card lay face up")
    else:
        yield PlayOn(cite, "One card lay face up, and it takes more than one to void the hands")


# --- the dealer's hand


def look_at_the_dealers_hand(r: Round[UltimateHouse]) -> Procedure:
    """Check the dealer's hand (32.13(d)).

    Before a community card is up, the dealer may correct it if the deck is whole.
    """
    t = r.table
    if len(t.cards(DEALER)) == HAND:
        return
    if only_for_trips(t):
        yield from restore_the_sequence(r)
        return
    yield CountDeck("32.13(d)", len(t.cards(source_of(t))), t.count())
    if DECK_COUNTED.of(t) != WHOLE_DECK:
        yield from condemn(r, misdealt=True)
        yield Misdeal("32.13(d)", f"misdealt, and the deck holds {DECK_COUNTED.of(t)} cards")  # the round ends here
    if len(t.cards(DEALER)) == HAND:  # a card slipped in or went back during the count
        yield PlayOn("32.13(d)", "The dealer holds two cards after all")
    if len(t.cards(DEALER)) < HAND:
        if fresh_burn(t) and r.rules.reads("dealer-short") == "void":
            yield from judge_the_dealers_hand(r, "reading:dealer-short")
        else:
            yield from complete_the_dealers_hand(r, "32.13(d)", "reading:dealer-short")
    if len(t.cards(DEALER)) > HAND:
        if r.rules.reads("dealer-over") == "void":
            yield from judge_the_dealers_hand(r, "reading:dealer-over")
        else:
            yield from put_surplus_back(r, "reading:dealer-over")
    yield from judge_the_dealers_hand(r)


def needs_sequence_restored(t: Table) -> bool:
    """Return whether the dealer's hand is wrong while all hands are void and only trips wagers are settled."""
    return only_for_trips(t) and len(t.cards(DEALER)) != HAND


def restore_the_sequence(r: Round[UltimateHouse]) -> Procedure:
    """Correct the dealer's hand and the community cards after all hands became void.

    Trips wagers are settled by the community cards that would have come, so these are restored even if the error is
    noticed late.
    """
    t = r.table
    cite = yield from judge_void_and_misdealt(r)
    if is_board_shifted(t):
        yield from lay_in_deck_order(r, cite)
    if len(t.cards(DEALER)) < HAND:
        yield from complete_the_dealers_hand(r, cite, cite)
    else:
        yield from put_surplus_back(r, cite)


def restoration_cite(t: Table) -> str:
    """Return the reading under which trips wagers are settled although the dealer's hand is wrong."""
    return TRIPS_TOO if FOR_TRIPS.of(t) == TRIPS_TOO else "reading:void-and-misdealt"


def judge_void_and_misdealt(r: Round[UltimateHouse]) -> Generator[Step | Wait, Any, str]:
    """Decide whether trips wagers can be settled although the dealer's hand is wrong, and return the reading by which
    they are settled. If they cannot, this voids the round.
    """
    t = r.table
    cite = restoration_cite(t)
    yield CountForTrips(cite, len(t.cards(source_of(t))), t.count())
    if DECK_COUNTED.of(t) != WHOLE_DECK:
        yield from condemn(r, misdealt=True)
        yield Misdeal("32.7(f)2", f"misdealt, and the deck holds {DECK_COUNTED.of(t)} cards")
    if cite != TRIPS_TOO and r.rules.reads("void-and-misdealt") == "trips-back":
        yield Misdeal(cite, describe_misdealt_places(t, (DEALER,), HAND))
    return cite


def lay_in_deck_order(r: Round[UltimateHouse], cite: str) -> Procedure:
    """Lay the cards where the order of the deck puts them. Burn and deal the next cards if some are then missing."""
    t = r.table
    board_size, burn_count = len(t.cards(COMMUNITY)), burns(t)
    sequence = deck_sequence(t, surplus_is_the_burn=r.rules.reads("surplus-before-the-burn") == "the-burn")
    yield PutInSequence(cite, source_of(t), *sequence)
    if burns(t) < burn_count:
        yield from burn_another(r)
    while len(t.cards(COMMUNITY)) < board_size:
        yield from check_next_community_card(r, source_of(t))
        yield DealUp(cite, source_of(t), COMMUNITY, t.places[source_of(t)][0].card)


def fresh_burn(t: Table) -> str | None:
    """Return the card that was burned last, or None once a community card has been turned up after it."""
    return BURNED.get(t) if len(t.cards(COMMUNITY)) <= FLOP * (burns(t) - 1) else None


def complete_the_dealers_hand(r: Round[UltimateHouse], cite: str, by_the_burn: str) -> Procedure:
    """Complete the dealer's hand in sequence.

    The burned card, if there is one, comes first; another card is burned for it.
    """
    t = r.table
    source = source_of(t)
    if burned := fresh_burn(t):
        yield TakeBurn(by_the_burn, DISCARD_RACK, DEALER, burned)
    while len(t.cards(DEALER)) < HAND:
        yield from check_next_card(r, source)
        yield DealUnderCover(cite, source, DEALER, t.places[source][0].card)
    if burned:
        yield from burn_another(r)


def put_surplus_back(r: Round[UltimateHouse], cite: str) -> Procedure:
    """Put the dealer's surplus cards back, the last drawn first.

    A surplus card that was drawn before the burn becomes the burn itself.
    """
    t = r.table
    source, burned_before = source_of(t), BURNED.get(t)
    while len(t.cards(DEALER)) > HAND:
        before_the_burn = len(t.cards(DEALER)) <= (HELD_AT_THE_BURN.get(t) or 0)
        if before_the_burn and (burned := fresh_burn(t)) and r.rules.reads("surplus-before-the-burn") == "the-burn":
            yield TakeBackBurn("reading:surplus-before-the-burn", source, burned)
        else:
            yield PutBack(cite, DEALER, len(t.cards(DEALER)) - 1, source)
    if burned_before and BURNED.get(t) is None:
        yield from burn_another(r)


def burn_another(r: Round[UltimateHouse]) -> Procedure:
    source = source_of(r.table)
    yield from check_next_community_card(r, source)
    yield Burn("32.10(b)" if burns(r.table) == 0 else "32.10(d)", source, r.table.places[source][0].card)


def judge_the_dealers_hand(r: Round[UltimateHouse], cite: str = "32.13(d)") -> Procedure:
    """Void all players' hands if the dealer's hand cannot be corrected."""
    t = r.table
    problem = describe_misdealt_places(t, (DEALER,), HAND)
    if not problem or only_for_trips(t):
        return
    if r.rules.reads("trips-when-the-dealer-is-misdealt") == "settled" and trips_are_down(t):
        yield from deal_for_trips(r, cite, problem, TRIPS_TOO)
    else:
        yield Misdeal(cite, problem)


# --- the community cards and the stub


def look_at_the_community_cards(r: Round[UltimateHouse], expected: int) -> Procedure:
    """Check the number of community cards. No paragraph says what follows if it is wrong, so a reading decides."""
    t = r.table
    if board_is_right(t, expected):
        return
    cite, source = "reading:miscounted-board", source_of(t)
    if r.rules.reads("miscounted-board") == "supervisor":
        question = "there are too many or too few community cards: set it right, or void the hands?"
        order = yield OrderWanted(cite, question, ("set it right", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(cite, "the community cards were misdealt")
    while not board_is_right(t, expected):
        cards = t.cards(COMMUNITY)
        # A card that slipped in lies face down, as it came from the deck; dealt cards lie face up.
        slipped_in = next((index for index, card in enumerate(cards) if not card.up), None)
        if slipped_in is not None or len(cards) > expected:
            yield PutBack(cite, COMMUNITY, len(cards) - 1 if slipped_in is None else slipped_in, source)
        else:
            yield from check_next_community_card(r, source)
            yield DealMissing(cite, source, COMMUNITY, t.places[source][0].card)


def board_is_right(t: Table, expected: int) -> bool:
    cards = t.cards(COMMUNITY)
    return len(cards) == expected and all(card.up for card in cards)


def check_after_the_river(r: Round[UltimateHouse]) -> Procedure:
    """Rule on everything still wrong once all cards are dealt and the stub is away. It is not detected any later."""
    t = r.table
    is_ruled = DECK_COUNTED.get(t) is not None or any(VOID(t, position) for position in positions_dealt_in(t))
    misdealt_hands = describe_misdealt_hands(t)
    if HANDS_DISTURBED(t) and not misdealt_hands and not is_ruled and not BOARD_PUT_RIGHT(t):
        yield PlayOn("32.13(d)", "Every hand on the layout holds two cards")
    without_trips = [hand(position) for position in positions_on_layout(t) if not t.wager(position, TRIPS)]
    if only_for_trips(t) and (problem := describe_misdealt_places(t, (*without_trips, DEALER), HAND)):
        yield PlayOn("32.13(d)", f"There are {problem}, but all hands are void and no trips wager is settled by these")
    face_up_cards = sum(card.up for card in t.places[DISCARD_RACK]) if TURNED_IN_PILE(t) else 0
    if face_up_cards != (FACE_UP_MET.get(t) or 0):
        # It is doubtful whether cards of the stub count toward "more than one"; a single card changes nothing.
        cite = "reading:end-of-dealing" if face_up_cards > 1 and not only_for_trips(t) else "32.13(b)"
        if cite != "32.13(b)" and r.rules.reads("end-of-dealing") == "stub-too":
            yield from void_hands_except_trips(r, cite, "more than one card lay face up, counting the stub")
        yield PlayOnUnaware(cite, "A card face up in the stub was not met while the cards were dealt")
    if DECK_DISTURBED(t):
        yield from deck_not_as_it_should_be(r)


# --- device failures and exposed cards


def jam(r: Round[UltimateHouse], given: DeviceJam) -> Procedure:
    return shuffler_jams(r) if given.device == "shuffler" else _shoe_jams(r)


def _shoe_jams(r: Round[UltimateHouse]) -> Procedure:
    """Apply 32.13(f), which lasts until every stack is delivered; the community cards come from the dealer's hand."""
    t = r.table
    delivered = COVERED.get(t) is not None  # the dealer's own stack comes last
    cite = "reading:jam-after-the-last-stack" if delivered and t.cards(AUTOMATED_SHOE) else "32.13(f)"
    if t.cards(AUTOMATED_SHOE) and (not delivered or r.rules.reads("jam-after-the-last-stack") == "void"):
        yield from void_all_hands(cite, "the automated dealing shoe failed")
    else:
        why = "after every stack was delivered" if delivered else "while it held no cards"
        yield PlayOn(cite, f"The automated dealing shoe failed {why}")


def slip_in_extra_card(r: Round[UltimateHouse], given: ExtraCard) -> Procedure:
    """Add a card to a place by mistake. If a face-up card comes to light that way, it counts like any other."""
    face_up_before, after_the_hole_cards = FACE_UP_MET.get(r.table), all_dealt(r.table)
    yield from _COMMON[ExtraCard](r, given)
    if after_the_hole_cards:
        yield from rule_on_one_face_up_card(r, face_up_before)


def draw_in_error(r: Round[UltimateHouse], given: DrawnInError) -> Procedure:
    """Draw a card in error. If the hands are void already, no ruling is asked for, and an exposed card is set aside."""
    t = r.table
    if not only_for_trips(t):
        yield from _COMMON[DrawnInError](r, given)
        return
    source = dealing_place(t)
    assert source is not None
    exposed = given.exposed or t.places[source][0].up
    yield DrawInError(BY_INCIDENT, source, exposed)
    if exposed:
        yield UseDrawn("reading:drawn-and-exposed", source)
        yield from pass_over(r, source, 1, rule_on_second_face_up_card)


def bar_missed_burn(r: Round[UltimateHouse], given: MissedBurn) -> Iterator[Refusal]:
    t = r.table
    if not DEALING(t) or burns(t) == BURNS_OF_A_ROUND:
        yield impossible("There is no burn left to make.")
    elif BURN_FORGOTTEN(t):
        yield impossible("The next burn is already going to be missed.")


def miss_burn(r: Round[UltimateHouse], given: MissedBurn) -> Procedure:
    yield ForgetBurn(BY_INCIDENT)


def rule_on_missed_burn(r: Round[UltimateHouse]) -> Procedure:
    """Apply the reading on a missed burn; no paragraph of this subchapter makes up for it."""
    cite = "reading:missed-burn"
    if r.rules.reads("missed-burn") == "supervisor" and not only_for_trips(r.table):
        question = "a burn was missed: play on, or void the hands?"
        order = yield OrderWanted(cite, question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(cite, "a burn was missed")
    yield LeaveOutBurn(cite, "The burn was missed, and no paragraph makes up for it")


def expose(r: Round[UltimateHouse], given: CardExposed) -> Procedure:
    exposed_card = r.table.places[given.place][given.index]
    yield Exposed(BY_INCIDENT, given.place)
    if given.place == DEALER:
        yield from _dealers_card_exposed(r)
        yield from _surplus_exposed(r, exposed_card)
    elif given.place == COMMUNITY:
        yield PlayOn("reading:miscounted-board", "It is a card too many, and they are counted when all are out")
    else:
        yield from _players_card_exposed(r, given.place)


def _dealers_card_exposed(r: Round[UltimateHouse]) -> Procedure:
    """Apply 32.13(a), which holds as long as a player has neither folded nor placed a play wager."""
    t = r.table
    why = "a card of the dealer was exposed"
    if only_for_trips(t):
        yield PlayOn("32.13(a)", "The hands are void already")
    elif not any(is_undecided(t, position) for position in positions_dealt_in(t)):
        yield PlayOn("32.13(a)", "Every player had folded or placed a play wager")
    elif is_dealing_hands(t) and r.rules.reads("exposed-in-the-deal") == "trips-back":
        yield from void_all_hands("reading:exposed-in-the-deal", why)
    else:
        yield from void_hands_except_trips(
            r, "32.13(a)", why, "reading:exposed-in-the-deal" if is_dealing_hands(t) else ""
        )


def _surplus_exposed(r: Round[UltimateHouse], exposed_card: Lying) -> Procedure:
    """Rule on an exposed surplus card of the dealer's, which was drawn in error and is not used as the next card.

    The card is looked up again because it may have left the dealer's hand meanwhile.
    """
    t = r.table
    surplus = t.cards(DEALER)[HAND:]
    if exposed_card not in surplus:
        return
    yield SurplusSeen("reading:drawn-and-exposed", HAND + surplus.index(exposed_card))
    if not only_for_trips(t) and not t.cards(COMMUNITY):  # later it cannot be put back: 32.13(d) voids the hands
        yield from rule_on_exposed_draw(r)


def _players_card_exposed(r: Round[UltimateHouse], place: str) -> Procedure:
    """Apply the reading on a player's exposed card: 32.10(a) forbids it and sets no consequence."""
    t = r.table
    reading, is_settling = "reading:exposed-player-card", DEALERS_FIVE.get(t) is not None
    if r.rules.reads("exposed-player-card") == "supervisor" and not is_settling and not only_for_trips(t):
        question = f"a card of {place_name(place)} was exposed: play on, or void the hands?"
        order = yield OrderWanted(reading, question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(reading, "a player's card was seen")
    yield PlayOn(reading, f"A card of {place_name(place)} was seen; 32.10(a) forbids it and sets no consequence")


BARS: dict[type[Input], irregular.Bar] = {
    **irregular.make_bars({"hand": HAND, DEALER: HAND, COMMUNITY: 0}),  # the community cards lie face up
    MissedBurn: refuse_once_void(bar_missed_burn),
}
_COMMON = irregular.interruptions(jam, expose, rule_on_second_face_up_card)
INTERRUPTIONS: dict[type[Input], irregular.Interruption] = {
    **_COMMON,
    DrawnInError: draw_in_error,
    ExtraCard: slip_in_extra_card,
    MissedBurn: miss_burn,
}
