"""Big Six, parts 1, 2 and 3 of the facts: the wheel, the layout, and opening and closing."""

from __future__ import annotations

from collections import Counter

import pytest

from games.big_six.scene import BigSix
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import Closing, Order, Spin, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.big_six import GAME
from pitboss.games.big_six.law.facts import COVERED, INSPECTED
from pitboss.games.big_six.law.house import stops
from pitboss.games.big_six.law.layout import counts, sections
from pitboss.games.big_six.law.steps import CallSymbol, Collect, Inspect, LockWheel, Pay, Stand, VoidSpin

FACTS = "beyond:big-six."
SYMBOLS = ["$1", "$2", "$5", "$10", "$20", "joker", "flag"]
# Position 0 to 53, clockwise, as the sheet of facts has it.
RIM = (
    "joker 1 2 1 5 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1 "
    "flag 2 5 2 1 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1"
)
AROUND = [each if each in ("joker", "flag") else f"${each}" for each in RIM.split()]


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"beyond:big-six.{paragraph}")


def findings_in(*lines: str) -> list[tuple[str, str]]:
    """Return the findings of a house file about one table, by weight and paragraph, without the note that none is
    held."""
    text = "\n".join(['[[table]]\ngame = "big-six"', *lines])
    return [(each.severity, each.paragraph) for each in check(text, "house.toml") if each.paragraph != "house:not-held"]


def warning(paragraph: str) -> list[tuple[str, str]]:
    return [("warning", f"{FACTS}{paragraph}")]


def rim_of(symbols: list[str]) -> str:
    """Format a rim as a line of a house file."""
    return f"equipment.order = [{', '.join(f'{each!r}' for each in symbols)}]"


# --- 1: definitions


@law("1(a)")
def test_the_rim_has_54_sections_and_each_decides_when_its_turn_comes() -> None:
    scene = BigSix(1)
    assert list(stops(scene.rules, scene.house)) == AROUND
    assert list(sections("24-15-7-4-2")) == [*AROUND[:29], "$1", *AROUND[30:]]
    assert [BigSix(1).bet(1, "$1").spin(at).acts(Stand)[0].symbol for at in (0, 26, 53)] == ["joker", "$1", "$1"]


@law("1(b)")
def test_a_section_shows_one_of_seven_symbols() -> None:
    assert sorted(set(AROUND)) == sorted(SYMBOLS)
    for symbol in SYMBOLS:
        assert BigSix(1).bet(1, symbol).spin(symbol).winnings(1) > 0


@law("1(c)")
def test_joker_and_flag_are_the_pictures_each_by_itself() -> None:
    assert BigSix(1).bet(1, "joker").spin(0).winnings(1) == BigSix(1).bet(1, "flag").spin(27).winnings(1) == 45_000
    both = {"picture-each": "both"}
    assert BigSix(1, readings=both).bet(1, "joker").spin(27).winnings(1) == 45_000
    assert BigSix(1, readings=both).bet(1, "$1").spin(27).winnings(1) == -1_000


@law("1(d)")
def test_the_clapper_lies_in_one_section() -> None:
    scene = BigSix(1).bet(1, "$1").spin(29)
    assert [step.stop for step in scene.acts(Stand)] == [29]
    assert scene.last.table.wheel == 29


@law("1(e)")
def test_the_symbol_under_the_clapper_wins() -> None:
    for at, symbol in enumerate(AROUND):
        scene = BigSix(1).bet(1, symbol).spin(at)
        assert [step.symbol for step in scene.acts(Stand)] == [symbol]
        assert [step.spot for step in scene.acts(Pay)] == [symbol]


@law("1(f)")
def test_a_round_lasts_from_one_settlement_to_the_next() -> None:
    scene = BigSix(1).bet(1, "$1").give(ShortSpin(2)).spin("$1")
    assert not scene.drivers
    assert not scene.spin("$1").driver.log
    assert len(scene.drivers) == 1
    assert type([*scene.last.log][-1]) is Pay


@law("1(g)")
def test_a_void_spin_decides_nothing_and_is_made_again() -> None:
    scene = BigSix(1).bet(1, "$1").give(ShortSpin(1)).spin("$1")
    assert len(scene.acts(VoidSpin)) == 1
    assert (scene.winnings(1), scene.wagers_of(1), scene.acts(Stand)) == (0, {"$1": 1_000}, [])
    assert scene.spin("$1").winnings(1) == 1_000


# --- 2: equipment


@law("2(a)")
def test_the_wheel_stands_upright_and_is_five_feet_across() -> None:
    assert findings_in("equipment.inches = 59") == findings_in("equipment.upright = false") == warning("2(a)")
    assert findings_in("equipment.inches = 60") == findings_in("equipment.upright = true") == []


@law("2(b)")
def test_the_rim_has_54_sections_and_as_many_pegs() -> None:
    for key in ("sections", "pegs"):
        assert findings_in(f"equipment.{key} = 53") == findings_in(f"equipment.{key} = 55") == warning("2(b)")
        assert findings_in(f"equipment.{key} = 54") == []
    scene = BigSix(1).bet(1, "$1").close_betting()
    assert not scene.bars_against(Spin(53))
    assert scene.refusal_of(Spin(54)) == {f"{FACTS}6(b)"}


