"""The rules of wagering: what may be wagered, by whom, when and how much (18.6, 18.6A, 18.6B), and which conduct is
barred (18.6, 18.10(a))."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.common import seats
from pitboss.common.declared_wagers import judge_amounts, list_offers, unknown_areas
from pitboss.common.incomplete_wagers import INCOMPLETE, SEND_BACK, Incomplete
from pitboss.common.orders import bar_order, carry_out_order
from pitboss.common.seats import (
    NO_MORE_BETS,
    bar_conduct,
    empty_seat,
    refuse_bad_chips,
    refuse_foreign_wager,
)
from pitboss.common.side_wagers.side_bets import bar_orphans, cite_for, judge_beside, offer_side_wagers
from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting
from pitboss.engine.wager_declarations import Needs, PayTableWager, WagerDeclaration, Wagers
from pitboss.engine.waits import OrderWanted, Procedure, Refusal, Wait, Window, never_here
from pitboss.games.let_it_ride.law.facts import BONUS_COUNT_AGREES, BONUS_POSITIONS, LAID_DOWN
from pitboss.games.let_it_ride.law.paytables import bonus_table, three_card_table
from pitboss.games.let_it_ride.law.steps import (
    Acknowledge,
    BonusRuling,
    ChipsToInventory,
    CollectChips,
    CountChips,
    ReturnChips,
    SlipChip,
)
from pitboss.table.brief import Sentence
from pitboss.table.money import Money, area, chips_before, dollars
from pitboss.table.side_wager import CITE
from pitboss.table.steps import TAKEN_BACK, Announce, PlaceWager, ReturnWager, Rise, Step
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.games.let_it_ride.law.house import LetItRideHouse
    from pitboss.law.rules import Rules

BET_1, BET_2, BET_3 = BASE = ("bet 1", "bet 2", "bet 3")
BONUS = "bonus"
THREE_CARD = "three card bonus"
SPOTS = (*BASE, BONUS, THREE_CARD)

THREE_BETS = "base"

CHIP = {"kept": "The dollar itself does not come back.", "returned": "The dollar comes back with it."}
MINI_ROYAL_PAID = {  # suited A-K-Q where the pay table has no line for it
    "straight-flush": "A-K-Q in one suit is a straight flush.",
    "straight": "A-K-Q in one suit is paid as a straight.",
    "loses": "A-K-Q in one suit is not paid.",
}


def refuse_bonus(rules: Rules, house: LetItRideHouse) -> Refusal | None:
    """Refuse the one-dollar bonus where no text of the day has it or the house does not elect it."""
    if not rules.provision("bonus wager"):
        return Refusal("house:editions", f"There is no let it ride bonus on {rules.as_of}.", "Bet on bets 1 to 3.")
    if not house.bonus:
        return Refusal("18.6A(a)", "This table does not offer the let it ride bonus.", "Bet on bets 1 to 3.")
    return None


def refuse_three_card(rules: Rules, house: LetItRideHouse) -> Refusal | None:
    """Refuse the three card bonus where no text of the day has it or the house does not elect it."""
    if not rules.provision("three card bonus"):
        return Refusal("house:editions", f"There is no three card bonus on {rules.as_of}.", "Bet on bets 1 to 3.")
    if house.three_card_bonus is None:
        return Refusal("18.6B(a)", "This table does not offer the three card bonus.", "Bet on bets 1 to 3.")
    return None


def bonus_wins(rules: Rules, house: LetItRideHouse) -> Sentence:
    """Say when the one-dollar bonus wins."""
    return Sentence(
        f"Wins a fixed amount when your five cards are three of a kind or better. {CHIP[rules.reads('bonus-chip')]}",
        "18.6A(a), 18.11(d), reading:bonus-chip",
    )


def three_card_wins(rules: Rules, house: LetItRideHouse) -> Sentence:
    """Say when the three card bonus wins."""
    statement = "Wins when your own three cards hold a pair or better."
    reading = rules.reads("mini-royal-without-a-line")
    if "mini-royal" in three_card_table(house).lines or reading == "straight-flush":
        return Sentence(statement, "18.6B(a)")
    return Sentence(f"{statement} {MINI_ROYAL_PAID[reading]}", "18.6B(a), reading:mini-royal-without-a-line")


WAGERS: Wagers[LetItRideHouse] = Wagers(
    *(
        WagerDeclaration(
            name=bet,
            cite="18.6(d)",
            reported_as=THREE_BETS,
            limits=lambda house: (house.minimum, house.maximum),
            together="three equal bets",
        )
        for bet in BASE
    ),
    PayTableWager(
        name=BONUS,
        cite="18.6A(b)",
        not_offered=refuse_bonus,
        limits=lambda house: (Money(BONUS_CHIP), Money(BONUS_CHIP)),
        wrong_amount=lambda cents: Refusal("18.6A(b)", f"The bonus is $1, not {dollars(cents)}.", "Bet one $1 chip."),
        needs=Needs(
            BASE, Refusal("18.6A(b)", "You need three equal bets for a bonus.", "Make three equal bets first.")
        ),
        cards="the hand and the board",
        pays=lambda rules, house: bonus_table(house),
        wins=bonus_wins,
    ),
    PayTableWager(
        name=THREE_CARD,
        cite="18.6B(b)",
        not_offered=refuse_three_card,
        limits=lambda house: (house.three_card_minimum, house.three_card_maximum),
        keys="three-card",
        needs=Needs(
            BASE, Refusal("18.6B(b)", "You need three equal bets for a bonus.", "Make three equal bets first.")
        ),
        cards="the hand",
        pays=lambda rules, house: three_card_table(house),
        wins=three_card_wins,
    ),
)

NONE_OF_BASE = dict.fromkeys(BASE, 0)

BONUS_CHIP = 100  # the one-dollar chip of 18.6A(b)

# For each dealing method: the paragraph under which bonus chips are counted against the wagering devices.
COUNTED_BY = {"manual-shoe": "18.7(b)", "hand": "18.8(b)3", "automated-shoe": "18.9(b)2"}


class DeviceFault(Input, frozen=True, tag="device fault"):
    """An incident: a bet sensor is lit without a chip, or dark with one."""

    position: int
    shown: bool


class ExtraBonusChip(Input, frozen=True, tag="extra bonus chip"):
    """An incident: one chip too many lies on a wagering device, which does not show it."""

    position: int


def has_three_equal_wagers(t: Table, position: int) -> bool:
    """Return whether three equal wagers are in their areas (18.6(d)). Only then is a hand dealt there."""
    balance = t.ledger.accounts.get
    first = balance(area(position, BET_1), 0)
    return 0 < first == balance(area(position, BET_2)) == balance(area(position, BET_3))


def take_wagers(r: Round[LetItRideHouse]) -> Procedure:
    """Take wagers until the dealer closes the betting."""
    yield from say_if_short(r)
    window = Window("18.6(d)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Order):
            yield from UNFINISHED.send_back(r)
            continue
        position = given.position or given.seat
        if isinstance(given, Wager):
            for spot, cents in given.stakes.items():
                if given.seat not in r.table.players:  # the player left between two wagers
                    break
                cite = WAGERS[spot].cite if spot in WAGERS else CITE
                yield PlaceWager(cite, given.seat, position, spot, cents)
                if spot == BONUS:
                    yield Acknowledge("18.6A(b)", position)
        else:
            yield from return_wagers(r, position, (given.spot,), "18.6(c)", TAKEN_BACK)


def return_wagers(r: Round[LetItRideHouse], position: int, spots: tuple[str, ...], cite: str, why: str) -> Procedure:
    t = r.table
    for spot in spots:
        if cents := t.wager(position, spot):
            yield ReturnWager(cite_for(r, spot, cite), t.owners[position], position, spot, cents, why)
            if spot == BONUS:
                yield Acknowledge(cite, position, False)


def no_more_bets(r: Round[LetItRideHouse], cite: str) -> Procedure:
    """End the betting. A player without three equal wagers gets no cards, and the chips back."""
    t = r.table
    yield Announce(cite, NO_MORE_BETS)
    for position in sorted(t.owners):
        if not has_three_equal_wagers(t, position):
            yield from return_incomplete_wagers(r, position)


def return_incomplete_wagers(r: Round[LetItRideHouse], position: int) -> Procedure:
    yield from return_wagers(r, position, (*SPOTS, *r.house.more_areas), INCOMPLETE, "three equal wagers are needed")


UNFINISHED = Incomplete(has_three_equal_wagers, return_incomplete_wagers)


# --- bonus chips: collected and counted before the deal


def collect_bonus_wagers(r: Round[LetItRideHouse], cite: str) -> Procedure:
    """Collect the bonus chips from the devices, count them against what the devices show, and bank them."""
    t = r.table
    if not r.rules.provision("bonus collection"):
        return
    chips = {position: t.wager(position, BONUS) // BONUS_CHIP for position in sorted(t.owners)}
    on_devices = [position for position, count in chips.items() if count]
    if not on_devices and not t.lit:
        return
    for position in on_devices:
        yield CollectChips(cite, t.owners[position], position, BONUS, t.wager(position, BONUS))
    yield CountChips(cite, sum(chips.values()), len(t.lit))
    bonus_positions_ = tuple(on_devices)
    if not BONUS_COUNT_AGREES.of(t):
        bonus_positions_ = yield from rule_on_bonus_wagers(r, chips, on_devices)
    yield ChipsToInventory(cite, BONUS_CHIP * len(bonus_positions_), bonus_positions_)


def rule_on_bonus_wagers(
    r: Round[LetItRideHouse], chips: dict[int, int], on_devices: list[int]
) -> Generator[Step | Wait, Any, tuple[int, ...]]:
    """Decide, after the count has failed, which positions have a bonus wager; return these positions.

    The text gives no remedy, so the reading bonus-count decides. Other wagers stay as they are.
    """
    t = r.table
    reading = r.rules.reads("bonus-count")
    if reading == "supervisor":
        question = "which positions have a bonus wager?"
        choices = ("bonus wagers at", "return bonus chips")
        order = yield OrderWanted("reading:bonus-count", question, choices, tuple(on_devices), choices[0])
        assert isinstance(order, Order)
        ruled_positions = tuple(sorted(order.positions))
    else:
        ruled_positions = tuple(position for position in on_devices if reading == "chips" or position in t.lit)
    yield BonusRuling("reading:bonus-count", ruled_positions, reading)
    for position in on_devices:
        if surplus := BONUS_CHIP * (chips[position] - (position in ruled_positions)):
            yield ReturnChips("reading:bonus-count", t.owners[position], position, BONUS, surplus, "the count failed")
    return ruled_positions


def bonus_positions(t: Table) -> tuple[int, ...]:
    """Return the positions where a bonus wager is in play. Its chip is in the inventory."""
    return BONUS_POSITIONS.get(t) or ()


# --- inputs refused at any moment of the round


def bar_behaviour(r: Round[LetItRideHouse], given: Conduct) -> Iterator[Refusal]:
    t = r.table
    yield from bar_conduct(r, given)
    match given.what:
        case "touch cards":
            yield from _bar_touching_cards(r, given)
        case "hide cards" if any(owner == given.seat and t.has_hand(position) for position, owner in t.owners.items()):
            yield Refusal(
                "18.10(a)2", "The dealer cannot see your cards.", "Keep all three in full view of the dealer."
            )


def bar_device_fault(r: Round[LetItRideHouse], given: DeviceFault) -> Iterator[Refusal]:
    t = r.table
    if not r.house.bonus:
        yield never_here("There are no wagering devices at this table.")
    elif t.is_void or not 1 <= given.position <= t.positions:
        yield Refusal(
            "house:incident", f"Position {given.position} has no wagering device.", "Name a position that has one."
        )
    elif NO_MORE_BETS in t.said:
        yield Refusal(
            COUNTED_BY[r.house.dealing], "The wagering devices have been read.", "Report a fault before the count."
        )
    elif (given.position in t.lit) == given.shown:
        yield Refusal("house:incident", "The device already shows that.", "A fault shows the opposite.")


def bar_chip(r: Round[LetItRideHouse], given: ExtraBonusChip) -> Iterator[Refusal]:
    t = r.table
    seat = t.owners.get(given.position)
    if not r.house.bonus:
        yield never_here("This table does not offer the let it ride bonus.")
    elif t.is_void or seat is None or t.ledger[chips_before(seat)] < BONUS_CHIP:
        yield Refusal(
            "house:incident", f"Nobody can add a chip at position {given.position}.", "Name another position."
        )
    elif NO_MORE_BETS in t.said:
        yield Refusal("18.6(c)", "The dealer has called “No more bets”.", "A chip placed now is not a bet.")


def _bar_touching_cards(r: Round[LetItRideHouse], given: Conduct) -> Iterator[Refusal]:
    t = r.table
    position = given.position or given.seat
    if t.owners.get(position) != given.seat or r.rules.reads("own-cards") == "literal":
        yield Refusal("18.10(a)1", f"You may not touch the cards at seat {position}.", "Leave them to the dealer.")
    elif LAID_DOWN(t, position):
        yield Refusal("18.10(a)3", "You laid your cards down after deciding on bet 2.", "Do not touch them again.")


def bar_seat(r: Round[LetItRideHouse], given: Sit) -> Iterator[Refusal]:
    t = r.table
    yield from bar_sitting(r, given)
    neighbor = t.owners.get(given.seat, given.seat)
    if neighbor != given.seat and (t.has_hand(given.seat) or any(t.wager(given.seat, spot) for spot in SPOTS)):
        yield Refusal("18.6(e)", f"Seat {neighbor} is betting at seat {given.seat}.", "Wait for the next round.")


# --- inputs that interrupt the dealer


def leave(r: Round[LetItRideHouse], given: Leave) -> Procedure:
    t = r.table
    yield Rise("house:seats", given.seat, t.players[given.seat])
    for position, owner in t.owners.items():
        if owner == given.seat:
            spots = (*SPOTS, *r.house.more_areas)
            yield from return_wagers(r, position, spots, "18.6(c)", "the player leaves before “No more bets”")
    yield from empty_seat(r, given.seat)


def show_faulty_device(r: Round[LetItRideHouse], given: DeviceFault) -> Procedure:
    yield Acknowledge("house:incident", given.position, given.shown)


def slip_bonus_chip(r: Round[LetItRideHouse], given: ExtraBonusChip) -> Procedure:
    yield SlipChip("house:incident", r.table.owners[given.position], given.position, BONUS, BONUS_CHIP)


# --- inputs while wagers are being taken


def judge(r: Round[LetItRideHouse], given: Input) -> Iterator[Refusal]:
    """Yield every reason to refuse this input while wagers are being taken."""
    t = r.table
    match given:
        case Close():
            if not any(has_three_equal_wagers(t, position) for position in t.owners):
                yield Refusal("18.6(d)", "Nobody has three equal bets down.", "Wait until someone does.")
            else:
                yield from _judge_waiting(r)
        case Order() if given.what == SEND_BACK:
            yield from UNFINISHED.judge(r)
        case Wager():
            yield from judge_beside(r, given, _judge_wager, _has_three_equal)
        case TakeBack():
            yield from bar_orphans(r, given, _has_three_equal)
            if (refusal := refuse_foreign_wager(t, given)) is not None:
                yield refusal
        case _:
            yield Refusal("18.6(d)", "Bets are open.", "Bet, or let the dealer close the betting.")


def _judge_waiting(r: Round[LetItRideHouse]) -> Iterator[Refusal]:
    for position in UNFINISHED.positions_awaited(r):
        yield Refusal(
            "18.6(d)", f"Seat {position} needs three equal bets before the deal.", "Wait, or have the bets corrected."
        )


def _judge_wager(r: Round[LetItRideHouse], given: Wager) -> Iterator[Refusal]:
    """Judge a wager by how the layout would look with the chips on it."""
    t = r.table
    seat, position, stakes = given.seat, given.position or given.seat, given.stakes
    if unknown := unknown_areas(WAGERS, stakes):
        yield Refusal("18.6(d)", f"There is no bet on {unknown}.", f"The bets are {', '.join(SPOTS)}.")
        return
    yield from refuse_bad_chips(r, given)
    if position != seat or t.owners.get(position, position) != position:
        yield from _judge_position(r, seat, position)
    layout = {spot: t.wager(position, spot) + cents for spot, cents in (NONE_OF_BASE | stakes).items()}
    yield from judge_amounts(r, WAGERS, position, {spot: stakes[spot] for spot in SPOTS if spot in stakes})
    if r.rules.reads("two-positions") == "equal":
        yield from _judge_equality(t, seat, position, layout)


def _judge_equality(t: Table, seat: int, position: int, layout: dict[str, int]) -> Iterator[Refusal]:
    for other_position, owner in t.owners.items():
        if owner == seat and other_position != position and has_three_equal_wagers(t, other_position):
            amount = t.wager(other_position, BET_1)
            if any(layout[spot] not in (0, amount) for spot in BASE):
                yield Refusal("18.6(e)", "Your two seats must have equal bets.", f"Bet {dollars(amount)} here as well.")


def _judge_position(r: Round[LetItRideHouse], seat: int, position: int) -> Iterator[Refusal]:
    t = r.table
    if position == seat:
        if t.owners.get(position, seat) != seat and any(t.wager(position, spot) for spot in SPOTS):
            yield Refusal(
                "18.6(e)", f"Seat {t.owners[position]} is betting at seat {position}.", "Wait for the next round."
            )
        return
    if not r.house.two_positions:
        yield Refusal("18.6(e)", "Each player has one seat at this table.", "Bet at your own seat.")
    elif not 1 <= position <= t.positions or abs(position - seat) != 1:
        yield Refusal(
            "18.6(e)", f"Seat {position} is not next to seat {seat}.", "Bet at your own seat or the one next to it."
        )
    elif position in t.players:
        yield Refusal(
            "18.6(e)", f"That spot belongs to seat {position}.", "Bet at your own seat, or an open one next to it."
        )
    elif t.owners.get(position, seat) != seat and any(t.wager(position, spot) for spot in SPOTS):
        yield Refusal(
            "18.6(e)",
            f"Seat {t.owners[position]} is betting there.",
            "Bet at your own seat, or an open one next to it.",
        )
    elif any(
        owner == seat and other not in (position, seat) and any(t.wager(other, spot) for spot in SPOTS)
        for other, owner in t.owners.items()
    ):
        yield Refusal("18.6(e)", "You already have bets at two seats.", "Play two seats at the most, side by side.")


def offers(r: Round[LetItRideHouse], seat: int) -> Iterator[Offer]:
    """Yield what a player may wager at his own seat: the three equal bets first, then the bonus wagers."""
    for offer in list_offers(r, WAGERS, seat):
        yield offer._replace(step=BONUS_CHIP) if offer.name == BONUS else offer
    yield from offer_side_wagers(r, seat, _has_three_equal)


def _has_three_equal(layout: Mapping[str, int]) -> bool:
    return 0 < layout[BET_1] == layout[BET_2] == layout[BET_3]


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    **seats.BARS,
    Sit: bar_seat,
    Order: bar_order,
    Conduct: bar_behaviour,
    DeviceFault: bar_device_fault,
    ExtraBonusChip: bar_chip,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {
    **seats.INTERRUPTIONS,
    Order: carry_out_order,
    Leave: leave,
    DeviceFault: show_faulty_device,
    ExtraBonusChip: slip_bonus_chip,
}
