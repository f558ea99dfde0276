// @ts-check
// Loads every kind of drawing, for pages that show tables of many games.

import * as card from "./card_drawing.js";
import * as craps from "./craps_drawing.js";
import { registerDrawing } from "./felt.js";
import * as layout from "./layout_drawing.js";

registerDrawing("card", card);
registerDrawing("craps", craps);
registerDrawing("layout", layout);

export { felt } from "./felt.js";
