// @ts-check
// The law beside the table: chips with citations, and the panel that opens when one is pressed. The page is never left.

import standIns from "/api/law/stand-ins.js";
import { closestTo, queryAll } from "./dom.js";

import { escapeHtml } from "./html.js";

/**
 * @import { Beside, Told as ToldReading } from "server"
 * @typedef {{ element: HTMLElement | null, table: number, sheet: HTMLElement | null }} Place
 */

export const escapeText = (text) => escapeHtml(text ?? "");
const plain = (name) => name.replaceAll("-", " ");
const listed = (citation) =>
  String(citation ?? "")
    .split(", ")
    .filter(Boolean);

// What kind a citation is, what its chip says, and what it is called by whoever hears the page.
function known(cite, game) {
  const at = cite.indexOf(":");
  const [kind, name] = [cite.slice(0, at), cite.slice(at + 1)];
  if (kind === "beyond") return { kind: "default", text: cite, label: `Default ${cite}, from facts of other sources` };
  if (kind === "house") return { kind, text: "house rule", label: `House rule ${plain(name)}` };
  if (kind !== "reading") {
    const text = cite.replace(/^19:47-/, "");
    return { kind: "paragraph", text, label: `Paragraph ${text}` };
  }
  const text = standIns[game]?.includes(name) ? "default" : "reading";
  return { kind: text, text, label: `${text === "default" ? "Default" : "Reading"} ${plain(name)}` };
}

// HTML of a chip for each paragraph, reading and house rule in a citation.
export function citationChips(citation, game = "") {
  return listed(citation)
    .map((cite) => {
      const { kind, text, label } = known(cite, game);
      const data = `data-cite="${escapeText(cite)}" data-game="${escapeText(game)}"`;
      return `<button type="button" class="cite ${kind}" ${data} aria-label="${escapeText(label)}">${escapeText(text)}</button>`;
    })
    .join(" ");
}

// --- what the panel says

/** @param {ToldReading} each @param {boolean} open */
function reading(each, open) {
  const chosen = each.choices.find((choice) => choice.chosen);
  const word = each.stands_in ? "Default" : "Reading";
  const choices = each.choices.map((choice) => {
    const marks = [choice.chosen ? "taken here" : "", choice.usual && !choice.chosen ? "usual" : ""].filter(Boolean);
    const mark = marks.map((text) => ` <span class="tag${choice.chosen ? " good" : ""}">${text}</span>`).join("");
    const changes = (each.changes[choice.id] ?? []).map((told) => escapeText(told.replace(" -> ", " → ")));
    const price = changes.length ? `<span class="price">Edge: ${changes.join("; ")}</span>` : "";
    const words = `<b>${escapeText(choice.name)}</b>${mark}: ${escapeText(choice.meaning)} ${price}`;
    return `<li${choice.chosen ? ' class="taken"' : ""}>${words}</li>`;
  });
  const price = Object.keys(each.changes).length
    ? ""
    : `<p class="dim">Price in house edge: ${escapeText(each.price)}.</p>`;
  const summary = `<summary><b>${word}: ${escapeText(each.name)}.</b> ${escapeText(chosen?.meaning)}</summary>`;
  const list = `<ul class="choices">${choices.join("")}</ul>`;
  return `<details class="law-reading"${open ? " open" : ""}>${summary}
    <p>${escapeText(each.doubt)}</p>${list}<p><b>Why:</b> ${escapeText(each.reason)}</p>${price}</details>`;
}

// Before the day of a text: on what it is in force here.
function authority({ source, default: standsIn }) {
  if (source) {
    const known = /^ASSUMED/.test(source) ? "No source says this; it is assumed here," : "A fact of other sources,";
    return `No text of this game is held, and this is not law. ${known} `;
  }
  return standsIn ? "Not held for the day of this table; played by the text of" : "In force here: the text of";
}

/** @param {Beside} found */
function told(found) {
  const [current, others] = [found.texts.find((text) => text.in_force), found.texts.filter((text) => !text.in_force)];
  const parts = [];
  if (found.says) parts.push(`<p class="gist">${escapeText(found.says)}</p>`);
  if (current) {
    const tags = current.source ? `; its tags are ${escapeText(current.source)}` : "";
    parts.push(`<p class="dim">${authority(current)} ${escapeText(current.day)}${tags}.</p>`);
    parts.push(`<p class="gist">${escapeText(current.gist)}</p>`);
    if (current.besides) parts.push(`<p class="dim">Beyond the table: ${escapeText(current.besides)}</p>`);
  } else if (found.kind === "paragraph") {
    parts.push('<p class="dim">Not in the text in force here.</p>');
  }
  const alone = found.kind === "reading" || found.kind === "default";
  parts.push(...found.readings.map((each) => reading(each, alone)));
  for (const text of others) {
    const same = current?.gist === text.gist ? "says the same." : `<br>${escapeText(text.gist)}`;
    parts.push(`<p class="law-other"><b>The text of ${escapeText(text.day)}</b> ${same}</p>`);
  }
  if (found.section) {
    const rows = found.parts.map(
      (part) =>
        `<li${part.id === found.cite ? ' class="taken"' : ""}>${citationChips(part.id, found.game)} ${escapeText(part.gist)}</li>`,
    );
    const open = found.kind === "section" ? " open" : "";
    const summary = `<summary>${/^beyond:/.test(found.section) ? "Part" : "Section"} ${escapeText(found.section)}</summary>`;
    parts.push(`<details class="law-section"${open}>${summary}<ul>${rows.join("")}</ul></details>`);
  }
  if (found.link) {
    const words = 'Open in the law<span class="unseen"> (new tab)</span>';
    parts.push(`<p><a href="${escapeText(found.link)}" target="_blank" rel="noopener">${words}</a></p>`);
  }
  return parts.join("");
}

