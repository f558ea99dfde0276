// @ts-check
// Draws a card table on a wide page, from the view of one seat and from what is printed on the layout.

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
  DEVICES,
  dealersButton,
  devicePicture,
  goldenCards,
  isWithdrawnAt,
  LINE,
  marksWithoutArea,
  noticePanel,
  payTable,
  potPicture,
  rackPicture,
  resultsAt,
  ridePlaces,
  shoeWords,
  slotPicture,
  speechBubble,
  textOnArc,
  trayPicture,
} from "./parts.js";
import { HEIGHT, handPlace, pointInFrame, positionPlaces, WIDTH } from "./places.js";
import {
  countOf,
  dollars,
  group,
  isTurned,
  joinPieces,
  levelGroup,
  levelText,
  namedGroup,
  resultAtSeat,
  shortName,
  tag,
  textAt,
  transformTo,
} from "./svg.js";
import { litLines } from "./winning_lines.js";

/**
 * @import { Drawn } from "../changes.js"
 * @import { Area, CardLayout } from "./card_layouts.js"
 * @import { SeatPlace } from "./places.js"
 * @import { Point } from "./svg.js"
 * @import { Printed, Seat } from "server"
 */

const YOURS = 1.2; // scale of the reader's own place
const [CARD, YOUR_CARD] = [44, 68];
const [TOP, PANEL] = [60, 150]; // of the pay tables on either side of the middle

/** @param {Drawn} view @param {Printed} printed */
export function cardTable(view, printed) {
  const game = LAYOUTS[view.game];
  /** @param {SeatPlace} place */
  const isReaders = (place) => Boolean(view.you.seat) && (view.owners[place.number] ?? place.number) === view.you.seat;
  // The reader's own place is drawn last, on top.
  const places = [...positionPlaces(view.places).values()].sort(
    (first, second) => Number(isReaders(first)) - Number(isReaders(second)),
  );
  const seats = places.map((place) => positionPicture(view, printed, game, place, isReaders(place)));
  return joinPieces([
    tableTop(game.felt),
    equipment(view),
    payTables(view, printed, game),
    letteringOnArc(printed, game),
    limitsSign(printed),
    middleOfTable(view, printed, game),
    seats.map(({ body }) => body),
    seats.map(({ plate }) => plate),
    view.record && levelText(944, 546, "Hands shown are a record", { class: "small end" }),
  ]);
}

/** @param {string} felt */
function tableTop(felt) {
  const edge = "M30 0H930V62C930 390 752 578 480 578S30 390 30 62Z";
  return [
    tag("rect", { width: WIDTH, height: HEIGHT, class: "room" }),
    tag("path", { d: "M6 0H954V56C954 414 770 601 480 601S6 414 6 56Z", fill: "#3a1d10" }),
    tag("path", {
      d: "M18 0H942V60C942 402 762 590 480 590S18 402 18 60Z",
      fill: "none",
      stroke: "#8a5a34",
      "stroke-width": 1.5,
    }),
    tag("path", { d: edge, fill: felt }),
    tag("path", { d: edge, fill: "url(#light)" }),
  ];
}

/** @param {Drawn} view */
function equipment(view) {
  /** @param {number} count @param {string} none */
  const cards = (count, none) => (count ? countOf(count, "card") : none);
  return [
    trayPicture(480, 31),
    slotPicture(306, 26, "DROP"),
    slotPicture(654, 26, "TIPS"),
    rackPicture(view, 93, 52),
    levelText(93, 105, "Discard rack", { class: "label" }),
    levelText(93, 120, cards(view.piles.rack, "cover card"), { class: "small" }),
    devicePicture(view, 875, 49),
    levelText(875, 105, DEVICES[view.device ?? "shoe"], { class: "label" }),
    levelText(view.cutting_card === "out" ? 862 : 875, 120, shoeWords(view, "empty"), { class: "small" }),
  ];
}

// --- what is printed