@law("2(c)")
def test_how_many_sections_show_each_symbol() -> None:
    wanted = dict(zip(SYMBOLS, (23, 15, 8, 4, 2, 1, 1), strict=True))
    assert Counter(AROUND) == wanted == counts("23-15-8-4-2")
    assert findings_in(rim_of(AROUND)) == []
    for symbol in SYMBOLS:
        other = "$2" if symbol == "$1" else "$1"
        assert findings_in(rim_of([other, *(each for each in AROUND if each != symbol)])) == warning("2(c)")
    assert findings_in(rim_of([*AROUND, "moon"])) == warning("2(c)")


@law("2(d)")
def test_the_symbols_follow_each_other_in_one_order() -> None:
    scene = BigSix(1)
    assert list(stops(scene.rules, scene.house)) == AROUND
    assert all(AROUND[at] != AROUND[at - 1] for at in range(54))
    opposite = {(AROUND[at], AROUND[at + 27]) for at in range(27)}
    assert {("joker", "flag"), ("$20", "$20")} <= opposite
    assert findings_in(rim_of(AROUND[::-1])) == warning("2(d)")


@law("2(e)")
def test_the_wheel_has_a_clapper() -> None:
    assert findings_in("equipment.clapper = false") == warning("2(e)")
    assert findings_in("equipment.clapper = true") == []


@law("2(f)")
def test_the_layout_has_an_area_for_each_symbol_with_its_odds() -> None:
    scene = BigSix(1)
    assert [offer.name for offer in GAME.offers(scene.driver.round, 1)] == SYMBOLS
    assert GAME.printed is not None
    made = GAME.printed(scene.rules, scene.house)
    assert made.drawing is not None
    for plan in (made.drawing.wide, made.drawing.narrow, made.drawing.text):
        assert sorted(cell.spot for cell in plan.cells) == sorted(SYMBOLS)
        assert {cell.spot: cell.says for cell in plan.cells} == dict(made.pays[0].lines)


@law("2(g)")
def test_the_house_may_have_a_wheel_of_the_other_count() -> None:
    other = 'wheel = "24-15-7-4-2"'
    scene = BigSix(1, wheel="24-15-7-4-2")
    rim = list(stops(scene.rules, scene.house))
    assert (rim[29], rim[:29] + rim[30:]) == ("$1", AROUND[:29] + AROUND[30:])
    wanted = dict(zip(SYMBOLS, (24, 15, 7, 4, 2, 1, 1), strict=True))
    assert Counter(rim) == wanted == counts("24-15-7-4-2")
    assert scene.bet(1, "$5").spin(29).winnings(1) == -1_000
    assert findings_in(other, rim_of(rim)) == []
    assert findings_in(other, rim_of(AROUND)) == warning("2(g)")
    read = BigSix(1, wheel="23-15-8-4-2", readings={"wheel-count": "24-7"})
    assert read.bet(1, "$5").spin(29).winnings(1) == 5_000


# --- 3: opening of the table


def new_table() -> BigSix:
    return BigSix(carry=opening(5_000_000, ()))


def sections_inspected(acts: int) -> int | None:
    """Return how far the inspection has come after so many acts of it."""
    scene = new_table()
    driver = Driver(GAME, scene.rules, scene.house, opening(5_000_000, ()), stepwise=True)
    driver.run(acts)
    return INSPECTED.get(driver.table)


@law("3(a)")
def test_wheel_pegs_and_clapper_are_looked_over() -> None:
    first = new_table().acts(Inspect)[0]
    assert (first.cite, first.number) == (f"{FACTS}3(a)", 1)
    assert all(part in first.words for part in ("wheel", "pegs", "clapper"))
    assert sections_inspected(1) == 1
    assert not BigSix(1).acts(Inspect)


@law("3(b)")
def test_the_wheel_is_turned_by_hand() -> None:
    last = new_table().acts(Inspect)[-1]
    assert (last.cite, last.number) == (f"{FACTS}3(b)", 2)
    assert "by hand" in last.words
    assert sections_inspected(2) == 2


@law("3(c)")
def test_a_wheel_that_is_not_used_is_covered() -> None:
    scene = BigSix(1).give(Closing())
    assert scene.acts(LockWheel) == [LockWheel(f"{FACTS}3(c)", 1)]
    assert (COVERED.get(scene.t), INSPECTED.get(scene.t)) == (1, None)
    assert scene.refusal_of(Wager(1, {"$1": 1_000})) == {f"{FACTS}3(c)"}
    assert not list(GAME.offers(scene.driver.round, 1))
    scene.give(Closing(closes=False)).bet(1, "$1")
    assert [step.number for step in scene.acts(Inspect)] == [1, 2]
    ordered = BigSix(1).give(Order("close the table"))
    assert isinstance(ordered.driver.wait, OrderWanted)
    assert (ordered.driver.wait.cite, ordered.driver.wait.choices) == (f"{FACTS}3(c)", ("open the table",))
    assert ordered.acts(LockWheel) == [LockWheel(f"{FACTS}3(c)", 2)]
    assert COVERED.get(ordered.t) == 2
    ordered.give(Order("open the table"))
    assert (COVERED.get(ordered.t), INSPECTED.get(ordered.t)) == (None, 2)
    assert ordered.bet(1, "$1").spin("$2").acts(Collect)
    assert ordered.acts(CallSymbol)
