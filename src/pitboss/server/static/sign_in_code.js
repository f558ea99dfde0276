// @ts-check
// Stores the sign-in code of a new name in this browser until the person says that it is saved, so that nothing has to
// wait for that.

import { queryAll } from "./dom.js";

const KEY = "pitboss code";

// Stores the code of a name and returns whether that was possible.
export function keepCode(name, code) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ name, code }));
    return true;
  } catch {
    return false; // this browser stores nothing: the code is shown at once
  }
}

// Returns the stored code of a name; empty if there is none.
export function keptCode(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.name === name ? kept.code : "";
  } catch {
    return "";
  }
}

export function forgetCode() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}

// The head of every page reminds the person that a code waits to be saved.
for (const reminder of queryAll("[data-code-of]")) reminder.hidden = !keptCode(reminder.dataset.codeOf);
