// @ts-check
// Draws a craps table on a wide page: two ends that mirror each other, the propositions between them, the puck, the
// dice, and the places along the rail.

import { chip, ownChip } from "./chips.js";
import {
  crapsCell,
  diceAsThrown,
  discsOnLayout,
  FACES_OF,
  NAMES,
  NUMBERS,
  oddsByArea,
  puckPicture,
} from "./craps_parts.js";
import { slotPicture, trayPicture } from "./parts.js";
import { HEIGHT, WIDTH } from "./places.js";
import {
  dollars,
  group,
  isTurned,
  joinPieces,
  levelGroup,
  levelText,
  namedGroup,
  resultAtSeat,
  shortName,
  squeezed,
  tag,
  textAt,
} from "./svg.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { CellLook, CellText, Says } from "./craps_parts.js"
 * @import { Printed } from "server"
 */

const [BOX, TOP, COME] = [42, 70, 284]; // width of a number's box, where the boxes begin, and where the come box ends

// The proposition bets between the ends, with their rectangles.
/** @type {Record<string, [number, number, number, number]>} */
const PROPOSITIONS = {
  "any seven": [384, 70, 192, 36],
  "hard 6": [384, 108, 96, 55],
  "hard 10": [480, 108, 96, 55],
  "hard 8": [384, 165, 96, 55],
  "hard 4": [480, 165, 96, 55],
  "craps three": [384, 222, 96, 55],
  "craps two": [480, 222, 96, 55],
  "craps twelve": [384, 279, 96, 55],
  eleven: [480, 279, 96, 55],
  horn: [384, 336, 96, 44],
  "c and e": [480, 336, 96, 44],
  "any craps": [384, 382, 192, 36],
};

/** @param {Drawn} view @param {Printed} printed */
export function crapsTable(view, printed) {
  const offered = new Set(view.you.offers.flatMap((offer) => offer.spots));
  const says = oddsByArea(printed);
  const cells = [
    ...endCells(false, view, offered, says),
    ...endCells(true, view, offered, says),
    ...propositions(offered, says),
  ].filter(({ spot }) => printed.areas.includes(spot));
  return joinPieces([
    tableTop(printed),
    cells.map(({ drawn }) => drawn),
    lettering(),
    tag("rect", { x: 384, y: 424, width: 192, height: 60, rx: 6, class: "empty" }),
    diceAsThrown(view, 416, 454, 40),
    puckPictures(view.marks.point ?? 0),
    discsOnLayout(view, cells),
    railPlaces(view),
  ]);
}

/** @param {Printed} printed */
function tableTop(printed) {
  const field = { x: 2, y: 44, width: 956, height: 476, rx: 34 };
  return [
    tag("rect", { width: WIDTH, height: HEIGHT, class: "room" }),
    tag("rect", { x: 2, y: -46, width: 956, height: 588, rx: 40, fill: "#3a1d10" }),
    tag("rect", {
      x: 8,
      y: -40,
      width: 944,
      height: 576,
      rx: 38,
      fill: "none",
      stroke: "#8a5a34",
      "stroke-width": 1.5,
    }),
    tag("rect", { ...field, fill: "#12603f" }),
    tag("rect", { ...field, fill: "url(#light)" }),
    group({ transform: "translate(480 20) scale(0.72)" }, trayPicture(0, 0)).replace(
      'data-x="0" data-y="0"',
      'data-x="480" data-y="20"',
    ),
    slotPicture(356, 20, "DROP"),
    slotPicture(604, 20, "TIPS"),
    levelGroup(
      110,
      22,
      { class: "limits" },
      printed.limits.map(({ text }, index) => textAt(0, -12 + index * 13, text, { class: "small" })),
    ),
    levelGroup(
      850,
      22,
      {},
      textAt(0, -6, "Odds are labeled defaults", { class: "small" }),
      textAt(0, 8, "1.4 is not held", { class: "small" }),
    ),
  ];
}

