// @ts-check
// The tabs of the side column. Arrow keys move between them. On a phone the column is a sheet over the felt.

import { closestTo, queryAll } from "./dom.js";
import { html } from "./html.js";

const WORDS = {
  acts: "Acts",
  bets: "Your bets",
  roads: "Roads",
  rules: "Pay tables",
  staff: "Supervisor",
  compliance: "Compliance",
};

const tab = (name) => html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}"
  data-tab="${name}" data-testid="tab-${name}">${WORDS[name]}<span class="badge" hidden></span></button>`;

export class Tabs {
  /** @param {HTMLElement} side @param {string[]} names @param {(name: string) => void} onOpen */
  constructor(side, names, onOpen) {
    this.onOpen = onOpen;
    this.side = side;
    /** @type {HTMLElement} */
    this.list = side.querySelector("[role=tablist]");
    this.list.innerHTML = String(html`${names.map(tab)}`);
    this.list.insertAdjacentHTML(
      "afterend",
      '<button type="button" class="quiet fold" data-fold aria-label="Close">✕</button>',
    );
    this.list.addEventListener("click", (event) => {
      const name = closestTo(event, "[data-tab]")?.dataset.tab;
      if (name) this.open(name);
    });
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const index = names.indexOf(/** @type {HTMLElement} */ (document.activeElement)?.dataset.tab);
      if (!step || index < 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.open(names[(index + step + names.length) % names.length], true);
    });
    side.addEventListener("click", (event) => {
      if (closestTo(event, "[data-fold]")) side.classList.remove("raised");
      const panel = closestTo(event, ".over");
      if (panel && closestTo(event, "[data-close]")) {
        panel.hidden = true;
        queryAll("#bar [data-focus]")[0]?.focus({ preventScroll: true });
      }
    });
    this.names = names;
    this.open(names[0], false, true);
  }

  open(name, focus = false, quietly = false) {
    for (const other of this.names) {
      const tab = document.getElementById(`tab-${other}`);
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      document.getElementById(`panel-${other}`).hidden = other !== name;
    }
    for (const overlay of queryAll(".over", this.side)) overlay.hidden = true;
    if (focus) document.getElementById(`tab-${name}`).focus();
    if (!quietly) this.reveal();
    this.onOpen(name);
  }

  reveal() {
    this.side.classList.add("raised");
  }

  badge(name, count) {
    const [badge] = queryAll(`#tab-${name} .badge`);
    badge.hidden = !count;
    badge.textContent = String(count);
  }
}
