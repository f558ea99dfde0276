// @ts-check
// Computes where things lie on a card table of 960 by 608. The player looks at the dealer, so the dealer's left is the
// right of the picture: position 1 is at the right, and the deal runs right to left.

/**
 * @typedef {{ x: number, y: number, turn: number }} Turned
 * @typedef {Turned & { number: number, share: number }} SeatPlace
 */

export const WIDTH = 960;
export const HEIGHT = 608;
const MIDDLE = 480;
const WIDEST = 66; // degrees from straight down to the outermost seat
const MOST_TURN = 42;

// Returns for every position the middle of its betting areas, and how far it is turned.
/** @param {number} count */
export function positionPlaces(count) {
  const places = new Map();
  for (let number = 1; number <= count; number += 1) {
    const share = count === 1 ? 0 : 1 - (2 * (number - 1)) / (count - 1);
    const angle = (WIDEST * share * Math.PI) / 180;
    places.set(number, {
      number,
      share,
      turn: -MOST_TURN * share,
      x: MIDDLE + 380 * Math.sin(angle),
      y: 96 + 332 * Math.cos(angle),
    });
  }
  return places;
}

// Converts a point from the turned frame of a seat to the table.
/** @param {Turned} options @param {number} right @param {number} toward */
export function pointInFrame({ x, y, turn }, right, toward) {
  const angle = (turn * Math.PI) / 180;
  return {
    x: x + right * Math.cos(angle) - toward * Math.sin(angle),
    y: y + right * Math.sin(angle) + toward * Math.cos(angle),
  };
}

// Returns where a hand of this width and height lies: beyond the areas in the direction `toward`, inside the picture.
/** @param {Turned} place @param {number} toward @param {number} reach @param {number} width @param {number} height */
export function handPlace(place, toward, reach, width, height) {
  const angle = (Math.abs(place.turn) * Math.PI) / 180;
  const [across, down] = [
    (width * Math.cos(angle) + height * Math.sin(angle)) / 2,
    (width * Math.sin(angle) + height * Math.cos(angle)) / 2,
  ];
  const middle = pointInFrame({ ...place, turn: toward }, 0, reach + height / 2);
  const x = Math.min(WIDTH - 8 - across, Math.max(8 + across, middle.x));
  const y = Math.min(middle.y, HEIGHT - 44 - down);
  return { x, y, down };
}
