"""Showdown and settlement (33.10(e) to (i), 33.11): wagers into the pot, hands exposed, jacks plus, then the pot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from pitboss.common.ranking import NOTHING
from pitboss.common.side_wagers.side_bets import side_wagers_at
from pitboss.common.side_wagers.side_settlement import settle_side_wagers
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.winners_pot_poker.law.decided import cite_deciding_readings, rests_on
from pitboss.games.winners_pot_poker.law.facts import (
    DEAD_CARDS,
    FIVE,
    FORFEITED,
    HIGHEST,
    LIMITED_BY,
)
from pitboss.games.winners_pot_poker.law.house import MOST_PERCENT, WinnersPotHouse, parse_percentage, payout_limit
from pitboss.games.winners_pot_poker.law.irregular import FIRST
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table
from pitboss.games.winners_pot_poker.law.ranking import deciding_card, hand_in_words, jacks_plus_class, strength
from pitboss.games.winners_pot_poker.law.rotation import (
    holders_after_button,
    is_dealer_in,
    remaining_from_the_right,
    remaining_positions,
)
from pitboss.games.winners_pot_poker.law.steps import (
    POT,
    THE_DEALER,
    AwardPot,
    BeginSettling,
    CallHand,
    CallHighest,
    DiscardFolded,
    ExposeDealer,
    ExposeHand,
    LosePot,
    ShareLimit,
    TakeFromPot,
    pot_total,
)
from pitboss.games.winners_pot_poker.law.wagers import JACKS_PLUS, STREET
from pitboss.law.force import cites, number
from pitboss.law.rules import Rules
from pitboss.table.card_steps import CollectCards, TurnHand
from pitboss.table.facts import DEAD, FOLDED, FOLDED_CARDS, HAND_CLASS, PAYABLE
from pitboss.table.money import dollars
from pitboss.table.paytable import show, winnings
from pitboss.table.side_wager import CITE
from pitboss.table.steps import (
    CollectWager,
    JudgeWager,
    LimitPayout,
    MoveWager,
    PayWager,
    ReturnWager,
)
from pitboss.table.table import DEALER, Table, hand

ROYAL = "royal flush"


# --- 33.10(e), (f)


def collect_into_pot(r: Round[WinnersPotHouse], position: int, cite: str, why: str) -> Procedure:
    """Move ante, bet and double of one position to the pot area, where they stay the player's until it is awarded."""
    t = r.table
    for spot in STREET:
        if cents := t.wager(position, spot):
            yield MoveWager(cite, t.owners[position], position, spot, POT, cents, why)


def expose_hands(r: Round[WinnersPotHouse]) -> Procedure:
    """Turn the dealer's two down cards, then the players' from the dealer's right, and call each hand."""
    t = r.table
    if is_dealer_in(t):
        yield ExposeDealer("33.10(f)", cards_face_down(t, DEALER))
        five = t.faces(DEALER)
        yield CallHand("33.10(f)", THE_DEALER, five, jacks_plus_class(five), hand_in_words(five))
    for position in remaining_from_the_right(t):
        yield ExposeHand("33.10(f)", t.owners[position], position, cards_face_down(t, hand(position)))
        five = t.faces(hand(position))
        yield CallHand("33.10(f)", position, five, jacks_plus_class(five), hand_in_words(five))


def cards_face_down(t: Table, place: str) -> tuple[str, ...]:
    """Return the cards of a hand that lie face down: its two down cards, or those dealt down in their place."""
    return tuple(lying.card for lying in t.cards(place) if not lying.up)


# --- 33.10(g), 33.11


