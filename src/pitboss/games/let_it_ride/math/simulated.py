"""Let It Ride as the simulation runs it. The unit is a round. The outcome code of a seat says how many bets are in
action, the class of its five cards and, with a three card bonus wager, the class of its three cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip
from msgspec.structs import replace

from pitboss.common.ranking import NOTHING, TEN
from pitboss.counting.card_kinds import Kind, kinds
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import (
    DECK,
    Array,
    Chooser,
    Column,
    Feature,
    Line,
    Ready,
    Role,
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
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.paytables import the_laws_tables
from pitboss.games.let_it_ride.law.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.law.ranking import LOW_PAIR, PAYING_PAIR, THREE_CARDS, three_card_class
from pitboss.games.let_it_ride.law.wagers import BASE, BET_1, BET_2, BONUS, BONUS_CHIP, THREE_CARD
from pitboss.games.let_it_ride.math import exact, kernel
from pitboss.games.let_it_ride.math.strategy import STRATEGIES
from pitboss.law.rules import Rules
from pitboss.numeric import hands
from pitboss.numeric.choices import all_sets, set_number
from pitboss.numeric.draws import play_dealt_cards, scratch
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.table import COMMUNITY, hand

CHOICES = (LET_IT_RIDE, WITHDRAW)
LOWEST = RANK_OF[RANKS[0]]
DECIDED = {"bet-1": BET_1, "bet-2": BET_2}  # the bets, by names that need no quotes in a file
FIVE = (NOTHING, LOW_PAIR, *reversed(the_laws_tables()["base"].lines))  # classes of five cards from the lowest
THREE = (NOTHING, *(hand_class.name for hand_class in reversed(THREE_CARDS["run"])))
NO_RUN = len(RANKS)
HELD = (NOTHING, LOW_PAIR, PAYING_PAIR, "two pair", "three-of-a-kind", "four-of-a-kind")


# --- kinds of cards


@cache
def kinds_of_sets(size: int) -> tuple[list[Kind], Array]:
    """Return the kinds of `size` cards and, for every set of that many cards, the index of its kind."""
    sets = all_sets(size).astype(np.int64)
    suited = ((sets & 3) == (sets[:, :1] & 3)).all(axis=1)
    ranks = np.sort(sets >> 2, axis=1)
    codes = suited.astype(np.int64)
    for column in range(size):
        codes = codes * len(RANKS) + ranks[:, column]
    _, first_sets, kind_indices = np.unique(codes, return_index=True, return_inverse=True)
    distinct = [Kind(tuple((ranks[index] + LOWEST).tolist()), bool(suited[index])) for index in first_sets]
    return distinct, kind_indices


def evaluate_all_sets(size: int, test: Callable[[Kind], bool]) -> Array:
    """Test every kind of `size` cards and return the result for every set of that many cards."""
    distinct, kind_indices = kinds_of_sets(size)
    return np.array([test(kind) for kind in distinct], np.uint8)[kind_indices]


@cache
def class_of_worth() -> Array:
    """Return the class of five cards, indexed by their worth, according to the game's own ranking."""
    every_kind = list(kinds(5))
    cards = np.array([[DECK.index(card) for card in kind.cards()] for kind in every_kind], np.uint8)
    worth, _ = hands.ranks(cards)
    classes = np.zeros(1 << 16, np.uint8)
    classes[worth] = [FIVE.index(exact.five_card_class_of(kind)) for kind in every_kind]
    return classes


# --- ways to play


def chooser_of(rides: Callable[[str, Sequence[str]], bool]) -> Chooser:
    """Make a chooser of a rule that decides on one holding at a time."""

    def choose(situations: Situations) -> Array:
        bet = DECIDED[situations.decision]
        return 1 - evaluate_all_sets(situations.cards.shape[1], lambda kind: rides(bet, kind.cards()))

    return choose


def every_situation() -> Iterator[Situations]:
    """Yield the situations of bet 1, with three cards, and of bet 2, with four cards without and with bet 1 in action.

    It does not matter which of the four cards is the community card.
    """
    for decision, size, bets in (("bet-1", 3, 1), ("bet-2", 4, 1), ("bet-2", 4, 2)):
        sets = all_sets(size)
        yield Situations(decision, CHOICES, sets, np.zeros((len(sets), 0), np.uint8), features(size, bets))


