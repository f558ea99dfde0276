"""Properties that must hold at every Big Six table, whoever plays, whatever they try and wherever the wheel stops."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.big_six.test_law_wheel import AROUND, SYMBOLS
from kit.series import series
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import Astray, LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Order, Sit, Spin, TakeBack, Wager
from pitboss.games.big_six import GAME
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.law.irregular import LookAtWheel, SpinCounterclockwise, TouchWheel
from pitboss.law.readings import readings_of
from pitboss.table.money import Money, chips_before

BLOCK, GAME_LENGTH = 900, 30  # settled spins
SEATS = 4
OPEN = Order("open the table")
ODDS = {"$1": 1, "$2": 2, "$5": 5, "$10": 10, "$20": 20}
AMOUNTS = (100, 200, 500, 1_000, 2_500, 10_000, 50_000)
NONSENSE = (0, -100, 1, 150, 50_100, 10**9)
STRAYS: tuple[Astray, ...] = (
    "between two stops",
    "in no stop",
    "touched",
    "object in the wheel",
    "with the wheel",
    "out of the wheel",
)


class Books:
    """A table kept without the game's code: who has what, where chips lie, what the wheel is about to do."""

    def __init__(self, house: BigSixHouse, reads: dict[str, str]) -> None:
        self.house, self.reads = house, reads
        self.chips: dict[int, int] = {}
        self.lies: dict[int, dict[str, int]] = {}
        self.broken = False
        self.begin()

    def begin(self) -> None:
        """Begin a round."""
        self.turns, self.fixed, self.miscalled, self.late = False, frozenset[int](), False, set[int]()
        self.reopen()

    def reopen(self) -> None:
        """Open betting for a spin."""
        self.turning, self.void, self.disturbed, self.backwards = False, False, False, False

    def takes(self, given: Input) -> bool:
        """Return whether the table must take an input; if so, change the books by it."""
        match given:
            case Wager():
                return self.wager(given)
            case TakeBack():
                return self.take_back(given)
            case Leave(seat):
                return self.leave(seat)
            case Sit(seat, _, chips):
                return self.sit(seat, chips)
            case Close():
                return self.close()
            case Order():
                taken, self.broken = self.broken, False
                return taken
            case _:
                return not self.broken and self.disturb(given)

    def is_open(self) -> bool:
        return not (self.turning or self.broken)

    def wager(self, given: Wager) -> bool:
        house, seat, mine = self.house, given.seat, self.lies.get(given.seat, {})
        right = (
            self.is_open()
            and seat in self.chips
            and bool(given.stakes)
            and given.position in (0, seat)
            and all(spot in SYMBOLS for spot in given.stakes)
            and all(cents > 0 and cents % house.smallest_chip == 0 for cents in given.stakes.values())
            and all(house.minimum <= mine.get(spot, 0) + each <= house.maximum for spot, each in given.stakes.items())
            and sum(given.stakes.values()) <= self.chips[seat]
        )
        if right:
            for spot, cents in given.stakes.items():
                self.chips[seat] -= cents
                self.lies.setdefault(seat, {})[spot] = mine.get(spot, 0) + cents
        return right

    def take_back(self, given: TakeBack) -> bool:
        mine = self.lies.get(given.seat, {})
        right = self.is_open() and given.spot in mine and given.position in (0, given.seat)
        if right:
            self.chips[given.seat] += mine.pop(given.spot)
        return right

    def leave(self, seat: int) -> bool:
        right = seat in self.chips and not (self.turning and seat in self.fixed)
        if right:
            del self.chips[seat]
            self.lies.pop(seat, None)
        return right

    def sit(self, seat: int, chips: int) -> bool:
        right = 1 <= seat <= SEATS and seat not in self.chips
        if right:
            self.chips[seat] = chips
        return right

    def close(self) -> bool:
        right = self.is_open() and any(self.lies.values())
        if right:
            self.turning, self.fixed = True, frozenset(seat for seat, mine in self.lies.items() if mine)
            self.late.clear()
        return right

    def disturb(self, given: Input) -> bool:
        match given:
            case SpinAstray(how):
                right = how in STRAYS[:4] and not self.disturbed
                self.disturbed, self.void = self.disturbed or right, self.void or right
            case ShortSpin(rounds):
                right = not self.disturbed
                least = 4 if self.reads["turns-counted"] == "until-braked" else 3
                self.disturbed, self.void = True, self.void or (right and rounds < least)
            case SpinCounterclockwise():
                right = self.is_open() and not self.backwards and self.reads["direction"] == "either"
                self.backwards = self.backwards or right
            case WrongCall():
                right = not self.miscalled and self.reads["announce"] == "yes"
                self.miscalled = self.miscalled or right
            case LateChips(seat):
                right = seat in self.chips and seat not in self.late
                self.late |= {seat} if right and not self.turning else set()
            case WheelBroken():
                right = self.broken = True
                self.give_back()
                self.begin()
            case _:
                right = False  # looking at the wheel, touching it, wagers in cash
        return right

    def give_back(self) -> None:
        for seat, mine in self.lies.items():
            self.chips[seat] += sum(mine.values())
        self.lies.clear()

    def stands(self, stop: int) -> str:
        """Let the wheel come to rest. Return the symbol that came, or nothing if the spin was void."""
        if self.void:
            if self.reads["void-wagers"] == "returned":
                self.give_back()
            self.reopen()
            return ""
        symbol = "$1" if stop == 29 and self.counts_24() else AROUND[stop]
        for seat, mine in self.lies.items():
            self.chips[seat] += sum(
                cents * (self.odds(spot) + 1) for spot, cents in mine.items() if self.wins(spot, symbol)
            )
        self.lies.clear()
        self.begin()
        return symbol

    def counts_24(self) -> bool:
        return (self.house.wheel or {"23-8": "23", "24-7": "24"}[self.reads["wheel-count"]]).startswith("24")

    def odds(self, spot: str) -> int:
        elected = {"nevada": 40, "50 to 1": 50, None: int(self.reads["picture-odds"])}[self.house.picture_odds]
        return ODDS.get(spot, elected)

    def wins(self, spot: str, symbol: str) -> bool:
        return spot == symbol or (self.reads["picture-each"] == "both" and {spot, symbol} == {"joker", "flag"})