def settle_jacks_plus(r: Round[WinnersPotHouse]) -> Procedure:
    """Settle jacks plus from the dealer's right, for hands shown down, folded or dead."""
    t = r.table
    if not any(t.wager(position, JACKS_PLUS) for position in t.owners):
        return
    yield BeginSettling("33.10(g)", "the jacks plus wagers")
    royals = royal_stakes(t)
    yield from share_limit(r, royals)
    folded = [position for position in t.live_positions()[::-1] if FOLDED(t, position)]
    first = r.rules.reads("folded-cards") == "all-first"
    for position in folded if first else ():
        yield turn_folded(t, position)
    for position in sorted(t.owners, reverse=True):
        if position in folded and not first:
            yield turn_folded(t, position)
        if t.wager(position, JACKS_PLUS):
            yield from settle_one(r, position, royals)
        if position in folded:
            yield from settle_side_wagers(r, position)
            yield DiscardFolded("33.10(g)", t.owners[position], position)


def settle_house_wagers(r: Round[WinnersPotHouse]) -> Procedure:
    """Settle the house's own side wagers from the dealer's right, also those with a folded hand below them."""
    t = r.table
    for position in [position for position in t.live_positions()[::-1] if any(side_wagers_at(r, position))]:
        if FOLDED(t, position):
            yield TurnHand(CITE, t.owners[position], position, t.faces(hand(position)))
        yield from settle_side_wagers(r, position)
        if FOLDED(t, position):
            yield DiscardFolded(CITE, t.owners[position], position)


def turn_folded(t: Table, position: int) -> TurnHand:
    return TurnHand("reading:folded-cards", t.owners[position], position, t.faces(hand(position)))


def settle_one(r: Round[WinnersPotHouse], position: int, royals: dict[int, int]) -> Procedure:
    t = r.table
    seat, stake, dead = t.owners[position], t.wager(position, JACKS_PLUS), DEAD(t, position)
    cards, made = deciding_cards(r, position)
    table = jacks_plus_table(r.house)
    rate = table.rate(made)
    cite = settled_by(r, position)
    if rate is None and dead and r.rules.reads("dead-jacks-plus") == "returned":
        yield ReturnWager(cite, seat, position, JACKS_PLUS, stake, "the hand is dead and has not won it")
        return
    words = made if rate is not None else short_of_jacks(r, position, cards)
    yield JudgeWager(cite, seat, position, JACKS_PLUS, cards, words, rate is not None)
    if rate is None:
        yield CollectWager(cite, seat, position, JACKS_PLUS, stake, cards, words)
        return
    by, shown, due, own = table.cite, show(rate), winnings(rate, stake), counted_stake(r.rules, stake)
    if PAYABLE.get(t, position) is not None:
        by, shown = LIMITED_BY.of(t, position), "a share of the payout limit"
    elif due + own > payout_limit(r.house):
        by = limited_by(r, "33.11(c)", position, stake, due, royals)
        yield LimitPayout(by, seat, position, due + own, payout_limit(r.house))
    else:
        by = limited_by(r, table.cite, position, stake, due, royals)
    payable = PAYABLE.get(t, position)
    cents = due if payable is None else max(payable - own, 0)
    yield PayWager(cite, seat, position, JACKS_PLUS, by, stake, cards, made, shown, cents)


def settled_by(r: Round[WinnersPotHouse], position: int) -> str:
    """Return the paragraph that settles a jacks plus wager, or the reading that has it won, lost or void."""
    t, paid = r.table, jacks_plus_table(r.house).rate
    if FOLDED(t, position):
        won = paid(jacks_plus_class(t.faces(hand(position)))) is not None
        return "reading:folded-jacks-plus" if won else "33.10(g)"
    if DEAD(t, position):
        won = paid(jacks_plus_class(DEAD_CARDS.of(t, position))) is not None
        return "33.12(a)" if won else "reading:dead-jacks-plus"
    return "33.10(g)"


def short_of_jacks(r: Round[WinnersPotHouse], position: int, cards: tuple[str, ...]) -> str:
    """Say why a jacks plus bonus wager has lost."""
    if FOLDED(r.table, position) and r.rules.reads("folded-jacks-plus") == "loses":
        return "folded before the fifth card"
    return f"{hand_in_words(cards)}, less than a pair of jacks"


