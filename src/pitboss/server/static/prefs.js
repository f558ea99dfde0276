// What a reader has chosen for this browser: remembered here and nowhere else.

const KEY = "pitboss";
const DEFAULTS = { pace: "normal", hold: 12, sound: false, keys: true, fourColors: false, turned: false };

function read(key, fallback) {
  try {
    return { ...fallback, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return { ...fallback };
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that remembers nothing is asked again next time.
  }
}

export const prefs = read(KEY, DEFAULTS);

export function choose(name, value) {
  prefs[name] = value;
  write(KEY, prefs);
}

// What was bet last at a table, and the chip in hand.
export const remembered = (table) => read(`${KEY}-table-${table}`, { stakes: {}, chip: 0 });
export const remember = (table, what) => write(`${KEY}-table-${table}`, { ...remembered(table), ...what });
