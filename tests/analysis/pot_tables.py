"""The pot of two to six players, simulated: python -m analysis.pot_tables docs/winners-pot-tables.md.

A long test compares the page, a quick one the numbers of fewer rounds with what is counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from analysis.pots import table
from pitboss.analysis.text_tables import percent
from pitboss.counting.confidence import Z
from pitboss.counting.simulation_model import Array, Chooser
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.wagers import ALL_STREETS, ANTE
from pitboss.games.winners_pot_poker.math import kernel, simulated
from pitboss.games.winners_pot_poker.math import round_ends as ended
from pitboss.games.winners_pot_poker.math import two_players as pots
from pitboss.games.winners_pot_poker.math.kernel import rounds
from pitboss.games.winners_pot_poker.math.kernel.hands import I8, Ranks
from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, THREE
from pitboss.games.winners_pot_poker.math.simulated import COMMISSION, LOOSE, TIGHT, TO_THE_DEALER
from pitboss.games.winners_pot_poker.math.situations import (
    BETTER,
    JACK_HIGH,
    PAIRS,
    STEPS,
    AtLeast,
    BySeat,
    step_in_words,
)
from pitboss.numeric import tally
from pitboss.numeric.draws import LANES, deal_units, scratch
from pitboss.simulation.estimates.estimate import Estimate, mean, ratio_of
from pitboss.simulation.tallies import Sums

RULES, HOUSE, CENTS = GAME.rules({}), WinnersPotHouse.usual(), 500
PUT = pots.stakes(HOUSE, CENTS)
SEED, CHECKED_ON = 1947, 1948  # the second for cards on which nothing was searched
PLAYERS = range(2, 7)
NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
MANY, SEARCHED, CHECKED = 10_000_000, 4_000_000, 20_000_000  # rounds: of a table, of a search, of a check
WORKERS, CHUNK = 2, 2**16
MOST_TURNS = 12


def in_chunks(many: int) -> Iterator[tuple[int, int]]:
    for first in range(0, many, CHUNK):
        yield first, min(CHUNK, many - first)


def sum_results(parts: Iterable[I8]) -> I8:
    """Add up results per player and round, as shares of the ante."""
    total: I8 = np.sum(list(parts), axis=0)
    return total


# --- what the house takes


class HouseShare(NamedTuple):
    """Per player and round, as shares of the ante."""

    commission: Estimate
    dealer: Estimate
    player: Estimate
    wagered: Estimate  # what a player loses as a share of the money that is bet
    by_seat: dict[int, Estimate]  # of seats that go the same way, by the first of them: what one of them loses


@cache
def simulate_players(players: int, way: Chooser, many: int = MANY) -> HouseShare:
    ready = simulated.MODEL.prepare(RULES, HOUSE, {ANTE: CENTS}, players, [way] * players)
    by_name = {line.wager: line for line in ready.lines}
    pot = by_name[ALL_STREETS]
    alike = [range(first, players, 2) for first in (0, 1)]
    nets = [by_name[COMMISSION].net, by_name[TO_THE_DEALER].net, pot.net]
    nets += [tuple(net if at in seats else (0,) * len(net) for at, net in enumerate(pot.net)) for seats in alike]
    net, staked = np.array(nets, np.int64), np.array([pot.staked] * len(nets), np.int64)

    def play(chunk: tuple[int, int]) -> I8:
        first, size = chunk
        codes, sums = np.empty((players, size), np.uint16), np.zeros((len(nets), 5), np.int64)
        ready.play(SEED, first, codes)
        tally.add_rounds(codes, net, staked, sums)
        return sums

    play((0, 1))  # compiled by one thread
    with ThreadPoolExecutor(WORKERS) as pool:
        found = [Sums(*map(int, sums)) for sums in sum_results(pool.map(play, in_chunks(many)))]
    commission, dealer, player = (mean(-sums.net, sums.net2, many, CENTS * players) for sums in found[:3])
    by_seat = {
        seats[0]: mean(-sums.net, sums.net2, many, CENTS * len(seats))
        for seats, sums in zip(alike, found[3:], strict=True)
    }
    return HouseShare(commission, dealer, player, ratio_of(found[2], many), by_seat)


WAYS: dict[str, Chooser] = {"tight": TIGHT, "loose": LOOSE, "mixed": BySeat((TIGHT, LOOSE))}


def format_estimate(estimate: Estimate) -> str:
    return f"{float(estimate.value):.3%} ± {estimate.half:.3%}"


def houses() -> list[str]:
    lines = []
    for players in PLAYERS:
        for name, way in WAYS.items():
            results = simulate_players(players, way)
            told_of = (results.commission, results.dealer, results.player, results.wagered)
            lines.append([str(players), name, *map(format_estimate, told_of)])
    heads = ["players", "they play", "commission", "pots to the dealer", "a player loses", "of the money bet"]
    return table(heads, lines, "---:")


def rows_by_position() -> list[str]:
    lines = []
    for players in PLAYERS:
        found = simulate_players(players, WAYS["mixed"]).by_seat
        lines.append(
            [
                str(players),
                str(-(-players // 2)),
                format_estimate(found[0]),
                str(players // 2),
                format_estimate(found[1]),
            ]
        )
    return table(["players", "tight", "a tight one loses", "loose", "a loose one loses"], lines, "---:")


# --- what is counted of two


def folds(way: AtLeast) -> pots.Folds:
    """Return the same way to play as a function of ranks."""

    def decide(ranks: Ranks) -> bool:
        often = Counter(ranks)
        pairs = [rank for rank, times in often.items() if times == 2]
        if len(often) == len(ranks):
            step = ranks[-1]
        else:
            step = PAIRS + pairs[0] if len(often) == len(ranks) - 1 and pairs else BETTER
        return step < (way.bets if len(ranks) == 3 else way.doubles)

    return decide


@cache
def counts(others: tuple[AtLeast, ...]) -> I8:
    """Count against each of the others."""
    made = pots.hands(RULES)
    return kernel.cached_counts(made, kernel.deck(made), np.array([pots.weights(made, folds(way)) for way in others]))


@cache
def weights(way: AtLeast) -> I8:
    made = pots.hands(RULES)
    return pots.weights_by_strength(made, pots.weights(made, folds(way)))


def exactly(mine: AtLeast, against: I8) -> Fraction:
    """Return the loss as `pots.outcomes` has it. Each count is in two halves, because 64 bits cannot hold the sums."""
    own, low = weights(mine), against & 0x7FFFFFFF
    sums = [(own @ (against >> 31)).tolist(), (own @ low).tolist()]
    total = net = 0
    for column, end, cents in pots.nets_by_column(RULES, HOUSE, CENTS):
        often = (sums[0][end.mine][column] << 31) + sums[1][end.mine][column]
        total += len(cents) * often
        net += often * sum(cents)
    return Fraction(-net, total * CENTS)


def rows_of_exact_losses() -> list[str]:
    against = counts((TIGHT, LOOSE))
    lines = []
    for mine, other, found in (
        ("tight", "tight", simulate_players(2, TIGHT).player),
        ("loose", "loose", simulate_players(2, LOOSE).player),
        ("tight", "loose", simulate_players(2, WAYS["mixed"]).by_seat[0]),
        ("loose", "tight", simulate_players(2, WAYS["mixed"]).by_seat[1]),
    ):
        ways = {"tight": TIGHT, "loose": LOOSE}
        exact = exactly(ways[mine], against[:, list(ways).index(other)])
        lines.append([mine, other, format_estimate(found), percent(exact), z(found, exact)])
    return table(["you", "the other", "you lose", "exactly", "z"], lines, "---:")


def z(found: Estimate, exact: Fraction) -> str:
    return f"{float(found.value - exact) / (found.half / Z):+.2f}"


# --- best replies among thresholds

CELLS = STEPS * STEPS


def cells(cards: Array) -> Array:
    """Return the cell of each hand: by the steps of the first seat's three cards, then of its four."""
    three, four = (np.sort(cards[:many] >> 2, axis=0).astype(np.int64) for many in (3, 4))
    steps = []
    for ranks in (three, four):
        same = ranks[1:] == ranks[:-1]
        alike, rank = same.sum(axis=0), np.where(same, ranks[1:], 0).max(axis=0)
        steps.append(np.where(alike == 0, ranks[-1], np.where(alike == 1, PAIRS + rank, BETTER)))
    return np.asarray(steps[0] * STEPS + steps[1])


