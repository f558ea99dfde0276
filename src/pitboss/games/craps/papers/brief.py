"""The rules of a craps table in brief. Only 1.1 and 1.2(a) are held: the rest is played by defaults, cited as such."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.craps.law.house import CrapsHouse
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence

SHOOTER = {
    "must": "The shooter needs a bet on pass or don't pass before the come out roll.",
    "need-not": "The shooter need not have a bet.",
}
NEXT = {
    "clockwise": "When the shooter sevens out, the dice go to the next player, clockwise.",
    "counterclockwise": "When the shooter sevens out, the dice go to the next player, counterclockwise.",
}
VOID = {"released": "and the bet comes back", "stay": "and the bet stays for the next roll"}
HARDWAY = {
    "lost": "It loses when the number comes another way, and on a 7.",
    "returned": "It comes back when the number comes another way, and on a 7.",
}
LINE = {
    "come-down": "A winning pass or don't pass bet comes back with what it won.",
    "stay-up": "A winning pass or don't pass bet stays on the line for the next come out roll.",
}
STANDS = {
    "stand": "A pass bet with a point stays until it is decided.",
    "may-come-down": "A pass bet with a point may be taken down before any roll.",
}


def brief(rules: Rules, house: CrapsHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(rules, house))),
        Chapter(
            "How the dice go",
            (
                Sentence(
                    "The first roll, and the first after each decision on the line, is the come out roll. A 4, 5, 6, "
                    "8, 9 or 10 on it is the point.",
                    "1.1",
                ),
                Sentence(SHOOTER[rules.reads("shooter-wagers")], "reading:shooter-wagers"),
                Sentence(NEXT[rules.reads("next-shooter")], "reading:next-shooter"),
            ),
        ),
        Chapter("What the dice decide", tuple(_outcomes(rules))),
        Chapter(
            "When you are paid",
            (
                Sentence("Each bet pays the odds printed with it.", "reading:payout-odds"),
                Sentence(LINE[rules.reads("line-winners")], "reading:line-winners"),
                Sentence(STANDS[rules.reads("contract-wagers")], "reading:contract-wagers"),
            ),
        ),
    )


def _bets(rules: Rules, house: CrapsHouse) -> Iterator[Sentence]:
    yield Sentence("Pass or don't pass, just before the come out roll.", "1.2(a)1, 1.2(a)2")
    yield Sentence("Come or don't come, after the come out roll.", "1.2(a)3, 1.2(a)4")
    yield Sentence("Place bets on a number or against it, at any time.", "1.2(a)5, 1.2(a)6")
    yield Sentence("Hard 4, 6, 8 and 10, at any time.", "1.2(a)7, 1.2(a)8, 1.2(a)9, 1.2(a)10")
    yield Sentence("The field, for one roll: 2, 3, 4, 9, 10, 11 or 12.", "1.2(a)11")
    yield Sentence(
        "For one roll: any seven, any craps, 2, 3, 12, eleven, C and E, horn.",
        "1.2(a)12, 1.2(a)13, 1.2(a)14, 1.2(a)15, 1.2(a)16, 1.2(a)17, 1.2(a)18, 1.2(a)19",
    )
    if any(house.odds):
        yield Sentence("Odds behind the line and come bets, once they have a point.", "reading:supplemental-odds")
    if house.buy_and_lay:
        yield Sentence("Buy and lay bets at true odds.", "reading:vigorish")


def _outcomes(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("On the come out roll pass wins on 7 and 11, and loses on 2, 3 and 12.", "1.2(a)1i, 1.2(a)1iii(1)")
    yield Sentence(
        "With a point, pass wins when it comes again, and loses when a 7 comes first.", "1.2(a)1ii, 1.2(a)1iii(2)"
    )
    yield Sentence(
        "Don't pass wins on 2 and 3, and loses on 7 and 11. With a point it wins on the 7.",
        "1.2(a)2i, 1.2(a)2ii, 1.2(a)2iii(1), 1.2(a)2iii(2)",
    )
    yield Sentence(
        f"A 12 on the come out roll decides nothing for don't pass, {VOID[rules.reads('void-wagers')]}.",
        "1.2(a)2iv, reading:void-wagers",
    )
    yield Sentence("Come and don't come go the same way, from the roll after you bet.", "1.2(a)3i, 1.2(a)4i")
    yield Sentence(
        "A place bet wins when its number comes before a 7. It is off on a come out roll unless you call it on.",
        "1.2(a)5",
    )
    yield Sentence(
        f"A hard number wins when both dice are equal. {HARDWAY[rules.reads('hardways-lost')]}",
        "1.2(a)7, reading:hardways-lost",
    )
