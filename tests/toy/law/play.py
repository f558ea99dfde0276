"""A round of High Card, top to bottom, as the subchapter tells it (99.3, 99.4)."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, CardOrderWanted, Procedure
from pitboss.table.card_steps import CollectCards, Deal, Examine, LoadDeck, ReceiveDeck, Shuffle, StubToRack, TurnDealer
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import Announce, CollectWager, ReturnWager
from pitboss.table.table import DEALER, DISCARD_RACK, SHOE, hand
from toy.law.house import HighCardHouse
from toy.law.irregular import count_cards
from toy.law.settle import settle
from toy.law.wagers import BET, NO_MORE_BETS, take_wagers, wagered_positions

PLAY, SURRENDER = "play", "surrender"


def play(r: Round[HighCardHouse]) -> Procedure:
    t = r.table
    yield from shuffle(r)
    yield from take_wagers(r)
    yield from deal(r)
    yield from count_cards(r)
    for position in t.live_positions():
        yield from decide(r, position)
    yield TurnDealer("99.4(c)", t.faces(DEALER))
    yield from settle(r)


def shuffle(r: Round[HighCardHouse]) -> Procedure:
    t = r.table
    if not t.cards(DISCARD_RACK):  # a table about to open has no cards yet
        yield ReceiveDeck("99.3(a)", t.backs[0], DISCARD_RACK, FULL_DECK)
    order = yield CardOrderWanted("99.3(a)", "99.3(a)", t.faces(DISCARD_RACK))
    yield Shuffle("99.3(a)", DISCARD_RACK, "hand", order)
    yield LoadDeck("99.3(a)", SHOE)


def deal(r: Round[HighCardHouse]) -> Procedure:
    t = r.table
    yield Announce("99.3(b)", NO_MORE_BETS)
    for place in (*map(hand, wagered_positions(t)), DEALER):
        yield Deal("99.3(b)", SHOE, place, t.places[SHOE][0].card)
    yield StubToRack("99.3(c)", SHOE, len(t.places[SHOE]))


def decide(r: Round[HighCardHouse], position: int) -> Procedure:
    t = r.table
    seat = t.owners[position]
    yield Examine("99.4(a)", seat, position)
    choice = yield Ask("99.4(a)", seat, position, BET, (PLAY, SURRENDER), PLAY)
    if choice == SURRENDER:
        wager = t.wager(position, BET)
        back = half(wager, r.house.smallest_chip, r.rules.reads("odd-chip"))
        yield ReturnWager("99.4(b)", seat, position, BET, back, "half of what is surrendered")
        yield CollectWager("99.4(b)", seat, position, BET, wager - back, (), "surrendered")
        yield CollectCards("99.4(b)", hand(position))


def half(wager: int, chip: int, odd_chip: str) -> int:
    """Return what goes back to the player, in whole chips; `odd_chip` is the choice in the reading of that name."""
    chips, odd = divmod(wager // chip, 2)
    return chip * (chips + (odd if odd_chip == "player" else 0))
