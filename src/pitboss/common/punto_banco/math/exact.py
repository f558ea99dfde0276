"""The mathematics of punto banco: what each wager costs, from a shoe of any composition. Both games share it.

Who deals does not matter, and cards that are burned unseen change nothing on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from pitboss.common.punto_banco.house import (
    BANKER,
    BANKER_6,
    PAIRS,
    PLAYER,
    PLAYER_PAIR,
    SPOTS,
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
    Answer,
    Choice,
    ImpossibleError,
    Outcome,
    Row,
    ShoeModel,
    Situation,
    Standing,
    cache_by_readings,
    row,
)
from pitboss.counting.floors import Floor
from pitboss.counting.hold_model import Block, HoldModel, blocks_of_one_event
from pitboss.counting.wager_costs import BetsOnlyModel
from pitboss.engine.view import View
from pitboss.law.rules import Rules
from pitboss.table.money import Money
from pitboss.table.paytable import show, winnings

UNIT = "the wager"
WITH_A_6 = "wins with 6"


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
    """Return the name of a wager's outcome as its row lists it: how it won, lost or became void."""
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


def must_stay_out(house: PuntoBancoHouse, removed: tuple[str, ...]) -> None:
    """Raise ImpossibleError if cards are removed from a continuous shuffler: it deals every round from all cards."""
    if removed and is_continuous(house):
        raise ImpossibleError(
            "a continuous shuffler deals every round from all cards, so no card is out before one; leave them out of "
            "the question"
        )


class PuntoBanco(ShoeModel[PuntoBancoHouse], BetsOnlyModel[PuntoBancoHouse], HoldModel[PuntoBancoHouse]):
    """The cost of each wager, its pictures, and the win that the house expects."""

    def __init__(self, house: Callable[..., PuntoBancoHouse]) -> None:
        """Make the model of the game that has this type of house."""
        self._house = house

    def limits(self, house: PuntoBancoHouse) -> tuple[int, int]:
        return min(house.minimum, house.tie_minimum), max(house.maximum, house.tie_maximum)

    def limits_by_wager(self, house: PuntoBancoHouse) -> Mapping[str, tuple[int, int]]:
        ties = (house.tie_minimum, house.tie_maximum)
        return {"player or banker": (house.minimum, house.maximum), "all others": ties}

    def bet_matters(self, house: PuntoBancoHouse) -> bool:
        return takes_vigorish(house)  # which may be rounded

    def floors(self, rules: Rules, house: PuntoBancoHouse) -> list[Floor]:
        """Return the least odds that the facts allow, under the names of the elections that set them."""
        odds, pairs = pay_table_named(house, "odds"), pay_table_named(house, "pairs")
        floors = [Floor(TIE, "", odds.cite, {"": {"tie-odds": odds.lines[TIE]}}, outcomes={"tie-odds": WINS})]
        if PLAYER_PAIR in offered_at(house):
            least = pairs.lines[PLAYER_PAIR]
            floors += [
                Floor(pair, "", pairs.cite, {"": {"pair-odds": least}}, outcomes={"pair-odds": WINS}) for pair in PAIRS
            ]
        return floors

    def pricing_cases(self) -> list[tuple[str, PuntoBancoHouse, int]]:
        """Return every form with all its wagers, and a bet whose vigorish is not a multiple of 25 cents."""
        return [
            ("", self._house(pairs="offered"), 1_000),
            ("bets of $7", self._house(minimum=Money(500)), 700),
            ("without vigorish", self._house(form="without-vigorish"), 1_000),
            ("half on 6", self._house(form="half-on-6"), 1_000),
        ]

    def rows_without(self, rules: Rules, house: PuntoBancoHouse, bet: int, removed: tuple[str, ...]) -> Iterator[Row]:
        must_stay_out(house, removed)
        for spot in offered_at(house):
            yield priced_wager(rules, house, bet, spot, removed)

    def ask(self, rules: Rules, house: PuntoBancoHouse, bet: int, situation: Situation) -> Answer:
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

    def offered_row(self, rules: Rules, house: PuntoBancoHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        (spot,) = spots
        if spot not in offered_at(house):
            raise ImpossibleError(f"this table does not offer {spot}")
        return priced_wager(rules, house, stake, spot)

    def standing(self, rules: Rules, house: PuntoBancoHouse, view: View) -> Standing | None:
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

    def blocks(self, rules: Rules, house: PuntoBancoHouse, view: View) -> Iterator[Block]:
        """Yield the block of all wagers on the layout, which depend on the same two hands, from a whole shoe."""
        ways_by_coup = coups(composition(house.packs))
        lying = ((spot, stakes[spot]) for spot in SPOTS for stakes in view.wagers.values() if spot in stakes)
        nets = ((spot, [net(rules, house, spot, coup, cents) for coup in ways_by_coup]) for spot, cents in lying)
        yield from blocks_of_one_event(nets, list(ways_by_coup.values()))
