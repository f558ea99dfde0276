"""The model against a second opinion, against every round of a shoe of six cards, and what a question gets wrong."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from games.minibaccarat import oracle
from games.minibaccarat.scene import middle_of_a_shoe
from pitboss.analysis import ask, edge, setting
from pitboss.cli.main import main
from pitboss.common.punto_banco.house import offered_spots
from pitboss.common.punto_banco.math import exact
from pitboss.common.punto_banco.math.coups import Coup, composition, coups
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Wager
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.engine.view import view
from pitboss.engine.waits import Window
from pitboss.games import load
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse
from pitboss.games.minibaccarat.math.exact import MODEL
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import chips_before

GAME = "minibaccarat"
ALL = {"pairs": "offered", "form": "without-vigorish"}


# --- another formula


def ranks(packs: int, *removed: str) -> Counter[str]:
    return Counter(card[0] for card in FULL_DECK * packs) - Counter(card[0] for card in removed)


def second_opinion(ranks_left: Counter[str]) -> dict[tuple[str, str], Fraction]:
    """Return the second opinion by winner and what is special about it."""
    found: dict[tuple[str, str], Fraction] = {}
    for (player, banker, players, bankers), often in oracle.results(ranks_left).items():
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        dragon, panda = (winner, banker, bankers) == ("banker", 7, 3), (winner, player, players) == ("player", 8, 3)
        six = winner == "banker" and banker == 6
        key = winner, "dragon 7" if dragon else "panda 8" if panda else "6" if six else ""
        found[key] = found.get(key, Fraction()) + often
    return found


def ours(counted: dict[Coup, int]) -> dict[tuple[str, str], Fraction]:
    total, found = sum(counted.values()), Counter[tuple[str, str]]()
    for coup, ways in counted.items():
        found[coup.winner, coup.special] += ways
    return {key: Fraction(ways, total) for key, ways in found.items()}


REMOVED = (
    (8, ()),
    (6, ("As", "As", "Kd")),
    (8, tuple(Random(3).sample(FULL_DECK * 8, 390))),
)


@pytest.mark.parametrize(("packs", "removed"), REMOVED)
def test_a_second_opinion(packs: int, removed: tuple[str, ...]) -> None:
    counted = coups(composition(packs, removed))
    assert ours(counted) == second_opinion(ranks(packs, *removed))
    total, pair = sum(counted.values()), oracle.pair(ranks(packs, *removed))
    assert Fraction(sum(ways for coup, ways in counted.items() if coup.player_pair), total) == pair
    assert Fraction(sum(ways for coup, ways in counted.items() if coup.banker_pair), total) == pair


def test_the_full_counts_are_those_people_know() -> None:
    by_winner: Counter[str] = Counter()
    for coup, ways in coups(composition(8)).items():
        by_winner[coup.winner] += ways
    assert by_winner == {"banker": 2292252566437888, "player": 2230518282592256, "tie": 475627426473216}


# --- every round that six cards can make, at the table

SMALL = ["Ac", "4c", "4d", "8c", "Kc", "Kd"]
# Amounts that tell apart what each wager nets, whatever the others do.
STAKES = {"player": 1_000, "banker": 3_000, "tie": 500, "player pair": 1_100, "banker pair": 14_300, "dragon 7": 2_900,
          "panda 8": 700}  # fmt: skip


def net_of_round(house: MinibaccaratHouse, cards: tuple[str, ...]) -> int:
    """Play a round with all wagers and return what they net, in cents."""
    study = setting(GAME, house=house, readings={"both-hands": "allowed"})
    carry = middle_of_a_shoe(house.packs, " ".join(cards), (1,))
    driver = Driver(study.game, study.rules, house, carry)
    while not isinstance(driver.wait, Window):
        act_for(driver, seeded_source(1), {})
    submit_or_raise(driver, Wager(1, {spot: STAKES[spot] for spot in offered_spots(house)}))
    submit_or_raise(driver, Close())
    assert driver.next is not None
    return driver.next.accounts[chips_before(1)] - carry.accounts[chips_before(1)]


@pytest.mark.parametrize("settings", [ALL, {"form": "half-on-6", "pairs": "offered"}, {"vigorish": 4}])
def test_every_round_of_a_small_shoe_by_the_engine(settings: dict[str, object]) -> None:
    study = setting(GAME, settings=settings, readings={"both-hands": "allowed"})
    house = study.house
    assert isinstance(house, MinibaccaratHouse)
    removed = tuple((Counter(FULL_DECK * house.packs) - Counter(SMALL)).elements())
    counted: Counter[int] = Counter()
    found = coups(composition(house.packs, removed))
    for coup, ways in found.items():
        nets = (exact.net(study.rules, house, spot, coup, STAKES[spot]) for spot in offered_spots(house))
        counted[sum(nets)] += ways
    # Cards of one rank are alike to everything that is settled, so each order of ranks is dealt once.
    orders = {tuple(card[0] for card in order): order for order in permutations(SMALL)}
    by_engine = Counter(net_of_round(house, order) for order in orders.values())
    assert {net: Fraction(ways, sum(found.values())) for net, ways in counted.items()} == {
        net: Fraction(times, len(orders)) for net, times in by_engine.items()
    }
    assert len(by_engine) >= len(offered_spots(house))


# --- elections


@pytest.mark.parametrize(
    ("settings", "wager", "edge_told"),
    [
        ({"vigorish": 4}, "banker", "0.5993%"),
        ({"form": "without-vigorish"}, "banker", "1.0183%"),
        ({"form": "half-on-6"}, "banker", "1.4581%"),
        ({"form": "without-vigorish"}, "dragon 7", "7.6113%"),
        ({"form": "without-vigorish"}, "panda 8", "10.1876%"),
        ({"pairs": "offered", "pair-odds": "12 to 1"}, "player pair", "2.8916%"),
        ({"decks": 6}, "banker", "1.0558%"),
        ({"decks": 6}, "player", "1.2374%"),
        ({"decks": 6}, "tie", "14.4382%"),
    ],
)
def test_every_election_has_its_edge(settings: dict[str, object], wager: str, edge_told: str) -> None:
    assert f"{float(edge(GAME, settings=settings)[wager].house_edge):.4%}" == edge_told


def test_no_vigorish_at_all_is_what_it_says() -> None:
    found = edge(GAME, settings={"vigorish": 0})
    assert found["banker"].house_edge == -found["player"].house_edge
    assert "the vigorish is 0 percent" in found.warnings[0]
    assert edge(GAME, settings={"vigorish": 100})["banker"].results[0].net == 0


@pytest.mark.parametrize("game", ["minibaccarat", "baccarat"])
@pytest.mark.parametrize("percent", [-5, -1, 101])
def test_a_vigorish_that_is_no_part_of_a_win_is_refused(
    game: str, percent: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["edge", game, "--set", f"vigorish={percent}"]) == 2
    assert "vigorish: write a whole number" in capsys.readouterr().err
    with pytest.raises(ImpossibleError, match=f"the vigorish is {percent} percent; take 0 to 100"):
        setting(game, house=load(game).house.usual(vigorish=percent))


@pytest.mark.parametrize(
    ("game", "known", "unknown"),
    [
        ("minibaccarat", (3, 4, 6, 8), (-1, 0, 2, 5, 7, 9)),
        ("baccarat", (6, 8), (0, 3, 4, 5, 7, 9)),
        ("casino-war", (6, 7, 8), (0, 1, 5, 9)),
    ],
)
def test_decks_of_which_no_source_speaks_are_refused(
    game: str, known: tuple[int, ...], unknown: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse such decks before anything is counted or played."""
    for decks in known:
        assert setting(game, settings={"decks": decks}).house.packs == decks
    for decks in unknown:
        with pytest.raises(ImpossibleError, match=f"there is no shoe of {decks} decks"):
            setting(game, settings={"decks": decks})
    for command in (["edge", game, "--removed", "As"], ["simulate", game]):
        assert main([*command, "--set", "decks=0"]) == 2
        assert "there is no shoe of 0 decks; use " in capsys.readouterr().err


