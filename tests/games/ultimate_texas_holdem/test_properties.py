"""Ultimate Texas Hold 'Em against its oracle: hands of every kind, thousands of rounds, every dealing method; each adds
up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb
from random import Random
from typing import Any

import pytest

from games.ultimate_texas_holdem import oracle as uth_oracle
from games.ultimate_texas_holdem.oracle import Seat
from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, SHUFFLER, TWO_DECKS, Scene, shoe
from kit.series import series
from pitboss.engine.inputs import Answer, Close
from pitboss.engine.record import Chain
from pitboss.games.ultimate_texas_holdem.law.ranking import best_hand, hand_class, strength
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.table.card_steps import CountStub
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money
from pitboss.table.steps import LimitPayout

HOUSES: tuple[dict[str, Any], ...] = ({}, SHUFFLER, BY_HAND, AUTOMATED, TWO_DECKS, AUTOMATED | TWO_DECKS)
BLOCK = 250


# --- the ranking, over every kind of hand


def every_kind() -> list[tuple[tuple[str, ...], int]]:
    """Return one hand of each of the 7,462 kinds that five cards make, and how many hands are of its kind."""
    kinds = []
    for ranks in combinations_with_replacement(uth_oracle.RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) == 5:
            continue
        ways = 1
        for count in times.values():
            ways *= comb(4, count)
        seen: Counter[str] = Counter()
        cards = []
        for place, rank in enumerate(ranks):
            # A pair takes two suits; five different ranks take another suit for the last, or they were suited.
            suit = seen[rank] if len(times) < 5 else place // 4
            cards.append(rank + "cdhs"[suit])
            seen[rank] += 1
        if len(times) == 5:
            kinds.append((tuple(rank + "c" for rank in ranks), 4))
            ways -= 4
        elif len({card[1] for card in cards}) == 1:
            raise AssertionError(cards)
        kinds.append((tuple(cards), ways))
    return kinds


def test_every_kind_of_hand_stands_where_the_oracle_has_it() -> None:
    kinds = every_kind()
    assert len(kinds) == 7462
    assert sum(ways for _, ways in kinds) == 2_598_960
    by_game = sorted((cards for cards, _ in kinds), key=strength)
    by_oracle = sorted((cards for cards, _ in kinds), key=uth_oracle.weigh)
    assert by_game == by_oracle
    assert len({strength(cards) for cards, _ in kinds}) == 7462  # no two kinds push
    counts: Counter[str] = Counter()
    for cards, ways in kinds:
        counts[hand_class(cards)] += ways
        assert hand_class(cards) == uth_oracle.name(cards)
    # From high card to royal flush, as the literature has them.
    wanted = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
    assert tuple(counts[made] for made in uth_oracle.NAMES) == wanted


@pytest.mark.parametrize("seed", range(4))
def test_the_best_five_of_seven(seed: int) -> None:
    chance = Random(seed)
    for _ in range(500):
        deck = rich_deck(chance)
        one, other, board = deck[0:2], deck[2:4], deck[4:9]
        mine, theirs = best_hand(one, board), best_hand(other, board)
        assert hand_class(mine) == uth_oracle.name(one + board)
        assert set(mine) <= {*one, *board}
        compared = (strength(mine) > strength(theirs)) - (strength(mine) < strength(theirs))
        weights = uth_oracle.weigh(one + board), uth_oracle.weigh(other + board)
        assert compared == (weights[0] > weights[1]) - (weights[0] < weights[1])


# --- whole rounds


def rich_deck(chance: Random) -> tuple[str, ...]:
    """Return a shuffled deck, often one in which some ranks or a suit come first, so that great hands occur."""
    deck = list(FULL_DECK)
    chance.shuffle(deck)
    way = chance.random()
    if way < 0.25:
        suit, low = chance.choice("cdhs"), chance.randint(0, 8)
        wanted = list(uth_oracle.RANKS[low : low + 6])
        deck.sort(key=lambda card: (card[1] != suit or card[0] not in wanted) * chance.random() * 4)
    elif way < 0.5:
        wanted = chance.sample(uth_oracle.RANKS, 3)
        deck.sort(key=lambda card: (card[0] not in wanted) * chance.random() * 4)
    return tuple(deck)


def deck_with_a_run(chance: Random, seats: list[int], dealing: str) -> tuple[str, ...]:
    """Return a deck that gives somebody two cards of a straight flush with three of it on the board."""
    suit, low = chance.choice("cdhs"), chance.randint(2, 8)
    run = [rank + suit for rank in uth_oracle.RANKS[low : low + 5]]
    chance.shuffle(run)
    hands = dict.fromkeys(seats, "") | {chance.choice(seats): " ".join(run[:2])}
    return shoe(hands, board=" ".join(run[2:]), dealing=dealing)


def random_round(seed: int) -> tuple[Scene, dict[int, Seat], Counter[str]]:
    """Play a round; return it, what each seat did in it, and what occurred on the way."""
    chance = Random(seed)
    seats = sorted(chance.sample(range(1, 7), chance.randint(1, 6)))
    minimum = chance.choice((500, 500, 1_000, 20_000))
    house: dict[str, Any] = {
        **chance.choice(HOUSES),
        "trips": chance.choice("ABCD"),
        "minimum": Money(minimum),
        "maximum": Money(100_000),
        "trips_minimum": Money(500),
        "trips_maximum": Money(100_000),
        "stub_count_every": chance.randint(1, 5),
    }
    readings = {"stub-moment": chance.choice(("before-the-decisions", "after-the-decisions"))}
    dealing = str(house.get("dealing", "manual-shoe"))
    order = rich_deck(chance) if chance.random() < 0.9 else deck_with_a_run(chance, seats, dealing)
    scene = Scene(dict.fromkeys(seats, ""), order=order, readings=readings, **house).open_betting()
    antes = {seat: chance.choice((minimum, minimum, minimum + 100, 25_000, 100_000)) for seat in seats}
    trips = {seat: chance.choice((0, 500, 700, 100_000)) for seat in seats}
    for seat in seats:
        scene.bet(seat, antes[seat], trips[seat])
    seen: Counter[str] = Counter(
        [str(house.get("dealing", "manual-shoe")), f"{len(seats)} seats", f"table {house['trips']}"]
    )
    scene.give(Close())
    hands = {seat: scene.t.faces(f"hand {seat}") for seat in seats}
    plays = dict.fromkeys(seats, 0)
    while (asked := scene.driver.question) is not None:
        choice = chance.choice(asked.choices)
        if choice.startswith("play"):
            plays[asked.seat] = int(choice[5])
        seen[choice] += 1
        scene.give(Answer(asked.seat, choice, asked.position))
    assert scene.driver.done
    seen["counted"] += len(scene.steps(CountStub))
    return scene, {seat: Seat(antes[seat], trips[seat], plays[seat], hands[seat]) for seat in seats}, seen


def check_round(seed: int) -> Counter[str]:
    scene, seats, seen = random_round(seed)
    rack = [lying.card for lying in scene.t.places["discard rack"]]
    board, dealer = tuple(rack[:5]), tuple(rack[5:7])
    house = scene.house
    wanted = uth_oracle.settle(seats, dealer, board, house.trips, house.minimum, house.trips_minimum)
    assert {seat: scene.winnings(seat) for seat in seats} == wanted, f"seed {seed}"
    if seed % 10 == 0:  # and told so
        _, (record,) = read(b"\n".join(Chain().append(scene.driver, "seeded", "00" * 32)))
        assert {story.seat: story.net for story in explain(record)} == wanted
    seen["dealer below a pair" if uth_oracle.name(dealer + board) == "nothing" else "dealer plays"] += 1
    for seat in seats.values():
        mine, dealers = uth_oracle.weigh(seat.cards + board), uth_oracle.weigh(dealer + board)
        result = "folded" if not seat.plays else "push" if mine == dealers else "win" if mine > dealers else "loss"
        seen[f"{result} with {uth_oracle.NAMES[mine[0]]}"] += 1
        seen[f"{result}, {'' if seat.trips else 'no '}trips"] += 1
    seen["limit"] += len(scene.steps(LimitPayout))
    return seen


@pytest.mark.parametrize("block", series(4, 30, 120))
def test_rounds_are_settled_as_the_oracle_settles_them(block: int) -> None:
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        check_round(seed)


def test_the_rounds_leave_no_cell_empty() -> None:
    """Check that every method, table, decision and result occurs; otherwise the comparison would cover too little."""
    seen: Counter[str] = Counter()
    for seed in range(2 * BLOCK):
        seen += check_round(seed)
    wanted = {"manual-shoe", "hand", "automated-shoe", *(f"{count} seats" for count in range(1, 7))}
    wanted |= {f"table {letter}" for letter in "ABCD"} | {
        "check",
        "fold",
        *(f"play {times}x" for times in (1, 2, 3, 4)),
    }
    wanted |= {"dealer below a pair", "dealer plays", "limit", "counted"}
    wanted |= {f"{result}, {'no ' * no}trips" for result in ("folded", "push", "win", "loss") for no in (False, True)}
    wanted |= {f"win with {made}" for made in uth_oracle.NAMES}
    wanted |= {f"loss with {made}" for made in uth_oracle.NAMES[:7]}
    assert wanted <= seen.keys(), wanted - seen.keys()
