// @ts-check
// Describes what changed between two views: what it is, before, after.

import { dollars } from "./felt/svg.js";

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const HIDDEN = "??";

const face = (code) => (code[0] === "T" ? "10" : code[0]) + SIGNS[code[1]];

// Writes cards in signs, with the number of those that lie face down.
export function cards(hand) {
  const open = (hand ?? []).filter((code) => code !== HIDDEN);
  const down = (hand ?? []).length - open.length;
  return [...open.map(face), ...(down ? [`${down} face down`] : [])].join(" ") || "none";
}

const money = (cents) => (cents ? dollars(cents) : "none");
const quoted = (text) => (text ? `“${text}”` : "nothing");

function* changedKeys(before = {}, after = {}) {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) yield key;
  }
}

// Says whose a betting position is: the player's, or the seat's if nobody sits there.
function ownerOf(view, position) {
  const seat = view.owners?.[position] ?? Number(position);
  const player = view.seats.find(({ number }) => number === seat)?.player;
  const name = seat && seat === view.you?.seat ? "Your" : player ? `${player}’s` : `Seat ${position}’s`;
  return Number(position) === seat ? name : `${name} place ${position},`;
}

// Returns a row for each thing on the table that differs between two views.
export function differences(before, after) {
  const rows = [];
  const add = (what, old, now) => {
    if (old !== now) rows.push({ what, before: old, after: now });
  };
  const names = {
    ...before,
    ...after,
    seats: [...after.seats, ...before.seats],
    owners: { ...before.owners, ...after.owners },
  };
  for (const position of changedKeys(before.wagers, after.wagers)) {
    const [old, now] = [before.wagers[position] ?? {}, after.wagers[position] ?? {}];
    for (const spot of changedKeys(old, now))
      add(`${ownerOf(names, position)} ${spot}`, money(old[spot]), money(now[spot]));
  }
  for (const seat of changedKeys(before.chips, after.chips))
    add(`${ownerOf({ ...names, owners: {} }, seat)} chips`, money(before.chips[seat]), money(after.chips[seat]));
  for (const position of changedKeys(before.hands, after.hands))
    add(`${ownerOf(names, position)} cards`, cards(before.hands[position]), cards(after.hands[position]));
  for (const position of changedKeys(before.out, after.out)) {
    const who = position === "0" ? "Dealer" : `${ownerOf(names, position)} hand`;
    add(who, before.out[position] ?? "in play", after.out[position] ?? "in play");
  }
  add("Community cards", cards(before.community), cards(after.community));
  add("Dealer’s cards", cards(before.dealer), cards(after.dealer));
  add("Cards to deal", String(before.piles["to deal"] ?? 0), String(after.piles["to deal"] ?? 0));
  add("Discard rack", String(before.piles.rack ?? 0), String(after.piles.rack ?? 0));
  add("Dice", before.dice.join(" and ") || "not thrown", after.dice.join(" and ") || "not thrown");
  add(
    "Wheel",
    before.wheel === null ? "not at rest" : `stop ${before.wheel}`,
    after.wheel === null ? "not at rest" : `stop ${after.wheel}`,
  );
  add("Dealer’s words", quoted(before.words), quoted(after.words));
  return rows;
}

// Says what the picture shows after the last act of a round: what lies there no longer.
export const settledInWords = ({ with_cards: withCards }) =>
  `All is settled. ${withCards ? "Hands" : "Wagers"} shown are a record.`;
