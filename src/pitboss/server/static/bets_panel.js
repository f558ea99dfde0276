// @ts-check
// Draws the list of the reader's bets, each with what can be done about it, and explains the last settled round.

import { citationChips } from "./citation.js";
import { capitalize, html, slug } from "./html.js";
import { describeOutcome, dollars, signedDollars } from "./money.js";
import { render } from "./morph.js";
import { cardName, handNames } from "./screen_reader.js";

/** @import { Printed, Result, Settled, TableView } from "server" */

/** @typedef {ReturnType<typeof storiesOf>[number]} Story */

/** @type {Record<string, string>} */
const MARKS = { won: "▲", lost: "✕", push: "=", void: "↩", back: "↩", stands: "·" };

/** @param {HTMLElement} element @param {TableView} view */
export function betsPanel(element, view) {
  const ownPositions = Object.entries(view.wagers).filter(
    ([position]) => view.you.seat && view.owners[position] === view.you.seat,
  );
  const lines = ownPositions.flatMap(([position, spots]) =>
    Object.entries(spots).map(([spot, cents]) => betLine(view, position, spot, cents)),
  );
  render(
    element,
    html`<h2>Your bets</h2>
${lines.length ? html`<ul class="bets">${lines}</ul>` : html`<p class="dim">You have no bets out.</p>`}
${view.settled ? WHY : ""}`,
  );
}

const WHY = html`<button type="button" class="quiet" data-do="why"
  data-key="why">Why did the last round go as it did?<kbd>Y</kbd></button>`;

/** @param {TableView} view @param {string} position @param {string} spot @param {number} cents */
function betLine(view, position, spot, cents) {
  const moves = view.you.moves.filter(
    ({ act }) => act.spot === spot && (act.position ?? Number(position)) === Number(position),
  );
  const buttons = moves.map(
    ({ name, act }) => html`<button type="button" class="quiet" data-do="act" data-once
  data-act="${JSON.stringify(act)}" data-key="${slug(name)}"
  data-testid="move-${slug(name)}">${capitalize(name.replace(` ${spot}`, ""))}</button>`,
  );
  const words = html`<span>${capitalize(spot)}</span> <strong>${dollars(cents)}</strong>`;
  return html`<li data-key="bet-${position}-${slug(spot)}">${words} ${buttons}</li>`;
}

// Explains a settled round in a panel: for each player why each wager went as it did.
/**
 * @param {HTMLElement} element @param {Settled} settled @param {TableView} view @param {Printed} printed
 * @param {string} me
 */
export function whyPanel(element, settled, view, printed, me) {
  const hands = Object.entries(handNames(printed)).map(([place, name]) => ({
    name,
    cards: settled.cards[place] ?? [],
  }));
  const stories = storiesOf(settled, me);
  stories.sort((first, second) => Number(second.own) - Number(first.own) || first.seat - second.seat);
  render(
    element,
    html`<div class="title"><h2 id="why-title" tabindex="-1">Why? Round ${settled.round}</h2><button type="button"
  class="quiet" data-close data-key="close" aria-label="Close">✕</button></div>
${settled.void ? html`<p>The round was void. ${citationChips(settled.void, view.game)}</p>` : ""}
${stories.map((story) => storySection(story, settled, hands, view.game))}
<p><a href="/t/${view.table}/rounds/${settled.round}" target="_blank" rel="noopener">Replay this round</a></p>`,
  );
  element.hidden = false;
  element.querySelector("h2").focus({ preventScroll: true });
}

/**
 * @param {Story} story @param {Settled} settled @param {{ name: string, cards: string[] }[]} hands
 * @param {string} game
 */
function storySection({ seat, player, own, results, sum, came }, settled, hands, game) {
  const notes = settled.players[seat] === player ? (settled.notes[seat] ?? []) : [];
  const reasons = results.map((result) => {
    const mark = html`<span class="mark ${result.mark}" aria-hidden="true">${MARKS[result.mark]}</span>`;
    const sum = html`<strong>${signedDollars(result.net)}</strong>`;
    const words = html`${reasonInWords(result, hands)} ${sum} ${citationChips(result.cite, game)}`;
    return html`<li>${mark} <span>${words}</span></li>`;
  });
  const name = own ? "You" : player.replace(/ \(house\)$/, "");
  const totalWords = came.kind === "void" ? "void" : signedDollars(sum);
  const total = html`<span class="sum ${came.kind}">${came.mark} ${totalWords}</span>`;
  const testid = own ? html` data-testid="own-story"` : "";
  return html`<section data-key="story-${seat}-${slug(player)}"${testid}><h3>${name} ${total}</h3>
<ul class="reasons">${reasons}${notes.map((note) => html`<li>${note}</li>`)}</ul></section>`;
}

// Groups the results by person: two people may have had the same seat in one round.
/** @param {Settled} settled @param {string} me */
function storiesOf(settled, me) {
  const stories = new Map();
  for (const result of settled.results) {
    const key = `${result.seat} ${result.player}`;
    if (!stories.has(key))
      stories.set(key, { seat: result.seat, player: result.player, own: result.player === me, results: [] });
    stories.get(key).results.push(result);
  }
  return [...stories.values()].map((story) => ({
    ...story,
    sum: story.results.reduce((total, result) => total + result.net, 0),
    came: describeOutcome(
      story.results.filter(({ mark }) => !["stands", "back"].includes(mark)),
      settled.void,
    ),
  }));
}

// Names the cards that decided a wager. Where they are those of several hands, it says whose each one is.
/** @param {string[]} cards */
function cardsInWords(cards, hands) {
  const inWords = (some) => some.map(cardName).join(", ");
  const together = hands.flatMap((hand) => hand.cards).join() === cards.join();
  return hands.length > 1 && together
    ? hands.map((hand) => `${hand.name.toLowerCase()}’s ${inWords(hand.cards)}`).join("; ")
    : inWords(cards);
}

/** @param {Result} options @param {{ name: string, cards: string[] }[]} hands */
function reasonInWords({ spot, staked, outcome, hand, cards, sum }, hands) {
  const wager = `${capitalize(spot)}${staked ? ` ${dollars(staked)}` : ""}`;
  const decidedBy = hand ? `: ${hand}${cards.length ? ` (${cardsInWords(cards, hands)})` : ""}` : "";
  return `${wager} ${outcome}${decidedBy}${sum ? `, ${sum}` : ""}.`;
}
