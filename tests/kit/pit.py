"""A server with staff and players, asked by its requests, with the clock on the wall in the hands of a test."""

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
    def again(cls, inside: Inside, *names: str) -> Pit:
        """The same people at another start."""
        pit = cls.__new__(cls)
        pit.inside, pit.cookies = inside, {name: inside.cookie(name) for name in names}
        return pit

    def clock(self, at: int) -> None:
        """What the clock of every table shows from here on; it stands still."""
        for live in self.inside.casino.tables.values():
            live.time.wall = lambda: at

    def ask(self, who: str, what: str, /, **body: Any) -> tuple[int, Any]:
        method, path = what.split(" ")
        more: dict[str, Any] = {} if method == "GET" else {"json": body}
        answer = self.inside.request(method, path, self.cookies.get(who, ""), **more)
        return answer.status_code, answer.json()

    def ok(self, who: str, what: str, /, **body: Any) -> Any:
        status, found = self.ask(who, what, **body)
        assert status in (200, 201), (what, status, found)
        return found

    def wrong(self, who: str, what: str, /, **body: Any) -> str:
        status, found = self.ask(who, what, **body)
        assert status >= 400, (what, found)
        return str(found)

    def acts(self, table: int = 1) -> list[tuple[str, str, str]]:
        """Who did what and why, the oldest first."""
        found = self.ok("Chief", f"GET /api/tables/{table}/staff-acts")
        return [(act["name"], act["what"], act["why"]) for act in reversed(found)]

    def sits(self, who: str, seat: int = 3, table: int = 1) -> None:
        act = {"input": "sit", "seat": seat, "chips": 50_000}
        self.ok(who, f"POST /api/tables/{table}/act", id=f"{who}-sits-down", act=act)

    def plays(self, who: str, table: int = 1) -> None:
        """To the end of the round."""
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
    """A connection that only counts how often it was woken."""

    shows, shown, account = True, 0, None

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1
