"""The rules of a Big Six table in brief, and the contents of its papers.

No text of the game is held, and the papers say so. Each sentence cites a fact of other sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.big_six.law.house import BigSixHouse, loses_on_other_picture, pay_table, wheel_of
from pitboss.games.big_six.law.layout import FLAG, JOKER, NAMED, SPOTS, counts, section_count
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Part, between
from pitboss.table.paytable import show
from pitboss.table.printed import Pays
from pitboss.table.steps import quantity

# --- the rules in brief


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


# --- the papers

PARTS = (
    "Definitions",
    "Wheel and layout",
    "Opening and closing",
    "Before the spin",
    "Wagers",
    "The round",
    "Settlement",
    "Odds",
    "Irregularities",
)


def guide(rules: Rules, house: BigSixHouse) -> Guide:
    return Guide(
        about=f"An upright wheel has {section_count()} sections with seven symbols. You bet on where it stops.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence("Which bets you make. Nobody asks you. Make them before “No more bets”.", "beyond:big-six.4(c)"),
        ),
        rankings=(),
        edge="The house has its advantage because a symbol pays less than it is rare.",
        posted=tuple(_posted_notices(rules)),
        demands=(
            Demand(SURFACES, "Odds are stated with “to” or “win”, never with “for”.", "beyond:big-six.8(a)"),
            Demand(("layout",), "An area for each of the seven symbols, with its odds.", "beyond:big-six.2(f)"),
            Demand(("sign",), "The least and the most for a symbol.", "beyond:big-six.5(g)"),
        ),
        parts=tuple(Part(title, (f"beyond:big-six.{number}",)) for number, title in enumerate(PARTS, 1)),
        edges="House edge",
    )


def _offered_wagers(rules: Rules, house: BigSixHouse) -> Iterator[GuideWager]:
    table, shown = pay_table(house, rules), counts(wheel_of(rules, house))
    limits = between(house.minimum, house.maximum, cite="beyond:big-six.5(g)")
    for spot in SPOTS:
        wins = f"The wheel stops at {spot}, which {quantity(shown[spot], 'section')} of {section_count()} show."
        if shown[spot] == 1:
            wins = f"The wheel stops at the {spot}, which one section of {section_count()} shows."
        paid = ((spot.capitalize(), show(table.lines[spot])),)
        pays = Pays(f"{spot.capitalize()} pays", table.cite, paid)
        yield GuideWager(spot.capitalize(), limits, Sentence(wins, NAMED[spot]), (pays,))


def _posted_notices(rules: Rules) -> Iterator[Sentence]:
    if loses_on_other_picture(rules):
        yield Sentence(
            f"A bet on the {JOKER} loses if the {FLAG} comes, and the other way round.", "beyond:big-six.5(d)"
        )
    else:
        yield Sentence(f"A bet on the {JOKER} or the {FLAG} wins if either comes.", "reading:picture-each")
    yield Sentence("A spin of fewer than three full turns is void.", "beyond:big-six.9(a)")
