// @ts-check
// Builds SVG as text: drawing a table is a function from a view to a string and needs no browser.

/**
 * @import { Drawn } from "../changes.js"
 * @typedef {{ x: number, y: number }} Point
 * @typedef {string | number | boolean | null | undefined | Piece[]} Piece
 * @typedef {Record<string, string | number | boolean | null | undefined>} Attributes
 */

/** @type {Record<string, string>} */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {unknown} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ESCAPED[sign]);

// Rounds a number so that it is short but moves nothing by a visible amount.
/** @param {number} number */
export const roundShort = (number) => Math.round(number * 100) / 100;

// Joins nested pieces of SVG to one text. Undefined, null and false are left out.
/** @param {Piece[]} pieces */
export function joinPieces(pieces) {
  let text = "";
  for (const piece of pieces) {
    if (Array.isArray(piece)) text += joinPieces(piece);
    else if (piece !== undefined && piece !== null && piece !== false) text += piece;
  }
  return text;
}

// Writes an element. Attributes that are undefined, null or false are left out, and numbers are rounded.
/** @param {string} name @param {Attributes} attributes @param {...Piece} inside */
export function tag(name, attributes, ...inside) {
  let text = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined || value === null || value === false) continue;
    text += ` ${key}="${typeof value === "number" ? roundShort(value) : escaped(value)}"`;
  }
  const content = joinPieces(inside);
  return content ? `${text}>${content}</${name}>` : `${text}/>`;
}

/** @param {Attributes} attributes @param {...Piece} inside */
export const group = (attributes, ...inside) => tag("g", attributes, ...inside);

/** @param {number} x @param {number} y @param {number} [turn] @param {number} [size] */
export function transformTo(x, y, turn = 0, size = 1) {
  const turned = turn ? ` rotate(${roundShort(turn)})` : "";
  return `translate(${roundShort(x)} ${roundShort(y)})${turned}${size === 1 ? "" : ` scale(${roundShort(size)})`}`;
}

// Groups a thing that may move: its kind, its key and its middle, so that motion need not measure the page.
/**
 * @param {string} kind @param {string | number} key @param {number} x @param {number} y
 * @param {Attributes} attributes @param {...Piece} inside
 */
export const namedGroup = (kind, key, x, y, attributes, ...inside) =>
  group({ [`data-${kind}`]: key, "data-x": roundShort(x), "data-y": roundShort(y), ...attributes }, ...inside);

/** @param {number} x @param {number} y @param {string | number} text @param {Attributes} [attributes] */
export const textAt = (x, y, text, attributes = {}) => tag("text", { x, y, ...attributes }, escaped(text));

// Returns attributes that set letters closer if a text is too long for its room. `letter` is the width of a letter.
/** @param {string} text @param {number} room @param {number} letter */
export const squeezed = (text, room, letter) =>
  text.length * letter > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};

// From the dealer's side everything is turned by half a circle, except what stays level. This is set while one picture
// is drawn, so that it need not be passed to everything that draws level text.
const picture = { upsideDown: false };
export const isTurned = () => picture.upsideDown;
// Draws a picture as seen from the dealer's side, if `turned` is true.
/** @param {boolean} turned @param {() => string} draw */
export function whileTurned(turned, draw) {
  picture.upsideDown = turned;
  try {
    return draw();
  } finally {
    picture.upsideDown = false;
  }
}

// Groups pieces so that they stay level when the table is turned. Do not nest such groups.
/** @param {number} x @param {number} y @param {Attributes} attributes @param {...Piece} inside */
export const levelGroup = (x, y, attributes, ...inside) =>
  group(
    {
      transform: transformTo(x, y, isTurned() ? 180 : 0, Number(attributes.size ?? 1)),
      ...attributes,
      size: undefined,
    },
    ...inside,
  );

/** @param {number} x @param {number} y @param {string | number} text @param {Attributes} [attributes] */
export const levelText = (x, y, text, attributes = {}) => levelGroup(x, y, {}, textAt(0, 0, text, attributes));

/**
 * @param {string} name @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Attributes} [attributes]
 */
export const useSymbol = (name, x, y, width, height, attributes = {}) =>
  tag("use", { href: `#${name}`, x, y, width, height, ...attributes });

/** @param {number} cents */
export const dollars = (cents) => {
  const whole = Math.floor(Math.abs(cents) / 100);
  const part = Math.abs(cents) % 100;
  const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${String(part).padStart(2, "0")}` : "");
  return `${cents < 0 ? "−" : ""}$${digits}`;
};

/** @param {number} count @param {string} noun */
export const countOf = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Writes what was won or lost by sign, shape and word, so that no color is needed.
/** @param {number} cents */
export const netInWords = (cents) =>
  cents > 0 ? `▲ +${dollars(cents)}` : cents < 0 ? `▼ ${dollars(cents)}` : "= even";

// Returns whether a settled round was void for the player of a seat: all of it, or his own hand. That differs from a
// push.
/** @param {Pick<Drawn, "nets" | "voided" | "results">} options @param {number} seat */
export function isVoid({ nets, voided, results }, seat) {
  const decided = (results ?? []).filter((result) => result.seat === seat && !["stands", "back"].includes(result.mark));
  return !nets?.[seat] && Boolean(voided || (decided.length && decided.every(({ mark }) => mark === "void")));
}

/** @param {Drawn} view @param {number} seat */
export const resultAtSeat = (view, seat) => (isVoid(view, seat) ? "↩ void" : netInWords(view.nets?.[seat] ?? 0));

// Shortens a name to fit on its plate, without the words for a house player.
/** @param {string} name @param {number} most */
export function shortName(name, most) {
  const own = name.replace(/ \(house\)$/, "");
  return own.length > most ? `${own.slice(0, most - 1)}…` : own;
}
