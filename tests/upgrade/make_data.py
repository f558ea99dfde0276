"""Makes what a later version must be able to open: a database and records with a round open at every kind of decision.

    python tests/upgrade/make_data.py FOLDER

writes into the folder: a server's database (compressed) with its checkpoint file, records of every game (compressed),
and contents.json, which says what is in them. A scene says who sits, what was played before and how the open round came
to where it is. It is played at a table of the server, which is started anew before the open round, and for the records
once more without a server.

The files in the folders beside this script were each made by that version (`make release`) and are never made again.
Version 0.1.0 had five games and every scene of them; since then a release keeps one table for every kind of decision of
every game, and one record of each game. Cards, dice and wheels are seeded, so play is the same on every run. Recovery
codes, salts, the database's id and the time of day are not.
"""

from __future__ import annotations

import asyncio
import io
import json
import lzma
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict

import msgspec

from pitboss import __version__
from pitboss.cli.main import main as pitboss
from pitboss.engine.carry import Carry
from pitboss.engine.chance import Source, seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    DeviceJam,
    DiceAstray,
    DieCocked,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    ShortCard,
)
from pitboss.engine.incidents.spin_incidents import SpinAstray, WheelBroken
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Conduct, Fill, Input, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.record import Chain
from pitboss.engine.runner import submit_or_raise
from pitboss.engine.view import SPECTATOR, view
from pitboss.engine.waits import Ask, CardOrderWanted, OrderWanted, Window
from pitboss.games import REGISTERED, load
from pitboss.games.baccarat.law.curator import GiveUpShoe, curator_seat
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.games.let_it_ride.law.wagers import DeviceFault, ExtraBonusChip
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.irregular import LightsFail, ShakerStops
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.winners_pot_poker.law import irregular as winners_pot
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.server.access import sessions
from pitboss.server.live.outcomes import Outcome
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import LONGEST, Pace, TableSetting, resolve_setting, setting_of
from pitboss.server.live.tables import Casino
from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.rounds import round_rows
from pitboss.table.card_steps import DealUp, SpreadCards
from pitboss.table.facts import AWAY
from pitboss.table.money import Money
from pitboss.table.table import Table

SLOW = Pace(decision=LONGEST, wagers=LONGEST, seat_kept=LONGEST)  # no clock acts
RICH, PLENTY = ("Ann", "Bob", "Cyd", "Dan", "Eve"), 5_000_000  # they sit at many tables
OTHERS, BOSS = ("Fay", "Gil"), "Boss"  # Gil never sat down; the administrator did not either
RECORDED = 2  # finished rounds of a game's record
MOST_ROLLS = 40
MOST_ROUNDS = 40  # until a hand ties

# What is wagered when nothing else is said: the first of these that is taken.
USUAL: dict[str, tuple[dict[str, int], ...]] = {
    "let-it-ride": (
        {"bet 1": 500, "bet 2": 500, "bet 3": 500, "bonus": 100, "three card bonus": 100},
        {"bet 1": 500, "bet 2": 500, "bet 3": 500, "bonus": 100},
        {"bet 1": 500, "bet 2": 500, "bet 3": 500},
    ),
    "craps": ({"pass": 500},),
    "three-card-poker": ({"ante": 500, "pair plus": 100},),
    "ultimate-texas-holdem": ({"ante": 500, "blind": 500, "trips": 500},),
    "winners-pot-poker": ({"ante": 500, "jacks plus": 100},),
    "roulette": ({"red": 1000, "straight 17": 500}, {"straight 17": 500}),
    "big-six": ({"$1": 500, "joker": 100},),
    "sic-bo": ({"small": 500, "total 12": 200},),
    "minibaccarat": ({"banker": 1000, "tie": 500},),
    "baccarat": ({"banker": 1000, "tie": 500},),
    "casino-war": ({"initial": 500, "tie": 100},),
}
BASE = USUAL["let-it-ride"][-1]
OPPORTUNITY = {"32.10(a)": " before the flop", "32.10(c)": " after the flop", "32.10(e)": " at the end"}


def kind_of(driver: Driver) -> str:
    """Name what a round waits for, in a few words that stay the same."""
    match driver.wait:
        case Ask(cite=cite, subject=subject):
            return f"ask {subject}{OPPORTUNITY.get(cite, '')}"
        case OrderWanted(cite=cite):
            return f"order {cite.removeprefix('reading:').removeprefix('beyond:')}"
        case Window(what="wagers", soon_over=True):
            return "wagers, ball runs"
        case Window(what="wagers", cite="beyond:casino-war.6(h)"):
            return "wagers, war"
        case Window(what="wagers") if driver.game.name == "craps":
            return f"wagers, {'point' if driver.table.marks.get('point') else 'come out'}"
        case Window(what="inspection"):
            idle = any(isinstance(item, SpreadCards) and item.idle for item in driver.log)
            return f"inspection, {'idle' if idle else 'new cards'}"
        case Window(what=what):
            return what
        case CardOrderWanted():
            return "card order"  # chance, which waits until somebody is there
    raise AssertionError(f"nobody waits at {driver.wait}")


# --- a table, of the server or without one


