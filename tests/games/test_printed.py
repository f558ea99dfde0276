"""The inscriptions of the layouts: the law's required ones are there, and what is printed is what is paid."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kit.parts import WITH_CARDS, part
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.games.roulette.law.layout import PRISON
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.law.register import citable_paragraphs
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import worth
from pitboss.table.printed import Inscription, Printed

BONUSES = {"bonus": True, "three_card_bonus": "B"}


def inscriptions(house: Any) -> Printed:
    game = load(house.game)
    assert game.printed is not None
    return game.printed(game.rules({}), house)


def all_of(found: Printed) -> list[Inscription]:
    return [*found.says, *found.limits, *([found.motto] if found.motto else [])]


# Where one table has not got every area of its game: tables that have them all between them, by readings and elections.
PUNTO_BANCO: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({}, {"form": "vigorish"}),
    ({}, {"form": "without-vigorish", "pairs": "offered"}),
]
LAYOUTS: dict[str, list[tuple[dict[str, str], dict[str, Any]]]] = {
    "let-it-ride": [({}, BONUSES)],
    "roulette": [({}, {"wheel": "double-zero"}), ({}, {"wheel": "single-zero"})],
    "sic-bo": [({"total-three-eighteen": "areas"}, {})],
    "minibaccarat": PUNTO_BANCO,
    "baccarat": PUNTO_BANCO,
}
MOVED = {"roulette": set(PRISON)}  # the dealer moves wagers there; nobody makes one, and nothing is printed


@pytest.mark.parametrize("name", REGISTERED)
def test_every_area_of_the_game_is_printed_and_no_other(name: str) -> None:
    game, found = load(name), set[str]()
    for readings, elected in LAYOUTS.get(name, [({}, {})]):
        assert game.printed is not None
        areas = game.printed(game.rules(readings), game.house.usual(**elected)).areas
        assert len(set(areas)) == len(areas)
        found |= set(areas)
    assert found == set(game.spots) - {game.furniture.pot} - MOVED.get(name, set())


@pytest.mark.parametrize("name", ["minibaccarat", "baccarat"])
def test_a_layout_of_punto_banco_has_what_the_house_offers(name: str) -> None:
    """Check beyond:minibaccarat.5(d) and 5(e)."""
    usual, main = load(name).house.usual, ("player", "banker", "tie")
    pairs, side = ("player pair", "banker pair"), ("dragon 7", "panda 8")
    assert inscriptions(usual()).areas == main
    assert inscriptions(usual(form="half-on-6")).areas == main
    assert inscriptions(usual(pairs="offered")).areas == (*main, *pairs)
    assert inscriptions(usual(form="without-vigorish")).areas == (*main, *side)
    assert inscriptions(usual(form="without-vigorish", pairs="offered")).areas == (*main, *pairs, *side)


def test_a_casino_war_layout_has_what_the_house_offers() -> None:
    """Check beyond:casino-war.2(d) and 5(g)."""
    usual = load("casino-war").house.usual
    assert inscriptions(usual(tie_wager_on_war="offered")).areas == ("initial", "tie", "war", "tie on war")
    assert inscriptions(usual(tie_wager_on_war="not")).areas == ("initial", "tie", "war")
    assert inscriptions(usual(tie_wager="not", tie_wager_on_war="not")).areas == ("initial", "war")


@pytest.mark.parametrize("name", REGISTERED)
def test_every_citation_is_a_paragraph_a_reading_or_the_houses(name: str) -> None:
    game = load(name)
    found = inscriptions(game.house.usual())
    held = {id_ for _, id_ in citable_paragraphs(game.package)}
    for cite in [each.cite for each in all_of(found)] + [each.cite for each in found.pays]:
        assert cite in held or cite.startswith(("house:", "reading:")), cite


AS_PRINTED: dict[str, tuple[list[str], list[str]]] = {
    "let-it-ride": (["Let It Ride"], ["$5 to $500 a bet"]),
    "craps": (["Odds"], ["$5 to $1,000", "$1 to $200 propositions", "3-4-5 times odds"]),
    "three-card-poker": (["Pair plus pays", "Ante bonus pays"], ["$5 to $500 ante", "$1 to $500 pair plus"]),
    "ultimate-texas-holdem": (
        ["Blind pays", "Trips pays"],
        ["$5 to $500 ante", "$5 to $100 trips", "Most paid: $50,000"],
    ),
    "winners-pot-poker": (
        ["Jacks plus pays"],
        ["$5 to $500 ante", "bet 1 ×, double 2 ×", "$1 to $100 jacks plus", "Most paid: $50,000"],
    ),
}


@pytest.mark.parametrize("name", REGISTERED)
def test_tables_and_limits_stand_in_their_order(name: str) -> None:
    """Check that the first pay table lies at the dealer's right, the others at the left."""
    found = inscriptions(load(name).house.usual())
    assert ([table.title for table in found.pays], [each.text for each in found.limits]) == (
        AS_PRINTED[name] if name in AS_PRINTED else part(name, "expected").PRINTED
    )
    assert [spot for spot in load(name).spots if spot in found.areas] == list(found.areas)


