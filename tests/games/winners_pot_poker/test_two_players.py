"""The pot of two players and the dealer counted out: equal to plain enumeration on small decks, and to the engine."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from analysis.pots import page
from games.winners_pot_poker.scene import DEALER, Pot
from kit.parts import ROOT
from kit.series import first, first_two
from pitboss.analysis import edge
from pitboss.cli.main import main
from pitboss.counting.exact_model import row
from pitboss.games.winners_pot_poker import GAME, exact, kernel
from pitboss.games.winners_pot_poker import two_players as pots
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.kernel.hands import I8, Ranks
from pitboss.games.winners_pot_poker.kernel.pots import FOUR, STAYS, THREE
from pitboss.games.winners_pot_poker.ranking import strength
from pitboss.law.rules import Rules
from pitboss.numeric import compiler
from pitboss.table.cards import FULL_DECK, RANK_OF
from pitboss.table.money import Money

RULES, HOUSE = GAME.rules({}), WinnersPotHouse.usual()
USUAL, HIGHEST_CARD = RULES.reads("ranking"), "highest-card"
# Fifteen and sixteen cards: with three of a kind and straight flushes, with four of a kind, and with many flushes.
DECKS = {"5 by 3": ((0, 1, 2, 3, 12), 3), "4 by 4": ((0, 5, 9, 12), 4), "8 by 2": ((0, 1, 2, 3, 6, 10, 11, 12), 2)}


# --- small decks, deal by deal


def hands_by(ranking: str) -> kernel.Hands:
    return pots.hands(GAME.rules({"ranking": ranking}))


@cache
def numbers(ranking: str) -> dict[Ranks, int]:
    return {ranks: at for at, ranks in enumerate(kernel.ranks_of(hands_by(ranking)))}


def held(ranking: str, ranks: Sequence[int], suits: int) -> tuple[I8, I8, I8]:
    """Every hand of the deck: its cards as bits, its number and its strength."""
    made, deck, found = hands_by(ranking), list(product(ranks, range(suits))), []
    for five in combinations(range(len(deck)), 5):
        at = numbers(ranking)[tuple(sorted(deck[card][0] for card in five))]
        suited = len({deck[card][1] for card in five}) == 1
        found.append((sum(1 << card for card in five), at, (made.suited if suited else made.plain)[at]))
    masks, hands, values = np.array(found).T
    return masks, hands, values


WHO = ("dealer", "other", "me")
SHOWN = {  # who has the highest hand
    code: tuple(who for who in reversed(WHO) if code >> WHO.index(who) & 1) for code in range(1, 8)
}


def met_by(ranking: str, ranks: Sequence[int], suits: int) -> dict[int, I8]:
    """By hand of the first player, whether he stays, the second's way, what that one does, and who is the highest: the
    deals, in all orders of the second's hand."""
    masks, hands, values = held(ranking, ranks, suits)
    ways = [pots.weights(hands_by(ranking), folds) for folds in pots.WAYS.values()]
    found: dict[int, I8] = {}
    for mask, hand, value in zip(masks, hands, values, strict=True):
        free = np.nonzero(masks & mask == 0)[0]
        second, third = np.nonzero(masks[free][:, None] & masks[free][None, :] == 0)
        other, dealer, his = values[free][second], values[free][third], hands[free][second]
        tally = found.setdefault(int(hand), np.zeros((2, len(ways), 3, 8), np.int64))
        for stays, does in product((0, 1), (STAYS, THREE, FOUR)):
            mine, theirs = value * stays - (not stays), other if does == STAYS else np.full_like(other, -1)
            best = np.maximum(np.maximum(mine, theirs), dealer)
            codes = 4 * (mine == best) + 2 * (theirs == best) + (dealer == best)
            for way, weights in enumerate(ways):
                tally[stays, way, does] += np.bincount(codes, weights=weights[does][his], minlength=8).astype(int)
    return found


def every_deal(ranking: str, ranks: Sequence[int], suits: int) -> dict[tuple[str, str], Counter[pots.End]]:
    """Each end, by the ways that the two go: how many deals lead to it, in all orders of both hands."""
    found: dict[tuple[str, str], Counter[pots.End]] = {pair: Counter() for pair in product(pots.WAYS, pots.WAYS)}
    ways = {name: pots.weights(hands_by(ranking), folds) for name, folds in pots.WAYS.items()}
    for hand, tally in met_by(ranking, ranks, suits).items():
        for (own, other), mine in product(found, (STAYS, THREE, FOUR)):
            often = int(ways[own][mine][hand]) * tally[int(mine == STAYS), list(ways).index(other)]
            for does, code in zip(*np.nonzero(often), strict=True):
                found[own, other][pots.End(mine, int(does), SHOWN[int(code)])] += int(often[does, code])
    return found


