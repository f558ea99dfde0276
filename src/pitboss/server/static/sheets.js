// @ts-check
// Dialogs over the felt: taking a seat, adding chips, help and settings. They never cover the bar.

import { queryAll } from "./dom.js";
import { html } from "./html.js";
import { dollars, parseCents } from "./money.js";

/** @import { TableView } from "server" */

const STAKE = 100; // number of minimum bets that is proposed as a stake

function openSheet(sheet, content) {
  sheet.innerHTML = String(content);
  sheet.onclick = ({ target }) => target.closest("[data-close]") && sheet.close();
  if (!sheet.open) sheet.show();
}

// Writes an amount as it stands in a field.
const dollarsForField = (amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0);

const CLOSE = html`<button type="button" class="quiet" data-close>Close</button>`;

// Asks whether the player wants chips of his own color or value chips, where a table gives out both.
const colorChoice = (view) => html`<fieldset><legend>Your chips</legend>
<p class="row"><label class="check"><input type="radio" name="kind" value="color" checked
  data-testid="chips-color"> Of your own color, each worth</label> <input name="worth" inputmode="decimal"
  autocomplete="off" size="5" aria-label="What one color chip is worth" data-testid="chips-worth"
  value="${dollarsForField(view.minimum)}"></p>
<p><label class="check"><input type="radio" name="kind" value="value" data-testid="chips-value"> Value chips</label></p>
<p class="dim">On inside bets no two players may have value chips of the same value.
Color chips are bought back when you leave.</p></fieldset>
`;

const PRIVATE = "Chips of this private table:";
const NO_MONEY = "They are nobody’s money, and your account stays as it is.";

const amountButton = (amount, words) =>
  html`<button type="button" class="quiet" data-amount="${amount}">${words}</button>`;

// Opens the dialog to take a seat or to add chips. `own` is true at a private table: its chips do not come out of the
// account.
/**
 * @param {HTMLDialogElement} sheet
 * @param {{
 *   title: string, word: string, view: TableView, account: number, add?: boolean, own?: boolean, colored?: boolean,
 * }} options
 * @param {(amount: number, worth: number) => Promise<boolean>} take
 */
export function sitSheet(sheet, { title, word, view, account, add, own, colored }, take) {
  const wholeChips = (amount) => Math.floor(amount / view.smallest_chip) * view.smallest_chip;
  const proposed = wholeChips(Math.min(account, add ? Math.max(view.minimum * 20, 2_500) : STAKE * view.minimum));
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const focusOpener = () => opener?.isConnected && opener.focus({ preventScroll: true });
  if (account < view.smallest_chip) {
    openSheet(
      sheet,
      html`<h2 id="sheet-title">${title}</h2><p>Your account is empty. Top up, or take chips off a table.</p>
<p class="row"><a href="/#account">Your account</a> ${CLOSE}</p>`,
    );
    sheet.querySelector("a").focus();
    return;
  }
  const rounds = Math.floor(account / Math.max(1, view.minimum));
  const mostChips = wholeChips(account);
  const amounts = add ? [2_500, 10_000].filter((amount) => amount <= account) : [];
  const facts = [
    own ? `${PRIVATE} up to ${dollars(account)} at a time. ${NO_MONEY}` : `In your account ${dollars(account)}.`,
    rounds < STAKE / 10 && `Enough for about ${rounds} bets of ${dollars(view.minimum)}.`,
    add && view.waiting !== "wagers" && "Chips arrive after this round.",
  ];
  openSheet(
    sheet,
    html`<form method="dialog" novalidate><h2 id="sheet-title">${title}</h2>
<p>${facts.filter(Boolean).join(" ")}</p>
<p class="row"><label>Amount <input name="amount" inputmode="decimal" autocomplete="off" data-testid="chips-amount"
  value="${dollarsForField(proposed)}"></label>
${amounts.map((amount) => amountButton(amount, dollars(amount)))}
${amountButton(mostChips, own ? dollars(mostChips) : "All")}</p>
${colored ? colorChoice(view) : ""}<p data-after class="dim"></p>
<p class="row"><button class="main" data-testid="chips-take">${word}</button> <button type="button" class="quiet"
  data-close>Cancel</button></p>
<p class="refusal" role="alert" data-testid="sheet-refusal" hidden></p></form>`,
  );
  const form = sheet.querySelector("form");
  /** @type {Record<string, any>} */
  const fields = form.elements;
  const field = fields.amount;
  const showBalanceAfter = () => {
    const amount = parseCents(field.value);
    sheet.querySelector("[data-after]").textContent =
      !own && amount && amount <= account ? `Your account after that: ${dollars(account - amount)}.` : "";
  };
  let taking = false;
  form.oninput = showBalanceAfter;
  for (const button of queryAll("[data-amount]", form)) {
    button.onclick = () => {
      field.value = Number(button.dataset.amount) / 100;
      showBalanceAfter();
    };
  }
  form.onsubmit = async (event) => {
    event.preventDefault();
    const amount = parseCents(field.value);
    const worth = fields.kind?.value === "color" ? (parseCents(fields.worth.value) ?? -1) : 0;
    const [refusal] = queryAll(".refusal", sheet);
    refusal.hidden = true;
    if (!amount || amount > account) {
      refusal.textContent = `Enter an amount from ${dollars(view.smallest_chip)} to ${dollars(account)}.`;
      refusal.hidden = false;
      field.focus();
    } else if (
      worth !== 0 &&
      !(worth >= view.minimum && worth <= Math.min(amount, view.maximum) && worth % view.smallest_chip === 0)
    ) {
      const range = `${dollars(view.minimum)} to ${dollars(Math.min(amount, view.maximum))}`;
      refusal.textContent = `One chip may be worth ${range}, in steps of ${dollars(view.smallest_chip)}.`;
      refusal.hidden = false;
      fields.worth.focus();
    } else if (!taking) {
      taking = true; // a double click asks once
      if (await take(amount, worth)) sheet.close();
      taking = false;
    }
  };
  sheet.onclose = focusOpener;
  showBalanceAfter();
  field.select();
}

