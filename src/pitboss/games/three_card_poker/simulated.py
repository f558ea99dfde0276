"""Three Card Poker made ready to be simulated. The unit is a round; a seat's code is whether it played, its class of
hand and how that compares with the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.card_kinds import kind_of, named_in_order
from pitboss.counting.exact_model import remembered
from pitboss.counting.simulation_model import (
    DECK,
    Array,
    Chooser,
    Column,
    Feature,
    Line,
    Ready,
    Situations,
    Way,
    chosen,
    do_share,
    sharing,
    unable_to_share,
    whole_cents,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.three_card_poker import exact, kernel
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.strategy import STRATEGIES
from pitboss.games.three_card_poker.wagers import ANTE, PAIR_PLUS
from pitboss.law.rules import Rules
from pitboss.numeric.choices import every, number
from pitboss.numeric.draws import played_by, room
from pitboss.table.cards import RANK_OF, RANKS
from pitboss.table.table import DEALER, hand

CHOICES = (FOLD, MAKE_IT)


def by_rule(plays: Callable[[Sequence[str]], bool]) -> Chooser:
    """A rule for one hand, asked for each."""
    return lambda asked: np.array([plays([DECK[card] for card in hand]) for hand in asked.cards], np.uint8)


WAYS = {
    "optimal": Way("plays what gains by it; a hand that is level is folded"),
    "book": Way("plays queen-six-four or better, as the literature has it", by_rule(STRATEGIES["book"].plays)),
    "cautious": Way("plays what the dealer would play", by_rule(STRATEGIES["cautious"].plays)),
    "bold": Way("plays every hand", by_rule(STRATEGIES["bold"].plays)),
    "shared": Way("all seats show each other their cards before anybody decides, and play what gains by it", sharing),
}


class Hands:
    """Every hand of three cards under its number: its place in the order, its class, and what it meets."""

    def __init__(self, rules: Rules) -> None:
        order = exact.order(rules)
        named = [tuple(DECK[card] for card in hand) for hand in every(3)]
        kinds = [kind_of(hand) for hand in named]
        self.strength = np.array([order.at[kind] for kind in kinds], np.uint16)
        self.made = np.array([FROM_THE_LOWEST.index(order.made[kind]) for kind in kinds], np.uint8)
        self.dealer_plays = np.array([order.plays[kind] for kind in kinds], np.uint8)
        met = {mine: against for mine, _, _, against in order.hands}
        self.against = [met[named_in_order(hand)] for hand in named]


@remembered
def hands(rules: Rules) -> Hands:
    return Hands(rules)


def usual(rules: Rules, house: ThreeCardPokerHouse) -> dict[str, int]:
    return {ANTE: house.minimum}


def opening(bets: Mapping[str, int]) -> Mapping[str, int]:
    return bets


def decisions(rules: Rules, house: ThreeCardPokerHouse) -> Iterator[Situations]:
    made = hands(rules)
    ranks = np.sort(every(3) >> 2, axis=1)[:, ::-1].astype(np.int64) + RANK_OF[RANKS[0]]
    names = dict(RANK_OF)
    features = {
        "class": Feature(
            "what the hand is", made.made.astype(np.int64), {name: at for at, name in enumerate(FROM_THE_LOWEST)}
        ),
        "high": Feature("the rank of its highest card", ranks[:, 0], names),
        "middle": Feature("the rank of its middle card", ranks[:, 1], names),
        "low": Feature("the rank of its lowest card", ranks[:, 2], names),
    }
    yield Situations("play", CHOICES, every(3), np.zeros((len(every(3)), 0), np.uint8), features)


def plays(rules: Rules, house: ThreeCardPokerHouse, way: Chooser | None, bets: Mapping[str, int]) -> Array:
    """Whether each hand is played. A pair plus wager beside the ante is lost with a fold, so it has a say."""
    if way is None or way is sharing:
        paid, made = exact.nets(rules, house), hands(rules)
        gains = [
            bets[ANTE] * paid.gain(against, FROM_THE_LOWEST[at])
            + bets.get(PAIR_PLUS, 0) * exact.DEALERS * (paid.pair_plus[FROM_THE_LOWEST[at]] + paid.parts)
            for against, at in zip(made.against, made.made, strict=True)
        ]
        return np.array([gain > 0 for gain in gains], np.uint8)
    (asked,) = decisions(rules, house)
    return chosen(way, asked)


def ready(
    rules: Rules,
    house: ThreeCardPokerHouse,
    bets: Mapping[str, int],
    seats: int,
    ways: Sequence[Chooser | None],
) -> Ready:
    ante, pair_plus = bets.get(ANTE, 0), bets.get(PAIR_PLUS, 0)
    made = hands(rules)
    played = [plays(rules, house, way, bets) if ante else np.zeros(len(made.made), np.uint8) for way in ways]
    tables = kernel.Tables(made.strength, made.made, made.dealer_plays, np.stack(played))
    if do_share(ways) and ante:
        return shared(rules, house, bets, seats, tables)

    def play(seed: int, first: int, codes: Array) -> int:
        kernel.play_units(seed, first, tables, codes, *room(3 * seats + 3))
        return 0

    columns = tuple(Column(seat + 1, outcomes(ante), weights(made, played[seat])) for seat in range(seats))
    return Ready(
        columns,
        tuple(lines(rules, house, ante, pair_plus, seats)),
        play,
        tables,
        players=lambda: [Player(bets, each) for each in played],
        dealt=(
            *((hand(seat), card) for seat in range(1, seats + 1) for card in range(3)),
            *((DEALER, card) for card in range(3)),
        ),
        twin=lambda: kernel.twin(tables),
    )


def shared(
    rules: Rules, house: ThreeCardPokerHouse, bets: Mapping[str, int], seats: int, tables: kernel.Tables
) -> Ready:
    """Every hand that is left to the dealer is counted in each unit."""
    gains = gains_by_result(rules, house, bets)

    def play(cards: Array, codes: Array) -> None:
        kernel.share_dealt(cards, tables, gains, codes, kernel.room_to_share(seats))

    return Ready(
        tuple(Column(seat + 1, outcomes(bets[ANTE])) for seat in range(seats)),
        tuple(lines(rules, house, bets[ANTE], bets.get(PAIR_PLUS, 0), seats)),
        played_by(play, 3 * seats + 3),
        (tables, gains),
        players=unable_to_share,
        twin=lambda: kernel.twin(tables, gains),
        costly=256,
    )


def gains_by_result(rules: Rules, house: ThreeCardPokerHouse, bets: Mapping[str, int]) -> Array:
    """What playing a hand gains over folding it, against one hand of the dealer: by class and result."""
    paid = exact.nets(rules, house)
    return np.array(
        [
            [
                bets[ANTE] * (net + paid.parts) + bets.get(PAIR_PLUS, 0) * (paid.pair_plus[made] + paid.parts)
                for net in paid.played[made]
            ]
            for made in FROM_THE_LOWEST
        ],
        np.int64,
    )


@dataclass(frozen=True)
class Player:
    """The same at the table."""

    bets: Mapping[str, int]
    plays: Array

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        return CHOICES[self.plays[number(tuple(DECK.index(card) for card in view.hands[ask.position]))]]


def outcomes(ante: int) -> tuple[str, ...]:
    """What each code means."""
    folded = [f"folds {made}" if ante else made for made in FROM_THE_LOWEST]
    return (*folded, *(f"{end}, {made}" for made in FROM_THE_LOWEST for end in exact.ENDS))


def weights(made: Hands, played: Array) -> tuple[int, ...]:
    """In how many of all deals each code comes."""
    found = [0] * kernel.CODES
    for against, at, plays_it in zip(made.against, made.made.tolist(), played.tolist(), strict=True):
        if plays_it:
            for result, often in enumerate(against):
                found[kernel.PLAYED + at * kernel.RESULTS + result] += often
        else:
            found[kernel.FOLDED + at] += exact.DEALERS
    return tuple(found)


def lines(rules: Rules, house: ThreeCardPokerHouse, ante: int, pair_plus: int, seats: int) -> Iterator[Line]:
    """A player who folds loses a pair plus wager too (20.10(b)); one without an ante has no decision."""
    nets, folds = exact.nets(rules, house), range(kernel.CLASSES)
    played = [(made, result) for made in FROM_THE_LOWEST for result in range(kernel.RESULTS)]
    both: list[list[tuple[int, ...]]] = []
    if ante:
        net = [
            *(-ante for _ in folds),
            *(whole_cents(Fraction(nets.played[made][result] * ante, nets.parts)) for made, result in played),
        ]
        staked = [*(ante for _ in folds), *(2 * ante for _ in played)]
        both.append([tuple(net), tuple(staked)])
        yield Line("ante and play", exact.UNIT, ante, (both[0][0],) * seats, (both[0][1],) * seats)
    if pair_plus:
        by_class = {made: whole_cents(net * pair_plus) for made, net in exact.pair_plus_nets(house).items()}
        lost = [-pair_plus if ante else by_class[made] for made in FROM_THE_LOWEST]
        net = [*lost, *(by_class[made] for made, _ in played)]
        both.append([tuple(net), (pair_plus,) * kernel.CODES])
        yield Line("pair plus", "the wager", pair_plus, (both[-1][0],) * seats, (both[-1][1],) * seats)
    if len(both) == 2:
        all_net, all_staked = (tuple(map(sum, zip(*each, strict=True))) for each in zip(*both, strict=True))
        yield Line("ante, play and pair plus", exact.UNIT, ante, (all_net,) * seats, (all_staked,) * seats, "total")
