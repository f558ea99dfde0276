// @ts-check
// Draws a layout on which all players wager together, as its game declares it.

import { layoutTable } from "./layout_table.js";

/** @import { Drawing, Printed } from "server" */
/** @import { Drawn } from "../changes.js" */

/** @param {Printed} printed */
const drawingOf = (printed) => /** @type {Drawing} */ (printed.drawing);

/** @param {Printed} printed @param {boolean} phone @returns {[width: number, height: number]} */
export function size(printed, phone) {
  const { width, height } = phone ? drawingOf(printed).narrow : drawingOf(printed).wide;
  return [width, height];
}

/** @param {Drawn} view @param {Printed} printed @param {boolean} phone */
export function draw(view, printed, phone) {
  const drawing = drawingOf(printed);
  const { colors, owed, button: holds } = drawing;
  return layoutTable({ ...view, colors, owed, holds }, printed, drawing, phone);
}
