"""Twins compute the same integers as the kernels: compiled by a C compiler everywhere, and on a graphics card if there
is one."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from kit.c_machine import CMachine
from kit.programs import needs
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.numeric.draws import bounded_numbers, plain_word
from pitboss.numeric.gpu.graphics_card import Card, NoCardError
from pitboss.numeric.gpu.twin import assemble_source, distinct_rows, index_expression
from pitboss.simulation.machines import gpu_play
from pitboss.simulation.machines.devices import Device
from pitboss.simulation.machines.gpu_play import Machine, Twins
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.run import empty_tally, play_chunk, play_units
from pitboss.simulation.tallies import Tally

RIDING = dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)

# Several seats and strategies, bonuses and limits, sessions that end within the units and bankrolls that give out.
TABLES: dict[str, dict[str, Any]] = {
    "let-it-ride": {"session": 300, "bankroll": 20_000},
    "let-it-ride, bonuses": {
        "seats": 3,
        "ways": ("optimal", "bold"),
        "bets": {**RIDING, "bonus": 100, "three card bonus": 2_500},
        "settings": {"bonus": True, "three-card-bonus": "F", "payout-limit": 50_000},
    },
    "three-card-poker": {"seats": 3, "bets": {"ante": 500, "pair plus": 500}, "ways": ("optimal", "cautious")},
    "craps": {"session": 200},
    "craps, many wagers": {"seats": 5, "bets": {"pass": 500, "pass odds": 1_000, "come": 500, "field": 500}},
    "ultimate-texas-holdem": {"seats": 2, "bets": {"ante": 500, "trips": 500}},
    "ultimate-texas-holdem, own cards": {"seats": 3, "readings": {"hand-of-seven": "two-and-three"}},
    "winners-pot-poker": {"seats": 3, "bets": {"ante": 500, "jacks plus": 500}, "ways": ("mixed",)},
    "roulette": {"seats": 2, "bankroll": 5_000, "session": 50},
}
COSTLY = "ultimate-texas-holdem, own cards"  # to solve
FIRST, UNITS = 33_000, 1_250  # one of them draws a word that is refused


@cache
def make_plan(table: str) -> Plan:
    told = dict(TABLES[table])
    study = setting(table.split(",")[0], settings=told.pop("settings", None), readings=told.pop("readings", None))
    ways = [named_way(study.game.sim_model(), name) for name in told.pop("ways", ())]
    return plan(study, ways=ways, **told)


def play_twins(found: Plan, machine: Machine, units: int = UNITS, first: int = FIRST) -> Tally:
    """Return the tally of the units from `first` on, one of whose sessions is split."""
    twins, length = Twins(found, machine), found.session
    begin, middle = first // length * length, first + units // 3
    tally = empty_tally(found)
    for start, end in ((begin, middle), (middle, first + units)):
        more = twins.launch(start, end, tally)
        assert more is not None
        tally.add(more)
    return tally


def by_kernels(found: Plan, units: int = UNITS, first: int = FIRST) -> Tally:
    begin = first // found.session * found.session
    return play_chunk(found, begin, first + units - begin)


def last(steps: Any) -> Tally:
    *_, tally = steps
    assert isinstance(tally, Tally)
    return tally


@needs("cc")
@pytest.mark.parametrize(
    "table", [pytest.param(table, marks=[pytest.mark.soak] * (table == COSTLY)) for table in TABLES]
)
def test_a_twin_counts_what_the_kernel_counts(table: str, tmp_path: Path) -> None:
    run_plan = make_plan(table)
    assert play_twins(run_plan, CMachine(tmp_path)) == by_kernels(run_plan)


def test_the_tested_units_include_a_refused_word() -> None:
    """Otherwise the tests above would not show whether twins replace a refused word."""
    bounds, attempts = (52, 51, 50, 49), []
    for unit in range(FIRST, FIRST + UNITS):
        left = plain_word(1947, unit, 0, 0)
        first = [(left := left % 2**32 * bound) >> 32 for bound in bounds]
        attempts.append(tuple(first) != bounded_numbers(1947, unit, 0, bounds))
    assert sum(attempts) == 1


@needs("cc")
def test_a_run_can_move_between_processor_and_graphics_card(tmp_path: Path) -> None:
    run_plan = make_plan("three-card-poker")
    twins = Twins(run_plan, CMachine(tmp_path))
    there = last(twins.play_units(2_700, last(play_units(run_plan, 700))))
    assert last(play_units(run_plan, 4_500, there)) == last(play_units(run_plan, 4_500))


@needs("cc")
def test_sessions_beyond_the_window_are_listed_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Amounts outside the windows are listed one by one. If the list has no room for all of them, launches get
    smaller."""
    run_plan = make_plan("let-it-ride")
    monkeypatch.setattr(gpu_play, "WINDOW", 8)
    monkeypatch.setattr(gpu_play, "MOST_STRANGE", 3)
    twins = Twins(run_plan, CMachine(tmp_path))
    assert twins.launch(0, 3 * run_plan.session, empty_tally(run_plan)) is None
    assert last(twins.play_units(2_000)) == last(play_units(run_plan, 2_000))


