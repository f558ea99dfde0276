"""Let It Ride made ready to be simulated. The unit is a round; a seat's code is how many bets are in action, what the
five cards are and, with a three card bonus wager, what the three are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

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
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.let_it_ride import exact, kernel
from pitboss.games.let_it_ride.house import LetItRideHouse, the_laws_tables
from pitboss.games.let_it_ride.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.ranking import LOW_PAIR, PAYING_PAIR, THREE_CARDS, three_card_class
from pitboss.games.let_it_ride.strategy import STRATEGIES
from pitboss.games.let_it_ride.wagers import BASE, BET_1, BET_2, BONUS, BONUS_CHIP, THREE_CARD
from pitboss.law.rules import Rules
from pitboss.numeric import hands
from pitboss.numeric.choices import every, number
from pitboss.numeric.draws import played_by, room
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.table import COMMUNITY, hand

CHOICES = (LET_IT_RIDE, WITHDRAW)
LOWEST = RANK_OF[RANKS[0]]
DECIDED = {"bet-1": BET_1, "bet-2": BET_2}  # what is decided, by a name that needs no quotes in a file
FIVE = (NOTHING, LOW_PAIR, *reversed(the_laws_tables()["base"].lines))  # classes of five cards from the lowest
THREE = (NOTHING, *(each.name for each in reversed(THREE_CARDS["run"])))
NO_RUN = len(RANKS)
HELD = (NOTHING, LOW_PAIR, PAYING_PAIR, "two pair", "three-of-a-kind", "four-of-a-kind")


# --- kinds of cards


@cache
def by_kind(many: int) -> tuple[list[Kind], Array]:
    """The kinds of so many cards, and which of them every set of cards is."""
    sets = every(many).astype(np.int64)
    suited = ((sets & 3) == (sets[:, :1] & 3)).all(axis=1)
    ranks = np.sort(sets >> 2, axis=1)
    coded = suited.astype(np.int64)
    for at in range(many):
        coded = coded * len(RANKS) + ranks[:, at]
    _, where, which = np.unique(coded, return_index=True, return_inverse=True)
    found = [Kind(tuple((ranks[at] + LOWEST).tolist()), bool(suited[at])) for at in where]
    return found, which


def over_sets(many: int, ask: Callable[[Kind], bool]) -> Array:
    """What is asked of every kind, for every set of cards."""
    found, which = by_kind(many)
    return np.array([ask(kind) for kind in found], np.uint8)[which]


@cache
def class_of_worth() -> Array:
    """What five cards of each worth are, by the game's own ranking."""
    every_kind = list(kinds(5))
    cards = np.array([[DECK.index(card) for card in kind.cards()] for kind in every_kind], np.uint8)
    worth, _ = hands.ranks(cards)
    found = np.zeros(1 << 16, np.uint8)
    found[worth] = [FIVE.index(exact.five(kind)) for kind in every_kind]
    return found


# --- ways to play


def by_rule(rides: Callable[[str, Sequence[str]], bool]) -> Chooser:
    """A rule for one holding, asked for each kind."""

    def choose(asked: Situations) -> Array:
        bet = DECIDED[asked.decision]
        return 1 - over_sets(asked.cards.shape[1], lambda kind: rides(bet, kind.cards()))

    return choose


WAYS = {
    "optimal": Way("lets a bet ride where that gains; where it makes no difference, the bet is withdrawn"),
    "book": Way("rides as the literature has it", by_rule(STRATEGIES["book"].rides)),
    "cautious": Way("rides on hands that pay already, and only then", by_rule(STRATEGIES["cautious"].rides)),
    "bold": Way("always rides", by_rule(STRATEGIES["bold"].rides)),
    "shared": Way("all seats show each other their cards before anybody decides, and ride where that gains", sharing),
}


def usual(rules: Rules, house: LetItRideHouse) -> dict[str, int]:
    return dict.fromkeys(BASE, house.minimum)


def opening(bets: Mapping[str, int]) -> Mapping[str, int]:
    return bets


def decisions(rules: Rules, house: LetItRideHouse) -> Iterator[Situations]:
    """Bet 1 with three cards; bet 2 with four, of which no matter which is the community card, once without bet 1 and
    once with it."""
    for decision, many, bets in (("bet-1", 3, 1), ("bet-2", 4, 1), ("bet-2", 4, 2)):
        sets = every(many)
        yield Situations(decision, CHOICES, sets, np.zeros((len(sets), 0), np.uint8), features(many, bets))


def features(many: int, bets: int) -> dict[str, Feature]:
    without = np.full(len(every(many)), bets)
    return {**holding(many), "bets": Feature("how many bets are in action without this one", without)}


