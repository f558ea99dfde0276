// @ts-check
// Computes where words, dice and chips lie inside a betting area that its game draws itself, so that chips never cover
// the printed odds. Everything is measured from the upper left corner of the area.

import { isTurned } from "./svg.js";

/** @import { Cell } from "server" */

/**
 * @typedef {{ x: number, y: number, size: number }} Written
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Room
 * @typedef {{
 *   name: Written, odds: Written | null, dice: Written[], chips: Room, mark: number, several?: Room | false,
 * }} Interior
 */

// How far a disc reaches from its middle: the seat's number is on its shoulder, the pointer at the reader's own disc is
// at its left, and the mark of its result is below it.
const REACH = { left: 12.5, own: 23, right: 17, up: 17.5, down: 15, mark: 26 };
const [ACROSS, DOWN] = [40, 32]; // distance between discs where there is enough room
const ROOMY = 62; // distance where there is room for the mark of each disc
const [BESIDE, FAN] = [9, 24]; // on a line or a corner: distance between discs, and from the first to the last at most
const [HANGING, RAISED] = [17, 6]; // distance of a mark below the middle of its disc
const [NAME, ODDS, DIE] = [24, 12, 14]; // largest sizes
const LINE = 0.7; // half the height of a line, relative to the size of its letters
const INK = 0.42; // half the height of the letters alone
const [WIDE, NUMBER, MIXED] = [0.87, 0.74, 0.6]; // greatest relative width of a letter: capitals, numbers, odds

/** @param {number} least @param {number} value @param {number} most */
const clamp = (least, value, most) => Math.max(least, Math.min(value, most));
// Returns the size of letters in which odds fit into their room.
/** @param {string} text @param {number} width */
const oddsSize = (text, width) => Math.min(ODDS, (width - 4) / (text.length * MIXED));
// Counts the letters of a label, at least four for a word, so that short words are no larger than their neighbors.
/** @param {string} label */
const countLetters = (label) => Math.max(label.length, /^[a-z]/i.test(label) ? 4 : 1);

// Returns where everything in a cell lies. `chips` is the room for one disc, `several` the room for more than one: they
// may cover a name rather than lie on each other, but never odds. `mark` is how far below a disc its mark lies.
/** @param {Cell} cell @returns {Interior} */
export function interiorOf(cell) {
  const { width, height, label, says, dice } = cell;
  if (height >= 70) return highCell(cell);
  return width >= (label && says ? 120 : 80) ? wideCell(cell) : says || dice.length ? smallCell(cell) : bareCell(cell);
}

// Lays out a high cell: its name or dice, then the odds, and the chips below them.
/** @param {Cell} options */
function highCell({ width, height, label, says, dice }) {
  const odds = oddsSize(says, width);
  const size = Math.min(NAME, width / WIDE / countLetters(label));
  const head = dice.length ? DIE : label ? 2 * INK * size : 0;
  const words = head + (says ? 2 * LINE * odds : (LINE - INK) * size);
  const top = clamp(2, (height - words - REACH.up - REACH.down) / 2, height * (head ? 0.14 : 0.2));
  return {
    name: { x: width / 2, y: top + head / 2, size },
    odds: { x: width / 2, y: top + head + LINE * odds, size: odds },
    dice: dice.map((_, index) => ({
      x: width / 2 + (index - (dice.length - 1) / 2) * (DIE + 3),
      y: top + DIE / 2,
      size: DIE,
    })),
    chips: chipRoom(2, top + words + 1, width - 2, height - 1, REACH.mark),
    mark: HANGING,
    several: chipRoom(2, says ? top + words + 1 : 0, width - 2, height - 1, REACH.down),
  };
}

// Lays out a low and wide cell: words at its left, chips at its right. Marks may be wide, so they stay below the odds.
/** @param {Cell} options */
function wideCell({ width, height, label, says, dice }) {
  const left = Math.min(width - REACH.own - REACH.right - 2, width * 0.56);
  const odds = oddsSize(says, left);
  const size = Math.min(NAME, height * 0.5, left / WIDE / countLetters(label));
  const lines = INK * size + LINE * odds;
  const middle = (height + REACH.up - REACH.down) / 2; // of a disc
  return {
    name: { x: left / 2, y: (says ? height - lines : height) / 2, size },
    odds: { x: left / 2, y: label || dice.length ? (height + lines) / 2 : height * 0.4, size: odds },
    dice: dice.map((_, index) => ({
      x: left / 2 + (index - (dice.length - 1) / 2) * (DIE + 3),
      y: (height - lines) / 2,
      size: DIE,
    })),
    chips: chipRoom(left, 0, width - 1, height, REACH.down),
    mark: clamp(RAISED, height - middle - 9, HANGING),
    several: !says && chipRoom(0, 0, width - 1, height, REACH.down),
  };
}

