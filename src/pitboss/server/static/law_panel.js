// @ts-check
// Shows the law beside the table: chips with citations, and the panel that opens when one is pressed.

import standIns from "/api/law/stand-ins.js";
import { closestTo, queryAll } from "./dom.js";

import { escapeHtml } from "./html.js";

/**
 * @import { Beside, Told as ToldReading } from "server"
 * @typedef {{ element: HTMLElement | null, table: number, sheet: HTMLElement | null }} Place
 */

export const escapeText = (text) => escapeHtml(text ?? "");
const withSpaces = (name) => name.replaceAll("-", " ");
const splitCitation = (citation) =>
  String(citation ?? "")
    .split(", ")
    .filter(Boolean);

// Returns the kind of a citation, the text of its chip, and its name for screen readers.
function describeCitation(cite, game) {
  const colon = cite.indexOf(":");
  const [kind, name] = [cite.slice(0, colon), cite.slice(colon + 1)];
  if (kind === "beyond") return { kind: "default", text: cite, label: `Default ${cite}, from facts of other sources` };
  if (kind === "house") return { kind, text: "house rule", label: `House rule ${withSpaces(name)}` };
  if (kind !== "reading") {
    const text = cite.replace(/^19:47-/, "");
    return { kind: "paragraph", text, label: `Paragraph ${text}` };
  }
  const text = standIns[game]?.includes(name) ? "default" : "reading";
  return { kind: text, text, label: `${text === "default" ? "Default" : "Reading"} ${withSpaces(name)}` };
}

// Returns the HTML of a chip for each paragraph, reading and house rule in a citation.
export function citationChips(citation, game = "") {
  return splitCitation(citation)
    .map((cite) => {
      const { kind, text, label } = describeCitation(cite, game);
      const data = `data-cite="${escapeText(cite)}" data-game="${escapeText(game)}"`;
      const attributes = `class="cite ${kind}" ${data} aria-label="${escapeText(label)}"`;
      return `<button type="button" ${attributes}>${escapeText(text)}</button>`;
    })
    .join(" ");
}

// --- what the panel says

/** @param {ToldReading} reading @param {boolean} open */
function readingHtml(reading, open) {
  const chosen = reading.choices.find((choice) => choice.chosen);
  const word = reading.stands_in ? "Default" : "Reading";
  const choices = reading.choices.map((choice) => {
    const marks = [choice.chosen ? "taken here" : "", choice.usual && !choice.chosen ? "usual" : ""].filter(Boolean);
    const mark = marks.map((text) => ` <span class="tag${choice.chosen ? " good" : ""}">${text}</span>`).join("");
    const changes = (reading.changes[choice.id] ?? []).map((change) => escapeText(change.replace(" -> ", " → ")));
    const price = changes.length ? `<span class="price">Edge: ${changes.join("; ")}</span>` : "";
    const words = `<b>${escapeText(choice.name)}</b>${mark}: ${escapeText(choice.meaning)} ${price}`;
    return `<li${choice.chosen ? ' class="taken"' : ""}>${words}</li>`;
  });
  const price = Object.keys(reading.changes).length
    ? ""
    : `<p class="dim">Price in house edge: ${escapeText(reading.price)}.</p>`;
  const summary = `<summary><b>${word}: ${escapeText(reading.name)}.</b> ${escapeText(chosen?.meaning)}</summary>`;
  const list = `<ul class="choices">${choices.join("")}</ul>`;
  return `<details class="law-reading"${open ? " open" : ""}>${summary}
    <p>${escapeText(reading.doubt)}</p>${list}<p><b>Why:</b> ${escapeText(reading.reason)}</p>${price}</details>`;
}

// Says on what ground a text is in force here; its day follows.
function authority({ source, default: standsIn }) {
  if (source) {
    const basis = /^ASSUMED/.test(source) ? "No source says this; it is assumed here," : "A fact of other sources,";
    return `No text of this game is held, and this is not law. ${basis} `;
  }
  return standsIn ? "Not held for the day of this table; played by the text of" : "In force here: the text of";
}

/** @param {Beside} content */
function contentHtml(content) {
  const [current, others] = [
    content.texts.find((text) => text.in_force),
    content.texts.filter((text) => !text.in_force),
  ];
  const parts = [];
  if (content.says) parts.push(`<p class="gist">${escapeText(content.says)}</p>`);
  if (current) {
    const tags = current.source ? `; its tags are ${escapeText(current.source)}` : "";
    parts.push(`<p class="dim">${authority(current)} ${escapeText(current.day)}${tags}.</p>`);
    parts.push(`<p class="gist">${escapeText(current.gist)}</p>`);
    if (current.besides) parts.push(`<p class="dim">Beyond the table: ${escapeText(current.besides)}</p>`);
  } else if (content.kind === "paragraph") {
    parts.push('<p class="dim">Not in the text in force here.</p>');
  }
  const alone = content.kind === "reading" || content.kind === "default";
  parts.push(...content.readings.map((reading) => readingHtml(reading, alone)));
  for (const text of others) {
    const same = current?.gist === text.gist ? "says the same." : `<br>${escapeText(text.gist)}`;
    parts.push(`<p class="law-other"><b>The text of ${escapeText(text.day)}</b> ${same}</p>`);
  }
  if (content.section) {
    const rows = content.parts.map(
      (part) =>
        `<li${part.id === content.cite ? ' class="taken"' : ""}>
${citationChips(part.id, content.game)} ${escapeText(part.gist)}</li>`,
    );
    const open = content.kind === "section" ? " open" : "";
    const word = /^beyond:/.test(content.section) ? "Part" : "Section";
    const summary = `<summary>${word} ${escapeText(content.section)}</summary>`;
    parts.push(`<details class="law-section"${open}>${summary}<ul>${rows.join("")}</ul></details>`);
  }
  if (content.link) {
    const words = 'Open in the law<span class="unseen"> (new tab)</span>';
    parts.push(`<p><a href="${escapeText(content.link)}" target="_blank" rel="noopener">${words}</a></p>`);
  }
  return parts.join("");
}

