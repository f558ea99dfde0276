"""People who come back to a server that was killed: programs in threads, and pages that play by themselves.

Nobody plays before somebody says so, so that what is there after a start can be compared while nothing moves.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

from playwright.sync_api import Browser, Page
from websockets.exceptions import ConnectionClosed

from kit.patience import PATIENCE
from kit.serving import CONNECTION_ERRORS, Frame, Person, Server
from pitboss.server.access.permissions import POLICY

SENT_AGAIN = 3  # of the actions acknowledged to somebody, the last
THINKS = 0.06  # seconds before each action, of programs and of pages: a server takes 20 in a second from one connection
LOOK = 0.05  # seconds for which somebody who has acted waits for news
MILLISECONDS = 1_000 * PATIENCE

Key = tuple[int, str, str]  # table, name, id


class Regular:
    """A person who plays at one table by a program. His visits are as long as the server lives."""

    def __init__(self, url: str, table: int, seed: int) -> None:
        self.table, self.name = table, f"Regular {table}"
        self._server = cast(Server, SimpleNamespace(url=url))
        self._person = Person(self._server, self.name, seed * 100 + table)
        self._sent: tuple[str, Frame] | None = None  # what nobody has answered
        self.refused: set[Key] = set()  # what must not have happened
        self.resent = 0
        self._taken = 0
        self._thread = ThreadPoolExecutor(1)
        self._visit: Future[None] = Future()
        self._back, self._going = threading.Event(), threading.Event()

    def comes_back(self) -> None:
        """Begin a visit, in which everything that he was told must still be true."""
        self._back.clear()
        self._going.clear()
        self._visit = self._thread.submit(self._visits)
        while not self._back.wait(LOOK):
            assert not self._visit.done(), (self.name, "was cut off", self._visit.exception())

    def go_on(self) -> None:
        self._going.set()

    def leaves(self) -> None:
        """Wait until he has noticed that the server is gone. Raise what he found wrong."""
        self._going.set()
        if self._back.is_set():
            self._visit.result(timeout=PATIENCE)

    def __str__(self) -> str:
        seen = {key: self._person.view.get(key) for key in ("number", "round", "waiting", "asked", "you")}
        return f"{self.name}: {self._taken} taken, waits for {self._sent}, sees {seen}"

    def count(self) -> int:
        """Count all actions that were taken, also those that have no row: to be ready."""
        return self._taken

    def acknowledged_rows(self) -> dict[Key, int]:
        """Return the row numbers of acknowledged actions, in the order of acknowledgment."""
        acked = dict(self._person.acked)  # which grows meanwhile
        return {(table, self.name, action): number for (table, action), (number, _) in acked.items()}

    def _visits(self) -> None:
        try:
            self._person.connect(self._server, self.table)
            self._sends_again()
            self._back.set()
            self._going.wait(PATIENCE)
            while True:
                self._turn()
        except CONNECTION_ERRORS as gone:
            cut = gone.rcvd if isinstance(gone, ConnectionClosed) else None  # whoever is killed says nothing
            assert cut is None or cut.code != POLICY, f"{self.name} was cut off: {cut}"
        finally:
            self._person.close()

    def _sends_again(self) -> None:
        person = self._person
        if self._sent is not None:
            action, act = self._sent
            self.resent += 1
            if self._do(act, action)["kind"] != "ack":
                self.refused.add((self.table, self.name, action))
        for (_, action), (number, act) in list(person.acked.items())[-SENT_AGAIN:]:
            told = person.do(act, again=action)
            assert told == {"kind": "ack", "id": action, "number": number}, (number, act, told)

    def _turn(self) -> None:
        person = self._person
        act = person.something_to_do()
        if act is None:
            person.receive()
            return
        before = person.view["number"]
        time.sleep(THINKS)
        told = self._do(act, uuid.uuid4().hex)
        if told["kind"] == "refused" and act.get("input") == "sit":
            person.post("/api/me/practice-money", {})
        if person.view["number"] == before:
            self._look()

    def _do(self, act: Frame, action: str) -> Frame:
        self._sent = action, act
        told = self._person.do(act, again=action)
        self._sent = None
        self._taken += told["kind"] == "ack"
        return told

    def _look(self) -> None:
        """Receive a frame: the effect of an action or its refusal, now or seen before."""
        person = self._person
        assert person.socket is not None
        try:
            frame = person.socket.recv(timeout=LOOK)
        except TimeoutError:
            return
        person.take(cast(str, frame))


# What goes over the sockets of a page: acknowledgments, and the newest view as the page should have it. And a hand that
# presses what the page offers, for as long as `going` is true.
HAND = """
window.kept = [];
window.taken = 0;
window.going = false;
localStorage.setItem("pitboss", JSON.stringify({ pace: "instant", hold: 1 }));
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    window.newest = null;
  }
  addEventListener(kind, hear) {
    super.addEventListener(kind, (event) => {
      if (kind === "close") window.going = false;
      hear(event);
      if (kind !== "message") return;
      const frame = JSON.parse(event.data);
      if (frame.kind === "view") window.newest = frame.view;
      else if (frame.kind === "changes") window.newest = { ...window.newest, ...frame.view };
      else if (frame.kind === "ack") window.taken += 1;
      if (frame.number) window.kept.push([frame.id, frame.number]);
    });
  }
};
const press = (button) => {
  if (button && button.ariaDisabled !== "true") button.click();
  return Boolean(button);
};
let tried = false;
const find = (what) => document.querySelector(what);
setInterval(() => {
  if (!window.going || !window.newest || find("#pit").ariaBusy === "true") return;
  const { you, wagers, minimum } = window.newest;
  const poor = you.chips + you.arriving < 10 * minimum;
  const take = find("#sheet").open && !tried && find("#sheet [data-testid='chips-take']");
  if (find("#sheet").open) {
    tried = press(take || find("#sheet [data-close]")) && Boolean(take); // somebody else may have taken the seat
    return;
  }
  tried = false;
  if (you.seat && you.may_be_ready && poor) {
    fetch("/api/me/practice-money", { method: "POST" }).then(() => press(find("[data-testid='add-chips']")));
  } else if (you.seat && you.may_be_ready && !wagers[you.seat] && find("#ears button[data-do='bet']")) {
    press(find("[data-testid='more']") || find("#ears button[data-do='bet']")); // the page may have asked
  } else {
    const answers = document.querySelectorAll("#bar button[data-do='answer']");
    press(answers.length ? answers[Math.floor(Math.random() * answers.length)] : find("#bar [data-first]"));
  }
}, window.thinks);
"""
# What the page shows that is not what the server says; the clock aside, which goes on. Acts are heard one by one.
DIFFERS = """
async (table) => {
  const { newest } = window;
  if (!document.getElementById("lost").hidden || !newest) return "the connection is lost";
  const said = await (await fetch(`/api/tables/${table}`)).json();
  const same = (key) => JSON.stringify(said[key]) === JSON.stringify(newest[key]);
  const other = Object.keys(said).filter((key) => !["clock", "acts", "acts_before"].includes(key) && !same(key));
  if (other.length) return `other than heard: ${other}`;
  const shown = (id) => document.querySelector(`[data-testid='${id}']`)?.textContent.replace(/[^0-9.]/g, "") ?? "";
  const chips = said.you.seat ? Number(shown("you-chips")) * 100 : said.you.chips;
  if (chips !== said.you.chips) return `shows ${chips} chips, not ${said.you.chips}`;
  const round = Number(shown("round"));
  if (document.body.dataset.state !== "held" && round !== said.round) return `shows round ${round}, not ${said.round}`;
  const [told, latest] = [said.acts.at(-1)?.told, document.getElementById("latest").textContent];
  if (told && told !== latest) return `shows as the latest act: ${latest}; it is: ${told}`;
  return "";
}
"""
# What there is to see when a page does nothing.
SHOWS = """
() => {
  const shown = (id) => document.getElementById(id).innerText;
  const { number, round, waiting, you } = window.newest ?? {};
  const { going, taken } = window;
  const busy = document.getElementById("pit").ariaBusy;
  const texts = ["bar", "news", "sheet"].map(shown);
  return JSON.stringify({ number, round, waiting, you, going, taken, busy, texts });
}
"""


class Window:
    """A person at a page that is never loaded again: it finds every new server by itself."""

    def __init__(self, browser: Browser, url: str, name: str, table: int) -> None:
        self.name, self.table = f"Window {name}", table
        self.complaints: list[str] = []
        self._context = browser.new_context(viewport={"width": 390, "height": 640})
        self._page: Page = self._context.new_page()
        self._page.set_default_timeout(MILLISECONDS)
        self._page.add_init_script(f"window.thinks = {1_000 * THINKS};{HAND}")
        self._page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self._page.on("console", self._console)
        assert self._context.request.post(f"{url}/api/session", data={"name": self.name}).ok
        self._page.goto(f"{url}/t/{table}")

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and "WebSocket" not in message.text and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def is_back(self) -> None:
        """Wait until the page shows the table as it is."""
        self.wait(lambda: not self._differs(), lambda: f"{self}, {self._differs()}")
        assert not self.complaints, (self.name, self.complaints)

    def _differs(self) -> str:
        return str(self._page.evaluate(DIFFERS, self.table))

    def go_on(self) -> None:
        self._page.evaluate("window.going = true")

    def count(self) -> int:
        return int(self._page.evaluate("window.taken"))

    def acknowledged_rows(self) -> dict[Key, int]:
        kept = cast(list[tuple[str, int]], self._page.evaluate("window.kept"))
        return {(self.table, self.name, action): number for action, number in kept}

    def pause(self, seconds: float) -> None:
        self._page.wait_for_timeout(1_000 * seconds)

    def __str__(self) -> str:
        return f"{self.name} at table {self.table}: {self._page.evaluate(SHOWS)}"

    def wait(self, until: Callable[[], bool], told: Callable[[], str]) -> None:
        """Let the page go on until something holds. Otherwise fail with the page's state."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, told()
            self._page.wait_for_timeout(20)

    def go_home(self) -> None:
        self._context.close()
