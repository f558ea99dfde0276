// @ts-check
// Finds the line of a printed pay table that paid a settled wager.

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
const normalized = (text) => text.toLowerCase().replaceAll("-", " ");
/** @param {string} hand */
const withoutOpponent = (hand) => normalized(hand).split(/ (?:beats|against|loses to) |, less than/)[0];

// Returns the class of a hand without its ranks, such as of "three sixes" or "nine-high straight".
/** @param {string} hand */
export const classOf = (hand) => CLASSES.find(([, pattern]) => pattern.test(withoutOpponent(hand)))?.[0] ?? "";

// Returns the cards that make a hand, out of those that decided the wager. The player's come first. Of a pair, the
// other cards only decide ties.
/** @param {string} hand @param {string[]} cards @param {number} most */
export function cardsMaking(hand, cards, most) {
  const kind = classOf(hand);
  const five = cards.slice(0, most);
  const ranks = five.map((face) => face.slice(0, -1));
  return !kind
    ? []
    : /pair|kind/.test(kind)
      ? five.filter((_, index) => ranks.indexOf(ranks[index]) !== ranks.lastIndexOf(ranks[index]))
      : five;
}

// Returns the pay table of a wager: the one with its name, or the first for equal bets.
/** @param {string} spot @param {Pays[]} pays */
export function tableOf(spot, pays) {
  /** @param {string} name */
  const titled = (name) => pays.find(({ title }) => normalized(title).replace(/^\$1 | (pays|wins)$/g, "") === name);
  return titled(spot) ?? (spot.startsWith("bet ") ? pays[0] : undefined);
}

// Returns the table and the line that paid a wager. A single card has no class of hand: its line is named after the
// result ("Higher card"), or after the result and the wager ("Tie in war"), in any table.
/** @param {string} spot @param {string} hand @param {Pays[]} pays @returns {Paid} */
function paidBy(spot, hand, pays) {
  const kind = classOf(hand);
  if (kind) {
    const table = tableOf(spot, pays);
    return [table, table?.lines.find(([name]) => !name.startsWith("Below") && classOf(name) === kind)];
  }
  const allLines = pays.flatMap((table) =>
    table.lines.map((line) => /** @type {[table: Pays, line: [string, string]]} */ ([table, line])),
  );
  /** @param {string} name */
  const lineCalled = (name) => allLines.find(([, line]) => normalized(line[0]) === name);
  return lineCalled(`${normalized(hand).split(" ")[0]} in ${spot}`) ?? lineCalled(normalized(hand)) ?? [];
}

/** @param {string} spot @param {string} outcome @param {Pays[]} pays @returns {Paid} */
function pushedBy(spot, outcome, pays) {
  const table = tableOf(spot, pays);
  return [
    table,
    outcome.includes("below a straight") ? table?.lines.find(([name]) => name === "Below a straight") : undefined,
  ];
}

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
