"""The rules of a Sic Bo table in brief. No text of the game is held: each sentence cites a fact of other sources."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.sic_bo.law.house import SicBoHouse, elected_table, shakes_first
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence

AFTER_NO_ROLL = {
    "fixed": ("After “No roll” your bets stay, you cannot change them, and the dice are shaken again.", "9(c)"),
    "changed": ("After “No roll” your bets stay, and you may change them before the next shake.", ""),
    "back": ("After “No roll” all bets go back.", ""),
}


def brief(rules: Rules, house: SicBoHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(rules))),
        Chapter("How a round goes", tuple(_round(rules, house))),
        Chapter("On three of a kind", tuple(_triple_rules(rules))),
        Chapter("When you are paid", tuple(_payouts(rules, house))),
    )


def _bets(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "Small, 4 to 10, or big, 11 to 17, but not on three of a kind.", "beyond:sic-bo.5(c)6, beyond:sic-bo.5(c)7"
    )
    if rules.reads("total-three-eighteen") == "areas":
        yield Sentence("A total from 3 to 18.", "reading:total-three-eighteen")
    else:
        yield Sentence("A total from 4 to 17.", "beyond:sic-bo.5(c)4")
    yield Sentence("One number, on one die or more.", "beyond:sic-bo.5(c)8")
    yield Sentence("One number on two dice, or two different numbers.", "beyond:sic-bo.5(c)2, beyond:sic-bo.5(c)5")
    yield Sentence("Three of a kind, of a number that you name or of any.", "beyond:sic-bo.5(c)1, beyond:sic-bo.5(c)3")


def _round(rules: Rules, house: SicBoHouse) -> Iterator[Sentence]:
    if shakes_first(rules, house):
        yield Sentence(
            "The dice are shaken under a cover. You bet until “No more bets”, and then the cover comes off.",
            "beyond:sic-bo.4(b), beyond:sic-bo.6(d)",
        )
    else:
        yield Sentence("You bet until “No more bets”, and then the dice are shaken.", "beyond:sic-bo.4(b)")
    yield Sentence("The dealer calls and enters the numbers, and the areas that win light up.", "beyond:sic-bo.6(g)")
    words, paragraph = AFTER_NO_ROLL[rules.reads("wagers-after-no-roll")]
    yield Sentence(words, "beyond:sic-bo.9(c)" if paragraph else "reading:wagers-after-no-roll")


def _triple_rules(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("Small and big lose. The total it makes wins.", "beyond:sic-bo.7(d)")
    if rules.reads("double-on-triple") == "wins-once":
        yield Sentence("Two of a kind on its number wins too, once.", "beyond:sic-bo.7(e)")
    else:
        yield Sentence("Two of a kind on its number loses.", "reading:double-on-triple")
    if rules.reads("single-on-triple") == "one-line":
        yield Sentence("One of a kind is paid the line for three dice.", "beyond:sic-bo.7(g)")
    else:
        yield Sentence("One of a kind is paid the lines for one, two and three dice.", "reading:single-on-triple")


def _payouts(rules: Rules, house: SicBoHouse) -> Iterator[Sentence]:
    yield Sentence(f"The odds are those of table {elected_table(rules, house)}.", "beyond:sic-bo.8(b)")
    yield Sentence("Losing bets are collected first, then winners are paid.", "beyond:sic-bo.7(a), beyond:sic-bo.7(b)")
    yield Sentence("What you staked comes back with what you won.", "beyond:sic-bo.7(h)")
