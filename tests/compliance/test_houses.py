"""Every file in houses/ has exactly the findings that are written beside its lines: severity, paragraph and line."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path

import jsonschema_rs
import pytest

import pitboss
from kit.series import SOAK
from pitboss.cli.main import main
from pitboss.compliance.finding import Finding
from pitboss.compliance.house_file.json_schema import schema
from pitboss.compliance.house_file.judgment import check
from pitboss.compliance.house_file.reader import NO_CHOICE, Day
from pitboss.games import REGISTERED, load
from pitboss.law.editions import Assume
from pitboss.law.register import citable_paragraphs, register
from pitboss.law.rules import section_of

HOUSES = sorted((Path(__file__).parent / "houses").glob("*.toml"))
EVERY = 5  # file is changed in a test run; a soak changes all of them
MARK = re.compile(r"# ! (.*)$")
Wanted = Counter[tuple[str, str, int]]


def expected_findings(text: str) -> Wanted:
    """Parse the comment that names the expected findings: "# ! violation 18.11(c); note 18.9(a)"."""
    found: Wanted = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if match := MARK.search(line):
            for each in match[1].split("; "):
                severity, paragraph = each.split(" ", 1)
                found[severity, paragraph, number] += 1
    return found


def day(text: str) -> Day:
    as_of, assume = re.search(r"^# as of ([\d-]+)", text), re.search(r"^# as of \S+, assume (earlier|later)", text)
    chosen: Assume = "" if assume is None else "earlier" if assume[1] == "earlier" else "later"
    return Day(as_of[1] if as_of else None, chosen)


def line_of(where: str) -> int:
    match = re.match(r"line (\d+), ", where)
    assert match is not None
    return int(match[1])


@cache
def found_in(file: Path) -> list[Finding]:
    text = file.read_text(encoding="utf-8")
    return check(text, file.name, day(text))


@pytest.mark.parametrize("file", HOUSES, ids=lambda file: file.stem)
def test_findings_are_exactly_those_beside_the_lines(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = found_in(file)
    assert Counter((each.severity, each.paragraph, line_of(each.where)) for each in found) == expected_findings(text)
    assert all(each.message and each.fix for each in found)


@pytest.mark.parametrize("game", REGISTERED)
def test_no_finding_cites_a_paragraph_of_another_day(game: str) -> None:
    """Each cited paragraph is in the text of its section on that day, or is a reading or a rule of the house."""
    held = citable_paragraphs(load(game).package)
    for file in HOUSES:
        text = file.read_text(encoding="utf-8")
        if set(re.findall(r'^game = "(.*?)"', text, re.MULTILINE)) != {game} or "not-judged" in file.stem:
            continue
        sections = load(game).editions.law_on(*day(text)).sections
        for each in found_in(file):
            if not each.paragraph.startswith(("house:", "reading:")):
                assert (sections.get(section_of(each.paragraph)), each.paragraph) in held, f"{file.stem}: {each}"


def test_there_are_many_faulty_files_and_some_have_three_faults() -> None:
    faults = [
        sum(count for (kind, _, _), count in expected_findings(file.read_text()).items() if kind != "note")
        for file in HOUSES
    ]
    assert sum(count > 0 for count in faults) >= 80
    assert sum(count >= 3 for count in faults) >= 8


def expected_paragraphs(game: str, edition: str) -> set[str]:
    """Return the paragraphs that the files of this game are expected to break, judged by this text."""
    found = set()
    for file in HOUSES:
        text = file.read_text(encoding="utf-8")
        is_judged = f'"{game}"' in text and "not-judged" not in file.stem
        on = load(game).editions.law_on(*day(text)).sections if is_judged else {}
        found |= {
            paragraph
            for kind, paragraph, _ in expected_findings(text)
            if kind != "note" and on.get(paragraph.partition("(")[0]) == edition
        }
    return found


@pytest.mark.parametrize("game", REGISTERED)
def test_every_paragraph_has_a_check_that_can_fail_or_a_reason(game: str) -> None:
    """This covers the kinds election, value and elsewhere of every text, and all registered checks."""
    checks = load(game).house_checks()
    held = register(load(game).package)
    assert not set(checks.CHECKS) & set(checks.UNBROKEN)
    for (edition, paragraph), body in held.items():
        if body.kind in ("election", "value", "elsewhere"):
            assert paragraph in checks.CHECKS or paragraph in checks.UNBROKEN, paragraph
        if paragraph in checks.CHECKS and (edition, paragraph) not in NOT_THEN:
            assert paragraph in expected_paragraphs(game, edition), f"no file breaks {paragraph} of {edition}"
    for paragraph in checks.CHECKS:
        known = any(paragraph == id_ for _, id_ in citable_paragraphs(load(game).package))
        assert known or paragraph.startswith(("house:", "reading:")), paragraph


# What the text of 1996 forbids outright, the text of 2007 allows.
NOT_THEN = {("2007-10-15", "18.5(a)")}


def test_every_paragraph_that_is_found_broken_is_registered() -> None:
    for file in HOUSES:
        text = file.read_text(encoding="utf-8")
        tables = tomllib.loads(text).get("table", [])
        for each in found_in(file):
            if (table := re.search(r", table\.(\d+)\.", each.where)) and not each.paragraph.startswith("house:"):
                checks = load(tables[int(table[1]) - 1]["game"]).house_checks().CHECKS
                assert each.paragraph in checks or each.paragraph.startswith("reading:"), f"{file.name}: {each}"


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=SOAK if at % EVERY else ()) for at, file in enumerate(HOUSES)],
    ids=lambda file: file.stem,
)
def test_unreadable_keys_hide_no_finding(file: Path) -> None:
    """Add an unknown key and a table of an unknown game: one finding each; the others stay, one line lower."""
    text = file.read_text(encoding="utf-8")
    on = day(text)
    game = re.search(r'^game = "(?!whist).*$', text, re.MULTILINE)
    if game is None:
        return
    before = found_in(file)
    more = f"{text[: game.end()]}\nno-such-key = 1{text[game.end() :]}"
    after = check(more, file.name, on)
    (new,) = [each for each in after if each.paragraph == "house:file" and "no-such-key" in each.where]
    assert new.severity == "violation"
    line = text[: game.end()].count("\n") + 1
    lower = {
        (each.severity, each.paragraph, line_of(each.where) + (line_of(each.where) > line), each.message)
        for each in before
    }
    assert lower == {
        (each.severity, each.paragraph, line_of(each.where), each.message) for each in after if each is not new
    }
    two = check(f'{text}\n[[table]]\nname = "another"\ngame = "whist"\n', file.name, on)
    assert {each for each in before if "no table" not in each.message} <= set(two)
    assert len(two) == len(before) + 1 - any("no table" in each.message for each in before)


def test_the_schema_takes_what_can_be_read_and_nothing_else() -> None:
    valid = jsonschema_rs.validator_for(schema())
    for file in HOUSES:
        text = file.read_text(encoding="utf-8")
        unread = [each for each in found_in(file) if each.paragraph == "house:file" or each.message == NO_CHOICE]
        # A schema cannot tell that there is no such reading or line of odds, or that two tables have one name.
        beyond = all(
            re.search(r"readings\.|state odds|such line|two tables", f"{each.where} {each.message}") for each in unread
        )
        assert valid.is_valid(tomllib.loads(text)) is beyond, file.name


@pytest.fixture
def example(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["init-house", "-"]) == 0
    return capsys.readouterr().out


def test_the_example_breaks_nothing(
    example: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(example.encode())))
    assert main(["check", "-", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["severity"] for each in found} == {"note"}
    assert all(list(each) == ["severity", "paragraph", "where", "message", "fix"] for each in found)


def test_the_commented_lines_of_the_example_break_nothing(example: str) -> None:
    text = re.sub(r'^# (?=\[table|"[^"]*" = |[a-z-]+ = )', "", example, flags=re.MULTILINE)
    found = check(text, "the example")
    assert [each for each in found if each.severity == "violation"] == []
    assert {each.paragraph.partition(":")[0] for each in found if each.severity == "warning"} == {"reading"}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[[table]]\ngame = "let-it-ride"\npayout-limit = 49999\n', encoding="utf-8")
    shown = []
    for command in ("check", "house"):
        assert main([command, str(file)]) == 1
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    first, table, counts = shown[0].splitlines()
    assert first.startswith(f"{file}: violation: line 3, table.1.payout-limit: the payout limit is $49,999; ")
    assert first.endswith("[18.11(c)]")
    assert table == "Let It Ride 1: let-it-ride, violations found, by the text of 2007-10-15"
    assert counts == "1 violation, 0 warnings, 0 notes"
    assert main(["check", str(file), "--quiet"]) == 1
    assert capsys.readouterr().out == ""
    assert main(["check", str(file), "--as-of", "2000-01-01", "--assume", "later", "--json"]) == 1
    assert main(["check", str(file), "--as-of", "yesterday"]) == 2
    assert "'yesterday' is not a date" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"a = ", "is not TOML"),
        (b"\xff", "is not UTF-8 text"),
        (b"[" * 5000, "is not TOML"),
        (b"a = " + b"9" * 5000, "a number with thousands of digits"),
        (b"[[table]]\ngame = 'craps'\nseats = 0x" + b"f" * 5000, "a number with thousands of digits"),
    ],
)
def test_an_unreadable_file_gives_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, told: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(text)
    assert main(["check", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert len(shown.err.splitlines()) == 1


def test_from_python(tmp_path: Path) -> None:
    text = '[[table]]\ngame = "let-it-ride"\npayout-limit = 60000\n'
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    assert [each.severity for each in pitboss.check(file)] == ["note"]
    assert pitboss.check(str(file)) == pitboss.check(text) == pitboss.check(file)
    assert [each.severity for each in pitboss.check(file, as_of="1996-05-20")] == ["note", "note"]
    with pytest.raises(pitboss.HouseFileError, match="is not TOML"):
        pitboss.check("a =\n")
    with pytest.raises(FileNotFoundError):
        pitboss.check(tmp_path / "none.toml")


def test_declared_values_are_not_in_the_house(tmp_path: Path) -> None:
    """Records and digests therefore stay the same. A fault in equipment or print keeps no table from opening; odds,
    limits and positions that it could not be dealt by do."""
    plain = '[[table]]\ngame = "ultimate-texas-holdem"\n'
    file = tmp_path / "house.toml"
    houses = []
    for more in ("", 'payout-limit = 50000\npay.blind.flush = "3 to 2"\n[table.equipment]\ncover-cards = []\n'):
        file.write_text(plain + more, encoding="utf-8")
        houses.append(pitboss.houses(file)["Ultimate Texas Hold 'Em 1"])
    assert houses[0] == houses[1]
    file.write_text(f'{plain}two-positions = true\npay.blind.flush = "2 to 1"\n', encoding="utf-8")
    with pytest.raises(pitboss.HouseFileError, match=r"(?s)two-positions.*32\.12.*pay\.blind\.flush.*32\.11\(c\)"):
        pitboss.houses(file)


def test_a_pay_line_may_have_a_number_as_its_name() -> None:
    found = check((Path(__file__).parent / "houses/lir-numbers-as-names.toml").read_text(encoding="utf-8"), "a file")
    assert [each.where for each in found] == [
        "line 4, table.1.pay.base.7",
        "line 6, table.1.printed.layout.odds.base.7",
        "line 7, table.1.printed.layout.odds.12",
    ]


def test_a_key_that_is_misspelt_gets_the_nearest_one() -> None:
    text = """[[table]]
game = "ultimate-texas-holdem"
payout-limits = 5
pay.blimd.flush = "2 to 1"
equipment.cover-card = 3
printed.sing = {}
printed.sign.adds = {}
equipment.dealing = ["hands"]
[[table]]
name = "2"
game = "winners-pot-poker"
commission-percent = 2.5
"""
    assert [each.fix for each in check(text, "a file") if each.severity == "violation"] == [
        "did you mean 'payout-limit'?",
        "did you mean 'blind'?",
        "did you mean 'cover-cards'?",
        "did you mean 'sign'?",
        "did you mean 'odds'?",
        "choose 'manual-shoe' or 'hand' or 'automated-shoe'",
        "write it as text, in quotation marks",
    ]
