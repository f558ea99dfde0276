"""Settlement (18.10(g) on): turn, examine, collect losing wagers, pay winning ones. One procedure for each held
text."""

from __future__ import annotations

from pitboss.common.ranking import NOTHING, shape
from pitboss.common.side_wagers.side_settlement import settle_side_wagers
from pitboss.engine.houses.house import House
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.let_it_ride.law.facts import FIVE, SETTLED
from pitboss.games.let_it_ride.law.house import LetItRideHouse, three_card_rate
from pitboss.games.let_it_ride.law.paytables import base_table, bonus_table, three_card_table
from pitboss.games.let_it_ride.law.ranking import (
    ACE_TWO_THREE,
    MINI_ROYAL,
    five_card_class,
    hand_in_words,
    three_card_class,
)
from pitboss.games.let_it_ride.law.steps import AllSettled, FormHand
from pitboss.games.let_it_ride.law.wagers import BASE, BONUS, BONUS_CHIP, COUNTED_BY, THREE_CARD, bonus_positions
from pitboss.law.force import cites, rule
from pitboss.table.card_steps import CollectCards, ExamineHand, TurnHand
from pitboss.table.facts import HAND_CLASS, HAND_WINS, PAYABLE, WAGER_CLASS, WAGER_WINS
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import CollectWager, JudgeWager, KeepStake, LimitPayout, PayWager, describe_hand
from pitboss.table.table import COMMUNITY, Table, hand


@rule("18.1", ())
def hand_of(t: Table, position: int) -> tuple[str, ...]:
    """Return a hand: the player's three cards with the two community cards."""
    return t.faces(hand(position)) + t.faces(COMMUNITY)


# --- 2007: player by player


def player_by_player(r: Round[LetItRideHouse]) -> Procedure:
    """Turn each hand, from the dealer's right, and settle all wagers of its player before turning the next."""
    t = r.table
    for position in settling_order(t):
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
        yield from settle_side_wagers(r, position)
    yield AllSettled("18.10(g)4", tuple(t.live_positions()))
    assert SETTLED(t)
    for place in collecting_order(r):
        yield CollectCards("18.10(h)", place)


@rule("18.10(g)", [])
def settling_order(t: Table) -> list[int]:
    """Return the positions counterclockwise from the player farthest to the dealer's right."""
    return t.live_positions()[::-1]


def collecting_order(r: Round[LetItRideHouse]) -> list[str]:
    """Return the hands in order, then the community cards. What is collected first lies lowest in the rack."""
    return [*map(hand, sort_positions(r, r.table.live_positions(), "collecting-order")), COMMUNITY]


def sort_positions(r: Round[House], positions: list[int], reading: str) -> list[int]:
    """Sort the positions from the dealer's right, or from the dealer's left if the reading says so."""
    return sorted(positions, reverse=r.rules.reads(reading) != "clockwise")


# --- 1996: all losers, then all winners


def all_losers_then_all_winners(r: Round[LetItRideHouse]) -> Procedure:
    """Turn all hands, collect all losing wagers with their cards, then pay all winners (the text of 1996)."""
    t = r.table
    for position in turning_order(t):
        yield TurnHand("18.10(g)", t.owners[position], position, t.faces(hand(position)))
        yield FormHand("18.10(g)1", position, hand_of(t, position))
        yield from examine(r, position)
    for position in sort_positions(r, t.live_positions(), "losers-collected"):
        if not HAND_WINS(t, position):
            yield from collect_base(t, position, "18.10(h)")
            yield from settle_side_wagers(r, position)
            yield CollectCards("18.10(h)", hand(position))
    for position in paying_order(t):
        yield from pay_base(r, position, "18.10(i)")
        yield from settle_side_wagers(r, position)
    for place in pick_up_order(r):
        yield CollectCards("18.10(i)2", place)


@rule("18.10(g)", [])
def turning_order(t: Table) -> list[int]:
    return t.live_positions()[::-1]


@rule("18.10(i)1", [])
def paying_order(t: Table) -> list[int]:
    """Return the winners' positions, counterclockwise from the dealer's right. The losers' cards are gone by now."""
    return t.live_positions()[::-1]


@rule("18.10(j)", [])
def pick_up_order(r: Round[LetItRideHouse]) -> list[str]:
    """Return the places in the order of collection, so that every hand can be rebuilt.

    The order is that of the later text. In 1996 it has a paragraph of its own, and only the winners' hands are left.
    """
    return collecting_order(r)


# --- parts shared by both texts


