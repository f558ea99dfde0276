// Throw dice for craps on a GPU, with the same codes as the package.
//
// A step is one word of throws, not one unit. So a thread whose unit is decided begins the next one while its neighbors
// continue.

struct Unit {
  u4 at;           // the number of the next word
  u4 word[3];      // the words that are left of the block, the next one first
  u2 row[WAGERS];  // the row of each wager's state
};

#define FACES 36
#define ALL_THROWS (36u * 36 * 36 * 36 * 36)
#define REFUSED_THROWS ((u4)(4294967296ull % ALL_THROWS))

PART int advance(u8 unit, struct Unit *here, u2 code[WAYS][COLUMNS], u4 *throws) {
  const int way = 0;
  u4 left;
  if ((here->at & 3) == 0) {
    u4 word[4];
    block(unit, here->at >> 2, 0, word);
    left = word[0];
    here->word[0] = word[1];
    here->word[1] = word[2];
    here->word[2] = word[3];
    if (here->at == 0) {
      UNROLL
      for (int wager = 0; wager < WAGERS; wager++) here->row[wager] = 0;
    }
  } else {
    left = here->word[0];
    here->word[0] = here->word[1];
    here->word[1] = here->word[2];
  }
  for (u4 attempt = 1; left * ALL_THROWS < REFUSED_THROWS; attempt++) left = word_again(unit, here->at, attempt);
  here->at++;
  u4 thrown[5];
  UNROLL
  for (int i = 0; i < 5; i++) {
    u8 product = (u8)left * FACES;
    thrown[i] = (u4)(product >> 32);
    left = (u4)product;
  }
  u4 used = 0, open = 0;
  UNROLL
  for (int wager = 0; wager < WAGERS; wager++) {
    const u4 first_end = END(wager);
    u4 row = here->row[wager], took = 0;
    UNROLL
    for (int i = 0; i < 5; i++) {
      took += row < first_end;
      row = T_then(wager * ROWS + row + thrown[i]);
    }
    here->row[wager] = (u2)row;
    used = UPPER(used, took);
    open |= row < first_end;
  }
  *throws += used;
  if (open) return 0;
  UNROLL
  for (int wager = 0; wager < WAGERS; wager++) {
    const u2 ended = (u2)((here->row[wager] - END(wager)) / FACES);
    for (int seat = 0; seat < SEATS; seat++) code[way][seat * WAGERS + wager] = ended;
  }
  here->at = 0;
  return 1;
}
