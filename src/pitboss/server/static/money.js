// @ts-check
// Amounts as people write them.

import { dollars } from "./felt/svg.js";

/** @import { Result } from "server" */

export { dollars };

/** @param {number} parseCents */
export const signedDollars = (parseCents) => (parseCents > 0 ? "+" : "") + dollars(parseCents);

// What was typed, in cents; nothing if it is no amount.
/** @param {string} text */
export function parseCents(text) {
  const found = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

// The sum of a round by shape and sign as well as in words.
/** @param {number} parseCents */
export function describeNet(parseCents) {
  if (parseCents > 0) return { mark: "▲", kind: "won", words: `You win ${dollars(parseCents)}` };
  if (parseCents < 0) return { mark: "▼", kind: "lost", words: `You lose ${dollars(-parseCents)}` };
  return { mark: "=", kind: "push", words: "Even" };
}

// What a round came to for one person, of whose wagers these became something: decided, or void and back with him.
// `voided` is the paragraph by which the whole round was void.
/** @param {Pick<Result, "net" | "mark" | "staked" | "cite">[]} results @param {string} voided */
export function describeOutcome(results, voided) {
  const sum = results.reduce((all, each) => all + each.net, 0);
  const gone = results.filter(({ mark }) => mark === "void");
  if (!voided && (sum || !gone.length || gone.length < results.length)) return describeNet(sum);
  const back = gone.reduce((all, { staked }) => all + staked, 0);
  const cite = voided || gone[0].cite;
  if (sum) return { ...describeNet(sum), cite, words: `Void. ${describeNet(sum).words}` };
  return { mark: "↩", kind: "void", cite, words: back ? `Void: ${dollars(back)} came back` : "The round is void" };
}
