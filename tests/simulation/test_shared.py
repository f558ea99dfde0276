"""Players who share their cards, compared with counts made another way and with optimal play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kit.c_machine import CMachine
from kit.programs import needs
from pitboss.analysis import Study, setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import DECK, share_cards
from pitboss.games.let_it_ride.law.wagers import BASE
from pitboss.games.let_it_ride.math import exact as riding
from pitboss.games.let_it_ride.math import simulated as rides
from pitboss.games.three_card_poker.law.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.math import exact as three_card
from pitboss.games.three_card_poker.math import kernel as three_card_kernel
from pitboss.games.three_card_poker.math import simulated as three_cards
from pitboss.games.ultimate_texas_holdem.math import collusion as ultimate_sharing
from pitboss.games.ultimate_texas_holdem.math import exact as ultimate
from pitboss.games.ultimate_texas_holdem.math import simulated as ultimates
from pitboss.games.ultimate_texas_holdem.math import situations
from pitboss.games.ultimate_texas_holdem.math.kernel import STARTING
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.math.kernel.play import shared_cards as ultimate_kernel
from pitboss.games.ultimate_texas_holdem.math.kernel.play import strategy_lookup
from pitboss.law.rules import Rules
from pitboss.numeric.choices import set_number
from pitboss.numeric.draws import play_dealt_cards, unit_cards
from pitboss.simulation.machines.gpu_play import Twins
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.run import CHUNK, chunk_size, chunks, play_chunk, play_units

SEED = 1947


def rules_and_house(study: Study) -> tuple[Rules, Any]:
    """Return the rules and the house of a game."""
    return study.rules, study.house


def make_plan(game: str, seats: int, ways: Sequence[str] = ("optimal", "shared"), **more: Any) -> Plan:
    study = setting(game, settings=more.pop("settings", None))
    model = study.game.sim_model()
    return plan(study, seats=seats, ways=[named_way(model, name) for name in ways], **more)


def codes(found: Plan, units: int, at: int = -1, first: int = 0) -> Any:
    ready = found.ready[at]
    played = np.zeros((len(ready.columns), units), np.uint16)
    ready.play(SEED, first, played)
    return played


@pytest.fixture
def effects(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Choose effects of cards in other hands before the flop that change many choices and take no minutes to count."""
    table = np.random.default_rng(1).integers(-800_000, 800_000, (len(STARTING), 52)).astype(np.int32)
    monkeypatch.setattr(ultimate_sharing, "card_effects", lambda *asked: table)
    return table


# --- Three Card Poker


def test_three_card_poker_counts_the_remaining_dealers_hands() -> None:
    """The kernel for one seat gives the same for every seat."""
    run_plan = make_plan("three-card-poker", 5, ("shared",), bets={"ante": 500, "pair plus": 500})
    rules, house = rules_and_house(run_plan.study)
    made, paid = three_cards.hands(rules), three_card.nets(rules, house)
    tables = three_card_kernel.Tables(
        made.strength, made.class_index, made.dealer_plays, np.zeros((1, 22100), np.uint8)
    )
    shared, turned = codes(run_plan, 60), 0
    optimal = three_cards.plays(rules, house, None, run_plan.bets)
    for unit in range(60):
        cards = unit_cards(SEED, unit, 18)
        for seat in range(5):
            own = cards[3 * seat : 3 * seat + 3]
            others = [card for card in cards[:15] if card not in own]
            against = np.zeros(three_card_kernel.RESULTS, np.int64)
            three_card_kernel.dealers_left(np.array([*own, *others], np.uint8), tables, against)
            idle, above, level, below = against.tolist()
            assert idle + above + level + below == 37 * 36 * 35 // 6
            gain = paid.gain(
                (idle, above, level, below), FROM_THE_LOWEST[made.class_index[set_number(own)]], pair_plus_antes=1
            )
            assert (shared[seat, unit] >= three_card_kernel.PLAYED) == (gain > 0)
            turned += (gain > 0) != optimal[set_number(own)]
    assert turned > 3  # else it would not matter who shares


def test_three_card_poker_alone_is_optimal_play() -> None:
    run_plan = make_plan("three-card-poker", 1, ("optimal",))
    tables, gains = (
        run_plan.ready[0].tables,
        three_cards.gains_by_result(*rules_and_house(run_plan.study), run_plan.bets),
    )

    def play(cards: Any, into: Any) -> None:
        three_card_kernel.share_dealt(cards, tables, gains, into, three_card_kernel.room_to_share(1))

    alone = np.zeros((1, 200), np.uint16)
    play_dealt_cards(play, 6)(SEED, 0, alone)
    assert np.array_equal(alone, codes(run_plan, 200))


# --- Let It Ride


