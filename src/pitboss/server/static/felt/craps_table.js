// A craps table: two ends that mirror each other, the propositions between them, the puck, the dice and the players.

import { DENOMINATIONS, chip, chipsOf } from "./chips.js";
import { HEIGHT, WIDTH } from "./places.js";
import { at, dollars, group, shortName, tag, words } from "./svg.js";

const NUMBERS = [4, 5, 6, 8, 9, 10];
const NAMES = { 6: "SIX", 9: "NINE" };
const PAIRS = { 4: "4 or 10", 10: "4 or 10", 5: "5 or 9", 9: "5 or 9", 6: "6 or 8", 8: "6 or 8" };
const [BOX, FIRST] = [42, 130]; // width of a number's box, and where the first one is at the left end
const RIGHT_END = 494; // how far the right end's boxes and fields are from the left end's
const HALF = 8; // seats 1 to 8 lay their chips at the left end, the others at the right

// Between the ends.
const MIDDLE = {
  "any seven": [384, 118, 192, 36],
  "hard 6": [384, 156, 96, 55], "hard 10": [480, 156, 96, 55],
  "hard 8": [384, 213, 96, 55], "hard 4": [480, 213, 96, 55],
  "craps three": [384, 270, 96, 55], "craps two": [480, 270, 96, 55],
  "craps twelve": [384, 327, 96, 55], eleven: [480, 327, 96, 55],
  horn: [384, 384, 96, 44], "c and e": [480, 384, 96, 44],
  "any craps": [384, 430, 192, 36],
};
const SHOWN = {
  "hard 6": [3, 3], "hard 10": [5, 5], "hard 8": [4, 4], "hard 4": [2, 2],
  "craps three": [1, 2], "craps two": [1, 1], "craps twelve": [6, 6], eleven: [5, 6],
};
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function crapsTable(view, printed) {
  const odds = new Map(printed.pays[0]?.lines ?? []);
  return [
    table(),
    end(0, odds), end(RIGHT_END, odds), lines(),
    propositions(odds),
    dice(view),
    pucks(view.marks.point ?? 0),
    chips(view),
    players(view, printed),
  ].flat(Infinity).join("");
}

function table() {
  const tray = DENOMINATIONS.flatMap((kind) => [kind, kind]).map((kind, index) =>
    group({ transform: at(362 + index * 20, 57) }, Array.from({ length: 8 }, (_, coin) => tag("rect", { y: coin * 3.6, width: 15, height: 3, rx: 1.2, fill: kind.color, stroke: "#fff7", "stroke-width": 0.4 }))));
  return [
    tag("rect", { width: WIDTH, height: HEIGHT, class: "room" }),
    tag("rect", { x: 2, y: 2, width: 956, height: 580, rx: 40, fill: "#3a1d10" }),
    tag("rect", { x: 2, y: 92, width: 956, height: 476, rx: 34, fill: "#12603f" }),
    tag("rect", { x: 2, y: 92, width: 956, height: 476, rx: 34, fill: "url(#light)" }),
    tag("rect", { x: 352, y: 50, width: 256, height: 38, rx: 6, fill: "#17110d", stroke: "#6b4a30", "stroke-width": 2 }),
    tray,
  ];
}

// A press on it bets there, if that is open to the viewer.
const box = ([x, y, width, height], spot) => tag("rect", { x, y, width, height, class: "area", "data-spot": spot });

function end(moved, odds) {
  const mirrored = moved > 0;
  const x = (place) => place + moved;
  const bar = [mirrored ? 830 : 84, 118, 46, 122];
  const shift = mirrored ? -46 : 0; // at the right end the don't come bar is on the far side of the numbers
  return [
    box(bar, "don't come"), words(bar[0] + 23, 146, "DON’T", { class: "lay" }), words(bar[0] + 23, 160, "COME", { class: "lay" }), words(bar[0] + 23, 174, "BAR", { class: "lay" }), pairOfDice(bar[0] + 23, 192, [6, 6], 11),
    NUMBERS.map((number, index) => {
      const left = x(FIRST + index * BOX) + shift;
      return [
        box([left, 118, BOX, 28], `place ${number} to lose`), words(left + BOX / 2, 132, "to lose", { class: "fine" }),
        box([left, 146, BOX, 66], `place ${number}`), words(left + BOX / 2, 168, NAMES[number] ?? number, { class: NAMES[number] ? "number word" : "number" }),
        words(left + BOX / 2, 188, odds.get(`place ${PAIRS[number]} to win`) ?? "", { class: "odds" }),
        box([left, 212, BOX, 28], `place ${number}`), words(left + BOX / 2, 226, "place", { class: "fine" }),
      ];
    }),
    box([x(84), 244, 298, 84], "come"), words(x(233), 286, "COME", { class: "come" }),
    field(x(84), odds),
    box([x(84), 464, 298, 30], "don't pass"), words(x(84) + 122, 479, "DON’T PASS BAR", { class: "lay big" }), pairOfDice(x(84) + 226, 479, [6, 6], 12),
  ];
}

