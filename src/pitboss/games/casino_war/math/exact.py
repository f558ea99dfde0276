"""The mathematics of Casino War for any composition of the shoe: the cost of each wager and the worth of a tie.

Suits do not matter, and cards burned unseen change nothing on average, so only ranks are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Column,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    ShoeModel,
    Situation,
    Worth,
    cache_by_readings,
    costs_of_simple_strategies,
    find_row,
    row,
)
from pitboss.counting.floors import EdgeUnderBestPlay, Floor
from pitboss.counting.hold_model import Block, HoldModel, Joint, Worths, joint, worths_of
from pitboss.counting.strategy_pictures import Picture, PictureModel, Span, Spans, Step, describe_edge
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.casino_war.law.house import (
    INITIAL,
    TIE,
    WAR_TIE,
    CasinoWarHouse,
    offers_tie,
    offers_tie_on_war,
    rate,
    table_called,
)
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.law.settle import surrendered_half
from pitboss.games.casino_war.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK, RANK_NAMES, RANKS
from pitboss.table.money import Money, dollars
from pitboss.table.paytable import show, worth

UNIT = "the initial wager"
OF_TIE = "the tie wager"
HIGHER, LOWER, GIVEN_UP = "higher card", "lower card", "surrendered"
LEVEL = "all the same"
WAR_WON, WAR_TIED, WAR_LOST = "war won", "war tied", "war lost"
TIED = (GIVEN_UP, WAR_WON, WAR_TIED, WAR_LOST)  # what becomes of an initial wager after a tie

ROUND_OF_ONE = 7  # cards of a player at war: two and two, and three that are burned between

Counts = Mapping[str, int]  # rank -> cards of it that may still come


def decided_by_war_tie_odds(rules: Rules, house: CasinoWarHouse) -> EdgeUnderBestPlay:
    """Return how the edge of the initial wager follows from what a tie in a war pays."""

    def initial_row(pays: Mapping[str, int]) -> Row:
        elected = msgspec.structs.replace(house, war_tie_odds=f"{pays['war-tie-odds']} to 1")
        return initial(rules, elected, house.minimum)

    return EdgeUnderBestPlay(lambda pays: initial_row(pays).house_edge, initial_row)


def full_shoe(house: CasinoWarHouse, removed: tuple[str, ...] = ()) -> Counter[str]:
    """Count the ranks of a shoe without some of its cards. Raises ImpossibleError if it does not have them."""
    left = Counter(card[0] for card in FULL_DECK * house.packs)
    left.subtract(card[0] for card in removed)
    if min(left.values()) < 0:
        raise ImpossibleError(f"{house.packs} decks do not have all these cards; name each as often as it can be out")
    return left


def shoe_for_a_round(house: CasinoWarHouse, removed: tuple[str, ...]) -> Counter[str]:
    """Count the ranks of a shoe, which must have enough cards for a round with a war.

    A war that begins with fewer is dealt from cards that were shuffled again, which is not counted here.
    """
    left = full_shoe(house, removed)
    if (cards := left.total()) < ROUND_OF_ONE:
        left_over = f"{cards} {'card is' if cards == 1 else 'cards are'} left"
        raise ImpossibleError(f"{left_over}, and a round with a war takes {ROUND_OF_ONE}; remove fewer")
    return left


# --- the tie


def net_of_surrender(rules: Rules, house: CasinoWarHouse, bet: int) -> Fraction:
    """Return what a surrender nets per unit of the bet."""
    taken, _ = surrendered_half(rules, house, bet)
    return Fraction(-taken, bet)


def odd_half_note(rules: Rules, house: CasinoWarHouse, bet: int) -> str:
    """Return a note on what a surrender takes if chips cannot make half of the bet; empty if they can."""
    taken, odd = surrendered_half(rules, house, bet)
    return f" (gives up {dollars(taken)} of {dollars(bet)})" if odd else ""


def war_outcomes(rules: Rules, house: CasinoWarHouse, left: Counts, weight: int = 1) -> Iterator[Outcome]:
    """Yield the outcomes of a war from the cards that may still come."""
    nets = {WAR_WON: worth(rate(rules, house, "war")), WAR_LOST: Fraction(-2)}
    if rules.reads("second-war") == "again":
        # War follows war until one card is higher. Whatever cards may come, they may come the other way round as well,
        # so that either side is as likely to have it.
        total = sum(left.values())
        for name, net in nets.items():
            yield Outcome(weight * (total * (total - 1) // 2), net, Fraction(2), name)
        return
    nets[WAR_TIED] = worth(rate(rules, house, "war tie"))
    ways: Counter[str] = Counter()
    for mine_index, my_rank in enumerate(RANKS):
        for dealers_index, dealers_rank in enumerate(RANKS):
            name = WAR_TIED if mine_index == dealers_index else WAR_WON if mine_index > dealers_index else WAR_LOST
            ways[name] += left[my_rank] * (left[dealers_rank] - (mine_index == dealers_index))
    for name, net in nets.items():
        yield Outcome(weight * ways[name], net, Fraction(2), name)


def war_worth(rules: Rules, house: CasinoWarHouse, left: Counts) -> Fraction:
    """Return what a war nets on average per unit of the bet."""
    outcomes = list(war_outcomes(rules, house, left))
    total = sum(outcome.weight for outcome in outcomes)
    return sum((outcome.weight * outcome.net for outcome in outcomes), Fraction()) / total


def answer_values(rules: Rules, house: CasinoWarHouse, left: Counts, bet: int) -> dict[str, Fraction]:
    """Return what each answer to a tie nets on average per unit of the bet."""
    return {GO_TO_WAR: war_worth(rules, house, left), SURRENDER: net_of_surrender(rules, house, bet)}


# --- rows


@cache_by_readings
def initial(rules: Rules, house: CasinoWarHouse, bet: int, removed: tuple[str, ...] = (), always: str = "") -> Row:
    """Return the row of the initial wager. A tie is answered in the way that is worth more with its rank, or always
    with `always`.
    """
    return row(INITIAL, UNIT, outcomes_of(rules, house, bet, removed, always), asked=rules)


def outcomes_of(
    rules: Rules, house: CasinoWarHouse, bet: int, removed: tuple[str, ...] = (), always: str = ""
) -> list[Outcome]:
    """Return the outcomes of the initial wager."""
    left, outcomes = shoe_for_a_round(house, removed), list[Outcome]()
    pairs = (total := left.total() - 2) * (total - 1)  # of cards in a war; every deal is counted with them
    won, lost = worth(rate(rules, house, "initial")), Fraction(-1)
    for index, mine in enumerate(RANKS):
        lower, higher = (sum(left[rank] for rank in part) for part in (RANKS[:index], RANKS[index + 1 :]))
        outcomes.append(Outcome(left[mine] * lower * pairs, won, Fraction(1), HIGHER))
        outcomes.append(Outcome(left[mine] * higher * pairs, lost, Fraction(1), LOWER))
        outcomes += _outcomes_after_tie(rules, house, bet, left, mine, always)
    return outcomes


def _outcomes_after_tie(
    rules: Rules, house: CasinoWarHouse, bet: int, left: Counter[str], rank: str, always: str
) -> Iterator[Outcome]:
    ways = left[rank] * (left[rank] - 1)
    if ways < 1:
        return
    after = left - Counter({rank: 2})
    given_up = net_of_surrender(rules, house, bet)
    answer = always or (GO_TO_WAR if war_worth(rules, house, after) > given_up else SURRENDER)
    if answer == SURRENDER:
        yield Outcome(ways * after.total() * (after.total() - 1), given_up, Fraction(1), GIVEN_UP)
    else:
        yield from war_outcomes(rules, house, after, ways)


def share_at_war(rules: Rules, house: CasinoWarHouse, bet: int) -> Fraction:
    """Return the share of rounds from a whole shoe in which a player goes to war who answers ties optimally."""
    outcomes = outcomes_of(rules, house, bet)
    at_war = sum(
        (Fraction(outcome.weight) for outcome in outcomes if outcome.name in (WAR_WON, WAR_TIED, WAR_LOST)), Fraction()
    )
    return at_war / sum(outcome.weight for outcome in outcomes)


@cache_by_readings
def tie(rules: Rules, house: CasinoWarHouse, spot: str, removed: tuple[str, ...] = ()) -> Row:
    """Return the row of a tie wager on the first deal, or on the war.

    The wager on the war can be made only after a tie, so two cards of one rank are out of the shoe by then.
    """
    left, paid = shoe_for_a_round(house, removed), rate(rules, house, "tie")
    ties, pairs = count_tie_ways(left), left.total() * (left.total() - 1)
    if spot == WAR_TIE:
        first = {rank: count * (count - 1) for rank, count in left.items() if count > 1}
        pairs = sum(first.values()) * (left.total() - 2) * (left.total() - 3)
        ties = sum(ways * count_tie_ways(left - Counter({rank: 2})) for rank, ways in first.items())
    outcomes = [
        Outcome(ties, worth(paid), name="tie", pays=show(paid)),
        Outcome(pairs - ties, Fraction(-1), name="no tie"),
    ]
    return row(spot, OF_TIE, outcomes, asked=rules, most=int(house.tie_maximum))


def count_tie_ways(left: Counts) -> int:
    """Count the ways in which the next two cards have the same rank."""
    return sum(count * (count - 1) for count in left.values())


# --- a player at the table


def counts_at_tie(rules: Rules, house: CasinoWarHouse, view: View) -> tuple[Counts, Situation]:
    """Return the cards that may come in a war, for a seat that is asked about its tie, and what it sees."""
    seen = situation_at(view, pending_question(view).position)
    if len(seen.cards) != 1 or len(seen.dealer) != 1:
        raise ImpossibleError(ODD)
    if rules.reads("short-stack") == "all-in" and view.chips[view.seat] < seen.stakes[INITIAL]:
        raise ImpossibleError("A war wager of all your chips is smaller than the initial wager and is not counted.")
    return full_shoe(house, (*seen.cards, *seen.dealer, *seen.seen)), seen


# --- the hold


@cache_by_readings
def joint_outcomes(rules: Rules, house: CasinoWarHouse, bet: int) -> Joint:
    """Return the joint outcomes of an initial wager of `bet` cents and a tie wager on the same cards, one
    unit of each.
    """
    paid = worth(rate(rules, house, "tie"))
    outcomes = [
        (outcome.weight, (outcome.net, paid if outcome.name in TIED else Fraction(-1)))
        for outcome in outcomes_of(rules, house, bet)
    ]
    return joint((INITIAL, TIE), outcomes)


@cache_by_readings
def tie_on_war_outcomes(rules: Rules, house: CasinoWarHouse) -> Joint:
    """Return the outcomes of a tie wager on the war."""
    results = tie(rules, house, WAR_TIE).results
    return joint((WAR_TIE,), [(outcome.probability, (outcome.net,)) for outcome in results])


# --- the model


class CasinoWar(ShoeModel[CasinoWarHouse], PictureModel[CasinoWarHouse], HoldModel[CasinoWarHouse]):
    """The cost of each wager, the best answer to a tie, and the win that the house expects.

    What a house may pay are elections of their own, war-tie-odds and tie-odds. The war wager goes with the initial
    wager and is counted there.
    """

    def limits(self, house: CasinoWarHouse) -> tuple[int, int]:
        return min(house.minimum, house.tie_minimum), max(house.maximum, house.tie_maximum)

    def limits_by_wager(self, house: CasinoWarHouse) -> Mapping[str, tuple[int, int]]:
        ties = {"tie": (house.tie_minimum, house.tie_maximum)} if offers_tie(house) else {}
        return {"initial": (house.minimum, house.maximum), **ties}

    def bet_matters(self, house: CasinoWarHouse) -> bool:
        return True  # half of a bet may not come out even in chips

    def floors(self, rules: Rules, house: CasinoWarHouse) -> list[Floor]:
        """Return the least odds that the house may elect, named after the elections that set them."""
        table = table_called("odds")
        war, tied = table.lines["war tie"], table.lines["tie"]
        fixed = "pays a war at even money, and by the reading second-war a tie in a war leads to another"
        again = rules.reads("second-war") == "again"
        return [
            Floor(
                INITIAL,
                "",
                table.cite,
                {"": {"war-tie-odds": war}},
                fixed * again,
                decided=decided_by_war_tie_odds(rules, house),
            ),
            Floor(TIE, "", table.cite, {"": {"tie-odds": tied}}, outcomes={"tie-odds": "tie"}),
        ]

    def pricing_cases(self) -> list[tuple[str, CasinoWarHouse, int]]:
        """Return a table that elects nothing, and one where chips cannot make half of the bet and this changes
        an answer.
        """
        coarse = CasinoWarHouse(smallest_chip=Money(500))
        return [("", CasinoWarHouse(), 500), ("bets of $5 in chips of $5", coarse, 500)]

    def rows_without(self, rules: Rules, house: CasinoWarHouse, bet: int, removed: tuple[str, ...]) -> Iterator[Row]:
        """Yield the row of every wager for a shoe without the cards that are known to be out."""
        yield initial(rules, house, bet, removed)
        if offers_tie(house):
            yield tie(rules, house, TIE, removed)
            if offers_tie_on_war(rules, house) and count_tie_ways(shoe_for_a_round(house, removed)):
                yield tie(rules, house, WAR_TIE, removed)

    def strategy(self, rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Section]:
        left, given_up = full_shoe(house), net_of_surrender(rules, house, bet)
        values = {rank: war_worth(rules, house, left - Counter({rank: 2})) for rank in RANKS}
        rows = tuple(
            (RANK_NAMES[rank], value, GO_TO_WAR if value > given_up else SURRENDER) for rank, value in values.items()
        )
        yield Section("What to do after a tie", (Column("rank"), Column("war nets", "number"), Column("so")), rows)
        best, war, surrender = (
            initial(rules, house, bet, (), always).house_edge for always in ("", GO_TO_WAR, SURRENDER)
        )
        simple = [("always go to war", war), (f"always surrender{odd_half_note(rules, house, bet)}", surrender)]
        yield costs_of_simple_strategies(best, simple)

    def ask(self, rules: Rules, house: CasinoWarHouse, bet: int, situation: Situation) -> Answer:
        """Answer for a tie: your card, the dealer's card and the other cards that are known to be out."""
        cards = (*situation.cards, *situation.dealer)
        if len(situation.cards) != 1 or len(situation.dealer) > 1 or situation.board:
            raise ImpossibleError("a player of Casino War decides with one card; give one of --cards")
        if situation.dealer and situation.dealer[0][0] != situation.cards[0][0]:
            raise ImpossibleError("this is not a tie, so nothing is decided; give a dealer's card of your rank")
        mine = situation.cards[0]
        known = cards if situation.dealer else (mine, mine)  # the dealer's is of the same rank
        left = full_shoe(house, (*known, *situation.seen))
        choices = tuple(Choice(answer, value, bet) for answer, value in answer_values(rules, house, left, bet).items())
        return Answer(f"a tie of {RANK_NAMES[mine[0]]}s", UNIT, choices)

    def advise(self, rules: Rules, house: CasinoWarHouse, view: View) -> Advice:
        left, seen = counts_at_tie(rules, house, view)
        stake, rank = seen.stakes[INITIAL], RANK_NAMES[seen.cards[0][0]]
        values = answer_values(rules, house, left, stake)
        doing = {GO_TO_WAR: f"Going to war with a tie of {rank}s", SURRENDER: f"Surrendering a tie of {rank}s"}
        total = sum(left.values())
        worths = tuple(Worth(name, values[name], doing[name]) for name in pending_question(view).choices)
        return Advice(unit=UNIT, stake=stake, worths=worths, ways=total * (total - 1))

    def offered_row(self, rules: Rules, house: CasinoWarHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        rows = {each.wager: each for each in self.wagers(rules, house, stake)}
        return find_row(rows, WAGERS.report_name_of(spots))

    def pictures(self, rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Picture]:
        left, given_up = full_shoe(house), net_of_surrender(rules, house, bet)
        spans = []
        for rank in reversed(RANKS):
            gain = war_worth(rules, house, left - Counter({rank: 2})) - given_up
            what = GO_TO_WAR if gain > 0 else SURRENDER if gain < 0 else LEVEL
            spans.append(Span(f"a tie of {RANK_NAMES[rank]}s", what, gain, gain, left[rank] * (left[rank] - 1)))
        yield Spans(
            title="What to do after a tie",
            unit="What a war gains over surrender, in initial wagers, with a whole shoe",
            axis="a war gains (initial wagers)",
            choices=(GO_TO_WAR, LEVEL, SURRENDER),
            spans=tuple(spans),
        )

    def card(self, rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Step]:
        (picture,) = self.pictures(rules, house, bet)
        assert isinstance(picture, Spans)
        done = {span.what for span in picture.spans}
        advice = {
            frozenset({GO_TO_WAR}): "Go to war with every tie.",
            frozenset({SURRENDER}): "Surrender every tie.",
            frozenset({LEVEL}): "Surrender or go to war: both cost the same.",
        }
        ranks = [span.name for span in picture.spans if span.what == GO_TO_WAR]
        mixed = f"Go to war with {', '.join(ranks)}, and surrender others."
        yield Step("When you tie", (advice.get(frozenset(done), mixed),))
        edge = initial(rules, house, bet).house_edge
        costs = [f"Played this way, {describe_edge(edge, 'your initial bet')} on average."]
        if offers_tie(house):
            costs.append(f"Of a tie bet {describe_edge(tie(rules, house, TIE).house_edge, 'it')} on average.")
        yield Step("What it costs", tuple(costs))

    def blocks(self, rules: Rules, house: CasinoWarHouse, view: View) -> Iterator[Block]:
        """Yield the wagers of each player that are decided together.

        A tie wager on the war is made when the first cards are known, so it is a block of its own.
        """
        for stakes in view.wagers.values():
            if initial := stakes.get(INITIAL, 0):
                yield joint_outcomes(rules, house, initial).with_stakes(initial, stakes.get(TIE, 0))
            if on_war := stakes.get(WAR_TIE, 0):
                yield tie_on_war_outcomes(rules, house).with_stakes(on_war)

    def worths(self, rules: Rules, house: CasinoWarHouse, view: View) -> Worths:
        return worths_of(self.advise(rules, house, view), INITIAL)


MODEL = CasinoWar()
