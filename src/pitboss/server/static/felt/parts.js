// @ts-check
// Draws what every card table has, on a wide page and on a narrow one: equipment, print, betting areas, the dealer's
// words.

import { LAYOUTS } from "./card_layouts.js";
import { BACKS, cardAt, namedCard } from "./cards.js";
import { chipPile, DENOMINATIONS, MARKS, pill } from "./chips.js";
import {
  countOf,
  dollars,
  group,
  isTurned,
  levelGroup,
  levelText,
  namedGroup,
  squeezed,
  tag,
  textAt,
  transformTo,
} from "./svg.js";
import { cardsMaking } from "./winning_lines.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { Area, CardLayout } from "./card_layouts.js"
 * @import { CardLook } from "./cards.js"
 * @import { Attributes } from "./svg.js"
 * @import { Pays, Printed, Result } from "server"
 */

/**
 * A place for a card before the tray. `index` is that of the card that lies there, and `key` is its key for motion.
 * @typedef {{ x: number, y: number, index?: number, turn?: number, key?: number }} CardPlace
 * @typedef {{
 *   x: number, y: number, turn?: number, size?: number, mine: boolean, lit: boolean, open: boolean, asked: boolean,
 *   back: boolean, inverse?: number, bare?: boolean,
 * }} AreaLook
 */

export const LINE = 14.6; // height of a line of a pay table

// --- equipment

/** @param {number} x @param {number} y @param {number} [columns] */
export function trayPicture(x, y, columns = 2) {
  const kinds = DENOMINATIONS.flatMap((kind) => Array(columns).fill(kind));
  const width = kinds.length * 22.4 + 15;
  return namedGroup(
    "place",
    "tray",
    x,
    y,
    {},
    tag("rect", {
      x: x - width / 2,
      y: y - 24,
      width,
      height: 48,
      rx: 6,
      fill: "#17110d",
      stroke: "#6b4a30",
      "stroke-width": 2,
    }),
    kinds.map((kind, index) =>
      group(
        { transform: transformTo(x - width / 2 + 10 + index * 22.4, y - 17) },
        Array.from({ length: 9 }, (_, coin) =>
          tag("rect", {
            y: coin * 3.7,
            width: 17,
            height: 3,
            rx: 1.2,
            fill: kind.color,
            stroke: "#fff7",
            "stroke-width": 0.4,
          }),
        ),
      ),
    ),
  );
}

/** @param {number} x @param {number} y @param {string} name */
export const slotPicture = (x, y, name) =>
  tag("rect", { x: x - 15, y: y - 10, width: 30, height: 7, rx: 3.5, fill: "#0a0806", stroke: "#fff4" }) +
  levelText(x, y + 8, name, { class: "small wide" });

// Returns the share of all cards that a pile has, whether of one deck or of a shoe.
/** @param {number} cards @param {Drawn} view */
const shareOfCards = (cards, view) =>
  Math.min(1, cards / Math.max(52, (view.piles.rack ?? 0) + (view.piles["to deal"] ?? 0)));

// Draws the discard rack. Its pile grows with every card, on the cover card at the bottom.
/** @param {Drawn} view @param {number} x @param {number} y @param {number} [size] */
export function rackPicture(view, x, y, size = 1) {
  const cards = view.piles.rack ?? 0;
  const height = 58 * shareOfCards(cards, view);
  return namedGroup(
    "place",
    "rack",
    x,
    y,
    { "data-count": cards },
    group(
      { transform: transformTo(x, y, 0, size) },
      tag("rect", { x: -31, y: -38, width: 62, height: 76, rx: 4, class: "box" }),
      height > 0 && tag("rect", { x: -24, y: 31 - height, width: 48, height, fill: "url(#edges)" }),
      tag("rect", { x: -24, y: 31, width: 48, height: 3.4, class: "cover" }),
    ),
  );
}

/** @type {Record<string, string>} */
export const DEVICES = { shoe: "Dealing shoe", shuffler: "Shuffler", hand: "Dealt by hand" };

