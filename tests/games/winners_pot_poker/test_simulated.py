"""Winner's Pot Poker simulated: equal to the audited engine to the cent on the same cards, seat by seat and in what the
house takes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from games.winners_pot_poker.scene import Pot
from games.winners_pot_poker.test_two_players import counted_at
from kit.scene import seated_carry
from kit.series import first
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import DECK, Array, Chooser, Line, Ready, Situations
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Close, Input, Wager
from pitboss.engine.runner import play_round
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.winners_pot_poker import GAME, ended, exact, simulated, two_players
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.kernel import rounds
from pitboss.games.winners_pot_poker.settle import ROYAL
from pitboss.games.winners_pot_poker.situations import (
    BETTER,
    PAIRS,
    STEPS,
    AtLeast,
    held_sets,
    short_name_of_step,
    situations,
    step_in_words,
)
from pitboss.games.winners_pot_poker.steps import TakeFromPot
from pitboss.games.winners_pot_poker.strategy import STRATEGIES
from pitboss.games.winners_pot_poker.wagers import ANTE, JACKS_PLUS
from pitboss.law.rules import Rules
from pitboss.numeric.choices import set_number
from pitboss.numeric.draws import unit_cards
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.cards import FULL_DECK, RANKS, SUITS
from pitboss.table.money import INVENTORY, Money, chips_before
from pitboss.table.steps import PayWager
from pitboss.table.table import DEALER, hand

RULES, HOUSE = GAME.rules({}), WinnersPotHouse.usual()
NUMBER = {card: at for at, card in enumerate(DECK)}
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"commission_percent": "7.5"},
    {"commission_fixed": Money(300)},
    {"commission_percent": 5, "commission_fixed": Money(150), "dealer_stake": Money(700)},
    {"bet_times": 2, "double_times": 3, "smallest_chip": Money(500), "jacks_plus_minimum": Money(500)},
)
BONUSES = (0, 500, 10_000)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"first-fold": "inventory", "first-button": "leftmost", "odd-cents": "inventory"},
    {"ranking": "highest-card", "commission-figures": "fixed-alone", "folded-jacks-plus": "loses"},
    {"commission-base": "others-money", "tied-commission": "each", "dealer-in-rotation": "last"},
    {"commission-rounding": "chip", "limit-counts": "with-stakes", "royals": "always", "all-folded": "at-once"},
    {"first-street": "unburned", "moving-the-button": "seated"},
)
ANTES = (500, 2_500, 50_000)


class Mixed:
    """Chosen by lot, but the same in the same situation: so every table that a decision is looked up in is used."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, asked: Situations) -> Array:
        others = int(asked.features["others"].values[0])
        chance = np.random.default_rng([self.seed, len(asked), others])
        return (chance.random(len(asked)) < 0.75).astype(np.uint8)


WAYS: dict[str, Chooser] = {
    **{name: way.choose for name, way in simulated.WAYS.items() if way.choose is not None},
    "by lot": Mixed(1),
    "by another lot": Mixed(2),
}
GRID = list(product(range(1, 10), BONUSES, HOUSES, READINGS))


# --- a round at the audited table


class Betting:
    """One of the simple strategies with the bets of everybody else."""

    def __init__(self, plays: Strategy, bets: Mapping[str, int]) -> None:
        self.plays, self.bets = plays, bets

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        return self.plays.choose(view, ask)


class Found:
    """What came of a round in the engine: what every seat won, and what of that is commission."""

    def __init__(self, driver: Driver, seats: int) -> None:
        ledger, before = driver.table.ledger, driver.carry.accounts
        self.won = [ledger[chips_before(seat)] - before[chips_before(seat)] for seat in range(1, seats + 1)]
        self.house = ledger[INVENTORY] - before[INVENTORY]
        taken = [each for each in driver.log if isinstance(each, TakeFromPot)]
        self.commission = sum(each.cents for each in taken if each.what == "commission")
        staked = sum(each.stakes.get(JACKS_PLUS, 0) for each in driver.log if isinstance(each, Wager))
        paid = [each for each in driver.log if isinstance(each, PayWager) and each.spot == JACKS_PLUS]
        self.bonus = sum(each.stake + each.cents for each in paid) - staked
        self.cards = dealt(driver, seats)


