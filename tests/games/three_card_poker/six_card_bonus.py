"""A wager that no law has and no game has built: the six card bonus, declared for Three Card Poker in tests."""

from __future__ import annotations

from pitboss.engine.wager_declarations import PayTableWager, forfeit_always
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.table.brief import Sentence
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable

SIX = "six card bonus"
TABLE = PayTable(SIX, "house:six-card-bonus", {"royal flush": Odds(1000), "three-of-a-kind": Odds(5)})
SIX_CARD_BONUS: PayTableWager[ThreeCardPokerHouse] = PayTableWager(
    name=SIX,
    cite="house:six-card-bonus",
    limits=lambda house: (Money(100), Money(2_500)),
    forfeited=forfeit_always,
    cards="the hand and the dealer's",
    pays=lambda rules, house: TABLE,
    wins=lambda rules, house: Sentence("Wins with three of a kind or better.", "house:six-card-bonus"),
)
