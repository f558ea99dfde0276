"""Exact figures for Ultimate Texas Hold 'Em: the kernel counts, and the game's own tables and readings say what is
paid.

For every way a round can end (how much was played, who won, with which class of hand, whether the dealer has a pair)
this module computes what the round nets under the payout limit. The kernel finds the optimal play for these nets. Rows
and strategies are summed from its counts as fractions.
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
    ExactModel,
    Exposure,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Worth,
    cache_by_readings,
    costs_of_simple_strategies,
    find_row,
    row,
)
from pitboss.counting.floors import Floor, rates
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.games.ultimate_texas_holdem.law.paytables import (
    LETTERS,
    blind_table,
    even_table,
    law_values,
    the_laws_tables,
    trips_table,
)
from pitboss.games.ultimate_texas_holdem.law.play import ALL_IN, CHECK, FOLD
from pitboss.games.ultimate_texas_holdem.law.ranking import HIGH_TO_LOW
from pitboss.games.ultimate_texas_holdem.law.settle import due_in_chips
from pitboss.games.ultimate_texas_holdem.law.wagers import AGAINST_DEALER, ANTE, BLIND, PLAY, TRIPS, WAGERS
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.math.what_if import AskableUltimate, supposed_table
from pitboss.law.rules import Rules
from pitboss.numeric.compiler import report_wait
from pitboss.numeric.hands import I8, ranks
from pitboss.numeric.rank_worths import CLASS
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import PayTable, worth

BASE, UNIT, OF_TRIPS = AGAINST_DEALER, "the ante", "the wager"
CLASSES = HIGH_TO_LOW[::-1]  # in the kernel's order, from nothing to the royal flush
LOST, TIED, WON = range(3)
DEALS_OF_SEVEN = kernel.HOLES * kernel.DEALS // comb(52, 7)  # deals that give a player the same seven cards
BEFORE = (4, 3)
CLOSEST = 20  # decisions before the flop that a terminal shows
TIMES: dict[int | str, int] = {4: 4, 3: 3, "flop": 2, "river": 1}  # antes played, by where the play wager was made


# --- net results of a round


def dues(
    rules: Rules, house: UltimateHouse, bet: int, times: int, class_name: str, qualifies: bool
) -> dict[str, Fraction]:
    """Return what a winning hand is due on each wager, in cents.

    The ante is due nothing if the dealer has less than a pair.
    """
    even, blind = (
        supposed_table(house, even_table(), "even"),
        supposed_table(house, blind_table(), "blind").rate(class_name),
    )
    due_by_spot = {ANTE: worth(even.lines[ANTE]) * bet} if qualifies else {}
    if isinstance(blind, Odds):
        blind_due = worth(blind) * bet
        if blind_due % house.smallest_chip and rules.reads("odd-chip") != "exact":
            blind_due = Fraction(due_in_chips(rules, house, "", blind, bet).cents)
        due_by_spot[BLIND] = blind_due
    due_by_spot[PLAY] = worth(even.lines[PLAY]) * bet * times
    return due_by_spot


def limit_payment(rules: Rules, house: UltimateHouse, due: Fraction, stakes: Fraction) -> Fraction:
    """Return what is paid of the total due on a hand under 32.11(e). `stakes` are those of the wagers that win."""
    if due + stakes <= Money.parse(law_values()["payout-limit"]["at-least"]):
        return due  # no reading can make the limit lower than that
    counted_stakes = stakes if rules.reads("limit-counts") == "with-stakes" else Fraction()
    return min(due, max(limit_of(rules, house) - counted_stakes, Fraction()))


def limit_of(rules: Rules, house: UltimateHouse) -> int:
    """Return the payout limit under the odds paid here, which may be supposed ones."""
    return payout_limit(
        house, rules, supposed_table(house, blind_table(), "blind"), supposed_table(house, even_table(), "even")
    )


def net(
    rules: Rules, house: UltimateHouse, bet: int, times: int, class_name: str, outcome: int, qualifies: bool
) -> Fraction:
    """Return what ante, blind and play net together, in cents."""
    if outcome == TIED:
        return Fraction()
    if outcome == LOST:
        return Fraction(-bet * (times + (2 if qualifies else 1)))
    due = dues(rules, house, bet, times, class_name, qualifies)
    winning_stakes = Fraction(sum({ANTE: bet, BLIND: bet, PLAY: bet * times}[spot] for spot in due))
    return limit_payment(rules, house, sum(due.values(), Fraction()), winning_stakes)


class Payments(NamedTuple):
    """The payments of every way a round can end, in cents and in the kernel's units."""

    nets: dict[int, dict[tuple[int, int, int], Fraction]]  # by antes played, then (class, outcome, qualifies), in cents
    pay: kernel.RoundPayments
    parts: int  # units of the kernel in a cent
    own: int  # how many of the player's own cards a hand must contain