function field(left, odds) {
  const side = (middle, number) => [tag("circle", { cx: middle, cy: 374, r: 19, class: "area" }), words(middle, 374, number, { class: "number" }), words(middle, 402, odds.get(`field ${number}`) ?? "", { class: "odds" })];
  return [
    box([left, 332, 298, 128], "field"), side(left + 32, 2), side(left + 266, 12),
    words(left + 149, 360, "3 · 4 · 9 · 10 · 11", { class: "numbers" }), words(left + 149, 392, "FIELD", { class: "field-name" }),
    words(left + 149, 420, `others ${odds.get("field 3, 4, 9, 10 or 11") ?? ""}`, { class: "odds plain" }),
  ];
}

// The pass line runs round both ends.
function lines() {
  return [
    tag("path", { d: "M10 118H50V470Q50 494 74 494H382V534H40Q10 534 10 500Z", class: "area", "data-spot": "pass" }),
    tag("path", { d: "M950 118H910V470Q910 494 886 494H578V534H920Q950 534 950 500Z", class: "area", "data-spot": "pass" }),
    words(232, 514, "PASS LINE", { class: "line-name" }), words(728, 514, "PASS LINE", { class: "line-name" }),
    tag("text", { transform: "translate(30 290) rotate(-90)", class: "line-name" }, "PASS LINE"),
    tag("text", { transform: "translate(930 290) rotate(90)", class: "line-name" }, "PASS LINE"),
    tag("path", { d: "M50 158H82V462", class: "area", fill: "none" }), tag("path", { d: "M910 158H878V462", class: "area", fill: "none" }),
    tag("text", { transform: "translate(66 300) rotate(-90)", class: "lay" }, "DON’T PASS BAR 12"),
    tag("text", { transform: "translate(894 300) rotate(90)", class: "lay" }, "DON’T PASS BAR 12"),
    words(250, 547, "odds behind the line", { class: "fine" }), words(700, 547, "odds behind the line", { class: "fine" }),
  ];
}

function propositions(odds) {
  const paid = {
    "any seven": odds.get("any seven"), "any craps": odds.get("any craps"),
    "hard 6": odds.get("hard 6 or 8"), "hard 8": odds.get("hard 6 or 8"), "hard 4": odds.get("hard 4 or 10"), "hard 10": odds.get("hard 4 or 10"),
    "craps two": odds.get("craps two"), "craps three": odds.get("craps three"), "craps twelve": odds.get("craps twelve"), eleven: odds.get("eleven"),
    horn: [odds.get("horn, 2 or 12"), odds.get("horn, 3 or 11")].join(" · "), "c and e": [odds.get("c and e, craps"), odds.get("c and e, eleven")].join(" · "),
  };
  return Object.entries(MIDDLE).map(([spot, place]) => {
    const [x, y, width, height] = place;
    const middle = x + width / 2;
    const name = spot.replace(/^craps /, "").toUpperCase();
    const faces = SHOWN[spot];
    return [
      box(place, spot), faces && pairOfDice(middle, y + 14, faces, 14),
      words(middle, y + (faces ? 31 : height / 2 - 7), name, { class: "lay big" }),
      words(middle, y + (faces ? 45 : height / 2 + 9), paid[spot] ?? "", { class: "odds" }),
    ];
  });
}

