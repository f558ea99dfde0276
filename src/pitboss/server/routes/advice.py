"""The adviser over HTTP: for whoever is seated, about the question he is asked, the bets he may make, and his last
choice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import NamedTuple, cast

from fastapi import APIRouter, Request, Response

from pitboss.engine.inputs import CLOCK, Answer
from pitboss.engine.view import view
from pitboss.server.access.permissions import GuardedRoute, allow, me
from pitboss.server.access.rate_limits import replays
from pitboss.server.live.table import LiveTable
from pitboss.server.routes.tables import REFUSALS, TableId, as_json, table_of
from pitboss.server.workers.adviser import NOT_ASKED, Adviser, Case, Told
from pitboss.store.rounds import round_rows

router = APIRouter(route_class=GuardedRoute)
MOST_REMEMBERED = 1_000  # people at a table who have asked
STOPPED = "Nothing goes on at this table now."
NOT_FOLLOWED = "The adviser was not asked about a choice that you have made."


class Asked(NamedTuple):
    """A question as it was when the adviser was asked about it."""

    round: int
    number: int  # how many questions of the round were answered before
    case: Case


class Desk:
    """The adviser of one server, and who has asked him what: of each person at a table the newest round, so that it can
    be told what his choices cost. Of those who never ask nothing is kept."""

    def __init__(self) -> None:
        self.adviser = Adviser()
        self._asked: OrderedDict[tuple[int, int], list[Asked]] = OrderedDict()

    def remember(self, table: int, account: int, asked: Asked) -> None:
        before = self._asked.pop((table, account), [])
        same = [each for each in before if each.round == asked.round and each.number != asked.number]
        self._asked[table, account] = [*same, asked]
        if len(self._asked) > MOST_REMEMBERED:
            self._asked.popitem(last=False)

    def asked(self, table: int, account: int) -> list[Asked]:
        return self._asked.get((table, account), [])


def desk_of(request: Request) -> Desk:
    return cast(Desk, request.app.state.desk)


@router.get("/api/tables/{table}/advice", responses=REFUSALS)
@allow("player")
@replays(1)
async def advice(request: Request, table: TableId) -> Response:
    """What each answer to the question you are asked is worth, or what the bets you may make cost, counted exactly from
    what your seat sees."""
    live, account = table_of(request, table), me(request).id
    async with live.lock:  # what is being written has not happened yet
        seat = live.seat_of(account)
        if (stranger := live.seats.refuse_unless_seated(account, seat)) is not None:
            return as_json({"refused": stranger.refused}, 409)
        driver = live.driver
        seen = view(driver, seat, len(driver.log))
        number = sum(isinstance(item, Answer) for item in driver.log)
        asked = seen.asked is not None and seen.asked.seat == seat
        betting = seen.waiting == "wagers" and live.service.state == "open"
        about: Told = {"round": seen.round, "number": number if asked else None}
        if live.service.stop_reason or not (asked or betting):
            return as_json({**about, "nothing": STOPPED if live.service.stop_reason else NOT_ASKED})
        offers = tuple(live.game.offers(driver.round, seat)) if betting else ()
        case = Case(driver.rules, driver.house, seen, offers)
    desk = desk_of(request)
    if asked:
        desk.remember(table, account, Asked(seen.round, number, case))
    return as_json({**about, **await desk.adviser.advise(case)})


@router.get("/api/tables/{table}/advice/last", responses=REFUSALS)
@allow("player")
@replays(1)
async def last_advice(request: Request, table: TableId) -> Response:
    """What your choices cost in the newest round in which you asked the adviser about them."""
    live, account = table_of(request, table), me(request).id
    desk = desk_of(request)
    asked = desk.asked(table, account)
    if not asked:
        return as_json({"nothing": NOT_FOLLOWED})
    given = await _answers(live, asked[0].round)
    told = [
        _told(each, given[each.number], await desk.adviser.advise(each.case))
        for each in asked
        if each.number < len(given) and given[each.number].seat == each.case.view.seat
    ]
    if not told:
        return as_json({"nothing": NOT_FOLLOWED})
    return as_json({"round": asked[0].round, "answers": told, "said": told[-1]["said"]})


async def _answers(live: LiveTable, round_: int) -> list[Answer]:
    """What was answered in a round: as far as it goes on from the table itself, later from what is written of it."""
    async with live.lock:
        driver = live.driver
        if driver.carry.round == round_:
            return [item for item in driver.log if isinstance(item, Answer)]
    found = await asyncio.to_thread(live.store.rounds.lines, live.id, round_)
    given = [] if found is None else [row.read_input(live.game) for row in round_rows.read(found[1])]
    return [item for item in given if isinstance(item, Answer)]


def _told(asked: Asked, given: Answer, told: Told) -> Told:
    question = asked.case.view.asked
    assert question is not None
    about = {"number": asked.number, "subject": question.subject, "chosen": given.choice}
    chosen: Told = next((each for each in told.get("choices", ()) if each["choice"] == given.choice), {})
    said = chosen.get("said") or told.get("nothing") or " ".join(told.get("notes", ()))
    if given.by == CLOCK:
        said = f"Time ran out. {said}"
    return {**about, "best": told.get("best", []), "cost": chosen.get("loses"), "said": said}
