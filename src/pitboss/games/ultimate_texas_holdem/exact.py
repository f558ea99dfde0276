"""Ultimate Texas Hold 'Em by its kernel: the kernel counts, the game's own tables and readings say what is paid.

What a round nets is stated for every way it can end (how much was played, who won, with which class of hand, whether
the dealer has a pair), the payout limit applied, and handed to the kernel, which plays it best. Rows and strategies are
added up from its counts in fractions.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, lcm
from operator import mul
from typing import NamedTuple

import msgspec

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip
from numpy.typing import NDArray  # isort: skip

from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Column,
    Edge,
    Exposure,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Worth,
    cache_by_readings,
    costs_of_simple_strategies,
    row,
)
from pitboss.counting.floors import Floor, rates
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.ultimate_texas_holdem import kernel
from pitboss.games.ultimate_texas_holdem.house import (
    LETTERS,
    UltimateHouse,
    _law_values,
    blind_table,
    even_table,
    payout_limit,
    the_laws_tables,
    trips_table,
)
from pitboss.games.ultimate_texas_holdem.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.play import ALL_IN, CHECK, FOLD
from pitboss.games.ultimate_texas_holdem.ranking import HIGH_TO_LOW
from pitboss.games.ultimate_texas_holdem.settle import due_in_chips
from pitboss.games.ultimate_texas_holdem.supposed import (
    LINES,
    UNCOUNTED,
    bet_matters,
    houses,
    limits,
    pricing_cases,
    supposed,
    usual_bet,
    what_if,
)
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, PLAY, TRIPS
from pitboss.law.rules import Rules
from pitboss.numeric.compiler import report_wait
from pitboss.numeric.hands import I8, ranks
from pitboss.numeric.rank_worths import CLASS
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import PayTable, worth

__all__ = [
    "LINES",
    "UNCOUNTED",
    "bet_matters",
    "houses",
    "limits",
    "pricing_cases",
    "usual_bet",
    "what_if",
]  # of `Askable`

BASE, UNIT, OF_TRIPS = "ante, blind and play", "the ante", "the wager"
CLASSES = HIGH_TO_LOW[::-1]  # as the kernel numbers them, from nothing to the royal flush
LOST, TIED, WON = range(3)
DEALS_OF_SEVEN = kernel.HOLES * kernel.DEALS // comb(52, 7)  # in which the same seven cards come to a player
BEFORE = (4, 3)
CLOSEST = 20  # decisions before the flop that a terminal shows
TIMES: dict[int | str, int] = {4: 4, 3: 3, "flop": 2, "river": 1}  # where the play wager was made: so many antes


# --- what the law leaves a house to choose


def floors(rules: Rules, house: UltimateHouse) -> list[Floor]:
    fixed = 'sets what it pays, without "no less than"'
    lettered = {letter: rates(the_laws_tables()[letter]) for letter in LETTERS}
    return [
        *(Floor(spot, "even", even_table().cite, {"": rates(even_table())}, fixed) for spot in (ANTE, PLAY)),
        Floor(BLIND, "blind", blind_table().cite, {"": rates(blind_table())}, fixed),
        Floor(BASE, "", "32.11(b) and (c)", {"": {}}, fixed),
        Floor(TRIPS, "trips", the_laws_tables()["A"].cite, lettered, election="trips"),
    ]


# --- what a round nets


def dues(rules: Rules, house: UltimateHouse, bet: int, times: int, made: str, qualifies: bool) -> dict[str, Fraction]:
    """What a winning hand is due on each wager, in cents; an ante goes back where the dealer has less than a pair."""
    even, blind = supposed(house, even_table(), "even"), supposed(house, blind_table(), "blind").rate(made)
    found = {ANTE: worth(even.lines[ANTE]) * bet} if qualifies else {}
    if isinstance(blind, Odds):
        exact = worth(blind) * bet
        if exact % house.smallest_chip and rules.reads("odd-chip") != "exact":
            exact = Fraction(due_in_chips(rules, house, "", blind, bet).cents)
        found[BLIND] = exact
    found[PLAY] = worth(even.lines[PLAY]) * bet * times
    return found


def within_the_limit(rules: Rules, house: UltimateHouse, due: Fraction, stakes: Fraction) -> Fraction:
    """What is paid of what is due on all wagers of a hand; `stakes` are those of the wagers that win (32.11(e))."""
    if due + stakes <= Money.parse(_law_values()["payout-limit"]["at-least"]):
        return due  # no reading can make the limit lower than that
    own = stakes if rules.reads("limit-counts") == "with-stakes" else Fraction()
    return min(due, max(limit_of(rules, house) - own, Fraction()))


def limit_of(rules: Rules, house: UltimateHouse) -> int:
    """The payout limit by the odds that are paid here, also where they are supposed."""
    return payout_limit(house, rules, supposed(house, blind_table(), "blind"), supposed(house, even_table(), "even"))


def net(rules: Rules, house: UltimateHouse, bet: int, times: int, made: str, outcome: int, qualifies: bool) -> Fraction:
    """Of ante, blind and play together, in cents."""
    if outcome == TIED:
        return Fraction()
    if outcome == LOST:
        return Fraction(-bet * (times + (2 if qualifies else 1)))
    due = dues(rules, house, bet, times, made, qualifies)
    staked = Fraction(sum({ANTE: bet, BLIND: bet, PLAY: bet * times}[spot] for spot in due))
    return within_the_limit(rules, house, sum(due.values(), Fraction()), staked)


class Payments(NamedTuple):
    nets: dict[int, dict[tuple[int, int, int], Fraction]]  # by antes played, then (class, outcome, qualifies), in cents
    pay: kernel.Pay
    parts: int  # of a unit of the kernel to a cent
    own: int  # how many of one's own cards a hand must have


class Solved(NamedTuple):
    nets: dict[int, dict[tuple[int, int, int], Fraction]]
    solution: kernel.Solution
    parts: int


@cache_by_readings
def payments(rules: Rules, house: UltimateHouse, bet: int) -> Payments:
    """Every way a round can end, stated to the kernel."""
    own = 2 if rules.reads("hand-of-seven") == "two-and-three" else 0
    nets = {
        times: {
            (made, outcome, qualifies): net(rules, house, bet, times, name, outcome, bool(qualifies))
            for made, name in enumerate(CLASSES)
            for outcome in range(3)
            for qualifies in range(2)
        }
        for times in TIMES.values()
    }
    every = [value for each in nets.values() for value in each.values()]
    parts = lcm(*(value.denominator for value in every))
    try:
        whole = {
            times: _array({key: int(value * parts) for key, value in each.items()}) for times, each in nets.items()
        }
        fold = np.full(len(CLASSES), -2 * bet * parts, np.int64)
        pay = kernel.Pay({times: whole[times] for times in BEFORE}, whole[2], whole[1], fold)
    except (ValueError, OverflowError) as wrong:
        raise ImpossibleError(
            f"this bet is too high to calculate, or pays in parts of a cent that are too small: {wrong}"
        ) from None
    return Payments(nets, pay, parts, own)


def solved(rules: Rules, house: UltimateHouse, bet: int) -> Solved:
    nets, pay, parts, own = payments(rules, house, bet)
    return Solved(nets, solution_of(pay, own), parts)


def _array(cells: dict[tuple[int, int, int], int]) -> I8:
    found = np.zeros((3, len(CLASSES), 2), np.int64)
    for (made, outcome, qualifies), value in cells.items():
        found[outcome, made, qualifies] = value
    return found


KEPT = 5  # solutions, of some thirty megabytes each
_solutions: dict[tuple[int, bytes], kernel.Solution] = {}  # the oldest first


def solution_of(pay: kernel.Pay, own: int, *, counted: bool = True) -> kernel.Solution:
    """Once for each payment, however it came about, as long as it is among the newest; `counted`, so that every end of
    a round can be counted."""
    assert pay.flop is not None
    key = own, b"".join(each.tobytes() for each in (pay.before[4], pay.before[3], pay.flop, pay.river, pay.fold))
    if key not in _solutions or (counted and not _solutions[key].counted):
        # What happens on a board is the same whatever is paid: it is kept once.
        other = next((each for each in _solutions.values() if each.own == own and each.counted), None)
        found = kernel.solve(pay, own=own, keep=counted and other is None)
        if other is not None:
            found = replace(found, tally=other.tally, by_suit=other.by_suit)
        _solutions[key] = found
        if len(_solutions) > KEPT:
            del _solutions[next(iter(_solutions))]
    return _solutions[key]


# --- every wager


class Ended(NamedTuple):
    """Deals that end alike: the antes played (0: folded), the class, the outcome and whether the dealer qualifies."""

    often: int
    times: int
    made: int
    outcome: int
    qualifies: int


def ended(found: kernel.Distribution) -> Iterator[Ended]:
    for where, classes in found.ends.items():
        for made, outcomes in enumerate(classes):
            for outcome, by_dealer in enumerate(outcomes):
                for qualifies, often in enumerate(by_dealer):
                    if often:
                        yield Ended(often, TIMES[where], made, outcome, qualifies)
    for made, often in enumerate(found.folds):
        if often:
            yield Ended(often, 0, made, LOST, 0)


def counted(solution: kernel.Solution) -> list[Ended]:
    """Every end of a round played best, once for each solution that is among the newest."""
    for known, ends in _counted:
        if known is solution:
            return ends
    _counted.append((solution, list(ended(kernel.distribution(solution)))))
    return _counted[-1][1]


# With the solution itself: a number by which it is known would be given to another one once it is gone.
_counted: deque[tuple[kernel.Solution, list[Ended]]] = deque(maxlen=KEPT)


def wagers(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Row]:
    yield base(rules, house, bet)
    for _, each in houses(rules, house):
        yield msgspec.structs.replace(trips(rules, each, bet), offered=each.trips == house.trips)


def edges(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Edge]:
    """What the wagers cost is known before every end of a round is counted."""
    _, pay, parts, own = payments(rules, house, bet)
    solution = solution_of(pay, own, counted=False)
    yield Edge(BASE, UNIT, -Fraction(solution.value, kernel.HOLES * kernel.DEALS * parts * bet))
    for _, each in houses(rules, house):
        yield Edge("trips", OF_TRIPS, trips_edge(rules, each, bet, solution), each.trips)


def trips_edge(rules: Rules, house: UltimateHouse, bet: int, solution: kernel.Solution) -> Fraction:
    """By the classes of seven cards, unless the limit cuts: then it matters what else is won."""
    table, total, deals = trips_table(house), Fraction(), 0
    for made, name in enumerate(CLASSES):
        often = sum(hole.weight * line[made][3] for hole, line in zip(kernel.STARTING, solution.classes, strict=True))
        rate = table.rate(name)
        pays = worth(rate) * bet if rate else Fraction(-bet)
        if rate and trips_net(rules, house, bet, bet, Ended(1, max(BEFORE), made, WON, 1)) < pays:
            return trips(rules, house, bet).house_edge
        total += often * pays
        deals += often
    return -total / (deals * bet)


@cache_by_readings
def base(rules: Rules, house: UltimateHouse, bet: int) -> Row:
    nets, solution, _ = solved(rules, house, bet)
    blind = supposed(house, blind_table(), "blind")
    paid = [
        Outcome(
            each.often,
            nets[each.times][each[2:]] / bet if each.times else Fraction(-2),
            Fraction(2 + each.times),
            _told(each, blind),
        )
        for each in counted(solution)
    ]
    notes = (CUTS,) if limit_cuts(rules, house, bet) else ()
    return row(BASE, UNIT, paid, asked=rules, notes=notes, by_net=True)


def _told(end: Ended, blind: PayTable) -> str:
    """What happened, as far as it bears on what is paid."""
    if not end.times:
        return "folds"
    made = CLASSES[end.made]
    told = f"{end.times}x {('loses', 'ties', 'wins')[end.outcome]}"
    if end.outcome == WON and isinstance(blind.rate(made), Odds):
        told += f", {made}"
    return told if end.qualifies or end.outcome == TIED else f"{told}, dealer below a pair"


CUTS = "the payout limit cuts what the best hands are paid (32.11(e))"


def limit_cuts(rules: Rules, house: UltimateHouse, bet: int) -> bool:
    for times, made in product(TIMES.values(), CLASSES):
        due = sum(dues(rules, house, bet, times, made, True).values(), Fraction())
        if net(rules, house, bet, times, made, WON, True) < due:
            return True
    return False


@cache_by_readings
def trips(rules: Rules, house: UltimateHouse, bet: int) -> Row:
    """Beside an ante and blind of the same height, played best; what the limit leaves when those are paid."""
    ends = counted(solved(rules, house, bet).solution)
    table = trips_table(house)
    paid = [
        Outcome(
            each.often,
            trips_net(rules, house, bet, bet, each) / bet,
            name=CLASSES[each.made],
            pays=str(table.rate(CLASSES[each.made]) or ""),
        )
        for each in ends
    ]
    full = [worth(rate) if (rate := table.rate(CLASSES[each.made])) else Fraction(-1) for each in ends]
    cut = any(outcome.net < due for outcome, due in zip(paid, full, strict=True))
    hands: Counter[Outcome] = Counter()
    for outcome in paid:
        hands[outcome._replace(weight=1)] += int(outcome.weight)
    # Where a player's seven cards are all that matters, those are what people count.
    deals = 1 if any(often % DEALS_OF_SEVEN for often in hands.values()) else DEALS_OF_SEVEN
    paid = [outcome._replace(weight=often // deals) for outcome, often in hands.items()]
    notes = [f"{house.trips}, with an ante and blind of the same amount, which share the limit"] if cut else []
    if bet > house.trips_maximum:
        notes.append(f"{dollars(bet)} is more than you can bet on trips here, {dollars(house.trips_maximum)}")
    return row(
        "trips",
        OF_TRIPS,
        paid,
        variant=house.trips,
        asked=rules,
        notes=tuple(notes),
        most=int(house.trips_maximum),
    )


def trips_net(rules: Rules, house: UltimateHouse, bet: int, stake: int, end: Ended) -> Fraction:
    """What a trips wager adds, in cents, to what an ante and blind of `bet` each net; it is settled last."""
    rate = trips_table(house).rate(CLASSES[end.made])
    if rate is None:
        return Fraction(-stake)
    before, staked = due_in_all(rules, house, bet, 0, end)
    together = within_the_limit(rules, house, before + worth(rate) * stake, staked + stake)
    return together - within_the_limit(rules, house, before, staked)


def due_in_all(rules: Rules, house: UltimateHouse, bet: int, trips: int, end: Ended) -> tuple[Fraction, Fraction]:
    """What is due on the wagers that win, before the payout limit, and what is staked on them."""
    due, staked = Fraction(), Fraction()
    if end.times and end.outcome == WON:
        won = dues(rules, house, bet, end.times, CLASSES[end.made], bool(end.qualifies))
        due = sum(won.values(), Fraction())
        staked += sum({ANTE: bet, BLIND: bet, PLAY: bet * end.times}[spot] for spot in won)
    if trips and (rate := trips_table(house).rate(CLASSES[end.made])) is not None:
        due += worth(rate) * trips
        staked += trips
    return due, staked


# --- how to play


def before_the_flop(found: Solved, bet: int) -> tuple[list[Fraction], dict[int, list[Fraction]]]:
    """What checking and playing are worth before the flop, by starting hand, in antes."""
    solution, whole = found.solution, kernel.DEALS * found.parts * bet
    check = [Fraction(value, whole) for value in solution.checked]
    return check, {times: [Fraction(value, whole) for value in solution.played[times]] for times in BEFORE}


def strategy(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Section]:
    found = solved(rules, house, bet)
    solution, unit = found.solution, found.parts * bet
    check, played = before_the_flop(found, bet)
    yield grid("Before the flop: the value of playing 4x, in antes; * where that is best", played[4], solution, {4, 3})
    yield grid("Before the flop: the value of checking, in antes; * where that is best", check, solution, {0})
    yield values(solution, check, played)
    optimal = -Fraction(solution.value, kernel.HOLES * kernel.DEALS * unit)
    others: list[tuple[str, Fraction]] = []
    if not solution.own:  # the rules of thumb are for hands of any five cards
        plan = short_plan(solution)
        others.append(("by the rules in short", edge_of(found, bet, plan)))
        yield in_short(solution, plan, others[0][1] - optimal)
    weights = [hole.weight for hole in kernel.STARTING]
    before = {
        "play 4x with every hand": -sum(map(mul, weights, played[4])) / kernel.HOLES,
        "never play before the flop, and best from then on": -sum(map(mul, weights, check)) / kernel.HOLES,
    }
    yield costs_of_simple_strategies(optimal, [*others, *before.items()])


def grid(title: str, by_hole: list[Fraction], solution: kernel.Solution, best: set[int]) -> Section:
    ranks = RANKS[::-1]
    rows = []
    for at, rank in enumerate(ranks):
        cells = [
            f"{float(by_hole[place]):+.2f}{'*' if solution.strategy.before[place] in best else ' '}"
            for place in range(13 * at, 13 * at + 13)
        ]
        rows.append((rank, *cells))
    return Section(title, (Column(""), *map(Column, ranks)), tuple(rows), ("suited above the diagonal",))


def values(solution: kernel.Solution, check: list[Fraction], played: dict[int, list[Fraction]]) -> Section:
    """The hands around the line between playing and checking."""
    rows = []
    for at, hole in enumerate(kernel.STARTING):
        gain = played[4][at] - check[at]
        rows.append((hole.name, hole.weight, played[4][at], played[3][at], check[at], gain))
    rows.sort(key=lambda each: abs(each[5]))
    best = solution.strategy.before
    times_3 = [hole.name for at, hole in enumerate(kernel.STARTING) if best[at] == 3]
    number = sum(1 for each in best if each == 4)
    notes = [
        f"4x is best with {number} of the 169 hands, 3x with {', '.join(times_3) or 'none'}",
        f"exactly level: {', '.join(solution.holes_equal()) or 'no hand'}",
        f"the {CLOSEST} closest; all 169 are in --json; suited hands end in s",
    ]
    heads = (
        Column("hand"),
        Column("hands", "count"),
        Column("4x", "number"),
        Column("3x", "number"),
        Column("check", "number"),
        Column("4x gains", "number"),
    )
    return Section("Before the flop: the closest decisions", heads, tuple(rows), tuple(notes), CLOSEST)


OUTS = 21  # cards that would put the dealer ahead: with fewer of them even a poor hand is played


def in_short(solution: kernel.Solution, plan: kernel.Strategy, costs: Fraction) -> Section:
    """Rules of thumb for flop and river, how often the best play is something else, and what is exactly level."""
    best = solution.strategy
    checked = [at for at, times in enumerate(best.before) if not times]
    weights = np.array([kernel.STARTING[at].weight for at in checked], np.int64)
    raised = (best.flop[checked] == 1) == (plan.flop[checked] == 1)
    agree = Fraction(int((raised.sum(axis=1) * weights).sum()), int(weights.sum()) * kernel.FLOPS)
    level = sum(kernel.STARTING[at].weight * solution.flops_equal[at] for at in checked)
    rows = (
        ("flop", "2x", "a pair that one of your own cards makes, but not with twos in the hand alone"),
        ("flop", "2x", "two pair or better, a straight or a flush that your own cards make"),
        ("flop", "2x", "four to a flush with a card of your own in it, ten or higher"),
        ("flop", "check", "everything else"),
        ("river", "1x", "a pair or better that your own cards make"),
        ("river", "1x", f"fewer than {OUTS} cards that would put the dealer ahead of you"),
        ("river", "fold", "everything else"),
    )
    notes = (
        f"on {float(agree) * 100:.2f}% of the flops of hands that are checked this is the best play",
        f"exactly level: {level:,} of the flops of hands that are checked",
        f"played so throughout it costs {float(costs) * 100:.4f}% of the ante more than the best play",
    )
    return Section("Flop and river in short", (Column("when"), Column("do"), Column("with")), rows, notes)


def short_plan(solution: kernel.Solution) -> kernel.Strategy:
    flop = np.zeros_like(solution.strategy.flop)
    for at, hole in enumerate(kernel.STARTING):
        if not solution.strategy.before[at]:  # the others do not come to the flop undecided
            flop[at] = raised_in_short(hole.cards)
    return kernel.Strategy(solution.strategy.before, flop, *kernel.river_outs().rule(OUTS))


def raised_in_short(hole: tuple[int, int]) -> NDArray[np.bool_]:
    """For each flop after a hole, in the order of a strategy: whether the rule of thumb plays 2x."""
    flops = np.array([card for card in range(52) if card not in hole], np.uint8)[_places()]
    five = np.concatenate([np.tile(np.array(hole, np.uint8), (len(flops), 1)), flops], axis=1)
    made = ranks(five)[0] >> CLASS
    own = np.array(hole) >> 2
    paired = np.isin(flops >> 2, own).any(axis=1) | (own[0] == own[1])
    together = np.isin(made, [CLASSES.index(name) for name in OF_FIVE])
    twos = (own[0] == own[1] == 0) & (made == CLASSES.index("pair"))
    draws = np.zeros(len(flops), bool)
    for card in hole:
        if card >> 2 >= RANKS.index("T"):
            draws |= (five & 3 == card & 3).sum(axis=1) == 4
    raised: NDArray[np.bool_] = ((paired | together) & ~twos) | draws
    return raised


@cache
def _places() -> NDArray[np.int64]:
    """Where the cards of each flop are among the fifty that are left."""
    return np.array(list(combinations(range(50), 3)))


OF_FIVE = ("straight", "flush", "straight flush", "royal flush")  # what all five cards make together


def edge_of(found: Solved, bet: int, plan: kernel.Strategy) -> Fraction:
    """What a plan costs, by counting its ends."""
    total = Fraction()
    for each in ended(kernel.distribution(found.solution, plan)):
        total += each.often * (found.nets[each.times][each[2:]] / bet if each.times else -2)
    return -total / (kernel.HOLES * kernel.DEALS)


# --- one situation


def number_of(card: str) -> int:
    """A card as the kernel has it."""
    return 4 * (RANK_OF[card[0]] - 2) + SUITS.index(card[1])


def ask(rules: Rules, house: UltimateHouse, bet: int, situation: Situation) -> Answer:
    own, board = situation.cards, situation.board
    if len(own) != 2 or len(board) not in (0, 3, 5) or len(situation.dealer) > 2:
        raise ImpossibleError(
            "in Ultimate Texas Hold 'Em you decide with your two cards and zero, three, or five community cards; "
            "give two --cards, the --board, and with --dealer one or both of the dealer's if they were seen"
        )
    if strange := situation.stakes.keys() - {ANTE}:
        raise ImpossibleError(f"give only the ante, not {sorted(strange)[0]!r}")
    stake = situation.stakes.get(ANTE, bet)
    if not stake:
        raise ImpossibleError("without an ante you have no decision (32.10(a))")
    situation.require_unseen(5 - len(board) + 2 - len(situation.dealer))
    paid = payments(rules, house, stake)
    hole = number_of(own[0]), number_of(own[1])
    known = [number_of(card) for card in situation.dealer]
    if board:
        deck = [number_of(card) for card in (*situation.unseen, *own, *board, *situation.dealer)]
        told = plain_game.ask(paid.pay, hole, [number_of(card) for card in board], known, deck, paid.own)
        names = {"check": CHECK, "raise": "play 2x", "play": "play 1x", "fold": FOLD}
        worths = {names[name]: Fraction(value, told.deals) for name, value in told.choices.items()}
    else:
        first = kernel.first_decision(paid.pay, hole, known, [number_of(card) for card in situation.seen], paid.own)
        worths = {f"play {times}x": Fraction(first.played[times], first.deals) for times in BEFORE}
        worths[CHECK] = Fraction(first.checked, first.deals)
    when = {0: "before the flop", 3: "the flop", 5: "the river"}[len(board)]
    asked = f"{when}, holding {' '.join(own)}"
    asked += f" with {' '.join(board)} on the board" if board else ""
    asked += f", the dealer having {' '.join(situation.dealer)}" if situation.dealer else ""
    asked += f", {' '.join(situation.seen)} being out" if situation.seen else ""
    choices = tuple(Choice(name, value / (paid.parts * stake), stake) for name, value in worths.items())
    return Answer(asked, UNIT, choices)


def starting(hole: tuple[int, int]) -> int:
    """Which of the 169 starting hands two cards are."""
    high, low = sorted((card >> 2 for card in hole), reverse=True)
    suited = hole[0] & 3 == hole[1] & 3
    name = kernel.RANKS[high] + kernel.RANKS[low] + ("" if high == low else "s" if suited else "o")
    return next(at for at, each in enumerate(kernel.STARTING) if each.name == name)


# --- a player at the table


def advise(rules: Rules, house: UltimateHouse, view: View) -> Advice:
    """Of ante, blind and play. Whoever can place the play wager that he is asked about can place every later one."""
    asked = pending_question(view)
    seen = situation_at(view, asked.position)
    if len(seen.cards) != 2 or len(seen.board) not in (0, 3, 5):
        raise ImpossibleError(ODD)
    if ALL_IN in asked.choices:
        raise ImpossibleError("A play wager of all your chips is smaller than the law's and has not been calculated.")
    notes = []
    if TRIPS in seen.stakes:
        notes.append("Trips goes by your cards alone, whatever you choose, and is not counted.")
    ante = seen.stakes[ANTE]
    answer = ask(rules, house, ante, msgspec.structs.replace(seen, stakes={ANTE: ante}))
    values = {choice.name: choice.value for choice in answer.choices}
    held = "-".join("10" if card[0] == "T" else card[0] for card in seen.cards)
    doing = {CHECK: f"Checking {held}", FOLD: f"Folding {held}"}
    return Advice(
        unit=UNIT,
        stake=ante,
        worths=tuple(
            Worth(name, values[name], doing.get(name, f"Playing {name.removeprefix('play ')} with {held}"))
            for name in asked.choices
        ),
        ways=comb(len(seen.unseen), 2 - len(seen.dealer)) if len(seen.board) == 5 else 0,
        notes=tuple(notes),
    )


def offered_row(rules: Rules, house: UltimateHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    return trips(rules, house, stake) if spots == (TRIPS,) else base(rules, house, stake)


def standing(rules: Rules, house: UltimateHouse, view: View) -> None:
    return None


# --- cards seen too early

VOID = "while somebody is undecided: all hands are void, the board is dealt and trips wagers are settled"


def exposure(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Exposure]:
    """All cards are seen before the first decision. The turn and the river come together (32.10(d)), so either is worth
    the same."""
    found = solved(rules, house, bet)
    unit = found.parts * bet
    without = -Fraction(found.solution.value, kernel.HOLES * kernel.DEALS * unit)
    report_wait("counting every deal with cards of the dealer known (about half a minute)")
    seen = kernel.seen_early(found.solution.pay, found.solution.own)
    rows = {
        "one of the dealer's cards": seen.one,
        "one of the dealer's cards and one of the flop": seen.with_flop_card,
        "one of the dealer's cards and the turn or the river": seen.with_later_card,
        "both of the dealer's cards": seen.both,
    }
    for cards, glimpse in rows.items():
        yield Exposure(cards, -Fraction(glimpse.value, glimpse.deals * unit), without, UNIT, "32.13(a)", VOID)
