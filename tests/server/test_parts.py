"""The parts of a live table, each by itself: no socket, no thread, no database and no clock but the test's."""

from __future__ import annotations

import ast
import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from pitboss.engine.chance import seeded_source
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import CardExposed
from pitboss.engine.inputs import COMPANION, SUPERVISOR, AddChips, Close, Fill, Input, Leave, Sit, TakeBack, Wager
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.server.access.staff_acts import By, ToCome
from pitboss.server.live import table
from pitboss.server.live.chip_count import ChipCount
from pitboss.server.live.commit import Committer
from pitboss.server.live.dealer import Dealer
from pitboss.server.live.house_bars import HouseBars
from pitboss.server.live.out_of_service import OutOfService
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.buy_ins import MOST_OWN_CHIPS, BuyIns
from pitboss.server.live.parts.clock import TableClock
from pitboss.server.live.parts.companions import Companions
from pitboss.server.live.parts.occupied_seats import PATIENCE, Seats
from pitboss.server.live.parts.onlookers import Onlookers
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.pending import Pending
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.parts.receipts import Receipts, RequestedAction
from pitboss.server.live.parts.scoreboard import Scoreboard
from pitboss.server.live.parts.service import Service
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.parts.terms import Terms
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.recovery import Recovery
from pitboss.server.live.session_ends import SessionEnds
from pitboss.server.live.staff import StaffDesk
from pitboss.server.live.table_settings import setting_of, to_text
from pitboss.server.live.timeouts import Timekeeper
from pitboss.server.views.last_round import settled_of
from pitboss.store.errors import StoreError
from pitboss.store.row_types import Account
from pitboss.store.store import Store
from pitboss.table.money import OUTSIDE, Money, chips_before
from pitboss.table.steps import TakeSeat

BETS = {"bet 1": 500, "bet 2": 500, "bet 3": 500}

# --- terms


def test_a_setting_waits_for_the_next_round_and_for_wagers_under_other_readings() -> None:
    terms = Terms(setting_of(CrapsHouse()))
    other = Terms(setting_of(CrapsHouse(maximum=Money(60_000), readings={"hardways-on-come-out": "off"})))
    terms.change(other.setting, other.rules, other.house)
    assert (terms.house.maximum, terms.newest) == (CrapsHouse().maximum, other.setting)
    opening = terms.game.opening(terms.house)
    terms.begin_round(msgspec.structs.replace(opening, accounts={**opening.accounts, "3@pass": 500}))
    assert terms.next is not None
    terms.begin_round(opening)
    assert terms.newest is terms.setting is other.setting
    assert (terms.house, terms.rules.digest) == (other.house, other.rules.digest)


def test_after_a_stop_the_setting_waits_as_before() -> None:
    old, terms = Terms(setting_of(CrapsHouse())), Terms(setting_of(CrapsHouse(maximum=Money(60_000))))
    chosen = terms.house
    terms.resume(old.rules, old.house)
    assert (terms.house, terms.next is not None) == (old.house, True)
    terms.begin_round(terms.game.opening(terms.house))
    assert terms.house == chosen
    assert terms.newest is terms.setting


def test_a_setting_that_waits_is_not_lost_when_a_round_begins_anew() -> None:
    """A round begins anew if its first action could not be written."""
    terms, other = Terms(setting_of(CrapsHouse())), Terms(setting_of(CrapsHouse(maximum=Money(60_000))))
    terms.change(other.setting, other.rules, other.house)
    terms.resume(terms.rules, terms.house)
    assert (terms.newest, terms.house) == (other.setting, CrapsHouse())


# --- service


def test_a_fault_stops_a_table_until_it_is_put_back_and_a_fence_for_good() -> None:
    service = Service("open")
    assert (service.stop_reason, service.may_be_wound_up) == ("", False)
    service.stop("an internal error stopped it")
    assert (service.stop_reason, service.may_be_wound_up) == ("an internal error stopped it", True)
    service.put_back()
    assert (service.stop_reason, service.may_be_wound_up) == ("", False)
    service.fence("the table is gone")
    assert (service.stop_reason, service.may_be_wound_up) == ("the table is gone", False)


