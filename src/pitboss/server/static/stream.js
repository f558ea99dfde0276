// @ts-check
// The connection to a table: views come in, whole at first and then what changed; actions go out and are answered one
// by one.

/**
 * @import {
 *   Acknowledged, ChangesFrame, NotUnderstood, Refusal, Refused, ShownNow, TableView, ViewFrame,
 * } from "server"
 * @typedef {ViewFrame | ChangesFrame | Acknowledged | Refused | NotUnderstood} Frame
 * @typedef {{
 *   onView: (view: TableView, shown: ShownNow[], jumped: boolean) => void,
 *   onLost: (seconds: number) => void,
 * }} StreamEvents
 * What became of an action: `refused` is empty if it was accepted.
 * @typedef {{ refused: Refusal[] }} Outcome
 * @typedef {{ frame: string, moment: string, resolve: (outcome: Outcome) => void }} Pending
 */

const [FIRST_WAIT, LONGEST_WAIT] = [500, 10_000];

const newId = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns the moment an action was meant for. If play has gone on when the connection is back, the action is not sent
// again: it either counted or would mean something else now.
/** @param {TableView} view */
const momentOf = (view) => JSON.stringify([view.round, view.asked?.number, view.asked?.position]);

export class Stream {
  // `onView(view, shown, jumped)` gets the newest view, the acts that led to it, and whether some are missing.
  // `onLost(seconds)` is called when the connection is lost, with the seconds until the next try; 0 when it is back.
  /** @param {number} table @param {TableView} view @param {StreamEvents} options */
  constructor(table, view, { onView, onLost }) {
    this.view = view;
    this.onView = onView;
    this.onLost = onLost;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${table}?changes=1`;
    /** @type {Map<string, Pending>} */
    this.pending = new Map(); // id -> what was sent and is not answered yet, oldest first
    this.wait = FIRST_WAIT;
    this.isFresh = true; // whether this connection has not sent a view yet
    window.addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.isFresh = true;
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    this.socket.addEventListener("close", ({ target }) => {
      if (target !== this.socket) return;
      this.onLost(Math.ceil(this.wait / 1000));
      this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  /** @param {Frame} frame */
  receive(frame) {
    if (frame.kind === "view") {
      this.acceptView(frame.view, [], true);
    } else if (frame.kind === "changes") {
      this.acceptView({ ...this.view, ...frame.view }, frame.shown, false);
    } else if (frame.kind === "error") {
      // Answers come in the order in which actions were sent: this one is about the oldest.
      const [oldest] = this.pending.keys();
      this.resolveAction(oldest, { refused: [{ cite: "", wrong: frame.wrong, right: "" }] });
    } else {
      this.resolveAction(frame.id, { refused: frame.kind === "refused" ? frame.refused : [] });
    }
  }

  /** @param {TableView} view @param {ShownNow[]} shown @param {boolean} jumped */
  acceptView(view, shown, jumped) {
    this.view = view;
    this.onView(view, shown, jumped);
    if (!this.isFresh) return;
    this.isFresh = false;
    this.wait = FIRST_WAIT;
    this.onLost(0);
    this.sendAgain();
  }

  // Sends an action and resolves with what became of it: {refused: []} if it was accepted.
  /** @param {Record<string, any>} act @returns {Promise<Outcome>} */
  send(act) {
    const id = newId();
    const frame = JSON.stringify({ id, act });
    const answer = new Promise((resolve) => this.pending.set(id, { frame, resolve, moment: momentOf(this.view) }));
    if (this.socket.readyState === WebSocket.OPEN && !this.isFresh) this.socket.send(frame);
    return answer;
  }

  /** @param {string} id @param {Outcome} answer */
  resolveAction(id, answer) {
    this.pending.get(id)?.resolve(answer);
    this.pending.delete(id);
  }

  sendAgain() {
    const current = momentOf(this.view);
    for (const [id, { frame, moment }] of this.pending) {
      if (moment === current) this.socket.send(frame);
      else
        this.resolveAction(id, {
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
