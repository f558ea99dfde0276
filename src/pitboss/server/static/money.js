// Amounts as people write them.

export function dollars(cents) {
  const [whole, part] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? "−" : ""}$${whole.toLocaleString("en-US")}${part ? `.${String(part).padStart(2, "0")}` : ""}`;
}

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