class OptimalPlay(NamedTuple):
    """The optimal play of a game, with the payments it was found for."""

    nets: dict[int, dict[tuple[int, int, int], Fraction]]
    solution: kernel.Solution
    parts: int


@cache_by_readings
def payments(rules: Rules, house: UltimateHouse, bet: int) -> Payments:
    """Return the payments of every way a round can end, for the kernel."""
    own = 2 if rules.reads("hand-of-seven") == "two-and-three" else 0
    nets = {
        times: {
            (class_index, outcome, qualifies): net(rules, house, bet, times, name, outcome, bool(qualifies))
            for class_index, name in enumerate(CLASSES)
            for outcome in range(3)
            for qualifies in range(2)
        }
        for times in TIMES.values()
    }
    all_nets = [value for by_end in nets.values() for value in by_end.values()]
    parts = lcm(*(value.denominator for value in all_nets))
    try:
        arrays = {
            times: _payment_array({key: int(value * parts) for key, value in by_end.items()})
            for times, by_end in nets.items()
        }
        fold = np.full(len(CLASSES), -2 * bet * parts, np.int64)
        pay = kernel.RoundPayments({times: arrays[times] for times in BEFORE}, arrays[2], arrays[1], fold)
    except (ValueError, OverflowError) as error:
        raise ImpossibleError(
            f"this bet is too high to calculate, or pays in parts of a cent that are too small: {error}"
        ) from None
    return Payments(nets, pay, parts, own)


def solve(rules: Rules, house: UltimateHouse, bet: int) -> OptimalPlay:
    nets, pay, parts, own = payments(rules, house, bet)
    return OptimalPlay(nets, solution_of(pay, own), parts)


def _payment_array(cells: dict[tuple[int, int, int], int]) -> I8:
    array = np.zeros((3, len(CLASSES), 2), np.int64)
    for (class_index, outcome, qualifies), value in cells.items():
        array[outcome, class_index, qualifies] = value
    return array


KEPT = 5  # solutions kept in memory, of some thirty megabytes each
_solutions: dict[tuple[int, bytes], kernel.Solution] = {}  # the oldest first


def solution_of(pay: kernel.RoundPayments, own: int, *, counted: bool = True) -> kernel.Solution:
    """Return the solution for these payments, cached among the newest KEPT.

    With `counted`, the solution holds the counts of every end of a round.
    """
    assert pay.flop is not None
    key = own, b"".join(payment.tobytes() for payment in (pay.before[4], pay.before[3], pay.flop, pay.river, pay.fold))
    if key not in _solutions or (counted and not _solutions[key].counted):
        # The counts of a board do not depend on the payments, so solutions share them.
        other = next((kept for kept in _solutions.values() if kept.own == own and kept.counted), None)
        solution = kernel.solve(pay, own=own, keep=counted and other is None)
        if other is not None:
            solution = replace(solution, tally=other.tally, by_suit=other.by_suit)
        _solutions[key] = solution
        if len(_solutions) > KEPT:
            del _solutions[next(iter(_solutions))]
    return _solutions[key]


# --- every wager


class EndedDeals(NamedTuple):
    """A set of deals with the same end.

    `often` is the number of deals, `times` the antes played (0 for a fold), `made` the class, `outcome` who won, and
    `qualifies` whether the dealer has a pair.
    """

    often: int
    times: int
    made: int
    outcome: int
    qualifies: int