/** @param {boolean} right @param {Drawn} view @param {Set<string>} offered @param {Says} says */
function endCells(right, view, offered, says) {
  /** @param {string} spot */
  const open = (spot) => ({ open: offered.has(spot) });
  const left = right ? 578 : 84;
  const first = right ? 578 : 130;
  const bar = [right ? 830 : 84, TOP, 46, 122];
  const hasBuyRows = [...offered].some((spot) => /^(buy|lay) /.test(spot));
  const rows = hasBuyRows
    ? { lay: 24, lose: 24, number: 52, buy: 24, place: 24 }
    : { lay: 0, lose: 28, number: 66, buy: 0, place: 28 };
  const deep = Object.values(rows).reduce((sum, height) => sum + height, 0);
  const point = view.marks.point ?? 0;
  const cells = [
    crapsCell(
      "don't come",
      [bar[0], TOP, 46, deep],
      [
        [0, -34, "DON’T", "lay"],
        [0, -21, "COME", "lay"],
        [0, -8, "BAR 12", "lay"],
      ],
      {
        ...open("don't come"),
        faces: { show: [6, 6], y: 9 },
        size: 12,
        chips: { x: bar[0] + 16, y: TOP + deep - 16, most: 2, step: 15 },
      },
    ),
  ];
  NUMBERS.forEach((number, index) => {
    const x = first + index * BOX;
    let y = TOP;
    /** @param {string} spot @param {number} height @param {CellText[]} texts @param {CellLook} [more] */
    const add = (spot, height, texts, more = {}) => {
      cells.push(crapsCell(spot, [x, y, BOX, height], texts, { ...open(spot), ...more }));
      y += height;
    };
    const name = NAMES[number] ?? number;
    if (hasBuyRows) add(`lay ${number}`, rows.lay, [[0, 0, "lay", "fine"]]);
    add(
      `place ${number} to lose`,
      rows.lose,
      hasBuyRows
        ? [[0, 0, "to lose", "fine"]]
        : [
            [0, -6, "to lose", "fine"],
            [0, 6, says("lose", number), "fine"],
          ],
    );
    const chips = { x: x + 14, y: TOP + deep - 12, most: 2, step: 15 };
    add(
      `place ${number}`,
      rows.number,
      [
        [0, hasBuyRows ? -12 : -16, name, NAMES[number] ? "number word" : "number"],
        [0, hasBuyRows ? 8 : 3, says("place", number), "odds"],
      ],
      { up: hasBuyRows ? 26 : 14, chips },
    );
    if (hasBuyRows) add(`buy ${number}`, rows.buy, [[0, 0, "buy", "fine"]]);
    add(`place ${number}`, rows.place, [[0, 0, "place", "fine"]], { up: hasBuyRows ? 26 : 14, chips });
    if (offered.has(`come ${number} odds`))
      cells.push(
        crapsCell(
          `come ${number} odds`,
          [x + 1, TOP + deep - rows.place - 24, BOX - 2, 24],
          [[0, 0, "odds", "fine"]],
          open(`come ${number} odds`),
        ),
      );
    if (offered.has(`don't come ${number} odds`))
      cells.push(
        crapsCell(
          `don't come ${number} odds`,
          [x + 1, TOP - 24, BOX - 2, 24],
          [[0, 0, "lay odds", "fine"]],
          open(`don't come ${number} odds`),
        ),
      );
  });
  const low = TOP + deep + 4;
  cells.push(
    crapsCell("come", [left, low, 298, COME - 4 - low], [[0, 0, "COME", "come"]], open("come")),
    crapsCell(
      "field",
      [left, COME, 298, 128],
      [
        [0, -36, "3 · 4 · 9 · 10 · 11", "numbers"],
        [0, -4, "FIELD", "field-name"],
        [0, 24, `others ${says("field 3, 4, 9, 10 or 11")}`, "odds plain"],
        ...[2, 12].flatMap(
          /** @returns {CellText[]} */ (number) => [
            [number === 2 ? -117 : 117, -22, number, "number"],
            [number === 2 ? -117 : 117, 6, says(`field ${number}`), "odds"],
          ],
        ),
      ],
      open("field"),
    ),
    crapsCell("don't pass", [left, 416, 298, 30], [[-62, 0, "DON’T PASS BAR 12", "lay big"]], {
      ...open("don't pass"),
      faces: { show: [6, 6], x: 34 },
      size: 13,
      chips: { x: left + 222, y: 431, most: 3, step: 24 },
    }),
    crapsCell("pass", [left, 446, 298, 40], [[38, 0, "PASS LINE", "line-name"]], {
      ...open("pass"),
      chips: { x: right ? 600 : 100, y: 466, most: 4, step: right ? 29 : 24 },
      path: right
        ? "M950 70H910V422Q910 446 886 446H578V486H920Q950 486 950 452Z"
        : "M10 70H50V422Q50 446 74 446H382V486H40Q10 486 10 452Z",
    }),
  );
  if (offered.has("don't pass odds"))
    cells.push(
      crapsCell(
        "don't pass odds",
        [left + 230, 417, 67, 28],
        [
          [0, -6, "lay odds", "fine"],
          [0, 6, says("odds against", point), "fine"],
        ],
        open("don't pass odds"),
      ),
    );
  // Behind the line there is a cell while odds may be bet, otherwise only the place where odds lie.
  cells.push(
    offered.has("pass odds")
      ? crapsCell("pass odds", [left, 488, 298, 28], [[20, 0, `odds ${says("odds on", point)}`, "lay big"]], {
          open: true,
          chips: { x: right ? 600 : 100, y: 501, most: 4, step: right ? 29 : 24 },
        })
      : {
          ...crapsCell("pass odds", [left, 488, 298, 28], [], {
            chips: { x: right ? 600 : 100, y: 501, most: 4, step: right ? 29 : 24 },
          }),
          drawn: levelText(left + 190, 502, "odds behind the line", { class: "fine" }),
        },
  );
  return cells;
}

