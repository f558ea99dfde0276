"""Two house files: each kind of change, what it does to the edges, and which notice it needs."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.analysis import edge
from pitboss.cli.main import main
from pitboss.compliance.amendments.house_file_changes import ListedTable, TableChanges, compare_table, compare_tables
from pitboss.engine.houses.house import House, from_toml
from pitboss.engine.houses.house_checks import Declarations
from pitboss.games import load
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.table.money import Money

PLAIN = LetItRideHouse()
LIMIT = 5_000_000  # cents: what 18.11(c) asks for at least


def declare(**values: Any) -> Declarations:
    """Return what a house file declares of a Let It Ride table."""
    found = from_toml(load("let-it-ride").house_checks().DECLARED, values)
    assert isinstance(found, Declarations)
    return found


def compare(old: House, new: House, *, count: bool = False, **declares: Any) -> TableChanges:
    return compare_table(ListedTable(old, declare()), ListedTable(new, declare(**declares)), count=count)


def differences(old: House, new: House) -> list[str]:
    return [str(each) for each in compare(old, new).differences]


# --- what is different


def test_elections_readings_and_pay_lines() -> None:
    assert differences(PLAIN, LetItRideHouse(minimum=Money(1_000), maximum=Money(100_000))) == [
        "minimum: $5 -> $10",
        "maximum: $500 -> $1,000",
    ]
    assert differences(PLAIN, LetItRideHouse(backs=("red", "blue"), shuffler="counting-shuffler")) == [
        "shuffler: none -> counting shuffler",
        "backs: red -> red, blue",
    ]
    assert differences(BigSixHouse(), BigSixHouse(wheel="24-15-7-4-2")) == ["wheel: none -> 24-15-7-4-2"]
    read = LetItRideHouse(readings={"bonus-chip": "returned"})
    assert differences(PLAIN, read) == ["reading bonus-chip: kept -> returned"]
    assert differences(PLAIN, LetItRideHouse(readings={"bonus-chip": "kept"})) == []
    assert differences(CrapsHouse(), CrapsHouse(odds=(2, 2, 2))) == ["odds: 3, 4, 5 -> 2, 2, 2"]


def test_pay_lines_are_shown_as_the_layout_prints_them() -> None:
    better = LetItRideHouse(pay=BetterPay(base={"flush": "9 to 1"}))
    assert [str(each) for each in compare(PLAIN, better).pays] == ["Let It Ride, Flush: 8 to 1 -> 9 to 1"]
    a, d = (LetItRideHouse(three_card_bonus=letter) for letter in ("A", "D"))
    assert [str(each) for each in compare(a, d).pays] == ["Three card bonus, Mini royal: none -> 50 to 1"]
    assert compare(PLAIN, a).pays == ()  # the wager is new, and with it all of its lines
    wrong = LetItRideHouse(pay=BetterPay(base={"flush": "9 for 1"}))
    assert [str(each) for each in compare(PLAIN, wrong).pays] == ["base.flush: none -> 9 for 1"]
    twelve = CrapsHouse(pay={"field 12": "3 to 1"})
    assert [str(each) for each in compare(CrapsHouse(), twelve).pays] == ["Odds, field 12: 2 to 1 -> 3 to 1"]


def test_declared_values_are_compared() -> None:
    old = declare(printed={"sign": {"says": ["a", "b"]}}, equipment={"stack-size": 3})
    new = declare(printed={"sign": {"says": ["a"]}, "layout": {"payout-limit": 50_000}})
    found = compare_table(ListedTable(PLAIN, old), ListedTable(PLAIN, new))
    assert [str(each) for each in found.differences] == [
        "printed.layout.payout-limit: none -> $50,000",
        "printed.sign.says: a, b -> a",
        "equipment.stack-size: 3 -> none",
    ]
    odds = declare(printed={"layout": {"odds": {"base": {"flush": "8 to 1"}}}})
    [line] = compare_table(ListedTable(PLAIN, declare()), ListedTable(PLAIN, odds)).differences
    assert str(line) == "printed.layout.odds.base.flush: none -> 8 to 1"
    assert found.what == "changed"


def test_tables_are_matched_by_name() -> None:
    one, two, three = (LetItRideHouse(name=f"LIR {number}") for number in (1, 2, 3))
    craps = CrapsHouse(name="LIR 3")
    bonus = msgspec.structs.replace(one, bonus=True)
    found = compare_tables(
        [ListedTable(one), ListedTable(two), ListedTable(three)],
        [ListedTable(craps), ListedTable(two), ListedTable(bonus)],
    )
    assert [(each.table, each.game, each.what) for each in found] == [
        ("LIR 3", "craps", "new"),
        ("LIR 2", "let-it-ride", "same"),
        ("LIR 1", "let-it-ride", "changed"),
        ("LIR 3", "let-it-ride", "gone"),
    ]
    assert list(compare_tables([], [])) == []


def test_the_edge_of_each_wager_before_and_after() -> None:
    old, new = LetItRideHouse(bonus=True, three_card_bonus="B"), LetItRideHouse(three_card_bonus="A")
    better = msgspec.structs.replace(new, pay=BetterPay(base={"flush": "9 to 1"}))
    found = compare(old, better, count=True).edges
    assert found.edges is not None
    edges = {each.wager: each for each in found.edges}
    law, more = edge("let-it-ride"), edge("let-it-ride", settings={"base.flush": "9 to 1"})
    assert (edges["base"].was, edges["base"].now) == (law["base"].house_edge, more["base"].house_edge)
    assert (edges["bonus"].was, edges["bonus"].now) == (law["bonus"].house_edge, None)
    three = edges["three card bonus"]
    assert three.variant == "B -> A"
    assert (three.was, three.now) == tuple(law["three card bonus", letter].house_edge for letter in "BA")


def test_uncounted_edges_are_named() -> None:
    """A commission is taken from the pot, which no count covers. Odds that the text fixes are counted as fixed."""
    pot, dearer = (load("winners-pot-poker").house.usual(commission_percent=percent) for percent in (5, 10))
    assert (
        "  House edge not counted: ante, bets and pot ('pitboss edge winners-pot-poker' says why)"
        in compare(pot, dearer, count=True).to_lines()
    )
    kind = load("three-card-poker").house_checks().DECLARED
    house = load("three-card-poker").house.usual()
    otherwise = ListedTable(house, msgspec.convert({"pay": {"pair-plus": {"flush": "3 to 1"}}}, kind))
    [told] = [each for each in compare_table(ListedTable(house), otherwise).to_lines() if "declares" in each]
    assert (
        told == "  These edges are by the odds that the text fixes, not by those that a file declares in their place."
    )


def test_a_table_that_could_not_open_is_not_counted() -> None:
    closed = compare(PLAIN, LetItRideHouse(smallest_chip=Money(0)), count=True).edges
    assert closed.edges is None
    assert closed.why_not == "the table cannot open as it is set after the change: the smallest chip is worth nothing"
    below = compare(PLAIN, LetItRideHouse(pay=BetterPay(base={"flush": "7 to 1"})), count=True).edges
    assert below.edges is not None
    assert below.edges[0].now == edge("let-it-ride", settings={"base.flush": "7 to 1"})["base"].house_edge


# --- notices


def cites(old: House, new: House, **declares: Any) -> list[str]:
    return [notice.cite for notice in compare(old, new, **declares).notices]


BONUSES = LetItRideHouse(bonus=True, three_card_bonus="A")


@pytest.mark.parametrize(
    ("old", "new", "needed"),
    [
        (BONUSES, LetItRideHouse(three_card_bonus="A"), ["18.6A(a)"]),
        (BONUSES, LetItRideHouse(bonus=True), ["18.6B(a)"]),
        (BONUSES, PLAIN, ["18.6A(a)", "18.6B(a)"]),
        (PLAIN, BONUSES, []),  # a wager that is offered anew
        (BONUSES, LetItRideHouse(bonus=True, three_card_bonus="B"), []),  # another letter withdraws nothing
        (LetItRideHouse(payout_limit=Money(LIMIT + 1)), LetItRideHouse(payout_limit=Money(LIMIT)), ["18.11(c)"]),
        (LetItRideHouse(payout_limit=Money(LIMIT)), LetItRideHouse(payout_limit=Money(LIMIT + 1)), []),
        (PLAIN, LetItRideHouse(payout_limit=Money(LIMIT)), ["18.11(c)"]),  # from no limit to one
        (LetItRideHouse(payout_limit=Money(LIMIT)), PLAIN, []),
        (LetItRideHouse(shuffler="shuffler"), PLAIN, ["18.12(f)"]),
        (ThreeCardPokerHouse(shuffler="shuffler"), ThreeCardPokerHouse(), ["20.12(g)"]),
        (UltimateHouse.usual(), UltimateHouse.usual(minimum=Money(1_000)), []),
    ],
)
def test_which_notice_a_change_needs(old: House, new: House, needed: list[str]) -> None:
    assert cites(old, new) == needed
    told = list(compare(old, new).to_lines())
    assert any("No paragraph held calls for a notice" in line for line in told) is not bool(needed)


def test_a_limit_on_the_layout_needs_no_notice() -> None:
    """18.11(c) requires a notice of a lower limit only if the layout does not state it."""
    old, new = LetItRideHouse(payout_limit=Money(LIMIT + 100)), LetItRideHouse(payout_limit=Money(LIMIT))
    assert cites(old, new, printed={"layout": {"payout-limit": 50_000}}) == []
    assert cites(old, new, printed={"layout": {"payout-limit": "$50,000"}}) == []
    assert cites(old, new, printed={"layout": {"payout-limit": 50_001}}) == ["18.11(c)"]  # still the old one
    assert cites(old, new, printed={"sign": {"payout-limit": 50_000}}) == ["18.11(c)"]
    assert cites(BONUSES, PLAIN, printed={"layout": {"says": ["No bonus"]}}) == ["18.6A(a)", "18.6B(a)"]


def test_notices_follow_the_law_of_the_day() -> None:
    """In 1996 there is no 18.6A; 18.11(c) has the same sentence in both texts."""
    old = LetItRideHouse(bonus=True, payout_limit=Money(LIMIT + 1))
    found = compare_table(
        ListedTable(old), ListedTable(LetItRideHouse(payout_limit=Money(LIMIT))), "1996-05-20", count=False
    )
    assert [notice.cite for notice in found.notices] == ["18.11(c)"]
    unheld = compare_table(ListedTable(old), ListedTable(PLAIN), "2000-01-01", count=False)
    assert "no held text covers" in unheld.why_not
    assert [each.key for each in unheld.differences] == ["bonus", "payout-limit"]
    assumed = compare_table(ListedTable(old), ListedTable(PLAIN), "2000-01-01", "later", count=False)
    assert [notice.cite for notice in assumed.notices] == ["18.6A(a)"]


# --- the command

LIR = '[[table]]\nname = "{}"\ngame = "let-it-ride"\n'
CRAPS = '[[table]]\nname = "Dice"\ngame = "craps"\n'


class Files:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def diff(self, old: str, new: str, *words: str, code: int = 0) -> dict[str, Any]:
        files = self.file("old.toml", old), self.file("new.toml", new)
        assert main(["diff", *files, *words, "--json"]) == code
        found: dict[str, Any] = json.loads(self.capsys.readouterr().out)
        return found


@pytest.fixture
def files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(tmp_path, capsys)


def test_two_files_as_json(files: Files) -> None:
    old, new = LIR.format("A") + "bonus = true\n" + CRAPS, LIR.format("B") + CRAPS + LIR.format("A")
    found = files.diff(old, new)
    assert found.keys() == {"from", "to", "as_of", "appeared", "vanished", "gaming_day", "tables"}
    assert [(each["table"], each["what"]) for each in found["tables"]] == [
        ("B", "new"), ("Dice", "same"), ("A", "changed"),
    ]  # fmt: skip
    [notice] = found["tables"][2]["notices"]
    assert notice["paragraph"] == "18.6A(a)"
    assert found["tables"][2]["differences"] == [{"key": "bonus", "was": "yes", "is": "no"}]
    assert files.diff(new, old)["tables"][-1] == {
        "table": "B", "game": "let-it-ride", "what": "gone", "texts": None, "why_not": None, "differences": [],
        "pays": [], "notices": [], "edges": None, "uncounted": None, "never_counted": [],
    }  # fmt: skip


def test_findings_before_and_after(files: Files) -> None:
    """A finding is the same wherever its table stands in the file."""
    low = LIR.format("A") + "payout-limit = 49999\n"
    fine = LIR.format("A") + "payout-limit = 50000\n"
    found = files.diff(fine, low, code=1)
    assert [(each["severity"], each["paragraph"]) for each in found["appeared"]] == [("violation", "18.11(c)")]
    assert "table.1.payout-limit" in found["appeared"][0]["where"]
    found = files.diff(low, fine)
    assert [each["paragraph"] for each in found["vanished"]] == ["18.11(c)"]
    found = files.diff(low, CRAPS + LIR.format("B") + low)
    assert (found["appeared"], found["vanished"]) == ([], [])
    found = files.diff(low, low.replace('"A"', '"B"'), code=1)
    assert len(found["appeared"]) == len(found["vanished"]) == 1
    assert found["appeared"][0].keys() == {"severity", "paragraph", "where", "message", "fix"}


def test_the_day_whose_law_the_files_are_compared_by(files: Files) -> None:
    with_bonus = LIR.format("A") + "bonus = true\n"
    assert files.diff(LIR.format("A"), with_bonus)["appeared"] == []
    found = files.diff(LIR.format("A"), with_bonus, "--as-of", "1996-05-20", code=1)
    assert [each["paragraph"] for each in found["appeared"]] == ["house:editions"]
    assert found["as_of"] == "1996-05-20"
    assert "1996-05-20" in found["tables"][0]["texts"]


def test_a_lower_limit_and_what_the_layout_states(files: Files) -> None:
    high, low = (LIR.format("A") + f"payout-limit = {dollars}\n" for dollars in (60_000, 50_000))
    printed = low + "[table.printed.layout]\npayout-limit = 50000\n"
    for old, new, needed in ((high, low, ["18.11(c)"]), (low, high, []), (high, printed, []), (low, printed, [])):
        [table] = files.diff(old, new, "--no-edge")["tables"]
        assert [each["paragraph"] for each in table["notices"]] == needed
    stale = high + "[table.printed.layout]\npayout-limit = 60000\n"
    [table] = files.diff(stale, stale.replace("60000", "50000", 1), "--no-edge")["tables"]
    assert [each["paragraph"] for each in table["notices"]] == ["18.11(c)"]


def test_one_file_may_come_from_standard_input(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    old = files.file("old.toml", LIR.format("A"))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO((LIR.format("A") + "bonus = true\n").encode())))
    assert main(["diff", old, "-", "--no-edge", "--json"]) == 0
    found = json.loads(files.capsys.readouterr().out)
    assert (found["to"], found["tables"][0]["what"]) == ("standard input", "changed")
    assert main(["diff", "-", "-"]) == 2
    assert "only one of the two" in files.capsys.readouterr().err


def test_an_unreadable_file_is_not_compared(files: Files) -> None:
    fine, unread = LIR.format("A"), LIR.format("A") + 'payout-limit = "a lot"\nbonsu = true\n'
    for old, new in ((fine, unread), (unread, fine)):
        assert main(["diff", files.file("old.toml", old), files.file("new.toml", new)]) == 2
        err = files.capsys.readouterr().err
        assert "toml cannot be compared:" in err
        assert "line 4, table.1.payout-limit" in err
        assert "did you mean 'bonus'?" in err


def test_the_gaming_day(files: Files) -> None:
    found = files.diff(CRAPS, CRAPS + '[gaming-day]\nstarts = "06:00"\n')
    assert found["gaming_day"] == [{"key": "starts", "was": "00:00", "is": "06:00"}]
    assert found["tables"][0]["what"] == "same"


def test_two_files_in_words(files: Files) -> None:
    old = files.file("old.toml", LIR.format("A") + "bonus = true\n" + CRAPS + LIR.format("B"))
    new = files.file("new.toml", LIR.format("A") + "minimum = 10\n" + CRAPS)
    assert main(["diff", old, new]) == 0
    assert files.capsys.readouterr().out.splitlines() == [
        f"{old} -> {new}",
        "A (let-it-ride): changed",
        "  text of 2007-10-15",
        "  minimum: $5 -> $10",
        "  bonus: yes -> no",
        "  Notice [18.6A(a)]: Players must be given notice (19:47-8.3) before the bonus wager is withdrawn.",
        "  House edge",
        "    wager  of                           was           is",
        "    bonus  the one-dollar chip     24.0712%  not offered",
        "  House edge unchanged: base 3.5057%",
        "B (let-it-ride): gone",
        "The same in both files: Dice",
        "A check finds the same before and after.",
    ]
    assert main(["diff", old, old, "--quiet"]) == 0
    assert files.capsys.readouterr().out == ""


def test_the_example_house_against_itself(files: Files) -> None:
    assert main(["init-house", str(files.folder / "house.toml")]) == 0
    files.capsys.readouterr()
    text = (files.folder / "house.toml").read_text(encoding="utf-8")
    found = files.diff(text, text)
    assert {each["what"] for each in found["tables"]} == {"same"}
    assert len(found["tables"]) == len([name for name in found["tables"] if load(name["game"])])
