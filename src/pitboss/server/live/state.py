"""One table as it stands: what it is played by, who is there, and whoever looks on."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping

from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Order
from pitboss.engine.seating import sits
from pitboss.engine.waits import OrderWanted
from pitboss.law.rules import Rules
from pitboss.record.account import Telling
from pitboss.server.access.staff_acts import ToCome
from pitboss.server.live.outcomes import Done, Outcome, refusal
from pitboss.server.live.presence import Listener, Presence
from pitboss.server.live.round_changes import RoundChanges
from pitboss.server.live.service import Service
from pitboss.server.live.table_settings import from_text
from pitboss.server.live.terms import Terms
from pitboss.server.live.time_source import TimeSource
from pitboss.server.views import shoe_roads
from pitboss.server.views.act_diffs import Eye, Shown, Stage
from pitboss.server.views.last_round import Settled
from pitboss.server.views.redact_names import without
from pitboss.store.account_names import unnamed
from pitboss.store.rounds.wind_up import debtor_of
from pitboss.store.row_types import Taken
from pitboss.store.store import Store
from pitboss.table.money import chips_before
from pitboss.table.roads import Coup, Roads
from pitboss.table.steps import Step, noticed

PATIENCE = 30.0  # seconds for which somebody without a connection is taken to be there
UNUSED = 3600.0  # seconds for which nobody has sat at a private table when it goes by itself
MOST_SHOWN = 400  # acts kept for pages that have not been sent them yet; whoever is further behind sees how it lies now


class TableState:
    driver: Driver  # of the open round
    opened: bool  # whether the round has a row yet
    first: bool  # whether nothing was ever written

    def __init__(
        self,
        store: Store,
        taken: Taken,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        time: TimeSource | None = None,
    ) -> None:
        self.store, self.source = store, source
        self.id, self.name = taken.row.id, taken.row.name
        self.service = Service(taken.row.state)
        self.owner = taken.row.owner  # the account of whoever opened it for himself
        self.epoch = taken.epoch
        self.lock = asyncio.Lock()
        self.time = time or TimeSource()
        self.account_of = account_of
        self.counts: Counter[str] = Counter() if counts is None else counts  # of the whole server
        self.people: dict[int, Presence] = {}  # by seat
        self.sat_at = self.time.now()  # when somebody was last seen to sit here; at first, when the table was opened
        self.sockets: Counter[int] = Counter()  # open connections, by account
        self._wagered: set[int] = set()  # companions that have had their turn in this window
        self._clock_for: tuple[object, ...] = ()  # what the clock was set for
        self._counted: tuple[Driver | None, int, int] = None, 0, 0  # of whose log how much, and what was noticed of it
        self.round_changes = RoundChanges()
        self.companions: dict[int, Strategy] = {}
        self.deadline: float | None = None  # when the clock acts
        self.gone: Mapping[str, str] = store.gone()  # names that nobody is shown, and what is shown instead
        self.last: Settled | None = None  # the round before, for everybody
        self.last_own: dict[int, dict[int, tuple[str, ...]]] = {}  # of it by account: cards that only he has seen
        self.coups: tuple[Coup, ...] = ()  # how the rounds of this shoe came out, where players keep roads
        self.shown: deque[Shown] = deque(maxlen=MOST_SHOWN)  # acts that pages have still to be sent
        self.eye = Eye()
        self._stage: Stage | None = None
        self._telling: Telling | None = None  # hears the open round, if it was there from its beginning
        self.version = 0  # of what is seen; grows with every change
        # In the order in which they came: a set has another each time, and people are sent things in it.
        self.connections: dict[Listener, None] = {}
        self._outcomes: OrderedDict[str, tuple[Done, Outcome]] = OrderedDict()
        self._kicked: dict[int, float] = {}  # account -> until when it may not sit down again
        self.to_come: ToCome | None = None  # an incident that waits for its moment in the open round
        self.terms = Terms(from_text(taken.row.setting))

    @property
    def is_unused(self) -> bool:
        """Whether this is a private table that may go by itself: people who have left it may have chips at one that is
        out of service."""
        unused = self.owner is not None and not self.service.stopped and self.time.now() - self.sat_at >= UNUSED
        return unused and not self.is_sat_at

    @property
    def is_sat_at(self) -> bool:
        """Whether a person has a seat here; who has left while a wager of his stands has none."""
        return any(sits(self.driver.table, seat) for seat in self.people)

    @property
    def game(self) -> Game:
        return self.terms.game

    @property
    def rules(self) -> Rules:
        return self.terms.rules

    @property
    def house(self) -> House:
        return self.terms.house

    @property
    def played_out(self) -> bool:
        """The table is closed and nothing is wagered any more."""
        return self.service.state == "closed" and not self.driver.table.wagers()

    def awaits_order(self) -> OrderWanted | None:
        return self.driver.wait if isinstance(self.driver.wait, OrderWanted) else None

    def supervision(self) -> tuple[OrderWanted | None, tuple[str, ...]]:
        """What a supervisor is asked now, and what he may order without being asked."""
        orders = () if self.service.stopped else self.terms.game.orders
        return self.awaits_order(), tuple(what for what in orders if not self.driver.refusals(Order(what)))

    # --- people

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

    def is_there(self, seat: int) -> bool:
        if not sits(self.driver.table, seat):
            return False
        person = self.people[seat]
        return bool(self.sockets[person.account]) or self.time.now() - person.heard_at < PATIENCE

    def _awaited(self) -> set[int]:
        """Return the seats the dealer waits for: at the table, to be heard from, not sitting out, and able to bet."""
        return {
            seat
            for seat, each in self.people.items()
            if not each.sits_out and not each.kicked and self.is_there(seat) and self._takes_part(seat)
        }

    def _takes_part(self, seat: int) -> bool:
        """Return whether somebody has a wager out or chips for one; who has neither holds up nobody."""
        chips = self.chips_of(seat)
        return self._has_bet(seat) or any(
            each.least * len(each.spots) <= chips for each in self.terms.game.offers(self.driver.round, seat)
        )

    def _has_bet(self, seat: int) -> bool:
        t = self.driver.table
        return any(t.owners.get(position, position) == seat for position, _, _ in t.wagers())

    def connected(self, account: int, by: int) -> None:
        """One connection more, or one less."""
        self.sockets[account] += by
        if seat := self.seat_of(account):
            self.people[seat].heard_at = self.time.now()
            self.touch()

    def chips_of(self, seat: int) -> int:
        return self.driver.table.ledger[chips_before(seat)]

    def holds(self, account: int) -> int:
        """All that somebody has at this table: his chips and those on the layout, also if he has left, less what is
        marked that he owes, which he pays when he goes."""
        t, mine = self.driver.table, {seat for seat, each in self.people.items() if each.account == account}
        out = sum(cents for position, _, cents in t.wagers() if t.owners.get(position, position) in mine)
        debt = sum(cents for mark, cents in t.marks.items() if debtor_of(mark) in mine)
        return out + sum(map(self.chips_of, mine)) + self.service.owed.get(account, 0) - debt

    # --- whoever looks on

    @property
    def acts_shown(self) -> int:
        """The number of the act that pages were shown last."""
        return 0 if self._stage is None else self._stage.number

    def listen(self, listener: Listener) -> None:
        self.connections[listener] = None
        if listener.shows and self._stage is None:
            self._stage = Stage(self.eye, self.driver, self.people)

    def no_longer(self, listener: Listener) -> None:
        self.connections.pop(listener, None)
        if not any(each.shows for each in self.connections):
            self._stage = None
            self.shown.clear()

    def touch(self) -> None:
        self.version += 1
        for each in self.connections:
            each.wake()

    def _watch_anew(self) -> None:
        """The table is another than before: pages see how it lies now."""
        if self._stage is not None:
            # One number is left out: whoever counts finds that something is missing.
            self._stage = Stage(self.eye, self.driver, self.people, self._stage.number + 1)
            self.shown.clear()

    def roads(self) -> Roads | None:
        """Of the shoe that is in play now."""
        if self.terms.game.furniture.road is None:
            return None
        return shoe_roads.drawn(self.terms.game.furniture.road, () if shoe_roads.is_new(self.driver) else self.coups)

    def tell(self, step: Step) -> str:
        return unnamed(noticed(step), self.gone)

    def forget(self, gone: Mapping[str, str]) -> None:
        """Somebody's account was deleted: the rounds that are still shown do not name him."""
        self.gone = gone
        if self.last is not None:
            self.last = without(self.last, gone)
        self._watch_anew()
        self.touch()
