"""Short logs as a surveillance room writes them: each mistake is one finding, and orders that no paragraph sets are
none."""

from __future__ import annotations

import pytest

from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.log_reader import split_lines
from pitboss.compliance.observed_log.plain_words import convert
from pitboss.compliance.observed_log.record_check import check_lines

DAYS = {
    "three-card-poker": "1997-03-17",
    "let-it-ride": "2007-10-15",
    "ultimate-texas-holdem": "2008-04-21",
    "winners-pot-poker": "2008-09-02",
    "craps": "1996",
}
NOTED = "wagers, decisions, money, counts, voids"


def check_log(game: str, text: str) -> list[Finding]:
    """Check a log; the header takes its first four lines."""
    return check_lines(convert(f"game {game}\nday {DAYS[game]}\nhouse usual\nnoted {NOTED}\n{text}"))


def check_briefly(game: str, text: str) -> list[tuple[str, str, str]]:
    return [(each.severity, each.paragraph, each.where) for each in check_log(game, text)]


STRAIGHT_FLUSH = """\
round
seat 1 bets $10 on ante and $5 on pair plus
no more bets
dealer gets Kc 9c 2c
seat 1 gets 6d 5d 4d
seat 1 plays
"""
PAID = [
    "dealer pays seat 1 $200 on pair plus\n",
    "dealer pays seat 1 $50 on ante bonus\n",
    "dealer pays seat 1 $10 on play\n",
    "dealer pays seat 1 $10 on ante\n",
]


@pytest.mark.parametrize("turn", range(4))
def test_the_wagers_of_one_seat_are_settled_in_any_order(turn: int) -> None:
    assert check_log("three-card-poker", STRAIGHT_FLUSH + "".join(PAID[turn:] + PAID[:turn]) + "end\n") == []


def test_no_paragraph_says_whose_wagers_are_collected_first() -> None:
    text = """\
round
seat 1 bets $10 on ante
seat 2 bets $10 on ante
no more bets
dealer gets Kc 9c 2c
seat 1 gets 6d 5d Ts
seat 2 gets 6s 5s Th
seat 1 plays
seat 2 plays
dealer collects $10 on play from seat 1
dealer collects $10 on ante from seat 1
dealer collects $10 on ante from seat 2
dealer collects $10 on play from seat 2
end
"""
    assert check_log("three-card-poker", text) == []


def test_the_trips_are_settled_after_the_others() -> None:
    text = """\
round
seat 1 bets $10 on ante and $10 on blind and $5 on trips
no more bets
seat 1 gets Ac Kc
seat 1 plays 4x
board shows 2c 5c 9c Js Kd
dealer gets 3d 9s
dealer pays seat 1 $40 on play
dealer pays seat 1 $15 on blind
dealer pays seat 1 $35 on trips
dealer pays seat 1 $10 on ante
end
"""
    (late,) = check_log("ultimate-texas-holdem", text)
    assert "at the wrong moment" in late.message


def test_what_a_roll_decides_is_settled_in_any_order() -> None:
    text = """\
shooter seat 1
seat 1 bets $10 on pass
dice show 3 3
seat 2 bets $10 on come
dice show 2 2
dice show 4 2
dealer pays seat 1 $10 on pass
seat 1 bets $10 on pass
dice show 3 4
dealer pays seat 1 $10 on pass
dealer collects $10 on come 4 from seat 2
end
"""
    assert check_log("craps", text) == []


@pytest.mark.parametrize("done", ["pays seat 1 $10 on don't pass", "collects $10 on don't pass from seat 1"])
def test_a_void_wager_that_is_settled_is_one_finding(done: str) -> None:
    text = f"shooter seat 1\nseat 1 bets $10 on don't pass\ndice show 6 6\ndealer {done}\nend\n"
    (one,) = check_log("craps", text)
    assert (one.paragraph, one.where) == ("1.2(a)2iv, reading:void-wagers", "round 1, line 8")
    assert one.message.startswith("the dealer ")
    assert "$10 on don't pass goes back to seat 1" in one.message


def test_a_wager_that_the_house_does_not_offer_is_not_called_late() -> None:
    text = "shooter seat 1\npoint 8\nseat 2 bets $20 on buy 4\ndice show 3 1\nend\n"
    assert check_briefly("craps", text)[0] == ("violation", "reading:vigorish", "round 1, line 7")


def test_a_no_roll_is_thrown_again() -> None:
    text = """\
shooter seat 1
seat 1 bets $10 on pass
dice off the table
dice show 3 4
dealer pays seat 1 $10 on pass
end
"""
    (counted,) = check_log("craps", text)
    assert counted.message.startswith("the roll was counted, and the law wants this: No roll")
    assert counted.fix == "throw the dice again"


LET_IT_RIDE = """\
round
seat 1 bets $10 on bet 1 and $10 on bet 2 and $10 on bet 3
no more bets
seat 1 gets 9c 9d 3h
seat 1 lets it ride
seat 1 lets it ride
board shows 7s 7c
"""


def test_community_cards_are_those_that_were_turned() -> None:
    paid = "".join(f"dealer pays seat 1 {cents} on bet {bet}\n" for bet, cents in ((1, "$20"), (2, "$10"), (3, "$20")))
    assert check_briefly("let-it-ride", f"{LET_IT_RIDE}{paid}end\n") == [("violation", "18.11(b)", "round 1, line 13")]
    assert check_log("let-it-ride", f"{LET_IT_RIDE}{paid.replace('$10', '$20')}end\n") == []


