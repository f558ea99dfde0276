// @ts-check
// Tells screen readers what happens, and everybody when it is the reader's turn.

import { byId } from "./dom.js";
import { situation } from "./situation.js";
import { sound } from "./sound.js";

/** @import { TablePage } from "./table_page.js" */

export class Announcements {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.asked = ""; // the question to the reader that was announced
  }

  /** @param {string} words */
  say(words) {
    byId("polite").textContent = words;
  }

  /** @param {string} words */
  interrupt(words) {
    byId("urgent").textContent = words;
  }

  turn() {
    const { view, chip, me, barred } = this.page;
    const isMine = view.asked && view.you.seat && view.asked.seat === view.you.seat;
    const asked = isMine ? `${view.round}-${view.asked.number}` : "";
    if (asked && asked !== this.asked) {
      const { text } = situation({ view, showing: false, hold: null, chip, last: {}, me, barred });
      this.interrupt(`Your turn. ${text}`);
      sound("turn");
      this.page.keys.noteQuestion();
      // No button has the focus: Enter decides nothing.
      if (!document.activeElement?.matches("input, select, textarea")) this.page.focusBar();
    }
    this.asked = asked;
  }
}
