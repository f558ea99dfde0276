// What is on the felt of each card game: its color, and the betting areas of one position in the frame of that position
// (x to the player's right, y toward the player). The law names the areas; where they lie is the custom of the trade.

export const GAMES = {
  "let-it-ride": {
    felt: "#14694a", name: "LET IT RIDE", size: 42,
    areas: [
      { spot: "bet 1", shape: "circle", x: -40, y: 4, text: "1" },
      { spot: "bet 2", shape: "circle", x: 0, y: 8, text: "2" },
      { spot: "bet 3", shape: "circle", x: 40, y: 4, text: "$" },
      { spot: "bonus", shape: "lamp", x: -24, y: -32, text: "$1" },
      { spot: "three card bonus", shape: "diamond", x: 24, y: -32, text: "3 CARD|BONUS" },
    ],
    hand: 3, reach: 84, lift: 0, half: 108, drop: 0, middle: "community", places: 3, middleName: "COMMUNITY CARDS",
  },
  "three-card-poker": {
    felt: "#234a8c", name: "THREE CARD POKER", size: 31,
    areas: [
      { spot: "pair plus", shape: "circle", x: 0, y: -42, text: "PAIR|PLUS" },
      { spot: "ante", shape: "diamond", x: 0, y: 2, text: "ANTE" },
      { spot: "play", shape: "square", x: 0, y: 42, text: "PLAY" },
    ],
    hand: 3, reach: 108, lift: 16, half: 108, drop: -30, middle: "dealer", places: 3, middleName: "DEALER",
  },
  "ultimate-texas-holdem": {
    felt: "#125a68", name: "ULTIMATE TEXAS HOLD ’EM", size: 23,
    areas: [
      { spot: "trips", shape: "diamond", x: 0, y: -45, text: "TRIPS" },
      { spot: "ante", shape: "circle", x: -27, y: -8, text: "ANTE" },
      { spot: "blind", shape: "circle", x: 27, y: -8, text: "BLIND" },
      { spot: "play", shape: "circle", x: 0, y: 30, text: "PLAY" },
    ],
    between: { x: 0, y: -8, text: "=" },
    hand: 2, reach: 100, lift: 0, half: 130, drop: 8, middle: "both", places: 5, middleName: "COMMUNITY CARDS",
  },
  "winners-pot-poker": {
    felt: "#5b2f6b", name: "", size: 0, pot: true,
    areas: [
      { spot: "jacks plus", shape: "diamond", x: 0, y: -36, text: "JACKS|PLUS" },
      { spot: "ante", shape: "circle", x: -40, y: 4, text: "ANTE" },
      { spot: "bet", shape: "circle", x: 0, y: 8, text: "BET" },
      { spot: "double", shape: "circle", x: 40, y: 4, text: "DOUBLE" },
    ],
    hand: 5, reach: 84, lift: 0, half: 124, drop: 0, middle: "dealer", places: 5, middleName: "DEALER",
  },
};
