// @ts-check
// Counts the clock down between two views.

import { byId, queryAll } from "./dom.js";

/** @import { TablePage } from "./table_page.js" */

const INTERVAL = 250; // milliseconds between two updates
const LAST = 5; // seconds left when the reader is warned aloud

export class Countdown {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.heardAt = performance.now(); // when the newest view arrived
    this.warned = -1; // the number of the view for which the reader was warned
    setInterval(() => this.tick(), INTERVAL);
  }

  restart() {
    this.heardAt = performance.now();
  }

  // Returns the seconds that are left of a held table, of a decision or of betting; null if no clock runs.
  left() {
    const { view, dealer } = this.page;
    const { held } = this.page.hold;
    if (held) return { hold: Math.max(0, Math.ceil((held.until - performance.now()) / 1000)) };
    if (!view.clock || dealer.showing) return null;
    const seconds = this.seconds(view.clock.starts_in);
    return {
      seconds,
      warning: seconds <= view.clock.warns,
      mine: view.asked ? view.asked.seat === view.you.seat : view.you.may_be_ready,
    };
  }

  // Returns the seconds left on the table's own clock, which may start a little later.
  /** @param {number} later milliseconds */
  seconds(later = 0) {
    const { clock } = this.page.view;
    const passed = Math.max(0, performance.now() - this.heardAt - later);
    return clock ? Math.max(0, Math.ceil(clock.left - passed / 1000)) : 0;
  }

  tick() {
    const now = this.left();
    const [line] = queryAll("[data-left]", byId("bar"));
    if (line) {
      const words = now ? String(now.hold ?? now.seconds) : "";
      if (line.textContent !== words) line.textContent = words;
      line.parentElement.classList.toggle("warning", Boolean(now?.warning));
    }
    if (now?.mine && now.seconds === LAST && this.warned !== this.page.view.number) {
      this.warned = this.page.view.number;
      this.page.announcements.interrupt(`${LAST} seconds left.`);
    }
  }
}
