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
from pitboss.engine.waits import OrderWanted
from pitboss.law.rules import Rules
from pitboss.server.live.listener import Listener
from pitboss.server.live.open_round import OpenRound
from pitboss.server.live.outcomes import Done, Outcome
from pitboss.server.live.round_changes import RoundChanges
from pitboss.server.live.seats import Seats
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
from pitboss.table.roads import Coup, Roads
from pitboss.table.steps import Step, noticed

UNUSED = 3600.0  # seconds for which nobody has sat at a private table when it goes by itself
MOST_SHOWN = 400  # acts kept for pages that have not been sent them yet; whoever is further behind sees how it lies now


class TableState:
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
        self.version = 0  # of what is seen; grows with every change
        # In the order in which they came: a set has another each time, and people are sent things in it.
        self.connections: dict[Listener, None] = {}
        self._outcomes: OrderedDict[str, tuple[Done, Outcome]] = OrderedDict()
        self.terms = Terms(from_text(taken.row.setting))
        self.round = OpenRound(self.id, self.terms, self.time)
        self.seats = Seats(self.round, self.time)

    @property
    def is_unused(self) -> bool:
        """Whether this is a private table that may go by itself: people who have left it may have chips at one that is
        out of service."""
        return self.owner is not None and not self.service.stopped and self.seats.seconds_unused() >= UNUSED

    @property
    def driver(self) -> Driver:
        return self.round.driver

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
        """Return where somebody sits; 0 for somebody who does not."""
        return self.seats.seat_of(account)

    def connected(self, account: int, by: int) -> None:
        """Count one connection more, or one less."""
        if self.seats.connected(account, by):
            self.touch()

    def holds(self, account: int) -> int:
        """All that somebody has at this table: his chips and those on the layout, also if he has left, less what is
        marked that he owes, which he pays when he goes."""
        t, mine = self.driver.table, set(self.seats.places_of(account))
        out = sum(cents for position, _, cents in t.wagers() if t.owners.get(position, position) in mine)
        debt = sum(cents for mark, cents in t.marks.items() if debtor_of(mark) in mine)
        return out + sum(map(self.round.chips_of, mine)) + self.service.owed.get(account, 0) - debt

    # --- whoever looks on

    @property
    def acts_shown(self) -> int:
        """The number of the act that pages were shown last."""
        return 0 if self._stage is None else self._stage.number

    def listen(self, listener: Listener) -> None:
        self.connections[listener] = None
        if listener.shows and self._stage is None:
            self._stage = Stage(self.eye, self.driver, self.seats.people)

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
            self._stage = Stage(self.eye, self.driver, self.seats.people, self._stage.number + 1)
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
