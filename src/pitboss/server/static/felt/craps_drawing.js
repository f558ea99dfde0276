// @ts-check
// Draws a craps table, on a wide page or on a narrow one.

import * as narrow from "./craps_phone.js";
import { crapsTable } from "./craps_table.js";
import * as wide from "./places.js";

/** @import { Printed } from "server" */
/** @import { Drawn } from "../changes.js" */

/** @param {Printed} _ @param {boolean} phone @returns {[width: number, height: number]} */
export const size = (_, phone) => (phone ? [narrow.WIDTH, narrow.HEIGHT] : [wide.WIDTH, wide.HEIGHT]);

/** @param {Drawn} view @param {Printed} printed @param {boolean} phone */
export const draw = (view, printed, phone) => (phone ? narrow.crapsPhone(view, printed) : crapsTable(view, printed));