def features(size: int, bets: int) -> dict[str, Feature]:
    bets_ = np.full(len(all_sets(size)), bets)
    return {**holding_features(size), "bets": Feature("how many bets are in action without this one", bets_)}


@cache
def holding_features(size: int) -> dict[str, Feature]:
    sets = all_sets(size).astype(np.int64)
    ranks = np.sort(sets >> 2, axis=1) + LOWEST
    rank_counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)  # [set, card]: cards of its rank
    most, pairs = rank_counts.max(axis=1), (rank_counts == 2).sum(axis=1) // 2
    paired = np.where(rank_counts == 2, ranks, 0).max(axis=1)
    held = np.select(
        [most == 4, most == 3, pairs == 2, paired >= TEN, pairs == 1],
        [5, 4, 3, 2, 1],
        0,  # indices into HELD
    )
    low = np.sort(np.where(ranks == RANK_OF["A"], 1, ranks), axis=1)  # with the ace low
    suits = (sets[:, :, None] & 3 == np.arange(len(SUITS))).sum(axis=1)
    spread, low_spread = ranks[:, -1] - ranks[:, 0], low[:, -1] - low[:, 0]
    names = dict(RANK_OF)
    return {
        "class": Feature("what is held already", held, {name: index for index, name in enumerate(HELD)}),
        "pair": Feature("the rank of its pair, of the higher one of two; 0 for none", paired, names),
        "high": Feature("how many cards are ten or higher", (ranks >= TEN).sum(axis=1)),
        "suited": Feature("how many cards are of one suit, at the most", suits.max(axis=1)),
        "highest": Feature("the rank of the highest card", ranks[:, -1], names),
        "lowest": Feature("the rank of the lowest card", ranks[:, 0], names),
        "spread": Feature("the highest rank less the lowest, the ace counted high", spread),
        "gaps": Feature(
            f"how many ranks are missing between the cards, the ace high or low; {NO_RUN} with a pair",
            np.where(most == 1, np.minimum(spread, low_spread) - (size - 1), NO_RUN),
        ),
        "straights": Feature("how many straights hold all of its ranks; 0 with a pair", _straights(ranks, most)),
    }


def _straights(ranks: Array, most: Array) -> Array:
    counts = np.zeros(len(ranks), np.int64)
    for low in range(LOWEST, TEN + 1):
        counts += ((ranks >= low) & (ranks < low + 5)).all(axis=1)
    counts += ((ranks <= 5) | (ranks == RANK_OF["A"])).all(axis=1)
    return np.where(most == 1, counts, 0)


class RideTables:
    """A strategy as tables: whether bet 1 rides on three cards, and bet 2 on four, without bet 1 and with it."""

    def __init__(self, rules: Rules, house: LetItRideHouse, way: Chooser | None, bet: int) -> None:
        if way is None or way is share_cards:
            best = exact.Optimal(exact.pay(rules, house, bet))
            self.first = evaluate_all_sets(3, lambda held: best(BET_1, held, 1))
            without = evaluate_all_sets(4, lambda held: best(BET_2, held, 1))
            with_bet_1 = evaluate_all_sets(4, lambda held: best(BET_2, held, 2))
        else:
            self.first, without, with_bet_1 = (1 - ask_way(way, situations) for situations in every_situation())
        self.second = without | with_bet_1 << 1


# --- ready


def prepare_sharing_players(
    rules: Rules,
    house: LetItRideHouse,
    bets: Mapping[str, int],
    seats: int,
    tables: kernel.Tables,
    threes: Sequence[str],
) -> Ready:
    """Prepare a run in which all seats know each other's cards. Each unit counts all community cards left."""
    pay = exact.pay(rules, house, bets[BET_1])
    net = np.array([pay.net[five] for five in FIVE], np.int64)

    def play(cards: Array, codes: Array) -> None:
        kernel.share_dealt(cards, tables, net, codes, *kernel.room_to_share())

    return Ready(
        tuple(Column(seat + 1, outcomes(threes)) for seat in range(seats)),
        tuple(lines(rules, house, bets, threes, seats)),
        play_dealt_cards(play, 3 * seats + 2),
        (tables, net),
        players=refuse_sharing,
        twin=lambda: kernel.twin(tables, net),
        limit_cuts=cut(rules, house, bets[BET_1], threes, seats),
        relative_time=256,
    )


