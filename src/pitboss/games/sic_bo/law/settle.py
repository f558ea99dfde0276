"""Settlement, losers before winners and both from the dealer's right: part 7 of the facts."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.sic_bo.law.facts import RESULT, WAGERED, LyingWager
from pitboss.games.sic_bo.law.house import SicBoHouse, pay_table, rate
from pitboss.games.sic_bo.law.layout import COMBINATION, SINGLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import Result, is_triple, is_triple_of, loses_to_triple, wins
from pitboss.games.sic_bo.law.steps import Collect, Pay, in_words
from pitboss.law.force import cites
from pitboss.table.paytable import show, winnings


def settle(r: Round[SicBoHouse]) -> Procedure:
    """Collect every loser, then pay every winner."""
    result = RESULT.of(r.table)
    for lying in in_settling_order(WAGERED.of(r.table)):
        if not wins(r.rules, area_of(r, lying), result):
            yield collect(r, lying, result)
    for lying in in_settling_order(WAGERED.of(r.table)):
        if wins(r.rules, area_of(r, lying), result):
            yield pay(r, lying, result)


def in_settling_order(lying: tuple[LyingWager, ...]) -> list[LyingWager]:
    """Return wagers from the dealer's right, the highest seat first, each player's in the order of the areas."""
    return sorted(lying, key=lambda wager: -wager.seat)


def area_of(r: Round[SicBoHouse], lying: LyingWager) -> Area:
    return areas_at(r.rules)[lying.spot]


def collect(r: Round[SicBoHouse], lying: LyingWager, result: Result) -> Collect:
    area = area_of(r, lying)
    why = ""
    if loses_to_triple(area, result):
        why = "beyond:sic-bo.7(d)"
    elif is_triple_of(area, result):
        why = "reading:double-on-triple"
    cite = cites("beyond:sic-bo.7(a)", "beyond:sic-bo.7(h)", why)
    return Collect(cite, lying.seat, lying.seat, lying.spot, lying.cents, (), f"{in_words(result)} came")


def pay(r: Round[SicBoHouse], lying: LyingWager, result: Result) -> Pay:
    area = area_of(r, lying)
    odds = rate(r.rules, r.house, area, result)
    cite = cites("beyond:sic-bo.7(b)", "beyond:sic-bo.7(h)", citation_of_payment(r, area, result))
    by, came = cites(pay_table(r.house, r.rules).cite, reading_of_table(r)), f"{in_words(result)} came"
    cents = winnings(odds, lying.cents)
    return Pay(cite, lying.seat, lying.seat, lying.spot, by, lying.cents, (), came, show(odds), cents)


def reading_of_table(r: Round[SicBoHouse]) -> str:
    """Return the reading that sets another pay table where the house elects none; empty if there is none."""
    other = r.house.pay_table is None and r.rules.reads("pay-table") != "atlantic-city"
    return "reading:pay-table" if other else ""


def citation_of_payment(r: Round[SicBoHouse], area: Area, result: Result) -> str:
    """Return the paragraph or reading that a payment rests on besides the common one; empty if there is none."""
    if is_triple_of(area, result):
        return "beyond:sic-bo.7(e)"
    if area.kind == COMBINATION:
        return "beyond:sic-bo.7(f)"
    if area.kind != SINGLE:
        return ""
    added = is_triple(result) and r.rules.reads("single-on-triple") == "lines-added"
    return "reading:single-on-triple" if added else "beyond:sic-bo.7(g)"
