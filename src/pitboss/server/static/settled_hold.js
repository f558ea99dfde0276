// @ts-check
// Holds the settled table until the reader goes on.

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
 * A held round: how the table lay, what the round came to for the reader, and until when it is held.
 * @typedef {{
 *   round: number, text: string, note: string, result: ReturnType<typeof describeOutcome>, settled: Settled,
 *   shown: Drawn, until: number, timer: number, over: Promise<void>, goOn: () => void,
 * }} Held
 */

const MOST_PARTS = 4; // wagers that are named beside the sum
const SHORT = 5; // seconds to hold a round that decided none of the reader's wagers

export class SettledHold {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Held | null} */
    this.held = null;
    this.seen = 0; // the round that the reader saw last; stored as well, for a page that is loaded anew
  }

  // Holds the round that was just settled, if there is something to see, and resolves when the reader goes on.
  /** @param {number} round @param {Look | null} look @returns {Promise<void>} */
  async begin(round, look) {
    const { view, printed, me } = this.page;
    if (this.held?.round === round) {
      await this.held.over;
      return;
    }
    const { settled } = view;
    if (!settled || settled.round !== round || document.hidden) return;
    const ownResults = settled.results.filter(({ player }) => player === me);
    const decided = ownResults.filter(({ mark }) => mark !== "stands" && mark !== "back");
    const isRollGame = !view.with_cards && !printed.drawing; // where most rolls decide nothing for most players
    const isWoundUp = Boolean(settled.void) && !settled.results.length; // by the house, and its wagers are not known
    if (!isWoundUp && (!settled.results.length || (isRollGame && !decided.length))) return;
    const words = view.you.seat ? "None of your bets was decided" : "The round is settled";
    const result =
      decided.length || settled.void
        ? describeOutcome(decided, settled.void)
        : { mark: "", kind: "", words, cite: undefined };
    const notes = (settled.players[view.you.seat] === me && settled.notes[view.you.seat]) || [];
    const parts = resultsInWords(decided);
    const seconds = decided.length || isWoundUp ? prefs.hold : SHORT;
    const said = isWoundUp ? notes : [parts.join(", ")];
    this.page.announcements.say([result.words, ...said].filter(Boolean).map(toSentence).join(" "));
    /** @type {() => void} */
    let goOn;
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      goOn = resolve;
    });
    this.held = {
      round,
      result,
      text: result.words,
      note: (isWoundUp ? notes : parts).join(" · "),
      shown: settledView(view, settled, look),
      settled,
      until: performance.now() + seconds * 1000,
      timer: setTimeout(() => this.release(), seconds * 1000),
      over,
      goOn,
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
    const { goOn, timer } = this.held;
    clearTimeout(timer);
    this.held = null;
    byId("why").hidden = true;
    goOn();
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

/** @param {Result[]} decided */
function resultsInWords(decided) {
  const words = decided.map((result) => `${capitalize(result.spot)} ${resultInWords(result)}`);
  return words.length > MOST_PARTS ? [...words.slice(0, MOST_PARTS), `and ${words.length - MOST_PARTS} more`] : words;
}

/** @param {Result} result */
function resultInWords({ mark, staked, net }) {
  if (mark === "void") return `void ${dollars(staked)}`;
  return mark === "push" ? "push" : signedDollars(net);
}
