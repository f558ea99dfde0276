"""The rules of craps written a second time and otherwise: as sets of rolls, made from the text and not from the
game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from games.craps.scene import ROLLS

NUMBERS = (4, 5, 6, 8, 9, 10)
BY_TOTAL = {total: frozenset(roll for roll in ROLLS if sum(roll) == total) for total in range(2, 13)}
PAIRS = frozenset(roll for roll in ROLLS if roll[0] == roll[1])
SEVENS = BY_TOTAL[7]

# One roll decides: the totals that win. All others lose.
ONE_ROLL = {
    "field": (2, 3, 4, 9, 10, 11, 12),
    "any seven": (7,),
    "any craps": (2, 3, 12),
    "craps two": (2,),
    "craps three": (3,),
    "craps twelve": (12,),
    "eleven": (11,),
    "c and e": (2, 3, 11, 12),
    "horn": (2, 3, 11, 12),
}
# Pass and its likes on their first roll: what wins, what loses, what is void. By all others they have a point.
FIRST_ROLL: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {
    "pass": ((7, 11), (2, 3, 12), ()),
    "come": ((7, 11), (2, 3, 12), ()),
    "don't pass": ((2, 3), (7, 11), (12,)),
    "don't come": ((2, 3), (7, 11), (12,)),
}
# On a number, which comes before a seven or does not, or against it.
ON = {f"{bet} {number}{odds}": number for number in NUMBERS for bet, odds in (("come", ""), ("come", " odds"))}
ON |= {f"{bet} {number}": number for number in NUMBERS for bet in ("place", "buy")}
AGAINST = {f"don't come {number}{odds}": number for number in NUMBERS for odds in ("", " odds")}
AGAINST |= {f"place {number} to lose": number for number in NUMBERS} | {f"lay {number}": number for number in NUMBERS}
HARD = {f"hard {number}": number for number in (4, 6, 8, 10)}
SPOTS = (*FIRST_ROLL, "pass odds", "don't pass odds", *ON, *AGAINST, *HARD, *ONE_ROLL)

# --- what is paid: a wager at true odds by the ways to throw seven and the number; a horn as the four bets it is

TRUE = {number: Fraction(len(SEVENS), len(BY_TOTAL[number])) for number in NUMBERS}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
PLACE |= {14 - number: odds for number, odds in PLACE.items()}
TO_LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
TO_LOSE |= {14 - number: odds for number, odds in TO_LOSE.items()}
BY_ROLL = {2: 30, 3: 15, 11: 15, 12: 30}  # craps two, craps three, eleven, craps twelve
PROPOSITIONS: dict[str, Mapping[int, Fraction | int]] = {
    "field": {total: 2 if total in (2, 12) else 1 for total in ONE_ROLL["field"]},
    "any seven": {7: 4},
    "any craps": dict.fromkeys((2, 3, 12), 7),
    "craps two": BY_ROLL,
    "craps three": BY_ROLL,
    "craps twelve": BY_ROLL,
    "eleven": BY_ROLL,
    "c and e": {2: 3, 3: 3, 12: 3, 11: 7},
    "horn": {total: Fraction(odds - 3, 4) for total, odds in BY_ROLL.items()},
    "hard 4": {4: 7},
    "hard 6": {6: 9},
    "hard 8": {8: 9},
    "hard 10": {10: 7},
}


READINGS = {  # the doubts that matter to what a roll does to a wager
    "hardways-lost",
    "hardways-on-come-out",
    "place-to-lose-on-come-out",
    "lay-on-come-out",
    "void-wagers",
    "payout-odds",
    "odds-on-come-out",
    "vigorish",
    "winners-stay",
    "line-winners",
}


def readings_that_matter(reads: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset((name, choice) for name, choice in reads.items() if name in READINGS)


class Fate(NamedTuple):
    what: str  # won, lost, back, moved, stands or off
    odds: Fraction  # of a wager that is won
    lies: str  # the area where the wager lies afterwards, or nothing


def odds_on(spot: str, point: int, total: int, reads: Mapping[str, str]) -> Fraction:
    if spot in PROPOSITIONS:
        if spot == "field" and total == 12 and reads.get("payout-odds") == "field-twelve-triple":
            return Fraction(3)
        return Fraction(PROPOSITIONS[spot][total])
    number = ON.get(spot) or AGAINST.get(spot) or point
    if spot.endswith("odds") or spot.startswith(("buy", "lay")):
        against = spot.startswith(("don't", "lay"))
        return 1 / TRUE[number] if against else TRUE[number]
    if spot.startswith("place"):
        return TO_LOSE[number] if spot.endswith("to lose") else PLACE[number]
    return Fraction(1)


def rests_on_come_out(spot: str, reads: Mapping[str, str]) -> bool:
    """Return whether a wager is off on a come out roll unless it is called on."""
    if spot.startswith("lay"):
        return reads.get("lay-on-come-out") == "off"
    if spot.startswith(("place", "buy")):
        return not spot.endswith("to lose") or reads.get("place-to-lose-on-come-out") != "works"
    if spot in HARD:
        return reads.get("hardways-on-come-out") == "off"
    return spot in ON and spot.endswith("odds") and reads.get("odds-on-come-out") != "work"


Rolls = frozenset[tuple[int, int]]


def rolls_of(totals: Iterable[int]) -> Rolls:
    return frozenset(roll for total in totals for roll in BY_TOTAL[total])


def rolls(spot: str, point: int, called: bool, reads: Mapping[str, str]) -> dict[str, Rolls]:
    """Map what becomes of a wager to the rolls that decide so. By rolls that are not named it stands."""
    if spot in ONE_ROLL:
        return {"won": rolls_of(ONE_ROLL[spot]), "lost": frozenset(ROLLS) - rolls_of(ONE_ROLL[spot])}
    if not point and not called and rests_on_come_out(spot, reads):
        if spot.endswith("odds"):  # the bet before them is decided all the same
            back = rolls_of((ON[spot], 7))
            return {"back": back, "off": frozenset(ROLLS) - back}
        return {"off": frozenset(ROLLS)}
    if spot in HARD:
        its = BY_TOTAL[HARD[spot]]
        gone = "back" if reads.get("hardways-lost") == "returned" else "lost"
        return {"won": its & PAIRS, gone: its - PAIRS | SEVENS}
    if spot in FIRST_ROLL and (spot.endswith("come") or not point):
        won, lost, void = FIRST_ROLL[spot]
        kept = reads.get("void-wagers") == "stay"
        fates = {"won": rolls_of(won), "lost": rolls_of(lost), "stands" if kept else "back": rolls_of(void)}
        return fates | {"moved": rolls_of(NUMBERS)} if spot.endswith("come") else fates
    its = BY_TOTAL[ON.get(spot) or AGAINST.get(spot) or point]
    if spot in AGAINST or spot.startswith("don't"):
        return {"won": SEVENS, "lost": its}
    return {"won": its, "lost": SEVENS}


def stays_up(spot: str, reads: Mapping[str, str]) -> bool:
    if spot in ("pass", "don't pass"):
        return reads.get("line-winners") == "stay-up"
    return spot.startswith(("place", "hard")) and reads.get("winners-stay") != "come-down"


@lru_cache(maxsize=10_000)
def _table(reads: frozenset[tuple[str, str]], spot: str, point: int, called: bool) -> dict[tuple[int, int], Fate]:
    chosen = dict(reads)
    table = dict.fromkeys(ROLLS, Fate("stands", Fraction(0), spot))
    for what, by in rolls(spot, point, called, chosen).items():
        for roll in by:
            assert table[roll].what == "stands", f"{spot} {point} {roll} twice"
            odds, lies = Fraction(0), ""
            if what == "won":
                odds, lies = odds_on(spot, point, sum(roll), chosen), spot if stays_up(spot, chosen) else ""
            elif what == "moved":
                lies = f"{spot} {sum(roll)}"
            elif what in ("stands", "off"):
                lies = spot
            table[roll] = Fate(what, odds, lies)
    return table


def fate(spot: str, roll: tuple[int, int], point: int, called: bool, reads: frozenset[tuple[str, str]]) -> Fate:
    return _table(reads, spot, point, called)[roll]


class After(NamedTuple):
    chips: int  # what comes to the player
    lies: dict[str, int]  # what then lies on the layout
    what: dict[str, tuple[str, int, int]]  # area -> what became of it, the stake, what it won


def after(
    lies: Mapping[str, int],
    called: Iterable[str],
    roll: tuple[int, int],
    point: int,
    reads: frozenset[tuple[str, str]] = frozenset(),
    *,
    away: bool = False,
) -> After:
    """Return what one roll makes of all that a player has on the layout. What he wins while he is away comes down."""
    chips, then, what = 0, dict[str, int](), dict[str, tuple[str, int, int]]()
    on = set(called)
    for spot, stake in lies.items():
        found = fate(spot, roll, point, spot in on, reads)
        won, rest = divmod(stake * found.odds.numerator, found.odds.denominator)
        assert not rest, f"{stake} cents on {spot} cannot be paid exactly"
        what[spot] = (found.what, stake, won)
        chips += won
        if found.lies and not (away and found.what == "won"):
            then[found.lies] = then.get(found.lies, 0) + stake
        elif found.what in ("won", "back"):
            chips += stake
        if found.what == "won" and spot.startswith(("buy", "lay")) and ("vigorish", "on-a-win") in reads:
            chips -= (stake if spot.startswith("buy") else won) // 20
    return After(chips, then, what)