/** @param {Drawn} view @param {Printed} printed @param {CardLayout} game */
function payTables(view, printed, game) {
  const own = (view.results ?? []).filter((result) => !view.you.seat || result.seat === view.you.seat);
  const lit = litLines(own, printed.pays);
  const tops = { [480 - game.half - PANEL]: TOP, [480 + game.half]: TOP };
  const [left, right] = [480 - game.half - PANEL, 480 + game.half];
  /** @param {number} x @param {{ drawn: string, height: number }} panel */
  const put = (x, panel) => {
    tops[x] += panel.height + 5;
    return panel.drawn;
  };
  return [
    printed.pays.map((table, index) => {
      const x = index ? right : left;
      return put(
        x,
        payTable(table, x, tops[x], {
          width: PANEL,
          lit: lit.get(table.title),
          line: index > 0 && printed.pays.length > 2 ? 12.4 : LINE,
        }),
      );
    }),
    printed.says.map(({ text }) => {
      const x = tops[right] <= tops[left] ? right : left;
      return put(x, noticePanel(text, x, tops[x], PANEL));
    }),
  ];
}

/** @param {Printed} printed @param {CardLayout} game */
function letteringOnArc(printed, game) {
  const { arc } = game;
  const motto = (printed.motto?.text ?? "").toUpperCase();
  if (game.pot) return textOnArc(`ANTE · BET · DOUBLE · ${motto}`, arc, 74, { class: "motto" });
  return (
    textOnArc(game.name, arc, 78, { class: "name", "font-size": game.size }) +
    textOnArc(motto, arc + (isTurned() ? -1 : 1) * (game.size / 2 + 13), 78, { class: "motto" })
  );
}

/** @param {Printed} printed */
function limitsSign(printed) {
  const lines = printed.limits;
  if (!lines.length) return "";
  const height = 30 + lines.length * 15;
  return levelGroup(
    84,
    HEIGHT - height / 2 - 10,
    { class: "sign" },
    tag("rect", { x: -70, y: -height / 2, width: 140, height, rx: 4 }),
    textAt(0, 17 - height / 2, "Table limits", { class: "sign-title" }),
    lines.map(({ text }, index) => textAt(0, 34 - height / 2 + index * 15, text)),
  );
}

// --- the middle: the cards before the tray, and what the dealer says

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
  const pieces = [];
  let bubbleY = 178;
  if (game.middle === "both") {
    pieces.push(cardsInPlaces("dealer", view.dealer, inRow(2, 480, 93, 51), { width: 46, look }));
    pieces.push(levelText(422, 93, "DEALER", { class: "small wide end" }));
    if (view.dealer.length) pieces.push(view.dealer.includes("??") ? coverCard(480, 93) : coverCard(562, 93, 0.9));
    pieces.push(cardsInPlaces("community", view.community, inRow(game.places, 480, 171, 51), { width: 46, look }));
    pieces.push(
      tag("path", { d: "M355 209H503M511 209H605", class: "rule" }),
      levelText(429, 218, "FLOP", { class: "small wide" }),
      levelText(558, 218, "LAST TWO", { class: "small wide" }),
    );
    bubbleY = 250;
  } else if (game.middle === "dealer") {
    const count = Math.max(game.places, view.dealer.length);
    const [width, gap] = count > 3 ? [46, 49] : [54, 62];
    pieces.push(
      cardsInPlaces("dealer", view.dealer, inRow(count, 480, 98, gap), { width, look }),
      levelText(480, 150, game.middleName, { class: "small wide" }),
    );
  } else {
    const { places, names } = ridePlaces(view, 480, 100, 62);
    pieces.push(
      cardsInPlaces("community", view.community, places, { width: 54, look, names }),
      levelText(480, 150, game.middleName, { class: "small wide" }),
    );
  }
  pieces.push(bonusChips(view, 376, 84));
  if (view.button === 0) pieces.push(dealersButton(572, 150));
  if (game.pot) pieces.push(potPicture(view, printed, 480, 262));
  pieces.push(speechBubble(view.said?.at(-1), 480, bubbleY));
  return pieces;
}

// --- a position: its areas, its wagers, its cards, who sits there

/**
 * @param {Drawn} view @param {Printed} printed @param {CardLayout} game @param {SeatPlace} spot
 * @param {boolean} isReaders
 */