class Host(ABC):
    """The acts that are done at a table. Whatever is done must be taken."""

    game: Game

    @property
    @abstractmethod
    def driver(self) -> Driver: ...

    @abstractmethod
    async def give(self, given: Input) -> None:
        """Give an input that a player gives himself."""

    @abstractmethod
    async def order(self, given: Input) -> None:
        """Give an input of the house, or let an incident happen."""

    @abstractmethod
    async def close(self) -> None:
        """Close the wagers."""

    async def answer(self, choice: str) -> None:
        asked = self.driver.question
        assert asked is not None, self.driver.wait
        await self.give(Answer(asked.seat, choice, asked.position))

    async def put_down(self, seat: int, *stakes: dict[str, int]) -> None:
        """Make the first of these wagers that is accepted, if any is."""
        wagers = (Wager(seat, each) for each in stakes)
        taken = next((wager for wager in wagers if not self.driver.refusals(wager)), None)
        if taken is not None:
            await self.give(taken)

    def seats(self) -> list[int]:
        """Return the seats of the people who can act."""
        t = self.driver.table
        sitting = (seat for seat, name in sorted(t.players.items()) if not name.endswith(HOUSE))
        return [seat for seat in sitting if AWAY.word(seat) not in t.marks]


class Live(Host):
    """A table of the server, played by people with accounts."""

    def __init__(self, table: LiveTable) -> None:
        self.table, self.game = table, table.game
        self._ids = count(1)

    @property
    def driver(self) -> Driver:
        return self.table.driver

    async def give(self, given: Input) -> None:
        seat: int = given.seat  # type: ignore[attr-defined]
        account = self._account_of(given.player) if isinstance(given, Sit) else self.table.seats.people[seat].account
        _assert_accepted(await self.table.act(account, seat, given, self._client()), given)

    async def order(self, given: Input) -> None:
        _assert_accepted(await self.table.desk.order(given), given)

    async def close(self) -> None:
        round_, window = self.driver.carry.round, self.driver.wait
        for seat in self.seats():
            if self.driver.wait is not window:  # the others are not waited for
                return
            account = self.table.seats.people[seat].account
            _assert_accepted(await self.table.ready(account, seat, round_, self._client()), Close())

    def _account_of(self, name: str) -> int:
        return self.table.store.accounts.ids_of([name])[name]

    def _client(self) -> str:
        return f"client-{self.table.epoch}-{next(self._ids):04}"


class RecordedTable(Host):
    """A table without a server, whose rounds go into a record."""

    def __init__(self, setting: TableSetting, source: Source) -> None:
        self.game, self._rules, self._house = resolve_setting(setting)
        self._source, self._chain = source, Chain()
        self.lines: list[bytes] = []
        self.rounds = 0
        self._begin(self.game.opening(self._house))

    @property
    def driver(self) -> Driver:
        return self._driver

    def _begin(self, carry: Carry) -> None:
        self._driver = Driver(self.game, self._rules, self._house, carry)

    async def give(self, given: Input) -> None:
        submit_or_raise(self.driver, given)
        self.go_on()

    async def order(self, given: Input) -> None:
        await self.give(given)

    async def close(self) -> None:
        await self.give(Close())

    def go_on(self) -> None:
        """Run the table as far as nobody has to do anything."""
        while True:
            wait = self.driver.wait
            if self.driver.next is not None:
                carry = self.driver.next
                self.write()
                self._begin(carry)
            elif not self.driver.table.players:
                return
            elif (drawn := self._source.answers(wait)) is not None:
                submit_or_raise(self.driver, drawn)
            elif isinstance(wait, Window) and wait.what != "wagers":
                submit_or_raise(self.driver, Close())
            else:
                return

    def write(self) -> str:
        """The round as far as it has come; the head of the record."""
        self.lines += self._chain.append(self.driver, self._source.label, self._source.salt())
        self.rounds += 1
        return f"{self._chain.count}:{self._chain.head}"


def _assert_accepted(outcome: Outcome, given: Input) -> None:
    assert not outcome.refused, f"{given}: {outcome.refused}"


# --- what is done in a scene


Act = Input | str | Callable[[Host], Awaitable[None]]  # an input, an answer of whoever is asked, or one of these:


async def play(host: Host, acts: tuple[Act, ...]) -> None:
    for act in acts:
        if isinstance(act, str):
            await host.answer(act)
        elif not isinstance(act, Input):
            await act(host)
        elif act.by_player:
            await host.give(act)
        else:
            await host.order(act)


async def bets(host: Host) -> None:
    """Make the usual wagers for everybody who has nothing on the layout."""
    out = {host.driver.table.owners[position] for position, _, _ in host.driver.table.wagers()}
    for seat in host.seats():
        if seat not in out:
            await host.put_down(seat, *USUAL[host.game.name])


async def close(host: Host) -> None:
    await host.close()


async def finish(host: Host) -> None:
    """Play the round to its end, with random answers."""
    round_ = host.driver.carry.round
    while host.driver.carry.round == round_:
        match host.driver.wait:
            case Ask(choices=choices, seat=seat):
                await host.answer(choices[(round_ + seat) % len(choices)])
            case OrderWanted(choices=choices):
                await host.order(Order(choices[0], by=SUPERVISOR))
            case _:
                await close(host)


async def one_round(host: Host) -> None:
    await bets(host)
    await finish(host)


def shoot(until: Callable[[Table], bool], **wishes: dict[str, int]) -> Callable[[Host], Awaitable[None]]:
    """Roll until the layout is as wanted. Every player ("seat3") makes those of his wagers that are allowed."""

    async def rolls(host: Host) -> None:
        for _ in range(MOST_ROLLS):
            for seat, stakes in ((int(who.removeprefix("seat")), stakes) for who, stakes in wishes.items()):
                for spot, cents in stakes.items():
                    if not host.driver.table.wager(seat, spot):
                        await host.put_down(seat, {spot: cents})
            if until(host.driver.table):
                return
            await host.close()
        raise AssertionError("the dice do not fall so; take another seed")

    return rolls


async def to_a_tie(host: Host) -> None:
    """Play rounds until somebody's card ties the dealer's."""
    for _ in range(MOST_ROUNDS):
        await bets(host)
        await host.close()
        if isinstance(host.driver.wait, Ask):
            return
    raise AssertionError("nobody has tied; take another seed")


