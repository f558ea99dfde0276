// @ts-check
// SVG as text: what draws a table is a function from a view to a string and needs no browser.

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

// A number as short as it can be without moving anything by a visible amount.
/** @param {number} number */
export const roundShort = (number) => Math.round(number * 100) / 100;

// What is drawn, one piece after the other, however deep it is nested; what is not there is left out.
/** @param {Piece[]} pieces */
export function joinPieces(pieces) {
  let text = "";
  for (const each of pieces) {
    if (Array.isArray(each)) text += joinPieces(each);
    else if (each !== undefined && each !== null && each !== false) text += each;
  }
  return text;
}

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

// A thing that may move: which one it is, and where its middle lies, so that motion need not measure the page.
/**
 * @param {string} kind @param {string | number} key @param {number} x @param {number} y
 * @param {Attributes} attributes @param {...Piece} inside
 */
export const namedGroup = (kind, key, x, y, attributes, ...inside) =>
  group({ [`data-${kind}`]: key, "data-x": roundShort(x), "data-y": roundShort(y), ...attributes }, ...inside);

/** @param {number} x @param {number} y @param {string | number} text @param {Attributes} [attributes] */
export const textAt = (x, y, text, attributes = {}) => tag("text", { x, y, ...attributes }, escaped(text));

// For words whose letters may be so wide: set closer if they are too long for their room.
/** @param {string} text @param {number} room @param {number} letter */
export const squeezed = (text, room, letter) =>
  text.length * letter > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};

// Seen from the dealer's side everything is turned by half a circle, but what is level stays level. This holds while
// one picture is drawn, so that the forty places that draw something level need not be told.
const picture = { upsideDown: false };
export const isTurned = () => picture.upsideDown;
/** @param {boolean} turned @param {() => string} draw */
export function whileTurned(turned, draw) {
  picture.upsideDown = turned;
  try {
    return draw();
  } finally {
    picture.upsideDown = false;
  }
}

// Level wherever it lies. What is in it is not level once more.
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

// Level words.
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

/** @param {number} many @param {string} what */
export const countOf = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;

// What was won or lost, by sign, shape and word: each suffices without color.
/** @param {number} cents */
export const netInWords = (cents) =>
  cents > 0 ? `▲ +${dollars(cents)}` : cents < 0 ? `▼ ${dollars(cents)}` : "= even";

// Whether a settled round was void for whoever has a seat: all of it, or his own hand. That is not to come out even.
/** @param {Pick<Drawn, "nets" | "voided" | "results">} options @param {number} seat */
export function isVoid({ nets, voided, results }, seat) {
  const decided = (results ?? []).filter((each) => each.seat === seat && !["stands", "back"].includes(each.mark));
  return !nets?.[seat] && Boolean(voided || (decided.length && decided.every(({ mark }) => mark === "void")));
}

// What a settled round came to for whoever has a seat.
/** @param {Drawn} view @param {number} seat */
export const resultAtSeat = (view, seat) => (isVoid(view, seat) ? "↩ void" : netInWords(view.nets?.[seat] ?? 0));

// A name that fits on its plate. That the house plays a seat is said beside the picture.
/** @param {string} name @param {number} most */
export function shortName(name, most) {
  const own = name.replace(/ \(house\)$/, "");
  return own.length > most ? `${own.slice(0, most - 1)}…` : own;
}
