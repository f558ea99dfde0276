"""Nonsense in a described side wager is found, with its key and what would be right."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.engine.houses.side_wager_findings import MOST, cards_in_words, side_wager_findings
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideTerms, SideWager, WhenFolded

TERMS = SideTerms(
    cards={"hand": 2, "hand and board": 7, "first three": 3},
    taken=lambda: ("ante", "blind"),
    folded={"hand": ("settled", "lost"), "hand and board": ("lost",)},
    unknown={"dealer": "nobody sees the dealer's cards"},
)
SOUND = SideWager(
    name="lucky start",
    cards="hand",
    minimum=Money(100),
    maximum=Money(2_500),
    when_folded="settled",
    pay=(SideLine(hand="pair of aces", pays="25 to 1"), SideLine(hand="pair", pays="3 to 1")),
)


def find(*wagers: SideWager) -> list[tuple[str, str, str]]:
    return [(each.key, each.wrong, each.right) for each in side_wager_findings(wagers, TERMS, 100)]


def pay(*lines: tuple[str, str]) -> SideWager:
    return msgspec.structs.replace(SOUND, pay=tuple(SideLine(hand=hand, pays=pays) for hand, pays in lines))


def test_a_sound_wager_has_no_finding() -> None:
    assert find(SOUND) == []
    push = pay(("pair", "8 to 1"), ("suited", "push"))
    assert find(push) == []


@pytest.mark.parametrize("name", ["", "Lucky", "a=b", "a  b", " a", "x" * 31, "läufer"])
def test_a_name_that_cannot_be_written_on_a_layout_is_found(name: str) -> None:
    ((key, wrong, _),) = find(msgspec.structs.replace(SOUND, name=name))
    assert (key, wrong) == ("side-wager.0.name", f"{name!r} cannot be the name of a wager")


def test_a_name_that_another_wager_has_is_found() -> None:
    ((key, wrong, _),) = find(msgspec.structs.replace(SOUND, name="blind"))
    assert (key, wrong) == ("side-wager.0.name", "this table has another wager called 'blind'")
    assert [key for key, _, _ in find(SOUND, SOUND)] == ["side-wager.1.name"]


def test_too_many_wagers_are_found() -> None:
    wagers = [msgspec.structs.replace(SOUND, name=f"wager {number}") for number in range(MOST + 1)]
    assert [key for key, _, _ in find(*wagers)] == [f"side-wager.{MOST}"]


def test_limits_that_do_not_work_are_found() -> None:
    assert [key for key, _, _ in find(msgspec.structs.replace(SOUND, minimum=Money(50)))] == ["side-wager.0.minimum"]
    assert [key for key, _, _ in find(msgspec.structs.replace(SOUND, minimum=Money(0)))] == ["side-wager.0.minimum"]
    assert [key for key, _, _ in find(msgspec.structs.replace(SOUND, maximum=Money(0)))] == ["side-wager.0.maximum"]


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("the dealer's hand", "a description cannot depend on the dealer's hand"),
        ("dealer", "nobody sees the dealer's cards"),
        ("two players", "a description cannot depend on the hands of several players"),
        ("hand of another seat", "a description cannot depend on the hands of several players"),
        ("raised hand", "a description cannot depend on what a player decided before"),
        ("three rounds", "a description cannot depend on what happens over several rounds"),
        ("feet", "'feet' are no cards here"),
    ],
)
def test_what_a_description_cannot_say_is_refused_by_name(cards: str, wrong: str) -> None:
    choices = "choose 'hand' or 'hand and board' or 'first three'"
    assert find(msgspec.structs.replace(SOUND, cards=cards)) == [("side-wager.0.cards", wrong, choices)]


@pytest.mark.parametrize(
    ("cards", "folded", "right"),
    [
        ("hand", None, 'set when-folded to "settled" or "lost"'),
        ("hand and board", "settled", 'set it to "lost", or let fewer cards decide'),
        ("first three", "lost", "leave it out"),
    ],
)
def test_it_is_said_what_a_fold_does(cards: str, folded: WhenFolded | None, right: str) -> None:
    wager = msgspec.structs.replace(SOUND, cards=cards, when_folded=folded, pay=(SideLine(hand="pair", pays="1 to 1"),))
    assert [(key, right) for key, _, right in find(wager)] == [("side-wager.0.when-folded", right)]


@pytest.mark.parametrize(
    ("hand", "pays", "key", "wrong"),
    [
        ("flush", "4 to 1", "hand", "'flush' is a hand of three or five cards, and two decide here"),
        ("pear", "4 to 1", "hand", "'pear' is not a hand that a pay table can name"),
        ("beats the dealer", "1 to 1", "hand", "'beats the dealer': a description cannot depend on the dealer's hand"),
        ("twice", "1 to 1", "hand", "'twice': a description cannot depend on what happens over several rounds"),
        ("pair", "8 for 1", "pays", "'8 for 1' counts the stake as won"),
        ("pair", "$50", "pays", "'$50' is an amount, and a line pays odds"),
        ("pair", "50", "pays", "'50' is an amount, and a line pays odds"),
        ("pair", "the jackpot", "pays", "'the jackpot': a description cannot say a prize that grows or is shared"),
        ("pair", "a lot", "pays", "'a lot' does not state odds"),
        ("pair", "0 to 1", "pays", "'0 to 1' wins nothing"),
        ("pair", "1 to 3", "pays", "1 to 3 cannot be paid exactly on every wager in chips of this table"),
    ],
)
def test_a_line_that_makes_no_sense_is_found(hand: str, pays: str, key: str, wrong: str) -> None:
    assert [finding[:2] for finding in find(pay((hand, pays)))] == [(f"side-wager.0.pay.0.{key}", wrong)]


def test_for_one_is_put_right() -> None:
    assert find(pay(("pair", "8 for 1")))[0][2] == 'write "7 to 1", which pays the same'


def test_tables_that_make_no_sense_are_found() -> None:
    assert find(pay())[0][:2] == ("side-wager.0.pay", "the wager pays for no hand")
    ((key, wrong, _),) = find(pay(("pair", "3 to 1"), ("pair of aces", "25 to 1")))
    assert key == "side-wager.0.pay.1.hand"
    assert wrong.startswith("no hand is left for 'pair of aces'")
    ((key, wrong, _),) = find(pay(("suited pair", "25 to 1")))
    assert (key, wrong[:35]) == ("side-wager.0.pay.0.hand", "no hand is left for 'suited pair': ")
    ((key, wrong, _),) = find(pay(("total of 2 or more", "1 to 1")))
    assert (key, wrong) == ("side-wager.0.pay", "every hand is paid or comes back, so that nobody can lose")


def test_how_many_cards_decide_is_said_in_words() -> None:
    assert [cards_in_words(size) for size in (2, 3, 5, 7)] == [
        "two cards",
        "three cards",
        "five cards",
        "the best five of seven cards",
    ]