class StayingNets(NamedTuple):
    """The nets of a player who stays to the end, by cell: how often it came, the cents and their squares."""

    often: I8
    cents: I8
    squares: I8
    many: int

    def more(self, one: AtLeast, other: AtLeast) -> Estimate:
        """The mean advantage of one of two ways to play over the other on the same cards, as a share of the ante."""
        first, second = does(one), does(other)
        total = squares = 0
        for at in np.flatnonzero(first != second).tolist():
            often, cents, square = int(self.often[at]), int(self.cents[at]), int(self.squares[at])
            lost = [-PUT[did] if did else None for did in (first[at], second[at])]
            if None in lost:  # one of them stays
                sign, put = (1, lost[1]) if lost[0] is None else (-1, lost[0])
                assert put is not None
                total += sign * (cents - put * often)
                squares += square - 2 * put * cents + put * put * often
            else:
                apart = -PUT[first[at]] + PUT[second[at]]
                total += apart * often
                squares += apart * apart * often
        return mean(total, squares, self.many, CENTS)

    def net(self, way: AtLeast) -> Estimate:
        did = does(way)
        total = squares = 0
        for code, put in ((THREE, PUT[THREE]), (FOUR, PUT[FOUR])):
            often = int(self.often[did == code].sum())
            total -= put * often
            squares += put * put * often
        stays = did == 0
        return mean(total + int(self.cents[stays].sum()), squares + int(self.squares[stays].sum()), self.many, CENTS)

    def thresholds_by_value(self) -> list[tuple[Fraction, AtLeast]]:
        """List every threshold that plays another way than those before it, the best first."""
        found: dict[bytes, tuple[Fraction, AtLeast]] = {}
        for bets in range(STEPS + 1):
            for doubles in range(STEPS):
                way = AtLeast(bets, doubles)
                acts = does(way)[self.often > 0].tobytes()
                if acts not in found:
                    found[acts] = self.net(way).value, way
        return sorted(found.values(), key=lambda each: each[0], reverse=True)

    def not_worse(self, than: AtLeast) -> list[AtLeast]:
        """List the thresholds that play another way and do not certainly net less."""
        more = {way: self.more(than, way) for _, way in self.thresholds_by_value()}
        return [way for way, costs in more.items() if costs.half and costs.interval[0] <= 0]


