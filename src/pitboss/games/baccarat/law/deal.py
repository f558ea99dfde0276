"""The first four cards: drawn by the curator, looked at by a player, turned. 6(a) to 6(c) of the facts."""

from __future__ import annotations

from pitboss.common.punto_banco.deal import cards_of
from pitboss.common.punto_banco.irregular import look_at_placed
from pitboss.common.punto_banco.shoe import look_at_next
from pitboss.common.punto_banco.steps import CallCount
from pitboss.common.punto_banco.third_card_tables import BANKER, HANDS, PLAYER, count, place_of
from pitboss.common.punto_banco.wagers import wagers_on_area
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.baccarat.law.curator import curator_seat
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.baccarat.law.steps import (
    DealByCurator,
    DealByDealer,
    GiveBack,
    GiveToLook,
    TurnByCaller,
    TurnByCurator,
)
from pitboss.law.force import cites
from pitboss.table.table import SHOE

Dealt = Round[BaccaratHouse]


def first_four(r: Dealt) -> Procedure:
    t = r.table
    cite = cites("beyond:baccarat.6(a)", "beyond:minibaccarat.6(b)")
    for hand in HANDS * 2:
        yield from look_at_next(r)
        card = t.places[SHOE][0].card
        deal = DealByCurator if curator_seat(t) else DealByDealer
        yield deal(cite, SHOE, place_of(hand), card, which=hand)
        yield from look_at_placed(r, hand)


def turn_and_call(r: Dealt) -> Procedure:
    t = r.table
    if seat := seat_that_looks(r):
        yield GiveToLook("beyond:baccarat.6(b)", seat)
    give_back = GiveBack if seat else TurnByCaller
    yield give_back("beyond:baccarat.6(b)", PLAYER, cards_of(t, PLAYER))
    yield CallCount("beyond:minibaccarat.6(e)", PLAYER, count(cards_of(t, PLAYER)))
    turn = TurnByCurator if curator_seat(t) else TurnByCaller
    yield turn("beyond:baccarat.6(c)", BANKER, cards_of(t, BANKER))
    yield CallCount("beyond:minibaccarat.6(e)", BANKER, count(cards_of(t, BANKER)))


def seat_that_looks(r: Dealt) -> int:
    """Return the seat with the most on the player's hand; 0 if nobody has anything there.

    Of several the first from the dealer's right looks, or by the other reading the first from his left.
    """
    wagers = wagers_on_area(r.table, PLAYER)
    if r.rules.reads("equal-wagers") == "from-the-left":
        wagers.reverse()
    return max(wagers, key=lambda wager: wager[1], default=(0, 0))[0]
