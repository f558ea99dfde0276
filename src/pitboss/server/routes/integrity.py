"""The routes about a database that differs from what was anchored, and the decision to continue with it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pitboss.server.access.permissions import GuardedRoute, allow, me
from pitboss.server.routes.tables import REFUSALS, RefusedError, StaffRequest, as_json, casino_of

router = APIRouter(route_class=GuardedRoute)


@router.get("/api/house/state", responses=REFUSALS)
@allow("supervisor")
async def get_state(request: Request) -> Response:
    """Tell whether the database agrees with what was anchored. `paused` is true while it does not and nobody has
    decided to continue; `found` lists what is missing, changed or added, with its chain and lines. `unanchored` says
    why chain heads cannot be written to the checkpoint file or sent elsewhere."""
    casino = casino_of(request)
    differences = () if casino.doubt is None else casino.doubt.found
    return as_json({"paused": casino.doubt is not None, "found": differences, "unanchored": casino.anchoring_fault})


@router.post("/api/house/go-on", responses=REFUSALS)
@allow("admin")
async def go_on(request: Request, body: StaffRequest) -> Response:
    """Continue with the database as it is. Your name, your reason and the differences are recorded permanently."""
    outcome = await casino_of(request).go_on(me(request), body.why)
    if outcome.refused:
        raise RefusedError(outcome.refused)
    return as_json({"paused": False})
