// @ts-check
// Finds what moves between two pictures of a table, and animates it. Both pictures say where each thing lies.

import { cardAt } from "./cards.js";
import { chipPile, ownChip } from "./chips.js";
import { felt } from "./felt.js";
import { group } from "./svg.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { DrawOptions } from "./felt.js"
 * @import { Point } from "./svg.js"
 * @import { Drawing, Printed } from "server"
 */

/**
 * A thing that has a key in a picture, with its other data.
 * @typedef {{
 *   kind: string, key: string, x: number, y: number, face?: string, cents?: string, mark?: string,
 * }} Thing
 * @typedef {keyof typeof TIMES} MotionKind
 * @typedef {{ key: string, kind: MotionKind, from: Point, to: Point, ghost?: string }} Motion
 */

// Milliseconds that a move takes, and milliseconds after which the next move may begin.
const TIMES = {
  deal: [280, 140],
  turn: [320, 320],
  collect: [400, 60],
  bet: [350, 120],
  take: [350, 600],
  pay: [350, 600],
  dice: [900, 900],
  spin: [2400, 2000],
  puck: [350, 350],
};
const [FADE, BETWEEN_FADES] = [120, 60];
// "pay" has the rank of "take": the law sets their order.
const ORDER = ["puck", "dice", "spin", "bet", "deal", "turn", "take", "collect"];

