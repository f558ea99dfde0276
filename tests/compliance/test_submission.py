"""The document that a licensee files: what it must contain, and for a changed house only what changed."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from kit import programs
from pitboss.analysis.cache import fraction
from pitboss.cli.main import main
from pitboss.compliance.papers import change_notice
from pitboss.compliance.papers.example_round import ROLLS, find_example, play_from_seed
from pitboss.compliance.papers.paper import EdgeRows, Subject
from pitboss.compliance.papers.submission import DocumentPart, paragraphs, submission, true_odds, whole_part
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.games import REGISTERED, load
from pitboss.law.house_rules import HOUSE_RULES
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.law.rules import section_of
from pitboss.table.guide import Part
from pitboss.table.money import Money
from pitboss.table.steps import CollectWager, PayWager

DAY = "2026-11-16"


def subject(game: str, as_of: str | None = None, **elected: Any) -> Subject:
    played = load(game)
    house = played.house.usual(**elected)
    return Subject(house, played.rules(house.readings, as_of))


def subjects() -> list[Subject]:
    return [*map(subject, REGISTERED), subject("let-it-ride", "1996-05-20")]


def words(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.S)))


def section(filed: DocumentPart, start: str) -> str:
    [found] = [words(" ".join(each.body)) for each in filed.sections if each.title.startswith(start)]
    return found


def test_where_nothing_is_elected_the_reading_in_its_place_is_named() -> None:
    for game, name, value in (
        ("roulette", "zero-rule", "none; by the reading zero-rule: half"),
        ("big-six", "picture-odds", "none; by the reading picture-odds: 45"),
        ("sic-bo", "pay-table", "none; by the reading pay-table: atlantic-city"),
    ):
        each = subject(game)
        assert {one.name: one.value for one in list_elections(each.rules, each.house)}[name] == value


def test_facts_are_not_filed_under_the_word_law() -> None:
    told = section(whole_part(subject("roulette")), "What is filed")
    assert " Text Undated text “beyond”" in told
    assert " Law " not in told


@pytest.mark.parametrize("game", [name for name in REGISTERED if load(name).is_beyond])
def test_only_assumed_facts_are_marked(game: str) -> None:
    each = subject(game)
    filed = whole_part(each)
    assert "No text of this game is held." in section(filed, "Where no text is held")
    told = unescape(" ".join(body for part in filed.sections for body in part.body))
    for body in (body for part in each.guide.parts for body in paragraphs(each, part)):
        marked = f"<dt>{body.id}</dt><dd>{body.gist} (assumed)</dd>" in told
        assert marked == ("ASSUMED" in body.source), body.id


def test_what_is_elected_cites_the_paragraph_of_that_choice() -> None:
    for dealing, had, counted in (
        ("manual-shoe", "18.7(a)", "18.7(e)"),
        ("hand", "18.8(a), 18.8(b)1", "18.8(e)"),
        ("automated-shoe", "18.9(a)", "18.9(e)"),
    ):
        each = subject("let-it-ride", dealing=dealing, shuffler="shuffler")
        cites = {one.name: one.cite for one in list_elections(each.rules, each.house)}
        assert (cites["dealing"], cites["stub-count-every"]) == (had, counted)


named = pytest.mark.parametrize("each", subjects(), ids=lambda each: f"{each.game.name} {each.rules.as_of}")


@named
def test_it_states_rules_wagers_edges_elections_and_acts(each: Subject) -> None:
    filed = whole_part(each)
    for chapter in each.brief:
        assert all(f"{said.text} {said.cite}" in section(filed, "The rules in plain") for said in chapter.said)
    for table in each.pays:
        assert all(f"{line} {paid}" in section(filed, "Wagers, limits") for line, paid in table.lines)
    told = section(filed, "True odds")
    assert all(fraction(row.house_edge) in told for row in each.edge_rows.rows)
    assert "seats" in section(filed, "What the house elects")
    shown = find_example(each)
    assert shown is not None
    assert all(f"{act.told} {act.cite}" in section(filed, "A round") for act in shown.acts)
    page = words(submission([filed], DAY))
    assert ("not law" if each.game.is_beyond else "as last held") in page
    assert "No authority has reviewed it" in page
    assert not re.search(r"\b(compliant|certified)\b|(?<!as )approved by pitboss", page, re.I)
    numbers = [int(number) for number in re.findall(r'<section id="s(\d+)">', submission([filed], DAY))]
    assert numbers == list(range(1, len(filed.sections) + 1))


@named
def test_every_paragraph_in_force_is_in_some_part(each: Subject) -> None:
    """Exceptions are ways of dealing that the table does not use and bonus wagers that it does not offer."""
    shown = {found.id for part in each.guide.parts for found in paragraphs(each, part)}
    left_out = {"18.6A", "18.6B", "18.8", "18.9", "20.8", "20.9", "32.8", "32.9"}
    for (text, paragraph), body in register(each.game.package).items():
        in_force = each.rules.edition_of(paragraph) == text and body.kind not in ("lead-in", "pointer")
        if in_force and section_of(paragraph) not in left_out:
            assert paragraph in shown


def test_another_way_of_dealing_brings_its_own_paragraphs_and_the_count() -> None:
    shoe = subject("ultimate-texas-holdem", dealing="automated-shoe")
    [deal] = [part for part in shoe.guide.parts if part.title == "Deal"]
    ids = [each.id for each in paragraphs(shoe, deal)]
    assert {"32.9(c)", "32.8(b)2", "32.7(f)", "32.7(f)2"} <= set(ids)
    assert not {"32.8(c)", "32.7(d)"} & set(ids)
    for game, number in (("let-it-ride", "18"), ("three-card-poker", "20")):
        hand = subject(game, dealing="hand", shuffler="shuffler")
        [deal] = [part for part in hand.guide.parts if part.title == "Deal"]
        ids = [each.id for each in paragraphs(hand, deal)]
        assert {f"{number}.8(c)", f"{number}.7(e)", f"{number}.7(f)"} <= {
            re.sub(r"(\(\w\))\d.*", r"\1", id_) for id_ in ids
        }


def test_only_the_texts_in_force_are_shown() -> None:
    older = subject("let-it-ride", "1996-05-20")
    settled = list(paragraphs(older, Part("", ("18.10",))))
    assert {each.edition for each in settled} == {"1996-05-20"}
    assert "18.10(j)" in {each.id for each in settled}
    assert not list(paragraphs(older, Part("", ("18.6A",))))
    assert "18.2, 18.3, 18.4" in section(whole_part(older), "Where no text is held")


@named
def test_the_round_shows_a_wager_paid_and_one_collected(each: Subject) -> None:
    shown = find_example(each)
    assert shown is not None
    items = [item for driver in play_from_seed(each, shown.seed) for item in driver.log]
    assert all(any(isinstance(item, kind) for item in items) for kind in (CollectWager, PayWager))
    assert shown.rounds == (ROLLS if each.game.standing_wagers else 1)
    assert find_example(each) == shown, "the same round every time"


def test_a_table_at_which_the_strategies_cannot_play_is_filed_without_a_round() -> None:
    alone = subject("winners-pot-poker", seats=1)
    assert find_example(alone) is not None
    short = subject("three-card-poker", minimum=Money(50_000), maximum=Money(50_000), inventory=Money(100))
    assert "A round, act by act" in {each.title for each in whole_part(short).sections}


def test_an_uncountable_edge_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    high = '[[table]]\ngame = "ultimate-texas-holdem"\nminimum = 1000001\nmaximum = 2000000\ninventory = 900000000\n'
    house = file(tmp_path, "h.toml", high)
    assert main(["submission", house, "-o", str(tmp_path / "x.html")]) == 0
    assert "have no house edges: this bet is too high" in capsys.readouterr().err
    assert "The house edges are not counted: this bet is too high" in (tmp_path / "x.html").read_text(encoding="utf-8")
    old, new = subject("ultimate-texas-holdem"), subject("ultimate-texas-holdem", trips="B")
    old.__dict__["edge_rows"] = EdgeRows(why="numpy is missing")
    assert "numpy is missing" in section(change_notice.changed_part(old, new), "House edges")


def test_unheld_sections_of_a_table_are_named() -> None:
    filed = whole_part(subject("winners-pot-poker"))
    assert "33.1" in section(filed, "Where no text is held")
    assert "N.J.A.C. 19:47-33.1, 33.2" in section(filed, "Cards, shuffle and cut")
    assert "what you win depends on how the others play" in section(filed, "True odds")


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(1, 2), "1 to 1"),
        (Fraction(1, 649_740), "649,739 to 1"),
        (Fraction(2, 5), "3 to 2"),
        (Fraction(1, 1_000_001), "1,000,000 to 1"),
        (Fraction(1, 1_000_002), "about 1,000,001.00 to 1"),
        (Fraction(1_001, 3_000), "about 2.00 to 1"),
        (Fraction(1), "0 to 1"),
    ],
)
def test_true_odds_are_exact_where_they_are_short(chance: Fraction, told: str) -> None:
    assert true_odds(chance) == told


@named
def test_every_election_names_its_paragraph(each: Subject) -> None:
    """An election may instead name the reading or the rule of the house that it rests on."""
    [body] = [one.body[0] for one in whole_part(each).sections if one.title == "What the house elects"]
    rows = re.findall(r"<tr>(.*?)</tr>", body)[1:]
    assert len(rows) > 5
    for row in rows:
        name, *_, cite = map(unescape, re.findall(r"<td[^>]*>(.*?)</td>", row))
        assert cite, name
        for one in cite.split(", "):
            kind, colon, known = one.partition(":")
            if colon and kind in ("reading", "house"):
                assert known in (readings_of(each.game.package) if kind == "reading" else HOUSE_RULES), one
            elif not colon:
                assert each.rules.edition_of(one), one
    names = [unescape(re.findall(r"<td[^>]*>(.*?)</td>", row)[0]) for row in rows]
    bonuses = {"bonus", "three card bonus", "three card minimum", "three card maximum"}
    assert bonuses.isdisjoint(names) or each.rules.edition_of("18.6A(a)"), "a text without them leaves none to elect"


def test_the_way_of_dealing_is_cited_as_it_is() -> None:
    for dealing, cite in (("manual-shoe", "18.7(a)"), ("automated-shoe", "18.9(a)")):
        told = section(whole_part(subject("let-it-ride", dealing=dealing)), "What the house elects")
        assert f"How the cards are dealt. {cite}" in told


def test_odds_that_the_house_sets_are_elections() -> None:
    craps = section(whole_part(subject("craps", pay={"field 12": "3 to 1"})), "What the house elects")
    assert "field 12 3 to 1 2 to 1 What it pays. reading:payout-odds" in craps
    pay = type(subject("let-it-ride").house.pay)  # type: ignore[attr-defined]
    better = subject("let-it-ride", bonus=True, pay=pay(base={"flush": "9 win 1"}, bonus={"flush": Money(7_500)}))
    told = section(whole_part(better), "What the house elects")
    assert "base.flush 9 win 1 8 to 1 What it pays. 18.11(b)" in told
    assert "bonus.flush $75 $50 What it pays. 18.11(d)" in told
    assert "What it pays" not in section(whole_part(subject("let-it-ride")), "What the house elects")


# --- changes


def test_a_changed_table_gives_only_what_changed() -> None:
    old = subject("let-it-ride", bonus=True, payout_limit=Money(6_000_000))
    new = subject("let-it-ride", bonus=False, payout_limit=Money(5_000_000), seats=6)
    filed = change_notice.changed_part(old, new)
    assert [each.title for each in filed.sections] == [
        "What changes",
        "Rules in plain words that change",
        "Procedures that change",
        "Wagers, limits and odds that change",
        "House edges that change",
        "Notices",
        "Papers to be replaced",
    ]
    what = section(filed, "What changes")
    assert "seats 7 6" in what
    assert "payout-limit $60,000 $50,000 18.11(c)" in what
    assert "minimum" not in what
    edges = section(filed, "House edges")
    assert "bonus the one-dollar chip 24.0712% (460/1911) not offered" in edges
    assert "base" not in edges
    assert "18.6A(a)" in section(filed, "Notices")
    assert "18.11(c)" in section(filed, "Notices")
    assert "18.6A(b)" in section(filed, "Procedures")
    assert section(filed, "Wagers, limits").count("$1 bonus") == 1, "one line says that it is withdrawn"


def test_an_inventory_changes_no_rule_and_no_paper() -> None:
    filed = change_notice.changed_part(subject("craps"), subject("craps", inventory=Money(20_000_000)))
    assert [each.title for each in filed.sections] == ["What changes"]


def test_every_change_names_what_it_rests_on() -> None:
    pay = type(subject("let-it-ride").house.pay)  # type: ignore[attr-defined]
    other = subject(
        "let-it-ride", two_positions=True, pay=pay(base={"flush": "9 to 1"}), readings={"bonus-chip": "returned"}
    )
    what = section(change_notice.changed_part(subject("let-it-ride"), other), "What changes")
    for row in ("two-positions no yes 18.6(e)", "base.flush 8 to 1 9 to 1 18.11(b)"):
        assert row in what
    assert "reading bonus-chip kept returned reading:bonus-chip" in what


def test_a_reading_that_changes_when_a_wager_wins_is_on_its_line() -> None:
    old = subject("let-it-ride", three_card_bonus="A")
    new = subject("let-it-ride", three_card_bonus="A", readings={"mini-royal-without-a-line": "loses"})
    assert "A-K-Q in one suit is not paid." in section(change_notice.changed_part(old, new), "Wagers, limits")


def test_odds_limits_and_readings_are_changes() -> None:
    old, new = subject("craps"), subject("craps", pay={"field 12": "3 to 1"}, maximum=Money(50_000))
    filed = change_notice.changed_part(old, new)
    assert "Field Field pays: Field 12 2 to 1 3 to 1" in section(filed, "Wagers, limits")
    assert "$5 to $1,000 $5 to $500" in section(filed, "Wagers, limits")
    assert "field the wager 5.5556% (1/18) 2.7778% (1/36)" in section(filed, "House edges")
    read = subject("three-card-poker", readings={"equal-hands": "loses"})
    filed = change_notice.changed_part(subject("three-card-poker"), read)
    assert "reading equal-hands push loses" in section(filed, "What changes")
    assert "If both hands are equal, ante and play lose." in section(filed, "Rules in plain")


def test_an_unchanged_house_says_so() -> None:
    assert not change_notice.list_changes(subject("craps"), subject("craps", name="Another name"))
    none: dict[str, list[str]] = {"changed": [], "new": [], "unchanged": ["Craps 1"], "gone": []}
    page = submission([], DAY, before=change_notice.summary(none, "old.toml"), kind=change_notice.TITLE)
    assert "Nothing changed." in words(page)


# --- the command


def file(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


CRAPS, THREE = '[[table]]\ngame = "craps"\n', '[[table]]\ngame = "three-card-poker"\nname = "A <b> & \\"B\\""\n'


def test_the_command_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, out = file(tmp_path, "h.toml", CRAPS + THREE), str(tmp_path / "out.html")
    assert main(["submission", house, "-o", out]) == 0
    page = Path(out).read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "2.3 Wagers" in page
    assert main(["submission", house, "-o", out, "--table", "Craps 1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.partition("{")[2].join(("{", "")))["tables"] == ["Craps 1"]
    assert "Three Card" not in Path(out).read_text(encoding="utf-8")
    assert main(["submission", house, "-o", "-", "--table", "Craps 1"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_since_files_new_tables_whole_and_names_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = file(tmp_path, "old.toml", CRAPS + '[[table]]\ngame = "let-it-ride"\n')
    new = file(tmp_path, "new.toml", CRAPS + "seats = 10\n" + THREE)
    out = str(tmp_path / "out.html")
    assert main(["submission", new, "-o", out, "--since", old, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["changed"] == ["Craps 1"]
    assert told["new"] == ['A <b> & "B"']
    assert told["gone"] == ["Let It Ride 1"]
    assert told["unchanged"] == []
    page = words(Path(out).read_text(encoding="utf-8"))
    assert "1.1 What changes" in page
    assert "2.2 The rules in plain words" in page
    assert "seats 16 10" in page
    assert main(["submission", old, "-o", out, "--since", old, "--quiet"]) == 0
    assert "Nothing changed." in words(Path(out).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["-o", "x.txt"], "x.txt should end in .html"),
        (["-o", "-", "--json"], "both print"),
        (["-o", "x.html", "--table", "Nobody"], "has no table 'Nobody'"),
        (["-o", "x.html", "--since", "none.toml"], "none.toml"),
        (["-o", "x.html", "--since", "bad.toml"], "cannot be compared"),
        (["-o", "no/x.html"], "does not exist"),
        (["-o", "x.html", "--as-of", "yesterday"], "yesterday"),
    ],
)
def test_wrong_use_gives_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "bad.toml", '[[table]]\ngame = "craps"\nseats = 99\n')
    assert main(["submission", file(tmp_path, "h.toml", CRAPS), *more]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x.html").exists()


def test_a_table_that_cannot_open_is_not_filed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = file(tmp_path, "h.toml", CRAPS + '[[table]]\ngame = "let-it-ride"\nseats = 8\n')
    assert main(["submission", house, "-o", str(tmp_path / "x.html")]) == 1
    assert "no papers for Let It Ride 1" in capsys.readouterr().err
    assert "Let It Ride" not in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_what_the_check_says_is_filed_with_its_table(tmp_path: Path) -> None:
    house = file(tmp_path, "h.toml", CRAPS + "inventory = 10\n" + THREE)
    assert main(["submission", house, "-o", str(tmp_path / "x.html"), "--quiet"]) == 0
    page = words((tmp_path / "x.html").read_text(encoding="utf-8"))
    assert page.count("the inventory cannot pay one maximum wager") == 1


@pytest.mark.skipif(
    programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: submissions not printed"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_prints_within_the_sheet_and_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    path.write_text(submission([whole_part(each) for each in subjects()], DAY), encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs.find("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        page.emulate_media(media="print")
        for wide in (210, 215.9):
            page.set_viewport_size({"width": round((wide - 34) / 25.4 * 96), "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert asked == [path.as_uri()]
        browser.close()
