"""A round of High Card, top to bottom, as the subchapter tells it (99.3, 99.4)."""

from __future__ import annotations

from pitboss.engine.waits import Ask, CardOrderWanted, Procedure
from pitboss.law.rules import Rules
from pitboss.table.card_steps import CollectCards, Deal, Examine, LoadDeck, ReceiveDeck, Shuffle, StubToRack, TurnDealer
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import Announce, CollectWager, ReturnWager
from pitboss.table.table import DEALER, DISCARD_RACK, SHOE, Table, hand
from toy.house import HighCardHouse
from toy.irregular import count_cards
from toy.settle import settle
from toy.wagers import BET, NO_MORE_BETS, take_wagers, wagered

PLAY, SURRENDER = "play", "surrender"


def play(t: Table, rules: Rules, house: HighCardHouse) -> Procedure:
    yield from shuffle(t)
    yield from take_wagers(t, rules, house)
    yield from deal(t)
    yield from count_cards(t)
    for position in t.live():
        yield from decide(t, rules, house, position)
    yield TurnDealer("99.4(c)", t.faces(DEALER))
    yield from settle(t)


def shuffle(t: Table) -> Procedure:
    if not t.cards(DISCARD_RACK):  # a table about to open has no cards yet
        yield ReceiveDeck("99.3(a)", t.backs[0], DISCARD_RACK, FULL_DECK)
    order = yield CardOrderWanted("99.3(a)", "99.3(a)", t.faces(DISCARD_RACK))
    yield Shuffle("99.3(a)", DISCARD_RACK, "hand", order)
    yield LoadDeck("99.3(a)", SHOE)


def deal(t: Table) -> Procedure:
    yield Announce("99.3(b)", NO_MORE_BETS)
    for place in (*map(hand, wagered(t)), DEALER):
        yield Deal("99.3(b)", SHOE, place, t.places[SHOE][0].card)
    yield StubToRack("99.3(c)", SHOE, len(t.places[SHOE]))


def decide(t: Table, rules: Rules, house: HighCardHouse, position: int) -> Procedure:
    seat = t.owners[position]
    yield Examine("99.4(a)", seat, position)
    choice = yield Ask("99.4(a)", seat, position, BET, (PLAY, SURRENDER), PLAY)
    if choice == SURRENDER:
        wager = t.wager(position, BET)
        back = half(wager, house.smallest_chip, rules.reads("odd-chip"))
        yield ReturnWager("99.4(b)", seat, position, BET, back, "half of what is surrendered")
        yield CollectWager("99.4(b)", seat, position, BET, wager - back, (), "surrendered")
        yield CollectCards("99.4(b)", hand(position))


def half(wager: int, chip: int, odd_chip: str) -> int:
    """What goes back to the player, in whole chips; `odd_chip` is the choice in the reading of that name."""
    chips, odd = divmod(wager // chip, 2)
    return chip * (chips + (odd if odd_chip == "player" else 0))
