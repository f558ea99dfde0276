"""Properties that must hold at every roulette table, whoever plays, whatever they try and wherever the ball rests."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from games.roulette.test_law_layout import REDS, W1, W2
from kit.series import series
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import Astray, LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Order, Sit, Spin, TakeBack, Wager
from pitboss.games.roulette import GAME
from pitboss.games.roulette.law.chips import BuyColor, SellColor, TakeColorAway
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import layout
from pitboss.law.readings import readings_of
from pitboss.table.money import Money, chips_before

BLOCK, GAME_LENGTH = 400, 20  # settled spins
SEATS = 4
OPEN = Order("open the table")
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}
EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")
VALUES = (100, 500, 2_500, 10_000, 50_000, 100_000)
AMOUNTS = (500, 700, 1_000, 1_500, 2_500, 10_000)
NONSENSE = (0, -500, 1, 550, 600_000, 10**9)
STRAYS: tuple[Astray, ...] = (
    "with the wheel",
    "object in the wheel",
    "out of the wheel",
    "between two stops",
    "in no stop",
    "touched",
)


def numbers_covered(spot: str) -> set[str]:
    """Return the numbers that an area is named after."""
    numbers = range(1, 37)
    kind, _, which = spot.rpartition(" ")
    if kind == "column":
        return {str(number) for number in numbers if number % 3 == int(which) % 3}
    if kind == "dozen":
        return {str(number) for number in numbers if (number + 11) // 12 == int(which)}
    if spot in EVEN_MONEY:
        reds = set(map(int, REDS))
        found = {"red": reds, "black": {*numbers} - reds, "odd": {*range(1, 37, 2)}, "even": {*range(2, 37, 2)}}
        found |= {"low": {*range(1, 19)}, "high": {*range(19, 37)}}
        return set(map(str, found[spot]))
    return set(which.split("-"))


class Books:
    """A table kept without the game's code: who has what, where chips lie, what the ball is about to do."""

    def __init__(self, house: RouletteHouse, reads: dict[str, str]) -> None:
        self.house, self.reads = house, reads
        self.single = house.used_as_single_zero or house.wheel == "single-zero"
        self.spots = [*layout(1 if self.single else 2)]
        self.chips, self.colors = dict[int, int](), dict[int, int]()
        self.lies, self.held = dict[tuple[int, str], int](), dict[tuple[int, str], int]()  # held: in prison
        self.broken = False
        self.begin()

    def begin(self) -> None:
        """Begin a round."""
        self.miscalled, self.late = False, set[int]()
        self.reopen()

    def reopen(self) -> None:
        """Open betting for a spin. Betting goes on before the ball is sent and while it runs, and ends with the
        call."""
        self.phase, self.astray, self.rounds, self.fixed = "before", "", 9, frozenset[int]()

    def takes(self, given: Input) -> bool:
        """Return whether the table must take an input; if so, change the books by it."""
        match given:
            case Wager():
                return self.wager(given)
            case TakeBack(seat, spot, position):
                return self.take_back(seat, spot, position)
            case Leave(seat):
                return self.leave(seat)
            case Sit(seat, _, chips):
                right = 1 <= seat <= SEATS and seat not in self.chips
                self.chips |= {seat: chips} if right else {}
                return right
            case Close():
                return self.close()
            case Order():
                taken, self.broken = self.broken, False
                return taken
            case BuyColor(seat, value):
                return self.buy(seat, value)
            case SellColor(seat):
                right = seat in self.colors and not self.has_wagers(seat)
                self.colors = {each: worth for each, worth in self.colors.items() if not right or each != seat}
                return right
            case _:
                return not self.broken and self.disturb(given)

    def is_open(self) -> bool:
        return self.phase != "over" and not self.broken

    def has_wagers(self, seat: int) -> bool:
        return any(each == seat for each, _ in (*self.lies, *self.held))

    # --- players

    def wager(self, given: Wager) -> bool:
        seat, stakes = given.seat, given.stakes
        right = (
            self.is_open()
            and seat in self.chips
            and bool(stakes)
            and given.position in (0, seat)
            and all(spot in self.spots for spot in stakes)
            and all(cents > 0 and cents % self.house.smallest_chip == 0 for cents in stakes.values())
            and all(self.within(spot, self.lies.get((seat, spot), 0) + cents) for spot, cents in stakes.items())
            and sum(stakes.values()) <= self.chips[seat]
            and self.made_of_right_chips(seat, stakes)
            and self.within_numbers(seat, stakes)
        )
        if right:
            for spot, cents in stakes.items():
                self.chips[seat] -= cents
                self.lies[seat, spot] = self.lies.get((seat, spot), 0) + cents
        return right

    def within(self, spot: str, cents: int) -> bool:
        house = self.house
        if len(numbers_covered(spot)) <= 6:
            return house.minimum <= cents <= house.maximum
        return house.outside_minimum <= cents <= house.outside_maximum

    def made_of_right_chips(self, seat: int, stakes: dict[str, int]) -> bool:
        if seat in self.colors:
            return all(cents % self.colors[seat] == 0 for cents in stakes.values())
        if not self.house.value_chips:
            return False
        inside: dict[int, list[int]] = {}
        more = [((seat, spot), cents) for spot, cents in stakes.items()]
        for (each, spot), cents in (*self.lies.items(), *more):
            if len(numbers_covered(spot)) <= 6 and each not in self.colors:
                inside.setdefault(each, []).append(cents)
        if seat not in inside:
            return True
        values = sorted(
            {int(self.house.smallest_chip), *(value for value in VALUES if value >= self.house.smallest_chip)}
        )
        return any(
            all(cents % value == 0 for value, held in zip(dealt, inside.values(), strict=True) for cents in held)
            for dealt in permutations(values, len(inside))
        )

    def within_numbers(self, seat: int, stakes: dict[str, int]) -> bool:
        on = Counter[str]()
        for spot, cents in (*((spot, c) for (each, spot), c in self.lies.items() if each == seat), *stakes.items()):
            if len(numbers_covered(spot)) <= 6:
                on.update(dict.fromkeys(numbers_covered(spot), cents))
        most = self.house.number_maximum
        return most is None or max(on.values(), default=0) <= most

    def take_back(self, seat: int, spot: str, position: int) -> bool:
        right = self.is_open() and (seat, spot) in self.lies and position in (0, seat)
        if right:
            self.chips[seat] += self.lies.pop((seat, spot))
        return right

    def leave(self, seat: int) -> bool:
        held = any(each == seat for each, _ in self.held)
        right = seat in self.chips and not held and not (self.phase == "over" and seat in self.fixed)
        if right:
            del self.chips[seat]
            self.colors.pop(seat, None)
            self.lies = {lying: cents for lying, cents in self.lies.items() if lying[0] != seat}
        return right

    def buy(self, seat: int, value: int) -> bool:
        house = self.house
        least, most = min(house.minimum, house.outside_minimum), max(house.maximum, house.outside_maximum)
        value = value or least
        right = seat in self.chips and seat not in self.colors and not self.has_wagers(seat)
        right = right and least <= value <= most and value % house.smallest_chip == 0
        self.colors |= {seat: value} if right else {}
        return right

    # --- the spin

    def close(self) -> bool:
        if not self.is_open() or (self.phase == "before" and not (self.lies or self.held)):
            return False
        if self.astray in STRAYS[:3] or self.is_short():
            self.no_spin()
        elif self.phase == "before":
            self.phase = "ball"
        else:
            self.phase, self.fixed = "over", frozenset(seat for seat, _ in (*self.lies, *self.held))
            self.late -= {*self.chips}
        return True

    def is_short(self) -> bool:
        return self.rounds - (self.reads["four-rounds"] == "from-first-round") < 4

    def disturb(self, given: Input) -> bool:
        free = not self.astray and self.rounds == 9
        match given:
            case SpinAstray(how):
                right = free and how != "touched" and not (how == "with the wheel" and self.phase != "before")
                self.astray = how if right else self.astray
            case ShortSpin(rounds):
                right = free
                self.rounds = rounds if right else self.rounds
            case WrongCall():
                right = not self.miscalled
                self.miscalled = True
            case LateChips(seat):
                right = seat in self.chips and seat not in self.late
                self.late |= {seat} if right and self.phase != "over" else set()
            case WheelBroken():
                right = self.broken = True
                self.give_back(self.held)
                self.give_back(self.lies)
                self.begin()
            case _:
                right = False  # chips taken away, wagers in cash
        return right

    def give_back(self, lying: dict[tuple[int, str], int]) -> None:
        for (seat, _), cents in lying.items():
            self.chips[seat] += cents
        lying.clear()

    def no_spin(self) -> None:
        if self.reads["wagers-after-no-spin"] == "returned":
            self.give_back(self.lies)
        self.reopen()

    def rests(self, stop: int) -> str:
        """Let the ball rest. Return the number that counts, or nothing if there was no spin."""
        number = (W1 if self.house.wheel == "double-zero" else W2)[stop]
        caught = self.astray in STRAYS[:2] or self.is_short()
        counts = self.reads["rested-before-removal"] == "counts" if caught else not self.astray
        if number == "00" and self.single:
            counts = counts and self.reads["zero-on-single-layout"] == "counts-as-0"
            number = "0"
        if not counts:
            self.no_spin()
            return ""
        self.settle(number)
        self.begin()
        return number

    def settle(self, number: str) -> None:
        held, lies, self.held, self.lies = self.held, self.lies, {}, {}
        for (seat, spot), cents in held.items():
            if number in numbers_covered(spot):
                self.chips[seat] += cents
            elif number in ("0", "00") and self.reads["imprisonment"] == "second-zero-stays":
                self.held[seat, spot] = cents
        for (seat, spot), cents in lies.items():
            if number in numbers_covered(spot):
                stays = self.reads["winning-stake"] == "stays"
                self.chips[seat] += cents * (ODDS[len(numbers_covered(spot))] + (not stays))
                self.lies |= {(seat, spot): cents} if stays else {}
            elif number in ("0", "00") and spot in EVEN_MONEY and self.loses_half():
                if self.reads["imprisonment"] == "none":
                    self.chips[seat] += cents - self.half_of(cents)
                else:
                    self.held[seat, spot] = self.held.get((seat, spot), 0) + cents

    def loses_half(self) -> bool:
        if self.single:
            return self.reads["single-zero-half"] == "half"
        return (self.house.zero_rule or self.reads["zero-rule"]) == "half"

    def half_of(self, cents: int) -> int:
        chip = int(self.house.smallest_chip)
        below = cents // 2 // chip * chip
        if 2 * below == cents or self.reads["odd-half"] == "house-gives-way":
            return below
        return cents // 2 if self.reads["odd-half"] == "exact-cents" else below + chip


