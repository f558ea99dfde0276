"""One real browser among the people of a load test. It presses the first button of the page again and again, and
measures the time of each action from its socket's `send` to the answer."""

from __future__ import annotations

import asyncio
import shutil
from types import TracebackType

from playwright.async_api import Browser, Page, Playwright, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMED = """
const Plain = window.WebSocket;
window.answered = [];
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.sent = new Map();
    super.addEventListener("message", ({ data }) => {
      if (data.startsWith('{"kind":"view"') || data.startsWith('{"kind":"changes"')) return;
      const { id, kind } = JSON.parse(data);
      window.answered.push([kind, performance.now() - this.sent.get(id)]);
      this.sent.delete(id);
    });
  }
  send(frame) {
    this.sent.set(JSON.parse(frame).id, performance.now());
    super.send(frame);
  }
};
"""
PRESS = """() => {
  const first = document.querySelector("#bar [data-first]:not([aria-disabled])");
  first?.click();
  return first !== null;
}"""
BRINGS = 750  # dollars


def find_browser() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Guest:
    """The person with the browser, who plays at one table at the same pace as everybody else."""

    def __init__(self, url: str, table: int) -> None:
        self._url, self._table = url, table
        self.complaints: list[str] = []
        self._play: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Guest:
        self._play = await async_playwright().start()
        self._browser = await self._play.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        context = await self._browser.new_context(viewport={"width": 1280, "height": 800})
        answer = await context.request.post(f"{self._url}api/session", data={"name": "Somebody with a browser"})
        assert answer.ok, await answer.text()
        page = self._page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.add_init_script(TIMED)
        await page.goto(f"{self._url}t/{self._table}")
        await page.get_by_test_id("sit").click()
        await page.get_by_test_id("chips-amount").fill(str(BRINGS))
        await page.get_by_test_id("chips-take").click()
        await page.get_by_test_id("you-chips").wait_for()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._browser is not None:
            await self._browser.close()
        if self._play is not None:
            await self._play.stop()

    def start(self, pace: float) -> None:
        self._task = asyncio.create_task(self._play_on(pace))

    async def _play_on(self, pace: float) -> None:
        assert self._page is not None
        while True:
            await asyncio.sleep(pace)
            await self._page.evaluate(PRESS)

    async def answers(self) -> list[tuple[str, float]]:
        """Return the kind of each answer, such as "ack", and the milliseconds that it took."""
        assert self._page is not None
        return [(kind, took) for kind, took in await self._page.evaluate("() => window.answered")]
