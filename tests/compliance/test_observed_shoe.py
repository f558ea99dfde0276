"""Logs of games from a shoe: the observer begins in the middle of a shoe, and does not know the order of its cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from compliance.mutated import Lines, read_back
from compliance.observed_left_out import all_that_can_be_seen, as_seen_by_camera, observe
from compliance.observed_mutations import golden_rounds
from games.minibaccarat.scene import Coup
from kit.coups import BANKER_8, PLAYER_9
from kit.golden import record_of
from pitboss.compliance.observed_log.lawful_play import PlayedRound
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.compliance.observed_log.stacked_shoe import ShoeLayout
from pitboss.table.cards import FULL_DECK

LAST_ROUND = "marked_vigorish_is_collected_when_the_shoe_is_over"
TWO_ROUNDS = "nobody_leaves_owing_vigorish"
CUTTING_CARD = "the_cutting_card_comes_out_and_one_more_round_is_dealt"


def check_briefly(log: Lines) -> list[str]:
    return [
        str(found) for found in check_lines([msgspec.json.encode(body) for body in log]) if found.severity != "note"
    ]


def nobody_is_accused(scene: Coup) -> bool:
    """Assert that the log has no violation, whether or not it says how the table stood."""
    lines = read_back(record_of(scene))
    return check_briefly(all_that_can_be_seen(lines)) == check_briefly(without_start(lines)) == []


def golden(name: str, game: str = "minibaccarat") -> Lines:
    return golden_rounds(game)[name]


def without_start(lines: Lines) -> Lines:
    """Return a log in which everything that can be seen is noted, but not how the table stood."""
    header, *rest = all_that_can_be_seen(lines)
    return [{key: value for key, value in header.items() if key != "carry"}, *rest]


def change_last(log: Lines, act: str, **other: Any) -> Lines:
    """Return the log with the last act of a kind changed."""
    at = max(number for number, body in enumerate(log) if body.get("act") == act)
    return [*log[:at], {**log[at], **other}, *log[at + 1 :]]


@pytest.mark.parametrize("name", [LAST_ROUND, TWO_ROUNDS, CUTTING_CARD])
def test_a_shoe_goes_on_from_round_to_round(name: str) -> None:
    """No round begins with an unseen shuffle, whether or not it is known how the table stood."""
    assert check_briefly(all_that_can_be_seen(golden(name))) == []
    assert check_briefly(without_start(golden(name))) == []


def test_marked_vigorish_is_due_in_the_last_round_and_in_no_other() -> None:
    """If it is unknown how the table stood, vigorish may have been owed from before."""
    assert check_briefly(observe(golden(LAST_ROUND), as_seen_by_camera, stood=False)) == []
    log = all_that_can_be_seen(golden(TWO_ROUNDS))
    early = next(body for body in log if body.get("act") == "collect vigorish")
    at = next(number for number, body in enumerate(log) if body.get("act") == "mark vigorish") + 1
    assert any("collect vigorish" in each for each in check_briefly([*log[:at], early, *log[at:]]))
    assert (
        check_briefly(without_start(golden(TWO_ROUNDS))[:1] + log[21:]) == []
    )  # who begins to watch in the second round


def test_the_cards_left_are_known_if_the_shoe_is_known() -> None:
    assert check_briefly(change_last(without_start(golden(LAST_ROUND)), "empty shoe", count=7)) == []
    (found,) = check_briefly(change_last(all_that_can_be_seen(golden(LAST_ROUND)), "empty shoe", count=7))
    assert "count was 7" in found


def test_a_third_card_that_was_seen_decides_whether_the_other_hand_draws() -> None:
    """The player's third card is an eight, so the banker's three stands; with any other card it would draw."""
    log = all_that_can_be_seen(golden(TWO_ROUNDS))
    assert check_briefly(log) == []
    found = check_briefly(change_last(log, "draw third", card="7c"))
    assert any("The banker's hand draws" in each for each in found), found


def test_a_third_card_is_the_third_also_where_the_others_were_not_seen() -> None:
    log = all_that_can_be_seen(golden(TWO_ROUNDS))
    at = max(number for number, body in enumerate(log) if body.get("act") == "deal open" and body["which"] == "player")
    first = max(
        number for number, body in enumerate(log[:at]) if body.get("act") == "deal open" and body["which"] == "player"
    )
    header = {key: value for key, value in log[0].items() if key != "noted"}
    assert check_briefly([header, *log[1:first], *log[first + 1 :]]) == []


# --- faithful logs, each of which was accused once


def test_a_new_shoe_follows_the_last_round() -> None:
    scene = Coup(PLAYER_9, 1, behind=None).bet(1, "player").deal().shoe(f"As 2c {BANKER_8}").bet(1, "player").deal()
    assert nobody_is_accused(scene)


def test_new_cards_come_for_those_that_players_have_handled() -> None:
    assert (
        check_briefly(all_that_can_be_seen(golden("marked_vigorish_is_collected_and_new_cards_come", "baccarat"))) == []
    )


@pytest.mark.parametrize("name", ["the_shoe_is_not_sound", "a_supervisor_has_the_cards_cut_again"])
def test_the_cards_are_taken_away_or_cut_again(name: str) -> None:
    assert check_briefly(observe(golden(name), as_seen_by_camera)) == []
    assert check_briefly(all_that_can_be_seen(golden(name))) == []


def test_two_cards_of_one_face_lie_in_one_hand() -> None:
    assert nobody_is_accused(Coup("3h Ts 3h Qh 8s 9d", 1).bet(1, "player").deal())


def test_all_cards_of_a_hand_are_named_after_its_third_was() -> None:
    log = all_that_can_be_seen(golden(TWO_ROUNDS))
    bare_deals = [
        {key: value for key, value in body.items() if key != "card"} if body.get("act") == "deal open" else body
        for body in log
    ]
    at = max(number for number, body in enumerate(log) if body.get("act") == "draw third") + 1
    named = {"act": "cards seen", "place": "community", "cards": ["4c", "As", "8c"]}
    assert check_briefly([*bare_deals[:at], named, *bare_deals[at:]]) == []


# --- mistakes, each of which was missed once


def test_a_wrong_result_is_found_where_shuffles_are_not_noted() -> None:
    header, *rest = all_that_can_be_seen(golden(TWO_ROUNDS))
    log = [{**header, "noted": ["wagers", "decisions", "money", "voids", "calls"]}, *rest]
    assert check_briefly(log) == []
    assert check_briefly(change_last(log, "call result", winner="player")) != []
    assert check_briefly(change_last(log, "pay wager", cents=2_000)) != []


READY = (
    "shuffle",
    "cut",
    "complete cut",
    "place cutting card",
    "load deck",
    "turn first card",
    "burn",
    "put first card",
)


@pytest.mark.parametrize("noted", [all_that_can_be_seen, without_start])
def test_a_shoe_that_is_over_is_not_dealt_on(noted: Callable[[Lines], Lines]) -> None:
    scene = Coup(PLAYER_9, 1, behind=None).bet(1, "player").deal().shoe(f"As 2c {BANKER_8}").bet(1, "player").deal()
    log = noted(read_back(record_of(scene)))
    assert check_briefly(log) == []
    first, *_ = check_briefly([body for body in log if not str(body.get("act")).startswith(READY)])
    assert "round 2" in first
    assert "this was not done: The dealer shuffles the 416 cards" in first


@pytest.mark.parametrize("noted", [all_that_can_be_seen, without_start])
def test_a_round_is_not_the_last_before_the_cutting_card_is_out(noted: Callable[[Lines], Lines]) -> None:
    log = noted(golden(TWO_ROUNDS))
    at = max(number for number, body in enumerate(log) if body.get("act") == "no more bets")
    (found,) = check_briefly([*log[:at], {"act": "last round"}, *log[at:]])
    assert "nothing calls for this here: last round" in found


def test_a_card_that_was_seen_does_not_change_what_was_dealt_before_it() -> None:
    """The unseen ace that the filling deals to the player's hand is not moved to the banker's hand."""

    def play(order: tuple[str, ...]) -> PlayedRound:
        return PlayedRound(Coup(" ".join(order[:6]), 1).bet(1, "player").deal().last)

    filling = ("As", *(card for card in FULL_DECK if card != "As"))
    stack = ShoeLayout(play, 8, {"dealer": ["As"]}).build_deck(filling)
    assert stack[:2] == ("As", "As")
    assert sorted(stack) == sorted(filling * 8)


def test_cards_named_in_the_header_keep_their_order() -> None:
    """A table without cards has to receive, shuffle and cut them."""
    log = all_that_can_be_seen(golden_rounds("casino-war")["a_new_table_and_then_an_empty_one"])
    kept = (
        "receive decks",
        "spread cards",
        "wash",
        "shuffle shoe",
        "cut cards",
        "complete cut",
        "load deck",
        "burn card",
    )
    assert check_briefly(log) == []
    assert check_briefly([body for body in log if body.get("act") not in kept]) != []


NOT_RECEIVED = ("spread", "wash", "shuffle", "cut", "complete cut", "place cutting card", "load deck", "burn card")


@pytest.mark.parametrize("name", ["a_new_table_and_then_an_empty_one", "a_card_is_gone_and_another_is_there_twice"])
def test_only_the_arrival_of_new_decks_was_seen(name: str) -> None:
    header, *rest = without_start(golden(name, "casino-war"))
    kept = [body for body in rest if not str(body.get("act")).startswith(NOT_RECEIVED)]
    assert len(kept) < len(rest)
    assert check_briefly([{key: header[key] for key in header if key != "noted"}, *kept]) == []


def test_a_log_may_begin_with_the_opening_of_the_table() -> None:
    assert check_briefly(without_start(golden("a_natural_with_rounded_vigorish"))) == []
    assert check_briefly(without_start(golden_rounds("casino-war")["a_new_table_and_then_an_empty_one"])) == []