async def all_go_to_war(host: Host) -> None:
    while isinstance(host.driver.wait, Ask):
        await host.answer("war")


async def nobody_deals(host: Host) -> None:
    """Have the player with the shoe give it up."""
    if seat := curator_seat(host.driver.table):
        await host.give(GiveUpShoe(seat))


async def pass_dice(host: Host) -> None:
    await host.give(PassDice(host.driver.table.marks["shooter"]))


async def amid_the_flop(host: Host) -> None:
    """Leave a card of the flop with the undealt ones. This comes between two acts, which never happens at the
    server."""
    assert isinstance(host, RecordedTable)
    driver, asked = host.driver, host.driver.question
    assert asked is not None
    assert not driver.submit(Answer(asked.seat, "check", asked.position), stepwise=True)
    while not isinstance(driver.log[-1], DealUp):
        driver.run(1)
    submit_or_raise(driver, ShortCard("community"))
    host.go_on()


async def close_table(host: Host) -> None:
    """Close the table: open wagers are played to their end."""
    if isinstance(host, Live):
        await host.table.desk.set_state("closed")


async def pause_table(host: Host) -> None:
    if isinstance(host, Live):
        await host.table.desk.set_state("paused")


async def dearer(host: Host) -> None:
    """Raise the minimum from the next round on."""
    if isinstance(host, Live):
        old = host.table.terms.setting
        house = msgspec.structs.replace(host.table.house, minimum=Money(1000))
        _assert_accepted(await host.table.desk.set_setting(setting_of(house, old.pace, old.companions)), Close())


# --- the scenes


@dataclass(frozen=True)
class Scene:
    kind: str  # of the decision at which the open round waits
    name: str  # of the table
    house: House
    sits: tuple[Sit, ...]
    now: tuple[Act, ...]  # in the open round
    before: tuple[Act, ...] = (one_round, one_round, one_round)
    companions: int = 0
    more: dict[str, Any] = field(default_factory=dict)  # of the setting
    seeds: tuple[int, int] = (0, 0)  # of the open round at the table and of the record, where dice must fall so

    @property
    def setting(self) -> TableSetting:
        return setting_of(self.house, SLOW, self.companions, **self.more)


def sit(*who: str, first: int = 3, apart: int = 1, chips: int = 40_000) -> tuple[Sit, ...]:
    return tuple(Sit(first + apart * number, name, chips) for number, name in enumerate(who))


def supervisor_order(what: str, *positions: int) -> Order:
    return Order(what, positions, by=SUPERVISOR)


HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
STACKS: dict[str, Any] = {"dealing": "automated-shoe"}
TWO_DECKS: dict[str, Any] = {"shuffler": "counting-shuffler", "backs": ("red", "blue")}
SUPERVISED = {"exposed-player-card": "supervisor"}

ANN, BOB, BOTH = sit("Ann"), sit("Bob"), sit("Ann", "Bob")
PAIR, THREE = sit("Ann", "Bob", first=1), sit("Ann", "Bob", "Cyd", first=1)  # where companions leave them room
FIVE = sit(*RICH, first=1)
LATE = Sit(6, "Eve", 20_000)  # who sits down while a round is open
FACE_UP_TWICE = (one_round, one_round, bets, FaceUpCard(0), FaceUpCard(1), close)  # two cards face up void all hands
SEEN = DrawnInError(exposed=True)
DEALT = (bets, close)


def let_it_ride() -> Iterator[Scene]:
    house = LetItRideHouse
    early = {"as_of": "1996-05-20"}
    half = (Wager(3, USUAL["let-it-ride"][0]), Wager(4, {"bet 1": 1000}), TakeBack(3, "bonus"))
    offered = house(bonus=True, three_card_bonus="C", **HAND)
    yield Scene("wagers", "Let It Ride, wagers half placed", offered, BOTH, half, FACE_UP_TWICE)
    left = (Wager(2, BASE), Sit(6, "Cyd", 30_000), Leave(2))
    yield Scene("wagers", "Let It Ride, one came and one left", house(), PAIR, left, companions=2)
    stacks = house(**STACKS, pay=BetterPay(base={"flush": "9 to 1"}))
    yield Scene("ask bet 1", "Let It Ride of 1996, stacks", stacks, ANN, DEALT, companions=2, more=early)
    equal = house(two_positions=True, readings={"two-positions": "equal"}, stub_count_every=2)
    both = (Wager(3, BASE), Wager(3, BASE, 4), Wager(6, BASE), close, "let it ride")
    yield Scene("ask bet 1", "Let It Ride, two positions", equal, sit("Ann", "Bob", apart=3), both)
    assumed = {"as_of": "1999-01-01", "assumed": "earlier"}
    yield Scene("ask bet 1", "Let It Ride, earlier text assumed", house(), sit("Fay"), DEALT, more=assumed)
    decks = house(bonus=True, pre_shuffled=True, readings={"laying-down": "each-in-turn"}, **TWO_DECKS)
    missing = (one_round, bets, CardMissing(), finish, one_round, one_round)  # the deck is found out and removed
    turns = (*DEALT, "let it ride", "withdraw", "withdraw", LATE)
    yield Scene("ask bet 2", "Let It Ride, two decks", decks, BOTH, turns, missing)
    rides = (*DEALT, Conduct(3, "touch cards"), "let it ride", close_table)
    yield Scene("ask bet 2", "Let It Ride of 1996, closed", house(**HAND), ANN, rides, more=early)
    chip = (one_round, bets, ExtraBonusChip(3), close, supervisor_order("bonus wagers at", 3), finish)
    fault = (bets, DeviceFault(4, False), close)
    yield Scene("order bonus-count", "Let It Ride, bonus chips", house(bonus=True), BOTH, fault, chip)
    void = (
        one_round,
        bets,
        supervisor_order("recut"),
        finish,
        *DEALT,
        CardExposed("community"),
        supervisor_order("void the hands"),
    )
    seen = (*DEALT, "let it ride", CardExposed("community", 1))
    yield Scene("order exposed-community-card", "Let It Ride, community card seen", house(), BOTH, seen, void)
    seen = (*DEALT, "let it ride", CardExposed("hand 3"))
    own = house(readings={**SUPERVISED, "silent-seat": "withdraws"})
    yield Scene("order exposed-player-card", "Let It Ride, player's card seen", own, ANN, seen, companions=1)
    discard = (one_round, one_round, bets, SEEN, supervisor_order("discard it"), finish)
    yield Scene("order drawn-and-exposed", "Let It Ride, card drawn", house(), BOTH, (bets, SEEN), discard)
    new, shuffled = house(**TWO_DECKS), house(pre_shuffled=True, **TWO_DECKS)
    yield from idle("Let It Ride", new, shuffled, house(**HAND), house(idle_spread="face-down", **HAND))


