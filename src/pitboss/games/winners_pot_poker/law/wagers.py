"""The wagers of Winner's Pot Poker: who may make them, when and how much.

Section 33.6 is not held (the reading `making-wagers`); 33.13 is. Before the deal a player makes an ante and, if he
likes, jacks plus beside it. Bet and double wagers are placed when the dealer asks, at the sizes that the house has set.
What has gone to the pot stays there on the account of the player who put it in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pitboss.common import seats
from pitboss.common.declared_wagers import judge_amounts, refuse_early, unknown_areas
from pitboss.common.orders import bar_order, carry_out_order
from pitboss.common.seats import (
    NO_MORE_BETS,
    refuse_bad_chips,
    refuse_foreign_wager,
    refuse_other_position,
    refuse_second_position,
    wagers_of,
)
from pitboss.common.side_wagers.side_bets import bar_orphans, cite_for, judge_beside, offer_side_wagers
from pitboss.common.stub import COUNT
from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Company, Offer
from pitboss.engine.inputs import Close, Input, Leave, Order, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.wager_declarations import Needs, PayTableWager, WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.winners_pot_poker.law.paragraphs import STUB
from pitboss.games.winners_pot_poker.law.paragraphs import WAGERS as MADE
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table
from pitboss.games.winners_pot_poker.law.steps import POT
from pitboss.table.brief import Sentence
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import TAKEN_BACK, Announce, Manner, PlaceWager, ReturnWager, seat_name
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse

ANTE, BET, DOUBLE = STREET = ("ante", "bet", "double")  # what goes to the pot
JACKS_PLUS = "jacks plus"
SPOTS = (*STREET, JACKS_PLUS, POT)
INTO_THE_POT = "ante, bets and pot"
ALL_STREETS = "ante, bet and double"
JACKS_PLUS_WINS = Sentence(
    "Wins when your own hand is a pair of jacks or better, no matter who takes the pot.", "33.11(b)"
)

WAGERS: Wagers[WinnersPotHouse] = Wagers(
    WagerDeclaration(
        name=ANTE,
        cite=MADE,
        reported_as=INTO_THE_POT,
        simulated_as=ALL_STREETS,
        limits=lambda house: (house.minimum, house.maximum),
    ),
    WagerDeclaration(
        name=BET,
        cite="reading:first-street",
        reported_as=INTO_THE_POT,
        too_early=Refusal(MADE, "It is too early for the bet.", "Make it when the dealer asks."),
    ),
    WagerDeclaration(
        name=DOUBLE,
        cite="33.10(c)1",
        reported_as=INTO_THE_POT,
        too_early=Refusal(MADE, "It is too early for the double.", "Make it when the dealer asks."),
    ),
    PayTableWager(
        name=JACKS_PLUS,
        cite=MADE,
        limits=lambda house: (house.jacks_plus_minimum, house.jacks_plus_maximum),
        needs=Needs((ANTE,), Refusal(MADE, "Jacks plus needs an ante.", "Ante first, or bet both at once.")),
        cards="the hand",
        pays=lambda rules, house: jacks_plus_table(house),
        wins=lambda rules, house: JACKS_PLUS_WINS,
    ),
    WagerDeclaration(name=POT, cite="33.10(e)", reported_as=INTO_THE_POT),
)

ALONE = (
    "With one player the pot holds only that player's own chips: it can be won back less the commission, and no more; "
    "only jacks plus can win anything"
)


def company(house: WinnersPotHouse) -> Company | None:
    """Return how many players the game needs. One alone can only lose, unless the house puts something into the pot."""
    return None if house.dealer_stake else Company(2, ALONE)


def say_if_alone(r: Round[WinnersPotHouse], players: int) -> Procedure:
    wanted = company(r.house)
    if wanted is not None and players < wanted.least and wanted.why not in r.table.said:
        yield Announce("house:company", wanted.why)


def wager_size(house: WinnersPotHouse, wager: str, ante: int) -> int:
    return ante * (house.bet_times if wager == BET else house.double_times)


def makes_hand(layout: Mapping[str, int]) -> bool:
    """Return whether wagers are enough for a hand to be dealt: cents by betting area."""
    return layout[ANTE] > 0


def later_wagers(house: WinnersPotHouse, ante: int) -> int:
    """Return what a player who stays in to the end will put down after the ante."""
    return wager_size(house, BET, ante) + wager_size(house, DOUBLE, ante)


def take_wagers(r: Round[WinnersPotHouse]) -> Procedure:
    """Take antes and jacks plus until the dealer ends the betting."""
    t = r.table
    yield from say_if_alone(r, len(t.players))
    yield from say_if_short(r)
    window = Window(MADE, "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        position = given.position or given.seat
        if isinstance(given, Wager):
            for spot, cents in given.stakes.items():
                if given.seat not in t.players:  # he left between two of them
                    break
                yield PlaceWager(cite_for(r, spot, MADE), given.seat, position, spot, cents)
            yield from warn_of_short_stack(r, given.seat)
        else:
            cents = t.wager(position, given.spot)
            yield ReturnWager(cite_for(r, given.spot, MADE), given.seat, position, given.spot, cents, TAKEN_BACK)


def warn_of_short_stack(r: Round[WinnersPotHouse], seat: int) -> Procedure:
    """Tell a player at the ante if he does not have the chips for what may follow."""
    t = r.table
    missing = later_wagers(r.house, t.wager(seat, ANTE)) - t.ledger[chips_before(seat)]
    if seat in t.players and missing > 0:
        words = f"{seat_name(seat, seat)} has {dollars(missing)} too little for bet and double after this ante."
        yield Manner("reading:short-stack", words)


def no_more_bets(r: Round[WinnersPotHouse]) -> Procedure:
    """End the betting. Jacks plus without an ante buys no cards and goes back."""
    t = r.table
    yield Announce(MADE, NO_MORE_BETS)
    for position in sorted(t.owners):
        if (cents := t.wager(position, JACKS_PLUS)) and not t.wager(position, ANTE):
            yield ReturnWager(MADE, t.owners[position], position, JACKS_PLUS, cents, "there is no ante beside it")
    yield from say_if_alone(r, len(positions_with_ante(t)))


def positions_with_ante(t: Table) -> tuple[int, ...]:
    """Return the positions that are dealt in, from the dealer's left."""
    return tuple(position for position in sorted(t.owners) if t.wager(position, ANTE))