def three_classes(rules: Rules) -> Array:
    reading = rules.reads("ace-two-three")
    distinct, kind_indices = kinds_of_sets(3)
    return np.array([THREE.index(three_card_class(kind.cards(), reading)) for kind in distinct], np.uint8)[kind_indices]


@cache
def own_cards_of_four() -> Array:
    """Return the numbers of the three own cards in every set of four, with each card in turn as the community card."""
    sets = all_sets(4).astype(np.int64)
    numbers = []
    for board in range(4):
        low, middle, high = (sets[:, index] for index in range(4) if index != board)
        numbers.append(low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6)
    return np.stack(numbers)


@cache
def river_counts() -> Array:
    """Return how many fifth cards make each class, as [kind of four cards, class]."""
    counts_by_kind = [dict(exact.class_counts(kind)) for kind in kinds_of_sets(4)[0]]
    return np.array([[counts.get(five, 0) for five in FIVE] for counts in counts_by_kind], np.int64)


def weights(rides: RideTables, classes: Array, three_class_count: int) -> tuple[int, ...]:
    """Return, for each outcome code, the number of deals of a hand and two community cards with that outcome."""
    counts, kind_indices = river_counts(), kinds_of_sets(4)[1]
    deals = np.zeros(three_class_count * kernel.BETS * len(counts), np.int64)
    for three in own_cards_of_four():
        first = rides.first[three]
        bets = first + (rides.second >> first & 1)
        deals += np.bincount(
            (classes[three] * np.int64(kernel.BETS) + bets) * len(counts) + kind_indices, minlength=len(deals)
        )
    return tuple((deals.reshape(-1, len(counts)) @ counts).ravel().tolist())


@dataclass(frozen=True)
class Player:
    """A player at the table who plays as the kernel does."""

    bets: Mapping[str, int]
    rides: RideTables

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        up = [card for card in view.community if card != HIDDEN]
        hand_number = set_number(tuple(DECK.index(card) for card in (*view.hands[ask.position], *up)))
        if ask.subject == BET_1:
            return CHOICES[1 - self.rides.first[hand_number]]
        bet_1_rides = BET_1 in view.wagers[ask.position]
        return CHOICES[1 - (self.rides.second[hand_number] >> bet_1_rides & 1)]


# --- net results


