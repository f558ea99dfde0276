// @ts-check
// The paragraph behind something, as part of a piece of HTML.

import { raw } from "./html.js";
import { citationChips as written } from "./law_panel.js";

// Returns the chips of a citation as part of a piece of HTML; empty if there is none.
export const citationChips = (citation, game) => raw(citation ? written(citation, game) : "");
