"""The curator: the offer of the shoe, its acceptance and its passing. 4(a), 4(b), 7(a) and 7(b) of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from pitboss.common.dealer_questions import ask
from pitboss.common.open_layout import BETTING_OVER
from pitboss.common.punto_banco import shoe, wagers
from pitboss.common.punto_banco.facts import RESULT
from pitboss.common.punto_banco.third_card_tables import PLAYER
from pitboss.engine.inputs import Answer, Input, Leave, Order, Plain
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import Ask, Procedure, Refusal
from pitboss.games.baccarat.law.facts import BEFORE_HIM, CURATOR, DECLINED, DECLINES, PASSED_BY
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.baccarat.law.steps import DeclineShoe, ForgetDecline, LoseShoe, OfferAgain, PassFromDealer, TakeShoe
from pitboss.law.force import cites, rule
from pitboss.table.money import dollars
from pitboss.table.table import Table

Dealt = Round[BaccaratHouse]
TAKE, DECLINE = "take", "decline"
THE_SHOE = "the shoe"
QUESTIONS = {THE_SHOE: "take the shoe and deal, or pass it on"}
TAKE_AWAY = "take the shoe away"
ORDERS = (*shoe.ORDERS, TAKE_AWAY)


class GiveUpShoe(Input, frozen=True, tag="give up shoe"):
    """Gives the shoe up."""

    by_player: ClassVar[bool] = True
    plain: ClassVar = Plain(r"seat (?P<seat>\d{1,3}) gives up the shoe", "seat 3 gives up the shoe")

    seat: int


def curator_seat(t: Table) -> int:
    """Return the curator's seat; 0 if nobody has the shoe."""
    return CURATOR.get(t) or 0


@rule("beyond:baccarat.4(b)", True)
def may_deal(r: Dealt, seat: int) -> bool:
    """Return whether a player has bet enough on this round to deal: the minimum or more, unless a reading
    drops that.
    """
    lying = sum(cents for bettor, _, cents in r.table.wagers() if bettor == seat)
    return lying >= r.house.minimum or r.rules.reads("curator-minimum") == "no"


def seats_in_turn(t: Table) -> list[int]:
    """Return the seats of the players in the order in which they are offered the shoe.

    The first shoe is offered to seat 1 and then counterclockwise. From a curator who has lost the shoe it goes
    counterclockwise from his seat, to himself last.
    """
    after = PASSED_BY.get(t) or 2  # whoever is next to seat 2, counterclockwise, is seat 1
    return sorted((seat for seat in t.players if is_seated(t, seat)), key=lambda seat: (after - seat - 1) % 100)


def look_for_curator(r: Dealt) -> Procedure:
    """Take the shoe from a curator who is gone before the round.

    He may have left in a round that the house has wound up, and another player may have his seat.
    """
    t = r.table
    if (seat := curator_seat(t)) and not (is_seated(t, seat) and BEFORE_HIM.at(seat)(t)):
        yield LoseShoe("beyond:baccarat.7(b)", seat, "the player has left")
    for seat in range(1, t.positions + 1):
        if DECLINES.at(seat)(t) and not is_seated(t, seat):
            yield ForgetDecline("reading:shoe-again", seat)
    if PASSED_BY(t) and not t.players:
        yield OfferAgain("beyond:baccarat.4(a), beyond:minibaccarat.4(i)")


def offer_shoe(r: Dealt) -> Procedure:
    """Settle who deals: the curator goes on, or the shoe is offered until a player takes it, or else a dealer draws."""
    t = r.table
    if (seat := curator_seat(t)) and not may_deal(r, seat):
        yield LoseShoe("beyond:baccarat.4(b)", seat, f"there is no bet of {dollars(r.house.minimum)} before that seat")
    for seat in seats_in_turn(t):
        if curator_seat(t):
            return
        if DECLINED(t, seat) or DECLINES.at(seat)(t) or not may_deal(r, seat):
            continue
        silent = TAKE if r.rules.reads("silent-curator") == "takes" else DECLINE
        wait = Ask("beyond:baccarat.4(a)", seat, seat, THE_SHOE, (TAKE, DECLINE), silent)
        if (yield from ask(wait, QUESTIONS[THE_SHOE])) == TAKE:
            yield TakeShoe("beyond:baccarat.4(a)", seat)
        else:
            stays = r.rules.reads("shoe-again") == "when-it-passes"
            yield DeclineShoe(cites("beyond:baccarat.4(a)", "reading:shoe-again" if stays else ""), seat, stays)


def pass_on(r: Dealt) -> Procedure:
    """Pass the shoe on after a round that the player's hand has won, from a curator or, by the same rule, from a
    dealer.
    """
    t = r.table
    if (seat := curator_seat(t)) and RESULT.of(t).winner == PLAYER:
        yield LoseShoe("beyond:baccarat.7(a)", seat, "the player's hand has won")
    elif RESULT.of(t).winner == PLAYER and any(DECLINES.at(seat)(t) for seat in t.players):
        yield PassFromDealer("beyond:baccarat.7(a), reading:shoe-again")


# --- what is refused


def bar_answer(r: Dealt, given: Answer) -> Iterator[Refusal]:
    if given.choice == TAKE and is_seated(r.table, given.seat) and not may_deal(r, given.seat):
        problem = f"You have no bet of {dollars(r.house.minimum)} on this round."
        yield Refusal("beyond:baccarat.4(b)", problem, "The player who deals has at least the minimum on the round.")


def bar_giving_up(r: Dealt, given: GiveUpShoe) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif curator_seat(t) != given.seat:
        yield Refusal("beyond:baccarat.7(b)", "You do not have the shoe.", "There is nothing to give up.")
    elif BETTING_OVER(t):
        yield Refusal("beyond:baccarat.7(b)", "The round is being dealt.", "Give the shoe up when it is over.")


def bar_order(r: Dealt, given: Order) -> Iterator[Refusal]:
    t = r.table
    if given.what != TAKE_AWAY:
        if given.what in shoe.ORDERS:
            yield from shoe.bar_order(r, given)
        else:
            remedy = f"Order {' or '.join(ORDERS)}."
            yield Refusal("house:orders", f"{given.what!r} is no order at this table.", remedy)
    elif not curator_seat(t) or BETTING_OVER(t) or t.is_void:
        problem = "No player has the shoe." if not curator_seat(t) else "The round is being dealt."
        yield Refusal("beyond:baccarat.7(b)", problem, "Take it from a curator between rounds.")


# --- what interrupts


def give_up(r: Dealt, given: GiveUpShoe) -> Procedure:
    yield LoseShoe("beyond:baccarat.7(b)", given.seat, "the shoe is given up")


def obey(r: Dealt, given: Order) -> Procedure:
    if given.what == TAKE_AWAY:
        yield LoseShoe("beyond:baccarat.7(b)", curator_seat(r.table), "the rules were broken", barred=True)
    else:
        yield from shoe.obey(r, given)


def leave(r: Dealt, given: Leave) -> Procedure:
    if curator_seat(r.table) == given.seat:
        yield LoseShoe("beyond:baccarat.7(b)", given.seat, "the player leaves")
    elif DECLINES.at(given.seat)(r.table):
        yield ForgetDecline("reading:shoe-again", given.seat)
    yield from wagers.leave(r, given)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Answer: bar_answer,
    GiveUpShoe: bar_giving_up,
    Order: bar_order,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {GiveUpShoe: give_up, Order: obey, Leave: leave}
