"""Settlement, losers before winners: part 7 of the facts."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.big_six.law.facts import FIXED, RESULT, LyingWager
from pitboss.games.big_six.law.house import BigSixHouse, rate, reading_behind_rate, wins
from pitboss.games.big_six.law.layout import is_other_picture
from pitboss.games.big_six.law.steps import Collect, Pay
from pitboss.law.force import cites
from pitboss.table.paytable import show, winnings


def settle(r: Round[BigSixHouse]) -> Procedure:
    """Collect every loser, then pay every winner, from the dealer's right, where the last seat is."""
    symbol, fixed = RESULT.of(r.table), FIXED.of(r.table)
    for lying in fixed:
        if not wins(r.rules, lying.spot, symbol):
            yield collect(lying, symbol)
    for lying in sorted(fixed, key=lambda each: -each.seat):
        if wins(r.rules, lying.spot, symbol):
            yield pay(r, lying, symbol)


def reading_on_other_picture(spot: str, symbol: str) -> str:
    """Return the reading that decides if one picture came and chips lie on the other; empty if neither is so."""
    return "reading:picture-each" if is_other_picture(spot, symbol) else ""


def collect(lying: LyingWager, symbol: str) -> Collect:
    cite = cites("beyond:big-six.7(a)", reading_on_other_picture(lying.spot, symbol))
    return Collect(cite, lying.seat, lying.seat, lying.spot, lying.cents, (), f"{symbol} came")


def pay(r: Round[BigSixHouse], lying: LyingWager, symbol: str) -> Pay:
    odds = rate(r.rules, r.house, lying.spot)
    cite = cites("beyond:big-six.7(b)", "beyond:big-six.7(c)", reading_on_other_picture(lying.spot, symbol))
    cents, why = winnings(odds, lying.cents), f"{symbol} came"
    by = cites("beyond:big-six.8(b)", reading_behind_rate(r.house, lying.spot))
    return Pay(cite, lying.seat, lying.seat, lying.spot, by, lying.cents, (), why, show(odds), cents)