def codes(threes: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return the meaning of each code: bets in action, class of five cards, class of three."""
    return [(bets, five, own) for own in threes for bets in range(1, kernel.BETS + 1) for five in FIVE]


def outcomes(threes: Sequence[str]) -> tuple[str, ...]:
    """Return the meaning of each outcome code in words."""
    return tuple(
        f"{exact.BETS[bets]}, {five}" + (f"; three cards: {own}" if own else "") for bets, five, own in codes(threes)
    )


def lines(
    rules: Rules, house: LetItRideHouse, bets: Mapping[str, int], threes: Sequence[str], seats: int
) -> Iterator[Line]:
    """Yield the lines of the report. A withdrawn bet is returned before settlement and does not count as wagered."""
    figures: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    bet, every_code = bets[BET_1], codes(threes)
    pay = exact.pay(rules, house, bet)
    figures["base"] = (
        tuple(
            whole_cents(Fraction(pay.net[five][bet_count - 1] * bet, pay.parts)) for bet_count, five, _ in every_code
        ),
        tuple(bet_count * bet for bet_count, _, _ in every_code),
    )
    yield _line("base", exact.UNIT, bet, figures["base"], seats)
    if bets.get(BONUS):
        nets = {five: whole_cents(exact.bonus_net(rules, house, five) * BONUS_CHIP) for five in FIVE}
        figures[BONUS] = tuple(nets[five] for _, five, _ in every_code), (BONUS_CHIP,) * len(every_code)
        yield _line(BONUS, "the one-dollar chip", BONUS_CHIP, figures[BONUS], seats)
    if stake := bets.get(THREE_CARD):
        nets = {own: whole_cents(exact.three_card_net(rules, house, own) * stake) for own in threes}
        figures[THREE_CARD] = tuple(nets[own] for _, _, own in every_code), (stake,) * len(every_code)
        yield _line(THREE_CARD, "the wager", stake, figures[THREE_CARD], seats)
    if len(figures) > 1:
        net, staked = (tuple(map(sum, zip(*column, strict=True))) for column in zip(*figures.values(), strict=True))
        *most, last = figures
        yield _line(f"{', '.join(most)} and {last}", exact.UNIT, bet, (net, staked), seats, "total")


def cut(
    rules: Rules, house: LetItRideHouse, bet: int, threes: Sequence[str], seats: int
) -> tuple[tuple[int, ...], ...]:
    """Return what the payout limit takes off each outcome (18.11(c))."""
    if house.payout_limit is None:
        return ()
    limited, unlimited = exact.pay(rules, house, bet), exact.pay(rules, replace(house, payout_limit=None), bet)
    reductions = [
        Fraction(unlimited.net[five][bet_count - 1], unlimited.parts)
        - Fraction(limited.net[five][bet_count - 1], limited.parts)
        for bet_count, five, _ in codes(threes)
    ]
    return (tuple(whole_cents(reduction * bet) for reduction in reductions),) * seats


def _line(
    name: str, unit: str, base: int, cents: tuple[tuple[int, ...], tuple[int, ...]], seats: int, role: Role = "wager"
) -> Line:
    return Line(name, unit, base, (cents[0],) * seats, (cents[1],) * seats, role)


class LetItRideSimulation(SimModel[LetItRideHouse]):
    """Rounds of players who decide twice, with three cards and with four."""

    WAYS: ClassVar = {
        "optimal": Way("lets a bet ride where that gains; where it makes no difference, the bet is withdrawn"),
        "book": Way("rides as the literature has it", chooser_of(STRATEGIES["book"].rides)),
        "cautious": Way("rides on hands that pay already, and only then", chooser_of(STRATEGIES["cautious"].rides)),
        "bold": Way("always rides", chooser_of(STRATEGIES["bold"].rides)),
        "shared": Way(
            "all seats show each other their cards before anybody decides, and ride where that gains", share_cards
        ),
    }

    def usual_bets(self, rules: Rules, house: LetItRideHouse) -> dict[str, int]:
        return dict.fromkeys(BASE, house.minimum)

    def decisions(self, rules: Rules, house: LetItRideHouse) -> Iterator[Situations]:
        return every_situation()

    def prepare(
        self, rules: Rules, house: LetItRideHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        base = {bets.get(spot, 0) for spot in BASE}
        if len(base) != 1 or not all(base):
            raise ImpossibleError(f"there are three equal bets (18.6(d)); bet the same on {', '.join(BASE)}")
        (bet,) = base
        classes = three_classes(rules) if bets.get(THREE_CARD) else np.zeros(len(all_sets(3)), np.uint8)
        tables_by_way = {way: RideTables(rules, house, way, bet) for way in dict.fromkeys(ways)}
        rides = [tables_by_way[way] for way in ways]
        tables = kernel.with_classes(
            np.stack([way_tables.first | classes << 1 for way_tables in rides]),
            np.stack([way_tables.second for way_tables in rides]),
            class_of_worth(),
        )
        threes = THREE if bets.get(THREE_CARD) else ("",)
        if players_share(ways):
            return prepare_sharing_players(rules, house, bets, seats, tables, threes)
        weights_by_way = {way: weights(way_tables, classes, len(threes)) for way, way_tables in tables_by_way.items()}

        def play(seed: int, first: int, codes: Array) -> int:
            kernel.play_units(seed, first, tables, codes, *scratch(3 * seats + 2), *kernel.room())
            return 0

        return Ready(
            tuple(Column(seat + 1, outcomes(threes), weights_by_way[way]) for seat, way in enumerate(ways)),
            tuple(lines(rules, house, bets, threes, seats)),
            play,
            tables,
            players=lambda: [Player(bets, way_tables) for way_tables in rides],
            card_places=(
                *((hand(seat), card) for seat in range(1, seats + 1) for card in range(3)),
                (COMMUNITY, 1),  # before it lies the one that is burned
                (COMMUNITY, 2),
            ),
            twin=lambda: kernel.twin(tables),
            limit_cuts=cut(rules, house, bet, threes, seats),
        )


MODEL = LetItRideSimulation()
