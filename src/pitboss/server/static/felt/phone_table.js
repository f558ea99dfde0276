// @ts-check
// Draws a card table on a narrow page: the same parts, composed around the reader's place. The other seats are lines of
// text beside the picture.

import { LAYOUTS } from "./card_layouts.js";
import { cardAt, cardRow } from "./cards.js";
import { pill, wagerPicture } from "./chips.js";
import { areasOf } from "./house_areas.js";
import {
  areasAskedAbout,
  betArea,
  bonusChips,
  cardsInPlaces,
  centsShown,
  coverCard,
  dealersButton,
  devicePicture,
  goldenCards,
  isWithdrawnAt,
  marksWithoutArea,
  payTable,
  potPicture,
  rackPicture,
  resultsAt,
  ridePlaces,
  speechBubble,
} from "./parts.js";
import { group, joinPieces, levelGroup, levelText, namedGroup, tag, textAt } from "./svg.js";
import { litLines } from "./winning_lines.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { Area, CardLayout } from "./card_layouts.js"
 * @import { Printed } from "server"
 */

export const [WIDTH, HEIGHT] = [390, 480];
const AREA = 1.75; // scale of the reader's betting areas

/** @param {Drawn} view @param {Printed} printed */
export function phoneTable(view, printed) {
  const game = LAYOUTS[view.game];
  const own = Number(
    Object.keys(view.owners).find((position) => view.owners[position] === view.you.seat) ?? view.you.seat,
  );
  return joinPieces([
    tag("rect", { width: WIDTH, height: HEIGHT, fill: "#3a1d10" }),
    tag("path", { d: "M7 0H383V446Q383 474 350 474H40Q7 474 7 446Z", fill: game.felt }),
    tag("path", { d: "M7 0H383V446Q383 474 350 474H40Q7 474 7 446Z", fill: "url(#light)" }),
    namedGroup("place", "tray", 195, -20, {}),
    rackPicture(view, 38, 36, 0.66),
    levelText(38, 72, `rack ${view.piles.rack ?? 0}`, { class: "small" }),
    devicePicture(view, 352, 36, 0.66),
    levelText(352, 72, `${view.piles["to deal"] || "none"} left`, { class: "small" }),
    view.cutting_card === "out" && levelText(384, 86, "cutting card out", { class: "small end" }),
    middleOfTable(view, printed, game),
    ownPlace(view, printed, game, own),
    payPanel(view, printed, game),
    view.record && levelText(game.hand > 2 ? 195 : 100, 471, "Hands shown are a record", { class: "small" }),
  ]);
}

/** @param {number} count @param {number} x @param {number} y @param {number} gap */
const inRow = (count, x, y, gap) =>
  Array.from({ length: count }, (_, index) => ({ x: x + (index - (count - 1) / 2) * gap, y, index }));

/** @param {Drawn} view @param {Printed} printed @param {CardLayout} game */
function middleOfTable(view, printed, game) {
  const gold = goldenCards(view);
  /** @param {string} face */
  const look = (face) => ({
    back: view.back,
    edge: gold.has(face) ? "gold" : view.record && face !== "??" ? "record" : "",
  });
  /** @param {number} y */
  const words = (y) => speechBubble(view.said?.at(-1), 195, y, 40);
  if (game.middle === "both") {
    return [
      cardsInPlaces("dealer", view.dealer, inRow(2, 195, 42, 50), { width: 46, look }),
      view.dealer.includes("??") && coverCard(195, 42),
      levelText(195, 84, "DEALER", { class: "small wide" }),
      cardsInPlaces("community", view.community, inRow(5, 195, 140, 68), {
        width: 62,
        look,
        names: ["", "FLOP", "", "LAST", "TWO"],
      }),
      words(206),
    ];
  }
  if (game.middle === "community") {
    const { places, names } = ridePlaces(view, 195, 52, 66);
    return [
      cardsInPlaces("community", view.community, places, { width: 60, look, names }),
      levelText(195, 106, game.middleName, { class: "small wide" }),
      bonusChips(view, 80, 44),
      words(134),
    ];
  }
  const five = game.places > 3;
  return [
    cardsInPlaces("dealer", view.dealer, inRow(game.places, 195, five ? 44 : 52, five ? 46 : 66), {
      width: five ? 43 : 60,
      look,
    }),
    levelText(five ? 195 : 195, five ? 82 : 106, "DEALER", { class: "small wide" }),
    view.button === 0 && dealersButton(300, 84),
    game.pot && potPicture(view, printed, 195, 178, 0.9),
    words(five ? 112 : 134),
  ];
}

