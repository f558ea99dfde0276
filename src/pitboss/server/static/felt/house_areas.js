// @ts-check
// Finds room on a card layout for the betting areas of wagers that the house describes itself.

/** @import { Area, CardLayout } from "./card_layouts.js" */

// Where areas of the house's own wagers may lie, the nearest first; those too near to an area of the game stay free.
const ASIDE = [
  [-46, 22],
  [46, 22],
  [-52, -44],
  [52, -44],
  [-78, -10],
  [78, -10],
  [-24, 44],
  [24, 44],
  [-74, -44],
  [74, -44],
];
const APART = 38;

// Returns the betting areas that a layout has: those of the game, and at their sides those of the house's own wagers.
/** @param {CardLayout} game @param {{ areas: string[] }} printed @returns {Area[]} */
export function areasOf(game, printed) {
  const own = printed.areas.filter((name) => !game.areas.some(({ spot }) => spot === name));
  const free = ASIDE.filter(([x, y]) => game.areas.every((area) => Math.hypot(area.x - x, area.y - y) >= APART));
  return [
    ...game.areas.filter(({ spot }) => printed.areas.includes(spot)),
    ...own.map((spot, index) => houseArea(spot, index, free[index % free.length])),
  ];
}

/** @param {string} spot @param {number} index @param {number[]} at @returns {Area} */
function houseArea(spot, index, [x, y]) {
  const text = spot.toUpperCase().replace(" ", "|");
  const row = Math.floor(index / 4);
  return { spot, shape: "diamond", x, y, text, side: Math.sign(x), phone: [46 + 99 * (index % 4), 246 - 44 * row] };
}
