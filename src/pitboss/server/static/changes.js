// @ts-check
// Applies what an act changed to a view or a look. A look is the part of a view that is drawn and that acts change; all
// else of a view is always the newest. These are pure functions: they return new objects.

/**
 * @import { Result, Seat, Settled, TableView } from "server"
 * What an act may change of a view, and all that can be drawn at one moment.
 * @typedef {Pick<TableView, typeof LOOK[number]> & { chips: Record<string, number>, words: string }} Look
 * A view as it is drawn: with the round that is settled, and with what a drawing needs of the layout.
 * @typedef {{
 *   results?: Result[], nets?: Record<string, number>, voided?: string, record?: boolean,
 *   last_dice?: number[], last_wheel?: number | null, colors?: string[], owed?: string, holds?: string,
 * }} Besides
 * @typedef {TableView & Besides} Drawn
 */

// Fields of which only the entries that differ are sent, null for one that is gone.
const KEYED = new Set(["chips", "wagers", "owners", "hands", "out", "piles", "marks"]);

/** @param {Record<string, any>} entries @param {Record<string, any>} changed */
function mergeEntries(entries, changed) {
  const merged = { ...entries };
  for (const [key, value] of Object.entries(changed)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

/**
 * @template {Record<string, any>} T
 * @param {T} view @param {Record<string, any>} changes @returns {T}
 */
export function applyChanges(view, changes) {
  /** @type {Record<string, any>} */
  const next = { ...view };
  for (const [name, value] of Object.entries(changes)) {
    next[name] = KEYED.has(name) && view[name] ? mergeEntries(view[name], value) : value;
  }
  // Chips and the dealer's words are sent as fields of their own; drawings read them from `seats` and `said`.
  if (next.chips && next.seats) {
    next.seats = next.seats.map((/** @type {Seat} */ seat) =>
      seat.number in next.chips ? { ...seat, chips: next.chips[seat.number] } : seat,
    );
  }
  if (next.words !== undefined) next.said = next.words ? [next.words] : [];
  return /** @type {T} */ (next);
}

const LOOK = /** @type {const} */ ([
  "wagers",
  "owners",
  "hands",
  "out",
  "piles",
  "marks",
  "community",
  "dealer",
  "back",
  "lit",
  "dice",
  "wheel",
  "cutting_card",
  "pot",
  "button",
]);

// Returns the part of a view that is drawn and that acts change.
/** @param {TableView} view @returns {Look} */
export function lookOf(view) {
  const look = /** @type {Pick<TableView, typeof LOOK[number]>} */ (
    Object.fromEntries(LOOK.map((name) => [name, view[name]]))
  );
  return {
    ...look,
    chips: Object.fromEntries(view.seats.map((seat) => [seat.number, seat.chips])),
    words: view.said.at(-1) ?? "",
  };
}

// Returns the view to draw while the acts that lead to the newest view are still being shown.
/** @param {TableView} view @param {Look} look @returns {Drawn} */
export function viewWithLook(view, look) {
  const { chips, words, ...drawn } = look;
  const seats = view.seats.map((seat) => ({ ...seat, chips: chips[seat.number] ?? seat.chips }));
  return {
    ...view,
    ...drawn,
    seats,
    said: words ? [words] : [],
    last_dice: view.settled?.dice ?? [],
    last_wheel: view.settled?.wheel ?? null,
  };
}

// Returns what is drawn of a settled round: every hand, every wager and its result.
/** @param {Settled} options */
export function settledLook({ cards, own, results, nets, dice, wheel = null, void: voided = "" }) {
  /** @type {Record<string, string[]>} */
  const hands = {};
  for (const [place, lying] of Object.entries(cards)) {
    const position = /^hand (\d+)$/.exec(place)?.[1];
    if (position) hands[position] = lying;
  }
  Object.assign(hands, own);
  /** @type {Record<string, Record<string, number>>} */
  const wagers = {};
  /** @type {Record<string, number>} */
  const owners = {};
  for (const { seat, position, spot, staked } of results) {
    owners[position] = seat;
    wagers[position] = { ...wagers[position], [spot]: staked };
  }
  return {
    hands,
    wagers,
    owners,
    community: cards.community ?? [],
    dealer: cards.dealer ?? [],
    dice,
    wheel,
    results,
    nets,
    voided,
    asked: null,
    said: [],
  };
}

// Returns a settled round without the results of players whose seat another person has by now, so that nobody reads
// another person's money as his own.
/** @param {TableView} view @param {Settled} settled */
function withoutFormerPlayers(view, settled) {
  const playerAt = Object.fromEntries(view.seats.map(({ number, player }) => [number, player]));
  /** @param {string | number} seat @param {string} player */
  const isStillThere = (seat, player) => (playerAt[seat] ?? player) === player;
  return {
    ...settled,
    results: settled.results.filter(({ seat, player }) => isStillThere(seat, player)),
    nets: Object.fromEntries(
      Object.entries(settled.nets).filter(([seat]) => isStillThere(seat, settled.players[seat])),
    ),
  };
}

// Returns the view of the table that is held after a round. `look` is how it lay when the last wager was settled: where
// the law has the cards collected hand by hand, the hands shown are a record.
/** @param {TableView} view @param {Settled} settled @param {Look | null} look @returns {Drawn} */
export function settledView(view, settled, look) {
  const settledPart = settledLook(withoutFormerPlayers(view, settled));
  const handsShown = look?.hands ?? {};
  const record = view.with_cards && Object.keys(settledPart.hands).some((position) => !(position in handsShown));
  const standing = view.with_cards ? {} : { wagers: view.wagers }; // at a dice table wagers may stand on
  return {
    ...viewWithLook(view, look ?? lookOf(view)),
    ...settledPart,
    ...standing,
    seats: view.seats,
    record,
    you: { ...view.you, offers: [] },
  };
}
