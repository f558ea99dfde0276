// @ts-check
// Draws a card table, on a wide page or on a narrow one.

import { LAYOUTS } from "./card_layouts.js";
import { cardTable } from "./card_table.js";
import * as narrow from "./phone_table.js";
import * as wide from "./places.js";

/** @import { Printed } from "server" */
/** @import { Drawn } from "../changes.js" */

/** @param {Printed} _ @param {boolean} phone @returns {[width: number, height: number]} */
export const size = (_, phone) => (phone ? [narrow.WIDTH, narrow.HEIGHT] : [wide.WIDTH, wide.HEIGHT]);

/** @param {Drawn} view @param {Printed} printed @param {boolean} phone */
export function draw(view, printed, phone) {
  if (!(view.game in LAYOUTS)) return "";
  return phone ? narrow.phoneTable(view, printed) : cardTable(view, printed);
}
