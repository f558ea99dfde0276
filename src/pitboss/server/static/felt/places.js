// Where things lie on a card table of 960 by 608. The player looks at the dealer, so the dealer's left is the right of
// the picture: position 1 is at the right, and the deal runs right to left.

export const WIDTH = 960;
export const HEIGHT = 608;
const MIDDLE = 480;
const WIDEST = 63; // degrees from straight down to the outermost seat
const MOST_TURN = 42;

// For every position: the middle of its betting areas, of its cards and of its name plate, and how far it is turned.
// Areas that reach far toward the player are lifted toward the dealer.
export function positions(count, lift = 0) {
  const found = new Map();
  for (let number = 1; number <= count; number += 1) {
    const share = count === 1 ? 0 : 1 - (2 * (number - 1)) / (count - 1);
    const degrees = WIDEST * share;
    const [across, down] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    found.set(number, {
      number,
      turn: -MOST_TURN * share,
      areas: { x: MIDDLE + 368 * across, y: 62 + (362 - lift) * down },
      cards: { x: MIDDLE + 440 * across, y: 70 + 446 * down },
      plate: { x: Math.max(72, Math.min(WIDTH - 72, MIDDLE + 458 * across)), y: 116 + 462 * down },
    });
  }
  return found;
}

// A place given in the turned frame of a seat, on the table.
export function inFrame(place, turn, x, y) {
  const angle = (turn * Math.PI) / 180;
  return { x: place.x + x * Math.cos(angle) - y * Math.sin(angle), y: place.y + x * Math.sin(angle) + y * Math.cos(angle) };
}