@pytest.mark.parametrize("how", ["paused", "held", "faulty"])
def test_a_stuck_round_may_be_wound_up(how: str) -> None:
    service = Service("paused" if how == "paused" else "open")
    if how == "held":
        service.hold("another version began it", {7: 500})
        assert service.owed == {7: 500}
    if how == "faulty":
        service.fail()
    assert service.may_be_wound_up
    service.release()
    service.succeed()
    service.set_state("open")
    assert not service.may_be_wound_up
    assert service.owed == {}


# --- the open round and the seats


class Hour(TimeSource):
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        super().__init__(lambda: self.seconds, lambda: 1_000_000_000.0 + self.seconds)


def open_round(house: House | None = None, time: TimeSource | None = None) -> OpenRound:
    terms = Terms(setting_of(house or CrapsHouse()))
    round_ = OpenRound(7, terms, time or Hour())
    round_.begin(terms.game.opening(terms.house), first=True)
    return round_


def seat_people(round_: OpenRound, *names: str, chips: int = 10_000) -> Seats:
    """Seat people in seats 1, 2, ... with accounts 101, 102, ..."""
    seats = Seats(round_, round_._time)
    for seat, name in enumerate(names, 1):
        assert not round_.driver.submit(Sit(seat, name, chips))
        seats.sit(seat, 100 + seat)
    return seats


def test_a_round_is_opened_once_and_starts_from_the_last_ones_carry() -> None:
    round_ = open_round()
    assert (round_.number, round_.opened, round_.first) == (1, False, True)
    round_.note_opened()
    assert (round_.opened, round_.first) == (True, False)
    round_.begin(msgspec.structs.replace(round_.driver.carry, round=2))
    assert (round_.number, round_.opened, round_.first) == (2, False, False)


def test_an_incident_waits_until_the_driver_takes_it_and_is_missed_if_it_does_not() -> None:
    round_ = open_round(LetItRideHouse())
    assert not round_.is_due()
    assert not round_.missed_incident()
    round_.plan(ToCome(round_.driver.game, CardExposed("community", 0, by=SUPERVISOR), By(5, "a drill")))
    assert not round_.is_due()  # nothing is dealt
    (missed,) = round_.missed_incident()
    assert (missed.account, missed.table, missed.round, missed.why) == (5, 7, 1, "a drill")
    assert missed.at == 1_000_001_000
    round_.drop_plan()
    assert not round_.missed_incident()


def test_seats_know_who_sits_and_who_left_with_wagers_standing() -> None:
    round_ = open_round()
    seats = seat_people(round_, "Ann", "Bob")
    assert (seats.seat_of(101), seats.seat_of(102), seats.seat_of(103)) == (1, 2, 0)
    assert seats.refuse_unless_seated(101, 1) is None
    assert "no longer" in str(seats.refuse_unless_seated(101, 2))
    assert "not seated" in str(seats.refuse_unless_seated(103, 0))
    assert not round_.driver.submit(Leave(2))
    seats.get_up(2)
    assert (seats.seat_of(102), seats.places_of(102)) == (0, [])
    seats.restore({1: 101})
    assert seats.people[1].account == 101


def test_the_table_waits_only_for_players_who_can_bet() -> None:
    time = Hour()
    round_ = open_round(time=time)
    seats = seat_people(round_, "Ann", "Bob", "Cal")
    assert seats.count_connection(101, 1)
    assert not seats.count_connection(999, 1)
    assert seats.awaited_seats() == {1, 2, 3}
    seats.people[2].sit_out(True)
    time.seconds += PATIENCE  # only Ann has a connection
    assert (seats.awaited_seats(), seats.is_present(3)) == ({1}, False)
    seats.heard_from(3)
    seats.heard_from(2)
    assert seats.awaited_seats() == {1, 2, 3}
    round_.driver.table.ledger.move(chips_before(3), OUTSIDE, 10_000)
    assert seats.awaited_seats() == {1, 2}