def three_card_poker() -> Iterator[Scene]:
    house = ThreeCardPokerHouse
    stay = house(readings={"wagers": "stay-down"}, **HAND)
    void = (one_round, one_round, *DEALT, CardExposed("dealer"))
    half = (Wager(3, {"ante": 1000, "pair plus": 100}), Wager(4, {"pair plus": 300}))
    yield Scene("wagers", "Three Card, wagers half placed", stay, BOTH, half, void)
    jam = (one_round, one_round, bets, DeviceJam("automated shoe"))
    folded = (*DEALT, "fold")
    yield Scene("ask the play wager", "Three Card, one folded", house(**STACKS), THREE, folded, jam, companions=2)
    short = (Sit(1, "Dan", 700), Wager(1, {"ante": 500}), *DEALT)
    yield Scene("ask the play wager", "Three Card, too few chips", house(), BOB, short)
    adjacent = house(readings={"positions": "two-adjacent", "equal-hands": "loses"}, **TWO_DECKS)
    both = (Wager(3, {"ante": 500}), Wager(3, {"ante": 700}, 4), close, "play")
    yield Scene("ask the play wager", "Three Card, two positions", adjacent, ANN, both)
    yield Scene("ask the play wager", "Three Card, new minimum to come", house(), BOB, (*DEALT, dearer))
    seen = (*DEALT, "play", CardExposed("hand 4", 2))
    yield Scene("order exposed-player-card", "Three Card, card seen", house(readings=SUPERVISED), BOTH, seen)
    drawn = (one_round, one_round, bets, SEEN, supervisor_order("void the hands"))
    yield Scene("order drawn-and-exposed", "Three Card, card drawn", house(), PAIR, (bets, SEEN), drawn, companions=1)
    shuffled = house(pre_shuffled=True, readings={"new-cards": "pre-shuffled-too"}, **HAND)
    new, down = house(**TWO_DECKS), house(idle_spread="face-down", **HAND)
    yield from idle("Three Card", new, shuffled, house(**HAND), down)


def ultimate_texas_holdem() -> Iterator[Scene]:
    house = UltimateHouse
    wait = house(readings={"incomplete-wagers": "wait"}, trips="C")
    half = (Wager(3, {"ante": 500, "blind": 500, "trips": 500}), Wager(4, {"ante": 700}))
    yield Scene("wagers", "Ultimate, wagers half placed", wait, BOTH, half, FACE_UP_TWICE)
    first = (*DEALT, "check", LATE)
    yield Scene("ask play before the flop", "Ultimate, before the flop", house(**TWO_DECKS), BOTH, first)
    all_in = house(readings={"short-stack": "all-in", "odd-chip": "up"})
    short = (Sit(1, "Dan", 1200), Wager(1, {"ante": 500, "blind": 500}), *DEALT)
    yield Scene("ask play before the flop", "Ultimate, all in", all_in, BOB, short)
    void_hand = (*DEALT, ExtraCard("hand 3"), "play 4x", "check")
    yield Scene("ask play after the flop", "Ultimate, a void hand", house(**STACKS), THREE, void_hand)
    void = (one_round, one_round, *DEALT, CardExposed("dealer"))  # the hands are void, trips wagers are settled
    folded = (*DEALT, "check", "check", "check", "check", "fold")
    yield Scene("ask play at the end", "Ultimate, one folded", house(**HAND), PAIR, folded, void, companions=1)
    board = (*DEALT, "check", "check", ExtraCard("community"), "check", "play 2x")
    yield Scene("order miscounted-board", "Ultimate, board of six", house(), BOTH, board)
    missed = (*DEALT, MissedBurn(), "check", "check")
    yield Scene("order missed-burn", "Ultimate, burn missed", house(), PAIR, missed, companions=2)
    second = (*DEALT, "check", "play 3x", MissedBurn(), "check")
    yield Scene("order missed-burn", "Ultimate, second burn missed", house(**STACKS), BOTH, second)
    seen = (*DEALT, "check", CardExposed("hand 3"))
    yield Scene("order exposed-player-card", "Ultimate, card seen", house(readings=SUPERVISED), BOTH, seen)
    yield Scene("order drawn-and-exposed", "Ultimate, card drawn", house(), BOTH, (*DEALT, "check", "check", SEEN))
    new, shuffled = house(**TWO_DECKS), house(pre_shuffled=True, readings={"pre-shuffled": "as-they-came"}, **HAND)
    yield from idle("Ultimate", new, shuffled, house(**TWO_DECKS), house(idle_spread="face-down", **TWO_DECKS))