function positionPicture(view, printed, game, spot, isReaders) {
  const seat = view.seats.find((taken) => taken.number === spot.number);
  const owner = view.owners[spot.number];
  const mine = isReaders && Boolean(seat || owner);
  const size = mine ? YOURS : 1;
  // The areas of the reader's own place are shifted, so that its larger cards have room.
  const place = { ...spot, ...pointInFrame(spot, 0, mine ? (Math.abs(spot.share) > 0.8 ? 12 : -10) : 0) };
  const stakes = view.wagers[spot.number] ?? {};
  const results = resultsAt(view, spot.number);
  const isBack = isWithdrawnAt(view, spot.number, results, stakes);
  const offered = new Set(mine ? view.you.offers.flatMap((offer) => offer.spots) : []);
  const areas = areasOf(game, printed);
  const asked = areasAskedAbout(view, spot.number, areas);
  /** @param {Point} area */
  const pointOf = (area) => pointInFrame(place, area.x * size, area.y * size);
  const levelTurn = isTurned() ? 180 : 0;
  const { pieces: cards, plate: plateAt } = handPicture(view, game, place, {
    mine,
    seat,
    size,
    stakes,
    keep: areas.find((area) => area.spot === game.keeps),
    pointOf,
  });
  const body = group(
    { class: `position${mine ? " mine" : ""}`, "data-position": spot.number },
    areas.map((area) =>
      betArea(area, {
        ...pointOf(area),
        turn: place.turn,
        size,
        mine,
        lit: view.lit.includes(spot.number),
        open: offered.has(area.spot),
        asked: asked.has(area.spot),
        back: isBack(area.spot),
        inverse: isBack(area.spot) ? levelTurn - place.turn : levelTurn,
      }),
    ),
    game.between &&
      ((point) => levelText(point.x, point.y, game.between.text, { class: "equal" }))(pointOf(game.between)),
    cards,
    areas.map((area, index) => {
      const [result, { x, y }] = [results.get(area.spot), pointOf(area)];
      const cents = centsShown(area.spot, stakes, result);
      if (!cents || area.shape === "lamp")
        return result && area.shape === "lamp"
          ? wagerPicture(`${spot.number}:${area.spot}`, cents, x, y, { radius: 8, mine, result, side: -1 })
          : "";
      // The wager went into the pot, which was decided.
      const pooled = game.pot && result?.mark === "stands" ? results.get("pot") : undefined;
      const wide = (result?.net ?? 0) >= 100_000 && index % 2; // marks too wide to lie side by side
      return wagerPicture(`${spot.number}:${area.spot}`, cents, x, y, {
        radius: mine ? 15 : 12,
        mine,
        result: pooled?.mark === "lost" ? pooled : result,
        quiet: Boolean(pooled),
        side: area.side === 2 ? (place.share < 0 ? -1 : 1) : area.side,
        low: wide ? 16 : 0,
      });
    }),
    marksWithoutArea(game, results).map(([area, text, kind, down]) =>
      ((point) =>
        levelGroup(
          point.x,
          point.y,
          {},
          pill(text, area.side ? 34 * size : 0, down * size, { kind, size: mine ? 1 : 0.86 }),
        ))(pointOf(area)),
    ),
    view.button === spot.number &&
      ((point) => dealersButton(point.x, point.y))(
        pointInFrame(place, (place.share > 0.5 ? -70 : 70) * size, (game.near + 8) * size),
      ),
  );
  return { body, plate: platePicture(view, spot.number, plateAt, seat, mine) };
}

/**
 * @param {Drawn} view @param {CardLayout} game @param {SeatPlace} place
 * @param {{
 *   mine: boolean, seat: Seat | undefined, size: number, stakes: Record<string, number>, keep: Area | undefined,
 *   pointOf: (area: Point) => Point,
 * }} options
 */
