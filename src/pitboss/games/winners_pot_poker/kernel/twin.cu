// Winner's Pot Poker on a graphics card: the same codes as `rounds` has them.

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

PART u4 in_any_order(u4 a, u4 b, u4 c, u4 d) {
  ORDERED(a, b);
  ORDERED(c, d);
  ORDERED(a, c);
  ORDERED(b, d);
  ORDERED(b, c);
  return of_four(a, b, c, d);
}

// What five cards are worth.
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

// What the third and fourth card show.
PART u4 open_two(const u4 *card) {
  const u4 one = card[2] >> 2, two = card[3] >> 2;
  return one == two ? 13 + one : UPPER(one, two);
}

// The highest that lies open before the dealer and the other players who are still in.
PART u4 others_show(const u4 *level, u4 in, int seat) {
  u4 best = level[SEATS];
  UNROLL
  for (int other = 0; other < SEATS; other++)
    if (other != seat && in >> other & 1) best = UPPER(best, level[other]);
  return best;
}

// One round of decisions: who of those still in stays, from the first after the button on.
PART u4 decide(int way, u4 in, u4 start, const u4 *level, const u4 *held, int doubles) {
  u4 staying = in;
  for (int turn = 0; turn < SEATS; turn++) {
    const u4 seat = start + turn - (start + turn >= SEATS ? SEATS : 0);
    if (!(staying >> seat & 1)) continue;
    u4 many = 0;
    UNROLL
    for (int i = 0; i < SEATS; i++) many += staying >> i & 1;
    const u4 row = T_ways(seat) * OTHERS + many - 1;
    const u4 word = doubles ? T_doubles(row * FOURS + held[seat]) : T_bets(row * THREES + held[seat]);
    if (!(word >> others_show(level, staying, seat) & 1)) staying &= ~(1u << seat);
  }
  return staying;
}

PART void award(int way, u4 start, u4 after_three, u4 staying, const u4 *worth, u4 dealers, u2 *code) {
  u4 best = T_order(dealers), dealer = 1, players = 0, four = 0, many = 0;
  UNROLL
  for (int seat = 0; seat < SEATS; seat++)
    if (staying >> seat & 1) {
      const u4 strength = T_order(worth[seat]);
      many++;
      if (strength > best) {
        best = strength;
        dealer = 0;
        players = 1;
      } else if (strength == best)
        players++;
    } else if (after_three >> seat & 1)
      four++;
  const u4 lost = players ? LOST : 0;
  const u4 in_the_pot = players ? (many - 1) * (2 * SEATS - many + 2) / 2 + four : 0;
  u4 shared = SHARED_FROM + in_the_pot * SHARES + (players ? players * (players - 1) + dealer * players : 0);
  for (int turn = 0; turn < SEATS; turn++) {
    const u4 seat = start + turn - (start + turn >= SEATS ? SEATS : 0);
    const u4 stays = staying >> seat & 1, did = stays ? STAYS : after_three >> seat & 1 ? FOUR : THREE;
    if (players && stays && T_order(worth[seat]) == best)
      code[seat] = T_codes(shared++);
    else
      code[seat] = T_codes(lost + did);
  }
}

// The code of every seat's jacks plus wager.
PART void judge(int way, u4 after_three, u4 staying, const u4 *three, const u4 *four, const u4 *worth, u2 *code) {
  u4 royals = 0;
  UNROLL
  for (int seat = 0; seat < SEATS; seat++)
    if (staying >> seat & 1) royals += T_made_of_five(worth[seat]) == ROYAL;
  UNROLL
  for (int seat = 0; seat < SEATS; seat++) {
    u4 found;
    if (staying >> seat & 1) {
      found = T_made_of_five(worth[seat]);
      if (found == ROYAL) found += royals - 1;
    } else
      found = ON_FIVE + (after_three >> seat & 1 ? T_made_of_four(four[seat]) : T_made_of_three(three[seat]));
    code[SEATS + seat] = (u2)found;
  }
}

PART int advance(u8 unit, struct Unit *unused, u2 code[WAYS][COLUMNS], u4 *throws) {
  u4 card[MANY], three[SEATS], four[SEATS], worth[SEATS], level[SEATS + 1], level2[SEATS + 1];
  deal(unit, card);
  const u4 turn = (u4)((unit + BUTTON) % (SEATS + 1)), start = turn == SEATS ? 0 : turn;
  UNROLL
  for (int seat = 0; seat <= SEATS; seat++) {
    const u4 *own = card + SIZE * seat;
    level[seat] = own[2] >> 2;
    level2[seat] = open_two(own);
    if (seat == SEATS) break;
    three[seat] = T_threes(of_any_three(own[0], own[1], own[2]));
    four[seat] = T_fours(in_any_order(own[0], own[1], own[2], own[3]));
    worth[seat] = worth_of(own);
  }
  const u4 dealers = worth_of(card + SIZE * SEATS);
  UNROLL
  for (int way = 0; way < WAYS; way++) {
    const u4 after_three = decide(way, (1u << SEATS) - 1, start, level, three, 0);
    const u4 staying = decide(way, after_three, start, level2, four, 1);
    award(way, start, after_three, staying, worth, dealers, code[way]);
    if (COLUMNS > SEATS) judge(way, after_three, staying, three, four, worth, code[way]);
  }
  return 1;
}
