"""One round of Casino War, top to bottom: part 6 of the facts."""

from __future__ import annotations

from functools import partial

from pitboss.common.dealer_questions import ask, unaffordable_choices
from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets
from pitboss.engine.bank import say_if_short
from pitboss.engine.inputs import Close
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Window
from pitboss.games.casino_war.law.burning import burn, look_at_burned
from pitboss.games.casino_war.law.facts import AT_WAR, TIED
from pitboss.games.casino_war.law.house import INITIAL, WAR, WAR_TIE, CasinoWarHouse, offers_tie_on_war
from pitboss.games.casino_war.law.irregular import look_at_dealer, look_at_hands
from pitboss.games.casino_war.law.settle import compare, pay, pay_ties, positions_that_tie_again, settle_wars, surrender
from pitboss.games.casino_war.law.shoe import deal_up, end_of_shoe, make_ready
from pitboss.games.casino_war.law.steps import CompareWar, EndWarBets, FixPlayers, GoToWar, OpenWarBets
from pitboss.games.casino_war.law.wagers import judge_war_bet, positions_in_round, take_wagers
from pitboss.law.force import cites, number, rule
from pitboss.table.card_steps import CollectCards
from pitboss.table.money import chips_before
from pitboss.table.steps import PlaceWager
from pitboss.table.table import DEALER, Table, hand

SURRENDER, GO_TO_WAR = "surrender", "war"
THE_TIE = "the tie"
QUESTIONS = {THE_TIE: "surrender, or go to war"}


def play(r: Round[CasinoWarHouse]) -> Procedure:
    """Play one round of Casino War."""
    yield from make_ready(r)
    yield from say_if_short(r)
    yield from take_wagers(r)
    yield CallNoMoreBets("beyond:casino-war.6(a)", NO_MORE_BETS)
    yield FixPlayers("beyond:casino-war.2(e)", tuple(positions_in_round(r.table)))
    yield from original_deal(r)
    yield from compare(r)
    yield from settle_ties(r)
    yield from pay_ties(r)
    yield from collect_cards(r)
    yield from end_of_shoe(r)


def original_deal(r: Round[CasinoWarHouse]) -> Procedure:
    for position in positions_in_round(r.table):
        yield from deal_up(r, "beyond:casino-war.6(b)", hand(position))
    yield from look_at_hands(r, positions_in_round(r.table), 1, before_dealer=True)
    yield from deal_up(r, "beyond:casino-war.6(c)", DEALER)
    yield from look_at_hands(r, positions_in_round(r.table), 1)
    yield from look_at_dealer(r)


# --- a tie: surrender or war


def settle_ties(r: Round[CasinoWarHouse]) -> Procedure:
    """Let the players who tied decide, and play the wars.

    By the default reading all decide and one war follows. By the other reading each player decides and has a war of his
    own.
    """
    tied = [position for position in r.table.live_positions()[::-1] if TIED(r.table, position)]
    if r.rules.reads("surrender-order") == "in-turn":
        for position in tied:
            yield from decide(r, position)
            yield from war(r, [position])
    else:
        for position in tied:
            yield from decide(r, position)
        yield from war(r, sorted(tied))


def decide(r: Round[CasinoWarHouse], position: int) -> Procedure:
    """Ask one player to surrender or go to war, and carry out the answer."""
    t = r.table
    seat, chips = t.owners[position], t.ledger[chips_before(t.owners[position])]
    price = war_wager(r, position)
    prices = {SURRENDER: 0, GO_TO_WAR: price}
    if not may_go_to_war(t, position):
        prices[GO_TO_WAR] = 0
    choices = tuple(choice for choice, cents in prices.items() if cents <= chips and (cents or choice == SURRENDER))
    silent = GO_TO_WAR if r.rules.reads("silent-tie") == "war" and GO_TO_WAR in choices else SURRENDER
    in_turn = r.rules.reads("surrender-order") == "in-turn"
    cite = cites("beyond:casino-war.6(e)", "reading:surrender-order" if in_turn else "beyond:casino-war.6(f)")
    wait = Ask(cite, seat, position, THE_TIE, choices, silent, unaffordable_choices(prices, chips))
    choice = yield from ask(wait, QUESTIONS[THE_TIE])
    if choice == GO_TO_WAR:
        short = "reading:short-stack" if price < t.wager(position, INITIAL) else ""
        yield GoToWar(cites("beyond:casino-war.6(h)", short), seat, position, WAR, price)
    else:
        yield from surrender(r, position)


