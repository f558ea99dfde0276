// @ts-check
// Describes the table for screen readers: the reader's hand and wagers, the cards before the dealer, the seats in the
// law's order. The picture is hidden from them. Betting areas are buttons here, and light up on the picture while they
// have the focus.

import { countOf, isVoid } from "./felt/svg.js";
import { capitalize, html } from "./html.js";
import { describeNet, dollars, signedDollars } from "./money.js";
import { pressAmountOf } from "./situation.js";

/**
 * @import { Drawn } from "./changes.js"
 * @import { Drawing, Offered, Printed, Seat, ShownNow } from "server"
 * @import { Situation } from "./situation.js"
 */

const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const cardName = (card) => (card === "??" ? "face down" : `${RANKS[card[0]]} of ${SUITS[card.slice(-1)]}`);

// Names the cards that are known and counts those that lie face down.
/** @param {string[]} cards */
export function cardsInWords(cards) {
  const down = cards.filter((card) => card === "??").length;
  const up = cards.filter((card) => card !== "??").map(cardName);
  return [...up, ...(down ? [`${down} face down`] : [])].join(", ");
}

const wagersInWords = (spots) =>
  Object.entries(spots)
    .map(([spot, cents]) => `${spot} ${dollars(cents)}`)
    .join(", ");
/** @param {string} name */
const plainName = (name) => name.replace(/ \(house\)$/, ", house player");

// Returns the names of hands that belong to no player, as they are printed under them.
/** @param {Printed} printed */
export const handNames = (printed) =>
  Object.fromEntries(
    (printed.drawing?.wide.hands ?? []).map(({ place, label }) => [place, capitalize(label.toLowerCase())]),
  );

// Names all that a press puts down, on every area of the offer together. Empty where the table wants more than the chip
// in hand: there the page asks, because a reader who goes over the picture by key does not see these words.
/** @param {Offered} offer @param {number} chip */
function stakeInWords(offer, chip) {
  const amount = pressAmountOf(offer, chip);
  return amount ? `${dollars(amount * offer.spots.length)} ` : "";
}

/** @param {Drawn} view @param {Printed} printed @param {Situation} now */
export function tableInWords(view, printed, now) {
  const { seat } = view.you;
  const ownPositions = Object.keys({ ...view.hands, ...view.wagers }).filter(
    (position) => seat && view.owners[position] === seat,
  );
  return html`<h2>${view.with_cards ? "Your hand and bets" : "Your bets"}</h2>
${ownPositions.map((position) => ownHand(view, position))}
${now.betting ? bettingAreas(view.you.offers, now.chip) : ""}
${boardInWords(view, printed)}
<h2>Seats</h2>
<ol>${view.seats.map((taken) => seatLine(view, taken))}</ol>
${now.free ? html`<ul aria-label="Free seats">${now.free.map(freeSeat)}</ul>` : ""}`;
}

/** @param {Drawn} view @param {string} position */
function ownHand(view, position) {
  const where = Number(position) === view.you.seat ? "" : `Position ${position}: `;
  const cards = cardsInWords(view.hands[position] ?? []) || (view.with_cards ? "No cards dealt" : "");
  const out = view.out[position] ? `, ${view.out[position]}` : "";
  const wagers = view.wagers[position] ? `${capitalize(wagersInWords(view.wagers[position]))}.` : "";
  return html`<p data-key="mine-${position}" data-testid="own-hand">${where}${cards}${out}. ${wagers}</p>`;
}

/** @param {Offered[]} offers @param {number} chip */
function bettingAreas(offers, chip) {
  const areas = offers.map((offer, index) => {
    const { name, spots, least, most } = offer;
    const onEach =
      spots.length > 1 && pressAmountOf(offer, chip) ? ` (${dollars(pressAmountOf(offer, chip))} each)` : "";
    const amounts = `${least === most ? "" : ` to ${dollars(most)}`}${spots.length > 1 ? " each" : ""}`;
    return html`<li data-key="offer-${index}"><button type="button" data-do="bet" data-offer="${index}"
  data-testid="offer-${name.replace(/[^a-z0-9]+/gi, "-")}" data-area="${spots[0]}"
  data-once>Bet ${stakeInWords(offer, chip)}on ${name}${onEach}, ${dollars(least)}${amounts}</button></li>`;
  });
  return html`<ul aria-label="Betting areas">${areas}</ul>`;
}

/** @param {Drawn} view @param {Printed} printed */
function boardInWords(view, printed) {
  const { drawing } = printed;
  const heading = view.with_cards ? "On the table" : drawing?.wheel ? "Wheel" : "Dice";
  const words = view.with_cards
    ? cardsOnTheTable(view, handNames(printed))
    : drawing
      ? resultInWords(view, drawing)
      : crapsInWords(view);
  return html`<h2>${heading}</h2><p data-testid="board">${words}</p>`;
}

