"""Punto banco counted out, over any composition of the shoe: what each wager costs. Both games have these figures; who
deals does not matter. Cards that are burned unseen change nothing on average."""

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

LINES: dict[str, tuple[str, ...]] = {}  # what a house may pay are elections of their own: tie-odds and pair-odds
UNCOUNTED: dict[str, str] = {}
UNIT = "the wager"
WITH_A_6 = "wins with 6"
H = TypeVar("H", bound=PuntoBancoHouse)


def what_if(house: PuntoBancoHouse) -> PuntoBancoHouse:
    return house


def usual_bet(house: PuntoBancoHouse) -> int:
    return house.minimum


def limits(house: PuntoBancoHouse) -> tuple[int, int]:
    return min(house.minimum, house.tie_minimum), max(house.maximum, house.tie_maximum)


def limits_by_wager(house: PuntoBancoHouse) -> Mapping[str, tuple[int, int]]:
    ties = (house.tie_minimum, house.tie_maximum)
    return {"player or banker": (house.minimum, house.maximum), "all others": ties}


def bet_matters(house: PuntoBancoHouse) -> bool:
    return takes_vigorish(house)  # which may be rounded


def houses(rules: Rules, house: PuntoBancoHouse) -> list[tuple[str, PuntoBancoHouse]]:
    return [("", house)]


def floors(rules: Rules, house: PuntoBancoHouse) -> list[Floor]:
    """The lines are called as the elections that set them."""
    odds, pairs = pay_table_named(house, "odds"), pay_table_named(house, "pairs")
    found = [Floor(TIE, "", odds.cite, {"": {"tie-odds": odds.lines[TIE]}}, outcomes={"tie-odds": WINS})]
    if PLAYER_PAIR in offered_at(house):
        least = pairs.lines[PLAYER_PAIR]
        found += [
            Floor(pair, "", pairs.cite, {"": {"pair-odds": least}}, outcomes={"pair-odds": WINS}) for pair in PAIRS
        ]
    return found


def tables(house: Callable[..., H]) -> list[tuple[str, H, int]]:
    """Every form with all its wagers; and a bet whose vigorish is not a multiple of 25 cents."""
    return [
        ("", house(pairs="offered"), 1_000),
        ("bets of $7", house(minimum=Money(500)), 700),
        ("without vigorish", house(form="without-vigorish"), 1_000),
        ("half on 6", house(form="half-on-6"), 1_000),
    ]


# --- what a round does to a wager


def fate(house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
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
    return BANKER_6 if house.form == "half-on-6" and spot == BANKER and coup.special == SIX else spot


def net(rules: Rules, house: PuntoBancoHouse, spot: str, coup: Coup, cents: int) -> int:
    """What a wager of so many cents nets, as the table pays it."""
    match fate(house, spot, coup):
        case "wins":
            won = winnings(rate(rules, house, line_of(house, spot, coup)), cents)
            return won - vigorish(rules, house, won) if spot == BANKER and takes_vigorish(house) else won
        case "void":
            return 0
    return -cents


def end_of(house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """What became of a wager, in words."""
    found = fate(house, spot, coup)
    if found == VOID:
        return coup.special if coup.winner != TIE else TIE
    return WITH_A_6 if found == WINS and line_of(house, spot, coup) == BANKER_6 else found


# --- rows


@cache_by_readings
def priced_wager(rules: Rules, house: PuntoBancoHouse, bet: int, spot: str, removed: tuple[str, ...] = ()) -> Row:
    found = coups(composition(house.packs, removed))
    outcomes = [
        Outcome(
            ways,
            Fraction(net(rules, house, spot, coup, bet), bet),
            Fraction(1),
            end_of(house, spot, coup),
            printed_odds(rules, house, spot, coup),
        )
        for coup, ways in found.items()
    ]
    return row(spot, UNIT, outcomes, asked=rules, most=int(house.limits(spot)[1]))


def printed_odds(rules: Rules, house: PuntoBancoHouse, spot: str, coup: Coup) -> str:
    """What is printed for it."""
    return show(rate(rules, house, line_of(house, spot, coup))) if fate(house, spot, coup) == WINS else ""


def wagers(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Row]:
    yield from rows_without(rules, house, bet)


def rows_without(rules: Rules, house: PuntoBancoHouse, bet: int, removed: tuple[str, ...] = ()) -> Iterator[Row]:
    """Every wager from a shoe without the cards that are known to be out."""
    must_stay_out(house, removed)
    for spot in offered_at(house):
        yield priced_wager(rules, house, bet, spot, removed)


def must_stay_out(house: PuntoBancoHouse, removed: tuple[str, ...]) -> None:
    if removed and is_continuous(house):
        raise ImpossibleError(
            "a continuous shuffler deals every round from all cards, so no card is out before one; leave them out of "
            "the question"
        )


def strategy(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Section]:
    """Nothing is decided but what to wager."""
    yield cheapest_first(wagers(rules, house, bet))


def ask(rules: Rules, house: PuntoBancoHouse, bet: int, situation: Situation) -> Answer:
    """What wagers are worth before a round, with cards that are known to be out."""
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
        found = priced_wager(rules, house, stakes[spot], spot, situation.seen)
        choices.append(Choice(spot, -found.house_edge, stakes[spot], spot if situation.stakes else ""))
    return Answer("before the round", "each wager", tuple(choices))


# --- a player at the table


def advise(rules: Rules, house: PuntoBancoHouse, view: View) -> Advice:
    raise ImpossibleError("No wager depends on what you answer.")


def offered_row(rules: Rules, house: PuntoBancoHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    (spot,) = spots
    return priced_wager(rules, house, stake, spot)


def standing(rules: Rules, house: PuntoBancoHouse, view: View) -> Standing | None:
    """The wagers of a seat by the next round; those on hands may stand after a tie, by a reading."""
    stakes = view.wagers.get(view.seat, {})
    if not stakes:
        return None
    found = coups(composition(house.packs))
    ways = sum(found.values())
    nets = sum(
        often * net(rules, house, spot, coup, cents) for coup, often in found.items() for spot, cents in stakes.items()
    )
    next_round = Fraction(nets, ways)
    stays = rules.reads("tie-and-hands") == "stay" and stakes.keys() & {PLAYER, BANKER}
    return Standing(
        out=sum(stakes.values()), each="round", ways=ways, next=next_round, in_the_end=None if stays else next_round
    )


def exposure(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Exposure]:
    """Nobody decides anything after the first card, so none can be seen too early to any use."""
    return iter(())
