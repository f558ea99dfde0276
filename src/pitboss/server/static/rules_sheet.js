// @ts-check
// Draws the rules of one table on one sheet: for a tab of the side column, and for a page to print.
import { citationChips, escapeText } from "./law_panel.js";

/** @import { ElectionLine, Pays, Sheet, Told } from "server" */

/** @param {string} game */
const statementItem = (entry, game) => `<li>${escapeText(entry.text)} ${citationChips(entry.cite, game)}</li>`;
const itemList = (rows) => `<ul class="rules-list">${rows.join("")}</ul>`;

/** @param {Pays} table @param {string} game */
function payTable(table, game) {
  const rows = table.lines.map(
    ([hand, odds]) => `<tr><th scope="row">${escapeText(hand)}</th><td>${escapeText(odds)}</td></tr>`,
  );
  const caption = `<caption>${escapeText(table.title)} ${citationChips(table.cite, game)}</caption>`;
  return `<table class="rules-pays">${caption}<tbody>${rows.join("")}</tbody></table>`;
}

/** @param {ElectionLine} entry @param {string} game */
function electionRow(entry, game) {
  const name = `${escapeText(entry.name.replaceAll("-", " "))}<span class="dim">${escapeText(entry.meaning)}</span>`;
  return `<tr><th scope="row">${name}</th><td>${escapeText(entry.value)} ${citationChips(entry.cite, game)}</td></tr>`;
}

/** @param {Told} entry @param {string} game */
function readingItem(entry, game) {
  const chosen = entry.choices.find((choice) => choice.chosen);
  const usual = entry.choices.find((choice) => choice.usual);
  const chips = citationChips(`reading:${entry.id}`, game);
  const here = `<b>${escapeText(entry.name)}</b> ${chips} ${escapeText(chosen.meaning)}`;
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

// Returns the HTML of a table's rules.
/** @param {Sheet} rules @param {number} table */
export function rulesHtml(rules, table) {
  const { game, printed } = rules;
  const words = [...(printed.motto ? [printed.motto] : []), ...printed.says];
  const chosen = rules.elected.map((entry) => electionRow(entry, game)).join("");
  const readings = rules.readings.map((entry) => readingItem(entry, game));
  const parts = [
    section("Limits", itemList(printed.limits.map((entry) => statementItem(entry, game)))),
    section("Pay tables", printed.pays.map((entry) => payTable(entry, game)).join(""), "rules-tables"),
    words.length ? section("On the layout", itemList(words.map((entry) => statementItem(entry, game)))) : "",
    ...rules.brief.map(([title, lines]) =>
      section(title, itemList(lines.map(([text, cite]) => statementItem({ text, cite }, game)))),
    ),
    section("What the house has chosen", `<table class="rules-elected"><tbody>${chosen}</tbody></table>`),
    section("Readings", readings.length ? itemList(readings) : AS_USUAL),
    section("The text here", `<p>${escapeText(rules.authority)}, ${escapeText(rules.text)}.</p>`),
    section("To print", `<p>${papers(table)}</p>`),
  ];
  return `<div class="rules">${parts.join("")}</div>`;
}

// Fetches the rules of a table and draws them into the element. Call it again after the table's setting has changed.
/** @param {HTMLElement} element @param {number} table */
export async function rulesSheet(element, table) {
  try {
    const answer = await fetch(`/api/tables/${Number(table)}/rules`);
    const rules = await answer.json();
    element.innerHTML = answer.ok ? rulesHtml(rules, table) : `<p role="alert">${escapeText(rules.detail)}</p>`;
  } catch {
    element.innerHTML = '<p role="alert">The server cannot be reached. Try again in a moment.</p>';
  }
}
