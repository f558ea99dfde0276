"""One round of Minibaccarat, top to bottom: part 6 of the facts."""

from __future__ import annotations

from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets
from pitboss.common.punto_banco.deal import call_counts, call_result, deal_third_cards, first_four
from pitboss.common.punto_banco.settle import collect_cards, settle
from pitboss.common.punto_banco.shoe import end_of_shoe, make_ready
from pitboss.common.punto_banco.wagers import take_wagers
from pitboss.engine.bank import say_if_short
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse


def play(r: Round[MinibaccaratHouse]) -> Procedure:
    yield from make_ready(r)
    yield from say_if_short(r)
    yield from take_wagers(r)
    yield CallNoMoreBets("beyond:minibaccarat.6(a)", NO_MORE_BETS)
    yield from first_four(r)
    yield from call_counts(r)
    yield from deal_third_cards(r)
    yield from call_result(r)
    yield from settle(r)
    yield from collect_cards(r)
    yield from end_of_shoe(r)
