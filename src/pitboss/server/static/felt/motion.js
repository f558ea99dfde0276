// @ts-check
// What moves between two pictures of a table, and the moving. Both pictures say where each thing lies, so that nothing
// is measured on the page; only transform and opacity are animated.

import { cardAt } from "./cards.js";
import { ownChip, pile } from "./chips.js";
import { felt } from "./felt.js";
import { group } from "./svg.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { DrawOptions } from "./felt.js"
 * @import { Point } from "./svg.js"
 * @import { Drawing, Printed } from "server"
 */

/**
 * Something that has a name in a picture, and what it says of itself.
 * @typedef {{
 *   kind: string, key: string, x: number, y: number, face?: string, cents?: string, mark?: string,
 * }} Thing
 * @typedef {keyof typeof TIMES} MotionKind
 * @typedef {{ key: string, kind: MotionKind, from: Point, to: Point, ghost?: string }} Motion
 */

// Milliseconds that a movement takes, and after which the next one may begin.
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
// "pay" is beside "take": the law has their order.
const ORDER = ["puck", "dice", "spin", "bet", "deal", "turn", "take", "collect"];

// Every named thing of a picture: its key, its middle, and what else it says of itself.
/** @param {string} picture */
export function thingsIn(picture) {
  const found = new Map();
  for (const [, kind, key, x, y, rest] of picture.matchAll(
    /<g data-(card|stack|place|die|wheel)="([^"]*)" data-x="([^"]*)" data-y="([^"]*)"([^>]*)>/g,
  )) {
    const said = Object.fromEntries(
      [...rest.matchAll(/data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    found.set(`${kind} ${key}`, { kind, key, x: Number(x), y: Number(y), ...said });
  }
  return found;
}

// What is printed moves nothing.
/** @type {Printed} */
const BARE = {
  areas: /** @type {any} */ ({ includes: () => true }),
  pays: [],
  says: [],
  limits: [],
  motto: { cite: "", text: "" },
  drawing: null,
};

// What has moved from one view to the next one: cards come from the shoe and go to the rack, chips come from the plate
// of their player, what is lost goes to the tray, and what is won comes from there.
/** @param {Drawn} before @param {Drawn} after @param {DrawOptions & { drawing?: Drawing | null }} [options] */
export function movesBetween(before, after, options = {}) {
  const [old, now] = [before, after].map((view) =>
    thingsIn(felt(view, { ...BARE, drawing: options.drawing ?? null }, options)),
  );
  /** @param {string} key */
  const at = (key) => now.get(`place ${key}`) ?? old.get(`place ${key}`) ?? { x: 0, y: 0 };
  /** @param {Point} options */
  const spot = ({ x, y }) => ({ x, y });
  /** @type {Motion[]} */
  const moves = [];
  /**
   * @param {MotionKind} kind @param {Thing} thing @param {Point} from @param {Point} to
   * @param {{ ghost?: string }} [more]
   */
  const add = (kind, thing, from, to, more = {}) =>
    moves.push({ key: `${thing.kind} ${thing.key}`, kind, from: spot(from), to: spot(to), ...more });
  /** @param {{ face?: string }} options @param {Point} where */
  const ghostCard = ({ face }, where) => ghost(cardAt(face ?? "??", where.x, where.y, { back: after.back }));
  /** @param {Thing} options */
  const ownOf = ({ key }) =>
    ownChip({ marks: before.marks ?? {}, colors: options.drawing?.colors }, Number(key.split(":")[0]));
  /** @param {Thing} chips @param {Point} where */
  const ghostChips = (chips, where) =>
    ghost(group({ transform: `translate(${where.x} ${where.y})` }, pile(Number(chips.cents), 12, ownOf(chips))));
  for (const [name, thing] of now) {
    const was = old.get(name);
    if (thing.kind === "card") {
      if (!was) add("deal", thing, at("shoe"), thing);
      else if (was.face === "??" && thing.face !== "??") add("turn", thing, was, thing, { ghost: ghostCard(was, was) });
      else if (was.face !== thing.face || apart(was, thing)) add("deal", thing, was, thing);
    } else if (thing.kind === "stack") {
      const plate = at(`plate-${thing.key.split(":")[0]}`);
      if (thing.mark && thing.mark !== was?.mark) {
        if (thing.mark === "won") add("pay", thing, at("tray"), thing, { ghost: ghostChips(thing, thing) });
        else if (thing.mark === "lost") add("take", thing, thing, at("tray"), { ghost: ghostChips(thing, thing) });
      } else if (!was || Number(thing.cents) > Number(was.cents))
        add("bet", thing, plate, thing, was ? { ghost: ghostChips(thing, thing) } : {});
    } else if (thing.kind === "die" && (!was || String(before.dice) !== String(after.dice)) && after.dice?.length) {
      add("dice", thing, { x: thing.x - 260, y: thing.y - 60 }, thing);
    } else if (thing.kind === "wheel" && Number.isInteger(after.wheel) && after.wheel !== before.wheel) {
      add("spin", thing, thing, thing);
    } else if (was && /^(puck|button)/.test(thing.key) && apart(was, thing)) add("puck", thing, was, thing);
  }
  for (const [name, thing] of old) {
    if (now.has(name)) continue;
    if (thing.kind === "card") add("collect", thing, thing, at("rack"), { ghost: ghostCard({ face: "??" }, thing) });
    if (thing.kind === "stack") {
      const [seat, area] = thing.key.split(":");
      const intoPot = after.pot > before.pot && area !== "jacks plus";
      const lost =
        !intoPot &&
        before.results?.some((each) => String(each.position) === seat && each.spot === area && each.mark === "lost");
      add(lost ? "take" : "collect", thing, thing, intoPot ? at("pot") : lost ? at("tray") : at(`plate-${seat}`), {
        ghost: ghostChips(thing, thing),
      });
    }
  }
  /** @param {{ kind: string }} options */
  const rank = ({ kind }) => ORDER.indexOf(kind === "pay" ? "take" : kind);
  const turns = turnOf(after);
  return moves.sort((one, other) => rank(one) - rank(other) || turns(one) - turns(other));
}

// Cards are dealt round by round from position 1 on, the dealer's and the community's last; wagers are settled in the
// order of the results, which is the law's.
/** @param {Drawn} view */
function turnOf(view) {
  const settled = new Map(
    (view.results ?? []).map(({ position, spot }, index) => [`stack ${position}:${spot}`, index]),
  );
  return (/** @type {Motion} */ { kind, key }) => {
    const [, position, nth] = key.match(/^card (?:hand-(\d+)|\w+)-(\d+)$/) ?? [];
    if (kind === "deal" && nth !== undefined) return Number(nth) * 100 + Number(position ?? 99);
    return settled.get(key) ?? 0;
  };
}

/** @param {Point} one @param {Point} other */
const apart = (one, other) => Math.abs(one.x - other.x) + Math.abs(one.y - other.y) > 2;
/** @param {string} drawn */
const ghost = (drawn) => group({ class: "ghost" }, drawn);

// Shows the movements one after the other on the newer picture (or on what holds it), and is over when the last one is.
/** @param {Element} picture @param {Motion[]} moves @param {{ speed?: number, reduced?: boolean }} [options] */
export async function play(picture, moves, { speed = 1, reduced = false } = {}) {
  const svg = picture.matches("svg") ? picture : picture.querySelector("svg");
  if (!svg || !moves.length || speed === Infinity) return;
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.dataset.local = ""; // a picture that comes in the meantime must not take it for a part of its own
  const [home] = svg.querySelectorAll(":scope > g.turned");
  (home ?? svg).append(layer);
  const running = [];
  let start = 0;
  let kind = moves[0].kind;
  let until = 0;
  for (const move of moves) {
    if (move.kind !== kind) start = Math.max(start, until); // one kind of act is over before the next begins
    kind = move.kind;
    const [lasts, then] = reduced ? [FADE, BETWEEN_FADES] : TIMES[move.kind];
    const [delay, duration] = [start / speed, lasts / speed];
    running.push(...animate(svg, layer, move, delay, duration, reduced));
    until = Math.max(until, start + lasts);
    start += then;
  }
  try {
    await Promise.all(running.map((each) => each.finished));
  } catch {
    // A newer picture has taken this one's place.
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
  /** @param {Point} one @param {Point} other */
  const shift = (one, other) => `translate(${one.x - other.x}px, ${one.y - other.y}px)`;
  const copy = move.ghost ? copied(layer, move.ghost) : null;
  if (move.kind === "turn") {
    /** @param {Point} at @param {number} wide */
    const flat = (at, wide) => ({
      transform: `translate(${at.x}px, ${at.y}px) scaleX(${wide}) translate(${-at.x}px, ${-at.y}px)`,
    });
    return [
      ...moves(copy, [flat(from, 1), flat(from, 0.02)], { duration: duration / 2, fill: "both" }),
      ...moves(element, [flat(to, 0.02), flat(to, 1)], { delay: delay + duration / 2, duration: duration / 2 }),
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
  // A copy travels where the thing itself has gone, or where it stays and only its chips move.
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
function copied(layer, drawn) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${drawn}</svg>`;
  const copy = document.importNode(
    /** @type {Element} */ (template.content.firstElementChild?.firstElementChild),
    true,
  );
  layer.append(copy);
  return copy;
}

// What is under way jumps to its end.
/** @param {Element} picture */
export function finish(picture) {
  for (const each of picture.getAnimations({ subtree: true })) each.finish();
}
