"""The settlement of described side wagers: after the game's own wagers of that hand, or when it is folded or void."""

from __future__ import annotations

from pitboss.common.house import SideWagerHouse
from pitboss.common.side_wagers.side_bets import side_wagers_at
from pitboss.counting.named_hands import line_of
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.table.card_steps import TurnHand
from pitboss.table.cards import NOTHING
from pitboss.table.side_wager import CITE, SideWager
from pitboss.table.steps import PUSH, CollectWager, JudgeWager, PayWager, ReturnWager
from pitboss.table.table import COMMUNITY, Table, hand

FLOP = 3
OWN, OWN_THREE, WITH_FLOP, WITH_BOARD = ("hand", "first three", "hand and flop", "hand and board")


def deciding_cards(t: Table, position: int, cards: str) -> tuple[str, ...]:
    """Return the cards at a position that decide a wager, by the words for them."""
    own, board = t.faces(hand(position)), t.faces(COMMUNITY)
    if cards == OWN_THREE:
        return own[:3]
    return own + {OWN: (), WITH_FLOP: board[:FLOP], WITH_BOARD: board}[cards]


def settle_side_wagers(r: Round[SideWagerHouse], position: int) -> Procedure:
    """Settle the described wagers of a hand that lies face up."""
    for wager in side_wagers_at(r, position):
        yield from settle_side_wager(r, position, wager)


def settle_side_wager(r: Round[SideWagerHouse], position: int, wager: SideWager) -> Procedure:
    """Settle one described wager: collect it, give it back or pay it by its table."""
    t = r.table
    seat, stake, cards = t.owners[position], t.wager(position, wager.name), deciding_cards(t, position, wager.cards)
    if len(cards) != r.house.side_terms.cards[wager.cards]:  # the hand was dealt wrongly, and nobody has noticed
        yield ReturnWager(CITE, seat, position, wager.name, stake, "the hand is void: it has a wrong number of cards")
        return
    line = line_of(wager, cards)
    made = NOTHING if line is None else line.hand
    wins = line is not None and line.rate.win > 0
    yield JudgeWager(CITE, seat, position, wager.name, cards, made, wins)
    if line is None:
        yield CollectWager(CITE, seat, position, wager.name, stake, cards, made)
    elif not wins:
        yield ReturnWager(CITE, seat, position, wager.name, stake, f"{PUSH}, {made}")
    else:
        rate = line.rate
        yield PayWager(CITE, seat, position, wager.name, CITE, stake, cards, made, str(rate), rate.pays(stake))


def keeps_side_wager(r: Round[SideWagerHouse], position: int) -> bool:
    """Return whether a position has a described wager that a fold does not lose."""
    return any(wager.when_folded == "settled" for wager in side_wagers_at(r, position))


def collect_lost_by_folding(r: Round[SideWagerHouse], position: int) -> Procedure:
    """Collect the described wagers that a fold loses."""
    t = r.table
    for wager in side_wagers_at(r, position):
        if wager.when_folded == "lost":
            cents = t.wager(position, wager.name)
            yield CollectWager(CITE, t.owners[position], position, wager.name, cents, (), "folded")


def settle_folded(r: Round[SideWagerHouse], position: int) -> Procedure:
    """Collect the described wagers that a fold loses, and turn the hand over to settle the others."""
    t = r.table
    yield from collect_lost_by_folding(r, position)
    if keeps_side_wager(r, position):
        yield TurnHand(CITE, t.owners[position], position, t.faces(hand(position)))
        yield from settle_side_wagers(r, position)


def return_side_wagers(r: Round[SideWagerHouse], position: int) -> Procedure:
    """Give back the described wagers of a hand that is void."""
    t = r.table
    for wager in side_wagers_at(r, position):
        cents = t.wager(position, wager.name)
        yield ReturnWager(CITE, t.owners[position], position, wager.name, cents, "the hand is void")
