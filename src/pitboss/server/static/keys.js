// @ts-check
// Presses buttons by the letters printed on them. Letters work while no field has the focus, and can be switched off. A
// decision key that is pressed just as the question appears is ignored, because it was meant for something else.

import { queryAll } from "./dom.js";

const SETTLE = 250; // milliseconds
const MENU = { i: "rules", h: "rounds", m: "sound", "?": "help", b: "chips", v: "adviser" };
const DECIDES = new Set(["answer"]);

export class Keys {
  constructor({ actions, hurry, close, prefs }) {
    this.actions = actions;
    this.hurry = hurry;
    this.close = close;
    this.prefs = prefs;
    this.buttons = new Map();
    this.askedAt = 0;
    document.addEventListener("keydown", (event) => this.onKeydown(event));
  }

  // Notes which buttons of the bar have a key now.
  readButtons(bar) {
    this.bar = bar;
    this.buttons = new Map(queryAll("[data-press]", bar).map((button) => [button.dataset.press.toLowerCase(), button]));
  }

  noteQuestion() {
    this.askedAt = performance.now();
  }

  onKeydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (key === "Escape") {
      /** @type {HTMLDialogElement | null} */
      const sheet = document.querySelector("dialog[open]");
      const focused = document.activeElement;
      sheet?.close();
      if (focused instanceof HTMLElement && sheet?.contains(focused)) focused.blur(); // keys act on the table again
      this.close();
      document.getElementById("side").classList.remove("raised");
      return;
    }
    if (document.querySelector("dialog[open]")) return; // keys do nothing on the page below a dialog
    const control = target.closest?.("button, a, summary, input, select, textarea, [role=tab]");
    if (control?.matches("input, select, textarea")) return;
    if (event.repeat && (key === "Enter" || key === " ")) {
      event.preventDefault(); // a key held down presses once
      return;
    }
    if (key === " " && this.hurry()) {
      event.preventDefault();
      return;
    }
    if (key.startsWith("Arrow") && !target.closest?.("[role=tablist], [role=tabpanel], dialog")) {
      this.moveFocus(event);
      return;
    }
    if (control && (key === "Enter" || key === " ")) return; // the browser presses the button
    if (!this.prefs.keys && key !== "Enter") return;
    this.press(event, key.toLowerCase());
  }

  press(event, key) {
    const button = this.buttons.get(key);
    const isTooSoon = performance.now() - this.askedAt < SETTLE;
    if (button) {
      event.preventDefault();
      if (!(isTooSoon && DECIDES.has(button.dataset.do))) button.click();
    } else if (/^[1-5]$/.test(key)) {
      this.bar?.querySelectorAll("[data-cents]")[Number(key) - 1]?.click();
    } else if (key === "y") {
      this.actions.why();
    } else if (MENU[key]) {
      event.preventDefault();
      this.actions[MENU[key]]();
    }
  }

  // Moves the focus by an arrow key over what can be pressed: the choices, then areas and seats.
  moveFocus(event) {
    const buttons = queryAll("#bar .choices button, #ears button");
    if (!buttons.length) return;
    event.preventDefault();
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
    const index = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    buttons[index < 0 ? 0 : (index + step + buttons.length) % buttons.length].focus({ preventScroll: true });
  }
}
