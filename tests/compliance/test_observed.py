"""Logs of what was seen at a table: departures from the law are found, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pitboss
from kit.parts import folder_of, part
from kit.records import forge_chain, lines_of_rounds
from pitboss import __version__
from pitboss.cli.main import main
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.log_reader import split_lines
from pitboss.compliance.observed_log.plain_words import convert, list_phrases
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.games import REGISTERED, load

NIGHT = Path(__file__).parent.parent.parent / "examples" / "observed_night.txt"
PLAIN = Path(__file__).parent / "observed"
HEAD = "game three-card-poker\nday 1997-03-17\nhouse usual\nnoted wagers, decisions, money, counts, voids\n"
ROUND = """\
round
seat 2 bets $10 on ante and $5 on pair plus
no more bets
seat 2 gets Ac Ad 9h
dealer gets 9c Td Jh
seat 2 plays
dealer collects $10 on ante from seat 2
dealer collects $10 on play from seat 2
dealer pays seat 2 $5 on pair plus
"""


def check_log(text: str) -> list[Finding]:
    return check_lines(convert(text))


def check_briefly(text: str) -> list[tuple[str, str, str]]:
    return [(each.severity, each.paragraph, each.where) for each in check_log(text)]


# --- the example night


def test_six_things_went_wrong_in_the_night() -> None:
    assert [(each.paragraph, each.where) for each in pitboss.check_record(NIGHT)] == [
        ("20.11(a)2", "round 7, line 140"),
        ("20.7(b)", "round 8, line 151"),
        ("20.7(e)", "round 10, line 196"),
        ("20.10(c)", "round 13, line 265"),
        ("20.12(c)", "round 16, line 318"),
        ("20.10(c)", "round 18, line 355"),
    ]


def test_findings_say_what_was_done_and_what_the_law_wants() -> None:
    wrong, late, count, twice, void, early = pitboss.check_record(NIGHT)
    assert wrong.message.startswith("the amount was $3; the law wants this: The dealer pays seat 2 $4 on pair plus")
    assert wrong.fix == "the amount should be $4"
    assert "wager of seat 4, $5 on pair plus" in late.message
    assert "No more bets" in late.message
    assert count.message.startswith("this was not done: The dealer counts the stub")
    assert twice.message.startswith("this was done a second time: The dealer pays seat 2 $5 on ante")
    assert "4 cards at position 4" in void.message
    assert early.message.startswith("this was done at the wrong moment: The dealer pays seat 5 $5 on ante")


# --- plain words


def plain_log(game: str) -> str:
    """Return some rounds of a game in plain words."""
    own = folder_of(game) / "observed.txt"
    return (own if own.exists() else PLAIN / f"{game}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", REGISTERED)
def test_a_faithful_log_in_plain_words(game: str) -> None:
    assert check_log(plain_log(game)) == []


WRONG_PAY = {
    "three-card-poker": ("dealer pays seat 5 $5 on ante", "dealer pays seat 5 $10 on ante"),
    "let-it-ride": ("dealer returns $5 on bet 1", "dealer returns $10 on bet 1"),
    "ultimate-texas-holdem": ("dealer collects $5 on ante", "dealer collects $1 on ante"),
    "winners-pot-poker": ("dealer collects $1 on jacks plus", "dealer collects $2 on jacks plus"),
    "craps": ("dealer pays seat 2 $5 on pass", "dealer pays seat 2 $6 on pass"),
}


@pytest.mark.parametrize("game", REGISTERED)
def test_one_wrong_amount_is_one_finding(game: str) -> None:
    text = plain_log(game)
    right, wrong = WRONG_PAY[game] if game in WRONG_PAY else part(game, "expected").WRONG_PAY
    assert right in text
    line = text[: text.index(right)].count("\n") + 1
    (finding,) = check_log(text.replace(right, wrong, 1))
    assert finding.severity == ("warning" if load(game).is_beyond else "violation")
    assert finding.where.endswith(f", line {line}")


def test_every_phrase_is_read() -> None:
    for said, becomes in list_phrases().items():
        body = json.loads(becomes)
        assert {"act", "input"} & body.keys(), said


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("seat 2 bets $10 on roulette", "'roulette' is not a betting area of three-card-poker"),
        ("seat 2 bets ten dollars", "is not understood"),
        ("seat 2 gets Ac Ac 3d", "Ac appears more than once"),
        ("seat 2 bets $9,999,999,999 on ante", "a billion dollars"),
        ("the dealer dances", "say it as one of these"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, why: str) -> None:
    with pytest.raises(LogError, match=rf"^line 6: .*{re.escape(why)}"):
        convert(f"{HEAD}round\n{line}\n")


def test_a_repeated_shake_begins_no_round() -> None:
    """A repeated shake belongs to its round; wagers after the settlement belong to the next one."""
    log = """game sic-bo
        seat 1 bets $10 on small
        die 2 lies leaning
        dice show 1 4 6
        dice show 1 2 4
        dealer pays seat 1 $10 on small
        seat 1 bets $10 on big
        dice show 1 2 4
        dice show 1 2 5"""
    begins = [json.loads(line).get("line") == "round" for line in convert(log)]
    assert begins == [False, True, False, False, False, False, True, False, True]


def test_lines_are_counted_as_in_the_text() -> None:
    text = f"# a remark\n\n{HEAD}\n{ROUND}"
    lines = convert(text)
    assert len(lines) == len(text.splitlines())
    assert json.loads(lines[2])["line"] == "observed"
    assert lines[0] == lines[1] == lines[3] == b""


# --- what can be told, and what cannot


def test_a_faithful_round_has_no_finding() -> None:
    assert check_log(f"{HEAD}{ROUND}end\n") == []


def test_unnoted_acts_are_never_violations() -> None:
    unpaid = ROUND.replace("dealer pays seat 2 $5 on pair plus\n", "")
    assert check_briefly(f"{HEAD}{unpaid}end\n") == [("violation", "20.10(c)", "round 1, line 12")]
    assert check_log(f"{HEAD.replace('money, ', '')}{unpaid}end\n") == []


def test_unseen_cards_give_no_findings() -> None:
    unseen = ROUND.replace("dealer gets 9c Td Jh\n", "")
    (note,) = check_log(f"{HEAD}{unseen}end\n")
    assert note.severity == "note"
    assert "not all cards of dealer were seen" in note.message


def test_pair_plus_rests_on_the_players_own_cards() -> None:
    """It is judged even if the dealer's cards were not seen."""
    wrong = ROUND.replace("dealer gets 9c Td Jh\n", "").replace("$5 on pair plus\n", "$25 on pair plus\n")
    wrong = wrong.replace("$10 on ante and $25", "$10 on ante and $5")
    assert ("violation", "20.11(a)2", "round 1, line 12") in check_briefly(f"{HEAD}{wrong}end\n")


