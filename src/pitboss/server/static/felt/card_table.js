// A card table, drawn from the view of one seat and from what is printed on the layout.

import { BACKS, card, row } from "./cards.js";
import { DENOMINATIONS, pill, stack } from "./chips.js";
import { GAMES } from "./games.js";
import { HEIGHT, inFrame, positions, WIDTH } from "./places.js";
import { at, dollars, group, shortName, tag, words } from "./svg.js";

const YOURS = 1.2; // your place is drawn so much larger
const CARD = 40;
const [TOP, PANEL, LINE] = [110, 150, 14.6]; // of the pay tables on either side of the middle
const DENSE = 0.62; // of a card's width, where five lie side by side

export function cardTable(view, printed) {
  const game = GAMES[view.game];
  const places = positions(view.places, game.lift);
  return [
    table(game.felt),
    equipment(view),
    payTables(printed, game),
    middle(view, printed, game),
    lettering(printed, game),
    [...places.values()].map((place) => position(view, printed, game, place)),
    limits(printed),
  ].flat(Infinity).join("");
}

function table(felt) {
  return [
    tag("rect", { width: WIDTH, height: HEIGHT, class: "room" }),
    tag("path", { d: "M6 0H954V80C954 420 770 601 480 601S6 420 6 80Z", fill: "#3a1d10" }),
    tag("path", { d: "M18 0H942V84C942 408 762 590 480 590S18 408 18 84Z", fill: "none", stroke: "#8a5a34", "stroke-width": 1.5 }),
    tag("path", { d: "M30 0H930V86C930 396 752 578 480 578S30 396 30 86Z", fill: felt }),
    tag("path", { d: "M30 0H930V86C930 396 752 578 480 578S30 396 30 86Z", fill: "url(#light)" }),
  ];
}

// --- what every table has

function equipment(view) {
  const tray = DENOMINATIONS.flatMap((kind) => [kind, kind]).map((kind, index) =>
    group({ transform: at(349 + index * 22.4, 62) }, Array.from({ length: 9 }, (_, coin) =>
      tag("rect", { x: 0, y: coin * 3.7, width: 17, height: 3, rx: 1.2, fill: kind.color, stroke: "#fff7", "stroke-width": 0.4 }))));
  return [
    tag("rect", { x: 338, y: 54, width: 284, height: 48, rx: 6, fill: "#17110d", stroke: "#6b4a30", "stroke-width": 2 }),
    tray,
    slot(306, "DROP"), slot(654, "TIPS"),
    rack(view),
    shoe(view),
  ];
}

const slot = (x, name) => tag("rect", { x: x - 15, y: 67, width: 30, height: 7, rx: 3.5, fill: "#0a0806", stroke: "#fff4" }) + words(x, 87, name, { class: "small wide" });

function rack(view) {
  const cards = view.piles.rack ?? 0;
  const height = Math.min(58, cards * 1.1);
  return [
    tag("rect", { x: 62, y: 62, width: 62, height: 76, rx: 4, class: "box" }),
    height > 0 && tag("rect", { x: 69, y: 132 - height, width: 48, height, fill: "url(#edges)" }),
    tag("rect", { x: 69, y: 132, width: 48, height: 3, fill: "#f0c419" }),
    words(93, 153, "Discard rack", { class: "label" }),
    words(93, 168, cards ? `${cards} cards` : "cover card", { class: "small" }),
  ];
}

function shoe(view) {
  const cards = view.piles["to deal"] ?? 0;
  return [
    tag("path", { d: "M846 66Q848 60 855 60H908Q914 60 914 66V130Q914 134 910 134H842Q837 134 838 128Z", class: "box shoe" }),
    cards > 0 && group({ transform: "translate(844 100) skewX(-8)" }, tag("rect", { width: 42, height: 26, rx: 2, fill: BACKS[view.back] ?? BACKS.red, stroke: "#fff8", "stroke-width": 1 })),
    words(875, 153, "Cards to deal", { class: "label" }),
    words(875, 168, cards ? `${cards} cards` : "none", { class: "small" }),
  ];
}

// --- what is printed

function payTables(printed, game) {
  const [left, right] = [480 - game.half - PANEL, 480 + game.half];
  const [first, ...others] = printed.pays;
  let top = TOP;
  const beside = others.map((each) => {
    const drawn = payTable(each, right, top);
    top += drawn.height + 6;
    return drawn.text;
  });
  return [first && payTable(first, left, TOP).text, beside, printed.says.map((each) => {
    const drawn = notice(each.text, right, top);
    top += drawn.height + 6;
    return drawn.text;
  })];
}

// Words on a panel of their own, broken into lines that fit.
function notice(text, x, y) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > 26) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const height = 10 + lines.length * LINE;
  const drawn = group({ transform: at(x, y), class: "pays" }, tag("rect", { width: PANEL, height, rx: 5, class: "panel" }), lines.map((line, index) => words(PANEL / 2, 13 + index * LINE, line, { class: "says" })));
  return { text: drawn, height };
}

