// @ts-check
// The settings of the reader, stored in this browser and nowhere else.

/**
 * @typedef {typeof DEFAULTS} Prefs
 * @typedef {{ stakes: Record<string, number>, chip: number, seen?: number }} Remembered
 */

const KEY = "pitboss";
const DEFAULTS = { pace: "normal", hold: 12, sound: false, keys: true, fourColors: false, turned: false };

/**
 * @template T
 * @param {string} key @param {T} fallback @returns {T}
 */
function read(key, fallback) {
  try {
    return { ...fallback, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return { ...fallback };
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // This browser stores nothing: the reader chooses again next time.
  }
}

/** @type {Prefs & Record<string, string | number | boolean>} */
export const prefs = read(KEY, DEFAULTS);

// Changes a setting and stores it.
/** @param {string} name @param {string | number | boolean} value */
export function choose(name, value) {
  prefs[name] = value;
  write(KEY, prefs);
}

// Returns what was bet last at a table, the chip in hand, and the settled round that was seen last.
/** @param {number} table */
export const remembered = (table) => read(`${KEY}-table-${table}`, /** @type {Remembered} */ ({ stakes: {}, chip: 0 }));
// Stores some fields of what is remembered about a table.
/** @param {number} table @param {Partial<Remembered>} fields */
export const remember = (table, fields) => write(`${KEY}-table-${table}`, { ...remembered(table), ...fields });