def dealt(driver: Driver, seats: int) -> Array:
    """The cards of a unit. Those that a folded hand was not dealt are any that are left."""
    places = [*map(hand, range(1, seats + 1)), DEALER]
    given: dict[str, list[str]] = {place: [] for place in places}
    for each in driver.log:
        if isinstance(each, Deal | DealUp) and each.place in given:
            given[each.place].append(each.card)
    rest = [card for card in FULL_DECK if not any(card in cards for cards in given.values())]
    cards = [card for place in places for card in (*given[place], *(rest.pop() for _ in range(5 - len(given[place]))))]
    return np.array([[NUMBER[card]] for card in cards], np.uint8)


def played(ready_tables: rounds.Tables, columns: int, cards: Array, unit: int) -> Array:
    codes = np.empty((columns, cards.shape[1]), np.uint16)
    rounds.play_dealt(cards, unit, ready_tables, codes, rounds.table_room(len(ready_tables.ways)))
    return codes


def nets(line: Line, codes: Array) -> list[int]:
    return [net[code] for net, code in zip(line.net, codes[:, 0].tolist(), strict=True)]


class Cell:
    """A table: so many seats with these bets, under this law and house, each going a way of its own."""

    def __init__(self, rules: Rules, house: WinnersPotHouse, bets: Mapping[str, int], ways: Sequence[Chooser]) -> None:
        self.rules, self.house, self.bets, self.seats = rules, house, bets, len(ways)
        self.choices = simulated.choices_of(ways, self.seats)
        self.pots = ended.Pots(rules, house, bets[ANTE], self.seats)
        self.tables = simulated.encode_tables(rules, self.choices, self.pots.codes)
        self.columns = self.seats * len(bets)
        self.lines = {
            line.wager: line
            for line in simulated.lines(rules, house, bets[ANTE], bets.get(JACKS_PLUS, 0), self.pots, self.seats)
        }

    def compare(self, found: Found, unit: int) -> Array:
        """What the kernel makes of the same cards."""
        codes = played(self.tables, self.columns, found.cards, unit)
        by_line = {wager: nets(line, codes) for wager, line in self.lines.items()}
        told = list(by_line.values())[-1]
        won = [sum(told[seat :: self.seats]) for seat in range(self.seats)]
        assert won == found.won
        pot, commission, dealer = (
            sum(by_line[wager]) for wager in (two_players.WAGER, simulated.COMMISSION, simulated.TO_THE_DEALER)
        )
        assert -commission == found.commission
        assert pot == commission + dealer
        assert found.house == -pot - found.bonus
        if JACKS_PLUS in self.bets:
            assert sum(by_line[JACKS_PLUS]) == found.bonus
        return codes


CELLS = len(GRID)


