"""The nineteen wagers of 1.2(a): the rolls by which each wins, loses or is void. Each is a pure function.

A roll carries the come out point as it stood before the dice were thrown. Arguments carry what a reading decides.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.games.craps.law.roll import NUMBERS, SEVEN, Fate, Roll, is_thrown, pair
from pitboss.law.force import cites, in_force

VOID = "reading:void-wagers"  # what becomes of the chips of a void wager

# --- 1 to 4: decided by the come out roll or the one after placement, or else by the point


def pass_bet(roll: Roll) -> Fate:
    if not roll.come_out:
        return on_the_number(roll, roll.point, "pass", "1.2(a)1ii", "1.2(a)1iii(2)")
    if is_thrown("1.2(a)1i", roll, 7, 11):
        return Fate("wins", "1.2(a)1i", f"{roll} on the come out roll", "pass")
    if is_thrown("1.2(a)1iii(1)", roll, 2, 3, 12):
        return Fate("loses", "1.2(a)1iii(1)", f"{roll} on the come out roll")
    return Fate("stands", "1.2(a)1ii", f"{roll} is the point")


def dont_pass_bet(roll: Roll) -> Fate:
    if not roll.come_out:
        return against_the_number(roll, roll.point, "don't pass", "1.2(a)2ii", "1.2(a)2iii(2)")
    if is_thrown("1.2(a)2i", roll, 2, 3):
        return Fate("wins", "1.2(a)2i", f"{roll} on the come out roll", "don't pass")
    if is_thrown("1.2(a)2iii(1)", roll, 7, 11):
        return Fate("loses", "1.2(a)2iii(1)", f"{roll} on the come out roll")
    if is_thrown("1.2(a)2iv", roll, 12):
        return Fate("back", cites("1.2(a)2iv", VOID), f"void by {roll} on the come out roll")
    return Fate("stands", "1.2(a)2ii", f"{roll} is the point")


def come_bet(roll: Roll) -> Fate:
    """Return the fate of a come bet by the roll after it was placed."""
    if is_thrown("1.2(a)3i", roll, 7, 11):
        return Fate("wins", "1.2(a)3i", f"{roll} on the roll after it was placed", "come")
    if is_thrown("1.2(a)3iii(1)", roll, 2, 3, 12):
        return Fate("loses", "1.2(a)3iii(1)", f"{roll} on the roll after it was placed")
    return to_its_point(roll, "come", "1.2(a)3ii")


def dont_come_bet(roll: Roll) -> Fate:
    if is_thrown("1.2(a)4i", roll, 2, 3):
        return Fate("wins", "1.2(a)4i", f"{roll} on the roll after it was placed", "don't come")
    if is_thrown("1.2(a)4iii(1)", roll, 7, 11):
        return Fate("loses", "1.2(a)4iii(1)", f"{roll} on the roll after it was placed")
    if is_thrown("1.2(a)4iv", roll, 12):
        return Fate("back", cites("1.2(a)4iv", VOID), f"void by {roll} on the roll after it was placed")
    return to_its_point(roll, "don't come", "1.2(a)4ii")


def to_its_point(roll: Roll, bet: str, cite: str) -> Fate:
    if is_thrown("1.1", roll, *NUMBERS):
        return Fate("moves", "1.1", f"{roll} is its come point", f"{bet} {roll.total}")
    return Fate("stands", cite, f"{roll} decides nothing")


def come_at(number: int) -> Callable[[Roll], Fate]:
    return lambda roll: on_the_number(roll, number, "come", "1.2(a)3ii", "1.2(a)3iii(2)")


def dont_come_at(number: int) -> Callable[[Roll], Fate]:
    return lambda roll: against_the_number(roll, number, "don't come", "1.2(a)4ii", "1.2(a)4iii(2)")


def on_the_number(roll: Roll, number: int, line: str, winning: str, losing: str) -> Fate:
    """Return the fate of a wager that wins if the number is thrown before a seven."""
    if is_thrown(winning, roll, number):
        return Fate("wins", winning, f"{roll} came before 7", line)
    if is_thrown(losing, roll, SEVEN):
        return Fate("loses", losing, f"{roll} came before {number}")
    return Fate("stands", winning, f"{roll} is neither {number} nor 7")


def against_the_number(roll: Roll, number: int, line: str, winning: str, losing: str) -> Fate:
    """Return the fate of a wager that wins if a seven is thrown before the number."""
    if is_thrown(winning, roll, SEVEN):
        return Fate("wins", winning, f"{roll} came before {number}", line)
    if is_thrown(losing, roll, number):
        return Fate("loses", losing, f"{roll} came before 7")
    return Fate("stands", winning, f"{roll} is neither {number} nor 7")


# --- 5 and 6: on or against a number


def place_to_win(roll: Roll, number: int, *, called_on: bool) -> Fate:
    """Return the fate of a place bet to win, which is inactive on a come out roll unless called on."""
    if roll.come_out and not called_on and in_force("1.2(a)5"):
        return Fate("off", "1.2(a)5", "inactive on a come out roll unless called on")
    return on_the_number(roll, number, f"place {pair(number)} to win", "1.2(a)5", "1.2(a)5")


def place_to_lose(roll: Roll, number: int, *, works: bool) -> Fate:
    """Return the fate of a place bet to lose.

    The text does not say whether "all place bets" that are inactive on a come out roll include it: a reading.
    """
    if roll.come_out and not works and in_force("1.2(a)5"):
        return Fate("off", "1.2(a)5", "inactive on a come out roll unless called on")
    return against_the_number(roll, number, f"place {pair(number)} to lose", "1.2(a)6", "1.2(a)6")


# --- 7 to 10: the hardways

HARDWAYS = {4: "1.2(a)7", 6: "1.2(a)8", 8: "1.2(a)9", 10: "1.2(a)10"}


def hardway(roll: Roll, number: int, *, loses: bool) -> Fate:
    """Return the fate of a hardway bet.

    The text says when it wins. That it is lost when it can win no more is the reading hardways-lost.
    """
    cite = HARDWAYS[number]
    if is_thrown(cite, roll, number) and roll.hardway:
        return Fate("wins", cite, f"{roll}, the hardway", f"hard {pair(number)}")
    if is_thrown(cite, roll, number, SEVEN):
        how = f"{roll} came before it" if roll.total == SEVEN else f"{roll}, not the hardway"
        return Fate("loses" if loses else "back", "reading:hardways-lost", how)
    return Fate("stands", cite, f"{roll} is neither {number} nor 7")


# --- 11 to 19: decided by one roll


def field_bet(roll: Roll) -> Fate:
    line = f"field {roll.total}" if roll.total in (2, 12) else "field 3, 4, 9, 10 or 11"
    return one_roll(roll, "1.2(a)11", line, (2, 3, 4, 9, 10, 11, 12), (5, 6, 7, 8))


def any_seven(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)12", "any seven", (7,))


def any_craps(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)13", "any craps", (2, 3, 12))


def craps_two(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)14", "craps two", (2,))


def craps_three(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)15", "craps three", (3,))


def craps_twelve(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)16", "craps twelve", (12,))


def eleven(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)17", "eleven", (11,))


def c_and_e(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)18", "c and e, " + ("eleven" if roll.total == 11 else "craps"), (2, 3, 11, 12))


def horn_bet(roll: Roll) -> Fate:
    return one_roll(roll, "1.2(a)19", "horn, " + ("2 or 12" if roll.total in (2, 12) else "3 or 11"), (2, 3, 11, 12))


def one_roll(roll: Roll, cite: str, line: str, winning: tuple[int, ...], losing: tuple[int, ...] = ()) -> Fate:
    """Return the fate of a wager that one roll decides.

    `losing` has the totals that the paragraph names; it is empty if the paragraph says that any other total loses.
    """
    if is_thrown(cite, roll, *winning):
        return Fate("wins", cite, f"{roll} is thrown", line)
    if is_thrown(cite, roll, *losing) if losing else in_force(cite):
        return Fate("loses", cite, f"{roll} is thrown")
    return Fate("stands", cite, f"{roll} decides nothing")
