"""The worth of following a shoe: the kernel against a shoe dealt by hand, and what is told of it."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import isclose

import numpy as np
import pytest

from games.minibaccarat import oracle
from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import DECK
from pitboss.numeric import punto_banco_shoes
from pitboss.numeric.shoes import unit_shoe
from pitboss.simulation.plan import named_way, plan

GAME = "minibaccarat"
SETTINGS = {"pairs": "offered", "pair-odds": "12 to 1", "tie-odds": "9 to 1", "decks": 6, "cutting-card": 20}


def points(*ranks: str) -> int:
    return sum(1 if rank == "A" else 0 if rank in oracle.TENS else int(rank) for rank in ranks) % 10


def unseen_before_rounds(seed: int, unit: int, packs: int, behind: int) -> list[Counter[str]]:
    """Deal a shoe by the sentences of the rules, and return what nobody has seen before each of its rounds."""
    cards = [DECK[card][0] for card in unit_shoe(seed, unit, packs)]
    unseen = Counter(cards)
    unseen[cards[0]] -= 1
    at, found, last = 1 + (points(cards[0]) or 10), [], False
    while True:
        found.append(unseen.copy())
        begin, first = at, len(cards) - at <= behind
        player, banker, at = [cards[at], cards[at + 2]], [cards[at + 1], cards[at + 3]], at + 4
        if max(points(*player), points(*banker)) < 8:
            third = None
            if points(*player) <= 5:
                third, at = cards[at], at + 1
            if oracle.banker_draws(points(*banker), None if third is None else points(third)):
                at += 1
        unseen.subtract(cards[begin:at])
        if last or first:
            return found
        last = len(cards) - at < behind


def test_pairs_gain_what_a_shoe_dealt_by_hand_says() -> None:
    report = setting(GAME, settings=SETTINGS).follow(shoes=12, seed=5)
    shoes = [unseen_before_rounds(5, unit, 6, 20) for unit in range(12)]
    (found,) = (each for each in report.followed if (each.wager, each.behind) == ("player pair", 20))
    gains = [[max(13 * oracle.pair(unseen) - 1, Fraction()) for unseen in rounds] for rounds in shoes]
    assert found.rounds == sum(map(len, shoes))
    assert found.bets == sum(gain > 0 for rounds in gains for gain in rounds) > 0
    exactly = sum(map(sum, gains))
    assert 0 <= exactly - found.gain < Fraction(found.bets, punto_banco_shoes.PARTS)  # cut off after nine digits
    squares = sum(float(sum(rounds)) ** 2 for rounds in gains)
    assert isclose(float(found.gain2), squares, rel_tol=1e-6)


def test_bets_are_those_of_the_strategy() -> None:
    """Compare the bets at every depth, wager by wager."""
    report = setting(GAME, settings=SETTINGS).follow(shoes=8, seed=2)
    for behind in (20, 104):
        study = setting(GAME, settings={**SETTINGS, "cutting-card": behind})
        ready = plan(study, bets={"tie": 1_000}, ways=[named_way(study.game.sim_model(), "follow")]).ready[0]
        codes = np.zeros((len(ready.columns), 8), np.uint16)
        rounds = ready.play(2, 0, codes)
        (found,) = (each for each in report.followed if (each.wager, each.behind) == ("tie", behind))
        assert (found.rounds, found.bets) == (rounds, int(codes.sum()))


def test_the_deeper_the_cutting_card_lies_the_more_a_shoe_is_worth() -> None:
    report = setting(GAME, settings=SETTINGS).follow(shoes=12, seed=5)
    for wager in ("tie", "player pair"):
        gains = [each.gain for each in report.followed if each.wager == wager]
        assert gains == sorted(gains, reverse=True)
        assert gains[0] > gains[-1]
    assert [each.behind for each in report.followed if each.wager == "tie"] == [20, 26, 52, 78, 104]


@pytest.mark.parametrize(("gain", "whole"), [(1, 3), (7, 8), (5 * 10**15, 10**17), (9, 4), (1, 10**17)])
def test_a_share_is_told_to_nine_digits(gain: int, whole: int) -> None:
    assert punto_banco_shoes.gain_in_parts(gain, whole) == gain * punto_banco_shoes.PARTS // whole


def test_the_command_tells_intervals_shoes_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exposure", GAME, "--shoes", "3", "--seed", "7", "--set", "form=without-vigorish", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["shoes"], found["seed"], found["kind"], found["confidence"]) == (3, 7, "estimate", 0.99)
    for each in found["wagers"]:
        assert (each["per_shoe"] is None) == (each["per_bet"] is None) == (each["bets"] == 0)
        for estimate, name in ((each["per_shoe"], "wagers"), (each["per_bet"], "edge")):
            if estimate is not None:
                low, high = estimate["interval"]
                assert low >= 0  # nobody bets what is not in his favor
                assert low <= estimate[name] <= high
    assert any(each["bets"] for each in found["wagers"])
    assert main(["exposure", GAME, "--shoes", "3", "--seed", "7"]) == 0
    assert "estimated from 3 shoes of seed 7" in capsys.readouterr().out


def test_only_columns_that_are_printed_are_said_to_be_blank(capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a column that is blank in every row is left out."""
    for shoes, printed in (("2", False), ("60", True)):
        assert main(["exposure", GAME, "--shoes", shoes]) == 0
        out = capsys.readouterr().out
        assert ("your edge on them" in out) == ("blank where" in out) == printed
        assert ("; none of them was ever in your favor" in out) != printed


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ([GAME, "--shoes", "1"], "1 shoes tell nothing"),
        ([GAME, "--shoes", "3", "--seed", "-1"], "the seed must be a whole number"),
        ([GAME, "--shoes", "3", "--neighbors", "1"], "two questions"),
        ([GAME, "--shoes", "3", "--set", "shuffler=continuous"], "there is nothing to follow"),
        (["roulette", "--shoes", "3"], "nothing is counted of following the cards of roulette"),
    ],
)
def test_what_cannot_be_followed_is_told(words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exposure", *words]) == 2
    assert wrong in capsys.readouterr().err


def test_bets_too_uneven_for_a_kernel_are_refused() -> None:
    study = setting(GAME)
    follow = named_way(study.game.sim_model(), "follow")
    with pytest.raises(ImpossibleError, match="bets so uneven cannot be followed together"):
        plan(study, bets={"banker": 500_000, "tie": 600}, ways=[follow]).ready[0]
