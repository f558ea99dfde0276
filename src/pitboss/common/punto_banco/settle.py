"""Settlement: collect what lost, give back what is void, pay what won. Part 7 of the facts."""

from __future__ import annotations

from pitboss.common.punto_banco.deal import cards_of
from pitboss.common.punto_banco.facts import RESULT, Result
from pitboss.common.punto_banco.house import (
    BANKER_6,
    DRAGON_7,
    PAIRS,
    PANDA_8,
    PLAYER_PAIR,
    TIE,
    PuntoBancoHouse,
    is_without_vigorish,
    rate,
    table_with_line,
    takes_vigorish,
)
from pitboss.common.punto_banco.irregular import after_settlement
from pitboss.common.punto_banco.steps import Collect, CollectHand, Pay
from pitboss.common.punto_banco.third_card_tables import BANKER, HANDS, PLAYER, is_dragon_7, is_pair, is_panda_8
from pitboss.common.punto_banco.vigorish import take_vigorish
from pitboss.common.punto_banco.wagers import ORDER
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.law.force import cites, rule
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import PUSH, ReturnWager, StandWager
from pitboss.table.table import Table

Dealt = Round[PuntoBancoHouse]
WINS, LOSES, VOID = "wins", "loses", "void"


@rule("beyond:minibaccarat.5(c)1", "")
def players_fate(winner: str) -> str:
    """Return what becomes of a wager on the player's hand."""
    return WINS if winner == PLAYER else VOID if winner == TIE else LOSES


@rule("beyond:minibaccarat.5(c)2", "")
def bankers_fate(winner: str) -> str:
    """Return what becomes of a wager on the banker's hand."""
    return WINS if winner == BANKER else VOID if winner == TIE else LOSES


@rule("beyond:minibaccarat.5(c)3", "")
def ties_fate(winner: str) -> str:
    """Return what becomes of a wager on a tie."""
    return WINS if winner == TIE else LOSES


def fate(r: Dealt, spot: str) -> str:
    """Return what becomes of a wager, by the result as it was called."""
    t, winner = r.table, RESULT.of(r.table).winner
    player, banker = cards_of(t, PLAYER), cards_of(t, BANKER)
    match spot:
        case "player":
            return players_fate(winner)
        case "banker":
            void = is_without_vigorish(r.house) and winner == BANKER and is_dragon_7(player, banker)
            return VOID if void else bankers_fate(winner)
        case "tie":
            return ties_fate(winner)
        case "dragon 7":
            return WINS if is_dragon_7(player, banker) else LOSES
        case "panda 8":
            return WINS if is_panda_8(player, banker) else LOSES
    return WINS if is_pair(player if spot == PLAYER_PAIR else banker) else LOSES


def from_the_right(t: Table) -> list[tuple[int, str, int]]:
    """Return all wagers, counterclockwise from the dealer's right."""
    return sorted(t.wagers(), key=lambda wager: (-wager[0], ORDER[wager[1]]))


def settle(r: Dealt, marking: str = "") -> Procedure:
    """Settle all wagers. `marking` is a game's own paragraph about marked vigorish."""
    t = r.table
    for seat, spot, cents in from_the_right(t):
        if fate(r, spot) == LOSES:
            cite = cites("beyond:minibaccarat.7(a)", pair_paragraph(spot))
            yield Collect(cite, seat, seat, spot, cents, decided_by(t, spot), deciding_words(r, spot))
    for seat, spot, cents in from_the_right(t):
        if fate(r, spot) == VOID:
            yield from give_back(r, seat, spot, cents)
    for seat, spot, cents in from_the_right(t):
        if fate(r, spot) == WINS:
            yield from pay(r, seat, spot, cents, marking)
    yield from after_settlement(r)


def pair_paragraph(spot: str) -> str:
    """Return the additional paragraph that a pair wager rests on; empty for other wagers."""
    return "beyond:minibaccarat.7(e)" if spot in PAIRS else ""


def give_back(r: Dealt, seat: int, spot: str, cents: int) -> Procedure:
    """Give back a void wager, or let it stand after a tie by a reading."""
    if RESULT.of(r.table).winner != TIE:
        why = f"{PUSH}: Dragon 7"
        yield ReturnWager("beyond:minibaccarat.8(g)", seat, seat, spot, cents, why)
    elif r.rules.reads("tie-and-hands") == "stay":
        cite = "beyond:minibaccarat.7(c), reading:tie-and-hands"
        yield StandWager(cite, seat, seat, spot, cents, False, "the hands tie")
    else:
        yield ReturnWager("beyond:minibaccarat.7(c)", seat, seat, spot, cents, f"{PUSH}: the hands tie")


def pay(r: Dealt, seat: int, spot: str, stake: int, marking: str) -> Procedure:
    """Pay a winning wager, less vigorish."""
    t, line = r.table, line_of(r, spot)
    odds, by = rate(r.rules, r.house, line), table_with_line(r.rules, r.house, line).cite
    cite = cites("beyond:minibaccarat.7(b)", pair_paragraph(spot))
    won = winnings(odds, stake)
    yield Pay(cite, seat, seat, spot, by, stake, decided_by(t, spot), deciding_words(r, spot), show(odds), won)
    if spot == BANKER and takes_vigorish(r.house):
        yield from take_vigorish(r, seat, won, marking)


def line_of(r: Dealt, spot: str) -> str:
    """Return the wager's line of the pay table. In one form a winning 6 of the banker's hand has a line of its own."""
    half = r.house.form == "half-on-6" and spot == BANKER and RESULT.of(r.table).banker == 6
    return BANKER_6 if half else spot


def decided_by(t: Table, spot: str) -> tuple[str, ...]:
    """Return the cards that decide a wager."""
    player, banker = cards_of(t, PLAYER), cards_of(t, BANKER)
    if spot in PAIRS:
        return (player if spot == PLAYER_PAIR else banker)[:2]
    return (*player, *banker)


def deciding_words(r: Dealt, spot: str) -> str:
    """Describe what decides a wager, in a dealer's words."""
    t, result = r.table, RESULT.of(r.table)
    if spot in PAIRS:
        return "a pair" if is_pair(decided_by(t, spot)) else "no pair"
    if spot in (DRAGON_7, PANDA_8):
        return count_words(result) if fate(r, spot) == LOSES else spot.title()
    return count_words(result)


def count_words(result: Result) -> str:
    """Say what both hands count."""
    return f"player {result.player}, banker {result.banker}"


def collect_cards(r: Dealt) -> Procedure:
    for hand in HANDS:
        yield CollectHand(cites("beyond:minibaccarat.7(f)", "beyond:minibaccarat.2(e)"), hand)
