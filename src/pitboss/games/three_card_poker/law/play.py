"""A round of Three Card Poker, top to bottom, in the order of the subchapter.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left has the lowest number and
the player farthest to the right the highest.
"""

from __future__ import annotations

from pitboss.common.dealer_questions import ask, unaffordable_choices
from pitboss.common.deck_opening import make_ready
from pitboss.common.shuffle import shuffle
from pitboss.common.side_wagers.side_settlement import keeps_side_wager, settle_folded
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure
from pitboss.games.three_card_poker.law.deal import deal
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse, pre_shuffled
from pitboss.games.three_card_poker.law.ranking import hand_class, hand_in_words, lay_out
from pitboss.games.three_card_poker.law.settle import settle
from pitboss.games.three_card_poker.law.steps import (
    CollectForfeit,
    Forfeit,
    ForfeitBesideSideWager,
    MakePlayWager,
    RevealDealer,
)
from pitboss.games.three_card_poker.law.wagers import ANTE, PLAY, WAGERS
from pitboss.table.card_steps import CollectCards, Examine
from pitboss.table.facts import FOLDED
from pitboss.table.money import chips_before, dollars
from pitboss.table.table import DEALER, hand

MAKE_IT, FOLD = "play", "fold"


def play(r: Round[ThreeCardPokerHouse]) -> Procedure:
    arrives_shuffled = pre_shuffled(r.house, r.rules)
    yield from make_ready(r, arrives_shuffled)
    yield from shuffle(r, arrives_shuffled)
    yield from deal(r)
    yield from completion(r)


# --- 20.10 completion of the round


def completion(r: Round[ThreeCardPokerHouse]) -> Procedure:
    t = r.table
    for position in t.live_positions():
        yield Examine("20.10(a)", t.owners[position], position)
    yield from decide(r)
    yield from collect_forfeits(r)
    yield from reveal_dealer(r)
    yield from settle(r)


def decide(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Ask each player with an ante, clockwise from the dealer's left, to make an equal play wager or forfeit."""
    t = r.table
    for position in t.live_positions():
        seat, ante = t.owners[position], t.wager(position, ANTE)
        if not ante:
            continue  # a pair plus wager alone stays in play and needs no decision
        short = unaffordable_choices({MAKE_IT: ante, FOLD: 0}, t.ledger[chips_before(seat)])
        choices = (FOLD,) if short else (MAKE_IT, FOLD)
        silent_choice = MAKE_IT if r.rules.reads("silent-seat") == "plays" and MAKE_IT in choices else FOLD
        ask_play = Ask("20.10(b)", seat, position, "the play wager", choices, silent_choice, short)
        wager = f"a play wager of {dollars(ante)}"
        question = f"{wager}, or forfeit" if MAKE_IT in choices else f"forfeit, with too few chips for {wager}"
        choice = yield from ask(ask_play, question)
        if choice == MAKE_IT:
            yield MakePlayWager("20.10(b)", seat, position, PLAY, ante)
        else:
            forfeit = ForfeitBesideSideWager if keeps_side_wager(r, position) else Forfeit
            yield forfeit("20.10(b)" if MAKE_IT in choices else "reading:short-stack", seat, position)


def collect_forfeits(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Collect ante, pair plus and then the cards of every player who forfeited, after the last decision."""
    t = r.table
    forfeited_positions = [position for position in t.live_positions() if FOLDED(t, position)]
    if r.rules.reads("losers-collected") == "counterclockwise":
        forfeited_positions.reverse()
    for position in forfeited_positions:
        for spot in WAGERS.list_forfeited(r.rules):
            if cents := t.wager(position, spot):
                yield CollectForfeit("20.10(b)", t.owners[position], position, spot, cents, (), "forfeited")
        yield from settle_folded(r, position)
        yield CollectCards("20.10(b)", hand(position))


def reveal_dealer(r: Round[ThreeCardPokerHouse]) -> Procedure:
    cards = r.table.faces(DEALER)
    class_name = hand_class(cards, r.rules)
    yield RevealDealer("20.10(b)", lay_out(cards, class_name), hand_in_words(cards, class_name))