@cache
def counted_at(ranking: str, name: str) -> I8:
    made = hands_by(ranking)
    ways = np.array([pots.weights(made, folds) for folds in pots.WAYS.values()])
    return kernel.cached_counts(made, kernel.deck(made, *DECKS[name]), ways)


@cache
def dealt_at(ranking: str, name: str) -> dict[tuple[str, str], Counter[pots.End]]:
    return every_deal(ranking, *DECKS[name])


@pytest.mark.parametrize(
    ("ranking", "name"),
    [
        (USUAL, "5 by 3"),
        pytest.param(USUAL, "8 by 2", marks=pytest.mark.soak),
        pytest.param(USUAL, "4 by 4", marks=pytest.mark.soak),
        pytest.param(HIGHEST_CARD, "8 by 2", marks=pytest.mark.soak),
    ],
)
def test_a_small_deck_deal_by_deal(ranking: str, name: str) -> None:
    made, counts = hands_by(ranking), counted_at(ranking, name)
    deals = comb(cards := DECKS[name][1] * len(DECKS[name][0]), 5) * comb(cards - 5, 5) * comb(cards - 10, 5)
    for (mine, other), ends in dealt_at(ranking, name).items():
        own = pots.weights_by_strength(made, pots.weights(made, pots.WAYS[mine]))
        his = counts[:, list(pots.WAYS).index(other)]
        found = {end: int(own[end.mine] @ his[:, column]) for column, end in pots.ENDS}
        assert {end: often for end, often in found.items() if often} == ends, (mine, other)
        assert sum(found.values()) == 400 * deals


