"""Three Card Poker as the simulation runs it. The unit is a round. The outcome code of a seat says whether it played,
its class of hand, and how that hand compares with the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.card_kinds import kind_of, normalize_suits
from pitboss.counting.exact_model import cache_by_readings
from pitboss.counting.simulation_model import (
    DECK,
    Array,
    Chooser,
    Column,
    Feature,
    Line,
    Ready,
    SimModel,
    Situations,
    Way,
    ask_way,
    players_share,
    refuse_sharing,
    share_cards,
    whole_cents,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.law.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.law.wagers import ANTE, PAIR_PLUS
from pitboss.games.three_card_poker.math import exact, kernel
from pitboss.games.three_card_poker.math.strategy import STRATEGIES
from pitboss.law.rules import Rules
from pitboss.numeric.choices import all_sets, set_number
from pitboss.numeric.draws import play_dealt_cards, scratch
from pitboss.table.cards import RANK_OF, RANKS
from pitboss.table.table import DEALER, hand

CHOICES = (FOLD, MAKE_IT)


def chooser_of(plays: Callable[[Sequence[str]], bool]) -> Chooser:
    """Make a chooser of a rule that decides on one hand at a time."""
    return lambda situations: np.array([plays([DECK[card] for card in hand]) for hand in situations.cards], np.uint8)


class Hands:
    """All hands of three cards by number: rank in the order, class, and counts of the dealer's hands."""

    def __init__(self, rules: Rules) -> None:
        ranking = exact.dealer_ranking(rules)
        hands = [tuple(DECK[card] for card in hand) for hand in all_sets(3)]
        kinds = [kind_of(hand) for hand in hands]
        self.strength = np.array([ranking.strength_index[kind] for kind in kinds], np.uint16)
        self.class_index = np.array([FROM_THE_LOWEST.index(ranking.hand_class[kind]) for kind in kinds], np.uint8)
        self.dealer_plays = np.array([ranking.plays[kind] for kind in kinds], np.uint8)
        counts = {cards: against for cards, _, _, against in ranking.hands}
        self.against = [counts[normalize_suits(hand)] for hand in hands]


@cache_by_readings
def hands(rules: Rules) -> Hands:
    return Hands(rules)


def every_hand(rules: Rules) -> Situations:
    all_hands = hands(rules)
    ranks = np.sort(all_sets(3) >> 2, axis=1)[:, ::-1].astype(np.int64) + RANK_OF[RANKS[0]]
    names = dict(RANK_OF)
    features = {
        "class": Feature(
            "what the hand is",
            all_hands.class_index.astype(np.int64),
            {name: index for index, name in enumerate(FROM_THE_LOWEST)},
        ),
        "high": Feature("the rank of its highest card", ranks[:, 0], names),
        "middle": Feature("the rank of its middle card", ranks[:, 1], names),
        "low": Feature("the rank of its lowest card", ranks[:, 2], names),
    }
    return Situations("play", CHOICES, all_sets(3), np.zeros((len(all_sets(3)), 0), np.uint8), features)


def plays(rules: Rules, house: ThreeCardPokerHouse, way: Chooser | None, bets: Mapping[str, int]) -> Array:
    """Return, for every hand, whether it is played. A fold also loses a pair plus wager, so that wager counts too."""
    if way is None or way is share_cards:
        net_results, all_hands = exact.nets(rules, house), hands(rules)
        gains = [
            bets[ANTE] * net_results.gain(against, FROM_THE_LOWEST[class_index])
            + bets.get(PAIR_PLUS, 0)
            * exact.DEALERS
            * (net_results.pair_plus[FROM_THE_LOWEST[class_index]] + net_results.parts)
            for against, class_index in zip(all_hands.against, all_hands.class_index, strict=True)
        ]
        return np.array([gain > 0 for gain in gains], np.uint8)
    return ask_way(way, every_hand(rules))


def prepare_sharing_players(
    rules: Rules, house: ThreeCardPokerHouse, bets: Mapping[str, int], seats: int, tables: kernel.Tables
) -> Ready:
    """Prepare a run in which all seats know each other's cards. Each unit counts all hands left to the dealer."""
    gains = gains_by_result(rules, house, bets)

    def play(cards: Array, codes: Array) -> None:
        kernel.share_dealt(cards, tables, gains, codes, kernel.room_to_share(seats))

    return Ready(
        tuple(Column(seat + 1, outcomes(bets[ANTE])) for seat in range(seats)),
        tuple(lines(rules, house, bets[ANTE], bets.get(PAIR_PLUS, 0), seats)),
        play_dealt_cards(play, 3 * seats + 3),
        (tables, gains),
        players=refuse_sharing,
        twin=lambda: kernel.twin(tables, gains),
        relative_time=256,
    )


def gains_by_result(rules: Rules, house: ThreeCardPokerHouse, bets: Mapping[str, int]) -> Array:
    """Return what playing a hand gains over folding it against one hand of the dealer, as [class, result]."""
    net_results = exact.nets(rules, house)
    return np.array(
        [
            [
                bets[ANTE] * (net + net_results.parts)
                + bets.get(PAIR_PLUS, 0) * (net_results.pair_plus[class_name] + net_results.parts)
                for net in net_results.played[class_name]
            ]
            for class_name in FROM_THE_LOWEST
        ],
        np.int64,
    )


