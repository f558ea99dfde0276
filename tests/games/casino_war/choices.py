"""A scene for every choice of every reading of Casino War, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.casino_war.scene import WarScene, carry_with
from pitboss.engine.inputs import Close, Sit, Wager
from pitboss.engine.waits import ShoeOrderWanted, Window
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.burning import NewDealer
from pitboss.games.casino_war.law.house import WAR_TIE, CasinoWarHouse
from pitboss.table.card_steps import BurnCard
from pitboss.table.shoe_steps import CUT_BY
from pitboss.table.steps import PayWager
from pitboss.table.table import DEALER

TIED = "Qc Qd Qh 2c 2d 3c 5h Ah 8h 2h 4s 9d Kd Jd"  # two players and the dealer, three burned, the war, more


def war_tie(choice: str) -> int:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5s", readings={"war-tie": choice}).bet(1, 10).deal().answer("w")
    return scene.give(Close()).winnings(1)


def decks(choice: str) -> list[list[str]]:
    """Return the citations against six, seven and eight decks."""
    rules = GAME.rules({"decks": choice})
    return [[found.cite for found in CasinoWarHouse(packs=packs).breaches(rules)] for packs in (6, 7, 8)]


def who_cuts(choice: str) -> list[int | None]:
    """Return who cuts the cards of a new table at which seat 5 was the first to come, and who cuts them again."""
    scene = WarScene(carry=carry_with(), readings={"who-cuts": choice}).give(
        Sit(5, "Fay", 50_000), Sit(2, "Sam", 50_000)
    )
    scene.give(Sit(6, "Ann", 50_000), Close()).shuffle("Kc 9d")
    again = WarScene("Kc 9d", seats=(2, 5, 6), behind=120, readings={"who-cuts": choice}).bet(2, 10).deal()
    return [CUT_BY.get(scene.t), CUT_BY.get(again.next_round().shuffle().t)]


def tie_on_war(choice: str) -> tuple[list[list[str]], bool]:
    """Return the citations against a house that elects nothing and one that offers the wager, and whether the first one
    waits for bets."""
    rules, elected = GAME.rules({"tie-on-war": choice}), (CasinoWarHouse(), CasinoWarHouse(tie_wager_on_war="offered"))
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5s", readings={"tie-on-war": choice}).bet(1, 10).deal().answer("w")
    if waits := isinstance(scene.driver.wait, Window):
        scene.give(Close())
    return [[found.cite for found in house.breaches(rules)] for house in elected], waits


def burn_for_war(choice: str) -> tuple[int, list[int]]:
    """Count the cards burned for two wars, and return what both players win."""
    scene = WarScene(TIED, seats=(1, 2), readings={"burn-for-war": choice}, tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 10).deal().answer("ww")
    return len(scene.steps(BurnCard)), scene.winnings(1, 2)


def silent_tie(choice: str) -> str:
    asked = WarScene("Qc Qh", readings={"silent-tie": choice}).bet(1, 10).deal().driver.question
    assert asked is not None
    return asked.default


def short_stack(choice: str) -> tuple[str, ...]:
    """Return the choices of a player with fifteen dollars, ten of them wagered."""
    asked = WarScene("Qc Qh", chips=1_500, readings={"short-stack": choice}).bet(1, 10).deal().driver.question
    assert asked is not None
    return asked.choices


def odd_half(choice: str) -> int:
    return WarScene("Qc Qh", readings={"odd-half": choice}).bet(1, 7).deal().answer("s").winnings(1)


def tie_paid_when(choice: str) -> int:
    """Count the payments to a player who is about to decide."""
    scene = WarScene("Qc Qh", readings={"tie-paid-when": choice}).bet(1, 10, 5).deal()
    return len(scene.steps(PayWager))


def surrender_order(choice: str) -> tuple[int, list[int]]:
    """Count the dealer's cards when seat 1 is asked, and return what both win in the end."""
    scene = WarScene(TIED, seats=(1, 2), readings={"surrender-order": choice}, tie_wager_on_war="not")
    cards = len(scene.bet(1, 10).bet(2, 10).deal().answer("w").t.cards(DEALER))
    return cards, scene.answer("w").winnings(1, 2)


def cover_in_war(choice: str) -> bool:
    """Return whether the cards are shuffled while the war is dealt."""
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5c", behind=117, readings={"cover-in-war": choice}, tie_wager_on_war="not")
    return isinstance(scene.bet(1, 10).deal().answer("w").driver.wait, ShoeOrderWanted)


def first_card_dealer(choice: str) -> int:
    scene = WarScene("Kc Qh Kd", readings={"first-card-dealer": choice}).bet(1, 10).give(NewDealer()).deal()
    return scene.winnings(1)


def second_war(choice: str) -> tuple[int, int]:
    """Return the outcome of a tie in the war, with a king against a jack if there is another war, and the cards
    burned."""
    cards = "Qc Qh 2c 2d 3c 5h 5c 2h 2s 3d Kh Jc"
    scene = WarScene(cards, readings={"second-war": choice}).bet(1, 10).deal().answer("w")
    scene.give(Wager(1, {WAR_TIE: 100}), Close())
    return scene.winnings(1), len(scene.steps(BurnCard))


SEVEN, TIE_ON_WAR = "beyond:casino-war.2(a)", "beyond:casino-war.5(g)"
WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "war-tie": (war_tie, {"2-to-1": 2_000, "1-to-1": 1_000}),
    "decks": (decks, {"with-7": [[], [], []], "without": [[], [SEVEN], []]}),
    "who-cuts": (who_cuts, {"first-player": [5, 6], "far-right": [6, 6]}),
    "tie-on-war": (tie_on_war, {"allowed": ([[], []], True), "not": ([[], [TIE_ON_WAR]], False)}),
    "burn-for-war": (burn_for_war, {"once": (3, [-2_000, 1_000]), "each": (6, [-2_000, -2_000])}),
    "silent-tie": (silent_tie, {"surrender": "surrender", "war": "war"}),
    "short-stack": (short_stack, {"must-surrender": ("surrender",), "all-in": ("surrender", "war")}),
    "odd-half": (odd_half, {"house-gives-way": -300, "player-gives-way": -400, "exact-cents": -350}),
    "tie-paid-when": (tie_paid_when, {"at-once": 1, "end": 0}),
    "surrender-order": (surrender_order, {"all-first": (1, [-2_000, 1_000]), "in-turn": (2, [-2_000, -2_000])}),
    "cover-in-war": (cover_in_war, {"finish": False, "shuffle": True}),
    "first-card-dealer": (first_card_dealer, {"no": 1_000, "yes": -1_000}),
    "second-war": (second_war, {"ends": (3_000, 3), "again": (2_000, 6)}),
}