def cell(case: int) -> tuple[Cell, list[Strategy]]:
    """The table of a place in the grid, and who plays there. Ways and antes go round by themselves."""
    seats, bonus, elected, readings = GRID[case]
    chance = Random(case)
    bets = {ANTE: ANTES[case % len(ANTES)], **({JACKS_PLUS: bonus} if bonus else {})}
    rules = GAME.rules(readings)
    house = WinnersPotHouse.usual(seats=9, inventory=Money(10**12), **elected)
    names = (
        [chance.choice(list(WAYS)) for _ in range(seats)] if case % 3 else [list(WAYS)[case // 3 % len(WAYS)]] * seats
    )
    table = Cell(rules, house, bets, [WAYS[name] for name in names])
    players: list[Strategy] = [
        Betting(STRATEGIES[name], bets) if name in STRATEGIES else simulated.Player(bets, choices)
        for name, choices in zip(names, table.choices, strict=True)
    ]
    return table, players


def equal_rounds(case: int, many: int, seed: int) -> set[str]:
    """So many rounds on end at a table of the grid, from its first: what every seat nets in the engine, and what the
    house takes, is what the kernel finds. Which ends of the pot came is returned."""
    table, players = cell(case)
    carry, source, seen = seated_carry(*range(1, table.seats + 1), chips=10**11), seeded_source(seed), set()
    for unit in range(many):
        driver = play_round(GAME, table.rules, table.house, carry, source, dict(enumerate(players, 1)))
        codes = table.compare(Found(driver, table.seats), unit)
        seen |= {table.pots.names[code] for code in codes[: table.seats, 0]}
        assert driver.next is not None
        carry = driver.next
    return seen


@pytest.mark.parametrize("seats", first(3, [1, 4, 9, 2, 3, 5, 6, 7, 8]))
def test_the_engine_pays_what_the_kernel_finds(seats: int) -> None:
    """Every number of seats with every bonus and house; readings, antes and ways to play go round."""
    cells = [at for at, each in enumerate(GRID) if each[0] == seats]
    for turn, at in enumerate(cells):
        if turn % len(READINGS) == (turn // len(READINGS) + seats) % len(READINGS):
            assert equal_rounds(at, 2 + at % 2, seed=at)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(30))
def test_every_cell_of_the_grid(part: int) -> None:
    seen: set[str] = set()
    for at in range(part, CELLS, 30):
        seen |= equal_rounds(at, 40, seed=at)
    # Random cards hardly ever tie: shared pots are laid below.
    assert {"wins", "folds", "stays"} <= {name.split()[0] for name in seen} <= {"wins", "shares", "folds", "stays"}


# --- ties and royal flushes, which random cards hardly ever show


def alike(chance: Random, many: int) -> list[list[str]]:
    """So many hands of the same five ranks, none of them a flush."""
    ranks = chance.sample(RANKS, 5)
    suits = [chance.sample(SUITS, 4) for _ in ranks]
    found = [[rank + of[at] for rank, of in zip(ranks, suits, strict=True)] for at in range(many)]
    return found if all(len({card[1] for card in each}) > 1 for each in found) else alike(chance, many)


FOLDS = {AtLeast(0): "", AtLeast(STEPS): "bet", AtLeast(0, STEPS): "double"}


@pytest.mark.parametrize("seed", range(40))
def test_shared_pots_and_royal_flushes(seed: int) -> None:
    """Up to four hands alike, the dealer's among them or not, beside others that fold on three cards or on four."""
    chance = Random(seed)
    seats, tied, with_dealer = chance.randint(4, 9), 1 + seed % 4, seed // 4 % 2 == 1
    royal = seed // 8 % 2 == 1
    alike_hands = [[rank + suit for rank in "TJQKA"] for suit in SUITS][:tied] if royal else alike(chance, tied)
    holders = chance.sample(range(1, seats + 1), tied)
    if with_dealer:
        holders[0] = 0
    rest = [card for card in FULL_DECK if not any(card in each for each in alike_hands)]
    chance.shuffle(rest)
    given = dict(zip(holders, alike_hands, strict=True))
    given |= {holder: [rest.pop() for _ in range(5)] for holder in range(seats + 1) if holder not in given}
    ways = [AtLeast(0) if seat in holders else chance.choice(list(FOLDS)) for seat in range(1, seats + 1)]
    bets = {ANTE: 700, JACKS_PLUS: chance.choice((100, 6_300, 10_000))}
    elected, readings = chance.choice(HOUSES[:4]), chance.choice(READINGS)
    elected = {**elected, "commission_percent": chance.choice((10, "3.7"))}
    button = chance.randint(0, seats)
    scene = Pot(
        {seat: " ".join(given[seat]) for seat in range(1, seats + 1)},
        " ".join(given[0]),
        folds={seat: FOLDS[way] for seat, way in enumerate(ways, 1) if FOLDS[way]},
        button=button,
        readings=readings,
        **elected,
    )
    scene.betting()
    for seat in range(1, seats + 1):
        scene.give(Wager(seat, bets))
    scene.give(Close()).go_on()
    table = Cell(scene.rules, scene.house, bets, ways)
    unit = (button - (readings.get("first-button") == "leftmost")) % (seats + 1)
    codes = table.compare(Found(scene.driver, seats), unit)
    shared = [table.pots.names[code] for code in codes[:seats, 0]]
    if royal:
        assert sum(name.startswith(("wins", "shares")) for name in shared) == tied - with_dealer


def test_royal_flushes_share_the_limit_if_it_is_exceeded() -> None:
    one, two = (ended.jacks_plus_net(RULES, HOUSE, 10_000, ended.Judged(ROYAL, False, many)) for many in (1, 2))
    assert one == 4_000_000  # 400 to 1, below $50,000
    assert two == 2_500_000  # not twice that
    small = [ended.jacks_plus_net(RULES, HOUSE, 6_200, ended.Judged(ROYAL, False, many)) for many in (1, 2)]
    assert small == [2_480_000, 2_480_000]


# --- ways to play


def test_how_many_situations_there_are() -> None:
    assert [len(held_sets(many).cards) for many in (3, 4)] == [1755, 16432]
    asked = list(simulated.decisions(RULES, HOUSE))
    assert [each.decision for each in asked] == ["bet"] * 6 + ["double"] * 6
    assert [len(each) for each in asked] == [1755 * 13] * 6 + [16432 * 26] * 6
    assert [set(each.features["others"].values.tolist()) for each in asked] == [{n} for n in range(6)] * 2


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_simple_strategy_plays_as_it_is_written(name: str) -> None:
    """Against any open cards of the others, by the table and by the strategy itself."""
    chance, choices = Random(name), simulated.Choices(WAYS[name], 6)
    different = set()
    for _ in range(3000):
        many, others = chance.choice((3, 4)), chance.randint(0, 5)
        cards = chance.sample(FULL_DECK, many + (others + 1) * (many - 2))
        if chance.random() < 0.5:  # more pairs than chance would give
            ranks = chance.sample(RANKS, 4)
            some = [rank + suit for rank in ranks for suit in SUITS]
            cards = chance.sample(some, min(len(some), len(cards)))
            others = (len(cards) - many) // (many - 2) - 1
        own, rest = cards[:many], cards[many:]
        open_cards = [rest[at : at + many - 2] for at in range(0, (others + 1) * (many - 2), many - 2)]
        words = choices.bets if many == 3 else choices.doubles
        level = max(simulated.encode_shown_ranks(simulated.open_ranks(each)) for each in open_cards)
        word = words[others, held_sets(many).of[set_number(tuple(NUMBER[card] for card in own))]]
        stays = bool(int(word) >> level & 1)
        assert stays == STRATEGIES[name].stays(own, [*open_cards]), (own, open_cards)
        different.add(stays)
    assert different == ({True} if name == "bold" else {True, False})


def test_thresholds_have_names() -> None:
    assert step_in_words(0) == "everything"
    assert [step_in_words(least) for least in (9, PAIRS + 4, BETTER)] == [
        "jack high or better",
        "a pair of sixes or better",
        "more than a pair",
    ]
    assert [short_name_of_step(least) for least in (9, PAIRS + 4, BETTER - 1)] == ["J-high+", "66+", "AA+"]
    assert WAYS["66+"] == AtLeast(PAIRS + 4)
    assert WAYS["22+"] == WAYS["tight"]


def test_a_threshold_stays_from_its_hand_on() -> None:
    """The hand below it folds, the hand itself does not."""
    asked = situations("bet", 0)
    made, rank = asked.features["class"].values, asked.features["rank"].values
    bets = WAYS["66+"](asked)
    assert not bets[(made == 1) & (rank == 5)].any()
    assert bets[(made == 1) & (rank == 6)].all()
    assert bets[made > 1].all()
    loose = WAYS["loose"](asked)
    assert not loose[(made == 0) & (rank == 10)].any()
    assert loose[(made == 0) & (rank == 11)].all()


def test_mixed_tables_alternate() -> None:
    mixed = simulated.choices_of([WAYS["mixed"]] * 5, 5)
    tight, loose = (simulated.Choices(WAYS[name], 5) for name in ("tight", "loose"))
    for seat, each in enumerate(mixed):
        assert (each.bets == (loose if seat % 2 else tight).bets).all()


def test_no_way_is_the_best_one() -> None:
    with pytest.raises(ImpossibleError, match="name one of this game's"):
        simulated.prepare(RULES, HOUSE, {ANTE: 500}, 2, [None, None])


# --- units


def test_a_unit_depends_on_nothing_but_its_number() -> None:
    ready = simulated.prepare(RULES, HOUSE, {ANTE: 500, JACKS_PLUS: 100}, 3, [WAYS["book"]] * 3)
    whole = np.empty((6, 3000), np.uint16)
    ready.play(7, 2**40, whole)
    for start, size in ((0, 1), (1023, 2), (1024, 1500), (2999, 1)):
        part = np.empty((6, size), np.uint16)
        ready.play(7, 2**40 + start, part)
        assert (part == whole[:, start : start + size]).all()


def test_what_is_dealt_and_played_at_once_is_what_is_dealt_first() -> None:
    bets, seats = {ANTE: 500, JACKS_PLUS: 100}, 9
    table = Cell(RULES, HOUSE, bets, [WAYS["by lot"]] * seats)
    ready = simulated.prepare(RULES, HOUSE, bets, seats, [WAYS["by lot"]] * seats)
    codes = np.empty((18, 200), np.uint16)
    ready.play(5, 100, codes)
    cards = np.array([unit_cards(5, unit, 50) for unit in range(100, 300)], np.uint8).T.copy()
    assert (played(table.tables, 18, cards, 100) == codes).all()


@pytest.mark.parametrize(
    ("seats", "strategy", "readings"),
    [(2, "66+", {}), (6, "book", READINGS[1]), (9, "mixed", READINGS[3]), (3, "tight", READINGS[5])],
)
def test_the_same_units_through_the_audited_engine(seats: int, strategy: str, readings: dict[str, str]) -> None:
    """The deck is stacked for each unit, and the button is where the unit has it."""
    study = setting(GAME.name, house=WinnersPotHouse.usual(seats=9), readings=readings)
    found = plan(study, bets={ANTE: 500, JACKS_PLUS: 100}, seats=seats, ways=[named_way(simulated, strategy)])
    (ready,) = found.ready
    codes = np.empty((2 * seats, 24), np.uint16)
    ready.play(found.seed, 0, codes)
    table, net = AuditedTable(found), ready.lines[-1].net
    for unit in range(24):
        told = [net[column][code] for column, code in enumerate(codes[:, unit].tolist())]
        played_unit = table.play(unit)
        assert played_unit.nets == tuple(told[seat] + told[seats + seat] for seat in range(seats))
        cards = dealt(played_unit.rounds[0], seats)[:, 0]
        assert (cards[:3] == unit_cards(found.seed, unit, 5 * seats + 5)[:3]).all()


# --- how often each code comes


def exactly(ready: Ready, line: Line, seats: Iterable[int]) -> Fraction:
    """What a seat loses, by the weights of its columns."""
    lost = Fraction()
    for column, net in zip(ready.columns, line.net, strict=True):
        if column.seat in seats and any(net):
            assert column.weights is not None
            total = sum(weight * cents for weight, cents in zip(column.weights, net, strict=True))
            lost -= Fraction(total, sum(column.weights))
    return lost / line.unit_cents


def lines_of(ready: Ready) -> dict[str, Line]:
    return {line.wager: line for line in ready.lines}


def test_two_players_are_weighed_as_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the counts of a small deck, for what is weighed does not ask which deck it was."""
    monkeypatch.setattr(two_players, "count_against_ways", lambda rules: counted_at(RULES.reads("ranking"), "8 by 2"))
    row_of: Any = inspect.unwrap(two_players.pot_row)
    for mine, other in (("tight", "tight"), ("loose", "loose"), ("bold", "bold"), ("66+", "loose"), ("tight", "loose")):
        ready = simulated.prepare(RULES, HOUSE, {ANTE: 500}, 2, [WAYS[mine], WAYS[other]])
        pot, commission, dealer = (
            lines_of(ready)[name] for name in (two_players.WAGER, simulated.COMMISSION, simulated.TO_THE_DEALER)
        )
        if mine == other:
            assert exactly(ready, pot, (1, 2)) / 2 == row_of(RULES, HOUSE, 500, COUNTED[mine], COUNTED[mine]).house_edge
        if other in COUNTED and mine in COUNTED:
            taken = exactly(ready, commission, (1, 2)) + exactly(ready, dealer, (1, 2))
            assert exactly(ready, pot, (1, 2)) == taken
        else:
            assert ready.columns[1].weights is None
            assert exactly(ready, pot, (1,)) > 0


COUNTED = {
    "tight": "bets on a pair or better",
    "loose": "bets on jack high or better",
    "bold": "stays to the end",
}


def test_what_is_not_counted_has_no_weights() -> None:
    three = simulated.prepare(RULES, HOUSE, {ANTE: 500, JACKS_PLUS: 100}, 3, [WAYS["tight"]] * 3)
    assert [column.weights is None for column in three.columns] == [True] * 3 + [False] * 3
    book = simulated.prepare(RULES, HOUSE, {ANTE: 500, JACKS_PLUS: 100}, 2, [WAYS["book"]] * 2)
    assert all(column.weights is None for column in book.columns)
    # Royal flushes that would share the limit are not counted together; one alone shares with nobody.
    large = {ANTE: 500, JACKS_PLUS: 10_000}
    assert simulated.prepare(RULES, HOUSE, large, 3, [WAYS["tight"]] * 3).columns[-1].weights is None
    assert simulated.prepare(RULES, HOUSE, large, 1, [WAYS["tight"]]).columns[-1].weights is not None


@pytest.mark.parametrize(("name", "row"), [("bold", exact.COMPLETED), ("tight", "folds three cards without a pair")])
def test_jacks_plus_is_weighed_as_edge_has_it(name: str, row: str) -> None:
    ready = simulated.prepare(RULES, HOUSE, {ANTE: 500, JACKS_PLUS: 500}, 3, [WAYS[name]] * 3)
    told = exact.jacks_plus(RULES, HOUSE, 500, row)
    assert exactly(ready, lines_of(ready)["jacks plus"], (2,)) == told.house_edge
    codes = np.empty((6, 300_000), np.uint16)
    ready.play(1947, 0, codes)
    won = np.array(lines_of(ready)["jacks plus"].net[5])[codes[5]]
    assert abs(float(won.mean()) / 500 + float(told.house_edge)) < 4 * sqrt(told.variance / codes.shape[1])


@pytest.mark.soak
@pytest.mark.parametrize("way", COUNTED)
def test_two_players_come_near_to_what_is_counted(way: str) -> None:
    ready = simulated.prepare(RULES, HOUSE, {ANTE: 500}, 2, [WAYS[way]] * 2)
    told = two_players.pot_row(RULES, HOUSE, 500, COUNTED[way], COUNTED[way])
    pot = lines_of(ready)[two_players.WAGER]
    assert exactly(ready, pot, (1, 2)) / 2 == told.house_edge
    codes = np.empty((2, 2_000_000), np.uint16)
    ready.play(1947, 0, codes)
    won = np.array(pot.net[0])[codes[0]]
    assert abs(float(won.mean()) / 500 + float(told.house_edge)) < 4 * sqrt(told.variance / codes.shape[1])