// Draws how many cards are left in a shoe that is dealt for many rounds, as seen through its side. The cutting card is
// hidden until it comes out, and then lies on the lid.
/** @param {Drawn} view @param {number} cards */
const cardsInShoe = (view, cards) => [
  tag("rect", { x: -18, y: -26, width: 50, height: 10, rx: 2, fill: "#0006" }),
  tag("rect", { x: -18, y: -26, width: 50 * shareOfCards(cards, view), height: 10, rx: 2, fill: "#f7f3e8" }),
  view.cutting_card === "out" &&
    group(
      { transform: "rotate(-8)" },
      tag("rect", { x: -2, y: -46, width: 30, height: 11, rx: 1.5, class: "cutting-card" }),
    ),
];

/** @param {Drawn} view @param {string} none */
export const shoeWords = (view, none) =>
  view.piles["to deal"]
    ? `${countOf(view.piles["to deal"], "card")}${view.cutting_card === "out" ? ", cutting card out" : ""}`
    : none;

/** @param {Drawn} view @param {number} x @param {number} y @param {number} [size] */
export function devicePicture(view, x, y, size = 1) {
  const [kind, cards] = [view.device ?? "shoe", view.piles["to deal"] ?? 0];
  const back = BACKS[view.back] ?? BACKS.red;
  const picture = {
    shoe: [
      tag("path", {
        d: "M-29 -30Q-27 -37 -20 -37H32Q38 -37 38 -31V33Q38 37 34 37H-34Q-39 37 -38 31Z",
        class: "box shoe",
      }),
      cards > 0 &&
        group(
          { transform: "translate(-32 3) skewX(-8)" },
          tag("rect", { width: 42, height: 26, rx: 2, fill: back, stroke: "#fff8" }),
        ),
      view.cutting_card && cardsInShoe(view, cards),
    ],
    shuffler: [
      tag("rect", { x: -38, y: -37, width: 76, height: 74, rx: 8, class: "box shoe" }),
      tag("rect", { x: -26, y: 10, width: 52, height: 18, rx: 2, fill: "#000", stroke: "#fff5" }),
      tag("circle", { cx: 26, cy: -26, r: 3.5, class: cards > 0 ? "ready-lamp" : "lamp" }),
      cards > 0 && tag("rect", { x: -22, y: 14, width: 44, height: 10, rx: 1.5, fill: back, stroke: "#fff8" }),
    ],
    hand: [
      tag("rect", { x: -28, y: -38, width: 56, height: 76, rx: 5, class: "empty" }),
      cards > 0 && [2, 1, 0].map((under) => cardAt("??", under * 1.6, under * 1.6, { width: 48, back: view.back })),
    ],
  }[kind];
  return namedGroup(
    "place",
    "shoe",
    x,
    y,
    { "data-device": kind, "data-count": cards },
    levelGroup(x, y, { size }, picture),
  );
}

/** @param {number} x @param {number} y @param {number} [size] */
export const coverCard = (x, y, size = 1) =>
  levelGroup(
    x,
    y,
    { size },
    tag("rect", { x: -17, y: -24, width: 34, height: 48, rx: 3, class: "cover" }),
    textAt(0, -4, "cover", { class: "tiny dark" }),
    textAt(0, 7, "card", { class: "tiny dark" }),
  );

/** @param {number} x @param {number} y */
export const dealersButton = (x, y) =>
  namedGroup(
    "place",
    "button",
    x,
    y,
    {},
    levelGroup(
      x,
      y,
      {},
      tag("ellipse", { rx: 23, ry: 16, fill: "#fff", stroke: "#c9971c", "stroke-width": 2.4 }),
      textAt(0, 0, "BUTTON", { class: "tiny dark" }),
    ),
  );

