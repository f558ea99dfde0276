"""The rules of a table of punto banco in brief. No text is held: each sentence cites a fact from other sources."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.house import (
    PuntoBancoHouse,
    is_continuous,
    is_without_vigorish,
    offers_pairs,
    percent,
    rate,
    rounding,
    takes_vigorish,
)
from pitboss.common.punto_banco.vigorish import is_marked
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence

ROUNDED = {"exact": "", "up-25-cents": ", rounded up to 25 cents", "down-25-cents": ", rounded down to 25 cents"}


def brief(rules: Rules, house: PuntoBancoHouse) -> tuple[Chapter, ...]:
    """Return the rules of a table, in chapters."""
    return (
        Chapter("What you can bet", tuple(_bets(rules, house))),
        Chapter("How a round goes", tuple(_round())),
        Chapter("When you are paid", tuple(_payouts(rules, house))),
        Chapter("The shoe", tuple(_shoe(rules, house))),
    )


def _bets(rules: Rules, house: PuntoBancoHouse) -> Iterator[Sentence]:
    yield Sentence(
        "That the player's hand or the banker's hand counts more. Neither is yours.",
        "beyond:minibaccarat.5(c)1, beyond:minibaccarat.5(c)2",
    )
    if rules.reads("both-hands") == "barred":
        yield Sentence("You cannot bet on both hands.", "beyond:minibaccarat.5(f)")
    else:
        yield Sentence("You may bet on both hands.", "reading:both-hands")
    yield Sentence("That both hands count the same: a tie.", "beyond:minibaccarat.5(c)3")
    if offers_pairs(house):
        yield Sentence("Beside another bet: that a hand begins with a pair.", "beyond:minibaccarat.5(d)")
    if is_without_vigorish(house):
        yield Sentence(
            "That the banker's hand wins with a 7 of three cards, or the player's with an 8 of three cards.",
            "beyond:minibaccarat.1(g)",
        )


def _round() -> Iterator[Sentence]:
    yield Sentence("Each hand gets two cards.", "beyond:minibaccarat.6(b)")
    yield Sentence(
        "An ace counts 1, tens and pictures count nothing, and only the last digit of the sum counts.",
        "beyond:minibaccarat.1(b), beyond:minibaccarat.1(c)",
    )
    yield Sentence("With an 8 or a 9 in either hand nobody draws.", "beyond:minibaccarat.6(f)")
    yield Sentence("Otherwise the player's hand draws a third card on 5 or less.", "beyond:minibaccarat.6(g)")
    yield Sentence(
        "Whether the banker's hand draws follows from a fixed table. Nobody decides anything.",
        "beyond:minibaccarat.6(h), beyond:minibaccarat.6(i)",
    )


def _payouts(rules: Rules, house: PuntoBancoHouse) -> Iterator[Sentence]:
    yield Sentence("The player's hand pays 1 to 1.", "beyond:minibaccarat.8(b)")
    if takes_vigorish(house):
        how = ROUNDED[rounding(rules, house)]
        yield Sentence(
            f"The banker's hand pays 1 to 1, less {percent(rules, house)} percent of what you won{how}.",
            "beyond:minibaccarat.8(c)",
        )
        if is_marked(rules, house):
            yield Sentence(
                "It is marked at your seat. You pay it when the shoe is over or you leave.", "beyond:minibaccarat.8(f)"
            )
    elif is_without_vigorish(house):
        yield Sentence(
            "The banker's hand pays 1 to 1, but a 7 of three cards only gives the bet back.",
            "beyond:minibaccarat.8(g)",
        )
    else:
        yield Sentence("The banker's hand pays 1 to 1, but 1 to 2 if it wins with a 6.", "beyond:minibaccarat.8(g)")
    yield Sentence(f"A tie pays {rate(rules, house, 'tie')}.", "beyond:minibaccarat.8(b)")
    if rules.reads("tie-and-hands") == "back":
        yield Sentence("On a tie, bets on the hands go back.", "beyond:minibaccarat.7(c)")
    else:
        yield Sentence("On a tie, bets on the hands stay for the next round.", "reading:tie-and-hands")


def _shoe(rules: Rules, house: PuntoBancoHouse) -> Iterator[Sentence]:
    if is_continuous(house):
        yield Sentence("A device shuffles all the time.", "beyond:minibaccarat.2(f)")
        return
    yield Sentence(f"{house.packs} decks are dealt from one shoe, round after round.", house.decks_by)
    yield Sentence("After a round in which the cutting card came out, there is one more.", "beyond:minibaccarat.6(l)")
    if rules.reads("last-round") == "that-only":
        yield Sentence(
            "If it comes out before the first card of a round, that round is the last.", "reading:last-round"
        )
