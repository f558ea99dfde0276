"""Irregularities (33.12): the moments at which the law finds what went wrong, and its rulings.

The effect of an incident on the physical table is common to all card games. A fact that `play.py` looks up puts a dead
or void hand out of the round. A misdeal or a second card face up ends the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common import irregular as common
from pitboss.common.facts import DEALING
from pitboss.common.irregular import (
    BY_INCIDENT,
    collect_everything,
    dealing_place,
    impossible,
    refuse_once_void,
    shuffler_jams,
)
from pitboss.common.side_wagers.side_bets import cite_for
from pitboss.common.steps import Exposed, Misdeal, ReturnFromInventory
from pitboss.common.stub import count_after_void, remove_condemned
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    MissedBurn,
    ShortCard,
)
from pitboss.engine.inputs import Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal, void_all_hands
from pitboss.games.winners_pot_poker.law.facts import (
    BEING_DEALT,
    BURN_FORGOTTEN,
    BUTTON,
    BUTTON_FORGOTTEN,
    BUTTON_NOW,
    DEALT,
    FORFEITED,
    SETTLING,
    TURNED_UP,
    Street,
)
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.rotation import is_dealer_in, is_out, remaining_positions
from pitboss.games.winners_pot_poker.law.steps import (
    DEALERS_STAKE,
    THE_DEALER,
    DealerOut,
    Forget,
    KillHand,
    TakeBackStake,
    TurnUpHole,
    cards_at,
    holder_at,
)
from pitboss.games.winners_pot_poker.law.wagers import ANTE, JACKS_PLUS, SPOTS, STREET
from pitboss.law.force import cites
from pitboss.table.card_steps import CollectCards, DrawInError, PutBackDrawn, place_name
from pitboss.table.facts import HANDS_DISTURBED, STUB_IN_RACK
from pitboss.table.steps import PlayOn, ReturnWager, VoidHand, quantity
from pitboss.table.table import AUTOMATED_SHOE, DEALER, Table, hand

FIRST: Street = 3
LAST: Street = 5  # cards of a whole hand


class ForgottenButton(Input, frozen=True, tag="forgotten button"):
    """An incident: the dealer is about to begin the deal without moving the button."""


def is_all_dealt(t: Table) -> bool:
    """Return whether the last card of the round has been dealt."""
    hands = [*map(hand, remaining_positions(t)), *([DEALER] if is_dealer_in(t) else [])]
    return DEALT.get(t) == LAST or (BEING_DEALT.get(t) == LAST and all(len(t.cards(place)) >= LAST for place in hands))


# --- 33.12(a), (h): cards turned up


def expose(r: Round[WinnersPotHouse], given: CardExposed) -> Procedure:
    """Leave a down card up that is turned in the deal. Lay down again a card that is seen later."""
    t = r.table
    holder = holder_at(given.place)
    if is_out(t, holder):
        yield Exposed(BY_INCIDENT, given.place)
        yield PlayOn(BY_INCIDENT, f"A card of {place_name(given.place)} was seen, but that hand is already out")
    elif not happens_in_the_deal(r, given):
        yield Exposed(BY_INCIDENT, given.place)
        yield from rule_on_card_seen_later(r, given.place)
    else:
        yield TurnUpHole(BY_INCIDENT, given.place, given.index)
        if has_both_turned_up(t, holder) and not is_out(t, holder):  # it may have been ruled on meanwhile
            yield from kill_hand(r, given.place)


def has_both_turned_up(t: Table, holder: int) -> bool:
    """Return whether both down cards that a hand still holds were turned up.

    A card that left the hand, or that was dealt face up, does not count.
    """
    turned = TURNED_UP.get(t, holder) or ()
    down_cards = t.cards(cards_at(holder))[:2]
    return len(down_cards) == 2 and all(lying.up and lying.card in turned for lying in down_cards)


def happens_in_the_deal(r: Round[WinnersPotHouse], given: CardExposed) -> bool:
    t = r.table
    whole_deal = r.rules.reads("dealing-process") == "whole-deal"
    return BEING_DEALT.get(t) == FIRST and given.index < 2 and (whole_deal or len(t.places[given.place]) < 3)


def kill_hand(r: Round[WinnersPotHouse], place: str) -> Procedure:
    """Call a hand dead, void its wagers except jacks plus, and put the cards away."""
    t = r.table
    # Once a hand has its third card it is dead only if the dealing is read to last so long.
    cite = "33.12(a)" if len(t.cards(place)) < FIRST else "reading:dealing-process"
    if place == DEALER and r.rules.reads("dealer-dead") == "misdeal":
        yield from void_all_hands("reading:dealer-dead", "both down cards of the dealer were turned up")
    whose = holder_at(place)
    yield KillHand(cite, whose, t.faces(place))
    for spot in (*STREET, *r.house.more_areas):
        if cents := t.wager(whose, spot):
            yield ReturnWager(cite_for(r, spot, cite), t.owners[whose], whose, spot, cents, "the hand is dead")
    if whose == THE_DEALER:
        yield from take_back_stake(t, cite)
        yield PlayOn("reading:dealer-dead", "The dealer has no hand, and the players play for the pot")
    yield CollectCards(cite, place)


def take_back_stake(t: Table, cite: str) -> Procedure:
    """Take back what the house put into the pot: it is the dealer's wager and void with the dealer's hand."""
    if stake := t.ledger[DEALERS_STAKE]:
        yield TakeBackStake(cite, stake)


def rule_on_card_seen_later(r: Round[WinnersPotHouse], place: str) -> Procedure:
    t = r.table
    if place != DEALER:
        # 33.12(h) is about a player who shows his own card: the dealing is the dealer's.
        cite = "reading:dealing-process" if BEING_DEALT.get(t) == FIRST else "33.12(h)"
        yield PlayOn(cite, f"A down card of {place_name(place)} was seen; the hand stays as it is")
        return
    # Once wagers are being settled there is nothing left to rule on.
    if r.rules.reads("exposed-dealer-card") == "supervisor" and not SETTLING(t):
        question = "one of the dealer's down cards was exposed: play on, or void the hands?"
        order = yield OrderWanted("reading:exposed-dealer-card", question, ("play on", "void the hands"))
        assert isinstance(order, Order)
        if order.what == "void the hands":
            yield from void_all_hands("reading:exposed-dealer-card", "a down card of the dealer's was seen")
    yield PlayOn("reading:exposed-dealer-card", "A down card of the dealer's was seen; no paragraph speaks of it")


# --- 33.12(b): cards face up


def rule_on_second_face_up(r: Round[WinnersPotHouse]) -> Procedure:
    """Void all hands for a second card found face up, unless all cards have been dealt."""
    if is_all_dealt(r.table):
        yield PlayOn("33.12(b)", "A second card was found face up only after all cards had been dealt")
    else:
        yield from void_all_hands("33.12(b)", "more than one card lay face up")


def draw_in_error(r: Round[WinnersPotHouse], given: DrawnInError) -> Procedure:
    """Draw a card in error. One that is seen after the last card was dealt is found too late to matter."""
    t = r.table
    source = dealing_place(t)
    assert source is not None
    if not is_all_dealt(t) or not (given.exposed or t.places[source][0].up):
        yield from COMMON[DrawnInError](r, given)
    else:
        yield DrawInError(BY_INCIDENT, source, True)
        yield PutBackDrawn("33.12(b)", source)  # and told of when the stub is put away


# --- 33.12(d), (f): a wrong number of cards


def rule_on_wrong_counts(r: Round[WinnersPotHouse], due: Street) -> Procedure:
    """Rule on hands with a wrong number of cards when a street is dealt: too few is a misdeal, too many a void hand.

    All hands are looked at again after each ruling, because another card may have gone astray or a hand be out by then.
    """
    t = r.table
    if HANDS_DISTURBED(t) and not hands_with_wrong_count(t, due):
        yield PlayOn("33.12(d)", f"Every hand holds {due} cards after all")
    while counts := hands_with_wrong_count(t, due):
        short = {holder: held for holder, held in counts.items() if held < due}
        if THE_DEALER in short or (short and r.rules.reads("short-hand") == "misdeal"):
            wrong_hands = ", ".join(
                f"{quantity(held, 'card')} at {place_name(cards_at(holder))}" for holder, held in short.items()
            )
            # The dealer's own hand is a misdeal however a player's is read.
            cite = cites("33.12(f)", "" if THE_DEALER in short else "reading:short-hand")
            yield Misdeal(cite, f"misdeal, {wrong_hands}")
        holder = next(iter(counts))
        if holder == THE_DEALER:
            yield from void_dealers_hand(r)
        else:
            cite = "reading:short-hand" if holder in short else "33.12(d)"
            yield from void_hand(r, holder, cite, f"it holds {quantity(counts[holder], 'card')}")


def hands_with_wrong_count(t: Table, due: Street) -> dict[int, int]:
    """Return the number of cards of each hand that is still in and does not hold `due` cards, by holder: the dealer's
    hand last.
    """
    holders = [*remaining_positions(t), *([THE_DEALER] if is_dealer_in(t) else [])]
    held = {holder: len(t.cards(cards_at(holder))) for holder in holders}
    return {holder: cards for holder, cards in held.items() if cards != due}


def void_hand(r: Round[WinnersPotHouse], position: int, cite: str, why: str) -> Procedure:
    t = r.table
    seat = t.owners[position]
    spots = tuple(spot for spot in (*STREET, JACKS_PLUS, *r.house.more_areas) if t.wager(position, spot))
    yield VoidHand(cite, seat, position, spots, why)
    for spot in spots:
        cents = t.wager(position, spot)
        yield ReturnWager(cite_for(r, spot, cite), seat, position, spot, cents, "the hand is void")
    yield CollectCards(cite, hand(position))


def void_dealers_hand(r: Round[WinnersPotHouse]) -> Procedure:
    why = "the dealer has a card too many"
    if r.rules.reads("dealer-over") == "misdeal":
        yield from void_all_hands("reading:dealer-over", why)
    yield DealerOut("reading:dealer-over", why)
    yield from take_back_stake(r.table, "reading:dealer-over")
    yield CollectCards("reading:dealer-over", DEALER)


# --- 33.12(i), (j): devices


def rule_on_jam(r: Round[WinnersPotHouse], given: DeviceJam) -> Procedure:
    return shuffler_jams(r) if given.device == "shuffler" else rule_on_shoe_jam(r)


def rule_on_shoe_jam(r: Round[WinnersPotHouse]) -> Procedure:
    t = r.table
    if is_all_dealt(t):
        cite, why = "reading:jam-after-the-last-card", "after it had dealt every card"
        needed = r.rules.reads("jam-after-the-last-card") == "void" and not SETTLING(t)
    else:
        cite, why = "33.12(j)", "while it held no cards"
        needed = bool(t.cards(AUTOMATED_SHOE))
    if needed:
        yield from void_all_hands(cite, "the automated dealing shoe failed")
    else:
        yield PlayOn(cite, f"The automated dealing shoe failed {why}")


# --- how a void round ends


def void_round(r: Round[WinnersPotHouse]) -> Procedure:
    """Return every wager, also folded ones out of the pot, and collect all cards for the next shuffle."""
    t = r.table
    why = "the hands are void"
    for position in sorted(t.owners, reverse=True):
        for spot in (*SPOTS, *r.house.more_areas):
            if cents := t.wager(position, spot):
                yield ReturnWager(cite_for(r, spot, t.void), t.owners[position], position, spot, cents, why)
        if (kept := FORFEITED.get(t, position)) is not None:
            yield ReturnFromInventory(t.void, t.owners[position], position, ANTE, kept, why)
    yield from take_back_stake(t, t.void)
    yield from collect_everything(r)
    if r.rules.reads("stub-count") == "as-sister-games":
        yield from count_after_void(r)
    else:
        yield from remove_condemned(r)


# --- what happens at the table, and what cannot


DEALT_TO_HANDS = common.make_bars({"hand": FIRST, DEALER: FIRST})  # later cards lie face up


def bar_dealing_to(r: Round[WinnersPotHouse], given: ExtraCard | ShortCard) -> Iterator[Refusal]:
    """Refuse a card too many or too few unless cards are being dealt and the hand at that place still takes cards."""
    t = r.table
    barred = list(DEALT_TO_HANDS[type(given)](r, given))
    yield from barred
    if not barred and (BEING_DEALT.get(t) is None or is_out(t, holder_at(given.place))):
        yield impossible(f"No card is being dealt to {place_name(given.place)}.")


def bar_missed_burn(r: Round[WinnersPotHouse], given: MissedBurn) -> Iterator[Refusal]:
    t = r.table
    if not DEALING(t) or BEING_DEALT.get(t) == LAST or is_all_dealt(t) or STUB_IN_RACK.get(t) is not None:
        yield impossible("There is no burn left to make.")
    elif BURN_FORGOTTEN(t):
        yield impossible("The next burn is already going to be missed.")


def miss_burn(r: Round[WinnersPotHouse], given: MissedBurn) -> Procedure:
    yield Forget(BY_INCIDENT, "burn")


def bar_button(r: Round[WinnersPotHouse], given: ForgottenButton) -> Iterator[Refusal]:
    t = r.table
    if BUTTON.get(t) is None:
        yield impossible("The button has not been put down yet.")
    elif BUTTON_NOW.get(t) is not None or BUTTON_FORGOTTEN(t):
        yield impossible("The button has already moved, or been missed, in this round.")


def forget_button(r: Round[WinnersPotHouse], given: ForgottenButton) -> Procedure:
    yield Forget(BY_INCIDENT, "button")


BARS: dict[type[Input], common.Bar] = {
    **DEALT_TO_HANDS,
    ExtraCard: refuse_once_void(bar_dealing_to),
    ShortCard: refuse_once_void(bar_dealing_to),
    MissedBurn: refuse_once_void(bar_missed_burn),
    ForgottenButton: refuse_once_void(bar_button),
}
COMMON = common.interruptions(rule_on_jam, expose, rule_on_second_face_up)
INTERRUPTIONS: dict[type[Input], common.Interruption] = {
    **COMMON,
    DrawnInError: draw_in_error,
    MissedBurn: miss_burn,
    ForgottenButton: forget_button,
}
