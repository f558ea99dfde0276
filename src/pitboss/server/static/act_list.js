// @ts-check
// Draws the list of acts, newest on top. Acts of one section in a row are folded once the next section has begun.

import { citationChips } from "./citation.js";
import { html } from "./html.js";
import { render } from "./morph.js";

/**
 * @import { Act } from "server"
 * @import { ListedActs } from "./table_page.js"
 * @typedef {Act & { number: number }} NumberedAct
 * Acts in a row that belong to the same section.
 * @typedef {{ section: string, acts: NumberedAct[] }} Phase
 */

const OPEN = 8; // number of acts of the newest section that are not folded

// Returns the section of a citation. Facts of games without a held text have numbered parts instead.
/** @param {string} cite */
const sectionOf = (cite) => /^(?:beyond:[a-z-]+\.(\d+)|(\d+\.\d+[A-Z]?))/.exec(cite)?.slice(1).find(Boolean) ?? "";

// Groups acts in a row that rest on the same section. An act that rests on a reading or a house rule joins the group
// that is under way.
/** @param {Act[]} list @returns {Phase[]} */
function groupBySection(list) {
  /** @type {Phase[]} */
  const groups = [];
  for (const [number, act] of list.entries()) {
    const section = sectionOf(act.cite);
    const last = groups.at(-1);
    if (last && (!section || !last.section || section === last.section)) {
      last.acts.push({ ...act, number });
      last.section ||= section;
    } else {
      groups.push({ section, acts: [{ ...act, number }] });
    }
  }
  return groups;
}

/** @param {NumberedAct} act @param {string} game @param {boolean} [newest] */
function actLine({ number, told, cite }, game, newest) {
  const current = newest ? html` aria-current="step"` : "";
  return html`<li data-key="act-${number}"${current}><span>${told}</span> ${citationChips(cite, game)}</li>`;
}

/** @param {HTMLElement} element @param {ListedActs} options @param {string} game */
export function actsPanel(element, { round, list, before }, game) {
  const groups = groupBySection(list).reverse();
  const crew = game === "craps" ? "What the crew does" : "What the dealer does";
  const earlier = `${before} earlier acts are on the round’s page when it is over.`;
  render(
    element,
    html`<h2>${crew} <span class="dim">Round ${round}</span></h2>
${list.length ? "" : html`<p class="dim" data-key="none">Nothing yet in this round.</p>`}
<ol class="acts" reversed>${groups.map((group, index) => phaseLines(group, game, index === 0))}</ol>
${before ? html`<p class="dim" data-key="before">${earlier}</p>` : ""}`,
  );
}

/** @param {Phase} group @param {string} game @param {boolean} isNewest */
function phaseLines({ section, acts }, game, isNewest) {
  const newest = [...acts].reverse();
  if (isNewest) {
    const more = newest.slice(OPEN);
    return [
      newest.slice(0, OPEN).map((act, index) => actLine(act, game, index === 0)),
      more.length ? foldedActs(more, section, game, "earlier ") : "",
    ];
  }
  return acts.length === 1 ? actLine(acts[0], game) : foldedActs(newest, section, game, "");
}

/** @param {NumberedAct[]} acts @param {string} section @param {string} game @param {string} word */
function foldedActs(acts, section, game, word) {
  const name = section ? `${section.includes(".") ? "Section" : "Part"} ${section}` : "House";
  const count = `${acts.length} ${word}${acts.length === 1 ? "act" : "acts"}`;
  const summary = html`<summary><span>${name}</span> <span class="dim">${count}</span></summary>`;
  const lines = html`<ol class="acts" reversed>${acts.map((act) => actLine(act, game))}</ol>`;
  return html`<li data-key="phase-${acts.at(-1).number}"><details>${summary}${lines}</details></li>`;
}
