// @ts-check
// The code that brings somebody back under a name. It is kept in this browser from the moment it is made until the
// person says that it is saved, so that nothing has to wait for that.

import { queryAll } from "./dom.js";

const KEY = "pitboss code";

export function keepCode(name, code) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ name, code }));
    return true;
  } catch {
    return false; // a browser may keep nothing: then it is shown at once
  }
}

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
    // nothing was kept
  }
}

// Wherever somebody goes, the head says that a code waits to be saved.
for (const reminder of queryAll("[data-code-of]")) reminder.hidden = !keptCode(reminder.dataset.codeOf);