@cache
def holding(many: int) -> dict[str, Feature]:
    sets = every(many).astype(np.int64)
    ranks = np.sort(sets >> 2, axis=1) + LOWEST
    often = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)  # how many of its rank each card has beside it
    most, pairs = often.max(axis=1), (often == 2).sum(axis=1) // 2
    paired = np.where(often == 2, ranks, 0).max(axis=1)
    held = np.select(
        [most == 4, most == 3, pairs == 2, paired >= TEN, pairs == 1],
        [5, 4, 3, 2, 1],
        0,  # places in HELD
    )
    low = np.sort(np.where(ranks == RANK_OF["A"], 1, ranks), axis=1)  # the ace also below the two
    suits = (sets[:, :, None] & 3 == np.arange(len(SUITS))).sum(axis=1)
    spread, low_spread = ranks[:, -1] - ranks[:, 0], low[:, -1] - low[:, 0]
    names = dict(RANK_OF)
    return {
        "class": Feature("what is held already", held, {name: at for at, name in enumerate(HELD)}),
        "pair": Feature("the rank of its pair, of the higher one of two; 0 for none", paired, names),
        "high": Feature("how many cards are ten or higher", (ranks >= TEN).sum(axis=1)),
        "suited": Feature("how many cards are of one suit, at the most", suits.max(axis=1)),
        "highest": Feature("the rank of the highest card", ranks[:, -1], names),
        "lowest": Feature("the rank of the lowest card", ranks[:, 0], names),
        "spread": Feature("the highest rank less the lowest, the ace counted high", spread),
        "gaps": Feature(
            f"how many ranks are missing between the cards, the ace high or low; {NO_RUN} with a pair",
            np.where(most == 1, np.minimum(spread, low_spread) - (many - 1), NO_RUN),
        ),
        "straights": Feature("how many straights hold all of its ranks; 0 with a pair", _straights(ranks, most)),
    }


def _straights(ranks: Array, most: Array) -> Array:
    found = np.zeros(len(ranks), np.int64)
    for low in range(LOWEST, TEN + 1):
        found += ((ranks >= low) & (ranks < low + 5)).all(axis=1)
    found += ((ranks <= 5) | (ranks == RANK_OF["A"])).all(axis=1)
    return np.where(most == 1, found, 0)


class Rides:
    """A way to play as tables: whether bet 1 rides on three cards, and bet 2 on four without it and with it."""

    def __init__(self, rules: Rules, house: LetItRideHouse, way: Chooser | None, bet: int) -> None:
        if way is None or way is sharing:
            best = exact.Optimal(exact.pay(rules, house, bet))
            self.first = over_sets(3, lambda held: best(BET_1, held, 1))
            without = over_sets(4, lambda held: best(BET_2, held, 1))
            beside = over_sets(4, lambda held: best(BET_2, held, 2))
        else:
            self.first, without, beside = (1 - chosen(way, asked) for asked in decisions(rules, house))
        self.second = without | beside << 1


# --- ready


def ready(
    rules: Rules, house: LetItRideHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
) -> Ready:
    base = {bets.get(spot, 0) for spot in BASE}
    if len(base) != 1 or not all(base):
        raise ImpossibleError(f"there are three equal bets (18.6(d)); bet the same on {', '.join(BASE)}")
    (bet,) = base
    classes = three_classes(rules) if bets.get(THREE_CARD) else np.zeros(len(every(3)), np.uint8)
    known = {way: Rides(rules, house, way, bet) for way in dict.fromkeys(ways)}
    rides = [known[way] for way in ways]
    tables = kernel.with_classes(
        np.stack([each.first | classes << 1 for each in rides]),
        np.stack([each.second for each in rides]),
        class_of_worth(),
    )
    threes = THREE if bets.get(THREE_CARD) else ("",)
    if do_share(ways):
        return shared(rules, house, bets, seats, tables, threes)
    weighed = {way: weights(each, classes, len(threes)) for way, each in known.items()}

    def play(seed: int, first: int, codes: Array) -> int:
        kernel.play_units(seed, first, tables, codes, *room(3 * seats + 2), *kernel.room())
        return 0

    return Ready(
        tuple(Column(seat + 1, outcomes(threes), weighed[way]) for seat, way in enumerate(ways)),
        tuple(lines(rules, house, bets, threes, seats)),
        play,
        tables,
        players=lambda: [Player(bets, each) for each in rides],
        dealt=(
            *((hand(seat), card) for seat in range(1, seats + 1) for card in range(3)),
            (COMMUNITY, 1),  # before it lies the one that is burned
            (COMMUNITY, 2),
        ),
        twin=lambda: kernel.twin(tables),
        cut=cut(rules, house, bet, threes, seats),
    )


def shared(
    rules: Rules,
    house: LetItRideHouse,
    bets: Mapping[str, int],
    seats: int,
    tables: kernel.Tables,
    threes: Sequence[str],
) -> Ready:
    """Every community card that is left is counted in each unit."""
    paid = exact.pay(rules, house, bets[BET_1])
    net = np.array([paid.net[five] for five in FIVE], np.int64)

    def play(cards: Array, codes: Array) -> None:
        kernel.share_dealt(cards, tables, net, codes, *kernel.room_to_share())

    return Ready(
        tuple(Column(seat + 1, outcomes(threes)) for seat in range(seats)),
        tuple(lines(rules, house, bets, threes, seats)),
        played_by(play, 3 * seats + 2),
        (tables, net),
        players=unable_to_share,
        twin=lambda: kernel.twin(tables, net),
        cut=cut(rules, house, bets[BET_1], threes, seats),
        costly=256,
    )


