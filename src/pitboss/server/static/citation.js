// @ts-check
// The paragraph behind something, as part of a piece of HTML.

import { raw } from "./html.js";
import { chip as written } from "./law_panel.js";

export const chip = (citation, game) => raw(citation ? written(citation, game) : "");
