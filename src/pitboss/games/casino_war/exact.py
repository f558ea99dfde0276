"""Casino War counted out, over any composition of the shoe: what each wager costs, and what a tie is worth.

Suits do not matter, and cards that are burned unseen change nothing on average, so ranks are all that is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.counting.model import (
    Answer,
    Choice,
    Column,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    against_optimal,
    remembered,
    row,
)
from pitboss.games.casino_war.house import INITIAL, TIE, WAR_TIE, CasinoWarHouse, rate
from pitboss.games.casino_war.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.settle import half_of
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK, RANK_NAMES, RANKS
from pitboss.table.paytable import worth

UNIT = "the initial wager"
OF_TIE = "the tie wager"
UNCOUNTED = {"a further war": "another war after a tie, by the other reading, is not counted yet"}

Counts = Mapping[str, int]  # rank -> cards of it that may still come


def usual_bet(house: CasinoWarHouse) -> int:
    return house.minimum


def full_shoe(house: CasinoWarHouse, removed: tuple[str, ...] = ()) -> Counter[str]:
    """The ranks of a shoe without some of its cards."""
    left = Counter(card[0] for card in FULL_DECK * house.packs)
    left.subtract(card[0] for card in removed)
    if min(left.values()) < 0:
        raise ImpossibleError(f"{house.packs} decks do not have all these cards; name each as often as it can be out")
    return left


# --- the tie


def surrendered(rules: Rules, house: CasinoWarHouse, bet: int) -> Fraction:
    taken, _ = half_of(rules, house, bet)
    return Fraction(-taken, bet)


def war_outcomes(rules: Rules, house: CasinoWarHouse, left: Counts, weight: int = 1) -> Iterator[Outcome]:
    """What a war nets, from the cards that may still come."""
    if rules.reads("second-war") == "again":
        raise ImpossibleError("a further war after a tie is not counted; read second-war as ends")
    nets = {
        "war won": worth(rate(rules, house, "war")),
        "war tied": worth(rate(rules, house, "war tie")),
        "war lost": Fraction(-2),
    }
    ways: Counter[str] = Counter()
    for at, mine in enumerate(RANKS):
        for other, dealers in enumerate(RANKS):
            name = "war tied" if at == other else "war won" if at > other else "war lost"
            ways[name] += left[mine] * (left[dealers] - (at == other))
    for name, net in nets.items():
        yield Outcome(weight * ways[name], net, Fraction(2), name)


def war_worth(rules: Rules, house: CasinoWarHouse, left: Counts) -> Fraction:
    outcomes = list(war_outcomes(rules, house, left))
    total = sum(outcome.weight for outcome in outcomes)
    return sum((outcome.weight * outcome.net for outcome in outcomes), Fraction()) / total


# --- rows


@remembered
def initial(rules: Rules, house: CasinoWarHouse, bet: int, removed: tuple[str, ...] = (), always: str = "") -> Row:
    """A tie is answered by what is worth more with that rank, or always in the same way."""
    left, outcomes = full_shoe(house, removed), list[Outcome]()
    pairs = (total := left.total() - 2) * (total - 1)  # of cards in a war; every deal is counted with them
    won, lost = worth(rate(rules, house, "initial")), Fraction(-1)
    for at, mine in enumerate(RANKS):
        lower, higher = (sum(left[each] for each in part) for part in (RANKS[:at], RANKS[at + 1 :]))
        outcomes.append(Outcome(left[mine] * lower * pairs, won, Fraction(1), "higher card"))
        outcomes.append(Outcome(left[mine] * higher * pairs, lost, Fraction(1), "lower card"))
        outcomes += _tied(rules, house, bet, left, mine, always)
    return row(INITIAL, UNIT, outcomes, asked=rules)


def _tied(
    rules: Rules, house: CasinoWarHouse, bet: int, left: Counter[str], rank: str, always: str
) -> Iterator[Outcome]:
    ways = left[rank] * (left[rank] - 1)
    if ways < 1:
        return
    after = left - Counter({rank: 2})
    given_up = surrendered(rules, house, bet)
    answer = always or (GO_TO_WAR if war_worth(rules, house, after) > given_up else SURRENDER)
    if answer == SURRENDER:
        yield Outcome(ways * after.total() * (after.total() - 1), given_up, Fraction(1), "surrendered")
    else:
        yield from war_outcomes(rules, house, after, ways)


@remembered
def tie(rules: Rules, house: CasinoWarHouse, spot: str, removed: tuple[str, ...] = ()) -> Row:
    """A tie wager, on the first deal or, before its cards are known, on the war."""
    left = full_shoe(house, removed)
    paid, total = rate(rules, house, "tie"), left.total()
    ties = sum(count * (count - 1) for count in left.values())
    outcomes = [
        Outcome(ties, worth(paid), name="tie", pays=str(paid)),
        Outcome(total * (total - 1) - ties, Fraction(-1), name="no tie"),
    ]
    return row(spot, OF_TIE, outcomes, asked=rules)


def wagers(rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Row]:
    yield from priced(rules, house, bet)


def priced(rules: Rules, house: CasinoWarHouse, bet: int, removed: tuple[str, ...] = ()) -> Iterator[Row]:
    """Every wager from a shoe without the cards that are known to be out."""
    yield initial(rules, house, bet, removed)
    if house.tie_wager:
        yield tie(rules, house, TIE, removed)
        if house.tie_wager_on_war:
            yield tie(rules, house, WAR_TIE, removed)


# --- what to do


def strategy(rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Section]:
    left, given_up = full_shoe(house), surrendered(rules, house, bet)
    values = {rank: war_worth(rules, house, left - Counter({rank: 2})) for rank in RANKS}
    rows = tuple(
        (RANK_NAMES[rank], value, GO_TO_WAR if value > given_up else SURRENDER) for rank, value in values.items()
    )
    yield Section("What to do after a tie", (Column("rank"), Column("war nets", "number"), Column("so")), rows)
    best = initial(rules, house, bet).house_edge
    simple = [
        ("always go to war", initial(rules, house, bet, (), GO_TO_WAR).house_edge),
        ("always surrender", initial(rules, house, bet, (), SURRENDER).house_edge),
    ]
    yield against_optimal(best, simple)


def ask(rules: Rules, house: CasinoWarHouse, bet: int, situation: Situation) -> Answer:
    """After a tie: your card and the dealer's, and whatever else is known to be out."""
    cards = (*situation.cards, *situation.dealer)
    if len(situation.cards) != 1 or len(situation.dealer) > 1 or situation.board:
        raise ImpossibleError("a player of Casino War decides with one card; give one of --cards")
    if situation.dealer and situation.dealer[0][0] != situation.cards[0][0]:
        raise ImpossibleError("this is not a tie, so nothing is decided; give a dealer's card of your rank")
    mine = situation.cards[0]
    known = cards if situation.dealer else (mine, mine)  # the dealer's is of the same rank
    left = full_shoe(house, (*known, *situation.seen))
    choices = (
        Choice(GO_TO_WAR, war_worth(rules, house, left), bet),
        Choice(SURRENDER, surrendered(rules, house, bet), bet),
    )
    return Answer(f"a tie of {RANK_NAMES[mine[0]]}s", UNIT, choices)
