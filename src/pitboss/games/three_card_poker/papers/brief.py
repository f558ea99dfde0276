"""The rules of a Three Card Poker table in brief. Sections 20.1 to 20.6 are not held, so defaults are cited in their
place."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence

DEALT = {"manual-shoe": "20.7(c)", "hand": "20.8(c)", "automated-shoe": "20.9(c)"}
SILENT = {
    "forfeits": "If you do not answer, you fold.",
    "plays": "If you do not answer, your play bet is put up, if you have the chips.",
}
TAKEN_BACK = {
    "until-the-call": "You can change a bet or take it back until the dealer says “No more bets”.",
    "stay-down": "You can raise a bet until the dealer says “No more bets”, but not take it back.",
}
ACE_LOW = {
    "run": "A-2-3 is the lowest straight; K-A-2 is not one.",
    "none": "The ace is always high: A-2-3 is not a straight.",
}
SAME_CLASS = {
    "order-of-the-class": "Between two hands of one kind, the higher set, straight or pair wins; then every card "
    "counts, from the highest down.",
    "highest-card": "Between two hands of one kind, every card counts, from the highest down.",
}
EQUAL = {
    "push": "If both hands are equal, ante and play come back.",
    "loses": "If both hands are equal, ante and play lose.",
}
BONUS = {
    "ante-always": "It is paid on the ante, even if the dealer's hand is better.",
    "ante-unless-beaten": "It is paid on the ante, unless the dealer's hand is better.",
    "ante-and-play": "It is paid on ante and play, even if the dealer's hand is better.",
}


def brief(rules: Rules, house: ThreeCardPokerHouse) -> tuple[Chapter, ...]:
    return (
        Chapter(
            "What you can bet",
            (
                Sentence(
                    "Bet the ante to play against the dealer, pair plus on your own three cards, or both.",
                    DEALT[house.dealing],
                ),
                Sentence("Later you can add the play bet, as large as the ante.", "20.10(b)"),
                Sentence(TAKEN_BACK[rules.reads("wagers")], "reading:wagers"),
            ),
        ),
        Chapter("How a round goes", tuple(_play(rules, house))),
        Chapter(
            "What beats what",
            (
                Sentence(
                    "Best first: straight flush, three of a kind, straight, flush, pair, high card.", "reading:ranking"
                ),
                Sentence(SAME_CLASS[rules.reads("ranking")], "reading:ranking"),
                Sentence(ACE_LOW[rules.reads("ace-two-three")], "reading:ace-two-three"),
            ),
        ),
        Chapter(
            "When you win and when you lose",
            (
                Sentence(
                    "If the dealer has less than queen high, the ante wins and the play bet comes back.", "20.11(a)1"
                ),
                Sentence(
                    "Otherwise the better hand wins: ante and play are each paid 1 to 1, or both lose.", "20.11(a)1"
                ),
                Sentence(EQUAL[rules.reads("equal-hands")], "reading:equal-hands"),
                Sentence("Pair plus wins on a pair or better, and loses below it.", "20.11(a)2"),
                Sentence(
                    f"With ante and play out, a straight or better earns a bonus. {BONUS[rules.reads('ante-bonus')]}",
                    "20.11(a)3, reading:ante-bonus",
                ),
            ),
        ),
    )


def _play(rules: Rules, house: ThreeCardPokerHouse) -> Iterator[Sentence]:
    yield Sentence("Each player and the dealer get three cards, face down.", DEALT[house.dealing])
    yield Sentence("Look at your own cards. Nobody else but the dealer may touch them.", "20.10(a)")
    yield Sentence(
        "If you have an ante, the dealer asks you: play or fold? If you fold, you lose the ante and your pair plus.",
        "20.10(b)",
    )
    yield Sentence(SILENT[rules.reads("silent-seat")], "reading:silent-seat")
    yield Sentence(
        "The dealer turns the dealer's hand, collects all losing bets, then pays from the dealer's right on.",
        "20.10(b), 20.10(c), 20.10(c)1",
    )