/** @param {Drawn} view @param {Printed} printed @param {number} x @param {number} y @param {number} [size] */
export function potPicture(view, printed, x, y, size = 1) {
  const decided = (view.results ?? []).filter((result) => result.spot === "pot");
  const cents = decided.reduce((sum, result) => sum + result.staked, 0) || view.pot;
  const winners = decided.filter((result) => result.mark === "won");
  const onLayout = Object.values(view.wagers).reduce(
    (sum, spots) => sum + ["ante", "bet", "double"].reduce((subtotal, spot) => subtotal + (spots[spot] ?? 0), 0),
    0,
  );
  return namedGroup(
    "place",
    "pot",
    x,
    y,
    { "data-cents": cents },
    levelGroup(
      x,
      y,
      { size },
      tag("ellipse", { rx: 118, ry: 46, class: "ring" }),
      tag("ellipse", { rx: 112, ry: 41, class: "ring thin" }),
      textAt(0, -26, "WINNER’S POT", { class: "pot-name" }),
      cents > 0 && group({ transform: transformTo(-44, 6) }, chipPile(cents, 12)),
      textAt(cents > 0 ? 22 : 0, 0, dollars(cents), { class: "pot-amount" }),
      winners.map(({ seat, net }, index) =>
        pill(`${seat === view.you.seat ? "" : `seat ${seat} `}${MARKS.won(net)}`, 0, 42 + index * 17, { kind: "won" }),
      ),
      textAt(
        0,
        24,
        onLayout && !view.results ? `${dollars(onLayout)} more on the layout` : (printed.motto?.text ?? ""),
        {
          class: "small",
        },
      ),
    ),
  );
}

// --- print

/** @type {Record<string, string>} */
const SHORTER = { "Straight flush": "Str. flush", "Four of a kind": "Four", "Three of a kind": "Three" };

// Draws a pay table in one column, or in two where room is short. Lines that were paid are lit.
/**
 * @param {Pays} options @param {number} x @param {number} y
 * @param {{ width?: number, columns?: number, lit?: string[], line?: number }} [options]
 */
export function payTable({ title, lines }, x, y, { width = 156, columns = 1, lit = [], line = LINE } = {}) {
  const rows = Math.ceil(lines.length / columns);
  const height = 24 + rows * line + 3;
  const column = width / columns;
  const drawn = levelGroup(
    x + width / 2,
    y + height / 2,
    { class: "pays", "data-pays": title },
    tag("rect", { x: -width / 2, y: -height / 2, width, height, rx: 5, class: "panel" }),
    textAt(0, 13 - height / 2, title, { class: "pay-title" }),
    lines.map(([hand, pays], index) => {
      const [left, down] = [-width / 2 + Math.floor(index / rows) * column, 30 - height / 2 + (index % rows) * line];
      const on = lit.includes(hand) ? " on" : "";
      const name = columns > 1 && width < 200 ? (SHORTER[hand] ?? hand) : hand;
      const close = squeezed(name, column - 22 - pays.length * 6, 6.3);
      return (
        (on &&
          tag("rect", {
            x: left + 3,
            y: down - line / 2 - 0.5,
            width: column - 6,
            height: line,
            rx: 3,
            class: "paid",
          })) +
        textAt(left + 8, down, name, { class: `line${on}`, ...close }) +
        textAt(left + column - 8, down, pays, { class: `line pay${on}` })
      );
    }),
  );
  return { drawn, height };
}

/** @param {string} text @param {number} x @param {number} y @param {number} [width] */
export function noticePanel(text, x, y, width = 156) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > width / 5.8) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const height = 10 + lines.length * LINE;
  const drawn = levelGroup(
    x + width / 2,
    y + height / 2,
    { class: "pays" },
    tag("rect", { x: -width / 2, y: -height / 2, width, height, rx: 5, class: "panel" }),
    lines.map((line, index) => textAt(0, 13 - height / 2 + index * LINE, line, { class: "says" })),
  );
  return { drawn, height };
}

// Writes text on an arc that opens upward. From the dealer's side it runs along the arc the other way.
/** @param {string} text @param {number} y @param {number} deep @param {Attributes} attributes */
export function textOnArc(text, y, deep, attributes) {
  const [left, right] = isTurned() ? [740, 220] : [220, 740];
  const id = `arc-${left}-${y}-${deep}`; // several pictures may be on one page
  return (
    tag("path", { id, d: `M${left} ${y}Q480 ${y + deep} ${right} ${y}`, fill: "none" }) +
    tag("text", attributes, tag("textPath", { href: `#${id}`, startOffset: "50%" }, text))
  );
}

