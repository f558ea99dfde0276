// @ts-check
// Draws the head, the bar and the menu: regions that never move. The first button of the bar is always
// in the same place.

import { citationChips as cite } from "./citation.js";
import { DENOMINATIONS, chip as denomination } from "./felt/chips.js";
import { capitalize, html, raw, slug } from "./html.js";
import { dollars } from "./money.js";
import { seatOf } from "./situation.js";

/**
 * @import { Look } from "./changes.js"
 * @import { Countdown } from "./countdown.js"
 * @import { OwnChip } from "./felt/chips.js"
 * @import { Prefs } from "./prefs.js"
 * @import { TableView } from "server"
 * @import { Held } from "./settled_hold.js"
 * @import { Button, Situation } from "./situation.js"
 */

// Returns the head of the page: name of the table, limits, round and text.
/** @param {TableView} view @param {number} round @param {string} owner */
export const headRegion = (view, round, owner) => html`<h1>${view.name}</h1>
<p class="tags">${owner ? privateTag(owner) : ""}<span class="tag title">${view.title}</span> <span
  class="tag">${dollars(view.minimum)} to ${dollars(view.maximum)}</span> <span class="tag"
  data-testid="round">Round ${round}</span> ${textTag(view.text)}${stateTag(view.state)}</p>
<button type="button" class="burger" data-do="menu" data-key="burger" aria-label="Menu"
  aria-expanded="false">☰</button>`;

const privateTag = (owner) => html`<span class="tag warn owned" data-testid="private"
  title="Private table of ${owner}. Its owner runs it and may play; it is in no report">Private<span
  class="wide"> table of ${owner}</span></span> `;

const stateTag = (state) => (state === "open" ? "" : html` <span class="tag warn">${capitalize(state)}</span>`);

/** @param {string} text */
function textTag(text) {
  if (/^undated/.test(text)) {
    return html`<span class="tag undated" data-testid="undated" title="${capitalize(text)}"><span
  class="wide">undated default, </span>not law</span>`;
  }
  return html`<span class="tag text" title="${capitalize(text)}">${/\d{4}/.exec(text)?.[0] ?? ""} text</span>`;
}

/** @param {TableView} view @param {Prefs} prefs */
export const menuRegion = (view, prefs) => html`<a class="quiet" href="/" data-key="lobby">Tables</a>
<button type="button" class="quiet" data-do="rules" data-key="rules">Pay tables<kbd>I</kbd></button>
<button type="button" class="quiet" data-do="rounds" data-key="rounds">Rounds<kbd>H</kbd></button>
<button type="button" class="quiet" data-do="sound" data-key="sound"
  aria-pressed="${prefs.sound}">Sound ${prefs.sound ? "on" : "off"}<kbd>M</kbd></button>
<button type="button" class="quiet" data-do="help" data-key="help" data-testid="help">Help<kbd>?</kbd></button>
<button type="button" class="theme" data-theme-switch data-key="theme" data-testid="theme" aria-label="Colors"></button>
${view.you.seat ? leaveButton(view) : ""}`;

/** @param {TableView} view */
function leaveButton(view) {
  const may = view.you.moves.some(({ act }) => act.input === "leave");
  return html`<button type="button" class="quiet" data-do="leave" data-key="leave" data-testid="move-leave-the-table"
  data-once${may ? "" : html` aria-disabled="true" title="Your bets must be decided first"`}>Leave</button>`;
}

// Returns the bar: the reader's seat, the question or the result of the round, the choices and the clock.
/**
 * @param {TableView} view @param {Situation} now
 * @param {{
 *   chip: number, own: OwnChip | null, look: Look, hold: Held | null, left: ReturnType<Countdown["left"]>,
 * }} options
 */
export function barRegion(view, now, { chip, own, look, hold, left }) {
  const ownPart = seatOf(view) ? ownSeat(view, now, look, chip, own) : html`<p class="name">Watching</p>`;
  const few = now.buttons.length < 5 ? html` data-few` : "";
  const buttons = now.buttons.map(button);
  return html`<div class="mine" data-key="mine">${ownPart}</div>
<div class="ask" data-key="ask">${hold?.result ? resultLine(hold.result, view.game) : question(now, view.game)}
<p class="note">${now.note ?? ""}</p></div>
<div class="choices" data-key="choices-${momentKey(view, now, hold)}" data-testid="choices"${few}>${buttons}</div>
<div class="clock${left?.warning ? " warning" : ""}" data-key="clock" data-testid="clock"><span
  data-left>${left ? (left.hold ?? left.seconds) : ""}</span><span class="dim">${clockLabel(view, left)}</span></div>`;
}

/** @param {Held["result"]} result @param {string} game */
const resultLine = ({ kind, mark, words, cite: paragraph }, game) => html`<p class="sum ${kind}" data-testid="sum"><span
  aria-hidden="true">${mark}</span> ${words} ${paragraph ? cite(paragraph, game) : ""}</p>`;