const KEYS = [
  ["Enter", "deal, next"],
  ["1 to 5", "chip in hand"],
  ["L, W", "let it ride, withdraw"],
  ["P, F, K", "play, fold, check"],
  ["1 to 4", "play that many times the ante"],
  ["P, D, F", "bet, double, fold"],
  ["S, W", "surrender, war"],
  ["T, D", "take, decline the shoe"],
  ["S, X, C", "same again, double, clear"],
  ["O, T", "max odds, take down"],
  ["R", "roll"],
  ["B", "add chips"],
  ["Y", "why"],
  ["V", "adviser"],
  ["I, H, M, ?", "pay tables, rounds, sound, help"],
  ["arrows", "move over areas and seats"],
  ["Space", "hurry the dealer"],
  ["Esc", "close"],
];

const PACES = ["slow", "normal", "fast", "instant"];
const HOLDS = [5, 12, 30, 120]; // seconds
const SWITCHES = [
  ["sound", "Sound"],
  ["keys", "Letter keys"],
  ["fourColors", "Four-color suits"],
  ["turned", "Dealer’s view"],
];

const option = (value, word, chosen) =>
  html`<option value="${value}"${value === chosen ? html` selected` : ""}>${word}</option>`;

const checkbox = (name, word, checked) => html`<p><label class="check"><input type="checkbox"
  name="${name}"${checked ? html` checked` : ""}> ${word}</label></p>`;

const keyLine = ([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`;

// Opens the dialog with help and settings.
export function helpSheet(sheet, prefs, choose) {
  openSheet(
    sheet,
    html`<form method="dialog"><h2 id="sheet-title" tabindex="-1">Help and settings</h2>
<div class="columns"><section><h3>Settings</h3>
<p><label>Dealer’s pace <select name="pace"
  data-testid="pace">${PACES.map((pace) => option(pace, pace, prefs.pace))}</select></label></p>
<p><label>Hold the settled table for <select
  name="hold">${HOLDS.map((hold) => option(hold, `${hold} seconds`, prefs.hold))}</select></label></p>
${SWITCHES.map(([name, word]) => checkbox(name, word, prefs[name]))}
</section><section><h3>Keys</h3><dl class="keys">${KEYS.map(keyLine)}</dl></section></div>
<p>Press a circle on the felt to bet the chip in your hand.
Every act names its paragraph: press it to read what it says.</p>
<p class="row"><button class="main" data-testid="help-close">Close</button></p></form>`,
  );
  sheet.querySelector("form").onchange = ({ target }) =>
    choose(
      target.name,
      target.type === "checkbox" ? target.checked : target.name === "hold" ? Number(target.value) : target.value,
    );
  sheet.querySelector("h2").focus();
}
