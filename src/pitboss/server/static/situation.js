// @ts-check
// Says what the reader can do now, and in which words he is asked: one question, the main button, others beside it.

import { capitalize } from "./html.js";
import { dollars } from "./money.js";

/** @import { Offered, Question, Seat, TableView } from "server" */

/**
 * @typedef {Record<string, number>} Stakes
 * A button of the bar. `do` names its action; `why` says why it does nothing now.
 * @typedef {{
 *   word: string, do?: string, key?: string, off?: boolean, why?: string, sub?: string, quiet?: boolean,
 *   plain?: boolean, testid?: string, choice?: string, position?: number, seat?: number, offer?: number,
 *   amount?: number,
 *   act?: Record<string, any>,
 * }} Button
 * @typedef {{
 *   text: string, buttons: Button[], note?: string, cite?: string, warn?: string, mine?: boolean, betting?: boolean,
 *   free?: number[], chip?: number,
 * }} Situation
 * The words about a settled round that is held.
 * @typedef {{ text: string, note: string, round: number }} Hold
 */

/** @type {Record<string, string>} */
const KEYS = {
  "let it ride": "L",
  withdraw: "W",
  play: "P",
  fold: "F",
  check: "K",
  bet: "P",
  double: "D",
  surrender: "S",
  war: "W",
  take: "T",
  decline: "D",
};
const NUMBERS = /^play (\d)x$/;

// Choices that give up what lies out. Their button never stands out.
const GIVES_UP = new Set(["fold", "surrender"]);

// Returns the key that presses the button of a choice; empty if it has none.
/** @param {string} choice */
export const keyOf = (choice) => NUMBERS.exec(choice)?.[1] ?? KEYS[choice] ?? "";

/** @param {TableView} view */
export const seatOf = (view) => view.seats.find((seat) => seat.number === view.you.seat);
/** @param {TableView} view @param {number} number */
export const nameOf = (view, number) =>
  view.seats.find((seat) => seat.number === number)?.player.replace(/ \(house\)$/, "") ?? `Seat ${number}`;

/** @param {TableView} view */
export function stakesOf(view) {
  /** @type {Stakes} */
  const stakes = {};
  for (const [position, spots] of Object.entries(view.wagers)) {
    if (view.you.seat && view.owners[position] === view.you.seat) {
      for (const [spot, cents] of Object.entries(spots)) stakes[spot] = (stakes[spot] ?? 0) + cents;
    }
  }
  return stakes;
}

// Returns whether bets are open for the round that begins. Later, such as while cards lie out, only some players may
// bet.
/** @param {TableView} view */
export const isOpening = (view) =>
  view.waiting === "wagers" &&
  ![view.dealer, view.community, ...Object.values(view.hands)].some((cards) => cards.length);

/** @param {Stakes} stakes */
export const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);

// Returns what a press puts down on an area: the chip in hand, rounded down to the table's steps. 0 where the table
// wants more than that.
/** @param {Offered} offer @param {number} chip */
export function pressAmountOf(offer, chip) {
  if (chip < offer.least) return 0;
  const whole = chip - ((chip - offer.least) % offer.step);
  return Math.min(whole, offer.most);
}

// Returns what a button puts down that names its amount: the same, or the least that the table takes.
/** @param {Offered} offer @param {number} chip */
export const namedAmountOf = (offer, chip) => pressAmountOf(offer, chip) || offer.least;

/** @param {TableView} view */
export const oddsOf = (view) => view.you.offers.filter(({ spots }) => spots[0].endsWith(" odds"));

/** @param {TableView} view @returns {Stakes} */
export function mostOdds(view) {
  /** @type {Stakes} */
  const stakes = {};
  for (const { spots, most, step } of oddsOf(view)) {
    const left = Math.min(most, view.you.chips - total(stakes));
    const amount = Math.floor(left / step) * step;
    if (amount > 0) stakes[spots[0]] = amount;
  }
  return stakes;
}

/** @param {TableView} view @param {Stakes} stakes */
function acceptedStakes(view, stakes) {
  const areas = new Set(view.you.offers.flatMap(({ spots }) => spots));
  return Object.fromEntries(Object.entries(stakes).filter(([spot]) => areas.has(spot)));
}

// Returns the stakes that *Double* lays on top of those that lie out.
/** @param {TableView} view */
export const doubledStakes = (view) => acceptedStakes(view, stakesOf(view));

