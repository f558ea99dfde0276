"""The table of elections declares what findings cite, so that no paper loses a paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from kit.declared_citations import check_declared
from pitboss.compliance.house_file import reader
from pitboss.engine.game import Game
from pitboss.engine.houses.election_table import Election, cited_paragraphs, elections_of
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.engine.houses.house import Finding, House
from pitboss.games import REGISTERED, load
from pitboss.law.rules import Rules
from pitboss.server.live.setting_form import _doubtful_values
from pitboss.table.money import Money
from toy import GAME as TOY
from toy.law.house import HighCardHouse

HOUSES = sorted((Path(__file__).parents[1] / "compliance" / "houses").glob("*.toml"))


def doubtful_houses(game: Game) -> Iterator[House]:
    """Yield tables with one election each that a house check may refuse."""
    house = game.house.usual()
    for field in msgspec.structs.fields(house):
        for value in _doubtful_values(field.type):
            yield msgspec.structs.replace(house, **{field.name: value})


def houses_on_file() -> Iterator[House]:
    for file in HOUSES:
        for entry in reader.read(file.read_bytes(), file.name).entries:
            if entry.house is not None:
                yield entry.house


def check_findings(house: House, rules: Rules) -> list[Finding]:
    findings = [*house.senseless(), *house.findings(rules)]
    if not findings:
        findings = [*house.unsound(rules), *house.warnings(rules)]
    check_declared(house, rules, findings)
    return findings


@pytest.mark.parametrize("name", REGISTERED)
def test_findings_cite_what_their_elections_declare(name: str) -> None:
    game = load(name)
    rules = game.rules({})
    found = [finding for house in doubtful_houses(game) for finding in check_findings(house, rules)]
    assert len({finding.key for finding in found}) > 5


def test_findings_about_files_cite_what_their_elections_declare() -> None:
    found = []
    for house in houses_on_file():
        game = load(house.game)
        for day in [None, *(text.date for text in game.editions.texts if text.begins)]:
            found += check_findings(house, game.rules(house.readings, day))
    assert len({finding.cite for finding in found}) > 40


@pytest.mark.parametrize("name", REGISTERED)
def test_what_is_declared_of_a_line_or_a_reading_is_no_key_of_its_own(name: str) -> None:
    """Each row is about a key of the house file, or about what lies below one."""
    kind = load(name).house
    keys = {field.encode_name for field in msgspec.structs.fields(kind)}
    gone = {"minimum", "maximum"} if name == "roulette" else set()  # inside-minimum and inside-maximum there
    assert {key.partition(".")[0] for key in elections_of(kind)} - gone == keys


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("casino-war", "minimum", Money(0)),
        ("casino-war", "maximum", Money(1)),
        ("casino-war", "tie_minimum", Money(0)),
        ("winners-pot-poker", "dealer_stake", Money(1)),
    ],
)
def test_a_sheet_names_what_a_finding_cites_although_a_helper_made_it(name: str, key: str, value: Money) -> None:
    game = load(name)
    rules, house = game.rules({}), game.house.usual(**{key: value})
    cites = {finding.cite for finding in house.findings(rules) if finding.key == key.replace("_", "-")}
    (line,) = (line for line in list_elections(rules, house) if line.name == key.replace("_", "-"))
    assert cites
    assert cites <= set(line.cite.split(", "))


def test_an_election_is_as_the_class_above_has_it_where_a_row_is_silent() -> None:
    row = elections_of(HighCardHouse)["minimum"]
    assert (row.means, row.cites) == (elections_of(House)["minimum"].means, ("house:limits", "99.2(a)"))
    assert elections_of(HighCardHouse)["maximum"] == elections_of(House)["maximum"]


def test_shared_paragraphs_are_those_of_the_text() -> None:
    game = load("ultimate-texas-holdem")
    rules = game.rules({})
    assert cited_paragraphs(elections_of(game.house)["stub-count-every"], rules.shared) == (rules.ids.stub_count,)


# --- a table whose findings a helper makes


def find_too_many_seats(house: House, key: str, cite: str) -> Iterator[Finding]:
    if house.seats > 2:
        yield Finding(key, cite, "there are too many seats", "use 2")


class SmallHouse(HighCardHouse, frozen=True, kw_only=True, rename="kebab"):
    elections: ClassVar[tuple[Election, ...]] = (Election("seats", cites=("99.2(a)",)),)

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from find_too_many_seats(self, "seats", "99.2(a)")


class CarelessHouse(SmallHouse, frozen=True, kw_only=True, rename="kebab"):
    key: ClassVar[str]
    cite: ClassVar[str]

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from find_too_many_seats(self, self.key, self.cite)


def test_a_helper_takes_no_paragraph_away() -> None:
    rules, house = TOY.rules({}), SmallHouse()
    assert [finding.cite for finding in house.breaches(rules)] == ["99.2(a)"]
    assert [line.cite for line in list_elections(rules, house) if line.name == "seats"] == ["99.2(a)"]


@pytest.mark.parametrize(
    ("key", "cite", "told"),
    [
        ("seats", "99.3(a)", "does not declare that findings about 'seats' cite 99.3(a)"),
        ("chairs", "99.2(a)", "declares no election 'chairs'"),
        ("seats.1", "99.2(a)", "declares no election 'seats.1'"),
    ],
)
def test_a_finding_that_cites_something_else_fails_wherever_it_is_provoked(
    key: str, cite: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CarelessHouse, "key", key, raising=False)
    monkeypatch.setattr(CarelessHouse, "cite", cite, raising=False)
    with pytest.raises(AssertionError) as failed:
        CarelessHouse().breaches(TOY.rules({}))
    assert told in str(failed.value)
