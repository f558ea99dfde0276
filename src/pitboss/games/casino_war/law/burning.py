"""Cards that are burned for a war or by a new dealer, and what goes wrong with burning and shuffling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from pitboss.common.open_layout import BETTING_OVER
from pitboss.engine.incidents.incident_kinds import DeviceJam, Incident
from pitboss.engine.inputs import Input, Plain
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, never_here
from pitboss.games.casino_war.law.facts import AT_WAR, BURNED_LAST, FEW_BURNED, WAR_BURNED
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.casino_war.law.shoe import look_at_next
from pitboss.games.casino_war.law.steps import (
    BurnForWar,
    BurnTooFew,
    DealerTakesOver,
    MakeUpBurn,
    SeeBurned,
    ShuffleAgain,
    TooLateToBurn,
)
from pitboss.law.force import cites, number, rule
from pitboss.table.card_steps import BurnCard
from pitboss.table.facts import VOID
from pitboss.table.steps import PlayOn
from pitboss.table.table import DISCARD_RACK, DRAWN, SHOE, Table

BY_INCIDENT = "house:incident"
BURNED = 3
IN_TIME, TOO_LATE = "in time", "too late"
EXAMPLE = "the dealer burns too few, in time"


class FewBurned(Incident, frozen=True, tag="few burned"):
    """The dealer is about to burn one card too few for a war; somebody notices in time, or too late."""

    plain: ClassVar = Plain(r"(?:the )?dealer burns too few, (?P<noticed>in time|too late)", EXAMPLE)

    noticed: Literal["in time", "too late"]


class BurnedSeen(Incident, frozen=True, tag="burned card seen"):
    """The card that was burned last turns over."""

    plain: ClassVar = Plain(r"(?:a )?burned card is seen", "a burned card is seen")


class NewDealer(Incident, frozen=True, tag="new dealer"):
    """Another dealer takes over."""

    plain: ClassVar = Plain(r"(?:a )?new dealer takes over", "a new dealer takes over")


# --- for a war


def burn(r: Round[CasinoWarHouse], reading: str = "") -> Procedure:
    """Burn three cards for a war. `reading` is cited as well for any but the first three of a round."""
    t, burned = r.table, 0
    while burned < number("beyond:casino-war.6(i)", "cards", BURNED) - bool(FEW_BURNED.get(t)):
        yield from look_at_next(r, war=True)
        yield BurnForWar(cites("beyond:casino-war.6(i)", reading), SHOE, t.places[SHOE][0].card)
        burned += 1
    if FEW_BURNED.get(t) == IN_TIME:
        yield from look_at_next(r, war=True)
        yield MakeUpBurn("beyond:casino-war.9(h)", SHOE, t.places[SHOE][0].card)


def look_at_burned(r: Round[CasinoWarHouse]) -> Procedure:
    """Leave a missing burn as it is, because a card of the war has been seen."""
    if FEW_BURNED.get(r.table) == TOO_LATE:
        why = "Fewer than three cards were burned, and a card of the war is seen"
        yield TooLateToBurn("beyond:casino-war.9(h)", why)


# --- what can happen, and when


def _refuse_now(problem: str) -> Refusal:
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def bar_few(r: Round[CasinoWarHouse], given: FewBurned) -> Iterator[Refusal]:
    t = r.table
    fighting = any(AT_WAR(t, position) and not VOID(t, position) for position in t.owners)
    if t.is_void or not fighting or WAR_BURNED.get(t) or FEW_BURNED.get(t):
        yield _refuse_now("No card is about to be burned for a war.")


def burn_too_few(r: Round[CasinoWarHouse], given: FewBurned) -> Procedure:
    yield BurnTooFew(BY_INCIDENT, given.noticed)


@rule("beyond:casino-war.1(h)", False)
def is_burned_card_on_top(t: Table) -> bool:
    """Return whether the top card of the discard rack was burned and has not been seen."""
    rack = t.cards(DISCARD_RACK)
    return bool(rack) and not rack[0].up and rack[0].card == BURNED_LAST.get(t)


def bar_seen(r: Round[CasinoWarHouse], given: BurnedSeen) -> Iterator[Refusal]:
    if r.table.is_void or not is_burned_card_on_top(r.table):
        yield _refuse_now("No burned card lies on top of the discard rack.")


def see_burned_card(r: Round[CasinoWarHouse], given: BurnedSeen) -> Procedure:
    yield SeeBurned(BY_INCIDENT, r.table.places[DISCARD_RACK][0].card)
    yield PlayOn("beyond:casino-war.9(i)", "A burned card was seen and stays burned")


def bar_new_dealer(r: Round[CasinoWarHouse], given: NewDealer) -> Iterator[Refusal]:
    t = r.table
    if BETTING_OVER(t) or t.is_void or not t.cards(SHOE) or t.cards(DRAWN):
        yield _refuse_now("A dealer takes over between rounds.")


def change_dealer(r: Round[CasinoWarHouse], given: NewDealer) -> Procedure:
    yield DealerTakesOver("reading:first-card-dealer")
    if r.rules.reads("first-card-dealer") == "yes":
        yield from look_at_next(r)
        yield BurnCard("reading:first-card-dealer", SHOE, r.table.places[SHOE][0].card)


def bar_jam(r: Round[CasinoWarHouse], given: DeviceJam) -> Iterator[Refusal]:
    t = r.table
    if given.device != "shuffler" or r.house.shuffler != "device":
        yield never_here(f"There is no {given.device} at the table.")
    elif t.is_void or t.undealt_place():
        yield _refuse_now("No shuffler is at work.")


def shuffle_after_jam(r: Round[CasinoWarHouse], given: DeviceJam) -> Procedure:
    yield ShuffleAgain("beyond:casino-war.9(k)")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    FewBurned: bar_few,
    BurnedSeen: bar_seen,
    NewDealer: bar_new_dealer,
    DeviceJam: bar_jam,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    FewBurned: burn_too_few,
    BurnedSeen: see_burned_card,
    NewDealer: change_dealer,
    DeviceJam: shuffle_after_jam,
}
