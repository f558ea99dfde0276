"""The papers of a Three Card Poker table. No held paragraph says how odds are printed."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.guide import describe_wager
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.paytables import against_the_dealer, ante_bonus
from pitboss.games.three_card_poker.law.wagers import WAGERS
from pitboss.games.three_card_poker.papers.brief import ACE_LOW, DEALT
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.printed import printed_pay_table

# The other dealing methods count the stub as the first does.
DEAL = {
    "manual-shoe": ("20.7",),
    "hand": ("20.8", "20.7(e)", "20.7(f)"),
    "automated-shoe": ("20.9", "20.7(e)", "20.7(f)"),
}
HANDS = (
    Hand("Straight flush", ("9s", "8s", "7s"), says="three in a row, one suit"),
    Hand("Three of a kind", ("6s", "6h", "6d"), says="three of one rank"),
    Hand("Straight", ("Jc", "Td", "9h"), says="three in a row"),
    Hand("Flush", ("Kd", "8d", "3d"), says="three of one suit"),
    Hand("Pair", ("4s", "4h", "Ac"), says="two of one rank"),
    Hand("High card", ("Qs", "6d", "4c"), says="nothing of the above"),
)
BONUS = {
    "ante-always": "on the ante, even if the dealer's hand is better",
    "ante-unless-beaten": "on the ante, unless the dealer's hand is better",
    "ante-and-play": "on ante and play, even if the dealer's hand is better",
}


def guide(rules: Rules, house: ThreeCardPokerHouse) -> Guide:
    return Guide(
        about="You and the dealer get three cards each. Bet the ante to play your hand against the dealer's, pair plus "
        "on your own cards alone, or both.",
        offered=_offered_wagers(rules, house),
        decide=(
            Sentence("Before the deal: ante, pair plus, or both.", DEALT[house.dealing]),
            Sentence("With your cards in hand and an ante out: play, for as much as the ante, or fold.", "20.10(b)"),
            Sentence("If you fold, you lose the ante, and pair plus too if you have it out.", "20.10(b)"),
        ),
        rankings=(
            Ranking(
                "Three cards, best hand first",
                HANDS,
                f"{ACE_LOW[rules.reads('ace-two-three')]} No suit is better than another.",
                "reading:ranking, reading:ace-two-three",
            ),
        ),
        edge="On ante and play the house has its advantage because you decide before the dealer's hand is turned. If "
        "you fold, you lose even to a worse hand. If you play, the play bet wins nothing when the dealer has less than "
        "queen high. On pair plus, hands below a pair come more often than the odds make up for.",
        posted=(Sentence("The dealer plays with queen high or better.", "20.11(a)1"),),
        demands=tuple(_demands(house)),
        parts=(
            Part("Cards, shuffle and cut, ranking and wagers", tuple(f"20.{number}" for number in range(1, 7))),
            Part("Deal", DEAL[house.dealing]),
            Part("Play, settlement and collecting", ("20.10",)),
            Part("Payout odds", ("20.11",)),
            Part("Irregularities and what answers them", ("20.12",)),
        ),
    )


def _demands(house: ThreeCardPokerHouse) -> Iterator[Demand]:
    yield Demand(("layout",), "Each position has an area for the play wager.", "20.10(b)")
    if house.dealing == "automated-shoe":
        yield Demand(("layout",), "One area for the dealer's cards.", "20.9(c)")


def _offered_wagers(rules: Rules, house: ThreeCardPokerHouse) -> tuple[GuideWager, ...]:
    return (
        GuideWager(
            "Ante",
            between(house.minimum, house.maximum),
            Sentence(
                "Wins when your hand is better than the dealer's, or the dealer has less than queen high.", "20.11(a)1"
            ),
            (
                printed_pay_table("Ante and play pay", against_the_dealer()),
                printed_pay_table("Ante bonus pays", ante_bonus()),
            ),
        ),
        GuideWager(
            "Play",
            Sentence("as much as the ante", "20.10(b)"),
            Sentence(
                "Wins when your hand is better; comes back when the dealer has less than queen high. With ante and "
                f"play out, a straight or better earns the ante bonus {BONUS[rules.reads('ante-bonus')]}.",
                "20.11(a)1, 20.11(a)3, reading:ante-bonus",
            ),
        ),
        *(describe_wager(wager, rules, house) for wager in WAGERS.list_paid_by_table(rules, house)),
    )