def test_a_player_silent_for_two_windows_sits_out() -> None:
    seats = seat_people(open_round(), "Ann")
    ann = seats.people[1]
    seats.keep_silent([1, 9])
    before = ann.say_ready(5.0)
    assert (ann.ready, ann.silent, ann.heard_at) == (True, 0, 5.0)
    ann.restore(before)
    assert (ann.ready, ann.silent) == (False, 1)
    seats.keep_silent([1])
    assert ann.sits_out


def test_a_kicked_person_may_come_back_later() -> None:
    time = Hour()
    seats = seat_people(open_round(time=time), "Ann")
    seats.send_away(101, 600)
    time.seconds += 599
    assert seats.is_sent_away(101)
    time.seconds += 1
    assert not seats.is_sent_away(101)


def test_a_table_counts_as_unused_since_somebody_last_sat_there() -> None:
    time = Hour()
    round_ = open_round(time=time)
    seats = seat_people(round_, "Ann")
    time.seconds += 50
    assert seats.seconds_unused() == 0
    seats.note_sat()
    assert not round_.driver.submit(Leave(1))
    seats.get_up(1)
    time.seconds += 20
    assert seats.seconds_unused() == 20


# --- onlookers


class Page:
    """A page that notes how often it is woken."""

    shows = True

    def __init__(self, account: int = 0) -> None:
        self.account = Account(account, "Ann", "player", 0) if account else None
        self.shown = self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def end(self, why: str) -> None:
        raise AssertionError(why)


def test_a_page_gets_each_act_once_and_learns_if_it_missed_one() -> None:
    round_ = open_round()
    seats = seat_people(round_, "Ann")
    onlookers, page = Onlookers(round_, seats, {}), Page(101)
    assert onlookers.watch() == []  # nobody looks on
    onlookers.listen(page)
    assert (onlookers.has_page(101), onlookers.has_page(102)) == (True, False)
    assert not round_.driver.submit(Wager(1, {"field": 500}))
    onlookers.keep(onlookers.watch())
    onlookers.touch()
    assert [shown.number for shown in onlookers.shown] == [onlookers.acts_shown] == [1]
    assert (onlookers.version, page.woken) == (1, 1)
    assert onlookers.look().common["wagers"] == {1: {"field": 500}}
    page.shown = 1
    assert not round_.driver.submit(Wager(1, {"pass": 500}))
    onlookers.keep(onlookers.watch())
    assert [shown.number for shown in onlookers.shown] == [2]  # the first was sent
    onlookers.start_over()
    assert (list(onlookers.shown), onlookers.acts_shown) == ([], 3)
    onlookers.stop_listening(page)
    onlookers.touch()
    assert (onlookers.acts_shown, page.woken) == (0, 1)


def test_a_deleted_name_is_shown_to_nobody() -> None:
    round_ = open_round()
    onlookers = Onlookers(round_, seat_people(round_, "Ann"), {})
    (step,) = [item for item in round_.driver.log if isinstance(item, TakeSeat)]
    assert "Ann" in onlookers.describe(step)
    onlookers.forget({"Ann": "somebody"})
    assert "Ann" not in onlookers.describe(step)


# --- the scoreboard


def test_the_round_before_is_shown_with_the_cards_that_somebody_has_seen() -> None:
    board = Scoreboard(Terms(setting_of(CrapsHouse())))
    round_ = open_round()
    seat_people(round_, "Ann")
    assert not round_.driver.submit(Wager(1, {"field": 500, "pass": 500}))
    assert not round_.driver.submit(Close())
    drawn = seeded_source(7).answers(round_.driver.wait)
    assert drawn is not None
    assert not round_.driver.submit(drawn)
    round_.resume(round_.driver)  # nobody took it down act by act
    told = round_.account()
    board.show(settled_of(told), {101: {1: ("Ah",)}})
    everybodys, anns = board.last_for(0), board.last_for(101)
    assert everybodys is not None
    assert anns is not None
    assert (everybodys.own, anns.own) == ({}, {1: ("Ah",)})
    assert (board.coups_after(None, told), board.roads(round_.driver)) == (None, None)  # at craps nobody keeps roads
    board.forget({"Ann": "somebody"})
    assert board.last is not None
    assert board.last.players == {1: "somebody"}
    board.clear()
    assert board.last_for(101) is None


