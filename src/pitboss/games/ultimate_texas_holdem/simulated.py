"""Ultimate Texas Hold 'Em made ready to be simulated. The unit is a round; a seat's code is where its play wager was
made or that it folded, its class of hand, how that compares with the dealer's, and whether the dealer has a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import (
    DECK,
    Array,
    Chooser,
    Column,
    Line,
    Ready,
    Role,
    Situations,
    Way,
    players_share,
    refuse_sharing,
    share_cards,
    whole_cents,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.ultimate_texas_holdem import exact, kernel, situations, strategy
from pitboss.games.ultimate_texas_holdem import sharing as table_of_sharing
from pitboss.games.ultimate_texas_holdem.exact import CLASSES, LOST, UNIT, Ended
from pitboss.games.ultimate_texas_holdem.hands import HAND
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.exposed_cards import worths
from pitboss.games.ultimate_texas_holdem.kernel.play import dealt_rounds, strategy_lookup
from pitboss.games.ultimate_texas_holdem.kernel.play import shared_cards as kernel_of_sharing
from pitboss.games.ultimate_texas_holdem.ranking import FIVE, Cards
from pitboss.games.ultimate_texas_holdem.situations import BEFORE, FLOP, TIMES, Plan
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, TRIPS
from pitboss.law.rules import Rules
from pitboss.numeric import hands
from pitboss.numeric.draws import play_dealt_cards
from pitboss.table.cards import RANK_OF
from pitboss.table.money import dollars
from pitboss.table.table import COMMUNITY, DEALER, hand

MAIN, ALL = "ante, blind and play", "ante, blind, play and trips"


# --- the simple ways, as `strategy.py` has them for one hand: the highest play wager, which is the first, or none


def by_the_book(asked: Situations) -> Array:
    if asked.decision == BEFORE:
        return hole_by_hole(strategy.by_the_book, asked)
    of = {name: feature.values for name, feature in asked.features.items()}
    if asked.decision == FLOP:
        twos = (of["pair"] == 1) & (of["low"] == RANK_OF["2"]) & (of["class"] == situations.CLASSES["pair"])
        plays = ((of["own"] == 1) & ~twos) | (of["flush_draw"] >= RANK_OF["T"])
    else:
        plays = (of["own"] == 1) | (of["outs"] < strategy.ENOUGH_OUTS)
    return np.asarray(plays, np.uint8)


def strong_hands_only(asked: Situations) -> Array:
    if asked.decision == BEFORE:
        return hole_by_hole(strategy.strong_hands_only, asked)
    return np.asarray(asked.features["own"].values, np.uint8)


def always(asked: Situations) -> Array:
    return np.ones(len(asked), np.uint8)


def hole_by_hole(plays: Callable[[Cards, Cards], bool], asked: Situations) -> Array:
    return np.array([plays(tuple(DECK[card] for card in hole), ()) for hole in asked.cards], np.uint8)


WAYS = {
    "optimal": Way("plays what is worth most; where two choices are level, the smaller wager"),
    "book": Way("counts outs: what the literature advises, by a few rules", by_the_book),
    "cautious": Way(
        "plays two cards from the ten up before the flop, later a pair or better of its own", strong_hands_only
    ),
    "bold": Way("plays 4x with every hand", always),
    "shared": Way(
        "all seats show each other their cards: from the flop on each deal is counted for all of them, before the flop "
        "a table says what each card in another hand does",
        share_cards,
    ),
}


def usual_bets(rules: Rules, house: UltimateHouse) -> dict[str, int]:
    return {ANTE: house.minimum}


def opening_bets(bets: Mapping[str, int]) -> dict[str, int]:
    """Whoever names the ante alone puts as much on the blind."""
    both = {ANTE: bets[ANTE], BLIND: bets[ANTE]} if ANTE in bets else {}
    return {**both, **bets}


def decisions(rules: Rules, house: UltimateHouse) -> Iterator[Situations]:
    return situations.decisions()


# --- everything a table


def prepare(
    rules: Rules, house: UltimateHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
) -> Ready:
    check(house, bets, seats, ways)
    if players_share(ways):
        return shared(rules, house, bets, seats)
    ways = [None if way is share_cards else way for way in ways]
    ante, trips = bets[ANTE], bets.get(TRIPS, 0)
    solution = exact.solved(rules, house, ante).solution
    plans = {way: situations.best(solution) if way is None else situations.planned(way) for way in dict.fromkeys(ways)}
    weights = {way: weighed(solution, None if way is None else plan) for way, plan in plans.items()}
    made = tabled([plans[way] for way in plans], [list(plans).index(way) for way in ways], solution.own)

    def play(seed: int, first: int, codes: Array) -> int:
        dealt_rounds.play_units(seed, first, codes, *made, dealt_rounds.new_room(seats))
        return 0

    columns = tuple(Column(seat + 1, OUTCOMES, weights[way]) for seat, way in enumerate(ways))
    return Ready(
        columns,
        tuple(lines(rules, house, ante, trips, seats)),
        play,
        made.ways,
        players=lambda: [Player(opening_bets(bets), plans[way]) for way in ways],
        card_places=(
            *((hand(seat), card) for seat in range(1, seats + 1) for card in range(HAND)),
            *((COMMUNITY, card) for card in range(FIVE)),
            *((DEALER, card) for card in range(HAND)),
        ),
        twin=lambda: dealt_rounds.twin(*made),
        limit_cuts=(cut(rules, house, ante, trips),) * seats,
    )


def shared(rules: Rules, house: UltimateHouse, bets: Mapping[str, int], seats: int) -> Ready:
    """Players who share what they see; `sharing` and `kernel/play/shared_cards.py` say how."""
    found = exact.solved(rules, house, bets[ANTE])
    made = tabled([situations.best(found.solution)], [0] * seats, found.solution.own)
    share = table_of_sharing.of_pay(found, bets[ANTE], seats)

    def play(cards: Array, codes: Array) -> None:
        desk, room = kernel_of_sharing.new_desk(seats), np.empty(seats, np.int64)
        kernel_of_sharing.share_dealt(cards, codes, made.find, made.worths, share, desk, room)

    return Ready(
        tuple(Column(seat + 1, OUTCOMES) for seat in range(seats)),
        tuple(lines(rules, house, bets[ANTE], bets.get(TRIPS, 0), seats)),
        play_dealt_cards(play, HAND * seats + FIVE + HAND),
        share,
        players=refuse_sharing,
        twin=lambda: dealt_rounds.twin(*made, table_of_sharing.tables(share)),
        limit_cuts=(cut(rules, house, bets[ANTE], bets.get(TRIPS, 0)),) * seats,
        relative_time=2**14,
    )


@dataclass(frozen=True)
class Player:
    """The same at the table."""

    bets: Mapping[str, int]
    plan: Plan

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        p, q = (exact.number_of(card) for card in view.hands[ask.position])
        board = [exact.number_of(card) for card in view.community if card != HIDDEN]
        return ask.choices[self.plan.choice((p, q), board)]


def check(house: UltimateHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]) -> None:
    if strange := bets.keys() - {ANTE, BLIND, TRIPS}:
        raise ImpossibleError(f"there is no bet on {sorted(strange)[0]}; bet on ante, blind and trips (32.6)")
    ante = bets.get(ANTE, 0)
    if not ante:
        raise ImpossibleError("without an ante you get no cards; bet an ante, and trips too if you like (32.1)")
    if bets.get(BLIND, ante) != ante:
        raise ImpossibleError(
            f"the blind is {dollars(bets[BLIND])} and the ante {dollars(ante)}; they have to be equal (32.1)"
        )
    if not 1 <= seats <= house.seats or len(ways) != seats:
        raise ImpossibleError(f"this table has {house.seats} betting positions; play 1 to {house.seats} (house:seats)")


class Tabled(NamedTuple):
    """What the kernel plays by."""

    find: strategy_lookup.Finder
    ways: dealt_rounds.Ways
    worths: dealt_rounds.Worths


def tabled(plans: Sequence[Plan], of_seat: Sequence[int], own: int) -> Tabled:
    ways = dealt_rounds.Ways(
        np.array(of_seat, np.int64),
        np.stack([plan.before[strategy_lookup.hole_numbers().ravel()] for plan in plans]),
        np.stack([bits(plan.flop, strategy_lookup.FLOP_LINE) for plan in plans]),
        np.stack(
            [
                np.concatenate(
                    [bits(plan.by_ranks, strategy_lookup.RANK_LINE), bits(plan.by_suit, strategy_lookup.SUIT_LINE)]
                )
                for plan in plans
            ]
        ),
    )
    none = np.zeros((0, 0), np.uint16)
    by_ranks, by_suit = (sorted_boards(own).worth, worths(own)) if own else (none, none)
    return Tabled(strategy_lookup.finder(), ways, dealt_rounds.Worths(hands.ranking_tables(7), by_ranks, by_suit, own))


def bits(table: Array, width: int) -> Array:
    """A table of yes and no, each line in so many bytes."""
    wide = np.zeros((len(table), 8 * width), np.uint8)
    wide[:, : table.shape[1]] = table
    return np.packbits(wide, axis=1, bitorder="little").ravel()


# --- what a code means, how often it comes and what it pays


def ends() -> list[Ended]:
    """By code."""
    played = [
        Ended(0, times, made, outcome, qualifies)
        for times in TIMES
        for made in range(len(CLASSES))
        for outcome in range(3)
        for qualifies in range(2)
    ]
    return [*played, *(Ended(0, 0, made, LOST, 0) for made in range(len(CLASSES)))]


def named(end: Ended) -> str:
    made = CLASSES[end.made]
    if not end.times:
        return f"folds {made}"
    dealer = "" if end.qualifies else ", dealer below a pair"
    return f"{end.times}x {('loses', 'ties', 'wins')[end.outcome]}, {made}{dealer}"


ENDS = ends()
OUTCOMES = tuple(map(named, ENDS))


def weighed(solution: kernel.Solution, plan: Plan | None) -> tuple[int, ...]:
    """In how many of all deals each code comes; without a plan, under optimal play."""
    found = dict.fromkeys((end[1:] for end in ENDS), 0)
    counted = exact.counted(solution) if plan is None else exact.ended(kernel.distribution(solution, plan.strategy()))
    for end in counted:
        found[end[1:]] += end.often
    return tuple(found.values())


def lines(rules: Rules, house: UltimateHouse, ante: int, trips: int, seats: int) -> Iterator[Line]:
    nets = exact.payments(rules, house, ante).nets
    net = [whole_cents(nets[end.times][end[2:]] if end.times else Fraction(-2 * ante)) for end in ENDS]
    staked = [(2 + end.times) * ante for end in ENDS]
    yield line(MAIN, UNIT, ante, net, staked, seats)
    if trips:
        more = [whole_cents(exact.trips_net(rules, house, ante, trips, end)) for end in ENDS]
        yield line(TRIPS, "the wager", trips, more, [trips] * len(ENDS), seats)
        both = [a + b for a, b in zip(net, more, strict=True)]
        yield line(ALL, UNIT, ante, both, [trips + each for each in staked], seats, "total")


def cut(rules: Rules, house: UltimateHouse, ante: int, trips: int) -> tuple[int, ...]:
    """What the payout limit takes (32.11(e))."""
    found = []
    for end in ENDS:
        due, staked = exact.due_in_all(rules, house, ante, trips, end)
        found.append(whole_cents(due - exact.within_the_limit(rules, house, due, staked)))
    return tuple(found)


def line(
    wager: str, unit: str, of: int, net: Sequence[int], staked: Sequence[int], seats: int, role: Role = "wager"
) -> Line:
    return Line(wager, unit, of, (tuple(net),) * seats, (tuple(staked),) * seats, role)
