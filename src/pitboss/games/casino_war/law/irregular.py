"""The incidents with cards and their rulings: part 9 of the facts. An incident only changes the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from pitboss.engine.incidents.incident_kinds import (
    CardMissing,
    CardTooMany,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    Incident,
    ShortCard,
)
from pitboss.engine.inputs import Input, Plain
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, never_here, void_all_hands
from pitboss.games.casino_war.law.facts import COMPARED, SETTLED, TIED
from pitboss.games.casino_war.law.house import SPOTS, TIE, CasinoWarHouse
from pitboss.games.casino_war.law.shoe import NOT_WHOLE, deal_up, end_of_shoe, look_at_next
from pitboss.games.casino_war.law.steps import DiscardDealers
from pitboss.table.card_steps import (
    AddCard,
    CollectCards,
    DrawInError,
    MoveCard,
    PutBackDrawn,
    RemoveDeck,
    TurnInPile,
    UseDrawn,
    place_name_for_players,
)
from pitboss.table.cards import DOWN, FULL_DECK
from pitboss.table.facts import VOID
from pitboss.table.steps import ReturnWager, UndoCollection, UndoPayment, VoidHand
from pitboss.table.table import COMMUNITY, DEALER, DRAWN, MISSING, SHOE, Table, hand

BY_INCIDENT = "house:incident"
NO_COMMUNITY = "No community cards are dealt at this table."


# --- where the facts look, and what they rule


def look_at_hands(
    r: Round[CasinoWarHouse], positions: list[int], cards: int, *, before_dealer: bool = False
) -> Procedure:
    """Void every hand in the deal that does not have `cards` cards, or deal it the missing card while there is time."""
    t = r.table
    for position in positions:
        held = len(t.cards(hand(position)))
        if VOID(t, position) or held == cards:
            continue
        if held > cards:
            yield from void_hand(r, "beyond:casino-war.9(e)", position, "two cards were dealt to it")
        elif before_dealer:
            yield from deal_up(r, "beyond:casino-war.9(f)", hand(position))
        else:
            yield from void_hand(r, "beyond:casino-war.9(f)", position, "it was passed over")


def look_at_dealer(r: Round[CasinoWarHouse]) -> Procedure:
    """Discard the dealer's surplus cards, so that he has one card of each deal."""
    while count_not_compared(r.table, DEALER) > 1:
        yield DiscardDealers("beyond:casino-war.9(g)")


def void_hand(r: Round[CasinoWarHouse], cite: str, position: int, why: str) -> Procedure:
    """Void one hand and return its wagers, except a tie wager that an earlier deal has won and that waits
    for payment.
    """
    t = r.table
    won = (TIE,) if TIED(t, position) else ()
    seat, spots = t.owners[position], tuple(spot for spot in SPOTS if t.wager(position, spot) and spot not in won)
    yield VoidHand(cite, seat, position, spots, why)
    for spot in spots:
        yield ReturnWager(cite, seat, position, spot, t.wager(position, spot), "the hand is void")


def void_round(r: Round[CasinoWarHouse]) -> Procedure:
    """Wind up a void round: return every wager, also those already settled, and end the shoe if it is over."""
    t = r.table
    yield from give_back(r)
    for moved in reversed(SETTLED.get(t) or ()):
        seat = t.owners[moved.position]
        if moved.paid:
            yield UndoPayment(t.void, seat, moved.position, moved.spot, moved.cents, moved.stake)
        else:
            yield UndoCollection(t.void, seat, moved.position, moved.spot, moved.cents)
    yield from give_back(r)
    for place in (*map(hand, sorted(t.owners, reverse=True)), DEALER, DRAWN):
        if t.cards(place):
            yield CollectCards(t.void, place)
    if t.void == NOT_WHOLE:
        yield RemoveDeck(NOT_WHOLE)
    else:
        yield from end_of_shoe(r)


def give_back(r: Round[CasinoWarHouse]) -> Procedure:
    """Return every wager that lies on the layout."""
    t = r.table
    for position, spot, cents in sorted(t.wagers(), reverse=True):
        yield ReturnWager(t.void, t.owners[position], position, spot, cents, "the hands are void")


# --- a shoe that is not whole


class ShoeNotWhole(Incident, frozen=True, tag="shoe not whole"):
    """Somebody finds that a card of the shoe is gone, is there too often, or does not belong there."""

    plain: ClassVar = Plain(
        r"(?:the )?shoe has a (?P<what>missing|surplus|foreign) card", "the shoe has a missing card"
    )

    what: Literal["missing", "surplus", "foreign"]


def bar_not_whole(r: Round[CasinoWarHouse], given: ShoeNotWhole) -> Iterator[Refusal]:
    if not r.table.cards(SHOE) or r.table.is_void:
        yield _refuse_now("There is no shoe in play.")


def void_for_incomplete_shoe(r: Round[CasinoWarHouse], given: ShoeNotWhole) -> Procedure:
    if given.what == "missing":
        yield MoveCard(BY_INCIDENT, SHOE, False, MISSING, False, "a card of the shoe is gone")
    else:
        yield AddCard(BY_INCIDENT, SHOE, FULL_DECK[0])
    yield from void_all_hands(NOT_WHOLE, f"there is a {given.what} card in the shoe")


