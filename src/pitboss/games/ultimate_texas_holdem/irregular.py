"""Irregularities (32.13): what an incident does to the table, where the law finds it, and what it rules.

An incident only changes the physical table. Whether it matters is decided where the paragraph looks: a face-up card
when it is about to be dealt, a wrong hand when the cards are examined, the dealer turns to it or the stub is counted.
Hands may be void while the round goes on: a single one, or all of them and only trips wagers are settled. What no
paragraph reaches is recorded and played on; what no paragraph answers is put to a casino supervisor.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from pitboss.common import irregular
from pitboss.common.facts import DEALING, MISDEALT
from pitboss.common.irregular import (
    BY_INCIDENT,
    collect_everything,
    dealing_from,
    deck_not_as_it_should_be,
    impossible,
    pass_over,
    rule_on_exposed_draw,
    shuffler_jams,
    while_hands_stand,
    wrong_hands,
)
from pitboss.common.seats import dealt_in
from pitboss.common.steps import Exposed, Misdeal
from pitboss.common.stub import MISDEALT_TOO, WHOLE_DECK, condemn, count_after_void
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam, DrawnInError, ExtraCard, MissedBurn
from pitboss.engine.inputs import Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal, Wait, void_all_hands
from pitboss.games.ultimate_texas_holdem.facts import (
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
from pitboss.games.ultimate_texas_holdem.hands import (
    FLOP,
    HAND,
    all_dealt,
    in_the_deal,
    on_layout,
    source_of,
    undecided,
    ways,
    wrong_number,
)
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.sequence import came_up_late, in_sequence
from pitboss.games.ultimate_texas_holdem.steps import (
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
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, BY_HAND, SPOTS, TRIPS, return_wagers
from pitboss.table.card_steps import DealUp, DrawInError, UseDrawn, place_name
from pitboss.table.cards import Lying
from pitboss.table.facts import DECK_DISTURBED, FACE_UP_MET, HANDS_DISTURBED, TURNED_IN_PILE, VOID
from pitboss.table.steps import PlayOn, PlayOnUnaware, Step, VoidHand
from pitboss.table.table import AUTOMATED_SHOE, COMMUNITY, DEALER, DISCARD_RACK, Table, hand

BURNS_OF_A_ROUND = 2
TRIPS_TOO = "reading:trips-when-the-dealer-is-misdealt"
BY_HIS_HAND = ("32.13(d)", "reading:dealer-short", "reading:dealer-over")  # what voids all hands for the dealer's own


# --- hands that are void


def void_hand(r: Round[UltimateHouse], position: int, cite: str = "32.13(d)") -> Procedure:
    """One player's hand, and every wager on it."""
    t = r.table
    seat, cards = t.owners[position], len(t.cards(hand(position)))
    why = f"it holds {cards} cards" if cards != 1 else "it holds one card"
    yield VoidHand(cite, seat, position, SPOTS, why)
    yield from give_back(r, position, SPOTS, cite)
    yield pick_up(t, cite, hand(position))
    if all(VOID(t, other) for other in dealt_in(t)) and not only_for_trips(t):
        yield Misdeal(cite, "no player has a hand left")


def hands_void(r: Round[UltimateHouse], cite: str, why: str, trips: str = "") -> Procedure:
    """All hands are void; where trips wagers are down, what is still to be dealt is dealt and they are settled.

    `trips` is the reading by which that is so, if it is not what voids the hands.
    """
    if trips_are_down(r.table):
        yield from deal_for_trips(r, cite, why, trips or cite)
    else:
        yield from void_all_hands(cite, why)


def trips_are_down(t: Table) -> bool:
    return any(t.wager(position, TRIPS) for position in standing(t))


def standing(t: Table) -> list[int]:
    """The positions whose hands are not void."""
    return [position for position in dealt_in(t) if not VOID(t, position)]


def deal_for_trips(r: Round[UltimateHouse], cite: str, why: str, trips: str) -> Procedure:
    """Ante, blind and play wagers go back; what is still to be dealt is dealt, and trips wagers are settled by it."""
    t = r.table
    hands = standing(t)
    yield DealForTrips(trips)
    for position in hands:
        yield VoidHand(cite, t.owners[position], position, BY_HAND, why)
        yield from give_back(r, position, BY_HAND, cite)


def give_back(r: Round[UltimateHouse], position: int, spots: tuple[str, ...], cite: str) -> Procedure:
    """What lies out, and what a folder had lost already."""
    t = r.table
    yield from return_wagers(r, position, spots, cite, "the hand is void")
    for spot in (ANTE, BLIND):
        if (cents := FORFEITED.get(t, (position, spot))) and r.rules.reads("folded-then-void") == "returned":
            yield ReturnForfeit(
                "reading:folded-then-void", t.owners[position], position, spot, cents, "the hand is void"
            )


