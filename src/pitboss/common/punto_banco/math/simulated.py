"""Prepare punto banco for simulation. The unit is a shoe; with a continuous shuffler, a round from all cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import gcd
from typing import Any, ClassVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.common.punto_banco.house import (
    BANKER,
    MAIN,
    PAIRS,
    PLAYER,
    SPOTS,
    TIE,
    PuntoBancoHouse,
    cutting_card_range,
    is_continuous,
    offered_spots,
    takes_vigorish,
)
from pitboss.common.punto_banco.math.coups import (
    EIGHT_OF_PANDA,
    SEVEN_OF_DRAGON,
    SIX,
    Coup,
    composition,
    coups,
    drawing,
)
from pitboss.common.punto_banco.math.exact import end_of, net, priced_wager
from pitboss.common.punto_banco.shoe import cards_to_burn
from pitboss.common.punto_banco.steps import TurnCards
from pitboss.common.punto_banco.third_card_tables import value
from pitboss.common.punto_banco.vigorish import is_marked
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.shoe_simulation import Bet, End, columns, lines, require_whole_rounds
from pitboss.counting.simulation_model import Array, Chooser, Ready, SimModel, Situations, Way
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.law.rules import Rules
from pitboss.numeric import punto_banco_shoes as kernel
from pitboss.numeric import shoes
from pitboss.table.card_steps import DealUp
from pitboss.table.cards import RANKS
from pitboss.table.steps import Step

# Every result by its number: what the winning hand is, then whether either hand begins with a pair.
KINDS = ((PLAYER, ""), (PLAYER, EIGHT_OF_PANDA), (BANKER, ""), (BANKER, SIX), (BANKER, SEVEN_OF_DRAGON), (TIE, ""))
RESULTS = tuple(Coup(*kind, *pairs) for kind in KINDS for pairs in product((False, True), repeat=2))
MOST_WORTH = 2**63 - 1  # the largest sum that a kernel can hold
LEAST_CARDS = 4  # cards that a round takes at least
COSTLY = 1_000  # about how many times longer a shoe takes with a follower


def follow(situations: Situations) -> Array:
    """Raise ImpossibleError: following the shoe decides what to bet, and betting is no question that the dealer
    asks.
    """
    raise ImpossibleError("nothing is asked at this game")


def bet_on(rules: Rules, house: PuntoBancoHouse, spot: str, cents: int, following: bool) -> Bet:
    """Describe a bet with its possible ends, one for each name and amount."""
    ends = dict.fromkeys((end_of(house, spot, coup), net(rules, house, spot, coup, cents)) for coup in RESULTS)
    exact = None if following else priced_wager(rules, house, cents, spot).house_edge
    return Bet(spot, "the wager", cents, tuple(End(name, won, cents) for name, won in ends), exact)


class Shoes:
    """The compiled kernel with its tables."""

    def __init__(
        self,
        rules: Rules,
        house: PuntoBancoHouse,
        bets: Sequence[Bet],
        seats: int,
        following: bool,
    ) -> None:
        self.made, self.seats, self.packs = bets, seats, house.packs
        self.width = sum(len(bet.ends) for bet in bets)
        self.rules = tables(rules, house)
        self.bets = self._bets(rules, house, following)
        continuous = is_continuous(house)
        self.terms = kernel.Terms(
            cutting_card_range(house)[0],
            rules.reads("last-round") == "that-only",
            continuous,
            continuous and rules.reads("continuous") == "first-card-burned",
            following,
        )

    def _bets(self, rules: Rules, house: PuntoBancoHouse, following: bool) -> kernel.Bets:
        ends = np.zeros((len(self.made), kernel.RESULTS), np.uint16)
        nets = np.zeros((len(self.made), kernel.RESULTS), np.int64)
        first = 0
        for row, bet in enumerate(self.made):
            numbers = {(end.name, end.net): first + which for which, end in enumerate(bet.ends)}
            for result, coup in enumerate(RESULTS):
                won = net(rules, house, bet.wager, coup, bet.unit_cents)
                ends[row, result] = numbers[end_of(house, bet.wager, coup), won]
                nets[row, result] = won
            first += len(bet.ends)
        nets //= gcd(*(int(amount) for amount in nets.flat))
        cards = house.packs * 52
        if following and int(abs(nets).max(axis=1).sum()) * cards**6 > MOST_WORTH:
            names = ", ".join(bet.wager for bet in self.made)
            raise ImpossibleError(
                f"bets so uneven cannot be followed together ({names}); bet on fewer, or round amounts"
            )
        kinds = [
            kernel.MAIN if bet.wager in MAIN else kernel.PAIR if bet.wager in PAIRS else kernel.OTHER
            for bet in self.made
        ]
        return kernel.Bets(ends, nets, np.array(kinds, np.uint8))

    def play(self, seed: int, first: int, codes: Any) -> int:
        """Play a block of units, and fill `codes` with how often each end of each seat's bets occurred. Returns the
        number of rounds.
        """
        rounds = self._run(seed, first, codes, np.zeros((0, len(self.made)), np.uint8))
        for seat in range(1, self.seats):
            codes[seat * self.width : (seat + 1) * self.width] = codes[: self.width]
        return rounds

    def round_nets(self, seed: int, unit: int) -> list[tuple[int, ...]]:
        """Return what each round of one unit nets, seat by seat."""
        codes = np.zeros((self.width * self.seats, 1), np.uint16)
        trace = np.zeros((self.packs * 52 // LEAST_CARDS, len(self.made)), np.uint8)
        rounds = self._run(seed, unit, codes, trace)
        ends = [0, *(end.net for bet in self.made for end in bet.ends)]
        return [(sum(ends[end] for end in row),) * self.seats for row in trace[:rounds].tolist()]

    def _run(self, seed: int, first: int, codes: Any, trace: Any) -> int:
        dealt, unseen, ways = kernel.scratch()
        worth = np.zeros(len(self.made), np.int64)
        shoe = shoes.scratch(self.packs)
        rounds = kernel.play_shoes(
            seed, first, self.rules, self.bets, self.terms, codes, shoe, dealt, unseen, ways, worth, trace
        )
        return require_whole_rounds(rounds)


def tables(rules: Rules, house: PuntoBancoHouse) -> kernel.Drawing:
    """Return the rules of drawing in the form that the kernel takes."""
    rules_of_drawing = drawing()
    kind_of = {kind: number for number, kind in enumerate(KINDS)}
    kinds = [
        [kind_of[coup.winner, coup.special] for by_player in by_drawn for coup in by_player]
        for by_drew in rules_of_drawing.coups
        for by_drawn in by_drew
    ]
    return kernel.Drawing(
        np.array(rules_of_drawing.natural, np.uint8),
        np.array(rules_of_drawing.player, np.uint8),
        np.array(rules_of_drawing.banker, np.uint8),
        np.array(kinds, np.uint8),
        np.array([value(rank + "s") for rank in RANKS], np.uint8),
        np.array([cards_to_burn(rules, rank + "s") for rank in RANKS], np.uint8),
    )


# --- at the audited table


class Player:
    """A player who makes the same bets in every round."""

    def __init__(self, bets: Mapping[str, int]) -> None:
        self._bets = dict(bets)

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, self._bets)

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default


class Follower(Player):
    """A player who makes the bets that the remaining cards favor, by an exact count that does not use the kernel."""

    def __init__(self, rules: Rules, house: PuntoBancoHouse, bets: Mapping[str, int]) -> None:
        super().__init__({spot: bets[spot] for spot in SPOTS if spot in bets})
        self._rules, self._house = rules, house
        self._out: Counter[str] = Counter()

    def look(self, acts: Iterable[Step]) -> None:
        """Remember the cards that are dealt face up, and covered ones when they are turned."""
        for act in acts:
            if isinstance(act, DealUp):
                self._out[act.card] += 1
            elif isinstance(act, TurnCards):
                self._out.update(act.cards)

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        if bets := self.choose_bets():
            yield Wager(view.seat, bets)

    def choose_bets(self) -> dict[str, int]:
        """Return the bets that the remaining cards favor, with a pair bet only beside another bet."""
        ways_by_coup = coups(composition(self._house.packs, tuple(self._out.elements())))
        worth = {
            spot: sum(ways * net(self._rules, self._house, spot, coup, cents) for coup, ways in ways_by_coup.items())
            for spot, cents in self._bets.items()
        }
        gains = {spot for spot, nets in worth.items() if nets > 0}
        if gains & set(PAIRS) and not gains & set(MAIN):
            beside = max((spot for spot in worth if spot in MAIN), key=worth.__getitem__)
            paired = sum(worth[spot] for spot in gains & set(PAIRS)) + worth[beside] > 0
            gains = gains | {beside} if paired else gains - set(PAIRS)
        return {spot: cents for spot, cents in self._bets.items() if spot in gains}


# --- the model


class PuntoBancoSimulation(SimModel[PuntoBancoHouse]):
    """Players who make the same bets in every round, or follow the shoe."""

    WAYS: ClassVar = {
        "optimal": Way("makes the same bets in every round; nothing is decided once they are made"),
        "follow": Way("sees every card that is turned up, and makes a bet only when what is left favors it", follow),
    }

    def usual_bets(self, rules: Rules, house: PuntoBancoHouse) -> dict[str, int]:
        return {BANKER: int(house.minimum)}

    def prepare(
        self, rules: Rules, house: PuntoBancoHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        """Prepare a simulation. Raises ImpossibleError for bets or readings that cannot be simulated."""
        if unknown := [spot for spot in bets if spot not in offered_spots(house)]:
            raise ImpossibleError(f"there is no bet on {unknown[0]} at this table (beyond:minibaccarat.5(c))")
        if rules.reads("tie-and-hands") == "stay":
            raise ImpossibleError(
                "where wagers stay after a tie they outlive a shoe, and the unit here is a shoe; read tie-and-hands as "
                "back"
            )
        if strange := [way for way in ways if way not in (None, follow)]:
            raise ImpossibleError(f"nothing is decided at this game, so {strange[0]!r} has nothing to choose")
        following = ways[0] is follow
        bets_made = [bet_on(rules, house, spot, bets[spot], following) for spot in SPOTS if spot in bets]
        most = house.packs * 52 // LEAST_CARDS
        shoe = Shoes(rules, house, bets_made, seats, following)
        marked = BANKER in bets and takes_vigorish(house) and is_marked(rules, house)

        def players() -> list[Player]:
            """Return the players of a unit. A follower may sit a round out, so another player keeps the table going."""
            if not following:
                return [Player(bets) for _ in range(seats)]
            followers: list[Player] = [Follower(rules, house, bets) for _ in range(seats)]
            return [*followers, Player(self.usual_bets(rules, house))]

        return Ready(
            columns(bets_made, seats, most),
            tuple(lines(bets_made, seats, most)),
            shoe.play,
            (shoe.rules, shoe.bets, shoe.terms),
            players,
            packs=house.packs,
            round_nets=None if marked else shoe.round_nets,
            relative_time=COSTLY if following else 1,
        )


MODEL = PuntoBancoSimulation()
