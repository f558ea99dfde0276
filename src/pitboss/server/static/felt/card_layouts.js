// @ts-check
// Describes the felt of each card game: its color, and the betting areas of one position in the frame of that position
// (x to the player's right, y toward the player). The law names the areas; where they lie is the custom of the trade.
// `side` is where the amount is written: below (0), at the right (1), at the left (-1), toward the end of the table
// (2). `phone` is where the area lies on a narrow page. `keeps` is the wager under which a folded hand stays.

/**
 * @typedef {{
 *   spot: string, shape: "circle" | "diamond" | "square" | "lamp", x: number, y: number, text: string,
 *   side?: number, phone: [number, number],
 * }} Area
 * @typedef {{
 *   felt: string, name: string, size: number, half: number, arc: number, areas: Area[], hand: number, near: number,
 *   reach: number, middle: "both" | "community" | "dealer", places: number, middleName: string, pot?: boolean,
 *   between?: { x: number, y: number, text: string, phone: [number, number] }, keeps?: string, down?: number,
 * }} CardLayout
 */

/** @type {Record<string, CardLayout>} */
export const LAYOUTS = {
  "let-it-ride": {
    felt: "#14694a",
    name: "LET IT RIDE",
    size: 40,
    half: 122,
    arc: 262,
    areas: [
      { spot: "bet 1", shape: "circle", x: -45, y: 4, text: "1", phone: [102, 310] },
      { spot: "bet 2", shape: "circle", x: 0, y: 8, text: "2", phone: [190, 310] },
      { spot: "bet 3", shape: "circle", x: 45, y: 4, text: "$", phone: [278, 310] },
      { spot: "bonus", shape: "lamp", x: -24, y: -32, text: "$1", phone: [38, 310] },
      { spot: "three card bonus", shape: "diamond", x: 24, y: -33, text: "3 CARD|BONUS", side: 1, phone: [348, 310] },
    ],
    hand: 3,
    near: -33,
    reach: 32,
    middle: "community",
    places: 3,
    middleName: "COMMUNITY CARDS",
  },
  "three-card-poker": {
    felt: "#234a8c",
    name: "THREE CARD POKER",
    size: 33,
    half: 112,
    arc: 200,
    areas: [
      { spot: "pair plus", shape: "circle", x: 0, y: -58, text: "PAIR|PLUS", side: 1, phone: [60, 310] },
      { spot: "ante", shape: "diamond", x: 0, y: -16, text: "ANTE", side: 1, phone: [195, 310] },
      { spot: "play", shape: "square", x: 0, y: 22, text: "PLAY", side: 1, phone: [318, 310] },
    ],
    hand: 3,
    near: -76,
    reach: 42,
    middle: "dealer",
    places: 3,
    middleName: "DEALER",
  },
  "ultimate-texas-holdem": {
    felt: "#125a68",
    name: "ULTIMATE TEXAS HOLD ’EM",
    size: 24,
    half: 132,
    arc: 268,
    areas: [
      { spot: "trips", shape: "diamond", x: 0, y: -57, text: "TRIPS", side: 2, phone: [58, 310] },
      { spot: "ante", shape: "circle", x: -26, y: -20, text: "ANTE", side: -1, phone: [150, 310] },
      { spot: "blind", shape: "circle", x: 26, y: -20, text: "BLIND", side: 1, phone: [240, 310] },
      { spot: "play", shape: "circle", x: 0, y: 16, text: "PLAY", phone: [332, 310] },
    ],
    between: { x: 0, y: -20, text: "=", phone: [195, 310] },
    keeps: "trips",
    hand: 2,
    near: -72,
    reach: 36,
    middle: "both",
    places: 5,
    middleName: "COMMUNITY CARDS",
  },
  "winners-pot-poker": {
    felt: "#5b2f6b",
    name: "",
    size: 0,
    pot: true,
    half: 124,
    arc: 282,
    areas: [
      { spot: "jacks plus", shape: "diamond", x: 0, y: -40, text: "JACKS|PLUS", side: 1, phone: [56, 310] },
      { spot: "ante", shape: "circle", x: -45, y: -4, text: "ANTE", phone: [148, 310] },
      { spot: "bet", shape: "circle", x: 0, y: 0, text: "BET", phone: [238, 310] },
      { spot: "double", shape: "circle", x: 45, y: -4, text: "DOUBLE", phone: [330, 310] },
    ],
    keeps: "jacks plus",
    down: 2,
    hand: 5,
    near: -56,
    reach: 24,
    middle: "dealer",
    places: 5,
    middleName: "DEALER",
  },
  "casino-war": {
    felt: "#7a3b1c",
    name: "CASINO WAR",
    size: 36,
    half: 112,
    arc: 216,
    areas: [
      { spot: "tie", shape: "diamond", x: -26, y: -54, text: "TIE", side: -1, phone: [60, 310] },
      { spot: "initial", shape: "circle", x: 0, y: -16, text: "BET", side: 1, phone: [150, 310] },
      { spot: "tie on war", shape: "diamond", x: 28, y: -54, text: "WAR|TIE", side: 1, phone: [332, 310] },
      { spot: "war", shape: "square", x: 0, y: 20, text: "WAR", side: 1, phone: [240, 310] },
    ],
    hand: 2,
    near: -72,
    reach: 40,
    middle: "dealer",
    places: 2,
    middleName: "DEALER",
  },
};