/** @param {Situation} now @param {string} game */
function question(now, game) {
  const words = html`${now.text} ${now.cite ? cite(now.cite, game) : ""}`;
  const focus = now.mine ? html` data-focus` : "";
  return html`<p class="question" data-testid="question" tabindex="-1"${focus}>${words}</p>`;
}

// Returns a key for the moment that the choices belong to, so that buttons of another moment are new elements.
/** @param {TableView} view @param {Situation} now @param {Held | null} hold */
function momentKey({ round, asked }, now, hold) {
  if (hold) return `held-${hold.round}`;
  return asked ? `${round}-${asked.number}-${asked.position}` : `${round}-${now.betting ? "bets" : "other"}`;
}

/** @param {TableView} view @param {ReturnType<Countdown["left"]>} left */
function clockLabel(view, left) {
  if (!left) return "";
  if (left.hold !== undefined) return "held";
  if (!view.asked) return "bets close";
  return left.mine ? "your turn" : "deciding";
}

/**
 * @param {TableView} view @param {Situation} now @param {Look} look @param {number} chip @param {OwnChip | null} own
 */
function ownSeat(view, now, look, chip, own) {
  const chips = look.chips[view.you.seat] ?? view.you.chips;
  const more = view.you.arriving ? html` <span class="dim">+${dollars(view.you.arriving)} after this round</span>` : "";
  return html`<p class="name"><span>Seat ${view.you.seat}</span> <strong
  data-testid="you-chips">${dollars(chips)}</strong>${more} <button type="button" class="quiet small" data-do="chips"
  data-key="add-chips" data-testid="add-chips">Add chips<kbd>B</kbd></button></p>
${now.betting ? chipChoices(palette(view, own), chip, own) : ""}`;
}

function chipChoices(chips, taken, own) {
  const buttons = chips.map(
    (cents, index) => html`<button type="button" class="chip" data-do="chip"
  data-cents="${cents}" data-key="chip-${cents}" aria-pressed="${cents === taken}" aria-label="${dollars(cents)}"
  title="${dollars(cents)}, key ${index + 1}">${chipPicture(cents, own)}</button>`,
  );
  return html`<div class="hand" role="group" aria-label="Chip in hand">${buttons}</div>`;
}

/** @param {number} cents */
function chipPicture(cents, own) {
  const kind =
    cents === own?.cents ? own : ([...DENOMINATIONS].find((denom) => denom.cents <= cents) ?? DENOMINATIONS.at(-1));
  const text = cents % 100 ? `${cents}¢` : String(cents / 100);
  const drawn = raw(denomination({ ...kind, text }, 0, 0));
  return html`<svg viewBox="-14 -14 28 28" class="felt-picture" aria-hidden="true" focusable="false">${drawn}</svg>`;
}

// Returns up to five amounts to bet with, from just below the table's minimum up. A player who has chips of his own
// color gets multiples of one of those.
/** @param {Pick<TableView, "minimum" | "maximum" | "smallest_chip">} view @param {OwnChip | null} [own] */
export function palette(view, own = null) {
  const least = own?.cents ?? view.minimum;
  const amounts = [...new Set([least, ...DENOMINATIONS.map(({ cents }) => cents)])].sort((low, high) => low - high);
  const fitting = amounts.filter(
    (cents) => cents >= view.smallest_chip && cents <= Math.max(view.maximum, least) && !(own && cents % own.cents),
  );
  const from = Math.max(0, Math.min(fitting.indexOf(least) - 1, fitting.length - 5));
  return fitting.slice(from, from + 5);
}

/** @param {Button} shown @param {number} index */
function button(shown, index) {
  const first = index === 0;
  const data = Object.entries({
    do: shown.do,
    choice: shown.choice,
    position: shown.position,
    seat: shown.seat,
    offer: shown.offer,
    amount: shown.amount,
  }).filter(([, value]) => value !== undefined);
  const attributes = [
    first && html` data-first`,
    first && shown.do !== "answer" && html` data-focus`,
    shown.off && html` aria-disabled="true"`,
    data.map(([name, value]) => html` data-${name}="${value}"`),
    shown.act && html` data-act="${JSON.stringify(shown.act)}"`,
    shown.key && html` data-press="${shown.key}" aria-keyshortcuts="${shown.key}"`,
  ];
  const kind = first && !shown.plain ? "main" : shown.quiet ? "quiet" : "";
  const below = shown.why || shown.sub;
  const words = [
    html`<span class="word">${shown.word}</span>`,
    shown.key && html`<kbd>${shown.key}</kbd>`,
    below && html`<span class="sub">${below}</span>`,
  ];
  return html`<button type="button" class="${kind}" data-key="${slug(shown.word)}"
  data-testid="${slug(shown.testid ?? shown.word)}" data-once${attributes}>${words}</button>`;
}
