"""One roll of craps, top to bottom: wagers, the throw, settlement, the point and the dice.

The game never ends, so the unit of play is one roll. What outlives it is in the carry: every standing wager, the point
and the shooter. Where 1.3 to 1.11 would speak, which are not held, a reading is cited and never a paragraph.
"""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.craps.law.dice import offer_dice, roll_of, throw
from pitboss.games.craps.law.facts import CLOSING, COME_OUT_MADE, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.roll import NUMBERS, SEVEN, Roll, is_thrown
from pitboss.games.craps.law.settle import remove_buttons, settle
from pitboss.games.craps.law.steps import FirstRoll, PuckOff, SetPoint
from pitboss.games.craps.law.wagers import give_all_back, is_undecided, send_after, take_wagers


def play(r: Round[CrapsHouse]) -> Procedure:
    t = r.table
    yield from take_wagers(r)
    if CLOSING(t) and not is_undecided(r):
        yield from give_all_back(r, "the table closes, and no other wager is left to decide")
        return
    yield from throw(r)
    roll = roll_of(t)
    yield from settle(r)
    yield from move_puck(r, roll)
    yield from remove_buttons(r)
    if roll.point and roll.total == SEVEN:
        yield from offer_dice(r, SHOOTER.of(t))
    yield from send_after(r)


def move_puck(r: Round[CrapsHouse], roll: Roll) -> Procedure:
    """Set the point by a come out roll, or take the puck off when a roll decides pass and don't pass."""
    if not COME_OUT_MADE(r.table):
        yield FirstRoll("1.1")
    if roll.come_out:
        if is_thrown("1.1", roll, *NUMBERS):
            yield SetPoint("1.1", roll.total)
    elif roll.total in (roll.point, SEVEN):
        made = "The point is made" if roll.total == roll.point else "Seven out"
        yield PuckOff("1.1", made)
