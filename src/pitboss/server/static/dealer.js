// @ts-check
// Shows acts at the dealer's pace. They come as fast as the server settles them and are shown one by one. What is known
// is always the newest view, and what is shown catches up; nothing else waits for it.

import { applyChanges, lookOf } from "./changes.js";
import { prefs } from "./prefs.js";

/**
 * @import { ShownNow, TableView } from "server"
 * @import { Look } from "./changes.js"
 * @import { Motion } from "./felt/motion.js"
 * @typedef {{
 *   movesBetween: (before: Look, after: Look) => Motion[],
 *   show: (look: Look, act: ShownNow | null, moves: Motion[], speed: number) => void,
 *   roundOver: (round: number, look: Look | null) => Promise<void>,
 *   caughtUp: () => void,
 * }} DealerEvents
 * An act that is going to be shown: how the table lay before and after it, what moves, and how long that takes.
 * @typedef {{ act: ShownNow, before: Look, after: Look, moves: Motion[], time: number }} Planned
 */

const LONGEST = 4_000; // milliseconds that all waiting acts together may take
/** @type {Record<string, number>} */
const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5, instant: Infinity };

// Milliseconds until the next act starts.
/** @type {Record<string, number>} */
const TIMES = {
  deal: 140,
  turn: 320,
  collect: 120,
  bet: 200,
  pay: 600,
  take: 450,
  burn: 400,
  dice: 1_100,
  spin: 2_600,
  puck: 300,
};

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Dealer {
  // `movesBetween(before, after)` names what moves between two looks; `show(look, act, moves, speed)` draws it.
  // `roundOver(round, look)` is called when the last act of a round was shown and resolves when the next may be shown.
  // `caughtUp()` is called when what is shown is the newest view.
  /** @param {TableView} view @param {DealerEvents} options */
  constructor(view, { movesBetween, show, roundOver, caughtUp }) {
    this.movesBetween = movesBetween;
    this.show = show;
    this.roundOver = roundOver;
    this.caughtUp = caughtUp;
    this.newest = view;
    this.busy = false; // showing acts, or holding a settled round
    this.holding = false;
    this.hurried = false;
    this.due = 0; // when what waits now should have been shown
    /** @type {(() => void) | undefined} */
    this.skip = undefined; // ends the pause that is under way
    this.begin();
  }

  begin() {
    /** @type {Planned[]} */
    this.queue = []; // acts to be shown: each with the look before and after it, what moves, and how long that takes
    const look = lookOf(this.newest);
    /** @type {Look} */
    this.look = look;
    /** @type {Look} */
    this.planned = look; // as it will lie once all that waits was shown
    /** @type {number} */
    this.round = this.newest.round;
    /** @type {number} */
    this.plannedRound = this.newest.round;
    /** @type {Look | null} */
    this.settledLook = null; // how it lay when the last wager was settled
  }

  get showing() {
    return this.busy && !this.holding;
  }

  /** @param {TableView} view @param {ShownNow[]} shown @param {boolean} jumped */
  hear(view, shown, jumped) {
    this.newest = view;
    if (jumped || document.hidden) {
      this.jump();
      return;
    }
    for (const act of shown) this.plan(act);
    this.due = performance.now() + LONGEST;
    if (!this.busy) this.run();
  }

  /** @param {ShownNow} act */
  plan(act) {
    const before = act.round === this.plannedRound ? this.planned : /** @type {Look} */ ({});
    const after = applyChanges(before, act.changes);
    const moves =
      act.round === this.plannedRound && SPEEDS[prefs.pace] < Infinity ? this.movesBetween(before, after) : [];
    this.planned = after;
    this.plannedRound = act.round;
    this.queue.push({ act, before, after, moves, time: timeOf(moves) });
  }

  // Shows the newest view at once, without the acts that led to it.
  jump() {
    this.begin();
    if (this.busy) this.hurry();
    this.show(this.look, null, [], Infinity);
    this.caughtUp();
  }

  // Ends the act that is under way and shows all waiting acts without pauses.
  hurry() {
    this.hurried = true;
    this.skip?.();
  }

  async run() {
    this.busy = true;
    while (this.queue.length || this.round !== this.newest.round) {
      const round = this.queue[0]?.act.round ?? this.newest.round;
      const next = round === this.round && this.queue.shift();
      if (next) {
        await this.showAct(next);
        continue;
      }
      this.hurried = false;
      this.holding = true;
      await this.roundOver(this.round, this.settledLook);
      this.holding = this.hurried = false;
      this.round = round;
      this.settledLook = null;
      this.due = performance.now() + LONGEST;
    }
    this.begin(); // also shows what no act mentioned
    this.busy = this.hurried = false;
    this.show(this.look, null, [], Infinity);
    this.caughtUp();
  }

  /** @param {Planned} options */
  async showAct({ act, before, after, moves, time }) {
    if (act.changes.wagers || act.changes.chips) this.settledLook = before;
    this.look = after;
    const speed = this.hurried ? Infinity : this.speed(time);
    this.show(after, act, speed < Infinity ? moves : [], speed);
    if (time && speed < Infinity && !document.hidden) await this.pause(time / speed);
  }

  /** @param {number} milliseconds */
  pause(milliseconds) {
    return new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const timer = setTimeout(done, milliseconds);
      this.skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  // Returns the speed that the reader has chosen, or a faster one if the waiting acts would take too long.
  /** @param {number} time */
  speed(time) {
    const waiting = this.queue.reduce((sum, planned) => sum + planned.time, time);
    return Math.max(SPEEDS[prefs.pace], waiting / Math.max(50, this.due - performance.now()));
  }
}

/** @param {Motion[]} moves */
const timeOf = (moves) =>
  Math.max(0, ...moves.map(({ kind }) => Math.min(TIMES[kind] ?? 120, prefersReducedMotion() ? 160 : Infinity)));
