"""Simulated side wagers of the house are the engine's to the cent, and come as often as they are counted."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.analysis.study import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.games import load
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import play_chunk
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideWager, WhenFolded

BASE: dict[str, dict[str, int]] = {
    "three-card-poker": {"ante": 500},
    "let-it-ride": {"bet 1": 500, "bet 2": 500, "bet 3": 500},
    "ultimate-texas-holdem": {"ante": 500, "blind": 500},
    "winners-pot-poker": {"ante": 500},
}
LINES = {  # by the number of cards: lines that need suits, ranks and classes
    2: (("ace-king suited", "25 to 1"), ("colored pair", "12 to 1"), ("suited", "push")),
    3: (("mini royal", "50 to 1"), ("pair of tens or better", "3 to 1"), ("all red", "push")),
    5: (("three aces", "30 to 1"), ("pair of jacks or better", "2 to 1")),
    7: (("flush or better", "9 to 1"), ("three of a kind", "3 to 1"), ("pair of aces", "push")),
}


def describe(cards: str, size: int, when_folded: WhenFolded | None) -> SideWager:
    lines = tuple(SideLine(hand=hand, pays=pays) for hand, pays in LINES[size])
    return SideWager(
        name=cards, cards=cards, minimum=Money(100), maximum=Money(2_500), when_folded=when_folded, pay=lines
    )


def wagers_of(game: str) -> tuple[SideWager, ...]:
    """Describe a wager on each choice of cards that a fold does not lose."""
    terms = load(game).house.side_terms
    return tuple(
        describe(cards, size, "settled" if terms.folded else None)
        for cards, size in terms.cards.items()
        if not terms.folded or "settled" in terms.folded[cards]
    )


def plan_with(game: str, wagers: tuple[SideWager, ...], seats: int, **more: Any) -> Any:
    house = load(game).house.usual(side_wager=wagers)
    bets = BASE[game] | {wager.name: 200 for wager in wagers}
    return plan(setting(game, house=house), bets=bets, seats=seats, **more)


@pytest.mark.parametrize("game", BASE)
def test_every_seat_wins_to_the_cent_what_it_wins_at_the_table(game: str) -> None:
    made = plan_with(game, wagers_of(game), seats=3, audited=True)
    check_units(AuditedTable(made), 0, 150)


@pytest.mark.parametrize("game", BASE)
def test_lines_come_as_often_as_they_are_counted(game: str) -> None:
    made = plan_with(game, wagers_of(game), seats=1)
    rows = {row.wager: row for row in report(made, play_chunk(made, 0, 40_000)).rows}
    edges = {row.wager: row.house_edge for row in made.study.rows(made.study.rules, 0)}
    for wager in made.study.house.side_wagers:
        row = rows[wager.name]
        assert row.exact == edges[wager.name]
        assert row.z is not None
        assert abs(row.z) < 5
        assert sum(row.outcomes.values()) == 40_000
    assert rows["all wagers"].net_cents == sum(row.net_cents for row in rows.values() if row.role == "wager")


def test_a_house_without_side_wagers_is_played_as_before() -> None:
    made, plain = plan_with("three-card-poker", (), seats=2), plan(setting("three-card-poker"), seats=2)
    assert made.identity == plain.identity


def test_what_a_fold_loses_is_refused_by_name() -> None:
    lost = describe("hand", 3, "lost")
    with pytest.raises(ImpossibleError, match="'hand' is lost when the hand is folded"):
        plan_with("three-card-poker", (lost,), seats=1)


def test_a_side_wager_alone_is_refused() -> None:
    house = load("let-it-ride").house.usual(side_wager=wagers_of("let-it-ride"))
    with pytest.raises(ImpossibleError, match="beside the game's own wagers"):
        plan(setting("let-it-ride", house=house), bets={"hand": 200})
