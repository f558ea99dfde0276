"""Minibaccarat simulated: the kernel and the audited engine agree on every round of a shoe, and the kernel with what is
exact."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from itertools import product

import numpy as np
import pytest

from pitboss.analysis import Study, setting
from pitboss.cli.main import main
from pitboss.common.punto_banco.house import offered_spots
from pitboss.common.punto_banco.math.coups import composition, coups
from pitboss.common.punto_banco.math.simulated import KINDS, Follower, tables
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import DECK
from pitboss.numeric import punto_banco_shoes, shoes
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import play_units
from pitboss.table.card_steps import DealUp
from pitboss.table.cards import FULL_DECK

GAME = "minibaccarat"
ROUNDS_A_SHOE = 80
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"decks": 6, "cutting-card": 14, "vigorish": 4},
    {"form": "without-vigorish", "pairs": "offered"},
    {"form": "half-on-6", "dealing": "covered"},
    {"vigorish-taken": "end-of-shoe"},
    {"shuffler": "continuous", "pairs": "offered", "pair-odds": "12 to 1"},
    {"vigorish-rounding": "up-to-the-next-25-cents", "minimum": "5", "tie-odds": "9 to 1"},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"last-round": "one-more", "burn-ace": "eleven"},
    {"both-hands": "allowed", "continuous": "first-card-burned", "last-round": "that-only"},
)
GRID = tuple(product(HOUSES, READINGS, (1, 3)))
CELLS = len(GRID)
AMOUNTS = {"player": 1_100, "banker": 1_700, "tie": 600, "player pair": 500, "banker pair": 700, "dragon 7": 900,
           "panda 8": 800}  # fmt: skip


def bets_at(study: Study) -> dict[str, int]:
    """Return as many wagers as a player may make at once."""
    spots = [*offered_spots(study.house)]  # type: ignore[arg-type]
    if study.rules.reads("both-hands") == "barred":
        spots.remove("player")
    return {spot: AMOUNTS[spot] for spot in spots}


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check units of one cell of the grid. An AssertionError names the unit that differs."""
    house, readings, seats = GRID[cell]
    study = setting(GAME, settings=house, readings=readings)
    made = plan(study, bets=bets_at(study), seats=seats, seed=1947 + seed, audited=True)
    check_units(AuditedTable(made), 0, max(1, rounds // ROUNDS_A_SHOE))


@pytest.mark.parametrize("cell", range(0, CELLS, 8))
def test_kernel_and_engine_agree(cell: int) -> None:
    equal_rounds(cell, ROUNDS_A_SHOE)


@pytest.mark.soak
@pytest.mark.parametrize("cell", range(CELLS))
def test_kernel_and_engine_agree_everywhere(cell: int) -> None:
    equal_rounds(cell, 10 * ROUNDS_A_SHOE, 1)


def test_the_cutting_card_may_come_anywhere() -> None:
    """Check that among these shoes it comes before a round's first card, and later; both ways to read that matter."""
    rounds = {}
    for reading in ("that-only", "one-more"):
        study = setting(GAME, settings={"cutting-card": 150}, readings={"last-round": reading})
        ready = plan(study).ready[0]
        assert ready.round_nets is not None
        rounds[reading] = [len(ready.round_nets(1947, unit)) for unit in range(60)]
    more = [late - soon for soon, late in zip(rounds["that-only"], rounds["one-more"], strict=True)]
    assert set(more) == {0, 1}


# --- chance


def test_the_kernel_draws_what_plain_python_draws() -> None:
    room = shoes.scratch(6)
    for unit in (0, 7, 2**40):
        shoes.draw_shoe(5, unit, room)
        assert tuple(room.tolist()) == shoes.unit_shoe(5, unit, 6)
        assert Counter(DECK[card] for card in room) == Counter(FULL_DECK * 6)
    assert shoes.unit_shoe(5, 0, 6) != shoes.unit_shoe(5, 1, 6) != shoes.unit_shoe(6, 1, 6)


def test_every_card_is_equally_likely_at_every_place() -> None:
    first = Counter(shoes.unit_shoe(3, unit, 1)[at] for unit in range(1_040) for at in (0, 30))
    assert len(first) == 52
    assert sum((many - 40) ** 2 / 40 for many in first.values()) < 90  # 51 degrees of freedom: one in a thousand above


# --- what is left of a shoe


def test_the_kernel_counts_a_composition_as_the_model_does() -> None:
    study = setting(GAME)
    for many in (0, 100, 300, 405):
        removed = tuple(DECK[card] for card in shoes.unit_shoe(11, many, 8)[:many])
        _, unseen, ways = punto_banco_shoes.scratch()
        unseen[:] = composition(8, removed)
        total = punto_banco_shoes.count_kinds(unseen, tables(study.rules, study.house), ways)  # type: ignore[arg-type]
        counted = coups(composition(8, removed))
        by_kind: Counter[tuple[str, str]] = Counter()
        for coup, often in counted.items():
            by_kind[coup.winner, coup.special] += often
        assert [by_kind[kind] for kind in KINDS] == ways[: len(KINDS)].tolist()
        assert total == sum(counted.values())


SHORT = {"decks": 6, "cutting-card": 143, "pairs": "offered", "tie-odds": "9 to 1", "pair-odds": "12 to 1"}


def test_a_follower_at_the_table_bets_as_the_kernel_does() -> None:
    """Follow from half a shoe, at odds so good that some bets are in favor; by the engine with counts of its own."""
    study = setting(GAME, settings=SHORT)
    follow = named_way(study.game.sim_model(), "follow")
    made = plan(study, bets={"tie": 500, "player pair": 500, "banker pair": 1_000}, ways=[follow], audited=True)
    ready = made.ready[0]
    codes = np.zeros((len(ready.columns), 200), np.uint16)
    ready.play(made.seed, 0, codes)
    unit = int(np.argmax(codes.sum(axis=0) > 0))
    assert codes[:, unit].any()
    check_units(AuditedTable(made), unit, 1)


def follower(removed: str, **bets: int) -> dict[str, int]:
    study = setting(GAME, settings={"pairs": "offered"})
    made = Follower(study.rules, study.house, {spot.replace("_", " "): cents for spot, cents in bets.items()})  # type: ignore[arg-type]
    made.look([DealUp("", "shoe", "hand", card) for card in removed.split()])
    return made.choose_bets()


SEVENS_AND_KINGS = " ".join(f"{rank}{suit} " * 8 for rank in "A2345689TJQ" for suit in "cdhs")  # are left


def test_a_pair_in_favor_is_bet_beside_another() -> None:
    """Check shoes in which a pair comes every other time. What lies beside it may cost more than the pair gains."""
    assert follower("", banker=1_000, tie=500, player_pair=500) == {}
    assert follower(SEVENS_AND_KINGS, tie=500, player_pair=500) == {"tie": 500, "player pair": 500}
    beside = follower(SEVENS_AND_KINGS, banker=1_000, player_pair=500)
    assert beside == {"banker": 1_000, "player pair": 500}
    assert follower(SEVENS_AND_KINGS, player=1_000, player_pair=500) == {"player": 1_000, "player pair": 500}


def test_nobody_gains_from_a_whole_shoe() -> None:
    study = setting(GAME, settings={"shuffler": "continuous"})
    follow = named_way(study.game.sim_model(), "follow")
    made = plan(study, bets={"banker": 1_000, "tie": 1_000}, ways=[follow])
    *_, tally = play_units(made, 50)
    rows = report(made, tally).rows
    assert {row.wagered_cents for row in rows} == {0}
    assert {row.estimate for row in rows} == {0}


# --- what is told


def test_the_estimate_holds_what_is_exact() -> None:
    study = setting(GAME, settings={"pairs": "offered"})
    made = plan(study, bets={"banker": 1_000, "tie": 500, "player pair": 500})
    *_, tally = play_units(made, 4_000)
    found = report(made, tally)
    assert found.unit == "shoe"
    assert found.throws == tally.throws > 70 * tally.units
    for row in found.rows:
        assert row.exact is not None
        assert row.z is not None
        assert abs(row.z) < 4
        assert row.shoe is not None
        assert row.shoe.value * tally.units == row.net_cents
    banker = found.rows[0]
    assert banker.outcomes.keys() == {"banker: wins", "banker: tie", "banker: loses"}
    assert sum(banker.outcomes.values()) == tally.throws
    assert banker.made_cents == banker.wagered_cents == 1_000 * tally.throws


def test_the_result_is_the_same_whatever_the_workers() -> None:
    made = plan(setting(GAME), session=3)
    *_, whole = play_units(made, 50)
    *_, part = play_units(made, 20)
    *_, resumed = play_units(made, 50, part, workers=2)
    assert whole == resumed


def test_the_command_says_that_the_unit_is_a_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", GAME, "--rounds", "20"]) == 0
    out = capsys.readouterr().out
    assert "20 shoes (1," in out
    assert "Shoe by shoe" in out
    assert "Sessions of 1 shoe" in out


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--bankroll", "100"], "a bankroll is followed round by round"),
        (["--hours", "4", "--rounds-per-hour", "60"], "the unit here is a shoe"),
        (["--audited", "--incidents", "face_up=0.1"], "the unit here is a shoe"),
        (["--session", "0"], "--session 0 makes no sense"),
        (["--bet", "dragon 7=5"], "dragon 7"),
        (["--reading", "tie-and-hands=stay"], "they outlive a shoe"),
    ],
)
def test_what_a_shoe_cannot_tell_is_refused(words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", GAME, "--rounds", "5", *words]) == 2
    assert wrong in capsys.readouterr().err


@pytest.mark.parametrize(("behind", "runs_out"), [(-30, True), (0, True), (11, True), (12, False)])
def test_a_shoe_that_runs_out_is_refused(behind: int, runs_out: bool) -> None:
    """Refuse a shoe with too few cards for two rounds of six cards after the cutting card was met."""
    study = setting(GAME, settings={"cutting-card": behind}, readings={"last-round": "one-more"})
    ready = plan(study).ready[0]
    with pytest.raises(ImpossibleError, match="ran out of cards") if runs_out else nullcontext():
        ready.play(1, 0, np.zeros((len(ready.columns), 20_000), np.uint16))


def test_a_shoe_that_runs_out_is_not_followed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exposure", GAME, "--shoes", "50", "--set", "cutting-card=1"]) == 2
    assert "ran out of cards" in capsys.readouterr().err


def test_no_more_followers_than_there_is_room_for_beside_another() -> None:
    study = setting(GAME, settings={"seats": 2})
    follow = named_way(study.game.sim_model(), "follow")
    made = plan(study, seats=2, ways=[follow], audited=True)
    with pytest.raises(ImpossibleError, match="leave a seat free, so 1 at most"):
        AuditedTable(made)


def test_codes_are_whole_after_each_batch() -> None:
    """Check that a kernel begins anew; otherwise it would count a shoe twice."""
    ready = plan(setting(GAME), seats=2).ready[0]
    codes = np.full((len(ready.columns), 3), 7, np.uint16)
    ready.play(1947, 0, codes)
    again = np.zeros_like(codes)
    ready.play(1947, 0, again)
    assert (codes == again).all()
    assert (codes[: len(codes) // 2] == codes[len(codes) // 2 :]).all()