def winners_pot_poker() -> Iterator[Scene]:
    house = WinnersPotHouse.usual
    forgotten = (winners_pot.ForgottenButton(), bets)
    yield Scene("wagers", "Winner's Pot, alone with the house", house(), ANN, forgotten)
    stake = house(dealer_stake=Money(1000), commission_percent="2.5", commission_fixed=Money(100), **HAND)
    void = (one_round, one_round, *DEALT, CardExposed("dealer"), supervisor_order("void the hands"))
    yield Scene("ask bet", "Winner's Pot, one folded", stake, THREE, (*DEALT, "fold"), void)
    short = (Sit(1, "Dan", 700), Wager(1, {"ante": 500}), *DEALT)
    rotation = house(readings={"first-button": "leftmost", "dealer-in-rotation": "last"})
    yield Scene("ask bet", "Winner's Pot, too few chips", rotation, BOB, (*short, "bet"))
    double = (*DEALT, "bet", "fold", "bet", "double", LATE)
    yield Scene("ask double", "Winner's Pot, double", house(**STACKS), THREE, double, companions=1)
    seen = (*DEALT, "bet", CardExposed("dealer", 1))
    yield Scene("order exposed-dealer-card", "Winner's Pot, dealer's card seen", house(), PAIR, seen)
    watched = house(readings={"last-burn-missed": "supervisor", "first-fold": "inventory"}, **TWO_DECKS)
    missed = (*DEALT, "bet", "bet", MissedBurn(), "double", "double")
    yield Scene("order last-burn-missed", "Winner's Pot, burn missed", watched, PAIR, missed)
    drawn = (*DEALT, "bet", "bet", SEEN)
    yield Scene("order drawn-and-exposed", "Winner's Pot, card drawn", house(), PAIR, drawn)
    new, shuffled = house(**TWO_DECKS), house(pre_shuffled=True, **HAND)
    yield from idle("Winner's Pot", new, shuffled, house(**HAND), house(idle_spread="face-down", **HAND))


def idle(title: str, new: House, shuffled: House, face_up: House, face_down: House) -> Iterator[Scene]:
    """Return scenes with nobody at the table: before the first round, and after the last player has left. A jam is
    noted, so that something of the newest round is written."""
    jam = DeviceJam("shuffler")
    yield Scene("inspection, new cards", f"{title}, new cards", new, (), (jam,), ())
    yield Scene("card order", f"{title}, pre-shuffled cards", shuffled, (), (jam,), ())
    yield Scene("inspection, idle", f"{title}, cards face up", face_up, ANN, (Leave(3), jam))
    yield Scene("arrival", f"{title}, cards face down", face_down, ANN, (Leave(3), jam))


def craps() -> Iterator[Scene]:
    house = CrapsHouse
    numbers = (4, 5, 6, 8, 9, 10)
    sits = sit("Ann", "Bob", chips=90_000)
    line = {"pass": 500, "come": 500, "place 6": 600, "place 8": 600}
    odds = {"pass odds": 1000, **{f"come {number} odds": 1000 for number in numbers}}
    dark = {"don't pass": 500, "don't come": 500, "hard 8": 100}
    laid = {"don't pass odds": 600, **{f"don't come {number} odds": 600 for number in numbers}}
    costly = house(buy_and_lay=True, readings={"vigorish": "when-made"})
    bought = {"buy 4": 2000, "lay 10": 4000, "place 5 to lose": 800, "horn": 400}
    full = shoot(_many_standing, seat3={**line, **odds, **bought}, seat4={**dark, **laid})
    yield Scene("wagers, point", "Craps, a full layout", costly, sits, (full,), companions=1, seeds=(257, 2011))
    come_out = shoot(_come_bet_on_the_come_out, seat3={**line, **odds}, seat4=dark)
    call = (come_out, Call(3, "place 6"), Wager(3, {"field": 500}))
    yield Scene("wagers, come out", "Craps, come out", house(), sits, call, seeds=(225, 2020))
    astray = (one_round, one_round, bets, DiceAstray("off the table"), finish)
    gone = (shoot(_pass_with_a_point, seat3={"pass": 500}, seat4={"pass": 500}), Leave(3))
    yield Scene("wagers, point", "Craps, one has gone", house(), sits, gone, astray)
    gone = (shoot(_pass_with_a_point, seat3={"pass": 500}), Leave(3))
    yield Scene("wagers, point", "Craps, nobody to throw", house(), ANN, gone)
    mini = house(mini_craps=True, seats=9, readings={"shooter-wagers": "need-not", "void-wagers": "stay"})
    nothing = shoot(lambda t: not t.marks.get("point"))
    passed = (nothing, pass_dice, Wager(4, {"don't pass": 500}), DieCocked(1), Sit(6, "Cyd", 20_000))
    yield Scene("wagers, come out", "Mini-craps, a die in the way", mini, sits, passed, seeds=(203, 0))


def _many_standing(t: Table) -> bool:
    mine = {spot for position, spot, _ in t.wagers() if position == 3}
    theirs = {spot for position, spot, _ in t.wagers() if position == 4}
    moved = any(spot.startswith("come ") and not spot.endswith("odds") for spot in mine)
    against = any(spot.startswith("don't come ") and not spot.endswith("odds") for spot in theirs)
    return moved and against and {"pass odds", "place 6", "buy 4", "lay 10"} <= mine and "don't pass" in theirs


def _pass_with_a_point(t: Table) -> bool:
    return bool(t.marks.get("point") and t.wager(3, "pass"))


def _come_bet_on_the_come_out(t: Table) -> bool:
    mine = {spot for position, spot, _ in t.wagers() if position == 3}
    return not t.marks.get("point") and any(spot.startswith("come ") for spot in mine) and "place 6" in mine