@cache
def does(way: AtLeast) -> Array:
    """Return, by cell, 0 if the player stays, and THREE or FOUR if he folds."""
    three, four = np.divmod(np.arange(CELLS), STEPS)
    return np.where(three < way.bets, THREE, np.where(four < way.doubles, FOUR, 0))


@cache
def simulate_staying(players: int, others: AtLeast, many: int = SEARCHED, seed: int = SEED) -> StayingNets:
    """Play every threshold of the first player while all others go one way. They do not look at anybody else's cards,
    so they do the same whether the first player folds or not, and one round gives the result of every threshold of his.
    """
    pot = ended.Pots(RULES, HOUSE, CENTS, players)
    choices = simulated.choices_of([AtLeast(0), *[others] * (players - 1)], players)
    made = simulated.encode_tables(RULES, choices, pot.codes)
    net = np.array([each.net for each in pot.cents], np.int64)

    def play(chunk: tuple[int, int]) -> I8:
        first, size = chunk
        at, won = np.empty(size, np.int64), np.empty(size, np.int64)
        cards, words, taken = scratch(rounds.SIZE * (players + 1))
        codes, noted = np.empty((players, LANES), np.uint16), rounds.table_room(players)
        for begin in range(0, size, LANES):
            deal_units(seed, first + begin, cards, words, taken)
            rounds.play_dealt(cards, first + begin, made, codes, noted)
            part = slice(begin, min(begin + LANES, size))
            at[part], won[part] = cells(cards)[: size - begin], net[codes[0]][: size - begin]
        found = np.zeros((3, CELLS), np.int64)
        for line, values in enumerate((np.ones_like(won), won, won * won)):
            np.add.at(found[line], at, values)
        return found

    with ThreadPoolExecutor(WORKERS) as pool:
        often, cents, squares = sum_results(pool.map(play, in_chunks(many)))
    return StayingNets(often, cents, squares, many)


