// The dealer's pace: acts come as fast as the server settles them and are shown one by one. What is known is always the
// newest view; what is shown catches up. Nothing waits for it but the reader's eyes.

import { apply, lookOf } from "./changes.js";
import { prefs } from "./prefs.js";

const LONGEST = 4_000; // milliseconds that all waiting acts together may take
const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5, instant: Infinity };

// Milliseconds until the next act starts.
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

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Dealer {
  // `moved(before, after)` names what moves between two looks; `show(look, act, moves, speed)` draws it.
  // `roundOver(round, look)` is called when the last act of a round was shown and resolves when the next may be shown.
  // `caughtUp()` is called when what is shown is the newest view.
  constructor(view, { moved, show, roundOver, caughtUp }) {
    Object.assign(this, { moved, show, roundOver, caughtUp });
    this.newest = view;
    this.begin();
  }

  begin() {
    this.queue = []; // acts to be shown: each with the look before and after it, what moves, and how long that takes
    this.look = this.planned = lookOf(this.newest);
    this.round = this.plannedRound = this.newest.round;
    this.settledLook = null; // how it lay when the last wager was settled
  }

  // Whether acts are still being shown.
  get showing() {
    return Boolean(this.busy) && !this.holding;
  }

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

  plan(act) {
    const before = act.round === this.plannedRound ? this.planned : {};
    const after = apply(before, act.changes);
    const moves = act.round === this.plannedRound && SPEEDS[prefs.pace] < Infinity ? this.moved(before, after) : [];
    this.planned = after;
    this.plannedRound = act.round;
    this.queue.push({ act, before, after, moves, time: timeOf(moves) });
  }

  // To now, without showing how.
  jump() {
    this.begin();
    if (this.busy) this.hurry();
    this.show(this.look, null, [], Infinity);
    this.caughtUp();
  }

  // What is under way is over; what waits is shown without waiting.
  hurry() {
    this.hurried = true;
    this.skip?.();
  }

  async run() {
    this.busy = true;
    while (this.queue.length || this.round !== this.newest.round) {
      const round = this.queue[0]?.act.round ?? this.newest.round;
      if (round === this.round) {
        await this.one(this.queue.shift());
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
    this.begin(); // also what was told in no act
    this.busy = this.hurried = false;
    this.show(this.look, null, [], Infinity);
    this.caughtUp();
  }

  async one({ act, before, after, moves, time }) {
    if (act.changes.wagers || act.changes.chips) this.settledLook = before;
    this.look = after;
    const speed = this.hurried ? Infinity : this.speed(time);
    this.show(after, act, speed < Infinity ? moves : [], speed);
    if (time && speed < Infinity && !document.hidden) await this.pause(time / speed);
  }

  pause(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  // As fast as the reader likes it, and faster if what waits would take too long.
  speed(time) {
    const waiting = this.queue.reduce((sum, each) => sum + each.time, time);
    return Math.max(SPEEDS[prefs.pace], waiting / Math.max(50, this.due - performance.now()));
  }
}

const timeOf = (moves) =>
  Math.max(0, ...moves.map(({ kind }) => Math.min(TIMES[kind] ?? 120, reduced() ? 160 : Infinity)));
