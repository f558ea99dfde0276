"""The rules of wagering: what may be wagered, when and how much, and which conduct is barred.

Section 20.6 is not held. The held text mentions the ante and pair plus wagers, one or both, where the cards are dealt
(20.7(c)) and where the decision is made (20.10(b)); everything else is a labeled default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pitboss.common import seats
from pitboss.common.declared_wagers import judge_amounts, list_offers, refuse_early, unknown_areas
from pitboss.common.seats import NO_MORE_BETS, bar_conduct, refuse_bad_chips, refuse_foreign_wager
from pitboss.common.side_wagers.side_bets import bar_orphans, cite_for, judge_beside, offer_side_wagers
from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting
from pitboss.engine.wager_declarations import PayTableWager, WagerDeclaration, Wagers, forfeit_always
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.three_card_poker.law.paytables import pair_plus
from pitboss.games.three_card_poker.law.steps import WarnOfShortStack
from pitboss.table.brief import Sentence
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import TAKEN_BACK, Announce, PlaceWager, ReturnWager
from pitboss.table.table import Table

if TYPE_CHECKING:  # the house is checked against these declarations
    from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse

ANTE, PLAY, PAIR_PLUS = "ante", "play", "pair plus"
ANTE_BONUS = "ante bonus"  # not a betting area: it is computed from the ante
ANTE_AND_PLAY = "ante and play"
OPENING = (ANTE, PAIR_PLUS)  # the wagers with which a hand is dealt (20.7(c))

MADE, POSITIONS = "reading:wagers", "reading:positions"

WAGERS: Wagers[ThreeCardPokerHouse] = Wagers(
    WagerDeclaration(
        name=ANTE,
        cite=MADE,
        reported_as=ANTE_AND_PLAY,
        bonuses=(ANTE_BONUS,),
        limits=lambda house: (house.minimum, house.maximum),
        later=1,  # a play wager is as large as the ante (20.10(b))
        forfeited=forfeit_always,
    ),
    WagerDeclaration(
        name=PLAY,
        cite="20.10(b)",
        reported_as=ANTE_AND_PLAY,
        too_early=Refusal("20.10(b)", "The play bet comes after you see your cards.", "Make it when the dealer asks."),
    ),
    PayTableWager(
        name=PAIR_PLUS,
        cite=MADE,
        limits=lambda house: (house.pair_plus_minimum, house.pair_plus_maximum),
        forfeited=forfeit_always,  # 20.10(b): a fold forfeits it with the ante
        cards="the hand",
        pays=lambda rules, house: pair_plus(),
        wins=lambda rules, house: Sentence("Wins when your own three cards hold a pair or better.", "20.11(a)2"),
    ),
)


def has_opening_wager(t: Table, position: int) -> bool:
    """Return whether an ante or a pair plus wager is at this position. Only then is a hand dealt there."""
    return any(t.wager(position, spot) for spot in OPENING)


def makes_hand(layout: Mapping[str, int]) -> bool:
    """Return whether wagers are enough for a hand to be dealt: cents by betting area."""
    return any(layout[spot] for spot in OPENING)


def take_wagers(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Take wagers until the dealer closes the betting."""
    t = r.table
    yield from say_if_short(r)
    window = Window(MADE, "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        position = given.position or given.seat
        if isinstance(given, Wager):
            for spot, cents in given.stakes.items():
                if given.seat not in t.players:  # the player left between two wagers
                    break
                yield PlaceWager(cite_for(r, spot, MADE), given.seat, position, spot, cents)
            if (left := t.ledger[chips_before(given.seat)]) < (antes := antes_of(t, given.seat)):
                yield WarnOfShortStack("reading:short-stack", given.seat, left, antes)
        else:
            cents = t.wager(position, given.spot)
            yield ReturnWager(cite_for(r, given.spot, MADE), given.seat, position, given.spot, cents, TAKEN_BACK)


def antes_of(t: Table, seat: int) -> int:
    """Return the total of a player's antes. The player will need as much again for play wagers."""
    return sum(t.wager(position, ANTE) for position, owner in t.owners.items() if owner == seat)


def no_more_bets(cite: str) -> Procedure:
    yield Announce(cite, NO_MORE_BETS)


# --- inputs refused at any moment of the round


def bar_behaviour(r: Round[ThreeCardPokerHouse], given: Conduct) -> Iterator[Refusal]:
    yield from bar_conduct(r, given)
    position = given.position or given.seat
    if given.what == "touch cards" and r.table.owners.get(position) != given.seat:
        problem = f"You may not touch the cards at seat {position}."
        yield Refusal("20.10(a)", problem, "Leave them to their player and the dealer.")


def bar_seat(r: Round[ThreeCardPokerHouse], given: Sit) -> Iterator[Refusal]:
    t = r.table
    yield from bar_sitting(r, given)
    neighbor = t.owners.get(given.seat, given.seat)
    if neighbor != given.seat and (t.has_hand(given.seat) or has_opening_wager(t, given.seat)):
        yield Refusal(POSITIONS, f"Seat {neighbor} is betting at seat {given.seat}.", "Wait for the next round.")


# --- inputs while wagers are being taken


def judge(r: Round[ThreeCardPokerHouse], given: Input) -> Iterator[Refusal]:
    """Yield every reason to refuse this input while wagers are being taken."""
    t = r.table
    match given:
        case Close():
            if not any(has_opening_wager(t, position) for position in t.owners):
                yield Refusal(MADE, "Nobody has a bet down.", "Wait until someone does.")
        case Wager():
            yield from judge_beside(r, given, _judge_wager, makes_hand)
        case TakeBack():
            yield from bar_orphans(r, given, makes_hand)
            if (refusal := refuse_foreign_wager(t, given)) is not None:
                yield refusal
            elif r.rules.reads("wagers") == "stay-down":
                yield Refusal(MADE, f"Your {given.spot} bet is down.", "It stays until it is settled.")
        case _:
            yield Refusal(MADE, "Bets are open.", "Bet, or let the dealer close the betting.")


def _judge_wager(r: Round[ThreeCardPokerHouse], given: Wager) -> Iterator[Refusal]:
    """Judge a wager by how the layout would look with the chips on it."""
    t = r.table
    seat, position, stakes = given.seat, given.position or given.seat, given.stakes
    if (refusal := refuse_early(WAGERS, stakes)) is not None:
        yield refusal
        return
    if unknown := unknown_areas(WAGERS, stakes):
        offered = " and ".join(wager.name for wager in WAGERS.list_before_the_deal(r.rules, r.house))
        yield Refusal(MADE, f"There is no bet on {unknown}.", f"The bets are {offered}.")
        return
    yield from refuse_bad_chips(r, given)
    yield from _judge_position(r, seat, position)
    yield from judge_amounts(r, WAGERS, position, stakes)
    if r.rules.reads("short-stack") == "ante-refused":
        yield from _judge_stack(t, given)


def _judge_stack(t: Table, given: Wager) -> Iterator[Refusal]:
    """Require that enough chips are left to match every ante with a play wager."""
    antes = antes_of(t, given.seat) + given.stakes.get(ANTE, 0)
    left = t.ledger[chips_before(given.seat)] - sum(given.stakes.values())
    if left < antes:
        problem = f"You would have {dollars(max(left, 0))} left after {dollars(antes)} in antes."
        yield Refusal("reading:short-stack", problem, "Keep enough for a play bet equal to the ante.")


def _judge_position(r: Round[ThreeCardPokerHouse], seat: int, position: int) -> Iterator[Refusal]:
    """Allow the player's own position and, if the reading `positions` says so, one free position next to it."""
    t = r.table
    other_positions = [
        taken for taken, owner in t.owners.items() if owner == seat and taken != seat and has_opening_wager(t, taken)
    ]
    holder = t.owners.get(position, seat)
    if holder != seat and has_opening_wager(t, position):
        yield Refusal(POSITIONS, f"Seat {holder} is betting at seat {position}.", "Wait for the next round.")
    elif position == seat:
        return
    elif r.rules.reads("positions") == "one":
        yield Refusal(POSITIONS, "Each player has one seat at this table.", "Bet at your own seat.")
    elif not 1 <= position <= t.positions or abs(position - seat) != 1:
        yield Refusal(
            POSITIONS, f"Seat {position} is not next to seat {seat}.", "Bet at your own seat or the one next to it."
        )
    elif position in t.players:
        yield Refusal(
            POSITIONS, f"That spot belongs to seat {position}.", "Bet at your own seat, or an open one next to it."
        )
    elif other_positions and other_positions != [position]:
        yield Refusal(POSITIONS, "You already have bets at two seats.", "Play two seats at the most, side by side.")


def offers(r: Round[ThreeCardPokerHouse], seat: int) -> Iterator[Offer]:
    """Yield what a player may wager at his own seat."""
    yield from list_offers(r, WAGERS, seat)
    yield from offer_side_wagers(r, seat, makes_hand)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {**seats.BARS, Sit: bar_seat, Conduct: bar_behaviour}
INTERRUPTIONS = seats.INTERRUPTIONS
