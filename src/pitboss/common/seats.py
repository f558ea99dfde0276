"""Who sits, who leaves, and what may not be put down or done at a card table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.facts import DEALT_IN
from pitboss.common.house import CardHouse
from pitboss.common.steps import NobodyPlays
from pitboss.engine.inputs import Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.facts import LEAVING, READY
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import LeaveSeat, ReturnWager, Rise, TakeSeat
from pitboss.table.table import Table

NO_MORE_BETS = "No more bets"


def dealt_in(t: Table) -> tuple[int, ...]:
    """The positions that get cards this round, in the order of the deal; none before the deal begins."""
    return DEALT_IN.get(t) or ()


def wagers_of(t: Table, seat: int) -> list[tuple[int, str, int]]:
    """What a player has on the layout: position, betting area, cents."""
    return [placed for placed in t.wagers() if t.owners[placed[0]] == seat]


# --- what is refused at any moment of the round, whatever the dealer is waiting for


def stranger(r: Round[CardHouse], seat: int) -> Refusal:
    return Refusal(r.ids.seated, f"nobody sits at seat {seat}", "take a seat first")


def bar_wager(r: Round[CardHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    t = r.table
    if given.seat not in t.players or LEAVING(t, given.seat):
        yield stranger(r, given.seat)
    if NO_MORE_BETS in t.said:
        yield Refusal(
            r.ids.no_late_wagers,
            "the dealer has announced “No more bets”",
            "wagers are made, raised and taken back before that; later ones when the dealer asks",
        )


def bar_leaving(r: Round[CardHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if given.seat not in t.players or LEAVING(t, given.seat):
        yield stranger(r, given.seat)
        return
    p = r.ids
    if any(t.owners.get(position) == given.seat for position in dealt_in(t)):
        yield Refusal(p.seated, "you have wagered and are dealt in", "stay seated until the round of play is complete")
    elif NO_MORE_BETS in t.said and wagers_of(t, given.seat):
        yield Refusal(p.no_late_wagers, "the dealer has announced “No more bets”", "your wagers stay where they are")


def bar_conduct(r: Round[CardHouse], given: Conduct) -> Iterator[Refusal]:
    cite = r.ids.chips_only
    match given.what:
        case "cash wager" | "verbal wager":
            yield Refusal(cite, f"a {given.what} is not accepted", "place gaming chips or plaques on the layout")
        case "match play coupon" if r.rules.reads("match-play") == "refused":
            yield Refusal(cite, "this house accepts no match play coupon", "place gaming chips or plaques")


def bar_sitting(r: Round[CardHouse], given: Sit) -> Iterator[Refusal]:
    if not 1 <= given.seat <= r.house.seats:
        yield Refusal("house:seats", f"there is no seat {given.seat}", f"seats are 1 to {r.house.seats}")
    elif given.seat in r.table.players:
        yield Refusal("house:seats", f"seat {given.seat} is taken", "choose an empty one")
    if given.chips < 0 or given.chips % r.house.smallest_chip:
        yield Refusal("house:chips", f"{dollars(given.chips)} are no chips", "bring a multiple of the smallest chip")
    if not given.player:
        yield Refusal("house:seats", "a player needs a name", "give one")


# --- what interrupts the dealer, once nothing bars it


def sit(r: Round[CardHouse], given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)


def leave(r: Round[CardHouse], given: Leave) -> Procedure:
    t = r.table
    yield Rise("house:seats", given.seat, t.players[given.seat])
    for position, spot, cents in wagers_of(t, given.seat):
        why = "the player leaves before “No more bets”"
        yield ReturnWager(r.ids.no_late_wagers, given.seat, position, spot, cents, why)
    yield from empty_seat(r, given.seat)


def empty_seat(r: Round[CardHouse], seat: int) -> Procedure:
    """The player goes with his chips; when nobody is left the table is idle again."""
    t = r.table
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])
    if not t.players and READY(t) and NO_MORE_BETS not in t.said:
        yield NobodyPlays(r.ids.idle)  # the cards are spread again before anyone is dealt to


def behave(r: Round[CardHouse], given: Conduct) -> Procedure:
    """Conduct that nothing bars changes nothing either."""
    yield from ()


# --- what every wager must keep to


def bad_chips(r: Round[CardHouse], given: Wager) -> Iterator[Refusal]:
    """Chips that do not exist, or that the player has not got."""
    if odd := [cents for cents in given.stakes.values() if cents <= 0 or cents % r.house.smallest_chip]:
        chip = dollars(r.house.smallest_chip)
        yield Refusal("house:smallest-chip", f"{dollars(odd[0])} in chips is no wager", f"a multiple of {chip} is")
    if sum(given.stakes.values()) > (held := r.table.ledger[chips_before(given.seat)]):
        yield Refusal(r.ids.chips_only, "you have not that many chips", f"you have {dollars(held)}")


def outside(total: int, least: int, most: int) -> Refusal:
    wrong = f"{dollars(total)} is outside the table's limits"
    return Refusal("house:limits", wrong, f"{dollars(least)} to {dollars(most)}")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_wager,
    TakeBack: bar_wager,
    Leave: bar_leaving,
    Sit: bar_sitting,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: sit, Leave: leave, Conduct: behave}
