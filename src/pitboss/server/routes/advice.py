"""The HTTP routes of the adviser, for seated players: about their question, the bets they may make, and their last
choices."""

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
MOST_REMEMBERED = 1_000  # players at a table whose questions are remembered
STOPPED = "Nothing goes on at this table now."
NOT_FOLLOWED = "The adviser was not asked about a choice that you have made."


class AskedQuestion(NamedTuple):
    """A question as it was when the adviser was asked about it."""

    round: int
    number: int  # how many questions of the round were answered before
    case: Case


class Desk:
    """The adviser of one server, and the questions that players have asked it: for each player at a table those of the
    newest round, to review the choices afterwards. Nothing is stored for players who do not use the adviser."""

    def __init__(self) -> None:
        self.adviser = Adviser()
        self._asked: OrderedDict[tuple[int, int], list[AskedQuestion]] = OrderedDict()

    def remember(self, table: int, account: int, question: AskedQuestion) -> None:
        """Remember a question, and forget those of earlier rounds."""
        before = self._asked.pop((table, account), [])
        same_round = [other for other in before if other.round == question.round and other.number != question.number]
        self._asked[table, account] = [*same_round, question]
        if len(self._asked) > MOST_REMEMBERED:
            self._asked.popitem(last=False)

    def questions(self, table: int, account: int) -> list[AskedQuestion]:
        """Return the remembered questions of a player at a table."""
        return self._asked.get((table, account), [])


def desk_of(request: Request) -> Desk:
    return cast(Desk, request.app.state.desk)


@router.get("/api/tables/{table}/advice", responses=REFUSALS)
@allow("player")
@replays(1)
async def advise(request: Request, table: TableId) -> Response:
    """Get the exact value of each answer to your question, or the cost of the bets that you may make, computed from
    what your seat sees. Where there is no answer, `nothing` says why."""
    live, account = table_of(request, table), me(request).id
    async with live.lock:  # wait for a write in progress: it has not happened yet
        seat = live.seat_of(account)
        if (refusal := live.seats.refuse_unless_seated(account, seat)) is not None:
            return as_json({"refused": refusal.refused}, 409)
        driver = live.driver
        seen = view(driver, seat, len(driver.log))
        number = sum(isinstance(item, Answer) for item in driver.log)
        is_asked = seen.asked is not None and seen.asked.seat == seat
        betting = seen.waiting == "wagers" and live.service.state == "open"
        about: Told = {"round": seen.round, "number": number if is_asked else None}
        if live.service.stop_reason or not (is_asked or betting):
            return as_json({**about, "nothing": STOPPED if live.service.stop_reason else NOT_ASKED})
        offers = tuple(live.game.offers(driver.round, seat)) if betting else ()
        case = Case(driver.rules, driver.house, seen, offers)
    desk = desk_of(request)
    if is_asked:
        desk.remember(table, account, AskedQuestion(seen.round, number, case))
    return as_json({**about, **await desk.adviser.advise(case)})


@router.get("/api/tables/{table}/advice/last", responses=REFUSALS)
@allow("player")
@replays(1)
async def review_last_choices(request: Request, table: TableId) -> Response:
    """Judge your choices in the newest round in which you asked the adviser about them: what each one cost."""
    live, account = table_of(request, table), me(request).id
    desk = desk_of(request)
    questions = desk.questions(table, account)
    if not questions:
        return as_json({"nothing": NOT_FOLLOWED})
    given = await _answers(live, questions[0].round)
    reviews = [
        _review_choice(question, given[question.number], await desk.adviser.advise(question.case))
        for question in questions
        if question.number < len(given) and given[question.number].seat == question.case.view.seat
    ]
    if not reviews:
        return as_json({"nothing": NOT_FOLLOWED})
    return as_json({"round": questions[0].round, "answers": reviews, "said": reviews[-1]["said"]})


async def _answers(live: LiveTable, round_: int) -> list[Answer]:
    """Return the answers given in a round: from the live table while the round is open, later from the store."""
    async with live.lock:
        driver = live.driver
        if driver.carry.round == round_:
            return [item for item in driver.log if isinstance(item, Answer)]
    stored = await asyncio.to_thread(live.store.rounds.lines, live.id, round_)
    inputs = [] if stored is None else [row.read_input(live.game) for row in round_rows.read(stored[1])]
    return [item for item in inputs if isinstance(item, Answer)]


def _review_choice(question: AskedQuestion, given: Answer, advice: Told) -> Told:
    """Return the adviser's judgment of an answer that was given."""
    ask = question.case.view.asked
    assert ask is not None
    about = {"number": question.number, "subject": ask.subject, "chosen": given.choice}
    chosen: Told = next((choice for choice in advice.get("choices", ()) if choice["choice"] == given.choice), {})
    sentence = chosen.get("said") or advice.get("nothing") or " ".join(advice.get("notes", ()))
    if given.by == CLOCK:
        sentence = f"Time ran out. {sentence}"
    return {**about, "best": advice.get("best", []), "cost": chosen.get("loses"), "said": sentence}
