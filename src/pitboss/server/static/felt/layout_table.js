// @ts-check
// Draws a layout that its game declares: areas, wheel and dice lie where the game's plan has them, on a wide page and
// on a phone. Nothing here depends on a particular game.

import { discPlaces, interiorOf } from "./cell_places.js";
import { MARKS } from "./chips.js";
import { die, discPicture, markOf } from "./craps_parts.js";
import { railPlaces } from "./craps_table.js";
import {
  cardsInPlaces,
  DEVICES,
  devicePicture,
  rackPicture,
  shoeWords,
  slotPicture,
  speechBubble,
  trayPicture,
} from "./parts.js";
import {
  countOf,
  dollars,
  group,
  isTurned,
  joinPieces,
  levelGroup,
  levelText,
  namedGroup,
  tag,
  textAt,
  transformTo,
} from "./svg.js";

/**
 * @import { Drawn, Look } from "../changes.js"
 * @import { Cell, Drawing, Plan, Printed, Result, Wheel } from "server"
 */

/**
 * @import { Written } from "./cell_places.js"
 * @import { Mark } from "./craps_parts.js"
 * @typedef {{ seat: number, spot: string, cents: number }} Laid
 * @typedef {Laid & { x: number, y: number, result?: Result, mark: Mark | null }} LaidDisc
 */

/** @type {Record<string, string>} */
const TONES = { red: "#b3202c", black: "#17191c", green: "#0f7a45", gold: "#b98a1f" };
const LEAST = 10; // least size of letters on an upright wheel

// Returns the pieces of the whole picture.
/** @param {Drawn} view @param {Printed} printed @param {Drawing} drawing @param {boolean} phone */
export function layoutTable(view, printed, drawing, phone) {
  const plan = phone ? drawing.narrow : drawing.wide;
  const offered = new Set(view.you.offers.flatMap((offer) => offer.spots));
  const own = view.you.seat;
  const viewOfChips =
    phone && own
      ? {
          ...view,
          wagers: own in view.wagers ? { [own]: view.wagers[own] } : {},
          results: view.results?.filter((result) => result.position === own),
        }
      : view;
  return joinPieces([
    tag("rect", { width: plan.width, height: plan.height, class: "room" }),
    tag("rect", {
      x: 2,
      y: 2,
      width: plan.width - 4,
      height: (phone ? plan.height : 540) - 4,
      rx: phone ? 14 : 34,
      fill: drawing.felt,
      stroke: "#3a1d10",
      "stroke-width": phone ? 4 : 10,
    }),
    plan.cells.map((cell) => areaPicture(view, cell, offered)),
    plan.wheel && drawing.wheel && wheelPicture(view, drawing.wheel, plan.wheel),
    plan.dice && dicePicture(view, drawing.dice, plan.dice),
    drawing.wheel && markerPicture(view, drawing.wheel, plan.cells),
    plan.hands.length > 0 && handsPicture(view, plan, phone),
    chipsPicture(viewOfChips, plan.cells),
    !phone &&
      levelGroup(
        plan.width / 2,
        522,
        { class: "limits" },
        textAt(0, 0, printed.limits.map(({ text }) => text).join(" · "), { class: "small" }),
      ),
    (phone || !plan.hands.length) && namedGroup("place", "tray", plan.width / 2, -20, {}),
    phone &&
      view.marks[`${drawing.owed} ${own}`] > 0 &&
      levelText(plan.width / 2, plan.height - 9, `You owe ${dollars(view.marks[`${drawing.owed} ${own}`])}`, {
        class: "small",
      }),
    phone
      ? view.seats.map(({ number }) => namedGroup("place", `plate-${number}`, plan.width / 2, plan.height + 20, {}))
      : railPlaces(view),
  ]);
}

