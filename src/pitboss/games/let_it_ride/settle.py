"""Settlement (18.10(g) on): turn, examine, collect what lost, pay what won. One procedure for each held text."""

from __future__ import annotations

from pitboss.common.ranking import NOTHING, shape
from pitboss.engine.houses.house import House
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.let_it_ride.facts import FIVE, SETTLED
from pitboss.games.let_it_ride.house import LetItRideHouse, base_table, bonus_table, three_card_rate, three_card_table
from pitboss.games.let_it_ride.ranking import ACE_TWO_THREE, MINI_ROYAL, five_card_class, three_card_class, told
from pitboss.games.let_it_ride.steps import AllSettled, FormHand
from pitboss.games.let_it_ride.wagers import BASE, BONUS, BONUS_CHIP, COUNTED_BY, THREE_CARD, bonus_positions
from pitboss.law.force import cites, rule
from pitboss.table.card_steps import CollectCards, ExamineHand, TurnHand
from pitboss.table.facts import HAND_CLASS, HAND_WINS, PAYABLE, WAGER_CLASS, WAGER_WINS
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import CollectWager, JudgeWager, KeepStake, LimitPayout, PayWager, describe_hand
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
            yield from collect_base(t, position, "18.10(h)")
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
    """So that every hand can be rebuilt: as the later text has it. Of 1996 it is a paragraph of its own, and only the
    winners' hands are left."""
    return in_collecting_order(r)


# --- the parts


def examine(r: Round[LetItRideHouse], position: int) -> Procedure:
    """What bets 1, 2 and 3 are worth: by the five cards alone, whatever becomes of a bonus wager beside them."""
    t = r.table
    five = FIVE.of(t, position)
    made = five_card_class(five)
    beside_bonus = "18.6A(d)" if position in bonus_positions(t) else ""
    beside_three = "18.6B(d)" if t.wager(position, THREE_CARD) else ""
    cite = cites("18.10(g)2", beside_bonus, beside_three)
    yield ExamineHand(cite, position, made, told(five, made), base_table(r.house).rate(made) is not None)


def judge_bonuses(r: Round[LetItRideHouse], position: int) -> Procedure:
    """Each bonus wager by what its player has wagered on. A lost bonus chip is in the inventory already, so that this
    is all that settles it."""
    t = r.table
    seat = t.owners[position]
    if position in bonus_positions(t):
        five, made = FIVE.of(t, position), HAND_CLASS.of(t, position)
        wins = bonus_table(r.house).rate(made) is not None
        why = made if wins else f"{told(five, made)}, less than three-of-a-kind"
        yield JudgeWager("18.6A(a), 18.10(g)3", seat, position, BONUS, five, why, wins)
    if t.wager(position, THREE_CARD):
        three = t.faces(hand(position))
        made = three_card_class(three, r.rules.reads("ace-two-three"))
        wins = three_card_rate(r.rules, three_card_table(r.house), made) is not None
        why = f"{describe_hand(made, three)}, less than a pair" if made == NOTHING else made
        yield JudgeWager(cites("18.6B(a)", rests_on(r, three)), seat, position, THREE_CARD, three, why, wins)


def rests_on(r: Round[LetItRideHouse], three: tuple[str, ...]) -> str:
    """The reading by which these three cards win the three card bonus wager or lose it; empty if the text says it."""
    if shape(three).ranks == ACE_TWO_THREE:
        return "reading:ace-two-three"
    made = three_card_class(three, r.rules.reads("ace-two-three"))
    without = made == MINI_ROYAL and MINI_ROYAL not in three_card_table(r.house).lines
    return "reading:mini-royal-without-a-line" if without else ""


def collect_losers(r: Round[LetItRideHouse], position: int) -> Procedure:
    """All losing wagers of a player are collected before any winning one is paid."""
    t = r.table
    if not HAND_WINS(t, position):
        yield from collect_base(t, position, "18.10(g)3")
    if (cents := t.wager(position, THREE_CARD)) and not WAGER_WINS.of(t, (position, THREE_CARD)):
        three, why = t.faces(hand(position)), WAGER_CLASS.of(t, (position, THREE_CARD))
        cite = cites("18.6B(a)", rests_on(r, three), "18.10(g)3")
        yield CollectWager(cite, t.owners[position], position, THREE_CARD, cents, three, why)


def collect_base(t: Table, position: int, cite: str) -> Procedure:
    """Bets 1, 2 and 3 as far as they still lie out, on a hand that is less than a pair of tens."""
    five = FIVE.of(t, position)
    why = f"{told(five, HAND_CLASS.of(t, position))}, less than a pair of tens"
    for spot in BASE:
        if cents := t.wager(position, spot):
            yield CollectWager(cite, t.owners[position], position, spot, cents, five, why)


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
    stakes, limit = sum(cents for _, cents in staked), r.house.payout_limit
    # What is the player's own and only comes back may be read to count towards the limit as well.
    own = stakes if r.rules.reads("limit-counts") == "with-stakes" else 0
    if limit is not None and sum(dues) + own > limit:
        yield LimitPayout("18.11(c)", seat, position, sum(dues) + own, limit)
    payable = PAYABLE.get(t, position)
    paid = up_to(dues, None if payable is None else payable - own)
    otherwise = up_to(dues, None if limit is None else limit - (stakes - own))
    five, shown = FIVE.of(t, position), show(rate)
    for (spot, stake), cents, other in zip(staked, paid, otherwise, strict=True):
        by = table.cite if cents == other else "reading:limit-counts"
        yield PayWager(cite, seat, position, spot, by, stake, five, made, shown, cents)


def up_to(dues: list[int], limit: int | None) -> list[int]:
    """What is paid of these, one after the other, until the limit is reached."""
    if limit is None:
        return dues
    paid: list[int] = []
    for due in dues:
        paid.append(max(min(due, limit - sum(paid)), 0))
    return paid


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
        by, collected = "reading:bonus-chip", COUNTED_BY[r.house.dealing]
        if r.rules.reads("bonus-chip") == "returned":
            cite, chip = cites("18.10(g)3", collected), "the chip itself"
            yield PayWager(cite, seat, position, BONUS, by, 0, five, made, chip, BONUS_CHIP)
        else:
            yield KeepStake(cites(collected, by), seat, position, BONUS, BONUS_CHIP)
    if WAGER_WINS.get(t, (position, THREE_CARD)):
        table, made = three_card_table(r.house), WAGER_CLASS.of(t, (position, THREE_CARD))
        rate, stake = three_card_rate(r.rules, table, made), t.wager(position, THREE_CARD)
        assert rate is not None
        three, cents = t.faces(hand(position)), winnings(rate, stake)
        by = rests_on(r, three) or table.cite
        yield PayWager("18.10(g)3", seat, position, THREE_CARD, by, stake, three, made, show(rate), cents)
