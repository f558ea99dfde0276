"""Expectations of the house at Casino War, wager by wager, also of a tie wager that is made when a war begins."""

from __future__ import annotations

from fractions import Fraction

from games.casino_war.golden import first_walk
from games.casino_war.scene import WarScene
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import Close
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.casino_war.math import exact
from pitboss.record.round_result import Part, result_of
from pitboss.table.card_steps import DealUp

RULES, HOUSE = GAME.rules({}), CasinoWarHouse()
EDGES = {row.wager: row.house_edge for row in exact.MODEL.wagers(RULES, HOUSE, 1_000)}


def parts(scene: WarScene) -> dict[str, Part]:
    return {part.wager: part for part in result_of(scene.driver).parts}


def test_every_wager_has_its_theory_when_it_is_made() -> None:
    found = parts(first_walk())
    # All of the wager of which half was surrendered is in the handle.
    handle, win = 2_000 + 1_000 + 2 * 2_500 + 1_500, 1_000 - 1_000 - 5_000 + 1_500
    assert (found["initial"].handle, found["initial"].win) == (handle, win)
    initial = sum((EDGES["initial"] * cents for cents in (2_000, 1_000, 2_500, 1_500)), Fraction())
    assert found["initial"].theory == initial
    assert found["tie"].theory == EDGES["tie"] * 1_000
    assert found["tie on war"].theory == EDGES["tie on war"] * 1_000
    assert (found["tie"].win, found["tie on war"].win) == (-10_000, -10_000)


def test_a_surrender_is_given_away() -> None:
    scene = WarScene("Qc Qh").bet(1, 10).deal().answer("s")
    after = exact.full_shoe(HOUSE, ("Qc", "Qh"))
    given = exact.war_worth(RULES, HOUSE, after) - Fraction(-1, 2)
    assert parts(scene)["initial"].play == given * 1_000 > 0
    war = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10).deal().answer("w").give(Close())
    assert parts(war)["initial"].play == 0


def test_a_tie_wager_paid_after_a_void_war_was_won_by_chance() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 9s 8h", readings={"tie-paid-when": "end"}).bet(1, 10, 5).deal().answer("w")
    scene.step(Close()).run_until(DealUp, 3).give_amid(ExtraCard("hand 1"))
    found = parts(scene)
    assert found.keys() == {"tie"}  # the other wagers went back
    assert (found["tie"].win, found["tie"].theory) == (-5_000, EDGES["tie"] * 500)


def test_initial_and_tie_wager_go_together() -> None:
    """Check that both are one block: their variance is not the sum of those of each."""
    scene = WarScene("Kc 9h").bet(1, 10, 5).deal()
    (together,) = result_of(scene.driver).variances
    alone = [part.variances[0] for part in parts(scene).values()]
    assert together != sum(alone)