def test_the_end_of_a_log_is_not_the_end_of_a_round() -> None:
    assert check_log(f"{HEAD}{ROUND.partition('dealer collects')[0]}") == []


def test_a_decision_out_of_turn() -> None:
    two = ROUND.replace("no more bets", "seat 5 bets $10 on ante\nno more bets")
    two = two.replace("seat 2 plays\n", "seat 5 gets 2c 4d 7h\nseat 5 folds\nseat 2 plays\n")
    two = two.replace("dealer collects $10 on ante from seat 2", "dealer collects $10 on ante from seat 5\n"
                      "dealer collects $10 on ante from seat 2")  # fmt: skip
    assert check_briefly(f"{HEAD}{two}end\n") == [("violation", "20.10(b)", "round 1, line 13")]


CRAPS = """\
game craps
day 1996
house usual
noted wagers, money
seat 2 bets $5 on pass
dice show 4 4
no more bets
dice show 5 6
"""


def test_a_standing_wager_taken_by_mistake_is_reported_once() -> None:
    """The next rolls are judged with what really lies on the layout."""
    rest = "no more bets\ndice show 6 4\nno more bets\ndice show 4 4\nend\n"
    (finding,) = check_log(f"{CRAPS}dealer collects $5 on pass from seat 2\n{rest}")
    assert finding.where == "round 2, line 9"
    (finding,) = check_log(f"{CRAPS}{rest}")
    assert finding.message.startswith("this was not done: The dealer pays seat 2 $5 on pass")


