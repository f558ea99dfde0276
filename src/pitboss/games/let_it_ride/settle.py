"""Settlement, player by player (18.10(g)): turn, examine, collect what lost, pay what won."""

from __future__ import annotations

from typing import TypeAlias

from pitboss.engine.waits import Procedure
from pitboss.games.let_it_ride.house import LetItRideHouse, base_table, bonus_table, three_card_table
from pitboss.games.let_it_ride.ranking import MINI_ROYAL, STRAIGHT_FLUSH, five_card_class, three_card_class
from pitboss.games.let_it_ride.steps import FormHand
from pitboss.games.let_it_ride.wagers import BASE, BONUS, BONUS_CHIP, THREE_CARD
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable, show, winnings
from pitboss.table.steps import CollectWager, ExamineHand, JudgeWager, LimitPayout, PayWager, TurnHand
from pitboss.table.table import COMMUNITY, Table, hand

Cards: TypeAlias = tuple[str, ...]


@rule("18.1", ())
def hand_of(t: Table, position: int) -> tuple[str, ...]:
    """A hand: the player's three cards with the two community cards."""
    return t.faces(hand(position)) + t.faces(COMMUNITY)


def settle_player(t: Table, rules: Rules, house: LetItRideHouse, position: int) -> Procedure:
    seat = t.owners[position]
    three = t.faces(hand(position))
    yield TurnHand("18.10(g)1", seat, position, three)
    yield FormHand("18.10(g)1", position, hand_of(t, position))
    five = t.facts[f"five @{position}"]
    assert isinstance(five, tuple)
    made = five_card_class(five)
    yield ExamineHand("18.10(g)2", position, made, base_table(house).rate(made) is not None)
    yield from judge_bonuses(t, rules, house, position, three, five, made)
    yield from collect_losers(t, seat, position, three, five)
    yield from pay_base(t, rules, house, position, five)
    yield from pay_bonuses(t, rules, house, position, three, five)


def judge_bonuses(
    t: Table, rules: Rules, house: LetItRideHouse, position: int, three: Cards, five: Cards, made: str
) -> Procedure:
    """Each bonus wager stands on its own; no other wager bears on it."""
    seat = t.owners[position]
    if position in bonus_positions(t):
        wins = bonus_table(house).rate(made) is not None
        yield JudgeWager("18.6A(d)", seat, position, BONUS, five, made, wins)
    if t.wager(position, THREE_CARD):
        made = three_card_class(three, rules.reads("ace-two-three"))
        wins = three_card_rate(rules, three_card_table(house), made) is not None
        yield JudgeWager("18.6B(d)", seat, position, THREE_CARD, three, made, wins)


def collect_losers(t: Table, seat: int, position: int, three: Cards, five: Cards) -> Procedure:
    """All losing wagers of a player are collected before any winning one is paid."""
    if not t.facts[f"wins @{position}"]:
        made = str(t.facts[f"class @{position}"])
        for spot in BASE:
            if cents := t.wager(position, spot):
                yield CollectWager("18.10(g)3", seat, position, spot, cents, five, made)
    if (cents := t.wager(position, THREE_CARD)) and not t.facts[f"{THREE_CARD} wins @{position}"]:
        made = str(t.facts[f"{THREE_CARD} class @{position}"])
        yield CollectWager("18.10(g)3", seat, position, THREE_CARD, cents, three, made)


def pay_base(t: Table, rules: Rules, house: LetItRideHouse, position: int, five: Cards) -> Procedure:
    if not t.facts[f"wins @{position}"]:
        return
    seat, table, made = t.owners[position], base_table(house), str(t.facts[f"class @{position}"])
    rate = table.rate(made)
    assert rate is not None
    staked = [(spot, cents) for spot in BASE if (cents := t.wager(position, spot))]
    with_stakes = rules.reads("limit-counts") == "with-stakes"
    counted = [winnings(rate, cents) + (cents if with_stakes else 0) for _, cents in staked]
    if house.payout_limit is not None and sum(counted) > house.payout_limit:
        yield LimitPayout("18.11(c)", seat, position, sum(counted), house.payout_limit)
    payable = t.facts.get(f"payable @{position}", sum(counted))
    assert isinstance(payable, int)
    shown = show(rate)
    for (spot, stake), due in zip(staked, counted, strict=True):
        part = min(due, payable)
        payable -= part
        cents = max(part - stake, 0) if with_stakes else part
        yield PayWager("18.10(g)3", seat, position, spot, table.cite, stake, five, made, shown, cents)


def pay_bonuses(t: Table, rules: Rules, house: LetItRideHouse, position: int, three: Cards, five: Cards) -> Procedure:
    """Bonus wagers are outside the payout limit (18.11(c))."""
    seat = t.owners[position]
    if t.facts.get(f"{BONUS} wins @{position}"):
        table, made = bonus_table(house), str(t.facts[f"{BONUS} class @{position}"])
        rate = table.rate(made)
        assert rate is not None
        cents = winnings(rate, BONUS_CHIP)
        # The chip went to the inventory before the deal, so no stake lies out to go back.
        yield PayWager("18.10(g)3", seat, position, BONUS, table.cite, 0, five, made, show(rate), cents)
        if rules.reads("bonus-chip") == "returned":
            by, rate_of_chip = "reading:bonus-chip", "the chip itself"
            yield PayWager("18.10(g)3", seat, position, BONUS, by, 0, five, made, rate_of_chip, BONUS_CHIP)
    if t.facts.get(f"{THREE_CARD} wins @{position}"):
        table, made = three_card_table(house), str(t.facts[f"{THREE_CARD} class @{position}"])
        rate, stake = three_card_rate(rules, table, made), t.wager(position, THREE_CARD)
        assert rate is not None
        cents = winnings(rate, stake)
        yield PayWager("18.10(g)3", seat, position, THREE_CARD, table.cite, stake, three, made, show(rate), cents)


def three_card_rate(rules: Rules, table: PayTable, made: str) -> Odds | Money | None:
    """What three cards pay; a mini-royal in a table that has no line for it is a reading."""
    if made == MINI_ROYAL and MINI_ROYAL not in table.lines:
        way = rules.reads("mini-royal-without-a-line")
        made = {"straight-flush": STRAIGHT_FLUSH, "straight": "straight"}.get(way, MINI_ROYAL)
    return table.rate(made)


def bonus_positions(t: Table) -> tuple[int, ...]:
    positions = t.facts.get("bonus positions", ())
    assert isinstance(positions, tuple)
    return positions