// Lays out a small cell: its name or dice in a corner, chips beside that, and the odds below both. The mark of a win
// lies on the chips, because below them it would hide the odds.
/** @param {Cell} options */
function smallCell({ width, height, label, says, dice }) {
  const odds = oddsSize(says, width);
  const line = height - 2 * LINE * odds - 1;
  const left = width - REACH.right - REACH.down - 1;
  const size = Math.min(NAME, height * 0.4, left / NUMBER / Math.max(2, label.length));
  const die = Math.min(DIE, (left - 2) / 2.3); // the pointer at the reader's own disc is below the dice
  return {
    name: { x: left / 2, y: 2 + INK * size, size },
    odds: { x: width / 2, y: height - LINE * odds - 0.5, size: odds },
    dice: dice.map((_, index) => ({
      x: left / 2 + 0.5 + (index < 2 ? (index - (Math.min(2, dice.length) - 1) / 2) * (die + 1) : 0),
      y: 2 + die / 2 + (index < 2 ? 0 : die + 1),
      size: die,
    })),
    chips: chipRoom(left, 0, width - 1, line, REACH.down),
    mark: RAISED,
    several: chipRoom(0, 0, width - 1, line, REACH.down),
  };
}

// Lays out a cell that has room for a name only, on which the chips lie.
/** @param {Cell} options */
const bareCell = ({ width, height, label }) => ({
  name: { x: width / 2, y: height / 2, size: Math.min(NAME, height * 0.5, width / WIDE / countLetters(label)) },
  odds: null,
  dice: [],
  chips: chipRoom(0, 0, width, height, REACH.down),
  mark: HANGING,
});

// Returns the rectangle in which the middles of discs may lie.
/** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {number} low */
const chipRoom = (left, top, right, bottom, low) => ({
  left,
  right: right - REACH.right,
  top: top + REACH.up,
  bottom: Math.max(top + REACH.up, bottom - low),
});

// Returns where the discs of an area lie, one for each player. `mark` of each says how far below its middle its mark
// lies, and how much room the mark has at the left and at the right. `own` is true if one of them has a pointer. Discs
// lie apart where there is room, otherwise close together.
/** @param {Cell} cell @param {number} count @param {boolean} own */
export function discPlaces(cell, count, own) {
  const middle = [cell.x + cell.width / 2, cell.y + cell.height / 2];
  const turned = isTurned() ? -1 : 1; // words are turned level for the dealer, chips are not
  const fan = turned * Math.min(BESIDE, FAN / (count - 1 || 1));
  if (cell.dot)
    return Array.from({ length: count }, (_, nth) => ({
      x: middle[0] + nth * fan,
      y: middle[1] - (nth * fan) / 2,
      mark: { low: RAISED },
    }));
  const { chips, several, mark } = interiorOf(cell);
  const { left, right, top, bottom } = (count > 1 && several) || chips;
  const from = Math.min(right, left + (own ? REACH.own : REACH.left));
  const [wide, high] = [right - from, bottom - top];
  const rows = Array.from({ length: count }, (_, index) => index + 1).map((row) => ({
    row,
    ...gridOf(count, row, wide, high),
  }));
  const best = rows.reduce((first, second) => (second.apart > first.apart ? second : first));
  const step = best.across > 1 ? Math.min(ROOMY, wide / (best.across - 1)) : 0;
  return Array.from({ length: count }, (_, nth) => {
    const row = Math.floor(nth / best.across);
    const inRow = Math.min(best.across, count - row * best.across);
    const x = rowStart((left + right + REACH.right) / 2, (inRow - 1) * step, from, right) + (nth % best.across) * step;
    const y =
      rowStart((top + bottom) / 2, (Math.ceil(count / best.across) - 1) * best.down, top, bottom) + row * best.down;
    return {
      x: middle[0] + turned * (x - cell.width / 2),
      y: middle[1] + turned * (y - cell.height / 2),
      mark: { low: mark, left: x, right: cell.width - x },
    };
  });
}

// Returns how many discs of a number of rows lie side by side, and how far they are from each other.
/** @param {number} count @param {number} rows @param {number} wide @param {number} high */
function gridOf(count, rows, wide, high) {
  const across = Math.ceil(count / rows);
  const right = across > 1 ? Math.min(ACROSS, wide / (across - 1)) : ACROSS;
  const down = rows > 1 ? Math.min(DOWN, high / (rows - 1)) : DOWN;
  return { across, down, apart: Math.min(right, rows > 1 ? down : ACROSS) };
}

// Returns where a row of this length begins: around the middle, if there is room.
/** @param {number} middle @param {number} length @param {number} least @param {number} most */
const rowStart = (middle, length, least, most) => clamp(least, middle - length / 2, Math.max(least, most - length));
