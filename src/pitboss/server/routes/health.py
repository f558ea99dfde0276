"""The routes for monitoring: whether the server is alive and ready, and its metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pitboss import __version__
from pitboss.server.access.permissions import GuardedRoute, allow
from pitboss.server.ops.health import Health
from pitboss.server.ops.metrics import render_metrics
from pitboss.server.routes.tables import REFUSALS, as_json, casino_of

router = APIRouter(route_class=GuardedRoute)
TEXT = "text/plain; version=0.0.4; charset=utf-8"  # the form that Prometheus reads


def health_of(request: Request) -> Health:
    health: Health = request.app.state.health
    return health


@router.get("/healthz")
@allow("anyone")
async def check_alive() -> Response:
    """Tell that the server is alive. See /readyz for whether it can do its work."""
    return as_json({"ok": True, "version": __version__})


@router.get("/readyz", responses={503: {"description": "The server is not ready; `reasons` says why."}})
@allow("anyone")
async def check_ready(request: Request) -> Response:
    """Tell whether actions can be written and every table is in service. If not, `reasons` says why, at which table and
    since when."""
    reasons = health_of(request).reasons()
    return as_json({"ready": not reasons, "version": __version__, "reasons": reasons}, 503 if reasons else 200)


@router.get("/api/metrics", responses={**REFUSALS, 200: {"content": {"text/plain": {}}}})
@allow("admin")
async def get_metrics(request: Request) -> Response:
    """Get the metrics as an administrator: the same text that /metrics gives to a scraper with its token."""
    return Response(render_metrics(casino_of(request), health_of(request)), media_type=TEXT)
