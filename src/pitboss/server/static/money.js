// Amounts as people write them.

import { dollars } from "./felt/svg.js";

export { dollars };

export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

// What was typed, in cents; nothing if it is no amount.
export function cents(text) {
  const found = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

// The sum of a round by shape and sign as well as in words.
export function net(cents) {
  if (cents > 0) return { mark: "▲", kind: "won", words: `You win ${dollars(cents)}` };
  if (cents < 0) return { mark: "▼", kind: "lost", words: `You lose ${dollars(-cents)}` };
  return { mark: "=", kind: "push", words: "Even" };
}
