"""Ultimate Texas Hold 'Em as the simulation runs it. The unit is a round. The outcome code of a seat says where its
play wager was made or that it folded, its class of hand, how that compares with the dealer's, and whether the dealer
has a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

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
    SimModel,
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
from pitboss.games.ultimate_texas_holdem.law.hands import HAND
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE, Cards
from pitboss.games.ultimate_texas_holdem.law.wagers import ANTE, BLIND, TRIPS
from pitboss.games.ultimate_texas_holdem.math import collusion as table_of_sharing
from pitboss.games.ultimate_texas_holdem.math import exact, kernel, situations, strategy
from pitboss.games.ultimate_texas_holdem.math.exact import CLASSES, LOST, UNIT, EndedDeals
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.exposed_cards import worths
from pitboss.games.ultimate_texas_holdem.math.kernel.play import dealt_rounds, strategy_lookup
from pitboss.games.ultimate_texas_holdem.math.kernel.play import shared_cards as kernel_of_sharing
from pitboss.games.ultimate_texas_holdem.math.situations import BEFORE, FLOP, TIMES, Plan
from pitboss.law.rules import Rules
from pitboss.numeric import hands
from pitboss.numeric.draws import play_dealt_cards
from pitboss.table.cards import RANK_OF
from pitboss.table.money import dollars
from pitboss.table.table import COMMUNITY, DEALER, hand

MAIN, ALL = "ante, blind and play", "ante, blind, play and trips"


# --- the simple strategies of `strategy.py`, for many hands: the highest play wager, which is the first, or none


def by_the_book(batch: Situations) -> Array:
    if batch.decision == BEFORE:
        return hole_by_hole(strategy.by_the_book, batch)
    values = {name: feature.values for name, feature in batch.features.items()}
    if batch.decision == FLOP:
        twos = (values["pair"] == 1) & (values["low"] == RANK_OF["2"]) & (values["class"] == situations.CLASSES["pair"])
        plays = ((values["own"] == 1) & ~twos) | (values["flush_draw"] >= RANK_OF["T"])
    else:
        plays = (values["own"] == 1) | (values["outs"] < strategy.ENOUGH_OUTS)
    return np.asarray(plays, np.uint8)


def strong_hands_only(batch: Situations) -> Array:
    if batch.decision == BEFORE:
        return hole_by_hole(strategy.strong_hands_only, batch)
    return np.asarray(batch.features["own"].values, np.uint8)


def always(batch: Situations) -> Array:
    return np.ones(len(batch), np.uint8)


def hole_by_hole(plays: Callable[[Cards, Cards], bool], batch: Situations) -> Array:
    return np.array([plays(tuple(DECK[card] for card in hole), ()) for hole in batch.cards], np.uint8)


# --- preparing a run


def prepare_sharing_players(rules: Rules, house: UltimateHouse, bets: Mapping[str, int], seats: int) -> Ready:
    """Prepare a run in which all seats know each other's cards.

    `collusion.py` has the tables for the decision before the flop; `kernel/play/shared_cards.py` counts the later ones.
    """
    solved = exact.solve(rules, house, bets[ANTE])
    inputs = kernel_inputs([situations.optimal_plan(solved.solution)], [0] * seats, solved.solution.own)
    share = table_of_sharing.sharing_tables(solved, bets[ANTE], seats)

    def play(cards: Array, codes: Array) -> None:
        desk, room = kernel_of_sharing.new_desk(seats), np.empty(seats, np.int64)
        kernel_of_sharing.share_dealt(cards, codes, inputs.find, inputs.worths, share, desk, room)

    return Ready(
        tuple(Column(seat + 1, OUTCOMES) for seat in range(seats)),
        tuple(lines(rules, house, bets[ANTE], bets.get(TRIPS, 0), seats)),
        play_dealt_cards(play, HAND * seats + FIVE + HAND),
        share,
        players=refuse_sharing,
        twin=lambda: dealt_rounds.twin(*inputs, table_of_sharing.twin_tables(share)),
        limit_cuts=(cut(rules, house, bets[ANTE], bets.get(TRIPS, 0)),) * seats,
        relative_time=2**14,
    )


@dataclass(frozen=True)
class Player:
    """A player at the table who plays as the kernel does."""

    bets: Mapping[str, int]
    plan: Plan

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        p, q = (exact.card_number(card) for card in view.hands[ask.position])
        board = [exact.card_number(card) for card in view.community if card != HIDDEN]
        return ask.choices[self.plan.choice((p, q), board)]


def check_bets(house: UltimateHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]) -> None:
    if unknown := bets.keys() - {ANTE, BLIND, TRIPS}:
        raise ImpossibleError(f"there is no bet on {sorted(unknown)[0]}; bet on ante, blind and trips (32.6)")
    ante = bets.get(ANTE, 0)
    if not ante:
        raise ImpossibleError("without an ante you get no cards; bet an ante, and trips too if you like (32.1)")
    if bets.get(BLIND, ante) != ante:
        raise ImpossibleError(
            f"the blind is {dollars(bets[BLIND])} and the ante {dollars(ante)}; they have to be equal (32.1)"
        )
    if not 1 <= seats <= house.seats or len(ways) != seats:
        raise ImpossibleError(f"this table has {house.seats} betting positions; play 1 to {house.seats} (house:seats)")


class KernelInputs(NamedTuple):
    """The tables that the kernel plays by."""

    find: strategy_lookup.Finder
    ways: dealt_rounds.Ways
    worths: dealt_rounds.Worths


def kernel_inputs(plans: Sequence[Plan], plan_of_seat: Sequence[int], own: int) -> KernelInputs:
    ways = dealt_rounds.Ways(
        np.array(plan_of_seat, np.int64),
        np.stack([plan.before[strategy_lookup.hole_numbers().ravel()] for plan in plans]),
        np.stack([pack_rows(plan.flop, strategy_lookup.FLOP_LINE) for plan in plans]),
        np.stack(
            [
                np.concatenate(
                    [
                        pack_rows(plan.by_ranks, strategy_lookup.RANK_LINE),
                        pack_rows(plan.by_suit, strategy_lookup.SUIT_LINE),
                    ]
                )
                for plan in plans
            ]
        ),
    )
    none = np.zeros((0, 0), np.uint16)
    by_ranks, by_suit = (sorted_boards(own).worth, worths(own)) if own else (none, none)
    return KernelInputs(
        strategy_lookup.finder(), ways, dealt_rounds.Worths(hands.ranking_tables(7), by_ranks, by_suit, own)
    )


def pack_rows(table: Array, width: int) -> Array:
    """Pack a table of booleans, each row into `width` bytes."""
    padded = np.zeros((len(table), 8 * width), np.uint8)
    padded[:, : table.shape[1]] = table
    return np.packbits(padded, axis=1, bitorder="little").ravel()


# --- meaning, frequency and payment of each code


def ends_by_code() -> list[EndedDeals]:
    """Return the end of a round that each code means."""
    played = [
        EndedDeals(0, times, class_index, outcome, qualifies)
        for times in TIMES
        for class_index in range(len(CLASSES))
        for outcome in range(3)
        for qualifies in range(2)
    ]
    return [*played, *(EndedDeals(0, 0, class_index, LOST, 0) for class_index in range(len(CLASSES)))]


def end_in_words(end: EndedDeals) -> str:
    class_name = CLASSES[end.made]
    if not end.times:
        return f"folds {class_name}"
    dealer = "" if end.qualifies else ", dealer below a pair"
    return f"{end.times}x {('loses', 'ties', 'wins')[end.outcome]}, {class_name}{dealer}"


ENDS = ends_by_code()
OUTCOMES = tuple(map(end_in_words, ENDS))


def weights(solution: kernel.Solution, plan: Plan | None) -> tuple[int, ...]:
    """Return, for each code, the number of deals with that end; without a plan, under optimal play."""
    deals = dict.fromkeys((end[1:] for end in ENDS), 0)
    ends = (
        exact.ends_of_optimal_play(solution)
        if plan is None
        else exact.round_ends(kernel.distribution(solution, plan.strategy()))
    )
    for end in ends:
        deals[end[1:]] += end.often
    return tuple(deals.values())


def lines(rules: Rules, house: UltimateHouse, ante: int, trips: int, seats: int) -> Iterator[Line]:
    nets = exact.payments(rules, house, ante).nets
    net = [whole_cents(nets[end.times][end[2:]] if end.times else Fraction(-2 * ante)) for end in ENDS]
    staked = [(2 + end.times) * ante for end in ENDS]
    yield line(MAIN, UNIT, ante, net, staked, seats)
    if trips:
        trips_nets = [whole_cents(exact.trips_net(rules, house, ante, trips, end)) for end in ENDS]
        yield line(TRIPS, "the wager", trips, trips_nets, [trips] * len(ENDS), seats)
        total_nets = [a + b for a, b in zip(net, trips_nets, strict=True)]
        yield line(ALL, UNIT, ante, total_nets, [trips + stake for stake in staked], seats, "total")


def cut(rules: Rules, house: UltimateHouse, ante: int, trips: int) -> tuple[int, ...]:
    """Return, for each way in which a round can end, the cents that the payout limit takes off the payment
    (32.11(e)).
    """
    reductions = []
    for end in ENDS:
        due, staked = exact.total_due(rules, house, ante, trips, end)
        reductions.append(whole_cents(due - exact.limit_payment(rules, house, due, staked)))
    return tuple(reductions)


def line(
    wager: str, unit: str, base: int, net: Sequence[int], staked: Sequence[int], seats: int, role: Role = "wager"
) -> Line:
    return Line(wager, unit, base, (tuple(net),) * seats, (tuple(staked),) * seats, role)


class UltimateTexasHoldemSimulation(SimModel[UltimateHouse]):
    """Rounds of players who raise before the flop, after it, at the river, or fold."""

    WAYS: ClassVar = {
        "optimal": Way("plays what is worth most; where two choices are level, the smaller wager"),
        "book": Way("counts outs: what the literature advises, by a few rules", by_the_book),
        "cautious": Way(
            "plays two cards from the ten up before the flop, later a pair or better of its own", strong_hands_only
        ),
        "bold": Way("plays 4x with every hand", always),
        "shared": Way(
            "all seats show each other their cards: from the flop on each deal is counted for all of them, before the "
            "flop a table says what each card in another hand does",
            share_cards,
        ),
    }

    def usual_bets(self, rules: Rules, house: UltimateHouse) -> dict[str, int]:
        return {ANTE: house.minimum}

    def opening_bets(self, bets: Mapping[str, int]) -> dict[str, int]:
        """Return the opening bets. If only the ante is named, the blind is as much."""
        both = {ANTE: bets[ANTE], BLIND: bets[ANTE]} if ANTE in bets else {}
        return {**both, **bets}

    def decisions(self, rules: Rules, house: UltimateHouse) -> Iterator[Situations]:
        return situations.decisions()

    def prepare(
        self, rules: Rules, house: UltimateHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        check_bets(house, bets, seats, ways)
        if players_share(ways):
            return prepare_sharing_players(rules, house, bets, seats)
        ways = [None if way is share_cards else way for way in ways]
        ante, trips = bets[ANTE], bets.get(TRIPS, 0)
        solution = exact.solve(rules, house, ante).solution
        plans = {
            way: situations.optimal_plan(solution) if way is None else situations.make_plan(way)
            for way in dict.fromkeys(ways)
        }
        weights_by_way = {way: weights(solution, None if way is None else plan) for way, plan in plans.items()}
        inputs = kernel_inputs([plans[way] for way in plans], [list(plans).index(way) for way in ways], solution.own)

        def play(seed: int, first: int, codes: Array) -> int:
            dealt_rounds.play_units(seed, first, codes, *inputs, dealt_rounds.new_room(seats))
            return 0

        columns = tuple(Column(seat + 1, OUTCOMES, weights_by_way[way]) for seat, way in enumerate(ways))
        return Ready(
            columns,
            tuple(lines(rules, house, ante, trips, seats)),
            play,
            inputs.ways,
            players=lambda: [Player(self.opening_bets(bets), plans[way]) for way in ways],
            card_places=(
                *((hand(seat), card) for seat in range(1, seats + 1) for card in range(HAND)),
                *((COMMUNITY, card) for card in range(FIVE)),
                *((DEALER, card) for card in range(HAND)),
            ),
            twin=lambda: dealt_rounds.twin(*inputs),
            limit_cuts=(cut(rules, house, ante, trips),) * seats,
        )


MODEL = UltimateTexasHoldemSimulation()