function payTable({ title, lines, lit = [] }, x, y) {
  const [width, line] = [PANEL, LINE];
  const height = 22 + lines.length * line + 4;
  const text = group({ transform: at(x, y), class: "pays" },
    tag("rect", { width, height, rx: 5, class: "panel" }),
    words(width / 2, 14, title, { class: "pay-title" }),
    lines.map(([hand, pays], index) => {
      const down = 28 + index * line;
      const paid = lit.includes(hand);
      return (paid ? tag("rect", { x: 3, y: down - 11, width: width - 6, height: line, rx: 3, class: "paid" }) : "") +
        words(8, down, hand, { class: paid ? "line on" : "line" }) + words(width - 8, down, pays, { class: paid ? "line pay on" : "line pay" });
    }));
  return { text, height };
}

function lettering(printed, game) {
  const { drop } = game;
  const arc = `M230 ${270 + drop}Q480 ${352 + drop} 730 ${270 + drop}`;
  const below = `M230 ${292 + drop}Q480 ${374 + drop} 730 ${292 + drop}`;
  if (game.pot) return ""; // what would stand there stands in the ring of the pot
  return [
    tag("path", { id: `arc-${game.felt.slice(1)}`, d: arc, fill: "none" }),
    tag("path", { id: `below-${game.felt.slice(1)}`, d: below, fill: "none" }),
    game.name && tag("text", { class: "name", "font-size": game.size }, tag("textPath", { href: `#arc-${game.felt.slice(1)}`, startOffset: "50%" }, game.name)),
    printed.motto && tag("text", { class: "motto" }, tag("textPath", { href: `#below-${game.felt.slice(1)}`, startOffset: "50%" }, printed.motto.text.toUpperCase())),
  ];
}

function limits(printed) {
  const lines = printed.limits;
  if (!lines.length) return "";
  const height = 26 + lines.length * 15;
  return group({ transform: at(14, HEIGHT - height - 12), class: "sign" },
    tag("rect", { width: 136, height, rx: 4 }), words(68, 17, "Table limits", { class: "sign-title" }),
    lines.map(({ text }, index) => words(68, 33 + index * 15, text)));
}

// --- the middle: the cards before the tray, and what the dealer says

function middle(view, printed, game) {
  const { back } = view;
  const drawn = [];
  if (game.middle === "both") {
    drawn.push(cardsOr(view.dealer, 2, 480, 140, { width: 44, gap: 48, back }));
    if (view.dealer.includes("??")) drawn.push(coverCard(548, 142));
    drawn.push(words(422, 132, "DEALER", { class: "small wide end" }));
    drawn.push(cardsOr(view.community, game.places, 480, 210, { width: 44, gap: 48, back }));
    drawn.push(words(432, 250, "FLOP", { class: "small wide" }), words(552, 250, "LAST TWO", { class: "small wide" }));
  } else {
    const faces = game.middle === "dealer" ? view.dealer : view.community;
    drawn.push(cardsOr(faces, Math.max(game.places, faces.length), 480, 148, { width: 52, gap: game.places > 3 ? 40 : 61, back }));
    drawn.push(words(480, 198, game.middleName, { class: "small wide" }));
  }
  const said = view.said?.at(-1) ?? "";
  if (said) drawn.push(bubble(said, 480, game.middle === "both" ? 276 : 226));
  if (game.pot) drawn.push(pot(view, printed));
  return drawn;
}

function cardsOr(faces, count, x, y, { width, gap, back }) {
  const height = (width * 7) / 5;
  return Array.from({ length: count }, (_, index) => {
    const middle = x + (index - (count - 1) / 2) * gap;
    if (faces[index]) return card(faces[index], middle, y, { width, back });
    return tag("rect", { x: middle - width / 2, y: y - height / 2, width, height, rx: width / 10, class: "empty" });
  });
}

const coverCard = (x, y) => group({ transform: at(x, y) }, tag("rect", { x: -17, y: -24, width: 34, height: 48, rx: 3, fill: "#f0c419", stroke: "#0006" }), words(0, -3, "cover", { class: "tiny dark" }), words(0, 9, "card", { class: "tiny dark" }));

function bubble(text, x, y) {
  const short = text.length > 46 ? `${text.slice(0, 45)}…` : text;
  const width = Math.max(120, 24 + short.length * 7.4);
  return group({ transform: at(x, y), class: "bubble" },
    tag("path", { d: "M-9 -14L0 -23L9 -14Z" }), tag("rect", { x: -width / 2, y: -15, width, height: 30, rx: 15 }), words(0, 1, short));
}

