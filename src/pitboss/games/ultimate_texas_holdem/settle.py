"""Settlement (32.10(g) to (i), 32.11): player by player, from the dealer's right."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from pitboss.common.ranking import NOTHING
from pitboss.engine.houses.house import once
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Wait
from pitboss.games.ultimate_texas_holdem.facts import BEST_FIVE, DEALERS_CLASS, DEALERS_FIVE, FOR_TRIPS, UNDER_TRIPS
from pitboss.games.ultimate_texas_holdem.hands import HAND, misdealt, on_layout
from pitboss.games.ultimate_texas_holdem.house import (
    UltimateHouse,
    blind_table,
    even_table,
    least_limit,
    payout_limit,
    trips_table,
)
from pitboss.games.ultimate_texas_holdem.irregular import pick_up, void_hand
from pitboss.games.ultimate_texas_holdem.ranking import Cards, best_hand, deciding_card, hand_class, in_words, strength
from pitboss.games.ultimate_texas_holdem.steps import NameHand
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, BY_HAND, PLAY, TRIPS
from pitboss.law.force import cites, rule
from pitboss.law.rules import Rules
from pitboss.table.card_steps import TurnHand
from pitboss.table.facts import HAND_CLASS, PAYABLE, WAGER_WINS
from pitboss.table.money import Odds
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import PUSH, CollectWager, JudgeWager, LimitPayout, PayWager, ReturnWager, Step, quantity
from pitboss.table.table import COMMUNITY, DEALER, Table, hand

MISDEALT_TRIPS = "reading:trips-of-a-misdealt-hand"


class Due(NamedTuple):
    """What a wager wins: at which odds, by which paragraph, how much."""

    by: str
    rate: str
    cents: int


# --- 32.10(g) and (h)


def settle(r: Round[UltimateHouse]) -> Procedure:
    """Those with a play wager, one after the other; then what waits under a trips wager; then the last cards."""
    t = r.table
    for position in from_the_right(t):
        if t.wager(position, PLAY):
            yield from settle_player(r, position)
        elif UNDER_TRIPS(t, position) and r.rules.reads("folded-trips") == "in-turn":
            yield from settle_folders_trips(r, position)
    for position in on_layout(t)[::-1]:
        if UNDER_TRIPS(t, position):
            yield from settle_folders_trips(r, position)
    yield from collect_the_rest(r)


@rule("32.10(h)", [])
def from_the_right(t: Table) -> list[int]:
    """Counterclockwise from the player farthest to the dealer's right."""
    return on_layout(t)[::-1]


def settle_player(r: Round[UltimateHouse], position: int) -> Procedure:
    """All wagers of one player, whatever their outcome; then his cards are collected at once."""
    t = r.table
    seat = t.owners[position]
    if misdealt(t, position):
        yield from void_hand(r, position)
        return
    if DEALERS_CLASS.of(t) == NOTHING:
        yield ReturnWager(
            by_the_hand(r, "32.10(g)", DEALER),
            seat,
            position,
            ANTE,
            t.wager(position, ANTE),
            "the dealer has less than a pair",
        )
    yield TurnHand("32.10(h)", seat, position, t.faces(hand(position)))
    yield from name_hand(r, position, "32.10(h)")
    mine, dealers = strength(BEST_FIVE.of(t, position)), strength(DEALERS_FIVE.of(t))
    dues = yield from within_the_limit(r, position, mine > dealers)
    if mine < dealers:
        yield from lose(r, position)
    elif mine > dealers:
        yield from win(r, position, dues)
    else:
        yield from push(r, position)
    yield from settle_trips(r, position, dues, "32.10(h)4")
    yield pick_up(t, "32.10(h)", hand(position))


def by_the_hand(r: Round[UltimateHouse], paragraph: str, *places: str) -> str:
    """What decides by these hands: the paragraph, or how a hand is read, where the definition makes better ones."""
    if (way := r.rules.reads("hand-of-seven")) == "any-five":
        return paragraph
    t = r.table
    hands = [(own_two(t, place), t.faces(COMMUNITY)) for place in places]
    as_defined = all(strength(best_hand(*cards)) == strength(best_hand(*cards, way)) for cards in hands)
    return paragraph if as_defined else "reading:hand-of-seven"


def name_hand(r: Round[UltimateHouse], position: int, cite: str) -> Procedure:
    t = r.table
    five = best_hand(own_two(t, hand(position)), t.faces(COMMUNITY), r.rules.reads("hand-of-seven"))
    yield NameHand(by_the_hand(r, cite, hand(position)), position, five, hand_class(five))


