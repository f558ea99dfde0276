"""One round of Casino War, top to bottom: part 6 of the facts."""

from __future__ import annotations

from functools import partial

from pitboss.common.dealer_questions import ask, unaffordable_choices
from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets
from pitboss.engine.bank import say_if_short
from pitboss.engine.inputs import Close
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Window
from pitboss.games.casino_war.burning import burn, look_at_burned
from pitboss.games.casino_war.facts import AT_WAR, TIED
from pitboss.games.casino_war.house import INITIAL, WAR, WAR_TIE, CasinoWarHouse, offers_tie_on_war
from pitboss.games.casino_war.irregular import look_at_dealer, look_at_hands
from pitboss.games.casino_war.settle import compare, pay, pay_ties, settle_wars, surrender, war_ties
from pitboss.games.casino_war.shoe import deal_up, end_of_shoe, make_ready
from pitboss.games.casino_war.steps import CompareWar, EndWarBets, FixPlayers, GoToWar, OpenWarBets
from pitboss.games.casino_war.wagers import in_the_round, judge_war_bet, take_wagers
from pitboss.law.force import cites, number, rule
from pitboss.table.card_steps import CollectCards
from pitboss.table.money import chips_before
from pitboss.table.steps import PlaceWager
from pitboss.table.table import DEALER, Table, hand

SURRENDER, GO_TO_WAR = "surrender", "war"
THE_TIE = "the tie"
QUESTIONS = {THE_TIE: "surrender, or go to war"}


def play(r: Round[CasinoWarHouse]) -> Procedure:
    yield from make_ready(r)
    yield from say_if_short(r)
    yield from take_wagers(r)
    yield CallNoMoreBets("beyond:casino-war.6(a)", NO_MORE_BETS)
    yield FixPlayers("beyond:casino-war.2(e)", tuple(in_the_round(r.table)))
    yield from original_deal(r)
    yield from compare(r)
    yield from wars(r)
    yield from pay_ties(r)
    yield from collect_cards(r)
    yield from end_of_shoe(r)


def original_deal(r: Round[CasinoWarHouse]) -> Procedure:
    for position in in_the_round(r.table):
        yield from deal_up(r, "beyond:casino-war.6(b)", hand(position))
    yield from look_at_hands(r, in_the_round(r.table), 1, before_dealer=True)
    yield from deal_up(r, "beyond:casino-war.6(c)", DEALER)
    yield from look_at_hands(r, in_the_round(r.table), 1)
    yield from look_at_dealer(r)


# --- a tie: surrender or war


def wars(r: Round[CasinoWarHouse]) -> Procedure:
    """All decide and then there is one war, or by the other reading each decides and has his own."""
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
    asked = Ask(cite, seat, position, THE_TIE, choices, silent, unaffordable_choices(prices, chips))
    choice = yield from ask(asked, QUESTIONS[THE_TIE])
    if choice == GO_TO_WAR:
        short = "reading:short-stack" if price < t.wager(position, INITIAL) else ""
        yield GoToWar(cites("beyond:casino-war.6(h)", short), seat, position, WAR, price)
    else:
        yield from surrender(r, position)


@rule("beyond:casino-war.1(d)", False)
def may_go_to_war(t: Table, position: int) -> bool:
    """On a tie hand of the original deal."""
    return TIED(t, position)


def war_wager(r: Round[CasinoWarHouse], position: int) -> int:
    """As much as the initial wager; by the other reading no more than the player has."""
    t = r.table
    equal = t.wager(position, INITIAL) * number("beyond:casino-war.1(e)", "times the initial wager", 1)
    if r.rules.reads("short-stack") == "all-in":
        return min(equal, r.house.in_chips(t.ledger[chips_before(t.owners[position])]))
    return equal


# --- the war


@rule("beyond:casino-war.1(f)", [])
def in_war_deal(t: Table, positions: list[int]) -> list[int]:
    """Those of whom a war wager is up."""
    return [position for position in positions if AT_WAR(t, position)]


def war(r: Round[CasinoWarHouse], positions: list[int]) -> Procedure:
    fighting = in_war_deal(r.table, positions)
    if not fighting:
        return
    yield from take_war_bets(r)
    cards = 1
    while fighting:
        cards += 1
        yield from war_deal(r, fighting, cards)
        yield CompareWar("beyond:casino-war.6(k)")
        tied = war_ties(r, fighting)
        for position in tied:
            yield from pay(r, cites("beyond:casino-war.7(g)", "reading:second-war"), position, WAR_TIE, "tie")
        yield from settle_wars(r, [position for position in fighting if position not in tied])
        fighting = tied


def take_war_bets(r: Round[CasinoWarHouse]) -> Procedure:
    """The players at war may bet on a tie of the war deal."""
    if not offers_tie_on_war(r.rules, r.house):
        return
    yield OpenWarBets("beyond:casino-war.6(h)")
    window = Window("beyond:casino-war.6(h)", "wagers", partial(judge_war_bet, r))
    while not isinstance(given := (yield window), Close):
        position = given.position or given.seat
        yield PlaceWager("beyond:casino-war.6(h)", given.seat, position, WAR_TIE, given.stakes[WAR_TIE])
    yield EndWarBets("beyond:casino-war.5(f)", NO_MORE_BETS)


def war_deal(r: Round[CasinoWarHouse], positions: list[int], cards: int) -> Procedure:
    """One card to each, and one to the dealer for all of them."""
    each = r.rules.reads("burn-for-war") == "each"
    for turn, position in enumerate(positions):
        if each or not turn:
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
