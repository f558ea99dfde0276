"""Settlement (32.10(g) to (i), 32.11): player by player, from the dealer's right."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from pitboss.common.ranking import NOTHING
from pitboss.common.side_wagers.side_settlement import settle_side_wagers
from pitboss.engine.houses.house import once
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Wait
from pitboss.games.ultimate_texas_holdem.law.facts import BEST_FIVE, DEALERS_CLASS, DEALERS_FIVE, FOR_TRIPS, UNDER_TRIPS
from pitboss.games.ultimate_texas_holdem.law.hands import HAND, is_misdealt, positions_on_layout
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, least_limit, payout_limit
from pitboss.games.ultimate_texas_holdem.law.irregular import pick_up, void_hand
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table, even_table, trips_table
from pitboss.games.ultimate_texas_holdem.law.ranking import (
    Cards,
    best_hand,
    deciding_card,
    hand_class,
    hand_in_words,
    strength,
)
from pitboss.games.ultimate_texas_holdem.law.steps import NameHand
from pitboss.games.ultimate_texas_holdem.law.wagers import ANTE, BLIND, BY_HAND, PLAY, TRIPS
from pitboss.law.force import cites, rule
from pitboss.law.rules import Rules
from pitboss.table.card_steps import TurnHand
from pitboss.table.facts import HAND_CLASS, PAYABLE, WAGER_WINS
from pitboss.table.money import Odds
from pitboss.table.paytable import show, winnings
from pitboss.table.side_wager import CITE
from pitboss.table.steps import PUSH, CollectWager, JudgeWager, LimitPayout, PayWager, ReturnWager, Step, quantity
from pitboss.table.table import COMMUNITY, DEALER, Table, hand

MISDEALT_TRIPS = "reading:trips-of-a-misdealt-hand"


class Due(NamedTuple):
    """The payment that a wager wins: the paragraph, the odds and the amount."""

    by: str
    rate: str
    cents: int


# --- 32.10(g) and (h)


def settle(r: Round[UltimateHouse]) -> Procedure:
    """Settle hands with a play wager in turn, then hands under a trips wager, then collect the remaining cards."""
    t = r.table
    for position in settling_order(t):
        if t.wager(position, PLAY):
            yield from settle_player(r, position)
        elif UNDER_TRIPS(t, position) and r.rules.reads("folded-trips") == "in-turn":
            yield from settle_folders_trips(r, position)
    for position in positions_on_layout(t)[::-1]:
        if UNDER_TRIPS(t, position):
            yield from settle_folders_trips(r, position)
    yield from collect_the_rest(r)


@rule("32.10(h)", [])
def settling_order(t: Table) -> list[int]:
    """Return the positions counterclockwise from the player farthest to the dealer's right."""
    return positions_on_layout(t)[::-1]


def settle_player(r: Round[UltimateHouse], position: int) -> Procedure:
    """Settle all wagers of one player, then collect the player's cards at once."""
    t = r.table
    seat = t.owners[position]
    if is_misdealt(t, position):
        yield from void_hand(r, position)
        return
    if DEALERS_CLASS.of(t) == NOTHING:
        yield ReturnWager(
            hand_reading_cite(r, "32.10(g)", DEALER),
            seat,
            position,
            ANTE,
            t.wager(position, ANTE),
            "the dealer has less than a pair",
        )
    yield TurnHand("32.10(h)", seat, position, t.faces(hand(position)))
    yield from name_hand(r, position, "32.10(h)")
    player_strength, dealer_strength = strength(BEST_FIVE.of(t, position)), strength(DEALERS_FIVE.of(t))
    dues = yield from limited_dues(r, position, player_strength > dealer_strength)
    if player_strength < dealer_strength:
        yield from lose(r, position)
    elif player_strength > dealer_strength:
        yield from win(r, position, dues)
    else:
        yield from push(r, position)
    yield from settle_trips(r, position, dues, "32.10(h)4")
    yield from settle_side_wagers(r, position)
    yield pick_up(t, "32.10(h)", hand(position))


def hand_reading_cite(r: Round[UltimateHouse], paragraph: str, *places: str) -> str:
    """Return what a comparison of these hands rests on: the paragraph, or the reading hand-of-seven.

    It is the reading if the best five of all seven cards would be better than one of the hands as read.
    """
    if (reading := r.rules.reads("hand-of-seven")) == "any-five":
        return paragraph
    t = r.table
    hands = [(own_two_cards(t, place), t.faces(COMMUNITY)) for place in places]
    is_same = all(strength(best_hand(*cards)) == strength(best_hand(*cards, reading)) for cards in hands)
    return paragraph if is_same else "reading:hand-of-seven"


def name_hand(r: Round[UltimateHouse], position: int, cite: str) -> Procedure:
    t = r.table
    five = best_hand(own_two_cards(t, hand(position)), t.faces(COMMUNITY), r.rules.reads("hand-of-seven"))
    yield NameHand(hand_reading_cite(r, cite, hand(position)), position, five, hand_class(five))


