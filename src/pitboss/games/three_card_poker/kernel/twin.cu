// Three Card Poker on a graphics card: the same codes as `kernel` has them.
//
// What matters of a hand is one number: the strength in its lower half, then three bits of class, whether the dealer
// plays it, and a bit for each seat that does.

struct Unit {
  int unused;
};

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
  u4 card[MANY];
  deal(unit, card);
  const u4 dealer = of_any_three(card[3 * SEATS], card[3 * SEATS + 1], card[3 * SEATS + 2]);
  UNROLL
  for (int way = 0; way < WAYS; way++) {
    const u4 theirs = T_hands(dealer);
    UNROLL
    for (int seat = 0; seat < SEATS; seat++) {
      const u4 ours = T_hands(of_any_three(card[3 * seat], card[3 * seat + 1], card[3 * seat + 2]));
      const u4 mine = ours & 0xFFFF, other = theirs & 0xFFFF, made = ours >> 16 & 7;
      const u4 result = theirs >> 19 & 1 ? 1 + (mine <= other) + (mine < other) : 0;
      code[way][seat] = (u2)(ours >> (20 + seat) & 1 ? 6 + made * 4 + result : made);
    }
  }
  return 1;
}
