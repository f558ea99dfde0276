// @ts-check
// Writes and reads amounts of money.

import { dollars } from "./felt/svg.js";

/** @import { Result } from "server" */

export { dollars };

/** @param {number} cents */
export const signedDollars = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

/** @param {string} text */
export function parseCents(text) {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

// Describes the sum of a round by shape and sign as well as in words.
/** @param {number} cents */
export function describeNet(cents) {
  if (cents > 0) return { mark: "▲", kind: "won", words: `You win ${dollars(cents)}` };
  if (cents < 0) return { mark: "▼", kind: "lost", words: `You lose ${dollars(-cents)}` };
  return { mark: "=", kind: "push", words: "Even" };
}

// Describes what a round came to for one person from his wagers that were decided or void. `voided` is the paragraph by
// which the whole round was void.
/** @param {Pick<Result, "net" | "mark" | "staked" | "cite">[]} results @param {string} voided */
export function describeOutcome(results, voided) {
  const sum = results.reduce((total, result) => total + result.net, 0);
  const voidWagers = results.filter(({ mark }) => mark === "void");
  if (!voided && (sum || !voidWagers.length || voidWagers.length < results.length)) return describeNet(sum);
  const returned = voidWagers.reduce((total, { staked }) => total + staked, 0);
  const cite = voided || voidWagers[0].cite;
  if (sum) return { ...describeNet(sum), cite, words: `Void. ${describeNet(sum).words}` };
  return {
    mark: "↩",
    kind: "void",
    cite,
    words: returned ? `Void: ${dollars(returned)} came back` : "The round is void",
  };
}