function die(value, x, y, size, { turn = 0, red = false } = {}) {
  const step = size * 0.27;
  return group({ transform: at(x, y, turn) },
    tag("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.16, fill: red ? "#c3122a" : "#fffdf4", stroke: red ? "#7d0a1a" : "#0006" }),
    PIPS[value].map((spot) => tag("circle", { cx: ((spot % 3) - 1) * step, cy: (Math.floor(spot / 3) - 1) * step, r: size * 0.095, fill: red ? "#fff" : "#17181a" })));
}

const pairOfDice = (x, y, [one, other], size) => die(one, x - size * 0.6, y, size) + die(other, x + size * 0.6, y, size);

function dice(view) {
  const lie = view.dice.length ? view.dice : view.last_dice ?? [];
  const total = lie.reduce((sum, each) => sum + each, 0);
  return [
    tag("rect", { x: 384, y: 472, width: 192, height: 60, rx: 6, class: "empty" }),
    lie.length === 2 && die(lie[0], 428, 502, 42, { turn: -10, red: true }),
    lie.length === 2 && die(lie[1], 482, 502, 42, { turn: 13, red: true }),
    total > 0 && words(542, 494, total, { class: "number" }),
    total > 0 && words(542, 516, view.dice.length ? "thrown" : "last roll", { class: "fine" }),
  ];
}

function pucks(point) {
  const puck = (x, on) => group({ transform: at(x, 112) }, tag("circle", { r: 15, fill: on ? "#fff" : "#111", stroke: on ? "#111" : "#fff", "stroke-width": 2 }), words(0, 0, on ? "ON" : "OFF", { class: on ? "tiny dark" : "tiny" }));
  if (!point) return puck(107, false) + puck(853, false);
  const left = FIRST + NUMBERS.indexOf(point) * BOX + BOX / 2;
  return puck(left, true) + puck(left + RIGHT_END - 46, true);
}

// --- chips: one disc for each player and area, with the seat's number

function chips(view) {
  const there = new Map(); // how many lie in an area already, at each end
  return Object.entries(view.wagers).flatMap(([position, spots]) => {
    const seat = Number(position);
    return Object.entries(spots).map(([spot, cents]) => {
      const right = seat > HALF;
      const key = `${spot} ${right}`;
      const nth = there.get(key) ?? 0;
      there.set(key, nth + 1);
      const place = lies(spot, right, nth);
      return place && disc(view, seat, spot, cents, place);
    });
  });
}

function lies(spot, right, nth) {
  const moved = right ? RIGHT_END : 0;
  const beside = (nth % 4) * 30;
  const number = Number(spot.match(/\d+/)?.[0] ?? 0);
  if (MIDDLE[spot]) return { x: MIDDLE[spot][0] + 12 + (nth * 24) % (MIDDLE[spot][2] - 16), y: MIDDLE[spot][1] + MIDDLE[spot][3] - 10 };
  if (spot === "pass") return { x: 70 + moved + beside + (right ? 120 : 0), y: 514 };
  if (spot === "pass odds") return { x: 70 + moved + beside + (right ? 120 : 0), y: 548 };
  if (spot === "don't pass") return { x: 100 + moved + beside, y: 479 };
  if (spot === "don't pass odds") return { x: 112 + moved + beside, y: 489 };
  if (spot === "come") return { x: 108 + moved + beside, y: 306 };
  if (spot === "field") return { x: 108 + moved + beside, y: 440 };
  if (spot === "don't come") return { x: (right ? 853 : 107) + (nth % 2) * 12, y: 222 - (nth % 3) * 10 };
  if (number) {
    const left = FIRST + NUMBERS.indexOf(number) * BOX + moved - (right ? 46 : 0);
    const rows = { "to lose": 132, "don't come": 140, lay: 136, place: 226, buy: 220, come: 205 };
    const row = spot.endsWith("to lose") ? "to lose" : Object.keys(rows).find((each) => spot.startsWith(each));
    return { x: left + 12 + (nth % 2) * 18, y: rows[row] + (spot.endsWith("odds") ? 9 : 0) - Math.floor(nth / 2) * 8 };
  }
  return null;
}

function disc(view, seat, spot, cents, { x, y }) {
  const mine = seat === view.you.seat;
  const [kind] = chipsOf(cents);
  const amount = dollars(cents).slice(1);
  return group({ class: mine ? "disc mine" : "disc", transform: at(x, y) },
    chip({ ...kind, text: amount }, 0, 0, 11),
    mine && tag("circle", { r: 12.5, fill: "none", stroke: "#ffd451", "stroke-width": 2.6 }),
    mine && tag("path", { d: "M-22 -5L-14 0L-22 5Z", fill: "#ffd451" }),
    tag("circle", { cx: 9, cy: -9, r: 6, fill: "#111", stroke: "#fff8", "stroke-width": 0.7 }), words(9, -9, seat, { class: "shoulder" }));
}

function players(view, printed) {
  const shooter = view.marks.shooter ?? 0;
  const taken = view.seats.slice(0, 8);
  const width = 114;
  return [
    taken.map((seat, index) => {
      const mine = seat.number === view.you.seat;
      const action = Object.values(view.wagers[seat.number] ?? {}).reduce((sum, cents) => sum + cents, 0);
      return group({ class: `plate${mine ? " mine" : ""}`, transform: at(16 + index * (width + 3), 571) },
        tag("rect", { width, height: 34, rx: 6 }), tag("circle", { cx: 16, cy: 17, r: 11, class: "number" }), words(16, 17, seat.number, { class: "number-text" }),
        words(32, 11, `${shortName(seat.player, 9)} ${dollars(seat.chips)}`, { class: "who small-plate" }),
        words(32, 25, seat.number === shooter ? (mine ? "you shoot" : "shooter") : action ? `${dollars(action)} in action` : "", { class: "what" }));
    }),
    words(944, 562, printed.limits.map(({ text }) => text).join(" · "), { class: "small end" }),
  ];
}
