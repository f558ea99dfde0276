"""The same cards and decisions at the audited table and in the simulating kernel: each seat wins the same, to the cent.

The rounds cover every cell of a grid: number of seats, trips and its pay table, whether the payout limit cuts, and how
a hand is read. Within a cell, other readings, bets, strategies and dealing methods change from round to round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, Scene
from pitboss.counting.simulation_model import Situations
from pitboss.engine.inputs import Answer
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import MOST_SEATS, BetterPay, UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.paytables import LETTERS
from pitboss.games.ultimate_texas_holdem.math import exact, simulated, situations
from pitboss.games.ultimate_texas_holdem.math.kernel.play import dealt_rounds
from pitboss.games.ultimate_texas_holdem.math.strategy import STRATEGIES
from pitboss.table.cards import RANKS, SUITS
from pitboss.table.money import Money
from pitboss.table.steps import PlaceWager

CARDS = [rank + suit for rank in RANKS for suit in SUITS]  # by number
GRID = list(product(range(1, MOST_SEATS + 1), ("", *LETTERS), (False, True), ("any-five", "two-and-three")))
DEALING: tuple[dict[str, Any], ...] = ({}, BY_HAND, AUTOMATED)
OTHER_READINGS = {
    "odd-chip": ("exact", "up", "down"),
    "limit-counts": ("winnings", "with-stakes"),
    "most-a-patron-wins": ("with-play", "initial-wagers"),
    "folded-trips": ("at-the-end", "in-turn"),
}
BETTER = BetterPay(trips={"full house": "9 to 1", "royal flush": "100 to 1"})
HIGH: dict[str, Any] = {"minimum": Money(10_000), "trips_minimum": Money(10_000)}  # so that the limit is above $50,000
Decide = Callable[[tuple[int, int], Sequence[int]], int]  # own cards and the board: the number of a choice


class Full(Scene):
    """A table with the largest number of positions."""

    def elections(self, hands: Mapping[int, str]) -> dict[str, Any]:
        return {"seats": MOST_SEATS}


@dataclass(frozen=True)
class Playing:
    """A strategy in two forms: as the kernel has it, and deciding one situation at a time."""

    name: str
    plan: situations.Plan
    decide: Decide


def any_choice(asked: Situations) -> np.ndarray[Any, Any]:
    """Return every choice everywhere, by a number mixed from the cards, so that 3x and foolish folds occur too."""
    mixed = np.zeros(len(asked), np.uint64)
    for column in (*np.sort(asked.cards, axis=1).T, *np.sort(asked.board, axis=1).T):
        mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(len(asked.choices))).astype(np.int64)


def decisions_of(name: str) -> Decide:
    """Return the decisions of companions at a table: the highest play wager, or none."""
    plays = STRATEGIES[name].plays
    return lambda own, board: int(plays(tuple(CARDS[card] for card in own), tuple(CARDS[card] for card in board)))


@cache
def playing_of(name: str) -> Playing:
    if name == "any":
        plan = situations.make_plan(any_choice)
        return Playing(name, plan, plan.choice)
    choose = simulated.MODEL.WAYS[name].choose
    assert choose is not None
    return Playing(name, situations.make_plan(choose), decisions_of(name))


@cache
def optimal(limited: bool, own: str) -> Playing:
    """Return optimal play for a bet that the limit cuts or does not, and for a way to read a hand."""
    house, ante = (UltimateHouse(maximum=Money(5_000_000)), 2_000_000) if limited else (UltimateHouse(), 500)
    plan = situations.optimal_plan(exact.solve(GAME.rules({"hand-of-seven": own}), house, ante).solution)
    return Playing(f"optimal, {'limited' if limited else 'not limited'}", plan, plan.choice)


def cards_of(chance: Random, seats: int) -> list[int]:
    """Return random cards, or cards with the best hand at one seat so that rare hands occur too."""
    deck = chance.sample(range(52), 52)
    if chance.random() < 0.4:
        suit, low = chance.randrange(4), chance.choice((-1, 8, 8, *range(9)))
        run = [4 * (rank % 13) + suit for rank in range(low, low + 5)]  # the ace is below the deuce too
        if chance.random() < 0.5:  # or four or three of a kind
            run = [4 * low % 52 + each for each in range(4)] + deck[:1]
        run = list(dict.fromkeys(run))
        seat, chosen = chance.randrange(seats), chance.sample(run, len(run))
        rest = [card for card in deck if card not in chosen]
        where = [2 * seat, 2 * seat + 1, *(2 * seats + at for at in chance.sample(range(5), 5))]
        dealt = dict(zip(where, chosen, strict=False))
        deck = [dealt[at] if at in dealt else rest.pop() for at in range(2 * seats + 7)]
    return deck[: 2 * seats + 7]


Won = list[tuple[int, int]]


def play_round(cell: int, chance: Random) -> tuple[Won, Won, list[int], dict[str, object]]:
    """Play a round at the table and by the kernel; return what every seat nets and stakes, the codes, and a
    description."""
    seats, letter, limited, own = GRID[cell]
    readings = {"hand-of-seven": own, **{name: chance.choice(choices) for name, choices in OTHER_READINGS.items()}}
    elected: dict[str, Any] = {"trips": letter or "A", **chance.choice(DEALING)}
    if chance.random() < 0.2 and letter:
        elected["pay"] = BETTER
    ante = chance.choice((500, 600, 1_500, 50_000))
    if limited:
        elected |= {"maximum": Money(5_000_000), "trips_maximum": Money(1_000_000)}
        elected |= chance.choice(({}, HIGH))
        ante = chance.choice((2_000_000, 5_000_000, 900_000))
    trips = chance.choice((10_000, 1_000_000) if limited else (500, 700, 1_000, 10_000)) if letter else 0
    ways = [
        optimal(limited, own) if name == "optimal" else playing_of(name)
        for name in chance.choices(("optimal", "book", "cautious", "bold", "any"), k=seats)
    ]
    cards = cards_of(chance, seats)
    where = sorted(chance.sample(range(1, MOST_SEATS + 1), seats))
    table = results_at_the_table(cards, dict(zip(where, ways, strict=True)), readings, elected, ante, trips)
    code = codes_by_kernel(np.array([cards], np.uint8).T, ways, own)[:, 0]
    (net,), (staked,) = payments_by_code(
        tuple(readings.items()), elected["trips"], "pay" in elected, "minimum" in elected, ante, trips
    )
    kernel = [(net[code[seat]], staked[code[seat]]) for seat in range(seats)]
    told = {"cell": GRID[cell], "cards": cards, "ante": ante, "trips": trips, "readings": readings}
    return table, kernel, code.tolist(), {**told, "elected": elected, "ways": [way.name for way in ways]}


Cents = tuple[tuple[int, ...], ...]


@cache
def payments_by_code(
    readings: Any, letter: Any, better: bool, high: bool, ante: int, trips: int
) -> tuple[Cents, Cents]:
    """Return what every code nets and stakes on all wagers together."""
    house = UltimateHouse.usual(trips=letter, pay=BETTER if better else BetterPay(), **HIGH if high else {})
    *_, line = simulated.lines(GAME.rules(dict(readings)), house, ante, trips, 1)
    return line.net, line.staked


@cache
def all_plans(own: str) -> tuple[list[str], simulated.KernelInputs]:
    """Return every strategy in the kernel's tables. Its number is its place among the names."""
    ways = [
        *(optimal(limited, own) for limited in (False, True)),
        *map(playing_of, ("book", "cautious", "bold", "any")),
    ]
    made = simulated.kernel_inputs([way.plan for way in ways], [0], 2 if own == "two-and-three" else 0)
    return [way.name for way in ways], made