// Draws the hands that belong to no player, before the tray, with the equipment of a card table.
/** @param {Drawn} view @param {Plan} plan @param {boolean} phone */
function handsPicture(view, plan, phone) {
  /** @param {string} face */
  const look = (face) => ({ back: view.back, edge: view.record && face !== "??" ? "record" : "" });
  const [shoe, used] = [plan.shoe, plan.rack];
  return [
    !phone &&
      (view.title ?? "").split("-").map((line, nth, all) =>
        levelText(plan.width / 2, 128 + (nth - (all.length - 1) / 2) * 22, line.toUpperCase(), {
          class: "name",
          "font-size": Math.min(20, 185 / line.length),
        }),
      ),
    !phone && [
      trayPicture(plan.width / 2, 31),
      slotPicture(plan.width / 2 - 174, 26, "DROP"),
      slotPicture(plan.width / 2 + 174, 26, "TIPS"),
    ],
    used && [
      rackPicture(view, ...used),
      levelText(used[0], used[1] + 50 * used[2] + 6, phone ? `rack ${view.piles.rack ?? 0}` : "Discard rack", {
        class: phone ? "small" : "label",
      }),
      !phone &&
        levelText(used[0], used[1] + 71, view.piles.rack ? countOf(view.piles.rack, "card") : "empty", {
          class: "small",
        }),
    ],
    shoe && [
      devicePicture(view, ...shoe),
      levelText(
        shoe[0],
        shoe[1] + 50 * shoe[2] + 6,
        phone ? `${view.piles["to deal"] || "none"} left` : DEVICES[view.device ?? "shoe"],
        { class: phone ? "small" : "label" },
      ),
      !phone &&
        levelText(shoe[0] - (view.cutting_card === "out" ? 18 : 0), shoe[1] + 71, shoeWords(view, "empty"), {
          class: "small",
        }),
      phone &&
        view.cutting_card === "out" &&
        levelText(plan.width - 8, shoe[1] + 50 * shoe[2] + 20, "cutting card out", { class: "small end" }),
    ],
    plan.hands.map(({ place, x, y, width, cards: room, label: name }) => {
      const hand = place === "dealer" ? view.dealer : view.community;
      const gap = width * 1.08;
      const slots = Array.from({ length: Math.max(room, hand.length) }, (_, index) => ({
        x: x + (index - (room - 1) / 2) * gap,
        y,
        index,
      }));
      return [
        cardsInPlaces(place, hand, slots, { width, look }),
        levelText(x, y + width * 0.7 + 13, name, { class: "label wide" }),
      ];
    }),
    plan.words && speechBubble(view.said?.at(-1), ...plan.words, phone ? 26 : 46),
  ];
}

/** @param {Drawn} view @param {Cell} cell @param {Set<string>} offered */
function areaPicture(view, cell, offered) {
  const { spot, x, y, width, height, label, says, tone, dot } = cell;
  const lit = view.marks[`lit ${spot}`];
  const kinds = ["area", offered.has(spot) && "open", dot && "dot", tone && `tone-${tone}`, lit && "lit"];
  const look = { class: kinds.filter(Boolean).join(" "), "data-spot": spot };
  if (dot) return tag("rect", { x, y, width, height, rx: Math.min(width, height) / 2, ...look });
  const interior = interiorOf(cell);
  const [right, down] = [width / 2, height / 2];
  /** @param {string} text @param {Written | null} place @param {string} kind */
  const printedText = (text, place, kind) =>
    text && place && textAt(place.x - right, place.y - down, text, { class: kind, "font-size": place.size.toFixed(1) });
  return group(
    { "data-area": spot },
    tag("rect", { x, y, width, height, rx: 2, ...look }),
    levelGroup(
      x + right,
      y + down,
      {},
      printedText(label, interior.name, "cell-text"),
      printedText(says, interior.odds, "cell-text cell-odds"),
      cell.dice.map((face, index) =>
        die(face, interior.dice[index].x - right, interior.dice[index].y - down, interior.dice[index].size),
      ),
    ),
  );
}

// Returns the stop where the wheel rests now, or rested last.
/** @param {Drawn} view */
const restOf = (view) => view.wheel ?? view.last_wheel ?? null;

