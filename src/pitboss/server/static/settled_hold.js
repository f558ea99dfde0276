// @ts-check
// The settled table is held until the reader goes on.

import { settledView } from "./changes.js";
import { byId } from "./dom.js";
import { capitalize, toSentence } from "./html.js";
import { describeOutcome, dollars, signedDollars } from "./money.js";
import { prefs, remember, remembered } from "./prefs.js";
import { stakesOf, total } from "./situation.js";

/**
 * @import { Result, Settled, TableView } from "server"
 * @import { Drawn, Look } from "./changes.js"
 * @import { TablePage } from "./table_page.js"
 * What is held: how the table lay, what it came to for the reader, and until when.
 * @typedef {{
 *   round: number, text: string, note: string, result: ReturnType<typeof describeOutcome>, settled: Settled,
 *   shown: Drawn, until: number, timer: number, over: Promise<void>, done: () => void,
 * }} Held
 */

const MOST_PARTS = 4; // of a result, in words beside its sum
const SHORT = 5; // seconds, when none of the reader's wagers was decided

export class SettledHold {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Held | null} */
    this.held = null;
    this.seen = 0; // the round that the reader saw last; in `prefs` too, for a page that is loaded anew
  }

  // Holds the round that was just settled, if there is something to see. Resolves when the reader goes on.
  /** @param {number} round @param {Look | null} look @returns {Promise<void>} */
  async begin(round, look) {
    const { view, printed, me } = this.page;
    if (this.held?.round === round) {
      await this.held.over;
      return;
    }
    const { settled } = view;
    if (!settled || settled.round !== round || document.hidden) return;
    const mine = settled.results.filter(({ player }) => player === me);
    const decided = mine.filter(({ mark }) => mark !== "stands" && mark !== "back");
    const rolls = !view.with_cards && !printed.drawing; // most rolls decide nothing for most players
    const wound = Boolean(settled.void) && !settled.results.length; // up by the house: what lay where is not told
    if (!wound && (!settled.results.length || (rolls && !decided.length))) return;
    const words = view.you.seat ? "None of your bets was decided" : "The round is settled";
    const result =
      decided.length || settled.void
        ? describeOutcome(decided, settled.void)
        : { mark: "", kind: "", words, cite: undefined };
    const notes = (settled.players[view.you.seat] === me && settled.notes[view.you.seat]) || [];
    const parts = partsOf(decided);
    const seconds = decided.length || wound ? prefs.hold : SHORT;
    const told = wound ? notes : [parts.join(", ")];
    this.page.announcements.say([result.words, ...told].filter(Boolean).map(toSentence).join(" "));
    /** @type {() => void} */
    let done;
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      done = resolve;
    });
    this.held = {
      round,
      result,
      text: result.words,
      note: (wound ? notes : parts).join(" · "),
      shown: settledView(view, settled, look),
      settled,
      until: performance.now() + seconds * 1000,
      timer: setTimeout(() => this.release(), seconds * 1000),
      over,
      done,
    };
    this.page.draw();
    await over;
  }

  // Goes on from the held round, as the reader or his time asks for: he has seen it.
  release() {
    if (!this.held) return;
    this.seen = this.held.round;
    remember(this.page.table, { seen: this.seen });
    this.drop();
  }

  // Goes on from the held round when the table jumps to another one. A new connection alone does not end it.
  /** @param {TableView} newest */
  jump(newest) {
    if (newest.settled?.round !== this.held?.round) this.drop();
  }

  drop() {
    if (!this.held) return;
    const { done, timer } = this.held;
    clearTimeout(timer);
    this.held = null;
    byId("why").hidden = true;
    done();
  }

  // Shows how the round before came out, once the next bets are open, to a reader who was at it and has not seen that.
  again() {
    const { view, me, table } = this.page;
    const { settled } = view;
    if (!settled || !(view.with_cards || settled.void) || view.waiting !== "wagers") return;
    if (this.held || document.hidden || this.seen === settled.round) return;
    const wasThere = settled.results.some(({ player }) => player === me) || Object.values(settled.players).includes(me);
    if (remembered(table).seen === settled.round || total(stakesOf(view)) || !wasThere) return;
    this.begin(settled.round, null).then(() => this.page.draw());
  }
}

// What became of each wager, in a few words.
/** @param {Result[]} decided */
function partsOf(decided) {
  const told = decided.map((each) => `${capitalize(each.spot)} ${became(each)}`);
  return told.length > MOST_PARTS ? [...told.slice(0, MOST_PARTS), `and ${told.length - MOST_PARTS} more`] : told;
}

/** @param {Result} result */
function became({ mark, staked, net }) {
  if (mark === "void") return `void ${dollars(staked)}`;
  return mark === "push" ? "push" : signedDollars(net);
}