def own_two(t: Table, place: str) -> Cards:
    """The two cards a hand is settled by. If a wrong hand is settled at all, what it holds besides came to it later."""
    return t.faces(place)[:HAND]


def lose(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat, cards, why = t.owners[position], both(t, position), compared(t, position)
    cite = by_the_hand(r, "32.10(h)1", hand(position), DEALER)
    for spot in BY_HAND:
        if cents := t.wager(position, spot):
            yield CollectWager(cite, seat, position, spot, cents, cards, why)


def win(r: Round[UltimateHouse], position: int, dues: dict[str, Due]) -> Procedure:
    """A blind that is not due anything, below a straight, only comes back."""
    t = r.table
    seat, cards, why = t.owners[position], both(t, position), compared(t, position)
    cite = by_the_hand(r, "32.10(h)2", hand(position), DEALER)
    for spot in BY_HAND:
        if stake := t.wager(position, spot):
            if spot in dues:
                by, rate, cents = dues[spot]
                yield PayWager(cite, seat, position, spot, by, stake, cards, why, rate, cents)
            else:
                yield ReturnWager(cite, seat, position, spot, stake, "the winning hand is below a straight")


def push(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat, why = t.owners[position], f"{PUSH}, {compared(t, position)}"
    cite = by_the_hand(r, "32.10(h)3", hand(position), DEALER)
    for spot in BY_HAND:
        if cents := t.wager(position, spot):
            yield ReturnWager(cite, seat, position, spot, cents, why)


def settle_trips(r: Round[UltimateHouse], position: int, dues: dict[str, Due], cite: str) -> Procedure:
    """By the player's own hand and nothing else."""
    t = r.table
    if not (stake := t.wager(position, TRIPS)):
        return
    seat, five = t.owners[position], BEST_FIVE.of(t, position)
    made = in_words(five) if TRIPS in dues else f"{in_words(five)}, less than three-of-a-kind"
    cite = by_the_hand(r, cite, hand(position))
    yield JudgeWager(cite, seat, position, TRIPS, five, made, TRIPS in dues)
    if WAGER_WINS.of(t, (position, TRIPS)):
        by, rate, cents = dues[TRIPS]
        yield PayWager(cite, seat, position, TRIPS, by, stake, five, made, rate, cents)
    else:
        yield CollectWager(cite, seat, position, TRIPS, stake, five, made)


def compared(t: Table, position: int) -> str:
    """Both hands as they are called, and the card that decides where they are called alike."""
    mine, dealers = BEST_FIVE.of(t, position), DEALERS_FIVE.of(t)
    one, other = in_words(mine), in_words(dealers)
    card = deciding_card(mine, dealers) if one == other else ""
    return f"{one} against the dealer's {other}" + (f", the {card} decides (32.5(c))" if card else "")


def both(t: Table, position: int) -> Cards:
    """The cards that decide a comparison, each once: the player's five and the dealer's."""
    return tuple(dict.fromkeys(BEST_FIVE.of(t, position) + DEALERS_FIVE.of(t)))


# --- trips wagers of hands that are not compared


def settle_folders_trips(r: Round[UltimateHouse], position: int) -> Procedure:
    """32.10(e)2i: the cards come out from under the trips wager."""
    t = r.table
    if misdealt(t, position):
        yield from void_hand(r, position)
        return
    yield TurnHand("reading:folded-trips", t.owners[position], position, t.faces(hand(position)))
    yield from name_hand(r, position, "reading:folded-trips")
    dues = yield from within_the_limit(r, position, False)
    yield from settle_trips(r, position, dues, "32.10(h)4")
    yield pick_up(t, "32.10(i)", hand(position))


def settle_trips_only(r: Round[UltimateHouse]) -> Procedure:
    """32.13(a), (b): all hands are void, and the paragraph that voids them has trips wagers settled all the same."""
    t = r.table
    for position in on_layout(t)[::-1]:
        if t.wager(position, TRIPS):
            yield from settle_trips_of_a_void_hand(r, position)
        yield pick_up(t, FOR_TRIPS.of(t), hand(position))
    yield from collect_the_rest(r)


def settle_trips_of_a_void_hand(r: Round[UltimateHouse], position: int) -> Procedure:
    """Of a hand that is void already 32.13(d) decides nothing more than what becomes of its trips wager."""
    t = r.table
    seat, held = t.owners[position], t.faces(hand(position))
    cite = FOR_TRIPS.of(t)
    if misdealt(t, position):
        if r.rules.reads("trips-of-a-misdealt-hand") == "returned":
            why = f"its hand, void already, holds {quantity(len(held), 'card')}"
            yield ReturnWager(cites("32.13(d)", MISDEALT_TRIPS), seat, position, TRIPS, t.wager(position, TRIPS), why)
            return
        cite = MISDEALT_TRIPS
    yield TurnHand(cite, seat, position, held)
    yield from name_hand(r, position, cite)
    dues = yield from within_the_limit(r, position, False)
    yield from settle_trips(r, position, dues, cite)


# --- 32.10(i)


def collect_the_rest(r: Round[UltimateHouse]) -> Procedure:
    for place in in_order_of_pick_up(r.rules):
        yield pick_up(r.table, "32.10(i)", place)


@rule("32.10(i)", [])
def in_order_of_pick_up(rules: Rules) -> list[str]:
    """What is left when the players' cards are in the rack, in order, so that each hand can be rebuilt."""
    return [COMMUNITY, DEALER] if rules.reads("collecting-order") == "community-first" else [DEALER, COMMUNITY]


# --- 32.11


def within_the_limit(r: Round[UltimateHouse], position: int, wins: bool) -> Generator[Step | Wait, Any, dict[str, Due]]:
    """What each wager is due, in the order in which they are settled; what is beyond the limit is cut off the last."""
    t = r.table
    dues = dict(winning(r, position, wins))
    if not dues:
        return dues
    stakes, limit = sum(t.wager(position, spot) for spot in dues), limit_of(r.house, r.rules)
    # What is the player's own and only comes back may be read to count towards the limit as well.
    own = stakes if r.rules.reads("limit-counts") == "with-stakes" else 0
    total = sum(due.cents for due in dues.values()) + own
    if total > limit:
        yield LimitPayout("32.11(e)", t.owners[position], position, total, limit)
    payable = PAYABLE.get(t, position)
    paid, otherwise = up_to(dues, (total if payable is None else payable) - own), up_to(dues, limit - (stakes - own))
    return {
        spot: Due(set_by(due, paid[spot], otherwise[spot], limit), due.rate, paid[spot]) for spot, due in dues.items()
    }


limit_of = once(payout_limit)


def up_to(dues: dict[str, Due], left: int) -> dict[str, int]:
    """What is paid of each until nothing is left."""
    paid = {}
    for spot, due in dues.items():
        paid[spot] = min(due.cents, max(left, 0))
        left -= paid[spot]
    return paid


def set_by(due: Due, cents: int, otherwise: int, limit: int) -> str:
    """What sets an amount: the paragraph of the odds, and beside it a reading of the limit that makes it so much."""
    counts = "reading:limit-counts" if cents != otherwise else ""
    most = "reading:most-a-patron-wins" if cents < due.cents and limit > least_limit() else ""
    return cites(due.by, counts, most)


def winning(r: Round[UltimateHouse], position: int, wins: bool) -> Iterator[tuple[str, Due]]:
    """The wagers of a position that are paid: by comparison if its hand wins, trips by themselves."""
    t = r.table
    made = HAND_CLASS.of(t, position)
    for spot in BY_HAND if wins else ():
        if stake := t.wager(position, spot):
            table = blind_table() if spot == BLIND else even_table()
            rate = table.rate(made if spot == BLIND else spot)
            if isinstance(rate, Odds):
                yield spot, in_chips(r.rules, r.house, table.cite, rate, stake)
    rate = trips_table(r.house).rate(made)
    if rate is not None and (stake := t.wager(position, TRIPS)):
        yield TRIPS, Due(trips_table(r.house).cite, show(rate), winnings(rate, stake))


def in_chips(rules: Rules, house: UltimateHouse, cite: str, rate: Odds, stake: int) -> Due:
    """Odds like 3 to 2 may come to half a chip: the reading odd-chip."""
    whole, rest = divmod(stake * rate.win, rate.stake * house.smallest_chip)
    if not rest or rules.reads("odd-chip") == "exact":
        return Due(cites(cite, "reading:odd-chip" if rest else ""), show(rate), rate.pays(stake))
    up = rules.reads("odd-chip") == "up"
    chips = whole + 1 if up else whole
    told = f"{rate.win}-{rate.stake} in whole chips, {'up' if up else 'down'}"  # no odds: they do not come out
    return Due("reading:odd-chip", told, chips * house.smallest_chip)
