// @ts-check
// Draws the roads of a shoe as players keep them: bead plate, big road and its three children, with what the next round
// would mark. The server says where each mark lies. The paper is as long as its road.

import { countOf, group, tag, textAt } from "./felt/svg.js";
import { html, raw, slug } from "./html.js";
import { render } from "./morph.js";

/**
 * @import { Dot, Roads } from "server"
 * @import { Piece } from "./felt/svg.js"
 */

const ROWS = 6;
const [CELL, SMALL] = [18, 10]; // of the two large roads, and of the children
const SIDES = ["first", "second", "tie"]; // as roads.css colors them
const NAMES = ["Big eye boy", "Small road", "Cockroach pig"];
const NARROW = 270; // least width of the paper

/** @param {number} room @param {number} cell @param {number} columns @param {Piece} drawn */
function paper(room, cell, columns, drawn) {
  const columnCount = Math.max(Math.ceil(room / cell), columns + 2);
  const [width, height] = [Math.max(room, (columns + 2) * cell), ROWS * cell]; // to the edge of the panel
  const down = Array.from({ length: columnCount + 1 }, (_, index) => `M${index * cell} 0V${height}`);
  const across = Array.from({ length: ROWS + 1 }, (_, index) => `M0 ${index * cell}H${width}`);
  return tag(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, class: "road", "aria-hidden": "true", focusable: "false" },
    tag("path", { d: [...down, ...across].join(""), class: "grid" }),
    drawn,
  );
}

const cellMiddle = (index, cell) => (index + 0.5) * cell;

// Draws the dots of pairs: of the first side at the lower right, of the second at the upper left.
function pairDots(bits, x, y, radius) {
  const far = radius * 0.78;
  return [
    (bits & 2) > 0 && tag("circle", { cx: x - far, cy: y - far, r: 2.6, class: "pair second" }),
    (bits & 1) > 0 && tag("circle", { cx: x + far, cy: y + far, r: 2.6, class: "pair first" }),
  ];
}

/** @param {Roads} roads @param {number} room */
function beadPlate({ beads, sides }, room) {
  return paper(
    room,
    CELL,
    Math.ceil(beads.length / ROWS),
    beads.map(([side, bits], number) => {
      const [x, y] = [cellMiddle(Math.floor(number / ROWS), CELL), cellMiddle(number % ROWS, CELL)];
      return group(
        { class: `bead ${SIDES[side]}` },
        tag("circle", { cx: x, cy: y, r: 7.8 }),
        textAt(x, y, sides[side].charAt(0)),
        pairDots(bits, x, y, 7.8),
      );
    }),
  );
}

// Draws the big road. Ties are a stroke through the round before them, with their number if there are several.
/** @param {Roads} roads @param {number} room */
function bigRoad({ big }, room) {
  return paper(
    room,
    CELL,
    1 + Math.max(0, ...big.map(([column]) => column)),
    big.map(([column, row, side, ties, bits]) => {
      const [x, y] = [cellMiddle(column, CELL), cellMiddle(row, CELL)];
      return group(
        { class: `ring ${SIDES[side]}` },
        side < 2 && tag("circle", { cx: x, cy: y, r: 6.6 }),
        ties > 0 && tag("path", { d: `M${x - 5} ${y + 5}L${x + 5} ${y - 5}`, class: "tied" }),
        ties > 1 && textAt(x, y, ties, { class: "ties" }),
        pairDots(bits, x, y, 7),
      );
    }),
  );
}

const SHAPES = [
  (x, y) => tag("circle", { cx: x, cy: y, r: 3.4, class: "hollow" }),
  (x, y) => tag("circle", { cx: x, cy: y, r: 3.4, class: "full" }),
  (x, y) => tag("path", { d: `M${x - 3.4} ${y + 3.4}L${x + 3.4} ${y - 3.4}`, class: "stroke" }),
];

const childMark = (child, red, x, y) => group({ class: `dot ${red ? "red" : "blue"}` }, SHAPES[child](x, y));

/** @param {Dot[]} dots @param {number} child @param {number} room */
function childRoad(dots, child, room) {
  return paper(
    room,
    SMALL,
    1 + Math.max(0, ...dots.map(([column]) => column)),
    dots.map(([column, row, red]) => childMark(child, red, cellMiddle(column, SMALL), cellMiddle(row, SMALL))),
  );
}

// Draws what a win of either side would mark next on each child.
/** @param {Roads} roads */
function nextMarks({ sides, after }) {
  if (after.flat().every((red) => red === null)) return ""; // nothing can be marked yet
  const marks = (side) =>
    tag(
      "svg",
      { viewBox: "0 0 42 14", width: 42, height: 14, class: "road", "aria-hidden": "true", focusable: "false" },
      after[side].map((red, child) => red !== null && childMark(child, red, 7 + child * 14, 7)),
    );
  const entries = [0, 1].map((side) => {
    const words = html`<span class="unseen">${marksInWords(after[side])}</span>`;
    return html`<span data-key="next-${side}">Next ${sides[side]} ${raw(marks(side))}${words}</span>`;
  });
  return html`<p class="next">${entries}</p>`;
}

const marksInWords = (marks) =>
  marks
    .map((red, child) => (red === null ? "" : `${NAMES[child]} ${red ? "red" : "blue"}`))
    .filter(Boolean)
    .join(", ") || "nothing";

const roadSection = (key, name, drawn) => html`<section data-key="${key}" data-testid="road-${key}"><h3>${name}</h3><div
  class="paper" tabindex="0" role="group" aria-label="${name}">${raw(drawn)}</div></section>`;

const wonCount = (side, index, won) =>
  html`<span class="${SIDES[index]}" data-key="won-${index}"><b>${side}</b> ${won}</span>`;

const pairLabel = (side, index) => html`<span class="${SIDES[index]}" data-key="pair-${index}">${side} pair</span>`;

// Draws the roads of a shoe into a panel.
/** @param {HTMLElement} element @param {Roads} roads */
export function roadsPanel(element, roads) {
  const { sides, won, beads } = roads;
  const room = Math.max(NARROW, element.clientWidth - 34); // less what is left free on either side
  const before = element.dataset.rounds;
  const paired = beads.some(([, bits]) => bits);
  const order = beads.map(([side]) => sides[side]).join(", ");
  render(
    element,
    html`<h2>Roads <span class="dim">this shoe, ${countOf(beads.length, "round")}</span></h2>
<p class="won" data-testid="roads-won">${sides.map((side, index) => wonCount(side, index, won[index]))}</p>
${paired ? html`<p class="won dots" data-testid="roads-pairs">${sides.slice(0, 2).map(pairLabel)}</p>` : ""}
<p class="unseen">${order ? `In order: ${order}.` : "No round of this shoe is over yet."}</p>
${roadSection("big", "Big road", bigRoad(roads, room))}
${roads.children.map((dots, child) => roadSection(slug(NAMES[child]), NAMES[child], childRoad(dots, child, room)))}
${nextMarks(roads)}
${roadSection("beads", "Bead plate", beadPlate(roads, room))}`,
  );
  element.dataset.rounds = String(beads.length);
  if (before === element.dataset.rounds) return;
  // Scroll to the newest mark, which is at the right.
  for (const paper of element.querySelectorAll(".paper")) paper.scrollLeft = paper.scrollWidth;
}