function handPicture(view, game, place, { mine, seat, size, stakes, keep, pointOf }) {
  const faces = view.hands[place.number] ?? [];
  const status = view.out[place.number];
  const steep = mine && Math.abs(place.share) > 0.8; // there is less room at the ends of the table
  const width = steep ? 58 : mine ? YOUR_CARD : CARD;
  const turn = steep ? place.turn / 2 : place.turn;
  const count = Math.max(faces.length, game.hand);
  const gap =
    width *
    (steep
      ? count > 3
        ? 0.42
        : count > 2
          ? 0.62
          : 0.9
      : count > 3
        ? mine
          ? 0.72
          : 0.6
        : !mine
          ? 0.78
          : Math.abs(place.share) > 0.1
            ? 0.96
            : 1.04);
  const [wide, high] = [width + (count - 1) * gap, (width * 7) / 5];
  const { x, y, down } = handPlace(
    { ...place, turn },
    place.turn,
    (game.reach + (steep ? 22 : mine ? 3 : 0)) * size,
    wide,
    high,
  );
  const plate = {
    x: Math.max(74, Math.min(WIDTH - 74, x + (mine ? 0 : 14 * place.share))),
    y: Math.min(HEIGHT - 24, y + down + (mine ? 14 : 10)),
  };
  const gold = goldenCards(view, place.number);
  const isTucked = status === "folded" && keep && stakes[keep.spot]; // 32.10(e)2, 33.10(c)2
  const pieces = [];
  if (isTucked)
    pieces.push(
      [-7, 7].map((aside) =>
        cardAt("??", pointOf(keep).x + aside, pointOf(keep).y + 4, {
          width: 26 * size,
          turn: place.turn + aside,
          back: view.back,
        }),
      ),
    );
  if (faces.length && (mine || !isTucked)) {
    /** @param {string} face */
    const look = (face) => ({
      width,
      back: view.back,
      faint: Boolean(status),
      edge: gold.has(face) ? `gold${view.record ? " record" : ""}` : view.record ? "record" : "",
    });
    pieces.push(cardRow(`hand-${place.number}`, faces, x, y, { gap, slots: count, turn, look }));
    if (mine && game.down && !status && !view.results && faces.length > game.down) {
      const point = pointInFrame({ x, y, turn }, (-(count - game.down) * gap) / 2, high / 2 - 2);
      pieces.push(levelGroup(point.x, point.y, {}, pill("down: only you see them", 0, 0, { size: 0.9 })));
    }
  } else if (status) {
    pieces.push(
      levelText(x, y, isTucked ? `folded: under ${keep.spot}` : `${status}: cards to rack`, { class: "small" }),
    );
  } else if (seat) {
    pieces.push(
      group(
        { transform: transformTo(x, y, turn) },
        tag("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 5, class: "empty" }),
      ),
      levelText(x, y, mine ? "your cards" : "cards", { class: "small" }),
    );
  }
  return { pieces, plate };
}

/**
 * @param {Drawn} view @param {number} number @param {Point} options @param {Seat | undefined} seat
 * @param {boolean} mine
 */
function platePicture(view, number, { x, y }, seat, mine) {
  if (!seat)
    return levelGroup(
      x,
      y,
      { class: "free", "data-seat": number },
      tag("rect", { x: -36, y: -16, width: 72, height: 32, rx: 16 }),
      textAt(0, 0, "+ Sit"),
    );
  const turn = view.asked?.seat === number;
  return namedGroup(
    "place",
    `plate-${number}`,
    x,
    y,
    {},
    levelGroup(
      x,
      y,
      { class: `plate${mine ? " mine" : ""}${turn ? " turn" : ""}` },
      tag("rect", { x: -66, y: -18, width: 132, height: 36, rx: 6 }),
      tag("circle", { cx: -47, cy: 0, r: 12.5, class: "number" }),
      textAt(-47, 0, number, { class: "number-text" }),
      textAt(-28, -7, `${shortName(seat.player, 9)} ${dollars(seat.chips)}`, { class: "who" }),
      textAt(-28, 9, seatState(view, seat, mine, turn), { class: "what" }),
    ),
  );
}

/** @param {Drawn} view @param {Seat} seat @param {boolean} mine @param {boolean} turn */
function seatState(view, seat, mine, turn) {
  if (view.nets?.[seat.number] !== undefined) return resultAtSeat(view, seat.number);
  if (turn) return mine ? "your turn" : "deciding";
  if (seat.left) return "left";
  if (seat.sits_out) return "sitting out";
  if (!seat.here) return "away";
  if (view.out[seat.number]) return view.out[seat.number];
  return view.waiting === "wagers" ? (seat.ready || seat.house ? "ready" : "placing bets") : "";
}