def round_ends(distribution: kernel.Distribution) -> Iterator[EndedDeals]:
    """Yield the ends of a round that occur, with the number of deals."""
    for decision, classes in distribution.ends.items():
        for class_index, outcomes in enumerate(classes):
            for outcome, by_dealer in enumerate(outcomes):
                for qualifies, deals in enumerate(by_dealer):
                    if deals:
                        yield EndedDeals(deals, TIMES[decision], class_index, outcome, qualifies)
    for class_index, deals in enumerate(distribution.folds):
        if deals:
            yield EndedDeals(deals, 0, class_index, LOST, 0)


def ends_of_optimal_play(solution: kernel.Solution) -> list[EndedDeals]:
    """Return every end of a round under optimal play, cached for the newest solutions."""
    for cached, ends in _recent_ends:
        if cached is solution:
            return ends
    _recent_ends.append((solution, list(round_ends(kernel.distribution(solution)))))
    return _recent_ends[-1][1]


# Keyed by the solution itself, because Python may reuse the id of one that was deleted.
_recent_ends: deque[tuple[kernel.Solution, list[EndedDeals]]] = deque(maxlen=KEPT)


def trips_edge(rules: Rules, house: UltimateHouse, bet: int, solution: kernel.Solution) -> Fraction:
    """Return the edge of trips, by the classes of seven cards.

    If the payout limit cuts, other wins matter too, and all ends of a round are counted.
    """
    table, total, deals = trips_table(house), Fraction(), 0
    for class_index, name in enumerate(CLASSES):
        count = sum(
            hole.weight * line[class_index][3] for hole, line in zip(kernel.STARTING, solution.classes, strict=True)
        )
        rate = table.rate(name)
        pays = worth(rate) * bet if rate else Fraction(-bet)
        if rate and trips_net(rules, house, bet, bet, EndedDeals(1, max(BEFORE), class_index, WON, 1)) < pays:
            return trips(rules, house, bet).house_edge
        total += count * pays
        deals += count
    return -total / (deals * bet)


@cache_by_readings
def base(rules: Rules, house: UltimateHouse, bet: int) -> Row:
    nets, solution, _ = solve(rules, house, bet)
    blind = supposed_table(house, blind_table(), "blind")
    outcomes = [
        Outcome(
            end.often,
            nets[end.times][end[2:]] / bet if end.times else Fraction(-2),
            Fraction(2 + end.times),
            _end_in_words(end, blind),
        )
        for end in ends_of_optimal_play(solution)
    ]
    notes = (CUTS,) if limit_cuts(rules, house, bet) else ()
    return row(BASE, UNIT, outcomes, asked=rules, notes=notes, by_net=True)


def _end_in_words(end: EndedDeals, blind: PayTable) -> str:
    """Describe how a round ended for a hand, in words that distinguish ends only if they are paid differently."""
    if not end.times:
        return "folds"
    class_name = CLASSES[end.made]
    words = f"{end.times}x {('loses', 'ties', 'wins')[end.outcome]}"
    if end.outcome == WON and isinstance(blind.rate(class_name), Odds):
        words += f", {class_name}"
    return words if end.qualifies or end.outcome == TIED else f"{words}, dealer below a pair"


CUTS = "the payout limit cuts what the best hands are paid (32.11(e))"


def limit_cuts(rules: Rules, house: UltimateHouse, bet: int) -> bool:
    for times, class_name in product(TIMES.values(), CLASSES):
        due = sum(dues(rules, house, bet, times, class_name, True).values(), Fraction())
        if net(rules, house, bet, times, class_name, WON, True) < due:
            return True
    return False