def test_only_the_wager_that_is_not_offered_is_barred() -> None:
    text = LET_IT_RIDE.replace("$10 on bet 3", "$10 on bet 3 and $5 on three card bonus")
    paid = "".join(f"dealer pays seat 1 $20 on bet {bet}\n" for bet in (1, 2, 3))
    (barred,) = check_log("let-it-ride", f"{text}{paid}end\n")
    assert (barred.paragraph, barred.where) == ("18.6B(a)", "round 1, line 6")
    assert barred.message.startswith("wager of seat 1, $5 on three card bonus is against the law")


def test_unequal_wagers_accuse_no_decision() -> None:
    text = """\
round
seat 1 bets $10 on ante and $5 on blind
no more bets
seat 1 checks
seat 1 checks
seat 1 folds
end
"""
    first, rest = check_log("ultimate-texas-holdem", text)
    assert (first.severity, first.paragraph, first.where) == ("violation", "32.1", "round 1, line 7")
    assert rest.severity == "note"


def test_the_seat_after_one_that_should_not_play_is_in_turn() -> None:
    text = """\
round
seat 1 bets $10 on ante and $5 on blind
seat 2 bets $10 on ante and $10 on blind
no more bets
seat 1 checks
seat 2 checks
seat 1 checks
seat 2 checks
seat 1 folds
seat 2 folds
"""
    wrong = [each for each in check_log("ultimate-texas-holdem", text) if each.severity == "violation"]
    assert [each.where for each in wrong] == ["round 1, line 9"]
    assert wrong[0].message.startswith("decision of seat 1, 'check' answers nothing")


def test_an_impossible_decision_is_reported_once() -> None:
    text = """\
round
seat 1 bets $10 on ante and $10 on blind
no more bets
seat 1 checks
seat 1 plays 3x
end
"""
    assert check_briefly("ultimate-texas-holdem", text)[0] == ("violation", "32.10(c)", "round 1, line 9")
    assert not [each for each in check_log("ultimate-texas-holdem", text)[1:] if each.severity == "violation"]


FOLDED = "round\nseat 1 bets $10 on ante\nno more bets\nseat 1 folds\ndealer collects $10 on ante from seat 1\n"


def test_a_count_left_out_where_nothing_else_was_done_has_a_line() -> None:
    text = "round\nseat 1 bets $10 on ante\nseat 1 folds\n" * 6
    where = [each.where for each in check_log("three-card-poker", text) if each.paragraph == "20.7(e)"]
    assert where == ["round 5, line 19"]


def test_a_stub_that_is_a_card_short_is_found() -> None:
    text = FOLDED.replace("seat 1 folds", "dealer counts the stub: 45\nseat 1 folds")
    assert ("violation", "20.7(e)", "round 1, line 8") in check_briefly("three-card-poker", text + "end\n")
    right = text.replace("45", "46")
    assert not [each for each in check_log("three-card-poker", right + "end\n") if each.severity == "violation"]


def test_why_a_round_was_void_may_not_have_been_noted() -> None:
    text = """\
round
seat 1 bets $10 on ante
no more bets
seat 1 gets 6d 5d Td
round is void
dealer returns $10 on ante to seat 1
end
"""
    void, *rest = check_log("three-card-poker", text)
    assert (void.severity, void.where) == ("note", "round 1, line 9")
    assert void.message.startswith("the round was called void, and nothing that was noted makes it so")
    assert not [each for each in rest if each.severity == "violation"]


def test_a_hand_without_a_wager_cites_the_paragraph_on_dealing() -> None:
    text = FOLDED.replace("seat 1 folds", "seat 4 gets 5d 3h 2d\nseat 1 folds")
    (stray,) = (each for each in check_log("three-card-poker", text + "end\n") if each.severity == "violation")
    assert (stray.paragraph, stray.where) == ("20.7(c)", "round 1, line 8")
    assert "position 4" in stray.message


@pytest.mark.parametrize(
    ("what", "cite"), [("a card of the dealer is exposed", "20.12(d)"), ("seat 1 gets a card too few", "20.12(c)")]
)
def test_a_round_that_is_void_at_whichever_act_it_happened(what: str, cite: str) -> None:
    text = FOLDED.replace("seat 1 folds", f"{what}\nseat 1 folds")
    (void,) = check_log("three-card-poker", text + "end\n")
    assert (void.severity, void.paragraph) == ("violation", cite)
    assert void.message.startswith("the round was played on, and the law wants this: All hands are void")
    voided = (
        f"round\nseat 1 bets $10 on ante\nno more bets\n{what}\nround is void\ndealer returns $10 on ante to seat 1\n"
    )
    assert check_log("three-card-poker", voided + "end\n") == []


def test_an_area_named_twice_in_a_line_is_an_error() -> None:
    with pytest.raises(LogError, match=r"line 2: pass is named twice; write the amount that lies there once"):
        convert("game craps\nseat 1 bets $5 on pass and $5 on pass\n")


def test_an_empty_file_is_called_empty() -> None:
    with pytest.raises(LogError, match=r"^the file is empty"):
        split_lines(b" \n")


def test_untouched_chips_are_no_violation() -> None:
    text = """\
round
seat 1 bets $10 on ante and $10 on blind
no more bets
seat 1 gets Ac 2d
seat 1 plays 4x
board shows Qc Qd Qh Qs Kd
dealer gets Ad 9s
end
"""
    assert {(each.severity, each.paragraph) for each in check_log("ultimate-texas-holdem", text)} == {
        ("note", "32.10(h)3")
    }


def test_an_unknown_act_is_reported() -> None:
    lines = convert(f"game Three Card Poker\nday 1997-03-17\nhouse usual\n{FOLDED}end\n")
    lines[-2] = lines[-2].replace(b'"collect"', b'"collects"')
    assert next((each.severity, each.where) for each in check_lines(lines)) == ("warning", "round 1, line 8")
