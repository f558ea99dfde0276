"""A house file describes side wagers: what is read, what is refused with its line, and what the papers say."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis.study import setting
from pitboss.cli.main import main
from pitboss.compliance.house_file.judgment import check
from pitboss.compliance.house_file.reader import read
from pitboss.engine.houses.house import House
from pitboss.games import load
from pitboss.table.side_wager import CITE

TABLE = """\
[[table]]
name = "Pit 3"
game = "three-card-poker"

[[table.side-wager]]
name = "lucky suits"
cards = "hand"
minimum = 1
maximum = 25
when-folded = "settled"
pay = [
  { hand = "straight flush", pays = "40 to 1" },
  { hand = "flush", pays = "4 to 1" },
  { hand = "one color", pays = "1 to 1" },
]
"""


def house_of(text: str) -> House:
    (entry,) = read(text, "a file").entries
    assert entry.house is not None
    return entry.house


def find(text: str) -> list[tuple[str, str, str]]:
    """Return what the check finds, apart from notes: severity, place and what is wrong."""
    found = check(text, "a file")
    return [(finding.severity, finding.where, finding.message) for finding in found if finding.severity != "note"]


def test_a_description_is_read_and_breaks_nothing() -> None:
    assert find(TABLE) == []
    (wager,) = house_of(TABLE).side_wagers
    assert (wager.name, wager.minimum, wager.maximum, len(wager.pay)) == ("lucky suits", 100, 2_500, 3)


def test_it_is_priced_with_its_distribution_and_no_reading_bears_on_it() -> None:
    study = setting("three-card-poker", house=house_of(TABLE))
    report = study.edge(cache=False)
    priced = next(each for each in report.wagers if each.row.wager == "lucky suits")
    assert priced.row.house_edge == Fraction(16_900 - 48 * 40 - 1_096 * 4 - 4_056, 22_100)
    assert [result.ways for result in priced.row.results] == [48, 1_096, 4_056, 16_900]
    assert priced.readings == {}


OWN_HAND = "a description cannot depend on the dealer's hand"
TAKEN = "this table has another wager called 'ante'"
UNSAID = "it is not said what becomes of the wager if the hand is folded"
NO_HAND = "'flsh' is not a hand that a pay table can name"


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "wrong"),
    [
        ('cards = "hand"', 'cards = "dealer"', 7, "cards", OWN_HAND),
        ("maximum = 25", "maxmum = 25", 9, "maxmum", "unknown key"),
        ('when-folded = "settled"', 'when-folded = "kept"', 10, "when-folded", "there is no such choice"),
        ('when-folded = "settled"\n', "", 5, "when-folded", UNSAID),
        ('"4 to 1"', '"5 for 1"', 13, "pay.2.pays", "'5 for 1' counts the stake as won"),
        ('"flush"', '"flsh"', 13, "pay.2.hand", NO_HAND),
        ('name = "lucky suits"', 'name = "ante"', 6, "name", TAKEN),
        ("minimum = 1\n", 'minimum = "one"\n', 8, "minimum", "'one' is not an amount"),
    ],
)
def test_nonsense_is_refused_with_its_line(old: str, new: str, line: int, key: str, wrong: str) -> None:
    assert old in TABLE
    where = f"line {line}, table.1.side-wager.1.{key}"
    assert find(TABLE.replace(old, new)) == [("violation", where, wrong)]


def test_each_wager_that_cannot_be_read_is_reported() -> None:
    second = TABLE.partition("\n\n")[2].replace("lucky suits", "more").replace("minimum = 1", "minimum = true")
    both = TABLE.replace("maximum = 25", "maxmum = 25") + "\n" + second
    assert [where for _, where, _ in find(both)] == [
        "line 9, table.1.side-wager.1.maxmum",
        "line 20, table.1.side-wager.2.minimum",
    ]


def test_a_wager_that_favors_players_is_warned_of() -> None:
    ((severity, where, wrong),) = find(TABLE.replace("4 to 1", "14 to 1"))
    assert (severity, where) == ("warning", "line 11, table.1.side-wager.1.pay")
    assert wrong.startswith("lucky suits gives the player an edge of ")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("roulette", "Roulette is played without cards, and cards alone decide a described wager"),
        ("baccarat", "is dealt from a shoe that lasts for many rounds"),
        ("casino-war", "is dealt from a shoe that lasts for many rounds"),
    ],
)
def test_games_without_hands_refuse_it_by_name(game: str, why: str) -> None:
    text = f'[[table]]\nname = "A"\ngame = "{game}"\n[[table.side-wager]]\nname = "lucky"\n'
    found = [wrong for _, where, wrong in find(text) if where.endswith("side-wager")]
    assert len(found) == 1
    assert why in found[0]


def test_the_table_needs_chips_for_it() -> None:
    house = house_of(TABLE)
    game = load("three-card-poker")
    assert house.most_won(game.rules({})) - game.house.usual().most_won(game.rules({})) == 40 * 2_500


def test_papers_label_it_as_the_houses_own() -> None:
    game, house = load("three-card-poker"), house_of(TABLE)
    rules = game.rules({})
    layout = game.printed_at(rules, house)
    assert layout.areas[-1] == "lucky suits"
    assert (layout.pays[-1].title, layout.pays[-1].cite) == ("Lucky suits pays", CITE)
    assert layout.pays[-1].lines[1] == ("Flush", "4 to 1")
    assert [text.text for text in layout.says if text.cite == CITE] == [
        "Lucky suits: offered by this house, not by the regulation"
    ]
    assert layout.limits[-1].text == "$1 to $25 lucky suits"
    chapter = game.brief_at(rules, house)[-1]
    assert chapter.title == "This house's own wagers"
    assert {sentence.cite for sentence in chapter.said} == {CITE}
    guide = game.guide_at(rules, house)
    assert guide is not None
    assert guide.offered[-1].name == "Lucky suits (this house's own wager)"


@pytest.mark.parametrize("game", ["three-card-poker", "let-it-ride", "ultimate-texas-holdem", "winners-pot-poker"])
def test_a_house_without_side_wagers_has_the_papers_of_its_game(game: str) -> None:
    loaded = load(game)
    house, rules = loaded.house.usual(), loaded.rules({})
    assert loaded.printed is not None
    assert loaded.brief is not None
    assert loaded.printed_at(rules, house) == loaded.printed(rules, house)
    assert loaded.brief_at(rules, house) == loaded.brief(rules, house)


def test_the_digest_of_the_law_does_not_know_it() -> None:
    game = load("three-card-poker")
    assert game.rules({}).digest == setting("three-card-poker", house=house_of(TABLE)).rules.digest


def test_commands_take_a_file_with_side_wagers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file := tmp_path / "house.toml").write_text(TABLE, encoding="utf-8")
    assert main(["placard", str(file), "-o", str(tmp_path / "papers")]) == 0
    sign = (tmp_path / "papers" / "pit-3-sign.html").read_text(encoding="utf-8")
    assert "Lucky suits" in sign
    assert "own wager" in sign
    capsys.readouterr()
