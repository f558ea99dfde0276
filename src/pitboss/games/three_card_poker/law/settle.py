"""Settlement (20.10(b) to (d), 20.11): hands turned, all losing wagers collected, all winning ones paid."""

from __future__ import annotations

from pitboss.common.side_wagers.side_settlement import settle_side_wagers
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.three_card_poker.law.facts import AGAINST_DEALER, ANTE_PLAYED, DEALER_PLAYS, VERDICT, Against
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.paytables import against_the_dealer, ante_bonus, pair_plus
from pitboss.games.three_card_poker.law.ranking import (
    LOW_ACE,
    class_citation,
    comparison_citation,
    dealer_plays,
    deciding_card,
    hand_class,
    hand_in_words,
    strength,
)
from pitboss.games.three_card_poker.law.steps import AllPaid, Compare, DealerPlays, PayBonus, ReadHand
from pitboss.games.three_card_poker.law.wagers import ANTE, ANTE_BONUS, PAIR_PLUS, PLAY
from pitboss.law.force import rule
from pitboss.table.card_steps import CollectCards, TurnHand
from pitboss.table.facts import HAND_CLASS, WAGER_CLASS, WAGER_WINS
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import PUSH, CollectWager, JudgeWager, PayWager, ReturnWager
from pitboss.table.table import DEALER, Table, hand

EQUAL = "reading:equal-hands"
BONUS = "reading:ante-bonus"


def settle(r: Round[ThreeCardPokerHouse]) -> Procedure:
    """Turn the hands, collect all losing wagers, then pay all winning ones (20.10(b) to (d))."""
    t = r.table
    dealers = t.faces(DEALER)
    yield DealerPlays("20.11(a)1", dealer_plays(dealers, r.rules), hand_in_words(dealers, hand_class(dealers, r.rules)))
    for position in t.live_positions()[::-1]:
        yield TurnHand("20.10(b)", t.owners[position], position, t.faces(hand(position)))
        yield from judge(r, position)
    for position in collecting_order(r):
        yield from collect_losers(r, position)
    for position in paying_order(t):
        yield from pay_winners(r, position)
        yield from settle_side_wagers(r, position)
    yield AllPaid("20.10(c)")
    for place in pick_up_order(r):
        yield CollectCards("20.10(c)2", place)


def collecting_order(r: Round[ThreeCardPokerHouse]) -> list[int]:
    t = r.table
    return t.live_positions() if r.rules.reads("losers-collected") == "clockwise" else t.live_positions()[::-1]


@rule("20.10(c)1", [])
def paying_order(t: Table) -> list[int]:
    """Return the positions counterclockwise from the player farthest to the dealer's right."""
    return t.live_positions()[::-1]


@rule("20.10(d)", [])
def pick_up_order(r: Round[ThreeCardPokerHouse]) -> list[str]:
    """Return the hands in order and the dealer's own last, so that every hand can be rebuilt."""
    t = r.table
    positions = t.live_positions() if r.rules.reads("collecting-order") == "clockwise" else t.live_positions()[::-1]
    return [*map(hand, positions), DEALER]


# --- judging the hands


