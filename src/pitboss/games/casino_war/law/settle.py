"""Settlement of the original deal, of surrenders and of wars: part 7 of the facts."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.casino_war.law.facts import TIED
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse, rate, reading_behind_rate
from pitboss.games.casino_war.law.ranking import is_higher, is_tie_hand
from pitboss.games.casino_war.law.steps import CallTie, Collect, Compare, Pay
from pitboss.law.force import cites, in_force, rule
from pitboss.law.rules import Rules
from pitboss.table.card_steps import CollectCards
from pitboss.table.facts import VOID
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import PUSH, ReturnWager
from pitboss.table.table import DEALER, Table, hand

LOWER, HIGHER, A_TIE = "lower card", "higher card", "tie"


def cards_dealt_last(t: Table, position: int) -> tuple[str, str]:
    """Return the cards that were dealt last: the player's and the dealer's."""
    return t.faces(hand(position))[-1], t.faces(DEALER)[-1]


def collect(r: Round[CasinoWarHouse], cite: str, position: int, spot: str, why: str) -> Procedure:
    t = r.table
    if cents := t.wager(position, spot):
        yield Collect(cite, t.owners[position], position, spot, cents, cards_dealt_last(t, position), why)


def pay(r: Round[CasinoWarHouse], cite: str, position: int, spot: str, line: str) -> Procedure:
    t = r.table
    if stake := t.wager(position, spot):
        odds = rate(r.rules, r.house, line)
        by = cites("beyond:casino-war.8(b)", reading_behind_rate(r.house, line))
        hand_name = A_TIE if line in ("tie", "war tie") else HIGHER
        seat, cards = t.owners[position], cards_dealt_last(t, position)
        yield Pay(cite, seat, position, spot, by, stake, cards, hand_name, show(odds), winnings(odds, stake))


# --- the original deal


@rule("beyond:casino-war.1(b)", False)
def is_decided(t: Table, position: int) -> bool:
    """Return whether the original deal gave this position a card, and the dealer a card to compare it with."""
    return bool(t.cards(hand(position)) and t.cards(DEALER))


@rule("beyond:casino-war.1(g)", False)
def wins_tie_wager(t: Table, position: int) -> bool:
    """Return whether the deal that a tie wager was made for gave a tie hand."""
    return is_tie_hand(*cards_dealt_last(t, position))


def compare(r: Round[CasinoWarHouse]) -> Procedure:
    """Compare the hands with the dealer's card, counterclockwise from the dealer's right."""
    t = r.table
    yield Compare("beyond:casino-war.6(d)")
    for position in t.live_positions()[::-1]:
        if not VOID(t, position) and is_decided(t, position):
            yield from settle_first(r, position)


def settle_first(r: Round[CasinoWarHouse], position: int) -> Procedure:
    """Settle one position after the original deal, or call its tie."""
    t = r.table
    card, dealers_card = cards_dealt_last(t, position)
    if is_tie_hand(card, dealers_card):
        yield CallTie("beyond:casino-war.6(d)", t.owners[position], position, card[0])
        if r.rules.reads("tie-paid-when") == "at-once" and wins_tie_wager(t, position):
            yield from pay(r, "beyond:casino-war.7(c)", position, TIE, "tie")
    elif is_higher(card, dealers_card):
        yield from pay(r, "beyond:casino-war.7(b)", position, INITIAL, "initial")
        yield from collect(r, "beyond:casino-war.7(b)", position, TIE, HIGHER)
    else:
        yield from collect(r, "beyond:casino-war.7(a)", position, INITIAL, LOWER)
        yield from collect(r, "beyond:casino-war.7(a)", position, TIE, LOWER)


def pay_ties(r: Round[CasinoWarHouse]) -> Procedure:
    """Pay the tie wagers that won, if the reading has them paid after the wars. By the default reading they have been
    paid already.
    """
    t = r.table
    for position in sorted(t.owners, reverse=True):
        if TIED(t, position) and (stake := t.wager(position, TIE)):
            odds = rate(r.rules, r.house, "tie")
            cite = cites("beyond:casino-war.7(c)", "reading:tie-paid-when")
            cents = winnings(odds, stake)
            by, seat = "beyond:casino-war.8(b)", t.owners[position]
            yield Pay(cite, seat, position, TIE, by, stake, cards_of_the_tie(t, position), A_TIE, show(odds), cents)


def cards_of_the_tie(t: Table, position: int) -> tuple[str, ...]:
    """Return the two cards of the original deal; none if they are in the rack after a surrender."""
    return (t.faces(hand(position))[0], t.faces(DEALER)[0]) if t.cards(hand(position)) else ()


# --- surrender


def surrender(r: Round[CasinoWarHouse], position: int) -> Procedure:
    t = r.table
    seat, wager = t.owners[position], t.wager(position, INITIAL)
    taken, odd = surrendered_half(r.rules, r.house, wager)
    cite = cites("beyond:casino-war.6(g)", odd)
    if taken:
        yield Collect(cite, seat, position, INITIAL, taken, cards_of_the_tie(t, position), "surrendered")
    yield ReturnWager(cite, seat, position, INITIAL, wager - taken, "the other half of what is surrendered")
    yield CollectCards("beyond:casino-war.6(g)", hand(position))


@rule("beyond:casino-war.1(k)", (0, ""))
def surrendered_half(rules: Rules, house: CasinoWarHouse, wager: int) -> tuple[int, str]:
    """Return what the dealer takes of a surrendered wager, and the citation if chips cannot make half of it."""
    chip = int(house.smallest_chip)
    if wager % (2 * chip) == 0:
        return wager // 2, ""
    reading = rules.reads("odd-half")
    if reading == "exact-cents":
        return wager // 2, "reading:odd-half"
    lower = wager // 2 // chip * chip
    if reading == "player-gives-way" or not in_force("beyond:casino-war.7(h)"):
        return lower + chip, "reading:odd-half"
    return lower, "beyond:casino-war.7(h)"


# --- the war


def positions_that_tie_again(r: Round[CasinoWarHouse], positions: list[int]) -> list[int]:
    """Return the positions whose war goes on after a tie; none by the default reading."""
    if r.rules.reads("second-war") == "ends":
        return []
    t = r.table
    return [position for position in positions if not VOID(t, position) and is_tie_hand(*cards_dealt_last(t, position))]


def settle_wars(r: Round[CasinoWarHouse], positions: list[int]) -> Procedure:
    for position in positions[::-1]:
        if not VOID(r.table, position):
            yield from settle_war(r, position)


def settle_war(r: Round[CasinoWarHouse], position: int) -> Procedure:
    t = r.table
    card, dealers_card = cards_dealt_last(t, position)
    if is_tie_hand(card, dealers_card):
        yield from pay(r, cites("beyond:casino-war.7(e)", "beyond:casino-war.6(k)"), position, WAR, "war tie")
        yield from give_back(r, "beyond:casino-war.7(e)", position)
        if wins_tie_wager(t, position):
            yield from pay(r, "beyond:casino-war.7(g)", position, WAR_TIE, "tie")
        return
    if is_higher(card, dealers_card):
        yield from pay(r, cites("beyond:casino-war.7(d)", "beyond:casino-war.6(k)"), position, WAR, "war")
        yield from give_back(r, "beyond:casino-war.7(d)", position)
        why = HIGHER
    else:
        yield from collect(r, cites("beyond:casino-war.7(f)", "beyond:casino-war.6(k)"), position, WAR, LOWER)
        yield from collect(r, "beyond:casino-war.7(f)", position, INITIAL, LOWER)
        why = LOWER
    yield from collect(r, "beyond:casino-war.7(g)", position, WAR_TIE, why)


def give_back(r: Round[CasinoWarHouse], cite: str, position: int) -> Procedure:
    t = r.table
    why = f"{PUSH}: the war decided"
    yield ReturnWager(cite, t.owners[position], position, INITIAL, t.wager(position, INITIAL), why)
