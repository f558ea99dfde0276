"""The rules of a Big Six table in brief. No text of the game is held: each sentence cites a fact of other sources."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.big_six.law.house import BigSixHouse, loses_on_other_picture
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence


def brief(rules: Rules, house: BigSixHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(rules))),
        Chapter("How a round goes", tuple(_round(rules))),
        Chapter("When a spin is void", tuple(_void_rules(rules))),
        Chapter("When you are paid", tuple(_payouts())),
    )


def _bets(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("One of seven symbols: $1, $2, $5, $10, $20, the joker or the flag.", "beyond:big-six.1(b)")
    yield Sentence("You may bet on as many as you like.", "beyond:big-six.5(e)")
    if loses_on_other_picture(rules):
        yield Sentence("A bet on one picture loses if the other comes.", "beyond:big-six.5(d)")
    else:
        yield Sentence("A bet on one picture wins if the other comes, too.", "reading:picture-each")


def _round(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("You may bet until the dealer calls “No more bets”.", "beyond:big-six.4(a), beyond:big-six.4(c)")
    yield Sentence("Then the dealer spins the wheel.", "beyond:big-six.6(b)")
    yield Sentence("The section under the clapper decides when the wheel stands still.", "beyond:big-six.6(e)")
    if rules.reads("announce") == "yes":
        yield Sentence("The dealer calls the symbol.", "beyond:big-six.6(f)")


def _void_rules(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("The wheel makes fewer than three full turns.", "beyond:big-six.6(c), beyond:big-six.9(a)")
    yield Sentence("The clapper lies between two sections, or in none.", "beyond:big-six.9(b), beyond:big-six.9(c)")
    yield Sentence("Somebody or something touches the wheel.", "beyond:big-six.9(d)")
    if rules.reads("void-wagers") == "stay":
        yield Sentence("Your bets stay then, you may change them, and the wheel is spun again.", "beyond:big-six.9(e)")
    else:
        yield Sentence("All bets go back then, and you bet again.", "reading:void-wagers")


def _payouts() -> Iterator[Sentence]:
    yield Sentence(
        "Losing bets are collected first, then winners are paid.", "beyond:big-six.7(a), beyond:big-six.7(b)"
    )
    yield Sentence("What you staked comes back with what you won.", "beyond:big-six.7(c)")
