"""High Card from a shoe of two decks that lasts: the toy of docs/adding-a-game.md, for what only a shoe shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.common import shoe
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.card_steps import Deal, TurnDealer
from pitboss.table.steps import Announce
from pitboss.table.table import DEALER, SHOE, hand
from toy import GAME as TOY
from toy.law import irregular, settle
from toy.law.house import HighCardHouse
from toy.law.irregular import INCIDENT, count_cards
from toy.law.play import decide
from toy.law.wagers import NO_MORE_BETS, take_wagers, wagered_positions

BEHIND = (20, 30)


class HighShoeHouse(HighCardHouse, frozen=True, kw_only=True, rename="kebab"):
    name: str = "High Shoe 1"
    game: str = "high-shoe"

    @property
    def packs(self) -> int:
        return 2


def play(r: Round[HighShoeHouse]) -> Procedure:
    t = r.table
    if not shoe.in_play(t):
        yield from new_shoe(r)
    yield from take_wagers(r)
    yield Announce("99.3(b)", NO_MORE_BETS)
    for place in (*map(hand, wagered_positions(t)), DEALER):
        yield from shoe.meet_cutting_card(r, "99.3(c)")
        yield Deal("99.3(b)", SHOE, place, t.places[SHOE][0].card)
    yield from count_cards(r)
    for position in t.live_positions():
        yield from decide(r, position)
    yield TurnDealer("99.4(c)", t.faces(DEALER))
    yield from settle.settle(r)
    if t.cutting_card is None:
        yield from shoe.empty(r, "99.3(c)")


def new_shoe(r: Round[HighShoeHouse]) -> Procedure:
    yield from shoe.receive(r, "99.3(a)")
    yield from shoe.shuffle(r, "99.3(a)", "99.3(a)")
    yield from shoe.cut(r, "99.3(a)", 10)
    yield from shoe.put_cutting_card(r, "99.3(a)", *BEHIND)
    yield from shoe.load("99.3(a)")
    yield shoe.burn(r.table, "99.3(a)")


def bar_extra(r: Round[HighShoeHouse], given: ExtraCard) -> Iterator[Refusal]:
    """Bar an extra card once the deal is over. The shoe still holds cards then, but nobody looks at the hands."""
    t = r.table
    if t.is_void or t.cards(DEALER):
        yield Refusal(INCIDENT, "The deal is over.", "This cannot happen at the table now.")
    else:
        yield from irregular.bar_extra(r, given)


GAME = replace(
    TOY,
    name="high-shoe",
    title="High Card from a shoe (a toy)",
    house=HighShoeHouse,
    play=play,
    rests=(SHOE,),
    bars={**TOY.bars, ExtraCard: bar_extra},
)
