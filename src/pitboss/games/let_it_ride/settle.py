"""Settlement (18.10(g) on): turn, examine, collect what lost, pay what won. One procedure for each held text."""

from __future__ import annotations

from pitboss.engine.house import House
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.let_it_ride.facts import FIVE, SETTLED
from pitboss.games.let_it_ride.house import LetItRideHouse, base_table, bonus_table, three_card_rate, three_card_table
from pitboss.games.let_it_ride.ranking import five_card_class, three_card_class
from pitboss.games.let_it_ride.steps import AllSettled, FormHand
from pitboss.games.let_it_ride.wagers import BASE, BONUS, BONUS_CHIP, THREE_CARD, bonus_positions
from pitboss.law.force import rule
from pitboss.table.card_steps import CollectCards, ExamineHand, TurnHand
from pitboss.table.facts import HAND_CLASS, HAND_WINS, PAYABLE, WAGER_CLASS, WAGER_WINS
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import CollectWager, JudgeWager, LimitPayout, PayWager
from pitboss.table.table import COMMUNITY, Table, hand


@rule("18.1", ())
def hand_of(t: Table, position: int) -> tuple[str, ...]:
    """A hand: the player's three cards with the two community cards."""
    return t.faces(hand(position)) + t.faces(COMMUNITY)


# --- 2007: player by player


def player_by_player(r: Round[LetItRideHouse]) -> Procedure:
    """From the dealer's right, each player's hand is turned and all his wagers settled before the next one's."""
    t = r.table
    for position in in_settling_order(t):
        seat = t.owners[position]
        yield TurnHand("18.10(g)1", seat, position, t.faces(hand(position)))
        yield FormHand("18.10(g)1", position, hand_of(t, position))
        yield from examine(r, position)
        bonuses = position in bonus_positions(t) or t.wager(position, THREE_CARD)
        if bonuses:
            yield from judge_bonuses(r, position)
        yield from collect_losers(r, position)
        yield from pay_base(r, position, "18.10(g)3")
        if bonuses:
            yield from pay_bonuses(r, position)
    yield AllSettled("18.10(g)4", tuple(t.live()))
    assert SETTLED(t)
    for place in in_collecting_order(r):
        yield CollectCards("18.10(h)", place)


@rule("18.10(g)", [])
def in_settling_order(t: Table) -> list[int]:
    """Counterclockwise from the player farthest to the dealer's right."""
    return t.live()[::-1]


def in_collecting_order(r: Round[LetItRideHouse]) -> list[str]:
    """Hands in order, then the community cards: the first collected lies lowest in the rack."""
    return [*map(hand, in_order(r, r.table.live(), "collecting-order")), COMMUNITY]


def in_order(r: Round[House], positions: list[int], reading: str) -> list[int]:
    """Positions from the dealer's right, or from his left where the reading has it so."""
    return sorted(positions, reverse=r.rules.reads(reading) != "clockwise")


# --- 1996: all losers, then all winners


def all_losers_then_all_winners(r: Round[LetItRideHouse]) -> Procedure:
    t = r.table
    for position in in_turning_order(t):
        yield TurnHand("18.10(g)", t.owners[position], position, t.faces(hand(position)))
        yield FormHand("18.10(g)1", position, hand_of(t, position))
        yield from examine(r, position)
    for position in in_order(r, t.live(), "losers-collected"):
        if not HAND_WINS(t, position):
            made = HAND_CLASS.of(t, position)
            for spot in BASE:
                if cents := t.wager(position, spot):
                    yield CollectWager(
                        "18.10(h)", t.owners[position], position, spot, cents, FIVE.of(t, position), made
                    )
            yield CollectCards("18.10(h)", hand(position))
    for position in in_paying_order(t):
        yield from pay_base(r, position, "18.10(i)")
    for place in in_order_of_pick_up(r):
        yield CollectCards("18.10(i)2", place)


@rule("18.10(g)", [])
def in_turning_order(t: Table) -> list[int]:
    return t.live()[::-1]


@rule("18.10(i)1", [])
def in_paying_order(t: Table) -> list[int]:
    """Winners, counterclockwise from the player farthest to the dealer's right; the losers' cards are gone."""
    return t.live()[::-1]


@rule("18.10(j)", [])
def in_order_of_pick_up(r: Round[LetItRideHouse]) -> list[str]:
    """What is left, in order, the community cards last, so that every hand can be rebuilt."""
    return in_collecting_order(r)


