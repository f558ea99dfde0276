"""Games of which no text is held are told apart everywhere: by their citations, by their text without a date, and by
what is never said of them: that the law of a state is behind it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from kit.golden import record_of
from kit.parts import ROUNDS
from kit.records import forge_chain
from pitboss.cli.main import main
from pitboss.compliance.house_file.judgment import severity_of
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.games import REGISTERED, load
from pitboss.law.coverage import coverage
from pitboss.law.editions import NoDayError
from pitboss.law.plain_names import day_in_words
from pitboss.law.readings import readings_of
from pitboss.law.register import citable_paragraphs, register
from pitboss.law.unheld_games import ASSUMED, IN_WORDS, TEXT, full_citation, game_of_citation, is_assumed, is_beyond
from pitboss.record.replay import read
from pitboss.record.round_page import format_round
from pitboss.server.pages.render import link_citations
from pitboss.server.pages.rules_sheet import rules_sheet
from pitboss.server.views.citation_panel import citation_content, game_of
from pitboss.table.steps import Step

BEYOND = [name for name in REGISTERED if load(name).is_beyond]
HELD = [name for name in REGISTERED if not load(name).is_beyond]
AUTHORITY = re.compile(r"19:47|N\.J\.A\.C|New Jersey")
TAGS = {"NJ", "NJ*", "PA", "PA*", "SD", "MD", "MA", "NY", "CO", "NZ", "NSW", "QLD", "TRADE", ASSUMED}
every_game = pytest.mark.parametrize("name", BEYOND)


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) in (0, 1), words
    return capsys.readouterr().out


@every_game
def test_every_paragraph_is_ours_and_has_a_source(name: str) -> None:
    held = register(load(name).package)
    assert {edition for edition, _ in held} == {TEXT}
    for (_, paragraph), law in held.items():
        assert re.fullmatch(rf"beyond:{name}\.[1-9]\([a-z]\)\d?", paragraph), paragraph
        assert set(law.source.split("+")) <= TAGS, paragraph
        assert law.source, paragraph
    assert not any(law.source for game in HELD for law in register(load(game).package).values())


@every_game
def test_every_paragraph_is_proven(name: str) -> None:
    open_ = [row.paragraph for row in coverage(load(name).package) if row.status == "open"]
    assert not open_


@every_game
def test_its_text_has_no_date_and_holds_on_every_day(name: str) -> None:
    game = load(name)
    for day in (None, TEXT, "1978-06-02", "2007-10-15", "2026-01-01"):
        rules = game.rules({}, day)
        assert (rules.texts, rules.is_beyond) == (IN_WORDS, True)
        assert set(rules.sections.values()) == {TEXT}
        assert set(rules.defaults) == set(rules.sections)
    with pytest.raises(NoDayError):
        game.rules({}, "tomorrow")
    assert game.subchapter == ""
    assert day_in_words(TEXT) == "undated: beyond"
    assert len({game.rules({}).digest for game in map(load, REGISTERED)}) == len(REGISTERED)


@every_game
def test_its_readings_are_about_its_own_paragraphs(name: str) -> None:
    held = {paragraph for _, paragraph in citable_paragraphs(load(name).package)}
    for reading in readings_of(load(name).package).values():
        assert reading.paragraph in held, reading.id


def test_the_matrices_are_apart(capsys: pytest.CaptureFixture[str]) -> None:
    held = json.loads(run_command(capsys, "law", "--coverage", "--json"))
    beyond = json.loads(run_command(capsys, "law", "--coverage", "--beyond", "--json"))
    assert len(held) == 430
    assert not any(is_beyond(row["paragraph"]) for row in held)
    assert {game_of_citation(row["paragraph"]) for row in beyond} == set(BEYOND)
    assert {*held[0]} == {*beyond[0]} == {"edition", "paragraph", "kind", "status", "code", "tests"}
    assert len(beyond) == sum(len(register(load(name).package)) for name in BEYOND)
    code = main(["law", "--beyond"])
    assert (code, "goes with --coverage" in capsys.readouterr().err) == (2, True)


@every_game
def test_what_is_assumed_is_listed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run_command(capsys, "law", "--assumed", "--json"))
    mine = [each["paragraph"] for each in listed if each["game"] == name]
    assert mine == [law.id for law in register(load(name).package).values() if is_assumed(law.source)]
    assert all(paragraph in run_command(capsys, "law", "--assumed") for paragraph in mine)


@every_game
def test_what_a_house_check_finds_is_a_warning(name: str) -> None:
    rules = load(name).rules({})
    for cite in (f"beyond:{name}.5(g)", "house:limits", "house:print", "reading:anything"):
        assert severity_of(cite, rules, opens=False) == "warning"


@every_game
def test_a_house_check_speaks_of_no_violation_but_counts_none(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    house = tmp_path / "house.toml"
    for seats, word in ((1, "no warning found"), (99, "warnings found")):
        house.write_text(f'[[table]]\nname = "One"\ngame = "{name}"\nseats = {seats}\n', encoding="utf-8")
        told = run_command(capsys, "check", str(house))
        assert f"One: {name}, {word}, by the {IN_WORDS}" in told
        assert told.count("violation") == told.count("0 violations") == 1


def test_citations_lead_to_their_paragraph() -> None:
    for name in BEYOND:
        for _, paragraph in register(load(name).package):
            assert game_of(paragraph) is load(name)
            found = citation_content(paragraph, load(name), None)
            assert found is not None
            assert (found.title, found.texts[0].day) == (paragraph, "undated: beyond")
            assert link_citations(paragraph)[0].href == f"/law/{paragraph}"
    assert full_citation("18.10(c)") == "N.J.A.C. 19:47-18.10(c)"


@every_game
def test_no_command_names_a_state_as_its_authority(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = load(name)
    first = next(iter(register(game.package)))[1]
    house = tmp_path / "house.toml"
    house.write_text(f'[[table]]\ngame = "{name}"\n', encoding="utf-8")
    record = tmp_path / "a.pitboss.jsonl"
    told = [
        run_command(capsys, "law", first),
        run_command(capsys, "law", first, "--json"),
        run_command(capsys, "readings", name),
        run_command(capsys, "edge", name),
        run_command(capsys, "strategy", name),
        run_command(capsys, "check", str(house)),
        run_command(capsys, "play", name, "--seed", "5", "--record", str(record)),
        run_command(capsys, "replay", str(record)),
        run_command(capsys, "explain", str(record)),
        run_command(capsys, "par", name, "--json"),
        run_command(capsys, "verify", str(record)),
        run_command(capsys, "check", "--record", str(record)),
        run_command(capsys, "hold", str(record), "--companions"),
        run_command(capsys, "simulate", name, "--rounds", "100", "--seed", "1"),
    ]
    compared = run_command(capsys, "compare", name, "law", "set:seats=2")
    assert f"A: default; {IN_WORDS}" in compared
    told.append(compared)
    assert main(["placard", str(house), "-o", str(tmp_path / "papers")]) == 0
    assert main(["submission", str(house), "-o", str(tmp_path / "submission.html")]) == 0
    papers = [*sorted((tmp_path / "papers").rglob("*.html")), tmp_path / "submission.html"]
    assert len(papers) > 1
    told += [file.read_text(encoding="utf-8") for file in papers]
    told.append(record.read_text(encoding="utf-8"))
    block = run_command(capsys, "games").partition(f"{name}  ")[2].partition("\n  rules")[0]
    told.append(block)
    assert IN_WORDS in block
    capsys.readouterr()
    for text in told:
        assert text.strip()
        assert not (wrong := AUTHORITY.search(text)), text[max(0, wrong.start() - 80) : wrong.end() + 40]


@every_game
def test_no_act_page_or_record_of_its_rounds_does(name: str) -> None:
    for scenario in ROUNDS[name]:
        scene = scenario()
        record = record_of(scene)
        assert not AUTHORITY.search(record.decode())
        assert not any(AUTHORITY.search(format_round(each)) for each in read(record)[1])
        steps = [item for driver in scene.rounds for item in driver.log if isinstance(item, Step)]
        games = "|".join({game_of_citation(paragraph) for _, paragraph in citable_paragraphs(load(name).package)})
        assert all(re.match(rf"beyond:({games})\.|reading:|house:", step.cite) for step in steps)


@every_game
def test_nothing_in_a_record_of_it_is_a_violation(name: str) -> None:
    """Judge a house that breaks the game's facts, too many players, and a changed line: none is a violation."""
    lines = record_of(ROUNDS[name][0]()).splitlines()
    opening = json.loads(lines[0])
    opening["house"]["seats"] = 99
    forged = forge_chain([json.dumps(opening).replace(", ", ",", 1).encode(), *lines[1:]])
    changed = [*lines[:-1], lines[-1].replace(b'"prev":"', b'"prev":"0', 1)]
    for found, cite in ((check_lines(forged), "seats: "), (check_lines(changed), "hash of the line before")):
        assert any(cite in finding.message for finding in found)
        assert {finding.severity for finding in found} == {"warning"}


@every_game
def test_its_rules_sheet_does_not_either(name: str) -> None:
    game = load(name)
    text = msgspec.json.encode(rules_sheet(1, "Table", game, game.rules({}), game.house.usual()), enc_hook=int).decode()
    assert not AUTHORITY.search(text)
    assert "Beyond the held texts" in text
