"""The contents of a Casino War table's papers. No text of the game is held, and the papers say so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse, offers_tie, offers_tie_on_war
from pitboss.games.casino_war.papers.brief import SHORT, SILENT
from pitboss.games.casino_war.papers.printed import LIMITS, areas, tables
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Hand, Part, Ranking, between

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