def negate(estimate: Estimate) -> Estimate:
    return estimate._replace(value=-estimate.value, low=-estimate.high, high=-estimate.low)


def way_in_words(way: AtLeast) -> str:
    if way.bets == STEPS:
        return "nothing"
    then = f", doubles on {step_in_words(way.doubles)}" if way.doubles else ""
    return f"{step_in_words(way.bets)}{then}"


OTHERS = tuple(AtLeast(least) for least in (0, JACK_HIGH, *range(JACK_HIGH + 1, PAIRS), *range(PAIRS, BETTER, 2)))


def best_replies() -> Iterator[str]:
    for players in PLAYERS:
        yield f"### {NUMBERS[players]} players"
        yield ""
        lines = []
        for others in OTHERS:
            study_result = simulate_staying(players, others)
            (_, best), (_, second), *_ = study_result.thresholds_by_value()
            lines.append(
                [
                    way_in_words(others),
                    way_in_words(best),
                    format_estimate(negate(study_result.net(best))),
                    way_in_words(second),
                    format_estimate(study_result.more(best, second)),
                ]
            )
        heads = ["the others bet on", "you bet on", "you lose", "the next best", "costs more"]
        yield from table(heads, lines, "---")
        yield ""


class ReplyPath(NamedTuple):
    path: list[AtLeast]
    circle: list[AtLeast]  # of one, if it settles


@cache
def settle_on_thresholds(players: int, start: AtLeast) -> ReplyPath:
    """Repeat best replies until they settle: each time all players use the best reply to what all did before."""
    path = [start]
    for _ in range(MOST_TURNS):
        best = simulate_staying(players, path[-1]).thresholds_by_value()[0][1]
        if best in path:
            return ReplyPath(path, path[path.index(best) :])
        path.append(best)
    raise AssertionError("the replies go on and on")


STARTS = (AtLeast(0), AtLeast(BETTER - 1))


def where_it_settles() -> list[str]:
    lines = []
    for players in PLAYERS:
        for start in STARTS:
            found = settle_on_thresholds(players, start)
            end = found.circle
            lines.append(
                [
                    str(players),
                    way_in_words(start),
                    way_in_words(end[0]) if len(end) == 1 else " and ".join(map(way_in_words, end)) + " in turn",
                    str(len(found.path) - len(end)),
                ]
            )
    return table(["players", "all begin with", "and come to", "after replies"], lines, "---")


def checks() -> list[str]:
    """Check on other cards than those of the search what it costs to leave the threshold alone."""
    lines = []
    for players in PLAYERS:
        for way in dict.fromkeys(way for start in STARTS for way in settle_on_thresholds(players, start).circle):
            study_result = simulate_staying(players, way, CHECKED, CHECKED_ON)
            looser, tighter = AtLeast(max(way.bets - 1, 0), way.doubles), AtLeast(way.bets + 1, way.doubles)
            lines.append(
                [
                    str(players),
                    way_in_words(way),
                    format_estimate(negate(study_result.net(way))),
                    f"{format_estimate(study_result.more(way, looser))} ({step_in_words(looser.bets)})",
                    f"{format_estimate(study_result.more(way, tighter))} ({step_in_words(tighter.bets)})",
                    ", ".join(map(way_in_words, study_result.not_worse(way))) or "none",
                ]
            )
    heads = ["players", "all bet on", "each loses", "one step looser costs", "one step tighter costs", "not told apart"]
    return table(heads, lines, "---")