def deciding_cards(r: Round[WinnersPotHouse], position: int) -> tuple[tuple[str, ...], str]:
    """Return the cards that decide a jacks plus bonus wager, and the class that they make."""
    t = r.table
    if DEAD(t, position):
        dead = DEAD_CARDS.of(t, position)
        return dead, jacks_plus_class(dead)
    if FOLDED(t, position):
        held = t.faces(hand(position))
        return held, jacks_plus_class(held) if r.rules.reads("folded-jacks-plus") == "cards-held" else NOTHING
    return FIVE.of(t, position), HAND_CLASS.of(t, position)


def counted_stake(rules: Rules, stake: int) -> int:
    """Return the part of a returned stake that a reading counts toward the limit."""
    return stake if rules.reads("limit-counts") == "with-stakes" else 0


LIMITING = ("limit-counts", "royals")


def limited_by(
    r: Round[WinnersPotHouse], paragraph: str, position: int, stake: int, due: int, royals: dict[int, int]
) -> str:
    """Cite what sets a payment: the paragraph, and the readings of the limit by which it comes to this amount."""

    def payment_by(rules: Rules) -> int:
        own = counted_stake(rules, stake)
        alone = min(due + own, payout_limit(r.house))
        return max(shares(rules, r.house, royals).get(position, alone) - own, 0)

    return cite_deciding_readings(r.rules, paragraph, LIMITING, payment_by)


def royal_stakes(t: Table) -> dict[int, int]:
    """Return the jacks plus wagers on royal flushes, by position, from the dealer's right."""
    royals = [position for position in remaining_from_the_right(t) if HAND_CLASS.of(t, position) == ROYAL]
    return {position: stake for position in royals if (stake := t.wager(position, JACKS_PLUS))}


def royal_due(house: WinnersPotHouse, stake: int) -> int:
    rate = jacks_plus_table(house).rate(ROYAL)
    assert rate is not None
    return winnings(rate, stake)


