// What the dealer does, newest on top: the acts of one section in a row are folded once the next section has begun.

import { chip } from "./citation.js";
import { html } from "./html.js";
import { children } from "./morph.js";

const OPEN = 8; // of the newest section's acts, shown one by one

// What is beyond the held texts has parts, which are no sections of any text.
const sectionOf = (cite) => /^(?:beyond:[a-z-]+\.(\d+)|(\d+\.\d+[A-Z]?))/.exec(cite)?.slice(1).find(Boolean) ?? "";

// Acts in a row that rest on the same section; what rests on a reading or on the house belongs to what goes on.
function phases(list) {
  const found = [];
  for (const [number, act] of list.entries()) {
    const section = sectionOf(act.cite);
    const last = found.at(-1);
    if (last && (!section || !last.section || section === last.section)) {
      last.acts.push({ ...act, number });
      last.section ||= section;
    } else {
      found.push({ section, acts: [{ ...act, number }] });
    }
  }
  return found;
}

const line = (act, game, newest) =>
  html`<li data-key="act-${act.number}"${newest ? html` aria-current="step"` : ""}><span>${act.told}</span> ${chip(act.cite, game)}</li>`;

export function actsPanel(element, { round, list, before }, game) {
  const groups = phases(list).reverse();
  const crew = game === "craps" ? "What the crew does" : "What the dealer does";
  const template = document.createElement("template");
  template.innerHTML = String(html`<h2>${crew} <span class="dim">Round ${round}</span></h2>
${list.length ? "" : html`<p class="dim" data-key="none">Nothing yet in this round.</p>`}
<ol class="acts" reversed>${groups.map(({ section, acts }, index) => {
    const newest = [...acts].reverse();
    if (index === 0)
      return [
        newest.slice(0, OPEN).map((act, at) => line(act, game, at === 0)),
        newest.length > OPEN ? folded(newest.slice(OPEN), section, game, "earlier") : "",
      ];
    return acts.length === 1 ? line(acts[0], game) : folded(newest, section, game, "");
  })}</ol>
${before ? html`<p class="dim" data-key="before">${before} earlier acts are on the round’s page when it is over.</p>` : ""}`);
  children(element, template.content);
}

function folded(acts, section, game, word) {
  const first = acts.at(-1).number;
  return html`<li data-key="phase-${first}"><details><summary><span>${section ? `${section.includes(".") ? "Section" : "Part"} ${section}` : "House"}</span> <span class="dim">${acts.length}${word ? ` ${word}` : ""} ${acts.length === 1 ? "act" : "acts"}</span></summary><ol class="acts" reversed>${acts.map((act) => line(act, game))}</ol></details></li>`;
}