/** @param {string | undefined} text @param {number} x @param {number} y @param {number} [most] */
export function speechBubble(text, x, y, most = 46) {
  if (!text) return "";
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  const width = Math.max(120, 28 + short.length * 7.7);
  return levelGroup(
    x,
    y,
    { class: "bubble" },
    tag("path", { d: "M-9 -14L0 -23L9 -14Z" }),
    tag("rect", { x: -width / 2, y: -15, width, height: 30, rx: 15 }),
    textAt(0, 1, short),
  );
}

// --- the cards before the tray

// Draws each place with the card that lies there, or its outline. A card keeps its key while those beside it go.
/**
 * @param {string} key @param {string[]} faces @param {CardPlace[]} places
 * @param {{ width: number, look: (face: string) => CardLook, names?: string[] }} options
 */
export function cardsInPlaces(key, faces, places, { width, look, names = [] }) {
  const height = (width * 7) / 5;
  return places.map(({ x, y, index, turn, key: own }, nth) => {
    if (index !== undefined && faces[index])
      return namedCard(`${key}-${own ?? index}`, faces[index], x, y, {
        width,
        turn: (turn ?? 0) + (isTurned() ? 180 : 0),
        ...look(faces[index]),
      });
    return index !== undefined || names[nth] !== undefined
      ? tag("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: width / 10, class: "empty" }) +
          levelGroup(
            x,
            y,
            {},
            (names[nth] ?? "").split("|").map((line, row) => textAt(0, row * 14 - 7, line, { class: "small" })),
          )
      : "";
  });
}

// Returns the three places of the community cards of Let It Ride, dealt from the dealer's left, which is the right of
// the picture. The first card from there is burned, the next is turned up and laid on the last; then it moves to the
// dealer's right and the last is turned. Under the text of 1996 the three lie in one stack, and its top card is burned.
/** @param {Drawn} view @param {number} x @param {number} y @param {number} gap */
export function ridePlaces(view, x, y, gap) {
  const { community } = view;
  const cardsLeft = community.length || 3;
  const isStacked = view.text?.includes("1996");
  const faceUpCount = community.filter((face) => face !== "??").length;
  /** @type {string[]} */
  const names = [];
  /** @param {number} nth @returns {CardPlace} */
  const placeOf = (nth) => {
    const index = nth - (3 - cardsLeft); // among the cards that are left
    if (index < 0) {
      names[nth] = "burned|to rack";
      return { x: x + gap, y };
    }
    if (isStacked)
      return faceUpCount && community[index] !== "??"
        ? { x: x - gap + index * gap, y, index }
        : { x: x + (faceUpCount ? gap : 0) + (2 - nth) * 3, y: y - (2 - nth) * 2, index };
    if (cardsLeft === 3) return { x: x + (1 - index) * gap, y, index };
    if (faceUpCount === 2) return { x: x - gap + index * gap, y, index };
    if (faceUpCount === 1) return { x: x - gap + (index ? -5 : 6), y, index };
    return { x: x - index * gap, y, index };
  };
  const places = [0, 1, 2].map((nth) => ({ ...placeOf(nth), key: nth }));
  if (faceUpCount === 1 && !isStacked) places.push(places.splice(1, 1)[0]); // the first lies on the last
  return { places, names };
}

// Draws the chips of the bonus wager, which are counted before the tray once bets are closed (18.7(b)).
/** @param {Drawn} view @param {number} x @param {number} y */
export function bonusChips(view, x, y) {
  if (!view.lit.length || view.waiting === "wagers" || view.results) return "";
  return namedGroup(
    "place",
    "bonus-chips",
    x,
    y,
    { "data-count": view.lit.length },
    levelGroup(
      x,
      y,
      {},
      chipPile(100 * view.lit.length, 9),
      textAt(0, 17, dollars(100 * view.lit.length), { class: "small" }),
    ),
  );
}

// --- betting areas

/** @param {Area} options @param {AreaLook} options */
export function betArea(
  { shape, text, spot },
  { x, y, turn = 0, size = 1, mine, lit, open, asked, back, inverse = 0, bare = false },
) {
  const lines = back ? ["back"] : bare ? [] : text.split("|");
  const state = `area${open ? " open" : ""}${asked ? " asked" : ""}`;
  const fine = back || lines.length !== 1 || lines[0].length > 2;
  const lettering = group(
    { transform: inverse ? `rotate(${inverse})` : undefined },
    lines.map((line, index) =>
      textAt(0, (index - (lines.length - 1) / 2) * 8, line, {
        class: `area-text${fine ? " fine" : ""}${back ? " back" : ""}`,
      }),
    ),
    back && textAt(-16, -16, text, { class: "area-text" }),
  );
  const drawn =
    shape === "diamond"
      ? tag("path", { d: "M-25 0L0 -18L25 0L0 18Z", class: state })
      : shape === "square"
        ? tag("rect", { x: -20, y: -15, width: 40, height: 30, rx: 3, class: state })
        : shape === "lamp"
          ? tag("circle", { r: 11, class: lit ? "lamp lit" : "lamp" })
          : tag("circle", { r: 18, class: state });
  return group(
    {
      transform: transformTo(x, y, turn, size),
      "data-area": spot,
      "data-spot": mine ? spot : undefined,
      "data-lit": shape === "lamp" ? String(lit) : undefined,
    },
    mine && tag("circle", { r: 19, class: "hit" }),
    drawn,
    lettering,
  );
}

// Returns the areas of one position that a question is about: those on which a choice would put chips, or those that it
// names.
/** @param {Drawn} view @param {number} position @param {Area[]} areas */
export function areasAskedAbout(view, position, areas) {
  if (view.asked?.position !== position) return new Set();
  const { choices, subject } = view.asked;
  const chosen = areas.filter(({ spot }) => choices.includes(spot));
  return new Set((chosen.length ? chosen : areas.filter(({ spot }) => subject.includes(spot))).map(({ spot }) => spot));
}

/** @param {Drawn} view @param {number} position */
export const resultsAt = (view, position) =>
  new Map((view.results ?? []).filter((result) => result.position === position).map((result) => [result.spot, result]));

// Returns a function that says whether the wager on an area was withdrawn, in the settled round or in this one, in
// which the three bets began as equals.
/**
 * @param {Drawn} view @param {number} position @param {Map<string, Result>} results
 * @param {Record<string, number>} stakes
 */
export const isWithdrawnAt = (view, position, results, stakes) => (/** @type {string} */ spot) =>
  results.get(spot)?.mark === "back" ||
  (!stakes[spot] && Boolean(stakes["bet 3"]) && view.hands[position]?.length > 0 && /^bet [12]$/.test(spot));

// Returns the cents that lie on an area, or lay there when it was settled.
/** @param {string} spot @param {Record<string, number>} stakes @param {Result | undefined} result */
export const centsShown = (spot, stakes, result) =>
  result?.mark === "back" ? 0 : stakes[spot] || (result?.staked ?? 0);

// Returns the marks of results that have no area of their own: a bonus on the ante, and the player's share of the pot.
/** @param {CardLayout} game @param {Map<string, Result>} results */
export function marksWithoutArea(game, results) {
  /** @type {[area: Area, text: string, mark: string, down: number][]} */
  const marks = [];
  for (const [spot, { mark, net }] of results) {
    const area = game.areas.find((other) => (spot === "pot" ? other.spot === "bet" : spot === `${other.spot} bonus`));
    if (area && MARKS[mark] && !game.areas.some((other) => other.spot === spot))
      marks.push([area, `${spot === "pot" ? "" : "bonus "}${MARKS[mark](net)}`, mark, spot === "pot" ? 28 : 17]);
  }
  return marks;
}

// Returns the cards of the hands that were paid: of one position, or of the viewer.
/** @param {Drawn} view @param {number} [position] */
export function goldenCards(view, position = 0) {
  const own = view.you.seat;
  const paidResults = (view.results ?? []).filter(
    (result) => result.mark === "won" && (position ? result.position === position : !own || result.seat === own),
  );
  return new Set(
    paidResults.flatMap((result) =>
      cardsMaking(
        result.hand ?? "",
        result.cards ?? [],
        LAYOUTS[view.game].hand === 3 && !view.community.length ? 3 : 5,
      ),
    ),
  );
}
