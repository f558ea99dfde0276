// @ts-check
// Letters do what the buttons say on which they are printed; they work while no field has the focus and can be switched
// off. A decision key pressed just as the question appears was meant for something else.

import { queryAll } from "./dom.js";

const SETTLE = 250; // milliseconds
const MENU = { i: "rules", h: "rounds", m: "sound", "?": "help", b: "chips", v: "adviser" };
const DECIDES = new Set(["answer"]);

export class Keys {
  constructor({ does, hurry, close, prefs }) {
    this.does = does;
    this.hurry = hurry;
    this.close = close;
    this.prefs = prefs;
    this.buttons = new Map();
    this.askedAt = 0;
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  // The buttons that are there now.
  know(bar) {
    this.bar = bar;
    this.buttons = new Map(queryAll("[data-press]", bar).map((button) => [button.dataset.press.toLowerCase(), button]));
  }

  asked() {
    this.askedAt = performance.now();
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (key === "Escape") {
      /** @type {HTMLDialogElement | null} */
      const sheet = document.querySelector("dialog[open]");
      const focused = document.activeElement;
      sheet?.close();
      if (focused instanceof HTMLElement && sheet?.contains(focused)) focused.blur(); // keys are the table's again
      this.close();
      document.getElementById("side").classList.remove("raised");
      return;
    }
    if (document.querySelector("dialog[open]")) return; // what is under a small window is not meant
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
      this.move(event);
      return;
    }
    if (control && (key === "Enter" || key === " ")) return; // the button does it by itself
    if (!this.prefs.keys && key !== "Enter") return;
    this.press(event, key.toLowerCase());
  }

  press(event, key) {
    const button = this.buttons.get(key);
    const soon = performance.now() - this.askedAt < SETTLE;
    if (button) {
      event.preventDefault();
      if (!(soon && DECIDES.has(button.dataset.do))) button.click();
    } else if (/^[1-5]$/.test(key)) {
      this.bar?.querySelectorAll("[data-cents]")[Number(key) - 1]?.click();
    } else if (key === "y") {
      this.does.why();
    } else if (MENU[key]) {
      event.preventDefault();
      this.does[MENU[key]]();
    }
  }

  // Arrows go over what can be pressed: the choices, then areas and seats.
  move(event) {
    const buttons = queryAll("#bar .choices button, #ears button");
    if (!buttons.length) return;
    event.preventDefault();
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    buttons[at < 0 ? 0 : (at + step + buttons.length) % buttons.length].focus({ preventScroll: true });
  }
}
