// @ts-check
// Draws chips, stacked by denomination, and the results of wagers. The amount is always written.

import { dollars, group, levelGroup, namedGroup, tag, textAt, transformTo } from "./svg.js";

/**
 * @import { Result } from "server"
 * @typedef {{ color: string, text: string, ink?: string, spots?: string, cents?: number }} Chip
 * @typedef {Chip & { cents: number }} OwnChip
 * What a wager became, as far as it is drawn.
 * @typedef {Pick<Result, "mark" | "net">} Became
 */

// The chapter's section on chips is not held: colors are the custom of the trade.
/** @type {OwnChip[]} */
export const DENOMINATIONS = [
  { cents: 100_000, color: "#d9741b", text: "1K" },
  { cents: 50_000, color: "#6a3da0", text: "500" },
  { cents: 10_000, color: "#1d1f22", text: "100" },
  { cents: 2_500, color: "#1b7f4d", text: "25" },
  { cents: 500, color: "#c22032", text: "5" },
  { cents: 100, color: "#e9e6da", text: "1", ink: "#22416e", spots: "#2a5ea8" },
];
/** @type {Chip} */
const SMALL = { color: "#b7a98c", text: "¢", ink: "#3a3222" }; // less than a dollar
const LIGHT = new Set(["yellow", "orange", "pink", "lime"]); // colors on which white cannot be read
const MOST = 7; // drawn of one stack
const NARROW = { textLength: 15, lengthAdjust: "spacingAndGlyphs" }; // a long amount, within the ring of a chip

// Splits an amount into chips, large ones first.
/** @param {number} cents */
export function denominationsOf(cents) {
  /** @type {Chip[]} */
  const chips = [];
  let left = cents;
  for (const kind of DENOMINATIONS) {
    for (; left >= kind.cents && chips.length < 40; left -= kind.cents) chips.push(kind);
  }
  if (left > 0 || !chips.length) chips.push(SMALL);
  return chips;
}

/** @param {{ marks: Record<string, number>, colors?: string[] }} view @param {number} seat */
export function ownChip(view, seat) {
  const worth = view.marks[`color chips ${seat}`];
  const color = view.colors?.[seat - 1];
  return worth && color
    ? { cents: worth, color, text: dollars(worth).slice(1), ink: LIGHT.has(color) ? "#222" : "#fff" }
    : null;
}

/** @param {Chip} kind @param {number} x @param {number} y @param {number} [radius] */
export function chip(kind, x, y, radius = 13) {
  const ink = kind.ink ?? "#fff";
  return group(
    { transform: transformTo(x, y, 0, radius / 13), fill: ink },
    tag("circle", { r: 13, fill: kind.color, stroke: "#0008", "stroke-width": 0.8 }),
    tag("circle", {
      r: 10.8,
      fill: "none",
      stroke: kind.spots ?? "#fff",
      "stroke-width": 3.6,
      "stroke-dasharray": "5.65 5.65",
    }),
    tag("circle", { r: 8, fill: kind.color, stroke: ink, "stroke-opacity": 0.6, "stroke-width": 0.7 }),
    textAt(0, 0, kind.text, { class: "chip-text", ...(kind.text.length > 3 ? NARROW : {}) }),
  ); // in the color of its group
}

/** @param {number} cents @param {number} radius @param {OwnChip | null} [own] */
export function chipPile(cents, radius, own = null) {
  const chips = own
    ? Array.from({ length: Math.max(1, Math.round(cents / own.cents)) }, () => own)
    : denominationsOf(cents);
  const shown = chips.length > MOST ? chips.slice(0, MOST - 1).concat(chips.slice(-1)) : chips;
  return shown.map((kind, index) => chip(kind, 0, (-index * 3 * radius) / 13, radius)).join("");
}

/** @param {string} text */
export const pillWidth = (text) => 9 + 6.4 * text.length;

// Draws an amount or a mark as a pill. One beside its chips begins there.
/** @param {string} text @param {number} x @param {number} y */
export function pill(text, x, y, { size = 1, kind = "", side = 0 } = {}) {
  const width = pillWidth(text);
  return group(
    { transform: transformTo(x + (side * width * size) / 2, y, 0, size), class: `pill ${kind}`.trim() },
    tag("rect", { x: -width / 2, y: -8, width, height: 16, rx: kind === "lost" ? 1 : 8 }),
    textAt(0, 0, text),
  );
}

/** @type {Record<string, (net: number) => string>} */
export const MARKS = {
  /** @param {number} net */
  won: (net) => `▲ +${dollars(net)}`,
  /** @param {number} net */
  lost: (net) => `✕ ${dollars(-Math.abs(net))}`,
  push: () => "= push",
  void: () => "↩ void",
};

/** @param {number} radius */
const crossPicture = (radius) =>
  tag("path", {
    d: `M${-radius} ${-radius}L${radius} ${radius}M${radius} ${-radius}L${-radius} ${radius}`,
    class: "cross",
  });

// Draws the chips on a betting area with their amount or result. `side` says where the mark lies: below the chips (0),
// at the right (1) or at the left (-1).
/**
 * @param {string} key @param {number} cents @param {number} x @param {number} y
 * @param {{ radius?: number, mine?: boolean, side?: number, result?: Became, low?: number, quiet?: boolean }} [look]
 */
export function wagerPicture(
  key,
  cents,
  x,
  y,
  { radius = 13, mine = false, side = 0, result = undefined, low = 0, quiet = false } = {},
) {
  const mark = result && MARKS[result.mark];
  const text = mark ? mark(result.net) : dollars(cents);
  const kind = mark ? result.mark : mine ? "mine" : "";
  const beside = (side || 1) * radius * 1.75; // the winnings
  const lost = result?.mark === "lost";
  const away = result?.mark === "won" && side ? beside + side * (radius + 2) : side * (radius + 3);
  return namedGroup(
    "stack",
    key,
    x,
    y,
    { "data-cents": cents, "data-mark": result?.mark },
    levelGroup(
      x,
      y,
      {},
      group({ opacity: lost ? 0.4 : undefined }, chipPile(cents, radius)),
      lost && crossPicture(radius * 0.8),
      result?.mark === "won" &&
        result.net > 0 &&
        group({ transform: transformTo(beside, 0) }, chipPile(result.net, radius * 0.88)),
      !quiet &&
        pill(text, side ? away : result?.mark === "won" ? beside / 2 : 0, side ? 2 : radius + 8 + low, {
          size: Math.max(0.86, radius / 14),
          kind,
          side,
        }),
    ),
  );
}
