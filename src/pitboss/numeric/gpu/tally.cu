// Counts of codes, sums over rounds and statistics of sessions, the same as from `numeric.tally` and `simulation.run`.
//
// A thread plays whole sessions, one unit after the other, because their order matters. `advance` is the game's: it
// continues a unit and, when the unit is over, writes its codes and returns 1.

#ifdef __CUDACC__
#define ADD4(counter, more) atomicAdd(counter, (u4)(more))
#define ADD8(counter, more) atomicAdd(counter, (u8)(more))
constexpr int columns_at_once = COLUMNS_AT_ONCE, lines_at_once = LINES_AT_ONCE;  // for pragmas, which know no macros
#else
static inline u4 add4(u4 *counter, u4 more) {
  const u4 before = *counter;
  *counter += more;
  return before;
}
#define ADD4(counter, more) add4(counter, (u4)(more))
#define ADD8(counter, more) (*(counter) += (u8)(more))
#endif

#define PARTS 5  // sums over rounds: net, net squared, stake, stake squared, net times stake
enum { AT, WON, TABLE_WON, PEAK, DROP, WINNING, LOSING, WINS, LOSSES, RUINED, STATE };

// The session in progress; the fields are slots of `state` in `numeric.tally`.
struct Session {
  MONEY won, table_won, peak, drop;
  i4 winning, losing, wins, losses, ruined;
};

struct Sums {
  i8 round[SUMMED ? WAYS : 1][SUMMED ? LINES : 1][PARTS];
  i8 more[WAYS > 1 ? WAYS : 1][WAYS > 1 ? LINES : 1][2];
};

// The result arrays, in the card's memory. Sums are kept as a lower and an upper half, so that nothing can overflow.
struct Found {
  u8 *counts;         // [way, column, code]
  u8 *sums;           // [way, line, part, lower and upper half]
  u8 *more;           // [way, line, 2, lower and upper half]
  u8 *throws;
  u4 *often;          // [way, WINDOW won, WINDOW table, WINDOW drop, RUNS wins, RUNS losses, ruined]
  i8 *strange;        // [number, 3]: way, field and value of what lies outside of the windows
  u4 *many_strange;   // number of these
  const i8 *opened;   // [way, STATE]: state of the session that the first unit continues
  i8 *open;           // [way, STATE]: state of the session that the last unit leaves unfinished
};
#define FIELDS (3 * WINDOW + 2 * RUNS + 1)

PART void note(struct Found *found, int way, int field, i8 value) {
  const i8 place = field < 2 ? value + WINDOW / 2 : value;
  if (field > 2)
    ADD4(&found->often[way * FIELDS + 3 * WINDOW + (field - 3) * RUNS + value], 1);
  else if (place >= 0 && place < WINDOW)
    ADD4(&found->often[way * FIELDS + field * WINDOW + place], 1);
  else {
    const u4 at = ADD4(found->many_strange, 1);
    if (at < MOST_STRANGE) {  // otherwise the units are played again in smaller launches
      found->strange[3 * at] = way;
      found->strange[3 * at + 1] = field;
      found->strange[3 * at + 2] = value;
    }
  }
}

PART void follow(struct Session *session, MONEY here, MONEY there) {
  if (!ALONE || RUIN_MATTERS) session->table_won += there;
  if (RUIN_MATTERS && session->ruined) return;
  session->won += here;
  session->winning = here < 0 ? 0 : session->winning + (here > 0);
  session->losing = here > 0 ? 0 : session->losing + (here < 0);
  session->wins = UPPER(session->wins, session->winning);
  session->losses = UPPER(session->losses, session->losing);
  session->peak = UPPER(session->peak, session->won);
  const MONEY fallen = session->peak - session->won;
  session->drop = UPPER(session->drop, fallen);
  if (RUIN_MATTERS) session->ruined = session->won < RUIN;
}

PART void add_unit(struct Session *session, struct Sums *sums, u4 *counted, u2 code[WAYS][COLUMNS]) {
  UNROLL
  for (int way = 0; way < WAYS; way++) {
    MONEY here = 0, there = 0;
#pragma unroll columns_at_once
    for (int column = 0; column < COLUMNS; column++) {
      ADD4(&counted[(way * COLUMNS + column) * CODES + code[way][column]], 1);
      const MONEY worth = T_worth(LIKE(column) * CODES + code[way][column]);
      there += worth;
      if (OWNED(column)) here += worth;
    }
    follow(&session[way], here, there);
#if SUMMED || WAYS > 1
#pragma unroll lines_at_once
    for (int line = 0; line < LINES; line++) {
      i8 net = 0, staked = 0, first = 0;
#pragma unroll columns_at_once
      for (int column = 0; column < COLUMNS; column++) {
        if (!PAYS(line, column)) continue;
        const int at = (line * DIFFERENT + LIKE(column)) * CODES;
        net += T_net(at + code[way][column]);
        if (SUMMED) staked += T_staked(at + code[way][column]);
        if (way) first += FIRST_net(at + code[0][column]);
      }
      if (SUMMED) {
        i8 *sum = sums->round[way][line];
        sum[0] += net;
        sum[1] += net * net;
        sum[2] += staked;
        sum[3] += staked * staked;
        sum[4] += net * staked;
      }
      if (way) {
        sums->more[way][line][0] += net - first;
        sums->more[way][line][1] += (net - first) * (net - first);
      }
    }
#endif
  }
}

