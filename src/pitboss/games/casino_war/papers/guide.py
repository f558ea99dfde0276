"""The rules of a Casino War table in brief, and the contents of its papers.

No text of the game is held, and the papers say so. Each sentence cites a fact of other sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.casino_war.law.house import (
    INITIAL,
    TIE,
    WAR,
    WAR_TIE,
    CasinoWarHouse,
    offers_tie,
    offers_tie_on_war,
    pay_table,
)
from pitboss.games.casino_war.papers.printed import LIMITS, areas, tables
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.paytable import show

# --- the rules in brief

SILENT = {
    "surrender": "If you do not answer, you surrender.",
    "war": "If you do not answer, you go to war, if you have the chips.",
}
SHORT = {
    "must-surrender": "Without the chips for it you can only surrender.",
    "all-in": "With fewer chips you may go to war with all you have.",
}
ODD_HALF = {
    "house-gives-way": "If chips cannot make half of your bet, the dealer takes the next lower amount.",
    "player-gives-way": "If chips cannot make half of your bet, the dealer takes the next higher amount.",
    "exact-cents": "The dealer takes half to the cent.",
}
PAID = {
    "at-once": "A tie bet that wins is paid before you decide.",
    "end": "A tie bet that wins is paid after the wars.",
}


def brief(rules: Rules, house: CasinoWarHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(rules, house))),
        Chapter("How a round goes", (*_round(), *_shoe(house))),
        Chapter("When you tie", tuple(_tie_rules(rules, house))),
        Chapter("What you are paid", tuple(_payouts(rules, house))),
    )


def _bets(rules: Rules, house: CasinoWarHouse) -> Iterator[Sentence]:
    yield Sentence("Make an initial bet, and you are dealt in.", "beyond:casino-war.5(c)")
    if offers_tie(house):
        yield Sentence("You may also bet that you tie the dealer.", "beyond:casino-war.1(g), beyond:casino-war.5(d)")
    if offers_tie_on_war(rules, house):
        yield Sentence("In a war you may bet again that you tie.", "beyond:casino-war.5(g)")
    yield Sentence(
        "You may bet until the dealer calls “No more bets”.", "beyond:casino-war.5(a), beyond:casino-war.6(a)"
    )


def _round() -> Iterator[Sentence]:
    cite = "beyond:casino-war.6(b), beyond:casino-war.6(c)"
    yield Sentence("You get one card and the dealer gets one, all face up.", cite)
    yield Sentence("The higher card wins. The ace is high, and suits do not count.", "beyond:casino-war.1(j)")


def _tie_rules(rules: Rules, house: CasinoWarHouse) -> Iterator[Sentence]:
    yield Sentence("If your card has the rank of the dealer's, surrender or go to war.", "beyond:casino-war.6(e)")
    yield Sentence("Surrender, and you lose half of your initial bet.", "beyond:casino-war.6(g)")
    cite = "beyond:casino-war.7(h)" if rules.reads("odd-half") == "house-gives-way" else "reading:odd-half"
    yield Sentence(ODD_HALF[rules.reads("odd-half")], cite)
    yield Sentence("For a war you put up as much again.", "beyond:casino-war.6(h), beyond:casino-war.1(e)")
    yield Sentence(SHORT[rules.reads("short-stack")], "reading:short-stack")
    yield Sentence(SILENT[rules.reads("silent-tie")], "reading:silent-tie")
    yield Sentence("Three cards are burned, and you and the dealer get another one.", "beyond:casino-war.6(i)")


def _payouts(rules: Rules, house: CasinoWarHouse) -> Iterator[Sentence]:
    paid = pay_table(house, rules).lines
    yield Sentence(f"A higher first card pays {show(paid['initial'])}.", "beyond:casino-war.7(b)")
    won = f"A higher card in the war pays {show(paid['war'])} on the war bet, and the initial bet comes back."
    yield Sentence(won, "beyond:casino-war.7(d)")
    if rules.reads("second-war") == "ends":
        tied = f"A tie in the war pays {show(paid['war tie'])} on the war bet, and the initial bet comes back."
        yield Sentence(tied, "beyond:casino-war.7(e)")
    else:
        yield Sentence("After a tie in the war there is another war, with the same bets.", "reading:second-war")
    yield Sentence("A lower card in the war loses both.", "beyond:casino-war.7(f)")
    if offers_tie(house):
        yield Sentence(f"A tie bet pays {show(paid['tie'])} on a tie and loses otherwise.", "beyond:casino-war.7(c)")
        yield Sentence(PAID[rules.reads("tie-paid-when")], "reading:tie-paid-when")


def _shoe(house: CasinoWarHouse) -> Iterator[Sentence]:
    yield Sentence(f"{house.packs} decks are dealt from one shoe, round after round.", "beyond:casino-war.2(a)")
    last = "When the cutting card comes out, the round is finished and all cards are shuffled."
    yield Sentence(last, "beyond:casino-war.4(f)")


# --- the papers

PARTS = (
    "Definitions",
    "Equipment",
    "Opening of the table",
    "Shuffle and cut",
    "Wagers",
    "The round",
    "Settlement",
    "Odds",
    "Irregularities",
)
HANDS = (
    Hand("Ace", ("As",), says="the highest card"),
    Hand("King", ("Kd",)),
    Hand("Queen", ("Qc",)),
    Hand("Jack", ("Jh",)),
    Hand("10", ("Ts",), says="and so on, down to the 2"),
)


def guide(rules: Rules, house: CasinoWarHouse) -> Guide:
    return Guide(
        about="You get one card and the dealer gets one. The higher card wins. On a tie you surrender half of your "
        "bet, or go to war.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence(
                "Before the deal: how much you bet. Make your bets before “No more bets”.", "beyond:casino-war.6(a)"
            ),
            Sentence("After a tie: surrender half of the initial bet, or go to war.", "beyond:casino-war.6(e)"),
            Sentence(SHORT[rules.reads("short-stack")], "reading:short-stack"),
            Sentence(SILENT[rules.reads("silent-tie")], "reading:silent-tie"),
        ),
        rankings=(
            Ranking("The highest card first", HANDS, "No suit is better than another.", "beyond:casino-war.1(j)"),
        ),
        edge="The house has its advantage because of ties: you give up half of your bet, or you put up as much again "
        "and win on that alone.",
        posted=(Sentence("On a tie you surrender half of the initial bet, or go to war.", "beyond:casino-war.6(e)"),),
        demands=(
            Demand(SURFACES, "Odds are stated with “to” or “win”, never with “for”.", "beyond:casino-war.8(a)"),
            Demand(
                ("layout",),
                "Each position has an area for the initial wager and one for the tie wager, and room for a war wager.",
                "beyond:casino-war.2(d)",
            ),
            Demand(("sign",), "The least and the most for initial wagers and tie wagers.", LIMITS),
        ),
        parts=tuple(Part(title, (f"beyond:casino-war.{number}",)) for number, title in enumerate(PARTS, 1)),
        called={INITIAL: "Initial bet, with war", TIE: "Tie bet", WAR_TIE: "Tie bet on the war"},
        areas=areas(rules, house),
    )


def _offered_wagers(rules: Rules, house: CasinoWarHouse) -> Iterator[GuideWager]:
    war, *tied = tables(rules, house)
    yield GuideWager(
        INITIAL.capitalize(),
        between(house.minimum, house.maximum, cite=LIMITS),
        Sentence("Wins when your card is higher than the dealer's.", "beyond:casino-war.7(b)"),
        (war,),
    )
    yield GuideWager(
        WAR.capitalize(),
        Sentence("as much as the initial bet", "beyond:casino-war.1(e)"),
        Sentence(
            "Only after a tie. Wins when your next card is higher than the dealer's; the initial bet comes back then.",
            "beyond:casino-war.7(d)",
        ),
    )
    if offers_tie(house):
        more = " It may be made again on the war." if offers_tie_on_war(rules, house) else ""
        yield GuideWager(
            TIE.capitalize(),
            between(house.tie_minimum, house.tie_maximum, cite=LIMITS),
            Sentence(f"Wins when your card has the rank of the dealer's.{more}", "beyond:casino-war.1(g)"),
            tuple(tied),
        )