@needs("cc")
def test_large_bets_are_added_up_in_64_bits(tmp_path: Path) -> None:
    study = setting("three-card-poker", settings={"maximum": 2_000_000})
    found = plan(study, bets={"ante": 100_000_000, "pair plus": 100}, seats=2, session=100)
    twins = Twins(found, CMachine(tmp_path))
    assert last(twins.play_units(500)) == last(play_units(found, 500))


# --- what cannot be played on a card


def test_a_missing_cupy_is_reported_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ImpossibleError, match=r"needs CuPy, .* pip install 'pitboss\[gpu\]'.*leave out --device gpu"):
        Device(make_plan("craps"), "gpu")
    fallen_back = Device(make_plan("craps"), "auto")
    assert not fallen_back.name
    assert "needs CuPy" in fallen_back.why_not
    assert last(fallen_back.play(300)) == last(play_units(make_plan("craps"), 300))


def test_a_missing_graphics_card_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class CUDARuntimeError(Exception):
        pass

    def no_device(number: int) -> Any:
        raise CUDARuntimeError("no CUDA-capable device is detected")

    runtime = SimpleNamespace(CUDARuntimeError=CUDARuntimeError)
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=SimpleNamespace(Device=no_device, runtime=runtime)))
    with pytest.raises(ImpossibleError, match=r"CuPy finds no graphics card .*no CUDA-capable device"):
        Device(make_plan("craps"), "gpu")


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="there is no device 'abacus'; choose cpu, gpu or auto"):
        Device(make_plan("craps"), "abacus")


def test_the_audited_engine_runs_on_the_processor_alone() -> None:
    found = plan(setting("craps"), audited=True)
    with pytest.raises(ImpossibleError, match="the audited engine plays on the processor alone"):
        Device(found, "gpu")


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"session": 2**20 + 1}, "a session of 1,048,577 rounds is too long for a graphics card; ask for 1,048,576"),
        (
            {"bets": {"ante": 5 * 10**9, "pair plus": 100}},
            "these bets are too large to be added up on a graphics card; bet less",
        ),
    ],
)
def test_a_run_too_large_for_the_card_is_refused(more: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    found = plan(setting("three-card-poker", settings={"maximum": 900_000_000}), **more)
    with pytest.raises(ImpossibleError, match=wrong):
        Twins(found, CMachine(tmp_path))


def test_a_game_without_a_twin_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plan(setting("craps"))
    monkeypatch.setitem(found.__dict__, "ready", tuple(replace(each, twin=None) for each in found.ready))
    with pytest.raises(ImpossibleError, match="craps has no twin for a graphics card"):
        Twins(found, CMachine(tmp_path))


# --- sources


def test_tables_that_fit_are_brought_close(tmp_path: Path) -> None:
    """Tables are copied to shared memory in the order in which they are named. One that differs between strategies is
    not."""
    source = tmp_path / "nothing.cu"
    source.write_text("")
    small, large = np.zeros(4, np.uint32), np.zeros(1_000, np.uint16)
    tables: dict[str, list[Any]] = {"a": [small], "b": [large], "c": [small, small + 1], "d": [small, small]}
    text = assemble_source([source], {"SEATS": 1}, tables, threads=32, counters=20, most_room=100)
    assert "#define T_a(at) (((const u4 *)(room + 32))[at])" in text.source
    assert "#define T_b(at) READ((const u2 *)table_of[1] + (at))" in text.source
    assert "#define T_c(at) READ((const u4 *)table_of[2 + way] + (at))" in text.source
    assert "#define T_d(at) (((const u4 *)(room + 48))[at])" in text.source
    assert (text.room, len(text.tables), text.threads) == (64, 5, 32)


def test_seats_that_play_alike_share_a_row() -> None:
    one, other = np.zeros(3, np.uint8), np.ones(3, np.uint8)
    rows, told = distinct_rows([one, other, one], "ROW")
    assert rows.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert told == {"ROW(seat)": "((seat) == 0 ? 0 : (seat) == 1 ? 1 : 0)"}
    assert index_expression("seat", [4, 4]) == "4"


# --- where there is a card


@pytest.fixture(scope="module")
def card() -> Card:
    try:
        return Card()
    except NoCardError as missing:
        pytest.skip(f"NO TWIN WAS PLAYED ON A GRAPHICS CARD: {missing}")


@pytest.mark.parametrize("table", TABLES)
def test_a_card_counts_what_the_kernel_counts(table: str, card: Card) -> None:
    run_plan = make_plan(table)
    assert play_twins(run_plan, card, 50_000) == by_kernels(run_plan, 50_000)


def test_the_card_is_what_device_gpu_plays_on(card: Card) -> None:
    run_plan = make_plan("three-card-poker")
    device = Device(run_plan, "gpu")
    assert device.name == card.name
    assert msgspec.to_builtins(last(device.play(100_500))) == msgspec.to_builtins(last(play_units(run_plan, 100_500)))
