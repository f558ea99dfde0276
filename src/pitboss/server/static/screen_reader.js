// The table for whoever hears the page: your hand and wagers, the cards before the dealer, the seats in the law's order.
// The picture is hidden from them; areas to press are buttons here, and light up on the picture when they have the focus.

import { counted, isVoid } from "./felt/svg.js";
import { capital, html } from "./html.js";
import { dollars, net, signed } from "./money.js";
import { amountOf } from "./situation.js";

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

export function cardsInWords(cards) {
  const down = cards.filter((card) => card === "??").length;
  const up = cards.filter((card) => card !== "??").map(cardName);
  return [...up, ...(down ? [`${down} face down`] : [])].join(", ");
}

const wagersInWords = (spots) =>
  Object.entries(spots)
    .map(([spot, cents]) => `${spot} ${dollars(cents)}`)
    .join(", ");
const plain = (name) => name.replace(/ \(house\)$/, ", house player");

// Hands that are nobody's have the names that are printed under them.
export const handNames = (printed) =>
  Object.fromEntries(
    (printed.drawing?.wide.hands ?? []).map(({ place, label }) => [place, capital(label.toLowerCase())]),
  );

// What a press puts down. Where the table wants more than the chip in hand the page asks, for whoever goes over the picture
// by key does not see these words.
const inHand = (offer, chip) => (amountOf(offer, chip) ? `${dollars(amountOf(offer, chip))} ` : "");

export function earsRegion(view, printed, now) {
  const { seat } = view.you;
  const hands = handNames(printed);
  const mine = Object.keys({ ...view.hands, ...view.wagers }).filter(
    (position) => seat && view.owners[position] === seat,
  );
  return html`<h2>Your hand and bets</h2>
${mine.map((position) => html`<p data-key="mine-${position}" data-testid="own-hand">${Number(position) === seat ? "" : `Position ${position}: `}${cardsInWords(view.hands[position] ?? []) || (view.with_cards ? "No cards dealt" : "")}${view.out[position] ? `, ${view.out[position]}` : ""}. ${view.wagers[position] ? `${capital(wagersInWords(view.wagers[position]))}.` : ""}</p>`)}
${now.betting ? html`<ul aria-label="Betting areas">${view.you.offers.map((offer, index) => html`<li data-key="offer-${index}"><button type="button" data-do="bet" data-offer="${index}" data-testid="offer-${offer.name.replace(/[^a-z0-9]+/gi, "-")}" data-area="${offer.spots[0]}" data-once>Bet ${inHand(offer, now.chip)}on ${offer.name}, ${dollars(offer.least)}${offer.least === offer.most ? "" : ` to ${dollars(offer.most)}`}${offer.spots.length > 1 ? " each" : ""}</button></li>`)}</ul>` : ""}
${
  view.with_cards
    ? html`<h2>On the table</h2>
<p data-testid="board">${view.community.length ? `${hands.community ?? "Community cards"}: ${cardsInWords(view.community)}. ` : ""}${view.dealer.length ? `${hands.dealer ?? "Dealer"}: ${cardsInWords(view.dealer)}. ` : ""}${view.pot ? `Pot ${dollars(view.pot)}. ` : ""}${view.cutting_card ? `${counted(view.piles["to deal"], "card")} in the shoe, ${view.piles.rack} in the discard rack. ` : ""}${view.cutting_card === "out" ? "The cutting card has come out. " : ""}</p>`
    : printed.drawing
      ? html`<h2>${printed.drawing.wheel ? "Wheel" : "Dice"}</h2><p data-testid="board">${resultInWords(view, printed.drawing)}</p>`
      : html`<h2>Dice</h2><p data-testid="board">${view.dice.length ? `${view.dice.join(" and ")}, ${view.dice.reduce((sum, die) => sum + die, 0)}.` : "Not thrown."} ${view.marks.point ? `The point is ${view.marks.point}.` : "The puck is off."}</p>`
}
<h2>Seats</h2>
<ol>${view.seats.map((each) => html`<li data-key="seat-${each.number}">Seat ${each.number}, ${each.number === seat ? "you" : plain(each.player)}, ${dollars(each.chips)}${state(view, each)}${each.number === seat ? "" : others(view, each.number)}</li>`)}</ol>
${now.free ? html`<ul aria-label="Free seats">${now.free.map((number) => html`<li data-key="free-${number}"><button type="button" data-do="sit" data-seat="${number}" data-testid="sit-${number}">Sit at seat ${number}</button></li>`)}</ul>` : ""}`;
}

// Where a wheel rests, or what the dice show.
function resultInWords(view, { wheel }) {
  if (!wheel)
    return view.dice.length
      ? `${view.dice.join(", ")}, ${view.dice.reduce((sum, die) => sum + die, 0)} in all.`
      : "Not thrown.";
  return view.wheel === null
    ? "Not at rest."
    : `It rests at ${[wheel.stops[view.wheel], wheel.tones[view.wheel]].filter(Boolean).join(", ")}.`;
}

function others(view, number) {
  const held = Object.keys(view.hands).filter((position) => view.owners[position] === number);
  const cards = held.map((position) => cardsInWords(view.hands[position])).join("; ");
  const laid = Object.keys(view.wagers)
    .filter((position) => view.owners[position] === number)
    .map((position) => wagersInWords(view.wagers[position]))
    .join("; ");
  return `${cards ? `. ${capital(cards)}` : ""}${laid ? `. ${capital(laid)}` : ""}`;
}

function state(view, seat) {
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

// One line of the others, where the drawing shows only the reader's own place.
export const otherSeats = (view) =>
  html`${view.seats.filter((seat) => seat.number !== view.you.seat).map((seat) => html`<span class="other${view.asked?.seat === seat.number ? " turn" : ""}" data-key="other-${seat.number}"><b>${seat.number}</b> ${seat.player.replace(/ \(house\)$/, "")} <span class="dim">${view.nets?.[seat.number] === undefined ? dollars(seat.chips) : isVoid(view, seat.number) ? "↩ void" : `${net(view.nets[seat.number]).mark} ${signed(view.nets[seat.number])}`}</span></span>`)}`;

// What is said aloud of an act: the dealer's own words, and a card that everybody now sees.
export function saidOf(act) {
  const said = /(?:announces|calls|says): [“"](.*)[”"]/.exec(act.told)?.[1];
  if (said) return said;
  const shown = [...(act.changes.community ?? []), ...(act.changes.dealer ?? [])];
  return shown.some((card) => card !== "??") ? act.told : "";
}