def shares(rules: Rules, house: WinnersPotHouse, stakes: dict[int, int]) -> dict[int, int]:
    """Divide one payout limit among several royal flushes in proportion to their wagers; none if each is paid by
    itself.
    """
    if len(stakes) < 2:
        return {}
    whole = payout_limit(house)
    due = sum(royal_due(house, stake) + counted_stake(rules, stake) for stake in stakes.values())
    if due <= whole and rules.reads("royals") == "when-exceeded":
        return {}
    return {position: whole * stake // sum(stakes.values()) for position, stake in stakes.items()}


def share_limit(r: Round[WinnersPotHouse], stakes: dict[int, int]) -> Procedure:
    t, whole = r.table, payout_limit(r.house)
    for position, part in shares(r.rules, r.house, stakes).items():
        stake = stakes[position]
        due = royal_due(r.house, stake)
        cite = limited_by(r, "33.11(c)", position, stake, due, stakes)
        yield ShareLimit(cite, t.owners[position], position, due + counted_stake(r.rules, stake), part, whole)


# --- 33.10(h)


def award_pot(r: Round[WinnersPotHouse]) -> Procedure:
    t = r.table
    hands = hands_shown_down(r)
    if not hands:
        yield from award_pot_without_a_hand(r)
        return
    # Which hand is the higher is the reading's wherever another choice would call another.
    by_reading = rests_on(r.rules, "ranking", lambda rules: holders_of_highest(rules, hands))
    holders = holders_of_highest(r.rules, hands)
    words = hand_in_words(hands[holders[0]])
    yield CallHighest("reading:ranking" if by_reading else "33.10(h)", holders, words)
    holders = HIGHEST.of(t)
    if holders == (THE_DEALER,):
        alone = "" if remaining_positions(t) else "reading:all-folded"
        yield from dealer_wins(r, "reading:ranking" if by_reading else cites("33.10(h)1", alone))
    else:
        yield from players_win(r, holders, "reading:ranking" if by_reading else "33.10(h)2")


def hands_shown_down(r: Round[WinnersPotHouse]) -> dict[int, tuple[str, ...]]:
    """Return the hands that were exposed, by holder, from the first after the button."""
    return {holder: five for holder in holders_after_button(r) if (five := FIVE.get(r.table, holder)) is not None}


def holders_of_highest(rules: Rules, hands: Mapping[int, tuple[str, ...]]) -> tuple[int, ...]:
    """Return the holders of the highest hand and of hands that tie with it."""
    strengths = {holder: strength(five, rules.reads("ranking")) for holder, five in hands.items()}
    return tuple(holder for holder in hands if strengths[holder] == max(strengths.values()))


def contributors(t: Table) -> list[int]:
    """Return the positions whose chips lie in the pot, from the dealer's right."""
    return [position for position in sorted(t.owners, reverse=True) if t.wager(position, POT)]


def describe_outranking_hand(r: Round[WinnersPotHouse], five: tuple[str, ...], position: int) -> str:
    """Name the highest hand, and the card that decides if the player's own hand has the same name."""
    mine = FIVE.get(r.table, position)
    card = "" if mine is None else deciding_card(five, mine, r.rules.reads("ranking"))
    return f"{hand_in_words(five)}, the {card} decides" if card else hand_in_words(five)


def dealer_wins(r: Round[WinnersPotHouse], cite: str) -> Procedure:
    t = r.table
    five = FIVE.get(t, THE_DEALER) or ()
    for position in contributors(t):
        why = f"the dealer holds {describe_outranking_hand(r, five, position)}" if five else "every player has folded"
        yield CollectWager(cite, t.owners[position], position, POT, t.wager(position, POT), five, why)
    if stake := pot_total(t):
        yield TakeFromPot(cite, stake, "the dealer's own stake")


def award_pot_without_a_hand(r: Round[WinnersPotHouse]) -> Procedure:
    """Give the pot, where no player shows a hand, to the dealer, unless his own hand is out as well."""
    t = r.table
    cite = "reading:all-folded" if is_dealer_in(t) else "reading:pot-without-a-hand"
    if pot_total(t):
        yield BeginSettling(cite, "the pot")
    if is_dealer_in(t):
        yield from dealer_wins(r, cite)
        return
    for position in contributors(t):
        seat, cents = t.owners[position], t.wager(position, POT)
        if r.rules.reads("pot-without-a-hand") == "returned":
            yield ReturnWager(cite, seat, position, POT, cents, "no hand is left to win the pot")
        else:
            yield CollectWager(cite, seat, position, POT, cents, (), "no hand is left to win the pot")


def players_win(r: Round[WinnersPotHouse], holders: tuple[int, ...], cite: str) -> Procedure:
    """Pay the pot to one player or share it among those who tie, less the commission. The dealer's share bears none."""
    t = r.table
    players = [holder for holder in holders if holder != THE_DEALER]
    pot, tied = pots_by_first_fold(t), len(holders) > 1
    five = FIVE.of(t, players[0])
    for position in contributors(t):
        if position not in players:
            beaten = f"beaten by {describe_outranking_hand(r, five, position)}"
            yield LosePot(cite, t.owners[position], position, POT, five, beaten, False)
    own = {holder: t.wager(holder, POT) for holder in players}

    def divide_by(rules: Rules) -> Division:
        return divide(rules, r.house, pot[rules.reads("first-fold")], own, THE_DEALER in holders)

    def cite_for(part: Callable[[Division], object]) -> str:
        return cite_deciding_readings(
            r.rules, "33.10(h)2ii" if tied else "33.10(h)2i", DIVIDING, lambda rules: part(divide_by(rules))
        )

    parts = divide_by(r.rules)
    if parts.commission:
        yield TakeFromPot(cite_for(lambda division: division.commission), parts.commission, "commission")
    if parts.dealer:
        yield TakeFromPot(cite_for(lambda division: division.dealer), parts.dealer, "the dealer's share")
    if parts.left:
        yield TakeFromPot("reading:odd-cents", parts.left, "what equal shares leave over")
    whole = dollars(pot[r.rules.reads("first-fold")])
    in_words = f"{'a share of the' if tied else 'the'} pot of {whole} less commission {dollars(parts.commission)}"
    for holder, cents in parts.players.items():
        cards, share = FIVE.of(t, holder), cite_for(partial(share_of, holder))
        yield AwardPot(cite, t.owners[holder], holder, POT, share, 0, cards, hand_in_words(cards), in_words, cents)


# By which of them a pot may be divided otherwise.
DIVIDING = (
    "first-fold",
    "commission-figures",
    "commission-base",
    "commission-rounding",
    "tied-commission",
    "odd-cents",
)


def pots_by_first_fold(t: Table) -> dict[str, int]:
    """Return the pot by each choice of `first-fold`: with the antes that were folded on three cards, or without."""
    first = [position for position in t.owners if len(FOLDED_CARDS.get(t, position) or ()) == FIRST]
    kept_out = sum(FORFEITED.get(t, position) or 0 for position in first)
    return {"pot": pot_total(t) + kept_out, "inventory": pot_total(t) - sum(t.wager(each, POT) for each in first)}


class Division(NamedTuple):
    """The division of a pot. The parts add up to it."""

    players: dict[int, int]
    dealer: int
    commission: int
    left: int  # cents that equal shares leave over, where they are nobody's


def share_of(holder: int, parts: Division) -> int:
    return parts.players[holder]


def divide(rules: Rules, house: WinnersPotHouse, pot: int, own: dict[int, int], with_dealer: bool) -> Division:
    """Divide a pot. `own` has what each player with the highest hand put in, from the first after the button."""
    cite = "33.10(h)2ii" if with_dealer or len(own) > 1 else "33.10(h)2i"
    to_button = rules.reads("odd-cents") == "button"
    dealer = pot // (len(own) + 1) if with_dealer else 0
    portion = pot - dealer if to_button or not with_dealer else dealer * len(own)
    if rules.reads("tied-commission") == "once":
        commission = commission_on(rules, house, cite, portion, sum(own.values()))
        shares = equal_shares(portion - commission, len(own), to_button)
    else:
        gross = equal_shares(portion, len(own), to_button)
        fees = [commission_on(rules, house, cite, part, mine) for part, mine in zip(gross, own.values(), strict=True)]
        commission = sum(fees)
        shares = [part - fee for part, fee in zip(gross, fees, strict=True)]
    left = pot - dealer - commission - sum(shares)
    return Division(dict(zip(own, shares, strict=True)), dealer, commission, left)


def equal_shares(cents: int, players: int, to_button: bool) -> list[int]:
    share, odd = divmod(cents, players)
    return [share + (to_button and turn < odd) for turn in range(players)]


def commission_on(rules: Rules, house: WinnersPotHouse, cite: str, portion: int, own: int) -> int:
    """Return the percentage of a part of the pot or the fixed amount, whichever is less, and never more
    than the part.
    """
    base = portion if rules.reads("commission-base") == "whole-pot" else max(portion - own, 0)
    most = Fraction(number(cite, "percent", MOST_PERCENT))
    percent, fixed = parse_percentage(house.commission_percent), house.commission_fixed
    if percent is None and rules.reads("commission-figures") == "fixed-alone":
        return min(fixed or 0, portion)
    unit = house.smallest_chip if rules.reads("commission-rounding") == "chip" else 1
    due = int(base * (most if percent is None else min(percent, most)) / 100) // unit * unit
    return due if fixed is None else min(due, fixed)


# --- 33.10(i)


def collect_cards(r: Round[WinnersPotHouse]) -> Procedure:
    """Collect the hands in order, the dealer's last. The first collected lies lowest in the rack."""
    t = r.table
    order = sorted(remaining_positions(t), reverse=r.rules.reads("collecting-order") == "counterclockwise")
    for place in (*map(hand, order), DEALER):
        if t.cards(place):
            yield CollectCards("33.10(i)", place)