def roulette() -> Iterator[Scene]:
    house = RouletteHouse
    half = (Wager(3, {"red": 1000, "straight 17": 500}), BuyColor(4, 500), TakeBack(3, "red"))
    yield Scene("wagers", "Roulette, wagers half placed", house(), BOTH, half)
    zero = house(wheel="single-zero", readings={"single-zero-half": "half"})
    runs = (*DEALT, Wager(4, {"dozen 2": 1000}), TakeBack(3, "red"), SpinAstray("object in the wheel"))
    yield Scene("wagers, ball runs", "Roulette, the ball runs", zero, BOTH, runs)
    work = (supervisor_order("close the table"), supervisor_order("adjust the wheel"))
    yield Scene("order roulette.3(e)", "Roulette, work on the wheel", house(), BOTH, work)
    void = (bets, close, WheelBroken())
    part = (supervisor_order("replace a part"),)
    yield Scene("order roulette.9(k)", "Roulette, wheel broken", house(), BOTH, part, (one_round, *void))


def big_six() -> Iterator[Scene]:
    house = BigSixHouse
    half = (Wager(3, {"$1": 500, "$20": 200}), Wager(4, {"joker": 100}), TakeBack(3, "$20"))
    nevada = house(wheel="24-15-7-4-2", picture_odds="nevada")
    yield Scene("wagers", "Big Six, wagers half placed", nevada, BOTH, half)
    yield Scene("order big-six.3(c)", "Big Six, closed", house(), BOTH, (supervisor_order("close the table"),))
    void = (bets, WheelBroken())
    yield Scene("order big-six.9(h)", "Big Six, wheel broken", house(), BOTH, (Leave(4),), (one_round, *void))
    poor = house(inventory=Money(10_000))
    rich = (Wager(3, {"$1": 20_000}), Wager(4, {"$1": 20_000}), close)
    yield Scene("order house:fill", "Big Six, a payment waits", poor, BOTH, rich, (), seeds=(1, 1))


def sic_bo() -> Iterator[Scene]:
    house = SicBoHouse
    half = (Wager(3, {"small": 500, "total 12": 200}), Wager(4, {"two-dice 2-5": 300}), TakeBack(3, "small"))
    shaken = house(order="shake-then-call", pay_table="b")
    yield Scene("wagers", "Sic Bo, shaken first", shaken, BOTH, half)
    yield Scene("order sic-bo.2(d)", "Sic Bo, closed", house(), BOTH, (supervisor_order("close the table"),))
    dark = (one_round, bets, LightsFail(), finish)
    yield Scene("order sic-bo.9(e)", "Sic Bo, lights out", house(pay_table="a"), BOTH, (Leave(4),), dark)
    stopped = (one_round, bets, ShakerStops("cannot run"))
    runs = house(shaker="automated")
    yield Scene("order sic-bo.9(g)", "Sic Bo, the shaker stopped", runs, BOTH, (Leave(4),), stopped)


def minibaccarat() -> Iterator[Scene]:
    house = MinibaccaratHouse
    half = (Wager(3, {"banker": 1500, "tie": 500}), Wager(4, {"player": 1000}), TakeBack(3, "tie"))
    marked = house(packs=6, vigorish_taken="end-of-shoe", pairs="offered")
    yield Scene("wagers", "Minibaccarat, wagers half placed", marked, BOTH, half)
    yield from shoe_rests("Minibaccarat", house(form="without-vigorish"))


def baccarat() -> Iterator[Scene]:
    house = BaccaratHouse
    yield Scene("wagers", "Baccarat, one has gone", house(), BOTH, (Wager(3, {"banker": 1000}), Leave(4)))
    yield Scene("ask the shoe", "Baccarat, one declined", house(packs=6), BOTH, (nobody_deals, *DEALT, "decline"))
    yield from shoe_rests("Baccarat", house())


def casino_war() -> Iterator[Scene]:
    house = CasinoWarHouse
    half = (Wager(3, {"initial": 1000, "tie": 100}), Wager(4, {"initial": 500}), TakeBack(3, "tie"))
    yield Scene("wagers", "Casino War, wagers half placed", house(), BOTH, half)
    yield Scene("ask the tie", "Casino War, a tie", house(two_positions=True), FIVE, (to_a_tie,))
    bonus = house(packs=8, war_tie_odds="triple bonus")
    yield Scene("wagers, war", "Casino War, bets on the war", bonus, FIVE, (to_a_tie, all_go_to_war), seeds=(0, 1017))
    yield from shoe_rests("Casino War", house())
    shuffled = house(pre_shuffled=True)
    yield Scene("card order", "Casino War, pre-shuffled cards", shuffled, (), (Fill(50_000, by=SUPERVISOR),), ())


def shoe_rests(title: str, shoe: House) -> Iterator[Scene]:
    """Return scenes with nobody at the table: before the first round, and after the last player has left."""
    fill = Fill(50_000, by=SUPERVISOR)
    yield Scene("inspection, new cards", f"{title}, new cards", shoe, (), (fill,), ())
    if shoe.game == "minibaccarat":  # cards of Baccarat are worn by then, and those of Casino War are shuffled at once
        yield Scene("inspection, idle", f"{title}, cards spread", shoe, ANN, (Leave(3), fill))


def empty() -> Iterator[Scene]:
    """Return tables whose newest round has no row."""
    yield Scene("inspection, new cards", "Nobody ever sat here", LetItRideHouse(), (), (), ())
    yield Scene("wagers, come out", "Nobody ever threw here", CrapsHouse(), (), (), ())
    yield Scene("inspection, new cards", "Paused", UltimateHouse(), (), (pause_table,), ())
    left = (Leave(1), Leave(2))
    yield Scene("inspection, idle", "Everybody has left", LetItRideHouse(), PAIR, left, companions=2)


