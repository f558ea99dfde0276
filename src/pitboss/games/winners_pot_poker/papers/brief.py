"""The rules of a Winner's Pot Poker table in brief. What 33.1 to 33.10(b) would say is played by defaults."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.papers.printed import commission
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.money import dollars

SILENT = {
    "folds": "If you do not answer, you fold.",
    "stays": "If you do not answer, your bet or double is put up, if you have the chips.",
}
FIRST_FOLD = {
    "pot": "If you fold then, the ante goes to the pot.",
    "inventory": "If you fold then, the house takes the ante.",
}
FOURTH_CARD = {
    "burned": "A card is burned, and everybody still in gets a fourth card, face up.",
    "unburned": "Everybody still in gets a fourth card, face up.",
}
SAME_CLASS = {
    "groups-first": "Between two hands of one kind, pairs and sets decide first, then the other cards.",
    "highest-card": "Between two hands of one kind, the highest card that the other lacks decides.",
}


def brief(rules: Rules, house: WinnersPotHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(house))),
        Chapter("How a round goes", tuple(_play(rules))),
        Chapter(
            "What beats what",
            (
                Sentence(
                    "Best first: royal flush, straight flush, four of a kind, full house, flush, straight, three of a "
                    "kind, two pair, pair, high card.",
                    "33.11(b), reading:ranking",
                ),
                Sentence(SAME_CLASS[rules.reads("ranking")], "reading:ranking"),
            ),
        ),
        Chapter(
            "When you win and when you lose",
            (
                Sentence("The highest hand takes the pot. If it is the dealer's, the house takes it.", "33.10(h)1"),
                Sentence(f"If it is yours, the pot is yours, less a commission. {commission(house)}.", "33.10(h)2i"),
                Sentence("Hands that tie share the pot.", "33.10(h)2ii"),
                Sentence("If you fold on four cards, your ante and bet stay in the pot.", "33.10(c)2"),
                Sentence("Jacks plus wins on a pair of jacks or better, and loses below it.", "33.11(b)"),
                Sentence(f"Jacks plus pays one player {dollars(payout_limit(house))} at the most.", "33.11(c)"),
            ),
        ),
    )


def _bets(house: WinnersPotHouse) -> Iterator[Sentence]:
    yield Sentence("Before the deal you bet the ante. With it you can bet on jacks plus.", "reading:making-wagers")
    yield Sentence(
        f"To stay in, you add a bet of {_times(house.bet_times)}, and on four cards a double of "
        f"{_times(house.double_times)}.",
        "33.10(c), 33.10(c)1, house:sizes",
    )
    if house.dealer_stake:
        yield Sentence(f"The house puts {dollars(house.dealer_stake)} into each pot.", "house:dealer-stake")


def _times(number: int) -> str:
    return "once the ante" if number == 1 else "twice the ante" if number == 2 else f"{number} times the ante"


def _play(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "Players and dealer get two cards face down and one face up. Then bet, or fold.", "reading:first-street"
    )
    yield Sentence(FIRST_FOLD[rules.reads("first-fold")], "reading:first-fold")
    yield Sentence(FOURTH_CARD[rules.reads("first-street")], "reading:first-street")
    yield Sentence("Double, or fold. The dealer asks from the player next after the button on.", "33.10(c), 33.10(c)3")
    yield Sentence(SILENT[rules.reads("silent-seat")], "reading:silent-seat")
    yield Sentence("A card is burned, and everybody still in gets a fifth card, face up.", "33.10(d)")
    yield Sentence("All bets but jacks plus go into the pot, and all hands are turned up.", "33.10(e), 33.10(f)")
    yield Sentence("Jacks plus is settled first, then the dealer calls the highest hand.", "33.10(g), 33.10(h)")
