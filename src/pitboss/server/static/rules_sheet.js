// @ts-check
// The rules of one table on one sheet: for a tab of the side column, and for a page that prints.
import { citationChips, escapeText } from "./law_panel.js";

/** @import { Elected, Pays, Sheet, Told } from "server" */

/** @param {string} game */
const said = (each, game) => `<li>${escapeText(each.text)} ${citationChips(each.cite, game)}</li>`;
const list = (rows) => `<ul class="rules-list">${rows.join("")}</ul>`;

/** @param {Pays} table @param {string} game */
function pays(table, game) {
  const rows = table.lines.map(
    ([made, paid]) => `<tr><th scope="row">${escapeText(made)}</th><td>${escapeText(paid)}</td></tr>`,
  );
  const caption = `<caption>${escapeText(table.title)} ${citationChips(table.cite, game)}</caption>`;
  return `<table class="rules-pays">${caption}<tbody>${rows.join("")}</tbody></table>`;
}

/** @param {Elected} each @param {string} game */
function elected(each, game) {
  const name = `${escapeText(each.name.replaceAll("-", " "))}<span class="dim">${escapeText(each.meaning)}</span>`;
  return `<tr><th scope="row">${name}</th><td>${escapeText(each.value)} ${citationChips(each.cite, game)}</td></tr>`;
}

/** @param {Told} each @param {string} game */
function differs(each, game) {
  const chosen = each.choices.find((choice) => choice.chosen);
  const usual = each.choices.find((choice) => choice.usual);
  const here = `<b>${escapeText(each.name)}</b> ${citationChips(`reading:${each.id}`, game)} ${escapeText(chosen.meaning)}`;
  return `<li>${here} <span class="dim">Usually: ${escapeText(usual.meaning)}</span></li>`;
}

/** @param {string} words */
const link = (address, words) => `<a href="${address}" target="_blank" rel="noopener">${words}</a>`;

/** @param {number} table */
const papers = (table) =>
  [link(`/t/${Number(table)}/sign`, "The table’s sign"), link(`/t/${Number(table)}/guide`, "Gaming guide")].join(", ");

const AS_USUAL = `<p>Every doubt in the text is read as usual here. ${link("/readings", "Readings")}</p>`;

const section = (title, content, kind = "") =>
  `<section${kind && ` class="${kind}"`}><h3>${escapeText(title)}</h3>${content}</section>`;

/** @param {Sheet} found @param {number} table */
export function sheet(found, table) {
  const { game, printed } = found;
  const words = [...(printed.motto ? [printed.motto] : []), ...printed.says];
  const chosen = found.elected.map((each) => elected(each, game)).join("");
  const readings = found.readings.map((each) => differs(each, game));
  const parts = [
    section("Limits", list(printed.limits.map((each) => said(each, game)))),
    section("Pay tables", printed.pays.map((each) => pays(each, game)).join(""), "rules-tables"),
    words.length ? section("On the layout", list(words.map((each) => said(each, game)))) : "",
    ...found.brief.map(([title, lines]) =>
      section(title, list(lines.map(([text, cite]) => said({ text, cite }, game)))),
    ),
    section("What the house has chosen", `<table class="rules-elected"><tbody>${chosen}</tbody></table>`),
    section("Readings", readings.length ? list(readings) : AS_USUAL),
    section("The text here", `<p>${escapeText(found.authority)}, ${escapeText(found.text)}.</p>`),
    section("To print", `<p>${papers(table)}</p>`),
  ];
  return `<div class="rules">${parts.join("")}</div>`;
}

// Draws the sheet into the element. Draw it again after the table's setting has changed.
/** @param {HTMLElement} element @param {number} table */
export async function rulesSheet(element, table) {
  try {
    const answer = await fetch(`/api/tables/${Number(table)}/rules`);
    const found = await answer.json();
    element.innerHTML = answer.ok ? sheet(found, table) : `<p role="alert">${escapeText(found.detail)}</p>`;
  } catch {
    element.innerHTML = '<p role="alert">The server cannot be reached. Try again in a moment.</p>';
  }
}
