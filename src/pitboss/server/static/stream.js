// @ts-check
// The line to a table: views come in, whole at first and then what changed; actions go out and are answered one by one.

/**
 * @import {
 *   Acknowledged, ChangesFrame, NotUnderstood, Refusal, Refused, ShownNow, TableView, ViewFrame,
 * } from "server"
 * @typedef {ViewFrame | ChangesFrame | Acknowledged | Refused | NotUnderstood} Frame
 * @typedef {{
 *   heard: (view: TableView, shown: ShownNow[], jumped: boolean) => void,
 *   lost: (seconds: number) => void,
 * }} StreamEvents
 * What became of an action: nothing is refused if it was taken.
 * @typedef {{ refused: Refusal[] }} Outcome
 * @typedef {{ frame: string, moment: string, done: (outcome: Outcome) => void }} Pending
 */

const [FIRST_WAIT, LONGEST_WAIT] = [500, 10_000];

const newId = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// What an action was meant for. If play has gone on when the connection is back, it is not sent again: it either
// counted or would mean something else now.
/** @param {TableView} view */
const momentOf = (view) => JSON.stringify([view.round, view.asked?.number, view.asked?.position]);

export class Stream {
  // `heard(view, shown, jumped)`: the newest view, the acts that led to it, and whether some are missing.
  // `lost(seconds)`: the connection is gone and tried again then; 0 when it is back.
  /** @param {number} table @param {TableView} view @param {StreamEvents} options */
  constructor(table, view, { heard, lost }) {
    this.view = view;
    this.heard = heard;
    this.lost = lost;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${table}?changes=1`;
    /** @type {Map<string, Pending>} */
    this.pending = new Map(); // id -> what was sent and is not answered yet, oldest first
    this.wait = FIRST_WAIT;
    this.fresh = true; // whether this connection has not sent a view yet
    window.addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.fresh = true;
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("message", ({ data }) => this.take(JSON.parse(data)));
    this.socket.addEventListener("close", ({ target }) => {
      if (target !== this.socket) return;
      this.lost(Math.ceil(this.wait / 1000));
      this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  /** @param {Frame} frame */
  take(frame) {
    if (frame.kind === "view") {
      this.see(frame.view, [], true);
    } else if (frame.kind === "changes") {
      this.see({ ...this.view, ...frame.view }, frame.shown, false);
    } else if (frame.kind === "error") {
      // Answers come in the order in which actions were sent: this one is about the oldest.
      const [oldest] = this.pending.keys();
      this.answered(oldest, { refused: [{ cite: "", wrong: frame.wrong, right: "" }] });
    } else {
      this.answered(frame.id, { refused: frame.kind === "refused" ? frame.refused : [] });
    }
  }

  /** @param {TableView} view @param {ShownNow[]} shown @param {boolean} jumped */
  see(view, shown, jumped) {
    this.view = view;
    this.heard(view, shown, jumped);
    if (!this.fresh) return;
    this.fresh = false;
    this.wait = FIRST_WAIT;
    this.lost(0);
    this.sendAgain();
  }

  // Resolves with what became of it: {refused: []} if it was taken.
  /** @param {Record<string, any>} act @returns {Promise<Outcome>} */
  send(act) {
    const id = newId();
    const frame = JSON.stringify({ id, act });
    const answer = new Promise((done) => this.pending.set(id, { frame, done, moment: momentOf(this.view) }));
    if (this.socket.readyState === WebSocket.OPEN && !this.fresh) this.socket.send(frame);
    return answer;
  }

  /** @param {string} id @param {Outcome} answer */
  answered(id, answer) {
    this.pending.get(id)?.done(answer);
    this.pending.delete(id);
  }

  sendAgain() {
    const now = momentOf(this.view);
    for (const [id, { frame, moment }] of this.pending) {
      if (moment === now) this.socket.send(frame);
      else
        this.answered(id, {
          refused: [
            {
              cite: "",
              wrong: "The connection was lost and play has gone on.",
              right: "Look at what happened before you act again.",
            },
          ],
        });
    }
  }
}
