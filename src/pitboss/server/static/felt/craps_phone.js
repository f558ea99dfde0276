// @ts-check
// Draws a craps layout on a narrow page: one end, every kind of wager large enough for a finger (at least 53 by 46),
// the dice above.

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
import { joinPieces, tag, textAt } from "./svg.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { CellLook, CellText } from "./craps_parts.js"
 * @import { Printed } from "server"
 */

/** @typedef {[spot: string, x: number, width: number, texts: CellText[], look?: CellLook]} RowCell */

export const [WIDTH, HEIGHT] = [390, 594];
const [LEFT, BAR, BOX] = [6, 60, 53];
const PROPOSITIONS = [
  ["hard 4", "hard 6", "hard 8", "hard 10"],
  ["craps two", "craps three", "eleven", "craps twelve"],
  ["any seven", "any craps", "c and e", "horn"],
];
/** @param {number} number */
const OTHER_BETS = (number) => [`come ${number} odds`, `don't come ${number} odds`, `buy ${number}`, `lay ${number}`];

/** @param {Drawn} view @param {Printed} printed */
export function crapsPhone(view, printed) {
  const offered = new Set(view.you.offers.flatMap((offer) => offer.spots));
  const says = oddsByArea(printed);
  /** @param {string} spot */
  const open = (spot) => ({ open: offered.has(spot) });
  const point = view.marks.point ?? 0;
  const hasOtherBets = NUMBERS.some((number) => OTHER_BETS(number).some((spot) => offered.has(spot)));
  const head = hasOtherBets ? 46 : 82; // smaller dice make room for another row
  const cells = [];
  let y = head;
  /**
   * @param {number} height
   * @param {...RowCell} rowCells
   */
  const row = (height, ...rowCells) => {
    for (const [spot, x, width, texts, look] of rowCells)
      cells.push(crapsCell(spot, [x, y, width, height - 3], texts, { ...open(spot), ...look }));
    y += height;
  };
  cells.push(
    crapsCell(
      "don't come",
      [LEFT, y, BAR, 117],
      [
        [0, -42, "DON’T", "lay big"],
        [0, -28, "COME", "lay big"],
        [0, -14, "BAR 12", "lay big"],
      ],
      { ...open("don't come"), faces: { show: [6, 6], y: 4 }, chips: { x: LEFT + 18, y: y + 98, most: 2 } },
    ),
  );
  /** @type {[number: number, x: number][]} */
  const columns = NUMBERS.map((number, index) => [number, LEFT + BAR + index * BOX]);
  row(
    49,
    ...columns.map(
      /** @returns {RowCell} */ ([number, x]) => [
        `place ${number} to lose`,
        x,
        BOX,
        [
          [0, -8, "to lose", "small"],
          [0, 7, says("lose", number), "small"],
        ],
      ],
    ),
  );
  row(
    71,
    ...columns.map(
      /** @returns {RowCell} */ ([number, x]) => [
        `place ${number}`,
        x,
        BOX,
        [
          [0, -20, NAMES[number] ?? number, NAMES[number] ? "number word" : "number"],
          [0, -2, says("place", number), "odds"],
        ],
        { up: 2 },
      ],
    ),
  );
  if (hasOtherBets) {
    row(
      49,
      ...columns.flatMap(([number, x]) =>
        OTHER_BETS(number)
          .filter((spot) => offered.has(spot))
          .slice(0, 1)
          .map(
            /** @returns {RowCell} */ (spot) => [
              spot,
              x,
              BOX,
              spot.endsWith("odds")
                ? [
                    [0, -8, spot.startsWith("come") ? "come" : "don’t", "small"],
                    [0, 7, "odds", "small"],
                  ]
                : [[0, 0, spot, "small"]],
            ],
          ),
      ),
    );
  }
  row(hasOtherBets ? 49 : 56, ["come", LEFT, 378, [[0, 0, "COME", "come"]]]);
  row(58, [
    "field",
    LEFT,
    378,
    [
      [0, -13, "FIELD", "line-name"],
      [0, 9, "2 · 3 · 4 · 9 · 10 · 11 · 12", "numbers small-numbers"],
      [0, 22, `2 pays ${says("field 2")}, 12 pays ${says("field 12")}`, "small"],
    ],
  ]);
  row(
    49,
    [
      "don't pass",
      LEFT,
      280,
      [[-40, 0, "DON’T PASS BAR 12", "lay big"]],
      { faces: { show: [6, 6], x: 62 }, chips: { x: LEFT + 220, y: y + 23, most: 2 } },
    ],
    [
      "don't pass odds",
      LEFT + 283,
      95,
      [
        [0, -8, "lay odds", "small"],
        [0, 7, says("odds against", point), "odds"],
      ],
    ],
  );
  row(
    hasOtherBets ? 51 : 58,
    ["pass", LEFT, 280, [[24, 0, "PASS LINE", "line-name"]], { chips: { x: LEFT + 26, y: y + 26, most: 2 } }],
    [
      "pass odds",
      LEFT + 283,
      95,
      [
        [16, -8, "odds", "small"],
        [16, 7, says("odds on", point), "odds"],
      ],
      { chips: { x: LEFT + 300, y: y + 26, most: 1 } },
    ],
  );
  for (const spots of PROPOSITIONS) {
    row(
      54,
      ...spots.map(
        /** @returns {RowCell} */ (spot, index) => [
          spot,
          LEFT + index * 94.5,
          94.5,
          [
            [
              FACES_OF[spot] ? 17 : 0,
              -12,
              spot.replace(/^craps /, "").toUpperCase(),
              FACES_OF[spot] ? "lay mid" : "lay big",
            ],
            [0, 13, says(spot).replaceAll(" to ", spot === "horn" ? "\u2009to\u2009" : " to "), "odds"],
          ],
          {
            faces: FACES_OF[spot] && { show: FACES_OF[spot], x: -29, y: -12 },
            size: 13,
            chips: { x: LEFT + index * 94.5 + 14, y: y + 37, most: 3 },
          },
        ],
      ),
    );
  }
  // Chips of other players are left out, because they would hide the print; their bets are listed beside the picture.
  const own = view.you.seat;
  const yours = !own
    ? view
    : {
        ...view,
        wagers: own in view.wagers ? { [own]: view.wagers[own] } : {},
        results: view.results?.filter((result) => result.position === own),
      };
  const printedCells = cells.filter(({ spot }) => printed.areas.includes(spot));
  return joinPieces([
    tag("rect", { width: WIDTH, height: HEIGHT, fill: "#3a1d10" }),
    tag("rect", { x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 14, fill: "#12603f" }),
    diceAsThrown(view, 40, head / 2, hasOtherBets ? 32 : 46),
    puckPicture(344, head / 2 - (hasOtherBets ? 0 : 8), Boolean(point), {
      key: "puck-2",
      radius: hasOtherBets ? 15 : 18,
    }),
    !hasOtherBets &&
      textAt(344, head - 14, point ? `point ${(NAMES[point] ?? String(point)).toLowerCase()}` : "come out", {
        class: "small",
      }),
    printedCells.map(({ drawn }) => drawn),
    point > 0 && puckPicture(LEFT + BAR + NUMBERS.indexOf(point) * BOX + BOX / 2, head + 103, true, { radius: 11 }),
    discsOnLayout(yours, printedCells),
  ]);
}
