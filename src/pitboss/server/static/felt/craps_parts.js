// @ts-check
// Draws the parts of a craps layout, on a wide page and on a narrow one: cells with the law's names, discs of chips,
// dice and puck. A layout is a list of cells; chips find their cell by the name of their area.

import { chip, denominationsOf, MARKS, ownChip, pill, pillWidth } from "./chips.js";
import { dollars, group, levelGroup, namedGroup, tag, textAt, transformTo } from "./svg.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { Printed, Result } from "server"
 */

/**
 * @typedef {[right: number, down: number, text: string | number, kind: string]} CellText
 * @typedef {{
 *   open?: boolean, path?: string, faces?: { x?: number, y?: number, show: [number, number] }, chips?: ChipRoom,
 *   size?: number, up?: number,
 * }} CellLook
 * @typedef {{ x: number, y: number, most: number, step?: number }} ChipRoom
 * @typedef {{
 *   spot: string, x: number, y: number, width: number, height: number, chips?: ChipRoom, up: number, drawn: string,
 * }} CrapsCell
 * @typedef {{ text: string, size: number, half: number, x: number, y: number, kind: string }} Mark
 * @typedef {(spot: string, number?: number) => string} Says
 */

export const NUMBERS = [4, 5, 6, 8, 9, 10];
/** @type {Record<number, string>} */
export const NAMES = { 6: "SIX", 9: "NINE" };
/** @type {Record<number, string>} */
const PAIRS = { 4: "4 or 10", 10: "4 or 10", 5: "5 or 9", 9: "5 or 9", 6: "6 or 8", 8: "6 or 8" };
const TOTALS = ["", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** @type {Record<string, [number, number]>} */
export const FACES_OF = {
  "hard 6": [3, 3],
  "hard 10": [5, 5],
  "hard 8": [4, 4],
  "hard 4": [2, 2],
  "craps three": [1, 2],
  "craps two": [1, 1],
  "craps twelve": [6, 6],
  eleven: [5, 6],
};
const LAST_LEFT_SEAT = 8; // seats up to this one lay their chips at the left end, the others at the right

/** @param {Pick<Printed, "pays">} printed */
export function oddsByArea(printed) {
  const odds = new Map(printed.pays[0]?.lines ?? []);
  /** @param {...string} lines */
  const joinOdds = (...lines) =>
    lines
      .map((line) => odds.get(line))
      .filter(Boolean)
      .join(" · ");
  return (/** @type {string} */ spot, number = 0) => {
    if (spot === "place" || spot === "lose")
      return odds.get(`place ${PAIRS[number]} to ${spot === "place" ? "win" : "lose"}`) ?? "";
    if (spot === "odds on" || spot === "odds against") return odds.get(`${spot} ${PAIRS[number]}`) ?? "";
    if (spot.startsWith("hard ")) return odds.get(`hard ${PAIRS[Number(spot.slice(5))]}`) ?? "";
    if (spot === "horn") return joinOdds("horn, 2 or 12", "horn, 3 or 11");
    if (spot === "c and e") return joinOdds("c and e, craps", "c and e, eleven");
    return odds.get(spot) ?? "";
  };
}

// Draws a cell. Its texts are [x, y, text, class], measured from the middle of the cell.
/**
 * @param {string} spot @param {[number, number, number, number]} options @param {CellText[]} texts
 * @param {CellLook} [options]
 */
export function crapsCell(spot, [x, y, width, height], texts, { open, path, faces, chips, size = 14, up = 0 } = {}) {
  const inside = levelGroup(
    x + width / 2,
    y + height / 2,
    {},
    texts.map(([right, down, text, kind]) => textAt(right, down, text, { class: kind })),
    faces && pairOfDice(faces.x ?? 0, faces.y ?? 0, faces.show, size),
  );
  const attributes = {
    class: `area${open ? " open" : ""}${spot.endsWith("odds") ? " odds-area" : ""}`,
    "data-spot": spot,
  };
  return {
    spot,
    x,
    y,
    width,
    height,
    chips,
    up,
    drawn: group(
      { "data-area": spot },
      path ? tag("path", { d: path, ...attributes }) : tag("rect", { x, y, width, height, ...attributes }),
      inside,
    ),
  };
}

/** @param {number} value @param {number} x @param {number} y @param {number} size */
export function die(value, x, y, size, { turn = 0, red = false } = {}) {
  const step = size * 0.27;
  return group(
    { transform: transformTo(x, y, turn) },
    tag("rect", {
      x: -size / 2,
      y: -size / 2,
      width: size,
      height: size,
      rx: size * 0.16,
      class: red ? "die red" : "die",
    }),
    PIPS[value].map((spot) =>
      tag("circle", {
        cx: ((spot % 3) - 1) * step,
        cy: (Math.floor(spot / 3) - 1) * step,
        r: size * 0.095,
        class: red ? "pip red" : "pip",
      }),
    ),
  );
}

/** @param {number} x @param {number} y @param {[number, number]} options @param {number} size */
export const pairOfDice = (x, y, [one, other], size) =>
  die(one, x - size * 0.6, y, size) + die(other, x + size * 0.6, y, size);

/** @param {Drawn} view @param {number} x @param {number} y @param {number} size */
export function diceAsThrown(view, x, y, size) {
  const values = view.dice.length ? view.dice : (view.last_dice ?? []);
  if (values.length !== 2) return "";
  const total = TOTALS[values[0] + values[1]];
  const isHard = values[0] === values[1] && NUMBERS.includes(values[0] * 2);
  return [
    values.map((value, index) =>
      namedGroup(
        "die",
        index,
        x + index * size * 1.28,
        y,
        { "data-value": value },
        die(value, x + index * size * 1.28, y, size, { turn: index ? 13 : -10, red: true }),
      ),
    ),
    levelGroup(
      x + size * 2.95,
      y,
      {},
      textAt(0, -9, total, { class: "total" }),
      textAt(0, 10, isHard ? "the hard way" : view.dice.length ? "thrown" : "last roll", { class: "small" }),
    ),
  ];
}

/** @param {number} x @param {number} y @param {boolean} on */
export const puckPicture = (x, y, on, { key = "puck", radius = 15 } = {}) =>
  namedGroup(
    "place",
    key,
    x,
    y,
    { "data-on": String(on) },
    levelGroup(
      x,
      y,
      { size: radius / 15 },
      tag("circle", { r: 15, fill: on ? "#fff" : "#111", stroke: on ? "#111" : "#fff", "stroke-width": 2 }),
      textAt(0, 0, on ? "ON" : "OFF", { class: on ? "puck dark" : "puck" }),
    ),
  );

// --- chips: one disc for each player and area, with the seat's number on its shoulder

/** @param {Drawn} view @param {CrapsCell[]} cells */
export function discsOnLayout(view, cells) {
  const backs = new Set(
    (view.results ?? []).filter(({ mark }) => mark === "back").map(({ position, spot }) => `${position}:${spot}`),
  );
  const wagers = Object.entries(view.wagers)
    .flatMap(([seat, spots]) => Object.entries(spots).map(([spot, cents]) => ({ seat: Number(seat), spot, cents })))
    .filter(({ seat, spot }) => !backs.has(`${seat}:${spot}`));
  // A come bet may move to a number whose own bet is decided by the same roll: the decided one is marked.
  /** @param {Result} result */
  const isStanding = (result) => result.mark === "stands";
  const results = [...(view.results ?? [])].sort(
    (first, second) => Number(isStanding(second)) - Number(isStanding(first)),
  );
  const decided = new Map(results.map((result) => [`${result.position}:${result.spot}`, result]));
  for (const { position, spot, staked, mark } of decided.values()) {
    if (MARKS[mark] && !view.wagers[position]?.[spot]) wagers.push({ seat: position, spot, cents: staked });
  }
  const countByCell = new Map(); // number of discs that lie in a cell already
  /** @param {{ seat: number }} options */
  const own = ({ seat }) => seat === view.you.seat;
  return wagers
    .sort((first, second) => Number(own(first)) - Number(own(second)))
    .map(({ seat, spot, cents }) => {
      const place = cellOf(cells, spot, seat > LAST_LEFT_SEAT);
      if (!place) return "";
      const nth = countByCell.get(place.cell) ?? 0;
      countByCell.set(place.cell, nth + 1);
      const { x, y, step, most } = chipRoom(place.cell);
      const behind = place.behind ? 9 : 0; // odds lie a little aside of the bet that they back
      return discPicture(
        view,
        seat,
        spot,
        cents,
        x + (nth % most) * step + behind,
        y - Math.floor(nth / most) * 11 - place.raised - behind,
        decided.get(`${seat}:${spot}`),
      );
    });
}

// Returns the cell of a wager: its own, or that of its number for a bet that has traveled and for odds without a cell.
/** @param {CrapsCell[]} cells @param {string} spot @param {boolean} right */
function cellOf(cells, spot, right) {
  /** @param {string} name */
  const find = (name) => {
    const matching = cells.filter((cell) => cell.spot === name);
    return right ? matching.at(-1) : matching[0];
  };
  const ownCell = find(spot);
  if (ownCell) return { cell: ownCell, raised: 0, behind: false };
  const number = spot.match(/\d+/)?.[0];
  const isOdds = spot.endsWith(" odds");
  const home = number
    ? find(/^(don't|lay)/.test(spot) ? `place ${number} to lose` : `place ${number}`)
    : find(spot.replace(/ odds$/, ""));
  return home && { cell: home, raised: /^come/.test(spot) ? home.up : 0, behind: isOdds };
}

/** @param {CrapsCell} options */
function chipRoom({ x, y, width, height, chips }) {
  if (chips) return { step: 27, ...chips };
  const most = Math.max(1, Math.floor((width - 6) / 27));
  return {
    x: x + Math.min(15, width / 2),
    y: y + height - 14,
    step: width < 60 ? 17 : 27,
    most: width < 60 ? 2 : most,
  };
}

// Returns the mark for the result of a wager, `low` below the middle of its disc. With `left` and `right`, the room on
// either side, it is moved so that it stays inside its area if it fits.
/**
 * @param {Drawn} view @param {number} seat @param {Result | undefined} result
 * @param {{ low?: number, left?: number, right?: number }} [options]
 */
export function markOf(view, seat, result, { low = 17, left = Infinity, right = Infinity } = {}) {
  const text = result && MARKS[result.mark]?.(result.net);
  if (!text) return null;
  const size = seat === view.you.seat ? 1 : 0.8;
  const half = (pillWidth(text) * size) / 2;
  const aside = left + right < 2 * half ? (right - left) / 2 : Math.max(half - left, Math.min(0, right - half));
  return { text, size, half, x: aside, y: low, kind: result.mark };
}

// Draws one wager as a disc with its amount, its seat's number and the mark of its result.
/**
 * @param {Drawn} view @param {number} seat @param {string} spot @param {number} cents @param {number} x
 * @param {number} y @param {Result | undefined} result @param {Mark | null} [mark]
 */
export function discPicture(view, seat, spot, cents, x, y, result, mark = markOf(view, seat, result)) {
  const mine = seat === view.you.seat;
  const amount = dollars(cents).slice(1);
  return namedGroup(
    "stack",
    `${seat}:${spot}`,
    x,
    y,
    { "data-cents": cents, "data-mark": result?.mark },
    levelGroup(
      x,
      y,
      { class: mine ? "disc mine" : "disc" },
      group(
        { opacity: result?.mark === "lost" ? 0.45 : undefined },
        chip({ ...(ownChip(view, seat) ?? denominationsOf(cents)[0]), text: amount }, 0, 0, 11.5),
      ),
      mine && tag("circle", { r: 13, class: "your-ring" }),
      mine && tag("path", { d: "M-22 -5L-14 0L-22 5Z", fill: "#ffd451" }),
      result?.mark === "lost" && tag("path", { d: "M-9 -9L9 9M9 -9L-9 9", class: "cross" }),
      view.marks[`on ${spot} @${seat}`] &&
        group(
          { transform: transformTo(-8, -10), "data-called": "on" },
          tag("circle", { r: 7, fill: "#fff", stroke: "#111" }),
          textAt(0, 0, "ON", { class: "shoulder dark" }),
        ), // 1.2(a)5
      tag("circle", { cx: 9, cy: -10, r: 6.5, fill: "#111", stroke: "#fff8", "stroke-width": 0.7 }),
      textAt(9, -10, seat, { class: "shoulder" }),
      mark && pill(mark.text, mark.x, mark.y, mark),
    ),
  );
}
