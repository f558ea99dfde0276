// @ts-check
// Shows refusals and other news in the strip, and whether the connection is lost.

import { citationChips as cite } from "./citation.js";
import { byId } from "./dom.js";
import { html, toSentence } from "./html.js";
import { render } from "./morph.js";
import { nameOf } from "./situation.js";

/**
 * @import { Refusal } from "server"
 * @import { Situation } from "./situation.js"
 * @import { TablePage } from "./table_page.js"
 * A button that offers what the table would accept: its word, and its data.
 * @typedef {{ word: string, data: Record<string, string | number> }} WayOut
 * An action that was refused, and why. If it has ways out, the page asks instead of the table.
 * @typedef {Partial<Refusal> & { wrong: string, waysOut?: WayOut[] }} Refused
 */

export class NewsStrip {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Refused[]} */
    this.refused = [];
  }

  /** @param {Situation} now */
  draw(now) {
    const line = byId("news");
    const warning = now.warn || this.openBetsInWords();
    const words = this.refused.flatMap((refusal) => [this.refusal(refusal), ...(refusal.waysOut ?? []).map(wayOut)]);
    if (!this.refused.length && warning) words.push(html`<span class="warn">${warning}</span>`);
    const isRefusal = this.refused.some(({ waysOut }) => !waysOut);
    line.classList.toggle("refusal", isRefusal);
    render(line, html`${words}`);
    line.hidden = !words.length;
  }

  /** @param {Refused} refused */
  refusal({ wrong, right, cite: paragraph }) {
    const words = [wrong, right].filter(Boolean).map(toSentence).join(" ");
    const game = this.page.view.game;
    return html`<span data-testid="refusal" role="alert">${words} ${cite(paragraph ?? "", game)}</span>`;
  }

  // Describes in a line what goes on at the table while the settled round is held on the page.
  openBetsInWords() {
    const { view } = this.page;
    if (!this.page.hold.held || view.waiting !== "wagers") return "";
    const bettors = view.seats
      .filter(({ number }) => number !== view.you.seat && view.wagers[number])
      .map(({ number }) => nameOf(view, number));
    if (!bettors.length) return "";
    const seconds = this.page.countdown.seconds();
    const open = `Bets are open${seconds ? `, ${seconds} s left` : ""}.`;
    return `${open} ${bettors.join(", ")} ${bettors.length === 1 ? "has" : "have"} bet.`;
  }

  /** @param {number} seconds until the connection is tried again; 0 when it is back */
  lost(seconds) {
    const line = byId("lost");
    line.hidden = !seconds;
    document.body.classList.toggle("is-lost", Boolean(seconds));
    if (seconds) line.textContent = `Connection lost. Trying again in ${seconds} s. The table may have moved on.`;
  }
}

/** @param {WayOut} way */
function wayOut({ word, data }) {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<button type="button" data-once data-testid="${data.do}"${attributes}>${word}</button>`;
}
