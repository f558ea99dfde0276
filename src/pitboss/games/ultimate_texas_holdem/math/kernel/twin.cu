// Play Ultimate Texas Hold 'Em on a GPU, with the same codes as `play/dealt_rounds.py`.

struct Unit {
  int unused;
};

#define FOLDED 240
#define NO_SUIT 4

// The community cards, prepared for all seats.
struct Board {
  u4 key, suits;  // the sum of the ranks' numbers, and the number of cards of each suit, four bits each
  u4 suit;        // the suit that is there three times or more, or NO_SUIT
  u4 mask, line;  // the ranks of that suit as bits, and the number of the suit board or the board by ranks
  u4 flop;        // the class of the flop and, in the low five bits, the renaming of suits
};

PART u4 suit_count(u4 card) { return 1u << 4 * (card & 3); }

PART u4 kind_seen(u4 p, u4 q, u4 suit) {
  const u4 one = (p >> 2) + 13 * ((p & 3) == suit), other = (q >> 2) + 13 * ((q & 3) == suit);
  return T_kinds(26 * one + other);
}

PART void fill_suit(struct Board *board, const u4 *five) {
  u4 mask = 0, high = 13, low = 13;
  UNROLL
  for (int i = 0; i < 5; i++)
    if ((five[i] & 3) == board->suit)
      mask |= 1u << (five[i] >> 2);
    else {
      low = high;
      high = five[i] >> 2;
    }
  board->mask = mask;
  board->line = T_first(mask) + (low < 13 ? high * (high + 1) / 2 + low : high < 13 ? high : 0);
}

PART struct Board read_board(const u4 *card) {
  struct Board board = {0, 0, NO_SUIT, 0, 0, 0};
  u4 five[5];
  UNROLL
  for (int i = 0; i < 5; i++) {
    five[i] = card[i];
    board.key += T_number(card[i] >> 2);
    board.suits += suit_count(card[i]);
  }
  ORDERED(five[0], five[1]);
  ORDERED(five[1], five[2]);
  ORDERED(five[0], five[1]);
  board.flop = T_flop(of_three(five[0], five[1], five[2]));
  UNROLL
  for (int i = 0; i < 3; i++) ORDERED(five[i], five[3]);
  UNROLL
  for (int i = 0; i < 4; i++) ORDERED(five[i], five[4]);
  const u4 threes = (board.suits + 0x5555) & 0x8888;
  if (threes) {
    board.suit = threes & 0x88 ? threes >> 7 & 1 : 2 + (threes >> 15 & 1);
    fill_suit(&board, five);
  } else {
    UNROLL
    for (int i = 0; i < 5; i++) board.line += T_ranks(13 * i + (five[i] >> 2));
  }
  return board;
}

// Return the worth of two cards on the board.
PART u4 worth_of(const struct Board *board, u4 p, u4 q) {
#if OWN
  const u4 kind = kind_seen(p, q, board->suit);
  return board->suit == NO_SUIT ? T_by_ranks(board->line * RANK_KINDS + kind) : T_by_suit(board->line * SUIT_KINDS + kind);
#else
  if ((board->suits + suit_count(p) + suit_count(q) + 0x3333) & 0x8888) {
    u4 mask = board->mask;
    if ((p & 3) == board->suit) mask |= 1u << (p >> 2);
    if ((q & 3) == board->suit) mask |= 1u << (q >> 2);
    return T_suited(mask);
  }
  const u4 key = board->key + T_number(p >> 2) + T_number(q >> 2);
  return T_worth_of((key ^ T_rows(key >> 19)) & 0xFFFF);
#endif
}

PART u4 plays_flop(const struct Board *board, u4 p, u4 q, int seat, int way) {
  const u4 names = T_suits(board->flop & 31);
  const u4 one = (p & 0xFC) | (names >> 2 * (p & 3) & 3), other = (q & 0xFC) | (names >> 2 * (q & 3) & 3);
  const u4 bit = of_two(LOWER(one, other), UPPER(one, other));
  return T_on_flop(ROW(seat) * FLOP_BYTES + (board->flop >> 5) * 166 + (bit >> 3)) >> (bit & 7) & 1;
}

PART u4 plays_river(const struct Board *board, u4 p, u4 q, int seat, int way) {
  const u4 kind = kind_seen(p, q, board->suit);
  const u4 begin = board->suit == NO_SUIT ? board->line * 12 : SUIT_LINES + board->line * 43;
  return T_on_river(ROW(seat) * RIVER_BYTES + begin + (kind >> 3)) >> (kind & 7) & 1;
}

#if SHARED
#define LEFT (52 - 2 * SEATS - 3)

