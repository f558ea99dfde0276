"""Published figures beside ours. A test compares them, and `make pages` writes docs/figures.md.

Each figure names its source, what was published, to how many digits, and how ours is found. Where they differ, why.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import comb, isqrt
from typing import Any, NamedTuple

from kit.parts import folder_of, part
from pitboss.analysis import edge, exposure
from pitboss.analysis.text_tables import decimal
from pitboss.counting.card_kinds import kinds
from pitboss.games import REGISTERED, load

GROCHOWSKI, JACOBSON, WIZARD, ALSPACH = (
    "J. Grochowski",
    "E. Jacobson",
    "Wizard of Odds",
    "B. Alspach, Poker Digest 3(1)",
)


class Figure(NamedTuple):
    game: str
    what: str
    published: str  # as printed: a percentage, a number or a fraction
    source: str
    ours: Callable[[], Fraction]
    differs: str = ""  # why, where it does not agree to the digits printed

    @property
    def percent(self) -> bool:
        return self.published.endswith("%")

    def agrees(self) -> bool:
        """Return whether our figure agrees to all digits printed, rounded or cut off, or exactly for a fraction or a
        count."""
        printed, mine = self.published.rstrip("%"), self.ours() * (100 if self.percent else 1)
        if "/" in printed or not (self.percent or "." in printed):
            return mine == Fraction(printed.replace(",", ""))
        places = 10 ** len(printed.partition(".")[2])
        return Fraction(printed) * places in (round(mine * places), int(mine * places))

    def our_value(self) -> str:
        mine, printed = self.ours(), self.published.rstrip("%")
        if "/" in printed:
            return f"{mine.numerator}/{mine.denominator}"
        if not (self.percent or "." in printed):
            return f"{int(mine):,}" if mine.denominator == 1 else decimal(mine)
        places = max(len(printed.partition(".")[2]) + 2, 4)
        return decimal(mine * 100, places) + "%" if self.percent else decimal(mine, places)


def root(value: Fraction) -> Fraction:
    """Return the square root to twelve digits."""
    return Fraction(isqrt(value.numerator * value.denominator * 10**24), value.denominator * 10**12)


def row_of(game: str, wager: str, variant: str = "") -> Callable[[str], Callable[[], Fraction]]:
    @cache
    def compute() -> object:
        return edge(game)[wager, variant] if variant else edge(game)[wager]

    return lambda what: lambda: getattr(compute(), what)


def craps(wager: str, variant: str = "", unit: str = "") -> Callable[[], Fraction]:
    def compute() -> Fraction:
        for each in edge("craps").wagers:
            row = each.row
            if (row.wager, row.variant) == (wager, variant) and unit in ("", row.unit):
                return row.house_edge
        raise KeyError(wager)

    return compute


def in_action(*, level_rides: bool) -> Fraction:
    from pitboss.games.let_it_ride.law.house import LetItRideHouse
    from pitboss.games.let_it_ride.math import exact

    paid = exact.pay(load("let-it-ride").rules({}), LetItRideHouse(), 500)
    found = exact.outcomes(paid, exact.count_outcomes(partial(exact.Optimal(paid), level_rides=level_rides)))
    return sum((each.weight * each.staked for each in found), Fraction()) / exact.DEALS


def players(game: str, which: int) -> Callable[[], Fraction]:
    return lambda: -exposure(game).exposures[which].house_edge


def ultimate_solution() -> Any:
    from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
    from pitboss.games.ultimate_texas_holdem.math import exact

    bet = exact.MODEL.usual_bet(UltimateHouse())
    return exact.solve(load("ultimate-texas-holdem").rules({}), UltimateHouse(), bet).solution


@cache
def ultimate_exposed() -> Fraction:
    """Return the edge with one dealer card exposed. `exposure` also counts other cards, which takes half a minute."""
    from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
    from pitboss.games.ultimate_texas_holdem.math import exact, kernel

    bet = exact.MODEL.usual_bet(UltimateHouse())
    paid = exact.payments(load("ultimate-texas-holdem").rules({}), UltimateHouse(), bet)
    seen = kernel.value_one_dealer_card(paid.pay)
    return Fraction(seen.value, seen.deals * paid.parts * bet)


def ultimate_before(times: int) -> Fraction:
    return Fraction(ultimate_solution().strategy.before.count(times))


def showdowns(place: int) -> Fraction:
    """Count all hole cards, boards and dealer hands: low, beaten, tied."""
    from pitboss.games.ultimate_texas_holdem.math import kernel

    classes = ultimate_solution().classes
    return Fraction(
        sum(hole.weight * line[place] for hole, lines in zip(kernel.STARTING, classes, strict=True) for line in lines)
    )


def seven_cards(made: int) -> Fraction:
    """Count hands of seven cards by class; any two of them may be the hole cards."""
    from pitboss.games.ultimate_texas_holdem.math import kernel

    classes = ultimate_solution().classes
    boards = sum(hole.weight * lines[made][3] for hole, lines in zip(kernel.STARTING, classes, strict=True))
    return Fraction(boards, comb(7, 2))


def three_cards(made: str) -> Fraction:
    from pitboss.games.three_card_poker.law.ranking import hand_class

    rules = load("three-card-poker").rules({})
    return Fraction(sum(hands for kind, hands in kinds(3).items() if hand_class(kind.cards(), rules) == made))


def five_cards(*made: str) -> Fraction:
    from pitboss.games.let_it_ride.math.exact import five_card_class_of

    return Fraction(sum(hands for kind, hands in kinds(5).items() if five_card_class_of(kind) in made))


LIR, TCP, UTH, CRAPS = "let-it-ride", "three-card-poker", "ultimate-texas-holdem", "craps"
LOW, HIGH = "pair below tens", "pair of tens or better"
FIVE = {
    "high card": ("nothing",), "pair": (LOW, HIGH), "two pair": ("two pair",), "three of a kind": ("three-of-a-kind",),
    "straight": ("straight",), "flush": ("flush",), "full house": ("full house",),
    "four of a kind": ("four-of-a-kind",), "straight flush": ("straight flush",), "royal flush": ("royal flush",),
}  # fmt: skip
FIVE_COUNTS = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
SEVEN_COUNTS = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324)
THREE = {"nothing": 16440, "pair": 3744, "flush": 1096, "straight": 720, "three-of-a-kind": 52, "straight flush": 48}
COUNTS, ODDS, SEEN = "published counts", "customary odds", "player's edge, one dealer card seen"
ADVANCED = f"{WIZARD}, advanced page"
MADE, RESOLVED = "the wager made", "the wager resolved"

LIR_BASE, THREE_B = row_of(LIR, "base"), row_of(LIR, "three card bonus", "B")
ANTE, PAIR_PLUS = row_of(TCP, "ante and play"), row_of(TCP, "pair plus")
ULTIMATE, TRIPS_C = row_of(UTH, "ante, blind and play"), row_of(UTH, "trips", "C")

# What the test folder of a game has itself, in its figures.py.
OF_GAMES = {game: part(game, "figures").FIGURES for game in REGISTERED if (folder_of(game) / "figures.py").exists()}

FIGURES = (
    Figure(LIR, "house edge of the base game", "3.506%", f"{WIZARD}, Let it Ride FAQ", LIR_BASE("house_edge")),
    Figure(LIR, "bets in action on average", "1.22", GROCHOWSKI, lambda: in_action(level_rides=False)),
    Figure(LIR, "the same, riding on even choices", "1.23", ALSPACH, lambda: in_action(level_rides=True)),
    Figure(LIR, "player's edge, second community card known", "24.43%", f"{JACOBSON}, Edge Sorting Let it Ride",
           players(LIR, 1)),
    Figure(LIR, "three card bonus by table B", "5.57%", GROCHOWSKI, THREE_B("house_edge")),
    Figure(TCP, "house edge of ante and play", "3.3730%", JACOBSON, ANTE("house_edge")),
    Figure(TCP, "standard deviation of ante and play", "1.6393", JACOBSON, lambda: root(ANTE("variance")())),
    Figure(TCP, "element of risk", "2.01%", WIZARD, ANTE("element_of_risk")),
    Figure(TCP, "house edge of pair plus", "2.32%", GROCHOWSKI, PAIR_PLUS("house_edge")),
    Figure(TCP, SEEN, "3.4829%", JACOBSON, players(TCP, 0)),
    Figure(UTH, "house edge", "2.18497%", "Bernton, BerldPokerEngine", ULTIMATE("house_edge")),
    Figure(UTH, "element of risk", "0.53%", "beatingbonuses.com", ULTIMATE("element_of_risk")),
    Figure(UTH, "hands played 4x before the flop, of 169", "69", ADVANCED, lambda: ultimate_before(4)),
    Figure(UTH, "hands played 3x before the flop", "0", ADVANCED, lambda: ultimate_before(3)),
    Figure(UTH, "trips by table C", "3.50%", WIZARD, TRIPS_C("house_edge")),
    Figure(UTH, SEEN, "13.5922%", JACOBSON, ultimate_exposed),
    Figure(UTH, f"{SEEN} (second publication)", "13.4316%", JACOBSON, ultimate_exposed,
           "the same author published both; counting every hole, board and second dealer card gives the first; "
           "we do not know what the second one counts"),
    Figure(UTH, "ties of all showdowns", "113,130,263,816", "S. How", lambda: showdowns(2)),
    Figure(CRAPS, "pass", "7/495", ODDS, craps("pass")),
    Figure(CRAPS, "come", "7/495", ODDS, craps("come")),
    Figure(CRAPS, "don't pass, per bet made", "3/220", ODDS, craps("don't pass", unit=MADE)),
    Figure(CRAPS, "don't pass, per bet resolved", "27/1925", ODDS, craps("don't pass", unit=RESOLVED)),
    Figure(CRAPS, "don't come, per bet made", "3/220", ODDS, craps("don't come", unit=MADE)),
    Figure(CRAPS, "don't come, per bet resolved", "27/1925", ODDS, craps("don't come", unit=RESOLVED)),
    Figure(CRAPS, "place to win 6 or 8 at 7 to 6", "1/66", ODDS, craps("place to win", "6 or 8")),
    Figure(CRAPS, "hard 6 or 8 at 9 to 1", "1/11", ODDS, craps("hardway", "6 or 8")),
    Figure(CRAPS, "horn on quarters at 30 and 15 to 1", "1/8", ODDS, craps("horn")),
    *(
        Figure("", f"five cards, {name}", f"{number:,}", COUNTS, partial(five_cards, *made))
        for (name, made), number in zip(FIVE.items(), FIVE_COUNTS, strict=True)
    ),
    *(
        Figure("", f"seven cards, {name}", f"{number:,}", COUNTS, partial(seven_cards, at))
        for at, (name, number) in enumerate(zip(FIVE, SEVEN_COUNTS, strict=True))
    ),
    *(
        Figure("", f"three cards, {name}", f"{number:,}", COUNTS, partial(three_cards, name))
        for name, number in THREE.items()
    ),
    *(Figure(game, *each) for game, found in OF_GAMES.items() for each in found),
)  # fmt: skip


def page() -> str:
    lines = [
        "# Figures",
        "",
        "Published figures next to ours, which `make pages` counts again. A test compares them: ours agree to every",
        "published digit, or the last column says why not.",
        "",
    ]
    for game in dict.fromkeys(figure.game for figure in FIGURES):
        title = load(game).title if game else "Hands"
        lines += [f"## {title}", "", "| figure | published | source | ours | |", "|---|---:|---|---:|---|"]
        for figure in FIGURES:
            if figure.game == game:
                why = figure.differs or ("agrees" if figure.agrees() else "DIFFERS")
                lines.append(f"| {figure.what} | {figure.published} | {figure.source} | {figure.our_value()} | {why} |")
        lines.append("")
    lines += [
        "The tests of each game's model also compare which hands ride and which are raised: B. Alspach's riding",
        "hands of Let It Ride kind by kind, and the 69 hands of Ultimate Texas Hold 'Em one by one. In Let It",
        "Ride, two kinds of four cards are exactly even (an open-ended straight draw with no ten or higher, and a",
        "one-way straight draw with four such cards). That is why both averages of bets in action are right.",
        "",
    ]
    return "\n".join(lines)
