// The table as a picture: a function of a view and of what is printed on the layout. History, replay and other pages use
// the same one.

import { cardTable } from "./card_table.js";
import { definitions } from "./cards.js";
import { crapsTable } from "./craps_table.js";
import { GAMES } from "./games.js";
import { HEIGHT, WIDTH } from "./places.js";
import { tag } from "./svg.js";

const shared = () =>
  tag("defs", {}, definitions(),
    tag("radialGradient", { id: "light", cx: "50%", cy: "30%", r: "75%" }, tag("stop", { offset: "0", "stop-color": "#fff", "stop-opacity": 0.1 }), tag("stop", { offset: "1", "stop-color": "#000", "stop-opacity": 0.28 })),
    tag("pattern", { id: "edges", width: 48, height: 2.2, patternUnits: "userSpaceOnUse" }, tag("rect", { width: 48, height: 2.2, fill: "#f7f3e8" }), tag("rect", { y: 1.6, width: 48, height: 0.6, fill: "#b8b09c" })));

export function felt(view, printed) {
  const table = GAMES[view.game] ? cardTable : view.game === "craps" ? crapsTable : null;
  if (!table) return "";
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "felt-picture", "aria-hidden": "true", focusable: "false" }, shared(), table(view, printed));
}
