// Play Let It Ride on a GPU, with the same codes as the package.

struct Unit {
  int unused;
};

// Return the class of five cards in ascending order. Classes are numbered from the lowest.
PART u4 class_of(const u4 *card) {
  const u4 a = card[0] >> 2, b = card[1] >> 2, c = card[2] >> 2, d = card[3] >> 2, e = card[4] >> 2;
  const u4 equal = (a == b) | (b == c) << 1 | (c == d) << 2 | (d == e) << 3;
  // By which neighbors are equal: nothing, a pair, three of a kind, two pair, a full house, four of a kind.
  u4 made = (u4)(0x0874733184314110ull >> 4 * equal) & 15;
  if (made == 1) {
    const u4 paired = equal & 1 ? a : equal & 2 ? b : equal & 4 ? c : d;
    made += paired >= 8;  // tens or better pay
  }
  if (made == 0) {
    const u4 alike = ((card[0] ^ card[1]) | (card[0] ^ card[2]) | (card[0] ^ card[3]) | (card[0] ^ card[4])) & 3;
    const u4 run = e - a == 4 || (e == 12 && d == 3);
    made = alike ? 5 * run : run ? 9 + (a == 8) : 6;
  }
  return made;
}

#if SHARED
// Fill gain[0] with how much more two bets net than one with these four cards, gain[1] with how much more three do than
// two, summed over the other cards that are left. The fourth card is left[known].
PART void fill_gains(const u4 *four, const u1 *left, int known, i8 gain[2]) {
  const int way = 0;  // what is paid is the same for all
  gain[0] = gain[1] = 0;
  for (int i = 0; i < 52 - 3 * SEATS; i++) {
    if (i == known) continue;
    u4 five[5] = {four[0], four[1], four[2], four[3], left[i]};
    UNROLL
    for (int j = 0; j < 4; j++) ORDERED(five[j], five[4]);
    const u4 at = class_of(five) * 3;
    gain[0] += T_nets(at + 1) - T_nets(at);
    gain[1] += T_nets(at + 2) - T_nets(at + 1);
  }
}

// Return how many bets ride besides the third, for a seat that knows which cards are left.
PART u4 riding_bets(const u4 *three, u4 first, const u1 *left) {
  i8 by_riding = 0, here[2] = {0, 0};
  for (int i = 0; i < 52 - 3 * SEATS; i++) {
    u4 four[4] = {three[0], three[1], three[2], left[i]};
    i8 gain[2];
    UNROLL
    for (int j = 0; j < 3; j++) ORDERED(four[j], four[3]);
    fill_gains(four, left, i, gain);
    // The best of three and two bets, less the best of two and one.
    by_riding += UPPER(gain[1], 0) + LOWER(gain[0], 0);
    if (left[i] == first) {
      here[0] = gain[0];
      here[1] = gain[1];
    }
  }
  return by_riding > 0 ? 1 + (here[1] > 0) : here[0] > 0;
}
#endif

PART u2 code_of(int way, int seat, u4 of_three_, u4 of_four_, u4 five, u4 shared) {
  const u4 first = T_first(ROW(seat) * 22100 + of_three_);
  if (SHARES(way)) return (u2)((first >> 1) * 33 + shared * 11 + five);
  const u4 rides = first & 1;
  const u4 second = T_second(ROW(seat) * 16921 + (of_four_ >> 4)) >> 2 * (of_four_ & 15);
  return (u2)((first >> 1) * 33 + (rides + (second >> rides & 1)) * 11 + five);
}

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
#if SEATS == 1  // the cards that are taken are the hand, in order
  struct Deck deck;
  UNROLL
  for (int i = 0; i < 3; i++) next_card(unit, i, &deck);
  const u4 *taken = deck.taken, three = of_three(taken[0], taken[1], taken[2]);
  next_card(unit, 3, &deck);
  const u4 four = of_four(taken[0], taken[1], taken[2], taken[3]);
  next_card(unit, 4, &deck);
  const u4 five = class_of(taken);
  UNROLL
  for (int way = 0; way < WAYS; way++) code[way][0] = code_of(way, 0, three, four, five, 0);
#else
  u4 card[MANY];
  deal(unit, card);
#if SHARED
  u8 out = 0;
  u1 left[52 - 3 * SEATS];
  u4 many = 0;
  UNROLL
  for (int i = 0; i < 3 * SEATS; i++) out |= 1ull << card[i];
  for (u4 each = 0; each < 52; each++)
    if (!(out >> each & 1)) left[many++] = (u1)each;
#endif
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    u4 own[5] = {card[3 * seat], card[3 * seat + 1], card[3 * seat + 2], card[3 * SEATS], card[3 * SEATS + 1]};
    ORDERED(own[0], own[1]);
    ORDERED(own[1], own[2]);
    ORDERED(own[0], own[1]);
    const u4 three = of_three(own[0], own[1], own[2]);
#if SHARED
    const u4 shared = riding_bets(own, card[3 * SEATS], left);
#else
    const u4 shared = 0;
#endif
    UNROLL
    for (int i = 0; i < 3; i++) ORDERED(own[i], own[3]);
    const u4 four = of_four(own[0], own[1], own[2], own[3]);
    UNROLL
    for (int i = 0; i < 4; i++) ORDERED(own[i], own[4]);
    const u4 five = class_of(own);
    UNROLL
    for (int way = 0; way < WAYS; way++) code[way][seat] = code_of(way, seat, three, four, five, shared);
  }
#endif
  return 1;
}