def own_two_cards(t: Table, place: str) -> Cards:
    """Return the two cards that a hand is settled by. Any others in a wrong hand came to it later."""
    return t.faces(place)[:HAND]


def lose(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat, cards, why = t.owners[position], cards_of_both_hands(t, position), comparison_in_words(t, position)
    cite = hand_reading_cite(r, "32.10(h)1", hand(position), DEALER)
    for spot in BY_HAND:
        if cents := t.wager(position, spot):
            yield CollectWager(cite, seat, position, spot, cents, cards, why)


def win(r: Round[UltimateHouse], position: int, dues: dict[str, Due]) -> Procedure:
    """Pay the winning wagers. A blind below a straight is due nothing and is returned."""
    t = r.table
    seat, cards, why = t.owners[position], cards_of_both_hands(t, position), comparison_in_words(t, position)
    cite = hand_reading_cite(r, "32.10(h)2", hand(position), DEALER)
    for spot in BY_HAND:
        if stake := t.wager(position, spot):
            if spot in dues:
                by, rate, cents = dues[spot]
                yield PayWager(cite, seat, position, spot, by, stake, cards, why, rate, cents)
            else:
                yield ReturnWager(cite, seat, position, spot, stake, "the winning hand is below a straight")


def push(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat, why = t.owners[position], f"{PUSH}, {comparison_in_words(t, position)}"
    cite = hand_reading_cite(r, "32.10(h)3", hand(position), DEALER)
    for spot in BY_HAND:
        if cents := t.wager(position, spot):
            yield ReturnWager(cite, seat, position, spot, cents, why)


def settle_trips(r: Round[UltimateHouse], position: int, dues: dict[str, Due], cite: str) -> Procedure:
    """Settle the trips wager by the player's own hand alone."""
    t = r.table
    if not (stake := t.wager(position, TRIPS)):
        return
    seat, five = t.owners[position], BEST_FIVE.of(t, position)
    reason = hand_in_words(five) if TRIPS in dues else f"{hand_in_words(five)}, less than three-of-a-kind"
    cite = hand_reading_cite(r, cite, hand(position))
    yield JudgeWager(cite, seat, position, TRIPS, five, reason, TRIPS in dues)
    if WAGER_WINS.of(t, (position, TRIPS)):
        by, rate, cents = dues[TRIPS]
        yield PayWager(cite, seat, position, TRIPS, by, stake, five, reason, rate, cents)
    else:
        yield CollectWager(cite, seat, position, TRIPS, stake, five, reason)


def comparison_in_words(t: Table, position: int) -> str:
    """Describe both hands, and the card that decides between them if they have the same description."""
    player_five, dealer_five = BEST_FIVE.of(t, position), DEALERS_FIVE.of(t)
    player_words, dealer_words = hand_in_words(player_five), hand_in_words(dealer_five)
    card = deciding_card(player_five, dealer_five) if player_words == dealer_words else ""
    return f"{player_words} against the dealer's {dealer_words}" + (f", the {card} decides (32.5(c))" if card else "")


def cards_of_both_hands(t: Table, position: int) -> Cards:
    """Return the cards that decide a comparison, without duplicates: the player's five and the dealer's."""
    return tuple(dict.fromkeys(BEST_FIVE.of(t, position) + DEALERS_FIVE.of(t)))


# --- trips wagers of folded and void hands


def settle_folders_trips(r: Round[UltimateHouse], position: int) -> Procedure:
    """Settle the trips wager of a player who folded, whose cards lie under it (32.10(e)2i), and the house's own."""
    t = r.table
    if is_misdealt(t, position):
        yield from void_hand(r, position)
        return
    if t.wager(position, TRIPS):
        yield TurnHand("reading:folded-trips", t.owners[position], position, t.faces(hand(position)))
        yield from name_hand(r, position, "reading:folded-trips")
        dues = yield from limited_dues(r, position, False)
        yield from settle_trips(r, position, dues, "32.10(h)4")
    else:
        yield TurnHand(CITE, t.owners[position], position, t.faces(hand(position)))
    yield from settle_side_wagers(r, position)
    yield pick_up(t, "32.10(i)", hand(position))


def settle_trips_only(r: Round[UltimateHouse]) -> Procedure:
    """Settle only the trips wagers, because all hands are void under 32.13(a) or (b)."""
    t = r.table
    for position in positions_on_layout(t)[::-1]:
        if t.wager(position, TRIPS):
            yield from settle_trips_of_a_void_hand(r, position)
        yield pick_up(t, FOR_TRIPS.of(t), hand(position))
    yield from collect_the_rest(r)


def settle_trips_of_a_void_hand(r: Round[UltimateHouse], position: int) -> Procedure:
    """Settle the trips wager of a hand that is void. If the hand is also misdealt, a reading decides whether the wager
    is returned under 32.13(d).
    """
    t = r.table
    seat, cards = t.owners[position], t.faces(hand(position))
    cite = FOR_TRIPS.of(t)
    if is_misdealt(t, position):
        if r.rules.reads("trips-of-a-misdealt-hand") == "returned":
            why = f"its hand, void already, holds {quantity(len(cards), 'card')}"
            yield ReturnWager(cites("32.13(d)", MISDEALT_TRIPS), seat, position, TRIPS, t.wager(position, TRIPS), why)
            return
        cite = MISDEALT_TRIPS
    yield TurnHand(cite, seat, position, cards)
    yield from name_hand(r, position, cite)
    dues = yield from limited_dues(r, position, False)
    yield from settle_trips(r, position, dues, cite)


# --- 32.10(i)


def collect_the_rest(r: Round[UltimateHouse]) -> Procedure:
    for place in pick_up_order(r.rules):
        yield pick_up(r.table, "32.10(i)", place)


@rule("32.10(i)", [])
def pick_up_order(rules: Rules) -> list[str]:
    """Return the places left after the players' cards, in order of collection, so that each hand can be rebuilt."""
    return [COMMUNITY, DEALER] if rules.reads("collecting-order") == "community-first" else [DEALER, COMMUNITY]


# --- 32.11


def limited_dues(r: Round[UltimateHouse], position: int, wins: bool) -> Generator[Step | Wait, Any, dict[str, Due]]:
    """Return what each wager is paid, in order of settlement. The payout limit cuts the last wagers first."""
    t = r.table
    dues = dict(winning_dues(r, position, wins))
    if not dues:
        return dues
    stakes, limit = sum(t.wager(position, spot) for spot in dues), limit_of(r.house, r.rules)
    # By one reading the returned stakes count toward the limit as well.
    counted_stakes = stakes if r.rules.reads("limit-counts") == "with-stakes" else 0
    total = sum(due.cents for due in dues.values()) + counted_stakes
    if total > limit:
        yield LimitPayout("32.11(e)", t.owners[position], position, total, limit)
    payable = PAYABLE.get(t, position)
    paid, otherwise = (
        pay_up_to(dues, (total if payable is None else payable) - counted_stakes),
        pay_up_to(dues, limit - (stakes - counted_stakes)),
    )
    return {
        spot: Due(amount_cite(due, paid[spot], otherwise[spot], limit), due.rate, paid[spot])
        for spot, due in dues.items()
    }


limit_of = once(payout_limit)


def pay_up_to(dues: dict[str, Due], left: int) -> dict[str, int]:
    """Return what is paid on each wager, in order, until `left` cents are used up."""
    paid = {}
    for spot, due in dues.items():
        paid[spot] = min(due.cents, max(left, 0))
        left -= paid[spot]
    return paid


def amount_cite(due: Due, cents: int, otherwise: int, limit: int) -> str:
    """Return what sets an amount: the paragraph of the odds and, if it makes a difference, a reading of the limit."""
    counting_cite = "reading:limit-counts" if cents != otherwise else ""
    most_cite = "reading:most-a-patron-wins" if cents < due.cents and limit > least_limit() else ""
    return cites(due.by, counting_cite, most_cite)


def winning_dues(r: Round[UltimateHouse], position: int, wins: bool) -> Iterator[tuple[str, Due]]:
    """Yield the wagers of a position that win: by comparison if its hand wins, trips by the hand itself."""
    t = r.table
    class_name = HAND_CLASS.of(t, position)
    for spot in BY_HAND if wins else ():
        if stake := t.wager(position, spot):
            table = blind_table() if spot == BLIND else even_table()
            rate = table.rate(class_name if spot == BLIND else spot)
            if isinstance(rate, Odds):
                yield spot, due_in_chips(r.rules, r.house, table.cite, rate, stake)
    rate = trips_table(r.house).rate(class_name)
    if rate is not None and (stake := t.wager(position, TRIPS)):
        yield TRIPS, Due(trips_table(r.house).cite, show(rate), winnings(rate, stake))


def due_in_chips(rules: Rules, house: UltimateHouse, cite: str, rate: Odds, stake: int) -> Due:
    """Return what a wager is due. If odds such as 3 to 2 come to half a chip, the reading odd-chip decides."""
    whole_chips, remainder = divmod(stake * rate.win, rate.stake * house.smallest_chip)
    if not remainder or rules.reads("odd-chip") == "exact":
        return Due(cites(cite, "reading:odd-chip" if remainder else ""), show(rate), rate.pays(stake))
    rounds_up = rules.reads("odd-chip") == "up"
    chips = whole_chips + 1 if rounds_up else whole_chips
    # Not written as odds, because the amount is rounded.
    rate_in_words = f"{rate.win}-{rate.stake} in whole chips, {'up' if rounds_up else 'down'}"
    return Due("reading:odd-chip", rate_in_words, chips * house.smallest_chip)
