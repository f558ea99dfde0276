// Play Three Card Poker on a GPU, with the same codes as the package.
//
// A hand is one number: the strength in its lower half, then three bits of class, a bit that is set if the dealer plays
// it, and a bit for each seat that is set if the seat plays it.

struct Unit {
  int unused;
};

#if SHARED
#define LEFT (52 - 3 * SEATS)

// Return the seats that play, one bit each, if all of them know each other's cards. Every hand that the dealer can have
// of the cards that are left is counted.
PART u4 playing_seats(const u4 *card) {
  const int way = 0;  // what hands are worth is the same for all
  u8 out = 0;
  u4 hand[SEATS], idle = 0, level[SEATS], above[SEATS], many = 0, played = 0;
  u1 left[LEFT];
  UNROLL
  for (int i = 0; i < 3 * SEATS; i++) out |= 1ull << card[i];
  for (u4 each = 0; each < 52; each++)
    if (!(out >> each & 1)) left[many++] = (u1)each;
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    hand[seat] = T_hands(of_any_three(card[3 * seat], card[3 * seat + 1], card[3 * seat + 2]));
    level[seat] = above[seat] = 0;
  }
  for (int k = 2; k < LEFT; k++) {
    const u4 c = left[k], high = c * (c - 1) * (c - 2) / 6;
    for (int j = 1; j < k; j++) {
      const u4 b = left[j], two = high + b * (b - 1) / 2;
      for (int i = 0; i < j; i++) {
        const u4 theirs = T_hands(two + left[i]), plays = theirs >> 19 & 1;
        const i4 other = plays ? (i4)(theirs & 0xFFFF) : -1;  // below every hand
        idle += !plays;
        UNROLL
        for (int seat = 0; seat < SEATS; seat++) {
          const i4 mine = (i4)(hand[seat] & 0xFFFF);
          level[seat] += mine == other;
          above[seat] += mine < other;
        }
      }
    }
  }
  const i8 dealers = (i8)LEFT * (LEFT - 1) * (LEFT - 2) / 6;
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    const u4 at = (hand[seat] >> 16 & 7) * 4;
    const i8 below = dealers - idle - level[seat] - above[seat];
    const i8 unless_beaten = idle * T_gains(at) + below * T_gains(at + 1) + level[seat] * T_gains(at + 2);
    played |= (u4)(unless_beaten + above[seat] * T_gains(at + 3) > 0) << seat;
  }
  return played;
}
#endif

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
  u4 card[MANY];
  deal(unit, card);
  const u4 dealer = of_any_three(card[3 * SEATS], card[3 * SEATS + 1], card[3 * SEATS + 2]);
#if SHARED
  const u4 playing = playing_seats(card);
#else
  const u4 playing = 0;
#endif
  UNROLL
  for (int way = 0; way < WAYS; way++) {
    const u4 theirs = T_hands(dealer);
    UNROLL
    for (int seat = 0; seat < SEATS; seat++) {
      const u4 ours = T_hands(of_any_three(card[3 * seat], card[3 * seat + 1], card[3 * seat + 2]));
      const u4 mine = ours & 0xFFFF, other = theirs & 0xFFFF, made = ours >> 16 & 7;
      const u4 result = theirs >> 19 & 1 ? 1 + (mine <= other) + (mine < other) : 0;
      code[way][seat] = (u2)((SHARES(way) ? playing >> seat : ours >> (20 + seat)) & 1 ? 6 + made * 4 + result : made);
    }
  }
  return 1;
}
