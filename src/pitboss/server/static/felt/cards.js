// @ts-check
// Draws playing cards: thirteen ranks, four suits and three emblems are combined to fifty-two faces.

import { group, isTurned, namedGroup, tag, transformTo, useSymbol } from "./svg.js";

/** @typedef {{ width?: number, turn?: number, back?: string, edge?: string, faint?: boolean }} CardLook */

// Strokes on a grid of 14 by 20, so that no font changes them.
const RANKS = {
  A: "M1 19L7 1l6 18M3.4 13h7.2",
  K: "M2 1v18M12.4 1L2.4 11.4M5.8 8.4L12.8 19",
  Q: "M7 1C2.6 1 1.4 5 1.4 10S2.6 19 7 19s5.6-4 5.6-9S11.4 1 7 1zM8.4 13.6L13 19.6",
  J: "M6.6 1h6M11 1v13.4c0 3-1.7 4.6-4.4 4.600S2 17.4 1.8 14.4",
  T: "M.8 4L3.6 1v18M10.2 1C7.4 1 7 5 7 10s.4 9 3.2 9 3.2-4 3.2-9-.4-9-3.2-9z",
  9: "M12 6.800c0 3.5-2 5.7-5 5.700s-5-2.2-5-5.700S4 1 7 1s5 2.3 5 5.800V10c0 6-2 9-6.6 9",
  8:
    "M7 9.300c-2.8 0-4.3-1.8-4.3-4.100S4.3 1 7 1s4.3 1.9 4.3 4.200S9.8 9.3 7 9.300zm0 0c-3.2 0-5.2 2-5.2 4.900" +
    "S3.8 19 7 19s5.2-1.9 5.2-4.8-2-4.9-5.2-4.900z",
  7: "M1.5 1.500h11L5.5 19",
  6: "M11.5 1C5 2.5 2 7 2 13c0 3.8 2 6 5 6s5-2.3 5-6-2-5.7-5-5.7-5 2.2-5 5.7",
  5: "M11.5 1.500h-8l-1 7.700C4 7.8 5.5 7.4 7 7.400c3.3 0 5.2 2.3 5.2 5.700S10 19 6.7 19c-2.7 0-4.4-1.2-5.2-3.3",
  4: "M9.5 19V1l-8 12.500H13",
  3:
    "M2 3c1.3-1.4 2.9-2 4.7-2 2.9 0 4.8 1.6 4.8 4.200S9.5 9.4 6 9.400c3.8 0 6 1.8 6 4.700S9.9 19 6.7 19" +
    "c-2.3 0-4.1-.9-5.2-2.7",
  2: "M2 5.500C2 2.8 4 1 7 1s5 1.8 5 4.500c0 2.2-1.2 3.9-3.6 6.200L2 18.700h10.5",
};

const SUITS = {
  h:
    "M10 18.500C4 13.5 1 10.3 1 6.6 1 3.7 3.1 1.8 5.6 1.800" +
    "c1.9 0 3.5 1.1 4.4 2.8.9-1.7 2.5-2.8 4.4-2.8 2.5 0 4.6 1.9 4.6 4.8 0 3.7-3 6.9-9 11.900z",
  d: "M10 .6L17.2 10 10 19.4 2.8 10z",
  s:
    "M10 .8c3 4.2 8.8 7.2 8.8 11.5 0 2.4-1.7 4.1-3.9 4.1-1.6 0-2.9-.8-3.7-2 .2 2.2.9 3.6 2.3 4.800h-7" +
    "c1.4-1.2 2.1-2.6 2.3-4.8-.8 1.2-2.1 2-3.7 2-2.2 0-3.9-1.7-3.9-4.100C1.2 8 7 5 10 .8z",
  c:
    "M10 .7a4.4 4.4 0 0 1 3.5 7.1 4.4 4.4 0 1 1-2.5 6.600c.2 2 .9 3.5 2.4 4.800H6.600c1.5-1.3 2.2-2.8 2.4-4.800" +
    "a4.4 4.4 0 1 1-2.5-6.600A4.4 4.4 0 0 1 10 .7z",
};

// On a grid of 24 by 20: a crown with a cross, a coronet with pearls, a cap with a plume.
/** @type {Record<string, string>} */
const EMBLEMS = {
  K:
    "M4 16.500h16V20H4zM3.5 15L1 6.500l6 3.800L11 5h2l4 5.3 6-3.800L20.5 15zM11.2 0h1.600v1.400h1.400V3h-1.400" +
    "v1.600h-1.600V3H9.800V1.400h1.400z",
  Q:
    "M4 16.500h16V20H4zM3.5 15L2 8l4.6 3.400L8.5 4.500l3.5 6.7 3.5-6.7 1.9 6.900L22 8l-1.5 7zM2 4.800" +
    "a1.6 1.6 0 1 0 .1 0zM8.5 1.200a1.6 1.6 0 1 0 .1 0zM15.5 1.200a1.6 1.6 0 1 0 .1 0zM22 4.800" +
    "a1.6 1.6 0 1 0 .1 0z",
  J:
    "M3 16.500h17V20H3zM4 15C4 9 8 6.2 12.5 6.6 16.5 7 19 10 19 15zM13 6C13.5 2 17.5-.5 23 1" +
    "c-.5 4.5-3.5 6.5-7.5 6.500z",
};