# --- the clock


def clock_of(round_: OpenRound, seats: Seats, service: Service) -> TableClock:
    time, terms = round_._time, round_._terms
    onlookers = Onlookers(round_, seats, {})
    return TableClock(time, terms=terms, service=service, round_=round_, seats=seats, onlookers=onlookers)


def test_the_clock_runs_from_the_first_wager_and_anothers_gives_no_more_time() -> None:
    time, service = Hour(), Service("open")
    round_ = open_round(time=time)
    clock = clock_of(round_, seat_people(round_, "Ann", "Bob"), service)
    clock.set()
    assert clock.time_left() is None
    for seconds in (25, 20):
        assert not round_.driver.submit(Wager(1 if seconds == 25 else 2, {"field": 500}))
        clock.set()
        assert clock.time_left() == (seconds, False, 0)
        time.seconds += 5
    service.set_state("paused")
    assert clock.time_left() is None
    service.set_state("open")
    time.seconds += 8
    assert clock.time_left() == (7, True, 0)
    clock.restart()
    assert clock.time_left() == (25, False, 0)
    time.seconds += 25
    assert clock.has_run_out
    clock.stop()
    assert not clock.has_run_out
    clock.set()
    service.stop("an internal error stopped it")
    clock.set()
    assert clock.time_left() is None


# --- receipts


