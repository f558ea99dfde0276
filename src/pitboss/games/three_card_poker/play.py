"""A round of Three Card Poker, top to bottom, as the subchapter tells it.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left is the lowest number and
the player farthest to the right the highest.
"""

from __future__ import annotations

from pitboss.common.opening import make_ready
from pitboss.common.shuffle import shuffle
from pitboss.engine.waits import Ask, Procedure
from pitboss.games.three_card_poker.deal import deal
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse, pre_shuffled
from pitboss.games.three_card_poker.ranking import hand_class, laid_out, told
from pitboss.games.three_card_poker.settle import settle
from pitboss.games.three_card_poker.steps import CollectForfeit, Forfeit, MakePlayWager, RevealDealer
from pitboss.games.three_card_poker.wagers import ANTE, PAIR_PLUS, PLAY
from pitboss.law.rules import Rules
from pitboss.table.card_steps import CollectCards, Examine
from pitboss.table.money import rack
from pitboss.table.table import DEALER, Table, hand

MAKE_IT, FOLD = "play", "fold"


def play(t: Table, rules: Rules, house: ThreeCardPokerHouse) -> Procedure:
    shuffled = pre_shuffled(house, rules)
    yield from make_ready(t, house, shuffled)
    yield from shuffle(t, rules, house, shuffled)
    yield from deal(t, rules, house)
    yield from completion(t, rules)


# --- 20.10 completion of the round


def completion(t: Table, rules: Rules) -> Procedure:
    for position in t.live():
        yield Examine("20.10(a)", t.owners[position], position)
    yield from decide(t, rules)
    yield from collect_forfeits(t, rules)
    yield from reveal_dealer(t, rules)
    yield from settle(t, rules)


def decide(t: Table, rules: Rules) -> Procedure:
    """Clockwise from the dealer's left, each player with an ante makes a play wager equal to it or forfeits."""
    for position in t.live():
        seat, ante = t.owners[position], t.wager(position, ANTE)
        if not ante:
            continue  # a pair plus wager alone stays in play and asks nothing of its player
        choices = (MAKE_IT, FOLD) if t.ledger[rack(seat)] >= ante else (FOLD,)
        silent = MAKE_IT if rules.reads("silent-seat") == "plays" and MAKE_IT in choices else FOLD
        choice = yield Ask("20.10(b)", seat, position, "the play wager", choices, silent)
        if choice == MAKE_IT:
            yield MakePlayWager("20.10(b)", seat, position, PLAY, ante)
        else:
            yield Forfeit("20.10(b)", seat, position)


def collect_forfeits(t: Table, rules: Rules) -> Procedure:
    """After the last decision, ante and pair plus of whoever forfeited, and then the cards."""
    forfeited = [position for position in t.live() if t.facts.get(f"folded @{position}")]
    if rules.reads("losers-collected") == "counterclockwise":
        forfeited.reverse()
    for position in forfeited:
        for spot in (ANTE, PAIR_PLUS):
            if cents := t.wager(position, spot):
                yield CollectForfeit("20.10(b)", t.owners[position], position, spot, cents, (), "forfeited")
        yield CollectCards("20.10(b)", hand(position))


def reveal_dealer(t: Table, rules: Rules) -> Procedure:
    cards = t.faces(DEALER)
    made = hand_class(cards, rules)
    yield RevealDealer("20.10(b)", laid_out(cards, made), told(cards, made))