def pick_up(t: Table, cite: str, place: str) -> PickUp:
    return PickUp(cite, place, ways(t, place))


def void_round(r: Round[UltimateHouse]) -> Procedure:
    """Every wager goes back, trips too; all cards join the next shuffle, or leave with the deck."""
    t = r.table
    for position in sorted(t.owners, reverse=True):
        yield from give_back(r, position, BY_HAND, t.void)
        yield from return_wagers(r, position, (TRIPS,), trips_go_back_by(r), "the hand is void")
    yield from collect_everything(r)
    yield from count_after_void(r)


def trips_go_back_by(r: Round[UltimateHouse]) -> str:
    """Where the dealer's hand voids all others, 32.13(d) says nothing of trips wagers."""
    t = r.table
    if not MISDEALT(t) or t.void not in BY_HIS_HAND:
        return t.void
    if r.rules.reads("trips-when-the-dealer-is-misdealt") == "returned":
        return TRIPS_TOO
    return MISDEALT_TOO if t.count() != WHOLE_DECK else t.void  # they cannot be settled


# --- where the law looks


def more_than_one(r: Round[UltimateHouse]) -> Procedure:
    """32.13(b): a second card face up, before or after all hands have their two cards."""
    t = r.table
    why = "more than one card lay face up"
    if not all_dealt(t):
        yield from void_all_hands("32.13(b)", why)  # trips wagers too, also where the hands are void already
    elif FACE_UP_IN_THE_DEAL(t) and r.rules.reads("face-up-before-and-after") == "trips-back":
        yield from void_all_hands("reading:face-up-before-and-after", why)
    elif not only_for_trips(t):
        trips = "reading:face-up-before-and-after" if FACE_UP_IN_THE_DEAL(t) else ""
        yield from hands_void(r, "32.13(b)", why, trips)


def next_card(r: Round[UltimateHouse], source: str, cards: int = 1) -> Procedure:
    """Before the next card, or a stack of them, leaves the shoe or the dealer's hand."""
    yield from pass_over(r, source, cards, more_than_one)
    if len(r.table.cards(source)) < cards:
        yield from no_card_left(r, source)


def no_card_left(r: Round[UltimateHouse], source: str) -> Procedure:
    """A card is due and there is none: whatever the reason, the round cannot be dealt to its end."""
    t = r.table
    yield CountDeck(r.ids.stub_count, len(t.cards(source)), t.count())
    deck, wrong, why = DECK_COUNTED.of(t), wrong_number(t), "no card is left to deal"
    if deck != WHOLE_DECK:
        yield from condemn(r, misdealt=bool(wrong))
        why += f", and the deck holds {deck} cards"
    by = none_left_by(t, source, whole=deck == WHOLE_DECK)
    if wrong:
        yield Misdeal(by, f"{why}: {wrong}")
    else:
        yield from void_all_hands(by, why)


def none_left_by(t: Table, source: str, *, whole: bool) -> str:
    """What voids the hands when no card is left, by the reason for it."""
    if source == AUTOMATED_SHOE:
        return "32.13(f)"  # it fails to deal
    if len(t.cards(DEALER)) != HAND:
        return "32.13(d)"  # he cannot deal himself what is not there
    if wrong_number(t):
        return "32.7(f)2" if whole else MISDEALT_TOO
    if not whole:
        return "32.7(f)2"
    if (FACE_UP_MET.get(t) or 0) > 1:
        return "32.13(b)"
    return "reading:miscounted-board"  # the others lie among the community cards


def pass_over_community(r: Round[UltimateHouse], source: str) -> Procedure:
    """Before a community card or a burn: as in the deal, but one card face up may be read to be enough."""
    t = r.table
    met = FACE_UP_MET.get(t)
    yield from pass_over(r, source, 1, more_than_one)
    if FACE_UP_MET.get(t) != met:
        yield from one_face_up(r, met)
        yield from pass_over_community(r, source)  # looked at anew: another incident may have come in between
    elif to_be_restored(t):
        yield from restore_the_sequence(r)
        yield from pass_over_community(r, source)
    elif not t.cards(source):
        yield from no_card_left(r, source)