function lettering() {
  /** @param {number} x @param {number} y @param {number} turn @param {string} text @param {string} kind */
  const upright = (x, y, turn, text, kind) =>
    tag("text", { transform: `translate(${x} ${y}) rotate(${turn})`, class: kind }, text);
  return [
    upright(30, 250, -90, "PASS LINE", "line-name"),
    upright(930, 250, 90, "PASS LINE", "line-name"),
    upright(66, 250, -90, "DON’T PASS BAR 12", "lay"),
    upright(894, 250, 90, "DON’T PASS BAR 12", "lay"),
    tag("path", { d: "M50 110H82V414M910 110H878V414", class: "rule" }),
    [116, 350, 610, 844].map((x) => tag("circle", { cx: x, cy: isTurned() ? 370 : 326, r: 19, class: "rule" })),
  ];
}

/** @param {Set<string>} offered @param {Says} says */
const propositions = (offered, says) =>
  Object.entries(PROPOSITIONS).map(([spot, place]) => {
    const name = spot.replace(/^craps /, "").toUpperCase();
    const faces = FACES_OF[spot] && { show: FACES_OF[spot], y: -15 };
    return crapsCell(
      spot,
      place,
      [
        [0, faces ? 4 : -7, name, "lay big"],
        [0, faces ? 19 : 9, says(spot), "odds"],
      ],
      { open: offered.has(spot), faces, chips: { x: place[0] + 13, y: place[1] + place[3] - 12, most: faces ? 3 : 6 } },
    );
  });

/** @param {number | undefined} point */
function puckPictures(point) {
  if (!point) return puckPicture(107, 64, false) + puckPicture(853, 64, false, { key: "puck-2" });
  const aside = NUMBERS.indexOf(point) * BOX + BOX / 2;
  return puckPicture(130 + aside, 60, true) + puckPicture(578 + aside, 60, true, { key: "puck-2" });
}

/** @param {Drawn} view */
export function railPlaces(view) {
  const shooter = view.marks.shooter ?? 0;
  const across = Math.max(8, Math.ceil(view.places / 2));
  const width = (WIDTH - 12) / across;
  return Array.from({ length: view.places }, (_, index) => {
    const number = index + 1;
    const seat = view.seats.find((taken) => taken.number === number);
    const [x, y] = [6 + (index % across) * width + width / 2, 560 + Math.floor(index / across) * 31];
    const half = width / 2 - 2;
    if (!seat)
      return levelGroup(
        x,
        y,
        { class: "free", "data-seat": number },
        tag("rect", { x: -half, y: -14, width: half * 2, height: 28, rx: 14 }),
        textAt(0, 0, `${number} + Sit`),
      );
    const mine = number === view.you.seat;
    const owes = view.owed ? view.marks[`${view.owed} ${number}`] : 0; // what was marked and not collected yet
    const holds = view.button === number ? view.holds : "";
    const own = ownChip(view, number);
    const room = 2 * half - 33; // for the words beside the number
    const aside = own || holds ? 16 : 0; // for the chip or the button at the upper corner
    const who = `${shortName(seat.player, 7)} ${dollars(seat.chips)}`;
    const action = Object.values(view.wagers[number] ?? {}).reduce((sum, cents) => sum + cents, 0);
    const what =
      view.nets?.[number] !== undefined
        ? resultAtSeat(view, number)
        : number === shooter
          ? mine
            ? "you shoot"
            : "shooter"
          : owes
            ? `owes ${dollars(owes)}`
            : holds
              ? holds
              : action
                ? `${dollars(action)} in action`
                : "";
    return namedGroup(
      "place",
      `plate-${number}`,
      x,
      y,
      {},
      levelGroup(
        x,
        y,
        { class: `plate${mine ? " mine" : ""}` },
        tag("rect", { x: -half, y: -14, width: half * 2, height: 28, rx: 6 }),
        tag("circle", { cx: 15 - half, r: 10, class: "number" }),
        textAt(15 - half, 0, number, { class: "number-text" }),
        textAt(29 - half, -6, who, { class: "who small-plate", ...squeezed(who, room - aside, 6.9) }),
        textAt(29 - half, 7, what, { class: "what", ...squeezed(what, room, 6.2) }),
        own && chip(own, half - 8, -12, 9),
        holds &&
          namedGroup(
            "place",
            "button",
            half - 10,
            -10,
            {},
            tag("circle", { cx: half - 10, cy: -10, r: 7, fill: "#fff", stroke: "#c9971c", "stroke-width": 2.4 }),
          ),
      ),
    );
  });
}