/** @param {string[]} choices */
const joinWithOr = (choices) =>
  choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}` : choices[0];

// Returns what the reader can do now: text, buttons and notes for the bar.
/**
 * @param {{
 *   view: TableView, showing: boolean, hold: Hold | null, chip: number, last: Stakes, me: string, barred: string,
 * }} options
 * @returns {Situation}
 */
export function situation({ view, showing, hold, chip, last, me, barred }) {
  const seat = seatOf(view);
  const asked = view.asked;
  if (hold) return heldSituation(view, hold, last);
  if (view.held || view.notice.startsWith("out of service")) return waitingSituation(`${capitalize(view.notice)}.`);
  if (!view.you.seat) return watchingSituation(view, me, barred);
  if (showing) return { text: "Dealing", buttons: [{ word: "Hurry", do: "hurry", key: "Space", quiet: true }] };
  if (view.waiting === "supervisor") return waitingSituation("A supervisor is deciding. Your clock is stopped.");
  if (asked && asked.seat === view.you.seat) return questionSituation(view, asked);
  if (asked)
    return {
      text: `${nameOf(view, asked.seat)} is deciding.`,
      cite: asked.cite,
      buttons: [{ word: "Waiting", off: true }],
    };
  if (view.waiting === "wagers" && seat) return bettingSituation(view, seat, chip, last);
  return waitingSituation(
    view.state === "paused"
      ? "The table is paused."
      : view.waiting === "arrival" || view.waiting === "inspection"
        ? "The dealer is getting ready."
        : "Dealing",
  );
}

/** @param {string} text */
const waitingSituation = (text) => ({ text, buttons: [{ word: "Waiting", off: true }] });

// Says why a member of the staff may not sit at a table that is not his own; empty if he may.
/** @param {string | undefined} role @param {boolean} own */
export function reasonBarred(role, own) {
  if (!role || role === "player" || own) return "";
  return role === "auditor" ? "An auditor does not play." : "Staff do not play here.";
}

/** @param {TableView} view @param {string} me @param {string} barred */
function watchingSituation(view, me, barred) {
  if (!me)
    return { text: "You are watching. Choose a name to play.", buttons: [{ word: "Choose a name", do: "name" }] };
  if (barred) return { text: barred, cite: "house:staff", buttons: [{ word: "Watching", off: true }] };
  const free = Array.from({ length: view.places }, (_, index) => index + 1).filter(
    (number) => !view.seats.some((seat) => seat.number === number) && !(number in view.owners && view.wagers[number]),
  );
  if (view.state !== "open")
    return {
      text: `The table is ${view.state}. You are watching.`,
      buttons: [{ word: "Sit", off: true, why: `the table is ${view.state}` }],
    };
  if (!free.length)
    return {
      text: "Every seat is taken. You are watching.",
      buttons: [{ word: "Sit", off: true, why: "no free seat" }],
    };
  return {
    text: "You are watching. Take a seat to play.",
    buttons: [{ word: "Sit", do: "sit", seat: free[Math.floor((free.length - 1) / 2)], testid: "sit" }],
    free,
  };
}

/** @param {TableView} view @param {Question} asked */
function questionSituation(view, asked) {
  const stake = view.wagers[asked.position]?.[asked.subject];
  const unaffordable = asked.short ?? [];
  const subject =
    capitalize(asked.subject) +
    (stake ? `, ${dollars(stake)}` : "") +
    (asked.position === view.you.seat ? "" : ` at position ${asked.position}`);
  const choices = [...asked.choices].sort(
    (first, second) => Number(GIVES_UP.has(first)) - Number(GIVES_UP.has(second)),
  );
  /** @type {Button[]} */
  const buttons = choices.map((choice) => ({
    word: capitalize(choice),
    do: "answer",
    key: keyOf(choice),
    choice,
    position: asked.position,
    testid: `move-${choice}`,
    sub: costInWords(view, asked, choice),
    plain: GIVES_UP.has(choice),
  }));
  for (const missing of unaffordable)
    buttons.push({ word: capitalize(missing.choice), off: true, why: `${dollars(missing.short)} short` });
  const text = asked.words
    ? `${capitalize(asked.words)}?`
    : stake
      ? `${subject}: ${joinWithOr(asked.choices)}?`
      : `${capitalize(joinWithOr([...asked.choices, ...unaffordable.map(({ choice }) => choice)]))}?`;
  return { text, cite: asked.cite, note: `If time runs out: ${asked.default}.`, buttons, mine: true };
}

/** @param {TableView} view @param {Question} asked @param {string} choice */
function costInWords(view, asked, choice) {
  const ante = view.wagers[asked.position]?.ante;
  const times = NUMBERS.exec(choice)?.[1];
  return ante && times ? dollars(ante * Number(times)) : "";
}

/** @param {TableView} view @param {Seat} seat @param {number} chip @param {Stakes} last */
function bettingSituation(view, seat, chip, last) {
  const stakes = stakesOf(view);
  const staked = total(stakes);
  const offers = view.you.offers;
  const takeBackMoves = view.you.moves.filter((move) => move.act.input === "take back");
  const otherMoves = view.you.moves.filter(
    (move) => !["take back", "leave", "answer"].includes(move.act.input) && !("spot" in move.act),
  );
  /** @type {Button[]} */
  const buttons = [];
  const goWord = view.shooter === null || view.shooter === view.you.seat ? view.go : view.wait;
  if (seat.ready) {
    buttons.push({ word: "Waiting for the others", off: true });
  } else if (staked || !offers.length || !view.with_cards) {
    buttons.push({
      word: goWord,
      do: "ready",
      key: view.with_cards ? "Enter" : "R",
      off: !view.you.may_be_ready,
      testid: "ready-button",
    });
  } else {
    const [first] = offers;
    const amount = namedAmountOf(first, chip);
    const cost = amount * first.spots.length;
    const why = cost > view.you.chips ? `${dollars(cost - view.you.chips)} short` : "";
    buttons.push({
      word: `Bet ${dollars(cost)}`,
      do: "bet",
      offer: 0,
      amount,
      key: amount > chip ? "" : "Enter",
      off: Boolean(why),
      why,
      sub: why ? "" : first.name,
      testid: "bet-first",
    });
  }
  if (!seat.ready) {
    const repeated = total(missingStakes(view, last));
    const doubled = total(doubledStakes(view));
    if (repeated && (!staked || !view.with_cards))
      buttons.push({
        word: "Same again",
        do: "same",
        key: "S",
        off: repeated > view.you.chips,
        why: repeated > view.you.chips ? `${dollars(repeated - view.you.chips)} short` : "",
        sub: dollars(repeated),
      });
    if (doubled && view.with_cards)
      buttons.push({
        word: "Double",
        do: "double",
        key: "X",
        off: doubled > view.you.chips,
        why: doubled > view.you.chips ? `${dollars(doubled - view.you.chips)} short` : "",
        sub: dollars(doubled),
      });
    if (takeBackMoves.length && view.with_cards) buttons.push({ word: "Clear", do: "clear", key: "C" });
    if (!view.with_cards && oddsOf(view).length) {
      const odds = total(mostOdds(view));
      const why = odds ? "" : "too few chips";
      buttons.push({ word: "Max odds", do: "odds", key: "O", off: !odds, why, sub: odds ? dollars(odds) : "" });
    }
    if (takeBackMoves.length && !view.with_cards)
      buttons.push({ word: "Take down", do: "bets", key: "T", quiet: true });
    for (const { name, act } of otherMoves) {
      const worth = "value" in act; // chips are bought of the same value as the one in hand
      buttons.push({
        word: capitalize(name),
        do: "act",
        act: worth ? { ...act, value: chip } : act,
        sub: worth ? `of ${dollars(chip)} each` : "",
        testid: `move-${name}`,
        quiet: true,
      });
    }
    if (seat.sits_out) buttons.unshift({ word: "I’m back", do: "act", act: { table: "sit in" }, testid: "sit-in" });
    else if (!staked)
      buttons.push({ word: "Sit out", do: "act", act: { table: "sit out" }, quiet: true, testid: "sit-out" });
  }
  const text = view.notice
    ? `${capitalize(view.notice)}.`
    : !offers.length && !isOpening(view)
      ? "Others may bet now."
      : seat.sits_out
        ? "You are sitting out."
        : staked
          ? `You have ${dollars(staked)} out. Bets are open.`
          : "Place your bets, please.";
  return { text, buttons, betting: true, chip, warn: shortageWarning(view, stakes, chip) };
}

/** @param {TableView} view @param {Stakes} stakes @param {number} chip */
function shortageWarning(view, stakes, chip) {
  for (const offer of view.you.offers.filter(({ later }) => later)) {
    const laid = stakes[offer.spots[0]] ?? 0;
    const amount = laid || namedAmountOf(offer, chip);
    const have = view.you.chips - (laid ? 0 : amount * offer.spots.length);
    const later = amount * offer.later;
    if (have >= 0 && later > have) {
      const first = `${capitalize(offer.spots[0])} ${dollars(amount)} may need ${dollars(later)} more`;
      return `${first}; you ${laid ? "" : "will "}have ${dollars(have)}.`;
    }
  }
  return "";
}

// Returns what is missing to have the same bets as last time, because some of them may stand already. A bet may have to
// wait for another one, such as one on a tie, but if none of them is taken now there is nothing to repeat.
/** @param {TableView} view @param {Stakes} last @returns {Stakes} */
export function missingStakes(view, last) {
  const stakesOut = stakesOf(view);
  if (!total(acceptedStakes(view, last))) return {};
  /** @type {Stakes} */
  const missing = {};
  for (const [spot, cents] of Object.entries(last)) {
    const lacking = cents - (stakesOut[spot] ?? 0);
    if (lacking > 0) missing[spot] = lacking;
  }
  return missing;
}

/** @param {TableView} view @param {Hold} hold @param {Stakes} last */
function heldSituation(view, hold, last) {
  const repeat = total(missingStakes(view, last));
  const poor = repeat > view.you.chips;
  /** @type {Button[]} */
  const buttons = [{ word: "Next", do: "next", key: "Enter", testid: "next" }];
  if (view.you.seat && repeat && view.waiting === "wagers")
    buttons.push({
      word: "Same again",
      do: "same",
      key: "S",
      off: poor,
      why: poor ? `${dollars(repeat - view.you.chips)} short` : "",
      sub: poor ? "" : dollars(repeat),
      testid: "same",
    });
  buttons.push({ word: "Why?", do: "why", key: "Y", quiet: true, testid: "why" });
  return { ...hold, buttons };
}