GAMES: dict[str, Callable[[], Iterator[Scene]]] = {
    "let-it-ride": let_it_ride,
    "craps": craps,
    "three-card-poker": three_card_poker,
    "ultimate-texas-holdem": ultimate_texas_holdem,
    "winners-pot-poker": winners_pot_poker,
}
LATER: dict[str, Callable[[], Iterator[Scene]]] = {  # than version 0.1.0
    "roulette": roulette,
    "big-six": big_six,
    "sic-bo": sic_bo,
    "minibaccarat": minibaccarat,
    "baccarat": baccarat,
    "casino-war": casino_war,
}
# At which decision the record of each game ends.
LONG = {
    "let-it-ride": "ask bet 2",
    "craps": "wagers, point",
    "three-card-poker": "ask the play wager",
    "ultimate-texas-holdem": "ask play at the end",
    "winners-pot-poker": "ask double",
    "roulette": "wagers, ball runs",
    "big-six": "wagers",
    "sic-bo": "wagers",
    "minibaccarat": "wagers",
    "baccarat": "ask the shoe",
    "casino-war": "wagers, war",
}


# --- the database


async def make_database(path: Path, scenes: list[Scene]) -> dict[str, Any]:
    """Make a database in two evenings: the first has all finished rounds, the second the open ones."""
    casino = Casino(path, source=sources(list(range(1, len(scenes) + 1))))
    codes = {name: sessions.new_code() for name in (*RICH, *OTHERS, BOSS)}
    for name in RICH:
        made = casino.store.accounts.create(name, sessions.hash_code(codes[name]), "player", PLENTY)
        await asyncio.wrap_future(made)
    for name in (*OTHERS, BOSS):
        account = await casino.make_account(name, sessions.hash_code(codes[name]))
        if name == BOSS:
            await asyncio.wrap_future(casino.store.accounts.set_role(account.id, "admin"))
    for scene in scenes:
        await casino.make_table(scene.name, scene.setting)
    await evening(casino, [(*scene.sits, *scene.before) for scene in scenes])
    casino = Casino(path, source=sources([scene.seeds[0] or 100 + number for number, scene in enumerate(scenes, 1)]))
    told = await evening(casino, [scene.now for scene in scenes])
    for table, scene in zip(told["tables"], scenes, strict=True):
        assert table["kind"] == f"{scene.house.game}/{scene.kind}", (scene.name, table["kind"])
    assert not path.with_name(path.name + "-wal").exists()
    assert await describe_reopened(path) == told
    told["accounts"] = [{**account, "code": codes[account["name"]]} for account in told["accounts"]]
    return told


def sources(seeds: list[int]) -> Callable[[], Source]:
    """Return a source of chance for each table."""
    left = iter(seeds)
    return lambda: seeded_source(next(left))


async def evening(casino: Casino, acts: list[tuple[Act, ...]]) -> dict[str, Any]:
    """Run a server from start to end, do the acts at each table, and return how its tables ended."""
    await casino.open()
    for table, done in zip(casino.tables.values(), acts, strict=True):
        await play(Live(table), done)
    told = describe(casino)
    await casino.close()
    return told


def describe(casino: Casino) -> dict[str, Any]:
    """Describe a database by the state of its tables."""
    assert not casino.out_of_service.why, casino.out_of_service.why
    with casino.store.read() as db:
        names = [name for (name,) in db.execute("SELECT name FROM accounts ORDER BY id")]
    accounts = [found[0] for name in names if (found := casino.store.accounts.find(name)) is not None]
    return {
        "accounts": [msgspec.to_builtins(account) for account in accounts],
        "tables": [_table(casino, table) for table in casino.tables.values()],
    }


def _table(casino: Casino, table: LiveTable) -> dict[str, Any]:
    driver, t = table.driver, table.driver.table
    with casino.store.read() as db:
        sql = "SELECT count(*) FROM rows WHERE \"table\" = ? AND json_extract(line, '$.line') = ?"
        opened, over = (db.execute(sql, (table.id, line)).fetchone()[0] for line in ("open", "close"))
    return {
        "id": table.id,
        "name": table.name,
        "state": table.service.state,
        "game": table.game.name,
        "as_of": driver.rules.as_of,
        "rules": driver.rules.digest,
        "kind": f"{table.game.name}/{kind_of(driver)}",
        **_wait(driver),
        "round": driver.carry.round,
        "open": opened > over,  # whether anything of the newest round is written
        "finished": over,
        "void": [number for number in range(1, over + 1) if _replay_round(casino, table, number).table.void],
        "marks": dict(sorted(t.marks.items())),
        "people": [_person(casino, table, seat) for seat in sorted(table.seats.people)],
        "companions": sorted(table.companions.by_seat),
    }


def _replay_round(casino: Casino, table: LiveTable, number: int) -> Driver:
    found = casino.store.rounds.lines(table.id, number)
    assert found is not None
    return round_rows.replay(round_rows.read_carry(found[0]), found[1])


def _wait(driver: Driver) -> dict[str, Any]:
    wait = driver.wait
    told: dict[str, Any] = {"waiting": view(driver, SPECTATOR).waiting, "cite": getattr(wait, "cite", "")}
    if isinstance(wait, Ask):
        told |= {"asked": wait.seat, "position": wait.position}
    if isinstance(wait, Ask | OrderWanted):
        told["choices"] = list(wait.choices)
    return told


