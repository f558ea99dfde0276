"""A server in this process, on a thread and an event loop of its own, that tests call like a plain function."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx

from kit.patience import PATIENCE
from kit.serving import ask
from pitboss.engine.chance import seeded_source
from pitboss.engine.houses.house import House
from pitboss.server.access.middleware import OPEN_ACCESS, Access
from pitboss.server.access.rate_limits import UNLIMITED
from pitboss.server.access.sessions import COOKIE, hash_code, new_code
from pitboss.server.app import build
from pitboss.server.live.table_settings import TableSetting
from pitboss.server.uvicorn_server import Server, listen, uvicorn_config
from pitboss.server.workers.edge_cache import Edge, Edges
from pitboss.store.row_types import Account

T = TypeVar("T")
HOST = "pit.test"
Headers = dict[str, str]


class UncountedEdges(Edges):
    """No table's edge is counted: that would be a process of its own for each server whose lobby somebody opens."""

    def edge_of(self, setting: TableSetting) -> Edge:
        return Edge()


class Inside:
    """Started by `with`. Answers are what would go over the wire; a fault of the server is an answer too."""

    def __init__(self, db: Path, houses: Sequence[House] | None = None, access: Access = OPEN_ACCESS) -> None:
        self.app = build(db, houses, lambda: seeded_source(1), UNLIMITED, access=access)
        self.app.state.edges = UncountedEdges()
        self.casino = self.app.state.casino
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._life = self.app.router.lifespan_context(self.app)
        self._transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)

    def __enter__(self) -> Inside:
        self._thread.start()
        self.wait(self._life.__aenter__())
        return self

    def __exit__(self, *fault: object) -> None:
        self.wait(self._life.__aexit__(None, None, None))
        self.wait(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait(self, doing: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(timeout=PATIENCE)

    def request(
        self,
        method: str,
        path: str,
        cookie: str = "",
        headers: Headers | None = None,
        scheme: str = "http",
        **more: Any,
    ) -> httpx.Response:
        sent = _raw({**_cookies(cookie), **(headers or {})})

        async def send_request() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url=f"{scheme}://{HOST}") as client:
                return await client.request(method, path, headers=sent, **more)

        return self.wait(send_request())

    def name(self, name: str) -> tuple[str, str]:
        """A new account: its cookie, and the code that brings it back. Also under a name that nobody could choose."""
        code = new_code()
        account = self.wait(self.casino.make_account(name, hash_code(code)))
        return self.app.state.sessions.make(account.id, account.signed_out), code

    def cookie(self, name: str) -> str:
        """A session of somebody who has a name."""
        account = self.account(name)
        return str(self.app.state.sessions.make(account.id, account.signed_out))

    def account(self, name: str) -> Account:
        account: Account = self.casino.store.accounts.find(name)[0]
        return account

    def set_role(self, name: str, role: str) -> None:
        self.casino.store.accounts.set_role(self.account(name).id, role).result()

    def socket(
        self, path: str, cookie: str = "", headers: Headers | None = None, say: str = ""
    ) -> list[dict[str, Any]]:
        """Return what a socket is sent until the first view, or the answer to `say`; or how it is refused."""
        return self.wait(self._talk(path, {"host": HOST, **_cookies(cookie), **(headers or {})}, say))

    async def _talk(self, path: str, headers: Headers, say: str) -> list[dict[str, Any]]:
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        sent: list[dict[str, Any]] = []
        enough = asyncio.Event()

        async def send(message: Any) -> None:
            if not enough.is_set():
                sent.append(dict(message))
            kind = json.loads(message["text"])["kind"] if message["type"] == "websocket.send" else ""
            if message["type"] == "websocket.close" or (kind and (kind != "view" or not say)):
                enough.set()

        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "scheme": "ws", "http_version": "1.1", "path": path,
            "raw_path": path.encode(), "root_path": "", "query_string": b"", "client": ("127.0.0.1", 1),
            "headers": _raw(headers),
            "subprotocols": [], "server": (HOST, 80), "state": {},
        }  # fmt: skip
        inbox.put_nowait({"type": "websocket.connect"})
        if say:
            inbox.put_nowait({"type": "websocket.receive", "text": say})
        talking = asyncio.create_task(self.app(scope, inbox.get, send))
        await asyncio.wait_for(enough.wait(), PATIENCE)
        inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await talking
        return sent


class Listening:
    """The same server behind a real port of this machine, run as `pitboss serve` runs it. `buffer` is how many bytes
    the kernel keeps for a client that does not read."""

    def __init__(
        self,
        db: Path,
        houses: Sequence[House] | None = None,
        buffer: int = 4_096,
        seed: int = 1,
        access: Access = OPEN_ACCESS,
        host: str = "127.0.0.1",
    ) -> None:
        self.app = build(db, houses, lambda: seeded_source(seed), UNLIMITED, access=access)
        self.app.state.edges = UncountedEdges()
        self.casino = self.app.state.casino
        self._port = listen(host, 0)
        self._port.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        self.host, self.port = self._port.getsockname()[:2]
        self.url = f"http://{self.host}:{self.port}"
        settings = uvicorn_config(self.app)
        settings.lifespan, settings.timeout_graceful_shutdown = "on", 1
        self._server = Server(settings)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._port]}, daemon=True)

    def __enter__(self) -> Listening:
        self._thread.start()
        until(lambda: self._server.started)
        return self

    def __exit__(self, *fault: object) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=PATIENCE)
        self._port.close()
        assert not self._thread.is_alive(), "the server does not stop"

    @property
    def connections(self) -> int:
        return len(self._server.server_state.connections)

    def name(self, name: str) -> str:
        answer = ask("POST", f"{self.url}/api/session", json={"name": name})
        assert answer.status_code == 201, answer.text
        return answer.cookies[COOKIE]


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it does not come to that"
        time.sleep(0.01)


def _cookies(cookie: str) -> Headers:
    return {"cookie": f"{COOKIE}={cookie}"} if cookie else {}


def _raw(headers: Headers) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
