"""The rules of a Let It Ride table in brief, under the text in force."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.settle import player_by_player
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.money import dollars

DEALT = {"manual-shoe": "18.7(c)", "hand": "18.8(c)", "automated-shoe": "18.9(c)"}
SILENT = {"rides": "If you do not answer, the bet rides.", "withdraws": "If you do not answer, the bet comes back."}


def brief(rules: Rules, house: LetItRideHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(house))),
        Chapter("How a round goes", tuple(_play(rules, house))),
        Chapter(
            "What beats what",
            (
                Sentence(
                    "Best first: royal flush, straight flush, four of a kind, full house, flush, straight, three of a "
                    "kind, two pair, pair.",
                    "18.3(b)",
                ),
                Sentence("The ace is high. It is also low in 5-4-3-2-A. No suit is better than another.", "18.3(a)"),
            ),
        ),
        Chapter("When you win and when you lose", tuple(_ends(rules, house))),
    )


def _bets(house: LetItRideHouse) -> Iterator[Sentence]:
    yield Sentence(
        "Before the deal you put up three equal bets. You can take back bets 1 and 2 later; bet 3 stays.", "18.6(d)"
    )
    if house.bonus:
        yield Sentence(
            "For $1 more, the bonus pays a fixed amount when your five cards are three of a kind or better.",
            "18.6A(a), 18.6A(b)",
        )
    if house.three_card_bonus is not None:
        yield Sentence(
            "The three card bonus wins when your own three cards hold a pair or better. It changes nothing about your "
            "other bets.",
            "18.6B(a), 18.6B(d)",
        )
    if house.two_positions:
        yield Sentence("You can bet at two positions that are next to each other.", "18.6(e)")


def _play(rules: Rules, house: LetItRideHouse) -> Iterator[Sentence]:
    yield Sentence(
        "Each player gets three cards face down. Three more lie face down in the middle.", DEALT[house.dealing]
    )
    yield Sentence("Look at your three cards, and keep them where the dealer can see them.", "18.10(a), 18.10(a)2")
    yield Sentence("The dealer asks about bet 1, from the dealer's left on: let it ride, or take it back?", "18.10(b)")
    yield Sentence("The dealer burns one card of the middle and turns one up.", "18.10(c), 18.10(d)")
    yield Sentence("Then comes bet 2: the same question, whatever you did with bet 1.", "18.10(e)")
    yield Sentence(
        "The last card is turned up. With your three cards, the two in the middle make your hand.", "18.10(f)"
    )
    if rules.provision("settle") is player_by_player:
        yield Sentence("The dealer settles with one player after the other, from the dealer's right on.", "18.10(g)")
    else:
        yield Sentence(
            "All hands are turned up. The dealer collects all losing bets first, then pays from the dealer's right on.",
            "18.10(g), 18.10(h), 18.10(i)",
        )
    yield Sentence(SILENT[rules.reads("silent-seat")], "reading:silent-seat")


def _ends(rules: Rules, house: LetItRideHouse) -> Iterator[Sentence]:
    loses = "18.10(g)2" if rules.provision("settle") is player_by_player else "18.10(h)"
    yield Sentence("You do not play against a dealer's hand. The bets you left up lose below a pair of tens.", loses)
    yield Sentence("From a pair of tens on, each of them is paid by the pay table.", "18.11(b)")
    if house.payout_limit is not None:
        apart = ", bonus bets apart" if house.bonus or house.three_card_bonus is not None else ""
        yield Sentence(f"One hand is paid {dollars(house.payout_limit)} at the most{apart}.", "18.11(c)")