def _person(casino: Casino, table: LiveTable, seat: int) -> dict[str, Any]:
    t = table.driver.table
    found = casino.store.accounts.find(table.seats.people[seat].account)
    assert found is not None
    layout: dict[str, dict[str, int]] = {}
    for position, spot, cents in sorted(t.wagers()):
        if t.owners.get(position) == seat:
            layout.setdefault(str(position), {})[spot] = cents
    return {
        "name": t.players[seat],
        "seat": seat,
        "away": AWAY.word(seat) in t.marks,
        "chips": table.round.chips_of(seat),
        "layout": layout,
        "balance": found[0].balance,
    }


async def describe_reopened(path: Path) -> dict[str, Any]:
    """Describe a copy of the database after a server was started on it."""
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    shutil.copy(checkpoint_path(path), checkpoint_path(copy))
    casino = Casino(copy)
    return await evening(casino, [()] * len(casino.store.tables.rows()))


# --- the records


async def make_record(path: Path, scene: Scene, finished: int, seed: int) -> dict[str, Any]:
    host = RecordedTable(scene.setting, seeded_source(seed))
    before = (one_round,) * finished if scene.sits else ()
    now = (*DEALT, "check", amid_the_flop) if scene.kind == "order miscounted-board" else scene.now
    await play(host, (*scene.sits, *before, *now))
    assert kind_of(host.driver) == scene.kind, (path.name, kind_of(host.driver))
    head = host.write()
    path.write_bytes(b"".join(line + b"\n" for line in host.lines))
    return {
        "game": host.game.name,
        "kind": f"{host.game.name}/{scene.kind}",
        **_wait(host.driver),
        "rounds": host.rounds,
        "open": not host.driver.done,
        "rules": host.driver.rules.digest,
        "head": head,
    }


async def make_records(folder: Path) -> dict[str, dict[str, Any]]:
    """Make a record of each game, up to the decision that `LONG` names."""
    told: dict[str, dict[str, Any]] = {}
    for seed, (game, scenes) in enumerate((GAMES | LATER).items(), 1001):
        scene = next(scene for scene in scenes() if scene.kind == LONG[game])
        path = folder / f"{game}.jsonl"
        told[f"{path.name}.xz"] = await make_record(path, scene, RECORDED, scene.seeds[1] or seed)
    return told


# --- all of it


def run_verify(*args: str) -> list[str]:
    """Run `pitboss verify` and return its lines. It must find nothing."""
    said = io.StringIO()
    with redirect_stdout(said):
        code = pitboss(["verify", *args])
    assert code == 0, said.getvalue()
    return said.getvalue().splitlines()


class Elections(TypedDict):
    """The elections that a house class knew in a version. An amount is written in every record, another election only
    where it is not its default: so records of that version rest on those defaults."""

    written: list[str]
    defaults: dict[str, Any]


def elections(kind: Callable[[], House]) -> Elections:
    """Return the keys that a house class knows; nested keys as "pay.base"."""
    usual = kind()
    written = msgspec.json.decode(msgspec.json.encode(usual, enc_hook=int))
    by_key = dict(_flat(usual))
    return {
        "written": sorted(by_key.keys() & written.keys()),
        "defaults": {key: value for key, value in sorted(by_key.items()) if key not in written},
    }


def _flat(part: msgspec.Struct, within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every key with its default, in cents."""
    for option in msgspec.structs.fields(part):
        value, key = getattr(part, option.name), within + option.encode_name
        if isinstance(value, msgspec.Struct):
            yield from _flat(value, f"{key}.")
        else:
            yield key, msgspec.json.decode(msgspec.json.encode(value, enc_hook=int))


def compress(path: Path, folder: Path) -> None:
    (folder / f"{path.name}.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def scenes() -> list[Scene]:
    """Return every scene of the games that version 0.1.0 had, in the order of its tables."""
    return [scene for each in (*GAMES.values(), empty) for scene in each()]


# Dice that come to the scene in fewer rolls than those of version 0.1.0.
SOONER = {"Craps, a full layout": (2008, 0), "Craps, come out": (2004, 0)}


def one_of_each_kind() -> list[Scene]:
    """Return, for every kind of decision of every game, the first scene that reaches it after a round or two, and the
    empty tables."""
    found: dict[tuple[str, str], Scene] = {}
    for each in (*GAMES.values(), *LATER.values()):
        for scene in each():
            found.setdefault((scene.house.game, scene.kind), scene)
    chosen = (*found.values(), *empty())
    return [replace(scene, before=_short(scene), seeds=SOONER.get(scene.name, scene.seeds)) for scene in chosen]


def _short(scene: Scene) -> tuple[Act, ...]:
    """Return the scene with at most one uneventful round before its event, and with none if nobody plays in the end."""
    before = scene.before
    while before[:2] == (one_round, one_round) or (before[:1] == (one_round,) and Leave(3) in scene.now[:1]):
        before = before[1:]
    return before


def main(folder: Path) -> None:
    folder.mkdir(parents=True)  # what is there already is left as it is
    with TemporaryDirectory() as made:
        place = Path(made)
        database = place / "pitboss.db"
        contents: dict[str, Any] = {
            "version": __version__,
            "rules": {name: load(name).rules({}).digest for name in REGISTERED},
            **asyncio.run(make_database(database, one_of_each_kind())),
            "records": asyncio.run(make_records(place)),
        }
        run_verify("--db", str(database))
        compress(database, folder)
        compress(checkpoint_path(database), folder)
        for path in sorted(place.glob("*.jsonl")):
            said = run_verify(str(path))
            assert contents["records"][f"{path.name}.xz"]["head"] in said[-1]
            compress(path, folder)
        text = json.dumps({name: elections(load(name).house) for name in REGISTERED}, indent=1)
        (folder / "elections.json").write_text(text + "\n", encoding="utf-8")
        listed = place / "contents.json"
        listed.write_text(json.dumps(contents, ensure_ascii=False), encoding="utf-8")
        compress(listed, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
