// @ts-check
// HTML as text: what is written by people is always escaped.

/** @type {Record<string, string>} */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} text */
export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPED[sign]);
/** @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
// What the server says in a clause is shown as a whole sentence.
/** @param {string} text */
export const toSentence = (text) => capitalize(text) + (/[.?!”]$/.test(text) ? "" : ".");

// html`<p>${name}</p>`: values are escaped, except what html`` or raw() made; lists are joined, nothing is left out.
class Made extends String {}

/** @param {unknown} text */
export const raw = (text) => new Made(text);

/** @param {TemplateStringsArray} parts @param {...unknown} values */
export function html(parts, ...values) {
  return new Made(parts.reduce((text, part, index) => text + shown(values[index - 1]) + part));
}

/** @param {unknown} value @returns {string} */
function shown(value) {
  if (value === undefined || value === null || value === false) return "";
  if (Array.isArray(value)) return value.map(shown).join("");
  return value instanceof Made ? String(value) : escapeHtml(value);
}