def three_classes(rules: Rules) -> Array:
    reading = rules.reads("ace-two-three")
    found, which = by_kind(3)
    return np.array([THREE.index(three_card_class(kind.cards(), reading)) for kind in found], np.uint8)[which]


@cache
def parts_of_four() -> Array:
    """The numbers of the three cards in every set of four, with each of its cards in turn as the community card."""
    sets = every(4).astype(np.int64)
    found = []
    for board in range(4):
        low, middle, high = (sets[:, at] for at in range(4) if at != board)
        found.append(low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6)
    return np.stack(found)


@cache
def rivers() -> Array:
    """By the kind of four cards and what five are: how many cards make them that."""
    found = [dict(exact.last_card(kind)) for kind in by_kind(4)[0]]
    return np.array([[counts.get(five, 0) for five in FIVE] for counts in found], np.int64)


def weights(rides: Rides, classes: Array, threes: int) -> tuple[int, ...]:
    """In how many of all deals of a hand and two community cards each code comes."""
    counts, which = rivers(), by_kind(4)[1]
    found = np.zeros(threes * kernel.BETS * len(counts), np.int64)
    for three in parts_of_four():
        first = rides.first[three]
        bets = first + (rides.second >> first & 1)
        found += np.bincount(
            (classes[three] * np.int64(kernel.BETS) + bets) * len(counts) + which, minlength=len(found)
        )
    return tuple((found.reshape(-1, len(counts)) @ counts).ravel().tolist())


@dataclass(frozen=True)
class Player:
    """The same at the table."""

    bets: Mapping[str, int]
    rides: Rides

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        up = [card for card in view.community if card != HIDDEN]
        at = number(tuple(DECK.index(card) for card in (*view.hands[ask.position], *up)))
        if ask.subject == BET_1:
            return CHOICES[1 - self.rides.first[at]]
        beside = BET_1 in view.wagers[ask.position]
        return CHOICES[1 - (self.rides.second[at] >> beside & 1)]


# --- what it is worth


def codes(threes: Sequence[str]) -> list[tuple[int, str, str]]:
    """Bets in action, what five cards are and what three are, by code."""
    return [(bets, five, own) for own in threes for bets in range(1, kernel.BETS + 1) for five in FIVE]


def outcomes(threes: Sequence[str]) -> tuple[str, ...]:
    """What each code means."""
    return tuple(
        f"{exact.BETS[bets]}, {five}" + (f"; three cards: {own}" if own else "") for bets, five, own in codes(threes)
    )


def lines(
    rules: Rules, house: LetItRideHouse, bets: Mapping[str, int], threes: Sequence[str], seats: int
) -> Iterator[Line]:
    """A withdrawn bet goes back to its player before anything is settled, and is not counted as wagered."""
    found: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    bet, every_code = bets[BET_1], codes(threes)
    paid = exact.pay(rules, house, bet)
    found["base"] = (
        tuple(whole_cents(Fraction(paid.net[five][many - 1] * bet, paid.parts)) for many, five, _ in every_code),
        tuple(many * bet for many, _, _ in every_code),
    )
    yield _line("base", exact.UNIT, bet, found["base"], seats)
    if bets.get(BONUS):
        nets = {five: whole_cents(exact.bonus_net(rules, house, five) * BONUS_CHIP) for five in FIVE}
        found[BONUS] = tuple(nets[five] for _, five, _ in every_code), (BONUS_CHIP,) * len(every_code)
        yield _line(BONUS, "the one-dollar chip", BONUS_CHIP, found[BONUS], seats)
    if stake := bets.get(THREE_CARD):
        nets = {own: whole_cents(exact.three_card_net(rules, house, own) * stake) for own in threes}
        found[THREE_CARD] = tuple(nets[own] for _, _, own in every_code), (stake,) * len(every_code)
        yield _line(THREE_CARD, "the wager", stake, found[THREE_CARD], seats)
    if len(found) > 1:
        net, staked = (tuple(map(sum, zip(*each, strict=True))) for each in zip(*found.values(), strict=True))
        *most, last = found
        yield _line(f"{', '.join(most)} and {last}", exact.UNIT, bet, (net, staked), seats, "total")


def cut(
    rules: Rules, house: LetItRideHouse, bet: int, threes: Sequence[str], seats: int
) -> tuple[tuple[int, ...], ...]:
    """What the payout limit takes (18.11(c))."""
    if house.payout_limit is None:
        return ()
    paid, due = exact.pay(rules, house, bet), exact.pay(rules, replace(house, payout_limit=None), bet)
    less = [
        Fraction(due.net[five][many - 1], due.parts) - Fraction(paid.net[five][many - 1], paid.parts)
        for many, five, _ in codes(threes)
    ]
    return (tuple(whole_cents(each * bet) for each in less),) * seats


def _line(
    name: str, unit: str, of: int, cents: tuple[tuple[int, ...], tuple[int, ...]], seats: int, role: Role = "wager"
) -> Line:
    return Line(name, unit, of, (cents[0],) * seats, (cents[1],) * seats, role)