def test_nothing_is_out_of_a_continuous_shuffler() -> None:
    continuous = {"shuffler": "continuous"}
    with pytest.raises(ImpossibleError, match="so no card is out before one"):
        edge(GAME, settings=continuous, removed="As")
    with pytest.raises(ImpossibleError, match="so no card is out before one"):
        ask(GAME, settings=continuous, seen="As", wagers={"tie": 10})
    assert edge(GAME, settings=continuous)["tie"].house_edge == edge(GAME)["tie"].house_edge
    assert edge(GAME, settings={"shuffler": "device"}, removed="As").removed == ("As",)


@pytest.mark.parametrize(
    ("bet", "reading", "kept"),
    [
        (7, "exact", 35),
        (7, "up-25-cents", 50),
        (7, "down-25-cents", 25),
        (5, "up-25-cents", 25),
        (10, "up-25-cents", 50),
    ],
)
def test_rounded_vigorish_is_counted_at_the_bet(bet: int, reading: str, kept: int) -> None:
    row = edge(GAME, settings={"minimum": "5"}, bet=bet, readings={"vigorish-rounding": reading})["banker"]
    best = row.results[0]
    assert best.net == Fraction(100 * bet - kept, 100 * bet)


def test_a_row_adds_up_to_all_ways_to_draw_six_cards() -> None:
    for each in edge(GAME, settings=ALL).wagers:
        assert each.row.ways == 416 * 415 * 414 * 413 * 412 * 411


# --- a shoe without some cards