# --- the parts


def examine(r: Round[LetItRideHouse], position: int) -> Procedure:
    made = five_card_class(FIVE.of(r.table, position))
    yield ExamineHand("18.10(g)2", position, made, base_table(r.house).rate(made) is not None)


def judge_bonuses(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Each bonus wager stands on its own; no other wager bears on it."""
    t = r.table
    seat = t.owners[position]
    if position in bonus_positions(t):
        made = HAND_CLASS.of(t, position)
        wins = bonus_table(r.house).rate(made) is not None
        yield JudgeWager("18.6A(d)", seat, position, BONUS, FIVE.of(t, position), made, wins)
    if t.wager(position, THREE_CARD):
        three = t.faces(hand(position))
        made = three_card_class(three, r.rules.reads("ace-two-three"))
        wins = three_card_rate(r.rules, three_card_table(r.house), made) is not None
        yield JudgeWager("18.6B(d)", seat, position, THREE_CARD, three, made, wins)


def collect_losers(r: Round[LetItRideHouse], position: int) -> Procedure:
    """All losing wagers of a player are collected before any winning one is paid."""
    t = r.table
    seat = t.owners[position]
    if not HAND_WINS(t, position):
        made = HAND_CLASS.of(t, position)
        for spot in BASE:
            if cents := t.wager(position, spot):
                yield CollectWager("18.10(g)3", seat, position, spot, cents, FIVE.of(t, position), made)
    if (cents := t.wager(position, THREE_CARD)) and not WAGER_WINS.of(t, (position, THREE_CARD)):
        made = WAGER_CLASS.of(t, (position, THREE_CARD))
        yield CollectWager("18.10(g)3", seat, position, THREE_CARD, cents, t.faces(hand(position)), made)


def pay_base(r: Round[LetItRideHouse], position: int, cite: str) -> Procedure:
    """Bets 1, 2 and 3 as far as they still lie out, up to the payout limit if the house has one."""
    t = r.table
    if not HAND_WINS(t, position):
        return
    seat, table, made = t.owners[position], base_table(r.house), HAND_CLASS.of(t, position)
    rate = table.rate(made)
    assert rate is not None
    staked = [(spot, cents) for spot in BASE if (cents := t.wager(position, spot))]
    dues = [winnings(rate, cents) for _, cents in staked]
    # What is the player's own and only comes back may be read to count towards the limit as well.
    own = sum(cents for _, cents in staked) if r.rules.reads("limit-counts") == "with-stakes" else 0
    if r.house.payout_limit is not None and sum(dues) + own > r.house.payout_limit:
        yield LimitPayout("18.11(c)", seat, position, sum(dues) + own, r.house.payout_limit)
    payable = PAYABLE.get(t, position)
    left = sum(dues) if payable is None else max(payable - own, 0)
    five, shown = FIVE.of(t, position), show(rate)
    for (spot, stake), due in zip(staked, dues, strict=True):
        cents = min(due, left)
        left -= cents
        yield PayWager(cite, seat, position, spot, table.cite, stake, five, made, shown, cents)


def pay_bonuses(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Bonus wagers are outside the payout limit (18.11(c))."""
    t = r.table
    seat = t.owners[position]
    if WAGER_WINS.get(t, (position, BONUS)):
        table, made = bonus_table(r.house), WAGER_CLASS.of(t, (position, BONUS))
        rate, five = table.rate(made), FIVE.of(t, position)
        assert rate is not None
        cents = winnings(rate, BONUS_CHIP)
        # The chip went to the inventory before the deal, so no stake lies out to go back.
        yield PayWager("18.10(g)3", seat, position, BONUS, table.cite, 0, five, made, show(rate), cents)
        if r.rules.reads("bonus-chip") == "returned":
            by, chip = "reading:bonus-chip", "the chip itself"
            yield PayWager("18.10(g)3", seat, position, BONUS, by, 0, five, made, chip, BONUS_CHIP)
    if WAGER_WINS.get(t, (position, THREE_CARD)):
        table, made = three_card_table(r.house), WAGER_CLASS.of(t, (position, THREE_CARD))
        rate, stake = three_card_rate(r.rules, table, made), t.wager(position, THREE_CARD)
        assert rate is not None
        three, cents = t.faces(hand(position)), winnings(rate, stake)
        yield PayWager("18.10(g)3", seat, position, THREE_CARD, table.cite, stake, three, made, show(rate), cents)
