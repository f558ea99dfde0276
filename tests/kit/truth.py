"""An act tells the truth about the table: whose wager, how many cards, how much money. Asked before it takes effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.table.card_steps import CountStub, StubToRack
from pitboss.table.facts import PAYABLE, WAGER_WINS
from pitboss.table.money import Odds
from pitboss.table.steps import (
    CollectFee,
    CollectWager,
    PayStanding,
    PayWager,
    PlaceWager,
    StandWager,
    TakeSeat,
    WagerStep,
)
from pitboss.table.table import DISCARD_RACK, STUB, Table


def lies(step: Any, t: Table) -> Iterator[str]:
    """Yield each statement of an act that is not so."""
    seat, position = getattr(step, "seat", None), getattr(step, "position", None)
    if seat is not None and not isinstance(step, TakeSeat) and seat not in t.players:
        yield f"nobody sits in seat {seat}"
    if position is not None and seat is not None and not isinstance(step, PlaceWager):
        if t.owners.get(position, seat) != seat:
            yield f"position {position} is not seat {seat}'s"
        if position not in t.owners and not isinstance(step, CollectFee):  # it may be owed for an earlier round
            yield f"nobody has position {position}"
    if (before := getattr(step, "before", None)) is not None and before != len(t.cards(step.place)):
        yield f"{len(t.cards(step.place))} cards lie there"
    if isinstance(step, StubToRack) and step.count != len(t.cards(step.source)):
        yield f"the stub has {len(t.cards(step.source))} cards"
    if isinstance(step, CountStub):
        if step.counted not in (len(t.cards(STUB)), len(t.cards(DISCARD_RACK))):
            yield f"the stub has {len(t.cards(STUB))} cards"
        if step.deck != t.count():
            yield f"the deck has {t.count()} cards"
    if isinstance(step, WagerStep):
        yield from _of_wagers(step, t)


def _of_wagers(step: WagerStep, t: Table) -> Iterator[str]:
    out, wins = t.wager(step.position, step.spot), WAGER_WINS.get(t, (step.position, step.spot))
    if isinstance(step, PayWager) and wins is False:
        yield f"{step.spot} has lost"
    if isinstance(step, CollectWager) and wins is True:
        yield f"{step.spot} has won"
    if isinstance(step, StandWager) and step.cents != out:
        yield f"{out} stands on {step.spot}"
    if type(step) is CollectWager and step.cents != out:
        yield f"{out} lies on {step.spot}"
    if isinstance(step, PayStanding) and step.stake != out:
        yield f"{out} lies on {step.spot}"
    if isinstance(step, PayWager) and " to " in step.rate:
        on = getattr(step, "on", step.stake)
        odds = Odds.parse(step.rate)
        if step.cents * odds.stake != on * odds.win and PAYABLE.get(t, step.position) is None:
            yield f"{step.cents} is not {step.rate} on {on}"