def replies_counted() -> list[str]:
    """Return, for two players, the best threshold by the exact count and by the simulation."""
    lines = []
    for at, others in enumerate(OTHERS):
        found, against = simulate_staying(2, others), counts(OTHERS)[:, at]
        exact = {way: exactly(way, against) for way in map(AtLeast, (0, *range(4, STEPS)))}
        best, reply = min(exact, key=lambda way: exact[way]), found.thresholds_by_value()[0][1]
        loss = negate(found.net(best))
        lines.append(
            [
                way_in_words(others),
                way_in_words(best),
                way_in_words(reply),
                format_estimate(loss),
                percent(exact[best]),
                z(loss, exact[best]),
            ]
        )
    heads = ["the other bets on", "counted: you bet on", "simulated", "you lose", "exactly", "z"]
    return table(heads, lines, "---")


def lines(*parts: Iterable[str]) -> Sequence[str]:
    return ["\n".join(part) for part in parts]


def page() -> str:
    keys = ("houses", "beside", "counted", "replies", "settled", "checks", "replies_counted")
    parts = (
        houses(),
        rows_by_position(),
        rows_of_exact_losses(),
        best_replies(),
        where_it_settles(),
        checks(),
        replies_counted(),
    )
    numbers = {"many": f"{MANY:,}", "searched": f"{SEARCHED:,}", "checked": f"{CHECKED:,}"}
    filled = dict(zip(keys, lines(*parts), strict=True))
    return TEXT.format(**filled, **numbers, seed=SEED, checked_on=CHECKED_ON)


TEXT = """\
# Winner's Pot Poker for two to six

What the pot of Winner's Pot Poker costs depends on how everybody plays. [Two players](winners-pot.md) can be counted
exactly. This page simulates two to six at the default table: antes of $5, a bet of one ante and a double of two, a
commission of 10 percent, no jacks plus. `make pots` simulates it again and writes this page; the same seed gives
the same page. `pitboss simulate winners-pot-poker --seats 6 --strategy tight` does it for your table.

A *tight* player bets on a pair or better, and a *loose* one on jack high or better with three cards. Both then double,
whatever the fourth card is. At a *mixed* table every other seat is tight, from the first on. All figures are percent of
one ante, for one player and one round. After ± is half of the 99% interval. It is taken over rounds: the seats of one
round share a deck and are not independent of each other.

## What the house takes

{many} rounds from seed {seed} for each line. The house has the commission on pots that players win, and the pots, or
shares of them, that the dealer wins. Both together are what a player loses on average. The last column is the same as
a share of all the money that the players bet.

{houses}

## Tight beside loose

What one player loses at the mixed tables, to the house and to the other players together.

{beside}

## Two players, simulated and counted

The four lines are of the same cards, so their errors go together.

{counted}

## The best replies among thresholds

A threshold bets on a hand or better with three cards, and doubles on a hand or better with four: on everything, if
nothing else is named. Hands go in steps: by the highest card, then by the rank of a pair, then everything above a
pair. All others play the threshold on the left. What you do changes nothing about what they do, so {searched} rounds
show what each of your thresholds would have come to on the same cards, and the difference of two has a small error.
The next best costs more by so much. Where the interval reaches below zero, these rounds cannot tell the two apart.

{replies}
## Where it settles

All players give the best reply to what all of them did before, again and again, until nothing changes.

{settled}

The best of many on some cards may be so by luck. So each result is looked at again on {checked} rounds from seed
{checked_on}, on which nothing was searched: all play the threshold, and one of them moves a step away from it. Where
that costs something in both directions, the threshold is an equilibrium as far as single steps go. The last column has
every threshold whose cost has an interval that reaches zero or below: these rounds do not show whether it is worse.

{checks}

For two players the count says which threshold is best, among those that double on everything. The lines are of the
same cards here too.

{replies_counted}

What is not looked at: thresholds that go by kickers or suits, by open cards, by how many are still in, or by the seat;
and players who differ from each other. The equilibrium of two players by their ranks, kickers included, is on the
[page about two](winners-pot.md#the-best-replies).

## How it is simulated

Each round is dealt from one deck and played by tables in compiled code
(`games/winners_pot_poker/math/kernel/rounds.py`). The button moves from round to round. Tests compare the kernel with
the audited engine on the same cards: what every seat wins and what the house takes are equal to the cent, for one to
nine seats.
"""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