class Book:
    """The rows of one table, and the accounts of people, in memory."""

    def __init__(self, *accounts: Account) -> None:
        self.rows: dict[str, tuple[int, bytes, int]] = {}
        self.asked = 0
        self.accounts = {account.id: account for account in accounts}

    def row_of_action(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        self.asked += 1
        return self.rows.get(client)

    def find(self, key: int | str) -> tuple[Account, str] | None:
        return (self.accounts[key], "") if isinstance(key, int) and key in self.accounts else None


def test_an_action_counts_once_and_a_refused_one_not_at_all() -> None:
    book, bet = Book(), Wager(1, {"field": 500})
    receipts = Receipts(book, 7, open_round().driver.game)
    outcomes = [refusal("house:service", "not now", "wait"), Outcome(12)]

    async def act() -> Outcome:
        return outcomes.pop(0)

    async def test() -> None:
        assert (await receipts.once("101:an-id", RequestedAction(bet), act, thorough=False)).refused
        assert book.asked == 1  # only now: it may have been counted long ago
        for thorough in (False, True, False):
            assert await receipts.once("101:an-id", RequestedAction(bet), act, thorough=thorough) == Outcome(12)
        other = await receipts.once("101:an-id", RequestedAction(Leave(1)), act, thorough=False)
        assert "another action" in str(other.refused[0])

    asyncio.run(test())
    assert (outcomes, book.asked) == ([], 1)


def test_the_receipt_of_an_old_action_is_read_from_the_rows() -> None:
    book, bet = Book(), Wager(1, {"field": 500})
    receipts = Receipts(book, 7, open_round().driver.game)
    book.rows["101:an-id"] = (12, msgspec.json.encode(bet, enc_hook=int), 3)
    book.rows["101:ready"] = (13, msgspec.json.encode(Close()), 3)
    assert receipts.find("101:an-id", RequestedAction(bet)) == Outcome(12)
    assert receipts.find("101:an-id", RequestedAction(Wager(2, {"field": 500}))) == Outcome(
        12
    )  # he sits elsewhere by now
    assert receipts.find("101:ready", RequestedAction(Close(), 3)) == Outcome(13)
    again = receipts.find("101:ready", RequestedAction(Close(), 4))
    assert again is not None
    assert again.refused  # it was for another round
    assert receipts.find("102:an-id", RequestedAction(bet)) is None


# --- what the house refuses, and what people bring

Parts = tuple[HouseBars, BuyIns, Seats, OpenRound, Service]
ANN, SUE = Account(101, "Ann", "player", 30_000), Account(102, "Sue", "supervisor", 30_000)


def bars_of(owner: int | None = None, house: House | None = None) -> Parts:
    round_, service, book = open_round(house), Service("open"), Book(ANN, SUE)
    seats = seat_people(round_, "Ann")
    buy_ins = BuyIns(book, owner, terms=round_._terms, service=service, round_=round_, seats=seats)
    bars = HouseBars(book, owner, service=service, round_=round_, seats=seats, buy_ins=buy_ins)
    return bars, buy_ins, seats, round_, service


def test_the_house_refuses_whoever_may_not_act() -> None:
    bars, _, seats, _, service = bars_of()

    def refusal_text(account: int, seat: int, given: Input) -> str:
        outcome = bars.refusal(account, seat, given)
        return "" if outcome is None else outcome.refused[0].wrong

    bet = Wager(1, {"field": 500})
    assert refusal_text(101, 1, bet) == ""
    assert refusal_text(103, 0, bet) == "You are not seated at this table."
    assert refusal_text(101, 1, Wager(2, {"field": 500})) == "This is not your seat."
    assert refusal_text(101, 0, Sit(3, "Ann", 500)) == "You already have a seat at this table."
    assert refusal_text(102, 0, Sit(3, "Sue", 500)) == "Staff do not play at tables that they supervise or audit."
    assert refusal_text(103, 0, Sit(3, "Cal", 500)) == "The house has banned or deleted this account."
    service.set_state("closed")
    assert refusal_text(101, 1, bet) == "The table is closed."
    service.set_state("paused")
    assert refusal_text(101, 1, TakeBack(1, "field")) == "The table is paused."
    assert refusal_text(101, 1, Leave(1)) == ""
    service.stop("the server is stopping")
    assert refusal_text(101, 1, Leave(1)) == "The server is stopping."
    seats.people[1].send_away()
    assert refusal_text(101, 1, bet) == "The house has asked you to leave this table."


def test_chips_come_from_the_account_or_from_the_private_table() -> None:
    for owner, most in ((None, 30_000), (101, MOST_OWN_CHIPS)):
        bars, buy_ins, *_ = bars_of(owner)
        assert buy_ins.may_bring(101) == most
        assert bars.refusal(101, 1, AddChips(1, most)) is None
        refused = bars.refusal(101, 1, AddChips(1, most + 100))
        assert refused is not None
        assert refused.refused[0].cite == "house:chips"


def test_chips_asked_for_during_a_hand_wait_and_are_not_promised_twice() -> None:
    _, buy_ins, seats, round_, service = bars_of(house=LetItRideHouse())
    assert not buy_ins.take_later(1, AddChips(1, 5_000))  # bets are open: now
    source = seeded_source(7)
    while (drawn := source.answers(round_.driver.wait)) is not None or not round_.driver.table.wagers():
        given = drawn or (Close() if round_.driver.wait.what != "wagers" else Wager(1, BETS))  # type: ignore[union-attr]
        assert not round_.driver.submit(given)
    assert not round_.driver.submit(Close())
    while (drawn := source.answers(round_.driver.wait)) is not None:
        assert not round_.driver.submit(drawn)
    assert round_.driver.question is not None
    ann = seats.people[1]
    for _ in range(2):
        assert buy_ins.take_later(1, AddChips(1, 20_000))
    assert (ann.arriving, buy_ins.arriving(ann)) == (40_000, 30_000)
    too_much = buy_ins.refuse_too_much(101, 1, AddChips(1, 100))
    assert too_much is not None
    assert "besides the $400 that arrives" in too_much.refused[0].wrong
    assert buy_ins.take_later(1, AddChips(1, 0))
    assert ann.arriving == 0
    assert buy_ins.holds(101) == 10_000
    service.hold("another version began it", {101: 700})
    assert buy_ins.holds(101) == 10_700


# --- of the server: sessions that end


def test_signing_out_takes_effect_while_nothing_may_be_written(tmp_path: Path) -> None:
    store = Store(tmp_path / "pit.db", in_thread=False)
    ann = store.accounts.create("Ann", "code", "player", 100).result()
    ends = SessionEnds(store, {})
    assert ends.as_now(ann) == ann
    ends.end_unwritten(ann.id)
    assert ends.as_now(ann).signed_out == ann.signed_out + 1
    asyncio.run(ends.write())
    found = store.accounts.find(ann.id)
    assert found is not None
    assert ends.as_now(found[0]).signed_out == ann.signed_out + 1
    store.close()


def test_a_table_out_of_service_is_closed_and_removed_once_it_holds_no_chips(tmp_path: Path) -> None:
    store = Store(tmp_path / "pit.db", in_thread=False)
    made = store.tables.create("Old", '{"game":"craps","house":{"unknown":1}}').result()
    sue = store.accounts.create("Sue", "code", "supervisor", 0).result()
    out, by, row = OutOfService(store, Hour()), By(sue.id, "a drill"), store.tables.find(made)
    assert row is not None
    out.note(made, "it cannot be read")
    assert "unknown key" in out.explain(None, row)
    assert out.explain(sue, row) != "it cannot be read"
    assert out.explain(msgspec.structs.replace(sue, role="admin"), row) == "it cannot be read"

    async def test() -> None:
        assert (await out.set_state(made, "open", by)).refused
        assert (await out.put_away(made, by)).refused
        assert not (await out.set_state(made, "closed", by)).refused
        assert out.shut == {made}
        assert (await out.wind_up(made, sue.id, "a drill")).refused
        assert not (await out.put_away(made, by)).refused

    asyncio.run(test())
    assert (out.why, out.shut, store.tables.find(made)) == ({}, set(), None)
    assert [act.at for act in store.staff_acts(made)] == [1_000_001_000] * 2
    store.close()


# --- the picture of them

LIVE = Path(table.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"


def parts_in_document() -> dict[str, tuple[str, set[str]]]:
    """Return each part in the order of the document, with its module and the parts that it knows."""
    section = PAGE.read_text(encoding="utf-8").partition("## The live table")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `([\w/]+)\.py` \| .* \| (.*)\|$", section, re.M)
    return {part: (module, set(re.findall(r"`(\w+)`", knows))) for part, module, knows in rows}


def test_the_diagram_of_the_parts_matches_the_source() -> None:
    parts = parts_in_document()
    assert len(parts) == 17
    made = {each.attr: each.of for each in attributes()}
    known: list[str] = []
    for part, (module, knows) in parts.items():
        source = (LIVE / f"{module}.py").read_text(encoding="utf-8")
        assert f"class {part}" in source
        imported = set(re.findall(r"^from pitboss\.server\.live\.[\w.]+ import (.*)$", source, re.M))
        found = {name.strip() for names in imported for name in names.split(",")} & parts.keys()
        found |= {made[name] for name in re.findall(r"(?<!live\.)\bparts\.(\w+)", source)}
        assert found == knows, part
        assert knows <= set(known), part  # no part knows one that is made after it
        known.append(part)
    text = (LIVE / "table.py").read_text(encoding="utf-8")
    assert all(part in made.values() or f"{part}(" in text or part == "TimeSource" for part in parts)


class Attribute(NamedTuple):
    attr: str
    of: str


def attributes() -> Iterator[Attribute]:
    """Return the attributes of `TableParts`, with their classes."""
    source = (LIVE / "parts" / "table_parts.py").read_text(encoding="utf-8")
    yield Attribute("time", "TimeSource")
    yield from (Attribute(*found) for found in re.findall(r"self\.(\w+) = (\w+)\(", source))


def test_parts_of_the_live_table_write_only_their_own_state() -> None:
    """Exceptions are what is pending, which the dealer makes and nobody keeps, and the counts of the whole server."""
    wrong = [
        f"{path.name}, line {node.lineno}: {ast.unparse(target)}"
        for path in sorted(LIVE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        for target in targets_of(node)
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) not in ("self", "pending")
    ]
    assert wrong == []


def targets_of(node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> Iterator[ast.expr]:
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        yield from target.elts if isinstance(target, ast.Tuple) else [target]


# --- companions


def test_companions_come_and_go_with_the_players() -> None:
    round_ = open_round(LetItRideHouse())
    round_._terms.setting = setting_of(LetItRideHouse(), companions=1)
    seats = seat_people(round_, "Ann")
    companions = Companions(round_._terms, Service("open"), round_, seats)
    sit = companions.next_arrival()
    assert sit is not None
    assert (sit.by, sit.player.endswith(HOUSE), sit.seat in round_.driver.table.players) == (COMPANION, True, False)
    assert not round_.driver.submit(sit)
    companions.sit(sit.seat)
    assert companions.next_arrival() is None  # one is enough
    while round_.driver.wait is not None and getattr(round_.driver.wait, "what", "") != "wagers":
        assert not round_.driver.submit(seeded_source(7).answers(round_.driver.wait) or Close())
    assert companions.wagers() is None  # Ann has not bet
    assert not round_.driver.submit(Wager(1, BETS))
    wagers = companions.wagers()
    assert wagers
    assert {(getattr(wager, "seat", 0), wager.by) for wager in wagers} == {(sit.seat, COMPANION)}
    assert companions.wagers() is None  # it has had its turn
    companions.start_round()
    assert companions.wagers() == wagers
    assert companions.next_without_chips() is None
    chips = round_.chips_of(sit.seat)
    round_.driver.table.ledger.move(chips_before(sit.seat), OUTSIDE, chips)
    assert companions.next_without_chips() == companions.next_departure() == Leave(sit.seat, by=COMPANION)
    companions.get_up(sit.seat)
    assert (companions.by_seat, companions.next_departure()) == ({}, None)


# --- those that act on them


class Floor:
    """A craps table without people, with the objects that act on its parts, and a store that writes in the calling
    thread."""

    def __init__(self, path: Path) -> None:
        self.time, self.counts = Hour(), Counter[str]()
        self.store = Store(path, in_thread=False)
        self.ann = self.store.accounts.create("Ann", "code", "player", 100_000).result()
        self.table = self.store.tables.create("Craps", to_text(setting_of(CrapsHouse()))).result()
        self.take()

    def take(self) -> None:
        taken = self.store.tables.take(self.table).result()
        self.parts = TableParts(taken.row, self.store.accounts, self.store.tables, self.time)
        self.dealer = Dealer(self.parts, seeded_source(7), account_of=self.account_of, salt=lambda size: "0" * 2 * size)
        self.recovery = Recovery(self.parts, self.dealer, self.store, self.table, self.account_of)
        self.committer = Committer(self.parts, self.dealer, self.recovery, self.store, taken, self.counts)
        self.timekeeper = Timekeeper(self.parts, self.committer, None)
        self.desk = StaffDesk(
            self.parts,
            self.timekeeper,
            self.committer,
            self.recovery,
            self.dealer,
            store=self.store,
            taken=taken,
            lock=asyncio.Lock(),
        )
        self.recovery.load(taken)

    def account_of(self, name: str) -> int | None:
        return self.store.accounts.ids_of([name]).get(name)

    def does(self, given: Input) -> Outcome:
        return asyncio.run(self.committer.carry_out(given, f"101:{type(given).__name__}"))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    floor = Floor(tmp_path / "pit.db")
    yield floor
    floor.store.close()


def test_the_dealer_notes_what_is_to_be_written_and_plays_on(floor: Floor) -> None:
    pending, table = Pending(), floor.parts.round.driver.table
    assert not floor.dealer.take(pending, Sit(1, "Ann", 20_000), "101:sits")
    assert [line.client for line in pending.lines] == [None, "101:sits"]  # the round is opened with it
    assert [(entry.account, entry.cents) for entry in pending.entries] == [(floor.ann.id, -20_000)]
    assert floor.dealer.take(pending, Wager(1, {"field": 1}))  # what is refused adds nothing
    assert len(pending.lines) == 2
    assert not floor.dealer.take(pending, Wager(1, {"pass": 500, "field": 500}))
    assert not floor.dealer.take(pending, Close())
    assert pending.accounts == []
    floor.dealer.go_on(pending)
    assert [round_ for round_, _ in pending.accounts] == [1]
    assert (floor.parts.round.number, pending.settled, table is floor.parts.round.driver.table) == (2, True, False)
    assert floor.store.tables.read_as_written(floor.table).row.number == 0  # nothing is written yet


def test_a_failed_write_undoes_the_action(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert floor.does(Sit(1, "Ann", 20_000)).number

    def fails(batch: object) -> Future[int]:
        failed: Future[int] = Future()
        failed.set_exception(StoreError("the disk is full"))
        return failed

    with monkeypatch.context() as patch:
        patch.setattr(floor.store.tables, "append", fails)
        assert floor.does(Wager(1, {"pass": 500})).refused[0].cite == "house:store"
    assert floor.parts.round.chips_of(1) == 20_000
    assert floor.does(Wager(1, {"pass": 500})).number
    assert floor.parts.round.chips_of(1) == 19_500
    assert floor.parts.clock.time_left() == (25, False, 0)


def test_recovery_brings_every_part_to_the_state_of_the_rows(floor: Floor) -> None:
    for given in (Sit(1, "Ann", 20_000), Wager(1, {"pass": 500, "field": 500}), Close()):
        assert floor.does(given).number
    before, log = floor.parts, floor.parts.round.driver.log
    floor.take()
    assert floor.parts is not before
    assert floor.parts.round.driver.log == log
    assert floor.parts.seats.seat_of(floor.ann.id) == 1
    assert floor.parts.scoreboard.last == before.scoreboard.last
    floor.recovery.give_up("the table is gone")
    assert (floor.parts.service.stop_reason, floor.parts.seats.people, floor.parts.scoreboard.last) == (
        "the table is gone",
        {},
        None,
    )


def test_the_clock_acts_for_silent_players(floor: Floor) -> None:
    floor.does(Sit(1, "Ann", 20_000))
    floor.does(Wager(1, {"pass": 500}))
    asyncio.run(floor.timekeeper.tick())
    assert floor.parts.round.number == 1
    floor.time.seconds += 25
    asyncio.run(floor.timekeeper.tick())
    assert floor.parts.round.number == 2
    floor.does(TakeBack(1, "pass"))
    floor.time.seconds += 300
    for _ in range(300):  # until her bet is decided
        floor.time.seconds += 25
        asyncio.run(floor.timekeeper.tick())
        if not floor.parts.seats.people:
            break
    assert floor.parts.seats.seat_of(floor.ann.id) == 0


def test_staff_acts_take_effect_and_are_recorded(floor: Floor) -> None:
    by = By(floor.ann.id, "a drill")
    asyncio.run(floor.desk.rename("Other craps", by))
    asyncio.run(floor.desk.set_state("paused", by))
    assert (floor.desk.name, floor.parts.service.state) == ("Other craps", "paused")
    floor.parts.service.stop("an internal error stopped it")
    assert asyncio.run(floor.desk.order(Fill(500, by=SUPERVISOR), by)).refused
    floor.parts.service.put_back()
    assert not asyncio.run(floor.desk.order(Fill(500, by=SUPERVISOR), by)).refused
    assert [(act.what.partition(" ")[0], act.at) for act in floor.store.staff_acts(floor.table)] == [
        ("Brought", 1_000_001_000),
        ("Paused", 1_000_001_000),
        ("Renamed", 1_000_001_000),
    ]


def test_chips_at_a_table_without_a_driver_are_counted(floor: Floor) -> None:
    floor.does(Sit(1, "Ann", 20_000))
    counted = asyncio.run(ChipCount(floor.store, {}).holdings(floor.ann.id))
    assert (counted.balance, counted.on_tables, counted.sum) == (80_000, 20_000, 100_000)
    assert asyncio.run(ChipCount(floor.store, {}).top_up(floor.ann.id)).given == 0
