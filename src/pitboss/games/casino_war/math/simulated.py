"""The simulation of Casino War. Its unit is a shoe, from the burned card to the cutting card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.shoe_simulation import Bet, End, columns, lines, require_whole_rounds
from pitboss.counting.simulation_model import (
    Array,
    Chooser,
    Feature,
    Ready,
    SimModel,
    Situations,
    Way,
    ask_way,
    whole_cents,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.casino_war.law.house import (
    INITIAL,
    TIE,
    WAR,
    WAR_TIE,
    CasinoWarHouse,
    cards_behind_range,
    offers_tie,
    offers_tie_on_war,
    rate,
)
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.math import exact, kernel
from pitboss.law.rules import Rules
from pitboss.numeric.shoes import scratch
from pitboss.table.cards import FULL_DECK, RANK_OF, RANKS
from pitboss.table.paytable import worth

CHOICES = (SURRENDER, GO_TO_WAR)
ENDS = (exact.HIGHER, exact.LOWER, exact.GIVEN_UP, exact.WAR_WON, exact.WAR_TIED, exact.WAR_LOST)  # as in the kernel


def ties() -> Situations:
    """Return the tie of each rank. The suit of the card does not matter."""
    cards = np.array([[4 * rank] for rank in range(len(RANKS))], np.uint8)
    ranks = Feature("the rank of the tie", np.array([RANK_OF[rank] for rank in RANKS], np.int64), dict(RANK_OF))
    return Situations("tie", CHOICES, cards, np.zeros((len(cards), 0), np.uint8), {"rank": ranks})


def war_answers(rules: Rules, house: CasinoWarHouse, way: Chooser | None, bet: int) -> Array:
    """Return an array by rank: 1 if a tie of that rank is answered with war."""
    if way is not None:
        return ask_way(way, ties())
    left, given_up = exact.full_shoe(house), exact.net_of_surrender(rules, house, bet)
    return np.array([exact.war_worth(rules, house, left - Counter({rank: 2})) > given_up for rank in RANKS], np.uint8)


def _judge(rules: Rules, house: CasinoWarHouse, bets: Mapping[str, int]) -> None:
    known = [INITIAL, *([TIE] if offers_tie(house) else []), *([WAR_TIE] if offers_tie_on_war(rules, house) else [])]
    if unknown := [spot for spot in bets if spot not in known]:
        remedy = f"bet on {', '.join(known)} (beyond:casino-war.5(a))"
        raise ImpossibleError(f"there is no bet on {unknown[0]} at this table; {remedy}")
    if not bets_before_cards(bets):
        raise ImpossibleError("every other bet goes with an initial bet; bet on initial too (beyond:casino-war.5(d))")
    if rules.reads("cover-in-war") == "shuffle":
        raise ImpossibleError("a shuffle in the middle of a war is not simulated; read cover-in-war as finish")


def net_of(nets: Mapping[str, Sequence[int]], initial: int, tied: int, on_war: int) -> int:
    """Return what a seat nets in a round, from the three numbers that the kernel writes for it."""
    won = nets[INITIAL][initial]
    if TIE in nets:
        won += nets[TIE][1 - tied]
    if WAR_TIE in nets and on_war != kernel.NO_WAR:
        won += nets[WAR_TIE][on_war - 1]
    return won


def wagers(
    rules: Rules, house: CasinoWarHouse, bets: Mapping[str, int], counted: Mapping[str, Fraction]
) -> Iterator[Bet]:
    bet = bets[INITIAL]
    surrender_net = exact.net_of_surrender(rules, house, bet)
    nets = {
        exact.HIGHER: (worth(rate(rules, house, "initial")), 1),
        exact.LOWER: (Fraction(-1), 1),
        exact.GIVEN_UP: (surrender_net, 1),
        exact.WAR_WON: (worth(rate(rules, house, "war")), 2),
        exact.WAR_TIED: (worth(rate(rules, house, "war tie")), 2),
        exact.WAR_LOST: (Fraction(-2), 2),
    }
    ends = tuple(End(name, whole_cents(nets[name][0] * bet), nets[name][1] * bet) for name in ENDS)
    yield Bet(INITIAL, exact.UNIT, bet, ends, counted.get(INITIAL))
    paid = worth(rate(rules, house, "tie"))
    for spot in (TIE, WAR_TIE):
        if cents := bets.get(spot, 0):
            won, lost = End("tie", whole_cents(paid * cents), cents), End("no tie", -cents, cents)
            share = exact.share_at_war(rules, house, bet) if spot == WAR_TIE else Fraction(1)
            yield Bet(spot, exact.OF_TIE, cents, (won, lost), counted.get(spot), share)


def exact_edges(
    rules: Rules, house: CasinoWarHouse, bets: Mapping[str, int], ways: Sequence[Chooser | None]
) -> dict[str, Fraction]:
    """Return the exact edge of each wager from a whole shoe; none unless every seat plays the optimal way."""
    if any(way is not None for way in ways):
        return {}
    edges = {INITIAL: exact.initial(rules, house, bets[INITIAL]).house_edge}
    return edges | {spot: exact.tie(rules, house, spot).house_edge for spot in (TIE, WAR_TIE) if spot in bets}


def bets_before_cards(bets: Mapping[str, int]) -> dict[str, int]:
    """Return the bets without the tie wager on the war, which is made later."""
    return {spot: cents for spot, cents in bets.items() if spot != WAR_TIE}


@dataclass(frozen=True)
class Player:
    """Plays a seat at the table as the kernel plays it."""

    bets: Mapping[str, int]
    answers: Array

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        lying = view.wagers.get(view.seat, {})
        if not view.dealer and not lying:
            yield Wager(view.seat, bets_before_cards(self.bets))
        elif lying.get(WAR) and WAR_TIE in self.bets and not lying.get(WAR_TIE):
            yield Wager(view.seat, {WAR_TIE: self.bets[WAR_TIE]})

    def choose(self, view: Seen, ask: Ask) -> str:
        (card,) = view.hands[ask.position]
        return CHOICES[self.answers[RANKS.index(card[0])]]


# --- the model


class CasinoWarSimulation(SimModel[CasinoWarHouse]):
    """Players who answer ties in their own way."""

    WAYS: ClassVar = {
        "optimal": Way("answers a tie by what is worth more with a whole shoe"),
        "war": Way("goes to war with every tie", lambda asked: np.ones(len(asked), np.uint8)),
        "surrender": Way("surrenders every tie", lambda asked: np.zeros(len(asked), np.uint8)),
    }

    def usual_bets(self, rules: Rules, house: CasinoWarHouse) -> dict[str, int]:
        return {INITIAL: int(house.minimum)}

    def opening_bets(self, bets: Mapping[str, int]) -> dict[str, int]:
        return bets_before_cards(bets)

    def decisions(self, rules: Rules, house: CasinoWarHouse) -> tuple[Situations]:
        return (ties(),)

    def prepare(
        self, rules: Rules, house: CasinoWarHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        _judge(rules, house, bets)
        answers = np.stack([war_answers(rules, house, way, bets[INITIAL]) for way in ways])
        table = kernel.Table(
            answers,
            cards_behind_range(house)[0],
            int(rules.reads("surrender-order") == "in-turn"),
            int(rules.reads("burn-for-war") == "each"),
            int(rules.reads("second-war") == "again"),
        )
        bets_made = list(wagers(rules, house, bets, exact_edges(rules, house, bets, ways)))
        nets = {bet.wager: [end.net for end in bet.ends] for bet in bets_made}
        most_rounds = len(FULL_DECK) * house.packs // (seats + 1) + 1
        is_bet = np.array([1, TIE in bets, WAR_TIE in bets], np.int64)

        def play(seed: int, first: int, codes: Array) -> int:
            ends = np.zeros((seats, 3), np.int64)
            return require_whole_rounds(
                kernel.play_shoes(seed, first, table, codes, scratch(house.packs), ends, is_bet)
            )

        def round_nets(seed: int, unit: int) -> list[tuple[int, ...]]:
            noted = np.zeros((most_rounds, seats, 3), np.int64)
            ends = np.zeros((seats, 3), np.int64)
            rounds = require_whole_rounds(kernel.play_one(seed, unit, table, scratch(house.packs), ends, noted))
            return [tuple(net_of(nets, *map(int, seat)) for seat in noted[number]) for number in range(rounds)]

        return Ready(
            columns(bets_made, seats, most_rounds),
            tuple(lines(bets_made, seats, most_rounds)),
            play,
            (tuple(table), is_bet, house.packs),
            players=lambda: [Player(bets, answer) for answer in answers],
            packs=house.packs,
            round_nets=round_nets,
        )


MODEL = CasinoWarSimulation()
