// @ts-check
// Which line of a printed pay table a settled wager was paid by.

/** @import { Pays, Result } from "server" */

/** @typedef {[table?: Pays, line?: [string, string]]} Paid */

// From the highest down, so that "straight flush" is not taken for a straight.
/** @type {[name: string, pattern: RegExp][]} */
const CLASSES = [
  ["royal flush", /royal flush/],
  ["mini royal", /mini royal/],
  ["straight flush", /straight flush/],
  ["four of a kind", /^four \w+s$|four of a kind/],
  ["full house", /full house/],
  ["flush", /flush/],
  ["straight", /straight/],
  ["three of a kind", /^three \w+s$|three of a kind/],
  ["two pair", /two pair/],
  ["pair", /pair|or better/],
];

/** @param {string} text */
const plain = (text) => text.toLowerCase().replaceAll("-", " ");
// Without the hand that it was compared with.
/** @param {string} hand */
const own = (hand) => plain(hand).split(/ (?:beats|against|loses to) |, less than/)[0];

// "three sixes", "nine-high straight", "four-of-a-kind, kings": what it is, whatever its ranks.
/** @param {string} hand */
export const classOf = (hand) => CLASSES.find(([, pattern]) => pattern.test(own(hand)))?.[0] ?? "";

// The cards that make a hand, of those that decided: the player's come first, and of a pair the others only decide
// ties.
/** @param {string} hand @param {string[]} cards @param {number} most */
export function cardsMaking(hand, cards, most) {
  const made = classOf(hand);
  const five = cards.slice(0, most);
  const ranks = five.map((face) => face.slice(0, -1));
  return !made
    ? []
    : /pair|kind/.test(made)
      ? five.filter((_, index) => ranks.indexOf(ranks[index]) !== ranks.lastIndexOf(ranks[index]))
      : five;
}

// The pay table of a wager: the one that bears its name; equal bets have the first.
/** @param {string} spot @param {Pays[]} pays */
export function tableOf(spot, pays) {
  /** @param {string} name */
  const named = (name) => pays.find(({ title }) => plain(title).replace(/^\$1 | (pays|wins)$/g, "") === name);
  return named(spot) ?? (spot.startsWith("bet ") ? pays[0] : undefined);
}

// The table and the line that paid a wager. One card makes no class of hand: its line is called after what it was,
// "Higher card", or after that and the wager, "Tie in war", in whichever table that stands.
/** @param {string} spot @param {string} hand @param {Pays[]} pays @returns {Paid} */
function paidBy(spot, hand, pays) {
  const made = classOf(hand);
  if (made) {
    const table = tableOf(spot, pays);
    return [table, table?.lines.find(([name]) => !name.startsWith("Below") && classOf(name) === made)];
  }
  const known = pays.flatMap((table) =>
    table.lines.map((line) => /** @type {[table: Pays, line: [string, string]]} */ ([table, line])),
  );
  /** @param {string} name */
  const called = (name) => known.find(([, line]) => plain(line[0]) === name);
  return called(`${plain(hand).split(" ")[0]} in ${spot}`) ?? called(plain(hand)) ?? [];
}

/** @param {string} spot @param {string} outcome @param {Pays[]} pays @returns {Paid} */
function pushedBy(spot, outcome, pays) {
  const table = tableOf(spot, pays);
  return [
    table,
    outcome.includes("below a straight") ? table?.lines.find(([name]) => name === "Below a straight") : undefined,
  ];
}

// The lines that are lit, by the title of their table.
/** @param {Result[]} results @param {Pays[]} pays */
export function litLines(results, pays) {
  /** @type {Map<string, string[]>} */
  const lit = new Map();
  for (const { spot, hand, mark, outcome = "" } of results) {
    const [table, line] = mark === "won" ? paidBy(spot, hand ?? "", pays) : pushedBy(spot, outcome, pays);
    if (table && line) lit.set(table.title, [...(lit.get(table.title) ?? []), line[0]]);
  }
  return lit;
}
