"""Wagers on a layout that all players share, until the dealer calls "No more bets", for games with one result for all.

Each function takes the citation of the game that calls it. The game says which areas there are, and how much may lie on
each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.engine.game import Offer
from pitboss.engine.inputs import Conduct, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import chips_refusal, empty_seat_refusal, is_seated
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.facts import Fact, Flag
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import TAKEN_BACK, Announce, LeaveSeat, PlaceWager, ReturnWager, Rise, Step, TakeSeat
from pitboss.table.table import Table

NO_MORE_BETS = "No more bets"
BETTING_OVER = Flag("“No more bets” was called, and betting has not been opened again")
LATE = Fact[tuple[int, ...]]("seats whose chips will come after the call")

Limits = tuple[int, int]  # the least and the most that may lie on an area, in cents
Table_ = Round[Any]


class CallNoMoreBets(Announce, frozen=True, tag="no more bets"):
    """The dealer makes the call that ends betting."""

    def do(self, t: Table) -> None:
        super().do(t)
        BETTING_OVER.set(t)


class OpenBetting(Step, frozen=True, tag="open betting"):
    """Betting opens again in the same round."""

    def do(self, t: Table) -> None:
        BETTING_OVER.set(t, False)

    def tell(self) -> str:
        return "Wagers may be made and changed again."


class HoldOnToChips(Step, frozen=True, tag="hold on to chips"):
    """A player will put chips down too late. Nobody notices until the dealer has called "No more bets"."""

    seat: int

    def do(self, t: Table) -> None:
        LATE.set(t, (*late_seats(t), self.seat))

    def tell(self) -> str:
        return f"Seat {self.seat} holds on to chips for too long."

    @property
    def unnoticed(self) -> bool:
        return True


def late_seats(t: Table) -> tuple[int, ...]:
    """Return the seats whose chips come after the call, in the order in which they come."""
    return LATE.get(t) or ()


def wagers_of(t: Table, seat: int, order: Mapping[str, int]) -> list[tuple[str, int]]:
    """List what a player has on the layout, in the order of the areas: betting area and cents."""
    own = [(spot, cents) for position, spot, cents in t.wagers() if position == seat]
    return sorted(own, key=lambda wager: order[wager[0]])


def in_order(t: Table, order: Mapping[str, int]) -> list[tuple[int, str, int]]:
    """List everything that lies on the layout, seat by seat, in the order of the areas."""
    return sorted(t.wagers(), key=lambda wager: (wager[0], order[wager[1]]))


# --- what is refused


def bar_acting(r: Table_, given: Wager | TakeBack, late_cite: str) -> Iterator[Refusal]:
    """Refuse an input from somebody who does not sit, and any wager after the call."""
    if not is_seated(r.table, given.seat):
        yield empty_seat_refusal(given.seat)
    elif BETTING_OVER(r.table):
        yield Refusal(late_cite, "The dealer has called “No more bets”.", "Bet and take bets back before that.")


def bar_leaving(r: Table_, given: Leave, late_cite: str) -> Iterator[Refusal]:
    """Refuse to let a player leave a seat where nobody sits, or leave wagers behind after "No more bets"."""
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif BETTING_OVER(t) and any(position == given.seat for position, _, _ in t.wagers()):
        yield Refusal(late_cite, "The dealer has called “No more bets”.", "Your bets stay until they are settled.")


def bar_conduct(r: Table_, given: Conduct, chips_only: str, coupons: str) -> Iterator[Refusal]:
    """Refuse cash, spoken wagers, coupons and touching cards."""
    if given.what in ("cash wager", "verbal wager"):
        yield Refusal(chips_only, f"This table does not take a {given.what}.", "Put gaming chips on the layout.")
    elif given.what == "match play coupon":
        yield Refusal(coupons, "This house does not take match play coupons.", "Put gaming chips on the layout.")
    else:
        yield Refusal("house:wagers", "There are no cards at this table.", "Put gaming chips on the layout.")


def judge_place(r: Table_, given: Wager, is_area: Callable[[str], bool], only: str) -> Iterator[Refusal]:
    """Refuse wagers for which the layout has no area, and those on another player's areas."""
    if not given.stakes or not all(map(is_area, given.stakes)):
        unknown = ", ".join(spot for spot in given.stakes if not is_area(spot)) or "nothing"
        yield Refusal(only, f"There is no bet on {unknown}.", "Bet on an area of the layout.")
    elif given.position not in (0, given.seat):
        yield Refusal("house:wagers", f"That spot belongs to seat {given.position}.", "Bet at your own seat.")