def any_house(chance: random.Random) -> RouletteHouse:
    wheel = chance.choice(["double-zero", "single-zero"])
    return RouletteHouse(
        seats=SEATS,
        wheel=wheel,  # type: ignore[arg-type]
        used_as_single_zero=wheel == "double-zero" and chance.random() < 0.3,
        zero_rule=chance.choice([None, "half", "all"]),
        value_chips=chance.random() < 0.7,
        number_maximum=chance.choice([None, Money(3_000), Money(20_000)]),
        minimum=Money(chance.choice([100, 500])),
        maximum=Money(chance.choice([2_500, 50_000])),
        smallest_chip=Money(chance.choice([100, 50])),
        inventory=Money(10**9),  # no payment waits
    )


def any_readings(chance: random.Random) -> dict[str, str]:
    return {name: chance.choice(sorted(reading.choices)) for name, reading in readings_of(GAME.package).items()}


def any_input(chance: random.Random, books: Books) -> Input:
    """Return any input at all, more often than not one that a player would give."""
    seat = chance.choice([*books.chips, *books.chips, chance.randint(0, SEATS + 1)])
    kind = chance.random()
    if kind < 0.55:
        spots = chance.choices([*books.spots, *EVEN_MONEY * 6, "straight 17", "red in prison", "split 1-5"], k=2)
        stakes = {spot: chance.choice((*AMOUNTS * 4, *NONSENSE)) for spot in spots[: chance.choice((0, 1, 1, 1, 2))]}
        return Wager(seat, stakes, chance.choice((0, 0, 0, seat, 2)))
    if kind < 0.62:
        mine = [spot for each, spot in books.lies if each == seat]
        return TakeBack(seat, chance.choice([*mine, "red", "red in prison"]), chance.choice((0, 0, seat, 2)))
    if kind < 0.72:
        where = chance.randint(0, SEATS + 1)
        return Sit(where, f"Player {where}", chance.choice((20_000, 100_000)))
    if kind < 0.82:
        return BuyColor(seat, chance.choice((0, 500, 1_000, 2_500, 50, 550, 500_000, 500_100)))
    others: list[Input] = [
        Leave(seat),
        Conduct(seat, "cash wager"),
        SellColor(seat),
        TakeColorAway(seat),
        SpinAstray(chance.choice(STRAYS)),
        ShortSpin(chance.choice((1, 2, 3, 4, 5))),
        WrongCall(chance.choice(("at once", "after paying"))),
        WrongCall(chance.choice(("at once", "after paying"))),
        LateChips(seat),
        WheelBroken(),
        Spin(chance.choice((38, -1))),
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

    def compare(self) -> None:
        if self.driver.done:
            assert self.driver.next is not None
            self.begin(self.driver.next)
        t, books = self.driver.table, self.books
        assert {seat: t.ledger[chips_before(seat)] for seat in t.players} == books.chips
        lies = [(seat, spot, cents) for (seat, spot), cents in books.lies.items()]
        held = [(seat, f"{spot} in prison", cents) for (seat, spot), cents in books.held.items()]
        assert sorted(t.wagers()) == sorted(lies + held)
        assert sum(t.ledger.accounts.values()) == self.total

    def offers_hold(self) -> None:
        """Check that what is offered is taken, at its least and at its most, if the player has the chips."""
        seat = self.chance.choice([*self.books.chips])
        offers = list(GAME.offers(self.driver.round, seat))
        for offer in self.chance.sample(offers, min(3, len(offers))):
            for cents in (offer.least, offer.most):
                refused = {each.cite for each in self.driver.refusals(Wager(seat, {offer.name: cents}))}
                assert refused <= {"house:chips"}, (offer, refused)

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
            if not (books.lies or books.held):
                seat = chance.choice([*books.chips])
                self.give(BuyColor(seat))
                self.give(Wager(seat, {"red": 1_000}))
            self.offers_hold()
            if not self.give(Close()):
                for seat in [*books.chips]:  # nobody has chips left for the least wager
                    self.give(Leave(seat))
                continue
            for _ in range(chance.randint(0, 2)):
                self.give(any_input(chance, books))
            if books.phase == "ball" and not books.broken:
                self.give(Close())
            if books.phase == "over" and chance.random() < 0.5:
                self.give(any_input(chance, books))
            if books.phase != "over":
                seen["no spin"] += 1
                continue
            number = self.rest(chance.choice((0, 19, *range(len(books.house.stops)))))
            seen[number or "no spin"] += 1
            if number:
                return

    def rest(self, stop: int) -> str:
        assert not self.driver.submit(Spin(stop))
        number = self.books.rests(stop)
        self.compare()
        return number


@pytest.mark.parametrize("block", series(1, 20, 200))
def test_wild_games(block: int) -> None:
    """Check every chip after every input, whoever comes and goes and however the doubts are read."""
    seen = Counter[str]()
    for seed in range(BLOCK // GAME_LENGTH):
        table = Table(random.Random(f"{block} {seed}"))
        for _ in range(GAME_LENGTH):
            table.spin(seen)
    assert {"0", "00", "no spin", "broken"} <= {*seen}
