"""The contents of the papers of a punto banco table. No text of the game is held, and the papers say so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.house import (
    BANKER,
    BANKER_6,
    BANKER_PAIR,
    DRAGON_7,
    PANDA_8,
    PLAYER,
    PLAYER_PAIR,
    TIE,
    PuntoBancoHouse,
    offered_spots,
    percent,
    rate,
    table_with_line,
    takes_vigorish,
)
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.money import Money
from pitboss.table.paytable import show
from pitboss.table.printed import Pays

LIMITS = "beyond:minibaccarat.5(h)"
WINS = {
    PLAYER: ("The player's hand counts more than the banker's.", "beyond:minibaccarat.5(c)1"),
    BANKER: ("The banker's hand counts more than the player's.", "beyond:minibaccarat.5(c)2"),
    TIE: ("Both hands count the same.", "beyond:minibaccarat.5(c)3"),
    PLAYER_PAIR: ("The player's first two cards are of one rank.", "beyond:minibaccarat.5(d)"),
    BANKER_PAIR: ("The banker's first two cards are of one rank.", "beyond:minibaccarat.5(d)"),
    DRAGON_7: ("The banker's hand wins with a 7 of three cards.", "beyond:minibaccarat.1(g)"),
    PANDA_8: ("The player's hand wins with an 8 of three cards.", "beyond:minibaccarat.1(g)"),
}
PARTS = (
    "Definitions",
    "Equipment",
    "Opening of the table",
    "Shuffle, cut and burn",
    "Wagers",
    "The round",
    "Settlement",
    "Odds and vigorish",
    "Irregularities",
)
HANDS = (
    Hand("9", ("4s", "5h"), says="the best, a natural with two cards"),
    Hand("8", ("Kd", "8c"), says="a natural with two cards"),
    Hand("7", ("9h", "8d"), says="17 counts 7"),
    Hand("0", ("Qs", "Kh"), says="the least"),
)


def guide(rules: Rules, house: PuntoBancoHouse, *own: str) -> Guide:
    """Return what the papers of a table show. `own` names games whose own parts come before those of Minibaccarat."""
    return Guide(
        about="Two hands are dealt, the player's and the banker's, and neither is yours. You bet on the one that "
        "counts more, or on a tie.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence("Which bets you make. Make them before “No more bets”.", "beyond:minibaccarat.5(g)"),
            Sentence("Third cards are dealt by fixed rules.", "beyond:minibaccarat.6(g)"),
        ),
        rankings=(
            Ranking("What hands count", HANDS, "Only the last digit of the sum counts.", "beyond:minibaccarat.1(c)"),
        ),
        edge="The banker's hand wins more often than the player's, and the house keeps a part of what it pays on it. "
        "The player's hand is paid in full and wins less often.",
        posted=tuple(_posted_notices(rules, house)),
        demands=(
            Demand(SURFACES, "Odds are stated with “to” or “win”, never with “for”.", "beyond:minibaccarat.8(a)"),
            Demand(
                ("layout",),
                "Numbered areas for player, banker and tie, a place for each hand, and boxes for vigorish.",
                "beyond:minibaccarat.2(c)",
            ),
            Demand(("sign",), "The least and the most for each kind of wager.", LIMITS),
        ),
        parts=tuple(
            Part(title, tuple(f"beyond:{game}.{number}" for game in (*own, "minibaccarat")))
            for number, title in enumerate(PARTS, 1)
        ),
        areas=offered_spots(house),
        edges="House edge",
    )


def _offered_wagers(rules: Rules, house: PuntoBancoHouse) -> Iterator[GuideWager]:
    for spot in offered_spots(house):
        least, most = house.limits(spot)
        table = table_with_line(rules, house, spot)
        lines = [(spot.capitalize(), show(rate(rules, house, spot)))]
        if spot == BANKER and BANKER_6 in table.lines:
            lines.append(("Banker with a 6", show(rate(rules, house, BANKER_6))))
        yield GuideWager(
            spot.capitalize(),
            between(Money(least), Money(most), cite=LIMITS),
            Sentence(*WINS[spot]),
            (Pays(f"{spot.capitalize()} pays", table.cite, tuple(lines)),),
        )


def _posted_notices(rules: Rules, house: PuntoBancoHouse) -> Iterator[Sentence]:
    if takes_vigorish(house):
        kept = f"The house keeps {percent(rules, house)} percent of what the banker's hand wins."
        yield Sentence(kept, "beyond:minibaccarat.8(c)")
    elif house.form == "without-vigorish":
        yield Sentence("A banker's 7 of three cards gives bets on banker back.", "beyond:minibaccarat.8(g)")
    else:
        yield Sentence("A banker's winning 6 pays 1 to 2.", "beyond:minibaccarat.8(g)")
