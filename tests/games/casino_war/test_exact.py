"""The model against published figures, against every deal of a small shoe, and against the engine's own settlement."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest

from games.casino_war.scene import WarScene
from pitboss.counting.exact_model import ImpossibleError, Situation
from pitboss.engine.inputs import Close
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.casino_war.math import exact
from pitboss.table.cards import FULL_DECK, RANK_OF_CARD
from pitboss.table.money import Money

RULES = GAME.rules({})
SIX = CasinoWarHouse()
EIGHT = CasinoWarHouse(packs=8)
PLAIN = CasinoWarHouse(war_tie_odds="plain")
BET = 1_000


def percent(edge: Fraction) -> float:
    return round(float(edge) * 100, 2)


@pytest.mark.parametrize(
    ("house", "always", "edge"),
    [(SIX, "war", 2.33), (EIGHT, "war", 2.34), (PLAIN, "war", 2.88), (SIX, "surrender", 3.70)],
)
def test_published_edges_of_the_initial_wager(house: CasinoWarHouse, always: str, edge: float) -> None:
    assert percent(exact.initial(RULES, house, BET, (), always).house_edge) == edge


def test_published_deviation() -> None:
    assert round(sqrt(exact.initial(RULES, SIX, BET).variance), 6) == 1.057637
    assert round(sqrt(exact.initial(RULES, PLAIN, BET).variance), 2) == 1.05


def test_published_edges_of_the_tie_wager() -> None:
    assert percent(exact.tie(RULES, SIX, "tie").house_edge) == 18.65
    assert percent(exact.tie(RULES, CasinoWarHouse(tie_odds="11 to 1"), "tie").house_edge) == 11.25


def test_war_is_better_than_surrender_with_every_rank_of_a_full_shoe() -> None:
    table, _ = exact.MODEL.strategy(RULES, SIX, BET)
    assert {row[2] for row in table.rows} == {"war"}


# --- a shoe so small that every deal can be dealt

SMALL = ["2c", "2d", "3c", "3d", "3h", "Ac", "Ad"]


def test_every_deal_of_a_small_shoe_by_the_engine() -> None:
    """Play each order of four cards at a table, with three others burned in between."""
    removed = list(FULL_DECK * 6)
    for card in SMALL:
        removed.remove(card)
    nets = []
    for first, dealers, mine, last in permutations(range(len(SMALL)), 4):
        cards = [SMALL[at] for at in (first, dealers, mine, last)]
        nets.append(net_of(tuple(RANK_OF_CARD[card] for card in cards)))
    edge = -Fraction(sum(nets), len(nets) * BET)
    assert exact.initial(RULES, SIX, BET, tuple(removed), "war").house_edge == edge


def net_of(ranks: tuple[int, ...], known: dict[tuple[int, ...], int] = {}) -> int:  # noqa: B006
    """Return what a round with cards of these ranks nets by the engine."""
    if ranks not in known:
        first, dealers, mine, last = ("..23456789TJQKA"[rank] for rank in ranks)
        cards = f"{first}c {dealers}d 4h 5h 6h {mine}h {last}s"
        scene = WarScene(cards, tie_wager_on_war="not").bet(1, BET // 100).give(Close())
        if scene.driver.question is not None:
            scene.answer("w")
        known[ranks] = scene.winnings(1)
    return known[ranks]


def test_cards_that_are_out_change_the_price() -> None:
    aces = tuple(card for card in FULL_DECK * 6 if card[0] == "A")
    with_aces, without = (exact.tie(RULES, SIX, "tie", out).house_edge for out in ((), aces))
    assert without < with_aces  # fewer ranks tie more often
    with pytest.raises(ImpossibleError, match="name each as often as it can be out"):
        exact.full_shoe(SIX, ("As",) * 25)


def test_what_a_tie_is_worth() -> None:
    answer = exact.MODEL.ask(RULES, SIX, BET, Situation(cards=("9c",), dealer=("9d",), packs=6))
    worth = {choice.name: choice.value for choice in answer.choices}
    assert worth["surrender"] == Fraction(-1, 2)
    assert worth["war"] > worth["surrender"]
    with pytest.raises(ImpossibleError, match="not a tie"):
        exact.MODEL.ask(RULES, SIX, BET, Situation(cards=("9c",), dealer=("8d",), packs=6))
    odd = exact.net_of_surrender(RULES, CasinoWarHouse(smallest_chip=Money(100)), 700)
    assert odd == Fraction(-3, 7)


def test_unseen_cards_of_several_decks_are_there_as_often() -> None:
    assert Situation(seen=("As", "As"), packs=2).unseen.count("As") == 0
    assert Situation(seen=("As",), packs=2).unseen.count("As") == 1
    assert len(Situation().unseen) == 52


# --- a tie wager on the war


def cards_missing_from(*kept: str) -> tuple[str, ...]:
    """Return the cards that are out of six decks when only these are left."""
    out = list(FULL_DECK * 6)
    for card in kept:
        out.remove(card)
    return tuple(out)


def test_a_tie_wager_on_the_war_is_made_after_a_tie_and_priced_so() -> None:
    """Compare with those of all orders of four cards in which the first two tie."""
    kept = ("2c", "2d", "3c", "3d", "3h", "Ac", "Ad", "Ah")
    tied = [deal for deal in permutations(kept, 4) if deal[0][0] == deal[1][0]]
    again = sum(deal[2][0] == deal[3][0] for deal in tied)
    assert exact.tie(RULES, SIX, "tie on war", cards_missing_from(*kept)).house_edge == 1 - Fraction(
        11 * again, len(tied)
    )


def test_a_tie_wager_on_the_war_costs_less_than_one_on_the_first_deal() -> None:
    """Count the ties with two cards of one rank out: of that rank 22 are left, of twelve others 24, of 310 in all."""
    ties = Fraction(12 * 24 * 23 + 22 * 21, 310 * 309)
    assert exact.tie(RULES, SIX, "tie on war").house_edge == 1 - 11 * ties
    assert exact.tie(RULES, SIX, "tie").house_edge == Fraction(58, 311)


def test_a_shoe_with_too_few_cards_for_a_war_has_no_price() -> None:
    for few in ((), ("Ac",), ("2c", "2d", "3c", "3d", "3h", "Ac")):
        with pytest.raises(ImpossibleError, match=rf"^{len(few)} cards? (is|are) left, .* takes 7; remove fewer"):
            list(exact.MODEL.rows_without(RULES, SIX, BET, cards_missing_from(*few)))
    assert [row.wager for row in exact.MODEL.rows_without(RULES, SIX, BET, cards_missing_from(*SMALL))] == [
        "initial",
        "tie",
        "tie on war",
    ]


def test_no_tie_wager_on_a_war_that_cannot_come() -> None:
    ranks = cards_missing_from("2c", "3c", "4c", "5c", "6c", "7c", "8c")
    assert [row.wager for row in exact.MODEL.rows_without(RULES, SIX, BET, ranks)] == ["initial", "tie"]


def test_a_surrender_that_does_not_give_up_half_says_so() -> None:
    *_, costs = exact.MODEL.strategy(RULES, SIX, 500)
    assert costs.rows[-1][0] == "always surrender (gives up $2 of $5)"
    *_, costs = exact.MODEL.strategy(RULES, SIX, 1_000)
    assert costs.rows[-1][0] == "always surrender"