@dataclass(frozen=True)
class Player:
    """A player at the table who plays as the kernel does."""

    bets: Mapping[str, int]
    plays: Array

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        return CHOICES[self.plays[set_number(tuple(DECK.index(card) for card in view.hands[ask.position]))]]


def outcomes(ante: int) -> tuple[str, ...]:
    """Return the meaning of each outcome code."""
    folded = [f"folds {class_name}" if ante else class_name for class_name in FROM_THE_LOWEST]
    return (*folded, *(f"{result}, {class_name}" for class_name in FROM_THE_LOWEST for result in exact.ENDS))


def weights(hands: Hands, played: Array) -> tuple[int, ...]:
    """Return, for each outcome code, the number of deals with that outcome."""
    deals = [0] * kernel.CODES
    for against, class_index, plays_it in zip(hands.against, hands.class_index.tolist(), played.tolist(), strict=True):
        if plays_it:
            for result, count in enumerate(against):
                deals[kernel.PLAYED + class_index * kernel.RESULTS + result] += count
        else:
            deals[kernel.FOLDED + class_index] += exact.DEALERS
    return tuple(deals)


def lines(rules: Rules, house: ThreeCardPokerHouse, ante: int, pair_plus: int, seats: int) -> Iterator[Line]:
    """Yield the lines of the report. A fold loses pair plus too (20.10(b)); without an ante there is no decision."""
    nets, folds = exact.nets(rules, house), range(kernel.CLASSES)
    played = [(class_name, result) for class_name in FROM_THE_LOWEST for result in range(kernel.RESULTS)]
    totals: list[list[tuple[int, ...]]] = []
    if ante:
        net = [
            *(-ante for _ in folds),
            *(
                whole_cents(Fraction(nets.played[class_name][result] * ante, nets.parts))
                for class_name, result in played
            ),
        ]
        staked = [*(ante for _ in folds), *(2 * ante for _ in played)]
        totals.append([tuple(net), tuple(staked)])
        yield Line("ante and play", exact.UNIT, ante, (totals[0][0],) * seats, (totals[0][1],) * seats)
    if pair_plus:
        by_class = {class_name: whole_cents(net * pair_plus) for class_name, net in exact.pair_plus_nets(house).items()}
        lost = [-pair_plus if ante else by_class[class_name] for class_name in FROM_THE_LOWEST]
        net = [*lost, *(by_class[class_name] for class_name, _ in played)]
        totals.append([tuple(net), (pair_plus,) * kernel.CODES])
        yield Line("pair plus", "the wager", pair_plus, (totals[-1][0],) * seats, (totals[-1][1],) * seats)
    if len(totals) == 2:
        all_net, all_staked = (tuple(map(sum, zip(*column, strict=True))) for column in zip(*totals, strict=True))
        yield Line("ante, play and pair plus", exact.UNIT, ante, (all_net,) * seats, (all_staked,) * seats, "total")


class ThreeCardPokerSimulation(SimModel[ThreeCardPokerHouse]):
    """Rounds of a player who decides once, with three cards."""

    WAYS: ClassVar = {
        "optimal": Way("plays what gains by it; a hand that is level is folded"),
        "book": Way("plays queen-six-four or better, as the literature has it", chooser_of(STRATEGIES["book"].plays)),
        "cautious": Way("plays what the dealer would play", chooser_of(STRATEGIES["cautious"].plays)),
        "bold": Way("plays every hand", chooser_of(STRATEGIES["bold"].plays)),
        "shared": Way(
            "all seats show each other their cards before anybody decides, and play what gains by it", share_cards
        ),
    }

    def usual_bets(self, rules: Rules, house: ThreeCardPokerHouse) -> dict[str, int]:
        return {ANTE: house.minimum}

    def decisions(self, rules: Rules, house: ThreeCardPokerHouse) -> Iterator[Situations]:
        yield every_hand(rules)

    def prepare(
        self,
        rules: Rules,
        house: ThreeCardPokerHouse,
        bets: Mapping[str, int],
        seats: int,
        ways: Sequence[Chooser | None],
    ) -> Ready:
        ante, pair_plus = bets.get(ANTE, 0), bets.get(PAIR_PLUS, 0)
        all_hands = hands(rules)
        played = [
            plays(rules, house, way, bets) if ante else np.zeros(len(all_hands.class_index), np.uint8) for way in ways
        ]
        tables = kernel.Tables(all_hands.strength, all_hands.class_index, all_hands.dealer_plays, np.stack(played))
        if players_share(ways) and ante:
            return prepare_sharing_players(rules, house, bets, seats, tables)

        def play(seed: int, first: int, codes: Array) -> int:
            kernel.play_units(seed, first, tables, codes, *scratch(3 * seats + 3))
            return 0

        columns = tuple(Column(seat + 1, outcomes(ante), weights(all_hands, played[seat])) for seat in range(seats))
        return Ready(
            columns,
            tuple(lines(rules, house, ante, pair_plus, seats)),
            play,
            tables,
            players=lambda: [Player(bets, choices) for choices in played],
            card_places=(
                *((hand(seat), card) for seat in range(1, seats + 1) for card in range(3)),
                *((DEALER, card) for card in range(3)),
            ),
            twin=lambda: kernel.twin(tables),
        )


MODEL = ThreeCardPokerSimulation()