def bar_losing(r: Round[CasinoWarHouse], given: CardMissing | CardTooMany) -> Iterator[Refusal]:
    """Refuse a lost or surplus card only where no shoe is in play. Nobody notices it before all cards are shuffled."""
    yield from bar_not_whole(r, ShoeNotWhole("missing"))
    if isinstance(given, CardTooMany) and given.card not in DOWN:
        yield _refuse_now(f"{given.card!r} is not a card.")


def lose_card(r: Round[CasinoWarHouse], given: CardMissing) -> Procedure:
    yield MoveCard(BY_INCIDENT, SHOE, False, MISSING, False, "a card of the shoe is gone")


def add_card(r: Round[CasinoWarHouse], given: CardTooMany) -> Procedure:
    yield AddCard(BY_INCIDENT, SHOE, given.card)


# --- what happens at the table, and what cannot


def _refuse_now(problem: str) -> Refusal:
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def bar_face_up(r: Round[CasinoWarHouse], given: FaceUpCard) -> Iterator[Refusal]:
    if r.table.is_void or not 0 <= given.depth < len(r.table.cards(SHOE)):
        yield _refuse_now("There is no such card in the shoe.")


def turn_card_in_shoe(r: Round[CasinoWarHouse], given: FaceUpCard) -> Procedure:
    yield TurnInPile(BY_INCIDENT, SHOE, given.depth)


def bar_drawing(r: Round[CasinoWarHouse], given: DrawnInError) -> Iterator[Refusal]:
    t = r.table
    if not t.cards(SHOE) or t.cards(DRAWN) or t.is_void:
        yield _refuse_now("No card can be drawn.")


def draw_in_error(r: Round[CasinoWarHouse], given: DrawnInError) -> Procedure:
    """Draw a card in error. If nobody saw it, it is used as the next card; if somebody did, it goes back and counts as
    found face up.
    """
    yield DrawInError(BY_INCIDENT, SHOE, given.exposed)
    if given.exposed:
        yield PutBackDrawn("beyond:casino-war.9(d)", SHOE)
    else:
        yield UseDrawn("beyond:casino-war.9(c)", SHOE)


def is_being_dealt(t: Table, place: str) -> bool:
    """Return whether a hand has its card of the current deal and the dealer has none yet. A void hand is
    dealt nothing.
    """
    in_the_deal = (hand(position) for position in t.live_positions() if not VOID(t, position))
    return place in in_the_deal and count_not_compared(t, place) > 0 == count_not_compared(t, DEALER)


def count_not_compared(t: Table, place: str) -> int:
    """Count the cards of the current deal at a place. Those of an earlier deal were compared already."""
    return len(t.cards(place)) - (COMPARED.get(t, place) or 0)


def bar_extra(r: Round[CasinoWarHouse], given: ExtraCard) -> Iterator[Refusal]:
    t = r.table
    to_dealer = given.place == DEALER and count_not_compared(t, DEALER) > 0
    if given.place == COMMUNITY:
        yield never_here(NO_COMMUNITY)
    elif t.is_void or not t.cards(SHOE) or not (to_dealer or is_being_dealt(t, given.place)):
        yield _refuse_now(f"No card is being dealt to {given.place}.")


def slip_in_extra_card(r: Round[CasinoWarHouse], given: ExtraCard) -> Procedure:
    """Deal one card too many to a place. What comes before any card is handled first, such as the cutting card."""
    yield from look_at_next(r, war=bool(COMPARED.get(r.table, DEALER)))
    what = f"{place_name_for_players(given.place)} gets a card too many"
    yield MoveCard(BY_INCIDENT, SHOE, True, given.place, False, what)


def bar_short(r: Round[CasinoWarHouse], given: ShortCard) -> Iterator[Refusal]:
    if given.place == DEALER:
        yield never_here("The dealer's card is the last of a deal, so he is never passed over.")
    elif given.place == COMMUNITY:
        yield never_here(NO_COMMUNITY)
    elif r.table.is_void or not is_being_dealt(r.table, given.place):
        yield _refuse_now(f"No card is being dealt to {given.place}.")


def pass_over_hand(r: Round[CasinoWarHouse], given: ShortCard) -> Procedure:
    yield MoveCard(BY_INCIDENT, given.place, False, SHOE, True, f"{place_name_for_players(given.place)} is passed over")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    FaceUpCard: bar_face_up,
    DrawnInError: bar_drawing,
    ExtraCard: bar_extra,
    ShortCard: bar_short,
    ShoeNotWhole: bar_not_whole,
    CardMissing: bar_losing,
    CardTooMany: bar_losing,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    FaceUpCard: turn_card_in_shoe,
    DrawnInError: draw_in_error,
    ExtraCard: slip_in_extra_card,
    ShortCard: pass_over_hand,
    ShoeNotWhole: void_for_incomplete_shoe,
    CardMissing: lose_card,
    CardTooMany: add_card,
}
