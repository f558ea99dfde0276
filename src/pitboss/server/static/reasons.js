// @ts-check
// Offers the usual reasons beside a field in which the staff writes why it does something.

import { queryAll } from "./dom.js";

const USUAL = {
  ruling: ["paragraph cited", "dealer’s report", "surveillance"],
  state: ["opening time", "dealer change", "equipment check", "too few players", "closing time"],
  cage: ["inventory low", "inventory high", "a payment waits"],
  order: ["player’s request", "dealer’s request", "routine check"],
  incident: ["dealer’s report", "player’s report", "surveillance", "drill"],
  setting: ["more players", "fewer players", "correction"],
  name: ["clearer name", "correction"],
  kick: ["disturbs the game", "breaks house rules", "own request"],
  void: ["dealing error", "equipment failure", "wrong settlement"],
  "wind-up": ["new version", "internal error"],
  "put-away": ["no longer needed", "opened by mistake"],
  dispute: ["result of the bet", "amount paid", "time of the bet"],
  opening: ["more players", "new game", "replaces another table"],
  refund: ["wrong settlement", "lost round", "goodwill"],
  role: ["new on the staff", "new duties", "left the staff"],
  sessions: ["own request", "code may be known", "device lost"],
  ban: ["cheating", "abuse", "own request"],
  "let-back": ["appeal granted", "ban is over", "banned by mistake"],
  delete: ["own request", "never used"],
};

// Returns the usual reasons as buttons that fill in a field.
export function usualReasons(kind, input) {
  const row = document.createElement("div");
  row.className = "usual";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Usual reasons");
  for (const reason of USUAL[kind]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "usual-one";
    button.textContent = reason;
    button.addEventListener("click", () => {
      input.value = reason;
      input.dispatchEvent(new Event("input", { bubbles: true })); // as if it had been typed
    });
    row.append(button);
  }
  return row;
}

// Adds the buttons to the fields of a page that the server rendered.
export function addUsualReasons() {
  for (const input of queryAll("input[data-usual]"))
    input.closest("label").after(usualReasons(input.dataset.usual, input));
}