def judge_amounts(r: Table_, given: Wager, limits: Callable[[str], Limits], posted: str) -> Iterator[Refusal]:
    """Refuse amounts that would put an area outside its limits, and chips that the player does not have."""
    t, chip = r.table, r.house.smallest_chip
    for spot, cents in given.stakes.items():
        (least, most), total = limits(spot), t.wager(given.seat, spot) + cents
        if cents <= 0 or cents % chip:
            wrong = f"{dollars(cents)} cannot be made in chips."
            yield Refusal("house:smallest-chip", wrong, f"Bet a multiple of {dollars(chip)}.")
        elif not least <= total <= most:
            wrong = f"{dollars(total)} on {spot} is {'below the minimum' if total < least else 'over the maximum'}."
            yield Refusal(posted, wrong, f"Bet {dollars(least)} to {dollars(most)}.")
    if sum(given.stakes.values()) > (held := t.ledger[chips_before(given.seat)]):
        yield chips_refusal(held)


def judge_taking(r: Table_, given: TakeBack) -> Iterator[Refusal]:
    """Refuse to take back a wager that is not there."""
    if given.position not in (0, given.seat) or not r.table.wager(given.seat, given.spot):
        yield Refusal("house:wagers", f"You have no bet on {given.spot}.", "Name one of your bets.")


def somebody_wagers(r: Table_, cite: str) -> Iterator[Refusal]:
    """Refuse to go on while nobody has a wager."""
    if not r.table.wagers():
        yield Refusal(cite, "Nobody has a bet on the layout.", "Wait until somebody bets.")


# --- what is done


def put_down(r: Table_, given: Wager, cite: str) -> Procedure:
    """Place the wagers of one input, area by area."""
    t = r.table
    for spot, cents in given.stakes.items():
        if (
            is_seated(t, given.seat) and t.ledger[chips_before(given.seat)] >= cents
        ):  # the player may leave between two of them
            yield PlaceWager(cite, given.seat, given.seat, spot, cents)


def take_back(r: Table_, given: TakeBack, cite: str) -> Procedure:
    """Return a wager to the player who takes it back."""
    cents = r.table.wager(given.seat, given.spot)
    yield ReturnWager(cite, given.seat, given.seat, given.spot, cents, TAKEN_BACK)


def sit(r: Table_, given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)


def leave(r: Table_, given: Leave, order: Mapping[str, int], cite: str) -> Procedure:
    """Have a player leave: what he has on the layout goes back to him, and he goes with his chips."""
    t, seat = r.table, given.seat
    yield Rise("house:seats", seat, t.players[seat])
    for spot, cents in wagers_of(t, seat, order):
        yield ReturnWager(cite, seat, seat, spot, cents, "the player leaves")
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])


def give_all_back(r: Table_, order: Mapping[str, int], cite: str, why: str) -> Procedure:
    """Give back every wager on the layout."""
    for seat, spot, cents in in_order(r.table, order):
        yield ReturnWager(cite, seat, seat, spot, cents, why)


def make_offers(areas: Iterable[tuple[str, Limits, int, str]]) -> list[Offer]:
    """Return what may be put on areas where nothing lies yet; areas that can take nothing are left out.

    Each area comes with its name, its limits, the step in cents of which a wager is a multiple, and its heading.
    """
    offers = [
        Offer(spot, (spot,), max(-(-low // step), 1) * step, high // step * step, step, group)
        for spot, (low, high), step, group in areas
    ]
    return [offer for offer in offers if offer.least <= offer.most]


def adjust_offers(t: Table, seat: int, offers: Sequence[Offer]) -> Sequence[Offer]:
    """Reduce the offers of a seat by what it has on the areas already. Every seat is asked for this after every act."""
    wagered = {spot: cents for position, spot, cents in t.wagers() if position == seat}
    if not wagered:
        return offers
    adjusted = [offer if offer.name not in wagered else _reduce(offer, wagered[offer.name]) for offer in offers]
    return [offer for offer in adjusted if offer.least <= offer.most]


def _reduce(offer: Offer, out: int) -> Offer:
    return offer._replace(least=max(offer.least - out, offer.step), most=offer.most - out)
