// The head, the bar and the menu: regions that never move. The first button of the bar has one place for everything.

import { chip as cite } from "./citation.js";
import { DENOMINATIONS, chip as denomination } from "./felt/chips.js";
import { capital, html, raw, slug } from "./html.js";
import { dollars } from "./money.js";
import { seatOf } from "./situation.js";

export const headRegion = (view, round, owner) => html`<h1>${view.name}</h1>
<p class="tags">${owner ? html`<span class="tag warn owned" data-testid="private" title="Private table of ${owner}. Its owner runs it and may play; it is in no report">Private<span class="wide"> table of ${owner}</span></span> ` : ""}<span class="tag title">${view.title}</span> <span class="tag">${dollars(view.minimum)} to ${dollars(view.maximum)}</span> <span class="tag" data-testid="round">Round ${round}</span> ${/^undated/.test(view.text) ? html`<span class="tag undated" data-testid="undated" title="${capital(view.text)}"><span class="wide">undated default, </span>not law</span>` : html`<span class="tag text" title="${capital(view.text)}">${/\d{4}/.exec(view.text)?.[0] ?? ""} text</span>`}${view.state === "open" ? "" : html` <span class="tag warn">${capital(view.state)}</span>`}</p>
<button type="button" class="burger" data-do="menu" data-key="burger" aria-label="Menu" aria-expanded="false">☰</button>`;

export const menuRegion = (view, prefs) => html`<a class="quiet" href="/" data-key="lobby">Tables</a>
<button type="button" class="quiet" data-do="rules" data-key="rules">Pay tables<kbd>I</kbd></button>
<button type="button" class="quiet" data-do="rounds" data-key="rounds">Rounds<kbd>H</kbd></button>
<button type="button" class="quiet" data-do="sound" data-key="sound" aria-pressed="${prefs.sound}">Sound ${prefs.sound ? "on" : "off"}<kbd>M</kbd></button>
<button type="button" class="quiet" data-do="help" data-key="help" data-testid="help">Help<kbd>?</kbd></button>
<button type="button" class="theme" data-theme-switch data-key="theme" data-testid="theme" aria-label="Colors"></button>
${view.you.seat ? html`<button type="button" class="quiet" data-do="leave" data-key="leave" data-testid="move-leave-the-table" data-once${view.you.moves.some(({ act }) => act.input === "leave") ? "" : html` aria-disabled="true" title="Your bets must be decided first"`}>Leave</button>` : ""}`;

export function barRegion(view, now, { chip, own, look, hold, left }) {
  const seat = seatOf(view);
  return html`<div class="mine" data-key="mine">${seat ? you(view, now, look, chip, own) : html`<p class="name">Watching</p>`}</div>
<div class="ask" data-key="ask">${hold?.result ? html`<p class="sum ${hold.result.kind}" data-testid="sum"><span aria-hidden="true">${hold.result.mark}</span> ${hold.result.words} ${hold.result.cite ? cite(hold.result.cite, view.game) : ""}</p>` : html`<p class="question" data-testid="question" tabindex="-1"${now.mine ? html` data-focus` : ""}>${now.text} ${now.cite ? cite(now.cite, view.game) : ""}</p>`}
<p class="note">${now.note ?? ""}</p></div>
<div class="choices" data-key="choices-${hold ? `held-${hold.round}` : view.asked ? `${view.round}-${view.asked.number}-${view.asked.position}` : `${view.round}-${now.betting ? "bets" : "other"}`}" data-testid="choices"${now.buttons.length < 5 ? html` data-few` : ""}>${now.buttons.map(button)}</div>
<div class="clock${left?.warning ? " warning" : ""}" data-key="clock" data-testid="clock"><span data-left>${left ? (left.hold ?? left.seconds) : ""}</span><span class="dim">${left ? (left.hold !== undefined ? "held" : left.mine && view.asked ? "your turn" : view.asked ? "deciding" : "bets close") : ""}</span></div>`;
}

function you(view, now, look, chip, own) {
  const chips = look.chips[view.you.seat] ?? view.you.chips;
  return html`<p class="name"><span>Seat ${view.you.seat}</span> <strong data-testid="you-chips">${dollars(chips)}</strong>${view.you.arriving ? html` <span class="dim">+${dollars(view.you.arriving)} after this round</span>` : ""} <button type="button" class="quiet small" data-do="chips" data-key="add-chips" data-testid="add-chips">Add chips<kbd>B</kbd></button></p>
${now.betting ? html`<div class="hand" role="group" aria-label="Chip in hand">${palette(view, own).map((cents, index) => html`<button type="button" class="chip" data-do="chip" data-cents="${cents}" data-key="chip-${cents}" aria-pressed="${cents === chip}" aria-label="${dollars(cents)}" title="${dollars(cents)}, key ${index + 1}">${disc(cents, own)}</button>`)}</div>` : ""}`;
}

const disc = (cents, own) => {
  const kind =
    cents === own?.cents ? own : ([...DENOMINATIONS].find((each) => each.cents <= cents) ?? DENOMINATIONS.at(-1));
  return raw(
    `<svg viewBox="-14 -14 28 28" class="felt-picture" aria-hidden="true" focusable="false">${denomination({ ...kind, text: cents % 100 ? `${cents}¢` : String(cents / 100) }, 0, 0)}</svg>`,
  );
};

// Five chips to bet with: from the table's minimum up, or what is smaller if it is odd. Whoever has chips of a color of
// his own bets with so many of them.
export function palette(view, own = null) {
  const least = own?.cents ?? view.minimum;
  const all = [...new Set([least, ...DENOMINATIONS.map(({ cents }) => cents)])].sort((one, other) => one - other);
  const fit = all.filter(
    (cents) => cents >= view.smallest_chip && cents <= Math.max(view.maximum, least) && !(own && cents % own.cents),
  );
  const from = Math.max(0, Math.min(fit.indexOf(least) - 1, fit.length - 5));
  return fit.slice(from, from + 5);
}

function button(each, index) {
  const first = index === 0;
  const data = Object.entries({
    do: each.do,
    choice: each.choice,
    position: each.position,
    seat: each.seat,
    offer: each.offer,
    amount: each.amount,
  }).filter(([, value]) => value !== undefined);
  return html`<button type="button" class="${first && !each.plain ? "main" : each.quiet ? "quiet" : ""}" data-key="${slug(each.word)}" data-testid="${slug(each.testid ?? each.word)}" data-once${first ? html` data-first` : ""}${first && each.do !== "answer" ? html` data-focus` : ""}${each.off ? html` aria-disabled="true"` : ""}${data.map(([name, value]) => html` data-${name}="${value}"`)}${each.act ? html` data-act="${JSON.stringify(each.act)}"` : ""}${each.key ? html` data-press="${each.key}" aria-keyshortcuts="${each.key}"` : ""}><span class="word">${each.word}</span>${each.key ? html`<kbd>${each.key}</kbd>` : ""}${each.why || each.sub ? html`<span class="sub">${each.why || each.sub}</span>` : ""}</button>`;
}
