// The rules of one table on one sheet: for a tab of the side column, and for a page that prints.
import { chip, safe } from "./law_panel.js";

const said = (each, game) => `<li>${safe(each.text)} ${chip(each.cite, game)}</li>`;
const list = (rows) => `<ul class="rules-list">${rows.join("")}</ul>`;

function pays(table, game) {
  const rows = table.lines.map(([made, paid]) => `<tr><th scope="row">${safe(made)}</th><td>${safe(paid)}</td></tr>`);
  return `<table class="rules-pays"><caption>${safe(table.title)} ${chip(table.cite, game)}</caption><tbody>${rows.join("")}</tbody></table>`;
}

function elected(each, game) {
  return `<tr><th scope="row">${safe(each.name.replaceAll("-", " "))}<span class="dim">${safe(each.meaning)}</span></th><td>${safe(each.value)} ${chip(each.cite, game)}</td></tr>`;
}

function differs(each, game) {
  const chosen = each.choices.find((choice) => choice.chosen);
  const usual = each.choices.find((choice) => choice.usual);
  return `<li><b>${safe(each.name)}</b> ${chip(`reading:${each.id}`, game)} ${safe(chosen.meaning)} <span class="dim">Usually: ${safe(usual.meaning)}</span></li>`;
}

const papers = (table) =>
  ["sign", "guide"]
    .map(
      (each) =>
        `<a href="/t/${Number(table)}/${each}" target="_blank" rel="noopener">${each === "sign" ? "The table’s sign" : "Gaming guide"}</a>`,
    )
    .join(", ");

export function sheet(found, table) {
  const { game, printed } = found;
  const words = [...(printed.motto ? [printed.motto] : []), ...printed.says];
  const parts = [
    `<section><h3>Limits</h3>${list(printed.limits.map((each) => said(each, game)))}</section>`,
    `<section class="rules-tables"><h3>Pay tables</h3>${printed.pays.map((each) => pays(each, game)).join("")}</section>`,
    words.length ? `<section><h3>On the layout</h3>${list(words.map((each) => said(each, game)))}</section>` : "",
    ...found.brief.map(
      ([title, lines]) =>
        `<section><h3>${safe(title)}</h3>${list(lines.map(([text, cite]) => said({ text, cite }, game)))}</section>`,
    ),
    `<section><h3>What the house has chosen</h3><table class="rules-elected"><tbody>${found.elected.map((each) => elected(each, game)).join("")}</tbody></table></section>`,
    `<section><h3>Readings</h3>${found.readings.length ? list(found.readings.map((each) => differs(each, game))) : '<p>Every doubt in the text is read as usual here. <a href="/readings" target="_blank" rel="noopener">Readings</a></p>'}</section>`,
    `<section><h3>The text here</h3><p>${safe(found.authority)}, ${safe(found.text)}.</p></section>`,
    `<section><h3>To print</h3><p>${papers(table)}</p></section>`,
  ];
  return `<div class="rules">${parts.join("")}</div>`;
}

// Draws the sheet into the element. Draw it again after the table's setting has changed.
export async function rulesSheet(element, table) {
  try {
    const answer = await fetch(`/api/tables/${Number(table)}/rules`);
    const found = await answer.json();
    element.innerHTML = answer.ok ? sheet(found, table) : `<p role="alert">${safe(found.detail)}</p>`;
  } catch {
    element.innerHTML = '<p role="alert">The server cannot be reached. Try again in a moment.</p>';
  }
}
