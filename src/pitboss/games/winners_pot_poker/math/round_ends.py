"""The ends of a simulated round for a seat: the meaning of each code, and its value in cents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table
from pitboss.games.winners_pot_poker.law.ranking import HEIGHT, LOW_PAIR, PAYING_PAIR
from pitboss.games.winners_pot_poker.law.settle import ROYAL, counted_stake, divide, shares
from pitboss.games.winners_pot_poker.math.exact import judged_as
from pitboss.games.winners_pot_poker.math.kernel import rounds
from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, STAYS, THREE
from pitboss.games.winners_pot_poker.math.kernel.rounds import MOST_SHARERS
from pitboss.games.winners_pot_poker.math.two_players import DOES, stakes
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.paytable import winnings

# What jacks plus is judged by, from the lowest: the classes of hands, a pair told apart at jacks.
CLASSES = tuple(each for name in HEIGHT for each in ((LOW_PAIR, PAYING_PAIR) if name == "pair" else (name,)))


class PotEnd(NamedTuple):
    """The end of a round for a seat's part in the pot."""

    did: int
    to_dealer: bool = False  # alone
    # If the seat has a share: the players who stay, those who folded with four cards, those who share, whether the
    # dealer does too, and the seat's turn among the players who share, from the button.
    staying: int = 0
    four: int = 0
    sharers: int = 0
    with_dealer: bool = False
    turn: int = 0


def all_ends(seats: int) -> Iterator[PotEnd]:
    """Yield the ends as the kernel numbers them. Some are impossible: whoever shares a pot has stayed."""
    for to_dealer in (True, False):
        for did in range(rounds.LOST):
            yield PotEnd(did, to_dealer)
    for staying in range(1, seats + 1):
        for four in range(seats - staying + 1):
            for sharers in range(1, MOST_SHARERS + 1):
                for with_dealer in (False, True)[: 1 + (sharers < MOST_SHARERS)]:
                    for turn in range(sharers):
                        yield PotEnd(STAYS, False, staying, four, sharers, with_dealer, turn)


def end_in_words(end: PotEnd, pot: int) -> str:
    if not end.sharers:
        does = "stays and loses" if end.did == STAYS else DOES[end.did]
        return f"{does}, to the dealer" if end.to_dealer else does
    others = [f"{end.sharers - 1} more"] if end.sharers > 1 else []
    others += ["the dealer"] if end.with_dealer else []
    if not others:
        return f"wins {dollars(pot)}"
    turn = f", as number {end.turn + 1}" if end.sharers > 1 else ""
    return f"shares {dollars(pot)} with {' and '.join(others)}{turn}"


class Cents(NamedTuple):
    net: int
    # What of that is the house's doing; the rest is between the players. What a pot as a whole is charged with is told
    # at the first who has a share in it.
    commission: int
    dealer: int  # pots that the dealer wins or shares, less what the house has put in


def pot_of(rules: Rules, house: WinnersPotHouse, ante: int, seats: int, end: PotEnd) -> int:
    """Return the cents in a pot in which a seat has a share."""
    put, three = stakes(house, ante), seats - end.staying - end.four
    antes = three * put[THREE] if rules.reads("first-fold") == "pot" else 0
    return end.staying * put[STAYS] + end.four * put[FOUR] + antes + house.dealer_stake


def cents_of_end(rules: Rules, house: WinnersPotHouse, ante: int, seats: int, end: PotEnd) -> Cents:
    put = stakes(house, ante)[end.did]
    if not end.sharers:
        kept = end.to_dealer or (end.did == THREE and rules.reads("first-fold") == "inventory")
        return Cents(-put, 0, -put if kept else 0)
    pot = pot_of(rules, house, ante, seats, end)
    parts = divide(rules, house, pot, dict.fromkeys(range(end.sharers), put), end.with_dealer)
    net = parts.players[end.turn] - put
    if end.turn:
        return Cents(net, 0, 0)
    return Cents(net, -parts.commission, house.dealer_stake - parts.dealer - parts.left)


class Pots:
    """The results that a seat can have in the pot, with a code for each. Ends of a round that are worth the same share
    a code.
    """

    def __init__(self, rules: Rules, house: WinnersPotHouse, ante: int, seats: int) -> None:
        self.number: dict[PotEnd, int] = {}  # the code of an end
        found: dict[str, Cents] = {}
        put = stakes(house, ante)
        self.staked: list[int] = []
        self.did: list[int] = []
        for end in all_ends(seats):
            if end.sharers <= end.staying or not end.sharers:
                name = end_in_words(end, pot_of(rules, house, ante, seats, end))
                if name not in found:
                    found[name] = cents_of_end(rules, house, ante, seats, end)
                    self.staked.append(put[end.did])
                    self.did.append(end.did)
                self.number[end] = list(found).index(name)
        self.names, self.cents = tuple(found), tuple(found.values())
        self.codes = np.array([self.number.get(end, 0) for end in all_ends(seats)], np.uint16)


# --- jacks plus


class BonusResult(NamedTuple):
    """The result of a jacks plus wager: the hand made, and whether its player folded."""

    made: str
    folded: bool
    royals: int = 0  # that are shown, if it is one


def judgments() -> Iterator[BonusResult]:
    """Yield the ways in which a jacks plus wager can be judged, in the order of their codes."""
    for made in CLASSES[:-1]:
        yield BonusResult(made, False)
    for royals in range(1, MOST_SHARERS + 1):
        yield BonusResult(ROYAL, False, royals)
    for made in CLASSES:
        yield BonusResult(made, True)


def judgment_in_words(judged: BonusResult) -> str:
    if judged.royals > 1:
        return f"{judged.made}, one of {judged.royals}"
    return f"folds, {judged.made}" if judged.folded else judged.made


def cut_by_limit(rules: Rules, house: WinnersPotHouse, stake: int, judged: BonusResult) -> int:
    """Return the cents that the payout limit takes from jacks plus (33.11(c))."""
    rate = jacks_plus_table(house).rate(judged_as(rules, judged.made, judged.folded))
    return 0 if rate is None else winnings(rate, stake) - jacks_plus_net(rules, house, stake, judged)


def jacks_plus_net(rules: Rules, house: WinnersPotHouse, stake: int, judged: BonusResult) -> int:
    """Return what jacks plus nets, in cents."""
    rate = jacks_plus_table(house).rate(judged_as(rules, judged.made, judged.folded))
    if rate is None:
        return -stake
    due, own = winnings(rate, stake), counted_stake(rules, stake)
    alone = min(due + own, payout_limit(house))
    together = shares(rules, house, dict.fromkeys(range(judged.royals), stake))
    return max(together.get(0, alone) - own, 0)