# --- what is taken while the window for wagers is open


def judge(r: Round[WinnersPotHouse], given: Input) -> Iterator[Refusal]:
    """Yield every reason to refuse this input while wagers are taken."""
    t = r.table
    match given:
        case Close():
            if not positions_with_ante(t):
                yield Refusal(MADE, "Nobody has an ante down.", "Wait until someone does.")
        case Wager():
            yield from judge_beside(r, given, _judge_wager, makes_hand)
        case TakeBack():
            yield from bar_orphans(r, given, makes_hand)
            if (problem := refuse_foreign_wager(t, given)) is not None:
                yield problem
            elif r.rules.reads("making-wagers") == "as-placed":
                yield Refusal(MADE, f"Your {given.spot} bet is down.", "It stays until it is settled.")
        case _:
            yield Refusal(MADE, "Bets are open.", "Bet, or let the dealer close the betting.")


def _judge_wager(r: Round[WinnersPotHouse], given: Wager) -> Iterator[Refusal]:
    """Yield the reasons to refuse a wager, judged by how the layout would look with the chips on it."""
    t = r.table
    seat, stakes = given.seat, given.stakes
    if (refusal := refuse_early(WAGERS, stakes)) is not None:
        yield refusal
        return
    taken = WAGERS.list_before_the_deal(r.rules, r.house)
    if unknown := unknown_areas(taken, stakes):
        names = " and ".join(wager.name for wager in taken)
        yield Refusal(MADE, f"There is no bet on {unknown}.", f"The bets are {names}.")
        return
    if given.position not in (0, seat):
        yield refuse_other_position("33.13")
        return
    yield from refuse_second_position(t, seat, "33.13")
    yield from refuse_bad_chips(r, given)
    yield from judge_amounts(r, WAGERS, seat, {spot: stakes[spot] for spot in SPOTS if spot in stakes})
    ante = t.wager(seat, ANTE) + stakes.get(ANTE, 0)
    left = t.ledger[chips_before(seat)] - sum(stakes.values())
    if r.rules.reads("short-stack") == "whole-round" and 0 <= left < (wanted := later_wagers(r.house, ante)):
        remedy = f"Keep {dollars(wanted)} for the bet and the double."
        yield Refusal("reading:short-stack", "You would not have enough chips to finish the round.", remedy)


def offers(r: Round[WinnersPotHouse], seat: int) -> Iterator[Offer]:
    """Yield what a player may bet before his own seat: an ante, then jacks plus and the house's own wagers."""
    yield from _offers_of_the_game(r, seat)
    yield from offer_side_wagers(r, seat, makes_hand)


def _offers_of_the_game(r: Round[WinnersPotHouse], seat: int) -> Iterator[Offer]:
    t = r.table
    chip, most, most_plus = r.house.smallest_chip, int(r.house.maximum), int(r.house.jacks_plus_maximum)
    if r.rules.reads("short-stack") == "whole-round":
        held = t.ledger[chips_before(seat)]
        most = min(most, held // (1 + r.house.bet_times + r.house.double_times))
        most_plus = min(most_plus, held - later_wagers(r.house, t.wager(seat, ANTE)))
    if not t.wager(seat, ANTE):
        spot, least = ANTE, int(r.house.minimum)
    elif not t.wager(seat, JACKS_PLUS):
        spot, least, most = JACKS_PLUS, int(r.house.jacks_plus_minimum), most_plus
    else:
        return
    if most >= least:
        later = later_wagers(r.house, 1) if spot == ANTE else 0
        yield Offer(spot, (spot,), least, most - (most - least) % chip, chip, later=later)


# --- what is refused at any moment of the round


def bar_leaving(r: Round[WinnersPotHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    yield from seats.bar_leaving(r, given)
    if r.rules.reads("making-wagers") == "as-placed" and NO_MORE_BETS not in t.said and wagers_of(t, given.seat):
        yield Refusal(MADE, "Your bets are down.", "Stay until they are settled.")


def bar_supervisor(r: Round[WinnersPotHouse], given: Order) -> Iterator[Refusal]:
    """Refuse a count of the stub at a table whose reading has it never counted."""
    if given.what == COUNT and r.rules.reads("stub-count") == "never":
        yield Refusal(
            STUB, "The stub is not counted at this table.", "Choose as-sister-games for the reading stub-count."
        )
    else:
        yield from bar_order(r, given)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    **seats.BARS,
    Leave: bar_leaving,
    Order: bar_supervisor,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {**seats.INTERRUPTIONS, Order: carry_out_order}
