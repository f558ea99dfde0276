// @ts-check
// Draws the table as a picture on its page and moves what changes.

import { viewWithLook } from "./changes.js";
import { prefersReducedMotion } from "./dealer.js";
import { byId, queryAll } from "./dom.js";
import { felt } from "./felt/felt.js";
import { finish, movesBetween, play } from "./felt/motion.js";
import { render } from "./morph.js";
import { prefs } from "./prefs.js";
import { sound } from "./sound.js";

/**
 * @import { Result } from "server"
 * @import { Drawn, Look } from "./changes.js"
 * @import { Motion } from "./felt/motion.js"
 * @import { TablePage } from "./table_page.js"
 */

// The same width as in table.css, which depends on the reader's font size.
const isPhone = () => innerWidth < 48 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const options = () => ({ phone: isPhone(), turned: prefs.turned, fourColors: prefs.fourColors });

export class FeltPicture {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = byId("felt");
    this.focused = ""; // the area whose button has the focus: it is highlighted on the picture
  }

  /** @param {Look} before @param {Look} after */
  movesBetween(before, after) {
    const { view, printed } = this.page;
    const lost = /** @type {Result[]} */ (wagersLost(before, after));
    const viewBefore = { ...viewWithLook(view, before), results: lost };
    return movesBetween(viewBefore, viewWithLook(view, after), {
      ...options(),
      drawing: printed.drawing,
      areas: printed.areas,
    });
  }

  /** @param {Drawn} shown */
  paint(shown) {
    render(this.element, felt(shown, this.page.printed, options()));
    if (this.focused) queryAll(`[data-spot="${CSS.escape(this.focused)}"]`, this.element)[0]?.classList.add("focused");
  }

  // Shows a picture, and the moves that led to it if there was an act.
  /** @param {Drawn} shown @param {Motion[] | null} moves @param {number} speed */
  show(shown, moves, speed) {
    finish(this.element);
    this.paint(shown);
    if (!moves) return;
    play(this.element, moves, { speed, reduced: prefersReducedMotion() });
    const kinds = new Set(moves.map(({ kind }) => kind));
    if (kinds.has("dice") || kinds.has("spin")) sound("dice");
    else if (kinds.has("deal") || kinds.has("turn")) sound("card");
    else sound("chip");
  }
}

// Returns the wagers that are gone without their player being paid: the house has them.
/** @param {Look} before @param {Look} after */
function wagersLost(before, after) {
  return Object.entries(before.wagers ?? {}).flatMap(([position, spots]) => {
    const owner = before.owners[position];
    const paid = (after.chips[owner] ?? 0) > (before.chips[owner] ?? 0);
    const lost = Object.keys(spots).filter((spot) => !after.wagers[position]?.[spot]);
    return paid ? [] : lost.map((spot) => ({ position: Number(position), spot, mark: "lost" }));
  });
}
