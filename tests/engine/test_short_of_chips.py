"""Choices that chips do not reach for, and what an ante may ask for later. Each number is tried on both its sides."""

from __future__ import annotations

import pytest

import pitboss
from kit.parts import folder_of, part
from pitboss.engine.inputs import Answer, Close, Wager
from pitboss.engine.waits import Ask, Short
from pitboss.games import REGISTERED

ANTE = 1_000


def ask_of(game: str, left: int, *answers: str, **terms: object) -> tuple[pitboss.Table, Ask]:
    """Return the question to a player who has anted $10 and has so much left, after these answers."""
    table = pitboss.open_table(game, seed=3, **terms)  # type: ignore[arg-type]
    areas = 2 if game == "ultimate-texas-holdem" else 1
    table.sit(1, "Ann", chips=areas * ANTE + left)
    while table.asks.waiting == "opening":
        table.give(Close())
    [offer] = [each for each in table.asks.offers[1] if "ante" in each.spots]
    table.give(Wager(1, dict.fromkeys(offer.spots, ANTE)))
    table.give(Close())
    for choice in answers:
        table.give(Answer(1, choice))
    question = table.asks.question
    assert question is not None
    return table, question


def test_three_card_play_takes_the_ante_once_more() -> None:
    _, enough = ask_of("three-card-poker", 1_000)
    assert (enough.choices, enough.short) == (("play", "fold"), ())
    table, short = ask_of("three-card-poker", 900)
    assert (short.choices, short.short) == (("fold",), (Short("play", 1_000, 100, at=0),))
    [refused] = table.refusals(Answer(1, "play"))
    assert (refused.cite, refused.wrong, refused.right) == ("20.10(b)", "You need $10 to play.", "You have $9.")
    with pytest.raises(pitboss.Refused, match=r"You need \$10 to play\. You have \$9"):
        table.give(Answer(1, "play"))
    [other] = table.refusals(Answer(1, "raise"))
    assert other.wrong == "'raise' is not one of the choices."


@pytest.mark.parametrize(
    ("left", "choices", "short"),
    [
        (4_000, ("check", "play 4x", "play 3x"), ()),
        (3_900, ("check", "play 3x"), (Short("play 4x", 4_000, 100, 1),)),
        (3_000, ("check", "play 3x"), (Short("play 4x", 4_000, 1_000, 1),)),
        (2_900, ("check",), (Short("play 4x", 4_000, 1_100, 1), Short("play 3x", 3_000, 100, 2))),
    ],
)
def test_ultimate_before_the_flop(left: int, choices: tuple[str, ...], short: tuple[Short, ...]) -> None:
    table, question = ask_of("ultimate-texas-holdem", left)
    assert (question.choices, question.short) == (choices, short)
    for each in short:
        [refused] = table.refusals(Answer(1, each.choice))
        assert refused.wrong == f"You need ${each.cents // 100} to {each.choice}."
        assert refused.right == f"You have ${left // 100}."


@pytest.mark.parametrize(("left", "missing"), [(2_000, 0), (1_900, 100)])
def test_ultimate_after_the_flop(left: int, missing: int) -> None:
    _, question = ask_of("ultimate-texas-holdem", left, "check")
    assert question.choices == (("check",) if missing else ("check", "play 2x"))
    assert question.short == ((Short("play 2x", 2_000, missing, 1),) if missing else ())


@pytest.mark.parametrize(("left", "missing"), [(1_000, 0), (900, 100), (0, 1_000)])
def test_ultimate_at_the_end(left: int, missing: int) -> None:
    _, question = ask_of("ultimate-texas-holdem", left, "check", "check")
    assert question.choices == (("fold",) if missing else ("fold", "play 1x"))
    assert question.short == ((Short("play 1x", 1_000, missing, 1),) if missing else ())


def test_who_may_go_all_in_is_told_what_he_is_short_of_as_well() -> None:
    _, question = ask_of("ultimate-texas-holdem", 900, "check", "check", readings={"short-stack": "all-in"})
    assert question.choices == ("fold", "play all in")
    assert [each.choice for each in question.short] == ["play 1x"]


@pytest.mark.parametrize(("left", "missing"), [(1_000, 0), (900, 100)])
def test_winners_pot_bet(left: int, missing: int) -> None:
    _, question = ask_of("winners-pot-poker", left, house={"commission-percent": 5})
    assert question.choices == (("fold",) if missing else ("bet", "fold"))
    assert question.short == ((Short("bet", 1_000, missing, 0),) if missing else ())


@pytest.mark.parametrize(("left", "missing"), [(3_000, 0), (2_900, 100)])
def test_winners_pot_double(left: int, missing: int) -> None:
    table, question = ask_of("winners-pot-poker", left, "bet", house={"commission-percent": 5})
    assert question.choices == (("fold",) if missing else ("double", "fold"))
    assert question.short == ((Short("double", 2_000, missing, 0),) if missing else ())
    if missing:
        [refused] = table.refusals(Answer(1, "double"))
        assert str(refused).startswith("You need $20 to double. You have $19.")


LATER = {
    "let-it-ride": {"three equal bets": 0},
    "three-card-poker": {"ante": 1, "pair plus": 0},
    "ultimate-texas-holdem": {"ante and blind": 4},
    "winners-pot-poker": {"ante": 3},
    "craps": {"pass": 0},
}


@pytest.mark.parametrize("game", REGISTERED)
def test_what_a_wager_may_ask_for_later(game: str) -> None:
    table = pitboss.open_table(game, seed=3, house={"commission-percent": 5} if "pot" in game else None)
    table.sit(1, "Ann", chips=500_00)
    while table.asks.waiting == "opening":
        table.give(Close())
    later = {offer.name: offer.later for offer in table.asks.offers[1]}
    own = part(game, "expected") if (folder_of(game) / "expected.py").exists() else None
    # A game without a decision asks for nothing later.
    wanted = LATER.get(game) or getattr(own, "LATER", None) or dict.fromkeys(later, 0)
    assert wanted.items() <= later.items()
    assert not set(later.values()) - set(wanted.values())


def test_the_houses_sizes_are_what_winners_pot_may_ask_for() -> None:
    house = {"commission-percent": 5, "bet-times": 2, "double-times": 5}
    table = pitboss.open_table("winners-pot-poker", seed=3, house=house)
    table.sit(1, "Ann", chips=500_00)
    table.give(Close())
    [ante] = table.asks.offers[1]
    assert ante.later == 7
    table.give(Wager(1, {"ante": ante.least}))
    [plus] = table.asks.offers[1]
    assert (plus.name, plus.later) == ("jacks plus", 0)
