// @ts-check
// Builds HTML as text. What people wrote is always escaped.

/** @type {Record<string, string>} */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} text */
export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPED[sign]);
// Turns words into a name for keys and ids: small letters, digits and hyphens.
/** @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
// Turns a clause of the server into a sentence: capital letter and period.
/** @param {string} text */
export const toSentence = (text) => capitalize(text) + (/[.?!”]$/.test(text) ? "" : ".");

// HTML that html`` or raw() made: it is not escaped again.
class Html extends String {}

/** @param {unknown} text */
export const raw = (text) => new Html(text);

// Builds HTML: html`<p>${name}</p>`. Values are escaped, lists are joined, and undefined, null and false are left out.
/** @param {TemplateStringsArray} parts @param {...unknown} values */
export function html(parts, ...values) {
  return new Html(parts.reduce((text, part, index) => text + toHtml(values[index - 1]) + part));
}

/** @param {unknown} value @returns {string} */
function toHtml(value) {
  if (value === undefined || value === null || value === false) return "";
  if (Array.isArray(value)) return value.map(toHtml).join("");
  return value instanceof Html ? String(value) : escapeHtml(value);
}
