"""One round of Baccarat, top to bottom: part 6 of the facts, and the choice of the curator."""

from __future__ import annotations

from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets
from pitboss.common.punto_banco.deal import call_result, deal_third_cards
from pitboss.common.punto_banco.settle import collect_cards, settle
from pitboss.common.punto_banco.shoe import end_of_shoe, make_ready
from pitboss.common.punto_banco.wagers import take_wagers
from pitboss.engine.bank import say_if_short
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.baccarat.law.curator import look_for_curator, offer_shoe, pass_on
from pitboss.games.baccarat.law.deal import first_four, turn_and_call
from pitboss.games.baccarat.law.house import BaccaratHouse


def play(r: Round[BaccaratHouse]) -> Procedure:
    yield from look_for_curator(r)
    yield from make_ready(r)
    yield from say_if_short(r)
    yield from take_wagers(r)
    yield CallNoMoreBets("beyond:minibaccarat.6(a)", NO_MORE_BETS)
    yield from offer_shoe(r)
    yield from first_four(r)
    yield from turn_and_call(r)
    yield from deal_third_cards(r, "beyond:baccarat.6(d)")
    yield from call_result(r, "beyond:baccarat.6(d)")
    yield from settle(r, "beyond:baccarat.7(c)")
    yield from pass_on(r)
    yield from collect_cards(r)
    yield from end_of_shoe(r)