/** @param {Drawn} view @param {Record<string, string>} hands */
function cardsOnTheTable(view, hands) {
  const words = [];
  if (view.community.length) words.push(`${hands.community ?? "Community cards"}: ${cardsInWords(view.community)}. `);
  if (view.dealer.length) words.push(`${hands.dealer ?? "Dealer"}: ${cardsInWords(view.dealer)}. `);
  if (view.pot) words.push(`Pot ${dollars(view.pot)}. `);
  if (view.cutting_card) {
    words.push(`${countOf(view.piles["to deal"], "card")} in the shoe, ${view.piles.rack} in the discard rack. `);
  }
  if (view.cutting_card === "out") words.push("The cutting card has come out. ");
  return words;
}

/** @param {Drawn} options */
function crapsInWords({ dice, marks }) {
  const thrown = dice.length ? `${dice.join(" and ")}, ${dice.reduce((sum, die) => sum + die, 0)}.` : "Not thrown.";
  return `${thrown} ${marks.point ? `The point is ${marks.point}.` : "The puck is off."}`;
}

/** @param {Drawn} view @param {Seat} seat */
function seatLine(view, seat) {
  const own = seat.number === view.you.seat;
  const who = `Seat ${seat.number}, ${own ? "you" : plainName(seat.player)}, ${dollars(seat.chips)}`;
  const besides = own ? "" : cardsAndBetsOf(view, seat.number);
  return html`<li data-key="seat-${seat.number}">${who}${seatState(view, seat)}${besides}</li>`;
}

/** @param {number} number */
const freeSeat = (number) => html`<li data-key="free-${number}"><button type="button" data-do="sit"
  data-seat="${number}" data-testid="sit-${number}">Sit at seat ${number}</button></li>`;

/** @param {Drawn} view @param {Drawing} options */
function resultInWords(view, { wheel }) {
  if (!wheel)
    return view.dice.length
      ? `${view.dice.join(", ")}, ${view.dice.reduce((sum, die) => sum + die, 0)} in all.`
      : "Not thrown.";
  return view.wheel === null
    ? "Not at rest."
    : `It rests at ${[wheel.stops[view.wheel], wheel.tones[view.wheel]].filter(Boolean).join(", ")}.`;
}

/** @param {Drawn} view @param {number} number */
function cardsAndBetsOf(view, number) {
  const positions = Object.keys(view.hands).filter((position) => view.owners[position] === number);
  const cards = positions.map((position) => cardsInWords(view.hands[position])).join("; ");
  const bets = Object.keys(view.wagers)
    .filter((position) => view.owners[position] === number)
    .map((position) => wagersInWords(view.wagers[position]))
    .join("; ");
  return `${cards ? `. ${capitalize(cards)}` : ""}${bets ? `. ${capitalize(bets)}` : ""}`;
}

/** @param {Drawn} view @param {Seat} seat */
function seatState(view, seat) {
  const words = [];
  if (view.asked?.seat === seat.number) words.push(seat.number === view.you.seat ? "your turn" : "deciding");
  if (view.shooter === seat.number) words.push("shooter");
  if (seat.left) words.push("left");
  else if (seat.sits_out) words.push("sitting out");
  else if (!seat.here) words.push("away");
  if (view.nets?.[seat.number] !== undefined)
    words.push(
      view.nets[seat.number] > 0
        ? `won ${dollars(view.nets[seat.number])}`
        : view.nets[seat.number] < 0
          ? `lost ${dollars(-view.nets[seat.number])}`
          : isVoid(view, seat.number)
            ? "void"
            : "even",
    );
  return words.length ? `, ${words.join(", ")}` : "";
}

// Draws a line of the other seats, for a drawing that shows only the reader's own place.
/** @param {Drawn} view */
export const otherSeats = (view) =>
  html`${view.seats.filter((seat) => seat.number !== view.you.seat).map((seat) => otherSeat(view, seat))}`;

/** @param {Drawn} view @param {Seat} options */
function otherSeat(view, { number, player, chips }) {
  const won = view.nets?.[number];
  const came = won === undefined ? dollars(chips) : `${describeNet(won).mark} ${signedDollars(won)}`;
  const words = won !== undefined && isVoid(view, number) ? "↩ void" : came;
  return html`<span class="other${view.asked?.seat === number ? " turn" : ""}"
  data-key="other-${number}"><b>${number}</b> ${player.replace(/ \(house\)$/, "")} <span
  class="dim">${words}</span></span>`;
}

// Returns what to announce about an act: the dealer's own words, or the act if everybody now sees another card. Empty
// if there is nothing to announce.
/** @param {ShownNow} act */
export function announcementOf(act) {
  const words = /(?:announces|calls|says): [“"](.*)[”"]/.exec(act.told)?.[1];
  if (words) return words;
  const cards = [...(act.changes.community ?? []), ...(act.changes.dealer ?? [])];
  return cards.some((card) => card !== "??") ? act.told : "";
}
