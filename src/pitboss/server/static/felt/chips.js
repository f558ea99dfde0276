// Chips, seen from above and stacked by denomination; the amount is always written.

import { at, dollars, group, tag, words } from "./svg.js";

// The chapter's section on chips is not held: colors are the custom of the trade.
export const DENOMINATIONS = [
  { cents: 100_000, color: "#d9741b", text: "1K" },
  { cents: 50_000, color: "#6a3da0", text: "500" },
  { cents: 10_000, color: "#1d1f22", text: "100" },
  { cents: 2_500, color: "#1b7f4d", text: "25" },
  { cents: 500, color: "#c22032", text: "5" },
  { cents: 100, color: "#e9e6da", text: "1", ink: "#22416e", spots: "#2a5ea8" },
];
const SMALL = { color: "#b7a98c", text: "¢", ink: "#3a3222" }; // less than a dollar
const MOST = 7; // drawn of one stack

export function chipsOf(cents) {
  const found = [];
  let left = cents;
  for (const kind of DENOMINATIONS) {
    for (; left >= kind.cents && found.length < 40; left -= kind.cents) found.push(kind);
  }
  if (left > 0 || !found.length) found.push(SMALL);
  return found;
}

export function chip(kind, x, y, radius = 13) {
  const ink = kind.ink ?? "#fff";
  return group({ transform: at(x, y, 0, radius / 13) },
    tag("circle", { r: 13, fill: kind.color, stroke: "#0008", "stroke-width": 0.8 }),
    tag("circle", { r: 10.8, fill: "none", stroke: kind.spots ?? "#fff", "stroke-width": 3.6, "stroke-dasharray": "5.65 5.65" }),
    tag("circle", { r: 8, fill: kind.color, stroke: ink, "stroke-opacity": 0.6, "stroke-width": 0.7 }),
    words(0, 0, kind.text, { fill: ink, class: "chip-text" }));
}

// A stack on a betting area. Large ones lie below.
export function stack(cents, x, y, { radius = 13, mine = false, label = true } = {}) {
  const all = chipsOf(cents);
  const drawn = all.length > MOST ? all.slice(0, MOST - 1).concat(all.at(-1)) : all;
  const height = 3 * radius / 13;
  const chips = drawn.map((kind, index) => chip(kind, x, y - index * height, radius));
  return chips.join("") + (label ? pill(dollars(cents), x, y + radius + 9 * radius / 13, { size: radius / 13, kind: mine ? "mine" : "" }) : "");
}

// An amount, level wherever its chips lie.
export function pill(text, x, y, { size = 1, kind = "" } = {}) {
  const width = 9 + 6.4 * text.length;
  return group({ transform: at(x, y, 0, size), class: `pill ${kind}`.trim() },
    tag("rect", { x: -width / 2, y: -8, width, height: 16, rx: kind === "lost" ? 2 : 8 }), words(0, 0, text));
}