def one_face_up(r: Round[UltimateHouse], met_before: int | None) -> Procedure:
    """After all hands have their two cards: whether one that was met since is enough to void them."""
    if met_before == FACE_UP_MET.get(r.table) or only_for_trips(r.table):
        return
    cite = "reading:face-up-after-the-hole-cards"
    if r.rules.reads("face-up-after-the-hole-cards") == "hands-void":
        yield from hands_void(r, cite, "a card lay face up")
    else:
        yield PlayOn(cite, "One card lay face up, and it takes more than one to void the hands")


# --- the dealer's hand


def look_at_the_dealers_hand(r: Round[UltimateHouse]) -> Procedure:
    """32.13(d): before a community card is up, the dealer may put his own hand right, if the deck is whole."""
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
    if len(t.cards(DEALER)) == HAND:  # one more slipped in, or back, while they were counted
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
            yield from put_back_the_surplus(r, "reading:dealer-over")
    yield from judge_the_dealers_hand(r)


def to_be_restored(t: Table) -> bool:
    return only_for_trips(t) and len(t.cards(DEALER)) != HAND


def restore_the_sequence(r: Round[UltimateHouse]) -> Procedure:
    """The hands are void already, and the dealer's is wrong as well: the community cards are to be those that would
    have come, whenever it is noticed, for trips wagers are settled by them."""
    t = r.table
    cite = yield from misdealt_besides(r)
    if came_up_late(t):
        yield from lay_as_in_the_deck(r, cite)
    if len(t.cards(DEALER)) < HAND:
        yield from complete_the_dealers_hand(r, cite, cite)
    else:
        yield from put_back_the_surplus(r, cite)


def restored_by(t: Table) -> str:
    """The reading by which trips wagers are settled though the dealer's hand is wrong."""
    return TRIPS_TOO if FOR_TRIPS.of(t) == TRIPS_TOO else "reading:void-and-misdealt"


def misdealt_besides(r: Round[UltimateHouse]) -> Generator[Step | Wait, Any, str]:
    """Whether trips wagers can be settled all the same; and by what they are."""
    t = r.table
    cite = restored_by(t)
    yield CountForTrips(cite, len(t.cards(source_of(t))), t.count())
    if DECK_COUNTED.of(t) != WHOLE_DECK:
        yield from condemn(r, misdealt=True)
        yield Misdeal("32.7(f)2", f"misdealt, and the deck holds {DECK_COUNTED.of(t)} cards")
    if cite != TRIPS_TOO and r.rules.reads("void-and-misdealt") == "trips-back":
        yield Misdeal(cite, wrong_hands(t, (DEALER,), HAND))
    return cite


def lay_as_in_the_deck(r: Round[UltimateHouse], cite: str) -> Procedure:
    """And where cards lack then, because one of them is the dealer's, the next ones are burned and dealt."""
    t = r.table
    out, burned = len(t.cards(COMMUNITY)), burns(t)
    right = in_sequence(t, surplus_is_the_burn=r.rules.reads("surplus-before-the-burn") == "the-burn")
    yield PutInSequence(cite, source_of(t), *right)
    if burns(t) < burned:
        yield from burn_another(r)
    while len(t.cards(COMMUNITY)) < out:
        yield from pass_over_community(r, source_of(t))
        yield DealUp(cite, source_of(t), COMMUNITY, t.places[source_of(t)][0].card)


def fresh_burn(t: Table) -> str | None:
    """The burned card, as long as no card has come up after it."""
    return BURNED.get(t) if len(t.cards(COMMUNITY)) <= FLOP * (burns(t) - 1) else None


def complete_the_dealers_hand(r: Round[UltimateHouse], cite: str, by_the_burn: str) -> Procedure:
    """In sequence: the burned card, if there is one, is the next; another is burned in its place."""
    t = r.table
    source = source_of(t)
    if burned := fresh_burn(t):
        yield TakeBurn(by_the_burn, DISCARD_RACK, DEALER, burned)
    while len(t.cards(DEALER)) < HAND:
        yield from next_card(r, source)
        yield DealUnderCover(cite, source, DEALER, t.places[source][0].card)
    if burned:
        yield from burn_another(r)


def put_back_the_surplus(r: Round[UltimateHouse], cite: str) -> Procedure:
    """What was drawn last goes back first. A card drawn before the burn is the burn itself."""
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
    yield from pass_over_community(r, source)
    yield Burn("32.10(b)" if burns(r.table) == 0 else "32.10(d)", source, r.table.places[source][0].card)


