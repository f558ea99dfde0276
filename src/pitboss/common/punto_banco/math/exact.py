"""The exact model of punto banco: what each wager costs, from a shoe of any composition. Both games share it.

Who deals does not matter, and cards that are burned unseen change nothing on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from pitboss.common.punto_banco.house import (
    BANKER,
    BANKER_6,
    PAIRS,
    PLAYER,
    PLAYER_PAIR,
    TIE,
    PuntoBancoHouse,
    is_continuous,
    is_without_vigorish,
    pay_table_named,
    rate,
    takes_vigorish,
    vigorish,
)
from pitboss.common.punto_banco.house import offered_spots as offered_at
from pitboss.common.punto_banco.math.coups import SEVEN_OF_DRAGON, SIX, Coup, composition, coups
from pitboss.common.punto_banco.settle import LOSES, VOID, WINS, bankers_fate, players_fate, ties_fate
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Exposure,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Standing,
    cache_by_readings,
    row,
)
from pitboss.counting.floors import Floor
from pitboss.counting.wager_costs import cheapest_first
from pitboss.engine.view import View
from pitboss.law.rules import Rules
from pitboss.table.money import Money
from pitboss.table.paytable import show, winnings

LINES: dict[str, tuple[str, ...]] = {}  # none: what a house may pay are separate elections, tie-odds and pair-odds
UNCOUNTED: dict[str, str] = {}
UNIT = "the wager"
WITH_A_6 = "wins with 6"
H = TypeVar("H", bound=PuntoBancoHouse)


def what_if(house: PuntoBancoHouse) -> PuntoBancoHouse:
    """Return the house unchanged, because all of its wagers can be priced without supposing anything."""
    return house


def usual_bet(house: PuntoBancoHouse) -> int:
    """Return the bet to price by default, in cents."""
    return house.minimum


def limits(house: PuntoBancoHouse) -> tuple[int, int]:
    """Return the least and the most of any wager."""
    return min(house.minimum, house.tie_minimum), max(house.maximum, house.tie_maximum)


def limits_by_wager(house: PuntoBancoHouse) -> Mapping[str, tuple[int, int]]:
    """Return the limits of the wagers, by group of wagers."""
    ties = (house.tie_minimum, house.tie_maximum)
    return {"player or banker": (house.minimum, house.maximum), "all others": ties}


def bet_matters(house: PuntoBancoHouse) -> bool:
    """Return whether the edge depends on the size of the bet, which it does if vigorish may be rounded."""
    return takes_vigorish(house)  # which may be rounded


def houses(rules: Rules, house: PuntoBancoHouse) -> list[tuple[str, PuntoBancoHouse]]:
    """Return the houses to price, each with its label: only this one."""
    return [("", house)]


def floors(rules: Rules, house: PuntoBancoHouse) -> list[Floor]:
    """Return the least odds that the facts allow, under the names of the elections that set them."""
    odds, pairs = pay_table_named(house, "odds"), pay_table_named(house, "pairs")
    floors_ = [Floor(TIE, "", odds.cite, {"": {"tie-odds": odds.lines[TIE]}}, outcomes={"tie-odds": WINS})]
    if PLAYER_PAIR in offered_at(house):
        least = pairs.lines[PLAYER_PAIR]
        floors_ += [
            Floor(pair, "", pairs.cite, {"": {"pair-odds": least}}, outcomes={"pair-odds": WINS}) for pair in PAIRS
        ]
    return floors_


def tables(house: Callable[..., H]) -> list[tuple[str, H, int]]:
    """Return the tables to price: every form with all its wagers, and a bet whose vigorish is not a multiple of 25
    cents."""
    return [
        ("", house(pairs="offered"), 1_000),
        ("bets of $7", house(minimum=Money(500)), 700),
        ("without vigorish", house(form="without-vigorish"), 1_000),
        ("half on 6", house(form="half-on-6"), 1_000),
    ]


# --- what a round does to a wager


def fate(house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """Return what becomes of a wager in a round."""
    match spot:
        case "player":
            return players_fate(coup.winner)
        case "banker":
            void = is_without_vigorish(house) and coup.special == SEVEN_OF_DRAGON
            return VOID if void else bankers_fate(coup.winner)
        case "tie":
            return ties_fate(coup.winner)
        case "dragon 7" | "panda 8":
            return WINS if coup.special == spot else LOSES
    return WINS if (coup.player_pair if spot == PLAYER_PAIR else coup.banker_pair) else LOSES


def line_of(house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """Return the wager's line of the pay table."""
    return BANKER_6 if house.form == "half-on-6" and spot == BANKER and coup.special == SIX else spot


def net(rules: Rules, house: PuntoBancoHouse, spot: str, coup: Coup, cents: int) -> int:
    """Return what a wager of this many cents nets, as the table pays it."""
    match fate(house, spot, coup):
        case "wins":
            won = winnings(rate(rules, house, line_of(house, spot, coup)), cents)
            return won - vigorish(rules, house, won) if spot == BANKER and takes_vigorish(house) else won
        case "void":
            return 0
    return -cents