/** @param {Drawn} view @param {Wheel} options @param {[number, number, number]} options */
function wheelPicture(view, { stops, tones, upright }, [x, y, radius]) {
  const rest = restOf(view);
  const count = stops.length;
  /** @param {number} index */
  const turn = (index) => ((index - (upright ? (rest ?? 0) : 0)) * 360) / count;
  const inner = radius * (upright ? 0.3 : 0.62);
  const half = Math.PI / count;
  /** @param {number} side @param {number} far */
  const corner = (side, far) => `${(side * far * Math.sin(half)).toFixed(2)} ${(-far * Math.cos(half)).toFixed(2)}`;
  /** @param {number} from @param {number} to */
  const wedge = (from, to) =>
    `M${corner(-1, from)}L${corner(-1, to)}A${to} ${to} 0 0 1 ${corner(1, to)}L${corner(1, from)}Z`;
  const letter = Math.max(6, Math.min(13, (radius * 5) / count));
  /** @param {string} stop */
  const sizeOf = (stop) => Math.min(letter, (radius * half * 2.4) / Math.max(2, stop.length)); // within its wedge
  return namedGroup(
    "wheel",
    "wheel",
    x,
    y,
    { "data-rest": rest === null ? undefined : stops[rest] },
    group(
      { transform: transformTo(x, y) },
      tag("circle", { r: radius + 6, fill: "#4a2a17", stroke: "#c79a5b", "stroke-width": 2 }),
      group(
        { class: "turning" },
        stops.map((stop, index) =>
          group(
            { transform: `rotate(${turn(index).toFixed(2)})` },
            tag("path", {
              d: wedge(inner, radius),
              fill: TONES[tones[index]] ?? "#e9e2cf",
              stroke: "#e9d9ad",
              "stroke-width": 0.5,
            }),
            stopText(
              stop,
              sizeOf(stop),
              letter,
              radius,
              upright,
              TONES[tones[index]] && tones[index] !== "gold" ? "stop" : "stop dark",
            ),
          ),
        ),
      ),
      tag("circle", { r: inner, fill: "#5d3820", stroke: "#c79a5b" }),
      tag("circle", { r: radius * 0.12, fill: "#d9b36c" }),
      rest !== null &&
        textAt(0, upright ? 0 : inner * 0.55, stops[rest], {
          class: "cell-text landed",
          "font-size": (inner * 0.34).toFixed(1),
        }),
      upright
        ? tag("path", { d: `M-7 ${-radius - 14}L7 ${-radius - 14}L0 ${-radius + 6}Z`, fill: "#f3d27a", stroke: "#222" })
        : rest !== null &&
            group(
              { class: "runner" },
              group(
                { transform: `rotate(${turn(rest).toFixed(2)})` },
                tag("circle", {
                  cy: -inner - (radius - inner) * 0.25,
                  r: radius * 0.055,
                  fill: "#fff",
                  stroke: "#555",
                  class: "ball",
                }),
              ),
            ),
    ),
  );
}

// Writes the text of a stop at the rim. A word that would be too small across its wedge runs along it.
/**
 * @param {string} stop @param {number} size @param {number} letter @param {number} radius @param {boolean} upright
 * @param {string} look
 */
function stopText(stop, size, letter, radius, upright, look) {
  if (!upright || size >= LEAST)
    return textAt(0, -radius + letter * 0.9, stop, { "font-size": size.toFixed(1), class: look });
  const middle = radius - 12 - stop.length * letter * 0.32;
  return group(
    { transform: transformTo(0, -middle, 90) },
    textAt(0, 0, stop, { "font-size": letter.toFixed(1), class: look }),
  );
}

/** @param {Drawn} view @param {number} count @param {[number, number, number]} options */
function dicePicture(view, count, [x, y, size]) {
  const values = view.dice.length ? view.dice : (view.last_dice ?? []);
  return [
    tag("rect", {
      x: x - size * (count * 0.75 + 0.2),
      y: y - size * 0.85,
      width: size * (count * 1.5 + 0.4),
      height: size * 1.7,
      rx: size * 0.4,
      class: "empty",
    }),
    values.map((value, index) => {
      const right = x + (index - (count - 1) / 2) * size * 1.35;
      return namedGroup(
        "die",
        index,
        right,
        y,
        { "data-value": value },
        die(value, right, y, size, { turn: [-8, 5, 11][index % 3], red: true }),
      );
    }),
  ];
}