function pot(view, printed) {
  const cents = view.pot;
  return group({ transform: at(480, 296) },
    tag("ellipse", { rx: 118, ry: 44, class: "ring" }), tag("ellipse", { rx: 112, ry: 39, class: "ring thin" }),
    words(0, -20, "WINNER’S POT", { class: "pot-name" }),
    cents > 0 && group({ transform: at(-34, 8) }, stack(cents, 0, 0, { label: false })),
    words(cents > 0 ? 26 : 0, 6, dollars(cents), { class: "pot-amount" }),
    words(0, 27, printed.motto.text, { class: "small" }));
}

// --- a position: its areas, its wagers, its cards, who sits there

function position(view, printed, game, place) {
  const seat = view.seats.find((each) => each.number === place.number);
  const owner = view.owners[place.number];
  const mine = Boolean(view.you.seat) && (owner ?? place.number) === view.you.seat && (seat || owner);
  const size = mine ? YOURS : 1;
  const stakes = view.wagers[place.number] ?? {};
  const offered = new Set(mine ? view.you.offers.flatMap((offer) => offer.spots) : []);
  const shown = game.areas.filter((area) => printed.areas.includes(area.spot));
  const asked = view.asked && view.asked.position === place.number;
  return group({ class: `position${mine ? " mine" : ""}`, "data-position": place.number },
    group({ transform: at(place.areas.x, place.areas.y, place.turn, size) },
      shown.map((area) => betArea(area, place.turn, { lit: view.lit.includes(place.number), open: offered.has(area.spot), asked: asked && view.asked.subject === area.spot })),
      game.between && words(game.between.x, game.between.y, game.between.text, { class: "area-text" })),
    hand(view, game, place, mine, size),
    shown.filter((area) => stakes[area.spot]).map((area) => {
      const lies = inFrame(place.areas, place.turn, area.x * size, area.y * size);
      return stack(stakes[area.spot], lies.x, lies.y, { radius: 11.5 * size, mine });
    }),
    view.button === place.number && button(place),
    plate(view, place, seat, mine));
}

function betArea({ shape, x, y, text, spot }, turn, { lit, open, asked }) {
  const lines = text.split("|");
  const state = `area${open ? " open" : ""}${asked ? " asked" : ""}`;
  const lettering = lines.map((line, index) => words(0, (index - (lines.length - 1) / 2) * 8, line, { class: `area-text ${lines.length > 1 || line.length > 2 ? "fine" : ""}`.trim() }));
  const drawn =
    shape === "diamond" ? tag("path", { d: "M-22 0L0 -16L22 0L0 16Z", class: state }) :
    shape === "square" ? tag("rect", { x: -20, y: -14, width: 40, height: 28, rx: 3, class: state }) :
    shape === "lamp" ? tag("circle", { r: 11, class: lit ? "lamp lit" : "lamp" }) :
    tag("circle", { r: 17.5, class: state });
  return group({ transform: at(x, y), "data-spot": open && spot }, drawn, lettering);
}

function hand(view, game, place, mine, size) {
  const faces = view.hands[place.number] ?? [];
  const gone = view.out[place.number];
  const width = mine ? CARD * 1.6 : CARD;
  const gap = width * (faces.length > 3 ? DENSE : 0.86);
  const lies = mine ? inFrame(place.areas, place.turn, 0, game.reach) : place.cards;
  if (!faces.length) return gone ? words(lies.x, lies.y, `${gone}: cards to rack`, { class: "small" }) : "";
  return row(faces, lies.x, lies.y, { width, gap, turn: place.turn, back: view.back, faint: Boolean(gone) });
}

const button = (place) => group({ transform: at(place.areas.x + 58, place.areas.y - 30) }, tag("ellipse", { rx: 22, ry: 16, fill: "#fff", stroke: "#c9971c", "stroke-width": 2.4 }), words(0, 0, "BUTTON", { class: "tiny dark" }));

function plate(view, place, seat, mine) {
  const { x, y } = place.plate;
  if (!seat) return group({ class: "free", transform: at(x, y), "data-seat": place.number }, tag("rect", { x: -34, y: -15, width: 68, height: 30, rx: 15 }), words(0, 0, "+ Sit", {}));
  const turn = view.asked?.seat === seat.number;
  return group({ class: `plate${mine ? " mine" : ""}${turn ? " turn" : ""}`, transform: at(x, y) },
    tag("rect", { x: -64, y: -18, width: 128, height: 36, rx: 6 }),
    tag("circle", { cx: -45, cy: 0, r: 12.5, class: "number" }), words(-45, 0, seat.number, { class: "number-text" }),
    words(-26, -7, shortName(seat.player, 12), { class: "who" }), words(-26, 9, `${dollars(seat.chips)} ${state(view, seat, mine, turn)}`.trim(), { class: "what" }));
}

function state(view, seat, mine, turn) {
  if (turn) return mine ? "· your turn" : "· deciding";
  if (seat.left) return "· left";
  if (seat.sits_out) return "· sitting out";
  if (!seat.here) return "· away";
  return view.waiting === "wagers" ? (seat.ready || seat.house ? "· ready" : "· betting") : "";
}