def judge_the_dealers_hand(r: Round[UltimateHouse], cite: str = "32.13(d)") -> Procedure:
    """Where the dealer's hand cannot be put right, all players' hands are void."""
    t = r.table
    wrong = wrong_hands(t, (DEALER,), HAND)
    if not wrong or only_for_trips(t):
        return
    if r.rules.reads("trips-when-the-dealer-is-misdealt") == "settled" and trips_are_down(t):
        yield from deal_for_trips(r, cite, wrong, TRIPS_TOO)
    else:
        yield Misdeal(cite, wrong)


# --- the community cards, and what is left


def look_at_the_community_cards(r: Round[UltimateHouse], wanted: int) -> Procedure:
    """No paragraph says what follows when they are too many or too few."""
    t = r.table
    if board_is_right(t, wanted):
        return
    cite, source = "reading:miscounted-board", source_of(t)
    if r.rules.reads("miscounted-board") == "supervisor":
        question = "there are too many or too few community cards: set it right, or void the hands?"
        order = yield OrderWanted(cite, question, ("set it right", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(cite, "the community cards were misdealt")
    while not board_is_right(t, wanted):
        cards = t.cards(COMMUNITY)
        # Whatever slipped in lies as it came from the deck; those that were dealt lie face up.
        slipped_in = next((index for index, lying in enumerate(cards) if not lying.up), None)
        if slipped_in is not None or len(cards) > wanted:
            yield PutBack(cite, COMMUNITY, len(cards) - 1 if slipped_in is None else slipped_in, source)
        else:
            yield from pass_over_community(r, source)
            yield DealMissing(cite, source, COMMUNITY, t.places[source][0].card)


def board_is_right(t: Table, wanted: int) -> bool:
    cards = t.cards(COMMUNITY)
    return len(cards) == wanted and all(lying.up for lying in cards)


def after_the_river(r: Round[UltimateHouse]) -> Procedure:
    """All is dealt and the stub is away: what is wrong with it now is met no more."""
    t = r.table
    ruled = DECK_COUNTED.get(t) is not None or any(VOID(t, position) for position in dealt_in(t))
    wrong = wrong_number(t)
    if HANDS_DISTURBED(t) and not wrong and not ruled and not BOARD_PUT_RIGHT(t):
        yield PlayOn("32.13(d)", "Every hand on the layout holds two cards")
    without_trips = [hand(position) for position in on_layout(t) if not t.wager(position, TRIPS)]
    if only_for_trips(t) and (idle := wrong_hands(t, (*without_trips, DEALER), HAND)):
        yield PlayOn("32.13(d)", f"There are {idle}, but all hands are void and no trips wager is settled by these")
    face_up_cards = sum(lying.up for lying in t.places[DISCARD_RACK]) if TURNED_IN_PILE(t) else 0
    if face_up_cards != (FACE_UP_MET.get(t) or 0):
        # Whether cards of the stub count towards more than one is a doubt; one alone changes nothing.
        by = "reading:end-of-dealing" if face_up_cards > 1 and not only_for_trips(t) else "32.13(b)"
        if by != "32.13(b)" and r.rules.reads("end-of-dealing") == "stub-too":
            yield from hands_void(r, by, "more than one card lay face up, counting the stub")
        yield PlayOnUnaware(by, "A card face up in the stub was not met while the cards were dealt")
    if DECK_DISTURBED(t):
        yield from deck_not_as_it_should_be(r)


# --- what the text leaves to each game


def jam(r: Round[UltimateHouse], given: DeviceJam) -> Procedure:
    return shuffler_jams(r) if given.device == "shuffler" else _shoe_jams(r)


def _shoe_jams(r: Round[UltimateHouse]) -> Procedure:
    """32.13(f): until every stack is delivered; the community cards come from the hand."""
    t = r.table
    delivered = COVERED.get(t) is not None  # the dealer's own stack is the last
    cite = "reading:jam-after-the-last-stack" if delivered and t.cards(AUTOMATED_SHOE) else "32.13(f)"
    if t.cards(AUTOMATED_SHOE) and (not delivered or r.rules.reads("jam-after-the-last-stack") == "void"):
        yield from void_all_hands(cite, "the automated dealing shoe failed")
    else:
        why = "after every stack was delivered" if delivered else "while it held no cards"
        yield PlayOn(cite, f"The automated dealing shoe failed {why}")


def extra(r: Round[UltimateHouse], given: ExtraCard) -> Procedure:
    """A card face up that is met on the way is found as any other."""
    met, after_the_hole_cards = FACE_UP_MET.get(r.table), all_dealt(r.table)
    yield from _COMMON[ExtraCard](r, given)
    if after_the_hole_cards:
        yield from one_face_up(r, met)


def draw(r: Round[UltimateHouse], given: DrawnInError) -> Procedure:
    """Where the hands are void already nobody is asked whether they are; the card that was seen is set aside."""
    t = r.table
    if not only_for_trips(t):
        yield from _COMMON[DrawnInError](r, given)
        return
    source = dealing_from(t)
    assert source is not None
    exposed = given.exposed or t.places[source][0].up
    yield DrawInError(BY_INCIDENT, source, exposed)
    if exposed:
        yield UseDrawn("reading:drawn-and-exposed", source)
        yield from pass_over(r, source, 1, more_than_one)


def bar_missed_burn(r: Round[UltimateHouse], given: MissedBurn) -> Iterator[Refusal]:
    t = r.table
    if not DEALING(t) or burns(t) == BURNS_OF_A_ROUND:
        yield impossible("There is no burn left to make.")
    elif BURN_FORGOTTEN(t):
        yield impossible("The next burn is already going to be missed.")


def miss_burn(r: Round[UltimateHouse], given: MissedBurn) -> Procedure:
    yield ForgetBurn(BY_INCIDENT)


def burn_missed(r: Round[UltimateHouse]) -> Procedure:
    """No paragraph of this subchapter makes up for it."""
    cite = "reading:missed-burn"
    if r.rules.reads("missed-burn") == "supervisor" and not only_for_trips(r.table):
        question = "a burn was missed: play on, or void the hands?"
        order = yield OrderWanted(cite, question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(cite, "a burn was missed")
    yield LeaveOutBurn(cite, "The burn was missed, and no paragraph makes up for it")


def expose(r: Round[UltimateHouse], given: CardExposed) -> Procedure:
    seen = r.table.places[given.place][given.index]
    yield Exposed(BY_INCIDENT, given.place)
    if given.place == DEALER:
        yield from _dealers_card_exposed(r)
        yield from _surplus_exposed(r, seen)
    elif given.place == COMMUNITY:
        yield PlayOn("reading:miscounted-board", "It is a card too many, and they are counted when all are out")
    else:
        yield from _players_card_exposed(r, given.place)


def _dealers_card_exposed(r: Round[UltimateHouse]) -> Procedure:
    """32.13(a): as long as somebody has neither folded nor placed a play wager."""
    t = r.table
    why = "a card of the dealer was exposed"
    if only_for_trips(t):
        yield PlayOn("32.13(a)", "The hands are void already")
    elif not any(undecided(t, position) for position in dealt_in(t)):
        yield PlayOn("32.13(a)", "Every player had folded or placed a play wager")
    elif in_the_deal(t) and r.rules.reads("exposed-in-the-deal") == "trips-back":
        yield from void_all_hands("reading:exposed-in-the-deal", why)
    else:
        yield from hands_void(r, "32.13(a)", why, "reading:exposed-in-the-deal" if in_the_deal(t) else "")


def _surplus_exposed(r: Round[UltimateHouse], seen: Lying) -> Procedure:
    """A card that the dealer has too many was drawn in error, and one that was seen is not used as the next. Looked for
    anew: it may have left his hand since."""
    t = r.table
    surplus = t.cards(DEALER)[HAND:]
    if seen not in surplus:
        return
    yield SurplusSeen("reading:drawn-and-exposed", HAND + surplus.index(seen))
    if not only_for_trips(t) and not t.cards(COMMUNITY):  # later he cannot put it back: 32.13(d) voids the hands
        yield from rule_on_exposed_draw(r)


def _players_card_exposed(r: Round[UltimateHouse], place: str) -> Procedure:
    """32.10(a) lets nobody see them and sets no consequence."""
    t = r.table
    reading, settling = "reading:exposed-player-card", DEALERS_FIVE.get(t) is not None
    if r.rules.reads("exposed-player-card") == "supervisor" and not settling and not only_for_trips(t):
        question = f"a card of {place_name(place)} was exposed: play on, or void the hands?"
        order = yield OrderWanted(reading, question, ("play on", "void the hands"), ())
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands(reading, "a player's card was seen")
    yield PlayOn(reading, f"A card of {place_name(place)} was seen; 32.10(a) forbids it and sets no consequence")


BARS: dict[type[Input], irregular.Bar] = {
    **irregular.BARS,
    MissedBurn: while_hands_stand(bar_missed_burn),
}
_COMMON = irregular.interruptions(jam, expose, more_than_one)
INTERRUPTIONS: dict[type[Input], irregular.Interruption] = {
    **_COMMON,
    DrawnInError: draw,
    ExtraCard: extra,
    MissedBurn: miss_burn,
}
