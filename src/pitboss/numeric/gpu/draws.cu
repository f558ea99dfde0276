// Random numbers, the same as in `numeric.draws`: what unit i of seed s draws is a pure function of s and i.
//
// All sources of a twin are joined into one text. It is CUDA for a graphics card and plain C for any other compiler, so
// that a machine without a card can check that a twin computes the same integers as the kernels.

typedef unsigned char u1;
typedef unsigned short u2;
typedef unsigned int u4;
typedef unsigned long long u8;
typedef int i4;
typedef long long i8;

#ifdef __CUDACC__
#define PART static __device__ __forceinline__
#define RARE static __device__ __noinline__
#define READ(pointer) __ldg(pointer)
#define UNROLL _Pragma("unroll")
__constant__ u4 round_key[20];  // [2 * round], [2 * round + 1]: the key words of the generator's ten rounds
__constant__ const void *table_of[TABLES];
#else
#define PART static inline
#define RARE static
#define READ(pointer) (*(pointer))
#define UNROLL
static u4 round_key[20];
static const void *table_of[TABLES];
#endif

#define LOWER(a, b) ((a) < (b) ? (a) : (b))
#define UPPER(a, b) ((a) < (b) ? (b) : (a))
#define ORDERED(low, high) \
  { \
    u4 lower_ = LOWER(low, high); \
    high = UPPER(low, high); \
    low = lower_; \
  }

// Compute the four words of block `number` of a unit at this attempt.
PART void block(u8 unit, u4 number, u4 attempt, u4 word[4]) {
  u4 c0 = (u4)unit, c1 = (u4)(unit >> 32), c2 = number, c3 = attempt;
  UNROLL
  for (int i = 0; i < 10; i++) {
    u8 p0 = (u8)0xD2511F53u * c0, p1 = (u8)0xCD9E8D57u * c2;
    c0 = (u4)(p1 >> 32) ^ c1 ^ round_key[2 * i];
    c1 = (u4)p1;
    c2 = (u4)(p0 >> 32) ^ c3 ^ round_key[2 * i + 1];
    c3 = (u4)p0;
  }
  word[0] = c0;
  word[1] = c1;
  word[2] = c2;
  word[3] = c3;
}

RARE u4 word_again(u8 unit, u4 at, u4 attempt) {
  u4 word[4];
  block(unit, at >> 2, attempt, word);
  return (at & 3) == 0 ? word[0] : (at & 3) == 1 ? word[1] : (at & 3) == 2 ? word[2] : word[3];
}

// The number of ways to draw `many` (1 to 4) cards one after the other from `held` cards.
#define WAYS_TO_DRAW(held, many) \
  ((u8)(held) * ((many) > 1 ? (held) - 1 : 1) * ((many) > 2 ? (held) - 2 : 1) * ((many) > 3 ? (held) - 3 : 1))
#define REFUSED_BELOW(held, many) ((u4)(4294967296ull % WAYS_TO_DRAW(held, many)))

// Draw the numbers of a group of cards again after its word was refused: digit[i] is below held - i.
RARE void draw_again(u8 unit, u4 group, u4 held, u4 many, u4 *digit) {
  u4 below = (u4)(4294967296ull % WAYS_TO_DRAW(held, many));
  for (u4 attempt = 1;; attempt++) {
    u4 left = word_again(unit, group, attempt);
    for (u4 i = 0; i < many; i++) {
      u8 product = (u8)left * (held - i);
      digit[i] = (u4)(product >> 32);
      left = (u4)product;
    }
    if (left >= below) return;
  }
}

#ifdef MANY
// A deck that is being dealt: the words of the current block, the numbers of the current group of cards, and the dealt
// cards in ascending order.
struct Deck {
  u4 word[4], digit[4], taken[MANY];
};

// Draw the numbers of a group of up to four cards: digit[i] is an index into the remaining cards in ascending order.
PART void draw(u8 unit, int group, struct Deck *deck) {
  if (group % 4 == 0) block(unit, group / 4, 0, deck->word);
  const int held = 52 - 4 * group, size = LOWER(4, MANY - 4 * group);
  u4 left = deck->word[group % 4];
  UNROLL
  for (int i = 0; i < 4; i++)
    if (i < size) {
      u8 product = (u8)left * (u4)(held - i);
      deck->digit[i] = (u4)(product >> 32);
      left = (u4)product;
    }
  if (left < REFUSED_BELOW(held, size)) {
    u4 again[4];
    draw_again(unit, group, held, size, again);
    UNROLL
    for (int i = 0; i < 4; i++)
      if (i < size) deck->digit[i] = again[i];
  }
}

// Deal card number `at` of a unit and add it to `taken`. The cards before it must be dealt.
PART u4 next_card(u8 unit, int at, struct Deck *deck) {
  if (at % 4 == 0) draw(unit, at / 4, deck);
  u4 card = deck->digit[at % 4];
  UNROLL
  for (int i = 0; i < at; i++) card += card >= deck->taken[i];
  u4 rest = card;
  UNROLL
  for (int i = 0; i < at; i++) ORDERED(deck->taken[i], rest);
  deck->taken[at] = rest;
  return card;
}

PART void deal(u8 unit, u4 card[MANY]) {
  struct Deck deck;
  UNROLL
  for (int i = 0; i < MANY; i++) card[i] = next_card(unit, i, &deck);
}
#endif

// The number of a set of cards given in ascending order, as in `numeric.choices`.
PART u4 of_two(u4 a, u4 b) { return a + b * (b - 1) / 2; }
PART u4 of_three(u4 a, u4 b, u4 c) { return of_two(a, b) + c * (c - 1) * (c - 2) / 6; }
PART u4 of_four(u4 a, u4 b, u4 c, u4 d) { return of_three(a, b, c) + d * (d - 1) * (d - 2) * (d - 3) / 24; }

PART u4 of_any_three(u4 a, u4 b, u4 c) {
  ORDERED(a, b);
  ORDERED(b, c);
  ORDERED(a, b);
  return of_three(a, b, c);
}
