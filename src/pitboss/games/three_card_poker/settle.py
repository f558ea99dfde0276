"""Settlement (20.10(b) to (d), 20.11): hands turned, all losing wagers collected, all winning ones paid."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.three_card_poker.facts import AGAINST_DEALER, ANTE_PLAYED, DEALER_PLAYS, VERDICT, Against
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.paytables import against_the_dealer, ante_bonus, pair_plus
from pitboss.games.three_card_poker.ranking import (
    LOW_ACE,
    compared_by,
    dealer_plays,
    deciding_card,
    hand_class,
    read_by,
    strength,
    told,
)
from pitboss.games.three_card_poker.steps import AllPaid, Compare, DealerPlays, PayBonus, ReadHand
from pitboss.games.three_card_poker.wagers import ANTE, ANTE_BONUS, PAIR_PLUS, PLAY
from pitboss.law.force import rule
from pitboss.table.card_steps import CollectCards, TurnHand
from pitboss.table.facts import HAND_CLASS, WAGER_CLASS, WAGER_WINS
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import PUSH, CollectWager, JudgeWager, PayWager, ReturnWager
from pitboss.table.table import DEALER, Table, hand

EQUAL = "reading:equal-hands"
BONUS = "reading:ante-bonus"


def settle(r: Round[ThreeCardPokerHouse]) -> Procedure:
    t = r.table
    dealers = t.faces(DEALER)
    yield DealerPlays("20.11(a)1", dealer_plays(dealers, r.rules), told(dealers, hand_class(dealers, r.rules)))
    for position in t.live()[::-1]:
        yield TurnHand("20.10(b)", t.owners[position], position, t.faces(hand(position)))
        yield from judge(r, position)
    for position in in_collecting_order(r):
        yield from collect_losers(r, position)
    for position in in_paying_order(t):
        yield from pay_winners(r, position)
    yield AllPaid("20.10(c)")
    for place in in_order_of_pick_up(r):
        yield CollectCards("20.10(c)2", place)


def in_collecting_order(r: Round[ThreeCardPokerHouse]) -> list[int]:
    t = r.table
    return t.live() if r.rules.reads("losers-collected") == "clockwise" else t.live()[::-1]


@rule("20.10(c)1", [])
def in_paying_order(t: Table) -> list[int]:
    """Counterclockwise from the player farthest to the dealer's right."""
    return t.live()[::-1]


@rule("20.10(d)", [])
def in_order_of_pick_up(r: Round[ThreeCardPokerHouse]) -> list[str]:
    """The hands in order and the dealer's own last, so that every hand can be rebuilt."""
    t = r.table
    order = t.live() if r.rules.reads("collecting-order") == "clockwise" else t.live()[::-1]
    return [*map(hand, order), DEALER]


# --- what each hand is worth


def judge(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Against the dealer for ante and play, by itself for the pair plus wager."""
    t = r.table
    cards = t.faces(hand(position))
    made = hand_class(cards, r.rules)
    by = read_by(cards)
    yield ReadHand(by, position, cards, made, told(cards, made))
    if t.wager(position, ANTE):
        yield compare(r, position)
    if t.wager(position, PAIR_PLUS):
        wins = pair_plus().rate(made) is not None
        cite = LOW_ACE if by == LOW_ACE else "20.11(a)2"
        yield JudgeWager(cite, t.owners[position], position, PAIR_PLUS, cards, made, wins)


def compare(r: Round[ThreeCardPokerHouse], position: int) -> Compare:
    t = r.table
    mine, dealers = t.faces(hand(position)), t.faces(DEALER)
    words, his = (told(cards, hand_class(cards, r.rules)) for cards in (mine, dealers))
    if not DEALER_PLAYS.of(t):
        return Compare("20.11(a)1", position, "no contest", f"the dealer does not qualify with {his}")
    ours, theirs = strength(mine, r.rules), strength(dealers, r.rules)
    against: Against = "higher" if ours > theirs else "lower" if ours < theirs else "equal"
    beside = {"higher": "beats", "lower": "loses to", "equal": "ties"}[against]
    if words == his and against != "equal":
        his += ", {} against {}".format(*deciding_card(mine, dealers, r.rules))
    cite = compared_by(mine, dealers, r.rules) or "20.11(a)1"
    return Compare(cite, position, against, f"{words} {beside} the dealer's {his}")


# --- what loses, what wins


def collect_losers(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    t = r.table
    seat, against = t.owners[position], AGAINST_DEALER.get(t, position)
    if beaten(r, position):
        cite, cards = "20.10(c)" if against == "lower" else EQUAL, both(t, position)
        for spot in (ANTE, PLAY):
            yield CollectWager(cite, seat, position, spot, t.wager(position, spot), cards, VERDICT.of(t, position))
    if (cents := t.wager(position, PAIR_PLUS)) and not WAGER_WINS.of(t, (position, PAIR_PLUS)):
        cards = t.faces(hand(position))
        why = f"{told(cards, WAGER_CLASS.of(t, (position, PAIR_PLUS)))}, less than a pair"
        yield CollectWager("20.10(c)", seat, position, PAIR_PLUS, cents, cards, why)


def beaten(r: Round[ThreeCardPokerHouse], position: int) -> bool:
    """Whether ante and play lose."""
    against = AGAINST_DEALER.get(r.table, position)
    return against == "lower" or (against == "equal" and r.rules.reads("equal-hands") == "loses")


def pay_winners(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """Ante and play against the dealer, the ante bonus and the pair plus wager each by itself."""
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
        both(t, position),
        VERDICT.of(t, position),
        show(rate),
        cents,
    )


def give_back(t: Table, position: int, spot: str, cite: str, why: str) -> ReturnWager:
    return ReturnWager(cite, t.owners[position], position, spot, t.wager(position, spot), why)


def pay_ante_bonus(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    """On the ante as it was when the play wager was made: a lost one is in the inventory by now."""
    t = r.table
    read = r.rules.reads("ante-bonus")
    table, made, ante = ante_bonus(), HAND_CLASS.of(t, position), ANTE_PLAYED.get(t, position)
    rate = table.rate(made)
    if rate is None or ante is None or (read == "ante-unless-beaten" and beaten(r, position)):
        return
    on = 2 * ante if read == "ante-and-play" else ante  # the play wager is as large as the ante
    seat, cards, cents = t.owners[position], t.faces(hand(position)), winnings(rate, on)
    yield PayBonus(BONUS, seat, position, ANTE_BONUS, table.cite, 0, cards, made, show(rate), cents, on)


def pay_pair_plus(r: Round[ThreeCardPokerHouse], position: int) -> Procedure:
    t = r.table
    if not WAGER_WINS.get(t, (position, PAIR_PLUS)):
        return
    table, made, stake = pair_plus(), WAGER_CLASS.of(t, (position, PAIR_PLUS)), t.wager(position, PAIR_PLUS)
    rate = table.rate(made)
    assert rate is not None
    seat, cards, cents = t.owners[position], t.faces(hand(position)), winnings(rate, stake)
    yield PayWager("20.10(c)", seat, position, PAIR_PLUS, table.cite, stake, cards, made, show(rate), cents)


def both(t: Table, position: int) -> tuple[str, ...]:
    """The cards that decide ante and play: the player's and the dealer's."""
    return t.faces(hand(position)) + t.faces(DEALER)
