// Play Winner's Pot Poker on a GPU, with the same codes as `rounds`.

struct Unit {
  int unused;
};

enum { STAYS, THREE, FOUR };
#define SIZE 5
#define LOST 3
#define SHARED_FROM (2 * LOST)
#define SHARES 16
#define ROYAL 10
#define ON_FIVE 14

PART u4 four_number(u4 a, u4 b, u4 c, u4 d) {
  ORDERED(a, b);
  ORDERED(c, d);
  ORDERED(a, c);
  ORDERED(b, d);
  ORDERED(b, c);
  return of_four(a, b, c, d);
}

// Return the worth of five cards.
PART u4 worth_of(const u4 *card) {
  u4 key = 0, mask = 0, suits = 0;
  UNROLL
  for (int i = 0; i < SIZE; i++) {
    key += T_number(card[i] >> 2);
    mask |= 1u << (card[i] >> 2);
    suits |= card[i] ^ card[0];
  }
  return suits & 3 ? T_by_ranks((key ^ T_rows(key >> 19)) & 0xFFFF) : T_by_suit(mask);
}

// Return what the third and fourth card show.
PART u4 open_hand(const u4 *card) {
  const u4 one = card[2] >> 2, two = card[3] >> 2;
  return one == two ? 13 + one : UPPER(one, two);
}

// A hand in two words. Hands are in the order in which seats act, not in that of the seats, so that every index is a
// constant when the text is compiled, and the arrays stay in registers.
struct Hand {
  u4 held;   // the sort of its three cards; from bit 16 on the sort of its four cards
  u4 shows;  // the worth of all five; from bit 16 on what the third card shows, from bit 24 on the third and fourth
};

PART struct Hand read_hand(const u4 *card) {
  struct Hand hand;
  hand.held = T_threes(of_any_three(card[0], card[1], card[2]));
  hand.held |= T_fours(four_number(card[0], card[1], card[2], card[3])) << 16;
  hand.shows = worth_of(card) | card[2] >> 2 << 16 | open_hand(card) << 24;
  return hand;
}

// Return the highest open hand of the dealer and the other players who are still in.
PART u4 highest_open_hand(const struct Hand *hand, u4 in, int turn, int from) {
  u4 best = hand[SEATS].shows >> from & 255;
  UNROLL
  for (int other = 0; other < SEATS; other++)
    if (other != turn && in >> other & 1) best = UPPER(best, hand[other].shows >> from & 255);
  return best;
}

// Return which players stay after one round of decisions, a bit for each turn.
PART u4 decide(int way, u4 in, u4 start, const struct Hand *hand, int doubles) {
  u4 staying = in;
  UNROLL
  for (int turn = 0; turn < SEATS; turn++) {
    const u4 seat = start + turn - (start + turn >= SEATS ? SEATS : 0);
    u4 many = 0;
    UNROLL
    for (int i = 0; i < SEATS; i++) many += staying >> i & 1;
    if (staying >> turn & 1) {
      const u4 row = T_ways(seat) * OTHERS + many - 1, held = hand[turn].held;
      const u4 word = doubles ? T_doubles(row * FOURS + (held >> 16)) : T_bets(row * THREES + (held & 0xFFFF));
      if (!(word >> highest_open_hand(hand, staying, turn, doubles ? 24 : 16) & 1)) staying &= ~(1u << turn);
    }
  }
  return staying;
}

// Fill the codes of the pot by turn.
PART void award(int way, u4 after_three, u4 staying, const struct Hand *hand, u2 *code) {
  u4 best = T_order(hand[SEATS].shows & 0xFFFF), dealer = 1, players = 0, four = 0, many = 0, strength[SEATS];
  UNROLL
  for (int turn = 0; turn < SEATS; turn++) {
    strength[turn] = T_order(hand[turn].shows & 0xFFFF);
    if (staying >> turn & 1) {
      many++;
      if (strength[turn] > best) {
        best = strength[turn];
        dealer = 0;
        players = 1;
      } else if (strength[turn] == best)
        players++;
    } else if (after_three >> turn & 1)
      four++;
  }
  const u4 lost = players ? LOST : 0;
  const u4 pot_case = players ? (many - 1) * (2 * SEATS - many + 2) / 2 + four : 0;
  u4 shared = SHARED_FROM + pot_case * SHARES + (players ? players * (players - 1) + dealer * players : 0);
  UNROLL
  for (int turn = 0; turn < SEATS; turn++) {
    const u4 stays = staying >> turn & 1, did = stays ? STAYS : after_three >> turn & 1 ? FOUR : THREE;
    const u4 wins = players && stays && strength[turn] == best;
    code[turn] = T_codes(wins ? shared : lost + did);
    shared += wins;
  }
}

// Fill the codes of the jacks plus wagers by turn.
PART void judge(int way, u4 after_three, u4 staying, const struct Hand *hand, u2 *code) {
  u4 royals = 0, made[SEATS];
  UNROLL
  for (int turn = 0; turn < SEATS; turn++) {
    made[turn] = T_made_of_five(hand[turn].shows & 0xFFFF);
    royals += (staying >> turn & 1) && made[turn] == ROYAL;
  }
  UNROLL
  for (int turn = 0; turn < SEATS; turn++)
    if (staying >> turn & 1)
      code[turn] = (u2)(made[turn] + (made[turn] == ROYAL ? royals - 1 : 0));
    else if (after_three >> turn & 1)
      code[turn] = (u2)(ON_FIVE + T_made_of_four(hand[turn].held >> 16));
    else
      code[turn] = (u2)(ON_FIVE + T_made_of_three(hand[turn].held & 0xFFFF));
}

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
  const u4 button = (u4)((unit + BUTTON) % (SEATS + 1)), start = button == SEATS ? 0 : button;
  struct Deck deck;
  struct Hand hand[SEATS + 1];
  UNROLL
  for (int seat = 0; seat <= SEATS; seat++) {
    u4 own[SIZE];
    UNROLL
    for (int i = 0; i < SIZE; i++) own[i] = next_card(unit, SIZE * seat + i, &deck);
    const struct Hand here = read_hand(own);
    const u4 turn = seat == SEATS ? SEATS : seat + (seat < start ? SEATS : 0) - start;
    UNROLL
    for (int i = 0; i <= SEATS; i++)
      if (i == turn) hand[i] = here;
  }
  UNROLL
  for (int way = 0; way < WAYS; way++) {
    u2 found[2 * SEATS];
    const u4 after_three = decide(way, (1u << SEATS) - 1, start, hand, 0);
    const u4 staying = decide(way, after_three, start, hand, 1);
    award(way, after_three, staying, hand, found);
    if (COLUMNS > SEATS) judge(way, after_three, staying, hand, found + SEATS);
    UNROLL
    for (int seat = 0; seat < SEATS; seat++) {
      const u4 turn = seat + (seat < start ? SEATS : 0) - start;
      UNROLL
      for (int i = 0; i < SEATS; i++)
        if (i == turn) {
          code[way][seat] = found[i];
          if (COLUMNS > SEATS) code[way][COLUMNS - SEATS + seat] = found[SEATS + i];
        }
    }
  }
  return 1;
}