def test_let_it_ride_counts_the_remaining_community_cards() -> None:
    """Rank every board again with the game's own ranking."""
    run_plan = make_plan(
        "let-it-ride", 7, ("shared",), settings={"payout-limit": 50_000}, bets=dict.fromkeys(BASE, 10_000)
    )
    paid = riding.pay(*rules_and_house(run_plan.study), 10_000)
    optimal = make_plan("let-it-ride", 7, ("optimal",), settings={"payout-limit": 50_000}, bets=run_plan.bets)
    shared = codes(run_plan, 100)
    turned = np.flatnonzero((shared != codes(optimal, 100)).any(axis=0)).tolist()
    for unit in (0, *turned[:2]):
        cards = unit_cards(SEED, unit, 23)
        left = [card for card in range(52) if card not in cards[:21]]
        for seat in range(7):
            own = cards[3 * seat : 3 * seat + 3]
            made = {two: made_of((*own, *two)) for two in combinations(left, 2)}
            value = {
                first: [
                    sum(paid.net[made[min(first, last), max(first, last)]][bets] for last in left if last != first)
                    for bets in range(3)
                ]
                for first in left
            }
            without, beside = (sum(max(each[at], each[at + 1]) for each in value.values()) for at in (0, 1))
            bets = int(beside > without)
            here = value[cards[21]]
            bets += here[bets + 1] > here[bets]
            told = bets * len(rides.FIVE) + rides.FIVE.index(made_of((*own, *cards[21:])))
            assert shared[seat, unit] == told
    assert len(turned) > 2  # else it would not matter who shares


def made_of(cards: Sequence[int]) -> str:
    from pitboss.counting.card_kinds import kind_of

    return riding.five_card_class_of(kind_of(tuple(DECK[card] for card in cards)))


def test_let_it_ride_alone_is_optimal_play() -> None:
    run_plan = make_plan("let-it-ride", 1, ("optimal",))
    from pitboss.games.let_it_ride.math import kernel

    paid = riding.pay(*rules_and_house(run_plan.study), run_plan.bets["bet 1"])
    net = np.array([paid.net[five] for five in rides.FIVE], np.int64)
    tables = run_plan.ready[0].tables
    alone = np.zeros((1, 200), np.uint16)
    play_dealt_cards(lambda cards, into: kernel.share_dealt(cards, tables, net, into, *kernel.room_to_share()), 5)(
        SEED, 0, alone
    )
    assert np.array_equal(alone, codes(run_plan, 200))


# --- Ultimate Texas Hold 'Em