def examine(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Inspect the five cards, which alone decide bets 1, 2 and 3, whatever becomes of a bonus wager."""
    t = r.table
    five = FIVE.of(t, position)
    class_name = five_card_class(five)
    beside_bonus = "18.6A(d)" if position in bonus_positions(t) else ""
    beside_three = "18.6B(d)" if t.wager(position, THREE_CARD) else ""
    cite = cites("18.10(g)2", beside_bonus, beside_three)
    yield ExamineHand(
        cite, position, class_name, hand_in_words(five, class_name), base_table(r.house).rate(class_name) is not None
    )


def judge_bonuses(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Judge each bonus wager by the cards that decide it.

    A lost bonus chip is already in the inventory, so this act is all that settles it.
    """
    t = r.table
    seat = t.owners[position]
    if position in bonus_positions(t):
        five, class_name = FIVE.of(t, position), HAND_CLASS.of(t, position)
        wins = bonus_table(r.house).rate(class_name) is not None
        reason = class_name if wins else f"{hand_in_words(five, class_name)}, less than three-of-a-kind"
        yield JudgeWager("18.6A(a), 18.10(g)3", seat, position, BONUS, five, reason, wins)
    if t.wager(position, THREE_CARD):
        three = t.faces(hand(position))
        class_name = three_card_class(three, r.rules.reads("ace-two-three"))
        wins = three_card_rate(r.rules, three_card_table(r.house), class_name) is not None
        reason = f"{describe_hand(class_name, three)}, less than a pair" if class_name == NOTHING else class_name
        yield JudgeWager(cites("18.6B(a)", deciding_reading(r, three)), seat, position, THREE_CARD, three, reason, wins)


def deciding_reading(r: Round[LetItRideHouse], three: tuple[str, ...]) -> str:
    """Return the reading that decides whether these three cards win the three card bonus; empty if the text decides."""
    if shape(three).ranks == ACE_TWO_THREE:
        return "reading:ace-two-three"
    class_name = three_card_class(three, r.rules.reads("ace-two-three"))
    lacks_line = class_name == MINI_ROYAL and MINI_ROYAL not in three_card_table(r.house).lines
    return "reading:mini-royal-without-a-line" if lacks_line else ""


def collect_losers(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Collect all losing wagers of a player before any winning one is paid."""
    t = r.table
    if not HAND_WINS(t, position):
        yield from collect_base(t, position, "18.10(g)3")
    if (cents := t.wager(position, THREE_CARD)) and not WAGER_WINS.of(t, (position, THREE_CARD)):
        three, why = t.faces(hand(position)), WAGER_CLASS.of(t, (position, THREE_CARD))
        cite = cites("18.6B(a)", deciding_reading(r, three), "18.10(g)3")
        yield CollectWager(cite, t.owners[position], position, THREE_CARD, cents, three, why)


def collect_base(t: Table, position: int, cite: str) -> Procedure:
    """Collect bets 1, 2 and 3, those not withdrawn, on a hand that is less than a pair of tens."""
    five = FIVE.of(t, position)
    why = f"{hand_in_words(five, HAND_CLASS.of(t, position))}, less than a pair of tens"
    for spot in BASE:
        if cents := t.wager(position, spot):
            yield CollectWager(cite, t.owners[position], position, spot, cents, five, why)


def pay_base(r: Round[LetItRideHouse], position: int, cite: str) -> Procedure:
    """Pay bets 1, 2 and 3, those not withdrawn, up to the payout limit if the house has one."""
    t = r.table
    if not HAND_WINS(t, position):
        return
    seat, table, class_name = t.owners[position], base_table(r.house), HAND_CLASS.of(t, position)
    rate = table.rate(class_name)
    assert rate is not None
    staked = [(spot, cents) for spot in BASE if (cents := t.wager(position, spot))]
    dues = [winnings(rate, cents) for _, cents in staked]
    stakes, limit = sum(cents for _, cents in staked), r.house.payout_limit
    # By one reading the returned stakes count toward the limit as well.
    counted_stakes = stakes if r.rules.reads("limit-counts") == "with-stakes" else 0
    if limit is not None and sum(dues) + counted_stakes > limit:
        yield LimitPayout("18.11(c)", seat, position, sum(dues) + counted_stakes, limit)
    payable = PAYABLE.get(t, position)
    paid = pay_up_to(dues, None if payable is None else payable - counted_stakes)
    otherwise = pay_up_to(dues, None if limit is None else limit - (stakes - counted_stakes))
    five, rate_in_words = FIVE.of(t, position), show(rate)
    for (spot, stake), cents, other in zip(staked, paid, otherwise, strict=True):
        by = table.cite if cents == other else "reading:limit-counts"
        yield PayWager(cite, seat, position, spot, by, stake, five, class_name, rate_in_words, cents)


def pay_up_to(dues: list[int], limit: int | None) -> list[int]:
    """Return what is paid of each amount due, in order, until the limit is reached."""
    if limit is None:
        return dues
    paid: list[int] = []
    for due in dues:
        paid.append(max(min(due, limit - sum(paid)), 0))
    return paid


def pay_bonuses(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Pay the bonus wagers, which are outside the payout limit (18.11(c))."""
    t = r.table
    seat = t.owners[position]
    if WAGER_WINS.get(t, (position, BONUS)):
        table, class_name = bonus_table(r.house), WAGER_CLASS.of(t, (position, BONUS))
        rate, five = table.rate(class_name), FIVE.of(t, position)
        assert rate is not None
        cents = winnings(rate, BONUS_CHIP)
        # The chip went to the inventory before the deal, so no stake is returned.
        yield PayWager("18.10(g)3", seat, position, BONUS, table.cite, 0, five, class_name, show(rate), cents)
        by, collected = "reading:bonus-chip", COUNTED_BY[r.house.dealing]
        if r.rules.reads("bonus-chip") == "returned":
            cite, chip = cites("18.10(g)3", collected), "the chip itself"
            yield PayWager(cite, seat, position, BONUS, by, 0, five, class_name, chip, BONUS_CHIP)
        else:
            yield KeepStake(cites(collected, by), seat, position, BONUS, BONUS_CHIP)
    if WAGER_WINS.get(t, (position, THREE_CARD)):
        table, class_name = three_card_table(r.house), WAGER_CLASS.of(t, (position, THREE_CARD))
        rate, stake = three_card_rate(r.rules, table, class_name), t.wager(position, THREE_CARD)
        assert rate is not None
        three, cents = t.faces(hand(position)), winnings(rate, stake)
        by = deciding_reading(r, three) or table.cite
        yield PayWager("18.10(g)3", seat, position, THREE_CARD, by, stake, three, class_name, show(rate), cents)