def test_the_same_face_twice_is_two_cards() -> None:
    none, once, twice = (edge(GAME, removed=cards)["tie"].house_edge for cards in ("", "4s", "4s,4s"))
    assert len({none, once, twice}) == 3
    assert edge(GAME, removed="4s 4s")["tie"].house_edge == edge(GAME, removed="4s 4h")["tie"].house_edge == twice
    seen = ask(GAME, seen="4s 4s", wagers={"tie": 10}).answer
    assert [(each.name, each.value) for each in seen.choices] == [("tie", -twice)]


def test_the_order_of_removed_cards_does_not_matter() -> None:
    one, other = edge(GAME, removed="As, Kd, As"), edge(GAME, removed="Kd As As")
    assert one == other
    assert one.removed == ("Kd", "As", "As")
    assert "without" in str(one)


def test_all_pairs_gone_cannot_win() -> None:
    removed = " ".join(card for card in FULL_DECK for _ in range(8 if card[1] != "s" else 7))
    assert edge(GAME, settings={"pairs": "offered"}, removed=removed)["player pair"].house_edge == 1


@pytest.mark.parametrize(
    ("game", "removed", "wrong"),
    [
        (GAME, "As " * 9, "As appears more than 8 times; 8 decks have each card 8 times"),
        (GAME, "1s", "'1s' is not a card"),
        ("casino-war", "As " * 7, "As appears more than 6 times; 6 decks have each card 6 times"),
        ("roulette", "As", "roulette is not dealt from a shoe that lasts"),
        ("three-card-poker", "As", "three-card-poker is not dealt from a shoe that lasts"),
        (
            GAME,
            " ".join(f"{card} " * 8 for card in FULL_DECK[:-1]) + f"{FULL_DECK[-1]} " * 3,
            "the shoe has 5 cards left, and",
        ),
    ],
)
def test_what_cannot_be_removed_is_told(game: str, removed: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        edge(game, removed=removed)


def test_a_sister_of_the_shoe_is_counted_the_same_way() -> None:
    """Count a tie of two cards at Casino War, out of what is left."""
    left = ranks(6, "As", "As", "Kd")
    tie = edge("casino-war", removed="As As Kd")["tie"]
    assert tie.house_edge == 1 - 11 * oracle.pair(left)


def test_six_cards_are_enough() -> None:
    removed = " ".join(f"{card} " * 8 for card in FULL_DECK[:-1]) + f"{FULL_DECK[-1]} " * 2
    assert edge(GAME, removed=removed)["tie"].hit_frequency == 1  # every hand has the same cards


def test_the_command_removes_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edge", GAME, "--removed", "As,As,Kd", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["removed"] == ["Kd", "As", "As"]
    assert found["wagers"][0]["house_edge"] == "931443293992/74761230939255"
    assert main(["edge", GAME, "--removed", " "]) == 2
    assert "--removed names no card; name those that are out" in capsys.readouterr().err
    assert main(["edge", GAME, "--removed", "As," * 9]) == 2
    assert "appears more than 8 times" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ({"cards": "As"}, "nothing is decided at this game once cards are dealt"),
        ({"wagers": {"dragon 7": 5}}, "there is no bet on 'dragon 7' at this table"),
        ({"wagers": {"tie": 0}}, "there is nothing on tie"),
    ],
)
def test_a_question_that_makes_no_sense(words: dict[str, object], wrong: str) -> None:
    with pytest.raises(ImpossibleError, match=wrong):
        ask(GAME, **words)  # type: ignore[arg-type]


# --- the hold


def test_the_hold_knows_how_wagers_go_together() -> None:
    study = setting(GAME, settings={"pairs": "offered"})
    house = study.house
    assert isinstance(house, MinibaccaratHouse)
    driver = Driver(study.game, study.rules, house, middle_of_a_shoe(8, "", (1, 2)))
    while not isinstance(driver.wait, Window):
        act_for(driver, seeded_source(1), {})
    submit_or_raise(driver, Wager(1, {"banker": 10_000, "tie": 500}))
    submit_or_raise(driver, Wager(2, {"player": 5_000, "player pair": 500}))
    (block,) = MODEL.blocks(study.rules, house, view(driver, 0))
    report = edge(GAME, settings={"pairs": "offered"})
    stakes = {"player": 5_000, "banker": 10_000, "tie": 500, "player pair": 500}
    assert {wager: each.mean for wager, each in block.wagers.items()} == {
        wager: report[wager].house_edge * cents for wager, cents in stakes.items()
    }
    assert {wager: each.variance for wager, each in block.wagers.items()} == {
        wager: report[wager].variance * cents**2 for wager, cents in stakes.items()
    }
    alone = sum(each.variance for each in block.wagers.values())
    assert block.variance < alone  # one hand's loss is the other's win
    assert not MODEL.worths(study.rules, house, view(driver, 1))