def test_the_header_says_how_the_table_stood() -> None:
    stood = CRAPS.replace(
        "seat 2 bets $5 on pass\ndice show 4 4\n", "point 8\nshooter seat 2\nstanding seat 2 $5 on pass\n"
    )
    assert check_log(f"{stood}no more bets\ndice show 4 4\ndealer pays seat 2 $5 on pass\nend\n") == []
    (finding,) = check_log(f"{stood}no more bets\ndice show 3 4\ndealer pays seat 2 $5 on pass\nend\n")[:1]
    assert finding.severity == "violation"


def test_a_late_wager_is_one_finding_though_a_whole_hand_follows_from_it() -> None:
    late = ROUND.replace("no more bets\n", "no more bets\nseat 5 bets $10 on ante\nseat 5 gets 2c 4d 7h\n")
    late = late.replace("seat 2 plays\n", "seat 2 plays\nseat 5 folds\ndealer collects $10 on ante from seat 5\n")
    assert check_briefly(f"{HEAD}{late}end\n") == [("violation", "20.7(b)", "round 1, line 8")]


SPUN = """\
game big-six
day beyond
house usual
noted wagers, decisions, money, counts, voids
round
seat 1 bets $5 on $2
no more bets
spin makes 2 rounds
wheel rests in $2
no more bets
wheel rests in $2
dealer pays seat 1 $10 on $2
end
"""


def test_a_void_spin_ends_no_round() -> None:
    assert check_briefly(SPUN) == []
    assert check_briefly(SPUN.replace("spin makes 2 rounds", "spin makes 3 rounds")) != []


def test_a_hand_on_a_turning_wheel_is_one_finding() -> None:
    touched = SPUN.replace("no more bets\nwheel", "no more bets\nseat 1 touches the wheel\nwheel")
    assert check_briefly(touched) == [("warning", "beyond:big-six.6(d)", "round 1, line 11")]


@pytest.mark.parametrize("stake", ["$1", "$5,000"])
def test_a_wager_that_the_limits_bar_is_one_finding(stake: str) -> None:
    barred = ROUND.replace("$10 on ante", f"{stake} on ante").replace("$10 on play", f"{stake} on play")
    (finding,) = check_log(f"{HEAD}{barred}end\n")
    assert finding.where == "round 1, line 6"
    assert finding.message.startswith(f"wager of seat 2, {stake} on ante is against the law")


def test_a_decision_after_the_wager_was_collected() -> None:
    late = ROUND.replace("seat 2 plays\n", "").replace(
        "from seat 2\ndealer pays", "from seat 2\nseat 2 plays\ndealer pays"
    )
    (finding,) = check_log(f"{HEAD}{late}end\n")
    assert finding.where == "round 1, line 12"
    assert finding.message.startswith("decision of seat 2, 'play' came after this, which follows from it: The dealer")


def test_a_card_in_two_places() -> None:
    (finding,) = check_log(f"{HEAD}{ROUND.replace('9c Td Jh', 'Ac Td Jh')}")[:1]
    assert "Ac was seen in two places" in finding.message


# --- our own records


def test_a_broken_chain_is_one_finding() -> None:
    lines = lines_of_rounds(1)
    broken = [line.replace(b'"prev":"', b'"prev":"f', 1) if number == 3 else line for number, line in enumerate(lines)]
    assert [(each.paragraph, each.where) for each in check_lines(broken)] == [("house:chain", "line 4")]


def test_a_record_as_it_lies_in_a_file_is_whole() -> None:
    text = b"".join(line.removesuffix(b"\n") + b"\n" for line in lines_of_rounds(1))
    assert check_lines(split_lines(text)) == []
    assert [each.paragraph for each in check_lines(split_lines(text + b"\n"))] == ["house:chain"]


