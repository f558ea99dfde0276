// @ts-check
// Draws the table as a picture, from a view and from what is printed on the layout. All pages use this. Options:
// `phone` (composed for a narrow page), `turned` (as seen by the dealer; on a wide page only), `fourColors` (of suits).
// There are three kinds of drawings; a page loads those that it needs.

import { definitions } from "./cards.js";
import { group, tag, whileTurned } from "./svg.js";

/**
 * @import { Printed } from "server"
 * @import { Drawn } from "../changes.js"
 * @typedef {{ phone?: boolean, turned?: boolean, fourColors?: boolean }} DrawOptions
 * @typedef {"card" | "craps" | "layout"} Kind
 * @typedef {{
 *   size: (printed: Printed, phone: boolean) => [width: number, height: number],
 *   draw: (view: Drawn, printed: Printed, phone: boolean) => string,
 * }} KindOfDrawing
 */

const SHARED = tag(
  "defs",
  {},
  definitions(),
  tag(
    "radialGradient",
    { id: "light", cx: "50%", cy: "30%", r: "75%" },
    tag("stop", { offset: "0", "stop-color": "#fff", "stop-opacity": 0.04 }),
    tag("stop", { offset: "1", "stop-color": "#000", "stop-opacity": 0.28 }),
  ),
  tag(
    "pattern",
    { id: "edges", width: 48, height: 2.2, patternUnits: "userSpaceOnUse" },
    tag("rect", { width: 48, height: 2.2, fill: "#f7f3e8" }),
    tag("rect", { y: 1.6, width: 48, height: 0.6, fill: "#b8b09c" }),
  ),
);

/** @type {Map<Kind, KindOfDrawing>} */
const loaded = new Map();

/** @param {Pick<Drawn, "game">} view @param {Pick<Printed, "drawing">} printed @returns {Kind} */
export const kindOf = (view, printed) => (printed.drawing ? "layout" : view.game === "craps" ? "craps" : "card");

// Makes a kind of drawing available to `felt`, once its module is loaded.
/** @param {Kind} kind @param {KindOfDrawing} drawing */
export const registerDrawing = (kind, drawing) => loaded.set(kind, drawing);

// Returns the picture of a table as SVG; empty if its kind of drawing does not know the game.
/** @param {Drawn} view @param {Printed} printed @param {DrawOptions} [options] */
export function felt(view, printed, { phone = false, turned = false, fourColors = false } = {}) {
  const drawing = loaded.get(kindOf(view, printed));
  const picture = drawing && whileTurned(turned && !phone, () => drawing.draw(view, printed, phone));
  if (!picture) return "";
  const [width, height] = drawing.size(printed, phone);
  return tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      class: `felt-picture${phone ? " phone" : ""}${fourColors ? " four-colors" : ""}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    SHARED,
    turned && !phone
      ? group({ class: "turned", transform: `rotate(180 ${width / 2} ${height / 2})` }, picture)
      : picture,
  );
}