def any_house(chance: random.Random) -> BigSixHouse:
    return BigSixHouse(
        seats=SEATS,
        wheel=chance.choice([None, "23-15-8-4-2", "24-15-7-4-2"]),
        picture_odds=chance.choice([None, "nevada", "50 to 1"]),
        minimum=Money(chance.choice([100, 500])),
        maximum=Money(chance.choice([50_000, 2_500])),
        smallest_chip=Money(chance.choice([100, 50])),
        inventory=Money(10**9),  # no payment waits
    )


def any_readings(chance: random.Random) -> dict[str, str]:
    return {name: chance.choice(sorted(reading.choices)) for name, reading in readings_of(GAME.package).items()}


def any_input(chance: random.Random, books: Books) -> Input:
    """Return any input at all, more often than not one that a player would give."""
    seat = chance.choice([*books.chips, chance.randint(0, SEATS + 1)])
    kind = chance.random()
    if kind < 0.5:
        spots = chance.sample([*SYMBOLS, "moon"], chance.choice((0, 1, 1, 1, 2, 3)))
        return Wager(
            seat, {spot: chance.choice((*AMOUNTS * 3, *NONSENSE)) for spot in spots}, chance.choice((0, 0, seat, 2))
        )
    if kind < 0.6:
        return TakeBack(seat, chance.choice(SYMBOLS), chance.choice((0, 0, seat, 2)))
    if kind < 0.75:
        where = chance.randint(0, SEATS + 1)
        return Sit(where, f"Player {where}", chance.choice((20_000, 100_000)))
    others: list[Input] = [
        Leave(seat),
        Conduct(seat, "cash wager"),
        SpinAstray(chance.choice(STRAYS)),
        ShortSpin(chance.choice((1, 2, 3, 4, 5))),
        SpinCounterclockwise(),
        WrongCall(chance.choice(("at once", "after paying"))),
        LateChips(seat),
        LookAtWheel(),
        TouchWheel(seat),
        WheelBroken(),
        Spin(chance.choice((54, -1))),
    ]
    return chance.choice(others)


class Table:
    """A driver and the books, compared after every input."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, house, reads = chance, any_house(chance), any_readings(chance)
        self.books, self.rules = Books(house, reads), GAME.rules(reads)
        self.begin(GAME.opening(house))

    def begin(self, carry: Carry) -> None:
        self.total = sum(carry.accounts.values())
        self.driver = Driver(GAME, self.rules, self.books.house, carry)

    def give(self, given: Input) -> bool:
        steps, wait = len(self.driver.log), self.driver.wait
        refused = self.driver.submit(given)
        assert bool(refused) != self.books.takes(given), f"{given}: {refused}"
        if refused:
            assert (len(self.driver.log), self.driver.wait) == (steps, wait)
            assert all(reason.cite and reason.wrong and reason.right for reason in refused)
        self.compare()
        return not refused

    def rest(self, stop: int) -> str:
        assert not self.driver.submit(Spin(stop))
        symbol = self.books.stands(stop)
        self.compare()
        return symbol

    def compare(self) -> None:
        if self.driver.done:
            assert self.driver.next is not None
            self.begin(self.driver.next)
        t = self.driver.table
        assert {seat: t.ledger[chips_before(seat)] for seat in t.players} == self.books.chips
        lies = [(seat, spot, cents) for seat, mine in self.books.lies.items() for spot, cents in mine.items()]
        assert sorted(t.wagers()) == sorted(lies)
        assert sum(t.ledger.accounts.values()) == self.total

    def spin(self, seen: Counter[str]) -> None:
        """Play until something is settled."""
        chance, books = self.chance, self.books
        while True:
            for _ in range(chance.randint(0, 5)):
                self.give(any_input(chance, books))
            if books.broken:
                seen["broken"] += 1
                self.give(OPEN)
            if not books.chips:
                self.give(Sit(1, "Player 1", 100_000))
            if not any(books.lies.values()):
                self.give(Wager(chance.choice([*books.chips]), {chance.choice(SYMBOLS): books.house.minimum}))
            if not self.give(Close()):
                for seat in [*books.chips]:  # nobody has chips left for the least wager
                    self.give(Leave(seat))
                continue
            if chance.random() < 0.5:
                self.give(any_input(chance, books))
            if books.broken:
                continue
            symbol = self.rest(chance.choice((0, 27, 29, *range(54))))
            seen[symbol or "void"] += 1
            if symbol:
                return


@pytest.mark.parametrize("block", series(1, 20, 200))
def test_wild_games(block: int) -> None:
    """Check every chip after every input, whoever comes and goes and however the doubts are read."""
    seen = Counter[str]()
    for seed in range(BLOCK // GAME_LENGTH):
        table = Table(random.Random(f"{block} {seed}"))
        for _ in range(GAME_LENGTH):
            table.spin(seen)
    assert {*SYMBOLS, "void", "broken"} <= {*seen}