@pytest.mark.parametrize("name", first(1, ["5 by 3", "8 by 2"]))
def test_rows_are_what_all_deals_come_to(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    count_anew: Any = inspect.unwrap(pots.pot_row)  # what is counted here is nothing to remember
    monkeypatch.setattr(pots, "count_against_ways", lambda rules: counted_at(USUAL, name))
    for (mine, other), ends in dealt_at(USUAL, name).items():
        told = count_anew(RULES, HOUSE, 500, mine, other)
        nets = [often * sum(pots.nets(RULES, HOUSE, 500, end)) for end, often in ends.items()]
        assert told.house_edge == -Fraction(sum(nets), 1000 * sum(ends.values()))
        staked = [often * pots.stakes(HOUSE, 500)[end.mine] for end, often in ends.items()]
        assert told.average_wager == Fraction(sum(staked), 500 * sum(ends.values()))
        assert sum(result.contribution for result in told.results) == -told.house_edge


def edge_of(folds: pots.Folds, counts: I8) -> Fraction:
    made = pots.hands(RULES)
    found = pots.outcomes(RULES, HOUSE, 500, counts, pots.weights_by_strength(made, pots.weights(made, folds)))
    return row("", "", found).house_edge


def turning(reply: pots.Reply, turned: Ranks, ranks: Ranks) -> bool:
    """The reply, but for one hand."""
    return reply.folds(ranks) != (ranks == turned)


@pytest.mark.parametrize("way", first_two(range(len(pots.WAYS))))
def test_no_other_decision_is_better_than_the_best_reply(way: int) -> None:
    counts = counted_at(USUAL, "8 by 2")[:, way]
    reply = pots.best_reply(RULES, HOUSE, 500, counts)
    best = edge_of(reply.folds, counts)
    assert all(best <= edge_of(folds, counts) for folds in pots.WAYS.values())
    ranks = DECKS["8 by 2"][0]
    possible = {some[:size] for some in kernel.ranks_of(pots.hands(RULES)) for size in (3, 4) if {*some} <= {*ranks}}
    for turned in Random(way).sample(sorted(possible), 12):
        assert edge_of(partial(turning, reply, turned), counts) >= best


def test_a_reply_that_comes_to_the_same_folds() -> None:
    """With no deals there is nothing to choose, and nobody puts chips out for it."""
    nothing = np.zeros((kernel.STRENGTHS, len(pots.ENDS)), np.int64)
    assert pots.best_reply(RULES, HOUSE, 500, nothing) == pots.Reply(frozenset(), frozenset())


# --- the engine, to the cent

TIES = [
    ("Ah Kd 9c 7s 4h", "As Kc 9d 7h 4c", "Qh Qd 2c 3s 5h"),  # below the dealer
    ("Ah Kd 9c 7s 4h", "As Kc 9d 7h 4c", "Ad Kh 9s 7c 4d"),  # all three
    ("Ah Ad 9c 7s 4h", "As Ac 9d 7h 4c", "Qh Jd 2c 3s 5h"),  # the players
    ("Ah Kd 9c 7s 4h", "2s 2c 9d 7h 4c", "2d 2h 9s 7c 4d"),  # the other and the dealer
    ("Ah Kd 9c 7s 4h", "2s 3c 9d 7h 4c", "Ad Kh 9s 7c 4d"),  # the first and the dealer
    ("2h 3h 4h 5h Ah", "2s 3s 4s 5s As", "Kh Kd Kc Ks Qh"),  # straight flushes
]
HOUSES: list[dict[str, Any]] = [
    {},
    {"commission_percent": "7.5"},
    {"commission_fixed": Money(300)},
    {"commission_percent": 5, "commission_fixed": Money(150), "dealer_stake": Money(700)},
    {"bet_times": 2, "double_times": 3, "smallest_chip": Money(500)},
]
READINGS = {
    "first-fold": ("pot", "inventory"),
    "ranking": ("groups-first", "highest-card"),
    "commission-figures": ("ten-percent", "fixed-alone"),
    "commission-base": ("whole-pot", "others-money"),
    "commission-rounding": ("cent", "chip"),
    "tied-commission": ("once", "each"),
    "odd-cents": ("button", "inventory"),
}


def does(cards: Sequence[str], folds: pots.Folds) -> int:
    ranks = [RANK_OF[card[0]] - 2 for card in cards]
    return THREE if folds(tuple(sorted(ranks[:3]))) else FOUR if folds(tuple(sorted(ranks[:4]))) else STAYS


def deals(chance: Random, many: int) -> Iterator[list[list[str]]]:
    """In the order of cards that decides about folding."""
    for tie in TIES:
        yield [chance.sample(hand.split(), 5) for hand in tie]
    for _ in range(many):
        cards = chance.sample(FULL_DECK, 15)
        yield [cards[:5], cards[5:10], cards[10:]]


def ended(rules: Rules, hands: list[list[str]], ways: Sequence[pots.Folds]) -> pots.End:
    """Of the first player's round, told apart from the engine and from the kernel."""
    mine, other = (does(hand, folds) for hand, folds in zip(hands, ways, strict=False))
    shown = {"me": (mine, hands[0]), "other": (other, hands[1]), "dealer": (STAYS, hands[2])}
    values = {who: strength(hand, rules.reads("ranking")) for who, (what, hand) in shown.items() if what == STAYS}
    return pots.End(mine, other, tuple(who for who, value in values.items() if value == max(values.values())))


@pytest.mark.parametrize("seed", range(12))
def test_the_engine_pays_what_is_counted(seed: int) -> None:
    chance = Random(seed)
    readings = {reading: chance.choice(choices) for reading, choices in READINGS.items()} if seed else {}
    elected = HOUSES[seed % len(HOUSES)]
    rules, house = GAME.rules(readings), WinnersPotHouse.usual(seats=6, **elected)
    for hands in deals(chance, 8):
        ways = [chance.choice(list(pots.WAYS.values())) for _ in range(2)]
        end = ended(rules, hands, ways)
        folds = {1 + at: {THREE: "bet", FOUR: "double"}[what] for at, what in enumerate(end[:2]) if what != STAYS}
        button = chance.choice([DEALER, 1, 2])
        texts = {1 + at: " ".join(hand) for at, hand in enumerate(hands[:2])}
        table = Pot(texts, " ".join(hands[2]), folds=folds, button=button, readings=readings, **elected).played(500)
        first = button != 1  # the first after the button: the dealer has it, or the last player
        assert table.won(1) == pots.nets(rules, house, 500, end)[0 if first else 1], (hands, end, button)


# --- what is told


def test_how_many_players_can_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for game, players, told in (
        ("winners-pot-poker", "3", "counted for 2 players and the dealer, not for 3; ask for 2"),
        ("winners-pot-poker", "1", "not for 1; ask for 2"),
        ("winners-pot-poker", "-1", "not for -1; ask for 2"),
        ("craps", "2", "craps has no wager among players"),
    ):
        assert main(["edge", game, "--players", players, "--no-cache"]) == 2
        assert told in capsys.readouterr().err


def test_what_is_not_counted_is_told_with_why(capsys: pytest.CaptureFixture[str]) -> None:
    report = edge("winners-pot-poker")
    assert report.json()["uncounted"] == ["ante, bets and pot"]
    assert report.json()["why_uncounted"] == exact.UNCOUNTED
    assert main(["edge", "winners-pot-poker"]) == 0
    assert "ante, bets and pot: not counted; what you win depends on how the others play" in capsys.readouterr().out


def test_what_was_counted_is_kept_and_counted_again_if_damaged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path / "kernels")
    told: list[bytes] = []

    def compute() -> bytes:
        told.append(b"counted")
        return told[-1]

    assert [compiler.cached_result("pots-1", "counting", compute) for _ in range(2)] == [b"counted", b"counted"]
    assert len(told) == 1
    assert compiler.cached_result("pots-2", "counting", compute) == b"counted"
    assert len(told) == 2
    (tmp_path / "kernels" / "pots-1").write_bytes(b"no count at all, and no checksum that would say that it is one")
    assert compiler.cached_result("pots-1", "counting", compute) == b"counted"
    assert len(told) == 3
    assert capsys.readouterr().err == 3 * "counting ...\n"


