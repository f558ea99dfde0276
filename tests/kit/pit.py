"""A server with staff and players that tests drive by requests, with a wall clock that the test sets."""

from __future__ import annotations

from typing import Any

from kit.inside import Inside
from kit.leaky import Guest


class Pit:
    """A server with an administrator, a supervisor and a player."""

    def __init__(self, inside: Inside) -> None:
        self.inside = inside
        self.cookies = {name: inside.name(name)[0] for name in ("Chief", "Sue", "Ann", "Bob")}
        inside.set_role("Chief", "admin")
        inside.set_role("Sue", "supervisor")

    @classmethod
    def after_restart(cls, inside: Inside, *names: str) -> Pit:
        """Return the pit after a restart of the server, with the same people."""
        pit = cls.__new__(cls)
        pit.inside, pit.cookies = inside, {name: inside.cookie(name) for name in names}
        return pit

    def clock(self, at: int) -> None:
        """Stop the wall clock of every table at this time."""
        for live in self.inside.casino.tables.values():
            live.time.wall = lambda: at

    def ask(self, who: str, request: str, /, **body: Any) -> tuple[int, Any]:
        """Send a request such as "GET /api/me" as a person, and return the status and the JSON answer."""
        method, path = request.split(" ")
        options: dict[str, Any] = {} if method == "GET" else {"json": body}
        response = self.inside.request(method, path, self.cookies.get(who, ""), **options)
        return response.status_code, response.json()

    def ok(self, who: str, request: str, /, **body: Any) -> Any:
        """Send a request that must succeed, and return the answer."""
        status, answer = self.ask(who, request, **body)
        assert status in (200, 201), (request, status, answer)
        return answer

    def wrong(self, who: str, request: str, /, **body: Any) -> str:
        """Send a request that must fail, and return the answer as text."""
        status, answer = self.ask(who, request, **body)
        assert status >= 400, (request, answer)
        return str(answer)

    def acts(self, table: int = 1) -> list[tuple[str, str, str]]:
        """Return (name, act, reason) of each act of the staff at a table, oldest first."""
        acts = self.ok("Chief", f"GET /api/tables/{table}/staff-acts")
        return [(act["name"], act["what"], act["why"]) for act in reversed(acts)]

    def sits(self, who: str, seat: int = 3, table: int = 1) -> None:
        """Have a person take a seat."""
        act = {"input": "sit", "seat": seat, "chips": 50_000}
        self.ok(who, f"POST /api/tables/{table}/act", id=f"{who}-sits-down", act=act)

    def plays(self, who: str, table: int = 1) -> None:
        """Have a person play to the end of the round."""
        player = Guest(who, 1)
        before = self.ok(who, f"GET /api/tables/{table}")["round"]
        for number in range(100):
            player.view = self.ok(who, f"GET /api/tables/{table}")
            if player.view["round"] > before:
                return
            self.ask(
                who, f"POST /api/tables/{table}/act", id=f"r{before}-action-{number}", act=player.something_to_do()
            )
        raise AssertionError("the round does not end")


class Ear:
    """A listener that counts how often it was woken."""

    shows, shown, account = True, 0, None

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1
