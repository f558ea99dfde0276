// Wheels and shaken dice on a graphics card: the same codes as from `numeric.stops`.
//
// `advance` plays one stop, so that a thread whose wagers are undecided does not keep its neighbors waiting.

struct Unit {
  u4 at;  // number of the next stop
  u2 row[WAGERS];  // row of each wager's current state
};

PART int advance(u8 unit, struct Unit *here, u2 code[WAYS][COLUMNS], u4 *throws) {
  const int way = 0;
  u4 word[4];
  block(unit, here->at >> 2, 0, word);
  u4 drawn = (here->at & 3) == 0 ? word[0] : (here->at & 3) == 1 ? word[1] : (here->at & 3) == 2 ? word[2] : word[3];
  for (u4 attempt = 1; drawn * STOPS < REFUSED; attempt++) drawn = word_again(unit, here->at, attempt);
  const u4 stop = (u4)((u8)drawn * STOPS >> 32), fresh = here->at == 0;
  here->at++;
  u4 open = 0;
  UNROLL
  for (int wager = 0; wager < WAGERS; wager++) {
    const u4 row = T_next_row(wager * ROWS + (fresh ? 0 : here->row[wager]) + stop);
    here->row[wager] = (u2)row;
    open |= row < T_ends(wager);
  }
  ++*throws;
  if (open) return 0;
  for (int wager = 0; wager < WAGERS; wager++) {
    const u2 ended = (u2)((here->row[wager] - T_ends(wager)) / STOPS);
    for (int seat = 0; seat < SEATS; seat++) code[way][seat * WAGERS + wager] = ended;
  }
  here->at = 0;
  return 1;
}
