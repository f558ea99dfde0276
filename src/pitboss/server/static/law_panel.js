// @ts-check
// The law beside the table: chips with citations, and the panel that opens when one is pressed. The page is never left.

import standIns from "/api/law/stand-ins.js";
import { all, around } from "./dom.js";

import { escaped } from "./html.js";

export const safe = (text) => escaped(text ?? "");
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
export function chip(citation, game = "") {
  return listed(citation)
    .map((cite) => {
      const { kind, text, label } = known(cite, game);
      const data = `data-cite="${safe(cite)}" data-game="${safe(game)}"`;
      return `<button type="button" class="cite ${kind}" ${data} aria-label="${safe(label)}">${safe(text)}</button>`;
    })
    .join(" ");
}

// --- what the panel says

function reading(each, open) {
  const chosen = each.choices.find((choice) => choice.chosen);
  const word = each.stands_in ? "Default" : "Reading";
  const choices = each.choices.map((choice) => {
    const marks = [choice.chosen ? "taken here" : "", choice.usual && !choice.chosen ? "usual" : ""].filter(Boolean);
    const mark = marks.map((text) => ` <span class="tag${choice.chosen ? " good" : ""}">${text}</span>`).join("");
    const changes = (each.changes[choice.id] ?? []).map((told) => safe(told.replace(" -> ", " → ")));
    const price = changes.length ? `<span class="price">Edge: ${changes.join("; ")}</span>` : "";
    const words = `<b>${safe(choice.name)}</b>${mark}: ${safe(choice.meaning)} ${price}`;
    return `<li${choice.chosen ? ' class="taken"' : ""}>${words}</li>`;
  });
  const price = Object.keys(each.changes).length ? "" : `<p class="dim">Price in house edge: ${safe(each.price)}.</p>`;
  const summary = `<summary><b>${word}: ${safe(each.name)}.</b> ${safe(chosen?.meaning)}</summary>`;
  const list = `<ul class="choices">${choices.join("")}</ul>`;
  return `<details class="law-reading"${open ? " open" : ""}>${summary}
    <p>${safe(each.doubt)}</p>${list}<p><b>Why:</b> ${safe(each.reason)}</p>${price}</details>`;
}

// Before the day of a text: on what it is in force here.
function authority({ source, default: standsIn }) {
  if (source) {
    const known = /^ASSUMED/.test(source) ? "No source says this; it is assumed here," : "A fact of other sources,";
    return `No text of this game is held, and this is not law. ${known} `;
  }
  return standsIn ? "Not held for the day of this table; played by the text of" : "In force here: the text of";
}

function told(found) {
  const [current, others] = [found.texts.find((text) => text.in_force), found.texts.filter((text) => !text.in_force)];
  const parts = [];
  if (found.says) parts.push(`<p class="gist">${safe(found.says)}</p>`);
  if (current) {
    const tags = current.source ? `; its tags are ${safe(current.source)}` : "";
    parts.push(`<p class="dim">${authority(current)} ${safe(current.day)}${tags}.</p>`);
    parts.push(`<p class="gist">${safe(current.gist)}</p>`);
    if (current.besides) parts.push(`<p class="dim">Beyond the table: ${safe(current.besides)}</p>`);
  } else if (found.kind === "paragraph") {
    parts.push('<p class="dim">Not in the text in force here.</p>');
  }
  const alone = found.kind === "reading" || found.kind === "default";
  parts.push(...found.readings.map((each) => reading(each, alone)));
  for (const text of others) {
    const same = current?.gist === text.gist ? "says the same." : `<br>${safe(text.gist)}`;
    parts.push(`<p class="law-other"><b>The text of ${safe(text.day)}</b> ${same}</p>`);
  }
  if (found.section) {
    const rows = found.parts.map(
      (part) =>
        `<li${part.id === found.cite ? ' class="taken"' : ""}>${chip(part.id, found.game)} ${safe(part.gist)}</li>`,
    );
    const open = found.kind === "section" ? " open" : "";
    const summary = `<summary>${/^beyond:/.test(found.section) ? "Part" : "Section"} ${safe(found.section)}</summary>`;
    parts.push(`<details class="law-section"${open}>${summary}<ul>${rows.join("")}</ul></details>`);
  }
  if (found.link) {
    const words = 'Open in the law<span class="unseen"> (new tab)</span>';
    parts.push(`<p><a href="${safe(found.link)}" target="_blank" rel="noopener">${words}</a></p>`);
  }
  return parts.join("");
}