def test_changes_are_found_although_the_hashes_fit() -> None:
    lines = lines_of_rounds(1)
    assert check_lines(lines) == []
    at = next(number for number, line in enumerate(lines) if b'"act":"return wager"' in line)
    lines[at] = re.sub(rb'"cents":(\d+)', rb'"cents":1', lines[at])
    (finding,) = check_lines(forge_chain(lines))
    assert finding.where == f"round 1, line {at + 1}"
    assert finding.message.startswith("the amount was $0.01; the law wants this: ")


@pytest.mark.parametrize("rules", ["its own", "older ones"])
def test_an_older_record_need_not_name_a_newer_reading(rules: str) -> None:
    """A line whose digest is that of this version must name every reading that this version has."""
    lines = lines_of_rounds(1)
    opening = json.loads(lines[0])
    opening["readings"].popitem()
    if rules == "older ones":
        opening["rules"] = "0" * 64
    lines[0] = json.dumps(opening, separators=(",", ":")).encode()
    told = [(each.severity, each.paragraph) for each in check_lines(forge_chain(lines))]
    assert told == ([] if rules == "older ones" else [("violation", "house:rules")])


@pytest.mark.parametrize(
    ("was", "by", "told"),
    [
        (f'"pitboss":"{__version__}"', '"pitboss":"0.0.9"', f"written by pitboss 0.0.9, and this is {__version__};"),
        ('"rules":"', '"rules":"0', f"written by pitboss {__version__} under other rules ("),
    ],
)
def test_no_departure_in_a_round_of_another_version_is_a_violation(was: str, by: str, told: str) -> None:
    """The version is named once, and only where something is found."""
    lines = [line.replace(was.encode(), by.encode()) for line in lines_of_rounds(2)]
    assert check_lines(forge_chain(lines)) == []
    for at, line in enumerate(lines):
        if b'"act":"return wager"' in line:
            lines[at] = re.sub(rb'"cents":(\d+)', rb'"cents":1', line)
    findings = check_lines(forge_chain(lines))
    (about,) = (each for each in findings if each.paragraph == "house:other-version")
    assert about.where == "round 1, line 1"
    assert about.message.startswith("could not be judged here: the round was ")
    assert told in about.message
    assert len(findings) > 1
    assert {each.severity for each in findings} == {"warning"}


# --- the commands


def test_check_record_prints_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--record", str(NIGHT)]) == 1
    assert capsys.readouterr().out.endswith("observed_night.txt: 6 violations, 0 warnings, 0 notes\n")
    assert main(["check", "--json", "--record", str(NIGHT)]) == 1
    assert len(json.loads(capsys.readouterr().out)) == 6
    good = tmp_path / "good.txt"
    good.write_text(f"{HEAD}{ROUND}end\n", encoding="utf-8")
    assert main(["check", "--quiet", "--record", str(good)]) == 0
    assert main(["check", "--record", str(good), str(good)]) == 2
    (tmp_path / "bad.txt").write_text("{}", encoding="utf-8")
    assert main(["check", "--record", str(tmp_path / "bad.txt")]) == 2


def test_day_and_house_are_supplied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, house = tmp_path / "log.txt", tmp_path / "house.toml"
    log.write_text(f"game three-card-poker\n{ROUND}end\n", encoding="utf-8")
    house.write_text('[[table]]\nname = "A"\ngame = "three-card-poker"\nminimum = 25\n', encoding="utf-8")
    assert main(["check", "--record", str(log), "--house", str(house)]) == 1
    assert "$10 on ante" in capsys.readouterr().out
    assert main(["check", "--record", str(log), "--as-of", "1980-01-01"]) == 2
    assert pitboss.check_record(log, house=house) != []
    (note,) = pitboss.check_record(log)
    assert note.message.startswith("no house is named")


def test_observe_makes_the_same_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "night.jsonl"
    assert main(["observe", str(NIGHT), "-o", str(made)]) == 0
    assert check_lines(split_lines(made.read_bytes())) == pitboss.check_record(NIGHT)
    assert main(["observe", "--words"]) == 0
    assert "seat 3 gets Ah Kd 7c" in capsys.readouterr().out
    (tmp_path / "bad.txt").write_text("round\n", encoding="utf-8")
    assert main(["observe", str(tmp_path / "bad.txt")]) == 2