def test_odds_at_craps_are_said_once_if_they_are_all_the_same() -> None:
    assert inscriptions(CrapsHouse(odds=(5, 5, 5))).limits[-1].text == "5 times odds"
    assert dict(inscriptions(CrapsHouse()).pays[0].lines)["pass"] == "1 to 1"


def test_a_pay_table_runs_from_the_best_line_down() -> None:
    for name in REGISTERED:
        if name not in WITH_CARDS:  # its odds are printed where they are paid, not in a table
            continue
        for table in inscriptions(load(name).house.usual()).pays:
            rates = [Odds.parse(paid) for _, paid in table.lines if " to " in paid]
            values = [Fraction(rate.win, rate.stake) for rate in rates]
            assert values == sorted(values, reverse=True), table.title


def test_what_the_house_pays_better_is_printed() -> None:
    lines = dict(inscriptions(LetItRideHouse(pay=BetterPay(base={"flush": "9 to 1"}))).pays[0].lines)
    assert (lines["Flush"], lines["Straight"], lines["Tens or better"]) == ("9 to 1", "5 to 1", "1 to 1")
    assert dict(inscriptions(CrapsHouse(pay={"field 12": "3 to 1"})).pays[0].lines)["field 12"] == "3 to 1"
    assert dict(inscriptions(UltimateHouse(trips="B")).pays[1].lines) != dict(
        inscriptions(UltimateHouse(trips="A")).pays[1].lines
    )


def test_what_is_printed_is_what_the_law_pays() -> None:
    """Compare every line of the law's table, with its own odds, under its own paragraph."""
    table = inscriptions(UltimateHouse()).pays[0]
    assert table.cite == blind_table().cite
    assert len(table.lines) == len(blind_table().lines) + 1
    assert table.lines[-1] == ("Below a straight", "push")
    odds = {made.lower(): paid for made, paid in table.lines}
    for made, rate in blind_table().lines.items():
        assert worth(Odds.parse(odds[made.replace("-of-a-", " of a ")])) == worth(rate)


def test_bonuses_are_printed_where_they_are_offered() -> None:
    bare, full = LetItRideHouse(), LetItRideHouse(bonus=True, three_card_bonus="B")
    assert [table.title for table in inscriptions(bare).pays] == ["Let It Ride"]
    assert inscriptions(bare).areas == ("bet 1", "bet 2", "bet 3")
    assert [table.title for table in inscriptions(full).pays] == ["Let It Ride", "Three card bonus", "$1 bonus wins"]
    assert inscriptions(full).areas[3:] == ("bonus", "three card bonus")


def test_the_payout_limit_is_posted() -> None:
    """Check 18.11(c), 32.11(e) and 33.11(c). At Let It Ride a limit is posted only if the house has one."""
    posted = {each.cite: each.text for each in inscriptions(LetItRideHouse(payout_limit=Money(10_000_000))).limits}
    assert posted["18.11(c)"] == "Most paid: $100,000"
    assert "18.11(c)" not in {each.cite for each in inscriptions(LetItRideHouse()).limits}
    assert {each.cite for each in inscriptions(UltimateHouse()).limits} >= {"32.11(e)"}
    assert {each.cite for each in inscriptions(WinnersPotHouse()).limits} >= {"33.11(c)"}


def test_the_commission_is_posted_as_it_is_taken() -> None:
    def words(**elected: Any) -> str:
        [said] = [each.text for each in inscriptions(WinnersPotHouse(**elected)).says if each.cite == "33.10(h)2"]
        return said

    assert words(commission_percent=5).endswith("5 percent of the pot")
    assert words(commission_percent="2.5", commission_fixed=LetItRideHouse().minimum).endswith(
        "2.5 percent of the pot or $5, whichever is less"
    )


def test_what_is_barred_is_said_on_the_craps_layout() -> None:
    """Check 1.2(a)2 and 4: twelve neither wins nor loses."""
    assert [(each.cite, each.text) for each in inscriptions(CrapsHouse()).says] == [
        ("1.2(a)2", "Don't pass bar 12"),
        ("1.2(a)4", "Don't come bar 12"),
    ]
