"""A second set of books on a game of craps: who has what, by the tables of the oracle and by nothing of the game.

Told every input, it says whether the table must take it and where each chip then lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from games.craps.oracle import (
    FIRST_ROLL,
    HARD,
    NUMBERS,
    ONE_ROLL,
    SPOTS,
    TRUE,
    after,
    fate,
    odds_on,
    readings_that_matter,
    rests_on_come_out,
)
from games.craps.scene import ROLLS
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Close, Input, Leave, Sit, TakeBack, Wager
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.table.money import Money

COME_POINTS = {f"{bet} {number}": number for bet in ("come", "don't come") for number in NUMBERS}
FLATS = {"pass odds": "pass", "don't pass odds": "don't pass"} | {f"{spot} odds": spot for spot in COME_POINTS}


@lru_cache(maxsize=10_000)
def all_odds(spot: str, point: int, reads: frozenset[tuple[str, str]]) -> frozenset[Fraction]:
    """Return all odds by which a wager there can ever be won."""
    if spot in FLATS:
        return frozenset([odds_on(spot, COME_POINTS.get(FLATS[spot], point), 0, {})])
    if spot in FIRST_ROLL or spot in COME_POINTS:
        return frozenset([Fraction(1)])
    return frozenset(fate(spot, roll, 6, True, reads).odds for roll in ROLLS) - {0}


class Shadow:
    def __init__(self, house: CrapsHouse, reads: Mapping[str, str]) -> None:
        self.house, self.reads, self.chosen = house, dict(reads), readings_that_matter(reads)
        self.accounts = {"inventory": int(house.inventory), "outside": -int(house.inventory)}
        self.players: set[int] = set()
        self.names: dict[int, str] = {}  # by seat; who has left is named there until somebody else sits down
        self.away: set[int] = set()
        self.lies: dict[int, dict[str, int]] = {}
        self.old: dict[int, dict[str, int]] = {}  # what lay there when the last roll was over
        self.on: set[tuple[int, str]] = set()
        self.point = self.shooter = 0
        self.opened = self.out = False  # whether a come out roll was ever made; whether the dice are out
        self.faults: dict[str, int | str] = {}

    # --- books

    def shift(self, source: str, target: str, cents: int) -> None:
        for account, change in ((source, -cents), (target, cents)):
            self.accounts[account] = self.accounts.get(account, 0) + change
            if not self.accounts[account]:
                del self.accounts[account]

    def rack(self, seat: int) -> int:
        return self.accounts.get(f"rack {seat}", 0)

    def put(self, seat: int, spot: str, cents: int) -> None:
        self.shift(f"rack {seat}", f"{spot} @{seat}", cents)
        lies = self.lies.setdefault(seat, {})
        lies[spot] = lies.get(spot, 0) + cents
        if not lies[spot]:
            del lies[spot]

    def fee(self, spot: str, cents: int) -> Fraction:
        """Return the vigorish paid in advance."""
        if self.reads.get("vigorish") != "when-made" or not spot.startswith(("buy", "lay")):
            return Fraction(0)
        (odds,) = all_odds(spot, 0, self.chosen)
        return Fraction(cents, 20) * (odds if spot.startswith("lay") else 1)

    @property
    def there(self) -> list[int]:
        return sorted(self.players - self.away)

    def next_shooter(self, after: int) -> int:
        there = self.there
        if self.reads.get("next-shooter") == "counterclockwise":
            return max([seat for seat in there if seat < after] or there, default=0)
        return min([seat for seat in there if seat > after] or there, default=0)

    # --- whether an input is taken, and what it does

    def accept(self, given: Input) -> bool:
        """Return whether the table must take an input; if so, change the books by it."""
        match given:
            case Wager():
                return self.wager(given)
            case TakeBack(seat=seat, spot=spot, position=position):
                if self.is_busy(seat) or position not in (0, seat) or not (cents := self.removable(seat, spot)):
                    return False
                left, odds = self.lies[seat][spot] - cents, self.lies[seat].get(f"{spot} odds", 0)
                if left and odds and odds > self.most_odds(f"{spot} odds", left):
                    return False
                self.take_down(seat, spot)
                return True
            case Call(seat=seat, spot=spot):
                if self.is_busy(seat) or spot not in self.lies.get(seat, {}) or (seat, spot) in self.on:
                    return False
                if self.point or not rests_on_come_out(spot, self.reads):
                    return False
                self.on.add((seat, spot))
                return True
            case PassDice(seat=seat):
                if self.is_busy(seat) or self.shooter != seat or self.there == [seat]:
                    return False
                self.shooter = self.next_shooter(seat)
                return True
            case Leave(seat=seat):
                return self.leave(seat)
            case Sit(seat=seat, player=player, chips=chips):
                good = 1 <= seat <= self.house.seats and seat not in self.players and bool(player)
                good = good and player not in {self.names[each] for each in self.players}
                if not good or chips < 0 or chips % self.house.smallest_chip:
                    return False
                self.players.add(seat)
                self.names[seat] = player
                self.shift("outside", f"rack {seat}", chips)
                self.shooter = self.shooter or self.next_shooter(0)
                return True
            case DieCocked() | DiceAstray():
                key = str(given.die) if isinstance(given, DieCocked) else "astray"
                if key in self.faults:
                    return False
                self.faults[key] = given.sides if isinstance(given, DieCocked) else given.how
                return True
            case Close():
                lies = self.lies.get(self.shooter, {})
                bound = self.reads.get("shooter-wagers") != "need-not" and not self.point
                if self.out or not self.shooter or (bound and not lies.keys() & {"pass", "don't pass"}):
                    return False
                self.out = True
                return True
        return False

    def is_busy(self, seat: int) -> bool:
        return seat not in self.there or self.out

    def wager(self, given: Wager) -> bool:
        seat = given.seat
        if seat not in self.there or not given.stakes or given.position not in (0, seat):
            return False
        if self.out and self.reads.get("late-wagers") != "confirmed":
            return False
        if not all(self.may_wager(seat, spot, cents, given.stakes) for spot, cents in given.stakes.items()):
            return False
        fees = sum(self.fee(spot, cents) for spot, cents in given.stakes.items())
        if sum(given.stakes.values()) + fees > self.rack(seat):
            return False
        for spot, cents in given.stakes.items():
            self.put(seat, spot, cents)
            self.shift(f"rack {seat}", "inventory", int(self.fee(spot, cents)))
        return True

    def may_wager(self, seat: int, spot: str, cents: int, stakes: Mapping[str, int]) -> bool:
        house, lies, chip = self.house, self.lies.get(seat, {}), self.house.smallest_chip
        if spot not in SPOTS or spot in COME_POINTS or cents <= 0 or cents % chip:
            return False
        if spot == "pass" and self.point and ("pass" not in lies or self.reads.get("raising-pass") != "allowed"):
            return False
        if spot == "don't pass" and self.point:
            return False
        later = self.opened and self.reads.get("come-on-come-out") == "later-come-outs"
        if spot in ("come", "don't come") and not self.point and not later:
            return False
        if spot.startswith(("buy", "lay")) and not house.buy_and_lay:
            return False
        least, most = house.minimum, house.maximum
        if spot in HARD or (spot in ONE_ROLL and spot != "field"):
            least, most = house.proposition_minimum, house.proposition_maximum
        high: Fraction | int = most
        if flat := FLATS.get(spot):
            if flat not in lies or (flat.endswith("pass") and not self.point):
                return False
            least, high = Money(1), self.most_odds(spot, lies[flat] + stakes.get(flat, 0))
        total = lies.get(spot, 0) + cents
        return least <= total <= high and self.payable(spot, total)

    def most_odds(self, spot: str, flat: int) -> Fraction:
        number = COME_POINTS.get(FLATS[spot], self.point)
        times = self.house.odds[3 - abs(7 - number)]  # by how far from seven: three, two or one
        by_the_win = spot.startswith("don't") and self.reads.get("supplemental-odds") != "by-the-stake"
        return flat * times * (TRUE[number] if by_the_win else Fraction(1))

    def payable(self, spot: str, total: int) -> bool:
        """Return whether each way of winning can be paid in whole chips, vigorish too."""
        due = all_odds(spot, self.point, self.chosen)
        if spot.startswith(("buy", "lay")) and self.reads.get("vigorish", "none") != "none":
            (odds,) = due
            due |= {Fraction(1, 20) if spot.startswith("buy") else odds / 20}
        return not any(total * odds.numerator % (odds.denominator * self.house.smallest_chip) for odds in due)

    def removable(self, seat: int, spot: str) -> int:
        """Return how much of a wager may come down."""
        lies = self.lies.get(seat, {}).get(spot, 0)
        contract = (spot == "pass" and self.point) or (spot in COME_POINTS and spot.startswith("come"))
        dont = (spot == "don't pass" and self.point) or (spot in COME_POINTS and spot.startswith("don't"))
        reading = "contract-wagers" if contract else "taking-down-donts" if dont else "taking-down"
        stands = self.reads.get(reading, "stand" if contract else "may-come-down") == "stand"
        if spot in ("pass", "don't pass") and not self.point:
            return lies  # the roll that it is for has yet to come
        return max(lies - self.old.get(seat, {}).get(spot, 0), 0) if stands else lies

    def take_down(self, seat: int, spot: str, cents: int = 0) -> None:
        cents = cents or self.removable(seat, spot)
        self.put(seat, spot, -cents)
        self.shift("inventory", f"rack {seat}", int(self.fee(spot, cents)))
        if spot not in self.lies[seat]:
            self.on.discard((seat, spot))
            if behind := self.lies[seat].get(f"{spot} odds"):
                self.take_down(seat, f"{spot} odds", behind)

    def leave(self, seat: int) -> bool:
        if self.is_busy(seat):
            return False
        mine = self.lies.setdefault(seat, {})
        stuck = {spot for spot in mine if self.removable(seat, spot) < mine[spot]}
        stuck = {spot for spot in stuck if FLATS.get(spot, spot) in stuck}  # odds go with what they stand behind
        if self.reads.get("leaving") == "stays" and stuck:
            return False
        for spot in sorted(mine, key=lambda spot: spot in FLATS):  # odds go with what they stand behind
            if spot in mine and self.removable(seat, spot):
                self.take_down(seat, spot)
        self.shift(f"rack {seat}", "outside", self.rack(seat))
        (self.away if mine else self.players).symmetric_difference_update({seat})
        if self.shooter == seat:
            self.shooter = self.next_shooter(seat)
        return True

    # --- the dice

    def settle_roll(self, first: int, second: int) -> dict[int, dict[str, tuple[str, int, int]]] | None:
        """Settle a roll and return what becomes of every wager; None if it was no roll."""
        self.out = False
        faults, self.faults = self.faults, {}
        astray = faults.pop("astray", None)
        if astray == "off the table" or (astray and self.reads.get("the-throw") != "off-the-table"):
            self.settle_bets()
            return None
        dice = [first, second]
        for die, sides in faults.items():
            if sides == 2 or self.reads.get("cocked-die") == "no-roll":
                self.settle_bets()
                return None
            dice[int(die) - 1] = 7 - dice[int(die) - 1]
        roll, total = (dice[0], dice[1]), sum(dice)
        became = {}
        for seat in sorted(self.players):
            called = [spot for owner, spot in self.on if owner == seat]
            away = seat in self.away
            then = after(self.lies.get(seat, {}), called, roll, self.point, self.chosen, away=away)
            if then.what:
                became[seat] = then.what
            self.settle(seat, then.lies, then.chips)
        seven_out = self.point and total == 7
        if self.point:
            self.point = 0 if total in (7, self.point) else self.point
        else:
            self.point = total if total in NUMBERS else 0
        self.opened = True
        keeps = self.reads.get("call-lasts") == "until-a-point" and not self.point
        self.on = {(seat, spot) for seat, spot in self.on if keeps and spot in self.lies[seat]}
        if seven_out:
            self.shooter = self.next_shooter(self.shooter)
        for seat in [seat for seat in self.away if not self.lies[seat]]:
            self.shift(f"rack {seat}", "outside", self.rack(seat))
            self.away.remove(seat)
            self.players.remove(seat)
        self.settle_bets()
        return became

    def settle(self, seat: int, lies: dict[str, int], chips: int) -> None:
        """Change all chips of a seat to what they are now, and the house's by the difference."""
        before = self.lies.get(seat, {})
        for spot, cents in before.items():
            self.shift(f"{spot} @{seat}", "inventory", cents)
        for spot, cents in lies.items():
            self.shift("inventory", f"{spot} @{seat}", cents)
        self.shift("inventory", f"rack {seat}", chips)
        self.lies[seat] = dict(lies)

    def settle_bets(self) -> None:
        self.old = {seat: dict(lies) for seat, lies in self.lies.items()}

    @property
    def marks(self) -> dict[str, int]:
        marks = {f"on {spot} @{seat}": 1 for seat, spot in self.on} | {f"away {seat}": 1 for seat in self.away}
        wagers = [(seat, spot, cents) for seat, lies in self.lies.items() for spot, cents in lies.items()]
        paid = {f"vigorish {spot} @{seat}": int(self.fee(spot, cents)) for seat, spot, cents in wagers}
        marks |= {mark: cents for mark, cents in paid.items() if cents}
        marks |= {"point": self.point} if self.point else {}
        marks |= {"shooter": self.shooter} if self.shooter else {}
        return marks | ({"come out made": 1} if self.opened else {})
