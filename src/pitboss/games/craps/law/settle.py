"""Settlement of one roll: every wager on the layout is judged by its own paragraph and accounted for.

The sections on what a winner is paid, and in which order (1.4, 1.10), are not held: readings.
"""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.seating import is_seated
from pitboss.engine.waits import Procedure
from pitboss.games.craps.law.dice import roll_of
from pitboss.games.craps.law.facts import CALLED, CLOSING, POINT, VIGORISH, on_buttons
from pitboss.games.craps.law.house import CHARGED, CrapsHouse, fee, rate, takes_fee
from pitboss.games.craps.law.layout import LAYOUT, Area, in_order
from pitboss.games.craps.law.roll import Fate, Roll
from pitboss.games.craps.law.steps import KeepFee, TakeButton
from pitboss.law import force
from pitboss.law.force import cites
from pitboss.law.rules import Rules
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import CollectWager, MoveWager, PayStanding, PayWager, ReturnWager, StandWager, TakeFee

LASTS = "reading:call-lasts"
# In this order, so that an old come bet is paid before a new one moves to the same number.
TURNS = {what: turn for turn, what in enumerate(("loses", "wins", "back", "moves", "stands", "off"))}
MOST_ROLLS = 2_000  # by all points under some rules


def settle(r: Round[CrapsHouse]) -> Procedure:
    t = r.table
    judged = judge_all(r)
    judged.sort(key=lambda entry: TURNS[entry[2].what])
    if r.rules.reads("settling-order") == "player-by-player":
        judged.sort(key=lambda entry: entry[0])
    for seat, area, fate in judged:
        spot, cents = area.spot, t.wager(seat, area.spot)
        match fate.what:
            case "stands" | "off":
                yield StandWager(fate.cite, seat, seat, spot, cents, fate.what == "off", fate.why)
            case "loses":
                yield CollectWager(fate.cite, seat, seat, spot, cents, (), fate.why)
                if area.kind in CHARGED:
                    yield from keep_fee(r, seat, area)
            case "wins":
                yield from pay(r, seat, area, fate)
            case "back" if area.kind in ("line", "come") and r.rules.reads("void-wagers") == "stay":
                yield StandWager(fate.cite, seat, seat, spot, cents, False, fate.why)
            case "back":
                yield ReturnWager(fate.cite, seat, seat, spot, cents, fate.why)
            case "moves":
                yield MoveWager(fate.cite, seat, seat, spot, fate.line, cents, fate.why)


def judge_all(r: Round[CrapsHouse]) -> list[tuple[int, Area, Fate]]:
    """Judge all wagers as they lie when the dice come to rest, seat by seat, in the order of the layout."""
    t = r.table
    fates, called_on = fates_by(r.rules, roll_of(t)), on_buttons(t)
    judged = []
    for seat, spot, _ in in_order(t):
        is_on = (seat, spot) in called_on
        fate = fates[spot, is_on]
        if is_on and not CALLED(t, (spot, seat)):  # on an earlier come out roll
            fate = fate._replace(cite=cites(fate.cite, LASTS))
        judged.append((seat, LAYOUT[spot], fate))
    return judged


class Fates(dict[tuple[str, bool], Fate]):
    """The fate of each wager by one roll, computed on first use. Keys are a betting area and whether it was
    called on.
    """

    def __init__(self, rules: Rules, roll: Roll) -> None:
        self._rules, self._roll = rules, roll

    def __missing__(self, key: tuple[str, bool]) -> Fate:
        spot, is_on = key
        fate = LAYOUT[spot].judge(self._roll, self._rules, is_on)
        kept = self[key] = _alike.setdefault(fate, fate)
        return kept


def fates_by(rules: Rules, roll: Roll) -> Fates:
    """Return the fates by a roll, cached because there are few rolls.

    They are computed anew while a paragraph may be switched off, and for rules that record which readings are asked.
    """
    if force.watcher is not None or type(rules) is not Rules:
        return Fates(rules, roll)
    key = (rules.digest, roll)
    if (known := _fates.get(key)) is not None:
        return known
    if len(_fates) >= MOST_ROLLS:
        _fates.clear()
        _alike.clear()
    return _fates.setdefault(key, Fates(rules, roll))


_fates: dict[tuple[str, Roll], Fates] = {}
_alike: dict[Fate, Fate] = {}  # many rolls do the same to a wager, and what is the same is kept once


def no_roll(r: Round[CrapsHouse]) -> Procedure:
    """Leave wagers, point, buttons and shooter as they are after a void roll. The next roll repeats it."""
    t = r.table
    for seat, spot, cents in in_order(t):
        yield StandWager(t.void, seat, seat, spot, cents, False, "no roll")


def pay(r: Round[CrapsHouse], seat: int, area: Area, fate: Fate) -> Procedure:
    """Pay a winning wager, and take or keep its vigorish."""
    t = r.table
    stake, odds = t.wager(seat, area.spot), rate(r.rules, r.house, fate.line)
    stays, reading = decide_to_stay_up(r, seat, area)
    by = area.cite if area.kind in ("odds", "buy", "lay") else "reading:payout-odds"
    kind = PayStanding if stays else PayWager
    cents = winnings(odds, stake)
    yield kind(cites(fate.cite, reading), seat, seat, area.spot, by, stake, (), fate.why, show(odds), cents)
    if area.kind not in CHARGED:
        return
    if VIGORISH.at(area.spot, seat)(t):
        yield from keep_fee(r, seat, area)
    elif takes_fee(area, r.rules, "on-a-win"):
        yield TakeFee(area.cite, seat, seat, area.spot, fee(r.rules, r.house, area, stake))


def decide_to_stay_up(r: Round[CrapsHouse], seat: int, area: Area) -> tuple[bool, str]:
    """Return whether a winning wager stays up, and the reading that decides it; empty if the text does.

    A wager comes back if nobody is there to take it up, or if the table is closing and takes no new one.
    """
    match area.kind:
        case "place" | "place to lose" | "hardway":
            reading = "winners-stay"
        case "line":
            reading = "line-winners"
        case _:
            return False, ""
    if r.rules.reads(reading) != "stay-up":
        return False, f"reading:{reading}"
    if not is_seated(r.table, seat):
        return False, "reading:leaving"
    if CLOSING(r.table):
        return False, "reading:closing-table"
    return True, f"reading:{reading}"


def keep_fee(r: Round[CrapsHouse], seat: int, area: Area) -> Procedure:
    if fee_paid := VIGORISH.at(area.spot, seat).get(r.table):
        yield KeepFee(area.cite, seat, seat, area.spot, fee_paid)


def remove_buttons(r: Round[CrapsHouse]) -> Procedure:
    """Take the buttons off wagers that are gone or whose call is over.

    A call lasts for one come out roll, or by the other reading until there is a point.
    """
    t = r.table
    call_lasts = r.rules.reads("call-lasts") == "until-a-point" and not POINT(t)
    for seat, spot in on_buttons(t):
        if not t.wager(seat, spot):
            yield TakeButton(LAYOUT[spot].cite, seat, seat, spot)
        elif not call_lasts:
            yield TakeButton(cites(LAYOUT[spot].cite, LASTS), seat, seat, spot)
