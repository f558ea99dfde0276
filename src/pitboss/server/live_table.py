"""One table while it is played: an input is judged, written down, and only then told to anybody.

To act is: validate, append durably, acknowledge, send views. The driver is moved before the write and is seen by nobody
until the write has succeeded; if it fails, the driver is built anew from what is written, and the action is refused.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from secrets import token_hex
from typing import NamedTuple, ParamSpec, Protocol, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.chance import SALT_BYTES, Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Company, Strategy
from pitboss.engine.house import House
from pitboss.engine.incidents import Incident, RemoveDevice
from pitboss.engine.inputs import (
    CLOCK,
    COMPANION,
    SUPERVISOR,
    AddChips,
    Answer,
    Close,
    Input,
    Leave,
    Order,
    Sit,
    Wager,
)
from pitboss.engine.seats import IN_PLAY, sits
from pitboss.engine.view import LiveView, seen_acts
from pitboss.engine.waits import Ask, CardOrderWanted, OrderWanted, Refusal, Window, sentence
from pitboss.law.rules import Rules
from pitboss.record.account import Account, Telling, account_of, pack, plain_account, unpack
from pitboss.record.again import MismatchError
from pitboss.server import shoe_roads, staff, winding_up
from pitboss.server.setting import BreachError, TableSetting, from_text, played_by, to_text
from pitboss.server.settled import Settled, settled_of
from pitboss.server.showing import Eye, Shown, Stage
from pitboss.server.staff import By
from pitboss.server.unnamed import without
from pitboss.store import crash, rounds
from pitboss.store.errors import AgainError, FencedError, StoreError
from pitboss.store.names import unnamed
from pitboss.store.store import Account as Person
from pitboss.store.store import Batch, Entry, Line, StaffAct, Store, Taken
from pitboss.table.money import chips_before, dollars
from pitboss.table.roads import Coup, Roads
from pitboss.table.steps import BringChips, CollectWager, LeaveSeat, PayWager, Step, StepAway, TakeSeat, noticed

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("pitboss")

REMOVABLE = get_args(get_type_hints(RemoveDevice)["device"])  # devices that may stand at a table
REMEMBERED = 64  # client ids whose outcome is kept at hand
HOUSE = " (house)"  # ends the name of a companion, and of nobody else
NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Kit", "Lou", "May", "Ned", "Pam", "Ray", "Sue", "Tom", "Uma")
MOST_ITEMS = 20_000  # inputs and acts of a round after which wagers are no longer changed
PATIENCE = 30.0  # seconds for which somebody without a connection is taken to be there
STAKE = 100  # minimum wagers that a companion brings
TOO_FEW = 10  # minimum wagers with which it goes: they might not reach for a round
MOST_SHOWN = 400  # acts kept for pages that have not been sent them yet; whoever is further behind sees how it lies now


class Listener(Protocol):
    account: Person | None
    shows: bool  # whether it is a page, which shows acts one by one
    shown: int  # number of the act that it was sent last

    def wake(self) -> None: ...

    def end(self, why: str) -> None: ...


class Outcome(msgspec.Struct, frozen=True):
    """What became of an action: the number of its row, or why it was refused."""

    number: int = 0
    refused: tuple[Refusal, ...] = ()


def refusal(cite: str, wrong: str, right: str) -> Outcome:
    return Outcome(0, (Refusal(cite, sentence(wrong), sentence(right)),))


class Done(NamedTuple):
    """What an id was used for. Whoever is ready says so for a round."""

    given: Input | str
    round: int = 0

    def again(self, other: Done) -> bool:
        """Whether the same is asked for. By now somebody may sit elsewhere, or nowhere: his seat makes no difference
        but where it is what he asks for."""
        if isinstance(self.given, str | Sit) or type(self.given) is not type(other.given):
            return self == other
        seat = getattr(self.given, "seat", None)
        same = other.given if seat is None else msgspec.structs.replace(other.given, seat=seat)
        return (self.given, self.round) == (same, other.round)


def _as_before(asked: Done, done: Done, outcome: Outcome) -> Outcome:
    """The outcome that an action had; the same id for another action is a mistake."""
    if not done.again(asked):
        return refusal("house:service", "this id belongs to another action", "use a new id for each action")
    return outcome


def unbroken(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """What has begun is done to its end, even if whoever asked for it does not wait any more."""
    running: set[asyncio.Future[T]] = set()

    @wraps(method)
    async def whole(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.ensure_future(method(*args, **kwargs))
        running.add(task)
        task.add_done_callback(running.discard)
        return await asyncio.shield(task)

    return whole


@dataclass
class Presence:
    """A person at the table, beyond what the law knows of him."""

    account: int
    heard_at: float  # when he last did something, or had a connection
    ready: bool = False
    sits_out: bool = False
    kicked: bool = False  # the house has him leave as soon as his hand is over
    arriving: int = 0  # cents in chips that he has asked for and that wait until bets are open; nothing is paid yet


@dataclass
class Pending:
    """What an action comes to, until it is written."""

    lines: list[Line] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    carries: list[tuple[int, str]] = field(default_factory=list)
    played: list[tuple[int, int, int]] = field(default_factory=list)
    told: list[tuple[int, bytes]] = field(default_factory=list)
    staff: list[StaffAct] = field(default_factory=list)
    settled: bool = False
    shown: list[Shown] = field(default_factory=list)
    seen: bool = False  # whether anybody at the table could have noticed anything
    last: Settled | None = None
    last_own: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    coups: tuple[Coup, ...] | None = None  # of this shoe, once a round is over


class LiveTable:
    def __init__(
        self,
        store: Store,
        taken: Taken,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.source = store, source
        self.id, self.name, self.state = taken.row.id, taken.row.name, taken.row.state
        self.owner = taken.row.owner  # the account of whoever opened it for himself
        self.epoch = taken.epoch
        self.lock = asyncio.Lock()
        self.now, self.wall = now, wall
        self.account_of = account_of
        self.counts: Counter[str] = Counter() if counts is None else counts  # of the whole server
        self.people: dict[int, Presence] = {}  # by seat
        self.sockets: Counter[int] = Counter()  # open connections, by account
        self._wagered: set[int] = set()  # companions that have had their turn in this window
        self._clock_for: tuple[object, ...] = ()  # what the clock was set for
        self._counted: tuple[Driver | None, int, int] = None, 0, 0  # of whose log how much, and what was noticed of it
        self.companions: dict[int, Strategy] = {}
        self.deadline: float | None = None  # when the clock acts
        self.fault = ""  # why the table is out of service
        self.held = ""  # why the open round has to be wound up before anything goes on
        self.unwritten = ""  # why nothing can be written now, at any table
        self.faulty = False  # the last thing that was tried here was stopped by a fault of ours
        self.fenced = False  # another server drives the table
        self.gone: Mapping[str, str] = store.gone()  # names that nobody is shown, and what is shown instead
        self.owed: dict[int, int] = {}  # account -> cents that then go to people who have left
        self.last: Settled | None = None  # the round before, for everybody
        self.last_own: dict[int, dict[int, tuple[str, ...]]] = {}  # of it by account: cards that only he has seen
        self.coups: tuple[Coup, ...] = ()  # how the rounds of this shoe came out, where players keep roads
        self.shown: deque[Shown] = deque(maxlen=MOST_SHOWN)  # acts that pages have still to be sent
        self.eye = Eye()
        self._stage: Stage | None = None
        self._telling: Telling | None = None  # hears the open round, if it was there from its beginning
        self.version = 0  # of what is seen; grows with every change
        self.connections: set[Listener] = set()
        self._outcomes: OrderedDict[str, tuple[Done, Outcome]] = OrderedDict()
        self._kicked: dict[int, float] = {}  # account -> until when it may not sit down again
        self._next: tuple[TableSetting, Rules, House] | None = None  # a setting that waits for the next round
        self.setting = from_text(taken.row.setting)
        self.game, self.rules, self.house = played_by(self.setting)
        self._load(taken)
        self._recall_kicks()

    # --- what is written, and what follows from it

    def _load(self, taken: Taken) -> None:
        """The driver as the rows leave it."""
        carry = self.game.opening(self.house) if taken.carry is None else rounds.read_carry(taken.carry)
        self.first = taken.carry is None
        self.opened = bool(taken.lines)  # whether the round has a row yet
        crash.point("during recovery")
        self.held, self.owed = "", {}
        self._telling = None
        try:
            if taken.lines:
                self.driver = rounds.replay(carry, taken.lines)
            else:
                self._between_rounds(carry)
        except MismatchError as differs:
            self._hold(taken, differs)
        self.companions.clear()
        people = {}
        for seat, name in self.driver.table.players.items():
            account = self.account_of(name)
            if name.endswith(HOUSE) or account is None:
                self._keep_company(seat)
            else:
                known = self.people.get(seat)
                people[seat] = known if known and known.account == account else Presence(account, self.now())
        self.people = people
        self._watch_anew()
        if self.last is None:
            self._recall(self.driver.carry.round - 1)
        if self.game.furniture.road is not None:
            self.coups = shoe_roads.recalled(self._kept(self.driver.carry.round - 1))
        self._wagered.clear()
        self._clock_for = ()
        self._set_clock()

    def _recall_kicks(self) -> None:
        """Whoever was sent away before a stop stays away after it; who had a hand to finish goes when it is over."""
        for name, left in staff.still_kicked(self.store.staff_acts(self.id), self.wall()):
            account = self.account_of(name)
            if account is not None:
                self._kicked[account] = max(self._kicked.get(account, 0.0), self.now() + left)
                if seat := self.seat_of(account):
                    self.people[seat].kicked = True

    def _recall(self, number: int) -> None:
        """How the round before was settled, as it was kept; also after a start."""
        kept = self.store.told(self.id, number)
        if kept is None:
            return
        with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
            told = unpack(kept)
            self.last = settled_of(without(told, self.gone))
            for name, own in told.own.items():
                account = self.account_of(name)
                # A name may have been another's before; whoever has it must have been there.
                if account is not None and self.store.seats_in(account, self.id, number):
                    self.last_own[account] = own

    def _kept(self, newest: int) -> Iterator[Account]:
        """The accounts of the rounds before, the newest first."""
        for number in range(newest, 0, -1):
            with suppress(zlib.error, msgspec.DecodeError):
                if (kept := self.store.told(self.id, number)) is not None:
                    yield unpack(kept)

    def roads(self) -> Roads | None:
        """Of the shoe that is in play now."""
        if self.game.furniture.road is None:
            return None
        return shoe_roads.drawn(self.game.furniture.road, () if shoe_roads.is_new(self.driver) else self.coups)

    def tell(self, step: Step) -> str:
        return unnamed(noticed(step), self.gone)

    def forget(self, gone: Mapping[str, str]) -> None:
        """Somebody's account was deleted: the rounds that are still shown do not name him."""
        self.gone = gone
        if self.last is not None:
            self.last = without(self.last, gone)
        self._watch_anew()
        self.touch()

    def _between_rounds(self, carry: Carry) -> None:
        """A setting that was changed waits after a stop as it did before: until nothing stands against it."""
        last = self.store.newest_opening(self.id)
        if last is not None and (played := rounds.setting_of(last)) is not None:
            self._next = (self.setting, self.rules, self.house)
            _, self.rules, self.house = played
        self._begin(carry)
        self._run(self.driver, [])

    def _hold(self, taken: Taken, differs: MismatchError) -> None:
        """This version plays the open round differently, and nobody guesses. The table is shown as winding up would
        leave it, so that everybody's chips can be counted."""
        self.held = (
            f"round {taken.round} was begun by pitboss {rounds.version_of(taken.lines)}, and pitboss {__version__} "
            f"plays it differently from row {differs.number} on; an administrator has to wind it up, which returns "
            "every wager"
        )
        after, self.owed = winding_up.ended(self.store, taken)
        self.driver = Driver(self.game, self.rules, self.house, after)

    def _reload(self) -> None:
        """Nothing that was not written has happened."""
        self._load(self.store.left(self.id))

    def _apply(self, pending: Pending, given: Input, client: str | None = None) -> list[Refusal]:
        driver = self.driver
        at = len(driver.log)
        if refused := driver.submit(given, stepwise=True):
            return refused
        self._run(driver, pending.shown)
        acts = driver.log[at + 1 :]
        round_ = driver.carry.round
        moment = int(self.wall())
        if not self.opened:
            fresh = Driver(driver.game, driver.rules, driver.house, driver.carry)
            opened = rounds.open_body(fresh, self.source.label, self.source.salt(), moment)
            pending.lines.append(Line(round_, opened))
            if self.first:
                pending.carries.append((round_, rounds.carry_text(driver.carry)))
            self.opened, self.first = True, False
        # Heads are noted between rows. Whoever has two of them must not find out by trying which cards lie face down.
        salt = token_hex(SALT_BYTES) if self.game.rests else ""
        pending.lines.append(Line(round_, rounds.input_body(given, acts, moment, salt), client))
        pending.seen = pending.seen or driver.done or not isinstance(given, Incident) or bool(seen_acts(acts))
        self._count_money(pending, given, acts, round_)
        pending.settled = pending.settled or any(isinstance(act, CollectWager | PayWager) for act in acts)
        if driver.done:
            told = self._account(driver)
            account = pack(told)
            pending.last = settled_of(told)
            pending.last_own = {
                each.account: told.own.get(driver.table.players[seat], {}) for seat, each in self.people.items()
            }
            if self.game.furniture.road is not None:
                before = self.coups if pending.coups is None else pending.coups
                pending.coups = shoe_roads.after(before, told)
            pending.lines.append(Line(round_, rounds.close_body(driver, account)))
            pending.told.append((round_, account))
            assert driver.next is not None
            pending.carries.append((driver.next.round, rounds.carry_text(driver.next)))
            pending.played += [(each.account, round_, seat) for seat, each in self.people.items()]
            self._begin(driver.next)
            self._run(self.driver, pending.shown)
            self.opened = False
            self._wagered.clear()
            for each in self.people.values():
                each.ready = False
        return []

    def _run(self, driver: Driver, shown: list[Shown]) -> None:
        """Until something is awaited, act by act: the round is told while it is played, and pages may look on."""
        self._follow(driver, shown)
        while driver.wait is None and not driver.done:
            driver.run(1)
            self._follow(driver, shown)

    def _follow(self, driver: Driver, shown: list[Shown]) -> None:
        if self._stage is not None:
            shown += self._stage.watch(driver, self.people)
        if self._telling is not None:
            try:
                self._telling.hear(driver)
            except Exception:  # it is tried once more when the round is over
                self._telling = None

    def _account(self, driver: Driver) -> Account:
        """To tell a round must never be in the way of closing it."""
        try:
            return account_of(driver) if self._telling is None else self._telling.account(driver)
        except Exception as wrong:
            named = (self.id, driver.carry.round, type(wrong).__name__)
            log.error("table %s, round %s cannot be shown: %s", *named, extra={"told": {"table": self.id}})
            return plain_account(driver)

    def _begin(self, carry: Carry) -> None:
        """The next round, by a new setting if one waits and nothing at the table stands against it."""
        if self._next is not None:
            setting, rules, house = self._next
            stands = rules.digest != self.rules.digest and any("@" in account for account in carry.accounts)
            # Cards that stay in play were shuffled for the table as it was.
            in_play = carry.shoe is not UNSET
            if not stands and not in_play and all(seat <= house.seats for seat in carry.players):
                self.setting, self.rules, self.house = setting, rules, house
                self._next = None
        self.driver = Driver(self.game, self.rules, self.house, carry, stepwise=True)
        self._telling = Telling(self.driver)

    def _count_money(self, pending: Pending, given: Input, acts: Sequence[object], round_: int) -> None:
        """Chips that come to the table leave an account; chips that leave the table come back to it."""
        for act in acts:
            if isinstance(act, TakeSeat):
                if given.by == COMPANION:
                    self._keep_company(act.seat)
                    continue
                account = self.account_of(act.player)
                assert account is not None
                self.people[act.seat] = Presence(account, self.now())
                pending.entries.append(Entry(account, -act.chips, "chips bought"))
            elif isinstance(act, BringChips):
                pending.entries.append(Entry(self.people[act.seat].account, -act.chips, "chips added"))
            elif isinstance(act, LeaveSeat):
                if act.seat in self.people:
                    pending.entries.append(Entry(self.people[act.seat].account, act.chips, "chips taken away"))
                    pending.played.append((self.people[act.seat].account, round_, act.seat))
                if not isinstance(act, StepAway):  # his wagers stand: what he is due follows, perhaps at once
                    self.people.pop(act.seat, None)
                    self.companions.pop(act.seat, None)

    async def _write(self, pending: Pending) -> int:
        if pending.settled:
            crash.point("mid-settlement")
        kept = (pending.carries, pending.played, pending.told, pending.staff)
        batch = Batch(self.id, self.epoch, pending.lines, pending.entries, *kept)
        return await asyncio.wrap_future(self.store.append(batch))

    async def _do(self, given: Input | None, client: str | None = None, act: StaffAct | None = None) -> Outcome:
        """One input and all that follows from it without anybody's doing; without one, only that."""
        pending, waited, was_faulty = Pending(), self.driver.wait, self.faulty
        if act is not None:
            pending.staff.append(act)
        try:
            if given is not None and (refused := self._apply(pending, given, client)):
                return Outcome(0, tuple(refused))
            self._pump(pending)
            number = await self._write(pending)
        except Exception as wrong:
            # Nothing of it has happened: the driver moved, but nothing was written and nobody was told.
            if isinstance(wrong, FencedError):
                self._give_up(str(wrong))
            else:
                self._reload()
            return self._failed(given, wrong)
        self.faulty = False
        self.counts["rounds"] += len(pending.told)
        if pending.last is not None:
            self.last, self.last_own = pending.last, pending.last_own
        if pending.coups is not None:
            self.coups = pending.coups
        self._keep_shown(pending.shown)
        if isinstance(given, Close):
            self._ask_again()
        self._set_clock(sum(each.seconds for each in pending.shown))
        if given is None or pending.seen or was_faulty or self.driver.wait != waited:
            self.touch()  # otherwise a frame without news would tell that something has happened
        await self._chips_arrive()
        return Outcome(number)

    def _keep_shown(self, acts: list[Shown]) -> None:
        """Acts are kept until every page has been sent them, which is soon; all of them would be most of the memory."""
        sent = min((each.shown for each in self.connections if each.shows), default=0)
        while self.shown and self.shown[0].number <= sent:
            self.shown.popleft()
        self.shown.extend(acts)

    def _give_up(self, why: str) -> None:
        """Somebody else drives the table: what happens there is no longer ours to show."""
        self.fault, self.fenced = why, True
        self.people, self.last, self.last_own, self.coups = {}, None, {}, ()
        self.driver = Driver(self.game, self.rules, self.house, self.game.opening(self.house))
        self.deadline = None
        self.touch()

    def _failed(self, given: Input | None, wrong: Exception) -> Outcome:
        match wrong:
            case AgainError():
                assert given is not None
                # To be ready is to close the round that is open.
                asked = Done(given, self.driver.carry.round if isinstance(given, Close) else 0)
                return self._written_before(asked, wrong.number, wrong.given, wrong.round)
            case FencedError():
                return refusal("house:service", self.fault, "play goes on there")
            case StoreError():
                return refusal("house:store", str(wrong), "nothing has changed; try again")
        told = {"table": self.id}
        log.error(
            "an action failed: %s: %s", type(given).__name__, type(wrong).__name__, exc_info=wrong, extra={"told": told}
        )
        self.counts["faults"] += 1
        self.faulty = True
        return refusal("house:service", "an internal error stopped this", "nothing has changed; tell the house")

    @property
    def stopped(self) -> str:
        """Why nothing is taken at this table, if nothing is."""
        return self.fault or self.held

    @property
    def may_be_wound_up(self) -> bool:
        """A round that cannot go on, or that an administrator has stopped because it does not; by whoever drives it."""
        return not self.fenced and (bool(self.stopped) or self.faulty or self.state == "paused")

    # --- what a person does

    @unbroken
    async def act(self, account: int, seat: int, given: Input, client: str) -> Outcome:
        """An action counts once, however often it is sent. A refused one does not count at all."""
        key = f"{account}:{client}"
        async with self.lock:
            asked = Done(given)
            if (known := self._remembered(key, asked)) is not None:
                return known
            outcome = await self._carry_out(account, seat, given, key)
            if outcome.refused:  # what was counted long ago may make no sense any more
                return self._known(key, asked) or outcome
            self._remember(key, asked, outcome)
            self._heard_from(seat)
            return outcome

    async def _carry_out(self, account: int, seat: int, given: Input, key: str) -> Outcome:
        if (barred := self._barred(account, seat, given)) is not None:
            return barred
        if len(self.driver.log) > MOST_ITEMS and not isinstance(given, Answer | Leave):
            return refusal("house:service", "there were too many actions in this round", "wait for the next round")
        if isinstance(given, AddChips):  # which may be taken without being written yet
            if (known := self._known(key, Done(given))) is not None:
                return known
            if (later := self._later(seat, given)) is not None:
                return later
        return await self._do(given, key)

    def _remembered(self, key: str, asked: Done) -> Outcome | None:
        """What became of an action that was counted lately. What was counted before that, the store finds out when it
        is to write it again: to ask for it each time would cost a good part of what the action does."""
        return _as_before(asked, *self._outcomes[key]) if key in self._outcomes else None

    def _known(self, key: str, asked: Done) -> Outcome | None:
        """What became of an action that was counted already, however long ago."""
        if (outcome := self._remembered(key, asked)) is not None:
            return outcome
        row = self.store.acted(self.id, key)
        return None if row is None else self._written_before(asked, *row)

    def _written_before(self, asked: Done, number: int, was: bytes, round_: int) -> Outcome:
        given = self.game.read_input.decode(was)
        ready = isinstance(given, Close)
        return _as_before(asked, Done(given, round_ if ready else 0), Outcome(number))

    def _barred(self, account: int, seat: int, given: Input) -> Outcome | None:
        if not isinstance(given, Sit) and (stranger := self.not_seated(account, seat)) is not None:
            return stranger
        if not isinstance(given, Sit) and getattr(given, "seat", seat) != seat:
            return refusal("house:seats", "this is not your seat", f"act from seat {seat}, or leave the seat out")
        if isinstance(given, Sit | AddChips | Wager) and (kept_out := self._kept_out(account, seat)) is not None:
            return kept_out
        if isinstance(given, Sit | AddChips) and (poor := self._too_poor(account, seat, given)) is not None:
            return poor
        if self.stopped:
            return refusal("house:service", self.stopped, "ask the house")
        if self.state != "open" and isinstance(given, Sit | AddChips | Wager):
            return refusal("house:service", f"the table is {self.state}", "wait until it is open, or leave")
        if isinstance(given, Sit) and any(each.account == account for each in self.people.values()):
            right = "leave it first" if self.seat_of(account) else "wait until your standing bets are decided"
            return refusal("house:seats", "you already have a seat at this table", right)
        if self.state == "paused" and not isinstance(given, Leave):
            return refusal("house:service", "the table is paused", "wait until it is open, or leave")
        return None

    def _kept_out(self, account: int, seat: int) -> Outcome | None:
        """Staff do not play where they rule; nor does whoever was sent away."""
        found = self.store.account(account)
        if found is None or found[0].state != "open":  # while his action waited its turn
            return refusal("house:staff", "the house has banned or deleted this account", "ask the house")
        if found[0].role != "player" and self.owner != account:
            wrong = "staff do not play at tables that they supervise or audit"
            return refusal("house:staff", wrong, "open a table of your own, which is in no report")
        if seat in self.people and self.people[seat].kicked:
            return refusal("house:staff", "the house has asked you to leave this table", "leave it")
        if self._kicked.get(account, 0.0) > self.now():
            return refusal("house:staff", "the house has asked you to leave this table", "play at another one")
        return None

    def _too_poor(self, account: int, seat: int, given: Sit | AddChips) -> Outcome | None:
        balance, verb, of_it = self._balance(account), "bring", ""
        if isinstance(given, AddChips):
            verb = "add"
            if waiting := self.people[seat].arriving:
                balance -= waiting
                of_it = f" besides the {dollars(waiting)} that arrives after this round"
        if given.chips <= max(balance, 0):
            return None
        most = balance - balance % self.house.smallest_chip
        right = f"{verb} {dollars(most)} or less" if most > 0 else "top up, or take chips off a table"
        return refusal("house:chips", f"you have {dollars(max(balance, 0))} in your account{of_it}", right)

    def _balance(self, account: int) -> int:
        found = self.store.account(account)
        return 0 if found is None else found[0].balance

    def _later(self, seat: int, given: AddChips) -> Outcome | None:
        """Chips asked for during a hand wait until it is over, and may be taken back until then by asking for none;
        None if it is for the table to take or refuse them now."""
        person = self.people[seat]
        if given.chips == 0 and person.arriving:
            person.arriving = 0
        elif self.driver.refusals(given) == [IN_PLAY]:
            person.arriving += given.chips
        else:
            return None
        self.touch()
        return Outcome(0)

    async def _chips_arrive(self) -> None:
        """Chips that waited for a hand to end, as far as the account still reaches for them."""
        if self.stopped or self.state != "open" or not isinstance(self.driver.wait, Window):
            return
        for seat, person in list(self.people.items()):
            if not (asked := person.arriving):
                continue
            person.arriving = 0  # before anything else follows from it
            balance = self._balance(person.account)
            chips = min(asked, balance - balance % self.house.smallest_chip)
            if chips and sits(self.driver.table, seat) and (await self._do(AddChips(seat, chips))).refused:
                person.arriving = asked  # nothing has changed

    @unbroken
    async def ready(self, account: int, seat: int, round_: int, client: str) -> Outcome:
        """A player is done wagering in this round; when all who play are, nobody is made to wait."""
        key = f"{account}:{client}"
        async with self.lock:
            asked = Done(Close(by=CLOCK), round_)
            if (known := self._known(key, asked)) is not None:
                return known
            if (stranger := self.not_seated(account, seat)) is not None:
                return stranger
            if self.stopped or self.state == "paused":
                return refusal("house:service", self.stopped or "the table is paused", "wait until it is open")
            wait = self.driver.wait
            if round_ != self.driver.carry.round or not isinstance(wait, Window) or wait.what != "wagers":
                return refusal("house:service", "bets are not open in that round", "wait for the next one")
            if self.played_out:
                return refusal("house:service", "the table is closed", "leave, or wait until it is open")
            last = all(self.people[each].ready for each in self._awaited() - {seat})
            if last and (refused := self.driver.refusals(Close())) and not await self._pass_over():
                return Outcome(0, tuple(self.driver.refusals(Close()) or refused))
            person = self.people[seat]
            before = person.ready, person.sits_out, person.heard_at
            person.ready = True
            self._heard_from(seat)
            outcome = await self._do(Close(by=CLOCK), key) if last else Outcome(0)
            if outcome.refused:  # it could not be written: nothing has changed
                person.ready, person.sits_out, person.heard_at = before
                return outcome
            if not last:
                self.touch()
            self._remember(key, asked, outcome)
            return outcome

    def _remember(self, key: str, done: Done, outcome: Outcome) -> None:
        self._outcomes[key] = (done, outcome)
        if len(self._outcomes) > REMEMBERED:
            self._outcomes.popitem(last=False)

    def _awaited(self) -> set[int]:
        """The people the dealer waits for: at the table, to be heard from, not sitting out, and able to bet."""
        return {
            seat
            for seat, each in self.people.items()
            if not each.sits_out and not each.kicked and self.is_there(seat) and self._takes_part(seat)
        }

    def _takes_part(self, seat: int) -> bool:
        """Whether somebody has a wager out or chips for one; who has neither holds up nobody."""
        t, chips = self.driver.table, self.chips_of(seat)
        if any(t.owners.get(position, position) == seat for position, _, _ in t.wagers()):
            return True
        return any(each.least * len(each.spots) <= chips for each in self.game.offers(self.driver.round, seat))

    def is_there(self, seat: int) -> bool:
        if not sits(self.driver.table, seat):
            return False
        person = self.people[seat]
        return bool(self.sockets[person.account]) or self.now() - person.heard_at < PATIENCE

    def sit_out(self, account: int, seat: int, out: bool, client: str) -> Outcome:
        key, asked = f"{account}:{client}", Done("sit out" if out else "sit in")
        if (known := self._known(key, asked)) is not None:
            return known
        if (stranger := self.not_seated(account, seat)) is not None:
            return stranger
        self.people[seat].sits_out = out
        self.people[seat].ready = False
        self._remember(key, asked, Outcome(0))
        self.touch()
        return Outcome(0)

    def _heard_from(self, seat: int) -> None:
        if seat in self.people:
            self.people[seat].sits_out = False
            self.people[seat].heard_at = self.now()

    def seat_of(self, account: int) -> int:
        """0 for somebody who does not sit here, or has left while wagers of his stand."""
        for seat, each in self.people.items():
            if each.account == account and sits(self.driver.table, seat):
                return seat
        return 0

    def not_seated(self, account: int, seat: int) -> Outcome | None:
        """Why somebody cannot act from a seat, if he cannot; he may have left while his action waited its turn."""
        if not seat:
            return refusal("house:seats", "you are not seated at this table", "take a seat first")
        if self.seat_of(account) != seat:
            return refusal("house:seats", "you no longer have that seat", "take a seat first")
        return None

    def connected(self, account: int, by: int) -> None:
        """One connection more, or one less."""
        self.sockets[account] += by
        if seat := self.seat_of(account):
            self.people[seat].heard_at = self.now()
            self.touch()

    # --- what follows without anybody's doing

    def _pump(self, pending: Pending) -> None:
        """Chance, companions and windows that only wait for somebody to be there."""
        for _ in range(10_000):
            wait = self.driver.wait
            if wait is None:
                return
            if not self.people:
                if not self._companions_go(pending):
                    return
                continue
            if self._companion_comes(pending):
                continue
            if isinstance(wait, CardOrderWanted) and self._device_goes(pending):
                continue
            if (drawn := self.source.answers(wait)) is not None:
                self._must(pending, drawn)
            elif isinstance(wait, Ask) and wait.seat in self.companions:
                choice = self.companions[wait.seat].choose(LiveView(self.driver, wait.seat), wait)
                self._must(pending, Answer(wait.seat, choice, wait.position, by=COMPANION))
            elif isinstance(wait, Window) and wait.what != "wagers":
                self._must(pending, Close(by=CLOCK))
            elif not (isinstance(wait, Window) and self._companions_act(pending)):
                return
        raise AssertionError("the table does not come to rest")

    def _device_goes(self, pending: Pending) -> bool:
        """A device that the setting has no more is taken away before the cards are shuffled another way."""
        for device in REMOVABLE:
            if not self.driver.refusals(RemoveDevice(device)):
                return not self._apply(pending, RemoveDevice(device, by=SUPERVISOR))
        return False

    def _keep_company(self, seat: int) -> None:
        """The same seat plays the same way, also after a restart."""
        strategies = list(self.game.strategies.values())
        self.companions[seat] = strategies[seat % len(strategies)]

    def _companions_go(self, pending: Pending) -> bool:
        """Nobody is there to keep company."""
        for seat in sorted(self.companions):
            if sits(self.driver.table, seat) and not self.driver.refusals(Leave(seat)):
                return not self._apply(pending, Leave(seat, by=COMPANION))
        return False

    def wants_company(self) -> Company | None:
        return None if self.game.company is None else self.game.company(self.house)

    def _companions_wanted(self) -> int:
        """As many as the setting says, or as a game needs that makes no sense for fewer players."""
        company = self.wants_company()
        return max(self.setting.companions, 0 if company is None else company.least - len(self.people))

    def _companion_comes(self, pending: Pending) -> bool:
        """Companions sit down where somebody plays: while wagers are taken, or before a round has any."""
        t, wait = self.driver.table, self.driver.wait
        if not isinstance(wait, Window) and (isinstance(wait, Ask) or t.wagers()):
            return False
        free = [seat for seat in range(1, self.house.seats + 1) if seat not in t.players]
        if len(self.companions) < self._companions_wanted() and len(free) > 1 and self.state == "open":
            seat = free[len(free) // 2]
            chips = STAKE * self.house.minimum
            chips -= chips % self.house.smallest_chip
            return not self._apply(pending, Sit(seat, NAMES[seat % len(NAMES)] + HOUSE, chips, by=COMPANION))
        return False

    def _companions_act(self, pending: Pending) -> bool:
        """Companions wager as soon as a person has, and go when their chips have."""
        t = self.driver.table
        for seat in self.companions:
            out = any(position == seat for position, _, _ in t.wagers())
            if not out and self.chips_of(seat) < TOO_FEW * self.house.minimum:
                return not self._apply(pending, Leave(seat, by=COMPANION))
        if not any(position in self.people for position, _, _ in t.wagers()):
            return False
        done = {item.seat for item in self.driver.log if isinstance(item, Wager) and item.by == COMPANION}
        for seat in sorted(self.companions.keys() - self._wagered - done):
            self._wagered.add(seat)
            for wager in [*self.companions[seat].wagers(LiveView(self.driver, seat), self.house)]:
                self._apply(pending, msgspec.structs.replace(wager, by=COMPANION))
            return True
        return False

    def _must(self, pending: Pending, given: Input) -> None:
        if refused := self._apply(pending, given):
            # This is logged, and what was given may be the order of the cards, which a refusal may repeat.
            raise AssertionError(f"{type(given).__name__} was refused: {', '.join(each.cite for each in refused)}")

    # --- the clock

    def _set_clock(self, showing: float = 0.0) -> None:
        """An answer has its time from the question on, wagers from the first that lies on the layout. Whoever is shown
        the acts that lead to the question one by one has a little longer."""
        wait, pace = self.driver.wait, self.setting.pace
        key: tuple[object, ...] = ()
        if self.stopped:
            pass
        elif isinstance(wait, Ask):
            # Only by what was noticed: a clock that starts again would tell the rest.
            key = (self.driver.carry.round, self._noticed())
            seconds = pace.decision + (min(pace.showing, showing) if self._is_shown(wait.seat) else 0.0)
        elif isinstance(wait, Window) and self.driver.table.wagers():
            key = (self.driver.carry.round, -1, wait.cite)
            seconds = min(pace.decision, pace.wagers) if wait.soon_over else pace.wagers
        if not key:
            self.deadline = None
        elif key != self._clock_for:
            self.deadline = self.now() + seconds
        self._clock_for = key

    def _ask_again(self) -> None:
        """Betting was closed. Where it is open again in the same round it has its own time, and who was ready before
        may bet again."""
        self._clock_for = ()
        for each in self.people.values():
            each.ready = False

    def _noticed(self) -> int:
        """How many answers and acts of the round people have noticed."""
        driver, upto, found = self._counted
        if driver is not self.driver:
            upto = found = 0
        fresh = self.driver.log[upto:]
        found += [*map(type, fresh)].count(Answer) + len(seen_acts(fresh))
        self._counted = self.driver, len(self.driver.log), found
        return found

    def _is_shown(self, seat: int) -> bool:
        person = self.people.get(seat)
        accounts = {each.account.id for each in self.connections if each.shows and each.account is not None}
        return person is not None and person.account in accounts

    def clock(self) -> tuple[int, bool, int] | None:
        """Whole seconds left, whether it is time for a warning, and milliseconds before the time begins to run."""
        if self.deadline is None or self.state == "paused":
            return None
        pace = self.setting.pace
        whole = pace.decision if isinstance(self.driver.wait, Ask) else pace.wagers
        left = max(0.0, self.deadline - self.now())
        before = max(0.0, left - whole)
        return int(left - before + 0.999), left <= pace.warning, int(before * 1000)

    async def tick(self) -> None:
        """Answers for silent seats, closes windows, lets lost players go."""
        async with self.lock:
            if self.stopped or self.state == "paused":
                return
            await self._go_on()
            await self._tell_of_closing()
            await self._chips_arrive()
            if (self.deadline is not None and self.now() >= self.deadline) or self._asks_the_kicked():
                await self._time_is_up()
            await self._let_go()

    async def _go_on(self) -> None:
        """After winding up, and after a start that follows it, the dealer may wait for nothing but chance, or for
        somebody to have looked at the cards."""
        wait = self.driver.wait
        looked_at = isinstance(wait, Window) and wait.what != "wagers"
        if self.people and wait is not None and (wait.for_chance or looked_at):
            await self._do(None)

    def _asks_the_kicked(self) -> bool:
        wait = self.driver.wait
        return isinstance(wait, Ask) and wait.seat in self.people and self.people[wait.seat].kicked

    async def _time_is_up(self) -> None:
        wait = self.driver.wait
        self.deadline, self._clock_for = None, ()
        if isinstance(wait, Ask):
            await self._do(Answer(wait.seat, wait.default, wait.position, by=CLOCK))
        elif isinstance(wait, Window) and (await self._do(Close(by=CLOCK))).refused:
            await self._cannot_close()

    async def _cannot_close(self) -> None:
        """Time is up and the window stays open: whoever is ready is asked again, and what holds the table up goes. One
        silent seat holds up nobody. After an order nobody is waited for any more; who is given something to do, such as
        to throw, has his own time for it."""
        for each in self.people.values():
            each.ready = False
        self.touch()
        other = None if self.game.unblock is None else self.game.unblock(self.driver.round)
        if other is None:
            return
        outcome = await self._do(msgspec.structs.replace(other, by=CLOCK))
        if isinstance(other, Order) and not outcome.refused:
            await self._do(Close(by=CLOCK))

    async def _pass_over(self) -> bool:
        """What must come from somebody who cannot bet comes from the clock at once; whether bets may close then."""
        other = None if self.game.unblock is None else self.game.unblock(self.driver.round)
        seat = getattr(other, "seat", 0)
        if other is None or seat not in self.people or seat in self._awaited():
            return False
        refused = (await self._do(msgspec.structs.replace(other, by=CLOCK))).refused
        return not refused and not self.driver.refusals(Close())

    async def _let_go(self) -> None:
        for seat, each in list(self.people.items()):
            gone = not self.sockets[each.account] and self.now() - each.heard_at >= self.setting.pace.seat_kept
            if (gone or each.kicked) and sits(self.driver.table, seat):
                given = Leave(seat, by=CLOCK)
                if not self.driver.refusals(given):
                    await self._do(given)

    # --- the house

    def _staff_act(self, by: By, what: str, cite: str) -> StaffAct:
        return StaffAct(by.account, what, by.why, self.id, self.driver.carry.round, int(self.wall()), cite)

    @unbroken
    async def set_state(self, state: str, by: By | None = None) -> None:
        async with self.lock:
            act = None if by is None else self._staff_act(by, staff.STATES[state], "house:service")
            await asyncio.wrap_future(self.store.set_state(self.id, self.epoch, state, act))
            self.state = state
            await self._tell_of_closing()
            self._clock_for = ()
            self._set_clock()
            self.touch()

    async def _tell_of_closing(self) -> None:
        """Where wagers stand from one round to the next, the dealer has to know that the table closes."""
        if self.game.closing is None or self.stopped or self.state == "paused":
            return
        given = self.game.closing(self.driver.round, self.state == "closed")
        if given is not None and not self.driver.refusals(given):
            await self._do(msgspec.structs.replace(given, by=SUPERVISOR))

    @unbroken
    async def rename(self, name: str, by: By) -> None:
        async with self.lock:
            act = self._staff_act(by, f"Renamed the table from “{self.name}” to “{name}”", "house:name")
            await asyncio.wrap_future(self.store.rename(self.id, self.epoch, name, act))
            self.name = name
            self.touch()

    @unbroken
    async def put_away(self, by: By) -> Outcome:
        """A table that is closed and empty is in no list any more."""
        async with self.lock:
            if self.state != "closed" or self.people:
                return refusal("house:tables", "the table is open, or somebody sits there", "close it first")
            if self.stopped:  # there may be chips of people who have left
                return refusal("house:tables", self.stopped, "resolve that first")
            act = self._staff_act(by, f"Put the table “{self.name}” away", "house:tables")
            await asyncio.wrap_future(self.store.put_away(self.id, self.epoch, act))
            self._give_up("the table is gone")
            return Outcome(0)

    @property
    def next_setting(self) -> TableSetting | None:
        """A setting that waits for the next round, or until no wager stands against it."""
        return None if self._next is None else self._next[0]

    @property
    def waiting(self) -> tuple[Rules, House] | None:
        """By which law and house the table is played once that setting is in force."""
        return None if self._next is None else self._next[1:]

    @unbroken
    async def set_setting(self, setting: TableSetting, by: By | None = None, what: str = "") -> Outcome:
        """Taken now, in force from the next round on; other readings or another text once no wager stands."""
        async with self.lock:
            try:
                game, rules, house = played_by(setting)
            except BreachError as wrong:
                return Outcome(
                    0, tuple(Refusal(each.cite, f"{each.key}: {each.wrong}", each.right) for each in wrong.findings)
                )
            except ValueError as wrong:
                return refusal("house:service", str(wrong), "correct it")
            if self.stopped:
                return refusal("house:service", self.stopped, "resolve that first")
            if game is not self.game:
                return refusal("house:service", "you cannot change the game of a table", "open another table")
            act = None if by is None else self._staff_act(by, what, staff.SETTINGS)
            await asyncio.wrap_future(self.store.set_setting(self.id, self.epoch, to_text(setting), act))
            self._next = (setting, rules, house)
            if not self.opened:
                self._begin(game.opening(house) if self.first else self.driver.carry)
                self._run(self.driver, [])
                self._watch_anew()
            self.touch()
            return Outcome(0)

    @unbroken
    async def order(self, given: Input, by: By | None = None) -> Outcome:
        """What a supervisor orders, or an incident that he causes."""
        async with self.lock:
            if self.stopped:
                return refusal("house:service", self.stopped, "correct it")
            act = None if by is None else self._staff_act(by, *staff.told(given, self.driver.wait))
            return await self._do(given, act=act)

    @unbroken
    async def kick(self, account: int, by: By) -> Outcome:
        """Somebody has to leave: now, or as soon as his hand is over, which the clock plays for him. He may come back
        later."""
        async with self.lock:
            if not (seat := self.seat_of(account)):
                return refusal("house:seats", "nobody of this name sits at this table", "look who does")
            if self.stopped:
                return refusal("house:service", self.stopped, "resolve that first")
            act = self._staff_act(by, staff.kicked(self.driver.table.players[seat], seat), "house:staff")
            given = Leave(seat, by=SUPERVISOR)
            if self.driver.refusals(given):
                await asyncio.wrap_future(self.store.note(act))
                self.people[seat].kicked = True
            elif (outcome := await self._do(given, act=act)).refused:
                return outcome
            self._kicked[account] = self.now() + staff.KICKED_FOR
            self.touch()
            return Outcome(0)

    @unbroken
    async def wind_up(self, by: int, why: str, void: str = "", of_round: int = 0) -> Outcome:
        """End a round that cannot be played on, or that is void by a paragraph or a rule of the house; every wager of
        it goes back."""
        async with self.lock:
            if of_round and of_round != (now := self.driver.carry.round):
                wrong = f"round {of_round} is over, and round {now} is open" if of_round < now else "it has not begun"
                return refusal(winding_up.CITE, wrong, "look at the table again")
            if void and (self.fenced or not self.driver.table.wagers()):
                return refusal(winding_up.CITE, "nothing is wagered in this round", "there is nothing to give back")
            if not void and not self.may_be_wound_up:
                return refusal(winding_up.CITE, "this table has no round to wind up", "pause the table first")
            taken = replace(self.store.left(self.id), epoch=self.epoch)  # fenced off, it may write no more
            if taken.carry is None or not taken.lines:
                if not (self.stopped or self.faulty):
                    return refusal(winding_up.CITE, "there is no open round", "open the table again")
                act = self._staff_act(By(by, why), "Put the table back in service", "house:service")
                await asyncio.wrap_future(self.store.note(act))
                self._load(taken)  # the table goes on from its last round
                self.fault, self.faulty = "", False
                self.touch()
                return Outcome(0)
            ending = winding_up.batch(self.store, taken, by, why, int(self.wall()), void=void)
            try:
                number = await asyncio.wrap_future(self.store.append(ending))
            except StoreError as wrong:
                return refusal("house:store", str(wrong), "nothing has changed; try again")
            told = {"table": self.id, "account": by, "row": number}
            log.warning("table %s, round %s: wound up: %s", self.id, taken.round, why, extra={"told": told})
            self._load(self.store.left(self.id))
            self.fault, self.faulty = "", False
            for each in self.people.values():
                each.ready = False  # for a round that is over
            await self._go_on()
            self.touch()
            return Outcome(number)

    def awaits_order(self) -> OrderWanted | None:
        return self.driver.wait if isinstance(self.driver.wait, OrderWanted) else None

    def supervision(self) -> tuple[OrderWanted | None, tuple[str, ...]]:
        """What a supervisor is asked now, and what he may order without being asked."""
        orders = () if self.stopped else self.game.orders
        return self.awaits_order(), tuple(what for what in orders if not self.driver.refusals(Order(what)))

    @property
    def played_out(self) -> bool:
        """The table is closed and nothing is wagered any more."""
        return self.state == "closed" and not self.driver.table.wagers()

    @property
    def acts_shown(self) -> int:
        """The number of the act that pages were shown last."""
        return 0 if self._stage is None else self._stage.number

    def listen(self, listener: Listener) -> None:
        self.connections.add(listener)
        if listener.shows and self._stage is None:
            self._stage = Stage(self.eye, self.driver, self.people)

    def _watch_anew(self) -> None:
        """The table is another than before: pages see how it lies now."""
        if self._stage is not None:
            # One number is left out: whoever counts finds that something is missing.
            self._stage = Stage(self.eye, self.driver, self.people, self._stage.number + 1)
            self.shown.clear()

    def no_longer(self, listener: Listener) -> None:
        self.connections.discard(listener)
        if not any(each.shows for each in self.connections):
            self._stage = None
            self.shown.clear()

    def touch(self) -> None:
        self.version += 1
        for each in self.connections:
            each.wake()

    def chips_of(self, seat: int) -> int:
        return self.driver.table.ledger[chips_before(seat)]

    def holds(self, account: int) -> int:
        """All that somebody has at this table: his chips and those on the layout, also if he has left."""
        t, mine = self.driver.table, {seat for seat, each in self.people.items() if each.account == account}
        out = sum(cents for position, _, cents in t.wagers() if t.owners.get(position, position) in mine)
        return out + sum(map(self.chips_of, mine)) + self.owed.get(account, 0)