/** @param {Beside} found */
function title(found) {
  if (found.kind === "house") return "House rule";
  if (found.kind === "reading") return `Reading: ${found.title.toLowerCase()}`;
  if (found.kind === "default") return `Default: ${found.title.toLowerCase()}`;
  return found.title;
}

// --- the panel

const UNREACHABLE = "The server cannot be reached. Try again in a moment.";

class LawPanel {
  constructor() {
    /** @type {HTMLElement | null} */
    this.pressed = null; // the chip that opened it
    /** @type {Place} */
    this.place = { element: null, table: 0, sheet: null };
    this.asked = 0; // only the answer to the newest question is shown
    this.element = document.createElement("section");
    this.element.className = "law-panel";
    this.element.setAttribute("role", "dialog");
    this.element.setAttribute("aria-labelledby", "law-title");
    this.element.dataset.testid = "law-panel";
    this.element.hidden = true;
    this.element.addEventListener("click", (event) => {
      if (closestTo(event, "[data-law-close]")) this.close();
    });
    document.addEventListener("click", (event) => this.press(event));
    // In the capture phase: Esc closes this and nothing else besides.
    document.addEventListener("keydown", (event) => this.key(event), true);
    addEventListener("resize", () => this.element.hidden || this.settle());
  }

  get host() {
    const { element, sheet } = this.place;
    return element?.getClientRects().length ? element : sheet?.getClientRects().length ? sheet : document.body;
  }

  // Into the side column, or over what is there instead of it.
  settle() {
    const { host } = this;
    host.classList.add("law-host");
    this.element.classList.toggle("law-over", host !== this.place.element);
    this.element.classList.toggle("law-alone", host === document.body);
    if (this.element.parentElement !== host) host.append(this.element);
  }

  /** @param {string} heading @param {string} body */
  show(heading, body) {
    this.element.innerHTML = `<div class="law-head"><h2 id="law-title" tabindex="-1">${escapeText(heading)}</h2>
    <button type="button" class="quiet" data-law-close
      data-testid="law-close">Close <kbd>Esc</kbd></button></div>${body}`;
    this.element.scrollTop = 0;
  }

  focus() {
    this.element.querySelector("h2").focus({ preventScroll: true });
  }

  /** @param {string} cite @param {string} game @returns {Promise<Beside>} */
  async look(cite, game) {
    const query = new URLSearchParams({ game, table: String(this.place.table || 0) });
    const answer = await fetch(`/api/law/${encodeURIComponent(cite)}/beside?${query}`);
    return answer.ok ? await answer.json() : nothing(cite, "Nothing is held under this.");
  }

  /** @param {string} citation @param {string} game */
  async open(citation, game) {
    this.asked += 1;
    const question = this.asked;
    const cites = listed(citation);
    const inside = this.element.contains(document.activeElement);
    if (!inside) this.show(known(cites[0] ?? "", game).label, '<p class="dim">Looking it up…</p>');
    this.element.hidden = false;
    this.settle();
    this.focus();
    const found = await Promise.all(cites.map((cite) => this.look(cite, game))).catch(() => [
      nothing("The law", UNREACHABLE),
    ]);
    if (question !== this.asked || this.element.hidden) return;
    const focused = this.element.contains(document.activeElement);
    const more = found.slice(1).map((each) => `<h3>${escapeText(title(each))}</h3>${told(each)}`);
    this.show(title(found[0]), told(found[0]) + more.join(""));
    if (focused) this.focus();
  }

  close() {
    if (this.element.hidden) return;
    this.asked += 1;
    const had = this.element.contains(document.activeElement) || document.activeElement === document.body;
    this.element.hidden = true;
    const back = this.pressed?.isConnected ? this.pressed : this.alike();
    this.pressed = null;
    if (had) back?.focus({ preventScroll: true });
  }

  // The chip that was pressed, where the page has drawn it anew meanwhile.
  alike() {
    const cite = this.pressed?.dataset.cite;
    return queryAll("[data-cite]").find(
      (each) => each.dataset.cite === cite && !this.element.contains(each) && each.getClientRects().length,
    );
  }

  /** @param {MouseEvent} event */
  press(event) {
    const citationChips = closestTo(event, "[data-cite]");
    if (!citationChips) return;
    event.preventDefault();
    if (!this.element.contains(citationChips)) {
      if (!this.element.hidden && this.pressed === citationChips) {
        this.close();
        return;
      }
      this.pressed = citationChips;
    }
    this.open(citationChips.dataset.cite, citationChips.dataset.game ?? "");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || this.element.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}

/** @param {string} cite @param {string} says @returns {Beside} */
const nothing = (cite, says) =>
  /** @type {Beside} */ ({ cite, kind: "not held", title: cite, says, texts: [], readings: [] });

/** @type {{ panel: LawPanel | null }} */
const mounted = { panel: null }; // one for the page

// Mounts the panel for the whole page: `element` is the side column, `sheet` what a phone shows it over (the felt),
// `table` the number of the table whose edition and readings count.
/** @param {HTMLElement | null} element @param {{ table?: number, sheet?: HTMLElement | null }} [options] */
export function lawPopover(element, { table = 0, sheet = null } = {}) {
  const isNew = !mounted.panel;
  mounted.panel ??= new LawPanel();
  const { panel } = mounted;
  panel.place = { element, table, sheet };
  if (isNew) panel.settle();
  return { close: () => panel.close() };
}
