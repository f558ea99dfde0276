// SVG as text: what draws a table is a function from a view to a string and needs no browser.

const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => ESCAPED[sign]);

// A number as short as it can be without moving anything by a visible amount.
export const round = (number) => Math.round(number * 100) / 100;

export function tag(name, attributes, ...inside) {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    text += ` ${key}="${escape(typeof value === "number" ? round(value) : value)}"`;
  }
  const content = inside.flat(Infinity).filter((each) => each !== undefined && each !== null && each !== false).join("");
  return content ? `${text}>${content}</${name}>` : `${text}/>`;
}

export const group = (attributes, ...inside) => tag("g", attributes, ...inside);

export const at = (x, y, turn = 0, size = 1) =>
  `translate(${round(x)} ${round(y)})${turn ? ` rotate(${round(turn)})` : ""}${size === 1 ? "" : ` scale(${round(size)})`}`;

export const words = (x, y, text, attributes = {}) => tag("text", { x, y, ...attributes }, escape(text));

export const use = (name, x, y, width, height, attributes = {}) =>
  tag("use", { href: `#${name}`, x, y, width, height, ...attributes });

export const dollars = (cents) => {
  const whole = Math.floor(Math.abs(cents) / 100);
  const part = Math.abs(cents) % 100;
  const digits = whole.toLocaleString("en-US") + (part ? `.${String(part).padStart(2, "0")}` : "");
  return `${cents < 0 ? "−" : ""}$${digits}`;
};

// A name that fits on its plate. That the house plays a seat is said beside the picture.
export function shortName(name, most) {
  const own = name.replace(/ \(house\)$/, "");
  return own.length > most ? `${own.slice(0, most - 1)}…` : own;
}