const IVORY = "#fffdf4";
const GOLD = "#b98a1e";
/** @type {Record<string, string>} */
export const BACKS = { red: "#9e1b32", blue: "#1d4f9e", green: "#1f6b45", black: "#2a2b30" };

export const WIDTH = 50;
export const HEIGHT = 70;

export function definitions() {
  const ranks = Object.entries(RANKS).map(([name, path]) =>
    tag(
      "symbol",
      { id: `rank-${name}`, viewBox: "-1 -1 16 22" },
      tag("path", {
        d: path,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2.5,
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      }),
    ),
  );
  const suits = Object.entries(SUITS).map(([name, path]) =>
    tag("symbol", { id: `suit-${name}`, viewBox: "0 0 20 20" }, tag("path", { d: path, fill: "currentColor" })),
  );
  const emblems = Object.entries(EMBLEMS).map(([name, path]) =>
    tag(
      "symbol",
      { id: `court-${name}`, viewBox: "0 0 24 20" },
      tag("path", { d: path, fill: GOLD, stroke: "currentColor", "stroke-width": 0.9, "stroke-linejoin": "round" }),
    ),
  );
  const backs = Object.entries(BACKS).map(([name, color]) =>
    tag(
      "symbol",
      { id: `back-${name}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      tag("rect", { width: WIDTH, height: HEIGHT, rx: 5, fill: IVORY }),
      tag("rect", { x: 3, y: 3, width: 44, height: 64, rx: 3, fill: color }),
      tag("path", { d: lattice(), fill: "none", stroke: IVORY, "stroke-opacity": 0.4, "stroke-width": 0.8 }),
      tag("circle", { cx: 25, cy: 35, r: 8, fill: color, stroke: IVORY, "stroke-width": 1 }),
      useSymbol("suit-d", 20.5, 30.5, 9, 9, { color: IVORY }),
    ),
  );
  return [ranks, suits, emblems, backs].flat().join("");
}

function lattice() {
  let path = "";
  for (let x = -64; x < 48; x += 8) {
    const [left, right] = [Math.max(3, x + 3), Math.min(47, x + 67)];
    path += `M${left} ${left - x}L${right} ${right - x}M${50 - left} ${left - x}L${50 - right} ${right - x}`;
  }
  return path;
}

// Draws a card around its middle: "AS" or "10h" is a face, "??" a back. An edge is "gold" (the card belongs to the hand
// that was paid) or "record" (the card has gone to the rack).
/** @param {string} face @param {number} x @param {number} y */
export function cardAt(face, x, y, { width = 44, turn = 0, back = "red", edge = "", faint = false } = {}) {
  const known = face && face !== "??";
  const inside = known ? front(face) : useSymbol(`back-${BACKS[back] ? back : "red"}`, 0, 0, WIDTH, HEIGHT);
  const outline = tag("rect", { width: WIDTH, height: HEIGHT, rx: 5, class: `edge ${edge}`.trim() });
  return group(
    {
      transform: `${transformTo(x, y, turn, width / WIDTH)} translate(${-WIDTH / 2} ${-HEIGHT / 2})`,
      opacity: faint ? 0.5 : undefined,
    },
    inside,
    outline,
  );
}

/** @param {string} key @param {string} face @param {number} x @param {number} y @param {CardLook} look */
export const namedCard = (key, face, x, y, look) =>
  namedGroup("card", key, x, y, { "data-face": face }, cardAt(face, x, y, look));

/** @param {string} face */
export const rankOf = (face) => (face.slice(0, -1) === "10" ? "T" : face.slice(0, -1).toUpperCase());
/** @param {string} face */
export const suitOf = (face) => face.slice(-1).toLowerCase();

/** @param {string} face */
function front(face) {
  const [rank, suit] = [rankOf(face), suitOf(face)];
  const figure = EMBLEMS[rank]
    ? useSymbol(`court-${rank}`, 15, 38, 32, 27)
    : rank === "A"
      ? tag("circle", { cx: 31, cy: 50, r: 14, fill: "none", stroke: "currentColor", "stroke-width": 1 }) +
        useSymbol(`suit-${suit}`, 22, 41, 18, 18)
      : useSymbol(`suit-${suit}`, 18, 37, 28, 28);
  return group(
    { class: `suit-${suit}` },
    tag("rect", { width: WIDTH, height: HEIGHT, rx: 5, fill: IVORY }),
    useSymbol(`rank-${rank}`, 3, 3.5, 16.5, 22.7),
    useSymbol(`suit-${suit}`, 4.5, 28, 13, 13),
    figure,
  );
}

// Draws cards in a row of a fixed number of slots around its middle, so that a new card moves no other one.
/**
 * @param {string} key @param {string[]} faces @param {number} x @param {number} y
 * @param {{ gap: number, slots: number, turn?: number, look: (face: string, index: number) => CardLook }} options
 */
export function cardRow(key, faces, x, y, { gap, slots, turn = 0, look }) {
  const angle = (turn * Math.PI) / 180;
  return faces.map((face, index) => {
    const along = (index - (slots - 1) / 2) * gap;
    return namedCard(`${key}-${index}`, face, x + along * Math.cos(angle), y + along * Math.sin(angle), {
      turn: turn + (isTurned() ? 180 : 0),
      ...look(face, index),
    });
  });
}
