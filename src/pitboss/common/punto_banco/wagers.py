"""The rules of wagering (part 5 of the facts): what may be wagered, when and how much, and who comes and goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from pitboss.common import open_layout, shoe
from pitboss.common.open_layout import BETTING_OVER, wagers_of
from pitboss.common.punto_banco.facts import SETTLED
from pitboss.common.punto_banco.house import (
    BANKER,
    MAIN,
    PAIRS,
    PLAYER,
    SIDE_OF_FORM,
    SPOTS,
    TIE,
    PuntoBancoHouse,
    offered_spots,
)
from pitboss.common.punto_banco.vigorish import collect_from, vigorish_owed
from pitboss.common.steps import NobodyPlays
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import LeaveSeat, ReturnWager, Rise
from pitboss.table.table import Table

Dealt = Round[PuntoBancoHouse]
ORDER = {spot: number for number, spot in enumerate(SPOTS)}
CITED = {PLAYER: "beyond:minibaccarat.5(c)1", BANKER: "beyond:minibaccarat.5(c)2", TIE: "beyond:minibaccarat.5(c)3"}
CITED |= dict.fromkeys(PAIRS, "beyond:minibaccarat.5(d)") | dict.fromkeys(SIDE_OF_FORM, "beyond:minibaccarat.5(e)")
WAGERS: Wagers[PuntoBancoHouse] = Wagers(*(WagerDeclaration(name=spot, cite=CITED[spot]) for spot in SPOTS))


def take_wagers(r: Dealt) -> Procedure:
    """Take wagers, changes and withdrawals until the dealer goes on."""
    window = Window("beyond:minibaccarat.5(a)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Wager):
            yield from open_layout.put_down(r, in_order(given), "beyond:minibaccarat.5(a)")
        else:
            yield from open_layout.take_back(r, given, "beyond:minibaccarat.5(a)")


def in_order(given: Wager) -> Wager:
    """Return the wager with its stakes sorted: on a hand or a tie first, because a pair may be bet only beside one of
    those.
    """
    return Wager(given.seat, {spot: given.stakes[spot] for spot in sorted(given.stakes, key=ORDER.__getitem__)})


# --- what is taken while betting is open


def judge(r: Dealt, given: Input) -> Iterable[Refusal]:
    """Judge an input while betting is open."""
    match given:
        case Wager():
            return judge_wager(r, given)
        case TakeBack():
            return judge_taking(r, given)
        case Close():
            return open_layout.somebody_wagers(r, "beyond:minibaccarat.5(a)")
        case _:
            return (Refusal("beyond:minibaccarat.5(a)", "Bets are open.", "Bet, or let the dealer deal."),)


def judge_wager(r: Dealt, given: Wager) -> Iterator[Refusal]:
    """Refuse a wager that breaks a rule of betting, a limit, or what the player owes."""
    t, seat = r.table, given.seat
    spots = offered_spots(r.house)
    if refusals := [*open_layout.judge_place(r, given, spots.__contains__, "beyond:minibaccarat.5(c)")]:
        yield from refusals
        return
    wagered = {spot for spot, _ in wagers_of(t, seat, ORDER)} | given.stakes.keys()
    if wagered & set(PAIRS) and not wagered & set(MAIN):
        right = "Bet on player, banker or tie with it, or before."
        yield Refusal("beyond:minibaccarat.5(d)", "A pair bet is made beside another.", right)
    if {PLAYER, BANKER} <= wagered and r.rules.reads("both-hands") == "barred":
        wrong = "Nobody bets on both hands in one round."
        yield Refusal("beyond:minibaccarat.5(f)", wrong, "Take one of the two back, or leave the other out.")
    yield from open_layout.judge_amounts(r, given, r.house.limits, "beyond:minibaccarat.5(h)")
    total, held, debt = sum(given.stakes.values()), t.ledger[chips_before(seat)], vigorish_owed(t, seat)
    if held - debt < total <= held:
        chip = r.house.smallest_chip
        most = (held - debt) // chip * chip  # rounded down to whole chips
        right = f"Bet {dollars(most)} or less, or add chips." if most else "Add chips."
        yield Refusal("beyond:minibaccarat.8(f)", f"You owe {dollars(debt)} of vigorish.", right)


def judge_taking(r: Dealt, given: TakeBack) -> Iterator[Refusal]:
    """Refuse to take back a wager that is not there or that a pair wager needs."""
    wagered = {spot for spot, _ in wagers_of(r.table, given.seat, ORDER)}
    if refusals := [*open_layout.judge_taking(r, given)]:
        yield from refusals
    elif given.spot in MAIN and wagered & set(PAIRS) and not (wagered - {given.spot}) & set(MAIN):
        yield Refusal("beyond:minibaccarat.5(d)", "Your pair bet needs it.", "Take the pair bet back first.")


# --- what is refused at any moment


def bar_acting(r: Dealt, given: Wager | TakeBack) -> Iterator[Refusal]:
    yield from open_layout.bar_acting(r, given, "beyond:minibaccarat.5(g)")


def bar_leaving(r: Dealt, given: Leave) -> Iterator[Refusal]:
    """Refuse to let a player leave during settlement, or leave wagers behind that must stand."""
    t = r.table
    yield from open_layout.bar_leaving(r, given, "beyond:minibaccarat.5(g)")
    if any(movement.seat == given.seat for movement in SETTLED.get(t) or ()):
        yield Refusal("house:seats", "The round is not over.", "Stay until the cards are collected.")


def bar_conduct(r: Dealt, given: Conduct) -> Iterator[Refusal]:
    if given.what in ("touch cards", "hide cards"):
        yield Refusal("house:wagers", "Players do not touch the cards here.", "Leave them to the dealer.")
    else:
        yield Refusal(
            "beyond:minibaccarat.5(b)", f"This table does not take a {given.what}.", "Put gaming chips on the layout."
        )


# --- who goes


def leave(r: Dealt, given: Leave) -> Procedure:
    """Have a player leave: his wagers go back to him, he pays what he owes, and he goes with his chips."""
    t, seat = r.table, given.seat
    yield Rise("house:seats", seat, t.players[seat])
    for spot, cents in wagers_of(t, seat, ORDER):
        yield ReturnWager("beyond:minibaccarat.5(a)", seat, seat, spot, cents, "the player leaves")
    yield from collect_from(t, seat)
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])
    if not t.players and shoe.in_play(t) and not BETTING_OVER(t):
        yield NobodyPlays("beyond:minibaccarat.4(i)")  # the next round begins at an idle table


def offers(r: Dealt, seat: int) -> Iterable[Offer]:
    """Return what a player may put down now."""
    t, house, barred = r.table, r.house, r.rules.reads("both-hands") == "barred"
    wagered = {spot for spot, _ in wagers_of(t, seat, ORDER)}
    other = {PLAYER: BANKER, BANKER: PLAYER}
    open_to_him = [
        spot
        for spot in offered_spots(house)
        if not (barred and other.get(spot) in wagered) and not (spot in PAIRS and not wagered & set(MAIN))
    ]
    plain = open_layout.make_offers((spot, house.limits(spot), int(house.smallest_chip), "") for spot in open_to_him)
    return open_layout.adjust_offers(t, seat, plain)


def wagers_on_area(t: Table, spot: str) -> list[tuple[int, int]]:
    """Return the seats with chips on an area, from the dealer's right, each with its cents."""
    return sorted(((seat, cents) for seat, area, cents in t.wagers() if area == spot), reverse=True)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: open_layout.sit, Leave: leave}