/** @param {Drawn} view @param {Wheel} options @param {Cell[]} cells */
function markerPicture(view, { spots }, cells) {
  const on = cells.find(({ spot, dot }) => !dot && spot === spots[(view.marks.marker ?? 0) - 1]);
  if (!on) return "";
  const [x, y] = [on.x + on.width / 2, on.y + on.height / 2];
  return namedGroup(
    "place",
    "marker",
    x,
    y,
    {},
    group(
      { transform: transformTo(x, y), class: "marker" },
      tag("circle", { r: 11, fill: "#f6f1dc", stroke: "#222", "fill-opacity": 0.75 }),
      tag("circle", { r: 5, fill: "#c8b062", stroke: "#222" }),
    ),
  );
}

// Draws one disc for each player and area, the reader's own on top, with the marks of settled wagers. Marks of others
// that would overlap are left out, because their results are on their plates as well.
/** @param {Drawn} view @param {Cell[]} cells */
function chipsPicture(view, cells) {
  const decided = new Map((view.results ?? []).map((result) => [`${result.position}:${result.spot}`, result]));
  const wagers = Object.entries(view.wagers).flatMap(([seat, spots]) =>
    Object.entries(spots).map(([spot, cents]) => ({ seat: Number(seat), spot, cents })),
  );
  for (const { position, spot, staked, mark } of decided.values()) {
    if (MARKS[mark] && !view.wagers[position]?.[spot]) wagers.push({ seat: position, spot, cents: staked });
  }
  /** @type {Map<Cell, Laid[]>} */
  const wagersByCell = new Map();
  for (const laid of wagers.sort((first, second) => first.seat - second.seat)) {
    const cell =
      cells.find(({ spot }) => spot === laid.spot) ?? cells.find(({ spot }) => laid.spot.startsWith(`${spot} `));
    if (cell) wagersByCell.set(cell, [...(wagersByCell.get(cell) ?? []), laid]);
  }
  /** @param {{ seat: number }} options */
  const own = ({ seat }) => seat === view.you.seat;
  const discs = [...wagersByCell].flatMap(([cell, laidHere]) => {
    const free = discPlaces(cell, laidHere.length, laidHere.some(own));
    return laidHere.map(
      /** @returns {LaidDisc} */ (laid, nth) => {
        const result = decided.get(`${laid.seat}:${laid.spot}`);
        return { ...laid, ...free[nth], result, mark: markOf(view, laid.seat, result, free[nth].mark) };
      },
    );
  });
  const marked = discs.filter(({ mark }) => mark);
  /** @param {LaidDisc} laid */
  const isReadable = (laid) => own(laid) || !marked.some((second) => second !== laid && marksOverlap(second, laid));
  return discs
    .sort((first, second) => Number(own(first)) - Number(own(second)))
    .map((laid) =>
      discPicture(
        view,
        laid.seat,
        laid.spot,
        laid.cents,
        laid.x,
        laid.y,
        laid.result,
        laid.mark && isReadable(laid) ? laid.mark : null,
      ),
    );
}

// Returns whether the marks of two discs overlap. Marks are level from either side.
/** @param {LaidDisc} one @param {LaidDisc} other */
function marksOverlap(one, other) {
  if (!one.mark || !other.mark) return false;
  const side = isTurned() ? -1 : 1;
  const [right, down] = [
    one.x - other.x + side * (one.mark.x - other.mark.x),
    one.y - other.y + side * (one.mark.y - other.mark.y),
  ];
  return Math.abs(right) < one.mark.half + other.mark.half && Math.abs(down) < 8 * (one.mark.size + other.mark.size);
}
