"""Jacks plus of Winner's Pot Poker: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.winners_pot_poker.scene import DEALER, Pot
from kit.same_rounds import SEATS, Reads, random_cards
from pitboss.table.money import Money

NOTICED = ("folded-jacks-plus", "loses")


def play_round(readings: Reads, seed: int) -> list[int]:
    """Return what the jacks plus wager alone wins: the seat's winnings with it, less those without it from the same
    pot."""
    chance = Random(seed)
    mine, folds = (("Qc Qd 4h", "bet"), ("Ah Kh Qh Jh Th", ""), ("2c 7d Jh 9s", "double"), ("Qc Qd 3h 8s 9d", ""))[
        seed % 4
    ]
    hands, dealers = random_cards(chance, mine, 5, 5)
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
        ).play(jacks=jacks).winnings(SEATS[0])
        for jacks in ({SEATS[0]: 500}, {})
    )  # fmt: skip
    return [with_it - without]