def judge(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Judge ante and play against the dealer's hand, and the pair plus wager by the player's hand alone."""
    t = r.table
    cards = t.faces(hand(position))
    class_name = hand_class(cards, r.rules)
    citation = class_citation(cards)
    yield ReadHand(citation, position, cards, class_name, hand_in_words(cards, class_name))
    if t.wager(position, ANTE):
        yield compare(r, position)
    if t.wager(position, PAIR_PLUS):
        wins = pair_plus().rate(class_name) is not None
        cite = LOW_ACE if citation == LOW_ACE else "20.11(a)2"
        yield JudgeWager(cite, t.owners[position], position, PAIR_PLUS, cards, class_name, wins)


def compare(r: Round[ThreeCardPokerHouse], position: int) -> Compare:
    t = r.table
    cards, dealer_cards = t.faces(hand(position)), t.faces(DEALER)
    words, dealer_words = (hand_in_words(held, hand_class(held, r.rules)) for held in (cards, dealer_cards))
    if not DEALER_PLAYS.of(t):
        return Compare("20.11(a)1", position, "no contest", f"the dealer does not qualify with {dealer_words}")
    player_strength, dealer_strength = strength(cards, r.rules), strength(dealer_cards, r.rules)
    against: Against = (
        "higher" if player_strength > dealer_strength else "lower" if player_strength < dealer_strength else "equal"
    )
    verb = {"higher": "beats", "lower": "loses to", "equal": "ties"}[against]
    if words == dealer_words and against != "equal":
        dealer_words += ", {} against {}".format(*deciding_card(cards, dealer_cards, r.rules))
    cite = comparison_citation(cards, dealer_cards, r.rules) or "20.11(a)1"
    return Compare(cite, position, against, f"{words} {verb} the dealer's {dealer_words}")


# --- losing and winning wagers


def collect_losers(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    t = r.table
    seat, against = t.owners[position], AGAINST_DEALER.get(t, position)
    if loses_to_dealer(r, position):
        cite, cards = "20.10(c)" if against == "lower" else EQUAL, cards_of_both_hands(t, position)
        for spot in (ANTE, PLAY):
            yield CollectWager(cite, seat, position, spot, t.wager(position, spot), cards, VERDICT.of(t, position))
    if (cents := t.wager(position, PAIR_PLUS)) and not WAGER_WINS.of(t, (position, PAIR_PLUS)):
        cards = t.faces(hand(position))
        why = f"{hand_in_words(cards, WAGER_CLASS.of(t, (position, PAIR_PLUS)))}, less than a pair"
        yield CollectWager("20.10(c)", seat, position, PAIR_PLUS, cents, cards, why)


def loses_to_dealer(r: Round[ThreeCardPokerHouse], position: int) -> bool:
    """Return whether ante and play lose."""
    against = AGAINST_DEALER.get(r.table, position)
    return against == "lower" or (against == "equal" and r.rules.reads("equal-hands") == "loses")


def pay_winners(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Pay or return ante and play, then pay the ante bonus and the pair plus wager, each settled separately."""
    t = r.table
    against = AGAINST_DEALER.get(t, position)
    if against == "higher":
        yield pay(t, position, ANTE)
        yield pay(t, position, PLAY)
    elif against == "no contest":
        yield pay(t, position, ANTE)
        yield give_back(t, position, PLAY, "20.11(a)1", "the dealer does not qualify")
    elif against == "equal" and r.rules.reads("equal-hands") == "push":
        why = f"{PUSH}, {VERDICT.of(t, position)}"
        yield give_back(t, position, ANTE, EQUAL, why)
        yield give_back(t, position, PLAY, EQUAL, why)
    yield from pay_ante_bonus(r, position)
    yield from pay_pair_plus(r, position)


def pay(t: Table, position: int, spot: str) -> PayWager:
    table, stake = against_the_dealer(), t.wager(position, spot)
    rate = table.rate(spot)
    assert rate is not None
    seat, cents = t.owners[position], winnings(rate, stake)
    return PayWager(
        "20.10(c)",
        seat,
        position,
        spot,
        table.cite,
        stake,
        cards_of_both_hands(t, position),
        VERDICT.of(t, position),
        show(rate),
        cents,
    )


def give_back(t: Table, position: int, spot: str, cite: str, why: str) -> ReturnWager:
    return ReturnWager(cite, t.owners[position], position, spot, t.wager(position, spot), why)


def pay_ante_bonus(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Pay the ante bonus on the ante as it was when the play wager was made; the ante itself may be lost by now."""
    t = r.table
    reading = r.rules.reads("ante-bonus")
    table, class_name, ante = ante_bonus(), HAND_CLASS.of(t, position), ANTE_PLAYED.get(t, position)
    rate = table.rate(class_name)
    if rate is None or ante is None or (reading == "ante-unless-beaten" and loses_to_dealer(r, position)):
        return
    bonus_stake = 2 * ante if reading == "ante-and-play" else ante  # the play wager is as large as the ante
    seat, cards, cents = t.owners[position], t.faces(hand(position)), winnings(rate, bonus_stake)
    yield PayBonus(BONUS, seat, position, ANTE_BONUS, table.cite, 0, cards, class_name, show(rate), cents, bonus_stake)


def pay_pair_plus(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    t = r.table
    if not WAGER_WINS.get(t, (position, PAIR_PLUS)):
        return
    table, class_name, stake = pair_plus(), WAGER_CLASS.of(t, (position, PAIR_PLUS)), t.wager(position, PAIR_PLUS)
    rate = table.rate(class_name)
    assert rate is not None
    seat, cards, cents = t.owners[position], t.faces(hand(position)), winnings(rate, stake)
    yield PayWager("20.10(c)", seat, position, PAIR_PLUS, table.cite, stake, cards, class_name, show(rate), cents)


def cards_of_both_hands(t: Table, position: int) -> tuple[str, ...]:
    """Return the cards that decide ante and play: the player's and the dealer's."""
    return t.faces(hand(position)) + t.faces(DEALER)