def test_ultimate_counts_every_board_and_dealer_from_the_flop_on(effects: Any) -> None:
    """Compare seat by seat with the plain count of a situation, with other hands taken out of the deck."""
    run_plan = make_plan("ultimate-texas-holdem", 6, ("shared",))
    solution = ultimate.solve(*rules_and_house(run_plan.study), run_plan.bets["ante"]).solution
    units = 3
    shared, seen = codes(run_plan, units), set()
    for unit in range(units):
        cards = unit_cards(SEED, unit, 19)
        board = cards[12:17]
        for seat in range(6):
            own = cards[2 * seat], cards[2 * seat + 1]
            out = [card for card in cards[:12] if card not in own]
            deck = [card for card in range(52) if card not in out]
            place = first_place(run_plan, own, out)
            if place is None:
                flop = plain_game.ask(solution.pay, own, board[:3], (), deck, solution.own).choices
                river = plain_game.ask(solution.pay, own, board, (), deck, solution.own).choices
                place = 2 if flop["raise"] > flop["check"] else 3 if river["play"] > river["fold"] else 4
            seen.add(place)
            assert min(shared[seat, unit] // 60, 4) == place
    assert {0, 2, 3} <= seen


def first_place(found: Plan, own: tuple[int, int], out: Sequence[int]) -> int | None:
    share = ultimate_sharing.sharing_tables(ultimate.solve(*rules_and_house(found.study), 600), 600, 6)
    line = share.opening[strategy_lookup.hole_numbers()[own]].tolist()
    return 0 if line[ultimate_kernel.ALONE] + sum(line[card] for card in out) > 0 else None


def test_ultimate_alone_is_optimal_play(effects: Any) -> None:
    run_plan = make_plan("ultimate-texas-holdem", 1, ("optimal",))
    solved = ultimate.solve(*rules_and_house(run_plan.study), run_plan.bets["ante"])
    share = ultimate_sharing.sharing_tables(solved, run_plan.bets["ante"], 1)
    made = ultimates.kernel_inputs([situations.optimal_plan(solved.solution)], [0], 0)

    def play(cards: Any, into: Any) -> None:
        room = ultimate_kernel.new_desk(1), np.empty(1, np.int64)
        ultimate_kernel.share_dealt(cards, into, made.find, made.worths, share, *room)

    alone = np.zeros((1, 12), np.uint16)
    play_dealt_cards(play, 9)(SEED, 0, alone)
    assert np.array_equal(alone, codes(run_plan, 12))


def test_equivalent_cards_of_a_hole_have_one_representative() -> None:
    suited, pair = ultimate_sharing.equivalent_cards((48, 44)), ultimate_sharing.equivalent_cards((48, 49))
    assert suited[0] == 0
    assert suited[1] == suited[2] == suited[3] == 1
    assert (pair[0], pair[1], pair[2], pair[3]) == (0, 1, 2, 2)
    assert len(suited) == len(pair) == 50
    assert {suited[card] for card in (49, 50, 51)} == {49}


def test_the_effect_of_a_card_is_unchanged_by_renaming_suits(effects: Any) -> None:
    """The effect of a card on a hole is that of the card after the suits are renamed."""
    solved = ultimate.solve(*rules_and_house(setting("ultimate-texas-holdem")), 600)
    share = ultimate_sharing.sharing_tables(solved, 600, 6)
    at = next(at for at, hole in enumerate(STARTING) if hole.name == "K9s")
    king, nine = 4 * 11 + 2, 4 * 7 + 2  # of hearts; the hole that stands for it has clubs
    line = share.opening[strategy_lookup.hole_numbers()[king, nine]]
    assert line[2] == effects[at, 0]  # the deuce of the suit
    gains, raises = ultimate_sharing.gains_alone(solved, 600)
    assert line[ultimate_kernel.ALONE] == round(gains[at] * ultimate_sharing.ANTE)
    assert set(raises) == {1}


@pytest.mark.soak
def test_card_effects_before_the_flop_equal_the_first_decision() -> None:
    solved = ultimate.solve(*rules_and_house(setting("ultimate-texas-holdem")), 600)
    gains, raises = ultimate_sharing.gains_alone(solved, 600)
    effects = ultimate_sharing.card_effects(solved, 600, gains, raises)
    at = next(at for at, hole in enumerate(STARTING) if hole.name == "K4o")
    other_king = STARTING[at].cards[0] | 3
    gain = ultimate_sharing.gain_with_card_out(solved, 600, STARTING[at].cards, other_king, 4)
    assert effects[at, other_king] == round((gain - gains[at]) * ultimate_sharing.ANTE) < 0


# --- twins, and what is refused


@needs("cc")
@pytest.mark.parametrize(
    ("game", "seats", "units", "more"),
    [
        ("three-card-poker", 7, 60, {"bets": {"ante": 500, "pair plus": 500}}),
        ("let-it-ride", 5, 30, {}),
        ("ultimate-texas-holdem", 6, 6, {}),
    ],
)
def test_a_twin_shares_as_the_kernel_does(
    game: str, seats: int, units: int, more: dict[str, Any], tmp_path: Path, effects: Any
) -> None:
    """Compare on the same cards, next to optimal play."""
    run_plan = make_plan(game, seats, session=units // 3, **more)
    *_, there = Twins(run_plan, CMachine(tmp_path)).play_units(units)
    assert there == play_chunk(run_plan, 0, units)
    *_, here = play_units(run_plan, units, workers=2)
    assert here == there


def test_sharing_gains_and_is_not_exact() -> None:
    from pitboss.simulation.results.simulation_report import report

    run_plan = make_plan("three-card-poker", 7)
    *_, tally = play_units(run_plan, 4_000)
    (more,) = report(run_plan, tally).differences
    assert more.strategy == "shared"
    assert more.estimate < 0
    assert [row.exact is None for row in report(run_plan, tally).rows] == [False, True]


@pytest.mark.parametrize("game", ["three-card-poker", "let-it-ride"])
def test_sharing_at_one_seat_is_optimal_play(game: str) -> None:
    one, optimal = make_plan(game, 1, ("shared",)), make_plan(game, 1, ("optimal",))
    assert one.ready[0].digest == optimal.ready[0].digest


def test_costly_units_are_played_in_smaller_chunks() -> None:
    shared, optimal = (make_plan("three-card-poker", 2, (each,)) for each in ("shared", "optimal"))
    assert chunk_size(shared) < chunk_size(optimal) == CHUNK
    assert [many for _, many in chunks(10, 0, 25, 1)] == [10, 10, 5]
    assert [many for _, many in chunks(10, 0, 25, 2**20)] == [25]


def test_sharing_is_refused_in_the_audited_engine() -> None:
    with pytest.raises(ImpossibleError, match="see their own cards alone, so none can share; leave out --audited"):
        make_plan("three-card-poker", 2, ("shared",), audited=True)


def test_sharing_at_some_seats_only_is_refused() -> None:
    study = setting("three-card-poker")
    with pytest.raises(ImpossibleError, match="at all seats of a table or at none"):
        three_cards.MODEL.prepare(*rules_and_house(study), {"ante": 500}, 2, [share_cards, None])


def test_decisions_of_one_seat_cannot_be_asked_when_all_share() -> None:
    study = setting("three-card-poker")
    (asked,) = three_cards.MODEL.decisions(*rules_and_house(study))
    with pytest.raises(ImpossibleError, match="depends on all of them"):
        share_cards(asked)
