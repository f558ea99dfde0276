// @ts-check
// The supervisor's panel of one table: rulings, state, cage, orders, incidents, settings for the next round, and all
// that the staff did. It renders into the given element and keeps what somebody is typing.

import { queryAll } from "./dom.js";
import { toSentence } from "./html.js";
import { call } from "./http.js";
import { cageSection, inventorySection } from "./supervisor/cage.js";
import { citationNodes, make } from "./supervisor/form_parts.js";
import { Incidents } from "./supervisor/incidents.js";
import { playersSection, staffActsSection } from "./supervisor/people.js";
import { ordersSection, rulingSection } from "./supervisor/rulings.js";
import { settingSection } from "./supervisor/setting_form.js";
import { deleteSection, renameSection, stateSection, voidSection, windUpSection } from "./supervisor/table_state.js";

/**
 * @import { Refusal, Supervision } from "server"
 * A function that returns the elements of a section, or null if there is nothing to show.
 * @typedef {(desk: SupervisorPanel, section: HTMLElement, what: any) => HTMLElement[] | null} Section
 */

const INTERVAL = 400; // milliseconds between two requests
const SECTIONS = [
  ...["ruling", "gone", "state", "bank", "cage", "orders", "incidents", "players", "voiding", "setting", "rename"],
  ...["windup", "away", "acts"],
];
const NO_REASON = { cite: "", wrong: "the reason is missing", right: "write one, or press one of the usual reasons" };

export class SupervisorPanel {
  /** @param {HTMLElement} element @param {number} table @param {(count: number) => void} onCount */
  constructor(element, table, onCount) {
    this.element = element;
    this.base = `/api/tables/${table}`;
    this.onCount = onCount;
    /** @type {Supervision | null} */
    this.supervision = null; // the newest
    this.timer = 0;
    this.isAsking = false;
    this.isStale = false; // something has happened since the last request
    this.isClosed = false;
    /** @type {Map<string, string>} */
    this.drawn = new Map(); // by section: the JSON that it was drawn from
    this.incidents = new Incidents(this);
    /** @type {Record<string, HTMLElement>} */
    this.sections = Object.fromEntries(
      SECTIONS.map((key) => [key, make("section", { class: `sup-part sup-${key}`, hidden: true })]),
    );
    this.status = make("p", { class: "sup-told", role: "status" });
    element.classList.add("sup");
    element.replaceChildren(this.status, ...Object.values(this.sections));
    this.refresh();
  }

  /** @param {HTMLElement} section @param {Refusal[] | null | undefined} refused */
  refuse(section, refused) {
    section.querySelector(".refusal")?.remove();
    if (!refused) return;
    const lines = refused.map(({ cite, wrong, right }) =>
      make(
        "span",
        { class: "reason" },
        `${[wrong, right].filter(Boolean).map(toSentence).join(" ")} `,
        cite ? citationNodes(cite, this.supervision?.game ?? "") : [],
      ),
    );
    section.append(make("p", { class: "refusal", role: "alert", testid: "refusal" }, lines));
  }

  // Sends a request of the staff and returns the server's answer, or null if it was refused. `said` is shown once it is
  // done.
  /**
   * @param {HTMLElement} section @param {EventTarget | null | undefined} control
   * @param {string} what @param {Record<string, any>} body @param {string} [said]
   */
  async send(section, control, what, body, said) {
    const button = /** @type {HTMLElement | null} */ (control);
    if (button?.getAttribute("aria-busy") === "true") return null; // the server has not answered yet
    /** @type {HTMLInputElement | null} */
    const why = body.why === undefined ? null : section.querySelector("[name=why]");
    if (body.why === "") {
      this.refuse(section, [NO_REASON]);
      why.focus();
      return null;
    }
    button?.setAttribute("aria-busy", "true");
    const { answer, refused } = await call(what, body);
    button?.removeAttribute("aria-busy");
    if (this.isClosed) return null;
    this.refuse(section, refused);
    if (!refused && said) this.status.textContent = said;
    if (!refused && why) why.value = ""; // the next act needs a reason of its own
    this.fetchSupervision();
    return refused ? null : answer;
  }

  // Draws a section, but only if what it shows has changed, so that nobody loses what he is typing.
  /** @param {string} key @param {any} what @param {Section} render */
  draw(key, what, render) {
    const section = this.sections[key];
    const text = JSON.stringify(what);
    if (this.drawn.get(key) === text) return;
    this.drawn.set(key, text);
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focus = section.contains(active) ? active.dataset.testid : "";
    const children = what === null ? null : render(this, section, what);
    section.hidden = !children;
    section.replaceChildren(...(children ?? []));
    if (focus) queryAll(`[data-testid="${CSS.escape(focus)}"]`, section)[0]?.focus();
  }

  // Has a section drawn anew next time, even if nothing has changed.
  /** @param {string} key */
  redrawNext(key) {
    this.drawn.delete(key);
  }

  show() {
    const { supervision: seen } = this;
    const out = Boolean(seen.out_of_service);
    const isDealt = !seen.held && !out;
    this.draw("ruling", seen.asked, rulingSection);
    this.draw("state", { state: seen.state, held: seen.held, out }, stateSection);
    this.draw("bank", isDealt ? seen.inventory : null, inventorySection);
    this.draw("cage", isDealt ? { chip: seen.smallest_chip } : null, cageSection);
    this.draw("orders", seen.orders, ordersSection);
    this.incidents.draw();
    this.draw("players", seen.players.length ? seen.players : null, playersSection);
    this.draw("voiding", seen.wagered && !seen.stuck ? { round: seen.round } : null, voidSection);
    this.draw("setting", { next: seen.next }, settingSection);
    this.draw("rename", out ? null : { name: seen.name }, renameSection);
    this.draw("windup", seen.stuck ? { out } : null, windUpSection);
    this.draw("away", seen.may_be_put_away ? true : null, deleteSection);
    this.draw("acts", seen.acts, staffActsSection);
    this.onCount(seen.asked ? 1 : 0);
  }

  // --- keeping fresh

  async fetchSupervision() {
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    const { answer, refused } = await call(`GET ${this.base}/supervision`);
    this.isAsking = false;
    if (this.isClosed) return;
    this.sections.gone.hidden = Boolean(answer);
    if (answer) {
      this.supervision = answer;
      this.show();
    } else {
      this.refuse(this.sections.gone, refused);
    }
    if (this.isStale) {
      this.isStale = false;
      this.refresh();
    }
  }

  refresh() {
    if (this.timer || this.isClosed) return;
    const wait = this.supervision ? INTERVAL : 0;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.fetchSupervision();
    }, wait);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.element.classList.remove("sup");
    this.element.replaceChildren();
  }
}

// Sets up the supervisor's panel in an element. `onCount` is called with the number of rulings that are needed.
/** @param {HTMLElement} element @param {number} table @param {{ onCount?: (count: number) => void }} [options] */
export const supervisorPanel = (element, table, { onCount = () => {} } = {}) =>
  new SupervisorPanel(element, table, onCount);
