"""The same cards, dice and answers under other readings: what the players win by them in the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import scene as let_it_ride
import tcp_scene
import uth_scene
from craps_scene import Craps, fates_of
from pitboss.engine.inputs import Answer, Close, Wager
from pitboss.games.craps.layout import LAYOUT
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money
from wp_scene import DEALER, Pot

Reads = Mapping[str, str]
SEATS = (1, 4)


def _dealt(chance: Random, first: str, each: int, more: int) -> tuple[dict[int, str], list[str]]:
    """The first seat holds these cards, the second any; and so many others."""
    rest = chance.sample([card for card in FULL_DECK if card not in first.split()], each + more)
    return {SEATS[0]: first, SEATS[1]: " ".join(rest[:each])}, rest[each:]


def of_let_it_ride(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, board = _dealt(chance, ("Ah Kh Qh", "9c 9d 9h", "2c 7d Jh")[seed % 3], 3, 3)
    scene = let_it_ride.Scene(
        hands, " ".join(board), readings=dict(readings), bonus=True, three_card_bonus="A"
    ).betting()
    for seat in SEATS:
        scene.bet(seat).give(Wager(seat, {"bonus": 100, "three card bonus": 500}))
    scene.give(Close())
    while (asked := scene.driver.asked) is not None:
        scene.give(Answer(asked.seat, chance.choice(asked.choices), asked.position))
    assert scene.driver.done
    return [scene.won(seat) for seat in SEATS]


def of_three_card_poker(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, dealers = _dealt(chance, ("4h 5h 6h", "9c 9d 2h", "2c 7d Jh")[seed % 3], 3, 3)
    scene = tcp_scene.Scene(hands, " ".join(dealers), readings=dict(readings))
    scene.dealt(seat_1=(500, 300), seat_4=(500, 300)).answer(chance.choice(["pp", "pf"]))
    assert scene.driver.done
    return [scene.won(seat) for seat in SEATS]


def of_ultimate(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, rest = _dealt(chance, ("Ah Kh", "9c 9d", "2c 7d")[seed % 3], 2, 7)
    if not seed % 3:  # a flush, which pays half a chip on a blind of $5
        rest[2:] = [card for card in ("Qh", "7h", "3h", "8s", "2d") if card not in hands[SEATS[1]]]
        used = {*hands[SEATS[0]].split(), *hands[SEATS[1]].split(), *rest[2:]}
        rest[:2] = [card for card in ("Jc", "Tc", "6c", "5c") if card not in used][:2]
    scene = uth_scene.Scene(hands, " ".join(rest[:2]), " ".join(rest[2:]), readings=dict(readings))
    scene.dealt(500, dict.fromkeys(SEATS, 500))
    while (asked := scene.driver.asked) is not None:
        plays = [choice for choice in asked.choices if asked.seat == SEATS[0] and choice.startswith("play")]
        scene.give(Answer(asked.seat, plays[0] if plays else chance.choice(asked.choices), asked.position))
    assert scene.driver.done
    return list(scene.won(*SEATS))


def of_jacks_plus(readings: Reads, seed: int) -> list[int]:
    """What the wager alone nets: what the seat has more with it than without, the pot being the same."""
    chance = Random(seed)
    mine, folds = (("Qc Qd 4h", "bet"), ("Ah Kh Qh Jh Th", ""), ("2c 7d Jh 9s", "double"), ("Qc Qd 3h 8s 9d", ""))[
        seed % 4
    ]
    hands, dealers = _dealt(chance, mine, 5, 5)
    # Where the button is decides who is dealt first: the deck lies so that everybody gets the same cards.
    button = SEATS[0] if readings.get("first-button") == "leftmost" else DEALER
    with_it, without = (
        Pot(
            hands,
            " ".join(dealers),
            folds={SEATS[0]: folds} if folds else {},
            button=button,
            readings=dict(readings),
            jacks_plus_maximum=Money(1_000_000),
        ).played(jacks=jacks).won(SEATS[0])
        for jacks in ({SEATS[0]: 500}, {})
    )  # fmt: skip
    return [with_it - without]


SPOTS = [
    spot
    for spot, area in LAYOUT.items()
    if area.kind in ("line", "come", "place", "place to lose", "buy", "lay", "hardway", "one roll")
]


def of_craps(readings: Reads, seed: int) -> list[int]:
    """Every wager of the layout from its making to its end, beside a shooter with a line bet."""
    return [_one_wager(readings, spot, Random(f"{seed} {spot}")) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, chance: Random) -> int:
    point = 0 if LAYOUT[spot].kind == "line" else chance.choice((4, 5, 6, 8, 9, 10))
    high: dict[str, Any] = {"maximum": Money(10**9), "proposition_maximum": Money(10**9)}
    game = Craps(1, 2, shooter=2, point=point, readings=readings, buy_and_lay=True, **high)
    game.bet(1, spot, 132_000)
    while True:
        if not game.point and not game.lies(2):
            game.bet(2, "pass")
        game.roll(chance.randint(1, 6), chance.randint(1, 6))
        what = fates_of(game.last)[1][spot][0]
        if what in ("won", "lost", "back"):
            return game.won(1)
        spot = next(iter(game.lies(1)))  # a come bet has moved


ROUNDS: dict[str, Callable[[Reads, int], list[int]]] = {
    "let-it-ride": of_let_it_ride,
    "craps": of_craps,
    "three-card-poker": of_three_card_poker,
    "ultimate-texas-holdem": of_ultimate,
    "winners-pot-poker": of_jacks_plus,
}