function title(found) {
  if (found.kind === "house") return "House rule";
  if (found.kind === "reading") return `Reading: ${found.title.toLowerCase()}`;
  if (found.kind === "default") return `Default: ${found.title.toLowerCase()}`;
  return found.title;
}

// --- the panel

let panel = null; // one for the page
let pressed = null; // the chip that opened it
let place = { element: null, table: 0, sheet: null };
let asked = 0; // only the answer to the newest question is shown

function host() {
  const { element, sheet } = place;
  return element?.getClientRects().length ? element : sheet?.getClientRects().length ? sheet : document.body;
}

// Into the side column, or over what is there instead of it.
function settle() {
  const where = host();
  where.classList.add("law-host");
  panel.classList.toggle("law-over", where !== place.element);
  panel.classList.toggle("law-alone", where === document.body);
  if (panel.parentElement !== where) where.append(panel);
}

function made() {
  const found = document.createElement("section");
  found.className = "law-panel";
  found.setAttribute("role", "dialog");
  found.setAttribute("aria-labelledby", "law-title");
  found.dataset.testid = "law-panel";
  found.hidden = true;
  found.addEventListener("click", (event) => {
    if (around(event, "[data-law-close]")) close();
  });
  return found;
}

function show(heading, body) {
  panel.innerHTML = `<div class="law-head"><h2 id="law-title" tabindex="-1">${safe(heading)}</h2>
    <button type="button" class="quiet" data-law-close
      data-testid="law-close">Close <kbd>Esc</kbd></button></div>${body}`;
  panel.scrollTop = 0;
}

async function look(cite, game) {
  const query = new URLSearchParams({ game, table: String(place.table || 0) });
  const answer = await fetch(`/api/law/${encodeURIComponent(cite)}/beside?${query}`);
  return answer.ok
    ? await answer.json()
    : { cite, kind: "none", title: cite, says: "Nothing is held under this.", texts: [], readings: [] };
}

async function open(citation, game) {
  const question = ++asked;
  const cites = listed(citation);
  const inside = panel.contains(document.activeElement);
  if (!inside) show(known(cites[0] ?? "", game).label, '<p class="dim">Looking it up…</p>');
  panel.hidden = false;
  settle();
  panel.querySelector("h2").focus({ preventScroll: true });
  let found;
  try {
    found = await Promise.all(cites.map((cite) => look(cite, game)));
  } catch {
    found = [
      {
        kind: "none",
        title: "The law",
        says: "The server cannot be reached. Try again in a moment.",
        texts: [],
        readings: [],
      },
    ];
  }
  if (question !== asked || panel.hidden) return;
  const focused = panel.contains(document.activeElement);
  const more = found.slice(1).map((each) => `<h3>${safe(title(each))}</h3>${told(each)}`);
  show(title(found[0]), told(found[0]) + more.join(""));
  if (focused) panel.querySelector("h2").focus({ preventScroll: true });
}

function close() {
  if (!panel || panel.hidden) return;
  asked += 1;
  const had = panel.contains(document.activeElement) || document.activeElement === document.body;
  panel.hidden = true;
  // The page may have drawn the chip anew meanwhile.
  const alike =
    pressed &&
    all("[data-cite]").find(
      (each) => each.dataset.cite === pressed.dataset.cite && !panel.contains(each) && each.getClientRects().length,
    );
  const back = pressed?.isConnected ? pressed : alike;
  pressed = null;
  if (had) back?.focus({ preventScroll: true });
}

function clicked(event) {
  const found = around(event, "[data-cite]");
  if (!found || !panel) return;
  event.preventDefault();
  if (!panel.contains(found)) {
    if (!panel.hidden && pressed === found) return close();
    pressed = found;
  }
  open(found.dataset.cite, found.dataset.game ?? "");
}

// In the capture phase: Esc closes this and nothing else besides.
function keyed(event) {
  if (event.key !== "Escape" || !panel || panel.hidden) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

// Mounts the panel for the whole page: `element` is the side column, `sheet` what a phone shows it over (the felt),
// `table` the number of the table whose edition and readings count.
export function lawPopover(element, { table = 0, sheet = null } = {}) {
  place = { element, table, sheet };
  if (panel) return { close };
  panel = made();
  settle();
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", keyed, true);
  addEventListener("resize", () => panel.hidden || settle());
  return { close };
}
