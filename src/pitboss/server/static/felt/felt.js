// The table as a picture: a function of a view and of what is printed on the layout. History, replay and other pages
// use the same one. Options: `phone` (composed for a narrow page), `turned` (seen by the dealer; on a wide page),
// `fourColors` (of suits).

import { LAYOUTS } from "./card_layouts.js";
import { cardTable } from "./card_table.js";
import { definitions } from "./cards.js";
import * as narrowCraps from "./craps_phone.js";
import { crapsTable } from "./craps_table.js";
import { drawnTable } from "./layout_table.js";
import * as narrow from "./phone_table.js";
import { HEIGHT, WIDTH } from "./places.js";
import { group, tag, whileTurned } from "./svg.js";

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

export function felt(view, printed, { phone = false, turned = false, fourColors = false } = {}) {
  const cards = LAYOUTS[view.game];
  const own = printed.drawing; // of a game that says itself where its areas lie
  if (!cards && !own && view.game !== "craps") return "";
  const small = cards ? narrow : narrowCraps;
  const [width, height] = own
    ? phone
      ? [own.narrow.width, own.narrow.height]
      : [own.wide.width, own.wide.height]
    : phone
      ? [small.WIDTH, small.HEIGHT]
      : [WIDTH, HEIGHT];
  const draw = own
    ? (seen, layout) => drawnTable({ ...seen, colors: own.colors, owed: own.owed, holds: own.button }, layout, phone)
    : phone
      ? cards
        ? narrow.phoneTable
        : narrowCraps.crapsPhone
      : cards
        ? cardTable
        : crapsTable;
  const picture = whileTurned(turned && !phone, () => draw(view, printed));
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