def end_of(house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """Say in a word what became of a wager."""
    fate_ = fate(house, spot, coup)
    if fate_ == VOID:
        return coup.special if coup.winner != TIE else TIE
    return WITH_A_6 if fate_ == WINS and line_of(house, spot, coup) == BANKER_6 else fate_


# --- rows


@cache_by_readings
def priced_wager(rules: Rules, house: PuntoBancoHouse, bet: int, spot: str, removed: tuple[str, ...] = ()) -> Row:
    """Price one wager from a shoe without some cards."""
    ways_by_coup = coups(composition(house.packs, removed))
    outcomes = [
        Outcome(
            ways,
            Fraction(net(rules, house, spot, coup, bet), bet),
            Fraction(1),
            end_of(house, spot, coup),
            printed_odds(rules, house, spot, coup),
        )
        for coup, ways in ways_by_coup.items()
    ]
    return row(spot, UNIT, outcomes, asked=rules, most=int(house.limits(spot)[1]))


def printed_odds(rules: Rules, house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """Return the odds printed for a wager that wins this way; empty for one that does not win."""
    return show(rate(rules, house, line_of(house, spot, coup))) if fate(house, spot, coup) == WINS else ""


def wagers(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Row]:
    """Price every wager from a whole shoe."""
    yield from rows_without(rules, house, bet)


def rows_without(rules: Rules, house: PuntoBancoHouse, bet: int, removed: tuple[str, ...] = ()) -> Iterator[Row]:
    """Return a row for every wager, from a shoe without the cards that are known to be out."""
    must_stay_out(house, removed)
    for spot in offered_at(house):
        yield priced_wager(rules, house, bet, spot, removed)


def must_stay_out(house: PuntoBancoHouse, removed: tuple[str, ...]) -> None:
    """Raise ImpossibleError for cards that are out of a continuous shuffler, which deals every round from all cards."""
    if removed and is_continuous(house):
        raise ImpossibleError(
            "a continuous shuffler deals every round from all cards, so no card is out before one; leave them out of "
            "the question"
        )


def strategy(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Section]:
    """Return the wagers by what they cost, because the player decides nothing else."""
    yield cheapest_first(wagers(rules, house, bet))


def ask(rules: Rules, house: PuntoBancoHouse, bet: int, situation: Situation) -> Answer:
    """Price wagers before a round, with cards that are known to be out."""
    if situation.cards or situation.board or situation.dealer or situation.point:
        raise ImpossibleError(
            "nothing is decided at this game once cards are dealt; name wagers with --wager, as in banker=10, and "
            "cards that are out with --seen"
        )
    offers = offered_at(house)
    if strange := [spot for spot in situation.stakes if spot not in offers]:
        raise ImpossibleError(f"there is no bet on {strange[0]!r} at this table; choose from {', '.join(offers)}")
    if empty := [spot for spot, cents in situation.stakes.items() if not cents]:
        raise ImpossibleError(f"there is nothing on {empty[0]}; wager one cent or more")
    must_stay_out(house, situation.seen)
    stakes: Mapping[str, int] = situation.stakes or dict.fromkeys(offers, bet)
    choices = []
    for spot in (spot for spot in offers if spot in stakes):
        priced = priced_wager(rules, house, stakes[spot], spot, situation.seen)
        choices.append(Choice(spot, -priced.house_edge, stakes[spot], spot if situation.stakes else ""))
    return Answer("before the round", "each wager", tuple(choices))


# --- a player at the table


def advise(rules: Rules, house: PuntoBancoHouse, view: View) -> Advice:
    """Raise ImpossibleError, because no wager depends on an answer."""
    raise ImpossibleError("No wager depends on what you answer.")


def offered_row(rules: Rules, house: PuntoBancoHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    """Return the row of a wager that the table offers now."""
    (spot,) = spots
    return priced_wager(rules, house, stake, spot)


def standing(rules: Rules, house: PuntoBancoHouse, view: View) -> Standing | None:
    """Value the wagers of a seat by the next round. Those on hands may stand after a tie, by a reading."""
    stakes = view.wagers.get(view.seat, {})
    if not stakes:
        return None
    ways_by_coup = coups(composition(house.packs))
    ways = sum(ways_by_coup.values())
    nets = sum(
        coup_ways * net(rules, house, spot, coup, cents)
        for coup, coup_ways in ways_by_coup.items()
        for spot, cents in stakes.items()
    )
    next_round = Fraction(nets, ways)
    stays = rules.reads("tie-and-hands") == "stay" and stakes.keys() & {PLAYER, BANKER}
    return Standing(
        out=sum(stakes.values()), each="round", ways=ways, next=next_round, in_the_end=None if stays else next_round
    )


def exposure(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Exposure]:
    """Return nothing: no decision follows the first card, so it is worth nothing to see a card early."""
    return iter(())