PART void flush(struct Found *found, struct Sums *sums) {
#if SUMMED
  for (int i = 0; i < WAYS * LINES * PARTS; i++) {
    i8 *sum = &sums->round[0][0][0] + i;
    ADD8(&found->sums[2 * i], (u4)*sum);
    ADD8(&found->sums[2 * i + 1], *sum >> 32);
    *sum = 0;
  }
#endif
#if WAYS > 1
  for (int i = 2 * LINES; i < WAYS * LINES * 2; i++) {
    i8 *sum = &sums->more[0][0][0] + i;
    ADD8(&found->more[2 * i], (u4)*sum);
    ADD8(&found->more[2 * i + 1], *sum >> 32);
    *sum = 0;
  }
#endif
}

PART void open_session(struct Session *session, const i8 *state) {
  session->won = (MONEY)state[WON];
  session->table_won = (MONEY)state[TABLE_WON];
  session->peak = (MONEY)state[PEAK];
  session->drop = (MONEY)state[DROP];
  session->winning = (i4)state[WINNING];
  session->losing = (i4)state[LOSING];
  session->wins = (i4)state[WINS];
  session->losses = (i4)state[LOSSES];
  session->ruined = (i4)state[RUINED];
}

PART void leave_session(const struct Session *session, i8 at, i8 *state) {
  state[AT] = at;
  state[WON] = session->won;
  state[TABLE_WON] = ALONE && !RUIN_MATTERS ? session->won : session->table_won;
  state[PEAK] = session->peak;
  state[DROP] = session->drop;
  state[WINNING] = session->winning;
  state[LOSING] = session->losing;
  state[WINS] = session->wins;
  state[LOSSES] = session->losses;
  state[RUINED] = session->ruined;
}

PART void close_session(struct Found *found, int way, const struct Session *session) {
  note(found, way, 0, session->won);
  note(found, way, 1, ALONE && !RUIN_MATTERS ? session->won : session->table_won);
  note(found, way, 2, session->drop);
  note(found, way, 3, session->wins);
  note(found, way, 4, session->losses);
  if (RUIN_MATTERS && session->ruined) ADD4(&found->often[way * FIELDS + FIELDS - 1], 1);
}

// Play the units of session `number` that lie from `first` up to but not including `end`.
PART void play_session(u8 number, u8 first, u8 end, struct Found *found, u4 *counted, u4 *throws) {
  struct Session session[WAYS];
  struct Sums sums = {{{{0}}}, {{{0}}}};
  struct Unit here = {0};
  u2 code[WAYS][COLUMNS];
  const u8 begins = number * LENGTH, ends = begins + LENGTH;
  u8 unit = UPPER(begins, first);
  const u8 stop = LOWER(ends, end);
  static const i8 nothing[STATE] = {0};
  UNROLL
  for (int way = 0; way < WAYS; way++)
    open_session(&session[way], begins < first ? found->opened + way * STATE : nothing);
  while (unit < stop)
    if (advance(unit, &here, code, throws)) {
      add_unit(session, &sums, counted, code);
      unit++;
      if ((SUMMED || WAYS > 1) && unit % FLUSH == 0) flush(found, &sums);
    }
  if (SUMMED || WAYS > 1) flush(found, &sums);
  UNROLL
  for (int way = 0; way < WAYS; way++)
    if (stop == ends)
      close_session(found, way, &session[way]);
    else
      leave_session(&session[way], stop - begins, found->open + way * STATE);
}

#define COUNTERS (WAYS * COLUMNS * CODES)

#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(THREADS, 1)
    play(u8 first, u8 end, u8 *counts, u8 *sums, u8 *more, u8 *throws_, u4 *often, i8 *strange, u4 *many_strange,
         const i8 *opened, i8 *open) {
  u4 *counted = (u4 *)room;
  for (u4 i = threadIdx.x; i < COUNTERS; i += THREADS) counted[i] = 0;
  bring_tables();
  __syncthreads();
  struct Found found = {counts, sums, more, throws_, often, strange, many_strange, opened, open};
  u4 throws = 0;
  const u8 last = (end + LENGTH - 1) / LENGTH;
  for (u8 number = first / LENGTH + (u8)blockIdx.x * THREADS + threadIdx.x; number < last;
       number += (u8)gridDim.x * THREADS)
    play_session(number, first, end, &found, counted, &throws);
  if (throws) ADD8(found.throws, throws);
  __syncthreads();
  for (u4 i = threadIdx.x; i < COUNTERS; i += THREADS)
    if (counted[i]) ADD8(&found.counts[i], counted[i]);
}
#else
void set_up(const u4 *keys, const void **tables) {
  for (int i = 0; i < 20; i++) round_key[i] = keys[i];
  for (int i = 0; i < TABLES; i++) table_of[i] = tables[i];
}

void play(u8 first, u8 end, u8 *counts, u8 *sums, u8 *more, u8 *throws_, u4 *often, i8 *strange, u4 *many_strange,
          const i8 *opened, i8 *open) {
  static u4 counted[COUNTERS];
  struct Found found = {counts, sums, more, throws_, often, strange, many_strange, opened, open};
  u4 throws = 0;
  const u8 last = (end + LENGTH - 1) / LENGTH;
  for (int i = 0; i < COUNTERS; i++) counted[i] = 0;
  for (u8 number = first / LENGTH; number < last; number++)
    play_session(number, first, end, &found, counted, &throws);
  *found.throws += throws;
  for (int i = 0; i < COUNTERS; i++) found.counts[i] += counted[i];
}
#endif