@cache_by_readings
def trips(rules: Rules, house: UltimateHouse, bet: int) -> Row:
    """Return the row of a trips wager under optimal play.

    The ante and blind beside it have the same amount and share the payout limit.
    """
    ends = ends_of_optimal_play(solve(rules, house, bet).solution)
    table = trips_table(house)
    outcomes = [
        Outcome(
            end.often,
            trips_net(rules, house, bet, bet, end) / bet,
            name=CLASSES[end.made],
            pays=str(table.rate(CLASSES[end.made]) or ""),
        )
        for end in ends
    ]
    unlimited = [worth(rate) if (rate := table.rate(CLASSES[end.made])) else Fraction(-1) for end in ends]
    is_cut = any(outcome.net < due for outcome, due in zip(outcomes, unlimited, strict=True))
    hands: Counter[Outcome] = Counter()
    for outcome in outcomes:
        hands[outcome._replace(weight=1)] += int(outcome.weight)
    # If only the player's seven cards matter, count sets of seven cards, as people do.
    deals = 1 if any(count % DEALS_OF_SEVEN for count in hands.values()) else DEALS_OF_SEVEN
    outcomes = [outcome._replace(weight=count // deals) for outcome, count in hands.items()]
    notes = [f"{house.trips}, with an ante and blind of the same amount, which share the limit"] if is_cut else []
    if bet > house.trips_maximum:
        notes.append(f"{dollars(bet)} is more than you can bet on trips here, {dollars(house.trips_maximum)}")
    return row(
        "trips",
        OF_TRIPS,
        outcomes,
        variant=house.trips,
        asked=rules,
        notes=tuple(notes),
        most=int(house.trips_maximum),
    )


ROWS = {BASE: base, TRIPS: trips}


def trips_net(rules: Rules, house: UltimateHouse, bet: int, stake: int, end: EndedDeals) -> Fraction:
    """Return what a trips wager adds, in cents, to what an ante and blind of `bet` each net. Trips is settled last."""
    rate = trips_table(house).rate(CLASSES[end.made])
    if rate is None:
        return Fraction(-stake)
    other_dues, other_stakes = total_due(rules, house, bet, 0, end)
    limited_total = limit_payment(rules, house, other_dues + worth(rate) * stake, other_stakes + stake)
    return limited_total - limit_payment(rules, house, other_dues, other_stakes)


def total_due(rules: Rules, house: UltimateHouse, bet: int, trips: int, end: EndedDeals) -> tuple[Fraction, Fraction]:
    """Return what is due on the wagers that win, before the payout limit, and what is staked on them."""
    due, staked = Fraction(), Fraction()
    if end.times and end.outcome == WON:
        dues_won = dues(rules, house, bet, end.times, CLASSES[end.made], bool(end.qualifies))
        due = sum(dues_won.values(), Fraction())
        staked += sum({ANTE: bet, BLIND: bet, PLAY: bet * end.times}[spot] for spot in dues_won)
    if trips and (rate := trips_table(house).rate(CLASSES[end.made])) is not None:
        due += worth(rate) * trips
        staked += trips
    return due, staked


# --- how to play


def values_before_the_flop(solved: OptimalPlay, bet: int) -> tuple[list[Fraction], dict[int, list[Fraction]]]:
    """Return the values of checking and playing before the flop, by starting hand, in antes."""
    solution, units = solved.solution, kernel.DEALS * solved.parts * bet
    check = [Fraction(value, units) for value in solution.checked]
    return check, {times: [Fraction(value, units) for value in solution.played[times]] for times in BEFORE}


def value_grid(title: str, by_hole: list[Fraction], solution: kernel.Solution, best: set[int]) -> Section:
    ranks = RANKS[::-1]
    rows = []
    for row_index, rank in enumerate(ranks):
        cells = [
            f"{float(by_hole[index]):+.2f}{'*' if solution.strategy.before[index] in best else ' '}"
            for index in range(13 * row_index, 13 * row_index + 13)
        ]
        rows.append((rank, *cells))
    return Section(title, (Column(""), *map(Column, ranks)), tuple(rows), ("suited above the diagonal",))


def closest_decisions(solution: kernel.Solution, check: list[Fraction], played: dict[int, list[Fraction]]) -> Section:
    """Show the hands nearest the line between playing and checking."""
    rows = []
    for index, hole in enumerate(kernel.STARTING):
        gain = played[4][index] - check[index]
        rows.append((hole.name, hole.weight, played[4][index], played[3][index], check[index], gain))
    rows.sort(key=lambda entry: abs(entry[5]))
    best = solution.strategy.before
    times_3 = [hole.name for index, hole in enumerate(kernel.STARTING) if best[index] == 3]
    count = sum(1 for times in best if times == 4)
    notes = [
        f"4x is best with {count} of the 169 hands, 3x with {', '.join(times_3) or 'none'}",
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


OUTS = 21  # cards that would put the dealer ahead; with fewer outs even a poor hand is played


def rules_in_short(solution: kernel.Solution, plan: kernel.Strategy, costs: Fraction) -> Section:
    """Show rules of thumb for flop and river, how often optimal play differs, and what is exactly level."""
    best = solution.strategy
    checked = [index for index, times in enumerate(best.before) if not times]
    weights = np.array([kernel.STARTING[index].weight for index in checked], np.int64)
    same_choice = (best.flop[checked] == 1) == (plan.flop[checked] == 1)
    agreement = Fraction(int((same_choice.sum(axis=1) * weights).sum()), int(weights.sum()) * kernel.FLOPS)
    level = sum(kernel.STARTING[index].weight * solution.flops_equal[index] for index in checked)
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
        f"on {float(agreement) * 100:.2f}% of the flops of hands that are checked this is the best play",
        f"exactly level: {level:,} of the flops of hands that are checked",
        f"played so throughout it costs {float(costs) * 100:.4f}% of the ante more than the best play",
    )
    return Section("Flop and river in short", (Column("when"), Column("do"), Column("with")), rows, notes)


def short_plan(solution: kernel.Solution) -> kernel.Strategy:
    """Return the plan of a player who follows the rules of thumb."""
    flop = np.zeros_like(solution.strategy.flop)
    for index, hole in enumerate(kernel.STARTING):
        if not solution.strategy.before[index]:  # other hands have a play wager before the flop
            flop[index] = flop_raises_in_short(hole.cards)
    return kernel.Strategy(solution.strategy.before, flop, *kernel.river_outs().rule(OUTS))


def flop_raises_in_short(hole: tuple[int, int]) -> NDArray[np.bool_]:
    """Return, for each flop after a hole in the order of a strategy, whether the rule of thumb plays 2x."""
    flops = np.array([card for card in range(52) if card not in hole], np.uint8)[_flop_card_indices()]
    five = np.concatenate([np.tile(np.array(hole, np.uint8), (len(flops), 1)), flops], axis=1)
    classes = ranks(five)[0] >> CLASS
    own = np.array(hole) >> 2
    paired = np.isin(flops >> 2, own).any(axis=1) | (own[0] == own[1])
    uses_all_five = np.isin(classes, [CLASSES.index(name) for name in OF_FIVE])
    twos = (own[0] == own[1] == 0) & (classes == CLASSES.index("pair"))
    draws = np.zeros(len(flops), bool)
    for card in hole:
        if card >> 2 >= RANKS.index("T"):
            draws |= (five & 3 == card & 3).sum(axis=1) == 4
    raised: NDArray[np.bool_] = ((paired | uses_all_five) & ~twos) | draws
    return raised


@cache
def _flop_card_indices() -> NDArray[np.int64]:
    """Return, for each flop, the indices of its cards among the fifty that are left."""
    return np.array(list(combinations(range(50), 3)))


OF_FIVE = ("straight", "flush", "straight flush", "royal flush")  # classes that take all five cards


def edge_of_plan(solved: OptimalPlay, bet: int, plan: kernel.Strategy) -> Fraction:
    """Return the house edge of a plan, by counting its ends."""
    total = Fraction()
    for end in round_ends(kernel.distribution(solved.solution, plan)):
        total += end.often * (solved.nets[end.times][end[2:]] / bet if end.times else -2)
    return -total / (kernel.HOLES * kernel.DEALS)


# --- one situation


def card_number(card: str) -> int:
    """Return the kernel's number of a card."""
    return 4 * (RANK_OF[card[0]] - 2) + SUITS.index(card[1])


def starting_hand_index(hole: tuple[int, int]) -> int:
    """Return the index among the 169 starting hands of two cards."""
    high, low = sorted((card >> 2 for card in hole), reverse=True)
    suited = hole[0] & 3 == hole[1] & 3
    name = kernel.RANKS[high] + kernel.RANKS[low] + ("" if high == low else "s" if suited else "o")
    return next(index for index, start in enumerate(kernel.STARTING) if start.name == name)


# --- cards seen too early

VOID = "while somebody is undecided: all hands are void, the board is dealt and trips wagers are settled"


class UltimateTexasHoldem(AskableUltimate, ExactModel[UltimateHouse]):
    """The mathematics of ante, blind and play together, and of trips."""

    def floors(self, rules: Rules, house: UltimateHouse) -> list[Floor]:
        fixed = 'sets what it pays, without "no less than"'
        rates_by_letter = {letter: rates(the_laws_tables()[letter]) for letter in LETTERS}
        return [
            *(Floor(spot, "even", even_table().cite, {"": rates(even_table())}, fixed) for spot in (ANTE, PLAY)),
            Floor(BLIND, "blind", blind_table().cite, {"": rates(blind_table())}, fixed),
            Floor(BASE, "", "32.11(b) and (c)", {"": {}}, fixed),
            Floor(TRIPS, "trips", the_laws_tables()["A"].cite, rates_by_letter, election="trips"),
        ]

    def wagers(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Row]:
        yield base(rules, house, bet)
        for _, variant in self.houses(rules, house):
            yield msgspec.structs.replace(trips(rules, variant, bet), offered=variant.trips == house.trips)

    def edges(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Edge]:
        """Yield the edges of the wagers, which are known before every end of a round is counted."""
        _, pay, parts, own = payments(rules, house, bet)
        solution = solution_of(pay, own, counted=False)
        yield Edge(BASE, UNIT, -Fraction(solution.value, kernel.HOLES * kernel.DEALS * parts * bet))
        for _, variant in self.houses(rules, house):
            yield Edge("trips", OF_TRIPS, trips_edge(rules, variant, bet, solution), variant.trips)

    def strategy(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Section]:
        solved = solve(rules, house, bet)
        solution, unit = solved.solution, solved.parts * bet
        check, played = values_before_the_flop(solved, bet)
        yield value_grid(
            "Before the flop: the value of playing 4x, in antes; * where that is best", played[4], solution, {4, 3}
        )
        yield value_grid("Before the flop: the value of checking, in antes; * where that is best", check, solution, {0})
        yield closest_decisions(solution, check, played)
        optimal = -Fraction(solution.value, kernel.HOLES * kernel.DEALS * unit)
        alternatives: list[tuple[str, Fraction]] = []
        if not solution.own:  # the rules of thumb are for hands of any five cards
            plan = short_plan(solution)
            alternatives.append(("by the rules in short", edge_of_plan(solved, bet, plan)))
            yield rules_in_short(solution, plan, alternatives[0][1] - optimal)
        weights = [hole.weight for hole in kernel.STARTING]
        before = {
            "play 4x with every hand": -sum(map(mul, weights, played[4])) / kernel.HOLES,
            "never play before the flop, and best from then on": -sum(map(mul, weights, check)) / kernel.HOLES,
        }
        yield costs_of_simple_strategies(optimal, [*alternatives, *before.items()])

    def ask(self, rules: Rules, house: UltimateHouse, bet: int, situation: Situation) -> Answer:
        own, board = situation.cards, situation.board
        if len(own) != 2 or len(board) not in (0, 3, 5) or len(situation.dealer) > 2:
            raise ImpossibleError(
                "in Ultimate Texas Hold 'Em you decide with your two cards and zero, three, or five community cards; "
                "give two --cards, the --board, and with --dealer one or both of the dealer's if they were seen"
            )
        if unknown := situation.stakes.keys() - {ANTE}:
            raise ImpossibleError(f"give only the ante, not {sorted(unknown)[0]!r}")
        stake = situation.stakes.get(ANTE, bet)
        if not stake:
            raise ImpossibleError("without an ante you have no decision (32.10(a))")
        situation.require_unseen(5 - len(board) + 2 - len(situation.dealer))
        payments_ = payments(rules, house, stake)
        hole = card_number(own[0]), card_number(own[1])
        known_cards = [card_number(card) for card in situation.dealer]
        if board:
            deck = [card_number(card) for card in (*situation.unseen, *own, *board, *situation.dealer)]
            answer = plain_game.ask(
                payments_.pay, hole, [card_number(card) for card in board], known_cards, deck, payments_.own
            )
            names = {"check": CHECK, "raise": "play 2x", "play": "play 1x", "fold": FOLD}
            worths = {names[name]: Fraction(value, answer.deals) for name, value in answer.choices.items()}
        else:
            first = kernel.first_decision(
                payments_.pay, hole, known_cards, [card_number(card) for card in situation.seen], payments_.own
            )
            worths = {f"play {times}x": Fraction(first.played[times], first.deals) for times in BEFORE}
            worths[CHECK] = Fraction(first.checked, first.deals)
        street = {0: "before the flop", 3: "the flop", 5: "the river"}[len(board)]
        subject = f"{street}, holding {' '.join(own)}"
        subject += f" with {' '.join(board)} on the board" if board else ""
        subject += f", the dealer having {' '.join(situation.dealer)}" if situation.dealer else ""
        subject += f", {' '.join(situation.seen)} being out" if situation.seen else ""
        choices = tuple(Choice(name, value / (payments_.parts * stake), stake) for name, value in worths.items())
        return Answer(subject, UNIT, choices)

    def advise(self, rules: Rules, house: UltimateHouse, view: View) -> Advice:
        """Advise on ante, blind and play.

        A player who can place the play wager in question can also place every later one, so no decision is out of
        reach.
        """
        question = pending_question(view)
        seen = situation_at(view, question.position)
        if len(seen.cards) != 2 or len(seen.board) not in (0, 3, 5):
            raise ImpossibleError(ODD)
        if ALL_IN in question.choices:
            raise ImpossibleError(
                "A play wager of all your chips is smaller than the law's and has not been calculated."
            )
        notes = []
        if TRIPS in seen.stakes:
            notes.append("Trips goes by your cards alone, whatever you choose, and is not counted.")
        ante = seen.stakes[ANTE]
        answer = self.ask(rules, house, ante, msgspec.structs.replace(seen, stakes={ANTE: ante}))
        values = {choice.name: choice.value for choice in answer.choices}
        held = "-".join("10" if card[0] == "T" else card[0] for card in seen.cards)
        doing = {CHECK: f"Checking {held}", FOLD: f"Folding {held}"}
        return Advice(
            unit=UNIT,
            stake=ante,
            worths=tuple(
                Worth(name, values[name], doing.get(name, f"Playing {name.removeprefix('play ')} with {held}"))
                for name in question.choices
            ),
            ways=comb(len(seen.unseen), 2 - len(seen.dealer)) if len(seen.board) == 5 else 0,
            notes=tuple(notes),
        )

    def offered_row(self, rules: Rules, house: UltimateHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        return find_row(ROWS, WAGERS.report_name_of(spots))(rules, house, stake)

    def exposure(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Exposure]:
        """Yield the value of cards seen before the first decision.

        The turn and the river are dealt together (32.10(d)), so seeing either is worth the same.
        """
        solved = solve(rules, house, bet)
        unit = solved.parts * bet
        without = -Fraction(solved.solution.value, kernel.HOLES * kernel.DEALS * unit)
        report_wait("counting every deal with cards of the dealer known (about half a minute)")
        seen = kernel.value_glimpses(solved.solution.pay, solved.solution.own)
        rows = {
            "one of the dealer's cards": seen.one,
            "one of the dealer's cards and one of the flop": seen.with_flop_card,
            "one of the dealer's cards and the turn or the river": seen.with_later_card,
            "both of the dealer's cards": seen.both,
        }
        for cards, glimpse in rows.items():
            yield Exposure(cards, -Fraction(glimpse.value, glimpse.deals * unit), without, UNIT, "32.13(a)", VOID)


MODEL = UltimateTexasHoldem()
