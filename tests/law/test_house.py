"""The house file: every error has its line, its key, what is right, and a paragraph where one says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from pitboss.cli.main import main
from pitboss.compliance.finding import has_violation
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.houses.house import meanings
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.public.errors import HouseFileError
from pitboss.public.house_file import house_with_elections, load_house, read_gaming_day, read_house, schema
from pitboss.record.gaming_day import GamingDay
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars

DOCS = Path(__file__).parents[2] / "docs"


def problems(tmp_path: Path, text: str) -> list[tuple[int, str, str]]:
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    return [(problem.line, problem.key, problem.cite) for problem in read_house(file)[1]]


def table(*lines: str) -> str:
    return "\n".join(["[[table]]", 'name = "T"', 'game = "let-it-ride"', *lines])


def test_the_example_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    assert main(["init-house", str(file)]) == 0
    assert main(["house", str(file)]) == 0
    house = load_house(file, "let-it-ride", None)
    assert isinstance(house, LetItRideHouse)
    assert (house.minimum, house.payout_limit, house.three_card_bonus) == (500, 5_000_000, "B")
    assert main(["init-house", str(file)]) == 2  # never overwrites
    assert "already exists and was not changed" in capsys.readouterr().err
    text = file.read_text(encoding="utf-8")
    assert main(["init-house", "-"]) == 0
    assert capsys.readouterr().out == text
    commented = re.sub(r'^# (?=\[table|"[^"]*" = |[a-z-]+ = )', "", text, flags=re.MULTILINE)
    assert commented.count("[table.readings]") == len(REGISTERED)
    assert problems(tmp_path, commented) == []  # what is commented out is sound too


@pytest.mark.parametrize("game", REGISTERED)
def test_the_example_has_a_table_of_every_game(game: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    assert main(["init-house", str(file)]) == 0
    house = load_house(file, game, None)
    assert house.game == game
    assert house.breaches(load(game).rules(house.readings)) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (table('seets = 3'), (4, "table.1.seets", "")),
        (table("minimum = 2.5"), (4, "table.1.minimum", "")),
        (table("minimum = -5"), (4, "table.1.minimum", "")),
        (table('minimum = "5.5"'), (4, "table.1.minimum", "")),
        (table('bonus = "yes"'), (4, "table.1.bonus", "")),
        (table('dealing = "catapult"'), (4, "table.1.dealing", "")),
        (table('three-card-bonus = "G"'), (4, "table.1.three-card-bonus", "")),
        (table("seats = 8"), (4, "table.1.seats", "house:seats")),
        (table("seats = 0"), (4, "table.1.seats", "house:seats")),
        (table("minimum = 10", "maximum = 5"), (5, "table.1.maximum", "house:limits")),
        (table("payout-limit = 49999"), (4, "table.1.payout-limit", "18.11(c)")),
        (table("minimum = 25", "", "payout-limit = 50000"), (6, "table.1.payout-limit", "18.11(c)")),
        (table("[table.pay.base]", 'flush = "7 to 1"'), (5, "table.1.pay.base.flush", "18.11(b)")),
        (table("[table.pay.base]", 'flush = "9 for 1"'), (5, "table.1.pay.base.flush", "18.11(a)")),
        (table("[table.pay.base]", 'flush = "7 win 1"'), (5, "table.1.pay.base.flush", "18.11(b)")),
        (table("[table.pay.base]", '"low pair" = "1 to 1"'), (5, "table.1.pay.base.low pair", "18.11(b)")),
        (table("bonus = true", "[table.pay.bonus]", "flush = 49"), (6, "table.1.pay.bonus.flush", "18.11(d)")),
        (table("[table.pay.bonus]", "flush = 49.5"), (5, "table.1.pay.bonus.flush", "")),
        (table('three-card-bonus = "B"', "[table.pay.three-card-bonus]", 'flush = "3 to 1"'),
         (6, "table.1.pay.three-card-bonus.flush", "18.11(e)")),
        (table("[table.pay.three-card-bonus]", 'flush = "9 to 1"'), (4, "table.1.pay.three-card-bonus", "18.11(e)")),
        (table("[table.readings]", 'bonus-chip = "eaten"'), (5, "table.1.readings.bonus-chip", "")),
        ('[[table]]\ngame = "whist"', (2, "table.1.game", "")),
        ('[[table]]\nname = "T"\ngame = []', (3, "table.1.game", "")),
        ("[[table]]", (1, "table.1.game", "")),
        ("\ntable = [1]", (2, "table.1", "")),
        ('table = ["T"]', (1, "table.1", "")),
        (table('smallest-chip = 0', 'minimum = "0.05"', "payout-limit = 50000", "[table.pay.base]",
               '"royal flush" = "9999 to 2"'), (4, "table.1.smallest-chip", "house:smallest-chip")),
        ("[table]", (1, "table", "")),
        ("", (1, "table", "")),
        (table() + "\n[other]", (4, "other", "")),
        (table() + "\n" + table(), (5, "table.2.name", "")),
    ],
)  # fmt: skip
def test_each_mistake_is_found_at_its_place(tmp_path: Path, text: str, wanted: tuple[int, str, str]) -> None:
    assert problems(tmp_path, text) == [wanted]


def test_a_commission_that_nobody_has_set_is_found(tmp_path: Path) -> None:
    """Find that no commission is set, as 33.10(h)2i wants. Only a table that nobody has configured has one of ours."""
    text = '[[table]]\nname = "T"\ngame = "winners-pot-poker"\n'
    assert problems(tmp_path, text) == [(1, "table.1.commission-percent", "33.10(h)2i")]
    for line in ("commission-percent = 0", "commission-fixed = 5"):
        assert problems(tmp_path, text + line) == []
    house = house_with_elections(load("winners-pot-poker"), {"seats": 5})
    assert house.breaches(load("winners-pot-poker").rules({})) == []


def test_every_entry_that_is_no_table_is_named(tmp_path: Path) -> None:
    assert problems(tmp_path, "table = [1, 2]") == [(1, "table.1", ""), (1, "table.2", "")]


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, table("seets = 1", "minimum = 0.5", 'bonus = "yes"') + "\n" + '[[table]]\ngame = "x"')
    assert [line for line, _, _ in found] == [4, 5, 6, 8]


def test_no_fault_hides_another(tmp_path: Path) -> None:
    """A table that cannot be read still has readings, parts of keys, and a name that another one may have."""
    wrong = ('minimum = "x"', "nope = {a = 1, b = 2}", "[table.pay]", "nope = {a = 1, b = 2}")
    readings = ("[table.readings]", 'bonus-chip = "eaten"', 'vigorish = "x"', "collecting-order = 3", "dealt = [1]")
    text = table(*wrong, "[table.pay.bonus]", "flush = 1.5", "straight = []", *readings) + "\n" + table()
    assert problems(tmp_path, text) == [
        (4, "table.1.minimum", ""),
        (5, "table.1.nope", ""),
        (7, "table.1.pay.nope", ""),
        (9, "table.1.pay.bonus.flush", ""),
        (10, "table.1.pay.bonus.straight", ""),
        (12, "table.1.readings.bonus-chip", ""),
        (13, "table.1.readings.vigorish", ""),
        (14, "table.1.readings.collecting-order", ""),
        (15, "table.1.readings.dealt", ""),
        (17, "table.2.name", ""),
    ]


@pytest.mark.parametrize("first", ['name = "T"\ngame = "whist"', 'name = "T"\ngame = "craps"\nseats = 0'])
def test_a_name_is_taken_by_a_table_with_faults_too(first: str, tmp_path: Path) -> None:
    found = problems(tmp_path, f"[[table]]\n{first}\n" + table())
    assert [key for _, key, _ in found if key == "table.2.name"] == ["table.2.name"]
    assert len(found) == 2
    unnamed = '[[table]]\ngame = "craps"\nseats = 0\n'
    assert [key for _, key, _ in problems(tmp_path, unnamed * 2)] == ["table.1.seats", "table.2.name", "table.2.seats"]
    assert [key for _, key, _ in problems(tmp_path, '[[table]]\nname = 5\ngame = "craps"\n' * 2)] == [
        "table.1.name",
        "table.2.name",
    ]  # what is no name is not shared


def test_a_file_with_problems_is_not_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(table("payout-limit = 10"), encoding="utf-8")
    assert main(["house", str(file)]) == 1
    assert "18.11(c)" in capsys.readouterr().out
    assert main(["house", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["where"] == "line 4, table.1.payout-limit"
    with pytest.raises(HouseFileError, match=r"18\.11"):
        load_house(file, "let-it-ride", None)
    assert main(["play", "let-it-ride", "--house", str(file), "--quiet", "--record", str(tmp_path / "r")]) == 2
    assert not (tmp_path / "r").exists()


def test_not_toml_and_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text("= 3", encoding="utf-8")
    assert main(["house", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert main(["house", str(tmp_path / "none.toml")]) == 2
    assert main(["house"]) == 2


def test_tables_are_found_by_name(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(table() + "\n" + table("minimum = 15").replace('"T"', '"U"'), encoding="utf-8")
    assert load_house(file, "let-it-ride", None).name == "T"
    assert load_house(file, "let-it-ride", "U").minimum == 1500
    with pytest.raises(HouseFileError, match=r"'T'.*'U'"):
        load_house(file, "let-it-ride", "V")


def test_schema_covers_every_key() -> None:
    properties = schema()["$defs"]["LetItRideHouse"]["properties"]
    assert {
        "name",
        "game",
        "seats",
        "minimum",
        "payout-limit",
        "pay",
        "readings",
        "three-card-bonus",
    } <= properties.keys()


@pytest.mark.parametrize("name", REGISTERED)
def test_every_key_says_what_it_means(name: str) -> None:
    house = load(name).house
    assert {field.encode_name for field in msgspec.structs.fields(house)} == meanings(house).keys()
    assert all(value["description"] for value in schema()["$defs"][house.__name__]["properties"].values())


@pytest.mark.parametrize(
    ("given", "cents"), [(5, 500), ("5", 500), ("$5", 500), ("2.50", 250), ("1,234.05", 123405), (0, 0)]
)
def test_amounts(given: object, cents: int) -> None:
    assert Money.parse(given) == cents


@pytest.mark.parametrize("given", [2.5, True, "2.5", "1,23", "five", "", -1, None, "5 dollars", "٥"])
def test_what_is_no_amount(given: object) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        Money.parse(given)


def test_odds_are_exact() -> None:
    assert Odds.parse("3 to 2").pays(500) == 750
    assert Odds.parse("1,000 to 1").pays(1) == 1000
    with pytest.raises(ValueError, match="exactly"):
        Odds.parse("3 to 2").pays(5)
    for wrong in ("3 for 2", "3 win 2", "3", "3 to 0", "to 1", 3, "3.5 to 1"):
        with pytest.raises(ValueError, match='does not state odds; write them with "to", as'):
            Odds.parse(wrong)


def test_odds_with_win_are_the_same_odds() -> None:
    assert Odds.parse("1,000 win 1", TO_OR_WIN) == Odds.parse("1,000 to 1", TO_OR_WIN) == Odds(1000, 1)
    for wrong in ("3 for 2", "3 wins 2", "3 win 0", "win 1", "3 WIN 2"):
        with pytest.raises(ValueError, match='write them with "to" or "win", as'):
            Odds.parse(wrong, TO_OR_WIN)


def test_dollars_as_people_write_them() -> None:
    assert [dollars(cents) for cents in (0, 5, 500, 123456, -250)] == ["$0", "$0.05", "$5", "$1,234.56", "-$2.50"]


# --- what is warned of


def warnings_of(tmp_path: Path, text: str) -> list[tuple[int, str, str]]:
    found = check(text, "house.toml")
    assert not has_violation(found)
    where = re.compile(r"line (\d+), (.*)")
    warnings = [(finding, where.fullmatch(finding.where)) for finding in found if finding.severity == "warning"]
    return [(int(match[1]), match[2], finding.paragraph) for finding, match in warnings if match]


def craps(*lines: str) -> str:
    return "\n".join(["[[table]]", 'game = "craps"', *lines])


PLACE_6 = '"place 6 or 8 to win"'
PAY_6, NOT_CUSTOMARY = "table.1.pay.place 6 or 8 to win", "reading:payout-odds"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Odds that favor the player, by the fraction: 6 to 5 on a six is fair, and a hair more is given away.
        # That they are not the customary ones is said too: whether the law allows them is not held.
        (craps("[table.pay]", f'{PLACE_6} = "6 to 5"'), [(4, PAY_6, NOT_CUSTOMARY)]),
        (craps("[table.pay]", f'{PLACE_6} = "61 to 50"'), [(4, PAY_6, NOT_CUSTOMARY), (4, PAY_6, "house:given-away")]),
        (craps("[table.pay]", f'{PLACE_6} = "2 to 1"'), [(4, PAY_6, NOT_CUSTOMARY), (4, PAY_6, "house:given-away")]),
        (craps("[table.pay]", f'{PLACE_6} = "14 to 12"'), []),
        (
            craps("maximum = 100", "inventory = 900000000", "[table.pay]", 'pass = "1,000,000 to 1"'),
            [(6, "table.1.pay.pass", NOT_CUSTOMARY), (6, "table.1.pay.pass", "house:given-away")],
        ),
        (table('[table.pay.base]', '"flush" = "9 to 1"'), []),
        (
            table('[table.pay.base]', '"flush" = "9 to 1"', '"pair of tens or better" = "5 to 1"'),
            [(6, "table.1.pay.base.pair of tens or better", "house:given-away")],
        ),
        ('[[table]]\ngame = "winners-pot-poker"\ncommission-percent = 5', []),
    ],
)  # fmt: skip
def test_what_is_allowed_and_hardly_meant_is_warned_of(
    tmp_path: Path, text: str, wanted: list[tuple[int, str, str]]
) -> None:
    assert warnings_of(tmp_path, text) == wanted


def test_what_takes_too_long_to_count_is_said(tmp_path: Path) -> None:
    text = '[[table]]\ngame = "ultimate-texas-holdem"\n[table.pay.trips]\n"flush" = "70 to 1"'
    (note,) = check(text, "house.toml")
    assert (note.severity, note.where) == ("note", "line 4, table.1.pay.trips.flush")
    assert "not counted here" in note.message


def test_warnings_are_shown_and_change_no_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(craps("[table.pay]", f'{PLACE_6} = "2 to 1"'), encoding="utf-8")
    assert main(["house", str(file)]) == 0
    shown = capsys.readouterr().out
    assert f"warning: line 4, {PAY_6}" in shown
    assert "Craps 1: craps, no violation found, by the text of 1996" in shown
    assert main(["house", str(file), "--json"]) == 0
    *_, warning, _ = json.loads(capsys.readouterr().out)
    assert (warning["severity"], warning["paragraph"]) == ("warning", "house:given-away")
    assert main(["house", str(file), "--quiet"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("inventory", "short"), [("6000", False), ('"5999.99"', True), ("0", True)])
def test_an_inventory_that_cannot_pay_one_maximum_wager_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inventory: str, short: bool
) -> None:
    """A wager stays lawful and the table opens all the same, so it is a warning."""
    file = tmp_path / "house.toml"
    file.write_text(craps(f"inventory = {inventory}"), encoding="utf-8")
    assert main(["check", str(file)]) == 0
    shown = capsys.readouterr().out
    assert ("line 3, table.1.inventory: the inventory cannot pay one maximum wager" in shown) == short
    assert main(["check", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["paragraph"] for each in found if each["severity"] == "warning"] == ["house:fill"] * short
    assert load_house(file, "craps", None).game == "craps"


@pytest.mark.parametrize("game", REGISTERED)
def test_a_short_inventory_is_a_warning_and_exits_with_0_whatever_the_game(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    elections = "commission-percent = 10\n" if game == "winners-pot-poker" else ""  # without one it breaks 33.10(h)2i
    most = load(game).house.usual().most_won(load(game).rules({}))
    for cents in (most, most - 1, 0):
        short = ["house:fill"] * (cents < most)
        file.write_text(
            f'[[table]]\ngame = "{game}"\n{elections}inventory = "{cents // 100}.{cents % 100:02}"\n',
            encoding="utf-8",
        )
        assert main(["check", str(file), "--json"]) == 0
        found = [each for each in json.loads(capsys.readouterr().out) if each["severity"] != "note"]
        assert [(each["severity"], each["paragraph"]) for each in found] == [("warning", each) for each in short]


def test_help_and_pages_say_how_a_short_inventory_exits(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "an inventory that cannot pay one maximum wager exits with 0" in told
    for page, words in (
        ("check.md", "inventory cannot pay one maximum wager opens, takes wagers"),
        ("check.md", "warns of it and exits with 0, whatever the game"),
        ("adding-a-game.md", "`pitboss check` warns of it with exit code 0"),
        ("how-to/check-a-house-file.md", "and do not change the exit code"),
    ):
        assert words in " ".join((DOCS / page).read_text(encoding="utf-8").split())


def test_the_example_warns_of_nothing(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    assert main(["init-house", str(file)]) == 0
    assert {finding.severity for finding in check(file.read_bytes(), "house.toml")} == {"note"}


# --- by the law of a day


def test_a_game_not_yet_adopted_is_named_and_the_rest_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    late = '[[table]]\nname = "U"\ngame = "ultimate-texas-holdem"\n'
    file.write_text(late + table("seets = 1") + "\n" + craps(), encoding="utf-8")
    assert main(["house", str(file), "--as-of", "2007-10-15"]) == 1
    shown = capsys.readouterr().out
    assert "line 3, table.1.game: ultimate-texas-holdem on 2007-10-15: the game was adopted on 2008-04-21" in shown
    assert "line 7, table.2.seets" in shown
    assert "U: ultimate-texas-holdem, not judged" in shown
    assert "Craps 1: craps, no violation found, by the text of 1996" in shown
    assert main(["house", str(file), "--as-of", "2008-04-21"]) == 1  # on that day it is
    assert "table.1.game" not in capsys.readouterr().out
    assert main(["house", str(file), "--as-of", "someday"]) == 2
    assert "is not a date" in capsys.readouterr().err


def test_each_wrong_reading_has_its_own_line_and_the_choices(tmp_path: Path) -> None:
    text = table("[table.readings]", 'collecting-order = "sideways"', 'bonus-chip = "kept"', 'no-such = "x"')
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    first, second = read_house(file).problems
    assert (first.line, first.key) == (5, "table.1.readings.collecting-order")
    assert first.right == "choose counterclockwise or clockwise"
    assert (second.line, second.key) == (7, "table.1.readings.no-such")
    assert "bonus-chip" in second.right
    assert problems(tmp_path, table("[table.readings]", 'bonus-chip = "kept"', "match-play = 3")) == [
        (6, "table.1.readings.match-play", "")
    ]


def test_the_choices_of_a_key_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(table('dealing = "by hand"'), encoding="utf-8")
    (problem,) = read_house(file).problems
    assert (problem.line, problem.right) == (4, "choose 'manual-shoe' or 'hand' or 'automated-shoe'")


# --- the gaming day


def gaming_day(tmp_path: Path, *lines: str) -> list[tuple[int, str, str]]:
    return problems(tmp_path, table() + "\n" + "\n".join(["[gaming-day]", *lines]))


def test_gaming_day_and_shifts_are_keys_of_the_house_file(tmp_path: Path) -> None:
    shifts = ["[gaming-day.shifts]", 'day = "06:00"', '"swing shift" = "14:00"']
    assert gaming_day(tmp_path, 'time-zone = "UTC"', 'starts = "06:00"', *shifts) == []
    found = read_gaming_day(tmp_path / "house.toml")
    assert (found.time_zone, found.starts) == ("UTC", "06:00")
    assert found.shifts == {"day": "06:00", "swing shift": "14:00"}
    assert problems(tmp_path, table()) == []
    assert read_gaming_day(tmp_path / "house.toml") == GamingDay()


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["begins = 6"], (5, "gaming-day.begins", "")),
        (["starts = 6"], (5, "gaming-day.starts", "")),
        (['starts = "6 am"'], (5, "gaming-day.starts", "house:gaming-day")),
        (['time-zone = "Jersey"'], (5, "gaming-day.time-zone", "house:gaming-day")),
        (["[gaming-day.shifts]", "day = 6"], (6, "gaming-day.shifts.day", "")),
        (["[gaming-day.shifts]", 'day = "06:00"'], (5, "gaming-day.shifts", "house:gaming-day")),
        (["[gaming-day.shifts]", 'day = "00:00"', 'late = "25:00"'], (7, "gaming-day.shifts.late", "house:gaming-day")),
    ],
)
def test_each_mistake_in_a_gaming_day_has_its_line(
    tmp_path: Path, lines: list[str], wanted: tuple[int, str, str]
) -> None:
    found = gaming_day(tmp_path, *lines)
    assert found == [wanted]
    with pytest.raises(HouseFileError, match=wanted[1]):
        read_gaming_day(tmp_path / "house.toml")


def test_a_gaming_day_is_one_table(tmp_path: Path) -> None:
    text = "gaming-day = 6\n" + table()
    assert problems(tmp_path, text) == [(1, "gaming-day", "")]
    assert problems(tmp_path, "shifts = 3\n" + table()) == [(1, "shifts", "")]


def test_the_schema_has_the_gaming_day() -> None:
    assert set(schema()["$defs"]["GamingDay"]["properties"]) == set(GamingDay.means)