# --- the whole deck


@pytest.mark.soak
def test_whoever_stays_to_the_end_has_the_same_chance_as_the_dealer() -> None:
    """Three hands from one deck: who is called what cannot matter."""
    made, stays = pots.hands(RULES), next(iter(pots.WAYS))
    own = pots.weights_by_strength(made, pots.weights(made, pots.WAYS[stays]))[STAYS].astype(object)
    shown = {end.highest: column for column, end in pots.ENDS if end.mine == end.other == STAYS}
    found = {highest: int(own @ pots.count_against_ways(RULES)[:, 0, column]) for highest, column in shown.items()}
    assert found["me",] == found["other",] == found["dealer",]
    assert found["me", "other"] == found["me", "dealer"] == found["other", "dealer"]
    assert sum(found.values()) == 400 * comb(52, 5) * comb(47, 5) * comb(42, 5)


@pytest.mark.soak
def test_two_players_alike_lose_together_what_the_house_keeps() -> None:
    """The commission is a tenth of what the dealer does not take, so the house keeps the dealer's part and a tenth of
    the rest; rounding a tie of three to the cent is all that is left out here."""
    made, house = pots.hands(RULES), WinnersPotHouse.usual()
    for at, (way, folds) in enumerate(pots.WAYS.items()):
        own = pots.weights_by_strength(made, pots.weights(made, folds)).astype(object)
        put, kept, total = pots.stakes(house, 500), Fraction(), 0
        for column, end in pots.ENDS:
            often = int(own[end.mine] @ pots.count_against_ways(RULES)[:, at, column])
            dealer = Fraction("dealer" in end.highest, len(end.highest))
            kept += often * (put[end.mine] + put[end.other]) * (dealer + (1 - dealer) / 10)
            total += often
        each = pots.pot_row(RULES, house, 500, way, way).house_edge
        assert abs(kept / total / 1000 - each) < Fraction(1, 10**7)


@pytest.mark.soak
@pytest.mark.parametrize(("mine", "other"), list(product(pots.WAYS, repeat=2)))
def test_random_rounds_of_the_engine_come_near(mine: str, other: str) -> None:
    """1,500 rounds with shuffled cards: the average is within four standard errors of what is counted."""
    told, chance, won = pots.pot_row(RULES, HOUSE, 500, mine, other), Random(f"{mine} {other}"), 0
    for _ in range(rounds := 1500):
        cards = chance.sample(FULL_DECK, 15)
        hands = [cards[:5], cards[5:10], cards[10:]]
        what = [does(hand, pots.WAYS[way]) for hand, way in zip(hands, (mine, other), strict=False)]
        folds = {1 + at: {THREE: "bet", FOUR: "double"}[each] for at, each in enumerate(what) if each != STAYS}
        texts = {1 + at: " ".join(hand) for at, hand in enumerate(hands[:2])}
        won += Pot(texts, " ".join(hands[2]), folds=folds).played(500).won(1)
    assert abs(won / rounds / 500 + float(told.house_edge)) < 4 * sqrt(told.variance / rounds)


@pytest.mark.soak
def test_the_page_is_fresh() -> None:
    assert (ROOT / "docs" / "winners-pot.md").read_text(encoding="utf-8") == page(), "stale: run 'make pots'"