@rule("beyond:casino-war.1(d)", False)
def may_go_to_war(t: Table, position: int) -> bool:
    """Return whether a position may go to war: it holds a tie hand of the original deal."""
    return TIED(t, position)


def war_wager(r: Round[CasinoWarHouse], position: int) -> int:
    """Return the war wager in cents: as much as the initial wager, or by one reading no more than the player has."""
    t = r.table
    equal = t.wager(position, INITIAL) * number("beyond:casino-war.1(e)", "times the initial wager", 1)
    if r.rules.reads("short-stack") == "all-in":
        return min(equal, r.house.in_chips(t.ledger[chips_before(t.owners[position])]))
    return equal


# --- the war


@rule("beyond:casino-war.1(f)", [])
def in_war_deal(t: Table, positions: list[int]) -> list[int]:
    """Return the positions that have a war wager."""
    return [position for position in positions if AT_WAR(t, position)]


def war(r: Round[CasinoWarHouse], positions: list[int]) -> Procedure:
    """Play the war of these positions, and another after a tie if the reading says so."""
    fighting = in_war_deal(r.table, positions)
    if not fighting:
        return
    yield from take_war_bets(r)
    cards = 1
    while fighting:
        cards += 1
        yield from war_deal(r, fighting, cards)
        yield CompareWar("beyond:casino-war.6(k)")
        tied = positions_that_tie_again(r, fighting)
        for position in tied:
            yield from pay(r, cites("beyond:casino-war.7(g)", "reading:second-war"), position, WAR_TIE, "tie")
        yield from settle_wars(r, [position for position in fighting if position not in tied])
        fighting = tied


def take_war_bets(r: Round[CasinoWarHouse]) -> Procedure:
    """Take bets of the players at war on a tie of the war."""
    if not offers_tie_on_war(r.rules, r.house):
        return
    yield OpenWarBets("beyond:casino-war.6(h)")
    window = Window("beyond:casino-war.6(h)", "wagers", partial(judge_war_bet, r))
    while not isinstance(given := (yield window), Close):
        position = given.position or given.seat
        yield PlaceWager("beyond:casino-war.6(h)", given.seat, position, WAR_TIE, given.stakes[WAR_TIE])
    yield EndWarBets("beyond:casino-war.5(f)", NO_MORE_BETS)


def war_deal(r: Round[CasinoWarHouse], positions: list[int], cards: int) -> Procedure:
    """Burn cards, and deal one card to each position and one to the dealer, which counts against them all."""
    burns_for_each = r.rules.reads("burn-for-war") == "each"
    for turn, position in enumerate(positions):
        if burns_for_each or not turn:
            yield from burn(r, "reading:second-war" if cards > 2 else "reading:burn-for-war" * bool(turn))
        yield from deal_up(r, "beyond:casino-war.6(j)", hand(position), war=True)
        yield from look_at_burned(r)
    yield from look_at_hands(r, positions, cards, before_dealer=True)
    yield from deal_up(r, "beyond:casino-war.6(j)", DEALER, war=True)
    yield from look_at_hands(r, positions, cards)
    yield from look_at_dealer(r)


def collect_cards(r: Round[CasinoWarHouse]) -> Procedure:
    for place in (*map(hand, r.table.live_positions()[::-1]), DEALER):
        yield CollectCards("beyond:casino-war.6(l)", place)