// Return the value of a bet on a board, from the numbers of dealer hands below a pair, beaten and tied.
PART i8 bet_value(int bet, u4 made, i8 low, i8 beaten, i8 tied) {
  const u4 at = 40 * bet + 4 * made;
  return T_rates(at) * low + T_rates(at + 1) * beaten + T_rates(at + 2) * tied + T_rates(at + 3);
}

// Return 1 + the place of a raise before the flop, or 0. The gain is that of the hole alone, plus the effect of each
// card in another hand.
PART u4 opening_raise(const u4 *card, int seat) {
  const u4 p = card[2 * seat], q = card[2 * seat + 1], hole = of_two(LOWER(p, q), UPPER(p, q));
  i8 gain = T_opening(hole * 53 + 52);
  UNROLL
  for (int i = 0; i < 2 * SEATS; i++)
    if (i >> 1 != seat) gain += T_opening(hole * 53 + card[i]);
  return gain > 0 ? T_raises(hole) : 0;
}

// Fill 1 + the place where each seat plays, or 0 for a fold. All seats know each other's cards.
PART void decide_sharing(const u4 *card, u4 place[SEATS]) {
  i8 checked[SEATS], raised[SEATS];
  u4 waits = 0, river = 0, many = 0;
  u1 left[LEFT];
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    place[seat] = opening_raise(card, seat);
    waits |= place[seat] == 0;
    checked[seat] = raised[seat] = 0;
  }
  if (!waits) return;
  u8 out = 0;
  UNROLL
  for (int i = 0; i < 2 * SEATS + 3; i++) out |= 1ull << card[i];
  for (u4 each = 0; each < 52; each++)
    if (!(out >> each & 1)) left[many++] = (u1)each;
  const u4 *flop = card + 2 * SEATS;
  for (int t = 1; t < LEFT; t++)
    for (int r = 0; r < t; r++) {
      const u4 five[5] = {flop[0], flop[1], flop[2], left[t], left[r]};
      const struct Board board = read_board(five);
      u4 mine[SEATS], beaten[SEATS], tied[SEATS], low = 0;
      UNROLL
      for (int seat = 0; seat < SEATS; seat++) {
        mine[seat] = worth_of(&board, card[2 * seat], card[2 * seat + 1]);
        beaten[seat] = tied[seat] = 0;
      }
      for (int i = 1; i < LEFT; i++) {
        if (i == t || i == r) continue;
        const u4 other = left[i];
        for (int j = 0; j < i; j++) {
          if (j == t || j == r) continue;
          const u4 theirs = worth_of(&board, other, left[j]);
          low += theirs < 1 << 12;
          UNROLL
          for (int seat = 0; seat < SEATS; seat++) {
            beaten[seat] += mine[seat] > theirs;
            tied[seat] += mine[seat] == theirs;
          }
        }
      }
      const u4 comes = (five[3] == flop[3] && five[4] == flop[4]) || (five[3] == flop[4] && five[4] == flop[3]);
      UNROLL
      for (int seat = 0; seat < SEATS; seat++) {
        const u4 made = mine[seat] >> 12;
        const i8 play = bet_value(0, made, low, beaten[seat], tied[seat]);
        const i8 fold = bet_value(2, made, low, beaten[seat], tied[seat]);
        checked[seat] += UPPER(play, fold);
        raised[seat] += bet_value(1, made, low, beaten[seat], tied[seat]);
        if (comes) river |= (u4)(play > fold) << seat;
      }
    }
  UNROLL
  for (int seat = 0; seat < SEATS; seat++)
    if (place[seat] == 0) place[seat] = raised[seat] > checked[seat] ? 3 : 4 * (river >> seat & 1);
}
#endif

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
  u4 card[MANY];
  deal(unit, card);
  const struct Board board = read_board(card + 2 * SEATS);
  const u4 theirs = worth_of(&board, card[2 * SEATS + 5], card[2 * SEATS + 6]);
#if SHARED
  u4 shared[SEATS];
  decide_sharing(card, shared);
#define PLACE(seat) shared[seat]
#else
#define PLACE(seat) 0
#endif
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    const u4 p = card[2 * seat], q = card[2 * seat + 1];
    const u4 mine = worth_of(&board, p, q), made = mine >> 12;
    const u4 end_code = made * 6 + ((mine >= theirs) + (mine > theirs)) * 2 + (theirs >= 1 << 12);
    const u4 hole = of_two(LOWER(p, q), UPPER(p, q));
    UNROLL
    for (int way = 0; way < WAYS; way++) {
      u4 place = T_before(ROW(seat) * 1326 + hole);  // 1 + the place where it is played
      if (SHARES(way))
        place = PLACE(seat);
      else if (place == 0)
        place = plays_flop(&board, p, q, seat, way) ? 3 : plays_river(&board, p, q, seat, way) ? 4 : 0;
      code[way][seat] = (u2)(place ? (place - 1) * 60 + end_code : FOLDED + made);
    }
  }
  return 1;
}
