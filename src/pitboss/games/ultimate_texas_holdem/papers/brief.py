"""The rules of an Ultimate Texas Hold 'Em table in brief."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.money import dollars

DEALT = {"manual-shoe": "32.7(d)", "hand": "32.8(c)", "automated-shoe": "32.9(c)"}
SILENT = {
    "folds": "If you do not answer, you check, and at the end you fold.",
    "plays": "If you do not answer, you check, and at the end you play if you have the chips.",
}
SEVEN = {
    "any-five": "Your hand is the best five of your two cards and the five in the middle.",
    "two-and-three": "Your hand is your two cards and the best three of those in the middle.",
}


def brief(rules: Rules, house: UltimateHouse) -> tuple[Chapter, ...]:
    return (
        Chapter(
            "What you can bet",
            (
                Sentence("Before the deal you bet the same amount on ante and on blind.", "32.1"),
                Sentence(
                    "With them you can bet on trips: that your own five cards are three of a kind or better.",
                    "32.6(c), 32.1",
                ),
                Sentence("You make the play bet once, when the dealer asks you.", "32.6(d)"),
            ),
        ),
        Chapter("How a round goes", tuple(_play(rules, house))),
        Chapter(
            "What beats what",
            (
                Sentence(SEVEN[rules.reads("hand-of-seven")], "32.1, reading:hand-of-seven"),
                Sentence(
                    "Best first: royal flush, straight flush, four of a kind, full house, flush, straight, three of a "
                    "kind, two pair, pair, high card.",
                    "32.5(b), 32.5(c)",
                ),
            ),
        ),
        Chapter(
            "When you win and when you lose",
            (
                Sentence("If you fold, you lose ante and blind.", "32.10(e)2"),
                Sentence("If the dealer's hand is better, you lose ante, blind and play.", "32.10(h)1"),
                Sentence(
                    "If your hand is better, ante and play are paid 1 to 1. The blind is paid from a straight on and "
                    "comes back below it.",
                    "32.10(h)2, 32.11(b), 32.11(c)",
                ),
                Sentence("If the dealer has less than a pair, your ante comes back.", "32.10(g)"),
                Sentence("If both hands are equal, ante, blind and play come back.", "32.10(h)3"),
                Sentence("Trips is settled by your own five cards, whatever the dealer holds.", "32.10(h)4"),
                Sentence(f"One hand wins {dollars(payout_limit(house, rules))} at the most.", "32.11(e)"),
            ),
        ),
    )


def _play(rules: Rules, house: UltimateHouse) -> Iterator[Sentence]:
    yield Sentence("Each player gets two cards face down, and the dealer two under a cover card.", DEALT[house.dealing])
    yield Sentence("Play three or four times the ante, or check.", "32.10(a)")
    yield Sentence("Three cards are dealt face up in the middle: the flop.", "32.10(b)")
    yield Sentence("If you have not played yet, play twice the ante, or check.", "32.10(c)")
    yield Sentence("Two more cards are dealt face up in the middle.", "32.10(d)")
    yield Sentence("If you still have not played, play once the ante, or fold.", "32.10(e)")
    yield Sentence(SILENT[rules.reads("silent-seat")], "reading:silent-seat")
    yield Sentence(
        "The dealer turns the dealer's two cards up and settles with one player after the other, from the dealer's "
        "right on.",
        "32.10(f), 32.10(h)",
    )
