"""The cards of the table: opened, shuffled, cut, burned, drawn one by one, and out of play.

Parts 2, 3 and 4 of the facts, and the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from pitboss.common import shoe
from pitboss.common.deck_opening import INSPECTION, inspect
from pitboss.common.punto_banco.facts import (
    AT_FIRST,
    CAME_SHUFFLED,
    CUT_OUT,
    DEVICE_DOWN,
    FIRST_CARD,
    FRESH,
    MISBURNED,
)
from pitboss.common.punto_banco.house import PuntoBancoHouse, comes_shuffled, cutting_card_range, is_continuous
from pitboss.common.punto_banco.steps import (
    BackToShuffler,
    LastRound,
    MeetCuttingCard,
    PutFirstAway,
    ReceiveNew,
    ShoeReady,
    TakeOutOfShoe,
    TurnFirstCard,
)
from pitboss.common.punto_banco.third_card_tables import HANDS, place_of, value
from pitboss.common.punto_banco.vigorish import collect_marked
from pitboss.engine.inputs import Close, Input, Order
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import CutWanted, Procedure, Refusal, Window, void_all_hands
from pitboss.law.force import cites, number, rule
from pitboss.law.rules import Rules
from pitboss.table.card_steps import (
    BurnCard,
    CompleteCut,
    DiscardFaceUp,
    LoadShuffler,
    OrderRecut,
    RemoveDeck,
    SpreadCards,
    Wash,
)
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import FACE_UP_MET
from pitboss.table.shoe_steps import NEW_TABLE, PACKS, CutByDealer, CutByPlayer, cutting_card_is_due
from pitboss.table.steps import Manner, PlayOnUnaware
from pitboss.table.table import DECK, DISCARD_RACK, SHOE, SHUFFLER, Table

Dealt = Round[PuntoBancoHouse]
FEWEST_CUT = 10
TEN = 10  # burned for a ten or a picture
MOST_FACE_UP = 1  # in a round
RECUT = "recut"
ORDERS = (RECUT,)


def make_ready(r: Dealt) -> Procedure:
    """Make the shoe ready before wagers. The present shoe continues unless nobody sits here or it is over."""
    t = r.table
    if shoe.in_play(t) and not t.players:
        yield from empty(r, "beyond:minibaccarat.4(i)")
    if not shoe.in_play(t):
        yield from collect_marked(r)
        yield from new_shoe(r)
    elif is_last_round(t):
        yield LastRound("beyond:minibaccarat.6(l)")


def new_shoe(r: Dealt) -> Procedure:
    """Receive cards if there are none, then shuffle, cut, load and burn."""
    yield from open_cards(r)
    if is_continuous(r.house):
        yield from fill_shuffler(r)
        return
    if CAME_SHUFFLED(r.table):
        yield from shoe.take_shuffled(r, "beyond:minibaccarat.3(c)", "beyond:minibaccarat.2(a)")
    else:
        yield from shuffle(r)
    yield from cut_and_load(r)
    yield from burn(r)


def open_cards(r: Dealt) -> Procedure:
    """Receive and inspect new cards, or leave those of an idle table spread."""
    t, packs, shuffled = r.table, r.house.packs, comes_shuffled(r.house)
    if t.cards(DISCARD_RACK) and PACKS.get(t) != packs:
        yield RemoveDeck("beyond:minibaccarat.2(a)")
    if not t.cards(DISCARD_RACK):
        cite = "beyond:minibaccarat.3(c)" if shuffled else "beyond:minibaccarat.3(a)"
        yield ReceiveNew(cite, t.backs[0], DISCARD_RACK, FULL_DECK * packs, shuffled, packs)
        if not CAME_SHUFFLED(t):
            yield from inspect(r, DISCARD_RACK, "beyond:minibaccarat.3(a)", "beyond:minibaccarat.3(b)")
    elif not t.players:
        yield from leave_idle(r)


def leave_idle(r: Dealt) -> Procedure:
    """Leave the cards spread while nobody plays, until somebody comes."""
    cite = "beyond:minibaccarat.4(i)"

    def until_someone_sits(given: Input) -> Iterator[Refusal]:
        if not isinstance(given, Close):
            yield Refusal(cite, "The cards are spread.", "Wait until they are shuffled.")
        elif not r.table.players:
            yield Refusal(cite, "No player has come to the table.", "Wait for one.")

    yield SpreadCards(cite, DISCARD_RACK, True, idle=True)
    yield Window(cite, INSPECTION, until_someone_sits)
    yield Wash("beyond:minibaccarat.3(b)", DISCARD_RACK)


def shuffle(r: Dealt) -> Procedure:
    """Shuffle the cards by device or by hand."""
    by = "device" if r.house.shuffler == "device" else "hand"
    yield from shoe.shuffle(r, "beyond:minibaccarat.4(a)", "beyond:minibaccarat.2(a)", by)


def cut_and_load(r: Dealt) -> Procedure:
    """Cut the cards, put in the cutting card, and load the shoe."""
    t, fewest = r.table, number("beyond:minibaccarat.4(b)", "fewest", FEWEST_CUT)
    count = yield CutWanted("beyond:minibaccarat.4(b)", fewest, len(t.places[DECK]) - fewest)
    if seat := who_cuts(t):
        yield CutByPlayer("beyond:minibaccarat.4(b)", count, seat)
    else:
        yield CutByDealer("beyond:minibaccarat.4(b)", count)
    yield CompleteCut("beyond:minibaccarat.4(b)")
    yield from shoe.put_cutting_card(r, "beyond:minibaccarat.4(c)", *cutting_card_range(r.house))
    yield from shoe.load(cites("beyond:minibaccarat.4(d)", "beyond:minibaccarat.2(b)"))
    yield Manner("beyond:minibaccarat.6(d)", r.house.with_the_left)


def who_cuts(t: Table) -> int:
    """Return the seat that cuts: the first player's at a new table, otherwise that of the player at the dealer's far
    right; 0 if the dealer cuts."""
    if NEW_TABLE(t):
        return next(iter(t.players), 0)  # in the order in which they have sat down since the round began
    return max(t.players, default=0)


def burn(r: Dealt) -> Procedure:
    """Turn the first card up, and burn the number of cards that it calls for."""
    t = r.table
    yield from discard_face_up(r)
    yield TurnFirstCard("beyond:minibaccarat.4(e)", SHOE, FIRST_CARD, t.places[SHOE][0].card)
    for _ in range(cards_to_burn(r.rules, t.faces(FIRST_CARD)[0]) + (MISBURNED.get(t) or 0)):
        yield from discard_face_up(r)
        yield BurnCard("beyond:minibaccarat.4(f)", SHOE, t.places[SHOE][0].card)
    yield PutFirstAway("beyond:minibaccarat.4(g)")


def cards_to_burn(rules: Rules, first_card: str) -> int:
    """Return how many cards are burned for the first card."""
    if first_card[0] == "A" and rules.reads("burn-ace") == "eleven":
        return 11
    return value(first_card) or number("beyond:minibaccarat.4(f)", "for a ten", TEN)


def fill_shuffler(r: Dealt) -> Procedure:
    """Load a continuous shuffler: all cards are in it again before the next round."""
    t, cite = r.table, "beyond:minibaccarat.2(f)"
    yield LoadShuffler(cite, DISCARD_RACK)
    yield from shoe.shuffle_in(r, cite, "beyond:minibaccarat.2(a)", SHUFFLER)
    yield from shoe.load(cites("beyond:minibaccarat.2(f)", "beyond:minibaccarat.2(b)"))
    if burned := r.rules.reads("continuous") == "first-card-burned":
        yield BurnCard("reading:continuous", SHOE, t.places[SHOE][0].card)
    yield ShoeReady(cite, burned)


# --- the end of a shoe


def is_last_round(t: Table) -> bool:
    """Return whether the cutting card came out before this round."""
    return shoe.in_play(t) and t.cutting_card is None and CUT_OUT.get(t) is None


def end_of_shoe(r: Dealt) -> Procedure:
    """End the shoe after the round, if it is over. One more round is dealt when the cutting card came out in this
    one."""
    t = r.table
    if any(lying.up for lying in t.cards(SHOE)):
        yield PlayOnUnaware("beyond:minibaccarat.9(a)", "A card is face up in the shoe, and nobody has come to it")
    if is_continuous(r.house):
        if shoe.in_play(t):
            yield BackToShuffler("beyond:minibaccarat.2(f)", len(t.places[SHOE]))
        return
    came = CUT_OUT.get(t)
    first_is_last = came == AT_FIRST and r.rules.reads("last-round") == "that-only"
    if t.cutting_card is None and (came is None or first_is_last):
        yield from out_of_play(
            r, "beyond:minibaccarat.6(l), reading:last-round" if came else "beyond:minibaccarat.6(l)"
        )


def out_of_play(r: Dealt, cite: str) -> Procedure:
    """Empty the shoe, and collect the vigorish that is owed."""
    yield from empty(r, cite)
    yield from collect_marked(r)


def empty(r: Dealt, cite: str) -> Procedure:
    """Empty the shoe. Cards that players have handled leave the table with it."""
    yield from shoe.empty(r, cite)
    if (worn := r.house.worn_by) and not FRESH(r.table):
        yield RemoveDeck(worn)


# --- card by card


@rule("beyond:minibaccarat.1(e)", False)
def has_begun(t: Table) -> bool:
    """Return whether a card of the round is drawn."""
    return any(t.cards(place_of(hand)) for hand in HANDS)


def look_at_next(r: Dealt) -> Procedure:
    """Handle what comes before the next card: the cutting card, a card that lies face up, or the end of the shoe."""
    t = r.table
    if DEVICE_DOWN(t):
        yield from void_all_hands("beyond:minibaccarat.9(i)", "the shuffling device has failed")
    yield from meet_cutting_card(r)
    yield from discard_face_up(r)
    if not t.cards(SHOE):
        yield from void_all_hands("beyond:minibaccarat.9(h)", "the shoe has run out")


def meet_cutting_card(r: Dealt) -> Procedure:
    """Take the cutting card out if it is the next card."""
    if cutting_card_is_due(r.table) and not is_continuous(r.house):
        yield MeetCuttingCard("beyond:minibaccarat.6(l)", not has_begun(r.table))


def discard_face_up(r: Dealt) -> Procedure:
    """Discard a card that lies face up, neither dealt nor burned. The cutting card may lie right behind it."""
    t = r.table
    while t.cards(SHOE) and t.places[SHOE][0].up:
        yield DiscardFaceUp("beyond:minibaccarat.9(a)", SHOE, 0, t.places[SHOE][0].card)
        if FACE_UP_MET.of(t) > number("beyond:minibaccarat.9(b)", "face up", MOST_FACE_UP):
            yield from void_all_hands("beyond:minibaccarat.9(b)", "more than one card was face up in the shoe")
        yield from meet_cutting_card(r)


# --- another shuffle or cut, before a card is dealt


class AskForShuffle(Input, frozen=True, tag="ask for shuffle"):
    """A player asks that cards which came shuffled be shuffled at the table."""

    by_player: ClassVar[bool] = True

    seat: int


def bar_asking(r: Dealt, given: AskForShuffle) -> Iterator[Refusal]:
    """Refuse to ask for a shuffle, except before the first card of cards that came shuffled."""
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif not (FRESH(t) and CAME_SHUFFLED(t)) or not shoe.in_play(t) or t.is_void:
        wrong = "These cards were shuffled at the table, or are being dealt."
        yield Refusal("beyond:minibaccarat.3(d)", wrong, "Ask before the first card of cards that came shuffled.")


def ask_for_shuffle(r: Dealt, given: AskForShuffle) -> Procedure:
    """Shuffle the shoe again at a player's request."""
    yield TakeOutOfShoe("beyond:minibaccarat.3(d)")
    yield from shoe.shuffle(r, "beyond:minibaccarat.3(d)", "beyond:minibaccarat.2(a)")
    yield from cut_and_load(r)
    yield from burn(r)


def bar_order(r: Dealt, given: Order) -> Iterator[Refusal]:
    """Refuse an order to cut again, except before the first card of a shoe."""
    t = r.table
    if given.what not in ORDERS:
        yield Refusal("house:orders", f"{given.what!r} is no order at this table.", f"Order {' or '.join(ORDERS)}.")
    elif not FRESH(t) or not shoe.in_play(t) or t.is_void or is_continuous(r.house):
        wrong, right = "The cards cannot be cut again now.", "Order it before the first card of a shoe is dealt."
        yield Refusal("beyond:minibaccarat.4(h)", wrong, right)


def obey(r: Dealt, given: Order) -> Procedure:
    """Carry out the order to cut the cards again."""
    yield OrderRecut("beyond:minibaccarat.4(h)", SHOE)
    yield from cut_and_load(r)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {AskForShuffle: bar_asking, Order: bar_order}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {AskForShuffle: ask_for_shuffle, Order: obey}