/** @param {Drawn} view @param {Printed} printed @param {CardLayout} game @param {number} own */
function ownPlace(view, printed, game, own) {
  if (!own) return levelText(195, 400, "Sit down to play", { class: "label invites" });
  const stakes = view.wagers[own] ?? {};
  const results = resultsAt(view, own);
  const isBack = isWithdrawnAt(view, own, results, stakes);
  const offered = new Set(view.you.offers.flatMap((offer) => offer.spots));
  const areas = areasOf(game, printed);
  const asked = areasAskedAbout(view, own, areas);
  const faces = view.hands[own] ?? [];
  const status = view.out[own];
  const gold = goldenCards(view, own);
  const count = Math.max(faces.length, game.hand);
  const width = count > 3 ? 70 : count > 2 ? 78 : 80;
  const gap = count > 3 ? 66 : width + 6;
  const x = count > 2 ? 195 : 100; // beside two cards there is room for a pay table
  const keep = game.areas.find((area) => area.spot === game.keeps);
  const under = status === "folded" && keep && stakes[keep.spot] ? keep : undefined;
  /** @param {Area} area */
  const hasCoveredName = (area) => stakes[area.spot] > 0 && area.text.length > 2; // written above the chips instead
  return group(
    { class: "position mine", "data-position": own },
    areas.map((area) => {
      const small = area.shape === "lamp" || isSmall(area, game);
      return betArea(area, {
        x: area.phone[0],
        y: area.phone[1],
        size: small ? 1.2 : AREA,
        mine: true,
        lit: view.lit.includes(own),
        open: offered.has(area.spot),
        asked: asked.has(area.spot),
        back: isBack(area.spot),
        bare: hasCoveredName(area),
      });
    }),
    game.between && textAt(...game.between.phone, game.between.text, { class: "equal" }),
    under &&
      [-7, 7].map((aside) =>
        cardAt("??", under.phone[0] + aside, under.phone[1], { width: 34, turn: aside, back: view.back }),
      ),
    areas.map((area) => {
      const result = results.get(area.spot);
      const cents = centsShown(area.spot, stakes, result);
      if (!cents || (area.shape === "lamp" && !result)) return "";
      const pooled = game.pot && result?.mark === "stands" ? results.get("pot") : undefined;
      return wagerPicture(`${own}:${area.spot}`, cents, area.phone[0], area.phone[1] - 3, {
        radius: area.shape === "lamp" ? 9 : isSmall(area, game) ? 12 : 17,
        mine: true,
        result: pooled?.mark === "lost" ? pooled : result,
        quiet: Boolean(pooled),
      });
    }),
    areas
      .filter(hasCoveredName)
      .map((area) =>
        levelText(Math.min(336, area.phone[0]), area.phone[1] - 40, area.text.replace("|", " "), { class: "small" }),
      ),
    marksWithoutArea(game, results).map(([area, text, kind]) =>
      pill(text, area.phone[0], area.phone[1] + 34, { kind }),
    ),
    namedGroup("place", `plate-${own}`, 195, HEIGHT, {}),
    view.button === own && dealersButton(352, 250),
    faces.length
      ? cardRow(`hand-${own}`, faces, x, 408, {
          gap: Math.min(gap, (376 - width) / Math.max(1, count - 1)),
          slots: count,
          /** @param {string} face */
          look: (face) => ({
            width,
            back: view.back,
            faint: Boolean(status),
            edge: gold.has(face) ? `gold${view.record ? " record" : ""}` : view.record ? "record" : "",
          }),
        })
      : [
          tag("rect", { x: x - (count * gap) / 2, y: 354, width: count * gap - 6, height: 108, rx: 8, class: "empty" }),
          levelText(x, 408, status ? `${status}: cards to rack` : "your cards", { class: "small" }),
        ],
    game.down &&
      faces.length > game.down &&
      !status &&
      !view.results &&
      levelGroup(95, 462, {}, pill("down: only you see them", 0, 0, { size: 0.9 })),
  );
}

// Returns whether an area is one for which a narrow page has little room.
/** @param {Area} area @param {CardLayout} game */
function isSmall(area, game) {
  return area.spot === "three card bonus" || !game.areas.includes(area);
}

// Draws the pay table of the main wager, where there is room.
/** @param {Drawn} view @param {Printed} printed @param {CardLayout} game */
function payPanel(view, printed, game) {
  const own = (view.results ?? []).filter((result) => !view.you.seat || result.seat === view.you.seat);
  const lit = litLines(own, printed.pays);
  const [first] = printed.pays;
  if (!first || game.pot) return "";
  if (game.hand === 2) return payTable(first, 194, 346, { width: 184, lit: lit.get(first.title) }).drawn;
  return payTable(first, 16, 158, { width: 358, columns: 2, lit: lit.get(first.title) }).drawn;
}