// Returns every thing that has a key in a picture: its middle and its other data.
/** @param {string} picture */
export function thingsIn(picture) {
  const things = new Map();
  for (const [, kind, key, x, y, rest] of picture.matchAll(
    /<g data-(card|stack|place|die|wheel)="([^"]*)" data-x="([^"]*)" data-y="([^"]*)"([^>]*)>/g,
  )) {
    const data = Object.fromEntries(
      [...rest.matchAll(/data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    things.set(`${kind} ${key}`, { kind, key, x: Number(x), y: Number(y), ...data });
  }
  return things;
}

// Returns a layout without print, because print moves nothing.
/** @param {string[]} areas @returns {Printed} */
const bareLayout = (areas) => ({
  areas: /** @type {any} */ ({
    includes: () => true,
    /** @param {(spot: string) => boolean} test */
    filter: (test) => areas.filter(test),
  }),
  pays: [],
  says: [],
  limits: [],
  motto: { cite: "", text: "" },
  drawing: null,
});

// Returns the moves from one view to the next. Cards come from the shoe and go to the rack, chips come from the plate
// of their player, lost chips go to the tray, and won chips come from there.
/**
 * @param {Drawn} before @param {Drawn} after
 * @param {DrawOptions & { drawing?: Drawing | null, areas?: string[] }} [options]
 */
export function movesBetween(before, after, options = {}) {
  const [oldThings, newThings] = [before, after].map((view) =>
    thingsIn(felt(view, { ...bareLayout(options.areas ?? []), drawing: options.drawing ?? null }, options)),
  );
  /** @param {string} key */
  const placeOf = (key) => newThings.get(`place ${key}`) ?? oldThings.get(`place ${key}`) ?? { x: 0, y: 0 };
  /** @param {Point} options */
  const pointOf = ({ x, y }) => ({ x, y });
  /** @type {Motion[]} */
  const moves = [];
  /**
   * @param {MotionKind} kind @param {Thing} thing @param {Point} from @param {Point} to
   * @param {{ ghost?: string }} [more]
   */
  const add = (kind, thing, from, to, more = {}) =>
    moves.push({ key: `${thing.kind} ${thing.key}`, kind, from: pointOf(from), to: pointOf(to), ...more });
  /** @param {{ face?: string }} options @param {Point} where */
  const ghostCard = ({ face }, where) => ghostOf(cardAt(face ?? "??", where.x, where.y, { back: after.back }));
  /** @param {Thing} options */
  const ownOf = ({ key }) =>
    ownChip({ marks: before.marks ?? {}, colors: options.drawing?.colors }, Number(key.split(":")[0]));
  /** @param {Thing} chips @param {Point} where */
  const ghostChips = (chips, where) =>
    ghostOf(group({ transform: `translate(${where.x} ${where.y})` }, chipPile(Number(chips.cents), 12, ownOf(chips))));
  for (const [name, thing] of newThings) {
    const earlier = oldThings.get(name);
    if (thing.kind === "card") {
      if (!earlier) add("deal", thing, placeOf("shoe"), thing);
      else if (earlier.face === "??" && thing.face !== "??")
        add("turn", thing, earlier, thing, { ghost: ghostCard(earlier, earlier) });
      else if (earlier.face !== thing.face || areApart(earlier, thing)) add("deal", thing, earlier, thing);
    } else if (thing.kind === "stack") {
      const plate = placeOf(`plate-${thing.key.split(":")[0]}`);
      if (thing.mark && thing.mark !== earlier?.mark) {
        if (thing.mark === "won") add("pay", thing, placeOf("tray"), thing, { ghost: ghostChips(thing, thing) });
        else if (thing.mark === "lost") add("take", thing, thing, placeOf("tray"), { ghost: ghostChips(thing, thing) });
      } else if (!earlier || Number(thing.cents) > Number(earlier.cents))
        add("bet", thing, plate, thing, earlier ? { ghost: ghostChips(thing, thing) } : {});
    } else if (thing.kind === "die" && (!earlier || String(before.dice) !== String(after.dice)) && after.dice?.length) {
      add("dice", thing, { x: thing.x - 260, y: thing.y - 60 }, thing);
    } else if (thing.kind === "wheel" && Number.isInteger(after.wheel) && after.wheel !== before.wheel) {
      add("spin", thing, thing, thing);
    } else if (earlier && /^(puck|button)/.test(thing.key) && areApart(earlier, thing))
      add("puck", thing, earlier, thing);
  }
  for (const [name, thing] of oldThings) {
    if (newThings.has(name)) continue;
    if (thing.kind === "card")
      add("collect", thing, thing, placeOf("rack"), { ghost: ghostCard({ face: "??" }, thing) });
    if (thing.kind === "stack") {
      const [seat, area] = thing.key.split(":");
      const intoPot = after.pot > before.pot && area !== "jacks plus";
      const lost =
        !intoPot &&
        before.results?.some(
          (result) => String(result.position) === seat && result.spot === area && result.mark === "lost",
        );
      add(
        lost ? "take" : "collect",
        thing,
        thing,
        intoPot ? placeOf("pot") : lost ? placeOf("tray") : placeOf(`plate-${seat}`),
        {
          ghost: ghostChips(thing, thing),
        },
      );
    }
  }
  /** @param {{ kind: string }} options */
  const rank = ({ kind }) => ORDER.indexOf(kind === "pay" ? "take" : kind);
  const turns = orderOf(after);
  return moves.sort((one, other) => rank(one) - rank(other) || turns(one) - turns(other));
}

// Returns a function that ranks moves of the same kind. Cards are dealt round by round from position 1 on, the dealer's
// and the community's last. Wagers are settled in the order of the results, which is the law's.
/** @param {Drawn} view */
function orderOf(view) {
  const settled = new Map(
    (view.results ?? []).map(({ position, spot }, index) => [`stack ${position}:${spot}`, index]),
  );
  return (/** @type {Motion} */ { kind, key }) => {
    const [, position, nth] = key.match(/^card (?:hand-(\d+)|\w+)-(\d+)$/) ?? [];
    if (kind === "deal" && nth !== undefined) return Number(nth) * 100 + Number(position ?? 99);
    return settled.get(key) ?? 0;
  };
}

/** @param {Point} first @param {Point} second */
const areApart = (first, second) => Math.abs(first.x - second.x) + Math.abs(first.y - second.y) > 2;
/** @param {string} drawn */
const ghostOf = (drawn) => group({ class: "ghost" }, drawn);

// Shows the moves one after the other on the newer picture, or in the element that holds it. Resolves when the last
// move is over.
/** @param {Element} picture @param {Motion[]} moves @param {{ speed?: number, reduced?: boolean }} [options] */
export async function play(picture, moves, { speed = 1, reduced = false } = {}) {
  const svg = picture.matches("svg") ? picture : picture.querySelector("svg");
  if (!svg || !moves.length || speed === Infinity) return;
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.dataset.local = ""; // so that the next picture does not remove it
  const [home] = svg.querySelectorAll(":scope > g.turned");
  (home ?? svg).append(layer);
  const running = [];
  let start = 0;
  let kind = moves[0].kind;
  let until = 0;
  for (const move of moves) {
    if (move.kind !== kind) start = Math.max(start, until); // moves of one kind end before those of the next begin
    kind = move.kind;
    const [lasts, then] = reduced ? [FADE, BETWEEN_FADES] : TIMES[move.kind];
    const [delay, duration] = [start / speed, lasts / speed];
    running.push(...animate(svg, layer, move, delay, duration, reduced));
    until = Math.max(until, start + lasts);
    start += then;
  }
  try {
    await Promise.all(running.map((animation) => animation.finished));
  } catch {
    // A newer picture has replaced this one.
  } finally {
    layer.remove();
  }
}

/**
 * @param {Element} svg @param {Element} layer @param {Motion} move @param {number} delay @param {number} duration
 * @param {boolean} reduced
 */
function animate(svg, layer, move, delay, duration, reduced) {
  const [kind, ...rest] = move.key.split(" ");
  const element = svg.querySelector(`[data-${kind}="${CSS.escape(rest.join(" "))}"]`);
  /** @type {KeyframeAnimationOptions} */
  const options = { delay, duration, fill: "backwards", easing: "ease-out" };
  /** @param {Element | null | undefined} target @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [more] */
  const moves = (target, frames, more = {}) => (target ? [target.animate(frames, { ...options, ...more })] : []);
  if (reduced) return moves(element, [{ opacity: 0 }, { opacity: 1 }]);
  const { from, to } = move;
  /** @param {Point} first @param {Point} second */
  const shift = (first, second) => `translate(${first.x - second.x}px, ${first.y - second.y}px)`;
  const copy = move.ghost ? addCopy(layer, move.ghost) : null;
  if (move.kind === "turn") {
    /** @param {Point} point @param {number} wide */
    const squeezedAt = (point, wide) => ({
      transform: `translate(${point.x}px, ${point.y}px) scaleX(${wide}) translate(${-point.x}px, ${-point.y}px)`,
    });
    return [
      ...moves(copy, [squeezedAt(from, 1), squeezedAt(from, 0.02)], { duration: duration / 2, fill: "both" }),
      ...moves(element, [squeezedAt(to, 0.02), squeezedAt(to, 1)], {
        delay: delay + duration / 2,
        duration: duration / 2,
      }),
    ];
  }
  if (move.kind === "dice") {
    /** @param {number} x @param {number} y @param {number} turn */
    const toss = (x, y, turn) => ({
      transform: `translate(${to.x + x}px, ${to.y + y}px) rotate(${turn}deg) translate(${-to.x}px, ${-to.y}px)`,
    });
    return moves(element, [
      toss(from.x - to.x, from.y - to.y, -540),
      { ...toss(24, -26, -90), offset: 0.6 },
      { ...toss(8, 4, 20), offset: 0.82 },
      toss(0, 0, 0),
    ]);
  }
  if (move.kind === "spin") {
    /** @param {string} name */
    const inside = (name) => element?.querySelector(name);
    /** @param {number} degrees */
    const runs = (degrees) => [{ transform: `rotate(${degrees}deg)` }, { transform: "none" }];
    const slowing = { easing: "cubic-bezier(0.1, 0.6, 0.2, 1)" };
    return [
      ...moves(inside(".turning"), runs(-1_170), slowing),
      ...moves(inside(".runner"), runs(1_530), slowing),
      ...moves(inside(".landed"), [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }]),
    ];
  }
  if (!copy) return moves(element, [{ transform: shift(from, to) }, { transform: "none" }]);
  // A copy moves if the thing is gone, or if it stays and only its chips move.
  const home = move.kind === "pay" || move.kind === "bet" ? to : from;
  return moves(
    copy,
    [
      { transform: shift(from, home), opacity: 1 },
      { transform: shift(to, home), opacity: 1, offset: 0.95 },
      { transform: shift(to, home), opacity: 0 },
    ],
    { fill: "both" },
  );
}

/** @param {Element} layer @param {string} drawn */
function addCopy(layer, drawn) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${drawn}</svg>`;
  const copy = document.importNode(
    /** @type {Element} */ (template.content.firstElementChild?.firstElementChild),
    true,
  );
  layer.append(copy);
  return copy;
}

/** @param {Element} picture */
export function finish(picture) {
  for (const animation of picture.getAnimations({ subtree: true })) animation.finish();
}