def codes_by_kernel(cards: np.ndarray[Any, Any], ways: Sequence[Playing], own: str) -> np.ndarray[Any, Any]:
    """Return the codes, as [seat, unit]."""
    names, made = all_plans(own)
    of_seat = np.array([names.index(way.name) for way in ways], np.int64)
    codes = np.zeros((len(ways), cards.shape[1]), np.uint16)
    tables = made._replace(ways=made.ways._replace(of_seat=of_seat))
    dealt_rounds.play_dealt(np.ascontiguousarray(cards), codes, *tables)
    return codes


def results_at_the_table(
    cards: Sequence[int],
    ways: dict[int, Playing],
    readings: dict[str, str],
    elected: dict[str, Any],
    ante: int,
    trips: int,
) -> list[tuple[int, int]]:
    """Return, by position, what the ledger says was won and what was placed."""
    seats = len(ways)
    names = [CARDS[card] for card in cards]
    hands = {position: " ".join(names[2 * at : 2 * at + 2]) for at, position in enumerate(ways)}
    scene = Full(hands, " ".join(names[-2:]), " ".join(names[-7:-2]), readings=readings, **elected)
    scene.deal(ante, dict.fromkeys(ways, trips) if trips else None)
    order = list(ways)
    while (asked := scene.driver.question) is not None:
        at = order.index(asked.position)
        board = tuple(cards[2 * seats : 2 * seats + len(scene.t.faces("community"))])
        own = cards[2 * at], cards[2 * at + 1]
        scene.give(Answer(asked.seat, asked.choices[ways[asked.position].decide(own, board)], asked.position))
    assert scene.driver.done
    placed: Counter[int] = Counter()
    for step in scene.steps(PlaceWager):
        placed[step.position] += step.cents
    return [(scene.net(position), placed[position]) for position in order]


def equal_rounds(cell: int, units: int, seed: int) -> set[int]:
    """Compare rounds of a cell; return the codes that came. Raises AssertionError for the first round that differs."""
    chance, seen = Random(f"{seed} {cell}"), set[int]()
    for number in range(units):
        table, kernel, codes, told = play_round(cell, chance)
        assert table == kernel, f"round {number} of seed {seed}: {table} at the table, {kernel} by the kernel; {told}"
        seen.update(codes)
    return seen