/** @param {Beside} content */
function titleOf(content) {
  if (content.kind === "house") return "House rule";
  if (content.kind === "reading") return `Reading: ${content.title.toLowerCase()}`;
  if (content.kind === "default") return `Default: ${content.title.toLowerCase()}`;
  return content.title;
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
    document.addEventListener("click", (event) => this.onClick(event));
    // In the capture phase, so that Esc closes this panel and nothing else.
    document.addEventListener("keydown", (event) => this.onKeydown(event), true);
    addEventListener("resize", () => this.element.hidden || this.moveToHost());
  }

  get host() {
    const { element, sheet } = this.place;
    return element?.getClientRects().length ? element : sheet?.getClientRects().length ? sheet : document.body;
  }

  // Moves the panel into the side column, or over what the page shows instead of it.
  moveToHost() {
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
  async fetchContent(cite, game) {
    const query = new URLSearchParams({ game, table: String(this.place.table || 0) });
    const answer = await fetch(`/api/law/${encodeURIComponent(cite)}/beside?${query}`);
    return answer.ok ? await answer.json() : contentWithoutText(cite, "Nothing is held under this.");
  }

  /** @param {string} citation @param {string} game */
  async open(citation, game) {
    this.asked += 1;
    const question = this.asked;
    const cites = splitCitation(citation);
    const inside = this.element.contains(document.activeElement);
    if (!inside) this.show(describeCitation(cites[0] ?? "", game).label, '<p class="dim">Looking it up…</p>');
    this.element.hidden = false;
    this.moveToHost();
    this.focus();
    const contents = await Promise.all(cites.map((cite) => this.fetchContent(cite, game))).catch(() => [
      contentWithoutText("The law", UNREACHABLE),
    ]);
    if (question !== this.asked || this.element.hidden) return;
    const focused = this.element.contains(document.activeElement);
    const rest = contents.slice(1).map((content) => `<h3>${escapeText(titleOf(content))}</h3>${contentHtml(content)}`);
    this.show(titleOf(contents[0]), contentHtml(contents[0]) + rest.join(""));
    if (focused) this.focus();
  }

  close() {
    if (this.element.hidden) return;
    this.asked += 1;
    const hadFocus = this.element.contains(document.activeElement) || document.activeElement === document.body;
    this.element.hidden = true;
    const chip = this.pressed?.isConnected ? this.pressed : this.findRedrawnChip();
    this.pressed = null;
    if (hadFocus) chip?.focus({ preventScroll: true });
  }

  // Returns the chip that was pressed, in case the page has drawn it anew since.
  findRedrawnChip() {
    const cite = this.pressed?.dataset.cite;
    return queryAll("[data-cite]").find(
      (other) => other.dataset.cite === cite && !this.element.contains(other) && other.getClientRects().length,
    );
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const chip = closestTo(event, "[data-cite]");
    if (!chip) return;
    event.preventDefault();
    if (!this.element.contains(chip)) {
      if (!this.element.hidden && this.pressed === chip) {
        this.close();
        return;
      }
      this.pressed = chip;
    }
    this.open(chip.dataset.cite, chip.dataset.game ?? "");
  }

  /** @param {KeyboardEvent} event */
  onKeydown(event) {
    if (event.key !== "Escape" || this.element.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}

/** @param {string} cite @param {string} says @returns {Beside} */
const contentWithoutText = (cite, says) =>
  /** @type {Beside} */ ({ cite, kind: "not held", title: cite, says, texts: [], readings: [] });

/** @type {{ panel: LawPanel | null }} */
const mounted = { panel: null }; // one for the page

// Mounts the panel for the whole page. `element` is the side column, `sheet` is what a phone shows the panel over (the
// felt), `table` is the number of the table whose edition and readings count.
/** @param {HTMLElement | null} element @param {{ table?: number, sheet?: HTMLElement | null }} [options] */
export function lawPopover(element, { table = 0, sheet = null } = {}) {
  const isNew = !mounted.panel;
  mounted.panel ??= new LawPanel();
  const { panel } = mounted;
  panel.place = { element, table, sheet };
  if (isNew) panel.moveToHost();
  return { close: () => panel.close() };
}
