"""Whether the server knows its own state: what is not as it was anchored, and the decision to go on all the same."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pitboss.server.access.permissions import GuardedRoute, allow, me
from pitboss.server.routes.tables import REFUSALS, Reasoned, RefusedError, as_json, casino_of

router = APIRouter(route_class=GuardedRoute)


@router.get("/api/house/state", responses=REFUSALS)
@allow("supervisor")
async def state(request: Request) -> Response:
    """`paused` is true while the database is not what was anchored and nobody has decided; `found` says what is
    missing, changed or added, with its chain and lines. `unanchored` says why heads cannot be noted or sent."""
    casino = casino_of(request)
    found = () if casino.doubt is None else casino.doubt.found
    return as_json({"paused": casino.doubt is not None, "found": found, "unanchored": casino.anchoring_fault})


@router.post("/api/house/go-on", responses=REFUSALS)
@allow("admin")
async def go_on(request: Request, body: Reasoned) -> Response:
    """Go on with the database as it is. Who decided, why, and what did not agree is recorded for good."""
    outcome = await casino_of(request).go_on(me(request), body.why)
    if outcome.refused:
        raise RefusedError(outcome.refused)
    return as_json({"paused": False})
